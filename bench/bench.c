/*
 * bench: times SQL statements against several tables, side by side.
 *
 *     bench [-e extension]... [-d database] [-r rounds] [-w] tests.tsv
 *
 * A line without a tab is SQL to run once, at the start. Any other line is a test:
 *
 *     statement   neighbours of the same statement are compared
 *     target      what it runs against; the first of a statement is its base
 *     mode        step   call sqlite3_step() only
 *                 read   also read every column, in its own type
 *                 fresh  on a new connection with the extensions loaded, up to and with
 *                        reading the first row of the last statement
 *     rounds      at most so many for this statement, 0: as many as asked for
 *     sql
 *
 * A round runs every test once, so that the tests of a statement meet the same state of
 * the machine; they take turns at being first. An untimed round is run before. With -w
 * the program prints "turn ROUND STATEMENT" before each statement and waits for a line,
 * so that its caller can time something else in between.
 *
 * After "results" comes a line per test: statement, target, median and minimum in ms, the
 * median of the rounds' ratios to the base, the number of rows, and the first row.
 */
#include "sqlite3.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TESTS = 256, MAX_ROUNDS = 64, MAX_EXTENSIONS = 4, FIRST_ROW_SIZE = 100 };

struct test {
    char *statement, *target, *mode, *sql;
    int rounds;
    long long n_rows;
    char first_row[FIRST_ROW_SIZE];
    double ms[MAX_ROUNDS];
};

static struct test tests[MAX_TESTS];
static int n_tests;
static const char *extensions[MAX_EXTENSIONS];
static int n_extensions;
static volatile uint64_t sink;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void fail(const char *what, const char *message)
{
    fprintf(stderr, "bench: %s: %s\n", what, message);
    exit(1);
}

static sqlite3 *connect_database(const char *path)
{
    sqlite3 *db;
    char *message = NULL;

    if (sqlite3_open(path, &db) != SQLITE_OK)
        fail(path, sqlite3_errmsg(db));
    sqlite3_enable_load_extension(db, 1);
    for (int i = 0; i < n_extensions; i++)
        if (sqlite3_load_extension(db, extensions[i], NULL, &message) != SQLITE_OK)
            fail(extensions[i], message);
    return db;
}

static uint64_t read_row(sqlite3_stmt *stmt)
{
    uint64_t sum = 0;
    int n_columns = sqlite3_column_count(stmt);

    for (int i = 0; i < n_columns; i++) {
        switch (sqlite3_column_type(stmt, i)) {
        case SQLITE_INTEGER:
            sum += (uint64_t)sqlite3_column_int64(stmt, i);
            break;
        case SQLITE_FLOAT:
            sum += sqlite3_column_double(stmt, i) > 0;
            break;
        case SQLITE_TEXT:
            sum += sqlite3_column_text(stmt, i)[0];
            sum += (uint64_t)sqlite3_column_bytes(stmt, i);
            break;
        }
    }
    return sum;
}

static void note_first_row(struct test *test, sqlite3_stmt *stmt)
{
    size_t used = 0;

    for (int i = 0; i < sqlite3_column_count(stmt) && used < FIRST_ROW_SIZE; i++) {
        const char *text = (const char *)sqlite3_column_text(stmt, i);
        used += (size_t)snprintf(test->first_row + used, FIRST_ROW_SIZE - used, "%s%s",
                                 i ? "|" : "", text ? text : "NULL");
    }
    test->first_row[strcspn(test->first_row, "\t\n")] = 0;
}

static void run_sql(sqlite3 *db, struct test *test, int read, int first_only)
{
    const char *sql = test->sql;

    while (*sql) {
        sqlite3_stmt *stmt;
        int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, &sql);
        if (rc != SQLITE_OK)
            fail(test->sql, sqlite3_errmsg(db));
        test->n_rows = 0;
        while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
            if (test->n_rows++ == 0 && test->first_row[0] == 0)
                note_first_row(test, stmt);
            if (read)
                sink += read_row(stmt);
            if (first_only)
                break;
        }
        if (rc != SQLITE_DONE && rc != SQLITE_ROW)
            fail(test->sql, sqlite3_errmsg(db));
        sqlite3_finalize(stmt);
    }
}

static double run_test(sqlite3 *db, struct test *test)
{
    int fresh = strcmp(test->mode, "fresh") == 0;
    double start = now_ms();

    if (fresh)
        db = connect_database(":memory:");
    run_sql(db, test, strcmp(test->mode, "step") != 0, fresh);
    double ms = now_ms() - start;
    if (fresh)
        sqlite3_close(db);
    return ms;
}

static void read_tests(sqlite3 *db, const char *path, int rounds)
{
    char *line = NULL, *message = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "r");

    if (file == NULL)
        fail(path, "cannot open");
    while (n_tests < MAX_TESTS && getline(&line, &capacity, file) > 0) {
        if (strchr(line, '\t') == NULL) {
            if (sqlite3_exec(db, line, NULL, NULL, &message) != SQLITE_OK)
                fail(line, message);
            continue;
        }
        struct test *test = &tests[n_tests++];
        test->statement = strtok(line, "\t");
        test->target = strtok(NULL, "\t");
        test->mode = strtok(NULL, "\t");
        test->rounds = atoi(strtok(NULL, "\t"));
        if (test->rounds == 0 || test->rounds > rounds)
            test->rounds = rounds;
        test->sql = strtok(NULL, "\n");
        line = NULL;
    }
    free(line);
    fclose(file);
}

static int is_base(int i)
{
    return i == 0 || strcmp(tests[i - 1].statement, tests[i].statement) != 0;
}

static void run_round(sqlite3 *db, int round, int wait)
{
    for (int first = 0, n; first < n_tests; first += n) {
        for (n = 1; first + n < n_tests && !is_base(first + n);)
            n++;
        if (round >= tests[first].rounds)
            continue;
        if (wait) {
            printf("turn\t%d\t%s\n", round, tests[first].statement);
            fflush(stdout);
            while (getchar() != '\n' && !feof(stdin))
                ;
        }
        for (int i = 0; i < n; i++) {
            struct test *test = &tests[first + (i + round + 1) % n];
            double ms = run_test(db, test);
            if (round >= 0)
                test->ms[round] = ms;
        }
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_result(const struct test *test, const struct test *base)
{
    double ms[MAX_ROUNDS], ratios[MAX_ROUNDS];
    int n = base->rounds;

    for (int i = 0; i < n; i++) {
        ms[i] = test->ms[i];
        ratios[i] = test->ms[i] / base->ms[i];
    }
    qsort(ms, (size_t)n, sizeof *ms, compare_doubles);
    qsort(ratios, (size_t)n, sizeof *ratios, compare_doubles);
    printf("%s\t%s\t%.3f\t%.3f\t%.3f\t%lld\t%s\n", test->statement, test->target,
           ms[n / 2], ms[0], ratios[n / 2], test->n_rows, test->first_row);
}

int main(int argc, char **argv)
{
    const char *database = ":memory:";
    int option, rounds = 7, wait = 0;

    while ((option = getopt(argc, argv, "e:d:r:w")) != -1) {
        if (option == 'e' && n_extensions < MAX_EXTENSIONS)
            extensions[n_extensions++] = optarg;
        else if (option == 'd')
            database = optarg;
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= MAX_ROUNDS)
            rounds = atoi(optarg);
        else if (option == 'w')
            wait = 1;
        else
            optind = argc;
    }
    if (optind + 1 != argc)
        fail(argv[0], "its options are at the head of bench.c");
    sqlite3 *db = connect_database(database);
    read_tests(db, argv[optind], rounds);
    for (int round = -1; round < rounds; round++)
        run_round(db, round, wait);
    printf("results\n");
    for (int i = 0, base = 0; i < n_tests; i++) {
        base = is_base(i) ? i : base;
        print_result(&tests[i], &tests[base]);
    }
    sqlite3_close(db);
    return 0;
}
