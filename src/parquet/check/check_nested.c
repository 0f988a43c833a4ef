/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_nested.h"

#include "base/interrupt.h"
#include "parquet/nested/nested_reader.h"

static enum status read_rows(struct column_reader *reader, uint64_t n_rows,
                             struct error *error)
{
    struct column_vector vector;
    while (n_rows > 0) {
        uint32_t n = n_rows < BATCH_ROWS ? (uint32_t)n_rows : BATCH_ROWS;
        enum status status = interrupt_check(error);
        if (status == OK)
            status = reader->ops->read(reader, n, &vector, error);
        if (status != OK)
            return status;
        n_rows -= vector.n_rows;
    }
    return OK;
}

enum status pq_check_nested(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t node, struct findings *findings, struct error *error)
{
    const struct pq_node *field = &context->tree->nodes[node];
    struct error failure = {0};
    struct column_reader *reader;
    findings->place.row_group = row_group;
    findings->place.column = field->n_leaves > 0 ? (int64_t)field->first_leaf : -1;
    enum status status = pq_nested_reader_open(context, node, &reader, &failure);
    if (status == OK) {
        uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
        status = reader->ops->start(reader, row_group, &failure);
        if (status == OK)
            status = read_rows(reader, n_rows, &failure);
        reader->ops->close(reader);
    }
    return status == OK ? OK : pq_find_failure(findings, "nested", &failure, error);
}
