/* SPDX-License-Identifier: MIT */
#include "sql/query/query_module.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"
#include "sql/query/kept_rows.h"
#include "sql/query/row_json.h"
#include "sql/query/select_text.h"
#include "sql/query/vector_plan.h"
#include "sql/query/view_columns.h"
#include "vector/sql_token.h"
#include "value/option_text.h"

struct query {
    struct connection *connection; /* borrowed */
    char *text;                    /* the SELECT; from mem_alloc() */
    char *schema;       /* of the table, if it is in a database file; else NULL */
    struct arena arena; /* of the names */
    const char **names; /* of the columns */
    int n_names;
    struct error refusal; /* why only SQLite can run it; OK: it runs on vectors */
};

struct query_table {
    sqlite3_vtab base; /* must be first */
    struct connection *connection;
    struct query query; /* of a function it has no text */
    bool is_function;
    int n_columns; /* 0: it could not be prepared */
    uint64_t seed; /* of the hashes of rows */
};

/* The columns of a function. */
enum { ROW_COLUMN, QUERY_COLUMN };

struct query_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    struct query *query;      /* the table's, or `own` */
    struct query own;         /* of a call of the function */
    struct buffer json;       /* the row */
    struct reused_statement statement;
    struct vector_plan *plan; /* whose groups the statement reads; NULL: SQLite runs it */
    struct kept_rows kept;
    bool keeps;        /* adds each row to these */
    bool has_too_many; /* for these: a pass has tried */
    bool has_all;      /* they are those of no condition from outside */
    unsigned n_passes;
    bool has_row;
    bool has_unique_rows; /* no two are alike: vector_plan_has_unique_rows() */
    sqlite3_int64 row;
};

static sqlite3 *db_of(const struct query_table *table)
{
    return table->connection->db;
}

/* ---- Statements ------------------------------------------------------------------ */

/* Removes semicolons and white space at the end of a text; NULL is allowed. */
static void trim(char *text)
{
    size_t size = text != NULL ? strlen(text) : 0;
    while (size > 0 && strchr(" \t\r\n;", text[size - 1]) != NULL)
        text[--size] = '\0';
}

/* Returns the connection's extended code and sets the table's message to its, for a code
 * of SQLite's. */
static int report_host(struct query_table *table, int code)
{
    if (code == SQLITE_OK || code == SQLITE_NOMEM)
        return code;
    sqlite3_free(table->base.zErrMsg);
    table->base.zErrMsg = sqlite3_mprintf("%s", sqlite3_errmsg(db_of(table)));
    int extended = sqlite3_extended_errcode(db_of(table));
    return (extended & 0xff) == (code & 0xff) ? extended : code;
}

static int report(struct query_table *table, enum status status,
                  const struct error *error)
{
    return report_to_table(&table->base, NULL, status, error);
}

static void query_release(struct query *query)
{
    mem_free(query->text);
    sqlite3_free(query->schema);
    arena_release(&query->arena);
    *query = (struct query){0};
}

/* Plans the SELECT for vectors; NULL: it cannot, and query->refusal has the reason, or a
 * failure is in *error.  replaced: see vector_plan_init(). */
static struct vector_plan *plan_query(struct query *query, int replaced,
                                      struct error *error)
{
    struct memory_scope before = memory_account_enter(&query->connection->memory);
    struct vector_plan *plan = mem_alloc_zeroed(1, sizeof *plan);
    enum status status = plan != NULL
                             ? vector_plan_init(plan, query->connection, query->text,
                                                query->schema, replaced, error)
                             : error_nomem(error);
    memory_scope_restore(before);
    error_clear(&query->refusal);
    if (status == UNSUPPORTED) {
        query->refusal = *error;
        error_clear(error);
    }
    if (status == OK)
        return plan;
    if (plan != NULL)
        vector_plan_release(plan);
    mem_free(plan);
    return NULL;
}

static void plan_free(struct vector_plan *plan)
{
    if (plan != NULL)
        vector_plan_release(plan);
    mem_free(plan);
}

/* Of a table in a database file, nothing is given to SQLite that is not known to be
 * harmless. */
static enum status refuse_rows(const struct query *query, struct error *error)
{
    if (query->schema == NULL)
        return OK;
    return error_set(error, MISUSE,
                     "only a temp table can run this SELECT, because %s: CREATE VIRTUAL "
                     "TABLE temp.name USING parquet_query(...)",
                     query->refusal.message);
}

/* Lets the text name the schema, as a temp table may have the table's name. */
static enum status name_schema(struct query *query, const struct select_statement *s,
                               struct error *error)
{
    struct buffer text = {0};
    const uint8_t *begin = (const uint8_t *)query->text, *at = s->table_text.data;
    buffer_add(&text, slice_of(begin, (size_t)(at - begin)), error);
    select_text_add_name(&text, s->schema, error);
    buffer_add_text(&text, ".", error);
    select_text_add_name(&text, s->table, error);
    at += s->table_text.size;
    buffer_add(&text, slice_of(at, strlen((const char *)at) + 1), error);
    if (error->status == OK) {
        mem_free(query->text);
        query->text = mem_copy_text((const char *)text.data, text.size - 1);
    }
    buffer_release(&text);
    return query->text != NULL ? error->status : error_nomem(error);
}

static enum status check_schema(struct query *query, struct error *error)
{
    if (query->schema == NULL)
        return OK;
    struct vector_plan *plan = plan_query(query, -1, error);
    enum status status = plan != NULL ? name_schema(query, &plan->statement, error)
                                      : error->status;
    plan_free(plan);
    return status == OK && query->refusal.status != OK ? refuse_rows(query, error)
                                                       : status;
}

static enum status keep_names(struct query *query, sqlite3_stmt *statement,
                              struct error *error)
{
    int n = query->n_names = sqlite3_column_count(statement);
    query->names = arena_alloc(&query->arena, (size_t)n + 1, sizeof *query->names);
    for (int i = 0; query->names != NULL && i < n; i++) {
        const char *name = sqlite3_column_name(statement, i);
        query->names[i] = name != NULL
                              ? arena_copy_text(&query->arena, name, strlen(name))
                              : NULL;
        if (query->names[i] == NULL)
            return error_nomem(error);
    }
    return query->names != NULL ? OK : error_nomem(error);
}

/* Whether the text begins as a SELECT does; a PRAGMA returns rows, too. */
static bool is_select(const char *text)
{
    struct slice rest = slice_of(text, strlen(text));
    struct sql_token token;
    struct error error = {0};
    return sql_token_next(&rest, &token, &error) == OK &&
           (sql_token_is(&token, "SELECT") || sql_token_is(&token, "VALUES") ||
            sql_token_is(&token, "WITH"));
}

/* Whether the text is one statement that only reads. */
static enum status check_text(struct query *query, int *code, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    const char *rest = "";
    if (!is_select(query->text))
        return error_set(error, MISUSE, "parquet_query needs one SELECT");
    *code = sqlite3_prepare_v2(query->connection->db, query->text, -1, &statement, &rest);
    bool reads = statement != NULL && sqlite3_column_count(statement) > 0 &&
                 sqlite3_stmt_readonly(statement);
    bool has_parameters = sqlite3_bind_parameter_count(statement) > 0;
    enum status status = statement != NULL ? keep_names(query, statement, error) : OK;
    sqlite3_finalize(statement);
    if (*code == SQLITE_OK && (!reads || *rest != '\0'))
        return error_set(error, MISUSE, "parquet_query needs one SELECT");
    if (*code == SQLITE_OK && has_parameters)
        return error_set(error, MISUSE,
                         "parameters are not allowed in the SELECT of a "
                         "parquet_query");
    return status;
}

/* ---- Calls ----------------------------------------------------------------------- */

/* Statements inside may read other tables of the module, or a view of this one: each
 * takes some of the stack, and preparing one may prepare several. */
enum { MOST_NESTED_CALLS = 10 };

/* Begins a call in which statements may run; *request: for end_call(). */
static enum status begin_call(struct connection *connection,
                              struct batch_request **request, struct error *error)
{
    *request = connection->batch_request;
    connection->batch_request = NULL; /* is not that of a statement inside */
    connection->n_queries++;
    /* A statement of batches reads a Parquet table. */
    if (*request != NULL && (*request)->is_planning)
        return error_set(error, UNSUPPORTED, "parquet_query has no batches");
    return connection->n_queries <= MOST_NESTED_CALLS
               ? OK
               : error_set(error, MISUSE,
                           "parquet_query reads itself, or is nested too deeply");
}

static void end_call(struct connection *connection, struct batch_request *request)
{
    connection->n_queries--;
    connection->batch_request = request;
}

/* ---- Tables ---------------------------------------------------------------------- */

static void table_free(struct query_table *table)
{
    query_release(&table->query);
    connection_release(table->connection);
    sqlite3_free(table);
}

static enum status misuse(struct error *error)
{
    return error_set(error, MISUSE,
                     "parquet_query needs one SELECT in quotes: "
                     "parquet_query('SELECT kind, count(*) FROM t GROUP BY kind')");
}

static enum status init(struct query_table *table, struct connection *connection,
                        int argc, const char *const *argv, struct error *error)
{
    struct query *query = &table->query;
    *table = (struct query_table){.connection = connection_retain(connection),
                                  .seed = hash_new_seed(),
                                  .is_function = argc == 3 &&
                                                 !statement_creates(connection->db)};
    query->connection = connection;
    if (table->is_function)
        return OK;
    if (argc != 4)
        return misuse(error);
    bool is_temp = sqlite3_stricmp(argv[1], "temp") == 0;
    query->text = option_dequote(option_trim(slice_of(argv[3], strlen(argv[3]))));
    trim(query->text);
    query->schema = is_temp ? NULL : sqlite3_mprintf("%s", argv[1]);
    return query->text == NULL || (!is_temp && query->schema == NULL) ? error_nomem(error)
                                                                      : OK;
}

/* Declares the columns; returns SQLite's code. */
static int declare(struct query_table *table)
{
    char *declaration = NULL;
    int code = view_columns(db_of(table), table->query.text, table->query.names,
                            &declaration, &table->n_columns);
    if (code == SQLITE_OK)
        code = host_declare_table(db_of(table), declaration);
    sqlite3_free(declaration);
    return code;
}

static int declare_function(sqlite3 *db)
{
    int code = host_declare_table(db, "CREATE TABLE x(row JSON TEXT, query HIDDEN)");
    return code == SQLITE_OK ? sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY) : code;
}

/* Makes the table usable; a code other than SQLITE_OK: sqlite3_errmsg() has the message.
 */
static enum status prepare(struct query_table *table, int *code, struct error *error)
{
    if (table->is_function) {
        *code = declare_function(db_of(table));
        return OK;
    }
    enum status status = check_schema(&table->query, error);
    if (status == OK)
        status = check_text(&table->query, code, error);
    if (status == OK && *code == SQLITE_OK)
        *code = declare(table);
    return status;
}

/* Both xCreate and xConnect: that makes the module a function, too. */
static int query_connect(sqlite3 *db, void *data, int argc, const char *const *argv,
                         sqlite3_vtab **vtab, char **message)
{
    struct error error = {0};
    struct connection *connection = data;
    struct batch_request *request;
    struct query_table *table = sqlite3_malloc64(sizeof *table);
    int code = SQLITE_OK;
    if (table == NULL)
        return SQLITE_NOMEM;
    enum status status = init(table, connection, argc, argv, &error);
    enum status begun = begin_call(connection, &request, &error);
    if (status == OK)
        status = begun == OK ? prepare(table, &code, &error) : begun;
    end_call(connection, request);
    if (status != OK)
        code = report_code(status);
    bool is_external = code == SQLITE_OK || code == SQLITE_NOMEM ||
                       code == SQLITE_INTERRUPT;
    if (!is_external && begun == OK && !statement_reads(db) && !statement_creates(db)) {
        /* It can be dropped. */
        table->n_columns = 0;
        code = host_declare_table(db, "CREATE TABLE x(unavailable)");
    } else if (!is_external) {
        *message = status != OK ? report_message(NULL, &error)
                                : sqlite3_mprintf("%s", sqlite3_errmsg(db));
    }
    if (code != SQLITE_OK)
        table_free(table);
    else
        *vtab = &table->base;
    return code;
}

static int query_disconnect(sqlite3_vtab *vtab)
{
    table_free((struct query_table *)vtab);
    return SQLITE_OK;
}

/* ---- Plans ----------------------------------------------------------------------- */

static const struct {
    int constraint;
    enum expression_op op;
    const char *text;
} COMPARISONS[] = {
    {SQLITE_INDEX_CONSTRAINT_EQ, OP_EQ, "="},  {SQLITE_INDEX_CONSTRAINT_GT, OP_GT, ">"},
    {SQLITE_INDEX_CONSTRAINT_GE, OP_GE, ">="}, {SQLITE_INDEX_CONSTRAINT_LT, OP_LT, "<"},
    {SQLITE_INDEX_CONSTRAINT_LE, OP_LE, "<="},
};
enum { N_COMPARISONS = sizeof COMPARISONS / sizeof *COMPARISONS };

static bool compares_bytes(sqlite3_index_info *info, int constraint)
{
    const char *collation = sqlite3_vtab_collation(info, constraint);
    return collation == NULL || sqlite3_stricmp(collation, "BINARY") == 0;
}

/* Whether an equality may be an IN, whose values SQLite passes one by one.  Old versions
 * do not test again what is returned for one. */
static bool may_be_in(sqlite3_index_info *info, int i)
{
    return !host_explains_constraints() || i >= HOST_KNOWS_IN_FOR ||
           sqlite3_vtab_in(info, i, -1) != 0;
}

/* Whether a condition can be added to the SELECT, as comparison *k.  SQLite tests it
 * again, so it may accept too much: of text, what SQLite might compare as a number is
 * left alone. */
static bool can_add(const struct vector_plan *plan, sqlite3_index_info *info, int i,
                    int *k)
{
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    uint32_t source;
    *k = 0;
    while (*k < N_COMPARISONS && COMPARISONS[*k].constraint != c->op)
        ++*k;
    if (!c->usable || c->iColumn < 0 || *k == N_COMPARISONS ||
        !vector_plan_result_source(plan, (uint32_t)c->iColumn, &source))
        return false;
    if (COMPARISONS[*k].op == OP_EQ && may_be_in(info, i))
        return false;
    char letter = typed_rows_letter(&plan->sources[source]);
    return letter == 'i' || letter == 'r' ||
           (letter == 't' && COMPARISONS[*k].op != OP_LT && COMPARISONS[*k].op != OP_LE &&
            compares_bytes(info, i));
}

/* Otherwise a plan's text is this, and the reason. */
#define PLAN_OF_ROWS "rows: "

static bool plan_has_rows(const char *text)
{
    return text != NULL && strncmp(text, PLAN_OF_ROWS, strlen(PLAN_OF_ROWS)) == 0;
}

/* The plan's text is "vectors", and each condition that is added as " #column op ?". */
static char *plan_text(sqlite3_index_info *info, const struct vector_plan *plan)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    int n = 0, k;
    sqlite3_str_appendall(text, "vectors");
    for (int i = 0; i < info->nConstraint && n < MOST_ADDED_TERMS; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        if (!can_add(plan, info, i, &k))
            continue;
        const struct select_result *result = &plan->statement.results[c->iColumn];
        sqlite3_str_appendf(text, "%s%.*s#%d%s?", n > 0 ? " and " : " of ",
                            (int)(result->text.size < 24 ? result->text.size : 24),
                            (const char *)result->text.data, c->iColumn,
                            COMPARISONS[k].text);
        info->aConstraintUsage[i].argvIndex = ++n;
    }
    info->estimatedCost = 1e5 / (1 + n);
    info->estimatedRows = 1000 / (1 + n);
    return sqlite3_str_finish(text);
}

/* A function needs its argument. */
static int function_best_index(struct query_table *table, sqlite3_index_info *info)
{
    struct error error = {0};
    int argument = -1;
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].iColumn == QUERY_COLUMN &&
            info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
            argument = i;
    if (argument < 0) {
        (void)misuse(&error);
        return report(table, MISUSE, &error);
    }
    if (!info->aConstraint[argument].usable)
        return SQLITE_CONSTRAINT;
    info->aConstraintUsage[argument].argvIndex = 1;
    info->aConstraintUsage[argument].omit = 1;
    return SQLITE_OK;
}

static int query_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    struct query_table *table = (struct query_table *)vtab;
    struct error error = {0};
    if (table->is_function)
        return function_best_index(table, info);
    if (table->n_columns == 0)
        return SQLITE_OK;
    struct batch_request *request;
    struct vector_plan *plan = NULL;
    if (begin_call(table->connection, &request, &error) == OK)
        plan = plan_query(&table->query, -1, &error);
    end_call(table->connection, request);
    info->estimatedCost = 1e7;
    info->estimatedRows = 100000;
    info->needToFreeIdxStr = 1;
    if (error.status != OK)
        return report(table, error.status, &error);
    info->idxStr = plan != NULL
                       ? plan_text(info, plan)
                       : sqlite3_mprintf(PLAN_OF_ROWS "%s", table->query.refusal.message);
    info->idxNum = plan != NULL ? plan->replaced : 0;
    plan_free(plan);
    return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- Cursors --------------------------------------------------------------------- */

static void cursor_clear(struct query_cursor *c)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    reused_statement_release(db_of(table), &c->statement);
    plan_free(c->plan);
    c->plan = NULL;
    kept_rows_release(&c->kept);
    c->has_row = c->has_all = c->keeps = false;
}

static int query_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    struct query_cursor *c = sqlite3_malloc64(sizeof *c);
    (void)vtab;
    if (c == NULL)
        return SQLITE_NOMEM;
    *c = (struct query_cursor){0};
    *cursor = &c->base;
    return SQLITE_OK;
}

static int query_close(sqlite3_vtab_cursor *cursor)
{
    struct query_cursor *c = (struct query_cursor *)cursor;
    cursor_clear(c);
    query_release(&c->own);
    buffer_release(&c->json);
    sqlite3_free(c);
    return SQLITE_OK;
}

/* Keeps the row that was read, or notes that all were, so that the next pass need not run
 * the SELECT. */
static void keep_row(struct query_cursor *c)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    struct memory_scope before = memory_account_enter(&table->connection->memory);
    if (c->has_row)
        c->keeps = kept_rows_add(&c->kept, c->statement.statement);
    else
        c->kept.are_all = true;
    c->has_too_many = !c->keeps;
    memory_scope_restore(before);
}

static int step(struct query_cursor *c)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    struct error error = {0};
    c->row++;
    if (c->kept.are_all) {
        c->has_row = kept_rows_have(&c->kept, c->row);
        return SQLITE_OK;
    }
    int code = sqlite3_step(c->statement.statement);
    c->has_row = code == SQLITE_ROW;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return report_host(table, code);
    if (sqlite3_column_count(c->statement.statement) !=
        (table->is_function ? c->query->n_names : table->n_columns)) {
        /* SQLite may have prepared it again, for another schema. */
        error_set(&error, MISUSE, "the SELECT has other columns than before%s",
                  table->is_function ? "" : ": drop the table and create it again");
        return report(table, MISUSE, &error);
    }
    if (c->keeps)
        keep_row(c);
    if (!c->has_row || !table->is_function)
        return SQLITE_OK;
    struct memory_scope before = memory_account_enter(&table->connection->memory);
    enum status status = write_row_json(c->statement.statement, c->query->names, &c->json,
                                        &error);
    memory_scope_restore(before);
    return report(table, status, &error);
}

static int query_next(sqlite3_vtab_cursor *cursor)
{
    struct query_table *table = (struct query_table *)cursor->pVtab;
    struct error error = {0};
    struct batch_request *request;
    enum status status = begin_call(table->connection, &request, &error);
    int code = status == OK ? step((struct query_cursor *)cursor)
                            : report(table, status, &error);
    end_call(table->connection, request);
    return code;
}

/* Adds the conditions of the plan's text, as far as their values are of a type that is
 * certain to accept enough. */
static void add_terms(struct vector_plan *plan, const char *text, sqlite3_value **argv)
{
    uint32_t source;
    for (int n = 0; (text = strchr(text, '#')) != NULL; n++) {
        char *op;
        long column = strtol(text + 1, &op, 10);
        int k = 0;
        text = op;
        /* The longer of two that begin alike comes later in the list. */
        for (int i = 0; i < N_COMPARISONS; i++)
            if (strncmp(op, COMPARISONS[i].text, strlen(COMPARISONS[i].text)) == 0)
                k = i;
        if (!vector_plan_result_source(plan, (uint32_t)column, &source) ||
            (typed_rows_letter(&plan->sources[source]) == 't' &&
             sqlite3_value_type(argv[n]) != SQLITE_TEXT))
            continue;
        plan->added[plan->n_added++] = (struct added_term){source, COMPARISONS[k].op,
                                                           argv[n]};
    }
}

/* Plans the SELECT and begins to read groups; replaced: see vector_plan_init().  Without
 * a failure c->plan is NULL if only SQLite can run it. */
static enum status plan_and_run(struct query_cursor *c, int replaced, const char *text,
                                sqlite3_value **argv, int *code, struct error *error)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    c->plan = plan_query(c->query, table->is_function ? -1 : replaced, error);
    c->has_unique_rows = c->plan != NULL && !table->is_function &&
                         vector_plan_has_unique_rows(c->plan);
    if (c->plan == NULL)
        return error->status;
    if (c->n_passes == 1 && !table->is_function)
        add_terms(c->plan, text, argv);
    c->has_all = c->plan->n_added == 0;
    struct memory_scope before = memory_account_enter(&table->connection->memory);
    enum status status = vector_plan_run(c->plan, &c->statement, code, error);
    memory_scope_restore(before);
    return status;
}

/* Begins to read groups; *is_vectors is false if only SQLite can run the SELECT.  Plans
 * are made for the files that were found within the last second, and running one finds
 * them again: if there are others by then, the second plan is for those. */
static int begin_vectors(struct query_cursor *c, int replaced, const char *text,
                         sqlite3_value **argv, bool *is_vectors)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    struct error error = {0};
    enum { MOST_PLANS = 10 }; /* of a table that others write to all the time */
    int code = SQLITE_OK;
    enum status status = plan_and_run(c, replaced, text, argv, &code, &error);
    for (int i = 1; status == UNSUPPORTED && c->plan->is_outdated && i < MOST_PLANS;
         i++) {
        plan_free(c->plan);
        error_clear(&error);
        status = plan_and_run(c, replaced, text, argv, &code, &error);
    }
    *is_vectors = c->plan != NULL && status != UNSUPPORTED;
    if (c->plan == NULL)
        return report(table, status, &error);
    if (status == OK)
        return report_host(table, code);
    code = status == UNSUPPORTED
               ? SQLITE_OK
               : report_to_table(&table->base, c->plan->path, status, &error);
    plan_free(c->plan);
    c->plan = NULL;
    c->query->refusal = error;
    return code;
}

/* Begins to run the SELECT as it is. */
static int begin_rows(struct query_cursor *c)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    struct error error = {0};
    if (refuse_rows(c->query, &error) != OK)
        return report(table, MISUSE, &error);
    return report_host(
        table, reused_statement_prepare(db_of(table), c->query->text, &c->statement));
}

/* Makes the argument the SELECT of the cursor. */
static int use_argument(struct query_cursor *c, sqlite3_value **argv)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    struct error error = {0};
    const char *text;
    int code = SQLITE_OK;
    enum status status = text_argument(argv[0], "the SELECT", &text, &error);
    query_release(&c->own);
    c->own.connection = table->connection;
    if (status == OK)
        c->own.text = mem_copy_text(text, strlen(text));
    trim(c->own.text);
    if (status == OK && c->own.text == NULL)
        status = error_nomem(&error);
    if (status == OK)
        status = check_text(&c->own, &code, &error);
    return status == OK ? report_host(table, code) : report(table, status, &error);
}

/* Begins a pass; the plan's number, text and values are xFilter's. */
static int begin_pass(struct query_cursor *c, int replaced, const char *text,
                      sqlite3_value **argv)
{
    struct query_table *table = (struct query_table *)c->base.pVtab;
    /* Of a database file, why only SQLite can run it is found again: it must not. */
    bool may_be_vectors = table->is_function || table->query.schema != NULL ||
                          !plan_has_rows(text);
    bool is_vectors = false, was_read = c->n_passes > 0 && !c->has_row;
    int code = SQLITE_OK;
    c->n_passes++;
    c->row = 0;
    if (c->kept.are_all)
        return step(c);
    if (c->plan != NULL && c->has_all && !table->is_function) {
        (void)sqlite3_reset(c->statement.statement);
        return step(c);
    }
    cursor_clear(c);
    c->query = table->is_function ? &c->own : &table->query;
    if (table->is_function)
        code = use_argument(c, argv);
    if (code == SQLITE_OK && may_be_vectors)
        code = begin_vectors(c, replaced, text, argv, &is_vectors);
    if (code == SQLITE_OK && !is_vectors)
        code = begin_rows(c);
    /* A statement that reads all rows more than once will probably read them again. */
    c->keeps = was_read && !is_vectors && !table->is_function && !c->has_too_many;
    return code == SQLITE_OK ? step(c) : code;
}

static int query_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *text,
                        int argc, sqlite3_value **argv)
{
    struct query_table *table = (struct query_table *)cursor->pVtab;
    struct error error = {0};
    struct batch_request *request;
    (void)argc;
    enum status status = begin_call(table->connection, &request, &error);
    int code = status == OK
                   ? begin_pass((struct query_cursor *)cursor, idx_num, text, argv)
                   : report(table, status, &error);
    end_call(table->connection, request);
    return code;
}

static int query_eof(sqlite3_vtab_cursor *cursor)
{
    return !((struct query_cursor *)cursor)->has_row;
}

static int query_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct query_cursor *c = (struct query_cursor *)cursor;
    if (kept_rows_have(&c->kept, c->row)) {
        sqlite3_result_value(context, kept_rows_value(&c->kept, c->row, i));
    } else if (!((const struct query_table *)cursor->pVtab)->is_function) {
        sqlite3_result_value(context, sqlite3_column_value(c->statement.statement, i));
    } else if (i == ROW_COLUMN) {
        sqlite3_result_text64(context, (const char *)c->json.data, c->json.size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
        sqlite3_result_subtype(context, 'J');
    } else {
        sqlite3_result_text(context, c->query->text, -1, SQLITE_TRANSIENT);
    }
    return SQLITE_OK;
}

static uint64_t hash_column(sqlite3_stmt *statement, int i, uint64_t seed)
{
    int type = sqlite3_column_type(statement, i);
    sqlite3_int64 integer = type == SQLITE_INTEGER ? sqlite3_column_int64(statement, i)
                                                   : 0;
    double real = type == SQLITE_FLOAT ? sqlite3_column_double(statement, i) : 0;
    struct slice bytes = type == SQLITE_FLOAT ? slice_of(&real, sizeof real)
                                              : slice_of(&integer, sizeof integer);
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
        bytes.data = sqlite3_column_blob(statement, i);
        bytes.size = bytes.data != NULL ? (size_t)sqlite3_column_bytes(statement, i) : 0;
    }
    return hash_of(bytes, seed + (uint64_t)type);
}

/* Statements that read the table several times, for the terms of an OR or a RIGHT JOIN,
 * know a row again by its rowid.  If conditions leave out rows of some passes, it is a
 * hash of the row, which is unlike all others. */
static int query_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    struct query_cursor *c = (struct query_cursor *)cursor;
    struct query_table *table = (struct query_table *)cursor->pVtab;
    uint64_t hash = table->seed;
    for (int i = 0; c->has_unique_rows && i < table->n_columns; i++)
        hash = hash_column(c->statement.statement, i, hash);
    *rowid = c->has_unique_rows ? (sqlite3_int64)hash : c->row;
    return SQLITE_OK;
}

static int query_rename(sqlite3_vtab *vtab, const char *name)
{
    (void)vtab, (void)name;
    return SQLITE_OK;
}

static const sqlite3_module query_module = {
    .iVersion = 0,
    .xCreate = query_connect,
    .xConnect = query_connect,
    .xBestIndex = query_best_index,
    .xDisconnect = query_disconnect,
    .xDestroy = query_disconnect,
    .xOpen = query_open,
    .xClose = query_close,
    .xFilter = query_filter,
    .xNext = query_next,
    .xEof = query_eof,
    .xColumn = query_column,
    .xRowid = query_rowid,
    .xRename = query_rename,
};

int register_query(sqlite3 *db, struct connection *connection)
{
    int code = register_typed_rows(db, connection);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_create_module_v2(db, "parquet_query", &query_module,
                                    connection_retain(connection), connection_release);
}
