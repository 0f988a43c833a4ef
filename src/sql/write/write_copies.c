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

/* ---- Column by column ------------------------------------------------------------ */

/* Batches of many columns would be held for all columns at once, as would a row group.
 * Instead, all rows of a row group are taken, which become its columns one after the
 * other.  How many rows fill it must be known before: the last row group shows that, or
 * the first rows.  If row groups become far larger than that, all begins anew, by
 * batches. */

enum {
    MANY_COLUMNS = 100,
    SAMPLE_ROWS = 64,
};

static bool columns_serve(const struct writing *w)
{
    const struct write_columns *columns = &w->columns;
    return w->takes_columns && columns->n >= MANY_COLUMNS &&
           columns->n_partition_keys == 0 && columns->n_sorting == 0 &&
           columns->n_parquet == columns->n && query_batches_have_columns(&w->batches);
}

/* Appends the rows that were taken to a column.  Stops if they are too large. */
static enum status append_column(struct writing *w, uint32_t i, uint64_t most_bytes,
                                 bool *is_misfit, struct error *error)
{
    uint32_t position = w->columns.columns[i].position;
    struct batch_place place = {0};
    w->batch.first_row = w->n_rows + 1;
    for (;;) {
        enum status status = query_batches_next_of(&w->batches, position, &place,
                                                   &w->batch, &w->code, error);
        if (status != OK || w->batch.n_rows == 0)
            return status;
        status = write_column(w, i, 0, w->batch.n_rows, is_misfit, error);
        if (status != OK || *is_misfit ||
            pq_file_writer_group_bytes(w->writer) > most_bytes)
            return status;
        w->batch.first_row += w->batch.n_rows;
    }
}

/* Appends the rows that were taken to all columns, after n_before of the row group, which
 * ends with them unless they are a part of it.  *n_bytes: of the row group's values. */
static enum status append_taken(struct writing *w, uint64_t n_before, bool is_part,
                                uint64_t *n_bytes, bool *is_misfit, struct error *error)
{
    uint64_t most = 2 * w->options.parquet.row_group_bytes;
    uint64_t n_rows = n_before + w->batches.n_taken;
    enum status status = OK;
    if (!is_part)
        pq_file_writer_begin_group(w->writer, n_rows);
    for (uint32_t i = 0; status == OK && i < w->columns.n; i++) {
        status = append_column(w, i, most, is_misfit, error);
        *n_bytes = pq_file_writer_group_bytes(w->writer);
        w->is_too_large = *n_bytes > most && n_rows > 1;
        if (status != OK || *is_misfit || w->is_too_large)
            return status;
        if (!is_part)
            status = pq_file_writer_end_leaves(w->writer, w->columns.columns[i].n_leaves,
                                               error);
        write_draw_progress(w);
    }
    if (status == OK && is_part) {
        *n_bytes += w->batches.n_taken * pq_file_writer_room(w->writer).row_bytes;
        status = pq_file_writer_end_rows(w->writer, w->batches.n_taken, error);
    }
    return status;
}

/* Takes rows that fill the row group, which has n_before rows, if each has row_bytes; 0:
 * not known. */
static enum status take_group(struct writing *w, uint32_t partition, uint64_t row_bytes,
                              struct error *error)
{
    const struct pq_write_options *options = &w->options.parquet;
    struct pq_group_room room = {.rows = options->row_group_rows,
                                 .bytes = options->row_group_bytes};
    if (w->writer != NULL) /* else the rows, if there are any, begin a file */
        room = pq_file_writer_room(w->writer);
    uint64_t most = write_partitions_room(&w->partitions, partition);
    uint64_t wanted = row_bytes > 0 ? room.bytes / row_bytes : SAMPLE_ROWS;
    most = room.rows < most ? room.rows : most;
    wanted = wanted < most ? wanted : most;
    enum status status = query_batches_take(&w->batches, wanted > 0 ? wanted : 1, most,
                                            &w->code, error);
    if (row_bytes == 0) /* they are read again */
        w->batches.keeps_readers = false;
    return status;
}

/* Writes all rows, unless w->is_too_large is set. */
static enum status write_by_columns(struct writing *w, bool *is_misfit,
                                    struct error *error)
{
    uint64_t row_bytes = 0, n_before = 0, n_bytes = 0;
    uint32_t partition;
    enum status status = write_partitions_find(&w->partitions, &w->batch, 0, &partition,
                                               error);
    while (status == OK) {
        status = take_group(w, partition, row_bytes, error);
        uint64_t n = w->batches.n_taken;
        if (status != OK || n == 0)
            break;
        status = write_open(w, partition, error); /* not before: there may be no rows */
        if (status != OK)
            break;
        uint32_t n_groups = pq_file_writer_groups(w->writer);
        bool is_part = row_bytes == 0 || w->batches.has_stopped;
        status = append_taken(w, n_before, is_part, &n_bytes, is_misfit, error);
        if (status != OK || *is_misfit || w->is_too_large)
            break;
        row_bytes = n_bytes / (n_before + n) + 1;
        n_before = pq_file_writer_groups(w->writer) == n_groups ? n_before + n : 0;
        w->n_rows += n;
        status = write_end_rows(w, partition, n, error);
        if (w->writer == NULL)
            n_before = 0;
    }
    return status;
}

/* ---- Passes ---------------------------------------------------------------------- */

/* Writes all batches; *is_misfit: a value is not one of its column's type. */
static enum status write_batches(struct writing *w, bool *is_misfit, struct error *error)
{
    enum status status = OK;
    if (columns_serve(w))
        return write_by_columns(w, is_misfit, error);
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
static enum status write_pass(struct writing *w, bool are_nullable, bool *is_done,
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
        *is_done = !is_misfit && !w->is_too_large;
        w->stage = ROWS;
        w->takes_records = w->batches.has_records;
    } else if (status == MISUSE) { /* options may agree with what the values need */
        error_clear(error);
        status = OK;
    }
    query_batches_release(&w->batches);
    return status;
}

/* The same, and once more by batches if row groups became too large by columns. */
static enum status write_unseen(struct writing *w, bool are_nullable, bool *is_done,
                                struct error *error)
{
    enum status status = write_pass(w, are_nullable, is_done, error);
    if (status != OK || !w->is_too_large)
        return status;
    w->takes_columns = w->is_too_large = false;
    status = write_begin_anew(w, error);
    return status == OK ? write_pass(w, are_nullable, is_done, error) : status;
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
    w->takes_columns = true;
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
