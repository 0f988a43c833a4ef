/* SPDX-License-Identifier: MIT */
/*
 * fuzz_orc_check.c - checks a whole ORC file (orc_check.h): there are findings or none,
 * in bounded memory and, with an interrupt, in bounded time.
 *
 * The first three bytes of the input are choices; the code under test sees "ORC" instead,
 * so any ORC file can be an input.  Findings are places in the file, and their number is
 * bounded by the number of its parts.  A file without errors can be read.  The files of
 * testdata/orc, which nobody has changed, have no findings.
 */
#include <glob.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "mutate_orc.h"
#include "orc/check/orc_check.h"
#include "os/process.h"

enum {
    MOST_NANOSECONDS = 1000000000,
    MOST_ROWS = 100000, /* that are read of a column */
    MOST_SOUND = 40000, /* bytes of a file of testdata that is checked */
    LOSES_MEMORY = 0xe0,
};

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* What a check has found. */
struct outcome {
    enum status status;
    uint64_t n;
    bool is_readable; /* the check is complete, and has found nothing that readers mind */
};

/* Small files can claim very many values. */
static bool is_enough(void *argument)
{
    const uint64_t *start = argument;
    return os_nanoseconds() - *start > MOST_NANOSECONDS;
}

static uint64_t end_of(const struct orc_stripe *stripe)
{
    return stripe->offset + stripe->index_length + stripe->data_length;
}

static void check_finding(const struct orc_tail *tail, const struct finding *finding)
{
    REQUIRE(finding->kind != NULL && finding->kind[0] != '\0');
    REQUIRE(finding->text[0] != '\0');
    REQUIRE(memchr(finding->text, 0, sizeof finding->text) != NULL);
    REQUIRE(severity_name(finding->severity) != NULL);
    REQUIRE(finding->row_group >= -1 && finding->column >= -1 && finding->offset >= -1);
    REQUIRE(finding->row_group < 0 ||
            (tail != NULL && finding->row_group < (int64_t)tail->n_stripes));
    REQUIRE(finding->column < 0 ||
            (tail != NULL && finding->column < (int64_t)tail->n_types));
    if (finding->offset < 0)
        return;
    /* A stream, which is in its stripe. */
    REQUIRE(finding->row_group >= 0 && finding->column >= 0);
    const struct orc_stripe *stripe = &tail->stripes[finding->row_group];
    REQUIRE((uint64_t)finding->offset >= stripe->offset &&
            (uint64_t)finding->offset <= end_of(stripe));
}

/* The most findings that a file of so many parts can have. */
static uint64_t most_findings(const struct orc_tail *tail)
{
    uint64_t in_step = MOST_FINDINGS + 1;
    return tail == NULL ? in_step
                        : in_step * (3 + tail->n_stripes * (UINT64_C(2) + tail->n_types));
}

/* The input is closed. */
static struct outcome check_input(struct input_file *input, long fail_at)
{
    struct file_check *check = NULL;
    struct finding finding;
    struct error error = {0};
    uint64_t start = os_nanoseconds();
    bool found = true;
    struct interrupt interrupt = {.is_wanted = is_enough, .argument = &start};
    struct outcome outcome = {.is_readable = true};
    interrupt_begin(&interrupt);
    mem_fail_at(fail_at, 0);
    outcome.status = orc_check_open(input, &check, &error);
    REQUIRE((outcome.status == OK) == (check != NULL));
    while (outcome.status == OK && found) {
        outcome.status = file_check_next(check, &finding, &found, &error);
        if (outcome.status != OK || !found)
            break;
        const struct orc_tail *tail = orc_check_tail(check);
        check_finding(tail, &finding);
        outcome.n++;
        REQUIRE(outcome.n <= most_findings(tail));
        outcome.is_readable = outcome.is_readable && finding.severity < SEVERITY_ERROR &&
                              strcmp(finding.kind, "unsupported") != 0;
    }
    mem_fail_at(0, 0);
    outcome.status = interrupt_end(&interrupt, outcome.status, &error);
    require_error_fits(outcome.status, &error);
    REQUIRE(outcome.status == OK || outcome.status == NOMEM ||
            outcome.status == INTERRUPTED || outcome.status == TOO_BIG);
    outcome.is_readable = outcome.is_readable && outcome.status == OK;
    /* The end stays the end. */
    if (outcome.status == OK)
        REQUIRE(file_check_next(check, &finding, &found, &error) == OK && !found);
    file_check_close(check);
    return outcome;
}

/* ---- Reading ----------------------------------------------------------------------- */

static enum status read_column(struct table_file *file, uint32_t column,
                               struct error *error)
{
    struct column_reader *reader;
    struct column_vector vector;
    enum status status = file->ops->open_column(file, column, &reader, error);
    uint32_t n_stripes = file->ops->row_group_count(file);
    uint64_t left = MOST_ROWS;
    for (uint32_t s = 0; status == OK && s < n_stripes && left > 0; s++) {
        uint64_t n_rows = file->ops->row_group_rows(file, s);
        if (n_rows == 0)
            continue;
        status = reader->ops->start(reader, s, error);
        while (status == OK && n_rows > 0 && left > 0) {
            status = reader->ops->read(
                reader, n_rows < BATCH_ROWS ? (uint32_t)n_rows : BATCH_ROWS, &vector,
                error);
            if (status != OK)
                break;
            REQUIRE(vector.n_rows > 0 && vector.n_rows <= n_rows);
            n_rows -= vector.n_rows;
            left -= vector.n_rows < left ? vector.n_rows : left;
        }
    }
    if (reader != NULL)
        reader->ops->close(reader);
    return status;
}

/* A file in which a check has found no errors: all columns can be read. */
static void read_file(struct slice bytes)
{
    const struct orc_file_options options = {0};
    struct input_file *input;
    struct orc_file *file;
    struct error error = {0};
    uint64_t start = os_nanoseconds();
    struct interrupt interrupt = {.is_wanted = is_enough, .argument = &start};
    interrupt_begin(&interrupt);
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    enum status status = orc_file_open(input, &options, &file, &error);
    REQUIRE(status == OK);
    struct table_file *table = orc_file_as_table_file(file);
    const struct schema *schema = table->ops->schema(table);
    for (uint32_t c = 0; status == OK && c < schema->n_columns; c++) {
        status = read_column(table, c, &error);
        if (status == TOO_BIG) {
            status = OK;
            error_clear(&error);
        }
        if (status != OK && status != INTERRUPTED)
            fprintf(stderr, "column %u: %s\n", (unsigned)c, error.message);
        REQUIRE(status == OK || status == INTERRUPTED);
    }
    orc_file_close(file);
    (void)interrupt_end(&interrupt, OK, &error);
}

/* ---- The file ---------------------------------------------------------------------- */

static void check_sound_file(const char *path)
{
    static uint8_t bytes[MOST_SOUND + 1];
    struct input_file *input;
    struct error error = {0};
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (size > MOST_SOUND) /* which would take long in this build */
        return;
    REQUIRE(input_file_open_memory(slice_of(bytes, size), &input, &error) == OK);
    struct outcome outcome = check_input(input, 0);
    if (outcome.n > 0)
        fprintf(stderr, "%s has findings\n", path);
    REQUIRE(outcome.n == 0);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    glob_t paths;
    (void)argc;
    (void)argv;
    if (glob("testdata/orc/*.orc", 0, NULL, &paths) != 0)
        return 0; /* it runs elsewhere */
    for (size_t i = 0; i < paths.gl_pathc; i++)
        check_sound_file(paths.gl_pathv[i]);
    globfree(&paths);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    struct input_file *file;
    struct error error = {0};
    struct memory_account account = {.name = "the fuzzer", .limit = 64 << 20};
    struct memory_scope before = memory_account_enter(&account);
    if (size >= 3 && flags != 0)
        memcpy(copy, "ORC", 3);
    REQUIRE(input_file_open_memory(slice_of(copy, size), &file, &error) == OK);
    struct outcome outcome = check_input(file, flags >= LOSES_MEMORY ? 1 + fail_at : 0);
    REQUIRE(account.used == 0);
    if (outcome.is_readable)
        read_file(slice_of(copy, size));
    memory_scope_restore(before);
    REQUIRE(account.used == 0);
    free(copy);
    return 0;
}
