/* SPDX-License-Identifier: MIT */
/*
 * file_facts.h - what an open file finds out while queries read it: facts of its column
 * chunks, Bloom filters, and row groups whose rows have been counted.
 *
 * One thread uses them at a time.  They refer to nothing but the file's footer, so they
 * can be passed on to another open file with the same footer (footer.h).
 */
#ifndef PARQUET_FILE_FACTS_H
#define PARQUET_FILE_FACTS_H

#include "base/alloc.h"
#include "parquet/column/row_check.h"
#include "parquet/facts/bloom_cache.h"
#include "parquet/facts/chunk_facts.h"

struct pq_file_facts {
    struct pq_chunk_facts *chunks;
    struct pq_bloom_cache bloom_filters;
    struct pq_row_check row_check;
};

/* NULL if memory is short. */
struct pq_file_facts *pq_file_facts_new(void);
void pq_file_facts_free(struct pq_file_facts *facts);

/* All memory of the facts is charged to this account; the thread must have entered it
 * while anything but `chunks` is used. */
struct memory_account *pq_file_facts_account(struct pq_file_facts *facts);

#endif
