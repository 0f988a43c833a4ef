/* SPDX-License-Identifier: MIT */
/* test_offset_index.c - OffsetIndex, and what makes it unusable (page_index.h). */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_page_index.h"
#include "unit_test.h"

/* The reason of the last index that parse_offsets() parsed. */
static enum keep_reason offsets_reason;

static uint32_t parse_offsets(struct slice bytes, const struct pq_indexed_chunk *indexed)
{
    struct pq_page_index index = {0};
    struct error error = {0};
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    CHECK(pq_offset_index_parse(slice_of(copy, bytes.size), indexed, &index, &error) ==
          OK);
    CHECK(error.status == OK);
    uint32_t n = index.n_pages;
    CHECK((n == 0) == (index.pages == NULL));
    CHECK(n > 0 ? index.reason == KEEP_NO_COLUMN_INDEX
                : index.reason == KEEP_INDEX_PAGES || index.reason == KEEP_INDEX_DAMAGED);
    offsets_reason = index.reason;
    pq_page_index_release(&index);
    free(copy);
    return n;
}

static uint32_t count_pages(const struct pq_page_location *pages, size_t n,
                            const struct pq_indexed_chunk *indexed)
{
    struct thrift_bytes writer = {0};
    put_locations(&writer, pages, n, 0);
    uint32_t count = parse_offsets(bytes_slice(&writer.bytes), indexed);
    thrift_bytes_free(&writer);
    return count;
}

static void good_offsets(void)
{
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    struct pq_page_index index = {0};
    struct error error = {0};
    struct thrift_bytes writer = {0};
    put_locations(&writer, good_pages, 3, 0);
    CHECK(pq_offset_index_parse(bytes_slice(&writer.bytes), &indexed, &index, &error) ==
          OK);
    CHECK(index.n_pages == 3);
    for (uint32_t i = 0; i < index.n_pages; i++)
        CHECK(index.pages[i].offset == good_pages[i].offset &&
              index.pages[i].size == good_pages[i].size &&
              index.pages[i].first_row == good_pages[i].first_row);
    CHECK(pq_page_index_memory(&index) == 3 * sizeof *index.pages);
    pq_page_index_release(&index);
    pq_page_index_release(&index);
    /* Each prefix is reported as damaged, without an error. */
    for (size_t size = 0; size < writer.bytes.size; size++)
        CHECK(parse_offsets(slice_of(writer.bytes.data, size), &indexed) == 0 &&
              offsets_reason == KEEP_INDEX_DAMAGED);
    thrift_bytes_free(&writer);
}

/* Locations in the forms that few writers use: fields of other widths, with long ids, in
 * another order, or with one more field. */
static void offsets_in_odd_forms(void)
{
    static const struct {
        int ids[4], types[4];
        uint32_t n_pages;
    } cases[] = {{{1, 2, 3}, {THRIFT_I64, THRIFT_I32, THRIFT_I64}, 3},
                 {{1, 2, 3}, {THRIFT_I16, THRIFT_I64, THRIFT_I32}, 3},
                 {{2, 1, 3}, {THRIFT_I32, THRIFT_I64, THRIFT_I64}, 3},
                 {{3, 2, 1}, {THRIFT_I64, THRIFT_I32, THRIFT_I64}, 3},
                 {{1, 2, 3, 4}, {THRIFT_I64, THRIFT_I32, THRIFT_I64, THRIFT_I32}, 3},
                 {{1, 2, 3, 40}, {THRIFT_I64, THRIFT_I32, THRIFT_I64, THRIFT_I64}, 3},
                 {{1, 2, 4}, {THRIFT_I64, THRIFT_I32, THRIFT_I64}, 0},
                 {{1, 2, 3}, {THRIFT_I64, THRIFT_TRUE, THRIFT_I64}, 0}};
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct thrift_bytes writer = {0};
        put_list(&writer, 1, THRIFT_STRUCT, 3);
        for (size_t page = 0; page < 3; page++) {
            const int64_t values[] = {0, good_pages[page].offset, good_pages[page].size,
                                      (int64_t)good_pages[page].first_row};
            begin_struct(&writer);
            for (size_t field = 0; field < 4 && cases[i].ids[field] > 0; field++) {
                int id = cases[i].ids[field];
                put_field(&writer, id, cases[i].types[field]);
                if (cases[i].types[field] != THRIFT_TRUE)
                    bytes_put_zigzag(&writer.bytes, id <= 3 ? values[id] : 7);
            }
            end_struct(&writer);
        }
        end_thrift(&writer);
        CHECK(parse_offsets(bytes_slice(&writer.bytes), &indexed) == cases[i].n_pages);
        thrift_bytes_free(&writer);
    }
}

/* A size that is 1 as a number of 32 bits. */
static void sizes_do_not_wrap_around(void)
{
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    chunk.metadata.total_compressed_size = 3;
    for (int64_t wide = 0; wide <= 1; wide++) {
        struct thrift_bytes writer = {0};
        put_list(&writer, 1, THRIFT_STRUCT, 3);
        for (int64_t i = 0; i < 3; i++) {
            begin_struct(&writer);
            put_i64(&writer, 1, 100 + i);
            put_i64(&writer, 2, 1 + (wide << 32));
            put_i64(&writer, 3, i);
            end_struct(&writer);
        }
        end_thrift(&writer);
        CHECK(parse_offsets(bytes_slice(&writer.bytes), &indexed) == (wide ? 0 : 3));
        thrift_bytes_free(&writer);
    }
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

/* Pages of one byte and one row; a long list asks whether to stop. */
static void many_pages(void)
{
    enum { N_PAGES = 2 * THRIFT_POLL_INTERVAL + 100 };
    static struct pq_page_location pages[N_PAGES];
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    struct interrupt interrupt = {.is_wanted = always};
    struct error error = {0};
    chunk.metadata.total_compressed_size = N_PAGES;
    indexed.n_rows = N_PAGES;
    indexed.data_end = 100 + N_PAGES;
    for (uint32_t i = 0; i < N_PAGES; i++)
        pages[i] = (struct pq_page_location){100 + i, 1, 0, i};
    CHECK(count_pages(pages, N_PAGES, &indexed) == N_PAGES);
    interrupt_begin(&interrupt);
    CHECK(count_pages(pages, N_PAGES, &indexed) == 0);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
}

static void wrong_offsets(void)
{
    /* Added to the members of a page. */
    static const struct {
        unsigned page;
        int64_t offset, size, first_row;
    } changes[] = {
        {0, 0, 0, 1},      {1, 0, 0, -10},
        {1, 0, 0, 10},     {1, 0, 0, 9999},
        {2, 0, 0, 10},     {2, 0, 0, -11},
        {2, 0, 0, -1000},  {0, 1, 0, 0},
        {0, -1, 0, 0},     {0, -1, 1, 0},
        {1, 1, 0, 0},      {1, -1, 0, 0},
        {2, 1, 0, 0},      {0, 0, 1, 0},
        {1, 0, -1, 0},     {1, 0, -50, 0},
        {1, 0, -51, 0},    {2, 0, 1, 0},
        {2, 0, -1, 0},     {2, 0, 100000, 0},
        {0, -200, 200, 0}, {2, 0, INT32_MAX - 100, 0},
        {0, 1, -1, 0},
    };
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        struct pq_page_location pages[3];
        memcpy(pages, good_pages, sizeof pages);
        struct pq_page_location *page = &pages[changes[i].page];
        page->offset += changes[i].offset;
        page->size += (int32_t)changes[i].size;
        page->first_row += (uint64_t)changes[i].first_row;
        /* The last is valid: before the first data page there may be a dictionary that
         * the footer does not mention. */
        bool is_valid = i == COUNT_OF(changes) - 1;
        CHECK((count_pages(pages, 3, &indexed) > 0) == is_valid);
        CHECK(offsets_reason == (is_valid ? KEEP_NO_COLUMN_INDEX : KEEP_INDEX_PAGES));
    }
    CHECK(count_pages(good_pages, 3, &indexed) == 3);
    CHECK(count_pages(good_pages, 2, &indexed) == 0);
    CHECK(count_pages(good_pages + 1, 2, &indexed) == 0);
    CHECK(count_pages(good_pages, 0, &indexed) == 0);
    indexed.n_rows = 20;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
    indexed.n_rows = 21;
    CHECK(count_pages(good_pages, 3, &indexed) == 3);
}

/* Pages of zero or negative size, although the last one ends where the chunk does. */
static void pages_must_have_bytes(void)
{
    static const struct pq_page_location empty[] = {{100, 0, 0, 0}, {100, 200, 0, 10}};
    static const struct pq_page_location back[] = {{100, -50, 0, 0}, {50, 250, 0, 10}};
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    CHECK(count_pages(empty, 2, &indexed) == 0);
    CHECK(count_pages(back, 2, &indexed) == 0);
}

static void chunks_and_dictionaries(void)
{
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    struct pq_column_metadata *metadata = &chunk.metadata;
    metadata->has_dictionary_page_offset = true;
    metadata->dictionary_page_offset = 60;
    metadata->total_compressed_size = 240;
    CHECK(count_pages(good_pages, 3, &indexed) == 3);
    /* With a known dictionary, data_page_offset must be the first page's. */
    metadata->data_page_offset = 90;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
    metadata->dictionary_page_offset = 0; /* counts as absent */
    metadata->total_compressed_size = 210;
    CHECK(count_pages(good_pages, 3, &indexed) == 3);
    metadata->data_page_offset = 100;
    metadata->total_compressed_size = 200;
    metadata->dictionary_page_offset = 100;
    CHECK(count_pages(good_pages, 3, &indexed) == 3);
    metadata->data_page_offset = 110;
    metadata->total_compressed_size = 190;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
    chunk = good_chunk();
    metadata->total_compressed_size = -1;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
    chunk = good_chunk();
    indexed.data_end = 299;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
    indexed.data_end = 50;
    CHECK(count_pages(good_pages, 3, &indexed) == 0);
}

static void missing_members(void)
{
    struct pq_column_chunk chunk = good_chunk();
    struct pq_indexed_chunk indexed = indexed_of(&chunk, &int32_rule);
    for (unsigned without = 0; without <= 3; without++) {
        struct thrift_bytes writer = {0};
        put_locations(&writer, good_pages, 3, without);
        CHECK(parse_offsets(bytes_slice(&writer.bytes), &indexed) ==
              (without == 0 ? 3 : 0));
        thrift_bytes_free(&writer);
    }
    /* first_row is required even where it can only be 0. */
    static const struct pq_page_location only = {100, 200, 0, 0};
    for (unsigned without = 0; without <= 3; without += 3) {
        struct thrift_bytes writer = {0};
        put_locations(&writer, &only, 1, without);
        CHECK(parse_offsets(bytes_slice(&writer.bytes), &indexed) ==
              (without == 0 ? 1 : 0));
        thrift_bytes_free(&writer);
    }
    static const uint8_t endless[] = {0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f};
    indexed.n_rows = UINT64_MAX;
    CHECK(parse_offsets(slice_of(endless, sizeof endless), &indexed) == 0);
}

int main(void)
{
    RUN(good_offsets);
    RUN(offsets_in_odd_forms);
    RUN(sizes_do_not_wrap_around);
    RUN(many_pages);
    RUN(wrong_offsets);
    RUN(pages_must_have_bytes);
    RUN(chunks_and_dictionaries);
    RUN(missing_members);
    return unit_test_done();
}
