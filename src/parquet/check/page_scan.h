/* SPDX-License-Identifier: MIT */
/*
 * page_scan.h - finds the pages of a file that has no footer, by their headers.
 *
 * A candidate is an offset with the bytes that every writer's Thrift library writes at
 * the start of a page header: the type, then a size.  If the header parses, it is a page
 * if its body matches: its checksum is right, or it decompresses to the right size; an
 * uncompressed body must follow another page or be followed by one.  The search takes
 * time proportional to the file's size.
 */
#ifndef PARQUET_PAGE_SCAN_H
#define PARQUET_PAGE_SCAN_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "parquet/format/parquet_format.h"

/* Adjacent pages of the same kind. */
struct pq_page_run {
    int64_t offset, end;
    int type, encoding;
    /* CODEC_UNCOMPRESSED if both sizes in the header are equal: the page is stored as it
     * is, or a codec happened to keep its size.  CODEC_UNKNOWN if the checksums are
     * right, but no codec fits. */
    enum codec codec;
    uint64_t n_pages, n_values;
    bool has_checksums; /* all pages have one */
};

/* Zeroed, with input and codecs set, the scan is at the start of the file. */
struct pq_page_scan {
    struct input_file *input; /* borrowed */
    struct codec_context *codecs;
    int64_t at;          /* everything before this offset was searched */
    int64_t page_end;    /* end of the last page found */
    uint64_t n_examined; /* bytes of bodies examined so far */
    bool gave_up;        /* too many bytes looked like pages */
    enum codec codec;    /* the last codec that fitted */
    struct buffer window, output;
    int64_t window_offset;
    struct pq_page_run next; /* the first page after the last run; n_pages 0: none */
};

void pq_page_scan_release(struct pq_page_scan *scan);

/* Finds the next run; n_pages is 0 if there is none.  Its only errors are external
 * ones (status.h), and TOO_BIG from a memory limit. */
enum status pq_page_scan_next(struct pq_page_scan *scan, struct pq_page_run *run,
                              struct error *error) CHECK_RESULT;

#endif
