/* SPDX-License-Identifier: MIT */
#include "parquet/facts/bloom_filter.h"

#include <math.h>

#include "base/hash.h"
#include "parquet/format/format_structs.h"
#include "parquet/schema/value_convert.h"
#include "value/julian_calendar.h"
#include "value/value_from_text.h"

enum {
    WORDS = 8, /* in each block */
    MOST_FIXED_DECIMAL = 1024,
};

/* ---- The filter ------------------------------------------------------------------ */

enum keep_reason pq_bloom_header_parse(struct slice bytes, uint32_t *n_blocks,
                                       size_t *size)
{
    struct thrift_reader reader;
    struct pq_bloom_header header;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_BLOOM_HEADER, &header);
    if (reader.fault != NULL || header.algorithm != PQ_BLOOM_SPLIT_BLOCK ||
        header.hash != PQ_BLOOM_XXHASH || header.compression != PQ_BLOOM_UNCOMPRESSED ||
        header.n_bytes <= 0 || header.n_bytes % PQ_BLOOM_BLOCK_SIZE != 0)
        return KEEP_BLOOM_KIND;
    if (header.n_bytes > PQ_MAX_BLOOM_SIZE)
        return KEEP_BLOOM_PLACE;
    *n_blocks = (uint32_t)header.n_bytes / PQ_BLOOM_BLOCK_SIZE;
    *size = bytes.size - reader.rest.size;
    return KEEP_NONE;
}

/* The bit that a hash sets in a word of its block. */
static uint32_t bit_in_word(uint64_t hash, uint32_t word)
{
    static const uint32_t salts[WORDS] = {0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
                                          0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31};
    return (uint32_t)hash * salts[word] >> 27;
}

/* Words are little-endian: bit 9 of a word is bit 1 of its second byte. */
bool pq_bloom_block_has(const uint8_t *block, uint64_t hash)
{
    for (uint32_t word = 0; word < WORDS; word++) {
        uint32_t bit = bit_in_word(hash, word);
        if ((block[word * 4 + bit / 8] >> bit % 8 & 1) == 0)
            return false;
    }
    return true;
}

bool pq_bloom_insert(uint8_t *bitset, uint32_t n_blocks, uint64_t hash)
{
    uint8_t *block = bitset +
                     (size_t)pq_bloom_block_index(hash, n_blocks) * PQ_BLOOM_BLOCK_SIZE;
    uint32_t absent = 0;
    for (uint32_t word = 0; word < WORDS; word++) {
        uint32_t bits = load_u32(block + word * 4);
        uint32_t bit = UINT32_C(1) << bit_in_word(hash, word);
        absent |= bit & ~bits;
        store_u32(block + word * 4, bits | bit);
    }
    return absent != 0;
}

/* ---- What is hashed -------------------------------------------------------------- */

static void add_hash(struct pq_bloom_hashes *hashes, const void *bytes, size_t size)
{
    hashes->hashes[hashes->n++] = xxh64_of(slice_of(bytes, size));
}

/* Adds the lowest `size` bytes of a number, little-endian. */
static void add_number(struct pq_bloom_hashes *hashes, uint64_t number, size_t size)
{
    uint8_t bytes[8];
    store_u64(bytes, number);
    add_hash(hashes, bytes, size);
}

static void add_real(struct pq_bloom_hashes *hashes, enum pq_conversion conversion,
                     double value)
{
    uint16_t half;
    if (conversion == PQ_CONVERT_DOUBLE) {
        add_number(hashes, bits_of_double(value), 8);
    } else if (conversion == PQ_CONVERT_FLOAT && double_fits_float(value)) {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        add_number(hashes, bits, 4);
    } else if (conversion == PQ_CONVERT_FLOAT16 && double_fits_float16(value, &half)) {
        add_number(hashes, half, 2);
    }
}

/* Adds a decimal (big-endian two's complement of any length) as exactly `size` bytes. */
static void add_decimal(struct pq_bloom_hashes *hashes, struct slice decimal, size_t size)
{
    uint8_t bytes[MOST_FIXED_DECIMAL];
    uint8_t sign = decimal.size > 0 && (decimal.data[0] & 0x80) != 0 ? 0xff : 0;
    while (decimal.size > size && decimal.data[0] == sign) {
        decimal.data++;
        decimal.size--;
    }
    if (decimal.size > size ||
        (decimal.size == size && ((decimal.data[0] ^ sign) & 0x80) != 0))
        return; /* does not fit */
    memset(bytes, sign, size - decimal.size);
    if (decimal.size > 0)
        memcpy(bytes + size - decimal.size, decimal.data, decimal.size);
    add_hash(hashes, bytes, size);
}

static void add_small_decimal(struct pq_bloom_hashes *hashes, int64_t value, size_t size)
{
    uint8_t bytes[8];
    store_u64_big_endian(bytes, (uint64_t)value);
    add_decimal(hashes, slice_of(bytes, sizeof bytes), size);
}

static void add_bytes(struct pq_bloom_hashes *hashes, const struct pq_leaf *leaf,
                      const struct bytes_value *value)
{
    size_t length = leaf->type == PQ_FIXED_LEN_BYTE_ARRAY ? (size_t)leaf->type_length
                                                          : value->size;
    if (leaf->column.type == COLUMN_DECIMAL)
        add_decimal(hashes, slice_of(value->data, value->size), length);
    else if (value->size == length)
        add_hash(hashes, value->data, value->size);
}

bool pq_bloom_can_tell(const struct pq_leaf *leaf)
{
    const struct column *column = &leaf->column;
    if (column->unreadable_reason != NULL || leaf->max_repetition_level > 0)
        return false;
    switch (column->type) {
    case COLUMN_NULL:
    case COLUMN_BOOLEAN:
    case COLUMN_INTERVAL:
    case COLUMN_NESTED:
        return false;
    case COLUMN_INTEGER: /* narrow ones are truncated */
        return leaf->conversion == pq_conversion_of_bounds(leaf->conversion);
    case COLUMN_DECIMAL:
        return leaf->type != PQ_BYTE_ARRAY && (leaf->type != PQ_FIXED_LEN_BYTE_ARRAY ||
                                               leaf->type_length <= MOST_FIXED_DECIMAL);
    default:
        return leaf->conversion != PQ_CONVERT_INT96 &&
               leaf->conversion != PQ_CONVERT_JULIAN_INT96;
    }
}

bool pq_bloom_hashes_of(const struct pq_leaf *leaf, const union column_value *value,
                        struct pq_bloom_hashes *hashes)
{
    hashes->n = 0;
    if (!pq_bloom_can_tell(leaf))
        return false;
    switch (leaf->conversion) {
    case PQ_CONVERT_INT32:
        if (value->int64 >= INT32_MIN && value->int64 <= INT32_MAX)
            add_number(hashes, (uint64_t)value->int64, 4);
        return true;
    case PQ_CONVERT_UINT32:
        if (value->int64 >= 0 && value->int64 <= UINT32_MAX)
            add_number(hashes, (uint64_t)value->int64, 4);
        return true;
    case PQ_CONVERT_INT64:
        add_number(hashes, (uint64_t)value->int64, 8);
        return true;
    /* Two stored values can be the same old date. */
    case PQ_CONVERT_JULIAN_DATE:
        if (value->int64 <= INT32_MAX)
            add_number(hashes, (uint64_t)value->int64, 4);
        return days_are_gregorian(value->int64);
    case PQ_CONVERT_JULIAN_MILLIS:
    case PQ_CONVERT_JULIAN_MICROS:
        add_number(hashes, (uint64_t)value->int64, 8);
        return timestamp_is_gregorian(value->int64, leaf->column.unit);
    case PQ_CONVERT_FLOAT:
    case PQ_CONVERT_DOUBLE:
    case PQ_CONVERT_FLOAT16:
        if (isnan(value->float64))
            return false;
        add_real(hashes, leaf->conversion, value->float64);
        if (value->float64 == 0)
            add_real(hashes, leaf->conversion, -value->float64);
        return true;
    case PQ_CONVERT_FIXED_DECIMAL:
        add_small_decimal(hashes, value->int64, (size_t)leaf->type_length);
        return true;
    case PQ_CONVERT_BYTES:
        add_bytes(hashes, leaf, &value->bytes);
        return true;
    default:
        return false;
    }
}
