/* SPDX-License-Identifier: MIT */
/*
 * test_type_text.c - schema elements made from the text of types, and text from elements.
 */
#include "parquet/schema/type_text.h"

#include "base/alloc.h"
#include "parquet/schema/schema_tree.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct error error;

static enum status parse(const char *text, struct pq_schema_element *element)
{
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    memset(element, 0, sizeof *element);
    error_clear(&error);
    enum status status = pq_type_from_text(slice_of(copy, size), element, &error);
    free(copy);
    return status;
}

/* Valid until the next call. */
static const char *text_of(const struct pq_schema_element *element)
{
    static char text[200];
    struct buffer output = {0};
    struct error none = {0};
    CHECK(pq_append_type_text(element, &output, &none) == OK);
    CHECK(output.size < sizeof text);
    if (output.size > 0)
        memcpy(text, output.data, output.size);
    text[output.size] = '\0';
    buffer_release(&output);
    return text;
}

/* ---- Types without parameters ----------------------------------------------------- */

static const struct {
    const char *text;
    int type;
    int32_t length; /* 0: none */
    int logical, converted;
    enum column_type column;
    enum vector_kind kind;
    enum pq_conversion conversion;
    uint8_t bits;
    bool is_signed;
} plain[] = {
    {"INT8", PQ_INT32, 0, PQ_LOGICAL_INTEGER, PQ_INT_8, COLUMN_INTEGER, VECTOR_INT64,
     PQ_CONVERT_INT8, 8, true},
    {"INT16", PQ_INT32, 0, PQ_LOGICAL_INTEGER, PQ_INT_16, COLUMN_INTEGER, VECTOR_INT64,
     PQ_CONVERT_INT16, 16, true},
    {"INT32", PQ_INT32, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_INTEGER,
     VECTOR_INT64, PQ_CONVERT_INT32, 32, true},
    {"INT64", PQ_INT64, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_INTEGER,
     VECTOR_INT64, PQ_CONVERT_INT64, 64, true},
    {"UINT8", PQ_INT32, 0, PQ_LOGICAL_INTEGER, PQ_UINT_8, COLUMN_INTEGER, VECTOR_INT64,
     PQ_CONVERT_UINT8, 8, false},
    {"UINT16", PQ_INT32, 0, PQ_LOGICAL_INTEGER, PQ_UINT_16, COLUMN_INTEGER, VECTOR_INT64,
     PQ_CONVERT_UINT16, 16, false},
    {"UINT32", PQ_INT32, 0, PQ_LOGICAL_INTEGER, PQ_UINT_32, COLUMN_INTEGER, VECTOR_INT64,
     PQ_CONVERT_UINT32, 32, false},
    {"UINT64", PQ_INT64, 0, PQ_LOGICAL_INTEGER, PQ_UINT_64, COLUMN_UINT64, VECTOR_INT64,
     PQ_CONVERT_INT64, 64, false},
    {"FLOAT16", PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_LOGICAL_FLOAT16, PQ_CONVERTED_NONE,
     COLUMN_REAL, VECTOR_DOUBLE, PQ_CONVERT_FLOAT16, 16, false},
    {"FLOAT", PQ_FLOAT, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_REAL, VECTOR_DOUBLE,
     PQ_CONVERT_FLOAT, 32, false},
    {"DOUBLE", PQ_DOUBLE, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_REAL,
     VECTOR_DOUBLE, PQ_CONVERT_DOUBLE, 64, false},
    {"BOOLEAN", PQ_BOOLEAN, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_BOOLEAN,
     VECTOR_INT64, PQ_CONVERT_BOOLEAN, 0, false},
    {"STRING", PQ_BYTE_ARRAY, 0, PQ_LOGICAL_STRING, PQ_UTF8, COLUMN_TEXT, VECTOR_BYTES,
     PQ_CONVERT_BYTES, 0, false},
    {"ENUM", PQ_BYTE_ARRAY, 0, PQ_LOGICAL_ENUM, PQ_ENUM, COLUMN_TEXT, VECTOR_BYTES,
     PQ_CONVERT_BYTES, 0, false},
    {"JSON", PQ_BYTE_ARRAY, 0, PQ_LOGICAL_JSON, PQ_JSON, COLUMN_JSON, VECTOR_BYTES,
     PQ_CONVERT_BYTES, 0, false},
    {"BSON", PQ_BYTE_ARRAY, 0, PQ_LOGICAL_BSON, PQ_BSON, COLUMN_BLOB, VECTOR_BYTES,
     PQ_CONVERT_BYTES, 0, false},
    {"BLOB", PQ_BYTE_ARRAY, 0, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE, COLUMN_BLOB,
     VECTOR_BYTES, PQ_CONVERT_BYTES, 0, false},
    {"FIXED(5)", PQ_FIXED_LEN_BYTE_ARRAY, 5, PQ_LOGICAL_NONE, PQ_CONVERTED_NONE,
     COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0, false},
    {"FIXED(536870912)", PQ_FIXED_LEN_BYTE_ARRAY, 536870912, PQ_LOGICAL_NONE,
     PQ_CONVERTED_NONE, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0, false},
    {"UUID", PQ_FIXED_LEN_BYTE_ARRAY, 16, PQ_LOGICAL_UUID, PQ_CONVERTED_NONE, COLUMN_UUID,
     VECTOR_BYTES, PQ_CONVERT_BYTES, 0, false},
    {"INTERVAL", PQ_FIXED_LEN_BYTE_ARRAY, 12, PQ_LOGICAL_NONE, PQ_INTERVAL,
     COLUMN_INTERVAL, VECTOR_BYTES, PQ_CONVERT_BYTES, 0, false},
    {"DATE", PQ_INT32, 0, PQ_LOGICAL_DATE, PQ_DATE, COLUMN_DATE, VECTOR_INT64,
     PQ_CONVERT_INT32, 0, false},
    {"NULL", PQ_INT32, 0, PQ_LOGICAL_UNKNOWN, PQ_CONVERTED_NONE, COLUMN_NULL,
     VECTOR_INT64, PQ_CONVERT_INT32, 0, false},
};

static void types_without_parameters(void)
{
    for (size_t i = 0; i < COUNT_OF(plain); i++) {
        struct pq_schema_element e;
        struct column column = {0};
        enum pq_conversion conversion;
        CHECK(parse(plain[i].text, &e) == OK);
        CHECK(e.type == plain[i].type && e.n_children == -1);
        CHECK(e.repetition == PQ_OPTIONAL);
        CHECK(e.has_type_length == (plain[i].length > 0));
        CHECK(e.type_length == plain[i].length);
        CHECK(e.converted_type == plain[i].converted);
        CHECK(e.logical.kind == plain[i].logical && e.logical.unknown_member == 0);
        CHECK(!e.has_scale && !e.has_precision);
        if (e.logical.kind == PQ_LOGICAL_INTEGER)
            CHECK(e.logical.bit_width == plain[i].bits &&
                  e.logical.is_signed == plain[i].is_signed);
        CHECK(pq_leaf_type(&e, false, &column, &conversion) == plain[i].logical);
        CHECK(column.type == plain[i].column && column.kind == plain[i].kind);
        CHECK(conversion == plain[i].conversion && column.unreadable_reason == NULL);
        if (plain[i].bits > 0)
            CHECK(column.bits == plain[i].bits && column.is_signed == plain[i].is_signed);
        CHECK_TEXT(text_of(&e), plain[i].text);
        e.logical.kind = PQ_LOGICAL_NONE; /* only the converted type */
        if (e.converted_type != PQ_CONVERTED_NONE)
            CHECK_TEXT(text_of(&e), plain[i].text);
    }
}

/* ---- Decimals --------------------------------------------------------------------- */

static void check_decimal(const char *text, int32_t precision, int32_t scale, int type,
                          int32_t length)
{
    struct pq_schema_element e;
    struct column column = {0};
    enum pq_conversion conversion;
    char expected[40];
    CHECK(parse(text, &e) == OK);
    CHECK(e.type == type && e.type_length == length && e.has_type_length == (length > 0));
    CHECK(e.converted_type == PQ_DECIMAL && e.logical.kind == PQ_LOGICAL_DECIMAL);
    CHECK(e.has_precision && e.precision == precision);
    CHECK(e.has_scale && e.scale == scale);
    CHECK(e.logical.precision == precision && e.logical.scale == scale);
    CHECK(pq_leaf_type(&e, false, &column, &conversion) == PQ_LOGICAL_DECIMAL);
    CHECK(column.type == COLUMN_DECIMAL && column.unreadable_reason == NULL);
    CHECK(column.precision == precision && column.scale == scale);
    CHECK((column.kind == VECTOR_INT64) == (length == 0));
    snprintf(expected, sizeof expected, "DECIMAL(%d,%d)", precision, scale);
    CHECK_TEXT(text_of(&e), expected);
    e.logical.kind = PQ_LOGICAL_NONE;
    CHECK_TEXT(text_of(&e), expected);
}

static void decimals(void)
{
    check_decimal("DECIMAL(1)", 1, 0, PQ_INT32, 0);
    check_decimal("DECIMAL(1, 1)", 1, 1, PQ_INT32, 0);
    check_decimal("DECIMAL(9,2)", 9, 2, PQ_INT32, 0);
    check_decimal("numeric ( 10 , 0 )", 10, 0, PQ_INT64, 0);
    check_decimal("DECIMAL(18,18)", 18, 18, PQ_INT64, 0);
    check_decimal("DECIMAL(19)", 19, 0, PQ_FIXED_LEN_BYTE_ARRAY, 9);
    check_decimal("DECIMAL(38,10)", 38, 10, PQ_FIXED_LEN_BYTE_ARRAY, 16);
    check_decimal("DECIMAL(39,39)", 39, 39, PQ_FIXED_LEN_BYTE_ARRAY, 17);
    check_decimal("DECIMAL(76)", 76, 0, PQ_FIXED_LEN_BYTE_ARRAY, 32);
    check_decimal("DECIMAL(00000000000000000076,007)", 76, 7, PQ_FIXED_LEN_BYTE_ARRAY,
                  32);
}

/* A decimal has as many bytes as 10^precision - 1 needs. */
static void decimals_have_the_fewest_bytes(void)
{
    uint8_t number[40] = {1}; /* 10^0, least significant byte first */
    for (int32_t precision = 1; precision <= 76; precision++) {
        unsigned carry = 0;
        for (size_t i = 0; i < sizeof number; i++) {
            carry += number[i] * 10u;
            number[i] = (uint8_t)carry;
            carry >>= 8;
        }
        /* 10^p - 1 has as many bits as 10^p, which is not a power of two. */
        int32_t bits = 8 * (int32_t)sizeof number;
        while (!(number[(bits - 1) / 8] >> (bits - 1) % 8 & 1))
            bits--;
        struct pq_schema_element e;
        char text[32];
        snprintf(text, sizeof text, "DECIMAL(%d)", precision);
        CHECK(parse(text, &e) == OK);
        int32_t size = e.type == PQ_INT32 ? 4 : e.type == PQ_INT64 ? 8 : e.type_length;
        CHECK(bits + 1 <= 8 * size);
        if (e.type == PQ_FIXED_LEN_BYTE_ARRAY)
            CHECK(precision > 18 && bits + 1 > 8 * (size - 1));
        else
            CHECK(precision <= (e.type == PQ_INT32 ? 9 : 18));
    }
}

/* ---- Times ------------------------------------------------------------------------ */

static void times(void)
{
    static const struct {
        const char *text, *canonical;
        int logical, type, unit, converted;
        bool is_utc;
    } cases[] = {
        {"TIME", "TIME(MICROS)", PQ_LOGICAL_TIME, PQ_INT64, PQ_MICROS, PQ_TIME_MICROS,
         false},
        {"TIME(MILLIS)", "TIME(MILLIS)", PQ_LOGICAL_TIME, PQ_INT32, PQ_MILLIS,
         PQ_TIME_MILLIS, false},
        {"time(ms,utc)", "TIME(MILLIS, UTC)", PQ_LOGICAL_TIME, PQ_INT32, PQ_MILLIS,
         PQ_TIME_MILLIS, true},
        {"TIME(us, UTC)", "TIME(MICROS, UTC)", PQ_LOGICAL_TIME, PQ_INT64, PQ_MICROS,
         PQ_TIME_MICROS, true},
        {"TIME(NANOS)", "TIME(NANOS)", PQ_LOGICAL_TIME, PQ_INT64, PQ_NANOS,
         PQ_CONVERTED_NONE, false},
        {"TIMESTAMP", "TIMESTAMP(MICROS)", PQ_LOGICAL_TIMESTAMP, PQ_INT64, PQ_MICROS,
         PQ_TIMESTAMP_MICROS, false},
        {"TIMESTAMP(UTC)", "TIMESTAMP(MICROS, UTC)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_MICROS, PQ_TIMESTAMP_MICROS, true},
        {"TIMESTAMP(MILLIS)", "TIMESTAMP(MILLIS)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_MILLIS, PQ_TIMESTAMP_MILLIS, false},
        {"TIMESTAMP(MILLIS, local)", "TIMESTAMP(MILLIS)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_MILLIS, PQ_TIMESTAMP_MILLIS, false},
        {"TIMESTAMP(MILLIS, UTC)", "TIMESTAMP(MILLIS, UTC)", PQ_LOGICAL_TIMESTAMP,
         PQ_INT64, PQ_MILLIS, PQ_TIMESTAMP_MILLIS, true},
        {"TIMESTAMP(ns)", "TIMESTAMP(NANOS)", PQ_LOGICAL_TIMESTAMP, PQ_INT64, PQ_NANOS,
         PQ_CONVERTED_NONE, false},
        {"TIMESTAMP(NANOS, UTC)", "TIMESTAMP(NANOS, UTC)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_NANOS, PQ_CONVERTED_NONE, true},
        {"TIMESTAMPTZ", "TIMESTAMP(MICROS, UTC)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_MICROS, PQ_TIMESTAMP_MICROS, true},
        {"TIMESTAMPTZ(ms)", "TIMESTAMP(MILLIS, UTC)", PQ_LOGICAL_TIMESTAMP, PQ_INT64,
         PQ_MILLIS, PQ_TIMESTAMP_MILLIS, true},
    };
    static const enum time_unit units[] = {
        [PQ_MILLIS] = UNIT_MILLIS, [PQ_MICROS] = UNIT_MICROS, [PQ_NANOS] = UNIT_NANOS};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_schema_element e;
        struct column column = {0};
        enum pq_conversion conversion;
        CHECK(parse(cases[i].text, &e) == OK);
        CHECK(e.type == cases[i].type && e.logical.kind == cases[i].logical);
        CHECK(e.logical.unit == cases[i].unit && e.logical.is_utc == cases[i].is_utc);
        CHECK(e.converted_type == cases[i].converted && !e.has_type_length);
        CHECK(pq_leaf_type(&e, false, &column, &conversion) == cases[i].logical);
        CHECK(column.type ==
              (cases[i].logical == PQ_LOGICAL_TIME ? COLUMN_TIME : COLUMN_TIMESTAMP));
        CHECK(column.unit == units[cases[i].unit] && column.is_utc == cases[i].is_utc);
        CHECK(conversion ==
              (cases[i].type == PQ_INT32 ? PQ_CONVERT_INT32 : PQ_CONVERT_INT64));
        CHECK_TEXT(text_of(&e), cases[i].canonical);
    }
}

/* ---- Spelling --------------------------------------------------------------------- */

static void synonyms(void)
{
    static const char *const names[][2] = {
        {"INTEGER", "INT32"},
        {"BIGINT", "INT64"},
        {"TINYINT", "INT8"},
        {"SMALLINT", "INT16"},
        {"UTINYINT", "UINT8"},
        {"USMALLINT", "UINT16"},
        {"UINTEGER", "UINT32"},
        {"UBIGINT", "UINT64"},
        {"REAL", "FLOAT"},
        {"VARCHAR", "STRING"},
        {"TEXT", "STRING"},
        {"BYTEA", "BLOB"},
        {"BOOL", "BOOLEAN"},
        {"HALF", "FLOAT16"},
        {"NUMERIC(3,1)", "DECIMAL(3,1)"},
        {"tImeStampTz", "TIMESTAMP(MICROS, UTC)"},
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct pq_schema_element e;
        CHECK(parse(names[i][0], &e) == OK);
        CHECK_TEXT(text_of(&e), names[i][1]);
    }
}

static void space_and_case(void)
{
    static const char *const texts[][2] = {
        {"int8", "INT8"},
        {" \t\r\n\v\fInT8 \n", "INT8"},
        {"int8 not null", "INT8 NOT NULL"},
        {"INT8\nNOT\tNULL ", "INT8 NOT NULL"},
        {"decimal(5,2)not null", "DECIMAL(5,2) NOT NULL"},
        {" DECIMAL\n(\t5 ,2\n) NOT  NULL", "DECIMAL(5,2) NOT NULL"},
        {"Fixed ( 7 )", "FIXED(7)"},
        {"timestamp( millis ,Utc )NOT NULL", "TIMESTAMP(MILLIS, UTC) NOT NULL"},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct pq_schema_element e;
        CHECK(parse(texts[i][0], &e) == OK);
        bool is_required = strstr(texts[i][1], "NOT NULL") != NULL;
        CHECK(e.repetition == (is_required ? PQ_REQUIRED : PQ_OPTIONAL));
        CHECK_TEXT(text_of(&e), texts[i][1]);
    }
}

static void name_and_field_id_are_kept(void)
{
    struct pq_schema_element e = {.name = slice_of("abc", 3),
                                  .field_id = 7,
                                  .has_field_id = true,
                                  .scale = 5,
                                  .has_scale = true};
    error_clear(&error);
    CHECK(pq_type_from_text(slice_of("UUID", 4), &e, &error) == OK);
    CHECK(slice_equals_text(e.name, "abc") && e.has_field_id && e.field_id == 7);
    CHECK(!e.has_scale && e.scale == 0);
    struct pq_schema_element before = e;
    CHECK(pq_type_from_text(slice_of("DECIMAL(77)", 11), &e, &error) == MISUSE);
    CHECK(memcmp(&before, &e, sizeof e) == 0);
}

/* ---- Mistakes --------------------------------------------------------------------- */

static void mistakes_are_explained(void)
{
#define ALL_TYPES                                                                        \
    "; the types are INT8 to INT64, UINT8 to UINT64, FLOAT16, FLOAT, DOUBLE, BOOLEAN, "  \
    "DECIMAL(precision, scale), STRING, ENUM, JSON, BSON, BLOB, FIXED(bytes), UUID, "    \
    "INTERVAL, DATE, TIME(unit), TIMESTAMP(unit), INT96, GEOMETRY(crs), GEOGRAPHY("      \
    "crs, algorithm), NULL; LIST<type>, MAP<key, value>, STRUCT<name type, ...>, "       \
    "VARIANT"
#define SIXTY "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define PRECISION "DECIMAL needs a precision from 1 to 76"
#define LENGTH "FIXED needs a number of bytes from 1 to 536870912"
    static const char *const texts[][2] = {
        {"", "the type is missing"},
        {" \n", "the type is missing"},
        {"FOO", "unknown type \"FOO\"" ALL_TYPES},
        {"INT", "unknown type \"INT\"; did you mean \"INTEGER\"?"},
        {"int8x", "unknown type \"int8x\"; did you mean \"INT8\"?"},
        {"GEOMETRIE", "unknown type \"GEOMETRIE\"; did you mean \"GEOMETRY\"?"},
        {"STRUTC", "unknown type \"STRUTC\"; did you mean \"STRUCT\"?"},
        {"NOT NULL", "unexpected \"NULL\" after \"NOT\"; only NOT NULL can follow"},
        {"(5)", "unexpected \"5\" after \"(\"; only NOT NULL can follow"},
        {SIXTY "y", "unknown type \"" SIXTY "\"" ALL_TYPES},
        {"\"INT8\"", "unknown type \"\"INT8\"\"; did you mean \"INT8\"?"},
        {"DECIMAL", PRECISION},
        {"NUMERIC", PRECISION},
        {"DECIMAL(0)", PRECISION},
        {"DECIMAL(77,2)", PRECISION},
        {"DECIMAL(-1)", PRECISION},
        {"DECIMAL(5.0)", PRECISION},
        {"DECIMAL(x)", PRECISION},
        {"DECIMAL(18446744073709551626)", PRECISION},
        {"DECIMAL(5,6)", "DECIMAL of precision 5 needs a scale from 0 to 5"},
        {"DECIMAL(5,-1)", "DECIMAL of precision 5 needs a scale from 0 to 5"},
        {"DECIMAL(5,2,1)", "\"DECIMAL\" has too many parameters"},
        {"DECIMAL(5,)", "a parameter of \"DECIMAL\" is missing"},
        {"DECIMAL()", "a parameter of \"DECIMAL\" is missing"},
        {"DECIMAL(,5)", "a parameter of \"DECIMAL\" is missing"},
        {"DECIMAL(5", "\",\" or \")\" is missing after \"DECIMAL(5\""},
        {"DECIMAL(5 2)", "\",\" or \")\" is missing after \"DECIMAL(5\""},
        {"DECIMAL(5,", "\")\" is missing after \"DECIMAL(\""},
        {"DECIMAL(", "\")\" is missing after \"DECIMAL(\""},
        {"FIXED", LENGTH},
        {"FIXED(0)", LENGTH},
        {"FIXED(536870913)", LENGTH},
        {"FIXED(1,2)", LENGTH},
        {"FIXED(x)", LENGTH},
        {"STRING(10)", "STRING has no parameters"},
        {"varchar(10)", "STRING has no parameters"},
        {"TIME(SECONDS)", "TIME accepts a unit (MILLIS, MICROS or NANOS) and UTC or "
                          "local, not \"SECONDS\""},
        {"TIMESTAMP(MILIS)", "TIMESTAMP accepts a unit (MILLIS, MICROS or NANOS) and UTC "
                             "or local, not \"MILIS\"; did you mean \"MILLIS\"?"},
        {"TIMESTAMP(ms, Berlin)",
         "TIMESTAMP accepts a unit (MILLIS, MICROS or NANOS) and UTC or local, not "
         "\"Berlin\""},
        {"TIMESTAMP(UTC, ms)", "TIMESTAMP accepts a unit (MILLIS, MICROS or NANOS) and "
                               "UTC or local, not \"ms\""},
        {"TIMESTAMPTZ(x)",
         "TIMESTAMPTZ accepts a unit (MILLIS, MICROS or NANOS) and UTC, not \"x\""},
        {"TIMESTAMPTZ(local)",
         "TIMESTAMPTZ accepts a unit (MILLIS, MICROS or NANOS) and UTC, not \"local\""},
        {"GEOMETRY(a, b)", "GEOMETRY has one parameter, a crs"},
        {"GEOMETRY()", "a parameter of \"GEOMETRY\" is missing"},
        {"GEOGRAPHY(,karney)", "a parameter of \"GEOGRAPHY\" is missing"},
        {"GEOGRAPHY(a, b)", "unknown algorithm \"b\"; the algorithms are SPHERICAL, "
                            "VINCENTY, THOMAS, ANDOYER, KARNEY"},
        {"GEOGRAPHY(a, karney, c)", "\"GEOGRAPHY\" has too many parameters"},
        {"GEOMETRY('a)", "\",\" or \")\" is missing after \"GEOMETRY('a)\""},
        {"GEOMETRY('a'')", "\",\" or \")\" is missing after \"GEOMETRY('a'')\""},
        {"GEOMETRY(')", "\",\" or \")\" is missing after \"GEOMETRY(')\""},
        {"GEOMETRY(a b)", "\",\" or \")\" is missing after \"GEOMETRY(a\""},
        {"INT8 NOT", "NOT without NULL after \"INT8\""},
        {"INT8 NOT NUL", "NOT without NULL after \"INT8\""},
        {"INT8 NULL", "unexpected \"NULL\" after \"INT8\"; only NOT NULL can follow"},
        {"INT8 NOT NULL x", "unexpected \"x\" after \"INT8\"; only NOT NULL can follow"},
        {"INT8)", "unexpected \")\" after \"INT8\"; only NOT NULL can follow"},
        {"DECIMAL(5)(2)", "unexpected \"(\" after \"DECIMAL\"; only NOT NULL can follow"},
        {"NULL NOT NULL", "NULL cannot be NOT NULL"},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct pq_schema_element e;
        CHECK(parse(texts[i][0], &e) == MISUSE);
        CHECK_TEXT(error.message, texts[i][1]);
    }
    /* A 0 byte is part of the name. */
    struct pq_schema_element e = {0};
    error_clear(&error);
    CHECK(pq_type_from_text(slice_of("INT8", 5), &e, &error) == MISUSE);
    error_clear(&error);
    CHECK(pq_type_from_text(slice_of(NULL, 0), &e, &error) == MISUSE);
    CHECK_TEXT(error.message, "the type is missing");
}

/* Checks the element made from `text`, and the text made from the element. */
static void check_geometry(const char *text, int kind, const char *crs, int algorithm,
                           const char *again)
{
    struct pq_schema_element e = {0};
    struct arena arena = {0};
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    error_clear(&error);
    CHECK(pq_type_from_text(slice_of(copy, size), &e, &error) == OK);
    CHECK(pq_own_crs(&arena, &e, &error) == OK);
    free(copy);
    CHECK(e.type == PQ_BYTE_ARRAY && e.converted_type == PQ_CONVERTED_NONE);
    CHECK(e.logical.kind == kind && e.logical.algorithm == algorithm);
    CHECK((crs == NULL) == (e.logical.crs.data == NULL));
    CHECK(crs == NULL || slice_equals_text(e.logical.crs, crs));
    CHECK_TEXT(text_of(&e), again);
    arena_release(&arena);
}

static void geometries(void)
{
    const int plane = PQ_LOGICAL_GEOMETRY, sphere = PQ_LOGICAL_GEOGRAPHY;
    check_geometry("geometry", plane, NULL, -1, "GEOMETRY");
    check_geometry("GEOMETRY(OGC:CRS84)", plane, NULL, -1, "GEOMETRY");
    check_geometry("GEOMETRY('OGC:CRS84') NOT NULL", plane, NULL, -1,
                   "GEOMETRY NOT NULL");
    check_geometry("GEOMETRY ( srid:5070 )", plane, "srid:5070", -1,
                   "GEOMETRY('srid:5070')");
    check_geometry("GEOMETRY('')", plane, "", -1, "GEOMETRY('')");
    check_geometry("GEOMETRY(\"a, (b)\")", plane, "a, (b)", -1, "GEOMETRY('a, (b)')");
    check_geometry("GEOMETRY('it''s \"so\"')", plane, "it's \"so\"", -1,
                   "GEOMETRY('it''s \"so\"')");
    check_geometry("GEOMETRY(\"it's \"\"so\"\"\")", plane, "it's \"so\"", -1,
                   "GEOMETRY('it''s \"so\"')");
    check_geometry("GEOMETRY('''')", plane, "'", -1, "GEOMETRY('''')");
    check_geometry("GEOMETRY('a''''')", plane, "a''", -1, "GEOMETRY('a''''')");
    check_geometry("GEOMETRY(o'k)", plane, "o'k", -1, "GEOMETRY('o''k')");
    check_geometry("Geography", sphere, NULL, -1, "GEOGRAPHY");
    check_geometry("GEOGRAPHY(x:1)", sphere, "x:1", -1, "GEOGRAPHY('x:1')");
    check_geometry("GEOGRAPHY('x:1', karney)", sphere, "x:1", 4,
                   "GEOGRAPHY('x:1', KARNEY)");
    check_geometry("GEOGRAPHY(OGC:CRS84,Spherical)", sphere, NULL, 0,
                   "GEOGRAPHY('OGC:CRS84', SPHERICAL)");
    /* An unknown algorithm. */
    struct pq_schema_element e;
    CHECK(parse("GEOGRAPHY", &e) == OK);
    e.logical.algorithm = 5;
    CHECK_TEXT(text_of(&e), "BLOB");
}

/* Any text is OK or MISUSE; types that are OK come back from their text. */
static void random_texts(void)
{
    static const char *const pieces[] = {"INT8",  "DECIMAL", "TIME", "(", ")",   ",",
                                         " ",     "NOT",     "NULL", "5", "2",   "ms",
                                         "fixed", "UTC",     "json", "",  "999", "x"};
    uint64_t state = 1;
    unsigned n_parsed = 0;
    for (int i = 0; i < 200000; i++) {
        struct pq_schema_element e, again;
        char text[100] = "";
        for (uint64_t n = random_below(&state, 9); n > 0; n--)
            strcat(text, pieces[random_below(&state, COUNT_OF(pieces))]);
        if (parse(text, &e) != OK)
            continue;
        n_parsed++;
        CHECK(parse(text_of(&e), &again) == OK);
        CHECK(memcmp(&e, &again, sizeof e) == 0);
    }
    CHECK(n_parsed > 100);
}

/* ---- Elements of other writers ----------------------------------------------------- */

static struct pq_schema_element element_of(int type, int32_t length, int logical,
                                           int converted)
{
    return (struct pq_schema_element){.type = type,
                                      .type_length = length,
                                      .has_type_length = length > 0,
                                      .repetition = PQ_OPTIONAL,
                                      .n_children = -1,
                                      .converted_type = converted,
                                      .logical = {.kind = logical, .algorithm = -1}};
}

static const char *text_of_type(int type, int32_t length, int logical, int converted)
{
    struct pq_schema_element e = element_of(type, length, logical, converted);
    return text_of(&e);
}

static void converted_types_alone(void)
{
    enum { NONE = PQ_LOGICAL_NONE, FIXED = PQ_FIXED_LEN_BYTE_ARRAY };
    CHECK_TEXT(text_of_type(PQ_INT32, 0, NONE, PQ_INT_32), "INT32");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, NONE, PQ_INT_64), "INT64");
    CHECK_TEXT(text_of_type(PQ_INT32, 0, NONE, PQ_TIME_MILLIS), "TIME(MILLIS, UTC)");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, NONE, PQ_TIME_MICROS), "TIME(MICROS, UTC)");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, NONE, PQ_TIMESTAMP_MILLIS),
               "TIMESTAMP(MILLIS, UTC)");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, NONE, PQ_TIMESTAMP_MICROS),
               "TIMESTAMP(MICROS, UTC)");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, NONE, PQ_ENUM), "ENUM");
    CHECK_TEXT(text_of_type(FIXED, 12, PQ_LOGICAL_UNKNOWN, PQ_INTERVAL), "INTERVAL");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, NONE, PQ_CONVERTED_NONE), "BLOB");
    CHECK_TEXT(text_of_type(PQ_INT96, 0, NONE, PQ_CONVERTED_NONE), "TIMESTAMP(INT96)");
    CHECK_TEXT(text_of_type(PQ_INT96, 0, PQ_LOGICAL_UNKNOWN, PQ_CONVERTED_NONE), "NULL");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_GEOMETRY, PQ_CONVERTED_NONE),
               "GEOMETRY");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_GEOGRAPHY, PQ_CONVERTED_NONE),
               "GEOGRAPHY");
}

/* The other annotation counts instead, or the physical type. */
static void inapplicable_annotations_are_ignored(void)
{
    enum { NONE = PQ_CONVERTED_NONE, FIXED = PQ_FIXED_LEN_BYTE_ARRAY };
    CHECK_TEXT(text_of_type(PQ_INT64, 0, PQ_LOGICAL_STRING, NONE), "INT64");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, PQ_LOGICAL_DATE, PQ_DATE), "INT64");
    CHECK_TEXT(text_of_type(PQ_DOUBLE, 0, PQ_LOGICAL_ENUM, PQ_ENUM), "DOUBLE");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_UUID, PQ_ENUM), "ENUM");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_UUID, PQ_BSON), "BSON");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_UUID, NONE), "BLOB");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_STRING, PQ_ENUM), "STRING");
    CHECK_TEXT(text_of_type(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_ENUM, PQ_UTF8), "ENUM");
    CHECK_TEXT(text_of_type(FIXED, 15, PQ_LOGICAL_UUID, NONE), "FIXED(15)");
    CHECK_TEXT(text_of_type(FIXED, 16, PQ_LOGICAL_STRING, PQ_UTF8), "FIXED(16)");
    CHECK_TEXT(text_of_type(FIXED, 3, PQ_LOGICAL_FLOAT16, NONE), "FIXED(3)");
    CHECK_TEXT(text_of_type(FIXED, 11, PQ_LOGICAL_NONE, PQ_INTERVAL), "FIXED(11)");
    CHECK_TEXT(text_of_type(FIXED, 5, PQ_LOGICAL_BSON, PQ_BSON), "FIXED(5)");
    CHECK_TEXT(text_of_type(PQ_INT32, 0, PQ_LOGICAL_NONE, 24), "INT32");
    CHECK_TEXT(text_of_type(PQ_INT64, 0, PQ_LOGICAL_TIME, PQ_TIME_MICROS),
               "TIME(MICROS, UTC)"); /* the logical type's unit is unknown */
}

static struct pq_schema_element decimal(int type, int32_t length, int32_t precision,
                                        int32_t scale)
{
    struct pq_schema_element e = element_of(type, length, PQ_LOGICAL_NONE, PQ_DECIMAL);
    e.precision = precision;
    e.scale = scale;
    e.has_precision = e.has_scale = true;
    return e;
}

static void decimals_of_any_type(void)
{
    static const struct {
        int type;
        int32_t length, precision, scale;
        const char *text;
    } cases[] = {
        {PQ_INT32, 0, 5, 2, "DECIMAL(5,2)"},
        {PQ_INT32, 0, 12, 2, "DECIMAL(12,2)"},
        {PQ_INT64, 0, 5, 0, "DECIMAL(5,0)"},
        {PQ_INT64, 0, 19, 0, "DECIMAL(19,0)"},
        {PQ_BYTE_ARRAY, 0, 10, 10, "DECIMAL(10,10)"},
        {PQ_BYTE_ARRAY, 0, 76, 1, "DECIMAL(76,1)"},
        {PQ_BYTE_ARRAY, 0, 77, 1, ""},
        {PQ_BYTE_ARRAY, 0, 0, 0, ""},
        {PQ_BYTE_ARRAY, 0, 5, 6, ""},
        {PQ_INT64, 0, 20, 0, ""},
        {PQ_FIXED_LEN_BYTE_ARRAY, 16, 38, 9, "DECIMAL(38,9)"},
        {PQ_FIXED_LEN_BYTE_ARRAY, 16, 5, 5, "DECIMAL(5,5)"},
        {PQ_DOUBLE, 0, 5, 2, "DOUBLE"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_schema_element e = decimal(cases[i].type, cases[i].length,
                                             cases[i].precision, cases[i].scale);
        CHECK_TEXT(text_of(&e), cases[i].text);
    }
}

static void repetitions(void)
{
    struct pq_schema_element e = element_of(PQ_INT64, 0, 0, PQ_CONVERTED_NONE);
    e.repetition = PQ_REQUIRED;
    CHECK_TEXT(text_of(&e), "INT64 NOT NULL");
    e.repetition = -1; /* reads as REQUIRED */
    CHECK_TEXT(text_of(&e), "INT64 NOT NULL");
    e.repetition = PQ_REPEATED;
    CHECK_TEXT(text_of(&e), "");
    e.repetition = PQ_REQUIRED;
    e.logical.kind = PQ_LOGICAL_UNKNOWN;
    CHECK_TEXT(text_of(&e), "NULL");
}

static void some_elements_have_no_text(void)
{
    struct pq_schema_element e = element_of(-1, 0, 0, PQ_CONVERTED_NONE);
    e.n_children = 2;
    CHECK_TEXT(text_of(&e), "");
    e.n_children = -1;
    CHECK_TEXT(text_of(&e), "");
    e.type = PQ_INT32;
    e.n_children = 0; /* still a leaf */
    CHECK_TEXT(text_of(&e), "INT32");
    e.n_children = 1;
    CHECK_TEXT(text_of(&e), "");
    CHECK_TEXT(text_of_type(8, 0, 0, PQ_CONVERTED_NONE), "");
    CHECK_TEXT(text_of_type(INT32_MAX, 0, 0, PQ_CONVERTED_NONE), "");
    CHECK_TEXT(text_of_type(PQ_FIXED_LEN_BYTE_ARRAY, 0, 0, PQ_CONVERTED_NONE), "");
    CHECK_TEXT(text_of_type(PQ_FIXED_LEN_BYTE_ARRAY, -1, 0, PQ_CONVERTED_NONE), "");
    CHECK_TEXT(text_of_type(PQ_FIXED_LEN_BYTE_ARRAY, INT32_MAX, 0, PQ_CONVERTED_NONE),
               "");
    CHECK_TEXT(text_of_type(PQ_FIXED_LEN_BYTE_ARRAY, 536870912, 0, PQ_CONVERTED_NONE),
               "FIXED(536870912)");
}

/* If the element has a text, it parses to the same kind of column and the same text. */
static bool text_can_be_parsed(const struct pq_schema_element *element)
{
    struct pq_schema_element again;
    struct column a = {0}, b = {0};
    enum pq_conversion conversion;
    char text[100];
    snprintf(text, sizeof text, "%s", text_of(element));
    if (*text == '\0')
        return false;
    CHECK(parse(text, &again) == OK);
    CHECK_TEXT(text_of(&again), text);
    pq_leaf_type(element, false, &a, &conversion);
    pq_leaf_type(&again, false, &b, &conversion);
    CHECK(a.type == b.type);
    return true;
}

static void every_text_can_be_parsed(void)
{
    static const int32_t lengths[] = {1, 2, 12, 16};
    unsigned n_texts = 0;
    for (int type = -1; type <= 8; type++) {
        for (int logical = 0; logical <= 20; logical++) {
            for (int converted = -1; converted <= 24; converted++) {
                for (size_t k = 0; k < COUNT_OF(lengths); k++) {
                    bool is_fixed = type == PQ_FIXED_LEN_BYTE_ARRAY;
                    struct pq_schema_element e = element_of(
                        type, is_fixed ? lengths[k] : 0, logical, converted);
                    e.logical.unit = (int)k;
                    e.logical.bit_width = 8 << k;
                    e.precision = e.logical.precision = 9;
                    n_texts += text_can_be_parsed(&e);
                }
            }
        }
    }
    CHECK(n_texts > 10000);
}

static void failed_allocations_are_reported(void)
{
    struct buffer output = {0};
    struct pq_schema_element e = element_of(PQ_INT64, 0, 0, PQ_CONVERTED_NONE);
    e.repetition = PQ_REQUIRED;
    error_clear(&error);
    mem_fail_at(1, 1);
    CHECK(pq_append_type_text(&e, &output, &error) == NOMEM);
    mem_fail_at(0, 0);
    CHECK(error.status == NOMEM && output.size == 0);
    error_clear(&error);
    CHECK(buffer_append_text(&output,
                             "0123456789012345678901234567890123456789012345678901234567",
                             &error) == OK);
    mem_fail_at(1, 1); /* no room for " NOT NULL" */
    CHECK(pq_append_type_text(&e, &output, &error) == NOMEM);
    mem_fail_at(0, 0);
    buffer_release(&output);
}

int main(void)
{
    RUN(types_without_parameters);
    RUN(decimals);
    RUN(decimals_have_the_fewest_bytes);
    RUN(times);
    RUN(synonyms);
    RUN(space_and_case);
    RUN(name_and_field_id_are_kept);
    RUN(mistakes_are_explained);
    RUN(geometries);
    RUN(random_texts);
    RUN(converted_types_alone);
    RUN(inapplicable_annotations_are_ignored);
    RUN(decimals_of_any_type);
    RUN(repetitions);
    RUN(some_elements_have_no_text);
    RUN(every_text_can_be_parsed);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
