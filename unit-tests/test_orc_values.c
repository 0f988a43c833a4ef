/* SPDX-License-Identifier: MIT */
/*
 * test_orc_values.c - the values of primitive columns, from the bytes of their streams:
 * every type but decimals, with nulls, in both versions of runs; limits and damage
 * (leaf_values.h).
 */
#include "orc/column/leaf_values.h"

#include "unit_orc_read.h"

static struct orc_spec spec;

/* A stripe of n rows of one column "a". */
static struct orc_stripe_spec *one_column(const char *type, uint64_t n_rows)
{
    char types[200];
    snprintf(types, sizeof types, "struct<a:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    return orc_add_stripe(&spec, n_rows);
}

static void use_encoding(enum orc_encoding_kind kind)
{
    spec.stripes[spec.n_stripes - 1].encodings[1].kind = kind;
}

/* Signed integers in DATA, in version 1 and then in version 2, read as expected. */
static bool integers_are(const char *type, const int64_t *values, size_t n,
                         const char *expected)
{
    bool is_right = true;
    for (int version = V1; version <= V2; version++) {
        one_column(type, n);
        use_encoding(version == V1 ? ORC_DIRECT : ORC_DIRECT_V2);
        orc_add_integers(&spec, 1, ORC_DATA, version, true, values, n);
        is_right = orc_reads(&spec, "a", expected) && is_right;
    }
    return is_right;
}

/* ---- Booleans and integers ----------------------------------------------------------
 */

static void booleans_are_read(void)
{
    one_column("boolean", 10);
    orc_add_bytes(&spec, 1, ORC_DATA, orc_booleans("1011000101"));
    CHECK(
        orc_reads(&spec, "a", "true,false,true,true,false,false,false,true,false,true"));
    one_column("boolean", 6);
    orc_add_present(&spec, 1, "010110");
    orc_add_bytes(&spec, 1, ORC_DATA, orc_booleans("101"));
    CHECK(orc_reads(&spec, "a", "null,true,null,false,true,null"));
}

static void tinyints_are_read(void)
{
    one_column("tinyint", 7);
    orc_add_present(&spec, 1, "1101111");
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfd\x00\x7f\x80\x00\xff"));
    CHECK(orc_reads(&spec, "a", "0,127,null,-128,-1,-1,-1"));
}

static void integers_are_read(void)
{
    const int64_t shorts[] = {0, -1, INT16_MIN, INT16_MAX};
    const int64_t ints[] = {INT32_MIN, INT32_MAX, 5};
    const int64_t longs[] = {INT64_MIN, INT64_MAX, -7};
    CHECK(integers_are("smallint", shorts, 4, "0,-1,-32768,32767"));
    CHECK(integers_are("int", ints, 3, "-2147483648,2147483647,5"));
    CHECK(
        integers_are("bigint", longs, 3, "-9223372036854775808,9223372036854775807,-7"));
}

static void integers_beyond_their_type_are_corrupt(void)
{
    static const struct {
        const char *type;
        int64_t value;
        const char *message;
    } beyond[] = {{"smallint", UINT16_MAX + 1, "a number of more than 16 bits"},
                  {"smallint", INT16_MIN - 1, "a number of more than 16 bits"},
                  {"int", (int64_t)UINT32_MAX + 1, "a number of more than 32 bits"},
                  {"int", INT64_MIN, "a number of more than 32 bits"},
                  {"int", INT64_MAX, "a number of more than 32 bits"},
                  {"date", (int64_t)UINT32_MAX + 1, "a number of more than 32 bits"},
                  {"date", (int64_t)INT32_MIN - 1, "a number of more than 32 bits"}};
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        one_column(beyond[i].type, 1);
        orc_add_integers(&spec, 1, ORC_DATA, V1, true, &beyond[i].value, 1);
        CHECK(orc_fails(&spec, "a", CORRUPT, beyond[i].message));
    }
}

/* cuDF writes negative numbers so in runs with patches. */
static void unsigned_integers_are_read_as_signed(void)
{
    const int64_t shorts[] = {INT16_MAX, INT16_MAX + 1, UINT16_MAX, 62463, INT16_MIN};
    const int64_t ints[] = {INT32_MAX, (int64_t)INT32_MAX + 1, UINT32_MAX, INT32_MIN};
    const int64_t days[] = {UINT32_MAX, 0};
    const int64_t longs[] = {UINT32_MAX, INT64_MIN};
    CHECK(integers_are("smallint", shorts, 5, "32767,-32768,-1,-3073,-32768"));
    CHECK(integers_are("int", ints, 4, "2147483647,-2147483648,-1,-2147483648"));
    CHECK(integers_are("date", days, 2, "\"1969-12-31\",\"1970-01-01\""));
    CHECK(integers_are("bigint", longs, 2, "4294967295,-9223372036854775808"));
}

static void dates_are_read(void)
{
    const int64_t days[] = {0, -1, 19782, -719162, 2932896};
    CHECK(integers_are("date", days, 5,
                       "\"1970-01-01\",\"1969-12-31\",\"2024-02-29\",\"0001-01-01\","
                       "\"9999-12-31\""));
}

/* In the hybrid calendar, 1582-10-15 follows 1582-10-04: the day before -141427. */
static void dates_of_the_hybrid_calendar_are_read(void)
{
    const int64_t days[] = {-141427, -141428, 0};
    const int64_t seconds = INT64_C(-141428) * 86400 - 1420070400, nanos = 0;
    const struct orc_file_options options = {.is_julian = true};
    struct orc_opened opened;
    struct error error = {0};
    one_column("date", 3);
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, days, 3);
    struct bytes file = orc_file_bytes(&spec);
    CHECK(orc_open_with(&opened, bytes_slice(&file), &options, &error) == OK);
    CHECK(orc_has_rows(&opened, 0, "\"1582-10-15\",\"1582-10-04\",\"1970-01-01\""));
    orc_close(&opened);
    bytes_free(&file);
    CHECK(orc_reads(&spec, "a", "\"1582-10-15\",\"1582-10-14\",\"1970-01-01\""));
    one_column("timestamp", 1);
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, &seconds, 1);
    orc_add_integers(&spec, 1, ORC_SECONDARY, V1, false, &nanos, 1);
    file = orc_file_bytes(&spec);
    CHECK(orc_open_with(&opened, bytes_slice(&file), &options, &error) == OK);
    CHECK(orc_has_rows(&opened, 0, "\"1582-10-04 00:00:00\""));
    orc_close(&opened);
    bytes_free(&file);
}

/* Arrow passes negative nanoseconds on to the C++ writer: -1 ns is stored as 0 s and the
 * 64 bits of -1 << 3. */
static void negative_nanoseconds_are_read(void)
{
    static const struct {
        int64_t seconds, stored;
        const char *expected;
    } examples[] = {
        {0, -8, "\"1969-12-31 23:59:59.999999999\""},
        {0, (int64_t)(UINT64_MAX - 4 * 8 + 1) | 7, "\"1969-12-31 23:59:59.600\""},
        {-5, -8, "\"1969-12-31 23:59:54.999999999\""}};
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        int64_t seconds = examples[i].seconds - 1420070400;
        one_column("timestamp", 1);
        use_encoding(ORC_DIRECT_V2);
        orc_add_integers(&spec, 1, ORC_DATA, V2, true, &seconds, 1);
        orc_add_integers(&spec, 1, ORC_SECONDARY, V2, false, &examples[i].stored, 1);
        CHECK(orc_reads(&spec, "a", examples[i].expected));
    }
}

/* ---- Nulls --------------------------------------------------------------------------
 */

/* PRESENT of the column, and of the root above it. */
static void nulls_are_read(void)
{
    const int64_t values[] = {1, 2, 3};
    one_column("int", 8);
    orc_add_present(&spec, 1, "00101100");
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, values, 3);
    CHECK(orc_reads(&spec, "a", "null,null,1,null,2,3,null,null"));
    one_column("int", 8);
    orc_add_present(&spec, 0, "11010111");
    orc_add_present(&spec, 1, "101101");
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, values, 3);
    CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early") ||
          orc_fails(&spec, "a", CORRUPT, "the stream ends 4 values too early"));
    one_column("int", 8);
    orc_add_present(&spec, 0, "11010111");
    orc_add_present(&spec, 1, "101001");
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, values, 3);
    CHECK(orc_reads(&spec, "a", "1,null,null,2,null,null,null,3"));
    one_column("int", 4);
    orc_add_present(&spec, 0, "0101");
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, values, 2);
    CHECK(orc_reads(&spec, "a", "null,1,null,2"));
}

/* Nothing but nulls: writers leave out the other streams, or leave them empty. */
static void columns_of_nulls_have_no_values(void)
{
    static const char *const types[] = {
        "boolean",      "tinyint",       "smallint", "int",        "bigint",  "float",
        "double",       "string",        "binary",   "timestamp",  "instant", "date",
        "decimal(9,2)", "decimal(30,2)", "decimal",  "varchar(3)", "char(3)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        for (int way = 0; way < 4; way++) {
            one_column(types[i], 3);
            spec.compression = way >= 2 ? ORC_COMPRESSION_ZLIB : ORC_COMPRESSION_NONE;
            use_encoding(ORC_DIRECT_V2);
            orc_add_present(&spec, 1, "000");
            if (way % 2 == 1) {
                orc_add_stream(&spec, 1, ORC_DATA, BYTES(""));
                orc_add_stream(&spec, 1, ORC_LENGTH, BYTES(""));
                orc_add_stream(&spec, 1, ORC_SECONDARY, BYTES(""));
            }
            CHECK(orc_reads(&spec, "a", "null,null,null"));
        }
    }
    one_column("string", 3);
    use_encoding(ORC_DICTIONARY_V2);
    orc_add_present(&spec, 1, "000");
    CHECK(orc_reads(&spec, "a", "null,null,null"));
}

static void missing_streams_are_corrupt(void)
{
    static const char *const types[] = {
        "boolean", "tinyint",   "smallint", "bigint", "float",        "double",
        "string",  "timestamp", "date",     "binary", "decimal(9,2)", "decimal(30,2)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        one_column(types[i], 3);
        CHECK(orc_fails(&spec, "a", CORRUPT, ""));
    }
    one_column("int", 3);
    orc_add_present(&spec, 1, "");
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x00\x00\x00"));
    CHECK(orc_fails(&spec, "a", CORRUPT, "values too early"));
    one_column("int", 9);
    orc_add_present(&spec, 1, "11111111");
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x06\x00\x00"));
    CHECK(orc_fails(&spec, "a", CORRUPT,
                    "stream PRESENT at 5: the stream ends 1 values "
                    "too early") ||
          orc_fails(&spec, "a", CORRUPT, "values too early"));
}

/* ---- Floating-point numbers ---------------------------------------------------------
 */

static void floats_are_read(void)
{
    one_column("float", 5);
    orc_add_present(&spec, 1, "11011");
    orc_add_stream(&spec, 1, ORC_DATA,
                   BYTES("\x00\x00\xc0\x3f\x00\x00\x80\xff\x00\x00\xc0\x7f\x00\x00\x00"
                         "\x80"));
    CHECK(orc_reads(&spec, "a", "1.5,-9e999,null,null,-0.0"));
    one_column("double", 3);
    orc_add_stream(&spec, 1, ORC_DATA,
                   BYTES("\x00\x00\x00\x00\x00\x00\xf8\x3f\x9a\x99\x99\x99\x99\x99\xb9"
                         "\xbf\xff\xff\xff\xff\xff\xff\xef\x7f"));
    CHECK(orc_reads(&spec, "a", "1.5,-0.1,1.7976931348623157e+308"));
    spec.stripes[0].streams[0].bytes.size--;
    CHECK(orc_fails(&spec, "a", CORRUPT, ""));
}

/* ---- Texts --------------------------------------------------------------------------
 */

/* The example of the specification. */
static void direct_texts_are_read(void)
{
    static const char *const types[] = {"string", "varchar(3)", "char(12)"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        for (int version = V1; version <= V2; version++) {
            const int64_t lengths[] = {6, 10};
            one_column(types[i], 2);
            use_encoding(version == V1 ? ORC_DIRECT : ORC_DIRECT_V2);
            orc_add_stream(&spec, 1, ORC_DATA, BYTES("NevadaCalifornia"));
            orc_add_integers(&spec, 1, ORC_LENGTH, version, false, lengths, 2);
            CHECK(orc_reads(&spec, "a", "\"Nevada\",\"California\""));
        }
    }
    const int64_t lengths[] = {0, 3, 0, 1};
    one_column("binary", 6);
    orc_add_present(&spec, 1, "101110");
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x00\xff\x10\x41"));
    orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, lengths, 4);
    CHECK(orc_reads(&spec, "a", "\"\",null,\"00FF10\",\"\",\"41\",null"));
}

/* The example of the specification. */
static void put_states(int version, uint64_t n_entries)
{
    const int64_t lengths[] = {10, 7, 6}, indices[] = {2, 0, 2, 0, 1};
    struct orc_stripe_spec *stripe = one_column("string", 7);
    use_encoding(version == V1 ? ORC_DICTIONARY : ORC_DICTIONARY_V2);
    stripe->encodings[1].dictionary_size = n_entries;
    orc_add_present(&spec, 1, "1101110");
    orc_add_stream(&spec, 1, ORC_DICTIONARY_DATA, BYTES("CaliforniaFloridaNevada"));
    orc_add_integers(&spec, 1, ORC_LENGTH, version, false, lengths, 3);
    orc_add_integers(&spec, 1, ORC_DATA, version, false, indices, 5);
}

static void dictionary_texts_are_read(void)
{
    for (int version = V1; version <= V2; version++) {
        put_states(version, 3);
        CHECK(orc_reads(&spec, "a",
                        "\"Nevada\",\"California\",null,\"Nevada\",\"California\","
                        "\"Florida\",null"));
    }
    /* The next stripe has another dictionary, or none. */
    put_states(V1, 3);
    orc_add_stripe(&spec, 2);
    use_encoding(ORC_DIRECT);
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("ab"));
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xfe\x01\x01"));
    orc_add_stripe(&spec, 1);
    use_encoding(ORC_DICTIONARY);
    spec.stripes[2].encodings[1].dictionary_size = 1;
    orc_add_stream(&spec, 1, ORC_DICTIONARY_DATA, BYTES("xyz"));
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\x03"));
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\x00"));
    CHECK(orc_reads(&spec, "a",
                    "\"Nevada\",\"California\",null,\"Nevada\",\"California\",\"Florida\""
                    ",null,\"a\",\"b\",\"xyz\""));
}

static void dictionaries_are_checked(void)
{
    put_states(V1, 2);
    CHECK(
        orc_fails(&spec, "a", CORRUPT, "6 bytes after the 2 entries of the dictionary"));
    CHECK(orc_fails_in(&spec, "a", "DICTIONARY_DATA"));
    put_states(V1, 4); /* there are no four lengths */
    CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early"));
    put_states(V1, 0);
    CHECK(
        orc_fails(&spec, "a", CORRUPT, "23 bytes after the 0 entries of the dictionary"));
    put_states(V1, 25);
    CHECK(orc_fails(&spec, "a", CORRUPT, "a dictionary of 25 entries in 23 bytes"));
    CHECK(orc_fails_in(&spec, "a", "DICTIONARY_DATA"));
    put_states(V1, UINT64_MAX);
    CHECK(orc_fails(&spec, "a", CORRUPT,
                    "a dictionary of 18446744073709551615 entries in 23 bytes"));
    put_states(V1, 3);
    spec.stripes[0].streams[1].bytes.size--;
    CHECK(
        orc_fails(&spec, "a", CORRUPT, "dictionary entry 2 of 6 bytes, but 5 are left"));
    /* Indices are unsigned: -1 of 64 bits is far beyond. */
    one_column("string", 1);
    use_encoding(ORC_DICTIONARY);
    spec.stripes[0].encodings[1].dictionary_size = 1;
    orc_add_stream(&spec, 1, ORC_DICTIONARY_DATA, BYTES("x"));
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\x01"));
    const int64_t minus_one = -1, far = INT64_C(1) << 32;
    orc_add_integers(&spec, 1, ORC_DATA, V1, false, &minus_one, 1);
    CHECK(orc_fails(&spec, "a", CORRUPT,
                    "dictionary index 18446744073709551615, but the dictionary has 1 "
                    "entries"));
    spec.stripes[0].streams[2].bytes.size = 0;
    orc_put_integers(&spec.stripes[0].streams[2].bytes, V1, false, &far, 1);
    CHECK(orc_fails(&spec, "a", CORRUPT,
                    "dictionary index 4294967296, but the dictionary has 1 entries"));
}

/* Entries of a dictionary are unique, so one of them may be empty. */
static void dictionary_may_have_an_empty_entry(void)
{
    one_column("string", 3);
    use_encoding(ORC_DICTIONARY);
    spec.stripes[0].encodings[1].dictionary_size = 2;
    orc_add_stream(&spec, 1, ORC_DICTIONARY_DATA, BYTES("x"));
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xfe\x00\x01"));
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfd\x00\x01\x00"));
    CHECK(orc_reads(&spec, "a", "\"\",\"x\",\"\""));
    one_column("string", 3);
    use_encoding(ORC_DICTIONARY);
    spec.stripes[0].encodings[1].dictionary_size = 1;
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\x00"));
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x00\x00\x00"));
    CHECK(orc_reads(&spec, "a", "\"\",\"\",\"\""));
}

static void dictionary_is_returned_as_a_whole(void)
{
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    put_states(V2, 3);
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->dictionary(reader, 2, &vector, &error) == OK);
    CHECK(vector.dictionary == 0 && vector.n_entries > 2);
    CHECK(reader->ops->dictionary(reader, 3, &vector, &error) == OK);
    CHECK(vector.dictionary != 0 && vector.n_entries == 3 && vector.n_rows == 0);
    CHECK(vector.indices == NULL && vector.valid == NULL);
    CHECK(vector.values.bytes[1].size == 7);
    uint64_t number = vector.dictionary;
    CHECK(reader->ops->read(reader, 7, &vector, &error) == OK);
    CHECK(vector.dictionary == number && vector.indices != NULL);
    reader->ops->close(reader);
    orc_close(&opened);
    one_column("string", 1);
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\x00"));
    opened = orc_open_spec(&spec);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->dictionary(reader, 100, &vector, &error) == OK);
    CHECK(vector.dictionary == 0 && vector.n_entries <= 100);
    reader->ops->close(reader);
    orc_close(&opened);
}

static void damaged_dictionary_is_not_returned(void)
{
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    put_states(V2, 3);
    spec.stripes[0].encodings[1].dictionary_size = 4;
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->dictionary(reader, 4, &vector, &error) == CORRUPT);
    reader->ops->close(reader);
    orc_close(&opened);
}

/* The spaces after a char do not belong to it; those of other types do. */
static void padding_of_chars_is_removed(void)
{
    static const char *const types[] = {"char(5)", "varchar(5)", "string"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const char *expected = i == 0 ? "\"ab\",\"\",\" c\",\"abcde\""
                                      : "\"ab   \",\"     \",\" c   \",\"abcde\"";
        one_column(types[i], 4);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("ab         c   abcde"));
        orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\x01\x00\x05"));
        CHECK(orc_reads(&spec, "a", expected));
        one_column(types[i], 4);
        use_encoding(ORC_DICTIONARY);
        spec.stripes[0].encodings[1].dictionary_size = 4;
        orc_add_stream(&spec, 1, ORC_DICTIONARY_DATA, BYTES("ab         c   abcde"));
        orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\x01\x00\x05"));
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("\x01\x01\x00"));
        CHECK(orc_reads(&spec, "a", expected));
    }
}

static void lengths_are_checked(void)
{
    const int64_t lengths[][2] = {{3, 4},         {-1, 1},        {1, -1},
                                  {INT64_MAX, 1}, {1, INT64_MAX}, {(1 << 30) + 1, 0},
                                  {1 << 30, 0}};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        for (int version = V1; version <= V2; version++) {
            one_column("string", 2);
            use_encoding(version == V1 ? ORC_DIRECT : ORC_DIRECT_V2);
            orc_add_stream(&spec, 1, ORC_DATA, BYTES("abcdef"));
            orc_add_integers(&spec, 1, ORC_LENGTH, version, false, lengths[i], 2);
            CHECK(orc_fails(&spec, "a", CORRUPT, ""));
            bool is_possible = (uint64_t)lengths[i][0] <= 1 << 30 &&
                               (uint64_t)lengths[i][1] <= 1 << 30;
            CHECK(orc_fails_in(&spec, "a", is_possible ? "DATA" : "LENGTH"));
        }
    }
    put_states(V1, 3);
    spec.stripes[0].streams[2].bytes.size = 0;
    orc_put_integers(&spec.stripes[0].streams[2].bytes, V1, false,
                     (const int64_t[]){10, -1, 6}, 3);
    CHECK(orc_fails(&spec, "a", CORRUPT,
                    "dictionary entry 1 of 18446744073709551615 bytes, but 13 are left"));
    CHECK(orc_fails_in(&spec, "a", "LENGTH"));
}

/* Values of 3 MiB: a batch ends before it has 20 of them. */
static void large_values_are_read(void)
{
    enum { SIZE = 3 << 20, N = 20 };
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    int64_t lengths[N];
    struct bytes data = {0};
    uint8_t *zeros = must(calloc(1, SIZE));
    for (int way = 0; way < 2; way++) {
        one_column("string", 2 * N);
        spec.compression = way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
        for (int i = 0; i < N; i++) {
            lengths[i] = SIZE;
            bytes_put(&data, zeros, SIZE - 1);
            bytes_put_u8(&data, '0' + (unsigned)i);
        }
        struct bytes bits = {0};
        for (int i = 0; i < 2 * N; i++)
            bytes_put_text(&bits, i % 2 == 0 ? "1" : "0");
        bytes_put_u8(&bits, 0);
        orc_add_present(&spec, 1, (const char *)bits.data);
        bytes_free(&bits);
        orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, lengths, N);
        orc_add_stream(&spec, 1, ORC_DATA, bytes_slice(&data))->chunk = 100001;
        bytes_free(&data);
        struct orc_opened opened = orc_open_spec(&spec);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        for (uint32_t step = 1; step <= 2 * N; step += 13) {
            CHECK(reader->ops->start(reader, 0, &error) == OK);
            for (uint32_t row = 0; row < 2 * N;) {
                uint32_t n = (uint32_t)least(step, 2 * N - row);
                CHECK(reader->ops->read(reader, n, &vector, &error) == OK);
                CHECK(vector.n_rows > 0 && vector.n_rows <= n && vector.n_rows <= 14);
                for (uint32_t i = 0; i < vector.n_rows; i++, row++) {
                    CHECK(column_vector_is_null(&vector, i) == (row % 2 == 1));
                    if (row % 2 == 0)
                        CHECK(vector.values.bytes[i].size == SIZE &&
                              vector.values.bytes[i].data[SIZE - 1] == '0' + row / 2);
                }
                /* After a batch that has ended early, rows may be skipped. */
                if (row + 3 < 2 * N && step > 20) {
                    CHECK(reader->ops->skip(reader, 3, &error) == OK);
                    row += 3;
                }
            }
        }
        CHECK(error.status == OK);
        reader->ops->close(reader);
        orc_close(&opened);
    }
    free(zeros);
}

/* ---- Timestamps ---------------------------------------------------------------------
 */

/* One timestamp of seconds and stored nanoseconds. */
static bool timestamp_is(const char *type, const char *zone, int64_t seconds,
                         int64_t stored, const char *expected)
{
    bool is_right = true;
    for (int version = V1; version <= V2; version++) {
        one_column(type, 1)->zone = zone;
        use_encoding(version == V1 ? ORC_DIRECT : ORC_DIRECT_V2);
        orc_add_integers(&spec, 1, ORC_DATA, version, true, &seconds, 1);
        orc_add_integers(&spec, 1, ORC_SECONDARY, version, false, &stored, 1);
        is_right = orc_reads(&spec, "a", expected) && is_right;
    }
    return is_right;
}

static void timestamps_count_from_2015(void)
{
    CHECK(timestamp_is("timestamp", "UTC", 0, 0, "\"2015-01-01 00:00:00\""));
    CHECK(timestamp_is("timestamp", "GMT", 86400 + 3661, 0, "\"2015-01-02 01:01:01\""));
    CHECK(timestamp_is("timestamp", NULL, -1, 0, "\"2014-12-31 23:59:59\""));
    CHECK(timestamp_is("timestamp", "UTC", -1420070400, 0, "\"1970-01-01 00:00:00\""));
    CHECK(timestamp_is("timestamp", "UTC", -1420070401, 0, "\"1969-12-31 23:59:59\""));
    CHECK(timestamp_is("instant", "UTC", 5, 0, "\"2015-01-01 00:00:05\""));
}

/* The examples of the specification (1000 is 0x0a, 100000 is 0x0c), and all others. */
static void trailing_zeros_of_nanoseconds_are_counted(void)
{
    static const struct {
        int64_t stored;
        const char *expected;
    } examples[] = {{0x0a, "\"2015-01-01 00:00:00.000001\""},
                    {0x0c, "\"2015-01-01 00:00:00.000100\""},
                    {1 << 3, "\"2015-01-01 00:00:00.000000001\""},
                    {10 << 3, "\"2015-01-01 00:00:00.000000010\""},
                    {1 << 3 | 1, "\"2015-01-01 00:00:00.000000100\""},
                    {1 << 3 | 3, "\"2015-01-01 00:00:00.000010\""},
                    {1 << 3 | 5, "\"2015-01-01 00:00:00.001\""},
                    {1 << 3 | 6, "\"2015-01-01 00:00:00.010\""},
                    {1 << 3 | 7, "\"2015-01-01 00:00:00.100\""},
                    {9 << 3 | 7, "\"2015-01-01 00:00:00.900\""},
                    {INT64_C(123456789) << 3, "\"2015-01-01 00:00:00.123456789\""},
                    {INT64_C(999999999) << 3, "\"2015-01-01 00:00:00.999999999\""}};
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        CHECK(timestamp_is("timestamp", "UTC", 0, examples[i].stored,
                           examples[i].expected));
}

/* Writers divide milliseconds before 1970 towards zero, so -0.5 s is stored as 0 and
 * 500,000,000 ns, and -1.5 s as -1 and 500,000,000; below one millisecond the seconds are
 * those of the floor. */
static void fractions_before_1970_are_corrected(void)
{
    const int64_t base = -1420070400;
    CHECK(timestamp_is("timestamp", "UTC", base - 1, 5 << 3 | 7,
                       "\"1969-12-31 23:59:58.500\""));
    CHECK(timestamp_is("timestamp", "UTC", base - 1, 1 << 3 | 5,
                       "\"1969-12-31 23:59:58.001\""));
    CHECK(timestamp_is("timestamp", "UTC", base - 1, INT64_C(999999) << 3,
                       "\"1969-12-31 23:59:59.000999999\""));
    CHECK(timestamp_is("timestamp", "UTC", base, 5 << 3 | 7,
                       "\"1970-01-01 00:00:00.500\""));
    CHECK(timestamp_is("timestamp", "UTC", base + 1, 5 << 3 | 7,
                       "\"1970-01-01 00:00:01.500\""));
    /* Between 1970 and 2015 nothing is corrected. */
    CHECK(
        timestamp_is("timestamp", "UTC", -1, 5 << 3 | 7, "\"2014-12-31 23:59:59.500\""));
}

/* Local times of the writer are read as they were on its clock. */
static void zones_of_writers_do_not_show(void)
{
    CHECK(timestamp_is("timestamp", "GMT-08:00", 0, 0, "\"2015-01-01 00:00:00\""));
    CHECK(timestamp_is("timestamp", "+05:30", 60, 0, "\"2015-01-01 00:01:00\""));
    /* 1970-01-01 00:00 in the east is before 1970 in UTC. */
    CHECK(timestamp_is("timestamp", "+05:30", -1420070400, 0, "\"1970-01-01 00:00:00\""));
    CHECK(timestamp_is("instant", "GMT-08:00", 0, 0, "\"2015-01-01 00:00:00\""));
    struct time_zone *zone;
    struct error error = {0};
    if (time_zone_open(slice_of("America/New_York", 16), &zone, &error) != OK) {
        fprintf(stderr, "skipped: no time zone database\n");
        return;
    }
    time_zone_free(zone);
    /* In summer, clocks are an hour ahead of those of 2015-01-01. */
    CHECK(timestamp_is("timestamp", "America/New_York", 181 * 86400, 0,
                       "\"2015-07-01 01:00:00\""));
    CHECK(timestamp_is("timestamp", "America/New_York", 10 * 86400, 0,
                       "\"2015-01-11 00:00:00\""));
}

/* Local mean time in New York was 4:56:02 behind UTC, until 1883; Java has five hours. */
static void java_counts_in_standard_time_before_1900(void)
{
    struct time_zone *zone;
    struct error error = {0};
    const int64_t seconds = -INT64_C(4291747200); /* 1879-01-01 */
    static const char *const rows[] = {"\"1879-01-01 00:00:00\"",
                                       "\"1879-01-01 00:03:58\""};
    if (time_zone_open(slice_of("America/New_York", 16), &zone, &error) != OK)
        return;
    time_zone_free(zone);
    for (uint64_t writer = ORC_WRITER_JAVA; writer < ORC_N_WRITERS; writer++) {
        one_column("timestamp", 1)->zone = "America/New_York";
        spec.writer = writer;
        orc_add_integers(&spec, 1, ORC_DATA, V1, true, &seconds, 1);
        orc_add_stream(&spec, 1, ORC_SECONDARY, BYTES("\xff\0"));
        CHECK(orc_reads(&spec, "a", rows[writer != ORC_WRITER_JAVA]));
    }
}

/* Seconds and nanoseconds of a batch change zones back and forth. */
static void seasons_may_alternate(void)
{
    struct time_zone *zone;
    struct error error = {0};
    const int64_t seconds[] = {0, 181 * 86400, 5, 181 * 86400 + 7, -86400};
    if (time_zone_open(slice_of("Europe/Berlin", 13), &zone, &error) != OK)
        return;
    time_zone_free(zone);
    one_column("timestamp", 5)->zone = "Europe/Berlin";
    orc_add_integers(&spec, 1, ORC_DATA, V1, true, seconds, 5);
    orc_add_stream(&spec, 1, ORC_SECONDARY, BYTES("\x02\x00\x00"));
    CHECK(orc_reads(&spec, "a",
                    "\"2015-01-01 00:00:00\",\"2015-07-01 01:00:00\",\"2015-01-01 "
                    "00:00:05\",\"2015-07-01 01:00:07\",\"2014-12-31 00:00:00\""));
}

static void impossible_timestamps_are_corrupt(void)
{
    const int64_t wrong[][2] = {{0, INT64_C(1000000000) << 3},
                                {0, 10 << 3 | 7},
                                {0, 1000000000},
                                {INT64_MAX, 0},
                                {INT64_MIN, 0},
                                {0, INT64_MAX}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        if (i == 2)
            continue; /* 125,000,000 with no zeros: possible */
        one_column("timestamp", 1);
        orc_add_integers(&spec, 1, ORC_DATA, V1, true, &wrong[i][0], 1);
        orc_add_integers(&spec, 1, ORC_SECONDARY, V1, false, &wrong[i][1], 1);
        CHECK(orc_fails(&spec, "a", CORRUPT, ""));
        CHECK(orc_fails_in(&spec, "a", wrong[i][0] == 0 ? "SECONDARY" : "DATA"));
    }
}

/* ---- Skipping -----------------------------------------------------------------------
 */

/* 2^61 doubles have 2^64 bytes. */
static void skipping_does_not_wrap_around(void)
{
    static const struct {
        const char *type;
        uint64_t n;
    } skips[] = {{"double", UINT64_C(1) << 61}, {"float", UINT64_C(1) << 62}};
    for (size_t i = 0; i < COUNT_OF(skips); i++) {
        struct column_reader *reader;
        struct column_vector vector;
        struct error error = {0};
        one_column(skips[i].type, skips[i].n + 1);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("12345678"));
        struct orc_opened opened = orc_open_spec(&spec);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->skip(reader, skips[i].n, &error) == OK);
        CHECK(reader->ops->read(reader, 1, &vector, &error) == CORRUPT);
        reader->ops->close(reader);
        orc_close(&opened);
    }
}

int main(void)
{
    RUN(booleans_are_read);
    RUN(tinyints_are_read);
    RUN(integers_are_read);
    RUN(integers_beyond_their_type_are_corrupt);
    RUN(unsigned_integers_are_read_as_signed);
    RUN(dates_are_read);
    RUN(dates_of_the_hybrid_calendar_are_read);
    RUN(negative_nanoseconds_are_read);
    RUN(nulls_are_read);
    RUN(columns_of_nulls_have_no_values);
    RUN(missing_streams_are_corrupt);
    RUN(floats_are_read);
    RUN(direct_texts_are_read);
    RUN(dictionary_texts_are_read);
    RUN(dictionaries_are_checked);
    RUN(dictionary_may_have_an_empty_entry);
    RUN(dictionary_is_returned_as_a_whole);
    RUN(damaged_dictionary_is_not_returned);
    RUN(padding_of_chars_is_removed);
    RUN(lengths_are_checked);
    RUN(large_values_are_read);
    RUN(timestamps_count_from_2015);
    RUN(trailing_zeros_of_nanoseconds_are_counted);
    RUN(fractions_before_1970_are_corrected);
    RUN(zones_of_writers_do_not_show);
    RUN(java_counts_in_standard_time_before_1900);
    RUN(seasons_may_alternate);
    RUN(impossible_timestamps_are_corrupt);
    RUN(skipping_does_not_wrap_around);
    orc_spec_free(&spec);
    return unit_test_done();
}
