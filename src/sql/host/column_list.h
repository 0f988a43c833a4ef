/* SPDX-License-Identifier: MIT */
/*
 * column_list.h - the fixed columns of a virtual table, as one list from which both their
 * numbers and their declaration are made:
 *
 *     #define PAGE_COLUMNS(X)            \
 *         X(PAGE_ID, "page_id INTEGER")  \
 *         X(PAGE_CRC, "crc TEXT")
 *
 *     enum page_columns { PAGE_COLUMNS(COLUMN_NUMBER) };
 *     PAGE_COLUMNS(COLUMN_DECLARATION)                  ", page_id INTEGER, crc TEXT"
 *
 * A `switch` over the enum has no `default`: then the compiler warns of a column that has
 * no case.
 */
#ifndef SQL_COLUMN_LIST_H
#define SQL_COLUMN_LIST_H

#define COLUMN_NUMBER(number, declaration) number,
#define COLUMN_DECLARATION(number, declaration) ", " declaration

#endif
