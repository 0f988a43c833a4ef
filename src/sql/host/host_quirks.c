/* SPDX-License-Identifier: MIT */
#include "sql/host/host_quirks.h"

#include <stddef.h>
#include <string.h>

bool host_is_supported(void)
{
    return sqlite3_libversion_number() >= 3031000;
}

int host_declare_table(sqlite3 *db, const char *declaration)
{
    static const int codes[] = {SQLITE_NOMEM, SQLITE_INTERRUPT};
    int code = sqlite3_declare_vtab(db, declaration);
    for (size_t i = 0; code == SQLITE_ERROR && i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(sqlite3_errmsg(db), sqlite3_errstr(codes[i])) == 0)
            code = codes[i];
    }
    return code;
}

bool host_has_filenames(void)
{
    return SQLITE_VERSION_NUMBER >= 3032000 && sqlite3_libversion_number() >= 3032000;
}

bool host_has_transaction_states(void)
{
    return SQLITE_VERSION_NUMBER >= 3034000 && sqlite3_libversion_number() >= 3034000;
}

bool host_explains_constraints(void)
{
    return SQLITE_VERSION_NUMBER >= 3038000 && sqlite3_libversion_number() >= 3038000;
}

bool host_miscounts_generated_columns(void)
{
    return sqlite3_libversion_number() < 3054000;
}

bool host_limits_are_exact(void)
{
    return sqlite3_libversion_number() >= 3046000;
}

bool host_drops_duplicates(int distinct)
{
    int version = sqlite3_libversion_number();
    return (distinct == 2 && version >= 3046000) ||
           (distinct == 3 && version >= 3046000 && version < 3052000);
}

int select_integer(sqlite3 *db, const char *sql, const char *argument)
{
    sqlite3_stmt *statement = NULL;
    int integer = 0;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && argument != NULL)
        code = sqlite3_bind_text(statement, 1, argument, -1, SQLITE_STATIC);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        integer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return integer;
}

/* Reads the list as it is: a table of a database file may hide pragma_function_list, and
 * a program's min() that of a query. */
unsigned functions_builtin(sqlite3 *db, const char *const *names, unsigned n)
{
    enum { NAME, BUILTIN };
    sqlite3_stmt *list = NULL;
    unsigned replaced = 0;
    bool is_any = false;
    int code = sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &list, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(list)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(list, NAME);
        bool is_builtin = sqlite3_column_int(list, BUILTIN) == 1;
        /* Most are, and then need not be compared once one of the names is there. */
        for (unsigned i = 0; name != NULL && i < n && !(is_builtin && is_any); i++) {
            if (sqlite3_stricmp(name, names[i]) != 0)
                continue;
            is_any = true;
            replaced |= is_builtin ? 0 : 1U << i;
        }
        code = name != NULL ? SQLITE_OK : SQLITE_NOMEM;
    }
    sqlite3_finalize(list);
    return code == SQLITE_DONE && is_any ? ~replaced : 0;
}

bool function_is_builtin(sqlite3 *db, const char *name)
{
    return (functions_builtin(db, &name, 1) & 1) != 0;
}

/* Conditions that hold for the built-in collations but not for those that programs often
 * replace them with: orders of languages, by numbers, without punctuation, with Unicode's
 * case folding, and UTF-16's order, which is right only for a database in UTF-16. */
static const struct {
    const char *name, *truths;
} COLLATIONS[] = {
    {"BINARY", "'A' < 'a' COLLATE BINARY AND 'B' < 'a' COLLATE BINARY"
               " AND 'a' < 'a ' COLLATE BINARY AND 'a-b' < 'aa' COLLATE BINARY"
               " AND '10' < '9' COLLATE BINARY AND 'z' < char(228) COLLATE BINARY"
               " AND (char(65535) < char(65536) COLLATE BINARY"
               "      OR length(CAST('a' AS BLOB)) > 1)"},
    {"NOCASE", "'a' = 'A' COLLATE NOCASE AND 'Z' = 'z' COLLATE NOCASE"
               " AND 'A' < 'b' COLLATE NOCASE AND 'a' < 'B' COLLATE NOCASE"
               " AND '[' < 'Z' COLLATE NOCASE AND 'a' < 'A ' COLLATE NOCASE"
               " AND 'a-b' < 'aa' COLLATE NOCASE AND '10' < '9' COLLATE NOCASE"
               " AND 'z' < char(228) COLLATE NOCASE"
               " AND char(228) <> char(196) COLLATE NOCASE"
               " AND 'k' <> char(8490) COLLATE NOCASE AND 'I' <> char(305) COLLATE NOCASE"
               " AND 'ss' <> char(223) COLLATE NOCASE"
               " AND (char(65535) < char(65536) COLLATE NOCASE"
               "      OR length(CAST('a' AS BLOB)) > 1)"},
    {"RTRIM", "'a' = 'a  ' COLLATE RTRIM AND '' = ' ' COLLATE RTRIM"
              " AND 'A' < 'a' COLLATE RTRIM AND 'B' < 'a' COLLATE RTRIM"
              " AND ' a' < 'a' COLLATE RTRIM AND 'a' <> 'a' || char(9) COLLATE RTRIM"
              " AND 'a' <> 'a' || char(160) COLLATE RTRIM AND 'a-b' < 'aa' COLLATE RTRIM"
              " AND '10' < '9' COLLATE RTRIM AND 'z' < char(228) COLLATE RTRIM"},
};

/* The text of reused statements begins so. */
#define REUSED "/* kept by parquet_vtab */"

bool statements_are_unlisted(sqlite3 *db)
{
    return sqlite3_limit(db, SQLITE_LIMIT_LENGTH, -1) < 0;
}

/* Whether the host has not finalized it.  Another statement may have its address by
 * now. */
static bool is_reusable(sqlite3 *db, const struct reused_statement *reused)
{
    if (reused->statement == NULL || statements_are_unlisted(db))
        return reused->statement != NULL;
    sqlite3_stmt *s = sqlite3_next_stmt(db, NULL);
    while (s != NULL && s != reused->statement)
        s = sqlite3_next_stmt(db, s);
    const char *sql = s != NULL ? sqlite3_sql(s) : NULL;
    return sql != NULL && strncmp(sql, REUSED, sizeof REUSED - 1) == 0;
}

int reused_statement_prepare(sqlite3 *db, const char *sql,
                             struct reused_statement *reused)
{
    char *marked = sqlite3_mprintf(REUSED "%s", sql);
    int code = marked != NULL
                   ? sqlite3_prepare_v2(db, marked, -1, &reused->statement, NULL)
                   : SQLITE_NOMEM;
    sqlite3_free(marked);
    return code;
}

void reused_statement_release(sqlite3 *db, struct reused_statement *reused)
{
    if (is_reusable(db, reused))
        sqlite3_finalize(reused->statement);
    reused->statement = NULL;
}

/* Column i is 1 if all conditions of COLLATIONS[i] hold. */
static bool prepare_probe(sqlite3 *db, struct reused_statement *probe)
{
    char *sql = sqlite3_mprintf("SELECT %s, %s, %s", COLLATIONS[0].truths,
                                COLLATIONS[1].truths, COLLATIONS[2].truths);
    int code = sql != NULL ? reused_statement_prepare(db, sql, probe) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code == SQLITE_OK;
}

bool collation_is_builtin(sqlite3 *db, struct reused_statement *probe, const char *name)
{
    int column = -1;
    bool is_builtin = false;
    for (int i = 0; i < (int)(sizeof COLLATIONS / sizeof *COLLATIONS); i++) {
        if (sqlite3_stricmp(COLLATIONS[i].name, name) == 0)
            column = i;
    }
    if (column < 0 || (!is_reusable(db, probe) && !prepare_probe(db, probe)))
        return false;
    if (sqlite3_step(probe->statement) == SQLITE_ROW)
        is_builtin = sqlite3_column_int(probe->statement, column) == 1;
    (void)sqlite3_reset(probe->statement);
    return is_builtin;
}

bool host_sums_plainly(void)
{
    return sqlite3_libversion_number() < 3043000;
}

bool host_offers_outer_terms(void)
{
    return sqlite3_libversion_number() < 3053000;
}

static bool begins_with(const char *sql, const char *word)
{
    while (*word != '\0' && (*sql | 0x20) == *word) {
        sql++;
        word++;
    }
    return *word == '\0';
}

/* Whether the text has a word that every outer join needs. (Setting 0x20 turns capitals,
 * and nothing else, into lower case letters.) Fast, since a cursor may search the whole
 * schema. */
static bool has_outer_word(const char *sql)
{
    for (; *sql != '\0'; sql++) {
        int letter = *sql | 0x20;
        const char *word = letter == 'l'   ? "left"
                           : letter == 'r' ? "right"
                           : letter == 'f' ? "full"
                                           : NULL;
        if (word != NULL && begins_with(sql, word))
            return true;
    }
    return false;
}

/* Callbacks of sqlite3_exec(), which end it once there is such a word. */
static int search_object(void *unused, int n, char **row, char **names)
{
    (void)unused, (void)n, (void)names;
    return row[0] == NULL || has_outer_word(row[0]);
}

/* Searches the views and triggers of a database; a word may be where they cannot be
 * read. */
static int search_database(void *db, int n, char **row, char **names)
{
    (void)n, (void)names;
    char *sql = sqlite3_mprintf(
        "SELECT sql FROM \"%w\".%s "
        "WHERE type IN ('view', 'trigger')",
        row[1],
        sqlite3_stricmp(row[1], "temp") == 0 ? "sqlite_temp_master" : "sqlite_master");
    int code = sql != NULL ? sqlite3_exec(db, sql, search_object, NULL, NULL)
                           : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code != SQLITE_OK;
}

bool statements_may_join_outer(sqlite3 *db)
{
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s != NULL;
         s = sqlite3_next_stmt(db, s)) {
        const char *sql = sqlite3_stmt_busy(s) ? sqlite3_sql(s) : "";
        if (sql == NULL || has_outer_word(sql))
            return true;
    }
    return sqlite3_exec(db, "PRAGMA database_list", search_database, db, NULL) !=
           SQLITE_OK;
}

/* A statement has no text until it is prepared; that of an open BLOB has none, either,
 * but runs. */
static bool is_being_prepared(sqlite3_stmt *s)
{
    return sqlite3_sql(s) == NULL && !sqlite3_stmt_busy(s);
}

/* PRAGMA integrity_check, quick_check, table_info and table_xinfo, by their first
 * column. */
static bool is_check(sqlite3_stmt *s)
{
    static const char *const firsts[] = {"integrity_check", "quick_check", "cid"};
    const char *name = sqlite3_column_name(s, 0); /* a SELECT has none yet */
    for (size_t i = 0; name != NULL && i < sizeof firsts / sizeof *firsts; i++) {
        if (strcmp(name, firsts[i]) == 0)
            return true;
    }
    return false;
}

bool statement_reads(sqlite3 *db)
{
    bool reads = false, checks = false;
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s != NULL;
         s = sqlite3_next_stmt(db, s)) {
        if (is_being_prepared(s) && !is_check(s))
            reads = true;
        else if (is_being_prepared(s) ||
                 (sqlite3_stmt_busy(s) && sqlite3_sql(s) != NULL &&
                  sqlite3_strlike("%alter%table%", sqlite3_sql(s), 0) == 0))
            checks = true;
    }
    return reads && !checks;
}

bool statement_creates(sqlite3 *db)
{
    sqlite3_stmt *s = sqlite3_next_stmt(db, NULL);
    while (s != NULL &&
           !(sqlite3_stmt_busy(s) && sqlite3_sql(s) != NULL &&
             sqlite3_strlike("%create%virtual%table%", sqlite3_sql(s), 0) == 0))
        s = sqlite3_next_stmt(db, s);
    return s != NULL;
}

bool is_same_preparation(sqlite3 *db, struct reused_statement *mark)
{
    bool is_same = is_reusable(db, mark);
    sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); /* the newest */
    for (; is_same && s != mark->statement; s = sqlite3_next_stmt(db, s))
        is_same = !is_being_prepared(s);
    if (is_same)
        return true;
    reused_statement_release(db, mark);
    (void)reused_statement_prepare(db, "SELECT 1", mark);
    return false;
}

int database_encoding(sqlite3 *db)
{
    _Static_assert(SQLITE_UTF8 == 1 && SQLITE_UTF16LE == 2 && SQLITE_UTF16BE == 3,
                   "the query's results");
    return select_integer(db,
                          "SELECT CASE CAST('a' AS BLOB) WHEN x'61' THEN 1 "
                          "WHEN x'6100' THEN 2 ELSE 3 END",
                          NULL);
}

bool one_statement_runs(sqlite3 *db)
{
    int n = 0;
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s != NULL;
         s = sqlite3_next_stmt(db, s))
        n += sqlite3_stmt_busy(s) != 0;
    return n == 1;
}

void statements_expire(sqlite3 *db)
{
    int is_on = 0;
    if (sqlite3_db_config(db, SQLITE_DBCONFIG_TRIGGER_EQP, -1, &is_on) == SQLITE_OK) {
        (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRIGGER_EQP, !is_on, (int *)NULL);
        (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRIGGER_EQP, is_on, (int *)NULL);
    }
}
