/*
 * write_sample.h - the first rows of a query as they came, kept until the columns' types
 * are decided.
 *
 *     for each column   classes  a byte a row
 *                       numbers  INTEGER, REAL: 8 bytes; TEXT, BLOB: the size in 8 bytes
 *                       bytes    of TEXT and BLOB
 */
#ifndef SQL_WRITE_SAMPLE_H
#define SQL_WRITE_SAMPLE_H

#include "write_values.h"

/* Zeroed it is empty. */
struct sample_column {
    struct buffer classes, numbers, bytes;
    size_t class_at, number_at, byte_at; /* where the next cell is read */
};

enum status sample_append(struct sample_column *column, const struct cell *cell,
                          struct error *error) CHECK_RESULT;

/* The next cell, of which there is one; borrowed from the column. */
void sample_next(struct sample_column *column, struct cell *cell);

/* Bytes that are kept. */
size_t sample_size(const struct sample_column *column);

void sample_column_release(struct sample_column *column);

#endif
