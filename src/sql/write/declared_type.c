/* SPDX-License-Identifier: MIT */
#include "sql/write/declared_type.h"

#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "sql/host/sqlite_api.h"

static const struct {
    const char *word, *type;
} TYPES[] = {
    {"tinyint", "INT8"},        {"smallint", "INT16"},  {"integer", "INT64"},
    {"int", "INT64"},           {"bigint", "INT64"},    {"mediumint", "INT64"},
    {"int2", "INT64"},          {"int4", "INT64"},      {"int32", "INT32"},
    {"int8", "INT64"},          {"utinyint", "UINT8"},  {"usmallint", "UINT16"},
    {"uinteger", "UINT32"},     {"ubigint", "UINT64"},  {"real", "DOUBLE"},
    {"float", "DOUBLE"},        {"double", "DOUBLE"},   {"float16", "FLOAT16"},
    {"float32", "FLOAT"},       {"boolean", "BOOLEAN"}, {"bool", "BOOLEAN"},
    {"uuid", "UUID"},           {"date", "DATE"},       {"duration", "INTERVAL"},
    {"interval", "INTERVAL"},   {"json", "JSON"},       {"geometry", "GEOMETRY"},
    {"geography", "GEOGRAPHY"}, {"text", "STRING"},     {"varchar", "STRING"},
    {"nvarchar", "STRING"},     {"char", "STRING"},     {"nchar", "STRING"},
    {"character", "STRING"},    {"clob", "STRING"},     {"string", "STRING"},
    {"enum", "ENUM"},           {"blob", "BLOB"},       {"binary", "BLOB"},
    {"varbinary", "BLOB"},      {"bytea", "BLOB"},      {"bson", "BSON"},
    {"unsigned", "UINT64"},
};

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* The number after the parenthesis, or -1. */
static int number_of_declared(const char *declared)
{
    int number = -1;
    const char *parenthesis = strchr(declared, '(');
    return parenthesis != NULL && sscanf(parenthesis, "(%9d", &number) == 1 ? number : -1;
}

/* DECIMAL(precision [, scale]), also with words between. */
static int decimal_of_declared(const char *declared, char *type)
{
    int precision = number_of_declared(declared), scale = 0;
    if (precision < 1)
        return 0;
    (void)sscanf(strchr(declared, '('), "(%*d ,%9d", &scale);
    if (precision > 76 || scale < 0 || scale > precision)
        return 0;
    snprintf(type, DECLARED_TYPE_SIZE, "DECIMAL(%d, %d)", precision, scale);
    return 1;
}

static int fixed_of_declared(const char *declared, char *type)
{
    int size = number_of_declared(declared);
    if (size < 1)
        return 0;
    snprintf(type, DECLARED_TYPE_SIZE, "FIXED(%d)", size);
    return 1;
}

static const struct {
    const char *word, *type, *utc;
} TIMES[] = {
    {"time", "TIME", ""},
    {"timetz", "TIME", ", UTC"},
    {"timestamp", "TIMESTAMP", ""},
    {"datetime", "TIMESTAMP", ""},
    {"timestamptz", "TIMESTAMP", ", UTC"},
};

/* The units that hold as many digits of a second as declared, and then MICROS for years
 * that NANOS do not reach.  Stored numbers have only the one unit. */
static int times_of_declared(const char *declared, size_t i,
                             char types[DECLARED_TYPES][DECLARED_TYPE_SIZE])
{
    static const char *const units[] = {"MILLIS", "MICROS", "NANOS", "MICROS"};
    int digits = number_of_declared(declared), n = 0;
    int first = digits < 0 ? 1 : digits <= 3 ? 0 : digits <= 6 ? 1 : 2;
    int end = first < 2 ? 3 : 4;
    if (declared_is_stored_time(declared))
        end = first + 1;
    for (int unit = first; unit < end; unit++)
        snprintf(types[n++], DECLARED_TYPE_SIZE, "%s(%s%s)", TIMES[i].type, units[unit],
                 TIMES[i].utc);
    return n;
}

bool declared_is_stored_time(const char *declared)
{
    const char *type = strchr(declared, ' ');
    return type != NULL && sqlite3_strnicmp(type, " INTEGER(", 9) == 0;
}

int types_of_declared(const char *declared,
                      char types[DECLARED_TYPES][DECLARED_TYPE_SIZE])
{
    size_t size = 0;
    while (is_word_character(declared[size]))
        size++;
    struct slice word = slice_of(declared, size);
    if (slice_equals_word(word, "decimal") || slice_equals_word(word, "numeric"))
        return decimal_of_declared(declared, types[0]);
    if (slice_equals_word(word, "fixed"))
        return fixed_of_declared(declared, types[0]);
    for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++) {
        if (slice_equals_word(word, TIMES[i].word))
            return times_of_declared(declared, i, types);
    }
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        if (!slice_equals_word(word, TYPES[i].word))
            continue;
        snprintf(types[0], DECLARED_TYPE_SIZE, "%s", TYPES[i].type);
        return 1;
    }
    return 0;
}
