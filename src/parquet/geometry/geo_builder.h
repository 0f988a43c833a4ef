/* SPDX-License-Identifier: MIT */
/*
 * geo_builder.h - what is told of the geometries in a column chunk that is written
 * (Geospatial.md, "Statistics").
 */
#ifndef PARQUET_GEO_BUILDER_H
#define PARQUET_GEO_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/schema/schema_tree.h"
#include "value/wkb.h"

enum { PQ_MOST_GEO_TYPES = WKB_N_TYPES * WKB_FORMS };

/* A zeroed struct tells nothing. */
struct pq_geo_claims {
    bool has_box;
    struct pq_bounding_box box;
    uint32_t types[WKB_FORMS]; /* a bit for each enum wkb_type */
};

/* Of the values of a leaf.  Nothing is told where the leaf is no GEOMETRY or GEOGRAPHY,
 * or a value is no sound WKB of the ISO form.  There is no box where x or y has no value;
 * nor of arcs; nor, of GEOGRAPHY, of anything but points, since edges reach beyond their
 * ends on a sphere, or of coordinates beyond 180 and 90 degrees. */
void pq_geo_build(const struct pq_leaf *leaf, const struct pq_values *values,
                  struct pq_geo_claims *claims);

/* The codes of the types, ascending; returns how many. */
uint32_t pq_geo_types(const struct pq_geo_claims *claims,
                      int32_t codes[PQ_MOST_GEO_TYPES]);

#endif
