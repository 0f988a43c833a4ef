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

/* Memory that states of a table share, of one version and the later ones that were made
 * of it.  What it has does not change once the first of them is made. */
struct delta_memory;

enum { DELTA_MOST_MEMORIES = 16 };

struct delta_state {
    /* Of all that follows, but for the two arrays; the last one is the state's own. */
    struct delta_memory *memories[DELTA_MOST_MEMORIES];
    uint32_t n_memories;
    struct delta_protocol protocol;
    struct delta_metadata metadata;
    struct delta_schema schema;
    enum delta_mapping mapping;
    struct declared_file *declared_files;
    struct delta_file *files;
    uint32_t n_files;
    bool has_vectors;
    bool has_empty_vectors; /* that name files, but delete no rows */
};

/* Reads the state of a segment of the log; paths: of the table's folder.  A checkpoint
 * that cannot be read is passed over if the log has the version without it.  CORRUPT,
 * UNSUPPORTED, MISUSE of lake_path_map(), TOO_BIG. */
enum status delta_replay(const struct delta_log *log, const struct delta_segment *segment,
                         const struct lake_paths *paths,
                         const struct dataset_opener *opener, struct delta_state *state,
                         struct error *error) CHECK_RESULT;

/* The same for a segment whose version comes after that of another state: only the
 * commits after `version_before` are read, all of which the log has.  The other state
 * does not change, and may be released.  *is_made is false if the state has to be made by
 * delta_replay(), because the commits change more than files, or cannot be read. */
enum status delta_replay_since(const struct delta_log *log,
                               const struct delta_segment *segment,
                               const struct lake_paths *paths,
                               const struct delta_state *before, int64_t version_before,
                               struct delta_state *state, bool *is_made,
                               struct error *error) CHECK_RESULT;
void delta_state_release(struct delta_state *state);

#endif
