/* SPDX-License-Identifier: MIT */
/*
 * test_delta_statistics.c - bounds and counts of a Delta log, as far as they are trusted
 * (delta_statistics.h).
 */
#define _GNU_SOURCE /* realpath() */
#include "unit_delta_table.h"

#define COLUMNS                                                                                                         \
    FIELD("i", "integer")                                                                                               \
    "," FIELD("t", "string") "," FIELD("d", "double") "," FIELD("f", "float") "," FIELD("n", "decimal(9,2)") "," FIELD( \
        "w",                                                                                                            \
        "decimal(30,2)") "," FIELD("day",                                                                               \
                                   "date") "," FIELD("at",                                                              \
                                                     "timestamp") "," FIELD("ntz",                                      \
                                                                            "timestamp_"                                \
                                                                            "ntz") "," FIELD("b",                       \
                                                                                             "boolean") "," FIELD("x",  \
                                                                                                                  "binary")

/* Appends the JSON as a JSON string. */
static void append_string(struct bytes *text, const char *json)
{
    bytes_put_u8(text, '"');
    for (; *json != '\0'; json++) {
        if (*json == '"' || *json == '\\')
            bytes_put_u8(text, '\\');
        bytes_put_u8(text, (uint8_t)*json);
    }
    bytes_put_u8(text, '"');
}

static void show_statistics(const struct declared_table *table)
{
    uint64_t n_rows = table->files[0].n_rows;
    show(n_rows == DECLARED_UNKNOWN ? "?" : "%llu", (unsigned long long)n_rows);
    for (uint32_t c = 0; c < table->n_columns; c++) {
        const struct column *column = &table->columns[c].column;
        struct column_statistics s;
        struct error error = {0};
        CHECK(table->ops->statistics(table, 0, c, &s, &error) == OK);
        /* Rows that null counts contradict are not those of the file. */
        CHECK(s.n_rows == n_rows || n_rows == DECLARED_UNKNOWN);
        CHECK(s.is_widened && !s.is_unverified);
        CHECK(!s.has_null_count || s.null_count <= s.n_rows);
        if (!s.has_min && !s.has_max && !s.has_null_count)
            continue;
        show(" %s", column->name);
        if (s.has_min || s.has_max)
            show("[");
        if (s.has_min)
            show_value(column, s.min);
        if (s.has_min || s.has_max)
            show("..");
        if (s.has_max)
            show_value(column, s.max);
        if (s.has_min || s.has_max)
            show("]");
        if (s.has_null_count)
            show("%llu", (unsigned long long)s.null_count);
    }
}

/* What is known of a file: "rows column[min..max]nulls ...". */
static const char *known_with(const char *stats, const char *more)
{
    struct error error = {0};
    struct bytes text = {0};
    new_table();
    bytes_put_text(&text, PROTOCOL_1 METADATA_WITH(
                              COLUMNS, "", "") "{\"add\":{\"path\":\"a\",\"stats\":");
    append_string(&text, stats);
    bytes_put_text(&text, more);
    bytes_put_text(&text, "}}");
    bytes_put_u8(&text, 0);
    write_commit(0, (const char *)text.data);
    bytes_free(&text);
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    shown_text[0] = '\0';
    if (table != NULL)
        show_statistics(table);
    else
        show("%s", error.message);
    declared_table_release(table);
    return shown_text;
}

static const char *known(const char *stats)
{
    return known_with(stats, "");
}

static void counts_are_of_all_rows(void)
{
    CHECK_TEXT(known("{\"numRecords\":3,\"nullCount\":{\"i\":1,\"t\":0,\"b\":3}}"),
               "3 i1 t0 b3");
    CHECK_TEXT(known("{\"nullCount\":{\"zz\":1,\"i\":4,\"t\":-1},\"numRecords\":3}"),
               "?");
    CHECK_TEXT(known("{\"numRecords\":0}"), "0");
    CHECK_TEXT(known("{\"numRecords\":-1}"), "?");
    CHECK_TEXT(known("{\"nullCount\":{\"i\":0}}"), "? i0");
}

static void what_is_malformed_is_unknown(void)
{
    static const char *const malformed[] = {
        "",     "{",
        "null", "[1]",
        "x",    "{\"numRecords\":\"3\",\"nullCount\":{\"i\":1}}",
        "{}",   "{\"numRecords\":3,\"minValues\":{\"i\":1},\"maxValues\":[]}",
    };
    for (size_t i = 0; i < COUNT_OF(malformed); i++)
        CHECK_TEXT(known(malformed[i]), "?");
    CHECK_TEXT(known("{\"numRecords\":3,\"minValues\":{\"i\":\"1\",\"t\":1,\"day\":1,"
                     "\"at\":\"soon\",\"n\":true,\"d\":\"NaN\",\"f\":{\"x\":1},\"x\":[2],"
                     "\"b\":false}}"),
               "3");
    CHECK_TEXT(known("{\"numRecords\":3,\"minValues\":null,\"maxValues\":{\"i\":null}}"),
               "3");
}

static void a_table_without_columns_has_only_rows(void)
{
    struct error error = {0};
    new_table();
    write_commit(0, PROTOCOL_1 METADATA_WITH("", "", "")
                        ADD_WITH("a", "\"stats\":\"{\\\"numRecords\\\":2,"
                                      "\\\"nullCount\\\":{\\\"x\\\":{},"
                                      "\\\"y\\\":1}}\""));
    struct declared_table *table = open_table(
        (struct delta_request){.version = DELTA_NEWEST}, &error);
    CHECK(table != NULL && table->n_columns == 0 && table->files[0].n_rows == 2);
    declared_table_release(table);
}

static void contradictions_are_unknown(void)
{
    CHECK_TEXT(known("{\"numRecords\":3,\"minValues\":{\"i\":2,\"t\":\"b\",\"d\":2.5,"
                     "\"w\":3},\"maxValues\":{\"i\":1,\"t\":\"a\",\"d\":1,\"w\":2.5}}"),
               "3");
    CHECK_TEXT(known("{\"numRecords\":3,\"minValues\":{\"i\":2},\"maxValues\":{\"i\":2},"
                     "\"nullCount\":{\"i\":3}}"),
               "3 i[2..2]");
}

static void bounds_are_values_of_the_type(void)
{
    CHECK_TEXT(known("{\"numRecords\":3,\"minValues\":{\"i\":-5,\"t\":\"\",\"d\":-1e3,"
                     "\"f\":0.5,\"n\":-12.3,\"w\":1,\"day\":\"1969-12-31\"},"
                     "\"maxValues\":{\"i\":7,\"t\":\"z\\\"\",\"d\":2,\"f\":1.5,"
                     "\"n\":99.99,\"w\":2.55,\"day\":\"2024-02-29\"}}"),
               "3 i[-5..7] t[..z\"] d[-1000..2] f[0.5..1.5] n[-1230..9999] "
               "w[00000000000000000000000000000064..000000000000000000000000000000ff] "
               "day[1969-12-31..2024-02-29]");
    CHECK_TEXT(known("{\"numRecords\":1,\"maxValues\":{\"i\":2147483648,\"n\":0.001,"
                     "\"w\":1e40,\"d\":1e999}}"),
               "1");
}

static void long_strings_may_be_cut(void)
{
    /* 31 bytes; 32; 32 that end with U+FFFD */
    CHECK_TEXT(known("{\"numRecords\":1,"
                     "\"minValues\":{\"t\":\"0123456789012345678901234567890\"},"
                     "\"maxValues\":{\"t\":\"0123456789012345678901234567890\"}}"),
               "1 t[0123456789012345678901234567890..0123456789012345678901234567890]");
    CHECK_TEXT(known("{\"numRecords\":1,"
                     "\"minValues\":{\"t\":\"01234567890123456789012345678901\"},"
                     "\"maxValues\":{\"t\":\"01234567890123456789012345678901\"}}"),
               "1 t[01234567890123456789012345678901.."
               "01234567890123456789012345678901\xff]");
    CHECK_TEXT(
        known("{\"numRecords\":1,"
              "\"minValues\":{\"t\":\"01234567890123456789012345678\xef\xbf\xbd\"},"
              "\"maxValues\":{\"t\":\"01234567890123456789012345678\xef\xbf\xbd\"}"
              "}"),
        "1");
}

static void timestamps_are_cut_to_milliseconds(void)
{
    CHECK_TEXT(known("{\"numRecords\":1,"
                     "\"minValues\":{\"at\":\"2024-01-01T00:00:00.001Z\","
                     "\"ntz\":\"2024-01-01T00:00:00.001\"},"
                     "\"maxValues\":{\"at\":\"2024-01-01T00:00:00.001Z\","
                     "\"ntz\":\"2024-01-01T00:00:00.001\"}}"),
               "1 at[2024-01-01 00:00:00.001..2024-01-01 00:00:00.001999] "
               "ntz[2024-01-01 00:00:00.001..2024-01-01 00:00:00.001999]");
    /* Seconds of the offset may be missing.  A date of before the type was widened. */
    CHECK_TEXT(known("{\"numRecords\":1,"
                     "\"minValues\":{\"at\":\"1883-11-18T12:00:00.000-08:00\","
                     "\"ntz\":\"2024-01-01\"},"
                     "\"maxValues\":{\"at\":\"1883-11-18T12:00:00.000-08:00\","
                     "\"ntz\":\"2024-01-01\"}}"),
               "1 at[1883-11-18 19:59:00..1883-11-18 20:01:00.000999] "
               "ntz[2024-01-01 00:00:00..2024-01-01 00:00:00.000999]");
    CHECK_TEXT(known("{\"numRecords\":1,"
                     "\"maxValues\":{\"at\":\"+294247-01-10T04:00:54.775Z\"}}"),
               "1 at[..+294247-01-10 04:00:54.775807]");
}

static void numbers_may_have_been_rounded(void)
{
    /* 0.1 is above and 0.2 below what FLOAT has. */
    CHECK_TEXT(known("{\"numRecords\":1,\"minValues\":{\"f\":0.1,\"d\":0.1},"
                     "\"maxValues\":{\"f\":0.1,\"d\":0.1}}"),
               "1 d[0.1..0.100000001] f[0.100000001..0.100000001]");
    CHECK_TEXT(known("{\"numRecords\":1,\"minValues\":{\"d\":0.7},"
                     "\"maxValues\":{\"d\":0.7}}"),
               "1 d[0.699999988..0.7]");
    /* Decimals that a double may have rounded have less than 18 digits, however many
     * zeros are written: 10^16 may stand for 10^16 + 0.01. */
    CHECK_TEXT(known("{\"numRecords\":1,\"minValues\":{\"w\":-9999999999999.99},"
                     "\"maxValues\":{\"w\":9999999999999.99}}"),
               "1 w[fffffffffffffffffffc72815b398001.."
               "000000000000000000038d7ea4c67fff]");
    CHECK_TEXT(known("{\"numRecords\":1,\"maxValues\":{\"w\":10000000000000.00}}"), "1");
    CHECK_TEXT(known("{\"numRecords\":1,\"minValues\":{\"w\":-1e13}}"), "1");
    CHECK_TEXT(known("{\"numRecords\":1,\"maxValues\":{\"w\":1.2345678901234567e20}}"),
               "1");
    CHECK_TEXT(known("{\"numRecords\":1,\"maxValues\":{\"w\":10000000000000000}}"), "1");
    CHECK_TEXT(known("{\"numRecords\":1,\"maxValues\":{\"w\":1234567890123456.78}}"),
               "1 w[..000000000000000001b69b4ba630f34e]");
}

static void deleted_rows_make_counts_doubtful(void)
{
    static const char vector[] = ",\"deletionVector\":{\"storageType\":\"u\","
                                 "\"pathOrInlineDv\":\"x\",\"cardinality\":1}";
    static const char stats[] = "{\"numRecords\":3,\"minValues\":{\"i\":1},"
                                "\"maxValues\":{\"i\":2},\"nullCount\":{\"i\":1,\"t\":3,"
                                "\"d\":0}}";
    CHECK_TEXT(known(stats), "3 i[1..2]1 t3 d0");
    CHECK_TEXT(known_with(stats, vector), "3 i[1..2] t3 d0");
    CHECK_TEXT(known("{\"numRecords\":3,\"nullCount\":{\"i\":1,\"t\":3,\"d\":0},"
                     "\"tightBounds\":false}"),
               "3 t3 d0");
}

static void parsed_statistics_are_used_without_text(void)
{
    CHECK_TEXT(known_with("", ",\"stats_parsed\":{\"numRecords\":2,"
                              "\"minValues\":{\"i\":1,\"at\":\"2024-01-01 00:00:00\"},"
                              "\"nullCount\":{\"i\":null}}"),
               "2 i[1..] at[2024-01-01 00:00:00..]");
    CHECK_TEXT(known_with("{\"numRecords\":3}", ",\"stats_parsed\":{\"numRecords\":2}"),
               "3");
}

int main(void)
{
    RUN(counts_are_of_all_rows);
    RUN(what_is_malformed_is_unknown);
    RUN(a_table_without_columns_has_only_rows);
    RUN(contradictions_are_unknown);
    RUN(bounds_are_values_of_the_type);
    RUN(long_strings_may_be_cut);
    RUN(timestamps_are_cut_to_milliseconds);
    RUN(numbers_may_have_been_rounded);
    RUN(deleted_rows_make_counts_doubtful);
    RUN(parsed_statistics_are_used_without_text);
    remove_all(folder);
    return unit_test_done();
}
