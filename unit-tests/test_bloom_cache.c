/* SPDX-License-Identifier: MIT */
/*
 * test_bloom_cache.c - which Bloom filters are used, how much of them is read, and that
 * the filters of other writers never exclude a value that exists.
 */
#include "base/alloc.h"
#include "base/hash.h"
#include "parquet/facts/bloom_cache.h"
#include "unit_bloom.h"
#include "unit_testdata.h"

/* ---- Files made here ---------------------------------------------------------- */

enum length_kind { LENGTH_RIGHT, LENGTH_ABSENT, LENGTH_WRONG };

/* A file without pages: one filter, to which all row groups refer. */
struct filter_file {
    struct header_spec header;
    uint32_t n_blocks; /* in the file, whatever the header says */
    uint32_t n_row_groups;
    enum length_kind length;
    int64_t length_error; /* LENGTH_WRONG */
    int64_t offset;       /* 0: the right one */
    bool has_no_offset;
    const char *created_by;
    int repetition;
    bool is_of_other_type; /* the chunk's type is not the schema's */
    bool is_encrypted;
    bool is_in_group; /* the leaf is g.a, column 1, instead of a, column 0 */
};

static const struct filter_file usual_file = {
    .header = {64, 1, 1, 1, 0}, .n_blocks = 2, .n_row_groups = 1};

static struct bytes file;

static void put_filter_chunk(struct thrift_bytes *footer, const struct filter_file *spec,
                             int64_t length)
{
    begin_struct(footer);
    put_i64(footer, 2, 0);
    begin_chunk_metadata(
        footer, &(struct chunk_spec){.type = spec->is_of_other_type ? PQ_INT64 : PQ_INT32,
                                     .path = {spec->is_in_group ? "g" : "a",
                                              spec->is_in_group ? "a" : NULL},
                                     .n_values = 10,
                                     .data_page_offset = 4});
    if (!spec->has_no_offset)
        put_i64(footer, 14, spec->offset != 0 ? spec->offset : 4);
    if (spec->length != LENGTH_ABSENT)
        put_i32(footer, 15, length + spec->length_error);
    end_struct(footer);
    if (spec->is_encrypted)
        put_empty_struct(footer, 8);
    end_struct(footer);
}

static void put_filter_file(const struct filter_file *spec, const int64_t *values,
                            size_t n)
{
    struct thrift_bytes footer = {0};
    begin_file(&file);
    put_header(&file, &spec->header);
    size_t header_size = file.size - 4, size = (size_t)spec->n_blocks * 32;
    uint8_t *bitset = must(calloc(1, size + 1));
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++)
            bytes[k] = (uint8_t)((uint64_t)values[i] >> 8 * k);
        pq_bloom_insert(bitset, spec->n_blocks, xxh64_of(slice_of(bytes, 4)));
    }
    bytes_put(&file, bitset, size);
    free(bitset);
    put_list(&footer, 2, THRIFT_STRUCT, spec->is_in_group ? 3 : 2);
    put_group(&footer, "root", -1, 1);
    if (spec->is_in_group)
        put_group(&footer, "g", PQ_OPTIONAL, 1);
    put_leaf(&footer, "a", PQ_INT32, spec->repetition);
    put_i64(&footer, 3, 10);
    put_list(&footer, 4, THRIFT_STRUCT, spec->n_row_groups);
    for (uint32_t i = 0; i < spec->n_row_groups; i++) {
        begin_struct(&footer);
        put_list(&footer, 1, THRIFT_STRUCT, 1);
        put_filter_chunk(&footer, spec, (int64_t)(header_size + size));
        put_i64(&footer, 2, 1000);
        put_i64(&footer, 3, 10);
        end_struct(&footer);
    }
    if (spec->created_by != NULL)
        put_text(&footer, 6, spec->created_by);
    put_footer(&file, &footer);
}

static bool excludes(struct opened *opened, uint32_t row_group, uint32_t column,
                     union column_value value)
{
    struct error error = {0};
    enum keep_reason reason = KEEP_VALUES;
    CHECK(opened->table->ops->bloom_excludes(opened->table, row_group, column, &value, 1,
                                             &reason, &error) == OK);
    CHECK(error.message[0] == 0);
    return reason == KEEP_NONE;
}

static void open_made(struct opened *opened)
{
    struct error error = {0};
    CHECK(open_bytes(opened, bytes_slice(&file), false, &error) == OK);
    CHECK_TEXT(error.message, "");
}

/* Looks up 3 and 5 in a filter that contains 3; 3 must never be excluded.  Returns
 * KEEP_NONE if 5 is excluded, else the reason why the filter is not used. */
static enum keep_reason why_unused(struct filter_file spec)
{
    struct opened opened;
    int64_t three = 3;
    put_filter_file(&spec, &three, 1);
    open_made(&opened);
    CHECK(!excludes(&opened, 0, 0, INT64_VALUE(3)));
    bool result = excludes(&opened, 0, 0, INT64_VALUE(5));
    CHECK(excludes(&opened, 0, 0, INT64_VALUE(5)) == result); /* from the cache */
    CHECK(!excludes(&opened, 0, 0, INT64_VALUE(3)));
    enum keep_reason reason;
    struct error error = {0};
    CHECK(opened.table->ops->bloom_excludes(opened.table, 0, 0, NULL, 0, &reason,
                                            &error) == OK);
    CHECK((reason == KEEP_NONE) == result);
    close_opened(&opened);
    return reason;
}

static bool is_used(struct filter_file spec)
{
    return why_unused(spec) == KEEP_NONE;
}

static void unusual_filters_are_not_used(void)
{
    struct filter_file spec = usual_file;
    CHECK(is_used(spec));
    spec.has_no_offset = true;
    CHECK(why_unused(spec) == KEEP_NO_BLOOM);
    spec = usual_file;
    spec.header.algorithm = 2;
    CHECK(why_unused(spec) == KEEP_BLOOM_KIND);
    spec = usual_file;
    spec.header.n_bytes = 63;
    CHECK(why_unused(spec) == KEEP_BLOOM_KIND);
    spec = usual_file;
    spec.is_of_other_type = true;
    CHECK(why_unused(spec) == KEEP_METADATA);
    spec = usual_file;
    spec.is_encrypted = true;
    CHECK(why_unused(spec) == KEEP_METADATA);
    spec = usual_file;
    spec.repetition = PQ_REPEATED;
    CHECK(why_unused(spec) == KEEP_NESTED);
    spec.repetition = PQ_OPTIONAL;
    CHECK(is_used(spec));
}

static void stored_length_must_agree_with_the_header(void)
{
    struct filter_file spec = usual_file;
    spec.length = LENGTH_ABSENT;
    CHECK(is_used(spec));
    spec.length = LENGTH_WRONG;
    static const int64_t errors[] = {-1, 1, 32, -32, -1000, 1 << 20};
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        spec.length_error = errors[i];
        CHECK(!is_used(spec));
    }
    /* The header's size is smaller or larger than the filter. */
    spec = usual_file;
    spec.header.n_bytes = 32;
    CHECK(!is_used(spec));
    spec.header.n_bytes = 96;
    CHECK(!is_used(spec));
}

static void filters_end_before_the_footer(void)
{
    struct filter_file spec = usual_file;
    spec.length = LENGTH_ABSENT;
    spec.header.n_bytes = 96; /* the third block would lie in the footer */
    CHECK(why_unused(spec) == KEEP_BLOOM_PLACE);
    spec.header.n_bytes = PQ_MAX_BLOOM_SIZE;
    CHECK(why_unused(spec) == KEEP_BLOOM_PLACE);
    spec = usual_file;
    static const int64_t offsets[] = {
        -1, INT64_MIN, INT64_MAX, 1 << 20, 3, INT64_MAX - 10, 83, 84, 85, 86, 100};
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        spec.offset = offsets[i];
        enum keep_reason reason = why_unused(spec);
        CHECK(reason == KEEP_BLOOM_PLACE || reason == KEEP_BLOOM_KIND);
    }
}

static void filters_of_old_parquet_go_are_not_used(void)
{
    struct filter_file spec = usual_file;
    spec.created_by = "parquet-go version 18.4.0-SNAPSHOT";
    CHECK(why_unused(spec) == KEEP_BLOOM_WRITER);
    spec.created_by = "parquet-go";
    CHECK(why_unused(spec) == KEEP_BLOOM_WRITER);
    spec.created_by = "parquet-go version 19.0.0";
    CHECK(is_used(spec));
    spec.created_by = "parquet-mr version 1.13.1 (build 1)";
    CHECK(is_used(spec));
}

static void leaves_in_groups_have_filters_but_groups_do_not(void)
{
    struct filter_file spec = usual_file;
    struct opened opened;
    spec.is_in_group = true;
    put_filter_file(&spec, NULL, 0);
    open_made(&opened);
    CHECK(schema_n_shown(opened.schema) == 2);
    union column_value value = INT64_VALUE(5);
    CHECK(excludes(&opened, 0, 1, value));
    CHECK(!excludes(&opened, 0, 0, value));
    close_opened(&opened);
}

static void filters_of_any_number_of_blocks_are_read(void)
{
    enum { VALUES = 400 };
    static const uint32_t counts[] = {1, 3, 100, 127, 129, 5000};
    int64_t values[VALUES];
    for (int i = 0; i < VALUES; i++)
        values[i] = i * 7;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct filter_file spec = usual_file;
        struct opened opened;
        int n_excluded = 0;
        spec.n_blocks = counts[i];
        spec.header.n_bytes = counts[i] * 32;
        put_filter_file(&spec, values, VALUES);
        open_made(&opened);
        for (int v = 0; v < VALUES; v++) {
            CHECK(!excludes(&opened, 0, 0, INT64_VALUE(values[v])));
            n_excluded += excludes(&opened, 0, 0, INT64_VALUE(values[v] + 1));
        }
        CHECK(counts[i] < 100 || n_excluded > VALUES * 9 / 10);
        close_opened(&opened);
    }
}

static void all_of_several_values_must_be_absent(void)
{
    struct opened opened;
    struct error error = {0};
    int64_t three = 3;
    enum keep_reason reason;
    put_filter_file(&usual_file, &three, 1);
    open_made(&opened);
    union column_value values[3] = {INT64_VALUE(5), INT64_VALUE(INT64_MAX),
                                    INT64_VALUE(3)};
    const struct table_file_ops *ops = opened.table->ops;
    CHECK(ops->bloom_excludes(opened.table, 0, 0, values, 2, &reason, &error) == OK);
    CHECK(reason == KEEP_NONE);
    CHECK(ops->bloom_excludes(opened.table, 0, 0, values, 3, &reason, &error) == OK);
    CHECK(reason == KEEP_VALUES);
    close_opened(&opened);
}

/* ---- How much is read --------------------------------------------------------- */

static int64_t bytes_read(const struct opened *opened)
{
    return input_file_bytes_read(pq_file_input(opened->file));
}

static struct filter_file file_of_blocks(uint32_t n_blocks, uint32_t n_row_groups)
{
    struct filter_file spec = usual_file;
    spec.n_blocks = n_blocks;
    spec.header.n_bytes = (int64_t)n_blocks * 32;
    spec.n_row_groups = n_row_groups;
    return spec;
}

static void small_filters_are_read_once(void)
{
    struct opened opened;
    struct filter_file spec = file_of_blocks(16, 1);
    put_filter_file(&spec, NULL, 0);
    open_made(&opened);
    int64_t before = bytes_read(&opened);
    CHECK(excludes(&opened, 0, 0, INT64_VALUE(1)));
    CHECK(bytes_read(&opened) - before <= 256 + 512);
    before = bytes_read(&opened);
    for (int64_t i = 0; i < 1000; i++)
        CHECK(excludes(&opened, 0, 0, INT64_VALUE(i)));
    CHECK(bytes_read(&opened) == before);
    close_opened(&opened);
}

static void large_filters_are_read_by_blocks_at_first(void)
{
    struct opened opened;
    struct filter_file spec = file_of_blocks(32768, 1);
    put_filter_file(&spec, NULL, 0);
    open_made(&opened);
    int64_t before = bytes_read(&opened);
    for (int64_t i = 0; i < 10; i++)
        CHECK(excludes(&opened, 0, 0, INT64_VALUE(i)));
    CHECK(bytes_read(&opened) - before == 256 + 10 * 32);
    before = bytes_read(&opened);
    for (int64_t i = 0; i < 5000; i++)
        CHECK(excludes(&opened, 0, 0, INT64_VALUE(i)));
    CHECK(bytes_read(&opened) - before <= (1 << 20) + 256 * 32);
    before = bytes_read(&opened);
    for (int64_t i = 0; i < 5000; i++)
        CHECK(excludes(&opened, 0, 0, INT64_VALUE(i)));
    CHECK(bytes_read(&opened) == before);
    close_opened(&opened);
}

static void memory_for_kept_filters_is_limited(void)
{
    enum { GROUPS = 40, BLOCKS = 32768, ROUNDS = 700 };
    struct opened opened;
    struct error error = {0};
    struct pq_bloom_cache cache = {0};
    struct filter_file spec = file_of_blocks(BLOCKS, GROUPS);
    int64_t three = 3;
    size_t most = 0;
    enum keep_reason reason;
    put_filter_file(&spec, &three, 1);
    open_made(&opened);
    int64_t before = bytes_read(&opened), n_asked = 0;
    union column_value values[2] = {INT64_VALUE(3), INT64_VALUE(5)};
    for (uint32_t i = 0; i < ROUNDS * GROUPS; i++, n_asked++) {
        CHECK(pq_bloom_excludes(&cache, pq_file_context(opened.file), i % GROUPS, 0,
                                &values[i / GROUPS % 2], 1, &reason, &error) == OK);
        CHECK((reason == KEEP_NONE) == (i / GROUPS % 2 == 1));
        CHECK(cache.n_bytes <= PQ_MAX_BLOOM_CACHED);
        most = cache.n_bytes > most ? cache.n_bytes : most;
    }
    CHECK(most == PQ_MAX_BLOOM_CACHED);
    CHECK(bytes_read(&opened) - before <= n_asked * 4200 + GROUPS * 256);
    pq_bloom_cache_release(&cache);
    CHECK(cache.filters == NULL && cache.n_bytes == 0);
    pq_bloom_cache_release(&cache);
    close_opened(&opened);
}

static void very_large_filters_are_never_kept(void)
{
    struct opened opened;
    struct filter_file spec = file_of_blocks(PQ_LARGEST_BLOOM_CACHED / 32 + 1, 1);
    put_filter_file(&spec, NULL, 0);
    open_made(&opened);
    int64_t before = bytes_read(&opened);
    for (int64_t i = 0; i < 3000; i++)
        CHECK(excludes(&opened, 0, 0, INT64_VALUE(i)));
    CHECK(bytes_read(&opened) - before == 256 + 3000 * 32);
    close_opened(&opened);
}

static void allocation_failures_are_reported(void)
{
    struct filter_file spec = file_of_blocks(16, 60);
    int64_t three = 3;
    put_filter_file(&spec, &three, 1);
    for (long n = 1;; n++) {
        struct opened opened;
        enum status status = OK;
        union column_value five = INT64_VALUE(5);
        open_made(&opened);
        mem_fail_at(n, 0);
        for (uint32_t group = 0; status == OK && group < 60; group++) {
            struct error error = {0};
            enum keep_reason reason = KEEP_NONE;
            status = opened.table->ops->bloom_excludes(opened.table, group, 0, &five, 1,
                                                       &reason, &error);
            CHECK(status == error.status && (status == OK) == (reason == KEEP_NONE));
            CHECK(status == OK || status == NOMEM);
        }
        mem_fail_at(0, 0);
        for (uint32_t group = 0; group < 60; group++) {
            CHECK(excludes(&opened, group, 0, five));
            CHECK(!excludes(&opened, group, 0, INT64_VALUE(3)));
        }
        close_opened(&opened);
        if (status == OK) {
            CHECK(n > 60);
            break;
        }
    }
}

/* ---- Files of other writers --------------------------------------------------- */

/* A value that the test file's column does not contain. */
static union column_value absent_value(const struct column *column, uint32_t i,
                                       char *text)
{
    if (column->kind == VECTOR_INT64)
        return INT64_VALUE(1000003 + (int64_t)i * 7919);
    if (column->kind == VECTOR_DOUBLE)
        return REAL_VALUE((double)(1000003 + i) + 0.5);
    /* These texts have the length of the file's fixed-length column. */
    int size = snprintf(text, 20, "absent %u", (unsigned)i);
    return (union column_value){.bytes = {(const uint8_t *)text, (size_t)size}};
}

/* Looks up the stored values of a column, none of which may be excluded; returns their
 * number. */
static uint64_t look_for_stored(struct opened *opened, uint32_t column, uint32_t group)
{
    struct error error = {0};
    struct column_reader *reader = NULL;
    struct column_vector vector;
    uint64_t left = opened->table->ops->row_group_rows(opened->table, group), n = 0;
    if (opened->table->ops->open_column(opened->table, column, &reader, &error) != OK)
        return 0;
    CHECK(reader->ops->start(reader, group, &error) == OK);
    while (left > 0) {
        uint32_t most = left < BATCH_ROWS ? (uint32_t)left : BATCH_ROWS;
        if (reader->ops->read(reader, most, &vector, &error) != OK)
            break;
        for (uint32_t row = 0; row < vector.n_rows; row++) {
            uint32_t k = column_vector_index(&vector, row);
            union column_value value = {0};
            if (column_vector_is_null(&vector, row))
                continue;
            size_t width = vector_kind_width(vector.kind);
            memcpy(&value, (const char *)vector.values.any + k * width, width);
            CHECK(!excludes(opened, group, column, value));
            n++;
        }
        left -= vector.n_rows;
    }
    CHECK(left == 0);
    reader->ops->close(reader);
    return n;
}

/* Sets `names` to the names of the columns whose filters exclude most absent values. */
static void columns_with_filters(struct slice bytes, char *names, size_t size)
{
    enum { ABSENT = 400 };
    struct opened opened;
    struct error error = {0};
    names[0] = 0;
    CHECK(open_bytes(&opened, bytes, false, &error) == OK);
    if (error.status != OK)
        return;
    for (uint32_t column = 0; column < opened.schema->n_columns; column++) {
        const struct column *c = &opened.schema->columns[column];
        uint32_t n_groups = opened.table->ops->row_group_count(opened.table);
        uint32_t n_excluded = 0;
        for (uint32_t group = 0; group < n_groups; group++) {
            char text[20];
            look_for_stored(&opened, column, group);
            for (uint32_t i = 0; i < ABSENT; i++)
                n_excluded += excludes(&opened, group, column, absent_value(c, i, text));
        }
        CHECK(n_excluded == 0 || n_excluded > n_groups * ABSENT * 8 / 10);
        if (n_excluded > 0)
            snprintf(names + strlen(names), size - strlen(names), "%s ", c->name);
    }
    close_opened(&opened);
}

static void check_writer(const char *name, const char *expected)
{
    char path[100], names[200];
    snprintf(path, sizeof path, "testdata/%s_bloom.parquet", name);
    struct bytes bytes = bytes_of_file(path);
    CHECK(bytes.size > 0);
    columns_with_filters(bytes_slice(&bytes), names, sizeof names);
    CHECK_TEXT(names, expected);
    bytes_free(&bytes);
}

static void filters_of_other_writers_are_used(void)
{
    check_writer("pyarrow", "id n s d ");
    check_writer("duckdb", "s d day ");
    check_writer("java", "id n s d color fixed f ");
    check_writer("rust", "id n s d fixed f color ");
}

static void look_up_in_each_column(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    (void)name;
    if (open_bytes(&opened, bytes, false, &error) != OK)
        return;
    for (uint32_t group = 0;
         group < least(opened.table->ops->row_group_count(opened.table), 50); group++) {
        for (uint32_t column = 0; column < least(opened.schema->n_columns, 50);
             column++) {
            char text[20];
            const struct column *c = &opened.schema->columns[column];
            excludes(&opened, group, column, absent_value(c, 0, text));
        }
    }
    close_opened(&opened);
}

static void lookups_work_on_any_column(void)
{
    CHECK(for_each_file(100000, look_up_in_each_column) > 0);
}

static void filters_of_the_corpus_exclude_no_stored_value(void)
{
    static const char *const names[] = {"data_index_bloom_encoding_stats.parquet",
                                        "data_index_bloom_encoding_with_length.parquet"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char columns[200];
        struct bytes bytes = corpus_file(names[i]);
        if (bytes.size == 0)
            continue;
        columns_with_filters(bytes_slice(&bytes), columns, sizeof columns);
        CHECK_TEXT(columns, "String ");
        bytes_free(&bytes);
    }
}

int main(void)
{
    RUN(unusual_filters_are_not_used);
    RUN(stored_length_must_agree_with_the_header);
    RUN(filters_end_before_the_footer);
    RUN(filters_of_old_parquet_go_are_not_used);
    RUN(leaves_in_groups_have_filters_but_groups_do_not);
    RUN(filters_of_any_number_of_blocks_are_read);
    RUN(all_of_several_values_must_be_absent);
    RUN(small_filters_are_read_once);
    RUN(large_filters_are_read_by_blocks_at_first);
    RUN(memory_for_kept_filters_is_limited);
    RUN(very_large_filters_are_never_kept);
    RUN(allocation_failures_are_reported);
    RUN(filters_of_other_writers_are_used);
    RUN(lookups_work_on_any_column);
    RUN(filters_of_the_corpus_exclude_no_stored_value);
    bytes_free(&file);
    return unit_test_done();
}
