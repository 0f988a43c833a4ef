/* SPDX-License-Identifier: MIT */
/*
 * bench: times SQL statements against several tables, side by side.
 *
 *     bench [-c] [-e extension]... [-d database] [-r rounds] [-t seconds] [-w] tests.tsv
 *
 * A line without a tab is SQL to run once, at the start. Any other line is a test:
 *
 *     statement   neighbours of the same statement are compared
 *     target      what it runs against; the first of a statement is its base
 *     mode        step   call sqlite3_step() only
 *                 read   also read every column, in its own type; each round must see
 *                        what the first one saw
 *                 fresh  the same on a new connection, timed from opening it and loading
 *                        the extensions
 *     rounds      the most rounds of this statement, 0: as many as requested
 *     sql         or several, with 0x1d between them, that ask the same with other
 *                 constants: each time it runs, a test takes the next one
 *
 * A round runs every test once, so that the tests of a statement meet the same state of
 * the machine; they take turns at being first. A test of less than SHORT_MS runs REPEATS
 * times in its turn, and its median counts. An untimed round runs first. With -w the
 * program prints "turn ROUND STATEMENT" before each statement and waits for a line, so
 * that its caller can time something else in between.
 *
 * After "results" it prints a line per test: statement, target, median and minimum in ms,
 * the median of the rounds' ratios to the base, the number of rows, and the first
 * ANSWER_SIZE bytes of the rows, with 0x1f between values and 0x1e between rows. A test
 * that fails has the answer "error: " and the message. One that takes longer than the
 * seconds given with -t is interrupted; its answer is "stopped", and its time is the
 * limit in this and in all later rounds.
 */
#include "sqlite3.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SHORT_MS 10.0

enum {
    MAX_TESTS = 256,
    MAX_ROUNDS = 64,
    MAX_EXTENSIONS = 4,
    MAX_VARIANTS = 64,
    ANSWER_SIZE = 1 << 20,
    REPEATS = 5
};

struct test {
    char *statement, *target, *mode;
    char *variants[MAX_VARIANTS]; /* of the SQL */
    int n_variants, n_run;
    int rounds;
    int known;   /* n_rows, sum and answer were noted */
    int stopped; /* by the time limit */
    long long n_rows;
    uint64_t sum; /* of read_row() */
    char *answer;
    size_t answer_size; /* without the terminator */
    double ms[MAX_ROUNDS];
};

static struct test tests[MAX_TESTS];
static int n_tests;
static const char *extensions[MAX_EXTENSIONS];
static int n_extensions;

static clockid_t used_clock = CLOCK_MONOTONIC;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(used_clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The time limit of a test in seconds, 0: none; the connection whose statement it
 * interrupts. */
static int limit;
static sqlite3 *volatile limited;
static volatile sig_atomic_t limit_reached;

static void on_limit(int signal)
{
    (void)signal;
    limit_reached = 1;
    sqlite3_interrupt(limited);
}

/* seconds 0 stops the timer. With -c too: ITIMER_PROF would make the processor's clock
 * coarse. */
static void set_timer(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void catch_timer(void)
{
    struct sigaction action = {.sa_handler = on_limit, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
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

/* Appends a row, cut off where the answer is full. */
static void note_row(struct test *test, sqlite3_stmt *stmt)
{
    char *answer = test->answer;
    size_t used = test->answer_size, start = used;

    for (int i = 0; i < sqlite3_column_count(stmt) && used < ANSWER_SIZE; i++) {
        const char *before = i ? "\x1f" : used ? "\x1e" : "";
        size_t left = ANSWER_SIZE - used;
        if (sqlite3_column_type(stmt, i) == SQLITE_FLOAT) {
            double value = sqlite3_column_double(stmt, i);
            used += (size_t)snprintf(answer + used, left, "%s%.17g", before, value);
        } else {
            const char *text = (const char *)sqlite3_column_text(stmt, i);
            used += (size_t)snprintf(answer + used, left, "%s%s", before,
                                     text ? text : "NULL");
        }
    }
    test->answer_size = used < ANSWER_SIZE ? used : ANSWER_SIZE - 1;
    for (char *p = answer + start; *p; p++)
        *p = strchr("\t\r\n", *p) ? ' ' : *p;
}

static void note_failure(sqlite3 *db, struct test *test)
{
    test->known = 1;
    test->stopped = limit_reached;
    if (test->stopped) {
        strcpy(test->answer, "stopped");
        return;
    }
    fprintf(stderr, "bench: %s on %s: %s\n", test->statement, test->target,
            sqlite3_errmsg(db));
    snprintf(test->answer, ANSWER_SIZE, "error: %s", sqlite3_errmsg(db));
}

/* Runs all statements of the test's next variant; checks or notes what the last of them
 * returned. */
static void run_sql(sqlite3 *db, struct test *test, int read)
{
    const char *variant = test->variants[test->n_run++ % test->n_variants],
               *sql = variant;
    long long n_rows = 0;
    uint64_t sum = 0;

    while (*sql) {
        sqlite3_stmt *stmt = NULL;
        int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, &sql);
        n_rows = 0;
        sum = 0;
        while (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
            if (!test->known && test->answer_size + 1 < ANSWER_SIZE)
                note_row(test, stmt);
            if (read)
                sum += read_row(stmt);
            n_rows++;
            rc = SQLITE_OK;
        }
        if (rc != SQLITE_DONE) {
            note_failure(db, test);
            sqlite3_finalize(stmt);
            return;
        }
        sqlite3_finalize(stmt);
    }
    if (test->n_variants > 1 && test->known)
        return;
    if (test->known && (n_rows != test->n_rows || sum != test->sum))
        fail(variant, "the answer differs from the first one");
    test->n_rows = n_rows;
    test->sum = sum;
    test->known = 1;
}

static double run_once(sqlite3 *db, struct test *test)
{
    int fresh = strcmp(test->mode, "fresh") == 0;
    double start = now_ms();

    if (fresh)
        db = connect_database(":memory:");
    limited = db;
    limit_reached = 0;
    set_timer(limit);
    run_sql(db, test, strcmp(test->mode, "step") != 0);
    set_timer(0);
    double ms = now_ms() - start;
    if (fresh)
        sqlite3_close(db);
    return ms;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double run_test(sqlite3 *db, struct test *test)
{
    double ms[REPEATS] = {test->stopped ? 0 : run_once(db, test)};

    if (test->stopped)
        return limit * 1e3;
    if (ms[0] >= SHORT_MS)
        return ms[0];
    for (int i = 1; i < REPEATS; i++)
        ms[i] = run_once(db, test);
    qsort(ms, REPEATS, sizeof *ms, compare_doubles);
    return ms[REPEATS / 2];
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
        for (char *sql;
             test->n_variants < MAX_VARIANTS && (sql = strtok(NULL, "\x1d\n"));)
            test->variants[test->n_variants++] = sql;
        test->answer = calloc(1, ANSWER_SIZE);
        if (test->answer == NULL)
            fail(path, "no memory");
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
           ms[n / 2], ms[0], ratios[n / 2], test->n_rows, test->answer);
}

int main(int argc, char **argv)
{
    const char *database = ":memory:";
    int option, rounds = 7, wait = 0;

    while ((option = getopt(argc, argv, "ce:d:r:t:w")) != -1) {
        if (option == 'e' && n_extensions < MAX_EXTENSIONS)
            extensions[n_extensions++] = optarg;
        else if (option == 'd')
            database = optarg;
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= MAX_ROUNDS)
            rounds = atoi(optarg);
        else if (option == 't')
            limit = atoi(optarg);
        else if (option == 'w')
            wait = 1;
        else if (option == 'c')
            used_clock = CLOCK_PROCESS_CPUTIME_ID;
        else
            optind = argc;
    }
    if (optind + 1 != argc)
        fail(argv[0], "its options are at the head of bench.c");
    catch_timer();
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
