/* SPDX-License-Identifier: MIT */
/*
 * test_chunk_facts.c - trusted statistics and indexes of real files hold for all rows;
 * the cache of facts; whether all data pages of a chunk are dictionary-encoded.
 */
#include "parquet/facts/chunk_facts.h"

#include <math.h>

#include "base/alloc.h"
#include "unit_testdata.h"

/* ---- Trusted facts are true --------------------------------------------------- */

/* How often facts were trusted: a test that trusts nothing must not pass. */
static struct {
    unsigned bounds, null_counts, nan_counts, all_null;
    unsigned page_bounds, page_null_counts, indexes, gaps, verified, refuted;
} trusted;

/* Byte i of a big-endian number, sign-extended to `size` bytes; byte 0 is signed. */
static int digit_of(const struct bytes_value *number, size_t size, size_t i)
{
    size_t missing = size - number->size;
    uint8_t sign = number->size > 0 && (number->data[0] & 0x80) != 0 ? 0xff : 0;
    uint8_t byte = i < missing ? sign : number->data[i - missing];
    return i == 0 ? (int8_t)byte : byte;
}

static int order_of_decimals(const struct bytes_value *a, const struct bytes_value *b)
{
    size_t size = a->size > b->size ? a->size : b->size;
    for (size_t i = 0; i < size; i++) {
        int order = digit_of(a, size, i) - digit_of(b, size, i);
        if (order != 0)
            return order;
    }
    return 0;
}

static int order_of_bytes(const struct bytes_value *a, const struct bytes_value *b)
{
    size_t size = least(a->size, b->size);
    int order = size > 0 ? memcmp(a->data, b->data, size) : 0;
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

/* Compares in the column's order, without the code under test. */
static int order_of(const struct column *column, const union column_value *a,
                    const union column_value *b)
{
    switch (column->kind) {
    case VECTOR_INT64:
        if (column->type == COLUMN_UINT64)
            return ((uint64_t)a->int64 > (uint64_t)b->int64) -
                   ((uint64_t)a->int64 < (uint64_t)b->int64);
        return (a->int64 > b->int64) - (a->int64 < b->int64);
    case VECTOR_DOUBLE:
        return (a->float64 > b->float64) - (a->float64 < b->float64);
    case VECTOR_INSTANT:
        if (a->instant.seconds != b->instant.seconds)
            return a->instant.seconds > b->instant.seconds ? 1 : -1;
        return (a->instant.nanos > b->instant.nanos) -
               (a->instant.nanos < b->instant.nanos);
    case VECTOR_BYTES:
        break;
    }
    return column->type == COLUMN_DECIMAL ? order_of_decimals(&a->bytes, &b->bytes)
                                          : order_of_bytes(&a->bytes, &b->bytes);
}

/* Statistics, and what was counted in the rows that they describe. */
struct tally {
    const struct column_statistics *statistics;
    uint64_t n_rows, n_nulls, n_nans, n_outside;
};

static void count_row(struct tally *tally, const struct column *column,
                      const struct column_vector *vector, uint32_t row)
{
    const struct column_statistics *s = tally->statistics;
    tally->n_rows++;
    if (column_vector_is_null(vector, row)) {
        tally->n_nulls++;
        return;
    }
    union column_value value = column_vector_value(vector,
                                                   column_vector_index(vector, row));
    if (vector->kind == VECTOR_DOUBLE && isnan(value.float64))
        tally->n_nans++;
    else if ((s->has_min && order_of(column, &value, &s->min) < 0) ||
             (s->has_max && order_of(column, &value, &s->max) > 0) ||
             (s->has_gap && value.float64 > s->gap_low && value.float64 < s->gap_high))
        tally->n_outside++;
}

static bool holds(const struct tally *tally)
{
    const struct column_statistics *s = tally->statistics;
    return s->n_rows == tally->n_rows && tally->n_outside == 0 &&
           (!s->has_null_count || s->null_count == tally->n_nulls) &&
           (!s->has_nan_count || s->nan_count == tally->n_nans) &&
           (!(s->has_min || s->has_max) || tally->n_nulls < tally->n_rows);
}

static void count_trusted(const struct column_statistics *s, bool is_page)
{
    if (is_page) {
        trusted.page_bounds += s->has_min && s->has_max;
        trusted.page_null_counts += s->has_null_count;
        return;
    }
    trusted.bounds += s->has_min && s->has_max;
    trusted.gaps += s->has_gap;
    trusted.null_counts += s->has_null_count;
    trusted.nan_counts += s->has_nan_count;
    trusted.all_null += s->has_null_count && s->null_count == s->n_rows && s->n_rows > 0;
}

static const char *file_name;

/* Exactly the statistics without bounds have a reason. */
static void check_reason(const struct column_statistics *s)
{
    bool is_all_null = s->has_null_count && s->null_count == s->n_rows;
    bool is_known = (s->has_min && s->has_max) || s->has_gap || is_all_null;
    CHECK(s->n_rows == 0 || (s->reason == KEEP_NONE) == is_known);
}

static void check_row_group(struct opened *opened, uint32_t column,
                            struct column_reader *reader, uint32_t group)
{
    struct table_file *table = opened->table;
    const struct column *c = &opened->schema->columns[column];
    struct column_statistics statistics;
    const struct page_range *ranges;
    struct error error = {0};
    enum keep_reason reason;
    uint32_t n_pages, page = 0;
    uint64_t row = 0, left = table->ops->row_group_rows(table, group);
    CHECK(table->ops->column_statistics(table, group, column, &statistics, &error) == OK);
    CHECK(table->ops->page_ranges(table, group, column, &ranges, &n_pages, &reason,
                                  &error) == OK);
    CHECK(statistics.n_rows == left);
    check_reason(&statistics);
    CHECK((reason == KEEP_NONE) == (n_pages > 0));
    for (uint32_t i = 0; i < n_pages; i++)
        check_reason(&ranges[i].statistics);
    if (statistics.is_unverified || (n_pages > 0 && ranges[0].statistics.is_unverified)) {
        bool hold;
        CHECK(table->ops->verify_bounds(table, group, column, &hold, &error) == OK);
        trusted.verified += hold;
        trusted.refuted += !hold;
        if (statistics.is_unverified && !hold)
            statistics.has_min = statistics.has_max = false;
        n_pages = hold ? n_pages : 0;
    }
    count_trusted(&statistics, false);
    trusted.indexes += n_pages > 0;
    struct tally chunk_tally = {.statistics = &statistics}, page_tally = {0};
    enum status status = reader->ops->start(reader, group, &error);
    while (status == OK && left > 0) {
        struct column_vector vector;
        status = reader->ops->read(reader, left < 500 ? (uint32_t)left : 500, &vector,
                                   &error);
        for (uint32_t i = 0; status == OK && i < vector.n_rows; i++, row++) {
            count_row(&chunk_tally, c, &vector, i);
            if (page < n_pages && row == ranges[page].first_row) {
                CHECK(page == 0 || holds(&page_tally));
                page_tally = (struct tally){.statistics = &ranges[page++].statistics};
                count_trusted(page_tally.statistics, true);
            }
            if (n_pages > 0)
                count_row(&page_tally, c, &vector, i);
        }
        left -= status == OK ? vector.n_rows : 0;
    }
    if (status != OK)
        return;
    CHECK(page == n_pages && (n_pages == 0 || holds(&page_tally)));
    CHECK(holds(&chunk_tally));
    if (!holds(&chunk_tally) || (n_pages > 0 && !holds(&page_tally)))
        fprintf(stderr, "%s, column %s, row group %u\n", file_name, c->name, group);
}

static void check_file(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    file_name = name;
    if (open_bytes(&opened, bytes, false, &error) != OK)
        return;
    uint32_t n_groups = opened.table->ops->row_group_count(opened.table);
    for (uint32_t column = 0; column < opened.schema->n_columns && column < 300;
         column++) {
        struct column_reader *reader;
        struct column_statistics statistics;
        const struct page_range *ranges;
        uint32_t n_pages;
        error_clear(&error);
        if (opened.table->ops->open_column(opened.table, column, &reader, &error) == OK) {
            for (uint32_t group = 0; group < n_groups; group++)
                check_row_group(&opened, column, reader, group);
            reader->ops->close(reader);
            continue;
        }
        /* A column that cannot be read has no statistics, which is no error. */
        error_clear(&error);
        for (uint32_t group = 0; group < n_groups; group++) {
            CHECK(opened.table->ops->column_statistics(opened.table, group, column,
                                                       &statistics, &error) == OK);
            CHECK(!statistics.has_min && !statistics.has_max);
            CHECK(statistics.n_rows == 0 || statistics.reason == KEEP_UNSUPPORTED);
            enum keep_reason reason;
            CHECK(opened.table->ops->page_ranges(opened.table, group, column, &ranges,
                                                 &n_pages, &reason, &error) == OK);
            CHECK(n_pages == 0 && reason == KEEP_UNSUPPORTED);
        }
    }
    close_opened(&opened);
}

static void trusted_facts_hold_for_all_rows(void)
{
    CHECK(for_each_file(4 << 20, check_file) > 100);
    CHECK(trusted.bounds > 1000 && trusted.null_counts > 1000);
    CHECK(trusted.all_null > 3 && trusted.nan_counts > 0);
    CHECK(trusted.indexes > 50);
    CHECK(trusted.gaps > 0 && trusted.verified > 10 && trusted.refuted > 0);
    CHECK(trusted.page_bounds > 500 && trusted.page_null_counts > 500);
}

/* ---- The cache ---------------------------------------------------------------- */

static void open_file(struct opened *opened, const char *path)
{
    struct error error = {0};
    struct bytes bytes = bytes_of_file(path);
    CHECK(open_bytes(opened, bytes_slice(&bytes), false, &error) == OK);
    bytes_free(&bytes);
}

/* Asking again reads nothing and returns the same object. */
static void facts_are_read_once(void)
{
    struct opened opened;
    struct error error = {0};
    open_file(&opened, "testdata/pyarrow_tiny_pages_v1.parquet");
    const struct pq_chunk_context *context = pq_file_context(opened.file);
    const struct input_file *input = pq_file_input(opened.file);
    const struct pq_page_index *index, *again;
    const struct pq_column_chunk *chunk, *chunk_again;
    const struct column_statistics *statistics, *statistics_again;
    int64_t read_before = input_file_bytes_read(input);
    CHECK(pq_chunk_facts_metadata(context, 0, 0, &chunk, &error) == OK);
    CHECK(pq_chunk_facts_statistics(context, 0, 0, &statistics, &error) == OK);
    CHECK(input_file_bytes_read(input) == read_before);
    CHECK(pq_chunk_facts_checked_index(context, 0, 0, &index, &error) == OK);
    CHECK(index->n_pages > 3 && index->ranges != NULL);
    /* The page headers are read, too. */
    CHECK(input_file_bytes_read(input) >
          read_before + chunk->offset_index_length + chunk->column_index_length);
    read_before = input_file_bytes_read(input);
    /* Questions about other leaves and row groups do not drop them. */
    for (uint32_t leaf = 1; leaf < context->tree->n_leaves; leaf++) {
        CHECK(pq_chunk_facts_checked_index(context, 0, leaf, &again, &error) == OK);
        CHECK(pq_chunk_facts_metadata(context, 0, leaf, &chunk_again, &error) == OK);
    }
    CHECK(input_file_bytes_read(input) > read_before);
    read_before = input_file_bytes_read(input);
    CHECK(pq_chunk_facts_metadata(context, 0, 0, &chunk_again, &error) == OK);
    CHECK(pq_chunk_facts_statistics(context, 0, 0, &statistics_again, &error) == OK);
    CHECK(pq_chunk_facts_checked_index(context, 0, 0, &again, &error) == OK);
    CHECK(again == index && chunk_again == chunk && statistics_again == statistics);
    CHECK(input_file_bytes_read(input) == read_before);
    close_opened(&opened);
}

/* Nor are pages read for it. */
static void missing_index_is_no_error(void)
{
    struct opened opened;
    struct error error = {0};
    open_file(&opened, "testdata/duckdb_types.parquet");
    const struct pq_chunk_context *context = pq_file_context(opened.file);
    const struct pq_page_index *index;
    int64_t read_before = input_file_bytes_read(pq_file_input(opened.file));
    for (int i = 0; i < 2; i++) {
        CHECK(pq_chunk_facts_checked_index(context, 0, 0, &index, &error) == OK);
        CHECK(index->n_pages == 0 && index->pages == NULL && index->ranges == NULL);
    }
    CHECK(input_file_bytes_read(pq_file_input(opened.file)) == read_before);
    close_opened(&opened);
}

/* A chunk without metadata is an error for readers; it has no statistics. */
static void missing_metadata_is_an_error_only_for_readers(void)
{
    struct opened opened;
    struct error error = {0};
    open_file(&opened, "testdata/handmade_no_column_metadata.parquet");
    const struct pq_chunk_context *context = pq_file_context(opened.file);
    const struct pq_column_chunk *chunk;
    const struct column_statistics *statistics;
    const struct pq_page_index *index;
    CHECK(pq_chunk_facts_metadata(context, 0, 0, &chunk, &error) == CORRUPT);
    CHECK(error.status == CORRUPT && chunk == NULL);
    error_clear(&error);
    CHECK(pq_chunk_facts_statistics(context, 0, 0, &statistics, &error) == OK);
    CHECK(statistics->n_rows == 10 && !statistics->has_min &&
          !statistics->has_null_count);
    CHECK(pq_chunk_facts_checked_index(context, 0, 0, &index, &error) == OK);
    CHECK(index->n_pages == 0 && error.status == OK);
    CHECK(pq_chunk_facts_metadata(context, 0, 1, &chunk, &error) == OK);
    close_opened(&opened);
}

static void allocation_failures_are_reported(void)
{
    enum status status = NOMEM;
    for (long i = 1; i < 100 && status != OK; i++) {
        struct opened opened;
        struct error error = {0};
        const struct pq_column_chunk *chunk;
        const struct column_statistics *statistics;
        const struct pq_page_index *index;
        open_file(&opened, "testdata/pyarrow_tiny_pages_v1.parquet");
        const struct pq_chunk_context *context = pq_file_context(opened.file);
        mem_fail_at(i, 0);
        status = pq_chunk_facts_metadata(context, 0, 0, &chunk, &error);
        if (status == OK)
            status = pq_chunk_facts_statistics(context, 0, 0, &statistics, &error);
        if (status == OK)
            status = pq_chunk_facts_checked_index(context, 0, 0, &index, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        CHECK(error.status == status);
        /* The second attempt succeeds. */
        error_clear(&error);
        CHECK(pq_chunk_facts_metadata(context, 0, 0, &chunk, &error) == OK);
        CHECK(pq_chunk_facts_statistics(context, 0, 0, &statistics, &error) == OK);
        CHECK(pq_chunk_facts_checked_index(context, 0, 0, &index, &error) == OK);
        CHECK(statistics->has_min && index->ranges != NULL);
        close_opened(&opened);
    }
    CHECK(status == OK);
}

/* A file whose column chunks all consist of the same n_pages pages: headers of one row
 * each, without bodies.  Their index has bounds of bound_size bytes, to take as much
 * memory as a test needs. */
static void make_big_file(struct bytes *file, uint32_t n_groups, uint32_t n_leaves,
                          uint32_t n_pages, size_t bound_size)
{
    struct thrift_bytes offsets = {0}, column = {0}, footer = {0};
    uint8_t *bound = must(malloc(bound_size));
    memset(bound, 'a', bound_size);
    begin_file(file);
    int64_t pages_at = (int64_t)file->size;
    const struct page page = {.type = PQ_DATA_PAGE, .n_values = 1, .encoding = PQ_PLAIN};
    for (uint32_t i = 0; i < n_pages; i++)
        put_page(file, &page);
    int64_t page_size = ((int64_t)file->size - pages_at) / n_pages;
    put_list(&offsets, 1, THRIFT_STRUCT, n_pages);
    put_list(&column, 1, THRIFT_TRUE, n_pages);
    for (uint32_t i = 0; i < n_pages; i++) {
        begin_struct(&offsets);
        put_i64(&offsets, 1, pages_at + (int64_t)i * page_size);
        put_i32(&offsets, 2, (int32_t)page_size);
        put_i64(&offsets, 3, i);
        end_struct(&offsets);
        bytes_put_u8(&column.bytes, 2);
    }
    end_thrift(&offsets);
    for (int list = 2; list <= 3; list++) {
        put_list(&column, list, THRIFT_BINARY, n_pages);
        for (uint32_t i = 0; i < n_pages; i++) {
            bytes_put_varint(&column.bytes, bound_size);
            bytes_put(&column.bytes, bound, bound_size);
        }
    }
    end_thrift(&column);
    int64_t offsets_at = (int64_t)file->size;
    bytes_put_bytes(file, &offsets.bytes);
    int64_t column_at = (int64_t)file->size;
    bytes_put_bytes(file, &column.bytes);
    struct chunk_spec chunk = {.type = PQ_BYTE_ARRAY,
                               .path = {"a"},
                               .n_values = n_pages,
                               .compressed_size = (int32_t)(n_pages * page_size),
                               .data_page_offset = pages_at};
    put_list(&footer, 2, THRIFT_STRUCT, 1 + n_leaves);
    put_group(&footer, "root", -1, (int32_t)n_leaves);
    for (uint32_t k = 0; k < n_leaves; k++)
        put_leaf(&footer, "a", PQ_BYTE_ARRAY, PQ_OPTIONAL);
    put_list(&footer, 4, THRIFT_STRUCT, n_groups);
    for (uint32_t i = 0; i < n_groups; i++) {
        begin_struct(&footer);
        put_list(&footer, 1, THRIFT_STRUCT, n_leaves);
        for (uint32_t k = 0; k < n_leaves; k++) {
            begin_struct(&footer);
            begin_chunk_metadata(&footer, &chunk);
            end_struct(&footer);
            put_i64(&footer, 4, offsets_at);
            put_i32(&footer, 5, (int64_t)offsets.bytes.size);
            put_i64(&footer, 6, column_at);
            put_i32(&footer, 7, (int64_t)column.bytes.size);
            end_struct(&footer);
        }
        put_i64(&footer, 3, n_pages);
        end_struct(&footer);
    }
    put_list(&footer, 7, THRIFT_STRUCT, n_leaves);
    for (uint32_t k = 0; k < n_leaves; k++) {
        begin_struct(&footer);
        put_empty_struct(&footer, PQ_ORDER_TYPE);
        end_struct(&footer);
    }
    put_footer(file, &footer);
    thrift_bytes_free(&offsets);
    thrift_bytes_free(&column);
    free(bound);
}

/* Indexes of 6 MB each: 10 of them are kept, and all are dropped but the one in use. */
static void memory_for_indexes_is_limited(void)
{
    struct bytes file = {0};
    struct opened opened;
    struct error error = {0};
    enum { N_GROUPS = 25, N_PAGES = 10 };
    make_big_file(&file, N_GROUPS, 1, N_PAGES, 300000);
    CHECK(open_bytes(&opened, bytes_slice(&file), false, &error) == OK);
    const struct pq_chunk_context *context = pq_file_context(opened.file);
    const struct input_file *input = pq_file_input(opened.file);
    const struct pq_page_index *index;
    int64_t n_reads = 0, n_found = 0;
    const struct pq_column_chunk *first, *first_again;
    CHECK(pq_chunk_facts_metadata(context, 0, 0, &first, &error) == OK);
    for (int round = 0; round < 2; round++) {
        for (uint32_t group = 0; group < N_GROUPS; group++) {
            int64_t before = input_file_bytes_read(input);
            CHECK(pq_chunk_facts_checked_index(context, group, 0, &index, &error) == OK);
            CHECK(index->n_pages == N_PAGES && index->ranges != NULL);
            n_reads += input_file_bytes_read(input) > before;
            CHECK(pq_page_index_memory(index) > 6000000);
            const struct column_statistics *last = &index->ranges[N_PAGES - 1].statistics;
            CHECK(last->has_max && last->max.bytes.size == 300000 &&
                  last->max.bytes.data[299999] == 'a');
            /* The index before is also kept, unless all have just been dropped. */
            before = input_file_bytes_read(input);
            CHECK(group == 0 || pq_chunk_facts_checked_index(context, group - 1, 0,
                                                             &index, &error) == OK);
            n_found += input_file_bytes_read(input) == before;
        }
    }
    CHECK(n_found > N_GROUPS);
    /* Metadata is dropped with them, except the leaf's most recent. */
    CHECK(first->offset_index_length > 0);
    CHECK(pq_chunk_facts_metadata(context, 0, 0, &first_again, &error) == OK);
    CHECK(first_again == first);
    CHECK(n_reads > N_GROUPS);
    close_opened(&opened);
    file.size = 0;
    /* A single index that is too large. */
    make_big_file(&file, 1, 1, 8, 5000000);
    CHECK(open_bytes(&opened, bytes_slice(&file), false, &error) == OK);
    CHECK(pq_chunk_facts_checked_index(pq_file_context(opened.file), 0, 0, &index,
                                       &error) == OK);
    CHECK(index->n_pages == 8); /* no bounds: the column index is over 64 MB */
    CHECK(index->ranges == NULL && index->reason == KEEP_INDEX_PLACE);
    close_opened(&opened);
    bytes_free(&file);
}

/* Two indexes of 40 MB: the second is not used as long as the first one is. */
static void indexes_in_use_leave_no_memory_for_others(void)
{
    struct bytes file = {0};
    struct opened opened;
    struct error error = {0};
    const struct pq_page_index *first, *second;
    make_big_file(&file, 1, 2, 40, 500000);
    CHECK(open_bytes(&opened, bytes_slice(&file), false, &error) == OK);
    const struct pq_chunk_context *context = pq_file_context(opened.file);
    CHECK(pq_chunk_facts_checked_index(context, 0, 0, &first, &error) == OK);
    CHECK(first->n_pages == 40 && first->ranges != NULL);
    CHECK(pq_chunk_facts_checked_index(context, 0, 1, &second, &error) == OK);
    CHECK(second->n_pages == 0 && second->reason == KEEP_INDEX_MEMORY);
    close_opened(&opened);
    bytes_free(&file);
}

static void facts_of_many_row_groups_are_right(void)
{
    struct bytes file = {0};
    struct opened opened;
    struct error error = {0};
    enum { N_GROUPS = 100000 };
    make_big_file(&file, N_GROUPS, 1, 2, 3);
    CHECK(open_bytes(&opened, bytes_slice(&file), false, &error) == OK);
    struct table_file *table = opened.table;
    for (int round = 0; round < 3; round++) {
        for (uint32_t group = 0; group < N_GROUPS; group++) {
            struct column_statistics statistics;
            const struct page_range *ranges;
            uint32_t n_pages;
            enum keep_reason reason;
            CHECK(table->ops->column_statistics(table, group, 0, &statistics, &error) ==
                  OK);
            CHECK(table->ops->page_ranges(table, group, 0, &ranges, &n_pages, &reason,
                                          &error) == OK);
            if (statistics.n_rows != 2 || n_pages != 2 || ranges[1].first_row != 1)
                CHECK(group == N_GROUPS);
        }
    }
    close_opened(&opened);
    bytes_free(&file);
}

/* ---- Dictionaries ------------------------------------------------------------- */

static bool is_all_dictionary(int type, const int *encodings, size_t n_encodings,
                              const int (*stats)[3], size_t n_stats)
{
    struct thrift_bytes list = {0}, stats_list = {0};
    struct pq_column_chunk chunk = {.has_metadata = true};
    chunk.metadata.type = type;
    /* Drop the field header. */
    put_list(&list, 1, THRIFT_I32, n_encodings);
    for (size_t i = 0; i < n_encodings; i++)
        bytes_put_zigzag(&list.bytes, encodings[i]);
    put_list(&stats_list, 1, THRIFT_STRUCT, n_stats);
    for (size_t i = 0; i < n_stats; i++) {
        begin_struct(&stats_list);
        put_i32(&stats_list, 1, stats[i][0]);
        put_i32(&stats_list, 2, stats[i][1]);
        if (stats[i][2] != -2)
            put_i32(&stats_list, 3, stats[i][2]);
        end_struct(&stats_list);
    }
    chunk.metadata.encodings = slice_of(list.bytes.data + 1, list.bytes.size - 1);
    if (stats != NULL)
        chunk.metadata.encoding_stats = slice_of(stats_list.bytes.data + 1,
                                                 stats_list.bytes.size - 1);
    bool is_all = pq_chunk_is_all_dictionary(&chunk);
    thrift_bytes_free(&list);
    thrift_bytes_free(&stats_list);
    return is_all;
}

#define ENCODINGS(...)                                                                   \
    (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int)
#define NO_STATS NULL, 0
#define DICTIONARY                                                                       \
    {                                                                                    \
        PQ_DICTIONARY_PAGE, PQ_PLAIN, 1                                                  \
    }

static void list_of_encodings_decides_without_statistics(void)
{
    enum { D = PQ_PLAIN_DICTIONARY, R = PQ_RLE_DICTIONARY };
    CHECK(is_all_dictionary(PQ_INT32, ENCODINGS(D), NO_STATS));
    CHECK(is_all_dictionary(PQ_INT32, ENCODINGS(D, PQ_RLE, PQ_BIT_PACKED), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(D, PQ_RLE, PQ_PLAIN), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(D, 99), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(PQ_RLE, PQ_BIT_PACKED), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(R, PQ_RLE), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(R, PQ_RLE, PQ_PLAIN), NO_STATS));
    CHECK(!is_all_dictionary(PQ_INT32, ENCODINGS(R, D, PQ_RLE), NO_STATS));
    CHECK(!is_all_dictionary(PQ_BOOLEAN, ENCODINGS(D, PQ_RLE), NO_STATS));
    const struct pq_column_chunk none = {0};
    CHECK(!pq_chunk_is_all_dictionary(&none));
}

static void encoding_statistics_override_the_list(void)
{
    static const struct {
        int stats[4][3];
        size_t n;
        bool is_all;
    } cases[] = {
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}}, 2, true},
        {{DICTIONARY, {PQ_DATA_PAGE_V2, PQ_RLE_DICTIONARY, 7}}, 2, true},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_PLAIN_DICTIONARY, 7}}, 2, true},
        {{{PQ_INDEX_PAGE, PQ_PLAIN, 1}, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}}, 2, true},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}, {PQ_DATA_PAGE, PQ_PLAIN, 1}},
         3,
         false},
        {{DICTIONARY,
          {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7},
          {PQ_DATA_PAGE_V2, PQ_PLAIN, 1}},
         3,
         false},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}, {PQ_DATA_PAGE, PQ_PLAIN, 0}},
         3,
         true},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}, {9, PQ_PLAIN, 1}}, 3, false},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 7}, {-1, PQ_PLAIN, 1}}, 3, false},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, -5}}, 2, false},
        {{DICTIONARY, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, -2}}, 2, false},
        {{DICTIONARY}, 1, false},
        {{DICTIONARY}, 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        /* With encoding statistics, the list of encodings does not matter. */
        CHECK(is_all_dictionary(PQ_INT32, ENCODINGS(PQ_PLAIN_DICTIONARY, PQ_RLE),
                                cases[i].stats, cases[i].n) == cases[i].is_all);
        CHECK(is_all_dictionary(PQ_INT32, ENCODINGS(PQ_PLAIN, PQ_RLE), cases[i].stats,
                                cases[i].n) == cases[i].is_all);
    }
}

static bool first_chunk_is_all_dictionary(const char *path)
{
    struct opened opened;
    struct error error = {0};
    const struct pq_column_chunk *chunk;
    open_file(&opened, path);
    CHECK(pq_chunk_facts_metadata(pq_file_context(opened.file), 0, 0, &chunk, &error) ==
          OK);
    bool is_all = pq_chunk_is_all_dictionary(chunk);
    close_opened(&opened);
    return is_all;
}

static void dictionaries_of_real_files_are_recognised(void)
{
    CHECK(first_chunk_is_all_dictionary("testdata/pyarrow_large_dictionary.parquet"));
    CHECK(!first_chunk_is_all_dictionary("testdata/pyarrow_dictionary_fallback.parquet"));
    CHECK(!first_chunk_is_all_dictionary("testdata/pyarrow_encoding_plain_v1.parquet"));
}

static bool seems_all_dictionary(int type, double bytes_per_value)
{
    struct pq_column_chunk chunk = {.has_metadata = true};
    chunk.metadata.type = type;
    chunk.metadata.num_values = 100000;
    chunk.metadata.total_uncompressed_size = (int64_t)(100000 * bytes_per_value);
    return pq_chunk_seems_all_dictionary(&chunk, 16);
}

/* Without statistics of encodings, a chunk that takes less than half of what its values
 * would take. */
static void small_chunks_seem_to_have_dictionaries(void)
{
    CHECK(seems_all_dictionary(PQ_BYTE_ARRAY, 1.9));
    CHECK(!seems_all_dictionary(PQ_BYTE_ARRAY, 2.1));
    CHECK(seems_all_dictionary(PQ_INT64, 3.9) && !seems_all_dictionary(PQ_INT64, 4.1));
    CHECK(seems_all_dictionary(PQ_FIXED_LEN_BYTE_ARRAY, 7.9));
    CHECK(!seems_all_dictionary(PQ_FIXED_LEN_BYTE_ARRAY, 8.1));
    CHECK(!seems_all_dictionary(PQ_BOOLEAN, 0));
}

/* The estimate of different values is the same without the statistics of encodings, but
 * for chunks that are not small. */
static void different_values_are_counted_without_statistics(void)
{
    struct opened opened;
    struct error error = {0};
    const struct pq_column_chunk *chunk;
    open_file(&opened, "testdata/duckdb_row_groups.parquet");
    struct table_file *table = opened.table;
    CHECK(pq_chunk_facts_metadata(pq_file_context(opened.file), 0, 1, &chunk, &error) ==
          OK);
    uint64_t n_values = table->ops->distinct_values(table, 1);
    CHECK(n_values > 0 && n_values < 100);
    struct pq_column_metadata *metadata = (struct pq_column_metadata *)&chunk->metadata;
    metadata->encoding_stats = (struct slice){0};
    metadata->encodings = (struct slice){0};
    CHECK(table->ops->distinct_values(table, 1) == n_values);
    metadata->total_uncompressed_size = 1 << 20;
    CHECK(table->ops->distinct_values(table, 1) == table->ops->row_group_rows(table, 0));
    close_opened(&opened);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) { /* other files */
        struct bytes bytes = bytes_of_file(argv[i]);
        check_file(argv[i], bytes_slice(&bytes));
        bytes_free(&bytes);
    }
    RUN(trusted_facts_hold_for_all_rows);
    RUN(facts_are_read_once);
    RUN(missing_index_is_no_error);
    RUN(missing_metadata_is_an_error_only_for_readers);
    RUN(allocation_failures_are_reported);
    RUN(memory_for_indexes_is_limited);
    RUN(indexes_in_use_leave_no_memory_for_others);
    RUN(facts_of_many_row_groups_are_right);
    RUN(list_of_encodings_decides_without_statistics);
    RUN(encoding_statistics_override_the_list);
    RUN(dictionaries_of_real_files_are_recognised);
    RUN(small_chunks_seem_to_have_dictionaries);
    RUN(different_values_are_counted_without_statistics);
    return unit_test_done();
}
