/* SPDX-License-Identifier: MIT */
/*
 * dataset_shared.h - what a dataset and its copies in other threads share: the paths of
 * its files, their versions, and its columns.  Made when the dataset is opened; freed
 * with the last of them.
 */
#ifndef DATASET_DATASET_SHARED_H
#define DATASET_DATASET_SHARED_H

#include <stdatomic.h>

#include "dataset/dataset_columns.h"

/* Only versions and n_users change after it was made. */
struct dataset_shared {
    atomic_uint n_users;
    struct dataset_options options;
    uint32_t n_parts;
    struct dataset_path *paths; /* in `texts`, or the declared table's */
    _Atomic uint64_t *versions; /* of the files; 0: not known yet */
    struct dataset_columns columns;
    struct declared_table *declared; /* shared; NULL: files decide what columns exist */
    uint32_t first_part;             /* the first one with columns, if any has */
    struct arena texts;
};

/* Makes what a dataset of n > 0 files shares, with one user: copies the paths, and opens
 * one file or, to unite their columns, all. */
enum status dataset_shared_new(const struct dataset_path *paths, uint32_t n,
                               const struct dataset_options *options,
                               struct dataset_shared **shared,
                               struct error *error) CHECK_RESULT;

/* The same for a declared table, of which it becomes a user.  Opens no file. */
enum status dataset_shared_declare(struct declared_table *table,
                                   const struct dataset_options *options,
                                   struct dataset_shared **shared,
                                   struct error *error) CHECK_RESULT;

/* Adds a user, in any thread. */
void dataset_shared_retain(struct dataset_shared *shared);

/* Ends the use of it; NULL is allowed. */
void dataset_shared_release(struct dataset_shared *shared);

/* CHANGED if a part's file has another version than was found, or opened before. */
enum status dataset_shared_identify(const struct dataset_shared *shared, uint32_t part,
                                    struct table_file *file, struct error *error);

#endif
