/* SPDX-License-Identifier: MIT */
/*
 * lake_path.h - maps the locations that a table's metadata names to paths of files.
 *
 *     part-0.parquet               in the table's folder
 *     s3://bucket/sales/x.avro     in it, if the metadata says that the table is at
 *                                  s3://bucket/sales: it was copied to here
 *     file:/data/lake/x.parquet    in it, if that is the folder
 *     hdfs://node/y.parquet        where the option lake_roots says: hdfs://node=/mnt/y
 *
 * Metadata is hostile: nothing outside the table's folder is named unless the user has
 * said where it is, and no path goes up with "..".  What links in a folder lead to is
 * checked where files are opened (disk_file_confine()).
 *
 * Locations are compared as they are written, but for file: and file://, which are a path
 * without a scheme, s3a: and s3n:, which are s3:, a leading "./", and repeated slashes.
 */
#ifndef LAKE_PATHS_LAKE_PATH_H
#define LAKE_PATHS_LAKE_PATH_H

#include "base/buffer.h"

/* Where the user says that locations are: the option lake_roots.  A zeroed struct has
 * none. */
struct lake_roots {
    struct lake_root {
        char *prefix; /* of locations; ends where a name ends */
        char *folder;
    } * roots;
    size_t n;
};

/* Parses "PREFIX=FOLDER, PREFIX=FOLDER", with quotes around what has commas or equal
 * signs.  MISUSE.  Needs no release after an error. */
enum status lake_roots_parse(const char *text, struct lake_roots *roots,
                             struct error *error) CHECK_RESULT;
/* Makes `copy` the same roots.  The copy needs no release after an error. */
enum status lake_roots_copy(const struct lake_roots *roots, struct lake_roots *copy,
                            struct error *error) CHECK_RESULT;
void lake_roots_release(struct lake_roots *roots);

/* How one table's locations are mapped.  All is borrowed. */
struct lake_paths {
    const char *folder;             /* where the table is; ends with a slash, or is "" */
    const char *resolved;           /* the same without links (path_resolve()), or NULL */
    struct slice location;          /* where its metadata says it is; empty: nowhere */
    const struct lake_roots *roots; /* or NULL */
    bool is_encoded;                /* %XX in locations is a byte */
};

/* Sets *path to the path of a location, zero-terminated, with its size.  MISUSE, and what
 * to do, if it may not be read; CORRUPT if it is no location of a file. */
enum status lake_path_map(const struct lake_paths *paths, struct slice location,
                          struct buffer *path, struct error *error) CHECK_RESULT;

#endif
