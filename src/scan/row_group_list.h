/* SPDX-License-Identifier: MIT */
/*
 * row_group_list.h - the row groups of a file in the order of their rows; closed ones are
 * replaced when their file is opened.
 */
#ifndef SCAN_ROW_GROUP_LIST_H
#define SCAN_ROW_GROUP_LIST_H

#include "scan/table_file.h"

/* A zeroed struct may be released. */
struct row_group_list {
    uint32_t n;
    uint32_t n_opened; /* closed row groups that were replaced */
    struct row_group *groups;
};

enum status row_group_list_init(struct row_group_list *list, struct table_file *file,
                                struct error *error) CHECK_RESULT;
void row_group_list_release(struct row_group_list *list);

/* The index in the list of the row group that holds the row, or that of the next one. */
uint32_t row_group_list_find(const struct row_group_list *list, uint64_t row);

/* Replaces the closed row group at an index by those of its file, perhaps none.  They are
 * counted if it was. */
enum status row_group_list_open(struct row_group_list *list, struct table_file *file,
                                uint32_t index, struct error *error) CHECK_RESULT;

/* Clears is_counted. */
void row_group_list_forget_counted(struct row_group_list *list);

/* Opens all files of a table of many once: after that, row_group_count() is that of all
 * files, and estimate_size() is exact. */
enum status row_groups_know_all(struct table_file *file,
                                struct error *error) CHECK_RESULT;

#endif
