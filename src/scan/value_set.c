/* SPDX-License-Identifier: MIT */
#include "scan/value_set.h"

#include <math.h>
#include <stdlib.h>

#include "scan/range_filter.h"
#include "scan/text_match.h"
#include "value/value_text.h"

/* Fewer single values are searched as ranges. */
enum { LEAST_POINTS = 4 };

/* ---- Order ----------------------------------------------------------------------- */

int column_value_compare(enum value_domain domain, union column_value a,
                         union column_value b)
{
    switch (domain) {
    case DOMAIN_INT64:
        return (a.int64 > b.int64) - (a.int64 < b.int64);
    case DOMAIN_UINT64:
        return ((uint64_t)a.int64 > (uint64_t)b.int64) -
               ((uint64_t)a.int64 < (uint64_t)b.int64);
    case DOMAIN_DOUBLE:
        return (a.float64 > b.float64) - (a.float64 < b.float64);
    case DOMAIN_INSTANT:
        return instant_order(a.instant, b.instant);
    case DOMAIN_BYTES:
        break;
    }
    return bytes_compare(a.bytes, b.bytes);
}

int column_kind_compare(enum vector_kind kind, union column_value a, union column_value b)
{
    static const enum value_domain domains[] = {[VECTOR_INT64] = DOMAIN_INT64,
                                                [VECTOR_DOUBLE] = DOMAIN_DOUBLE,
                                                [VECTOR_INSTANT] = DOMAIN_INSTANT,
                                                [VECTOR_BYTES] = DOMAIN_BYTES};
    return column_value_compare(domains[kind], a, b);
}

/* Whether a value is below (above) every value of a range. */
static bool is_below(enum value_domain domain, union column_value value,
                     const struct value_range *range)
{
    int order = column_value_compare(domain, value, range->low);
    return order < 0 || (order == 0 && range->low_is_open);
}

static bool is_above(enum value_domain domain, union column_value value,
                     const struct value_range *range)
{
    if (range->has_no_high)
        return false;
    int order = column_value_compare(domain, value, range->high);
    return order > 0 || (order == 0 && range->high_is_open);
}

static int compare_lows(enum value_domain domain, const struct value_range *a,
                        const struct value_range *b)
{
    int order = column_value_compare(domain, a->low, b->low);
    return order != 0 ? order : a->low_is_open - b->low_is_open;
}

static int compare_highs(enum value_domain domain, const struct value_range *a,
                         const struct value_range *b)
{
    if (a->has_no_high || b->has_no_high)
        return a->has_no_high - b->has_no_high;
    int order = column_value_compare(domain, a->high, b->high);
    return order != 0 ? order : b->high_is_open - a->high_is_open;
}

static bool range_is_empty(enum value_domain domain, const struct value_range *range)
{
    if (range->has_no_high)
        return false;
    int order = column_value_compare(domain, range->low, range->high);
    return order > 0 || (order == 0 && (range->low_is_open || range->high_is_open));
}

/* ---- Sets ------------------------------------------------------------------------ */

struct value_range value_range_all(enum value_domain domain)
{
    struct value_range range = {0};
    switch (domain) {
    case DOMAIN_INT64:
        range.low.int64 = INT64_MIN;
        range.high.int64 = INT64_MAX;
        break;
    case DOMAIN_UINT64:
        range.low.int64 = 0;
        range.high.int64 = -1;
        break;
    case DOMAIN_DOUBLE:
        range.low.float64 = -HUGE_VAL;
        range.high.float64 = HUGE_VAL;
        break;
    case DOMAIN_INSTANT:
        range.low.instant = (struct instant){INT64_MIN, 0};
        range.high.instant = (struct instant){INT64_MAX, 999999999};
        break;
    case DOMAIN_BYTES:
        range.low.bytes = (struct bytes_value){NULL, 0};
        range.has_no_high = true;
        break;
    }
    return range;
}

bool value_range_above(enum value_domain domain, union column_value value,
                       struct value_range *range)
{
    range->low = value;
    switch (domain) {
    case DOMAIN_INT64:
        range->low.int64 = value.int64 < INT64_MAX ? value.int64 + 1 : INT64_MAX;
        return value.int64 < INT64_MAX;
    case DOMAIN_UINT64:
        range->low.int64 = (int64_t)((uint64_t)value.int64 + 1);
        return value.int64 != -1;
    case DOMAIN_DOUBLE:
        range->low.float64 = nextafter(value.float64, HUGE_VAL);
        return value.float64 < HUGE_VAL;
    case DOMAIN_INSTANT:
        if (value.instant.nanos < 999999999)
            range->low.instant.nanos++;
        else if (value.instant.seconds < INT64_MAX)
            range->low.instant = (struct instant){value.instant.seconds + 1, 0};
        return column_value_compare(domain, range->low, value) > 0;
    case DOMAIN_BYTES:
        break;
    }
    range->low_is_open = true;
    return true;
}

bool value_range_below(enum value_domain domain, union column_value value,
                       struct value_range *range)
{
    range->high = value;
    range->has_no_high = false;
    switch (domain) {
    case DOMAIN_INT64:
        range->high.int64 = value.int64 > INT64_MIN ? value.int64 - 1 : INT64_MIN;
        return value.int64 > INT64_MIN;
    case DOMAIN_UINT64:
        range->high.int64 = (int64_t)((uint64_t)value.int64 - 1);
        return value.int64 != 0;
    case DOMAIN_DOUBLE:
        range->high.float64 = nextafter(value.float64, -HUGE_VAL);
        return value.float64 > -HUGE_VAL;
    case DOMAIN_INSTANT:
        if (value.instant.nanos > 0)
            range->high.instant.nanos--;
        else if (value.instant.seconds > INT64_MIN)
            range->high.instant = (struct instant){value.instant.seconds - 1, 999999999};
        return column_value_compare(domain, range->high, value) < 0;
    case DOMAIN_BYTES:
        break;
    }
    range->high_is_open = true;
    return value.bytes.size > 0;
}

bool value_set_is_empty(const struct value_set *set)
{
    return set->n_ranges == 0 && !set->accepts_null;
}

static bool is_point_range(enum value_domain domain, const struct value_range *range)
{
    return !range->has_no_high &&
           column_value_compare(domain, range->low, range->high) == 0;
}

bool value_set_is_points(const struct value_set *set, uint32_t most)
{
    if (set->n_ranges > most || set->accepts_null)
        return false;
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        if (!is_point_range(set->domain, &set->ranges[i]))
            return false;
    }
    return true;
}

/* qsort() cannot pass the domain to its comparison: one function per domain. */
#define COMPARE_RANGES(name, domain)                                                     \
    static int name(const void *a, const void *b)                                        \
    {                                                                                    \
        return compare_lows(domain, a, b);                                               \
    }
COMPARE_RANGES(compare_int64_ranges, DOMAIN_INT64)
COMPARE_RANGES(compare_uint64_ranges, DOMAIN_UINT64)
COMPARE_RANGES(compare_double_ranges, DOMAIN_DOUBLE)
COMPARE_RANGES(compare_instant_ranges, DOMAIN_INSTANT)
COMPARE_RANGES(compare_bytes_ranges, DOMAIN_BYTES)

/* Whether two ranges are adjacent, such as "below 10" and "10".  Two single values never
 * count as adjacent, so a set of single values stays recognisable. */
static bool follows_on(enum value_domain domain, const struct value_range *last,
                       const struct value_range *range)
{
    struct value_range behind;
    if (is_point_range(domain, last) && is_point_range(domain, range))
        return false;
    if (domain == DOMAIN_BYTES)
        return column_value_compare(domain, last->high, range->low) == 0 &&
               !(last->high_is_open && range->low_is_open);
    return value_range_above(domain, last->high, &behind) &&
           column_value_compare(domain, behind.low, range->low) == 0;
}

static void sort_ranges(struct value_set *set)
{
    static int (*const by_domain[])(const void *, const void *) = {
        compare_int64_ranges, compare_uint64_ranges, compare_double_ranges,
        compare_instant_ranges, compare_bytes_ranges};
    uint32_t n_sorted = 1;
    /* The values of IN (SELECT ...) usually arrive in order; qsort() does not poll. */
    while (n_sorted < set->n_ranges &&
           compare_lows(set->domain, &set->ranges[n_sorted - 1],
                        &set->ranges[n_sorted]) <= 0)
        n_sorted++;
    if (n_sorted < set->n_ranges)
        qsort(set->ranges, set->n_ranges, sizeof *set->ranges, by_domain[set->domain]);
}

void value_set_normalise(struct value_set *set)
{
    uint32_t n = 0;
    sort_ranges(set);
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        struct value_range *range = &set->ranges[i];
        struct value_range *last = n > 0 ? &set->ranges[n - 1] : NULL;
        if (range_is_empty(set->domain, range))
            continue;
        if (last == NULL || (is_above(set->domain, range->low, last) &&
                             !follows_on(set->domain, last, range)))
            set->ranges[n++] = *range;
        else if (compare_highs(set->domain, range, last) > 0) {
            last->high = range->high;
            last->high_is_open = range->high_is_open;
            last->has_no_high = range->has_no_high;
        }
    }
    set->n_ranges = n;
}

bool value_set_finish(struct value_set *set, struct arena *arena)
{
    if (set->domain != DOMAIN_INT64 || set->n_ranges < LEAST_POINTS ||
        !value_set_is_points(set, UINT32_MAX))
        return true;
    int64_t *points = arena_alloc(arena, set->n_ranges, sizeof *points);
    for (uint32_t i = 0; points != NULL && i < set->n_ranges; i++)
        points[i] = set->ranges[i].low.int64;
    set->points = points;
    return points != NULL;
}

bool value_set_intersect(struct value_set *set, const struct value_set *other,
                         struct arena *arena)
{
    enum value_domain domain = set->domain;
    uint32_t n = 0, i = 0, j = 0;
    struct value_range *both = arena_alloc(arena, (size_t)set->n_ranges + other->n_ranges,
                                           sizeof *both);
    if (both == NULL)
        return false;
    while (i < set->n_ranges && j < other->n_ranges) {
        const struct value_range *a = &set->ranges[i], *b = &other->ranges[j];
        struct value_range range = compare_lows(domain, a, b) < 0 ? *b : *a;
        bool a_ends_first = compare_highs(domain, a, b) < 0;
        const struct value_range *first = a_ends_first ? a : b;
        range.high = first->high;
        range.high_is_open = first->high_is_open;
        range.has_no_high = first->has_no_high;
        if (!range_is_empty(domain, &range))
            both[n++] = range;
        if (a_ends_first)
            i++;
        else
            j++;
    }
    set->ranges = both;
    set->n_ranges = n;
    set->accepts_null = set->accepts_null && other->accepts_null;
    return true;
}

/* ---- Single values --------------------------------------------------------------- */

uint32_t value_set_find(const struct value_set *set, union column_value value)
{
    uint32_t low = 0, high = set->n_ranges;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_above(set->domain, value, &set->ranges[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool value_set_contains(const struct value_set *set, union column_value value)
{
    uint32_t i = value_set_find(set, value);
    return i < set->n_ranges && !is_below(set->domain, value, &set->ranges[i]);
}

/* Converts a binary decimal to the set's domain.  False if it cannot be converted: accept
 * the row, and the reader of the value will report the error. */
static bool decimal_value(const struct value_set *set, const struct column *column,
                          struct bytes_value bytes, union column_value *value)
{
    struct error ignored = {0};
    if (set->domain == DOMAIN_INT64)
        return int64_from_binary_decimal(bytes, &value->int64);
    return double_from_binary_decimal(bytes, column->scale, &value->float64, &ignored) ==
           OK;
}

static bool is_number_in_bytes(const struct value_set *set, enum vector_kind kind)
{
    return kind == VECTOR_BYTES && set->domain != DOMAIN_BYTES;
}

/* ---- Statistics ------------------------------------------------------------------ */

/* Converts a bound to the set's domain.  False if it is unknown. */
static bool bound_in_domain(const struct value_set *set, const struct column *column,
                            bool has, const union column_value *bound,
                            union column_value *value)
{
    *value = *bound;
    if (has && is_number_in_bytes(set, column->kind))
        return decimal_value(set, column, bound->bytes, value);
    return has;
}

bool value_set_excludes(const struct value_set *set, const struct column *column,
                        const struct column_statistics *statistics)
{
    union column_value min, max;
    uint64_t n_rows = statistics->n_rows;
    bool may_be_nan = column->kind == VECTOR_DOUBLE &&
                      !(statistics->has_nan_count && statistics->nan_count == 0);
    bool has_no_null = statistics->has_null_count && statistics->null_count == 0;
    bool is_all_null = statistics->has_null_count && statistics->null_count == n_rows;
    if (n_rows == 0)
        return true;
    if (statistics->may_mismatch)
        return false;
    if (set->accepts_null && (!has_no_null || may_be_nan))
        return false;
    if (is_all_null || set->n_ranges == 0)
        return true;
    bool has_min = bound_in_domain(set, column, statistics->has_min, &statistics->min,
                                   &min);
    bool has_max = bound_in_domain(set, column, statistics->has_max, &statistics->max,
                                   &max);
    uint32_t i = has_min ? value_set_find(set, min) : 0;
    if (i == set->n_ranges)
        return true;
    if (statistics->has_gap && set->domain == DOMAIN_DOUBLE &&
        set->ranges[0].low.float64 > statistics->gap_low &&
        set->ranges[set->n_ranges - 1].high.float64 < statistics->gap_high)
        return true;
    return has_max && is_below(set->domain, max, &set->ranges[i]);
}

bool value_set_includes(const struct value_set *set, const struct column *column,
                        const struct column_statistics *statistics)
{
    union column_value min, max;
    bool has_nulls = !statistics->has_null_count || statistics->null_count > 0;
    bool may_be_nan = column->kind == VECTOR_DOUBLE &&
                      !(statistics->has_nan_count && statistics->nan_count == 0);
    if (statistics->may_mismatch || statistics->is_unverified)
        return false;
    if (!set->accepts_null && (has_nulls || may_be_nan))
        return false;
    if (statistics->has_null_count && statistics->null_count == statistics->n_rows)
        return true; /* no values but the nulls that it accepts */
    if (!bound_in_domain(set, column, statistics->has_min, &statistics->min, &min) ||
        !bound_in_domain(set, column, statistics->has_max, &statistics->max, &max))
        return false;
    uint32_t i = value_set_find(set, min);
    return i < set->n_ranges && !is_below(set->domain, min, &set->ranges[i]) &&
           !is_above(set->domain, max, &set->ranges[i]);
}

enum keep_reason value_set_keep_reason(const struct value_set *set,
                                       const struct column *column,
                                       const struct column_statistics *statistics)
{
    bool may_be_nan = column->kind == VECTOR_DOUBLE &&
                      !(statistics->has_nan_count && statistics->nan_count == 0);
    if (statistics->may_mismatch)
        return statistics->reason;
    if (set->accepts_null && !statistics->has_null_count)
        return KEEP_NULL_COUNT;
    if (set->accepts_null && statistics->null_count > 0)
        return KEEP_NULLS;
    if (set->accepts_null && may_be_nan)
        return KEEP_NANS;
    return statistics->reason != KEEP_NONE ? statistics->reason : KEEP_VALUES;
}

/* ---- Vectors --------------------------------------------------------------------- */

/* One loop per shape of set and source of rows, which the compiler makes branch-free.
 * TEST is an expression of v, the value at index k. */
#define FILTER_LOOP(TYPE, VALUES, TEST)                                                  \
    do {                                                                                 \
        const TYPE *values = (VALUES);                                                   \
        uint32_t kept = 0;                                                               \
        if (from == NULL && valid == NULL) {                                             \
            for (uint32_t k = 0; k < n; k++) {                                           \
                TYPE v = values[k];                                                      \
                rows[kept] = k;                                                          \
                kept += (uint32_t)(TEST);                                                \
            }                                                                            \
        } else {                                                                         \
            for (uint32_t i = 0; i < n; i++) {                                           \
                uint32_t k = from != NULL ? from[i] : i;                                 \
                TYPE v = values[k];                                                      \
                rows[kept] = k;                                                          \
                bool is_valid = valid == NULL || valid[k];                               \
                kept += (uint32_t)(is_valid ? (TEST) : accepts_null);                    \
            }                                                                            \
        }                                                                                \
        return kept;                                                                     \
    } while (0)

/* Whether the value is one of n > 0 ascending ones; no branch depends on the value. */
static inline bool is_point(const int64_t *points, uint32_t n, int64_t value)
{
    while (n > 1) {
        uint32_t half = n / 2;
        points += points[half] <= value ? half : 0;
        n -= half;
    }
    return *points == value;
}

#ifdef HAVE_RANGE_FILTER
static bool can_use_vectors(const struct value_set *set, const uint8_t *valid,
                            const uint32_t *from)
{
    return set->n_ranges == 1 && from == NULL && (valid == NULL || !set->accepts_null) &&
           cpu_has_vectors();
}
#endif

static uint32_t filter_int64(const struct value_set *set, const uint8_t *valid,
                             const int64_t *vector, const uint32_t *from, uint32_t n,
                             uint32_t *rows)
{
    bool accepts_null = set->accepts_null;
    uint64_t low = (uint64_t)set->ranges[0].low.int64;
    uint64_t width = (uint64_t)set->ranges[0].high.int64 - low;
#ifdef HAVE_RANGE_FILTER
    if (can_use_vectors(set, valid, from))
        return range_filter_int64(vector, valid, n, low, width, rows);
#endif
    if (set->n_ranges == 1)
        FILTER_LOOP(int64_t, vector, (uint64_t)v - low <= width);
    const int64_t *points = set->points;
    uint32_t n_points = set->n_ranges;
    if (points != NULL)
        FILTER_LOOP(int64_t, vector, is_point(points, n_points, v));
    FILTER_LOOP(int64_t, vector,
                value_set_contains(set, (union column_value){.int64 = v}));
}

/* Accepts NaN if the set accepts null. */
static uint32_t filter_double(const struct value_set *set, const uint8_t *valid,
                              const double *vector, const uint32_t *from, uint32_t n,
                              uint32_t *rows)
{
    bool accepts_null = set->accepts_null;
    double low = set->ranges[0].low.float64;
    double high = set->ranges[0].high.float64;
#ifdef HAVE_RANGE_FILTER
    if (!accepts_null && can_use_vectors(set, valid, from))
        return range_filter_double(vector, valid, n, low, high, rows);
#endif
    if (set->n_ranges == 1 && !accepts_null)
        FILTER_LOOP(double, vector, (v >= low) & (v <= high));
    FILTER_LOOP(double, vector,
                v != v ? accepts_null
                       : value_set_contains(set, (union column_value){.float64 = v}));
}

static uint32_t filter_instant(const struct value_set *set, const uint8_t *valid,
                               const struct instant *vector, const uint32_t *from,
                               uint32_t n, uint32_t *rows)
{
    bool accepts_null = set->accepts_null;
    FILTER_LOOP(struct instant, vector,
                value_set_contains(set, (union column_value){.instant = v}));
}

static inline bool equals(struct bytes_value a, struct bytes_value b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static uint32_t filter_bytes(const struct value_set *set, const uint8_t *valid,
                             const struct bytes_value *vector, const uint32_t *from,
                             uint32_t n, uint32_t *rows)
{
    bool accepts_null = set->accepts_null;
    struct bytes_value point = set->ranges[0].low.bytes;
    if (value_set_is_points(set, 1) && point.size >= 8) {
        /* Few values begin alike: saves most calls of memcmp(). */
        uint64_t beginning = load_u64(point.data);
        FILTER_LOOP(struct bytes_value, vector,
                    v.size == point.size && load_u64(v.data) == beginning &&
                        memcmp(v.data, point.data, v.size) == 0);
    }
    if (value_set_is_points(set, 1))
        FILTER_LOOP(struct bytes_value, vector, equals(v, point));
    FILTER_LOOP(struct bytes_value, vector,
                value_set_contains(set, (union column_value){.bytes = v}));
}

static uint32_t filter_decimals(const struct value_set *set, const struct column *column,
                                const uint8_t *valid, const struct bytes_value *vector,
                                const uint32_t *from, uint32_t n, uint32_t *rows)
{
    union column_value number;
    bool accepts_null = set->accepts_null;
    FILTER_LOOP(struct bytes_value, vector,
                !decimal_value(set, column, v, &number) ||
                    value_set_contains(set, number));
}

static uint32_t filter_nulls(const struct value_set *set,
                             const struct column_vector *vector, const uint32_t *from,
                             uint32_t n, uint32_t *rows)
{
    const double *doubles = vector->kind == VECTOR_DOUBLE ? vector->values.float64 : NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n && set->accepts_null; i++) {
        uint32_t k = from != NULL ? from[i] : i;
        rows[kept] = k;
        bool is_null = vector->valid != NULL && !vector->valid[k];
        kept += is_null || (doubles != NULL && doubles[k] != doubles[k]);
    }
    return kept;
}

uint32_t value_set_filter(const struct value_set *set, const struct column *column,
                          const struct column_vector *vector, const uint32_t *from,
                          uint32_t n, uint32_t *rows)
{
    const uint8_t *valid = vector->valid;
    if (set->n_ranges == 0)
        return filter_nulls(set, vector, from, n, rows);
    switch (set->domain) {
    case DOMAIN_INT64:
    case DOMAIN_UINT64:
        if (vector->kind == VECTOR_BYTES)
            break;
        return filter_int64(set, valid, vector->values.int64, from, n, rows);
    case DOMAIN_DOUBLE:
        if (vector->kind == VECTOR_BYTES)
            break;
        return filter_double(set, valid, vector->values.float64, from, n, rows);
    case DOMAIN_INSTANT:
        return filter_instant(set, valid, vector->values.instant, from, n, rows);
    case DOMAIN_BYTES:
        return filter_bytes(set, valid, vector->values.bytes, from, n, rows);
    }
    return filter_decimals(set, column, valid, vector->values.bytes, from, n, rows);
}

void value_set_test_entries(const struct value_set *set, const struct column *column,
                            const struct column_vector *vector, uint8_t *accepted)
{
    uint32_t rows[BATCH_ROWS];
    const uint8_t *values = vector->values.any;
    memset(accepted, 0, vector->n_entries);
    for (uint32_t done = 0; done < vector->n_entries; done += BATCH_ROWS) {
        uint32_t left = vector->n_entries - done;
        uint32_t n = left < BATCH_ROWS ? left : BATCH_ROWS;
        const struct column_vector entries = {
            .n_rows = n,
            .kind = vector->kind,
            .values.any = values + done * vector_kind_width(vector->kind)};
        uint32_t n_kept = value_set_filter(set, column, &entries, NULL, n, rows);
        for (uint32_t i = 0; i < n_kept; i++)
            accepted[done + rows[i]] = 1;
    }
}

/* ---- Extents --------------------------------------------------------------------- */

/* Copies a value into a bound; its bytes must not be in the bound's buffer. */
static enum status set_bound(union column_value *bound, struct buffer *bytes,
                             bool is_bytes, const union column_value *value,
                             struct error *error)
{
    if (!is_bytes) {
        *bound = *value;
        return OK;
    }
    bytes->size = 0;
    enum status status = buffer_append(bytes, value->bytes.data, value->bytes.size,
                                       error);
    bound->bytes = (struct bytes_value){bytes->data, bytes->size};
    return status;
}

enum status
value_extent_widen(struct value_extent *extent,
                   int (*compare)(const void *order, const union column_value *a,
                                  const union column_value *b),
                   const void *order, bool is_bytes, const union column_value *min,
                   const union column_value *max, struct error *error)
{
    enum status status = OK;
    bool is_first = !extent->is_there;
    if (is_first || compare(order, min, &extent->min) < 0)
        status = set_bound(&extent->min, &extent->min_bytes, is_bytes, min, error);
    if (status == OK && (is_first || compare(order, max, &extent->max) > 0))
        status = set_bound(&extent->max, &extent->max_bytes, is_bytes, max, error);
    extent->is_there = extent->is_there || status == OK;
    return status;
}

void value_extent_release(struct value_extent *extent)
{
    buffer_release(&extent->min_bytes);
    buffer_release(&extent->max_bytes);
    *extent = (struct value_extent){0};
}
