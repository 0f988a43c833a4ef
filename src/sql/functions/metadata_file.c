/* SPDX-License-Identifier: MIT */
/* metadata_file.c - parquet_schema(), parquet_file_metadata(), parquet_kv_metadata():
 * what a footer has once per file. */
#include "parquet/format/format_enums.h"
#include "sql/functions/metadata_functions.h"
#include "sql/table/columns.h"

/* The rows of one call. */
struct file_rows {
    struct metadata_rows file; /* must be first */
    uint32_t n_rows;
    struct pq_key_values walk;
    struct slice key, value;
};

static enum status rows_open(const char *path, struct row_source **rows,
                             struct error *error)
{
    enum status status = metadata_rows_open(path, sizeof(struct file_rows), rows, error);
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

static enum status schema_open(const char *path, struct row_source **result,
                               struct error *error)
{
    enum status status = rows_open(path, result, error);
    if (status == OK) {
        struct file_rows *rows = (struct file_rows *)*result;
        rows->n_rows = rows->file.metadata->n_elements;
    }
    return status;
}

/* The type that a table of the file declares for the column; NULL if the element is no
 * column. */
static enum status result_sqlite_type(sqlite3_context *context,
                                      const struct file_rows *rows, uint32_t node,
                                      struct error *error)
{
    const struct pq_schema_tree *tree = rows->file.tree;
    const struct pq_node *n = &tree->nodes[node];
    struct table_options options = {0};
    char type[COLUMN_TYPE_SIZE];
    struct column column = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES};
    (void)error;
    if (node == 0)
        return OK;
    if (n->is_leaf)
        column = tree->leaves[n->first_leaf].column;
    columns_declared_type(&column, &options, type);
    sqlite3_result_text(context, type, -1, SQLITE_TRANSIENT);
    return OK;
}

static enum status schema_column(struct row_source *base, sqlite3_context *context, int i,
                                 struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    uint32_t node = (uint32_t)base->n_given - 1;
    const struct pq_schema_element *element = &rows->file.metadata->elements[node];
    struct buffer text = {0};
    enum status status = OK;
    switch (i) {
    case 0:
        sqlite3_result_text(context, rows->file.path, -1, SQLITE_TRANSIENT);
        break;
    case 1:
        result_slice(context, element->name);
        break;
    case 2:
        if (element->type >= 0)
            result_name(context, pq_type_name(element->type), element->type);
        break;
    case 3: /* text, as DuckDB has it */
        if (element->has_type_length)
            status = buffer_append_format(&text, error, "%d", (int)element->type_length);
        if (status == OK && element->has_type_length)
            result_buffer(context, &text);
        break;
    case 4:
        result_name(context, pq_repetition_name(element->repetition),
                    element->repetition);
        break;
    case 5:
        result_int64_if(context, element->n_children >= 0, element->n_children);
        break;
    case 6:
        result_name(context, pq_converted_type_name(element->converted_type),
                    element->converted_type);
        break;
    case 7:
        result_int64_if(context, element->has_scale, element->scale);
        break;
    case 8:
        result_int64_if(context, element->has_precision, element->precision);
        break;
    case 9:
        result_int64_if(context, element->has_field_id, element->field_id);
        break;
    case 10:
        status = append_logical_type(&text, &element->logical, error);
        if (status == OK && text.size > 0)
            result_buffer(context, &text);
        break;
    case 12:
        sqlite3_result_int64(context, node); /* DuckDB counts the groups too */
        break;
    default: /* 11: sqlite_type; 13: duckdb_type, its other name */
        status = result_sqlite_type(context, rows, node, error);
    }
    buffer_release(&text);
    return status;
}

const struct table_function parquet_schema_function = {
    .name = "parquet_schema",
    .columns = "file_name TEXT, name TEXT, type TEXT, type_length TEXT, "
               "repetition_type TEXT, num_children INTEGER, converted_type TEXT, "
               "scale INTEGER, precision INTEGER, field_id INTEGER, logical_type TEXT, "
               "sqlite_type TEXT, column_id INTEGER, duckdb_type TEXT",
    .open = schema_open,
    .next = rows_next,
    .column = schema_column,
    .close = metadata_rows_close,
};

/* ---- parquet_file_metadata() ----------------------------------------------------- */

static const char *encryption_name(int algorithm)
{
    return algorithm == PQ_AES_GCM_V1       ? "AES_GCM_V1"
           : algorithm == PQ_AES_GCM_CTR_V1 ? "AES_GCM_CTR_V1"
                                            : NULL;
}

/* ["TYPE_ORDER","IEEE_754_TOTAL_ORDER"], one per leaf. */
static enum status append_column_orders(struct buffer *text, struct slice orders,
                                        struct error *error)
{
    static const char *const names[] = {"unknown", "TYPE_ORDER", "IEEE_754_TOTAL_ORDER",
                                        "INT96_TIMESTAMP_ORDER"};
    struct thrift_list list;
    enum status status = buffer_append_text(text, "[", error);
    thrift_list_begin(&list, orders, THRIFT_STRUCT);
    while (status == OK && thrift_list_next(&list)) {
        int member = thrift_read_union(&list.reader, NULL);
        bool is_known = member > 0 && (size_t)member < sizeof names / sizeof *names;
        status = buffer_append_format(text, error, "%s\"%s\"",
                                      list.left + 1 < list.n ? "," : "",
                                      names[is_known ? member : 0]);
    }
    return status == OK ? buffer_append_text(text, "]", error) : status;
}

/* "PARQUET-251, PARQUET-686" */
static enum status append_writer_faults(struct buffer *text,
                                        const struct pq_writer_version *writer,
                                        struct error *error)
{
    enum status status = OK;
    const char *issue;
    for (size_t i = 0;
         status == OK && (issue = pq_next_writer_issue(writer, &i)) != NULL;)
        status = buffer_append_format(text, error, "%s%s", text->size > 0 ? ", " : "",
                                      issue);
    return status;
}

static enum status file_column(struct row_source *base, sqlite3_context *context, int i,
                               struct error *error)
{
    struct file_rows *rows = (struct file_rows *)base;
    const struct pq_file_metadata *metadata = rows->file.metadata;
    struct slice key = metadata->footer_signing_key_metadata;
    struct buffer text = {0};
    enum status status = OK;
    switch (i) {
    case 0:
        sqlite3_result_text(context, rows->file.path, -1, SQLITE_TRANSIENT);
        break;
    case 1:
        result_slice(context, metadata->created_by);
        break;
    case 2:
        sqlite3_result_int64(context, metadata->n_rows);
        break;
    case 3:
        sqlite3_result_int64(context, metadata->n_row_groups);
        break;
    case 4:
        sqlite3_result_int(context, metadata->version);
        break;
    case 5:
        if (metadata->encryption_algorithm != 0)
            result_name(context, encryption_name(metadata->encryption_algorithm),
                        metadata->encryption_algorithm);
        break;
    case 6:
        if (key.data != NULL)
            sqlite3_result_blob64(context, key.data, key.size, SQLITE_TRANSIENT);
        break;
    case 7:
        sqlite3_result_int64(context, input_file_size(pq_file_input(rows->file.file)));
        break;
    case 8:
        sqlite3_result_int64(context, pq_file_footer_size(rows->file.file));
        break;
    case 9:
        if (metadata->column_orders.data != NULL)
            status = append_column_orders(&text, metadata->column_orders, error);
        break;
    default:
        status = append_writer_faults(&text, &metadata->writer, error);
    }
    if (status == OK && text.size > 0)
        result_buffer(context, &text);
    buffer_release(&text);
    return status;
}

const struct table_function parquet_file_metadata_function = {
    .name = "parquet_file_metadata",
    .columns = "file_name TEXT, created_by TEXT, num_rows INTEGER, "
               "num_row_groups INTEGER, format_version INTEGER, "
               "encryption_algorithm TEXT, footer_signing_key_metadata BLOB, "
               "file_size_bytes INTEGER, footer_size INTEGER, column_orders TEXT, "
               "writer_faults TEXT",
    .open = rows_open,
    .next = rows_next,
    .column = file_column,
    .close = metadata_rows_close,
};

/* ---- parquet_kv_metadata() ------------------------------------------------------- */

static enum status kv_open(const char *path, struct row_source **result,
                           struct error *error)
{
    enum status status = rows_open(path, result, error);
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
    if (i == 0)
        sqlite3_result_text(context, rows->file.path, -1, SQLITE_TRANSIENT);
    else
        result_slice(context, i == 1 ? rows->key : rows->value);
    return OK;
}

const struct table_function parquet_kv_metadata_function = {
    .name = "parquet_kv_metadata",
    .columns = "file_name TEXT, key TEXT, value TEXT",
    .open = kv_open,
    .next = kv_next,
    .column = kv_column,
    .close = metadata_rows_close,
};
