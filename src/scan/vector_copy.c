/* SPDX-License-Identifier: MIT */
#include "scan/vector_copy.h"

#include "base/alloc.h"
#include "base/interrupt.h"

struct dictionary_copy {
    unsigned n_users;
    uint64_t number; /* of the vectors' dictionary */
    bool has_no_nul;
    struct buffer memory;
};

void dictionary_copy_release(struct dictionary_copy *dictionary)
{
    if (dictionary == NULL || --dictionary->n_users > 0)
        return;
    buffer_release(&dictionary->memory);
    mem_free(dictionary);
}

/* Copies the bytes of the value at index i, and a terminator, to `end`; returns the end
 * of them. */
static uint8_t *copy_value(const struct bytes_value *from, struct bytes_value *to,
                           uint8_t *end)
{
    to->data = end;
    to->size = from->size;
    if (from->size > 0)
        memcpy(end, from->data, from->size);
    end[from->size] = 0;
    return end + from->size + 1;
}

/* An address in the memory, which is NULL if it is empty. */
static uint8_t *place(const struct buffer *memory, size_t offset)
{
    return offset > 0 ? memory->data + offset : memory->data;
}

static bool is_null(const struct column_vector *vector, uint32_t row)
{
    return vector->indices == NULL && column_vector_is_null(vector, row);
}

/* Copies values of VECTOR_BYTES, entries of a dictionary if the vector has indices, and
 * then what they point to; room for `extra` bytes is left at *end.  Finds out whether any
 * contains a 0 byte, if that is not known. */
static enum status copy_bytes(struct buffer *memory, const struct column_vector *from,
                              const struct vector_rows *rows, size_t extra, uint8_t **end,
                              bool *has_no_nul, struct error *error)
{
    const struct bytes_value *values = from->values.bytes;
    *has_no_nul = true;
    uint32_t n = rows->selected != NULL ? rows->n_selected : rows->n;
    size_t size = rows->n * sizeof *values + extra;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = rows->selected != NULL ? rows->selected[k] : rows->first + k;
        size += is_null(from, i) ? 0 : values[i].size + 1;
    }
    enum status status = buffer_reserve(memory, size, false, error);
    if (status != OK)
        return status;
    memory->size = size;
    struct bytes_value *to = (void *)memory->data;
    *end = place(memory, rows->n * sizeof *values);
    if (n < rows->n || (n > 0 && from->valid != NULL))
        memset(to, 0, rows->n * sizeof *to);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = rows->selected != NULL ? rows->selected[k] : rows->first + k;
        if (is_null(from, i))
            continue;
        *end = copy_value(&values[i], &to[i - rows->first], *end);
        if (!from->has_no_nul && *has_no_nul && values[i].size > 0)
            *has_no_nul = memchr(values[i].data, 0, values[i].size) == NULL;
    }
    return OK;
}

/* The same for values of any kind. */
static enum status copy_values(struct buffer *memory, const struct column_vector *from,
                               const struct vector_rows *rows, size_t extra,
                               uint8_t **end, bool *has_no_nul, struct error *error)
{
    size_t width = vector_kind_width(from->kind), size = rows->n * width;
    *has_no_nul = false;
    if (from->kind == VECTOR_BYTES)
        return copy_bytes(memory, from, rows, extra, end, has_no_nul, error);
    enum status status = buffer_reserve(memory, size + extra, false, error);
    if (status != OK)
        return status;
    memory->size = size + extra;
    *end = place(memory, size);
    if (size > 0)
        memcpy(memory->data, (const uint8_t *)from->values.any + rows->first * width,
               size);
    return OK;
}

static enum status copy_dictionary(const struct column_vector *from,
                                   struct dictionary_copy **newest, struct error *error)
{
    if (*newest != NULL && (*newest)->number == from->dictionary)
        return OK;
    dictionary_copy_release(*newest);
    *newest = mem_alloc_zeroed(1, sizeof **newest);
    if (*newest == NULL)
        return error_nomem(error);
    (*newest)->n_users = 1;
    const struct vector_rows all = {.n = from->n_entries};
    uint8_t *end;
    enum status status = copy_values(&(*newest)->memory, from, &all, 0, &end,
                                     &(*newest)->has_no_nul, error);
    if (status == OK)
        status = interrupt_after(from->n_entries, error);
    if (status != OK) {
        dictionary_copy_release(*newest);
        *newest = NULL;
        return status;
    }
    (*newest)->number = from->dictionary;
    return OK;
}

/* Copies a vector with indices; *end as above. */
static enum status copy_indices(struct vector_copy *copy,
                                const struct column_vector *from,
                                const struct vector_rows *rows, size_t extra,
                                uint8_t **end, struct dictionary_copy **newest,
                                struct error *error)
{
    size_t size = rows->n * sizeof *from->indices;
    enum status status = copy_dictionary(from, newest, error);
    if (status == OK)
        status = buffer_reserve(&copy->memory, size + extra, false, error);
    if (status != OK)
        return status;
    copy->memory.size = size + extra;
    *end = copy->memory.data + size;
    copy->dictionary = *newest;
    copy->dictionary->n_users++;
    memcpy(copy->memory.data, from->indices + rows->first, size);
    copy->vector.indices = (const void *)copy->memory.data;
    copy->vector.values.any = copy->dictionary->memory.data;
    copy->vector.has_no_nul = copy->dictionary->has_no_nul;
    return OK;
}

/* Copies a vector without indices. */
static enum status copy_flat(struct vector_copy *copy, const struct column_vector *from,
                             const struct vector_rows *rows, size_t extra, uint8_t **end,
                             struct error *error)
{
    enum status status = copy_values(&copy->memory, from, rows, extra, end,
                                     &copy->vector.has_no_nul, error);
    if (status != OK)
        return status;
    copy->vector.values.any = copy->memory.data;
    if (from->kind == VECTOR_BYTES) {
        copy->vector.bytes_begin = copy->memory.data +
                                   rows->n * sizeof(struct bytes_value);
        copy->vector.bytes_end = *end;
    }
    return OK;
}

enum status vector_copy_take(struct vector_copy *copy, const struct column_vector *from,
                             const struct vector_rows *rows,
                             struct dictionary_copy **newest, struct error *error)
{
    size_t valid_size = from->valid != NULL ? rows->n : 0;
    uint8_t *end;
    dictionary_copy_release(copy->dictionary);
    copy->dictionary = NULL;
    copy->vector = (struct column_vector){0};
    copy->memory.size = 0;
    if (from->mismatched != NULL)
        return error_set(error, UNSUPPORTED, "mismatched values are not copied");
    copy->vector = *from;
    copy->vector.n_rows = rows->n;
    copy->vector.bytes_begin = copy->vector.bytes_end = NULL;
    copy->vector.is_terminated = from->kind == VECTOR_BYTES;
    enum status status = from->indices != NULL
                             ? copy_indices(copy, from, rows, valid_size, &end, newest,
                                            error)
                             : copy_flat(copy, from, rows, valid_size, &end, error);
    if (status != OK) {
        copy->vector = (struct column_vector){0};
        copy->memory.size = 0;
        return status;
    }
    copy->vector.valid = valid_size > 0 ? end : NULL;
    if (valid_size > 0)
        memcpy(end, from->valid + rows->first, valid_size);
    return OK;
}

void vector_copy_release(struct vector_copy *copy)
{
    dictionary_copy_release(copy->dictionary);
    buffer_release(&copy->memory);
    *copy = (struct vector_copy){0};
}
