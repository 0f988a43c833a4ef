/* SPDX-License-Identifier: MIT */
/*
 * file_writer.h - writes rows as a Parquet file.
 *
 *     PAR1 | row group: column chunks, Bloom filters | ... | column indexes |
 *     offset indexes | footer | its size | PAR1
 *
 * With an encrypted footer the magic number is PARE, and FileCryptoMetaData come before
 * the footer; a footer in plain of an encrypted file has a signature after it.
 *
 * The writer collects a row group column by column (column_values.h), and writes it when
 * it is full, in the background while the next one is collected.  After that it keeps
 * only the row group's metadata and indexes.
 */
#ifndef PARQUET_FILE_WRITER_H
#define PARQUET_FILE_WRITER_H

#include "base/output_file.h"
#include "parquet/encryption/file_encryption.h"
#include "parquet/format/format_writer.h"
#include "parquet/write/column_values.h"

enum pq_bloom_choice {
    PQ_BLOOM_NONE,
    PQ_BLOOM_AUTO, /* where it can exclude values and costs little */
    PQ_BLOOM_ALWAYS,
};

/* How the encoding of values is chosen. */
enum pq_encoding_choice {
    PQ_ENCODING_AUTO,       /* dictionary, DELTA_BINARY_PACKED or PLAIN: the smallest */
    PQ_ENCODING_WIDE,       /* dictionary or PLAIN, which all readers know: the smaller */
    PQ_ENCODING_DICTIONARY, /* dictionary, or PLAIN where it grows too large */
    PQ_ENCODING_FIXED,      /* the one given; RLE_DICTIONARY: same as DICTIONARY */
};

/* How geometries are described (geoparquet.h). */
enum pq_geoparquet {
    PQ_GEOPARQUET_NONE, /* by the types GEOMETRY and GEOGRAPHY and their statistics */
    PQ_GEOPARQUET_BOTH, /* by these and, if it can, the metadata of version 1.1 */
    PQ_GEOPARQUET_1_1,  /* by the metadata of version 1.1: the type is BYTE_ARRAY alone */
    PQ_GEOPARQUET_2,    /* by the types, and the metadata of version 2.0 */
};

/* The encoding and filter options apply to all leaves of the column whose types allow
 * them.  Other leaves get an automatic encoding and no filter. */
struct pq_write_column {
    struct pq_schema_element element; /* with its name; a group if n_below > 0 */
    /* All elements below a group, depth first, with names and repetitions. */
    const struct pq_schema_element *below;
    uint32_t n_below;
    enum pq_encoding_choice encoding_choice;
    int encoding; /* PQ_ENCODING_FIXED: enum pq_encoding */
    enum pq_bloom_choice bloom;
    /* The boxes of the geometries in column number `covered`, one of those before it; the
     * writer computes them (covering.h). */
    bool is_covering;
    uint32_t covered;
};

struct pq_write_options {
    int compression; /* enum pq_compression */
    int compression_level;
    uint64_t row_group_rows, row_group_bytes;      /* bytes as PLAIN */
    uint64_t page_bytes, page_rows, front_bytes;   /* page_split.h */
    uint64_t dictionary_bytes, dictionary_entries; /* entries 0: no dictionaries */
    int data_page_version;                         /* 1 or 2 */
    double bloom_false_positive_ratio;
    /* By number of a leaf, which is not repeated.  pq_file_writer_end_rows() checks the
     * order. */
    const struct pq_sorting_column *sorting_columns;
    uint32_t n_sorting_columns;
    const struct pq_key_value *key_values;
    uint32_t n_key_values;
    enum pq_geoparquet geoparquet; /* adds the key "geo" */
    const char *created_by;
    const struct pq_write_encryption *encryption; /* NULL: none */
    bool in_background;
    /* Called before every page, or while waiting for a row group that is written in the
     * background; an error stops the writing.  May be NULL. */
    enum status (*poll)(void *context, struct error *error);
    void *poll_context;
};

/* The defaults: those of the SQL interface. */
void pq_write_options_init(struct pq_write_options *options);

struct pq_file_writer;

/* Starts a file in the output.  The caller owns the output, the columns, their elements
 * and names, and the options, and keeps them unchanged until the writer is freed.
 * n_columns > 0.  MISUSE or CORRUPT for a group whose elements do not match n_below, or
 * without leaves, or if GeoParquet cannot describe a column; UNSUPPORTED for a column
 * nested more than PQ_MAX_LEVEL levels deep. */
enum status pq_file_writer_new(struct output_file *output,
                               const struct pq_write_column *columns, uint32_t n_columns,
                               const struct pq_write_options *options,
                               struct pq_file_writer **writer,
                               struct error *error) CHECK_RESULT;
void pq_file_writer_free(struct pq_file_writer *writer);

/* The schema as a reader sees it; column i is its i-th top-level field.  A leaf's column
 * (as the reader presents it) defines what its values mean, and its kind which function
 * appends them: VECTOR_INT64 pq_append_int64(), VECTOR_DOUBLE pq_append_double()
 * (FLOAT16: pq_append_bytes()), VECTOR_BYTES pq_append_bytes(). */
const struct pq_schema_tree *pq_file_writer_tree(const struct pq_file_writer *writer);

/* Where to append the values of a leaf, by its number among all leaves of the tree.  A
 * leaf with max_repetition 0 needs exactly one entry a row; others need at least one, and
 * the first of each row has repetition level 0.  Valid as long as the writer. */
struct pq_column_values *pq_file_writer_values(struct pq_file_writer *writer,
                                               uint32_t leaf);

/* The room left in the row group: rows and bytes.  Each row needs row_bytes, plus the
 * bytes of its BYTE_ARRAY values and of its repeated entries (see
 * pq_column_values.group_bytes). */
struct pq_group_room {
    uint64_t rows, bytes, row_bytes;
};
struct pq_group_room pq_file_writer_room(const struct pq_file_writer *writer);

/* Ends n rows, which are complete in all leaves; n <= room.rows.  No values of later rows
 * may have been appended.  Starts writing the row group if it is full; this call or a
 * later one reports the errors of that.  MISUSE if a leaf has more or fewer rows, or if
 * the rows are not in the order of the sorting columns. */
enum status pq_file_writer_end_rows(struct pq_file_writer *writer, uint64_t n,
                                    struct error *error) CHECK_RESULT;

/* Row groups can be given leaf by leaf instead, which never holds more of them than some
 * leaves: pq_file_writer_begin_group() says how many rows the row group will have, those
 * that were ended before included; then all rows are appended to the first leaf, and
 * pq_file_writer_end_leaves() ends it, or several together, and so on to the last leaf,
 * which ends the row group.  Only if there are no sorting columns and no coverings, and
 * with n_rows <= room.rows. */
void pq_file_writer_begin_group(struct pq_file_writer *writer, uint64_t n_rows);
enum status pq_file_writer_end_leaves(struct pq_file_writer *writer, uint32_t n,
                                      struct error *error) CHECK_RESULT;

/* The bytes of the row group that is being collected, of all its leaves so far. */
uint64_t pq_file_writer_group_bytes(const struct pq_file_writer *writer);

/* Bytes of the file that are known to be written. */
int64_t pq_file_writer_size(const struct pq_file_writer *writer);

/* The number of row groups that were ended. */
uint32_t pq_file_writer_groups(const struct pq_file_writer *writer);

/* Writes the last row group, indexes and footer; the caller commits the output. */
enum status pq_file_writer_finish(struct pq_file_writer *writer,
                                  struct error *error) CHECK_RESULT;

#endif
