/* SPDX-License-Identifier: MIT */
/* page_header.h - PageHeader from Thrift (parquet.thrift, "PageHeader"). */
#ifndef PARQUET_PAGE_HEADER_H
#define PARQUET_PAGE_HEADER_H

#include "parquet/format/parquet_format.h"
#include "parquet/format/thrift_compact.h"

/* A page of more bytes is refused as TOO_BIG, read or written. */
enum { PQ_MAX_PAGE_SIZE = 1 << 30 };

/* Parses one header at the front of bytes.  *size: the bytes it took.  When the bytes end
 * within the header, *is_cut is set with CORRUPT, and more bytes may help.  Slices point
 * into bytes. */
enum status pq_page_header_parse(struct slice bytes, struct pq_page_header *header,
                                 size_t *size, bool *is_cut,
                                 struct error *error) CHECK_RESULT;

/* Statistics, whose fields come next. */
void pq_statistics_parse(struct thrift_reader *reader, struct pq_statistics *statistics);

#endif
