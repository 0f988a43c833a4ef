/* SPDX-License-Identifier: MIT */
/* type_words.h - the type of a column in words, as parquet_write() takes them. */
#ifndef SCAN_TYPE_WORDS_H
#define SCAN_TYPE_WORDS_H

#include "base/buffer.h"
#include "scan/schema.h"

/* Appends the type, where no file spells it: in tables of many files whose types differ,
 * for keys in their paths, and for what a table's metadata declare.  Appends nothing for
 * nested columns and geometries, of which struct column does not have all. */
enum status append_type_words(struct buffer *words, const struct column *column,
                              struct error *error) CHECK_RESULT;

#endif
