/* SPDX-License-Identifier: MIT */
#include "sql/write/write_query.h"

#include <string.h>

#include "base/alloc.h"
#include "value/option_text.h"

/* Skips white space and comments. */
static const char *skip_blank(const char *text)
{
    for (;;) {
        if (ascii_is_space((uint8_t)*text)) {
            text++;
        } else if (strncmp(text, "--", 2) == 0) {
            text += strcspn(text, "\n");
        } else if (strncmp(text, "/*", 2) == 0) {
            const char *end = strstr(text + 2, "*/");
            text = end != NULL ? end + 2 : text + strlen(text);
        } else {
            return text;
        }
    }
}

/* Skips semicolons, white space and comments.  Anything after that must not even be
 * prepared: many PRAGMAs take effect then. */
static const char *skip_end(const char *text)
{
    text = skip_blank(text);
    while (*text == ';')
        text = skip_blank(text + 1);
    return text;
}

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '$' || (c & 0x80) != 0;
}

static size_t word_size(const char *text)
{
    size_t size = 0;
    while (is_name_character(text[size]))
        size++;
    return size;
}

/* Whether the text begins as a query does.  Other statements (among them PRAGMA, which
 * may have effects though SQLite calls it read-only) are refused later, because they are
 * no names of tables either. */
static bool begins_query(const char *text)
{
    static const char *const words[] = {"select", "values", "with"};
    struct slice word = slice_of(text, word_size(text));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (slice_equals_word(word, words[i]))
            return true;
    }
    return *text == '(';
}

/* Removes an identifier, quoted or not, from the front of the text; false if there is
 * none. */
static bool take_name(const char **text, struct slice *name)
{
    char quote = **text == '[' ? ']' : **text;
    size_t size = word_size(*text);
    if (quote == ']' || quote == '"' || quote == '`' || quote == '\'') {
        size = 1;
        while ((*text)[size] != '\0' &&
               ((*text)[size] != quote || (quote != ']' && (*text)[size + 1] == quote)))
            size += (*text)[size] == quote ? 2 : 1;
        if ((*text)[size] == '\0')
            return false;
        size++;
    }
    *name = slice_of(*text, size);
    *text = skip_blank(*text + size);
    return size > 0;
}

enum status write_query_table(const char *text, char **schema, char **table,
                              struct error *error)
{
    struct slice first, second = {0};
    text = skip_blank(text);
    bool is_name = take_name(&text, &first);
    bool has_schema = is_name && *text == '.';
    *schema = *table = NULL;
    if (has_schema) {
        text = skip_blank(text + 1);
        is_name = take_name(&text, &second);
    }
    if (!is_name || *skip_end(text) != '\0')
        return error_set(
            error, MISUSE,
            "the query is neither a SELECT, VALUES or WITH nor the name of a table or "
            "view (quote names with special characters: \"my table\")");
    *schema = has_schema ? option_dequote(first) : NULL;
    *table = option_dequote(has_schema ? second : first);
    return *table != NULL && (*schema != NULL) == has_schema ? OK : error_nomem(error);
}

char *write_query_of_table(const char *schema, const char *table)
{
    return schema == NULL ? sqlite3_mprintf("SELECT * FROM \"%w\"", table)
                          : sqlite3_mprintf("SELECT * FROM \"%w\".\"%w\"", schema, table);
}

/* *sql: to be freed with sqlite3_free(). */
static enum status query_of_table(const char *text, char **sql, struct error *error)
{
    char *schema, *table;
    enum status status = write_query_table(text, &schema, &table, error);
    if (status == OK) {
        *sql = write_query_of_table(schema, table);
        status = *sql != NULL ? OK : error_nomem(error);
    }
    mem_free(schema);
    mem_free(table);
    return status;
}

static enum status sqlite_failure(sqlite3 *db, int failure, int *code,
                                  struct error *error)
{
    *code = failure;
    return error_set(error, MISUSE, "query: %s", sqlite3_errmsg(db));
}

static enum status check_query(sqlite3_stmt *query, struct error *error)
{
    if (sqlite3_stmt_readonly(query) == 0)
        return error_set(error, MISUSE, "the query must only read");
    if (sqlite3_column_count(query) == 0 || sqlite3_stmt_isexplain(query) != 0)
        return error_set(error, MISUSE, "the query is not a SELECT, VALUES or WITH");
    if (sqlite3_bind_parameter_count(query) > 0)
        return error_set(error, MISUSE,
                         "the query has parameters, which cannot be bound here");
    return OK;
}

enum status write_query_prepare(sqlite3 *db, const char *text, sqlite3_stmt **query,
                                int *code, struct error *error)
{
    const char *begin = skip_blank(text), *tail = NULL;
    char *sql = NULL;
    enum status status = OK;
    *query = NULL;
    if (*begin == '\0')
        return error_set(error, MISUSE, "the query is empty");
    if (!begins_query(begin))
        status = query_of_table(begin, &sql, error);
    if (status == OK) {
        int failure = sqlite3_prepare_v2(db, sql != NULL ? sql : text, -1, query, &tail);
        if (failure != SQLITE_OK)
            status = sqlite_failure(db, failure, code, error);
    }
    if (status == OK)
        status = check_query(*query, error);
    if (status == OK && *skip_end(tail) != '\0')
        status = error_set(error, MISUSE, "the query is more than one statement");
    sqlite3_free(sql);
    if (status != OK) {
        sqlite3_finalize(*query);
        *query = NULL;
    }
    return status;
}

int write_query_size(sqlite3_stmt *query)
{
    const char *text = sqlite3_sql(query);
    int size = (int)strlen(text);
    return size > 0 && text[size - 1] == ';' ? size - 1 : size;
}

enum status write_query_sort(sqlite3 *db, sqlite3_stmt *query, const char *order,
                             sqlite3_stmt **sorted, int *code, struct error *error)
{
    /* A comment may end the query. */
    char *sql = sqlite3_mprintf("SELECT * FROM (%.*s\n) ORDER BY %s",
                                write_query_size(query), sqlite3_sql(query), order);
    if (sql == NULL)
        return error_nomem(error);
    int failure = sqlite3_prepare_v2(db, sql, -1, sorted, NULL);
    sqlite3_free(sql);
    return failure == SQLITE_OK ? OK : sqlite_failure(db, failure, code, error);
}
