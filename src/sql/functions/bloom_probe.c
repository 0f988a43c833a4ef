/* SPDX-License-Identifier: MIT */
/*
 * bloom_probe.c - parquet_bloom_probe(path, column, value): for each row group, whether
 * `column = value` is excluded without reading pages: by the Bloom filter, or because no
 * value of the column's type can be equal.  The name is DuckDB's.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/known_names.h"
#include "sql/functions/table_function.h"
#include "sql/host/current_connection.h"
#include "sql/host/report.h"
#include "sql/table/constraint.h"
#include "sql/table/opened_file.h"

struct probe_rows {
    struct opened_file *file;
    const struct table_column *column;
    struct predicate predicate; /* has one term, or none: nothing is excluded */
    uint32_t n_row_groups, row_group;
    bool excludes;
};

static void probe_close(void *row)
{
    struct probe_rows *rows = row;
    predicate_release(&rows->predicate);
    opened_file_release(rows->file);
}

static enum status find_column(struct probe_rows *rows, const char *name,
                               struct error *error)
{
    const struct table_columns *columns = &rows->file->columns;
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        const struct table_column *column = &columns->columns[i];
        if (column->column != NULL && sqlite3_stricmp(column->name, name) == 0) {
            rows->column = column;
            return OK;
        }
    }
    struct known_names known;
    known_names_begin(&known, slice_of(name, strlen(name)));
    for (uint32_t i = 0; i < columns->n_columns; i++)
        known_names_add_texts(&known, &columns->columns[i].name,
                              columns->columns[i].column != NULL);
    error_set(error, MISUSE, "the file has no column \"%.100s\"", name);
    return known_names_suggest(&known, "column", error);
}

/* Makes *literal a number if a comparison with a numeric column makes the text one.  The
 * value is a copy, for which sqlite3_value_numeric_type() crashes in SQLite 3.53. */
static enum status convert_text(sqlite3_value *text, struct literal *literal,
                                struct error *error)
{
    static const char sql[] = "SELECT CAST(?1 AS NUMERIC) "
                              "WHERE CAST(?1 AS NUMERIC) = ?1";
    sqlite3 *db = current_connection().db;
    sqlite3_stmt *statement = NULL;
    enum status status = OK;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_value(statement, 1, text);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *literal = (struct literal){.type = sqlite3_column_type(statement, 0),
                                    .integer = sqlite3_column_int64(statement, 0),
                                    .real = sqlite3_column_double(statement, 0)};
    else if (code == SQLITE_NOMEM)
        status = error_nomem(error);
    else if (code != SQLITE_DONE)
        status = error_set(error, MISUSE, "the value cannot be converted: %s",
                           sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    return status;
}

/* The value as SQLite converts it for a comparison with a column of that class. */
static enum status literal_for(enum value_class class, sqlite3_value *value,
                               struct literal *literal, struct error *error)
{
    int type = sqlite3_value_type(value);
    *literal = literal_of(value);
    if (class == CLASS_NUMBER && type == SQLITE_TEXT)
        return convert_text(value, literal, error);
    if (class == CLASS_TEXT && (type == SQLITE_INTEGER || type == SQLITE_FLOAT)) {
        literal->type = SQLITE_TEXT;
        literal->bytes.data = sqlite3_value_text(value);
        literal->bytes.size = (size_t)sqlite3_value_bytes(value);
    }
    return literal->type == SQLITE_TEXT && literal->bytes.data == NULL
               ? error_nomem(error)
               : OK;
}

static enum status make_predicate(struct probe_rows *rows, sqlite3_value *value,
                                  struct error *error)
{
    enum value_class class = value_class_of(rows->column);
    const struct constraint constraint = {.column = rows->column,
                                          .comparison = COMPARE_EQ,
                                          .is_known_text = class == CLASS_TEXT};
    if (!constraint_is_usable(&constraint))
        return OK;
    struct literal literal;
    enum status status = literal_for(class, value, &literal, error);
    return status == OK
               ? constraint_add(&constraint, &literal, 1, &rows->predicate, error)
               : status;
}

static enum status probe_open(const struct function_call *call, void *row,
                              struct error *error)
{
    struct probe_rows *rows = row;
    sqlite3_value *column = call->more_arguments[0];
    const char *name;
    if (column == NULL || sqlite3_value_type(column) == SQLITE_NULL)
        return OK; /* no rows */
    enum status status = text_argument(column, "the column's name", &name, error);
    if (status == OK)
        status = opened_file_open(&call->options, UINT32_MAX / 2, &rows->file, error);
    if (status == OK)
        status = find_column(rows, name, error);
    if (status == OK)
        status = make_predicate(rows, call->more_arguments[1], error);
    if (status == OK)
        rows->n_row_groups = rows->file->file->ops->row_group_count(rows->file->file);
    return status;
}

static enum status probe(struct probe_rows *rows, struct error *error)
{
    struct table_file *file = rows->file->file;
    const struct column *column = rows->column->column;
    const struct predicate_term *term = rows->predicate.terms;
    rows->excludes = false;
    if (rows->predicate.n_terms == 0 || !term->prunes)
        return OK;
    const struct value_set *set = &term->set;
    if (value_set_is_empty(set)) {
        rows->excludes = true;
        return OK;
    }
    /* Binary decimals are compared as numbers, but stored as bytes. */
    bool is_binary_decimal = column->kind == VECTOR_BYTES && set->domain != DOMAIN_BYTES;
    if (is_binary_decimal || set->accepts_null || set->n_ranges != 1 ||
        !value_set_is_points(set, 1))
        return OK;
    enum keep_reason reason;
    enum status status = file->ops->bloom_excludes(
        file, rows->row_group, rows->column->source, &set->ranges[0].low, 1, &reason,
        error);
    rows->excludes = status == OK && reason == KEEP_NONE;
    return status;
}

static enum status probe_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct probe_rows *rows = row;
    *has_row = n < rows->n_row_groups;
    rows->row_group = (uint32_t)n;
    return *has_row ? probe(rows, error) : OK;
}

static const struct listed_column PROBE_COLUMNS[] = {
    ARGUMENT("_column TEXT HIDDEN"),
    ARGUMENT("_value HIDDEN"),
    SHOW("row_group_id INTEGER", struct probe_rows, row_group),
    SHOW("bloom_filter_excludes BOOLEAN", struct probe_rows, excludes),
};

const struct table_function parquet_bloom_probe_function = {
    .name = "parquet_bloom_probe",
    .columns = COLUMN_LIST(PROBE_COLUMNS),
    .example = "'column', value",
    .scope = IN_METADATA,
    .size = sizeof(struct probe_rows),
    .open = probe_open,
    .next = probe_next,
    .close = probe_close,
};
