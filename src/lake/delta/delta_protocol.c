/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_protocol.h"

enum { MAPPING_VERSION = 2, FEATURES_VERSION = 3 };

static const char MAPPING_FEATURE[] = "columnMapping";

static const char *const KNOWN_FEATURES[] = {
    MAPPING_FEATURE,
    "deletionVectors",
    "timestampNtz",
    "typeWidening",
    "typeWidening-preview",
    "v2Checkpoint",
    "vacuumProtocolCheck",
    "variantType",
    "variantType-preview",
    "variantShredding",
    "variantShredding-preview",
};

/* The newest versions of such a table may be known to its catalog only. */
static const char *const CATALOG_FEATURES[] = {"catalogManaged", "catalogOwned",
                                               "catalogOwned-preview"};

static bool is_one_of(struct slice feature, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (slice_equals_text(feature, names[i]))
            return true;
    }
    return false;
}

static enum status check_feature(struct slice feature, struct error *error)
{
    if (is_one_of(feature, KNOWN_FEATURES,
                  sizeof KNOWN_FEATURES / sizeof *KNOWN_FEATURES))
        return OK;
    if (is_one_of(feature, CATALOG_FEATURES,
                  sizeof CATALOG_FEATURES / sizeof *CATALOG_FEATURES))
        return error_set(error, UNSUPPORTED,
                         "the Delta table is managed by a catalog (feature %.*s), which "
                         "alone knows its newest version",
                         SLICE_SHOWN(feature, 100));
    return error_set(error, UNSUPPORTED,
                     "the Delta table needs the reader feature %.*s, which this version "
                     "does not know",
                     SLICE_SHOWN(feature, 100));
}

enum status delta_protocol_check(const struct delta_protocol *protocol,
                                 const struct delta_metadata *metadata,
                                 struct error *error)
{
    enum status status = OK;
    if (!protocol->is_known || !metadata->is_known)
        return error_set(error, CORRUPT, "the Delta table's log has no %s",
                         protocol->is_known ? "metaData" : "protocol");
    if (protocol->min_reader_version > FEATURES_VERSION)
        return error_set(error, UNSUPPORTED,
                         "the Delta table needs readers of protocol version %lld; this "
                         "version knows up to %d",
                         (long long)protocol->min_reader_version, FEATURES_VERSION);
    /* Lower versions should list none, but restoring a table may leave them. */
    for (uint32_t i = 0; status == OK && i < protocol->reader_features.n; i++)
        status = check_feature(protocol->reader_features.texts[i], error);
    if (status == OK && metadata->provider.data != NULL &&
        !slice_equals_word(metadata->provider, "parquet"))
        status = error_set(error, UNSUPPORTED,
                           "the Delta table's files are in the format %.*s",
                           SLICE_SHOWN(metadata->provider, 100));
    return status;
}

struct slice delta_property(const struct delta_metadata *metadata, const char *name)
{
    return delta_pairs_find(&metadata->properties, slice_of(name, strlen(name)));
}

static bool has_mapping(const struct delta_texts *features)
{
    uint32_t i = 0;
    while (i < features->n && !slice_equals_text(features->texts[i], MAPPING_FEATURE))
        i++;
    return i < features->n;
}

/* Raising the version of a table has lost the reader's feature, but not the writer's. */
static bool allows_mapping(const struct delta_protocol *protocol)
{
    return protocol->min_reader_version == MAPPING_VERSION ||
           has_mapping(&protocol->reader_features) ||
           (protocol->min_reader_version == FEATURES_VERSION &&
            has_mapping(&protocol->writer_features));
}

enum status delta_mapping_find(const struct delta_protocol *protocol,
                               const struct delta_metadata *metadata,
                               enum delta_mapping *mapping, struct error *error)
{
    struct slice mode = delta_property(metadata, "delta.columnMapping.mode");
    *mapping = DELTA_BY_NAME;
    if (mode.data == NULL || slice_equals_word(mode, "none") || !allows_mapping(protocol))
        return OK;
    if (slice_equals_word(mode, "name"))
        *mapping = DELTA_BY_PHYSICAL_NAME;
    else if (slice_equals_word(mode, "id"))
        *mapping = DELTA_BY_ID;
    else
        return error_set(error, UNSUPPORTED,
                         "the Delta table's property delta.columnMapping.mode is %.*s",
                         SLICE_SHOWN(mode, 100));
    return OK;
}
