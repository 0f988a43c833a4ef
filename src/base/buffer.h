/* SPDX-License-Identifier: MIT */
/*
 * buffer.h - owned, growable bytes.
 *
 * Buffers are kept and reused: a new page of memory costs more than most work on it.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include "base/slice.h"
#include "base/status.h"

/* A zeroed struct is an empty buffer.  data is valid until the next call that grows it.
 */
struct buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
};

void buffer_release(struct buffer *buffer);

/* Empties the buffer, keeping its memory unless that exceeds most_spare bytes. */
void buffer_empty(struct buffer *buffer, size_t most_spare);

/* Slow path of the functions below, which are inline because most appends are small. */
enum status buffer_reserve_growing(struct buffer *buffer, size_t capacity, bool keep,
                                   struct error *error) CHECK_RESULT;
enum status buffer_append_growing(struct buffer *buffer, const void *bytes, size_t size,
                                  struct error *error) CHECK_RESULT;

/* Ensures a total capacity of `capacity` bytes.  Without `keep`, the content may be
 * lost. */
static inline CHECK_RESULT enum status
buffer_reserve(struct buffer *buffer, size_t capacity, bool keep, struct error *error)
{
    if (capacity <= buffer->capacity)
        return OK;
    return buffer_reserve_growing(buffer, capacity, keep, error);
}

/* Ensures a total capacity of `capacity` bytes, and of no more if there is less; keeps
 * the content. */
enum status buffer_reserve_exactly(struct buffer *buffer, size_t capacity,
                                   struct error *error) CHECK_RESULT;

static inline CHECK_RESULT enum status
buffer_append(struct buffer *buffer, const void *bytes, size_t size, struct error *error)
{
    if (size > buffer->capacity - buffer->size)
        return buffer_append_growing(buffer, bytes, size, error);
    if (size > 0)
        memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    return OK;
}

/* Same as buffer_reserve() without keeping the content, but new memory is charged only by
 * mem_charge(buffer->data, ...). */
enum status buffer_reserve_uncharged(struct buffer *buffer, size_t capacity,
                                     struct error *error) CHECK_RESULT;

/* Text functions append no terminator. */
static inline CHECK_RESULT enum status
buffer_append_text(struct buffer *buffer, const char *text, struct error *error)
{
    return buffer_append(buffer, text, strlen(text), error);
}

/* A terminator follows the text, which the buffer's size does not count. */
enum status buffer_append_format(struct buffer *buffer, struct error *error,
                                 const char *format, ...) CHECK_RESULT PRINTF_LIKE(3, 4);

/* Append unless *error holds a failure already, so that many appends are checked once, at
 * their end: error->status. */
static inline void buffer_add(struct buffer *buffer, struct slice bytes,
                              struct error *error)
{
    if (error->status == OK)
        (void)!buffer_append(buffer, bytes.data, bytes.size, error);
}

static inline void buffer_add_varint(struct buffer *buffer, uint64_t value,
                                     struct error *error)
{
    uint8_t bytes[MOST_VARINT_BYTES];
    buffer_add(buffer, slice_of(bytes, (size_t)(store_varint(bytes, value) - bytes)),
               error);
}

static inline void buffer_add_text(struct buffer *buffer, const char *text,
                                   struct error *error)
{
    buffer_add(buffer, slice_of(text, strlen(text)), error);
}

#define buffer_add_format(buffer, error, ...)                                            \
    ((error)->status == OK ? (void)!buffer_append_format(buffer, error, __VA_ARGS__)     \
                           : (void)0)

static inline struct slice buffer_slice(const struct buffer *buffer)
{
    return slice_of(buffer->data, buffer->size);
}

#endif
