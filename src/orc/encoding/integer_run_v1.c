/* SPDX-License-Identifier: MIT */
#include "orc/encoding/integer_run.h"

#include "orc/encoding/varint.h"

enum { LEAST_REPEATED = 3 };

/* The header of a run, and for a run of equal differences all of it. */
struct run {
    uint32_t n;
    bool is_literal; /* n varints follow */
    uint64_t first, delta;
};

static enum status open_run(struct slice *rest, struct run *run, struct error *error)
{
    struct slice header, delta;
    if (!slice_take(rest, 1, &header))
        return error_set(error, CORRUPT, "the stream of integer runs ends too early");
    run->is_literal = header.data[0] >= 0x80;
    if (run->is_literal) {
        run->n = 0x100 - (uint32_t)header.data[0];
        return OK;
    }
    run->n = header.data[0] + (uint32_t)LEAST_REPEATED;
    if (!slice_take(rest, 1, &delta) || !orc_varint_read(rest, &run->first))
        return orc_varint_fault(*rest, error);
    run->delta = (uint64_t)(int64_t)(int8_t)delta.data[0];
    return OK;
}

enum status orc_integer_run_v1_decode(struct slice *input, bool is_signed,
                                      int64_t *values, uint32_t *n, struct error *error)
{
    struct slice rest = *input;
    struct run run = {0};
    enum status status = open_run(&rest, &run, error);
    if (status != OK)
        return status;
    if (run.is_literal) {
        for (uint32_t i = 0; i < run.n; i++) {
            uint64_t value;
            if (!orc_varint_read(&rest, &value))
                return orc_varint_fault(rest, error);
            values[i] = is_signed ? zigzag_decode(value) : (int64_t)value;
        }
    } else {
        uint64_t value = is_signed ? (uint64_t)zigzag_decode(run.first) : run.first;
        for (uint32_t i = 0; i < run.n; i++)
            values[i] = (int64_t)(value + i * run.delta);
    }
    *input = rest;
    *n = run.n;
    return OK;
}

enum status orc_integer_run_v1_skip(struct slice *input, uint32_t *n, struct error *error)
{
    struct slice rest = *input;
    struct run run = {0};
    enum status status = open_run(&rest, &run, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; run.is_literal && i < run.n; i++) {
        uint64_t value;
        if (!slice_read_varint(&rest, &value))
            return orc_varint_fault(rest, error);
    }
    *input = rest;
    *n = run.n;
    return OK;
}
