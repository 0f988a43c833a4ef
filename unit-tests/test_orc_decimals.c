/* SPDX-License-Identifier: MIT */
/*
 * test_orc_decimals.c - decimals from the bytes of their streams: of any size and with
 * scales of their own, those that do not fit, damage (decimal_reader.h).
 */
#include "orc/column/decimal_reader.h"

#include "unit_orc_read.h"

static struct orc_spec spec;

/* A stripe of n rows of one column "a". */
static void one_column(const char *type, uint64_t n_rows, int version)
{
    char types[200];
    snprintf(types, sizeof types, "struct<a:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    orc_add_stripe(&spec, n_rows)->encodings[1].kind = version == V1 ? ORC_DIRECT
                                                                     : ORC_DIRECT_V2;
}

/* ---- Decimals -----------------------------------------------------------------------
 */

/* The digits as a zigzag varint of any length. */
static void put_decimal(struct bytes *bytes, const char *digits)
{
    bool is_negative = digits[0] == '-';
    uint8_t number[40] = {0}; /* little-endian */
    for (const char *at = digits + is_negative; *at != '\0'; at++) {
        unsigned carry = (unsigned)(*at - '0');
        for (size_t i = 0; i < sizeof number; i++) {
            carry += number[i] * 10U;
            number[i] = (uint8_t)carry;
            carry >>= 8;
        }
    }
    /* Zigzag: twice the number, minus 1 if it is negative. */
    unsigned carry = 0;
    for (size_t i = 0; i < sizeof number; i++) {
        carry += number[i] * 2U;
        number[i] = (uint8_t)carry;
        carry >>= 8;
    }
    for (size_t i = 0; is_negative && i < sizeof number; i++) {
        if (number[i]-- != 0)
            break;
    }
    size_t last = sizeof number * 8 / 7;
    bool is_last = false;
    for (size_t group = 0; !is_last; group++) {
        unsigned bits = 0;
        is_last = true;
        for (size_t k = group * 7; k < sizeof number * 8; k++) {
            unsigned bit = number[k / 8] >> (k % 8) & 1U;
            if (k < group * 7 + 7)
                bits |= bit << (k - group * 7);
            else
                is_last = is_last && bit == 0;
        }
        bytes_put_u8(bytes, bits | (is_last || group == last ? 0 : 0x80));
        is_last = is_last || group == last;
    }
}

struct decimal {
    const char *digits;
    int64_t scale;
};

static void put_decimals(const char *type, const struct decimal *decimals, size_t n,
                         int version)
{
    struct bytes data = {0};
    int64_t scales[8];
    one_column(type, n, version);
    for (size_t i = 0; i < n; i++) {
        put_decimal(&data, decimals[i].digits);
        scales[i] = decimals[i].scale;
    }
    orc_add_bytes(&spec, 1, ORC_DATA, data);
    orc_add_integers(&spec, 1, ORC_SECONDARY, version, true, scales, n);
}

static bool decimals_are(const char *type, const struct decimal *decimals, size_t n,
                         const char *expected)
{
    bool is_right = true;
    for (int version = V1; version <= V2; version++) {
        put_decimals(type, decimals, n, version);
        is_right = orc_reads(&spec, "a", expected) && is_right;
        spec.compression = ORC_COMPRESSION_ZLIB;
        spec.block_size = 1000;
        spec.stripes[0].streams[0].chunk = 3; /* numbers over chunks */
        is_right = orc_reads(&spec, "a", expected) && is_right;
    }
    return is_right;
}

static void decimals_are_read(void)
{
    const struct decimal small[] = {{"0", 2}, {"12345", 2}, {"-1", 2}, {"999999999", 2}};
    CHECK(decimals_are("decimal(9,2)", small, 4, "0.00,123.45,-0.01,9999999.99"));
    const struct decimal large[] = {{"99999999999999999999999999999999999999", 10},
                                    {"-99999999999999999999999999999999999999", 10},
                                    {"1", 10},
                                    {"-9223372036854775808", 10},
                                    {"9223372036854775808", 10}};
    CHECK(decimals_are("decimal(38,10)", large, 5,
                       "9999999999999999999999999999.9999999999,"
                       "-9999999999999999999999999999.9999999999,0.0000000001,"
                       "-922337203.6854775808,922337203.6854775808"));
}

/* Each value has its own scale; they are shown with that of the column. */
static void scales_are_made_equal(void)
{
    const struct decimal mixed[] = {{"15", 1}, {"150", 2}, {"15000", 4}, {"-3", 0},
                                    {"2", -2}, {"0", 30},  {"0", -30}};
    CHECK(
        decimals_are("decimal(9,2)", mixed, 7, "1.50,1.50,1.50,-3.00,200.00,0.00,0.00"));
    CHECK(
        decimals_are("decimal(30,2)", mixed, 7, "1.50,1.50,1.50,-3.00,200.00,0.00,0.00"));
    /* Hive 0.11 states no precision: 18 digits after the point are shown. */
    const struct decimal old[] = {{"15", 1}, {"-123456789012345678901234567890", 12}};
    CHECK(decimals_are("decimal", old, 2,
                       "1.500000000000000000,-123456789012345678.901234567890000000"));
}

static void decimals_that_do_not_fit_are_corrupt(void)
{
    static const struct {
        const char *type;
        struct decimal decimal;
    } wrong[] = {{"decimal(9,2)", {"15", 3}},
                 {"decimal(30,2)", {"15", 3}},
                 {"decimal(9,2)", {"9223372036854775808", 2}},
                 {"decimal(18,2)", {"1000000000000000000", 0}},
                 {"decimal(18,2)", {"1", -20}},
                 {"decimal(38,2)", {"170141183460469231731687303715884105728", 2}},
                 {"decimal(38,10)", {"99999999999999999999999999999999999999", 5}},
                 {"decimal(9,2)", {"1", INT64_MAX}},
                 {"decimal(9,2)", {"1", INT64_MIN}},
                 {"decimal(38,2)", {"1", INT64_MAX}},
                 {"decimal(38,2)", {"1", INT64_MIN}},
                 {"decimal", {"1", 100}},
                 {"decimal", {"1", -100}},
                 {"decimal", {"1", 19}}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        put_decimals(wrong[i].type, &wrong[i].decimal, 1, V1);
        struct orc_opened opened = orc_open_spec(&spec);
        char *text = orc_text_of(&opened, 0, 1);
        if (strncmp(text, "!corrupt: ", 10) != 0 && strncmp(text, "!too big: ", 10) != 0)
            fprintf(stderr, "decimal %zu: %s\n", i, text);
        CHECK(text[0] == '!' && strstr(text, ": stream ") != NULL);
        free(text);
        orc_close(&opened);
    }
}

static void damaged_decimals_are_corrupt(void)
{
    const struct decimal one = {"99999999999999999999999999999999999999", 0};
    put_decimals("decimal(38,0)", &one, 1, V1);
    spec.stripes[0].streams[0].bytes.size--;
    CHECK(orc_fails(&spec, "a", CORRUPT, ""));
    CHECK(orc_fails_in(&spec, "a", "DATA"));
    put_decimals("decimal(9,0)", &one, 1, V1);
    spec.stripes[0].streams[0].bytes.size = 3;
    CHECK(orc_fails(&spec, "a", CORRUPT, ""));
    CHECK(orc_fails_in(&spec, "a", "DATA"));
    put_decimals("decimal(9,0)", &one, 1, V1);
    spec.stripes[0].streams[1].bytes.size = 0;
    CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early"));
    /* Thousands of zeros after the number. */
    put_decimals("decimal(38,0)", &one, 1, V1);
    struct bytes *data = &spec.stripes[0].streams[0].bytes;
    data->size = 0;
    for (int i = 0; i < 100000; i++)
        bytes_put_u8(data, 0x80);
    bytes_put_u8(data, 0);
    struct orc_opened opened = orc_open_spec(&spec);
    char *text = orc_text_of(&opened, 0, 1);
    CHECK(text[0] == '!' || strcmp(text, "0") == 0);
    free(text);
    orc_close(&opened);
}

static void missing_decimals_cannot_be_skipped(void)
{
    const struct decimal three[] = {{"1", 0}, {"2", 0}, {"3", 0}};
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    put_decimals("decimal(9,0)", three, 3, V1);
    spec.stripes[0].streams[0].bytes.size = 1;
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    enum status status = reader->ops->start(reader, 0, &error);
    if (status == OK)
        status = reader->ops->skip(reader, 2, &error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, &error);
    CHECK(status == CORRUPT);
    CHECK(strstr(error.message, "the stream ends 1 values too early") != NULL);
    reader->ops->close(reader);
    orc_close(&opened);
}

/* ---- Integers -----------------------------------------------------------------------
 */

/* Version 2 of the format, 1.9999, stores decimals of at most 18 digits as integers. */
static void later_versions_store_integers(void)
{
    const int64_t values[] = {-150, 1234567};
    for (int version = V1; version <= V2; version++) {
        one_column("decimal(9,2)", 3, version);
        spec.version[0] = 1;
        spec.version[1] = 9999;
        spec.n_versions = 2;
        orc_add_present(&spec, 1, "101");
        orc_add_integers(&spec, 1, ORC_DATA, V2, true, values, 2);
        CHECK(orc_reads(&spec, "a", "-1.50,null,12345.67"));
    }
    const struct decimal large = {"15", 1};
    put_decimals("decimal(19,2)", &large, 1, V2);
    spec.version[0] = 1;
    spec.version[1] = 9999;
    spec.n_versions = 2;
    CHECK(orc_reads(&spec, "a", "1.50"));
}

/* ---- Rescaling ----------------------------------------------------------------------
 */

static bool rescales(int64_t value, int64_t from, int64_t to, bool fits, int64_t expected)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)value >> (56 - 8 * i));
    bool is_right = orc_decimal_rescale(bytes, 8, from, to);
    uint64_t got = 0;
    for (int i = 0; i < 8; i++)
        got = got << 8 | bytes[i];
    return is_right == fits && (!fits || (int64_t)got == expected);
}

static void numbers_are_rescaled(void)
{
    CHECK(rescales(15, 1, 3, true, 1500));
    CHECK(rescales(-15, 1, 3, true, -1500));
    CHECK(rescales(-1500, 3, 1, true, -15));
    CHECK(rescales(-1501, 3, 1, false, 0));
    CHECK(rescales(0, INT64_MIN, INT64_MAX, true, 0));
    CHECK(rescales(0, INT64_MAX, INT64_MIN, true, 0));
    CHECK(rescales(7, 5, 5, true, 7));
    CHECK(rescales(INT64_MIN, 5, 5, true, INT64_MIN));
    CHECK(rescales(INT64_MIN, 5, 6, false, 0));
    CHECK(rescales(INT64_MIN, 6, 5, false, 0));
    CHECK(rescales(INT64_MAX, 5, 6, false, 0));
    CHECK(rescales(922337203685477580, 0, 1, true, 9223372036854775800));
    CHECK(rescales(922337203685477581, 0, 1, false, 0));
    CHECK(rescales(-922337203685477581, 0, 1, false, 0));
    CHECK(rescales(1, -100, 0, false, 0));
    CHECK(rescales(1, 100, 0, false, 0));
    CHECK(rescales(1, 0, 18, true, 1000000000000000000));
    CHECK(rescales(1, 0, 19, false, 0));
}

int main(void)
{
    RUN(decimals_are_read);
    RUN(scales_are_made_equal);
    RUN(decimals_that_do_not_fit_are_corrupt);
    RUN(damaged_decimals_are_corrupt);
    RUN(missing_decimals_cannot_be_skipped);
    RUN(later_versions_store_integers);
    RUN(numbers_are_rescaled);
    orc_spec_free(&spec);
    return unit_test_done();
}
