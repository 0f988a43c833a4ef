/* SPDX-License-Identifier: MIT */
/*
 * delta_actions.h - the actions of a Delta log, from their JSON: that of commits, and
 * that in which the columns of checkpoints are read.
 *
 *     {"add": {"path": "part-0.parquet", "partitionValues": {...}, ...}}
 *     {"remove": {...}}  {"metaData": {...}}  {"protocol": {...}}  {"commitInfo": {...}}
 *
 * Actions and members that are not known are ignored, as the protocol requires.
 */
#ifndef LAKE_DELTA_ACTIONS_H
#define LAKE_DELTA_ACTIONS_H

#include "lake/deletions/deletion_vector.h"
#include "lake/delta/delta_json.h"

/* An `add` or a `remove`. */
struct delta_file_action {
    struct slice path; /* percent-encoded */
    struct delta_pairs partition_values, parsed_partition_values;
    struct slice stats, parsed_stats; /* JSON; without data: none */
    int64_t size;                     /* bytes; -1: not stated */
    int64_t modification_time;        /* milliseconds since 1970; -1: not stated */
    struct deletion_vector vector;    /* its storage without data: there is none */
};

struct delta_metadata {
    struct slice id, name, description, provider, schema;
    struct delta_texts partition_columns;
    struct delta_pairs properties;
    struct slice text; /* the action's JSON */
    bool is_known;
};

struct delta_protocol {
    int64_t min_reader_version, min_writer_version;
    struct delta_texts reader_features, writer_features;
    struct slice text; /* the action's JSON */
    bool is_known;
};

struct delta_commit_info {
    int64_t timestamp, in_commit_timestamp; /* milliseconds since 1970; -1: not stated */
    struct slice operation, user, engine;
    struct slice parameters, metrics; /* JSON; without data: none */
};

enum delta_kind {
    DELTA_ADD,
    DELTA_REMOVE,
    DELTA_METADATA,
    DELTA_PROTOCOL,
    DELTA_COMMIT_INFO,
    DELTA_SIDECAR, /* a file_action with a path */
    DELTA_OTHER,
};

struct delta_action {
    enum delta_kind kind;
    struct delta_file_action file;
    struct delta_metadata metadata;
    struct delta_protocol protocol;
    struct delta_commit_info commit_info;
};

/* The name of a kind, as it is in the log; NULL for DELTA_OTHER. */
const char *delta_kind_name(enum delta_kind kind);

/* Reads the value of an action, which is next, into the member of its kind.  What it has
 * lives in the arena.  The kind becomes DELTA_OTHER if the value is null.  CORRUPT. */
enum status delta_action_read(struct delta_json *json, enum delta_kind kind,
                              struct arena *arena, struct delta_action *action,
                              struct error *error) CHECK_RESULT;

/* The actions in the text of a commit, or of a checkpoint that is JSON. */
struct delta_commit {
    struct slice rest; /* borrowed */
    struct delta_json json;
    uint64_t n; /* objects begun; counts the lines, usually */
    bool is_inside;
    unsigned wanted; /* bits 1 << kind of the actions that are read; others are passed */
    struct arena *files, *others; /* where adds and removes live, and other actions */
};

/* Starts at a text, with a zeroed struct or one after an earlier text; the caller has set
 * its arenas, and releases it at the end. */
void delta_commit_start(struct delta_commit *commit, struct slice text, unsigned wanted);
/* Reads the next wanted action.  Messages name the object that is CORRUPT. */
enum status delta_commit_next(struct delta_commit *commit, struct delta_action *action,
                              bool *is_end, struct error *error) CHECK_RESULT;
void delta_commit_release(struct delta_commit *commit);

#endif
