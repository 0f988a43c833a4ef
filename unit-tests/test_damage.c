/* SPDX-License-Identifier: MIT */
/*
 * test_damage.c - truncated and patched files give an error or a result and never crash.
 * Best run with AddressSanitizer.
 */
#include "unit_testdata.h"

/* A few bytes can declare any number of rows; at most this many are read. */
enum { MOST_ROWS = 3000 };

/* Reads every column, if the bytes can be opened as a file; returns whether they can. */
static bool read_everything(struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    enum status status = open_bytes(&opened, bytes, true, &error);
    CHECK((status == OK) == (error.message[0] == 0));
    if (status != OK)
        return false;
    for (uint32_t c = 0; c < opened.schema->n_columns && c < 50; c++) {
        struct rows rows = rows_of(&opened, c, MOST_ROWS);
        CHECK(rows.status != MISUSE && rows.status != IO);
        rows_free(&rows);
    }
    close_opened(&opened);
    return true;
}

/* ---- Truncated ---------------------------------------------------------------- */

static void check_truncated(const char *name, struct slice bytes)
{
    int faults = unit_test_faults;
    for (size_t size = 0; size < bytes.size; size++)
        CHECK(!read_everything(slice_of(bytes.data, size)));
    if (faults != unit_test_faults)
        fprintf(stderr, "in %s\n", name);
}

static void truncated_files_cannot_be_opened(void)
{
    CHECK(for_each_file(2000, check_truncated) > 0);
}

/* A file without its first bytes cannot be opened, or reading detects that offsets point
 * to the wrong places. */
static void check_without_front(const char *name, struct slice bytes)
{
    (void)name;
    for (size_t n = 1; n < 30 && n < bytes.size; n++)
        CHECK(!read_everything(slice_of(bytes.data + n, bytes.size - n)));
}

static void files_without_their_first_bytes_do_no_harm(void)
{
    CHECK(for_each_file(3000, check_without_front) > 0);
}

/* ---- Patched ------------------------------------------------------------------ */

static void patch(struct slice bytes, size_t at, uint8_t value)
{
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    copy[at] = value;
    read_everything(slice_of(copy, bytes.size));
    free(copy);
}

static void check_flips(const char *name, struct slice bytes)
{
    uint64_t random = bytes.size;
    (void)name;
    for (size_t at = 0; at < bytes.size; at++)
        patch(bytes, at, (uint8_t)(bytes.data[at] ^ (1 << random_below(&random, 8))));
}

static void flipped_bytes_do_no_harm(void)
{
    CHECK(for_each_file(1500, check_flips) > 0);
}

static void check_all_values(const char *name, struct slice bytes)
{
    uint32_t footer_size = load_u32(bytes.data + bytes.size - 8);
    (void)name;
    for (size_t at = bytes.size - 8 - footer_size; at < bytes.size; at++)
        for (unsigned value = 0; value < 256; value++)
            if (value != bytes.data[at])
                patch(bytes, at, (uint8_t)value);
}

static void all_values_of_footer_bytes_do_no_harm(void)
{
    CHECK(for_each_file(400, check_all_values) > 0);
}

/* Patches several bytes at once, in the footer and anywhere. */
static void check_random_patches(const char *name, struct slice bytes)
{
    uint64_t random = bytes.size + 1;
    uint32_t footer_size = load_u32(bytes.data + bytes.size - 8);
    (void)name;
    for (int i = 0; i < 40; i++) {
        uint8_t *copy = exact_copy(bytes.data, bytes.size);
        size_t range = i % 2 ? bytes.size : footer_size + 8;
        for (int k = 0; k < 1 + i % 5; k++)
            copy[bytes.size - 1 - random_below(&random, range)] = (uint8_t)next_random(
                &random);
        read_everything(slice_of(copy, bytes.size));
        free(copy);
    }
}

static void random_patches_do_no_harm(void)
{
    CHECK(for_each_file(100000, check_random_patches) > 0);
}

int main(void)
{
    RUN(truncated_files_cannot_be_opened);
    RUN(files_without_their_first_bytes_do_no_harm);
    RUN(flipped_bytes_do_no_harm);
    RUN(all_values_of_footer_bytes_do_no_harm);
    RUN(random_patches_do_no_harm);
    return unit_test_done();
}
