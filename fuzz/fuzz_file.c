/* SPDX-License-Identifier: MIT */
/*
 * fuzz_file.c - a whole file.
 *
 * The first four bytes of the input are choices; the code under test sees "PAR1" instead,
 * so any Parquet file can be an input.
 */
#include "check_file.h"
#include "mutate_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    struct check_options options = {
        .file.verify_checksums = (flags & 0x0f) == 0x0f,
        .file.binary_as_text = flags & 0x10,
        .file.salvage = flags & 0x20,
        .fail_at = flags >= 0xe0 ? 1 + fail_at : 0,
        .seed = (uint32_t)choose(&input, 2),
    };
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    if (size >= 4 && flags != 0)
        memcpy(copy, "PAR1", 4);
    check_file(slice_of(copy, size), &options);
    free(copy);
    return 0;
}
