/* SPDX-License-Identifier: MIT */
#include "sql/table/constraint.h"

#include <math.h>

#include "base/interrupt.h"
#include "scan/numeric_text.h"
#include "scan/text_match.h"
#include "sql/table/domain_cut.h"
#include "value/instant_key.h"
#include "value/value_text.h"

/* ---- Which comparisons become terms ------------------------------------------------ */

static bool is_null_test(enum comparison comparison)
{
    return comparison == COMPARE_IS_NULL || comparison == COMPARE_NOT_NULL;
}

/* Whether vectors hold the column's texts, not values to be formatted. */
static bool is_stored_text(const struct table_column *column)
{
    return column->column->type == COLUMN_TEXT || column->column->type == COLUMN_JSON ||
           column->column->type == COLUMN_NESTED;
}

bool constraint_is_usable(const struct constraint *constraint)
{
    const struct table_column *column = constraint->column;
    enum comparison comparison = constraint->comparison;
    enum value_class class = value_class_of(column);
    if (class == CLASS_NULL || column->column->unreadable_reason != NULL)
        return false;
    if (is_null_test(comparison))
        return true;
    if (column->form == FORM_INSTANT_NANOS)
        return false;
    if (comparison_is_pattern(comparison))
        return class == CLASS_TEXT && is_stored_text(column) && !constraint->is_utf16;
    /* SQLite has changed how RTRIM orders text that ends in spaces. */
    if (class == CLASS_TEXT && comparison_is_range(comparison) &&
        constraint->collation == COLLATE_RTRIM)
        return false;
    if (class == CLASS_TEXT && constraint->collation == COLLATE_INSTANT &&
        !table_column_is_time(column))
        return false;
    /* UTF-16 sorts text differently from UTF-8. */
    if (class == CLASS_TEXT && constraint->is_utf16 &&
        (comparison_is_range(comparison) || constraint->collation != COLLATE_BINARY))
        return false;
    if (column->form == FORM_DECIMAL_TEXT)
        return !comparison_is_range(comparison) &&
               constraint->collation == COLLATE_BINARY &&
               column->column->kind == VECTOR_INT64;
    return column->form != FORM_UINT64_TEXT || constraint->collation == COLLATE_BINARY;
}

bool constraint_may_be_exact(const struct constraint *constraint)
{
    enum comparison comparison = constraint->comparison;
    if (is_null_test(comparison))
        return true;
    if (comparison_is_pattern(comparison))
        return false;
    switch (value_class_of(constraint->column)) {
    case CLASS_NUMBER:
    case CLASS_BLOB:
        return true;
    case CLASS_TEXT:
        return constraint->is_known_text &&
               (constraint->collation == COLLATE_BINARY ||
                constraint->collation == COLLATE_INSTANT) &&
               !constraint->is_utf16 && comparison != COMPARE_IN &&
               comparison != COMPARE_NE && comparison != COMPARE_IS_NOT;
    default:
        return false;
    }
}

bool constraint_is_exact(const struct constraint *constraint)
{
    const struct column *column = constraint->column->column;
    if (!constraint_may_be_exact(constraint) || column->has_mismatched)
        return false;
    if (is_null_test(constraint->comparison))
        return true;
    /* Terms accept binary decimals beyond 64 bits, so that reading them reports the
     * error. */
    bool is_binary_number = value_class_of(constraint->column) == CLASS_NUMBER &&
                            column->kind == VECTOR_BYTES;
    return !is_binary_number && column->type != COLUMN_TIME;
}

/* ---- Sets ------------------------------------------------------------------------ */

/* Appends the parts of a cut that the comparison accepts. */
static void take(enum comparison comparison, const struct domain_cut *cut,
                 struct value_set *set)
{
    enum { BELOW = 1 << SIDE_BELOW, EQUAL = 1 << SIDE_EQUAL, ABOVE = 1 << SIDE_ABOVE };
    static const uint8_t accepted[] = {
        [COMPARE_EQ] = EQUAL,         [COMPARE_NE] = BELOW | ABOVE,
        [COMPARE_IS] = EQUAL,         [COMPARE_IS_NOT] = BELOW | ABOVE,
        [COMPARE_LT] = BELOW,         [COMPARE_GT] = ABOVE,
        [COMPARE_LE] = BELOW | EQUAL, [COMPARE_GE] = EQUAL | ABOVE,
        [COMPARE_IN] = EQUAL,
    };
    for (uint32_t i = 0; i < cut->n_parts; i++) {
        enum domain_side side = cut->parts[i].side;
        if (side == SIDE_UNKNOWN || (accepted[comparison] >> side & 1) != 0)
            set->ranges[set->n_ranges++] = cut->parts[i].range;
    }
}

/* The most parts accepted per value: several values (IN) have only equal and unknown
 * ones. */
static size_t most_parts(uint32_t n_values)
{
    return n_values > 1 ? 2 : MOST_DOMAIN_PARTS;
}

static enum status add_all_values(struct value_set *set, struct arena *arena,
                                  struct error *error)
{
    set->ranges = arena_alloc(arena, 1, sizeof *set->ranges);
    if (set->ranges == NULL)
        return error_nomem(error);
    set->ranges[0] = value_range_all(set->domain);
    set->n_ranges = 1;
    return OK;
}

enum status constraint_number_set(enum comparison comparison,
                                  const struct literal *values, uint32_t n_values,
                                  struct arena *arena, struct value_set *set,
                                  struct error *error)
{
    *set = (struct value_set){.domain = DOMAIN_INT64};
    if (comparison == COMPARE_NOT_NULL)
        return add_all_values(set, arena, error);
    set->ranges = arena_alloc(arena, n_values,
                              most_parts(n_values) * sizeof *set->ranges);
    if (set->ranges == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n_values; i++) {
        struct domain_cut cut;
        if (values[i].type == SQLITE_NULL) {
            if (comparison == COMPARE_IS_NOT)
                return add_all_values(set, arena, error);
            continue;
        }
        domain_cut_integers(&values[i], &cut);
        take(comparison, &cut, set);
    }
    value_set_normalise(set);
    return OK;
}

/* ---- Terms ----------------------------------------------------------------------- */

/*
 * Text on the right-hand side may come from an expression of numeric affinity: a compound
 * or recursive query has the affinity of one of its parts and values of all, and columns
 * of other virtual tables need not hold what they declare.  SQLite then converts those of
 * the column's texts and of the right-hand side that look like numbers.  It tests all
 * these terms again (constraint_is_exact() is false), so a term accepts what either
 * comparison accepts:
 *
 *     t = '5'      '5', and texts that equal the number: '05', ' 5.0'
 *     t < 'abc'    lesser texts, and all numbers, which are less than every text
 *     t < '5'      the same
 *     t > '5'      every text: text that is no number is greater than every number
 *     t <> '5'     all but '5': equal texts are equal numbers
 *
 * SQLite has applied the comparison's affinity to the values of IN already: where numbers
 * are compared, none is text that looks like one.
 */
static bool may_have_numeric_affinity(const struct constraint *constraint,
                                      const struct literal *value)
{
    return !constraint->is_known_text && constraint->comparison != COMPARE_IN &&
           value_class_of(constraint->column) == CLASS_TEXT && value->type == SQLITE_TEXT;
}

static bool may_be_number(const struct constraint *constraint,
                          const struct literal *value)
{
    return may_have_numeric_affinity(constraint, value) &&
           constraint->column->form != FORM_UINT64_TEXT &&
           text_looks_numeric(value->bytes);
}

/* Whether the term accepts all texts that look like numbers, besides those in the set. */
static bool accepts_all_numbers(const struct constraint *constraint,
                                const struct literal *value)
{
    if (!may_have_numeric_affinity(constraint, value) ||
        !is_stored_text(constraint->column))
        return false;
    switch (constraint->comparison) {
    case COMPARE_LT:
    case COMPARE_LE:
        /* Text that looks like a number begins with a byte up to '9': the set of a
         * greater literal has it already. */
        return value->bytes.size == 0 || value->bytes.data[0] <= '9';
    case COMPARE_EQ:
    case COMPARE_IS: /* add_as_number() found no value of the number */
        return text_looks_numeric(value->bytes);
    default:
        return false;
    }
}

static bool is_ascii(struct bytes_value text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] >= 0x80)
            return false;
    }
    return true;
}

static bool has_nul(struct bytes_value text)
{
    return text.size > 0 && memchr(text.data, 0, text.size) != NULL;
}

/* Whether the outcome of the comparison with these values can be known. */
static bool values_are_usable(const struct constraint *constraint,
                              const struct literal *values, uint32_t n_values)
{
    enum value_class class = value_class_of(constraint->column);
    bool is_ne = constraint->comparison == COMPARE_NE ||
                 constraint->comparison == COMPARE_IS_NOT;
    for (uint32_t i = 0; i < n_values; i++) {
        bool is_number = values[i].type == SQLITE_INTEGER ||
                         values[i].type == SQLITE_FLOAT;
        bool is_text = values[i].type == SQLITE_TEXT;
        /* SQLite converts the number to text or the column's texts to numbers, depending
         * on the affinity of the number's expression. */
        if (class == CLASS_TEXT && is_number)
            return false;
        if (class == CLASS_MIXED && is_text)
            return false;
        /* Ill-formed UTF-8 texts can differ and yet be equal in UTF-16, but not if one is
         * ASCII. */
        if (class == CLASS_TEXT && is_text && constraint->is_utf16 &&
            !is_ascii(values[i].bytes))
            return false;
        /* SQLite may report the wrong collation for <>. In UTF-8 that does no harm: the
         * same bytes are equal in every collation. */
        if (class == CLASS_TEXT && is_ne && constraint->is_utf16)
            return false;
        /* NOCASE has its own rules for NUL. */
        if (constraint->collation == COLLATE_NOCASE && is_text &&
            has_nul(values[i].bytes))
            return false;
    }
    return true;
}

/* Copies a literal's bytes, as the collation compares them, to the arena, because the
 * term outlives the sqlite3_value. */
static enum status keep_literal(const struct constraint *constraint,
                                struct literal *literal, struct arena *arena,
                                struct error *error)
{
    struct bytes_value *bytes = &literal->bytes;
    enum collation collation = literal->type == SQLITE_TEXT ? constraint->collation
                                                            : COLLATE_BINARY;
    if (literal->type != SQLITE_TEXT && literal->type != SQLITE_BLOB)
        return OK;
    while (collation == COLLATE_RTRIM && bytes->size > 0 &&
           bytes->data[bytes->size - 1] == ' ')
        bytes->size--;
    uint8_t *copy = arena_alloc(arena, bytes->size + 1, 1);
    if (copy == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < bytes->size; i++)
        copy[i] = collation == COLLATE_NOCASE ? ascii_lower(bytes->data[i])
                                              : bytes->data[i];
    bytes->data = copy;
    return OK;
}

/* Whether values must be formatted and compared as text, because no set of stored values
 * does the same. */
static bool needs_formatting(const struct constraint *constraint,
                             const struct literal *values, uint32_t n_values)
{
    if (!formatted_vector_serves(constraint->column->column) ||
        value_class_of(constraint->column) != CLASS_TEXT)
        return false;
    if (constraint->collation != COLLATE_BINARY)
        return true;
    for (uint32_t i = 0; i < n_values; i++) {
        if (!domain_cut_is_possible(constraint->column, &values[i]))
            return true;
    }
    return false;
}

/* Accepts what a comparison of the numbers may accept that texts of 20 digits and a text
 * of unknown affinity mean; see may_have_numeric_affinity(). */
static void take_unsigned(enum comparison comparison, const struct literal *value,
                          struct value_set *set)
{
    const double end = 0x1p64;
    double number = 0;
    bool is_number = text_looks_numeric(value->bytes);
    bool is_known = numeric_text_value(value->bytes, &number);
    double margin = is_known ? numeric_text_margin(number) : end;
    double low = number - margin, high = number + margin;
    bool is_less = comparison == COMPARE_LT || comparison == COMPARE_LE;
    bool is_greater = comparison == COMPARE_GT || comparison == COMPARE_GE;
    bool is_equal = comparison == COMPARE_EQ || comparison == COMPARE_IS;
    struct value_range range = value_range_all(DOMAIN_UINT64);
    if (is_number ? !is_less && !is_greater && !is_equal : !is_less)
        return;
    if (is_number && ((!is_less && low >= end) || (!is_greater && high < 0)))
        return;
    if (is_number && !is_less && low > 0)
        range.low.int64 = (int64_t)(uint64_t)low;
    if (is_number && !is_greater && high < end)
        range.high.int64 = (int64_t)(uint64_t)ceil(high);
    set->ranges[set->n_ranges++] = range;
}

static enum status fill_set(const struct constraint *constraint, bool is_formatted,
                            const struct literal *values, uint32_t n_values,
                            struct predicate *predicate, struct value_set *set,
                            struct error *error)
{
    bool is_not = constraint->comparison == COMPARE_IS_NOT;
    set->domain = is_formatted ? DOMAIN_BYTES : domain_of(constraint->column);
    set->ranges = arena_alloc(&predicate->arena, n_values,
                              most_parts(n_values) * sizeof *set->ranges);
    if (set->ranges == NULL)
        return error_nomem(error);
    set->accepts_null = is_not;
    for (uint32_t i = 0; i < n_values; i++) {
        struct literal literal = values[i];
        struct domain_cut cut;
        if (literal.type == SQLITE_NULL) {
            set->accepts_null = constraint->comparison == COMPARE_IS;
            if (is_not)
                return add_all_values(set, &predicate->arena, error);
            continue;
        }
        enum status status = interrupt_after(VALUE_WORK, error);
        if (status == OK)
            status = keep_literal(constraint, &literal, &predicate->arena, error);
        if (status == OK)
            status = domain_cut(constraint->column, is_formatted, &literal,
                                &predicate->arena, &cut, error);
        if (status != OK)
            return status;
        take(constraint->comparison, &cut, set);
        if (constraint->column->form == FORM_UINT64_TEXT &&
            may_have_numeric_affinity(constraint, &values[i]))
            take_unsigned(constraint->comparison, &values[i], set);
    }
    value_set_normalise(set);
    return OK;
}

static enum status add_null_test(const struct constraint *constraint,
                                 struct predicate *predicate, struct error *error)
{
    struct predicate_term *term = predicate_add(predicate, constraint->column->source);
    if (term == NULL)
        return error_nomem(error);
    term->set.domain = domain_of(constraint->column);
    term->prunes = true;
    term->set.accepts_null = constraint->comparison == COMPARE_IS_NULL;
    return term->set.accepts_null ? OK
                                  : add_all_values(&term->set, &predicate->arena, error);
}

/* Adds a term for the texts of the column that may equal a number. */
static enum status add_number(const struct constraint *constraint, double number,
                              struct predicate *predicate, struct error *error)
{
    struct predicate_term *term = predicate_add(predicate, constraint->column->source);
    if (term == NULL)
        return error_nomem(error);
    term->has_number = true;
    term->number = number;
    term->prunes = true;
    term->weakened_by = KEEP_NUMERIC_TEXT;
    return numeric_text_set(number, &predicate->arena, &term->set, error);
}

/* The same for decimals that the column shows as text but stores as integers. */
static enum status add_decimal_number(const struct constraint *constraint, double number,
                                      struct predicate *predicate, struct error *error)
{
    struct table_column as_real = *constraint->column;
    as_real.form = FORM_DECIMAL_REAL;
    struct constraint bound = {.column = &as_real, .comparison = COMPARE_GE};
    double margin = numeric_text_margin(number);
    struct literal literal = {.type = SQLITE_FLOAT, .real = number - margin};
    enum status status = constraint_add(&bound, &literal, 1, predicate, error);
    if (status != OK)
        return status;
    bound.comparison = COMPARE_LE;
    literal.real = number + margin;
    return constraint_add(&bound, &literal, 1, predicate, error);
}

/* Adds terms for a right-hand side that may_be_number(), if that changes what is
 * accepted; else sets *is_done to false. */
static enum status add_as_number(const struct constraint *constraint,
                                 const struct literal *value, struct predicate *predicate,
                                 bool *is_done, struct error *error)
{
    double number;
    struct constraint not_null = {.column = constraint->column,
                                  .comparison = COMPARE_NOT_NULL};
    bool is_decimal = constraint->column->form == FORM_DECIMAL_TEXT;
    *is_done = true;
    switch (constraint->comparison) {
    case COMPARE_GT:
    case COMPARE_GE:
        return add_null_test(&not_null, predicate, error);
    case COMPARE_EQ:
    case COMPARE_IS:
        if (is_decimal && !numeric_text_value(value->bytes, &number))
            return OK;
        if (is_decimal)
            return add_decimal_number(constraint, number, predicate, error);
        if (is_stored_text(constraint->column) &&
            numeric_text_value(value->bytes, &number))
            return add_number(constraint, number, predicate, error);
        break;
    default:
        break;
    }
    *is_done = false;
    return OK;
}

/* A number that is compared with texts.  SQLite converts the texts to numbers, or the
 * number to text: what is equal as text is equal as a number, too. */
static bool number_of(const struct constraint *constraint, const struct literal *value,
                      double *number)
{
    const double largest = 1e290; /* beyond it, margins and texts like Inf */
    bool is_equality = constraint->comparison == COMPARE_EQ ||
                       constraint->comparison == COMPARE_IS;
    *number = value->type == SQLITE_INTEGER ? (double)value->integer : value->real;
    return is_equality && value_class_of(constraint->column) == CLASS_TEXT &&
           is_stored_text(constraint->column) &&
           (value->type == SQLITE_INTEGER || value->type == SQLITE_FLOAT) &&
           fabs(*number) <= largest;
}

static bool are_like_bounds(struct bytes_value low, struct bytes_value high)
{
    if (low.size == 0 || low.size != high.size)
        return false;
    /* Between '@' and 'A', NOCASE also finds what is between 'Z' and 'a'. */
    if (low.data[low.size - 1] == '@')
        return false;
    for (size_t i = 0; i < low.size; i++) {
        bool is_last = i + 1 == low.size;
        if (low.data[i] == 0 || (low.data[i] >= 'a' && low.data[i] <= 'z') ||
            high.data[i] != ascii_lower(low.data[i]) + is_last)
            return false;
    }
    return true;
}

enum {
    /* Letters of a prefix that get a range for each case: 2^6 ranges at most. */
    MOST_LETTERS = 6,
};

static unsigned count_letters(struct bytes_value text)
{
    unsigned n = 0;
    for (size_t i = 0; i < text.size && n < MOST_LETTERS; i++)
        n += ascii_lower(text.data[i]) != text.data[i];
    return n;
}

/* Copies a prefix in upper case as the least text that begins with it, or as the
 * exclusive end of these texts: with its last byte increased by one.  Bit i of `cases`:
 * letter i becomes lower case.  Letters after the first MOST_LETTERS are the least or the
 * greatest of both. */
static bool bound_of_prefix(struct bytes_value prefix, bool folds_case, unsigned cases,
                            bool is_end, struct arena *arena, struct bytes_value *bound)
{
    uint8_t *bytes = arena_alloc(arena, prefix.size, 1);
    unsigned n_letters = 0;
    *bound = (struct bytes_value){bytes, prefix.size};
    for (size_t i = 0; bytes != NULL && i < prefix.size; i++) {
        uint8_t upper = prefix.data[i], lower = folds_case ? ascii_lower(upper) : upper;
        bool is_told_apart = lower != upper && n_letters < MOST_LETTERS;
        bool is_lower = is_told_apart ? cases >> n_letters & 1 : is_end;
        n_letters += is_told_apart;
        bytes[i] = is_lower ? lower : upper;
    }
    if (bytes != NULL && is_end)
        bytes[prefix.size - 1]++; /* no carry: it is ASCII */
    return bytes != NULL;
}

/* Fills the set with the texts that begin with a prefix; folds_case: in either case of
 * its letters, with the prefix in upper case.  A prefix that does not end in ASCII
 * accepts all. */
static enum status set_to_prefix(struct bytes_value prefix, bool folds_case,
                                 struct arena *arena, struct value_set *set,
                                 struct error *error)
{
    bool is_usable = prefix.size > 0 && prefix.data[prefix.size - 1] < 0x80;
    uint32_t n = folds_case ? UINT32_C(1) << count_letters(prefix) : 1;
    if (!is_usable)
        return add_all_values(set, arena, error);
    set->ranges = arena_alloc(arena, n, sizeof *set->ranges);
    if (set->ranges == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        struct value_range *range = &set->ranges[i];
        range->high_is_open = true;
        if (!bound_of_prefix(prefix, folds_case, i, false, arena, &range->low.bytes) ||
            !bound_of_prefix(prefix, folds_case, i, true, arena, &range->high.bytes))
            return error_nomem(error);
        set->n_ranges++;
    }
    value_set_normalise(set);
    return OK;
}

/* The ASCII bytes of a pattern before its first wildcard; those of LIKE in upper case. */
static enum status prefix_of_pattern(enum text_pattern_kind kind,
                                     struct bytes_value pattern, struct arena *arena,
                                     struct bytes_value *prefix, struct error *error)
{
    const char *wildcards = kind == PATTERN_LIKE ? "%_" : "*?[";
    uint8_t *bytes = arena_alloc(arena, pattern.size + 1, 1);
    *prefix = (struct bytes_value){bytes, 0};
    if (bytes == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < pattern.size; i++) {
        uint8_t c = pattern.data[i];
        if (c == 0 || c >= 0x80 || strchr(wildcards, c) != NULL)
            break;
        bool folds = kind == PATTERN_LIKE && c >= 'a' && c <= 'z';
        bytes[prefix->size++] = folds ? (uint8_t)(c - 'a' + 'A') : c;
    }
    return OK;
}

/* Adds a term for LIKE or GLOB. A pattern that is not text is left to SQLite. */
static enum status add_pattern(const struct constraint *constraint,
                               const struct literal *value, struct predicate *predicate,
                               struct error *error)
{
    enum text_pattern_kind kind = constraint->comparison == COMPARE_LIKE ? PATTERN_LIKE
                                                                         : PATTERN_GLOB;
    if (value->type != SQLITE_TEXT)
        return OK;
    struct predicate_term *term = predicate_add(predicate, constraint->column->source);
    if (term == NULL)
        return error_nomem(error);
    term->set.domain = DOMAIN_BYTES;
    term->prunes = true;
    struct bytes_value prefix;
    enum status status = prefix_of_pattern(kind, value->bytes, &predicate->arena, &prefix,
                                           error);
    if (status == OK)
        status = set_to_prefix(prefix, kind == PATTERN_LIKE, &predicate->arena,
                               &term->set, error);
    if (status != OK)
        return status;
    term->has_pattern = true;
    return text_pattern_init(&term->pattern, kind, value->bytes.data, value->bytes.size,
                             error);
}

/* parquet_instant compares canonical texts; so does BINARY. */
static enum status add_instants(const struct constraint *constraint,
                                const struct literal *values, uint32_t n_values,
                                struct predicate *predicate, struct error *error)
{
    struct table_column column = *constraint->column;
    struct constraint binary = *constraint;
    struct literal *keys = arena_alloc(&predicate->arena, n_values, sizeof *keys);
    column.style = TIMES_CANONICAL;
    binary.column = &column;
    binary.collation = COLLATE_BINARY;
    for (uint32_t i = 0; keys != NULL && i < n_values; i++) {
        char room[VALUE_TEXT_SIZE];
        keys[i] = values[i];
        if (values[i].type != SQLITE_TEXT)
            continue;
        struct slice key = instant_key(
            slice_of(values[i].bytes.data, values[i].bytes.size), room);
        if ((const char *)key.data != room)
            continue;
        keys[i].bytes.data = (const uint8_t *)arena_copy_text(&predicate->arena, room,
                                                              key.size);
        keys[i].bytes.size = key.size;
        if (keys[i].bytes.data == NULL)
            keys = NULL;
    }
    return keys != NULL ? constraint_add(&binary, keys, n_values, predicate, error)
                        : error_nomem(error);
}

enum status constraint_add(const struct constraint *constraint,
                           const struct literal *values, uint32_t n_values,
                           struct predicate *predicate, struct error *error)
{
    if (is_null_test(constraint->comparison))
        return add_null_test(constraint, predicate, error);
    if (constraint->collation == COLLATE_INSTANT)
        return add_instants(constraint, values, n_values, predicate, error);
    if (comparison_is_pattern(constraint->comparison))
        return add_pattern(constraint, &values[0], predicate, error);
    double number;
    if (n_values == 1 && number_of(constraint, &values[0], &number))
        return add_number(constraint, number, predicate, error);
    if (!values_are_usable(constraint, values, n_values))
        return OK;
    if (n_values == 1 && may_be_number(constraint, &values[0])) {
        bool is_done;
        uint32_t n_before = predicate->n_terms;
        enum status status = add_as_number(constraint, &values[0], predicate, &is_done,
                                           error);
        for (uint32_t i = n_before; i < predicate->n_terms; i++)
            predicate->terms[i].weakened_by = KEEP_NUMERIC_TEXT;
        if (status != OK || is_done)
            return status;
    }
    bool is_formatted = needs_formatting(constraint, values, n_values);
    bool is_collated = value_class_of(constraint->column) == CLASS_TEXT &&
                       constraint->collation != COLLATE_BINARY;
    struct predicate_term *term = predicate_add(predicate, constraint->column->source);
    if (term == NULL)
        return error_nomem(error);
    term->is_formatted = is_formatted;
    term->formatted.style = constraint->column->style;
    if (is_collated)
        term->transform = constraint_transform(constraint->collation);
    term->accepts_numeric_text = n_values == 1 &&
                                 accepts_all_numbers(constraint, &values[0]);
    term->weakened_by = is_collated                  ? KEEP_COLLATED
                        : is_formatted               ? KEEP_FORMATTED
                        : term->accepts_numeric_text ? KEEP_NUMERIC_TEXT
                                                     : KEEP_NONE;
    term->prunes = term->weakened_by == KEEP_NONE;
    return fill_set(constraint, is_formatted, values, n_values, predicate, &term->set,
                    error);
}

enum status constraint_add_like_bounds(const struct table_column *column,
                                       const struct literal *low,
                                       const struct literal *high,
                                       struct predicate *predicate, struct error *error)
{
    if (low->type != SQLITE_TEXT || high->type != SQLITE_TEXT ||
        !are_like_bounds(low->bytes, high->bytes))
        return OK;
    struct predicate_term *term = predicate_add(predicate, column->source);
    if (term == NULL)
        return error_nomem(error);
    term->prunes = true;
    term->set.domain = DOMAIN_BYTES;
    return set_to_prefix(low->bytes, true, &predicate->arena, &term->set, error);
}
