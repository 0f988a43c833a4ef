/* SPDX-License-Identifier: MIT */
/*
 * test_dataset_unite.c - types of columns are united without loss, and values and bounds
 * become those of the united type.
 */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "dataset/dataset_unite.h"
#include "unit_test.h"
#include "value/value_text.h"

static struct column integer(uint8_t bits, bool is_signed)
{
    return (struct column){.type = COLUMN_INTEGER,
                           .kind = VECTOR_INT64,
                           .bits = bits,
                           .is_signed = is_signed};
}

static struct column decimal(int32_t precision, int32_t scale, enum vector_kind kind)
{
    return (struct column){
        .type = COLUMN_DECIMAL, .kind = kind, .precision = precision, .scale = scale};
}

static struct column of_unit(enum column_type type, enum time_unit unit, bool is_utc)
{
    return (struct column){
        .type = type, .kind = VECTOR_INT64, .unit = unit, .is_utc = is_utc};
}

static struct column real(uint8_t bits)
{
    return (struct column){.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = bits};
}

static struct column plain(enum column_type type, enum vector_kind kind)
{
    return (struct column){.type = type, .kind = kind};
}

static bool is_type(const struct column *a, const struct column *b)
{
    return a->type == b->type && a->kind == b->kind && a->bits == b->bits &&
           a->is_signed == b->is_signed && a->precision == b->precision &&
           a->scale == b->scale && a->is_utc == b->is_utc;
}

/* Both ways round. */
static void check_united(struct column a, struct column b, struct column expected)
{
    struct column ab = a, ba = b;
    ab.name = "a";
    CHECK(dataset_unite(&ab, &b));
    CHECK(dataset_unite(&ba, &a));
    CHECK(is_type(&ab, &expected) && is_type(&ba, &expected));
    CHECK(strcmp(ab.name, "a") == 0);
    CHECK(conversion_of(&a, &ab).kind != CONVERT_NEVER);
    CHECK(conversion_of(&b, &ab).kind != CONVERT_NEVER);
}

static void types_are_widened(void)
{
    const struct column uint64 = {
        .type = COLUMN_UINT64, .kind = VECTOR_INT64, .bits = 64};
    const struct column boolean = plain(COLUMN_BOOLEAN, VECTOR_INT64);
    const struct column text = plain(COLUMN_TEXT, VECTOR_BYTES);
    const struct column date = plain(COLUMN_DATE, VECTOR_INT64);
    const struct column instant = plain(COLUMN_TIMESTAMP, VECTOR_INSTANT);
    struct column utc = instant;
    utc.is_utc = true;
    const struct column utc_micros = of_unit(COLUMN_TIMESTAMP, UNIT_MICROS, true);
    check_united(integer(8, true), integer(32, true), integer(32, true));
    check_united(integer(8, false), integer(16, false), integer(16, false));
    check_united(integer(8, false), integer(16, true), integer(64, true));
    check_united(integer(32, false), integer(32, true), integer(64, true));
    check_united(boolean, integer(16, true), integer(16, true));
    check_united(uint64, integer(16, false), uint64);
    check_united(uint64, integer(8, true), decimal(20, 0, VECTOR_BYTES));
    check_united(integer(16, true), decimal(4, 2, VECTOR_INT64),
                 decimal(7, 2, VECTOR_INT64));
    check_united(integer(64, true), decimal(4, 2, VECTOR_INT64),
                 decimal(21, 2, VECTOR_BYTES));
    check_united(decimal(18, 0, VECTOR_INT64), decimal(5, 5, VECTOR_INT64),
                 decimal(23, 5, VECTOR_BYTES));
    check_united(decimal(9, 2, VECTOR_INT64), decimal(9, 2, VECTOR_BYTES),
                 decimal(9, 2, VECTOR_BYTES));
    check_united(real(32), real(64), real(64));
    check_united(real(32), integer(32, false), real(64));
    check_united(real(64), integer(64, true), text);
    check_united(real(64), decimal(4, 2, VECTOR_INT64), text);
    check_united(date, of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, false), instant);
    check_united(date, of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, true), text);
    check_united(of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, true),
                 of_unit(COLUMN_TIMESTAMP, UNIT_NANOS, true), utc);
    check_united(of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, true),
                 of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, false), text);
    check_united(of_unit(COLUMN_TIME, UNIT_MILLIS, false),
                 of_unit(COLUMN_TIME, UNIT_NANOS, false),
                 of_unit(COLUMN_TIME, UNIT_NANOS, false));
    struct column int96 = instant;
    int96.bits = 96;
    check_united(int96, utc_micros, utc);
    check_united(int96, of_unit(COLUMN_TIMESTAMP, UNIT_MICROS, false), instant);
    check_united(int96, date, instant);
    check_united(instant, utc_micros, text);
    CHECK(dataset_shows_same(&int96, &utc_micros) &&
          dataset_shows_same(&utc_micros, &int96));
    CHECK(!dataset_shows_same(&instant, &utc_micros));
    check_united(plain(COLUMN_UUID, VECTOR_BYTES), date, text);
    check_united(plain(COLUMN_BLOB, VECTOR_BYTES), text, text);
    check_united(plain(COLUMN_GEOMETRY, VECTOR_BYTES), plain(COLUMN_BLOB, VECTOR_BYTES),
                 plain(COLUMN_BLOB, VECTOR_BYTES));
    check_united(plain(COLUMN_NULL, VECTOR_INT64), date, date);
}

/* Dates and decimals are the same type however a file stores them. */
static void storage_is_not_part_of_a_type(void)
{
    struct column types[] = {plain(COLUMN_DATE, VECTOR_INT64),
                             decimal(8, 2, VECTOR_INT64),
                             plain(COLUMN_BOOLEAN, VECTOR_INT64),
                             of_unit(COLUMN_TIMESTAMP, UNIT_MICROS, true)};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct column stored = types[i], united = types[i];
        stored.bits = 32;
        stored.is_signed = true;
        CHECK(column_types_are_same(&types[i], &stored));
        CHECK(dataset_unite(&united, &stored) && united.type == types[i].type);
        CHECK(conversion_of(&stored, &types[i]).kind == CONVERT_NOTHING);
    }
    const struct column different[][2] = {
        {integer(32, true), integer(64, true)},
        {integer(32, true), integer(32, false)},
        {real(32), real(64)},
        {decimal(8, 2, VECTOR_INT64), decimal(9, 2, VECTOR_INT64)},
        {decimal(8, 2, VECTOR_INT64), decimal(8, 3, VECTOR_INT64)},
        {decimal(8, 2, VECTOR_INT64), decimal(8, 2, VECTOR_BYTES)},
        {of_unit(COLUMN_TIME, UNIT_MILLIS, false),
         of_unit(COLUMN_TIME, UNIT_NANOS, false)},
        {of_unit(COLUMN_TIME, UNIT_MILLIS, false),
         of_unit(COLUMN_TIME, UNIT_MILLIS, true)},
        {plain(COLUMN_TEXT, VECTOR_BYTES), plain(COLUMN_BLOB, VECTOR_BYTES)}};
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        CHECK(!column_types_are_same(&different[i][0], &different[i][1]));
}

static void some_types_have_nothing_in_common(void)
{
    struct column geometry = plain(COLUMN_GEOMETRY, VECTOR_BYTES),
                  variant = integer(64, true);
    const struct column before = geometry, number = integer(64, true);
    variant.has_mismatched = true;
    CHECK(!dataset_unite(&geometry, &number) && is_type(&geometry, &before));
    CHECK(!dataset_unite(&variant, &number) && variant.has_mismatched);
    CHECK(conversion_of(&number, &geometry).kind == CONVERT_NEVER);
    CHECK(conversion_of(&number, &variant).kind == CONVERT_NEVER);
    CHECK(conversion_of(&before, &number).kind == CONVERT_NEVER);
    struct column text = plain(COLUMN_TEXT, VECTOR_BYTES);
    CHECK(conversion_of(&text, &number).kind == CONVERT_NEVER);
    /* A column that cannot be read has no say. */
    struct column lost = text, kept = number;
    column_set_unreadable(&lost, UNSUPPORTED, "why");
    CHECK(dataset_unite(&kept, &lost) && is_type(&kept, &number));
    CHECK(dataset_unite(&lost, &number) && is_type(&lost, &number) &&
          lost.unreadable_reason == NULL);
}

/* The text of the first value of a vector of decimals. */
static const char *decimal_text(const struct column_vector *vector, int32_t scale)
{
    static struct buffer text;
    struct error error = {0};
    text.size = 0;
    CHECK(append_binary_decimal(&text, vector->values.bytes[0], scale, &error) == OK);
    CHECK(buffer_append(&text, "", 1, &error) == OK);
    static char copy[200];
    snprintf(copy, sizeof copy, "%s", (const char *)text.data);
    buffer_release(&text);
    return copy;
}

/* Converts one value. */
static enum status convert_one(struct converted_vector *v, const struct column *from,
                               const struct column *to, const void *value,
                               struct error *error)
{
    const struct conversion c = conversion_of(from, to);
    const struct column_vector vector = {
        .n_rows = 1, .kind = from->kind, .values.any = value};
    error_clear(error);
    return converted_vector_fill(v, &c, &vector, error);
}

static void check_decimal(int64_t value, struct column from, int32_t scale,
                          const char *expected)
{
    struct error error;
    struct converted_vector v = {0};
    const struct column to = decimal(38, scale, VECTOR_BYTES);
    CHECK(convert_one(&v, &from, &to, &value, &error) == OK);
    CHECK_TEXT(decimal_text(&v.vector, scale), expected);
    converted_vector_release(&v);
}

static void decimals_keep_all_digits(void)
{
    struct error error;
    check_decimal(0, integer(64, true), 0, "0");
    check_decimal(-1, integer(64, true), 3, "-1.000");
    check_decimal(INT64_MIN, integer(64, true), 10, "-9223372036854775808.0000000000");
    check_decimal(INT64_MAX, integer(64, true), 19,
                  "9223372036854775807.0000000000000000000");
    check_decimal(-1, plain(COLUMN_UINT64, VECTOR_INT64), 1, "18446744073709551615.0");
    check_decimal(-12345, decimal(5, 2, VECTOR_INT64), 4, "-123.4500");
    /* From bytes: -1.28 and 2.55 with two more digits. */
    static const uint8_t minus[] = {0x80}, plus[] = {0x00, 0xff};
    const struct bytes_value values[] = {{minus, 1}, {plus, 2}, {plus, 0}};
    const char *const expected[] = {"-1.2800", "2.5500", "0.0000"};
    const struct column from = decimal(3, 2, VECTOR_BYTES),
                        to = decimal(9, 4, VECTOR_BYTES);
    for (int i = 0; i < 3; i++) {
        struct converted_vector v = {0};
        CHECK(convert_one(&v, &from, &to, &values[i], &error) == OK);
        CHECK_TEXT(decimal_text(&v.vector, 4), expected[i]);
        converted_vector_release(&v);
    }
}

static void values_beyond_their_type_are_errors(void)
{
    struct error error;
    struct converted_vector v = {0};
    const struct column from = decimal(4, 0, VECTOR_INT64),
                        to = decimal(9, 5, VECTOR_INT64);
    const int64_t edge = INT64_MAX / 100000,
                  values[] = {edge, -edge, edge + 1, -edge - 1};
    for (int i = 0; i < 4; i++) {
        CHECK(convert_one(&v, &from, &to, &values[i], &error) == (i < 2 ? OK : CORRUPT));
        CHECK(i >= 2 || v.vector.values.int64[0] == values[i] * 100000);
    }
    static const uint8_t large[MOST_DECIMAL_BYTES + 1];
    const struct bytes_value bytes = {large, sizeof large};
    const struct column a = decimal(4, 0, VECTOR_BYTES), b = decimal(9, 5, VECTOR_BYTES);
    CHECK(convert_one(&v, &a, &b, &bytes, &error) == CORRUPT);
    converted_vector_release(&v);
}

static void instants_are_those_of_all_units(void)
{
    struct error error;
    struct converted_vector v = {0};
    const struct column to = plain(COLUMN_TIMESTAMP, VECTOR_INSTANT);
    const struct column date = plain(COLUMN_DATE, VECTOR_INT64);
    static const struct {
        enum time_unit unit;
        int64_t value, seconds;
        int32_t nanos;
    } cases[] = {{UNIT_MILLIS, 1500, 1, 500000000},
                 {UNIT_MILLIS, -1, -1, 999000000},
                 {UNIT_MICROS, -1000000, -1, 0},
                 {UNIT_MICROS, INT64_MIN, -9223372036855, 224192000},
                 {UNIT_NANOS, INT64_MIN, -9223372037, 145224192},
                 {UNIT_NANOS, 999999999, 0, 999999999}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct column from = of_unit(COLUMN_TIMESTAMP, cases[i].unit, false);
        CHECK(convert_one(&v, &from, &to, &cases[i].value, &error) == OK);
        CHECK(v.vector.values.instant[0].seconds == cases[i].seconds &&
              v.vector.values.instant[0].nanos == cases[i].nanos);
        const struct instant instant = v.vector.values.instant[0];
        CHECK(convert_one(&v, &to, &from, &instant, &error) == OK);
        CHECK(v.vector.values.int64[0] == cases[i].value);
    }
    const struct column millis = of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, true);
    static const struct instant beyond[] = {{1, 500000001}, {INT64_MAX, 0}};
    for (size_t i = 0; i < 2; i++)
        CHECK(convert_one(&v, &to, &millis, &beyond[i], &error) == MISUSE);
    const int64_t day = -1;
    CHECK(convert_one(&v, &date, &to, &day, &error) == OK);
    CHECK(v.vector.values.instant[0].seconds == -86400);
    converted_vector_release(&v);
}

/* A vector with nulls and a NaN, which has no text. */
static void texts_are_those_of_values(void)
{
    struct error error = {0};
    struct converted_vector v = {0};
    const struct column from = real(64), to = plain(COLUMN_TEXT, VECTOR_BYTES);
    const double values[] = {0.1, NAN, 7, -INFINITY, 1e300};
    const uint8_t valid[] = {1, 1, 0, 1, 1};
    const char *const expected[] = {"0.1", NULL, NULL, "-Inf", "1e+300"};
    const struct conversion c = conversion_of(&from, &to);
    const struct column_vector vector = {
        .n_rows = 5, .kind = VECTOR_DOUBLE, .values.float64 = values, .valid = valid};
    CHECK(converted_vector_fill(&v, &c, &vector, &error) == OK);
    CHECK(v.vector.is_terminated && v.vector.kind == VECTOR_BYTES);
    for (uint32_t i = 0; i < 5; i++) {
        CHECK(column_vector_is_null(&v.vector, i) == (expected[i] == NULL));
        if (expected[i] != NULL)
            CHECK_TEXT((const char *)v.vector.values.bytes[i].data, expected[i]);
    }
    converted_vector_release(&v);
}

/* Entries are converted once, and rows keep their indices. */
static void dictionaries_are_converted_once(void)
{
    struct error error = {0};
    struct converted_vector v = {0};
    const struct column from = integer(32, true), to = plain(COLUMN_TEXT, VECTOR_BYTES);
    int64_t entries[] = {10, 20, 30};
    const uint32_t indices[] = {2, 0, 2, 1};
    const struct conversion c = conversion_of(&from, &to);
    struct column_vector vector = {.n_rows = 4,
                                   .kind = VECTOR_INT64,
                                   .values.int64 = entries,
                                   .indices = indices,
                                   .dictionary = 5,
                                   .n_entries = 3};
    CHECK(converted_vector_fill(&v, &c, &vector, &error) == OK);
    CHECK(v.vector.indices == indices && v.vector.dictionary == 5);
    CHECK_TEXT((const char *)v.vector.values.bytes[2].data, "30");
    entries[2] = 31; /* not seen: the same dictionary */
    CHECK(converted_vector_fill(&v, &c, &vector, &error) == OK);
    CHECK_TEXT((const char *)v.vector.values.bytes[2].data, "30");
    vector.dictionary = 6;
    CHECK(converted_vector_fill(&v, &c, &vector, &error) == OK);
    CHECK_TEXT((const char *)v.vector.values.bytes[2].data, "31");
    /* Large dictionaries are converted row by row. */
    vector.n_entries = 5000;
    vector.dictionary = 7;
    CHECK(converted_vector_fill(&v, &c, &vector, &error) == OK);
    CHECK(v.vector.indices == NULL && v.vector.dictionary == 0);
    CHECK_TEXT((const char *)v.vector.values.bytes[3].data, "20");
    converted_vector_release(&v);
}

static void bounds_are_converted_or_dropped(void)
{
    const struct column narrow = integer(32, true), wide = real(64);
    const struct column text = plain(COLUMN_TEXT, VECTOR_BYTES);
    const struct column four = decimal(4, 0, VECTOR_INT64),
                        nine = decimal(9, 5, VECTOR_INT64);
    const struct column_statistics given = {.n_rows = 9,
                                            .has_min = true,
                                            .has_max = true,
                                            .has_null_count = true,
                                            .null_count = 2,
                                            .min.int64 = -3,
                                            .max.int64 = INT64_MAX / 10};
    struct column_statistics s = given;
    struct conversion c = conversion_of(&narrow, &wide);
    convert_statistics(&c, &s);
    CHECK(s.has_min && s.min.float64 == -3 && s.has_nan_count && s.nan_count == 0);
    s = given;
    c = conversion_of(&narrow, &text);
    convert_statistics(&c, &s);
    CHECK(!s.has_min && !s.has_max && s.has_null_count && s.null_count == 2);
    s = given;
    c = conversion_of(&four, &nine); /* the maximum is beyond the type */
    convert_statistics(&c, &s);
    CHECK(s.has_min && s.min.int64 == -300000 && !s.has_max);
    CHECK(s.reason == KEEP_NO_BOUNDS);
    s = given;
    c = conversion_of(&wide, &text); /* NaN becomes null */
    convert_statistics(&c, &s);
    CHECK(!s.has_null_count);
    s = given;
    c = conversion_of(&narrow, &narrow);
    convert_statistics(&c, &s);
    CHECK(s.has_max && s.max.int64 == given.max.int64);
    const struct column instant = plain(COLUMN_TIMESTAMP, VECTOR_INSTANT);
    const struct column millis = of_unit(COLUMN_TIMESTAMP, UNIT_MILLIS, false);
    s = given; /* the maximum is no whole millisecond */
    s.min.instant = (struct instant){-1, 999000000};
    s.max.instant = (struct instant){1, 1};
    c = conversion_of(&instant, &millis);
    convert_statistics(&c, &s);
    CHECK(s.has_min && s.min.int64 == -1 && !s.has_max && s.null_count == 2);
}

static bool show_same(const char *a, const char *b)
{
    return type_texts_show_same(slice_of(a, strlen(a)), slice_of(b, strlen(b)));
}

static void types_in_words_are_compared_by_what_they_show(void)
{
    CHECK(show_same("INT32 NOT NULL", "INT32"));
    CHECK(show_same("INT32", "INT32 NOT NULL"));
    CHECK(show_same("STRUCT<a INT32 NOT NULL, b LIST<DATE NOT NULL> NOT NULL> NOT NULL",
                    "STRUCT<a INT32, b LIST<DATE>>"));
    CHECK(show_same("TIMESTAMP(NANOS)", "TIMESTAMP(MICROS, UTC) NOT NULL"));
    CHECK(show_same("LIST<TIMESTAMP(NANOS) NOT NULL>", "LIST<TIMESTAMP(MILLIS)>"));
    CHECK(show_same("VARIANT<STRUCT<a LIST<INT32>>> NOT NULL", "VARIANT"));
    CHECK(show_same("LIST<VARIANT>", "LIST<VARIANT<STRUCT<\">\" INT8>>>"));
    CHECK(show_same("", ""));
    CHECK(!show_same("", "INT32"));
    CHECK(!show_same("INT32", "INT64"));
    CHECK(!show_same("INT3", "INT32"));
    CHECK(!show_same("TIME(NANOS)", "TIME(MICROS)"));
    CHECK(!show_same("TIMESTAMP(NANOS)", "DATE"));
    CHECK(!show_same("LIST<INT32>", "LIST<INT64>"));
    CHECK(!show_same("STRUCT<a INT32>", "STRUCT<b INT32>"));
    CHECK(!show_same("STRUCT<\"a NOT NULL\" INT32>", "STRUCT<\"a\" INT32>"));
    CHECK(!show_same("STRUCT<a VARIANT<INT8>, b DATE>", "STRUCT<a VARIANT, c DATE>"));
    CHECK(!show_same("GEOMETRY('a NOT NULL')", "GEOMETRY('a')"));
    /* Names of fields are not types. */
    CHECK(!show_same("STRUCT<VARIANT LIST<INT8>>", "STRUCT<VARIANT LIST<INT16>>"));
    CHECK(!show_same("STRUCT<TIMESTAMP DECIMAL(3,1)>", "STRUCT<TIMESTAMP DECIMAL(3,2)>"));
}

static void check_back(const struct conversion *c, union column_value to, bool is_there,
                       int64_t expected)
{
    union column_value from;
    CHECK(conversion_has_inverse(c));
    CHECK(convert_value_back(c, to, &from) == is_there);
    CHECK(!is_there || from.int64 == expected);
}

/* Of a column that is converted, the values that become a given one. */
static void values_are_converted_back(void)
{
    const struct column narrow = integer(32, true), wide = real(64);
    const struct column two = decimal(9, 2, VECTOR_INT64),
                        five = decimal(18, 5, VECTOR_INT64);
    const struct column binary = decimal(30, 5, VECTOR_BYTES);
    const struct column text = plain(COLUMN_TEXT, VECTOR_BYTES);
    const struct column instant = plain(COLUMN_TIMESTAMP, VECTOR_INSTANT);
    const struct column date = plain(COLUMN_DATE, VECTOR_INT64);
    struct conversion c = conversion_of(&narrow, &wide);
    check_back(&c, (union column_value){.float64 = -7}, true, -7);
    check_back(&c, (union column_value){.float64 = -0.0}, true, 0);
    check_back(&c, (union column_value){.float64 = 7.5}, false, 0);
    check_back(&c, (union column_value){.float64 = -9223372036854775808.0}, true,
               INT64_MIN);
    check_back(&c, (union column_value){.float64 = 9223372036854775808.0}, false, 0);
    check_back(&c, (union column_value){.float64 = (double)INFINITY}, false, 0);
    check_back(&c, (union column_value){.float64 = (double)NAN}, false, 0);
    c = conversion_of(&two, &five);
    check_back(&c, (union column_value){.int64 = -3000}, true, -3);
    check_back(&c, (union column_value){.int64 = -3001}, false, 0);
    c = conversion_of(&date, &instant);
    check_back(&c, (union column_value){.instant = {-86400, 0}}, true, -1);
    check_back(&c, (union column_value){.instant = {-86399, 0}}, false, 0);
    check_back(&c, (union column_value){.instant = {86400, 1}}, false, 0);
    static const struct {
        enum time_unit unit;
        struct instant instant;
        bool is_there;
        int64_t count;
    } cases[] = {
        {UNIT_MILLIS, {1, 500000000}, true, 1500},
        {UNIT_MILLIS, {1, 500000001}, false, 0},
        {UNIT_MILLIS, {-1, 999000000}, true, -1},
        {UNIT_MICROS, {-1, 0}, true, -1000000},
        {UNIT_MICROS, {INT64_C(-9223372036855), 224192000}, true, INT64_MIN},
        {UNIT_MICROS, {INT64_C(-9223372036855), 224191000}, false, 0},
        {UNIT_MICROS, {INT64_C(-9223372036855), 0}, false, 0},
        {UNIT_NANOS, {INT64_C(-9223372037), 145224192}, true, INT64_MIN},
        {UNIT_NANOS, {INT64_C(-9223372037), 145224191}, false, 0},
        {UNIT_NANOS, {INT64_C(9223372036), 854775807}, true, INT64_MAX},
        {UNIT_NANOS, {INT64_C(9223372036), 854775808}, false, 0},
        {UNIT_NANOS, {INT64_C(9223372037), 0}, false, 0},
        {UNIT_NANOS, {INT64_MIN, 1}, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct column from = of_unit(COLUMN_TIMESTAMP, cases[i].unit, false);
        c = conversion_of(&from, &instant);
        check_back(&c, (union column_value){.instant = cases[i].instant},
                   cases[i].is_there, cases[i].count);
    }
    const struct column nanos = of_unit(COLUMN_TIMESTAMP, UNIT_NANOS, false);
    c = conversion_of(&instant, &nanos);
    CHECK(conversion_has_inverse(&c));
    union column_value back;
    CHECK(convert_value_back(&c, (union column_value){.int64 = -1}, &back));
    CHECK(back.instant.seconds == -1 && back.instant.nanos == 999999999);
    c = conversion_of(&narrow, &text);
    CHECK(!conversion_has_inverse(&c));
    c = conversion_of(&two, &binary);
    CHECK(!conversion_has_inverse(&c));
}

static void failed_allocations_are_reported(void)
{
    enum status status = NOMEM;
    const struct column from = integer(32, true), to = plain(COLUMN_TEXT, VECTOR_BYTES);
    const int64_t value = 7;
    for (long n = 1; status == NOMEM && n < 100; n++) {
        struct converted_vector v = {0};
        struct error error;
        mem_fail_at(n, 0);
        status = convert_one(&v, &from, &to, &value, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || (status == NOMEM && error.status == NOMEM));
        converted_vector_release(&v);
    }
    CHECK(status == OK);
}

int main(void)
{
    RUN(types_are_widened);
    RUN(storage_is_not_part_of_a_type);
    RUN(some_types_have_nothing_in_common);
    RUN(decimals_keep_all_digits);
    RUN(values_beyond_their_type_are_errors);
    RUN(instants_are_those_of_all_units);
    RUN(texts_are_those_of_values);
    RUN(dictionaries_are_converted_once);
    RUN(bounds_are_converted_or_dropped);
    RUN(types_in_words_are_compared_by_what_they_show);
    RUN(values_are_converted_back);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
