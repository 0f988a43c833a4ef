/* SPDX-License-Identifier: MIT */
/*
 * test_base.c - slices, allocation, buffers, arenas, errors, arithmetic with overflow
 * checks, CRC-32 (alloc.h, arena.h, buffer.h, hash.h, ...).
 */
#include <stdalign.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/hash.h"
#include "unit_bytes.h"
#include "unit_test.h"

static void loads_little_endian_from_any_address(void)
{
    const uint8_t bytes[] = {0xff, 1, 2, 3, 4, 5, 6, 7, 0x88};
    CHECK(load_u32(bytes + 1) == 0x04030201);
    CHECK(load_u32(bytes + 5) == 0x88070605);
    CHECK(load_u64(bytes + 1) == 0x8807060504030201u);
    CHECK(load_u32_big_endian(bytes) == 0xff010203);
}

static bool varint_of(const char *text, size_t size, uint64_t *value, size_t *taken)
{
    uint8_t *copy = exact_copy(text, size);
    struct slice cursor = slice_of(copy, size);
    bool is_ok = slice_read_varint(&cursor, value);
    *taken = is_ok ? size - cursor.size : 0;
    if (is_ok)
        CHECK(cursor.data == copy + *taken);
    free(copy);
    return is_ok;
}

static void varints_are_read_without_the_bytes_after_them(void)
{
    uint64_t value;
    size_t taken;
    CHECK(varint_of("\0\xff", 2, &value, &taken) && value == 0 && taken == 1);
    CHECK(varint_of("\x7f\xff", 2, &value, &taken) && value == 127 && taken == 1);
    CHECK(varint_of("\x80\x01\xff", 3, &value, &taken) && value == 128 && taken == 2);
    CHECK(varint_of("\xe5\x8e\x26", 3, &value, &taken) && value == 624485 && taken == 3);
    CHECK(varint_of("\x80\x00", 2, &value, &taken) && value == 0 && taken == 2);
    CHECK(varint_of("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 10, &value, &taken) &&
          value == 0 && taken == 10);
}

static void varints_hold_64_bits_and_no_more(void)
{
    uint64_t value;
    size_t taken;
    CHECK(varint_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, &value, &taken) &&
          value == UINT64_MAX && taken == 10);
    CHECK(!varint_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10, &value, &taken));
    CHECK(!varint_of("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11, &value, &taken));
    CHECK(!varint_of("", 0, &value, &taken));
    for (size_t n = 1; n < 10; n++)
        CHECK(!varint_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", n, &value, &taken));
}

static void varints_round_trip(void)
{
    struct bytes bytes = {0};
    for (unsigned bits = 0; bits <= 64; bits++)
        bytes_put_varint(&bytes, low_bits(bits));
    struct slice cursor = bytes_slice(&bytes);
    for (unsigned bits = 0; bits <= 64; bits++) {
        uint64_t value = 1;
        CHECK(slice_read_varint(&cursor, &value) && value == low_bits(bits));
    }
    CHECK(cursor.size == 0);
    bytes_free(&bytes);
}

static void zigzag_alternates_signs(void)
{
    CHECK(zigzag_decode(0) == 0);
    CHECK(zigzag_decode(1) == -1);
    CHECK(zigzag_decode(2) == 1);
    CHECK(zigzag_decode(3) == -2);
    CHECK(zigzag_decode(UINT64_MAX - 1) == INT64_MAX);
    CHECK(zigzag_decode(UINT64_MAX) == INT64_MIN);
}

static void takes_no_more_than_the_slice_has(void)
{
    struct slice cursor = slice_of("abc", 3), taken;
    CHECK(!slice_take(&cursor, 4, &taken));
    CHECK(!slice_take(&cursor, SIZE_MAX, &taken));
    CHECK(cursor.size == 3);
    CHECK(slice_take(&cursor, 2, &taken) && slice_equals_text(taken, "ab"));
    CHECK(slice_take(&cursor, 1, &taken) && slice_equals_text(taken, "c"));
    CHECK(slice_take(&cursor, 0, &taken) && taken.size == 0);
    CHECK(!slice_take(&cursor, 1, &taken));
}

static void compares_slices_with_text(void)
{
    CHECK(slice_equals_text(slice_of(NULL, 0), ""));
    CHECK(!slice_equals_text(slice_of(NULL, 0), "a"));
    CHECK(!slice_equals_text(slice_of("ab", 2), "abc"));
    CHECK(!slice_equals_text(slice_of("ab\0", 3), "ab"));
    CHECK(slice_equals_text(slice_of("ab\0", 2), "ab"));
}

static void allocates_checked_products(void)
{
    CHECK(mem_alloc(SIZE_MAX / 2 + 1, 2) == NULL);
    CHECK(mem_alloc_zeroed(SIZE_MAX / 2 + 1, 2) == NULL);

    void *nothing = mem_alloc(0, 8), *neither = mem_alloc(8, 0);
    CHECK(nothing != NULL && neither != NULL);
    mem_free(nothing);
    mem_free(neither);
    mem_free(NULL);

    uint8_t *zeros = mem_alloc_zeroed(100, 3);
    CHECK(zeros != NULL);
    for (int i = 0; zeros != NULL && i < 300; i++)
        CHECK(zeros[i] == 0);
    mem_free(zeros);
}

static void resizing_keeps_the_block_when_it_fails(void)
{
    char *block = mem_copy_text("abc\0def", 7);
    CHECK(block != NULL && memcmp(block, "abc\0def", 8) == 0);
    CHECK(mem_resize(block, SIZE_MAX / 2 + 1, 2) == NULL);
    mem_fail_at(1, 0);
    CHECK(mem_resize(block, 100, 1) == NULL);
    mem_fail_at(0, 0);
    CHECK(memcmp(block, "abc\0def", 8) == 0);
    char *larger = mem_resize(block, 1000, 1);
    CHECK(larger != NULL && memcmp(larger, "abc\0def", 8) == 0);
    char *smaller = mem_resize(larger, 4, 1);
    CHECK(smaller != NULL && memcmp(smaller, "abc", 4) == 0);
    char *fresh = mem_resize(NULL, 4, 1);
    CHECK(fresh != NULL);
    mem_free(smaller);
    mem_free(fresh);
}

static void arrays_grow_by_doubling(void)
{
    uint32_t *numbers = NULL, *before = NULL;
    int n_moves = 0;
    mem_fail_at(1, 0);
    CHECK(!mem_grow(&numbers, 1, sizeof *numbers) && numbers == NULL);
    mem_fail_at(0, 0);
    CHECK(!mem_grow(&numbers, SIZE_MAX / 2, sizeof *numbers) && numbers == NULL);
    for (uint32_t i = 0; i < 1000; i++) {
        mem_fail_at(1, 1); /* the block is resized only where it is full */
        bool has_room = mem_grow(&numbers, i + 1, sizeof *numbers);
        mem_fail_at(0, 0);
        CHECK(numbers == before);
        n_moves += !has_room;
        CHECK(mem_grow(&numbers, i + 1, sizeof *numbers));
        numbers[i] = i;
        before = numbers;
    }
    CHECK(n_moves == 8); /* 8, 16 .. 1024 */
    for (uint32_t i = 0; i < 1000; i++)
        CHECK(numbers[i] == i);
    CHECK(mem_grow(&numbers, 10000, sizeof *numbers));
    CHECK(!mem_grow(&numbers, SIZE_MAX / 2, sizeof *numbers) && numbers[999] == 999);
    mem_free(numbers);
}

static void copies_empty_text(void)
{
    char *empty = mem_copy_text(NULL, 0);
    CHECK(empty != NULL && empty[0] == 0);
    mem_free(empty);
}

static bool can_allocate(void)
{
    void *block = mem_alloc(1, 1);
    mem_free(block);
    return block != NULL;
}

static void fails_the_nth_allocation(void)
{
    mem_fail_at(3, 0);
    CHECK(can_allocate());
    CHECK(can_allocate());
    CHECK(!can_allocate());
    CHECK(can_allocate());

    mem_fail_at(2, 1);
    CHECK(can_allocate());
    CHECK(!can_allocate());
    CHECK(!can_allocate());
    mem_fail_at(0, 0);
    CHECK(can_allocate());

    mem_fail_at(1, 0);
    CHECK(mem_alloc_zeroed(1, 1) == NULL);
    mem_fail_at(1, 0);
    CHECK(mem_copy_text("a", 1) == NULL);
    mem_fail_at(1, 0);
    CHECK(mem_resize(NULL, 1, 1) == NULL);
    mem_fail_at(1, 1);
    mem_fail_at(0, 0);
    CHECK(can_allocate());
}

static void buffers_grow_and_keep_their_bytes(void)
{
    struct buffer buffer = {0};
    struct error error = {0};
    uint8_t expected[5000];
    for (size_t i = 0; i < sizeof expected; i++) {
        expected[i] = (uint8_t)(i * 7);
        CHECK(buffer_append(&buffer, &expected[i], 1, &error) == OK);
        CHECK(buffer.capacity >= buffer.size);
    }
    CHECK(buffer.size == sizeof expected);
    CHECK(memcmp(buffer.data, expected, sizeof expected) == 0);
    CHECK(buffer_reserve(&buffer, 100000, true, &error) == OK);
    CHECK(buffer.capacity >= 100000 && buffer.size == sizeof expected);
    CHECK(memcmp(buffer.data, expected, sizeof expected) == 0);
    size_t capacity = buffer.capacity;
    uint8_t *data = buffer.data;
    CHECK(buffer_reserve(&buffer, 10, true, &error) == OK);
    CHECK(buffer.capacity == capacity && buffer.data == data);
    CHECK(buffer_slice(&buffer).data == data);
    CHECK(buffer_slice(&buffer).size == sizeof expected);
    buffer_release(&buffer);
    CHECK(buffer.data == NULL && buffer.size == 0 && buffer.capacity == 0);
    buffer_release(&buffer);
    CHECK(error.status == OK);
}

static void buffers_append_text_and_formats(void)
{
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(buffer_append(&buffer, NULL, 0, &error) == OK);
    CHECK(buffer.size == 0);
    CHECK(buffer_append_text(&buffer, "", &error) == OK);
    CHECK(buffer_append_text(&buffer, "abc", &error) == OK);
    CHECK(buffer_append_format(&buffer, &error, "%d-%s", 42, "x") == OK);
    CHECK(slice_equals_text(buffer_slice(&buffer), "abc42-x"));
    buffer_release(&buffer);
}

static void formats_text_of_any_length(void)
{
    struct buffer buffer = {0};
    struct error error = {0};
    size_t total = 0;
    CHECK(buffer_reserve(&buffer, 20000, false, &error) == OK);
    memset(buffer.data, 0xff, 20000);
    for (int width = 0; width <= 3000; width = width * 2 + 1) {
        CHECK(buffer_append_format(&buffer, &error, "%*d", width, 7) == OK);
        total += width > 1 ? (size_t)width : 1;
        CHECK(buffer.size == total);
        CHECK(buffer.data[buffer.size - 1] == '7' && buffer.data[buffer.size] == 0);
    }
    buffer_release(&buffer);
}

static void buffers_report_allocation_failures(void)
{
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(buffer_append_text(&buffer, "abc", &error) == OK);
    volatile size_t huge = SIZE_MAX; /* or compilers warn of it */
    CHECK(buffer_append(&buffer, "x", huge, &error) == NOMEM);
    error = (struct error){0};
    size_t capacity = buffer.capacity;
    mem_fail_at(1, 0);
    CHECK(buffer_reserve(&buffer, capacity + 1, true, &error) == NOMEM);
    CHECK(error.status == NOMEM && error.message[0] != 0);
    CHECK(slice_equals_text(buffer_slice(&buffer), "abc"));
    error = (struct error){0};
    mem_fail_at(1, 0);
    CHECK(buffer_reserve(&buffer, capacity + 1, false, &error) == NOMEM);
    CHECK(buffer.data != NULL || (buffer.size == 0 && buffer.capacity == 0));
    mem_fail_at(0, 0);
    buffer_release(&buffer);
}

static void arena_memory_is_zeroed_aligned_and_disjoint(void)
{
    struct arena arena = {0};
    uint64_t random = 1;
    uint8_t *blocks[300];
    size_t sizes[COUNT_OF(blocks)];
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        sizes[i] = i % 50 == 49 ? 70000 : random_below(&random, 200);
        blocks[i] = arena_alloc(&arena, sizes[i], 1);
        CHECK(blocks[i] != NULL);
        CHECK((uintptr_t)blocks[i] % alignof(max_align_t) == 0);
        for (size_t k = 0; k < sizes[i]; k++)
            CHECK(blocks[i][k] == 0);
        if (sizes[i] > 0)
            memset(blocks[i], (int)(i % 255) + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT_OF(blocks); i++)
        for (size_t k = 0; k < sizes[i]; k++)
            CHECK(blocks[i][k] == i % 255 + 1);
    arena_release(&arena);
    arena_release(&arena);
    CHECK(arena.blocks == NULL);
}

static void arenas_refuse_sizes_that_overflow(void)
{
    struct arena arena = {0};
    CHECK(arena_alloc(&arena, SIZE_MAX / 2 + 1, 2) == NULL);
    CHECK(arena_alloc(&arena, SIZE_MAX, 1) == NULL);
    CHECK(arena_alloc(&arena, SIZE_MAX - 32, 1) == NULL);
    char *text = arena_copy_text(&arena, "abc", 2);
    CHECK(text != NULL && memcmp(text, "ab", 3) == 0);
    char *empty = arena_copy_text(&arena, NULL, 0);
    CHECK(empty != NULL && empty[0] == 0 && empty != text);
    arena_release(&arena);
    mem_fail_at(1, 0);
    CHECK(arena_alloc(&arena, 1, 1) == NULL);
    CHECK(arena_alloc(&arena, 1, 1) != NULL);
    mem_fail_at(0, 0);
    arena_release(&arena);
}

static void the_first_message_wins(void)
{
    struct error error = {0};
    CHECK(error_set(&error, CORRUPT, "page %d", 3) == CORRUPT);
    CHECK(error_set(&error, IO, "disk") == CORRUPT);
    CHECK(error_nomem(&error) == CORRUPT);
    CHECK(error.status == CORRUPT);
    CHECK_TEXT(error.message, "page 3");
    CHECK(error_locate(&error, "column \"%s\"", "a") == CORRUPT);
    CHECK(error_locate(&error, "file") == CORRUPT);
    CHECK_TEXT(error.message, "file: column \"a\": page 3");

    error = (struct error){0};
    CHECK(error_nomem(&error) == NOMEM);
    CHECK(error.status == NOMEM && error.message[0] != 0);
}

static void long_messages_are_truncated_and_terminated(void)
{
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    struct error error = {0};
    CHECK(error_set(&error, IO, "%s", text) == IO);
    CHECK(strlen(error.message) == sizeof error.message - 1);
    CHECK(error_locate(&error, "here") == IO);
    CHECK(strlen(error.message) == sizeof error.message - 1);

    /* The fault is kept whole; the location is truncated. */
    error = (struct error){0};
    CHECK(error_set(&error, IO, "fault") == IO);
    CHECK(error_locate(&error, "%s", text) == IO);
    CHECK(strlen(error.message) == sizeof error.message - 1);
    CHECK(strcmp(strstr(error.message, ": "), ": fault") == 0);
    CHECK(error.message[0] == 'x');
    CHECK(error_locate(&error, "more") == IO);
    CHECK(strlen(error.message) == sizeof error.message - 1);
    CHECK(strcmp(strstr(error.message, ": fault"), ": fault") == 0);
}

static void statuses_have_names(void)
{
    CHECK_TEXT(status_name(CORRUPT), "corrupt");
    CHECK_TEXT(status_name(UNSUPPORTED), "unsupported");
    for (int status = OK; status <= AUTH; status++)
        CHECK(status_name((enum status)status) != NULL);
}

static void crc32_of_known_texts(void)
{
    CHECK(crc32_of(slice_of(NULL, 0)) == 0);
    CHECK(crc32_of(slice_of("", 0)) == 0);
    CHECK(crc32_of(slice_of("a", 1)) == 0xe8b7be43);
    CHECK(crc32_of(slice_of("123456789", 9)) == 0xcbf43926);
    CHECK(crc32_of(slice_of("The quick brown fox jumps over the lazy dog", 43)) ==
          0x414fa339);
    const uint8_t zeros[32] = {0};
    CHECK(crc32_of(slice_of(zeros, 32)) == 0x190a55ad);
}

int main(void)
{
    RUN(loads_little_endian_from_any_address);
    RUN(varints_are_read_without_the_bytes_after_them);
    RUN(varints_hold_64_bits_and_no_more);
    RUN(varints_round_trip);
    RUN(zigzag_alternates_signs);
    RUN(takes_no_more_than_the_slice_has);
    RUN(compares_slices_with_text);
    RUN(allocates_checked_products);
    RUN(resizing_keeps_the_block_when_it_fails);
    RUN(arrays_grow_by_doubling);
    RUN(copies_empty_text);
    RUN(fails_the_nth_allocation);
    RUN(buffers_grow_and_keep_their_bytes);
    RUN(buffers_append_text_and_formats);
    RUN(formats_text_of_any_length);
    RUN(buffers_report_allocation_failures);
    RUN(arena_memory_is_zeroed_aligned_and_disjoint);
    RUN(arenas_refuse_sizes_that_overflow);
    RUN(the_first_message_wins);
    RUN(long_messages_are_truncated_and_terminated);
    RUN(statuses_have_names);
    RUN(crc32_of_known_texts);
    return unit_test_done();
}
