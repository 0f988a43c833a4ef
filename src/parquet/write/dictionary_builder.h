/* SPDX-License-Identifier: MIT */
/*
 * dictionary_builder.h - the distinct values of a column chunk, in the order in which
 * they occur, and for each value which of them it is.
 *
 * Values are told apart by their bytes: the zeros of floating point are two values, and
 * so are NaNs of different bits.
 */
#ifndef PARQUET_DICTIONARY_BUILDER_H
#define PARQUET_DICTIONARY_BUILDER_H

#include "parquet/encoding/value_encoder.h"

/* Zeroed it is empty; it keeps its memory from one chunk to the next. */
struct pq_dictionary_builder {
    struct pq_values entries; /* points into the buffers */
    uint32_t *codes;          /* for each value its entry */
    uint64_t entry_bytes;     /* of the entries as PLAIN */
    struct buffer entry_values, entry_offsets, code_memory, table;
    size_t n_slots; /* of the table; a power of two */
};

enum { PQ_DICTIONARY_SAMPLE = 8192 };

struct pq_dictionary_limits {
    uint64_t max_bytes;   /* of the entries as PLAIN */
    uint64_t max_entries; /* at most UINT32_MAX */
    /* Gives up early, after the first PQ_DICTIONARY_SAMPLE of more values, when nearly
     * all of these differ. */
    bool must_repeat;
};

/* *fits is false, and the rest unspecified, when a limit is exceeded.  Not BOOLEAN.  The
 * entries and codes are the builder's, until it builds again or is released. */
enum status pq_dictionary_build(struct pq_dictionary_builder *builder,
                                const struct pq_values *values,
                                const struct pq_dictionary_limits *limits, bool *fits,
                                struct error *error) CHECK_RESULT;
void pq_dictionary_builder_release(struct pq_dictionary_builder *builder);

#endif
