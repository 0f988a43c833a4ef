/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/manifest.h"

#include "base/alloc.h"
#include "base/cache.h"
#include "base/interrupt.h"
#include "lake/avro/avro_reader.h"
#include "lake/iceberg/iceberg_schema.h"
#include "lake/iceberg/manifest_pack.h"

/* Field ids of the specification, "Manifests". */
enum {
    STATUS = 0,
    SNAPSHOT_ID = 1,
    DATA_FILE = 2,
    SEQUENCE_NUMBER = 3,
    FILE_PATH = 100,
    FILE_FORMAT = 101,
    PARTITION = 102,
    RECORD_COUNT = 103,
    FILE_SIZE = 104,
    VALUE_COUNTS = 109,
    NULL_VALUE_COUNTS = 110,
    LOWER_BOUNDS = 125,
    UPPER_BOUNDS = 128,
    KEY_METADATA = 131,
    CONTENT = 134,
    EQUALITY_IDS = 135,
    EQUALITY_ID = 136,
    NAN_VALUE_COUNTS = 137,
    FILE_FIRST_ROW_ID = 142,
    REFERENCED_DATA_FILE = 143,
    CONTENT_OFFSET = 144,
    CONTENT_SIZE = 145,
};

enum { EXISTING, ADDED, DELETED };

/* An entry, whose fields may come in any order. */
struct entry {
    int64_t status, content, n_rows, size, sequence_number, snapshot_id, first_row_id;
    int64_t content_offset, content_size;
    bool has_sequence_number, is_encrypted;
    struct slice location, format, data_file;
};

struct reading {
    struct avro_reader avro;
    const struct iceberg_manifest *manifest;
    const struct iceberg_manifest_wish *wish;
    struct iceberg_files *files;
    struct error *error;
    const struct iceberg_partition_spec *spec;
    bool has_deletes; /* files of deletes only, else data files only */
    int64_t next_row_id;
    struct entry entry;
    /* Of the entry: */
    struct avro_item *partition; /* for each field of the spec */
    struct buffer packed_partition, packed_metrics, equality_ids;
};

/* ---- What the manifest says of itself --------------------------------------------- */

const struct iceberg_partition_spec *
iceberg_wish_spec(const struct iceberg_manifest_wish *wish, int32_t id)
{
    for (uint32_t i = 0; i < wish->n_specs; i++) {
        if (wish->specs[i].id == id)
            return &wish->specs[i];
    }
    return NULL;
}

/* Reads the spec from the header, where some writers leave it out. */
static enum status read_spec(struct reading *r, int32_t id)
{
    struct slice json;
    struct arena *arena = &r->files->arena;
    if (!avro_file_metadata(&r->avro.file, "partition-spec", &json))
        return error_set(r->error, CORRUPT, "the table has no partition spec %d", id);
    struct iceberg_partition_spec *spec = arena_alloc(arena, 1, sizeof *spec);
    char *text = arena_copy_text(arena, json.data, json.size);
    if (spec == NULL || text == NULL)
        return error_nomem(r->error);
    r->spec = spec;
    enum status status = iceberg_partition_fields_read(slice_of(text, json.size), arena,
                                                       spec, r->error);
    spec->id = id;
    return status == OK ? OK : error_locate(r->error, "partition-spec");
}

/* The id in the header; 0 where version 1 leaves it out. */
static int32_t header_spec_id(const struct reading *r)
{
    struct slice text;
    int32_t id = 0;
    if (!avro_file_metadata(&r->avro.file, "partition-spec-id", &text))
        return 0;
    for (size_t i = 0; i < text.size && is_ascii_digit(text.data[i]) && id < 1 << 24; i++)
        id = 10 * id + (text.data[i] - '0');
    return id;
}

static enum status read_header(struct reading *r)
{
    struct slice content = {0};
    int32_t id = r->manifest->has_spec_id ? r->manifest->spec_id : header_spec_id(r);
    r->has_deletes = r->manifest->content == ICEBERG_DELETES;
    if (r->manifest->content == ICEBERG_CONTENT_UNSTATED &&
        avro_file_metadata(&r->avro.file, "content", &content))
        r->has_deletes = slice_equals_text(content, "deletes");
    r->spec = iceberg_wish_spec(r->wish, id);
    r->next_row_id = r->manifest->first_row_id;
    enum status status = r->spec == NULL ? read_spec(r, id) : OK;
    if (status != OK)
        return status;
    r->partition = mem_alloc_zeroed(r->spec->n_fields, sizeof *r->partition);
    return r->partition == NULL ? error_nomem(r->error) : OK;
}

/* ---- The items of an entry -------------------------------------------------------- */

static enum status read_partition(struct reading *r)
{
    const struct iceberg_partition_spec *spec = r->spec;
    uint32_t outside = r->avro.depth - 1, next = 0;
    enum status status = OK;
    while (status == OK && r->avro.depth > outside) {
        struct avro_item item;
        status = avro_reader_next(&r->avro, &item, r->error);
        if (status != OK || item.token == AVRO_END)
            continue;
        /* Usually the values are in the order of the spec. */
        uint32_t i = next < spec->n_fields && spec->fields[next].field_id == item.field_id
                         ? next
                         : 0;
        while (i < spec->n_fields && spec->fields[i].field_id != item.field_id)
            i++;
        if (i < spec->n_fields && item.token != AVRO_BEGIN)
            r->partition[i] = item;
        next = i + 1;
        status = interrupt_after(i, r->error);
        if (status == OK)
            status = avro_reader_skip(&r->avro, &item, r->error);
    }
    return status;
}

/* Whether a column's metrics are wanted: of a position delete file those of its paths. */
static bool is_wanted(const struct reading *r, int64_t field_id)
{
    const int32_t *ids = r->wish->metrics_ids;
    uint32_t low = 0, high = r->wish->n_metrics_ids;
    if (r->has_deletes)
        return field_id == ICEBERG_DELETED_PATH_ID;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ids[middle] < field_id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->wish->n_metrics_ids && ids[low] == field_id;
}

/* Reads a map of column ids to counts or bounds: pairs, whose parts come in any order. */
static enum status read_metrics(struct reading *r, enum packed_metric kind)
{
    static const struct {
        int32_t key, value;
    } ids[] = {
        [PACKED_VALUE_COUNT] = {119, 120}, [PACKED_NULL_COUNT] = {121, 122},
        [PACKED_NAN_COUNT] = {138, 139},   [PACKED_LOWER] = {126, 127},
        [PACKED_UPPER] = {129, 130},
    };
    uint32_t outside = r->avro.depth - 1;
    struct avro_item item, key = {0}, value = {0};
    enum status status = OK;
    while (status == OK && r->avro.depth > outside) {
        status = avro_reader_next(&r->avro, &item, r->error);
        if (status != OK || item.token == AVRO_BEGIN || item.token == AVRO_END)
            continue;
        if (item.field_id == ids[kind].key)
            key = item;
        if (item.field_id == ids[kind].value)
            value = item;
        if (key.type == NULL || value.type == NULL)
            continue;
        if (key.token == AVRO_INTEGER && is_wanted(r, key.integer))
            status = packed_metrics_add(&r->packed_metrics, (int32_t)key.integer, kind,
                                        &value, r->error);
        key.type = value.type = NULL;
    }
    return status;
}

static enum status read_equality_ids(struct reading *r)
{
    uint32_t outside = r->avro.depth - 1;
    enum status status = OK;
    while (status == OK && r->avro.depth > outside) {
        struct avro_item item;
        status = avro_reader_next(&r->avro, &item, r->error);
        if (status != OK || item.token != AVRO_INTEGER || item.field_id != EQUALITY_ID)
            continue;
        int32_t id = (int32_t)item.integer;
        if (id != item.integer)
            return error_set(r->error, CORRUPT, "an equality id is too large");
        status = buffer_append(&r->equality_ids, &id, sizeof id, r->error);
    }
    return status;
}

static enum status read_nested(struct reading *r, const struct avro_item *item)
{
    switch (item->field_id) {
    case DATA_FILE: /* its fields are taken as if they were those of the entry */
        return OK;
    case PARTITION:
        return read_partition(r);
    case VALUE_COUNTS:
        return read_metrics(r, PACKED_VALUE_COUNT);
    case NULL_VALUE_COUNTS:
        return read_metrics(r, PACKED_NULL_COUNT);
    case NAN_VALUE_COUNTS:
        return read_metrics(r, PACKED_NAN_COUNT);
    case LOWER_BOUNDS:
        return read_metrics(r, PACKED_LOWER);
    case UPPER_BOUNDS:
        return read_metrics(r, PACKED_UPPER);
    case EQUALITY_IDS:
        return read_equality_ids(r);
    default:
        return avro_reader_skip(&r->avro, item, r->error);
    }
}

static void take_integer(struct entry *entry, int32_t field_id, int64_t value)
{
    int64_t *field = field_id == STATUS              ? &entry->status
                     : field_id == SNAPSHOT_ID       ? &entry->snapshot_id
                     : field_id == SEQUENCE_NUMBER   ? &entry->sequence_number
                     : field_id == CONTENT           ? &entry->content
                     : field_id == RECORD_COUNT      ? &entry->n_rows
                     : field_id == FILE_SIZE         ? &entry->size
                     : field_id == FILE_FIRST_ROW_ID ? &entry->first_row_id
                     : field_id == CONTENT_OFFSET    ? &entry->content_offset
                     : field_id == CONTENT_SIZE      ? &entry->content_size
                                                     : NULL;
    if (field != NULL)
        *field = value;
    entry->has_sequence_number |= field_id == SEQUENCE_NUMBER;
}

static void take_raw(struct entry *entry, int32_t field_id, struct slice value)
{
    if (field_id == FILE_PATH)
        entry->location = value;
    else if (field_id == FILE_FORMAT)
        entry->format = value;
    else if (field_id == REFERENCED_DATA_FILE)
        entry->data_file = value;
    else if (field_id == KEY_METADATA)
        entry->is_encrypted = value.size > 0;
}

static void begin_entry(struct reading *r)
{
    r->entry = (struct entry){.status = -1,
                              .n_rows = -1,
                              .size = -1,
                              .snapshot_id = r->manifest->snapshot_id,
                              .first_row_id = ICEBERG_NO_FIRST_ROW_ID,
                              .content_offset = -1,
                              .content_size = -1};
    for (uint32_t i = 0; i < r->spec->n_fields; i++)
        r->partition[i] = (struct avro_item){.token = AVRO_ABSENT};
    r->packed_partition.size = r->packed_metrics.size = r->equality_ids.size = 0;
}

static enum status read_entry(struct reading *r)
{
    uint32_t outside = r->avro.depth - 1;
    enum status status = interrupt_after(r->spec->n_fields, r->error);
    begin_entry(r);
    while (status == OK && r->avro.depth > outside) {
        struct avro_item item;
        status = avro_reader_next(&r->avro, &item, r->error);
        if (status != OK)
            return status;
        if (item.token == AVRO_INTEGER)
            take_integer(&r->entry, item.field_id, item.integer);
        else if (item.token == AVRO_RAW)
            take_raw(&r->entry, item.field_id, item.bytes);
        else if (item.token == AVRO_BEGIN)
            status = read_nested(r, &item);
    }
    return status;
}

/* ---- The file of an entry --------------------------------------------------------- */

static enum status set_format(const struct reading *r, struct iceberg_file *file)
{
    static const char *const names[] = {
        [ICEBERG_PARQUET] = "parquet",
        [ICEBERG_ORC] = "orc",
        [ICEBERG_AVRO] = "avro",
        [ICEBERG_PUFFIN] = "puffin",
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (slice_equals_word(r->entry.format, names[i])) {
            file->format = (enum iceberg_file_format)i;
            return OK;
        }
    }
    return error_set(r->error, UNSUPPORTED, "a file with the format \"%.*s\"",
                     SLICE_SHOWN(r->entry.format, 50));
}

static enum status set_content(const struct reading *r, struct iceberg_file *file)
{
    int64_t content = r->entry.content;
    if (content < ICEBERG_ROWS || content > ICEBERG_EQUALITY_DELETES)
        return error_set(r->error, UNSUPPORTED, "a file with content %lld",
                         (long long)content);
    if ((content != ICEBERG_ROWS) != r->has_deletes)
        return error_set(r->error, CORRUPT,
                         "a file with content %lld in a manifest of %s",
                         (long long)content, r->has_deletes ? "deletes" : "data");
    file->content = (enum iceberg_file_content)content;
    return OK;
}

/* An entry without a sequence number has the one of its manifest if it came with it. */
static enum status set_sequence_number(const struct reading *r, struct iceberg_file *file)
{
    file->sequence_number = r->entry.has_sequence_number ? r->entry.sequence_number
                                                         : r->manifest->sequence_number;
    if (!r->entry.has_sequence_number && r->entry.status != ADDED &&
        r->manifest->sequence_number != 0)
        return error_set(r->error, CORRUPT, "an older file has no sequence number");
    return OK;
}

/* Data files without a number have those after the one before. */
static void set_first_row_id(struct reading *r, struct iceberg_file *file)
{
    file->first_row_id = r->entry.first_row_id;
    if (file->first_row_id >= 0 || r->next_row_id < 0 || r->has_deletes)
        return;
    file->first_row_id = r->next_row_id;
    r->next_row_id = file->n_rows <= (uint64_t)(INT64_MAX - r->next_row_id)
                         ? r->next_row_id + (int64_t)file->n_rows
                         : ICEBERG_NO_FIRST_ROW_ID;
}

static enum status copy_bytes(const struct reading *r, struct iceberg_file *file)
{
    struct slice parts[] = {r->entry.location, buffer_slice(&r->packed_partition),
                            buffer_slice(&r->packed_metrics)};
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        if (parts[i].size > UINT32_MAX)
            return error_set(r->error, TOO_BIG, "an entry of more than 4 GiB");
        size += parts[i].size;
    }
    uint8_t *bytes = arena_alloc(&r->files->arena, size, 1);
    if (bytes == NULL)
        return error_nomem(r->error);
    file->bytes = bytes;
    file->location_size = (uint32_t)parts[0].size;
    file->partition_size = (uint32_t)parts[1].size;
    file->metrics_size = (uint32_t)parts[2].size;
    for (int i = 0; i < 3; i++) {
        if (parts[i].size > 0)
            memcpy(bytes, parts[i].data, parts[i].size);
        bytes += parts[i].size;
    }
    return OK;
}

static enum status set_deletes(const struct reading *r, struct iceberg_file *file)
{
    struct arena *arena = &r->files->arena;
    struct slice data_file = r->entry.data_file;
    size_t ids_size = r->equality_ids.size;
    if (file->content == ICEBERG_ROWS)
        return OK;
    if (file->content == ICEBERG_EQUALITY_DELETES && ids_size == 0)
        return error_set(r->error, CORRUPT, "equality deletes without columns");
    struct iceberg_deletes *deletes = arena_alloc(arena, 1, sizeof *deletes);
    int32_t *ids = arena_alloc(arena, ids_size, 1);
    char *path = arena_copy_text(arena, data_file.data, data_file.size);
    if (deletes == NULL || ids == NULL || path == NULL)
        return error_nomem(r->error);
    if (ids_size > 0)
        memcpy(ids, r->equality_ids.data, ids_size);
    *deletes = (struct iceberg_deletes){ids, (uint32_t)(ids_size / sizeof *ids),
                                        slice_of(path, data_file.size),
                                        r->entry.content_offset, r->entry.content_size};
    file->deletes = deletes;
    if (iceberg_file_is_vector(file) && data_file.size == 0)
        return error_set(r->error, CORRUPT, "a deletion vector of no data file");
    return OK;
}

static enum status check_entry(const struct reading *r)
{
    const struct entry *entry = &r->entry;
    if (entry->location.size == 0)
        return error_set(r->error, CORRUPT, "an entry has no file path (field 100)");
    if (memchr(entry->location.data, 0, entry->location.size) != NULL)
        return error_set(r->error, CORRUPT, "a file path has a NUL");
    if (entry->is_encrypted)
        return error_set(r->error, UNSUPPORTED, "the file is encrypted");
    if (entry->n_rows < 0)
        return error_set(r->error, CORRUPT, "no record count (field 103)");
    return OK;
}

static enum status make_file(struct reading *r, struct iceberg_file *file)
{
    file->spec = r->spec;
    file->n_rows = (uint64_t)r->entry.n_rows;
    file->size = r->entry.size;
    file->snapshot_id = r->entry.snapshot_id;
    enum status status = set_format(r, file);
    if (status == OK)
        status = set_content(r, file);
    if (status == OK)
        status = set_sequence_number(r, file);
    if (status == OK)
        status = packed_partition_set(&r->packed_partition, r->spec, r->partition,
                                      r->error);
    if (status == OK)
        status = copy_bytes(r, file);
    if (status == OK)
        status = set_deletes(r, file);
    if (status == OK)
        set_first_row_id(r, file);
    return status;
}

static enum status add_file(struct reading *r)
{
    struct iceberg_file file = {0};
    struct iceberg_file_list *list = r->has_deletes ? &r->files->deletes
                                                    : &r->files->data;
    if (r->entry.status < EXISTING || r->entry.status > DELETED)
        return error_set(r->error, CORRUPT, "an entry with status %lld",
                         (long long)r->entry.status);
    if (r->entry.status == DELETED)
        return OK;
    enum status status = check_entry(r);
    if (status == OK)
        status = make_file(r, &file);
    if (status != OK)
        return error_locate(r->error, "\"%.*s\"", SLICE_SHOWN(r->entry.location, 200));
    if (list->n == UINT32_MAX || !mem_grow(&list->files, list->n + 1, sizeof file))
        return error_nomem(r->error);
    list->files[list->n++] = file;
    return OK;
}

enum status iceberg_manifest_read(struct input_file *input,
                                  const struct iceberg_manifest *manifest,
                                  const struct iceberg_manifest_wish *wish,
                                  struct iceberg_files *files, struct error *error)
{
    struct reading r = {
        .manifest = manifest, .wish = wish, .files = files, .error = error};
    struct avro_item item = {.token = AVRO_BEGIN};
    enum status status = avro_reader_open(&r.avro, input, error);
    if (status == OK)
        status = read_header(&r);
    while (status == OK && item.token == AVRO_BEGIN) {
        status = avro_reader_next(&r.avro, &item, error);
        if (status == OK && item.token == AVRO_BEGIN)
            status = read_entry(&r);
        if (status == OK && item.token == AVRO_BEGIN)
            status = add_file(&r);
    }
    avro_reader_close(&r.avro);
    mem_free(r.partition);
    buffer_release(&r.packed_partition);
    buffer_release(&r.packed_metrics);
    buffer_release(&r.equality_ids);
    return status;
}

void iceberg_files_release(struct iceberg_files *files)
{
    for (uint32_t i = 0; i < files->n_shared; i++)
        cached_release(files->shared[i]);
    mem_free(files->shared);
    mem_free(files->data.files);
    mem_free(files->deletes.files);
    arena_release(&files->arena);
    *files = (struct iceberg_files){0};
}
