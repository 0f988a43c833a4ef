/* SPDX-License-Identifier: MIT */
/*
 * row_json.h - the column_reader of a struct, list, map or union below the root;
 * each row is a JSON text.
 *
 *     struct   {"name":value,...}
 *     list     [value,...]
 *     map      {"key":value,...}   keys as text; of equal keys, the last one counts
 *     union    {"tag":n,"value":value}   n: which of the union's types it has, from 0
 *
 * append_json_cell() defines the form of primitive values.
 */
#ifndef ORC_ROW_JSON_H
#define ORC_ROW_JSON_H

#include "orc/file/stripe.h"
#include "scan/table_file.h"

/* The caller closes the reader.  column: its index in the schema. */
enum status orc_nested_reader_open(struct orc_context *context, uint32_t column,
                                   struct column_reader **reader,
                                   struct error *error) CHECK_RESULT;

#endif
