/* SPDX-License-Identifier: MIT */
/*
 * map_entries.h - the entries of a map in the JSON text that json_assembler.h writes:
 * makes keys strings, and keeps only the last of equal keys (LogicalTypes.md, "Maps").
 *
 * The entries of an inner map follow those of the outer one.
 */
#ifndef VALUE_MAP_ENTRIES_H
#define VALUE_MAP_ENTRIES_H

#include "base/buffer.h"

/* Begins an entry at the end of the text; the key is appended next.  This function and
 * the next return TOO_BIG if the text exceeds 2 GiB. */
enum status map_entry_begin(struct buffer *entries, const struct buffer *text,
                            struct error *error) CHECK_RESULT;

/* Ends the key, a JSON value that was appended to the text: if it is not a string, its
 * text becomes one. */
enum status map_entry_end_key(struct buffer *entries, struct buffer *scratch,
                              struct buffer *text, struct error *error) CHECK_RESULT;

/* Ends the map, whose last entry ends the text: removes entries whose key occurs again,
 * and the map's entries from byte `first` of `entries` on. */
enum status map_entries_end(struct buffer *entries, size_t first, struct buffer *text,
                            struct error *error) CHECK_RESULT;

#endif
