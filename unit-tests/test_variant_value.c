/* SPDX-License-Identifier: MIT */
/* test_variant_value.c - JSON and SQL values of Variants, from literal bytes and from the
 * files of parquet-testing/variant. */
#include <math.h>

#include "base/alloc.h"
#include "parquet/variant/variant_value.h"
#include "value/json_reader.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define BYTES(literal) slice_of(literal, sizeof(literal) - 1)

/* The names a, b, cc, and an empty one. */
static const char names_bytes[] = "\x01\x04\x00\x01\x02\x04\x04"
                                  "abcc";

static struct pq_variant_writer writer;
static struct error error;
static char text[4000];

/* The JSON, or the error message. */
static const char *json_with(struct slice metadata_bytes, struct slice value)
{
    struct buffer buffer = {0};
    struct pq_variant_metadata metadata;
    uint8_t *names = exact_copy(metadata_bytes.data, metadata_bytes.size);
    uint8_t *copy = exact_copy(value.data, value.size);
    error = (struct error){0};
    enum status status = pq_variant_metadata_open(slice_of(names, metadata_bytes.size),
                                                  &metadata, &error);
    if (status == OK)
        status = pq_append_variant_json(&writer, &buffer, &metadata,
                                        slice_of(copy, value.size), &error);
    CHECK(status == error.status);
    CHECK(status != OK || buffer.size < sizeof text);
    if (status != OK)
        snprintf(text, sizeof text, "%s: %s", status_name(status), error.message);
    else if (buffer.size < sizeof text)
        snprintf(text, sizeof text, "%.*s", (int)buffer.size, (char *)buffer.data);
    buffer_release(&buffer);
    free(names);
    free(copy);
    return text;
}

static const char *json(struct slice value)
{
    return json_with(BYTES(names_bytes), value);
}

static void primitives(void)
{
    CHECK_TEXT(json(BYTES("\x00")), "null");
    CHECK_TEXT(json(BYTES("\x04")), "true");
    CHECK_TEXT(json(BYTES("\x08")), "false");
    CHECK_TEXT(json(BYTES("\x0c\x80")), "-128");
    CHECK_TEXT(json(BYTES("\x10\x00\x80")), "-32768");
    CHECK_TEXT(json(BYTES("\x10\xff\x7f")), "32767");
    CHECK_TEXT(json(BYTES("\x14\x00\x00\x00\x80")), "-2147483648");
    CHECK_TEXT(json(BYTES("\x18\x00\x00\x00\x00\x00\x00\x00\x80")),
               "-9223372036854775808");
    CHECK_TEXT(json(BYTES("\x1c\x9a\x99\x99\x99\x99\x99\xb9\x3f")), "0.1");
    CHECK_TEXT(json(BYTES("\x1c\x00\x00\x00\x00\x00\x00\x00\x80")), "-0.0");
    CHECK_TEXT(json(BYTES("\x1c\x00\x00\x00\x00\x00\x00\xf0\x7f")), "9e999");
    CHECK_TEXT(json(BYTES("\x38\x00\x00\x80\xff")), "-9e999");
    CHECK_TEXT(json(BYTES("\x38\x00\x00\xc0\x7f")), "null");
    CHECK_TEXT(json(BYTES("\x38\x00\x00\xc0\x3f")), "1.5");
    CHECK_TEXT(json(BYTES("\x2c\xff\xff\xff\xff")), "\"1969-12-31\"");
    CHECK_TEXT(json(BYTES("\x44\x01\x00\x00\x00\x00\x00\x00\x00")),
               "\"00:00:00.000001\"");
    CHECK_TEXT(json(BYTES("\x30\xff\xff\xff\xff\xff\xff\xff\xff")),
               "\"1969-12-31 23:59:59.999999\"");
    CHECK_TEXT(json(BYTES("\x34\x40\x42\x0f\x00\x00\x00\x00\x00")),
               "\"1970-01-01 00:00:01\"");
    CHECK_TEXT(json(BYTES("\x48\xff\xff\xff\xff\xff\xff\xff\xff")),
               "\"1969-12-31 23:59:59.999999999\"");
    CHECK_TEXT(json(BYTES("\x4c\xc0\x84\x3d\x00\x00\x00\x00\x00")),
               "\"1970-01-01 00:00:00.004031680\"");
    CHECK_TEXT(json(BYTES("\x50\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd"
                          "\xee\xff")),
               "\"00112233-4455-6677-8899-aabbccddeeff\"");
    CHECK_TEXT(json(BYTES("\x3c\x03\x00\x00\x00\x00\xab\xff")), "\"00ABFF\"");
    CHECK_TEXT(json(BYTES("\x3c\x00\x00\x00\x00")), "\"\"");
}

static void strings(void)
{
    CHECK_TEXT(json(BYTES("\x01")), "\"\"");
    CHECK_TEXT(json(BYTES("\x0d"
                          "a\"b")),
               "\"a\\\"b\"");
    CHECK_TEXT(json(BYTES("\x40\x02\x00\x00\x00\xc3\xa9")), "\"\xc3\xa9\"");
    CHECK_TEXT(json(BYTES("\x40\x00\x00\x00\x00")), "\"\"");
    CHECK_TEXT(json(BYTES("\x05\xff")), "\"\xff\""); /* as stored */
    CHECK_TEXT(json(BYTES("\x05\n")), "\"\\n\"");
}

static void decimals(void)
{
    CHECK_TEXT(json(BYTES("\x20\x00\xd6\xff\xff\xff")), "-42");
    CHECK_TEXT(json(BYTES("\x20\x05\xd6\xff\xff\xff")), "-0.00042");
    CHECK_TEXT(json(BYTES("\x20\x02\x96\x00\x00\x00")), "1.50");
    CHECK_TEXT(json(BYTES("\x24\x12\xff\xff\xff\xff\xff\xff\xff\xff")),
               "-0.000000000000000001");
    CHECK_TEXT(json(BYTES("\x24\x26\x01\x00\x00\x00\x00\x00\x00\x00")),
               "0.00000000000000000000000000000000000001");
    CHECK_TEXT(json(BYTES("\x28\x00\xff\xff\xff\xff\xff\xff\xff\xff"
                          "\xff\xff\xff\xff\xff\xff\xff\xff")),
               "-1");
    CHECK_TEXT(json(BYTES("\x28\x01\x00\x00\x00\x00\x00\x00\x00\x80"
                          "\xff\xff\xff\xff\xff\xff\xff\xff")),
               "-922337203685477580.8");
    CHECK_TEXT(json(BYTES("\x28\x01\x00\x00\x00\x00\x00\x00\x00\x80"
                          "\x00\x00\x00\x00\x00\x00\x00\x00")),
               "922337203685477580.8");
    CHECK_TEXT(json(BYTES("\x28\x00\xff\xff\xff\xff\xff\xff\xff\x7f"
                          "\xff\xff\xff\xff\xff\xff\xff\xff")),
               "-9223372036854775809");
    CHECK_TEXT(json(BYTES("\x28\x26\xff\xff\xff\xff\x3f\x22\x8a\x09\x7a\xc4\x86\x5a"
                          "\xa8\x4c\x3b\x4b")), /* 10^38 - 1 */
               "0.99999999999999999999999999999999999999");
    CHECK_TEXT(json(BYTES("\x28\x00\x00\x00\x00\x00\x00\x00\x00\x00"
                          "\x00\x00\x00\x00\x00\x00\x00\x80")),
               "-170141183460469231731687303715884105728");
    CHECK_TEXT(json(BYTES("\x20\x27\x01\x00\x00\x00")),
               "corrupt: a Variant decimal of scale 39");
}

static void arrays(void)
{
    CHECK_TEXT(json(BYTES("\x03\x00\x00")), "[]");
    CHECK_TEXT(json(BYTES("\x03\x02\x00\x01\x03\x04\x0c\x07")), "[true,7]");
    /* Entries in reverse order, and unused bytes. */
    CHECK_TEXT(json(BYTES("\x03\x02\x04\x00\x05\x0c\x07\xaa\xaa\x04")), "[true,7]");
    /* Offsets of two, three and four bytes; a count of four bytes. */
    CHECK_TEXT(json(BYTES("\x07\x01\x00\x00\x01\x00\x04")), "[true]");
    CHECK_TEXT(json(BYTES("\x0b\x01\x00\x00\x00\x01\x00\x00\x04")), "[true]");
    CHECK_TEXT(json(BYTES("\x1f\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x04")),
               "[true]");
    CHECK_TEXT(json(BYTES("\x03\x01\x00\x06\x03\x01\x00\x02\x05"
                          "a")),
               "[[\"a\"]]");
    CHECK_TEXT(json(BYTES("\x03\x00\x00\x99")), "[]"); /* further bytes are ignored */
}

static void objects(void)
{
    CHECK_TEXT(json(BYTES("\x02\x00\x00")), "{}");
    CHECK_TEXT(json(BYTES("\x02\x03\x00\x01\x02\x00\x01\x02\x03\x00\x04\x08")),
               "{\"a\":null,\"b\":true,\"cc\":false}");
    CHECK_TEXT(json(BYTES("\x02\x02\x03\x02\x01\x00\x02\x04\x08")),
               "{\"\":false,\"cc\":true}");
    /* Ids of two, three and four bytes; a count of four bytes. */
    CHECK_TEXT(json(BYTES("\x12\x01\x02\x00\x00\x01\x04")), "{\"cc\":true}");
    CHECK_TEXT(json(BYTES("\x22\x01\x01\x00\x00\x00\x01\x04")), "{\"b\":true}");
    CHECK_TEXT(json(BYTES("\x72\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01\x04")),
               "{\"a\":true}");
    /* The values are in another order than the fields. */
    CHECK_TEXT(json(BYTES("\x02\x03\x00\x01\x02\x03\x02\x00\x05\x05xq\x08\x04\x00")),
               "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x02\x03\x00\x01\x02\x03\x02\x00\x04\x05x\x08\x04")),
               "{\"a\":true,\"b\":false,\"cc\":\"x\"}");
    CHECK_TEXT(json(BYTES("\x02\x01\x00\x00\x07\x02\x01\x01\x00\x02\x0c\x05")),
               "{\"a\":{\"b\":5}}");
    CHECK_TEXT(json_with(BYTES("\x01\x01\x00\x03"
                               "a\"\n"),
                         BYTES("\x02\x01\x00\x00\x01\x00")),
               "{\"a\\\"\\n\":null}");
}

static void metadata_of_all_widths(void)
{
    struct slice value = BYTES("\x02\x02\x00\x01\x00\x01\x02\x00\x04");
    CHECK_TEXT(json_with(BYTES("\x11\x02\x00\x01\x02xy"), value),
               "{\"x\":null,\"y\":true}");
    CHECK_TEXT(json_with(BYTES("\x41\x02\x00\x00\x00\x01\x00\x02\x00xy"), value),
               "{\"x\":null,\"y\":true}");
    CHECK_TEXT(
        json_with(BYTES("\x81\x02\x00\x00\x00\x00\x00\x01\x00\x00\x02\x00\x00xy"), value),
        "{\"x\":null,\"y\":true}");
    CHECK_TEXT(json_with(BYTES("\xc1\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02"
                               "\x00\x00\x00xy"),
                         value),
               "{\"x\":null,\"y\":true}");
}

static void wrong_metadata_is_refused(void)
{
    struct slice value = BYTES("\x02\x01\x00\x00\x01\x00");
    CHECK_TEXT(json_with(BYTES(""), value), "corrupt: Variant metadata is empty");
    CHECK_TEXT(json_with(BYTES("\x02\x00\x00"), value),
               "unsupported: Variant metadata of version 2");
    CHECK_TEXT(json_with(BYTES("\x00\x00\x00"), value),
               "corrupt: Variant metadata of version 0");
    CHECK_TEXT(json_with(BYTES("\x01"), value), "corrupt: Variant metadata of 1 bytes");
    CHECK_TEXT(json_with(BYTES("\x01\x00"), value),
               "corrupt: 0 names in Variant metadata of 2 bytes");
    CHECK_TEXT(json_with(BYTES("\xc1\xff\xff\xff\xff\x00\x00\x00\x00"), value),
               "corrupt: 4294967295 names in Variant metadata of 9 bytes");
    CHECK_TEXT(json_with(BYTES("\x01\x00\x00"), value),
               "corrupt: Variant field id 0, but there are 0 names");
    CHECK_TEXT(json_with(BYTES("\x01\x01\x01\x00x"), value),
               "corrupt: Variant name 0 spans bytes 1 to 0 of 1");
    CHECK_TEXT(json_with(BYTES("\x01\x01\x00\x02x"), value),
               "corrupt: Variant name 0 spans bytes 0 to 2 of 1");
}

static void wrong_values_are_refused(void)
{
    CHECK_TEXT(json(BYTES("")), "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x0c")), "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x05")), "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x40\x02\x00\x00\x00x")),
               "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x3c\xff\xff\xff\xff")),
               "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x50\x00")), "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x54")), "unsupported: a Variant value of type 21");
    CHECK_TEXT(json(BYTES("\xfc\x00")), "unsupported: a Variant value of type 63");
    CHECK_TEXT(json(BYTES("\x03")), "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x03\x00")),
               "corrupt: 0 entries in a Variant value of 2 bytes");
    CHECK_TEXT(json(BYTES("\x13\xff\xff\xff\xff\x00")),
               "corrupt: 4294967295 entries in a Variant value of 6 bytes");
    CHECK_TEXT(json(BYTES("\x03\x01\x00\x02\x00")),
               "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x03\x01\x01\x01\x00")),
               "corrupt: a Variant entry begins at byte 1 of 1");
    CHECK_TEXT(json(BYTES("\x03\x01\x00\x01\x0c\x07")), /* the entry is larger */
               "corrupt: a Variant value ends early");
    CHECK_TEXT(json(BYTES("\x03\x02\x00\x00\x01\x04")),
               "corrupt: entries of a Variant value overlap");
    CHECK_TEXT(json(BYTES("\x02\x01\x04\x00\x01\x00")),
               "corrupt: Variant field id 4, but there are 4 names");
    CHECK_TEXT(json(BYTES("\x02\x02\x01\x01\x00\x01\x02\x00\x00")),
               "corrupt: a Variant object has the same name twice");
    CHECK_TEXT(json_with(BYTES("\x01\x02\x00\x01\x02xx"),
                         BYTES("\x02\x02\x00\x01\x00\x01\x02\x00\x00")),
               "corrupt: a Variant object has the same name twice");
}

/* Nested arrays of one entry each. */
static struct bytes nested_arrays(size_t depth_is_limited)
{
    struct bytes inner = {0};
    bytes_put_u8(&inner, 0);
    for (size_t i = 0; i < depth_is_limited; i++) {
        struct bytes outer = {0};
        bytes_put_u8(&outer, 0x0f); /* offsets of four bytes */
        bytes_put_u8(&outer, 1);
        bytes_put_uint(&outer, 0, 4);
        bytes_put_uint(&outer, inner.size, 4);
        bytes_put_bytes(&outer, &inner);
        bytes_free(&inner);
        inner = outer;
    }
    return inner;
}

static void depth_is_limited(void)
{
    struct bytes deepest = nested_arrays(1000), too_deep = nested_arrays(1001);
    const char *got = json(bytes_slice(&deepest));
    CHECK(strlen(got) == 2004);
    CHECK(strspn(got, "[") == 1000 && strncmp(got + 1000, "null]]", 6) == 0);
    CHECK_TEXT(json(bytes_slice(&too_deep)),
               "too big: a Variant value is nested more than 1000 levels deep");
    bytes_free(&deepest);
    bytes_free(&too_deep);
}

/* Few bytes of value that use long names again and again. */
static void size_of_json_is_limited(void)
{
    enum { NAME_SIZE = 1 << 20, N_VALUES = 1200 };
    struct bytes names = {0}, value = {0};
    bytes_put_u8(&names, 0xc1);
    bytes_put_uint(&names, 1, 4);
    bytes_put_uint(&names, 0, 4);
    bytes_put_uint(&names, NAME_SIZE, 4);
    for (size_t i = 0; i < NAME_SIZE; i++)
        bytes_put_u8(&names, 'n');
    bytes_put_u8(&value, 0x1f);
    bytes_put_uint(&value, N_VALUES, 4);
    for (uint64_t i = 0; i <= N_VALUES; i++)
        bytes_put_uint(&value, i * 6, 4);
    for (size_t i = 0; i < N_VALUES; i++)
        bytes_put(&value, "\x02\x01\x00\x00\x01\x00", 6);
    CHECK_TEXT(json_with(bytes_slice(&names), bytes_slice(&value)),
               "too big: a Variant value of more than 1073741824 bytes of JSON");
    bytes_free(&names);
    bytes_free(&value);
}

/* A value cut anywhere is refused, and no byte after the cut is read. */
static void values_and_metadata_cut_anywhere_are_refused(void)
{
    struct slice value = BYTES("\x02\x03\x00\x01\x02\x03\x02\x00\x0b\x05x\x08"
                               "\x03\x02\x00\x01\x03\x04\x0c\x05");
    CHECK_TEXT(json(value), "{\"a\":[true,5],\"b\":false,\"cc\":\"x\"}");
    for (size_t size = 0; size < value.size; size++) {
        json(slice_of(value.data, size));
        CHECK(error.status == CORRUPT);
    }
    struct slice names = BYTES(names_bytes);
    for (size_t size = 0; size < names.size; size++) {
        json_with(slice_of(names.data, size), value);
        CHECK(error.status == CORRUPT);
    }
}

static void entries_are_read_one_by_one(void)
{
    struct pq_variant_metadata metadata;
    struct pq_variant_container container;
    struct slice name, value;
    struct slice object = BYTES("\x02\x02\x00\x01\x02\x00\x04\x0c\x05\x08\x04");
    error = (struct error){0};
    CHECK(pq_variant_metadata_open(BYTES(names_bytes), &metadata, &error) == OK);
    CHECK(metadata.n_names == 4);
    CHECK(pq_variant_is_object(object) && !pq_variant_is_array(object));
    CHECK(!pq_variant_is_object(BYTES("")) && !pq_variant_is_array(BYTES("")));
    CHECK(pq_variant_is_array(BYTES("\x03\x00\x00")));
    CHECK(pq_variant_container_open(object, &container, &error) == OK);
    CHECK(container.is_object && container.n == 2 && container.next == 0);
    CHECK(pq_variant_next_entry(&container, &metadata, &name, &value, &error) == OK);
    CHECK(slice_equals_text(name, "a") && slice_equals_text(value, "\x08"));
    CHECK(pq_variant_next_entry(&container, &metadata, &name, &value, &error) == OK);
    CHECK(slice_equals_text(name, "b") && slice_equals_text(value, "\x0c\x05"));
    CHECK(container.next == container.n);
}

static struct pq_variant_scalar scalar(struct slice value)
{
    static struct pq_variant_scalar result;
    uint8_t *copy = exact_copy(value.data, value.size);
    error = (struct error){0};
    result.bytes = slice_of(NULL, 0);
    CHECK(pq_variant_scalar_of(slice_of(copy, value.size), &result, &error) == OK);
    snprintf(text, sizeof text, "%.*s", (int)result.bytes.size,
             result.bytes.size > 0 ? (const char *)result.bytes.data : "");
    free(copy);
    return result;
}

static void sql_values(void)
{
    CHECK(scalar(BYTES("\x00")).class == PQ_VARIANT_CLASS_NULL);
    CHECK(scalar(BYTES("\x04")).class == PQ_VARIANT_CLASS_INTEGER);
    CHECK(scalar(BYTES("\x04")).integer == 1);
    CHECK(scalar(BYTES("\x08")).integer == 0);
    CHECK(scalar(BYTES("\x10\xfe\xff")).integer == -2);
    CHECK(scalar(BYTES("\x38\x00\x00\xc0\x7f")).class == PQ_VARIANT_CLASS_NULL);
    CHECK(scalar(BYTES("\x38\x00\x00\xc0\x3f")).class == PQ_VARIANT_CLASS_REAL);
    CHECK(scalar(BYTES("\x38\x00\x00\xc0\x3f")).real == 1.5);
    CHECK(isinf(scalar(BYTES("\x1c\x00\x00\x00\x00\x00\x00\xf0\x7f")).real));
    CHECK(scalar(BYTES("\x20\x00\xd6\xff\xff\xff")).class == PQ_VARIANT_CLASS_INTEGER);
    CHECK(scalar(BYTES("\x20\x00\xd6\xff\xff\xff")).integer == -42);
    CHECK(scalar(BYTES("\x20\x01\xd6\xff\xff\xff")).class == PQ_VARIANT_CLASS_REAL);
    CHECK(scalar(BYTES("\x20\x01\xd6\xff\xff\xff")).real == -4.2);
    struct slice wide = BYTES("\x28\x26\xff\xff\xff\xff\x3f\x22\x8a\x09\x7a\xc4\x86\x5a"
                              "\xa8\x4c\x3b\x4b");
    CHECK(scalar(wide).class == PQ_VARIANT_CLASS_REAL && scalar(wide).real == 1.0);
    CHECK(scalar(BYTES("\x05x")).class == PQ_VARIANT_CLASS_TEXT);
    CHECK_TEXT(text, "x");
    CHECK(scalar(BYTES("\x3c\x01\x00\x00\x00z")).class == PQ_VARIANT_CLASS_BLOB);
    CHECK_TEXT(text, "z");
    CHECK(scalar(BYTES("\x2c\x00\x00\x00\x00")).class == PQ_VARIANT_CLASS_TEXT);
    CHECK_TEXT(text, "1970-01-01");
    CHECK(scalar(BYTES("\x02\x00\x00")).class == PQ_VARIANT_CLASS_JSON);
    CHECK(scalar(BYTES("\x03\x00\x00")).class == PQ_VARIANT_CLASS_JSON);
    struct pq_variant_scalar result;
    CHECK(pq_variant_scalar_of(BYTES(""), &result, &error) == CORRUPT);
    error = (struct error){0};
    CHECK(pq_variant_scalar_of(BYTES("\x20\x27\x00\x00\x00\x00"), &result, &error) ==
          CORRUPT);
}

static void failed_allocations_are_reported(void)
{
    struct bytes deep = nested_arrays(20);
    struct pq_variant_metadata metadata;
    error = (struct error){0};
    CHECK(pq_variant_metadata_open(BYTES(names_bytes), &metadata, &error) == OK);
    enum status status = NOMEM;
    for (long n = 1; status == NOMEM && n < 100; n++) {
        struct pq_variant_writer fresh = {0};
        struct buffer buffer = {0};
        error = (struct error){0};
        mem_fail_at(n, 0);
        status = pq_append_variant_json(&fresh, &buffer, &metadata, bytes_slice(&deep),
                                        &error);
        mem_fail_at(0, 0);
        CHECK(n > 2 || status == NOMEM);
        buffer_release(&buffer);
        pq_variant_writer_release(&fresh);
        pq_variant_writer_release(&fresh);
    }
    CHECK(status == OK);
    bytes_free(&deep);
}

/* ---- The files of parquet-testing ------------------------------------------------ */

/* Values that the data dictionary of parquet-testing writes in another way or lacks. */
static const char *const other_forms[][2] = {
    {"primitive_binary", "\"031337DEADBEEFCAFE\""},
    {"primitive_decimal16", "12345678912345678.90"},
    {"primitive_decimal8", "12345678.90"},
    {"primitive_float", "1234567936.0"},
    {"primitive_time", "\"12:33:54.123456\""},
    {"primitive_timestamp", "\"2025-04-16 16:34:56.780\""},
    {"primitive_timestampntz", "\"2025-04-16 12:34:56.780\""},
    {"primitive_timestamp_nanos", "\"2024-11-07 12:33:54.123456789\""},
    {"primitive_timestampntz_nanos", "\"2024-11-07 12:33:54.123456789\""},
};

static struct bytes corpus_file(const char *name, const char *end)
{
    const char *corpus = getenv("PARQUET_VTAB_CORPUS");
    char path[1000];
    snprintf(path, sizeof path, "%s/parquet-testing/variant/%s%s",
             corpus != NULL ? corpus : "../shared/corpus", name, end);
    return bytes_of_file(path);
}

/* Appends the JSON without white space and unnecessary escapes. */
static void put_minified(struct bytes *out, struct slice from)
{
    struct json_reader reader = {0};
    struct buffer string = {0};
    enum json_token token, before = JSON_BEGIN_ARRAY;
    struct slice value;
    error = (struct error){0};
    json_reader_start(&reader, from);
    while (json_reader_next(&reader, &token, &value, &error) == OK && token != JSON_END) {
        bool is_end = token == JSON_END_ARRAY || token == JSON_END_OBJECT;
        if (before != JSON_BEGIN_ARRAY && before != JSON_BEGIN_OBJECT &&
            before != JSON_KEY && !is_end)
            bytes_put_text(out, ",");
        before = token;
        static const char *const fixed[] = {
            [JSON_NULL] = "null",     [JSON_FALSE] = "false", [JSON_TRUE] = "true",
            [JSON_BEGIN_ARRAY] = "[", [JSON_END_ARRAY] = "]", [JSON_BEGIN_OBJECT] = "{",
            [JSON_END_OBJECT] = "}",
        };
        if (token == JSON_NUMBER) {
            bytes_put(out, value.data, value.size);
        } else if (token == JSON_STRING || token == JSON_KEY) {
            string.size = 0;
            CHECK(append_json_string(&string, value, &error) == OK);
            bytes_put(out, string.data, string.size);
            bytes_put_text(out, token == JSON_KEY ? ":" : "");
        } else {
            bytes_put_text(out, fixed[token]);
        }
    }
    CHECK(error.status == OK);
    buffer_release(&string);
    json_reader_release(&reader);
}

static void check_corpus_value(const char *name, struct slice expected_json)
{
    struct bytes metadata = corpus_file(name, ".metadata");
    struct bytes value = corpus_file(name, ".value");
    struct bytes expected = {0};
    CHECK(metadata.size > 0 && value.size > 0);
    put_minified(&expected, expected_json);
    for (size_t i = 0; i < COUNT_OF(other_forms); i++) {
        if (strcmp(other_forms[i][0], name) == 0) {
            expected.size = 0;
            bytes_put_text(&expected, other_forms[i][1]);
        }
    }
    bytes_put_u8(&expected, 0);
    CHECK_TEXT(json_with(bytes_slice(&metadata), bytes_slice(&value)),
               (const char *)expected.data);
    bytes_free(&expected);
    bytes_free(&metadata);
    bytes_free(&value);
}

/* Members of the dictionary are found by their indentation: a comma after the last one
 * makes it invalid JSON as a whole. */
static void files_of_parquet_testing(void)
{
    struct bytes dictionary = corpus_file("data_dictionary", ".json");
    size_t n = 0;
    if (dictionary.size == 0) {
        fprintf(stderr, "skipped: the optional corpus (PARQUET_VTAB_CORPUS)\n");
        return;
    }
    bytes_put_u8(&dictionary, 0);
    char *at = strstr((char *)dictionary.data, "\n    \"");
    while (at != NULL) {
        char *name = at + 6, *name_end = strchr(name, '"');
        char *next = strstr(name, "\n    \"");
        char *end = next != NULL ? next : strrchr(name, '}');
        CHECK(name_end != NULL && end != NULL);
        while (end[-1] == '\n' || end[-1] == ',')
            end--;
        *name_end = '\0';
        check_corpus_value(name, slice_of(name_end + 2, (size_t)(end - name_end - 2)));
        n++;
        at = next;
    }
    CHECK(n == 28);
    bytes_free(&dictionary);
}

int main(void)
{
    RUN(primitives);
    RUN(strings);
    RUN(decimals);
    RUN(arrays);
    RUN(objects);
    RUN(metadata_of_all_widths);
    RUN(wrong_metadata_is_refused);
    RUN(wrong_values_are_refused);
    RUN(depth_is_limited);
    RUN(size_of_json_is_limited);
    RUN(values_and_metadata_cut_anywhere_are_refused);
    RUN(entries_are_read_one_by_one);
    RUN(sql_values);
    RUN(failed_allocations_are_reported);
    RUN(files_of_parquet_testing);
    pq_variant_writer_release(&writer);
    return unit_test_done();
}
