/* SPDX-License-Identifier: MIT */
#include "parquet/geometry/geo_builder.h"

static bool is_of_points(int type)
{
    return type % WKB_FORM == WKB_POINT || type % WKB_FORM == WKB_MULTI_POINT;
}

/* Longitudes and latitudes. */
static bool is_on_earth(const struct wkb_bounds *bounds)
{
    return bounds->min[WKB_X] >= -180 && bounds->max[WKB_X] <= 180 &&
           bounds->min[WKB_Y] >= -90 && bounds->max[WKB_Y] <= 90;
}

static struct pq_bounding_box box_of(const struct wkb_bounds *bounds)
{
    return (struct pq_bounding_box){.xmin = bounds->min[WKB_X],
                                    .xmax = bounds->max[WKB_X],
                                    .ymin = bounds->min[WKB_Y],
                                    .ymax = bounds->max[WKB_Y],
                                    .zmin = bounds->min[WKB_Z],
                                    .zmax = bounds->max[WKB_Z],
                                    .mmin = bounds->min[WKB_M],
                                    .mmax = bounds->max[WKB_M],
                                    .has_z = wkb_has(bounds, WKB_Z),
                                    .has_m = wkb_has(bounds, WKB_M)};
}

void pq_geo_build(const struct pq_leaf *leaf, const struct pq_values *values,
                  struct pq_geo_claims *claims)
{
    struct wkb_bounds all = wkb_no_bounds(), bounds;
    bool is_geography = leaf->column.type == COLUMN_GEOGRAPHY;
    struct pq_geo_claims made = {.is_complete = true};
    *claims = (struct pq_geo_claims){.is_complete = false};
    if (!is_geography && leaf->column.type != COLUMN_GEOMETRY)
        return;
    for (uint64_t i = 0; i < values->n; i++) {
        struct wkb_kind kind;
        struct error ignored;
        error_clear(&ignored);
        if (wkb_read(pq_value_at(values, i), &bounds, &kind, &ignored) != OK ||
            kind.is_ewkb)
            return;
        made.types[kind.type / WKB_FORM] |= 1U << kind.type % WKB_FORM;
        made.exceeds_box = made.exceeds_box || kind.has_arcs ||
                           (is_geography && !is_of_points(kind.type));
        wkb_extend(&all, &bounds);
    }
    made.has_box = !made.exceeds_box && wkb_has(&all, WKB_X) && wkb_has(&all, WKB_Y) &&
                   (!is_geography || is_on_earth(&all));
    made.box = box_of(&all);
    *claims = made;
}

uint32_t pq_geo_types(const struct pq_geo_claims *claims,
                      int32_t codes[PQ_MOST_GEO_TYPES])
{
    uint32_t n = 0;
    for (int form = 0; form < WKB_FORMS; form++) {
        for (int type = WKB_POINT; type <= WKB_TRIANGLE; type++) {
            if (claims->types[form] & 1U << type)
                codes[n++] = form * WKB_FORM + type;
        }
    }
    return n;
}
