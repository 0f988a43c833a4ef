/* SPDX-License-Identifier: MIT */
/* value_convert.h - converts decoded physical values to the values of a column_vector
 * (enum pq_conversion).  It does not depend on encodings. */
#ifndef PARQUET_VALUE_CONVERT_H
#define PARQUET_VALUE_CONVERT_H

#include "parquet/schema/schema_tree.h"
#include "scan/column_vector.h"

/* Converts n values in the form that pq_value_decoder_read() returns.  physical and
 * values must not overlap, but may be the same if pq_converts_in_place(). */
void pq_convert_values(enum pq_conversion conversion, const void *physical, size_t n,
                       void *values);

/* The conversion of bounds: integers beyond their declared width are truncated, but
 * bounds are not, because the writer compared the values before that. */
enum pq_conversion pq_conversion_of_bounds(enum pq_conversion conversion);

/* One value in the form that pq_value_decoder_read() returns. */
union pq_physical {
    uint8_t number[8];
    int64_t aligned;
    struct bytes_value bytes;
};

/* Loads a value stored as PLAIN without a length, as bounds are.  A number must have the
 * size of its type. */
union pq_physical pq_physical_of(int type, struct slice stored);

/* Whether the physical form is the vector's form. */
bool pq_converts_in_place(enum pq_conversion conversion);

/* The instant of an INT96 timestamp: 12 bytes of Julian day and nanoseconds. */
struct instant pq_instant_from_int96(const uint8_t *bytes);

/* The other direction; false if the days do not fit, or reading would return another
 * instant. */
bool pq_int96_from_instant(struct instant instant, uint8_t *bytes);

double pq_double_from_float16(uint16_t bits);

#endif
