/* SPDX-License-Identifier: MIT */
/*
 * vector_source.h - a column of the table, as expressions see it: its name, and the SQL
 * values of its vectors.
 */
#ifndef VECTOR_SOURCE_H
#define VECTOR_SOURCE_H

#include "scan/formatted_vector.h"
#include "value/literal.h"
#include "value/value_text.h"

enum source_form {
    SOURCE_ABSENT,  /* the column is not in the file, or its values are not of one type */
    SOURCE_OPAQUE,  /* only whether a value is null is known */
    SOURCE_INTEGER, /* VECTOR_INT64 */
    SOURCE_REAL,    /* VECTOR_DOUBLE; NaN is null */
    SOURCE_DECIMAL, /* VECTOR_INT64, which SQLite gets divided by `divisor` */
    SOURCE_TEXT,    /* VECTOR_BYTES */
    SOURCE_BLOB,    /* the same */
    SOURCE_SPELLED, /* dates, times and UUIDs: text by formatted_vector.h */
};

struct vector_source {
    struct slice name;
    uint32_t column;             /* in the schema */
    const struct column *stored; /* borrowed; NULL if it is not in the file */
    enum source_form form;
    double divisor;
    enum time_style style;
};

/* Gets value k of a vector, which is not null, as an SQL value; its bytes may be in
 * `text`, of VALUE_TEXT_SIZE bytes.  UNSUPPORTED: only SQLite can tell it. */
enum status vector_source_literal(const struct vector_source *source,
                                  union vector_values values, uint32_t k, char *text,
                                  struct literal *literal,
                                  struct error *error) CHECK_RESULT;

/* Sets *low and *high to the least and the greatest stored value whose texts have the
 * order of the values.  False: the column has no such values. */
bool vector_source_ordered(const struct vector_source *source, int64_t *low,
                           int64_t *high);

#endif
