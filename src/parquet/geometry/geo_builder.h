/* SPDX-License-Identifier: MIT */
/*
 * geo_builder.h - computes GeospatialStatistics for a column chunk that is written
 * (Geospatial.md, "Statistics").
 */
#ifndef PARQUET_GEO_BUILDER_H
#define PARQUET_GEO_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/schema/schema_tree.h"
#include "value/wkb.h"

enum { PQ_MOST_GEO_TYPES = WKB_N_TYPES * WKB_FORMS };

/* A zeroed struct claims nothing. */
struct pq_geo_claims {
    bool is_complete; /* all values were understood */
    bool has_box;
    bool exceeds_box; /* geometries may reach beyond the bounds of their coordinates */
    struct pq_bounding_box box; /* of the coordinates, also without has_box */
    uint32_t types[WKB_FORMS];  /* one bit per enum wkb_type */
};

/* Computes the claims for a leaf's values.  There are none if the leaf is not a GEOMETRY
 * or GEOGRAPHY, or if a value is not valid ISO WKB.  There is no box if x or y has no
 * value, or if a geometry has arcs; for GEOGRAPHY, also if there is anything but points,
 * since edges on a sphere extend beyond their ends, or if coordinates exceed 180 or 90
 * degrees. */
void pq_geo_build(const struct pq_leaf *leaf, const struct pq_values *values,
                  struct pq_geo_claims *claims);

/* Lists the codes of the types in ascending order; returns their number. */
uint32_t pq_geo_types(const struct pq_geo_claims *claims,
                      int32_t codes[PQ_MOST_GEO_TYPES]);

#endif
