/* SPDX-License-Identifier: MIT */
/*
 * delta_log.h - the files of _delta_log, and which of them make a version.
 *
 *     N.json                                  the commit of version N, of 20 digits
 *     N.checkpoint.parquet                    all of version N
 *     N.checkpoint.P.Q.parquet                part P of Q
 *     N.checkpoint.UUID.json or .parquet      all of N; files are in _sidecars (V2)
 *
 * Other names are ignored: N.crc, N.M.compacted.json, temporary files, and
 * _last_checkpoint, which may be missing, wrong or older than the newest checkpoint.
 *
 * A version is the newest complete checkpoint at or below it, and all commits after that;
 * without a checkpoint, all commits from 0 on.
 */
#ifndef LAKE_DELTA_LOG_H
#define LAKE_DELTA_LOG_H

#include "base/buffer.h"
#include "base/expected_files.h"
#include "base/folder.h"

enum {
    DELTA_NEWEST = -1,
    DELTA_COMMITS_EXPECTED = MOST_EXPECTED_FILES - 1, /* at once, and the last one */
};

struct delta_checkpoint_name {
    int64_t version;
    uint32_t part, n_parts; /* 1 of 1 unless it has parts */
    bool is_json;
    const char *name;
};

/* A zeroed struct is empty. */
struct delta_log {
    char *folder; /* _delta_log, with a slash at its end */
    struct folder_listing listing;
    int64_t *commits; /* ascending */
    size_t n_commits;
    struct delta_checkpoint_name *checkpoints; /* ascending versions, and parts of each */
    size_t n_checkpoints;
};

/* What makes a version. */
struct delta_segment {
    int64_t version;
    int64_t first_commit; /* commits from here to the version; may be version + 1: none */
    const struct delta_checkpoint_name *checkpoint; /* its first part; NULL: none */
};

/* Lists the log of a table, whose folder ends with a slash or is "".  CANTOPEN if there
 * is none; CORRUPT if it has no version. */
enum status delta_log_list(const char *table_folder, struct delta_log *log,
                           struct error *error) CHECK_RESULT;
void delta_log_release(struct delta_log *log);

/* The newest version, and the oldest one that can still be read. */
int64_t delta_log_newest(const struct delta_log *log);
int64_t delta_log_oldest(const struct delta_log *log);

/* Finds what makes a version, or DELTA_NEWEST.  MISUSE if there is no such version, or no
 * longer; CORRUPT if commits are missing. */
enum status delta_log_choose(const struct delta_log *log, int64_t version,
                             struct delta_segment *segment,
                             struct error *error) CHECK_RESULT;

/* Makes the segment one of the same version without its checkpoint, which cannot be read:
 * with another one, or with all commits.  False if the log has no such segment. */
bool delta_log_choose_other(const struct delta_log *log, struct delta_segment *segment);

/* Whether the log has all commits from one on to a later one. */
bool delta_log_has_commits(const struct delta_log *log, int64_t first, int64_t last);

/* The next part of the segment's checkpoint; NULL: `part` is the last. */
const struct delta_checkpoint_name *
delta_log_next_part(const struct delta_checkpoint_name *part);

/* Sets *path to that of a commit or of another file of the log, zero-terminated. */
enum status delta_log_commit_path(const char *folder, int64_t version,
                                  struct buffer *path, struct error *error) CHECK_RESULT;
enum status delta_log_path(const char *folder, const char *name, struct buffer *path,
                           struct error *error) CHECK_RESULT;

/* Says that commits from one on to a later one, and parts of a checkpoint from one on, or
 * none, will be read: asks for as many as go together (expected_files.h), among them the
 * last commit. */
enum status delta_log_expect(const char *folder, int64_t first, int64_t last,
                             const struct delta_checkpoint_name *part,
                             struct error *error) CHECK_RESULT;

#endif
