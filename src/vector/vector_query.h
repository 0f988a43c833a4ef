/* SPDX-License-Identifier: MIT */
/*
 * vector_query.h - groups and aggregates of the rows of a feed.
 *
 *     SELECT kind, sum(price) FROM t WHERE a < b GROUP BY kind
 *
 *     feed's batch -> filters (a < b) -> keys (kind) -> a group's number for each row
 *                                     -> aggregates (sum(price)) of each group
 *
 * The caller may let the feed test conditions; the filters test the others.  UNSUPPORTED,
 * from any function: only SQLite can run the statement exactly.
 */
#ifndef VECTOR_QUERY_H
#define VECTOR_QUERY_H

#include "feed/row_feed.h"
#include "vector/aggregate.h"
#include "vector/vector_program.h"

#define NO_NODE UINT32_MAX

enum {
    MOST_QUERY_KEYS = 16,
    MOST_QUERY_AGGREGATES = 128,
    MOST_QUERY_FILTERS = 64,
};

/* The sources that some nodes depend on; in the program's arena. */
struct used_sources {
    uint32_t n, *sources;
};

struct query_filter {
    struct used_sources used;
    uint32_t node;          /* NO_NODE: only the feed can test it */
    bool is_tested_by_feed; /* set by the caller: exactly */
};

struct query_aggregate {
    const struct expression *call; /* NULL: others are computed from it */
    enum aggregate_kind kind;
    uint32_t node;   /* of the argument; NO_NODE: count(*) */
    uint32_t filter; /* of FILTER (WHERE ...), or NO_NODE */
    uint32_t sums;   /* the aggregate with the state: itself, or an equal sum */
    bool is_known;   /* set by the caller, who has the result: rows are not added */
    /* If is_moved, the result is that of `sums` + the addend * the count of `count`. */
    bool is_moved;
    uint32_t count;
    int64_t addend;
    struct aggregate state;
};

/* A zeroed struct may be released. */
struct vector_query {
    struct vector_program program;
    bool sums_plainly; /* see aggregate.h */
    uint32_t n_filters, n_keys, n_aggregates;
    struct query_filter filters[MOST_QUERY_FILTERS];
    uint32_t keys[MOST_QUERY_KEYS]; /* nodes */
    struct query_aggregate aggregates[MOST_QUERY_AGGREGATES];
    struct group_table groups;
    bool has_begun, uses_columns;
    struct used_sources used; /* by keys and aggregates */

    /* The windows of the part of a batch that is being read, by source. */
    const struct scan_column **windows;
    uint64_t *generations;
    uint64_t base, end; /* positions of the feed; rows count from base */
    uint32_t n;
    uint32_t rows[BATCH_ROWS]; /* unless they are base .. base + n - 1 (is_dense) */
    bool is_dense;
    uint32_t numbers[BATCH_ROWS]; /* the rows' groups */
};

/* sources: see vector_program_init().  The caller then sets the members of query->program
 * that it knows about the database, and sums_plainly. */
enum status vector_query_init(struct vector_query *query,
                              const struct vector_source *sources, uint32_t n_sources,
                              struct error *error) CHECK_RESULT;
void vector_query_release(struct vector_query *query);

/* Adds a condition, which only the feed can test if it cannot be compiled. */
enum status vector_query_add_filter(struct vector_query *query,
                                    const struct expression *expression,
                                    struct error *error) CHECK_RESULT;
enum status vector_query_add_key(struct vector_query *query,
                                 const struct expression *expression,
                                 struct error *error) CHECK_RESULT;

/* Whether an expression is a call of an aggregate function that is known. */
bool is_aggregate_call(const struct expression *expression);

/* Adds the call unless an equal one is there; *number is its index. */
enum status vector_query_add_aggregate(struct vector_query *query,
                                       const struct expression *call, uint32_t *number,
                                       struct error *error) CHECK_RESULT;

/* The index of the aggregate that is equal to a call; n_aggregates: there is none. */
uint32_t vector_query_find(const struct vector_query *query,
                           const struct expression *call);

/* Sets is_used[i] for each source i that the query depends on. */
void vector_query_sources(const struct vector_query *query, uint8_t *is_used);

/* Adds the rows of a batch, from its current row on. */
enum status vector_query_add_batch(struct vector_query *query, struct row_feed *feed,
                                   const struct feed_batch *batch,
                                   struct error *error) CHECK_RESULT;

/* Called after the last batch: fails if only SQLite can compute one of the sums. */
enum status vector_query_finish(const struct vector_query *query,
                                struct error *error) CHECK_RESULT;

/* The number of groups. */
uint32_t vector_query_count(const struct vector_query *query);

/* Get a key or an aggregate of a group as an SQL value; its bytes may be in `text`, of
 * VALUE_TEXT_SIZE bytes. */
enum status vector_query_key(const struct vector_query *query, uint32_t group,
                             uint32_t key, char *text, struct literal *value,
                             struct error *error) CHECK_RESULT;
enum status vector_query_aggregate(const struct vector_query *query, uint32_t group,
                                   uint32_t aggregate, char *text, struct literal *value,
                                   struct error *error) CHECK_RESULT;

#endif
