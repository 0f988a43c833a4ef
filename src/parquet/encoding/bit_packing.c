#include "bit_packing.h"

#include <string.h>

#include "../../base/slice.h"

/* The bits of one value, byte by byte: for the end of the input, where a load of eight
 * bytes would pass it. */
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

static inline uint64_t load_window(const uint8_t *bytes)
{
    uint64_t window;
    memcpy(&window, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    window = __builtin_bswap64(window);
#endif
    return window;
}

/* Eight values of a constant width occupy `width` bytes.  The last of them is loaded from
 * byte 7*width/8 on, so that at most 7 bytes after the group are read. */
static inline void unpack_group(const uint8_t *packed, uint32_t *values, unsigned width)
{
    uint32_t mask = width == 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
    for (unsigned i = 0; i < 8; i++) {
        unsigned bit = i * width;
        values[i] = (uint32_t)(load_window(packed + bit / 8) >> (bit % 8)) & mask;
    }
}

#define GROUPS_OF_WIDTH(width)                                                           \
    case width:                                                                          \
        for (size_t g = 0; g < n_groups; g++)                                            \
            unpack_group(packed + g * (width), values + g * 8, width);                   \
        break

static void unpack_groups(const uint8_t *packed, size_t n_groups, unsigned width,
                          uint32_t *values)
{
    switch (width) {
        GROUPS_OF_WIDTH(1);
        GROUPS_OF_WIDTH(2);
        GROUPS_OF_WIDTH(3);
        GROUPS_OF_WIDTH(4);
        GROUPS_OF_WIDTH(5);
        GROUPS_OF_WIDTH(6);
        GROUPS_OF_WIDTH(7);
        GROUPS_OF_WIDTH(8);
        GROUPS_OF_WIDTH(9);
        GROUPS_OF_WIDTH(10);
        GROUPS_OF_WIDTH(11);
        GROUPS_OF_WIDTH(12);
        GROUPS_OF_WIDTH(13);
        GROUPS_OF_WIDTH(14);
        GROUPS_OF_WIDTH(15);
        GROUPS_OF_WIDTH(16);
        GROUPS_OF_WIDTH(17);
        GROUPS_OF_WIDTH(18);
        GROUPS_OF_WIDTH(19);
        GROUPS_OF_WIDTH(20);
    default:
        for (size_t g = 0; g < n_groups; g++)
            unpack_group(packed + g * width, values + g * 8, width);
    }
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
    size_t readable = size - offset;
    /* All groups that leave 7 readable bytes behind them. */
    size_t n_groups = readable < 7 ? 0 : (readable - 7) / width;
    if (n_groups > n / 8)
        n_groups = n / 8;
    unpack_groups(packed + offset, n_groups, width, values);
    for (size_t i = n_groups * 8; i < n; i++)
        values[i] = (uint32_t)unpack_one(packed, first + i, width);
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
        /* A window of 8 bytes holds 7 bits of shift and 57 of value. */
        uint64_t mask = (UINT64_C(1) << width) - 1;
        uint64_t bit = first * width;
        for (; i < n && bit / 8 + 8 <= size; i++, bit += width)
            values[i] = load_window(packed + bit / 8) >> (bit % 8) & mask;
    }
    for (; i < n; i++)
        values[i] = unpack_one(packed, first + i, width);
}
