/* SPDX-License-Identifier: MIT */
/*
 * test_delta_values.c - the text of partition values of Delta tables, in all forms that
 * writers use (delta_values.h).
 */
#include "lake/delta/delta_values.h"

#include "unit_bytes.h"
#include "unit_test.h"
#include "value/value_text.h"

static const struct column
    TEXT = {.type = COLUMN_TEXT, .kind = VECTOR_BYTES},
    BLOB = {.type = COLUMN_BLOB, .kind = VECTOR_BYTES},
    BYTE = {.type = COLUMN_INTEGER, .bits = 8, .is_signed = true},
    LONG = {.type = COLUMN_INTEGER, .bits = 64, .is_signed = true},
    FLOAT = {.type = COLUMN_REAL, .bits = 32, .kind = VECTOR_DOUBLE},
    DOUBLE = {.type = COLUMN_REAL, .bits = 64, .kind = VECTOR_DOUBLE},
    BOOLEAN = {.type = COLUMN_BOOLEAN},
    DECIMAL = {.type = COLUMN_DECIMAL, .precision = 5, .scale = 2},
    WIDE = {.type = COLUMN_DECIMAL, .precision = 38, .scale = 2, .kind = VECTOR_BYTES},
    DATE = {.type = COLUMN_DATE},
    AT = {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS, .is_utc = true},
    NTZ = {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS},
    NOTHING = {.type = COLUMN_NULL, .kind = VECTOR_BYTES};

static const char *value_of(const struct column *column, const char *text)
{
    static char shown[1000];
    struct column named = *column;
    struct declared_value value;
    struct arena arena = {0};
    struct error error = {0};
    size_t size = text != NULL ? strlen(text) : 0;
    uint8_t *copy = text != NULL ? exact_copy(text, size) : NULL;
    named.name = "p";
    enum status status = delta_partition_value(&named, slice_of(copy, size), &arena,
                                               &value, &error);
    if (status != OK)
        snprintf(shown, sizeof shown, "%s: %s", status_name(status), error.message);
    else if (value.is_null)
        strcpy(shown, "NULL");
    else if (column->kind == VECTOR_DOUBLE)
        snprintf(shown, sizeof shown, "%.17g", value.value.float64);
    else if (column->type == COLUMN_DECIMAL && column->kind == VECTOR_BYTES) {
        struct buffer number = {0};
        CHECK(append_binary_decimal(&number, value.value.bytes, column->scale, &error) ==
              OK);
        snprintf(shown, sizeof shown, "%.*s", (int)number.size, (char *)number.data);
        buffer_release(&number);
    } else if (column->kind == VECTOR_BYTES)
        snprintf(shown, sizeof shown, "'%.*s'", (int)value.value.bytes.size,
                 (const char *)value.value.bytes.data);
    else
        snprintf(shown, sizeof shown, "%lld", (long long)value.value.int64);
    arena_release(&arena);
    free(copy);
    return shown;
}

static void texts_are_values(void)
{
    static const struct {
        const struct column *column;
        const char *text, *value;
    } cases[] = {
        {&TEXT, "007", "'007'"},
        {&TEXT, "NULL", "'NULL'"},
        {&TEXT, "__HIVE_DEFAULT_PARTITION__", "'__HIVE_DEFAULT_PARTITION__'"},
        {&BLOB, "\x01\xc3\xbc", "'\x01\xc3\xbc'"},
        {&LONG, "007", "7"},
        {&LONG, "-9223372036854775808", "-9223372036854775808"},
        {&BYTE, "-128", "-128"},
        {&BYTE, "127", "127"},
        {&DOUBLE, "0.1", "0.10000000000000001"},
        {&DOUBLE, "1.0E-10", "1e-10"},
        {&DOUBLE, "NaN", "nan"},
        {&DOUBLE, "-Infinity", "-inf"},
        {&FLOAT, "0.1", "0.10000000149011612"},
        {&BOOLEAN, "true", "1"},
        {&BOOLEAN, "False", "0"},
        {&DECIMAL, "-0.01", "-1"},
        {&DECIMAL, "123", "12300"},
        {&DECIMAL, "1E+2", "10000"},
        {&WIDE, "-123456789012345678901234567890.5",
         "-123456789012345678901234567890.50"},
        {&DATE, "1970-01-02", "1"},
        {&DATE, "0001-01-01", "-719162"},
        {&AT, "1970-01-01 00:00:01", "1000000"},
        {&AT, "1970-01-01 00:00:01.000002", "1000002"},
        {&AT, "1970-01-01T00:00:01.000002Z", "1000002"},
        {&AT, "1970-01-01T01:00:00+01:00", "0"},
        {&AT, "1970-01-02", "86400000000"},
        {&NTZ, "1970-01-01 00:00:01.5", "1500000"},
        {&NOTHING, "x", "NULL"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        CHECK_TEXT(value_of(cases[i].column, cases[i].text), cases[i].value);
}

static void empty_texts_are_null(void)
{
    const struct column *const columns[] = {&TEXT, &BLOB, &LONG, &WIDE, &DATE, &AT};
    for (size_t i = 0; i < COUNT_OF(columns); i++) {
        CHECK_TEXT(value_of(columns[i], NULL), "NULL");
        CHECK_TEXT(value_of(columns[i], ""), "NULL");
    }
}

static void other_texts_are_corrupt(void)
{
    static const struct {
        const struct column *column;
        const char *text;
    } cases[] = {
        {&LONG, "1.0"},      {&LONG, " 1"},      {&LONG, "9223372036854775808"},
        {&BYTE, "128"},      {&BYTE, "-129"},    {&DOUBLE, "x"},
        {&BOOLEAN, "1"},     {&DECIMAL, "0.-1"}, {&DECIMAL, "0.001"},
        {&DECIMAL, "1000"},  {&WIDE, "1.001"},   {&DATE, "1970-13-01"},
        {&DATE, "19700101"}, {&AT, "soon"},      {&NTZ, "1970-01-01T00:00:00Z"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = value_of(cases[i].column, cases[i].text);
        if (strncmp(text, "corrupt: ", 9) != 0)
            CHECK_TEXT(text, cases[i].text);
    }
}

int main(void)
{
    RUN(texts_are_values);
    RUN(empty_texts_are_null);
    RUN(other_texts_are_corrupt);
    return unit_test_done();
}
