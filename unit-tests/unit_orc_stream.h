/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_stream.h - one stream of an ORC file in memory, between bytes that do not
 * belong to it.
 */
#ifndef UNIT_ORC_STREAM_H
#define UNIT_ORC_STREAM_H

#include "orc/stream/run_readers.h"
#include "unit_orc.h"

struct stream_file {
    uint8_t *copy;
    struct codec_context *codecs;
    struct read_totals totals;
    struct orc_source source;
    struct orc_stream_range range;
};

enum { BYTES_BEFORE = 5, BYTES_AFTER = 7 };

/* The stream has these bytes, as they are in the file. */
static inline void open_raw_stream(struct stream_file *file,
                                   enum orc_compression compression, size_t block_size,
                                   struct slice stream)
{
    struct bytes bytes = {0};
    struct error error = {0};
    bytes_put(&bytes, "\xff\xff\xff\xff\xff", BYTES_BEFORE);
    bytes_put(&bytes, stream.data, stream.size);
    bytes_put(&bytes, "\xff\xff\xff\xff\xff\xff\xff", BYTES_AFTER);
    *file = (struct stream_file){.copy = exact_copy(bytes.data, bytes.size),
                                 .codecs = codec_context_new()};
    file->range = (struct orc_stream_range){ORC_DATA, BYTES_BEFORE,
                                            BYTES_BEFORE + stream.size};
    file->source = (struct orc_source){.codecs = file->codecs,
                                       .totals = &file->totals,
                                       .is_compressed = compression !=
                                                        ORC_COMPRESSION_NONE,
                                       .codec = orc_codec(compression),
                                       .block_size = block_size};
    CHECK(input_file_open_memory(slice_of(file->copy, bytes.size), &file->source.input,
                                 &error) == OK);
    bytes_free(&bytes);
}

static inline void close_stream(struct stream_file *file)
{
    input_file_close(file->source.input);
    codec_context_free(file->codecs);
    free(file->copy);
}

/* How the contents of a stream are stored. */
struct layout {
    enum orc_compression compression;
    size_t block_size, step;
    bool is_original;
};

static const struct layout stream_layouts[] = {
    {ORC_COMPRESSION_NONE, ORC_DEFAULT_BLOCK, 0, false},
    {ORC_COMPRESSION_ZLIB, ORC_DEFAULT_BLOCK, 0, false},
    {ORC_COMPRESSION_ZLIB, 1000, 1000, false},
    {ORC_COMPRESSION_ZLIB, 1000, 1000, true},
    {ORC_COMPRESSION_ZLIB, 64, 1, false}, /* one byte in each chunk */
    {ORC_COMPRESSION_SNAPPY, 64, 1, true},
    {ORC_COMPRESSION_SNAPPY, 4096, 777, false},
    {ORC_COMPRESSION_ZSTD, 7, 7, false},
    {ORC_COMPRESSION_LZ4, 100, 13, false}};
enum { N_LAYOUTS = sizeof stream_layouts / sizeof *stream_layouts };

static inline bool layout_is_possible(const struct layout *layout)
{
    struct error error = {0};
    return codec_check_supported(orc_codec(layout->compression), &error) == OK;
}

static inline void open_stream(struct stream_file *file, const struct layout *layout,
                               struct slice contents)
{
    static struct orc_spec spec;
    struct bytes stream = {0};
    spec.compression = layout->compression;
    spec.block_size = layout->block_size;
    orc_put_section(&spec, &stream, contents, layout->step, layout->is_original);
    open_raw_stream(file, layout->compression, layout->block_size, bytes_slice(&stream));
    bytes_free(&stream);
}

/* The positions of byte `at` of the contents; returns how many. */
static inline uint32_t stream_position(const struct layout *layout, struct slice contents,
                                       size_t at, uint64_t *positions)
{
    static struct orc_spec spec;
    struct orc_stream_spec stream = {.chunk = layout->step,
                                     .is_original = layout->is_original};
    spec.compression = layout->compression;
    spec.block_size = layout->block_size;
    bytes_put(&stream.bytes, contents.data, contents.size);
    uint32_t n = (uint32_t)orc_position_of(&spec, &stream, at, positions);
    bytes_free(&stream.bytes);
    return n;
}

#endif
