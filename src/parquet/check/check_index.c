/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_index.h"

#include <inttypes.h>
#include <stdio.h>

#include "parquet/facts/page_index.h"
#include "parquet/format/format_structs.h"

bool pq_null_count_is_right(int64_t claim, const struct pq_checked_page *facts,
                            uint64_t own_nulls)
{
    uint64_t n = facts->n_entries - facts->n_present;
    return claim >= 0 && ((uint64_t)claim == n || (uint64_t)claim == own_nulls);
}

/* ---- Parsing --------------------------------------------------------------------- */

/* Reads the bytes of one index; on failure *is_there is false, with a finding. */
static enum status read_part(struct pq_index_check *check, struct pq_page_source *source,
                             const struct pq_column_chunk *chunk, enum pq_module module,
                             struct buffer *bytes, bool *is_there, struct error *error)
{
    bool is_offset = module == PQ_OFFSET_INDEX_MODULE;
    int64_t offset = is_offset ? chunk->offset_index_offset : chunk->column_index_offset;
    int32_t size = is_offset ? chunk->offset_index_length : chunk->column_index_length;
    const char *kind = is_offset ? "offset_index" : "column_index";
    struct error failure = {0};
    *is_there = pq_is_within(source, offset, size);
    if (!*is_there) {
        pq_find(check->findings, kind, "%d bytes at %lld are not within the file", size,
                (long long)offset);
        return OK;
    }
    if (size > PQ_MAX_INDEX_SIZE) {
        pq_find(check->findings, "unsupported", "an index of %d bytes", size);
        *is_there = false;
        return OK;
    }
    enum status status = pq_read_module(source, chunk->cipher, module, offset, size,
                                        bytes, is_there, &failure);
    if (status == OK)
        return OK;
    *is_there = false;
    return pq_find_failure(check->findings, kind, &failure, error);
}

static bool parse_struct_end(struct pq_index_check *check,
                             const struct thrift_reader *reader, const char *kind)
{
    if (reader->fault != NULL)
        pq_find(check->findings, kind, "it cannot be parsed: %s", reader->fault);
    else if (reader->rest.size > 0)
        /* parquet-java (seen up to 1.17.0) leaves zeros at the end of what it encrypts.
         */
        findings_add(check->findings,
                     check->is_encrypted ? SEVERITY_NOTE : SEVERITY_ERROR, kind,
                     "it ends %zu bytes short of its length", reader->rest.size);
    return reader->fault == NULL;
}

/* Opens a list; sets a fault of the struct if its elements cannot be read. */
static void open_list(struct thrift_list *list, struct slice bytes, int element_type,
                      struct thrift_reader *reader)
{
    thrift_list_begin(list, bytes, element_type);
    if (list->reader.fault != NULL)
        thrift_fail(reader, list->reader.fault);
}

static void parse_offset_index(struct pq_index_check *check)
{
    struct thrift_reader reader;
    struct pq_offset_index *index = &check->offset_index;
    thrift_init(&reader, buffer_slice(&check->offset_bytes));
    thrift_read_struct(&reader, &PQ_OFFSET_INDEX, index);
    open_list(&check->locations, index->locations, THRIFT_STRUCT, &reader);
    open_list(&check->data_bytes, index->unencoded_bytes, THRIFT_I64, &reader);
    check->has_offset_index = parse_struct_end(check, &reader, "offset_index");
    if (check->has_offset_index && index->locations.data == NULL)
        pq_find(check->findings, "offset_index", "it has no page locations");
}

static void parse_column_index(struct pq_index_check *check)
{
    struct thrift_reader reader;
    struct pq_column_index *index = &check->column_index;
    thrift_init(&reader, buffer_slice(&check->column_bytes));
    thrift_read_struct(&reader, &PQ_COLUMN_INDEX, index);
    open_list(&check->null_pages, index->null_pages, THRIFT_TRUE, &reader);
    open_list(&check->mins, index->min_values, THRIFT_BINARY, &reader);
    open_list(&check->maxes, index->max_values, THRIFT_BINARY, &reader);
    open_list(&check->null_counts, index->null_counts, THRIFT_I64, &reader);
    open_list(&check->repetition, index->repetition_histograms, THRIFT_I64, &reader);
    open_list(&check->definition, index->definition_histograms, THRIFT_I64, &reader);
    open_list(&check->nan_counts, index->nan_counts, THRIFT_I64, &reader);
    check->has_column_index = parse_struct_end(check, &reader, "column_index");
    if (!check->has_column_index)
        return;
    if (index->null_pages.data == NULL || index->min_values.data == NULL ||
        index->max_values.data == NULL)
        pq_find(check->findings, "column_index", "a required list is missing");
    if (index->boundary_order < PQ_UNORDERED || index->boundary_order > PQ_DESCENDING)
        pq_find(check->findings, "column_index",
                "its boundary order is missing or unknown");
}

static void forget(struct pq_index_check *check, struct findings *findings,
                   bool is_encrypted)
{
    struct pq_index_check fresh = {.findings = findings,
                                   .offset_bytes = check->offset_bytes,
                                   .column_bytes = check->column_bytes,
                                   .is_encrypted = is_encrypted};
    *check = fresh;
}

enum status pq_index_check_start(struct pq_index_check *check,
                                 const struct pq_chunk_context *context,
                                 const struct pq_column_chunk *chunk,
                                 struct findings *findings, struct error *error)
{
    enum status status = OK;
    forget(check, findings, chunk->cipher != NULL);
    if (chunk->has_offset_index != (chunk->offset_index_length != 0))
        pq_find(findings, "offset_index", "it has an offset or a length, but not both");
    else if (chunk->has_offset_index)
        status = read_part(check, context->source, chunk, PQ_OFFSET_INDEX_MODULE,
                           &check->offset_bytes, &check->offset_is_within, error);
    if (status == OK && check->offset_is_within)
        parse_offset_index(check);
    if (status == OK && chunk->has_column_index != (chunk->column_index_length != 0))
        pq_find(findings, "column_index", "it has an offset or a length, but not both");
    else if (status == OK && chunk->has_column_index)
        status = read_part(check, context->source, chunk, PQ_COLUMN_INDEX_MODULE,
                           &check->column_bytes, &check->column_is_within, error);
    if (status == OK && check->column_is_within)
        parse_column_index(check);
    return status;
}

void pq_index_check_release(struct pq_index_check *check)
{
    buffer_release(&check->offset_bytes);
    buffer_release(&check->column_bytes);
}

/* ---- The offset index ------------------------------------------------------------ */

static bool take_number(struct thrift_list *list, int64_t *number)
{
    if (!thrift_list_next(list))
        return false;
    *number = thrift_list_i64(list);
    return list->reader.fault == NULL;
}

static void check_location(struct pq_index_check *check,
                           const struct pq_checked_page *facts)
{
    struct pq_page_location location;
    unsigned page = check->n_pages;
    if (!thrift_list_next(&check->locations))
        return;
    thrift_read_struct(&check->locations.reader, &PQ_PAGE_LOCATION, &location);
    if (location.offset != facts->offset)
        pq_find(check->findings, "offset_index",
                "page %u is not at the claimed offset %" PRId64, page, location.offset);
    if (location.size != facts->size)
        pq_find(check->findings, "offset_index",
                "page %u: %d bytes claimed, %" PRId64 " found", page, (int)location.size,
                facts->size);
    if (location.first_row != facts->first_row)
        pq_find(check->findings, "offset_index",
                "page %u: first row %" PRId64 " claimed, %" PRIu64 " found", page,
                (int64_t)location.first_row, facts->first_row);
    if (facts->n_entries > 0 && !facts->begins_row)
        pq_find(check->findings, "offset_index", "page %u begins within a row", page);
}

/* ---- The column index ------------------------------------------------------------ */

static void check_counts(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_checked_page *facts, uint64_t own_nulls)
{
    int64_t n;
    unsigned page = check->n_pages;
    if (take_number(&check->null_counts, &n) &&
        !pq_null_count_is_right(n, facts, own_nulls))
        pq_find(check->findings, "column_index",
                "page %u: %" PRId64 " nulls claimed, %" PRIu64 " found", page, n,
                facts->n_entries - facts->n_present);
    if (take_number(&check->nan_counts, &n) && order->form == PQ_FORM_DOUBLE &&
        (n < 0 || (uint64_t)n != facts->extent.n_nans))
        pq_find(check->findings, "column_index",
                "page %u: %" PRId64 " NaNs claimed, %" PRIu64 " found", page, n,
                facts->extent.n_nans);
    if (take_number(&check->data_bytes, &n) && order->leaf.type == PQ_BYTE_ARRAY &&
        (n < 0 || (uint64_t)n != facts->data_bytes))
        findings_add(check->findings, SEVERITY_WARNING, "offset_index",
                     "page %u: %" PRId64 " bytes of unencoded values claimed, %" PRIu64
                     " found",
                     page, n, facts->data_bytes);
}

static void check_histogram(struct pq_index_check *check, struct thrift_list *list,
                            const uint64_t *histogram, unsigned max_level,
                            const char *which)
{
    int64_t n;
    bool is_right = true;
    for (unsigned level = 0; level <= max_level; level++) {
        if (!take_number(list, &n))
            return;
        is_right = is_right && n >= 0 && (uint64_t)n == histogram[level];
    }
    if (!is_right)
        findings_add(check->findings, SEVERITY_WARNING, "column_index",
                     "page %u: the histogram of %s levels does not match the page",
                     check->n_pages, which);
}

/* Checks that a page's bounds follow the previous page's in the claimed order. */
static void check_order(struct pq_index_check *check, const struct pq_value_order *order,
                        struct slice min, struct slice max)
{
    union column_value values[4] = {{0}};
    const struct slice bounds[4] = {check->last_min, check->last_max, min, max};
    const char *fault;
    bool is_first = check->last_min.data == NULL;
    int claimed = check->column_index.boundary_order;
    check->last_min = min;
    check->last_max = max;
    if (is_first || order->form == PQ_FORM_NONE ||
        (claimed != PQ_ASCENDING && claimed != PQ_DESCENDING))
        return;
    for (int i = 0; i < 4; i++) {
        if (!pq_bound_read(order, bounds[i], &values[i], &fault))
            return;
    }
    int of_min = pq_order_compare(order, &values[0], &values[2]);
    int of_max = pq_order_compare(order, &values[1], &values[3]);
    bool is_right = claimed == PQ_ASCENDING ? of_min <= 0 && of_max <= 0
                                            : of_min >= 0 && of_max >= 0;
    if (!is_right)
        pq_find(check->findings, "column_index",
                "page %u: its bounds are not in the claimed order", check->n_pages);
}

static void check_bounds(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_checked_page *facts)
{
    char prefix[40];
    if (!thrift_list_next(&check->null_pages))
        return;
    bool is_null = thrift_list_bool(&check->null_pages);
    if (is_null != (facts->n_present == 0))
        pq_find(check->findings, "column_index",
                "page %u is marked as having %s, but has %" PRIu64 " values",
                check->n_pages, is_null ? "only nulls" : "values", facts->n_present);
    if (!thrift_list_next(&check->mins) || !thrift_list_next(&check->maxes))
        return;
    struct slice min = thrift_list_binary(&check->mins);
    struct slice max = thrift_list_binary(&check->maxes);
    if (min.data == NULL || max.data == NULL)
        return;
    if (is_null || facts->n_present == 0) {
        if (min.size > 0 || max.size > 0)
            findings_add(check->findings, SEVERITY_WARNING, "column_index",
                         "page %u has bounds, but no values", check->n_pages);
        return;
    }
    snprintf(prefix, sizeof prefix, "page %u: ", check->n_pages);
    const struct pq_bound_claims claims = {.trust = order->rule.values,
                                           .min = min,
                                           .max = max,
                                           .min_is_exact = -1,
                                           .max_is_exact = -1,
                                           .min_kind = "column_index",
                                           .max_kind = "column_index",
                                           .prefix = prefix};
    pq_check_bounds(check->findings, order, &claims, &facts->extent, true);
    check_order(check, order, min, max);
}

void pq_index_check_page(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_checked_page *facts, uint64_t own_nulls)
{
    if (check->has_offset_index)
        check_location(check, facts);
    check_counts(check, order, facts, own_nulls);
    if (check->has_column_index) {
        check_bounds(check, order, facts);
        check_histogram(check, &check->repetition, facts->repetition,
                        order->leaf.max_repetition_level, "repetition");
        check_histogram(check, &check->definition, facts->definition,
                        order->leaf.max_definition_level, "definition");
    }
    check->n_pages++;
}

/* ---- The end --------------------------------------------------------------------- */

/* Checks that each list has as many elements as there are pages, and is not damaged. */
void pq_index_check_end(struct pq_index_check *check, const struct pq_leaf *leaf)
{
    enum { N_OFFSET_LISTS = 2 }; /* the first ones are of the offset index */
    const struct pq_offset_index *offsets = &check->offset_index;
    const struct pq_column_index *index = &check->column_index;
    uint64_t n = check->n_pages;
    const struct {
        const struct thrift_list *list;
        struct slice bytes;
        uint64_t n; /* elements that it must have */
        const char *name;
        bool may_be_empty;
    } lists[] = {
        {&check->locations, offsets->locations, n, "locations", false},
        {&check->data_bytes, offsets->unencoded_bytes, n, "sizes of values", true},
        {&check->null_pages, index->null_pages, n, "marks of null pages", false},
        {&check->mins, index->min_values, n, "minimums", false},
        {&check->maxes, index->max_values, n, "maximums", false},
        {&check->null_counts, index->null_counts, n, "null counts", false},
        {&check->nan_counts, index->nan_counts, n, "NaN counts", true},
        {&check->repetition, index->repetition_histograms,
         n * (leaf->max_repetition_level + 1u), "entries of repetition histograms", true},
        {&check->definition, index->definition_histograms,
         n * (leaf->max_definition_level + 1u), "entries of definition histograms", true},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct thrift_list *list = lists[i].list;
        bool is_offset = i < N_OFFSET_LISTS;
        const char *kind = is_offset ? "offset_index" : "column_index";
        if (!(is_offset ? check->has_offset_index : check->has_column_index) ||
            lists[i].bytes.data == NULL || (lists[i].may_be_empty && list->n == 0))
            continue;
        if (list->n != lists[i].n)
            pq_find(check->findings, kind, "%u %s for %u pages", list->n, lists[i].name,
                    check->n_pages);
        if (list->reader.fault != NULL)
            pq_find(check->findings, kind, "%s: %s", lists[i].name, list->reader.fault);
    }
}
