/* SPDX-License-Identifier: MIT */
/*
 * test_orc_check_statistics.c - checks of an ORC file find wrong counts, bounds and sums
 * of strides, stripes and the file, of every type; statistics that cannot be read; and
 * nothing wrong with bounds that are wider than necessary (orc_check_claims.h).
 */
#include "orc/check/orc_check_claims.h"

#include <math.h>

#include "unit_orc_check.h"
#include "unit_orc_statistics.h"

/* ---- Levels ------------------------------------------------------------------------ */

/* Changes a member of the claims of each level in turn; the finding is at that level. */
#define CHECK_LEVELS(finding, change, how)                                               \
    do {                                                                                 \
        CHECK_NUMBERS("0/1 " finding, claims.strides[0][0].change how);                  \
        CHECK_NUMBERS("1/1 " finding, claims.strides[1][2].change how);                  \
        CHECK(strncmp(last_text, "stride 2: ", 10) == 0);                                \
        CHECK_NUMBERS("0/1 " finding, claims.stripes[0].change how);                     \
        CHECK(strncmp(last_text, "the stripe: ", 12) == 0);                              \
        CHECK_NUMBERS("1/1 " finding, claims.stripes[1].change how);                     \
        CHECK_NUMBERS("-/1 " finding, claims.file.change how);                           \
        CHECK(strncmp(last_text, "the file: ", 10) == 0);                                \
    } while (0)

/* The same, of a change that is no fault. */
#define CHECK_SOUND_LEVELS(change, how)                                                  \
    do {                                                                                 \
        CHECK_NUMBERS("", claims.strides[1][1].change how);                              \
        CHECK_NUMBERS("", claims.stripes[1].change how);                                 \
        CHECK_NUMBERS("", claims.file.change how);                                       \
    } while (0)

static void wrong_counts_are_found(void)
{
    CHECK_LEVELS("error num_values", n_values, ++);
    CHECK_LEVELS("error num_values", n_values, --);
    CHECK_LEVELS("error has_null", has_null, = 0);
    CHECK_NUMBERS("-/0 error num_values", claims.root.n_values = 1);
    CHECK_TEXT(last_text, "the file: the statistics count 501 values, but there are 500");
    CHECK_NUMBERS("-/0 error num_values", claims.root.n_values--);
    /* What is not claimed is not wrong. */
    CHECK_SOUND_LEVELS(has_null, = LEFT_OUT);
    CHECK_NUMBERS("", claims.root.has_null = 1);
}

/* Java claims neither values nor nulls where it has not counted them. */
static void missing_counts_are_notes(void)
{
    CHECK_NUMBERS("1/1 note num_values; 1/1 note has_null",
                  claims.stripes[1].n_values = claims.stripes[1].has_null = 0);
    CHECK_NUMBERS("-/1 note num_values; -/1 note has_null",
                  claims.file.n_values = claims.file.has_null = 0);
    CHECK_NUMBERS("1/1 error num_values", claims.stripes[1].n_values = 0);
}

static void wrong_bounds_are_found(void)
{
    CHECK_LEVELS("error min", min, ++);
    CHECK_LEVELS("error max", max, --);
    CHECK_NUMBERS("1/1 error min", claims.strides[1][1].min = 3501);
    CHECK_TEXT(last_text, "stride 1: the minimum of the statistics is 3501, but there is "
                          "3500");
    CHECK_NUMBERS("1/1 error max", claims.stripes[1].max = 4979);
    CHECK_TEXT(last_text, "the stripe: the maximum of the statistics is 4979, but there "
                          "is 4980");
    CHECK_NUMBERS("-/1 error min; -/1 error max", claims.file.min = 7;
                  claims.file.max = 8);
    /* Readers prune by them, so they may be wider. */
    CHECK_SOUND_LEVELS(min, = INT32_MIN);
    CHECK_SOUND_LEVELS(max, = INT32_MAX);
}

static void reversed_bounds_are_notes(void)
{
    CHECK_LEVELS("note statistics", min, = 100000);
    CHECK(strstr(last_text, "the minimum is above the maximum") != NULL);
}

static void wrong_sums_are_found(void)
{
    CHECK_LEVELS("warning sum", sum, ++);
    CHECK_LEVELS("warning sum", sum, = INT64_MIN);
}

/* One wrong claim of a column in a stripe is reported, not those of later strides. */
static void later_strides_are_not_reported(void)
{
    CHECK_NUMBERS("0/1 error max; 1/1 error min", claims.strides[1][1].min++;
                  claims.strides[1][2].min++; claims.strides[0][1].max--);
}

/* Statistics of fewer stripes or columns than there are. */
static void other_numbers_of_statistics_are_found(void)
{
    CHECK_NUMBERS("-/- error metadata", claims.n_stripes = 1);
    CHECK_NUMBERS("-/- error metadata", claims.n_stripes = 3);
    CHECK_NUMBERS("-/- warning statistics", claims.n_columns = 1);
    CHECK_NUMBERS("1/- error statistics", claims.n_stripe_columns = 1);
}

/* ---- Types ------------------------------------------------------------------------- */

/* Makes a file of ROWS values of a type, none of which is null. */
static void use_values(const char *type, uint64_t encoding, struct bytes data,
                       uint64_t second_kind, const int64_t *second, bool is_signed)
{
    use_type(type);
    spec.stride = ROWS;
    spec.stripes[0].encodings[1].kind = encoding;
    spec.stripes[0].zone = "UTC";
    orc_add_bytes(&spec, 1, ORC_DATA, data);
    if (second != NULL)
        orc_add_integers(&spec, 1, second_kind, V1, is_signed, second, ROWS);
}

/* The file's findings if it has this message, which is freed, at each level. */
static const char *check_message(struct bytes *message)
{
    struct bytes index = {0}, entry = {0}, stripe = {0};
    struct orc_stripe_spec *first = &spec.stripes[0];
    while (first->streams[first->n_streams - 1].kind == ORC_ROW_INDEX)
        bytes_free(&first->streams[--first->n_streams].bytes);
    spec.metadata.size = spec.more_of_footer.size = 0;
    proto_bytes(&entry, 2, bytes_slice(message));
    proto_message(&index, 1, &entry);
    orc_add_bytes(&spec, 1, ORC_ROW_INDEX, index);
    proto_bytes(&stripe, 1, BYTES(""));
    proto_bytes(&stripe, 1, bytes_slice(message));
    proto_message(&spec.metadata, 1, &stripe);
    proto_bytes(&spec.more_of_footer, 7, BYTES(""));
    proto_bytes(&spec.more_of_footer, 7, bytes_slice(message));
    bytes_free(message);
    return orc_check_spec(&spec);
}

/* Expects the same findings of the stride, the stripe and the file: one or two, which a
 * ";" separates. */
static void expect(struct bytes message, const char *findings)
{
    static const char *const places[] = {"0/1", "0/1", "-/1"};
    struct bytes expected = {0};
    const char *second = strchr(findings, ';');
    int size = (int)strcspn(findings, ";");
    for (size_t i = 0; size > 0 && i < COUNT_OF(places); i++) {
        append_format(&expected, "%s%s %.*s", i > 0 ? "; " : "", places[i], size,
                      findings);
        if (second != NULL)
            append_format(&expected, "; %s %s", places[i], second + 1);
    }
    bytes_put_u8(&expected, 0);
    const char *got = check_message(&message);
    CHECK_TEXT(got, (const char *)expected.data);
    bytes_free(&expected);
}

static struct bytes integers_of(const int64_t *values, bool is_signed)
{
    struct bytes data = {0};
    orc_put_integers(&data, V1, is_signed, values, ROWS);
    return data;
}

static struct bytes summed(uint32_t field, int64_t min, int64_t max, int64_t sum)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, min);
    proto_signed(&bounds, 2, max);
    proto_signed(&bounds, 3, sum);
    return with_bounds(ROWS, field, &bounds);
}

static const int64_t some[ROWS] = {3, -5, 0, 7, 1, 1, 2, -1, 4, 6};

static void integers_are_checked(void)
{
    static const char *const types[] = {"smallint", "int", "bigint", "tinyint"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct bytes data = {0};
        uint8_t bytes[ROWS];
        for (size_t k = 0; k < ROWS; k++)
            bytes[k] = (uint8_t)some[k];
        orc_put_byte_runs(&data, bytes, ROWS);
        if (i < 3) {
            bytes_free(&data);
            data = integers_of(some, true);
        }
        use_values(types[i], ORC_DIRECT, data, 0, NULL, false);
        expect(summed(INTEGERS, -5, 7, 18), "");
        expect(summed(INTEGERS, -4, 7, 18), "error min");
        expect(summed(INTEGERS, -5, 6, 18), "error max");
        expect(summed(INTEGERS, -5, 7, 17), "warning sum");
        expect(summed(INTEGERS, 8, 7, 18), "note statistics");
        expect(signed_bounds(INTEGERS, -5, 7), "");
    }
}

/* A sum of more than 64 bits is not compared. */
static void large_sums_are_unknown(void)
{
    int64_t values[ROWS] = {INT64_MAX, 1};
    use_values("bigint", ORC_DIRECT, integers_of(values, true), 0, NULL, false);
    expect(summed(INTEGERS, 0, INT64_MAX, 5), "");
    values[1] = 0;
    use_values("bigint", ORC_DIRECT, integers_of(values, true), 0, NULL, false);
    expect(summed(INTEGERS, 0, INT64_MAX, INT64_MAX), "");
    expect(summed(INTEGERS, 0, INT64_MAX, 5), "warning sum");
}

static void dates_are_checked(void)
{
    use_values("date", ORC_DIRECT, integers_of(some, true), 0, NULL, false);
    expect(signed_bounds(DATES, -5, 7), "");
    expect(signed_bounds(DATES, -4, 7), "error min");
    expect(signed_bounds(DATES, -5, 6), "error max");
    CHECK_TEXT(last_text, "the file: the maximum of the statistics is \"1970-01-07\", "
                          "but there is \"1970-01-08\"");
    expect(signed_bounds(DATES, 8, 7), "note statistics");
}

static struct bytes doubles_of(const double *values)
{
    struct bytes data = {0};
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        bytes_put_uint(&data, bits, 8);
    }
    return data;
}

static struct bytes real_bounds(double min, double max, double sum)
{
    struct bytes bounds = {0};
    proto_double(&bounds, 1, min);
    proto_double(&bounds, 2, max);
    proto_double(&bounds, 3, sum);
    return with_bounds(ROWS, DOUBLES, &bounds);
}

static void doubles_are_checked(void)
{
    double values[ROWS] = {1.5, -2.5, 0.25};
    use_values("double", ORC_DIRECT, doubles_of(values), 0, NULL, false);
    spec.writer = ORC_WRITER_CPP;
    expect(real_bounds(-2.5, 1.5, -0.75), "");
    expect(real_bounds(-2.25, 1.5, -0.75), "error min");
    expect(real_bounds(-2.5, 1.25, -0.75), "error max");
    expect(real_bounds(-2.5, 1.5, -0.5), "warning sum");
    expect(real_bounds(-2.5, 1.5, -0.75 + 1e-12), ""); /* added in another order */
    expect(real_bounds(2.5, 1.5, -0.75), "note statistics");
    /* Values that are added in another order may exceed the largest number on the way. */
    expect(real_bounds(-2.5, 1.5, INFINITY), "");
    /* Java adds some values once only. */
    spec.writer = ORC_WRITER_JAVA;
    expect(real_bounds(-2.5, 1.5, -0.5), "");
    /* NaN has no place in the order; with a sum that is NaN nobody uses the bounds. */
    values[3] = NAN;
    use_values("double", ORC_DIRECT, doubles_of(values), 0, NULL, false);
    expect(real_bounds(-2.5, 1.5, NAN), "");
    expect(real_bounds(0, 0, NAN), "");
    values[3] = INFINITY;
    use_values("double", ORC_DIRECT, doubles_of(values), 0, NULL, false);
    spec.writer = ORC_WRITER_CPP;
    expect(real_bounds(-2.5, INFINITY, 1), "");
    /* Zeros of either sign are equal. */
    double zeros[ROWS] = {-0.0, 0.0};
    use_values("double", ORC_DIRECT, doubles_of(zeros), 0, NULL, false);
    expect(real_bounds(0.0, -0.0, 0), "");
}

static struct bytes text_bounds(const char *min, const char *max, int64_t sum)
{
    struct bytes bounds = {0};
    proto_text(&bounds, 1, min);
    proto_text(&bounds, 2, max);
    proto_signed(&bounds, 3, sum);
    return with_bounds(ROWS, STRINGS, &bounds);
}

static struct bytes cut_bounds(const char *lower, const char *upper)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 3, 20);
    proto_text(&bounds, 4, lower);
    proto_text(&bounds, 5, upper);
    return with_bounds(ROWS, STRINGS, &bounds);
}

/* Ten texts of two characters. */
static struct bytes texts(void)
{
    struct bytes data = {0};
    bytes_put_text(&data, "bbcdaazzxybbbbbbbbbb");
    return data;
}

static const int64_t twos[ROWS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};

static void texts_are_checked(void)
{
    static const char *const types[] = {"string", "varchar(2)", "char(2)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_values(types[i], ORC_DIRECT, texts(), ORC_LENGTH, twos, false);
        expect(text_bounds("aa", "zz", 20), "");
        expect(text_bounds("ab", "zz", 20), "error min");
        expect(text_bounds("aa", "zy", 20), "error max");
        CHECK_TEXT(last_text, "the file: the maximum of the statistics is \"zy\", but "
                              "there is \"zz\"");
        expect(text_bounds("aa", "zz", 21), i < 2 ? "warning sum" : "");
        expect(text_bounds("zz", "aa", 20), "note statistics");
        expect(cut_bounds("a", "{"), "");
        expect(cut_bounds("b", "{"), "error min");
        expect(cut_bounds("a", "z"), "error max");
    }
    /* Java fills the bounds of a char with spaces. */
    use_values("char(4)", ORC_DIRECT, texts(), ORC_LENGTH, twos, false);
    expect(text_bounds("aa  ", "zz  ", 40), "");
    expect(text_bounds("ab  ", "zz  ", 40), "error min");
}

static struct bytes only_sum(uint32_t field, int64_t sum)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, sum);
    return with_bounds(ROWS, field, &bounds);
}

static void binaries_are_checked(void)
{
    use_values("binary", ORC_DIRECT, texts(), ORC_LENGTH, twos, false);
    expect(only_sum(8, 20), "");
    expect(only_sum(8, 19), "warning sum");
}

static void booleans_are_checked(void)
{
    for (uint64_t n = 1; n < ROWS; n++) {
        struct bytes bounds = {0};
        use_values("boolean", ORC_DIRECT, orc_booleans("1010000010"), 0, NULL, false);
        proto_packed(&bounds, 1, &n, 1);
        expect(with_bounds(ROWS, BUCKETS, &bounds), n == 3 ? "" : "warning sum");
    }
    /* Counts that say that all values are equal are bounds. */
    struct bytes none = {0}, all = {0}, right = {0};
    uint64_t zero = 0, ten = ROWS;
    proto_packed(&none, 1, &zero, 1);
    expect(with_bounds(ROWS, BUCKETS, &none), "error max;warning sum");
    proto_packed(&all, 1, &ten, 1);
    expect(with_bounds(ROWS, BUCKETS, &all), "error min;warning sum");
    struct bytes damaged = {0}; /* after its list */
    bytes_put(&damaged, "\x0a\x01\x04\x08", 4);
    expect(with_bounds(ROWS, BUCKETS, &damaged), "error statistics");
    use_values("boolean", ORC_DIRECT, orc_booleans("0000000000"), 0, NULL, false);
    proto_packed(&right, 1, &zero, 1);
    expect(with_bounds(ROWS, BUCKETS, &right), "");
}

static struct bytes decimal_bounds(const char *min, const char *max, const char *sum)
{
    struct bytes bounds = {0};
    proto_text(&bounds, 1, min);
    proto_text(&bounds, 2, max);
    if (sum != NULL)
        proto_text(&bounds, 3, sum);
    return with_bounds(ROWS, DECIMALS, &bounds);
}

static void decimals_are_checked(void)
{
    static const char *const types[] = {"decimal(9,2)", "decimal(30,2)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct bytes data = {0};
        for (size_t k = 0; k < ROWS; k++)
            bytes_put_zigzag(&data, some[k]);
        use_values(types[i], ORC_DIRECT, data, ORC_SECONDARY, twos, true);
        expect(decimal_bounds("-0.05", "0.07", "0.18"), "");
        expect(decimal_bounds("-0.05", "0.07", NULL), "");
        expect(decimal_bounds("-0.04", "0.07", NULL), "error min");
        expect(decimal_bounds("-0.05", "0.06", NULL), "error max");
        expect(decimal_bounds("-1", "1", NULL), "");
        expect(decimal_bounds("0.08", "0.07", NULL), "note statistics");
        expect(decimal_bounds("x", "0.07", NULL), "warning statistics");
        CHECK_TEXT(last_text, "the file: a bound is not a value of the column's type");
        expect(decimal_bounds("-0.05", "0.07", "0.19"), i == 0 ? "warning sum" : "");
        expect(decimal_bounds("-0.05", "0.07", "x"), i == 0 ? "warning sum" : "");
    }
}

static struct bytes time_bounds(int64_t min, int64_t max)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 3, min);
    proto_signed(&bounds, 4, max);
    return with_bounds(ROWS, TIMESTAMPS, &bounds);
}

/* Seconds since 2015 on the writer's clock, which is UTC. */
static void timestamps_are_checked(void)
{
    static const int64_t nanos[ROWS] = {0};
    const int64_t day = 24 * 3600 * 1000;
    const int64_t first = INT64_C(1420070400000) - 5000, last = first + 12000;
    use_values("instant", ORC_DIRECT, integers_of(some, true), ORC_SECONDARY, nanos,
               false);
    expect(time_bounds(first, last), "");
    expect(time_bounds(first + 1, last), "error min");
    expect(time_bounds(first, last - 1), "error max");
    expect(time_bounds(last, first), "note statistics");
    /* Without time zone: strides in UTC have exact bounds; others are not believed to
     * the hour, nor are stripes and files. */
    use_values("timestamp", ORC_DIRECT, integers_of(some, true), ORC_SECONDARY, nanos,
               false);
    expect(time_bounds(first, last), "");
    struct bytes late = time_bounds(first + 1, last),
                 early = time_bounds(first, last - 1);
    CHECK(strcmp(check_message(&late), "0/1 error min") == 0);
    CHECK(strcmp(check_message(&early), "0/1 error max") == 0);
    spec.stripes[0].zone = "GMT+00:00";
    expect(time_bounds(first + 3 * day, last + 3 * day), "error min");
    /* Before ORC-135 they are in another zone, and are not used. */
    spec.writer_version = ORC_ORC_101;
    expect(time_bounds(first + 3 * day, last + 3 * day), "");
}

/* ---- Damage ------------------------------------------------------------------------ */

static void damaged_statistics_are_found(void)
{
    struct bytes message = {0}, bounds = {0};
    use_values("int", ORC_DIRECT, integers_of(some, true), 0, NULL, false);
    bytes_put(&message, "\x08\xff", 2);
    expect(message, "error statistics");
    bytes_put(&bounds, "\x08\xff", 2);
    expect(with_bounds(ROWS, INTEGERS, &bounds), "error statistics");
    CHECK_TEXT(last_text, "the file: the bounds of the statistics cannot be parsed");
    /* A sum before the damage is not compared, either. */
    proto_signed(&bounds, 3, 99);
    bytes_put(&bounds, "\x08", 1);
    expect(with_bounds(ROWS, INTEGERS, &bounds), "error statistics");
    /* Statistics of another type, and none, claim nothing of these values. */
    expect(real_bounds(100, 200, 5), "");
    expect((struct bytes){0}, "");
}

static void sums_of_damaged_statistics_are_not_compared(void)
{
    const int64_t ones[ROWS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const double reals[ROWS] = {1};
    struct bytes texts = {0}, bounds = {0};
    bytes_put_text(&texts, "0123456789");
    use_values("string", ORC_DIRECT, texts, ORC_LENGTH, ones, false);
    proto_signed(&bounds, 3, 99);
    bytes_put(&bounds, "\x08", 1);
    expect(with_bounds(ROWS, STRINGS, &bounds), "error statistics");
    use_values("double", ORC_DIRECT, doubles_of(reals), 0, NULL, false);
    spec.writer = ORC_WRITER_CPP;
    proto_double(&bounds, 3, 99);
    bytes_put(&bounds, "\x08", 1);
    expect(with_bounds(ROWS, DOUBLES, &bounds), "error statistics");
}

/* What could not be read is not counted, but what was read is within the bounds. */
static void damage_leaves_claims_open(void)
{
    use_values("int", ORC_DIRECT, integers_of(some, true), 0, NULL, false);
    spec.stripes[0].streams[0].bytes.size--;
    struct bytes message = summed(INTEGERS, -5, 7, 18);
    CHECK(strcmp(check_message(&message), "0/1 error values") == 0);
    message = summed(INTEGERS, -5, 7, 1000);
    CHECK(strcmp(check_message(&message), "0/1 error values") == 0);
}

/* ---- Nested types ------------------------------------------------------------------ */

/* Two rows: [1, null] and null.  Its statistics count lists and elements. */
static const char *check_list(uint64_t n_lists, bool has_null_lists, uint64_t n_elements,
                              bool has_null_elements)
{
    struct bytes stripe = {0};
    const struct level_claims claims[] = {
        {.n_values = 2},
        {.n_values = n_lists, .has_null = has_null_lists},
        {.n_values = n_elements,
         .has_null = has_null_elements,
         .min = 1,
         .max = 1,
         .sum = 1}};
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:array<int>>");
    spec.writer_version = ORC_ORC_14;
    orc_add_stripe(&spec, 2);
    orc_add_present(&spec, 1, "10");
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\2"));
    orc_add_present(&spec, 2, "10");
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xff\2"));
    for (size_t i = 0; i < COUNT_OF(claims); i++)
        put_level(&stripe, 1, &claims[i], i == 2);
    proto_message(&spec.metadata, 1, &stripe);
    return orc_check_spec(&spec);
}

static void nested_types_are_counted(void)
{
    CHECK_TEXT(check_list(1, true, 1, true), "");
    CHECK_TEXT(check_list(2, true, 1, true), "0/1 error num_values");
    CHECK_TEXT(check_list(1, false, 1, true), "0/1 error has_null");
    CHECK_TEXT(check_list(1, true, 2, true), "0/2 error num_values");
    CHECK_TEXT(check_list(1, true, 1, false), "0/2 error has_null");
}

int main(void)
{
    RUN(wrong_counts_are_found);
    RUN(missing_counts_are_notes);
    RUN(wrong_bounds_are_found);
    RUN(reversed_bounds_are_notes);
    RUN(wrong_sums_are_found);
    RUN(later_strides_are_not_reported);
    RUN(other_numbers_of_statistics_are_found);
    RUN(integers_are_checked);
    RUN(large_sums_are_unknown);
    RUN(dates_are_checked);
    RUN(doubles_are_checked);
    RUN(texts_are_checked);
    RUN(binaries_are_checked);
    RUN(booleans_are_checked);
    RUN(decimals_are_checked);
    RUN(timestamps_are_checked);
    RUN(damaged_statistics_are_found);
    RUN(sums_of_damaged_statistics_are_not_compared);
    RUN(damage_leaves_claims_open);
    RUN(nested_types_are_counted);
    orc_spec_free(&spec);
    return unit_test_done();
}
