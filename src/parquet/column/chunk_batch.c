/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "parquet/column/chunk_state.h"
#include "scan/spread.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/schema/value_convert.h"

/* ---- Filling a batch ------------------------------------------------------------- */

/* The contents of the batch so far. */
struct batch {
    uint32_t n_rows;
    size_t n_copied_bytes;
    uint32_t n_copied; /* rows at the front whose values no longer point into a page */
    bool is_indices;   /* all rows so far are dictionary indices */
    bool is_flat;      /* all rows so far are values */
    bool has_nulls;
    bool has_no_nul;    /* text, all from a dictionary without NUL bytes */
    bool is_terminated; /* text, with a 0 after every value */
    bool is_one_block;  /* values lie in one block in row order */
    bool names_page;    /* the message of an error names the page, the dictionary's */
};

struct copied_bytes {
    struct copied_bytes *next;
};

enum status pq_chunk_allocate_buffers(struct pq_chunk_reader *reader, struct error *error)
{
    struct pq_batch_buffers *buffers = &reader->buffers;
    const struct pq_leaf *leaf = reader->leaf;
    bool needs_physical = !pq_converts_in_place(leaf->conversion);
    buffers->definition_levels = mem_alloc(BATCH_ROWS, 1);
    buffers->valid = mem_alloc(BATCH_ROWS, 1);
    buffers->indices = mem_alloc(BATCH_ROWS, sizeof *buffers->indices);
    buffers->values = mem_alloc(BATCH_ROWS, vector_kind_width(leaf->column.kind));
    if (needs_physical)
        buffers->physical = mem_alloc(BATCH_ROWS, pq_value_size(leaf->type));
    return buffers->definition_levels == NULL || buffers->valid == NULL ||
                   buffers->indices == NULL || buffers->values == NULL ||
                   (needs_physical && buffers->physical == NULL)
               ? error_nomem(error)
               : OK;
}

void pq_chunk_free_buffers(struct pq_chunk_reader *reader)
{
    struct pq_batch_buffers *buffers = &reader->buffers;
    pq_chunk_free_copies(reader);
    mem_free(buffers->definition_levels);
    mem_free(buffers->valid);
    mem_free(buffers->indices);
    mem_free(buffers->values);
    mem_free(buffers->physical);
}

void pq_chunk_free_copies(struct pq_chunk_reader *reader)
{
    while (reader->buffers.copies != NULL) {
        struct copied_bytes *next = reader->buffers.copies->next;
        mem_free(reader->buffers.copies);
        reader->buffers.copies = next;
    }
}

/* Copies the bytes of the batch's values from row n_copied on, because their page is
 * about to be replaced.  The dictionary's bytes last as long as the chunk. */
static enum status keep_bytes(struct pq_chunk_reader *reader, struct batch *batch,
                              struct error *error)
{
    uint32_t first = batch->n_copied;
    uint32_t n_rows = batch->n_rows;
    batch->n_copied = n_rows;
    batch->is_one_block = false;
    struct bytes_value *values = reader->buffers.values;
    const uint8_t *valid = reader->buffers.valid;
    size_t total = 0;
    for (uint32_t i = first; i < n_rows; i++) {
        if (valid[i] && !pq_chunk_dictionary_owns(&reader->dictionary, values[i].data))
            total += values[i].size + 1;
    }
    if (total == 0)
        return OK;
    struct copied_bytes *block = mem_alloc(sizeof *block + total, 1);
    if (block == NULL)
        return error_nomem(error);
    block->next = reader->buffers.copies;
    reader->buffers.copies = block;
    batch->n_copied_bytes += total;
    uint8_t *target = (uint8_t *)(block + 1);
    for (uint32_t i = first; i < n_rows; i++) {
        if (!valid[i] || pq_chunk_dictionary_owns(&reader->dictionary, values[i].data))
            continue;
        if (values[i].size > 0)
            memcpy(target, values[i].data, values[i].size);
        values[i].data = target;
        target += values[i].size;
        *target++ = 0;
    }
    return OK;
}

/* All kinds of values are 8 or 16 bytes wide and are moved as bytes. */
_Static_assert(sizeof(struct bytes_value) == 8 || sizeof(struct bytes_value) == 16,
               "values are moved by 8 or 16 bytes");
_Static_assert(sizeof(struct instant) == 16, "values are moved by 8 or 16 bytes");

/* With a constant width the compiler turns memcpy into single loads and stores. */
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

/* Loads the entries that n indices need. */
static enum status need_entries(struct pq_chunk_reader *reader, struct batch *batch,
                                const uint32_t *indices, uint32_t n, struct error *error)
{
    const struct pq_chunk_dictionary *dictionary = &reader->dictionary;
    if (n == 0)
        return OK;
    enum status status = pq_chunk_seek_dictionary(reader, error);
    batch->names_page = status != OK;
    if (status != OK)
        return status;
    uint32_t n_entries = dictionary->n_entries;
    if (!dictionary->is_found)
        return error_set(error, CORRUPT, "dictionary indices, but no dictionary page");
    if (n_entries == 0 || !all_at_most_u32(indices, n, n_entries - 1))
        return error_set(error, CORRUPT,
                         "dictionary index %u, but the dictionary has %u entries",
                         (unsigned)greatest_u32(indices, n), (unsigned)n_entries);
    status = pq_chunk_dictionary_need(&reader->dictionary, indices, n,
                                      reader->walk.n_rows - reader->walk.rows_left,
                                      error);
    batch->names_page = status != OK;
    return status;
}

/* Replaces the dictionary indices read so far by their values. */
static void materialise(struct pq_chunk_reader *reader, struct batch *batch)
{
    size_t width = vector_kind_width(reader->leaf->column.kind);
    /* Null rows have index 0, which is out of range in an empty dictionary. */
    if (reader->dictionary.n_entries > 0)
        gather(reader->buffers.values, pq_chunk_dictionary_entries(&reader->dictionary),
               width, reader->buffers.indices, batch->n_rows);
    else
        memset(reader->buffers.values, 0, batch->n_rows * width);
    batch->is_indices = false;
    batch->is_flat = true;
    batch->is_one_block = false;
}

static enum status read_indices(struct pq_chunk_reader *reader, struct batch *batch,
                                uint32_t n, uint32_t n_present, struct error *error)
{
    uint32_t at = batch->n_rows;
    uint32_t *indices = reader->buffers.indices + at;
    enum status status = pq_data_page_read_indices(&reader->page, indices, n_present,
                                                   error);
    if (status == OK)
        status = need_entries(reader, batch, indices, n_present, error);
    if (status != OK)
        return status;
    const struct pq_chunk_dictionary *dictionary = &reader->dictionary;
    if (dictionary->is_loaded && !batch->is_flat) {
        spread_values(indices, sizeof *indices, reader->buffers.valid + at, n, n_present);
        batch->is_indices = true;
        return OK;
    }
    batch->is_flat = true;
    batch->is_one_block = false;
    batch->is_terminated = batch->is_terminated && dictionary->is_loaded;
    size_t width = vector_kind_width(reader->leaf->column.kind);
    uint8_t *values = (uint8_t *)reader->buffers.values + at * width;
    gather(values, pq_chunk_dictionary_entries(dictionary), width, indices, n_present);
    spread_values(values, width, reader->buffers.valid + at, n, n_present);
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
    uint8_t *values = (uint8_t *)reader->buffers.values + at * width;
    void *physical = reader->buffers.physical != NULL ? reader->buffers.physical
                                                      : (void *)values;
    bool are_terminated;
    enum status status = pq_data_page_read_values(&reader->page, physical, n_present,
                                                  &are_terminated, error);
    if (status != OK)
        return status;
    batch->is_terminated = batch->is_terminated && are_terminated;
    pq_convert_values(reader->leaf->conversion, physical, n_present, values);
    spread_values(values, width, reader->buffers.valid + at, n, n_present);
    return OK;
}

static void find_valid(const uint8_t *restrict levels, unsigned max_level, uint32_t n,
                       uint8_t *restrict valid)
{
    for (uint32_t i = 0; i < n; i++)
        valid[i] = levels[i] == max_level;
}

/* Appends n rows of the current page to the batch. */
static enum status read_in_page(struct pq_chunk_reader *reader, struct batch *batch,
                                uint32_t n, struct error *error)
{
    uint64_t n_present;
    unsigned max_level = reader->leaf->max_definition_level;
    uint8_t *levels = reader->buffers.definition_levels + batch->n_rows;
    if (reader->page.is_lost)
        return error_set(error, CORRUPT, "the page is lost");
    enum status status = pq_data_page_read_levels(&reader->page, levels, n, &n_present,
                                                  error);
    if (status == OK)
        status = pq_leaf_check_present(reader->leaf, n_present, error);
    if (status == OK) {
        uint8_t *valid = reader->buffers.valid + batch->n_rows;
        if (n_present == n)
            memset(valid, 1, n);
        else
            find_valid(levels, max_level, n, valid);
        batch->has_nulls = batch->has_nulls || n_present < n;
        if (!reader->page.values_are_open && n_present > 0)
            status = pq_data_page_open_values(&reader->page, error);
        if (status != OK || !reader->page.values_are_open)
            batch->is_one_block = false;
        else if (reader->page.is_dictionary_encoded)
            status = read_indices(reader, batch, n, (uint32_t)n_present, error);
        else
            status = read_values(reader, batch, n, (uint32_t)n_present, error);
    }
    if (status != OK)
        return batch->names_page ? status
                                 : pq_page_reader_locate(&reader->walk.pages, error);
    batch->n_rows += n;
    pq_chunk_pass_rows(reader, n);
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
                          .is_terminated = pq_leaf_is_text(reader->leaf),
                          .is_one_block = true};
}

static void hand_out(const struct pq_chunk_reader *reader, const struct batch *batch,
                     struct column_vector *vector)
{
    enum vector_kind kind = reader->leaf->column.kind;
    *vector = (struct column_vector){
        .n_rows = batch->n_rows,
        .kind = kind,
        .valid = batch->has_nulls ? reader->buffers.valid : NULL,
        .indices = batch->is_indices ? reader->buffers.indices : NULL,
        .values.any = batch->is_indices ? pq_chunk_dictionary_entries(&reader->dictionary)
                                        : reader->buffers.values,
        .dictionary = batch->is_indices ? reader->dictionary.number : 0,
        .n_entries = batch->is_indices ? reader->dictionary.n_entries : 0,
        .is_terminated = batch->is_terminated,
        .has_no_nul = batch->has_no_nul && reader->dictionary.has_no_nul,
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

void pq_chunk_read_lost_rows(struct pq_chunk_reader *reader, uint32_t n,
                             struct column_vector *vector)
{
    memset(reader->buffers.definition_levels, 0, n);
    memset(reader->buffers.valid, 0, n);
    *vector = (struct column_vector){.n_rows = n,
                                     .kind = reader->leaf->column.kind,
                                     .valid = reader->buffers.valid,
                                     .values.any = reader->buffers.values};
    pq_chunk_pass_rows(reader, n);
}

enum status pq_chunk_read_rows(struct pq_chunk_reader *reader, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    enum vector_kind kind = reader->leaf->column.kind;
    struct batch batch = empty_batch(reader);
    enum status status = OK;
    pq_chunk_free_copies(reader);
    while (status == OK && batch.n_rows < n) {
        if (reader->page.left == 0) {
            uint64_t none;
            if (kind == VECTOR_BYTES && batch.is_flat) {
                /* The next page overwrites this one's bytes.  End the batch rather than
                 * copy too many of them. */
                if (batch.n_copied_bytes + reader->page.buffer.size >= LARGE_BATCH)
                    break;
                status = keep_bytes(reader, &batch, error);
            }
            if (status == OK)
                status = pq_chunk_next_page(reader, 0, &none, error);
            continue;
        }
        uint32_t want = n - batch.n_rows;
        status = read_in_page(reader, &batch,
                              want < reader->page.left ? want : reader->page.left, error);
    }
    if (status == OK)
        status = pq_chunk_check_end(reader, error);
    if (status != OK)
        return status;
    hand_out(reader, &batch, vector);
    if (kind == VECTOR_BYTES && !batch.is_indices && batch.is_one_block)
        find_block(reader->buffers.values, vector);
    return OK;
}
