/* SPDX-License-Identifier: MIT */
/*
 * test_orc_statistics.c - what statistics of strides and stripes say of each type, as far
 * as the writer is known to write them correctly; contradictions, damage
 * (stripe_statistics.h).
 */
#include "orc/facts/stripe_statistics.h"

#include <math.h>

#include "unit_orc_statistics.h"

enum { JULIAN_DAY = -141427 - 10 }; /* 1582-10-04, in Julian days */

static struct arena arena;

/* What a ColumnStatistics message of ROWS rows says; the message is kept. */
static struct column_statistics
read_level(struct bytes *message, enum orc_statistics_level level, bool is_julian)
{
    struct column_statistics statistics;
    struct error error = {0};
    struct orc_opened opened;
    struct bytes file = orc_file_bytes(&spec);
    struct orc_file_options options = {.is_julian = is_julian};
    uint8_t *copy = exact_copy(message->data, message->size);
    CHECK(orc_open_with(&opened, bytes_slice(&file), &options, &error) == OK);
    CHECK(orc_statistics_read(opened.context, 1, slice_of(copy, message->size), ROWS,
                              level, &arena, &statistics, &error) == OK);
    CHECK(error.status == OK);
    CHECK(statistics.n_rows == ROWS && !statistics.has_gap && !statistics.is_unverified);
    CHECK(!statistics.has_null_count || statistics.null_count <= ROWS);
    /* Bounds of texts point into the message. */
    if (message->size > 0) {
        const uint8_t *bytes[] = {statistics.min.bytes.data, statistics.max.bytes.data};
        union column_value *bounds[] = {&statistics.min, &statistics.max};
        for (int i = 0; i < 2; i++) {
            if (bytes[i] >= copy && bytes[i] < copy + message->size)
                bounds[i]->bytes.data = message->data + (bytes[i] - copy);
        }
    }
    free(copy);
    orc_close(&opened);
    bytes_free(&file);
    return statistics;
}

static struct column_statistics read_stride(struct bytes *message)
{
    return read_level(message, ORC_OF_STRIDE, false);
}

/* ---- Counts -------------------------------------------------------------------------
 */

static struct column_statistics count_of(uint64_t n_values, int has_null)
{
    struct bytes message = {0};
    if (n_values != LEFT_OUT)
        proto_varint(&message, 1, n_values);
    if (has_null >= 0)
        proto_varint(&message, HAS_NULL, (uint64_t)has_null);
    struct column_statistics statistics = read_stride(&message);
    bytes_free(&message);
    return statistics;
}

static void nulls_are_counted(void)
{
    use_type("int");
    struct column_statistics s = count_of(7, 1);
    CHECK(s.has_null_count && s.null_count == 3 && is_unknown(&s, KEEP_NO_BOUNDS));
    s = count_of(10, 0);
    CHECK(s.has_null_count && s.null_count == 0 && is_unknown(&s, KEEP_NO_BOUNDS));
    s = count_of(0, 1);
    CHECK(s.has_null_count && s.null_count == 10 && s.reason == KEEP_NONE);
    /* Before Hive 1.1 there was no hasNull. */
    s = count_of(7, -1);
    CHECK(s.has_null_count && s.null_count == 3);
    s = count_of(LEFT_OUT, -1);
    CHECK(!s.has_null_count);
    s = count_of(LEFT_OUT, 1);
    CHECK(!s.has_null_count);
}

static void contradicting_counts_are_not_believed(void)
{
    use_type("int");
    struct column_statistics s = count_of(11, -1);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    s = count_of(UINT64_MAX, 1);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    s = count_of(9, 0);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    s = count_of(0, 0);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, 1);
    proto_signed(&bounds, 2, 5);
    struct bytes message = with_bounds(9, INTEGERS, &bounds);
    proto_varint(&message, HAS_NULL, 0);
    s = read_stride(&message);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    bytes_free(&message);
    /* Bounds of no values. */
    bounds = (struct bytes){0};
    proto_signed(&bounds, 1, 1);
    message = with_bounds(0, INTEGERS, &bounds);
    proto_varint(&message, HAS_NULL, 1);
    s = read_stride(&message);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    bytes_free(&message);
    use_type("boolean");
    const uint64_t none = 0;
    proto_packed(&bounds, 1, &none, 1);
    message = with_bounds(0, BUCKETS, &bounds);
    proto_varint(&message, HAS_NULL, 1);
    s = read_stride(&message);
    CHECK(s.has_null_count && s.null_count == ROWS && is_unknown(&s, KEEP_NONE));
    bytes_free(&message);
}

/* Statistics that count no values have no bounds. */
static void bounds_of_no_values_are_not_believed(void)
{
    struct bytes bounds = {0}, message;
    struct column_statistics s;
    use_type("int");
    for (uint32_t side = 1; side <= 2; side++) {
        proto_signed(&bounds, side, 5);
        message = with_bounds(0, INTEGERS, &bounds);
        s = read_stride(&message);
        CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
        bytes_free(&message);
    }
    message = with_bounds(0, INTEGERS, &bounds);
    s = read_stride(&message);
    CHECK(s.has_null_count && s.null_count == ROWS && s.reason == KEEP_NONE);
    bytes_free(&message);
    use_type("decimal(9,2)");
    proto_text(&bounds, 1, "x");
    message = with_bounds(0, DECIMALS, &bounds);
    s = read_stride(&message);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_COUNTS));
    bytes_free(&message);
}

static void statistics_of_other_types_are_not_believed(void)
{
    static const char *const types[] = {"boolean", "double",    "string", "decimal(9,2)",
                                        "date",    "timestamp", "binary", "array<int>"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_type(types[i]);
        struct bytes message = signed_bounds(INTEGERS, 1, 2);
        struct column_statistics s = read_stride(&message);
        CHECK(is_unknown(&s, KEEP_NO_BOUNDS) && !s.has_null_count);
        bytes_free(&message);
    }
    /* Those of the type are not doubted because there are others. */
    use_type("int");
    struct bytes message = signed_bounds(INTEGERS, 1, 2), none = {0};
    proto_message(&message, DATES, &none);
    struct column_statistics s = read_stride(&message);
    CHECK(s.has_min && s.has_max && s.has_null_count);
    bytes_free(&message);
}

/* There are nulls, but as many values as rows: one of both is wrong. */
static void nulls_without_room_are_not_believed(void)
{
    use_type("int");
    struct column_statistics s = count_of(10, 1);
    CHECK(!s.has_null_count);
}

/* A value has entries where its struct is present: hasNull is false, and yet there are
 * fewer values than rows. */
static void nulls_above_a_leaf_are_no_contradiction(void)
{
    struct bytes message = {0};
    struct column_statistics s;
    struct error error = {0};
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:struct<b:int>>");
    spec.writer_version = ORC_ORC_14;
    orc_add_stripe(&spec, ROWS);
    struct orc_opened opened = orc_open_spec(&spec);
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, 1);
    proto_signed(&bounds, 2, 5);
    message = with_bounds(9, INTEGERS, &bounds);
    proto_varint(&message, HAS_NULL, 0);
    CHECK(orc_statistics_read(opened.context, 2, bytes_slice(&message), ROWS,
                              ORC_OF_STRIDE, &arena, &s, &error) == OK);
    CHECK(s.has_min && s.min.int64 == 1 && s.has_max && s.max.int64 == 5);
    CHECK(!s.has_null_count || s.null_count == 1);
    bytes_free(&message);
    orc_close(&opened);
}

static void missing_and_damaged_statistics_are_unknown(void)
{
    struct bytes message = {0};
    use_type("int");
    struct column_statistics s = read_stride(&message); /* an empty message */
    CHECK(!s.has_null_count && !s.has_min && !s.has_max);
    bytes_put(&message, "\x08", 1);
    s = read_stride(&message);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_METADATA));
    message.size = 0;
    bytes_put(&message, "\x08\x0a\x12\x03\x08\x02\x10", 7); /* a truncated maximum */
    s = read_stride(&message);
    CHECK(is_unknown(&s, KEEP_METADATA));
    message.size = 0;
    bytes_put(&message, "\x08\x0a\x12\x02\x09\x02", 6); /* of another wire type */
    s = read_stride(&message);
    CHECK(is_unknown(&s, KEEP_METADATA));
    bytes_free(&message);
    struct orc_opened opened = orc_open_spec(&spec);
    struct error error = {0};
    CHECK(orc_statistics_read(opened.context, 1, (struct slice){0}, ROWS, ORC_OF_STRIDE,
                              &arena, &s, &error) == OK);
    CHECK(!s.has_null_count && is_unknown(&s, KEEP_NO_STATISTICS));
    orc_close(&opened);
}

/* ---- Integers, dates, booleans ------------------------------------------------------
 */

static void damaged_bounds_of_each_type_are_unknown(void)
{
    static const struct {
        const char *type;
        uint32_t field;
    } types[] = {
        {"int", INTEGERS},           {"double", DOUBLES},  {"string", STRINGS},
        {"char(3)", STRINGS},        {"boolean", BUCKETS}, {"decimal(9,2)", DECIMALS},
        {"decimal(30,2)", DECIMALS}, {"date", DATES},      {"timestamp", TIMESTAMPS}};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct bytes bounds = {0};
        use_type(types[i].type);
        bytes_put(&bounds, "\x08", 1);
        struct bytes message = with_bounds(ROWS, types[i].field, &bounds);
        struct column_statistics s = read_stride(&message);
        CHECK(is_unknown(&s, KEEP_METADATA));
        bytes_free(&message);
    }
}

static void integers_have_bounds(void)
{
    static const char *const types[] = {"tinyint", "smallint", "int", "bigint", "date"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        bool is_date = i == 4;
        use_type(types[i]);
        struct bytes message = signed_bounds(is_date ? DATES : INTEGERS, -3, 100);
        struct column_statistics s = read_stride(&message);
        CHECK(s.has_min && s.min.int64 == -3 && s.has_max && s.max.int64 == 100);
        CHECK(s.reason == KEEP_NONE && s.has_null_count && s.null_count == 0);
        bytes_free(&message);
        /* Those of another type are probably those of another column. */
        message = signed_bounds(is_date ? INTEGERS : DATES, -3, 100);
        s = read_stride(&message);
        CHECK(is_unknown(&s, KEEP_NO_BOUNDS) && !s.has_null_count);
        bytes_free(&message);
        message = signed_bounds(is_date ? DATES : INTEGERS, 5, 4);
        s = read_stride(&message);
        CHECK(is_unknown(&s, KEEP_REVERSED));
        bytes_free(&message);
    }
    use_type("bigint");
    struct bytes message = signed_bounds(INTEGERS, INT64_MIN, INT64_MAX);
    struct column_statistics s = read_stride(&message);
    CHECK(s.min.int64 == INT64_MIN && s.max.int64 == INT64_MAX && s.reason == KEEP_NONE);
    bytes_free(&message);
    struct bytes bounds = {0};
    proto_signed(&bounds, 2, 7);
    message = with_bounds(ROWS, INTEGERS, &bounds);
    s = read_stride(&message);
    CHECK(!s.has_min && s.has_max && s.max.int64 == 7 && s.reason == KEEP_NO_BOUNDS);
    /* A number below it may have become a positive one. */
    use_type("smallint");
    s = read_stride(&message);
    CHECK(is_unknown(&s, KEEP_BAD_BOUND));
    bytes_free(&message);
}

static void bounds_beyond_the_type_are_not_believed(void)
{
    static const struct {
        const char *type;
        uint32_t field;
        int64_t min, max;
    } types[] = {{"tinyint", INTEGERS, INT8_MIN, INT8_MAX},
                 {"smallint", INTEGERS, INT16_MIN, INT16_MAX},
                 {"int", INTEGERS, INT32_MIN, INT32_MAX},
                 {"date", DATES, INT32_MIN, INT32_MAX}};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        for (int beyond = 0; beyond <= 2; beyond++) {
            use_type(types[i].type);
            struct bytes message = signed_bounds(types[i].field,
                                                 types[i].min - (beyond == 1),
                                                 types[i].max + (beyond == 2));
            struct column_statistics s = read_stride(&message);
            CHECK(beyond == 0 ? s.reason == KEEP_NONE : is_unknown(&s, KEEP_BAD_BOUND));
            CHECK(s.has_null_count);
            bytes_free(&message);
        }
    }
}

/* 1582-10-04 of the Julian calendar is the day before 1582-10-15. */
static void dates_of_the_hybrid_calendar_are_converted(void)
{
    use_type("date");
    struct bytes message = signed_bounds(DATES, JULIAN_DAY, 5);
    struct column_statistics s = read_level(&message, ORC_OF_STRIDE, true);
    CHECK(s.has_min && s.min.int64 <= JULIAN_DAY && s.max.int64 == 5);
    bytes_free(&message);
}

static struct column_statistics bucket(uint64_t n_values, uint64_t count)
{
    struct bytes bounds = {0};
    proto_packed(&bounds, 1, &count, 1);
    struct bytes message = with_bounds(n_values, BUCKETS, &bounds);
    struct column_statistics s = read_stride(&message);
    bytes_free(&message);
    return s;
}

/* The bucket counts true values. */
static void booleans_have_bounds(void)
{
    use_type("boolean");
    struct column_statistics s = bucket(10, 0);
    CHECK(s.has_min && s.has_max && s.min.int64 == 0 && s.max.int64 == 0);
    s = bucket(10, 10);
    CHECK(s.has_min && s.has_max && s.min.int64 == 1 && s.max.int64 == 1);
    s = bucket(10, 4);
    CHECK(s.has_min && s.has_max && s.min.int64 == 0 && s.max.int64 == 1);
    s = bucket(4, 4);
    CHECK(s.min.int64 == 1 && s.max.int64 == 1 && s.null_count == 6);
    s = bucket(4, 5);
    CHECK(is_unknown(&s, KEEP_COUNTS) && !s.has_null_count);
    s = bucket(4, UINT64_MAX);
    CHECK(is_unknown(&s, KEEP_COUNTS) && !s.has_null_count);
    s = bucket(0, 1);
    CHECK(is_unknown(&s, KEEP_COUNTS) && !s.has_null_count);
    s = bucket(0, 0);
    CHECK(!s.has_min && !s.has_max && s.null_count == ROWS && s.reason == KEEP_NONE);
}

/* ---- Doubles ------------------------------------------------------------------------
 */

static struct column_statistics doubles(double min, double max, double sum, bool has_sum)
{
    struct bytes bounds = {0};
    proto_double(&bounds, 1, min);
    proto_double(&bounds, 2, max);
    if (has_sum)
        proto_double(&bounds, 3, sum);
    struct bytes message = with_bounds(ROWS, DOUBLES, &bounds);
    struct column_statistics s = read_stride(&message);
    bytes_free(&message);
    return s;
}

static void doubles_have_bounds(void)
{
    static const char *const types[] = {"float", "double"};
    for (size_t i = 0; i < 2; i++) {
        use_type(types[i]);
        struct column_statistics s = doubles(-1.5, 2.5, 100, true);
        CHECK(s.has_min && s.min.float64 == -1.5 && s.has_max && s.max.float64 == 2.5);
        CHECK(s.reason == KEEP_NONE && s.has_nan_count && s.nan_count == 0);
        s = doubles(-1.5, 2.5, 0, false); /* the sum has overflowed */
        CHECK(s.has_min && s.has_max && !s.has_nan_count);
        /* NaN makes the sum NaN, whatever the bounds are. */
        s = doubles(-1.5, 2.5, NAN, true);
        CHECK(is_unknown(&s, KEEP_NAN_BOUND) && !s.has_nan_count);
        s = doubles(NAN, 2.5, 1, true);
        CHECK(is_unknown(&s, KEEP_NAN_BOUND));
        s = doubles(-1.5, NAN, 1, true);
        CHECK(is_unknown(&s, KEEP_NAN_BOUND));
        s = doubles(2.5, -1.5, 1, true);
        CHECK(is_unknown(&s, KEEP_REVERSED));
        s = doubles(-HUGE_VAL, HUGE_VAL, NAN, true); /* the sum of infinities, or NaN */
        CHECK(is_unknown(&s, KEEP_NAN_BOUND));
        s = doubles(-1e300, 1e300, 0, true);
        CHECK(i == 1 ? s.has_min && s.has_max : is_unknown(&s, KEEP_BAD_BOUND));
        s = doubles(-0.0, -0.0, 0, true);
        CHECK(s.has_min && s.has_max && s.min.float64 == 0 && s.max.float64 == 0);
    }
}

/* Bounds of doubles, of which the values are the nearest floats. */
static void floats_may_be_beyond_their_bounds(void)
{
    use_type("float");
    struct column_statistics s = doubles(-1e30, 1e30, 100, true);
    CHECK(s.has_min && s.min.float64 <= -1.0000000150474662e30 && s.is_widened);
    CHECK(s.has_max && s.max.float64 >= 1.0000000150474662e30);
    s = doubles(0.1, 0.3, 100, true); /* the floats are greater */
    CHECK(s.min.float64 == 0.1 && s.max.float64 == 0.30000001192092896 && s.is_widened);
    s = doubles(-1.5, 2.5, 100, true);
    CHECK(!s.is_widened);
    use_type("double");
    s = doubles(-1e30, 1e30, 100, true);
    CHECK(s.min.float64 == -1e30 && s.max.float64 == 1e30 && !s.is_widened);
}

/* ---- Texts --------------------------------------------------------------------------
 */

struct text_bounds {
    const char *min, *max, *lower, *upper; /* NULL: left out */
};

static struct bytes text_message(const struct text_bounds *texts)
{
    struct bytes bounds = {0};
    if (texts->min != NULL)
        proto_text(&bounds, 1, texts->min);
    if (texts->max != NULL)
        proto_text(&bounds, 2, texts->max);
    proto_signed(&bounds, 3, 1000);
    if (texts->lower != NULL)
        proto_text(&bounds, 4, texts->lower);
    if (texts->upper != NULL)
        proto_text(&bounds, 5, texts->upper);
    return with_bounds(ROWS, STRINGS, &bounds);
}

static bool bound_is(const union column_value *bound, const char *text)
{
    return slice_equals_text(slice_of(bound->bytes.data, bound->bytes.size), text);
}

static bool texts_are(const struct text_bounds *texts, const char *min, const char *max)
{
    struct bytes message = text_message(texts);
    struct column_statistics s = read_stride(&message);
    bool is_right = s.has_min == (min != NULL) && s.has_max == (max != NULL) &&
                    (min == NULL || bound_is(&s.min, min)) &&
                    (max == NULL || bound_is(&s.max, max)) &&
                    (s.reason == KEEP_NONE) == (min != NULL && max != NULL);
    bytes_free(&message);
    return is_right;
}

static void texts_have_bounds(void)
{
    static const char *const types[] = {"string", "varchar(10)", "char(10)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_type(types[i]);
        CHECK(texts_are(&(struct text_bounds){"abc", "x", NULL, NULL}, "abc", "x"));
        CHECK(texts_are(&(struct text_bounds){"", "", NULL, NULL}, "", ""));
        /* From ORC 1.5 on, bounds of long texts are truncated. */
        CHECK(texts_are(&(struct text_bounds){NULL, NULL, "ab", "y"}, "ab", "y"));
        CHECK(texts_are(&(struct text_bounds){"abc", NULL, NULL, "y"}, "abc", "y"));
        CHECK(texts_are(&(struct text_bounds){NULL, "x", "ab", NULL}, "ab", "x"));
        CHECK(texts_are(&(struct text_bounds){"abc", NULL, NULL, NULL}, "abc", NULL));
        CHECK(texts_are(&(struct text_bounds){NULL, NULL, NULL, "x"}, NULL, "x"));
        CHECK(texts_are(&(struct text_bounds){NULL, NULL, NULL, NULL}, NULL, NULL));
        struct bytes message = text_message(&(struct text_bounds){"b", "a", NULL, NULL});
        struct column_statistics s = read_stride(&message);
        CHECK(is_unknown(&s, KEEP_REVERSED));
        bytes_free(&message);
    }
    use_type("binary");
    struct bytes message = text_message(&(struct text_bounds){"a", "b", NULL, NULL});
    struct column_statistics s = read_stride(&message);
    CHECK(is_unknown(&s, KEEP_NO_BOUNDS) && !s.has_null_count);
    bytes_free(&message);
}

/* "ab" and "ab\x1f" as chars of 4 are "ab  " and "ab\x1f ": in that order with their
 * padding, but without it the other way around. */
static void padding_of_chars_is_no_bound(void)
{
    use_type("char(4)");
    CHECK(texts_are(&(struct text_bounds){"ab  ", "cd  ", NULL, NULL}, "ab", "cd  ") ||
          texts_are(&(struct text_bounds){"ab  ", "cd  ", NULL, NULL}, "ab", "cd"));
    struct bytes message = text_message(
        &(struct text_bounds){"ab\x1f ", "ab  ", NULL, NULL});
    struct column_statistics s = read_stride(&message);
    CHECK(!s.has_min || slice_compare(slice_of(s.min.bytes.data, s.min.bytes.size),
                                      slice_of("ab", 2)) <= 0);
    /* The value "ab\x1f" must not be above the maximum. */
    CHECK(!s.has_max || slice_compare(slice_of(s.max.bytes.data, s.max.bytes.size),
                                      slice_of("ab\x1f", 3)) >= 0);
    bytes_free(&message);
    use_type("varchar(4)");
    CHECK(texts_are(&(struct text_bounds){"ab  ", "cd  ", NULL, NULL}, "ab  ", "cd  "));
}

/* ---- Decimals -----------------------------------------------------------------------
 */

static struct column_statistics decimals(const char *min, const char *max)
{
    struct bytes bounds = {0};
    if (min != NULL)
        proto_text(&bounds, 1, min);
    if (max != NULL)
        proto_text(&bounds, 2, max);
    struct bytes message = with_bounds(ROWS, DECIMALS, &bounds);
    struct column_statistics s = read_stride(&message);
    bytes_free(&message);
    return s;
}

static void decimals_have_bounds(void)
{
    use_type("decimal(9,2)");
    struct column_statistics s = decimals("-1.5", "100");
    CHECK(s.has_min && s.min.int64 == -150 && s.has_max && s.max.int64 == 10000);
    s = decimals("0", NULL);
    CHECK(s.has_min && s.min.int64 == 0 && !s.has_max && s.reason == KEEP_NO_BOUNDS);
    s = decimals("1.005", "7");
    CHECK(is_unknown(&s, KEEP_BAD_BOUND));
    s = decimals("1", "12345678901");
    CHECK(is_unknown(&s, KEEP_BAD_BOUND));
    s = decimals("x", "1");
    CHECK(is_unknown(&s, KEEP_BAD_BOUND));
    s = decimals("", "");
    CHECK(is_unknown(&s, KEEP_BAD_BOUND));
    use_type("decimal(38,10)");
    s = decimals("-0.0000000001", "1");
    CHECK(s.has_min && s.min.bytes.size == 16 && s.min.bytes.data[0] == 0xff &&
          s.min.bytes.data[15] == 0xff);
    CHECK(s.has_max && s.max.bytes.data[15] == 0x00 && s.max.bytes.data[14] == 0xe4);
    use_type("decimal"); /* of Hive 0.11, shown with 18 digits after the point */
    s = decimals("-1", "1");
    CHECK((s.has_min && s.has_max) || s.reason == KEEP_BAD_BOUND);
}

static void reversed_decimals_are_not_believed(void)
{
    static const char *const types[] = {"decimal(9,2)", "decimal(38,10)", "decimal"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_type(types[i]);
        struct column_statistics s = decimals("2", "1");
        CHECK(is_unknown(&s, KEEP_REVERSED));
        s = decimals("1", "-1");
        CHECK(is_unknown(&s, KEEP_REVERSED));
    }
}

/* ---- Timestamps ---------------------------------------------------------------------
 */

static struct column_statistics timestamps_of(enum orc_statistics_level level,
                                              int64_t min, int64_t max)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, min + 5000);
    proto_signed(&bounds, 2, max + 5000);
    proto_signed(&bounds, 3, min);
    proto_signed(&bounds, 4, max);
    struct bytes message = with_bounds(ROWS, TIMESTAMPS, &bounds);
    struct column_statistics s = read_level(&message, level, false);
    bytes_free(&message);
    return s;
}

static struct column_statistics timestamps(int64_t min, int64_t max)
{
    return timestamps_of(ORC_OF_STRIDE, min, max);
}

/* -1, 0 or 1. */
static int compare(struct instant a, int64_t seconds, int32_t nanos)
{
    if (a.seconds != seconds)
        return a.seconds < seconds ? -1 : 1;
    return a.nanos < nanos ? -1 : a.nanos > nanos;
}

/* Bounds have milliseconds, values nanoseconds.  Those of local times may be wider, since
 * the writer's rules for its zone may be others. */
static void timestamps_have_bounds(void)
{
    static const char *const types[] = {"timestamp", "instant"};
    for (size_t i = 0; i < 4; i++) {
        enum orc_statistics_level level = i < 2 ? ORC_OF_UTC_STRIDE : ORC_OF_STRIDE;
        bool is_exact = i < 2 || i % 2 == 1;
        int64_t slack = is_exact ? 0 : 2 * 86400;
        use_type(types[i % 2]);
        struct column_statistics s = timestamps_of(level, 1500, 2500);
        CHECK(s.has_min && s.has_max && s.reason == KEEP_NONE);
        CHECK(compare(s.min.instant, 1, 500000000) <= 0);
        CHECK(compare(s.min.instant, 1 - slack, 400000000) >= 0);
        CHECK(compare(s.max.instant, 2, 500999999) >= 0);
        CHECK(compare(s.max.instant, 4 + slack, 0) <= 0);
        const int64_t now = INT64_C(1700000000);
        s = timestamps_of(level, now * 1000, now * 1000 + 1);
        CHECK(compare(s.min.instant, now, 0) <= 0);
        CHECK(compare(s.min.instant, now - slack, 0) >= 0);
        CHECK(compare(s.max.instant, now, 1999999) >= 0);
        CHECK(compare(s.max.instant, now + slack, 1999999) <= 0);
        s = timestamps_of(level, -2500, -1500);
        CHECK(s.has_min && compare(s.min.instant, -3, 500000000) <= 0);
        CHECK(s.has_max && compare(s.max.instant, -2, 500999999) >= 0);
        s = timestamps_of(level, 2500, 1500);
        CHECK(is_unknown(&s, KEEP_REVERSED));
        s = timestamps_of(level, INT64_MIN + 1, INT64_MAX - 5000);
        CHECK(!s.has_min || s.min.instant.seconds < 0);
        CHECK(!s.has_max || s.max.instant.seconds > 0);
        s = timestamps_of(level, INT64_MIN, INT64_MAX - 5000);
        CHECK(!s.has_min || s.min.instant.seconds < 0);
    }
    use_type("timestamp");
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, 1);
    proto_signed(&bounds, 2, 2);
    struct bytes message = with_bounds(ROWS, TIMESTAMPS, &bounds);
    struct column_statistics s = read_stride(&message);
    CHECK(is_unknown(&s, KEEP_NO_BOUNDS)); /* those not in UTC are not used */
    bytes_free(&message);
}

/* Java writes -0.5 s as 0 s and 500,000,000 ns, which every reader takes for 0.5 s; the
 * statistics say -500 ms. */
static void last_second_before_1970_is_read_as_the_next(void)
{
    use_type("timestamp");
    struct column_statistics s = timestamps(-500, -500);
    CHECK(!s.has_max || compare(s.max.instant, 0, 500999999) >= 0);
    s = timestamps(-999, 0);
    CHECK(!s.has_max || compare(s.max.instant, 0, 999999999) >= 0);
    s = timestamps(-5000, -1);
    CHECK(!s.has_max || compare(s.max.instant, 0, 999999999) >= 0);
}

/* ---- Writers ------------------------------------------------------------------------
 */

static void faulty_writers_are_not_believed(void)
{
    struct bytes texts = text_message(&(struct text_bounds){"a", "b", NULL, NULL});
    struct bytes integers = signed_bounds(INTEGERS, 1, 2);
    for (unsigned version = ORC_ORIGINAL; version <= ORC_ORC_14; version++) {
        bool is_8732 = version >= ORC_HIVE_8732, is_135 = version >= ORC_ORC_135;
        struct column_statistics s;
        use_type("string");
        spec.writer_version = version;
        s = read_stride(&texts);
        CHECK(s.has_min == is_8732 && (is_8732 || s.reason == KEEP_WRITER));
        s = read_level(&texts, ORC_OF_STRIPE, false);
        CHECK(s.has_min == is_8732 && s.has_null_count == is_8732);
        use_type("int");
        spec.writer_version = version;
        s = read_stride(&integers);
        CHECK(s.has_min && s.has_max && s.has_null_count);
        s = read_level(&integers, ORC_OF_STRIPE, false);
        CHECK(s.has_min == is_8732 && s.has_max == is_8732);
        CHECK(is_8732 || (s.reason == KEEP_WRITER && !s.has_null_count));
        use_type("timestamp");
        spec.writer_version = version;
        s = timestamps(0, 1000);
        CHECK(s.has_min == is_135 && (is_135 || s.reason == KEEP_WRITER));
        for (unsigned writer = ORC_WRITER_JAVA; writer <= ORC_WRITER_CPP; writer++) {
            bool is_faulty = writer == ORC_WRITER_JAVA && version == ORC_ORC_135;
            use_type("decimal(18,2)");
            spec.writer_version = version;
            spec.writer = writer;
            s = decimals("1", "2");
            CHECK(s.has_min == !is_faulty && (!is_faulty || s.reason == KEEP_WRITER));
            use_type("decimal(19,2)");
            spec.writer_version = version;
            spec.writer = writer;
            s = decimals("1", "2");
            CHECK(s.has_min);
        }
    }
    bytes_free(&texts);
    bytes_free(&integers);
}

static void nested_columns_have_no_bounds(void)
{
    static const char *const types[] = {"array<int>", "map<int,int>", "struct<b:int>",
                                        "uniontype<int>"};
    struct bytes integers = signed_bounds(INTEGERS, 1, 2);
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct column_statistics s;
        struct error error = {0};
        use_type(types[i]);
        struct orc_opened opened = orc_open_spec(&spec);
        CHECK(opened.table->ops->column_statistics(opened.table, 0, 0, &s, &error) == OK);
        CHECK(is_unknown(&s, KEEP_NESTED) && !s.has_null_count);
        orc_close(&opened);
        s = read_stride(&integers);
        CHECK(!s.has_min && !s.has_max);
    }
    bytes_free(&integers);
}

int main(void)
{
    RUN(nulls_are_counted);
    RUN(contradicting_counts_are_not_believed);
    RUN(bounds_of_no_values_are_not_believed);
    RUN(statistics_of_other_types_are_not_believed);
    RUN(nulls_without_room_are_not_believed);
    RUN(nulls_above_a_leaf_are_no_contradiction);
    RUN(missing_and_damaged_statistics_are_unknown);
    RUN(damaged_bounds_of_each_type_are_unknown);
    RUN(integers_have_bounds);
    RUN(bounds_beyond_the_type_are_not_believed);
    RUN(dates_of_the_hybrid_calendar_are_converted);
    RUN(booleans_have_bounds);
    RUN(doubles_have_bounds);
    RUN(floats_may_be_beyond_their_bounds);
    RUN(texts_have_bounds);
    RUN(padding_of_chars_is_no_bound);
    RUN(decimals_have_bounds);
    RUN(reversed_decimals_are_not_believed);
    RUN(timestamps_have_bounds);
    RUN(last_second_before_1970_is_read_as_the_next);
    RUN(faulty_writers_are_not_believed);
    RUN(nested_columns_have_no_bounds);
    arena_release(&arena);
    orc_spec_free(&spec);
    return unit_test_done();
}
