/* SPDX-License-Identifier: MIT */
/*
 * delta_history.h - the versions of a table whose commits are in its log, with their
 * times.
 *
 * The time of a version is commitInfo.inCommitTimestamp, where the table has that.
 * Otherwise it is the modification time of the commit's file, made greater than that of
 * the version before, as other readers do: after a copy it says when the table was
 * copied.
 */
#ifndef LAKE_DELTA_HISTORY_H
#define LAKE_DELTA_HISTORY_H

#include "lake/delta/delta_actions.h"
#include "lake/delta/delta_log.h"

struct delta_version {
    int64_t version;
    int64_t timestamp;             /* microseconds since 1970 */
    bool is_file_time;             /* the time is that of the file */
    struct delta_commit_info info; /* its texts live as long as the history */
};

/* A zeroed struct is empty. */
struct delta_history {
    struct delta_version *versions; /* ascending */
    size_t n;
    struct arena arena;
};

/* Reads the versions that can still be read and have a commit.  with_info: also what the
 * commits did. */
enum status delta_history_read(const struct delta_log *log, bool with_info,
                               struct delta_history *history,
                               struct error *error) CHECK_RESULT;
void delta_history_release(struct delta_history *history);

/* Finds the newest version that is not newer than a time in microseconds since 1970.
 * MISUSE if all are. */
enum status delta_history_at(const struct delta_log *log, int64_t timestamp,
                             int64_t *version, struct error *error) CHECK_RESULT;

#endif
