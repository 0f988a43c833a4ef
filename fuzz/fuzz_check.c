/* SPDX-License-Identifier: MIT */
/*
 * fuzz_check.c - checks a whole file (file_check.h), with inputs as in fuzz_file.c: there
 * are findings or none, in bounded memory and, with an interrupt, in bounded time.
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "mutate_file.h"
#include "os/process.h"
#include "parquet/check/file_check.h"

enum { MOST_TAKEN = 10000, MOST_NANOSECONDS = 1000000000 };

/* Small files can claim very many values. */
static bool is_enough(void *argument)
{
    const uint64_t *start = argument;
    return os_nanoseconds() - *start > MOST_NANOSECONDS;
}

static void check_finding(const struct file_check *check, const struct finding *finding)
{
    const struct pq_schema_tree *tree = pq_file_check_schema(check);
    REQUIRE(finding->kind != NULL && finding->kind[0] != '\0');
    REQUIRE(finding->text[0] != '\0');
    REQUIRE(memchr(finding->text, 0, sizeof finding->text) != NULL);
    REQUIRE(finding->row_group >= -1 && finding->column >= -1);
    REQUIRE(finding->column < 0 || (tree != NULL && finding->column < tree->n_leaves));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    struct input_file *file;
    struct file_check *check = NULL;
    struct finding finding;
    struct error error = {0};
    uint64_t start = os_nanoseconds();
    bool found = true;
    if (size >= 4 && flags != 0)
        memcpy(copy, "PAR1", 4);
    REQUIRE(input_file_open_memory(slice_of(copy, size), &file, &error) == OK);
    struct interrupt interrupt = {.is_wanted = is_enough, .argument = &start};
    interrupt_begin(&interrupt);
    mem_fail_at(flags >= 0xe0 ? 1 + fail_at : 0, 0);
    enum status status = pq_file_check_open(file, NULL, &check, &error);
    REQUIRE((status == OK) == (check != NULL));
    for (int n = 0; status == OK && found && n < MOST_TAKEN; n++) {
        status = file_check_next(check, &finding, &found, &error);
        if (status == OK && found)
            check_finding(check, &finding);
    }
    mem_fail_at(0, 0);
    status = interrupt_end(&interrupt, status, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == NOMEM || status == INTERRUPTED);
    file_check_close(check);
    free(copy);
    return 0;
}
