/* SPDX-License-Identifier: MIT */
#include "scan/range_filter.h"

#ifdef HAVE_RANGE_FILTER
#include <immintrin.h>
#include <string.h>

/* By the bits of four rows: the rows whose bit is set, and how many they are. */
static const struct {
    uint32_t rows[4];
    uint32_t n;
} found_by_bits[16] = {
    {{0}, 0},    {{0}, 1},       {{1}, 1},       {{0, 1}, 2},
    {{2}, 1},    {{0, 2}, 2},    {{1, 2}, 2},    {{0, 1, 2}, 3},
    {{3}, 1},    {{0, 3}, 2},    {{1, 3}, 2},    {{0, 1, 3}, 3},
    {{2, 3}, 2}, {{0, 2, 3}, 3}, {{1, 2, 3}, 3}, {{0, 1, 2, 3}, 4},
};

enum { LANES = 4, VECTORS = 8, BLOCK = LANES * VECTORS };

/* Writes the rows of a block, the first of which is `first`, that have a bit and are not
 * null.  Always writes four numbers; the next rows overwrite the excess. */
WITH_VECTORS static inline uint32_t put_rows(const uint32_t *bits, const uint8_t *valid,
                                             uint32_t first, uint32_t *rows)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < VECTORS; k++, first += LANES) {
        uint32_t four = bits[k];
        if (valid != NULL) {
            uint32_t ones; /* in the bytes of values that are not null */
            memcpy(&ones, valid + first, LANES);
            four &= (uint32_t)_mm_movemask_epi8(_mm_cvtsi32_si128((int)(ones << 7)));
        }
        __m128i found = _mm_loadu_si128((const void *)found_by_bits[four].rows);
        found = _mm_add_epi32(found, _mm_set1_epi32((int)first));
        _mm_storeu_si128((void *)(rows + kept), found);
        kept += found_by_bits[four].n;
    }
    return kept;
}

/* One function for each type.  HITS is an expression of i, the first of four rows: a
 * vector whose lanes are all ones for values in the range.  Blocks without such values
 * write nothing: where `rows` crosses a page of memory, each store takes many cycles. */
#define FILTER_BLOCKS(HITS, TEST)                                                        \
    uint32_t kept = 0, i = 0;                                                            \
    while (n - i >= BLOCK) {                                                             \
        uint32_t bits[VECTORS], any = 0, first = i;                                      \
        for (uint32_t k = 0; k < VECTORS; k++, i += LANES) {                             \
            bits[k] = (uint32_t)_mm256_movemask_pd(HITS);                                \
            any |= bits[k];                                                              \
        }                                                                                \
        if (any != 0)                                                                    \
            kept += put_rows(bits, valid, first, rows + kept);                           \
    }                                                                                    \
    for (; i < n; i++) {                                                                 \
        rows[kept] = i;                                                                  \
        kept += (valid == NULL || valid[i]) && (TEST);                                   \
    }                                                                                    \
    return kept

WITH_VECTORS static inline __m256d in_range(const int64_t *values, __m256i start,
                                            __m256i most)
{
    __m256i four = _mm256_loadu_si256((const void *)values);
    __m256i above = _mm256_cmpgt_epi64(_mm256_sub_epi64(four, start), most);
    return _mm256_castsi256_pd(_mm256_xor_si256(above, _mm256_set1_epi64x(-1)));
}

WITH_VECTORS uint32_t range_filter_int64(const int64_t *values, const uint8_t *valid,
                                         uint32_t n, uint64_t low, uint64_t width,
                                         uint32_t *rows)
{
    /* Adding 2^63 to both sides makes the comparison of signed numbers right. */
    const uint64_t half = UINT64_C(1) << 63;
    const __m256i start = _mm256_set1_epi64x((long long)(low + half));
    const __m256i most = _mm256_set1_epi64x((long long)(width + half));
    FILTER_BLOCKS(in_range(values + i, start, most), (uint64_t)values[i] - low <= width);
}

WITH_VECTORS static inline __m256d are_between(const double *values, __m256d least,
                                               __m256d most)
{
    __m256d four = _mm256_loadu_pd(values);
    return _mm256_and_pd(_mm256_cmp_pd(four, least, _CMP_GE_OQ),
                         _mm256_cmp_pd(four, most, _CMP_LE_OQ));
}

WITH_VECTORS uint32_t range_filter_double(const double *values, const uint8_t *valid,
                                          uint32_t n, double low, double high,
                                          uint32_t *rows)
{
    const __m256d least = _mm256_set1_pd(low), most = _mm256_set1_pd(high);
    FILTER_BLOCKS(are_between(values + i, least, most),
                  values[i] >= low && values[i] <= high);
}

#else
/* A file of nothing else is not C. */
typedef int range_filter_is_left_out;
#endif
