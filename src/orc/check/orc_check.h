/* SPDX-License-Identifier: MIT */
/*
 * orc_check.h - verifies an ORC file from end to end: checks every claim of its footer,
 * stripe footers, row indexes, Bloom filters and statistics against the values.
 *
 *     tail, types, places of the stripes
 *     per stripe   the stripe footer
 *                  each top-level column: values, and claims about them
 *     statistics of the file
 *
 * Each request for a finding checks one more part if necessary, so memory is bounded as
 * in reading.  Damage ends the check of its column in the stripe, not of the file.
 * Claims that readers ignore anyway, because the file's writer is known to get them
 * wrong, are not checked.
 */
#ifndef ORC_CHECK_H
#define ORC_CHECK_H

#include "scan/findings.h"
#include "orc/file/file_tail.h"

struct orc_check;

/* Opens a check.  It owns `input`, also after errors.  An unreadable tail is a finding,
 * the only one. */
enum status orc_check_open(struct input_file *input, struct orc_check **check,
                           struct error *error) CHECK_RESULT;

/* Returns the next finding; *found is false if there are no more.  Damage is never an
 * error: only external failures (status.h) and TOO_BIG from a memory limit are. */
enum status orc_check_next(struct orc_check *check, struct finding *finding, bool *found,
                           struct error *error) CHECK_RESULT;

/* NULL if the tail could not be read. */
const struct orc_tail *orc_check_tail(const struct orc_check *check);

void orc_check_close(struct orc_check *check); /* NULL is allowed */

#endif
