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
#include "lake/delta/delta_statistics.h"
#include "lake/paths/lake_path.h"

/* Beside its struct declared_file. */
struct delta_file {
    struct declared_value *partition;     /* of each partition column */
    const struct deletion_vector *vector; /* NULL: no row is deleted */
    struct delta_statistics statistics;
    int64_t modification_time; /* milliseconds since 1970; -1: not stated */
};

struct delta_state {
    struct arena arena; /* of all that follows, but for the two arrays */
    struct delta_protocol protocol;
    struct delta_metadata metadata;
    struct delta_schema schema;
    enum delta_mapping mapping;
    struct declared_file *declared_files;
    struct delta_file *files;
    uint32_t n_files;
    bool has_vectors;
};

/* Reads the state of a segment of the log; paths: of the table's folder.  A checkpoint
 * that cannot be read is passed over if the log has the version without it.  CORRUPT,
 * UNSUPPORTED, MISUSE of lake_path_map(), TOO_BIG. */
enum status delta_replay(const struct delta_log *log, const struct delta_segment *segment,
                         const struct lake_paths *paths,
                         const struct dataset_opener *opener, struct delta_state *state,
                         struct error *error) CHECK_RESULT;
void delta_state_release(struct delta_state *state);

#endif
