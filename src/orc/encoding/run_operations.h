/* SPDX-License-Identifier: MIT */
/*
 * run_operations.h - the operations of a kind of runs, which a reader of streams calls
 * (stream/run_readers.h).  They read one run from bytes in memory: the reader makes sure
 * that most_size bytes are there, or all up to the stream's end.
 */
#ifndef ORC_ENCODING_RUN_OPERATIONS_H
#define ORC_ENCODING_RUN_OPERATIONS_H

#include "base/slice.h"
#include "base/status.h"

struct orc_run_operations {
    uint32_t value_size;  /* of a decoded value: an int64_t, or a byte */
    uint32_t most_values; /* in a run */
    uint32_t most_size;   /* bytes of an encoded run */

    /* Decodes the run at the start of *input, at most most_values, and advances *input
     * past it.  is_signed: integers are zigzag-encoded; otherwise they are the bits of
     * uint64_t.  CORRUPT if the bytes end too early or contradict each other; *input then
     * stays as it is. */
    enum status (*decode)(struct slice *input, bool is_signed, void *values, uint32_t *n,
                          struct error *error);
    /* Same without the values: damage that does not change where the run ends may pass.
     */
    enum status (*skip)(struct slice *input, uint32_t *n, struct error *error);
};

#endif
