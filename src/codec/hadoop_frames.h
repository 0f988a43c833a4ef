/* SPDX-License-Identifier: MIT */
/*
 * hadoop_frames.h - the frames in which Hadoop writes the blocks of codecs that have no
 * format of their own (LZ4, LZO), any number of
 *
 *     [uncompressed size, 4 bytes big-endian][compressed size, 4 bytes big-endian][block]
 *
 * where the uncompressed size may be followed by several compressed blocks that add up to
 * it.
 */
#ifndef CODEC_HADOOP_FRAMES_H
#define CODEC_HADOOP_FRAMES_H

#include "base/slice.h"

/* Decompresses a block into at most `capacity` bytes; returns how many it made, or -1 if
 * it is damaged or makes more. */
typedef int hadoop_block_decompress(struct slice block, uint8_t *output, size_t capacity);

/* True if the input is exactly frames that make output_size bytes. */
bool hadoop_frames_decompress(struct slice input, hadoop_block_decompress *decompress,
                              uint8_t *output, size_t output_size);

#endif
