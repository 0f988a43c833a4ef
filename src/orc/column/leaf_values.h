/* SPDX-License-Identifier: MIT */
/*
 * leaf_values.h - the values of a primitive column that are not null, one after another
 * (the specification, "Column Encodings"), without PRESENT.
 *
 *     start (a stripe) -> { read | skip | seek (an entry of the row index) }
 */
#ifndef ORC_LEAF_VALUES_H
#define ORC_LEAF_VALUES_H

#include "orc/column/decimal_reader.h"
#include "orc/file/stripe.h"

struct orc_value_layout;

/* A zeroed struct may be released. */
struct orc_leaf_values {
    struct orc_context *context;
    uint32_t type;
    uint64_t kind;                         /* enum orc_kind */
    const struct column *column;           /* what the values mean */
    const struct orc_value_layout *layout; /* in this stripe */
    bool is_dictionary;                    /* of texts, in this stripe */
    bool has_dictionary;                   /* it is read */
    bool has_integer_decimals;

    struct orc_boolean_reader booleans;
    struct orc_byte_reader bytes;       /* tinyint */
    struct orc_integer_reader integers; /* integers, dates, seconds, dictionary indices */
    struct orc_integer_reader lengths;  /* LENGTH, or SECONDARY: nanoseconds, scales */
    struct orc_byte_stream data;        /* floats, texts, digits of decimals */
    struct orc_decimal_reader decimals;

    /* Timestamps: of the stripe. */
    const struct time_zone *zone; /* of the writer; NULL: UTC */
    struct time_zone_span span;   /* in which the last one was */
    int64_t epoch;                /* from which seconds count */

    /* The dictionary of the stripe. */
    struct orc_stream_range dictionary_range;
    struct orc_byte_stream dictionary_bytes;
    struct bytes_value *entries;
    uint64_t n_entries;
    uint64_t dictionary_number;

    /* The batch. */
    uint32_t lengths_at, n_lengths; /* read of LENGTH and not used */
    int64_t *numbers;               /* BATCH_ROWS; also lengths */
    void *values;                   /* BATCH_ROWS, by the column's kind */
    uint32_t *indices;              /* BATCH_ROWS */
    uint8_t *decimal_bytes;         /* BATCH_ROWS times decimals.size */
    struct buffer texts;            /* of the batch, each followed by a 0 */
};

/* Allocates the batch. */
enum status orc_values_open(struct orc_leaf_values *values, struct orc_context *context,
                            uint32_t type, struct error *error) CHECK_RESULT;
void orc_values_release(struct orc_leaf_values *values);

/* Begins a stripe, which must stay open.  UNSUPPORTED for an unknown encoding, CORRUPT
 * for one that the type cannot have. */
enum status orc_values_start(struct orc_leaf_values *values,
                             const struct orc_open_stripe *stripe,
                             struct error *error) CHECK_RESULT;

/* Reads the next n <= BATCH_ROWS values into a vector without nulls, or at least one if
 * their bytes reach LARGE_BATCH.  The vector is valid until the next call. */
enum status orc_values_read(struct orc_leaf_values *values, uint32_t n,
                            struct column_vector *vector,
                            struct error *error) CHECK_RESULT;
enum status orc_values_skip(struct orc_leaf_values *values, uint64_t n,
                            struct error *error) CHECK_RESULT;
/* Moves to the positions after those of PRESENT. */
enum status orc_values_seek(struct orc_leaf_values *values,
                            struct orc_positions *positions,
                            struct error *error) CHECK_RESULT;

/* Lists where the values are in their streams; returns how many these are.  A dictionary
 * is not among them. */
enum { ORC_MOST_VALUE_ENDS = 2 };
unsigned orc_values_ends(struct orc_leaf_values *values,
                         struct orc_stream_end ends[ORC_MOST_VALUE_ENDS]);

/* CORRUPT if a stream continues, because of ORC_VALUES_OF_ABSENT. */
enum status orc_check_ends(const struct orc_stream_end *ends, unsigned n,
                           struct error *error) CHECK_RESULT;

/* Returns the dictionary of the stripe as a vector without rows, if all values are of it
 * and it has at most `most` entries; see struct column_reader_ops. */
enum status orc_values_dictionary(struct orc_leaf_values *values, uint64_t most,
                                  struct column_vector *vector,
                                  struct error *error) CHECK_RESULT;

#endif
