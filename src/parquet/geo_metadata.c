#include "geo_metadata.h"

#include "../base/alloc.h"
#include "../scan/json_reader.h"

enum {
    /* Names compared in all, so that hostile metadata cannot take long. */
    MOST_COMPARISONS = 20000000,
};

struct geo_walk {
    const struct pq_schema_tree *tree;
    struct json_reader json;
    enum json_token token; /* the one at hand */
    struct slice text;     /* and its text */
    uint32_t comparisons;
    struct error error;
};

static bool next(struct geo_walk *walk)
{
    return json_reader_next(&walk->json, &walk->token, &walk->text, &walk->error) == OK;
}

/* Passes over the value of the key, or the element, at hand. */
static bool skip(struct geo_walk *walk)
{
    return json_reader_skip(&walk->json, walk->token, &walk->error) == OK;
}

/* With the object's beginning at hand, or a member's end: moves to the next key; *found
 * false: to the end of the object. */
static bool next_key(struct geo_walk *walk, bool *found)
{
    if (!next(walk))
        return false;
    *found = walk->token == JSON_KEY;
    return true;
}

/* Of a member whose key is at hand: moves to its value if that begins with the token;
 * otherwise passes over it, and *found is false. */
static bool value_is(struct geo_walk *walk, enum json_token token, bool *found)
{
    if (!next(walk))
        return false;
    *found = walk->token == token;
    return *found || skip(walk);
}

/* A child of a group by its name; 0: there is none, or it is one of several. */
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
    return column->type == COLUMN_REAL && column->bits >= 32 && column->obstacle == NULL;
}

/* ["bbox", "xmin"] to a leaf; *leaf PQ_NO_LEAF: there is none such. */
static bool read_path(struct geo_walk *walk, uint32_t *leaf)
{
    uint32_t node = 0;
    bool is_array, is_known = true;
    *leaf = PQ_NO_LEAF;
    if (!value_is(walk, JSON_BEGIN_ARRAY, &is_array))
        return false;
    while (is_array) {
        if (!next(walk))
            return false;
        if (walk->token == JSON_END_ARRAY)
            break;
        if (walk->token == JSON_STRING && is_known)
            node = find_child(walk, node, walk->text);
        is_known = is_known && walk->token == JSON_STRING && node != 0;
        if (!skip(walk))
            return false;
    }
    if (is_array && is_known && is_number_of_a_row(walk->tree, node))
        *leaf = walk->tree->nodes[node].first_leaf;
    return true;
}

/* {"xmin": [...], ...} */
static bool read_box(struct geo_walk *walk, struct pq_geo_column *column)
{
    static const char *const names[PQ_COVERED_PARTS] = {"xmin", "xmax", "ymin",
                                                        "ymax", "zmin", "zmax"};
    uint32_t *leaves = column->covering.leaves;
    bool found;
    for (unsigned i = 0; i < PQ_COVERED_PARTS; i++)
        leaves[i] = PQ_NO_LEAF;
    for (;;) {
        if (!next_key(walk, &found))
            return false;
        if (!found)
            break;
        unsigned part = 0;
        while (part < PQ_COVERED_PARTS && !slice_equals_text(walk->text, names[part]))
            part++;
        if (part == PQ_COVERED_PARTS ? !skip(walk) : !read_path(walk, &leaves[part]))
            return false;
    }
    column->is_covered = true;
    for (unsigned i = 0; i < 4; i++)
        column->is_covered = column->is_covered && leaves[i] != PQ_NO_LEAF;
    if (leaves[4] == PQ_NO_LEAF || leaves[5] == PQ_NO_LEAF)
        leaves[4] = leaves[5] = PQ_NO_LEAF;
    return true;
}

/* {"bbox": {...}} */
static bool read_covering(struct geo_walk *walk, struct pq_geo_column *column)
{
    bool found, is_object;
    if (!value_is(walk, JSON_BEGIN_OBJECT, &is_object))
        return false;
    if (!is_object)
        return true;
    for (;;) {
        if (!next_key(walk, &found))
            return false;
        if (!found)
            return true;
        if (!slice_equals_text(walk->text, "bbox")) {
            if (!skip(walk))
                return false;
            continue;
        }
        if (!value_is(walk, JSON_BEGIN_OBJECT, &is_object) ||
            (is_object && !read_box(walk, column)))
            return false;
    }
}

/* {"encoding": "WKB", ...} */
static bool read_column(struct geo_walk *walk, struct pq_geo_column *column, bool *is_wkb)
{
    bool found, is_object;
    *is_wkb = false;
    if (!value_is(walk, JSON_BEGIN_OBJECT, &is_object))
        return false;
    if (!is_object)
        return true;
    for (;;) {
        if (!next_key(walk, &found))
            return false;
        if (!found)
            return true;
        bool is_read = true;
        if (slice_equals_text(walk->text, "encoding")) {
            is_read = value_is(walk, JSON_STRING, &found);
            *is_wkb = is_read && found && slice_equals_text(walk->text, "WKB");
        } else if (slice_equals_text(walk->text, "covering")) {
            is_read = read_covering(walk, column);
        } else {
            is_read = skip(walk);
        }
        if (!is_read)
            return false;
    }
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

static bool read_columns(struct geo_walk *walk, struct pq_geo_column *columns,
                         uint32_t most, uint32_t *n)
{
    bool found;
    for (;;) {
        struct pq_geo_column column = {0};
        bool is_wkb;
        if (!next_key(walk, &found))
            return false;
        if (!found)
            return true;
        uint32_t node = find_child(walk, 0, walk->text);
        if (!read_column(walk, &column, &is_wkb))
            return false;
        if (!is_wkb || !may_be_wkb(walk->tree, node) || *n == most)
            continue;
        column.leaf = walk->tree->nodes[node].first_leaf;
        columns[(*n)++] = column;
    }
}

static bool read_document(struct geo_walk *walk, struct pq_geo_column *columns,
                          uint32_t most, uint32_t *n)
{
    bool found, is_object;
    if (!next(walk) || walk->token != JSON_BEGIN_OBJECT)
        return false;
    for (;;) {
        if (!next_key(walk, &found))
            return false;
        if (!found)
            return next(walk) && walk->token == JSON_END;
        bool is_columns = slice_equals_text(walk->text, "columns");
        if (!is_columns ? !skip(walk)
                        : !value_is(walk, JSON_BEGIN_OBJECT, &is_object) ||
                              (is_object && !read_columns(walk, columns, most, n)))
            return false;
    }
}

enum status pq_geo_metadata_read(const struct pq_schema_tree *tree, struct slice json,
                                 struct pq_geo_column *columns, uint32_t most,
                                 uint32_t *n, struct error *error)
{
    struct geo_walk walk = {.tree = tree};
    *n = 0;
    json_reader_start(&walk.json, json);
    bool is_read = read_document(&walk, columns, most, n);
    json_reader_release(&walk.json);
    if (walk.error.status == NOMEM)
        return error_nomem(error);
    if (!is_read)
        *n = 0;
    return OK;
}
