/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_footer.h"

#include <inttypes.h>

#include "parquet/facts/statistics.h"
#include "parquet/format/format_structs.h"

/* ---- Row groups ------------------------------------------------------------------ */

void pq_row_groups_begin(struct thrift_list *walk,
                         const struct pq_file_metadata *metadata)
{
    struct slice footer = metadata->footer, list = {NULL, 0};
    if (metadata->n_row_groups > 0)
        list = slice_of(footer.data + metadata->row_groups_offset,
                        footer.size - metadata->row_groups_offset);
    thrift_list_begin(walk, list, THRIFT_STRUCT);
}

bool pq_row_groups_next(struct thrift_list *walk, struct pq_row_group_fields *fields)
{
    if (!thrift_list_next(walk))
        return false;
    thrift_read_struct(&walk->reader, &PQ_ROW_GROUP, fields);
    return walk->reader.fault == NULL;
}

void pq_check_row_group(const struct pq_chunk_context *context, uint32_t row_group,
                        const struct pq_row_group_fields *claims,
                        const struct pq_row_group_sums *sums, struct findings *findings)
{
    const struct pq_row_group *group = &context->metadata->row_groups[row_group];
    /* By this number other readers decrypt what is in the row group. */
    enum severity severity = context->decryption != NULL ? SEVERITY_WARNING
                                                         : SEVERITY_NOTE;
    if (context->decryption != NULL && !claims->has_ordinal)
        findings_add(findings, severity, "ordinal", "row group %u has no ordinal",
                     (unsigned)row_group);
    /* The field has 16 bits and wraps around. */
    if (claims->has_ordinal && (uint16_t)claims->ordinal != (uint16_t)row_group)
        findings_add(findings, severity, "ordinal", "row group %u has the ordinal %d",
                     (unsigned)row_group, (int)claims->ordinal);
    if (!sums->is_known)
        return;
    if (group->total_byte_size != sums->uncompressed)
        pq_find(findings, "total_byte_size",
                "%" PRId64 " claimed, the column chunks add up to %" PRId64,
                group->total_byte_size, sums->uncompressed);
    if (group->total_compressed_size >= 0 &&
        group->total_compressed_size != sums->compressed)
        pq_find(findings, "total_compressed_size",
                "%" PRId64 " claimed, the column chunks add up to %" PRId64,
                group->total_compressed_size, sums->compressed);
    /* 0 means none; a row group without values needs no page. */
    if (claims->file_offset != 0 && group->n_rows > 0 && sums->first_page >= 0 &&
        claims->file_offset != sums->first_page)
        pq_find(findings, "file_offset",
                "%" PRId64 " claimed, the first page is at %" PRId64, claims->file_offset,
                sums->first_page);
}

/* ---- The schema ------------------------------------------------------------------ */

static void check_leaf(const struct pq_chunk_context *context, uint32_t leaf,
                       struct findings *findings)
{
    const struct pq_schema_tree *tree = context->tree;
    const struct pq_file_metadata *metadata = context->metadata;
    const struct column *column = &tree->leaves[leaf].column;
    if (column->unreadable_reason != NULL && column->unreadable_status == CORRUPT)
        pq_find(findings, "schema", "%s", column->unreadable_reason);
    if (metadata->n_leaf_orders != tree->n_leaves)
        return;
    int order = metadata->leaf_orders[leaf], type = tree->leaves[leaf].type;
    if (order == PQ_ORDER_NONE)
        pq_find(findings, "column_orders", "the column's order is unknown");
    else if ((order == PQ_ORDER_INT96_TIMESTAMP && type != PQ_INT96) ||
             (order == PQ_ORDER_IEEE_754_TOTAL && column->type != COLUMN_REAL))
        pq_find(findings, "column_orders", "the column's order belongs to another type");
}

static void check_schema(const struct pq_chunk_context *context,
                         struct findings *findings)
{
    const struct pq_schema_tree *tree = context->tree;
    for (uint32_t i = 1; i < tree->n_nodes; i++) {
        int repetition = tree->nodes[i].element->repetition;
        if (repetition < PQ_REQUIRED || repetition > PQ_REPEATED)
            findings_add(findings, SEVERITY_WARNING, "schema",
                         "element %u has a missing or unknown repetition type",
                         (unsigned)i);
    }
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        findings->location.column = i;
        check_leaf(context, i, findings);
    }
    findings->location.column = -1;
}

/* ---- The rest -------------------------------------------------------------------- */

/* Only a signature may follow the metadata, or zeros of parquet-java if the footer is
 * encrypted. */
static void check_end(const struct pq_chunk_context *context, struct findings *findings)
{
    const struct pq_file_metadata *metadata = context->metadata;
    struct thrift_reader reader;
    struct thrift_field field = {0};
    thrift_init(&reader, metadata->footer);
    while (thrift_next_field(&reader, &field))
        thrift_skip(&reader, &field);
    if (context->decryption == NULL && reader.rest.size > 0)
        findings_add(findings, SEVERITY_NOTE, "footer",
                     "it ends %zu bytes short of its length", reader.rest.size);
}

void pq_check_footer(const struct pq_chunk_context *context, struct findings *findings)
{
    const struct pq_file_metadata *metadata = context->metadata;
    int64_t n_rows = 0; /* the parser has checked for overflow */
    for (uint32_t i = 0; i < metadata->n_row_groups; i++)
        n_rows += metadata->row_groups[i].n_rows;
    if (metadata->version < 1 || metadata->version > 2)
        pq_find(findings, "version", "version %d", (int)metadata->version);
    if (metadata->n_rows != n_rows)
        findings_add(findings, SEVERITY_WARNING, "num_rows",
                     "%" PRId64 " claimed, the row groups have %" PRId64,
                     metadata->n_rows, n_rows);
    if (metadata->column_orders.data != NULL &&
        metadata->n_leaf_orders != context->tree->n_leaves)
        pq_find(findings, "column_orders", "%u orders for %u columns",
                (unsigned)metadata->n_leaf_orders, (unsigned)context->tree->n_leaves);
    if (metadata->created_by.data == NULL)
        pq_find(findings, "created_by", "missing");
    else if (metadata->writer.application.size == 0)
        pq_find(findings, "created_by", "it does not name the writer");
    else if (pq_writer_has_fault(&metadata->writer, PQ_FAULT_STATISTICS))
        findings_add(findings, SEVERITY_NOTE, "created_by",
                     "the writer is known to write wrong statistics; none are used");
    check_end(context, findings);
    check_schema(context, findings);
}
