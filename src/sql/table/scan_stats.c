/* SPDX-License-Identifier: MIT */
#include "sql/table/scan_stats.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/host/column_list.h"
#include "sql/host/state_table.h"
#include "value/text_value.h"
#include "value/value_text.h"

/* ---- The entries ----------------------------------------------------------------- */

enum {
    MOST_ENTRIES = 200,
    MOST_LOSSES = 1000, /* of an entry; more are only counted */
    MOST_LOSS_BYTES = 256 << 10,
    MOST_NAME_BYTES = 200, /* of a lost value's column */
    MOST_BYTES = 32 << 20, /* of all entries together */
    /* Among so many entries before a cursor, one of an earlier cursor is searched. */
    MOST_SEARCHED = 16,
};

struct stats_entry {
    char *table_name, *plan; /* NULL: not known */
    char *warning;           /* NULL: there is nothing to warn of */
    char *losses;            /* JSON; NULL: nothing was lost */
    struct keep_count *kept; /* why row groups and pages were not left out */
    uint32_t n_kept;
    uint64_t n_values_lost;
    uint64_t n_loops, n_look_ups, n_rows_kept, n_returned, nanoseconds, n_files;
    struct scan_counters counters;
};

struct scan_stats {
    unsigned n_references;
    struct memory_account memory; /* of the entries, which may outlive the connection */
    uint64_t n_entered; /* entries are numbered from 1; the last MOST_ENTRIES are kept */
    struct stats_entry entries[MOST_ENTRIES];
};

struct scan_stats *scan_stats_new(struct memory_account *parent)
{
    struct scan_stats *stats = mem_alloc_zeroed(1, sizeof *stats);
    if (stats == NULL)
        return NULL;
    stats->n_references = 1;
    stats->memory = (struct memory_account){
        .parent = parent, .name = "parquet_scan_stats", .limit = MOST_BYTES};
    return stats;
}

void scan_stats_retain(struct scan_stats *stats)
{
    stats->n_references++;
}

static void forget(struct stats_entry *entry)
{
    mem_free(entry->table_name);
    mem_free(entry->plan);
    mem_free(entry->warning);
    mem_free(entry->losses);
    mem_free(entry->kept);
    *entry = (struct stats_entry){0};
}

void scan_stats_release(void *pointer)
{
    struct scan_stats *stats = pointer;
    if (--stats->n_references > 0)
        return;
    for (size_t i = 0; i < MOST_ENTRIES; i++)
        forget(&stats->entries[i]);
    mem_free(stats);
}

static struct stats_entry *slot_of(struct scan_stats *stats, uint64_t number)
{
    return &stats->entries[number % MOST_ENTRIES];
}

/* The number of the oldest entry that is kept. */
static uint64_t oldest(const struct scan_stats *stats)
{
    return stats->n_entered > MOST_ENTRIES ? stats->n_entered - MOST_ENTRIES + 1 : 1;
}

static enum status append_path(struct buffer *text, const char *path, struct error *error)
{
    enum status status = buffer_append_text(text, "\"_file\":", error);
    if (status == OK)
        status = append_json_string(text, slice_of(path, strlen(path)), error);
    return status == OK ? buffer_append_text(text, ",", error) : status;
}

static enum status append_loss(struct buffer *text, const struct noted_loss *loss,
                               struct error *error)
{
    const struct lost_rows *rows = &loss->rows;
    enum status status = buffer_append_text(text, "{", error);
    if (status == OK && loss->path != NULL)
        status = append_path(text, loss->path, error);
    if (status == OK)
        status = buffer_append_text(text, "\"column\":", error);
    if (status == OK)
        status = append_json_string(
            text,
            text_front(slice_of(rows->column, strlen(rows->column)), MOST_NAME_BYTES),
            error);
    if (status == OK)
        status = buffer_append_format(
            text, error, ",\"row_group\":%u,\"page_offset\":", (unsigned)loss->row_group);
    if (status == OK && rows->page_offset < 0)
        status = buffer_append_text(text, "null", error);
    else if (status == OK)
        status = buffer_append_format(text, error, "%lld", (long long)rows->page_offset);
    if (status == OK)
        status = buffer_append_format(
            text, error, ",\"_file_row_number\":%llu,\"rows\":%llu,\"cause\":",
            (unsigned long long)rows->first_row, (unsigned long long)rows->n_rows);
    if (status == OK)
        status = append_json_string(text, slice_of(rows->cause, strlen(rows->cause)),
                                    error);
    return status == OK ? buffer_append_text(text, "}", error) : status;
}

/* The losses as a JSON array, the first MOST_LOSSES of them or as many as fit. */
static void note_losses(struct stats_entry *entry, const struct scan *scan)
{
    const struct noted_loss *losses = (const void *)scan->losses.data;
    size_t n = scan->losses.size / sizeof *losses, n_shown = 0;
    struct buffer text = {0};
    struct error ignored = {0};
    enum status status = OK;
    for (size_t i = 0; i < n; i++)
        entry->n_values_lost += losses[i].rows.n_rows;
    while (status == OK && n_shown < n && n_shown < MOST_LOSSES &&
           text.size < MOST_LOSS_BYTES) {
        status = buffer_append_text(&text, n_shown == 0 ? "[" : ",", &ignored);
        if (status == OK)
            status = append_loss(&text, &losses[n_shown++], &ignored);
    }
    if (status == OK && n > n_shown)
        status = buffer_append_format(&text, &ignored, ",{\"more\":%zu}", n - n_shown);
    if (status == OK && n > 0)
        status = buffer_append_text(&text, "]", &ignored);
    if (status == OK && n > 0)
        entry->losses = mem_copy_text(text.data, text.size);
    buffer_release(&text);
}

/* Adds the counts of reasons; leaves them out when memory is out. */
static void note_reasons(struct stats_entry *entry, const struct keep_counts *counts)
{
    for (uint32_t i = 0; i < counts->n_counts; i++) {
        const struct keep_count *count = &counts->counts[i];
        uint32_t k = 0;
        while (k < entry->n_kept && (entry->kept[k].test != count->test ||
                                     entry->kept[k].reason != count->reason))
            k++;
        if (k == entry->n_kept) {
            if (!mem_grow(&entry->kept, k + 1, sizeof *entry->kept))
                return;
            entry->n_kept++;
            entry->kept[k] = (struct keep_count){count->test, count->reason, 0};
        }
        entry->kept[k].n += count->n;
    }
}

uint64_t scan_stats_count(const struct scan_stats *stats)
{
    return stats->n_entered;
}

/* The entry of an earlier cursor that did the same for the same statement, or NULL. */
static struct stats_entry *earlier_entry(struct scan_stats *stats, const char *table_name,
                                         const struct scan_note *note)
{
    uint64_t number = note->n_before_cursor;
    for (int i = 0; i < MOST_SEARCHED && number > note->n_before_statement; i++) {
        struct stats_entry *entry = slot_of(stats, number);
        if (number-- < oldest(stats))
            break;
        if (entry->plan != NULL && entry->table_name != NULL && entry->losses == NULL &&
            strcmp(entry->plan, note->plan) == 0 &&
            strcmp(entry->table_name, table_name) == 0)
            return entry;
    }
    return NULL;
}

/* A new entry for the scan, without counts. */
static struct stats_entry *new_entry(struct scan_stats *stats, const char *table_name,
                                     const struct scan_note *note)
{
    struct stats_entry *entry = slot_of(stats, ++stats->n_entered);
    forget(entry);
    if (table_name != NULL)
        entry->table_name = mem_copy_text(table_name, strlen(table_name));
    if (note->plan != NULL)
        entry->plan = mem_copy_text(note->plan, strlen(note->plan));
    return entry;
}

void scan_stats_enter(struct scan_stats *stats, const char *table_name,
                      const struct scan_note *note, const struct scan *scan)
{
    struct memory_scope before = memory_account_enter(&stats->memory);
    struct stats_entry *entry = NULL;
    if (table_name != NULL && note->plan != NULL && scan->losses.size == 0)
        entry = earlier_entry(stats, table_name, note);
    if (entry == NULL)
        entry = new_entry(stats, table_name, note);
    entry->n_loops += note->n_loops;
    entry->n_look_ups += note->n_look_ups;
    entry->n_rows_kept = note->n_rows_kept;
    entry->n_returned += note->n_returned;
    entry->n_files = scan->file->n_files > 0 ? scan->file->n_files : 1;
    entry->nanoseconds += note->nanoseconds;
    scan_counters_add(&entry->counters, &scan->counters);
    if (scan->losses.size > 0)
        note_losses(entry, scan);
    note_reasons(entry, &scan->kept);
    if (note->warning != NULL && entry->warning == NULL)
        entry->warning = mem_copy_text(note->warning, strlen(note->warning));
    memory_scope_restore(before);
}

/* ---- The table ------------------------------------------------------------------- */

#define STATS_COLUMNS(X)                                                                 \
    X(STATS_SEQ, "seq INTEGER")                                                          \
    X(STATS_TABLE_NAME, "table_name TEXT")                                               \
    X(STATS_PLAN, "plan TEXT")                                                           \
    X(STATS_LOOPS, "loops INTEGER")                                                      \
    X(STATS_ROW_GROUPS, "row_groups INTEGER")                                            \
    X(STATS_BY_STATISTICS, "row_groups_by_statistics INTEGER")                           \
    X(STATS_BY_PAGES, "row_groups_by_pages INTEGER")                                     \
    X(STATS_BY_DICTIONARY, "row_groups_by_dictionary INTEGER")                           \
    X(STATS_BY_BLOOM, "row_groups_by_bloom INTEGER")                                     \
    X(STATS_PAGES, "pages INTEGER")                                                      \
    X(STATS_PAGES_READ, "pages_read INTEGER")                                            \
    X(STATS_PAGES_SKIPPED, "pages_skipped INTEGER")                                      \
    X(STATS_ROWS_TESTED, "rows_tested INTEGER")                                          \
    X(STATS_ROWS_RETURNED, "rows_returned INTEGER")                                      \
    X(STATS_BYTES_READ, "bytes_read INTEGER")                                            \
    X(STATS_BYTES_DECOMPRESSED, "bytes_decompressed INTEGER")                            \
    X(STATS_MILLISECONDS, "milliseconds REAL")                                           \
    X(STATS_VALUES_LOST, "values_lost INTEGER")                                          \
    X(STATS_LOSSES, "losses JSON TEXT")                                                  \
    X(STATS_PAGES_BY_BOUNDS, "pages_by_bounds INTEGER")                                  \
    X(STATS_KEPT_BECAUSE, "kept_because JSON TEXT")                                      \
    X(STATS_LOOK_UPS, "look_ups INTEGER")                                                \
    X(STATS_ROWS_KEPT, "rows_kept INTEGER")                                              \
    X(STATS_FILES, "files INTEGER")                                                      \
    X(STATS_FILES_BY_PATH, "files_by_path INTEGER")                                      \
    X(STATS_WARNING, "warning TEXT")

enum stats_columns { STATS_COLUMNS(COLUMN_NUMBER) };

static void stats_retain(void *stats)
{
    scan_stats_retain(stats);
}

static void stats_range(void *stats, uint64_t *first, uint64_t *last)
{
    *first = oldest(stats);
    *last = ((struct scan_stats *)stats)->n_entered;
}

static int result_text(sqlite3_context *context, const char *text)
{
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT); /* text may be NULL */
    return SQLITE_OK;
}

static int result_count(sqlite3_context *context, uint64_t count)
{
    sqlite3_result_int64(context, (sqlite3_int64)count);
    return SQLITE_OK;
}

/* Appends the reasons of one test as a member of a JSON object, in enum keep_reason's
 * order. */
static enum status append_reasons(struct buffer *text, const struct stats_entry *entry,
                                  int test, struct error *error)
{
    enum status status = OK;
    bool is_first = true;
    for (int reason = 0; reason < N_KEEP_REASONS; reason++) {
        for (uint32_t i = 0; status == OK && i < entry->n_kept; i++) {
            const struct keep_count *count = &entry->kept[i];
            if (count->test != test || count->reason != reason)
                continue;
            if (is_first)
                status = buffer_append_format(text, error, "%s\"%s\":{",
                                              text->size > 0 ? "," : "{",
                                              keep_test_name((enum keep_test)test));
            if (status == OK)
                status = buffer_append_format(text, error, "%s\"%s\":%llu",
                                              is_first ? "" : ",",
                                              keep_reason_text((enum keep_reason)reason),
                                              (unsigned long long)count->n);
            is_first = false;
        }
    }
    return status == OK && !is_first ? buffer_append_text(text, "}", error) : status;
}

/* The reasons by test: {"statistics":{"no min or no max":3}}. */
static int result_reasons(sqlite3_context *context, const struct stats_entry *entry)
{
    struct buffer text = {0};
    struct error ignored = {0};
    enum status status = OK;
    for (int test = 0; status == OK && test < N_KEEP_TESTS; test++)
        status = append_reasons(&text, entry, test, &ignored);
    if (status == OK && text.size > 0)
        status = buffer_append_text(&text, "}", &ignored);
    if (status != OK)
        sqlite3_result_error_nomem(context);
    else if (text.size > 0)
        sqlite3_result_text64(context, (const char *)text.data, text.size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
    buffer_release(&text);
    return SQLITE_OK;
}

static int stats_column(void *stats, sqlite3_context *context, uint64_t number, int i)
{
    const struct stats_entry *entry = slot_of(stats, number);
    const struct scan_counters *counters = &entry->counters;
    if (i != STATS_SEQ && number < oldest(stats)) /* since overwritten */
        return SQLITE_OK;
    switch ((enum stats_columns)i) {
    case STATS_SEQ:
        return result_count(context, number);
    case STATS_TABLE_NAME:
        return result_text(context, entry->table_name);
    case STATS_PLAN:
        return result_text(context, entry->plan);
    case STATS_LOOPS:
        return result_count(context, entry->n_loops);
    case STATS_ROW_GROUPS:
        return result_count(context, counters->row_groups);
    case STATS_BY_STATISTICS:
        return result_count(context, counters->row_groups_by_statistics);
    case STATS_BY_PAGES:
        return result_count(context, counters->row_groups_by_pages);
    case STATS_BY_DICTIONARY:
        return result_count(context, counters->row_groups_by_dictionary);
    case STATS_BY_BLOOM:
        return result_count(context, counters->row_groups_by_bloom);
    case STATS_PAGES:
        return result_count(context,
                            counters->read.pages_read + counters->read.pages_skipped);
    case STATS_PAGES_READ:
        return result_count(context, counters->read.pages_read);
    case STATS_PAGES_SKIPPED:
        return result_count(context, counters->read.pages_skipped);
    case STATS_ROWS_TESTED:
        return result_count(context, counters->rows_tested);
    case STATS_ROWS_RETURNED:
        return result_count(context, entry->n_returned);
    case STATS_BYTES_READ:
        return result_count(context, counters->bytes_read);
    case STATS_BYTES_DECOMPRESSED:
        return result_count(context, counters->read.bytes_decompressed);
    case STATS_MILLISECONDS:
        sqlite3_result_double(context, (double)entry->nanoseconds / 1e6);
        return SQLITE_OK;
    case STATS_VALUES_LOST:
        return result_count(context, entry->n_values_lost);
    case STATS_LOSSES:
        return result_text(context, entry->losses);
    case STATS_PAGES_BY_BOUNDS:
        return result_count(context, counters->pages_by_bounds);
    case STATS_KEPT_BECAUSE:
        return result_reasons(context, entry);
    case STATS_LOOK_UPS:
        return result_count(context, entry->n_look_ups);
    case STATS_ROWS_KEPT:
        return result_count(context, entry->n_rows_kept);
    case STATS_FILES:
        return result_count(context, entry->n_files);
    case STATS_FILES_BY_PATH:
        return result_count(context, counters->files_by_path);
    case STATS_WARNING:
        return result_text(context, entry->warning);
    }
    return SQLITE_OK;
}

static const struct state_table stats_table = {
    .name = "parquet_scan_stats",
    .columns = STATS_COLUMNS(COLUMN_DECLARATION),
    .range = stats_range,
    .column = stats_column,
    .retain = stats_retain,
    .release = scan_stats_release,
};

int register_scan_stats(sqlite3 *db, struct scan_stats *stats)
{
    return state_table_register(db, &stats_table, stats);
}
