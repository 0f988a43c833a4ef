/* SPDX-License-Identifier: MIT */
/*
 * iceberg_metadata.h - a table's metadata file, NAME.metadata.json, of format versions 1
 * to 3.
 *
 * Such a file may list tens of thousands of snapshots and many schemas.  Reading it notes
 * where each begins; only those that are used are read further.
 */
#ifndef LAKE_ICEBERG_METADATA_H
#define LAKE_ICEBERG_METADATA_H

#include "base/arena.h"
#include "base/buffer.h"
#include "lake/iceberg/iceberg_types.h"

struct iceberg_snapshot {
    int64_t id, parent_id; /* parent_id: 0 without has_parent */
    int64_t sequence_number;
    int64_t timestamp_ms; /* since 1970, UTC */
    int32_t schema_id;
    bool has_id; /* false: the file's number does not fit into 64 bits */
    bool has_parent, has_schema_id;
    struct slice json;
};

struct iceberg_ref {
    struct slice name;
    int64_t snapshot_id;
    bool is_tag;
};

struct iceberg_log_entry {
    int64_t snapshot_id, timestamp_ms;
};

struct iceberg_schema_text {
    int32_t id;
    struct slice json;
    struct iceberg_schema *schema; /* once it is read */
};

/* A zeroed struct may be released. */
struct iceberg_metadata {
    struct buffer text; /* which slices point into */
    struct arena arena;
    int32_t format_version;
    struct slice uuid, location;
    int64_t last_updated_ms;
    bool has_current; /* false: the table is empty */
    int64_t current_snapshot_id;
    struct slice current_snapshot_text; /* the number as it is written */
    int32_t current_schema_id, default_spec_id;
    struct iceberg_schema_text *schemas; /* as listed: newer ones last */
    struct iceberg_partition_spec *specs;
    struct iceberg_snapshot *snapshots;
    struct iceberg_ref *refs;
    struct iceberg_log_entry *log; /* which snapshot was current from when on */
    uint32_t n_schemas, n_specs, n_snapshots, n_refs, n_log;
    struct slice name_mapping; /* JSON, schema.name-mapping.default; without data: none */
};

/* Reads a file, which may be compressed by gzip.  CANTOPEN, CORRUPT, UNSUPPORTED. */
enum status iceberg_metadata_open(const char *path, struct iceberg_metadata *metadata,
                                  struct error *error) CHECK_RESULT;
/* The same for its text, which is copied. */
enum status iceberg_metadata_read(struct slice text, struct iceberg_metadata *metadata,
                                  struct error *error) CHECK_RESULT;
void iceberg_metadata_release(struct iceberg_metadata *metadata);

/* Reads the schema with the id; *schema lives as long as the metadata.  CORRUPT if there
 * is none. */
enum status iceberg_metadata_schema(struct iceberg_metadata *metadata, int32_t id,
                                    const struct iceberg_schema **schema,
                                    struct error *error) CHECK_RESULT;

/* Finds the field with the id in `first` or else in the newest schema that has it;
 * *field is NULL if none has.  Other schemas that cannot be read are passed over. */
enum status iceberg_metadata_find_field(struct iceberg_metadata *metadata,
                                        const struct iceberg_schema *first, int32_t id,
                                        const struct iceberg_field **field,
                                        struct error *error) CHECK_RESULT;

/* NULL: there is none with the id. */
const struct iceberg_partition_spec *
iceberg_metadata_spec(const struct iceberg_metadata *metadata, int32_t id);
const struct iceberg_snapshot *
iceberg_metadata_snapshot(const struct iceberg_metadata *metadata, int64_t id);

#endif
