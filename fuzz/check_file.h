/* SPDX-License-Identifier: MIT */
/*
 * check_file.h - opens a Parquet file in memory and reads it as check_table.h says.
 */
#ifndef FUZZ_CHECK_FILE_H
#define FUZZ_CHECK_FILE_H

#include "check_table.h"
#include "parquet/file_reader.h"

struct check_options {
    struct pq_file_options file;
    uint32_t seed;
    long fail_at; /* number of the allocation that fails; 0: none */
};

/* The results, valid until the next call; NULL if the file cannot be opened. */
static const struct table_check *check_file(struct slice bytes,
                                            const struct check_options *options)
{
    static struct table_check check;
    struct input_file *input;
    struct pq_file *file;
    struct error error = {0};
    /* Under the sanitizers, large values or very many rows take too long. */
    clock_t end = clock() + 2 * CLOCKS_PER_SEC; /* CPU time */
    struct interrupt interrupt = {.is_wanted = is_late, .argument = &end};
    struct memory_account account = {.name = "the fuzzer", .limit = 64 << 20};
    struct memory_scope before = memory_account_enter(&account);
    interrupt_begin(&interrupt);
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    check.steps = (struct steps){options->seed};
    check.memory_fails = options->fail_at > 0;
    check.is_salvaged = options->file.salvage;
    check.may_differ = false;
    check.is_cut_short = false;
    memset(check.good_rows, 0, sizeof check.good_rows);
    mem_fail_at(options->fail_at, 0);
    enum status status = pq_file_open(input, &options->file, &file, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        check.file = pq_file_as_table_file(file);
        check_open_file(&check);
        pq_file_close(file);
    } else {
        REQUIRE(file == NULL);
        input_file_close(input);
    }
    mem_fail_at(0, 0);
    buffer_release(&check.json);
    (void)interrupt_end(&interrupt, OK, &error);
    memory_scope_restore(before);
    REQUIRE(account.used == 0);
    return status == OK ? &check : NULL;
}

#endif
