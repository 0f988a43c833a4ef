/* SPDX-License-Identifier: MIT */
/* value_convert.h - physical values to the values of a column_vector; see enum
 * pq_conversion.  Encodings play no part. */
#ifndef PARQUET_VALUE_CONVERT_H
#define PARQUET_VALUE_CONVERT_H

#include "parquet/schema/schema_tree.h"
#include "scan/column_vector.h"

/* Converts n values as pq_value_decoder_read() gives them.  physical and values do not
 * overlap, except that they may be the same where pq_converts_in_place(). */
void pq_convert_values(enum pq_conversion conversion, const void *physical, size_t n,
                       void *values);

/* One value as pq_value_decoder_read() gives it. */
union pq_physical {
    uint8_t number[8];
    int64_t aligned;
    struct bytes_value bytes;
};

/* A value that is stored as PLAIN, but without a length, as bounds are.  A number has the
 * size of its type. */
union pq_physical pq_physical_of(int type, struct slice stored);

/* The physical form is the vector's form. */
bool pq_converts_in_place(enum pq_conversion conversion);

/* Julian day and nanoseconds of an INT96 timestamp (12 bytes). */
struct instant pq_instant_from_int96(const uint8_t *bytes);

double pq_double_from_float16(uint16_t bits);

#endif
