#include "parquet/check/check_index.h"

#include <inttypes.h>
#include <stdio.h>

#include "parquet/facts/page_index.h"

enum boundary_order { UNORDERED = 0, ASCENDING = 1, DESCENDING = 2, NO_ORDER = -1 };

bool pq_null_count_is_right(int64_t claim, const struct pq_page_facts *facts,
                            uint64_t own_nulls)
{
    uint64_t n = facts->n_slots - facts->n_present;
    return claim >= 0 && ((uint64_t)claim == n || (uint64_t)claim == own_nulls);
}

/* ---- Parsing --------------------------------------------------------------------- */

/* Reads the bytes of one part; *is_there is false, with a finding, when they cannot be.
 */
static enum status read_part(struct pq_index_check *check,
                             const struct pq_page_source *source, int64_t offset,
                             int32_t size, const char *kind, struct buffer *bytes,
                             bool *is_there, struct error *error)
{
    *is_there = offset > 0 && size > 0 && offset <= source->data_end &&
                size <= source->data_end - offset;
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
    enum status status = buffer_reserve(bytes, (size_t)size, false, error);
    if (status == OK)
        status = input_file_read_at(source->file, offset, (size_t)size, bytes->data,
                                    error);
    bytes->size = status == OK ? (size_t)size : 0;
    return status;
}

/* Keeps a list's place, and passes over it. */
static void open_list(struct pq_check_list *list, struct thrift_reader *reader,
                      const struct thrift_field *field, int element_type)
{
    struct thrift_field element = thrift_element(THRIFT_LIST);
    struct slice bytes = thrift_skip_list(reader, field);
    if (bytes.data == NULL)
        return;
    thrift_init(&list->reader, bytes);
    list->count = list->left = thrift_begin_list(&list->reader, &element, element_type);
    list->is_there = true;
    if (list->reader.fault != NULL)
        thrift_fail(reader, list->reader.fault);
}

static bool parse_struct_end(struct pq_index_check *check,
                             const struct thrift_reader *reader, const char *kind)
{
    if (reader->fault != NULL)
        pq_find(check->findings, kind, "it cannot be parsed: %s", reader->fault);
    else if (reader->rest.size > 0)
        pq_find(check->findings, kind, "it ends %zu bytes before its length does",
                reader->rest.size);
    return reader->fault == NULL;
}

static void parse_offset_index(struct pq_index_check *check)
{
    struct thrift_reader reader;
    struct thrift_field field = {0};
    thrift_init(&reader, buffer_slice(&check->offset_bytes));
    while (thrift_next_field(&reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, LIST):
            open_list(&check->locations, &reader, &field, THRIFT_STRUCT);
            break;
        case THRIFT_KEY(2, LIST):
            open_list(&check->data_bytes, &reader, &field, THRIFT_I64);
            break;
        default:
            thrift_skip(&reader, &field);
        }
    }
    check->has_offset_index = parse_struct_end(check, &reader, "offset_index");
    if (check->has_offset_index && !check->locations.is_there)
        pq_find(check->findings, "offset_index", "it has no page locations");
}

static void parse_column_index_field(struct pq_index_check *check,
                                     struct thrift_reader *reader,
                                     const struct thrift_field *field)
{
    switch (thrift_key(field)) {
    case THRIFT_KEY(1, LIST):
        open_list(&check->null_pages, reader, field, THRIFT_TRUE);
        break;
    case THRIFT_KEY(2, LIST):
        open_list(&check->mins, reader, field, THRIFT_BINARY);
        break;
    case THRIFT_KEY(3, LIST):
        open_list(&check->maxes, reader, field, THRIFT_BINARY);
        break;
    case THRIFT_KEY(4, INTEGER):
        check->boundary_order = thrift_read_i32(reader, field);
        break;
    case THRIFT_KEY(5, LIST):
        open_list(&check->null_counts, reader, field, THRIFT_I64);
        break;
    case THRIFT_KEY(6, LIST):
        open_list(&check->repetition, reader, field, THRIFT_I64);
        break;
    case THRIFT_KEY(7, LIST):
        open_list(&check->definition, reader, field, THRIFT_I64);
        break;
    case THRIFT_KEY(8, LIST):
        open_list(&check->nan_counts, reader, field, THRIFT_I64);
        break;
    default:
        thrift_skip(reader, field);
    }
}

static void parse_column_index(struct pq_index_check *check)
{
    struct thrift_reader reader;
    struct thrift_field field = {0};
    thrift_init(&reader, buffer_slice(&check->column_bytes));
    while (thrift_next_field(&reader, &field))
        parse_column_index_field(check, &reader, &field);
    check->has_column_index = parse_struct_end(check, &reader, "column_index");
    if (!check->has_column_index)
        return;
    if (!check->null_pages.is_there || !check->mins.is_there || !check->maxes.is_there)
        pq_find(check->findings, "column_index", "a list that it must have is missing");
    if (check->boundary_order < UNORDERED || check->boundary_order > DESCENDING)
        pq_find(check->findings, "column_index",
                "it has no boundary order that is known");
}

static void forget(struct pq_index_check *check, struct pq_findings *findings)
{
    struct pq_index_check fresh = {.findings = findings,
                                   .offset_bytes = check->offset_bytes,
                                   .column_bytes = check->column_bytes,
                                   .boundary_order = NO_ORDER};
    *check = fresh;
}

enum status pq_index_check_start(struct pq_index_check *check,
                                 const struct pq_chunk_context *context,
                                 const struct pq_column_chunk *chunk,
                                 struct pq_findings *findings, struct error *error)
{
    enum status status = OK;
    forget(check, findings);
    if (chunk->has_offset_index != (chunk->offset_index_length != 0))
        pq_find(findings, "offset_index", "only one of its offset and length is there");
    else if (chunk->has_offset_index)
        status = read_part(check, context->source, chunk->offset_index_offset,
                           chunk->offset_index_length, "offset_index",
                           &check->offset_bytes, &check->offset_is_within, error);
    if (status == OK && check->offset_is_within)
        parse_offset_index(check);
    if (status == OK && chunk->has_column_index != (chunk->column_index_length != 0))
        pq_find(findings, "column_index", "only one of its offset and length is there");
    else if (status == OK && chunk->has_column_index)
        status = read_part(check, context->source, chunk->column_index_offset,
                           chunk->column_index_length, "column_index",
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

static bool take(struct pq_check_list *list)
{
    if (!list->is_there || list->left == 0 || list->reader.fault != NULL)
        return false;
    list->left--;
    return true;
}

static bool take_number(struct pq_check_list *list, int64_t *number)
{
    struct thrift_field element = thrift_element(THRIFT_I64);
    if (!take(list))
        return false;
    *number = thrift_read_i64(&list->reader, &element);
    return list->reader.fault == NULL;
}

static void check_location(struct pq_index_check *check,
                           const struct pq_page_facts *facts)
{
    struct thrift_reader *reader = &check->locations.reader;
    struct thrift_field field = {0};
    int64_t members[3] = {-1, -1, -1};
    if (!take(&check->locations))
        return;
    while (thrift_next_field(reader, &field)) {
        if (field.id >= 1 && field.id <= 3 &&
            thrift_key(&field) == field.id * 8 + THRIFT_CLASS_INTEGER)
            members[field.id - 1] = thrift_read_i64(reader, &field);
        else
            thrift_skip(reader, &field);
    }
    unsigned page = check->n_pages;
    if (members[0] != facts->offset)
        pq_find(check->findings, "offset_index", "page %u is said to be at %" PRId64,
                page, members[0]);
    if (members[1] != facts->size)
        pq_find(check->findings, "offset_index",
                "page %u is said to take %" PRId64 " bytes, it takes %" PRId64, page,
                members[1], facts->size);
    if (members[2] < 0 || (uint64_t)members[2] != facts->first_row)
        pq_find(check->findings, "offset_index",
                "page %u is said to begin with row %" PRId64
                ", it begins with row %" PRIu64,
                page, members[2], facts->first_row);
    if (facts->n_slots > 0 && !facts->begins_row)
        pq_find(check->findings, "offset_index", "page %u begins within a row", page);
}

/* ---- The column index ------------------------------------------------------------ */

static void check_counts(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_page_facts *facts, uint64_t own_nulls)
{
    int64_t n;
    unsigned page = check->n_pages;
    if (take_number(&check->null_counts, &n) &&
        !pq_null_count_is_right(n, facts, own_nulls))
        pq_find(check->findings, "column_index",
                "page %u: a null count of %" PRId64 ", there are %" PRIu64, page, n,
                facts->n_slots - facts->n_present);
    if (take_number(&check->nan_counts, &n) && order->form == PQ_FORM_DOUBLE &&
        (n < 0 || (uint64_t)n != facts->extent.n_nans))
        pq_find(check->findings, "column_index",
                "page %u: a NaN count of %" PRId64 ", there are %" PRIu64, page, n,
                facts->extent.n_nans);
    if (take_number(&check->data_bytes, &n) && order->leaf.type == PQ_BYTE_ARRAY &&
        (n < 0 || (uint64_t)n != facts->data_bytes))
        pq_find_as(check->findings, PQ_WARNING, "offset_index",
                   "page %u: %" PRId64 " bytes of unencoded values, there are %" PRIu64,
                   page, n, facts->data_bytes);
}

static void check_histogram(struct pq_index_check *check, struct pq_check_list *list,
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
        pq_find_as(check->findings, PQ_WARNING, "column_index",
                   "page %u: the histogram of %s levels is not that of the page",
                   check->n_pages, which);
}

/* How the bounds of a page follow those of the page before. */
static void check_order(struct pq_index_check *check, const struct pq_value_order *order,
                        struct slice min, struct slice max)
{
    union column_value values[4] = {{0}};
    const struct slice bounds[4] = {check->last_min, check->last_max, min, max};
    const char *fault;
    bool is_first = check->last_min.data == NULL;
    check->last_min = min;
    check->last_max = max;
    if (is_first || order->form == PQ_FORM_NONE ||
        (check->boundary_order != ASCENDING && check->boundary_order != DESCENDING))
        return;
    for (int i = 0; i < 4; i++) {
        if (!pq_bound_read(order, bounds[i], &values[i], &fault))
            return;
    }
    int of_min = pq_order_compare(order, &values[0], &values[2]);
    int of_max = pq_order_compare(order, &values[1], &values[3]);
    bool is_right = check->boundary_order == ASCENDING ? of_min <= 0 && of_max <= 0
                                                       : of_min >= 0 && of_max >= 0;
    if (!is_right)
        pq_find(check->findings, "column_index",
                "page %u: its bounds are not in the order that is claimed",
                check->n_pages);
}

static void check_bounds(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_page_facts *facts)
{
    struct thrift_field element = thrift_element(THRIFT_BINARY);
    struct thrift_field boolean = thrift_element(THRIFT_TRUE);
    char place[40];
    if (!take(&check->null_pages))
        return;
    bool is_null = thrift_read_bool(&check->null_pages.reader, &boolean);
    if (is_null != (facts->n_present == 0))
        pq_find(check->findings, "column_index",
                "page %u is said to have %s, it has %" PRIu64 " values", check->n_pages,
                is_null ? "nulls only" : "values", facts->n_present);
    if (!take(&check->mins) || !take(&check->maxes))
        return;
    struct slice min = thrift_read_binary(&check->mins.reader, &element);
    struct slice max = thrift_read_binary(&check->maxes.reader, &element);
    if (min.data == NULL || max.data == NULL)
        return;
    if (is_null || facts->n_present == 0) {
        if (min.size > 0 || max.size > 0)
            pq_find_as(check->findings, PQ_WARNING, "column_index",
                       "page %u has bounds, but no values", check->n_pages);
        return;
    }
    snprintf(place, sizeof place, "page %u: ", check->n_pages);
    const struct pq_bound_claims claims = {.trust = order->rule.values,
                                           .min = min,
                                           .max = max,
                                           .min_is_exact = -1,
                                           .max_is_exact = -1,
                                           .min_kind = "column_index",
                                           .max_kind = "column_index",
                                           .place = place};
    pq_check_bounds(check->findings, order, &claims, &facts->extent, true);
    check_order(check, order, min, max);
}

void pq_index_check_page(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_page_facts *facts, uint64_t own_nulls)
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

/* A list that has not n elements, or is damaged.  Lists that may be left out may be
 * empty.
 */
static void check_list(struct pq_index_check *check, const struct pq_check_list *list,
                       uint64_t n, const char *kind, const char *name, bool may_be_empty)
{
    if (!list->is_there || (may_be_empty && list->count == 0))
        return;
    if (list->count != n)
        pq_find(check->findings, kind, "%u %s, there are %u pages", list->count, name,
                check->n_pages);
    if (list->reader.fault != NULL)
        pq_find(check->findings, kind, "%s: %s", name, list->reader.fault);
}

void pq_index_check_end(struct pq_index_check *check, const struct pq_leaf *leaf)
{
    uint64_t n = check->n_pages;
    if (check->has_offset_index) {
        check_list(check, &check->locations, n, "offset_index", "locations", false);
        check_list(check, &check->data_bytes, n, "offset_index", "sizes of values", true);
    }
    if (!check->has_column_index)
        return;
    check_list(check, &check->null_pages, n, "column_index", "marks of null pages",
               false);
    check_list(check, &check->mins, n, "column_index", "minimums", false);
    check_list(check, &check->maxes, n, "column_index", "maximums", false);
    check_list(check, &check->null_counts, n, "column_index", "null counts", false);
    check_list(check, &check->nan_counts, n, "column_index", "NaN counts", true);
    check_list(check, &check->repetition, n * (leaf->max_repetition_level + 1u),
               "column_index", "entries of repetition histograms", true);
    check_list(check, &check->definition, n * (leaf->max_definition_level + 1u),
               "column_index", "entries of definition histograms", true);
}
