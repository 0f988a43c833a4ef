/* SPDX-License-Identifier: MIT */
/*
 * geo_metadata.h - parses a file's GeoParquet metadata (GeoParquet 1.1, "File metadata"):
 * a JSON document, the value of the key "geo".
 *
 *     {"columns": {"geom": {"encoding": "WKB", "covering": {"bbox": {
 *         "xmin": ["bbox", "xmin"], "ymin": ["bbox", "ymin"], ...}},
 *         "crs": {...}, "edges": "spherical"}}}
 */
#ifndef PARQUET_GEO_METADATA_H
#define PARQUET_GEO_METADATA_H

#include "parquet/schema/box_columns.h"

struct pq_geo_column {
    uint32_t leaf;
    bool is_covered;
    struct pq_covering covering;
    /* GEOMETRY or GEOGRAPHY with the CRS and edges that the document states; the CRS is
     * borrowed from it.  kind is PQ_LOGICAL_NONE if they are not understood. */
    struct pq_logical_type type;
};

/* Finds up to `most` columns declared as WKB geometries: leaves of the root of type
 * BYTE_ARRAY, with no other annotation.  *n is 0 if the document is faulty; a faulty
 * covering is omitted.  The only error is NOMEM. */
enum status pq_geo_metadata_read(const struct pq_schema_tree *tree, struct slice json,
                                 struct pq_geo_column *columns, uint32_t most,
                                 uint32_t *n, struct error *error) CHECK_RESULT;

#endif
