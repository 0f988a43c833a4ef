/* SPDX-License-Identifier: MIT */
/*
 * unit_codecs.h - sets of codecs to loop over, made from codec_list.h, so that they
 * include new codecs.
 *
 *     struct codec_set written = codecs_that(are_written);
 *     for (size_t i = 0; i < written.n; i++)
 *         test_with(written.codecs[i]);
 */
#ifndef UNIT_CODECS_H
#define UNIT_CODECS_H

#include "codec/codec.h"
#include "parquet/format/format_enums.h"

struct codec_set {
    enum codec codecs[CODEC_UNKNOWN];
    size_t n;
};

static inline bool are_read(enum codec codec)
{
    return codec_check_supported(codec, &(struct error){0}) == OK;
}

static inline bool are_written(enum codec codec)
{
    return codec_check_compresses(codec, &(struct error){0}) == OK;
}

/* Whether decompression can stop in the middle of a block. */
static inline bool are_read_in_steps(enum codec codec)
{
    return are_read(codec) && codec_decompresses_in_steps(codec);
}

/* Whether blocks are as large as their contents.  Tests that by compressing, like the
 * next function; false if the codec is not written. */
static inline bool keeps_sizes(enum codec codec)
{
    static const uint8_t zeros[1000];
    struct codec_context *fresh = codec_context_new();
    struct buffer block = {0};
    bool is_kept = codec_compress(fresh, codec, CODEC_DEFAULT_LEVEL,
                                  slice_of(zeros, sizeof zeros), &block,
                                  &(struct error){0}) == OK &&
                   block.size == sizeof zeros;
    buffer_release(&block);
    codec_context_free(fresh);
    return is_kept;
}

/* Whether zeros after the end of a block are accepted. */
static inline bool allows_zeros_after(enum codec codec)
{
    struct codec_context *fresh = codec_context_new();
    struct buffer block = {0};
    struct error error = {0};
    uint8_t output[5];
    bool is_allowed = codec_compress(fresh, codec, CODEC_DEFAULT_LEVEL,
                                     slice_of("hello", 5), &block, &error) == OK &&
                      buffer_append(&block, "\0\0\0", 3, &error) == OK &&
                      codec_decompress(fresh, codec, buffer_slice(&block), output,
                                       sizeof output, &error) == OK;
    buffer_release(&block);
    codec_context_free(fresh);
    return is_allowed;
}

static inline struct codec_set codecs_that(bool (*belong)(enum codec))
{
    struct codec_set set = {.n = 0};
    for (int codec = 0; codec < CODEC_UNKNOWN; codec++) {
        if (belong((enum codec)codec))
            set.codecs[set.n++] = (enum codec)codec;
    }
    return set;
}

/* The least number that is not the id of a codec in Parquet. */
static inline int unknown_compression(void)
{
    int number = 0;
    while (pq_codec(number) != CODEC_UNKNOWN)
        number++;
    return number;
}

#endif
