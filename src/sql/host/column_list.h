/* SPDX-License-Identifier: MIT */
/*
 * column_list.h - the fixed columns of a virtual table.  One row of a list is all there
 * is to a column: its name and declared type, and where its value is in the C struct that
 * holds the current row.
 *
 *     static const struct listed_column PAGE_COLUMNS[] = {
 *         SHOW("page_id INTEGER", struct page_row, number),
 *         SHOW_IF("num_rows INTEGER", struct page_row, header.num_rows, is_v2),
 *         SHOW_NAME("page_type TEXT", struct page_row, header.type, pq_page_type_name),
 *         SHOW_TEXT("crc TEXT", append_crc),
 *     };
 *
 * The C type of the member decides how it is shown:
 *
 *     bool, int32_t, uint32_t, int64_t    an integer
 *     int8_t                              an integer; NULL if it is negative
 *     uint64_t                            an integer; text from 2^63 on
 *     double                              a real number; NULL if it is NaN
 *     char *, const char *, struct slice  text; NULL if the pointer is NULL
 *     char []                             text
 *     struct buffer                       text; NULL if it is empty
 *
 *     SHOW_IF         NULL if another member, a bool, is false
 *     SHOW_NATURAL    an integer; NULL if it is negative
 *     SHOW_NAME       the name of an int or enum; without a name its number, or NULL if
 *                     that is negative
 *     SHOW_NAME64     the name of a uint64_t; its number if the name is "unknown"
 *     SHOW_BLOB       a slice as a BLOB
 *     SHOW_BYTES      a slice as text, or as a BLOB if it is not UTF-8
 *     SHOW_LIST       text that a function makes of a slice; NULL if its data is NULL
 *     SHOW_LIST_IF    the same; NULL only if another member, a bool, is false
 *     SHOW_MEMBER_BY  a function sets the result, and gets a pointer to a member
 *     SHOW_TEXT       text that a function makes of the row; NULL if it is empty
 *     SHOW_BY         a function sets the result
 *     ARGUMENT        a hidden column, which table_function.h shows; these come first
 */
#ifndef SQL_COLUMN_LIST_H
#define SQL_COLUMN_LIST_H

#include <stddef.h>

#include "base/buffer.h"
#include "sql/host/sqlite_api.h"

enum listed_kind {
    LISTED_ARGUMENT,
    LISTED_BOOL,
    LISTED_INT8,
    LISTED_INT32,
    LISTED_UINT32,
    LISTED_INT64,
    LISTED_UINT64,
    LISTED_DOUBLE,
    LISTED_STRING,
    LISTED_CHARACTERS,
    LISTED_SLICE,
    LISTED_BUFFER,
    LISTED_NAME,
    LISTED_NAME64,
    LISTED_BLOB,
    LISTED_BYTES,
    LISTED_LIST,
    LISTED_MEMBER_BY,
    LISTED_TEXT,
    LISTED_BY,
};

struct listed_column {
    const char *declaration;
    enum listed_kind kind;
    bool is_natural;
    size_t offset, flag; /* of members of the row's struct; flag 0: none */
    /* Functions that make text append it, and leave a failure in *error.  The row is not
     * const: functions may keep what they find in it. */
    union {
        const char *(*name)(int number); /* static; NULL: none */
        const char *(*name64)(uint64_t number);
        void (*list)(struct buffer *text, struct slice list, struct error *error);
        enum status (*at)(void *row, sqlite3_context *context, const void *member,
                          struct error *error);
        void (*text)(void *row, struct buffer *text, struct error *error);
        enum status (*result)(void *row, sqlite3_context *context, struct error *error);
    } by;
};

struct column_list {
    const struct listed_column *columns;
    int n;
};

/* ---- Rows of a list -------------------------------------------------------------- */

#define COLUMN_LIST(array)                                                               \
    {                                                                                    \
        .columns = (array), .n = (int)(sizeof(array) / sizeof *(array))                  \
    }

#define MEMBER_OF(type, member) (&((type *)0)->member)

/* Members of other C types are errors of the compiler. */
#define SHOWN_KIND(type, member)                                                         \
    _Generic(MEMBER_OF(type, member),                                                    \
             bool *: LISTED_BOOL,                                                        \
             int8_t *: LISTED_INT8,                                                      \
             int32_t *: LISTED_INT32,                                                    \
             uint32_t *: LISTED_UINT32,                                                  \
             int64_t *: LISTED_INT64,                                                    \
             uint64_t *: LISTED_UINT64,                                                  \
             double *: LISTED_DOUBLE,                                                    \
             char **: LISTED_STRING,                                                     \
             const char **: LISTED_STRING,                                               \
             char(*)[sizeof *MEMBER_OF(type, member)]: LISTED_CHARACTERS,                \
             struct slice *: LISTED_SLICE,                                               \
             struct buffer *: LISTED_BUFFER)
#define KIND_IF(type, member, c_type, kind)                                              \
    _Generic(MEMBER_OF(type, member), c_type * : kind)
#define FLAG_OF(type, member)                                                            \
    _Generic(MEMBER_OF(type, member), bool * : offsetof(type, member))

#define LISTED(declaration_, kind_, ...)                                                 \
    {                                                                                    \
        .declaration = (declaration_), .kind = (kind_), __VA_ARGS__                      \
    }
#define LISTED_AT(declaration, kind, type, member, ...)                                  \
    LISTED(declaration, kind, .offset = offsetof(type, member), __VA_ARGS__)

#define ARGUMENT(declaration) LISTED(declaration, LISTED_ARGUMENT, .flag = 0)
#define SHOW(declaration, type, member)                                                  \
    LISTED_AT(declaration, SHOWN_KIND(type, member), type, member, .flag = 0)
#define SHOW_IF(declaration, type, member, flag_)                                        \
    LISTED_AT(declaration, SHOWN_KIND(type, member), type, member,                       \
              .flag = FLAG_OF(type, flag_))
#define SHOW_NATURAL(declaration, type, member)                                          \
    LISTED_AT(declaration, SHOWN_KIND(type, member), type, member, .is_natural = true)
#define SHOW_NAME(declaration, type, member, function)                                   \
    LISTED_AT(                                                                           \
        declaration,                                                                     \
        _Generic(MEMBER_OF(type, member), int *: LISTED_NAME, unsigned *: LISTED_NAME),  \
        type, member, .by.name = (function))
#define SHOW_NAME64(declaration, type, member, function)                                 \
    LISTED_AT(declaration, KIND_IF(type, member, uint64_t, LISTED_NAME64), type, member, \
              .by.name64 = (function))
#define SHOW_SLICE_AS(declaration, kind, type, member, ...)                              \
    LISTED_AT(declaration, KIND_IF(type, member, struct slice, kind), type, member,      \
              __VA_ARGS__)
#define SHOW_BLOB(declaration, type, member)                                             \
    SHOW_SLICE_AS(declaration, LISTED_BLOB, type, member, .flag = 0)
#define SHOW_BYTES(declaration, type, member)                                            \
    SHOW_SLICE_AS(declaration, LISTED_BYTES, type, member, .flag = 0)
#define SHOW_LIST(declaration, type, member, function)                                   \
    SHOW_SLICE_AS(declaration, LISTED_LIST, type, member, .by.list = (function))
#define SHOW_LIST_IF(declaration, type, member, flag_, function)                         \
    SHOW_SLICE_AS(declaration, LISTED_LIST, type, member, .flag = FLAG_OF(type, flag_),  \
                  .by.list = (function))
#define SHOW_MEMBER_BY(declaration, type, member, function)                              \
    LISTED_AT(declaration, LISTED_MEMBER_BY, type, member, .by.at = (function))
#define SHOW_TEXT(declaration, function)                                                 \
    LISTED(declaration, LISTED_TEXT, .by.text = (function))
#define SHOW_BY(declaration, function)                                                   \
    LISTED(declaration, LISTED_BY, .by.result = (function))

/* ---- Lists ----------------------------------------------------------------------- */

/* The number of ARGUMENTs. */
int column_list_arguments(const struct column_list *list);

/* Declares a virtual table with the columns `first`, the arguments, the columns `next`,
 * and the others of the list; each of the two texts is empty or ends with ", ".  Returns
 * SQLite's code, with a message. */
int column_list_declare(sqlite3 *db, const struct column_list *list, const char *first,
                        const char *next, char **message);

/* Sets the result of column i for the row; without a result it is NULL. */
enum status column_list_show(const struct column_list *list, int i, void *row,
                             sqlite3_context *context, struct error *error) CHECK_RESULT;

/* ---- Results --------------------------------------------------------------------- *
 * Each function sets a result, or leaves it NULL, and returns the status to return. */

/* NULL if the slice's data is NULL. */
enum status result_slice(sqlite3_context *context, struct slice text) CHECK_RESULT;

/* The text that was appended to the buffer with this status.  Releases the buffer. */
enum status result_appended(sqlite3_context *context, struct buffer *text,
                            enum status status) CHECK_RESULT;

#endif
