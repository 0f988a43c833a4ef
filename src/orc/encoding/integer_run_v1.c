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

static enum status decode_run_v1(struct slice *input, bool is_signed, void *values,
                                 uint32_t *n, struct error *error)
{
    int64_t *numbers = values;
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
            numbers[i] = is_signed ? zigzag_decode(value) : (int64_t)value;
        }
    } else {
        uint64_t value = is_signed ? (uint64_t)zigzag_decode(run.first) : run.first;
        for (uint32_t i = 0; i < run.n; i++)
            numbers[i] = (int64_t)(value + i * run.delta);
    }
    *input = rest;
    *n = run.n;
    return OK;
}

static enum status skip_run_v1(struct slice *input, uint32_t *n, struct error *error)
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

const struct orc_run_operations orc_integer_runs_v1 = {
    .value_size = sizeof(int64_t),
    .most_values = ORC_MOST_INTEGER_RUN,
    .most_size = ORC_MOST_INTEGER_RUN_SIZE,
    .decode = decode_run_v1,
    .skip = skip_run_v1,
};
