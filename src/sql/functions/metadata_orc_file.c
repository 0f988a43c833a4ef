/* SPDX-License-Identifier: MIT */
/* metadata_orc_file.c - orc_schema(), orc_file_metadata(), orc_kv_metadata(): what the
 * tail of an ORC file has once per file. */
#include "sql/functions/metadata_orc_functions.h"
#include "sql/table/columns.h"
#include "value/value_text.h"

/* The rows of one call. */
struct file_rows {
    struct orc_rows file; /* must be first */
    uint32_t n_rows;
    struct arena arena; /* of the current row */
    struct orc_user_metadata pair;
};

static enum status rows_open(const struct function_call *call, struct row_source **rows,
                             struct error *error)
{
    enum status status = orc_rows_open(&call->options, sizeof(struct file_rows), rows,
                                       error);
    if (status == OK)
        ((struct file_rows *)*rows)->n_rows = 1;
    return status;
}

static enum status rows_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    (void)error;
    *has_row = base->n_given < rows->n_rows;
    return OK;
}

static void rows_close(struct row_source *base)
{
    arena_release(&((struct file_rows *)base)->arena);
    orc_rows_close(base);
}

/* ---- orc_schema() ----------------------------------------------------------------- */

#define SCHEMA_COLUMNS(X)                                                                \
    X(SCHEMA_NAME, "name TEXT")                                                          \
    X(SCHEMA_PATH_IN_SCHEMA, "path_in_schema TEXT")                                      \
    X(SCHEMA_COLUMN_ID, "column_id INTEGER")                                             \
    X(SCHEMA_PARENT_ID, "parent_id INTEGER")                                             \
    X(SCHEMA_TYPE, "type TEXT")                                                          \
    X(SCHEMA_NUM_CHILDREN, "num_children INTEGER")                                       \
    X(SCHEMA_MAXIMUM_LENGTH, "maximum_length INTEGER")                                   \
    X(SCHEMA_PRECISION, "precision INTEGER")                                             \
    X(SCHEMA_SCALE, "scale INTEGER")                                                     \
    X(SCHEMA_SQLITE_TYPE, "sqlite_type TEXT")                                            \
    X(SCHEMA_CALENDAR, "calendar TEXT")                                                  \
    X(SCHEMA_ATTRIBUTES, "attributes TEXT")

enum schema_columns { SCHEMA_COLUMNS(COLUMN_NUMBER) };

/* The attributes of a type, which only this function shows.  Each is a pair of texts, as
 * the file's user metadata are. */
struct type_attributes {
    uint64_t has;
    struct orc_messages pairs;
};

static const struct orc_field attribute_fields[] = {
    {7, ORC_MESSAGES, offsetof(struct type_attributes, pairs)},
};
static const struct orc_message attributes_message = {
    "type", sizeof(struct type_attributes), attribute_fields, 1};

static enum status schema_open(const struct function_call *call,
                               struct row_source **result, struct error *error)
{
    enum status status = rows_open(call, result, error);
    if (status == OK) {
        struct file_rows *rows = (struct file_rows *)*result;
        rows->n_rows = rows->file.tail->n_types;
    }
    return status;
}

/* The type that a table of the file declares for the column; NULL for the root. */
static enum status result_sqlite_type(sqlite3_context *context,
                                      const struct orc_rows *rows, uint32_t type)
{
    struct table_options options = {0};
    char text[COLUMN_TYPE_SIZE];
    if (type == 0 && rows->tail->types[0].kind == ORC_STRUCT)
        return OK;
    columns_declared_type(&rows->tree->types[type], &options, text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    return OK;
}

/* What the writer says of the calendar of dates; NULL: nothing to care about. */
static enum status result_calendar(sqlite3_context *context, const struct orc_tail *tail,
                                   const struct orc_type *type)
{
    bool has_days = type->kind == ORC_DATE || type->kind == ORC_TIMESTAMP ||
                    type->kind == ORC_TIMESTAMP_INSTANT;
    bool is_julian = tail->footer.calendar == ORC_CALENDAR_JULIAN;
    return result_name(context, has_days && is_julian ? "julian" : NULL, -1);
}

/* As a JSON object; NULL: none. */
static enum status append_attributes(struct file_rows *rows, uint32_t type,
                                     struct buffer *text, struct error *error)
{
    struct type_attributes attributes = {0};
    arena_release(&rows->arena);
    enum status status = orc_message_parse(&attributes_message,
                                           rows->file.tail->footer.types.messages[type],
                                           &attributes, &rows->arena, error);
    for (uint32_t i = 0; status == OK && i < attributes.pairs.n; i++) {
        struct orc_user_metadata pair = {0};
        status = orc_message_parse(&orc_user_metadata_message,
                                   attributes.pairs.messages[i], &pair, &rows->arena,
                                   error);
        if (status == OK)
            status = buffer_append_text(text, i == 0 ? "{" : ",", error);
        if (status == OK)
            status = append_json_string(text, pair.name, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        if (status == OK)
            status = append_json_string(text, pair.value, error);
    }
    return status == OK && text->size > 0 ? buffer_append_text(text, "}", error) : status;
}

static enum status result_attributes(sqlite3_context *context, struct file_rows *rows,
                                     uint32_t type, struct error *error)
{
    struct buffer text = {0};
    enum status status = append_attributes(rows, type, &text, error);
    if (status != OK)
        error_locate(error, "type %u", (unsigned)type);
    return result_text_if_any(context, &text, status);
}

static enum status schema_column(struct row_source *base, sqlite3_context *context, int i,
                                 struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    const struct orc_tail *tail = rows->file.tail;
    uint32_t number = (uint32_t)base->n_given - 1;
    const struct orc_type *type = &tail->types[number];
    bool is_decimal = type->kind == ORC_DECIMAL;
    switch ((enum schema_columns)i) {
    case SCHEMA_NAME:
        return result_orc_name(context, tail, number, error);
    case SCHEMA_PATH_IN_SCHEMA:
        return result_orc_path(context, tail, number, error);
    case SCHEMA_COLUMN_ID:
        return result_int(context, number);
    case SCHEMA_PARENT_ID:
        return result_int_if(context, tail->parents[number] != UINT32_MAX,
                             tail->parents[number]);
    case SCHEMA_TYPE:
        return result_orc_kind(context, orc_kind_name(type->kind),
                               type->kind < ORC_N_KINDS, type->kind);
    case SCHEMA_NUM_CHILDREN:
        return result_int_if(context, orc_is_nested(type), type->subtypes.n);
    case SCHEMA_MAXIMUM_LENGTH:
        return result_unsigned_if(context, type->maximum_length > 0,
                                  type->maximum_length);
    case SCHEMA_PRECISION:
        return result_unsigned_if(context, is_decimal && type->precision > 0,
                                  type->precision);
    case SCHEMA_SCALE:
        return result_unsigned_if(context, is_decimal && type->precision > 0,
                                  type->scale);
    case SCHEMA_SQLITE_TYPE:
        return result_sqlite_type(context, &rows->file, number);
    case SCHEMA_CALENDAR:
        return result_calendar(context, tail, type);
    case SCHEMA_ATTRIBUTES:
        return result_attributes(context, rows, number, error);
    }
    return OK;
}

const struct table_function orc_schema_function = {
    .name = "orc_schema",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = SCHEMA_COLUMNS(COLUMN_DECLARATION),
    .place = IN_ORC,
    .open = schema_open,
    .next = rows_next,
    .column = schema_column,
    .close = rows_close,
};

/* ---- orc_file_metadata() ---------------------------------------------------------- */

#define FILE_COLUMNS(X)                                                                  \
    X(FILE_FORMAT_VERSION, "format_version TEXT")                                        \
    X(FILE_WRITER, "writer TEXT")                                                        \
    X(FILE_SOFTWARE_VERSION, "software_version TEXT")                                    \
    X(FILE_WRITER_VERSION, "writer_version INTEGER")                                     \
    X(FILE_COMPRESSION, "compression TEXT")                                              \
    X(FILE_COMPRESSION_BLOCK_SIZE, "compression_block_size INTEGER")                     \
    X(FILE_NUM_ROWS, "num_rows INTEGER")                                                 \
    X(FILE_NUM_STRIPES, "num_stripes INTEGER")                                           \
    X(FILE_NUM_COLUMNS, "num_columns INTEGER")                                           \
    X(FILE_ROW_INDEX_STRIDE, "row_index_stride INTEGER")                                 \
    X(FILE_SIZE_BYTES, "file_size_bytes INTEGER")                                        \
    X(FILE_CONTENT_SIZE, "content_size INTEGER")                                         \
    X(FILE_METADATA_SIZE, "metadata_size INTEGER")                                       \
    X(FILE_FOOTER_SIZE, "footer_size INTEGER")                                           \
    X(FILE_CALENDAR, "calendar TEXT")                                                    \
    X(FILE_IS_ENCRYPTED, "is_encrypted INTEGER")

enum file_columns { FILE_COLUMNS(COLUMN_NUMBER) };

static enum status result_format_version(sqlite3_context *context,
                                         const struct orc_tail *tail, struct error *error)
{
    struct buffer text = {0};
    if (tail->postscript.version.n < 2)
        return OK;
    return result_appended(
        context, &text,
        buffer_append_format(&text, error, "%u.%u", tail->major, tail->minor));
}

static enum status result_file_calendar(sqlite3_context *context,
                                        const struct orc_tail *tail)
{
    return result_name(context,
                       tail->footer.calendar == ORC_CALENDAR_JULIAN      ? "julian"
                       : tail->footer.calendar == ORC_CALENDAR_PROLEPTIC ? "proleptic"
                                                                         : NULL,
                       -1);
}

static enum status file_column(struct row_source *base, sqlite3_context *context, int i,
                               struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    const struct orc_tail *tail = rows->file.tail;
    const struct orc_footer *footer = &tail->footer;
    const struct orc_postscript *postscript = &tail->postscript;
    switch ((enum file_columns)i) {
    case FILE_FORMAT_VERSION:
        return result_format_version(context, tail, error);
    case FILE_WRITER:
        return result_orc_kind(context, orc_writer_name(footer->writer),
                               footer->writer < ORC_N_WRITERS, footer->writer);
    case FILE_SOFTWARE_VERSION:
        return result_slice(context, footer->software_version);
    case FILE_WRITER_VERSION:
        return result_unsigned(context, postscript->writer_version);
    case FILE_COMPRESSION:
        return result_name(context, orc_compression_name(postscript->compression), -1);
    case FILE_COMPRESSION_BLOCK_SIZE:
        return result_unsigned_if(context,
                                  postscript->compression != ORC_COMPRESSION_NONE,
                                  postscript->compression_block_size);
    case FILE_NUM_ROWS:
        return result_unsigned(context, tail->first_rows[tail->n_stripes]);
    case FILE_NUM_STRIPES:
        return result_int(context, tail->n_stripes);
    case FILE_NUM_COLUMNS:
        return result_int(context, tail->n_types);
    case FILE_ROW_INDEX_STRIDE:
        return result_unsigned(context, footer->row_index_stride);
    case FILE_SIZE_BYTES:
        return result_int(context, input_file_size(rows->file.context->source.input));
    case FILE_CONTENT_SIZE:
        return result_unsigned(context, footer->content_length);
    case FILE_METADATA_SIZE:
        return result_unsigned(context, postscript->metadata_length);
    case FILE_FOOTER_SIZE:
        return result_unsigned(context, postscript->footer_length);
    case FILE_CALENDAR:
        return result_file_calendar(context, tail);
    case FILE_IS_ENCRYPTED:
        return result_int(context, footer->encryption.data != NULL);
    }
    return OK;
}

const struct table_function orc_file_metadata_function = {
    .name = "orc_file_metadata",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = FILE_COLUMNS(COLUMN_DECLARATION),
    .place = IN_ORC,
    .open = rows_open,
    .next = rows_next,
    .column = file_column,
    .close = rows_close,
};

/* ---- orc_kv_metadata() ------------------------------------------------------------ */

#define KV_COLUMNS(X)                                                                    \
    X(KV_KEY, "key TEXT")                                                                \
    X(KV_VALUE, "value BLOB")

enum kv_columns { KV_COLUMNS(COLUMN_NUMBER) };

static enum status kv_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    const struct orc_messages *list = &rows->file.tail->footer.metadata;
    *has_row = base->n_given < list->n;
    if (!*has_row)
        return OK;
    rows->pair = (struct orc_user_metadata){0};
    enum status status = orc_message_parse(&orc_user_metadata_message,
                                           list->messages[base->n_given], &rows->pair,
                                           &rows->arena, error);
    return status == OK ? OK : error_locate(error, "user metadata");
}

/* Values may be any bytes. */
static enum status kv_column(struct row_source *base, sqlite3_context *context, int i,
                             struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    (void)error;
    switch ((enum kv_columns)i) {
    case KV_KEY:
        return result_slice(context, rows->pair.name);
    case KV_VALUE:
        return result_key_metadata(context, rows->pair.value);
    }
    return OK;
}

const struct table_function orc_kv_metadata_function = {
    .name = "orc_kv_metadata",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = KV_COLUMNS(COLUMN_DECLARATION),
    .place = IN_ORC,
    .open = rows_open,
    .next = kv_next,
    .column = kv_column,
    .close = rows_close,
};
