/* SPDX-License-Identifier: MIT */
/* test_formatted_vector.c - vectors of dates, times, UUIDs and intervals as text. */
#include "base/alloc.h"
#include "scan/formatted_vector.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct formatted_vector formatted;

static bool shows(uint32_t row, const char *expected)
{
    const struct column_vector *vector = &formatted.vector;
    const struct bytes_value *value =
        &vector->values.bytes[column_vector_index(vector, row)];
    return !column_vector_is_null(vector, row) && value->size == strlen(expected) &&
           memcmp(value->data, expected, value->size + 1) == 0;
}

static enum status fill(const struct column *column, const struct column_vector *from)
{
    struct error error = {0};
    enum status status = formatted_vector_fill(&formatted, column, from, &error);
    CHECK(status == error.status);
    if (status == OK) {
        CHECK(formatted.vector.kind == VECTOR_BYTES && formatted.vector.is_terminated);
        CHECK(formatted.vector.n_rows == from->n_rows && formatted.vector.has_no_nul);
    }
    return status;
}

static void dates_times_uuids_and_intervals_are_formatted(void)
{
    for (int type = COLUMN_NULL; type <= COLUMN_NESTED; type++) {
        struct column column = {.type = (enum column_type)type};
        bool is_served = type == COLUMN_DATE || type == COLUMN_TIME ||
                         type == COLUMN_TIMESTAMP || type == COLUMN_UUID ||
                         type == COLUMN_INTERVAL;
        CHECK(formatted_vector_serves(&column) == is_served);
    }
}

static void flat_vectors_with_nulls_are_formatted(void)
{
    const int64_t days[] = {0, INT64_MAX, 11016};
    const uint8_t valid[] = {1, 0, 1};
    struct column_vector from = {
        .n_rows = 3, .valid = valid, .values.int64 = days, .kind = VECTOR_INT64};
    struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "1970-01-01") && shows(2, "2000-02-29"));
    CHECK(column_vector_is_null(&formatted.vector, 1));

    from.valid = NULL;
    column.type = COLUMN_TIME;
    column.unit = UNIT_SECONDS;
    CHECK(fill(&column, &from) == OK && shows(2, "03:03:36") && shows(0, "00:00:00"));
    column.type = COLUMN_TIMESTAMP;
    column.unit = UNIT_MILLIS;
    CHECK(fill(&column, &from) == OK && shows(2, "1970-01-01 00:00:11.016"));
}

static void instants_and_bytes_are_formatted(void)
{
    const struct instant instants[] = {{-1, 999000000}, {0, 0}};
    struct column_vector from = {
        .n_rows = 2, .values.instant = instants, .kind = VECTOR_INSTANT};
    struct column column = {.type = COLUMN_TIMESTAMP, .kind = VECTOR_INSTANT};
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "1969-12-31 23:59:59.999") && shows(1, "1970-01-01 00:00:00"));

    const struct bytes_value bytes[] = {{(const uint8_t *)"0123456789abcdef", 16}};
    from = (struct column_vector){
        .n_rows = 1, .values.bytes = bytes, .kind = VECTOR_BYTES};
    column = (struct column){.type = COLUMN_UUID, .kind = VECTOR_BYTES};
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "30313233-3435-3637-3839-616263646566"));
    /* a null row's value may be anything */
    const struct bytes_value with_null[] = {bytes[0], {NULL, 0}};
    const uint8_t valid[] = {1, 0};
    from.n_rows = 2;
    from.valid = valid;
    from.values.bytes = with_null;
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "30313233-3435-3637-3839-616263646566"));
    column.type = COLUMN_INTERVAL;
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "P858927408M926299444DT1650538.808S"));
}

/* A style holds for all vectors, also after a release. */
static void times_are_formatted_in_a_style(void)
{
    const int64_t units[] = {1500};
    struct column_vector from = {
        .n_rows = 1, .values.int64 = units, .kind = VECTOR_INT64};
    struct column column = {.type = COLUMN_TIMESTAMP, .kind = VECTOR_INT64};
    static const char *const expected[] = {
        "1970-01-01T00:25:00.000", "1970-01-01T00:00:01.500",
        "1970-01-01T00:00:00.001500", "1970-01-01T00:00:00.000001500"};
    formatted.style = TIMES_ISO8601;
    for (int unit = 0; unit < 4; unit++) {
        column.unit = (enum time_unit)unit;
        CHECK(fill(&column, &from) == OK && shows(0, expected[unit]));
    }
    formatted_vector_release(&formatted);
    column.is_utc = true;
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-01T00:00:00.000001500Z"));
    column.type = COLUMN_DATE;
    CHECK(fill(&column, &from) == OK && shows(0, "1974-02-09"));
    formatted.style = TIMES_CANONICAL;
    CHECK(fill(&column, &from) == OK && shows(0, "1974-02-09 00:00:00"));
    column.type = COLUMN_TIMESTAMP;
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-01 00:00:00.000001500"));
    formatted.style = TIMES_AS_SHOWN;
}

/* Indices are kept; the same dictionary may come again with other indices. */
static void small_dictionaries_are_formatted_once(void)
{
    const int64_t days[] = {0, 1, 2}, other_days[] = {10, 11, 12, 13};
    const uint32_t indices[] = {2, 0, 0, 1}, more_indices[] = {1};
    const uint8_t valid[] = {1, 1, 0, 1};
    const struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    struct column_vector from = {.n_rows = 4,
                                 .valid = valid,
                                 .indices = indices,
                                 .values.int64 = days,
                                 .dictionary = 5,
                                 .n_entries = 3,
                                 .kind = VECTOR_INT64};
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "1970-01-03") && shows(1, "1970-01-01") && shows(3, "1970-01-02"));
    CHECK(column_vector_is_null(&formatted.vector, 2));

    from.n_rows = 1;
    from.valid = NULL;
    from.indices = more_indices;
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-02"));

    /* another dictionary, then a flat page, then the first dictionary again */
    struct column_vector other = from;
    other.values.int64 = other_days;
    other.dictionary = 6;
    other.n_entries = 4;
    CHECK(fill(&column, &other) == OK && shows(0, "1970-01-12"));
    struct column_vector flat = {
        .n_rows = 4, .values.int64 = other_days, .kind = VECTOR_INT64};
    CHECK(fill(&column, &flat) == OK && shows(3, "1970-01-14"));
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-02"));
}

/* A look-up uses few entries of each dictionary. */
static void dictionaries_are_formatted_when_many_rows_use_them(void)
{
    const int64_t days[] = {0, 1, 2, 3, 4, 5}, other_days[] = {10, 11, 12, 13};
    const uint32_t indices[] = {3, 1, 0};
    const struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    struct column_vector from = {.n_rows = 2,
                                 .indices = indices,
                                 .values.int64 = days,
                                 .dictionary = 9,
                                 .n_entries = 6,
                                 .kind = VECTOR_INT64};
    const struct column_vector *vector = &formatted.vector;
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-04"));
    CHECK(vector->indices == NULL);
    from.n_rows = 3;
    CHECK(fill(&column, &from) == OK && shows(2, "1970-01-01"));
    CHECK(vector->indices == NULL);
    from.n_rows = 1;
    CHECK(fill(&column, &from) == OK && shows(0, "1970-01-04"));
    CHECK(vector->indices == indices);

    from.n_rows = 3;
    from.values.int64 = other_days;
    from.dictionary = 10;
    from.n_entries = 4;
    CHECK(fill(&column, &from) == OK && shows(1, "1970-01-12"));
    CHECK(vector->indices == NULL);
    CHECK(fill(&column, &from) == OK && shows(1, "1970-01-12"));
    CHECK(vector->indices == indices);
}

static void large_dictionaries_are_formatted_row_by_row(void)
{
    enum { ENTRIES = 100000 };
    int64_t *days = must(malloc(ENTRIES * sizeof *days));
    for (int64_t i = 0; i < ENTRIES; i++)
        days[i] = i;
    const uint32_t indices[] = {99999, 0, 5};
    const uint8_t valid[] = {1, 0, 1};
    const struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    struct column_vector from = {.n_rows = 3,
                                 .valid = valid,
                                 .indices = indices,
                                 .values.int64 = days,
                                 .dictionary = 7,
                                 .n_entries = ENTRIES,
                                 .kind = VECTOR_INT64};
    CHECK(fill(&column, &from) == OK);
    CHECK(shows(0, "2243-10-16") && shows(2, "1970-01-06"));
    CHECK(column_vector_is_null(&formatted.vector, 1));
    free(days);
}

static void no_rows_and_no_entries_are_formatted(void)
{
    const struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    const uint32_t indices[] = {0, 0};
    const uint8_t valid[] = {0, 0};
    struct column_vector from = {.n_rows = 2,
                                 .valid = valid,
                                 .indices = indices,
                                 .dictionary = 8,
                                 .kind = VECTOR_INT64};
    CHECK(fill(&column, &from) == OK);
    CHECK(column_vector_is_null(&formatted.vector, 1));
    from = (struct column_vector){.kind = VECTOR_INT64};
    CHECK(fill(&column, &from) == OK);
}

static void allocation_failures_are_reported(void)
{
    const int64_t days[] = {0, 1, 2};
    const struct column column = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    struct column_vector from = {.n_rows = 3, .values.int64 = days, .kind = VECTOR_INT64};
    for (long n = 1; n <= 2; n++) {
        formatted_vector_release(&formatted);
        mem_fail_at(n, 0);
        CHECK(fill(&column, &from) == NOMEM);
        mem_fail_at(0, 0);
        CHECK(fill(&column, &from) == OK && shows(2, "1970-01-03"));
    }
}

int main(void)
{
    RUN(dates_times_uuids_and_intervals_are_formatted);
    RUN(flat_vectors_with_nulls_are_formatted);
    RUN(instants_and_bytes_are_formatted);
    RUN(times_are_formatted_in_a_style);
    RUN(small_dictionaries_are_formatted_once);
    RUN(dictionaries_are_formatted_when_many_rows_use_them);
    RUN(large_dictionaries_are_formatted_row_by_row);
    RUN(no_rows_and_no_entries_are_formatted);
    RUN(allocation_failures_are_reported);
    formatted_vector_release(&formatted);
    formatted_vector_release(&formatted);
    return unit_test_done();
}
