/* SPDX-License-Identifier: MIT */
/*
 * check_geo.h - verifies that the values of a GEOMETRY or GEOGRAPHY leaf are ISO WKB, and
 * within the box of GeospatialStatistics (Geospatial.md).
 */
#ifndef PARQUET_CHECK_GEO_H
#define PARQUET_CHECK_GEO_H

#include "parquet/check/check_findings.h"
#include "parquet/geometry/geo_builder.h"
#include "scan/column_vector.h"

/* State for the current column chunk. */
struct pq_geo_check {
    bool is_geometry; /* of either type; if not, nothing is checked */
    bool is_geography;
    const struct pq_column_metadata *metadata;
    uint32_t types[WKB_FORMS]; /* found, as in struct pq_geo_claims */
    uint64_t n_damaged, n_ewkb, n_outside;
    struct error damage; /* of a damaged value */
};

/* Starts a chunk.  The metadata is borrowed until pq_geo_check_end(). */
void pq_geo_check_start(struct pq_geo_check *check, const struct pq_leaf *leaf,
                        const struct pq_column_metadata *metadata);

/* Checks values from pq_value_decoder_read(); repeated values may be left out. */
void pq_geo_check_add(struct pq_geo_check *check, const struct bytes_value *values,
                      size_t n);

/* Ends a chunk: adds its findings. */
void pq_geo_check_end(const struct pq_geo_check *check, struct findings *findings);

#endif
