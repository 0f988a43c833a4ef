/* SPDX-License-Identifier: MIT */
/*
 * arrow_schema.h - the schema that Arrow's writers store under the key "ARROW:schema": an
 * Arrow IPC message (a FlatBuffer: Schema.fbs, Message.fbs) in base64.  Reading a file
 * never needs it; it shows which writer faults the file may have.
 */
#ifndef PARQUET_ARROW_SCHEMA_H
#define PARQUET_ARROW_SCHEMA_H

#include "base/slice.h"

/* False if the schema has fields and none of them, at any depth, is a dictionary.  True
 * if one is, or if the schema cannot be parsed. */
bool pq_arrow_schema_may_have_dictionaries(struct slice base64);

#endif
