/* SPDX-License-Identifier: MIT */
/*
 * type_text.h - the types of leaves in words, as users ask for them when they write:
 *
 *     INT8 .. INT64, UINT8 .. UINT64, FLOAT16, FLOAT, DOUBLE, BOOLEAN
 *     DECIMAL(precision, scale)        DECIMAL(precision)
 *     STRING, ENUM, JSON, BSON, BLOB, FIXED(bytes), UUID, INTERVAL
 *     DATE, TIME(unit[, utc]), TIMESTAMP(unit[, utc])
 *     GEOMETRY(crs), GEOGRAPHY(crs[, algorithm])
 *     NULL                             of columns without any value
 *     ... NOT NULL                     REQUIRED, otherwise OPTIONAL
 *
 * unit is MILLIS, MICROS or NANOS (also ms, us, ns); without it MICROS.  Neither case nor
 * white space between the words matters.  Usual other names are understood: INTEGER
 * (INT32), BIGINT, TINYINT, SMALLINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT, REAL
 * (FLOAT), VARCHAR, TEXT, BYTEA, TIMESTAMPTZ (TIMESTAMP(MICROS, UTC)), BOOL, HALF,
 * NUMERIC.
 *
 * crs is a word, or stands in quotes of either kind, which are doubled inside; none, or
 * OGC:CRS84, is the default.  algorithm is SPHERICAL (also without any), VINCENTY,
 * THOMAS, ANDOYER or KARNEY.
 */
#ifndef PARQUET_TYPE_TEXT_H
#define PARQUET_TYPE_TEXT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "parquet/format/parquet_format.h"

/* Fills in a leaf's element but for its name and field id, which stay as they are:
 * physical type, logical and converted type (where there is one) with scale and
 * precision, repetition.  Decimals get the smallest physical type: INT32, INT64, or
 * FIXED_LEN_BYTE_ARRAY of the fewest bytes (up to 76 digits).  A crs points to where it
 * stands in the text, in its quotes.  MISUSE names what is wrong with the text; the
 * element is unchanged then. */
enum status pq_type_from_text(struct slice text, struct pq_schema_element *element,
                              struct error *error) CHECK_RESULT;

/* Makes the crs of an element that pq_type_from_text() filled in a copy without its
 * quotes, in the arena. */
enum status pq_own_crs(struct arena *arena, struct pq_schema_element *element,
                       struct error *error) CHECK_RESULT;

/* Appends the words for a leaf's element, which pq_type_from_text() understands, with NOT
 * NULL where it is REQUIRED (NULL never is).  INT96 is TIMESTAMP(NANOS).  Of an
 * annotation that does not apply to the physical type, is not known, or has an algorithm
 * that is not, nothing is said.  Nothing is appended for what cannot be written (groups,
 * repeated fields, impossible decimals and those of more digits than that). */
enum status pq_append_type_text(const struct pq_schema_element *element,
                                struct buffer *output, struct error *error) CHECK_RESULT;

#endif
