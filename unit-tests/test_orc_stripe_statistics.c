/* SPDX-License-Identifier: MIT */
/*
 * test_orc_stripe_statistics.c - the statistics of stripes in the file's metadata, and of
 * strides in row indexes: counts that do not match, damage, memory (stripe_statistics.h).
 */
#include "base/alloc.h"
#include "orc/facts/row_index.h"
#include "unit_orc_statistics.h"

/* ---- Stripes ------------------------------------------------------------------------
 */

/* Metadata of stripes whose column 1 has bounds 10 * i .. 10 * i + 5. */
static void put_metadata(size_t n_stripes, size_t n_columns)
{
    spec.metadata.size = 0;
    for (size_t i = 0; i < n_stripes; i++) {
        struct bytes stripe = {0};
        for (size_t c = 0; c < n_columns; c++) {
            struct bytes column = c == 1 ? signed_bounds(INTEGERS, (int64_t)i * 10,
                                                         (int64_t)i * 10 + 5)
                                         : (struct bytes){0};
            proto_message(&stripe, 1, &column);
        }
        proto_message(&spec.metadata, 1, &stripe);
    }
}

static struct column_statistics stripe_statistics(struct orc_opened *opened,
                                                  uint32_t stripe)
{
    struct column_statistics s;
    struct error error = {0};
    CHECK(opened->table->ops->column_statistics(opened->table, stripe, 0, &s, &error) ==
          OK);
    CHECK(error.status == OK && s.n_rows == ROWS);
    return s;
}

static void stripes_have_statistics(void)
{
    for (int way = 0; way < 2; way++) {
        use_type("int");
        orc_add_stripe(&spec, ROWS);
        put_metadata(2, 2);
        spec.compression = way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
        struct orc_opened opened = orc_open_spec(&spec);
        int64_t n_read = input_file_bytes_read(opened.table->input);
        struct column_statistics s = stripe_statistics(&opened, 1);
        CHECK(s.min.int64 == 10 && s.max.int64 == 15 && s.reason == KEEP_NONE);
        CHECK(input_file_bytes_read(opened.table->input) > n_read);
        n_read = input_file_bytes_read(opened.table->input);
        s = stripe_statistics(&opened, 0);
        CHECK(s.min.int64 == 0 && s.max.int64 == 5);
        s = stripe_statistics(&opened, 1);
        CHECK(s.min.int64 == 10 && s.max.int64 == 15);
        CHECK(input_file_bytes_read(opened.table->input) == n_read);
        orc_close(&opened);
    }
}

static void wrong_metadata_is_unknown(void)
{
    use_type("int");
    orc_add_stripe(&spec, ROWS);
    struct orc_opened opened = orc_open_spec(&spec);
    struct column_statistics s = stripe_statistics(&opened, 1);
    CHECK(is_unknown(&s, KEEP_NO_STATISTICS) && !s.has_null_count);
    orc_close(&opened);
    for (size_t n = 1; n < 4; n++) {
        put_metadata(n, 2);
        opened = orc_open_spec(&spec);
        s = stripe_statistics(&opened, 1);
        CHECK(s.has_min == (n == 2) && (n == 2 || is_unknown(&s, KEEP_COUNTS)));
        orc_close(&opened);
    }
    for (size_t n = 1; n < 5; n++) { /* too few columns, or too many */
        put_metadata(2, n);
        opened = orc_open_spec(&spec);
        s = stripe_statistics(&opened, 1);
        CHECK(s.has_min == (n == 2) && (n == 2 || is_unknown(&s, KEEP_NO_STATISTICS)));
        orc_close(&opened);
    }
    put_metadata(2, 2);
    spec.metadata.size--;
    opened = orc_open_spec(&spec);
    s = stripe_statistics(&opened, 1);
    CHECK(is_unknown(&s, KEEP_METADATA));
    orc_close(&opened);
    put_metadata(2, 2);
    orc_patch(&spec, POSTSCRIPT_METADATA_LENGTH, spec.metadata.size - 1);
    opened = orc_open_spec(&spec);
    s = stripe_statistics(&opened, 1);
    CHECK(!s.has_min && !s.has_max && !s.has_null_count);
    orc_close(&opened);
}

/* Asking again and again needs no more memory. */
static void memory_does_not_grow(void)
{
    struct memory_account account = {.name = "test", .limit = 64 << 20};
    struct error error = {0};
    struct bytes bounds = {0};
    use_type("decimal(30,2)");
    proto_text(&bounds, 1, "1");
    proto_text(&bounds, 2, "2");
    struct bytes column = with_bounds(ROWS, DECIMALS, &bounds), stripe = {0};
    proto_bytes(&stripe, 1, BYTES(""));
    proto_message(&stripe, 1, &column);
    proto_message(&spec.metadata, 1, &stripe);
    struct memory_scope before = memory_account_enter(&account);
    struct orc_opened opened = orc_open_spec(&spec);
    struct column_statistics s = stripe_statistics(&opened, 0);
    CHECK(s.has_min && s.has_max);
    size_t used = account.used;
    for (int i = 0; i < 100000; i++)
        CHECK(opened.table->ops->column_statistics(opened.table, 0, 0, &s, &error) == OK);
    CHECK(account.used <= used + 64 * 1024);
    orc_close(&opened);
    memory_scope_restore(before);
    CHECK(account.used == 0);
}

/* ---- Strides ------------------------------------------------------------------------
 */

static void strides_are_pages(void)
{
    const struct page_range *ranges;
    uint32_t n_pages;
    enum keep_reason reason;
    struct error error = {0};
    struct bytes index = {0};
    use_type("int");
    spec.stride = 4;
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x07\x01\x00"));
    for (int i = 0; i < 3; i++) {
        struct bytes entry = {0}, bounds = {0};
        proto_packed(&entry, 1, (const uint64_t[]){0, 4 * (uint64_t)i}, 2);
        proto_signed(&bounds, 1, 4 * i);
        proto_signed(&bounds, 2, 4 * i + 3);
        struct bytes statistics = with_bounds(i < 2 ? 4 : 2, INTEGERS, &bounds);
        proto_message(&entry, 2, &statistics);
        proto_message(&index, 1, &entry);
    }
    orc_add_bytes(&spec, 1, ORC_ROW_INDEX, index);
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.table->ops->page_ranges(opened.table, 0, 0, &ranges, &n_pages, &reason,
                                         &error) == OK);
    CHECK(reason == KEEP_NONE && n_pages == 3);
    for (uint32_t i = 0; i < n_pages; i++) {
        CHECK(ranges[i].first_row == i * 4);
        CHECK(ranges[i].statistics.n_rows == (i < 2 ? 4 : 2));
        CHECK(ranges[i].statistics.min.int64 == i * 4 &&
              ranges[i].statistics.max.int64 == i * 4 + 3);
        CHECK(ranges[i].statistics.has_null_count &&
              ranges[i].statistics.null_count == 0);
    }
    orc_close(&opened);
    static const struct {
        uint64_t stride;
        enum keep_reason reason;
    } wrong[] = {{0, KEEP_NO_COLUMN_INDEX},
                 {3, KEEP_INDEX_PAGES},
                 {5, KEEP_INDEX_PAGES},
                 {UINT64_MAX, KEEP_INDEX_PAGES}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        spec.stride = wrong[i].stride;
        opened = orc_open_spec(&spec);
        CHECK(opened.table->ops->page_ranges(opened.table, 0, 0, &ranges, &n_pages,
                                             &reason, &error) == OK);
        CHECK(n_pages == 0 && reason == wrong[i].reason);
        orc_close(&opened);
    }
}

int main(void)
{
    RUN(stripes_have_statistics);
    RUN(wrong_metadata_is_unknown);
    RUN(memory_does_not_grow);
    RUN(strides_are_pages);
    orc_spec_free(&spec);
    return unit_test_done();
}
