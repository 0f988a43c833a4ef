/* SPDX-License-Identifier: MIT */
#include "orc/encoding/bit_fields.h"

#include <string.h>

#include "base/slice.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

enum {
    GROUP = 8, /* values that occupy `width` bytes together */
    MOST_WIDTH = 64,
    SLACK = 7, /* bytes after a group that may be read with it */
};

/* Unpacks a group of a constant width.  One load of 64 bits serves the next `step`
 * values: 8 that begin at bit 0 of a byte, 4 that begin at bit 0 or 4 and so end within
 * 4 + 4 * 15 bits, or 2.  Two values of up to 24 bits fit after any bit, and those of 26,
 * 28 and 30 begin at bit 0 or 4.  A single value of 32 bits or more begins at bit 0.
 *
 * The last load begins at byte (8 - step) * width / 8 and so ends at most 7 bytes after
 * the group. */
ALWAYS_INLINE void unpack_group(const uint8_t *packed, unsigned width, uint64_t *values)
{
    const unsigned step = width <= 8 ? 8 : width <= 15 ? 4 : width <= 30 ? 2 : 1;
    const uint64_t mask = UINT64_MAX >> (MOST_WIDTH - width);
    for (unsigned i = 0; i < GROUP; i += step) {
        unsigned bit = i * width;
        uint64_t word = load_u64_big_endian(packed + bit / 8);
        for (unsigned k = 0; k < step; k++)
            values[i + k] = word >> (64 - bit % 8 - (k + 1) * width) & mask;
    }
}

/* The same for any width of more than 24 bits.  A value may end in a ninth byte, at most
 * 5 bytes after the group. */
static void unpack_group_of_any_width(const uint8_t *packed, unsigned width,
                                      uint64_t *values)
{
    for (unsigned i = 0; i < GROUP; i++) {
        unsigned bit = i * width, shift = bit % 8;
        const uint8_t *bytes = packed + bit / 8;
        uint64_t word = load_u64_big_endian(bytes) << shift;
        if (shift > 0)
            word |= bytes[8] >> (8 - shift);
        values[i] = word >> (MOST_WIDTH - width);
    }
}

/* Compilers vectorize this form for one byte, and need no mask for two. */
ALWAYS_INLINE void unpack_bytes(const uint8_t *packed, size_t n, unsigned size,
                                uint64_t *values)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value = 0;
        for (unsigned k = 0; k < size; k++)
            value = value << 8 | packed[i * size + k];
        values[i] = value;
    }
}

/* Most widths that runs can have, and all that today's writers use. */
/* clang-format off */
#define EACH_WIDTH(CASE) \
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) \
    CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15) \
    CASE(17) CASE(18) CASE(19) CASE(20) CASE(21) CASE(22) CASE(23) CASE(24) \
    CASE(26) CASE(28) CASE(30) CASE(32) CASE(40) CASE(48) CASE(56) CASE(64)
/* clang-format on */

#define UNPACK_WIDTH(width)                                                              \
    case width:                                                                          \
        for (size_t g = 0; g < n_groups; g++)                                            \
            unpack_group(packed + g * (width), width, values + g * GROUP);               \
        break;

static void unpack_groups(const uint8_t *packed, size_t n_groups, unsigned width,
                          uint64_t *values)
{
    switch (width) {
        EACH_WIDTH(UNPACK_WIDTH)
    case 8:
        unpack_bytes(packed, n_groups * GROUP, 1, values);
        break;
    case 16:
        unpack_bytes(packed, n_groups * GROUP, 2, values);
        break;
    default:
        for (size_t g = 0; g < n_groups; g++)
            unpack_group_of_any_width(packed + g * width, width, values + g * GROUP);
    }
}

void orc_bit_fields_unpack(const uint8_t *packed, size_t size, size_t n, unsigned width,
                           uint64_t *values)
{
    if (width == 0) {
        memset(values, 0, n * sizeof *values);
        return;
    }
    size_t readable = size > SLACK ? (size - SLACK) / width : 0; /* groups with slack */
    size_t n_groups = readable < n / GROUP ? readable : n / GROUP;
    unpack_groups(packed, n_groups, width, values);

    /* What is left are the last group, if it is incomplete, and groups at the end of the
     * bytes, which are unpacked from a copy with slack. */
    for (size_t i = n_groups * GROUP; i < n; i += GROUP) {
        uint8_t copy[MOST_WIDTH + SLACK];
        uint64_t unpacked[GROUP];
        size_t n_left = n - i < GROUP ? n - i : GROUP;
        const uint8_t *group = packed + i / GROUP * width;
        if (i / GROUP >= readable) {
            memset(copy, 0, sizeof copy);
            memcpy(copy, group, orc_bit_fields_size(n_left, width));
            group = copy;
        }
        unpack_groups(group, 1, width, unpacked);
        for (size_t k = 0; k < n_left; k++)
            values[i + k] = unpacked[k];
    }
}
