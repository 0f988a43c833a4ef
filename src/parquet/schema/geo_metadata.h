/* SPDX-License-Identifier: MIT */
/*
 * geo_metadata.h - what a file's GeoParquet metadata says of its columns (GeoParquet 1.1,
 * "File metadata"): a JSON document, the value of the key "geo".
 *
 *     {"columns": {"geom": {"encoding": "WKB", "covering": {"bbox": {
 *         "xmin": ["bbox", "xmin"], "ymin": ["bbox", "ymin"], ...}}}}}
 */
#ifndef PARQUET_GEO_METADATA_H
#define PARQUET_GEO_METADATA_H

#include "parquet/schema/bound_columns.h"

struct pq_geo_column {
    uint32_t leaf;
    bool is_covered;
    struct pq_covering covering;
};

/* Finds up to `most` columns that are geometries in WKB, each a leaf of the root and a
 * BYTE_ARRAY that is annotated as nothing else.  *n is 0 when anything is wrong with the
 * document; a covering that is wrong is left out.  The error is NOMEM. */
enum status pq_geo_metadata_read(const struct pq_schema_tree *tree, struct slice json,
                                 struct pq_geo_column *columns, uint32_t most,
                                 uint32_t *n, struct error *error) CHECK_RESULT;

#endif
