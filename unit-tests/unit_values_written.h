/* SPDX-License-Identifier: MIT */
/*
 * unit_values_written.h - random values of every physical type, with many duplicates, in
 * the form in which a writer collects them and in heap blocks of exactly their size.
 */
#ifndef UNIT_VALUES_WRITTEN_H
#define UNIT_VALUES_WRITTEN_H

#include "parquet/encoding/value_encoder.h"
#include "unit_bytes.h"

struct written {
    struct pq_values values;
    uint8_t *bytes; /* both owned */
    uint64_t *offsets;
};

static inline void written_free(struct written *written)
{
    free(written->bytes);
    free(written->offsets);
    *written = (struct written){0};
}

/* n values of `width` bytes each. */
static inline struct written written_fixed(int type, size_t width, const void *bytes,
                                           uint64_t n)
{
    struct written written = {.bytes = exact_copy(bytes, (size_t)n * width)};
    written.values = (struct pq_values){
        .type = type, .width = width, .n = n, .bytes = written.bytes};
    return written;
}

static inline struct written written_strings(const struct slice *strings, uint64_t n)
{
    struct bytes all = {0};
    struct written written = {.offsets = must(malloc((n + 1) * sizeof(uint64_t)))};
    written.offsets[0] = 0;
    for (uint64_t i = 0; i < n; i++) {
        bytes_put(&all, strings[i].data, strings[i].size);
        written.offsets[i + 1] = all.size;
    }
    if (all.size > 0) /* else NULL, as in a writer to which nothing was appended */
        written.bytes = exact_copy(all.data, all.size);
    written.values = (struct pq_values){.type = PQ_BYTE_ARRAY,
                                        .n = n,
                                        .bytes = written.bytes,
                                        .offsets = written.offsets};
    bytes_free(&all);
    return written;
}

/* Appends one of about n_distinct values; some are special: zero, limits, infinities,
 * NaNs. */
static inline void put_random_fixed(struct bytes *bytes, uint64_t *random, int type,
                                    size_t width, uint64_t n_distinct)
{
    static const uint64_t ends[] = {
        0,
        1,
        UINT64_MAX,
        UINT64_C(0x8000000000000000),
        UINT64_C(0x7fffffffffffffff),
        UINT64_C(0x80000000),
        0x7fffffff,
        UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff8000000000000),
        0x7f800000,
        0xff800000,
        0x7fc00000,
        0xffc00001,
        0x7c00,
        0xfc00,
        0x7e00,
        0x8000,
    };
    if (type == PQ_BOOLEAN) {
        bytes_put_u8(bytes, (unsigned)random_below(random, 2));
        return;
    }
    uint64_t few = random_below(random, n_distinct);
    uint64_t value = random_below(random, 4) > 0 ? next_random(&few)
                                                 : ends[few % COUNT_OF(ends)];
    uint8_t fill = random_below(random, 2) ? 0 : 0xff;
    for (size_t i = 8; i < width; i++) /* leading bytes, if big-endian */
        bytes_put_u8(bytes, fill);
    bytes_put_uint(bytes, value, (unsigned)least(width, 8));
}

/* Appends a string of up to 80 bytes; many of them share a prefix. */
static inline void put_random_string(struct bytes *bytes, uint64_t *random,
                                     uint64_t n_distinct)
{
    static const char *const prefixes[] = {"",
                                           "",
                                           "a",
                                           "prefix:",
                                           "prefix:prefix:",
                                           "prefix:prefix:prefix:prefix:prefix:prefix:"};
    uint64_t few = random_below(random, n_distinct);
    bytes_put_text(bytes, prefixes[next_random(&few) % COUNT_OF(prefixes)]);
    uint64_t size = next_random(&few) % 12;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t byte = next_random(&few);
        bytes_put_u8(bytes, byte & 0x100 ? 0 : byte & 0x200 ? 0xff : byte & 0xff);
    }
}

static inline struct written written_random(int type, size_t width, uint64_t n,
                                            uint64_t n_distinct, uint64_t *random)
{
    struct bytes bytes = {0};
    struct written written;
    if (width > 0) {
        for (uint64_t i = 0; i < n; i++)
            put_random_fixed(&bytes, random, type, width, n_distinct);
        written = written_fixed(type, width, bytes.data, n);
    } else {
        struct slice *strings = must(calloc(n + 1, sizeof *strings));
        size_t *begins = must(calloc(n + 1, sizeof *begins));
        for (uint64_t i = 0; i < n; i++) {
            put_random_string(&bytes, random, n_distinct);
            begins[i + 1] = bytes.size;
        }
        for (uint64_t i = 0; i < n && bytes.size > 0; i++)
            strings[i] = slice_of(bytes.data + begins[i], begins[i + 1] - begins[i]);
        written = written_strings(strings, n);
        free(strings);
        free(begins);
    }
    bytes_free(&bytes);
    return written;
}

#endif
