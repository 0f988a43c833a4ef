/* SPDX-License-Identifier: MIT */
/*
 * page_scan.h - finds the pages of a file that has no footer, by their headers.
 *
 * A place is tried where a page header can begin as every writer's Thrift library writes
 * it: the type, then a size.  What parses there is a page if its body is as the header
 * says: its checksum is right, or it decompresses to the right size; a body that is
 * stored as it is must follow another page or be followed by one.  The search takes time
 * in proportion to the file's size.
 */
#ifndef PARQUET_PAGE_SCAN_H
#define PARQUET_PAGE_SCAN_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "parquet/format/parquet_format.h"

/* Pages that follow one another and are alike. */
struct pq_page_run {
    int64_t offset, end;
    int type, encoding;
    enum codec codec; /* CODEC_UNKNOWN: the checksums are right, but it is not known */
    uint64_t n_pages, n_values;
    bool has_checksums; /* all of them */
};

/* Zeroed, then with input and codecs set, it is at the front of the file. */
struct pq_page_scan {
    struct input_file *input; /* borrowed */
    struct codec_context *codecs;
    int64_t at;          /* everything before was searched */
    int64_t page_end;    /* of the last page that was found */
    uint64_t n_examined; /* bytes of bodies */
    bool gave_up;        /* too many places looked like pages */
    enum codec codec;    /* that fitted last */
    struct buffer window, output;
    int64_t window_offset;
    struct pq_page_run next; /* the first page after the last run; n_pages 0: none */
};

void pq_page_scan_release(struct pq_page_scan *scan);

/* The next run; n_pages is 0 when there is none.  Only NOMEM, IO, INTERRUPTED and what a
 * memory limit refuses are errors. */
enum status pq_page_scan_next(struct pq_page_scan *scan, struct pq_page_run *run,
                              struct error *error) CHECK_RESULT;

#endif
