/* SPDX-License-Identifier: MIT */
#include "parquet/format/format_structs.h"

#include <math.h>

#define N_OF(members) (uint8_t)(sizeof(members) / sizeof *(members))

/* A struct with its own C struct; empty_ is that struct with all fields absent. */
#define STRUCT_OF(members_, empty_)                                                      \
    {                                                                                    \
        .members = (members_), .n_members = N_OF(members_), .size = sizeof(empty_),      \
        .empty = &(empty_)                                                               \
    }

/* A struct whose members live in the enclosing C struct. */
#define PART_OF(members_, empty_)                                                        \
    {                                                                                    \
        .members = (members_), .n_members = N_OF(members_), .is_part = true,             \
        .empty = &(empty_)                                                               \
    }

/* ---- LogicalType ----------------------------------------------------------------- */

typedef struct pq_logical_type logical;

static const struct pq_logical_type NO_LOGICAL_TYPE = {.algorithm = -1};

static const struct thrift_member DECIMAL_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, logical, scale),
    [2] = THRIFT_REQUIRED(I32, logical, precision),
};
static const struct thrift_member TIME_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(BOOL, logical, is_utc),
    [2] = {.kind = THRIFT_MEMBER_UNION,
           .need = THRIFT_NEED_REQUIRED,
           .offset = offsetof(logical, unit),
           .tag = PQ_NANOS},
};
static const struct thrift_member INTEGER_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I8, logical, bit_width),
    [2] = THRIFT_REQUIRED(BOOL, logical, is_signed),
};
static const struct thrift_member VARIANT_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(I8, logical, variant_version),
};
static const struct thrift_member GEO_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(BINARY, logical, crs),
    [2] = THRIFT_OPTIONAL(I32, logical, algorithm), /* GEOGRAPHY */
};

static const struct thrift_struct BARE_TYPE = {.is_part = true};
static const struct thrift_struct DECIMAL = PART_OF(DECIMAL_MEMBERS, NO_LOGICAL_TYPE);
static const struct thrift_struct TIME = PART_OF(TIME_MEMBERS, NO_LOGICAL_TYPE);
static const struct thrift_struct INTEGER = PART_OF(INTEGER_MEMBERS, NO_LOGICAL_TYPE);
static const struct thrift_struct VARIANT = PART_OF(VARIANT_MEMBERS, NO_LOGICAL_TYPE);
static const struct thrift_struct GEO = PART_OF(GEO_MEMBERS, NO_LOGICAL_TYPE);

#define TYPE(inner_)                                                                     \
    {                                                                                    \
        .kind = THRIFT_MEMBER_STRUCT, .inner = &(inner_)                                 \
    }
static const struct thrift_member LOGICAL_MEMBERS[] = {
    [PQ_LOGICAL_STRING] = TYPE(BARE_TYPE), [PQ_LOGICAL_MAP] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_LIST] = TYPE(BARE_TYPE),   [PQ_LOGICAL_ENUM] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_DECIMAL] = TYPE(DECIMAL),  [PQ_LOGICAL_DATE] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_TIME] = TYPE(TIME),        [PQ_LOGICAL_TIMESTAMP] = TYPE(TIME),
    [PQ_LOGICAL_INTEGER] = TYPE(INTEGER),  [PQ_LOGICAL_UNKNOWN] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_JSON] = TYPE(BARE_TYPE),   [PQ_LOGICAL_BSON] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_UUID] = TYPE(BARE_TYPE),   [PQ_LOGICAL_FLOAT16] = TYPE(BARE_TYPE),
    [PQ_LOGICAL_VARIANT] = TYPE(VARIANT),  [PQ_LOGICAL_GEOMETRY] = TYPE(GEO),
    [PQ_LOGICAL_GEOGRAPHY] = TYPE(GEO),    [PQ_LOGICAL_FILE] = TYPE(BARE_TYPE),
};
static const struct thrift_struct LOGICAL_TYPE = {
    .members = LOGICAL_MEMBERS,
    .n_members = N_OF(LOGICAL_MEMBERS),
    .tag_kind = THRIFT_TAG_IS_ID,
    .tag = offsetof(logical, kind),
    .unknown = offsetof(logical, unknown_member),
    .size = sizeof(logical),
    .empty = &NO_LOGICAL_TYPE,
};

/* ---- SchemaElement --------------------------------------------------------------- */

typedef struct pq_schema_element element;

static const struct pq_schema_element NO_ELEMENT = {.type = -1,
                                                    .repetition = -1,
                                                    .n_children = -1,
                                                    .converted_type = PQ_CONVERTED_NONE,
                                                    .logical.algorithm = -1};
static const struct thrift_member ELEMENT_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(I32, element, type),
    [2] = THRIFT_FLAGGED(I32, element, type_length, has_type_length),
    [3] = THRIFT_OPTIONAL(I32, element, repetition),
    [4] = THRIFT_REQUIRED(BINARY, element, name),
    [5] = THRIFT_OPTIONAL(I32, element, n_children),
    [6] = THRIFT_OPTIONAL(I32, element, converted_type),
    [7] = THRIFT_FLAGGED(I32, element, scale, has_scale),
    [8] = THRIFT_FLAGGED(I32, element, precision, has_precision),
    [9] = THRIFT_FLAGGED(I32, element, field_id, has_field_id),
    [10] = {.kind = THRIFT_MEMBER_STRUCT,
            .offset = offsetof(element, logical),
            .inner = &LOGICAL_TYPE},
};
const struct thrift_struct PQ_SCHEMA_ELEMENT = STRUCT_OF(ELEMENT_MEMBERS, NO_ELEMENT);

/* ---- ColumnMetaData and its parts ------------------------------------------------ */

static const struct pq_statistics NO_STATISTICS = {.max_is_exact = -1,
                                                   .min_is_exact = -1};
static const struct thrift_member STATISTICS_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(BINARY, struct pq_statistics, max),
    [2] = THRIFT_OPTIONAL(BINARY, struct pq_statistics, min),
    [3] = THRIFT_FLAGGED(I64, struct pq_statistics, null_count, has_null_count),
    [4] = THRIFT_FLAGGED(I64, struct pq_statistics, distinct_count, has_distinct_count),
    [5] = THRIFT_OPTIONAL(BINARY, struct pq_statistics, max_value),
    [6] = THRIFT_OPTIONAL(BINARY, struct pq_statistics, min_value),
    [7] = THRIFT_OPTIONAL(MAYBE, struct pq_statistics, max_is_exact),
    [8] = THRIFT_OPTIONAL(MAYBE, struct pq_statistics, min_is_exact),
    [9] = THRIFT_FLAGGED(I64, struct pq_statistics, nan_count, has_nan_count),
};
const struct thrift_struct PQ_STATISTICS = STRUCT_OF(STATISTICS_MEMBERS, NO_STATISTICS);

static const struct pq_encoding_count NO_COUNT = {-1, PQ_NO_ENCODING, -1};
static const struct thrift_member COUNT_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, struct pq_encoding_count, page_type),
    [2] = THRIFT_REQUIRED(I32, struct pq_encoding_count, encoding),
    [3] = THRIFT_REQUIRED(I32, struct pq_encoding_count, count),
};
const struct thrift_struct PQ_ENCODING_COUNT = STRUCT_OF(COUNT_MEMBERS, NO_COUNT);

static const struct pq_size_statistics NO_SIZE;
static const struct thrift_member SIZE_MEMBERS[] = {
    [1] = THRIFT_FLAGGED(I64, struct pq_size_statistics, unencoded_bytes,
                         has_unencoded_bytes),
    [2] = THRIFT_OPTIONAL(LIST, struct pq_size_statistics, repetition_histogram),
    [3] = THRIFT_OPTIONAL(LIST, struct pq_size_statistics, definition_histogram),
};
static const struct thrift_struct SIZE = STRUCT_OF(SIZE_MEMBERS, NO_SIZE);

#define NO_BOX                                                                           \
    {                                                                                    \
        .xmin = (double)NAN, .xmax = (double)NAN, .ymin = (double)NAN,                   \
        .ymax = (double)NAN, .zmin = (double)NAN, .zmax = (double)NAN,                   \
        .mmin = (double)NAN, .mmax = (double)NAN                                         \
    }
static const struct pq_bounding_box EMPTY_BOX = NO_BOX;
static const struct thrift_member BOX_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(DOUBLE, struct pq_bounding_box, xmin),
    [2] = THRIFT_REQUIRED(DOUBLE, struct pq_bounding_box, xmax),
    [3] = THRIFT_REQUIRED(DOUBLE, struct pq_bounding_box, ymin),
    [4] = THRIFT_REQUIRED(DOUBLE, struct pq_bounding_box, ymax),
    [5] = THRIFT_OPTIONAL(DOUBLE, struct pq_bounding_box, zmin),
    [6] = THRIFT_OPTIONAL(DOUBLE, struct pq_bounding_box, zmax),
    [7] = THRIFT_OPTIONAL(DOUBLE, struct pq_bounding_box, mmin),
    [8] = THRIFT_OPTIONAL(DOUBLE, struct pq_bounding_box, mmax),
};
static const struct thrift_struct BOX = STRUCT_OF(BOX_MEMBERS, EMPTY_BOX);

typedef struct pq_column_metadata column;

static const struct pq_column_metadata NO_COLUMN = {.type = -1, .codec = -1};
static const struct thrift_member GEOSPATIAL_MEMBERS[] = {
    [1] = THRIFT_INNER(column, bbox, has_bbox, &BOX),
    [2] = THRIFT_OPTIONAL(LIST, column, geospatial_types),
};
static const struct thrift_struct GEOSPATIAL = PART_OF(GEOSPATIAL_MEMBERS, NO_COLUMN);
static const struct thrift_member COLUMN_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, column, type),
    [2] = THRIFT_REQUIRED(LIST, column, encodings),
    [3] = THRIFT_REQUIRED(LIST, column, path_in_schema),
    [4] = THRIFT_REQUIRED(I32, column, codec),
    [5] = THRIFT_REQUIRED(I64, column, num_values),
    [6] = THRIFT_REQUIRED(I64, column, total_uncompressed_size),
    [7] = THRIFT_REQUIRED(I64, column, total_compressed_size),
    [8] = THRIFT_OPTIONAL(LIST, column, key_value_metadata),
    [9] = THRIFT_REQUIRED(I64, column, data_page_offset),
    [10] = THRIFT_FLAGGED(I64, column, index_page_offset, has_index_page_offset),
    [11] = THRIFT_FLAGGED(I64, column, dictionary_page_offset,
                          has_dictionary_page_offset),
    [12] = THRIFT_INNER(column, statistics, has_statistics, &PQ_STATISTICS),
    [13] = THRIFT_OPTIONAL(LIST, column, encoding_stats),
    [14] = THRIFT_FLAGGED(I64, column, bloom_filter_offset, has_bloom_filter_offset),
    [15] = THRIFT_FLAGGED(I32, column, bloom_filter_length, has_bloom_filter_length),
    [16] = THRIFT_INNER(column, size, has_size, &SIZE),
    [17] = {.kind = THRIFT_MEMBER_STRUCT,
            .flag = offsetof(column, has_geospatial),
            .inner = &GEOSPATIAL},
};
const struct thrift_struct PQ_COLUMN_METADATA = STRUCT_OF(COLUMN_MEMBERS, NO_COLUMN);

/* ---- Encryption ------------------------------------------------------------------ */

/* A union of structs. */
#define UNION_OF(members_, type, empty_)                                                 \
    {                                                                                    \
        .members = (members_), .n_members = N_OF(members_),                              \
        .tag_kind = THRIFT_TAG_IS_ID, .tag = offsetof(type, kind),                       \
        .unknown = offsetof(type, unknown_member), .size = sizeof(type),                 \
        .empty = &(empty_)                                                               \
    }

static const struct pq_algorithm NO_ALGORITHM;
static const struct thrift_member AES_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(BINARY, struct pq_algorithm, aad_prefix),
    [2] = THRIFT_OPTIONAL(BINARY, struct pq_algorithm, file_unique),
    [3] = THRIFT_OPTIONAL(BOOL, struct pq_algorithm, needs_prefix),
};
static const struct thrift_struct AES = PART_OF(AES_MEMBERS, NO_ALGORITHM);
static const struct thrift_member ALGORITHM_MEMBERS[] = {
    [PQ_AES_GCM_V1] = TYPE(AES),
    [PQ_AES_GCM_CTR_V1] = TYPE(AES),
};
static const struct thrift_struct ALGORITHM = UNION_OF(ALGORITHM_MEMBERS,
                                                       struct pq_algorithm, NO_ALGORITHM);

static const struct pq_file_crypto NO_FILE_CRYPTO;
static const struct thrift_member FILE_CRYPTO_MEMBERS[] = {
    [1] = {.kind = THRIFT_MEMBER_STRUCT,
           .need = THRIFT_NEED_REQUIRED,
           .offset = offsetof(struct pq_file_crypto, algorithm),
           .inner = &ALGORITHM},
    [2] = THRIFT_OPTIONAL(BINARY, struct pq_file_crypto, key_metadata),
};
const struct thrift_struct PQ_FILE_CRYPTO = STRUCT_OF(FILE_CRYPTO_MEMBERS,
                                                      NO_FILE_CRYPTO);

static const struct pq_column_crypto NO_COLUMN_CRYPTO;
static const struct thrift_member COLUMN_KEY_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(LIST, struct pq_column_crypto, path),
    [2] = THRIFT_OPTIONAL(BINARY, struct pq_column_crypto, key_metadata),
};
static const struct thrift_struct COLUMN_KEY = PART_OF(COLUMN_KEY_MEMBERS,
                                                       NO_COLUMN_CRYPTO);
static const struct thrift_member COLUMN_CRYPTO_MEMBERS[] = {
    [PQ_FOOTER_KEY] = TYPE(BARE_TYPE),
    [PQ_COLUMN_KEY] = TYPE(COLUMN_KEY),
};
static const struct thrift_struct COLUMN_CRYPTO = UNION_OF(
    COLUMN_CRYPTO_MEMBERS, struct pq_column_crypto, NO_COLUMN_CRYPTO);

/* ---- ColumnChunk ----------------------------------------------------------------- */

typedef struct pq_column_chunk chunk;

static void read_metadata(struct thrift_reader *reader, const struct thrift_field *field,
                          void *object)
{
    (void)field;
    thrift_read_struct(reader, &PQ_COLUMN_METADATA, &((chunk *)object)->metadata);
}

static void write_metadata(struct thrift_writer *writer, const void *object)
{
    thrift_append_finished(writer, ((const chunk *)object)->written_metadata);
}

static const struct thrift_stream METADATA = {THRIFT_STRUCT, read_metadata,
                                              write_metadata};
static const struct pq_column_chunk NO_CHUNK;
static const struct thrift_member CHUNK_MEMBERS[] = {
    [1] = THRIFT_OPTIONAL(BINARY, chunk, file_path),
    [2] = THRIFT_REQUIRED(I64, chunk, file_offset),
    [3] = {.kind = THRIFT_MEMBER_STREAM,
           .offset = offsetof(chunk, metadata),
           .flag = offsetof(chunk, has_metadata),
           .stream = &METADATA},
    [4] = THRIFT_FLAGGED(I64, chunk, offset_index_offset, has_offset_index),
    [5] = THRIFT_OPTIONAL(I32, chunk, offset_index_length),
    [6] = THRIFT_FLAGGED(I64, chunk, column_index_offset, has_column_index),
    [7] = THRIFT_OPTIONAL(I32, chunk, column_index_length),
    [8] = THRIFT_INNER(chunk, crypto, has_crypto, &COLUMN_CRYPTO),
    [9] = THRIFT_OPTIONAL(BINARY, chunk, encrypted_metadata),
};
const struct thrift_struct PQ_COLUMN_CHUNK = STRUCT_OF(CHUNK_MEMBERS, NO_CHUNK);

/* ---- RowGroup -------------------------------------------------------------------- */

typedef struct pq_row_group_fields group;

static const struct pq_sorting_column NO_SORTING = {.leaf = -1};
static const struct thrift_member SORTING_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, struct pq_sorting_column, leaf),
    [2] = THRIFT_REQUIRED(BOOL, struct pq_sorting_column, is_descending),
    [3] = THRIFT_REQUIRED(BOOL, struct pq_sorting_column, nulls_first),
};
const struct thrift_struct PQ_SORTING_COLUMN = STRUCT_OF(SORTING_MEMBERS, NO_SORTING);

static const struct thrift_stream COLUMNS = {THRIFT_LIST, pq_read_columns,
                                             pq_write_columns};
static const struct pq_row_group_fields NO_GROUP = {.n_rows = -1,
                                                    .total_compressed_size = -1};
static const struct thrift_member GROUP_MEMBERS[] = {
    [1] = {.kind = THRIFT_MEMBER_STREAM,
           .need = THRIFT_NEED_REQUIRED,
           .stream = &COLUMNS},
    [2] = THRIFT_REQUIRED(I64, group, total_byte_size),
    [3] = THRIFT_REQUIRED(I64, group, n_rows),
    [4] = THRIFT_OPTIONAL(LIST, group, sorting_columns),
    [5] = THRIFT_ALWAYS(I64, group, file_offset),
    [6] = THRIFT_ALWAYS(I64, group, total_compressed_size),
    [7] = THRIFT_FLAGGED(I16, group, ordinal, has_ordinal),
};
const struct thrift_struct PQ_ROW_GROUP = STRUCT_OF(GROUP_MEMBERS, NO_GROUP);

/* ---- FileMetaData ---------------------------------------------------------------- */

static const struct pq_key_value NO_KEY_VALUE;
static const struct thrift_member KEY_VALUE_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(BINARY, struct pq_key_value, key),
    [2] = THRIFT_OPTIONAL(BINARY, struct pq_key_value, value),
};
const struct thrift_struct PQ_KEY_VALUE = STRUCT_OF(KEY_VALUE_MEMBERS, NO_KEY_VALUE);

typedef struct pq_file_metadata file;

static const struct thrift_stream SCHEMA = {THRIFT_LIST, pq_read_schema, pq_write_schema};
static const struct thrift_stream ROW_GROUPS = {THRIFT_LIST, pq_read_row_groups,
                                                pq_write_row_groups};
static const struct pq_file_metadata NO_FILE;
static const struct thrift_member FILE_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, file, version),
    [2] = {.kind = THRIFT_MEMBER_STREAM, .need = THRIFT_NEED_REQUIRED, .stream = &SCHEMA},
    [3] = THRIFT_REQUIRED(I64, file, n_rows),
    [4] = {.kind = THRIFT_MEMBER_STREAM,
           .need = THRIFT_NEED_REQUIRED,
           .stream = &ROW_GROUPS},
    [5] = THRIFT_OPTIONAL(LIST, file, key_values),
    [6] = THRIFT_OPTIONAL(BINARY, file, created_by),
    [7] = THRIFT_OPTIONAL(LIST, file, column_orders),
    [8] = {.kind = THRIFT_MEMBER_STRUCT,
           .offset = offsetof(file, algorithm),
           .inner = &ALGORITHM},
    [9] = THRIFT_OPTIONAL(BINARY, file, footer_signing_key_metadata),
};
/* A part, so that reading does not clear the C struct's other members. */
const struct thrift_struct PQ_FILE_METADATA = PART_OF(FILE_MEMBERS, NO_FILE);

/* ---- PageHeader ------------------------------------------------------------------ */

typedef struct pq_page_header header;

static const struct pq_page_header NO_HEADER = {
    .type = -1, .encoding = PQ_NO_ENCODING, .is_compressed = true};

static const struct thrift_member DATA_PAGE_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, header, num_values),
    [2] = THRIFT_REQUIRED(I32, header, encoding),
    [3] = THRIFT_REQUIRED(I32, header, definition_encoding),
    [4] = THRIFT_REQUIRED(I32, header, repetition_encoding),
    [5] = THRIFT_INNER(header, statistics, has_statistics, &PQ_STATISTICS),
};
static const struct thrift_member DICTIONARY_PAGE_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, header, num_values),
    [2] = THRIFT_REQUIRED(I32, header, encoding),
};
static const struct thrift_member DATA_PAGE_V2_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, header, num_values),
    [2] = THRIFT_REQUIRED(I32, header, num_nulls),
    [3] = THRIFT_REQUIRED(I32, header, num_rows),
    [4] = THRIFT_REQUIRED(I32, header, encoding),
    [5] = THRIFT_REQUIRED(I32, header, definition_size),
    [6] = THRIFT_REQUIRED(I32, header, repetition_size),
    [7] = THRIFT_ALWAYS(BOOL, header, is_compressed),
    [8] = THRIFT_INNER(header, statistics, has_statistics, &PQ_STATISTICS),
};
static const struct thrift_struct DATA_PAGE = PART_OF(DATA_PAGE_MEMBERS, NO_HEADER);
static const struct thrift_struct DICTIONARY_PAGE = PART_OF(DICTIONARY_PAGE_MEMBERS,
                                                            NO_HEADER);
static const struct thrift_struct DATA_PAGE_V2 = PART_OF(DATA_PAGE_V2_MEMBERS, NO_HEADER);

#define PAGE(type_, inner_)                                                              \
    {                                                                                    \
        .kind = THRIFT_MEMBER_STRUCT, .flag = offsetof(header, has_details),             \
        .tag = (type_), .inner = &(inner_)                                               \
    }
static const struct thrift_member HEADER_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, header, type),
    [2] = THRIFT_REQUIRED(I32, header, uncompressed_size),
    [3] = THRIFT_REQUIRED(I32, header, compressed_size),
    [4] = THRIFT_FLAGGED(I32, header, crc, has_crc),
    [5] = PAGE(PQ_DATA_PAGE, DATA_PAGE),
    [7] = PAGE(PQ_DICTIONARY_PAGE, DICTIONARY_PAGE),
    [8] = PAGE(PQ_DATA_PAGE_V2, DATA_PAGE_V2),
};
/* Structs that do not belong to the page's type are skipped, so that they cannot
 * overwrite the right one's members.  Writers always write the type first. */
const struct thrift_struct PQ_PAGE_HEADER = {
    .members = HEADER_MEMBERS,
    .n_members = N_OF(HEADER_MEMBERS),
    .tag_kind = THRIFT_TAG_SELECTS,
    .tag = offsetof(header, type),
    .size = sizeof(header),
    .empty = &NO_HEADER,
};

/* ---- Page indexes and Bloom filters ---------------------------------------------- */

static const struct pq_offset_index NO_OFFSET_INDEX;
static const struct thrift_member OFFSET_INDEX_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(LIST, struct pq_offset_index, locations),
    [2] = THRIFT_OPTIONAL(LIST, struct pq_offset_index, unencoded_bytes),
};
const struct thrift_struct PQ_OFFSET_INDEX = STRUCT_OF(OFFSET_INDEX_MEMBERS,
                                                       NO_OFFSET_INDEX);

static const struct pq_page_location NO_LOCATION = {-1, -1, 0, UINT64_MAX};
static const struct thrift_member LOCATION_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I64, struct pq_page_location, offset),
    [2] = THRIFT_REQUIRED(I32, struct pq_page_location, size),
    [3] = THRIFT_REQUIRED(I64, struct pq_page_location, first_row),
};
const struct thrift_struct PQ_PAGE_LOCATION = STRUCT_OF(LOCATION_MEMBERS, NO_LOCATION);

static const struct pq_column_index NO_COLUMN_INDEX = {.boundary_order = -1};
static const struct thrift_member COLUMN_INDEX_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(LIST, struct pq_column_index, null_pages),
    [2] = THRIFT_REQUIRED(LIST, struct pq_column_index, min_values),
    [3] = THRIFT_REQUIRED(LIST, struct pq_column_index, max_values),
    [4] = THRIFT_REQUIRED(I32, struct pq_column_index, boundary_order),
    [5] = THRIFT_OPTIONAL(LIST, struct pq_column_index, null_counts),
    [6] = THRIFT_OPTIONAL(LIST, struct pq_column_index, repetition_histograms),
    [7] = THRIFT_OPTIONAL(LIST, struct pq_column_index, definition_histograms),
    [8] = THRIFT_OPTIONAL(LIST, struct pq_column_index, nan_counts),
};
const struct thrift_struct PQ_COLUMN_INDEX = STRUCT_OF(COLUMN_INDEX_MEMBERS,
                                                       NO_COLUMN_INDEX);

static const struct pq_bloom_header NO_BLOOM_HEADER;
static const struct thrift_member BLOOM_HEADER_MEMBERS[] = {
    [1] = THRIFT_REQUIRED(I32, struct pq_bloom_header, n_bytes),
    [2] = THRIFT_REQUIRED(UNION, struct pq_bloom_header, algorithm),
    [3] = THRIFT_REQUIRED(UNION, struct pq_bloom_header, hash),
    [4] = THRIFT_REQUIRED(UNION, struct pq_bloom_header, compression),
};
const struct thrift_struct PQ_BLOOM_HEADER = STRUCT_OF(BLOOM_HEADER_MEMBERS,
                                                       NO_BLOOM_HEADER);
