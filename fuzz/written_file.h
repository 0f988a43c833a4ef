/* SPDX-License-Identifier: MIT */
/*
 * written_file.h - for fuzzers that write Parquet files: reads the file, and requires
 * that file_check.h finds nothing wrong with it.
 */
#ifndef FUZZ_WRITTEN_FILE_H
#define FUZZ_WRITTEN_FILE_H

#include "fuzz.h"
#include "parquet/check/file_check.h"

/* Returns the bytes in a block of fuzz_alloc().  The file must not be empty. */
static struct slice read_whole_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    REQUIRE(size > 0 && fseek(file, 0, SEEK_SET) == 0);
    uint8_t *bytes = fuzz_alloc((size_t)size);
    REQUIRE(fread(bytes, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    return slice_of(bytes, (size_t)size);
}

static void require_no_findings(struct slice file)
{
    struct input_file *input;
    struct file_check *check;
    struct finding finding;
    struct error error = {0};
    bool found;
    REQUIRE(input_file_open_memory(file, &input, &error) == OK);
    REQUIRE(pq_file_check_open(input, NULL, &check, &error) == OK);
    REQUIRE(file_check_next(check, &finding, &found, &error) == OK);
    if (found)
        fprintf(stderr, "row group %lld, column %lld: %s: %s\n",
                (long long)finding.row_group, (long long)finding.column, finding.kind,
                finding.text);
    REQUIRE(!found);
    file_check_close(check);
}

#endif
