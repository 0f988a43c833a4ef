/* SPDX-License-Identifier: MIT */
/*
 * test_orc_check_limits.c - checks of an ORC file have a limited number of findings; find
 * every changed byte of values; end in time; report allocation failures, memory limits
 * and interrupts (orc_check.h).
 */
#include "orc/check/orc_check.h"

#include "unit_orc_check.h"

static struct orc_spec spec;
static struct random_file file;

/* ---- Numbers of findings ----------------------------------------------------------- */

/* Each column of an unknown type is a finding; those left out are counted. */
static void findings_of_a_step_are_limited(void)
{
    struct bytes types = {0};
    char text[40];
    size_t n, n_columns = MOST_FINDINGS + 6;
    for (int way = 0; way < 2; way++) {
        types.size = 0;
        bytes_put_text(&types, "struct<");
        for (size_t i = 0; i < n_columns; i++) {
            snprintf(text, sizeof text, "c%d:%s,", (int)i,
                     way == 1 && i + 1 == n_columns ? "decimal(39,2)" : "foo");
            bytes_put_text(&types, text);
        }
        types.data[types.size - 1] = '>';
        bytes_put_u8(&types, 0);
        orc_spec_free(&spec);
        orc_spec_types(&spec, (const char *)types.data);
        struct bytes bytes = orc_file_bytes(&spec), findings = {0};
        CHECK(orc_check_with(bytes_slice(&bytes), (struct interrupt){0}, &findings, &n) ==
              OK);
        bytes_put_u8(&findings, 0);
        CHECK(n == MOST_FINDINGS + 1);
        CHECK_TEXT(last_text, "6 more findings");
        /* As severe as the worst one. */
        const char *end = strrchr((const char *)findings.data, ';');
        CHECK_TEXT(end, way == 0 ? "; -/- warning more" : "; -/- error more");
        bytes_free(&bytes);
        bytes_free(&findings);
    }
    bytes_free(&types);
}

/* Ten stripes more, all in the place of the first one. */
static void findings_of_a_kind_are_limited(void)
{
    static const int64_t values[] = {1, 2, 3};
    struct orc_opened opened;
    struct error error = {0};
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int>");
    orc_add_stripe(&spec, 3);
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, values, COUNT_OF(values));
    struct bytes bytes = orc_file_bytes(&spec);
    CHECK(orc_open(&opened, bytes_slice(&bytes), &error) == OK);
    struct orc_stripe first = opened.context->tail->stripes[0];
    orc_close(&opened);
    bytes_free(&bytes);
    for (int i = 0; i < 10; i++) {
        struct bytes information = {0};
        proto_varint(&information, 1, first.offset);
        proto_varint(&information, 2, first.index_length);
        proto_varint(&information, 3, first.data_length);
        proto_varint(&information, 4, first.footer_length);
        proto_varint(&information, 5, first.number_of_rows);
        proto_message(&spec.more_of_footer, 3, &information);
    }
    orc_patch(&spec, FOOTER_ROWS, 33);
    CHECK_TEXT(orc_check_spec(&spec),
               "1/- warning overlap; 2/- warning overlap; 3/- warning overlap; "
               "4/- warning overlap; 5/- warning overlap; 6/- warning overlap; "
               "7/- warning overlap; 8/- warning overlap; -/- warning more");
    CHECK_TEXT(last_text, "2 more findings");
}

/* ---- Changed bytes ----------------------------------------------------------------- */

/* The sum of the statistics, or something else, shows each change of a value. */
static void changed_values_are_found(void)
{
    struct orc_number_claims claims = true_number_claims();
    use_number_claims(&spec, &claims);
    struct orc_stripe_spec *stripe = &spec.stripes[1];
    for (size_t i = 0; i < 2; i++) {
        struct bytes *bytes = &stripe->streams[i].bytes;
        CHECK(stripe->streams[i].kind == (i == 0 ? ORC_PRESENT : ORC_DATA));
        for (size_t k = 0; k < bytes->size; k += i == 0 ? 1 : 7) {
            uint8_t before = bytes->data[k];
            bytes->data[k] ^= (uint8_t)(1 << k % 8);
            bool is_unused = i == 0 && k + 1 == bytes->size && k % 8 < 6;
            CHECK(orc_check_spec(&spec)[0] != 0 || is_unused);
            bytes->data[k] = before;
        }
    }
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* Any change of any byte is no error of the check, and it ends. */
static void any_change_is_survived(void)
{
    struct orc_number_claims claims = true_number_claims();
    uint64_t state = 1;
    size_t n_found = 0, n_tried = 0;
    claims.compression = ORC_COMPRESSION_ZLIB;
    use_number_claims(&spec, &claims);
    struct bytes bytes = orc_file_bytes(&spec);
    for (size_t i = 0; i < bytes.size; i += 1 + random_below(&state, 40), n_tried++) {
        size_t n;
        uint8_t before = bytes.data[i];
        bytes.data[i] ^= (uint8_t)(1 + random_below(&state, 255));
        CHECK(orc_check_with(bytes_slice(&bytes), (struct interrupt){0}, NULL, &n) == OK);
        CHECK(n < 40);
        n_found += n > 0;
        bytes.data[i] = before;
    }
    CHECK(n_tried > 100 && n_found > n_tried * 3 / 4);
    bytes_free(&bytes);
}

/* ---- Time -------------------------------------------------------------------------- */

/* A few bytes that claim very many rows and strides. */
static void very_many_strides_take_no_time(void)
{
    static const char *const types[] = {"struct<>", "struct<a:int>"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        orc_spec_free(&spec);
        orc_spec_types(&spec, types[i]);
        spec.stride = 1;
        orc_add_stripe(&spec, UINT64_C(1) << 60);
        CHECK_TEXT(orc_check_spec(&spec), i == 0 ? "" : "0/1 error values");
    }
}

/* Rows without bytes, which are read as JSON one by one. */
static void very_many_rows_can_be_interrupted(void)
{
    size_t n;
    int left = 100;
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:struct<b:struct<>>>");
    orc_add_stripe(&spec, UINT64_C(1) << 60);
    struct bytes bytes = orc_file_bytes(&spec);
    struct interrupt interrupt = {.is_wanted = count_down, .argument = &left};
    CHECK(orc_check_with(bytes_slice(&bytes), interrupt, NULL, &n) == INTERRUPTED);
    bytes_free(&bytes);
}

static void checks_can_be_interrupted(void)
{
    struct orc_number_claims claims = true_number_claims();
    enum status status = INTERRUPTED;
    int n = 0;
    use_number_claims(&spec, &claims);
    struct bytes bytes = orc_file_bytes(&spec);
    for (; status == INTERRUPTED && n < 10000; n++) {
        int left = n;
        size_t n_findings;
        status = orc_check_with(
            bytes_slice(&bytes),
            (struct interrupt){.is_wanted = count_down, .argument = &left}, NULL,
            &n_findings);
    }
    /* At least once in each stride of each stripe. */
    CHECK(status == OK && n > CLAIM_STRIPES * CLAIM_STRIDES);
    bytes_free(&bytes);
}

/* ---- Memory ------------------------------------------------------------------------ */

static void fail_each_allocation(void)
{
    struct bytes bytes = orc_file_bytes(&spec);
    size_t expected, n;
    enum status status = NOMEM;
    CHECK(orc_check_with(bytes_slice(&bytes), (struct interrupt){0}, NULL, &expected) ==
          OK);
    for (int way = 0; way < 2; way++) {
        long i = 0, left = 0;
        for (; left <= 0 && i < 100000; i++) {
            mem_fail_at(i + 1, way);
            status = orc_check_with(bytes_slice(&bytes), (struct interrupt){0}, NULL, &n);
            left = mem_fail_at(0, 0);
            CHECK(status == NOMEM || (status == OK && n == expected));
        }
        CHECK(status == OK && i > 5);
    }
    bytes_free(&bytes);
}

static void allocation_failures_are_reported(void)
{
    struct orc_number_claims claims = true_number_claims();
    claims.compression = ORC_COMPRESSION_ZLIB;
    claims.left_out_of_bloom = 3600;
    claims.strides[0][1].max = 0;
    claims.position_shifts[4] = 1;
    claims.file.min = 100;
    use_number_claims(&spec, &claims);
    fail_each_allocation();
    /* Statistics that are not used, and parts that cannot be read. */
    spec.metadata.size = 0;
    for (int s = 0; s < CLAIM_STRIPES; s++)
        proto_bytes(&spec.metadata, 1,
                    s == 0 ? BYTES("\x0a\2\x08\0\x0a\2\x08\0") : BYTES("\x0a\xff"));
    claims.spoils_index = claims.spoils_filter = true;
    fail_each_allocation();
    orc_patch(&spec, STRIPE_FOOTER_LENGTH, 3);
    fail_each_allocation();
    orc_patch(&spec, FOOTER_ROWS, 3);
    fail_each_allocation();

    random_file_free(&file);
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:string,b:struct<c:array<decimal(30,2)>,d:timestamp>,"
                          "e:uniontype<int,double>>");
    file.spec = &spec;
    file.state = 5;
    file.has_root_nulls = true;
    spec.stride = 10;
    random_stripe(&file, 25);
    spec.stripes[0].streams[spec.stripes[0].n_streams - 2].bytes.size /= 2;
    fail_each_allocation();
}

/* All memory is charged, and returned. */
static void memory_limits_are_kept(void)
{
    struct memory_account account = {.name = "test"};
    struct orc_number_claims claims = true_number_claims();
    claims.compression = ORC_COMPRESSION_ZLIB;
    use_number_claims(&spec, &claims);
    struct bytes bytes = orc_file_bytes(&spec);
    struct memory_scope before = memory_account_enter(&account);
    enum status status = TOO_BIG;
    bool was_too_big = false;
    for (size_t limit = 1000; limit <= 1 << 24; limit = limit * 5 / 4) {
        size_t n;
        account.limit = limit;
        status = orc_check_with(bytes_slice(&bytes), (struct interrupt){0}, NULL, &n);
        CHECK(status == OK || status == TOO_BIG);
        CHECK(account.used == 0);
        was_too_big = was_too_big || status == TOO_BIG || n > 0;
    }
    CHECK(status == OK && was_too_big);
    memory_scope_restore(before);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(findings_of_a_step_are_limited);
    RUN(findings_of_a_kind_are_limited);
    RUN(changed_values_are_found);
    RUN(any_change_is_survived);
    RUN(very_many_strides_take_no_time);
    RUN(very_many_rows_can_be_interrupted);
    RUN(checks_can_be_interrupted);
    RUN(allocation_failures_are_reported);
    RUN(memory_limits_are_kept);
    random_file_free(&file);
    orc_spec_free(&spec);
    return unit_test_done();
}
