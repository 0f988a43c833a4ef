/* SPDX-License-Identifier: MIT */
/*
 * orc_check_claims.h - compares the statistics of a stride, a stripe or the file with the
 * values.
 *
 * Bounds that readers ignore (stripe_statistics.h lists them) are not checked.
 */
#ifndef ORC_CHECK_CLAIMS_H
#define ORC_CHECK_CLAIMS_H

#include "orc/check/orc_check_values.h"
#include "scan/findings.h"
#include "orc/facts/stripe_statistics.h"

/* A ColumnStatistics message and the values that it is about. */
struct orc_claims {
    struct slice message; /* data NULL: there is none */
    enum orc_statistics_level level;
    const char *prefix; /* begins findings: "stride 3" */
    const struct orc_tally *tally;
    bool is_partial; /* not all values could be read, so they are not counted */
};

/* Adds findings for wrong claims about a type.  *n_wrong, which may be NULL: how many are
 * wrong, unless there are none to check. */
enum status orc_check_claims(struct findings *findings, const struct orc_context *context,
                             uint32_t type, const struct orc_claims *claims,
                             unsigned *n_wrong, struct error *error) CHECK_RESULT;

#endif
