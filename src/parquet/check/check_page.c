/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_page.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "parquet/column/chunk_dictionary.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/format/format_enums.h"
#include "parquet/page/levels.h"
#include "parquet/schema/value_convert.h"
#include "value/json_reader.h"
#include "value/value_from_text.h"

/* Limit for a page's values: a few bytes of DELTA_BYTE_ARRAY can expand to many. */
static const uint64_t MOST_DATA_BYTES = UINT64_C(2) << 30;

enum {
    LARGEST_VALUE = sizeof(struct bytes_value),
    LEAST_BATCH = 16, /* values in the first batch, if they may be very large */
};

enum status pq_page_check_init(struct pq_page_check *check,
                               const struct pq_chunk_context *context,
                               struct findings *findings, struct error *error)
{
    check->context = context;
    check->findings = findings;
    check->levels = mem_alloc(BATCH_ROWS, 1);
    check->indices = mem_alloc(BATCH_ROWS, sizeof *check->indices);
    check->physical = mem_alloc(BATCH_ROWS, LARGEST_VALUE);
    check->seen = mem_alloc(BATCH_ROWS, LARGEST_VALUE);
    check->fresh = mem_alloc(BATCH_ROWS, LARGEST_VALUE);
    if (check->levels == NULL || check->indices == NULL || check->physical == NULL ||
        check->seen == NULL || check->fresh == NULL)
        return error_nomem(error);
    return OK;
}

void pq_page_check_release(struct pq_page_check *check)
{
    if (check->context == NULL)
        return;
    buffer_release(&check->page);
    buffer_release(&check->dictionary_page);
    buffer_release(&check->entries);
    buffer_release(&check->stamps);
    buffer_release(&check->bloom);
    pq_value_decoder_release(&check->values);
    mem_free(check->levels);
    mem_free(check->indices);
    mem_free(check->physical);
    mem_free(check->seen);
    mem_free(check->fresh);
}

void pq_page_check_start(struct pq_page_check *check, uint32_t leaf,
                         const struct pq_column_metadata *metadata)
{
    pq_value_order_init(&check->order, check->context, leaf);
    pq_geo_check_start(&check->geo, &check->order.leaf, metadata);
    enum column_type type = check->order.leaf.column.type;
    check->is_text = check->order.leaf.type == PQ_BYTE_ARRAY &&
                     (type == COLUMN_TEXT || type == COLUMN_JSON);
    check->has_dictionary = check->has_nan_entries = false;
    check->n_entries = check->page_number = check->n_blocks = 0;
    check->n_missing = check->n_not_text = check->n_not_json = 0;
}

uint64_t pq_own_nulls(const struct pq_chunk_context *context, uint32_t leaf,
                      const struct pq_checked_page *facts)
{
    const struct pq_node *node = &context->tree->nodes[context->tree->leaves[leaf].node];
    uint64_t n = 0;
    for (unsigned level = context->tree->nodes[node->parent].definition_level;
         level < node->definition_level; level++)
        n += facts->definition[level];
    return n;
}

/* ---- Values ---------------------------------------------------------------------- */

static bool has_hash(const struct pq_page_check *check, const void *bytes, size_t size)
{
    uint64_t hash = xxh64_of(slice_of(bytes, size));
    size_t block = pq_bloom_block_index(hash, check->n_blocks);
    return pq_bloom_block_has(check->bloom.data + block * PQ_BLOOM_BLOCK_SIZE, hash);
}

/* Whether the filter has a number in stored form.  Both zeros are equal, and NaNs may be
 * missing. */
static bool has_number(const struct pq_page_check *check, struct slice stored)
{
    const struct pq_leaf *leaf = &check->order.leaf;
    uint8_t other[8];
    double number;
    if (leaf->column.kind != VECTOR_DOUBLE)
        return has_hash(check, stored.data, stored.size);
    union pq_physical physical = pq_physical_of(leaf->type, stored);
    pq_convert_values(leaf->conversion, &physical, 1, &number);
    memcpy(other, stored.data, stored.size);
    other[stored.size - 1] ^= 0x80;
    return isnan(number) || has_hash(check, stored.data, stored.size) ||
           (number == 0 && has_hash(check, other, stored.size));
}

static void ask_bloom(struct pq_page_check *check, const void *physical, size_t n)
{
    int type = check->order.leaf.type;
    size_t size = pq_value_size(type);
    const uint8_t *numbers = physical;
    const struct bytes_value *values = physical;
    bool is_number = pq_is_number(type);
    bool is_float16 = check->order.leaf.column.kind == VECTOR_DOUBLE && !is_number;
    for (size_t i = 0; i < n; i++) {
        uint8_t stored[8];
        if (is_number) {
            memcpy(stored, numbers + i * size, size);
            little_endian_numbers(stored, size, 1);
            check->n_missing += !has_number(check, slice_of(stored, size));
        } else if (is_float16) {
            check->n_missing += !has_number(check,
                                            slice_of(values[i].data, values[i].size));
        } else {
            check->n_missing += !has_hash(check, values[i].data, values[i].size);
        }
    }
}

static void note_text(struct pq_page_check *check, struct slice text)
{
    struct error ignored = {0};
    if (!text_is_utf8(text))
        check->n_not_text++;
    else if (check->order.leaf.column.type == COLUMN_JSON)
        check->n_not_json += json_check(text, &ignored) != OK;
}

/* Checks values that may be new in this chunk. */
static void note_fresh(struct pq_page_check *check, const void *physical, size_t n)
{
    const struct bytes_value *values = physical;
    for (size_t i = 0; check->is_text && i < n; i++)
        note_text(check, slice_of(values[i].data, values[i].size));
    pq_geo_check_add(&check->geo, values, n);
    if (check->n_blocks > 0)
        ask_bloom(check, physical, n);
}

static enum status check_flat(struct pq_page_check *check, struct pq_checked_page *facts,
                              size_t n, struct error *error)
{
    enum status status = pq_value_decoder_read(&check->values, check->physical, n, error);
    if (status != OK)
        return status;
    const struct bytes_value *values = (const void *)check->physical;
    for (size_t i = 0; check->order.leaf.type == PQ_BYTE_ARRAY && i < n; i++)
        facts->data_bytes += values[i].size;
    note_fresh(check, check->physical, n);
    return pq_extent_add(&facts->extent, &check->order, check->physical, n, error);
}

/* Counts NaNs among the entries that the indices refer to. */
static uint64_t count_nans(const struct pq_page_check *check, size_t n)
{
    size_t size = pq_value_size(check->order.leaf.type);
    uint64_t n_nans = 0;
    for (size_t i = 0; i < n; i++) {
        double number;
        pq_convert_values(check->order.leaf.conversion,
                          check->entries.data + check->indices[i] * size, 1, &number);
        n_nans += isnan(number) != 0;
    }
    return n_nans;
}

static enum status check_indices(struct pq_page_check *check,
                                 struct pq_checked_page *facts, size_t n,
                                 struct error *error)
{
    size_t size = pq_value_size(check->order.leaf.type);
    const struct bytes_value *entries = (const void *)check->entries.data;
    uint32_t *stamps = (void *)check->stamps.data;
    size_t n_seen = 0, n_fresh = 0;
    enum status status = pq_rle_read(&check->indexes, check->indices, n, error);
    for (size_t i = 0; status == OK && i < n; i++) {
        uint32_t index = check->indices[i];
        if (index >= check->n_entries)
            return error_set(error, CORRUPT, "index %u into a dictionary of %u entries",
                             (unsigned)index, (unsigned)check->n_entries);
        if (check->order.leaf.type == PQ_BYTE_ARRAY)
            facts->data_bytes += entries[index].size;
        if (stamps[index] == check->page_number)
            continue;
        const uint8_t *entry = check->entries.data + index * size;
        memcpy(check->seen + n_seen++ * size, entry, size);
        if (stamps[index] == 0)
            memcpy(check->fresh + n_fresh++ * size, entry, size);
        stamps[index] = check->page_number;
    }
    if (status != OK)
        return status;
    note_fresh(check, check->fresh, n_fresh);
    uint64_t n_nans = facts->extent.n_nans;
    status = pq_extent_add(&facts->extent, &check->order, check->seen, n_seen, error);
    facts->extent.n_nans = n_nans;
    if (status == OK && check->has_nan_entries)
        facts->extent.n_nans += count_nans(check, n);
    return status;
}

/* ---- The dictionary -------------------------------------------------------------- */

static enum status read_entries(struct pq_page_check *check, struct slice data,
                                uint32_t n, struct error *error)
{
    const struct pq_leaf *leaf = &check->order.leaf;
    struct pq_value_format format = {
        .encoding = PQ_PLAIN, .type = leaf->type, .type_length = leaf->type_length};
    size_t size = pq_value_size(leaf->type);
    struct pq_extent extent = {0};
    enum status status = pq_dictionary_check_count(leaf, data, n, error);
    if (status == OK)
        status = buffer_reserve(&check->entries, n * size, false, error);
    if (status == OK)
        status = buffer_reserve(&check->stamps, n * sizeof(uint32_t), false, error);
    if (status == OK)
        status = pq_value_decoder_init(&check->values, &format, data, n, error);
    for (uint32_t done = 0; status == OK && done < n;) {
        uint32_t take = n - done < BATCH_ROWS ? n - done : BATCH_ROWS;
        uint8_t *target = check->entries.data + done * size;
        status = pq_value_decoder_read(&check->values, target, take, error);
        if (status == OK && check->order.form == PQ_FORM_DOUBLE)
            status = pq_extent_add(&extent, &check->order, target, take, error);
        if (status == OK)
            status = interrupt_after(take, error);
        memset(check->stamps.data + done * sizeof(uint32_t), 0, take * sizeof(uint32_t));
        done += take;
    }
    check->has_nan_entries = extent.n_nans > 0;
    value_extent_release(&extent.values);
    return status;
}

enum status pq_page_check_dictionary(struct pq_page_check *check,
                                     struct pq_page_reader *pages, struct error *error)
{
    const struct pq_page_header *header = &pages->header;
    struct pq_page page;
    if (check->has_dictionary)
        return error_set(error, CORRUPT, "a second dictionary page");
    if (header->encoding != PQ_PLAIN && header->encoding != PQ_PLAIN_DICTIONARY)
        return error_set(error, UNSUPPORTED, "a dictionary page of encoding %d",
                         header->encoding);
    enum status status = pq_page_reader_load(pages, &check->dictionary_page, &page,
                                             error);
    if (status == OK)
        status = read_entries(check, page.data, (uint32_t)header->num_values, error);
    check->has_dictionary = status == OK;
    check->n_entries = status == OK ? (uint32_t)header->num_values : 0;
    return status;
}

/* Entries may be equal, so distinct hashes are counted. */
enum status pq_page_check_distinct(struct pq_page_check *check, uint64_t *n_distinct,
                                   struct error *error)
{
    size_t size = pq_value_size(check->order.leaf.type), n = 0;
    const struct bytes_value *values = (const void *)check->entries.data;
    const uint32_t *stamps = (const void *)check->stamps.data;
    uint64_t *hashes = mem_alloc(check->n_entries, sizeof *hashes);
    if (hashes == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < check->n_entries; i++) {
        if (stamps[i] == 0)
            continue;
        struct slice bytes = pq_is_number(check->order.leaf.type)
                                 ? slice_of(check->entries.data + i * size, size)
                                 : slice_of(values[i].data, values[i].size);
        hashes[n++] = xxh64_of(bytes);
    }
    if (n > 0)
        qsort(hashes, n, sizeof *hashes, compare_uint64);
    *n_distinct = n > 0;
    for (size_t i = 1; i < n; i++)
        *n_distinct += hashes[i] != hashes[i - 1];
    mem_free(hashes);
    return OK;
}

/* ---- A data page ----------------------------------------------------------------- */

/* State while a page is read. */
struct open_page {
    const struct pq_page_header *header;
    bool is_dictionary_encoded;
    struct pq_level_decoder repetition, definition;
};

static enum status open_values(struct pq_page_check *check, struct open_page *open,
                               struct slice data, struct error *error)
{
    const struct pq_page_header *header = open->header;
    struct pq_value_format format = {.encoding = header->encoding,
                                     .type = check->order.leaf.type,
                                     .type_length = check->order.leaf.type_length};
    open->is_dictionary_encoded = header->encoding == PQ_PLAIN_DICTIONARY ||
                                  header->encoding == PQ_RLE_DICTIONARY;
    if (!open->is_dictionary_encoded)
        return pq_value_decoder_init(&check->values, &format, data,
                                     (uint64_t)header->num_values, error);
    if (!check->has_dictionary)
        return error_set(error, CORRUPT, "dictionary indices, but no dictionary page");
    return pq_rle_init_indices(&check->indexes, data, error);
}

static void count_levels(const uint8_t *levels, size_t n, unsigned max_level,
                         uint64_t *histogram)
{
    if (max_level == 0)
        histogram[0] += n;
    for (size_t i = 0; max_level > 0 && i < n; i++)
        histogram[levels[i]]++;
}

static enum status check_batch(struct pq_page_check *check, struct open_page *open,
                               struct pq_checked_page *facts, size_t n,
                               struct error *error)
{
    const struct pq_leaf *leaf = &check->order.leaf;
    uint64_t n_max, n_present;
    enum status status = pq_levels_read(&open->repetition, check->levels, n, &n_max,
                                        error);
    if (status != OK)
        return status;
    if (facts->n_entries == 0)
        facts->begins_row = check->levels[0] == 0;
    count_levels(check->levels, n, leaf->max_repetition_level, facts->repetition);
    status = pq_levels_read(&open->definition, check->levels, n, &n_present, error);
    if (status == OK)
        status = pq_leaf_check_present(leaf, n_present, error);
    if (status != OK)
        return status;
    count_levels(check->levels, n, leaf->max_definition_level, facts->definition);
    facts->n_entries += n;
    facts->n_present += n_present;
    if (n_present == 0)
        return OK;
    return open->is_dictionary_encoded
               ? check_indices(check, facts, (size_t)n_present, error)
               : check_flat(check, facts, (size_t)n_present, error);
}

static void check_header(struct pq_page_check *check, const struct open_page *open,
                         const struct pq_checked_page *facts)
{
    const struct pq_page_header *header = open->header;
    const struct pq_leaf *leaf = &check->order.leaf;
    uint64_t n_nulls = facts->n_entries - facts->n_present;
    uint64_t n_left = open->is_dictionary_encoded ? 0
                                                  : pq_value_decoder_left(&check->values);
    if (n_left > 0)
        pq_find(check->findings, "values", "%llu surplus values are encoded",
                (unsigned long long)n_left);
    if (header->type != PQ_DATA_PAGE_V2)
        return;
    if (header->num_nulls < 0 || (uint64_t)header->num_nulls != n_nulls)
        pq_find(check->findings, "num_nulls", "the header says %d nulls, %llu found",
                header->num_nulls, (unsigned long long)n_nulls);
    if (header->num_rows < 0 || (uint64_t)header->num_rows != facts->n_rows)
        findings_add(check->findings, SEVERITY_WARNING, "num_rows",
                     "the header says %d rows, %llu found", header->num_rows,
                     (unsigned long long)facts->n_rows);
    if (facts->n_entries > 0 && !facts->begins_row)
        pq_find(check->findings, "levels", "a v2 page begins within a row");
    if ((leaf->max_repetition_level == 0 && header->repetition_size > 0) ||
        (leaf->max_definition_level == 0 && header->definition_size > 0))
        pq_find(check->findings, "levels",
                "%d and %d bytes of levels, but the maximum levels are %u and %u",
                header->repetition_size, header->definition_size,
                leaf->max_repetition_level, leaf->max_definition_level);
}

/* Each DELTA_BYTE_ARRAY value may be as large as the whole page, so the next batch's size
 * depends on the bytes of the previous one. */
static size_t next_batch(size_t most, uint64_t n_bytes)
{
    if (n_bytes > LARGE_BATCH)
        return most > 1 ? most / 2 : 1;
    return n_bytes <= LARGE_BATCH / 4 && most < BATCH_ROWS ? most * 2 : most;
}

enum status pq_page_check_data(struct pq_page_check *check, struct pq_page_reader *pages,
                               struct pq_checked_page *facts, struct error *error)
{
    struct open_page open = {.header = &pages->header};
    struct pq_page page;
    facts->n_entries = facts->n_present = facts->data_bytes = 0;
    facts->begins_row = true;
    memset(facts->repetition, 0, sizeof facts->repetition);
    memset(facts->definition, 0, sizeof facts->definition);
    pq_extent_clear(&facts->extent);
    check->page_number++;
    enum status status = pq_page_reader_load(pages, &check->page, &page, error);
    if (status == OK)
        status = pq_levels_init_page(&open.repetition, &open.definition,
                                     &check->order.leaf, open.header, &page, error);
    if (status == OK)
        status = open_values(check, &open, page.data, error);
    size_t n_left = (size_t)pages->header.num_values;
    size_t most = pages->header.encoding == PQ_DELTA_BYTE_ARRAY ? LEAST_BATCH
                                                                : BATCH_ROWS;
    while (status == OK && n_left > 0) {
        size_t n = n_left < most ? n_left : most;
        uint64_t n_before = facts->data_bytes;
        status = interrupt_check(error);
        if (status == OK)
            status = check_batch(check, &open, facts, n, error);
        n_left -= n;
        most = next_batch(most, facts->data_bytes - n_before);
        if (status == OK && n_left > 0 && !open.is_dictionary_encoded &&
            facts->data_bytes > MOST_DATA_BYTES)
            status = error_set(error, TOO_BIG, "a page of more than %lld bytes of text",
                               (long long)MOST_DATA_BYTES);
    }
    facts->n_rows = facts->repetition[0];
    if (status == OK)
        check_header(check, &open, facts);
    return status;
}
