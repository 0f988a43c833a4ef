/* SPDX-License-Identifier: MIT */
/*
 * schema_attacks.c - untrusted databases whose schema calls functions that access files,
 * or the connection's keys and limits.
 *
 *     schema_attacks EXTENSION FOLDER
 *
 * For each function, each place of a schema where an expression may stand, each way to
 * write the name, trusted_schema on and off, the database as main and attached, and the
 * extension loaded before and after SQLite has read the schema: makes such a database,
 * opens it, runs statements that would call the function, and checks that nothing
 * happened. run.sh runs it on every available SQLite.
 */
#define _POSIX_C_SOURCE 200809L
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *extension;
static char database[500], target[500];

static int n_readers; /* table-valued functions that take a path */

struct attack {
    const char *name, *create, *use; /* $F: the call; $D: the database's name */
};

static const struct attack attacks[] = {
    {"check", "CREATE TABLE t(x INTEGER, CHECK(x > coalesce($F, 0) - 10))",
     "INSERT INTO $D.t VALUES(1)"},
    {"column check", "CREATE TABLE t(x CHECK(coalesce($F, x) < 10))",
     "UPDATE $D.t SET x = 2"},
    {"integrity_check", "CREATE TABLE t(x INTEGER CHECK(x > coalesce($F, 0) - 10))",
     "PRAGMA integrity_check"},
    {"default", "CREATE TABLE t(x, y DEFAULT ($F))", "INSERT INTO $D.t(x) VALUES(1)"},
    {"generated", "CREATE TABLE t(x, y AS ($F))", "SELECT y FROM $D.t"},
    {"generated and stored", "CREATE TABLE t(x, y AS ($F) STORED)",
     "INSERT INTO $D.t(x) VALUES(1)"},
    {"index", "CREATE TABLE t(x); CREATE INDEX i ON t($F)", "INSERT INTO $D.t VALUES(1)"},
    {"reindex", "CREATE TABLE t(x); CREATE INDEX i ON t(x, $F)", "REINDEX $D.t"},
    {"partial index", "CREATE TABLE t(x); CREATE INDEX i ON t(x) WHERE $F",
     "INSERT INTO $D.t VALUES(1)"},
    {"view", "CREATE TABLE t(x); CREATE VIEW v AS SELECT $F AS y", "SELECT * FROM $D.v"},
    {"view in a subquery", "CREATE TABLE t(x); CREATE VIEW v AS SELECT $F AS y FROM t",
     "SELECT (SELECT y FROM $D.v)"},
    {"trigger",
     "CREATE TABLE t(x); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT $F; END",
     "INSERT INTO $D.t VALUES(1)"},
    {"when of a trigger",
     "CREATE TABLE t(x); CREATE TRIGGER r BEFORE UPDATE ON t WHEN $F BEGIN SELECT 1; END",
     "UPDATE $D.t SET x = 2"},
    {"upsert", "CREATE TABLE t(x UNIQUE, y CHECK(coalesce($F, y) < 10))",
     "INSERT INTO $D.t VALUES(1, 1) ON CONFLICT(x) DO UPDATE SET y = 2"},
    {"vacuum", "CREATE TABLE t(x INTEGER CHECK(x > coalesce($F, 0) - 10))", "VACUUM $D"},
    {"alter", "CREATE TABLE t(x INTEGER CHECK(x > coalesce($F, 0) - 10))",
     "ALTER TABLE $D.t RENAME x TO z"},
    {"add column", "CREATE TABLE t(x)", "ALTER TABLE $D.t ADD COLUMN z DEFAULT ($F)"},
    /* The text of a view becomes that of a parquet_query(). */
    {"query",
     "CREATE TABLE t(x); CREATE VIEW p AS SELECT 1 AS fare;"
     "CREATE VIEW q AS SELECT max(fare) AS m, $F AS y FROM p;"
     "PRAGMA writable_schema = ON;"
     "UPDATE sqlite_master SET type = 'table', sql = 'CREATE VIRTUAL TABLE q USING "
     "parquet_query(' || quote(substr(sql, 18)) || ')' WHERE name = 'q';"
     "UPDATE sqlite_master SET type = 'table', sql = 'CREATE VIRTUAL TABLE p USING "
     "parquet(''testdata/trips.parquet'')' WHERE name = 'p'",
     "SELECT * FROM $D.q"},
};

/* NAME: the function's name in some spelling. */
static const struct {
    const char *function, *call;
} calls[] = {
    {"parquet_write", "NAME('TARGET','SELECT 1 AS x')"},
    {"parquet_attach", "NAME('testdata/trips.parquet','leaked')"},
    {"parquet_import", "NAME('testdata/trips.parquet','leaked')"},
    {"parquet_create_table", "NAME('testdata/trips.parquet','leaked')"},
    {"parquet_restrict", "NAME('read=none')"},
    {"parquet_add_key", "NAME('footer16',x'000102030405060708090a0b0c0d0e0f')"},
};

/* The last one is used only where a byte order mark is white space. */
static const char *const spellings[] = {"NAME",   "\"NAME\"",        "[NAME]",
                                        "`NAME`", "/**/NAME/* */\t", "\xEF\xBB\xBFNAME"};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "schema_attacks: %s: %s\n", what, why);
    exit(2);
}

/* A copy, for sqlite3_free(), with every `from` replaced. */
static char *replace(const char *text, const char *from, const char *to)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (const char *hit; (hit = strstr(text, from)) != NULL;) {
        sqlite3_str_append(out, text, (int)(hit - text));
        sqlite3_str_appendall(out, to);
        text = hit + strlen(from);
    }
    sqlite3_str_appendall(out, text);
    return sqlite3_str_finish(out);
}

/* Stands for the function while the database is made. */
static void nothing(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_int(context, 1);
}

static void make_database(const char *sql, const char *function)
{
    sqlite3 *db;
    unlink(database);
    if (sqlite3_open(database, &db) != SQLITE_OK)
        fail(database, sqlite3_errmsg(db));
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    sqlite3_create_function(db, function, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                            nothing, NULL, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(db, "INSERT INTO t(x) VALUES(1)", NULL, NULL, NULL) != SQLITE_OK)
        fail(sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void load(sqlite3 *db)
{
    char *message = NULL;
    sqlite3_enable_load_extension(db, 1);
    if (sqlite3_load_extension(db, extension, NULL, &message) != SQLITE_OK)
        fail(extension, message != NULL ? message : "?");
}

/* Whether the statement fails with a message that contains the words. */
static bool fails_with(sqlite3 *db, const char *sql, const char *words)
{
    char *message = NULL;
    bool result = sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK &&
                  message != NULL && strstr(message, words) != NULL;
    sqlite3_free(message);
    return result;
}

struct circumstances {
    bool is_attached, is_loaded_late, is_trusted;
};

/* What happened but must not, or NULL. */
static const char *attack(const char *use, const char *direct,
                          const struct circumstances *how)
{
    bool is_in_schema = strstr(use, "ADD COLUMN") == NULL;
    sqlite3 *db;
    const char *fault = NULL;
    unlink(target);
    if (sqlite3_open(how->is_attached ? ":memory:" : database, &db) != SQLITE_OK)
        fail(database, sqlite3_errmsg(db));
    if (!how->is_loaded_late)
        load(db);
    char *attach = sqlite3_mprintf("ATTACH %Q AS strange", database);
    if (how->is_attached && sqlite3_exec(db, attach, NULL, NULL, NULL) != SQLITE_OK)
        is_in_schema = false; /* which SQLite has found malformed */
    sqlite3_free(attach);
    sqlite3_exec(db,
                 how->is_trusted ? "PRAGMA trusted_schema = ON"
                                 : "PRAGMA trusted_schema = OFF",
                 NULL, NULL, NULL);
    if (how->is_loaded_late) {
        sqlite3_exec(db,
                     how->is_attached ? "SELECT count(*) FROM strange.t"
                                      : "SELECT count(*) FROM t",
                     NULL, NULL, NULL);
        load(db);
    }

    sqlite3_exec(db, use, NULL, NULL, NULL);
    if (access(target, F_OK) == 0)
        fault = "a file was written";
    else if (fails_with(db, "CREATE TEMP TABLE leaked(x)", "already exists"))
        fault = "a table was attached";
    else if (!fails_with(db, "SELECT * FROM main.leaked", ""))
        fault = "a table was imported";
    else if (fails_with(db, "SELECT * FROM read_parquet('testdata/trips.parquet')",
                        "outside the folders"))
        fault = "the connection was restricted";
    else if (!fails_with(
                 db,
                 "SELECT * FROM parquet_schema('testdata/encrypted/small_gcm.parquet')",
                 ""))
        fault = "a key was added";
    /* A direct call is refused, too, because nobody can tell who calls.  SQLite reports a
     * schema that it rejects itself as malformed each time. */
    else if (!fails_with(db, direct, "unsafe use of parquet_") &&
             !fails_with(db, direct, "malformed database schema") && is_in_schema)
        fault = "a direct call with such a schema was not refused";
    sqlite3_close(db);
    return fault;
}

/* Tries all circumstances; returns the number of failures. */
static int attack_all(const struct attack *a, const char *call, const char *function)
{
    int n_failed = 0;
    char *create = replace(a->create, "$F", call);
    char *direct = sqlite3_mprintf("SELECT %s", call);
    for (int i = 0; i < 8; i++) {
        const struct circumstances how = {i & 1, i & 2, i & 4};
        char *named = replace(a->use, "$D", how.is_attached ? "strange" : "main");
        char *use = replace(named, "$F", call);
        make_database(create, function);
        const char *fault = attack(use, direct, &how);
        if (fault != NULL) {
            n_failed++;
            printf("%s, %s, %s, loaded %s, trusted_schema %s: %s\n", a->name, call,
                   how.is_attached ? "attached" : "main",
                   how.is_loaded_late ? "late" : "first", how.is_trusted ? "on" : "off",
                   fault);
        }
        sqlite3_free(named);
        sqlite3_free(use);
    }
    sqlite3_free(create);
    sqlite3_free(direct);
    return n_failed;
}

/* The table-valued functions that take a path: after a pair of headings, for each its
 * name and ", 1" for each argument after the path. */
static char **list_readers(void)
{
    static const char sql[] =
        "SELECT m.name, replace(substr(hex(zeroblob(count(*))), 3), '00', ', 1')"
        "  FROM pragma_module_list AS m JOIN pragma_table_xinfo(m.name) AS c"
        " WHERE m.name LIKE '%parquet%' AND c.hidden = 1 AND substr(c.name, 1, 1) = '_'"
        "   AND c.name NOT LIKE '!_option%' ESCAPE '!'"
        " GROUP BY m.name";
    sqlite3 *db;
    char **list;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        fail("memory", sqlite3_errmsg(db));
    load(db);
    if (sqlite3_get_table(db, sql, &list, &n_readers, NULL, NULL) != SQLITE_OK ||
        n_readers == 0)
        fail("the list of functions", sqlite3_errmsg(db));
    sqlite3_close(db);
    return list;
}

/* Table-valued functions that take a path must not return rows to a schema. */
static int read_by_schema(void)
{
    char **readers = list_readers();
    int n_failed = 0;
    for (int i = 0; i < n_readers * 4; i++) {
        bool is_loaded_late = i & 1, is_trusted = i & 2;
        const char *name = readers[2 + i / 4 * 2], *more = readers[3 + i / 4 * 2];
        sqlite3 *db;
        char *create = sqlite3_mprintf(
            "CREATE TABLE t(x); CREATE TABLE seen(x);"
            "CREATE VIEW v AS SELECT count(*) FROM \"%w\"('testdata/trips.parquet'%s);"
            "CREATE TRIGGER r AFTER DELETE ON t BEGIN "
            "INSERT INTO seen SELECT 1 FROM \"%w\"('testdata/trips.parquet'%s); END",
            name, more, name, more);
        make_database(create, name);
        sqlite3_free(create);
        if (sqlite3_open(database, &db) != SQLITE_OK)
            fail(database, sqlite3_errmsg(db));
        if (is_loaded_late)
            sqlite3_exec(db, "SELECT count(*) FROM t", NULL, NULL, NULL);
        load(db);
        sqlite3_exec(
            db, is_trusted ? "PRAGMA trusted_schema = ON" : "PRAGMA trusted_schema = OFF",
            NULL, NULL, NULL);
        if (!fails_with(db, "SELECT * FROM v", "unsafe use of virtual table") ||
            !fails_with(db, "DELETE FROM t", "unsafe use of virtual table")) {
            printf("%s, loaded %s, trusted_schema %s: a schema reads a file\n", name,
                   is_loaded_late ? "late" : "first", is_trusted ? "on" : "off");
            n_failed++;
        }
        sqlite3_close(db);
    }
    sqlite3_free_table(readers);
    return n_failed;
}

static bool mark_is_white_space(void)
{
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        fail("memory", sqlite3_errmsg(db));
    bool is_it = sqlite3_exec(db,
                              "SELECT \xEF\xBB\xBF"
                              "max(1, 2)",
                              NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    return is_it;
}

int main(int argc, char **argv)
{
    enum {
        N_ATTACKS = sizeof attacks / sizeof attacks[0],
        N_CALLS = sizeof calls / sizeof calls[0],
    };
    const int n_spellings = (int)(sizeof spellings / sizeof spellings[0]) -
                            !mark_is_white_space();
    int n_failed = 0;
    if (argc != 3)
        fail("usage", "schema_attacks EXTENSION FOLDER");
    extension = argv[1];
    snprintf(database, sizeof database, "%s/strange.db", argv[2]);
    snprintf(target, sizeof target, "%s/written.parquet", argv[2]);
    for (int i = 0; i < N_ATTACKS * N_CALLS * n_spellings; i++) {
        const char *function = calls[i / n_spellings % N_CALLS].function;
        /* Each place with each spelling; the other functions with one spelling. */
        if (i / n_spellings % N_CALLS > 0 && i % n_spellings > 0)
            continue;
        char *spelled = replace(spellings[i % n_spellings], "NAME", function);
        char *named = replace(calls[i / n_spellings % N_CALLS].call, "NAME", spelled);
        char *call = replace(named, "TARGET", target);
        n_failed += attack_all(&attacks[i / n_spellings / N_CALLS], call, function);
        sqlite3_free(spelled);
        sqlite3_free(named);
        sqlite3_free(call);
    }
    n_failed += read_by_schema();
    unlink(database);
    unlink(target);
    int n = N_ATTACKS * (n_spellings + N_CALLS - 1) * 8 + n_readers * 4;
    printf("hosts: schema attacks, SQLite %s: %d passed, %d failed\n",
           sqlite3_libversion(), n - n_failed, n_failed);
    return n_failed > 0;
}
