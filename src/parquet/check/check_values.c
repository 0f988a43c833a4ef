/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_values.h"

#include <math.h>

#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"
#include "value/value_text.h"

/* ---- The order ------------------------------------------------------------------- */

static enum pq_value_form form_of(const struct pq_value_order *order)
{
    switch (order->rule.sort) {
    case PQ_SORT_NONE:
        break;
    case PQ_SORT_SIGNED:
        return PQ_FORM_INT64;
    case PQ_SORT_UNSIGNED:
        return PQ_FORM_UINT64;
    case PQ_SORT_FLOAT:
        return PQ_FORM_DOUBLE;
    case PQ_SORT_DECIMAL:
        return order->leaf.column.kind == VECTOR_INT64 ? PQ_FORM_INT64 : PQ_FORM_BYTES;
    case PQ_SORT_BYTES:
    case PQ_SORT_INT96:
        return PQ_FORM_BYTES;
    }
    return PQ_FORM_NONE;
}

void pq_value_order_init(struct pq_value_order *order,
                         const struct pq_chunk_context *context, uint32_t leaf)
{
    const struct pq_schema_tree *tree = context->tree;
    const struct pq_file_metadata *metadata = context->metadata;
    const struct pq_schema_element *element =
        tree->nodes[tree->leaves[leaf].node].element;
    order->leaf = tree->leaves[leaf];
    order->leaf.column = (struct column){
        .name = tree->leaves[leaf].column.name,
        .name_size = tree->leaves[leaf].column.name_size};
    pq_leaf_type(element, false, &order->leaf.column, &order->leaf.conversion);
    order->leaf.conversion = pq_conversion_of_bounds(order->leaf.conversion);
    order->rule = pq_bounds_rule_of_values(metadata, tree, leaf, &order->leaf);
    order->form = form_of(order);
    order->is_total = metadata->n_leaf_orders == tree->n_leaves &&
                      metadata->leaf_orders[leaf] == PQ_ORDER_IEEE_754_TOTAL;
}

/* Compares days, then nanoseconds; both are signed and little-endian. */
static int compare_int96(const uint8_t *a, const uint8_t *b)
{
    int32_t day_a = (int32_t)load_u32(a + 8), day_b = (int32_t)load_u32(b + 8);
    int64_t nanos_a = (int64_t)load_u64(a), nanos_b = (int64_t)load_u64(b);
    if (day_a != day_b)
        return day_a < day_b ? -1 : 1;
    return (nanos_a > nanos_b) - (nanos_a < nanos_b);
}

static int compare_bytes(const struct pq_value_order *order, struct bytes_value a,
                         struct bytes_value b)
{
    if (order->rule.sort == PQ_SORT_INT96)
        return compare_int96(a.data, b.data);
    return order->rule.sort == PQ_SORT_DECIMAL ? binary_decimal_compare(a, b)
                                               : bytes_compare(a, b);
}

static int compare_doubles(const struct pq_value_order *order, double a, double b)
{
    if (order->is_total && a == 0 && b == 0)
        return (signbit(b) != 0) - (signbit(a) != 0);
    return (a > b) - (a < b);
}

int pq_order_compare(const void *value_order, const union column_value *a,
                     const union column_value *b)
{
    const struct pq_value_order *order = value_order;
    switch (order->form) {
    case PQ_FORM_INT64:
        return column_value_compare(DOMAIN_INT64, *a, *b);
    case PQ_FORM_UINT64:
        return column_value_compare(DOMAIN_UINT64, *a, *b);
    case PQ_FORM_DOUBLE:
        return compare_doubles(order, a->float64, b->float64);
    case PQ_FORM_BYTES:
        return compare_bytes(order, a->bytes, b->bytes);
    case PQ_FORM_NONE:
        break;
    }
    return 0;
}

/* ---- The extent ------------------------------------------------------------------ */

void pq_extent_clear(struct pq_extent *extent)
{
    extent->values.is_there = false;
    extent->n_nans = 0;
}

static enum status widen(struct pq_extent *extent, const struct pq_value_order *order,
                         const union column_value *min, const union column_value *max,
                         struct error *error)
{
    return value_extent_widen(&extent->values, pq_order_compare, order,
                              order->form == PQ_FORM_BYTES, min, max, error);
}

static void find_int64(const int64_t *values, size_t n, union column_value bounds[2])
{
    int64_t min = values[0], max = values[0];
    for (size_t i = 1; i < n; i++) {
        min = values[i] < min ? values[i] : min;
        max = values[i] > max ? values[i] : max;
    }
    bounds[0].int64 = min;
    bounds[1].int64 = max;
}

static void find_uint64(const int64_t *values, size_t n, union column_value bounds[2])
{
    uint64_t min = (uint64_t)values[0], max = min;
    for (size_t i = 1; i < n; i++) {
        min = (uint64_t)values[i] < min ? (uint64_t)values[i] : min;
        max = (uint64_t)values[i] > max ? (uint64_t)values[i] : max;
    }
    bounds[0].int64 = (int64_t)min;
    bounds[1].int64 = (int64_t)max;
}

/* Counts NaNs; false if there are no other values. */
static bool find_double(const struct pq_value_order *order, const double *values,
                        size_t n, union column_value bounds[2], uint64_t *n_nans)
{
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        if (isnan(values[i])) {
            ++*n_nans;
            continue;
        }
        if (!found || compare_doubles(order, values[i], bounds[0].float64) < 0)
            bounds[0].float64 = values[i];
        if (!found || compare_doubles(order, values[i], bounds[1].float64) > 0)
            bounds[1].float64 = values[i];
        found = true;
    }
    return found;
}

static void find_bytes(const struct pq_value_order *order,
                       const struct bytes_value *values, size_t n,
                       union column_value bounds[2])
{
    bounds[0].bytes = bounds[1].bytes = values[0];
    for (size_t i = 1; i < n; i++) {
        if (compare_bytes(order, values[i], bounds[0].bytes) < 0)
            bounds[0].bytes = values[i];
        else if (compare_bytes(order, values[i], bounds[1].bytes) > 0)
            bounds[1].bytes = values[i];
    }
}

enum status pq_extent_add(struct pq_extent *extent, const struct pq_value_order *order,
                          const void *physical, size_t n, struct error *error)
{
    union {
        int64_t int64[BATCH_ROWS];
        double float64[BATCH_ROWS];
    } converted;
    union column_value bounds[2] = {{0}};
    if (n == 0 || order->form == PQ_FORM_NONE)
        return OK;
    if (order->form == PQ_FORM_BYTES)
        find_bytes(order, physical, n, bounds);
    else
        pq_convert_values(order->leaf.conversion, physical, n, &converted);
    if (order->form == PQ_FORM_INT64)
        find_int64(converted.int64, n, bounds);
    else if (order->form == PQ_FORM_UINT64)
        find_uint64(converted.int64, n, bounds);
    else if (order->form == PQ_FORM_DOUBLE &&
             !find_double(order, converted.float64, n, bounds, &extent->n_nans))
        return OK;
    return widen(extent, order, &bounds[0], &bounds[1], error);
}

enum status pq_extent_join(struct pq_extent *extent, const struct pq_value_order *order,
                           const struct pq_extent *other, struct error *error)
{
    extent->n_nans += other->n_nans;
    return other->values.is_there
               ? widen(extent, order, &other->values.min, &other->values.max, error)
               : OK;
}

/* ---- Bounds ---------------------------------------------------------------------- */

bool pq_bound_read(const struct pq_value_order *order, struct slice bytes,
                   union column_value *value, const char **fault)
{
    const struct pq_leaf *leaf = &order->leaf;
    size_t width = leaf->type == PQ_BOOLEAN
                       ? 1
                       : pq_type_width(leaf->type, leaf->type_length);
    if (leaf->type == PQ_BYTE_ARRAY
            ? order->rule.sort == PQ_SORT_DECIMAL && bytes.size == 0
            : bytes.size != width) {
        *fault = "has the wrong size for the type";
        return false;
    }
    union pq_physical physical = pq_physical_of(leaf->type, bytes);
    if (order->form == PQ_FORM_BYTES)
        value->bytes = physical.bytes;
    else
        pq_convert_values(leaf->conversion, &physical, 1, value);
    if (order->form == PQ_FORM_DOUBLE)
        return true;
    *fault = "is a value that the column's type cannot have";
    return pq_is_within_domain(&leaf->column, value);
}

static bool are_equal(struct slice a, struct slice b)
{
    return a.data != NULL && b.data != NULL && a.size == b.size &&
           (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Checks one bound.  all_nan: there are values, and all of them are NaN. */
static void check_bound(struct findings *findings, const struct pq_value_order *order,
                        const struct pq_bound_claims *claims,
                        const struct pq_extent *extent, bool is_max, bool all_nan)
{
    struct slice stored = is_max ? claims->max : claims->min;
    const char *kind = is_max ? claims->max_kind : claims->min_kind;
    const char *word = is_max ? "maximum" : "minimum";
    bool is_exact = (is_max ? claims->max_is_exact : claims->min_is_exact) == 1;
    union column_value bound = {0};
    const char *fault;
    if (stored.data == NULL)
        return;
    if (!pq_bound_read(order, stored, &bound, &fault)) {
        pq_find(findings, kind, "%sthe %s %s", claims->prefix, word, fault);
        return;
    }
    bool is_nan = order->form == PQ_FORM_DOUBLE && isnan(bound.float64);
    if (is_nan && !(order->is_total && (all_nan || !extent->values.is_there)))
        findings_add(findings, SEVERITY_WARNING, kind, "%sthe %s is NaN", claims->prefix,
                     word);
    else if (!is_nan && order->is_total && all_nan)
        pq_find(findings, kind, "%sthe %s is a number, but all values are NaN",
                claims->prefix, word);
    if (is_nan || !extent->values.is_there)
        return;
    int at = pq_order_compare(order, is_max ? &extent->values.max : &extent->values.min,
                              &bound);
    if (is_max ? at > 0 : at < 0)
        pq_find(findings, kind, "%sa value is %s the %s", claims->prefix,
                is_max ? "above" : "below", word);
    else if (is_exact && at != 0)
        pq_find(findings, kind, "%sthe %s is marked as exact, but no value is that %s",
                claims->prefix, word, is_max ? "large" : "small");
}

void pq_check_bounds(struct findings *findings, const struct pq_value_order *order,
                     const struct pq_bound_claims *claims, const struct pq_extent *extent,
                     bool has_values)
{
    if (order->form == PQ_FORM_NONE || claims->trust == PQ_TRUST_NEVER ||
        (claims->trust == PQ_TRUST_EQUAL && !are_equal(claims->min, claims->max)))
        return;
    bool all_nan = has_values && !extent->values.is_there &&
                   order->form == PQ_FORM_DOUBLE;
    check_bound(findings, order, claims, extent, false, all_nan);
    check_bound(findings, order, claims, extent, true, all_nan);
}

static bool is_possible(const struct pq_value_order *order,
                        const union column_value *value)
{
    if (order->form == PQ_FORM_BYTES && order->rule.sort == PQ_SORT_DECIMAL &&
        value->bytes.size == 0)
        return false;
    return pq_is_within_domain(&order->leaf.column, value);
}

void pq_check_domain(struct findings *findings, const struct pq_value_order *order,
                     const struct pq_extent *extent)
{
    if (!extent->values.is_there || order->form == PQ_FORM_DOUBLE)
        return;
    if (!is_possible(order, &extent->values.min) ||
        !is_possible(order, &extent->values.max))
        pq_find(findings, "range", "a value that the column's type cannot have");
}
