/* SPDX-License-Identifier: MIT */
#include "rows/radix_ranks.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/parallel.h"

enum {
    DIGIT_BITS = 11,
    /* Keys of so many bits are one digit: the ends of all groups fit in the cache. */
    MOST_DIGIT_BITS = 13,
    CHUNK_BITS = 32, /* of a key that are sorted together with the row's position */
    VISIT_WORK = 4,  /* per row, for interrupt_after() */
    BLOCK_ROWS = 1024,
    /* Numbers between those that different threads change, which would slow each other
     * down in the same cache line. */
    APART = 64,
};

enum visit { VISIT_READS_KEYS, VISIT_COUNTS, VISIT_MOVES };

/* A pass over rows in an order, which sorts them by a digit of a chunk of their keys.  A
 * row's chunk and position are one number.  Each thread visits a piece of the rows twice:
 * it counts those with each digit, and puts them there. */
struct key_pass {
    const struct sort_keys *keys;
    uint32_t n_rows, n_pieces;
    unsigned chunk;        /* the first of its bits in the keys */
    unsigned shift, width; /* of the digit in the chunk */
    uint64_t *from;        /* NULL: the order of the file, and keys are computed */
    uint64_t *to;          /* NULL: sets ranks */
    uint32_t *ranks;       /* of each position in the sorted rows */
    enum visit visit;
    uint32_t *ends; /* for each piece, the number of rows with each digit, or where the
                     * next one belongs */
    size_t stride;  /* between those of two pieces */
};

/* Returns the rows of a block that begins at `first`. */
static uint64_t *read_block(const struct key_pass *pass, uint32_t first, uint32_t n,
                            uint64_t *room)
{
    uint32_t keys[BLOCK_ROWS];
    if (pass->from != NULL)
        return pass->from + first;
    sort_keys_fill(pass->keys, first, n, keys);
    for (uint32_t i = 0; i < n; i++)
        room[i] = (uint64_t)keys[i] << 32 | (first + i);
    return room;
}

static inline uint32_t digit_of(const struct key_pass *pass, uint64_t row)
{
    return (uint32_t)(row >> (32 + pass->shift)) & ((UINT32_C(1) << pass->width) - 1);
}

static enum status visit_piece(void *context, uint32_t piece, struct error *error)
{
    const struct key_pass *pass = context;
    uint32_t *ends = pass->ends + piece * pass->stride;
    uint64_t room[BLOCK_ROWS], n_rows = pass->n_rows;
    uint32_t i = (uint32_t)(n_rows * piece / pass->n_pieces);
    uint32_t end = (uint32_t)(n_rows * (piece + 1) / pass->n_pieces);
    enum status status = OK;
    for (uint32_t n; status == OK && i < end; i += n) {
        n = end - i < BLOCK_ROWS ? end - i : BLOCK_ROWS;
        uint64_t *rows = read_block(pass, i, n, room);
        if (pass->visit == VISIT_READS_KEYS)
            for (uint32_t k = 0; k < n; k++)
                rows[k] =
                    (uint64_t)sort_keys_bits(pass->keys, pass->chunk, (uint32_t)rows[k])
                        << 32 |
                    (uint32_t)rows[k];
        else if (pass->visit == VISIT_COUNTS)
            for (uint32_t k = 0; k < n; k++)
                ends[digit_of(pass, rows[k])]++;
        else if (pass->to != NULL)
            for (uint32_t k = 0; k < n; k++)
                pass->to[ends[digit_of(pass, rows[k])]++] = rows[k];
        else
            for (uint32_t k = 0; k < n; k++)
                pass->ranks[(uint32_t)rows[k]] = ends[digit_of(pass, rows[k])]++;
        status = interrupt_after((size_t)n * VISIT_WORK, error);
    }
    return status;
}

static enum status visit(struct key_pass *pass, enum visit what, struct error *error)
{
    pass->visit = what;
    return parallel_run(visit_piece, pass, pass->n_pieces, error);
}

/* Turns numbers of rows into the ranks of the first of them. */
static void sum_up(const struct key_pass *pass)
{
    uint32_t sum = 0;
    for (size_t digit = 0; digit >> pass->width == 0; digit++) {
        for (uint32_t piece = 0; piece < pass->n_pieces; piece++) {
            uint32_t *end = &pass->ends[piece * pass->stride + digit];
            uint32_t n = *end;
            *end = sum;
            sum += n;
        }
    }
}

static enum status sort_by_digit(struct key_pass *pass, struct error *error)
{
    memset(pass->ends, 0, pass->n_pieces * pass->stride * sizeof *pass->ends);
    enum status status = visit(pass, VISIT_COUNTS, error);
    sum_up(pass);
    return status == OK ? visit(pass, VISIT_MOVES, error) : status;
}

/* Sorts rows by the chunk of their keys, digit by digit.  rows: room for all, as far as
 * it was needed so far. */
static enum status sort_by_chunk(struct key_pass *pass, uint64_t *rows[2],
                                 struct error *error)
{
    unsigned n_bits = pass->keys->n_bits - pass->chunk;
    bool is_last = n_bits <= CHUNK_BITS;
    if (!is_last)
        n_bits = CHUNK_BITS;
    unsigned n_passes = n_bits <= MOST_DIGIT_BITS
                            ? 1
                            : (n_bits + DIGIT_BITS - 1) / DIGIT_BITS;
    pass->width = (n_bits + n_passes - 1) / n_passes;
    pass->stride = ((size_t)1 << pass->width) + APART;
    pass->ends = mem_alloc(pass->n_pieces * pass->stride, sizeof *pass->ends);
    enum status status = pass->ends != NULL ? OK : error_nomem(error);
    if (status == OK && pass->from != NULL)
        status = visit(pass, VISIT_READS_KEYS, error);
    for (unsigned i = 0; status == OK && i < n_passes; i++) {
        uint64_t **other = &rows[pass->from == rows[0]];
        bool sets_ranks = is_last && i + 1 == n_passes;
        if (!sets_ranks && *other == NULL)
            *other = mem_alloc_large(pass->n_rows, sizeof **other);
        pass->to = sets_ranks ? NULL : *other;
        pass->shift = i * pass->width;
        status = sets_ranks || pass->to != NULL ? sort_by_digit(pass, error)
                                                : error_nomem(error);
        pass->from = pass->to;
    }
    mem_free(pass->ends);
    return status;
}

enum status radix_ranks_set(const struct sort_keys *keys, uint32_t *ranks,
                            uint32_t n_rows, uint32_t n_pieces, struct error *error)
{
    uint64_t *rows[2] = {NULL, NULL};
    struct key_pass pass = {
        .keys = keys, .n_rows = n_rows, .n_pieces = n_pieces, .ranks = ranks};
    enum status status = OK;
    do {
        status = sort_by_chunk(&pass, rows, error);
        pass.chunk += CHUNK_BITS;
    } while (status == OK && pass.chunk < keys->n_bits);
    mem_free(rows[0]);
    mem_free(rows[1]);
    return status;
}
