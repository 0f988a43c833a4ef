#include "group_reader.h"

#include "../base/alloc.h"
#include "../scan/value_text.h"

/* A leaf has a window of decoded rows of its own: rows first .. first + vector.n_rows - 1
 * of the row group. */
struct group_leaf {
    struct pq_chunk_reader *reader;
    uint64_t first;
    uint64_t position; /* row that the reader stands before */
    struct column_vector vector;
    const uint8_t *levels; /* NULL: every level is 0 */
};

struct group_reader {
    struct column_reader base; /* must be first */
    const struct pq_schema_tree *tree;
    uint32_t node;
    uint32_t first_leaf, n_leaves;
    struct group_leaf *leaves;
    uint64_t position;  /* in the row group: the next row */
    struct buffer text; /* the JSON of the batch's rows, each followed by a 0 */
    struct bytes_value values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
};

static enum status group_start(struct column_reader *base, uint32_t row_group,
                               struct error *error)
{
    struct group_reader *reader = (struct group_reader *)base;
    enum status status = OK;
    reader->position = 0;
    for (uint32_t i = 0; status == OK && i < reader->n_leaves; i++) {
        struct group_leaf *leaf = &reader->leaves[i];
        struct column_reader *r = pq_chunk_reader_as_column_reader(leaf->reader);
        leaf->position = 0;
        leaf->vector.n_rows = 0;
        status = r->ops->start(r, row_group, error);
    }
    return status;
}

/* The leaves follow when they are needed. */
static enum status group_skip(struct column_reader *base, uint64_t n, struct error *error)
{
    (void)error;
    ((struct group_reader *)base)->position += n;
    return OK;
}

/* Makes the leaf's window hold the row at hand, and up to n rows. */
static enum status load_leaf(const struct group_reader *reader, struct group_leaf *leaf,
                             uint32_t n, struct error *error)
{
    uint64_t row = reader->position;
    struct column_reader *r = pq_chunk_reader_as_column_reader(leaf->reader);
    if (row - leaf->first < leaf->vector.n_rows)
        return OK;
    leaf->vector.n_rows = 0;
    enum status status = OK;
    if (leaf->position < row)
        status = r->ops->skip(r, row - leaf->position, error);
    if (status == OK)
        status = r->ops->read(r, n, &leaf->vector, error);
    if (status != OK)
        return status;
    leaf->levels = pq_chunk_reader_levels(leaf->reader);
    leaf->first = row;
    leaf->position = row + leaf->vector.n_rows;
    return OK;
}

/* How far down from the root a node's first leaf is there in the row at hand. */
static unsigned level_at(const struct group_reader *reader, const struct pq_node *node)
{
    if (node->n_leaves == 0)
        return node->definition_level; /* nothing tells; parents do */
    const struct group_leaf *leaf =
        &reader->leaves[node->first_leaf - reader->first_leaf];
    return leaf->levels != NULL ? leaf->levels[reader->position - leaf->first] : 0;
}

/* Appends the object of the row at hand.  Groups that are open are remembered by where
 * they end; depth is bounded by the schema's. */
static enum status append_row(struct group_reader *reader, struct error *error)
{
    const struct pq_schema_tree *tree = reader->tree;
    struct buffer *text = &reader->text;
    uint32_t ends[PQ_MAX_SCHEMA_DEPTH + 2];
    size_t depth = 0;
    bool is_first = true; /* in the innermost open group */
    enum status status = buffer_append_text(text, "{", error);
    ends[depth++] = tree->nodes[reader->node].end;
    uint32_t i = reader->node + 1;
    while (status == OK && depth > 0) {
        if (i == ends[depth - 1]) {
            status = buffer_append_text(text, "}", error);
            is_first = false;
            depth--;
            continue;
        }
        const struct pq_node *node = &tree->nodes[i];
        if (!is_first)
            status = buffer_append_text(text, ",", error);
        if (status == OK)
            status = append_json_string(text, node->element->name, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        if (status != OK)
            break;
        is_first = false;
        if (node->is_leaf) {
            const struct group_leaf *leaf =
                &reader->leaves[node->first_leaf - reader->first_leaf];
            status = append_json_cell(text, &tree->leaves[node->first_leaf].column,
                                      &leaf->vector,
                                      (uint32_t)(reader->position - leaf->first), error);
            i++;
        } else if (level_at(reader, node) < node->definition_level) {
            status = buffer_append_text(text, "null", error);
            i = node->end;
        } else {
            status = buffer_append_text(text, "{", error);
            ends[depth++] = node->end;
            is_first = true;
            i++;
        }
    }
    return status == OK ? buffer_append(text, "", 1, error) : status;
}

static enum status locate_group(const struct group_reader *reader, struct error *error)
{
    struct slice name = reader->tree->nodes[reader->node].element->name;
    return error_locate(error, "column \"%.*s\"",
                        (int)(name.size < 200 ? name.size : 200),
                        (const char *)name.data);
}

/* One row: its leaves, then its text and its place in the batch. */
static enum status read_row(struct group_reader *reader, uint32_t k, uint32_t n_wanted,
                            struct error *error)
{
    const struct pq_node *top = &reader->tree->nodes[reader->node];
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < reader->n_leaves; i++)
        status = load_leaf(reader, &reader->leaves[i], n_wanted, error);
    if (status != OK)
        return status;
    size_t start = reader->text.size;
    reader->valid[k] = level_at(reader, top) >= top->definition_level;
    if (reader->valid[k] && append_row(reader, error) != OK)
        return locate_group(reader, error);
    reader->values[k].size = reader->valid[k] ? reader->text.size - start - 1 : 0;
    reader->position++;
    return OK;
}

static enum status group_read(struct column_reader *base, uint32_t n,
                              struct column_vector *vector, struct error *error)
{
    struct group_reader *reader = (struct group_reader *)base;
    uint32_t n_rows = 0;
    reader->text.size = 0;
    while (n_rows < n && reader->text.size < LARGE_BATCH) {
        enum status status = read_row(reader, n_rows, n - n_rows, error);
        if (status != OK)
            return status;
        n_rows++;
    }
    /* Only now the text stays where it is. */
    const uint8_t *data = reader->text.data;
    for (uint32_t k = 0; k < n_rows; k++) {
        reader->values[k].data = data;
        if (reader->valid[k])
            data += reader->values[k].size + 1;
    }
    *vector = (struct column_vector){.n_rows = n_rows,
                                     .valid = reader->valid,
                                     .values.bytes = reader->values,
                                     .kind = VECTOR_BYTES,
                                     .is_terminated = true,
                                     .has_no_nul = true};
    return OK;
}

static void group_close(struct column_reader *base)
{
    struct group_reader *reader = (struct group_reader *)base;
    for (uint32_t i = 0; i < reader->n_leaves && reader->leaves != NULL; i++) {
        if (reader->leaves[i].reader == NULL)
            continue;
        struct column_reader *leaf = pq_chunk_reader_as_column_reader(
            reader->leaves[i].reader);
        leaf->ops->close(leaf);
    }
    buffer_release(&reader->text);
    mem_free(reader->leaves);
    mem_free(reader);
}

/* Objects have neither dictionary nor statistics. */
static enum status group_dictionary(struct column_reader *base,
                                    struct column_vector *vector, struct error *error)
{
    (void)base;
    (void)error;
    *vector = (struct column_vector){.kind = VECTOR_BYTES};
    return OK;
}

static enum status group_next_page(struct column_reader *base,
                                   struct column_statistics *statistics,
                                   struct error *error)
{
    (void)base;
    (void)error;
    *statistics = (struct column_statistics){0};
    return OK;
}

static const struct column_reader_ops group_ops = {
    .start = group_start,
    .skip = group_skip,
    .dictionary = group_dictionary,
    .next_page = group_next_page,
    .read = group_read,
    .close = group_close,
};

enum status pq_group_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                 struct column_reader **reader, struct error *error)
{
    const struct pq_node *group = &context->tree->nodes[node];
    *reader = NULL;
    struct group_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &group_ops;
    r->tree = context->tree;
    r->node = node;
    r->first_leaf = group->first_leaf;
    r->n_leaves = group->n_leaves;
    r->leaves = mem_alloc_zeroed(r->n_leaves, sizeof *r->leaves);
    enum status status = r->leaves == NULL ? error_nomem(error) : OK;
    for (uint32_t i = 0; status == OK && i < r->n_leaves; i++)
        status = pq_chunk_reader_open(context, r->first_leaf + i, &r->leaves[i].reader,
                                      error);
    if (status != OK) {
        group_close(&r->base);
        return status;
    }
    *reader = &r->base;
    return OK;
}
