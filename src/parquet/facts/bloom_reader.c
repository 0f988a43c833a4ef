/* SPDX-License-Identifier: MIT */
#include "parquet/facts/bloom_reader.h"

enum {
    /* Headers take 15 to 20 bytes; one longer than this is not of a known kind. */
    MOST_HEADER_SIZE = 256,
};

enum status pq_bloom_read_header(struct pq_page_source *source,
                                 const struct pq_column_chunk *chunk, uint32_t *n_blocks,
                                 int64_t *size, enum keep_reason *reason,
                                 struct error *error)
{
    int64_t offset = chunk->metadata.bloom_filter_offset;
    int64_t left = source->data_end - offset;
    uint8_t bytes[MOST_HEADER_SIZE] = {0};
    struct buffer plain = {0};
    struct slice header = slice_of(bytes, left < MOST_HEADER_SIZE ? (size_t)left
                                                                  : MOST_HEADER_SIZE);
    size_t parsed = 0;
    enum status status;
    if (chunk->cipher == NULL)
        status = pq_read_bytes(source, offset, header.size, bytes, error);
    else
        status = pq_read_sealed_module(source, chunk->cipher, PQ_BLOOM_HEADER_MODULE,
                                       offset, MOST_HEADER_SIZE, &plain, size, error);
    if (chunk->cipher != NULL)
        header = buffer_slice(&plain);
    if (status == OK)
        *reason = pq_bloom_header_parse(header, n_blocks, &parsed);
    if (chunk->cipher == NULL)
        *size = (int64_t)parsed;
    buffer_release(&plain);
    return status;
}

int64_t pq_bloom_stored_size(const struct pq_module_cipher *cipher, uint32_t n_blocks)
{
    int64_t size = (int64_t)n_blocks * PQ_BLOOM_BLOCK_SIZE;
    return cipher == NULL
               ? size
               : size + (int64_t)pq_module_overhead(cipher, PQ_BLOOM_BITSET_MODULE);
}

enum status pq_bloom_read_blocks(struct pq_page_source *source,
                                 const struct pq_module_cipher *cipher, int64_t offset,
                                 uint32_t n_blocks, uint8_t *blocks, struct error *error)
{
    struct buffer *sealed = &source->sealed;
    size_t size = (size_t)pq_bloom_stored_size(cipher, n_blocks);
    if (cipher == NULL)
        return pq_read_bytes(source, offset, size, blocks, error);
    enum status status = buffer_reserve(sealed, size, false, error);
    if (status == OK)
        status = pq_read_bytes(source, offset, size, sealed->data, error);
    return status == OK ? pq_module_open(cipher, PQ_BLOOM_BITSET_MODULE, 0,
                                         slice_of(sealed->data, size), blocks, error)
                        : status;
}
