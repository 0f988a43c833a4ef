/* SPDX-License-Identifier: MIT */
/*
 * plan.h - what xBestIndex decides and xFilter carries out.
 *
 * The plan is passed as text (idxStr), which EXPLAIN QUERY PLAN shows:
 *
 *     plan     := "scan" | term { " and " term } [ order ] [ limit ] [ reads ]
 *     term     := subject comparison [ " nocase" | " rtrim" | " instant" ] [ " text" ]
 *     subject  := name "#" number          a column, by its position in the table
 *               | "rowid"
 *     comparison := "=?" | "<>?" | "<?" | "<=?" | ">?" | ">=?" | " is ?" | " is not ?"
 *               | " is null" | " not null" | " in ?" | " like ?" | " glob ?"
 *     order    := sorting key { ", " key } [ " in " number " parts" ]
 *     sorting  := " order by " | " sort by " | " group by " | " distinct " | " count by "
 *     key      := name "#" number [ " desc" ]
 *     limit    := " limit ?" [ " offset ?" ] [ " exactly" ]
 *     reads    := " reads " number              of files that are far away
 *
 * argv has one value for each term, in order, then the limit and the offset.  They are
 * hints of how many rows will be read, unless "exactly" leaves the offset to the table:
 * SQLite then passes over no rows, and the first one returned is the first one wanted.
 * "order by" finds the next rows of the order as they are needed (scan/ordered_rows.h).
 * The others keep all rows in memory and sort them (rows/cached_order.h); "distinct"
 * keeps one for each combination of values (rows/distinct_rows.h), and "count by" one
 * with the number of rows that have it.  "in ... parts": only the columns of the order
 * fit in memory as a whole; the others are read for one part of the sorted rows after the
 * other. "text" marks a right-hand side that is known not to be a number.  The name is
 * for the reader, at most 24 bytes of it and "_" for all but ASCII letters, digits and
 * "."; only the number is parsed.
 * "reads" has the columns that the statement uses, as colUsed of sqlite3_index_info, in
 * hexadecimal: the scan announces what it will read of them (scan/scan_announce.h).
 */
#ifndef SQL_PLAN_H
#define SQL_PLAN_H

#include "rows/cached_order.h"
#include "sql/host/host_quirks.h"
#include "sql/table/constraint.h"
#include "sql/table/opened_file.h"

/* Whether the statement that is running may have an outer join; see host_quirks.h. */
enum outer_joins { OUTER_JOINS_UNKNOWN, OUTER_JOINS_NONE, OUTER_JOINS_POSSIBLE };

/* A condition on a column (-1: the rowid) that SQLite tests itself, if there is any. */
struct plan_untested {
    bool is_any;
    int column;
};

/* What planning and carrying out a plan need to know of the table and the connection. */
struct plan_context {
    sqlite3 *db;
    enum outer_joins *outer_joins;       /* the cursor's, set once; NULL in xBestIndex */
    struct reused_statement *collations; /* the table's */
    const struct opened_file *file;
    bool has_other_layout; /* the file, than the one that the plan was made for */
    bool *is_stale;        /* set by plan_refuse_stale(); NULL while a plan is made */
    /* Not NULL: rows are wanted in batches (module/batches.h), and the table is to test
     * all conditions; set if it cannot.  NULL also in xFilter. */
    struct plan_untested *untested;
    const char *path; /* the value of _file */
    bool pushdown;    /* the table's option */
    bool is_utf16;    /* the database's encoding */
};

enum { MOST_PLAN_TERMS = 32 };

struct plan_term {
    int column; /* index in the table; -1: rowid */
    enum comparison comparison;
    enum collation collation;
    bool is_known_text;
};

/* What becomes of the rows of a plan with an order. */
enum plan_sorting {
    SORTING_FINDS,  /* the next rows are found as they are needed */
    SORTING_SORTS,  /* all rows are cached and sorted */
    SORTING_GROUPS, /* the same, for GROUP BY or DISTINCT */
    /* The same, for DISTINCT: of rows with the same values one is enough. */
    SORTING_DISTINCT,
    /* The same, for statements that need no other columns: rows with the same values are
     * counted.  Few combinations are expected. */
    SORTING_COUNTS,
    N_SORTINGS
};

struct plan_order {
    int column; /* index in the table */
    bool is_descending;
};

struct plan {
    uint32_t n_terms;
    struct plan_term terms[MOST_PLAN_TERMS];
    uint32_t n_orders; /* 0: rows in the order of the file */
    struct plan_order orders[MOST_ORDER_COLUMNS];
    enum plan_sorting sorting;
    uint32_t n_parts; /* see above; 0 or 1: all columns fit */
    bool has_limit, has_offset;
    bool limits_exactly; /* see above; SQLite counts the rows up to the limit */
    bool has_reads;
    uint64_t reads; /* a bit for each column; the last one for all from 63 on */
};

/* Chooses the plan and fills the outputs of sqlite3_index_info; returns SQLite's code. */
int plan_choose(sqlite3_index_info *info, const struct plan_context *context);

/* Parses a plan's text; NULL is a plan of no terms. */
void plan_parse(const char *text, struct plan *plan);

/* The column of a term or an order; -1: that of rowids. */
const struct table_column *plan_column(const struct plan_context *context, int column);

struct constraint plan_constraint(const struct plan_context *context,
                                  const struct plan_term *term);

/* For a column of numeric affinity, SQLite converts text that looks like a number.  Does
 * so in the value itself: converting a copy crashes some hosts. */
void plan_convert_value(const struct plan_term *term, const struct plan_context *context,
                        sqlite3_value *value);

/* Fills a cleared predicate from the plan's terms and their values.  It keeps no pointer
 * to the values. */
enum status plan_predicate(const struct plan *plan, const struct plan_context *context,
                           sqlite3_value **argv, struct predicate *predicate,
                           struct error *error) CHECK_RESULT;

/* Whether the plan has terms that SQLite may have offered in the wrong place, as some
 * versions do, and the statement may have outer joins; see host_offers_outer_terms(). */
bool plan_ignores_outer_terms(const struct plan *plan,
                              const struct plan_context *context);

/* Sets *is_stale and the error of a plan that was made for another file and fails with
 * this one, because of how the column is stored. */
enum status plan_refuse_stale(const struct plan_context *context, int column,
                              const char *how, struct error *error);

/* Whether the plan has n terms on the column, and each accepts exactly the rows for which
 * its comparison is true. */
bool plan_tests_exactly(const struct plan *plan, const struct plan_context *context,
                        int column, uint32_t n);

/* The limit; UINT64_MAX if there is none. */
uint64_t plan_limit(const struct plan *plan, sqlite3_value **argv);

/* The offset; 0 if there is none. */
uint64_t plan_offset(const struct plan *plan, sqlite3_value **argv);

/* Tells the scan of a file that is far away which columns a pass will read, and about how
 * many rows. */
enum status plan_expect(const struct plan *plan, const struct plan_context *context,
                        sqlite3_value **argv, struct scan *scan,
                        struct error *error) CHECK_RESULT;

/* The number of rows that the table must leave out; see "exactly". */
uint64_t plan_rows_to_skip(const struct plan *plan, sqlite3_value **argv);

#endif
