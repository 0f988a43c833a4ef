/* SPDX-License-Identifier: MIT */
/* test_variant_builder.c - Variants made from JSON: literal bytes, and JSON again. */
#include "base/alloc.h"
#include "parquet/write/variant_builder.h"
#include "parquet/variant/variant_value.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct pq_variant_builder builder;
static struct json_reader reader;
static struct error error;
static char shown[300000];

/* Of the scalars of the next value, if not NULL. */
static struct slice types;

static enum status read_json(const char *json)
{
    enum json_token token;
    struct slice value;
    error = (struct error){0};
    json_reader_start(&reader, slice_of(json, strlen(json)));
    if (json_reader_next(&reader, &token, &value, &error) != OK)
        return error.status;
    enum status status = pq_variant_read_json(&builder, &reader, token, value, &types,
                                              &error);
    CHECK(status == error.status);
    if (status == OK) { /* nothing after the value was read */
        CHECK(json_reader_next(&reader, &token, &value, &error) == OK);
        CHECK(token == JSON_END);
    }
    return status;
}

static void append_hex(struct slice bytes)
{
    size_t size = strlen(shown);
    for (size_t i = 0; i < bytes.size && size + 3 < sizeof shown; i++, size += 2)
        snprintf(shown + size, 3, "%02x", bytes.data[i]);
}

static void append_message(void)
{
    snprintf(shown, sizeof shown, "%s", error.message);
}

/* The value in hexadecimal digits, or the error message. */
static const char *value_of(const char *json)
{
    struct buffer out = {0};
    shown[0] = '\0';
    if (read_json(json) == OK)
        CHECK(pq_append_variant_value(&builder, 0, &out, &error) == OK);
    append_hex(buffer_slice(&out));
    if (error.status != OK)
        append_message();
    buffer_release(&out);
    return shown;
}

static const char *metadata_of(const char *json)
{
    struct buffer out = {0};
    shown[0] = '\0';
    CHECK(read_json(json) == OK);
    CHECK(pq_append_variant_metadata(&builder, &out, &error) == OK);
    append_hex(buffer_slice(&out));
    buffer_release(&out);
    return shown;
}

/* The Variant at a node as JSON. */
static const char *read_back(uint32_t node)
{
    static struct pq_variant_writer writer;
    struct buffer metadata = {0}, value = {0}, text = {0};
    struct pq_variant_metadata names;
    CHECK(pq_append_variant_metadata(&builder, &metadata, &error) == OK);
    CHECK(pq_append_variant_value(&builder, node, &value, &error) == OK);
    CHECK(pq_variant_metadata_open(buffer_slice(&metadata), &names, &error) == OK);
    CHECK(pq_append_variant_json(&writer, &text, &names, buffer_slice(&value), &error) ==
          OK);
    CHECK(error.status == OK);
    CHECK(text.size < sizeof shown);
    snprintf(shown, sizeof shown, "%.*s", (int)text.size,
             text.size > 0 ? (char *)text.data : "");
    buffer_release(&metadata);
    buffer_release(&value);
    buffer_release(&text);
    pq_variant_writer_release(&writer);
    return shown;
}

static const char *again(const char *json)
{
    CHECK(read_json(json) == OK);
    if (error.status == OK)
        return read_back(0);
    append_message();
    return shown;
}

static void constants_and_strings(void)
{
    CHECK_TEXT(value_of("null"), "00");
    CHECK_TEXT(value_of(" true "), "04");
    CHECK_TEXT(value_of("false"), "08");
    CHECK_TEXT(value_of("\"\""), "01");
    CHECK_TEXT(value_of("\"ab\""), "096162");
    CHECK_TEXT(value_of("\"a\\n\\u00e9\""), "11610ac3a9");
    char longest[64 + 3] = "\"", expected[200] = "fd";
    memset(longest + 1, 'x', 63);
    strcpy(longest + 64, "\"");
    for (int i = 0; i < 63; i++)
        strcat(expected, "78");
    CHECK_TEXT(value_of(longest), expected);
    CHECK_TEXT(again(longest), longest);
    char longer[64 + 3] = "\"";
    memset(longer + 1, 'x', 64);
    strcpy(longer + 65, "\"");
    CHECK(strncmp(value_of(longer), "40400000007878", 14) == 0);
    CHECK(strlen(shown) == 2 * 69);
    CHECK_TEXT(again(longer), longer);
}

static void integers(void)
{
    CHECK_TEXT(value_of("0"), "0c00");
    CHECK_TEXT(value_of("127"), "0c7f");
    CHECK_TEXT(value_of("-128"), "0c80");
    CHECK_TEXT(value_of("128"), "108000");
    CHECK_TEXT(value_of("-129"), "107fff");
    CHECK_TEXT(value_of("32767"), "10ff7f");
    CHECK_TEXT(value_of("-32769"), "14ff7fffff");
    CHECK_TEXT(value_of("2147483647"), "14ffffff7f");
    CHECK_TEXT(value_of("2147483648"), "180000008000000000");
    CHECK_TEXT(value_of("-9223372036854775808"), "180000000000000080");
    CHECK_TEXT(value_of("9223372036854775808"), "280000000000000000800000000000000000");
    CHECK_TEXT(again("99999999999999999999999999999999999999"),
               "99999999999999999999999999999999999999");
    CHECK_TEXT(again("-99999999999999999999999999999999999999"),
               "-99999999999999999999999999999999999999");
    CHECK_TEXT(value_of("100000000000000000000000000000000000001"),
               "a Variant cannot hold the number "
               "100000000000000000000000000000000000001: write it as a string");
    CHECK_TEXT(again("100000000000000000000000000000000000000"), "1e+38");
}

static void numbers_with_a_fraction_or_exponent(void)
{
    CHECK_TEXT(value_of("1.5"), "20010f000000");
    CHECK_TEXT(value_of("-1.50"), "20026affffff");
    CHECK_TEXT(value_of("0.00"), "200200000000");
    CHECK_TEXT(value_of("1234567.89"), "200215cd5b07");
    CHECK_TEXT(value_of("12345678.90"), "2402d202964900000000");
    CHECK_TEXT(value_of("0.0000000001"), "240a0100000000000000"); /* scale 10 */
    CHECK_TEXT(value_of("-0.0"), "1c0000000000000080");
    CHECK_TEXT(value_of("-0"), "1c0000000000000080");
    static const char *const same[] = {
        "0.1",
        "-0.30",
        "123456789.123456789",
        "1234567890.123456789",
        "0.99999999999999999999999999999999999999",
        "-1234567890123456789012345678901234567.8",
        "-0.0",
        "9e999",
        "-9e999",
        "1e+300",
        "1.5e-07",
        "-2.2250738585072014e-308",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        CHECK_TEXT(again(same[i]), same[i]);
    /* The same numbers in another notation. */
    CHECK_TEXT(again("-0.00"), "-0.0");
    CHECK_TEXT(again("1E5"), "100000.0");
    CHECK_TEXT(again("1.50e+1"), "15.0");
    CHECK_TEXT(again("1e300"), "1e+300");
    CHECK_TEXT(again("0e5"), "0.0");
    CHECK_TEXT(again("1234567890123456789012e3"), "1234567890123456789012000");
    CHECK_TEXT(again("1.2345678901234567890123e2"), "123.45678901234567890123");
    CHECK_TEXT(again("0.00000000000000000000000000000000000000000001"), "1e-44");
    CHECK_TEXT(again("0.10000000000000000000000000000000000000000000"), "0.1");
    CHECK_TEXT(value_of("1e400"),
               "a Variant cannot hold the number 1e400: write it as a string");
    CHECK_TEXT(value_of("1e-400"),
               "a Variant cannot hold the number 1e-400: write it as a string");
    CHECK_TEXT(value_of("0.123456789012345678901234567890123456789"),
               "a Variant cannot hold the number "
               "0.123456789012345678901234567890123456789: write it as a string");
    CHECK_TEXT(value_of("[1.0000000000000000000000000000000000000000000000000000000001,"
                        "2]"),
               "a Variant cannot hold the number "
               "1.0000000000000000000000000000000000000000000000000000000001: write it "
               "as a string");
}

static void arrays(void)
{
    CHECK_TEXT(value_of("[]"), "030000");
    CHECK_TEXT(value_of("[true,7]"), "0302000103040c07");
    CHECK_TEXT(value_of("[[],[[]]]"), "0302"
                                      "00030a"
                                      "030000"
                                      "03010003"
                                      "030000");
    /* 255 entries need a count of one byte, 256 one of four bytes and two-byte offsets.
     */
    struct bytes json = {0};
    bytes_put_text(&json, "[");
    for (int i = 0; i < 255; i++)
        bytes_put_text(&json, i > 0 ? ",null" : "null");
    bytes_put_text(&json, "]");
    bytes_put_u8(&json, 0);
    CHECK(strncmp(value_of((char *)json.data), "03ff00010203", 12) == 0);
    CHECK_TEXT(again((char *)json.data), (char *)json.data);
    json.size -= 2;
    bytes_put_text(&json, ",null]");
    bytes_put_u8(&json, 0);
    CHECK(strncmp(value_of((char *)json.data), "17000100000000010002000300", 26) == 0);
    CHECK_TEXT(again((char *)json.data), (char *)json.data);
    bytes_free(&json);
}

static void objects(void)
{
    CHECK_TEXT(value_of("{}"), "020000");
    CHECK_TEXT(metadata_of("{}"), "010000");
    CHECK_TEXT(metadata_of("[1,null]"), "010000");
    CHECK_TEXT(value_of("{\"c\":null,\"a\":7}"), "02020001"
                                                 "010003"
                                                 "000c07");
    CHECK_TEXT(metadata_of("{\"c\":null,\"a\":7}"), "1102000102"
                                                    "6163");
    CHECK_TEXT(metadata_of("{\"b\":[{\"aa\":1,\"\":2}],\"a\":{\"b\":3}}"),
               "11040000010304"
               "61616162");
    CHECK_TEXT(again("{\"c\":null,\"a\":7}"), "{\"a\":7,\"c\":null}");
    CHECK_TEXT(again("{\"b\":[{\"aa\":1,\"\":2}],\"a\":{\"b\":3}}"),
               "{\"a\":{\"b\":3},\"b\":[{\"\":2,\"aa\":1}]}");
    CHECK_TEXT(again("{\"a\\u0000\":1,\"a\":2,\"\xc3\xa9\":3,\"z\":4,\"\\n\":5}"),
               "{\"\\n\":5,\"a\":2,\"a\\u0000\":1,\"z\":4,\"\xc3\xa9\":3}");
    CHECK_TEXT(value_of("{\"a\":1,\"b\":{\"x\":1,\"y\":2,\"x\":3}}"),
               "an object has two members \"x\": remove one");
    CHECK_TEXT(value_of("{\"a\":1,\"\\u0061\":2}"),
               "an object has two members \"a\": remove one");
    CHECK(read_json("{\"a\":1") == MISUSE);
    CHECK(read_json("[1,]") == MISUSE);
}

static void members_can_be_taken_out(void)
{
    const char *json =
        "{\"z\":1,\"b\":{\"q\":[1,2],\"a\":\"text\"},\"a\":[null],\"\":2.5}";
    CHECK(read_json(json) == OK);
    uint32_t b = pq_variant_member(&builder, 0, slice_of("b", 1));
    uint32_t a = pq_variant_member(&builder, 0, slice_of("a", 1));
    uint32_t empty = pq_variant_member(&builder, 0, slice_of("", 0));
    CHECK(pq_variant_member(&builder, 0, slice_of("q", 1)) == UINT32_MAX);
    CHECK(pq_variant_member(&builder, 0, slice_of("zz", 2)) == UINT32_MAX);
    CHECK(pq_variant_member(&builder, 0, slice_of("aa", 2)) == UINT32_MAX);
    uint32_t inner = pq_variant_member(&builder, b, slice_of("a", 1));
    CHECK(slice_equals_text(pq_variant_string(&builder, inner), "text"));
    CHECK(builder.nodes[a].kind == JSON_BEGIN_ARRAY && builder.nodes[a].sums.n == 1);
    CHECK(slice_equals_text(builder.nodes[empty].text, "2.5"));
    CHECK_TEXT(read_back(b), "{\"a\":\"text\",\"q\":[1,2]}");
    CHECK_TEXT(read_back(a), "[null]");
    builder.nodes[b].is_taken = true;
    CHECK_TEXT(read_back(0), "{\"\":2.5,\"a\":[null],\"z\":1}");
    builder.nodes[inner].is_taken = true;
    CHECK_TEXT(read_back(b), "{\"q\":[1,2]}");
    builder.nodes[a].is_taken = true;
    builder.nodes[empty].is_taken = true;
    CHECK_TEXT(read_back(0), "{\"z\":1}");
    CHECK_TEXT(read_back(inner), "\"text\"");
}

static int shown_as_number(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

/* Ids and offsets of one, two and three bytes; members in any order. */
static void wide_objects(void)
{
    static const int counts[] = {1, 2, 200, 256, 300, 5000, 70000};
    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        int n = counts[k];
        struct bytes json = {0};
        struct buffer metadata = {0}, value = {0};
        struct pq_variant_metadata names;
        struct pq_variant_container object;
        bytes_put_text(&json, "{");
        for (int i = 0; i < n; i++) {
            char member[60];
            int number = (int)(((int64_t)i * 7919) %
                               n); /* each number once: 7919 is prime */
            snprintf(member, sizeof member, "%s\"%06d\":\"%d\"", i > 0 ? "," : "", number,
                     number);
            bytes_put_text(&json, member);
        }
        bytes_put_text(&json, "}");
        bytes_put_u8(&json, 0);
        CHECK(read_json((char *)json.data) == OK);
        CHECK(pq_append_variant_metadata(&builder, &metadata, &error) == OK);
        CHECK(pq_append_variant_value(&builder, 0, &value, &error) == OK);
        CHECK(value.size == builder.nodes[0].size);
        CHECK(pq_variant_metadata_open(buffer_slice(&metadata), &names, &error) == OK);
        CHECK(pq_variant_container_open(buffer_slice(&value), &object, &error) == OK);
        CHECK(object.is_object && object.n == (uint32_t)n);
        for (int i = 0; i < n; i++) {
            struct slice name, member;
            struct pq_variant_scalar scalar;
            char text[20] = "";
            CHECK(pq_variant_next_entry(&object, &names, &name, &member, &error) == OK);
            CHECK(name.size == 6);
            memcpy(text, name.data, 6);
            CHECK(shown_as_number(text) == i);
            CHECK(pq_variant_scalar_of(member, &scalar, &error) == OK);
            snprintf(text, sizeof text, "%d", i);
            CHECK(slice_equals_text(scalar.bytes, text));
        }
        CHECK(object.left == 0);
        bytes_free(&json);
        buffer_release(&metadata);
        buffer_release(&value);
    }
}

/* Each value has only its own names, whatever the value before was. */
static void metadata_has_only_the_names_of_its_value(void)
{
    static const char *const values[][2] = {
        {"{\"b\":1,\"a\":2}", "11020001026162"},
        {"{\"b\":3,\"a\":4}", "11020001026162"},
        {"{\"a\":3,\"b\":4}", "11020001026162"},
        {"{\"a\":3}", "1101000161"},
        {"[]", "010000"},
        {"{\"a\":3}", "1101000161"},
        {"{\"a\":{\"a\":1,\"c\":2}}", "11020001026163"},
        {"{\"c\":{\"a\":1,\"c\":2}}", "11020001026163"},
        {"[{\"c\":1},{\"a\":1,\"c\":2,\"b\":3},{\"b\":4}]", "110300010203616263"},
        {"[{\"c\":1},{\"b\":1,\"c\":2,\"a\":3}]", "110300010203616263"},
        {"{\"c\":1,\"b\":2}", "11020001026263"},
    };
    for (size_t i = 0; i < COUNT_OF(values) * COUNT_OF(values); i++) {
        size_t k = i % COUNT_OF(values), before = i / COUNT_OF(values);
        metadata_of(values[before][0]);
        CHECK_TEXT(metadata_of(values[k][0]), values[k][1]);
        CHECK(builder.nodes[0].size > 0);
        read_back(0);
    }
    CHECK(read_json("{\"c\":1,\"b\":2,\"c\":3}") == MISUSE);
    CHECK(read_json("{\"c\":1,\"x\":[}") == MISUSE);
    CHECK_TEXT(metadata_of("{\"c\":1,\"b\":2}"), "11020001026263");
    CHECK_TEXT(again("{\"c\":1,\"b\":2}"), "{\"b\":2,\"c\":1}");
}

static void deep_values(void)
{
    char json[3000] = "";
    for (int i = 0; i < 1000; i++)
        strcat(json, "[");
    for (int i = 0; i < 1000; i++)
        strcat(json, "]");
    CHECK_TEXT(again(json), json);
}

static void failed_allocations_are_reported(void)
{
    enum status status = NOMEM;
    for (long n = 1; status == NOMEM && n < 100; n++) {
        struct pq_variant_builder fresh = {0};
        struct json_reader own_reader = {0};
        struct buffer out = {0};
        enum json_token token;
        struct slice value;
        const char *json = "{\"b\":[1,\"te\\nxt\",0.25],\"a\":{\"c\":null}}";
        error = (struct error){0};
        json_reader_start(&own_reader, slice_of(json, strlen(json)));
        CHECK(json_reader_next(&own_reader, &token, &value, &error) == OK);
        mem_fail_at(n, 0);
        struct slice none = {0};
        status = pq_variant_read_json(&fresh, &own_reader, token, value, &none, &error);
        if (status == OK)
            status = pq_append_variant_metadata(&fresh, &out, &error);
        if (status == OK)
            status = pq_append_variant_value(&fresh, 0, &out, &error);
        mem_fail_at(0, 0);
        CHECK(n > 5 || status == NOMEM);
        buffer_release(&out);
        json_reader_release(&own_reader);
        pq_variant_builder_release(&fresh);
        pq_variant_builder_release(&fresh);
    }
    CHECK(status == OK);
}

static const char *typed(const char *json, enum pq_variant_type type)
{
    static uint8_t byte;
    byte = (uint8_t)type;
    types = slice_of(&byte, 1);
    const char *value = value_of(json);
    CHECK(types.size == 0);
    return value;
}

static void scalars_have_the_type_that_is_given(void)
{
    CHECK_TEXT(typed("5", PQ_VARIANT_INT8), "0c05");
    CHECK_TEXT(typed("5", PQ_VARIANT_INT16), "100500");
    CHECK_TEXT(typed("-128", PQ_VARIANT_INT8), "0c80");
    CHECK_TEXT(typed("-32768", PQ_VARIANT_INT16), "100080");
    CHECK_TEXT(typed("5", PQ_VARIANT_INT32), "1405000000");
    CHECK_TEXT(typed("5", PQ_VARIANT_INT64), "180500000000000000");
    CHECK_TEXT(typed("-9223372036854775808", PQ_VARIANT_INT64), "180000000000000080");
    CHECK_TEXT(typed("0.5", PQ_VARIANT_DOUBLE), "1c000000000000e03f");
    CHECK_TEXT(typed("9e999", PQ_VARIANT_DOUBLE), "1c000000000000f07f");
    CHECK_TEXT(typed("null", PQ_VARIANT_DOUBLE), "1c000000000000f87f");
    CHECK_TEXT(typed("0.5", PQ_VARIANT_FLOAT), "380000003f");
    CHECK_TEXT(typed("-9e999", PQ_VARIANT_FLOAT), "38000080ff");
    CHECK_TEXT(typed("0.10000000149011612", PQ_VARIANT_FLOAT), "38cdcccc3d");
    CHECK_TEXT(typed("1.50", PQ_VARIANT_DECIMAL4), "200296000000");
    CHECK_TEXT(typed("7", PQ_VARIANT_DECIMAL4), "200007000000");
    CHECK_TEXT(typed("-2147483648", PQ_VARIANT_DECIMAL4), "200000000080");
    CHECK_TEXT(typed("1.50", PQ_VARIANT_DECIMAL8), "24029600000000000000");
    CHECK_TEXT(typed("0.00000000000000000001", PQ_VARIANT_DECIMAL4), "201401000000");
    CHECK_TEXT(typed("-1.5", PQ_VARIANT_DECIMAL16),
               "2801f1ffffffffffffffffffffffffffffff");
    CHECK_TEXT(typed("\"1969-12-31\"", PQ_VARIANT_DATE), "2cffffffff");
    CHECK_TEXT(typed("\"00:00:01.500\"", PQ_VARIANT_TIME), "4460e3160000000000");
    CHECK_TEXT(typed("\"1970-01-01 00:00:01\"", PQ_VARIANT_TIMESTAMP),
               "3440420f0000000000");
    CHECK_TEXT(typed("\"1970-01-01 00:00:01\"", PQ_VARIANT_TIMESTAMP_UTC),
               "3040420f0000000000");
    CHECK_TEXT(typed("\"1970-01-01 00:00:01\"", PQ_VARIANT_TIMESTAMP_NANOS),
               "4c00ca9a3b00000000");
    CHECK_TEXT(typed("\"1970-01-01 00:00:01\"", PQ_VARIANT_TIMESTAMP_NANOS_UTC),
               "4800ca9a3b00000000");
    CHECK_TEXT(typed("\"01234567-89ab-cdef-0123-456789abcdef\"", PQ_VARIANT_UUID),
               "500123456789abcdef0123456789abcdef");
    CHECK_TEXT(typed("\"00FF\"", PQ_VARIANT_BINARY), "3c0200000000ff");
    CHECK_TEXT(typed("\"\"", PQ_VARIANT_BINARY), "3c00000000");
    CHECK_TEXT(typed("\"text\"", PQ_VARIANT_STRING), "1174657874");
}

/* They are not those of this value. */
static void types_that_do_not_fit_are_ignored(void)
{
    CHECK_TEXT(typed("128", PQ_VARIANT_INT8), "108000");
    CHECK_TEXT(typed("-129", PQ_VARIANT_INT8), "107fff");
    CHECK_TEXT(typed("1.5", PQ_VARIANT_INT64), "20010f000000");
    CHECK_TEXT(typed("0.1", PQ_VARIANT_FLOAT), "200101000000");
    CHECK_TEXT(typed("2147483648", PQ_VARIANT_DECIMAL4), "180000008000000000");
    CHECK_TEXT(typed("\"5\"", PQ_VARIANT_INT8), "0535");
    CHECK_TEXT(typed("5", PQ_VARIANT_DATE), "0c05");
    CHECK_TEXT(typed("true", PQ_VARIANT_DOUBLE), "04");
    CHECK_TEXT(typed("\"x\"", PQ_VARIANT_DATE), "0578");
    CHECK_TEXT(typed("\"x\"", PQ_VARIANT_TIMESTAMP), "0578");
    CHECK_TEXT(typed("\"x\"", PQ_VARIANT_UUID), "0578");
    CHECK_TEXT(typed("\"0\"", PQ_VARIANT_BINARY), "0530");
    CHECK_TEXT(typed("\"ff\"", PQ_VARIANT_BINARY), "096666");
    CHECK_TEXT(typed("\"2024-1-31\"", PQ_VARIANT_DATE), "25323032342d312d3331");
    CHECK_TEXT(typed("null", PQ_VARIANT_INT8), "00");
    CHECK_TEXT(typed("5", (enum pq_variant_type)200), "0c05");
}

static void types_are_in_the_order_of_the_text(void)
{
    static const uint8_t given[] = {PQ_VARIANT_DATE, PQ_VARIANT_INT64, PQ_VARIANT_TRUE,
                                    PQ_VARIANT_NULL};
    types = slice_of(given, sizeof given);
    const char *value = value_of("{\"b\":\"1970-01-02\",\"a\":[1,false,{},2]}");
    CHECK_TEXT(value, "02020001"
                      "05001b"
                      "2c01000000"
                      "0304"
                      "00090a0d0f"
                      "180100000000000000"
                      "08"
                      "020000"
                      "0c02");
    CHECK(types.size == 0);
}

static void long_bytes_follow_other_values(void)
{
    enum { SIZE = 100000 };
    static const uint8_t given[] = {PQ_VARIANT_BINARY, PQ_VARIANT_BINARY};
    static char json[2 * SIZE + 20] = "[\"00FF\",\"";
    size_t n = strlen(json);
    memset(json + n, 'A', 2 * SIZE);
    strcpy(json + n + 2 * SIZE, "\"]");
    types = slice_of(given, sizeof given);
    const char *value = value_of(json);
    const char *second = strstr(value, "3c0200000000ff3ca0860100");
    CHECK(second != NULL && strspn(second + 24, "a") == 2 * SIZE);
}

int main(void)
{
    RUN(long_bytes_follow_other_values);
    RUN(scalars_have_the_type_that_is_given);
    RUN(types_that_do_not_fit_are_ignored);
    RUN(types_are_in_the_order_of_the_text);
    RUN(constants_and_strings);
    RUN(integers);
    RUN(numbers_with_a_fraction_or_exponent);
    RUN(arrays);
    RUN(objects);
    RUN(members_can_be_taken_out);
    RUN(wide_objects);
    RUN(metadata_has_only_the_names_of_its_value);
    RUN(deep_values);
    RUN(failed_allocations_are_reported);
    pq_variant_builder_release(&builder);
    json_reader_release(&reader);
    return unit_test_done();
}
