/* SPDX-License-Identifier: MIT */
/*
 * plan.h - what xBestIndex decides and xFilter carries out.
 *
 * The plan travels as text, which EXPLAIN QUERY PLAN shows:
 *
 *     plan     := "scan" | term { " and " term } [ order ] [ limit ]
 *     term     := subject comparison [ " nocase" | " rtrim" ] [ " text" ]
 *     subject  := name "#" number          a column, by its place in the table
 *               | "rowid"
 *     comparison := "=?" | "<>?" | "<?" | "<=?" | ">?" | ">=?" | " is ?" | " is not ?"
 *               | " is null" | " not null" | " in ?" | " like ?" | " glob ?"
 *     order    := " order by " name "#" number [ " desc" ]
 *     limit    := " limit ?" [ " offset ?" ] [ " exactly" ]
 *
 * One argv[i] for each term, in order, then one for the limit and one for the offset:
 * hints of how much will be wanted, unless "exactly" that much is to be returned.
 * "text" marks a right-hand side that is known to be text.  The name is for the reader,
 * letters of other alphabets and signs replaced by "_"; the number counts.
 */
#ifndef SQL_PLAN_H
#define SQL_PLAN_H

#include "sql/host/host_quirks.h"
#include "sql/table/constraint.h"
#include "sql/table/opened_file.h"

/* Whether the statement that is running may have an outer join; see host_quirks.h. */
enum outer_joins { OUTER_JOINS_UNKNOWN, OUTER_JOINS_NONE, OUTER_JOINS_POSSIBLE };

/* What the planning knows of the table and its surroundings. */
struct plan_context {
    sqlite3 *db;
    enum outer_joins *outer_joins; /* the cursor's: found out once; NULL in xBestIndex */
    struct collation_probe *collations; /* the table's */
    const struct opened_file *file;
    bool is_replaced; /* since the plan was made, by a file of another layout */
    bool *is_stale;   /* set by plan_refuse_stale(); NULL while a plan is made */
    const char *path; /* as _file shows it */
    bool pushdown;    /* the table's option */
    bool is_utf16;    /* the database's encoding */
};

enum { MOST_PLAN_TERMS = 32 };

struct plan_term {
    int column; /* of the table; -1: rowid */
    enum comparison comparison;
    enum collation collation;
    bool is_known_text;
};

struct plan {
    uint32_t n_terms;
    struct plan_term terms[MOST_PLAN_TERMS];
    int order_column; /* -1: in the order of rows */
    bool is_descending;
    bool has_limit, has_offset;
    bool limits_exactly;
};

/* Fills the outputs of sqlite3_index_info. */
int plan_choose(sqlite3_index_info *info, const struct plan_context *context);

/* Reads a plan's text back. */
void plan_parse(const char *text, struct plan *plan);

/* Fills a predicate (cleared) with what the plan's terms and their values say.  The
 * values' own memory is not needed afterwards. */
enum status plan_predicate(const struct plan *plan, const struct plan_context *context,
                           sqlite3_value **argv, struct predicate *predicate,
                           struct error *error) CHECK_RESULT;

/* The error of a plan that was made for another file and fails with this one, because of
 * how a column is stored. */
enum status plan_refuse_stale(const struct plan_context *context, int column,
                              const char *how, struct error *error);

/* How many rows the plan's limit and offset let expect; UINT64_MAX: any number. */
uint64_t plan_rows_wanted(const struct plan *plan, sqlite3_value **argv);

/* For xBestIndex of a table whose file is not there. */
int plan_nothing(sqlite3_index_info *info);

#endif
