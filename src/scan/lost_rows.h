/* SPDX-License-Identifier: MIT */
/*
 * lost_rows.h - the lost rows of a column (struct lost_rows of table_file.h) as a
 * selection, and a column_reader that gives nulls in their place.
 */
#ifndef SCAN_LOST_ROWS_H
#define SCAN_LOST_ROWS_H

#include "scan/row_selection.h"
#include "scan/table_file.h"

/* Appends the rows, each once, with numbers from `first` on. */
enum status lost_rows_select(const struct lost_rows *rows, uint32_t n, uint64_t first,
                             struct row_selection *selection,
                             struct error *error) CHECK_RESULT;

/* Wraps a reader of the column, which it owns then, on failure too: what file->ops says
 * is lost reads as null, and the reader is only asked for the rest.  There is no
 * dictionary, and pages say nothing. */
enum status salvage_reader_open(struct table_file *file, uint32_t column,
                                struct column_reader *inner,
                                struct column_reader **reader,
                                struct error *error) CHECK_RESULT;

#endif
