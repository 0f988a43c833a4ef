/* SPDX-License-Identifier: MIT */
/*
 * box_reader.h - the column_reader of one bound ("geom.xmin") of a column of
 * geometries: VECTOR_DOUBLE, null where the geometry is null or has no such coordinate.
 *
 * Queries usually read several bounds of the same geometries.  Their readers share a
 * source, which decodes each window of geometries once for all of them.  A reader that is
 * behind its source (two cursors at different rows) gets a source of its own.
 */
#ifndef PARQUET_BOX_READER_H
#define PARQUET_BOX_READER_H

#include "parquet/column/column_chunk_reader.h"
#include "value/wkb.h"

struct pq_box_source;

/* The sources of one file; none if zeroed, or once all readers are closed. */
struct pq_box_sources {
    struct pq_box_source *newest;
};

/* part: see box_columns.h.  The context and the sources must outlive the reader. */
enum status pq_box_reader_open(const struct pq_chunk_context *context,
                               struct pq_box_sources *sources, uint32_t leaf,
                               unsigned part, struct column_reader **reader,
                               struct error *error) CHECK_RESULT;

#endif
