/* SPDX-License-Identifier: MIT */
/*
 * unit_test.h - runs tests, and counts those that pass and fail.
 *
 *     static void reads_what_was_written(void) { CHECK(1 + 1 == 2); }
 *     int main(void) { RUN(reads_what_was_written); return unit_test_done(); }
 *
 * A failed CHECK is reported, and the test goes on.  unit_test_done() prints
 * `N passed, N failed`, the numbers of tests, and returns the exit status.
 */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <stdio.h>

static int unit_test_passed, unit_test_failed, unit_test_faults;

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            unit_test_faults++;                                                          \
            fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);       \
        }                                                                                \
    } while (0)

#define CHECK_TEXT(got, expected)                                                        \
    do {                                                                                 \
        if (strcmp((got), (expected)) != 0) {                                            \
            unit_test_faults++;                                                          \
            fprintf(stderr, "%s:%d: got \"%s\", expected \"%s\"\n", __FILE__, __LINE__,  \
                    (got), (expected));                                                  \
        }                                                                                \
    } while (0)

#define RUN(test)                                                                        \
    do {                                                                                 \
        int faults_before = unit_test_faults;                                            \
        test();                                                                          \
        if (unit_test_faults == faults_before) {                                         \
            unit_test_passed++;                                                          \
        } else {                                                                         \
            unit_test_failed++;                                                          \
            fprintf(stderr, "FAILED: %s: %s\n", __FILE__, #test);                        \
        }                                                                                \
    } while (0)

static inline int unit_test_done(void)
{
    printf("%d passed, %d failed\n", unit_test_passed, unit_test_failed);
    return unit_test_failed > 0;
}

#endif
