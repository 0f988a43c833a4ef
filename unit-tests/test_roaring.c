/* SPDX-License-Identifier: MIT */
/*
 * test_roaring.c - Roaring bitmaps of all forms decode to the values that other writers
 * put in, and whatever breaks the format is refused with its place (roaring.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "lake/deletions/roaring.h"
#include "unit_roaring.h"
#include "unit_test.h"

/* Decodes a copy of exactly the size, so that reading beyond it is found. */
static enum status decode_array(struct slice bytes, uint64_t end, struct row_bitmap *rows,
                                struct error *error)
{
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    enum status status = roaring_array_decode(slice_of(copy, bytes.size), end, rows,
                                              error);
    free(copy);
    return status;
}

static bool has_rows(const struct row_bitmap *rows, const uint64_t *values, size_t n)
{
    uint64_t row = 0;
    for (size_t i = 0; i < n; i++) {
        if (row_bitmap_next(rows, row) != values[i])
            return false;
        row = values[i] + 1;
    }
    return rows->n == n && row_bitmap_next(rows, row) == UINT64_MAX;
}

/* Written by CRoaring: containers of an array, runs, and arrays in the second key. */
static const uint8_t croaring_runs[] =
    "\x3b\x30\x04\x00\x0c\x00\x00\x01\x00\x01\x00\x00\x00\x02\x00\x09\x00\x03\x00\x09\x00"
    "\x04\x00\x00\x00\x2d\x00\x00\x00\x31\x00\x00\x00\x33\x00\x00\x00\x39\x00\x00\x00\x3f"
    "\x00\x00\x00\x01\x00\x03\x00\x70\x11\x01\x00\x00\x00\x09\x00\x01\x00\x00\x00\x09\x00"
    "\x01\x00";
static const uint8_t croaring_few_runs[] =
    "\x3b\x30\x00\x00\x01\x00\x00\x0b\x00\x02\x00\x0a\x00\x09\x00\x1e\x00\x01\x00";
/* An empty bitmap's is the cookie 12346 and 0. */
static const uint8_t empty[] = "\x3a\x30\x00\x00\x00\x00\x00\x00";

#define BYTES(literal) slice_of(literal, sizeof(literal) - 1)

static void bitmaps_of_other_writers(void)
{
    uint64_t expected[25] = {1, 3, 70000}, few[12] = {[10] = 30, 31};
    struct row_bitmap rows = {0};
    struct error error = {0};
    for (uint64_t i = 0; i < 10; i++) {
        expected[3 + i] = 131072 + i;
        expected[13 + i] = 196608 + i;
        few[i] = 10 + i;
    }
    expected[23] = 262145;
    struct slice bytes = BYTES(croaring_runs);
    CHECK(roaring_decode(&bytes, 0, UINT64_MAX, &rows, &error) == OK);
    CHECK(bytes.size == 0 && has_rows(&rows, expected, 24));
    row_bitmap_release(&rows);
    bytes = BYTES(croaring_few_runs);
    CHECK(roaring_decode(&bytes, 0, 32, &rows, &error) == OK);
    CHECK(bytes.size == 0 && has_rows(&rows, few, 12));
    row_bitmap_release(&rows);
    bytes = slice_of(empty, 8);
    CHECK(roaring_decode(&bytes, 0, 0, &rows, &error) == OK && rows.n == 0);
    CHECK(bytes.size == 0);
}

/* From a Puffin file of Iceberg's Java library, and the log of a table of Delta's. */
static void arrays_of_other_writers(void)
{
    static const uint8_t puffin[] =
        "\xd1\xd3\x39\x64\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x3a\x30\x00\x00"
        "\x01\x00\x00\x00\x00\x00\x09\x00\x10\x00\x00\x00\x07\x00\x11\x00\x1b\x00\x25\x00"
        "\x2f\x00\x39\x00\x43\x00\x4d\x00\x57\x00\x61\x00";
    static const uint8_t three[] =
        "\xd1\xd3\x39\x64\x03\0\0\0\0\0\0\0\0\0\0\0\x3a\x30\0\0\x01\0\0\0\0\0\0\0\x10\0\0"
        "\0\x05\0\x01\0\0\0\x3a\x30\0\0\x01\0\0\0\0\0\0\0\x10\0\0\0\0\0\x02\0\0\0\x3a\x30"
        "\0\0\x01\0\0\0\0\0\0\0\x10\0\0\0\x07\0";
    static const uint8_t native[] =
        "\xd0\xd3\x39\x64\x02\0\0\0\x08\0\0\0\x3a\x30\0\0\0\0\0\0"
        "\x14\0\0\0\x3a\x30\0\0\x01\0\0\0\x01\0\x01\0\x10\0\0\0\x05\0\x06\0";
    static const uint64_t puffin_rows[] = {7, 17, 27, 37, 47, 57, 67, 77, 87, 97};
    static const uint64_t three_rows[] = {5, UINT64_C(1) << 32, (UINT64_C(1) << 33) + 7};
    static const uint64_t native_rows[] = {(UINT64_C(1) << 32) + 65541,
                                           (UINT64_C(1) << 32) + 65542};
    struct row_bitmap rows = {0};
    struct error error = {0};
    CHECK(decode_array(BYTES(puffin), 98, &rows, &error) == OK);
    CHECK(has_rows(&rows, puffin_rows, 10));
    row_bitmap_release(&rows);
    CHECK(decode_array(BYTES(three), UINT64_MAX, &rows, &error) == OK);
    CHECK(has_rows(&rows, three_rows, 3));
    row_bitmap_release(&rows);
    CHECK(decode_array(BYTES(native), UINT64_MAX, &rows, &error) == OK);
    CHECK(has_rows(&rows, native_rows, 2));
    row_bitmap_release(&rows);
}

/* Ascending values, of which some containers have few, many, or runs. */
static size_t random_values(uint64_t *values, size_t most, uint64_t *random)
{
    size_t n = 0;
    uint64_t value = 0;
    while (n < most) {
        size_t size = 1 + (size_t)random_below(random, 9000);
        uint64_t step = 1 + random_below(random, 3) * random_below(random, 30);
        for (; size > 0 && n < most; size--, value += step)
            values[n++] = value;
        value += random_below(random, 200000);
        if (random_below(random, 8) == 0)
            value += UINT64_C(1) << (30 + random_below(random, 4));
    }
    return n;
}

static void any_values_in_any_form(void)
{
    enum { MOST = 60000 };
    static uint64_t values[MOST];
    uint64_t random = 3;
    for (int round = 0; round < 60; round++) {
        struct bytes bytes = {0};
        struct row_bitmap rows = {0};
        struct error error = {0};
        size_t n = random_values(values, (size_t)random_below(&random, MOST), &random);
        bytes_put_roaring_array(&bytes,
                                round % 4 == 0 ? ROARING_NATIVE : ROARING_PORTABLE,
                                values, n, round % 3 == 0 ? NULL : &random);
        CHECK(decode_array(bytes_slice(&bytes), UINT64_MAX, &rows, &error) == OK);
        CHECK(has_rows(&rows, values, n));
        row_bitmap_release(&rows);
        if (n > 0) {
            CHECK(decode_array(bytes_slice(&bytes), values[n - 1], &rows, &error) ==
                  CORRUPT);
            row_bitmap_release(&rows);
        }
        bytes_free(&bytes);
    }
}

/* A portable array of one bitmap: containers of key 1 (array), 2 (runs), 3 (bits). */
static void put_sample(struct bytes *bytes)
{
    uint32_t values[5003] = {65537, 65600};
    for (uint32_t i = 0; i < 5001; i++)
        values[2 + i] = 3 * 65536 + 2 * i;
    bytes_put_uint(bytes, ROARING_PORTABLE, 4);
    bytes_put_uint(bytes, 1, 8);
    bytes_put_uint(bytes, 0, 4);
    bytes_put_uint(bytes, ROARING_COOKIE_WITH_RUNS | 2 << 16, 4);
    bytes_put_u8(bytes, 2);
    static const uint32_t headers[] = {1, 1, 2, 6, 3, 5000};
    for (int i = 0; i < 6; i++)
        bytes_put_uint(bytes, headers[i], 2);
    bytes_put_roaring_container(bytes, values, 2, false);
    static const uint32_t runs[] = {2, 5, 3, 100, 2};
    for (int i = 0; i < 5; i++)
        bytes_put_uint(bytes, runs[i], 2);
    bytes_put_roaring_container(bytes, values + 2, 5001, false);
}

enum { KEYS = 21, ARRAY = 33, RUNS = 37, BITS = 47 }; /* offsets of its parts */

static void damage_is_refused_with_its_place(void)
{
    static const struct {
        size_t at;
        uint32_t size, value;
        const char *message;
    } changes[] = {
        {0, 4, 5, "no bitmap of deleted rows begins with the number 5"},
        {0, 4, ROARING_NATIVE,
         "bitmap 0 at byte 8: the bytes end within the cookie: 0 of 4 are left"},
        {4, 4, 0, "8227 bytes follow the last bitmap"},
        {4, 4, 2, "bitmap 1 at byte 8239: the bytes end within its key: 0 of 4 are left"},
        {8, 4, 1, "there cannot be 4294967297 bitmaps"},
        {12, 4, 0x80000000, "bitmap 0 at byte 12: its key 2147483648 is too large"},
        {16, 4, 12348,
         "bitmap 0 at byte 12: no Roaring bitmap begins with the number 12348"},
        {16, 4, 0xffff303b,
         "bitmap 0 at byte 12: the bytes end within the keys of the containers: 27 of "
         "262144 are left"},
        {KEYS, 2, 2,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: its key 2 is "
         "not above that before"},
        {KEYS + 4, 2, 0,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: its key 0 is "
         "not above that before"},
        {ARRAY, 2, 64,
         "bitmap 0 at byte 12: container 0 at byte 17 of a Roaring bitmap: its values do "
         "not ascend: 64 after 64"},
        {KEYS + 6, 2, 7,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: it has 7 "
         "values, not 8 as the header says"},
        {RUNS + 4, 2, 200,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: its run from "
         "100 to 102 is not after the one before"},
        {RUNS + 8, 2, 65500,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: its run from "
         "100 to 65600 exceeds 65535"},
        {RUNS, 2, 5000,
         "bitmap 0 at byte 12: container 1 at byte 21 of a Roaring bitmap: the bytes end "
         "within its runs: 8200 of 20000 are left"},
        {BITS, 2, 0,
         "bitmap 0 at byte 12: container 2 at byte 31 of a Roaring bitmap: it has 4993 "
         "values, not 5001 as the header says"},
        {KEYS + 10, 2, 4096,
         "bitmap 0 at byte 12: container 2 at byte 31 of a Roaring bitmap: it has 5001 "
         "values, not 4097 as the header says"},
        {KEYS + 10, 2, 65535,
         "bitmap 0 at byte 12: container 2 at byte 31 of a Roaring bitmap: it has 5001 "
         "values, not 65536 as the header says"},
    };
    struct bytes bytes = {0};
    put_sample(&bytes);
    for (size_t i = 0; i < COUNT_OF(changes) + 1; i++) {
        struct row_bitmap rows = {0};
        struct error error = {0};
        uint8_t *copy = exact_copy(bytes.data, bytes.size);
        for (uint32_t k = 0; i > 0 && k < changes[i - 1].size; k++)
            copy[changes[i - 1].at + k] = (uint8_t)(changes[i - 1].value >> 8 * k);
        enum status status = decode_array(slice_of(copy, bytes.size), UINT64_MAX, &rows,
                                          &error);
        CHECK(status == (i == 0 ? OK : CORRUPT));
        CHECK_TEXT(error.message, i == 0 ? "" : changes[i - 1].message);
        row_bitmap_release(&rows);
        free(copy);
    }
    bytes_free(&bytes);
}

/* A container of the runs 2 .. 7 and from `first` on, 3 values, n in all. */
static enum status decode_runs(unsigned first, unsigned n, struct error *error)
{
    struct bytes bytes = {0};
    struct row_bitmap rows = {0};
    const unsigned numbers[] = {0, n - 1, 2, 2, 5, first, 2};
    bytes_put_uint(&bytes, ROARING_COOKIE_WITH_RUNS, 4);
    bytes_put_u8(&bytes, 1);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        bytes_put_uint(&bytes, numbers[i], 2);
    struct slice cursor = bytes_slice(&bytes);
    enum status status = roaring_decode(&cursor, 0, UINT64_MAX, &rows, error);
    CHECK(status != OK || rows.n == n);
    row_bitmap_release(&rows);
    bytes_free(&bytes);
    return status;
}

static void runs_may_touch_but_not_overlap(void)
{
    struct error error = {0};
    CHECK(decode_runs(8, 9, &error) == OK);
    CHECK(decode_runs(7, 8, &error) == CORRUPT);
    error_clear(&error);
    CHECK(decode_runs(65533, 9, &error) == OK);
    CHECK(decode_runs(65534, 9, &error) == CORRUPT);
}

static void offsets_must_be_true(void)
{
    uint8_t bytes[sizeof croaring_runs];
    for (size_t i = 25; i < 45; i += 4) {
        struct row_bitmap rows = {0};
        struct error error = {0};
        struct slice cursor = slice_of(bytes, sizeof bytes - 1);
        memcpy(bytes, croaring_runs, sizeof bytes);
        bytes[i]++;
        CHECK(roaring_decode(&cursor, 0, UINT64_MAX, &rows, &error) == CORRUPT);
        CHECK(strstr(error.message, "the header says that it is at byte ") != NULL);
        row_bitmap_release(&rows);
    }
}

static void rows_beyond_the_end_are_refused(void)
{
    struct bytes bytes = {0};
    struct row_bitmap rows = {0};
    struct error error = {0};
    put_sample(&bytes);
    uint64_t end = 3 * 65536 + 10001;
    CHECK(decode_array(bytes_slice(&bytes), end, &rows, &error) == OK);
    row_bitmap_release(&rows);
    CHECK(decode_array(bytes_slice(&bytes), end - 1, &rows, &error) == CORRUPT);
    CHECK_TEXT(error.message,
               "bitmap 0 at byte 12: container 2 at byte 31 of a Roaring bitmap: it "
               "deletes row 206608 of a file of 206608 rows");
    row_bitmap_release(&rows);
    bytes_free(&bytes);
}

static void no_bytes_may_be_missing_or_left(void)
{
    struct bytes bytes = {0};
    put_sample(&bytes);
    for (size_t size = 0; size < bytes.size; size += size < 60 ? 1 : 997) {
        struct row_bitmap rows = {0};
        struct error error = {0};
        CHECK(decode_array(slice_of(bytes.data, size), UINT64_MAX, &rows, &error) ==
              CORRUPT);
        row_bitmap_release(&rows);
    }
    struct row_bitmap rows = {0};
    struct error error = {0};
    bytes_put_u8(&bytes, 0);
    CHECK(decode_array(bytes_slice(&bytes), UINT64_MAX, &rows, &error) == CORRUPT);
    CHECK_TEXT(error.message, "1 bytes follow the last bitmap");
    row_bitmap_release(&rows);
    bytes_free(&bytes);
}

static bool after_some(void *argument)
{
    int *left = argument;
    return --*left < 0;
}

static void failures_leave_nothing_behind(void)
{
    struct bytes bytes = {0};
    put_sample(&bytes);
    for (int n = 1;; n++) {
        struct row_bitmap rows = {0};
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = decode_array(bytes_slice(&bytes), UINT64_MAX, &rows, &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        row_bitmap_release(&rows);
        if (!has_failed)
            break;
    }
    bytes_free(&bytes);
}

static void long_work_can_be_interrupted(void)
{
    static uint64_t values[400000];
    struct bytes bytes = {0};
    struct row_bitmap rows = {0};
    struct error error = {0};
    int left = 2;
    struct interrupt interrupt = {.is_wanted = after_some, .argument = &left};
    for (uint64_t i = 0; i < COUNT_OF(values); i++)
        values[i] = 20 * i;
    bytes_put_roaring_array(&bytes, ROARING_PORTABLE, values, COUNT_OF(values), NULL);
    interrupt_begin(&interrupt);
    enum status status = decode_array(bytes_slice(&bytes), UINT64_MAX, &rows, &error);
    CHECK(interrupt_end(&interrupt, status, &error) == INTERRUPTED);
    CHECK(rows.n < COUNT_OF(values));
    row_bitmap_release(&rows);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(bitmaps_of_other_writers);
    RUN(arrays_of_other_writers);
    RUN(any_values_in_any_form);
    RUN(damage_is_refused_with_its_place);
    RUN(runs_may_touch_but_not_overlap);
    RUN(offsets_must_be_true);
    RUN(rows_beyond_the_end_are_refused);
    RUN(no_bytes_may_be_missing_or_left);
    RUN(failures_leave_nothing_behind);
    RUN(long_work_can_be_interrupted);
    return unit_test_done();
}
