/* SPDX-License-Identifier: MIT */
#include "parquet/schema/geo_metadata.h"

#include "base/alloc.h"
#include "value/json_reader.h"
#include "value/wkb.h"

enum {
    /* Limit on all comparisons of names, so that hostile metadata cannot take long. */
    MOST_COMPARISONS = 20000000,
};

/* Parts of a covering.  Those before Z_MIN, for x and y, are required. */
enum { Z_MIN = 2 * WKB_Z, Z_MAX };

struct geo_walk {
    const struct pq_schema_tree *tree;
    struct json_reader json;
    enum json_token token; /* the current one */
    struct slice text;     /* the current token's text */
    bool has_failed;       /* nothing more is read */
    uint32_t comparisons;
    struct error error;
};

/* Reads the next token.  False if the walk has failed. */
static bool next(struct geo_walk *walk)
{
    if (!walk->has_failed)
        walk->has_failed = json_reader_next(&walk->json, &walk->token, &walk->text,
                                            &walk->error) != OK;
    return !walk->has_failed;
}

/* Skips the value of the current key, or the current element. */
static void skip(struct geo_walk *walk)
{
    if (!walk->has_failed)
        walk->has_failed = json_reader_skip(&walk->json, walk->token, &walk->error) != OK;
}

/* Moves to the object's next key, from its beginning or from the end of a member.  False
 * at the object's end, or if the walk has failed. */
static bool next_key(struct geo_walk *walk)
{
    return next(walk) && walk->token == JSON_KEY;
}

/* Moves to the value of the current key if the value begins with the token; otherwise
 * skips it and returns false. */
static bool value_is(struct geo_walk *walk, enum json_token token)
{
    if (!next(walk))
        return false;
    if (walk->token == token)
        return true;
    skip(walk);
    return false;
}

/* The child of a group with this name; 0 if there is none or more than one. */
static uint32_t find_child(struct geo_walk *walk, uint32_t group, struct slice name)
{
    const struct pq_node *nodes = walk->tree->nodes;
    uint32_t found = 0;
    if (nodes[group].is_leaf)
        return 0;
    for (uint32_t i = group + 1; i < nodes[group].end; i = nodes[i].end) {
        if (++walk->comparisons > MOST_COMPARISONS)
            return 0;
        struct slice child = nodes[i].element->name;
        if (child.size != name.size ||
            (name.size > 0 && memcmp(child.data, name.data, name.size) != 0))
            continue;
        if (found != 0)
            return 0;
        found = i;
    }
    return found;
}

static bool is_number_of_a_row(const struct pq_schema_tree *tree, uint32_t node)
{
    const struct pq_node *n = &tree->nodes[node];
    if (node == 0 || !n->is_leaf || n->repetition_level > 0 || n->is_in_list)
        return false;
    const struct column *column = &tree->leaves[n->first_leaf].column;
    return column->type == COLUMN_REAL && column->bits >= 32 &&
           column->unreadable_reason == NULL;
}

/* Reads a path such as ["bbox", "xmin"] and finds its leaf.  PQ_NO_LEAF if there is none
 * that fits. */
static uint32_t read_path(struct geo_walk *walk)
{
    uint32_t node = 0;
    bool is_known = true;
    if (!value_is(walk, JSON_BEGIN_ARRAY))
        return PQ_NO_LEAF;
    while (next(walk) && walk->token != JSON_END_ARRAY) {
        if (walk->token == JSON_STRING && is_known)
            node = find_child(walk, node, walk->text);
        is_known = is_known && walk->token == JSON_STRING && node != 0;
        skip(walk);
    }
    return is_known && is_number_of_a_row(walk->tree, node)
               ? walk->tree->nodes[node].first_leaf
               : PQ_NO_LEAF;
}

/* {"xmin": [...], ...} */
static void read_box(struct geo_walk *walk, struct pq_geo_column *column)
{
    static const char *const names[PQ_COVERED_PARTS] = {"xmin", "xmax", "ymin",
                                                        "ymax", "zmin", "zmax"};
    uint32_t *leaves = column->covering.leaves;
    for (unsigned i = 0; i < PQ_COVERED_PARTS; i++)
        leaves[i] = PQ_NO_LEAF;
    while (next_key(walk)) {
        unsigned part = 0;
        while (part < PQ_COVERED_PARTS && !slice_equals_text(walk->text, names[part]))
            part++;
        if (part < PQ_COVERED_PARTS)
            leaves[part] = read_path(walk);
        else
            skip(walk);
    }
    column->is_covered = true;
    for (unsigned i = 0; i < Z_MIN; i++)
        column->is_covered = column->is_covered && leaves[i] != PQ_NO_LEAF;
    if (leaves[Z_MIN] == PQ_NO_LEAF || leaves[Z_MAX] == PQ_NO_LEAF)
        leaves[Z_MIN] = leaves[Z_MAX] = PQ_NO_LEAF;
}

/* {"bbox": {...}} */
static void read_covering(struct geo_walk *walk, struct pq_geo_column *column)
{
    if (!value_is(walk, JSON_BEGIN_OBJECT))
        return;
    while (next_key(walk)) {
        if (!slice_equals_text(walk->text, "bbox"))
            skip(walk);
        else if (value_is(walk, JSON_BEGIN_OBJECT))
            read_box(walk, column);
    }
}

/* PROJJSON, or null for a CRS that is not known; false if it is neither. */
static bool read_crs(struct geo_walk *walk, struct slice *crs)
{
    if (!next(walk))
        return false;
    size_t begin = walk->json.at - 1;
    bool is_null = walk->token == JSON_NULL, is_object = walk->token == JSON_BEGIN_OBJECT;
    skip(walk);
    *crs = is_null ? slice_of("srid:0", 6)
                   : slice_of(walk->json.text.data + begin, walk->json.at - begin);
    return is_null || is_object;
}

static bool read_edges(struct geo_walk *walk, struct pq_logical_type *type)
{
    static const char *const algorithms[] = {"spherical", "vincenty", "thomas", "andoyer",
                                             "karney"};
    if (!value_is(walk, JSON_STRING))
        return false;
    for (int i = 0; i < 5; i++) {
        if (slice_equals_text(walk->text, algorithms[i])) {
            type->kind = PQ_LOGICAL_GEOGRAPHY;
            type->algorithm = i == 0 ? -1 : i; /* SPHERICAL is the default */
            return true;
        }
    }
    type->kind = PQ_LOGICAL_GEOMETRY;
    return slice_equals_text(walk->text, "planar");
}

/* {"encoding": "WKB", ...} */
static void read_column(struct geo_walk *walk, struct pq_geo_column *column, bool *is_wkb)
{
    bool is_understood = true;
    *is_wkb = false;
    column->type = (struct pq_logical_type){.kind = PQ_LOGICAL_GEOMETRY, .algorithm = -1};
    if (!value_is(walk, JSON_BEGIN_OBJECT))
        return;
    while (next_key(walk)) {
        if (slice_equals_text(walk->text, "encoding"))
            *is_wkb = value_is(walk, JSON_STRING) && slice_equals_text(walk->text, "WKB");
        else if (slice_equals_text(walk->text, "covering"))
            read_covering(walk, column);
        else if (slice_equals_text(walk->text, "crs"))
            is_understood = read_crs(walk, &column->type.crs) && is_understood;
        else if (slice_equals_text(walk->text, "edges"))
            is_understood = read_edges(walk, &column->type) && is_understood;
        else
            skip(walk);
    }
    if (!is_understood)
        column->type.kind = PQ_LOGICAL_NONE;
}

static bool may_be_wkb(const struct pq_schema_tree *tree, uint32_t node)
{
    const struct pq_node *n = &tree->nodes[node];
    const struct pq_schema_element *element = n->element;
    int kind = element->logical.kind;
    return node != 0 && n->is_leaf && n->repetition_level == 0 &&
           element->type == PQ_BYTE_ARRAY &&
           element->converted_type == PQ_CONVERTED_NONE &&
           element->logical.unknown_member == 0 &&
           (kind == PQ_LOGICAL_NONE || kind == PQ_LOGICAL_GEOMETRY ||
            kind == PQ_LOGICAL_GEOGRAPHY);
}

static void read_columns(struct geo_walk *walk, struct pq_geo_column *columns,
                         uint32_t most, uint32_t *n)
{
    while (next_key(walk)) {
        struct pq_geo_column column = {0};
        bool is_wkb;
        uint32_t node = find_child(walk, 0, walk->text);
        read_column(walk, &column, &is_wkb);
        if (!is_wkb || !may_be_wkb(walk->tree, node) || *n == most)
            continue;
        column.leaf = walk->tree->nodes[node].first_leaf;
        columns[(*n)++] = column;
    }
}

/* False if the text is not a JSON object. */
static bool read_document(struct geo_walk *walk, struct pq_geo_column *columns,
                          uint32_t most, uint32_t *n)
{
    if (!next(walk) || walk->token != JSON_BEGIN_OBJECT)
        return false;
    while (next_key(walk)) {
        if (!slice_equals_text(walk->text, "columns"))
            skip(walk);
        else if (value_is(walk, JSON_BEGIN_OBJECT))
            read_columns(walk, columns, most, n);
    }
    return next(walk) && walk->token == JSON_END;
}

enum status pq_geo_metadata_read(const struct pq_schema_tree *tree, struct slice json,
                                 struct pq_geo_column *columns, uint32_t most,
                                 uint32_t *n, struct error *error)
{
    struct geo_walk walk = {.tree = tree};
    *n = 0;
    json_reader_start(&walk.json, json);
    if (!read_document(&walk, columns, most, n))
        *n = 0;
    json_reader_release(&walk.json);
    return walk.error.status == NOMEM ? error_nomem(error) : OK;
}
