/* SPDX-License-Identifier: MIT */
#include "sql/functions/metadata_functions.h"

#include <string.h>

#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"
#include "scan/json_cell.h"
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
