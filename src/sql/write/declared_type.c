/* SPDX-License-Identifier: MIT */
#include "sql/write/declared_type.h"

#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "value/option_text.h"

static const struct {
    const char *word;
    const char *types[DECLARED_TYPES];
} TYPES[] = {
    {"tinyint", {"INT8"}},
    {"smallint", {"INT16"}},
    {"integer", {"INT64"}},
    {"int", {"INT64"}},
    {"bigint", {"INT64"}},
    {"mediumint", {"INT64"}},
    {"int2", {"INT64"}},
    {"int4", {"INT64"}},
    {"int8", {"INT64"}},
    {"utinyint", {"UINT8"}},
    {"usmallint", {"UINT16"}},
    {"uinteger", {"UINT32"}},
    {"ubigint", {"UINT64"}},
    {"real", {"DOUBLE"}},
    {"float", {"DOUBLE"}},
    {"double", {"DOUBLE"}},
    {"boolean", {"BOOLEAN"}},
    {"bool", {"BOOLEAN"}},
    {"uuid", {"UUID"}},
    {"date", {"DATE"}},
    {"time", {"TIME(MICROS)", "TIME(NANOS)"}},
    {"timestamp", {"TIMESTAMP(MICROS)", "TIMESTAMP(NANOS)"}},
    {"datetime", {"TIMESTAMP(MICROS)", "TIMESTAMP(NANOS)"}},
    {"timestamptz", {"TIMESTAMP(MICROS, UTC)", "TIMESTAMP(NANOS, UTC)"}},
    {"duration", {"INTERVAL"}},
    {"interval", {"INTERVAL"}},
    {"json", {"JSON"}},
    {"geometry", {"GEOMETRY"}},
    {"geography", {"GEOGRAPHY"}},
    {"text", {"STRING"}},
    {"varchar", {"STRING"}},
    {"nvarchar", {"STRING"}},
    {"char", {"STRING"}},
    {"nchar", {"STRING"}},
    {"character", {"STRING"}},
    {"clob", {"STRING"}},
    {"string", {"STRING"}},
    {"blob", {"BLOB"}},
    {"binary", {"BLOB"}},
    {"varbinary", {"BLOB"}},
    {"bytea", {"BLOB"}},
};

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* DECIMAL(precision [, scale]), also with words between. */
static int decimal_of_declared(const char *declared, char *type)
{
    int precision = 0, scale = 0;
    const char *parenthesis = strchr(declared, '(');
    if (parenthesis == NULL || sscanf(parenthesis, "(%9d ,%9d", &precision, &scale) < 1)
        return 0;
    if (precision < 1 || precision > 76 || scale < 0 || scale > precision)
        return 0;
    snprintf(type, DECLARED_TYPE_SIZE, "DECIMAL(%d, %d)", precision, scale);
    return 1;
}

int types_of_declared(const char *declared,
                      char types[DECLARED_TYPES][DECLARED_TYPE_SIZE])
{
    size_t size = 0;
    int n = 0;
    while (is_word_character(declared[size]))
        size++;
    struct slice word = slice_of(declared, size);
    if (slice_equals_word(word, "decimal") || slice_equals_word(word, "numeric"))
        return decimal_of_declared(declared, types[0]);
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        if (!slice_equals_word(word, TYPES[i].word))
            continue;
        for (; n < DECLARED_TYPES && TYPES[i].types[n] != NULL; n++)
            snprintf(types[n], DECLARED_TYPE_SIZE, "%s", TYPES[i].types[n]);
    }
    return n;
}
