/* SPDX-License-Identifier: MIT */
/*
 * lake_listing.h - what users are shown of a lake table beside its rows: its snapshots
 * and its properties.
 */
#ifndef LAKE_LAKE_LISTING_H
#define LAKE_LAKE_LISTING_H

#include "base/arena.h"
#include "dataset/declared_table.h"
#include "dataset/lake_folder.h"

/* A version of a Delta table, or a snapshot of an Iceberg table. */
struct lake_snapshot {
    bool has_id, has_parent;
    int64_t id, parent_id;
    struct instant committed_at; /* UTC */
    struct slice operation;      /* without data: not stated */
    struct slice summary;        /* JSON; empty: none */
    int64_t sequence_number;     /* of Iceberg */
    struct slice manifest_list;  /* of Iceberg: its location */
    struct slice refs; /* a JSON array of the branches and tags that name it; empty: none
                        */
    bool is_current;
};

/* NULL may be closed. */
struct lake_snapshots;

/* Opens the list of the table at the path, by its log or metadata file only: no data
 * file, manifest or checkpoint is read.  CANTOPEN, MISUSE, CORRUPT, UNSUPPORTED. */
enum status lake_snapshots_open(const char *path, enum lake_kind kind,
                                struct lake_snapshots **list,
                                struct error *error) CHECK_RESULT;
/* The next snapshot, in the order of the log or the metadata file.  Slices are valid
 * until the next call. */
enum status lake_snapshots_next(struct lake_snapshots *list,
                                struct lake_snapshot *snapshot, bool *is_there,
                                struct error *error) CHECK_RESULT;
void lake_snapshots_close(struct lake_snapshots *list);

/* A file of an Iceberg snapshot: of data or of deletes. */
struct lake_entry {
    const char *content; /* DATA, POSITION_DELETES or EQUALITY_DELETES */
    const char *format;  /* PARQUET, ... */
    struct slice location;
    uint64_t n_rows;
    int64_t sequence_number; /* of its contents */
};

/* Sets the n-th file of an open Iceberg table; false: there is none. */
bool lake_entry_at(const struct declared_table *table, uint64_t n,
                   struct lake_entry *entry);

struct lake_property {
    struct slice name, value;
    bool is_set; /* in the table's properties; else it is a fact about the table */
};

/* A zeroed struct may be released. */
struct lake_properties {
    struct lake_property *properties;
    size_t n;
    struct arena arena;
};

/* Lists the properties of an open table of the kind, which must outlive the empty struct
 * that gets them; it is released in any case. */
enum status lake_properties_read(const struct declared_table *table, enum lake_kind kind,
                                 struct lake_properties *list,
                                 struct error *error) CHECK_RESULT;
void lake_properties_release(struct lake_properties *list);

#endif
