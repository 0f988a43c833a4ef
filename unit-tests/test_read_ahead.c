/* SPDX-License-Identifier: MIT */
/*
 * test_read_ahead.c - reading ahead gives the bytes of the file, in few reads where they
 * follow each other, and within its limits of memory.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/read_ahead.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { FILE_SIZE = 20 * 1000 * 1000 + 7 };

static int n_fetches;
static size_t n_fetched;

static uint8_t byte_at(int64_t offset)
{
    uint64_t mixed = (uint64_t)offset * UINT64_C(0x9e3779b97f4a7c15);
    return (uint8_t)(mixed >> 56);
}

static void fetch(int64_t offset, size_t size, uint8_t *bytes)
{
    CHECK(offset >= 0 && offset + (int64_t)size <= FILE_SIZE);
    for (size_t i = 0; i < size; i++)
        bytes[i] = byte_at(offset + (int64_t)i);
    n_fetches++;
    n_fetched += size;
}

/* Reads as vfs_file.c does. */
static void read_at(struct read_ahead *ahead, int64_t offset, size_t size, uint8_t *to)
{
    while (size > 0) {
        size_t n = read_ahead_copy(ahead, offset, size, to);
        to += n;
        offset += (int64_t)n;
        size -= n;
        if (n > 0)
            continue;
        struct read_window *window = read_ahead_next(ahead, offset, size, FILE_SIZE);
        if (window != NULL) {
            fetch(window->offset, window->size, window->bytes);
        } else {
            fetch(offset, size, to);
            size = 0;
        }
    }
}

static void check_read(struct read_ahead *ahead, int64_t offset, size_t size)
{
    static uint8_t bytes[2 << 20];
    bool are_equal = true;
    memset(bytes, 0, size);
    read_at(ahead, offset, size, bytes);
    for (size_t i = 0; i < size; i++)
        are_equal = are_equal && bytes[i] == byte_at(offset + (int64_t)i);
    CHECK(are_equal);
    size_t all = 0;
    for (size_t i = 0; i < READ_AHEAD_WINDOWS; i++)
        all += ahead->windows[i].size;
    CHECK(all <= READ_AHEAD_ALL);
}

/* n places are read on from, in pieces, in turn. */
static void read_side_by_side(int n_places, size_t piece, int most_fetches)
{
    struct read_ahead ahead = {0};
    int64_t each = FILE_SIZE / n_places;
    n_fetches = 0;
    n_fetched = 0;
    for (int64_t at = 0; at + (int64_t)piece <= each; at += (int64_t)piece) {
        for (int i = 0; i < n_places; i++)
            check_read(&ahead, i * each + at, piece);
    }
    CHECK(n_fetches <= most_fetches);
    CHECK(n_fetched <= FILE_SIZE + FILE_SIZE / 2);
    read_ahead_forget(&ahead);
}

static void anywhere(void)
{
    struct read_ahead ahead = {0};
    uint64_t state = 7;
    for (int i = 0; i < 3000; i++) {
        size_t size = 1 + random_below(&state, i % 50 == 0 ? 2 << 20 : 3000);
        int64_t offset = (int64_t)random_below(&state, FILE_SIZE - size + 1);
        check_read(&ahead, i % 3 == 0 ? FILE_SIZE - (int64_t)size : offset, size);
    }
    read_ahead_forget(&ahead);
    CHECK(read_ahead_copy(&ahead, 0, 1, &state) == 0);
    read_ahead_forget(&ahead);
}

/* Without memory to spare the bytes are read alone, and what was kept may be freed. */
static void little_memory(void)
{
    struct memory_account account = {.name = "test", .limit = 300 << 10};
    struct memory_scope before = memory_account_enter(&account);
    struct read_ahead ahead = {0};
    n_fetched = 0;
    for (int64_t at = 0; at < 1 << 20; at += 1000)
        check_read(&ahead, at, 1000);
    CHECK(n_fetched == 1049000);
    CHECK(account.used == 0);
    account.limit = 2 << 20;
    for (int64_t at = 0; at < 1 << 20; at += 1000)
        check_read(&ahead, at, 1000);
    CHECK(account.used > 0 && account.used < account.limit / 4);
    read_ahead_forget(&ahead);
    CHECK(account.used == 0);
    memory_scope_restore(before);
}

static void failing_allocation(void)
{
    struct read_ahead ahead = {0};
    check_read(&ahead, 0, 10);
    mem_fail_at(1, 0);
    CHECK(read_ahead_next(&ahead, READ_AHEAD_FIRST, 10, FILE_SIZE) == NULL);
    mem_fail_at(0, 0);
    check_read(&ahead, READ_AHEAD_FIRST, 10);
    read_ahead_forget(&ahead);
}

static void places_side_by_side(void)
{
    read_side_by_side(1, 1000, 30);
    read_side_by_side(6, 40000, 60);
    read_side_by_side(100, 3000, 320);
}

int main(void)
{
    RUN(places_side_by_side);
    RUN(anywhere);
    RUN(little_memory);
    RUN(failing_allocation);
    return unit_test_done();
}
