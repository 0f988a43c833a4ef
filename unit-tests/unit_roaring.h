/* SPDX-License-Identifier: MIT */
/*
 * unit_roaring.h - writes Roaring bitmaps as the format's specification describes them,
 * with any choice of containers.
 */
#ifndef UNIT_ROARING_H
#define UNIT_ROARING_H

#include "unit_bytes.h"

enum { ROARING_COOKIE = 12346, ROARING_COOKIE_WITH_RUNS = 12347 };
enum { ROARING_NATIVE = 1681511376, ROARING_PORTABLE = 1681511377 };

/* The number of values from values[0] on that are in the same container. */
static inline size_t roaring_container_size(const uint32_t *values, size_t n)
{
    size_t size = 0;
    while (size < n && values[size] >> 16 == values[0] >> 16)
        size++;
    return size;
}

static inline void bytes_put_roaring_runs(struct bytes *bytes, const uint32_t *values,
                                          size_t n)
{
    struct bytes runs = {0};
    unsigned n_runs = 0;
    for (size_t i = 0, first; i < n; i++) {
        first = i;
        while (i + 1 < n && values[i + 1] == values[i] + 1)
            i++;
        bytes_put_uint(&runs, values[first] & 0xffff, 2);
        bytes_put_uint(&runs, i - first, 2);
        n_runs++;
    }
    bytes_put_uint(bytes, n_runs, 2);
    bytes_put_bytes(bytes, &runs);
    bytes_free(&runs);
}

static inline void bytes_put_roaring_container(struct bytes *bytes,
                                               const uint32_t *values, size_t n,
                                               bool is_runs)
{
    uint8_t bits[8192] = {0};
    if (is_runs) {
        bytes_put_roaring_runs(bytes, values, n);
    } else if (n <= 4096) {
        for (size_t i = 0; i < n; i++)
            bytes_put_uint(bytes, values[i] & 0xffff, 2);
    } else {
        for (size_t i = 0; i < n; i++)
            bits[(values[i] & 0xffff) / 8] |= (uint8_t)(1 << values[i] % 8);
        bytes_put(bytes, bits, sizeof bits);
    }
}

/* Appends a bitmap of n ascending values.  random: chooses which containers are of runs;
 * NULL: none, and the cookie is the one without runs. */
static inline void bytes_put_roaring(struct bytes *bytes, const uint32_t *values,
                                     size_t n, uint64_t *random)
{
    struct bytes keys = {0}, offsets = {0}, bodies = {0};
    uint8_t is_runs[8192] = {0};
    size_t n_containers = 0, size, front;
    for (size_t i = 0; i < n; i += roaring_container_size(values + i, n - i))
        n_containers++;
    bool has_runs = random != NULL && n_containers > 0;
    bool has_offsets = !has_runs || n_containers >= 4;
    front = (has_runs ? 4 + (n_containers + 7) / 8 : 8) +
            n_containers * (has_offsets ? 8 : 4);
    for (size_t i = 0, k = 0; i < n; i += size, k++) {
        size = roaring_container_size(values + i, n - i);
        bool is_run = has_runs && random_below(random, 2) == 0;
        is_runs[k / 8] |= (uint8_t)(is_run << k % 8);
        bytes_put_uint(&keys, values[i] >> 16, 2);
        bytes_put_uint(&keys, size - 1, 2);
        bytes_put_uint(&offsets, front + bodies.size, 4);
        bytes_put_roaring_container(&bodies, values + i, size, is_run);
    }
    if (has_runs) {
        bytes_put_uint(bytes, ROARING_COOKIE_WITH_RUNS | (n_containers - 1) << 16, 4);
        bytes_put(bytes, is_runs, (n_containers + 7) / 8);
    } else {
        bytes_put_uint(bytes, ROARING_COOKIE, 4);
        bytes_put_uint(bytes, n_containers, 4);
    }
    bytes_put_bytes(bytes, &keys);
    if (has_offsets)
        bytes_put_bytes(bytes, &offsets);
    bytes_put_bytes(bytes, &bodies);
    bytes_free(&keys);
    bytes_free(&offsets);
    bytes_free(&bodies);
}

/* Appends a RoaringBitmapArray, portable or native, of n ascending values. */
static inline void bytes_put_roaring_array(struct bytes *bytes, uint32_t magic,
                                           const uint64_t *values, size_t n,
                                           uint64_t *random)
{
    struct bytes body = {0}, bitmap = {0};
    uint32_t *low = must(malloc((n + 1) * sizeof *low));
    uint64_t n_bitmaps = 0;
    for (size_t i = 0; i < n;) {
        uint64_t key = values[i] >> 32;
        size_t size = 0;
        for (; i < n && values[i] >> 32 == key; i++)
            low[size++] = (uint32_t)values[i];
        while (magic == ROARING_NATIVE && n_bitmaps < key) {
            bitmap.size = 0;
            bytes_put_roaring(&bitmap, low, 0, NULL);
            bytes_put_uint(&body, bitmap.size, 4);
            bytes_put_bytes(&body, &bitmap);
            n_bitmaps++;
        }
        bitmap.size = 0;
        bytes_put_roaring(&bitmap, low, size, random);
        bytes_put_uint(&body, magic == ROARING_NATIVE ? bitmap.size : key, 4);
        bytes_put_bytes(&body, &bitmap);
        n_bitmaps++;
    }
    bytes_put_uint(bytes, magic, 4);
    bytes_put_uint(bytes, n_bitmaps, magic == ROARING_NATIVE ? 4 : 8);
    bytes_put_bytes(bytes, &body);
    bytes_free(&body);
    bytes_free(&bitmap);
    free(low);
}

#endif
