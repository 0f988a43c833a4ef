/* SPDX-License-Identifier: MIT */
/*
 * snapshot_files.h - the files of a snapshot: its manifest list, then its manifests.
 */
#ifndef LAKE_ICEBERG_SNAPSHOT_FILES_H
#define LAKE_ICEBERG_SNAPSHOT_FILES_H

#include "lake/iceberg/iceberg_history.h"
#include "lake/iceberg/manifest.h"
#include "lake/paths/lake_path.h"

/* Reads the files into an empty struct, which must be released in any case. */
enum status snapshot_files_read(const struct iceberg_snapshot *snapshot,
                                const struct lake_paths *paths,
                                const struct iceberg_manifest_wish *wish,
                                struct iceberg_files *files,
                                struct error *error) CHECK_RESULT;

#endif
