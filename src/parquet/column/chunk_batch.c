/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "parquet/column/chunk_state.h"
#include "parquet/schema/value_convert.h"

/* ---- Filling a batch ------------------------------------------------------------- */

/* The contents of the batch so far. */
struct batch {
    uint32_t n_rows;
    size_t n_kept_bytes;
    uint32_t n_kept; /* rows at the front whose values no longer point into a page */
    bool is_indices; /* all rows so far are dictionary indices */
    bool is_flat;    /* all rows so far are values */
    bool has_nulls;
    bool has_no_nul;    /* text, all from a dictionary without NUL bytes */
    bool is_terminated; /* text, with a 0 after every value */
    bool is_one_block;  /* values lie in the page in row order */
};

void pq_chunk_free_kept(struct pq_chunk_reader *reader)
{
    while (reader->kept != NULL) {
        struct kept_bytes *next = reader->kept->next;
        mem_free(reader->kept);
        reader->kept = next;
    }
}

static bool is_within(const struct buffer *buffer, const uint8_t *data)
{
    return buffer->data != NULL && (uintptr_t)data >= (uintptr_t)buffer->data &&
           (uintptr_t)data - (uintptr_t)buffer->data < buffer->capacity;
}

/* Copies the bytes of the batch's values from row n_kept on, because their page is about
 * to be replaced.  The dictionary's bytes last as long as the chunk. */
static enum status keep_bytes(struct pq_chunk_reader *reader, struct batch *batch,
                              struct error *error)
{
    uint32_t first = batch->n_kept;
    uint32_t n_rows = batch->n_rows;
    batch->n_kept = n_rows;
    batch->is_one_block = false;
    struct bytes_value *values = reader->batch_values;
    const uint8_t *valid = reader->valid;
    size_t total = 0;
    for (uint32_t i = first; i < n_rows; i++) {
        if (valid[i] && !is_within(&reader->dictionary_page, values[i].data))
            total += values[i].size + 1;
    }
    if (total == 0)
        return OK;
    struct kept_bytes *block = mem_alloc(sizeof *block + total, 1);
    if (block == NULL)
        return error_nomem(error);
    block->next = reader->kept;
    reader->kept = block;
    batch->n_kept_bytes += total;
    uint8_t *target = (uint8_t *)(block + 1);
    for (uint32_t i = first; i < n_rows; i++) {
        if (!valid[i] || is_within(&reader->dictionary_page, values[i].data))
            continue;
        if (values[i].size > 0)
            memcpy(target, values[i].data, values[i].size);
        values[i].data = target;
        target += values[i].size;
        *target++ = 0;
    }
    return OK;
}

/* All kinds of values are 8 or 16 bytes wide and are moved as bytes.  With a constant
 * width the compiler turns memcpy and memmove into single loads and stores. */
_Static_assert(sizeof(struct bytes_value) == 8 || sizeof(struct bytes_value) == 16,
               "values are moved by 8 or 16 bytes");
_Static_assert(sizeof(struct instant) == 16, "values are moved by 8 or 16 bytes");

/* Moves the n_present values at the front of n rows to the rows that are not null. */
static inline void spread(uint8_t *entries, size_t width, const uint8_t *valid,
                          uint32_t n, uint32_t n_present)
{
    for (uint32_t i = n; i-- > 0;) {
        if (valid[i])
            memmove(entries + i * width, entries + --n_present * width, width);
        else
            memset(entries + i * width, 0, width);
    }
}

static void spread_values(void *entries, size_t width, const uint8_t *valid, uint32_t n,
                          uint32_t n_present)
{
    if (n_present == n)
        return;
    if (width == 8)
        spread(entries, 8, valid, n, n_present);
    else
        spread(entries, 16, valid, n, n_present);
}

static inline void gather_width(uint8_t *values, const uint8_t *dictionary, size_t width,
                                const uint32_t *indices, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        memcpy(values + i * width, dictionary + (size_t)indices[i] * width, width);
}

static void gather(void *values, const void *dictionary, size_t width,
                   const uint32_t *indices, uint32_t n)
{
    if (width == 8)
        gather_width(values, dictionary, 8, indices, n);
    else
        gather_width(values, dictionary, 16, indices, n);
}

static enum status check_indices(const struct pq_chunk_reader *reader,
                                 const uint32_t *indices, uint32_t n, struct error *error)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < n; i++)
        largest = indices[i] > largest ? indices[i] : largest;
    if (n > 0 && largest >= reader->dictionary_size)
        return error_set(error, CORRUPT, "dictionary index %u, the dictionary has %u",
                         (unsigned)largest, (unsigned)reader->dictionary_size);
    return OK;
}

/* Replaces the dictionary indices read so far by their values. */
static void materialise(struct pq_chunk_reader *reader, struct batch *batch)
{
    size_t width = vector_kind_width(reader->leaf->column.kind);
    /* Null rows have index 0, which is out of range in an empty dictionary. */
    if (reader->dictionary_size > 0)
        gather(reader->batch_values, reader->dictionary_values.data, width,
               reader->indices, batch->n_rows);
    else
        memset(reader->batch_values, 0, batch->n_rows * width);
    batch->is_indices = false;
    batch->is_flat = true;
    batch->is_one_block = false;
}

static enum status read_indices(struct pq_chunk_reader *reader, struct batch *batch,
                                uint32_t n, uint32_t n_present, struct error *error)
{
    uint32_t at = batch->n_rows;
    uint32_t *indices = reader->indices + at;
    enum status status = pq_rle_read(&reader->indexes, indices, n_present, error);
    if (status == OK)
        status = check_indices(reader, indices, n_present, error);
    if (status != OK)
        return status;
    if (n_present < n)
        spread((uint8_t *)indices, sizeof *indices, reader->valid + at, n, n_present);
    if (!batch->is_flat) {
        batch->is_indices = true;
        return OK;
    }
    batch->is_one_block = false;
    size_t width = vector_kind_width(reader->leaf->column.kind);
    uint8_t *values = (uint8_t *)reader->batch_values + at * width;
    if (reader->dictionary_size > 0)
        gather(values, reader->dictionary_values.data, width, indices, n);
    else
        memset(values, 0, n * width);
    return OK;
}

static enum status read_values(struct pq_chunk_reader *reader, struct batch *batch,
                               uint32_t n, uint32_t n_present, struct error *error)
{
    size_t width = vector_kind_width(reader->leaf->column.kind);
    uint32_t at = batch->n_rows;
    if (batch->is_indices)
        materialise(reader, batch);
    batch->is_flat = true;
    batch->has_no_nul = false;
    int encoding = reader->pages.header.encoding;
    if (encoding != PQ_PLAIN && encoding != PQ_DELTA_LENGTH_BYTE_ARRAY)
        batch->is_one_block = false;
    uint8_t *values = (uint8_t *)reader->batch_values + at * width;
    void *physical = reader->physical != NULL ? reader->physical : (void *)values;
    enum status status = pq_chunk_need_values(reader, n_present, error);
    pq_chunk_terminate_values(reader);
    batch->is_terminated = batch->is_terminated && !reader->must_terminate;
    if (status == OK)
        status = pq_value_decoder_read(&reader->values, physical, n_present, error);
    if (status != OK)
        return status;
    pq_convert_values(reader->leaf->conversion, physical, n_present, values);
    spread_values(values, width, reader->valid + at, n, n_present);
    return OK;
}

/* Appends n rows of the current page to the batch. */
static enum status read_in_page(struct pq_chunk_reader *reader, struct batch *batch,
                                uint32_t n, struct error *error)
{
    uint64_t n_present;
    unsigned max_level = reader->leaf->max_definition_level;
    uint8_t *levels = reader->definition_levels + batch->n_rows;
    if (reader->page_is_lost)
        return error_set(error, CORRUPT, "the page is lost");
    enum status status = pq_levels_read(&reader->levels, levels, n, &n_present, error);
    if (status == OK)
        status = pq_leaf_check_present(reader->leaf, n_present, error);
    if (status == OK) {
        uint8_t *valid = reader->valid + batch->n_rows;
        if (n_present == n)
            memset(valid, 1, n);
        for (uint32_t i = 0; i < n && n_present < n; i++)
            valid[i] = levels[i] == max_level;
        batch->has_nulls = batch->has_nulls || n_present < n;
        if (!reader->values_are_open && n_present > 0)
            status = pq_chunk_open_values(reader, error);
        if (status != OK || !reader->values_are_open)
            batch->is_one_block = false;
        else if (reader->page_is_dictionary_encoded)
            status = read_indices(reader, batch, n, (uint32_t)n_present, error);
        else
            status = read_values(reader, batch, n, (uint32_t)n_present, error);
    }
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    batch->n_rows += n;
    reader->page_left -= n;
    reader->rows_left -= n;
    reader->reads_through = reader->page_left == 0;
    return OK;
}

/* Sets the vector's byte range, from the first value's first byte to the last value's
 * end. */
static void find_block(const struct bytes_value *values, struct column_vector *vector)
{
    for (uint32_t i = 0; i < vector->n_rows && vector->bytes_begin == NULL; i++) {
        if (!column_vector_is_null(vector, i) && values[i].size > 0)
            vector->bytes_begin = values[i].data;
    }
    for (uint32_t i = vector->n_rows; i-- > 0 && vector->bytes_end == NULL;) {
        if (!column_vector_is_null(vector, i) && values[i].size > 0)
            vector->bytes_end = values[i].data + values[i].size;
    }
}

static struct batch empty_batch(const struct pq_chunk_reader *reader)
{
    return (struct batch){.has_no_nul = true,
                          .is_terminated = pq_chunk_is_text(reader->leaf),
                          .is_one_block = true};
}

static void hand_out(const struct pq_chunk_reader *reader, const struct batch *batch,
                     struct column_vector *vector)
{
    enum vector_kind kind = reader->leaf->column.kind;
    *vector = (struct column_vector){
        .n_rows = batch->n_rows,
        .kind = kind,
        .valid = batch->has_nulls ? reader->valid : NULL,
        .indices = batch->is_indices ? reader->indices : NULL,
        .values.any = batch->is_indices ? (const void *)reader->dictionary_values.data
                                        : reader->batch_values,
        .dictionary = batch->is_indices ? reader->dictionary_number : 0,
        .n_entries = batch->is_indices ? reader->dictionary_size : 0,
        .is_terminated = batch->is_terminated,
        .has_no_nul = batch->has_no_nul && reader->dictionary_has_no_nul,
    };
}

enum status pq_chunk_read_page_rows(struct pq_chunk_reader *reader, uint32_t n,
                                    struct column_vector *vector, struct error *error)
{
    struct batch batch = empty_batch(reader);
    enum status status = read_in_page(reader, &batch, n, error);
    if (status == OK)
        hand_out(reader, &batch, vector);
    return status;
}

enum status pq_chunk_read_rows(struct pq_chunk_reader *reader, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    enum vector_kind kind = reader->leaf->column.kind;
    struct batch batch = empty_batch(reader);
    enum status status = OK;
    pq_chunk_free_kept(reader);
    while (status == OK && batch.n_rows < n) {
        if (reader->page_left == 0) {
            uint64_t none;
            if (kind == VECTOR_BYTES && batch.is_flat) {
                /* The next page overwrites this one's bytes.  End the batch rather than
                 * copy too many of them. */
                if (batch.n_kept_bytes + reader->page_buffer.size >= LARGE_BATCH)
                    break;
                status = keep_bytes(reader, &batch, error);
            }
            if (status == OK)
                status = pq_chunk_next_page(reader, 0, &none, error);
            continue;
        }
        uint32_t want = n - batch.n_rows;
        status = read_in_page(reader, &batch,
                              want < reader->page_left ? want : reader->page_left, error);
    }
    if (status == OK)
        status = pq_chunk_check_end(reader, error);
    if (status != OK)
        return status;
    hand_out(reader, &batch, vector);
    if (kind == VECTOR_BYTES && !batch.is_indices && batch.is_one_block)
        find_block(reader->batch_values, vector);
    return OK;
}
