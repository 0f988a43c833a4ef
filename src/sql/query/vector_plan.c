/* SPDX-License-Identifier: MIT */
#include "sql/query/vector_plan.h"

#include "base/alloc.h"
#include "sql/query/derivation.h"
#include "sql/query/first_groups.h"
#include "sql/query/plan_authorize.h"
#include "sql/query/plan_extremes.h"
#include "sql/query/select_text.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"
#include "vector/select_names.h"

/* ---- The table ------------------------------------------------------------------- */

/* A statement of a database file finds the file's tables only, as a view does. */
static enum status check_table_schema(struct vector_plan *plan, struct error *error)
{
    struct select_statement *s = &plan->statement;
    if (plan->schema == NULL)
        return OK;
    if (s->schema.size > 0 &&
        (s->schema.size != strlen(plan->schema) ||
         sqlite3_strnicmp(plan->schema, (const char *)s->schema.data,
                          (int)s->schema.size) != 0))
        return error_set(error, UNSUPPORTED, "the table is of another database");
    s->schema = slice_of(plan->schema, strlen(plan->schema));
    return OK;
}

/* Whether the name is that of a table, not of a view. */
static bool is_table(const struct vector_plan *plan)
{
    const struct select_statement *s = &plan->statement;
    char *schema = sqlite3_mprintf("%.*s", (int)s->schema.size, s->schema.data);
    char *table = sqlite3_mprintf("%.*s", (int)s->table.size, s->table.data);
    bool is = schema != NULL && table != NULL &&
              sqlite3_table_column_metadata(
                  plan->connection->db, s->schema.size > 0 ? schema : NULL, table, NULL,
                  NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_free(schema);
    sqlite3_free(table);
    return is;
}

/* Finds the table as a statement does. */
static enum status find_table(struct vector_plan *plan, struct parquet_table **table,
                              struct error *error)
{
    struct batches batches = {0};
    struct buffer text = {0};
    buffer_add_text(&text, "SELECT 1", error);
    select_text_add_table(plan, &text, error);
    buffer_add(&text, slice_of("", 1), error);
    int code = error->status != OK
                   ? SQLITE_OK
                   : batches_prepare(&batches, plan->connection, (const char *)text.data);
    *table = (struct parquet_table *)batches.request.table;
    if (error->status == OK && (code != SQLITE_OK || *table == NULL || !is_table(plan)))
        error_set(error, UNSUPPORTED, "FROM is no Parquet table");
    else if (error->status == OK && ((*table)->file == NULL || (*table)->file->is_empty))
        error_set(error, UNSUPPORTED, "the table has no file");
    batches_release(&batches);
    buffer_release(&text);
    return error->status;
}

/* compares_instants: times are compared by another collation. */
static enum source_form source_form_of(const struct table_column *column,
                                       bool compares_instants)
{
    const struct column *stored = column->column;
    if (stored == NULL || stored->has_mismatched ||
        value_class_of(column) == CLASS_MIXED || value_class_of(column) == CLASS_NULL)
        return SOURCE_ABSENT;
    if (compares_instants && table_column_is_time(column))
        return SOURCE_OPAQUE;
    switch (column->form) {
    case FORM_INTEGER:
    case FORM_DECIMAL_INTEGER:
        return stored->kind == VECTOR_INT64 ? SOURCE_INTEGER : SOURCE_OPAQUE;
    case FORM_REAL:
        return stored->kind == VECTOR_DOUBLE ? SOURCE_REAL : SOURCE_OPAQUE;
    case FORM_DECIMAL_REAL:
        return stored->kind == VECTOR_INT64 && cell_format_of(column).divisor != 0
                   ? SOURCE_DECIMAL
                   : SOURCE_OPAQUE;
    case FORM_TEXT:
        return formatted_vector_serves(stored) ? SOURCE_SPELLED : SOURCE_TEXT;
    case FORM_JSON:
        return SOURCE_TEXT;
    case FORM_BLOB:
        return SOURCE_BLOB;
    default:
        return SOURCE_OPAQUE;
    }
}

static enum status describe_sources(struct vector_plan *plan,
                                    const struct table_columns *columns,
                                    bool compares_instants, struct error *error)
{
    plan->n_sources = columns->n_columns;
    plan->sources = arena_alloc(&plan->arena, (size_t)columns->n_columns + 1,
                                sizeof *plan->sources);
    if (plan->sources == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        const struct table_column *c = &columns->columns[i];
        plan->sources[i] = (struct vector_source){
            .name = slice_of(c->name, strlen(c->name)),
            .column = c->source,
            .stored = c->column,
            .form = source_form_of(c, compares_instants),
            .divisor = cell_format_of(c).divisor,
            .style = c->style,
        };
    }
    return OK;
}

/* Programs may have replaced what vectors compute: functions, and the collation that
 * compares texts.  A table of a database file may have the name of the groups. */
static enum status check_host(struct vector_plan *plan, struct parquet_table *table,
                              struct error *error)
{
    static const char *const names[] = {
        "like",  "glob",   "instr", "replace",  "lower",  "upper",     "trim",
        "ltrim", "rtrim",  "count", "sum",      "total",  "avg",       "min",
        "max",   "length", "date",  "strftime", "substr", "substring",
    };
    enum { N = sizeof names / sizeof *names, ALL = (1 << N) - 1 };
    enum { PATTERNS = 3, TEXTS = ((1 << 9) - 1) & ~PATTERNS };
    if (plan->replaced < 0)
        plan->replaced = (int)(~functions_builtin(plan->connection->db, names, N) & ALL);
    plan->query.program.has_own_patterns = (plan->replaced & PATTERNS) == 0;
    plan->query.program.has_own_texts = (plan->replaced & TEXTS) == 0;
    plan->query.program.most_text = (size_t)sqlite3_limit(plan->connection->db,
                                                          SQLITE_LIMIT_LENGTH, -1);
    if ((plan->replaced & ~(PATTERNS | TEXTS)) != 0)
        return error_set(error, UNSUPPORTED, "a function is not SQLite's own");
    if (!collation_is_builtin(plan->connection->db, &table->collations, "BINARY"))
        return error_set(error, UNSUPPORTED, "the collation BINARY is not SQLite's own");
    if (sqlite3_table_column_metadata(plan->connection->db, NULL, TYPED_ROWS, NULL, NULL,
                                      NULL, NULL, NULL, NULL) == SQLITE_OK)
        return error_set(error, UNSUPPORTED, "there is a table " TYPED_ROWS);
    return OK;
}

/* Learns of the table, and of the connection, what expressions depend on. */
static enum status use_table(struct vector_plan *plan, struct error *error)
{
    struct parquet_table *table;
    enum status status = find_table(plan, &table, error);
    if (status != OK)
        return status;
    plan->path = arena_copy_text(&plan->arena, table->options.path,
                                 strlen(table->options.path));
    if (plan->path == NULL)
        return error_nomem(error);
    plan->file = table->file;
    plan->file->n_references++;
    status = describe_sources(plan, &plan->file->columns,
                              table->options.timestamps == TIMESTAMPS_INSTANT, error);
    if (status == OK)
        status = vector_query_init(&plan->query, plan->sources, plan->n_sources, error);
    if (status == OK)
        status = check_host(plan, table, error);
    plan->query.program.compares_bytes = !table->is_utf16;
    plan->query.program.derive = derivation_ops(plan);
    plan->query.sums_plainly = host_sums_plainly();
    return status;
}

/* ---- The statement --------------------------------------------------------------- */

/* Adds the aggregates that an expression has. */
static enum status add_aggregates(struct vector_plan *plan, const struct expression *e,
                                  struct error *error)
{
    uint32_t number;
    enum status status = OK;
    if (e == NULL || e->stands_for != NULL)
        return OK; /* the result that it stands for has them */
    if (is_aggregate_call(e))
        return vector_query_add_aggregate(&plan->query, e, &number, error);
    for (uint32_t i = 0; status == OK && i < e->n_arguments; i++)
        status = add_aggregates(plan, e->arguments[i], error);
    return status;
}

static enum status add_all_aggregates(struct vector_plan *plan, struct error *error)
{
    const struct select_statement *s = &plan->statement;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < s->n_results; i++)
        status = add_aggregates(plan, s->results[i].expression, error);
    if (status == OK)
        status = add_aggregates(plan, s->having, error);
    for (uint32_t i = 0; status == OK && i < s->n_orders; i++)
        status = add_aggregates(plan, s->orders[i].expression, error);
    return status;
}

static enum status add_key(struct vector_plan *plan, const struct expression *e,
                           struct error *error)
{
    enum status status = vector_query_add_key(&plan->query, e, error);
    if (status == OK)
        plan->keys[plan->query.n_keys - 1] = e;
    return status;
}

static bool is_column_key(const struct select_result *keys, uint32_t n, uint32_t source)
{
    uint32_t i = 0, other;
    while (i < n && !(expression_source(keys[i].expression, &other) && other == source))
        i++;
    return i < n;
}

/* Whether an expression follows from keys that are columns: it makes no more groups, and
 * SQLite evaluates it once for each. */
static bool follows(const struct select_result *keys, uint32_t n,
                    const struct expression *e)
{
    uint32_t source;
    if (expression_source(e, &source))
        return is_column_key(keys, n, source);
    if (e->stands_for != NULL)
        return follows(keys, n, e->stands_for);
    for (uint32_t i = 0; i < e->n_arguments; i++)
        if (!follows(keys, n, e->arguments[i]))
            return false;
    return e->kind == EXPRESSION_LITERAL || e->n_arguments > 0;
}

bool vector_plan_key_follows(const struct vector_plan *plan, uint32_t term)
{
    const struct select_result *keys = plan->statement.keys;
    return follows(keys, term, keys[term].expression);
}

static bool has_column(const struct expression *e)
{
    uint32_t source;
    bool has = expression_source(e, &source) ||
               (e->stands_for != NULL && has_column(e->stands_for));
    for (uint32_t i = 0; !has && i < e->n_arguments; i++)
        has = has_column(e->arguments[i]);
    return has;
}

/* Whether a term makes groups, or may fail. */
static bool is_key(const struct select_result *keys, uint32_t n,
                   const struct expression *e)
{
    uint32_t source;
    return expression_source(e, &source) || !follows(keys, n, e) ||
           (e->kind != EXPRESSION_LITERAL && !has_column(e));
}

/* DISTINCT without aggregates groups by the results. */
static enum status add_keys(struct vector_plan *plan, struct error *error)
{
    const struct select_statement *s = &plan->statement;
    bool is_distinct = s->is_distinct && plan->query.n_aggregates == 0 && s->n_keys == 0;
    const struct select_result *keys = is_distinct ? s->results : s->keys;
    uint32_t n = is_distinct ? s->n_results : s->n_keys;
    enum status status = OK;
    if (n == 0 && plan->query.n_aggregates == 0)
        return error_set(error, UNSUPPORTED, "nothing is grouped or summed");
    for (uint32_t i = 0; status == OK && i < n; i++)
        if (is_key(keys, n, keys[i].expression))
            status = add_key(plan, keys[i].expression, error);
    /* Constants make one group, but only of rows. */
    if (status == OK && n > 0 && plan->query.n_keys == 0)
        status = add_key(plan, keys[0].expression, error);
    return status;
}

static bool is_and(const struct expression *e)
{
    return e->kind == EXPRESSION_BINARY && e->op == OP_AND;
}

static enum status add_conditions(struct vector_plan *plan, struct expression *e,
                                  struct error *error)
{
    if (e == NULL)
        return OK;
    if (is_and(e)) {
        enum status status = add_conditions(plan, e->arguments[0], error);
        return status == OK ? add_conditions(plan, e->arguments[1], error) : status;
    }
    enum status status = vector_query_add_filter(&plan->query, e, error);
    if (status == OK)
        plan->conditions[plan->n_conditions++] = e;
    return status;
}

/* ---- The statement of the groups ------------------------------------------------- */

static void add_part(const struct vector_plan *plan, struct buffer *text,
                     const char *keyword, const struct expression *e, struct slice range,
                     struct error *error)
{
    if (e == NULL || error->status != OK)
        return;
    buffer_add_text(text, keyword, error);
    if (error->status == OK)
        (void)!select_text_add(plan, text, e, range, error);
}

/* SQLite returns groups in the order of their keys, also those that ORDER BY does not
 * tell apart.  The keys have the directions of as many terms of ORDER BY. */
static void add_order(const struct vector_plan *plan, struct buffer *text,
                      struct error *error)
{
    const struct select_statement *s = &plan->statement;
    const char *keyword = " ORDER BY ";
    for (uint32_t i = 0; i < s->n_orders; i++) {
        const struct select_order *order = &s->orders[i];
        add_part(plan, text, keyword, order->expression, order->text, error);
        buffer_add_text(text, " ", error);
        buffer_add(text, order->direction, error);
        keyword = ", ";
    }
    for (uint32_t i = 0; i < s->n_keys; i++) {
        const struct expression *key = s->keys[i].expression;
        if (vector_plan_key_follows(plan, i))
            continue;
        add_part(plan, text, keyword, key, key->text, error);
        if (s->n_orders == s->n_keys && s->orders[i].is_descending)
            buffer_add_text(text, " DESC", error);
        keyword = ", ";
    }
}

static enum status write_statement(struct vector_plan *plan, struct error *error)
{
    const struct select_statement *s = &plan->statement;
    struct buffer *text = &plan->text;
    buffer_add_text(text, s->is_distinct ? "SELECT DISTINCT" : "SELECT", error);
    for (uint32_t i = 0; i < s->n_results; i++)
        add_part(plan, text, i > 0 ? ", " : " ", s->results[i].expression,
                 s->results[i].text, error);
    buffer_add_text(text, " FROM " TYPED_ROWS "(?1)", error);
    add_part(plan, text, " WHERE ", s->having, s->having_text, error);
    add_order(plan, text, error);
    add_part(plan, text, " LIMIT ", s->limit, s->limit_text, error);
    add_part(plan, text, " OFFSET ", s->offset, s->offset_text, error);
    buffer_add(text, slice_of("", 1), error);
    return error->status;
}

/* ---- Conditions that the table tests --------------------------------------------- */

static bool is_value(const struct expression *e)
{
    if (e->kind == EXPRESSION_UNARY && e->op == OP_NEGATE)
        e = e->arguments[0];
    return e->kind == EXPRESSION_LITERAL && e->value.type != LITERAL_NULL;
}

/* The operator of a comparison that SQLite offers to tables; NULL: it is none. */
static const char *operator_of(enum expression_op op, bool is_reversed)
{
    switch (op) {
    case OP_EQ:
        return "=";
    case OP_NE:
        return "<>";
    case OP_LT:
        return is_reversed ? ">" : "<";
    case OP_LE:
        return is_reversed ? ">=" : "<=";
    case OP_GT:
        return is_reversed ? "<" : ">";
    case OP_GE:
        return is_reversed ? "<=" : ">=";
    default:
        return NULL;
    }
}

/* Of a condition that tables can test: its column, and how many comparisons it has.
 * False: it is another. */
static bool is_offered(const struct vector_plan *plan, const struct expression *e,
                       uint32_t *source, uint32_t *n)
{
    bool is_reversed;
    *n = e->kind == EXPRESSION_BETWEEN ? 2 : 1;
    switch (e->kind) {
    case EXPRESSION_BINARY:
        is_reversed = is_value(e->arguments[0]);
        return operator_of(e->op, false) != NULL &&
               is_value(e->arguments[!is_reversed]) &&
               expression_source(e->arguments[is_reversed], source);
    case EXPRESSION_IS_NULL: /* some hosts test NOT NULL again, whatever they are told */
        return !e->is_negated && expression_source(e->arguments[0], source);
    case EXPRESSION_LIKE:
    case EXPRESSION_GLOB:
        return !e->is_negated && e->n_arguments == 2 && is_value(e->arguments[1]) &&
               expression_source(e->arguments[0], source) &&
               plan->sources[*source].form == SOURCE_TEXT;
    case EXPRESSION_BETWEEN:
    case EXPRESSION_IN:
        for (uint32_t i = 1; i < e->n_arguments; i++)
            if (!is_value(e->arguments[i]))
                return false;
        return !e->is_negated && e->n_arguments > 1 &&
               expression_source(e->arguments[0], source);
    default:
        return false;
    }
}

static void add_comparison(struct buffer *text, struct slice column, const char *op,
                           const struct expression *value, struct error *error)
{
    select_text_add_name(text, column, error);
    buffer_add_format(text, error, " %s ", op);
    buffer_add(text, value->text, error);
}

/* Appends a condition for which is_offered() is true. */
static void add_condition(const struct vector_plan *plan, struct buffer *text,
                          const struct expression *e, uint32_t source,
                          struct error *error)
{
    struct slice column = plan->sources[source].name;
    bool is_reversed = e->kind == EXPRESSION_BINARY && is_value(e->arguments[0]);
    switch (e->kind) {
    case EXPRESSION_BINARY:
        add_comparison(text, column, operator_of(e->op, is_reversed),
                       e->arguments[!is_reversed], error);
        break;
    case EXPRESSION_BETWEEN:
        add_comparison(text, column, ">=", e->arguments[1], error);
        buffer_add_text(text, " AND ", error);
        add_comparison(text, column, "<=", e->arguments[2], error);
        break;
    case EXPRESSION_IS_NULL:
        select_text_add_name(text, column, error);
        buffer_add_text(text, " IS NULL", error);
        break;
    case EXPRESSION_LIKE:
    case EXPRESSION_GLOB:
        add_comparison(text, column, e->kind == EXPRESSION_LIKE ? "LIKE" : "GLOB",
                       e->arguments[1], error);
        break;
    default:
        select_text_add_name(text, column, error);
        for (uint32_t i = 1; i < e->n_arguments; i++) {
            buffer_add_text(text, i > 1 ? ", " : " IN (", error);
            buffer_add(text, e->arguments[i]->text, error);
        }
        buffer_add_text(text, ")", error);
    }
}

/* A condition that nobody can test needs SQLite. */
static enum status check_conditions(const struct vector_plan *plan, struct error *error)
{
    uint32_t source, n;
    for (uint32_t i = 0; i < plan->n_conditions; i++)
        if (plan->query.filters[i].node == NO_NODE &&
            !is_offered(plan, plan->conditions[i], &source, &n))
            return error_set(error, UNSUPPORTED, "a condition is not known");
    return OK;
}

static enum status value_of_group(void *context, uint32_t row, bool is_key,
                                  uint32_t number, char *text, struct literal *value,
                                  struct error *error)
{
    const struct vector_plan *plan = context;
    if (!is_key && plan->query.aggregates[number].is_known) {
        *value = plan->known[number];
        return OK;
    }
    return is_key ? vector_query_key(&plan->query, row, number, text, value, error)
                  : vector_query_aggregate(&plan->query, row, number, text, value, error);
}

static enum status plan_statement(struct vector_plan *plan, struct error *error)
{
    enum status status = select_resolve(&plan->statement, plan->sources, plan->n_sources,
                                        error);
    if (status == OK)
        status = add_conditions(plan, plan->statement.where, error);
    if (status == OK)
        status = check_conditions(plan, error);
    if (status == OK)
        status = add_all_aggregates(plan, error);
    if (status == OK)
        status = add_keys(plan, error);
    return status == OK ? write_statement(plan, error) : status;
}

enum status vector_plan_init(struct vector_plan *plan, struct connection *connection,
                             const char *text, const char *schema, int replaced,
                             struct error *error)
{
    *plan = (struct vector_plan){
        .connection = connection, .schema = schema, .replaced = replaced};
    plan->rows.context = plan;
    plan->rows.value = value_of_group;
    enum status status = select_parse(slice_of(text, strlen(text)), &plan->arena,
                                      &plan->statement, error);
    if (status == OK)
        status = check_table_schema(plan, error);
    if (status == OK)
        status = use_table(plan, error);
    return status == OK ? plan_statement(plan, error) : status;
}

void vector_plan_release(struct vector_plan *plan)
{
    vector_query_release(&plan->query);
    if (plan->file != NULL)
        opened_file_release(plan->file);
    buffer_release(&plan->text);
    buffer_release(&plan->numbers);
    arena_release(&plan->arena);
    *plan = (struct vector_plan){0};
}

static bool is_shown(const struct vector_plan *plan, const struct expression *key)
{
    uint32_t i = 0;
    while (i < plan->statement.n_results &&
           !expression_equals(plan->statement.results[i].expression, key))
        i++;
    return i < plan->statement.n_results;
}

bool vector_plan_has_unique_rows(const struct vector_plan *plan)
{
    uint32_t i = 0;
    while (i < plan->query.n_keys && is_shown(plan, plan->keys[i]))
        i++;
    return i == plan->query.n_keys || plan->statement.is_distinct;
}

bool vector_plan_result_source(const struct vector_plan *plan, uint32_t result,
                               uint32_t *source)
{
    const struct select_statement *s = &plan->statement;
    if (result >= s->n_results || s->limit != NULL ||
        !vector_plan_has_unique_rows(plan) ||
        !expression_source(s->results[result].expression, source))
        return false;
    for (uint32_t i = 0; i < plan->query.n_keys; i++)
        if (expression_equals(plan->keys[i], s->results[result].expression))
            return true;
    return false;
}

/* ---- Reading --------------------------------------------------------------------- */

/* What is asked of the table: for each source how many comparisons it gets, and whether
 * it can test them. */
struct offer {
    uint8_t n_terms, is_refused;
};

static const char *text_of_added(enum expression_op op)
{
    const char *operator= operator_of(op, false);
    return operator!= NULL ? operator: "=";
}

/* Writes the statement of the batches. */
static enum status write_batches(const struct vector_plan *plan, struct offer *offers,
                                 struct buffer *text, struct error *error)
{
    const char *keyword = " WHERE ";
    uint32_t source = 0, n = 0;
    buffer_add_text(text, "SELECT 1", error);
    select_text_add_table(plan, text, error);
    for (uint32_t i = 0; i < plan->n_sources; i++)
        offers[i].n_terms = 0;
    for (uint32_t i = 0; i < plan->n_conditions; i++) {
        if (!is_offered(plan, plan->conditions[i], &source, &n) ||
            offers[source].is_refused)
            continue;
        buffer_add_text(text, keyword, error);
        add_condition(plan, text, plan->conditions[i], source, error);
        offers[source].n_terms = (uint8_t)(offers[source].n_terms + n);
        keyword = " AND ";
    }
    for (uint32_t i = 0; i < plan->n_added; i++) {
        source = plan->added[i].source;
        if (offers[source].is_refused)
            continue;
        buffer_add_text(text, keyword, error);
        select_text_add_name(text, plan->sources[source].name, error);
        buffer_add_format(text, error, " %s ?%u", text_of_added(plan->added[i].op),
                          i + 1);
        offers[source].n_terms++;
        keyword = " AND ";
    }
    buffer_add(text, slice_of("", 1), error);
    return error->status;
}

/* Prepares the statement of the batches, without conditions that SQLite would test. */
static enum status prepare_batches(const struct vector_plan *plan, struct offer *offers,
                                   struct batches *batches, int *code,
                                   struct error *error)
{
    struct buffer text = {0};
    do {
        const struct plan_untested *untested = &batches->request.untested;
        if (untested->is_any &&
            (untested->column < 0 || (uint32_t)untested->column >= plan->n_sources ||
             offers[untested->column].is_refused))
            error_set(error, UNSUPPORTED, "a condition is not known");
        else if (untested->is_any)
            offers[untested->column].is_refused = true;
        batches_release(batches);
        text.size = 0;
        if (error->status == OK && write_batches(plan, offers, &text, error) == OK)
            *code = batches_prepare(batches, plan->connection, (const char *)text.data);
    } while (error->status == OK && *code == SQLITE_OK &&
             batches->request.untested.is_any);
    buffer_release(&text);
    if (error->status == OK && *code == SQLITE_OK && batches->request.table == NULL)
        error_set(error, UNSUPPORTED, "FROM is no Parquet table");
    for (uint32_t i = 0; error->status == OK && *code == SQLITE_OK && i < plan->n_added;
         i++)
        if (!offers[plan->added[i].source].is_refused)
            *code = sqlite3_bind_value(batches->statement, (int)i + 1,
                                       plan->added[i].value);
    return error->status;
}

/* Leaves to the table the conditions that it tests exactly. */
static void leave_to_table(struct vector_plan *plan, const struct offer *offers,
                           const struct batches *batches)
{
    uint32_t source, n;
    for (uint32_t i = 0; i < plan->n_conditions; i++)
        plan->query.filters[i].is_tested_by_feed =
            is_offered(plan, plan->conditions[i], &source, &n) &&
            !offers[source].is_refused &&
            batches_test_exactly(batches, (int)source, offers[source].n_terms);
}

static enum status add_batch(struct vector_plan *plan, struct parquet_cursor *c,
                             struct error *error)
{
    cursor_begin_call(c);
    enum status status = vector_query_add_batch(&plan->query, c->feed, &c->batch, error);
    c->has_failed = c->has_failed || status != OK;
    return call_end(&c->call, status, error);
}

static enum status read_batches(struct vector_plan *plan, const struct offer *offers,
                                struct batches *batches, int *code, struct error *error)
{
    bool is_first = true;
    while ((*code = batches_step(batches)) == SQLITE_ROW) {
        struct parquet_cursor *c = batches->request.cursor;
        plan->is_outdated = c->file != plan->file;
        c->note.is_trial = plan->is_outdated;
        if (plan->is_outdated)
            return error_set(error, UNSUPPORTED, "the file was replaced");
        if (is_first)
            leave_to_table(plan, offers, batches);
        is_first = false;
        if (add_batch(plan, c, error) != OK)
            return error->status;
    }
    plan->is_outdated = *code == SQLITE_SCHEMA;
    if (plan->is_outdated)
        return error_set(error, UNSUPPORTED, "the table has changed");
    if (*code == SQLITE_DONE)
        *code = SQLITE_OK;
    return OK;
}

/* Whether the plan reads no column but those of paths. */
static enum status find_reads_paths(struct vector_plan *plan, bool *reads_paths,
                                    struct error *error)
{
    uint8_t *is_used = arena_alloc(&plan->arena, (size_t)plan->n_sources + 1, 1);
    if (is_used == NULL)
        return error_nomem(error);
    vector_query_sources(&plan->query, is_used);
    *reads_paths = true;
    for (uint32_t i = 0; i < plan->n_sources; i++)
        *reads_paths = *reads_paths &&
                       (!is_used[i] || (plan->sources[i].stored != NULL &&
                                        plan->sources[i].stored->is_of_path));
    return OK;
}

static enum status read_groups(struct vector_plan *plan, struct offer *offers, int *code,
                               struct error *error)
{
    struct batches batches = {0};
    enum status status = plan_extremes_find(plan, code, error);
    plan->rows.n_rows = 1;
    if (status == OK && *code == SQLITE_OK && plan_extremes_are_all(plan))
        return OK;
    if (status == OK && *code == SQLITE_OK)
        status = prepare_batches(plan, offers, &batches, code, error);
    if (status == OK)
        status = find_reads_paths(plan, &batches.request.reads_paths, error);
    if (status == OK && *code == SQLITE_OK)
        status = read_batches(plan, offers, &batches, code, error);
    if (status == OK && *code == SQLITE_OK)
        status = vector_query_finish(&plan->query, error);
    if (status == OK && *code == SQLITE_OK)
        status = first_groups_find(plan, error);
    batches_release(&batches);
    return status;
}

enum status vector_plan_run(struct vector_plan *plan, struct reused_statement *statement,
                            int *code, struct error *error)
{
    sqlite3 *db = plan->connection->db;
    struct offer *offers = arena_alloc(&plan->arena, (size_t)plan->n_sources + 1,
                                       sizeof *offers);
    *code = SQLITE_OK;
    if (offers == NULL)
        return error_nomem(error);
    enum status status = plan_authorize(plan, statement, error);
    if (status == OK)
        status = read_groups(plan, offers, code, error);
    if (status != OK || *code != SQLITE_OK)
        reused_statement_release(db, statement);
    if (status == TOO_BIG) /* SQLite needs less memory */
        return UNSUPPORTED;
    if (status != OK || *code != SQLITE_OK)
        return status;
    vector_program_end_deriving(&plan->query.program);
    *code = sqlite3_bind_pointer(statement->statement, 1, &plan->rows, TYPED_ROWS, NULL);
    return OK;
}
