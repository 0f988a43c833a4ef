/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - what the fuzz targets share.
 *
 * A target takes choices from the first bytes of its input (which decoder, which width,
 * the seed of a sequence of steps) and passes the rest to the code under test, in a heap
 * block of exactly its size.  Not crashing is not enough: REQUIRE() states what must hold
 * for every input.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "base/slice.h"
#include "base/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* For targets with a mutator of their own. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#define REQUIRE(condition)                                                               \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: REQUIRE(%s)\n", __FILE__, __LINE__, #condition);     \
            abort();                                                                     \
        }                                                                                \
    } while (0)

/* Each failure has a message, and success has none. */
static inline void require_error_fits(enum status status, const struct error *error)
{
    REQUIRE(error->status == status);
    REQUIRE((status == OK) == (error->message[0] == '\0'));
    REQUIRE(status != MISUSE && status != CANTOPEN && status != IO);
}

/* ---- Choices --------------------------------------------------------------------- */

/* Takes a little-endian number from the input; missing bytes are 0. */
static inline uint64_t choose(struct slice *input, size_t n_bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < n_bytes && input->size > 0; i++) {
        value |= (uint64_t)input->data[0] << (8 * i);
        input->data++;
        input->size--;
    }
    return value;
}

static inline uint32_t choose_below(struct slice *input, uint32_t n)
{
    return (uint32_t)choose(input, n <= 256 ? 1 : 4) % n;
}

/* A random sequence with one choice as its seed. */
struct steps {
    uint64_t state;
};

static inline uint32_t step_below(struct steps *steps, uint32_t n)
{
    steps->state = steps->state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(steps->state >> 33) % n;
}

/* A number up to `most`, mostly small, often 0 or 1. */
static inline uint32_t next_step(struct steps *steps, uint32_t most)
{
    uint32_t kind = step_below(steps, 4);
    uint32_t n = kind == 0 ? step_below(steps, 2) : step_below(steps, 4U << (kind * 3));
    return n < most ? n : most;
}

/* ---- Memory ---------------------------------------------------------------------- */

static inline void *fuzz_alloc(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    REQUIRE(block != NULL);
    return block;
}

/* A copy in a heap block with exactly n_after more bytes; the caller frees it. */
static inline uint8_t *exact_copy(struct slice bytes, size_t n_after)
{
    uint8_t *copy = malloc(bytes.size + n_after);
    REQUIRE(copy != NULL);
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    memset(copy + bytes.size, 0xa5, n_after);
    return copy;
}

/* Reads every byte, so that AddressSanitizer reports those out of bounds. */
static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    uint64_t hash = UINT64_C(14695981039346656037) ^ size;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline bool slice_is_within(struct slice inner, struct slice outer)
{
    return inner.size == 0 ||
           (inner.data >= outer.data && inner.size <= outer.size &&
            (size_t)(inner.data - outer.data) <= outer.size - inner.size);
}

/* ---- Slow decoders ------------------------------------------------------------------
 */

/* The `width` bits that begin at first_bit, least significant bit first. */
static inline uint64_t slow_bits(const uint8_t *packed, uint64_t first_bit,
                                 unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        uint64_t bit = first_bit + i;
        value |= (uint64_t)(packed[bit / 8] >> (bit % 8) & 1) << i;
    }
    return value;
}

#endif
