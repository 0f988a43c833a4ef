/* SPDX-License-Identifier: MIT */
/*
 * write_copies.c - writes rows that SQLite need not see: the batches of a table
 * (query_batches.h), with the types that its columns have in the file.
 */
#include "base/buffer.h"
#include "convert/write_vector.h"
#include "sql/write/writing.h"

/* Gives all columns the types of the table's.  *are_known: each has one, and its values
 * are passed as they are. */
static enum status copy_types(struct writing *w, bool are_nullable, bool *are_known,
                              struct error *error)
{
    struct buffer words = {0};
    enum status status = OK;
    *are_known = true;
    for (uint32_t i = 0; status == OK && *are_known && i < w->columns.n; i++) {
        uint32_t position = w->columns.columns[i].position;
        const struct column *from = query_batches_column(&w->batches, position);
        *are_known = from != NULL;
        words.size = 0;
        if (*are_known)
            status = query_batches_type(&w->batches, position, &words, error);
        if (status == OK && words.size > 0)
            status = buffer_append(&words, "", 1, error);
        if (status == OK && words.size > 0)
            status = write_column_copy(
                &w->columns, i, (const char *)words.data,
                are_nullable || (from->is_leaf_of_group && from->is_nullable), error);
        if (status == OK && w->columns.columns[i].has_copied && w->takes_records)
            status = query_batches_take_records(&w->batches, position,
                                                &w->columns.columns[i].copied, error);
    }
    buffer_release(&words);
    return status;
}

/* Whether vectors have values of the chosen types, and what makes partitions. */
static bool batches_serve(struct writing *w)
{
    const struct write_columns *columns = &w->columns;
    for (uint32_t i = 0; i < columns->n; i++) {
        const struct write_column *column = &columns->columns[i];
        if (!write_vector_serves(column->target,
                                 query_batches_column(&w->batches, column->position)))
            return false;
    }
    for (uint32_t k = 0; k < columns->n_partition_keys; k++) {
        if (!query_batches_show(&w->batches, columns->partition_keys[k].position))
            return false;
    }
    return true;
}

/* Writes all batches; *is_misfit: a value is not one of its column's type. */
static enum status write_batches(struct writing *w, bool *is_misfit, struct error *error)
{
    enum status status = OK;
    while (status == OK && !*is_misfit) {
        status = query_batches_next(&w->batches, &w->batch, &w->code, error);
        if (status != OK || w->batch.n_rows == 0)
            break;
        w->n_rows += w->batch.n_rows;
        status = write_batch(w, is_misfit, error);
        w->batch.first_row = w->n_rows + 1;
        write_draw_progress(w);
    }
    return status;
}

/* Writes the rows of the query's table if SQLite need not see them.  *is_done: all are
 * written, or there are none. */
static enum status write_unseen(struct writing *w, bool are_nullable, bool *is_done,
                                struct error *error)
{
    bool is_misfit = false, are_known = false;
    enum status status = query_batches_open(&w->batches, w->connection, w->rows.query,
                                            w->columns.n_in_query, is_done, &w->code,
                                            error);
    if (status != OK || w->batches.query == NULL)
        return status;
    status = copy_types(w, are_nullable, &are_known, error);
    if (status == OK && are_known)
        status = write_choose_types(w, error);
    if (status == OK && are_known && batches_serve(w)) {
        status = write_batches(w, &is_misfit, error);
        *is_done = !is_misfit;
        w->stage = ROWS;
        w->takes_records = w->batches.has_records;
    } else if (status == MISUSE) { /* options may agree with what the values need */
        error_clear(error);
        status = OK;
    }
    query_batches_release(&w->batches);
    return status;
}

/* The same, and once more without records if reading them fails: a file of many may store
 * a nested column in another way than the first. */
static enum status write_with_records(struct writing *w, bool are_nullable, bool *is_done,
                                      struct error *error)
{
    w->takes_records = true;
    enum status status = write_unseen(w, are_nullable, is_done, error);
    if (status != MISUSE || w->stage != ROWS || !w->takes_records)
        return status;
    error_clear(error);
    w->code = SQLITE_OK;
    w->takes_records = false;
    status = write_begin_anew(w, error);
    return status == OK ? write_unseen(w, are_nullable, is_done, error) : status;
}

/* Once more if NULL is in a column that is REQUIRED, as in the first file of many. */
enum status write_copies(struct writing *w, bool *is_done, struct error *error)
{
    enum status status = write_with_records(w, false, is_done, error);
    bool is_misfit = w->stage == ROWS && !*is_done;
    if (status == OK && is_misfit &&
        w->misfit->target->element.repetition == PQ_REQUIRED) {
        status = write_begin_anew(w, error);
        if (status == OK)
            status = write_with_records(w, true, is_done, error);
    }
    for (uint32_t i = 0; status == OK && !*is_done && i < w->columns.n; i++)
        write_column_forget_copy(&w->columns.columns[i]);
    return status == OK && !*is_done ? write_begin_anew(w, error) : status;
}
