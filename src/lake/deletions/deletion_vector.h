/* SPDX-License-Identifier: MIT */
/*
 * deletion_vector.h - reads deletion vectors: which rows of one file are deleted.
 *
 * A vector is a RoaringBitmapArray (roaring.h), in a file as
 *
 *     its size, 4 bytes, big-endian | the bitmap | CRC-32 of the bitmap, big-endian
 *
 * In Delta Lake, a file of vectors begins with a byte 1, an action in the log has the
 * offset of the vector and the size of the bitmap, and small vectors are in the log
 * itself.  In Iceberg, the vector is a blob of a Puffin file, and a manifest has the
 * offset and the size of the blob, so that nothing else of the file matters: some writers
 * wrote files that are a blob and nothing else.
 */
#ifndef LAKE_DELETIONS_DELETION_VECTOR_H
#define LAKE_DELETIONS_DELETION_VECTOR_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "base/row_bitmap.h"

/* DeletionVectorDescriptor of Delta Lake, as the log has it. */
struct deletion_vector {
    struct slice storage; /* storageType: "u", "p" or "i" */
    struct slice text;    /* pathOrInlineDv */
    int64_t offset;       /* -1: none */
    int64_t size;         /* sizeInBytes: of the bitmap */
    int64_t cardinality;  /* deleted rows */
};

/* Whether the bitmap is in the descriptor, and there is no file. */
bool deletion_vector_is_inline(const struct deletion_vector *vector);

/* Appends, zero-terminated, the path of the vector's file: one inside the table's folder,
 * or (*is_absolute) a path or URI as the log has it.  CORRUPT or UNSUPPORTED if the
 * descriptor breaks the format. */
enum status deletion_vector_path(const struct deletion_vector *vector,
                                 struct buffer *path, bool *is_absolute,
                                 struct error *error) CHECK_RESULT;

/* These set `rows`, which is empty at first, to the deleted rows.  CORRUPT also if a row
 * is at or after n_rows, the number of rows of the file (UINT64_MAX: unknown), or if
 * their number is not `cardinality` (negative: unknown). */

/* file: of the vector's path; NULL if it is inline. */
enum status deletion_vector_read(const struct deletion_vector *vector,
                                 struct input_file *file, uint64_t n_rows,
                                 struct row_bitmap *rows,
                                 struct error *error) CHECK_RESULT;

/* The blob of type deletion-vector-v1 at an offset of a Puffin file, uncompressed, with
 * its size. */
enum status deletion_vector_read_blob(struct input_file *file, int64_t offset,
                                      int64_t size, int64_t cardinality, uint64_t n_rows,
                                      struct row_bitmap *rows,
                                      struct error *error) CHECK_RESULT;

#endif
