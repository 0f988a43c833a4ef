/* SPDX-License-Identifier: MIT */
#include "dataset/dataset_unite.h"

#include <math.h>
#include <string.h>

#include "scan/formatted_vector.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum {
    INT64_DIGITS = 19,
    UINT64_DIGITS = 20,
    MOST_INT64_DECIMAL = 18, /* digits of decimals in VECTOR_INT64 */
    MOST_DOUBLE_BITS = 32,   /* of integers that are united with reals */
    MOST_ENTRIES = 4096,     /* of a dictionary that is converted as a whole */
};

/* ---- Types ----------------------------------------------------------------------- */

static bool is_integer(const struct column *c)
{
    return c->type == COLUMN_BOOLEAN || c->type == COLUMN_INTEGER ||
           c->type == COLUMN_UINT64;
}

/* Gives a column the type of another one; its name and place stay. */
static void take_type(struct column *c, const struct column *from)
{
    column_take_type(c, from);
    c->kind = from->kind;
    c->has_mismatched = from->has_mismatched;
    c->unreadable_reason = from->unreadable_reason;
    c->unreadable_status = from->unreadable_status;
}

static void set_decimal(struct column *c, int32_t digits, int32_t scale, bool is_binary)
{
    bool fits = digits + scale <= MOST_INT64_DECIMAL && !is_binary;
    take_type(c, &(struct column){.type = COLUMN_DECIMAL,
                                  .kind = fits ? VECTOR_INT64 : VECTOR_BYTES,
                                  .precision = digits + scale,
                                  .scale = scale});
}

/* Digits before the point. */
static int32_t whole_digits(const struct column *c)
{
    switch (c->type) {
    case COLUMN_DECIMAL:
        return c->precision - c->scale;
    case COLUMN_BOOLEAN:
        return 1;
    case COLUMN_UINT64:
        return UINT64_DIGITS;
    default:
        return c->bits == 8 ? 3 : c->bits == 16 ? 5 : c->bits == 32 ? 10 : INT64_DIGITS;
    }
}

static void unite_decimals(struct column *a, const struct column *b)
{
    int32_t p = whole_digits(a), q = whole_digits(b);
    int32_t r = a->type == COLUMN_DECIMAL ? a->scale : 0;
    int32_t s = b->type == COLUMN_DECIMAL ? b->scale : 0;
    bool is_binary = a->kind == VECTOR_BYTES || b->kind == VECTOR_BYTES;
    set_decimal(a, p > q ? p : q, r > s ? r : s, is_binary);
}

static bool is_unsigned(const struct column *c)
{
    return c->type == COLUMN_UINT64 || (c->type == COLUMN_INTEGER && !c->is_signed);
}

static uint8_t bits_of(const struct column *c)
{
    return c->type == COLUMN_BOOLEAN ? 8 : c->type == COLUMN_UINT64 ? 64 : c->bits;
}

static void unite_integers(struct column *a, const struct column *b)
{
    uint8_t m = bits_of(a), n = bits_of(b), most = m > n ? m : n;
    bool has_unsigned = is_unsigned(a) || is_unsigned(b);
    bool has_signed = !is_unsigned(a) || !is_unsigned(b);
    if (has_signed && (a->type == COLUMN_UINT64 || b->type == COLUMN_UINT64)) {
        unite_decimals(a, b);
        return;
    }
    if (has_signed && has_unsigned)
        most = 64;
    take_type(a, &(struct column){.type = most == 64 && !has_signed ? COLUMN_UINT64
                                                                    : COLUMN_INTEGER,
                                  .kind = VECTOR_INT64,
                                  .bits = most,
                                  .is_signed = has_signed});
}

/* Whether both are timestamps, in UTC or not. */
static bool are_alike_timestamps(const struct column *a, const struct column *b)
{
    return a->type == COLUMN_TIMESTAMP && b->type == COLUMN_TIMESTAMP &&
           (a->is_utc == b->is_utc || column_is_int96(a) || column_is_int96(b));
}

bool dataset_shows_same(const struct column *a, const struct column *b)
{
    return column_types_are_same(a, b) ||
           (are_alike_timestamps(a, b) && a->kind != b->kind);
}

/* Unites two types of which neither is the other; false: as text or not at all. */
static bool widen(struct column *a, const struct column *b)
{
    bool has_date = a->type == COLUMN_DATE || b->type == COLUMN_DATE;
    bool has_time = a->type == COLUMN_TIMESTAMP || b->type == COLUMN_TIMESTAMP;
    if (is_integer(a) && is_integer(b)) {
        unite_integers(a, b);
    } else if ((is_integer(a) || a->type == COLUMN_DECIMAL) &&
               (is_integer(b) || b->type == COLUMN_DECIMAL)) {
        unite_decimals(a, b);
    } else if ((a->type == COLUMN_REAL ||
                (is_integer(a) && bits_of(a) <= MOST_DOUBLE_BITS)) &&
               (b->type == COLUMN_REAL ||
                (is_integer(b) && bits_of(b) <= MOST_DOUBLE_BITS))) {
        take_type(
            a, &(struct column){.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64});
    } else if ((has_date && has_time && !a->is_utc && !b->is_utc) ||
               are_alike_timestamps(a, b)) {
        take_type(a, &(struct column){.type = COLUMN_TIMESTAMP,
                                      .kind = VECTOR_INSTANT,
                                      .unit = UNIT_NANOS,
                                      .is_utc = a->is_utc || b->is_utc});
    } else if (a->type == COLUMN_TIME && b->type == COLUMN_TIME &&
               a->is_utc == b->is_utc) {
        a->unit = a->unit > b->unit ? a->unit : b->unit;
    } else if (column_is_binary(a) && column_is_binary(b)) {
        take_type(a, &(struct column){.type = COLUMN_BLOB, .kind = VECTOR_BYTES});
    } else {
        return false;
    }
    return true;
}

static bool is_geometry(const struct column *c)
{
    return column_is_binary(c) && c->type != COLUMN_BLOB;
}

bool dataset_unite(struct column *united, const struct column *other)
{
    if (column_types_are_same(united, other) || other->type == COLUMN_NULL ||
        other->unreadable_reason != NULL)
        return true;
    if (united->type == COLUMN_NULL || united->unreadable_reason != NULL) {
        take_type(united, other);
        return true;
    }
    if (united->has_mismatched || other->has_mismatched)
        return false;
    if (widen(united, other))
        return true;
    if (is_geometry(united) || is_geometry(other))
        return false;
    take_type(united, &(struct column){.type = COLUMN_TEXT, .kind = VECTOR_BYTES});
    return true;
}

/* ---- Types in words -------------------------------------------------------------- */

/* Takes a quoted text, or one character. */
static struct slice take_part(struct slice *text)
{
    struct slice part;
    uint8_t first = text->data[0];
    size_t size = 1;
    if (first == '"' || first == '\'') {
        const uint8_t *end = memchr(text->data + 1, first, text->size - 1);
        size = end != NULL ? (size_t)(end - text->data) + 1 : text->size;
    }
    (void)slice_take(text, size, &part);
    return part;
}

static bool ends_with(struct slice all, struct slice rest, const char *word)
{
    size_t size = strlen(word);
    return all.size - rest.size >= size && memcmp(rest.data - size, word, size) == 0;
}

/* Passes over what is in brackets: TIMESTAMP(...), VARIANT<...>. */
static void pass_over_brackets(struct slice *text)
{
    int64_t depth = 0;
    do {
        uint8_t first = *take_part(text).data;
        depth += (first == '(' || first == '<') - (first == ')' || first == '>');
    } while (depth > 0 && text->size > 0);
}

/* Passes over what does not change the values that are shown.  all: the text from its
 * beginning. */
static void pass_over_unshown(struct slice all, struct slice *text)
{
    static const char not_null[] = " NOT NULL";
    const size_t n = sizeof not_null - 1;
    struct slice part;
    if ((text->size > 0 && *text->data == '(' && ends_with(all, *text, "TIMESTAMP")) ||
        (text->size > 0 && *text->data == '<' && ends_with(all, *text, "VARIANT")))
        pass_over_brackets(text);
    while (text->size >= n && memcmp(text->data, not_null, n) == 0)
        (void)slice_take(text, n, &part);
}

bool type_texts_show_same(struct slice a, struct slice b)
{
    struct slice all_a = a, all_b = b, p, q;
    for (;;) {
        pass_over_unshown(all_a, &a);
        pass_over_unshown(all_b, &b);
        if (a.size == 0 || b.size == 0)
            return a.size == b.size;
        p = take_part(&a);
        q = take_part(&b);
        if (p.size != q.size || memcmp(p.data, q.data, p.size) != 0)
            return false;
    }
}

/* ---- Conversions ----------------------------------------------------------------- */

static int64_t power(int64_t base, int32_t exponent)
{
    int64_t result = 1;
    for (; exponent > 0; exponent--)
        result *= base;
    return result;
}

static void choose_decimal(struct conversion *c)
{
    const struct column *from = c->from, *to = c->to;
    c->digits = to->scale - (from->type == COLUMN_DECIMAL ? from->scale : 0);
    if (c->digits < 0 || (from->type != COLUMN_DECIMAL && !is_integer(from)))
        c->kind = CONVERT_NEVER;
    else if (to->kind == VECTOR_BYTES)
        c->kind = from->kind == VECTOR_BYTES && c->digits == 0 ? CONVERT_NOTHING
                                                               : CONVERT_TO_DECIMAL;
    else if (from->kind != VECTOR_INT64 || c->digits > MOST_INT64_DECIMAL)
        c->kind = CONVERT_NEVER;
    else if (c->digits > 0)
        c->kind = CONVERT_BY_FACTOR;
    c->factor = c->kind == CONVERT_BY_FACTOR ? power(10, c->digits) : 1;
}

static bool is_shown_as_stored(const struct column *c)
{
    return c->type == COLUMN_TEXT || c->type == COLUMN_JSON || c->type == COLUMN_NESTED ||
           c->type == COLUMN_BLOB;
}

struct conversion conversion_of(const struct column *from, const struct column *to)
{
    struct conversion c = {.kind = CONVERT_NOTHING, .from = from, .to = to, .factor = 1};
    if (column_types_are_same(from, to) || from->unreadable_reason != NULL)
        return c;
    if (from->type == COLUMN_NULL) {
        c.kind = CONVERT_TO_NULL;
        return c;
    }
    if (from->has_mismatched || to->has_mismatched) {
        c.kind = CONVERT_NEVER;
        return c;
    }
    switch (to->type) {
    case COLUMN_TEXT:
        c.kind = is_geometry(from)          ? CONVERT_NEVER
                 : is_shown_as_stored(from) ? CONVERT_NOTHING
                                            : CONVERT_TO_TEXT;
        break;
    case COLUMN_DECIMAL:
        choose_decimal(&c);
        break;
    case COLUMN_REAL:
        c.kind = from->type == COLUMN_REAL ? CONVERT_NOTHING
                 : is_integer(from)        ? CONVERT_TO_DOUBLE
                                           : CONVERT_NEVER;
        break;
    case COLUMN_TIMESTAMP:
        if (from->type != COLUMN_DATE && from->type != COLUMN_TIMESTAMP)
            c.kind = CONVERT_NEVER;
        else if (from->kind != to->kind)
            c.kind = to->kind == VECTOR_INSTANT ? CONVERT_TO_INSTANT
                                                : CONVERT_FROM_INSTANT;
        break;
    case COLUMN_TIME:
        c.kind = from->type == COLUMN_TIME && from->unit <= to->unit ? CONVERT_BY_FACTOR
                                                                     : CONVERT_NEVER;
        if (c.kind == CONVERT_BY_FACTOR)
            c.factor = power(1000, (int32_t)to->unit - (int32_t)from->unit);
        break;
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
        c.kind = is_integer(from) ? CONVERT_NOTHING : CONVERT_NEVER;
        break;
    case COLUMN_BLOB:
        c.kind = column_is_binary(from) ? CONVERT_NOTHING : CONVERT_NEVER;
        break;
    default:
        c.kind = CONVERT_NEVER;
        break;
    }
    return c;
}

/* ---- Values ---------------------------------------------------------------------- */

static enum status refuse_value(struct error *error)
{
    return error_set(error, CORRUPT, "a value has more digits than its type");
}

enum { SECONDS_PER_DAY = 86400 };

static struct instant instant_of(const struct column *from, int64_t value)
{
    return from->type == COLUMN_DATE
               ? (struct instant){.seconds = value * SECONDS_PER_DAY}
               : instant_from_units(value, from->unit);
}

/* Appends value * 10^digits in big-endian two's complement. */
static enum status append_decimal(struct buffer *bytes, const uint8_t *value, size_t size,
                                  uint8_t sign, int32_t digits, struct error *error)
{
    /* Ten is less than 2^3.33; one byte more for the sign. */
    size_t extra = (size_t)digits * 5 / 12 + 1;
    enum status status = buffer_reserve(bytes, bytes->size + extra + size, true, error);
    if (status != OK)
        return status;
    uint8_t *to = bytes->data + bytes->size;
    memset(to, sign, extra);
    memcpy(to + extra, value, size);
    for (int32_t i = 0; i < digits; i++) {
        unsigned carry = 0;
        for (size_t k = extra + size; k-- > 0;) {
            unsigned product = to[k] * 10u + carry;
            to[k] = (uint8_t)product;
            carry = product >> 8;
        }
    }
    bytes->size += extra + size;
    return OK;
}

static enum status append_value_decimal(struct buffer *bytes, const struct conversion *c,
                                        union column_value value, struct error *error)
{
    uint8_t big_endian[8];
    if (c->from->kind == VECTOR_BYTES) {
        struct bytes_value v = value.bytes;
        uint8_t sign = v.size > 0 && v.data[0] >= 0x80 ? 0xff : 0;
        if (v.size > MOST_DECIMAL_BYTES)
            return refuse_value(error);
        return append_decimal(bytes, v.data, v.size, sign, c->digits, error);
    }
    store_u64_big_endian(big_endian, (uint64_t)value.int64);
    bool is_negative = c->from->type != COLUMN_UINT64 && value.int64 < 0;
    return append_decimal(bytes, big_endian, sizeof big_endian, is_negative ? 0xff : 0,
                          c->digits, error);
}

/* The text of a value that is not bytes as they are; its size. */
static size_t put_text(const struct column *from, union column_value value, char *text)
{
    if (from->type != COLUMN_REAL)
        return value_in_style(from, TIMES_AS_SHOWN, (union vector_values){.any = &value},
                              0, text);
    if (!isinf(value.float64))
        return text_from_double(value.float64, text);
    strcpy(text, value.float64 < 0 ? "-Inf" : "Inf");
    return strlen(text);
}

static enum status append_value_text(struct buffer *bytes, const struct conversion *c,
                                     union column_value value, struct error *error)
{
    if (c->from->type == COLUMN_DECIMAL && c->from->kind == VECTOR_BYTES)
        return append_binary_decimal(bytes, value.bytes, c->from->scale, error);
    enum status status = buffer_reserve(bytes, bytes->size + VALUE_TEXT_SIZE, true,
                                        error);
    if (status == OK)
        bytes->size += put_text(c->from, value, (char *)bytes->data + bytes->size);
    return status;
}

/* The count of units since 1970 that instant_of() makes the instant from. */
static bool find_count(const struct column *from, struct instant instant, int64_t *count)
{
    double ignored;
    if (from->type == COLUMN_DATE)
        *count = instant.seconds / SECONDS_PER_DAY;
    else if (!units_from_instant(instant, from->unit, count, &ignored))
        return false;
    const struct instant again = instant_of(from, *count);
    return again.seconds == instant.seconds && again.nanos == instant.nanos;
}

/* Refuses a date or timestamp beyond 64 bits. */
static enum status refuse_time(const struct conversion *c, union column_value value,
                               struct error *error)
{
    static const char *const units[] = {"seconds", "milliseconds", "microseconds",
                                        "nanoseconds"};
    char text[VALUE_TEXT_SIZE];
    size_t size = put_text(c->from, value, text);
    return error_set(
        error, UNSUPPORTED,
        "column \"%.*s\" has the value %.*s, which 64 bits of %s do not hold",
        (int)c->to->name_size, c->to->name, (int)size, text, units[c->to->unit]);
}

/* Converts by a factor that is not 1. */
static enum status multiply(const struct conversion *c, int64_t value,
                            union column_value *to, struct error *error)
{
    const int64_t most = INT64_MAX / c->factor;
    if (value > most || value < -most)
        return c->to->type == COLUMN_TIMESTAMP
                   ? refuse_time(c, (union column_value){.int64 = value}, error)
                   : refuse_value(error);
    to->int64 = value * c->factor;
    return OK;
}

static int64_t divide_down(int64_t value, int64_t divisor)
{
    return value / divisor - (value % divisor < 0);
}

/* Converts a timestamp; one between two units is the earlier, or an error. */
static enum status count_units(const struct conversion *c, struct instant instant,
                               int64_t *count, struct error *error)
{
    double ignored;
    if (c->rounds_down)
        return units_from_instant(instant, c->to->unit, count, &ignored)
                   ? OK
                   : refuse_time(c, (union column_value){.instant = instant}, error);
    if (find_count(c->to, instant, count))
        return OK;
    return error_set(error, MISUSE,
                     "column \"%.*s\" has a timestamp that the first file's type "
                     "does not hold; the option union_by_name=on reads it",
                     (int)c->to->name_size, c->to->name);
}

/* Converts a value to one of a fixed size. */
static enum status convert_fixed(const struct conversion *c, union column_value value,
                                 union column_value *to, struct error *error)
{
    switch (c->kind) {
    case CONVERT_BY_FACTOR:
        return multiply(c, value.int64, to, error);
    case CONVERT_BY_DIVISOR:
        to->int64 = divide_down(value.int64, c->factor);
        return OK;
    case CONVERT_FROM_BINARY:
        return int64_from_binary_decimal(value.bytes, &value.int64)
                   ? multiply(c, value.int64, to, error)
                   : refuse_value(error);
    case CONVERT_TO_DOUBLE:
        to->float64 = (double)value.int64;
        return OK;
    case CONVERT_FROM_INSTANT:
        return count_units(c, value.instant, &to->int64, error);
    default: /* CONVERT_TO_INSTANT */
        to->instant = instant_of(c->from, value.int64);
        return OK;
    }
}

bool convert_value_back(const struct conversion *c, union column_value to,
                        union column_value *from)
{
    const double least = -9223372036854775808.0;
    *from = to;
    switch (c->kind) {
    case CONVERT_NOTHING:
    case CONVERT_TO_UUID:
        return true;
    case CONVERT_BY_FACTOR:
        from->int64 = to.int64 / c->factor;
        return to.int64 % c->factor == 0;
    case CONVERT_TO_DOUBLE:
        if (!(to.float64 >= least && to.float64 < -least))
            return false;
        from->int64 = (int64_t)to.float64;
        return (double)from->int64 == to.float64;
    case CONVERT_TO_INSTANT:
        return find_count(c->from, to.instant, &from->int64);
    case CONVERT_FROM_INSTANT:
        from->instant = instant_of(c->to, to.int64);
        return true;
    default:
        return false;
    }
}

static bool makes_bytes(const struct conversion *c)
{
    return c->kind == CONVERT_TO_TEXT || c->kind == CONVERT_TO_DECIMAL ||
           c->kind == CONVERT_NESTED;
}

static enum status append_value(struct converted_vector *v, const struct conversion *c,
                                union column_value value, struct error *error)
{
    switch (c->kind) {
    case CONVERT_NESTED:
        return nested_project(c->projection, &v->projector,
                              slice_of(value.bytes.data, value.bytes.size), &v->bytes,
                              error);
    case CONVERT_TO_TEXT:
        return append_value_text(&v->bytes, c, value, error);
    default:
        return append_value_decimal(&v->bytes, c, value, error);
    }
}

static bool is_nan(const struct conversion *c, union column_value value)
{
    return c->from->kind == VECTOR_DOUBLE && isnan(value.float64);
}

/* Converts value k of the vector to value i of the result. */
static enum status convert_value(struct converted_vector *v, const struct conversion *c,
                                 const struct column_vector *from, uint32_t k, uint32_t i,
                                 struct error *error)
{
    union column_value value = column_vector_value(from, k), to;
    if (!makes_bytes(c)) {
        size_t width = vector_kind_width(c->to->kind);
        enum status status = convert_fixed(c, value, &to, error);
        memcpy(v->values.data + i * width, &to, width);
        return status;
    }
    /* The bytes may move: their places are set when all are there. */
    struct bytes_value *values = (struct bytes_value *)(void *)v->values.data;
    size_t before = v->bytes.size;
    enum status status = append_value(v, c, value, error);
    values[i].size = v->bytes.size - before;
    return status == OK ? buffer_append(&v->bytes, "", 1, error) : status;
}

/* Sets where the n values of bytes are. */
static void place_bytes(struct converted_vector *v, uint32_t n, const uint8_t *valid)
{
    struct bytes_value *values = (struct bytes_value *)(void *)v->values.data;
    const uint8_t *at = v->bytes.data;
    for (uint32_t i = 0; i < n; i++) {
        if (valid != NULL && !valid[i]) {
            values[i] = (struct bytes_value){(const uint8_t *)"", 0};
            continue;
        }
        values[i].data = at;
        at += values[i].size + 1;
    }
}

/* Converts each entry of the dictionary, once. */
static enum status convert_entries(struct converted_vector *v, const struct conversion *c,
                                   const struct column_vector *from, struct error *error)
{
    uint32_t n = from->n_entries;
    if (v->dictionary == from->dictionary)
        return OK;
    v->dictionary = 0;
    v->bytes.size = 0;
    enum status status = buffer_reserve(
        &v->values, ((size_t)n + 1) * vector_kind_width(c->to->kind), false, error);
    for (uint32_t k = 0; status == OK && k < n; k++)
        status = convert_value(v, c, from, k, k, error);
    if (status != OK)
        return status;
    if (makes_bytes(c))
        place_bytes(v, n, NULL);
    v->dictionary = from->dictionary;
    return OK;
}

/* Converts row by row.  NaN has no text: it is null. */
static enum status convert_rows(struct converted_vector *v, const struct conversion *c,
                                const struct column_vector *from, struct error *error)
{
    uint32_t n = from->n_rows;
    v->dictionary = 0;
    v->bytes.size = 0;
    enum status status = buffer_reserve(
        &v->values, ((size_t)n + 1) * vector_kind_width(c->to->kind), false, error);
    if (status == OK)
        status = buffer_reserve(&v->valid, (size_t)n + 1, false, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint32_t k = column_vector_index(from, i);
        v->valid.data[i] = !column_vector_is_null(from, i) &&
                           c->kind != CONVERT_TO_NULL &&
                           !(c->kind == CONVERT_TO_TEXT &&
                             is_nan(c, column_vector_value(from, k)));
        if (v->valid.data[i])
            status = convert_value(v, c, from, k, i, error);
    }
    if (status == OK && makes_bytes(c))
        place_bytes(v, n, v->valid.data);
    return status;
}

/* Whether values may become null. */
static bool makes_nulls(const struct conversion *c)
{
    return (c->kind == CONVERT_TO_TEXT && c->from->kind == VECTOR_DOUBLE) ||
           (c->kind == CONVERT_TO_NULL && c->from->type != COLUMN_NULL);
}

/* CORRUPT if the value of a row, or an entry of the dictionary, is no UUID. */
static enum status check_uuids(const struct column_vector *from, bool is_dictionary,
                               struct error *error)
{
    enum { UUID_SIZE = 16 };
    uint32_t n = is_dictionary ? from->n_entries : from->n_rows;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = is_dictionary ? i : column_vector_index(from, i);
        if ((is_dictionary || !column_vector_is_null(from, i)) &&
            from->values.bytes[k].size != UUID_SIZE)
            return error_set(error, CORRUPT, "a UUID of %zu bytes",
                             from->values.bytes[k].size);
    }
    return OK;
}

enum status converted_vector_fill(struct converted_vector *converted,
                                  const struct conversion *conversion,
                                  const struct column_vector *from, struct error *error)
{
    struct column_vector *to = &converted->vector;
    bool is_dictionary = from->dictionary != 0 && from->n_rows == 0;
    bool by_entries = is_dictionary ||
                      (from->indices != NULL && from->n_entries <= MOST_ENTRIES);
    *to = *from;
    if (conversion->kind == CONVERT_NOTHING)
        return OK;
    if (conversion->kind == CONVERT_TO_UUID)
        return check_uuids(from, is_dictionary, error);
    if (makes_nulls(conversion) && is_dictionary) {
        *to = (struct column_vector){.kind = conversion->to->kind};
        return OK;
    }
    by_entries = by_entries && !makes_nulls(conversion);
    enum status status = by_entries ? convert_entries(converted, conversion, from, error)
                                    : convert_rows(converted, conversion, from, error);
    to->kind = conversion->to->kind;
    to->values.any = converted->values.data;
    to->is_terminated = to->has_no_nul = conversion->kind == CONVERT_TO_TEXT ||
                                         conversion->kind == CONVERT_NESTED;
    to->bytes_begin = to->bytes_end = NULL;
    if (!by_entries) {
        to->indices = NULL;
        to->dictionary = 0;
        to->n_entries = 0;
        to->valid = converted->valid.data;
    }
    return status;
}

void converted_vector_release(struct converted_vector *converted)
{
    buffer_release(&converted->values);
    buffer_release(&converted->bytes);
    buffer_release(&converted->valid);
    nested_projector_release(&converted->projector);
    *converted = (struct converted_vector){0};
}

/* ---- Statistics ------------------------------------------------------------------ */

static void convert_bound(const struct conversion *c, bool *has,
                          union column_value *bound)
{
    struct error ignored = {0};
    union column_value to = *bound;
    *has = *has && convert_fixed(c, *bound, &to, &ignored) == OK;
    *bound = to;
}

void convert_statistics(const struct conversion *conversion,
                        struct column_statistics *statistics)
{
    struct column_statistics *s = statistics;
    switch (conversion->kind) {
    case CONVERT_NOTHING:
        return;
    case CONVERT_BY_FACTOR:
    case CONVERT_BY_DIVISOR:
    case CONVERT_FROM_BINARY:
    case CONVERT_TO_DOUBLE:
    case CONVERT_TO_INSTANT:
    case CONVERT_FROM_INSTANT: /* in the same order */
        convert_bound(conversion, &s->has_min, &s->min);
        convert_bound(conversion, &s->has_max, &s->max);
        break;
    default:
        s->has_min = s->has_max = false;
        break;
    }
    s->has_gap = false;
    s->has_nan_count = conversion->kind == CONVERT_TO_DOUBLE; /* integers are none */
    s->nan_count = 0;
    if (makes_nulls(conversion))
        s->has_null_count = false;
    if (!s->has_min || !s->has_max)
        s->reason = KEEP_NO_BOUNDS;
}
