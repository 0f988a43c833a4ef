/* SPDX-License-Identifier: MIT */
/* metadata_orc_file.c - orc_schema(), orc_file_metadata(), orc_kv_metadata(): what the
 * tail of an ORC file has once per file. */
#include "sql/functions/metadata_orc_functions.h"
#include "sql/table/columns.h"
#include "value/value_text.h"

/* ---- orc_schema() ----------------------------------------------------------------- */

struct schema_rows {
    struct orc_rows file; /* must be first */
    struct orc_type type;
    bool has_parent, is_nested, has_length, has_precision;
    uint32_t parent;
    struct arena arena; /* of the attributes */
};

/* The attributes of a type, which only this function shows.  Each is a pair of texts, as
 * the file's user metadata are. */
struct type_attributes {
    uint64_t has;
    struct orc_messages pairs;
};

static const struct orc_field type_attribute_fields[] = {
    {7, ORC_MESSAGES, offsetof(struct type_attributes, pairs)},
};
static const struct orc_message attributes_message = {
    "type", sizeof(struct type_attributes), type_attribute_fields, 1};

static void schema_close(void *rows)
{
    arena_release(&((struct schema_rows *)rows)->arena);
    orc_rows_close(rows);
}

static enum status schema_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct schema_rows *rows = row;
    const struct orc_tail *tail = rows->file.tail;
    (void)error;
    *has_row = n < tail->n_types;
    if (!*has_row)
        return OK;
    rows->file.type = (uint32_t)n;
    rows->type = tail->types[n];
    rows->parent = tail->parents[n];
    rows->has_parent = rows->parent != UINT32_MAX;
    rows->is_nested = orc_is_nested(&rows->type);
    rows->has_length = rows->type.maximum_length > 0;
    rows->has_precision = rows->type.kind == ORC_DECIMAL && rows->type.precision > 0;
    return OK;
}

/* The type that a table of the file declares for the column; NULL for the root. */
static enum status show_sqlite_type(void *row, sqlite3_context *context,
                                    struct error *error)
{
    const struct schema_rows *rows = row;
    struct table_options options = {0};
    char text[COLUMN_TYPE_SIZE];
    (void)error;
    if (rows->file.type == 0 && rows->type.kind == ORC_STRUCT)
        return OK;
    columns_declared_type(&rows->file.tree->types[rows->file.type], &options, text);
    return result_slice(context, slice_of(text, strlen(text)));
}

/* What the writer says of the calendar of dates; NULL: nothing to care about. */
static void append_calendar(void *row, struct buffer *text, struct error *error)
{
    const struct schema_rows *rows = row;
    uint64_t kind = rows->type.kind;
    bool has_days = kind == ORC_DATE || kind == ORC_TIMESTAMP ||
                    kind == ORC_TIMESTAMP_INSTANT;
    if (has_days && rows->file.tail->footer.calendar == ORC_CALENDAR_JULIAN)
        buffer_add_text(text, "julian", error);
}

/* As a JSON object; NULL: none. */
static void append_attributes(void *row, struct buffer *text, struct error *error)
{
    struct schema_rows *rows = row;
    struct type_attributes attributes = {0};
    arena_release(&rows->arena);
    enum status status = orc_message_parse(
        &attributes_message, rows->file.tail->footer.types.messages[rows->file.type],
        &attributes, &rows->arena, error);
    for (uint32_t i = 0; status == OK && i < attributes.pairs.n; i++) {
        struct orc_user_metadata pair = {0};
        status = orc_message_parse(&orc_user_metadata_message,
                                   attributes.pairs.messages[i], &pair, &rows->arena,
                                   error);
        buffer_add_text(text, i == 0 ? "{" : ",", error);
        add_json_string(text, pair.name, error);
        buffer_add_text(text, ":", error);
        add_json_string(text, pair.value, error);
    }
    buffer_add_text(text, text->size > 0 ? "}" : "", error);
    if (error->status != OK)
        error_locate(error, "type %u", (unsigned)rows->file.type);
}

#define TYPE(declaration, member) SHOW(declaration, struct schema_rows, member)
#define TYPE_IF(declaration, member, flag)                                               \
    SHOW_IF(declaration, struct schema_rows, member, flag)

static const struct listed_column SCHEMA_COLUMNS[] = {
    SHOW_BY("name TEXT", orc_rows_show_name),
    SHOW_BY("path_in_schema TEXT", orc_rows_show_path),
    TYPE("column_id INTEGER", file.type),
    TYPE_IF("parent_id INTEGER", parent, has_parent),
    SHOW_NAME64("type TEXT", struct schema_rows, type.kind, orc_kind_name),
    TYPE_IF("num_children INTEGER", type.subtypes.n, is_nested),
    TYPE_IF("maximum_length INTEGER", type.maximum_length, has_length),
    TYPE_IF("precision INTEGER", type.precision, has_precision),
    TYPE_IF("scale INTEGER", type.scale, has_precision),
    SHOW_BY("sqlite_type TEXT", show_sqlite_type),
    SHOW_TEXT("calendar TEXT", append_calendar),
    SHOW_TEXT("attributes TEXT", append_attributes),
};

const struct table_function orc_schema_function = {
    .name = "orc_schema",
    .columns = COLUMN_LIST(SCHEMA_COLUMNS),
    .scope = IN_ORC,
    .size = sizeof(struct schema_rows),
    .open = orc_rows_open,
    .next = schema_next,
    .close = schema_close,
};

/* ---- orc_file_metadata() ---------------------------------------------------------- */

struct file_rows {
    struct orc_rows file; /* must be first */
    struct orc_postscript postscript;
    struct orc_footer footer;
    uint64_t n_rows;
    uint32_t n_stripes, n_columns;
    int64_t size;
    bool is_compressed, is_encrypted;
    const char *calendar; /* NULL: not stated */
};

static enum status file_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct file_rows *rows = row;
    enum status status = orc_rows_open(call, rows, error);
    if (status != OK)
        return status;
    const struct orc_tail *tail = rows->file.tail;
    rows->postscript = tail->postscript;
    rows->footer = tail->footer;
    rows->n_rows = tail->first_rows[tail->n_stripes];
    rows->n_stripes = tail->n_stripes;
    rows->n_columns = tail->n_types;
    rows->size = input_file_size(rows->file.context->source.input);
    rows->is_compressed = tail->postscript.compression != ORC_COMPRESSION_NONE;
    rows->is_encrypted = tail->footer.encryption.data != NULL;
    rows->calendar = tail->footer.calendar == ORC_CALENDAR_JULIAN      ? "julian"
                     : tail->footer.calendar == ORC_CALENDAR_PROLEPTIC ? "proleptic"
                                                                       : NULL;
    return OK;
}

static void append_format_version(void *row, struct buffer *text, struct error *error)
{
    const struct orc_tail *tail = ((struct file_rows *)row)->file.tail;
    if (tail->postscript.version.n >= 2)
        buffer_add_format(text, error, "%u.%u", tail->major, tail->minor);
}

#define OF_FILE(declaration, member) SHOW(declaration, struct file_rows, member)

static const struct listed_column FILE_COLUMNS[] = {
    SHOW_TEXT("format_version TEXT", append_format_version),
    SHOW_NAME64("writer TEXT", struct file_rows, footer.writer, orc_writer_name),
    OF_FILE("software_version TEXT", footer.software_version),
    OF_FILE("writer_version INTEGER", postscript.writer_version),
    SHOW_NAME64("compression TEXT", struct file_rows, postscript.compression,
                orc_compression_name),
    SHOW_IF("compression_block_size INTEGER", struct file_rows,
            postscript.compression_block_size, is_compressed),
    OF_FILE("num_rows INTEGER", n_rows),
    OF_FILE("num_stripes INTEGER", n_stripes),
    OF_FILE("num_columns INTEGER", n_columns),
    OF_FILE("row_index_stride INTEGER", footer.row_index_stride),
    OF_FILE("file_size_bytes INTEGER", size),
    OF_FILE("content_size INTEGER", footer.content_length),
    OF_FILE("metadata_size INTEGER", postscript.metadata_length),
    OF_FILE("footer_size INTEGER", postscript.footer_length),
    OF_FILE("calendar TEXT", calendar),
    OF_FILE("is_encrypted INTEGER", is_encrypted),
};

const struct table_function orc_file_metadata_function = {
    .name = "orc_file_metadata",
    .columns = COLUMN_LIST(FILE_COLUMNS),
    .scope = IN_ORC,
    .size = sizeof(struct file_rows),
    .open = file_open,
    .close = orc_rows_close,
};

/* ---- orc_kv_metadata() ------------------------------------------------------------ */

struct key_rows {
    struct orc_rows file; /* must be first */
    struct arena arena;   /* of the current row */
    struct orc_user_metadata pair;
};

static void key_close(void *rows)
{
    arena_release(&((struct key_rows *)rows)->arena);
    orc_rows_close(rows);
}

static enum status key_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct key_rows *rows = row;
    const struct orc_messages *list = &rows->file.tail->footer.metadata;
    *has_row = n < list->n;
    if (!*has_row)
        return OK;
    rows->pair = (struct orc_user_metadata){0};
    enum status status = orc_message_parse(&orc_user_metadata_message, list->messages[n],
                                           &rows->pair, &rows->arena, error);
    return status == OK ? OK : error_locate(error, "user metadata");
}

static const struct listed_column KEY_COLUMNS[] = {
    SHOW("key TEXT", struct key_rows, pair.name),
    SHOW_BYTES("value BLOB", struct key_rows, pair.value), /* may be any bytes */
};

const struct table_function orc_kv_metadata_function = {
    .name = "orc_kv_metadata",
    .columns = COLUMN_LIST(KEY_COLUMNS),
    .scope = IN_ORC,
    .size = sizeof(struct key_rows),
    .open = orc_rows_open,
    .next = key_next,
    .close = key_close,
};
