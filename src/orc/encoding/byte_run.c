/* SPDX-License-Identifier: MIT */
#include "orc/encoding/byte_run.h"

enum { LEAST_REPEATED = 3 };

/* A run: one byte that is repeated, or n bytes. */
struct run {
    struct slice bytes;
    uint32_t n;
    bool is_repeated;
};

static enum status take_run(struct slice *input, struct run *run, struct error *error)
{
    struct slice rest = *input, header;
    if (!slice_take(&rest, 1, &header))
        return error_set(error, CORRUPT, "the stream of byte runs ends too early");
    run->is_repeated = header.data[0] < 0x80;
    run->n = run->is_repeated ? header.data[0] + (uint32_t)LEAST_REPEATED
                              : 0x100 - (uint32_t)header.data[0];
    if (!slice_take(&rest, run->is_repeated ? 1 : run->n, &run->bytes))
        return error_set(error, CORRUPT,
                         "the byte run at the end of the stream is truncated");
    *input = rest;
    return OK;
}

static enum status decode_byte_run(struct slice *input, bool is_signed, void *values,
                                   uint32_t *n, struct error *error)
{
    (void)is_signed;
    struct run run = {0};
    enum status status = take_run(input, &run, error);
    if (status != OK)
        return status;
    if (run.is_repeated)
        memset(values, run.bytes.data[0], run.n);
    else
        memcpy(values, run.bytes.data, run.n);
    *n = run.n;
    return OK;
}

static enum status skip_byte_run(struct slice *input, uint32_t *n, struct error *error)
{
    struct run run = {0};
    enum status status = take_run(input, &run, error);
    if (status == OK)
        *n = run.n;
    return status;
}

const struct orc_run_operations orc_byte_runs = {
    .value_size = sizeof(uint8_t),
    .most_values = ORC_MOST_BYTE_RUN,
    .most_size = ORC_MOST_BYTE_RUN_SIZE,
    .decode = decode_byte_run,
    .skip = skip_byte_run,
};
