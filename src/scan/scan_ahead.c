/* SPDX-License-Identifier: MIT */
#include "scan/scan_ahead.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/background.h"
#include "base/interrupt.h"
#include "base/monitor.h"
#include "scan/scan_prune.h"
#include "scan/vector_copy.h"

enum {
    RING = 512,               /* batches that can wait for the scan, per thread */
    MOST_BYTES = 8 << 20,     /* of them; one more batch may exceed it */
    MOST_SPARE = 16 << 20,    /* bytes of memory that a ring's entries keep */
    BATCHES_TO_WAKE = 16,     /* the scan, if it waits: waking it costs more than one */
    MILLISECONDS_TO_POLL = 3, /* while the scan waits */
    LEAST_MEMORY_LEFT = 64 << 20,
    MEMORY_PER_COLUMN = 4 << 20, /* that must be left, per thread */
    FILES_AHEAD = 64,            /* that are far away, and announced together */
};

/* A column of a batch; empty if the thread has not decoded it. */
struct ready_column {
    uint64_t first;  /* number of the window's first row */
    uint32_t n_rows; /* of the window; the copy has only those selected if it has fewer */
    struct vector_copy copy;
};

enum ready_kind {
    READY_BATCH,
    READY_END,    /* of the row group */
    READY_FAILED, /* the rest of the row group is left to the scan */
};

/* One entry of a ring.  Entries are used again, the last one first: only as many grow to
 * the size of large batches as wait at a time. */
struct ready {
    struct ready *next_free; /* in the monitor */
    enum ready_kind kind;
    uint32_t index;                  /* of the row group */
    uint64_t batch_first, batch_end; /* READY_FAILED: first is the first row left */
    bool has_selected;
    uint32_t n_selected;
    struct buffer positions;       /* uint32_t */
    struct scan_counters counters; /* since the thread's previous entry */
    struct buffer kept;            /* READY_END: struct keep_count */
    uint32_t n_columns;            /* the first of scan_ahead's `wanted` */
    struct buffer columns;         /* struct ready_column, some of them unused */
    size_t n_bytes;
};

struct worker {
    struct scan_ahead *ahead;
    struct background *background; /* NULL: was not started */
    struct table_file *file;
    struct scan scan;
    struct predicate predicate; /* shared with the scan's */
    struct interrupt interrupt;
    struct dictionary_copy **dictionaries; /* the newest of each of `wanted`, or NULL */
    struct ready entries[RING];
    size_t n_spare; /* bytes of memory of the entries that are not being filled */
    /* In the monitor: entries made and taken so far, bytes of those between; entries that
     * are free, and the number of those ever used. */
    struct ready *ring[RING], *free;
    uint64_t n_made, n_taken;
    uint32_t n_used;
    size_t n_bytes;
    bool is_waiting, has_ended;
};

struct scan_ahead {
    struct monitor *monitor;
    atomic_bool is_stopping;
    uint32_t *wanted; /* columns that the threads decode; the scan appends others */
    atomic_uint n_wanted;
    uint32_t n_columns; /* of the file */
    uint64_t first_row, end_row;
    struct row_range *row_groups; /* those of the pass that may have rows left */
    uint32_t n_row_groups;
    uint32_t next_index;    /* in the monitor: of the first that no thread has taken */
    uint32_t announced_end; /* in the monitor: of those whose files were announced */
    bool is_waiting;        /* in the monitor: the scan */
    /* Of the scan. */
    uint32_t index;       /* of the row group whose batches are shown */
    uint64_t next_row;    /* that it has not been shown */
    struct worker *shown; /* whose next entry is the scan's batch, or NULL */
    struct buffer *rooms; /* memory of each of `wanted` in the batch */
    uint32_t n_workers;
    struct worker *workers;
};

/* ---- In a thread ------------------------------------------------------------------ */

static bool is_stopping(void *argument)
{
    const struct scan_ahead *ahead = argument;
    return atomic_load_explicit(&ahead->is_stopping, memory_order_relaxed);
}

/* Takes the next row group; false if there is none. */
static bool take_row_group(struct scan_ahead *ahead, uint32_t *index)
{
    monitor_enter(ahead->monitor);
    bool is_taken = ahead->next_index < ahead->n_row_groups && !is_stopping(ahead);
    if (is_taken)
        *index = ahead->next_index++;
    monitor_leave(ahead->monitor);
    return is_taken;
}

static bool is_full(const struct worker *worker)
{
    return worker->n_made - worker->n_taken == RING || worker->n_bytes >= MOST_BYTES;
}

/* Waits for room in the ring; NULL if the thread has to stop. */
static struct ready *make_room(struct worker *worker)
{
    struct scan_ahead *ahead = worker->ahead;
    monitor_enter(ahead->monitor);
    worker->is_waiting = true;
    while (is_full(worker) && !is_stopping(ahead))
        (void)monitor_wait(ahead->monitor, 1000);
    worker->is_waiting = false;
    struct ready *ready = NULL;
    if (!is_stopping(ahead) && worker->free != NULL) {
        ready = worker->free;
        worker->free = ready->next_free;
    } else if (!is_stopping(ahead)) {
        ready = &worker->entries[worker->n_used++];
    }
    monitor_leave(ahead->monitor);
    return ready;
}

/* Whether at least n batches wait, or half of the bytes that may. */
static bool has_waiting(const struct worker *worker, uint64_t n)
{
    return worker->n_made - worker->n_taken >= n || worker->n_bytes >= MOST_BYTES / 2;
}

static void hand_over(struct worker *worker, struct ready *ready)
{
    struct scan_ahead *ahead = worker->ahead;
    ready->counters = worker->scan.counters;
    ready->counters.rows_returned = 0; /* the scan counts those that it returns */
    worker->scan.counters = (struct scan_counters){0};
    monitor_enter(ahead->monitor);
    worker->ring[worker->n_made++ % RING] = ready;
    worker->n_bytes += ready->n_bytes;
    if (ahead->is_waiting &&
        (ready->kind != READY_BATCH || has_waiting(worker, BATCHES_TO_WAKE)))
        monitor_notify(ahead->monitor);
    monitor_leave(ahead->monitor);
}

static struct ready_column *columns_of(const struct ready *ready)
{
    return (struct ready_column *)(void *)ready->columns.data;
}

/* The positions of the selected rows in the batch. */
static const uint32_t *positions_of(const struct ready *ready)
{
    return (const uint32_t *)(const void *)ready->positions.data;
}

/* Makes room for the first n columns; returns how many there is room for. */
static uint32_t make_columns(struct ready *ready, uint32_t n)
{
    struct error error = {0};
    size_t size = n * sizeof(struct ready_column), before = ready->columns.size;
    if (size > before) {
        if (buffer_reserve(&ready->columns, size, true, &error) != OK)
            return (uint32_t)(before / sizeof(struct ready_column));
        memset(ready->columns.data + before, 0, size - before);
        ready->columns.size = size;
    }
    return n;
}

/* The columns that the entry has memory for. */
static uint32_t columns_with_memory(const struct ready *ready)
{
    return (uint32_t)(ready->columns.size / sizeof(struct ready_column));
}

static size_t bytes_with_memory(const struct ready *ready)
{
    size_t n = ready->positions.capacity + ready->columns.capacity;
    for (uint32_t i = 0; i < columns_with_memory(ready); i++)
        n += columns_of(ready)[i].copy.memory.capacity;
    return n;
}

static void release_columns(struct ready *ready)
{
    for (uint32_t i = 0; i < columns_with_memory(ready); i++)
        vector_copy_release(&columns_of(ready)[i].copy);
}

/* Copies the i-th wanted column of the scan's batch.  It stays empty if that fails. */
static void copy_column(struct worker *worker, struct ready *ready, uint32_t i)
{
    struct ready_column *c = &columns_of(ready)[i];
    const struct scan *scan = &worker->scan;
    struct error error = {0};
    const struct scan_column *window;
    uint32_t in_window[BATCH_ROWS];
    c->n_rows = c->copy.vector.n_rows = 0;
    if (scan_load_selected(&worker->scan, worker->ahead->wanted[i], &window, &error) !=
        OK)
        return;
    uint64_t first = scan->batch_first, end = scan->batch_end;
    if (ready->has_selected) {
        end = first + positions_of(ready)[ready->n_selected - 1] + 1;
        first += positions_of(ready)[0];
    }
    uint64_t window_end = window->first + window->vector.n_rows;
    end = end < window_end ? end : window_end;
    struct vector_rows rows = {.first = (uint32_t)(first - window->first),
                               .n = (uint32_t)(end - first)};
    if (ready->has_selected && ready->n_selected < rows.n / 2) {
        uint64_t shift = scan->batch_first - window->first; /* modulo 2^64 */
        while (rows.n_selected < ready->n_selected &&
               scan->batch_first + positions_of(ready)[rows.n_selected] < end) {
            in_window[rows.n_selected] = (uint32_t)(positions_of(ready)[rows.n_selected] +
                                                    shift);
            rows.n_selected++;
        }
        rows.selected = in_window;
    }
    if (vector_copy_take(&c->copy, &window->vector, &rows, &worker->dictionaries[i],
                         &error) != OK)
        return;
    c->first = first;
    c->n_rows = rows.n;
    ready->n_bytes += vector_copy_bytes(&c->copy);
}

static enum status copy_batch(struct worker *worker, struct ready *ready,
                              struct error *error)
{
    const struct scan *scan = &worker->scan;
    ready->kind = READY_BATCH;
    ready->batch_first = scan->batch_first;
    ready->batch_end = scan->batch_end;
    ready->has_selected = scan->selected != NULL;
    ready->n_selected = ready->has_selected ? scan->n_selected : 0;
    ready->positions.size = 0;
    enum status status = buffer_append(&ready->positions, scan->selected,
                                       ready->n_selected * sizeof *scan->selected, error);
    if (status != OK)
        return status;
    ready->n_bytes = ready->positions.size;
    ready->n_columns = make_columns(ready, atomic_load(&worker->ahead->n_wanted));
    for (uint32_t i = 0; i < ready->n_columns; i++)
        copy_column(worker, ready, i);
    return OK;
}

/* Makes the entry that ends a row group. */
static void end_row_group(struct worker *worker, struct ready *ready, bool has_failed,
                          uint64_t first_left)
{
    struct error error = {0};
    struct keep_counts *kept = &worker->scan.kept;
    ready->kind = has_failed ? READY_FAILED : READY_END;
    ready->batch_first = has_failed ? first_left : worker->scan.rows.end;
    if (buffer_append(&ready->kept, kept->counts, kept->n_counts * sizeof *kept->counts,
                      &error) != OK)
        ready->kind = READY_FAILED;
    keep_counts_reset(kept);
}

/* Begins the pass over a row group.  The first one has been begun by the scan, which has
 * counted what is known of it. */
static enum status begin_row_group(struct worker *worker, uint32_t index,
                                   struct error *error)
{
    const struct scan_ahead *ahead = worker->ahead;
    struct scan *scan = &worker->scan;
    const struct row_range *group = &ahead->row_groups[index];
    scan_start_rows(scan, &worker->predicate,
                    group->first > ahead->first_row ? group->first : ahead->first_row,
                    group->end < ahead->end_row ? group->end : ahead->end_row);
    /* As in one thread: where batches begin decides which damage is found first. */
    scan->is_first_batch = false;
    if (group->first >= ahead->first_row)
        return OK;
    enum status status = scan_begin_row_group(scan, error);
    scan->counters = (struct scan_counters){0};
    keep_counts_reset(&scan->kept);
    return status;
}

/* Announces the files of the next row groups, for all threads, unless another one has. */
static enum status announce_files(struct worker *worker, uint32_t index,
                                  struct error *error)
{
    struct scan_ahead *ahead = worker->ahead;
    struct scan *scan = &worker->scan;
    uint32_t numbers[FILES_AHEAD], n = 0, end = 0;
    enum status status = OK;
    if (!scan->is_far || scan->file->ops->expect_files == NULL)
        return OK;
    monitor_enter(ahead->monitor);
    if (index >= ahead->announced_end) {
        end = ahead->n_row_groups - index < FILES_AHEAD ? ahead->n_row_groups
                                                        : index + FILES_AHEAD;
        ahead->announced_end = end;
    }
    monitor_leave(ahead->monitor);
    for (uint32_t i = index; status == OK && i < end; i++) {
        uint32_t at = scan_list_index(scan, ahead->row_groups[i].first);
        bool may_hold = false;
        if (at < scan->list.n && scan->list.groups[at].is_closed)
            status = scan_may_hold(scan, at, true, &may_hold, error);
        if (may_hold)
            numbers[n++] = scan->list.groups[at].number;
    }
    return status == OK && n > 0
               ? scan->file->ops->expect_files(scan->file, numbers, n, false, error)
               : status;
}

/* False if the thread has to stop. */
static bool scan_row_group(struct worker *worker, uint32_t index)
{
    struct scan *scan = &worker->scan;
    struct error error = {0};
    enum status status = begin_row_group(worker, index, &error);
    if (status == OK)
        status = announce_files(worker, index, &error);
    uint64_t done = scan->rows.first;
    for (;;) {
        if (status == OK)
            status = scan_next_batch(scan, &error);
        struct ready *ready = make_room(worker);
        if (ready == NULL)
            return false;
        bool has_batch = status == OK && scan->batch_first < scan->batch_end;
        worker->n_spare -= bytes_with_memory(ready);
        if (worker->n_spare >= MOST_SPARE)
            release_columns(ready);
        ready->index = index;
        ready->n_bytes = ready->kept.size = 0;
        if (has_batch) {
            status = copy_batch(worker, ready, &error);
            has_batch = status == OK;
        }
        if (!has_batch)
            end_row_group(worker, ready, status != OK, done);
        worker->n_spare += bytes_with_memory(ready);
        hand_over(worker, ready);
        if (!has_batch)
            return status == OK;
        done = ready->batch_end;
    }
}

static void work(void *context, struct background *background)
{
    struct worker *worker = context;
    struct scan_ahead *ahead = worker->ahead;
    struct error ignored = {0};
    uint32_t index;
    (void)background;
    worker->interrupt.is_wanted = is_stopping;
    worker->interrupt.argument = ahead;
    interrupt_begin(&worker->interrupt);
    while (take_row_group(ahead, &index) && scan_row_group(worker, index))
        continue;
    (void)interrupt_end(&worker->interrupt, OK, &ignored);
    monitor_enter(ahead->monitor);
    worker->has_ended = true;
    monitor_notify(ahead->monitor);
    monitor_leave(ahead->monitor);
}

/* ---- Start and end ---------------------------------------------------------------- */

static void release_worker(struct worker *worker, uint32_t n_columns)
{
    for (uint32_t i = 0; i < worker->n_used; i++) {
        struct ready *ready = &worker->entries[i];
        release_columns(ready);
        buffer_release(&ready->columns);
        buffer_release(&ready->positions);
        buffer_release(&ready->kept);
    }
    for (uint32_t k = 0; worker->dictionaries != NULL && k < n_columns; k++)
        dictionary_copy_release(worker->dictionaries[k]);
    mem_free(worker->dictionaries);
    scan_release(&worker->scan);
    predicate_release_shared(&worker->predicate);
    if (worker->file != NULL)
        worker->file->ops->close(worker->file);
}

static enum status prepare_worker(struct worker *worker, const struct scan *scan,
                                  struct error *error)
{
    struct predicate none = {0};
    worker->dictionaries = mem_alloc_zeroed(scan->n_columns,
                                            sizeof(struct dictionary_copy *));
    if (worker->dictionaries == NULL)
        return error_nomem(error);
    enum status status = scan->file->ops->open_again(scan->file, &worker->file, error);
    if (status == OK)
        status = scan_init(&worker->scan, worker->file, error);
    if (status == OK)
        status = scan_expect_same(&worker->scan, scan, error);
    if (status == OK)
        status = predicate_share(
            &worker->predicate, scan->predicate != NULL ? scan->predicate : &none, error);
    return status;
}

static void start_workers(struct scan_ahead *ahead, const struct scan *scan, uint32_t n)
{
    struct error error = {0};
    for (uint32_t i = 0; i < n; i++) {
        struct worker *worker = &ahead->workers[i];
        worker->ahead = ahead;
        if (prepare_worker(worker, scan, &error) == OK)
            worker->background = background_start(work, worker);
        if (worker->background == NULL) {
            release_worker(worker, ahead->n_columns);
            return;
        }
        ahead->n_workers++;
    }
}

/* Lists the columns that the scan's user has asked for in this pass. */
static void want_columns(struct scan_ahead *ahead, const struct scan *scan)
{
    for (uint32_t i = 0; i < scan->n_columns; i++) {
        if (scan->columns[i].wanted_in == scan->n_passes)
            scan_ahead_want(ahead, i);
    }
}

static bool has_memory(const struct scan *scan, uint32_t n_workers)
{
    size_t n_columns = scan->predicate != NULL ? scan->predicate->n_terms : 0;
    for (uint32_t i = 0; i < scan->n_columns; i++)
        n_columns += scan->columns[i].wanted_in == scan->n_passes;
    size_t most = (memory_left() - 1) / MEMORY_PER_COLUMN / (n_workers + 1);
    return memory_left() > LEAST_MEMORY_LEFT && n_columns < most;
}

struct scan_ahead *scan_ahead_start(const struct scan *scan, uint64_t first_row)
{
    uint32_t first = scan_list_index(scan, first_row);
    uint32_t end = scan_list_index(scan, scan->rows.end - 1);
    end += end < scan->list.n; /* else the last rows do not exist */
    uint32_t n = scan->n_threads < end - first ? scan->n_threads : end - first;
    if (scan->file->ops->open_again == NULL || !has_memory(scan, n))
        return NULL;
    struct scan_ahead *ahead = mem_alloc_zeroed(1, sizeof *ahead);
    if (ahead == NULL)
        return NULL;
    ahead->n_columns = scan->n_columns;
    ahead->first_row = ahead->next_row = first_row;
    ahead->end_row = scan->rows.end;
    ahead->monitor = monitor_new();
    ahead->wanted = mem_alloc(scan->n_columns, sizeof *ahead->wanted);
    ahead->workers = mem_alloc_zeroed(n, sizeof *ahead->workers);
    ahead->rooms = mem_alloc_zeroed(scan->n_columns, sizeof *ahead->rooms);
    ahead->row_groups = mem_alloc(end - first, sizeof *ahead->row_groups);
    if (ahead->monitor != NULL && ahead->wanted != NULL && ahead->workers != NULL &&
        ahead->rooms != NULL && ahead->row_groups != NULL) {
        for (uint32_t i = first; i < end; i++)
            ahead->row_groups[ahead->n_row_groups++] = (struct row_range){
                scan->list.groups[i].first, scan->list.groups[i].end};
        want_columns(ahead, scan);
        start_workers(ahead, scan, n);
    }
    if (ahead->n_workers > 0)
        return ahead;
    scan_ahead_stop(ahead);
    return NULL;
}

/* False in a forked process, which has no threads. */
static bool has_threads(const struct scan_ahead *ahead)
{
    return ahead->n_workers == 0 || background_is_here(ahead->workers[0].background);
}

void scan_ahead_stop(struct scan_ahead *ahead)
{
    /* What the threads change in another process cannot be freed in this one. */
    if (ahead == NULL || !has_threads(ahead))
        return;
    atomic_store(&ahead->is_stopping, true);
    if (ahead->n_workers > 0) {
        monitor_enter(ahead->monitor);
        monitor_notify(ahead->monitor);
        monitor_leave(ahead->monitor);
    }
    for (uint32_t i = 0; i < ahead->n_workers; i++)
        background_join(ahead->workers[i].background);
    for (uint32_t i = 0; i < ahead->n_workers; i++)
        release_worker(&ahead->workers[i], ahead->n_columns);
    for (uint32_t i = 0; ahead->rooms != NULL && i < ahead->n_columns; i++)
        buffer_release(&ahead->rooms[i]);
    monitor_free(ahead->monitor);
    mem_free(ahead->rooms);
    mem_free(ahead->workers);
    mem_free(ahead->wanted);
    mem_free(ahead->row_groups);
    mem_free(ahead);
}

/* ---- In the scan's thread --------------------------------------------------------- */

void scan_ahead_want(struct scan_ahead *ahead, uint32_t column)
{
    unsigned n = atomic_load_explicit(&ahead->n_wanted, memory_order_relaxed);
    for (unsigned i = 0; i < n; i++) {
        if (ahead->wanted[i] == column)
            return;
    }
    ahead->wanted[n] = column;
    atomic_store(&ahead->n_wanted, n + 1);
}

static struct ready *next_of(const struct worker *worker)
{
    return worker->ring[worker->n_taken % RING];
}

/* Frees the next entry of a ring. */
static void take(struct scan_ahead *ahead, struct worker *worker)
{
    struct ready *ready = next_of(worker);
    worker->n_bytes -= ready->n_bytes;
    worker->n_taken++;
    ready->next_free = worker->free;
    worker->free = ready;
    if (worker->is_waiting && !has_waiting(worker, RING / 2))
        monitor_notify(ahead->monitor);
}

/* The thread whose next entry is of the current row group, or NULL. */
static struct worker *find_worker(const struct scan_ahead *ahead)
{
    for (uint32_t i = 0; i < ahead->n_workers; i++) {
        struct worker *worker = &ahead->workers[i];
        if (worker->n_made > worker->n_taken && next_of(worker)->index == ahead->index)
            return worker;
    }
    return NULL;
}

static bool have_all_ended(const struct scan_ahead *ahead)
{
    for (uint32_t i = 0; i < ahead->n_workers; i++) {
        if (!ahead->workers[i].has_ended)
            return false;
    }
    return true;
}

/* Waits, inside the monitor, for an entry of the current row group.  NULL: there will be
 * none. */
static enum status wait_for_worker(struct scan_ahead *ahead, struct worker **worker,
                                   struct error *error)
{
    enum status status = OK;
    while ((*worker = find_worker(ahead)) == NULL && status == OK &&
           !have_all_ended(ahead)) {
        ahead->is_waiting = true;
        bool is_notified = monitor_wait(ahead->monitor, MILLISECONDS_TO_POLL);
        ahead->is_waiting = false;
        if (is_notified)
            continue;
        monitor_leave(ahead->monitor);
        status = interrupt_check(error);
        monitor_enter(ahead->monitor);
    }
    return status;
}

static void add_counts(struct scan *scan, const struct ready *ready)
{
    const struct keep_count *counts = (const void *)ready->kept.data;
    scan_counters_add(&scan->counters, &ready->counters);
    for (size_t i = 0; i < ready->kept.size / sizeof *counts; i++)
        keep_counts_add_n(&scan->kept, (enum keep_test)counts[i].test,
                          (enum keep_reason)counts[i].reason, counts[i].n);
}

/* Makes a column's vector from a copy that has only the selected rows.  Copies are as
 * dense as possible, because reading what another core has written takes longer than
 * decoding it. */
static void spread_column(struct scan_ahead *ahead, const struct ready *ready, uint32_t i,
                          struct column_vector *to)
{
    const struct ready_column *c = &columns_of(ready)[i];
    uint32_t before = (uint32_t)(c->first - ready->batch_first), rows[BATCH_ROWS];
    struct error error = {0};
    for (uint32_t k = 0; k < c->copy.vector.n_rows; k++)
        rows[k] = positions_of(ready)[k] - before;
    if (vector_copy_spread(&c->copy, rows, c->n_rows, &ahead->rooms[i], to, &error) != OK)
        to->n_rows = 0;
}

/* Makes an entry the scan's batch. */
static void show(struct scan_ahead *ahead, struct scan *scan, const struct ready *ready)
{
    /* Each thread numbers its dictionaries from 1. */
    uint64_t numbers = (uint64_t)(ahead->shown - ahead->workers + 1) << 48;
    scan->list_index = scan_list_index(scan, ready->batch_first);
    scan->row_group = scan_row_group_here(scan)->number;
    scan->batch_first = ready->batch_first;
    scan->batch_end = ready->batch_end;
    scan->selected = ready->has_selected ? positions_of(ready) : NULL;
    scan->n_selected = ready->n_selected;
    for (uint32_t i = 0; i < ready->n_columns; i++) {
        const struct ready_column *from = &columns_of(ready)[i];
        struct scan_column *to = &scan->columns[ahead->wanted[i]];
        to->first = from->first;
        to->vector = from->copy.vector;
        if (from->copy.vector.n_rows < from->n_rows)
            spread_column(ahead, ready, i, &to->vector);
        to->vector.dictionary += to->vector.indices != NULL ? numbers : 0;
        to->generation++;
    }
}

/* Takes entries, inside the monitor, until one is a batch (ahead->shown). */
static enum status next_entry(struct scan_ahead *ahead, struct scan *scan,
                              enum scan_ahead_result *result, struct error *error)
{
    while (ahead->index < ahead->n_row_groups) {
        struct worker *worker;
        enum status status = wait_for_worker(ahead, &worker, error);
        if (status != OK || worker == NULL)
            return status;
        struct ready *ready = next_of(worker);
        add_counts(scan, ready);
        if (ready->kind == READY_BATCH) {
            ahead->shown = worker;
            ahead->next_row = ready->batch_end;
            *result = AHEAD_BATCH;
            return OK;
        }
        ahead->next_row = ready->batch_first;
        if (ready->kind == READY_FAILED)
            return OK;
        take(ahead, worker);
        ahead->index++;
    }
    *result = AHEAD_END;
    return OK;
}

enum status scan_ahead_next(struct scan_ahead *ahead, struct scan *scan,
                            enum scan_ahead_result *result, uint64_t *row,
                            struct error *error)
{
    *result = AHEAD_FAILED;
    *row = ahead->next_row;
    if (!has_threads(ahead))
        return OK;
    monitor_enter(ahead->monitor);
    if (ahead->shown != NULL)
        take(ahead, ahead->shown);
    ahead->shown = NULL;
    enum status status = next_entry(ahead, scan, result, error);
    monitor_leave(ahead->monitor);
    *row = ahead->next_row;
    if (status == OK && *result == AHEAD_BATCH)
        show(ahead, scan, next_of(ahead->shown));
    return status;
}
