/* SPDX-License-Identifier: MIT */
/*
 * iceberg_discovery.h - finds the metadata file of a table.
 *
 *     T/metadata/x.metadata.json     is taken as it is
 *     T with version-hint.text       N: vN.metadata.json, and on from there while there
 *                                    is an N+1; or a name
 *     T without, or whose hint       the highest N of the names vN.metadata.json and
 *       names no file                N-UUID.metadata.json; of several with the same N
 *                                    the one whose last-updated-ms is the latest
 *
 * Names may also end with .gz.metadata.json or .metadata.json.gz.  The last way is a
 * guess: a catalog may say otherwise, and commits that failed leave files, too.  So users
 * can see which file was found, and how.
 */
#ifndef LAKE_ICEBERG_DISCOVERY_H
#define LAKE_ICEBERG_DISCOVERY_H

#include "base/folder.h"

enum iceberg_choice { ICEBERG_GIVEN, ICEBERG_HINT, ICEBERG_HIGHEST };

/* A zeroed struct may be released. */
struct iceberg_location {
    char *folder;        /* the table's; ends with a slash, or is "": the current one */
    char *metadata_file; /* a path */
    enum iceberg_choice choice;
    struct file_identity file; /* of the metadata file when it was found */
    /* Of the folder that it was found in; as long as that has it, it has the same names,
     * if keeps_names. */
    struct file_identity names;
    bool keeps_names;
};

/* path: of a table's folder, with or without a slash at its end, or of a metadata file.
 * MISUSE if there is no metadata file in the folder. */
enum status iceberg_discover(const char *path, struct iceberg_location *location,
                             struct error *error) CHECK_RESULT;
void iceberg_location_release(struct iceberg_location *location);

/* Whether the path would still lead to the same unchanged metadata file. */
enum status iceberg_location_check(const struct iceberg_location *location,
                                   const char *path, bool *is_current,
                                   struct error *error) CHECK_RESULT;

/* Whether a path ends like that of a metadata file. */
bool iceberg_is_metadata_file(const char *path);

/* The number of a metadata file's name, such as v12.metadata.json; -1: it has none. */
int64_t iceberg_metadata_number(struct slice name);

#endif
