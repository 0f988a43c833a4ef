/* SPDX-License-Identifier: MIT */
#include "parquet/file_facts.h"

struct pq_file_facts *pq_file_facts_new(void)
{
    struct pq_file_facts *facts = mem_alloc_unaccounted(sizeof *facts);
    if (facts == NULL)
        return NULL;
    facts->chunks = pq_chunk_facts_new();
    if (facts->chunks != NULL)
        return facts;
    mem_free(facts);
    return NULL;
}

void pq_file_facts_free(struct pq_file_facts *facts)
{
    if (facts == NULL)
        return;
    pq_bloom_cache_release(&facts->bloom_filters);
    pq_row_check_release(&facts->row_check);
    pq_chunk_facts_free(facts->chunks); /* with the account */
    mem_free(facts);
}

struct memory_account *pq_file_facts_account(struct pq_file_facts *facts)
{
    return pq_chunk_facts_account(facts->chunks);
}
