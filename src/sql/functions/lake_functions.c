/* SPDX-License-Identifier: MIT */
/*
 * lake_functions.c - what the metadata of Delta and Iceberg tables say:
 *
 *     lake_snapshots(path)      a row for each version or snapshot
 *     lake_files(path)          a row for each data file of a snapshot
 *     lake_properties(path)     a row for each fact about the table, and each property
 *
 * Under DuckDB's names, of Iceberg tables only, and with its columns:
 *
 *     iceberg_snapshots(path)   a row for each snapshot
 *     iceberg_metadata(path)    a row for each data or delete file of a snapshot
 *
 * No data file is opened.
 */
#include "lake/lake_file_json.h"
#include "lake/lake_listing.h"
#include "sql/functions/table_function.h"
#include "sql/table/table_source.h"
#include "value/value_text.h"

#define EXAMPLE_PATH "folder"

/* ---- lake_snapshots() ------------------------------------------------------------- */

struct snapshot_rows {
    struct lake_snapshots *list;
    struct lake_snapshot snapshot;
};

static enum status snapshots_open(const struct function_call *call, void *row,
                                  struct error *error)
{
    struct snapshot_rows *rows = row;
    enum lake_kind kind;
    enum status status = table_source_find_lake(&call->options, &kind, error);
    return status == OK
               ? lake_snapshots_open(call->options.path, kind, &rows->list, error)
               : status;
}

static enum status snapshots_next(void *row, uint64_t n, bool *has_row,
                                  struct error *error)
{
    struct snapshot_rows *rows = row;
    (void)n;
    return lake_snapshots_next(rows->list, &rows->snapshot, has_row, error);
}

static void snapshots_close(void *row)
{
    lake_snapshots_close(((struct snapshot_rows *)row)->list);
}

static void append_time(void *row, struct buffer *text, struct error *error)
{
    const struct snapshot_rows *rows = row;
    char time[VALUE_TEXT_SIZE];
    size_t size = text_from_instant(rows->snapshot.committed_at, time);
    buffer_add(text, slice_of(time, size), error);
}

static void append_summary(void *row, struct buffer *text, struct error *error)
{
    buffer_add(text, ((struct snapshot_rows *)row)->snapshot.summary, error);
}

static void append_refs(void *row, struct buffer *text, struct error *error)
{
    buffer_add(text, ((struct snapshot_rows *)row)->snapshot.refs, error);
}

static const struct listed_column SNAPSHOT_COLUMNS[] = {
    SHOW_IF("snapshot_id INTEGER", struct snapshot_rows, snapshot.id, snapshot.has_id),
    SHOW_IF("parent_id INTEGER", struct snapshot_rows, snapshot.parent_id,
            snapshot.has_parent),
    SHOW_TEXT("committed_at TEXT", append_time),
    SHOW("operation TEXT", struct snapshot_rows, snapshot.operation),
    SHOW_TEXT("summary TEXT", append_summary),
    SHOW("is_current INTEGER", struct snapshot_rows, snapshot.is_current),
    SHOW_TEXT("refs TEXT", append_refs),
};

const struct table_function lake_snapshots_function = {
    .name = "lake_snapshots",
    .columns = COLUMN_LIST(SNAPSHOT_COLUMNS),
    .example_path = EXAMPLE_PATH,
    .scope = IN_LAKES,
    .size = sizeof(struct snapshot_rows),
    .open = snapshots_open,
    .next = snapshots_next,
    .close = snapshots_close,
};

static const struct listed_column ICEBERG_SNAPSHOT_COLUMNS[] = {
    SHOW("sequence_number INTEGER", struct snapshot_rows, snapshot.sequence_number),
    SHOW_IF("snapshot_id INTEGER", struct snapshot_rows, snapshot.id, snapshot.has_id),
    SHOW_TEXT("timestamp_ms TEXT", append_time),
    SHOW("manifest_list TEXT", struct snapshot_rows, snapshot.manifest_list),
};

const struct table_function iceberg_snapshots_function = {
    .name = "iceberg_snapshots",
    .columns = COLUMN_LIST(ICEBERG_SNAPSHOT_COLUMNS),
    .example_path = EXAMPLE_PATH,
    .scope = IN_LAKES,
    .fixed_option = "lake=iceberg",
    .size = sizeof(struct snapshot_rows),
    .open = snapshots_open,
    .next = snapshots_next,
    .close = snapshots_close,
};

/* ---- lake_files() ----------------------------------------------------------------- */

struct file_rows {
    struct table_source source;
    uint32_t number; /* of the file */
    struct declared_file file;
    bool has_n_rows, has_n_deleted;
};

static enum status open_snapshot(const struct function_call *call,
                                 struct table_source *source, struct error *error)
{
    enum status status = table_source_find(&call->options, NULL, source, error);
    return status == OK ? table_source_require_lake(source, error) : status;
}

static enum status files_open(const struct function_call *call, void *row,
                              struct error *error)
{
    return open_snapshot(call, &((struct file_rows *)row)->source, error);
}

static enum status files_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct file_rows *rows = row;
    const struct declared_table *table = rows->source.lake;
    (void)error;
    *has_row = n < table->n_files;
    if (!*has_row)
        return OK;
    rows->number = (uint32_t)n;
    rows->file = table->files[n];
    rows->has_n_rows = rows->file.n_rows != DECLARED_UNKNOWN;
    rows->has_n_deleted = rows->file.n_deleted != DECLARED_UNKNOWN;
    return OK;
}

static void files_close(void *row)
{
    table_source_release(&((struct file_rows *)row)->source);
}

static void append_partition(void *row, struct buffer *text, struct error *error)
{
    const struct file_rows *rows = row;
    lake_partition_add(rows->source.lake, rows->source.lake_kind, rows->number, text,
                       error);
}

static void append_statistics(void *row, struct buffer *text, struct error *error)
{
    const struct file_rows *rows = row;
    lake_statistics_add(rows->source.lake, rows->number, text, error);
}

static const struct listed_column FILE_COLUMNS[] = {
    SHOW("path TEXT", struct file_rows, file.path),
    SHOW_IF("record_count INTEGER", struct file_rows, file.n_rows, has_n_rows),
    SHOW_IF("deleted_count INTEGER", struct file_rows, file.n_deleted, has_n_deleted),
    SHOW_TEXT("partition TEXT", append_partition),
    SHOW_TEXT("statistics TEXT", append_statistics),
    SHOW_NATURAL("file_size_bytes INTEGER", struct file_rows, file.size),
};

const struct table_function lake_files_function = {
    .name = "lake_files",
    .columns = COLUMN_LIST(FILE_COLUMNS),
    .example_path = EXAMPLE_PATH,
    .scope = IN_SNAPSHOTS,
    .size = sizeof(struct file_rows),
    .open = files_open,
    .next = files_next,
    .close = files_close,
};

/* ---- iceberg_metadata() ----------------------------------------------------------- */

struct entry_rows {
    struct table_source source;
    struct lake_entry entry;
};

static enum status entries_open(const struct function_call *call, void *row,
                                struct error *error)
{
    return open_snapshot(call, &((struct entry_rows *)row)->source, error);
}

static enum status entries_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct entry_rows *rows = row;
    (void)error;
    *has_row = lake_entry_at(rows->source.lake, n, &rows->entry);
    return OK;
}

static void entries_close(void *row)
{
    table_source_release(&((struct entry_rows *)row)->source);
}

static const struct listed_column ENTRY_COLUMNS[] = {
    SHOW("content TEXT", struct entry_rows, entry.content),
    SHOW("file_path TEXT", struct entry_rows, entry.location),
    SHOW("file_format TEXT", struct entry_rows, entry.format),
    SHOW("record_count INTEGER", struct entry_rows, entry.n_rows),
    SHOW("data_sequence_number INTEGER", struct entry_rows, entry.sequence_number),
};

const struct table_function iceberg_metadata_function = {
    .name = "iceberg_metadata",
    .columns = COLUMN_LIST(ENTRY_COLUMNS),
    .example_path = EXAMPLE_PATH,
    .scope = IN_SNAPSHOTS,
    .fixed_option = "lake=iceberg",
    .size = sizeof(struct entry_rows),
    .open = entries_open,
    .next = entries_next,
    .close = entries_close,
};

/* ---- lake_properties() ------------------------------------------------------------ */

struct property_rows {
    struct table_source source;
    struct lake_properties list;
    struct lake_property property;
};

static enum status properties_open(const struct function_call *call, void *row,
                                   struct error *error)
{
    struct property_rows *rows = row;
    enum status status = open_snapshot(call, &rows->source, error);
    return status == OK ? lake_properties_read(rows->source.lake, rows->source.lake_kind,
                                               &rows->list, error)
                        : status;
}

static enum status properties_next(void *row, uint64_t n, bool *has_row,
                                   struct error *error)
{
    struct property_rows *rows = row;
    (void)error;
    *has_row = n < rows->list.n;
    if (*has_row)
        rows->property = rows->list.properties[n];
    return OK;
}

static void properties_close(void *row)
{
    struct property_rows *rows = row;
    lake_properties_release(&rows->list);
    table_source_release(&rows->source);
}

static const struct listed_column PROPERTY_COLUMNS[] = {
    SHOW("name TEXT", struct property_rows, property.name),
    SHOW("value TEXT", struct property_rows, property.value),
    SHOW("is_set INTEGER", struct property_rows, property.is_set),
};

const struct table_function lake_properties_function = {
    .name = "lake_properties",
    .columns = COLUMN_LIST(PROPERTY_COLUMNS),
    .example_path = EXAMPLE_PATH,
    .scope = IN_SNAPSHOTS,
    .size = sizeof(struct property_rows),
    .open = properties_open,
    .next = properties_next,
    .close = properties_close,
};
