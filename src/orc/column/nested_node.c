/* SPDX-License-Identifier: MIT */
#include "orc/column/nested_node.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/spread.h"

/* ---- Making ----------------------------------------------------------------------- */

static enum status allocate(struct orc_node *node, struct orc_context *context,
                            struct error *error)
{
    node->valid = mem_alloc(BATCH_ROWS, 1);
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        node->lengths = mem_alloc(BATCH_ROWS, sizeof *node->lengths);
    if (node->kind == ORC_UNION)
        node->tags = mem_alloc(BATCH_ROWS, 1);
    node->children = mem_alloc_zeroed(node->n_children, sizeof(struct orc_node *));
    if (node->valid == NULL || node->children == NULL ||
        ((node->kind == ORC_LIST || node->kind == ORC_MAP) && node->lengths == NULL) ||
        (node->kind == ORC_UNION && node->tags == NULL))
        return error_nomem(error);
    if (orc_is_nested(&context->tail->types[node->type]))
        return OK;
    node->values = mem_alloc_zeroed(1, sizeof *node->values);
    return node->values != NULL
               ? orc_values_open(node->values, context, node->type, error)
               : error_nomem(error);
}

enum status orc_node_new(struct orc_context *context, uint32_t type, unsigned depth,
                         struct orc_node **node, struct error *error)
{
    const struct orc_type *t = &context->tail->types[type];
    struct orc_node *made = *node = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->type = type;
    made->kind = t->kind;
    made->n_children = t->subtypes.n;
    enum status status = allocate(made, context, error);
    if (status != OK)
        made->n_children = made->children != NULL ? made->n_children : 0;
    if (status == OK && depth >= ORC_MOST_DEPTH)
        status = error_set(error, UNSUPPORTED, "types that nest more than %d deep",
                           ORC_MOST_DEPTH);
    for (uint32_t i = 0; status == OK && i < t->subtypes.n; i++)
        status = orc_node_new(context, (uint32_t)t->subtypes.numbers[i], depth + 1,
                              &made->children[i], error);
    return status;
}

void orc_node_free(struct orc_node *node)
{
    if (node == NULL)
        return;
    for (uint32_t i = 0; i < node->n_children; i++)
        orc_node_free(node->children[i]);
    if (node->values != NULL)
        orc_values_release(node->values);
    orc_booleans_release(&node->present);
    orc_runs_release(&node->sizes.runs);
    orc_runs_release(&node->tag_reader.runs);
    mem_free(node->values);
    mem_free(node->valid);
    mem_free(node->lengths);
    mem_free(node->tags);
    mem_free(node->children);
    mem_free(node);
}

/* ---- Stripes ---------------------------------------------------------------------- */

static void forget_window(struct orc_node *node)
{
    node->granted = 0;
    node->at = node->n = node->value_at = 0;
    node->vector.n_rows = 0;
}

enum status orc_node_start(struct orc_node *node, const struct orc_open_stripe *stripe,
                           struct error *error)
{
    const struct orc_source *source = &stripe->context->source;
    struct orc_stream_range length, data;
    const struct orc_encoding *encoding;
    forget_window(node);
    node->has_present = orc_stripe_start_present(stripe, node->type, &node->present);
    if (node->values != NULL)
        return orc_values_start(node->values, stripe, error);
    enum status status = orc_stripe_encoding(stripe, node->type, &encoding, error);
    if (status != OK)
        return status;
    orc_stripe_find(stripe, node->type, ORC_LENGTH, &length);
    orc_stripe_find(stripe, node->type, ORC_DATA, &data);
    orc_integers_start(&node->sizes, source, length, encoding->integers, false);
    orc_byte_values_start(&node->tag_reader, source, data);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_node_start(node->children[i], stripe, error);
    return status;
}

static bool has_streams(const struct orc_node *node)
{
    return node->has_present || node->kind != ORC_STRUCT;
}

static enum status can_seek(const struct orc_node *node, struct orc_open_stripe *stripe,
                            bool *is_possible, struct error *error)
{
    struct orc_row_index_facts *facts;
    enum status status = OK;
    *is_possible = true;
    if (has_streams(node)) {
        status = orc_row_index_of(stripe, node->type, &facts, error);
        *is_possible = status == OK && facts->reason == KEEP_NONE;
    }
    for (uint32_t i = 0; status == OK && *is_possible && i < node->n_children; i++)
        status = can_seek(node->children[i], stripe, is_possible, error);
    return status;
}

/* Moves the node's own streams. */
static enum status seek_streams(struct orc_node *node, bool is_compressed,
                                struct orc_positions positions, struct error *error)
{
    enum status status = OK;
    if (node->has_present)
        status = orc_booleans_seek(&node->present, is_compressed, &positions, error);
    if (status == OK && node->values != NULL)
        status = orc_values_seek(node->values, &positions, error);
    if (status == OK && (node->kind == ORC_LIST || node->kind == ORC_MAP))
        status = orc_runs_seek(&node->sizes.runs, is_compressed, &positions, error);
    if (status == OK && node->kind == ORC_UNION)
        status = orc_runs_seek(&node->tag_reader.runs, is_compressed, &positions, error);
    return status == OK ? orc_positions_end(&positions, error) : status;
}

static enum status seek(struct orc_node *node, struct orc_open_stripe *stripe,
                        uint64_t entry, struct error *error)
{
    enum status status = OK;
    forget_window(node);
    if (has_streams(node)) {
        const struct orc_row_index_entry *e =
            &stripe->row_indexes[node->type]->entries[entry];
        struct orc_positions positions = {e->positions.numbers, e->positions.n};
        status = seek_streams(node, stripe->context->source.is_compressed, positions,
                              error);
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = seek(node->children[i], stripe, entry, error);
    return status;
}

enum status orc_node_seek(struct orc_node *node, struct orc_open_stripe *stripe,
                          uint64_t entry, bool *is_possible, struct error *error)
{
    enum status status = can_seek(node, stripe, is_possible, error);
    return status == OK && *is_possible ? seek(node, stripe, entry, error) : status;
}

/* ---- Windows ---------------------------------------------------------------------- */

static enum status grant(struct orc_node *node, uint64_t n, struct error *error)
{
    if (n > INT64_MAX - node->granted)
        return error_set(error, CORRUPT, "too many elements");
    node->granted += n;
    return OK;
}

/* Reads the lengths of n lists and grants their elements. */
static enum status load_lengths(struct orc_node *node, uint32_t n, struct error *error)
{
    uint64_t sum = 0;
    enum status status = orc_runs_read(&node->sizes.runs, node->lengths, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (node->lengths[i] < 0 || (uint64_t)node->lengths[i] > INT64_MAX - sum) {
            error_set(error, CORRUPT, "a list of %llu elements",
                      (unsigned long long)node->lengths[i]);
            return orc_bytes_locate(&node->sizes.runs.bytes, error);
        }
        sum += (uint64_t)node->lengths[i];
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = grant(node->children[i], sum, error);
    return status;
}

static enum status load_tags(struct orc_node *node, uint32_t n, struct error *error)
{
    enum status status = orc_runs_read(&node->tag_reader.runs, node->tags, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (node->tags[i] >= node->n_children) {
            error_set(error, CORRUPT, "tag %u in a union of %u types",
                      (unsigned)node->tags[i], (unsigned)node->n_children);
            return orc_bytes_locate(&node->tag_reader.runs.bytes, error);
        }
        status = grant(node->children[node->tags[i]], 1, error);
    }
    return status;
}

/* Reads which of the next n entries are present. */
static enum status load_present(struct orc_node *node, uint32_t n, size_t *n_present,
                                struct error *error)
{
    enum status status = OK;
    *n_present = n;
    if (node->has_present)
        status = orc_booleans_read(&node->present, node->valid, n, n_present, error);
    node->has_nulls = *n_present < n;
    return status;
}

enum status orc_node_load(struct orc_node *node, struct error *error)
{
    uint32_t n = node->granted < BATCH_ROWS ? (uint32_t)node->granted : BATCH_ROWS;
    size_t n_present;
    if (n == 0)
        return error_set(error, CORRUPT, "the entries of a nested column do not match");
    enum status status = load_present(node, n, &n_present, error);
    if (status == OK)
        status = interrupt_check(error);
    if (status != OK)
        return status;
    node->granted -= n;
    node->at = node->value_at = 0;
    node->n = n;
    node->vector.n_rows = 0;
    if (node->values != NULL)
        return n_present > 0 ? orc_values_read(node->values, (uint32_t)n_present,
                                               &node->vector, error)
                             : OK;
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        return load_lengths(node, (uint32_t)n_present, error);
    if (node->kind == ORC_UNION)
        return load_tags(node, (uint32_t)n_present, error);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = grant(node->children[i], n_present, error);
    return status;
}

static uint32_t count_valid(const struct orc_node *node, uint32_t n)
{
    return node->has_nulls ? spread_count(node->valid + node->at, n) : n;
}

enum status orc_node_need_value(struct orc_node *node, struct error *error)
{
    if (node->value_at < node->vector.n_rows)
        return OK;
    uint32_t left = count_valid(node, node->n - node->at);
    node->value_at = 0;
    return orc_values_read(node->values, left, &node->vector, error);
}

/* ---- Skipping --------------------------------------------------------------------- */

static enum status skip_values(struct orc_node *node, uint32_t n, struct error *error)
{
    uint32_t in_vector = node->vector.n_rows - node->value_at;
    uint32_t step = n < in_vector ? n : in_vector;
    node->value_at += step;
    return orc_values_skip(node->values, n - step, error);
}

/* Skips the next n entries of the window. */
static enum status skip_in_window(struct orc_node *node, uint32_t n, struct error *error)
{
    uint32_t n_valid = count_valid(node, n);
    enum status status = OK;
    node->at += n;
    if (node->values != NULL)
        return skip_values(node, n_valid, error);
    uint32_t first = node->value_at;
    node->value_at += n_valid;
    if (node->kind == ORC_UNION) {
        for (uint32_t i = 0; status == OK && i < n_valid; i++)
            status = orc_node_skip(node->children[node->tags[first + i]], 1, error);
        return status;
    }
    uint64_t n_below = n_valid;
    if (node->kind == ORC_LIST || node->kind == ORC_MAP) {
        n_below = 0;
        for (uint32_t i = 0; i < n_valid; i++)
            n_below += (uint64_t)node->lengths[first + i];
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_node_skip(node->children[i], n_below, error);
    return status;
}

/* Counts n granted entries as used. */
static enum status take_granted(struct orc_node *node, uint64_t n, struct error *error)
{
    if (n > node->granted)
        return error_set(error, CORRUPT, "the entries of a nested column do not match");
    node->granted -= n;
    return OK;
}

/* Skips entries of a primitive type that are not in the window. */
static enum status skip_primitive(struct orc_node *node, uint64_t n, struct error *error)
{
    uint64_t n_present = n;
    enum status status = take_granted(node, n, error);
    if (status == OK && node->has_present)
        status = orc_booleans_skip(&node->present, n, &n_present, error);
    return status == OK ? orc_values_skip(node->values, n_present, error) : status;
}

/* Skips structs that are all present and not in the window: as many of each field.  A
 * list may claim any number of structs without fields. */
static enum status skip_structs(struct orc_node *node, uint64_t n, struct error *error)
{
    enum status status = take_granted(node, n, error);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++) {
        status = grant(node->children[i], n, error);
        if (status == OK)
            status = orc_node_skip(node->children[i], n, error);
    }
    return status;
}

enum status orc_node_skip(struct orc_node *node, uint64_t n, struct error *error)
{
    enum status status = OK;
    while (status == OK && n > 0) {
        if (node->at == node->n) {
            if (node->values != NULL)
                return skip_primitive(node, n, error);
            if (node->kind == ORC_STRUCT && !node->has_present)
                return skip_structs(node, n, error);
            status = orc_node_load(node, error);
        }
        uint32_t left = node->n - node->at;
        uint32_t step = n < left ? (uint32_t)n : left;
        if (status == OK)
            status = skip_in_window(node, step, error);
        n -= step;
    }
    return status;
}

/* ---- Ends ------------------------------------------------------------------------- */

unsigned orc_node_ends(struct orc_node *node, struct orc_stream_end ends[ORC_MOST_ENDS])
{
    unsigned n = 0;
    if (node->has_present)
        ends[n++] = orc_runs_end(&node->present.bytes.runs);
    if (node->values != NULL)
        return n + orc_values_ends(node->values, ends + n);
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        ends[n++] = orc_runs_end(&node->sizes.runs);
    else if (node->kind == ORC_UNION)
        ends[n++] = orc_runs_end(&node->tag_reader.runs);
    return n;
}

enum status orc_node_check_ends(struct orc_node *node, const struct orc_tail *tail,
                                struct error *error)
{
    struct orc_stream_end ends[ORC_MOST_ENDS];
    enum status status = OK;
    if (orc_may_have_values_of_absent(tail, node->type))
        status = orc_check_ends(ends, orc_node_ends(node, ends), error);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_node_check_ends(node->children[i], tail, error);
    return status;
}
