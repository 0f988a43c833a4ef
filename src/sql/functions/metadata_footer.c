/* SPDX-License-Identifier: MIT */
/* metadata_footer.c - parquet_schema(), parquet_file_metadata(), parquet_kv_metadata():
 * what a footer has once per file. */
#include "parquet/encryption/module_cipher.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/calendar.h"
#include "parquet/schema/type_text.h"
#include "sql/functions/metadata_functions.h"
#include "sql/table/columns.h"

/* ---- parquet_schema() ------------------------------------------------------------ */

struct schema_rows {
    struct metadata_rows file; /* must be first */
    uint32_t node;             /* DuckDB counts the groups too */
    struct pq_schema_element element;
};

static enum status schema_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct schema_rows *rows = row;
    (void)error;
    *has_row = n < rows->file.metadata->n_elements;
    rows->node = (uint32_t)n;
    if (*has_row)
        rows->element = rows->file.metadata->elements[rows->node];
    return OK;
}

/* The type that a table of the file declares for the column; NULL if the element is no
 * column. */
static enum status show_sqlite_type(void *row, sqlite3_context *context,
                                    struct error *error)
{
    const struct schema_rows *rows = row;
    const struct pq_schema_tree *tree = rows->file.tree;
    const struct pq_node *n = &tree->nodes[rows->node];
    struct table_options options = {0};
    char type[COLUMN_TYPE_SIZE];
    struct column column = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES};
    (void)error;
    if (rows->node == 0)
        return OK;
    if (n->is_leaf)
        column = tree->leaves[n->first_leaf].column;
    columns_declared_type(&column, &options, type);
    return result_slice(context, slice_of(type, strlen(type)));
}

/* What the writer says of the calendar of a leaf's dates; NULL: nothing to care about. */
static void append_calendar(void *row, struct buffer *text, struct error *error)
{
    const struct schema_rows *rows = row;
    const struct pq_node *n = &rows->file.tree->nodes[rows->node];
    if (n->is_leaf &&
        pq_claims_julian_calendar(rows->file.metadata, rows->file.tree, n->first_leaf))
        buffer_add_text(text, "julian", error);
}

/* As text, as DuckDB has it. */
static void append_type_length(void *row, struct buffer *text, struct error *error)
{
    const struct pq_schema_element *element = &((struct schema_rows *)row)->element;
    if (element->has_type_length)
        buffer_add_format(text, error, "%d", (int)element->type_length);
}

/* The logical types without parameters, as users write them and as DuckDB does. */
static const char *const plain_types[][2] = {
    [PQ_LOGICAL_STRING] = {"STRING", "StringType()"},
    [PQ_LOGICAL_MAP] = {"MAP", "MapType()"},
    [PQ_LOGICAL_LIST] = {"LIST", "ListType()"},
    [PQ_LOGICAL_ENUM] = {"ENUM", "EnumType()"},
    [PQ_LOGICAL_DATE] = {"DATE", "DateType()"},
    [PQ_LOGICAL_UNKNOWN] = {"UNKNOWN", "NullType()"},
    [PQ_LOGICAL_JSON] = {"JSON", "JsonType()"},
    [PQ_LOGICAL_BSON] = {"BSON", "BsonType()"},
    [PQ_LOGICAL_UUID] = {"UUID", "UUIDType()"},
    [PQ_LOGICAL_FLOAT16] = {"FLOAT16", "Float16Type()"},
    [PQ_LOGICAL_VARIANT] = {"VARIANT", "VariantType()"},
    [PQ_LOGICAL_FILE] = {"FILE", "FileType()"},
};

/* Appends nothing if there is no logical type. */
static void append_plain_type(struct buffer *text, const struct pq_logical_type *type,
                              bool is_as_duckdb, struct error *error)
{
    size_t kind = (size_t)type->kind;
    if (type->kind == PQ_LOGICAL_NONE && type->unknown_member != 0)
        buffer_add_format(text, error, "unknown logical type %d", type->unknown_member);
    else if (kind < sizeof plain_types / sizeof *plain_types && plain_types[kind][0])
        buffer_add_text(text, plain_types[kind][is_as_duckdb], error);
}

static void append_duckdb_geometry(struct buffer *text,
                                   const struct pq_logical_type *type,
                                   struct error *error)
{
    static const char *const edges[] = {"SPHERICAL", "VINCENTY", "THOMAS", "ANDOYER",
                                        "KARNEY"};
    bool is_geography = type->kind == PQ_LOGICAL_GEOGRAPHY;
    bool is_known = type->algorithm >= 0 && type->algorithm <= 4;
    buffer_add_text(text,
                    is_geography ? "GeographyType(crs=" : "GeometryType(crs=", error);
    buffer_add(text, type->crs.data != NULL ? type->crs : slice_of("<null>", 6), error);
    if (is_geography)
        buffer_add_format(text, error, ", algorithm=%s",
                          is_known ? edges[type->algorithm] : "<null>");
    buffer_add_text(text, ")", error);
}

/* As DuckDB writes it: StringType() or DecimalType(scale=2, precision=9). */
static void append_duckdb_type(void *row, struct buffer *text, struct error *error)
{
    const struct pq_logical_type *type = &((struct schema_rows *)row)->element.logical;
    switch (type->kind) {
    case PQ_LOGICAL_DECIMAL:
        buffer_add_format(text, error, "DecimalType(scale=%d, precision=%d)",
                          (int)type->scale, (int)type->precision);
        break;
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        buffer_add_format(
            text, error,
            "%sType(isAdjustedToUTC=%d, unit=TimeUnit(MILLIS=%s, MICROS=%s, NANOS=%s))",
            type->kind == PQ_LOGICAL_TIME ? "Time" : "Timestamp", type->is_utc,
            type->unit == PQ_MILLIS ? "MilliSeconds()" : "<null>",
            type->unit == PQ_MICROS ? "MicroSeconds()" : "<null>",
            type->unit == PQ_NANOS ? "NanoSeconds()" : "<null>");
        break;
    case PQ_LOGICAL_INTEGER:
        buffer_add_format(text, error, "IntType(bitWidth=%d, isSigned=%d)",
                          type->bit_width, type->is_signed);
        break;
    case PQ_LOGICAL_GEOMETRY:
    case PQ_LOGICAL_GEOGRAPHY:
        append_duckdb_geometry(text, type, error);
        break;
    default:
        append_plain_type(text, type, true, error);
    }
}

/* As users write it (type_text.h): STRING or DECIMAL(9,2). */
static void append_logical_type(void *row, struct buffer *text, struct error *error)
{
    const struct pq_logical_type *type = &((struct schema_rows *)row)->element.logical;
    static const char *const units[] = {"unknown unit", "MILLIS", "MICROS", "NANOS"};
    switch (type->kind) {
    case PQ_LOGICAL_DECIMAL:
        buffer_add_format(text, error, "DECIMAL(%d,%d)", (int)type->precision,
                          (int)type->scale);
        break;
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        buffer_add_format(text, error, "%s(%s, %s)",
                          type->kind == PQ_LOGICAL_TIME ? "TIME" : "TIMESTAMP",
                          units[type->unit], type->is_utc ? "UTC" : "local");
        break;
    case PQ_LOGICAL_INTEGER:
        buffer_add_format(text, error, "%sINT%d", type->is_signed ? "" : "U",
                          (int)type->bit_width);
        break;
    case PQ_LOGICAL_GEOMETRY:
    case PQ_LOGICAL_GEOGRAPHY:
        (void)!pq_append_geometry_text(type, text, error);
        break;
    default:
        append_plain_type(text, type, false, error);
    }
}

static const struct listed_column SCHEMA_COLUMNS[] = {
    SHOW("name TEXT", struct schema_rows, element.name),
    SHOW_NAME("type TEXT", struct schema_rows, element.type, pq_type_name),
    SHOW_TEXT("type_length TEXT", append_type_length),
    SHOW_NAME("repetition_type TEXT", struct schema_rows, element.repetition,
              pq_repetition_name),
    SHOW_NATURAL("num_children INTEGER", struct schema_rows, element.n_children),
    SHOW_NAME("converted_type TEXT", struct schema_rows, element.converted_type,
              pq_converted_type_name),
    SHOW_IF("scale INTEGER", struct schema_rows, element.scale, element.has_scale),
    SHOW_IF("precision INTEGER", struct schema_rows, element.precision,
            element.has_precision),
    SHOW_IF("field_id INTEGER", struct schema_rows, element.field_id,
            element.has_field_id),
    SHOW_TEXT("logical_type TEXT", append_logical_type),
    SHOW_BY("sqlite_type TEXT", show_sqlite_type),
    SHOW("column_id INTEGER", struct schema_rows, node),
    SHOW_BY("duckdb_type TEXT", show_sqlite_type), /* its other name */
    SHOW_TEXT("calendar TEXT", append_calendar),
    SHOW_TEXT("duckdb_logical_type TEXT", append_duckdb_type),
};

const struct table_function parquet_schema_function = {
    .name = "parquet_schema",
    .columns = COLUMN_LIST(SCHEMA_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct schema_rows),
    .open = metadata_rows_open,
    .next = schema_next,
    .close = metadata_rows_close,
};

/* ---- parquet_file_metadata() ----------------------------------------------------- */

struct file_rows {
    struct metadata_rows file; /* must be first */
    struct pq_file_metadata metadata;
    struct pq_file_crypto crypto;
    int algorithm; /* -1: none */
    const char *footer_mode;
    int64_t file_size, footer_size;
    bool is_of_encrypted_file, is_verified;
};

static enum status file_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct file_rows *rows = row;
    enum status status = metadata_rows_open(call, rows, error);
    if (status != OK)
        return status;
    const struct pq_footer *footer = pq_file_footer(rows->file.file);
    rows->metadata = *rows->file.metadata;
    rows->crypto = footer->crypto;
    rows->algorithm = footer->crypto.algorithm.kind > 0 ? footer->crypto.algorithm.kind
                                                        : -1;
    rows->footer_mode = footer->crypto.has_encrypted_footer ? "encrypted"
                        : footer->is_of_encrypted_file      ? "signed"
                                                            : "plain";
    rows->file_size = input_file_size(pq_file_input(rows->file.file));
    rows->footer_size = footer->size;
    rows->is_of_encrypted_file = footer->is_of_encrypted_file;
    rows->is_verified = footer->is_verified;
    return OK;
}

/* ["TYPE_ORDER","IEEE_754_TOTAL_ORDER"], one per leaf. */
static void append_column_orders(struct buffer *text, struct slice orders,
                                 struct error *error)
{
    static const char *const names[] = {"unknown", "TYPE_ORDER", "IEEE_754_TOTAL_ORDER",
                                        "INT96_TIMESTAMP_ORDER"};
    struct thrift_list list;
    buffer_add_text(text, "[", error);
    thrift_list_begin(&list, orders, THRIFT_STRUCT);
    while (thrift_list_next(&list)) {
        int member = thrift_read_union(&list.reader, NULL);
        bool is_known = member > 0 && (size_t)member < sizeof names / sizeof *names;
        buffer_add_format(text, error, "%s\"%s\"", list.left + 1 < list.n ? "," : "",
                          names[is_known ? member : 0]);
    }
    buffer_add_text(text, "]", error);
}

/* "PARQUET-251, PARQUET-686" */
static void append_writer_faults(void *row, struct buffer *text, struct error *error)
{
    const struct file_rows *rows = row;
    const char *issue;
    for (size_t i = 0;
         (issue = pq_next_writer_issue(&rows->metadata.writer, &i)) != NULL;)
        buffer_add_format(text, error, "%s%s", text->size > 0 ? ", " : "", issue);
}

static const struct listed_column FILE_COLUMNS[] = {
    SHOW("created_by TEXT", struct file_rows, metadata.created_by),
    SHOW("num_rows INTEGER", struct file_rows, metadata.n_rows),
    SHOW("num_row_groups INTEGER", struct file_rows, metadata.n_row_groups),
    SHOW("format_version INTEGER", struct file_rows, metadata.version),
    SHOW_NAME("encryption_algorithm TEXT", struct file_rows, algorithm,
              pq_encryption_name),
    SHOW_BLOB("footer_signing_key_metadata BLOB", struct file_rows,
              metadata.footer_signing_key_metadata),
    SHOW("file_size_bytes INTEGER", struct file_rows, file_size),
    SHOW("footer_size INTEGER", struct file_rows, footer_size),
    SHOW_LIST("column_orders TEXT", struct file_rows, metadata.column_orders,
              append_column_orders),
    SHOW_TEXT("writer_faults TEXT", append_writer_faults),
    SHOW("footer_mode TEXT", struct file_rows, footer_mode),
    SHOW_BYTES("footer_key_metadata TEXT", struct file_rows, crypto.key_metadata),
    SHOW_IF("footer_is_verified INTEGER", struct file_rows, is_verified,
            is_of_encrypted_file),
    SHOW_BYTES("aad_prefix TEXT", struct file_rows, crypto.algorithm.aad_prefix),
};

const struct table_function parquet_file_metadata_function = {
    .name = "parquet_file_metadata",
    .columns = COLUMN_LIST(FILE_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct file_rows),
    .open = file_open,
    .close = metadata_rows_close,
};

/* ---- parquet_kv_metadata() ------------------------------------------------------- */

struct key_rows {
    struct metadata_rows file; /* must be first */
    struct pq_key_values walk;
    struct slice key, value;
};

static enum status key_open(const struct function_call *call, void *row,
                            struct error *error)
{
    struct key_rows *rows = row;
    enum status status = metadata_rows_open(call, rows, error);
    if (status == OK)
        pq_key_values_begin(&rows->walk, rows->file.metadata->key_values);
    return status;
}

static enum status key_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct key_rows *rows = row;
    (void)n;
    *has_row = pq_key_values_next(&rows->walk, &rows->key, &rows->value);
    if (rows->walk.list.reader.fault != NULL)
        return error_set(error, CORRUPT, "key-value metadata: %s",
                         rows->walk.list.reader.fault);
    return OK;
}

static const struct listed_column KEY_COLUMNS[] = {
    SHOW("key TEXT", struct key_rows, key),
    SHOW("value TEXT", struct key_rows, value),
};

const struct table_function parquet_kv_metadata_function = {
    .name = "parquet_kv_metadata",
    .columns = COLUMN_LIST(KEY_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct key_rows),
    .open = key_open,
    .next = key_next,
    .close = metadata_rows_close,
};
