/* SPDX-License-Identifier: MIT */
/*
 * fuzz_deletion_vector.c - any descriptor, and any file or text that it names: the path
 * stays in the table's folder, and no more rows are accepted than it states.  Half of the
 * files get the checksum that their bytes need.
 */
#include "base/hash.h"
#include "check_rows.h"
#include "lake/deletions/deletion_vector.h"

/* Puts the size and the checksum around a bitmap of `size` bytes at `offset`. */
static void repair(uint8_t *file, size_t file_size, size_t offset, size_t size)
{
    if (offset > file_size || file_size - offset < 8 || file_size - offset - 8 < size)
        return;
    uint32_t numbers[] = {(uint32_t)size, crc32_of(slice_of(file + offset + 4, size))};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
            file[offset + (i == 0 ? 0 : 4 + size) + (size_t)k] = (uint8_t)(numbers[i] >>
                                                                           (24 - 8 * k));
}

static void check_path(const struct deletion_vector *vector)
{
    struct buffer path = {0};
    struct error error = {0};
    bool is_absolute;
    enum status status = deletion_vector_path(vector, &path, &is_absolute, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        REQUIRE(path.size > 1 && strlen((const char *)path.data) == path.size - 1);
        REQUIRE(is_absolute ||
                (path.data[0] != '/' && strncmp((const char *)path.data, "../", 3) != 0));
    }
    buffer_release(&path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char storages[] = "upi";
    struct slice input = slice_of(data, size);
    struct row_bitmap rows = {0};
    struct error error = {0};
    struct input_file *file = NULL;
    bool is_repaired = choose(&input, 1) % 2 == 0;
    uint32_t kind = choose_below(&input, 4);
    struct deletion_vector vector = {.offset = (int64_t)choose(&input, 1) - 2,
                                     .size = (int64_t)choose(&input, 2) - 2,
                                     .cardinality = (int64_t)choose(&input, 2) - 1};
    uint8_t *copy = exact_copy(input, 0);
    vector.storage = slice_of(storages + kind % 3, 1);
    vector.text = slice_of(copy, input.size);
    check_path(&vector);
    if (is_repaired && kind != 2 && vector.offset >= 0 && vector.size >= 0)
        repair(copy, input.size, (size_t)vector.offset, (size_t)vector.size);
    REQUIRE(input_file_open_memory(slice_of(copy, input.size), &file, &error) == OK);
    enum status status =
        kind == 3 ? deletion_vector_read_blob(file, vector.offset, vector.size + 8,
                                              vector.cardinality, 100000, &rows, &error)
                  : deletion_vector_read(&vector, file, 100000, &rows, &error);
    require_error_fits(status, &error);
    require_sound_rows(&rows, status == OK ? 100000 : UINT64_MAX);
    REQUIRE(status != OK || vector.cardinality < 0 ||
            rows.n == (uint64_t)vector.cardinality);
    row_bitmap_release(&rows);
    input_file_close(file);
    free(copy);
    return 0;
}
