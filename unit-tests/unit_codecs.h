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
