/* SPDX-License-Identifier: MIT */
/*
 * stripe.h - where the streams of a stripe are, and how they are encoded (the
 * specification, "Stripe Footer"); and what the readers of an open file share.
 *
 *     stripe := index streams | data streams | stripe footer
 *
 * Stripes that were read stay until memory is needed for others.  A reader that works on
 * one holds it.
 */
#ifndef ORC_STRIPE_H
#define ORC_STRIPE_H

#include "orc/encoding/column_encoding.h"
#include "orc/file/orc_tree.h"
#include "orc/stream/run_readers.h"
#include "value/time_zone.h"

struct orc_row_index_facts; /* row_index.h */
struct orc_stride_blooms;   /* stride_blooms.h */

struct orc_open_stripe {
    struct orc_context *context;
    uint32_t number;
    uint64_t n_rows;
    uint32_t n_holders;
    struct orc_open_stripe *idle_before, *idle_after; /* if nobody holds it */
    size_t size;                                      /* of memory, about */
    struct arena arena;
    struct buffer bytes;
    struct orc_stream_range *streams;         /* by column */
    uint32_t *first_streams;                  /* of each type; one more, their number */
    struct orc_column_encoding *encodings;    /* of each type */
    struct slice zone_name;                   /* empty: not stated */
    struct orc_stride_blooms **blooms;        /* of each type; NULL: not read */
    struct orc_row_index_facts **row_indexes; /* of each type; NULL: not read */
};

/* What the readers of a file share; one thread uses it. */
struct orc_context {
    const struct orc_tail *tail;
    const struct orc_tree *tree;
    struct orc_source source;
    bool is_julian;         /* dates are in the hybrid calendar */
    struct slice zone_name; /* of files that do not state one; empty: UTC */

    struct orc_open_stripe **stripes; /* of each; NULL: not open */
    size_t stripes_size;
    struct orc_open_stripe *first_idle, *last_idle; /* in the order of their use */
    struct orc_zone {
        struct orc_zone *next;
        struct time_zone *zone;
        char name[];
    } * zones;
};

/* Returns an open stripe and holds it, for orc_stripe_give_back().  The caller locates
 * errors. */
enum status orc_stripe_take(struct orc_context *context, uint32_t number,
                            struct orc_open_stripe **stripe,
                            struct error *error) CHECK_RESULT;
void orc_stripe_give_back(struct orc_context *context, struct orc_open_stripe *stripe);

/* Accounts for memory that was added to a held stripe. */
void orc_stripe_grow(struct orc_context *context, struct orc_open_stripe *stripe,
                     size_t more);

/* Reads a whole stream, decompressed, into memory that lasts as long as the held stripe.
 * TOO_BIG above `most` bytes. */
enum status orc_stripe_read_stream(struct orc_open_stripe *stripe,
                                   const struct orc_stream_range *range, size_t most,
                                   struct slice *bytes, struct error *error) CHECK_RESULT;

/* Finds a stream of a column; false if the stripe has none. */
bool orc_stripe_find(const struct orc_open_stripe *stripe, uint32_t type,
                     enum orc_stream_kind kind, struct orc_stream_range *range);

/* Starts the reader of a type's PRESENT; false if there is none, so that every entry is
 * present. */
bool orc_stripe_start_present(const struct orc_open_stripe *stripe, uint32_t type,
                              struct orc_boolean_reader *present);

/* The encoding of a readable type.  UNSUPPORTED if it is unknown, unless the type can
 * have only one; CORRUPT if the type cannot have it. */
enum status orc_stripe_encoding(const struct orc_open_stripe *stripe, uint32_t type,
                                const struct orc_encoding **encoding,
                                struct error *error) CHECK_RESULT;

/* Whether the stripe says that its timestamps were written in UTC. */
bool orc_stripe_is_utc(const struct orc_open_stripe *stripe);

/* The zone in which the stripe's timestamps were written.  Owned by the context. */
enum status orc_stripe_zone(struct orc_context *context,
                            const struct orc_open_stripe *stripe,
                            const struct time_zone **zone,
                            struct error *error) CHECK_RESULT;

/* Frees the stripes, which nobody may hold, and zones. */
void orc_stripes_release(struct orc_context *context);

/* Where the reader of a column is, which begins with this struct. */
struct orc_position {
    struct column_reader base; /* must be first */
    struct orc_context *context;
    uint32_t column;
    struct orc_open_stripe *stripe; /* held; NULL before the first start */
    uint64_t wanted;                /* the row that is read next, in the stripe */
    uint64_t decoded;               /* the row at which the streams are */
    bool cannot_seek;               /* in this stripe, by the row index */
    /* Moves the streams to the start of the stripe. */
    enum status (*start_stripe)(struct orc_position *at, struct error *error);
};

/* Operations of column readers.  A stripe that cannot be taken leaves the one before; to
 * skip moves only the row that is wanted. */
enum status orc_position_start(struct column_reader *base, uint32_t row_group,
                               struct error *error) CHECK_RESULT;
enum status orc_position_skip(struct column_reader *base, uint64_t n,
                              struct error *error) CHECK_RESULT;

/* After an error of a seek: clears it and starts the stripe again, without seeking. */
enum status orc_position_restart(struct orc_position *at,
                                 struct error *error) CHECK_RESULT;

/* Prepends the name of the column and, once there is one, the stripe. */
enum status orc_position_locate(const struct orc_position *at, struct error *error);

#endif
