/* SPDX-License-Identifier: MIT */
/*
 * unit_manifest_schema.h - the Avro schemas of manifests of Iceberg tables, and of lists
 * of them.
 */
#ifndef UNIT_MANIFEST_SCHEMA_H
#define UNIT_MANIFEST_SCHEMA_H

/* clang-format off */
#define AVRO_FIELD(name, id, type)                                                       \
    "{\"name\":\"" name "\",\"field-id\":" #id ",\"type\":" type "}"
#define AVRO_OR_NULL(type) "[\"null\"," type "]"
#define AVRO_RECORD(name, fields)                                                        \
    "{\"type\":\"record\",\"name\":\"" name "\",\"fields\":[" fields "]}"
#define AVRO_PAIRS(key, value, type)                                                     \
    AVRO_OR_NULL("{\"type\":\"array\",\"logicalType\":\"map\",\"items\":"                \
        AVRO_RECORD("k" #key "_v" #value,                                                \
            AVRO_FIELD("key", key, "\"int\"") "," AVRO_FIELD("value", value, type)) "}")

/* The fields of the partition record are put between both. */
#define ENTRY_SCHEMA_BEGIN                                                               \
    "{\"type\":\"record\",\"name\":\"manifest_entry\",\"fields\":["                      \
    AVRO_FIELD("status", 0, "\"int\"") ","                                               \
    AVRO_FIELD("snapshot_id", 1, AVRO_OR_NULL("\"long\"")) ","                           \
    AVRO_FIELD("sequence_number", 3, AVRO_OR_NULL("\"long\"")) ","                       \
    "{\"name\":\"data_file\",\"field-id\":2,\"type\":"                                   \
    "{\"type\":\"record\",\"name\":\"r2\",\"fields\":["                                  \
    AVRO_FIELD("content", 134, "\"int\"") ","                                            \
    AVRO_FIELD("file_path", 100, "\"string\"") ","                                       \
    AVRO_FIELD("file_format", 101, "\"string\"") ","                                     \
    "{\"name\":\"partition\",\"field-id\":102,\"type\":"                                 \
    "{\"type\":\"record\",\"name\":\"r102\",\"fields\":["
#define ENTRY_SCHEMA_END                                                                 \
    "]}},"                                                                               \
    AVRO_FIELD("record_count", 103, "\"long\"") ","                                      \
    AVRO_FIELD("column_sizes", 108, AVRO_PAIRS(117, 118, "\"long\"")) ","                \
    AVRO_FIELD("value_counts", 109, AVRO_PAIRS(119, 120, "\"long\"")) ","                \
    AVRO_FIELD("null_value_counts", 110, AVRO_PAIRS(121, 122, "\"long\"")) ","           \
    AVRO_FIELD("nan_value_counts", 137, AVRO_PAIRS(138, 139, "\"long\"")) ","            \
    AVRO_FIELD("lower_bounds", 125, AVRO_PAIRS(126, 127, "\"bytes\"")) ","               \
    AVRO_FIELD("upper_bounds", 128, AVRO_PAIRS(129, 130, "\"bytes\"")) ","               \
    AVRO_FIELD("key_metadata", 131, AVRO_OR_NULL("\"bytes\"")) ","                       \
    AVRO_FIELD("equality_ids", 135, AVRO_OR_NULL(                                        \
        "{\"type\":\"array\",\"element-id\":136,\"items\":\"int\"}")) ","                \
    AVRO_FIELD("first_row_id", 142, AVRO_OR_NULL("\"long\"")) ","                        \
    AVRO_FIELD("referenced_data_file", 143, AVRO_OR_NULL("\"string\"")) ","              \
    AVRO_FIELD("content_offset", 144, AVRO_OR_NULL("\"long\"")) ","                      \
    AVRO_FIELD("content_size_in_bytes", 145, AVRO_OR_NULL("\"long\"")) "]}}]}"

#define LIST_SCHEMA                                                                      \
    AVRO_RECORD("manifest_file",                                                         \
        AVRO_FIELD("manifest_path", 500, "\"string\"") ","                               \
        AVRO_FIELD("partition_spec_id", 502, "\"int\"") ","                              \
        AVRO_FIELD("content", 517, "\"int\"") ","                                        \
        AVRO_FIELD("sequence_number", 515, "\"long\"") ","                               \
        AVRO_FIELD("added_snapshot_id", 503, "\"long\"") ","                             \
        AVRO_FIELD("key_metadata", 519, AVRO_OR_NULL("\"bytes\"")) ","                   \
        AVRO_FIELD("first_row_id", 520, AVRO_OR_NULL("\"long\"")))
/* clang-format on */

#endif
