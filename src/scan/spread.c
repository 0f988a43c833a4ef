/* SPDX-License-Identifier: MIT */
/*
 * spread.c - goes from the last row to the first, because the values' places overlap.
 *
 *     values, after five of eight rows:     a b c d e - - -  ->  a b c . d . . e
 *                                             1 present | left to do
 *
 * The value of row i is at i or before.  So what is written never covers values that are
 * still to be moved, and once as many values as rows are left, all are in their places.
 */
#include "scan/spread.h"

#include <string.h>

#include "base/cpu.h"

/* With a constant width the compiler turns memcpy into single loads and stores.  No
 * branch depends on which rows are null. */
static inline void spread(uint8_t *values, size_t width, const uint8_t *valid, uint32_t n,
                          uint32_t n_present)
{
    for (uint32_t i = n; i > n_present;) {
        uint64_t words[2] = {0, 0};
        uint64_t mask = ~(uint64_t)0 + !valid[--i];
        n_present -= valid[i];
        memcpy(words, values + n_present * width, width);
        words[0] &= mask;
        words[1] &= mask;
        memcpy(values + i * width, words, width);
    }
}

#ifdef HAVE_VECTORS

/* By the bits of four rows: the number of present rows before each. */
static const uint32_t present_before[16][4] = {
    {0, 0, 0, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 1, 2, 2}, {0, 0, 0, 1}, {0, 1, 1, 2},
    {0, 0, 1, 2}, {0, 1, 2, 3}, {0, 0, 0, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 1, 2, 2},
    {0, 0, 0, 1}, {0, 1, 1, 2}, {0, 0, 1, 2}, {0, 1, 2, 3},
};

/* Both move four values at a time.  They return the number of rows left at the front, and
 * set *n_present to the number of values left.
 *
 * They load four values from the first that is needed.  With i rows to do before the
 * four, at most i values are left then, so that the four loaded are within i + 4 rows. */

#ifdef __x86_64__
#include <immintrin.h>

WITH_VECTORS static uint32_t spread_4_bytes(uint8_t *values, const uint8_t *valid,
                                            uint32_t i, uint32_t *n_present)
{
    uint32_t left = *n_present;
    while (i > left && i >= 4) {
        uint32_t ones;
        i -= 4;
        memcpy(&ones, valid + i, sizeof ones);
        __m128i bytes = _mm_cvtsi32_si128((int)ones);
        uint32_t bits = (uint32_t)_mm_movemask_epi8(_mm_slli_epi32(bytes, 7));
        left -= (uint32_t)__builtin_popcount(bits);
        __m128 four = _mm_loadu_ps((const void *)(values + 4 * (size_t)left));
        __m128i from = _mm_loadu_si128((const void *)present_before[bits]);
        __m128i present = _mm_cmpgt_epi32(_mm_cvtepu8_epi32(bytes), _mm_setzero_si128());
        __m128i moved = _mm_castps_si128(_mm_permutevar_ps(four, from));
        _mm_storeu_si128((void *)(values + 4 * (size_t)i), _mm_and_si128(moved, present));
    }
    *n_present = left;
    return i;
}

WITH_VECTORS static uint32_t spread_8_bytes(uint8_t *values, const uint8_t *valid,
                                            uint32_t i, uint32_t *n_present)
{
    const __m256i odd = _mm256_set1_epi64x(INT64_C(1) << 32);
    uint32_t left = *n_present;
    while (i > left && i >= 4) {
        uint32_t ones;
        i -= 4;
        memcpy(&ones, valid + i, sizeof ones);
        __m128i bytes = _mm_cvtsi32_si128((int)ones);
        uint32_t bits = (uint32_t)_mm_movemask_epi8(_mm_slli_epi32(bytes, 7));
        left -= (uint32_t)__builtin_popcount(bits);
        __m256i four = _mm256_loadu_si256((const void *)(values + 8 * (size_t)left));
        __m256i from = _mm256_cvtepu32_epi64(
            _mm_loadu_si128((const void *)present_before[bits]));
        __m256i present = _mm256_cmpgt_epi64(_mm256_cvtepu8_epi64(bytes),
                                             _mm256_setzero_si256());
        /* Halves 2 * from and 2 * from + 1. */
        from = _mm256_add_epi64(from, from);
        from = _mm256_add_epi64(_mm256_add_epi64(from, _mm256_slli_epi64(from, 32)), odd);
        __m256i moved = _mm256_permutevar8x32_epi32(four, from);
        _mm256_storeu_si256((void *)(values + 8 * (size_t)i),
                            _mm256_and_si256(moved, present));
    }
    *n_present = left;
    return i;
}

#else
#include <arm_neon.h>

/* Goes back over four rows.  Returns the number of present ones before each, and sets a
 * lane of *present to all ones for each present one. */
static inline uint32x4_t take_four(const uint8_t *valid, uint32_t *left,
                                   uint32x4_t *present)
{
    static const uint32_t lanes[4] = {1, 2, 4, 8};
    uint32_t ones;
    memcpy(&ones, valid, sizeof ones);
    uint32_t bits = (ones | ones >> 7 | ones >> 14 | ones >> 21) & 15;
    *left -= (uint32_t)__builtin_popcount(bits);
    *present = vtstq_u32(vdupq_n_u32(bits), vld1q_u32(lanes));
    return vld1q_u32(present_before[bits]);
}

/* A table look-up makes a byte 0 if its index is too large: those of nulls are 255. */

static uint32_t spread_4_bytes(uint8_t *values, const uint8_t *valid, uint32_t i,
                               uint32_t *n_present)
{
    uint32_t left = *n_present;
    while (i > left && i >= 4) {
        uint32x4_t present, from = take_four(valid + (i -= 4), &left, &present);
        uint8x16_t four = vld1q_u8(values + 4 * (size_t)left);
        from = vmlaq_n_u32(vdupq_n_u32(0x03020100), from, 0x04040404);
        from = vornq_u32(from, present);
        vst1q_u8(values + 4 * (size_t)i, vqtbl1q_u8(four, vreinterpretq_u8_u32(from)));
    }
    *n_present = left;
    return i;
}

static uint32_t spread_8_bytes(uint8_t *values, const uint8_t *valid, uint32_t i,
                               uint32_t *n_present)
{
    static const uint32_t halves[4] = {0x03020100, 0x07060504, 0x03020100, 0x07060504};
    const uint32x4_t bytes = vld1q_u32(halves);
    uint32_t left = *n_present;
    while (i > left && i >= 4) {
        uint32x4_t present, from = take_four(valid + (i -= 4), &left, &present);
        const uint8_t *next = values + 8 * (size_t)left;
        uint8x16x2_t four = {{vld1q_u8(next), vld1q_u8(next + 16)}};
        from = vmulq_n_u32(from, 0x08080808);
        uint32x4_t front = vaddq_u32(vzip1q_u32(from, from), bytes);
        uint32x4_t back = vaddq_u32(vzip2q_u32(from, from), bytes);
        front = vornq_u32(front, vzip1q_u32(present, present));
        back = vornq_u32(back, vzip2q_u32(present, present));
        uint8_t *to = values + 8 * (size_t)i;
        vst1q_u8(to, vqtbl2q_u8(four, vreinterpretq_u8_u32(front)));
        vst1q_u8(to + 16, vqtbl2q_u8(four, vreinterpretq_u8_u32(back)));
    }
    *n_present = left;
    return i;
}
#endif
#endif

void spread_values(void *values, size_t width, const uint8_t *valid, uint32_t n,
                   uint32_t n_present)
{
#ifdef HAVE_VECTORS
    if (width == 4 && cpu_has_vectors())
        n = spread_4_bytes(values, valid, n, &n_present);
    else if (width == 8 && cpu_has_vectors())
        n = spread_8_bytes(values, valid, n, &n_present);
#endif
    if (width == 4)
        spread(values, 4, valid, n, n_present);
    else if (width == 8)
        spread(values, 8, valid, n, n_present);
    else
        spread(values, 16, valid, n, n_present);
}
