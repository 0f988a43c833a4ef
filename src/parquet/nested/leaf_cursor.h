/* SPDX-License-Identifier: MIT */
/*
 * leaf_cursor.h - iterates over the slots of a leaf, repeated or not, for
 * json_assembler.h.
 *
 * Between records, the cursor is at the first slot of one.
 */
#ifndef PARQUET_LEAF_CURSOR_H
#define PARQUET_LEAF_CURSOR_H

#include "parquet/column/column_chunk_reader.h"

/* A zeroed struct may be closed. */
struct pq_leaf_cursor {
    struct pq_chunk_reader *reader;
    const struct pq_leaf *leaf;
    struct pq_slots slots; /* the window */
    uint32_t at;           /* the current slot, if at < slots.n */
    bool is_at_end;        /* no slot is left; known after pq_leaf_cursor_need() */
    uint64_t record;       /* between records: row in the row group that begins here */
    bool has_failed;       /* the reader; its error includes the place */
    uint64_t end;          /* rows before this one are likely to be read */
};

enum status pq_leaf_cursor_open(struct pq_leaf_cursor *cursor,
                                const struct pq_chunk_context *context, uint32_t leaf,
                                struct error *error) CHECK_RESULT;
void pq_leaf_cursor_close(struct pq_leaf_cursor *cursor);

/* Moves to the first record of a row group. */
enum status pq_leaf_cursor_start(struct pq_leaf_cursor *cursor, uint32_t row_group,
                                 struct error *error) CHECK_RESULT;

/* Moves forward to a record; cursor->record <= row.  A missing one is noticed when its
 * slot is needed. */
enum status pq_leaf_cursor_seek(struct pq_leaf_cursor *cursor, uint64_t row,
                                struct error *error) CHECK_RESULT;

/* Adds the page of a slot in the window to an error, where it is known (windows of leaves
 * that are not repeated may span pages).  Without slots, the page read last. */
enum status pq_leaf_cursor_locate(const struct pq_leaf_cursor *cursor, uint32_t slot,
                                  struct error *error);

/* Loads the next window; slots.n == 0: the leaf has ended. */
enum status pq_leaf_cursor_load(struct pq_leaf_cursor *cursor,
                                struct error *error) CHECK_RESULT;

/* Loads the current slot, unless the leaf has ended. */
static inline enum status pq_leaf_cursor_need(struct pq_leaf_cursor *cursor,
                                              struct error *error)
{
    return cursor->at < cursor->slots.n ? OK : pq_leaf_cursor_load(cursor, error);
}

/* The levels of the current slot, which must be loaded. */
static inline unsigned pq_leaf_cursor_repetition(const struct pq_leaf_cursor *cursor)
{
    return cursor->slots.repetition != NULL ? cursor->slots.repetition[cursor->at] : 0;
}

static inline unsigned pq_leaf_cursor_definition(const struct pq_leaf_cursor *cursor)
{
    return cursor->slots.definition != NULL ? cursor->slots.definition[cursor->at] : 0;
}

#endif
