/* SPDX-License-Identifier: MIT */
/*
 * bound_columns.h - the columns that the file does not store: the least and greatest
 * coordinates of each geometry, "geom.xmin" to "geom.mmax" (Geospatial.md; GeoParquet).
 *
 * Geometries are the leaves of type GEOMETRY or GEOGRAPHY that are reached through groups
 * only, and columns that GeoParquet's metadata, a JSON document among the file's
 * key-values, calls geometries in WKB.  That may also name leaves that cover the
 * geometries: a box for each row, whose statistics tell what the geometries' own do not.
 */
#ifndef PARQUET_BOUND_COLUMNS_H
#define PARQUET_BOUND_COLUMNS_H

#include "parquet/schema/shape.h"

enum {
    /* Part 2 * dimension is the minimum, the next one the maximum. */
    PQ_BOUND_PARTS = 8,
    PQ_COVERED_PARTS = 6, /* of x, y and z */
};

/* The leaves that hold a box for each geometry, by part: z's may be PQ_NO_LEAF.  They are
 * FLOAT or DOUBLE, and reached through groups only. */
struct pq_covering {
    uint32_t leaves[PQ_COVERED_PARTS];
};

/* Adds the columns to the schema of a tree that was built.  geo: the value of the file's
 * key-value "geo"; data NULL: there is none.  What is wrong with it is no error, it is
 * not used then. */
enum status pq_add_bound_columns(struct pq_schema_tree *tree, struct slice geo,
                                 struct arena *arena, struct error *error) CHECK_RESULT;

#endif
