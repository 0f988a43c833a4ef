/* SPDX-License-Identifier: MIT */
/*
 * orc_check.h - verifies an ORC file from end to end: checks every claim of its footer,
 * stripe footers, row indexes, Bloom filters and statistics against the values.
 *
 *     tail, types, where the stripes are
 *     per stripe   the stripe footer
 *                  each top-level column: values, and claims about them
 *     statistics of the file
 *
 * Damage ends the check of its column in the stripe, not of the file.  Claims that
 * readers ignore anyway, because the file's writer is known to get them wrong, are not
 * checked.
 */
#ifndef ORC_CHECK_H
#define ORC_CHECK_H

#include "scan/findings.h"
#include "orc/file/file_tail.h"

/* Begins a check.  It owns `input`, also after errors.  An unreadable tail is a finding,
 * the only one. */
enum status orc_check_open(struct input_file *input, struct file_check **check,
                           struct error *error) CHECK_RESULT;

/* NULL if the tail could not be read, or has not been. */
const struct orc_tail *orc_check_tail(const struct file_check *check);

#endif
