/* SPDX-License-Identifier: MIT */
/*
 * sql_token.c - splits a statement into tokens, and reads names, texts, blobs and
 * numbers.
 */
#include "vector/sql_token.h"

#include <math.h>
#include <stdlib.h>

#include "value/value_text.h"

/* Together, the keywords of SQLite, but for those that are names again since others came.
 * SQLite takes the soft ones as names where the grammar has no place for the keyword. */
static const char keywords[] =
    "ADD ALL ALTER ANALYZE AND AS ATTACH AUTOINCREMENT BEGIN BETWEEN BY CASE CAST CHECK "
    "COLLATE COMMIT CONSTRAINT CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP "
    "DEFAULT DEFERRABLE DELETE DETACH DISTINCT DO DROP ELSE END ESCAPE EXCEPT EXISTS "
    "EXPLAIN FILTER FOR FOREIGN FROM FULL GLOB GROUP HAVING IN INDEX INDEXED INNER "
    "INSERT INTERSECT INTO IS ISNULL JOIN LEFT LIKE LIMIT MATCH NATURAL NOT NOTHING "
    "NOTNULL NULL OFFSET ON OR ORDER OUTER OVER PRIMARY RAISE REFERENCES REGEXP REINDEX "
    "RETURNING RIGHT SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING "
    "VALUES WHEN WHERE WINDOW WITH WITHIN ";
static const char soft_keywords[] =
    "ABORT ACTION AFTER ALWAYS ASC BEFORE CASCADE COLUMN CONFLICT CURRENT DATABASE "
    "DEFERRED DESC EACH EXCLUDE EXCLUSIVE FAIL FIRST FOLLOWING GENERATED GROUPS IF "
    "IGNORE IMMEDIATE INITIALLY INSTEAD KEY LAST MATERIALIZED NO NULLS OF OTHERS "
    "PARTITION PLAN PRAGMA PRECEDING QUERY RANGE RECURSIVE RELEASE RENAME REPLACE "
    "RESTRICT ROLLBACK ROW ROWS SAVEPOINT TEMP TEMPORARY TIES TRIGGER UNBOUNDED VACUUM "
    "VIEW VIRTUAL WITHOUT ";

/* ---- Splitting ------------------------------------------------------------------- */

static bool list_has(const char *list, struct slice word)
{
    for (const char *end; (end = strchr(list, ' ')) != NULL; list = end + 1) {
        if (slice_equals_nocase(word, slice_of(list, (size_t)(end - list))))
            return true;
    }
    return false;
}

static bool is_name_byte(uint8_t byte)
{
    uint8_t letter = ascii_lower(byte);
    return (letter >= 'a' && letter <= 'z') || is_ascii_digit(byte) || byte == '_' ||
           byte == '$' || byte >= 0x80;
}

/* The byte at a position, or 0 after the end. */
static uint8_t byte_at(struct slice text, size_t at)
{
    return at < text.size ? text.data[at] : 0;
}

/* Skips white space and comments; false if a comment has no end. */
static bool skip_space(struct slice *rest)
{
    while (rest->size > 0) {
        size_t size = 0;
        if (byte_at(*rest, 0) == '-' && byte_at(*rest, 1) == '-') {
            while (size < rest->size && rest->data[size] != '\n')
                size++;
        } else if (byte_at(*rest, 0) == '/' && byte_at(*rest, 1) == '*') {
            size = 4;
            while (size <= rest->size && memcmp(rest->data + size - 2, "*/", 2) != 0)
                size++;
            if (size > rest->size)
                return false;
        } else if (rest->data[0] == '\v' || !ascii_is_space(rest->data[0])) {
            break;
        } else {
            size = 1;
        }
        *rest = slice_of(rest->data + size, rest->size - size);
    }
    return true;
}

/* Returns the size of what begins with a quote, or 0 if it has no end. */
static size_t quoted_size(struct slice text)
{
    uint8_t quote = text.data[0] == '[' ? ']' : text.data[0];
    for (size_t i = 1; i < text.size; i++) {
        if (text.data[i] != quote)
            continue;
        if (quote == ']' || byte_at(text, i + 1) != quote)
            return i + 1;
        i++;
    }
    return 0;
}

static size_t blob_size(struct slice text)
{
    size_t size = 2;
    while (ascii_hex_value(byte_at(text, size)) != NO_HEX_DIGIT)
        size++;
    return byte_at(text, size) == '\'' && size % 2 == 0 ? size + 1 : 0;
}

static size_t skip_digits(struct slice text, size_t at)
{
    while (is_ascii_digit(byte_at(text, at)))
        at++;
    return at;
}

/* Returns 0 if a letter follows: SQLite's versions differ, or refuse that. */
static size_t number_size(struct slice text, enum sql_token_kind *kind)
{
    size_t size = skip_digits(text, 0), hex = 2, exponent;
    *kind = SQL_INTEGER;
    while (ascii_hex_value(byte_at(text, hex)) != NO_HEX_DIGIT)
        hex++;
    if (text.data[0] == '0' && ascii_lower(byte_at(text, 1)) == 'x' && hex > 2) {
        size = hex;
    } else {
        if (byte_at(text, size) == '.') {
            size = skip_digits(text, size + 1);
            *kind = SQL_REAL;
        }
        exponent = size + 1;
        if (byte_at(text, exponent) == '+' || byte_at(text, exponent) == '-')
            exponent++;
        if (ascii_lower(byte_at(text, size)) == 'e' &&
            is_ascii_digit(byte_at(text, exponent))) {
            size = skip_digits(text, exponent);
            *kind = SQL_REAL;
        }
    }
    return is_name_byte(byte_at(text, size)) ? 0 : size;
}

static size_t word_size(struct slice text, enum sql_token_kind *kind)
{
    size_t size = 1;
    /* A byte order mark is white space in some versions of SQLite. */
    if (slice_take_text(&text, "\xef\xbb\xbf"))
        return 0;
    while (is_name_byte(byte_at(text, size)))
        size++;
    struct slice word = slice_of(text.data, size);
    *kind = list_has(keywords, word)        ? SQL_KEYWORD
            : list_has(soft_keywords, word) ? SQL_SOFT_KEYWORD
                                            : SQL_NAME;
    return size;
}

static size_t sign_size(struct slice text)
{
    static const char *const signs[] = {
        "->>", "->", "==", "!=", "<>", "<=", "<<", ">=", ">>", "||", "=", "<", ">",
        "|",   "&",  "~",  "+",  "-",  "*",  "/",  "%",  ",",  ".",  ";", "(", ")"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (slice_take_text(&text, signs[i]))
            return strlen(signs[i]);
    }
    return 0;
}

/* Returns the size of the token that the text begins with, or 0. */
static size_t token_size(struct slice text, enum sql_token_kind *kind)
{
    uint8_t first = text.data[0];
    *kind = SQL_SIGN;
    if (is_ascii_digit(first) || (first == '.' && is_ascii_digit(byte_at(text, 1))))
        return number_size(text, kind);
    if (first == '\'' || first == '"' || first == '`' || first == '[') {
        *kind = first == '\'' ? SQL_TEXT : SQL_QUOTED_NAME;
        return quoted_size(text);
    }
    if (ascii_lower(first) == 'x' && byte_at(text, 1) == '\'') {
        *kind = SQL_BLOB;
        return blob_size(text);
    }
    return is_name_byte(first) && first != '$' ? word_size(text, kind) : sign_size(text);
}

enum status sql_token_next(struct slice *rest, struct sql_token *token,
                           struct error *error)
{
    bool is_sound = skip_space(rest);
    *token = (struct sql_token){SQL_END, slice_of(rest->data, 0)};
    if (is_sound && rest->size == 0)
        return OK;
    if (strchr("?:@$#", byte_at(*rest, 0)) != NULL && rest->data[0] != 0)
        return error_set(error, UNSUPPORTED, "a parameter is not known");
    enum sql_token_kind kind;
    size_t size = is_sound ? token_size(*rest, &kind) : 0;
    if (size == 0)
        return error_set(error, UNSUPPORTED, "syntax is not known near \"%.*s\"",
                         SLICE_SHOWN(*rest, 20));
    (void)slice_take(rest, size, &token->text);
    token->kind = kind;
    return OK;
}

bool sql_token_is(const struct sql_token *token, const char *word)
{
    return (token->kind == SQL_KEYWORD || token->kind == SQL_SOFT_KEYWORD ||
            token->kind == SQL_SIGN) &&
           slice_equals_word(token->text, word);
}

/* ---- Values ---------------------------------------------------------------------- */

/* Returns what is within quotes, where a doubled one means one. */
static enum status unquote(struct slice text, struct arena *arena, struct slice *within,
                           struct error *error)
{
    uint8_t quote = text.data[0];
    size_t size = 0;
    *within = slice_of(text.data + 1, text.size - 2);
    if (quote == '[' || within->size == 0 ||
        memchr(within->data, quote, within->size) == NULL)
        return OK;
    uint8_t *copy = arena_alloc(arena, within->size, 1);
    if (copy == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < within->size; i++) {
        copy[size++] = within->data[i];
        i += within->data[i] == quote;
    }
    *within = slice_of(copy, size);
    return OK;
}

enum status sql_token_name(const struct sql_token *token, struct arena *arena,
                           struct slice *name, struct error *error)
{
    *name = token->text;
    if (token->kind != SQL_QUOTED_NAME)
        return OK;
    enum status status = unquote(token->text, arena, name, error);
    if (status == OK && name->size == 0)
        return error_set(error, UNSUPPORTED, "an empty name is not known");
    return status;
}

static enum status read_blob(struct slice text, struct arena *arena,
                             struct literal *value, struct error *error)
{
    size_t size = (text.size - 3) / 2;
    uint8_t *bytes = arena_alloc(arena, size + 1, 1);
    if (bytes == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(ascii_hex_value(text.data[2 + 2 * i]) << 4 |
                             ascii_hex_value(text.data[3 + 2 * i]));
    *value = (struct literal){.type = LITERAL_BLOB, .bytes = {bytes, size}};
    return OK;
}

/* Reads a hexadecimal integer: the bits of an int64_t.  False beyond 64 bits. */
static bool read_hex(struct slice text, int64_t *value)
{
    uint64_t bits = 0;
    for (size_t i = 2; i < text.size; i++) {
        if (bits >> 60 != 0)
            return false;
        bits = bits << 4 | ascii_hex_value(text.data[i]);
    }
    memcpy(value, &bits, sizeof bits);
    return true;
}

enum {
    MOST_SIGNIFICANT_BITS = 53, /* integers below 2^53 are doubles */
    MOST_POWER = 22,            /* and so are powers of ten up to this one */
    LONGEST_NUMBER = 100,       /* longer ones are not worth it */
    MOST_EXPONENT = 1000,
};

/* A number is digits * 10^exponent, where the last digit is not 0. */
struct decimal {
    uint64_t digits;
    int32_t exponent;
};

/* Reads a number; false if it has too many digits. */
static bool read_decimal(struct slice text, struct decimal *decimal)
{
    bool is_fraction = false, is_small = false;
    int32_t written = 0, zeros = 0;
    size_t i = 0;
    *decimal = (struct decimal){0};
    for (; i < text.size && ascii_lower(text.data[i]) != 'e'; i++) {
        uint8_t digit = (uint8_t)(text.data[i] - '0');
        if (text.data[i] == '.') {
            is_fraction = true;
            continue;
        }
        decimal->exponent -= is_fraction;
        zeros++;
        if (digit == 0)
            continue;
        for (; zeros > 0 && decimal->digits >> MOST_SIGNIFICANT_BITS == 0; zeros--)
            decimal->digits *= 10;
        decimal->digits += digit;
        if (zeros > 0 || decimal->digits >> MOST_SIGNIFICANT_BITS != 0)
            return false;
    }
    for (i++; i < text.size && written < MOST_EXPONENT; i++) {
        is_small = is_small || text.data[i] == '-';
        if (is_ascii_digit(text.data[i]))
            written = written * 10 + (text.data[i] - '0');
    }
    decimal->exponent += zeros + (is_small ? -written : written);
    return true;
}

/* Returns what a product of doubles lacks to be exact (Dekker). */
static double product_error(double a, double b, double product)
{
    const double splitter = 134217729; /* 2^27 + 1 */
    double a_high = splitter * a - (splitter * a - a);
    double b_high = splitter * b - (splitter * b - b);
    double a_low = a - a_high, b_low = b - b_high;
    return a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low);
}

/*
 * Reads a number as a double.  SQLite's versions multiply and divide in different ways,
 * some by each power of ten in turn, as long doubles.  All of them have the nearest
 * double as their result unless the number is nearly halfway between two doubles: false
 * for these, and for numbers that are more than one multiplication or division of exact
 * doubles.
 */
static bool read_real(struct slice text, double *real)
{
    struct decimal decimal;
    double missing; /* from *real to the number */
    if (text.size > LONGEST_NUMBER || !read_decimal(text, &decimal))
        return false;
    *real = 0;
    if (decimal.digits == 0)
        return true;
    if (decimal.exponent < -MOST_POWER || decimal.exponent > MOST_POWER)
        return false;
    double digits = (double)decimal.digits;
    if (decimal.exponent >= 0) {
        double power = power_of_ten(decimal.exponent);
        *real = digits * power;
        missing = product_error(digits, power, *real);
    } else {
        double power = power_of_ten(-decimal.exponent);
        *real = digits / power;
        double product = *real * power;
        missing = (digits - product - product_error(*real, power, product)) / power;
    }
    /* Each step rounds its power and its result by 2^-12 of the distance between doubles
     * at most. */
    double nearly_half = 0.5 - (abs(decimal.exponent) + 1) / 1024.0;
    return fabs(missing) < nearly_half * (*real - nextafter(*real, 0));
}

/* Reads decimal digits; false beyond 64 bits. */
static bool read_integer(struct slice text, int64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < text.size; i++) {
        int digit = text.data[i] - '0';
        if (*value > (INT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return true;
}

enum status sql_token_literal(const struct sql_token *token, struct arena *arena,
                              struct literal *value, struct error *error)
{
    struct slice text = token->text, within;
    *value = (struct literal){0};
    if (token->kind == SQL_TEXT) {
        enum status status = unquote(text, arena, &within, error);
        char *copy = status == OK ? arena_copy_text(arena, within.data, within.size)
                                  : NULL;
        if (copy == NULL)
            return error_nomem(error);
        value->type = LITERAL_TEXT;
        value->bytes = (struct bytes_value){(const uint8_t *)copy, within.size};
        return OK;
    }
    if (token->kind == SQL_BLOB)
        return read_blob(text, arena, value, error);
    bool is_hex = text.size > 1 && ascii_lower(text.data[1]) == 'x', is_read;
    value->type = LITERAL_INTEGER;
    if (is_hex)
        is_read = read_hex(text, &value->integer);
    else
        is_read = token->kind == SQL_INTEGER && read_integer(text, &value->integer);
    if (!is_read && !is_hex) {
        value->type = LITERAL_REAL;
        value->real = SQL_TOKEN_TWO_TO_63;
        is_read = slice_equals_text(text, "9223372036854775808") ||
                  read_real(text, &value->real);
    }
    return is_read ? OK
                   : error_set(error, UNSUPPORTED, "number %.*s is not known",
                               SLICE_SHOWN(text, 40));
}
