/* SPDX-License-Identifier: MIT */
/*
 * misused_files.c - what programs may do to files in BLOBs and VFSes while tables read
 * them: finalize or reset statements that are not theirs, change the BLOB, unregister a
 * VFS or replace it; and load the extension without room for a message. Linked with the
 * extension; a sanitizer reports what is used after it was freed.
 *
 *     build/asan/hosts/attacks/misused_files
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

int sqlite3_parquetvtab_init(sqlite3 *db, char **message, const void *api);

/* A BLOB whose statement is gone cannot be closed: SQLite's memory for it is lost. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libsqlite3\n";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

static int n_passed, n_failed;

static void check(int is_right, const char *what)
{
    n_passed += is_right;
    n_failed += !is_right;
    if (!is_right)
        printf("misused files: %s\n", what);
}

static void must(sqlite3 *db, int code, const char *sql)
{
    if (code != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
        exit(2);
    }
}

static sqlite3 *open_database(void)
{
    sqlite3 *db;
    char *message = NULL;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_parquetvtab_init(db, &message, NULL) != SQLITE_OK)
        exit(2);
    return db;
}

static void run(sqlite3 *db, const char *sql)
{
    must(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    must(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL), sql);
    return statement;
}

/* The first column of the first row as a number, or -1 after an error. */
static int number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    int answer = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return answer;
}

/* ---- BLOBs ------------------------------------------------------------------------ */

/* A database with a file in a BLOB, its table, and a statement that has read one row. */
static sqlite3 *open_blob(sqlite3_stmt **reading)
{
    static const char target[] = "build/misused_files.parquet";
    sqlite3 *db = open_database();
    run(db, "SELECT parquet_write('build/misused_files.parquet', 'WITH RECURSIVE n(i) AS "
            "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) SELECT i, -i AS j, "
            "''s'' AS s FROM n', 'overwrite=on', 'page_size=8KiB', 'encoding=PLAIN')");
    FILE *file = fopen(target, "rb");
    static char bytes[1 << 20];
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file == NULL || size == 0)
        exit(2);
    fclose(file);
    remove(target);
    run(db, "CREATE TABLE files(content BLOB)");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO files VALUES (?1)");
    sqlite3_bind_blob(insert, 1, bytes, (int)size, SQLITE_STATIC);
    sqlite3_step(insert);
    must(db, sqlite3_finalize(insert), "INSERT");
    run(db, "CREATE VIRTUAL TABLE t USING parquet('1', blob='files.content')");
    *reading = prepare(db, "SELECT i, j FROM t");
    if (sqlite3_step(*reading) != SQLITE_ROW)
        exit(2);
    return db;
}

/* SQLite's statement below the BLOB. */
static sqlite3_stmt *statement_of_blob(sqlite3 *db)
{
    sqlite3_stmt *s = sqlite3_next_stmt(db, NULL);
    while (s != NULL && sqlite3_sql(s) != NULL)
        s = sqlite3_next_stmt(db, s);
    return s;
}

/* Reads on: rows as they should be, then an error, or all of them. */
static int read_on(sqlite3_stmt *reading, int *n_rows)
{
    int code;
    *n_rows = 1;
    while ((code = sqlite3_step(reading)) == SQLITE_ROW) {
        ++*n_rows;
        if (sqlite3_column_int(reading, 0) != *n_rows ||
            sqlite3_column_int(reading, 1) != -*n_rows)
            return SQLITE_INTERNAL;
    }
    return code;
}

static sqlite3_stmt *oldest_or_newest(sqlite3 *db, int is_oldest)
{
    sqlite3_stmt *found = NULL, *s = NULL;
    while ((s = sqlite3_next_stmt(db, s)) != NULL && (is_oldest || found == NULL))
        found = s;
    return found;
}

static const char has_text[] = "SELECT count(*) FROM t WHERE s < 't'";

/* As programs do before they close a connection. */
static void statements_are_finalized(int oldest_first)
{
    sqlite3_stmt *reading, *s;
    sqlite3 *db = open_blob(&reading);
    int n = 0;
    check(number(db, has_text) == 60000, "the table keeps statements");
    while ((s = oldest_or_newest(db, oldest_first)) != NULL) {
        sqlite3_finalize(s);
        n++;
    }
    check(n == (oldest_first ? 3 : 4), "the BLOB's and the table's are among them");
    check(number(db, has_text) == 60000, "the table does without them");
    check(sqlite3_close(db) == SQLITE_OK, "the database is closed");
}

/* As programs do whose statements are collected as garbage. */
static void statements_outlive_the_connection(void)
{
    sqlite3_int64 used_before = sqlite3_memory_used();
    sqlite3_stmt *reading;
    sqlite3 *db = open_blob(&reading);
    check(number(db, has_text) == 60000, "the table keeps statements");
    check(sqlite3_close_v2(db) == SQLITE_OK, "the database is closed");
    check(sqlite3_step(reading) == SQLITE_ROW, "and can be read");
    sqlite3_finalize(reading);
    check(sqlite3_memory_used() == used_before, "no memory is lost");
}

static void statements_of_blobs_are_gone(int are_reset, int has_other_at_address)
{
    sqlite3_stmt *reading, *other = NULL;
    sqlite3_blob *blob = NULL;
    int n_rows;
    sqlite3 *db = open_blob(&reading);
    sqlite3_stmt *s = statement_of_blob(db);
    check(s != NULL, "the BLOB has a statement");
    if (are_reset)
        sqlite3_reset(s);
    else
        sqlite3_finalize(s);
    if (has_other_at_address) {
        other = prepare(db, "SELECT 1 UNION ALL SELECT 2");
        sqlite3_step(other);
    }
    check(read_on(reading, &n_rows) == SQLITE_ERROR && n_rows < 60000,
          "an error if the BLOB's statement is gone");
    sqlite3_finalize(reading);
    sqlite3_finalize(other);
    if (are_reset)
        sqlite3_finalize(s);
    check(number(db, "SELECT max(i) FROM t") == 60000, "it is read again");
    must(db, sqlite3_blob_open(db, "main", "files", "content", 1, 0, &blob), "blob");
    sqlite3_blob_close(blob);
    check(sqlite3_close(db) == SQLITE_OK, "the database is closed");
}

/* The BLOB changes while one cursor reads it and another one comes and goes. */
static void blob_changes_below_a_subquery(const char *sql)
{
    sqlite3_stmt *reading;
    sqlite3_int64 used_before = sqlite3_memory_used();
    sqlite3 *db = open_blob(&reading);
    sqlite3_finalize(reading);
    reading = prepare(db, sql);
    for (int i = 0; i < 5; i++)
        check(sqlite3_step(reading) == SQLITE_ROW && sqlite3_column_int(reading, 1) == 1,
              "rows before the change");
    run(db, "UPDATE files SET content = content || ''");
    int code;
    do
        code = sqlite3_step(reading);
    while (code == SQLITE_ROW);
    check(code == SQLITE_ERROR, "an error after the change");
    sqlite3_finalize(reading);
    check(number(db, sql) > 0, "it is read again");
    check(sqlite3_close(db) == SQLITE_OK, "the database is closed");
    check(sqlite3_memory_used() == used_before, "no memory is lost");
}

/* ---- VFSes ------------------------------------------------------------------------ */

static int n_open, n_opens, fails_after_opening;
static sqlite3_vfs *below;

struct opened {
    sqlite3_file base;
    sqlite3_file *real;
    char more[1000];
};

static int test_close(sqlite3_file *file)
{
    struct opened *opened = (struct opened *)file;
    n_open--;
    memset(opened->more, 1, sizeof opened->more);
    int code = opened->real->pMethods->xClose(opened->real);
    free(opened->real);
    return code;
}

static int test_read(sqlite3_file *file, void *bytes, int n, sqlite3_int64 offset)
{
    sqlite3_file *real = ((struct opened *)file)->real;
    return real->pMethods->xRead(real, bytes, n, offset);
}

static int test_size(sqlite3_file *file, sqlite3_int64 *size)
{
    sqlite3_file *real = ((struct opened *)file)->real;
    return real->pMethods->xFileSize(real, size);
}

static int test_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *granted)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1, .xClose = test_close, .xRead = test_read, .xFileSize = test_size};
    struct opened *opened = (struct opened *)file;
    if (vfs->szOsFile != (int)sizeof *opened)
        return SQLITE_MISUSE;
    opened->real = calloc(1, (size_t)below->szOsFile);
    int code = opened->real == NULL
                   ? SQLITE_NOMEM
                   : below->xOpen(below, name, opened->real, flags, granted);
    if (code != SQLITE_OK) {
        free(opened->real);
        return code;
    }
    file->pMethods = &methods;
    n_open++;
    n_opens++;
    return fails_after_opening ? SQLITE_AUTH : SQLITE_OK;
}

/* Another one, whose files are smaller. */
struct small_file {
    sqlite3_file base;
};

static int small_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *granted)
{
    (void)vfs, (void)name, (void)file, (void)flags, (void)granted;
    return SQLITE_CANTOPEN;
}

static int full_path(sqlite3_vfs *vfs, const char *path, int n, char *full)
{
    (void)vfs;
    return below->xFullPathname(below, path, n, full);
}

static sqlite3_vfs *add_vfs(int is_small)
{
    sqlite3_vfs *vfs = calloc(1, sizeof *vfs);
    char *name = malloc(5);
    below = sqlite3_vfs_find("unix");
    if (vfs == NULL || name == NULL || below == NULL)
        exit(2);
    memcpy(name, "mine", 5);
    vfs->iVersion = 1;
    vfs->szOsFile = is_small ? (int)sizeof(struct small_file)
                             : (int)sizeof(struct opened);
    vfs->mxPathname = below->mxPathname;
    vfs->zName = name;
    vfs->xOpen = is_small ? small_open : test_open;
    vfs->xFullPathname = full_path;
    sqlite3_vfs_register(vfs, 0);
    return vfs;
}

static void remove_vfs(sqlite3_vfs *vfs)
{
    char *name = (char *)(size_t)vfs->zName;
    sqlite3_vfs_unregister(vfs);
    memset(name, 'x', 4);
    free(name);
    memset(vfs, 0, sizeof *vfs);
    free(vfs);
}

static void files_that_fail_are_closed(void)
{
    sqlite3 *db = open_database();
    sqlite3_vfs *vfs = add_vfs(0);
    static const char sql[] = "SELECT count(*) FROM "
                              "parquet_schema('testdata/trips.parquet', 'vfs=mine')";
    fails_after_opening = 1;
    n_opens = 0;
    check(number(db, sql) == -1 && n_opens == 1 && n_open == 0, "it is closed");
    fails_after_opening = 0;
    check(number(db, sql) > 0 && n_open == 0, "it is opened");
    check(sqlite3_close(db) == SQLITE_OK, "the database is closed");
    remove_vfs(vfs);
}

static void vfs_comes_and_goes(int is_immutable)
{
    static const char question[] = "SELECT count(*) FROM t WHERE fare > 20";
    sqlite3 *db = open_database();
    sqlite3_vfs *vfs = add_vfs(0);
    run(db, is_immutable ? "CREATE VIRTUAL TABLE t USING "
                           "parquet('testdata/trips.parquet', vfs=mine, immutable=on)"
                         : "CREATE VIRTUAL TABLE t USING "
                           "parquet('testdata/trips.parquet', vfs=mine)");
    check(number(db, question) == 113, "the VFS is there");
    sqlite3_stmt *kept = prepare(db, question);
    remove_vfs(vfs);
    check(number(db, question) == (is_immutable ? 113 : -1), "the VFS has gone");
    check(sqlite3_step(kept) == (is_immutable ? SQLITE_ROW : SQLITE_CANTOPEN),
          "the VFS has gone for a prepared statement");
    sqlite3_reset(kept);
    vfs = add_vfs(1);
    check(number(db, question) == (is_immutable ? 113 : -1), "another VFS");
    remove_vfs(vfs);
    vfs = add_vfs(0);
    check(number(db, question) == 113, "the VFS is there again");
    check(sqlite3_step(kept) == SQLITE_ROW && sqlite3_column_int(kept, 0) == 113,
          "for the prepared statement, too");
    sqlite3_finalize(kept);
    check(n_open == is_immutable, "it is closed between statements");
    remove_vfs(vfs);
    check(sqlite3_close(db) == SQLITE_OK && n_open == 0, "the database is closed");
}

/* ---- Loading ---------------------------------------------------------------------- */

static void loading_fails_without_a_message(void)
{
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        exit(2);
    setenv("PARQUET_VTAB_CACHE", "much", 1);
    check(sqlite3_parquetvtab_init(db, NULL, NULL) == SQLITE_ERROR, "it is not loaded");
    unsetenv("PARQUET_VTAB_CACHE");
    check(sqlite3_parquetvtab_init(db, NULL, NULL) == SQLITE_OK, "it is loaded");
    check(sqlite3_close(db) == SQLITE_OK, "the database is closed");
}

int main(void)
{
    loading_fails_without_a_message();
    statements_are_finalized(0);
    statements_are_finalized(1);
    statements_outlive_the_connection();
    for (int i = 0; i < 4; i++)
        statements_of_blobs_are_gone(i & 1, i >> 1);
    blob_changes_below_a_subquery("SELECT i, (SELECT count(*) FROM t AS x WHERE x.i = "
                                  "o.i + 1) FROM t AS o WHERE i > 5");
    blob_changes_below_a_subquery("SELECT i, (SELECT count(*) FROM t AS x WHERE x.i = "
                                  "o.i - 1) FROM t AS o ORDER BY j");
    files_that_fail_are_closed();
    vfs_comes_and_goes(0);
    vfs_comes_and_goes(1);
    printf("misused files: %d passed, %d failed\n", n_passed, n_failed);
    return n_failed > 0;
}
