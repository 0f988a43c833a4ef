/* SPDX-License-Identifier: MIT */
/*
 * fuzz_page_index.c - Statistics, OffsetIndex and ColumnIndex of a leaf of any type. None
 * of them is an error; those that are trusted must be consistent.
 */
#include <math.h>

#include "base/alloc.h"
#include "fuzz.h"
#include "parquet/format/format_structs.h"
#include "parquet/format/page_header.h"
#include "parquet/facts/page_index.h"

enum { N_ROWS = 20, FIRST_PAGE = 100 };

static const char *const writers[] = {
    "", "test version 1.0.0", "parquet-mr version 1.5.0-cdh5.5.0",
    "parquet-mr version 1.9.0", "parquet-cpp version 1.3.0"};

/* Any type with any annotation: a logical type, a converted type or none. */
static struct pq_schema_element choose_element(struct slice *input)
{
    static const int32_t lengths[] = {1, 2, 5, 8, 12, 16};
    struct pq_schema_element element = {.n_children = -1,
                                        .repetition = PQ_OPTIONAL,
                                        .converted_type = PQ_CONVERTED_NONE,
                                        .precision = 9,
                                        .logical.algorithm = -1};
    uint32_t type = choose_below(input, 256);
    element.type = (int)(type & 7);
    element.type_length = lengths[(type >> 3) % 6];
    uint32_t annotation = choose_below(input, 256);
    if (annotation % 3 == 0 && annotation > 0)
        element.logical.kind = (int)(annotation / 3) % 19;
    else if (annotation % 3 == 2)
        element.converted_type = (int)(annotation / 3) % 23;
    element.logical.precision = 9;
    element.logical.is_signed = (annotation & 64) != 0;
    element.logical.bit_width = annotation & 128 ? 64 : 32;
    element.logical.unit = PQ_MICROS;
    if (type & 64)
        element.repetition = PQ_REQUIRED;
    return element;
}

static void check_value(const struct pq_leaf *leaf, const union column_value *value,
                        struct slice within)
{
    if (leaf->column.kind == VECTOR_DOUBLE)
        REQUIRE(!isnan(value->float64));
    if (leaf->column.kind == VECTOR_INSTANT)
        REQUIRE(value->instant.nanos >= 0 && value->instant.nanos < 1000000000);
    if (leaf->column.kind == VECTOR_BYTES)
        REQUIRE(slice_is_within(slice_of(value->bytes.data, value->bytes.size), within));
}

static void check_statistics(const struct pq_bounds_rule *rule,
                             const struct column_statistics *s, uint64_t n_rows,
                             struct slice within)
{
    const struct pq_leaf *leaf = rule->leaf;
    uint64_t nulls = s->has_null_count ? s->null_count : 0;
    REQUIRE(s->n_rows == n_rows && nulls <= n_rows);
    if (s->has_nan_count)
        REQUIRE(leaf->column.kind == VECTOR_DOUBLE && s->nan_count <= n_rows - nulls);
    if (s->has_min)
        check_value(leaf, &s->min, within);
    if (s->has_max)
        check_value(leaf, &s->max, within);
    if (s->has_min || s->has_max)
        REQUIRE(rule->sort != PQ_SORT_NONE && rule->is_flat && nulls < n_rows);
    if (s->has_min && s->has_max && leaf->column.kind == VECTOR_INT64)
        REQUIRE(rule->sort == PQ_SORT_UNSIGNED
                    ? (uint64_t)s->min.int64 <= (uint64_t)s->max.int64
                    : s->min.int64 <= s->max.int64);
    if (s->has_min && s->has_max && leaf->column.kind == VECTOR_DOUBLE)
        REQUIRE(s->min.float64 <= s->max.float64);
}

static void check_chunk(const struct pq_bounds_rule *rule, struct slice bytes)
{
    struct thrift_reader reader;
    struct pq_column_metadata chunk = {.has_statistics = true, .num_values = N_ROWS};
    struct column_statistics statistics;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_STATISTICS, &chunk.statistics);
    pq_statistics_believe(rule, &chunk, N_ROWS, &statistics);
    check_statistics(rule, &statistics, N_ROWS, bytes);
}

static void check_locations(const struct pq_page_index *index, int64_t end)
{
    int64_t at = index->pages[0].offset;
    REQUIRE(at >= FIRST_PAGE && index->pages[0].first_row == 0);
    for (uint32_t i = 0; i < index->n_pages; i++) {
        const struct pq_page_location *page = &index->pages[i];
        REQUIRE(page->offset == at && page->size > 0 && page->first_row < N_ROWS);
        REQUIRE(i == 0 || page->first_row > index->pages[i - 1].first_row);
        at += page->size;
    }
    REQUIRE(at == end);
}

static void check_index(const struct pq_bounds_rule *rule, struct slice offsets,
                        struct slice column)
{
    struct pq_column_chunk chunk = {.has_metadata = true};
    struct pq_indexed_chunk indexed = {&chunk, rule, N_ROWS, 1000};
    struct pq_page_index index = {0};
    struct error error = {0};
    chunk.metadata.data_page_offset = FIRST_PAGE;
    chunk.metadata.total_compressed_size = 100;
    enum status status = pq_offset_index_parse(offsets, &indexed, &index, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == NOMEM);
    REQUIRE((index.n_pages > 0) == (index.pages != NULL));
    if (status == OK && index.n_pages > 0) {
        check_locations(&index, FIRST_PAGE + 100);
        status = pq_column_index_parse(column, &indexed, true, &index, &error);
        require_error_fits(status, &error);
        REQUIRE(status == OK || status == NOMEM);
    }
    for (uint32_t i = 0; index.ranges != NULL && i < index.n_pages; i++) {
        uint64_t end = i + 1 < index.n_pages ? index.pages[i + 1].first_row : N_ROWS;
        REQUIRE(index.ranges[i].first_row == index.pages[i].first_row);
        check_statistics(rule, &index.ranges[i].statistics,
                         end - index.ranges[i].first_row, column);
    }
    pq_page_index_release(&index);
}

/* Takes a size and as many bytes from the input, and copies them to a block. */
static uint8_t *choose_piece(struct slice *input, struct slice *piece)
{
    size_t size = choose_below(input, 256);
    if (!slice_take(input, size < input->size ? size : input->size, piece))
        *piece = slice_of(NULL, 0);
    uint8_t *copy = exact_copy(*piece, 0);
    piece->data = copy;
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    struct pq_schema_element schema[3] = {
        {.type = -1, .repetition = -1, .n_children = 1, .converted_type = -1}};
    uint32_t n = 1;
    uint32_t options = choose_below(&input, 256);
    if (options & 1)
        schema[n++] = (struct pq_schema_element){
            .type = -1, .repetition = PQ_OPTIONAL, .n_children = 1, .converted_type = -1};
    uint8_t order = (uint8_t)choose_below(&input, 5);
    const char *writer = writers[(options >> 1) % 5];
    schema[n++] = choose_element(&input);
    struct pq_file_metadata metadata = {.n_leaf_orders = order < 4,
                                        .leaf_orders = &order};
    metadata.writer = pq_created_by_parse(slice_of(writer, strlen(writer)));
    struct pq_schema_tree tree;
    struct error error = {0};
    REQUIRE(pq_schema_tree_build(schema, n, false, &metadata.arena, &tree, &error) == OK);
    REQUIRE(tree.n_leaves == 1);
    struct pq_bounds_rule rule = pq_bounds_rule_of(&metadata, &tree, 0);
    struct slice offsets, column, statistics;
    uint8_t *offsets_copy = choose_piece(&input, &offsets);
    uint8_t *column_copy = choose_piece(&input, &column);
    uint8_t *statistics_copy = choose_piece(&input, &statistics);
    if (options >= 0xf0)
        mem_fail_at(1 + (options & 3), 0);
    check_chunk(&rule, statistics);
    check_index(&rule, offsets, column);
    mem_fail_at(0, 0);
    free(offsets_copy);
    free(column_copy);
    free(statistics_copy);
    pq_file_metadata_release(&metadata);
    return 0;
}
