/* SPDX-License-Identifier: MIT */
#include "base/expected_files.h"

#include <string.h>

#include "base/alloc.h"

static bool has(const struct expected_files *expected, const char *path)
{
    for (size_t i = expected->n; i > 0; i--) {
        if (strcmp(expected->files[i - 1].path, path) == 0)
            return true;
    }
    return false;
}

enum status expected_files_add(struct expected_files *expected, const char *path,
                               bool is_whole, struct error *error)
{
    if (!disk_file_is_far(path) || expected->n >= MOST_EXPECTED_FILES ||
        has(expected, path))
        return OK;
    const char *copy = arena_copy_text(&expected->paths, path, strlen(path));
    if (copy == NULL ||
        !mem_grow(&expected->files, expected->n + 1, sizeof *expected->files))
        return error_nomem(error);
    expected->files[expected->n++] = (struct expected_file){copy, is_whole};
    return OK;
}

enum status expected_files_ask(struct expected_files *expected, struct error *error)
{
    enum status status = disk_file_prefetch(expected->files, expected->n, error);
    expected_files_release(expected);
    return status;
}

void expected_files_release(struct expected_files *expected)
{
    mem_free(expected->files);
    arena_release(&expected->paths);
    *expected = (struct expected_files){.n = 0};
}

enum status expected_files_ask_whole(const char *path, struct error *error)
{
    const struct expected_file file = {path, true};
    return disk_file_prefetch(&file, 1, error);
}
