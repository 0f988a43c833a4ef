/* SPDX-License-Identifier: MIT */
/*
 * file_fields.h - the fields that a group of logical type FILE may have (LogicalTypes.md,
 * "FILE").  All of them are optional.
 */
#ifndef PARQUET_FILE_FIELDS_H
#define PARQUET_FILE_FIELDS_H

#include "parquet/format/parquet_format.h"

enum { PQ_N_FILE_FIELDS = 6 };

/* The elements of all fields, in the order of the specification.  Names are static. */
void pq_file_fields(struct pq_schema_element fields[PQ_N_FILE_FIELDS]);

/* Whether the element is one of them, with the type that it must have. */
bool pq_is_file_field(const struct pq_schema_element *element);

#endif
