/* SPDX-License-Identifier: MIT */
/*
 * avro_reader.h - the records of an Avro file, item by item, without recursion.
 *
 * A record is BEGIN, the items of its fields, END.  Items have the field id that the
 * file's schema gives to them, so that a caller needs neither names nor the order of
 * fields, and leaves out what it does not know:
 *
 *     while ((status = avro_reader_next(&reader, &item, error)) == OK &&
 *            item.token == AVRO_BEGIN)                           a record of the file
 *         while ((status = avro_reader_next(&reader, &item, error)) == OK &&
 *                item.token != AVRO_END)                         its fields
 *             if (item.field_id == 100)
 *                 path = item.bytes;
 *             else
 *                 status = avro_reader_skip(&reader, &item, error);
 *
 * An array is BEGIN, its elements with the id of elements, END.  A map is BEGIN, keys and
 * values in turns, END; written as an array of pairs it has a record around each pair.
 * Unions are never seen: the item is that of the branch.
 */
#ifndef LAKE_AVRO_READER_H
#define LAKE_AVRO_READER_H

#include "lake/avro/avro_file.h"

enum avro_token {
    AVRO_END_OF_FILE,
    AVRO_BEGIN, /* a record, an array or a map; see the type */
    AVRO_END,
    AVRO_ABSENT,  /* null */
    AVRO_INTEGER, /* BOOLEAN (0 or 1), INT, LONG, ENUM (the symbol's number) */
    AVRO_REAL,    /* FLOAT, DOUBLE */
    AVRO_RAW,     /* BYTES, STRING (not verified to be UTF-8), FIXED */
};

struct avro_item {
    enum avro_token token;
    int32_t field_id; /* AVRO_NO_FIELD_ID: none; END: of its BEGIN */
    const struct avro_type *type;
    int64_t integer;
    double real;
    struct slice bytes; /* valid until the first item of the next record */
};

struct avro_frame {
    const struct avro_type *type;
    int32_t field_id;
    uint32_t next; /* of its members */
    uint64_t left; /* ARRAY, MAP: items up to the next count */
};

/* A zeroed struct may be closed. */
struct avro_reader {
    struct avro_file file;
    uint64_t n_left;   /* records of the block that have not begun */
    struct slice rest; /* of the block */
    struct avro_frame frames[AVRO_MOST_DEPTH];
    uint32_t depth;
};

/* Opens a file that must stay open; see avro_file_open().  Close it in any case. */
enum status avro_reader_open(struct avro_reader *reader, struct input_file *input,
                             struct error *error) CHECK_RESULT;
void avro_reader_close(struct avro_reader *reader);

/* Reads the next item.  CORRUPT if the bytes do not agree with the schema. */
enum status avro_reader_next(struct avro_reader *reader, struct avro_item *item,
                             struct error *error) CHECK_RESULT;

/* Passes over the rest of what the item begins; does nothing after other items. */
enum status avro_reader_skip(struct avro_reader *reader, const struct avro_item *item,
                             struct error *error) CHECK_RESULT;

#endif
