/* SPDX-License-Identifier: MIT */
/*
 * options.h - key=value in the arguments of tables and functions.  option_list.h has a
 * row for each option, from which its owner makes two things:
 *
 *     struct table_options {
 *         struct option_values values;                  must be first
 *     #define READ_OPTION OPTION_MEMBER
 *     #include "sql/options/option_list.h"              bool pushdown; ...
 *     };
 *     static const struct option ROWS[] = {
 *     #define READ_OPTION(...) OPTION_ROW(struct table_options, __VA_ARGS__)
 *     #include "sql/options/option_list.h"
 *     };
 */
#ifndef SQL_OPTIONS_H
#define SQL_OPTIONS_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"

/* The first member of a struct with values.  A zeroed struct has no option; texts and
 * lists are the arena's. */
struct option_values {
    uint64_t given; /* bits of the options that were set, by their row */
    struct arena arena;
};

/* The kinds, and the types of their values. */
enum option_kind {
    KIND_FLAG,        /* on or off */
    KIND_CHOICE,      /* one of some words: its number */
    KIND_NUMBER,      /* without a unit */
    KIND_SIZE,        /* with KB, MiB and so on */
    KIND_INTEGER,     /* with a sign */
    KIND_RATIO,       /* between 0 and 1, both excluded */
    KIND_TEXT,        /* not empty; NULL until it is given, whatever its default */
    KIND_LIST,        /* the same, but perhaps empty: a list that its user parses */
    KIND_COLUMN_KEYS, /* key: column, column; other key: column */
    /* Lists of items: */
    KIND_NAMES, /* a, b */
    KIND_ORDER, /* a, b DESC NULLS LAST */
    KIND_PAIRS, /* a=value, b=value */
    KIND_TYPES, /* the same, with commas in parentheses and angle brackets */
};

struct option_list_item {
    const char *name;
    const char *value;               /* of pairs and types */
    bool is_descending, nulls_first; /* of an order */
};

struct option_list {
    unsigned word; /* n: in scope of a list, word n of the row, counted from 1; else 0 */
    uint32_t n;
    struct option_list_item *items;
};

enum { MOST_KEY_NAME = 4096 }; /* bytes */

/* Names as the user writes them; named_columns.h finds the columns of a file that they
 * mean. */
struct column_keys {
    const char **keys;     /* the name of each column's key */
    struct slice *columns; /* zero-terminated */
    uint32_t n;
};

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_CHOICE unsigned
#define OPTION_TYPE_NUMBER uint64_t
#define OPTION_TYPE_SIZE uint64_t
#define OPTION_TYPE_INTEGER int64_t
#define OPTION_TYPE_RATIO double
#define OPTION_TYPE_TEXT const char *
#define OPTION_TYPE_LIST const char *
#define OPTION_TYPE_COLUMN_KEYS struct column_keys
#define OPTION_TYPE_NAMES struct option_list
#define OPTION_TYPE_ORDER struct option_list
#define OPTION_TYPE_PAIRS struct option_list
#define OPTION_TYPE_TYPES struct option_list
#define OPTION_MEMBER(kind, name, ...) OPTION_TYPE_##kind name;

/* Where an option is valid. */
enum option_scope {
    IN_TABLES = 1,      /* CREATE VIRTUAL TABLE */
    IN_READS = 2,       /* read_parquet(), parquet_scan() */
    IN_SUMMARIES = 4,   /* parquet_summarize() */
    IN_METADATA = 8,    /* parquet_metadata() and others that show what a file has */
    IN_ORC = 16,        /* the same for ORC: orc_metadata() */
    IN_WRITES = 32,     /* parquet_write() */
    IN_RESTRICTS = 64,  /* parquet_restrict() */
    IN_LAKES = 128,     /* lake_snapshots() */
    IN_SNAPSHOTS = 256, /* lake_files() and lake_properties(), of one snapshot */
    IN_SECRETS = 512,   /* parquet_add_secret() */
    IN_ROWS = IN_TABLES | IN_READS | IN_SUMMARIES,
    IN_KEYS = IN_ROWS | IN_METADATA,
    IN_FILES = IN_KEYS | IN_ORC,
    IN_LAKE_ROWS = IN_ROWS | IN_SNAPSHOTS,
    IN_LAKE_FILES = IN_FILES | IN_LAKES | IN_SNAPSHOTS,
};

/* A row of the list. */
struct option {
    const char *name, *synonyms, *initial, *help;
    enum option_kind kind;
    enum option_scope scopes;
    size_t offset; /* of its value in the struct */
    /* At most one of: */
    const char *words;
    const char *(*words_of)(unsigned choice); /* "": not in this build; NULL: no more */
    uint64_t least, most;
};

#define OPTION_ROW_AT(at, kind, name, synonyms, scopes, initial, help, ...)              \
    {#name, synonyms, initial, help, KIND_##kind, IN_##scopes, at, __VA_ARGS__},
#define OPTION_ROW(type, kind, name, ...)                                                \
    OPTION_ROW_AT(offsetof(type, name), kind, name, __VA_ARGS__)

/* The columns `values` of the list. */
#define ANY .words = NULL
#define WORDS(text) .words = text
#define WORDS_OF(function) .words_of = function
#define RANGE(from, to) .least = from, .most = to
/* In the order of enum pq_encryption, which begins with 1. */
#define ALGORITHMS WORDS("AES_GCM_V1, AES_GCM_CTR_V1")
enum {
    MOST_COUNT = INT32_MAX, /* of rows, in a row group and a page: Thrift's counts */
    MOST_BYTES = 1 << 30,   /* of a page: what readers accept, this one among them */
};

/* The choices are enum codec; and 0: auto, 1: dictionary, n + 2: the encoding with the
 * number n in files. */
const char *compression_words(unsigned choice);
const char *encoding_words(unsigned choice);
enum { ENCODING_AUTO, ENCODING_DICTIONARY, ENCODING_FIRST };

/* What is made of folders that are Delta or Iceberg tables: the choices of reading, and
 * one of writing. */
enum lake_mode { LAKE_AUTO, LAKE_AS_DELTA, LAKE_AS_ICEBERG, LAKE_OFF };
enum { LAKE_WRITE_OFF = 1 };

/* The options that an argument may be, and what messages say of them. */
struct option_set {
    const struct option *options;
    unsigned n;         /* at most 64 */
    const char *noun;   /* "option" */
    const char *advice; /* after "... is not key=value"; "": lists the options */
};

/* Of tables and functions, of parquet_write(), of parquet_restrict() and of
 * parquet_add_secret(); a build without WRITE has none (n 0) of parquet_write(), and one
 * without REMOTE none of parquet_add_secret(). */
extern const struct option_set table_option_set, write_option_set, restrict_option_set,
    secret_option_set;

/* Sets the values to the defaults, where the struct is zeroed. */
void options_init(const struct option_set *set, struct option_values *values);

/* Parses `key=value` and sets the option, which must be valid in the scope and may be
 * given once.  MISUSE with the nearest name if it is none. */
enum status options_set(const struct option_set *set, struct option_values *values,
                        enum option_scope scope, const char *argument,
                        struct error *error) CHECK_RESULT;

static inline bool option_is_given(const struct option_values *values, unsigned row)
{
    return (values->given >> row & 1) != 0;
}

/* Frees texts and lists, and zeroes the header. */
void options_release(struct option_values *values);

/* The words of a choice, the main one first, or those that stand for a list; `data` is
 * NULL after the last choice. */
struct slice option_choice(const struct option *option, unsigned choice);

/* Takes the first word off a text whose words are separated by spaces; empty: none. */
struct slice option_take_word(struct slice *words);

#endif
