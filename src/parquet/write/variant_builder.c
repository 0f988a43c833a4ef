/* SPDX-License-Identifier: MIT */
#include "parquet/write/variant_builder.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/merge_sort.h"
#include "parquet/variant/variant_value.h"
#include "parquet/write/variant_scalar.h"

enum {
    MOST_SHORT_STRING = 63,
    MOST_SMALL_COUNT = 255, /* more entries need a 4-byte count */
    MOST_VALUE = INT32_MAX, /* the largest BYTE_ARRAY, in bytes */
};

static const uint32_t NO_NODE = UINT32_MAX;

struct pq_variant_name {
    uint32_t offset, size; /* in name_bytes */
    uint32_t hash;
    uint32_t rank; /* in the sorted dictionary */
};

struct pq_sorted_name {
    const uint8_t *data; /* while names are sorted */
    uint32_t size;
    uint32_t number; /* of the name */
};

void pq_variant_builder_release(struct pq_variant_builder *builder)
{
    mem_free(builder->nodes);
    mem_free(builder->members);
    mem_free(builder->names);
    hash_table_release(&builder->table);
    mem_free(builder->sorted);
    buffer_release(&builder->scalars);
    buffer_release(&builder->name_bytes);
    *builder = (struct pq_variant_builder){0};
}

static enum status too_big(struct error *error)
{
    return error_set(error, TOO_BIG, "JSON that is too large for a Variant");
}

/* ---- Names ----------------------------------------------------------------------- */

static struct slice name_slice(const struct pq_variant_builder *builder, uint32_t number)
{
    const struct pq_variant_name *name = &builder->names[number];
    if (name->size == 0) /* name_bytes may be NULL */
        return slice_of("", 0);
    return slice_of(builder->name_bytes.data + name->offset, name->size);
}

static struct slice sorted_name(const struct pq_variant_builder *builder, uint32_t rank)
{
    return name_slice(builder, builder->sorted[rank].number);
}

static bool is_name(const struct pq_variant_builder *builder, uint32_t number,
                    struct slice bytes)
{
    return slice_equals(name_slice(builder, number), bytes);
}

/* Forgets the names that this value does not have. */
static enum status forget_names(struct pq_variant_builder *builder, struct error *error)
{
    uint32_t n = builder->n_names;
    if (n == builder->n_known)
        return OK;
    builder->name_bytes.size = builder->names[n].offset;
    builder->n_known = n;
    builder->n_sorted = 0;
    enum status status = hash_table_reset(&builder->table, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        hash_table_add(&builder->table, builder->names[i].hash, i);
    return status;
}

static enum status add_name(struct pq_variant_builder *builder, struct slice bytes,
                            uint32_t hash, struct error *error)
{
    enum status status = forget_names(builder, error);
    if (status == OK)
        status = hash_table_reserve(&builder->table, error);
    if (status == OK && bytes.size > MOST_VALUE - builder->name_bytes.size)
        status = too_big(error);
    if (status == OK &&
        !mem_grow(&builder->names, builder->n_names + 1, sizeof *builder->names))
        status = error_nomem(error);
    uint32_t offset = (uint32_t)builder->name_bytes.size;
    if (status == OK)
        status = buffer_append(&builder->name_bytes, bytes.data, bytes.size, error);
    if (status != OK)
        return status;
    builder->names[builder->n_names] = (struct pq_variant_name){
        .offset = offset, .size = (uint32_t)bytes.size, .hash = hash};
    hash_table_add(&builder->table, hash, builder->n_names++);
    builder->n_known = builder->n_names;
    builder->n_sorted = 0;
    return OK;
}

/* The number of a name; adds the name if it is new. */
static enum status number_of_name(struct pq_variant_builder *builder, struct slice bytes,
                                  uint32_t *number, struct error *error)
{
    /* Usually it is the previous value's next name. */
    if (builder->n_names < builder->n_known &&
        is_name(builder, builder->n_names, bytes)) {
        *number = builder->n_names++;
        return OK;
    }
    if (builder->hash_seed == 0)
        builder->hash_seed = hash_new_seed() | 1;
    uint32_t hash = (uint32_t)hash_of(bytes, builder->hash_seed);
    const struct hash_slot *slot = hash_table_first(&builder->table, hash);
    for (; slot->number != 0; slot = hash_table_next(&builder->table, slot)) {
        *number = slot->number - 1;
        if (*number < builder->n_names && is_name(builder, *number, bytes))
            return OK;
    }
    *number = builder->n_names;
    return add_name(builder, bytes, hash, error);
}

static int compare_names(const void *a, const void *b)
{
    const struct pq_sorted_name *x = a, *y = b;
    return slice_compare(slice_of(x->data, x->size), slice_of(y->data, y->size));
}

static enum status sort_names(struct pq_variant_builder *builder, struct error *error)
{
    uint32_t n = builder->n_names;
    enum status status = forget_names(builder, error);
    if (status != OK || builder->n_sorted == n)
        return status;
    if (!mem_grow(&builder->sorted, n, sizeof *builder->sorted))
        return error_nomem(error);
    bool is_sorted = true;
    struct pq_sorted_name *sorted = builder->sorted;
    for (uint32_t i = 0; i < n; i++) {
        struct slice name = name_slice(builder, i);
        sorted[i] = (struct pq_sorted_name){name.data, (uint32_t)name.size, i};
        is_sorted = is_sorted &&
                    (i == 0 || compare_names(&sorted[i - 1], &sorted[i]) < 0);
    }
    if (!is_sorted)
        qsort(sorted, n, sizeof *sorted, compare_names);
    for (uint32_t i = 0; i < n; i++)
        builder->names[sorted[i].number].rank = i;
    builder->n_sorted = n;
    return OK;
}

/* ---- Scalars --------------------------------------------------------------------- */

/* The type of a scalar whose kind is a type, if that was given. */
static uint8_t type_of_kind(uint8_t kind, uint8_t type)
{
    bool is_given = (kind == JSON_STRING && type == PQ_VARIANT_STRING) ||
                    (kind == JSON_NULL && type == PQ_VARIANT_NULL);
    if ((kind == JSON_TRUE || kind == JSON_FALSE) &&
        (type == PQ_VARIANT_TRUE || type == PQ_VARIANT_FALSE))
        return PQ_VARIANT_TRUE;
    return is_given ? type : PQ_VARIANT_N_TYPES;
}

/* Appends the encoded value to `scalars`.  Types that do not fit the value are those of
 * another one: it is encoded without. */
static enum status append_scalar(struct pq_variant_builder *builder,
                                 struct pq_variant_node *node, uint8_t type,
                                 struct slice value, struct error *error)
{
    struct buffer *out = &builder->scalars;
    size_t begin = out->size;
    bool fits = false;
    enum status status = OK;
    if (value.size > MOST_VALUE - 16 || begin > MOST_VALUE - 16 - value.size)
        return too_big(error);
    if (type < PQ_VARIANT_N_TYPES)
        status = pq_append_variant_typed(out, (enum pq_variant_type)type, node->kind,
                                         value, &fits, error);
    node->type = fits ? type : type_of_kind(node->kind, type);
    if (status == OK && !fits)
        status = pq_append_variant_scalar(out, node->kind, value, error);
    node->begin = (uint32_t)begin;
    node->size = (uint32_t)(out->size - begin);
    if (node->kind == JSON_NUMBER)
        node->text = value;
    return status;
}

struct slice pq_variant_string(const struct pq_variant_builder *builder, uint32_t node)
{
    const struct pq_variant_node *n = &builder->nodes[node];
    uint32_t header_size = n->size <= MOST_SHORT_STRING + 1 ? 1 : 5;
    return slice_of(builder->scalars.data + n->begin + header_size,
                    n->size - header_size);
}

/* ---- Reading --------------------------------------------------------------------- */

static enum status add_node(struct pq_variant_builder *builder, enum json_token token,
                            uint32_t parent, uint32_t name, struct error *error)
{
    if (builder->n_nodes == PQ_VARIANT_MOST_NODES)
        return too_big(error);
    if (!mem_grow(&builder->nodes, builder->n_nodes + 1, sizeof *builder->nodes))
        return error_nomem(error);
    uint32_t i = builder->n_nodes++;
    builder->nodes[i] = (struct pq_variant_node){
        .kind = (uint8_t)token, .parent = parent, .end = i + 1, .name = name};
    if (parent != NO_NODE)
        builder->nodes[parent].sums.n++;
    return OK;
}

/* Takes the next scalar's type; PQ_VARIANT_N_TYPES: it is not known. */
static uint8_t next_type(struct slice *types)
{
    if (types->size == 0)
        return PQ_VARIANT_N_TYPES;
    uint8_t type = types->data[0];
    *types = slice_of(types->data + 1, types->size - 1);
    return type;
}

static enum status read_nodes(struct pq_variant_builder *builder,
                              struct json_reader *reader, enum json_token token,
                              struct slice value, struct slice *types,
                              struct error *error)
{
    uint32_t parent = NO_NODE, name = 0;
    enum status status = OK;
    for (;;) {
        if (token == JSON_END_ARRAY || token == JSON_END_OBJECT) {
            builder->nodes[parent].end = builder->n_nodes;
            parent = builder->nodes[parent].parent;
        } else if (token == JSON_KEY) {
            status = number_of_name(builder, value, &name, error);
        } else {
            status = add_node(builder, token, parent, name, error);
            if (status == OK && (token == JSON_BEGIN_ARRAY || token == JSON_BEGIN_OBJECT))
                parent = builder->n_nodes - 1;
            else if (status == OK)
                status = append_scalar(builder, &builder->nodes[builder->n_nodes - 1],
                                       next_type(types), value, error);
        }
        if (status != OK || (parent == NO_NODE && token != JSON_KEY))
            return status;
        status = json_reader_next(reader, &token, &value, error);
        if (status != OK)
            return status;
    }
}

/* ---- Members and sizes ----------------------------------------------------------- */

/* Sorts an object's members by name. */
static enum status sort_members(struct pq_variant_builder *builder, uint32_t object,
                                struct error *error)
{
    const struct pq_variant_node *nodes = builder->nodes;
    uint64_t *members = builder->members + nodes[object].begin;
    uint32_t n = 0;
    bool is_sorted = true;
    for (uint32_t i = object + 1; i < nodes[object].end; i = nodes[i].end) {
        members[n] = (uint64_t)builder->names[nodes[i].name].rank << 32 | i;
        is_sorted = is_sorted && (n == 0 || members[n - 1] < members[n]);
        n++;
    }
    if (!is_sorted)
        qsort(members, n, sizeof *members, compare_uint64);
    for (uint32_t i = 1; i < n; i++) {
        if (members[i] >> 32 != members[i - 1] >> 32)
            continue;
        struct slice name = sorted_name(builder, (uint32_t)(members[i] >> 32));
        return error_set(error, MISUSE, "an object has two members \"%.*s\": remove one",
                         SLICE_SHOWN(name, 100));
    }
    return OK;
}

static enum status sort_all_members(struct pq_variant_builder *builder,
                                    struct error *error)
{
    uint32_t begin = 0;
    if (!mem_grow(&builder->members, builder->n_nodes, sizeof *builder->members))
        return error_nomem(error);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < builder->n_nodes; i++) {
        struct pq_variant_node *node = &builder->nodes[i];
        if (node->kind != JSON_BEGIN_OBJECT)
            continue;
        node->begin = begin;
        begin += node->sums.n;
        status = sort_members(builder, i, error);
    }
    for (uint32_t i = 0; status == OK && i < builder->n_nodes && builder->n_names > 0;
         i++)
        builder->nodes[i].name = builder->names[builder->nodes[i].name].rank;
    return status;
}

/* The bytes that a number up to `most` needs. */
static unsigned width_of(uint32_t most)
{
    return most < 1U << 8 ? 1 : most < 1U << 16 ? 2 : most < 1U << 24 ? 3 : 4;
}

static uint64_t container_size(uint8_t kind, const struct pq_variant_sums *sums)
{
    uint64_t offset_width = width_of(sums->values_size);
    uint64_t id_width = kind == JSON_BEGIN_OBJECT ? width_of(sums->most_name) : 0;
    return (sums->n > MOST_SMALL_COUNT ? 5U : 2U) + sums->n * (id_width + offset_width) +
           offset_width + sums->values_size;
}

/* Adds an entry to the sums, except n; false if they become too large. */
static bool add_entry(struct pq_variant_sums *sums, const struct pq_variant_node *entry)
{
    if (entry->size > MOST_VALUE - sums->values_size)
        return false;
    sums->values_size += entry->size;
    if (entry->name > sums->most_name)
        sums->most_name = entry->name;
    return true;
}

/* Children follow their parents, so going backwards reaches them first. */
static enum status sum_sizes(struct pq_variant_builder *builder, struct error *error)
{
    for (uint32_t i = builder->n_nodes; i-- > 0;) {
        struct pq_variant_node *node = &builder->nodes[i];
        if (node->kind == JSON_BEGIN_ARRAY || node->kind == JSON_BEGIN_OBJECT) {
            uint64_t size = container_size(node->kind, &node->sums);
            if (size > MOST_VALUE)
                return too_big(error);
            node->size = (uint32_t)size;
        }
        if (node->parent != NO_NODE &&
            !add_entry(&builder->nodes[node->parent].sums, node))
            return too_big(error);
    }
    return OK;
}

enum status pq_variant_read_json(struct pq_variant_builder *builder,
                                 struct json_reader *reader, enum json_token token,
                                 struct slice value, struct slice *types,
                                 struct error *error)
{
    builder->n_names = builder->n_nodes = 0;
    builder->scalars.size = 0;
    enum status status = read_nodes(builder, reader, token, value, types, error);
    if (status == OK)
        status = sort_names(builder, error);
    if (status == OK)
        status = sort_all_members(builder, error);
    if (status == OK)
        status = sum_sizes(builder, error);
    return status;
}

uint32_t pq_variant_member(const struct pq_variant_builder *builder, uint32_t object,
                           struct slice name)
{
    const struct pq_variant_node *node = &builder->nodes[object];
    const uint64_t *members = builder->members + node->begin;
    uint32_t first = 0, end = node->sums.n;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        struct slice other = sorted_name(builder, (uint32_t)(members[middle] >> 32));
        int order = slice_compare(name, other);
        if (order == 0)
            return (uint32_t)members[middle];
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return NO_NODE;
}

/* ---- Writing --------------------------------------------------------------------- */

enum status pq_append_variant_metadata(const struct pq_variant_builder *builder,
                                       struct buffer *out, struct error *error)
{
    enum { VERSION = 1, SORTED = 1 << 4 };
    uint32_t n = builder->n_names, offset = 0;
    uint32_t bytes_size = (uint32_t)builder->name_bytes.size;
    unsigned width = width_of(bytes_size > n ? bytes_size : n);
    uint64_t size = 1 + width * ((uint64_t)n + 2) + bytes_size;
    if (size > MOST_VALUE)
        return too_big(error);
    enum status status = buffer_reserve(out, out->size + (size_t)size, true, error);
    if (status != OK)
        return status;
    uint8_t *at = out->data + out->size;
    *at++ = (uint8_t)(VERSION | (n > 0 ? SORTED : 0) | (width - 1) << 6);
    pq_variant_store(at, n, width);
    at += width;
    for (uint32_t i = 0; i < n; i++, at += width) {
        pq_variant_store(at, offset, width);
        offset += builder->sorted[i].size;
    }
    pq_variant_store(at, offset, width);
    at += width;
    for (uint32_t i = 0; i < n; i++) {
        struct slice name = sorted_name(builder, i);
        if (name.size > 0)
            memcpy(at, name.data, name.size);
        at += name.size;
    }
    out->size += (size_t)size;
    return OK;
}

/* Writes the offsets of an array's entries. */
static uint8_t *put_entries(const struct pq_variant_node *nodes, uint32_t array,
                            unsigned offset_width, uint8_t *at)
{
    uint32_t offset = 0;
    for (uint32_t i = array + 1; i < nodes[array].end; i = nodes[i].end) {
        pq_variant_store(at, offset, offset_width);
        at += offset_width;
        offset += nodes[i].size;
    }
    pq_variant_store(at, offset, offset_width);
    return at + offset_width;
}

/* Writes the ids and offsets of an object's n members that are not taken. */
static uint8_t *put_members(struct pq_variant_builder *builder, uint32_t object,
                            uint32_t n, unsigned id_width, unsigned offset_width,
                            uint8_t *at)
{
    struct pq_variant_node *nodes = builder->nodes;
    uint32_t offset = 0;
    for (uint32_t i = object + 1; i < nodes[object].end; i = nodes[i].end) {
        if (!nodes[i].is_taken) {
            nodes[i].offset = offset;
            offset += nodes[i].size;
        }
    }
    uint8_t *offsets = at + (size_t)n * id_width;
    const uint64_t *members = builder->members + nodes[object].begin;
    for (uint32_t i = 0; i < nodes[object].sums.n; i++) {
        const struct pq_variant_node *member = &nodes[(uint32_t)members[i]];
        if (member->is_taken)
            continue;
        pq_variant_store(at, member->name, id_width);
        at += id_width;
        pq_variant_store(offsets, member->offset, offset_width);
        offsets += offset_width;
    }
    pq_variant_store(offsets, offset, offset_width);
    return offsets + offset_width;
}

/* Writes an array or object except its values; returns where these go. */
static uint8_t *put_container(struct pq_variant_builder *builder, uint32_t i,
                              const struct pq_variant_sums *sums, uint8_t *at)
{
    bool is_object = builder->nodes[i].kind == JSON_BEGIN_OBJECT;
    unsigned is_large = sums->n > MOST_SMALL_COUNT;
    unsigned offset_width = width_of(sums->values_size);
    unsigned id_width = width_of(sums->most_name);
    unsigned header = is_object ? is_large << 4 | (id_width - 1) << 2 : is_large << 2;
    *at++ = (uint8_t)((header | (offset_width - 1)) << 2 |
                      (is_object ? PQ_VARIANT_OBJECT : PQ_VARIANT_ARRAY));
    pq_variant_store(at, sums->n, is_large ? 4 : 1);
    at += is_large ? 4 : 1;
    return is_object ? put_members(builder, i, sums->n, id_width, offset_width, at)
                     : put_entries(builder->nodes, i, offset_width, at);
}

/* The sums of the members that are not taken. */
static struct pq_variant_sums rest_of(const struct pq_variant_node *nodes,
                                      uint32_t object)
{
    struct pq_variant_sums rest = {0};
    for (uint32_t i = object + 1; i < nodes[object].end; i = nodes[i].end) {
        /* Never fails: the sum over all members was small enough. */
        if (!nodes[i].is_taken && add_entry(&rest, &nodes[i]))
            rest.n++;
    }
    return rest;
}

enum status pq_append_variant_value(struct pq_variant_builder *builder, uint32_t node,
                                    struct buffer *out, struct error *error)
{
    struct pq_variant_node *nodes = builder->nodes;
    struct pq_variant_sums rest = nodes[node].sums;
    uint64_t size = nodes[node].size;
    if (nodes[node].kind == JSON_BEGIN_OBJECT) {
        rest = rest_of(nodes, node);
        size = container_size(JSON_BEGIN_OBJECT, &rest);
    }
    enum status status = buffer_reserve(out, out->size + (size_t)size, true, error);
    if (status != OK)
        return status;
    uint8_t *at = out->data + out->size;
    for (uint32_t i = node; i < nodes[node].end;) {
        if (i != node && nodes[i].is_taken) {
            i = nodes[i].end;
            continue;
        }
        if (nodes[i].kind == JSON_BEGIN_ARRAY || nodes[i].kind == JSON_BEGIN_OBJECT) {
            at = put_container(builder, i, i == node ? &rest : &nodes[i].sums, at);
        } else {
            memcpy(at, builder->scalars.data + nodes[i].begin, nodes[i].size);
            at += nodes[i].size;
        }
        i++;
    }
    out->size = (size_t)(at - out->data);
    return OK;
}
