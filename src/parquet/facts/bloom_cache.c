/* SPDX-License-Identifier: MIT */
#include "parquet/facts/bloom_cache.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "parquet/facts/bloom_reader.h"
#include "parquet/facts/chunk_facts.h"

enum {
    MAGIC_SIZE = 4,
    /* Reading one block takes about as long as reading this many bytes at once. */
    COST_OF_READ = 4096,
};

/* What is known about the filter of one column chunk. */
struct pq_chunk_bloom {
    uint32_t row_group, leaf;
    enum keep_reason reason; /* why there is no usable filter */
    uint32_t n_blocks;       /* 0: no usable filter */
    /* Of the chunk; its blocks are read all at once.  NULL: not encrypted. */
    const struct pq_module_cipher *cipher;
    int64_t offset;   /* of the blocks in the file */
    uint64_t n_reads; /* of single blocks */
    uint8_t *bitset;  /* all blocks; NULL: not loaded */
};

static size_t filter_size(const struct pq_chunk_bloom *bloom)
{
    return (size_t)bloom->n_blocks * PQ_BLOOM_BLOCK_SIZE;
}

void pq_bloom_cache_drop_filters(struct pq_bloom_cache *cache)
{
    for (size_t i = 0; i < cache->table.n; i++) {
        mem_free(cache->filters[i].bitset);
        cache->filters[i].bitset = NULL;
        cache->filters[i].n_reads = 0;
    }
    cache->n_bytes = 0;
}

void pq_bloom_cache_release(struct pq_bloom_cache *cache)
{
    pq_bloom_cache_drop_filters(cache);
    mem_free(cache->filters);
    hash_table_release(&cache->table);
    *cache = (struct pq_bloom_cache){0};
}

/* ---- Reading --------------------------------------------------------------------- */

/* The reason not to use the chunk's filter, as far as its metadata shows one. */
static enum keep_reason find_offset(const struct pq_chunk_context *context,
                                    const struct pq_column_chunk *chunk)
{
    if (!chunk->metadata.has_bloom_filter_offset)
        return KEEP_NO_BLOOM;
    if (pq_writer_has_fault(&context->metadata->writer, PQ_FAULT_BLOOM_GAPS))
        return KEEP_BLOOM_WRITER;
    int64_t offset = chunk->metadata.bloom_filter_offset;
    return offset < MAGIC_SIZE || offset >= context->source->data_end ? KEEP_BLOOM_PLACE
                                                                      : KEEP_NONE;
}

/* Reads the header of the filter that the chunk's metadata names.  Leaves n_blocks 0 and
 * sets the reason if the filter cannot be used. */
static enum status read_header(const struct pq_chunk_context *context,
                               struct pq_chunk_bloom *bloom, struct error *error)
{
    const struct pq_column_chunk *chunk;
    struct error fault = {0};
    uint32_t n_blocks;
    int64_t header_size;
    enum status status = pq_chunk_facts_metadata(context, bloom->row_group, bloom->leaf,
                                                 &chunk, &fault);
    if (status_is_external(status))
        return error_set(error, status, "%s", fault.message);
    if (interrupt_is_pending())
        return interrupt_check(error);
    bloom->reason = status == OK ? find_offset(context, chunk) : KEEP_METADATA;
    if (bloom->reason != KEEP_NONE)
        return OK;
    int64_t offset = chunk->metadata.bloom_filter_offset;
    status = pq_bloom_read_header(context->source, chunk, &n_blocks, &header_size,
                                  &bloom->reason, &fault);
    if (status_is_external(status))
        return error_set(error, status, "%s", fault.message);
    if (status != OK)
        bloom->reason = KEEP_BLOOM_KIND;
    if (bloom->reason != KEEP_NONE)
        return OK;
    bloom->reason = KEEP_BLOOM_PLACE;
    int64_t filter = pq_bloom_stored_size(chunk->cipher, n_blocks);
    if (filter > context->source->data_end - offset - header_size)
        return OK;
    if (chunk->metadata.has_bloom_filter_length &&
        chunk->metadata.bloom_filter_length != header_size + filter)
        return OK;
    if (chunk->cipher != NULL && filter > PQ_MAX_BLOOM_CACHED)
        return OK;
    bloom->cipher = chunk->cipher;
    bloom->offset = offset + header_size;
    bloom->n_blocks = n_blocks;
    bloom->reason = KEEP_NONE;
    return OK;
}

/* Finds or reads what is known of the chunk.  *filter is valid until the next call. */
static enum status find_filter(struct pq_bloom_cache *cache,
                               const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, struct pq_chunk_bloom **filter,
                               struct error *error)
{
    struct hash_table *table = &cache->table;
    uint32_t n = (uint32_t)table->n;
    uint32_t hash = (uint32_t)hash_mix((uint64_t)leaf << 32 | row_group);
    enum status status = hash_table_reserve(table, error);
    if (status != OK)
        return status;
    if (!mem_grow(&cache->filters, (size_t)n + 1, sizeof **filter))
        return error_nomem(error);
    struct hash_slot *slot = hash_table_first(table, hash);
    for (; slot->number != 0; slot = hash_table_next(table, slot)) {
        *filter = &cache->filters[slot->number - 1];
        if ((*filter)->row_group == row_group && (*filter)->leaf == leaf)
            return OK;
    }
    *filter = &cache->filters[n];
    **filter = (struct pq_chunk_bloom){.row_group = row_group, .leaf = leaf};
    status = read_header(context, *filter, error);
    if (status == OK)
        hash_table_put(table, slot, hash, n);
    return status;
}

static enum status keep_filter(struct pq_bloom_cache *cache,
                               struct pq_page_source *source,
                               struct pq_chunk_bloom *filter, struct error *error)
{
    struct error fault = {0};
    size_t size = filter_size(filter);
    if (size > PQ_MAX_BLOOM_CACHED - cache->n_bytes)
        pq_bloom_cache_drop_filters(cache);
    uint8_t *bitset = mem_alloc(size, 1);
    if (bitset == NULL)
        return error_nomem(error);
    enum status status = pq_bloom_read_blocks(source, filter->cipher, filter->offset,
                                              filter->n_blocks, bitset, &fault);
    if (status != OK) {
        mem_free(bitset);
        if (status_is_external(status))
            return error_set(error, status, "%s", fault.message);
        filter->n_blocks = 0;
        filter->reason = KEEP_BLOOM_KIND;
        return OK;
    }
    filter->bitset = bitset;
    cache->n_bytes += size;
    return OK;
}

static enum status may_have(struct pq_bloom_cache *cache, struct pq_page_source *source,
                            struct pq_chunk_bloom *filter, uint64_t hash, bool *has,
                            struct error *error)
{
    uint8_t bytes[PQ_BLOOM_BLOCK_SIZE];
    const uint8_t *block = bytes;
    enum status status = OK;
    size_t at = (size_t)pq_bloom_block_index(hash, filter->n_blocks) *
                PQ_BLOOM_BLOCK_SIZE;
    if (filter->bitset == NULL &&
        (filter->cipher != NULL ||
         (filter_size(filter) <= PQ_LARGEST_BLOOM_CACHED &&
          (filter->n_reads + 1) * COST_OF_READ >= filter_size(filter))))
        status = keep_filter(cache, source, filter, error);
    if (status == OK && filter->n_blocks == 0) {
        *has = true; /* it cannot be decrypted */
        return OK;
    }
    if (status == OK && filter->bitset != NULL) {
        block = filter->bitset + at;
    } else if (status == OK) {
        filter->n_reads++;
        status = pq_read_bytes(source, filter->offset + (int64_t)at, sizeof bytes, bytes,
                               error);
    }
    if (status == OK)
        *has = pq_bloom_block_has(block, hash);
    return status;
}

enum status pq_bloom_excludes(struct pq_bloom_cache *cache,
                              const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, const union column_value *values, uint32_t n,
                              enum keep_reason *reason, struct error *error)
{
    const struct pq_leaf *of = &context->tree->leaves[leaf];
    struct pq_chunk_bloom *filter = NULL;
    struct pq_bloom_hashes hashes;
    *reason = KEEP_BLOOM_TYPE;
    if (!pq_bloom_can_tell(of))
        return OK;
    enum status status = find_filter(cache, context, row_group, leaf, &filter, error);
    if (status == OK && filter->n_blocks == 0) {
        *reason = filter->reason;
        return OK;
    }
    *reason = KEEP_VALUES;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (!pq_bloom_hashes_of(of, &values[i], &hashes))
            return OK;
        for (uint32_t k = 0; status == OK && k < hashes.n; k++) {
            bool has = false;
            status = may_have(cache, context->source, filter, hashes.hashes[k], &has,
                              error);
            if (has && filter->n_blocks == 0)
                *reason = filter->reason;
            if (has)
                return OK;
        }
    }
    if (status != OK)
        return pq_locate_column(&of->column, row_group, error);
    *reason = KEEP_NONE;
    return OK;
}
