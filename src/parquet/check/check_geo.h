/* SPDX-License-Identifier: MIT */
/*
 * check_geo.h - whether the values of a GEOMETRY or GEOGRAPHY leaf are WKB of the ISO
 * form, and lie where GeospatialStatistics says (Geospatial.md).
 */
#ifndef PARQUET_CHECK_GEO_H
#define PARQUET_CHECK_GEO_H

#include "parquet/check/check_findings.h"
#include "parquet/geometry/geo_builder.h"
#include "scan/column_vector.h"

/* Of the column chunk at hand. */
struct pq_geo_check {
    bool is_geometry; /* or a geography; else nothing is checked */
    bool is_geography;
    const struct pq_column_metadata *metadata;
    uint32_t types[WKB_FORMS]; /* that occur, as in struct pq_geo_claims */
    uint64_t n_damaged, n_ewkb, n_outside;
    struct error damage; /* of the first one */
};

/* Before the values.  The metadata is borrowed until the check ends. */
void pq_geo_check_start(struct pq_geo_check *check, const struct pq_leaf *leaf,
                        const struct pq_column_metadata *metadata);

/* Values as pq_value_decoder_read() gives them; each may be left out when it is there
 * again. */
void pq_geo_check_add(struct pq_geo_check *check, const struct bytes_value *values,
                      size_t n);

/* Behind them. */
void pq_geo_check_end(const struct pq_geo_check *check, struct pq_findings *findings);

#endif
