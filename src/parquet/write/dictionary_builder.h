/* SPDX-License-Identifier: MIT */
/*
 * dictionary_builder.h - collects the distinct values of a column chunk, in the order of
 * their first occurrence, and the dictionary index of each value.
 *
 * Values are compared by their bytes: the two zeros of floating point are different
 * values, and so are NaNs with different bits.
 */
#ifndef PARQUET_DICTIONARY_BUILDER_H
#define PARQUET_DICTIONARY_BUILDER_H

#include "base/hash_table.h"
#include "parquet/encoding/value_encoder.h"

/* A zeroed struct is empty; its memory is reused from one chunk to the next. */
struct pq_dictionary_builder {
    struct pq_values entries; /* points into the buffers */
    uint32_t *indices;        /* the dictionary index of each value */
    uint64_t entry_bytes;     /* of the entries as PLAIN */
    struct buffer entry_values, entry_offsets, index_memory;
    struct hash_table table; /* of the entries; of numbers: */
    struct buffer numbers;
    size_t n_slots; /* a power of two */
};

enum { PQ_DICTIONARY_SAMPLE = 8192 };

struct pq_dictionary_limits {
    uint64_t max_bytes;   /* of the entries as PLAIN */
    uint64_t max_entries; /* at most UINT32_MAX */
    /* Gives up after the first PQ_DICTIONARY_SAMPLE values, if there are more and nearly
     * all of these differ. */
    bool must_repeat;
};

/* *fits is false, and the rest unspecified, when a limit is exceeded.  BOOLEAN is not
 * supported.  The builder owns the results, until it builds again or is released. */
enum status pq_dictionary_build(struct pq_dictionary_builder *builder,
                                const struct pq_values *values,
                                const struct pq_dictionary_limits *limits, bool *fits,
                                struct error *error) CHECK_RESULT;
void pq_dictionary_builder_release(struct pq_dictionary_builder *builder);

#endif
