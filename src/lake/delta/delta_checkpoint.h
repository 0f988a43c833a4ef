/* SPDX-License-Identifier: MIT */
/*
 * delta_checkpoint.h - reads the actions of one kind from a checkpoint or a sidecar: a
 * Parquet file with a column for each kind, one of which is not null in each row, or the
 * JSON of actions as in a commit.
 */
#ifndef LAKE_DELTA_CHECKPOINT_H
#define LAKE_DELTA_CHECKPOINT_H

#include "dataset/dataset_file.h"
#include "lake/delta/delta_actions.h"

struct delta_checkpoint_visitor {
    enum status (*visit)(void *context, const struct delta_action *action,
                         struct error *error);
    void *context;
    struct arena *arena; /* where actions live; NULL: during the call only */
};

/* Visits all actions of a kind.  Files are opened by the opener, JSON is read as it is.
 */
enum status delta_checkpoint_read(const char *path, bool is_json,
                                  const struct dataset_opener *opener,
                                  enum delta_kind kind,
                                  const struct delta_checkpoint_visitor *visitor,
                                  struct error *error) CHECK_RESULT;

#endif
