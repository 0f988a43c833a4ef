/* SPDX-License-Identifier: MIT */
/*
 * file_reader.h - one Parquet file as a table_file (README, "File format").
 *
 *     "PAR1" | column chunks ... | FileMetaData | its size, 4 bytes LE | "PAR1"
 */
#ifndef PARQUET_FILE_READER_H
#define PARQUET_FILE_READER_H

#include "parquet/column/column_chunk_reader.h"
#include "parquet/footer.h"
#include "scan/table_file.h"

struct pq_file;

/* Reads the tail of the file with the footer, unless it is shared and known.  If OK, the
 * pq_file owns `input`; otherwise the caller still does. */
enum status pq_file_open(struct input_file *input, const struct pq_file_options *options,
                         struct pq_file **file, struct error *error) CHECK_RESULT;

struct table_file *pq_file_as_table_file(struct pq_file *file);
void pq_file_close(struct pq_file *file);

/* For functions that show a file's metadata.  Borrowed. */
const struct pq_chunk_context *pq_file_context(const struct pq_file *file);
const struct input_file *pq_file_input(const struct pq_file *file);
const struct pq_footer *pq_file_footer(const struct pq_file *file);

#endif
