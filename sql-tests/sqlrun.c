/* SPDX-License-Identifier: MIT */
/*
 * sqlrun.c - runs a file of SQL and prints SQLite's answers, for run.sh to compare.
 *
 *     sqlrun [-d DATABASE] [-e EXTENSION] FILE.sql
 *
 * Every statement is printed as "> statement" on one line, then its rows, one per line,
 * with values written so that their types show: NULL, 12, 1.5, 'text', X'00ff'.  An error
 * is "error NAME: message"; then the next statement runs.
 *
 * A line between two statements that begins with "--! " is a directive; README.md lists
 * them.
 *
 * ${TESTTMP} is replaced by the value of that environment variable, a folder; in the
 * output the folder's name becomes ${TESTTMP} again.  With SQLRUN_STATIC the extension is
 * linked in.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <signal.h>
#include <sys/time.h>
#endif

#ifdef SQLRUN_STATIC
int sqlite3_parquetvtab_init(sqlite3 *, char **, const struct sqlite3_api_routines *);
long mem_fail_at(long n, int and_all_after);
long input_file_fail_at(long n, int and_all_after);
enum { N_FAILING = 3 };
#else
enum { N_FAILING = 1 };
#endif
enum failing { SQLITE_MEMORY, MEMORY, READS }; /* what "--! lost_memory" makes fail */

static const char placeholder[] = "${TESTTMP}";
static const char white_space[] = " \t\r\n";

struct session {
    const char *database;
    const char *extension; /* or NULL */
    const char *folder;    /* the value of ${TESTTMP}, or NULL */
    bool utf16;
    bool skipping; /* between an unmet "--! host" and its end */
    FILE *output;
    const char *between;   /* command that runs when the next statement is prepared */
    const char *after_row; /* ... or has returned its first row */
    const char *traced;    /* text in statements that run within the next one */
    const char *denied;    /* the name of a table */
    long interrupt_after, progress_after; /* milliseconds, of the next statement; or 0 */
    bool for_each_function;               /* runs the next statement */
    bool loses_memory, is_interrupted;    /* in the next statement */
    bool shows_log;                       /* what the extension logs */
    enum failing failing;
    bool and_all_after;
    sqlite3 *db;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "sqlrun: %s: %s\n", what, why);
    exit(2);
}

/* ---- Failing allocations --------------------------------------------------------- */

static sqlite3_mem_methods plain_memory;
static long sqlite_countdown; /* like that of mem_fail_at() */
static bool sqlite_fails_on;
static sqlite3 *interrupted; /* instead of failing; or NULL */

static bool must_fail(void)
{
    if (sqlite_countdown <= 0 || --sqlite_countdown > 0)
        return sqlite_countdown < 0;
    sqlite_countdown = sqlite_fails_on ? -1 : 0;
    if (interrupted != NULL)
        sqlite3_interrupt(interrupted);
    return interrupted == NULL;
}

static void *alloc_or_fail(int size)
{
    return must_fail() ? NULL : plain_memory.xMalloc(size);
}

static void *resize_or_fail(void *block, int size)
{
    return must_fail() ? NULL : plain_memory.xRealloc(block, size);
}

/* Called before SQLite allocates anything. */
static void make_memory_fail(void)
{
    sqlite3_mem_methods failing;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain_memory) != SQLITE_OK)
        fail("SQLite", "keeps its memory methods");
    failing = plain_memory;
    failing.xMalloc = alloc_or_fail;
    failing.xRealloc = resize_or_fail;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
}

/* Makes the n-th allocation, or read, from now on fail; 0: none; negative: all.  Returns
 * what is left of the previous countdown. */
static long fail_at(const struct session *session, long n)
{
    long left = sqlite_countdown;
#ifdef SQLRUN_STATIC
    if (session->failing != SQLITE_MEMORY)
        return (session->failing == MEMORY ? mem_fail_at : input_file_fail_at)(
            n, session->and_all_after);
#endif
    sqlite_countdown = n;
    sqlite_fails_on = session->and_all_after;
    return left;
}

/* ---- Output ---------------------------------------------------------------------- */

/* Returns text with every `from` replaced by `to`, for sqlite3_free(); NULL if empty. */
static char *replace_all(const char *text, const char *from, const char *to)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    const char *hit;
    while ((hit = strstr(text, from)) != NULL) {
        sqlite3_str_append(out, text, (int)(hit - text));
        sqlite3_str_appendall(out, to);
        text = hit + strlen(from);
    }
    sqlite3_str_appendall(out, text);
    return sqlite3_str_finish(out);
}

/* Prints one line and frees it. */
static void print_line(const struct session *session, sqlite3_str *line)
{
    char *text = sqlite3_str_finish(line);
    if (session->folder != NULL) {
        char *stable = replace_all(text, session->folder, placeholder);
        sqlite3_free(text);
        text = stable;
    }
    fprintf(session->output, "%s\n", text);
    sqlite3_free(text);
}

static void append_real(sqlite3_str *line, double value)
{
    char text[40] = "";

    if (isinf(value)) { /* a comparison with DBL_MAX may see 80 bits of it */
        sqlite3_str_appendall(line, value > 0 ? "Inf" : "-Inf");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    sqlite3_str_appendall(line, text);
    if (strpbrk(text, ".eEn") == NULL)
        sqlite3_str_appendall(line, ".0");
}

static void append_text(sqlite3_str *line, const unsigned char *text, int size)
{
    static const char special[] = "'\\\n\r"; /* and its NUL */

    sqlite3_str_appendchar(line, 1, '\'');
    for (int i = 0; i < size; i++) {
        const char *hit = strchr(special, text[i]);

        if (hit != NULL)
            sqlite3_str_appendchar(line, 1, text[i] == '\'' ? '\'' : '\\');
        sqlite3_str_appendchar(line, 1, hit ? "'\\nr0"[hit - special] : (char)text[i]);
    }
    sqlite3_str_appendchar(line, 1, '\'');
}

static void append_value(sqlite3_str *line, sqlite3_stmt *statement, int column)
{
    const unsigned char *bytes;

    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        sqlite3_str_appendf(line, "%lld", sqlite3_column_int64(statement, column));
        break;
    case SQLITE_FLOAT:
        append_real(line, sqlite3_column_double(statement, column));
        break;
    case SQLITE_TEXT:
        bytes = sqlite3_column_text(statement, column);
        append_text(line, bytes, sqlite3_column_bytes(statement, column));
        break;
    case SQLITE_BLOB:
        bytes = sqlite3_column_blob(statement, column);
        sqlite3_str_appendall(line, "X'");
        for (int i = 0; i < sqlite3_column_bytes(statement, column); i++)
            sqlite3_str_appendf(line, "%02x", bytes[i]);
        sqlite3_str_appendchar(line, 1, '\'');
        break;
    default:
        sqlite3_str_appendall(line, "NULL");
    }
}

static const char *error_name(int code)
{
    static const char *const names[] = {
        "OK",       "ERROR",      "INTERNAL", "PERM",      "ABORT", "BUSY",
        "LOCKED",   "NOMEM",      "READONLY", "INTERRUPT", "IOERR", "CORRUPT",
        "NOTFOUND", "FULL",       "CANTOPEN", "PROTOCOL",  "EMPTY", "SCHEMA",
        "TOOBIG",   "CONSTRAINT", "MISMATCH", "MISUSE",    "NOLFS", "AUTH",
        "FORMAT",   "RANGE",      "NOTADB"};

    code &= 0xff;
    return (size_t)code < sizeof names / sizeof *names ? names[code] : "UNKNOWN";
}

/* SQLite 3.38 loses rows of ordinary tables: its Bloom filters hash a text that is
 * compared with a rowid as it is, instead of as a number. */
static void omit_bloom_filters(sqlite3 *db)
{
    enum { BLOOM_FILTERS = 0x00080000 };
    int version = sqlite3_libversion_number();

    if (version >= 3038000 && version < 3039000)
        sqlite3_test_control(SQLITE_TESTCTRL_OPTIMIZATIONS, db, BLOOM_FILTERS);
}

/* Returns what was written to the file, up to its position, for free(). */
static char *contents_of(FILE *file)
{
    long size = ftell(file);
    char *contents = size < 0 ? NULL : malloc((size_t)size + 1);

    if (contents == NULL)
        fail("temporary file", "out of memory");
    rewind(file);
    contents[fread(contents, 1, (size_t)size, file)] = '\0';
    return contents;
}

/* readfile(path), as in the sqlite3 shell: the file as a BLOB; NULL if there is none. */
static void readfile(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;

    (void)argc;
    if (file == NULL)
        return;
    fseek(file, 0, SEEK_END);
    int size = (int)ftell(file);
    sqlite3_result_blob(context, contents_of(file), size, free);
    fclose(file);
}

/* Reads of the table that "--! deny" names are denied. */
static int deny_reads(void *context, int action, const char *table, const char *column,
                      const char *schema, const char *trigger)
{
    const struct session *session = context;

    (void)column;
    (void)schema;
    (void)trigger;
    return action == SQLITE_READ && table != NULL && strcmp(table, session->denied) == 0
               ? SQLITE_DENY
               : SQLITE_OK;
}

/* Returns why the database or the extension cannot be opened, or NULL. */
static const char *try_to_open(struct session *session)
{
    char *message = NULL;
    int status;

    if (sqlite3_open(session->database, &session->db) != SQLITE_OK)
        return sqlite3_errmsg(session->db);
    omit_bloom_filters(session->db);
    sqlite3_create_function(session->db, "readfile", 1, SQLITE_UTF8, NULL, readfile, NULL,
                            NULL);
    if (session->utf16)
        sqlite3_exec(session->db, "PRAGMA encoding='UTF-16le'", NULL, NULL, NULL);
    if (session->extension == NULL)
        return NULL;
    sqlite3_db_config(session->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    status = sqlite3_load_extension(session->db, session->extension, NULL, &message);
    return status == SQLITE_OK ? NULL : message == NULL ? "out of memory" : message;
}

static void open_database(struct session *session)
{
    const char *failure = try_to_open(session);

    if (failure != NULL)
        fail(session->database, failure);
}

static void close_database(struct session *session)
{
    if (sqlite3_close(session->db) != SQLITE_OK)
        fail("the database does not close", sqlite3_errmsg(session->db));
}

/* Prints "> " and the statement on one line. */
static void print_statement(const struct session *session, const char *text, int size)
{
    sqlite3_str *line = sqlite3_str_new(NULL);
    bool space = true;

    sqlite3_str_appendall(line, ">");
    for (int i = 0; i < size; i++) {
        if (strchr(white_space, text[i]) == NULL) {
            if (space)
                sqlite3_str_appendchar(line, 1, ' ');
            sqlite3_str_append(line, &text[i], 1);
        }
        space = strchr(white_space, text[i]) != NULL;
    }
    print_line(session, line);
}

static int print_traced(unsigned event, void *context, void *statement, void *text)
{
    const struct session *session = context;
    const char *sql = sqlite3_sql(statement);

    (void)text;
    if (event == SQLITE_TRACE_STMT && sql != NULL && strstr(sql, session->traced) != NULL)
        print_statement(session, sql, (int)strlen(sql));
    return 0;
}

#ifdef _WIN32
/* Runs it with the shell that SQLRUN_SHELL names (sh), since system() has another syntax.
 * system() may return before such a shell ends, and the shell may print elsewhere. */
static int run_in_shell(const struct session *session, const char *command)
{
    const char *shell = getenv("SQLRUN_SHELL"), *folder = session->folder;
    char *line = sqlite3_mprintf("%s %s.sh", shell != NULL ? shell : "sh", folder);
    char *script = sqlite3_mprintf("%s.sh", folder);
    char *result = sqlite3_mprintf("%s.result", folder);
    FILE *file = fopen(script, "wb");

    if (file == NULL)
        fail(script, "cannot be written");
    /* It exits before it could read what the next command writes to its file. */
    fprintf(file,
            "{ %s\n} >'%s.out' 2>&1\necho $? >>'%s.out'\n"
            "mv '%s.out' '%s.result'; exit\n",
            command, folder, folder, folder, folder);
    fclose(file);
    remove(result);
    system(line);
    file = NULL;
    for (int i = 0; i < 6000 && (file = fopen(result, "rb")) == NULL; i++)
        Sleep(10);
    if (file == NULL)
        fail(command, "does not end");
    fseek(file, 0, SEEK_END);
    char *printed = contents_of(file);
    fclose(file);
    size_t size = strlen(printed) - 1; /* without the last end of a line */
    while (size > 0 && printed[size - 1] != '\n')
        size--;
    int status = atoi(printed + size);
    fwrite(printed, 1, size, session->output);
    free(printed);
    sqlite3_free(line);
    sqlite3_free(script);
    sqlite3_free(result);
    return status;
}
#else
static int run_in_shell(const struct session *session, const char *command)
{
    (void)session;
    return system(command);
}
#endif

static void run_command(const struct session *session, const char *command)
{
    int status = run_in_shell(session, command);

    if (status != 0)
        fprintf(session->output, "shell: status %d\n", status);
}

/* Prints the rows of a statement, or its error.  Returns what is left of fail_at(). */
static long run_statement(const struct session *session, const char *text, int size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_str *line;
    long left, n_rows = 0;
    int code;

    code = sqlite3_prepare_v2(session->db, text, size, &statement, NULL);
    if (session->between != NULL)
        run_command(session, session->between);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        left = fail_at(session, 0);
        line = sqlite3_str_new(NULL);
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            if (i > 0)
                sqlite3_str_appendchar(line, 1, '|');
            append_value(line, statement, i);
        }
        print_line(session, line);
        if (session->after_row != NULL && n_rows++ == 0)
            run_command(session, session->after_row);
        fail_at(session, left);
        code = SQLITE_OK;
    }
    left = fail_at(session, 0);
    if (code != SQLITE_DONE) {
        line = sqlite3_str_new(NULL);
        sqlite3_str_appendf(line, "error %s: %s", error_name(code),
                            sqlite3_errmsg(session->db));
        print_line(session, line);
    }
    sqlite3_finalize(statement);
    fflush(session->output);
    return left;
}

/* ---- Lost memory ----------------------------------------------------------------- */

/* Runs the statement with the n-th allocation failing.  Returns its output, for free(),
 * or NULL if it has fewer allocations. */
static char *run_captured(struct session *session, const char *text, int size, long n)
{
    static FILE *capture; /* reused, since Windows makes only a few */
    FILE *output = session->output;
    char *printed;
    long left;

    if (capture == NULL && (capture = tmpfile()) == NULL)
        fail("temporary file", "cannot be made");
    rewind(capture);
    session->output = capture;
    fail_at(session, n);
    left = run_statement(session, text, size);
    printed = contents_of(capture);
    session->output = output;
    if (left <= 0)
        return printed;
    free(printed);
    return NULL;
}

/* The same, then undoes its changes. */
static char *run_failing(struct session *session, const char *text, int size, long n)
{
    /* Reads fail in the statement, not while the tables connect. */
    if (strcmp(session->database, ":memory:") != 0 && session->failing != READS) {
        close_database(session);
        open_database(session);
    }
    sqlite3_exec(session->db, "SAVEPOINT sqlrun", NULL, NULL, NULL);
    char *printed = run_captured(session, text, size, n);
    sqlite3_exec(session->db, "ROLLBACK TO sqlrun; RELEASE sqlrun", NULL, NULL, NULL);
    return printed;
}

/* The size of the output without the message of an error, which may be lost, too. */
static size_t size_without_message(const char *printed)
{
    const char *error = strncmp(printed, "error ", 6) == 0 ? printed
                                                           : strstr(printed, "\nerror ");
    const char *colon = error == NULL ? NULL : strchr(error, ':');

    return colon == NULL ? strlen(printed) : (size_t)(colon - printed);
}

/* Whether the output is as expected, or some of its rows and the error. */
static bool is_right_or(const char *error, const char *printed, const char *expected)
{
    const char *last = strstr(printed, error);
    size_t size = size_without_message(expected);

    if (last != NULL && (last == printed || last[-1] == '\n'))
        return strncmp(printed, expected, (size_t)(last - printed)) == 0;
    return size_without_message(printed) == size && memcmp(printed, expected, size) == 0;
}

/* Prints only failures. */
static void run_losing_memory(struct session *session, const char *text, int size)
{
    static const char *const calls[] = {"allocation of SQLite", "allocation", "read"};
    static const char *const errors[] = {
        "error NOMEM: ", "error NOMEM: ", "error IOERR: "};
    char *expected = run_failing(session, text, size, 0);

    for (int way = 0; way < 2 * N_FAILING; way++) {
        char *printed;
        long n = 1;

        session->failing = (enum failing)(way % N_FAILING);
        session->and_all_after = way >= N_FAILING;
        for (; (printed = run_failing(session, text, size, n)) != NULL; n++) {
            if (!is_right_or(errors[session->failing], printed, expected))
                fprintf(session->output, "%s %ld%s fails: %s", calls[session->failing], n,
                        session->and_all_after ? " and all after it" : "", printed);
            free(printed);
        }
        if (getenv("SQLRUN_VERBOSE") != NULL)
            fprintf(stderr, "%s: %ld\n", calls[session->failing], n - 1);
    }
    free(expected);
}

/* Opens the database with one allocation failing after the other, then as usual.  Where
 * it opens all the same, a function of the extension runs. */
static void reopen_losing_memory(struct session *session)
{
    static const char sql[] = "SELECT parquet_add_key('k', zeroblob(16))";

    for (int way = 0; way < 2 * N_FAILING; way++) {
        session->failing = (enum failing)(way % N_FAILING);
        session->and_all_after = way >= N_FAILING;
        for (long n = 1, left = 0; left <= 0; n++) {
            const char *failure;

            close_database(session);
            fail_at(session, n);
            failure = try_to_open(session);
            left = fail_at(session, 0);
            if (failure == NULL)
                sqlite3_exec(session->db, sql, NULL, NULL, NULL);
            else if (strstr(failure, "out of memory") == NULL)
                fprintf(session->output, "allocation %ld fails: %s\n", n, failure);
        }
    }
    session->loses_memory = false;
}

/* ---- Interrupts ------------------------------------------------------------------ */

/* Interrupts the statement when SQLite allocates memory for the first time, the second,
 * and so on, and then runs it as a whole.  Prints only failures. */
static void run_interrupted(struct session *session, const char *text, int size)
{
    char *expected, *printed;

    session->failing = SQLITE_MEMORY;
    session->and_all_after = false;
    expected = run_captured(session, text, size, 0);
    for (long n = 1;; n++) {
        interrupted = session->db;
        printed = run_captured(session, text, size, n);
        interrupted = NULL;
        if (printed == NULL)
            break;
        if (!is_right_or("error INTERRUPT: ", printed, expected))
            fprintf(session->output, "interrupted at %ld: %s", n, printed);
        free(printed);
        printed = run_captured(session, text, size, 0);
        if (strcmp(printed, expected) != 0)
            fprintf(session->output, "after the interrupt at %ld: %s", n, printed);
        free(printed);
    }
    free(expected);
}

static sqlite3 *interrupted_later;

#ifdef _WIN32
static VOID CALLBACK interrupt(PVOID context, BOOLEAN is_over)
{
    (void)context;
    (void)is_over;
    sqlite3_interrupt(interrupted_later);
}

/* 0 milliseconds: no more. */
static void interrupt_after(struct session *session, long milliseconds)
{
    static HANDLE timer;

    if (timer != NULL)
        DeleteTimerQueueTimer(NULL, timer, INVALID_HANDLE_VALUE);
    timer = NULL;
    interrupted_later = session->db;
    if (milliseconds > 0)
        CreateTimerQueueTimer(&timer, NULL, interrupt, NULL, (DWORD)milliseconds, 20, 0);
}
#else
static void interrupt(int signal)
{
    (void)signal;
    sqlite3_interrupt(interrupted_later);
}

/* 0 milliseconds: no more. */
static void interrupt_after(struct session *session, long milliseconds)
{
    struct itimerval timer = {.it_interval.tv_usec = milliseconds > 0 ? 20000 : 0,
                              .it_value.tv_sec = milliseconds / 1000,
                              .it_value.tv_usec = milliseconds % 1000 * 1000};
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};

    interrupted_later = session->db;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}
#endif

static struct timespec progress_end;

static int is_over(void *unused)
{
    struct timespec now;

    (void)unused;
    timespec_get(&now, TIME_UTC);
    return now.tv_sec > progress_end.tv_sec ||
           (now.tv_sec == progress_end.tv_sec && now.tv_nsec > progress_end.tv_nsec);
}

static void progress_after(struct session *session, long milliseconds)
{
    timespec_get(&progress_end, TIME_UTC);
    progress_end.tv_nsec += milliseconds % 1000 * 1000000;
    progress_end.tv_sec += milliseconds / 1000 + progress_end.tv_nsec / 1000000000;
    progress_end.tv_nsec %= 1000000000;
    sqlite3_progress_handler(session->db, 1000, milliseconds > 0 ? is_over : NULL, NULL);
}

static void run_next(struct session *session, const char *text, int size)
{
    print_statement(session, text, size);
    if (session->interrupt_after > 0)
        interrupt_after(session, session->interrupt_after);
    if (session->progress_after > 0)
        progress_after(session, session->progress_after);
    if (session->traced != NULL)
        sqlite3_trace_v2(session->db, SQLITE_TRACE_STMT, print_traced, session);
    if (session->loses_memory)
        run_losing_memory(session, text, size);
    if (session->is_interrupted)
        run_interrupted(session, text, size);
    session->loses_memory = session->is_interrupted = false;
    run_statement(session, text, size);
    interrupt_after(session, 0);
    progress_after(session, 0);
    session->interrupt_after = session->progress_after = 0;
    sqlite3_trace_v2(session->db, 0, NULL, NULL);
    session->between = session->after_row = session->traced = NULL;
}

/* Lists the table-valued functions that take a path, a line each: the name, and 'id' for
 * each argument after the path. */
static char *list_functions(struct session *session)
{
    static const char sql[] =
        "SELECT group_concat(name || '\t' || more, char(10)) || char(10) FROM ("
        "  SELECT m.name, replace(substr(hex(zeroblob(count(*))), 3), '00', ', ''id''') "
        "AS "
        "more"
        "    FROM pragma_module_list AS m JOIN pragma_table_xinfo(m.name) AS c"
        "   WHERE (m.name LIKE '%parquet%' OR m.name LIKE 'orc!_%' ESCAPE '!'"
        "          OR m.name LIKE 'lake!_%' ESCAPE '!'"
        "          OR m.name LIKE 'delta!_%' ESCAPE '!'"
        "          OR m.name LIKE 'iceberg!_%' ESCAPE '!')"
        "         AND c.hidden = 1 AND substr(c.name, 1, 1) = '_'"
        "         AND c.name NOT LIKE '!_option%' ESCAPE '!'"
        "   GROUP BY m.name ORDER BY m.name)";
    sqlite3_stmt *statement;

    if (sqlite3_prepare_v2(session->db, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        fail("the list of functions", sqlite3_errmsg(session->db));
    char *list = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return list;
}

/* Runs a statement for each of them, its ${FUNCTION} and ${MORE} replaced. */
static void run_for_each(struct session *session, const char *text, int size)
{
    bool loses_memory = session->loses_memory;
    char *statement = sqlite3_mprintf("%.*s", size, text);
    char *list = list_functions(session);

    session->for_each_function = false;
    for (char *name = list, *end; (end = strchr(name, '\n')) != NULL; name = end + 1) {
        char *more = strchr(name, '\t');
        *more = *end = '\0';
        char *named = replace_all(statement, "${FUNCTION}", name);
        char *whole = replace_all(named, "${MORE}", more + 1);
        session->loses_memory = loses_memory;
        run_next(session, whole, (int)strlen(whole));
        sqlite3_free(named);
        sqlite3_free(whole);
    }
    sqlite3_free(list);
    sqlite3_free(statement);
}

/* Passes over what is neither a letter nor a digit; returns the next byte in lower case,
 * or -1 at the end. */
static int next_of_loose(const unsigned char *text, int size, int *at)
{
    while (*at < size) {
        int c = text[(*at)++];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c >= 0x80)
            return c;
        if (c >= 'A' && c <= 'Z')
            return c - 'A' + 'a';
    }
    return -1;
}

static int compare_loosely(void *context, int a_size, const void *a, int b_size,
                           const void *b)
{
    int i = 0, k = 0, c, d;
    (void)context;
    do {
        c = next_of_loose(a, a_size, &i);
        d = next_of_loose(b, b_size, &k);
    } while (c == d && c >= 0);
    return d - c;
}

static void print_log(void *data, int code, const char *message)
{
    const struct session *session = data;
    if (session->shows_log && strncmp(message, "parquet: ", 9) == 0)
        fprintf(session->output, "log %d: %s\n", code, message);
}

/* Executes the directive in text, which begins after "--! ". */
static void obey(struct session *session, const char *text)
{
    int major, minor, patch;
    char relation[3];

    if (strcmp(text, "end") == 0) {
        session->skipping = false;
    } else if (sscanf(text, "host %2[<>=] %d.%d.%d", relation, &major, &minor, &patch) ==
               4) {
        int version = major * 1000000 + minor * 1000 + patch;
        bool reached = sqlite3_libversion_number() >= version;

        session->skipping = reached != (strcmp(relation, ">=") == 0);
    } else if (session->skipping || strncmp(text, "needs ", 6) == 0) {
        return;
    } else if (strcmp(text, "each function") == 0) {
        session->for_each_function = true;
    } else if (strcmp(text, "log") == 0) {
        session->shows_log = true;
    } else if (strcmp(text, "lost_memory") == 0) {
        session->loses_memory = true;
    } else if (strcmp(text, "interrupted") == 0) {
        session->is_interrupted = true;
    } else if (sscanf(text, "interrupt %ld", &session->interrupt_after) == 1 ||
               sscanf(text, "progress %ld", &session->progress_after) == 1) {
        return;
    } else if (strncmp(text, "shell ", 6) == 0) {
        run_command(session, text + 6);
    } else if (strncmp(text, "after_row ", 10) == 0) {
        session->after_row = text + 10;
    } else if (strncmp(text, "deny ", 5) == 0) {
        session->denied = text + 5;
        sqlite3_set_authorizer(session->db, deny_reads, session);
    } else if (strncmp(text, "trace ", 6) == 0) {
        session->traced = text + 6;
    } else if (strncmp(text, "between ", 8) == 0) {
        session->between = text + 8;
    } else if (strncmp(text, "collation ", 10) == 0) {
        if (sqlite3_create_collation(session->db, text + 10, SQLITE_UTF8, NULL,
                                     compare_loosely) != SQLITE_OK)
            fail(text, sqlite3_errmsg(session->db));
    } else if (strcmp(text, "reopen") == 0 || strcmp(text, "utf16") == 0) {
        session->utf16 |= strcmp(text, "utf16") == 0;
        if (session->loses_memory)
            reopen_losing_memory(session);
        close_database(session);
        open_database(session);
    } else {
        fail("unknown directive", text);
    }
}

/* The first byte of the next statement or directive in text, or its end. */
static char *skip_comments(char *text)
{
    for (;;) {
        text += strspn(text, white_space);
        if (strncmp(text, "/*", 2) == 0 && strstr(text, "*/") != NULL)
            text = strstr(text, "*/") + 2;
        else if (strncmp(text, "--", 2) == 0 && strncmp(text, "--! ", 4) != 0)
            text += strcspn(text, "\n");
        else
            return text;
    }
}

/* The byte after the statement that begins at text.  sqlite3_complete() knows where the
 * semicolons of strings, comments and triggers are. */
static char *statement_end(char *text)
{
    char *end = text;

    while ((end = strchr(end, ';')) != NULL) {
        char kept = *++end;
        int complete;

        *end = '\0';
        complete = sqlite3_complete(text);
        *end = kept;
        if (complete)
            return end;
    }
    return text + strlen(text);
}

static void run_script(struct session *session, char *text)
{
    for (text = skip_comments(text); *text != '\0'; text = skip_comments(text)) {
        char *end;

        if (*text == '-') {
            end = text + strcspn(text, "\n");
            if (*end != '\0')
                *end++ = '\0';
            obey(session, text + strlen("--! "));
        } else {
            end = statement_end(text);
            if (!session->skipping && session->for_each_function)
                run_for_each(session, text, (int)(end - text));
            else if (!session->skipping)
                run_next(session, text, (int)(end - text));
        }
        text = end;
    }
}

/* The whole file, with ${TESTTMP} replaced. */
static char *read_script(const char *path, const char *folder)
{
    FILE *file = fopen(path, "rb");
    sqlite3_str *text = sqlite3_str_new(NULL);
    char part[4096], *raw, *script;
    size_t size;

    if (file == NULL)
        fail(path, "cannot be read");
    while ((size = fread(part, 1, sizeof part, file)) > 0)
        sqlite3_str_append(text, part, (int)size);
    fclose(file);
    raw = sqlite3_str_finish(text);
    if (raw == NULL)
        fail(path, "is empty");
    if (folder == NULL && strstr(raw, placeholder) != NULL)
        fail(path, "TESTTMP is not set");
    script = replace_all(raw, placeholder, folder == NULL ? placeholder : folder);
    sqlite3_free(raw);
    return script;
}

int main(int argc, char **argv)
{
    struct session session = {
        .database = ":memory:", .folder = getenv("TESTTMP"), .output = stdout};
    char *script;
    int i = 1;

    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "-d") == 0)
            session.database = argv[i + 1];
        else
            session.extension = argv[i + 1];
    }
    if (i + 1 != argc)
        fail("usage", "sqlrun [-d DATABASE] [-e EXTENSION] FILE.sql");
    make_memory_fail();
    sqlite3_config(SQLITE_CONFIG_LOG, print_log, &session);
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
#ifdef SQLRUN_STATIC
    sqlite3_auto_extension((void (*)(void))sqlite3_parquetvtab_init);
#endif
    if (session.folder != NULL && *session.folder == '\0')
        session.folder = NULL;
    script = read_script(argv[i], session.folder);
    open_database(&session);
    run_script(&session, script);
    close_database(&session);
    sqlite3_free(script);
    return 0;
}
