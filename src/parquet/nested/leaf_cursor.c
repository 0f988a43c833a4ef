/* SPDX-License-Identifier: MIT */
#include "parquet/nested/leaf_cursor.h"

enum {
    /* Entries in a window if few rows are wanted. */
    FEW_ROWS = 16,
    FEW_ENTRIES = 128,
};

static struct column_reader *as_column_reader(const struct pq_leaf_cursor *cursor)
{
    return pq_chunk_reader_as_column_reader(cursor->reader);
}

static bool is_repeated(const struct pq_leaf_cursor *cursor)
{
    return cursor->leaf->max_repetition_level > 0;
}

enum status pq_leaf_cursor_open(struct pq_leaf_cursor *cursor,
                                const struct pq_chunk_context *context, uint32_t leaf,
                                struct error *error)
{
    *cursor = (struct pq_leaf_cursor){.leaf = &context->tree->leaves[leaf]};
    return pq_chunk_reader_open(context, leaf, &cursor->reader, error);
}

void pq_leaf_cursor_close(struct pq_leaf_cursor *cursor)
{
    if (cursor->reader != NULL)
        as_column_reader(cursor)->ops->close(as_column_reader(cursor));
    cursor->reader = NULL;
}

enum status pq_leaf_cursor_start(struct pq_leaf_cursor *cursor, uint32_t row_group,
                                 struct error *error)
{
    cursor->entries.n = cursor->at = 0;
    cursor->is_at_end = false;
    cursor->record = 0;
    cursor->has_failed = false;
    return as_column_reader(cursor)->ops->start(as_column_reader(cursor), row_group,
                                                error);
}

enum status pq_leaf_cursor_locate(const struct pq_leaf_cursor *cursor, uint32_t entry,
                                  struct error *error)
{
    return pq_chunk_reader_locate_page(cursor->reader, cursor->entries.n - entry, error);
}

/* Loads the next rows of a leaf that is not repeated, or the next entries of others. */
enum status pq_leaf_cursor_load(struct pq_leaf_cursor *cursor, struct error *error)
{
    enum status status;
    uint64_t rows = cursor->end > cursor->record ? cursor->end - cursor->record : 1;
    cursor->at = 0;
    cursor->entries.n = 0;
    if (cursor->is_at_end)
        return OK;
    if (is_repeated(cursor)) {
        uint32_t n = rows <= FEW_ROWS ? FEW_ENTRIES : BATCH_ROWS;
        status = pq_chunk_reader_entries(cursor->reader, n, &cursor->entries, error);
        cursor->has_failed = status != OK;
        cursor->is_at_end = status == OK && cursor->entries.n == 0;
        return status;
    }
    struct column_reader *reader = as_column_reader(cursor);
    uint32_t n = rows < BATCH_ROWS ? (uint32_t)rows : BATCH_ROWS;
    struct column_vector *vector = &cursor->entries.vector;
    status = reader->ops->read(reader, n, vector, error);
    cursor->entries.definition = pq_chunk_reader_levels(cursor->reader);
    cursor->entries.n = status == OK ? vector->n_rows : 0;
    cursor->has_failed = status != OK;
    return status;
}

/* For leaves that are not repeated: a row is an entry. */
static enum status seek_row(struct pq_leaf_cursor *cursor, uint64_t row,
                            struct error *error)
{
    uint64_t n = row - cursor->record;
    uint32_t ahead = cursor->entries.n - cursor->at;
    cursor->record = row;
    if (n < ahead) {
        cursor->at += (uint32_t)n;
        return OK;
    }
    struct column_reader *reader = as_column_reader(cursor);
    cursor->at = cursor->entries.n = 0;
    enum status status = n > ahead ? reader->ops->skip(reader, n - ahead, error) : OK;
    cursor->has_failed = status != OK;
    return status;
}

enum status pq_leaf_cursor_seek(struct pq_leaf_cursor *cursor, uint64_t row,
                                struct error *error)
{
    uint64_t n = row - cursor->record, n_found;
    if (!is_repeated(cursor))
        return n > 0 ? seek_row(cursor, row, error) : OK;
    if (n == 0 || cursor->is_at_end)
        return OK;
    cursor->record = row;
    if (cursor->at == cursor->entries.n) {
        n++; /* plus the record at the reader's position */
    } else {
        const uint8_t *levels = cursor->entries.repetition;
        for (uint32_t i = cursor->at + 1; i < cursor->entries.n; i++) {
            if (levels[i] == 0 && --n == 0) {
                cursor->at = i;
                return OK;
            }
        }
    }
    cursor->at = cursor->entries.n = 0;
    enum status status = pq_chunk_reader_skip_records(cursor->reader, n, &n_found, error);
    cursor->is_at_end = status == OK && n_found < n;
    cursor->has_failed = status != OK;
    return status;
}
