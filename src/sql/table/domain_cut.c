/* SPDX-License-Identifier: MIT */
#include "sql/table/domain_cut.h"

#include <math.h>

#include "sql/table/result.h"
#include "value/value_text.h"

enum value_domain domain_of(const struct table_column *column)
{
    switch (column->form) {
    case FORM_UINT64:
    case FORM_UINT64_TEXT:
    case FORM_UINT64_REAL:
    case FORM_UINT64_BLOB:
        return DOMAIN_UINT64;
    case FORM_REAL:
        return DOMAIN_DOUBLE;
    case FORM_DECIMAL_REAL:
        return column->column->kind == VECTOR_BYTES ? DOMAIN_DOUBLE : DOMAIN_INT64;
    case FORM_DECIMAL_INTEGER:
        return DOMAIN_INT64;
    default:
        break;
    }
    switch (column->column->kind) {
    case VECTOR_INT64:
        return DOMAIN_INT64;
    case VECTOR_DOUBLE:
        return DOMAIN_DOUBLE;
    case VECTOR_INSTANT:
        return DOMAIN_INSTANT;
    case VECTOR_BYTES:
        break;
    }
    return DOMAIN_BYTES;
}

static void add_part(struct domain_cut *cut, struct value_range range,
                     enum domain_side side)
{
    cut->parts[cut->n_parts++] = (struct domain_part){range, side};
}

/* Divides all values at one of them, which is itself on that side of the literal. */
static void cut_at(enum value_domain domain, union column_value value,
                   enum domain_side side, struct domain_cut *cut)
{
    struct value_range below = value_range_all(domain), above = below;
    struct value_range point = {.low = value, .high = value};
    if (value_range_below(domain, value, &below))
        add_part(cut, below, SIDE_BELOW);
    add_part(cut, point, side);
    if (value_range_above(domain, value, &above))
        add_part(cut, above, SIDE_ABOVE);
}

/* Divides a range before the first value that is equal or above, and before the first
 * that is above; NULL: there is none. */
static void cut_before(enum value_domain domain, struct value_range range,
                       const union column_value *equal, const union column_value *above,
                       struct domain_cut *cut)
{
    struct value_range part = range;
    if (equal == NULL || value_range_below(domain, *equal, &part))
        add_part(cut, part, SIDE_BELOW);
    if (equal == NULL)
        return;
    part = range;
    part.low = *equal;
    if (above == NULL || value_range_below(domain, *above, &part))
        add_part(cut, part, SIDE_EQUAL);
    if (above == NULL)
        return;
    range.low = *above;
    add_part(cut, range, SIDE_ABOVE);
}

/* ---- Literals --------------------------------------------------------------------- */

_Static_assert(LITERAL_INTEGER == SQLITE_INTEGER && LITERAL_REAL == SQLITE_FLOAT &&
                   LITERAL_TEXT == SQLITE_TEXT && LITERAL_BLOB == SQLITE_BLOB &&
                   LITERAL_NULL == SQLITE_NULL,
               "the types of literals are those of SQLite's values");

void literal_read(struct literal *literal, sqlite3_value *value)
{
    literal->type = sqlite3_value_type(value);
    switch (literal->type) {
    case SQLITE_INTEGER:
        literal->integer = sqlite3_value_int64(value);
        break;
    case SQLITE_FLOAT:
        literal->real = sqlite3_value_double(value);
        break;
    case SQLITE_TEXT:
        literal->bytes.data = sqlite3_value_text(value);
        literal->bytes.size = (size_t)sqlite3_value_bytes(value);
        break;
    case SQLITE_BLOB:
        literal->bytes.data = sqlite3_value_blob(value);
        literal->bytes.size = (size_t)sqlite3_value_bytes(value);
        break;
    default:
        break;
    }
}

/* ---- Comparing as SQLite does ---------------------------------------------------- */

/* SQLite's order of an integer and a real: -1, 0 or 1; nothing is rounded. */
static int compare_integer_with_real(int64_t integer, double real)
{
    if (real < -9223372036854775808.0)
        return 1;
    if (real >= 9223372036854775808.0)
        return -1;
    int64_t whole = (int64_t)real;
    if (integer != whole)
        return integer < whole ? -1 : 1;
    double rest = real - (double)whole; /* exact: a part of real's own bits */
    return rest > 0 ? -1 : rest < 0;
}

static bool is_number(const struct literal *literal)
{
    return literal->type == LITERAL_INTEGER || literal->type == LITERAL_REAL;
}

static int compare_numbers(const struct literal *a, const struct literal *b)
{
    if (a->type == LITERAL_REAL && b->type == LITERAL_REAL)
        return (a->real > b->real) - (a->real < b->real);
    if (a->type == LITERAL_REAL)
        return -compare_integer_with_real(b->integer, a->real);
    if (b->type == LITERAL_REAL)
        return compare_integer_with_real(a->integer, b->real);
    return (a->integer > b->integer) - (a->integer < b->integer);
}

/* SQLite orders numbers before text and text before BLOBs. */
static int compare(const struct literal *a, const struct literal *b)
{
    if (is_number(a) && is_number(b))
        return compare_numbers(a, b);
    if (is_number(a) || is_number(b) || a->type != b->type)
        return a->type < b->type ? -1 : 1;
    return bytes_compare(a->bytes, b->bytes);
}

/* ---- Bisection ------------------------------------------------------------------- */

/* An integer, or the last instant of a second. */
static union column_value value_at(enum value_domain domain, int64_t i)
{
    return domain == DOMAIN_INSTANT ? (union column_value){.instant = {i, 999999999}}
                                    : (union column_value){.int64 = i};
}

/* Whether what SQLite sees of a value compares with the literal as `order` (-1, 0, 1) or
 * greater. */
static bool reaches(const struct table_column *column, enum value_domain domain,
                    union column_value value, const struct literal *literal, int order)
{
    char text[VALUE_TEXT_SIZE];
    enum vector_kind kind = domain == DOMAIN_INSTANT ? VECTOR_INSTANT : VECTOR_INT64;
    struct literal shown;
    shown_value(column, kind, value, text, &shown);
    return compare(&shown, literal) >= order;
}

/* Finds the first value of a range of integers, or of whole seconds, that reaches the
 * order; false if there is none.  The converted values must not descend. */
static bool find_first(const struct table_column *column, enum value_domain domain,
                       const struct value_range *range, const struct literal *literal,
                       int order, union column_value *first)
{
    bool is_instant = domain == DOMAIN_INSTANT;
    int64_t low = is_instant ? range->low.instant.seconds : range->low.int64;
    int64_t high = is_instant ? range->high.instant.seconds : range->high.int64;
    if (!reaches(column, domain, range->high, literal, order))
        return false;
    while (low != high) {
        uint64_t width = (uint64_t)high - (uint64_t)low;
        int64_t middle = (int64_t)((uint64_t)low + width / 2);
        if (reaches(column, domain, value_at(domain, middle), literal, order))
            high = middle;
        else
            low = (int64_t)((uint64_t)middle + 1); /* it may be a uint64_t */
    }
    *first = value_at(domain, low);
    low = 0;
    while (is_instant && low < first->instant.nanos) {
        union column_value middle = *first;
        middle.instant.nanos = (int32_t)((low + first->instant.nanos) / 2);
        if (reaches(column, domain, middle, literal, order))
            *first = middle;
        else
            low = middle.instant.nanos + 1;
    }
    return true;
}

/* Divides a range, whose converted values must not descend. */
static void cut_range(const struct table_column *column, enum value_domain domain,
                      struct value_range range, const struct literal *literal,
                      struct domain_cut *cut)
{
    union column_value equal, above;
    bool has_equal = find_first(column, domain, &range, literal, 0, &equal);
    bool has_above = has_equal && find_first(column, domain, &range, literal, 1, &above);
    cut_before(domain, range, has_equal ? &equal : NULL, has_above ? &above : NULL, cut);
}

static void cut_integers(const struct table_column *column, const struct literal *literal,
                         struct domain_cut *cut)
{
    cut_range(column, DOMAIN_INT64, value_range_all(DOMAIN_INT64), literal, cut);
}

void domain_cut_integers(const struct literal *literal, struct domain_cut *cut)
{
    const struct table_column plain = {.form = FORM_INTEGER};
    const union column_value value = {.int64 = literal->integer};
    cut->n_parts = 0;
    if (literal->type == SQLITE_INTEGER)
        cut_at(DOMAIN_INT64, value, SIDE_EQUAL, cut);
    else
        cut_integers(&plain, literal, cut);
}

/* Values from 2^63 on become text, and how that compares depends on unknown
 * affinities. */
static void cut_uint64(const struct table_column *column, const struct literal *literal,
                       struct domain_cut *cut)
{
    const struct table_column plain = {.form = FORM_INTEGER};
    const struct value_range integers = {.high.int64 = INT64_MAX};
    /* As uint64_t that is 2^63 .. 2^64 - 1, which ascends, too. */
    const struct value_range texts = {.low.int64 = INT64_MIN, .high.int64 = -1};
    if (column->form == FORM_UINT64) {
        cut_range(&plain, DOMAIN_INT64, integers, literal, cut);
        add_part(cut, texts, SIDE_UNKNOWN);
    } else {
        cut_range(column, DOMAIN_UINT64, value_range_all(DOMAIN_UINT64), literal, cut);
    }
}

/* ---- Dates and times ------------------------------------------------------------- */

struct value_range domain_ordered_part(const struct table_column *column)
{
    /* Of the years 0000 to 9999, since 1970. */
    const int64_t first_day = -719528, end_day = 2932897;
    const struct column *c = column->column;
    int64_t units = units_per_second(c->unit);
    struct value_range range = {0};
    if (c->kind == VECTOR_INSTANT) {
        range.low.instant = (struct instant){first_day * 86400, 0};
        range.high.instant = (struct instant){end_day * 86400 - 1, 999999999};
    } else if (c->type == COLUMN_DATE) {
        range.low.int64 = first_day;
        range.high.int64 = end_day - 1;
    } else if (c->type == COLUMN_TIME) { /* 00:00:00 to 99:59:59 */
        range.high.int64 = INT64_C(360000) * units - 1;
    } else if (c->unit == UNIT_NANOS) {
        range = value_range_all(DOMAIN_INT64);
    } else {
        range.low.int64 = first_day * 86400 * units;
        range.high.int64 = end_day * 86400 * units - 1;
    }
    return range;
}

/* Whether the literal is above all texts of other years, which begin with a sign. */
static bool is_above_signs(const struct literal *literal)
{
    return literal->type != SQLITE_TEXT ||
           (literal->bytes.size > 0 && literal->bytes.data[0] > '-');
}

/* Values that are shown as texts of dates and times. */
static void cut_times(const struct table_column *column, const struct literal *literal,
                      struct domain_cut *cut)
{
    enum value_domain domain = domain_of(column);
    struct value_range ordered = domain_ordered_part(column);
    struct value_range before = value_range_all(domain), after = before;
    bool is_unknown = column->column->type == COLUMN_TIME && literal->type == SQLITE_TEXT;
    cut_range(column, domain, ordered, literal, cut);
    if (value_range_below(domain, ordered.low, &before))
        add_part(cut, before, SIDE_BELOW);
    if (value_range_above(domain, ordered.high, &after))
        add_part(cut, after, is_unknown ? SIDE_UNKNOWN : SIDE_BELOW);
}

/* ---- Reals ----------------------------------------------------------------------- */

static void cut_reals(const struct literal *literal, struct domain_cut *cut)
{
    if (!is_number(literal)) {
        add_part(cut, value_range_all(DOMAIN_DOUBLE), SIDE_BELOW);
        return;
    }
    union column_value nearest = {.float64 = literal->type == SQLITE_FLOAT
                                                 ? literal->real
                                                 : (double)literal->integer};
    const struct literal real = {.type = LITERAL_REAL, .real = nearest.float64};
    int order = compare_numbers(&real, literal);
    cut_at(DOMAIN_DOUBLE, nearest,
           order < 0   ? SIDE_BELOW
           : order > 0 ? SIDE_ABOVE
                       : SIDE_EQUAL,
           cut);
}

/* ---- Bytes ----------------------------------------------------------------------- */

/* Divides texts or blobs that SQLite sees as they are stored.  Texts are not compared
 * with numbers here: which is converted to the type of the other is unknown. */
static void cut_bytes(bool are_texts, const struct literal *literal,
                      struct domain_cut *cut)
{
    int type = are_texts ? SQLITE_TEXT : SQLITE_BLOB;
    if (literal->type != type) {
        add_part(cut, value_range_all(DOMAIN_BYTES), are_texts ? SIDE_BELOW : SIDE_ABOVE);
        return;
    }
    cut_at(DOMAIN_BYTES, (union column_value){.bytes = literal->bytes}, SIDE_EQUAL, cut);
}

static int compare_text(const char *text, size_t size, const struct literal *literal)
{
    const struct literal shown = {.type = LITERAL_TEXT,
                                  .bytes = {(const uint8_t *)text, size}};
    return compare(&shown, literal);
}

static int compare_uuid(const uint8_t *bytes, const struct literal *literal)
{
    char text[VALUE_TEXT_SIZE];
    return compare_text(text, text_from_uuid(bytes, text), literal);
}

/* Sets 16 zero bytes to the first UUID that compares with the literal as `order` or
 * greater; false if there is none.  Works bit by bit, since UUIDs' texts sort as their
 * bytes. */
static bool find_first_uuid(const struct literal *literal, int order, uint8_t *uuid)
{
    if (compare_uuid(uuid, literal) >= order)
        return true;
    /* Builds the last UUID that compares less, from the top bit down, then adds one. */
    for (unsigned bit = 0; bit < 128; bit++) {
        uint8_t mask = (uint8_t)(0x80 >> bit % 8);
        uuid[bit / 8] |= mask;
        if (compare_uuid(uuid, literal) >= order)
            uuid[bit / 8] &= (uint8_t)~mask;
    }
    for (unsigned i = 16; i-- > 0;) {
        if (++uuid[i] != 0)
            return true;
    }
    return false;
}

static enum status cut_uuids(const struct literal *literal, struct arena *arena,
                             struct domain_cut *cut, struct error *error)
{
    uint8_t *uuids = arena_alloc(arena, 2, 16);
    if (uuids == NULL)
        return error_nomem(error);
    union column_value first = {.bytes = {uuids, 16}};
    bool has_equal = find_first_uuid(literal, 0, uuids);
    (void)find_first_uuid(literal, 1, uuids + 16);
    /* At most one UUID equals a text; Bloom filters can be asked for a single value. */
    if (has_equal && memcmp(uuids, uuids + 16, 16) != 0)
        cut_at(DOMAIN_BYTES, first, SIDE_EQUAL, cut);
    else
        cut_before(DOMAIN_BYTES, value_range_all(DOMAIN_BYTES), has_equal ? &first : NULL,
                   &first, cut);
    return OK;
}

/* Decimals as text: finds only the value that equals the literal; on which side others
 * are is not known, since no ranges are asked for. */
static void cut_decimal_texts(const struct table_column *column,
                              const struct literal *literal, struct domain_cut *cut)
{
    char text[VALUE_TEXT_SIZE];
    uint64_t digits = 0;
    size_t size = literal->type == SQLITE_TEXT ? literal->bytes.size : 0;
    bool is_negative = size > 0 && literal->bytes.data[0] == '-';
    for (size_t i = 0; i < size && size < 24; i++) {
        uint8_t c = literal->bytes.data[i];
        if (c >= '0' && c <= '9')
            digits = digits * 10 + (uint64_t)(c - '0');
    }
    union column_value value = {.int64 = (int64_t)(is_negative ? ~digits + 1 : digits)};
    size_t n = text_from_decimal(value.int64, column->column->scale, text);
    if (size > 0 && compare_text(text, n, literal) == 0)
        cut_at(DOMAIN_INT64, value, SIDE_EQUAL, cut);
    else
        add_part(cut, value_range_all(DOMAIN_INT64), SIDE_BELOW);
}

/* ---- Any column ------------------------------------------------------------------ */

bool domain_cut_is_possible(const struct table_column *column,
                            const struct literal *literal)
{
    if (literal->type == SQLITE_NULL)
        return true;
    switch (column->column->type) {
    case COLUMN_DATE:
    case COLUMN_TIMESTAMP:
    case COLUMN_TIME:
        return is_above_signs(literal);
    case COLUMN_INTERVAL:
        return false;
    default:
        return true;
    }
}

enum status domain_cut(const struct table_column *column, bool as_text,
                       const struct literal *literal, struct arena *arena,
                       struct domain_cut *cut, struct error *error)
{
    const struct column *c = column->column;
    cut->n_parts = 0;
    if (as_text) {
        cut_bytes(true, literal, cut);
        return OK;
    }
    switch (domain_of(column)) {
    case DOMAIN_UINT64:
        cut_uint64(column, literal, cut);
        return OK;
    case DOMAIN_DOUBLE:
        cut_reals(literal, cut);
        return OK;
    case DOMAIN_INSTANT:
        if (column->form == FORM_TEXT)
            cut_times(column, literal, cut);
        else
            cut_range(column, DOMAIN_INSTANT, value_range_all(DOMAIN_INSTANT), literal,
                      cut);
        return OK;
    case DOMAIN_INT64:
        if (column->form == FORM_TEXT)
            cut_times(column, literal, cut);
        else if (column->form == FORM_DECIMAL_TEXT)
            cut_decimal_texts(column, literal, cut);
        else if (column->form == FORM_DECIMAL_REAL || column->form == FORM_EPOCH)
            cut_integers(column, literal, cut);
        else
            domain_cut_integers(literal, cut);
        return OK;
    case DOMAIN_BYTES:
        break;
    }
    if (c->type == COLUMN_UUID && column->form == FORM_TEXT)
        return cut_uuids(literal, arena, cut, error);
    cut_bytes(value_class_of(column) == CLASS_TEXT, literal, cut);
    return OK;
}
