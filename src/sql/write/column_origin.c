/* SPDX-License-Identifier: MIT */
#include "sql/write/column_origin.h"

#include <string.h>

/* Schema, table and column that a result column comes from; NULL: none, or not
 * reported. */
struct origin_names {
    const char *schema, *table, *column;
};

static struct origin_names names_of(sqlite3_stmt *statement, int i)
{
    struct origin_names names = {0};
#ifdef SQLITE_CORE
#ifdef SQLITE_ENABLE_COLUMN_METADATA
    names.schema = sqlite3_column_database_name(statement, i);
    names.table = sqlite3_column_table_name(statement, i);
    names.column = sqlite3_column_origin_name(statement, i);
#else
    (void)statement;
    (void)i;
#endif
#else
    /* The host's table of functions always has room for these; they may be NULL. */
    if (sqlite3_api->column_origin_name != NULL) {
        names.schema = sqlite3_column_database_name(statement, i);
        names.table = sqlite3_column_table_name(statement, i);
        names.column = sqlite3_column_origin_name(statement, i);
    }
#endif
    return names;
}

const char *column_declared_type(sqlite3_stmt *statement, int i)
{
#if defined SQLITE_CORE && defined SQLITE_OMIT_DECLTYPE
    (void)statement, (void)i;
    return NULL;
#else
#ifndef SQLITE_CORE
    if (sqlite3_api->column_decltype == NULL)
        return NULL;
#endif
    return sqlite3_column_decltype(statement, i);
#endif
}

/* The name of a listed table is schema.table. */
static bool is_table(const struct listed_table *table, const struct origin_names *names)
{
    size_t n = strlen(names->schema);
    return sqlite3_strnicmp(table->name, names->schema, (int)n) == 0 &&
           table->name[n] == '.' &&
           sqlite3_stricmp(table->name + n + 1, names->table) == 0;
}

static const struct table_column *find_column(const struct table_columns *columns,
                                              const char *name)
{
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        if (sqlite3_stricmp(columns->columns[i].name, name) == 0)
            return &columns->columns[i];
    }
    return NULL;
}

/* Sets the form of the values, and the type of timestamps in a unit of the user's. */
static enum status set_form(const struct table_options *options,
                            const struct column *column, struct column_origin *origin,
                            struct error *error)
{
    static const char *const units[N_TIMESTAMP_FORMS] = {
        [TIMESTAMPS_SECONDS] = "MILLIS",
        [TIMESTAMPS_MILLIS] = "MILLIS",
        [TIMESTAMPS_MICROS] = "MICROS",
        [TIMESTAMPS_NANOS] = "NANOS",
    };
    unsigned form = options->timestamps;
    if (column->type == COLUMN_DECIMAL)
        origin->shows_text = options->decimals == DECIMALS_TEXT;
    if (column->type == COLUMN_UINT64) {
        origin->shows_text = options->uint64 == UNSIGNED_TEXT;
        origin->shows_reals = options->uint64 == UNSIGNED_REAL;
        origin->shows_blobs = options->uint64 == UNSIGNED_BLOB;
    }
    if (column->type != COLUMN_TIMESTAMP)
        return OK;
    origin->shows_text = form == TIMESTAMPS_ISO8601;
    origin->shows_integers = form >= TIMESTAMPS_INTEGER;
    origin->shows_seconds = form == TIMESTAMPS_SECONDS;
    return units[form] == NULL
               ? OK
               : buffer_append_format(&origin->type, error, "TIMESTAMP(%s%s)",
                                      units[form], column->is_utc ? ", UTC" : "");
}

enum status column_type_words(const struct opened_file *opened,
                              const struct table_column *column, struct buffer *words,
                              struct error *error)
{
    const struct table_file_ops *ops = opened->file->ops;
    size_t before = words->size;
    enum status status = OK;
    if (ops->geometry_type_text != NULL)
        status = ops->geometry_type_text(opened->file, column->source, words, error);
    if (status != OK || words->size > before)
        return status;
    return ops->column_type_text(opened->file, column->source, words, error);
}

enum status column_origin_find(const struct connection *connection,
                               sqlite3_stmt *statement, int i,
                               struct column_origin *origin, struct error *error)
{
    struct origin_names names = names_of(statement, i);
    if (names.schema == NULL || names.table == NULL || names.column == NULL)
        return OK;
    const struct listed_table *table = connection->tables;
    while (table != NULL && !is_table(table, &names))
        table = table->next;
    if (table == NULL || *table->file == NULL)
        return OK;
    const struct opened_file *opened = *table->file;
    const struct table_column *column = find_column(&opened->columns, names.column);
    if (column == NULL || column->column == NULL)
        return OK;
    origin->has_variants = column->types_source != 0;
    origin->column = column;
    origin->options = table->options;
    enum status status = set_form(table->options, column->column, origin, error);
    if (status != OK || origin->type.size > 0)
        return status;
    return column_type_words(opened, column, &origin->type, error);
}

bool column_origin_is_not_null(sqlite3 *db, sqlite3_stmt *statement, int i)
{
    struct origin_names names = names_of(statement, i);
    int is_not_null = 0;
    return names.column != NULL &&
           sqlite3_table_column_metadata(db, names.schema, names.table, names.column,
                                         NULL, NULL, &is_not_null, NULL,
                                         NULL) == SQLITE_OK &&
           is_not_null != 0;
}
