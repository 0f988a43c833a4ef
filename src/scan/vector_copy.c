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
static uint8_t *memory_at(const struct buffer *memory, size_t offset)
{
    return offset > 0 ? memory->data + offset : memory->data;
}

static bool is_null(const struct column_vector *vector, uint32_t row)
{
    return vector->indices == NULL && column_vector_is_null(vector, row);
}

static uint32_t n_copied(const struct vector_rows *rows)
{
    return rows->selected != NULL ? rows->n_selected : rows->n;
}

/* The row that becomes row k of the copy. */
static uint32_t row_of(const struct vector_rows *rows, uint32_t k)
{
    return rows->selected != NULL ? rows->selected[k] : rows->first + k;
}

/* The usual sizes are moves, not calls. */
static inline void copy_one(void *to, const void *from, size_t width)
{
    switch (width) {
    case 1:
        memcpy(to, from, 1);
        break;
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    default:
        memcpy(to, from, width);
    }
}

/* Copies the rows of an array of values of `width` bytes. */
static void copy_array(void *to, const void *from, size_t width,
                       const struct vector_rows *rows)
{
    uint32_t n = n_copied(rows);
    const uint8_t *source = from;
    if (rows->selected == NULL) {
        memcpy(to, source + rows->first * width, n * width);
        return;
    }
    for (uint32_t k = 0; k < n; k++)
        copy_one((uint8_t *)to + k * width, source + rows->selected[k] * width, width);
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
    uint32_t n = n_copied(rows);
    size_t size = n * sizeof *values + extra;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = row_of(rows, k);
        size += is_null(from, i) ? 0 : values[i].size + 1;
    }
    enum status status = buffer_reserve(memory, size, false, error);
    if (status != OK)
        return status;
    memory->size = size;
    struct bytes_value *to = (void *)memory->data;
    *end = memory_at(memory, n * sizeof *values);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = row_of(rows, k);
        if (is_null(from, i))
            continue;
        *end = copy_value(&values[i], &to[k], *end);
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
    size_t width = vector_kind_width(from->kind), size = n_copied(rows) * width;
    *has_no_nul = false;
    if (from->kind == VECTOR_BYTES)
        return copy_bytes(memory, from, rows, extra, end, has_no_nul, error);
    enum status status = buffer_reserve(memory, size + extra, false, error);
    if (status != OK)
        return status;
    memory->size = size + extra;
    *end = memory_at(memory, size);
    if (size > 0)
        copy_array(memory->data, from->values.any, width, rows);
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
    size_t size = n_copied(rows) * sizeof *from->indices;
    enum status status = copy_dictionary(from, newest, error);
    if (status == OK)
        status = buffer_reserve(&copy->memory, size + extra, false, error);
    if (status != OK)
        return status;
    copy->memory.size = size + extra;
    *end = memory_at(&copy->memory, size);
    copy->dictionary = *newest;
    copy->dictionary->n_users++;
    if (size > 0)
        copy_array(copy->memory.data, from->indices, sizeof *from->indices, rows);
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
        copy->vector.bytes_begin = memory_at(&copy->memory,
                                             n_copied(rows) * sizeof(struct bytes_value));
        copy->vector.bytes_end = *end;
    }
    return OK;
}

enum status vector_copy_take(struct vector_copy *copy, const struct column_vector *from,
                             const struct vector_rows *rows,
                             struct dictionary_copy **newest, struct error *error)
{
    size_t valid_size = from->valid != NULL ? n_copied(rows) : 0;
    uint8_t *end;
    dictionary_copy_release(copy->dictionary);
    copy->dictionary = NULL;
    copy->vector = (struct column_vector){0};
    copy->memory.size = 0;
    if (from->mismatched != NULL)
        return error_set(error, UNSUPPORTED, "mismatched values are not copied");
    copy->vector = *from;
    copy->vector.n_rows = n_copied(rows);
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
        copy_array(end, from->valid, 1, rows);
    return OK;
}

/* Moves value k of `from` to rows[k] of `to`. */
static void spread(void *to, const void *from, size_t width, const uint32_t *rows,
                   uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        copy_one((uint8_t *)to + rows[k] * width, (const uint8_t *)from + k * width,
                 width);
}

enum status vector_copy_spread(const struct vector_copy *copy, const uint32_t *rows,
                               uint32_t n, struct buffer *room, struct column_vector *to,
                               struct error *error)
{
    const struct column_vector *from = &copy->vector;
    bool has_indices = from->indices != NULL;
    size_t width = has_indices ? sizeof *from->indices : vector_kind_width(from->kind);
    const void *values = has_indices ? from->indices : from->values.any;
    enum status status = buffer_reserve(room, n * width + (from->valid ? n : 0), false,
                                        error);
    if (status != OK)
        return status;
    *to = *from;
    to->n_rows = n;
    to->bytes_begin = to->bytes_end = NULL;
    memset(room->data, 0, n * width);
    spread(room->data, values, width, rows, from->n_rows);
    if (has_indices)
        to->indices = (const void *)room->data;
    else
        to->values.any = room->data;
    if (from->valid != NULL) {
        uint8_t *valid = room->data + n * width;
        memset(valid, 0, n);
        spread(valid, from->valid, 1, rows, from->n_rows);
        to->valid = valid;
    }
    return OK;
}

void vector_copy_release(struct vector_copy *copy)
{
    dictionary_copy_release(copy->dictionary);
    buffer_release(&copy->memory);
    *copy = (struct vector_copy){0};
}
