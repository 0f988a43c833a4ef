/* SPDX-License-Identifier: MIT */
#include "orc/column/row_json.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "orc/column/nested_node.h"
#include "scan/json_cell.h"
#include "value/map_entries.h"
#include "value/value_text.h"

enum {
    MOST_JSON = 1 << 30, /* bytes of one row */
    CHUNK_OF_ROWS = 64,  /* granted at a time, so that few rows read few elements */
};

/* A struct, list, map or union whose JSON is being written. */
struct open_node {
    struct orc_node *node;
    uint64_t next, n;   /* the next child or element; how many there are */
    bool has_key;       /* of a map: the key is written, the value is next */
    size_t first_entry; /* of a map: of its entries */
};

struct nested_reader {
    struct orc_position at;            /* must be first */
    uint64_t granted;                  /* row up to which entries are granted */
    bool has_root_present;             /* whole rows may be null */
    struct orc_boolean_reader present; /* of the root */
    struct orc_node *node;
    struct open_node stack[ORC_MOST_DEPTH + 2];
    uint32_t depth;
    struct buffer entries, scratch;
    struct json_batch batch;
};

/* ---- JSON ------------------------------------------------------------------------- */

static enum status append_name(struct nested_reader *reader, const struct orc_node *child,
                               struct error *error)
{
    const struct column *column = &reader->at.context->tree->types[child->type];
    enum status status = append_json_string(
        &reader->batch.text, slice_of(column->name, column->name_size), error);
    return status == OK ? buffer_append(&reader->batch.text, ":", 1, error) : status;
}

/* Begins a nested value, which is present. */
static enum status open_value(struct nested_reader *reader, struct orc_node *node,
                              struct error *error)
{
    struct open_node *open = &reader->stack[reader->depth++];
    *open = (struct open_node){.node = node, .n = node->n_children};
    if (node->kind == ORC_UNION) {
        unsigned tag = node->tags[node->value_at++];
        open->next = tag;
        open->n = tag + 1;
        return buffer_append_format(&reader->batch.text, error,
                                    "{\"tag\":%u,\"value\":", tag);
    }
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        open->n = (uint64_t)node->lengths[node->value_at];
    node->value_at++;
    open->first_entry = reader->entries.size;
    return buffer_append(&reader->batch.text, node->kind == ORC_LIST ? "[" : "{", 1,
                         error);
}

/* Writes the next entry of a node: all of it, or the beginning of a nested value. */
static enum status begin_entry(struct nested_reader *reader, struct orc_node *node,
                               struct error *error)
{
    enum status status = orc_node_need(node, error);
    if (status != OK)
        return status;
    bool is_null = node->has_nulls && !node->valid[node->at];
    if (is_null) {
        node->at++;
        return buffer_append(&reader->batch.text, "null", 4, error);
    }
    if (node->values == NULL) {
        node->at++;
        return open_value(reader, node, error);
    }
    status = orc_node_need_value(node, error);
    node->at++;
    return status == OK ? append_json_cell(&reader->batch.text,
                                           &reader->at.context->tree->types[node->type],
                                           &node->vector, node->value_at++, error)
                        : status;
}

static enum status next_of_map(struct nested_reader *reader, struct open_node *open,
                               struct error *error)
{
    struct orc_node *node = open->node;
    enum status status;
    if (!open->has_key) {
        status = map_entry_begin(&reader->entries, &reader->batch.text, error);
        open->has_key = true;
        return status == OK ? begin_entry(reader, node->children[0], error) : status;
    }
    status = map_entry_end_key(&reader->entries, &reader->scratch, &reader->batch.text,
                               error);
    if (status == OK)
        status = buffer_append(&reader->batch.text, ":", 1, error);
    open->has_key = false;
    open->next++;
    return status == OK ? begin_entry(reader, node->children[1], error) : status;
}

/* Writes the next part of the innermost open value, or ends it. */
static enum status go_on(struct nested_reader *reader, struct error *error)
{
    struct open_node *open = &reader->stack[reader->depth - 1];
    struct orc_node *node = open->node;
    enum status status = OK;
    if (open->next == open->n) {
        reader->depth--;
        if (node->kind == ORC_MAP)
            status = map_entries_end(&reader->entries, open->first_entry,
                                     &reader->batch.text, error);
        return status == OK ? buffer_append(&reader->batch.text,
                                            node->kind == ORC_LIST ? "]" : "}", 1, error)
                            : status;
    }
    if (node->kind != ORC_UNION && !open->has_key && open->next > 0)
        status = buffer_append(&reader->batch.text, ",", 1, error);
    if (status != OK)
        return status;
    if (node->kind == ORC_MAP)
        return next_of_map(reader, open, error);
    struct orc_node *child = node->children[node->kind == ORC_LIST ? 0 : open->next];
    open->next++;
    if (node->kind == ORC_STRUCT)
        status = append_name(reader, child, error);
    return status == OK ? begin_entry(reader, child, error) : status;
}

/* Appends the JSON of the next row; *is_null: it has none. */
static enum status append_row(struct nested_reader *reader, bool *is_null,
                              struct error *error)
{
    struct orc_node *node = reader->node;
    size_t first = reader->batch.text.size;
    enum status status = orc_node_need(node, error);
    *is_null = status == OK && node->has_nulls && !node->valid[node->at];
    if (*is_null) {
        node->at++;
        return OK;
    }
    if (status == OK)
        status = begin_entry(reader, node, error);
    for (uint32_t n = 1; status == OK && reader->depth > 0; n++) {
        status = go_on(reader, error);
        if (status == OK && reader->batch.text.size - first > MOST_JSON)
            status = error_set(error, TOO_BIG, "a row of more than %d bytes as JSON",
                               MOST_JSON);
        if (status == OK && n % BATCH_ROWS == 0)
            status = interrupt_check(error);
    }
    return status;
}

/* ---- Rows ------------------------------------------------------------------------- */

static enum status start_stripe(struct orc_position *at, struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)at;
    uint32_t root = at->context->tail->parents[reader->node->type];
    reader->granted = 0;
    reader->has_root_present = root != UINT32_MAX &&
                               orc_stripe_start_present(at->stripe, root,
                                                        &reader->present);
    return orc_node_start(reader->node, at->stripe, error);
}

/* Moves to the stride of the wanted row, if that is a later one. */
static enum status seek_stride(struct nested_reader *reader, struct error *error)
{
    uint64_t stride = orc_stride(reader->at.context->tail), wanted = reader->at.wanted;
    bool is_possible = false;
    if (stride == 0 || reader->at.cannot_seek || reader->has_root_present ||
        wanted / stride <= reader->granted / stride)
        return OK;
    enum status status = orc_node_seek(reader->node, reader->at.stripe, wanted / stride,
                                       &is_possible, error);
    if (status == OK && is_possible)
        reader->at.decoded = reader->granted = wanted / stride * stride;
    reader->at.cannot_seek = !is_possible;
    if (status != CORRUPT)
        return status;
    return orc_position_restart(&reader->at, error);
}

/* Grants the nodes n more rows. */
static enum status grant_rows(struct nested_reader *reader, uint64_t n,
                              struct error *error)
{
    uint64_t n_present = n;
    enum status status = OK;
    if (reader->has_root_present)
        status = orc_booleans_skip(&reader->present, n, &n_present, error);
    reader->node->granted += n_present;
    reader->granted += n;
    return status;
}

/* Reads whether the next row exists in the root, which may be null as a whole. */
static enum status next_row_is_null(struct nested_reader *reader, bool *is_null,
                                    struct error *error)
{
    uint8_t present = 1;
    size_t n_present;
    *is_null = false;
    if (!reader->has_root_present)
        return OK;
    enum status status = orc_booleans_read(&reader->present, &present, 1, &n_present,
                                           error);
    reader->node->granted += present;
    reader->granted++;
    *is_null = !present;
    return status;
}

static enum status catch_up(struct nested_reader *reader, struct error *error)
{
    enum status status = reader->at.wanted > reader->at.decoded
                             ? seek_stride(reader, error)
                             : OK;
    if (status != OK || reader->at.wanted == reader->at.decoded)
        return status;
    uint64_t before = reader->node->granted + reader->node->n - reader->node->at;
    if (reader->at.wanted > reader->granted)
        status = grant_rows(reader, reader->at.wanted - reader->granted, error);
    uint64_t n = reader->at.wanted - reader->at.decoded;
    if (reader->has_root_present)
        n = reader->node->granted + reader->node->n - reader->node->at - before;
    if (status == OK)
        status = orc_node_skip(reader->node, n, error);
    reader->at.decoded = reader->at.wanted;
    return status;
}

static enum status read_row(void *base, uint32_t n_left, bool *is_null,
                            struct error *error)
{
    struct nested_reader *reader = base;
    enum status status = next_row_is_null(reader, is_null, error);
    if (status == OK && reader->granted == reader->at.decoded)
        status = grant_rows(reader, n_left < CHUNK_OF_ROWS ? n_left : CHUNK_OF_ROWS,
                            error);
    if (status == OK && !*is_null)
        status = append_row(reader, is_null, error);
    reader->at.wanted++;
    reader->at.decoded++;
    return status;
}

static enum status nested_read(struct column_reader *base, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    const struct orc_tail *tail = reader->at.context->tail;
    reader->entries.size = 0;
    reader->depth = 0;
    enum status status = catch_up(reader, error);
    if (status == OK)
        status = json_batch_read(&reader->batch, n, read_row, reader, vector, error);
    if (status == OK && reader->at.wanted == reader->at.stripe->n_rows)
        status = orc_node_check_ends(reader->node, tail, error);
    return status == OK ? OK : orc_position_locate(&reader->at, error);
}

static void nested_close(struct column_reader *base)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    orc_node_free(reader->node);
    orc_booleans_release(&reader->present);
    buffer_release(&reader->batch.text);
    buffer_release(&reader->entries);
    buffer_release(&reader->scratch);
    orc_stripe_give_back(reader->at.context, reader->at.stripe);
    mem_free(reader);
}

/* JSON has neither a dictionary nor page statistics. */
static const struct column_reader_ops nested_ops = {
    .start = orc_position_start,
    .skip = orc_position_skip,
    .read = nested_read,
    .close = nested_close,
};

enum status orc_nested_reader_open(struct orc_context *context, uint32_t column,
                                   struct column_reader **reader, struct error *error)
{
    *reader = NULL;
    struct nested_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->at.base.ops = &nested_ops;
    r->at.start_stripe = start_stripe;
    r->at.context = context;
    r->at.column = column;
    enum status status = orc_node_new(context, context->tree->column_types[column], 0,
                                      &r->node, error);
    if (status != OK) {
        orc_position_locate(&r->at, error);
        nested_close(&r->at.base);
        return status;
    }
    *reader = &r->at.base;
    return OK;
}
