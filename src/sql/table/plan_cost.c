/* SPDX-License-Identifier: MIT */
#include "sql/table/plan_cost.h"

#include <math.h>

#include "base/alloc.h"
#include "rows/join_table.h"

/* Costs in steps of a scan that return a row (about 20 ns). */
static const double COST_OF_CALL = 20;
static const double COST_OF_LOOK_UP = 8; /* of a call of xFilter in cached rows */
static const double COST_OF_ROW = 2;     /* returned */
static const double COST_OF_TESTED_ROW_GROUP = 2;
static const double COST_OF_TESTED_ROW = 0.2;
static const double COST_OF_VALUE = 0.5;        /* a column of a returned row */
static const double COST_OF_PASSED_VALUE = 0.1; /* in the same page as a returned row */

enum {
    BYTES_OF_CACHED_VALUE = 8,
    /* Statistics of more row groups than this are sampled. */
    MOST_SAMPLES = 256,
    /* The number of values assumed for IN, which are not known yet. */
    ASSUMED_IN_VALUES = 10,
    /* More rows between two bounds that change cost nothing: they are probably few, and
     * plans without this look-up test more pairs of rows. */
    MOST_ROWS_OF_RANGE = 50,
};

double count_columns(uint64_t used)
{
    double n = 0;
    for (; used != 0; used &= used - 1)
        n++;
    return n;
}

void cost_begin(struct cost *cost, const struct plan_context *context, uint64_t used)
{
    struct table_file *file = context->file->file;
    uint64_t n_rows = context->file->n_rows;
    *cost = (struct cost){
        .n_rows = n_rows > 0 ? (double)n_rows : 1,
        .n_row_groups = file->ops->estimate_size != NULL
                            ? file->ops->estimate_size(file).n_row_groups
                            : (double)file->ops->row_group_count(file),
        .n_columns = count_columns(used),
        .scanned = 1,
        .returned = 1,
    };
}

/* ---- Statistics ------------------------------------------------------------------ */

/* Maps a value to a number in the same order, to compare the widths of ranges. */
static double number_of(const struct column *column, union column_value value)
{
    switch (column->kind) {
    case VECTOR_INT64:
        return column->type == COLUMN_UINT64 ? (double)(uint64_t)value.int64
                                             : (double)value.int64;
    case VECTOR_DOUBLE:
        return value.float64;
    case VECTOR_INSTANT:
        return (double)value.instant.seconds + value.instant.nanos * 1e-9;
    case VECTOR_BYTES:
        break;
    }
    double number = 0, scale = 1;
    for (size_t i = 0; i < value.bytes.size && i < 12; i++) {
        scale /= 256;
        number += value.bytes.data[i] * scale;
    }
    return number;
}

static uint32_t sample_row_groups(struct table_file *file, uint32_t numbers[MOST_SAMPLES])
{
    uint32_t n = file->ops->row_group_count(file), step = n / MOST_SAMPLES + 1,
             n_found = 0;
    if (file->ops->sample_row_groups != NULL)
        return file->ops->sample_row_groups(file, numbers, MOST_SAMPLES);
    for (uint32_t i = 0; i < n; i += step)
        numbers[n_found++] = i;
    return n_found;
}

struct column_facts {
    double part_of_groups; /* whose bounds include a given value, on average */
    double width;          /* greatest value - least value; 0: unknown */
    double part_null;
    bool is_known;
};

/* The fraction of the table that a row group is. */
static double one_group(const struct cost *cost)
{
    return 1 / (cost->n_row_groups > 0 ? cost->n_row_groups : 1);
}

static struct column_facts facts_of(const struct cost *cost,
                                    const struct plan_context *context,
                                    const struct table_column *c)
{
    struct column_facts facts = {1, 0, 0.05, false};
    struct table_file *file = context->file->file;
    uint32_t sample[MOST_SAMPLES], n_known = 0, n_seen = 0;
    double least = HUGE_VAL, most = -HUGE_VAL, sum = 0, rows = 0, nulls = 0;
    if (c->column->is_of_path) { /* files that are open say nothing of the others */
        uint64_t n_values = file->ops->distinct_values(file, c->source);
        if (n_values > 1)
            facts.part_of_groups = 1 / (double)n_values;
        return facts;
    }
    for (uint32_t n = sample_row_groups(file, sample); n_seen < n; n_seen++) {
        struct column_statistics s;
        struct error ignored = {0};
        if (file->ops->column_statistics(file, sample[n_seen], c->source, &s, &ignored) !=
            OK)
            return facts;
        rows += (double)s.n_rows;
        nulls += s.has_null_count ? (double)s.null_count : 0;
        if (!s.has_min || !s.has_max)
            continue;
        double low = number_of(c->column, s.min), high = number_of(c->column, s.max);
        n_known++;
        sum += high - low;
        least = low < least ? low : least;
        most = high > most ? high : most;
    }
    if (rows > 0)
        facts.part_null = nulls / rows;
    if (n_known == 0 || n_known < n_seen)
        return facts;
    facts.is_known = true;
    facts.width = most - least;
    double at_least_one = one_group(cost);
    facts.part_of_groups = facts.width > 0 ? sum / n_known / facts.width : 1;
    if (facts.part_of_groups < at_least_one)
        facts.part_of_groups = at_least_one;
    if (!(facts.part_of_groups < 1))
        facts.part_of_groups = 1;
    return facts;
}

/* For a known right-hand side: the fraction of the row groups that statistics do not
 * exclude.  False if that is not known. */
static bool known_parts(const struct plan_context *context, const struct plan_term *term,
                        sqlite3_value *value, double *part_of_groups)
{
    const struct table_column *c = plan_column(context, term->column);
    const struct constraint constraint = plan_constraint(context, term);
    struct literal literal = literal_of(value);
    struct predicate predicate = {0};
    struct error ignored = {0};
    struct table_file *file = context->file->file;
    uint32_t sample[MOST_SAMPLES], n = sample_row_groups(file, sample), n_kept = 0;
    if (term->comparison == COMPARE_IN || n == 0 || c->column->is_of_path ||
        constraint_add(&constraint, &literal, 1, &predicate, &ignored) != OK ||
        predicate.n_terms != 1 || !predicate.terms[0].prunes) {
        predicate_release(&predicate);
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct column_statistics s;
        if (file->ops->column_statistics(file, sample[i], c->source, &s, &ignored) !=
                OK ||
            !value_set_excludes(&predicate.terms[0].set, c->column, &s))
            n_kept++;
    }
    predicate_release(&predicate);
    *part_of_groups = ((double)n_kept + 0.01) / (double)n;
    if (*part_of_groups > 1)
        *part_of_groups = 1;
    return true;
}

/* ---- Terms ----------------------------------------------------------------------- */

/* The number of different values among n draws of D equally likely ones. */
static double n_seen_of(double d, double n)
{
    return d * -expm1(-n / d);
}

/* The number of different values in the file, from those in the first row group. */
static double extrapolate(double n_in_group, double n_group_rows, double n_rows,
                          double part_of_groups)
{
    double low = n_in_group, high = n_rows;
    if (n_in_group >= 0.9 * n_group_rows)
        return n_rows * n_in_group / n_group_rows;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (n_seen_of(middle, n_group_rows) < n_in_group)
            low = middle;
        else
            high = middle;
    }
    /* If bounds of row groups are apart, each has values of its own. */
    double mixed = n_seen_of(high, n_rows), apart = n_in_group / part_of_groups;
    return mixed > apart ? mixed : apart;
}

/* The fraction of the rows that equal one value. */
static double part_equal(const struct plan_context *context, const struct table_column *c,
                         const struct column_facts *facts, double n_rows)
{
    struct table_file *file = context->file->file;
    double n_distinct = 1000;
    double n_in_group = (double)file->ops->distinct_values(file, c->source);
    if (c->column->is_of_path)
        n_distinct = n_in_group;
    else if (c->column->type == COLUMN_BOOLEAN)
        n_distinct = 2;
    else if (n_in_group > 0)
        n_distinct = extrapolate(n_in_group, (double)file->ops->row_group_rows(file, 0),
                                 n_rows, facts->part_of_groups);
    if (facts->is_known && c->column->kind == VECTOR_INT64 && facts->width >= 0 &&
        (n_in_group == 0 || facts->width + 1 < n_distinct))
        n_distinct = facts->width + 1;
    if (n_distinct > n_rows)
        n_distinct = n_rows;
    return 1 / (n_distinct > 1 ? n_distinct : 1);
}

/* Whether rows are found in memory if such a term's value changes from pass to pass;
 * see look_up.h.  The first of these passes reads all rows, which no plan avoids: an
 * outer table is read whole, too. */
static bool is_looked_up(const struct cost *cost, const struct table_column *c,
                         sqlite3_value *value)
{
    double bytes = cost->n_rows * (cost->n_columns + 2) * BYTES_OF_CACHED_VALUE;
    return value == NULL && join_column_is_possible(c->column) &&
           bytes < (double)(memory_left() / 2);
}

static void add_equality(struct cost *cost, const struct plan_context *context,
                         const struct plan_term *term, const struct table_column *c,
                         sqlite3_value *value, double part_of_groups)
{
    struct column_facts facts = facts_of(cost, context, c);
    struct table_file *file = context->file->file;
    double equal = part_equal(context, c, &facts, cost->n_rows);
    if (part_of_groups <= 0)
        part_of_groups = facts.part_of_groups;
    if (file->ops->has_bloom(file, c->source) && part_of_groups > 0.01 + one_group(cost))
        part_of_groups = 0.01 + one_group(cost) + equal;
    if (term->comparison == COMPARE_IN) {
        part_of_groups *= ASSUMED_IN_VALUES;
        equal *= ASSUMED_IN_VALUES;
    }
    if (is_looked_up(cost, c, value)) {
        cost->is_looked_up = true;
        part_of_groups = equal;
    }
    cost->scanned *= part_of_groups < 1 ? part_of_groups : 1;
    cost->returned *= equal < 1 ? equal : 1;
}

/* Notes a bound that changes from pass to pass.  Only rows between two bounds are found
 * in fewer steps than other plans take: the other table may have both bounds. */
static void add_bound(struct cost *cost, const struct plan_term *term,
                      const struct table_column *c, sqlite3_value *value)
{
    uint64_t bit = UINT64_C(1) << (term->column < 63 ? term->column : 63);
    if (!is_looked_up(cost, c, value))
        return;
    if (term->comparison == COMPARE_LT || term->comparison == COMPARE_LE)
        cost->highs |= bit;
    else
        cost->lows |= bit;
    cost->is_in_range = (cost->lows & cost->highs) != 0;
}

void cost_add_term(struct cost *cost, const struct plan_context *context,
                   const struct plan_term *term, sqlite3_value *value)
{
    double part = 0;
    cost->has_terms = true;
    const struct table_column *c = plan_column(context, term->column);
    if (c->column == NULL) {
        bool is_one = comparison_is_equality(term->comparison),
             is_in_file = term->column >= 0;
        /* Each file may have such a row. */
        double n = is_in_file ? (double)table_file_count(context->file->file) : 1;
        double kept = is_one ? (n < cost->n_rows ? n / cost->n_rows : 1) : 0.25;
        cost->is_looked_up = cost->is_looked_up || (is_one && value == NULL);
        cost->scanned *= kept;
        cost->returned *= kept;
        return;
    }
    bool is_known = value != NULL && known_parts(context, term, value, &part);
    switch (term->comparison) {
    case COMPARE_EQ:
    case COMPARE_IS:
    case COMPARE_IN:
        add_equality(cost, context, term, c, value, is_known ? part : 0);
        return;
    case COMPARE_LT:
    case COMPARE_LE:
    case COMPARE_GT:
    case COMPARE_GE: {
        struct column_facts facts = facts_of(cost, context, c);
        double narrowed = 0.25 + facts.part_of_groups;
        if (!is_known)
            part = narrowed < 1 ? narrowed : 1;
        add_bound(cost, term, c, value);
        cost->scanned *= part;
        cost->returned *= is_known && part < 0.5 ? part : 0.25;
        return;
    }
    case COMPARE_IS_NULL: {
        struct column_facts facts = facts_of(cost, context, c);
        cost->returned *= facts.part_null + 1e-6;
        return;
    }
    case COMPARE_LIKE:
    case COMPARE_GLOB:
        cost->returned *= 0.1;
        return;
    default:
        cost->returned *= 0.9;
        return;
    }
}

void cost_finish(const struct cost *cost, sqlite3_index_info *info)
{
    double scanned = cost->n_rows * cost->scanned;
    double returned = cost->n_rows * cost->returned;
    if (returned > scanned)
        returned = scanned;
    bool is_found = cost->is_looked_up || cost->is_in_range;
    double visited = returned;
    if (cost->is_in_range && !cost->is_looked_up && visited > MOST_ROWS_OF_RANGE)
        visited = MOST_ROWS_OF_RANGE;
    double total = (is_found ? COST_OF_LOOK_UP : COST_OF_CALL) +
                   visited * (COST_OF_ROW + COST_OF_VALUE * cost->n_columns);
    if (cost->has_terms && !is_found) {
        total += cost->n_row_groups * COST_OF_TESTED_ROW_GROUP +
                 scanned * COST_OF_TESTED_ROW;
        /* For each returned row a whole page of each column is read. */
        double passed = returned * 20000 < scanned ? returned * 20000 : scanned;
        total += passed * COST_OF_PASSED_VALUE * cost->n_columns;
    }
    info->estimatedCost = total;
    info->estimatedRows = returned < 1      ? 1
                          : returned < 9e15 ? (sqlite3_int64)returned
                                            : INT64_C(9000000000000000);
}
