/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_walk.h"

#include <math.h>

#include "base/hash.h"
#include "orc/facts/bloom_hash.h"
#include "scan/value_set.h"
#include "value/value_from_text.h"

/* ---- Hashes ----------------------------------------------------------------------- */

enum { NULL_ENTRY = 1, PRESENT_ENTRY };

/* Order matters, so that exchanged values are found. */
static void add_word(uint64_t *hash, uint64_t word)
{
    *hash = hash_mix(*hash + word);
}

static uint64_t word_of(const struct column *column, union column_value value)
{
    uint64_t word;
    switch (column->kind) {
    case VECTOR_INT64:
        return (uint64_t)value.int64;
    case VECTOR_DOUBLE:
        memcpy(&word, &value.float64, sizeof word);
        return word;
    case VECTOR_INSTANT:
        return (uint64_t)value.instant.seconds * UINT64_C(1000000007) +
               (uint64_t)value.instant.nanos;
    case VECTOR_BYTES:
        break;
    }
    return orc_murmur3_64(slice_of(value.bytes.data, value.bytes.size));
}

/* ---- Failures --------------------------------------------------------------------- */

enum status orc_walk_fail(struct orc_walk *walk, uint32_t type,
                          const struct error *failure, struct error *error)
{
    struct error located;
    walk->findings->location.column = type;
    if (walk->walker == ORC_FROM_START) {
        walk->types[type]->is_damaged = true;
        walk->has_damage = true;
        return findings_add_failure(walk->findings, SEVERITY_ERROR, "values", failure,
                                    error);
    }
    walk->has_no_seeks = true;
    error_clear(&located);
    error_set(&located, failure->status,
              "the row index's positions of stride %llu lead to no values: %.300s",
              (unsigned long long)walk->stride, failure->message);
    return findings_add_failure(walk->findings, SEVERITY_ERROR, "positions", &located,
                                error);
}

static bool has_ended(const struct orc_walk *walk, const struct orc_type_check *type)
{
    return type->is_damaged || (walk->walker == ORC_BY_POSITIONS && walk->has_no_seeks);
}

/* ---- Values ----------------------------------------------------------------------- */

static enum status check_bloom(struct orc_walk *walk, uint32_t type,
                               const struct column *column, union column_value value,
                               struct error *error)
{
    struct orc_type_check *t = walk->types[type];
    char text[ORC_VALUE_TEXT];
    if (column->kind == VECTOR_DOUBLE && isnan(value.float64))
        return OK;
    if (!orc_stride_excludes(t->blooms, &walk->context->tail->types[type],
                             (uint32_t)walk->stride, &value, 1))
        return OK;
    t->lacks_in_bloom = true;
    enum status status = orc_describe_value(column, value, text, error);
    if (status == OK)
        findings_add(walk->findings, SEVERITY_ERROR, "bloom_filter",
                     "stride %llu: the Bloom filter excludes %s, but it is there",
                     (unsigned long long)walk->stride, text);
    return status;
}

static enum status take_value(struct orc_walk *walk, struct orc_node *node,
                              struct error *error)
{
    struct orc_type_check *t = walk->types[node->type];
    const struct column *column = &walk->context->tree->types[node->type];
    uint32_t k = column_vector_index(&node->vector, node->value_at++);
    union column_value value = column_vector_value(&node->vector, k);
    enum status status = OK;
    if (walk->is_hashing)
        add_word(&t->hashes[walk->walker], word_of(column, value));
    if (walk->walker == ORC_BY_POSITIONS)
        return OK;
    walk->findings->location.column = node->type;
    if (t->blooms != NULL && !t->lacks_in_bloom)
        status = check_bloom(walk, node->type, column, value, error);
    if (column->type == COLUMN_TEXT && !t->is_not_utf8 &&
        !text_is_utf8(slice_of(value.bytes.data, value.bytes.size))) {
        t->is_not_utf8 = true;
        findings_add(walk->findings, SEVERITY_WARNING, "utf8",
                     "a text is not valid UTF-8");
    }
    return status == OK ? orc_tally_add(&t->stride, column, value, error) : status;
}

/* Reads the values of n entries of the window. */
static enum status walk_values(struct orc_walk *walk, struct orc_node *node, uint32_t n,
                               struct error *error)
{
    struct error failure = {0};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (!node->has_nulls || node->valid[node->at]) {
            if (orc_node_need_value(node, &failure) != OK)
                return orc_walk_fail(walk, node->type, &failure, error);
            status = take_value(walk, node, error);
        }
        node->at++;
    }
    return status;
}

/* ---- Groups ----------------------------------------------------------------------- */

/* Counts n entries of the window, and hashes which are null; *n_valid: those that are
 * not. */
static void count_entries(struct orc_walk *walk, const struct orc_node *node, uint32_t n,
                          uint32_t *n_valid)
{
    struct orc_type_check *t = walk->types[node->type];
    *n_valid = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool is_valid = !node->has_nulls || node->valid[node->at + i];
        *n_valid += is_valid;
        if (walk->is_hashing)
            add_word(&t->hashes[walk->walker], is_valid ? PRESENT_ENTRY : NULL_ENTRY);
    }
    if (walk->walker == ORC_FROM_START) {
        t->stride.n_entries += n;
        t->stride.n_values += *n_valid;
    }
}

/* Reads the elements of n lists or maps of the window, which are not null. */
static enum status walk_elements(struct orc_walk *walk, struct orc_node *node, uint32_t n,
                                 struct error *error)
{
    struct orc_type_check *t = walk->types[node->type];
    uint64_t n_elements = 0;
    enum status status = OK;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t length = (uint64_t)node->lengths[node->value_at++];
        n_elements += length;
        if (walk->is_hashing)
            add_word(&t->hashes[walk->walker], length);
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_walk_entries(walk, node->children[i], n_elements, error);
    return status;
}

static enum status walk_variants(struct orc_walk *walk, struct orc_node *node, uint32_t n,
                                 struct error *error)
{
    struct orc_type_check *t = walk->types[node->type];
    uint32_t counts[UINT8_MAX + 1] = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t tag = node->tags[node->value_at++];
        counts[tag]++;
        if (walk->is_hashing)
            add_word(&t->hashes[walk->walker], tag);
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_walk_entries(walk, node->children[i], counts[i], error);
    return status;
}

static enum status walk_window(struct orc_walk *walk, struct orc_node *node, uint32_t n,
                               struct error *error)
{
    uint32_t n_valid;
    enum status status = OK;
    count_entries(walk, node, n, &n_valid);
    if (node->values != NULL)
        return walk_values(walk, node, n, error);
    node->at += n;
    if (node->kind == ORC_LIST || node->kind == ORC_MAP)
        return walk_elements(walk, node, n_valid, error);
    if (node->kind == ORC_UNION)
        return walk_variants(walk, node, n_valid, error);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = orc_walk_entries(walk, node->children[i], n_valid, error);
    return status;
}

/* Entries of structs without PRESENT take no bytes: a list may have any number of them.
 */
static enum status pass_structs(struct orc_walk *walk, struct orc_node *node, uint64_t n,
                                struct error *error)
{
    struct orc_type_check *t = walk->types[node->type];
    enum status status = OK;
    node->granted -= n;
    if (walk->walker == ORC_FROM_START) {
        t->stride.n_entries += n;
        t->stride.n_values += n;
    }
    for (uint32_t i = 0; status == OK && i < node->n_children; i++) {
        struct error failure = {0};
        struct orc_node *child = node->children[i];
        if (n > INT64_MAX - child->granted) {
            error_set(&failure, CORRUPT, "too many elements");
            return orc_walk_fail(walk, node->type, &failure, error);
        }
        child->granted += n;
        status = orc_walk_entries(walk, child, n, error);
    }
    return status;
}

enum status orc_walk_entries(struct orc_walk *walk, struct orc_node *node, uint64_t n,
                             struct error *error)
{
    const struct orc_type_check *t = walk->types[node->type];
    enum status status = OK;
    if (node->kind == ORC_STRUCT && !node->has_present && node->at == node->n &&
        n <= node->granted && !has_ended(walk, t))
        return pass_structs(walk, node, n, error);
    while (status == OK && n > 0 && !has_ended(walk, t)) {
        struct error failure = {0};
        if (orc_node_need(node, &failure) != OK)
            return orc_walk_fail(walk, node->type, &failure, error);
        uint32_t left = node->n - node->at;
        uint32_t step = n < left ? (uint32_t)n : left;
        status = walk_window(walk, node, step, error);
        n -= step;
    }
    return status;
}
