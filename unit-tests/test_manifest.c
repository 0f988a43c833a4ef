/* SPDX-License-Identifier: MIT */
/*
 * test_manifest.c - manifests of Iceberg tables and lists of them, from literal bytes:
 * which files are in a snapshot, what they inherit, their partition values and metrics,
 * what is refused, and what is shared (manifest_list.h, manifest.h, manifest_cache.h)
 */
#include "base/alloc.h"
#include "base/cache.h"
#include "lake/iceberg/manifest_cache.h"
#include "unit_manifest.h"
#include "unit_test.h"

#define SCHEMA ENTRY_SCHEMA_BEGIN ENTRY_SCHEMA_END

static struct iceberg_partition_spec unpartitioned = {.id = 0};
static const int32_t column_1[] = {1};
static const struct iceberg_manifest_wish plain_wish = {
    .specs = &unpartitioned, .n_specs = 1, .metrics_ids = column_1, .n_metrics_ids = 1};
static const struct iceberg_manifest data_manifest = {
    .has_spec_id = true,
    .content = ICEBERG_DATA,
    .sequence_number = 7,
    .snapshot_id = 70,
    .first_row_id = ICEBERG_NO_FIRST_ROW_ID};
static const struct iceberg_manifest delete_manifest = {.has_spec_id = true,
                                                        .content = ICEBERG_DELETES,
                                                        .sequence_number = 7,
                                                        .snapshot_id = 70,
                                                        .first_row_id = 500};

static void append_file(const struct iceberg_file *file, char *text, size_t size)
{
    snprintf(text + strlen(text), size - strlen(text),
             "%.*s format=%d rows=%llu seq=%lld snapshot=%lld",
             SLICE_SHOWN(iceberg_file_location(file), 100), (int)file->format,
             (unsigned long long)file->n_rows, (long long)file->sequence_number,
             (long long)file->snapshot_id);
    if (file->first_row_id != ICEBERG_NO_FIRST_ROW_ID)
        snprintf(text + strlen(text), size - strlen(text), " first=%lld",
                 (long long)file->first_row_id);
    if (file->deletes != NULL)
        snprintf(text + strlen(text), size - strlen(text), " of='%.*s' at=%lld+%lld ids=",
                 SLICE_SHOWN(file->deletes->data_file, 100),
                 (long long)file->deletes->content_offset,
                 (long long)file->deletes->content_size);
    for (uint32_t i = 0; file->deletes != NULL && i < file->deletes->n_equality_ids; i++)
        snprintf(text + strlen(text), size - strlen(text), "%d,",
                 file->deletes->equality_ids[i]);
    if (iceberg_file_is_vector(file))
        snprintf(text + strlen(text), size - strlen(text), " vector");
    snprintf(text + strlen(text), size - strlen(text), "; ");
}

/* The files of a manifest as text, or "!" and the message. */
static const char *files_of(const struct bytes *bytes,
                            const struct iceberg_manifest *manifest)
{
    static char text[4096];
    struct iceberg_files files = {0};
    struct error error = {0};
    enum status status = read_manifest(bytes, manifest, &plain_wish, &files, &error);
    text[0] = '\0';
    for (uint32_t i = 0; status == OK && i < files.data.n; i++)
        append_file(&files.data.files[i], text, sizeof text);
    for (uint32_t i = 0; status == OK && i < files.deletes.n; i++)
        append_file(&files.deletes.files[i], text, sizeof text);
    if (status != OK)
        snprintf(text, sizeof text, "!%s: %s", status_name(status), error.message);
    iceberg_files_release(&files);
    return text;
}

static const char *shown(const struct iceberg_manifest *manifest,
                         const char *const *metadata, const struct test_entry *entries,
                         size_t n)
{
    struct bytes bytes = manifest_bytes(SCHEMA, metadata, entries, n);
    const char *text = files_of(&bytes, manifest);
    bytes_free(&bytes);
    return text;
}

#define SHOWN(manifest, entries) shown(manifest, NULL, entries, COUNT_OF(entries))
#define SHOWN_ONE(manifest, ...) SHOWN(manifest, ((struct test_entry[]){{__VA_ARGS__}}))

/* ---- Entries ---------------------------------------------------------------------- */

static void deleted_entries_are_not_in_the_snapshot(void)
{
    const struct test_entry entries[] = {
        {.status = 1, .path = "a", .n_rows = 10},
        {.status = 2, .path = "b", .n_rows = 20, .sequence_number = 3},
        {.status = 0, .path = "c", .n_rows = 30, .sequence_number = 3, .snapshot_id = 9},
    };
    CHECK_TEXT(SHOWN(&data_manifest, entries), "a format=0 rows=10 seq=7 snapshot=70; "
                                               "c format=0 rows=30 seq=3 snapshot=9; ");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 3, .path = "a"),
               "!corrupt: an entry with status 3");
}

static void sequence_numbers_are_inherited_by_new_files_only(void)
{
    struct iceberg_manifest version_1 = iceberg_manifest_at(slice_of("m", 1));
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .sequence_number = 5),
               "a format=0 rows=0 seq=5 snapshot=70; ");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 0, .path = "a"),
               "!corrupt: \"a\": an older file has no sequence number");
    CHECK_TEXT(SHOWN_ONE(&version_1, .status = 0, .path = "a"),
               "a format=0 rows=0 seq=0 snapshot=0; ");
}

static void first_row_ids_follow_one_another(void)
{
    struct iceberg_manifest version_3 = data_manifest;
    const struct test_entry entries[] = {
        {.status = 1, .path = "a", .n_rows = 10},
        {.status = 0, .path = "b", .n_rows = 5, .first_row_id = 3, .sequence_number = 1},
        {.status = 2, .path = "c", .n_rows = 6, .sequence_number = 1},
        {.status = 1, .path = "d", .n_rows = 7},
    };
    version_3.first_row_id = 100;
    CHECK_TEXT(SHOWN(&version_3, entries),
               "a format=0 rows=10 seq=7 snapshot=70 first=100; "
               "b format=0 rows=5 seq=1 snapshot=70 first=3; "
               "d format=0 rows=7 seq=7 snapshot=70 first=110; ");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .n_rows = 1),
               "a format=0 rows=1 seq=7 snapshot=70; ");
}

static void every_kind_of_deletes(void)
{
    const int32_t ids[] = {4, 1, 0};
    const struct test_entry entries[] = {
        {.status = 1, .content = 1, .path = "p", .n_rows = 2, .format = "ORC"},
        {.status = 1, .content = 1, .path = "q", .n_rows = 3, .data_file = "x"},
        {.status = 1,
         .content = 2,
         .path = "e",
         .n_rows = 4,
         .equality_ids = ids,
         .format = "avro"},
        {.status = 1,
         .content = 1,
         .path = "v",
         .n_rows = 5,
         .data_file = "x",
         .format = "PUFFIN",
         .offset = 4,
         .size = 60},
    };
    CHECK_TEXT(SHOWN(&delete_manifest, entries),
               "p format=1 rows=2 seq=7 snapshot=70 of='' at=-1+-1 ids=; "
               "q format=0 rows=3 seq=7 snapshot=70 of='x' at=-1+-1 ids=; "
               "e format=2 rows=4 seq=7 snapshot=70 of='' at=-1+-1 ids=4,1,; "
               "v format=3 rows=5 seq=7 snapshot=70 of='x' at=4+60 ids= vector; ");
}

static void what_an_entry_must_say(void)
{
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = ""),
               "!corrupt: \"\": an entry has no file path (field 100)");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .n_rows = -1),
               "!corrupt: \"a\": no record count (field 103)");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .format = "lance"),
               "!unsupported: \"a\": a file with the format \"lance\"");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .content = 3),
               "!unsupported: \"a\": a file with content 3");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .content = 1),
               "!corrupt: \"a\": a file with content 1 in a manifest of data");
    CHECK_TEXT(SHOWN_ONE(&delete_manifest, .status = 1, .path = "a"),
               "!corrupt: \"a\": a file with content 0 in a manifest of deletes");
    CHECK_TEXT(SHOWN_ONE(&delete_manifest, .status = 1, .path = "a", .content = 2),
               "!corrupt: \"a\": equality deletes without columns");
    CHECK_TEXT(
        SHOWN_ONE(&delete_manifest, .status = 1, .path = "a", .content = 1, .offset = 4),
        "!corrupt: \"a\": a deletion vector of no data file");
}

static void encrypted_files_are_refused(void)
{
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .key_metadata = "k"),
               "!unsupported: \"a\": the file is encrypted");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 1, .path = "a", .key_metadata = ""),
               "a format=0 rows=0 seq=7 snapshot=70; ");
    CHECK_TEXT(SHOWN_ONE(&data_manifest, .status = 2, .path = "a", .key_metadata = "k"),
               "");
}

static void the_header_says_what_the_list_does_not(void)
{
    const char *const deletes[] = {"content", "deletes", NULL};
    const char *const data[] = {"content", "data", NULL};
    const struct test_entry entry = {.status = 1, .content = 1, .path = "p"};
    struct iceberg_manifest manifest = iceberg_manifest_at(slice_of("m", 1));
    CHECK_TEXT(shown(&manifest, deletes, &entry, 1),
               "p format=0 rows=0 seq=0 snapshot=0 of='' at=-1+-1 ids=; ");
    CHECK(shown(&manifest, data, &entry, 1)[0] == '!');
    CHECK(shown(&manifest, NULL, &entry, 1)[0] == '!');
}

/* ---- Other schemas ---------------------------------------------------------------- */

/* Version 1, with fields in another order, foreign ones, and unions the other way round.
 */
static void fields_are_found_by_their_ids(void)
{
    static const char schema[] =
        "{\"type\":\"record\",\"name\":\"e\",\"fields\":["
        "{\"name\":\"x\",\"field-id\":2,\"type\":{\"type\":\"record\",\"name\":\"f\","
        "\"fields\":[{\"name\":\"rows\",\"field-id\":103,\"type\":\"int\"},"
        "{\"name\":\"z\",\"field-id\":100,\"type\":[\"string\",\"null\"]},"
        "{\"name\":\"block\",\"field-id\":105,\"type\":\"long\"},"
        "{\"name\":\"y\",\"field-id\":101,\"type\":\"string\"}]}},"
        "{\"name\":\"what\",\"field-id\":999,\"type\":{\"type\":\"map\",\"values\":"
        "\"string\"}},{\"name\":\"s\",\"field-id\":0,\"type\":\"int\"}]}";
    static const char entry[] = "\x0a\0\2p\4\6orc\2\2k\2v\0\2";
    struct iceberg_manifest manifest = iceberg_manifest_at(slice_of("m", 1));
    struct bytes file = {0};
    avro_put_header(&file, schema, NULL, NULL);
    avro_put_block(&file, 1, entry, sizeof entry - 1);
    CHECK_TEXT(files_of(&file, &manifest), "p format=1 rows=5 seq=0 snapshot=0; ");
    bytes_free(&file);
}

static void a_manifest_without_field_ids_has_no_paths(void)
{
    static const char schema[] = "{\"type\":\"record\",\"name\":\"e\",\"fields\":["
                                 "{\"name\":\"status\",\"type\":\"int\"}]}";
    struct bytes file = {0};
    avro_put_header(&file, schema, NULL, NULL);
    avro_put_block(&file, 1, "\2", 1);
    CHECK_TEXT(files_of(&file, &data_manifest), "!corrupt: an entry with status -1");
    bytes_free(&file);
}

/* ---- Partition values ------------------------------------------------------------- */

enum { MOST_FIELDS = 4 };

/* A field of the partition record; the last one has no type. */
struct value_type {
    int32_t field_id;
    const char *type;
};

static const char *schema_of(const struct value_type *types)
{
    static char schema[8192];
    snprintf(schema, sizeof schema, "%s", ENTRY_SCHEMA_BEGIN);
    for (int i = 0; types[i].type != NULL; i++)
        snprintf(schema + strlen(schema), sizeof schema - strlen(schema),
                 "%s{\"name\":\"p\",\"field-id\":%d,\"type\":%s}", i == 0 ? "" : ",",
                 types[i].field_id, types[i].type);
    strcat(schema, ENTRY_SCHEMA_END);
    return schema;
}

/* Reads an entry with the partition values of a spec whose fields are 1000 to 1003. */
static void read_partition(const struct value_type *types,
                           enum iceberg_transform transform, const char *bytes,
                           size_t size, struct iceberg_files *files)
{
    static struct iceberg_partition_field fields[MOST_FIELDS];
    static struct iceberg_partition_spec spec = {
        .id = 3, .fields = fields, .n_fields = MOST_FIELDS};
    struct iceberg_manifest_wish wish = {.specs = &spec, .n_specs = 1};
    struct iceberg_manifest manifest = data_manifest;
    struct error error = {0};
    for (int i = 0; i < MOST_FIELDS; i++)
        fields[i] = (struct iceberg_partition_field){
            .field_id = 1000 + i, .transform = transform, .parameter = 3};
    manifest.spec_id = 3;
    struct test_entry entry = {
        .status = 1, .path = "a", .partition = bytes, .partition_size = size};
    struct bytes file = manifest_bytes(schema_of(types), NULL, &entry, 1);
    CHECK(read_manifest(&file, &manifest, &wish, files, &error) == OK);
    CHECK(error.message[0] == '\0' && files->data.n == 1);
    bytes_free(&file);
}

static bool has_value(const struct iceberg_files *files, uint32_t i, const char *bytes,
                      size_t size)
{
    struct iceberg_partition_value value = iceberg_file_partition_value(
        &files->data.files[0], i);
    return !value.is_null && slice_equals(value.bytes, slice_of(bytes, size));
}

static void partition_values_of_every_type(void)
{
    /* In another order than the spec has them, and one that it does not have. */
    static const struct value_type numbers[] = {
        {1001, "\"boolean\""},         {1009, "\"string\""}, {1000, "[\"null\",\"int\"]"},
        {1003, "[\"null\",\"long\"]"}, {1002, "\"float\""},  {0, NULL}};
    static const struct value_type bytes[] = {
        {1000, "\"string\""},
        {1001, "{\"type\":\"fixed\",\"name\":\"d\",\"size\":4,\"logicalType\":"
               "\"decimal\",\"precision\":9}"},
        {1002, "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9}"},
        {1003, "{\"type\":\"fixed\",\"name\":\"f\",\"size\":2}"},
        {0, NULL}};
    struct iceberg_files files = {0};
    read_partition(numbers, ICEBERG_IDENTITY, "\1\2x\2\1\0\0\0\xc0\x3f", 10, &files);
    CHECK(has_value(&files, 0, "\xff\xff\xff\xff\xff\xff\xff\xff", 8));
    CHECK(has_value(&files, 1, "\1", 1));
    CHECK(has_value(&files, 2, "\0\0\0\0\0\0\xf8\x3f", 8));
    CHECK(iceberg_file_partition_value(&files.data.files[0], 3).is_null);
    iceberg_files_release(&files);
    read_partition(bytes, ICEBERG_IDENTITY, "\0\xff\xff\xff\x80\6\0\0\x80\0\0", 11,
                   &files);
    CHECK(has_value(&files, 0, "", 0));
    CHECK(has_value(&files, 1, "\x80", 1));
    CHECK(has_value(&files, 2, "\0\x80", 2));
    CHECK(has_value(&files, 3, "\0\0", 2));
    iceberg_files_release(&files);
}

/* An int and the long that it was promoted to; decimals with and without more digits. */
static void equal_partition_values_have_equal_bytes(void)
{
    static const struct value_type narrow_types[] = {
        {1000, "\"int\""},
        {1001, "\"float\""},
        {1002, "{\"type\":\"fixed\",\"name\":\"d\",\"size\":1,\"logicalType\":"
               "\"decimal\"}"},
        {0, NULL}};
    static const struct value_type wide_types[] = {
        {1000, "\"long\""},
        {1001, "\"double\""},
        {1002, "{\"type\":\"fixed\",\"name\":\"d\",\"size\":3,\"logicalType\":"
               "\"decimal\"}"},
        {0, NULL}};
    struct iceberg_files narrow = {0}, wide = {0};
    read_partition(narrow_types, ICEBERG_IDENTITY, "\x03\0\0\xc0\xbf\xfe", 6, &narrow);
    read_partition(wide_types, ICEBERG_IDENTITY, "\x03\0\0\0\0\0\0\xf8\xbf\xff\xff\xfe",
                   12, &wide);
    CHECK(slice_equals(iceberg_file_partition(&narrow.data.files[0]),
                       iceberg_file_partition(&wide.data.files[0])));
    iceberg_files_release(&narrow);
    iceberg_files_release(&wide);
}

static bool has_above(const struct iceberg_files *files, uint32_t i, const char *bytes,
                      size_t size)
{
    return slice_equals(iceberg_file_partition_value(&files->data.files[0], i).above,
                        slice_of(bytes, size));
}

static void what_is_above_truncated_values(void)
{
    static const struct value_type types[] = {{1000, "\"string\""},
                                              {1001, "\"bytes\""},
                                              {1002, "\"bytes\""},
                                              {1003, "\"int\""},
                                              {0, NULL}};
    struct iceberg_files files = {0};
    read_partition(types, ICEBERG_TRUNCATE, "\6abc\4a\xff\2\xff\4", 10, &files);
    CHECK(has_value(&files, 0, "abc", 3) && has_above(&files, 0, "abd", 3));
    CHECK(has_value(&files, 1, "a\xff", 2) && has_above(&files, 1, "b", 1));
    CHECK(has_value(&files, 2, "\xff", 1) && has_above(&files, 2, "", 0));
    CHECK(has_value(&files, 3, "\2\0\0\0\0\0\0\0", 8) && has_above(&files, 3, "", 0));
    iceberg_files_release(&files);
}

/* Writers may leave the spec out of the header, and metadata a spec that is not used any
 * more. */
static void specs_come_from_metadata_or_the_header(void)
{
    const char *const header[] = {"partition-spec-id", "12", "partition-spec",
                                  "[{\"name\":\"p\",\"transform\":\"bucket[4]\",\"source-"
                                  "id\":2,\"field-id\":1000}]",
                                  NULL};
    const char *const no_spec[] = {"partition-spec-id", "12", NULL};
    const struct test_entry entry = {
        .status = 1, .path = "a", .partition = "\6", .partition_size = 1};
    static const struct value_type types[] = {{1000, "\"int\""}, {0, NULL}};
    struct iceberg_manifest manifest = iceberg_manifest_at(slice_of("m", 1));
    struct iceberg_files files = {0};
    struct error error = {0};
    struct bytes file = manifest_bytes(schema_of(types), header, &entry, 1);
    CHECK(read_manifest(&file, &manifest, &plain_wish, &files, &error) == OK);
    CHECK(files.data.n == 1 && files.data.files[0].spec->id == 12 &&
          files.data.files[0].spec->fields[0].transform == ICEBERG_BUCKET &&
          files.data.files[0].spec->fields[0].parameter == 4);
    CHECK(files.data.n == 1 && has_value(&files, 0, "\3\0\0\0\0\0\0\0", 8));
    iceberg_files_release(&files);
    bytes_free(&file);
    file = manifest_bytes(schema_of(types), no_spec, &entry, 1);
    CHECK(read_manifest(&file, &manifest, &plain_wish, &files, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the table has no partition spec 12");
    iceberg_files_release(&files);
    bytes_free(&file);
}

/* ---- Metrics ---------------------------------------------------------------------- */

static void read_metrics(const struct test_metrics *stated, const int32_t *ids,
                         uint32_t n_ids, struct iceberg_metrics *metrics)
{
    static struct iceberg_files files;
    struct iceberg_manifest_wish wish = plain_wish;
    struct error error = {0};
    struct test_entry entry = {.status = 1, .path = "a", .n_rows = 10, .metrics = stated};
    struct bytes file = manifest_bytes(SCHEMA, NULL, &entry, 1);
    wish.metrics_ids = ids;
    wish.n_metrics_ids = n_ids;
    iceberg_files_release(&files); /* of the last call, whose slices were in use */
    CHECK(read_manifest(&file, &data_manifest, &wish, &files, &error) == OK);
    CHECK(files.data.n == 1);
    if (files.data.n == 1)
        iceberg_file_metrics(&files.data.files[0], 1, metrics);
    bytes_free(&file);
}

static void metrics_of_wanted_columns_are_kept(void)
{
    const struct test_metrics all = {1, 300, 2, 0, "\1\0\0\0", "\2\0\0\0", 4, 4};
    const struct test_metrics none = {
        .field_id = 1, .n_values = -1, .n_nulls = -1, .n_nans = -1};
    const int32_t around[] = {-1, 0, 1, 5}, others[] = {0, 2};
    struct iceberg_metrics m;
    read_metrics(&all, around, 4, &m);
    CHECK(m.has_value_count && m.value_count == 300 && m.has_null_count &&
          m.null_count == 2 && m.has_nan_count && m.nan_count == 0);
    CHECK(m.has_lower && slice_equals(m.lower, slice_of("\1\0\0\0", 4)));
    CHECK(m.has_upper && slice_equals(m.upper, slice_of("\2\0\0\0", 4)));
    read_metrics(&all, others, 2, &m);
    CHECK(!m.has_value_count && !m.has_lower && !m.has_upper);
    read_metrics(&all, NULL, 0, &m);
    CHECK(!m.has_value_count && !m.has_lower && !m.has_upper);
    read_metrics(&none, around, 4, &m);
    CHECK(!m.has_value_count && !m.has_null_count && !m.has_nan_count && !m.has_lower &&
          !m.has_upper);
    read_metrics(NULL, NULL, 0, &m);
}

/* Of a file of position deletes, those of the paths are, whatever is wanted. */
static void bounds_of_deleted_paths_are_kept(void)
{
    const struct test_metrics paths = {
        ICEBERG_DELETED_PATH_ID, 3, 0, -1, "a/b", "a/c", 3, 3};
    const struct test_metrics positions = {ICEBERG_DELETED_POS_ID, 3,    0, -1,
                                           "\0\0\0\0\0\0\0\0",     NULL, 8, 0};
    const struct test_entry entries[] = {
        {.status = 1, .content = 1, .path = "p", .metrics = &paths},
        {.status = 1, .content = 1, .path = "q", .metrics = &positions},
    };
    struct bytes file = manifest_bytes(SCHEMA, NULL, entries, 2);
    struct iceberg_files files = {0};
    struct iceberg_metrics m;
    struct error error = {0};
    CHECK(read_manifest(&file, &delete_manifest, &plain_wish, &files, &error) == OK);
    CHECK(files.deletes.n == 2 && files.deletes.files[1].metrics_size == 0);
    if (files.deletes.n == 2) {
        iceberg_file_metrics(&files.deletes.files[0], ICEBERG_DELETED_PATH_ID, &m);
        CHECK(m.has_value_count && m.value_count == 3 && !m.has_nan_count);
        CHECK(m.has_lower && slice_equals(m.lower, slice_of("a/b", 3)) && m.has_upper &&
              slice_equals(m.upper, slice_of("a/c", 3)));
    }
    iceberg_files_release(&files);
    bytes_free(&file);
}

/* ---- Lists ------------------------------------------------------------------------ */

static const char *list_shown(const char *schema, const char *records, size_t size,
                              int64_t n)
{
    static char text[1024];
    struct bytes bytes = {0};
    struct iceberg_manifest_list list = {0};
    struct input_file *input;
    struct error error = {0};
    avro_put_header(&bytes, schema, NULL, NULL);
    avro_put_block(&bytes, n, records, size);
    CHECK(input_file_open_memory(bytes_slice(&bytes), &input, &error) == OK);
    enum status status = iceberg_manifest_list_read(input, &list, &error);
    text[0] = '\0';
    for (uint32_t i = 0; status == OK && i < list.n; i++) {
        const struct iceberg_manifest *m = &list.manifests[i];
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%.*s spec=%d(%d) content=%d seq=%lld snapshot=%lld first=%lld; ",
                 SLICE_SHOWN(m->location, 100), m->spec_id, m->has_spec_id,
                 (int)m->content, (long long)m->sequence_number,
                 (long long)m->snapshot_id, (long long)m->first_row_id);
    }
    if (status != OK)
        snprintf(text, sizeof text, "!%s: %s", status_name(status), error.message);
    iceberg_manifest_list_release(&list);
    input_file_close(input);
    bytes_free(&bytes);
    return text;
}

static void manifests_of_a_list(void)
{
    CHECK_TEXT(list_shown(LIST_SCHEMA,
                          "\4m1\2\0\6\4\0\2\x0a"
                          "\4m2\0\2\x08\6\0\0",
                          19, 2),
               "m1 spec=1(1) content=0 seq=3 snapshot=2 first=5; "
               "m2 spec=0(1) content=1 seq=4 snapshot=3 first=-1; ");
    CHECK_TEXT(
        list_shown(AVRO_RECORD("m", AVRO_FIELD("p", 500, "\"string\"")), "\2m", 2, 1),
        "m spec=0(0) content=2 seq=0 snapshot=0 first=-1; ");
}

static void lists_that_are_refused(void)
{
    CHECK_TEXT(list_shown(LIST_SCHEMA, "\0\0\0\0\0\0\0", 7, 1),
               "!corrupt: a manifest has no path (field 500)");
    CHECK_TEXT(list_shown(LIST_SCHEMA, "\2m\0\4\0\0\0\0", 8, 1),
               "!unsupported: a manifest with content 2");
    CHECK_TEXT(list_shown(LIST_SCHEMA, "\2m\0\0\0\0\2\2k\0", 10, 1),
               "!unsupported: the table is encrypted");
}

/* ---- Failures --------------------------------------------------------------------- */

static void allocation_failures(void)
{
    const int32_t ids[] = {4, 0};
    const struct test_metrics all = {1, 300, 2, 0, "\1\0\0\0", "\2\0\0\0", 4, 4};
    const struct test_entry entries[] = {
        {.status = 1, .content = 2, .path = "e", .equality_ids = ids, .metrics = &all},
        {.status = 1, .content = 1, .path = "q", .data_file = "x"},
    };
    const char *text = "";
    long n = 0;
    while (text[0] != 'e' && ++n < 200) {
        mem_fail_at(n, 0);
        text = SHOWN(&delete_manifest, entries);
        mem_fail_at(0, 0);
        CHECK(text[0] == 'e' || strstr(text, "out of memory") != NULL);
    }
    CHECK(n > 5 && n < 200);
}

/* ---- Manifests that were read before ------------------------------------------------
 */

/* Reads a manifest as a file of this inode. */
static void get(const struct bytes *bytes, uint64_t inode,
                const struct iceberg_manifest *manifest,
                const struct iceberg_manifest_wish *wish, struct iceberg_files *files)
{
    struct input_file *input = NULL;
    struct error error = {0};
    CHECK(input_file_open_memory(slice_of(bytes->data, bytes->size), &input, &error) ==
          OK);
    input->identity = (struct file_identity){
        .device = 1, .inode = inode, .size = (int64_t)bytes->size, .changed_seconds = 1};
    CHECK(iceberg_manifest_get(input, manifest, wish, files, &error) == OK);
    input_file_close(input);
}

static void manifests_are_shared_by_those_who_want_the_same(void)
{
    static const struct test_entry entries[] = {
        {.status = 1, .path = "a", .n_rows = 3, .partition = ""},
        {.status = 1, .path = "b", .n_rows = 4, .partition = ""},
    };
    static struct iceberg_partition_spec same = {.id = 0};
    struct iceberg_manifest_wish other_table = plain_wish, fewer = plain_wish;
    struct iceberg_manifest later = data_manifest;
    struct iceberg_files first = {0}, second = {0}, third = {0}, fourth = {0};
    struct bytes bytes = manifest_bytes(SCHEMA, NULL, entries, COUNT_OF(entries));
    other_table.specs = &same;
    fewer.n_metrics_ids = 0;
    later.sequence_number = 8;
    get(&bytes, 1, &data_manifest, &plain_wish, &first);
    get(&bytes, 1, &data_manifest, &other_table, &second);
    get(&bytes, 1, &data_manifest, &fewer, &third);
    get(&bytes, 1, &later, &plain_wish, &fourth);
    CHECK(first.data.n == 2 && second.data.n == 2 && second.data.files[1].n_rows == 4);
    CHECK(second.data.files[0].bytes == first.data.files[0].bytes);
    CHECK(first.data.files[0].spec == &unpartitioned);
    CHECK(second.data.files[0].spec == &same);
    CHECK(third.data.files[0].bytes != first.data.files[0].bytes);
    CHECK(fourth.data.files[0].bytes != first.data.files[0].bytes);
    CHECK(fourth.data.files[0].sequence_number == 8);
    get(&bytes, 2, &data_manifest, &plain_wish, &first); /* another file */
    CHECK(first.data.n == 4 && first.data.files[2].bytes != first.data.files[0].bytes);
    iceberg_files_release(&first);
    CHECK(iceberg_file_location(&second.data.files[1]).data[0] == 'b');
    iceberg_files_release(&second);
    iceberg_files_release(&third);
    iceberg_files_release(&fourth);
    cache_trim(0);
    CHECK(cache_counts().n_objects == 0);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(deleted_entries_are_not_in_the_snapshot);
    RUN(sequence_numbers_are_inherited_by_new_files_only);
    RUN(first_row_ids_follow_one_another);
    RUN(every_kind_of_deletes);
    RUN(what_an_entry_must_say);
    RUN(encrypted_files_are_refused);
    RUN(the_header_says_what_the_list_does_not);
    RUN(fields_are_found_by_their_ids);
    RUN(a_manifest_without_field_ids_has_no_paths);
    RUN(partition_values_of_every_type);
    RUN(equal_partition_values_have_equal_bytes);
    RUN(what_is_above_truncated_values);
    RUN(specs_come_from_metadata_or_the_header);
    RUN(metrics_of_wanted_columns_are_kept);
    RUN(bounds_of_deleted_paths_are_kept);
    RUN(manifests_of_a_list);
    RUN(lists_that_are_refused);
    RUN(allocation_failures);
    RUN(manifests_are_shared_by_those_who_want_the_same);
    return unit_test_done();
}
