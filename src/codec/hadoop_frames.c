/* SPDX-License-Identifier: MIT */
#include "codec/hadoop_frames.h"

#include "base/interrupt.h"

enum { FRAME_WORK = 10 /* in bytes */ };

bool hadoop_frames_decompress(struct slice input, hadoop_block_decompress *decompress,
                              uint8_t *output, size_t output_size)
{
    while (input.size > 0) {
        struct slice header;
        if (!slice_take(&input, 4, &header) || interrupt_stops(FRAME_WORK))
            return false;
        size_t frame_left = load_u32_big_endian(header.data);
        if (frame_left > output_size)
            return false;
        output_size -= frame_left;
        while (frame_left > 0) {
            struct slice block;
            if (!slice_take(&input, 4, &header) ||
                !slice_take(&input, load_u32_big_endian(header.data), &block))
                return false;
            int produced = decompress(block, output, frame_left);
            if (produced <= 0 || interrupt_stops((size_t)produced))
                return false;
            output += produced;
            frame_left -= (size_t)produced;
        }
    }
    return output_size == 0;
}
