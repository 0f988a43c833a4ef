/* SPDX-License-Identifier: MIT */
/* table_options.h - the arguments of CREATE VIRTUAL TABLE ... USING parquet(...), and of
 * functions with a path. */
#ifndef SQL_TABLE_OPTIONS_H
#define SQL_TABLE_OPTIONS_H

#include "sql/options/options.h"

/* The choices of the options, in the order of their words in option_list.h. */

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

enum decimal_form { DECIMALS_REAL, DECIMALS_TEXT };

/* How UINT64 is shown. */
enum unsigned_form {
    UNSIGNED_INTEGER, /* from 2^63 on: text */
    UNSIGNED_TEXT,    /* 20 digits */
    UNSIGNED_REAL,
    UNSIGNED_BLOB, /* 8 bytes, big-endian */
};

/* Of dates and timestamps: parquet/schema/calendar.h. */
enum calendar { CALENDAR_PROLEPTIC, CALENDAR_JULIAN };

struct table_options {
    struct option_values values; /* must be first */
#define READ_OPTION OPTION_MEMBER
#include "sql/options/option_list.h"
    const char *path; /* without its quotes */
    /* The schema of the table that has the options; NULL: a function has them. */
    const char *schema;
    bool allows_unmatched; /* patterns without files: set once a table exists */
    bool lists_lakes;      /* see file_list.h */
};

/* Their rows are READ_columns and so on. */
enum read_option {
#define READ_OPTION(kind, name, ...) READ_##name,
#include "sql/options/option_list.h"
};

/* Those of a table without options, and without a path. */
struct table_options table_options_default(void);

/* Parses argv[3] (the path) and the options after it (key=value).  SQLite passes the text
 * between the commas, quotes included.  Call table_options_release() also after a
 * failure. */
enum status table_options_parse(struct table_options *options, int argc,
                                const char *const *argv,
                                struct error *error) CHECK_RESULT;

/* Sets an option from an argument that is valid in the scope. */
enum status table_options_set(struct table_options *options, enum option_scope scope,
                              const char *argument, struct error *error) CHECK_RESULT;
void table_options_release(struct table_options *options);

#endif
