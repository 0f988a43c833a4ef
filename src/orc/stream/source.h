/* SPDX-License-Identifier: MIT */
/*
 * source.h - where the bytes of an ORC file come from, and how they are compressed: what
 * the readers of a file's sections and streams share.
 *
 * A section (footer, metadata, stripe footer) and a stream consist of chunks, unless the
 * file is not compressed (the specification, "Compression"):
 *
 *     [compressed size << 1 | is_original, 3 bytes][bytes]
 */
#ifndef ORC_SOURCE_H
#define ORC_SOURCE_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "scan/table_file.h"

struct orc_source {
    struct input_file *input;
    struct codec_context *codecs;
    struct read_totals *totals;
    bool is_compressed;
    enum codec codec;  /* of chunks */
    size_t block_size; /* the most bytes of a decompressed chunk */
};

/* Where a stream's bytes are in the file. */
struct orc_stream_range {
    uint8_t kind; /* enum orc_stream_kind, or ORC_OTHER_STREAM */
    uint64_t begin, end;
};

enum { ORC_OTHER_STREAM = 255, ORC_CHUNK_HEADER = 3 };

struct orc_chunk {
    size_t size; /* of the bytes after the header */
    bool is_original;
};

struct orc_chunk orc_chunk_of(const uint8_t *header);

/* Decompresses the bytes of a chunk into at most block_size bytes at output; *size: how
 * many. */
enum status orc_chunk_decompress(const struct orc_source *source, struct orc_chunk chunk,
                                 struct slice bytes, uint8_t *output, size_t *size,
                                 struct error *error) CHECK_RESULT;

/* Reads and decompresses a section of the file, to the end of an empty buffer.  TOO_BIG
 * above `most` bytes. */
enum status orc_section_read(const struct orc_source *source, uint64_t offset,
                             uint64_t size, size_t most, struct buffer *output,
                             struct error *error) CHECK_RESULT;

#endif
