/* SPDX-License-Identifier: MIT */
#include "orc/stream/source.h"

struct orc_chunk orc_chunk_of(const uint8_t *header)
{
    uint32_t bits = header[0] | (uint32_t)header[1] << 8 | (uint32_t)header[2] << 16;
    return (struct orc_chunk){.size = bits >> 1, .is_original = bits & 1};
}

enum status orc_chunk_decompress(const struct orc_source *source, struct orc_chunk chunk,
                                 struct slice bytes, uint8_t *output, size_t *size,
                                 struct error *error)
{
    enum status status = OK;
    *size = 0;
    if (!chunk.is_original) {
        status = codec_decompress_chunk(source->codecs, source->codec, bytes, output,
                                        source->block_size, size, error);
    } else if (bytes.size > source->block_size) {
        status = error_set(error, CORRUPT,
                           "a chunk of %zu bytes, but chunks have at most %zu",
                           bytes.size, source->block_size);
    } else if (bytes.size > 0) {
        memcpy(output, bytes.data, bytes.size);
        *size = bytes.size;
    }
    if (source->totals != NULL)
        source->totals->bytes_decompressed += *size;
    return status;
}

static enum status decompress_section(const struct orc_source *source, struct slice bytes,
                                      size_t most, struct buffer *output,
                                      struct error *error)
{
    struct slice header, body;
    if (!source->is_compressed)
        return buffer_append(output, bytes.data, bytes.size, error);
    while (bytes.size > 0) {
        size_t made;
        if (!slice_take(&bytes, ORC_CHUNK_HEADER, &header))
            return error_set(error, CORRUPT, "the header of a chunk is truncated");
        struct orc_chunk chunk = orc_chunk_of(header.data);
        if (!slice_take(&bytes, chunk.size, &body))
            return error_set(error, CORRUPT,
                             "a chunk claims %zu bytes, but only %zu follow", chunk.size,
                             bytes.size);
        enum status status = buffer_reserve(output, output->size + source->block_size,
                                            true, error);
        if (status == OK)
            status = orc_chunk_decompress(source, chunk, body,
                                          output->data + output->size, &made, error);
        if (status != OK)
            return status;
        output->size += made;
        if (output->size > most)
            return error_set(error, TOO_BIG, "more than %zu bytes of metadata", most);
    }
    return OK;
}

enum status orc_section_read(const struct orc_source *source, uint64_t offset,
                             uint64_t size, size_t most, struct buffer *output,
                             struct error *error)
{
    struct buffer raw = {0};
    uint64_t file_size = (uint64_t)input_file_size(source->input);
    if (offset > file_size || size > file_size - offset)
        return error_set(error, CORRUPT, "%llu bytes at %llu are not within the file",
                         (unsigned long long)size, (unsigned long long)offset);
    if (size > most)
        return error_set(error, TOO_BIG, "%llu bytes of metadata",
                         (unsigned long long)size);
    enum status status = buffer_reserve(&raw, (size_t)size, false, error);
    if (status == OK && size > 0)
        status = input_file_read_at(source->input, (int64_t)offset, (size_t)size,
                                    raw.data, error);
    raw.size = (size_t)size;
    if (status == OK)
        status = decompress_section(source, buffer_slice(&raw), most, output, error);
    buffer_release(&raw);
    return status;
}
