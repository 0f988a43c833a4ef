/* SPDX-License-Identifier: MIT */
/*
 * formatted_vector.h - dates, times, UUIDs and intervals as a vector of text.
 *
 * A batch is formatted at once, and a small dictionary once per column chunk, unless few
 * rows use it.  Formatting
 * row by row is slower: the consumer's wide loads would wait for the byte stores just
 * made, which costs more than the formatting.
 */
#ifndef SCAN_FORMATTED_VECTOR_H
#define SCAN_FORMATTED_VECTOR_H

#include "scan/column_vector.h"

/* How dates, times and timestamps are spelled. */
enum time_style {
    TIMES_AS_SHOWN, /* as value_text.h writes them */
    TIMES_ISO8601, /* timestamps as iso8601_from_instant(), with the digits of the unit */
    TIMES_CANONICAL, /* as parquet_instant compares them; see instant_key.h */
};

/* A zeroed struct is empty and may be released. */
struct formatted_vector {
    struct column_vector vector; /* VECTOR_BYTES, the text; valid until the next fill */
    struct bytes_value *values;
    char *text;
    enum time_style style;            /* the user's choice, which a release keeps */
    size_t capacity;                  /* of both arrays, in values */
    uint64_t dictionary;              /* id of the formatted dictionary; 0: none */
    uint64_t seen_dictionary, n_seen; /* the last one, and the rows that used it */
};

/* Writes a value to text, which has VALUE_TEXT_SIZE bytes.  It is a number other than a
 * double or a binary decimal, a date, time or timestamp, an interval or a UUID. */
size_t value_in_style(const struct column *column, enum time_style style,
                      union vector_values values, uint32_t k, char *text);

/* True for the column types that formatted_vector_fill() formats. */
bool formatted_vector_serves(const struct column *column);

/* Whether formatted_vector_fill() formats the entries of the vector's dictionary, once,
 * as soon as it has formatted as many rows. */
bool formatted_vector_keeps_entries(const struct column_vector *vector);

/* Formats the values of `from`, which must stay valid while formatted->vector is used. */
enum status formatted_vector_fill(struct formatted_vector *formatted,
                                  const struct column *column,
                                  const struct column_vector *from,
                                  struct error *error) CHECK_RESULT;

void formatted_vector_release(struct formatted_vector *formatted);

#endif
