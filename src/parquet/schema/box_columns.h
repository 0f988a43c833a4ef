/* SPDX-License-Identifier: MIT */
/*
 * box_columns.h - columns that the file does not store: the least and greatest
 * coordinates of each geometry, "geom.xmin" to "geom.mmax" (Geospatial.md; GeoParquet).
 *
 * Geometries are leaves of type GEOMETRY or GEOGRAPHY that are reached through groups
 * only, and the columns that the GeoParquet metadata (a JSON document in the file's
 * key-values) declares as WKB.  The metadata may also name leaves that cover a geometry:
 * they hold a box for each row, and have statistics where the geometries themselves have
 * none.
 */
#ifndef PARQUET_BOX_COLUMNS_H
#define PARQUET_BOX_COLUMNS_H

#include "parquet/schema/shape.h"

enum {
    /* Part 2 * dimension is the minimum, the part after it the maximum. */
    PQ_BOX_PARTS = 8,
    PQ_COVERED_PARTS = 6, /* those of x, y and z */
};

/* The leaves that hold a box for each geometry, indexed by part; those of z may be
 * PQ_NO_LEAF.  They are FLOAT or DOUBLE and reached through groups only. */
struct pq_covering {
    uint32_t leaves[PQ_COVERED_PARTS];
};

/* Adds the columns to the schema of a built tree.  geo: the value of the file's key
 * "geo", with data NULL if it has none.  Faulty metadata is ignored; it is not an
 * error. */
enum status pq_add_box_columns(struct pq_schema_tree *tree, struct slice geo,
                               struct arena *arena, struct error *error) CHECK_RESULT;

#endif
