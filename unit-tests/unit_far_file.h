/* SPDX-License-Identifier: MIT */
/*
 * unit_far_file.h - bytes in memory as an input file that is far away, which counts the
 * round trips that it would take: one for each announcement that brings something new,
 * and one for each read that was not announced.
 */
#ifndef UNIT_FAR_FILE_H
#define UNIT_FAR_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_file.h"
#include "unit_bytes.h"

enum { FAR_BLOCK = 16 * 1024, FAR_TAIL = 64 * 1024 };

/* What the network has done. */
struct far_counts {
    uint32_t n_announcements; /* that brought something */
    uint32_t n_unannounced;   /* reads of which something was missing */
    int64_t n_bytes;
};

struct far_file {
    struct input_file base; /* must be first */
    struct slice bytes;
    struct far_counts *counts;
    uint8_t *is_here; /* for each block */
};

static inline uint32_t far_trips(const struct far_counts *counts)
{
    return counts->n_announcements + counts->n_unannounced;
}

/* Fetches the blocks of a range; false if all of them were there. */
static inline bool far_fetch(struct far_file *file, int64_t offset, int64_t size)
{
    bool is_new = false;
    int64_t end = (int64_t)file->bytes.size;
    if (offset < 0 || size <= 0 || offset >= end)
        return false;
    end = size < end - offset ? offset + size : end;
    for (int64_t i = offset / FAR_BLOCK; i * FAR_BLOCK < end; i++) {
        is_new = is_new || !file->is_here[i];
        file->counts->n_bytes += file->is_here[i] ? 0 : FAR_BLOCK;
        file->is_here[i] = 1;
    }
    return is_new;
}

static inline enum status far_read_at(struct input_file *base, int64_t offset,
                                      size_t size, void *bytes, struct error *error)
{
    struct far_file *file = (struct far_file *)base;
    (void)error;
    bool is_missing = far_fetch(file, offset, (int64_t)size);
    file->counts->n_unannounced += is_missing;
    if (is_missing && base->ops->announce != NULL && getenv("SHOW_TRIPS") != NULL)
        fprintf(stderr, "unannounced: %zu bytes at %lld\n", size, (long long)offset);
    memcpy(bytes, file->bytes.data + offset, size);
    return OK;
}

static inline enum status far_announce(struct input_file *base,
                                       const struct file_range *ranges, size_t n,
                                       struct error *error)
{
    struct far_file *file = (struct far_file *)base;
    bool is_new = false;
    (void)error;
    for (size_t i = 0; i < n; i++)
        is_new = far_fetch(file, ranges[i].offset, ranges[i].size) || is_new;
    file->counts->n_announcements += is_new;
    return OK;
}

static inline void far_close(struct input_file *base)
{
    free(((struct far_file *)base)->is_here);
    free(base);
}

/* Opens bytes, which outlive the file, of which the end is fetched at once.  Without
 * `announces`, announcements are ignored. */
static inline struct input_file *open_far(struct slice bytes, struct far_counts *counts,
                                          bool announces)
{
    static const struct input_file_ops ops = {
        .read_at = far_read_at, .close = far_close, .announce = far_announce};
    static const struct input_file_ops deaf = {.read_at = far_read_at,
                                               .close = far_close};
    struct far_file *file = must(calloc(1, sizeof *file));
    file->base.ops = announces ? &ops : &deaf;
    file->base.identity = file_identity_of_size((int64_t)bytes.size);
    file->bytes = bytes;
    file->counts = counts;
    file->is_here = must(calloc(bytes.size / FAR_BLOCK + 1, 1));
    int64_t tail = (int64_t)bytes.size < FAR_TAIL ? (int64_t)bytes.size : FAR_TAIL;
    (void)far_fetch(file, (int64_t)bytes.size - tail, tail);
    counts->n_announcements++;
    return &file->base;
}

#endif
