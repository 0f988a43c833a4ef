/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"

void buffer_release(struct buffer *buffer)
{
    mem_free(buffer->data);
    *buffer = (struct buffer){0};
}

void buffer_empty(struct buffer *buffer, size_t most_spare)
{
    buffer->size = 0;
    if (buffer->capacity > most_spare)
        buffer_release(buffer);
}

/* Grows by half, which bounds the cost of many small appends. */
static size_t grown_capacity(const struct buffer *buffer, size_t wanted)
{
    size_t target = buffer->capacity + buffer->capacity / 2;
    target = target < wanted ? wanted : target;
    return target < 64 ? 64 : target;
}

enum status buffer_reserve_growing(struct buffer *buffer, size_t capacity, bool keep,
                                   struct error *error)
{
    size_t target = grown_capacity(buffer, capacity);
    if (keep && buffer->size > 0) {
        uint8_t *grown = mem_resize(buffer->data, target, 1);
        if (grown == NULL)
            return error_nomem(error);
        buffer->data = grown;
    } else {
        uint8_t *fresh = mem_alloc(target, 1);
        if (fresh == NULL)
            return error_nomem(error);
        mem_free(buffer->data);
        buffer->data = fresh;
        buffer->size = 0;
    }
    buffer->capacity = target;
    return OK;
}

enum status buffer_reserve_exactly(struct buffer *buffer, size_t capacity,
                                   struct error *error)
{
    if (capacity <= buffer->capacity)
        return OK;
    uint8_t *grown = mem_resize(buffer->data, capacity, 1);
    if (grown == NULL)
        return error_nomem(error);
    buffer->data = grown;
    buffer->capacity = capacity;
    return OK;
}

enum status buffer_reserve_uncharged(struct buffer *buffer, size_t capacity,
                                     struct error *error)
{
    if (capacity <= buffer->capacity)
        return OK;
    capacity = grown_capacity(buffer, capacity);
    uint8_t *fresh = mem_alloc_uncharged(capacity);
    if (fresh == NULL)
        return error_nomem(error);
    mem_free(buffer->data);
    *buffer = (struct buffer){.data = fresh, .capacity = capacity};
    return OK;
}

enum status buffer_append_growing(struct buffer *buffer, const void *bytes, size_t size,
                                  struct error *error)
{
    if (size > SIZE_MAX / 2 - buffer->size)
        return error_nomem(error);
    enum status status = buffer_reserve(buffer, buffer->size + size, true, error);
    if (status != OK)
        return status;
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    return OK;
}

enum status buffer_append_format(struct buffer *buffer, struct error *error,
                                 const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (size < 0)
        return error_set(error, MISUSE, "text cannot be formatted");
    enum status status = buffer_reserve(buffer, buffer->size + (size_t)size + 1, true,
                                        error);
    if (status != OK)
        return status;
    if ((size_t)size < sizeof text) {
        memcpy(buffer->data + buffer->size, text, (size_t)size + 1);
    } else {
        va_start(args, format);
        vsnprintf((char *)buffer->data + buffer->size, (size_t)size + 1, format, args);
        va_end(args);
    }
    buffer->size += (size_t)size;
    return OK;
}
