/* SPDX-License-Identifier: MIT */
#include "vector/aggregate.h"

#include <math.h>

#include "base/alloc.h"

/* Loops over rows are written once, and compiled for each combination of these being NULL
 * or not. */
#define SPECIALIZED(add, states, values, groups, mask, n)                                \
    ((groups) == NULL ? (mask) == NULL ? add(states, values, NULL, NULL, n)              \
                                       : add(states, values, NULL, mask, n)              \
     : (mask) == NULL ? add(states, values, groups, NULL, n)                             \
                      : add(states, values, groups, mask, n))

#if defined(__GNUC__)
#define IN_LINE static inline __attribute__((always_inline))
#else
#define IN_LINE static inline
#endif

/* ---- States of a group ----------------------------------------------------------- */

struct integer_sum {
    int64_t sum;
    uint64_t n;
};

struct real_sum {
    double sum, rest; /* rest: what rounding has left out of the sum */
    uint64_t n;
};

/* Without values, n is 0 and the value is one that no other exceeds. */
struct integer_extreme {
    int64_t value;
    uint64_t n;
};

struct real_extreme {
    double value;
    uint64_t n;
};

struct text_extreme {
    uint8_t *text; /* in the arena; NULL: none */
    size_t size, capacity;
    /* The entry it is, if it came with a dictionary. */
    uint64_t dictionary;
    uint32_t entry;
};

static bool is_extreme(const struct aggregate *a)
{
    return a->kind == AGGREGATE_MIN || a->kind == AGGREGATE_MAX;
}

static bool is_sum(const struct aggregate *a)
{
    return a->kind == AGGREGATE_SUM || a->kind == AGGREGATE_TOTAL ||
           a->kind == AGGREGATE_AVG;
}

/* Whether sums of the values are added up as doubles. */
static bool sums_reals(const struct aggregate *a)
{
    return a->kind_of_values == VECTOR_DOUBLE ||
           (a->sums_plainly && a->kind != AGGREGATE_SUM);
}

static size_t state_size(const struct aggregate *a)
{
    if (is_sum(a))
        return sums_reals(a) ? sizeof(struct real_sum) : sizeof(struct integer_sum);
    if (!is_extreme(a))
        return sizeof(uint64_t);
    if (a->kind_of_values == VECTOR_BYTES)
        return sizeof(struct text_extreme);
    return a->kind_of_values == VECTOR_INT64 ? sizeof(struct integer_extreme)
                                             : sizeof(struct real_extreme);
}

static enum status reserve_states(struct aggregate *a, uint32_t n_groups,
                                  struct error *error)
{
    size_t size = state_size(a);
    bool is_max = a->kind == AGGREGATE_MAX;
    n_groups = n_groups == 0 ? 1 : n_groups;
    if (n_groups <= a->n_groups)
        return OK;
    if (!mem_grow(&a->states, group_room(n_groups), size))
        return error_nomem(error);
    memset((uint8_t *)a->states + a->n_groups * size, 0, (n_groups - a->n_groups) * size);
    for (uint32_t g = a->n_groups; is_extreme(a) && g < n_groups; g++) {
        if (a->kind_of_values == VECTOR_INT64)
            ((struct integer_extreme *)a->states)[g].value = is_max ? INT64_MIN
                                                                    : INT64_MAX;
        else if (a->kind_of_values == VECTOR_DOUBLE)
            ((struct real_extreme *)a->states)[g].value = is_max ? -INFINITY : INFINITY;
    }
    a->n_groups = n_groups;
    return OK;
}

enum status aggregate_init(struct aggregate *aggregate, enum aggregate_kind kind,
                           enum vector_kind kind_of_values, bool sums_plainly,
                           struct error *error)
{
    *aggregate = (struct aggregate){
        .kind = kind, .kind_of_values = kind_of_values, .sums_plainly = sums_plainly};
    if (is_sum(aggregate) && kind_of_values == VECTOR_BYTES)
        return error_set(error, UNSUPPORTED, "sums of text");
    return OK;
}

void aggregate_release(struct aggregate *aggregate)
{
    mem_free(aggregate->states);
    arena_release(&aggregate->texts);
    group_table_release(&aggregate->distinct);
    buffer_release(&aggregate->are_compared);
    *aggregate = (struct aggregate){0};
}

/* ---- Counts ---------------------------------------------------------------------- */

IN_LINE bool add_counts(uint64_t *counts, const void *none, const uint32_t *groups,
                        const uint8_t *mask, uint32_t n)
{
    uint32_t n_counted = 0;
    (void)none;
    for (uint32_t i = 0; groups != NULL && i < n; i++)
        counts[groups[i]] += mask == NULL ? 1 : mask[i];
    for (uint32_t i = 0; groups == NULL && mask != NULL && i < n; i++)
        n_counted += mask[i];
    if (groups == NULL)
        counts[0] += mask == NULL ? n : n_counted;
    return true;
}

/* ---- Sums ------------------------------------------------------------------------ */

/* The bits of a number, or those of 0 where the mask is 0. */
static inline uint64_t masked(uint64_t bits, const uint8_t *mask, uint32_t row)
{
    return mask == NULL ? bits : bits & (0 - (uint64_t)mask[row]);
}

static inline double masked_real(double value, const uint8_t *mask, uint32_t row)
{
    if (mask == NULL)
        return value;
    uint64_t bits = masked(bits_of_double(value), mask, row);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Adds an integer; *overflow becomes negative if the sum overflows. */
static inline void add_integer(struct integer_sum *sum, uint64_t value, uint64_t n,
                               int64_t *overflow)
{
    int64_t before = sum->sum;
    sum->sum = (int64_t)((uint64_t)before + value);
    sum->n += n;
    *overflow |= (before ^ sum->sum) & ((int64_t)value ^ sum->sum);
}

IN_LINE bool add_integers(struct integer_sum *sums, const int64_t *values,
                          const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    int64_t overflow = 0;
    struct integer_sum sum = sums[0];
    for (uint32_t i = 0; i < n; i++)
        add_integer(groups == NULL ? &sum : &sums[groups[i]],
                    masked((uint64_t)values[i], mask, i), mask == NULL ? 1 : mask[i],
                    &overflow);
    if (groups == NULL)
        sums[0] = sum;
    return overflow >= 0;
}

/* Adds a double.  The rest is Neumaier's: of the two numbers, the smaller one's part that
 * rounding lost.  That part is a double, and Knuth's way to it, which needs no comparison
 * of the two, gives the same one: or no number where the sum is not finite. */
static inline void add_real(struct real_sum *sum, double value, uint64_t n, bool is_plain)
{
    double before = sum->sum, after = before + value;
    sum->sum = after;
    sum->n += n;
    if (!is_plain) {
        double added = after - before;
        sum->rest += (before - (after - added)) + (value - added);
    }
}

IN_LINE bool add_reals_in_way(struct real_sum *sums, const double *values,
                              const uint32_t *groups, const uint8_t *mask, uint32_t n,
                              bool is_plain)
{
    struct real_sum sum = sums[0];
    /* 0.0 changes no sum: none is -0.0, as the first one is 0.0. */
    for (uint32_t i = 0; i < n; i++)
        add_real(groups == NULL ? &sum : &sums[groups[i]],
                 masked_real(values[i], mask, i), mask == NULL ? 1 : mask[i], is_plain);
    if (groups == NULL)
        sums[0] = sum;
    return true;
}

IN_LINE bool add_reals(struct real_sum *sums, const double *values,
                       const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    return add_reals_in_way(sums, values, groups, mask, n, false);
}

IN_LINE bool add_plain_reals(struct real_sum *sums, const double *values,
                             const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    return add_reals_in_way(sums, values, groups, mask, n, true);
}

/* ---- Minimum and maximum --------------------------------------------------------- */

IN_LINE void add_integer_extreme(struct integer_extreme *extreme, int64_t value,
                                 uint64_t n, bool is_max)
{
    bool is_better = is_max ? value > extreme->value : value < extreme->value;
    extreme->value = (is_better & (n != 0)) ? value : extreme->value;
    extreme->n += n;
}

IN_LINE bool add_integer_extremes(struct integer_extreme *extremes, const int64_t *values,
                                  const uint32_t *groups, const uint8_t *mask, uint32_t n,
                                  bool is_max)
{
    struct integer_extreme extreme = extremes[0];
    for (uint32_t i = 0; i < n; i++)
        add_integer_extreme(groups == NULL ? &extreme : &extremes[groups[i]], values[i],
                            mask == NULL ? 1 : mask[i], is_max);
    if (groups == NULL)
        extremes[0] = extreme;
    return true;
}

IN_LINE bool add_least_integers(struct integer_extreme *extremes, const int64_t *values,
                                const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    return add_integer_extremes(extremes, values, groups, mask, n, false);
}

IN_LINE bool add_greatest_integers(struct integer_extreme *extremes,
                                   const int64_t *values, const uint32_t *groups,
                                   const uint8_t *mask, uint32_t n)
{
    return add_integer_extremes(extremes, values, groups, mask, n, true);
}

/* The first one of equal values stays: 0.0 and -0.0 are equal. */
IN_LINE void add_real_extreme(struct real_extreme *extreme, double value, uint64_t n,
                              bool is_max)
{
    bool is_better = is_max ? value > extreme->value : value < extreme->value;
    extreme->value = (is_better & (n != 0)) ? value : extreme->value;
    extreme->n += n;
}

IN_LINE bool add_real_extremes(struct real_extreme *extremes, const double *values,
                               const uint32_t *groups, const uint8_t *mask, uint32_t n,
                               bool is_max)
{
    struct real_extreme extreme = extremes[0];
    for (uint32_t i = 0; i < n; i++)
        add_real_extreme(groups == NULL ? &extreme : &extremes[groups[i]], values[i],
                         mask == NULL ? 1 : mask[i], is_max);
    if (groups == NULL)
        extremes[0] = extreme;
    return true;
}

IN_LINE bool add_least_reals(struct real_extreme *extremes, const double *values,
                             const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    return add_real_extremes(extremes, values, groups, mask, n, false);
}

IN_LINE bool add_greatest_reals(struct real_extreme *extremes, const double *values,
                                const uint32_t *groups, const uint8_t *mask, uint32_t n)
{
    return add_real_extremes(extremes, values, groups, mask, n, true);
}

/* ---- Minimum and maximum of texts ------------------------------------------------ */

/* Replaces the text if the other one is better. */
static enum status add_text(struct aggregate *a, struct text_extreme *extreme,
                            struct bytes_value text, bool *is_better, struct error *error)
{
    *is_better = extreme->text == NULL;
    if (!*is_better) {
        int order = bytes_compare(text,
                                  (struct bytes_value){extreme->text, extreme->size});
        *is_better = a->kind == AGGREGATE_MAX ? order > 0 : order < 0;
    }
    if (!*is_better)
        return OK;
    if (extreme->text == NULL || text.size > extreme->capacity) {
        /* Growing texts take room for the next ones. */
        size_t capacity = extreme->text == NULL ? text.size : 2 * text.size;
        uint8_t *room = arena_alloc(&a->texts, capacity + 1, 1);
        if (room == NULL)
            return error_nomem(error);
        extreme->text = room;
        extreme->capacity = capacity;
    }
    if (text.size > 0)
        memcpy(extreme->text, text.data, text.size);
    extreme->size = text.size;
    return OK;
}

/* Prepares are_compared for a vector's dictionary. */
static enum status use_dictionary(struct aggregate *a, const struct column_vector *values,
                                  struct error *error)
{
    if (a->dictionary == values->dictionary)
        return OK;
    enum status status = buffer_reserve(&a->are_compared, (size_t)values->n_entries + 1,
                                        false, error);
    if (status != OK)
        return status;
    memset(a->are_compared.data, 0, values->n_entries);
    a->dictionary = values->dictionary;
    return OK;
}

static enum status add_entries(struct aggregate *a, const struct column_vector *values,
                               const uint8_t *mask, uint32_t n, struct error *error)
{
    enum status status = use_dictionary(a, values, error);
    uint8_t *are_compared = a->are_compared.data;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint32_t k = values->indices[i];
        bool is_better;
        if ((mask != NULL && !mask[i]) || are_compared[k])
            continue;
        status = add_text(a, a->states, values->values.bytes[k], &is_better, error);
        are_compared[k] = status == OK;
    }
    return status;
}

static enum status add_texts(struct aggregate *a, const struct column_vector *values,
                             const uint32_t *groups, const uint8_t *mask, uint32_t n,
                             struct error *error)
{
    struct text_extreme *extremes = a->states;
    enum status status = OK;
    if (groups == NULL && values->indices != NULL)
        return add_entries(a, values, mask, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        struct text_extreme *extreme = &extremes[groups == NULL ? 0 : groups[i]];
        uint32_t k = column_vector_index(values, i);
        bool is_better;
        if (mask != NULL && !mask[i])
            continue;
        if (values->indices != NULL && extreme->entry == k &&
            extreme->dictionary == values->dictionary)
            continue;
        status = add_text(a, extreme, values->values.bytes[k], &is_better, error);
        if (status == OK && is_better) {
            extreme->dictionary = values->indices != NULL ? values->dictionary : 0;
            extreme->entry = k;
        }
    }
    return status;
}

/* ---- Numbers of distinct values -------------------------------------------------- */

static enum status add_distinct(struct aggregate *a, const struct column_vector *values,
                                const uint32_t *groups, const uint8_t *mask, uint32_t n,
                                struct error *error)
{
    const enum vector_kind kinds[] = {a->kind_of_values, VECTOR_INT64};
    int64_t words[BATCH_ROWS];
    uint32_t found[BATCH_ROWS], n_found;
    uint64_t *counts = a->states;
    struct column_vector value = *values, group = {.n_rows = n, .kind = VECTOR_INT64};
    const struct column_vector *keys[] = {&value, &group};
    enum status status = OK;
    value.valid = mask;
    if (a->distinct.n_keys == 0)
        status = group_table_init(&a->distinct, kinds, groups == NULL ? 1 : 2, error);
    for (uint32_t i = 0; groups != NULL && i < n; i++)
        words[i] = groups[i];
    group.values.int64 = words;
    n_found = group_table_count(&a->distinct);
    if (status == OK)
        status = group_table_number(&a->distinct, keys, n, found, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        bool is_new = found[i] == n_found;
        n_found += is_new;
        counts[groups == NULL ? 0 : groups[i]] += is_new & (mask == NULL || mask[i]);
    }
    return status;
}

/* ---- All of them ----------------------------------------------------------------- */

/* Adds numbers without indices. */
static enum status add_numbers(struct aggregate *a, const struct column_vector *vector,
                               const uint32_t *groups, const uint8_t *mask, uint32_t n,
                               struct error *error)
{
    const int64_t *integers = vector->values.int64;
    const double *reals = vector->values.float64;
    bool is_real = a->kind_of_values == VECTOR_DOUBLE, is_max = a->kind == AGGREGATE_MAX;
    bool is_ok;
    if (is_extreme(a) && is_real)
        is_ok = is_max
                    ? SPECIALIZED(add_greatest_reals, a->states, reals, groups, mask, n)
                    : SPECIALIZED(add_least_reals, a->states, reals, groups, mask, n);
    else if (is_extreme(a))
        is_ok =
            is_max
                ? SPECIALIZED(add_greatest_integers, a->states, integers, groups, mask, n)
                : SPECIALIZED(add_least_integers, a->states, integers, groups, mask, n);
    else if (!sums_reals(a))
        is_ok = SPECIALIZED(add_integers, a->states, integers, groups, mask, n);
    else if (a->sums_plainly)
        is_ok = SPECIALIZED(add_plain_reals, a->states, reals, groups, mask, n);
    else
        is_ok = SPECIALIZED(add_reals, a->states, reals, groups, mask, n);
    return is_ok ? OK : error_set(error, UNSUPPORTED, "the sum of integers overflows");
}

/* Sets numbers to the vector's values without indices, as the states need them. */
static void gather(const struct aggregate *a, const struct column_vector *vector,
                   const uint8_t *mask, uint32_t n, int64_t *numbers)
{
    const int64_t *values = vector->values.int64;
    bool converts = is_sum(a) && sums_reals(a) && a->kind_of_values == VECTOR_INT64;
    for (uint32_t i = 0; i < n; i++) {
        bool is_counted = mask == NULL || mask[i];
        numbers[i] = is_counted ? values[column_vector_index(vector, i)] : 0;
    }
    for (uint32_t i = 0; converts && i < n; i++) {
        double real = (double)numbers[i];
        memcpy(&numbers[i], &real, sizeof real);
    }
    /* -0.0 becomes 0.0. */
    for (uint32_t i = 0; a->kind == AGGREGATE_COUNT_DISTINCT && i < n; i++) {
        double real;
        memcpy(&real, &numbers[i], sizeof real);
        real += 0.0;
        memcpy(&numbers[i], &real, sizeof real);
    }
}

/* Whether values must be gathered, even without indices. */
static bool must_convert(const struct aggregate *a)
{
    return (a->kind == AGGREGATE_COUNT_DISTINCT && a->kind_of_values == VECTOR_DOUBLE) ||
           (is_sum(a) && sums_reals(a) && a->kind_of_values == VECTOR_INT64);
}

/* Adds rows that a mask, 0 or 1 for each, counts; NULL: all. */
static enum status add_rows(struct aggregate *a, const struct column_vector *values,
                            const uint32_t *groups, const uint8_t *mask, uint32_t n,
                            struct error *error)
{
    int64_t numbers[BATCH_ROWS];
    struct column_vector flat;
    bool is_distinct = a->kind == AGGREGATE_COUNT_DISTINCT;
    if (a->kind == AGGREGATE_COUNT_ROWS || a->kind == AGGREGATE_COUNT) {
        SPECIALIZED(add_counts, a->states, NULL, groups, mask, n);
        return OK;
    }
    if (a->kind_of_values != VECTOR_BYTES &&
        (must_convert(a) || (values->indices != NULL && !is_distinct))) {
        gather(a, values, mask, n, numbers);
        flat = (struct column_vector){
            .n_rows = n, .kind = a->kind_of_values, .values.any = numbers};
        values = &flat;
    }
    if (is_distinct)
        return add_distinct(a, values, groups, mask, n, error);
    if (a->kind_of_values == VECTOR_BYTES)
        return add_texts(a, values, groups, mask, n, error);
    return add_numbers(a, values, groups, mask, n, error);
}

enum status aggregate_add(struct aggregate *aggregate, const struct column_vector *values,
                          const uint32_t *groups, const uint8_t *is_counted, uint32_t n,
                          uint32_t n_groups, struct error *error)
{
    uint8_t mask[BATCH_ROWS];
    const uint8_t *valid = NULL, *counted = is_counted;
    enum status status = reserve_states(aggregate, n_groups, error);
    if (aggregate->kind != AGGREGATE_COUNT_ROWS)
        valid = values->valid;
    for (uint32_t i = 0; valid != NULL && i < n; i++)
        mask[i] = valid[i] != 0;
    for (uint32_t i = 0; counted != NULL && i < n; i++)
        mask[i] = (valid == NULL || mask[i]) & (counted[i] != 0);
    bool is_partial = (valid != NULL || counted != NULL) && memchr(mask, 0, n) != NULL;
    if (status != OK || n == 0)
        return status;
    return add_rows(aggregate, values, groups, is_partial ? mask : NULL, n, error);
}

/* ---- Results --------------------------------------------------------------------- */

static enum status sum_result(const struct aggregate *a, enum aggregate_kind kind,
                              uint32_t group, struct literal *result, struct error *error)
{
    bool is_real = sums_reals(a) || kind != AGGREGATE_SUM;
    const struct integer_sum *integer = a->states;
    const struct real_sum *real = a->states;
    uint64_t n = 0;
    double sum = 0;
    if (group < a->n_groups && !sums_reals(a)) {
        n = integer[group].n;
        sum = (double)integer[group].sum;
        result->integer = integer[group].sum;
    } else if (group < a->n_groups) {
        n = real[group].n;
        sum = real[group].sum + real[group].rest;
    }
    if (n == 0 && kind != AGGREGATE_TOTAL)
        return OK;
    /* Of infinite values, SQLite's versions make different things. */
    if (!isfinite(sum))
        return error_set(error, UNSUPPORTED, "a sum is not finite");
    result->type = is_real ? LITERAL_REAL : LITERAL_INTEGER;
    result->real = kind == AGGREGATE_AVG ? sum / (double)n : sum;
    return OK;
}

static void extreme_result(const struct aggregate *a, uint32_t group,
                           struct literal *result)
{
    const struct integer_extreme *integer = a->states;
    const struct real_extreme *real = a->states;
    const struct text_extreme *text = a->states;
    if (group >= a->n_groups)
        return;
    if (a->kind_of_values == VECTOR_BYTES && text[group].text != NULL) {
        result->type = LITERAL_TEXT;
        result->bytes = (struct bytes_value){text[group].text, text[group].size};
    } else if (a->kind_of_values == VECTOR_INT64 && integer[group].n > 0) {
        result->type = LITERAL_INTEGER;
        result->integer = integer[group].value;
    } else if (a->kind_of_values == VECTOR_DOUBLE && real[group].n > 0) {
        result->type = LITERAL_REAL;
        result->real = real[group].value;
    }
}

enum status aggregate_result(const struct aggregate *aggregate, enum aggregate_kind kind,
                             uint32_t group, struct literal *result, struct error *error)
{
    const uint64_t *counts = aggregate->states;
    *result = (struct literal){.type = LITERAL_NULL};
    if (is_sum(aggregate))
        return sum_result(aggregate, kind, group, result, error);
    if (is_extreme(aggregate)) {
        extreme_result(aggregate, group, result);
        return OK;
    }
    result->type = LITERAL_INTEGER;
    result->integer = group < aggregate->n_groups ? (int64_t)counts[group] : 0;
    return OK;
}
