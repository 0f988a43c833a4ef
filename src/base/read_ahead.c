/* SPDX-License-Identifier: MIT */
#include "base/read_ahead.h"

#include <string.h>

#include "base/alloc.h"

/* A window takes at most a sixteenth of the memory that is left. */
enum { MEMORY_PARTS = 16 };

static void release(struct read_window *window)
{
    mem_free(window->bytes);
    *window = (struct read_window){0};
}

void read_ahead_forget(struct read_ahead *ahead)
{
    for (size_t i = 0; i < READ_AHEAD_WINDOWS; i++)
        release(&ahead->windows[i]);
}

size_t read_ahead_copy(struct read_ahead *ahead, int64_t offset, size_t size, void *bytes)
{
    for (size_t i = 0; i < READ_AHEAD_WINDOWS; i++) {
        struct read_window *window = &ahead->windows[i];
        uint64_t at = (uint64_t)(offset - window->offset); /* before it: a large one */
        if (at >= window->size)
            continue;
        size_t n = window->size - (size_t)at;
        n = n < size ? n : size;
        memcpy(bytes, window->bytes + at, n);
        window->used = ++ahead->n_reads;
        return n;
    }
    return 0;
}

/* Releases windows, the least recently used first, until another one of `size` bytes has
 * room; returns a free one. */
static struct read_window *make_room(struct read_ahead *ahead, size_t size)
{
    for (;;) {
        struct read_window *unused = NULL, *oldest = NULL;
        size_t all = 0;
        for (size_t i = 0; i < READ_AHEAD_WINDOWS; i++) {
            struct read_window *window = &ahead->windows[i];
            all += window->size;
            if (window->bytes == NULL)
                unused = window;
            else if (oldest == NULL || window->used < oldest->used)
                oldest = window;
        }
        if (unused != NULL && all + size <= READ_AHEAD_ALL)
            return unused;
        release(oldest);
    }
}

/* The size of a window that begins where one of `size` bytes ends; the windows share what
 * there is for all. */
static size_t grown(const struct read_ahead *ahead, size_t size)
{
    size_t n_windows = 0;
    for (size_t i = 0; i < READ_AHEAD_WINDOWS; i++)
        n_windows += ahead->windows[i].bytes != NULL;
    size_t share = READ_AHEAD_ALL / (n_windows + 1);
    size_t most = share < READ_AHEAD_MOST ? share : READ_AHEAD_MOST;
    size = size * 2 < most ? size * 2 : most;
    return size > READ_AHEAD_FIRST ? size : READ_AHEAD_FIRST;
}

struct read_window *read_ahead_next(struct read_ahead *ahead, int64_t offset, size_t size,
                                    int64_t end)
{
    size_t wanted = READ_AHEAD_FIRST;
    struct read_window *before = NULL;
    for (size_t i = 0; i < READ_AHEAD_WINDOWS && before == NULL; i++) {
        struct read_window *window = &ahead->windows[i];
        if (window->bytes != NULL && window->offset + (int64_t)window->size == offset)
            before = window;
    }
    if (before != NULL) {
        wanted = grown(ahead, before->size);
        release(before);
    }
    if ((uint64_t)(end - offset) < wanted)
        wanted = (size_t)(end - offset);
    if (size > wanted || wanted > memory_left() / MEMORY_PARTS)
        return NULL;
    struct read_window *window = make_room(ahead, wanted);
    window->bytes = mem_alloc(wanted, 1);
    if (window->bytes == NULL)
        return NULL;
    window->offset = offset;
    window->size = wanted;
    window->used = ++ahead->n_reads;
    return window;
}
