/* SPDX-License-Identifier: MIT */
/*
 * vector_plan.h - carries out a SELECT on vectors, or says why only SQLite can.
 *
 *     SELECT kind, sum(price) AS total FROM t WHERE id > 5 AND a < b
 *     GROUP BY kind HAVING total > 9 ORDER BY 2 DESC
 *
 *     SELECT 1 FROM t WHERE id > 5         batches of the rows that the table finds
 *     a < b, kind, sum(price)              a vector_query makes groups of them
 *     SELECT t0, (+x0) FROM _parquet_query_rows(?1) WHERE (+x0) > 9 ORDER BY 2 DESC, t0
 *                                          SQLite does the rest with the groups
 *
 * All three are statements of the connection, so its authorizer is asked as for the
 * SELECT itself.
 */
#ifndef SQL_VECTOR_PLAN_H
#define SQL_VECTOR_PLAN_H

#include "sql/module/batches.h"
#include "sql/query/typed_rows.h"
#include "vector/vector_query.h"

enum { MOST_ADDED_TERMS = 16 };

/* A condition on a column from outside of the SELECT. */
struct added_term {
    uint32_t source;
    enum expression_op op;
    sqlite3_value *value; /* borrowed until the plan has run */
};

/* A zeroed struct may be released. */
struct vector_plan {
    struct connection *connection; /* borrowed */
    int replaced;                  /* functions that are not SQLite's own */
    const char *schema; /* of the database file that has the statement; NULL: none has */
    struct arena arena;
    struct select_statement statement;
    struct expression *conditions[MOST_QUERY_FILTERS]; /* of WHERE: AND joins them */
    uint32_t n_conditions;
    const struct expression *keys[MOST_TYPED_KEYS]; /* of GROUP BY, or of DISTINCT */
    const char *path;                               /* of the table */
    struct opened_file *file;                       /* the same; one reference */
    struct vector_source *sources; /* of the table's columns, in their order */
    uint32_t n_sources;
    struct vector_query query;
    struct literal known[MOST_QUERY_AGGREGATES]; /* results; in the arena */
    struct typed_rows rows;                      /* the groups */
    struct buffer numbers;                       /* theirs, unless all are rows */
    struct buffer text;                          /* of the statement that reads them */
    struct added_term added[MOST_ADDED_TERMS];
    uint32_t n_added;
    bool is_outdated; /* vector_plan_run() has found another file: plan again */
};

/* Plans a SELECT, whose text must outlive the plan. schema: of the database file whose
 * schema has the text, which anybody may have written; NULL: the user.  replaced: that of
 * an earlier plan of the same statement, whose functions SQLite has chosen by then; -1:
 * there is none.  UNSUPPORTED, with the reason in a few words: only SQLite can run it. */
enum status vector_plan_init(struct vector_plan *plan, struct connection *connection,
                             const char *text, const char *schema, int replaced,
                             struct error *error) CHECK_RESULT;
void vector_plan_release(struct vector_plan *plan);

/* Whether a term of GROUP BY follows from those before it, and makes no more groups. */
bool vector_plan_key_follows(const struct vector_plan *plan, uint32_t term);

/* Whether no two rows are alike, as all keys are results. */
bool vector_plan_has_unique_rows(const struct vector_plan *plan);

/* The source whose values a result shows, if conditions on the result can be added
 * to the plan; false: it has none. */
bool vector_plan_result_source(const struct vector_plan *plan, uint32_t result,
                               uint32_t *source);

/* Reads the rows.  *statement: the one that returns the results, which the caller steps
 * and releases before the plan.  UNSUPPORTED as above; *code: SQLite's code for other
 * failures, whose message is sqlite3_errmsg(), or SQLITE_OK. */
enum status vector_plan_run(struct vector_plan *plan, struct reused_statement *statement,
                            int *code, struct error *error) CHECK_RESULT;

#endif
