/* SPDX-License-Identifier: MIT */
/*
 * dataset_parts.h - the files of a dataset, opened when they are needed.  For the other
 * files of this folder.
 */
#ifndef DATASET_DATASET_PARTS_H
#define DATASET_DATASET_PARTS_H

#include "base/file_system.h"
#include "base/input_file.h"
#include "base/path.h"
#include "dataset/dataset_shared.h"

/* Files that are open at the same time, besides those being read: of a dataset, and of a
 * copy, of which there may be many. */
enum { DATASET_MOST_OPEN = 64, DATASET_MOST_OPEN_BY_COPY = 4 };

/* One file. */
struct dataset_part {
    struct table_file *file; /* NULL: not open */
    uint32_t *map; /* of the columns, once it was opened (dataset_columns_map()) */
    /* Of declared columns that the open file has, and what they refer to. */
    struct conversion *conversions;
    struct arena trees;
    bool is_known;                  /* it was opened: the next two members are right */
    uint32_t first_group, n_groups; /* its row groups have these numbers in the dataset */
    uint32_t n_readers;             /* of the open file */
    uint64_t last_use;
    struct read_totals
        counted; /* of the open file, as far as they are in the dataset's */
    int64_t bytes_counted;
};

struct dataset {
    struct table_file base; /* must be first */
    struct dataset_shared *shared;
    struct input_file input; /* counts the bytes that all files have read */
    struct dataset_part *parts;
    struct buffer groups; /* struct dataset_group: the row groups with numbers */
    struct buffer open;   /* uint32_t: the parts that are open */
    /* Converted to the united columns' types: */
    struct buffer *ranges; /* of each column, struct page_range; NULL: none yet */
    struct buffer probed;  /* union column_value */
    /* Of a copy, which other threads use: those of the thread that made it. */
    struct folders confines;
    const struct file_system_rights *rights; /* of a copy: those of its maker's thread */
    bool is_copy, is_confined;
    uint32_t n_known; /* parts that were opened once */
    uint64_t n_known_rows;
    uint64_t n_uses, n_dictionaries;
};

struct dataset_group {
    uint32_t part;
    uint64_t n_rows;
};

static inline struct dataset *dataset_of(struct table_file *file)
{
    return (struct dataset *)file;
}

/* Numbers of closed row groups begin here: that of a part, plus its place. */
enum { FIRST_CLOSED = INT32_MAX };

/* A row group that is not closed. */
static inline const struct dataset_group *dataset_group(const struct dataset *dataset,
                                                        uint32_t row_group)
{
    return (const struct dataset_group *)(const void *)dataset->groups.data + row_group;
}

/* The part to which a row group belongs, whether it is closed or not. */
uint32_t dataset_part_of(const struct dataset *dataset, uint32_t row_group);

/* Opens the part unless it is open.  Others that are not read may be closed. */
enum status dataset_part_open(struct dataset *dataset, uint32_t part,
                              struct error *error) CHECK_RESULT;

/* Asks for the files of n closed row groups that will be opened soon, and for those that
 * say which of their rows are deleted, or only for these (table_file_ops.expect_files()).
 */
enum status dataset_parts_prefetch(const struct dataset *dataset,
                                   const uint32_t *row_groups, size_t n,
                                   bool of_deleted_only,
                                   struct error *error) CHECK_RESULT;

/* The open file of a row group, whose number there is *row_group from then on. */
enum status dataset_file_of(struct dataset *dataset, uint32_t *row_group,
                            struct dataset_part **part, struct error *error) CHECK_RESULT;

/* How the values of a column that the part's open file has become those of the
 * dataset's. */
struct conversion dataset_part_conversion(const struct dataset *dataset,
                                          const struct dataset_part *part,
                                          uint32_t column);

/* Adds what the part's file has read since the last call to the dataset's counts. */
void dataset_part_count(struct dataset *dataset, struct dataset_part *part);

/* Puts the path of the part in front of a message; returns the error's status. */
enum status dataset_part_locate(const struct dataset *dataset, uint32_t part,
                                struct error *error);

/* Sets the error that the part has no such column. */
enum status dataset_no_column(const struct dataset *dataset, uint32_t part,
                              uint32_t column, struct error *error);

/* Whether all rows of a part have the same value in a column, whatever the file has. */
bool dataset_has_constant(const struct dataset *dataset, uint32_t part, uint32_t column,
                          struct declared_value *value);

/* Whether all rows of a part that was opened have the same value because its file lacks
 * the column. */
bool dataset_has_absent(const struct dataset *dataset, uint32_t part, uint32_t column,
                        struct declared_value *value);

/* dataset_reader.c */
enum status dataset_open_column(struct table_file *file, uint32_t column,
                                struct column_reader **reader,
                                struct error *error) CHECK_RESULT;

#endif
