/* SPDX-License-Identifier: MIT */
#include "parquet/facts/bloom_cache.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/facts/bloom_reader.h"
#include "parquet/facts/chunk_facts.h"

enum {
    MAGIC_SIZE = 4,
    FIRST_SLOTS = 16,
    /* Reading one block takes about as long as reading this many bytes at once. */
    COST_OF_READ = 4096,
};

/* What is known about the filter of one column chunk. */
struct pq_bloom_slot {
    uint32_t row_group, leaf;
    bool is_used;
    enum keep_reason reason; /* why there is no usable filter */
    uint32_t n_blocks;       /* 0: no usable filter */
    /* Of the chunk; its blocks are read all at once.  NULL: not encrypted. */
    const struct pq_module_cipher *cipher;
    int64_t offset;   /* of the blocks in the file */
    uint64_t n_reads; /* of single blocks */
    uint8_t *bitset;  /* all blocks; NULL: not loaded */
};

static size_t filter_size(const struct pq_bloom_slot *slot)
{
    return (size_t)slot->n_blocks * PQ_BLOOM_BLOCK_SIZE;
}

void pq_bloom_cache_drop_filters(struct pq_bloom_cache *cache)
{
    for (size_t i = 0; i < cache->n_slots; i++) {
        mem_free(cache->slots[i].bitset);
        cache->slots[i].bitset = NULL;
        cache->slots[i].n_reads = 0;
    }
    cache->kept_size = 0;
}

void pq_bloom_cache_release(struct pq_bloom_cache *cache)
{
    pq_bloom_cache_drop_filters(cache);
    mem_free(cache->slots);
    *cache = (struct pq_bloom_cache){0};
}

/* ---- The table ------------------------------------------------------------------- */

/* The chunk's slot, or the free slot where it belongs.  The table always has a free
 * slot. */
static struct pq_bloom_slot *find_slot(struct pq_bloom_slot *slots, size_t n_slots,
                                       uint32_t row_group, uint32_t leaf)
{
    uint64_t key = (uint64_t)leaf << 32 | row_group;
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    for (;; i++) {
        struct pq_bloom_slot *slot = &slots[i & (n_slots - 1)];
        if (!slot->is_used || (slot->row_group == row_group && slot->leaf == leaf))
            return slot;
    }
}

/* Ensures that the table has room for one more chunk. */
static enum status grow(struct pq_bloom_cache *cache, struct error *error)
{
    if (cache->n_used < cache->n_slots / 2)
        return OK;
    size_t n_slots = cache->n_slots > 0 ? cache->n_slots * 2 : FIRST_SLOTS;
    struct pq_bloom_slot *slots = mem_alloc_zeroed(n_slots, sizeof *slots);
    if (slots == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < cache->n_slots; i++) {
        const struct pq_bloom_slot *old = &cache->slots[i];
        if (old->is_used)
            *find_slot(slots, n_slots, old->row_group, old->leaf) = *old;
    }
    mem_free(cache->slots);
    cache->slots = slots;
    cache->n_slots = n_slots;
    return OK;
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
                               struct pq_bloom_slot *slot, struct error *error)
{
    const struct pq_column_chunk *chunk;
    struct error fault = {0};
    uint32_t n_blocks;
    int64_t header_size;
    enum status status = pq_chunk_facts_metadata(context, slot->row_group, slot->leaf,
                                                 &chunk, &fault);
    if (status_is_external(status))
        return error_set(error, status, "%s", fault.message);
    if (interrupt_is_pending())
        return interrupt_check(error);
    slot->reason = status == OK ? find_offset(context, chunk) : KEEP_METADATA;
    if (slot->reason != KEEP_NONE)
        return OK;
    int64_t offset = chunk->metadata.bloom_filter_offset;
    status = pq_bloom_read_header(context->source, chunk, &n_blocks, &header_size,
                                  &slot->reason, &fault);
    if (status_is_external(status))
        return error_set(error, status, "%s", fault.message);
    if (status != OK)
        slot->reason = KEEP_BLOOM_KIND;
    if (slot->reason != KEEP_NONE)
        return OK;
    slot->reason = KEEP_BLOOM_PLACE;
    int64_t filter = pq_bloom_stored_size(chunk->cipher, n_blocks);
    if (filter > context->source->data_end - offset - header_size)
        return OK;
    if (chunk->metadata.has_bloom_filter_length &&
        chunk->metadata.bloom_filter_length != header_size + filter)
        return OK;
    if (chunk->cipher != NULL && filter > PQ_MAX_BLOOM_KEPT)
        return OK;
    slot->cipher = chunk->cipher;
    slot->offset = offset + header_size;
    slot->n_blocks = n_blocks;
    slot->reason = KEEP_NONE;
    return OK;
}

/* Finds or reads the chunk's slot.  *filter is valid until the next call. */
static enum status find_filter(struct pq_bloom_cache *cache,
                               const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, struct pq_bloom_slot **filter,
                               struct error *error)
{
    enum status status = grow(cache, error);
    if (status != OK)
        return status;
    *filter = find_slot(cache->slots, cache->n_slots, row_group, leaf);
    if ((*filter)->is_used)
        return OK;
    struct pq_bloom_slot slot = {.row_group = row_group, .leaf = leaf, .is_used = true};
    status = read_header(context, &slot, error);
    if (status == OK) {
        **filter = slot;
        cache->n_used++;
    }
    return status;
}

static enum status keep_filter(struct pq_bloom_cache *cache,
                               struct pq_page_source *source,
                               struct pq_bloom_slot *filter, struct error *error)
{
    struct error fault = {0};
    size_t size = filter_size(filter);
    if (size > PQ_MAX_BLOOM_KEPT - cache->kept_size)
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
    cache->kept_size += size;
    return OK;
}

static enum status may_have(struct pq_bloom_cache *cache, struct pq_page_source *source,
                            struct pq_bloom_slot *filter, uint64_t hash, bool *has,
                            struct error *error)
{
    uint8_t bytes[PQ_BLOOM_BLOCK_SIZE];
    const uint8_t *block = bytes;
    enum status status = OK;
    size_t at = (size_t)pq_bloom_block_index(hash, filter->n_blocks) *
                PQ_BLOOM_BLOCK_SIZE;
    if (filter->bitset == NULL &&
        (filter->cipher != NULL ||
         (filter_size(filter) <= PQ_LARGEST_BLOOM_KEPT &&
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
    struct pq_bloom_slot *filter = NULL;
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
