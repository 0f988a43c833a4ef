/* SPDX-License-Identifier: MIT */
/* test_value_convert.c - physical values converted to values of a vector. */
#include <math.h>

#include "parquet/schema/value_convert.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* The formula of IEEE 754. */
static double naive_float16(unsigned bits)
{
    double sign = bits >> 15 ? -1.0 : 1.0;
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31)
        return fraction == 0 ? sign * (double)INFINITY : (double)NAN;
    if (exponent == 0)
        return sign * ldexp(fraction, -24);
    return sign * ldexp(1024 + (int)fraction, (int)exponent - 25);
}

static void all_values_of_float16(void)
{
    for (unsigned bits = 0; bits < 65536; bits++) {
        double got = pq_double_from_float16((uint16_t)bits),
               expected = naive_float16(bits);
        CHECK(isnan(expected) ? isnan(got)
                              : got == expected && !signbit(got) == !signbit(expected));
    }
    CHECK(pq_double_from_float16(0x3c00) == 1 && pq_double_from_float16(0xc000) == -2);
    CHECK(pq_double_from_float16(0x7bff) == 65504);
    CHECK(pq_double_from_float16(0x0001) == ldexp(1, -24));
}

static struct instant int96(int64_t nanos, int32_t day)
{
    struct bytes bytes = {0};
    bytes_put_uint(&bytes, (uint64_t)nanos, 8);
    bytes_put_uint(&bytes, (uint32_t)day, 4);
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    struct instant instant = pq_instant_from_int96(copy);
    free(copy);
    bytes_free(&bytes);
    return instant;
}

static bool is_instant(struct instant instant, int64_t seconds, int32_t nanos)
{
    return instant.seconds == seconds && instant.nanos == nanos;
}

static void int96_timestamps(void)
{
    CHECK(is_instant(int96(0, 2440588), 0, 0));
    CHECK(is_instant(int96(123456789, 2440588), 0, 123456789));
    CHECK(is_instant(int96(86399999999999, 2440587), -1, 999999999));
    CHECK(is_instant(int96(0, 2440587), -86400, 0));
    CHECK(is_instant(int96(123456789, 2440587), -86400, 123456789));
    /* Nanoseconds before and after the day. */
    CHECK(is_instant(int96(-1, 2440588), -1, 999999999));
    CHECK(is_instant(int96(-1000000000, 2440588), -1, 0));
    CHECK(is_instant(int96(-1000000000, 0), -210866803201, 0));
    CHECK(is_instant(int96(86400000000000, 2440588), 86400, 0));
    /* Out of range for 64-bit nanoseconds and microseconds. */
    const int64_t epoch = 2440588, day = 86400;
    CHECK(is_instant(int96(0, 108000000), (108000000 - epoch) * day, 0));
    CHECK(is_instant(int96(INT64_MAX, INT32_MAX), (INT32_MAX - epoch) * day + 9223372036,
                     854775807));
    CHECK(is_instant(int96(INT64_MIN, INT32_MIN), (INT32_MIN - epoch) * day - 9223372037,
                     145224192));
}

/* Converts microseconds since 1970 as Spark does: to microseconds since Julian day 0,
 * which may wrap around, then to days and a remainder of either sign. */
static struct instant int96_by_spark(int64_t micros)
{
    const int64_t per_day = INT64_C(86400000000);
    int64_t julian = (int64_t)((uint64_t)micros + (uint64_t)(2440588 * per_day));
    return int96(julian % per_day * 1000, (int32_t)(julian / per_day));
}

/* Whether an instant has these bytes, and they are read as the same. */
static bool is_written(int64_t seconds, int32_t nanos, int64_t nanos_of_day, int32_t day)
{
    uint8_t bytes[12], wanted[12];
    store_u64(wanted, (uint64_t)nanos_of_day);
    store_u32(wanted + 8, (uint32_t)day);
    return pq_int96_from_instant((struct instant){seconds, nanos}, bytes) &&
           memcmp(bytes, wanted, sizeof bytes) == 0;
}

static void instants_become_int96(void)
{
    uint8_t bytes[12];
    CHECK(is_written(0, 0, 0, 2440588));
    CHECK(is_written(-1, 999999999, 86399999999999, 2440587));
    CHECK(is_written((INT32_MAX - INT64_C(2440588)) * 86400, 1, 1, INT32_MAX));
    CHECK(!pq_int96_from_instant(
        (struct instant){(INT32_MAX - INT64_C(2440587)) * 86400, 0}, bytes));
    CHECK(is_written((INT32_MIN - INT64_C(2440588)) * 86400, 0, 0, INT32_MIN));
    CHECK(!pq_int96_from_instant(
        (struct instant){(INT32_MIN - INT64_C(2440588)) * 86400 - 1, 0}, bytes));
    /* These bytes are Spark's for a year about 584542 years later. */
    CHECK(!pq_int96_from_instant((struct instant){INT64_MIN / 1000000 - 2, 0}, bytes));
}

static void int96_of_spark(void)
{
    static const int64_t seconds[] = {
        0, 8640000000000, -8640000000000, 9089380393200, 9223372036854, -9223372036854};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        CHECK(is_instant(int96_by_spark(seconds[i] * 1000000), seconds[i], 0));
    CHECK(is_instant(int96_by_spark(INT64_MAX), 9223372036854, 775807000));
    CHECK(is_instant(int96_by_spark(INT64_MIN), -9223372036855, 224192000));
    /* The last value that does not wrap around, and the first that does. */
    const int64_t last = INT64_MAX - INT64_C(2440588) * 86400000000;
    CHECK(is_instant(int96_by_spark(last), 9012505233654, 775807000));
    CHECK(is_instant(int96_by_spark(last + 1), 9012505233654, 775808000));
    /* The first day that Spark writes. */
    CHECK(is_instant(int96(0, -106751992), (-106751992 - INT64_C(2440588)) * 86400, 0));
}

static void numbers(void)
{
    const uint8_t booleans[] = {0, 1, 1};
    const int32_t int32s[] = {INT32_MIN, -1, INT32_MAX};
    const float floats[] = {0.1f, -(float)INFINITY, -0.0f};
    int64_t got[3];
    double reals[3];
    pq_convert_values(PQ_CONVERT_BOOLEAN, booleans, 3, got);
    CHECK(got[0] == 0 && got[1] == 1 && got[2] == 1);
    pq_convert_values(PQ_CONVERT_INT32, int32s, 3, got);
    CHECK(got[0] == INT32_MIN && got[1] == -1 && got[2] == INT32_MAX);
    pq_convert_values(PQ_CONVERT_UINT32, int32s, 3, got);
    CHECK(got[0] == 2147483648 && got[1] == UINT32_MAX && got[2] == INT32_MAX);
    pq_convert_values(PQ_CONVERT_FLOAT, floats, 3, reals);
    CHECK(reals[0] == (double)floats[0] && isinf(reals[1]) && signbit(reals[2]));
}

/* The highest bits of integers beyond their declared width do not count. */
static void narrow_integers(void)
{
    static const int32_t stored[] = {
        0,     1,     -1,    127,    128,    255,   256,  300,  -300,      32767,
        32768, 65535, 65536, -32768, -32769, 70000, -128, -129, INT32_MIN, INT32_MAX};
    enum { N = COUNT_OF(stored) };
    int64_t values[4][N];
    pq_convert_values(PQ_CONVERT_INT8, stored, N, values[0]);
    pq_convert_values(PQ_CONVERT_INT16, stored, N, values[1]);
    pq_convert_values(PQ_CONVERT_UINT8, stored, N, values[2]);
    pq_convert_values(PQ_CONVERT_UINT16, stored, N, values[3]);
    for (size_t i = 0; i < N; i++) {
        CHECK(values[0][i] == (int8_t)stored[i] && values[1][i] == (int16_t)stored[i]);
        CHECK(values[2][i] == (uint8_t)stored[i] && values[3][i] == (uint16_t)stored[i]);
    }
    CHECK(pq_conversion_of_bounds(PQ_CONVERT_INT8) == PQ_CONVERT_INT32);
    CHECK(pq_conversion_of_bounds(PQ_CONVERT_INT16) == PQ_CONVERT_INT32);
    CHECK(pq_conversion_of_bounds(PQ_CONVERT_UINT8) == PQ_CONVERT_UINT32);
    CHECK(pq_conversion_of_bounds(PQ_CONVERT_UINT16) == PQ_CONVERT_UINT32);
    CHECK(pq_conversion_of_bounds(PQ_CONVERT_FLOAT) == PQ_CONVERT_FLOAT);
}

static size_t width_of(enum pq_conversion conversion)
{
    switch (conversion) {
    case PQ_CONVERT_INT96:
    case PQ_CONVERT_JULIAN_INT96:
        return sizeof(struct instant);
    case PQ_CONVERT_BYTES:
        return sizeof(struct bytes_value);
    default:
        return 8;
    }
}

static bool takes_pieces(enum pq_conversion conversion)
{
    return width_of(conversion) > 8 || conversion == PQ_CONVERT_FLOAT16 ||
           conversion == PQ_CONVERT_FIXED_DECIMAL;
}

/* Whatever follows the last value stays as it is. */
static void no_more_values_are_written(void)
{
    static const uint8_t bytes[12] = {0};
    enum { N = 3 };
    const int64_t numbers_given[N + 1] = {0};
    const struct bytes_value pieces[N + 1] = {
        {bytes, 8}, {bytes, 8}, {bytes, 8}, {bytes, 8}};
    for (int i = 0; i <= PQ_CONVERT_JULIAN_INT96; i++) {
        enum pq_conversion conversion = (enum pq_conversion)i;
        struct instant values[N + 1];
        memset(values, 0x55, sizeof values);
        pq_convert_values(conversion,
                          takes_pieces(conversion) ? (const void *)pieces : numbers_given,
                          N, values);
        const uint8_t *end = (const uint8_t *)values + N * width_of(conversion);
        for (int k = 0; k < 8; k++)
            CHECK(end[k] == 0x55);
    }
}

static void values_that_need_no_conversion(void)
{
    const int64_t int64s[] = {INT64_MIN, 7};
    const double doubles[] = {0.1, -3};
    const struct bytes_value arrays[] = {{(const uint8_t *)"ab", 2}, {NULL, 0}};
    int64_t got[2] = {0};
    double reals[2] = {0};
    struct bytes_value bytes[2];
    pq_convert_values(PQ_CONVERT_INT64, int64s, 2, got);
    CHECK(memcmp(got, int64s, sizeof got) == 0);
    pq_convert_values(PQ_CONVERT_INT64, got, 2, got);
    CHECK(memcmp(got, int64s, sizeof got) == 0);
    pq_convert_values(PQ_CONVERT_DOUBLE, doubles, 2, reals);
    CHECK(memcmp(reals, doubles, sizeof reals) == 0);
    pq_convert_values(PQ_CONVERT_BYTES, arrays, 2, bytes);
    CHECK(bytes[0].data == arrays[0].data && bytes[0].size == 2 && bytes[1].size == 0);
    for (int conversion = PQ_CONVERT_BOOLEAN; conversion <= PQ_CONVERT_BYTES;
         conversion++) {
        bool stays = conversion == PQ_CONVERT_INT64 || conversion == PQ_CONVERT_DOUBLE ||
                     conversion == PQ_CONVERT_BYTES;
        CHECK(pq_converts_in_place((enum pq_conversion)conversion) == stays);
    }
}

static void values_from_byte_arrays(void)
{
    const struct bytes_value halves[] = {{(const uint8_t *)"\x00\x3c", 2},
                                         {(const uint8_t *)"\x00\xc0", 2}};
    const struct bytes_value times[] = {
        {(const uint8_t *)"\x01\0\0\0\0\0\0\0\x8c\x3d\x25\0", 12}};
    const struct bytes_value decimals[] = {
        {(const uint8_t *)"\xff", 1},
        {(const uint8_t *)"\x80", 1},
        {(const uint8_t *)"\x00\x80", 2},
        {(const uint8_t *)"\x80\0\0\0\0\0\0\0", 8},
        {(const uint8_t *)"\x7f\xff\xff\xff\xff\xff\xff\xff", 8},
    };
    static const int64_t expected[] = {-1, -128, 128, INT64_MIN, INT64_MAX};
    double reals[2];
    int64_t got[5];
    struct instant instant;
    pq_convert_values(PQ_CONVERT_FLOAT16, halves, 2, reals);
    CHECK(reals[0] == 1 && reals[1] == -2);
    pq_convert_values(PQ_CONVERT_INT96, times, 1, &instant);
    CHECK(is_instant(instant, 0, 1));
    pq_convert_values(PQ_CONVERT_FIXED_DECIMAL, decimals, 5, got);
    CHECK(memcmp(got, expected, sizeof got) == 0);
    pq_convert_values(PQ_CONVERT_FIXED_DECIMAL, NULL, 0, got);
}

/* Random values of every size, at the limits, too, in heap blocks of exactly their size.
 */
static void decimals_of_all_sizes(void)
{
    uint64_t random = 3;
    for (size_t size = 1; size <= 8; size++) {
        for (int i = 0; i < 2000; i++) {
            uint64_t bits = next_random(&random);
            if (i % 4 == 0)
                bits = i % 8 == 0 ? UINT64_MAX : UINT64_C(1) << random_below(&random, 64);
            uint8_t *bytes = must(malloc(size));
            for (size_t k = 0; k < size; k++)
                bytes[k] = (uint8_t)(bits >> (8 * (size - 1 - k)));
            uint64_t sign = UINT64_C(1) << (8 * size - 1);
            uint64_t expected = ((bits & (sign | (sign - 1))) ^ sign) - sign;
            struct bytes_value piece = {bytes, size};
            int64_t got;
            pq_convert_values(PQ_CONVERT_FIXED_DECIMAL, &piece, 1, &got);
            CHECK((uint64_t)got == expected);
            free(bytes);
        }
    }
}

int main(void)
{
    RUN(all_values_of_float16);
    RUN(int96_timestamps);
    RUN(instants_become_int96);
    RUN(int96_of_spark);
    RUN(numbers);
    RUN(narrow_integers);
    RUN(no_more_values_are_written);
    RUN(values_that_need_no_conversion);
    RUN(values_from_byte_arrays);
    RUN(decimals_of_all_sizes);
    return unit_test_done();
}
