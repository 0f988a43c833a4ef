/* SPDX-License-Identifier: MIT */
/* test_iceberg_table.c - Iceberg tables from their folder to a declared table: files,
 * values of partitions, statistics, deleted rows, other snapshots, and what is
 * refused (iceberg_table.h, iceberg_deletions.h). */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "base/alloc.h"
#include "base/hash.h"
#include "lake/iceberg/iceberg_table.h"
#include "unit_fake_file.h"
#include "unit_files.h"
#include "unit_manifest.h"
#include "unit_test.h"

#define LOCATION "s3://b/t"
#define SCHEMA                                                                           \
    ENTRY_SCHEMA_BEGIN AVRO_FIELD("p", 1000, AVRO_OR_NULL("\"int\"")) ENTRY_SCHEMA_END

static struct error error;
static struct declared_table *table;

/* ---- Tables in the temporary folder ----------------------------------------------- */

static void write_bytes(const char *name, struct bytes bytes)
{
    make_entry(name);
    FILE *file = must(fopen(path_of(name), "wb"));
    if (fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0)
        exit(2);
    bytes_free(&bytes);
}

/* Column 1, "p", by which the table is partitioned, column 2, "x", and a snapshot, whose
 * manifest list is t/metadata/list. */
static void write_metadata(const char *name, int snapshot)
{
    struct bytes text = {0};
    char json[1000];
    snprintf(json, sizeof json,
             "{\"format-version\":2,\"location\":\"" LOCATION
             "\",\"schemas\":[{\"fields\":["
             "{\"id\":1,\"name\":\"p\",\"type\":\"int\"},"
             "{\"id\":2,\"name\":\"x\",\"type\":\"long\"}]}],\"partition-specs\":["
             "{\"spec-id\":0,\"fields\":[{\"source-id\":1,\"field-id\":1000,"
             "\"name\":\"p\",\"transform\":\"identity\"}]}],\"current-snapshot-id\":%d,"
             "\"snapshots\":[{\"snapshot-id\":7,\"timestamp-ms\":1000,\"manifest-list\":"
             "\"" LOCATION "/metadata/list\"},{\"snapshot-id\":8,\"timestamp-ms\":2000,"
             "\"manifest-list\":\"" LOCATION "/metadata/none\"},"
             "{\"snapshot-id\":9,\"key-id\":\"k\",\"manifest-list\":\"x\"}]}",
             snapshot);
    bytes_put_text(&text, json);
    write_bytes(name, text);
}

/* Two manifests: data files, and files of deletes unless there are none. */
static void write_manifests(const struct test_entry *data, size_t n_data,
                            const struct test_entry *deletes, size_t n_deletes)
{
    struct bytes list = {0}, block = {0};
    write_bytes("t/metadata/data", manifest_bytes(SCHEMA, NULL, data, n_data));
    write_bytes("t/metadata/deletes", manifest_bytes(SCHEMA, NULL, deletes, n_deletes));
    avro_put_header(&list, LIST_SCHEMA, NULL, NULL);
    for (int content = 0; content < 2; content++) {
        avro_put_text(&block, content == 0 ? LOCATION "/metadata/data"
                                           : LOCATION "/metadata/deletes");
        bytes_put_zigzag(&block, 0);
        bytes_put_zigzag(&block, content);
        bytes_put_zigzag(&block, 1 + content);
        bytes_put_zigzag(&block, 7);
        put_text_or_null(&block, NULL);
        put_long_or_null(&block, 0);
    }
    avro_put_block(&list, 2, block.data, block.size);
    bytes_free(&block);
    write_bytes("t/metadata/list", list);
}

static const struct test_metrics metrics_of_1 = {.n_values = 5,
                                                 .n_nulls = 0,
                                                 .n_nans = -1,
                                                 .lower = "\003\000\000\000",
                                                 .upper = "\003\000\000\000",
                                                 .lower_size = 4,
                                                 .upper_size = 4};

/* One file of the partition p = 3, one of p IS NULL. */
static const struct test_entry two_files[] = {
    {.status = 1,
     .path = LOCATION "/data/p=3/a.parquet",
     .n_rows = 5,
     .partition = "\002\006",
     .partition_size = 2,
     .metrics = &metrics_of_1},
    {.status = 1,
     .path = LOCATION "/data/p=null/b.orc",
     .n_rows = 6,
     .format = "ORC",
     .partition = "\000",
     .partition_size = 1},
};

static enum status open_with(const struct iceberg_request *request)
{
    declared_table_release(table);
    error_clear(&error);
    return iceberg_table_open(request, &table, &error);
}

static enum status open_table(void)
{
    struct iceberg_request request = {.path = path_of("t")};
    return open_with(&request);
}

/* ---- Tests ------------------------------------------------------------------------ */

static void files_are_declared(void)
{
    write_metadata("t/metadata/v1.metadata.json", 7);
    write_manifests(two_files, 2, NULL, 0);
    CHECK(open_table() == OK);
    CHECK(table->n_columns == 2 && table->n_files == 2);
    CHECK(table->by_field_ids && table->by_positions && !table->has_deleted_rows);
    CHECK_TEXT(table->columns[1].column.name, "x");
    CHECK_TEXT(table->files[0].path, path_of("t/data/p=3/a.parquet"));
    CHECK_TEXT(table->files[1].path, path_of("t/data/p=null/b.orc"));
    CHECK(table->files[1].n_rows == 6 && table->files[1].n_deleted == 0);
    CHECK(iceberg_table_snapshot(table)->id == 7);
    CHECK(iceberg_table_location(table)->choice == ICEBERG_HIGHEST);
    CHECK(iceberg_table_metadata(table)->n_snapshots == 3);
    CHECK(iceberg_table_files(table)->data.n == 2);
}

static void absent_columns_have_the_values_of_the_partition(void)
{
    struct declared_value value = {.is_null = true};
    CHECK(open_table() == OK);
    CHECK(table->ops->absent_value(table, 0, 0, &value));
    CHECK(!value.is_null && value.value.int64 == 3);
    CHECK(table->ops->absent_value(table, 1, 0, &value) && value.is_null);
    CHECK(!table->ops->absent_value(table, 0, 1, &value));
}

static struct column_statistics statistics_of(uint32_t file, uint32_t column)
{
    struct column_statistics statistics = {.n_rows = 0};
    CHECK(table->ops->statistics(table, file, column, &statistics, &error) == OK);
    return statistics;
}

static void statistics_are_of_metrics_and_partitions(void)
{
    CHECK(open_table() == OK);
    struct column_statistics s = statistics_of(0, 0);
    CHECK(s.n_rows == 5 && s.has_min && s.has_max);
    CHECK(s.min.int64 == 3 && s.max.int64 == 3);
    CHECK(s.has_null_count && s.null_count == 0);
    s = statistics_of(1, 0);
    CHECK(s.n_rows == 6 && !s.has_min && s.has_null_count && s.null_count == 6);
    s = statistics_of(0, 1);
    CHECK(s.n_rows == 5 && !s.has_min && !s.has_max && !s.has_null_count);
}

static void snapshots_are_chosen(void)
{
    struct iceberg_request request = {.path = path_of("t")};
    request.wish = (struct iceberg_wish){.version = ICEBERG_SNAPSHOT, .snapshot_id = 8};
    CHECK(open_with(&request) == CANTOPEN); /* it has no manifest list any more */
    CHECK(strstr(error.message, "t/metadata/none") != NULL);
    request.wish.snapshot_id = 9;
    CHECK(open_with(&request) == UNSUPPORTED);
    CHECK_TEXT(error.message, "the table is encrypted");
    request.wish.version = ICEBERG_AS_OF;
    request.wish.timestamp_ms = 999;
    CHECK(open_with(&request) == MISUSE);
}

static bool is_current(void)
{
    bool is = false;
    CHECK(table->ops->is_current(table, &is, &error) == OK);
    return is;
}

static void a_new_metadata_file_is_noticed(void)
{
    struct iceberg_request request = {.path = path_of("t/metadata/v1.metadata.json")};
    CHECK(open_table() == OK);
    CHECK(is_current());
    write_metadata("t/metadata/v2.metadata.json", -1);
    CHECK(!is_current());
    CHECK(open_table() == OK);
    CHECK(is_current() && table->n_files == 0 && table->n_columns == 2);
    CHECK(iceberg_table_snapshot(table) == NULL);
    CHECK(open_with(&request) == OK);
    CHECK(is_current() && table->n_files == 2);
    remove(path_of("t/metadata/v2.metadata.json"));
    CHECK(is_current());
    write_metadata("t/metadata/v1.metadata.json", 77);
    CHECK(!is_current());
    write_metadata("t/metadata/v1.metadata.json", 7);
}

/* Opens the table with one data file. */
static enum status open_one_file(const char *path, const struct lake_roots *roots)
{
    const struct test_entry entry = {
        .status = 1, .path = path, .n_rows = 1, .partition = "\000", .partition_size = 1};
    struct iceberg_request request = {.path = path_of("t"), .roots = roots};
    write_manifests(&entry, 1, NULL, 0);
    return open_with(&request);
}

static void files_elsewhere_need_permission(void)
{
    struct lake_roots roots;
    CHECK(open_one_file("s3://other/data/a.parquet", NULL) == MISUSE);
    CHECK(strstr(error.message, "lake_roots") != NULL);
    CHECK(open_one_file(LOCATION "/../a.parquet", NULL) == MISUSE);
    CHECK(lake_roots_parse("\"s3://other\"=/mnt", &roots, &error) == OK);
    CHECK(open_one_file("s3://other/data/a.parquet", &roots) == OK);
    CHECK_TEXT(table->files[0].path, "/mnt/data/a.parquet");
    lake_roots_release(&roots);
}

/* A vector of the rows 1 and 4, after four other bytes; returns its size. */
static int64_t write_vector(const char *name)
{
    static const uint16_t rows[] = {1, 4};
    struct bytes bitmap = {0}, file = {0};
    bytes_put_uint(&bitmap, 1681511377, 4);
    bytes_put_uint(&bitmap, 1, 8); /* bitmaps */
    bytes_put_uint(&bitmap, 0, 4); /* upper half */
    bytes_put_uint(&bitmap, 12346, 4);
    bytes_put_uint(&bitmap, 1, 4);     /* containers */
    bytes_put_uint(&bitmap, 0, 2);     /* key */
    bytes_put_uint(&bitmap, 2 - 1, 2); /* cardinality */
    bytes_put_uint(&bitmap, 16, 4);    /* offset */
    for (int i = 0; i < 2; i++)
        bytes_put_uint(&bitmap, rows[i], 2);
    uint32_t crc = crc32_of(bytes_slice(&bitmap));
    bytes_put_text(&file, "PFA1");
    for (int i = 3; i >= 0; i--)
        bytes_put_u8(&file, (unsigned)(bitmap.size >> 8 * i) & 0xff);
    bytes_put_bytes(&file, &bitmap);
    for (int i = 3; i >= 0; i--)
        bytes_put_u8(&file, crc >> 8 * i & 0xff);
    int64_t size = (int64_t)file.size - 4;
    bytes_free(&bitmap);
    write_bytes(name, file);
    return size;
}

static void vectors_delete_rows(void)
{
    const struct row_bitmap *rows, *again;
    const struct test_entry vector = {.status = 1,
                                      .content = ICEBERG_POSITION_DELETES,
                                      .path = LOCATION "/data/v.puffin",
                                      .format = "PUFFIN",
                                      .n_rows = 2,
                                      .partition = "\002\006",
                                      .partition_size = 2,
                                      .data_file = LOCATION "/data/p=3/a.parquet",
                                      .offset = 4,
                                      .size = write_vector("t/data/v.puffin")};
    write_manifests(two_files, 2, &vector, 1);
    CHECK(open_table() == OK);
    CHECK(table->has_deleted_rows);
    CHECK(table->files[0].n_deleted == 2 && table->files[1].n_deleted == 0);
    CHECK(table->ops->deleted_rows(table, 0, NULL, &rows, &error) == OK);
    CHECK(rows != NULL && rows->n == 2);
    CHECK(row_bitmap_contains(rows, 1) && row_bitmap_contains(rows, 4));
    CHECK(table->ops->deleted_rows(table, 0, NULL, &again, &error) == OK);
    CHECK(again == rows);
    CHECK(table->ops->deleted_rows(table, 1, NULL, &rows, &error) == OK && rows == NULL);
}

/* ---- Files of deletes ------------------------------------------------------------- */

static struct fake_file delete_file, data_file;
static uint32_t n_opened;

static enum status open_delete_file(const void *context, const char *path,
                                    struct table_file **file, struct error *why)
{
    (void)context;
    n_opened++;
    CHECK_TEXT(path, path_of("t/data/deletes.parquet"));
    return delete_file.base.ops->open_again(&delete_file.base, file, why);
}

static enum status open_with_deletes(const struct test_entry *deletes)
{
    struct iceberg_request request = {.path = path_of("t"),
                                      .opener = {open_delete_file, NULL}};
    n_opened = 0;
    write_manifests(two_files, 2, deletes, 1);
    return open_with(&request);
}

/* The rows of data file 0 that are deleted, such as "0 2 "; or the message. */
static const char *deleted(void)
{
    static char text[sizeof error.message];
    const struct row_bitmap *rows;
    size_t size = 0;
    text[0] = '\0';
    error_clear(&error);
    if (table->ops->deleted_rows(table, 0, &data_file.base, &rows, &error) != OK)
        return error.message;
    for (uint64_t row = 0;
         rows != NULL && (row = row_bitmap_next(rows, row)) != UINT64_MAX; row++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%d ", (int)row);
    return text;
}

static struct fake_cell text_cell(const char *text)
{
    return (struct fake_cell){.value.bytes = {(const uint8_t *)text, strlen(text)}};
}

static void positions_delete_rows_of_the_path_as_it_is_written(void)
{
    static const struct test_entry entry = {.status = 1,
                                            .content = ICEBERG_POSITION_DELETES,
                                            .path = LOCATION "/data/deletes.parquet",
                                            .n_rows = 3,
                                            .partition = "\002\006",
                                            .partition_size = 2};
    static const int64_t positions[] = {3, 1, 0};
    const uint32_t n = 3;
    fake_init(&delete_file, &n, 1);
    struct fake_column *paths = fake_add_column(&delete_file, COLUMN_TEXT, VECTOR_BYTES,
                                                DOMAIN_BYTES);
    struct fake_column *rows = fake_add_column(&delete_file, COLUMN_INTEGER, VECTOR_INT64,
                                               DOMAIN_INT64);
    delete_file.columns[0].name = "file_path";
    delete_file.columns[0].name_size = 9;
    delete_file.columns[1].name = "pos";
    delete_file.columns[1].name_size = 3;
    for (uint32_t i = 0; i < n; i++) {
        paths->cells[i] = text_cell(LOCATION "/data/p=3/a.parquet");
        rows->cells[i].value.int64 = positions[i];
    }
    paths->cells[1] = text_cell(path_of("t/data/p=3/a.parquet")); /* another path */
    fake_finish(&delete_file);
    CHECK(open_with_deletes(&entry) == OK);
    CHECK(table->files[0].n_deleted == DECLARED_UNKNOWN);
    CHECK(table->files[1].n_deleted == 0); /* of another partition */
    CHECK(n_opened == 0);
    CHECK_TEXT(deleted(), "0 3 ");
    CHECK_TEXT(deleted(), "0 3 ");
    CHECK(n_opened == 1);
    fake_free(&delete_file);
}

/* Makes a file with the numbers 5, 6, null and 5 in a column of the id. */
static void make_numbers(struct fake_file *file, uint32_t n, int32_t id)
{
    fake_init(file, &n, 1);
    struct fake_column *fake = fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64,
                                               DOMAIN_INT64);
    file->columns[0].has_field_id = true;
    file->columns[0].field_id = id;
    for (uint32_t i = 0; i < n; i++)
        fake->cells[i] = (struct fake_cell){.is_null = i == 2,
                                            .value.int64 = i == 1 ? 6 : 5};
    fake_finish(file);
}

static void equal_values_delete_rows(void)
{
    static const int32_t ids[] = {2, 0}, unknown[] = {9, 0};
    struct test_entry entry = {.status = 1,
                               .content = ICEBERG_EQUALITY_DELETES,
                               .path = LOCATION "/data/deletes.parquet",
                               .n_rows = 1,
                               .partition = "\002\006",
                               .partition_size = 2,
                               .equality_ids = ids};
    make_numbers(&delete_file, 1, 2);
    make_numbers(&data_file, 4, 2);
    CHECK(open_with_deletes(&entry) == OK);
    CHECK_TEXT(deleted(), "0 3 ");
    CHECK(n_opened == 1);
    fake_free(&data_file);
    /* A file without the column has null in all rows, which is no value. */
    make_numbers(&data_file, 4, 1);
    CHECK(open_with_deletes(&entry) == OK);
    CHECK_TEXT(deleted(), "");
    fake_free(&delete_file);
    make_numbers(&delete_file, 3, 2);
    CHECK(open_with_deletes(&entry) == OK);
    CHECK_TEXT(deleted(), "0 1 2 3 ");
    fake_free(&delete_file);
    make_numbers(&delete_file, 1, 3);
    CHECK(open_with_deletes(&entry) == OK);
    CHECK(strstr(deleted(), "the delete file lacks column 2, \"x\", by which it deletes "
                            "rows") != NULL);
    entry.equality_ids = unknown;
    CHECK(open_with_deletes(&entry) == CORRUPT);
    CHECK_TEXT(error.message, "rows are deleted by column 9, which no schema has");
    fake_free(&delete_file);
    fake_free(&data_file);
}

/* ---- Lost memory ------------------------------------------------------------------ */

/* Opens the table and looks for the deleted rows of both files. */
static enum status use_table(void)
{
    const struct row_bitmap *rows;
    struct iceberg_request request = {.path = path_of("t"),
                                      .opener = {open_delete_file, NULL}};
    enum status status = open_with(&request);
    for (uint32_t i = 0; i < 2 && status == OK; i++)
        status = table->ops->deleted_rows(table, i, &data_file.base, &rows, &error);
    return status;
}

static void lost_memory_is_reported(void)
{
    static const int32_t ids[] = {2, 0};
    const struct test_entry entry = {.status = 1,
                                     .content = ICEBERG_EQUALITY_DELETES,
                                     .path = LOCATION "/data/deletes.parquet",
                                     .n_rows = 1,
                                     .partition = "\002\006",
                                     .partition_size = 2,
                                     .equality_ids = ids};
    long n = 0;
    enum status status;
    make_numbers(&delete_file, 1, 2);
    make_numbers(&data_file, 4, 2);
    write_manifests(two_files, 2, &entry, 1);
    do {
        mem_fail_at(++n, 0);
        status = use_table();
        mem_fail_at(0, 0);
        CHECK(status == NOMEM || status == OK);
    } while (status == NOMEM && n < 100000);
    CHECK(n > 50 && status == OK);
    CHECK_TEXT(deleted(), "0 3 ");
    fake_free(&delete_file);
    fake_free(&data_file);
}

int main(void)
{
    make_resolved_folder();
    RUN(files_are_declared);
    RUN(absent_columns_have_the_values_of_the_partition);
    RUN(statistics_are_of_metrics_and_partitions);
    RUN(snapshots_are_chosen);
    RUN(a_new_metadata_file_is_noticed);
    RUN(files_elsewhere_need_permission);
    RUN(vectors_delete_rows);
    RUN(positions_delete_rows_of_the_path_as_it_is_written);
    RUN(equal_values_delete_rows);
    RUN(lost_memory_is_reported);
    declared_table_release(table);
    remove_all(folder);
    return unit_test_done();
}
