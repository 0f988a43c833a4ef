/* SPDX-License-Identifier: MIT */
#include "sql/table/scan_stats.h"

#include <string.h>

#include "base/alloc.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum {
    MOST_ENTRIES = 200,
    MOST_LOSSES = 1000, /* of an entry; more are only counted */
    MOST_LOSS_BYTES = 256 << 10,
    MOST_NAME_BYTES = 200, /* of a lost value's column */
    MOST_BYTES = 32 << 20, /* of all entries together */
    /* Among so many entries before a cursor, one of an earlier cursor is searched. */
    MOST_SEARCHED = 16,
};

struct scan_stats {
    struct memory_account memory; /* of the entries */
    uint64_t n_entered; /* entries are numbered from 1; the last MOST_ENTRIES are kept */
    struct stats_entry entries[MOST_ENTRIES];
};

struct scan_stats *scan_stats_new(struct memory_account *parent)
{
    struct scan_stats *stats = mem_alloc_zeroed(1, sizeof *stats);
    if (stats == NULL)
        return NULL;
    stats->memory = (struct memory_account){
        .parent = parent, .name = "parquet_scan_stats", .limit = MOST_BYTES};
    return stats;
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

void scan_stats_free(struct scan_stats *stats)
{
    for (size_t i = 0; stats != NULL && i < MOST_ENTRIES; i++)
        forget(&stats->entries[i]);
    mem_free(stats);
}

static struct stats_entry *slot_of(struct scan_stats *stats, uint64_t number)
{
    return &stats->entries[number % MOST_ENTRIES];
}

uint64_t scan_stats_oldest(const struct scan_stats *stats)
{
    return stats->n_entered > MOST_ENTRIES ? stats->n_entered - MOST_ENTRIES + 1 : 1;
}

static void append_text(struct buffer *text, const char *string, struct error *error)
{
    add_json_string(text, slice_of(string, strlen(string)), error);
}

static void append_loss(struct buffer *text, const struct noted_loss *loss,
                        struct error *error)
{
    const struct lost_rows *rows = &loss->rows;
    buffer_add_text(text, "{", error);
    if (loss->path != NULL) {
        buffer_add_text(text, "\"_file\":", error);
        append_text(text, loss->path, error);
        buffer_add_text(text, ",", error);
    }
    buffer_add_text(text, "\"column\":", error);
    add_json_string(
        text, text_front(slice_of(rows->column, strlen(rows->column)), MOST_NAME_BYTES),
        error);
    buffer_add_format(text, error,
                      ",\"row_group\":%u,\"page_offset\":", (unsigned)loss->row_group);
    if (rows->page_offset < 0)
        buffer_add_text(text, "null", error);
    else
        buffer_add_format(text, error, "%lld", (long long)rows->page_offset);
    buffer_add_format(text, error, ",\"_file_row_number\":%llu,\"rows\":%llu,\"cause\":",
                      (unsigned long long)rows->first_row,
                      (unsigned long long)rows->n_rows);
    append_text(text, rows->cause, error);
    buffer_add_text(text, "}", error);
}

/* The losses as a JSON array, the first MOST_LOSSES of them or as many as fit. */
static void note_losses(struct stats_entry *entry, const struct scan *scan)
{
    const struct noted_loss *losses = (const void *)scan->losses.data;
    size_t n = scan->losses.size / sizeof *losses, n_shown = 0;
    struct buffer text = {0};
    struct error ignored = {0};
    for (size_t i = 0; i < n; i++)
        entry->n_values_lost += losses[i].rows.n_rows;
    while (n_shown < n && n_shown < MOST_LOSSES && text.size < MOST_LOSS_BYTES) {
        buffer_add_text(&text, n_shown == 0 ? "[" : ",", &ignored);
        append_loss(&text, &losses[n_shown++], &ignored);
    }
    if (n > n_shown)
        buffer_add_format(&text, &ignored, ",{\"more\":%zu}", n - n_shown);
    buffer_add_text(&text, "]", &ignored);
    if (ignored.status == OK && n > 0)
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

struct stats_entry *scan_stats_entry(struct scan_stats *stats, uint64_t number)
{
    return number >= scan_stats_oldest(stats) ? slot_of(stats, number) : NULL;
}

/* The entry of an earlier cursor that did the same for the same statement, or NULL. */
static struct stats_entry *earlier_entry(struct scan_stats *stats, const char *table_name,
                                         const struct scan_note *note)
{
    uint64_t number = note->n_before_cursor;
    for (int i = 0; i < MOST_SEARCHED && number > note->n_before_statement; i++) {
        struct stats_entry *entry = slot_of(stats, number);
        if (number-- < scan_stats_oldest(stats))
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
    entry->number = stats->n_entered;
    entry->is_kept = true;
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
    entry->n_rows_cached = note->n_rows_cached;
    entry->in_batches = note->in_batches;
    entry->n_returned += note->n_returned;
    entry->n_files = table_file_count(scan->file);
    entry->milliseconds += (double)note->nanoseconds / 1e6;
    entry->n_pages += scan->counters.read.pages_read + scan->counters.read.pages_skipped;
    scan_counters_add(&entry->counters, &scan->counters);
    entry->milliseconds_waiting = (double)entry->counters.traffic.nanoseconds_waiting /
                                  1e6;
    if (scan->losses.size > 0)
        note_losses(entry, scan);
    note_reasons(entry, &scan->kept);
    if (note->warning != NULL && entry->warning == NULL)
        entry->warning = mem_copy_text(note->warning, strlen(note->warning));
    memory_scope_restore(before);
}
