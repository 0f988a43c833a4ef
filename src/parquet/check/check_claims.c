/* SPDX-License-Identifier: MIT */
/* check_claims.c - checks a chunk's metadata against its pages; see check_chunk.h. */
#include <inttypes.h>

#include "parquet/check/check_chunk.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/format_structs.h"

/* ---- Encodings ------------------------------------------------------------------- */

/* Data pages v1 and v2 count as one type: Arrow lists all of them as v1 in
 * encoding_stats, and no reader distinguishes them. */
static struct pq_page_kind *find_kind(struct pq_chunk_check *check, int type,
                                      int encoding)
{
    type = type == PQ_DATA_PAGE_V2 ? PQ_DATA_PAGE : type;
    for (size_t i = 0; i < check->n_kinds; i++) {
        if (check->kinds[i].type == type && check->kinds[i].encoding == encoding)
            return &check->kinds[i];
    }
    if (check->n_kinds == PQ_MOST_PAGE_KINDS)
        return NULL;
    struct pq_page_kind *made = &check->kinds[check->n_kinds++];
    *made = (struct pq_page_kind){.type = type, .encoding = encoding};
    return made;
}

void pq_note_page_kind(struct pq_chunk_check *check, const struct pq_page_header *header)
{
    struct pq_page_kind *kind = find_kind(check, header->type, header->encoding);
    if (kind != NULL)
        kind->n_pages++;
}

static bool list_has(struct slice encodings, int encoding)
{
    struct thrift_list list;
    thrift_list_begin(&list, encodings, THRIFT_I32);
    while (thrift_list_next(&list)) {
        if (thrift_list_i32(&list) == encoding && list.reader.fault == NULL)
            return true;
    }
    return false;
}

/* Every page's encoding must be in the list.  For a dictionary page, DuckDB lists only
 * the encoding of the indices. */
static void check_encodings(struct pq_chunk_check *check)
{
    struct slice list = check->chunk.metadata.encodings;
    if (list.data == NULL) {
        pq_find(check->findings, "encodings", "the list of encodings is missing");
        return;
    }
    for (size_t i = 0; i < check->n_kinds; i++) {
        const struct pq_page_kind *kind = &check->kinds[i];
        bool is_data = kind->type == PQ_DATA_PAGE;
        bool is_listed = list_has(list, kind->encoding);
        if (kind->type == PQ_DICTIONARY_PAGE)
            is_listed = is_listed || list_has(list, PQ_PLAIN) ||
                        list_has(list, PQ_PLAIN_DICTIONARY) ||
                        list_has(list, PQ_RLE_DICTIONARY);
        const char *name = pq_encoding_name(kind->encoding);
        if (kind->n_pages > 0 && !is_listed && (is_data || name != NULL))
            pq_find(check->findings, "encodings", "a page is %s, which is not listed",
                    name != NULL ? name : "of an unknown encoding");
    }
}

static void read_encoding_stats(struct pq_chunk_check *check)
{
    struct thrift_list list;
    thrift_list_begin(&list, check->chunk.metadata.encoding_stats, THRIFT_STRUCT);
    while (thrift_list_next(&list)) {
        struct pq_encoding_count of;
        thrift_read_struct(&list.reader, &PQ_ENCODING_COUNT, &of);
        struct pq_page_kind *kind = find_kind(check, of.page_type, of.encoding);
        if (kind != NULL)
            kind->n_claimed += of.count;
    }
}

static void check_encoding_stats(struct pq_chunk_check *check)
{
    if (check->chunk.metadata.encoding_stats.data == NULL)
        return;
    read_encoding_stats(check);
    for (size_t i = 0; i < check->n_kinds; i++) {
        const struct pq_page_kind *kind = &check->kinds[i];
        const char *name = pq_encoding_name(kind->encoding);
        if (kind->n_claimed < 0 || (uint64_t)kind->n_claimed != kind->n_pages)
            pq_find(check->findings, "encoding_stats",
                    "%" PRId64 " pages of type %d in %s claimed, %" PRIu64 " found",
                    kind->n_claimed, kind->type,
                    name != NULL ? name : "an unknown encoding", kind->n_pages);
    }
}

/* ---- Places and sizes ------------------------------------------------------------ */

void pq_check_chunk_metadata(struct pq_chunk_check *check)
{
    const struct pq_column_metadata *metadata = &check->chunk.metadata;
    int64_t data_end = check->context->source->data_end;
    if (metadata->path_in_schema.data == NULL)
        pq_find(check->findings, "path_in_schema", "the path is missing");
    if (check->chunk.file_offset < 0 || check->chunk.file_offset > data_end)
        pq_find(check->findings, "file_offset", "%" PRId64 " is not within the file",
                check->chunk.file_offset);
    if (metadata->num_values < 0)
        pq_find(check->findings, "num_values", "%" PRId64 " values",
                metadata->num_values);
}

static void check_offset(struct pq_chunk_check *check, const char *kind, bool has_claim,
                         int64_t claim, int64_t found)
{
    if (has_claim && claim != found && found >= 0)
        pq_find(check->findings, kind, "%" PRId64 ", but the page is at %" PRId64, claim,
                found);
    else if (has_claim && found < 0)
        pq_find(check->findings, kind, "%" PRId64 ", but there is no such page", claim);
    else if (!has_claim && found >= 0)
        pq_find(check->findings, kind, "missing, but there is a page at %" PRId64, found);
}

static void check_offsets(struct pq_chunk_check *check)
{
    const struct pq_column_metadata *metadata = &check->chunk.metadata;
    /* 0 means none. */
    bool has_dictionary = metadata->has_dictionary_page_offset &&
                          metadata->dictionary_page_offset != 0;
    if (!has_dictionary && check->dictionary_offset >= 0 &&
        metadata->data_page_offset == check->dictionary_offset) {
        findings_add(check->findings, SEVERITY_NOTE, "dictionary_page_offset",
                     "missing; data_page_offset points to the dictionary page");
    } else {
        check_offset(check, "dictionary_page_offset", has_dictionary,
                     metadata->dictionary_page_offset, check->dictionary_offset);
        /* A chunk without values may have any data_page_offset: the field is required. */
        if (check->data_offset >= 0)
            check_offset(check, "data_page_offset", true, metadata->data_page_offset,
                         check->data_offset);
    }
    if (metadata->has_index_page_offset && metadata->index_page_offset != 0)
        check_offset(check, "index_page_offset", true, metadata->index_page_offset,
                     check->index_offset);
}

static void check_number(struct pq_chunk_check *check, const char *kind, int64_t claim,
                         uint64_t found)
{
    if (claim < 0 || (uint64_t)claim != found)
        pq_find(check->findings, kind, "%" PRId64 " claimed, the pages have %" PRIu64,
                claim, found);
}

void pq_check_chunk_totals(struct pq_chunk_check *check,
                           const struct pq_page_reader *pages)
{
    const struct pq_column_metadata *metadata = &check->chunk.metadata;
    const struct pq_row_group *group =
        &check->context->metadata->row_groups[check->row_group];
    if (pages->offset != pages->end)
        findings_add(check->findings, SEVERITY_WARNING, "total_compressed_size",
                     "the last page ends at %" PRId64 ", the chunk at %" PRId64,
                     pages->offset, pages->end);
    /* Writers count headers encrypted or not. */
    if ((uint64_t)metadata->total_uncompressed_size !=
        check->n_uncompressed + check->n_sealing)
        check_number(check, "total_uncompressed_size", metadata->total_uncompressed_size,
                     check->n_uncompressed);
    check_number(check, "num_values", metadata->num_values, check->all.n_entries);
    if ((uint64_t)group->n_rows != check->all.n_rows)
        pq_find(check->findings, "num_rows",
                "the row group says %" PRId64 " rows, the pages have %" PRIu64,
                group->n_rows, check->all.n_rows);
    check_offsets(check);
    check_encodings(check);
    check_encoding_stats(check);
}

/* ---- Statistics ------------------------------------------------------------------ */

enum { MOST_COUNTED = 1 << 24 }; /* dictionary entries */

static bool has_bounds(const struct pq_statistics *statistics)
{
    return statistics->min_value.data != NULL || statistics->max_value.data != NULL;
}

/* Types without an order must not have bounds. */
static bool is_unordered(const struct pq_value_order *order)
{
    enum column_type type = order->leaf.column.type;
    return type == COLUMN_INTERVAL || type == COLUMN_GEOMETRY || type == COLUMN_GEOGRAPHY;
}

static void check_bounds(struct pq_chunk_check *check,
                         const struct pq_statistics *statistics,
                         const struct pq_checked_page *facts, const char *prefix)
{
    const struct pq_value_order *order = &check->pages.order;
    const struct pq_bound_claims values = {.trust = order->rule.values,
                                           .min = statistics->min_value,
                                           .max = statistics->max_value,
                                           .min_is_exact = statistics->min_is_exact,
                                           .max_is_exact = statistics->max_is_exact,
                                           .min_kind = "min_value",
                                           .max_kind = "max_value",
                                           .prefix = prefix};
    const struct pq_bound_claims deprecated = {.trust = order->rule.deprecated,
                                               .min = statistics->min,
                                               .max = statistics->max,
                                               .min_is_exact = -1,
                                               .max_is_exact = -1,
                                               .min_kind = "min",
                                               .max_kind = "max",
                                               .prefix = prefix};
    bool has_values = facts->n_present > 0;
    pq_check_bounds(check->findings, order, &values, &facts->extent, has_values);
    pq_check_bounds(check->findings, order, &deprecated, &facts->extent, has_values);
    if (has_bounds(statistics) && is_unordered(order))
        findings_add(check->findings, SEVERITY_WARNING, "min_value",
                     "%sbounds for a type without an order", prefix);
}

void pq_check_statistics(struct pq_chunk_check *check,
                         const struct pq_statistics *statistics,
                         const struct pq_checked_page *facts, const char *prefix)
{
    const struct pq_value_order *order = &check->pages.order;
    uint64_t own_nulls = pq_own_nulls(check->context, check->leaf, facts);
    if (statistics->has_null_count &&
        !pq_null_count_is_right(statistics->null_count, facts, own_nulls))
        pq_find(check->findings, "null_count", "%s%" PRId64 " claimed, %" PRIu64 " found",
                prefix, statistics->null_count, facts->n_entries - facts->n_present);
    if (statistics->has_nan_count && order->form == PQ_FORM_DOUBLE &&
        (statistics->nan_count < 0 ||
         (uint64_t)statistics->nan_count != facts->extent.n_nans))
        pq_find(check->findings, "nan_count", "%s%" PRId64 " claimed, %" PRIu64 " found",
                prefix, statistics->nan_count, facts->extent.n_nans);
    if (!statistics->has_nan_count && order->is_total && has_bounds(statistics))
        findings_add(check->findings, SEVERITY_WARNING, "nan_count",
                     "%smissing, but IEEE 754 total order requires it", prefix);
    check_bounds(check, statistics, facts, prefix);
}

enum status pq_check_distinct_count(struct pq_chunk_check *check, struct error *error)
{
    const struct pq_statistics *statistics = &check->chunk.metadata.statistics;
    uint64_t n_present = check->all.n_present, n_distinct;
    int64_t claim = statistics->distinct_count;
    if (!statistics->has_distinct_count)
        return OK;
    if (claim < 0 || (uint64_t)claim > n_present || (claim == 0 && n_present > 0)) {
        pq_find(check->findings, "distinct_count",
                "%" PRId64 " claimed, but there are only %" PRIu64 " values", claim,
                n_present);
        return OK;
    }
    if (!check->is_all_dictionary || !check->pages.has_dictionary ||
        check->pages.n_entries > MOST_COUNTED)
        return OK;
    enum status status = pq_page_check_distinct(&check->pages, &n_distinct, error);
    if (status == OK && (uint64_t)claim != n_distinct)
        pq_find(check->findings, "distinct_count",
                "%" PRId64 " claimed, %" PRIu64 " found", claim, n_distinct);
    return status;
}

/* ---- SizeStatistics -------------------------------------------------------------- */

/* Checks a histogram of levels; an empty one means none. */
static void check_histogram(struct pq_chunk_check *check, struct slice counts,
                            const uint64_t *histogram, unsigned max_level,
                            const char *which)
{
    struct thrift_list list;
    bool is_right = true;
    thrift_list_begin(&list, counts, THRIFT_I64);
    for (unsigned level = 0; thrift_list_next(&list); level++) {
        int64_t n = thrift_list_i64(&list);
        is_right = is_right && level <= max_level && n >= 0 &&
                   (uint64_t)n == histogram[level];
    }
    if (list.reader.fault == NULL && list.n > 0 && (!is_right || list.n != max_level + 1))
        pq_find(check->findings, "size_statistics",
                "the histogram of %s levels does not match the pages", which);
}

void pq_check_size_statistics(struct pq_chunk_check *check)
{
    const struct pq_size_statistics *size = &check->chunk.metadata.size;
    const struct pq_leaf *leaf = &check->pages.order.leaf;
    const struct pq_checked_page *all = &check->all;
    if (size->has_unencoded_bytes && leaf->type != PQ_BYTE_ARRAY)
        pq_find(check->findings, "size_statistics",
                "unencoded bytes are given for a type other than BYTE_ARRAY");
    else if (size->has_unencoded_bytes &&
             (size->unencoded_bytes < 0 ||
              (uint64_t)size->unencoded_bytes != all->data_bytes))
        pq_find(check->findings, "size_statistics",
                "%" PRId64 " bytes of unencoded values claimed, %" PRIu64 " found",
                size->unencoded_bytes, all->data_bytes);
    check_histogram(check, size->repetition_histogram, all->repetition,
                    leaf->max_repetition_level, "repetition");
    check_histogram(check, size->definition_histogram, all->definition,
                    leaf->max_definition_level, "definition");
}
