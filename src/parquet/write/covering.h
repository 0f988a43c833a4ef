/* SPDX-License-Identifier: MIT */
/*
 * covering.h - the column that covers a column of geometries: a box for each of them
 * (GeoParquet 1.1, "Bounding Box Columns").
 *
 *     group geom_bbox { float xmin, ymin, xmax, ymax }
 *
 * Its statistics and page indexes let readers that know neither GEOMETRY nor its boxes
 * skip row groups and pages.  Bounds are rounded outwards to FLOAT, which takes half the
 * space of DOUBLE.
 */
#ifndef PARQUET_COVERING_H
#define PARQUET_COVERING_H

#include "parquet/write/file_writer.h"

enum { PQ_COVERING_LEAVES = 4 };

/* Makes the column that covers column number `covered`, whose repetition it has.  The
 * name is borrowed. */
struct pq_write_column pq_covering_column(struct slice name, uint32_t covered,
                                          int repetition);

/* Appends a box for each entry of the geometries to the covering's leaves: null where the
 * geometry is null; without bounds where the geometry has no coordinates.  MISUSE if a
 * value is not WKB. */
enum status pq_covering_fill(const struct pq_column_values *geometries,
                             struct pq_column_values leaves[PQ_COVERING_LEAVES],
                             struct error *error) CHECK_RESULT;

/* The greatest float that is not above the value, and the least that is not below. */
float pq_float_below(double value);
float pq_float_above(double value);

#endif
