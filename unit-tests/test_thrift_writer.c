/* SPDX-License-Identifier: MIT */
/* test_thrift_writer.c - the writer of Thrift's compact protocol. */
#include "parquet/format/thrift_writer.h"

#include "base/alloc.h"
#include "unit_test.h"
#include "unit_thrift.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

static void write_list(struct thrift_writer *writer, int id, int element_type, uint64_t n)
{
    thrift_write_header(writer, id, THRIFT_LIST);
    thrift_append_list(writer, element_type, n);
}

static struct buffer output;
static struct error error;
static struct thrift_writer writer;

static void begin(void)
{
    output.size = 0;
    error_clear(&error);
    thrift_writer_init(&writer, &output, &error);
}

static void ends_as(struct slice expected)
{
    CHECK(thrift_finish(&writer) == OK && error.status == OK);
    CHECK(output.size == expected.size &&
          memcmp(output.data, expected.data, expected.size) == 0);
}

static void empty_structs(void)
{
    begin();
    ends_as(BYTES("\0"));
}

static void integers(void)
{
    begin();
    thrift_write_i8(&writer, 1, -128);
    thrift_write_i8(&writer, 2, 127);
    thrift_write_i16(&writer, 3, INT16_MIN);
    thrift_write_i16(&writer, 4, INT16_MAX);
    thrift_write_i32(&writer, 5, 0);
    thrift_write_i32(&writer, 6, -1);
    thrift_write_i32(&writer, 7, INT32_MAX);
    thrift_write_i32(&writer, 8, INT32_MIN);
    ends_as(BYTES("\x13\x80\x13\x7f\x14\xff\xff\x03\x14\xfe\xff\x03\x15\x00\x15\x01"
                  "\x15\xfe\xff\xff\xff\x0f\x15\xff\xff\xff\xff\x0f\0"));
    begin();
    thrift_write_i64(&writer, 1, 63);
    thrift_write_i64(&writer, 2, 64);
    thrift_write_i64(&writer, 3, -64);
    thrift_write_i64(&writer, 4, -65);
    thrift_write_i64(&writer, 5, INT64_MAX);
    thrift_write_i64(&writer, 6, INT64_MIN);
    ends_as(BYTES("\x16\x7e\x16\x80\x01\x16\x7f\x16\x81\x01"
                  "\x16\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                  "\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0"));
}

static void booleans_are_in_the_field_header(void)
{
    begin();
    thrift_write_bool(&writer, 1, true);
    thrift_write_bool(&writer, 3, false);
    ends_as(BYTES("\x11\x22\0"));
}

/* A difference of 1 to 15 is in the header; otherwise the id follows as a number. */
static void field_ids(void)
{
    begin();
    thrift_write_bool(&writer, 15, true);
    thrift_write_bool(&writer, 31, true);
    thrift_write_bool(&writer, 46, true);
    thrift_write_bool(&writer, 46, true);
    thrift_write_bool(&writer, 2, false);
    thrift_write_i32(&writer, 32767, 1);
    thrift_write_i32(&writer, -1, 1);
    ends_as(BYTES("\xf1\x01\x3e\xf1\x01\x5c\x02\x04\x05\xfe\xff\x03\x02\x05\x01\x02\0"));
}

static void binary(void)
{
    uint8_t long_text[300];
    memset(long_text, 'x', sizeof long_text);
    begin();
    thrift_write_binary(&writer, 1, BYTES("ab\0c"));
    thrift_write_binary(&writer, 2, slice_of(NULL, 0));
    ends_as(BYTES("\x18\x04"
                  "ab\0c\x18\0\0"));
    begin();
    thrift_write_binary(&writer, 1, slice_of(long_text, sizeof long_text));
    CHECK(thrift_finish(&writer) == OK && output.size == 304);
    CHECK(memcmp(output.data, "\x18\xac\x02xx", 5) == 0);
}

static void lists(void)
{
    begin();
    write_list(&writer, 1, THRIFT_I32, 0);
    write_list(&writer, 2, THRIFT_TRUE, 3);
    thrift_append_bool(&writer, true);
    thrift_append_bool(&writer, false);
    thrift_append_bool(&writer, true);
    write_list(&writer, 3, THRIFT_BINARY, 2);
    thrift_append_binary(&writer, BYTES("a"));
    thrift_append_binary(&writer, slice_of(NULL, 0));
    ends_as(BYTES("\x19\x05\x19\x31\x01\x02\x01\x19\x28\x01\x61\0\0"));
}

/* Up to 14 elements, the header has the count; otherwise it follows. */
static void long_lists(void)
{
    static const int64_t counts[] = {14, 15, 16, 127, 128, 300};
    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        int64_t n = counts[k];
        begin();
        write_list(&writer, 1, THRIFT_I64, (uint64_t)n);
        for (int64_t i = 0; i < n; i++)
            thrift_append_integer(&writer, i % 2 ? -i : i);
        CHECK(thrift_finish(&writer) == OK);
        struct thrift_bytes expected = {0};
        put_list(&expected, 1, THRIFT_I64, (size_t)n);
        for (int64_t i = 0; i < n; i++)
            bytes_put_zigzag(&expected.bytes, i % 2 ? -i : i);
        end_thrift(&expected);
        CHECK(output.size == expected.bytes.size &&
              memcmp(output.data, expected.bytes.data, output.size) == 0);
        thrift_bytes_free(&expected);
    }
}

/* Ids start again in each struct and continue after it. */
static void structs_in_structs(void)
{
    begin();
    thrift_write_i32(&writer, 3, 1);
    thrift_write_struct(&writer, 4);
    thrift_write_bool(&writer, 2, true);
    thrift_write_struct(&writer, 3);
    thrift_write_empty_struct(&writer, 1);
    thrift_end_struct(&writer);
    thrift_write_bool(&writer, 4, true);
    thrift_end_struct(&writer);
    write_list(&writer, 5, THRIFT_STRUCT, 2);
    for (int i = 0; i < 2; i++) {
        thrift_append_struct(&writer);
        thrift_write_bool(&writer, 1, i);
        thrift_end_struct(&writer);
    }
    thrift_write_bool(&writer, 6, false);
    ends_as(BYTES("\x35\x02\x1c\x21\x1c\x1c\0\0\x11\0\x19\x2c\x12\0\x11\0\x12\0"));
}

static void deepest_possible_struct(void)
{
    begin();
    for (int depth = 1; depth < THRIFT_MAX_WRITTEN_DEPTH; depth++)
        thrift_write_struct(&writer, 1);
    for (int depth = 1; depth < THRIFT_MAX_WRITTEN_DEPTH; depth++)
        thrift_end_struct(&writer);
    ends_as(BYTES("\x1c\x1c\x1c\x1c\x1c\x1c\x1c\0\0\0\0\0\0\0\0"));
}

static void a_finished_struct_can_be_written_into_another(void)
{
    begin();
    thrift_write_bool(&writer, 2, true);
    thrift_write_finished(&writer, 3, THRIFT_STRUCT, BYTES("\x11\0"));
    thrift_write_bool(&writer, 4, true);
    ends_as(BYTES("\x21\x1c\x11\0\x11\0"));
}

static void output_is_appended(void)
{
    begin();
    CHECK(buffer_append_text(&output, "before", &error) == OK);
    thrift_write_bool(&writer, 1, true);
    ends_as(BYTES("before\x11\0"));
}

/* The reader reads what was written. */
static void integers_come_back(void)
{
    static const int64_t values[] = {0,  1,         -1,        300,       -300,
                                     64, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    begin();
    for (int i = 0; i < (int)COUNT_OF(values); i++)
        thrift_write_i64(&writer, i * 7 + 1, values[i]);
    CHECK(thrift_finish(&writer) == OK);
    struct thrift_reader reader;
    struct thrift_field field = {0};
    thrift_init(&reader, buffer_slice(&output));
    for (int i = 0; i < (int)COUNT_OF(values); i++) {
        CHECK(thrift_next_field(&reader, &field) && field.id == i * 7 + 1);
        CHECK(thrift_read_i64(&reader, &field) == values[i]);
    }
    CHECK(!thrift_next_field(&reader, &field) && reader.fault == NULL);
    CHECK(reader.rest.size == 0);
}

static void sizes_over_31_bits_are_refused(void)
{
    begin();
    write_list(&writer, 1, THRIFT_I64, INT32_MAX);
    CHECK(thrift_finish(&writer) == OK);
    begin();
    write_list(&writer, 1, THRIFT_I64, (uint64_t)INT32_MAX + 1);
    CHECK(thrift_finish(&writer) == TOO_BIG);
    CHECK_TEXT(error.message, "metadata: a list of 2147483648 elements");
    begin(); /* the bytes are not read */
    thrift_write_binary(&writer, 1, slice_of("", (size_t)INT32_MAX + 1));
    CHECK(thrift_finish(&writer) == TOO_BIG);
    CHECK_TEXT(error.message, "metadata: a value of 2147483648 bytes");
}

static void the_first_failure_stays(void)
{
    begin();
    thrift_write_i32(&writer, 1, 1);
    thrift_writer_fail(&writer, OK);
    CHECK(writer.status == OK);
    size_t size = output.size;
    thrift_writer_fail(&writer, error_set(&error, INTERRUPTED, "enough"));
    thrift_writer_fail(&writer, IO);
    thrift_write_i32(&writer, 2, 1);
    thrift_write_binary(&writer, 3, BYTES("abc"));
    write_list(&writer, 4, THRIFT_STRUCT, (uint64_t)INT32_MAX + 1);
    thrift_append_struct(&writer);
    thrift_end_struct(&writer);
    CHECK(thrift_finish(&writer) == INTERRUPTED);
    CHECK_TEXT(error.message, "enough");
    CHECK(output.size == size);
}

static void failed_allocations_are_reported(void)
{
    for (long n = 1; n < 100; n++) {
        struct buffer fresh = {0};
        error_clear(&error);
        mem_fail_at(n, 1);
        thrift_writer_init(&writer, &fresh, &error);
        for (int i = 1; i < 200; i++)
            thrift_write_i64(&writer, i, INT64_MAX);
        enum status status = thrift_finish(&writer);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        CHECK(status == OK ? fresh.size == 199 * 11 + 1 : fresh.size < 199 * 11);
        buffer_release(&fresh);
        CHECK(status == NOMEM || n > 3);
        if (status == OK)
            return;
    }
    CHECK(false);
}

int main(void)
{
    RUN(empty_structs);
    RUN(integers);
    RUN(booleans_are_in_the_field_header);
    RUN(field_ids);
    RUN(binary);
    RUN(lists);
    RUN(long_lists);
    RUN(structs_in_structs);
    RUN(deepest_possible_struct);
    RUN(a_finished_struct_can_be_written_into_another);
    RUN(output_is_appended);
    RUN(integers_come_back);
    RUN(sizes_over_31_bits_are_refused);
    RUN(the_first_failure_stays);
    RUN(failed_allocations_are_reported);
    buffer_release(&output);
    return unit_test_done();
}
