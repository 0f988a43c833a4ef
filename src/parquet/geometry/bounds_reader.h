/* SPDX-License-Identifier: MIT */
/*
 * bounds_reader.h - the column_reader of one bound ("geom.xmin") of the geometries in a
 * column: VECTOR_DOUBLE, null where the geometry is null or has no such coordinate.
 *
 * A query asks for several bounds of the same geometries: their readers share a source,
 * which decodes each window of geometries once for all of them.  A reader that others
 * have left behind (two cursors, at different places) takes a source of its own.
 */
#ifndef PARQUET_BOUNDS_READER_H
#define PARQUET_BOUNDS_READER_H

#include "parquet/column/column_chunk_reader.h"
#include "value/wkb.h"

struct pq_bounds_source;

/* Of one file; a zeroed struct has none.  Empty again when all readers are closed. */
struct pq_bounds_sources {
    struct pq_bounds_source *newest;
};

/* part: which bound, see bound_columns.h. */
enum status pq_bounds_reader_open(const struct pq_chunk_context *context,
                                  struct pq_bounds_sources *sources, uint32_t leaf,
                                  unsigned part, struct column_reader **reader,
                                  struct error *error) CHECK_RESULT;

#endif
