/*
 * parquet_format.h - the structs and enums of parquet.thrift, with the Thrift field ids
 * in the comments.  Slices point into the footer or page header they were parsed from.
 *
 * Enums hold whatever number the file holds: a value outside the lists means "written by
 * something newer", never an array index.
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
};

/* The member set in the TimeUnit union; 0: none that is known. */
enum pq_time_unit { PQ_UNIT_NONE = 0, PQ_MILLIS = 1, PQ_MICROS = 2, PQ_NANOS = 3 };

struct pq_logical_type {
    int kind;               /* enum pq_logical_kind */
    int32_t scale;          /* DECIMAL 1 */
    int32_t precision;      /* DECIMAL 2 */
    bool is_utc;            /* TIME 1, TIMESTAMP 1 */
    int unit;               /* TIME 2, TIMESTAMP 2: enum pq_time_unit */
    int bit_width;          /* INTEGER 1 */
    bool is_signed;         /* INTEGER 2 */
    struct slice crs;       /* GEOMETRY 1, GEOGRAPHY 1; data NULL when absent */
    int32_t algorithm;      /* GEOGRAPHY 2; -1 when absent */
    int32_t unknown_member; /* the field id of a member not listed above; 0: none */
};

struct pq_schema_element {
    int type;                 /* 1: enum pq_type, -1 when absent */
    int32_t type_length;      /* 2 */
    int repetition;           /* 3: enum pq_repetition, -1 when absent */
    struct slice name;        /* 4 */
    int32_t n_children;       /* 5; -1 when absent */
    int converted_type;       /* 6: enum pq_converted_type */
    int32_t scale, precision; /* 7, 8; 0 when absent */
    int32_t field_id;         /* 9 */
    bool has_scale, has_precision, has_type_length, has_field_id;
    struct pq_logical_type logical; /* 10 */
};

/* No encoding was given. */
#define PQ_NO_ENCODING INT32_MIN

enum pq_encoding {
    PQ_PLAIN = 0,
    PQ_PLAIN_DICTIONARY = 2,
    PQ_RLE = 3,
    PQ_BIT_PACKED = 4,
    PQ_DELTA_BINARY_PACKED = 5,
    PQ_DELTA_LENGTH_BYTE_ARRAY = 6,
    PQ_DELTA_BYTE_ARRAY = 7,
    PQ_RLE_DICTIONARY = 8,
    PQ_BYTE_STREAM_SPLIT = 9,
};

/* The member set in a ColumnOrder union: its field id. */
enum pq_column_order {
    PQ_ORDER_NONE = 0, /* a member this version does not know, or more than one */
    PQ_ORDER_TYPE = 1,
    PQ_ORDER_IEEE_754_TOTAL = 2,
    PQ_ORDER_INT96_TIMESTAMP = 3,
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
    struct slice max, min;             /* 1, 2: deprecated */
    struct slice max_value, min_value; /* 5, 6 */
    int64_t null_count;                /* 3 */
    int64_t distinct_count;            /* 4 */
    int64_t nan_count;                 /* 9 */
    bool has_null_count, has_distinct_count, has_nan_count;
    int8_t max_is_exact, min_is_exact; /* 7, 8: 0 or 1; -1 when absent */
};

struct pq_bounding_box {
    double xmin, xmax, ymin, ymax; /* 1-4; NaN when absent */
    double zmin, zmax, mmin, mmax; /* 5-8; likewise */
    bool has_z, has_m;             /* both of them, and not NaN */
};

struct pq_column_metadata {
    int type;                        /* 1 */
    struct slice encodings;          /* 2: the list as it stands, for display */
    struct slice path_in_schema;     /* 3: likewise */
    int codec;                       /* 4 */
    int64_t num_values;              /* 5 */
    int64_t total_uncompressed_size; /* 6 */
    int64_t total_compressed_size;   /* 7 */
    struct slice key_value_metadata; /* 8: the list as it stands */
    int64_t data_page_offset;        /* 9 */
    int64_t index_page_offset;       /* 10 */
    int64_t dictionary_page_offset;  /* 11 */
    struct pq_statistics statistics; /* 12 */
    struct slice encoding_stats; /* 13: the list as it stands; data NULL when absent */
    int64_t bloom_filter_offset; /* 14 */
    int32_t bloom_filter_length; /* 15 */
    bool has_index_page_offset, has_dictionary_page_offset, has_statistics;
    bool has_bloom_filter_offset, has_bloom_filter_length, has_bbox;
    struct pq_bounding_box bbox;   /* 17.1 */
    struct slice geospatial_types; /* 17.2: the list as it stands */
};

struct pq_column_chunk {
    struct slice file_path;             /* 1; data NULL when absent */
    int64_t file_offset;                /* 2 */
    bool has_metadata;                  /* 3 is there */
    struct pq_column_metadata metadata; /* 3 */
    int64_t offset_index_offset;        /* 4 */
    int32_t offset_index_length;        /* 5 */
    int64_t column_index_offset;        /* 6 */
    int32_t column_index_length;        /* 7 */
    bool has_offset_index, has_column_index;
    bool is_encrypted; /* 8 is there */
};

struct pq_page_header {
    int type;                  /* 1: enum pq_page_type */
    int32_t uncompressed_size; /* 2 */
    int32_t compressed_size;   /* 3 */
    uint32_t crc;              /* 4 */
    bool has_crc;
    bool has_details;            /* the struct that belongs to the type is there */
    int32_t num_values;          /* 5.1, 7.1, 8.1 */
    int encoding;                /* 5.2, 7.2, 8.4; else PQ_NO_ENCODING */
    int definition_encoding;     /* 5.3 */
    int repetition_encoding;     /* 5.4 */
    int32_t num_nulls, num_rows; /* 8.2, 8.3 */
    int32_t definition_size;     /* 8.5 */
    int32_t repetition_size;     /* 8.6 */
    bool is_compressed;          /* 8.7; true when absent */
    bool has_statistics;
    struct pq_statistics statistics; /* 5.5, 8.8 */
};

#endif
