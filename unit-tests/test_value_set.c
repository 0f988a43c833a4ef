/* SPDX-License-Identifier: MIT */
/*
 * test_value_set.c - sets of values of every domain, compared with plain tests of each
 * range, for random ranges of few values; and which sets statistics exclude or
 * include.
 */
#include "scan/value_set.h"
#include "value/value_text.h"
#include "unit_test.h"
#include "unit_values.h"

enum { ROUNDS = 3000, MOST_ROWS = 40 };

static const enum vector_kind kinds[N_DOMAINS] = {
    [DOMAIN_INT64] = VECTOR_INT64,   [DOMAIN_UINT64] = VECTOR_INT64,
    [DOMAIN_DOUBLE] = VECTOR_DOUBLE, [DOMAIN_INSTANT] = VECTOR_INSTANT,
    [DOMAIN_BYTES] = VECTOR_BYTES,
};

/* ---- Sets ------------------------------------------------------------------------ */

/* Whether the ranges are ascending, disjoint and not empty. */
static bool is_normal(const struct value_set *set)
{
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        const struct value_range *range = &set->ranges[i];
        const struct value_range *next = i + 1 < set->n_ranges ? range + 1 : NULL;
        int order = range->has_no_high
                        ? -1
                        : plain_order(set->domain, range->low, range->high);
        if (order > 0 || (order == 0 && (range->low_is_open || range->high_is_open)))
            return false;
        if (next == NULL)
            continue;
        if (range->has_no_high)
            return false;
        order = plain_order(set->domain, range->high, next->low);
        if (order > 0 || (order == 0 && !range->high_is_open && !next->low_is_open))
            return false;
    }
    return true;
}

static void normalised_sets_accept_the_same_values(void)
{
    uint64_t state = 1;
    for (int round = 0; round < ROUNDS * N_DOMAINS; round++) {
        enum value_domain domain = (enum value_domain)(round % N_DOMAINS);
        struct value_range ranges[MOST_RANGES], before[MOST_RANGES];
        struct value_set set;
        random_ranges(&state, domain, MOST_RANGES, ranges, &set);
        uint32_t n = set.n_ranges;
        bool accepts_null = set.accepts_null;
        memcpy(before, ranges, sizeof before);
        value_set_normalise(&set);
        CHECK(is_normal(&set) && set.n_ranges <= n && set.accepts_null == accepts_null);
        uint32_t n_points = 0;
        for (size_t i = 0; i < N_POOL; i++) {
            union column_value value = pool_value(domain, i);
            CHECK(value_set_contains(&set, value) ==
                  plain_contains(domain, before, n, value));
        }
        for (uint32_t i = 0; i < set.n_ranges; i++)
            n_points += !ranges[i].has_no_high &&
                        plain_order(domain, ranges[i].low, ranges[i].high) == 0;
        bool is_points = n_points == set.n_ranges && !accepts_null;
        CHECK(value_set_is_points(&set, MOST_RANGES) == is_points);
        CHECK(value_set_is_points(&set, set.n_ranges) == is_points);
        if (set.n_ranges > 0)
            CHECK(!value_set_is_points(&set, set.n_ranges - 1));
        CHECK(value_set_is_empty(&set) == (set.n_ranges == 0 && !accepts_null));
    }
}

static void overlapping_ranges_are_merged(void)
{
    struct value_range ranges[] = {{.low.int64 = 5, .high.int64 = 9},
                                   {.low.int64 = 1, .high.int64 = 5},
                                   {.low.int64 = 2, .high.int64 = 3},
                                   {.low.int64 = 8, .high.int64 = 7}};
    struct value_set set = {.domain = DOMAIN_INT64, .n_ranges = 4, .ranges = ranges};
    value_set_normalise(&set);
    CHECK(set.n_ranges == 1 && ranges[0].low.int64 == 1 && ranges[0].high.int64 == 9);
    /* a..b without b, then b.. : no gap between them, and b belongs to one. */
    struct bytes_value a = {(const uint8_t *)"a", 1}, b = {(const uint8_t *)"b", 1};
    struct value_range open[] = {{.low.bytes = b, .has_no_high = true},
                                 {.low.bytes = a, .high.bytes = b, .high_is_open = true}};
    set = (struct value_set){.domain = DOMAIN_BYTES, .n_ranges = 2, .ranges = open};
    value_set_normalise(&set);
    CHECK(value_set_contains(&set, (union column_value){.bytes = b}));
    open[0].low_is_open = open[1].low_is_open = true;
    open[0].low.bytes = open[1].low.bytes = b;
    open[1].has_no_high = true;
    set.n_ranges = 2;
    value_set_normalise(&set);
    CHECK(set.n_ranges == 1 &&
          !value_set_contains(&set, (union column_value){.bytes = b}));
}

static void intersections_accept_what_both_sets_accept(void)
{
    uint64_t state = 2;
    struct arena arena = {0};
    for (int round = 0; round < ROUNDS * N_DOMAINS; round++) {
        enum value_domain domain = (enum value_domain)(round % N_DOMAINS);
        struct value_range ranges[MOST_RANGES], others[MOST_RANGES];
        struct value_set set, other;
        random_ranges(&state, domain, MOST_RANGES, ranges, &set);
        random_ranges(&state, domain, MOST_RANGES, others, &other);
        value_set_normalise(&set);
        value_set_normalise(&other);
        struct value_set both = set;
        CHECK(value_set_intersect(&both, &other, &arena));
        CHECK(is_normal(&both));
        CHECK(both.accepts_null == (set.accepts_null && other.accepts_null));
        for (size_t i = 0; i < N_POOL; i++) {
            union column_value value = pool_value(domain, i);
            CHECK(value_set_contains(&both, value) ==
                  (plain_contains(domain, ranges, set.n_ranges, value) &&
                   plain_contains(domain, others, other.n_ranges, value)));
        }
        arena_release(&arena);
    }
}

static void sets_of_all_values_contain_them(void)
{
    for (int d = 0; d < N_DOMAINS; d++) {
        enum value_domain domain = (enum value_domain)d;
        struct value_range range = value_range_all(domain);
        struct value_set set = {.domain = domain, .n_ranges = 1, .ranges = &range};
        CHECK(!value_set_is_empty(&set) && !value_set_is_points(&set, 10));
        for (size_t i = 0; i < N_POOL; i++)
            CHECK(value_set_contains(&set, pool_value(domain, i)));
        set.accepts_null = true;
        set.n_ranges = 0;
        CHECK(!value_set_is_empty(&set));
        range = point_range(pool_value(domain, 9));
        set.n_ranges = 1;
        set.accepts_null = false;
        CHECK(value_set_is_points(&set, 1) && !value_set_is_points(&set, 0));
        CHECK(value_set_contains(&set, pool_value(domain, 9)));
        CHECK(!value_set_contains(&set, pool_value(domain, 12)));
    }
}

static void ranges_above_and_below_a_value(void)
{
    for (size_t i = 0; i < N_POOL * N_DOMAINS; i++) {
        enum value_domain domain = (enum value_domain)(i % N_DOMAINS);
        union column_value value = pool_value(domain, i / N_DOMAINS);
        struct value_range all = value_range_all(domain), above = all, below = all;
        int to_low = plain_order(domain, value, all.low);
        int to_high = all.has_no_high ? -1 : plain_order(domain, value, all.high);
        bool has_above = value_range_above(domain, value, &above);
        bool has_below = value_range_below(domain, value, &below);
        if (domain !=
            DOMAIN_BYTES) /* the range below "" may be reported as empty or not */
            CHECK(has_below == (to_low > 0));
        CHECK(has_above == (to_high < 0));
        for (size_t k = 0; k < N_POOL; k++) {
            union column_value other = pool_value(domain, k);
            int order = plain_order(domain, other, value);
            int got = column_value_compare(domain, other, value);
            CHECK(order == (got > 0) - (got < 0));
            CHECK((has_above && plain_is_in(domain, &above, other)) == (order > 0));
            CHECK((has_below && plain_is_in(domain, &below, other)) == (order < 0));
        }
    }
}

/* ---- Columns --------------------------------------------------------------------- */

/* A column whose values are tested in the domain; is_binary: decimals stored as bytes. */
static struct column column_for(enum value_domain domain, bool is_binary)
{
    struct column column = {.name = "x", .name_size = 1, .kind = kinds[domain]};
    column.type = domain == DOMAIN_DOUBLE    ? COLUMN_REAL
                  : domain == DOMAIN_UINT64  ? COLUMN_UINT64
                  : domain == DOMAIN_INSTANT ? COLUMN_TIMESTAMP
                  : domain == DOMAIN_BYTES   ? COLUMN_TEXT
                                             : COLUMN_INTEGER;
    if (is_binary) {
        column.kind = VECTOR_BYTES;
        column.type = COLUMN_DECIMAL;
        column.precision = 38;
        column.scale = 2;
    }
    return column;
}

/* Big-endian two's complement in the fewest bytes and `extra` more. */
static struct bytes_value binary_decimal(int64_t value, size_t extra, uint8_t *bytes)
{
    size_t size = 8 + extra;
    for (size_t i = 0; i < size; i++) {
        size_t shift = 8 * (size - 1 - i);
        bytes[i] = shift < 64 ? (uint8_t)((uint64_t)value >> shift)
                              : (value < 0 ? 0xff : 0);
    }
    return (struct bytes_value){bytes, size};
}

enum { DECIMAL_BYTES = 12 };

struct cell {
    bool is_null;             /* or NaN */
    bool is_nan;              /* a value that is NaN */
    bool is_unknown;          /* a decimal that cannot be converted; always accepted */
    union column_value value; /* in the set's domain */
    union column_value held;  /* as a vector stores it */
    uint8_t bytes[DECIMAL_BYTES];
};

static void random_cell(uint64_t *state, enum value_domain domain, bool is_binary,
                        struct cell *cell)
{
    *cell = (struct cell){.value = random_value(state, domain)};
    cell->held = cell->value;
    if (is_binary) {
        int64_t unscaled = pool_value(DOMAIN_INT64, random_below(state, N_POOL)).int64;
        cell->held.bytes = binary_decimal(unscaled, random_below(state, 3), cell->bytes);
        cell->value.int64 = unscaled;
        cell->is_unknown = random_below(state, 6) == 0;
        if (cell->is_unknown)
            cell->held.bytes = (struct bytes_value){
                (const uint8_t *)(unscaled < 0 ? "\x80\0\0\0\0\0\0\0\0\0"
                                               : "\x01\0\0\0\0\0\0\0\0\0"),
                10};
        if (domain == DOMAIN_DOUBLE) {
            struct error error = {0};
            cell->is_unknown = double_from_binary_decimal(cell->held.bytes, 2,
                                                          &cell->value.float64,
                                                          &error) != OK;
        }
    }
    if (domain == DOMAIN_DOUBLE && !is_binary && random_below(state, 6) == 0) {
        cell->is_nan = true;
        cell->held.float64 = NAN;
    }
    cell->is_null = random_below(state, 5) == 0;
}

static bool plain_accepts(const struct value_set *set, const struct cell *cell)
{
    if (cell->is_null || cell->is_nan)
        return set->accepts_null;
    return cell->is_unknown ||
           plain_contains(set->domain, set->ranges, set->n_ranges, cell->value);
}

/* ---- Statistics ------------------------------------------------------------------ */

/* Exact statistics of the cells. */
static struct column_statistics statistics_of(enum value_domain domain,
                                              const struct cell *cells, uint64_t n)
{
    struct column_statistics s = {.n_rows = n, .has_null_count = true};
    const struct cell *least_cell = NULL, *greatest_cell = NULL;
    s.has_nan_count = domain == DOMAIN_DOUBLE;
    for (uint64_t i = 0; i < n; i++) {
        const struct cell *cell = &cells[i];
        s.null_count += cell->is_null;
        s.nan_count += !cell->is_null && cell->is_nan;
        if (cell->is_null || cell->is_nan)
            continue;
        if (least_cell == NULL || plain_order(domain, cell->value, least_cell->value) < 0)
            least_cell = cell;
        if (greatest_cell == NULL ||
            plain_order(domain, cell->value, greatest_cell->value) > 0)
            greatest_cell = cell;
    }
    s.has_min = s.has_max = least_cell != NULL;
    if (least_cell != NULL) {
        s.min = least_cell->held;
        s.max = greatest_cell->held;
    }
    return s;
}

/* Removes some of the statistics, or widens bounds. */
static void blur(uint64_t *state, enum value_domain domain, struct column_statistics *s)
{
    union column_value value = random_value(state, domain);
    if (random_below(state, 3) == 0)
        s->has_min = false;
    if (random_below(state, 3) == 0)
        s->has_max = false;
    if (random_below(state, 3) == 0)
        s->has_null_count = false;
    if (random_below(state, 3) == 0)
        s->has_nan_count = false;
    if (s->has_min && plain_order(domain, value, s->min) < 0)
        s->min = value;
    value = random_value(state, domain);
    if (s->has_max && plain_order(domain, value, s->max) > 0)
        s->max = value;
}

/* Tests each range; the bounds are in the set's domain. */
static bool plain_excludes(const struct value_set *set, bool is_real,
                           const struct column_statistics *s)
{
    bool nulls_are_possible = !s->has_null_count || s->null_count > 0;
    bool nans_are_possible = is_real && (!s->has_nan_count || s->nan_count > 0);
    if (s->n_rows == 0)
        return true;
    if (set->accepts_null && (nulls_are_possible || nans_are_possible))
        return false;
    if (s->has_null_count && s->null_count == s->n_rows)
        return true;
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        const struct value_range *range = &set->ranges[i];
        int min_to_high = s->has_min && !range->has_no_high
                              ? plain_order(set->domain, s->min, range->high)
                              : -1;
        int max_to_low = s->has_max ? plain_order(set->domain, s->max, range->low) : 1;
        if ((range->high_is_open ? min_to_high < 0 : min_to_high <= 0) &&
            (range->low_is_open ? max_to_low > 0 : max_to_low >= 0))
            return false;
    }
    return true;
}

static void statistics_exclude_as_much_as_possible(void)
{
    uint64_t state = 3;
    int n_excluded = 0;
    for (int round = 0; round < ROUNDS * N_DOMAINS; round++) {
        enum value_domain domain = (enum value_domain)(round % N_DOMAINS);
        struct column column = column_for(domain, false);
        struct value_range ranges[MOST_RANGES];
        struct value_set set;
        struct cell cells[6];
        random_ranges(&state, domain, 3, ranges, &set);
        value_set_normalise(&set);
        uint64_t n = random_below(&state, 7);
        bool is_one_sided = random_below(&state, 2) == 0;
        for (uint64_t i = 0; i < n; i++) {
            random_cell(&state, domain, false, &cells[i]);
            cells[i].is_null = cells[i].is_null || (is_one_sided && i % 2 == 0);
        }
        struct column_statistics s = statistics_of(domain, cells, n);
        if (random_below(&state, 2) == 0)
            blur(&state, domain, &s);
        bool excludes = value_set_excludes(&set, &column, &s);
        CHECK(excludes == plain_excludes(&set, domain == DOMAIN_DOUBLE, &s));
        for (uint64_t i = 0; i < n && excludes; i++)
            CHECK(!plain_accepts(&set, &cells[i]));
        n_excluded += excludes;
    }
    CHECK(n_excluded > ROUNDS / 10);
}

static void statistics_include_only_accepted_values(void)
{
    uint64_t state = 4;
    int n_included = 0;
    for (int round = 0; round < ROUNDS * N_DOMAINS; round++) {
        enum value_domain domain = (enum value_domain)(round % N_DOMAINS);
        struct column column = column_for(domain, false);
        struct value_range ranges[MOST_RANGES];
        struct value_set set;
        struct cell cells[4];
        random_ranges(&state, domain, 2, ranges, &set);
        value_set_normalise(&set);
        uint64_t n = 1 + random_below(&state, 4);
        for (uint64_t i = 0; i < n; i++)
            random_cell(&state, domain, false, &cells[i]);
        struct column_statistics s = statistics_of(domain, cells, n);
        bool are_exact = random_below(&state, 2) == 0, all_pass = true;
        for (uint64_t i = 0; i < n; i++)
            all_pass = all_pass && plain_accepts(&set, &cells[i]);
        if (!are_exact)
            blur(&state, domain, &s);
        bool includes = value_set_includes(&set, &column, &s);
        CHECK(all_pass || !includes);
        CHECK(includes || !all_pass || !are_exact || n > 1 || cells[0].is_nan);
        n_included += includes;
        s.may_mismatch = true;
        CHECK(!value_set_includes(&set, &column, &s));
        s.may_mismatch = false;
        s.is_unverified = true;
        CHECK(!value_set_includes(&set, &column, &s));
    }
    CHECK(n_included > ROUNDS / 10);
}

static bool accepts_all_values(const struct value_set *set)
{
    const struct value_range *range = set->ranges, all = value_range_all(set->domain);
    return set->n_ranges == 1 && !range->low_is_open && !range->high_is_open &&
           range->has_no_high == all.has_no_high &&
           column_value_compare(set->domain, range->low, all.low) == 0 &&
           (all.has_no_high ||
            column_value_compare(set->domain, range->high, all.high) == 0);
}

static void adjacent_ranges_are_merged(void)
{
    struct value_range ranges[3];
    struct value_set set = {.n_ranges = 2, .ranges = ranges};
    union column_value ten = {.float64 = 10};
    set.domain = DOMAIN_DOUBLE; /* below 10, and 10 */
    ranges[0] = value_range_all(DOMAIN_DOUBLE);
    CHECK(value_range_below(DOMAIN_DOUBLE, ten, &ranges[0]));
    ranges[1] = point_range(ten);
    value_set_normalise(&set);
    CHECK(set.n_ranges == 1 && ranges[0].high.float64 == 10);

    set = (struct value_set){.domain = DOMAIN_INT64, .n_ranges = 3, .ranges = ranges};
    for (int i = 0; i < 3; i++) /* single values stay apart */
        ranges[i] = point_range((union column_value){.int64 = 7 - i});
    value_set_normalise(&set);
    CHECK(set.n_ranges == 3 && value_set_is_points(&set, 3));
    ranges[2].high.int64 = INT64_MAX;
    ranges[0].low.int64 = INT64_MIN;
    value_set_normalise(&set);
    CHECK(set.n_ranges == 1 && accepts_all_values(&set));

    union column_value b = {.bytes = {(const uint8_t *)"b", 1}};
    set = (struct value_set){.domain = DOMAIN_BYTES, .n_ranges = 2, .ranges = ranges};
    ranges[0] = ranges[1] = value_range_all(DOMAIN_BYTES);
    CHECK(value_range_below(DOMAIN_BYTES, b, &ranges[0]));
    CHECK(value_range_above(DOMAIN_BYTES, b, &ranges[1])); /* all but "b" */
    value_set_normalise(&set);
    CHECK(set.n_ranges == 2);
    ranges[1].low_is_open = false;
    value_set_normalise(&set);
    CHECK(set.n_ranges == 1 && accepts_all_values(&set));
}

static void gaps_exclude_values_inside(void)
{
    static const struct {
        double low, high;
        bool is_excluded;
    } tests[] = {{0, 10, true},         {-170, 10, false},   {0, 170, false},
                 {-169.5, 169.5, true}, {-200, -180, false}, {180, 200, false},
                 {-180, 180, false}};
    struct column column = column_for(DOMAIN_DOUBLE, false);
    struct column_statistics s = {.n_rows = 5, .has_gap = true};
    s.gap_low = -170;
    s.gap_high = 170;
    for (size_t i = 0; i < COUNT_OF(tests); i++) {
        struct value_range ranges[2] = {
            {.low.float64 = tests[i].low, .high.float64 = tests[i].high},
            {.low.float64 = 201, .high.float64 = 202}};
        struct value_set set = {.domain = DOMAIN_DOUBLE, .n_ranges = 1, .ranges = ranges};
        CHECK(value_set_excludes(&set, &column, &s) == tests[i].is_excluded);
        set.accepts_null = true;
        CHECK(!value_set_excludes(&set, &column, &s));
        set = (struct value_set){
            .domain = DOMAIN_DOUBLE, .n_ranges = 2, .ranges = ranges};
        CHECK(!value_set_excludes(&set, &column, &s));
        ranges[1] = (struct value_range){.low.float64 = 169.75, .high.float64 = 169.75};
        if (tests[i].high < 169.75)
            CHECK(value_set_excludes(&set, &column, &s) == tests[i].is_excluded);
    }
}

static void statistics_of_binary_decimals(void)
{
    uint64_t state = 4;
    int n_excluded = 0;
    for (int round = 0; round < ROUNDS * 2; round++) {
        enum value_domain domain = round % 2 ? DOMAIN_DOUBLE : DOMAIN_INT64;
        struct column column = column_for(domain, true);
        struct value_range ranges[MOST_RANGES];
        struct value_set set;
        struct cell cells[6];
        random_ranges(&state, domain, 3, ranges, &set);
        value_set_normalise(&set);
        uint64_t n = 1 + random_below(&state, 6);
        bool has_unknown = false;
        for (uint64_t i = 0; i < n; i++) {
            random_cell(&state, domain, true, &cells[i]);
            has_unknown = has_unknown || (cells[i].is_unknown && !cells[i].is_null);
        }
        struct column_statistics s = statistics_of(domain, cells, n);
        if (has_unknown) /* these are not ordered as their plain values */
            s.has_min = s.has_max = false;
        bool excludes = value_set_excludes(&set, &column, &s);
        struct column_statistics plain = s;
        for (uint64_t i = 0; i < n; i++) {
            if (s.has_min && cells[i].held.bytes.data == s.min.bytes.data)
                plain.min = cells[i].value;
            if (s.has_max && cells[i].held.bytes.data == s.max.bytes.data)
                plain.max = cells[i].value;
        }
        CHECK(excludes == plain_excludes(&set, false, &plain));
        for (uint64_t i = 0; i < n && excludes && set.n_ranges > 0; i++)
            CHECK(!plain_accepts(&set, &cells[i]));
        n_excluded += excludes;
    }
    CHECK(n_excluded > ROUNDS / 10);
    /* A bound outside the domain excludes nothing. */
    struct column column = column_for(DOMAIN_INT64, true);
    struct value_range range = {.low.int64 = 1, .high.int64 = 1};
    struct value_set set = {.domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &range};
    struct column_statistics s = {.n_rows = 1, .has_min = true, .has_max = true};
    s.min.bytes = s.max.bytes = (struct bytes_value){
        (const uint8_t *)"\x01\0\0\0\0\0\0\0\0", 9};
    CHECK(!value_set_excludes(&set, &column, &s));
}

static void sets_that_are_not_excluded_have_a_reason(void)
{
    struct column number = column_for(DOMAIN_INT64, false);
    struct column real = column_for(DOMAIN_DOUBLE, false);
    struct value_range range = {.low.int64 = 5, .high.int64 = 5};
    struct value_set five = {.domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &range};
    struct value_set null = {.domain = DOMAIN_INT64, .accepts_null = true};
    struct column_statistics s = {.n_rows = 9, .has_min = true, .has_max = true};
    s.min.int64 = 1;
    s.max.int64 = 9;
    CHECK(value_set_keep_reason(&five, &number, &s) == KEEP_VALUES);
    CHECK(value_set_keep_reason(&null, &number, &s) == KEEP_NULL_COUNT);
    s.has_null_count = true;
    s.null_count = 1;
    CHECK(value_set_keep_reason(&null, &number, &s) == KEEP_NULLS);
    s.null_count = 0;
    null.domain = DOMAIN_DOUBLE;
    CHECK(value_set_keep_reason(&null, &real, &s) == KEEP_NANS);
    s.has_max = false;
    s.reason = KEEP_TRUNCATED;
    CHECK(value_set_keep_reason(&five, &number, &s) == KEEP_TRUNCATED);
    s.may_mismatch = true;
    s.reason = KEEP_OTHER_TYPES;
    CHECK(value_set_keep_reason(&null, &number, &s) == KEEP_OTHER_TYPES);
}

/* ---- Vectors --------------------------------------------------------------------- */

struct test_vector {
    struct column_vector vector;
    struct cell cells[MOST_ROWS];
    uint8_t valid[MOST_ROWS];
    int64_t *int64;
    double *float64;
    struct instant *instant;
    struct bytes_value *bytes;
};

/* Makes a vector in heap blocks of exactly its size. */
static void make_vector(uint64_t *state, enum value_domain domain, bool is_binary,
                        uint32_t n, bool has_nulls, struct test_vector *t)
{
    enum vector_kind kind = is_binary ? VECTOR_BYTES : kinds[domain];
    *t = (struct test_vector){.int64 = must(malloc(n * sizeof(int64_t) + 1)),
                              .float64 = must(malloc(n * sizeof(double) + 1)),
                              .instant = must(malloc(n * sizeof(struct instant) + 1)),
                              .bytes = must(malloc(n * sizeof(struct bytes_value) + 1))};
    t->vector = (struct column_vector){.n_rows = n, .kind = kind, .n_entries = n};
    t->vector.valid = has_nulls ? t->valid : NULL;
    for (uint32_t i = 0; i < n; i++) {
        struct cell *cell = &t->cells[i];
        random_cell(state, domain, is_binary, cell);
        cell->is_null = cell->is_null && has_nulls;
        t->valid[i] = !cell->is_null;
        if (kind == VECTOR_INT64)
            t->int64[i] = cell->held.int64;
        else if (kind == VECTOR_DOUBLE)
            t->float64[i] = cell->held.float64;
        else if (kind == VECTOR_INSTANT)
            t->instant[i] = cell->held.instant;
        else
            t->bytes[i] = cell->is_null ? (struct bytes_value){NULL, 0}
                                        : cell->held.bytes;
    }
    t->vector.values.any = kind == VECTOR_INT64     ? (const void *)t->int64
                           : kind == VECTOR_DOUBLE  ? (const void *)t->float64
                           : kind == VECTOR_INSTANT ? (const void *)t->instant
                                                    : (const void *)t->bytes;
}

static void free_vector(struct test_vector *t)
{
    free(t->int64);
    free(t->float64);
    free(t->instant);
    free(t->bytes);
}

/* Random rows in ascending order. */
static uint32_t random_rows(uint64_t *state, uint32_t n, uint32_t *rows)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (random_below(state, 3) > 0)
            rows[kept++] = i;
    }
    return kept;
}

static void check_filter(uint64_t *state, const struct value_set *set,
                         const struct column *column, struct test_vector *t)
{
    uint32_t n = t->vector.n_rows, from[MOST_ROWS], in_place[MOST_ROWS];
    uint32_t n_from = random_rows(state, n, from);
    uint32_t n_front = (uint32_t)random_below(state, n + 1);
    memcpy(in_place, from, sizeof from);
    uint32_t *rows = must(malloc(n * sizeof *rows + 1));
    for (int way = 0; way < 3; way++) {
        const uint32_t *given = way == 0 ? NULL : way == 1 ? from : in_place;
        uint32_t *target = way == 2 ? in_place : rows;
        uint32_t n_given = way == 0 ? n_front : n_from;
        uint32_t kept = value_set_filter(set, column, &t->vector, given, n_given, target);
        uint32_t expected = 0;
        for (uint32_t i = 0; i < n_given; i++) {
            uint32_t row = way == 0 ? i : from[i];
            if (plain_accepts(set, &t->cells[row])) {
                CHECK(expected < kept && target[expected] == row);
                expected++;
            }
        }
        CHECK(kept == expected);
    }
    free(rows);
}

static void vectors_are_filtered(void)
{
    uint64_t state = 5;
    for (int round = 0; round < ROUNDS * 7; round++) {
        bool is_binary = round % 7 >= N_DOMAINS;
        enum value_domain domain = !is_binary       ? (enum value_domain)(round % 7)
                                   : round % 7 == 5 ? DOMAIN_INT64
                                                    : DOMAIN_DOUBLE;
        struct column column = column_for(domain, is_binary);
        struct value_range ranges[MOST_RANGES];
        struct value_set set;
        struct test_vector t;
        uint32_t most = random_below(&state, 2) == 0 ? 1 : MOST_RANGES;
        random_ranges(&state, domain, most, ranges, &set);
        value_set_normalise(&set);
        bool has_nulls = random_below(&state, 2) == 0;
        make_vector(&state, domain, is_binary, (uint32_t)random_below(&state, MOST_ROWS),
                    has_nulls, &t);
        /* Decimals that cannot be converted are accepted, and an error where they are
         * read; but a set of only null may exclude them, since they are not null. */
        for (uint32_t i = 0; i < t.vector.n_rows && set.n_ranges == 0; i++)
            t.cells[i].is_unknown = false;
        check_filter(&state, &set, &column, &t);
        for (uint32_t i = 0; i < t.vector.n_rows; i++) {
            if (t.cells[i].is_null) /* entries are never null */
                t.vector.n_entries = i < t.vector.n_entries ? i : t.vector.n_entries;
        }
        for (uint32_t i = 0; i < t.vector.n_rows && set.n_ranges == 0; i++)
            t.vector.n_entries = is_binary ? 0 : t.vector.n_entries;
        uint32_t n = t.vector.n_entries;
        uint8_t *accepted = must(malloc(n + 1));
        accepted[n] = 77;
        value_set_test_entries(&set, &column, &t.vector, accepted);
        for (uint32_t i = 0; i < n; i++)
            CHECK(accepted[i] == plain_accepts(&set, &t.cells[i]));
        CHECK(accepted[n] == 77);
        free(accepted);
        free_vector(&t);
    }
}

/* Texts are compared with one by their sizes, their first 8 bytes, and the rest. */
static void long_texts_are_filtered(void)
{
    static const char *const texts[] = {"01234567",  "0123456",   "01234567", "11234567",
                                        "012345678", "012345679", "0",        ""};
    enum { N = COUNT_OF(texts) };
    struct bytes_value values[N];
    const struct column column = {.type = COLUMN_TEXT, .kind = VECTOR_BYTES};
    const struct column_vector vector = {
        .n_rows = N, .kind = VECTOR_BYTES, .values.bytes = values};
    for (uint32_t i = 0; i < N; i++)
        values[i] = (struct bytes_value){exact_copy(texts[i], strlen(texts[i])),
                                         strlen(texts[i])};
    for (uint32_t i = 0; i < N; i++) {
        struct value_range range = {.low.bytes = values[i], .high.bytes = values[i]};
        const struct value_set set = {
            .domain = DOMAIN_BYTES, .n_ranges = 1, .ranges = &range};
        uint32_t rows[N], n = value_set_filter(&set, &column, &vector, NULL, N, rows), k;
        for (uint32_t row = k = 0; row < N; row++) {
            if (strcmp(texts[row], texts[i]) == 0)
                CHECK(k < n && rows[k++] == row);
        }
        CHECK(k == n);
    }
    for (uint32_t i = 0; i < N; i++)
        free((void *)(uintptr_t)values[i].data);
}

int main(void)
{
    RUN(normalised_sets_accept_the_same_values);
    RUN(overlapping_ranges_are_merged);
    RUN(intersections_accept_what_both_sets_accept);
    RUN(sets_of_all_values_contain_them);
    RUN(ranges_above_and_below_a_value);
    RUN(statistics_exclude_as_much_as_possible);
    RUN(statistics_include_only_accepted_values);
    RUN(adjacent_ranges_are_merged);
    RUN(gaps_exclude_values_inside);
    RUN(statistics_of_binary_decimals);
    RUN(sets_that_are_not_excluded_have_a_reason);
    RUN(vectors_are_filtered);
    RUN(long_texts_are_filtered);
    return unit_test_done();
}
