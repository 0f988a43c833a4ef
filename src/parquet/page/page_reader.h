/* SPDX-License-Identifier: MIT */
/*
 * page_reader.h - reads the pages of one column chunk in order: headers, checksums,
 * decompression, and the place of levels and values in each page.
 *
 *     v1 data page        compressed[ repetition levels | definition levels | values ]
 *     v2 data page        repetition levels | definition levels | compressed[ values ]
 *     dictionary page     compressed[ values ]
 *
 * In an encrypted column chunk, headers and bodies are modules (module_cipher.h).
 *
 * Index pages and unknown page types are skipped.  This layer does not decode values.
 */
#ifndef PARQUET_PAGE_READER_H
#define PARQUET_PAGE_READER_H

#include "parquet/format/parquet_format.h"
#include "parquet/page/page_source.h"

enum {
    PQ_MAX_PAGE_HEADER_SIZE = 16 << 20,
    /* Writable bytes after a loaded page's data; a decoder may overwrite them. */
    PQ_PAGE_SLACK = 16,
};

struct pq_page_reader {
    struct pq_page_source *source;
    const struct pq_module_cipher *cipher; /* NULL: not encrypted */
    enum codec codec;
    int64_t start;                /* of the first page header */
    int64_t offset;               /* of the next page header */
    int64_t end;                  /* of the column chunk */
    int64_t page_offset;          /* of the current page's header; for messages */
    int64_t body_offset;          /* of its body */
    int64_t stored_size;          /* of its body in the file */
    int32_t body_size;            /* of its body, decrypted and still compressed */
    uint32_t ordinal;             /* of the current page, among the data pages */
    uint32_t next_ordinal;        /* of the next data page */
    struct pq_page_header header; /* its statistics are not kept */
    bool has_dictionary;          /* the metadata says that the first page is one */
    bool is_first;                /* no header has been read yet */
    bool headers_only;            /* set after start if no body will be loaded */
    bool was_loaded;              /* the current body has been loaded */
};

/* A loaded page.  Its slices point into the buffer it was loaded into. */
struct pq_page {
    struct slice repetition_levels; /* v2; in v1 at the front of data */
    struct slice definition_levels; /* v2 only */
    struct slice data;
};

/* Checks the chunk's range in the file and positions the reader before its first page,
 * which is the dictionary page if there is one.  CORRUPT if the range is not within the
 * file, UNSUPPORTED if its codec cannot be read. */
enum status pq_page_reader_start(struct pq_page_reader *reader,
                                 struct pq_page_source *source,
                                 const struct pq_column_chunk *chunk,
                                 struct error *error) CHECK_RESULT;

/* Goes to a page: the next header is at this offset.  ordinal: of the page, or of the
 * next data page, in the chunk. */
void pq_page_reader_jump(struct pq_page_reader *reader, int64_t offset, uint32_t ordinal);

/* Reads the next header of a data or dictionary page, or of any page if all_types is set.
 * *found is false after the chunk's last page.  The next call skips a body that is not
 * loaded. */
enum status pq_page_reader_next(struct pq_page_reader *reader, bool all_types,
                                bool *found, struct error *error) CHECK_RESULT;

/* Adds the current page to a message: `page at 4096`.  Returns error->status. */
enum status pq_page_reader_locate(const struct pq_page_reader *reader,
                                  struct error *error);

/* For messages: the file offset of the header of the data page that holds the value with
 * this number (from 0, nulls included), found by adding up the counts of page headers.
 * -1 if the headers do not say. */
int64_t pq_page_find_value(struct pq_page_source *source,
                           const struct pq_column_chunk *chunk, uint64_t value);

/* The current page header's bytes, decrypted, for parsing its statistics.  Valid until
 * the next call on any reader of the source; data is NULL if the window no longer holds
 * them. */
struct slice pq_page_reader_header_bytes(const struct pq_page_reader *reader);

/* Loads the body of the current page into buffer.  PQ_PAGE_SLACK bytes after its data are
 * writable. */
enum status pq_page_reader_load(struct pq_page_reader *reader, struct buffer *buffer,
                                struct pq_page *page, struct error *error) CHECK_RESULT;

/*
 * A partially decompressed page: its front is loaded first, more on demand.  Previews and
 * look-ups need only a small part of pages that can be megabytes.  A zeroed struct is
 * closed and may be passed to pq_partial_page_end().
 */
struct pq_partial_page {
    struct pq_page_source *source;
    bool is_open;    /* more can be loaded */
    bool is_stored;  /* not compressed: read from the file in pieces */
    bool is_scanned; /* set by the caller: most of the page will probably be needed */
    int64_t offset;  /* in the file: of the page's data if stored, else of body */
    uint8_t *data;   /* the page's buffer */
    size_t prefix;   /* bytes at the front that the stream does not produce */
    size_t made;     /* bytes loaded so far */
    size_t size;     /* bytes of the complete page */
    /* Stored: another part that is loaded, from `part` up to `part_end`, if after `made`.
     */
    size_t part, part_end;
    size_t parts_read;  /* bytes, of all such parts */
    struct buffer body; /* the compressed bytes that the stream has loaded */
    struct codec_stream stream;
};

/* As pq_page_reader_load(), but loads only the front of a large page.
 * pq_partial_page_need() loads more; *partial must not move until then.  Ends *partial
 * first if it is open. */
enum status pq_page_reader_load_front(struct pq_page_reader *reader,
                                      struct buffer *buffer,
                                      struct pq_partial_page *partial,
                                      struct pq_page *page,
                                      struct error *error) CHECK_RESULT;

/* Loads at least the first n bytes of the page, or all if it has fewer.  Closes *partial
 * when the page is complete or an error occurs.  Nothing else may write to the page's
 * buffer while *partial is open. */
enum status pq_partial_page_need(struct pq_partial_page *partial, size_t n,
                                 struct error *error) CHECK_RESULT;

/* Loads at least the bytes from .. end - 1, end <= partial->size, for a caller that needs
 * none of those between the page's front and `from`.  Replaces the part loaded by the
 * last call, unless it goes on from there.  Otherwise as pq_partial_page_need(). */
enum status pq_partial_page_need_part(struct pq_partial_page *partial, size_t from,
                                      size_t end, struct error *error) CHECK_RESULT;

void pq_partial_page_end(struct pq_partial_page *partial);

/* Compares the body, as it is in the file, with the header's checksum; the header must
 * have one. */
enum status pq_page_reader_check_crc(struct pq_page_reader *reader, bool *is_right,
                                     struct error *error) CHECK_RESULT;

#endif
