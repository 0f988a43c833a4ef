/* SPDX-License-Identifier: MIT */
/* declared_type_text.h - the type of a declared column in words. */
#ifndef DATASET_DECLARED_TYPE_TEXT_H
#define DATASET_DECLARED_TYPE_TEXT_H

#include "base/buffer.h"
#include "dataset/declared_table.h"

/* Appends the type as parquet_write() takes it: LIST<INT32>, STRUCT<x DATE, "odd name"
 * STRING>.  Appends nothing if it cannot be written, or a part of it: geometries, whose
 * reference systems are not declared, columns that cannot be read, structs without
 * members, and what is nested too deeply. */
enum status declared_type_text(const struct declared_field *field, struct buffer *text,
                               struct error *error) CHECK_RESULT;

#endif
