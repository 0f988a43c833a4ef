/* SPDX-License-Identifier: MIT */
/*
 * geoparquet.h - the GeoParquet metadata of a file that is written: a JSON document, the
 * value of the key "geo" (GeoParquet 1.1 and 2.0, "File metadata").
 *
 *     {"version": "1.1.0", "primary_column": "geom", "columns": {"geom": {
 *         "encoding": "WKB", "geometry_types": ["Point"], "bbox": [0, 1, 999, 1]}}}
 *
 * It lists the top-level columns of type GEOMETRY and GEOGRAPHY.  Their types and boxes
 * are added up from the column chunks.
 */
#ifndef PARQUET_GEOPARQUET_H
#define PARQUET_GEOPARQUET_H

#include "parquet/schema/crs.h"
#include "parquet/write/column_chunk_writer.h"

/* What is known of a column of geometries. */
struct pq_geo_summary {
    struct slice name;
    uint32_t column, leaf;
    const struct pq_logical_type *type;
    struct pq_crs crs;
    const struct pq_write_column *covering; /* NULL: none */
    uint32_t covering_leaf;                 /* the first of it */
    bool is_secret;           /* readers of the footer may not know the values */
    struct pq_geo_claims all; /* of all column chunks; claims nothing if one does not */
};

/* Zeroed: there is no metadata. */
struct pq_geoparquet_writer {
    enum pq_geoparquet version;
    struct pq_geo_summary *columns;
    uint32_t n_columns;
    bool is_left_out; /* PQ_GEOPARQUET_BOTH: the version cannot describe a column */
};

/* Finds the columns of geometries in the tree of the file.  The arena owns the memory;
 * the columns, the tree and the options are borrowed.  encryption: of the file, or NULL:
 * the document says nothing of values that not all readers of the footer may know.
 * MISUSE if the version that the options ask for cannot describe a column, or if the
 * boxes of encrypted geometries would be in plain. */
enum status pq_geoparquet_init(struct pq_geoparquet_writer *geo,
                               const struct pq_write_column *columns,
                               const struct pq_schema_tree *tree,
                               const struct pq_write_options *options,
                               const struct pq_file_encryption *encryption,
                               struct arena *arena, struct error *error) CHECK_RESULT;

/* Appends the boxes of a row group's geometries to the leaves of their coverings. */
enum status pq_geoparquet_cover(const struct pq_geoparquet_writer *geo,
                                struct pq_column_values *leaves,
                                struct error *error) CHECK_RESULT;

/* Whether GEOMETRY and GEOGRAPHY are written as such. */
static inline bool pq_geoparquet_has_types(const struct pq_geoparquet_writer *geo)
{
    return geo->version != PQ_GEOPARQUET_1_1;
}

/* Adds the column chunks of a row group; the records are those of all leaves.  MISUSE if
 * the version cannot describe a geometry. */
enum status pq_geoparquet_add(struct pq_geoparquet_writer *geo,
                              const struct pq_chunk_record *records,
                              struct error *error) CHECK_RESULT;

/* Appends the document, or nothing if there is nothing to describe. */
enum status pq_geoparquet_append(const struct pq_geoparquet_writer *geo,
                                 struct buffer *document,
                                 struct error *error) CHECK_RESULT;

/* Appends struct pq_key_value: those of the options, and the document's, if any. */
enum status pq_geoparquet_list(const struct pq_geoparquet_writer *geo,
                               const struct pq_write_options *options,
                               struct buffer *document, struct buffer *list,
                               struct error *error) CHECK_RESULT;

#endif
