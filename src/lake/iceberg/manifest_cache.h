/* SPDX-License-Identifier: MIT */
/*
 * manifest_cache.h - manifests that were read before, for all connections of the process:
 * each commit of a table writes new ones and keeps most of the others.
 */
#ifndef LAKE_ICEBERG_MANIFEST_CACHE_H
#define LAKE_ICEBERG_MANIFEST_CACHE_H

#include "lake/iceberg/manifest.h"

/* iceberg_manifest_read(), or what it has made of the same file for the same wish. */
enum status iceberg_manifest_get(struct input_file *input,
                                 const struct iceberg_manifest *manifest,
                                 const struct iceberg_manifest_wish *wish,
                                 struct iceberg_files *files,
                                 struct error *error) CHECK_RESULT;

#endif
