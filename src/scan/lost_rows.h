/* SPDX-License-Identifier: MIT */
/*
 * lost_rows.h - the lost rows of a column (struct lost_rows of table_file.h) as a
 * selection, and a column_reader that returns nulls in their place.
 */
#ifndef SCAN_LOST_ROWS_H
#define SCAN_LOST_ROWS_H

#include "scan/row_selection.h"
#include "scan/table_file.h"

/* Appends the lost rows to the selection, each once; `first` is the number of the row
 * group's first row. */
enum status lost_rows_select(const struct lost_rows *rows, uint32_t n, uint64_t first,
                             struct row_selection *selection,
                             struct error *error) CHECK_RESULT;

/* Wraps a reader of the column and takes ownership of it, on failure too.  Rows that
 * file->ops reports as lost read as null; the inner reader reads only the others.  The
 * result offers neither a dictionary nor page statistics. */
enum status salvage_reader_open(struct table_file *file, uint32_t column,
                                struct column_reader *inner,
                                struct column_reader **reader,
                                struct error *error) CHECK_RESULT;

#endif
