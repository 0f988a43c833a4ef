/* SPDX-License-Identifier: MIT */
/*
 * map_entries.h - the entries of a map in JSON text that is being written: keys made
 * strings, and of equal keys only the last one kept (LogicalTypes.md, "Maps").
 *
 * Entries of a map inside another stand behind those of the outer one.
 */
#ifndef PARQUET_MAP_ENTRIES_H
#define PARQUET_MAP_ENTRIES_H

#include "base/buffer.h"

/* An entry begins at the end of the text; its key is appended next.  TOO_BIG, here and
 * below, behind 2 GiB of text. */
enum status pq_map_entry_begin(struct buffer *entries, const struct buffer *text,
                               struct error *error) CHECK_RESULT;

/* The key, a JSON value, is there: one that is no string becomes one, of its text. */
enum status pq_map_entry_end_key(struct buffer *entries, struct buffer *scratch,
                                 struct buffer *text, struct error *error) CHECK_RESULT;

/* All entries of the map are there (nothing behind them): takes out those whose key comes
 * again, and forgets the map's, from byte `first` of entries on. */
enum status pq_map_entries_end(struct buffer *entries, size_t first,
                               struct buffer *scratch, struct buffer *text,
                               struct error *error) CHECK_RESULT;

#endif
