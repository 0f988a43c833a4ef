/* SPDX-License-Identifier: MIT */
/*
 * orc_format.h - the messages and enums of ORC's metadata (orc_proto.proto; the
 * specification, "File Tail", "Stripes", "Indexes"), by the format's own names.
 */
#ifndef ORC_ORC_FORMAT_H
#define ORC_ORC_FORMAT_H

#include "orc/format/protobuf.h"

#define ORC_MAGIC "ORC"

enum {
    ORC_MAGIC_SIZE = 3,
    /* A chunk's header has 23 bits for its compressed size. */
    ORC_MOST_BLOCK = 1 << 23,
    ORC_DEFAULT_BLOCK = 256 * 1024, /* where the postscript states no size */
};

enum orc_compression {
    ORC_COMPRESSION_NONE,
    ORC_COMPRESSION_ZLIB,
    ORC_COMPRESSION_SNAPPY,
    ORC_COMPRESSION_LZO,
    ORC_COMPRESSION_LZ4,
    ORC_COMPRESSION_ZSTD,
    ORC_COMPRESSION_BROTLI,
    ORC_N_COMPRESSIONS,
};

/* PostScript.writerVersion: faults of writers that were mended since.  Numbers of
 * different writers (Footer.writer) mean different things only above ORC_135. */
enum orc_writer_version {
    ORC_ORIGINAL,
    ORC_HIVE_8732, /* before: statistics of stripes and files may be wrong */
    ORC_HIVE_4243,
    ORC_HIVE_12055,
    ORC_HIVE_13083,
    ORC_ORC_101, /* before: Bloom filters of text depend on the writer's locale */
    ORC_ORC_135, /* before: statistics of timestamps are in the writer's time zone */
    ORC_ORC_517,
    ORC_ORC_203,
    ORC_ORC_14,
};

enum orc_writer {
    ORC_WRITER_JAVA,
    ORC_WRITER_CPP,
    ORC_WRITER_PRESTO,
    ORC_WRITER_GO,
    ORC_WRITER_TRINO,
    ORC_WRITER_CUDF,
    ORC_N_WRITERS,
};

enum orc_calendar {
    ORC_CALENDAR_UNKNOWN,
    ORC_CALENDAR_JULIAN, /* the hybrid of the Julian and the Gregorian calendar */
    ORC_CALENDAR_PROLEPTIC,
};

enum orc_kind {
    ORC_BOOLEAN,
    ORC_BYTE,
    ORC_SHORT,
    ORC_INT,
    ORC_LONG,
    ORC_FLOAT,
    ORC_DOUBLE_TYPE,
    ORC_STRING,
    ORC_BINARY,
    ORC_TIMESTAMP,
    ORC_LIST,
    ORC_MAP,
    ORC_STRUCT,
    ORC_UNION,
    ORC_DECIMAL,
    ORC_DATE,
    ORC_VARCHAR,
    ORC_CHAR,
    ORC_TIMESTAMP_INSTANT,
    ORC_N_KINDS,
};

/* Sets of them, as bits. */
enum {
    ORC_ALL_KINDS = (1 << ORC_N_KINDS) - 1,
    ORC_TEXT_KINDS = 1 << ORC_STRING | 1 << ORC_VARCHAR | 1 << ORC_CHAR,
};

enum orc_stream_kind {
    ORC_PRESENT,
    ORC_DATA,
    ORC_LENGTH,
    ORC_DICTIONARY_DATA,
    ORC_DICTIONARY_COUNT,
    ORC_SECONDARY,
    ORC_ROW_INDEX,
    ORC_BLOOM_FILTER,
    ORC_BLOOM_FILTER_UTF8,
    ORC_ENCRYPTED_INDEX,
    ORC_ENCRYPTED_DATA,
    ORC_N_STREAM_KINDS,
};

/* ORC_DIRECT ...; encoding/column_encoding.h says what they mean. */
enum orc_encoding_kind {
#define ORC_ENCODING(name, number, runs, is_dictionary, kinds) ORC_##name = number,
#include "orc/format/orc_encoding_list.h"
    ORC_N_ENCODINGS
};

/* Names as the format spells them; "unknown" for other numbers. */
const char *orc_compression_name(uint64_t compression);
const char *orc_writer_name(uint64_t writer);
const char *orc_kind_name(uint64_t kind);
const char *orc_stream_kind_name(uint64_t kind);

/* ---- Messages: struct orc_postscript ..., orc_postscript_message ... --------------- */

#define ORC_NUMBER_MEMBER uint64_t
#define ORC_SIGNED_MEMBER int64_t
#define ORC_DOUBLE_MEMBER double
#define ORC_BYTES_MEMBER struct slice
#define ORC_NUMBERS_MEMBER struct orc_numbers
#define ORC_MESSAGES_MEMBER struct orc_messages

/* clang-format off */
#define MESSAGE(message) struct orc_##message { uint64_t has;
#define FIELD(message, number, kind, member) ORC_##kind##_MEMBER member;
#define END(message, text) }; extern const struct orc_message orc_##message##_message;
/* clang-format on */
#include "orc/format/orc_message_list.h"
extern const struct orc_message orc_date_statistics_message; /* as of integers */

/* Bits of `has`: of a footer, of statistics, of their bounds in the types that have
 * them. */
enum { ORC_HAS_NUMBER_OF_ROWS = 1 << 5, ORC_HAS_WRITER = 1 << 8 };
enum {
    ORC_HAS_NUMBER_OF_VALUES = 1 << 0,
    ORC_HAS_INTEGERS = 1 << 1,
    ORC_HAS_DOUBLES = 1 << 2,
    ORC_HAS_STRINGS = 1 << 3,
    ORC_HAS_BUCKETS = 1 << 4,
    ORC_HAS_DECIMALS = 1 << 5,
    ORC_HAS_DATES = 1 << 6,
    ORC_HAS_BINARIES = 1 << 7,
    ORC_HAS_TIMESTAMPS = 1 << 8,
    ORC_HAS_HAS_NULL = 1 << 9,
};
enum { ORC_HAS_MINIMUM = 1 << 0, ORC_HAS_MAXIMUM = 1 << 1, ORC_HAS_SUM = 1 << 2 };
enum { ORC_HAS_LOWER_BOUND = 1 << 3, ORC_HAS_UPPER_BOUND = 1 << 4 };
enum { ORC_HAS_MINIMUM_UTC = 1 << 2, ORC_HAS_MAXIMUM_UTC = 1 << 3 };

#endif
