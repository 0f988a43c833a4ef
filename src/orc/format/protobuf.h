/* SPDX-License-Identifier: MIT */
/*
 * protobuf.h - reads messages in the wire format of Protocol Buffers, in which ORC stores
 * its metadata.
 *
 *     message := { varint(number << 3 | wire type) value }
 *     value   := varint | 8 bytes | varint(size) bytes | 4 bytes       wire types 0 1 2 5
 *
 * A table describes a message: each row is a field and the member of a C struct that it
 * fills.  Unknown fields are skipped, absent ones leave zeros, and the last one of a
 * repeated scalar counts, as the format demands.  Values borrow the message's bytes.
 * Messages in messages are kept as bytes, so that only what is used is parsed.
 *
 * This is the part of the format that ORC uses: a library would have to be generated from
 * the message definitions, and would copy and allocate each message of a footer with
 * thousands of columns.
 */
#ifndef ORC_PROTOBUF_H
#define ORC_PROTOBUF_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

enum orc_member_kind {
    ORC_NUMBER,  /* uint64_t: uint32, uint64, bool, enums */
    ORC_SIGNED,  /* int64_t: sint32, sint64 */
    ORC_DOUBLE,  /* double */
    ORC_BYTES,   /* struct slice: bytes, strings, messages */
    ORC_NUMBERS, /* struct orc_numbers: repeated numbers, packed or not */
    ORC_MESSAGES /* struct orc_messages: repeated messages or strings */
};

struct orc_numbers {
    uint32_t n;
    uint64_t *numbers;
};

struct orc_messages {
    uint32_t n;
    struct slice *messages;
};

struct orc_field {
    uint32_t number;
    enum orc_member_kind kind;
    size_t offset; /* of the member */
};

/* A message's struct begins with `uint64_t has`, in which bit i is set if the field of
 * row i was present. */
struct orc_message {
    const char *name; /* for error messages */
    size_t size;      /* of the struct */
    const struct orc_field *fields;
    uint32_t n_fields; /* at most 64 */
};

/* Parses a message into a zeroed struct.  Lists are allocated in the arena; after an
 * error they are empty. */
enum status orc_message_parse(const struct orc_message *message, struct slice bytes,
                              void *target, struct arena *arena,
                              struct error *error) CHECK_RESULT;

#endif
