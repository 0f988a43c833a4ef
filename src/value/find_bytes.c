/* SPDX-License-Identifier: MIT */
#include "value/find_bytes.h"

#include <assert.h>

#include "base/cpu.h"

#if defined(HAVE_VECTORS) && defined(__x86_64__)
#define HAVE_AVX2_SEARCH
#include <immintrin.h>
#endif

/* The bit that, if set, makes both cases of a letter lower case; 0 for other bytes.
 * Setting it turns no other byte into a letter. */
static uint8_t case_bit(const struct byte_needle *needle, uint8_t byte)
{
    return needle->folds_case && byte >= 'a' && byte <= 'z' ? 0x20 : 0;
}

/* How common a byte is, roughly, in English, paths, markup and numbers. */
static unsigned commonness(uint8_t byte)
{
    static const char common[] = " etaoinsrhldcumpgfwby./v0k1-2x=:_j3q4z5678,9";
    const char *at = byte == 0 ? NULL : strchr(common, ascii_lower(byte));
    return at != NULL ? (unsigned)(sizeof common - (size_t)(at - common)) : 0;
}

/* Chooses the rarest byte, and the end of the needle that is farther from it: bytes close
 * together in the needle often occur together in other words too. */
static void choose_probes(struct byte_needle *needle)
{
    size_t rarest = 0;
    for (size_t i = 1; i < needle->size; i++)
        if (commonness(needle->bytes[i]) < commonness(needle->bytes[rarest]))
            rarest = i;
    size_t last = needle->size - 1;
    needle->probes[0] = rarest;
    needle->probes[1] = rarest < last - rarest ? last : 0;
}

static uint64_t repeat_byte(uint8_t byte)
{
    return UINT64_C(0x0101010101010101) * byte;
}

/* Returns 0x80 in every byte that is 0, and 0 in the others. */
static uint64_t zero_bytes(uint64_t bytes)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return ~(((bytes & low) + low) | bytes | low);
}

/* Checks 8 positions; position i is a candidate if bit 8 * i + 7 of the mask is set. */
static const uint8_t *check_positions(const struct byte_needle *needle,
                                      const uint8_t *positions, uint64_t mask)
{
    for (; mask != 0; positions++, mask >>= 8)
        if ((mask & 0x80) != 0 && byte_needle_is_at(needle, positions))
            return positions;
    return NULL;
}

const uint8_t *find_bytes_portable(const struct byte_needle *needle, const uint8_t *begin,
                                   const uint8_t *end)
{
    size_t size = (size_t)(end - begin);
    if (size < needle->size)
        return NULL;
    size_t n_positions = size - needle->size + 1;
    if (n_positions < 8) {
        for (size_t i = 0; i < n_positions; i++)
            if (byte_needle_is_at(needle, begin + i))
                return begin + i;
        return NULL;
    }
    size_t to_a = needle->probes[0], to_b = needle->probes[1];
    uint8_t a = needle->bytes[to_a], b = needle->bytes[to_b];
    uint64_t all_a = repeat_byte(a), all_b = repeat_byte(b);
    uint64_t case_a = repeat_byte(case_bit(needle, a));
    uint64_t case_b = repeat_byte(case_bit(needle, b));
    for (size_t i = 0; i < n_positions; i += 8) {
        /* The last step may repeat some positions. */
        const uint8_t *positions = begin + (i <= n_positions - 8 ? i : n_positions - 8);
        uint64_t mask = zero_bytes((load_u64(positions + to_a) | case_a) ^ all_a);
        if (mask != 0)
            mask &= zero_bytes((load_u64(positions + to_b) | case_b) ^ all_b);
        if (mask != 0) {
            const uint8_t *found = check_positions(needle, positions, mask);
            if (found != NULL)
                return found;
        }
    }
    return NULL;
}

#ifdef HAVE_AVX2_SEARCH

/* Checks positions; `bits` has a bit per candidate, the lowest for the first position. */
static const uint8_t *check_bits(const struct byte_needle *needle,
                                 const uint8_t *positions, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1) {
        const uint8_t *position = positions + __builtin_ctz(bits);
        if (byte_needle_is_at(needle, position))
            return position;
    }
    return NULL;
}

/* Searches 16 to 31 positions in two steps that may overlap. */
WITH_VECTORS static const uint8_t *find_in_few(const struct byte_needle *needle,
                                               const uint8_t *begin, size_t n_positions)
{
    size_t to_a = needle->probes[0], to_b = needle->probes[1];
    uint8_t a = needle->bytes[to_a], b = needle->bytes[to_b];
    const __m128i all_a = _mm_set1_epi8((char)a);
    const __m128i all_b = _mm_set1_epi8((char)b);
    const __m128i case_a = _mm_set1_epi8((char)case_bit(needle, a));
    const __m128i case_b = _mm_set1_epi8((char)case_bit(needle, b));
    uint32_t bits[2];
    const uint8_t *positions[2] = {begin, begin + n_positions - 16};
    for (unsigned i = 0; i < 2; i++) {
        __m128i at_a = _mm_loadu_si128((const void *)(positions[i] + to_a));
        __m128i at_b = _mm_loadu_si128((const void *)(positions[i] + to_b));
        at_a = _mm_cmpeq_epi8(_mm_or_si128(at_a, case_a), all_a);
        at_b = _mm_cmpeq_epi8(_mm_or_si128(at_b, case_b), all_b);
        bits[i] = (uint32_t)_mm_movemask_epi8(_mm_and_si128(at_a, at_b));
    }
    if ((bits[0] | bits[1]) == 0)
        return NULL;
    const uint8_t *found = check_bits(needle, positions[0], bits[0]);
    return found != NULL ? found : check_bits(needle, positions[1], bits[1]);
}

WITH_VECTORS static const uint8_t *find_bytes_avx2(const struct byte_needle *needle,
                                                   const uint8_t *begin,
                                                   const uint8_t *end)
{
    size_t size = (size_t)(end - begin);
    size_t n_positions = size < needle->size ? 0 : size - needle->size + 1;
    if (n_positions < 16)
        return find_bytes_portable(needle, begin, end);
    if (n_positions < 32)
        return find_in_few(needle, begin, n_positions);
    size_t to_a = needle->probes[0], to_b = needle->probes[1];
    uint8_t a = needle->bytes[to_a], b = needle->bytes[to_b];
    const __m256i all_a = _mm256_set1_epi8((char)a);
    const __m256i all_b = _mm256_set1_epi8((char)b);
    const __m256i case_a = _mm256_set1_epi8((char)case_bit(needle, a));
    const __m256i case_b = _mm256_set1_epi8((char)case_bit(needle, b));
    for (size_t i = 0; i < n_positions; i += 32) {
        const uint8_t *positions = begin + (i <= n_positions - 32 ? i : n_positions - 32);
        __m256i at_a = _mm256_loadu_si256((const void *)(positions + to_a));
        __m256i at_b = _mm256_loadu_si256((const void *)(positions + to_b));
        at_a = _mm256_cmpeq_epi8(_mm256_or_si256(at_a, case_a), all_a);
        at_b = _mm256_cmpeq_epi8(_mm256_or_si256(at_b, case_b), all_b);
        __m256i both = _mm256_and_si256(at_a, at_b);
        uint32_t bits = (uint32_t)_mm256_movemask_epi8(both);
        if (bits != 0) {
            const uint8_t *found = check_bits(needle, positions, bits);
            if (found != NULL)
                return found;
        }
    }
    return NULL;
}

#endif

static find_bytes_function *best_function(void)
{
#ifdef HAVE_AVX2_SEARCH
    if (cpu_has_vectors())
        return find_bytes_avx2;
#endif
    return find_bytes_portable;
}

void byte_needle_init(struct byte_needle *needle, const uint8_t *bytes, size_t size,
                      bool folds_case)
{
    assert(size > 0);
    *needle = (struct byte_needle){
        .bytes = bytes, .size = size, .folds_case = folds_case, .find = best_function()};
    choose_probes(needle);
}
