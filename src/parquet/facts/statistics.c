/* SPDX-License-Identifier: MIT */
#include "parquet/facts/statistics.h"

#include <math.h>

#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"
#include "scan/value_set.h"
#include "value/value_text.h"

enum {
    SECONDS_PER_DAY = 86400,
    /* Below the number of days where pq_instant_from_int96() assumes Spark's
     * wrap-around. */
    MOST_INT96_DAYS = 100000000,
};

/* ---- The rule of a leaf ---------------------------------------------------------- */

enum pq_sort pq_sort_of_column(const struct column *column)
{
    switch (column->type) {
    case COLUMN_BOOLEAN:
    case COLUMN_DATE:
    case COLUMN_TIME:
        return PQ_SORT_SIGNED;
    case COLUMN_INTEGER:
        return column->is_signed ? PQ_SORT_SIGNED : PQ_SORT_UNSIGNED;
    case COLUMN_UINT64:
        return PQ_SORT_UNSIGNED;
    case COLUMN_REAL:
        return PQ_SORT_FLOAT;
    case COLUMN_DECIMAL:
        return PQ_SORT_DECIMAL;
    case COLUMN_TEXT:
    case COLUMN_JSON:
    case COLUMN_BLOB:
    case COLUMN_UUID:
        return PQ_SORT_BYTES;
    case COLUMN_TIMESTAMP:
        return column->kind == VECTOR_INSTANT ? PQ_SORT_INT96 : PQ_SORT_SIGNED;
    case COLUMN_NULL:
    case COLUMN_INTERVAL:
    case COLUMN_GEOMETRY:
    case COLUMN_GEOGRAPHY:
    case COLUMN_NESTED:
        break;
    }
    return PQ_SORT_NONE;
}

static enum pq_sort sort_of_logical(const struct pq_logical_type *logical)
{
    switch (logical->kind) {
    case PQ_LOGICAL_STRING:
    case PQ_LOGICAL_ENUM:
    case PQ_LOGICAL_JSON:
    case PQ_LOGICAL_BSON:
    case PQ_LOGICAL_UUID:
        return PQ_SORT_BYTES;
    case PQ_LOGICAL_DECIMAL:
        return PQ_SORT_DECIMAL;
    case PQ_LOGICAL_DATE:
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        return PQ_SORT_SIGNED;
    case PQ_LOGICAL_INTEGER:
        return logical->is_signed ? PQ_SORT_SIGNED : PQ_SORT_UNSIGNED;
    case PQ_LOGICAL_FLOAT16:
        return PQ_SORT_FLOAT;
    default: /* INTERVAL has no defined order */
        return PQ_SORT_NONE;
    }
}

/* Finds the order of the leaf's bounds.  A column may be read without an annotation that
 * does not fit, or by one of two that contradict each other, and we cannot know which of
 * them the writer sorted by.  So every annotation present must imply the same order. */
static enum keep_reason find_sort(const struct pq_leaf *leaf,
                                  const struct pq_schema_element *element,
                                  enum pq_sort *found)
{
    enum pq_sort sort = pq_sort_of_column(pq_leaf_stored(leaf));
    struct pq_logical_type converted = pq_logical_from_converted(element);
    *found = PQ_SORT_NONE;
    if (leaf->column.unreadable_reason != NULL)
        return KEEP_UNSUPPORTED;
    if (sort == PQ_SORT_NONE)
        return KEEP_NO_ORDER;
    if (element->logical.unknown_member != 0 ||
        (element->logical.kind != PQ_LOGICAL_NONE &&
         sort_of_logical(&element->logical) != sort) ||
        (element->converted_type != PQ_CONVERTED_NONE &&
         sort_of_logical(&converted) != sort))
        return KEEP_ANNOTATIONS;
    *found = sort;
    return KEEP_NONE;
}

static bool is_bytes(int type)
{
    return type == PQ_BYTE_ARRAY || type == PQ_FIXED_LEN_BYTE_ARRAY;
}

/* Types whose order is the signed comparison that all writers used before column orders
 * existed.  Decimals in byte arrays are not among them: those writers compared them byte
 * by byte, each byte signed. */
static bool is_signed_number(const struct pq_bounds_rule *rule)
{
    return !is_bytes(rule->leaf->type) &&
           (rule->sort == PQ_SORT_SIGNED || rule->sort == PQ_SORT_FLOAT ||
            rule->sort == PQ_SORT_DECIMAL);
}

/* Sets the trust that the column order allows; -1: the file has no column order. */
static void trust_by_order(struct pq_bounds_rule *rule, int order)
{
    if (rule->sort == PQ_SORT_NONE)
        return;
    rule->values_reason = order < 0 ? KEEP_NO_COLUMN_ORDER : KEEP_COLUMN_ORDER;
    rule->deprecated_reason = KEEP_DEPRECATED;
    if (order == PQ_ORDER_IEEE_754_TOTAL) {
        rule->values = rule->sort == PQ_SORT_FLOAT ? PQ_TRUST_ALWAYS : PQ_TRUST_NEVER;
        rule->needs_nan_count = rule->sort == PQ_SORT_FLOAT;
    } else if (order == PQ_ORDER_INT96_TIMESTAMP) {
        rule->values = rule->sort == PQ_SORT_INT96 ? PQ_TRUST_ALWAYS : PQ_TRUST_NEVER;
    } else if (order != PQ_ORDER_NONE && rule->sort != PQ_SORT_INT96) {
        rule->values = order == PQ_ORDER_TYPE ? PQ_TRUST_ALWAYS : PQ_TRUST_NEVER;
        rule->deprecated = is_signed_number(rule) ? PQ_TRUST_ALWAYS : PQ_TRUST_EQUAL;
    }
}

/* Lowers trust because of a fault of the writer. */
static void reduce_trust(enum pq_trust most, enum pq_trust *trust,
                         enum keep_reason *reason)
{
    if (*trust <= most)
        return;
    *trust = most;
    *reason = KEEP_WRITER;
}

static bool is_time(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIME || type == COLUMN_TIMESTAMP;
}

/* Whether the writer's bounds for the leaf are wrong in whatever order they are
 * compared. */
static bool bounds_are_wrong(const struct pq_bounds_rule *rule,
                             const struct pq_writer_version *writer)
{
    int type = rule->leaf->type;
    if (pq_writer_has_fault(writer, PQ_FAULT_STATISTICS))
        return true;
    if (rule->sort == PQ_SORT_FLOAT && pq_writer_has_fault(writer, PQ_FAULT_NAN_COMPARED))
        return true;
    if (is_time(pq_leaf_stored(rule->leaf)->type) &&
        pq_writer_has_fault(writer, PQ_FAULT_TIME_BOUNDS))
        return true;
    return rule->sort == PQ_SORT_DECIMAL &&
           ((is_bytes(type) && (pq_writer_has_fault(writer, PQ_FAULT_DECIMAL_BYTES) ||
                                pq_writer_has_fault(writer, PQ_FAULT_CUT_MAXIMA))) ||
            (type == PQ_BYTE_ARRAY &&
             pq_writer_has_fault(writer, PQ_FAULT_DECIMAL_SIZES)) ||
            (type == PQ_INT32 && pq_writer_has_fault(writer, PQ_FAULT_DECIMAL_INT32)));
}

static void distrust_bounds(struct pq_bounds_rule *rule,
                            const struct pq_writer_version *writer)
{
    bool has_bytes = is_bytes(rule->leaf->type);
    if (has_bytes && pq_writer_has_fault(writer, PQ_FAULT_REUSED_BUFFER))
        reduce_trust(PQ_TRUST_NEVER, &rule->deprecated, &rule->deprecated_reason);
    if (!is_signed_number(rule) && pq_writer_has_fault(writer, PQ_FAULT_SIGNED_BYTES)) {
        reduce_trust(PQ_TRUST_EQUAL, &rule->values, &rule->values_reason);
        reduce_trust(PQ_TRUST_EQUAL, &rule->deprecated, &rule->deprecated_reason);
    }
    if (bounds_are_wrong(rule, writer)) {
        reduce_trust(PQ_TRUST_NEVER, &rule->values, &rule->values_reason);
        reduce_trust(PQ_TRUST_NEVER, &rule->deprecated, &rule->deprecated_reason);
    }
    rule->maxima_are_cut = has_bytes && pq_writer_has_fault(writer, PQ_FAULT_CUT_MAXIMA);
    rule->zeros_are_rounded = rule->sort == PQ_SORT_FLOAT &&
                              pq_writer_has_fault(writer, PQ_FAULT_ROUNDED_ZEROS);
    rule->needs_no_dictionary = rule->leaf->type == PQ_BYTE_ARRAY &&
                                pq_writer_has_fault(writer, PQ_FAULT_FIRST_BATCH);
}

static void distrust_null_counts(struct pq_bounds_rule *rule,
                                 const struct pq_writer_version *writer)
{
    if (pq_writer_has_fault(writer, PQ_FAULT_STATISTICS) ||
        pq_writer_has_fault(writer, PQ_FAULT_NULL_COUNTS))
        rule->null_counts = PQ_NULLS_UNKNOWN;
    else if (pq_writer_has_fault(writer, PQ_FAULT_NULLS_REPEATED))
        rule->null_counts = PQ_NULLS_AT_MOST;
    rule->dictionary_null_counts = rule->null_counts;
    if (rule->leaf->type == PQ_BYTE_ARRAY &&
        pq_writer_has_fault(writer, PQ_FAULT_DICTIONARY_NULLS))
        rule->dictionary_null_counts = PQ_NULLS_AT_LEAST;
}

struct pq_bounds_rule pq_bounds_rule_of_values(const struct pq_file_metadata *metadata,
                                               const struct pq_schema_tree *tree,
                                               uint32_t leaf, const struct pq_leaf *as)
{
    const struct pq_node *node = &tree->nodes[tree->leaves[leaf].node];
    struct pq_bounds_rule rule = {.leaf = as};
    rule.counts_parents = tree->nodes[node->parent].definition_level > 0;
    rule.values_reason = rule.deprecated_reason = find_sort(as, node->element,
                                                            &rule.sort);
    /* Until 2026 DuckDB wrote an order for each top-level column.  A list of any other
     * length is ignored. */
    int order = metadata->n_leaf_orders == tree->n_leaves ? metadata->leaf_orders[leaf]
                                                          : -1;
    trust_by_order(&rule, order);
    distrust_bounds(&rule, &metadata->writer);
    distrust_null_counts(&rule, &metadata->writer);
    return rule;
}

struct pq_bounds_rule pq_bounds_rule_of(const struct pq_file_metadata *metadata,
                                        const struct pq_schema_tree *tree, uint32_t leaf)
{
    const struct pq_leaf *l = &tree->leaves[leaf];
    if (l->max_repetition_level == 0 && l->column.unreadable_reason == NULL) {
        struct pq_bounds_rule rule = pq_bounds_rule_of_values(metadata, tree, leaf, l);
        rule.is_flat = true;
        return rule;
    }
    const struct pq_node *node = &tree->nodes[l->node];
    return (struct pq_bounds_rule){
        .leaf = l,
        .values_reason = l->max_repetition_level > 0 ? KEEP_NESTED : KEEP_UNSUPPORTED,
        .counts_parents = tree->nodes[node->parent].definition_level > 0};
}

/* ---- Bounds ---------------------------------------------------------------------- */

static bool is_above(const struct pq_bounds_rule *rule, const union column_value *a,
                     const union column_value *b)
{
    enum vector_kind kind = rule->leaf->column.kind;
    if (kind == VECTOR_BYTES && rule->sort == PQ_SORT_DECIMAL)
        return binary_decimal_compare(a->bytes, b->bytes) > 0;
    if (kind == VECTOR_INT64 && rule->sort == PQ_SORT_UNSIGNED)
        return column_value_compare(DOMAIN_UINT64, *a, *b) > 0;
    return column_kind_compare(kind, *a, *b) > 0;
}

static bool is_decimal_within(const struct column *column,
                              const union column_value *value)
{
    if (column->kind == VECTOR_BYTES) {
        /* 3.322 bits are slightly more than a digit needs; 2 more for the sign and
         * rounding. */
        uint64_t bits = (uint64_t)column->precision * 33220 / 10000 + 2;
        return binary_decimal_trim(value->bytes).size <= (bits + 7) / 8;
    }
    int64_t limit = 1;
    for (int32_t i = 0; i < column->precision && i < 18; i++)
        limit *= 10;
    return column->precision > 18 || (value->int64 > -limit && value->int64 < limit);
}

static bool is_time_within(const struct column *column, int64_t value)
{
    return value >= 0 && value <= units_per_second(column->unit) * SECONDS_PER_DAY;
}

bool pq_is_within_domain(const struct column *column, const union column_value *value)
{
    switch (column->type) {
    case COLUMN_BOOLEAN:
        return value->int64 == 0 || value->int64 == 1;
    case COLUMN_INTEGER: {
        /* Narrow unsigned values are zero-extended: never negative. */
        int64_t most =
            column->bits >= 64
                ? INT64_MAX
                : ((int64_t)1 << (column->bits - (column->is_signed ? 1 : 0))) - 1;
        return value->int64 <= most &&
               value->int64 >= (column->is_signed ? -most - 1 : 0);
    }
    case COLUMN_REAL:
        return !isnan(value->float64);
    case COLUMN_DECIMAL:
        return is_decimal_within(column, value);
    case COLUMN_TIME:
        return is_time_within(column, value->int64);
    default:
        return true;
    }
}

/* Converts a stored bound to a value of the column's vector.  Returns the reason if it is
 * not a valid one. */
static enum keep_reason read_bound(const struct pq_bounds_rule *rule, struct slice bytes,
                                   union column_value *value)
{
    const struct pq_leaf *leaf = rule->leaf;
    /* The most frequent bounds of pages. */
    if (leaf->conversion == PQ_CONVERT_INT64 && bytes.size == 8) {
        value->int64 = (int64_t)load_u64(bytes.data);
        return pq_is_within_domain(pq_leaf_stored(leaf), value) ? KEEP_NONE
                                                                : KEEP_BAD_BOUND;
    }
    size_t width = leaf->type == PQ_BOOLEAN
                       ? 1
                       : pq_type_width(leaf->type, leaf->type_length);
    if (leaf->type == PQ_BYTE_ARRAY ? rule->sort == PQ_SORT_DECIMAL && bytes.size == 0
                                    : bytes.size != width)
        return KEEP_BAD_BOUND;
    union pq_physical physical = pq_physical_of(leaf->type, bytes);
    pq_convert_values(pq_conversion_of_bounds(leaf->conversion), &physical, 1, value);
    if (pq_is_within_domain(pq_leaf_stored(leaf), value))
        return KEEP_NONE;
    return leaf->column.type == COLUMN_REAL ? KEEP_NAN_BOUND : KEEP_BAD_BOUND;
}

/* INT96 values are ordered by day first.  Nanoseconds may lie outside the day (Arrow
 * wrote negative ones), but by less than a day.  So values above the lower bound may be
 * as early as the start of its day, and values below the upper bound as late as the start
 * of its day.  False if the bound is too extreme for this to hold. */
static bool widen_int96(const struct pq_leaf *leaf, struct slice stored, bool is_max,
                        struct instant *instant)
{
    const int64_t nanos_per_day = INT64_C(1000000000) * SECONDS_PER_DAY;
    int64_t nanos = (int64_t)load_u64(stored.data);
    int32_t day = (int32_t)load_u32(stored.data + 8);
    uint8_t start_of_day[12] = {0};
    memcpy(start_of_day + 8, stored.data + 8, 4);
    if (is_max ? nanos < 0 : nanos > 0)
        pq_convert_values(leaf->conversion,
                          &(struct bytes_value){start_of_day, sizeof start_of_day}, 1,
                          instant);
    return nanos > -nanos_per_day && nanos < nanos_per_day && day > -MOST_INT96_DAYS &&
           day < MOST_INT96_DAYS;
}

static bool widen_both_int96(const struct pq_leaf *leaf, struct slice min,
                             struct slice max, union column_value values[2])
{
    /* With only one bound, values on its other side may be so extreme that their days
     * wrap around. */
    return min.data != NULL && max.data != NULL &&
           widen_int96(leaf, min, false, &values[0].instant) &&
           widen_int96(leaf, max, true, &values[1].instant);
}

/* Whether an upper bound may be only the beginning of a value.  Some writers that
 * truncate a long value cannot round up a prefix of only 0xff bytes, and store it as it
 * is. */
static bool may_be_cut(const struct pq_bounds_rule *rule, struct slice max)
{
    size_t i = 0;
    while (i < max.size && max.data[i] == 0xff)
        i++;
    return rule->maxima_are_cut || (rule->sort == PQ_SORT_BYTES && i == max.size &&
                                    rule->leaf->type == PQ_BYTE_ARRAY);
}

/* Whether the bound may be a number near zero that the writer rounded to it. */
static bool may_be_rounded(const struct pq_bounds_rule *rule,
                           const union column_value *value)
{
    return rule->zeros_are_rounded && value->float64 == 0;
}

/* Whether values beyond the missing one of two bounds may become any value, since they
 * are truncated. */
static bool may_be_truncated(const struct pq_bounds_rule *rule, bool has_min,
                             bool has_max)
{
    enum pq_conversion conversion = rule->leaf->conversion;
    return has_min != has_max && conversion != pq_conversion_of_bounds(conversion);
}

/* Converts the bounds to values; returns the reason if they are not trusted.  If one of
 * the pair is wrong, neither is trusted: a writer that stores NaN, or text for a number,
 * does not compare as we assume. */
static enum keep_reason read_bounds(const struct pq_bounds_rule *rule, struct slice min,
                                    struct slice max, union column_value values[2])
{
    bool has_min = min.data != NULL, has_max = max.data != NULL;
    enum keep_reason reason = KEEP_NONE;
    /* Some writers store empty bounds for unknown ones.  A genuine empty upper bound
     * would mean that all values are empty, which is too rare to be worth the risk. */
    if (has_max && max.size == 0)
        return KEEP_EMPTY_BOUND;
    if (has_min)
        reason = read_bound(rule, min, &values[0]);
    if (has_max && reason == KEEP_NONE)
        reason = read_bound(rule, max, &values[1]);
    if (reason != KEEP_NONE)
        return reason;
    if (has_min && has_max && is_above(rule, &values[0], &values[1]))
        return KEEP_REVERSED;
    if (may_be_truncated(rule, has_min, has_max) ||
        (rule->sort == PQ_SORT_INT96 && !widen_both_int96(rule->leaf, min, max, values)))
        return KEEP_BAD_BOUND;
    return KEEP_NONE;
}

static bool are_equal(struct slice min, struct slice max)
{
    return min.data != NULL && max.data != NULL && slice_compare(min, max) == 0;
}

/* Sets the bounds that are trusted.  An absent bound has data NULL.  distrust: the reason
 * to report if `trust` does not suffice. */
static void believe_bounds(const struct pq_bounds_rule *rule, enum pq_trust trust,
                           enum keep_reason distrust, struct slice min, struct slice max,
                           struct column_statistics *statistics)
{
    union column_value values[2] = {{0}};
    bool has_min = min.data != NULL, has_max = max.data != NULL;
    if (rule->sort != PQ_SORT_NONE && !has_min && !has_max) {
        statistics->reason = KEEP_NO_BOUNDS;
        return;
    }
    if (trust == PQ_TRUST_NEVER || (trust == PQ_TRUST_EQUAL && !are_equal(min, max))) {
        statistics->reason = distrust;
        return;
    }
    statistics->reason = read_bounds(rule, min, max, values);
    statistics->is_widened = rule->sort == PQ_SORT_INT96;
    if (statistics->reason != KEEP_NONE)
        return;
    if (rule->sort == PQ_SORT_FLOAT) {
        /* A bound of either zero may stand for both of them. */
        if (values[0].float64 == 0)
            values[0].float64 = -0.0;
        if (values[1].float64 == 0)
            values[1].float64 = 0.0;
    }
    statistics->has_min = has_min && !may_be_rounded(rule, &values[0]);
    statistics->has_max = has_max && !may_be_cut(rule, max) &&
                          !may_be_rounded(rule, &values[1]);
    statistics->min = values[0];
    statistics->max = values[1];
    if (!has_min || !has_max)
        statistics->reason = KEEP_NO_BOUNDS;
    else if (!statistics->has_min || !statistics->has_max)
        statistics->reason = rule->zeros_are_rounded ? KEEP_WRITER : KEEP_TRUNCATED;
}

/* ---- Counts ---------------------------------------------------------------------- */

static bool is_required(const struct pq_bounds_rule *rule)
{
    return rule->leaf->max_definition_level == 0;
}

/* In a flat column an entry is a row.  Below an optional group, a row whose group is null
 * is null too, but not every writer counts it.  There may be more nulls than counted, so
 * only a count of all rows is certain.  0 may be the count of an all-null chunk, too
 * (parquet-rs before 4.1, arrow-rs#306), unless the claims show in another way that there
 * are values; those of types without an order cannot. */
static void believe_null_count(const struct pq_bounds_rule *rule,
                               enum pq_null_trust trust, int64_t null_count,
                               bool has_values, struct column_statistics *statistics)
{
    if (null_count < 0 || (uint64_t)null_count > statistics->n_rows ||
        (null_count == 0 && !has_values && rule->sort != PQ_SORT_NONE))
        return;
    bool is_all = (uint64_t)null_count == statistics->n_rows;
    if ((rule->counts_parents && !is_all) || trust == PQ_NULLS_UNKNOWN ||
        (trust == PQ_NULLS_AT_MOST && null_count != 0) ||
        (trust == PQ_NULLS_AT_LEAST && !is_all))
        return;
    statistics->null_count = (uint64_t)null_count;
    statistics->has_null_count = true;
}

static void believe_nan_count(const struct pq_bounds_rule *rule, int64_t nan_count,
                              struct column_statistics *statistics)
{
    uint64_t nulls = statistics->has_null_count ? statistics->null_count : 0;
    if (rule->leaf->column.kind != VECTOR_DOUBLE || nan_count < 0 ||
        (uint64_t)nan_count > statistics->n_rows - nulls)
        return;
    statistics->nan_count = (uint64_t)nan_count;
    statistics->has_nan_count = true;
}

/* Drops bounds if the counts leave no values for them. */
static void drop_contradictions(struct column_statistics *statistics)
{
    uint64_t nulls = statistics->has_null_count ? statistics->null_count : 0;
    uint64_t nans = statistics->has_nan_count ? statistics->nan_count : 0;
    if (nans > 0 && nulls + nans == statistics->n_rows &&
        (statistics->has_min || statistics->has_max)) {
        statistics->has_min = statistics->has_max = statistics->has_nan_count = false;
        statistics->reason = KEEP_COUNTS;
    }
}

static void begin_statistics(const struct pq_bounds_rule *rule, uint64_t n_rows,
                             struct column_statistics *statistics)
{
    *statistics = (struct column_statistics){.n_rows = n_rows};
    /* An UNKNOWN column holds only nulls, so nothing is assumed about its values. */
    statistics->has_null_count = rule->is_flat && is_required(rule) &&
                                 rule->leaf->column.type != COLUMN_NULL;
}

/* ---- A column chunk -------------------------------------------------------------- */

static bool has_any_bound(const struct pq_statistics *claims)
{
    return claims->min.size > 0 || claims->max.size > 0 || claims->min_value.size > 0 ||
           claims->max_value.size > 0;
}

/* Whether bounds or a NaN count show that a chunk without nulls has values.  Some writers
 * omit long bounds, but then the histogram of definition levels may show it. */
static bool shows_values(const struct pq_bounds_rule *rule,
                         const struct pq_column_metadata *chunk)
{
    struct thrift_list list;
    int64_t n_present = -1;
    if (has_any_bound(&chunk->statistics) || chunk->statistics.nan_count > 0)
        return true;
    thrift_list_begin(&list, chunk->size.definition_histogram, THRIFT_I64);
    while (thrift_list_next(&list))
        n_present = thrift_list_i64(&list);
    return list.reader.fault == NULL && list.n == rule->leaf->max_definition_level + 1u &&
           n_present == chunk->num_values;
}

static void believe_chunk_bounds(const struct pq_bounds_rule *rule,
                                 const struct pq_statistics *claims,
                                 struct column_statistics *statistics)
{
    bool has_values = claims->min_value.data != NULL || claims->max_value.data != NULL;
    /* The truncated bytes of a decimal are another number. */
    bool is_cut = rule->sort == PQ_SORT_DECIMAL &&
                  (claims->min_is_exact == 0 || claims->max_is_exact == 0);
    bool has_deprecated = claims->min.data != NULL || claims->max.data != NULL;
    if (is_cut)
        statistics->reason = KEEP_TRUNCATED;
    else if (rule->needs_nan_count && !statistics->has_nan_count)
        statistics->reason = KEEP_NO_NAN_COUNT;
    else if (has_values && (rule->values != PQ_TRUST_NEVER || !has_deprecated))
        believe_bounds(rule, rule->values, rule->values_reason, claims->min_value,
                       claims->max_value, statistics);
    else
        believe_bounds(rule, rule->deprecated, rule->deprecated_reason, claims->min,
                       claims->max, statistics);
}

void pq_statistics_believe(const struct pq_bounds_rule *rule,
                           const struct pq_column_metadata *chunk, uint64_t n_rows,
                           struct column_statistics *statistics)
{
    const struct pq_statistics *claims = &chunk->statistics;
    begin_statistics(rule, n_rows, statistics);
    if (n_rows == 0)
        return;
    if (!rule->is_flat)
        statistics->reason = rule->values_reason;
    else if (!chunk->has_statistics)
        statistics->reason = KEEP_NO_STATISTICS;
    /* Statistics of another number of values do not describe these rows. */
    else if (chunk->num_values < 0 || (uint64_t)chunk->num_values != n_rows)
        statistics->reason = KEEP_VALUE_COUNT;
    if (statistics->reason != KEEP_NONE)
        return;
    if (claims->has_null_count && !is_required(rule)) {
        believe_null_count(rule,
                           chunk->has_dictionary_page_offset
                               ? rule->dictionary_null_counts
                               : rule->null_counts,
                           claims->null_count, shows_values(rule, chunk), statistics);
        if (statistics->has_null_count && statistics->null_count == n_rows) {
            statistics->has_null_count = !has_any_bound(claims);
            statistics->reason = statistics->has_null_count ? KEEP_NONE : KEEP_COUNTS;
            return;
        }
    }
    if (claims->has_nan_count)
        believe_nan_count(rule, claims->nan_count, statistics);
    if (!rule->needs_no_dictionary || !chunk->has_dictionary_page_offset)
        believe_chunk_bounds(rule, claims, statistics);
    else
        statistics->reason = KEEP_WRITER;
    drop_contradictions(statistics);
}

/* ---- A page ---------------------------------------------------------------------- */

/* Handles a page that the index marks as all null. */
static bool believe_null_page(const struct pq_bounds_rule *rule,
                              const struct pq_page_claims *claims,
                              struct column_statistics *statistics)
{
    if (is_required(rule))
        return false;
    if (rule->null_counts != PQ_NULLS_COUNTED) {
        statistics->reason = KEEP_WRITER;
        return true;
    }
    /* parquet-java gave such pages a null count of 0 or less (GH-3457). */
    if (claims->has_null_count &&
        (claims->null_count <= 0 ||
         (!rule->counts_parents && (uint64_t)claims->null_count != statistics->n_rows)))
        return false;
    statistics->has_null_count = claims->min.size == 0 && claims->max.size == 0;
    statistics->null_count = statistics->has_null_count ? statistics->n_rows : 0;
    statistics->reason = statistics->has_null_count ? KEEP_NONE : KEEP_COUNTS;
    return true;
}

bool pq_page_claims_believe(const struct pq_bounds_rule *rule,
                            const struct pq_page_claims *claims, uint64_t n_rows,
                            struct column_statistics *statistics)
{
    begin_statistics(rule, n_rows, statistics);
    if (!rule->is_flat) {
        statistics->reason = rule->values_reason;
        return true;
    }
    if (claims->is_null_page)
        return believe_null_page(rule, claims, statistics);
    /* A page with values must have bounds.  arrow-rs emptied all of them when it rewrote
     * an index with a null page (issue 6319).  Only BYTE_ARRAYs may have empty bounds. */
    if (rule->leaf->type != PQ_BYTE_ARRAY &&
        (claims->min.size == 0 || claims->max.size == 0))
        return false;
    if (claims->has_null_count && !is_required(rule)) {
        believe_null_count(rule, rule->null_counts, claims->null_count,
                           claims->min.size > 0 || claims->max.size > 0 ||
                               claims->nan_count > 0,
                           statistics);
        if (statistics->has_null_count && statistics->null_count == n_rows) {
            statistics->has_null_count = false;
            statistics->reason = KEEP_COUNTS;
            return true;
        }
    }
    if (claims->has_nan_count)
        believe_nan_count(rule, claims->nan_count, statistics);
    if (!rule->needs_nan_count || statistics->has_nan_count)
        believe_bounds(rule, rule->values, rule->values_reason, claims->min, claims->max,
                       statistics);
    else
        statistics->reason = KEEP_NO_NAN_COUNT;
    drop_contradictions(statistics);
    return true;
}

/* ---- Pages and their chunk ------------------------------------------------------- */

static bool is_all_null(const struct column_statistics *statistics)
{
    return statistics->has_null_count && statistics->null_count == statistics->n_rows;
}

/* Combines bounds and null counts of all pages.  What is unknown for one page is unknown
 * for all. */
static struct column_statistics unite(const struct pq_bounds_rule *rule,
                                      const struct page_range *ranges, uint32_t n_pages)
{
    struct column_statistics all = {
        .has_min = true, .has_max = true, .has_null_count = true};
    bool is_first = true;
    for (uint32_t i = 0; i < n_pages; i++) {
        const struct column_statistics *page = &ranges[i].statistics;
        all.has_null_count = all.has_null_count && page->has_null_count;
        all.null_count += page->null_count;
        if (is_all_null(page))
            continue;
        all.has_min = all.has_min && page->has_min;
        all.has_max = all.has_max && page->has_max;
        if (all.has_min && (is_first || is_above(rule, &all.min, &page->min)))
            all.min = page->min;
        if (all.has_max && (is_first || is_above(rule, &page->max, &all.max)))
            all.max = page->max;
        is_first = false;
    }
    all.has_min = all.has_min && !is_first;
    all.has_max = all.has_max && !is_first;
    return all;
}

/* Unless marked inexact, a chunk's bound is one of its values, so some page must reach
 * it. */
bool pq_page_claims_agree(const struct pq_bounds_rule *rule,
                          const struct pq_column_metadata *chunk,
                          const struct page_range *ranges, uint32_t n_pages,
                          uint64_t n_rows)
{
    struct column_statistics own;
    struct column_statistics all = unite(rule, ranges, n_pages);
    pq_statistics_believe(rule, chunk, n_rows, &own);
    if (own.has_null_count && all.has_null_count && own.null_count != all.null_count)
        return false;
    if (own.has_min && all.has_min && chunk->statistics.min_is_exact != 0 &&
        is_above(rule, &all.min, &own.min))
        return false;
    return !(own.has_max && all.has_max && chunk->statistics.max_is_exact != 0 &&
             is_above(rule, &own.max, &all.max));
}
