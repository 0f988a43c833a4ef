/* SPDX-License-Identifier: MIT */
/*
 * arrow_schema.h - the schema that Arrow's writers keep in a file's key-value
 * "ARROW:schema": base64 of an Arrow IPC message, which is a FlatBuffer (Schema.fbs,
 * Message.fbs).  Reading a file never needs it; it shows which faults the file may have.
 */
#ifndef PARQUET_ARROW_SCHEMA_H
#define PARQUET_ARROW_SCHEMA_H

#include "base/slice.h"

/* False when the schema has fields and none of them, at any depth, is a dictionary.  True
 * when one is, and for whatever cannot be understood. */
bool pq_arrow_schema_may_have_dictionaries(struct slice base64);

#endif
