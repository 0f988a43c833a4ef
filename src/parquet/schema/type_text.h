/* SPDX-License-Identifier: MIT */
/*
 * type_text.h - parses and prints the types of leaves, as users write them:
 *
 *     INT8 .. INT64, UINT8 .. UINT64, FLOAT16, FLOAT, DOUBLE, BOOLEAN
 *     DECIMAL(precision, scale)        DECIMAL(precision)
 *     STRING, ENUM, JSON, BSON, BLOB, FIXED(bytes), UUID, INTERVAL
 *     DATE, TIME(unit[, zone]), TIMESTAMP(unit[, zone]), TIMESTAMP(INT96)
 *     GEOMETRY(crs), GEOGRAPHY(crs[, algorithm])
 *     NULL                             columns without any value
 *     ... NOT NULL                     REQUIRED, otherwise OPTIONAL
 *
 * unit is MILLIS, MICROS (the default) or NANOS, also ms, us, ns; zone is UTC or local
 * (the default).  Case is ignored, as is white space between words.  Common synonyms are
 * accepted: INTEGER (INT32), BIGINT, TINYINT, SMALLINT, UTINYINT, USMALLINT, UINTEGER,
 * UBIGINT, REAL (FLOAT), VARCHAR, TEXT, BYTEA, TIMESTAMPTZ (TIMESTAMP(MICROS, UTC)),
 * INT96, BOOL, HALF, NUMERIC.
 *
 * crs is a word, or is quoted with either kind of quote, doubled inside.  The default is
 * OGC:CRS84.  algorithm is SPHERICAL (the default), VINCENTY, THOMAS, ANDOYER or KARNEY.
 */
#ifndef PARQUET_TYPE_TEXT_H
#define PARQUET_TYPE_TEXT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "parquet/format/parquet_format.h"

/* Fills in a leaf's element except its name and field id: physical type, logical and
 * converted type (if there is one) with scale and precision, repetition.  Decimals get
 * the smallest physical type: INT32, INT64, or the shortest FIXED_LEN_BYTE_ARRAY (up to
 * 76 digits).  logical.crs points into the text, quotes included; see pq_own_crs().  On
 * MISUSE, which says what is wrong with the text, the element is unchanged. */
enum status pq_type_from_text(struct slice text, struct pq_schema_element *element,
                              struct error *error) CHECK_RESULT;

/* Replaces the crs set by pq_type_from_text() with an unquoted copy in the arena. */
enum status pq_own_crs(struct arena *arena, struct pq_schema_element *element,
                       struct error *error) CHECK_RESULT;

/* Appends the type of a leaf's element as text that pq_type_from_text() accepts, with NOT
 * NULL if it is REQUIRED (never for NULL).  Omits an annotation that does not fit the
 * physical type, is unknown, or has an unknown algorithm.  Appends nothing for what
 * cannot be written: groups, repeated fields, and decimals that are invalid or have more
 * than 76 digits. */
enum status pq_append_type_text(const struct pq_schema_element *element,
                                struct buffer *output, struct error *error) CHECK_RESULT;

/* Appends GEOMETRY(crs) or GEOGRAPHY(crs, algorithm), without an unknown algorithm. */
enum status pq_append_geometry_text(const struct pq_logical_type *logical,
                                    struct buffer *output,
                                    struct error *error) CHECK_RESULT;

#endif
