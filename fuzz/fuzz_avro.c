/* SPDX-License-Identifier: MIT */
/*
 * fuzz_avro.c - any bytes as an Avro file, as its records, and as a manifest of an
 * Iceberg table or a list of them: items nest as they should and are within the file's
 * bytes, what is skipped is as long as what is read, and what is known of files can be
 * asked for.
 */
#include "fuzz.h"
#include "lake/avro/avro_reader.h"
#include "lake/iceberg/delete_index.h"
#include "lake/iceberg/iceberg_transforms.h"
#include "unit_manifest_schema.h"

enum form { WHOLE_FILE, RECORDS, ENTRIES, MANIFESTS, N_FORMS };

static const char sync_marker[] = "0123456789abcdef";

/* ---- Files ------------------------------------------------------------------------ */

static void put(struct buffer *file, struct slice bytes)
{
    struct error error = {0};
    REQUIRE(buffer_append(file, bytes.data, bytes.size, &error) == OK);
}

static void put_long(struct buffer *file, size_t value)
{
    uint64_t bits = (uint64_t)value << 1;
    for (; bits >= 0x80; bits >>= 7)
        put(file, slice_of(&(uint8_t){(uint8_t)(bits | 0x80)}, 1));
    put(file, slice_of(&(uint8_t){(uint8_t)bits}, 1));
}

static void put_text(struct buffer *file, struct slice text)
{
    put_long(file, text.size);
    put(file, text);
}

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* A file with one block of the bytes. */
static void make_file(struct buffer *file, struct slice schema, const char *codec,
                      size_t n_records, struct slice block)
{
    put(file, slice_of("Obj\1", 4));
    put_long(file, 2);
    put_text(file, text_of("avro.schema"));
    put_text(file, schema);
    put_text(file, text_of("avro.codec"));
    put_text(file, text_of(codec));
    put_long(file, 0);
    put(file, slice_of(sync_marker, AVRO_SYNC));
    put_long(file, n_records);
    put_text(file, block);
    put(file, slice_of(sync_marker, AVRO_SYNC));
}

static void choose_file(enum form form, struct slice input, struct buffer *file)
{
    static const char *const codecs[] = {"null", "deflate", "snappy", "zstandard"};
    static const char entries[] = ENTRY_SCHEMA_BEGIN
        "{\"name\":\"a\",\"field-id\":1000,\"type\":[\"null\",\"long\"]},"
        "{\"name\":\"b\",\"field-id\":1001,\"type\":[\"null\",\"string\"]"
        "}" ENTRY_SCHEMA_END;
    size_t n = choose_below(&input, 20);
    const char *codec = form == RECORDS ? codecs[choose_below(&input, 4)] : codecs[0];
    struct slice schema = form == ENTRIES ? text_of(entries) : text_of(LIST_SCHEMA);
    size_t schema_size = form == RECORDS ? (size_t)choose(&input, 2) : 0;
    if (form == RECORDS && !slice_take(&input, schema_size, &schema))
        schema = (struct slice){0};
    if (form == WHOLE_FILE)
        put(file, input);
    else
        make_file(file, schema, codec, n, input);
}

/* ---- Items ------------------------------------------------------------------------ */

static void check_item(const struct avro_reader *reader, const struct avro_item *item)
{
    REQUIRE(reader->depth <= AVRO_MOST_DEPTH);
    REQUIRE(item->type != NULL || item->token == AVRO_END_OF_FILE);
    if (item->token == AVRO_RAW)
        hash_bytes(item->bytes.data, item->bytes.size);
    if (item->token == AVRO_BEGIN)
        REQUIRE(reader->depth > 0 &&
                reader->frames[reader->depth - 1].type == item->type);
}

/* Reads up to the END of what the item begins. */
static enum status read_through(struct avro_reader *reader, const struct avro_item *item,
                                struct error *error)
{
    uint32_t outside = reader->depth - 1;
    struct avro_item inner = *item;
    enum status status = OK;
    if (item->token != AVRO_BEGIN)
        return OK;
    while (status == OK && reader->depth > outside) {
        status = avro_reader_next(reader, &inner, error);
        if (status == OK)
            check_item(reader, &inner);
    }
    if (status == OK)
        REQUIRE(inner.token == AVRO_END && inner.type == item->type);
    return status;
}

/* Where one reader skips, the other reads: both must end at the same place. */
static void check_items(struct input_file *input, struct steps steps)
{
    static struct avro_reader reader, other;
    struct avro_item item = {0}, same = {0};
    struct error error = {0}, others = {0};
    enum status status = avro_reader_open(&reader, input, &error);
    REQUIRE(avro_reader_open(&other, input, &others) == status);
    require_error_fits(status, &error);
    for (int i = 0; status == OK && i < 100000; i++) {
        status = avro_reader_next(&reader, &item, &error);
        REQUIRE(avro_reader_next(&other, &same, &others) == status);
        if (status != OK || item.token == AVRO_END_OF_FILE)
            break;
        check_item(&reader, &item);
        REQUIRE(item.token == same.token && item.field_id == same.field_id);
        if (step_below(&steps, 3) != 0)
            continue;
        status = avro_reader_skip(&reader, &item, &error);
        REQUIRE(read_through(&other, &same, &others) == status);
        REQUIRE(reader.depth == other.depth && reader.rest.size == other.rest.size);
    }
    require_error_fits(status, &error);
    avro_reader_close(&reader);
    avro_reader_close(&other);
}

/* ---- Manifests -------------------------------------------------------------------- */

static const struct column columns[] = {
    {.type = COLUMN_INTEGER, .bits = 32},
    {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS},
    {.type = COLUMN_DATE},
    {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 32},
    {.type = COLUMN_DECIMAL, .precision = 9},
    {.type = COLUMN_DECIMAL, .kind = VECTOR_BYTES, .precision = 38},
    {.type = COLUMN_TEXT, .kind = VECTOR_BYTES},
    {.type = COLUMN_UUID, .kind = VECTOR_BYTES},
};
enum { N_COLUMNS = sizeof columns / sizeof columns[0] };

static void check_statistics(const struct column *column,
                             const struct column_statistics *s)
{
    REQUIRE(!s->has_null_count || s->null_count <= s->n_rows);
    REQUIRE(!s->has_min || !s->has_max || column->kind != VECTOR_INT64 ||
            s->min.int64 <= s->max.int64);
    REQUIRE(!s->has_min || column->kind != VECTOR_DOUBLE ||
            s->min.float64 == s->min.float64);
}

static void check_file(const struct iceberg_file *file)
{
    struct iceberg_metrics metrics;
    hash_bytes(file->bytes,
               (size_t)file->location_size + file->partition_size + file->metrics_size);
    iceberg_file_metrics(file, 1, &metrics);
    for (int i = 0; i < N_COLUMNS; i++) {
        struct column_statistics statistics;
        iceberg_statistics_set(&columns[i], file->n_rows, &metrics, &statistics);
        check_statistics(&columns[i], &statistics);
        for (uint32_t j = 0; j < file->spec->n_fields; j++) {
            struct iceberg_partition_value value = iceberg_file_partition_value(file, j);
            REQUIRE(value.is_null ||
                    slice_is_within(value.bytes, iceberg_file_partition(file)));
            iceberg_transform_add(&file->spec->fields[j], &columns[i], &value,
                                  &statistics);
            check_statistics(&columns[i], &statistics);
            union column_value any = {.bytes = {(const uint8_t *)"12345678", 8}};
            if (columns[i].kind == VECTOR_BYTES)
                iceberg_transform_may_hold(&file->spec->fields[j], &columns[i], &value,
                                           &any);
        }
    }
}

static void check_deletes(const struct iceberg_files *files)
{
    struct delete_index index = {0};
    struct applicable_deletes found = {0};
    struct error error = {0};
    REQUIRE(delete_index_make(&files->deletes, &index, &error) == OK);
    for (uint32_t i = 0; i < files->data.n; i++) {
        error_clear(&error);
        enum status status = delete_index_find(&index, &files->data.files[i], &found,
                                               &error);
        REQUIRE(status == OK || status == CORRUPT);
        REQUIRE(found.n_positions + found.n_equalities <= files->deletes.n);
    }
    applicable_deletes_release(&found);
    delete_index_release(&index);
}

/* Reads the file both as a manifest of data and as one of deletes. */
static void check_manifest(struct input_file *input, struct steps steps)
{
    struct iceberg_partition_field fields[2] = {{.field_id = 1000}, {.field_id = 1001}};
    struct iceberg_partition_spec spec = {.fields = fields, .n_fields = 2};
    static const int32_t ids[] = {1, 2};
    struct iceberg_manifest_wish wish = {&spec, 1, ids, 2};
    struct iceberg_manifest manifest = iceberg_manifest_at((struct slice){0});
    struct iceberg_files files = {0};
    manifest.sequence_number = step_below(&steps, 3);
    for (int i = 0; i < 2; i++) {
        fields[i].transform = (enum iceberg_transform)step_below(&steps,
                                                                 ICEBERG_OTHER + 1);
        fields[i].parameter = 1 + (int32_t)step_below(&steps, 20);
    }
    for (int i = 0; i < 2; i++) {
        struct error error = {0};
        manifest.content = i == 0 ? ICEBERG_DATA : ICEBERG_DELETES;
        require_error_fits(iceberg_manifest_read(input, &manifest, &wish, &files, &error),
                           &error);
    }
    for (uint32_t i = 0; i < files.data.n; i++)
        check_file(&files.data.files[i]);
    for (uint32_t i = 0; i < files.deletes.n; i++)
        check_file(&files.deletes.files[i]);
    check_deletes(&files);
    iceberg_files_release(&files);
}

static void check_list(struct input_file *input)
{
    struct iceberg_manifest_list list = {0};
    struct error error = {0};
    require_error_fits(iceberg_manifest_list_read(input, &list, &error), &error);
    for (uint32_t i = 0; i < list.n; i++) {
        REQUIRE(list.manifests[i].location.size > 0);
        hash_bytes(list.manifests[i].location.data, list.manifests[i].location.size);
    }
    iceberg_manifest_list_release(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice bytes = slice_of(data, size);
    enum form form = (enum form)choose_below(&bytes, N_FORMS);
    struct steps steps = {choose(&bytes, 2)};
    struct buffer made = {0};
    struct input_file *input;
    struct error error = {0};
    choose_file(form, bytes, &made);
    uint8_t *copy = exact_copy(buffer_slice(&made), 0);
    REQUIRE(input_file_open_memory(slice_of(copy, made.size), &input, &error) == OK);
    check_items(input, steps);
    check_manifest(input, steps);
    check_list(input);
    input_file_close(input);
    buffer_release(&made);
    free(copy);
    return 0;
}
