/* SPDX-License-Identifier: MIT */
/*
 * test_orc_stripe.c - stripe footers: where streams are, encodings, damage, the memory of
 * open stripes, the writer's time zone (stripe.h).
 */
#include "orc/file/stripe.h"

#include "base/alloc.h"
#include "unit_orc_read.h"

static struct orc_spec spec;

/* Stripes of one row with columns "a" and "b". */
static struct orc_spec *small_file(size_t n_stripes)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int,b:string>");
    for (size_t i = 0; i < n_stripes; i++) {
        orc_add_stripe(&spec, 1);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\x02"));
        orc_add_stream(&spec, 2, ORC_DATA, BYTES("xy"));
        orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("\xff\x02"));
    }
    return &spec;
}

/* Takes the first stripe and gives it back; returns the status and its message. */
static const char *taking(const struct orc_spec *described)
{
    static char text[900];
    struct orc_opened opened = orc_open_spec(described);
    struct orc_open_stripe *stripe;
    struct error error = {0};
    enum status status = orc_stripe_take(opened.context, 0, &stripe, &error);
    CHECK(status == error.status);
    if (status == OK)
        orc_stripe_give_back(opened.context, stripe);
    snprintf(text, sizeof text, "%s%s%s", status_name(status), status == OK ? "" : ": ",
             error.message);
    orc_close(&opened);
    return text;
}

static const char *taking_patched(enum orc_patched field, uint64_t value)
{
    orc_patch(small_file(1), field, value);
    return taking(&spec);
}

/* ---- Streams ------------------------------------------------------------------------
 */

/* In the order of the footer, from the stripe's start on, whatever the columns. */
static void streams_follow_one_another(void)
{
    struct error error = {0};
    struct orc_stream_range range;
    struct orc_open_stripe *stripe;
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int,b:string>");
    orc_add_stripe(&spec, 1);
    orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("12"));
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("345"));
    orc_add_stream(&spec, 2, ORC_ROW_INDEX, BYTES("4567"));
    orc_add_stream(&spec, 0, ORC_PRESENT, BYTES(""));
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("56789"));
    orc_add_stream(&spec, 1, 100, BYTES("6")); /* STRIPE_STATISTICS */
    orc_add_stream(&spec, 1, ORC_BLOOM_FILTER_UTF8, BYTES("7"));
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(orc_stripe_take(opened.context, 0, &stripe, &error) == OK);
    static const struct {
        uint32_t column;
        enum orc_stream_kind kind;
        uint64_t begin, end;
    } places[] = {{2, ORC_ROW_INDEX, 3, 7}, {1, ORC_BLOOM_FILTER_UTF8, 7, 8},
                  {2, ORC_LENGTH, 8, 10},   {1, ORC_DATA, 10, 13},
                  {0, ORC_PRESENT, 13, 13}, {2, ORC_DATA, 13, 18}};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        CHECK(orc_stripe_find(stripe, places[i].column, places[i].kind, &range));
        CHECK(range.kind == places[i].kind && range.begin == places[i].begin &&
              range.end == places[i].end);
    }
    CHECK(!orc_stripe_find(stripe, 0, ORC_DATA, &range));
    CHECK(range.kind == ORC_DATA && range.begin == range.end);
    CHECK(!orc_stripe_find(stripe, 1, ORC_LENGTH, &range));
    CHECK(!orc_stripe_find(stripe, 2, ORC_PRESENT, &range));
    CHECK(stripe->first_streams[0] == 0 && stripe->first_streams[3] == 7);
    orc_stripe_give_back(opened.context, stripe);
    orc_close(&opened);
}

static void streams_are_within_the_stripe(void)
{
    CHECK_TEXT(taking_patched(NOT_PATCHED, 0), "");
    CHECK_TEXT(taking_patched(STREAM_LENGTH, 0), "");
    CHECK_TEXT(taking_patched(STREAM_LENGTH, LEFT_OUT), "");
    CHECK_TEXT(taking_patched(STREAM_LENGTH, 3),
               "corrupt: stripe footer: a stream of column 2 with 2 bytes is "
               "not within the stripe");
    CHECK_TEXT(taking_patched(STREAM_LENGTH, 7),
               "corrupt: stripe footer: a stream of column 1 with 7 bytes is "
               "not within the stripe");
    CHECK_TEXT(taking_patched(STREAM_LENGTH, UINT64_MAX),
               "corrupt: stripe footer: a stream of column 1 with "
               "18446744073709551615 bytes is not within the stripe");
    CHECK_TEXT(taking_patched(STREAM_COLUMN, 2), "");
    CHECK_TEXT(taking_patched(STREAM_COLUMN, LEFT_OUT), ""); /* 0, the root */
    CHECK_TEXT(taking_patched(STREAM_COLUMN, 3),
               "corrupt: stripe footer: a stream of column 3 with 2 bytes is "
               "not within the stripe");
    CHECK(strncmp(taking_patched(STREAM_COLUMN, UINT64_C(1) << 32 | 1), "corrupt: ", 9) ==
          0);
    /* The footer begins earlier, so there is none. */
    CHECK(strncmp(taking_patched(STRIPE_DATA_LENGTH, 3), "corrupt: ", 9) == 0);
}

static void unknown_streams_are_ignored(void)
{
    static const uint64_t kinds[] = {
        ORC_DICTIONARY_COUNT, ORC_ENCRYPTED_DATA, 11, 100, 255, 256, 257, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        small_file(1);
        orc_add_stream(&spec, 1, kinds[i], BYTES("abc"));
        orc_add_stream(&spec, 2, kinds[i], BYTES("abc"));
        CHECK(orc_reads(&spec, "a", "1") && orc_reads(&spec, "b", "\"xy\""));
        CHECK_TEXT(taking_patched(STREAM_KIND, kinds[i]), "");
        CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early"));
        CHECK(orc_reads(&spec, "b", "\"xy\""));
    }
}

/* ---- Encodings ----------------------------------------------------------------------
 */

static void every_column_has_an_encoding(void)
{
    small_file(1)->stripes[0].n_encodings = 2;
    CHECK_TEXT(taking(&spec),
               "corrupt: stripe footer: encodings of 2 columns, but there are 3");
    spec.stripes[0].n_encodings = 4;
    CHECK_TEXT(taking(&spec), "");
    CHECK(orc_reads(&spec, "b", "\"xy\""));
}

/* Readers of primitive and of nested columns start at sound stripes only. */
static void stripes_that_cannot_be_opened_are_not_started(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:tinyint,b:array<tinyint>,c:struct<d:tinyint>>");
    for (int s = 0; s < 2; s++) {
        orc_add_stripe(&spec, 1);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\5"));
        orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("\xff\0"));
        orc_add_stream(&spec, 5, ORC_DATA, BYTES("\xff\5"));
    }
    spec.stripes[1].n_encodings = 1;
    struct orc_opened opened = orc_open_spec(&spec);
    for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
        struct column_reader *reader;
        struct error error = {0};
        CHECK(opened.table->ops->open_column(opened.table, c, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->start(reader, 1, &error) == CORRUPT);
        error_clear(&error);
        CHECK(reader->ops->start(reader, 1, &error) == CORRUPT);
        reader->ops->close(reader);
    }
    orc_close(&opened);
}

static void unknown_encodings_are_unsupported(void)
{
    static const uint64_t unknown[] = {ORC_N_ENCODINGS, ORC_N_ENCODINGS + 1, 256,
                                       UINT64_C(1) << 32, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        char expected[80];
        small_file(1)->stripes[0].encodings[1].kind = unknown[i];
        snprintf(expected, sizeof expected,
                 "column \"a\", stripe 0: encoding %llu of a INT column",
                 (unsigned long long)unknown[i]);
        CHECK(orc_fails(&spec, "a", UNSUPPORTED, expected));
        CHECK(orc_reads(&spec, "b", "\"xy\""));
    }
    small_file(1)->stripes[0].encodings[1].kind = ORC_DICTIONARY;
    CHECK(orc_fails(&spec, "a", CORRUPT, "encoding DICTIONARY of a INT column"));
}

/* cuDF states -1 for structs.  Where a type has neither integers nor a dictionary,
 * readers with protobuf's library take an unknown encoding for DIRECT, too. */
static void encodings_that_change_nothing_may_be_unknown(void)
{
    static const struct {
        const char *type, *data;
        size_t size; /* of the data */
        const char *rows;
        enum status status;
    } columns[] = {
        {"boolean", "\xff\x80", 2, "true", OK},
        {"tinyint", "\xff\x05", 2, "5", OK},
        {"float", "\0\0\x80\x3f", 4, "1.0", OK},
        {"double", "\0\0\0\0\0\0\xf0\x3f", 8, "1.0", OK},
        {"struct<>", "", 0, "{}", OK},
        {"uniontype<struct<>>", "\xff\0", 2, "{\"tag\":0,\"value\":{}}", OK},
        {"smallint", "\xff\x02", 2, "1", UNSUPPORTED},
        {"date", "\xff\x02", 2, "\"1970-01-02\"", UNSUPPORTED},
        {"string", "", 0, "\"\"", UNSUPPORTED},
        {"binary", "", 0, "\"\"", UNSUPPORTED},
        {"array<struct<>>", "", 0, "[]", UNSUPPORTED},
        {"map<tinyint,tinyint>", "", 0, "{}", UNSUPPORTED},
        {"decimal(3,0)", "\x02", 1, "1", UNSUPPORTED},
        {"timestamp", "\xff\x00", 2, "\"2015-01-01 00:00:00\"", UNSUPPORTED},
    };
    for (size_t i = 0; i < COUNT_OF(columns); i++) {
        for (uint64_t k = 0; k <= ORC_N_ENCODINGS + 1; k++) {
            uint64_t number = k <= ORC_N_ENCODINGS ? k : UINT64_MAX;
            const struct orc_encoding *encoding = orc_encoding(number);
            char types[60], message[60];
            snprintf(types, sizeof types, "struct<a:%s>", columns[i].type);
            orc_spec_free(&spec);
            orc_spec_types(&spec, types);
            orc_add_stripe(&spec, 1)->encodings[1].kind = number;
            orc_add_stream(&spec, 1, ORC_DATA,
                           slice_of(columns[i].data, columns[i].size));
            orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\0"));
            orc_add_stream(&spec, 1, ORC_SECONDARY, BYTES("\xff\0"));
            uint64_t kind = spec.types[1].kind;
            bool is_known = encoding != NULL;
            if (k == ORC_DIRECT || (!is_known && columns[i].status == OK)) {
                CHECK(orc_reads(&spec, "a", columns[i].rows));
                continue;
            }
            if (is_known && (encoding->kinds >> kind & 1) != 0)
                continue;
            snprintf(message, sizeof message, "%s%s of a %s column",
                     is_known ? "encoding " : "", is_known ? encoding->name : "",
                     orc_kind_name(kind));
            CHECK(orc_fails(&spec, "a", is_known ? CORRUPT : UNSUPPORTED, message));
        }
    }
}

/* ---- Damage -------------------------------------------------------------------------
 */

static void damaged_footers_are_corrupt(void)
{
    struct bytes file = orc_file_bytes(small_file(1));
    size_t footer = 3 + 6; /* after the streams */
    for (size_t i = 0; i < 40 && footer + i < file.size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            struct orc_opened opened;
            struct orc_open_stripe *stripe;
            struct error error = {0};
            file.data[footer + i] ^= (uint8_t)(1 << bit);
            if (orc_open(&opened, bytes_slice(&file), &error) == OK) {
                enum status status = orc_stripe_take(opened.context, 0, &stripe, &error);
                CHECK(status == OK || status == CORRUPT);
                if (status == OK)
                    orc_stripe_give_back(opened.context, stripe);
                else
                    CHECK(error.message[0] != '\0');
                orc_close(&opened);
            }
            file.data[footer + i] ^= (uint8_t)(1 << bit);
        }
    }
    bytes_free(&file);
    CHECK(strncmp(taking_patched(STRIPE_FOOTER_LENGTH, 0), "corrupt: ", 9) == 0);
    CHECK(strncmp(taking_patched(STRIPE_FOOTER_LENGTH, 5), "corrupt: ", 9) == 0);
}

/* A stripe with a damaged footer does not keep others from being read. */
static void other_stripes_are_read(void)
{
    struct orc_open_stripe *stripe;
    struct error error = {0};
    orc_patch(small_file(2), STREAM_LENGTH, 1000);
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(orc_stripe_take(opened.context, 0, &stripe, &error) == CORRUPT);
    error_clear(&error);
    CHECK(orc_stripe_take(opened.context, 1, &stripe, &error) == OK);
    orc_stripe_give_back(opened.context, stripe);
    CHECK(orc_stripe_take(opened.context, 0, &stripe, &error) == CORRUPT);
    orc_close(&opened);
}

/* ---- Memory -------------------------------------------------------------------------
 */

static void stripes_are_kept(void)
{
    struct orc_open_stripe *one, *same, *other;
    struct error error = {0};
    struct orc_opened opened = orc_open_spec(small_file(2));
    CHECK(orc_stripe_take(opened.context, 0, &one, &error) == OK);
    int64_t n_read = input_file_bytes_read(opened.table->input);
    CHECK(orc_stripe_take(opened.context, 0, &same, &error) == OK && same == one);
    CHECK(input_file_bytes_read(opened.table->input) == n_read);
    orc_stripe_give_back(opened.context, same);
    orc_stripe_give_back(opened.context, one);
    CHECK(orc_stripe_take(opened.context, 1, &other, &error) == OK && other != one);
    orc_stripe_give_back(opened.context, other);
    n_read = input_file_bytes_read(opened.table->input);
    CHECK(orc_stripe_take(opened.context, 0, &same, &error) == OK && same == one);
    CHECK(input_file_bytes_read(opened.table->input) == n_read);
    orc_stripe_give_back(opened.context, same);
    orc_stripe_give_back(opened.context, NULL);
    orc_close(&opened);
}

/* Above 32 MiB those used longest ago are freed, but none that is held. */
static void idle_stripes_are_freed(void)
{
    struct orc_open_stripe *stripes[4];
    struct error error = {0};
    struct orc_opened opened = orc_open_spec(small_file(4));
    struct orc_context *context = opened.context;
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(orc_stripe_take(context, i, &stripes[i], &error) == OK);
        orc_stripe_grow(context, stripes[i], 20 << 20);
    }
    for (uint32_t i = 0; i < 4; i++)
        CHECK(context->stripes[i] == stripes[i]);
    orc_stripe_give_back(context, stripes[2]);
    CHECK(context->stripes[2] == NULL);
    orc_stripe_give_back(context, stripes[0]);
    CHECK(context->stripes[0] == NULL && context->stripes[1] != NULL);
    CHECK(context->stripes_size < 41 << 20 && context->stripes_size >= 40 << 20);
    orc_stripe_give_back(context, stripes[1]);
    CHECK(context->stripes[1] == NULL && context->stripes[3] != NULL);
    orc_stripe_give_back(context, stripes[3]);
    CHECK(context->stripes[3] == stripes[3]); /* 20 MiB may stay */
    CHECK(orc_stripe_take(context, 0, &stripes[0], &error) == OK);
    orc_stripe_grow(context, stripes[0], 11 << 20);
    orc_stripe_give_back(context, stripes[0]);
    CHECK(orc_stripe_take(context, 1, &stripes[1], &error) == OK);
    orc_stripe_grow(context, stripes[1], 11 << 20);
    orc_stripe_give_back(context, stripes[1]);
    CHECK(context->stripes[3] == NULL && context->stripes[0] != NULL &&
          context->stripes[1] != NULL);
    /* Now the first one is used again. */
    CHECK(orc_stripe_take(context, 0, &stripes[0], &error) == OK);
    orc_stripe_give_back(context, stripes[0]);
    CHECK(orc_stripe_take(context, 2, &stripes[2], &error) == OK);
    orc_stripe_grow(context, stripes[2], 11 << 20);
    orc_stripe_give_back(context, stripes[2]);
    CHECK(context->stripes[1] == NULL && context->stripes[0] == stripes[0] &&
          context->stripes[2] == stripes[2]);
    orc_close(&opened);
}

/* To free a stripe takes no longer if there are more of them: this would take minutes. */
static void many_stripes_are_freed(void)
{
    enum { MANY = 300 * 1000, GROWTH = 64 << 10 };
    struct error error = {0};
    struct orc_opened opened = orc_open_spec(small_file(1));
    const struct orc_stripe *first = &opened.context->tail->stripes[0];
    for (int i = 1; i < MANY; i++) {
        struct bytes stripe = {0};
        proto_varint(&stripe, 1, first->offset);
        proto_varint(&stripe, 2, first->index_length);
        proto_varint(&stripe, 3, first->data_length);
        proto_varint(&stripe, 4, first->footer_length);
        proto_varint(&stripe, 5, 1);
        proto_message(&spec.more_of_footer, 3, &stripe);
    }
    orc_close(&opened);
    orc_patch(&spec, FOOTER_ROWS, MANY);
    opened = orc_open_spec(&spec);
    CHECK(opened.context->tail->n_stripes == MANY);
    for (uint32_t i = 0; error.status == OK && i < MANY; i++) {
        struct orc_open_stripe *stripe;
        CHECK(orc_stripe_take(opened.context, i, &stripe, &error) == OK);
        orc_stripe_grow(opened.context, stripe, GROWTH);
        orc_stripe_give_back(opened.context, stripe);
    }
    CHECK(opened.context->stripes_size <= 32 << 20);
    CHECK(opened.context->stripes[MANY - 1] != NULL &&
          opened.context->stripes[0] == NULL);
    orc_close(&opened);
}

/* ---- Time zones ---------------------------------------------------------------------
 */

/* The offset in January 2015 of the first stripe's zone; -1: an error. */
static int32_t offset_of(const char *stated, const char *option, struct error *error)
{
    struct orc_opened opened;
    struct orc_open_stripe *stripe;
    const struct time_zone *zone = NULL, *again = NULL;
    int32_t offset = -1;
    struct orc_file_options options = {.time_zone = option};
    small_file(1)->stripes[0].zone = stated;
    struct bytes file = orc_file_bytes(&spec);
    CHECK(orc_open_with(&opened, bytes_slice(&file), &options, error) == OK);
    CHECK(orc_stripe_take(opened.context, 0, &stripe, error) == OK);
    if (orc_stripe_zone(opened.context, stripe, &zone, error) == OK) {
        offset = time_zone_offset(zone, 1420070400);
        CHECK(orc_stripe_zone(opened.context, stripe, &again, error) == OK &&
              again == zone);
    }
    orc_stripe_give_back(opened.context, stripe);
    orc_close(&opened);
    bytes_free(&file);
    return offset;
}

static void zone_is_stated_or_an_option(void)
{
    struct error error = {0};
    CHECK(offset_of(NULL, NULL, &error) == 0);
    CHECK(offset_of("GMT", NULL, &error) == 0);
    CHECK(offset_of("UTC", NULL, &error) == 0);
    CHECK(offset_of("GMT-08:00", NULL, &error) == -8 * 3600);
    CHECK(offset_of("+05:30", "GMT-08:00", &error) == 5 * 3600 + 1800);
    CHECK(offset_of(NULL, "GMT-08:00", &error) == -8 * 3600);
    CHECK(offset_of("", "GMT-08:00", &error) == -8 * 3600);
    CHECK(error.status == OK);
    CHECK(offset_of("No/Such_Zone", NULL, &error) == -1);
    CHECK(error.status == UNSUPPORTED || error.status == CORRUPT);
    error_clear(&error);
    CHECK(offset_of("../../etc/passwd", NULL, &error) == -1 && error.status == CORRUPT);
}

/* Only of timestamps does the zone matter. */
static void unknown_zone_concerns_timestamps_only(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int,b:timestamp,c:instant>");
    orc_add_stripe(&spec, 1)->zone = "No/Such_Zone";
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\x02"));
    for (uint32_t c = 2; c <= 3; c++) {
        orc_add_stream(&spec, c, ORC_DATA, BYTES("\xff\x02"));
        orc_add_stream(&spec, c, ORC_SECONDARY, BYTES("\xff\x00"));
    }
    CHECK(orc_reads(&spec, "a", "1"));
    CHECK(orc_reads(&spec, "c", "\"2015-01-01 00:00:01\""));
    struct orc_opened opened = orc_open_spec(&spec);
    char *text = orc_text_of(&opened, 1, 1);
    CHECK(strstr(text, "No/Such_Zone") != NULL && text[0] == '!');
    free(text);
    orc_close(&opened);
}

static void lost_memory_is_reported(void)
{
    struct error error = {0};
    int n = 0;
    small_file(1)->compression = ORC_COMPRESSION_ZLIB;
    do {
        struct orc_opened opened = orc_open_spec(&spec);
        struct orc_open_stripe *stripe;
        error_clear(&error);
        mem_fail_at(++n, 0);
        CHECK(orc_stripe_take(opened.context, 0, &stripe, &error) == error.status);
        mem_fail_at(0, 0);
        if (error.status == OK)
            orc_stripe_give_back(opened.context, stripe);
        orc_close(&opened);
    } while (error.status == NOMEM);
    CHECK(error.status == OK && n > 5);
}

int main(void)
{
    RUN(streams_follow_one_another);
    RUN(streams_are_within_the_stripe);
    RUN(unknown_streams_are_ignored);
    RUN(every_column_has_an_encoding);
    RUN(stripes_that_cannot_be_opened_are_not_started);
    RUN(unknown_encodings_are_unsupported);
    RUN(encodings_that_change_nothing_may_be_unknown);
    RUN(damaged_footers_are_corrupt);
    RUN(other_stripes_are_read);
    RUN(stripes_are_kept);
    RUN(idle_stripes_are_freed);
    RUN(many_stripes_are_freed);
    RUN(zone_is_stated_or_an_option);
    RUN(unknown_zone_concerns_timestamps_only);
    RUN(lost_memory_is_reported);
    orc_spec_free(&spec);
    return unit_test_done();
}
