/* SPDX-License-Identifier: MIT */
/*
 * delta_table.h - a version of a Delta table as a declared_table (Delta transaction log
 * protocol, reader versions 1 to 3).
 *
 *     folder, version -> delta_log       which files of _delta_log make the version
 *                     -> delta_replay    which files the table has, from commits and
 *                                        checkpoints (delta_actions, delta_checkpoint)
 *                     -> delta_schema    its columns
 *                     -> delta_values, delta_statistics   what is known of each file
 *
 * The table is what its log says, never what the folder has.
 */
#ifndef LAKE_DELTA_TABLE_H
#define LAKE_DELTA_TABLE_H

#include "dataset/dataset_file.h"
#include "dataset/declared_table.h"
#include "lake/delta/delta_history.h"
#include "lake/delta/delta_replay.h"

struct delta_request {
    const char *folder;             /* ends with a slash, or is "": the current one */
    const struct lake_roots *roots; /* or NULL */
    int64_t version;                /* or DELTA_NEWEST, if there is no timestamp */
    bool has_timestamp;
    int64_t timestamp; /* microseconds since 1970: the newest version by then */
    const struct dataset_opener *opener; /* of checkpoints */
    /* A table of the same request that was opened earlier, or NULL: if it is of the
     * version that is found now, it is shared instead of read again; if of an earlier
     * one, only the commits since are read.  One of another format is of no use. */
    struct declared_table *before;
};

/* Opens a version, whose first user the caller is.  The request is borrowed for the call.
 * CANTOPEN: the folder has no log.  MISUSE: there is no such version, or a file is where
 * the user has not allowed it.  UNSUPPORTED: a feature of the protocol.  CORRUPT. */
enum status delta_table_open(const struct delta_request *request,
                             struct declared_table **table,
                             struct error *error) CHECK_RESULT;

/* Whether the log still has the same commit of this version, and none after it.  For
 * tables that were opened as the newest version. */
enum status delta_table_is_current(const struct declared_table *table, bool *is_current,
                                   struct error *error) CHECK_RESULT;

int64_t delta_table_version(const struct declared_table *table);

/* Protocol, properties and files; lives as long as the table. */
const struct delta_state *delta_table_state(const struct declared_table *table);

/* The versions of the table in a folder. */
enum status delta_table_history(const char *folder, struct delta_history *history,
                                struct error *error) CHECK_RESULT;

#endif
