/* SPDX-License-Identifier: MIT */
/*
 * test_column_values.c - the bytes and counts that result from appended values, nulls and
 * levels.
 */
#include "base/alloc.h"
#include "parquet/write/column_values.h"
#include "unit_bytes.h"
#include "unit_test.h"

static uint64_t group_bytes;

static struct pq_column_values values_of(int type, int32_t length, unsigned max_level,
                                         unsigned max_repetition)
{
    const struct pq_leaf leaf = {.type = type,
                                 .type_length = length,
                                 .max_definition_level = (uint16_t)max_level,
                                 .max_repetition_level = (uint16_t)max_repetition};
    struct pq_column_values values = {0};
    struct error error = {0};
    group_bytes = 0;
    CHECK(pq_column_values_init(&values, &leaf, 1 << 20, &group_bytes, &error) == OK);
    return values;
}

#define CHECK_BUFFER(buffer, literal) check_bytes(&(buffer), literal, sizeof(literal) - 1)

static void check_bytes(const struct buffer *buffer, const char *expected, size_t size)
{
    CHECK(buffer->size == size);
    CHECK(size == 0 || memcmp(buffer->data, expected, size) == 0);
}

/* The values in stored form. */
#define CHECK_STORED(values, literal)                                                    \
    check_stored(&(values), literal, sizeof(literal) - 1)

static void check_stored(const struct pq_column_values *values, const char *expected,
                         size_t size)
{
    struct pq_values view = pq_column_values_view(values);
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_encode_values(PQ_PLAIN, &view, 0, view.n, &output, &error) == OK);
    check_bytes(&output, expected, size);
    buffer_release(&output);
}

static void flat_values_have_levels_from_the_first_null_on(void)
{
    struct error error = {0};
    struct pq_column_values values = values_of(PQ_INT32, 0, 1, 0);
    CHECK(pq_append_int64(&values, 1, &error) && pq_append_int64(&values, -1, &error));
    CHECK_BUFFER(values.levels, "");
    CHECK(pq_append_null(&values, &error));
    CHECK_BUFFER(values.levels, "\1\1\0");
    CHECK(pq_append_int64(&values, 256, &error));
    CHECK_BUFFER(values.levels, "\1\1\0\1");
    CHECK_BUFFER(values.repetition_levels, "");
    CHECK_STORED(values, "\1\0\0\0\xff\xff\xff\xff\0\1\0\0");
    CHECK(values.n_entries == 4 && values.n_values == 3);
    CHECK(pq_column_values_rows(&values) == 4);
    CHECK(group_bytes == 0);
    CHECK(pq_column_values_reset(&values, &error) == OK);
    CHECK(values.n_entries == 0 && values.n_values == 0);
    CHECK(pq_append_int64(&values, 1, &error));
    CHECK_BUFFER(values.levels, "");
    pq_column_values_release(&values);
}

static void entries_can_be_appended_in_bulk(void)
{
    struct error error = {0};
    struct pq_column_values values = values_of(PQ_INT32, 0, 3, 2);
    CHECK(pq_append_entries(&values, 0, &error));
    values.repetition = 2;
    CHECK(pq_append_entries(&values, 3, &error));
    CHECK_BUFFER(values.levels, "");
    CHECK_BUFFER(values.repetition_levels, "\2\2\2");
    CHECK(pq_append_absent(&values, 0, &error));
    values.repetition = 0;
    CHECK(pq_append_entries(&values, 2, &error));
    CHECK(pq_append_entries(&values, 0, &error));
    CHECK_BUFFER(values.levels, "\3\3\3\0\3\3");
    CHECK_BUFFER(values.repetition_levels, "\2\2\2\2\0\0");
    CHECK(values.n_entries == 6 && values.n_values == 5);
    CHECK(pq_column_values_rows(&values) == 2);
    pq_column_values_release(&values);
}

/* [[1, null], []], null, [null] of an optional list of optional lists of numbers. */
static void repeated_values_have_both_levels(void)
{
    struct error error = {0};
    struct pq_column_values values = values_of(PQ_INT64, 0, 5, 2);
    CHECK(pq_append_int64(&values, 1, &error));
    CHECK_BUFFER(values.levels, "");
    CHECK_BUFFER(values.repetition_levels, "\0");
    values.repetition = 2;
    CHECK(pq_append_null(&values, &error));
    values.repetition = 1;
    CHECK(pq_append_absent(&values, 3, &error));
    values.repetition = 0;
    CHECK(pq_append_absent(&values, 0, &error));
    CHECK(pq_append_absent(&values, 2, &error));
    CHECK_BUFFER(values.levels, "\5\4\3\0\2");
    CHECK_BUFFER(values.repetition_levels, "\0\2\1\0\0");
    CHECK_STORED(values, "\1\0\0\0\0\0\0\0");
    CHECK(values.n_entries == 5 && values.n_values == 1);
    CHECK(pq_column_values_rows(&values) == 3);
    /* 8 bytes of values, and a byte per entry for the levels. */
    CHECK(group_bytes == 5 + 8);
    values.repetition = 1;
    CHECK(pq_column_values_reset(&values, &error) == OK);
    CHECK(values.repetition == 0 && pq_column_values_rows(&values) == 0);
    CHECK_BUFFER(values.repetition_levels, "");
    CHECK_BUFFER(values.levels, "");
    pq_column_values_release(&values);
}

static void strings_count_their_bytes(void)
{
    struct error error = {0};
    struct pq_column_values flat = values_of(PQ_BYTE_ARRAY, 0, 1, 0);
    CHECK(pq_append_bytes(&flat, slice_of("abc", 3), &error));
    CHECK(pq_append_null(&flat, &error));
    CHECK(pq_append_bytes(&flat, slice_of("", 0), &error));
    CHECK(group_bytes == 3);
    pq_column_values_release(&flat);
    struct pq_column_values repeated = values_of(PQ_BYTE_ARRAY, 0, 1, 1);
    CHECK(pq_append_bytes(&repeated, slice_of("abc", 3), &error));
    repeated.repetition = 1;
    CHECK(pq_append_bytes(&repeated, slice_of("", 0), &error));
    CHECK_BUFFER(repeated.bytes, "abc");
    CHECK_BUFFER(repeated.repetition_levels, "\0\1");
    CHECK(group_bytes == 2 * (1 + 4) + 3);
    struct pq_values view = pq_column_values_view(&repeated);
    CHECK(view.n == 2 && pq_value_at(&view, 0).size == 3);
    CHECK(pq_value_at(&view, 1).size == 0);
    pq_column_values_release(&repeated);
}

static void fixed_width_values_are_stored_as_in_plain(void)
{
    struct error error = {0};
    struct pq_column_values values = values_of(PQ_BOOLEAN, 0, 1, 1);
    CHECK(pq_append_int64(&values, 5, &error) && pq_append_int64(&values, 0, &error));
    CHECK_BUFFER(values.bytes, "\1\0");
    CHECK(group_bytes == 2 * (1 + 1));
    pq_column_values_release(&values);
    values = values_of(PQ_FLOAT, 0, 1, 1);
    CHECK(pq_append_double(&values, 1.0, &error));
    CHECK_STORED(values, "\0\0\x80\x3f");
    pq_column_values_release(&values);
    values = values_of(PQ_DOUBLE, 0, 0, 0);
    CHECK(pq_append_double(&values, -2.0, &error));
    CHECK_STORED(values, "\0\0\0\0\0\0\0\xc0");
    pq_column_values_release(&values);
    values = values_of(PQ_FIXED_LEN_BYTE_ARRAY, 3, 1, 1);
    CHECK(pq_append_bytes(&values, slice_of("xyz", 3), &error));
    CHECK_BUFFER(values.bytes, "xyz");
    CHECK_BUFFER(values.offsets, "");
    CHECK(group_bytes == 1 + 3);
    pq_column_values_release(&values);
}

static void reserved_room_is_not_exceeded(void)
{
    enum { N = 3000 };
    struct error error = {0};
    struct pq_column_values values = values_of(PQ_BYTE_ARRAY, 0, 1, 0);
    for (int i = 0; i < N; i++) {
        CHECK(pq_append_bytes(&values, slice_of("0123456789", 10), &error));
        if (i == 2 * N / 3)
            CHECK(pq_column_values_reserve(&values, 1.5, &error) == OK);
    }
    CHECK(values.bytes.size == 10 * N && values.bytes.capacity < 10 * N * 11 / 10);
    CHECK(values.offsets.capacity < 8 * N * 11 / 10);
    CHECK(values.levels.capacity == 0);
    pq_column_values_release(&values);
}

static void allocation_failures_are_reported(void)
{
    bool appended = false;
    for (long n = 1; !appended && n < 100; n++) {
        struct error error = {0};
        struct pq_column_values values = values_of(PQ_BYTE_ARRAY, 0, 2, 1);
        mem_fail_at(n, 0);
        appended = pq_append_bytes(&values, slice_of("abc", 3), &error) &&
                   pq_append_absent(&values, 0, &error) &&
                   pq_append_entries(&values, 100000, &error);
        mem_fail_at(0, 0);
        CHECK(error.status == (appended ? OK : NOMEM));
        pq_column_values_release(&values);
        pq_column_values_release(&values);
    }
    CHECK(appended);
}

int main(void)
{
    RUN(flat_values_have_levels_from_the_first_null_on);
    RUN(entries_can_be_appended_in_bulk);
    RUN(repeated_values_have_both_levels);
    RUN(strings_count_their_bytes);
    RUN(fixed_width_values_are_stored_as_in_plain);
    RUN(reserved_room_is_not_exceeded);
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
