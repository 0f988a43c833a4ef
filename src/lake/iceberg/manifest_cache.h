/* SPDX-License-Identifier: MIT */
/*
 * manifest_cache.h - keeps manifests that were read, for all connections of the process:
 * a commit writes new manifests, and most others stay in the table.
 */
#ifndef LAKE_ICEBERG_MANIFEST_CACHE_H
#define LAKE_ICEBERG_MANIFEST_CACHE_H

#include "lake/iceberg/manifest.h"

/* Adds the files of a manifest, from the cache or by iceberg_manifest_read(). */
enum status iceberg_manifest_get(struct input_file *input,
                                 const struct iceberg_manifest *manifest,
                                 const struct iceberg_manifest_wish *wish,
                                 struct iceberg_files *files,
                                 struct error *error) CHECK_RESULT;

#endif
