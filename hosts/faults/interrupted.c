/* SPDX-License-Identifier: MIT */
/*
 * interrupted.c - interrupts statements at each of their moments: when SQLite allocates
 * memory for the first time, for the second time, and so on.  A statement gives its rows
 * or SQLITE_INTERRUPT, and its rows when it runs again.  Linked with the extension.
 *
 *     build/asan/hosts/faults/interrupted
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

int sqlite3_parquetvtab_init(sqlite3 *db, char **message, const void *api);

#define DATABASE "build/interrupted.db"

/* ---- Moments ---------------------------------------------------------------------- */

static sqlite3_mem_methods plain_memory;
static sqlite3 *interrupted;
static long countdown; /* moments to the interrupt; 0: there is none */
static long n_interrupted;

static void pass_moment(void)
{
    if (countdown > 0 && --countdown == 0)
        sqlite3_interrupt(interrupted);
}

static void *alloc(int size)
{
    pass_moment();
    return plain_memory.xMalloc(size);
}

static void *resize(void *block, int size)
{
    pass_moment();
    return plain_memory.xRealloc(block, size);
}

/* Called before SQLite allocates anything. */
static void count_moments(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain_memory) != SQLITE_OK)
        exit(2);
    sqlite3_mem_methods counting = plain_memory;
    counting.xMalloc = alloc;
    counting.xRealloc = resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
}

/* ---- Statements -------------------------------------------------------------------- */

static sqlite3 *open_database(const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    if (sqlite3_open(DATABASE, &db) != SQLITE_OK ||
        sqlite3_parquetvtab_init(db, &message, NULL) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, message != NULL ? message : "?");
        exit(2);
    }
    return db;
}

static void make_database(void)
{
    static char bytes[1 << 20];
    FILE *file = fopen("testdata/trips.parquet", "rb");
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    sqlite3_stmt *insert;
    remove(DATABASE);
    sqlite3 *db = open_database("CREATE TABLE files(content BLOB)");
    if (size == 0 || sqlite3_prepare_v2(db, "INSERT INTO files VALUES (?1)", -1, &insert,
                                        NULL) != SQLITE_OK)
        exit(2);
    fclose(file);
    sqlite3_bind_blob(insert, 1, bytes, (int)size, SQLITE_STATIC);
    sqlite3_step(insert);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    sqlite3_close(open_database(
        "CREATE VIRTUAL TABLE rides USING parquet('testdata/trips.parquet');"
        "CREATE VIRTUAL TABLE trips_of_blob USING parquet('1', blob='files.content')"));
}

/* SQLite returns SQLITE_ERROR if xBestIndex fails, or xConnect of a table-valued
 * function, whatever they return. */
static int is_interrupt(sqlite3 *db, int code)
{
    return code == SQLITE_INTERRUPT ||
           (code == SQLITE_ERROR && strcmp(sqlite3_errmsg(db), "interrupted") == 0);
}

/* Executes a statement; SQLITE_OK after its last row.  *sum: of its rows' numbers, plus
 * one for each value. */
static int run(sqlite3 *db, const char *sql, sqlite3_int64 *sum)
{
    sqlite3_stmt *statement = NULL;
    *sum = 0;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(statement); i++)
            *sum += 1 + sqlite3_column_int64(statement, i);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Interrupts `sql` at a moment, in a new connection that has executed `before`. *is_over:
 * it ended before the moment came. */
static int try_moment(const char *before, const char *sql, long moment,
                      sqlite3_int64 right, int *is_over)
{
    sqlite3_int64 sum;
    interrupted = open_database(before);
    countdown = moment;
    int code = run(interrupted, sql, &sum);
    *is_over = countdown > 0;
    countdown = 0;
    n_interrupted += code != SQLITE_OK;
    int is_right = code == SQLITE_OK ? sum == right : is_interrupt(interrupted, code);
    if (!is_right)
        printf("interrupted: moment %ld of %s: %d: %s\n", moment, sql, code,
               sqlite3_errmsg(interrupted));
    if (code != SQLITE_OK && (run(interrupted, sql, &sum) != SQLITE_OK || sum != right)) {
        is_right = 0;
        printf("interrupted: after moment %ld of %s: %s\n", moment, sql,
               sqlite3_errmsg(interrupted));
    }
    return sqlite3_close(interrupted) == SQLITE_OK && is_right;
}

static int try_moments(const char *before, const char *sql)
{
    sqlite3_int64 right;
    int is_right = 1, is_over = 0;
    sqlite3 *db = open_database(before);
    if (run(db, sql, &right) != SQLITE_OK) {
        printf("interrupted: %s: %s\n", sql, sqlite3_errmsg(db));
        is_right = 0;
    }
    sqlite3_close(db);
    n_interrupted = 0;
    for (long moment = 1; is_right && !is_over; moment++)
        is_right = try_moment(before, sql, moment, right, &is_over);
    return is_right && n_interrupted > 0;
}

int main(void)
{
    static const char trips[] = "SELECT parquet_attach('testdata/trips.parquet')";
    static const struct {
        const char *before, *sql;
    } cases[] = {
        {"", "CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet')"},
        {"", "CREATE VIRTUAL TABLE temp.t USING parquet('1', blob='files.content')"},
        {"", "CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips*')"},
        {"", trips},
        {"", "SELECT sum(trip_id) FROM rides"},
        {"", "SELECT sum(trip_id) FROM trips_of_blob"},
        {trips, "SELECT vendor, max(trip_id) FROM trips GROUP BY vendor"},
        {"", "SELECT count(*) FROM read_parquet('testdata/trips.parquet')"},
        {"", "SELECT count(*) FROM parquet_schema(1, 'blob=files.content')"},
        {"", "SELECT count(*) FROM parquet_scan_stats"},
        {"",
         "SELECT parquet_write('build/interrupted.parquet', 'rides', 'overwrite=on')"},
        {"", "SELECT parquet_restrict('memory=1GiB')"},
        {"", "SELECT parquet_add_key('k', x'00112233445566778899aabbccddeeff')"},
    };
    const int n_cases = (int)(sizeof cases / sizeof *cases);
    int n_passed = 0;
    count_moments();
    make_database();
    for (int i = 0; i < n_cases; i++)
        n_passed += try_moments(cases[i].before, cases[i].sql);
    remove(DATABASE);
    remove("build/interrupted.parquet");
    printf("interrupted: %d passed, %d failed\n", n_passed, n_cases - n_passed);
    return n_passed < n_cases;
}
