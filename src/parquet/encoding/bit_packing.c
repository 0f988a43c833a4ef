/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/bit_packing.h"

#include <string.h>

#include "base/cpu.h"
#include "base/slice.h"

enum { GROUP_SLACK = 7, VECTOR_SLACK = 16 }; /* bytes that may be read after a group */

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

/* Unpacks one value byte by byte, for the end of the input, where loading eight bytes
 * would read past it. */
static uint64_t unpack_one(const uint8_t *packed, uint64_t index, unsigned width)
{
    uint64_t bit = index * width;
    const uint8_t *byte = packed + bit / 8;
    unsigned shift = (unsigned)(bit % 8);
    uint64_t value = 0;
    for (unsigned got = 0; got < width;) {
        value |= (uint64_t)(*byte >> shift) << got;
        got += 8 - shift;
        shift = 0;
        byte++;
    }
    return width == 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

/* Stores the lowest `size` bytes of a word, size <= 8. */
static inline void store_bytes(uint8_t *bytes, uint64_t word, size_t size)
{
    word = little_endian_u64(word);
    memcpy(bytes, &word, size);
}

/* Eight values of a constant width occupy `width` bytes.  The last value is loaded from
 * byte 7*width/8, so at most 7 bytes after the group are read. */
static inline void unpack_group(const uint8_t *packed, uint32_t *values, unsigned width)
{
    uint32_t mask = width == 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
    for (unsigned i = 0; i < 8; i++) {
        unsigned bit = i * width;
        values[i] = (uint32_t)(load_u64(packed + bit / 8) >> (bit % 8)) & mask;
    }
}

/* Cases of a switch for eight widths. */
#define EIGHT_WIDTHS(CASE, first)                                                        \
    CASE((first));                                                                       \
    CASE((first) + 1);                                                                   \
    CASE((first) + 2);                                                                   \
    CASE((first) + 3);                                                                   \
    CASE((first) + 4);                                                                   \
    CASE((first) + 5);                                                                   \
    CASE((first) + 6);                                                                   \
    CASE((first) + 7)

#define EACH_WIDTH_TO_25(CASE)                                                           \
    EIGHT_WIDTHS(CASE, 1);                                                               \
    EIGHT_WIDTHS(CASE, 9);                                                               \
    EIGHT_WIDTHS(CASE, 17);                                                              \
    CASE(25)

#define UNPACK_WIDTH(width)                                                              \
    case width:                                                                          \
        for (size_t g = 0; g < n_groups; g++)                                            \
            unpack_group(packed + g * (width), values + g * 8, width);                   \
        break

static void unpack_groups(const uint8_t *packed, size_t n_groups, unsigned width,
                          uint32_t *values)
{
    switch (width) {
        EACH_WIDTH_TO_25(UNPACK_WIDTH);
    default:
        for (size_t g = 0; g < n_groups; g++)
            unpack_group(packed + g * width, values + g * 8, width);
    }
}

#ifdef HAVE_VECTORS
typedef uint8_t bytes_vector __attribute__((vector_size(16)));
typedef uint32_t words_vector __attribute__((vector_size(16)));

/* The vector's bytes at constant indices. */
#if defined(__clang__)
#define PICK_BYTES(vector, ...) __builtin_shufflevector(vector, vector, __VA_ARGS__)
#else
#define PICK_BYTES(vector, ...) __builtin_shuffle(vector, (bytes_vector){__VA_ARGS__})
#endif
#define FOUR_FROM(bit) (bit) / 8, (bit) / 8 + 1, (bit) / 8 + 2, (bit) / 8 + 3

/* Unpacks four values of a constant width, the first from bit `first` < 8 on.  At most 25
 * bits after a shift of up to 7 are within the four bytes that each gets. */
#define UNPACK_FOUR(from, first, width, to)                                              \
    do {                                                                                 \
        bytes_vector loaded;                                                             \
        memcpy(&loaded, (from), sizeof loaded);                                          \
        words_vector four = (words_vector)PICK_BYTES(                                    \
            loaded, FOUR_FROM(first), FOUR_FROM((first) + (width)),                      \
            FOUR_FROM((first) + 2 * (width)), FOUR_FROM((first) + 3 * (width)));         \
        four >>= (words_vector){(first) % 8, ((first) + (width)) % 8,                    \
                                ((first) + 2 * (width)) % 8,                             \
                                ((first) + 3 * (width)) % 8};                            \
        four &= (UINT32_C(1) << (width)) - 1;                                            \
        memcpy((to), &four, sizeof four);                                                \
    } while (0)

#define UNPACK_WIDTH_WITH_VECTORS(width)                                                 \
    case width:                                                                          \
        for (size_t g = 0; g < n_groups; g++) {                                          \
            const uint8_t *group = packed + g * (width);                                 \
            UNPACK_FOUR(group, 0, width, values + g * 8);                                \
            UNPACK_FOUR(group + 4 * (width) / 8, 4 * (width) % 8, width,                 \
                        values + g * 8 + 4);                                             \
        }                                                                                \
        break

/* Width <= 25.  At most VECTOR_SLACK bytes after the groups are read. */
WITH_VECTORS static void unpack_groups_with_vectors(const uint8_t *packed,
                                                    size_t n_groups, unsigned width,
                                                    uint32_t *values)
{
    switch (width) {
        EACH_WIDTH_TO_25(UNPACK_WIDTH_WITH_VECTORS);
    }
}
#endif

/* How many groups, at most n, have `slack` readable bytes after them. */
static size_t groups_with_slack(size_t readable, size_t slack, unsigned width, size_t n)
{
    size_t n_groups = readable < slack ? 0 : (readable - slack) / width;
    return n_groups < n ? n_groups : n;
}

/* Unpacks up to eight values, at the end of what is readable. */
static void unpack_last(const uint8_t *packed, size_t readable, size_t n, unsigned width,
                        uint32_t *values)
{
    uint8_t group[32 + GROUP_SLACK] = {0};
    uint32_t unpacked[8];
    memcpy(group, packed, readable < width ? readable : width);
    unpack_groups(group, 1, width, unpacked);
    memcpy(values, unpacked, n * sizeof *values);
}

void bit_unpack_u32(const uint8_t *packed, size_t size, uint64_t first, size_t n,
                    unsigned width, uint32_t *values)
{
    if (width == 0) {
        memset(values, 0, n * sizeof *values);
        return;
    }
    while (n > 0 && first % 8 != 0) {
        *values++ = (uint32_t)unpack_one(packed, first++, width);
        n--;
    }
    size_t offset = (size_t)(first / 8) * width;
    size_t i = 0;
#ifdef HAVE_VECTORS
    if (width <= 25 && cpu_has_vectors()) {
        i = groups_with_slack(size - offset, VECTOR_SLACK, width, n / 8);
        unpack_groups_with_vectors(packed + offset, i, width, values);
    }
#endif
    size_t at = offset + i * width;
    size_t n_groups = groups_with_slack(size - at, GROUP_SLACK, width, n / 8 - i);
    unpack_groups(packed + at, n_groups, width, values + i * 8);
    for (i += n_groups; i * 8 < n; i++) {
        at = offset + i * width;
        size_t left = n - i * 8;
        unpack_last(packed + at, size - at, left < 8 ? left : 8, width, values + i * 8);
    }
}

void bit_unpack_u64(const uint8_t *packed, size_t size, uint64_t first, size_t n,
                    unsigned width, uint64_t *values)
{
    if (width == 0) {
        memset(values, 0, n * sizeof *values);
        return;
    }
    size_t i = 0;
    if (width <= 57) {
        /* 8 loaded bytes hold a shift of up to 7 bits and 57 bits of value. */
        uint64_t mask = (UINT64_C(1) << width) - 1;
        uint64_t bit = first * width;
        for (; i < n && bit / 8 + 8 <= size; i++, bit += width)
            values[i] = load_u64(packed + bit / 8) >> (bit % 8) & mask;
    }
    for (; i < n; i++)
        values[i] = unpack_one(packed, first + i, width);
}

/* Packs eight values into `width` bytes.  With constant width and value size the compiler
 * unrolls the loop into shifts and stores. */
ALWAYS_INLINE void pack_group(const void *values, size_t value_size, unsigned width,
                              uint8_t *packed)
{
    uint64_t word = 0;
    unsigned used = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t value = value_size == 4 ? ((const uint32_t *)values)[i]
                                         : ((const uint64_t *)values)[i];
        word |= value << used;
        used += width;
        if (used >= 64) {
            store_bytes(packed, word, 8);
            packed += 8;
            used -= 64;
            word = used > 0 ? value >> (width - used) : 0;
        }
    }
    store_bytes(packed, word, used / 8);
}

#define PACK_WIDTH(width)                                                                \
    case width:                                                                          \
        for (size_t g = 0; g < n_groups; g++)                                            \
            pack_group(values + g * 8, sizeof *values, width, packed + g * (width));     \
        break

static void pack_groups_u32(const uint32_t *values, size_t n_groups, unsigned width,
                            uint8_t *packed)
{
    switch (width) {
        EIGHT_WIDTHS(PACK_WIDTH, 1);
        EIGHT_WIDTHS(PACK_WIDTH, 9);
        EIGHT_WIDTHS(PACK_WIDTH, 17);
        EIGHT_WIDTHS(PACK_WIDTH, 25);
    }
}

static void pack_groups_u64(const uint64_t *values, size_t n_groups, unsigned width,
                            uint8_t *packed)
{
    switch (width) {
        EIGHT_WIDTHS(PACK_WIDTH, 1);
        EIGHT_WIDTHS(PACK_WIDTH, 9);
        EIGHT_WIDTHS(PACK_WIDTH, 17);
        EIGHT_WIDTHS(PACK_WIDTH, 25);
        EIGHT_WIDTHS(PACK_WIDTH, 33);
        EIGHT_WIDTHS(PACK_WIDTH, 41);
        EIGHT_WIDTHS(PACK_WIDTH, 49);
        EIGHT_WIDTHS(PACK_WIDTH, 57);
    }
}

/* A last group of fewer than eight values is packed separately, padded with zeros. */
void bit_pack_u32(const uint32_t *values, size_t n, unsigned width, uint8_t *packed)
{
    pack_groups_u32(values, n / 8, width, packed);
    if (n % 8 != 0) {
        uint32_t last[8] = {0};
        uint8_t bytes[32];
        memcpy(last, values + n / 8 * 8, n % 8 * sizeof *last);
        pack_groups_u32(last, 1, width, bytes);
        memcpy(packed + n / 8 * width, bytes, (n % 8 * width + 7) / 8);
    }
}

void bit_pack_u64(const uint64_t *values, size_t n, unsigned width, uint8_t *packed)
{
    pack_groups_u64(values, n / 8, width, packed);
    if (n % 8 != 0) {
        uint64_t last[8] = {0};
        uint8_t bytes[64];
        memcpy(last, values + n / 8 * 8, n % 8 * sizeof *last);
        pack_groups_u64(last, 1, width, bytes);
        memcpy(packed + n / 8 * width, bytes, (n % 8 * width + 7) / 8);
    }
}

/* Packs eight bytes into 8 * width bits: joins neighbours, then pairs, then fours. */
static inline uint64_t pack_bytes(uint64_t bytes, unsigned width)
{
    uint64_t odd = bytes & UINT64_C(0xff00ff00ff00ff00);
    uint64_t pairs = (bytes ^ odd) | odd >> (8 - width);
    odd = pairs & UINT64_C(0xffff0000ffff0000);
    uint64_t fours = (pairs ^ odd) | odd >> (16 - 2 * width);
    odd = fours & UINT64_C(0xffffffff00000000);
    return (fours ^ odd) | odd >> (32 - 4 * width);
}

void bit_pack_u8(const uint8_t *values, size_t n, unsigned width, uint8_t *packed)
{
    size_t size = (size_t)bit_packed_size(n, width);
    size_t g = 0;
    /* While there is room, stores whole words; the next group overwrites the excess. */
    for (; g < n / 8 && size - g * width >= 8; g++)
        store_bytes(packed + g * width, pack_bytes(load_u64(values + g * 8), width), 8);
    for (; g < n / 8; g++)
        store_bytes(packed + g * width, pack_bytes(load_u64(values + g * 8), width),
                    width);
    if (n % 8 != 0) {
        uint8_t last[8] = {0};
        memcpy(last, values + g * 8, n % 8);
        store_bytes(packed + g * width, pack_bytes(load_u64(last), width),
                    (n % 8 * width + 7) / 8);
    }
}
