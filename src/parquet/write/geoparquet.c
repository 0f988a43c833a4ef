/* SPDX-License-Identifier: MIT */
#include "parquet/write/geoparquet.h"

#include <math.h>

#include "parquet/write/covering.h"
#include "value/value_text.h"

/* GEOMETRY's edges, then those of GEOGRAPHY by the number of their algorithm. */
static const char *const edges[] = {"planar", "spherical", "vincenty",
                                    "thomas", "andoyer",   "karney"};

enum { PLANAR, SPHERICAL, N_EDGES = sizeof edges / sizeof edges[0] };

static const char *version_name(enum pq_geoparquet version)
{
    return version == PQ_GEOPARQUET_2 ? "2.0" : "1.1";
}

static bool is_geometry(const struct pq_leaf *leaf)
{
    return leaf->column.type == COLUMN_GEOMETRY || leaf->column.type == COLUMN_GEOGRAPHY;
}

/* An index of edges[]; N_EDGES if the algorithm is unknown. */
static unsigned edges_of(const struct pq_logical_type *type)
{
    if (type->kind == PQ_LOGICAL_GEOMETRY)
        return PLANAR;
    if (type->algorithm < 0)
        return SPHERICAL;
    return type->algorithm < N_EDGES - SPHERICAL ? SPHERICAL + (unsigned)type->algorithm
                                                 : N_EDGES;
}

/* ---- What a version cannot describe ---------------------------------------------- */

/* The version cannot describe a column: an error, or no document. */
static enum status give_up(struct pq_geoparquet_writer *geo, const struct slice *name,
                           const char *reason, struct error *error)
{
    geo->is_left_out = true;
    if (geo->version == PQ_GEOPARQUET_BOTH)
        return OK;
    return error_set(error, MISUSE,
                     "column \"%.*s\": GeoParquet %s %s, or use geoparquet_version=none",
                     SLICE_SHOWN(*name, 100), version_name(geo->version), reason);
}

static enum status check_column(struct pq_geoparquet_writer *geo,
                                const struct pq_geo_summary *column, struct error *error)
{
    unsigned most = geo->version == PQ_GEOPARQUET_2 ? N_EDGES - 1 : SPHERICAL;
    if (column->crs.form == PQ_CRS_OTHER)
        return give_up(geo, &column->name,
                       "defines a CRS by PROJJSON: give the type with that, such as "
                       "GEOMETRY('{\"type\":\"ProjectedCRS\",...}')",
                       error);
    if (edges_of(column->type) > most)
        return give_up(geo, &column->name,
                       "has no such edges of GEOGRAPHY: use SPHERICAL", error);
    return OK;
}

/* The geometry types and forms that a version has names for. */
static bool has_name(enum pq_geoparquet version, unsigned type, unsigned form)
{
    bool has_m = form >= 2;
    return type <= WKB_GEOMETRY_COLLECTION && (version == PQ_GEOPARQUET_2 || !has_m);
}

static enum status check_types(struct pq_geoparquet_writer *geo,
                               const struct pq_geo_summary *column, struct error *error)
{
    for (unsigned form = 0; form < WKB_FORMS; form++) {
        for (unsigned type = WKB_POINT; type < WKB_N_TYPES; type++) {
            if ((column->all.types[form] & 1U << type) == 0 ||
                has_name(geo->version, type, form))
                continue;
            return give_up(geo, &column->name,
                           geo->version == PQ_GEOPARQUET_2
                               ? "has no curves and surfaces: convert them in the query"
                               : "has no M, curves and surfaces: convert them in the "
                                 "query",
                           error);
        }
    }
    return OK;
}

/* ---- Columns --------------------------------------------------------------------- */

/* GEOMETRY below the top level keeps its type, which version 1.1 does without. */
static enum status check_nested(struct pq_geoparquet_writer *geo,
                                const struct pq_schema_tree *tree, struct error *error)
{
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        const struct pq_leaf *leaf = &tree->leaves[i];
        struct slice name = slice_of(leaf->column.name, leaf->column.name_size);
        if (is_geometry(leaf) && tree->nodes[leaf->node].parent != 0 &&
            !pq_geoparquet_has_types(geo))
            return give_up(geo, &name,
                           "has no geometries in groups, lists and maps: make it a "
                           "column of its own",
                           error);
    }
    return OK;
}

static bool is_column(const struct pq_schema_tree *tree, const struct pq_leaf *leaf)
{
    return is_geometry(leaf) && tree->nodes[leaf->node].parent == 0;
}

static enum status add_column(struct pq_geoparquet_writer *geo,
                              const struct pq_schema_tree *tree,
                              const struct pq_leaf *leaf,
                              const struct pq_write_options *options, struct error *error)
{
    struct pq_geo_summary *column = &geo->columns[geo->n_columns++];
    const struct pq_node *node = &tree->nodes[leaf->node];
    *column = (struct pq_geo_summary){.name = node->element->name,
                                      .column = node->top,
                                      .leaf = node->first_leaf,
                                      .type = &node->element->logical,
                                      .all = {.is_complete = true}};
    enum status status = pq_crs_read(column->type->crs, options->key_values,
                                     options->n_key_values, &column->crs, error);
    return status == OK ? check_column(geo, column, error) : status;
}

/* Notes the leaf if it is the first one of a covering. */
static void note_covering(struct pq_geoparquet_writer *geo,
                          const struct pq_write_column *column,
                          const struct pq_schema_tree *tree, uint32_t leaf)
{
    const struct pq_node *node = &tree->nodes[tree->leaves[leaf].node];
    if (!column->is_covering || tree->nodes[node->parent].first_leaf != leaf)
        return;
    for (uint32_t i = 0; i < geo->n_columns; i++) {
        if (geo->columns[i].column != column->covered)
            continue;
        geo->columns[i].covering = column;
        geo->columns[i].covering_leaf = leaf;
    }
}

/* The statistics of these columns are not in the part of the footer that has the key
 * "geo" (Encryption.md, 5.3 and 5.6). */
static enum status hide_secrets(struct pq_geoparquet_writer *geo,
                                const struct pq_file_encryption *encryption,
                                struct error *error)
{
    for (uint32_t i = 0; encryption != NULL && i < geo->n_columns; i++) {
        struct pq_geo_summary *column = &geo->columns[i];
        int kind = pq_encryption_column_crypto(encryption, column->leaf).kind;
        column->is_secret = kind == PQ_COLUMN_KEY ||
                            (kind != 0 && pq_encryption_has_plain_footer(encryption));
        for (uint32_t k = 0; column->covering != NULL && k < PQ_COVERING_LEAVES; k++) {
            uint32_t leaf = column->covering_leaf + k;
            if (kind == 0 || pq_encryption_column_crypto(encryption, leaf).kind != 0)
                continue;
            return error_set(error, MISUSE,
                             "column \"%.*s\" has the boxes of \"%.*s\", which is "
                             "encrypted: name it in column_keys, too",
                             SLICE_SHOWN(column->covering->element.name, 100),
                             SLICE_SHOWN(column->name, 100));
        }
    }
    return OK;
}

enum status pq_geoparquet_init(struct pq_geoparquet_writer *geo,
                               const struct pq_write_column *columns,
                               const struct pq_schema_tree *tree,
                               const struct pq_write_options *options,
                               const struct pq_file_encryption *encryption,
                               struct arena *arena, struct error *error)
{
    uint32_t n = 0;
    enum status status = OK;
    *geo = (struct pq_geoparquet_writer){.version = options->geoparquet};
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        n += is_column(tree, &tree->leaves[i]);
    if (geo->version == PQ_GEOPARQUET_NONE)
        return OK;
    geo->columns = arena_alloc(arena, n, sizeof *geo->columns);
    if (geo->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < tree->n_leaves; i++) {
        const struct pq_leaf *leaf = &tree->leaves[i];
        if (is_column(tree, leaf))
            status = add_column(geo, tree, leaf, options, error);
        else
            note_covering(geo, &columns[tree->nodes[leaf->node].top], tree, i);
    }
    if (status == OK)
        status = hide_secrets(geo, encryption, error);
    return status == OK ? check_nested(geo, tree, error) : status;
}

enum status pq_geoparquet_cover(const struct pq_geoparquet_writer *geo,
                                struct pq_column_values *leaves, struct error *error)
{
    for (uint32_t i = 0; i < geo->n_columns; i++) {
        const struct pq_geo_summary *column = &geo->columns[i];
        if (column->covering == NULL)
            continue;
        enum status status = pq_covering_fill(&leaves[column->leaf],
                                              &leaves[column->covering_leaf], error);
        if (status != OK)
            return error_locate(error, "column \"%.*s\"", SLICE_SHOWN(column->name, 100));
    }
    return OK;
}

/* ---- Column chunks --------------------------------------------------------------- */

static void extend(double *min, double *max, double other_min, double other_max)
{
    *min = other_min < *min ? other_min : *min;
    *max = other_max > *max ? other_max : *max;
}

static void extend_box(struct pq_bounding_box *box, const struct pq_bounding_box *other)
{
    extend(&box->xmin, &box->xmax, other->xmin, other->xmax);
    extend(&box->ymin, &box->ymax, other->ymin, other->ymax);
    extend(&box->zmin, &box->zmax, other->zmin, other->zmax);
}

static bool has_geometries(const struct pq_geo_claims *all)
{
    bool has = false;
    for (int form = 0; form < WKB_FORMS; form++)
        has = has || all->types[form] != 0;
    return has;
}

static void add_claims(struct pq_geo_claims *all, const struct pq_geo_claims *chunk)
{
    bool is_first = !has_geometries(all);
    for (int form = 0; form < WKB_FORMS; form++)
        all->types[form] |= chunk->types[form];
    all->is_complete = all->is_complete && chunk->is_complete;
    all->exceeds_box = all->exceeds_box || chunk->exceeds_box;
    if (is_first)
        all->box = chunk->box;
    else
        extend_box(&all->box, &chunk->box);
}

enum status pq_geoparquet_add(struct pq_geoparquet_writer *geo,
                              const struct pq_chunk_record *records, struct error *error)
{
    for (uint32_t i = 0; i < geo->n_columns; i++) {
        struct pq_geo_summary *column = &geo->columns[i];
        const struct pq_chunk_record *record = &records[column->leaf];
        if (record->n_entries == record->null_count)
            continue;
        add_claims(&column->all, &record->geo);
        enum status status = check_types(geo, column, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* ---- The document ---------------------------------------------------------------- */

/* In alphabetical order, as other writers do. */
static void add_types(const struct pq_geo_summary *column, struct buffer *document,
                      struct error *error)
{
    static const uint8_t types[] = {WKB_GEOMETRY_COLLECTION,
                                    WKB_LINE_STRING,
                                    WKB_MULTI_LINE_STRING,
                                    WKB_MULTI_POINT,
                                    WKB_MULTI_POLYGON,
                                    WKB_POINT,
                                    WKB_POLYGON};
    static const struct {
        int form;
        const char *suffix;
    } forms[] = {{0, ""}, {2, " M"}, {1, " Z"}, {3, " ZM"}};
    const char *comma = "";
    bool is_known = column->all.is_complete && !column->is_secret;
    buffer_add_text(document, ",\"geometry_types\":[", error);
    for (size_t t = 0; is_known && t < sizeof types; t++) {
        for (size_t f = 0; f < WKB_FORMS; f++) {
            if ((column->all.types[forms[f].form] & 1U << types[t]) == 0)
                continue;
            buffer_add_format(document, error, "%s\"%s%s\"", comma,
                              wkb_type_name(types[t]), forms[f].suffix);
            comma = ",";
        }
    }
    buffer_add_text(document, "]", error);
}

static void add_crs(const struct pq_crs *crs, struct buffer *document,
                    struct error *error)
{
    if (crs->form == PQ_CRS_UNKNOWN)
        buffer_add_text(document, ",\"crs\":null", error);
    if (crs->form != PQ_CRS_PROJJSON)
        return;
    buffer_add_text(document, ",\"crs\":", error);
    buffer_add(document, crs->projjson, error);
}

static void add_box(const struct pq_geo_summary *column, struct buffer *document,
                    struct error *error)
{
    const struct pq_bounding_box *box = &column->all.box;
    const double flat[] = {box->xmin, box->ymin, box->xmax, box->ymax};
    const double solid[] = {box->xmin, box->ymin, box->zmin,
                            box->xmax, box->ymax, box->zmax};
    bool has_z = box->zmin <= box->zmax;
    const double *numbers = has_z ? solid : flat;
    size_t n = has_z ? 6 : 4;
    bool is_known = has_geometries(&column->all) && column->all.is_complete &&
                    !column->all.exceeds_box && !column->is_secret &&
                    box->xmin <= box->xmax && box->ymin <= box->ymax;
    for (size_t i = 0; i < n; i++) /* numbers of JSON are finite */
        is_known = is_known && isfinite(numbers[i]);
    for (size_t i = 0; is_known && i < n; i++) {
        buffer_add_text(document, i > 0 ? "," : ",\"bbox\":[", error);
        add_json_double(document, numbers[i], error);
    }
    buffer_add_text(document, is_known ? "]" : "", error);
}

static void add_covering(const struct pq_write_column *covering, struct buffer *document,
                         struct error *error)
{
    const char *before = ",\"covering\":{\"bbox\":{";
    for (uint32_t i = 0; covering != NULL && i < covering->n_below; i++) {
        struct slice bound = covering->below[i].name;
        buffer_add_format(document, error, "%s\"%.*s\":[", before,
                          SLICE_SHOWN(bound, 10));
        add_json_string(document, covering->element.name, error);
        buffer_add_format(document, error, ",\"%.*s\"]", SLICE_SHOWN(bound, 10));
        before = ",";
    }
    buffer_add_text(document, covering != NULL ? "}}" : "", error);
}

static void add_description(const struct pq_geo_summary *column, struct buffer *document,
                            struct error *error)
{
    unsigned edge = edges_of(column->type);
    add_json_string(document, column->name, error);
    buffer_add_text(document, ":{\"encoding\":\"WKB\"", error);
    add_types(column, document, error);
    add_crs(&column->crs, document, error);
    if (edge != PLANAR)
        buffer_add_format(document, error, ",\"edges\":\"%s\"", edges[edge]);
    add_box(column, document, error);
    add_covering(column->covering, document, error);
    buffer_add_text(document, "}", error);
}

enum status pq_geoparquet_append(const struct pq_geoparquet_writer *geo,
                                 struct buffer *document, struct error *error)
{
    if (geo->n_columns == 0 || geo->is_left_out)
        return OK;
    buffer_add_format(document, error, "{\"version\":\"%s.0\",\"primary_column\":",
                      version_name(geo->version));
    add_json_string(document, geo->columns[0].name, error);
    for (uint32_t i = 0; i < geo->n_columns; i++) {
        buffer_add_text(document, i == 0 ? ",\"columns\":{" : ",", error);
        add_description(&geo->columns[i], document, error);
    }
    buffer_add_text(document, "}}", error);
    return error->status;
}

enum status pq_geoparquet_list(const struct pq_geoparquet_writer *geo,
                               const struct pq_write_options *options,
                               struct buffer *document, struct buffer *list,
                               struct error *error)
{
    size_t size = options->n_key_values * sizeof *options->key_values;
    enum status status = pq_geoparquet_append(geo, document, error);
    if (status == OK && size > 0)
        status = buffer_append(list, options->key_values, size, error);
    const struct pq_key_value entry = {slice_of("geo", 3), buffer_slice(document)};
    return status == OK && document->size > 0
               ? buffer_append(list, &entry, sizeof entry, error)
               : status;
}
