/* SPDX-License-Identifier: MIT */
/* check_findings.h - adds findings with the severity of their kind. */
#ifndef PARQUET_CHECK_FINDINGS_H
#define PARQUET_CHECK_FINDINGS_H

#include "scan/findings.h"

/* Adds a finding with the severity that is usual for its kind; findings_add() adds one
 * that is more or less severe. */
void pq_find(struct findings *findings, const char *kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Handles a read failure; see findings_add_failure(). */
enum status pq_find_failure(struct findings *findings, const char *kind,
                            const struct error *failure,
                            struct error *error) CHECK_RESULT;

#endif
