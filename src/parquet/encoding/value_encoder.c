/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/value_encoder.h"

#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

struct slice pq_stored_value(const struct pq_values *values, uint64_t i,
                             uint8_t number[8])
{
    struct slice value = pq_value_at(values, i);
    if (!HOST_IS_BIG_ENDIAN || !pq_is_number(values->type))
        return value;
    memcpy(number, value.data, value.size);
    little_endian_numbers(number, value.size, 1);
    return slice_of(number, value.size);
}

/* These encode dictionary indices and levels, not values. */
const struct pq_encoding_operations pq_encoding_plain_dictionary = {0};
const struct pq_encoding_operations pq_encoding_rle_dictionary = {0};
const struct pq_encoding_operations pq_encoding_bit_packed = {0};

const struct pq_encoding_operations *pq_encoding_operations(int encoding)
{
    switch (encoding) {
#define ENCODING(format_name, number, name)                                              \
    case number:                                                                         \
        return &pq_encoding_##name;
#include "parquet/format/encoding_list.h"
    default:
        return NULL;
    }
}

bool pq_encoding_fits(int encoding, int type)
{
    const struct pq_encoding_operations *operations = pq_encoding_operations(encoding);
    return operations != NULL && operations->fits != NULL && operations->fits(type);
}

bool pq_encoding_is_written(int encoding)
{
    const struct pq_encoding_operations *operations = pq_encoding_operations(encoding);
    return operations != NULL &&
           (operations->encode != NULL || encoding == PQ_RLE_DICTIONARY);
}

enum status pq_encode_values(int encoding, const struct pq_values *values, uint64_t first,
                             uint64_t n, struct buffer *output, struct error *error)
{
    if (n > MOST_SECTION)
        return error_set(error, TOO_BIG, "%llu values in a page, but the maximum is %d",
                         (unsigned long long)n, MOST_SECTION);
    return pq_encoding_operations(encoding)->encode(values, (size_t)first, (size_t)n,
                                                    output, error);
}
