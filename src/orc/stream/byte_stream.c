/* SPDX-License-Identifier: MIT */
#include "orc/stream/byte_stream.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "orc/format/orc_format.h"

enum {
    FIRST_READ = 32 * 1024, /* a look-up may need no more */
    MOST_READ = 256 * 1024,
    CHUNK_WORK = 100, /* in bytes */
};

void orc_bytes_start(struct orc_byte_stream *stream, const struct orc_source *source,
                     struct orc_stream_range range)
{
    stream->source = source;
    stream->range = range;
    stream->next = stream->chunk = range.begin;
    stream->window = slice_of(stream->bytes.data, 0);
    stream->raw.size = stream->raw_at = 0;
    stream->read_size = FIRST_READ;
}

void orc_bytes_release(struct orc_byte_stream *stream)
{
    buffer_release(&stream->bytes);
    buffer_release(&stream->raw);
    *stream = (struct orc_byte_stream){0};
}

/* Loads at least n unused bytes of the file into `raw`, or to the end of the stream. */
static enum status load_raw(struct orc_byte_stream *stream, size_t n, struct error *error)
{
    size_t unused = stream->raw.size - stream->raw_at;
    uint64_t left = stream->range.end - stream->next;
    if (unused >= n || left == 0)
        return OK;
    size_t wanted = n - unused;
    if (wanted < stream->read_size)
        wanted = stream->read_size;
    if (wanted > left)
        wanted = (size_t)left;
    stream->read_size = stream->read_size * 2 < MOST_READ ? stream->read_size * 2
                                                          : MOST_READ;
    if (unused > 0)
        memmove(stream->raw.data, stream->raw.data + stream->raw_at, unused);
    stream->raw.size = unused;
    stream->raw_at = 0;
    enum status status = buffer_reserve(&stream->raw, unused + wanted, true, error);
    if (status == OK)
        status = input_file_read_at(stream->source->input, (int64_t)stream->next, wanted,
                                    stream->raw.data + unused, error);
    if (status != OK)
        return status;
    stream->raw.size += wanted;
    stream->next += wanted;
    return OK;
}

/* Moves the window to the front of its buffer, with room for another chunk after it.
 * Only what the chunk fills is charged: most chunks of a wide file are small. */
static enum status make_room(struct orc_byte_stream *stream, struct error *error)
{
    size_t kept = stream->window.size, block = stream->source->block_size;
    /* Twice as much if much is kept, so that long values are not moved often. */
    size_t capacity = kept + (kept > block ? kept : block);
    struct buffer larger = {0}, *bytes = &stream->bytes;
    if (kept + block > bytes->capacity) {
        enum status status = buffer_reserve_uncharged(&larger, capacity, error);
        if (status != OK)
            return status;
        if (!mem_charge(larger.data, kept)) {
            buffer_release(&larger);
            return error_nomem(error);
        }
    }
    uint8_t *front = larger.data != NULL ? larger.data : bytes->data;
    if (kept > 0)
        memmove(front, stream->window.data, kept);
    if (larger.data != NULL) {
        buffer_release(bytes);
        *bytes = larger;
    }
    bytes->size = kept;
    stream->window = slice_of(bytes->data, kept);
    return OK;
}

enum status orc_bytes_locate(const struct orc_byte_stream *stream, struct error *error)
{
    uint64_t at = stream->chunk;
    if (error->status == OK || status_is_external(error->status))
        return error->status;
    if (stream->source != NULL && !stream->source->is_compressed)
        at = stream->next - stream->window.size;
    return error_locate(error, "stream %s at %llu",
                        orc_stream_kind_name(stream->range.kind), (unsigned long long)at);
}

static enum status append_chunk(struct orc_byte_stream *stream, struct error *error)
{
    const struct orc_source *source = stream->source;
    size_t made;
    enum status status = load_raw(stream, ORC_CHUNK_HEADER, error);
    if (status != OK)
        return status;
    if (stream->raw.size - stream->raw_at < ORC_CHUNK_HEADER)
        return error_set(error, CORRUPT, "the header of a chunk is truncated");
    struct orc_chunk chunk = orc_chunk_of(stream->raw.data + stream->raw_at);
    stream->chunk = stream->next - (stream->raw.size - stream->raw_at);
    status = load_raw(stream, ORC_CHUNK_HEADER + chunk.size, error);
    if (status != OK)
        return status;
    size_t loaded = stream->raw.size - stream->raw_at - ORC_CHUNK_HEADER;
    if (loaded < chunk.size)
        return error_set(error, CORRUPT, "a chunk claims %zu bytes, but only %zu follow",
                         chunk.size, loaded);
    status = make_room(stream, error);
    if (status != OK)
        return status;
    struct slice body = slice_of(stream->raw.data + stream->raw_at + ORC_CHUNK_HEADER,
                                 chunk.size);
    status = orc_chunk_decompress(source, chunk, body,
                                  stream->bytes.data + stream->bytes.size, &made, error);
    if (status != OK)
        return status;
    if (!mem_charge(stream->bytes.data, stream->bytes.size + made))
        return error_nomem(error);
    stream->raw_at += ORC_CHUNK_HEADER + chunk.size;
    stream->bytes.size += made;
    stream->window.size += made;
    source->totals->pages_read++;
    return interrupt_after(CHUNK_WORK, error);
}

/* Without compression, the window is in `raw`. */
static enum status extend_raw_window(struct orc_byte_stream *stream, size_t n,
                                     struct error *error)
{
    uint64_t before = stream->next;
    stream->raw_at = stream->raw.size - stream->window.size;
    enum status status = load_raw(stream, n, error);
    if (status != OK)
        return status;
    stream->window = slice_of(stream->raw.data, stream->raw.size);
    if (stream->raw_at > 0)
        stream->window = slice_of(stream->raw.data + stream->raw_at,
                                  stream->raw.size - stream->raw_at);
    stream->source->totals->pages_read += stream->next > before;
    return OK;
}

enum status orc_bytes_need_more(struct orc_byte_stream *stream, size_t n,
                                struct error *error)
{
    enum status status = OK;
    if (stream->source == NULL)
        return OK;
    if (!stream->source->is_compressed)
        status = extend_raw_window(stream, n, error);
    while (status == OK && stream->source->is_compressed && stream->window.size < n &&
           (stream->raw_at < stream->raw.size || stream->next < stream->range.end))
        status = append_chunk(stream, error);
    return status == OK ? OK : orc_bytes_locate(stream, error);
}

enum status orc_bytes_take(struct orc_byte_stream *stream, size_t n, struct slice *taken,
                           struct error *error)
{
    enum status status = orc_bytes_need(stream, n, error);
    if (status != OK || slice_take(&stream->window, n, taken))
        return status;
    error_set(error, CORRUPT, "%zu more bytes expected, %zu left", n,
              stream->window.size);
    return orc_bytes_locate(stream, error);
}

/* Without compression, bytes that are not loaded need not be read. */
static void jump(struct orc_byte_stream *stream, uint64_t *n)
{
    uint64_t left = stream->range.end - stream->next;
    if (stream->source == NULL || stream->source->is_compressed ||
        *n <= stream->window.size || *n - stream->window.size > left)
        return;
    stream->next += *n - stream->window.size;
    stream->window = slice_of(stream->raw.data, 0);
    stream->raw.size = stream->raw_at = 0;
    *n = 0;
}

enum status orc_bytes_skip(struct orc_byte_stream *stream, uint64_t n,
                           struct error *error)
{
    jump(stream, &n);
    while (n > 0) {
        struct slice passed;
        enum status status = orc_bytes_need(stream, 1, error);
        if (status != OK)
            return status;
        if (stream->window.size == 0) {
            error_set(error, CORRUPT, "%llu more bytes expected, 0 left",
                      (unsigned long long)n);
            return orc_bytes_locate(stream, error);
        }
        size_t step = n < stream->window.size ? (size_t)n : stream->window.size;
        if (slice_take(&stream->window, step, &passed))
            n -= step;
    }
    return OK;
}

enum status orc_bytes_is_at_end(struct orc_byte_stream *stream, bool *is_at_end,
                                struct error *error)
{
    enum status status = orc_bytes_need(stream, 1, error);
    *is_at_end = stream->window.size == 0;
    return status;
}

enum status orc_bytes_seek(struct orc_byte_stream *stream, uint64_t chunk,
                           uint64_t offset, struct error *error)
{
    struct orc_stream_range range = stream->range;
    uint64_t size = range.end - range.begin;
    bool is_compressed = stream->source != NULL && stream->source->is_compressed;
    uint64_t to = is_compressed ? chunk : offset;
    if (stream->source == NULL)
        return chunk == 0 && offset == 0
                   ? OK
                   : error_set(error, CORRUPT,
                               "the row index has a position in a missing stream");
    if (to > size) {
        error_set(error, CORRUPT,
                  "the row index has the position %llu in a stream of %llu bytes",
                  (unsigned long long)to, (unsigned long long)size);
        return orc_bytes_locate(stream, error);
    }
    if (is_compressed && offset > stream->source->block_size) {
        error_set(error, CORRUPT,
                  "the row index has the position %llu in a chunk of at most %zu bytes",
                  (unsigned long long)offset, stream->source->block_size);
        return orc_bytes_locate(stream, error);
    }
    orc_bytes_start(stream, stream->source, range);
    stream->next = stream->chunk = range.begin + to;
    return is_compressed ? orc_bytes_skip(stream, offset, error) : OK;
}
