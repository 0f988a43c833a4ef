/* SPDX-License-Identifier: MIT */
/*
 * bound_statistics.h - what a file says of the bounds of its geometries, and what of it
 * is believed (Geospatial.md, "Bounding Box"; GeoParquet, "covering").
 *
 * A column chunk's box is taken at its word, as statistics are.  A covering is data, and
 * says something of the geometries only where each row has a box that does not wrap
 * around; so bounds that follow from it are unverified until the boxes have been read.
 */
#ifndef PARQUET_BOUND_STATISTICS_H
#define PARQUET_BOUND_STATISTICS_H

#include "parquet/column/column_chunk_reader.h"
#include "parquet/schema/bound_columns.h"

/* Boxes of GEOGRAPHY are computed on a sphere, in radians, and come out smaller than they
 * should be by the last digit (as S2 makes them in the format's own test files).  They
 * are taken for that many degrees larger on each side: a tenth of a metre. */
#define PQ_GEOGRAPHY_SLACK 1e-6

/* Whether a box tells of longitudes as they are stored.  On a sphere 180 degrees west are
 * 180 degrees east, and near the poles all longitudes are next to one another; across the
 * antimeridian, both are in the box.  (That none is beyond 180 degrees is the type's own
 * rule.) */
bool pq_box_tells_x(const struct pq_bounding_box *box, bool is_geography);

/* From the box of a column chunk, which is flat, in a row group of n_rows. */
void pq_bounding_box_believe(const struct pq_column_metadata *chunk, bool is_geography,
                             unsigned part, uint64_t n_rows,
                             struct column_statistics *statistics);

/* Of one part of a leaf's bounds, as the ops of struct table_file. */
enum status pq_bound_statistics(const struct pq_chunk_context *context,
                                uint32_t row_group, uint32_t leaf, unsigned part,
                                struct column_statistics *statistics,
                                struct error *error) CHECK_RESULT;
enum status pq_bound_page_ranges(const struct pq_chunk_context *context,
                                 uint32_t row_group, uint32_t leaf, unsigned part,
                                 const struct page_range **ranges, uint32_t *n_pages,
                                 enum keep_reason *reason,
                                 struct error *error) CHECK_RESULT;
enum status pq_bound_verify(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t leaf, unsigned part, bool *hold,
                            struct error *error) CHECK_RESULT;

#endif
