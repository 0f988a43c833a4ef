/* SPDX-License-Identifier: MIT */
/*
 * leaf_cursor.h - slot by slot through a leaf, as the assembler of nested values wants
 * it: repeated leaves and others in the same way.
 *
 * Between records the cursor stands on the first slot of one.
 */
#ifndef PARQUET_LEAF_CURSOR_H
#define PARQUET_LEAF_CURSOR_H

#include "parquet/column/column_chunk_reader.h"

/* A zeroed struct may be closed. */
struct pq_leaf_cursor {
    struct pq_chunk_reader *reader;
    const struct pq_leaf *leaf;
    struct pq_slots slots; /* the window */
    uint32_t at;           /* the slot at hand, if at < slots.n */
    bool is_at_end;        /* no slot is left; known after pq_leaf_cursor_need() */
    uint64_t record;       /* row of the row group that begins here, between records */
    bool has_failed;       /* its reader; the message tells the place */
    uint64_t end;          /* rows up to here are likely to be wanted */
};

enum status pq_leaf_cursor_open(struct pq_leaf_cursor *cursor,
                                const struct pq_chunk_context *context, uint32_t leaf,
                                struct error *error) CHECK_RESULT;
void pq_leaf_cursor_close(struct pq_leaf_cursor *cursor);

/* Before the first record of a row group. */
enum status pq_leaf_cursor_start(struct pq_leaf_cursor *cursor, uint32_t row_group,
                                 struct error *error) CHECK_RESULT;

/* Moves forward to a record; cursor->record <= row.  One that does not exist is found out
 * when its slot is needed. */
enum status pq_leaf_cursor_seek(struct pq_leaf_cursor *cursor, uint64_t row,
                                struct error *error) CHECK_RESULT;

/* Prepends the page of a slot of the window to a message, where it is known: windows of
 * leaves that are not repeated may go on over several pages.  Without slots, the page
 * that was read last. */
enum status pq_leaf_cursor_locate(const struct pq_leaf_cursor *cursor, uint32_t slot,
                                  struct error *error);

enum status pq_leaf_cursor_load(struct pq_leaf_cursor *cursor,
                                struct error *error) CHECK_RESULT;

/* Makes the slot at hand be there, unless the leaf is at its end. */
static inline enum status pq_leaf_cursor_need(struct pq_leaf_cursor *cursor,
                                              struct error *error)
{
    return cursor->at < cursor->slots.n ? OK : pq_leaf_cursor_load(cursor, error);
}

/* Of the slot at hand, which is there. */
static inline unsigned pq_leaf_cursor_repetition(const struct pq_leaf_cursor *cursor)
{
    return cursor->slots.repetition != NULL ? cursor->slots.repetition[cursor->at] : 0;
}

static inline unsigned pq_leaf_cursor_definition(const struct pq_leaf_cursor *cursor)
{
    return cursor->slots.definition != NULL ? cursor->slots.definition[cursor->at] : 0;
}

#endif
