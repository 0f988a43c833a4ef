/* SPDX-License-Identifier: MIT */
/*
 * file_writer.h - rows to a Parquet file.
 *
 *     PAR1 | row group: column chunks, Bloom filters | ... | column indexes |
 *     offset indexes | footer | its size | PAR1
 *
 * A row group is collected column by column (column_values.h) and written when it is
 * full, in the background while the next one is collected; what is kept of it are its
 * metadata and indexes.
 */
#ifndef PARQUET_FILE_WRITER_H
#define PARQUET_FILE_WRITER_H

#include "base/output_file.h"
#include "parquet/format/format_writer.h"
#include "parquet/write/column_values.h"

enum pq_bloom_choice {
    PQ_BLOOM_NONE,
    PQ_BLOOM_AUTO, /* where it can exclude something and costs little */
    PQ_BLOOM_ALWAYS,
};

/* How values are encoded when no encoding is asked for. */
enum pq_encoding_choice {
    PQ_ENCODING_AUTO,       /* dictionary, DELTA_BINARY_PACKED or PLAIN: the smallest */
    PQ_ENCODING_DICTIONARY, /* dictionary, or PLAIN where it grows too large */
    PQ_ENCODING_FIXED,      /* the one given (RLE_DICTIONARY: as DICTIONARY) */
};

/* What is asked of encodings and filters goes for all leaves of the column whose types
 * allow it; the others are AUTO, and have no filter. */
struct pq_write_column {
    struct pq_schema_element element; /* with its name; a group where `below` has what is
                                         in it */
    /* All elements below a group, in the order of the schema (depth first), with names
     * and repetitions. */
    const struct pq_schema_element *below;
    uint32_t n_below;
    enum pq_encoding_choice encoding_choice;
    int encoding; /* PQ_ENCODING_FIXED: enum pq_encoding */
    enum pq_bloom_choice bloom;
};

struct pq_write_options {
    int compression; /* enum pq_compression */
    int compression_level;
    uint64_t row_group_rows, row_group_bytes; /* bytes as PLAIN */
    uint64_t page_bytes, page_rows;
    uint64_t dictionary_bytes, dictionary_entries; /* entries 0: no dictionaries */
    int data_page_version;                         /* 1 or 2 */
    double bloom_false_positive_ratio;
    /* By number of the leaf, which is not repeated; checked, see below. */
    const struct pq_sorting_column *sorting_columns;
    uint32_t n_sorting_columns;
    const struct pq_key_value *key_values;
    uint32_t n_key_values;
    const char *created_by;
    bool in_background;
    /* Asked before every page, or while a row group in the background is waited for; a
     * failure ends the writing.  NULL: nothing is asked. */
    enum status (*poll)(void *context, struct error *error);
    void *poll_context;
};

/* The defaults: those of the SQL interface. */
void pq_write_options_init(struct pq_write_options *options);

struct pq_file_writer;

/* Columns, their elements, names and the options stay the caller's and unchanged until
 * the writer is freed; so does the output.  n_columns > 0.  MISUSE or CORRUPT for a group
 * that has other elements below it than it says, or no leaf; UNSUPPORTED for one that is
 * nested over PQ_MAX_LEVEL levels deep. */
enum status pq_file_writer_new(struct output_file *output,
                               const struct pq_write_column *columns, uint32_t n_columns,
                               const struct pq_write_options *options,
                               struct pq_file_writer **writer,
                               struct error *error) CHECK_RESULT;
void pq_file_writer_free(struct pq_file_writer *writer);

/* The schema as a reader sees it; column i is its i-th top-level field.  What a leaf's
 * values mean, and how they are told, says its column (kind; as the reader presents
 * them): VECTOR_INT64 with pq_append_int64(), VECTOR_DOUBLE with pq_append_double()
 * (FLOAT16: pq_append_bytes()), VECTOR_BYTES with pq_append_bytes(). */
const struct pq_schema_tree *pq_file_writer_tree(const struct pq_file_writer *writer);

/* Where a leaf's values go, by its number among all leaves of the tree: exactly one slot
 * a row where its max_repetition is 0, else at least one, the first of each row of
 * repetition level 0.  Valid as long as the writer. */
struct pq_column_values *pq_file_writer_values(struct pq_file_writer *writer,
                                               uint32_t leaf);

/* What the row group still takes before it is full: rows, and bytes, of which each row
 * takes row_bytes, those of its BYTE_ARRAY values, and what slots take that may be
 * repeated (see pq_column_values.group_bytes). */
struct pq_group_room {
    uint64_t rows, bytes, row_bytes;
};
struct pq_group_room pq_file_writer_room(const struct pq_file_writer *writer);

/* n rows more are complete, in all leaves, and nothing follows them yet; n <= room.rows.
 * Has the row group written when it is full; what goes wrong with that is told by this
 * call or one of the next.  MISUSE when a leaf has more or fewer rows, or when they are
 * not in the order of the sorting columns. */
enum status pq_file_writer_end_rows(struct pq_file_writer *writer, uint64_t n,
                                    struct error *error) CHECK_RESULT;

/* Bytes of the file as far as it is known to be written. */
int64_t pq_file_writer_size(const struct pq_file_writer *writer);

/* Writes the rest, the indexes and the footer; committing the output is the caller's. */
enum status pq_file_writer_finish(struct pq_file_writer *writer,
                                  struct error *error) CHECK_RESULT;

#endif
