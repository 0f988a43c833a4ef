/* SPDX-License-Identifier: MIT */
/*
 * run_readers.h - the values of run-length encoded streams, in any number at a time, over
 * runs and chunks: integers, bytes, and booleans (the specification, "Run Length
 * Encoding").
 *
 * A zeroed reader is one of an empty stream, and may be released.  Starting one keeps its
 * memory.  Each returns CORRUPT where the stream ends too early.
 */
#ifndef ORC_RUN_READERS_H
#define ORC_RUN_READERS_H

#include "orc/encoding/byte_run.h"
#include "orc/encoding/integer_run.h"
#include "orc/stream/byte_stream.h"

/* Positions of a row index entry, which its readers take one after the other. */
struct orc_positions {
    const uint64_t *next;
    uint32_t n_left;
};

/* Takes the position of a stream of bytes: one number, or with compression two. */
enum status orc_positions_seek(struct orc_positions *positions,
                               struct orc_byte_stream *stream, bool is_compressed,
                               struct error *error) CHECK_RESULT;

/* CORRUPT if positions are left: they are not those of the column's streams. */
enum status orc_positions_end(const struct orc_positions *positions,
                              struct error *error) CHECK_RESULT;

/* ---- Integers and bytes ------------------------------------------------------------ */

/* What readers of both have in common. */
struct orc_run_reader {
    struct orc_byte_stream bytes;
    const struct orc_run_operations *operations;
    bool is_signed; /* of integers */
    uint32_t at, n; /* of `values`, from `at` to n: decoded and not read */
    void *values;   /* room for a run, in the struct that this one begins */
};

struct orc_integer_reader {
    struct orc_run_reader runs;
    int64_t values[ORC_MOST_INTEGER_RUN];
};

struct orc_byte_reader {
    struct orc_run_reader runs;
    uint8_t values[ORC_MOST_BYTE_RUN];
};

/* A reader that has started must not be moved.  Runs of integers have one of the
 * operations that encodings have (encoding/column_encoding.h). */
void orc_integers_start(struct orc_integer_reader *reader,
                        const struct orc_source *source, struct orc_stream_range range,
                        const struct orc_run_operations *operations, bool is_signed);
void orc_byte_values_start(struct orc_byte_reader *reader,
                           const struct orc_source *source,
                           struct orc_stream_range range);
enum status orc_runs_seek(struct orc_run_reader *reader, bool is_compressed,
                          struct orc_positions *positions,
                          struct error *error) CHECK_RESULT;
/* Reads n values: int64_t, or bytes. */
enum status orc_runs_read(struct orc_run_reader *reader, void *values, size_t n,
                          struct error *error) CHECK_RESULT;
enum status orc_runs_skip(struct orc_run_reader *reader, uint64_t n,
                          struct error *error) CHECK_RESULT;
/* Skips n values and returns their sum; CORRUPT if one is negative or the sum exceeds
 * 63 bits.  For lengths. */
enum status orc_integers_sum(struct orc_integer_reader *reader, uint64_t n, uint64_t *sum,
                             struct error *error) CHECK_RESULT;
void orc_runs_release(struct orc_run_reader *reader);

static inline struct orc_stream_end orc_runs_end(struct orc_run_reader *reader)
{
    return (struct orc_stream_end){&reader->bytes, reader->n - reader->at};
}

/* ---- Booleans --------------------------------------------------------------------- */

/* The bits of bytes, the most significant first. */
struct orc_boolean_reader {
    struct orc_byte_reader bytes;
    uint8_t byte;    /* the current one */
    unsigned n_bits; /* of it that are not read; they are its low bits */
};

void orc_booleans_start(struct orc_boolean_reader *reader,
                        const struct orc_source *source, struct orc_stream_range range);
enum status orc_booleans_seek(struct orc_boolean_reader *reader, bool is_compressed,
                              struct orc_positions *positions,
                              struct error *error) CHECK_RESULT;
/* Writes a byte, 0 or 1, for each value; *n_true: how many are 1. */
enum status orc_booleans_read(struct orc_boolean_reader *reader, uint8_t *values,
                              size_t n, size_t *n_true, struct error *error) CHECK_RESULT;
/* Skips n values; *n_true: how many of them are 1. */
enum status orc_booleans_skip(struct orc_boolean_reader *reader, uint64_t n,
                              uint64_t *n_true, struct error *error) CHECK_RESULT;
void orc_booleans_release(struct orc_boolean_reader *reader);

#endif
