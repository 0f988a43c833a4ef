/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/alp.h"

#include "base/alloc.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

enum {
    HEADER = 7,
    LEAST_LOG_SIZE = 3,
    MOST_LOG_SIZE = 15,
    LOG_SIZE = 10, /* of the vectors that are written */
    MOST_EXPONENT_OF_FLOAT = 10,
    MOST_EXPONENT_OF_DOUBLE = 18,
};

/* value = integer * 10^factor * 10^-exponent */
struct decimal {
    uint8_t exponent, factor;
};

/* A vector of a page. */
struct vector {
    uint32_t n;
    uint8_t exponent, factor;
    uint32_t n_exceptions;
    uint64_t least; /* the frame of reference; of FLOAT: its lower half */
    unsigned width; /* bits of a packed integer */
    struct slice packed, positions, exceptions;
};

/* A vector to be written. */
struct new_vector {
    uint64_t words[1 << LOG_SIZE]; /* of FLOAT: uint32_t */
    uint16_t positions[1 << LOG_SIZE];
    uint32_t n_exceptions;
    uint64_t least;
    unsigned width;
};

static const float float_tens[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f,
                                   1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
static const float float_tenths[] = {1e0f,  1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f,
                                     1e-6f, 1e-7f, 1e-8f, 1e-9f, 1e-10f};
static const double double_tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                     1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                     1e14, 1e15, 1e16, 1e17, 1e18};
static const double double_tenths[] = {1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,
                                       1e-7,  1e-8,  1e-9,  1e-10, 1e-11, 1e-12, 1e-13,
                                       1e-14, 1e-15, 1e-16, 1e-17, 1e-18};

#define NAME(function) float_##function
#define REAL float
#define SIGNED int32_t
#define UNSIGNED uint32_t
#define UNPACK bit_unpack_u32
#define PACK bit_pack_u32
#define TENS float_tens
#define TENTHS float_tenths
#define MAGIC 8388608.0f
#define MOST 2147483520.0f
#include "parquet/encoding/alp_vector.h"

#define NAME(function) double_##function
#define REAL double
#define SIGNED int64_t
#define UNSIGNED uint64_t
#define UNPACK bit_unpack_u64
#define PACK bit_pack_u64
#define TENS double_tens
#define TENTHS double_tenths
#define MAGIC 4503599627370496.0
#define MOST 9223372036854774784.0
#include "parquet/encoding/alp_vector.h"

static unsigned most_exponent(size_t width)
{
    return width == sizeof(float) ? MOST_EXPONENT_OF_FLOAT : MOST_EXPONENT_OF_DOUBLE;
}

static uint32_t load_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t count_vectors(uint32_t n_values, unsigned log_size)
{
    return (uint32_t)(((uint64_t)n_values + (1u << log_size) - 1) >> log_size);
}

/* ---- Decoding --------------------------------------------------------------------- */

static bool fits(int type)
{
    return type == PQ_FLOAT || type == PQ_DOUBLE;
}

static enum status too_short(struct error *error)
{
    return error_set(error, CORRUPT, "ALP data ends too early");
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    struct pq_alp_decoder *alp = &decoder->as.alp;
    struct slice header;
    decoder->n_output = 0;
    if (!slice_take(&input, HEADER, &header))
        return too_short(error);
    if (header.data[0] != 0)
        return error_set(error, UNSUPPORTED, "ALP compression mode %d", header.data[0]);
    if (header.data[1] != 0)
        return error_set(error, UNSUPPORTED, "ALP integer encoding %d", header.data[1]);
    *alp = (struct pq_alp_decoder){.vectors = input,
                                   .log_size = header.data[2],
                                   .n_values = load_u32(header.data + 3)};
    if (alp->log_size < LEAST_LOG_SIZE || alp->log_size > MOST_LOG_SIZE)
        return error_set(error, CORRUPT, "ALP vectors of 2^%u values", alp->log_size);
    if (alp->n_values > max_count)
        return error_set(error, CORRUPT, "ALP data of %lu values, but the page has %llu",
                         (unsigned long)alp->n_values, (unsigned long long)max_count);
    if (count_vectors(alp->n_values, alp->log_size) > input.size / sizeof(uint32_t))
        return too_short(error);
    return OK;
}

static enum status corrupt_vector(uint32_t number, const char *what, struct error *error)
{
    return error_set(error, CORRUPT, "ALP vector %lu %s", (unsigned long)number, what);
}

/* The bytes of a vector: up to the next one, or to the end. */
static enum status find_vector(const struct pq_alp_decoder *alp, uint32_t number,
                               struct slice *bytes, struct error *error)
{
    uint32_t n = count_vectors(alp->n_values, alp->log_size);
    const uint8_t *offset = alp->vectors.data + (size_t)number * sizeof(uint32_t);
    size_t first = load_u32(offset);
    size_t end = number + 1 < n ? load_u32(offset + 4) : alp->vectors.size;
    if (first < (size_t)n * sizeof(uint32_t) || end < first || end > alp->vectors.size)
        return corrupt_vector(number, "has a wrong offset", error);
    *bytes = slice_of(alp->vectors.data + first, end - first);
    return OK;
}

static enum status open_vector(const struct pq_alp_decoder *alp, size_t width,
                               uint32_t number, struct vector *vector,
                               struct error *error)
{
    struct slice bytes = {0}, info;
    enum status status = find_vector(alp, number, &bytes, error);
    if (status != OK)
        return status;
    uint32_t size = 1u << alp->log_size, before = number << alp->log_size;
    uint32_t left = alp->n_values - before;
    *vector = (struct vector){.n = left < size ? left : size};
    if (!slice_take(&bytes, 5 + width, &info))
        return corrupt_vector(number, "ends too early", error);
    vector->exponent = info.data[0];
    vector->factor = info.data[1];
    vector->n_exceptions = load_u16(info.data + 2);
    vector->least = width == 8 ? load_u64(info.data + 4) : load_u32(info.data + 4);
    vector->width = info.data[4 + width];
    if (vector->exponent > most_exponent(width) || vector->factor > vector->exponent)
        return error_set(error, CORRUPT, "ALP vector %lu with 10^%d / 10^%d",
                         (unsigned long)number, vector->factor, vector->exponent);
    if (vector->width > 8 * width)
        return error_set(error, CORRUPT, "ALP vector %lu with integers of %u bits",
                         (unsigned long)number, vector->width);
    if (vector->n_exceptions > vector->n)
        return corrupt_vector(number, "has more exceptions than values", error);
    if (!slice_take(&bytes, (size_t)bit_packed_size(vector->n, vector->width),
                    &vector->packed) ||
        !slice_take(&bytes, vector->n_exceptions * sizeof(uint16_t),
                    &vector->positions) ||
        !slice_take(&bytes, vector->n_exceptions * width, &vector->exceptions))
        return corrupt_vector(number, "ends too early", error);
    return OK;
}

/* Decodes all values of a vector. */
static enum status decode_vector(const struct vector *vector, size_t width,
                                 uint32_t number, void *values, struct error *error)
{
    uint8_t *bytes = values;
    if (width == 8)
        double_decode(vector, values);
    else
        float_decode(vector, values);
    for (uint32_t i = 0; i < vector->n_exceptions; i++) {
        uint32_t at = load_u16(vector->positions.data + i * sizeof(uint16_t));
        if (at >= vector->n)
            return corrupt_vector(number, "has an exception after its end", error);
        memcpy(bytes + at * width, vector->exceptions.data + i * width, width);
        little_endian_numbers(bytes + at * width, width, 1);
    }
    return OK;
}

/* Makes a vector the decoder's output.  A read that begins or ends inside a vector copies
 * from there, so that vectors are not decoded again for every few values. */
static enum status decode_to_output(struct pq_value_decoder *decoder, uint32_t number,
                                    const struct vector *vector, struct error *error)
{
    if (decoder->n_output == (uint64_t)number + 1)
        return OK;
    decoder->n_output = 0;
    enum status status = buffer_reserve(&decoder->output, vector->n * decoder->width,
                                        false, error);
    if (status == OK)
        status = decode_vector(vector, decoder->width, number, decoder->output.data,
                               error);
    if (status == OK)
        decoder->n_output = (uint64_t)number + 1;
    return status;
}

static uint64_t values_left(const struct pq_value_decoder *decoder)
{
    return decoder->as.alp.n_values - decoder->as.alp.next;
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error)
{
    struct pq_alp_decoder *alp = &decoder->as.alp;
    size_t width = decoder->width;
    uint8_t *to = values;
    enum status status = n <= values_left(decoder) ? OK : too_short(error);
    while (status == OK && n > 0) {
        uint32_t number = alp->next >> alp->log_size;
        uint32_t first = alp->next - (number << alp->log_size);
        struct vector vector;
        status = open_vector(alp, width, number, &vector, error);
        if (status != OK)
            return status;
        size_t take = n < vector.n - first ? n : vector.n - first;
        if (take == vector.n) {
            status = decode_vector(&vector, width, number, to, error);
        } else {
            status = decode_to_output(decoder, number, &vector, error);
            if (status == OK)
                memcpy(to, decoder->output.data + first * width, take * width);
        }
        to += take * width;
        alp->next += (uint32_t)take;
        n -= take;
    }
    return status;
}

static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    if (n > values_left(decoder))
        return too_short(error);
    decoder->as.alp.next += (uint32_t)n;
    return OK;
}

/* ---- Encoding --------------------------------------------------------------------- */

enum {
    MOST_CANDIDATES = 5, /* decimals that a page's vectors choose from */
    PAGE_SAMPLE = 256,   /* values that are tried to find these */
    VECTOR_SAMPLE = 32,  /* values that are tried to choose one */
};

struct candidates {
    struct decimal decimals[MOST_CANDIDATES];
    uint64_t costs[MOST_CANDIDATES];
    unsigned n;
};

static uint64_t cost_of(const uint8_t *values, size_t width, size_t n, size_t n_sampled,
                        const struct decimal *decimal)
{
    return width == 8 ? double_cost(values, n, n_sampled, decimal)
                      : float_cost(values, n, n_sampled, decimal);
}

/* Adds a decimal if it is among the best so far, in the order of their costs. */
static void add_candidate(struct candidates *best, struct decimal decimal, uint64_t cost)
{
    unsigned at = best->n;
    while (at > 0 && best->costs[at - 1] > cost)
        at--;
    if (at == MOST_CANDIDATES)
        return;
    best->n += best->n < MOST_CANDIDATES;
    for (unsigned i = best->n - 1; i > at; i--) {
        best->decimals[i] = best->decimals[i - 1];
        best->costs[i] = best->costs[i - 1];
    }
    best->decimals[at] = decimal;
    best->costs[at] = cost;
}

static struct candidates find_candidates(const uint8_t *values, size_t width, size_t n)
{
    struct candidates best = {.n = 0};
    for (unsigned exponent = 0; exponent <= most_exponent(width); exponent++) {
        for (unsigned factor = 0; factor <= exponent; factor++) {
            struct decimal decimal = {(uint8_t)exponent, (uint8_t)factor};
            add_candidate(&best, decimal,
                          cost_of(values, width, n, PAGE_SAMPLE, &decimal));
        }
    }
    return best;
}

static struct decimal choose(const struct candidates *candidates, const uint8_t *values,
                             size_t width, size_t n)
{
    unsigned best = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < candidates->n; i++) {
        uint64_t cost = cost_of(values, width, n, VECTOR_SAMPLE,
                                &candidates->decimals[i]);
        best = cost < least ? i : best;
        least = cost < least ? cost : least;
    }
    return candidates->decimals[best];
}

/* Appends a vector of n values.  The output has room for it. */
static void put_vector(const uint8_t *values, size_t width, size_t n,
                       struct decimal decimal, struct new_vector *vector,
                       struct buffer *output)
{
    uint8_t *to = output->data + output->size;
    if (width == 8)
        double_fill(values, n, &decimal, vector);
    else
        float_fill(values, n, &decimal, vector);
    to[0] = decimal.exponent;
    to[1] = decimal.factor;
    to[2] = (uint8_t)vector->n_exceptions;
    to[3] = (uint8_t)(vector->n_exceptions >> 8);
    if (width == 8)
        store_u64(to + 4, vector->least);
    else
        store_u32(to + 4, (uint32_t)vector->least);
    to[4 + width] = (uint8_t)vector->width;
    to += 5 + width;
    if (width == 8)
        double_pack(vector, n, to);
    else
        float_pack(vector, n, to);
    to += bit_packed_size(n, vector->width);
    for (uint32_t i = 0; i < vector->n_exceptions; i++, to += 2) {
        to[0] = (uint8_t)vector->positions[i];
        to[1] = (uint8_t)(vector->positions[i] >> 8);
    }
    for (uint32_t i = 0; i < vector->n_exceptions; i++, to += width) {
        memcpy(to, values + vector->positions[i] * width, width);
        little_endian_numbers(to, width, 1);
    }
    output->size = (size_t)(to - output->data);
}

static enum status put_vectors(const uint8_t *values, size_t width, size_t n,
                               struct new_vector *vector, struct buffer *output,
                               struct error *error)
{
    const size_t size = (size_t)1 << LOG_SIZE, start = output->size;
    const struct candidates candidates = find_candidates(values, width, n);
    size_t n_vectors = count_vectors((uint32_t)n, LOG_SIZE);
    enum status status = output_reserve(output, n_vectors * sizeof(uint32_t), error);
    if (status == OK)
        output->size += n_vectors * sizeof(uint32_t);
    for (size_t i = 0; status == OK && i < n_vectors; i++) {
        size_t first = i * size, count = n - first < size ? n - first : size;
        const uint8_t *from = values + first * width;
        size_t most = 5 + width + count * (2 * width + sizeof(uint16_t));
        if (output->size - start + most > MOST_SECTION)
            return section_too_big("ALP", error);
        status = output_reserve(output, most, error);
        if (status != OK)
            return status;
        store_u32(output->data + start + i * sizeof(uint32_t),
                  (uint32_t)(output->size - start));
        put_vector(from, width, count, choose(&candidates, from, width, count), vector,
                   output);
    }
    return status;
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    enum status status = output_reserve(output, HEADER, error);
    if (status != OK)
        return status;
    uint8_t *header = output->data + output->size;
    header[0] = header[1] = 0; /* ALP; frame of reference and bit packing */
    header[2] = LOG_SIZE;
    store_u32(header + 3, (uint32_t)n);
    output->size += HEADER;
    if (n == 0)
        return OK;
    struct new_vector *vector = mem_alloc(1, sizeof *vector);
    if (vector == NULL)
        return error_nomem(error);
    status = put_vectors(pq_values_from(values, first, n), values->width, n, vector,
                         output, error);
    mem_free(vector);
    return status;
}

const struct pq_encoding_operations pq_encoding_alp = {
    .fits = fits,
    .init = init,
    .read = read,
    .skip = skip,
    .values_left = values_left,
    .encode = encode,
};
