/* SPDX-License-Identifier: MIT */
/*
 * delete_index.h - finds the files of deletes that apply to a data file.
 *
 *     deletion vector     of the data file; it replaces position deletes
 *     position deletes    same partition of the same spec, or of the data file only
 *     equality deletes    the same partition, or all if their spec has no partitions
 *
 * Position deletes apply to files whose sequence number is at most theirs, equality
 * deletes only to files whose number is below theirs.
 */
#ifndef LAKE_ICEBERG_DELETE_INDEX_H
#define LAKE_ICEBERG_DELETE_INDEX_H

#include "base/hash_table.h"
#include "lake/iceberg/manifest.h"

/* What a file of position deletes says of the paths in it, if it is not of one data file:
 * each data file of its partition asks. */
struct path_bounds {
    bool has_lower, has_upper;
    struct slice lower, upper;
};

/* A zeroed struct is one without deletes, and may be released.  It does not change once
 * it is made, so that threads may share it. */
struct delete_index {
    const struct iceberg_file_list *deletes; /* borrowed */
    uint64_t seed;
    /* The first file of deletes of each data file, and of each partition.  Those with the
     * same key are chained by numbers + 1; 0 ends a chain. */
    struct hash_table by_data_file, by_partition;
    uint32_t *next;
    struct path_bounds *paths; /* of each file */
    uint32_t everywhere;       /* the chain of those that apply to all partitions */
};

/* The files must not change while the index is used. */
enum status delete_index_make(const struct iceberg_file_list *deletes,
                              struct delete_index *index,
                              struct error *error) CHECK_RESULT;
void delete_index_release(struct delete_index *index);

/* The deletes of a data file.  A zeroed struct may be released. */
struct applicable_deletes {
    const struct iceberg_file *vector; /* NULL: none */
    const struct iceberg_file **positions, **equalities;
    uint32_t n_positions, n_equalities;
};

/* Replaces the deletes, whose memory is reused.  CORRUPT if the data file has several
 * deletion vectors. */
enum status delete_index_find(const struct delete_index *index,
                              const struct iceberg_file *data,
                              struct applicable_deletes *found,
                              struct error *error) CHECK_RESULT;
void applicable_deletes_release(struct applicable_deletes *found);

#endif
