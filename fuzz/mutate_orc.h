/* SPDX-License-Identifier: MIT */
/*
 * mutate_orc.h - the mutator for targets whose input is a whole ORC file.
 *
 * It changes the footer, whose length in the postscript is then corrected; or, in place,
 * bytes of the postscript, of a stripe's footer or of a stream.
 */
#ifndef FUZZ_MUTATE_ORC_H
#define FUZZ_MUTATE_ORC_H

#include "fuzz.h"
#include "orc/file_reader.h"

/* Mutates bytes in place; if the mutated ones are fewer, the last old ones stay. */
static void mutate_in_place(uint8_t *bytes, size_t size)
{
    uint8_t *copy = exact_copy(slice_of(bytes, size), 0);
    size_t mutated = LLVMFuzzerMutate(copy, size, size);
    memcpy(bytes, copy, mutated);
    free(copy);
}

/* The sizes of the last parts of a file; false if they are not within it. */
static bool measure_tail(const uint8_t *data, size_t size, size_t *postscript_size,
                         size_t *footer_size)
{
    struct orc_postscript postscript = {0};
    struct arena arena = {0};
    struct error error = {0};
    if (size < 8 || (size_t)data[size - 1] + 4 > size)
        return false;
    *postscript_size = data[size - 1];
    enum status status = orc_message_parse(
        &orc_postscript_message,
        slice_of(data + size - 1 - *postscript_size, *postscript_size), &postscript,
        &arena, &error);
    arena_release(&arena);
    *footer_size = (size_t)postscript.footer_length;
    return status == OK && postscript.footer_length <= size - 4 - *postscript_size;
}

/* Copies a postscript without its first field, the footer's length, and appends that. */
static size_t write_postscript(struct slice postscript, size_t footer_size,
                               uint8_t *output)
{
    size_t n = 0;
    uint64_t ignored;
    struct slice rest = postscript;
    if (rest.size > 0 && rest.data[0] == 1 << 3) {
        rest = slice_of(rest.data + 1, rest.size - 1);
        if (!slice_read_varint(&rest, &ignored))
            rest = postscript;
    }
    memcpy(output, rest.data, rest.size);
    n = rest.size;
    /* The last one counts; it is put first, so that this is true the next time, too. */
    uint8_t length[11] = {1 << 3};
    size_t n_length = 1;
    for (; footer_size >= 0x80; footer_size >>= 7)
        length[n_length++] = (uint8_t)(footer_size | 0x80);
    length[n_length++] = (uint8_t)footer_size;
    memmove(output + n_length, output, n);
    memcpy(output, length, n_length);
    return n + n_length;
}

static size_t mutate_footer(uint8_t *data, size_t size, size_t postscript_size,
                            size_t footer_size, size_t max_size)
{
    uint8_t postscript[300];
    size_t end = size - 1 - postscript_size, footer = end - footer_size;
    if (footer + 300 >= max_size || postscript_size > 240)
        return size;
    size_t most = max_size - footer - 300;
    footer_size = footer_size < most ? footer_size : most;
    uint8_t *copy = fuzz_alloc(most);
    memcpy(copy, data + footer, footer_size);
    size_t mutated = LLVMFuzzerMutate(copy, footer_size, most);
    size_t n = write_postscript(slice_of(data + end, postscript_size), mutated,
                                postscript);
    memcpy(data + footer, copy, mutated);
    memcpy(data + footer + mutated, postscript, n);
    data[footer + mutated + n] = (uint8_t)n;
    free(copy);
    return footer + mutated + n + 1;
}

/* Chooses a stripe's footer or a stream; false if the file has none. */
static bool choose_region(const uint8_t *data, size_t size, struct steps *steps,
                          size_t *begin, size_t *n)
{
    struct input_file *input;
    struct orc_file *file;
    struct orc_open_stripe *stripe;
    struct error error = {0};
    const struct orc_file_options options = {0};
    *n = 0;
    REQUIRE(input_file_open_memory(slice_of(data, size), &input, &error) == OK);
    if (orc_file_open(input, &options, &file, &error) != OK) {
        input_file_close(input);
        return false;
    }
    struct orc_context *context = orc_file_context(file);
    uint32_t n_stripes = context->tail->n_stripes;
    uint32_t number = n_stripes > 0 ? step_below(steps, n_stripes) : 0;
    if (n_stripes > 0) {
        const struct orc_stripe *info = &context->tail->stripes[number];
        *begin = (size_t)(info->offset + info->index_length + info->data_length);
        *n = (size_t)info->footer_length;
    }
    if (n_stripes > 0 && step_below(steps, 4) > 0 &&
        orc_stripe_take(context, number, &stripe, &error) == OK) {
        uint32_t n_streams = stripe->first_streams[context->tail->n_types];
        if (n_streams > 0) {
            struct orc_stream_range range = stripe->streams[step_below(steps, n_streams)];
            *begin = (size_t)range.begin;
            *n = (size_t)(range.end - range.begin);
        }
        orc_stripe_give_back(context, stripe);
    }
    orc_file_close(file);
    return *n > 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct steps steps = {seed};
    size_t postscript_size, footer_size, begin = 0, n = 0;
    uint32_t what = step_below(&steps, 16);
    if (what == 0 || !measure_tail(data, size, &postscript_size, &footer_size))
        return LLVMFuzzerMutate(data, size, max_size);
    if (what == 1) {
        mutate_in_place(data, 3); /* choices */
    } else if (what == 2 && postscript_size > 0) {
        mutate_in_place(data + size - 1 - postscript_size, postscript_size);
    } else if (what < 6) {
        return mutate_footer(data, size, postscript_size, footer_size, max_size);
    } else {
        uint8_t *copy = exact_copy(slice_of(data, size), 0);
        memcpy(copy, "ORC", 3);
        if (choose_region(copy, size, &steps, &begin, &n))
            mutate_in_place(data + begin, n);
        free(copy);
    }
    return size;
}

#endif
