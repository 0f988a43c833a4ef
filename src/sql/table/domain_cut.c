/* SPDX-License-Identifier: MIT */
#include "sql/table/domain_cut.h"

#include <math.h>

#include "value/value_from_text.h"
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

enum side { BELOW, EQUAL, ABOVE, UNKNOWN };

static void add_part(struct domain_cut *cut, struct value_range range, enum side side)
{
    cut->parts[cut->n_parts++] = (struct domain_part){.range = range,
                                                      .is_below = side == BELOW,
                                                      .is_equal = side == EQUAL,
                                                      .is_above = side == ABOVE,
                                                      .is_unknown = side == UNKNOWN};
}

static void add_integers(struct domain_cut *cut, int64_t low, int64_t high,
                         enum side side)
{
    struct value_range range = {.low.int64 = low, .high.int64 = high};
    if (low <= high)
        add_part(cut, range, side);
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

/* SQLite orders numbers before text and text before blobs. */
static int compare_integer(int64_t integer, const struct literal *literal)
{
    if (literal->type == SQLITE_INTEGER)
        return (integer > literal->integer) - (integer < literal->integer);
    if (literal->type == SQLITE_FLOAT)
        return compare_integer_with_real(integer, literal->real);
    return -1;
}

static int compare_real(double real, const struct literal *literal)
{
    if (literal->type == SQLITE_INTEGER)
        return -compare_integer_with_real(literal->integer, real);
    if (literal->type == SQLITE_FLOAT)
        return (real > literal->real) - (real < literal->real);
    return -1;
}

static int compare_text(const char *text, size_t size, const struct literal *literal)
{
    if (literal->type != SQLITE_TEXT)
        return literal->type == SQLITE_BLOB ? -1 : 1;
    size_t other = literal->bytes.size;
    size_t shorter = size < other ? size : other;
    int order = shorter > 0 ? memcmp(text, literal->bytes.data, shorter) : 0;
    return order != 0 ? order : (size > other) - (size < other);
}

/* Numbers and text come before all blobs. */
static int compare_blob(const uint8_t *bytes, size_t size, const struct literal *literal)
{
    if (literal->type != SQLITE_BLOB)
        return 1;
    return bytes_compare((struct bytes_value){bytes, size}, literal->bytes);
}

/* A uint64_t as the int64_t at the same position in the order, and back. */
static int64_t turn_sign(int64_t value)
{
    return (int64_t)((uint64_t)value ^ UINT64_C(1) << 63);
}

/* value: after turn_sign(). */
static int compare_unsigned(enum result_form form, int64_t value,
                            const struct literal *literal)
{
    char text[VALUE_TEXT_SIZE];
    uint8_t bytes[8];
    uint64_t number = (uint64_t)turn_sign(value);
    switch (form) {
    case FORM_UINT64_TEXT:
        return compare_text(text, padded_from_uint64(number, text), literal);
    case FORM_UINT64_REAL:
        return compare_real((double)number, literal);
    default:
        store_u64_big_endian(bytes, number);
        return compare_blob(bytes, sizeof bytes, literal);
    }
}

static int compare_instant(const struct table_column *column, struct instant instant,
                           const struct literal *literal)
{
    char text[VALUE_TEXT_SIZE];
    int64_t value;
    double real;
    const union vector_values values = {.instant = &instant};
    if (column->form == FORM_TEXT)
        return compare_text(
            text, time_in_style(column->column, column->style, values, 0, text), literal);
    return units_from_instant(instant, column->shown_unit, &value, &real)
               ? compare_integer(value, literal)
               : compare_real(real, literal);
}

/* Compares a stored integer, converted as the column's result form says. */
static int compare_presented(const struct table_column *column, int64_t value,
                             const struct literal *literal)
{
    char text[VALUE_TEXT_SIZE];
    const struct column *c = column->column;
    const union vector_values values = {.int64 = &value};
    switch (column->form) {
    case FORM_DECIMAL_REAL:
        return compare_real(double_from_decimal(value, c->scale), literal);
    case FORM_TEXT:
        return compare_text(text, time_in_style(c, column->style, values, 0, text),
                            literal);
    case FORM_EPOCH:
        return compare_instant(column, instant_from_units(value, c->unit), literal);
    case FORM_UINT64_TEXT:
    case FORM_UINT64_REAL:
    case FORM_UINT64_BLOB:
        return compare_unsigned(column->form, value, literal);
    default:
        return compare_integer(value, literal);
    }
}

/* ---- Integers -------------------------------------------------------------------- */

/* Finds the first value of low .. high that compares with the literal as `order` (-1, 0,
 * 1) or greater; false if there is none.  The converted values must not descend. */
static bool find_first(const struct table_column *column, int64_t low, int64_t high,
                       const struct literal *literal, int order, int64_t *first)
{
    if (compare_presented(column, high, literal) < order)
        return false;
    while (low < high) {
        int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);
        if (compare_presented(column, middle, literal) < order)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    return true;
}

/* Divides low .. high, whose converted values must not descend. */
static void cut_integers(const struct table_column *column, int64_t low, int64_t high,
                         const struct literal *literal, struct domain_cut *cut)
{
    int64_t equal, above;
    if (low > high)
        return;
    if (!find_first(column, low, high, literal, 0, &equal)) {
        add_integers(cut, low, high, BELOW);
        return;
    }
    if (equal > low)
        add_integers(cut, low, equal - 1, BELOW);
    if (!find_first(column, equal, high, literal, 1, &above)) {
        add_integers(cut, equal, high, EQUAL);
        return;
    }
    if (above > equal)
        add_integers(cut, equal, above - 1, EQUAL);
    add_integers(cut, above, high, ABOVE);
}

void domain_cut_integers(const struct literal *literal, struct domain_cut *cut)
{
    const struct table_column plain = {.form = FORM_INTEGER};
    cut->n_parts = 0;
    if (literal->type != SQLITE_INTEGER) {
        cut_integers(&plain, INT64_MIN, INT64_MAX, literal, cut);
        return;
    }
    int64_t value = literal->integer;
    if (value > INT64_MIN)
        add_integers(cut, INT64_MIN, value - 1, BELOW);
    add_integers(cut, value, value, EQUAL);
    if (value < INT64_MAX)
        add_integers(cut, value + 1, INT64_MAX, ABOVE);
}

/* Values from 2^63 on become text, and how that compares depends on unknown
 * affinities. */
static void cut_uint64(const struct table_column *column, const struct literal *literal,
                       struct domain_cut *cut)
{
    const struct table_column plain = {.form = FORM_INTEGER};
    if (column->form != FORM_UINT64) {
        cut_integers(column, INT64_MIN, INT64_MAX, literal, cut);
        for (uint32_t i = 0; i < cut->n_parts; i++) {
            struct value_range *range = &cut->parts[i].range;
            range->low.int64 = turn_sign(range->low.int64);
            range->high.int64 = turn_sign(range->high.int64);
        }
        return;
    }
    cut_integers(&plain, 0, INT64_MAX, literal, cut);
    add_integers(cut, INT64_MIN, -1, UNKNOWN);
    /* As uint64_t that range is 2^63 .. 2^64 - 1, which ascends, too. */
}

/* ---- Dates and times ------------------------------------------------------------- */

/* Of the years 0000 to 9999, since 1970. */
static const int64_t FIRST_SECOND = INT64_C(-719528) * 86400,
                     LAST_SECOND = INT64_C(2932897) * 86400 - 1;

static struct instant instant_at(int64_t seconds, int64_t nanos)
{
    return (struct instant){seconds, (int32_t)nanos};
}

/* The range whose texts sort in the order of the values: years 0000 to 9999, or times
 * 00:00:00 to 99:59:59. */
static void ordered_part(const struct column *column, int64_t *low, int64_t *high)
{
    static const int64_t per_second[] = {1, 1000, 1000000, 1000000000};
    const int64_t first_day = -719528, last_day = 2932896;
    int64_t units = per_second[column->unit];
    if (column->type == COLUMN_DATE) {
        *low = first_day;
        *high = last_day;
    } else if (column->type == COLUMN_TIME) {
        *low = 0;
        *high = INT64_C(360000) * units - 1;
    } else if (column->unit == UNIT_NANOS) {
        *low = INT64_MIN;
        *high = INT64_MAX;
    } else {
        *low = first_day * 86400 * units;
        *high = (last_day + 1) * 86400 * units - 1;
    }
}

struct value_range domain_ordered_part(const struct table_column *column)
{
    struct value_range range = {0};
    if (column->column->kind == VECTOR_INSTANT) {
        range.low.instant = instant_at(FIRST_SECOND, 0);
        range.high.instant = instant_at(LAST_SECOND, 999999999);
    } else {
        ordered_part(column->column, &range.low.int64, &range.high.int64);
    }
    return range;
}

/* Whether the literal is above all texts of other years, which begin with a sign. */
static bool is_above_signs(const struct literal *literal)
{
    return literal->type != SQLITE_TEXT ||
           (literal->bytes.size > 0 && literal->bytes.data[0] > '-');
}

static void cut_times(const struct table_column *column, const struct literal *literal,
                      struct domain_cut *cut)
{
    int64_t low, high;
    ordered_part(column->column, &low, &high);
    cut_integers(column, low, high, literal, cut);
    if (low > INT64_MIN)
        add_integers(cut, INT64_MIN, low - 1, BELOW);
    if (high < INT64_MAX)
        add_integers(cut, high + 1, INT64_MAX,
                     column->column->type == COLUMN_TIME && literal->type == SQLITE_TEXT
                         ? UNKNOWN
                         : BELOW);
}

/* ---- Instants -------------------------------------------------------------------- */

static struct instant instant_before(struct instant instant)
{
    return instant.nanos > 0 ? instant_at(instant.seconds, instant.nanos - 1)
                             : instant_at(instant.seconds - 1, 999999999);
}

/* Finds the first instant of seconds low .. high that compares as `order` or greater;
 * false if there is none. */
static bool find_first_instant(const struct table_column *column, int64_t low,
                               int64_t high, const struct literal *literal, int order,
                               struct instant *found)
{
    if (compare_instant(column, instant_at(high, 999999999), literal) < order)
        return false;
    while (low < high) { /* the first second whose last instant does */
        int64_t middle = low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);
        if (compare_instant(column, instant_at(middle, 999999999), literal) < order)
            low = middle + 1;
        else
            high = middle;
    }
    int64_t first = 0, last = 999999999;
    while (first < last) {
        int64_t middle = first + (last - first) / 2;
        if (compare_instant(column, instant_at(low, middle), literal) < order)
            first = middle + 1;
        else
            last = middle;
    }
    *found = instant_at(low, first);
    return true;
}

static void add_instants(struct domain_cut *cut, struct instant low, struct instant high,
                         enum side side)
{
    struct value_range range = {.low.instant = low, .high.instant = high};
    add_part(cut, range, side);
}

/* Like cut_integers(). */
static void cut_seconds(const struct table_column *column, int64_t first, int64_t last,
                        const struct literal *literal, struct domain_cut *cut)
{
    const struct instant low = instant_at(first, 0), high = instant_at(last, 999999999);
    struct instant equal, above;
    if (!find_first_instant(column, first, last, literal, 0, &equal)) {
        add_instants(cut, low, high, BELOW);
        return;
    }
    if (instant_order(low, equal) < 0)
        add_instants(cut, low, instant_before(equal), BELOW);
    if (!find_first_instant(column, first, last, literal, 1, &above)) {
        add_instants(cut, equal, high, EQUAL);
        return;
    }
    if (instant_order(equal, above) < 0)
        add_instants(cut, equal, instant_before(above), EQUAL);
    add_instants(cut, above, high, ABOVE);
}

static void cut_instants(const struct table_column *column, const struct literal *literal,
                         struct domain_cut *cut)
{
    if (column->form != FORM_TEXT) {
        cut_seconds(column, INT64_MIN, INT64_MAX, literal, cut);
        return;
    }
    add_instants(cut, instant_at(INT64_MIN, 0), instant_at(FIRST_SECOND - 1, 999999999),
                 BELOW);
    cut_seconds(column, FIRST_SECOND, LAST_SECOND, literal, cut);
    add_instants(cut, instant_at(LAST_SECOND + 1, 0), instant_at(INT64_MAX, 999999999),
                 BELOW);
}

/* ---- Reals ----------------------------------------------------------------------- */

static void add_reals(struct domain_cut *cut, double low, double high, enum side side)
{
    struct value_range range = {.low.float64 = low, .high.float64 = high};
    if (low <= high)
        add_part(cut, range, side);
}

static void cut_reals(const struct literal *literal, struct domain_cut *cut)
{
    if (literal->type != SQLITE_INTEGER && literal->type != SQLITE_FLOAT) {
        add_reals(cut, -HUGE_VAL, HUGE_VAL, BELOW);
        return;
    }
    double nearest = literal->type == SQLITE_FLOAT ? literal->real
                                                   : (double)literal->integer;
    int order = compare_real(nearest, literal);
    /* No value is beyond an infinity; nextafter() would return the infinity itself. */
    if (nearest > -HUGE_VAL)
        add_reals(cut, -HUGE_VAL, nextafter(nearest, -HUGE_VAL), BELOW);
    if (nearest < HUGE_VAL)
        add_reals(cut, nextafter(nearest, HUGE_VAL), HUGE_VAL, ABOVE);
    add_reals(cut, nearest, nearest, order < 0 ? BELOW : order > 0 ? ABOVE : EQUAL);
}

/* ---- Bytes ----------------------------------------------------------------------- */

/* Divides texts or blobs that SQLite sees as they are stored. */
static void cut_bytes(bool are_texts, const struct literal *literal,
                      struct domain_cut *cut)
{
    struct value_range range = value_range_all(DOMAIN_BYTES);
    int type = are_texts ? SQLITE_TEXT : SQLITE_BLOB;
    if (literal->type != type) {
        bool literal_is_above = are_texts && literal->type == SQLITE_BLOB;
        add_part(cut, range, literal_is_above ? BELOW : ABOVE);
        return;
    }
    struct value_range below = range, above = range, equal = {0};
    below.has_no_high = false;
    below.high.bytes = above.low.bytes = literal->bytes;
    equal.low.bytes = equal.high.bytes = literal->bytes;
    below.high_is_open = above.low_is_open = true;
    if (literal->bytes.size > 0)
        add_part(cut, below, BELOW);
    add_part(cut, equal, EQUAL);
    add_part(cut, above, ABOVE);
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
    struct value_range below = value_range_all(DOMAIN_BYTES), equal = below,
                       above = below;
    bool has_equal = find_first_uuid(literal, 0, uuids);
    bool has_above = find_first_uuid(literal, 1, uuids + 16);
    below.has_no_high = !has_equal;
    below.high.bytes = equal.low.bytes = (struct bytes_value){uuids, 16};
    equal.has_no_high = !has_above;
    equal.high.bytes = above.low.bytes = (struct bytes_value){uuids + 16, 16};
    below.high_is_open = equal.high_is_open = true;
    add_part(cut, below, BELOW);
    if (has_equal && memcmp(uuids, uuids + 16, 16) != 0) {
        /* At most one UUID equals a text; Bloom filters can be asked for a single
         * value. */
        equal.has_no_high = equal.high_is_open = false;
        equal.high = equal.low;
        add_part(cut, equal, EQUAL);
    }
    if (has_above)
        add_part(cut, above, ABOVE);
    return OK;
}

/* Decimals as text: finds only the value that equals the literal; all others count as
 * below, since no ranges are asked for. */
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
    int64_t value = (int64_t)(is_negative ? ~digits + 1 : digits);
    bool exists = size > 0 &&
                  compare_text(text,
                               text_from_decimal(value, column->column->scale, text),
                               literal) == 0;
    if (!exists) {
        add_integers(cut, INT64_MIN, INT64_MAX, BELOW);
        return;
    }
    add_integers(cut, value, value, EQUAL);
    if (value > INT64_MIN)
        add_integers(cut, INT64_MIN, value - 1, BELOW);
    if (value < INT64_MAX)
        add_integers(cut, value + 1, INT64_MAX, BELOW);
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
        cut_instants(column, literal, cut);
        return OK;
    case DOMAIN_INT64:
        if (column->form == FORM_TEXT)
            cut_times(column, literal, cut);
        else if (column->form == FORM_DECIMAL_TEXT)
            cut_decimal_texts(column, literal, cut);
        else if (column->form == FORM_DECIMAL_REAL || column->form == FORM_EPOCH)
            cut_integers(column, INT64_MIN, INT64_MAX, literal, cut);
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
