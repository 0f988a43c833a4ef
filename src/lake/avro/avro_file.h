/* SPDX-License-Identifier: MIT */
/*
 * avro_file.h - an Avro object container file (Avro 1.11): its header, and its blocks,
 * decompressed one at a time.
 *
 *     "Obj" 01                     header
 *     map of metadata              avro.schema, avro.codec, and those of the writer
 *     16 bytes                     sync marker
 *
 *     count of records, size       block: both zigzag varints
 *     records                      compressed each block for itself
 *     sync marker
 *
 * avro_reader.h reads the records.
 */
#ifndef LAKE_AVRO_FILE_H
#define LAKE_AVRO_FILE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "lake/avro/avro_schema.h"

enum { AVRO_SYNC = 16 };

struct avro_metadata {
    struct slice key, value;
};

/* A zeroed struct may be closed. */
struct avro_file {
    struct input_file *input; /* borrowed */
    struct arena arena;       /* of all below that does not change */
    struct avro_metadata *metadata;
    size_t n_metadata;
    const struct avro_type *type; /* of a record of the file */
    enum codec codec;
    size_t most_ratio;  /* decompressed bytes for each stored one */
    bool has_checksums; /* CRC-32 after each compressed block: snappy */
    uint8_t sync[AVRO_SYNC];
    int64_t at; /* of the next block */
    struct codec_context *codecs;
    struct buffer stored, decompressed;
};

/* Takes a number that is written as a zigzag varint: int and long, counts and sizes. */
static inline bool avro_take_long(struct slice *cursor, int64_t *value)
{
    uint64_t bits;
    if (!slice_read_varint(cursor, &bits))
        return false;
    *value = zigzag_decode(bits);
    return true;
}

/* Reads the header of a file, which must stay open.  CORRUPT: not an Avro file, or
 * damaged.  UNSUPPORTED names a codec that cannot be read.  Close it in any case. */
enum status avro_file_open(struct avro_file *file, struct input_file *input,
                           struct error *error) CHECK_RESULT;
void avro_file_close(struct avro_file *file);

/* False if the header has no metadata of the name.  The value lives as long as the file.
 */
bool avro_file_metadata(const struct avro_file *file, const char *key,
                        struct slice *value);

/* Reads the next block that has records; *n_records is 0 at the end of the file.  The
 * bytes are valid until the next call.  A block never states more records than bytes. */
enum status avro_file_next_block(struct avro_file *file, uint64_t *n_records,
                                 struct slice *records, struct error *error) CHECK_RESULT;

#endif
