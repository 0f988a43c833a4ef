/* SPDX-License-Identifier: MIT */
/* options.h - the arguments of CREATE VIRTUAL TABLE ... USING parquet(...). */
#ifndef SQL_OPTIONS_H
#define SQL_OPTIONS_H

#include "base/status.h"
#include "formats.h"
#include "sql/files/file_origin.h"
#include "sql/keys/file_keys.h"

/* What queries do with values that damage has made unreadable. */
enum salvage_mode {
    SALVAGE_OFF,  /* queries that need them fail */
    SALVAGE_ON,   /* they are NULL */
    SALVAGE_SKIP, /* rows that have lost a value of any visible column are left out */
};

/* Whether key=value in paths is a partition key and its value. */
enum hive_mode {
    HIVE_AUTO, /* of several files, in what a folder or pattern finds */
    HIVE_ON,   /* in all of each path, also that of a single file */
    HIVE_OFF,
};

/* How timestamps are shown. */
enum timestamp_form {
    TIMESTAMPS_TEXT,
    TIMESTAMPS_ISO8601,
    TIMESTAMPS_INSTANT, /* text, dates and times too; compared by parquet_instant */
    TIMESTAMPS_INTEGER, /* the stored number */
    TIMESTAMPS_SECONDS, /* the units in the order of enum time_unit */
    TIMESTAMPS_MILLIS,
    TIMESTAMPS_MICROS,
    TIMESTAMPS_NANOS,
    N_TIMESTAMP_FORMS,
};

/* How UINT64 is shown. */
enum unsigned_form {
    UNSIGNED_INTEGER, /* from 2^63 on: text */
    UNSIGNED_TEXT,    /* 20 digits */
    UNSIGNED_REAL,
    UNSIGNED_BLOB, /* 8 bytes, big-endian */
    N_UNSIGNED_FORMS,
};

struct table_options {
    uint64_t given; /* bits of the options that were set */
    char *path;     /* without its quotes */
    struct file_origin origin;
    char *columns;    /* comma-separated names, or NULL: all */
    char *types;      /* read_types.h, or NULL */
    char *hive_types; /* of partition keys, or NULL: as their values suggest */
    enum hive_mode hive;
    bool unites_columns; /* those of all files, by name */
    bool matches_ids;    /* columns of files by field id, where they have one */
    bool ignores_lakes;  /* reads the files in folders that are Delta or Iceberg tables */
    bool allows_unmatched; /* patterns without files: set once a table exists */
    bool binary_as_text;
    enum timestamp_form timestamps;
    enum unsigned_form uint64;
    bool decimals_as_text;
    bool is_julian;  /* the calendar of dates and timestamps: parquet/schema/calendar.h */
    char *time_zone; /* of ORC files that do not state one, or NULL: UTC */
    bool verify_checksums;
    bool pushdown;
    enum salvage_mode salvage;
    uint32_t n_threads;    /* that may scan ahead of SQLite; 1: none */
    uint64_t memory_limit; /* bytes; 0: only the connection's limit holds */
    struct key_options keys;
};

/* Those of a table without options, and without a path. */
struct table_options options_default(void);

/* Parses argv[3] (the path) and the options after it (key=value).  SQLite passes the text
 * between the commas, quotes included.  Call options_release() also after a failure. */
enum status options_parse(struct table_options *options, int argc,
                          const char *const *argv, struct error *error) CHECK_RESULT;
void options_release(struct table_options *options);

/* Parses key=value and sets the option, which may be given once.  options->path is not
 * changed. */
enum status options_set(struct table_options *options, const char *argument,
                        struct error *error) CHECK_RESULT;

/* Sets *is_off to the value of the option lake. */
enum status lake_option(const char *value, bool *is_off,
                        struct error *error) CHECK_RESULT;

/* The options that the format needs. */
struct format_options options_for_format(const struct table_options *options);

#endif
