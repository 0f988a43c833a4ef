/* SPDX-License-Identifier: MIT */
/*
 * option_list.h - the options, one row each.  An includer defines READ_OPTION(),
 * WRITE_OPTION(), RESTRICT_OPTION() or SECRET_OPTION() first, for tables and functions,
 * parquet_write(), parquet_restrict() and parquet_add_secret(); there is no guard because
 * each includer expands the rows differently.
 *
 *     READ_OPTION(CHOICE, decimals, NULL, TABLES, "real", "...", WORDS("real, text"))
 *
 *     CHOICE     its kind (options.h), which is also the type of its value
 *     decimals   its name, and that of the member that has the value: of
 *                struct table_options, struct write_options, or of a request to restrict
 *                or to add a secret
 *     NULL       synonyms, separated by spaces
 *     TABLES     where it is valid
 *     "real"     the default, as text; NULL: none that one word can say
 *     "..."      what it does, for parquet_options()
 *     WORDS()    the words of a choice, in the order of its values, or those that a list
 *                may be instead; synonyms follow a word after a space.  WORDS_OF(): a
 *                function has them.  RANGE() of numbers; ANY
 *
 * TO ADD AN OPTION
 *
 * 1. Add a row, and use the member.  What depends on other options is checked where the
 *    value is used: in write_options_check() for parquet_write().
 * 2. Document it in the table of options in docs/querying.md, docs/writing.md or
 *    docs/security.md, and in CHANGELOG.md; make check-documents compares the tables with
 *    parquet_options().
 * 3. Test it: sql-tests/functions/options shows all rows.  Those of tables get random
 *    values in hosts/questions/differential.py, those of parquet_write() in
 *    hosts/questions/random_writes.py, interop/write_tables.py and, if the writer uses
 *    them, fuzz/fuzz_file_writer.c.
 */
#ifndef READ_OPTION
#define READ_OPTION(kind, name, synonyms, scopes, initial, help, ...)
#endif
#ifndef WRITE_OPTION
#define WRITE_OPTION(kind, name, synonyms, scopes, initial, help, ...)
#endif
#ifndef RESTRICT_OPTION
#define RESTRICT_OPTION(kind, name, synonyms, scopes, initial, help, ...)
#endif
#ifndef SECRET_OPTION
#define SECRET_OPTION(kind, name, synonyms, scopes, initial, help, ...)
#endif

/* clang-format off */

/* ---- Tables, and functions with a path -------------------------------------------- */

READ_OPTION(LIST, columns, NULL, ROWS, NULL,
            "only these columns", ANY)
READ_OPTION(LIST, types, NULL, ROWS, NULL,
            "reads stored integers or bytes as other types: day=DATE, url=TEXT", ANY)
READ_OPTION(LIST, hive_types, NULL, ROWS, NULL,
            "types of partition keys: year=INTEGER, day=DATE", ANY)
READ_OPTION(TEXT, timezone, NULL, ROWS, "UTC",
            "the zone of the writer, for ORC files that name none", ANY)
READ_OPTION(FLAG, union_by_name, NULL, ROWS, "off",
            "the columns of all files, by name, not those of the first", ANY)
READ_OPTION(FLAG, field_ids, NULL, ROWS, "off",
            "the columns of many files are matched by field id where they have one", ANY)
READ_OPTION(CHOICE, lake, NULL, LAKE_FILES, "auto",
            "how to read a folder that is a Delta or Iceberg table, or both; off: its bare "
            "files, with rows that were deleted or replaced", WORDS("auto, delta, iceberg, off"))
READ_OPTION(NUMBER, version, NULL, LAKE_ROWS, NULL,
            "of a Delta table: this version", RANGE(0, INT64_MAX))
READ_OPTION(TEXT, timestamp, NULL, LAKE_ROWS, NULL,
            "of a Delta or Iceberg table: the snapshot of this time, in UTC: 2026-11-01 "
            "12:00:00", ANY)
READ_OPTION(NUMBER, snapshot_id, NULL, LAKE_ROWS, NULL,
            "of an Iceberg table: this snapshot", RANGE(0, INT64_MAX))
READ_OPTION(TEXT, branch, NULL, LAKE_ROWS, NULL,
            "of an Iceberg table: the newest snapshot of this branch", ANY)
READ_OPTION(TEXT, tag, NULL, LAKE_ROWS, NULL,
            "of an Iceberg table: the snapshot with this tag", ANY)
READ_OPTION(LIST, lake_roots, NULL, LAKE_ROWS, NULL,
            "where files of a Delta or Iceberg table are that are not in its folder: "
            "s3://bucket/a=/mnt/a, /warehouse=/data", ANY)
READ_OPTION(CHOICE, hive_partitioning, NULL, ROWS, "auto",
            "whether key=value in paths makes columns; auto: in what a folder or "
            "pattern finds", WORDS("auto, on true yes 1, off false no 0"))
READ_OPTION(FLAG, binary_as_text, "binary_as_string", ROWS, "off",
            "binary columns without annotation are TEXT", ANY)
READ_OPTION(CHOICE, timestamps, NULL, TABLES, "text",
            "how timestamps are shown and compared",
            WORDS("text, iso8601, instant, integer, seconds, milliseconds, "
                  "microseconds, nanoseconds"))
READ_OPTION(CHOICE, decimals, NULL, TABLES, "real",
            "text: exact decimals, with all their fraction digits", WORDS("real, text"))
READ_OPTION(CHOICE, uint64, NULL, TABLES, "integer",
            "how UINT64 is shown and compared", WORDS("integer, text, real, blob"))
READ_OPTION(CHOICE, calendar, NULL, ROWS, "proleptic",
            "julian: dates before 1582-10-15 are those of old Spark and Hive versions",
            WORDS("proleptic, julian"))
READ_OPTION(FLAG, checksums, NULL, ROWS, "on",
            "verifies the checksums of pages", ANY)
READ_OPTION(FLAG, pushdown, NULL, TABLES, "on",
            "off: SQLite does all filtering; for finding faults", ANY)
READ_OPTION(SIZE, memory_limit, NULL, TABLES, NULL,
            "what queries of the table may hold in memory; without it, all tables and "
            "functions of a connection share 1 GiB", RANGE(1 << 20, SIZE_MAX / 2))
READ_OPTION(CHOICE, salvage, NULL, TABLES, "off",
            "reads the undamaged rest of a damaged file; skip: leaves out the rows that "
            "have lost a value", WORDS("off, on, skip"))
READ_OPTION(NUMBER, threads, NULL, ROWS, "2",
            "threads that prepare the next rows of a long scan; 1: none; 1 is the "
            "default on a machine with one processor", RANGE(1, 64))
READ_OPTION(TEXT, vfs, NULL, FILES, NULL,
            "the file is behind this VFS of SQLite", ANY)
READ_OPTION(TEXT, blob, NULL, FILES, NULL,
            "the file is in this column, table.column; the path is the rowid", ANY)
READ_OPTION(FLAG, immutable, NULL, FILES, "off",
            "the file of the options vfs or blob never changes", ANY)
READ_OPTION(TEXT, footer_key, NULL, KEYS, NULL,
            "the key of the footer, and of columns without a key of their own", ANY)
READ_OPTION(TEXT, aad_prefix, NULL, KEYS, NULL,
            "the AAD prefix that the writer has used", ANY)
READ_OPTION(TEXT, key_function, NULL, KEYS, NULL,
            "an SQL function that returns the key for the key metadata of a file", ANY)
READ_OPTION(COLUMN_KEYS, column_keys, NULL, KEYS, NULL,
            "the keys of columns: key: a, b; other key: c.d", ANY)
READ_OPTION(CHOICE, encryption_algorithm, NULL, KEYS, NULL,
            "the algorithm that the file must have; without it, any", ALGORITHMS)
READ_OPTION(FLAG, exact, NULL, SUMMARIES, "on",
            "off: shows what statistics say, without reading values", ANY)

/* ---- parquet_write() --------------------------------------------------------------- */

WRITE_OPTION(CHOICE, compression, "codec", WRITES, "zstd",
             "the codec of pages", WORDS_OF(compression_words))
WRITE_OPTION(INTEGER, compression_level, NULL, WRITES, NULL,
             "from 1 to 9 with gzip, -7 to 22 with zstd, 0 to 11 with brotli, 1 to 12 "
             "with lz4; without it, the library's default", ANY)
WRITE_OPTION(NUMBER, row_group_size, "chunk_size", WRITES, "122880",
             "maximum rows of a row group", RANGE(1, MOST_COUNT))
WRITE_OPTION(SIZE, row_group_size_bytes, NULL, WRITES, "128MiB",
             "maximum bytes of a row group, before they are encoded",
             RANGE(1, INT64_C(1) << 40))
WRITE_OPTION(SIZE, page_size, "data_page_size_limit", WRITES, "1MiB",
             "bytes of a page", RANGE(1, MOST_BYTES))
WRITE_OPTION(NUMBER, data_page_row_limit, NULL, WRITES, "20000",
             "rows of a page", RANGE(1, MOST_COUNT))
WRITE_OPTION(NUMBER, dictionary_size_limit, NULL, WRITES, NULL,
             "entries of a dictionary; 0: no dictionaries; the default depends on the "
             "row group", RANGE(0, MOST_COUNT))
WRITE_OPTION(SIZE, dictionary_page_size, "string_dictionary_page_size_limit", WRITES,
             "1MiB", "bytes of a dictionary", RANGE(0, MOST_BYTES))
WRITE_OPTION(CHOICE, encoding, NULL, WRITES, "auto",
             "of all columns that support it", WORDS_OF(encoding_words))
WRITE_OPTION(PAIRS, encodings, NULL, WRITES, NULL,
             "by column: a=DELTA_BINARY_PACKED, b=PLAIN", ANY)
WRITE_OPTION(CHOICE, data_page_version, "parquet_version", WRITES, "1",
             "of the data pages", WORDS("1 v1, 2 v2"))
WRITE_OPTION(NAMES, bloom_filter, NULL, WRITES, "auto",
             "auto: where they pay; or the names of columns", WORDS("auto, none"))
WRITE_OPTION(RATIO, bloom_filter_false_positive_ratio, NULL, WRITES, "0.01",
             "of Bloom filters", ANY)
WRITE_OPTION(TYPES, types, NULL, WRITES, NULL,
             "of columns: a=DATE, \"odd, name\"=DECIMAL(10,2) NOT NULL, "
             "tags=LIST<STRING>", ANY)
WRITE_OPTION(ORDER, sorted_by, NULL, WRITES, NULL,
             "the order of the rows, which is checked and recorded: a, b DESC NULLS LAST",
             ANY)
WRITE_OPTION(PAIRS, kv_metadata, NULL, WRITES, NULL,
             "metadata of the file: key=value, \"key, 2\"='a value'", ANY)
WRITE_OPTION(PAIRS, field_ids, NULL, WRITES, NULL,
             "of columns: a=1, b=2; auto: from 0 on", WORDS("auto"))
WRITE_OPTION(FLAG, overwrite, NULL, WRITES, "on",
             "replaces an existing file; an existing folder only if it is given", ANY)
WRITE_OPTION(FLAG, progress, NULL, WRITES, "off",
             "shows rows, written bytes and speed on standard error", ANY)
WRITE_OPTION(NUMBER, threads, NULL, WRITES, "2",
             "2: a second thread encodes and writes while the query goes on", RANGE(1, 2))
WRITE_OPTION(ORDER, order_by, NULL, WRITES, NULL,
             "sorts the rows: a, b DESC NULLS LAST", ANY)
WRITE_OPTION(FLAG, return_files, NULL, WRITES, "off",
             "the result is a JSON array of the files, not the number of rows", ANY)
WRITE_OPTION(CHOICE, lake, NULL, WRITES, "auto",
             "off: also writes into a folder that is a Delta or Iceberg table",
             WORDS("auto, off"))
WRITE_OPTION(CHOICE, geoparquet_version, NULL, WRITES, "both",
             "how geometries are described", WORDS("none, both, 1.1 v1, 2 v2"))
WRITE_OPTION(CHOICE, compatibility, NULL, WRITES, "current",
             "wide: what old readers know, too", WORDS("current, wide"))
/* Encryption. */
WRITE_OPTION(TEXT, footer_key, NULL, WRITES, NULL,
             "the name of the key of the footer, and of all columns without column_keys",
             ANY)
WRITE_OPTION(COLUMN_KEYS, column_keys, NULL, WRITES, NULL,
             "which columns are encrypted, with which keys: key: a, b; other key: c.d",
             ANY)
WRITE_OPTION(CHOICE, encryption_algorithm, NULL, WRITES, "AES_GCM_V1",
             "of encrypted files", ALGORITHMS)
WRITE_OPTION(FLAG, plaintext_footer, NULL, WRITES, "off",
             "readers without keys can read the columns that are not encrypted", ANY)
WRITE_OPTION(TEXT, aad_prefix, NULL, WRITES, NULL,
             "says what the file is, so that readers notice another one in its place",
             ANY)
WRITE_OPTION(FLAG, store_aad_prefix, NULL, WRITES, "on",
             "off: readers must know the prefix", ANY)
/* These make a folder. */
WRITE_OPTION(NAMES, partition_by, NULL, WRITES, NULL,
             "rows go to folders by their values in these columns: year, country", ANY)
WRITE_OPTION(FLAG, write_partition_columns, NULL, WRITES, "off",
             "the files have the columns of partition_by, too", ANY)
WRITE_OPTION(NUMBER, rows_per_file, NULL, WRITES, NULL,
             "rows after which a file ends", RANGE(1, INT64_MAX))
WRITE_OPTION(SIZE, file_size_bytes, NULL, WRITES, NULL,
             "bytes after which a file ends, at the end of a row group",
             RANGE(1, INT64_MAX))
WRITE_OPTION(NUMBER, row_groups_per_file, NULL, WRITES, NULL,
             "row groups after which a file ends", RANGE(1, INT32_MAX))
WRITE_OPTION(TEXT, filename_pattern, NULL, WRITES, "data_{i}",
             "names of the files: {i} is a number, {uuid} a random UUID; with append, "
             "data_{uuid} is the default", ANY)
WRITE_OPTION(FLAG, append, NULL, WRITES, "off",
             "adds files to an existing folder", ANY)

/* ---- parquet_restrict() ------------------------------------------------------------ */

RESTRICT_OPTION(NAMES, read, NULL, RESTRICTS, NULL,
                "opens only files inside these folders; none: no file", WORDS("none"))
RESTRICT_OPTION(NAMES, write, NULL, RESTRICTS, NULL,
                "writes only files inside these folders; none: no file", WORDS("none"))
RESTRICT_OPTION(NAMES, remote, NULL, RESTRICTS, NULL,
                "opens only URLs at or below these; none: no URL", WORDS("none"))
RESTRICT_OPTION(FLAG, private_addresses, NULL, RESTRICTS, "on",
                "off: URLs lead to no address of this machine or of a private network",
                ANY)
RESTRICT_OPTION(FLAG, environment_keys, NULL, RESTRICTS, "on",
                "off: URLs of S3 are not signed with keys of the environment and of files",
                ANY)
RESTRICT_OPTION(SIZE, memory, NULL, RESTRICTS, NULL,
                "limits the memory of all tables and functions of the connection",
                RANGE(1 << 20, SIZE_MAX / 2))
RESTRICT_OPTION(FLAG, keys, NULL, RESTRICTS, "on",
                "off: refuses to add, replace or remove keys", ANY)
RESTRICT_OPTION(FLAG, final, NULL, RESTRICTS, "off",
                "on: refuses further calls, and changes of keys", ANY)

/* ---- parquet_add_secret() ---------------------------------------------------------- */

SECRET_OPTION(TEXT, region, NULL, SECRETS, "us-east-1", "the region of the buckets", ANY)
SECRET_OPTION(TEXT, endpoint, NULL, SECRETS, NULL,
              "the server of the buckets, as a host or URL: http://localhost:9000; "
              "Amazon's unless it is given",
              ANY)
SECRET_OPTION(CHOICE, url_style, NULL, SECRETS, "auto",
              "where the bucket is in URLs: before the host, or in front of the path",
              WORDS("auto, path, host"))
SECRET_OPTION(TEXT, session_token, NULL, SECRETS, NULL,
              "the third part of temporary keys", ANY)
SECRET_OPTION(FLAG, requester_pays, NULL, SECRETS, "off",
              "on: whoever reads a bucket agrees to pay for that", ANY)
SECRET_OPTION(TEXT, header, NULL, SECRETS, NULL,
              "a header that web servers are sent, besides: Name: value", ANY)
/* clang-format on */
#undef READ_OPTION
#undef WRITE_OPTION
#undef RESTRICT_OPTION
#undef SECRET_OPTION
