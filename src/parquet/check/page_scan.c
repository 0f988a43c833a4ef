/* SPDX-License-Identifier: MIT */
#include "parquet/check/page_scan.h"

#include "base/hash.h"
#include "base/interrupt.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/page_header.h"

enum {
    MAGIC_SIZE = 4,
    WINDOW = 1 << 20,
    SEARCHED = 1 << 12, /* bytes per read */
    LEAST_HEADER = 8,
    USUAL_HEADER = 1 << 10,
    MOST_HEADER = 1 << 16,
    /* Limit for pages without a checksum: bytes, both stored and decompressed. */
    MOST_PAGE = 256 << 20,
    /* Limit for the bytes of bodies examined, as a multiple of the file's size. */
    MOST_EXAMINED = 16,
    LEAST_EXAMINED = 64 << 20,
};

void pq_page_scan_release(struct pq_page_scan *scan)
{
    buffer_release(&scan->window);
    buffer_release(&scan->output);
}

static int64_t file_size(const struct pq_page_scan *scan)
{
    return input_file_size(scan->input);
}

/* Returns the file's bytes from an offset on: `size` of them, or fewer at its end; valid
 * until the next call. */
static enum status see(struct pq_page_scan *scan, int64_t offset, size_t size,
                       struct slice *bytes, struct error *error)
{
    int64_t left = file_size(scan) - offset;
    int64_t at = offset - scan->window_offset;
    enum status status = OK;
    size = left < (int64_t)size ? (size_t)left : size;
    if (at < 0 || (uint64_t)at > scan->window.size ||
        size > scan->window.size - (size_t)at) {
        size_t most = left < WINDOW ? (size_t)left : WINDOW;
        most = most > size ? most : size;
        status = buffer_reserve(&scan->window, most, false, error);
        if (status == OK)
            status = input_file_read_at(scan->input, offset, most, scan->window.data,
                                        error);
        scan->window.size = status == OK ? most : 0;
        scan->window_offset = offset;
        at = 0;
    }
    if (status == OK)
        *bytes = slice_of(scan->window.data + at, size);
    return status;
}

/* Field 1, an i32 with a valid page type, then field 2, an i32. */
static bool can_begin_header(const uint8_t *bytes)
{
    return bytes[0] == 0x15 && (bytes[1] & ~6) == 0 && bytes[2] == 0x15;
}

/* Whether there is a plausible header at an offset, with its body inside the file. */
static enum status parse_header(struct pq_page_scan *scan, int64_t offset,
                                struct pq_page_header *header, size_t *header_size,
                                bool *is_header, struct error *error)
{
    struct slice bytes;
    struct error ignored = {0};
    bool is_cut = true, is_parsed = false;
    *is_header = false;
    if (file_size(scan) - offset < LEAST_HEADER)
        return OK;
    for (size_t most = USUAL_HEADER; is_cut && most <= MOST_HEADER;
         most *= MOST_HEADER / USUAL_HEADER) {
        enum status status = see(scan, offset, most, &bytes, error);
        if (status != OK || !can_begin_header(bytes.data))
            return status;
        is_parsed = pq_page_header_parse(bytes, header, header_size, &is_cut, &ignored) ==
                    OK;
        scan->n_examined += is_parsed ? 0 : bytes.size;
    }
    if (!is_parsed)
        return OK;
    header->statistics = (struct pq_statistics){0};
    *is_header = header->type != PQ_INDEX_PAGE && header->has_details &&
                 pq_encoding_name(header->encoding) != NULL &&
                 header->compressed_size <=
                     file_size(scan) - offset - (int64_t)*header_size;
    return OK;
}

/* Whether the body decompresses to output_size bytes. */
static enum status try_codec(struct pq_page_scan *scan, enum codec codec,
                             struct slice body, size_t output_size, bool *fits,
                             struct error *error)
{
    struct error fault = {0};
    enum status status = codec_decompress(scan->codecs, codec, body, scan->output.data,
                                          output_size, &fault);
    if (status != UNSUPPORTED)
        scan->n_examined += body.size + output_size;
    *fits = status == OK;
    if (status == OK || status == CORRUPT || status == UNSUPPORTED)
        return OK;
    return error_set(error, status, "%s", fault.message);
}

/* Lists the codecs to try: the one that fitted last, then those that are written, then
 * superseded ones (LZ4 also fits what LZ4_RAW compressed).  Returns their number. */
static size_t list_codecs(enum codec last, enum codec list[CODEC_UNKNOWN])
{
    size_t n = 0;
    if (last != CODEC_UNCOMPRESSED)
        list[n++] = last;
    for (int is_written = 1; is_written >= 0; is_written--) {
        for (int i = 0; i < CODEC_UNKNOWN; i++) {
            enum codec codec = (enum codec)i;
            if (codec != CODEC_UNCOMPRESSED && codec != last &&
                (codec_written_as(codec) == codec) == is_written)
                list[n++] = codec;
        }
    }
    return n;
}

static enum status find_codec(struct pq_page_scan *scan,
                              const struct pq_page_header *header, struct slice body,
                              bool *fits, struct error *error)
{
    enum codec codecs[CODEC_UNKNOWN];
    size_t n_codecs = list_codecs(scan->codec, codecs);
    size_t prefix = 0, size = (size_t)header->uncompressed_size;
    enum status status = OK;
    *fits = false;
    if (header->type == PQ_DATA_PAGE_V2) {
        int64_t levels = (int64_t)header->repetition_size + header->definition_size;
        if (header->repetition_size < 0 || header->definition_size < 0 ||
            levels > header->compressed_size || levels > header->uncompressed_size)
            return OK;
        prefix = (size_t)levels;
    }
    if (size > MOST_PAGE || size == prefix || body.size == prefix)
        return OK;
    status = buffer_reserve(&scan->output, size, false, error);
    body = slice_of(body.data + prefix, body.size - prefix);
    for (size_t i = 0; status == OK && !*fits && i < n_codecs; i++) {
        status = try_codec(scan, codecs[i], body, size - prefix, fits, error);
        if (*fits)
            scan->codec = codecs[i];
    }
    return status;
}

/* Tries to read a page at an offset. */
static enum status try_page(struct pq_page_scan *scan, int64_t offset,
                            struct pq_page_run *page, struct error *error)
{
    struct pq_page_header header, next;
    struct slice body;
    size_t header_size;
    bool is_page, fits = false;
    page->n_pages = 0;
    enum status status = parse_header(scan, offset, &header, &header_size, &is_page,
                                      error);
    if (status != OK || !is_page || header.compressed_size > MOST_PAGE)
        return status;
    int64_t begin = offset + (int64_t)header_size, end = begin + header.compressed_size;
    size_t size = (size_t)header.compressed_size;
    bool is_stored = header.compressed_size == header.uncompressed_size;
    status = see(scan, begin, size, &body, error);
    if (status != OK)
        return status;
    bool crc_is_right = header.has_crc && crc32_of(body) == header.crc;
    scan->n_examined += size;
    if (!is_stored && (crc_is_right || !header.has_crc)) {
        status = find_codec(scan, &header, body, &fits, error);
    } else if (is_stored && !header.has_crc) {
        fits = offset == scan->page_end;
        if (!fits) /* or if another page follows */
            status = parse_header(scan, end, &next, &header_size, &fits, error);
    }
    if (status != OK || (!fits && !crc_is_right))
        return status;
    *page = (struct pq_page_run){.offset = offset,
                                 .end = end,
                                 .type = header.type,
                                 .encoding = header.encoding,
                                 .codec = is_stored ? CODEC_UNCOMPRESSED
                                          : fits    ? scan->codec
                                                    : CODEC_UNKNOWN,
                                 .n_pages = 1,
                                 .n_values = (uint64_t)header.num_values,
                                 .has_checksums = header.has_crc};
    return OK;
}

/* Finds the next offset where a header can begin; scan->at is the file's end if there is
 * none. */
static enum status find_candidate(struct pq_page_scan *scan, struct error *error)
{
    while (file_size(scan) - scan->at >= LEAST_HEADER) {
        struct slice bytes;
        enum status status = interrupt_check(error);
        if (status == OK)
            status = see(scan, scan->at, SEARCHED, &bytes, error);
        if (status != OK)
            return status;
        for (size_t i = 0; i + 2 < bytes.size; i++) {
            if (can_begin_header(bytes.data + i)) {
                scan->at += (int64_t)i;
                return OK;
            }
        }
        scan->at += (int64_t)bytes.size - 2;
    }
    scan->at = file_size(scan);
    return OK;
}

static enum status find_page(struct pq_page_scan *scan, struct pq_page_run *page,
                             struct error *error)
{
    uint64_t most = (uint64_t)file_size(scan) * MOST_EXAMINED + LEAST_EXAMINED;
    page->n_pages = 0;
    scan->at = scan->at < MAGIC_SIZE ? MAGIC_SIZE : scan->at;
    for (;;) {
        enum status status = find_candidate(scan, error);
        if (status != OK || scan->at >= file_size(scan))
            return status;
        if (scan->n_examined > most) {
            scan->gave_up = true;
            return OK;
        }
        status = try_page(scan, scan->at, page, error);
        if (status != OK)
            return status;
        if (page->n_pages > 0) {
            scan->at = scan->page_end = page->end;
            return OK;
        }
        scan->at++;
    }
}

static bool are_alike(const struct pq_page_run *run, const struct pq_page_run *page)
{
    return page->n_pages > 0 && page->offset == run->end && page->type == run->type &&
           page->encoding == run->encoding && page->codec == run->codec &&
           page->type != PQ_DICTIONARY_PAGE;
}

enum status pq_page_scan_next(struct pq_page_scan *scan, struct pq_page_run *run,
                              struct error *error)
{
    enum status status = OK;
    if (scan->next.n_pages == 0 && !scan->gave_up)
        status = find_page(scan, &scan->next, error);
    *run = scan->next;
    scan->next.n_pages = 0;
    while (status == OK && run->n_pages > 0 && !scan->gave_up) {
        status = find_page(scan, &scan->next, error);
        if (!are_alike(run, &scan->next))
            break;
        run->end = scan->next.end;
        run->n_pages++;
        run->n_values += scan->next.n_values;
        run->has_checksums = run->has_checksums && scan->next.has_checksums;
        scan->next.n_pages = 0;
    }
    return status;
}
