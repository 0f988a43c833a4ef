/* SPDX-License-Identifier: MIT */
/* byte_arrays.h - values of any size without gaps, as collected for writing. */
#ifndef PARQUET_ENCODING_BYTE_ARRAYS_H
#define PARQUET_ENCODING_BYTE_ARRAYS_H

#include "base/slice.h"

/* Value i is bytes[offsets[i]] .. bytes[offsets[i + 1] - 1]. */
struct pq_byte_arrays {
    const uint8_t *bytes;
    const uint64_t *offsets;
};

static inline struct slice pq_byte_array(const struct pq_byte_arrays *arrays, uint64_t i)
{
    uint64_t begin = arrays->offsets[i];
    size_t size = (size_t)(arrays->offsets[i + 1] - begin);
    return size > 0 ? slice_of(arrays->bytes + begin, size) : slice_of("", 0);
}

/* The bytes of n values from `first` on, which end at offsets[first + n].  Never NULL,
 * even if all values are empty and there are no bytes. */
static inline const uint8_t *pq_byte_arrays_begin(const struct pq_byte_arrays *arrays,
                                                  uint64_t first, uint64_t n)
{
    uint64_t begin = arrays->offsets[first];
    return arrays->offsets[first + n] > begin ? arrays->bytes + begin
                                              : (const uint8_t *)"";
}

#endif
