/* SPDX-License-Identifier: MIT */
#include "orc/encoding/big_varint.h"

#include "base/interrupt.h"
#include "orc/encoding/varint.h"

enum { PIECE = 4096 }; /* bytes between polls for interrupts */

static enum status truncated(struct error *error)
{
    return error_set(error, CORRUPT, "the number at the end of the stream is truncated");
}

enum status orc_big_varint_int64(struct slice *input, int64_t *value, bool *fits,
                                 struct error *error)
{
    uint64_t number;
    *fits = orc_varint_read(input, &number);
    if (*fits) {
        *value = zigzag_decode(number);
        return OK;
    }
    /* A number of more than 64 bits has 10 bytes or more. */
    return input->size < 10 ? truncated(error) : OK;
}

/* Takes up to eight groups of 7 bits. */
static uint64_t take_groups(struct slice *varint)
{
    size_t n = varint->size < 8 ? varint->size : 8;
    uint8_t groups[8] = {0};
    memcpy(groups, varint->data, n);
    *varint = slice_of(varint->data + n, varint->size - n);
    return orc_varint_join(load_u64(groups));
}

enum status orc_big_varint_bytes(struct slice *input, uint8_t *bytes, size_t size,
                                 struct error *error)
{
    struct slice rest = *input, varint;
    uint64_t n_skipped;
    enum status status = orc_big_varint_skip(&rest, 1, &n_skipped, error);
    if (status != OK)
        return status;
    if (n_skipped == 0)
        return truncated(error);
    varint = slice_of(input->data, input->size - rest.size);
    while (varint.size > 1 && (varint.data[varint.size - 1] & 0x7f) == 0)
        varint.size--;

    /* Eight groups of 7 bits are 7 bytes.  The lowest bit is the sign, and the others are
     * those of the number or, if that is negative, of its complement. */
    uint8_t sign = (uint8_t)(0u - (varint.data[0] & 1u));
    size_t left = size; /* bytes not stored yet, the least significant last */
    uint64_t word = 0;
    while (varint.size > 0 && word == 0 && left > 0) {
        word = take_groups(&varint) >> 1;
        if (varint.size > 0)
            word |= (uint64_t)(varint.data[0] & 1) << 55;
        for (int i = 0; i < 7 && left > 0; i++, word >>= 8)
            bytes[--left] = (uint8_t)(word ^ sign);
    }
    if (varint.size > 0 || word != 0 || (left == 0 && (bytes[0] ^ sign) >= 0x80))
        return error_set(error, TOO_BIG, "a number needs more than %zu bytes", size);
    memset(bytes, sign, left);
    *input = rest;
    return OK;
}

/* How many of eight bytes end a number. */
static inline unsigned count_ends(const uint8_t *bytes)
{
    uint64_t ends = ~load_u64(bytes) >> 7 & UINT64_C(0x0101010101010101);
    return (unsigned)(ends * UINT64_C(0x0101010101010101) >> 56);
}

enum status orc_big_varint_skip(struct slice *input, uint64_t n, uint64_t *n_skipped,
                                struct error *error)
{
    const uint8_t *bytes = input->data;
    uint64_t left = n;
    size_t at = 0;
    enum status status = OK;
    while (status == OK && left > 0 && at < input->size) {
        size_t stop = input->size - at > PIECE ? at + PIECE : input->size, start = at;
        for (; stop - at >= 8; at += 8) {
            unsigned n_ends = count_ends(bytes + at);
            if (n_ends >= left)
                break;
            left -= n_ends;
        }
        for (; left > 0 && at < stop; at++)
            left -= bytes[at] < 0x80;
        status = interrupt_after(at - start, error);
    }
    if (status != OK)
        return status;
    /* The bytes after the last end belong to a number that is not skipped. */
    while (at > 0 && bytes[at - 1] >= 0x80)
        at--;
    if (at > 0)
        *input = slice_of(bytes + at, input->size - at);
    *n_skipped = n - left;
    return OK;
}
