/* SPDX-License-Identifier: MIT */
/*
 * parquet_format.h - the structs and enums of parquet.thrift.  format_structs.c maps each
 * member to its Thrift field.  Slices point into the bytes they were parsed from; lists
 * stay encoded (thrift_list_begin()), with data NULL when absent.
 *
 * Members of enum types hold the file's number, which may be none of those listed here if
 * a newer writer wrote the file: check it before using it as an array index.
 */
#ifndef PARQUET_PARQUET_FORMAT_H
#define PARQUET_PARQUET_FORMAT_H

#include "base/slice.h"

enum pq_type {
    PQ_BOOLEAN = 0,
    PQ_INT32 = 1,
    PQ_INT64 = 2,
    PQ_INT96 = 3,
    PQ_FLOAT = 4,
    PQ_DOUBLE = 5,
    PQ_BYTE_ARRAY = 6,
    PQ_FIXED_LEN_BYTE_ARRAY = 7,
};

enum pq_repetition { PQ_REQUIRED = 0, PQ_OPTIONAL = 1, PQ_REPEATED = 2 };

enum pq_converted_type {
    PQ_CONVERTED_NONE = -1, /* the field is absent */
    PQ_UTF8 = 0,
    PQ_MAP = 1,
    PQ_MAP_KEY_VALUE = 2,
    PQ_LIST = 3,
    PQ_ENUM = 4,
    PQ_DECIMAL = 5,
    PQ_DATE = 6,
    PQ_TIME_MILLIS = 7,
    PQ_TIME_MICROS = 8,
    PQ_TIMESTAMP_MILLIS = 9,
    PQ_TIMESTAMP_MICROS = 10,
    PQ_UINT_8 = 11,
    PQ_UINT_16 = 12,
    PQ_UINT_32 = 13,
    PQ_UINT_64 = 14,
    PQ_INT_8 = 15,
    PQ_INT_16 = 16,
    PQ_INT_32 = 17,
    PQ_INT_64 = 18,
    PQ_JSON = 19,
    PQ_BSON = 20,
    PQ_INTERVAL = 21,
};

/* The member set in the LogicalType union: its field id. */
enum pq_logical_kind {
    PQ_LOGICAL_NONE = 0, /* absent, or a member this version does not know */
    PQ_LOGICAL_STRING = 1,
    PQ_LOGICAL_MAP = 2,
    PQ_LOGICAL_LIST = 3,
    PQ_LOGICAL_ENUM = 4,
    PQ_LOGICAL_DECIMAL = 5,
    PQ_LOGICAL_DATE = 6,
    PQ_LOGICAL_TIME = 7,
    PQ_LOGICAL_TIMESTAMP = 8,
    PQ_LOGICAL_INTEGER = 10,
    PQ_LOGICAL_UNKNOWN = 11,
    PQ_LOGICAL_JSON = 12,
    PQ_LOGICAL_BSON = 13,
    PQ_LOGICAL_UUID = 14,
    PQ_LOGICAL_FLOAT16 = 15,
    PQ_LOGICAL_VARIANT = 16,
    PQ_LOGICAL_GEOMETRY = 17,
    PQ_LOGICAL_GEOGRAPHY = 18,
    PQ_LOGICAL_FILE = 19,
};

/* The member set in the TimeUnit union; 0: absent or not known. */
enum pq_time_unit { PQ_UNIT_NONE = 0, PQ_MILLIS = 1, PQ_MICROS = 2, PQ_NANOS = 3 };

struct pq_logical_type {
    int kind;                 /* enum pq_logical_kind */
    int32_t scale, precision; /* DECIMAL */
    bool is_utc;              /* TIME, TIMESTAMP */
    int unit;                 /* TIME, TIMESTAMP: enum pq_time_unit */
    int32_t bit_width;        /* INTEGER */
    bool is_signed;           /* INTEGER */
    int32_t variant_version;  /* VARIANT; 0 when absent */
    struct slice crs;         /* GEOMETRY, GEOGRAPHY; data NULL when absent */
    int32_t algorithm;        /* GEOGRAPHY; -1 when absent */
    int unknown_member;       /* the field id of a member not listed above; 0: none */
};

struct pq_schema_element {
    int type; /* enum pq_type, -1 when absent */
    int32_t type_length;
    int repetition; /* enum pq_repetition, -1 when absent */
    struct slice name;
    int32_t n_children;       /* -1 when absent */
    int converted_type;       /* enum pq_converted_type */
    int32_t scale, precision; /* 0 when absent */
    int32_t field_id;
    bool has_scale, has_precision, has_type_length, has_field_id;
    struct pq_logical_type logical;
};

/* The header gives no encoding. */
#define PQ_NO_ENCODING INT32_MIN

/* PQ_PLAIN ...; encoding_list.h has the numbers. */
enum pq_encoding {
#define ENCODING(format_name, number, name) PQ_##format_name = number,
#include "parquet/format/encoding_list.h"
};

/* The member set in a ColumnOrder union: its field id. */
enum pq_column_order {
    PQ_ORDER_NONE = 0, /* a member this version does not know, or more than one */
    PQ_ORDER_TYPE = 1,
    PQ_ORDER_IEEE_754_TOTAL = 2,
    PQ_ORDER_INT96_TIMESTAMP = 3,
};

/* The member set in the EncryptionAlgorithm union, which struct pq_algorithm holds. */
enum pq_encryption { PQ_AES_GCM_V1 = 1, PQ_AES_GCM_CTR_V1 = 2 };

struct pq_algorithm {
    int kind; /* enum pq_encryption; 0: absent, or a member this version does not know */
    int unknown_member;                   /* the field id of such a member; 0: none */
    struct slice aad_prefix, file_unique; /* data NULL when absent */
    bool needs_prefix;                    /* supply_aad_prefix: readers must know it */
};

/* FileCryptoMetaData, in front of an encrypted footer */
struct pq_file_crypto {
    struct pq_algorithm algorithm;
    struct slice key_metadata; /* of the footer's key */
    bool has_encrypted_footer; /* false: made of the members of a footer in plain */
};

/* The member set in the ColumnCryptoMetaData union, which struct pq_column_crypto
 * holds. */
enum pq_key_kind { PQ_FOOTER_KEY = 1, PQ_COLUMN_KEY = 2 };

struct pq_column_crypto {
    int kind;           /* enum pq_key_kind; 0: absent, or not known */
    int unknown_member; /* the field id of a member not known; 0: none */
    struct slice path;  /* PQ_COLUMN_KEY: a list of names, as is the next */
    struct slice key_metadata;
};

/* PQ_UNCOMPRESSED ...; codec/codec_list.h has the numbers. */
enum pq_compression {
#define CODEC(format_name, number, name, written_as) PQ_##format_name = number,
#include "codec/codec_list.h"
};

enum pq_page_type {
    PQ_DATA_PAGE = 0,
    PQ_INDEX_PAGE = 1,
    PQ_DICTIONARY_PAGE = 2,
    PQ_DATA_PAGE_V2 = 3,
};

/* Optional members that are absent have data NULL, or a has_ flag that is false. */
struct pq_statistics {
    struct slice max, min; /* deprecated */
    struct slice max_value, min_value;
    int64_t null_count, distinct_count, nan_count;
    bool has_null_count, has_distinct_count, has_nan_count;
    int8_t max_is_exact, min_is_exact; /* 0 or 1; -1 when absent */
};

struct pq_bounding_box {
    double xmin, xmax, ymin, ymax; /* NaN when absent, as are the next four */
    double zmin, zmax, mmin, mmax;
    bool has_z, has_m; /* both bounds are present and not NaN */
};

/* Each histogram is a list of max_level + 1 counts. */
struct pq_size_statistics {
    int64_t unencoded_bytes;
    bool has_unencoded_bytes;
    struct slice repetition_histogram, definition_histogram;
};

struct pq_encoding_count { /* PageEncodingStats */
    int page_type;         /* -1 when absent, as is count */
    int encoding;          /* PQ_NO_ENCODING when absent */
    int32_t count;
};

struct pq_key_value {
    struct slice key, value; /* value.data NULL: none */
};

struct pq_column_metadata {
    int type; /* -1 when absent, as is codec */
    struct slice encodings;
    struct slice path_in_schema;
    int codec; /* enum pq_compression */
    int64_t num_values;
    int64_t total_uncompressed_size;
    int64_t total_compressed_size;
    struct slice key_value_metadata;
    int64_t data_page_offset;
    int64_t index_page_offset;
    int64_t dictionary_page_offset; /* missing, 0 or nonsense in some files */
    struct pq_statistics statistics;
    struct slice encoding_stats; /* of pq_encoding_count */
    int64_t bloom_filter_offset;
    int32_t bloom_filter_length;
    bool has_index_page_offset, has_dictionary_page_offset, has_statistics;
    bool has_bloom_filter_offset, has_bloom_filter_length, has_size, has_geospatial;
    bool has_bbox;
    struct pq_size_statistics size;
    struct pq_bounding_box bbox;
    struct slice geospatial_types;
};

struct pq_module_cipher;

struct pq_column_chunk {
    struct slice file_path; /* data NULL when absent */
    int64_t file_offset;
    bool has_metadata; /* false for one that is only in encrypted_metadata */
    struct pq_column_metadata metadata;
    struct slice written_metadata; /* to write instead, encoded */
    int64_t offset_index_offset;
    int32_t offset_index_length;
    int64_t column_index_offset;
    int32_t column_index_length;
    bool has_offset_index, has_column_index;
    bool has_crypto; /* the chunk is encrypted */
    struct pq_column_crypto crypto;
    struct slice encrypted_metadata; /* a module; data NULL when absent */
    /* Set by file_decryption.h, not by the parser; NULL: not encrypted. */
    const struct pq_module_cipher *cipher;
};

struct pq_sorting_column {
    int32_t leaf; /* -1 when absent */
    bool is_descending, nulls_first;
};

/* RowGroup without its columns. */
struct pq_row_group_fields {
    int64_t total_byte_size;
    int64_t n_rows;                /* -1 when absent */
    struct slice sorting_columns;  /* of pq_sorting_column */
    int64_t file_offset;           /* 0 when absent */
    int64_t total_compressed_size; /* -1 when absent */
    int32_t ordinal;
    bool has_ordinal;
};

struct pq_page_header {
    int type; /* enum pq_page_type; -1 when absent */
    int32_t uncompressed_size;
    int32_t compressed_size;
    uint32_t crc;
    bool has_crc;
    bool has_details; /* the struct for this page type is present */
    int32_t num_values;
    int encoding;            /* PQ_NO_ENCODING when absent */
    int definition_encoding; /* RLE in version 2, as is the next */
    int repetition_encoding;
    int32_t num_nulls, num_rows; /* version 2, as are the next two */
    int32_t definition_size, repetition_size;
    bool is_compressed; /* version 2; true when absent */
    bool has_statistics;
    struct pq_statistics statistics;
};

struct pq_page_location {
    int64_t offset;   /* of the page header */
    int32_t size;     /* header and body */
    uint32_t ordinal; /* among the chunk's data pages; not in the file */
    uint64_t first_row;
};

struct pq_offset_index {
    struct slice locations;       /* of pq_page_location */
    struct slice unencoded_bytes; /* I64 */
};

/* Lists with an entry for each page. */
struct pq_column_index {
    struct slice null_pages;              /* booleans */
    struct slice min_values, max_values;  /* BINARY */
    int boundary_order;                   /* enum pq_boundary_order; -1 when absent */
    struct slice null_counts, nan_counts; /* I64, as are the next two */
    struct slice repetition_histograms, definition_histograms;
};

enum pq_boundary_order { PQ_UNORDERED = 0, PQ_ASCENDING = 1, PQ_DESCENDING = 2 };

/* Members of the unions in BloomFilterHeader. */
enum { PQ_BLOOM_SPLIT_BLOCK = 1, PQ_BLOOM_XXHASH = 1, PQ_BLOOM_UNCOMPRESSED = 1 };

struct pq_bloom_header {
    int32_t n_bytes;
    int algorithm, hash, compression; /* members of the unions; 0 when absent */
};

#endif
