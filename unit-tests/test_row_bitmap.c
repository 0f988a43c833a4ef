/* SPDX-License-Identifier: MIT */
/*
 * test_row_bitmap.c - sets of row numbers answer like an array of bits, whatever is added
 * in any order, and stay whole if memory runs out or the user interrupts (row_bitmap.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/row_bitmap.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* The blocks that rows of these tests are in, ascending. */
static const uint64_t keys[] = {0, 1, 2, 7, UINT64_C(1) << 40};
enum { N_KEYS = COUNT_OF(keys), N_ROWS = N_KEYS * ROW_BITMAP_BLOCK };

/* The set as an array: row k is number k % ROW_BITMAP_BLOCK of block k / ... */
static bool model[N_ROWS];

static uint64_t row_of(uint32_t k)
{
    return keys[k / ROW_BITMAP_BLOCK] * ROW_BITMAP_BLOCK + k % ROW_BITMAP_BLOCK;
}

static bool add(struct row_bitmap *bitmap, uint64_t row)
{
    struct error error = {0};
    return row_bitmap_add(bitmap, row, &error) == OK;
}

static bool add_range(struct row_bitmap *bitmap, uint64_t first, uint64_t end)
{
    struct error error = {0};
    return row_bitmap_add_range(bitmap, first, end, &error) == OK;
}

static void blocks_are_sound(const struct row_bitmap *bitmap)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < bitmap->n_blocks; i++) {
        const struct row_bitmap_block *block = &bitmap->blocks[i];
        CHECK(block->n > 0 && block->capacity <= ROW_BITMAP_MOST_IN_ARRAY);
        CHECK(block->capacity == 0 || block->n <= block->capacity);
        CHECK(i == 0 || block->key > block[-1].key);
        for (uint32_t k = 1; block->capacity > 0 && k < block->n; k++)
            CHECK(block->numbers[k - 1] < block->numbers[k]);
        n += block->n;
    }
    CHECK(n == bitmap->n);
}

/* Compares all answers with those of the model. */
static void has_the_rows_of_the_model(const struct row_bitmap *bitmap)
{
    uint64_t next = UINT64_MAX, n = 0;
    uint32_t n_wrong = 0;
    blocks_are_sound(bitmap);
    for (uint32_t k = N_ROWS; k-- > 0;) {
        uint64_t row = row_of(k);
        if (model[k])
            next = row;
        n += model[k];
        n_wrong += row_bitmap_contains(bitmap, row) != model[k] ||
                   row_bitmap_next(bitmap, row) != next ||
                   (k % 37 == 0 && row_bitmap_count(bitmap, row, UINT64_MAX) != n);
    }
    CHECK(n_wrong == 0);
    CHECK(bitmap->n == n && row_bitmap_count(bitmap, 0, UINT64_MAX) == n);
    CHECK(row_bitmap_count(bitmap, 5, 5) == 0 && row_bitmap_count(bitmap, 6, 5) == 0);
}

static void counts_and_filters_ranges(const struct row_bitmap *bitmap, uint64_t *random)
{
    uint32_t positions[3000], copy[3000];
    for (int round = 0; round < 200; round++) {
        uint32_t k = (uint32_t)random_below(random, N_ROWS), n = 0, kept = 0;
        uint64_t first = row_of(k), end = first + 1, count = 0;
        uint32_t step = 1 + (uint32_t)random_below(random, round % 3 == 0 ? 900 : 4);
        first -= least(first, random_below(random, 100));
        for (; k < N_ROWS && n < 3000 && row_of(k) - first < UINT32_MAX; k += step)
            positions[n++] = (uint32_t)(row_of(k) - first);
        if (n == 0)
            continue;
        end = first + positions[n - 1] + 1;
        for (uint32_t i = 0; i < N_ROWS; i++)
            count += model[i] && row_of(i) >= first && row_of(i) < end;
        CHECK(row_bitmap_count(bitmap, first, end) == count);
        for (uint32_t i = 0; i < n; i++) {
            copy[kept] = positions[i];
            kept += !row_bitmap_contains(bitmap, first + positions[i]);
        }
        CHECK(row_bitmap_filter(bitmap, first, positions, n) == kept);
        CHECK(memcmp(copy, positions, kept * sizeof *copy) == 0);
        kept = 0;
        n = (uint32_t)random_below(random, 3001);
        for (uint32_t i = 0; i < n; i++) {
            copy[kept] = i;
            kept += !row_bitmap_contains(bitmap, first + i);
        }
        CHECK(row_bitmap_list_absent(bitmap, first, n, positions) == kept);
        CHECK(memcmp(copy, positions, kept * sizeof *copy) == 0);
    }
}

/* Adds rows to a bitmap and the model: one, a range, or bits. */
static void add_some(struct row_bitmap *bitmap, uint64_t *random)
{
    uint32_t k = (uint32_t)random_below(random, N_ROWS);
    uint32_t in_block = ROW_BITMAP_BLOCK - k % ROW_BITMAP_BLOCK, n = 1;
    static uint64_t bits[ROW_BITMAP_WORDS];
    struct error error = {0};
    switch (random_below(random, 40)) {
    case 0:
        n = (uint32_t)least(1 + random_below(random, 9000), in_block);
        CHECK(add_range(bitmap, row_of(k), row_of(k) + n));
        break;
    case 1:
        memset(bits, 0, sizeof bits);
        for (uint32_t i = 0; i < 100; i++) {
            uint32_t number = (uint32_t)random_below(random, ROW_BITMAP_BLOCK);
            bits[number / 64] |= UINT64_C(1) << number % 64;
            model[k / ROW_BITMAP_BLOCK * ROW_BITMAP_BLOCK + number] = true;
        }
        n = 0;
        CHECK(row_bitmap_add_bits(bitmap, keys[k / ROW_BITMAP_BLOCK], bits, &error) ==
              OK);
        break;
    default:
        CHECK(add(bitmap, row_of(k)));
    }
    memset(model + k, true, n);
}

static void random_sets_are_like_arrays(void)
{
    uint64_t random = 1;
    static const uint32_t sizes[] = {0, 1, 5, 50, 400};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct row_bitmap bitmap = {0};
        memset(model, 0, sizeof model);
        for (uint32_t k = 0; k < sizes[i]; k++)
            add_some(&bitmap, &random);
        has_the_rows_of_the_model(&bitmap);
        counts_and_filters_ranges(&bitmap, &random);
        row_bitmap_release(&bitmap);
        CHECK(bitmap.n == 0 && bitmap.blocks == NULL);
        row_bitmap_release(&bitmap);
    }
}

static void rows_come_in_any_order(void)
{
    for (int order = 0; order < 3; order++) {
        struct row_bitmap bitmap = {0};
        memset(model, 0, sizeof model);
        for (uint32_t i = 0; i < N_ROWS; i += 13) {
            uint32_t k = order == 0   ? i
                         : order == 1 ? N_ROWS - 1 - i
                                      : (uint32_t)((uint64_t)i * 7919 % N_ROWS);
            CHECK(add(&bitmap, row_of(k)));
            model[k] = true;
            if (i % 2 == 0) /* again */
                CHECK(add(&bitmap, row_of(k)));
        }
        has_the_rows_of_the_model(&bitmap);
        row_bitmap_release(&bitmap);
    }
}

/* An array becomes bits with the 4,097th row, and not by rows that it has. */
static void arrays_become_bits(void)
{
    struct row_bitmap bitmap = {0};
    for (uint32_t i = 0; i < ROW_BITMAP_MOST_IN_ARRAY; i++)
        CHECK(add(&bitmap, 2 * i));
    CHECK(add(&bitmap, 8) && add_range(&bitmap, 10, 11));
    CHECK(bitmap.blocks[0].capacity == ROW_BITMAP_MOST_IN_ARRAY);
    CHECK(add(&bitmap, 1) && bitmap.blocks[0].capacity == 0);
    CHECK(bitmap.n == ROW_BITMAP_MOST_IN_ARRAY + 1 && bitmap.n_blocks == 1);
    row_bitmap_release(&bitmap);
}

static void ranges_span_blocks(void)
{
    struct row_bitmap bitmap = {0};
    uint32_t positions[] = {0, 1, 99990, 99991, 299989, 299990, 4000000000};
    CHECK(add_range(&bitmap, 100000, 300000) && add_range(&bitmap, 7, 7));
    CHECK(bitmap.n == 200000 && bitmap.n_blocks == 4);
    CHECK(add_range(&bitmap, 50000, 150000) && bitmap.n == 250000);
    CHECK(row_bitmap_next(&bitmap, 0) == 50000);
    CHECK(row_bitmap_next(&bitmap, 300000) == UINT64_MAX);
    CHECK(row_bitmap_count(&bitmap, 60000, 290000) == 230000);
    CHECK(row_bitmap_filter(&bitmap, 10, positions, 7) == 4);
    CHECK(positions[0] == 0 && positions[1] == 1 && positions[2] == 299990 &&
          positions[3] == 4000000000);
    row_bitmap_release(&bitmap);
}

/* Where a block begins, others end. */
static void first_rows_of_blocks(void)
{
    static const uint64_t bits[ROW_BITMAP_WORDS] = {1};
    struct row_bitmap bitmap = {0};
    struct error error = {0};
    const uint64_t first = 3 * ROW_BITMAP_BLOCK, other = 5 * ROW_BITMAP_BLOCK;
    uint32_t positions[] = {0, 65535, 65536, 65537, 131072, 196608, 196609};
    CHECK(add(&bitmap, first));
    CHECK(row_bitmap_add_bits(&bitmap, 5, bits, &error) == OK && bitmap.n == 2);
    CHECK(row_bitmap_next(&bitmap, 0) == first);
    CHECK(row_bitmap_next(&bitmap, first + 1) == other);
    CHECK(row_bitmap_next(&bitmap, other) == other);
    CHECK(row_bitmap_next(&bitmap, other + 1) == UINT64_MAX);
    CHECK(row_bitmap_count(&bitmap, first, other) == 1);
    CHECK(row_bitmap_count(&bitmap, first, other + 1) == 2);
    CHECK(row_bitmap_filter(&bitmap, first - 65536, positions, 7) == 5);
    CHECK(positions[0] == 0 && positions[1] == 65535 && positions[2] == 65537 &&
          positions[3] == 131072 && positions[4] == 196609);
    row_bitmap_release(&bitmap);
}

static void sets_are_united(void)
{
    uint64_t random = 2;
    struct error error = {0};
    struct row_bitmap a = {0}, b = {0};
    memset(model, 0, sizeof model);
    for (int i = 0; i < 200; i++) {
        add_some(&a, &random);
        add_some(&b, &random);
    }
    CHECK(row_bitmap_unite(&a, &b, &error) == OK);
    has_the_rows_of_the_model(&a);
    uint64_t n = a.n;
    CHECK(row_bitmap_unite(&a, &b, &error) == OK && a.n == n);
    row_bitmap_release(&b);
    CHECK(row_bitmap_unite(&a, &b, &error) == OK && a.n == n);
    CHECK(row_bitmap_unite(&b, &a, &error) == OK);
    has_the_rows_of_the_model(&b);
    row_bitmap_release(&a);
    row_bitmap_release(&b);
}

/* Adds rows in all ways until one fails. */
static enum status add_until_failure(struct row_bitmap *bitmap, struct error *error)
{
    static const uint64_t bits[ROW_BITMAP_WORDS] = {6};
    struct row_bitmap other = {0};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < 5000; i++)
        status = row_bitmap_add(bitmap, i * 3, error);
    for (uint32_t i = 12; status == OK && i > 0; i--) {
        status = row_bitmap_add_range(bitmap, i * 100000, i * 100000 + 9, error);
        if (status == OK)
            status = row_bitmap_add_bits(bitmap, i, bits, error);
        if (status == OK)
            status = row_bitmap_add_range(&other, i * 70000, i * 80000, error);
        if (status == OK)
            status = row_bitmap_unite(bitmap, &other, error);
    }
    row_bitmap_release(&other);
    return status;
}

static void failures_leave_a_sound_set(void)
{
    for (int n = 1;; n++) {
        struct row_bitmap bitmap = {0};
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = add_until_failure(&bitmap, &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK) && status == error.status);
        if (!has_failed) {
            row_bitmap_release(&bitmap);
            break;
        }
        blocks_are_sound(&bitmap);
        CHECK(add(&bitmap, 70000) && row_bitmap_contains(&bitmap, 70000));
        row_bitmap_release(&bitmap);
    }
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

static void adding_can_be_interrupted(void)
{
    struct row_bitmap bitmap = {0};
    struct error error = {0};
    struct interrupt interrupt = {.is_wanted = always};
    interrupt_begin(&interrupt);
    enum status status = row_bitmap_add_range(&bitmap, 0, UINT64_MAX, &error);
    CHECK(status == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, status, &error) == INTERRUPTED);
    blocks_are_sound(&bitmap);
    row_bitmap_release(&bitmap);
}

int main(void)
{
    RUN(random_sets_are_like_arrays);
    RUN(rows_come_in_any_order);
    RUN(arrays_become_bits);
    RUN(ranges_span_blocks);
    RUN(first_rows_of_blocks);
    RUN(sets_are_united);
    RUN(failures_leave_a_sound_set);
    RUN(adding_can_be_interrupted);
    return unit_test_done();
}
