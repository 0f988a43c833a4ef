/* SPDX-License-Identifier: MIT */
/*
 * byte_stream.h - the decompressed bytes of a stream, through a window that moves
 * forward.
 *
 *     chunks of the stream     [ chunk ][ chunk ][ chunk ] ...
 *     window                      [....unread...]
 *
 * The reader asks for as many contiguous bytes as it needs next (orc_bytes_need), and
 * takes them from the front of `window`.  Bytes that it has not taken yet stay when the
 * next chunk is decompressed, so a value may lie in several chunks.
 */
#ifndef ORC_BYTE_STREAM_H
#define ORC_BYTE_STREAM_H

#include "orc/stream/source.h"

/* A zeroed struct is an empty stream and may be released. */
struct orc_byte_stream {
    const struct orc_source *source; /* NULL: the stripe has no such stream */
    struct orc_stream_range range;   /* of the stream, in the file */
    uint64_t next;                   /* in the file, after the bytes in `raw` */
    struct slice window;             /* decompressed and not taken */
    struct buffer bytes;             /* that the window is in */
    struct buffer raw;               /* as in the file */
    size_t raw_at;                   /* bytes of it that are used */
    size_t read_size;                /* of the next read from the file */
    uint64_t chunk;                  /* in the file, where the last chunk begins */
};

/* Opens a stream, which is within the file.  Keeps memory. */
void orc_bytes_start(struct orc_byte_stream *stream, const struct orc_source *source,
                     struct orc_stream_range range);
void orc_bytes_release(struct orc_byte_stream *stream);

/* Prepends the stream's kind and the offset in the file to an error: that of the chunk,
 * without compression that of the next byte.  Returns the error's status. */
enum status orc_bytes_locate(const struct orc_byte_stream *stream, struct error *error);

/* The functions below locate their errors.
 *
 * Makes the window at least n bytes long, or to the end of the stream if that is nearer.
 * What was taken before becomes invalid. */
enum status orc_bytes_need_more(struct orc_byte_stream *stream, size_t n,
                                struct error *error) CHECK_RESULT;

static inline CHECK_RESULT enum status orc_bytes_need(struct orc_byte_stream *stream,
                                                      size_t n, struct error *error)
{
    return stream->window.size >= n ? OK : orc_bytes_need_more(stream, n, error);
}

/* Takes n contiguous bytes; CORRUPT if the stream has fewer. */
enum status orc_bytes_take(struct orc_byte_stream *stream, size_t n, struct slice *taken,
                           struct error *error) CHECK_RESULT;
enum status orc_bytes_skip(struct orc_byte_stream *stream, uint64_t n,
                           struct error *error) CHECK_RESULT;

/* Whether all bytes are taken.  May decompress the next chunk. */
enum status orc_bytes_is_at_end(struct orc_byte_stream *stream, bool *is_at_end,
                                struct error *error) CHECK_RESULT;

/* The same without decompressing, so that what was taken stays valid: chunks that are
 * left are taken to have bytes. */
static inline bool orc_bytes_are_left(const struct orc_byte_stream *stream)
{
    bool has_chunk = stream->source != NULL && stream->source->is_compressed &&
                     stream->raw_at < stream->raw.size;
    return stream->window.size > 0 || has_chunk || stream->next < stream->range.end;
}

/* Where a reader is in a stream. */
struct orc_stream_end {
    struct orc_byte_stream *stream;
    uint32_t n_left; /* values that are decoded and not read */
};

/* Moves to a position of the row index: `chunk` is the offset of a chunk in the stream,
 * and `offset` a number of bytes in it.  Without compression, there is no chunk (0). */
enum status orc_bytes_seek(struct orc_byte_stream *stream, uint64_t chunk,
                           uint64_t offset, struct error *error) CHECK_RESULT;

#endif
