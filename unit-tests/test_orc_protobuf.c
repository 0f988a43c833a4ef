/* SPDX-License-Identifier: MIT */
/*
 * test_orc_protobuf.c - messages in the wire format of Protocol Buffers: every kind of
 * member, unknown and repeated fields, packed lists, wrong wire types, truncation
 * (protobuf.h).
 */
#include "orc/format/protobuf.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_orc.h"

struct example {
    uint64_t has;
    uint64_t number;
    int64_t sign;
    double real;
    struct slice bytes;
    struct orc_numbers numbers;
    struct orc_messages messages;
    uint64_t far;
};

static const struct orc_field fields[] = {
    {1, ORC_NUMBER, offsetof(struct example, number)},
    {2, ORC_SIGNED, offsetof(struct example, sign)},
    {3, ORC_DOUBLE, offsetof(struct example, real)},
    {4, ORC_BYTES, offsetof(struct example, bytes)},
    {5, ORC_NUMBERS, offsetof(struct example, numbers)},
    {6, ORC_MESSAGES, offsetof(struct example, messages)},
    {8000, ORC_NUMBER, offsetof(struct example, far)},
};
static const struct orc_message example_message = {"example", sizeof(struct example),
                                                   fields, COUNT_OF(fields)};

static struct arena arena;

/* Parses a copy of exactly the size.  Slices of the result point into freed memory if
 * `copy` is NULL. */
static enum status parse(struct slice bytes, struct example *example, uint8_t **copy,
                         struct error *error)
{
    uint8_t *exact = exact_copy(bytes.data, bytes.size);
    *example = (struct example){0};
    enum status status = orc_message_parse(&example_message, slice_of(exact, bytes.size),
                                           example, &arena, error);
    CHECK(status == error->status);
    if (copy != NULL)
        *copy = exact;
    else
        free(exact);
    return status;
}

static bool is_damaged_at(struct slice bytes, size_t at)
{
    struct example example;
    struct error error = {0};
    char expected[100];
    snprintf(expected, sizeof expected, "example: damaged field at byte %zu", at);
    enum status status = parse(bytes, &example, NULL, &error);
    if (status != CORRUPT || strcmp(error.message, expected) != 0)
        fprintf(stderr, "got %d \"%s\", expected \"%s\"\n", (int)status, error.message,
                expected);
    return status == CORRUPT && strcmp(error.message, expected) == 0;
}

/* Examples of protobuf.dev: 150 is 08 96 01, "testing" is 12 07 ... */
static void members_of_each_kind_are_read(void)
{
    struct example e;
    struct error error = {0};
    uint8_t *copy;
    struct slice bytes = BYTES("\x08\x96\x01\x10\x03\x19\0\0\0\0\0\0\xf8\x3f\x22\x07"
                               "testing\x2a\x03\x01\x96\x01\x32\x02"
                               "ab\x32\x00\x80\xf4\x03\x05");
    CHECK(parse(bytes, &e, &copy, &error) == OK);
    CHECK(e.has == 0x7f);
    CHECK(e.number == 150 && e.sign == -2 && e.real == 1.5 && e.far == 5);
    CHECK(slice_equals_text(e.bytes, "testing"));
    CHECK(e.numbers.n == 2 && e.numbers.numbers[0] == 1 && e.numbers.numbers[1] == 150);
    CHECK(e.messages.n == 2 && slice_equals_text(e.messages.messages[0], "ab") &&
          e.messages.messages[1].size == 0);
    free(copy);
}

static void absent_members_stay_zero(void)
{
    struct example e;
    struct error error = {0};
    CHECK(parse(BYTES(""), &e, NULL, &error) == OK);
    CHECK(e.has == 0 && e.number == 0 && e.numbers.n == 0 && e.messages.n == 0);
    CHECK(parse(BYTES("\x08\x00"), &e, NULL, &error) == OK);
    CHECK(e.has == 1 && e.number == 0);
    /* An empty string is there, but has no bytes. */
    CHECK(parse(BYTES("\x22\x00"), &e, NULL, &error) == OK);
    CHECK(e.has == 1 << 3 && e.bytes.size == 0 && e.bytes.data != NULL);
}

/* Wire types 0, 1, 2 and 5, also of the largest field number. */
static void unknown_fields_are_skipped(void)
{
    const struct slice unknown[] = {BYTES("\x38\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
                                    BYTES("\x39"
                                          "12345678"),
                                    BYTES("\x3a\x03xyz"),
                                    BYTES("\x3d"
                                          "1234"),
                                    BYTES("\xf8\xff\xff\xff\x0f\x01")};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        struct example e;
        struct error error = {0};
        struct bytes bytes = {0};
        bytes_put_text(&bytes, "\x08\x07");
        bytes_put(&bytes, unknown[i].data, unknown[i].size);
        bytes_put_text(&bytes, "\x10\x02");
        CHECK(parse(bytes_slice(&bytes), &e, NULL, &error) == OK);
        CHECK(e.has == 3 && e.number == 7 && e.sign == 1);
        bytes_free(&bytes);
    }
}

static void last_one_of_a_scalar_counts(void)
{
    struct example e;
    struct error error = {0};
    uint8_t *copy;
    CHECK(parse(BYTES("\x08\x01\x08\x02\x22\x01x\x22\x02yz\x10\x01\x10\x04\x08\x03"), &e,
                &copy, &error) == OK);
    CHECK(e.number == 3 && e.sign == 2 && slice_equals_text(e.bytes, "yz"));
    free(copy);
}

/* Both forms may be mixed, and both have the order of the file. */
static void lists_are_packed_or_not(void)
{
    struct example e;
    struct error error = {0};
    CHECK(parse(BYTES("\x2a\x02\x01\x02\x28\x03\x08\x09\x2a\x00\x28\xac\x02\x2a\x03\x80"
                      "\x01\x05"),
                &e, NULL, &error) == OK);
    static const uint64_t expected[] = {1, 2, 3, 300, 128, 5};
    CHECK(e.numbers.n == COUNT_OF(expected) && e.number == 9);
    for (size_t i = 0; i < COUNT_OF(expected); i++)
        CHECK(e.numbers.numbers[i] == expected[i]);
}

static void long_lists_are_read(void)
{
    enum { N = 100000 };
    struct bytes bytes = {0}, packed = {0};
    struct example e;
    struct error error = {0};
    for (uint64_t i = 0; i < N; i++) {
        bytes_put_varint(&packed, i * i);
        bytes_put_u8(&bytes, 6 << 3 | 2);
        bytes_put_u8(&bytes, 0);
    }
    proto_message(&bytes, 5, &packed);
    CHECK(parse(bytes_slice(&bytes), &e, NULL, &error) == OK);
    CHECK(e.numbers.n == N && e.messages.n == N);
    for (uint64_t i = 0; i < N; i++) {
        if (e.numbers.numbers[i] != i * i)
            CHECK(e.numbers.numbers[i] == i * i);
    }
    bytes_free(&bytes);
}

static void numbers_have_64_bits(void)
{
    struct example e;
    struct error error = {0};
    CHECK(parse(BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), &e, NULL,
                &error) == OK);
    CHECK(e.number == UINT64_MAX);
    CHECK(parse(BYTES("\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), &e, NULL,
                &error) == OK);
    CHECK(e.sign == INT64_MIN);
    CHECK(parse(BYTES("\x10\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"), &e, NULL,
                &error) == OK);
    CHECK(e.sign == INT64_MAX);
    /* 65 bits, and a varint that does not end. */
    CHECK(is_damaged_at(BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), 0));
    CHECK(is_damaged_at(BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), 0));
    /* The number of a field has at most 32 bits (in fact 29). */
    CHECK(is_damaged_at(BYTES("\x08\x01\x80\x80\x80\x80\x80\x80\x01\x01"), 2));
}

static void wrong_wire_types_are_corrupt(void)
{
    const struct slice wrong[] = {BYTES("\x09"
                                        "12345678"), /* a number of 8 bytes */
                                  BYTES("\x0a\x01x"),
                                  BYTES("\x0d"
                                        "1234"),
                                  BYTES("\x12\x01x"),
                                  BYTES("\x18\x01"), /* a double as a varint */
                                  BYTES("\x1a\x08"
                                        "12345678"),
                                  BYTES("\x20\x01"), /* bytes as a varint */
                                  BYTES("\x29"
                                        "12345678"), /* a list of numbers of 8 bytes */
                                  BYTES("\x30\x01"),
                                  BYTES("\x0b\x0c"), /* a group */
                                  BYTES("\x3b\x3c"),
                                  BYTES("\x0e"), /* there are no wire types 6 and 7 */
                                  BYTES("\x0f")};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK(is_damaged_at(wrong[i], 0));
}

static void lengths_beyond_the_end_are_corrupt(void)
{
    CHECK(is_damaged_at(BYTES("\x22\x05"
                              "1234"),
                        0));
    CHECK(is_damaged_at(BYTES("\x08\x01\x22\xff\xff\xff\xff\x0f"), 2));
    CHECK(is_damaged_at(BYTES("\x22\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 0));
    CHECK(is_damaged_at(BYTES("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), 0));
    CHECK(is_damaged_at(BYTES("\x32\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 0));
    /* A packed list whose last number has no end. */
    CHECK(is_damaged_at(BYTES("\x2a\x02\x01\x80"), 0));
    CHECK(
        is_damaged_at(BYTES("\x2a\x0b\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), 0));
}

/* A list that was counted has no memory yet. */
static void lists_of_damaged_messages_are_empty(void)
{
    const struct slice damaged[] = {BYTES("\x2a\x02\x01\x02\x08"),
                                    BYTES("\x28\x01\x32\x01x\xff"),
                                    BYTES("\x2a\x02\x01\x80")};
    for (size_t i = 0; i < COUNT_OF(damaged); i++) {
        struct example e;
        struct error error = {0};
        CHECK(parse(damaged[i], &e, NULL, &error) == CORRUPT);
        CHECK(e.numbers.n == 0 && e.messages.n == 0);
    }
}

/* Every prefix is either a message of fewer fields or damaged; none is read beyond. */
static void truncated_messages_are_corrupt(void)
{
    const struct slice whole = BYTES("\x08\x96\x01\x10\x03\x19"
                                     "12345678"
                                     "\x22\x03xyz\x2a\x03\x01\x96\x01\x32\x02"
                                     "ab\x80\xf4\x03\x05\x3d"
                                     "1234");
    static const size_t ends[] = {0, 3, 5, 14, 19, 24, 28, 32, 37};
    size_t field = 0;
    for (size_t size = 0; size <= whole.size; size++) {
        struct example e;
        struct error error = {0};
        field += field + 1 < COUNT_OF(ends) && size == ends[field + 1];
        if (size == ends[field])
            CHECK(parse(slice_of(whole.data, size), &e, NULL, &error) == OK);
        else
            CHECK(is_damaged_at(slice_of(whole.data, size), ends[field]));
    }
    CHECK(field == COUNT_OF(ends) - 1);
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

static void long_messages_are_interrupted(void)
{
    struct bytes bytes = {0};
    struct example e;
    struct error error = {0};
    struct interrupt interrupt = {.is_wanted = is_wanted};
    for (int i = 0; i < 100000; i++)
        bytes_put_text(&bytes, "\x08\x01");
    interrupt_begin(&interrupt);
    CHECK(parse(bytes_slice(&bytes), &e, NULL, &error) == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    bytes_free(&bytes);
}

static void random_bytes_are_parsed_or_corrupt(void)
{
    uint64_t state = 1;
    size_t n_parsed = 0;
    for (int i = 0; i < 100000; i++) {
        struct example e;
        struct error error = {0};
        uint8_t bytes[24];
        size_t size = random_below(&state, sizeof bytes);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)random_below(&state, random_below(&state, 2) ? 256 : 64);
        enum status status = parse(slice_of(bytes, size), &e, NULL, &error);
        CHECK(status == OK || status == CORRUPT);
        n_parsed += status == OK;
        arena_release(&arena);
    }
    CHECK(n_parsed > 1000);
}

static void lost_memory_is_reported(void)
{
    struct error error = {0};
    struct example e;
    int n = 0;
    do {
        error_clear(&error);
        mem_fail_at(++n, 0);
        CHECK(parse(BYTES("\x2a\x01\x01\x32\x00"), &e, NULL, &error) == error.status);
        mem_fail_at(0, 0);
        arena_release(&arena);
    } while (error.status == NOMEM);
    CHECK(error.status == OK && n > 1);
}

int main(void)
{
    RUN(lists_of_damaged_messages_are_empty);
    RUN(members_of_each_kind_are_read);
    RUN(absent_members_stay_zero);
    RUN(unknown_fields_are_skipped);
    RUN(last_one_of_a_scalar_counts);
    RUN(lists_are_packed_or_not);
    RUN(long_lists_are_read);
    RUN(numbers_have_64_bits);
    RUN(wrong_wire_types_are_corrupt);
    RUN(lengths_beyond_the_end_are_corrupt);
    RUN(truncated_messages_are_corrupt);
    RUN(long_messages_are_interrupted);
    RUN(random_bytes_are_parsed_or_corrupt);
    arena_release(&arena);
    RUN(lost_memory_is_reported);
    arena_release(&arena);
    return unit_test_done();
}
