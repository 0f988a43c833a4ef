/* SPDX-License-Identifier: MIT */
/*
 * test_declared_conversion.c - values, bounds and dictionaries of a file become those of
 * a declared type, or the conversion is refused (declared_conversion.h).
 */
#include "dataset/declared_conversion.h"

#include <math.h>

#include "base/alloc.h"
#include "unit_declared.h"
#include "unit_test.h"
#include "value/value_text.h"

static struct converted_vector converted;

static struct column column_of(const char *type)
{
    char text[100];
    snprintf(text, sizeof text, "c:%s", type);
    return declared_of(text)->column;
}

static const struct column *new_column(const char *type)
{
    struct column *column = declared_alloc(1, sizeof *column);
    *column = column_of(type);
    return column;
}

static struct conversion between(const char *file, const char *declared)
{
    return declared_conversion(new_column(declared), new_column(file));
}

/* The converted form of one value; the status of an error. */
static enum status convert(const struct conversion *c, union column_value value,
                           union column_value *to)
{
    struct error error = {0};
    const struct column_vector vector = {
        .n_rows = 1, .kind = c->from->kind, .values.any = &value};
    enum status status = converted_vector_fill(&converted, c, &vector, &error);
    CHECK(status == error.status);
    if (status == OK) {
        CHECK(converted.vector.n_rows == 1 && converted.vector.kind == c->to->kind);
        *to = column_vector_value(&converted.vector, 0);
    }
    return status;
}

static bool becomes(const char *file, const char *declared, int64_t value,
                    int64_t expected)
{
    struct conversion c = between(file, declared);
    union column_value to = {.int64 = INT64_MIN};
    if (convert(&c, (union column_value){.int64 = value}, &to) != OK)
        return false;
    return to.int64 == expected;
}

static enum status fails(const char *file, const char *declared, int64_t value)
{
    struct conversion c = between(file, declared);
    union column_value ignored;
    return convert(&c, (union column_value){.int64 = value}, &ignored);
}

static void integers_are_widened(void)
{
    CHECK(between("int32", "int64").kind == CONVERT_NOTHING);
    CHECK(between("int8", "int16").kind == CONVERT_NOTHING);
    CHECK(between("uint8", "int16").kind == CONVERT_NOTHING);
    CHECK(between("uint32", "int64").kind == CONVERT_NOTHING);
    CHECK(between("uint32", "uint64").kind == CONVERT_NOTHING);
    CHECK(between("uint32", "int32").kind == CONVERT_NEVER);
    CHECK(between("uint64", "int64").kind == CONVERT_NEVER);
    CHECK(between("int64", "int32").kind == CONVERT_NEVER);
    CHECK(between("int32", "uint64").kind == CONVERT_NEVER);
    CHECK(between("boolean", "int32").kind == CONVERT_NEVER);
    CHECK(between("int8", "boolean").kind == CONVERT_NEVER);
    CHECK(between("boolean", "boolean").kind == CONVERT_NOTHING);
}

static void reals_are_widened(void)
{
    struct conversion c = between("int32", "double");
    union column_value to;
    CHECK(between("float", "double").kind == CONVERT_NOTHING);
    CHECK(between("double", "float").kind == CONVERT_NEVER);
    CHECK(between("int64", "double").kind == CONVERT_NEVER);
    CHECK(between("int8", "float").kind == CONVERT_NEVER);
    CHECK(between("decimal(5,2)", "double").kind == CONVERT_NEVER);
    CHECK(convert(&c, (union column_value){.int64 = -7}, &to) == OK);
    CHECK(to.float64 == -7);
}

static void decimals_are_widened(void)
{
    CHECK(becomes("decimal(9,2)", "decimal(12,5)", -125, -125000));
    CHECK(becomes("decimal(9,2)", "decimal(18,2)", -125, -125));
    CHECK(becomes("int32", "decimal(12,2)", 3, 300));
    CHECK(becomes("int32", "decimal(10,0)", 3, 3));
    CHECK(between("int32", "decimal(11,2)").kind == CONVERT_NEVER);
    CHECK(between("int64", "decimal(18,0)").kind == CONVERT_NEVER);
    CHECK(between("uint64", "decimal(19,0)").kind == CONVERT_NEVER);
    CHECK(between("decimal(9,2)", "decimal(9,1)").kind == CONVERT_NEVER);
    CHECK(between("decimal(9,2)", "decimal(9,3)").kind == CONVERT_NEVER);
    CHECK(between("decimal(9,2)", "decimal(8,2)").kind == CONVERT_NEVER);
    CHECK(between("double", "decimal(18,2)").kind == CONVERT_NEVER);
    CHECK(between("decimal(20,2)", "decimal(30,2)").kind == CONVERT_NOTHING);
    /* More digits than the file's type has. */
    CHECK(fails("decimal(9,2)", "decimal(18,9)", INT64_C(1) << 60) == CORRUPT);
}

static void decimals_change_their_form(void)
{
    struct conversion c = between("int64", "decimal(21,2)");
    union column_value to;
    int64_t small;
    CHECK(convert(&c, (union column_value){.int64 = -3}, &to) == OK);
    CHECK(int64_from_binary_decimal(to.bytes, &small) && small == -300);
    const union column_value binary = {.bytes = {(const uint8_t *)"\xff\xff\x80", 3}};
    c = between("binary_decimal(5,2)", "decimal(7,4)");
    CHECK(c.kind == CONVERT_FROM_BINARY && !conversion_has_inverse(&c));
    CHECK(convert(&c, binary, &to) == OK && to.int64 == -12800);
    c = between("binary_decimal(5,2)", "decimal(5,2)");
    CHECK(convert(&c, binary, &to) == OK && to.int64 == -128);
    const union column_value large = {
        .bytes = {(const uint8_t *)"\x01\0\0\0\0\0\0\0\0", 9}};
    CHECK(convert(&c, large, &to) == CORRUPT);
    struct column_statistics s = {.n_rows = 2, .has_min = true, .has_max = true};
    s.min = binary;
    s.max = large;
    convert_statistics(&c, &s);
    CHECK(s.has_min && s.min.int64 == -128 && !s.has_max);
}

static void timestamps_get_the_declared_unit(void)
{
    const int64_t day = INT64_C(86400) * 1000000;
    CHECK(becomes("date", "timestamp", -1, -day));
    CHECK(becomes("date", "timestamp_utc", 3, 3 * day));
    CHECK(becomes("date", "timestamp_ns", 1, 1000 * day));
    CHECK(becomes("timestamp_ms", "timestamp", -5, -5000));
    CHECK(becomes("timestamp", "timestamp_utc", -5, -5));
    CHECK(becomes("timestamp_ns", "timestamp", 1999, 1));
    CHECK(becomes("timestamp_ns", "timestamp", -1, -1));
    CHECK(becomes("timestamp_ns", "timestamp", -1000, -1));
    CHECK(becomes("timestamp_ns", "timestamp", -1001, -2));
    CHECK(becomes("timestamp_ns", "timestamp", INT64_MIN, INT64_MIN / 1000 - 1));
    CHECK(between("timestamp", "date").kind == CONVERT_NEVER);
    CHECK(between("int64", "timestamp").kind == CONVERT_NEVER);
    CHECK(between("text", "timestamp").kind == CONVERT_NEVER);
    CHECK(fails("date", "timestamp", INT32_MAX) == UNSUPPORTED);
    CHECK(fails("timestamp_ms", "timestamp", INT64_MAX / 1000 + 1) == UNSUPPORTED);
    struct error error = {0};
    const int64_t far[] = {INT32_MAX};
    const struct column_vector vector = {.n_rows = 1, .values.int64 = far};
    struct conversion c = between("date", "timestamp");
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message,
               "column \"c\" has the value +5881580-07-11, which 64 bits of "
               "microseconds do not hold");
}

static void instants_are_rounded_down(void)
{
    static const struct {
        struct instant instant;
        int64_t micros;
    } cases[] = {
        {{0, 0}, 0},          {{0, 999}, 0},
        {{0, 1000}, 1},       {{-1, 999999999}, -1},
        {{1, 1001}, 1000001}, {{INT64_C(-9223372036855), 224192000}, INT64_MIN},
    };
    struct conversion c = between("instant", "timestamp");
    union column_value to;
    CHECK(!conversion_has_inverse(&c));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(convert(&c, (union column_value){.instant = cases[i].instant}, &to) == OK &&
              to.int64 == cases[i].micros);
    CHECK(convert(&c, (union column_value){.instant = {INT64_C(9223372036855), 0}},
                  &to) == UNSUPPORTED);
    struct column_statistics s = {.has_min = true, .has_max = true};
    s.min.instant = (struct instant){-1, 999999999};
    s.max.instant = (struct instant){1, 1999};
    convert_statistics(&c, &s);
    CHECK(s.has_min && s.min.int64 == -1 && s.has_max && s.max.int64 == 1000001);
}

static void times_get_the_declared_unit(void)
{
    CHECK(becomes("time_ms", "time", 5, 5000));
    CHECK(becomes("int64", "time", 5, 5)); /* as Iceberg stores them in ORC */
    struct column utc = column_of("time"), local = utc;
    utc.is_utc = true;
    CHECK(declared_conversion(&local, &utc).kind == CONVERT_NOTHING);
    CHECK(between("int32", "time").kind == CONVERT_NEVER);
    CHECK(between("int64", "time_ms").kind == CONVERT_NEVER);
    CHECK(between("time_ns", "time").kind == CONVERT_NEVER);
    CHECK(between("date", "time").kind == CONVERT_NEVER);
}

static void bytes_stay_as_they_are(void)
{
    CHECK(between("blob", "text").kind == CONVERT_NOTHING);
    CHECK(between("text", "blob").kind == CONVERT_NOTHING);
    CHECK(between("json", "text").kind == CONVERT_NOTHING);
    CHECK(between("geometry", "blob").kind == CONVERT_NOTHING);
    CHECK(between("blob", "geometry").kind == CONVERT_NOTHING);
    CHECK(between("uuid", "blob").kind == CONVERT_NOTHING);
    CHECK(between("uuid", "uuid").kind == CONVERT_NOTHING);
    CHECK(between("uuid", "text").kind == CONVERT_NEVER);
    CHECK(between("text", "uuid").kind == CONVERT_NEVER);
    CHECK(between("geometry", "text").kind == CONVERT_NEVER);
    CHECK(between("int32", "text").kind == CONVERT_NEVER);
    CHECK(between("interval", "interval").kind == CONVERT_NOTHING);
    CHECK(between("blob", "interval").kind == CONVERT_NEVER);
    CHECK(between("variant", "variant").kind == CONVERT_NOTHING);
    CHECK(between("text", "variant").kind == CONVERT_NEVER);
    CHECK(between("date", "date").kind == CONVERT_NOTHING);
    CHECK(between("int32", "date").kind == CONVERT_NEVER);
    CHECK(strlen(between("int32", "date").reason) > 0);
}

static void uuids_have_16_bytes(void)
{
    const struct bytes_value values[] = {{(const uint8_t *)"0123456789abcdef", 16},
                                         {(const uint8_t *)"x", 1}};
    const uint8_t valid[] = {1, 0};
    const uint32_t indices[] = {0, 0};
    struct column_vector vector = {
        .n_rows = 2, .kind = VECTOR_BYTES, .valid = valid, .values.bytes = values};
    struct conversion c = between("blob", "uuid");
    struct error error = {0};
    union column_value back;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    CHECK(converted.vector.values.bytes == values);
    vector.valid = NULL;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == CORRUPT);
    CHECK_TEXT(error.message, "a UUID of 1 bytes");
    error_clear(&error);
    vector.indices = indices;
    vector.n_entries = 2;
    vector.dictionary = 1;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    vector.n_rows = 0;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == CORRUPT);
    CHECK(conversion_has_inverse(&c));
    CHECK(convert_value_back(&c, (union column_value){.bytes = values[0]}, &back) &&
          back.bytes.data == values[0].data);
    struct column_statistics s = {
        .has_min = true, .has_max = true, .has_null_count = true, .null_count = 1};
    s.min.bytes = s.max.bytes = values[1];
    convert_statistics(&c, &s);
    CHECK(!s.has_min && !s.has_max && s.has_null_count && s.null_count == 1);
}

static void void_columns_are_null(void)
{
    const int64_t values[] = {1, 2};
    const uint32_t indices[] = {0, 1};
    struct column_vector vector = {.n_rows = 2,
                                   .indices = indices,
                                   .n_entries = 2,
                                   .dictionary = 1,
                                   .values.int64 = values};
    struct conversion c = between("int32", "null");
    struct error error = {0};
    CHECK(c.kind == CONVERT_TO_NULL && !conversion_has_inverse(&c));
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    CHECK(converted.vector.n_rows == 2 && column_vector_is_null(&converted.vector, 0) &&
          column_vector_is_null(&converted.vector, 1));
    vector.n_rows = 0;
    vector.indices = NULL;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    CHECK(converted.vector.dictionary == 0);
    struct column_statistics s = {
        .has_min = true, .has_max = true, .has_null_count = true};
    convert_statistics(&c, &s);
    CHECK(!s.has_min && !s.has_max && !s.has_null_count);
    CHECK(between("null", "text").kind == CONVERT_TO_NULL);
}

static void unreadable_columns_fail_when_they_are_read(void)
{
    struct column file = column_of("blob"), declared = column_of("int32");
    column_set_unreadable(&file, UNSUPPORTED, "it is encrypted");
    CHECK(declared_conversion(&declared, &file).kind == CONVERT_NOTHING);
    file = column_of("int32");
    file.has_mismatched = true;
    CHECK(declared_conversion(&declared, &file).kind == CONVERT_NEVER);
}

/* ---- Nested columns ---------------------------------------------------------------- */

static struct conversion field_conversion(const char *declared, const char *file)
{
    struct conversion c = {0};
    struct error error = {0};
    CHECK(declared_field_conversion(declared_of(declared), field_of(file), false,
                                    &declared_arena, &c, &error) == OK);
    return c;
}

static void trees_have_conversions(void)
{
    struct conversion c = {0};
    struct error error = {0};
    CHECK(field_conversion("l:list<:int64>", "l:list<:int32>").kind == CONVERT_NOTHING);
    CHECK(field_conversion("a:int64", "a:int32").kind == CONVERT_NOTHING);
    CHECK(field_conversion("a:double", "a:int32").kind == CONVERT_TO_DOUBLE);
    CHECK(field_conversion("a:blob", "a:text").kind == CONVERT_NOTHING);
    CHECK(field_conversion("l:list<:int64>", "l:null").kind == CONVERT_TO_NULL);
    CHECK(declared_field_conversion(declared_of("a:int32"), field_of("a:list<:int32>"),
                                    false, &declared_arena, &c, &error) == CORRUPT);
    error_clear(&error);
    CHECK(declared_field_conversion(declared_of("a:int32"), field_of("a:text"), false,
                                    &declared_arena, &c, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message,
               "column \"a\": the file's type does not become that of the table");
}

static bool is_text(uint32_t row, const char *text)
{
    struct bytes_value v =
        converted.vector.values.bytes[column_vector_index(&converted.vector, row)];
    return v.size == strlen(text) && memcmp(v.data, text, v.size) == 0 &&
           v.data[v.size] == 0;
}

static void nested_vectors_are_converted(void)
{
    const struct bytes_value values[] = {{(const uint8_t *)"[1]", 3},
                                         {(const uint8_t *)"", 0},
                                         {(const uint8_t *)"[2,null]", 8}};
    const uint8_t valid[] = {1, 0, 1};
    const uint32_t indices[] = {2, 0, 0, 2};
    struct conversion c = field_conversion("l:list<:double>", "l:list<:int32>");
    struct column_vector vector = {
        .n_rows = 3, .kind = VECTOR_BYTES, .valid = valid, .values.bytes = values};
    struct error error = {0};
    CHECK(c.kind == CONVERT_NESTED && !conversion_has_inverse(&c));
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    CHECK(is_text(0, "[1.0]") && is_text(2, "[2.0,null]"));
    CHECK(column_vector_is_null(&converted.vector, 1));
    CHECK(converted.vector.is_terminated && converted.vector.has_no_nul);
    struct bytes_value entries[] = {values[0], values[0], values[2]};
    vector = (struct column_vector){.n_rows = 4,
                                    .kind = VECTOR_BYTES,
                                    .indices = indices,
                                    .dictionary = 5,
                                    .n_entries = 3,
                                    .values.bytes = entries};
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == OK);
    CHECK(converted.vector.dictionary == 5 && converted.vector.indices == indices);
    CHECK(is_text(0, "[2.0,null]") && is_text(1, "[1.0]"));
    struct column_statistics s = {
        .has_min = true, .has_max = true, .has_null_count = true};
    convert_statistics(&c, &s);
    CHECK(!s.has_min && !s.has_max && s.has_null_count);
    entries[0].size = 2;
    vector.dictionary = 6;
    CHECK(converted_vector_fill(&converted, &c, &vector, &error) == CORRUPT);
}

int main(void)
{
    RUN(integers_are_widened);
    RUN(reals_are_widened);
    RUN(decimals_are_widened);
    RUN(decimals_change_their_form);
    RUN(timestamps_get_the_declared_unit);
    RUN(instants_are_rounded_down);
    RUN(times_get_the_declared_unit);
    RUN(bytes_stay_as_they_are);
    RUN(uuids_have_16_bytes);
    RUN(void_columns_are_null);
    RUN(unreadable_columns_fail_when_they_are_read);
    RUN(trees_have_conversions);
    RUN(nested_vectors_are_converted);
    converted_vector_release(&converted);
    arena_release(&declared_arena);
    return unit_test_done();
}
