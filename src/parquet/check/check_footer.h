/* check_footer.h - what a file's footer says of the file and of its row groups. */
#ifndef PARQUET_CHECK_FOOTER_H
#define PARQUET_CHECK_FOOTER_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"

/* The members of RowGroup that nothing else needs. */
struct pq_row_group_claims {
    struct slice sorting_columns; /* 4: the list as it stands; data NULL when absent */
    int64_t file_offset;          /* 5; 0 when absent */
    int32_t ordinal;              /* 7 */
    bool has_ordinal;
};

/* Walks the row groups of a footer; begin with pq_row_groups_begin(). */
struct pq_row_group_walk {
    struct thrift_reader reader;
    uint32_t left;
};

void pq_row_groups_begin(struct pq_row_group_walk *walk, struct slice footer);
bool pq_row_groups_next(struct pq_row_group_walk *walk,
                        struct pq_row_group_claims *claims);

/* Everything but the row groups. */
void pq_check_footer(const struct pq_chunk_context *context,
                     struct pq_findings *findings);

/* What a row group's chunks add up to. */
struct pq_row_group_sums {
    bool is_known; /* all chunks' metadata could be parsed, and no sum overflowed */
    int64_t uncompressed, compressed;
    int64_t first_page; /* the least offset of a chunk; -1: there is none */
};

void pq_check_row_group(const struct pq_chunk_context *context, uint32_t row_group,
                        const struct pq_row_group_claims *claims,
                        const struct pq_row_group_sums *sums,
                        struct pq_findings *findings);

#endif
