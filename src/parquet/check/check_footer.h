/* SPDX-License-Identifier: MIT */
/* check_footer.h - verifies the footer's statements about the file and its row groups. */
#ifndef PARQUET_CHECK_FOOTER_H
#define PARQUET_CHECK_FOOTER_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"

/* Iterate over the row groups of a footer. */
void pq_row_groups_begin(struct thrift_list *walk,
                         const struct pq_file_metadata *metadata);
bool pq_row_groups_next(struct thrift_list *walk, struct pq_row_group_fields *fields);

/* Checks everything except the row groups. */
void pq_check_footer(const struct pq_chunk_context *context, struct findings *findings);

/* Sums over a row group's chunks. */
struct pq_row_group_sums {
    bool is_known; /* all chunks' metadata was parsed, and no sum overflowed */
    int64_t uncompressed, compressed;
    int64_t first_page; /* the lowest offset of a chunk; -1: none */
};

void pq_check_row_group(const struct pq_chunk_context *context, uint32_t row_group,
                        const struct pq_row_group_fields *claims,
                        const struct pq_row_group_sums *sums, struct findings *findings);

#endif
