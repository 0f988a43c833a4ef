/* SPDX-License-Identifier: MIT */
/*
 * page_reader.h - the pages of one column chunk, one after the other: header, checksum,
 * decompression, and where levels and values stand in the page.
 *
 *     v1 data page        compressed[ repetition levels | definition levels | values ]
 *     v2 data page        repetition levels | definition levels | compressed[ values ]
 *     dictionary page     compressed[ values ]
 *
 * Index pages and page types of the future are passed over.  What the values are, nobody
 * here knows.
 */
#ifndef PARQUET_PAGE_READER_H
#define PARQUET_PAGE_READER_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "parquet/format/parquet_format.h"
#include "scan/table_file.h"

enum {
    PQ_MAX_PAGE_HEADER_SIZE = 16 << 20,
    /* Bytes behind a loaded page's data that may be read and written. */
    PQ_PAGE_SLACK = 16,
};

/* What the page readers of one file share, so that a hundred columns do not keep a
 * hundred buffers of compressed bytes: the bytes read last.  A zeroed struct with `file`
 * and `codecs` set is ready; release `window` in the end. */
struct pq_page_source {
    struct input_file *file;
    struct codec_context *codecs;
    struct read_totals *totals; /* of the table_file */
    struct buffer window;       /* the file's bytes from window_offset on */
    struct buffer spare;        /* a window to be, while another is lent out */
    int64_t window_offset;
    int64_t data_end;        /* pages end before this offset: the footer's */
    uint64_t n_dictionaries; /* loaded so far, of all readers together */
    bool verify_checksums;
    bool sizes_are_short;  /* PQ_FAULT_SHORT_SIZES */
    bool v2_flag_is_wrong; /* PQ_FAULT_V2_FLAG */
    bool zero_crc_is_none; /* PQ_FAULT_ZERO_CHECKSUMS */
};

struct pq_page_reader {
    struct pq_page_source *source;
    enum codec codec;
    int64_t offset;               /* of the next page header */
    int64_t end;                  /* of the column chunk */
    int64_t page_offset;          /* of the current page's header; for messages */
    int64_t body_offset;          /* of its body */
    struct pq_page_header header; /* its statistics are not kept */
    bool is_first;                /* no header was read yet */
    bool was_loaded;              /* the current page's body */
};

/* A loaded page.  Everything points into the buffer it was loaded to. */
struct pq_page {
    struct slice repetition_levels; /* v2; for v1 they stand at the front of data */
    struct slice definition_levels; /* v2 */
    struct slice data;
};

/* Checks the chunk's place in the file and stands before its first page. */
enum status pq_page_reader_start(struct pq_page_reader *reader,
                                 struct pq_page_source *source,
                                 const struct pq_column_metadata *metadata,
                                 struct error *error) CHECK_RESULT;

/* Reads the next header of a data or dictionary page, or of any type when all_types is
 * set.  *found is false behind the chunk's last page.  The body is passed over by the
 * next call. */
enum status pq_page_reader_next(struct pq_page_reader *reader, bool all_types,
                                bool *found, struct error *error) CHECK_RESULT;

/* The offset of the header of the data page that holds a value, by adding up the headers
 * of the pages before: for messages.  value: from 0, nulls included.  -1: the headers do
 * not reveal it. */
int64_t pq_page_find_value(struct pq_page_source *source,
                           const struct pq_column_metadata *metadata, uint64_t value);

/* The current header's bytes, for those who want its statistics: valid until the next
 * call on any reader of the source. */
struct slice pq_page_reader_header_bytes(const struct pq_page_reader *reader);

/* Loads the body of the current page into buffer, behind whose data PQ_PAGE_SLACK bytes
 * are free. */
enum status pq_page_reader_load(struct pq_page_reader *reader, struct buffer *buffer,
                                struct pq_page *page, struct error *error) CHECK_RESULT;

/*
 * A page that is loaded from its front, as far as needed: a preview or a look-up uses a
 * small part of pages that can be megabytes.  A zeroed one is closed and may be ended.
 */
struct pq_partial_page {
    struct pq_page_source *source;
    bool is_open;       /* more can be loaded */
    bool is_stored;     /* not compressed: read from the file piece by piece */
    int64_t offset;     /* is_stored: of the page's data in the file */
    uint8_t *data;      /* the page's buffer */
    size_t prefix;      /* bytes at the front that do not come from the stream */
    size_t made;        /* bytes of data that are loaded */
    size_t size;        /* bytes of the whole page */
    struct buffer body; /* what the stream reads */
    struct codec_stream stream;
};

/* As pq_page_reader_load(), but loads only the front of a large page;
 * pq_partial_page_need() loads more.  Ends *partial first if it is open. */
enum status pq_page_reader_load_front(struct pq_page_reader *reader,
                                      struct buffer *buffer,
                                      struct pq_partial_page *partial,
                                      struct pq_page *page,
                                      struct error *error) CHECK_RESULT;

/* Loads the first n bytes of the page, or all if it has fewer, and closes *partial when
 * the page is complete.  Nothing else may write to the page's buffer before. */
enum status pq_partial_page_need(struct pq_partial_page *partial, size_t n,
                                 struct error *error) CHECK_RESULT;

void pq_partial_page_end(struct pq_partial_page *partial);

/* Whether the body's checksum holds; the header must have one. */
enum status pq_page_reader_check_crc(struct pq_page_reader *reader, bool *is_right,
                                     struct error *error) CHECK_RESULT;

#endif
