#include "host_quirks.h"

#include <stddef.h>
#include <string.h>

bool function_is_builtin(sqlite3 *db, const char *name)
{
    static const char sql[] = "SELECT min(builtin) FROM pragma_function_list "
                              "WHERE name = ?1";
    sqlite3_stmt *statement = NULL;
    bool is_builtin = false;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        is_builtin = sqlite3_column_int(statement, 0) == 1;
    sqlite3_finalize(statement);
    return is_builtin;
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

/* The words that make a join an outer one; no join is outer without.  (Setting 0x20 makes
 * capitals small, and no letter of another sign.)  All of a schema is looked through each
 * time that a scan starts. */
static bool has_outer_word(const char *sql)
{
    for (; *sql != '\0'; sql++) {
        switch (*sql | 0x20) {
        case 'l':
            if (begins_with(sql, "left"))
                return true;
            break;
        case 'r':
            if (begins_with(sql, "right"))
                return true;
            break;
        case 'f':
            if (begins_with(sql, "full"))
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

/* Whether the views and triggers of a database have such a word; true, too, when that
 * cannot be told. */
static bool schema_has_outer_word(sqlite3 *db, const char *schema)
{
    sqlite3_stmt *statement = NULL;
    bool is_sound = false, has_word = false;
    char *sql = sqlite3_mprintf(
        "SELECT sql FROM \"%w\".%s "
        "WHERE type IN ('view', 'trigger')",
        schema,
        sqlite3_stricmp(schema, "temp") == 0 ? "sqlite_temp_master" : "sqlite_master");
    if (sql != NULL && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
        int code = sqlite3_step(statement);
        for (; code == SQLITE_ROW && !has_word; code = sqlite3_step(statement)) {
            const char *text = (const char *)sqlite3_column_text(statement, 0);
            has_word = text == NULL || has_outer_word(text);
        }
        is_sound = code == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return has_word || !is_sound;
}

static bool any_schema_has_outer_word(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool is_sound = false, has_word = false;
    if (sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &statement, NULL) ==
        SQLITE_OK) {
        int code = sqlite3_step(statement);
        for (; code == SQLITE_ROW && !has_word; code = sqlite3_step(statement)) {
            const char *name = (const char *)sqlite3_column_text(statement, 1);
            has_word = name == NULL || schema_has_outer_word(db, name);
        }
        is_sound = code == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    return has_word || !is_sound;
}

bool statements_may_join_outer(sqlite3 *db)
{
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s != NULL;
         s = sqlite3_next_stmt(db, s)) {
        const char *sql = sqlite3_stmt_busy(s) ? sqlite3_sql(s) : "";
        if (sql == NULL || has_outer_word(sql))
            return true;
    }
    return any_schema_has_outer_word(db);
}
