/* SPDX-License-Identifier: MIT */
#include "parquet/page/page_reader.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/page_header.h"

enum {
    FIRST_READ = 4 * 1024,
    HEADER_READ = 512, /* larger than nearly every page header */
    SMALL_PAGE = 2048, /* reading it costs less than another read */
    MANY_HEADERS_READ = 32 * 1024,
    HEADER_WORK = 400, /* cost of reading one, for interrupt_after() */
    MOST_READ_AHEAD = 256 * 1024,
    /* Pages of at least this size (compressed, stored) are loaded in parts of at least
     * LEAST_PART bytes. */
    LEAST_IN_PART = 16 * 1024,
    LEAST_STORED_IN_PART = 16 * 1024,
    LEAST_PART = 2 * 1024,
    /* The next parts of a stored page. */
    LEAST_READ = 8 * 1024,
    MOST_READ = 256 * 1024,
    /* Compressed bodies of this size are read in parts. */
    LEAST_BODY_IN_PARTS = 16 * 1024,
    /* With sizes_are_short: how far the last page may extend past the chunk's end. */
    END_TOLERANCE = 128,
};

enum status pq_page_reader_start(struct pq_page_reader *reader,
                                 struct pq_page_source *source,
                                 const struct pq_column_chunk *chunk, struct error *error)
{
    const struct pq_column_metadata *metadata = &chunk->metadata;
    /* The dictionary page comes first, but its offset counts only if it is positive and
     * before the data pages: some writers omit it, or write 0 or nonsense.  A chunk
     * without rows may have only a dictionary, and 0 as the offset of its data pages. */
    int64_t start = metadata->data_page_offset;
    int64_t dictionary = metadata->dictionary_page_offset;
    bool has_dictionary = metadata->has_dictionary_page_offset && dictionary > 0 &&
                          (dictionary < start || start == 0);
    start = has_dictionary ? dictionary : start;
    int64_t size = metadata->total_compressed_size;
    if (start < 0 || size < 0 || start > source->data_end ||
        size > source->data_end - start)
        return error_set(error, CORRUPT,
                         "%lld bytes at offset %lld are not within the file",
                         (long long)size, (long long)start);
    *reader = (struct pq_page_reader){.source = source,
                                      .cipher = chunk->cipher,
                                      .has_dictionary = has_dictionary,
                                      .start = start,
                                      .codec = pq_codec(metadata->codec),
                                      .offset = start,
                                      .end = start + size,
                                      .page_offset = start,
                                      .is_first = true};
    return codec_check_supported(reader->codec, error);
}

void pq_page_reader_jump(struct pq_page_reader *reader, int64_t offset, uint32_t ordinal)
{
    reader->offset = reader->page_offset = offset;
    reader->next_ordinal = ordinal;
}

/* Fills the window with the file's bytes from offset on, at least `size` of them.  The
 * caller has checked that they are within the file. */
static enum status fill_window(struct pq_page_source *source, int64_t offset, size_t size,
                               struct error *error)
{
    struct buffer *window = &source->window;
    int64_t at = offset - source->window_offset;
    if (at >= 0 && (uint64_t)at < window->size) {
        window->size -= (size_t)at;
        if (at > 0)
            memmove(window->data, window->data + at, window->size);
    } else {
        window->size = 0;
    }
    source->window_offset = offset;
    if (window->size >= size)
        return OK;
    enum status status = buffer_reserve(window, size, true, error);
    if (status != OK)
        return status;
    status = pq_read_bytes(source, offset + (int64_t)window->size, size - window->size,
                           window->data + window->size, error);
    if (status == OK)
        window->size = size;
    return status;
}

/* How many bytes the window holds from this file offset on. */
static size_t size_in_window(const struct pq_page_source *source, int64_t offset)
{
    int64_t at = offset - source->window_offset;
    if (at < 0 || (uint64_t)at > source->window.size)
        return 0;
    return source->window.size - (size_t)at;
}

/* Pointer to bytes of the file in the window; NULL unless all of them are there. */
static uint8_t *find_in_window(struct pq_page_source *source, int64_t offset, size_t size)
{
    int64_t at = offset - source->window_offset;
    if (at < 0 || size > size_in_window(source, offset))
        return NULL;
    return source->window.data + at;
}

/* Finds `size` bytes in the window, or fills it with at least so many. */
static enum status find_or_fill(struct pq_page_source *source, int64_t offset,
                                size_t size, size_t fill_size, const uint8_t **bytes,
                                struct error *error)
{
    enum status status = OK;
    *bytes = find_in_window(source, offset, size);
    if (*bytes == NULL) {
        status = fill_window(source, offset, fill_size, error);
        *bytes = source->window.data;
    }
    return status;
}

enum status pq_page_reader_locate(const struct pq_page_reader *reader,
                                  struct error *error)
{
    return error_locate(error, "page at %lld", (long long)reader->page_offset);
}

/* The latest file offset at which the last page may end. */
static int64_t last_page_end(const struct pq_page_reader *reader)
{
    int64_t end = reader->end + (reader->source->sizes_are_short ? END_TOLERANCE : 0);
    return end < reader->source->data_end ? end : reader->source->data_end;
}

/* Decrypts a page header.  Before that nothing tells a dictionary page's from a data
 * page's; the metadata does for the first page, but not all writers set it. */
static enum status open_header(const struct pq_page_reader *reader, struct slice sealed,
                               uint8_t *plain, struct error *error)
{
    bool is_first = reader->offset == reader->start, is_authentic = false;
    bool is_dictionary = is_first && reader->has_dictionary;
    enum status status = OK;
    if (is_first)
        status = pq_module_try(reader->cipher,
                               is_dictionary ? PQ_DICTIONARY_PAGE_HEADER_MODULE
                                             : PQ_DATA_PAGE_HEADER_MODULE,
                               0, sealed, plain, &is_authentic, error);
    if (status != OK || is_authentic)
        return status;
    is_dictionary = is_first && !reader->has_dictionary;
    return pq_module_open(reader->cipher,
                          is_dictionary ? PQ_DICTIONARY_PAGE_HEADER_MODULE
                                        : PQ_DATA_PAGE_HEADER_MODULE,
                          reader->next_ordinal, sealed, plain, error);
}

/* Reads, decrypts and parses a page header.  *header_size is the module's size. */
static enum status parse_sealed_header(struct pq_page_reader *reader, size_t size,
                                       size_t *header_size, struct error *error)
{
    struct pq_page_source *source = reader->source;
    struct buffer *plain = &source->header;
    int64_t available = last_page_end(reader) - reader->offset;
    const uint8_t *bytes;
    size_t parsed;
    bool is_cut;
    if (available < PQ_GCM_OVERHEAD)
        return error_set(error, CORRUPT, "%lld bytes are too few for a page header",
                         (long long)available);
    size = available < (int64_t)size ? (size_t)available : size;
    enum status status = find_or_fill(source, reader->offset, PQ_MODULE_LENGTH_SIZE, size,
                                      &bytes, error);
    if (status != OK)
        return status;
    uint64_t module_size = (uint64_t)load_u32(bytes) + PQ_MODULE_LENGTH_SIZE;
    if (module_size > (uint64_t)available || module_size > PQ_MAX_PAGE_HEADER_SIZE)
        return error_set(error, CORRUPT, "an encrypted page header of %llu bytes",
                         (unsigned long long)module_size);
    *header_size = (size_t)module_size;
    source->header_offset = reader->offset;
    plain->size = 0;
    status = find_or_fill(source, reader->offset, *header_size, *header_size, &bytes,
                          error);
    if (status == OK)
        status = buffer_reserve(plain, *header_size, false, error);
    if (status == OK)
        status = open_header(reader, slice_of(bytes, *header_size), plain->data, error);
    if (status != OK)
        return status;
    plain->size = *header_size - PQ_GCM_OVERHEAD;
    return pq_page_header_parse(buffer_slice(plain), &reader->header, &parsed, &is_cut,
                                error);
}

static enum status parse_header(struct pq_page_reader *reader, size_t size,
                                size_t *header_size, struct error *error)
{
    if (reader->cipher != NULL)
        return parse_sealed_header(reader, size, header_size, error);
    struct pq_page_source *source = reader->source;
    int64_t available = last_page_end(reader) - reader->offset;
    /* The previous read often includes this header. */
    size_t have = size_in_window(source, reader->offset), wanted = size;
    if (have > 0)
        size = have < HEADER_READ ? have : HEADER_READ;
    for (;;) {
        bool is_whole = available <= (int64_t)size;
        bool is_cut;
        struct error parse_error = {0};
        if (is_whole)
            size = (size_t)available;
        const uint8_t *bytes = find_in_window(source, reader->offset, size);
        if (bytes == NULL) {
            enum status status = fill_window(source, reader->offset, size, error);
            if (status != OK)
                return status;
            bytes = source->window.data;
        }
        if (pq_page_header_parse(slice_of(bytes, size), &reader->header, header_size,
                                 &is_cut, &parse_error) == OK)
            return OK;
        if (!is_cut || is_whole || size >= PQ_MAX_PAGE_HEADER_SIZE)
            return error_set(error, parse_error.status, "%s", parse_error.message);
        if (size < wanted)
            size = wanted;
        else
            size = size * 4 < PQ_MAX_PAGE_HEADER_SIZE ? size * 4
                                                      : PQ_MAX_PAGE_HEADER_SIZE;
    }
}

/* The module of the current page's body. */
static enum pq_module body_module(const struct pq_page_reader *reader)
{
    return reader->header.type == PQ_DICTIONARY_PAGE ? PQ_DICTIONARY_PAGE_MODULE
                                                     : PQ_DATA_PAGE_MODULE;
}

/* Finds the sizes of the body.  DuckDB's headers have that of the decrypted body. */
static void find_body(struct pq_page_reader *reader)
{
    int32_t size = reader->header.compressed_size;
    reader->stored_size = reader->body_size = size;
    if (reader->cipher == NULL)
        return;
    size_t overhead = pq_module_overhead(reader->cipher, body_module(reader));
    if (reader->cipher->rules->is_duckdb)
        reader->stored_size += (int64_t)overhead;
    else
        reader->body_size = size < (int64_t)overhead ? -1 : size - (int32_t)overhead;
}

static enum status check_header(struct pq_page_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->header;
    if (reader->body_size < 0)
        return error_set(error, CORRUPT, "an encrypted page of %d bytes",
                         header->compressed_size);
    if (reader->stored_size > last_page_end(reader) - reader->body_offset)
        return error_set(error, CORRUPT,
                         "a page of %d bytes extends past the end of the column chunk",
                         header->compressed_size);
    bool is_known = header->type == PQ_DATA_PAGE || header->type == PQ_DATA_PAGE_V2 ||
                    header->type == PQ_DICTIONARY_PAGE;
    if (is_known && !header->has_details)
        return error_set(error, CORRUPT,
                         "a page header without the struct for its page type");
    if (is_known && header->encoding == PQ_NO_ENCODING)
        return error_set(error, CORRUPT, "a page header without an encoding");
    return OK;
}

/* How much to read for the next header.  A compressed body is read into the same window,
 * so the size of the last page is added, unless pages are being skipped, or what was not
 * announced takes a round trip (part_ranges.h).  If only headers are wanted, and the last
 * page was small, one read has many. */
static size_t size_guess(const struct pq_page_reader *reader)
{
    if (reader->headers_only)
        return reader->offset - reader->page_offset <= SMALL_PAGE && !reader->is_first
                   ? MANY_HEADERS_READ
                   : HEADER_READ;
    if (reader->is_first ||
        (reader->header.type == PQ_DICTIONARY_PAGE && !reader->was_loaded))
        return FIRST_READ;
    if (!reader->was_loaded || reader->codec == CODEC_UNCOMPRESSED ||
        input_file_is_far(reader->source->file))
        return HEADER_READ;
    size_t page_size = (size_t)(reader->offset - reader->page_offset);
    return HEADER_READ + (page_size < MOST_READ_AHEAD ? page_size : MOST_READ_AHEAD);
}

enum status pq_page_reader_next(struct pq_page_reader *reader, bool all_types,
                                bool *found, struct error *error)
{
    for (;;) {
        *found = false;
        if (reader->offset >= reader->end)
            return OK;
        size_t header_size = 0;
        size_t guess = size_guess(reader);
        reader->page_offset = reader->offset;
        reader->is_first = reader->was_loaded = false;
        enum status status = interrupt_after(HEADER_WORK, error);
        if (status == OK)
            status = parse_header(reader, guess, &header_size, error);
        reader->body_offset = reader->offset + (int64_t)header_size;
        find_body(reader);
        if (status == OK)
            status = check_header(reader, error);
        if (status != OK)
            return pq_page_reader_locate(reader, error);
        if (reader->source->zero_crc_is_none && reader->header.crc == 0)
            reader->header.has_crc = false;
        /* Its slices point into the window, which moves. */
        reader->header.statistics = (struct pq_statistics){0};
        reader->offset = reader->body_offset + reader->stored_size;
        reader->ordinal = reader->next_ordinal;
        int type = reader->header.type;
        reader->next_ordinal += type == PQ_DATA_PAGE || type == PQ_DATA_PAGE_V2;
        if (all_types || type == PQ_DATA_PAGE || type == PQ_DATA_PAGE_V2 ||
            type == PQ_DICTIONARY_PAGE) {
            *found = true;
            return OK;
        }
    }
}

int64_t pq_page_find_value(struct pq_page_source *source,
                           const struct pq_column_chunk *chunk, uint64_t value)
{
    struct pq_page_reader reader;
    struct error ignored = {0};
    bool found = true;
    if (pq_page_reader_start(&reader, source, chunk, &ignored) != OK)
        return -1;
    while (pq_page_reader_next(&reader, false, &found, &ignored) == OK && found) {
        if (reader.header.type == PQ_DICTIONARY_PAGE)
            continue;
        if (value < (uint64_t)reader.header.num_values)
            return reader.page_offset;
        value -= (uint64_t)reader.header.num_values;
    }
    return -1;
}

struct slice pq_page_reader_header_bytes(const struct pq_page_reader *reader)
{
    size_t size = (size_t)(reader->body_offset - reader->page_offset);
    if (reader->cipher != NULL) /* another reader may have read a header since */
        return reader->source->header_offset == reader->page_offset
                   ? buffer_slice(&reader->source->header)
                   : slice_of(NULL, 0);
    return slice_of(find_in_window(reader->source, reader->page_offset, size), size);
}

/* Reserves memory for a page.  charge_page() charges for it as bytes are filled in. */
static enum status reserve_page(struct buffer *buffer, size_t size, struct error *error)
{
    if (size > PQ_MAX_PAGE_SIZE)
        return error_set(error, TOO_BIG, "a page of %zu bytes, but the maximum is %d",
                         size, PQ_MAX_PAGE_SIZE);
    buffer->size = 0;
    return buffer_reserve_uncharged(buffer, size + PQ_PAGE_SLACK, error);
}

/* The caller calls this before it fills in the first n bytes of a page. */
static enum status charge_page(uint8_t *page, size_t n, struct error *error)
{
    return mem_charge(page, n) ? OK : error_nomem(error);
}

static bool needs_crc(const struct pq_page_reader *reader)
{
    return reader->header.has_crc && reader->source->verify_checksums;
}

static enum status check_crc(const struct pq_page_reader *reader, const uint8_t *body,
                             struct error *error)
{
    const struct pq_page_header *header = &reader->header;
    if (!needs_crc(reader))
        return OK;
    uint32_t crc;
    enum status status = crc32_of_page(slice_of(body, (size_t)reader->stored_size), &crc,
                                       error);
    if (status != OK || crc == header->crc)
        return status;
    return error_set(error, CORRUPT, "checksum is %08x, but the page header says %08x",
                     (unsigned)crc, (unsigned)header->crc);
}

enum status pq_page_reader_check_crc(struct pq_page_reader *reader, bool *is_right,
                                     struct error *error)
{
    size_t size = (size_t)reader->stored_size;
    enum status status = size > PQ_MAX_PAGE_SIZE
                             ? error_set(error, TOO_BIG, "a page of %zu bytes", size)
                             : fill_window(reader->source, reader->body_offset, size,
                                           error);
    uint32_t crc = 0;
    if (status == OK)
        status = crc32_of_page(slice_of(reader->source->window.data, size), &crc, error);
    if (status != OK)
        return pq_page_reader_locate(reader, error);
    *is_right = crc == reader->header.crc;
    return OK;
}

/* ---- Partially decompressed pages ----------------------------------------------- */

void pq_partial_page_end(struct pq_partial_page *partial)
{
    codec_stream_end(&partial->stream);
    if (partial->body.data != NULL) {
        struct buffer *spare = &partial->source->spare;
        if (spare->capacity < partial->body.capacity) {
            struct buffer smaller = *spare;
            *spare = partial->body;
            partial->body = smaller;
        }
        buffer_release(&partial->body);
    }
    *partial = (struct pq_partial_page){.made = partial->made, .size = partial->size};
}

/* Reads bytes of a stored page into its buffer. */
static enum status read_stored(struct pq_partial_page *partial, size_t from, size_t end,
                               struct error *error)
{
    return pq_read_bytes(partial->source, partial->offset + (int64_t)from, end - from,
                         partial->data + from, error);
}

/* Loads the first n bytes of a page or, if its codec cannot stop there, more. */
static enum status load_front(struct pq_partial_page *partial, size_t n,
                              struct error *error)
{
    if (!partial->is_stored)
        n = partial->prefix + codec_stream_most(&partial->stream, n - partial->prefix);
    enum status status = charge_page(partial->data, n, error);
    if (status == OK && partial->is_stored) {
        status = read_stored(partial, partial->made, n, error);
        partial->made = status == OK ? n : partial->made;
    } else if (status == OK) {
        status = codec_stream_need(&partial->stream, n - partial->prefix, error);
        size_t made = partial->prefix + codec_stream_made(&partial->stream);
        if (status == OK) {
            partial->source->totals->bytes_decompressed += made - partial->made;
            partial->made = made;
            status = charge_page(partial->data, made, error);
        }
    }
    return status;
}

/* How much to load after `loaded` bytes: a part of these, so that the number of steps
 * stays small.  Reading is cheaper than decompressing. */
static size_t next_part(const struct pq_partial_page *partial, size_t loaded)
{
    size_t least = partial->is_stored && loaded > 0 ? LEAST_READ : LEAST_PART;
    size_t part = partial->is_stored || partial->is_scanned ? loaded : loaded / 8;
    size_t most = partial->is_stored ? MOST_READ : SIZE_MAX;
    return part < least ? least : part < most ? part : most;
}

enum status pq_partial_page_need(struct pq_partial_page *partial, size_t n,
                                 struct error *error)
{
    if (!partial->is_open || n <= partial->made)
        return OK;
    size_t step = partial->made + next_part(partial, partial->made);
    n = n < step ? step : n;
    n = n > partial->size - partial->size / (partial->is_scanned ? 4 : 8) ? partial->size
                                                                          : n;
    enum status status = load_front(partial, n, error);
    if (status != OK || partial->made == partial->size)
        pq_partial_page_end(partial);
    return status;
}

enum status pq_partial_page_need_part(struct pq_partial_page *partial, size_t from,
                                      size_t end, struct error *error)
{
    if (!partial->is_stored || from <= partial->made + LEAST_PART)
        return pq_partial_page_need(partial, end, error);
    if (from >= partial->part && end <= partial->part_end)
        return OK;
    if (from < partial->part || from > partial->part_end + LEAST_PART)
        partial->part = partial->part_end = from;
    size_t part = next_part(partial, partial->part_end - partial->part);
    if (end - partial->part_end < part)
        end = partial->size - partial->part_end < part ? partial->size
                                                       : partial->part_end + part;
    /* Look-ups back and forth: read it whole rather than again and again. */
    partial->parts_read += end - partial->part_end;
    if (partial->parts_read > partial->size / 2)
        return pq_partial_page_need(partial, partial->size, error);
    enum status status = charge_page(partial->data, end, error);
    if (status == OK)
        status = read_stored(partial, partial->part_end, end, error);
    if (status == OK)
        partial->part_end = end;
    else
        pq_partial_page_end(partial);
    return status;
}

/* Reads more of the body for the stream: n bytes after the prefix in all.  The buffer
 * grows with them, because most bodies are not needed as a whole. */
static enum status load_body(void *argument, size_t n, const uint8_t **input,
                             struct error *error)
{
    struct pq_partial_page *partial = argument;
    struct buffer *body = &partial->body;
    size_t have = body->size, size = partial->prefix + n;
    enum status status = buffer_reserve(body, size, true, error);
    if (status != OK)
        return status;
    *input = body->data + partial->prefix;
    status = pq_read_bytes(partial->source, partial->offset + (int64_t)have, size - have,
                           body->data + have, error);
    if (status == OK)
        body->size = size;
    return status;
}

/* Hands the buffer that holds the body or its beginning, the window or one with decrypted
 * bytes, over to the stream that decompresses it. */
static void open_partial(struct pq_page_reader *reader, struct pq_partial_page *partial,
                         struct buffer *holder, struct slice input, struct buffer *buffer,
                         size_t prefix_size)
{
    struct pq_page_source *source = reader->source;
    size_t n_loaded = holder->size - (size_t)(input.data - holder->data);
    *partial = (struct pq_partial_page){.source = source,
                                        .is_open = true,
                                        .data = buffer->data,
                                        .prefix = prefix_size,
                                        .made = prefix_size,
                                        .size = buffer->size,
                                        .offset = source->window_offset,
                                        .body = *holder};
    *holder = source->spare;
    holder->size = 0;
    source->spare = (struct buffer){0};
    codec_stream_start(&partial->stream, source->codecs, reader->codec, input,
                       buffer->data + prefix_size, buffer->size - prefix_size);
    if (n_loaded < input.size)
        codec_stream_load_later(&partial->stream, n_loaded, load_body, partial);
}

/* ---- Whole pages ----------------------------------------------------------------- */

/* parquet-java (seen up to 1.17.0) leaves the levels of v2 pages in plain and encrypts
 * only the values.  Returns the size of such levels, which the module's length tells. */
static size_t size_of_plain_levels(const struct pq_page_reader *reader,
                                   const uint8_t *body)
{
    const struct pq_page_header *header = &reader->header;
    int64_t size = reader->stored_size, levels_size = 0;
    if (header->type == PQ_DATA_PAGE_V2)
        levels_size = (int64_t)header->repetition_size + header->definition_size;
    if (levels_size == 0 || (int64_t)load_u32(body) + PQ_MODULE_LENGTH_SIZE == size)
        return 0;
    bool is_module = (int64_t)load_u32(body + levels_size) + PQ_MODULE_LENGTH_SIZE ==
                     size - levels_size;
    return is_module ? (size_t)levels_size : 0;
}

/* Reads the current page's encrypted body and decrypts it to the body_size bytes at
 * `plain`. */
static enum status open_body(struct pq_page_reader *reader, uint8_t *plain,
                             struct error *error)
{
    struct pq_page_source *source = reader->source;
    size_t size = (size_t)reader->stored_size;
    const uint8_t *body;
    enum status status = find_or_fill(source, reader->body_offset, size, size, &body,
                                      error);
    if (status == OK)
        status = check_crc(reader, body, error);
    if (status != OK)
        return status;
    size_t levels_size = size_of_plain_levels(reader, body);
    memcpy(plain, body, levels_size);
    return pq_module_open(reader->cipher, body_module(reader), reader->ordinal,
                          slice_of(body + levels_size, size - levels_size),
                          plain + levels_size, error);
}

/* Loads an uncompressed body directly into buffer.  Bytes that were read together with
 * the header are copied from the window. */
static enum status load_plain(struct pq_page_reader *reader, struct buffer *buffer,
                              struct pq_partial_page *partial, struct error *error)
{
    struct pq_page_source *source = reader->source;
    size_t size = (size_t)reader->body_size;
    enum status status = reserve_page(buffer, size, error);
    if (status != OK)
        return status;
    if (reader->cipher != NULL) {
        buffer->size = size;
        status = charge_page(buffer->data, size, error);
        return status == OK ? open_body(reader, buffer->data, error) : status;
    }
    int64_t window_end = source->window_offset + (int64_t)source->window.size;
    size_t have = 0;
    if (reader->body_offset >= source->window_offset &&
        reader->body_offset < window_end) {
        have = (size_t)(window_end - reader->body_offset);
        have = have < size ? have : size;
        memcpy(buffer->data, find_in_window(source, reader->body_offset, have), have);
    }
    if (partial != NULL && !needs_crc(reader) && size >= LEAST_STORED_IN_PART &&
        have < size) {
        buffer->size = size;
        *partial = (struct pq_partial_page){.source = source,
                                            .is_open = true,
                                            .is_stored = true,
                                            .offset = reader->body_offset,
                                            .data = buffer->data,
                                            .made = have,
                                            .size = size};
        return OK;
    }
    status = charge_page(buffer->data, size, error);
    if (status == OK && have < size)
        status = pq_read_bytes(source, reader->body_offset + (int64_t)have, size - have,
                               buffer->data + have, error);
    if (status == OK)
        status = check_crc(reader, buffer->data, error);
    buffer->size = size;
    return status;
}

/* Loads a compressed body.  Its first prefix_size bytes, the levels of a v2 page, are not
 * compressed. */
static enum status load_compressed(struct pq_page_reader *reader, struct buffer *buffer,
                                   struct pq_partial_page *partial, size_t prefix_size,
                                   struct error *error)
{
    struct pq_page_source *source = reader->source;
    struct buffer *holder = &source->window;
    size_t size = (size_t)reader->body_size;
    size_t output_size = (size_t)reader->header.uncompressed_size;
    enum status status = reserve_page(buffer, output_size, error);
    if (status == OK && size > PQ_MAX_PAGE_SIZE)
        status = error_set(error, TOO_BIG, "a page of %zu bytes", size);
    if (status != OK)
        return status;
    bool is_partial = partial != NULL && output_size >= LEAST_IN_PART;
    const uint8_t *body;
    if (reader->cipher != NULL) {
        holder = &source->body;
        status = buffer_reserve(holder, size > 0 ? size : 1, false, error);
        if (status == OK)
            status = open_body(reader, holder->data, error);
        holder->size = size;
        body = holder->data;
    } else {
        bool in_parts = is_partial && !needs_crc(reader) && size >= LEAST_BODY_IN_PARTS;
        status = find_or_fill(source, reader->body_offset, size,
                              in_parts ? prefix_size : size, &body, error);
        if (status == OK && !in_parts)
            status = check_crc(reader, body, error);
    }
    if (status != OK)
        return status;
    if (prefix_size > 0)
        memcpy(buffer->data, body, prefix_size);
    buffer->size = output_size;
    if (size == prefix_size) {
        /* No compressed bytes: do not pass an empty block to the codec. */
        buffer->size = prefix_size;
        return OK;
    }
    /* Nothing may be loaded of a page that is read in parts. */
    if (prefix_size > 0)
        body += prefix_size;
    struct slice input = slice_of(body, size - prefix_size);
    if (is_partial) {
        open_partial(reader, partial, holder, input, buffer, prefix_size);
        return OK;
    }
    status = charge_page(buffer->data, output_size, error);
    if (status != OK)
        return status;
    source->totals->bytes_decompressed += output_size - prefix_size;
    return codec_decompress(source->codecs, reader->codec, input,
                            buffer->data + prefix_size, output_size - prefix_size, error);
}

/* Checks the level sizes of a v2 page; *levels_size is their sum. */
static enum status check_v2_sizes(const struct pq_page_reader *reader,
                                  size_t *levels_size, struct error *error)
{
    const struct pq_page_header *header = &reader->header;
    int64_t sum = (int64_t)header->repetition_size + header->definition_size;
    if (header->repetition_size < 0 || header->definition_size < 0 ||
        sum > reader->body_size || sum > header->uncompressed_size)
        return error_set(error, CORRUPT,
                         "levels of %d and %d bytes extend past the end of the page",
                         header->repetition_size, header->definition_size);
    *levels_size = (size_t)sum;
    return OK;
}

static enum status load(struct pq_page_reader *reader, struct buffer *buffer,
                        struct pq_partial_page *partial, struct pq_page *page,
                        struct error *error)
{
    const struct pq_page_header *header = &reader->header;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    bool is_compressed = reader->codec != CODEC_UNCOMPRESSED;
    size_t levels_size = 0;
    enum status status = OK;
    reader->was_loaded = true;
    if (is_v2) {
        status = check_v2_sizes(reader, &levels_size, error);
        if (!header->is_compressed && !reader->source->v2_flag_is_wrong)
            is_compressed = false;
    }
    if (status == OK && !is_compressed && reader->body_size != header->uncompressed_size)
        status = error_set(error, CORRUPT,
                           "%d bytes stored uncompressed, but the page header says %d",
                           (int)reader->body_size, header->uncompressed_size);
    if (status == OK)
        status = is_compressed
                     ? load_compressed(reader, buffer, partial, levels_size, error)
                     : load_plain(reader, buffer, partial, error);
    if (status != OK)
        return pq_page_reader_locate(reader, error);
    size_t repetition_size = is_v2 ? (size_t)header->repetition_size : 0;
    page->repetition_levels = slice_of(buffer->data, repetition_size);
    page->definition_levels = slice_of(buffer->data + repetition_size,
                                       levels_size - repetition_size);
    page->data = slice_of(buffer->data + levels_size, buffer->size - levels_size);
    return OK;
}

enum status pq_page_reader_load(struct pq_page_reader *reader, struct buffer *buffer,
                                struct pq_page *page, struct error *error)
{
    return load(reader, buffer, NULL, page, error);
}

enum status pq_page_reader_load_front(struct pq_page_reader *reader,
                                      struct buffer *buffer,
                                      struct pq_partial_page *partial,
                                      struct pq_page *page, struct error *error)
{
    pq_partial_page_end(partial);
    enum status status = load(reader, buffer, partial, page, error);
    if (!partial->is_open)
        partial->made = partial->size = buffer->size;
    return status;
}
