/* SPDX-License-Identifier: MIT */
/*
 * write_partitions.h - the files of a write: one, or in a folder those of each partition,
 * one after the other.
 *
 * A partition is a combination of the values of the key columns; without keys there is
 * one.  Its files are in the folder key=value/... (dataset/hive_path.h).  Few are open at
 * a time, because each has a row group in memory: if another partition needs one, that
 * which was used least recently ends, and its partition begins a new file when it gets
 * further rows.
 */
#ifndef SQL_WRITE_PARTITIONS_H
#define SQL_WRITE_PARTITIONS_H

#include "base/hash_table.h"
#include "base/output_folder.h"
#include "convert/cell_batch.h"
#include "sql/write/write_columns.h"

enum {
    MOST_OPEN_PARTITIONS = 64,
    MOST_PARTITIONS = 100000,
};

struct partition {
    char *path; /* "a=1/b=2/", or "" */
    char *file; /* the path of the open file in the folder; NULL: none */
    struct output_file *output;
    struct pq_file_writer *writer; /* NULL: no file is open */
    uint64_t n_rows;               /* in the open file */
    uint64_t n_files, last_use;
};

/* Zeroed but for the first members, which are borrowed. */
struct write_partitions {
    const struct write_options *options;
    struct write_columns *columns;
    struct output_file *file;     /* the only one, or NULL: */
    struct output_folder *folder; /* of the files */
    struct partition *partitions;
    struct hash_table paths; /* of the partitions */
    uint32_t n, n_open;
    uint64_t n_uses, seed;
    int64_t bytes; /* of the files that ended */
    struct buffer
        listing; /* of these files, if it is wanted: a JSON array without its brackets */
    struct buffer key, last_key, path;
    uint32_t last; /* the partition of last_key */
};

/* Finds the partition of a row.  MISUSE if a key is a blob. */
enum status write_partitions_find(struct write_partitions *p,
                                  const struct cell_batch *batch, uint64_t row,
                                  uint32_t *partition, struct error *error) CHECK_RESULT;

/* Opens a file of the partition unless one is open. */
enum status write_partitions_open(struct write_partitions *p, uint32_t partition,
                                  struct error *error) CHECK_RESULT;

/* The number of rows that the open file, or else a new one, may still get. */
uint64_t write_partitions_room(const struct write_partitions *p, uint32_t partition);

/* Notes n more rows in the open file, and ends it if it is large enough. */
enum status write_partitions_add(struct write_partitions *p, uint32_t partition,
                                 uint64_t n, struct error *error) CHECK_RESULT;

/* Ends all files. */
enum status write_partitions_finish(struct write_partitions *p,
                                    struct error *error) CHECK_RESULT;

/* Discards all files. */
enum status write_partitions_clear(struct write_partitions *p,
                                   struct error *error) CHECK_RESULT;
void write_partitions_release(struct write_partitions *p);

#endif
