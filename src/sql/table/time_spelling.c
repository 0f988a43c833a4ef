/* SPDX-License-Identifier: MIT */
#include "sql/table/time_spelling.h"

#include <math.h>
#include <stdio.h>

#include "value/instant_key.h"
#include "value/value_from_text.h"

/* Values of IN that are tested. */
enum { MOST_VALUES = 20 };

static bool sets_are_equal(const struct value_set *a, const struct value_set *b)
{
    bool are_equal = a->n_ranges == b->n_ranges && a->accepts_null == b->accepts_null;
    for (uint32_t i = 0; are_equal && i < a->n_ranges; i++)
        are_equal =
            column_value_compare(a->domain, a->ranges[i].low, b->ranges[i].low) == 0 &&
            column_value_compare(a->domain, a->ranges[i].high, b->ranges[i].high) == 0;
    return are_equal;
}

/* Whether comparing texts accepts other values than comparing instants. */
static bool loses_rows(const struct table_column *column, enum comparison comparison,
                       const struct literal *literal)
{
    struct constraint constraint = {
        .column = column, .comparison = comparison, .is_known_text = true};
    struct predicate predicate = {0};
    struct error ignored = {0};
    enum status status = constraint_add(&constraint, literal, 1, &predicate, &ignored);
    constraint.collation = COLLATE_INSTANT;
    if (status == OK)
        status = constraint_add(&constraint, literal, 1, &predicate, &ignored);
    const struct predicate_term *terms = predicate.terms;
    bool loses = status == OK && predicate.n_terms == 2 && !terms[0].is_formatted &&
                 !terms[1].is_formatted && !sets_are_equal(&terms[0].set, &terms[1].set);
    predicate_release(&predicate);
    return loses;
}

/* Writes the instant as the column's values are spelled; 0: no value is the instant, or
 * it is not one. */
static size_t respell(const struct table_column *column, struct slice text, char *out)
{
    const struct column *c = column->column;
    struct instant instant;
    int64_t nanos;
    if (c->type == COLUMN_TIME)
        return time_from_text(text, UNIT_NANOS, true, &nanos) == TEXT_UNFIT
                   ? 0
                   : text_from_time(nanos, UNIT_NANOS, out);
    if (instant_from_text(text, true, &instant) == TEXT_UNFIT)
        return 0;
    if (c->type == COLUMN_DATE && instant.nanos == 0 && instant.seconds % 86400 == 0)
        return text_from_date(instant.seconds / 86400, out);
    if (column->style != TIMES_ISO8601 || c->type == COLUMN_DATE)
        return text_from_instant(instant, out);
    int64_t units = 0;
    double real;
    bool is_instant = c->kind == VECTOR_INSTANT;
    union vector_values values = {.int64 = &units};
    if (is_instant)
        values.instant = &instant;
    else if (!units_from_instant(instant, c->unit, &units, &real) ||
             instant_from_units(units, c->unit).nanos != instant.nanos)
        return 0;
    return value_in_style(c, column->style, values, 0, out);
}

/* Whether a timestamp is compared with a date alone; writes the day after it. */
static bool is_day_of(const struct table_column *column, struct slice text,
                      char *next_day, size_t *size)
{
    int64_t days;
    if (column->column->type != COLUMN_TIMESTAMP ||
        date_from_text(text, &days) == TEXT_UNFIT)
        return false;
    *size = text_from_date(days + 1, next_day);
    return true;
}

static bool is_doubtful_text(const struct table_column *column,
                             enum comparison comparison, const struct literal *literal,
                             char *warning)
{
    char own[VALUE_TEXT_SIZE], next_day[VALUE_TEXT_SIZE];
    size_t size;
    struct slice text = slice_of(literal->bytes.data, literal->bytes.size);
    size_t n = text.size > VALUE_TEXT_SIZE ? 0 : respell(column, text, own);
    if (n == 0 || slice_compare(text, slice_of(own, n)) == 0 ||
        !loses_rows(column, comparison, literal))
        return false;
    if (is_day_of(column, text, next_day, &size)) {
        snprintf(warning, SPELLING_WARNING_SIZE,
                 "column \"%.60s\" has times, but is compared with the date '%.*s': for "
                 "the whole day, write >= '%.*s' and < '%.*s'",
                 column->name, SLICE_SHOWN(text, VALUE_TEXT_SIZE),
                 SLICE_SHOWN(text, VALUE_TEXT_SIZE), (int)size, next_day);
        return true;
    }
    snprintf(warning, SPELLING_WARNING_SIZE,
             "column \"%.60s\" is compared as text with '%.*s': write '%.*s', or use "
             "COLLATE parquet_instant or the table option timestamps=instant",
             column->name, SLICE_SHOWN(text, VALUE_TEXT_SIZE), (int)n, own);
    return true;
}

/* A year is the beginning of the text, and other small numbers are not instants. */
static bool is_doubtful_number(const struct table_column *column, double number,
                               char *warning)
{
    const double most_year = 9999, size = fabs(number);
    const char *unit = size < 1e11   ? "seconds"
                       : size < 1e14 ? "milliseconds"
                       : size < 1e17 ? "microseconds"
                                     : "nanoseconds";
    bool is_year = number >= 0 && number <= most_year && floor(number) == number;
    if (is_year)
        return false;
    snprintf(warning, SPELLING_WARNING_SIZE,
             "column \"%.60s\" is text, but is compared with the number %.17g: write a "
             "date, or use the table option timestamps=%s",
             column->name, number, unit);
    return true;
}

static bool is_doubtful(const struct table_column *column, enum comparison comparison,
                        sqlite3_value *value, char *warning)
{
    struct literal literal = literal_of(value);
    switch (literal.type) {
    case SQLITE_TEXT:
        return is_doubtful_text(column, comparison, &literal, warning);
    case SQLITE_INTEGER:
        return is_doubtful_number(column, (double)literal.integer, warning);
    case SQLITE_FLOAT:
        return is_doubtful_number(column, literal.real, warning);
    default:
        return false;
    }
}

static bool has_doubtful_value(const struct table_column *column, sqlite3_value *list,
                               char *warning)
{
    sqlite3_value *value = NULL;
    bool is_found = false;
    int code = sqlite3_vtab_in_first(list, &value);
    for (int i = 0; code == SQLITE_OK && value != NULL && !is_found && i < MOST_VALUES;
         i++) {
        is_found = is_doubtful(column, COMPARE_EQ, value, warning);
        code = sqlite3_vtab_in_next(list, &value);
    }
    return is_found;
}

bool time_spelling_is_doubtful(const struct plan *plan,
                               const struct plan_context *context, sqlite3_value **argv,
                               char *warning)
{
    bool is_found = false;
    for (uint32_t i = 0; !is_found && i < plan->n_terms; i++) {
        const struct plan_term *term = &plan->terms[i];
        const struct table_column *column = plan_column(context, term->column);
        /* <> finds too many rows, if anything, and hosts do not report its collation. */
        if (!table_column_is_time(column) || term->collation != COLLATE_BINARY ||
            !(comparison_is_equality(term->comparison) ||
              comparison_is_range(term->comparison)))
            continue;
        if (term->comparison == COMPARE_IN)
            is_found = has_doubtful_value(column, argv[i], warning);
        else
            is_found = is_doubtful(column, term->comparison, argv[i], warning);
    }
    return is_found;
}
