/* SPDX-License-Identifier: MIT */
#include "sql/query/view_columns.h"

#include <stdlib.h>
#include <string.h>

#include "vector/select_statement.h"

/* What SQLite appends to the name of a column, ":1", if an earlier one has that name. */
static const char *suffix_of(sqlite3_stmt *view, const char *const *names, int i)
{
    const char *name = sqlite3_column_name(view, i);
    int k = 0;
    while (k < i && sqlite3_stricmp(names[k], names[i]) != 0)
        k++;
    name = k < i && name != NULL ? strrchr(name, ':') : NULL;
    return name != NULL ? name : "";
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

/* Appends the type of CAST, which has its affinity, if result i of a SELECT is one.
 * Other expressions have none. */
static void add_cast(sqlite3_str *text, const struct select_statement *statement, int i)
{
    const struct expression *e = (uint32_t)i < statement->n_results
                                     ? statement->results[i].expression
                                     : NULL;
    if (e != NULL && e->kind == EXPRESSION_CAST)
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

/* ---- Columns --------------------------------------------------------------------- */

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
    char *list = list_collations(db, select, "*", *n);
    sqlite3_str *text = sqlite3_str_new(db);
    sqlite3_str_appendall(text, "CREATE TABLE x(");
    for (int i = 0; i < *n; i++) {
        const char *type = sqlite3_column_decltype(view, i);
        sqlite3_str_appendf(text, "%s\"%w%w\" ", i > 0 ? ", " : "", names[i],
                            suffix_of(view, names, i));
        add_type(text, type != NULL ? type : "");
        if (type == NULL && statement.n_results > 0)
            add_cast(text, &statement, i);
        else if (type == NULL)
            add_affinity(text, db, select, view, i);
        add_collation(text, db, select, list, view, i);
    }
    sqlite3_str_appendall(text, ")");
    sqlite3_free(list);
    sqlite3_finalize(view);
    arena_release(&arena);
    *declaration = sqlite3_str_finish(text);
    return *declaration != NULL ? SQLITE_OK : SQLITE_NOMEM;
}
