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

struct orc_postscript {
    uint64_t has;
    uint64_t footer_length;
    uint64_t compression; /* enum orc_compression */
    uint64_t compression_block_size;
    struct orc_numbers version; /* major, minor */
    uint64_t metadata_length;
    uint64_t writer_version;           /* enum orc_writer_version */
    uint64_t stripe_statistics_length; /* of encrypted columns */
    struct slice magic;
};

enum { ORC_HAS_NUMBER_OF_ROWS = 1 << 5, ORC_HAS_WRITER = 1 << 8 };

struct orc_footer {
    uint64_t has;
    uint64_t header_length, content_length;
    struct orc_messages stripes;  /* struct orc_stripe */
    struct orc_messages types;    /* struct orc_type */
    struct orc_messages metadata; /* struct orc_user_metadata */
    uint64_t number_of_rows;
    struct orc_messages statistics; /* struct orc_statistics, of each type */
    uint64_t row_index_stride;
    uint64_t writer; /* enum orc_writer */
    struct slice encryption;
    uint64_t calendar; /* enum orc_calendar */
    struct slice software_version;
};

struct orc_stripe {
    uint64_t has;
    uint64_t offset, index_length, data_length, footer_length, number_of_rows;
};

struct orc_type {
    uint64_t has;
    uint64_t kind; /* enum orc_kind */
    struct orc_numbers subtypes;
    struct orc_messages field_names;
    uint64_t maximum_length, precision, scale;
};

struct orc_user_metadata {
    uint64_t has;
    struct slice name, value;
};

/* Which members of struct orc_statistics are present. */
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

struct orc_statistics {
    uint64_t has;
    uint64_t number_of_values;
    struct slice integers, doubles, strings, buckets, decimals, dates, binaries,
        timestamps;
    uint64_t has_null;
    uint64_t bytes_on_disk;
};

enum { ORC_HAS_MINIMUM = 1 << 0, ORC_HAS_MAXIMUM = 1 << 1, ORC_HAS_SUM = 1 << 2 };

struct orc_signed_statistics {
    uint64_t has;
    int64_t minimum, maximum, sum;
};

struct orc_double_statistics {
    uint64_t has;
    double minimum, maximum, sum;
};

/* Of texts and of decimals, which are stored as text.  The bounds of long texts are
 * truncated (from ORC 1.5 on). */
struct orc_text_statistics {
    uint64_t has;
    struct slice minimum, maximum;
    int64_t sum;
    struct slice lower_bound, upper_bound;
};

enum { ORC_HAS_LOWER_BOUND = 1 << 3, ORC_HAS_UPPER_BOUND = 1 << 4 };

struct orc_decimal_statistics {
    uint64_t has;
    struct slice minimum, maximum, sum;
};

enum { ORC_HAS_MINIMUM_UTC = 1 << 2, ORC_HAS_MAXIMUM_UTC = 1 << 3 };

/* Milliseconds since 1970; the members of nanoseconds (from ORC 1.6 on) are the last six
 * digits, plus 1. */
struct orc_timestamp_statistics {
    uint64_t has;
    int64_t minimum, maximum, minimum_utc, maximum_utc;
    uint64_t minimum_nanos, maximum_nanos;
};

struct orc_bucket_statistics {
    uint64_t has;
    struct orc_numbers count; /* of true values */
};

struct orc_stripe_footer {
    uint64_t has;
    struct orc_messages streams;   /* struct orc_stream_place */
    struct orc_messages encodings; /* struct orc_column_encoding, of each type */
    struct slice writer_timezone;
    struct orc_messages encryption;
};

struct orc_stream_place {
    uint64_t has;
    uint64_t kind, column, length;
};

struct orc_column_encoding {
    uint64_t has;
    uint64_t kind; /* enum orc_encoding_kind */
    uint64_t dictionary_size;
    uint64_t bloom_encoding; /* 1: UTF-8 and UTC */
};

/* Metadata.stripeStats, and in it the columns of a stripe. */
struct orc_metadata {
    uint64_t has;
    struct orc_messages stripes; /* struct orc_stripe_statistics */
};

struct orc_stripe_statistics {
    uint64_t has;
    struct orc_messages columns; /* struct orc_statistics */
};

struct orc_row_index {
    uint64_t has;
    struct orc_messages entries; /* struct orc_row_index_entry */
};

struct orc_row_index_entry {
    uint64_t has;
    struct orc_numbers positions;
    struct slice statistics;
};

struct orc_bloom_index {
    uint64_t has;
    struct orc_messages filters; /* struct orc_bloom_filter */
};

struct orc_bloom_filter {
    uint64_t has;
    uint64_t n_hashes;
    struct slice utf8_bitset;
};

extern const struct orc_message orc_postscript_message, orc_footer_message,
    orc_stripe_message, orc_type_message, orc_user_metadata_message,
    orc_statistics_message, orc_integer_statistics_message, orc_double_statistics_message,
    orc_text_statistics_message, orc_decimal_statistics_message,
    orc_date_statistics_message, orc_timestamp_statistics_message,
    orc_bucket_statistics_message, orc_stripe_footer_message, orc_stream_place_message,
    orc_column_encoding_message, orc_metadata_message, orc_stripe_statistics_message,
    orc_row_index_message, orc_row_index_entry_message, orc_bloom_index_message,
    orc_bloom_filter_message;

#endif
