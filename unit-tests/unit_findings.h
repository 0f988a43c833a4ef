/* SPDX-License-Identifier: MIT */
/*
 * unit_findings.h - runs file_check.h on a file in memory and expects no findings; and
 * interrupts the checks of any format.
 */
#ifndef UNIT_FINDINGS_H
#define UNIT_FINDINGS_H

#include "parquet/check/file_check.h"
#include "unit_test.h"

/* Interrupts the work at a poll: argument counts those before it. */
static inline bool count_down(void *argument)
{
    int *left = argument;
    return --*left < 0;
}

static inline bool has_no_findings(struct slice bytes)
{
    struct input_file *input;
    struct file_check *check;
    struct finding finding;
    struct error error = {0};
    bool found = false;
    CHECK(input_file_open_memory(bytes, &input, &error) == OK);
    CHECK(pq_file_check_open(input, NULL, &check, &error) == OK);
    CHECK(file_check_next(check, &finding, &found, &error) == OK);
    if (found)
        fprintf(stderr, "  row group %lld, leaf %lld: %s: %s\n",
                (long long)finding.row_group, (long long)finding.column, finding.kind,
                finding.text);
    file_check_close(check);
    return !found;
}

#endif
