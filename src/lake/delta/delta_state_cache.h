/* SPDX-License-Identifier: MIT */
/*
 * delta_state_cache.h - keeps states for all connections of the process.  A version that
 * one of them has read is not read again; of a later version, only the commits since are
 * read.
 *
 * A state is found by the last file of its version.  It is used only if each file of the
 * log from which it was made is unchanged, and the thread may open it.
 */
#ifndef LAKE_DELTA_DELTA_STATE_CACHE_H
#define LAKE_DELTA_DELTA_STATE_CACHE_H

#include "lake/delta/delta_replay.h"

/* All is borrowed. */
struct delta_state_wish {
    const struct delta_log *log;
    const struct delta_segment *segment;
    const struct lake_paths *paths;
    const struct dataset_opener *opener;
    struct file_identity newest; /* of the version's last file, before anything is read */
    struct delta_state *before;  /* of an earlier version of the same log; or NULL */
};

/* Sets *path to that of the last file of a version: its commit, if the log has it, or the
 * checkpoint of the segment. */
enum status delta_state_newest_path(const struct delta_log *log,
                                    const struct delta_segment *segment,
                                    struct buffer *path,
                                    struct error *error) CHECK_RESULT;

/* Gets a state from the cache, or from delta_replay() or delta_replay_since(). */
enum status delta_state_get(const struct delta_state_wish *wish,
                            struct delta_state **state, struct error *error) CHECK_RESULT;

#endif
