/* SPDX-License-Identifier: MIT */
/*
 * leaf_cursor.h - iterates over the entries of a leaf, repeated or not, for
 * json_assembler.h.
 *
 * Between records, the cursor is at the first entry of one.
 */
#ifndef PARQUET_LEAF_CURSOR_H
#define PARQUET_LEAF_CURSOR_H

#include "parquet/column/column_chunk_reader.h"

/* A zeroed struct may be closed. */
struct pq_leaf_cursor {
    struct pq_chunk_reader *reader;
    const struct pq_leaf *leaf;
    struct pq_leaf_entries entries; /* the window */
    uint32_t at;                    /* the current entry, if at < entries.n */
    bool is_at_end;  /* no entry is left; known after pq_leaf_cursor_need() */
    uint64_t record; /* between records: row in the row group that begins here */
    bool has_failed; /* the reader; its error names the location */
    uint64_t end;    /* rows before this one are likely to be read */
};

enum status pq_leaf_cursor_open(struct pq_leaf_cursor *cursor,
                                const struct pq_chunk_context *context, uint32_t leaf,
                                struct error *error) CHECK_RESULT;
void pq_leaf_cursor_close(struct pq_leaf_cursor *cursor);

/* Moves to the first record of a row group. */
enum status pq_leaf_cursor_start(struct pq_leaf_cursor *cursor, uint32_t row_group,
                                 struct error *error) CHECK_RESULT;

/* Moves forward to a record; cursor->record <= row.  A missing one is noticed when its
 * entry is needed. */
enum status pq_leaf_cursor_seek(struct pq_leaf_cursor *cursor, uint64_t row,
                                struct error *error) CHECK_RESULT;

/* Adds the page of an entry in the window to an error, where it is known (windows of
 * leaves that are not repeated may span pages).  Without entries, the page read last. */
enum status pq_leaf_cursor_locate(const struct pq_leaf_cursor *cursor, uint32_t entry,
                                  struct error *error);

/* Loads the next window; entries.n == 0: the leaf has ended. */
enum status pq_leaf_cursor_load(struct pq_leaf_cursor *cursor,
                                struct error *error) CHECK_RESULT;

/* Loads the current entry, unless the leaf has ended. */
static inline enum status pq_leaf_cursor_need(struct pq_leaf_cursor *cursor,
                                              struct error *error)
{
    return cursor->at < cursor->entries.n ? OK : pq_leaf_cursor_load(cursor, error);
}

/* The levels of the current entry, which must be loaded. */
static inline unsigned pq_leaf_cursor_repetition(const struct pq_leaf_cursor *cursor)
{
    return cursor->entries.repetition != NULL ? cursor->entries.repetition[cursor->at]
                                              : 0;
}

static inline unsigned pq_leaf_cursor_definition(const struct pq_leaf_cursor *cursor)
{
    return cursor->entries.definition != NULL ? cursor->entries.definition[cursor->at]
                                              : 0;
}

#endif
