/* SPDX-License-Identifier: MIT */
#include "sql/functions/metadata_functions.h"

#include <string.h>

#include "base/alloc.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/type_text.h"
#include "parquet/schema/value_convert.h"
#include "scan/json_cell.h"
#include "sql/functions/metadata_orc_functions.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum status metadata_rows_open(const struct function_call *call, void *rows,
                               struct error *error)
{
    struct metadata_rows *r = rows;
    file_access_init(&r->access, &call->options);
    enum status status = formats_open_parquet(call->options.path, &r->access.format,
                                              &r->file, error);
    if (status == OK) {
        r->metadata = pq_file_context(r->file)->metadata;
        r->tree = pq_file_context(r->file)->tree;
    }
    return status;
}

void metadata_rows_close(void *rows)
{
    struct metadata_rows *r = rows;
    pq_file_close(r->file);
    file_access_release(&r->access);
}

bool metadata_rows_find(const struct metadata_rows *rows, uint64_t n, uint32_t n_items,
                        uint32_t *row_group, uint32_t *item)
{
    if (n >= (uint64_t)n_items * rows->metadata->n_row_groups)
        return false;
    *row_group = (uint32_t)(n / n_items);
    *item = (uint32_t)(n % n_items);
    return true;
}

enum status result_path(sqlite3_context *context, const struct pq_schema_tree *tree,
                        uint32_t leaf, struct error *error)
{
    uint32_t path[PQ_MAX_SCHEMA_DEPTH + 1];
    uint32_t depth = 0;
    struct buffer text = {0};
    for (uint32_t i = tree->leaves[leaf].node; i != 0; i = tree->nodes[i].parent)
        path[depth++] = i;
    for (uint32_t i = depth; i-- > 0;) {
        buffer_add(&text, tree->nodes[path[i]].element->name, error);
        buffer_add_text(&text, i > 0 ? ", " : "", error);
    }
    return result_appended(context, &text, error->status);
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

void append_duckdb_type(struct buffer *text, const struct pq_logical_type *type,
                        struct error *error)
{
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

void append_logical_type(struct buffer *text, const struct pq_logical_type *type,
                         struct error *error)
{
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

/* The size that a bound of the type must have, in bytes; 0: any. */
static size_t bound_size(const struct pq_leaf *leaf)
{
    return leaf->type == PQ_BOOLEAN ? 1 : pq_type_width(leaf->type, leaf->type_length);
}

static bool is_bound(const struct pq_leaf *leaf, struct slice bound)
{
    size_t expected = bound_size(leaf);
    if (leaf->column.type == COLUMN_DECIMAL && bound.size > MOST_DECIMAL_BYTES)
        return false;
    return bound.data != NULL && (expected == 0 || bound.size == expected) &&
           leaf->type <= PQ_FIXED_LEN_BYTE_ARRAY &&
           leaf->column.unreadable_status != CORRUPT;
}

static enum status append_bound(struct buffer *buffer, const struct pq_leaf *leaf,
                                struct slice bound, struct error *error)
{
    struct instant converted; /* the widest of the vector kinds besides bytes */
    const struct column *column = &leaf->column;
    if (column->kind == VECTOR_BYTES &&
        (column->type == COLUMN_TEXT || column->type == COLUMN_JSON))
        return buffer_append(buffer, bound.data, bound.size, error);

    struct column_vector vector = {.n_rows = 1, .kind = column->kind};
    vector.values.any = &converted;
    union pq_physical physical = pq_physical_of(leaf->type, bound);
    if (column->kind == VECTOR_BYTES)
        vector.values.bytes = &physical.bytes;
    else
        pq_convert_values(pq_conversion_of_bounds(leaf->conversion), &physical, 1,
                          &converted);
    size_t start = buffer->size;
    enum status status = append_json_cell(buffer, column, &vector, 0, error);
    /* The text is JSON's without the quotes. */
    if (status == OK && buffer->size - start >= 2 && buffer->data[start] == '"') {
        buffer->size -= 2;
        memmove(buffer->data + start, buffer->data + start + 1, buffer->size - start);
    }
    return status;
}

enum status result_bound(sqlite3_context *context, const struct pq_leaf *leaf,
                         struct slice bound, struct error *error)
{
    struct buffer text = {0};
    if (!is_bound(leaf, bound))
        return OK;
    return result_appended(context, &text, append_bound(&text, leaf, bound, error));
}
