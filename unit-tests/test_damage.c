/* SPDX-License-Identifier: MIT */
/*
 * test_damage.c - good files, cut short and patched, give an error or an answer and never
 * crash.  Runs best under AddressSanitizer.
 */
#include "unit_testdata.h"

/* A few bytes can promise any number of rows; as many are asked for. */
enum { MOST_ROWS = 3000 };

/* Reads every column of what may be a file; whether that could be opened. */
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

/* ---- Cut short ----------------------------------------------------------------------
 */

static void check_cut(const char *name, struct slice bytes)
{
    int faults = unit_test_faults;
    for (size_t size = 0; size < bytes.size; size++)
        CHECK(!read_everything(slice_of(bytes.data, size)));
    if (faults != unit_test_faults)
        fprintf(stderr, "in %s\n", name);
}

static void files_cut_at_every_length(void)
{
    CHECK(for_each_file(2000, check_cut) > 0);
}

/* Without its front a file cannot be opened either, or what is read of it is wrong and
 * noticed: offsets point elsewhere. */
static void check_without_front(const char *name, struct slice bytes)
{
    (void)name;
    for (size_t n = 1; n < 30 && n < bytes.size; n++)
        CHECK(!read_everything(slice_of(bytes.data + n, bytes.size - n)));
}

static void files_without_their_front(void)
{
    CHECK(for_each_file(3000, check_without_front) > 0);
}

/* ---- Patched ------------------------------------------------------------------------
 */

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

static void every_byte_flipped(void)
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

static void every_value_of_every_footer_byte(void)
{
    CHECK(for_each_file(400, check_all_values) > 0);
}

/* Several bytes at once, in the footer and anywhere. */
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

static void bytes_patched_at_random(void)
{
    CHECK(for_each_file(100000, check_random_patches) > 0);
}

int main(void)
{
    RUN(files_cut_at_every_length);
    RUN(files_without_their_front);
    RUN(every_byte_flipped);
    RUN(every_value_of_every_footer_byte);
    RUN(bytes_patched_at_random);
    return unit_test_done();
}
