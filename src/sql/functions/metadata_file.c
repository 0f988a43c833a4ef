/* SPDX-License-Identifier: MIT */
/* metadata_file.c - parquet_schema(), parquet_file_metadata(), parquet_kv_metadata():
 * what a footer has once per file. */
#include "parquet/encryption/module_cipher.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/calendar.h"
#include "sql/functions/metadata_functions.h"
#include "sql/table/columns.h"

/* The rows of one call. */
struct file_rows {
    struct metadata_rows file; /* must be first */
    uint32_t n_rows;
    struct pq_key_values walk;
    struct slice key, value;
};

static enum status rows_open(const struct function_call *call, struct row_source **rows,
                             struct error *error)
{
    enum status status = metadata_rows_open(&call->options, sizeof(struct file_rows),
                                            rows, error);
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

/* ---- parquet_schema() ------------------------------------------------------------ */

#define SCHEMA_COLUMNS(X)                                                                \
    X(SCHEMA_NAME, "name TEXT")                                                          \
    X(SCHEMA_TYPE, "type TEXT")                                                          \
    X(SCHEMA_TYPE_LENGTH, "type_length TEXT")                                            \
    X(SCHEMA_REPETITION_TYPE, "repetition_type TEXT")                                    \
    X(SCHEMA_NUM_CHILDREN, "num_children INTEGER")                                       \
    X(SCHEMA_CONVERTED_TYPE, "converted_type TEXT")                                      \
    X(SCHEMA_SCALE, "scale INTEGER")                                                     \
    X(SCHEMA_PRECISION, "precision INTEGER")                                             \
    X(SCHEMA_FIELD_ID, "field_id INTEGER")                                               \
    X(SCHEMA_LOGICAL_TYPE, "logical_type TEXT")                                          \
    X(SCHEMA_SQLITE_TYPE, "sqlite_type TEXT")                                            \
    X(SCHEMA_COLUMN_ID, "column_id INTEGER")                                             \
    X(SCHEMA_DUCKDB_TYPE, "duckdb_type TEXT")                                            \
    X(SCHEMA_CALENDAR, "calendar TEXT")                                                  \
    X(SCHEMA_DUCKDB_LOGICAL_TYPE, "duckdb_logical_type TEXT")

enum schema_columns { SCHEMA_COLUMNS(COLUMN_NUMBER) };

static enum status schema_open(const struct function_call *call,
                               struct row_source **result, struct error *error)
{
    enum status status = rows_open(call, result, error);
    if (status == OK) {
        struct file_rows *rows = (struct file_rows *)*result;
        rows->n_rows = rows->file.metadata->n_elements;
    }
    return status;
}

/* The type that a table of the file declares for the column; NULL if the element is no
 * column. */
static enum status result_sqlite_type(sqlite3_context *context,
                                      const struct pq_schema_tree *tree, uint32_t node)
{
    const struct pq_node *n = &tree->nodes[node];
    struct table_options options = {0};
    char type[COLUMN_TYPE_SIZE];
    struct column column = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES};
    if (node == 0)
        return OK;
    if (n->is_leaf)
        column = tree->leaves[n->first_leaf].column;
    columns_declared_type(&column, &options, type);
    sqlite3_result_text(context, type, -1, SQLITE_TRANSIENT);
    return OK;
}

/* What the writer says of the calendar of a leaf's dates; NULL: nothing to care about. */
static enum status result_calendar(sqlite3_context *context, const struct file_rows *rows,
                                   uint32_t node)
{
    const struct pq_node *n = &rows->file.tree->nodes[node];
    bool is_julian = n->is_leaf &&
                     pq_claims_julian_calendar(rows->file.metadata, rows->file.tree,
                                               n->first_leaf);
    return result_name(context, is_julian ? "julian" : NULL, -1);
}

/* As text, as DuckDB has it. */
static enum status result_type_length(sqlite3_context *context,
                                      const struct pq_schema_element *element,
                                      struct error *error)
{
    struct buffer text = {0};
    if (!element->has_type_length)
        return OK;
    return result_appended(
        context, &text,
        buffer_append_format(&text, error, "%d", (int)element->type_length));
}

static enum status schema_column(struct row_source *base, sqlite3_context *context, int i,
                                 struct error *error)
{
    const struct file_rows *rows = (struct file_rows *)base;
    uint32_t node = (uint32_t)base->n_given - 1;
    const struct pq_schema_element *element = &rows->file.metadata->elements[node];
    switch ((enum schema_columns)i) {
    case SCHEMA_NAME:
        return result_slice(context, element->name);
    case SCHEMA_TYPE:
        if (element->type < 0)
            return OK;
        return result_name(context, pq_type_name(element->type), element->type);
    case SCHEMA_TYPE_LENGTH:
        return result_type_length(context, element, error);
    case SCHEMA_REPETITION_TYPE:
        return result_name(context, pq_repetition_name(element->repetition),
                           element->repetition);
    case SCHEMA_NUM_CHILDREN:
        return result_int_if(context, element->n_children >= 0, element->n_children);
    case SCHEMA_CONVERTED_TYPE:
        return result_name(context, pq_converted_type_name(element->converted_type),
                           element->converted_type);
    case SCHEMA_SCALE:
        return result_int_if(context, element->has_scale, element->scale);
    case SCHEMA_PRECISION:
        return result_int_if(context, element->has_precision, element->precision);
    case SCHEMA_FIELD_ID:
        return result_int_if(context, element->has_field_id, element->field_id);
    case SCHEMA_LOGICAL_TYPE:
        return result_logical_type(context, &element->logical, error);
    case SCHEMA_DUCKDB_LOGICAL_TYPE:
        return result_duckdb_logical_type(context, &element->logical, error);
    case SCHEMA_COLUMN_ID:
        return result_int(context, node); /* DuckDB counts the groups too */
    case SCHEMA_SQLITE_TYPE:
    case SCHEMA_DUCKDB_TYPE: /* its other name */
        return result_sqlite_type(context, rows->file.tree, node);
    case SCHEMA_CALENDAR:
        return result_calendar(context, rows, node);
    }
    return OK;
}

const struct table_function parquet_schema_function = {
    .name = "parquet_schema",
    .has_file_name = true,
    .columns = SCHEMA_COLUMNS(COLUMN_DECLARATION),
    .place = IN_METADATA,
    .open = schema_open,
    .next = rows_next,
    .column = schema_column,
    .close = metadata_rows_close,
};

/* ---- parquet_file_metadata() ----------------------------------------------------- */

#define FILE_COLUMNS(X)                                                                  \
    X(FILE_CREATED_BY, "created_by TEXT")                                                \
    X(FILE_NUM_ROWS, "num_rows INTEGER")                                                 \
    X(FILE_NUM_ROW_GROUPS, "num_row_groups INTEGER")                                     \
    X(FILE_FORMAT_VERSION, "format_version INTEGER")                                     \
    X(FILE_ENCRYPTION_ALGORITHM, "encryption_algorithm TEXT")                            \
    X(FILE_FOOTER_SIGNING_KEY_METADATA, "footer_signing_key_metadata BLOB")              \
    X(FILE_SIZE_BYTES, "file_size_bytes INTEGER")                                        \
    X(FILE_FOOTER_SIZE, "footer_size INTEGER")                                           \
    X(FILE_COLUMN_ORDERS, "column_orders TEXT")                                          \
    X(FILE_WRITER_FAULTS, "writer_faults TEXT")                                          \
    X(FILE_FOOTER_MODE, "footer_mode TEXT")                                              \
    X(FILE_FOOTER_KEY_METADATA, "footer_key_metadata TEXT")                              \
    X(FILE_FOOTER_IS_VERIFIED, "footer_is_verified INTEGER")                             \
    X(FILE_AAD_PREFIX, "aad_prefix TEXT")

enum file_columns { FILE_COLUMNS(COLUMN_NUMBER) };

/* ["TYPE_ORDER","IEEE_754_TOTAL_ORDER"], one per leaf. */
static enum status result_column_orders(sqlite3_context *context, struct slice orders,
                                        struct error *error)
{
    struct buffer text = {0};
    static const char *const names[] = {"unknown", "TYPE_ORDER", "IEEE_754_TOTAL_ORDER",
                                        "INT96_TIMESTAMP_ORDER"};
    struct thrift_list list;
    if (orders.data == NULL)
        return OK;
    enum status status = buffer_append_text(&text, "[", error);
    thrift_list_begin(&list, orders, THRIFT_STRUCT);
    while (status == OK && thrift_list_next(&list)) {
        int member = thrift_read_union(&list.reader, NULL);
        bool is_known = member > 0 && (size_t)member < sizeof names / sizeof *names;
        status = buffer_append_format(&text, error, "%s\"%s\"",
                                      list.left + 1 < list.n ? "," : "",
                                      names[is_known ? member : 0]);
    }
    if (status == OK)
        status = buffer_append_text(&text, "]", error);
    return result_appended(context, &text, status);
}

/* "PARQUET-251, PARQUET-686" */
static enum status result_writer_faults(sqlite3_context *context,
                                        const struct pq_writer_version *writer,
                                        struct error *error)
{
    struct buffer text = {0};
    enum status status = OK;
    const char *issue;
    for (size_t i = 0;
         status == OK && (issue = pq_next_writer_issue(writer, &i)) != NULL;)
        status = buffer_append_format(&text, error, "%s%s", text.size > 0 ? ", " : "",
                                      issue);
    return result_text_if_any(context, &text, status);
}

static enum status file_column(struct row_source *base, sqlite3_context *context, int i,
                               struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    const struct pq_file_metadata *metadata = rows->file.metadata;
    const struct pq_footer *footer = pq_file_footer(rows->file.file);
    struct slice key = metadata->footer_signing_key_metadata;
    int algorithm = footer->crypto.algorithm.kind;
    switch ((enum file_columns)i) {
    case FILE_CREATED_BY:
        return result_slice(context, metadata->created_by);
    case FILE_NUM_ROWS:
        return result_int(context, metadata->n_rows);
    case FILE_NUM_ROW_GROUPS:
        return result_int(context, metadata->n_row_groups);
    case FILE_FORMAT_VERSION:
        return result_int(context, metadata->version);
    case FILE_ENCRYPTION_ALGORITHM:
        if (algorithm == 0)
            return OK;
        return result_name(context, pq_encryption_name(algorithm), algorithm);
    case FILE_FOOTER_SIGNING_KEY_METADATA:
        if (key.data != NULL)
            sqlite3_result_blob64(context, key.data, key.size, SQLITE_TRANSIENT);
        return OK;
    case FILE_SIZE_BYTES:
        return result_int(context, input_file_size(pq_file_input(rows->file.file)));
    case FILE_FOOTER_SIZE:
        return result_int(context, footer->size);
    case FILE_COLUMN_ORDERS:
        return result_column_orders(context, metadata->column_orders, error);
    case FILE_WRITER_FAULTS:
        return result_writer_faults(context, &metadata->writer, error);
    case FILE_FOOTER_MODE:
        return result_name(context,
                           footer->crypto.has_encrypted_footer ? "encrypted"
                           : footer->is_of_encrypted_file      ? "signed"
                                                               : "plain",
                           -1);
    case FILE_FOOTER_KEY_METADATA:
        return result_key_metadata(context, footer->crypto.key_metadata);
    case FILE_FOOTER_IS_VERIFIED:
        return result_int_if(context, footer->is_of_encrypted_file, footer->is_verified);
    case FILE_AAD_PREFIX:
        return result_key_metadata(context, footer->crypto.algorithm.aad_prefix);
    }
    return OK;
}

const struct table_function parquet_file_metadata_function = {
    .name = "parquet_file_metadata",
    .has_file_name = true,
    .columns = FILE_COLUMNS(COLUMN_DECLARATION),
    .place = IN_METADATA,
    .open = rows_open,
    .next = rows_next,
    .column = file_column,
    .close = metadata_rows_close,
};

/* ---- parquet_kv_metadata() ------------------------------------------------------- */

#define KV_COLUMNS(X)                                                                    \
    X(KV_KEY, "key TEXT")                                                                \
    X(KV_VALUE, "value TEXT")

enum kv_columns { KV_COLUMNS(COLUMN_NUMBER) };

static enum status kv_open(const struct function_call *call, struct row_source **result,
                           struct error *error)
{
    enum status status = rows_open(call, result, error);
    if (status == OK) {
        struct file_rows *rows = (struct file_rows *)*result;
        pq_key_values_begin(&rows->walk, rows->file.metadata->key_values);
    }
    return status;
}

static enum status kv_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    *has_row = pq_key_values_next(&rows->walk, &rows->key, &rows->value);
    if (rows->walk.list.reader.fault != NULL)
        return error_set(error, CORRUPT, "key-value metadata: %s",
                         rows->walk.list.reader.fault);
    return OK;
}

static enum status kv_column(struct row_source *base, sqlite3_context *context, int i,
                             struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    (void)error;
    switch ((enum kv_columns)i) {
    case KV_KEY:
        return result_slice(context, rows->key);
    case KV_VALUE:
        return result_slice(context, rows->value);
    }
    return OK;
}

const struct table_function parquet_kv_metadata_function = {
    .name = "parquet_kv_metadata",
    .has_file_name = true,
    .columns = KV_COLUMNS(COLUMN_DECLARATION),
    .place = IN_METADATA,
    .open = kv_open,
    .next = kv_next,
    .column = kv_column,
    .close = metadata_rows_close,
};
