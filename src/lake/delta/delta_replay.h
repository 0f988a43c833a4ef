/* SPDX-License-Identifier: MIT */
/*
 * delta_replay.h - the state of a table at a version: reads a checkpoint and the commits
 * after it.
 *
 *     commits      from old to new: the last action of each file wins, and so do the last
 *                  metaData and protocol
 *     checkpoint   metaData and protocol, if no commit has them; then its files, but for
 *                  those that a commit has touched
 *
 * So only the files of the commits are looked up by their keys.
 */
#ifndef LAKE_DELTA_REPLAY_H
#define LAKE_DELTA_REPLAY_H

#include "dataset/dataset_file.h"
#include "lake/delta/delta_log.h"
#include "lake/delta/delta_state.h"
#include "lake/paths/lake_path.h"

/* Reads the state of a segment of the log, whose first user the caller is; paths: of the
 * table's folder.  A checkpoint that cannot be read is passed over if the log has the
 * version without it.  CORRUPT, UNSUPPORTED, MISUSE of lake_path_map(), TOO_BIG. */
enum status delta_replay(const struct delta_log *log, const struct delta_segment *segment,
                         const struct lake_paths *paths,
                         const struct dataset_opener *opener, struct delta_state **state,
                         struct error *error) CHECK_RESULT;

/* The same for a segment whose version comes after that of another state: only the
 * commits since are read, all of which the log has.  *state is NULL if it has to be made
 * by delta_replay(), because the commits change more than files, or cannot be read. */
enum status
delta_replay_since(const struct delta_log *log, const struct delta_segment *segment,
                   const struct lake_paths *paths, const struct delta_state *before,
                   struct delta_state **state, struct error *error) CHECK_RESULT;

#endif
