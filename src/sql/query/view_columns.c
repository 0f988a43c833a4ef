/* SPDX-License-Identifier: MIT */
#include "sql/query/view_columns.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vector/select_statement.h"

/* ---- Names ----------------------------------------------------------------------- */

/* The size of a name without what SQLite appends, ":1", if an earlier column has it. */
static int base_size(const char *name)
{
    const char *colon = strrchr(name, ':');
    bool has_number = colon != NULL && colon[1] != '\0' &&
                      strspn(colon + 1, "0123456789") == strlen(colon + 1);
    return (int)(has_number ? colon - name : (ptrdiff_t)strlen(name));
}

static bool is_taken(char *const *names, int n, const char *name, int size)
{
    int k = 0;
    while (k < n && (names[k] == NULL || (int)strlen(names[k]) != size ||
                     sqlite3_strnicmp(names[k], name, size) != 0))
        k++;
    return k < n;
}

/* Whether result i is a column with collations around it, and which. */
static const struct expression *collated_name(const struct select_statement *s, int i)
{
    const struct expression *e = (uint32_t)i < s->n_results ? s->results[i].expression
                                                            : NULL;
    while (e != NULL && e->kind == EXPRESSION_COLLATE)
        e = e->arguments[0];
    return e != NULL && e->kind == EXPRESSION_NAME ? e : NULL;
}

/* The name of a column in its table's spelling, or NULL. */
static char *spelled_name(sqlite3 *db, const struct select_statement *s,
                          const struct expression *e)
{
    bool has_alias = s->table_alias.size > 0;
    sqlite3_stmt *statement = NULL;
    char *name = NULL;
    char *sql = sqlite3_mprintf(
        has_alias ? "SELECT %.*s FROM %.*s AS \"%.*w\"" : "SELECT %.*s FROM %.*s",
        (int)e->text.size, e->text.data, (int)s->table_text.size, s->table_text.data,
        (int)s->table_alias.size, s->table_alias.data);
    if (sql != NULL && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK)
        name = sqlite3_mprintf("%s", sqlite3_column_name(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return name;
}

/* The name of a view's column without what tells it from earlier ones: that of the
 * SELECT's result, own, unless it is a column with a collation, which has the column's
 * name.  in_from: as a subquery's column, in the statement's spelling. */
static char *name_of(sqlite3 *db, const struct select_statement *s, const char *own,
                     const char *in_from, char *const *earlier, int i)
{
    int base = base_size(in_from), whole = (int)strlen(in_from);
    int own_size = (int)strlen(own);
    if ((own_size == whole || own_size == base) &&
        sqlite3_strnicmp(in_from, own, own_size) == 0)
        return sqlite3_mprintf("%s", own);
    const struct expression *column = collated_name(s, i);
    char *name = column != NULL ? spelled_name(db, s, column) : NULL;
    if (name != NULL)
        return name;
    return sqlite3_mprintf("%.*s", is_taken(earlier, i, in_from, base) ? base : whole,
                           in_from);
}

/* Appends the name of column i, whose name without ":1" is names[i]. */
static void add_name(sqlite3_str *text, char *const *names, const char *in_from, int i)
{
    bool is_same = is_taken(names, i, names[i], (int)strlen(names[i]));
    const char *suffix = is_same ? strrchr(in_from, ':') : NULL;
    sqlite3_str_appendf(text, "\"%w%w\" ", names[i], suffix != NULL ? suffix : "");
}

/* ---- Collations ------------------------------------------------------------------ */

/* Whether an instruction of a UNION has a list of n or, if it compares rows of both
 * sides, n + 1 keys, with the collations of its columns first. */
static bool lists_union(sqlite3_stmt *program, int n, bool *is_certain)
{
    const char *opcode = (const char *)sqlite3_column_text(program, 1);
    const char *keys = (const char *)sqlite3_column_text(program, 5);
    *is_certain = sqlite3_column_int(program, 0) == 1;
    if (opcode == NULL || keys == NULL || strncmp(keys, "k(", 2) != 0)
        return false;
    return *is_certain ? strcmp(opcode, "OpenEphemeral") == 0 && atoi(keys + 2) == n
                       : strcmp(opcode, "Compare") == 0 && atoi(keys + 2) == n + 1;
}

/* SQLite tells the collation of a result only in programs, "k(3,NOCASE,B,B)", where B is
 * BINARY: the table in which UNION finds equal rows is opened first of all; or UNION
 * sorts both sides, as from 3.53 on, and its last comparison is that of their rows.  The
 * text may be cut off. */
static char *list_collations(sqlite3 *db, const char *select, const char *columns, int n)
{
    sqlite3_stmt *statement = NULL;
    char *found = NULL;
    bool is_certain = false;
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql, "EXPLAIN SELECT %s FROM (%s\n) UNION SELECT NULL", columns,
                        select);
    for (int i = 1; i < n; i++)
        sqlite3_str_appendall(sql, ", NULL");
    char *text = sqlite3_str_finish(sql);
    if (text != NULL)
        (void)sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    sqlite3_free(text);
    while (!(is_certain && found != NULL) && statement != NULL &&
           sqlite3_step(statement) == SQLITE_ROW) {
        if (!lists_union(statement, n, &is_certain))
            continue;
        sqlite3_free(found);
        found = sqlite3_mprintf("%s", sqlite3_column_text(statement, 5));
    }
    sqlite3_finalize(statement);
    return found;
}

/* Appends the collation of entry i of such a list, unless it is BINARY; false: the list
 * ends before. */
static bool add_listed(sqlite3_str *text, const char *list, int i)
{
    const char *at = list;
    for (int k = 0; at != NULL && k <= i; k++)
        at = strchr(at + 1, ',');
    size_t size = at != NULL ? strcspn(at + 1, ",)") : 0;
    if (at == NULL || at[1 + size] == '\0' || at[1] == '.')
        return false;
    if (size > 0 && !(size == 1 && at[1] == 'B'))
        sqlite3_str_appendf(text, " COLLATE \"%.*w\"", (int)size, at + 1);
    return true;
}

static void add_collation(sqlite3_str *text, sqlite3 *db, const char *select,
                          const char *list, sqlite3_stmt *view, int i)
{
    char *column, *own;
    if (list == NULL || add_listed(text, list, i))
        return;
    column = sqlite3_mprintf("\"%w\"", sqlite3_column_name(view, i));
    own = column != NULL ? list_collations(db, select, column, 1) : NULL;
    if (own != NULL)
        (void)add_listed(text, own, 0);
    sqlite3_free(own);
    sqlite3_free(column);
}

/* ---- Types ----------------------------------------------------------------------- */

/* Appends the type of CAST, which has its affinity, if an expression is one.  Others have
 * none. */
static void add_cast(sqlite3_str *text, const struct expression *e)
{
    if (e->kind == EXPRESSION_CAST)
        sqlite3_str_append(text, (const char *)e->name.data, (int)e->name.size);
}

/* Appends a type.  The word HIDDEN would hide a column of a virtual table, which it does
 * not with an underscore. */
static void add_type(sqlite3_str *text, const char *type)
{
    enum { SIZE = 6 };
    for (const char *c = type; *c != '\0'; c++) {
        bool hides = sqlite3_strnicmp(c, "hidden", SIZE) == 0 &&
                     (c == type || c[-1] == ' ') && (c[SIZE] == '\0' || c[SIZE] == ' ');
        sqlite3_str_appendall(text, hides ? "_" : "");
        sqlite3_str_appendchar(text, 1, *c);
    }
}

/* P5 of an instruction, which old versions write in hexadecimal. */
static long flags_of(sqlite3_stmt *program)
{
    return sqlite3_column_type(program, 6) == SQLITE_TEXT
               ? strtol((const char *)sqlite3_column_text(program, 6), NULL, 16)
               : sqlite3_column_int(program, 6);
}

/* Appends a type of the affinity of a result, as SQLite compares it, in a SELECT that is
 * not known here: the last comparison of the program has it. */
static void add_affinity(sqlite3_str *text, sqlite3 *db, const char *select,
                         sqlite3_stmt *view, int i)
{
    static const char *const types[] = {"", "", "TEXT", "NUMERIC", "INTEGER", "REAL"};
    enum { AFFINITY_NONE = 0x40, N_TYPES = sizeof types / sizeof *types };
    sqlite3_stmt *statement = NULL;
    int affinity = 0;
    char *sql = sqlite3_mprintf("EXPLAIN SELECT \"%w\" = ?1 FROM (%s\n)",
                                sqlite3_column_name(view, i), select);
    if (sql != NULL)
        (void)sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    while (statement != NULL && sqlite3_step(statement) == SQLITE_ROW) {
        const char *opcode = (const char *)sqlite3_column_text(statement, 1);
        if (opcode != NULL && (strcmp(opcode, "Eq") == 0 || strcmp(opcode, "Ne") == 0))
            affinity = (int)(flags_of(statement) & 0x47) - AFFINITY_NONE;
    }
    sqlite3_finalize(statement);
    if (affinity > 0 && affinity < N_TYPES)
        sqlite3_str_appendall(text, types[affinity]);
}

static void add_type_or_affinity(sqlite3_str *text, sqlite3 *db, const char *select,
                                 const struct select_statement *statement,
                                 sqlite3_stmt *view, int i)
{
    const char *type = sqlite3_column_decltype(view, i);
    const struct expression *e = (uint32_t)i < statement->n_results
                                     ? statement->results[i].expression
                                     : NULL;
    add_type(text, type != NULL ? type : "");
    if (type == NULL && e != NULL && e->kind != EXPRESSION_COLLATE)
        add_cast(text, e);
    else if (type == NULL)
        add_affinity(text, db, select, view, i);
}

/* ---- Columns --------------------------------------------------------------------- */

/* Appends the columns of a view, given as SELECT * FROM (select); false: no memory. */
static bool add_columns(sqlite3_str *text, sqlite3 *db, const char *select,
                        const char *const *names,
                        const struct select_statement *statement, sqlite3_stmt *view)
{
    int n = sqlite3_column_count(view), i = 0;
    char *list = list_collations(db, select, "*", n);
    char **known = sqlite3_malloc64((sqlite3_uint64)n * sizeof *known);
    for (; known != NULL && i < n; i++) {
        const char *in_from = sqlite3_column_name(view, i);
        known[i] = in_from != NULL ? name_of(db, statement, names[i], in_from, known, i)
                                   : NULL;
        if (known[i] == NULL)
            break;
        sqlite3_str_appendall(text, i > 0 ? ", " : "");
        add_name(text, known, in_from, i);
        add_type_or_affinity(text, db, select, statement, view, i);
        add_collation(text, db, select, list, view, i);
    }
    bool has_all = i == n;
    while (i > 0)
        sqlite3_free(known[--i]);
    sqlite3_free(known);
    sqlite3_free(list);
    return has_all;
}

int view_columns(sqlite3 *db, const char *select, const char *const *names,
                 char **declaration, int *n)
{
    sqlite3_stmt *view = NULL;
    struct arena arena = {0};
    struct error error = {0};
    struct select_statement statement;
    char *sql = sqlite3_mprintf("SELECT * FROM (%s\n)", select);
    int code = sql != NULL ? sqlite3_prepare_v2(db, sql, -1, &view, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (code != SQLITE_OK)
        return code;
    *n = sqlite3_column_count(view);
    if (select_parse(slice_of(select, strlen(select)), &arena, &statement, &error) != OK)
        statement = (struct select_statement){0};
    sqlite3_str *text = sqlite3_str_new(db);
    sqlite3_str_appendall(text, "CREATE TABLE x(");
    bool has_all = add_columns(text, db, select, names, &statement, view);
    sqlite3_str_appendall(text, ")");
    sqlite3_finalize(view);
    arena_release(&arena);
    *declaration = sqlite3_str_finish(text);
    if (has_all && *declaration != NULL)
        return SQLITE_OK;
    sqlite3_free(*declaration);
    *declaration = NULL;
    return SQLITE_NOMEM;
}
