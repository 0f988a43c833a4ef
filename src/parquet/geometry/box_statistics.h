/* SPDX-License-Identifier: MIT */
/*
 * box_statistics.h - the file's statements about the bounds of its geometries, and how
 * far they are trusted (Geospatial.md, "Bounding Box"; GeoParquet, "covering").
 *
 * A column chunk's box is trusted like statistics.  A covering is data: it limits the
 * geometries only if each row has a box, and no box wraps around.  So bounds derived from
 * a covering are unverified until pq_box_verify() has read the boxes.
 */
#ifndef PARQUET_BOX_STATISTICS_H
#define PARQUET_BOX_STATISTICS_H

#include "parquet/column/column_chunk_reader.h"
#include "parquet/schema/box_columns.h"

/* Boxes of GEOGRAPHY are computed on a sphere, in radians, and can be too small by
 * rounding errors (for example those that S2 computed for the format's own test files).
 * So they are widened by this many degrees on each side: a tenth of a metre. */
#define PQ_GEOGRAPHY_SLACK 1e-6

/* Whether a box limits longitudes as they are stored.  On a sphere, 180 degrees west
 * equals 180 degrees east, and near the poles all longitudes are close to each other; a
 * box across the antimeridian contains both.  (The type itself limits longitudes to 180
 * degrees.) */
bool pq_box_tells_x(const struct pq_bounding_box *box, bool is_geography);

/* Derives statistics from the bounding box of a column chunk of a flat column, in a row
 * group of n_rows. */
void pq_bounding_box_believe(const struct pq_column_metadata *chunk, bool is_geography,
                             unsigned part, uint64_t n_rows,
                             struct column_statistics *statistics);

/* The operations of struct table_file, for one part of a leaf's bounds. */
enum status pq_box_statistics(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, unsigned part,
                              struct column_statistics *statistics,
                              struct error *error) CHECK_RESULT;
enum status pq_box_page_ranges(const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, unsigned part,
                               const struct page_range **ranges, uint32_t *n_pages,
                               enum keep_reason *reason,
                               struct error *error) CHECK_RESULT;
enum status pq_box_verify(const struct pq_chunk_context *context, uint32_t row_group,
                          uint32_t leaf, unsigned part, bool *hold,
                          struct error *error) CHECK_RESULT;

#endif
