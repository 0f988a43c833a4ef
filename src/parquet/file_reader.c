/* SPDX-License-Identifier: MIT */
#include "parquet/file_reader.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "parquet/column/salvage.h"
#include "parquet/geometry/box_statistics.h"
#include "parquet/geometry/box_reader.h"
#include "parquet/nested/nested_reader.h"
#include "parquet/nested/record_entries.h"
#include "parquet/part_ranges.h"
#include "parquet/variant/variant_field_reader.h"
#include "parquet/schema/field_tree.h"
#include "parquet/schema/nested_type_text.h"
#include "parquet/schema/type_text.h"
#include "scan/lost_rows.h"

struct pq_file {
    struct table_file base; /* must be first */
    struct input_file *input;
    struct pq_footer *footer;                /* shared with others */
    const struct pq_schema_tree *tree;       /* of the footer */
    const struct pq_file_metadata *metadata; /* of the footer */
    struct pq_page_source source;
    struct pq_chunk_context context;
    struct pq_file_facts *facts;
    struct pq_box_sources boxes;
    struct pq_page_index peeked; /* by file_peek_pages() */
    struct pq_key_finder *keys;  /* or NULL */
    bool front_is_checked;
};

enum {
    MOST_SAMPLES = 256, /* row groups that an estimate asks for */
    FRONT_SIZE = 4,     /* of check_front() */
};

/* Checks the magic number at the start of the file, before the first page is read:
 * opening reads nothing but the tail. */
static enum status check_front(struct pq_file *file, struct error *error)
{
    if (file->front_is_checked)
        return OK;
    enum status status = pq_check_front(file->input, error);
    file->front_is_checked = status == OK;
    return status;
}

/* With salvage, statistics are not used: metadata has no checksums, and lost values are
 * null. */
static bool is_salvage(const struct pq_file *file)
{
    return file->context.salvage != NULL;
}

static const struct schema *file_schema(struct table_file *base)
{
    return &((struct pq_file *)base)->tree->schema;
}

static uint32_t file_row_group_count(struct table_file *base)
{
    return ((struct pq_file *)base)->metadata->n_row_groups;
}

static uint64_t file_row_group_rows(struct table_file *base, uint32_t row_group)
{
    return (uint64_t)((struct pq_file *)base)->metadata->row_groups[row_group].n_rows;
}

static struct memory_scope enter_facts(const struct pq_file *file)
{
    return memory_account_enter_child(pq_file_facts_account(file->facts));
}

/* With salvage, the footer's row counts are used: the pages that confirm them may be
 * lost. */
static enum status file_check_rows(struct table_file *base, uint32_t row_group,
                                   bool by_pages, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    if (is_salvage(file))
        return OK;
    enum status status = by_pages ? check_front(file, error) : OK;
    if (status != OK)
        return status;
    struct pq_row_check *check = &file->facts->row_check;
    struct memory_scope before = enter_facts(file);
    status = by_pages ? pq_row_check_pages(check, &file->context, row_group, error)
                      : pq_row_check_claims(check, &file->context, row_group, error);
    memory_scope_restore(before);
    return status;
}

/* Opens a reader that reports damage as an error. */
static enum status open_strict(struct table_file *base, uint32_t column,
                               struct column_reader **reader, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct column *c = &file->tree->schema.columns[column];
    uint32_t node = file->tree->sources[column].node;
    *reader = NULL;
    if (c->unreadable_reason != NULL) {
        error_set(error, c->unreadable_status, "%s", c->unreadable_reason);
        return error_locate(error, "column \"%.200s\"", c->name);
    }
    enum status status = check_front(file, error);
    if (status != OK)
        return status;
    const struct pq_column_source *source = &file->tree->sources[column];
    if (source->kind == PQ_SOURCE_VARIANT_TYPES)
        return pq_variant_types_reader_open(&file->context, node, reader, error);
    if (source->kind == PQ_SOURCE_RECORDS)
        return pq_records_reader_open(&file->context, node, reader, error);
    if (c->type == COLUMN_NESTED)
        return pq_nested_reader_open(&file->context, node, reader, error);
    if (source->kind == PQ_SOURCE_BOX)
        return pq_box_reader_open(&file->context, &file->boxes,
                                  file->tree->nodes[node].first_leaf, source->part,
                                  reader, error);
    if (source->kind == PQ_SOURCE_VARIANT_FIELD)
        return pq_variant_field_reader_open(&file->context, source, reader, error);
    struct pq_chunk_reader *leaf;
    status = pq_chunk_reader_open(&file->context, file->tree->nodes[node].first_leaf,
                                  &leaf, error);
    if (status == OK)
        *reader = pq_chunk_reader_as_column_reader(leaf);
    return status;
}

static enum status file_open_column(struct table_file *base, uint32_t column,
                                    struct column_reader **reader, struct error *error)
{
    enum status status = open_strict(base, column, reader, error);
    if (status != OK || !is_salvage((struct pq_file *)base))
        return status;
    return salvage_reader_open(base, column, *reader, reader, error);
}

static enum status file_lost_rows(struct table_file *base, uint32_t row_group,
                                  uint32_t column, const struct lost_rows **rows,
                                  uint32_t *n, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    *rows = NULL;
    *n = 0;
    if (!is_salvage(file))
        return OK;
    return pq_salvage_column(&file->context, base, open_strict, row_group, column, rows,
                             n, error);
}

static void file_free_buffers(struct table_file *base)
{
    struct pq_file *file = (struct pq_file *)base;
    pq_page_source_release(&file->source);
    codec_context_empty(file->source.codecs);
}

static void file_close(struct table_file *base)
{
    pq_file_close((struct pq_file *)base);
}

static bool is_of_box(const struct pq_file *file, uint32_t column)
{
    return file->tree->sources[column].kind == PQ_SOURCE_BOX;
}

/* The leaf that holds a column's values or the values that it is computed from; false for
 * groups and for unreadable columns. */
static bool leaf_of_column(const struct pq_file *file, uint32_t column, uint32_t *leaf)
{
    const struct column *c = &file->tree->schema.columns[column];
    if (c->type == COLUMN_NESTED || c->unreadable_reason != NULL)
        return false;
    *leaf = file->tree->nodes[file->tree->sources[column].node].first_leaf;
    return true;
}

/* Finds the leaf whose statistics, page index and Bloom filter apply to a column.
 * *reason: why they are not used.  For a Variant's field, they cover all values only if
 * none has another type (VariantShredding.md, "Data Skipping"). */
static enum status find_facts(const struct pq_file *file, uint32_t row_group,
                              uint32_t column, uint32_t *leaf, enum keep_reason *reason,
                              struct error *error)
{
    const struct pq_column_source *source = &file->tree->sources[column];
    bool is_all_null;
    *reason = KEEP_NONE;
    if (is_salvage(file))
        *reason = KEEP_SALVAGE;
    else if (!leaf_of_column(file, column, leaf))
        *reason = file->tree->schema.columns[column].type == COLUMN_NESTED
                      ? KEEP_NESTED
                      : KEEP_UNSUPPORTED;
    if (*reason != KEEP_NONE || source->kind != PQ_SOURCE_VARIANT_FIELD)
        return OK;
    enum status status = pq_chunk_facts_is_all_null(
        &file->context, row_group, source->value_leaf, &is_all_null, error);
    if (status == OK && !is_all_null)
        *reason = KEEP_OTHER_TYPES;
    return status;
}

static enum status locate_fault(const struct pq_file *file, uint32_t row_group,
                                uint32_t column, enum status status, struct error *error)
{
    if (status != OK)
        pq_locate_column(&file->tree->schema.columns[column], row_group, error);
    return status;
}

static enum status file_column_statistics(struct table_file *base, uint32_t row_group,
                                          uint32_t column,
                                          struct column_statistics *statistics,
                                          struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct column_statistics *known;
    uint32_t leaf;
    enum keep_reason reason;
    enum status status = find_facts(file, row_group, column, &leaf, &reason, error);
    if (status == OK && reason == KEEP_NONE && !is_of_box(file, column)) {
        status = pq_chunk_facts_statistics(&file->context, row_group, leaf, &known,
                                           error);
        if (status == OK)
            *statistics = *known;
        return locate_fault(file, row_group, column, status, error);
    }
    *statistics = (struct column_statistics){
        .n_rows = file_row_group_rows(base, row_group),
        .may_mismatch = reason == KEEP_OTHER_TYPES ||
                        (reason != KEEP_NONE &&
                         file->tree->schema.columns[column].has_mismatched),
        .reason = reason};
    if (status == OK && reason == KEEP_NONE)
        status = pq_box_statistics(&file->context, row_group, leaf,
                                   file->tree->sources[column].part, statistics, error);
    return locate_fault(file, row_group, column, status, error);
}

static enum status file_page_ranges(struct table_file *base, uint32_t row_group,
                                    uint32_t column, const struct page_range **ranges,
                                    uint32_t *n_pages, enum keep_reason *reason,
                                    struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct pq_page_index *index;
    uint32_t leaf;
    *ranges = NULL;
    *n_pages = 0;
    enum status status = find_facts(file, row_group, column, &leaf, reason, error);
    if (status != OK || *reason != KEEP_NONE)
        return locate_fault(file, row_group, column, status, error);
    if (is_of_box(file, column)) {
        status = pq_box_page_ranges(&file->context, row_group, leaf,
                                    file->tree->sources[column].part, ranges, n_pages,
                                    reason, error);
        return locate_fault(file, row_group, column, status, error);
    }
    status = pq_chunk_facts_page_index(&file->context, row_group, leaf, true, &index,
                                       error);
    if (status != OK)
        return locate_fault(file, row_group, column, status, error);
    *reason = index->reason;
    if (index->ranges != NULL) {
        *ranges = index->ranges;
        *n_pages = index->n_pages;
    }
    return OK;
}

/* Boxes have only pages that have been checked. */
static enum status file_verify_pages(struct table_file *base, uint32_t row_group,
                                     uint32_t column, uint32_t first, uint32_t end,
                                     bool *hold, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    uint32_t leaf;
    enum keep_reason reason;
    *hold = true;
    enum status status = find_facts(file, row_group, column, &leaf, &reason, error);
    if (status == OK && !is_of_box(file, column))
        status = pq_chunk_facts_check_pages(&file->context, row_group, leaf, first, end,
                                            hold, error);
    return locate_fault(file, row_group, column, status, error);
}

static enum status file_verify_bounds(struct table_file *base, uint32_t row_group,
                                      uint32_t column, bool *hold, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    uint32_t leaf;
    *hold = false;
    if (!is_of_box(file, column) || !leaf_of_column(file, column, &leaf))
        return OK;
    enum status status = pq_box_verify(&file->context, row_group, leaf,
                                       file->tree->sources[column].part, hold, error);
    return locate_fault(file, row_group, column, status, error);
}

static enum status file_column_type_text(struct table_file *base, uint32_t column,
                                         struct buffer *output, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    if (is_of_box(file, column))
        return buffer_append_text(output, "DOUBLE", error);
    if (file->tree->sources[column].kind == PQ_SOURCE_VARIANT_TYPES)
        return buffer_append_text(output, "VARIANT TYPES", error);
    if (file->tree->sources[column].kind == PQ_SOURCE_RECORDS)
        return pq_append_record_form(file->tree, file->tree->sources[column].node, output,
                                     error);
    return pq_append_node_type_text(file->tree, file->tree->sources[column].node, output,
                                    error);
}

static enum status file_column_tree(struct table_file *base, uint32_t column,
                                    struct arena *arena, struct file_field **field,
                                    struct error *error)
{
    const struct pq_schema_tree *tree = ((struct pq_file *)base)->tree;
    enum status status = pq_field_tree_build(tree, tree->sources[column].node, arena,
                                             field, error);
    return status == OK ? OK
                        : error_locate(error, "column \"%.200s\"",
                                       tree->schema.columns[column].name);
}

static enum status file_geometry_type_text(struct table_file *base, uint32_t column,
                                           struct buffer *output, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    uint32_t leaf;
    if (is_of_box(file, column) || !leaf_of_column(file, column, &leaf))
        return OK;
    const struct pq_leaf *l = &file->tree->leaves[leaf];
    if (l->geometry == NULL || l->column.type != COLUMN_BLOB)
        return OK;
    struct pq_schema_element element = *file->tree->nodes[l->node].element;
    element.logical = *l->geometry;
    return pq_append_type_text(&element, output, error);
}

static bool file_has_bloom(struct table_file *base, uint32_t column)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct pq_node *node = &file->tree->nodes[file->tree->sources[column].node];
    const struct pq_column_chunk *chunk;
    struct error ignored = {0};
    return !is_salvage(file) && node->is_leaf && !is_of_box(file, column) &&
           file->metadata->n_row_groups > 0 &&
           pq_chunk_facts_metadata(&file->context, 0, node->first_leaf, &chunk,
                                   &ignored) == OK &&
           chunk->metadata.has_bloom_filter_offset;
}

/* About how many entries the chunk's dictionary has, by its size: to read it may take a
 * round trip. */
static uint64_t guess_entries(const struct pq_column_chunk *chunk, uint64_t n_rows)
{
    enum { ENTRY_SIZE = 8 };
    const struct pq_column_metadata *metadata = &chunk->metadata;
    int64_t size = metadata->data_page_offset - metadata->dictionary_page_offset;
    if (!metadata->has_dictionary_page_offset || size <= 0)
        return 0;
    uint64_t n = (uint64_t)size / ENTRY_SIZE + 1;
    return n < n_rows ? n : n_rows;
}

/* The number of the dictionary's entries in the first row group. */
static uint64_t file_distinct_values(struct table_file *base, uint32_t column)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct pq_node *node = &file->tree->nodes[file->tree->sources[column].node];
    const struct pq_column_chunk *chunk;
    struct pq_page_reader pages;
    struct error ignored = {0};
    bool found = false;
    if (is_salvage(file) || !node->is_leaf || is_of_box(file, column) ||
        file->metadata->n_row_groups == 0 ||
        pq_chunk_facts_metadata(&file->context, 0, node->first_leaf, &chunk, &ignored) !=
            OK)
        return 0;
    uint64_t n_rows = file_row_group_rows(base, 0);
    /* Writers give up a dictionary, or do not begin one, where few values repeat. */
    if (!pq_chunk_seems_all_dictionary(chunk,
                                       file->tree->leaves[node->first_leaf].type_length))
        return n_rows;
    if (input_file_is_far(file->input))
        return guess_entries(chunk, n_rows);
    if (pq_page_reader_start(&pages, &file->source, chunk, &ignored) != OK ||
        pq_page_reader_next(&pages, false, &found, &ignored) != OK || !found ||
        pages.header.type != PQ_DICTIONARY_PAGE || pages.header.num_values <= 0)
        return pq_chunk_is_all_dictionary(chunk) ? 0 : n_rows;
    uint64_t n_entries = (uint64_t)pages.header.num_values;
    return n_entries < n_rows ? n_entries : n_rows;
}

/* All row groups count, as long as there are not too many to ask. */
static uint64_t file_uncompressed_bytes(struct table_file *base, uint32_t column)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct pq_node *node = &file->tree->nodes[file->tree->sources[column].node];
    uint32_t n = file->metadata->n_row_groups, step = n / MOST_SAMPLES + 1;
    double bytes = 0;
    for (uint32_t group = 0; group < n; group += step) {
        for (uint32_t i = 0; i < node->n_leaves; i++) {
            const struct pq_column_chunk *chunk;
            struct error ignored = {0};
            if (pq_chunk_facts_metadata(&file->context, group, node->first_leaf + i,
                                        &chunk, &ignored) == OK &&
                chunk->metadata.total_uncompressed_size > 0)
                bytes += (double)chunk->metadata.total_uncompressed_size * step;
        }
    }
    return bytes < 9e18 ? (uint64_t)bytes : INT64_MAX;
}

static enum status file_bloom_excludes(struct table_file *base, uint32_t row_group,
                                       uint32_t column, const union column_value *values,
                                       uint32_t n, enum keep_reason *reason,
                                       struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    uint32_t leaf;
    enum status status = find_facts(file, row_group, column, &leaf, reason, error);
    if (status == OK && *reason == KEEP_NONE && is_of_box(file, column))
        *reason = KEEP_NO_BLOOM;
    if (status != OK || *reason != KEEP_NONE)
        return status;
    struct memory_scope before = enter_facts(file);
    status = pq_bloom_excludes(&file->facts->bloom_filters, &file->context, row_group,
                               leaf, values, n, reason, error);
    memory_scope_restore(before);
    return status;
}

/* ---- Files that are far away ------------------------------------------------------ */

/* Appends a part of each leaf that a column is read from. */
static enum status append_leaves(const struct pq_file *file, uint32_t row_group,
                                 uint32_t column, enum file_part part,
                                 const struct part_rows *rows, struct buffer *ranges,
                                 struct error *error)
{
    const struct pq_column_source *source = &file->tree->sources[column];
    const struct pq_node *node = &file->tree->nodes[source->node];
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < node->n_leaves; i++)
        status = pq_append_part(&file->context, row_group, node->first_leaf + i, part,
                                rows, ranges, error);
    if (status == OK && source->kind == PQ_SOURCE_VARIANT_FIELD)
        status = pq_append_part(&file->context, row_group, source->value_leaf, part, rows,
                                ranges, error);
    if (status == OK && source->kind == PQ_SOURCE_VARIANT_FIELD)
        status = pq_append_part(&file->context, row_group, source->metadata_leaf, part,
                                rows, ranges, error);
    return status;
}

/* Appends a part of the column chunk whose pages check_rows() reads. */
static enum status append_counts(const struct pq_file *file, uint32_t row_group,
                                 enum file_part part, struct buffer *ranges,
                                 struct error *error)
{
    uint32_t leaf;
    struct memory_scope before = enter_facts(file);
    bool reads = pq_row_check_finds_witness(&file->facts->row_check, &file->context,
                                            row_group, &leaf);
    memory_scope_restore(before);
    return reads ? pq_append_part(&file->context, row_group, leaf, part, NULL, ranges,
                                  error)
                 : OK;
}

static enum status file_append_part(struct table_file *base, uint32_t row_group,
                                    uint32_t column, enum file_part part,
                                    const struct part_rows *rows, struct buffer *ranges,
                                    struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct file_range front = {0, FRONT_SIZE};
    bool reads_pages = part == PART_VALUES || part == PART_COUNTS;
    enum status status = OK;
    if (is_salvage(file) || part == PART_LAYOUT)
        return OK;
    if (reads_pages && !file->front_is_checked)
        status = buffer_append(ranges, &front, sizeof front, error);
    if (status != OK)
        return status;
    if (part == PART_COUNTS || part == PART_COUNTS_INDEX)
        return append_counts(file, row_group, part, ranges, error);
    return file->tree->schema.columns[column].unreadable_reason != NULL
               ? OK
               : append_leaves(file, row_group, column, part, rows, ranges, error);
}

static enum status file_peek_pages(struct table_file *base, uint32_t row_group,
                                   uint32_t column, const struct page_range **ranges,
                                   uint32_t *n_pages, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    enum keep_reason reason;
    uint32_t leaf;
    *ranges = NULL;
    *n_pages = 0;
    enum status status = find_facts(file, row_group, column, &leaf, &reason, error);
    if (status != OK || reason != KEEP_NONE || is_of_box(file, column))
        return status;
    pq_page_index_release(&file->peeked);
    status = pq_chunk_facts_guess_index(&file->context, row_group, leaf, &file->peeked,
                                        error);
    if (status == OK && file->peeked.ranges != NULL) {
        *ranges = file->peeked.ranges;
        *n_pages = file->peeked.n_pages;
    }
    return status;
}

static enum status file_locate(struct table_file *base, uint32_t row_group,
                               uint32_t column, uint64_t row, struct error *error)
{
    struct pq_file *file = (struct pq_file *)base;
    const struct column *c = &file->tree->schema.columns[column];
    struct pq_column_chunk chunk;
    struct error ignored = {0};
    uint32_t leaf;
    if (leaf_of_column(file, column, &leaf) &&
        pq_chunk_metadata(&file->context, row_group, leaf, &chunk, &ignored) == OK) {
        int64_t page = pq_page_find_value(file->context.source, &chunk, row);
        if (page >= 0)
            error_locate(error, "page at %lld", (long long)page);
    }
    return pq_locate_column(c, row_group, error);
}

static enum status file_open_again(struct table_file *base, struct table_file **again,
                                   struct error *error);

static const struct table_file_ops file_ops = {
    .schema = file_schema,
    .row_group_count = file_row_group_count,
    .row_group_rows = file_row_group_rows,
    .check_rows = file_check_rows,
    .column_type_text = file_column_type_text,
    .column_tree = file_column_tree,
    .geometry_type_text = file_geometry_type_text,
    .column_statistics = file_column_statistics,
    .page_ranges = file_page_ranges,
    .verify_pages = file_verify_pages,
    .verify_bounds = file_verify_bounds,
    .has_bloom = file_has_bloom,
    .distinct_values = file_distinct_values,
    .uncompressed_bytes = file_uncompressed_bytes,
    .bloom_excludes = file_bloom_excludes,
    .lost_rows = file_lost_rows,
    .append_part = file_append_part,
    .peek_pages = file_peek_pages,
    .locate = file_locate,
    .open_column = file_open_column,
    .open_again = file_open_again,
    .free_buffers = file_free_buffers,
    .close = file_close,
};

/* Facts of an encrypted file refer to what this file has decrypted, some of it while
 * their account was charged. */
static void release(struct pq_file *file)
{
    pq_page_index_release(&file->peeked);
    pq_page_source_release(&file->source);
    codec_context_free(file->source.codecs);
    if (file->footer != NULL)
        pq_salvage_free(file->context.salvage, file->tree, file->metadata->n_row_groups);
    pq_file_decryption_free(file->context.decryption);
    if (file->footer != NULL && !file->footer->is_of_encrypted_file)
        pq_footer_give_facts(file->footer, file->facts);
    else
        pq_file_facts_free(file->facts);
    pq_footer_release(file->footer);
    mem_free(file);
}

/* Without checksums, a reader returns what others must report as damage.  (The footer of
 * salvage is not kept.) */
static void init_source(struct pq_file *file, bool verify_checksums)
{
    const struct pq_writer_version *writer = &file->metadata->writer;
    struct pq_page_source *source = &file->source;
    source->file = file->input;
    source->data_end = input_file_size(file->input) - PQ_TAIL_SIZE - file->footer->size;
    source->verify_checksums = verify_checksums;
    if (file->footer->base.is_cached && verify_checksums)
        source->cache_key = &file->footer->base.key;
    source->sizes_are_short = pq_writer_has_fault(writer, PQ_FAULT_SHORT_SIZES);
    source->v2_flag_is_wrong = pq_writer_has_fault(writer, PQ_FAULT_V2_FLAG);
    source->zero_crc_is_none = pq_writer_has_fault(writer, PQ_FAULT_ZERO_CHECKSUMS);
}

/* Makes a file that owns the footer, but the input only if it succeeds. */
static enum status make_file(struct input_file *input, struct pq_footer *footer,
                             bool salvage, bool verify_checksums,
                             struct pq_key_finder *keys, struct pq_file **file,
                             struct error *error)
{
    enum status status = OK;
    *file = NULL;
    struct pq_file *f = mem_alloc_zeroed(1, sizeof *f);
    if (f == NULL) {
        pq_footer_release(footer);
        return error_nomem(error);
    }
    f->base.ops = &file_ops;
    f->input = f->base.input = input;
    f->footer = footer;
    f->metadata = &footer->metadata;
    f->tree = &footer->tree;
    /* With salvage nothing depends on the front. */
    f->front_is_checked = salvage || footer->is_whole_file;
    f->source.totals = &f->base.totals;
    f->source.codecs = codec_context_new();
    f->facts = pq_footer_take_facts(footer);
    f->keys = keys;
    if (footer->is_of_encrypted_file)
        status = pq_file_decryption_new(&footer->crypto, keys, input->path,
                                        &f->context.decryption, error);
    if (status == OK && f->context.decryption != NULL)
        status = pq_decryption_name_columns(f->context.decryption, f->tree, error);
    if (salvage)
        f->context.salvage = pq_salvage_new();
    if (status == OK && (f->source.codecs == NULL || f->facts == NULL ||
                         (salvage && f->context.salvage == NULL)))
        status = error_nomem(error);
    if (status != OK) {
        release(f);
        return status;
    }
    init_source(f, verify_checksums);
    f->context.facts = f->facts->chunks;
    f->context.metadata = f->metadata;
    f->context.tree = f->tree;
    f->context.source = &f->source;
    *file = f;
    return OK;
}

enum status pq_file_open(struct input_file *input, const struct pq_file_options *options,
                         struct pq_file **file, struct error *error)
{
    struct pq_footer *footer = NULL;
    *file = NULL;
    enum status status = pq_footer_open(input, options, &footer, error);
    if (status != OK) {
        pq_footer_release(footer);
        return status;
    }
    return make_file(input, footer, options->salvage, options->verify_checksums,
                     options->keys, file, error);
}

static enum status file_open_again(struct table_file *base, struct table_file **again,
                                   struct error *error)
{
    struct pq_file *file = (struct pq_file *)base, *other;
    struct input_file *input;
    *again = NULL;
    if (is_salvage(file))
        return error_set(error, UNSUPPORTED, "losses are noted in one thread");
    enum status status = check_front(file, error);
    if (status == OK)
        status = input_file_open_again(file->input, &input, error);
    if (status != OK)
        return status;
    status = make_file(input, pq_footer_retain(file->footer), false,
                       file->source.verify_checksums, file->keys, &other, error);
    if (status != OK) {
        input_file_close(input);
        return status;
    }
    other->front_is_checked = true;
    *again = &other->base;
    return OK;
}

struct table_file *pq_file_as_table_file(struct pq_file *file)
{
    return &file->base;
}

void pq_file_close(struct pq_file *file)
{
    if (file == NULL)
        return;
    input_file_close(file->input);
    release(file);
}

const struct pq_chunk_context *pq_file_context(const struct pq_file *file)
{
    return &file->context;
}

const struct input_file *pq_file_input(const struct pq_file *file)
{
    return file->input;
}

const struct pq_footer *pq_file_footer(const struct pq_file *file)
{
    return file->footer;
}
