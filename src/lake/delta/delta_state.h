/* SPDX-License-Identifier: MIT */
/*
 * delta_state.h - the state of a table at a version: its columns and files.  A state does
 * not change after it is made (delta_replay.h); threads and connections share it
 * (delta_state_cache.h).
 */
#ifndef LAKE_DELTA_STATE_H
#define LAKE_DELTA_STATE_H

#include "base/cache.h"
#include "lake/delta/delta_statistics.h"

/* Beside its struct declared_file. */
struct delta_file {
    struct declared_value *partition;     /* of each partition column */
    const struct deletion_vector *vector; /* NULL: no row is deleted */
    struct delta_statistics statistics;
    int64_t modification_time; /* milliseconds since 1970; -1: not stated */
};

/* A file of the log from which the state was made; its identity before it was read. */
struct delta_source {
    const char *path;
    struct file_identity identity;
};

struct delta_state {
    struct cached base; /* must be first */
    int64_t version;
    struct arena arena; /* of all that follows, but for the arrays that grow */
    struct delta_protocol protocol;
    struct delta_metadata metadata;
    struct delta_schema schema;
    enum delta_mapping mapping;
    struct declared_file *declared_files;
    struct delta_file *files;
    uint32_t n_files;
    bool has_vectors;
    bool has_empty_vectors; /* that name files, but delete no rows */
    struct delta_source *sources;
    uint32_t n_sources;
    bool has_settled; /* each source had: file_identity_is_settled() */
};

/* Allocates an empty state with one user, and enters its account until the caller
 * restores *scope.  NULL if out of memory. */
struct delta_state *delta_state_new(int64_t version, struct memory_scope *scope);

/* Ends the use of a state; NULL is allowed. */
void delta_state_release(struct delta_state *state);

/* Adds a file that will be read; one that cannot be examined leaves has_settled false. */
enum status delta_state_add_source(struct delta_state *state, const char *path,
                                   struct error *error) CHECK_RESULT;

/* Sets what is declared by protocol and metadata, which are known. */
enum status delta_state_interpret(struct delta_state *state,
                                  struct error *error) CHECK_RESULT;

/* Makes an empty state one of a later version that has the same columns, and was made of
 * the same sources; but without files, which it has room for. */
enum status delta_state_begin_after(struct delta_state *state,
                                    const struct delta_state *before,
                                    struct error *error) CHECK_RESULT;

/* Adds a file of the earlier version. */
enum status delta_state_take_file(struct delta_state *state,
                                  const struct delta_state *before, uint32_t file,
                                  struct error *error) CHECK_RESULT;

/* Puts the files in the order of their paths, byte by byte, so that rows have the same
 * numbers however the state was made: from which checkpoint, or from which other state.
 */
enum status delta_state_order_files(struct delta_state *state,
                                    struct error *error) CHECK_RESULT;

/* Copies a vector that has a bitmap. */
const struct deletion_vector *delta_state_copy_vector(struct delta_state *state,
                                                      const struct deletion_vector *from);

#endif
