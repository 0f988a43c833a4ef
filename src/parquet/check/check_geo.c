/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_geo.h"

#include <inttypes.h>
#include <math.h>

#include "parquet/format/thrift_compact.h"
#include "parquet/geometry/box_statistics.h"

void pq_geo_check_start(struct pq_geo_check *check, const struct pq_leaf *leaf,
                        const struct pq_column_metadata *metadata)
{
    enum column_type type = leaf->column.type;
    *check = (struct pq_geo_check){.is_geometry = type == COLUMN_GEOMETRY ||
                                                  type == COLUMN_GEOGRAPHY,
                                   .is_geography = type == COLUMN_GEOGRAPHY,
                                   .metadata = metadata};
}

/* ---- Values ---------------------------------------------------------------------- */

/* A dimension without coordinates is within every range. */
static bool is_within(const struct wkb_bounds *bounds, enum wkb_dimension dimension,
                      double min, double max)
{
    if (!wkb_has(bounds, dimension))
        return true;
    double least = bounds->min[dimension], most = bounds->max[dimension];
    if (dimension == WKB_X && min > max) /* across the antimeridian */
        return (least >= min || least <= max) && (most >= min || most <= max);
    return least >= min && most <= max;
}

static bool is_in_box(const struct wkb_bounds *bounds, const struct pq_bounding_box *box,
                      bool is_geography)
{
    double slack = is_geography ? PQ_GEOGRAPHY_SLACK : 0;
    return (!pq_box_tells_x(box, is_geography) ||
            is_within(bounds, WKB_X, box->xmin - slack, box->xmax + slack)) &&
           is_within(bounds, WKB_Y, box->ymin - slack, box->ymax + slack) &&
           (!box->has_z || is_within(bounds, WKB_Z, box->zmin, box->zmax)) &&
           (!box->has_m || is_within(bounds, WKB_M, box->mmin, box->mmax));
}

void pq_geo_check_add(struct pq_geo_check *check, const struct bytes_value *values,
                      size_t n)
{
    for (size_t i = 0; check->is_geometry && i < n; i++) {
        struct wkb_bounds bounds;
        struct wkb_kind kind;
        if (wkb_read(slice_of(values[i].data, values[i].size), &bounds, &kind,
                     &check->damage) != OK) {
            check->n_damaged++;
            continue;
        }
        check->types[kind.type / WKB_FORM] |= 1U << kind.type % WKB_FORM;
        check->n_ewkb += kind.is_ewkb;
        check->n_outside += check->metadata->has_bbox &&
                            !is_in_box(&bounds, &check->metadata->bbox,
                                       check->is_geography);
    }
}

/* ---- Claims ---------------------------------------------------------------------- */

static void check_box(const struct pq_geo_check *check, struct findings *findings)
{
    const struct pq_bounding_box *box = &check->metadata->bbox;
    if (!check->metadata->has_bbox)
        return;
    if (isnan(box->xmin) || isnan(box->xmax) || isnan(box->ymin) || isnan(box->ymax))
        findings_add(findings, SEVERITY_WARNING, "geo_bbox",
                     "a bound of x or y is missing, or NaN");
    else if (box->ymin > box->ymax || (box->has_z && box->zmin > box->zmax) ||
             (box->has_m && box->mmin > box->mmax))
        findings_add(findings, SEVERITY_WARNING, "geo_bbox",
                     "a lower bound is above the upper one");
    else if (check->n_outside > 0)
        pq_find(findings, "geo_bbox", "%" PRIu64 " values are outside the box",
                check->n_outside);
}

static void check_types(const struct pq_geo_check *check, struct findings *findings)
{
    uint32_t listed[WKB_FORMS] = {0};
    struct thrift_list list;
    if (check->metadata->geospatial_types.data == NULL)
        return;
    thrift_list_begin(&list, check->metadata->geospatial_types, THRIFT_I32);
    while (thrift_list_next(&list)) {
        int code = thrift_list_i32(&list);
        if (code < 0 || code >= WKB_FORM * WKB_FORMS ||
            wkb_type_name(code % WKB_FORM) == NULL)
            pq_find(findings, "geo_types", "unknown type %d", code);
        else if (listed[code / WKB_FORM] & 1U << code % WKB_FORM)
            pq_find(findings, "geo_types", "type %d is listed twice", code);
        else
            listed[code / WKB_FORM] |= 1U << code % WKB_FORM;
    }
    for (int form = 0; list.n > 0 && form < WKB_FORMS; form++) {
        for (int type = WKB_POINT; type <= WKB_TRIANGLE; type++) {
            if (check->types[form] & ~listed[form] & 1U << type)
                pq_find(findings, "geo_types", "type %d occurs, but is not listed",
                        form * WKB_FORM + type);
        }
    }
}

void pq_geo_check_end(const struct pq_geo_check *check, struct findings *findings)
{
    if (!check->is_geometry)
        return;
    if (check->n_damaged > 0)
        pq_find(findings, "wkb", "%" PRIu64 " values are damaged: %.200s",
                check->n_damaged, check->damage.message);
    if (check->n_ewkb > 0)
        findings_add(findings, SEVERITY_WARNING, "wkb",
                     "%" PRIu64 " values are EWKB, not ISO WKB", check->n_ewkb);
    check_box(check, findings);
    check_types(check, findings);
}
