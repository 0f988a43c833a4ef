/* SPDX-License-Identifier: MIT */
/*
 * orc_check_sums.h - compares the sums of statistics with the values.  No reader relies
 * on them, but of a file without checksums they are what shows that a value has changed.
 */
#ifndef ORC_CHECK_SUMS_H
#define ORC_CHECK_SUMS_H

#include "orc/check/orc_check_claims.h"

/* Whether the sum of the statistics is that of the values, or unknown.  Damaged
 * statistics have none. */
enum status orc_sum_holds(const struct orc_context *context, uint32_t type,
                          const struct orc_statistics *statistics,
                          const struct orc_sum *sum, bool *holds,
                          struct error *error) CHECK_RESULT;

#endif
