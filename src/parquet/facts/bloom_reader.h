/* SPDX-License-Identifier: MIT */
/*
 * bloom_reader.h - reads the header and the blocks of a column chunk's Bloom filter, both
 * of which may be encrypted, each as a module.
 */
#ifndef PARQUET_BLOOM_READER_H
#define PARQUET_BLOOM_READER_H

#include "parquet/facts/bloom_filter.h"
#include "parquet/page/page_source.h"

/* Reads the header at the chunk's bloom_filter_offset, which is within the file.  *size
 * is what it takes in the file.  *reason: as in pq_bloom_header_parse().  CORRUPT if it
 * is encrypted and not what was encrypted. */
enum status pq_bloom_read_header(struct pq_page_source *source,
                                 const struct pq_column_chunk *chunk, uint32_t *n_blocks,
                                 int64_t *size, enum keep_reason *reason,
                                 struct error *error) CHECK_RESULT;

/* What n_blocks take in the file. */
int64_t pq_bloom_stored_size(const struct pq_module_cipher *cipher, uint32_t n_blocks);

/* Reads all blocks, n_blocks * PQ_BLOOM_BLOCK_SIZE bytes.  cipher: of the chunk; offset:
 * where the header ends.  CORRUPT as above. */
enum status pq_bloom_read_blocks(struct pq_page_source *source,
                                 const struct pq_module_cipher *cipher, int64_t offset,
                                 uint32_t n_blocks, uint8_t *blocks,
                                 struct error *error) CHECK_RESULT;

#endif
