/* SPDX-License-Identifier: MIT */
#include "sql/table/opened_file.h"

#include <string.h>

#include "base/alloc.h"
#include "dataset/declared_table.h"
#include "sql/table/plan_look_up.h"

static enum status choose_whole_columns(struct opened_file *opened, struct error *error)
{
    const struct table_columns *columns = &opened->columns;
    opened->whole_columns = mem_alloc(columns->n_columns, sizeof(uint32_t));
    if (opened->whole_columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        if (columns->columns[i].column != NULL && !columns->columns[i].is_hidden)
            opened->whole_columns[opened->n_whole_columns++] = columns->columns[i].source;
    }
    return OK;
}

/* Identities are read first, so a file replaced in between is noticed.  earlier: a
 * snapshot of the lake table, of which later ones are made with less work; or NULL. */
static enum status find_and_open(struct opened_file *o,
                                 const struct table_options *options,
                                 struct declared_table *earlier, struct error *error)
{
    const struct table_source before = {.lake = earlier};
    enum status status = table_source_find(options, earlier != NULL ? &before : NULL,
                                           &o->source, error);
    return status == OK ? table_source_open(&o->source, options, &o->file, error)
                        : status;
}

static enum status open_again(const struct table_options *options, uint32_t max_columns,
                              struct declared_table *earlier, struct opened_file **opened,
                              struct error *error)
{
    *opened = NULL;
    struct opened_file *o = mem_alloc_zeroed(1, sizeof *o);
    if (o == NULL)
        return error_nomem(error);
    o->n_references = 1;
    enum status status = find_and_open(o, options, earlier, error);
    if (status == CHANGED) { /* files were replaced in between */
        table_source_release(&o->source);
        error_clear(error);
        status = find_and_open(o, options, NULL, error);
    }
    if (status == OK)
        status = columns_build(&o->columns, o->file->ops->schema(o->file), options,
                               max_columns, error);
    if (status == OK && options->salvage == SALVAGE_SKIP)
        status = choose_whole_columns(o, error);
    if (status == OK) {
        o->order_facts = mem_alloc_zeroed(o->columns.n_columns, sizeof *o->order_facts);
        status = o->order_facts != NULL ? OK : error_nomem(error);
    }
    o->n_threads = o->source.is_elsewhere ? 1 : (uint32_t)options->threads;
    o->is_salvage = options->salvage != SALVAGE_OFF;
    if (status != OK) {
        opened_file_release(o);
        return error->status;
    }
    o->n_rows = scan_total_rows(o->file);
    *opened = o;
    return OK;
}

enum status opened_file_open(const struct table_options *options, uint32_t max_columns,
                             struct opened_file **opened, struct error *error)
{
    return open_again(options, max_columns, NULL, opened, error);
}

enum status opened_file_is_current(struct opened_file *opened,
                                   const struct table_options *options, bool *is_current,
                                   struct error *error)
{
    struct table_source now;
    enum status status = table_source_find(options, &opened->source, &now, error);
    if (status != OK) {
        table_source_release(&now);
        return status;
    }
    opened->is_empty = now.is_many && now.lake == NULL && now.list.n == 0 &&
                       opened->source.is_many;
    bool is_equal = table_source_equal(&now, &opened->source);
    *is_current = opened->is_empty || is_equal;
    if (is_equal) { /* what the new list knows makes the next search faster */
        struct file_list list = opened->source.list;
        opened->source.list = now.list;
        now.list = list;
    } else if (now.lake != NULL) { /* whoever opens the file again begins with it */
        declared_table_release(opened->newer);
        opened->newer = now.lake;
        now.lake = NULL;
    }
    table_source_release(&now);
    if (opened->source.is_many) /* files were opened since */
        opened->n_rows = scan_total_rows(opened->file);
    return OK;
}

/* Refuses a file whose columns SQLite does not know; names the first of them. */
static enum status check_declaration(const struct opened_file *new,
                                     const struct table_columns *old, struct error *error)
{
    const struct table_columns *columns = &new->columns;
    const char *cause = new->source.lake != NULL
                            ? "the table's metadata declare other columns"
                        : new->source.is_many
                            ? "other files, or other values of partition keys, have "
                              "given the table other columns"
                            : "the file was replaced by one with other columns";
    if (strcmp(columns->declaration, old->declaration) == 0)
        return OK;
    size_t at = 0;
    while (columns->declaration[at] == old->declaration[at])
        at++;
    uint32_t i = 0;
    while (i + 1 < columns->n_columns && columns->columns[i + 1].declared_at <= at)
        i++;
    struct slice is = columns_definition(columns, i), was = columns_definition(old, i);
    return error_set(error, MISUSE,
                     "%s: column %u is %.*s and was %.*s; drop the table and create it "
                     "again, or, unless it is a TEMP table, open the database again",
                     cause, (unsigned)i + 1, SLICE_SHOWN(is, 100), SLICE_SHOWN(was, 100));
}

enum status opened_file_reopen(const struct table_options *options, uint32_t max_columns,
                               struct opened_file **opened, struct error *error)
{
    struct opened_file *new, *old = *opened;
    struct declared_table *earlier = old->newer != NULL ? old->newer : old->source.lake;
    enum status status = open_again(options, max_columns, earlier, &new, error);
    if (status == OK)
        status = check_declaration(new, &old->columns, error);
    if (status != OK) {
        opened_file_release(new);
        return status;
    }
    bool is_known = old->file != NULL; /* to be stored in the same way */
    new->layout = old->layout +
                  (!is_known || !columns_are_stored_alike(&new->columns, &old->columns));
    opened_file_release(old);
    *opened = new;
    return OK;
}

void opened_file_lock(struct opened_file *opened)
{
    opened_file_drop_idle(opened);
    opened->file->ops->close(opened->file);
    opened->file = NULL;
    table_source_release(&opened->source);
}

static void free_scan(struct scan *scan)
{
    if (scan != NULL)
        scan_release(scan);
    mem_free(scan);
}

void opened_file_release(struct opened_file *opened)
{
    if (opened == NULL || --opened->n_references > 0)
        return;
    columns_release(&opened->columns);
    mem_free(opened->whole_columns);
    mem_free(opened->order_facts);
    free_scan(opened->idle_scan);
    if (opened->file != NULL)
        opened->file->ops->close(opened->file);
    table_source_release(&opened->source);
    declared_table_release(opened->newer);
    mem_free(opened);
}

static enum status new_scan(const struct opened_file *opened, struct scan **scan,
                            struct error *error)
{
    struct scan *s = mem_alloc_zeroed(1, sizeof *s);
    if (s == NULL)
        return error_nomem(error);
    enum status status = scan_init(s, opened->file, error);
    if (status != OK) {
        free_scan(s);
        return status;
    }
    s->n_threads = opened->n_threads;
    s->whole_columns = opened->whole_columns;
    s->n_whole_columns = opened->n_whole_columns;
    *scan = s;
    return OK;
}

enum status opened_file_take_scan(struct opened_file *opened, struct scan **scan,
                                  struct error *error)
{
    enum status status = OK;
    *scan = opened->idle_scan;
    opened->idle_scan = NULL;
    if (*scan != NULL) {
        scan_forget_counts(*scan);
        status = scan_list_again(*scan, error);
    } else {
        status = new_scan(opened, scan, error);
    }
    if (status == OK) {
        (*scan)->is_of_paths = false;
        opened->n_scans++;
    } else {
        free_scan(*scan);
        *scan = NULL;
    }
    return status;
}

void opened_file_give_scan(struct opened_file *opened, struct scan *scan)
{
    if (scan == NULL)
        return;
    if (--opened->n_scans == 0)
        plan_look_ups_release(opened);
    scan_stop(scan);
    scan->predicate = NULL;
    free_scan(opened->idle_scan);
    opened->idle_scan = NULL;
    if (opened->is_salvage) /* each scan reports the losses in what it reads itself */
        free_scan(scan);
    else
        opened->idle_scan = scan;
}

bool opened_file_drop_idle(struct opened_file *opened)
{
    struct scan *idle = opened->idle_scan;
    opened->idle_scan = NULL;
    free_scan(idle);
    return idle != NULL;
}

void opened_file_rest(struct opened_file *opened)
{
    if (opened->n_scans == 0)
        input_file_rest(opened->file->input);
}

enum status opened_file_wake(struct opened_file *opened, struct error *error)
{
    return input_file_wake(opened->file->input, error);
}

void opened_file_sleep(struct opened_file *opened)
{
    opened_file_drop_idle(opened);
    if (opened->n_scans > 0)
        return;
    opened->file->ops->free_buffers(opened->file);
    opened_file_rest(opened);
}
