/* SPDX-License-Identifier: MIT */
/* page_header.h - parses PageHeader (parquet.thrift, "PageHeader"). */
#ifndef PARQUET_PAGE_HEADER_H
#define PARQUET_PAGE_HEADER_H

#include "parquet/format/parquet_format.h"
#include "parquet/format/thrift_compact.h"

/* Larger pages are refused as TOO_BIG, by the reader and the writer. */
enum { PQ_MAX_PAGE_SIZE = 1 << 30 };

/* Parses one header at the front of bytes; *size is its length.  If the bytes end within
 * the header, returns CORRUPT and sets *is_cut: the caller may retry with more bytes.
 * Slices in *header point into bytes. */
enum status pq_page_header_parse(struct slice bytes, struct pq_page_header *header,
                                 size_t *size, bool *is_cut,
                                 struct error *error) CHECK_RESULT;

#endif
