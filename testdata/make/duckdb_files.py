# SPDX-License-Identifier: MIT
"""The files of testdata/ that DuckDB writes.

    python3 testdata/make/duckdb_files.py [FOLDER]
"""
import pathlib
import sys

import duckdb

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()

db = duckdb.connect()
db.execute("SET threads=1; SET TimeZone='UTC'")


def write(name, query, **options):
    options = {"format": "parquet", "compression": "uncompressed"} | options
    listed = ", ".join(f"{k} {v}" for k, v in options.items())
    db.execute(f"COPY ({query}) TO '{FOLDER}/{name}.parquet' ({listed})")


TYPES = """
    SELECT * FROM (VALUES
    (1, true, (-128)::TINYINT, (-32768)::SMALLINT, (-2147483648)::INTEGER,
     (-9223372036854775808)::BIGINT, 0::UTINYINT, 0::USMALLINT, 0::UINTEGER, 0::UBIGINT,
     0.5::FLOAT, -0.25::DOUBLE, '', 'null'::JSON, ''::BLOB,
     '00000000-0000-0000-0000-000000000000'::UUID, 'happy'::ENUM('sad', 'happy')),
    (2, false, 127, 32767, 2147483647, 9223372036854775807, 255, 65535, 4294967295,
     18446744073709551615, 'inf', '-inf', 'naïve 日本', '{"a": [1, 2]}', '\\x00\\xFF'::BLOB,
     'ffffffff-ffff-ffff-ffff-ffffffffffff', 'sad'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
     NULL, NULL),
    (4, true, 1, -1, 7, -7, 8, 9, 10, 9223372036854775808, 'nan', 'nan', 'it''s',
     '"x"', 'abc'::BLOB, '01234567-89ab-cdef-0123-456789abcdef', 'happy'))
    t(row, flag, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, txt, js, bin, uid, mood)"""

TIMES = """
    SELECT * FROM (VALUES
    (1, DATE '1970-01-01', TIME '00:00:00', TIMETZ '00:00:00+00', TIMESTAMP '1970-01-01 00:00:00',
     TIMESTAMPTZ '1970-01-01 00:00:00+00', TIMESTAMP_S '1970-01-01 00:00:00',
     TIMESTAMP_MS '1970-01-01 00:00:00', TIMESTAMP_NS '1970-01-01 00:00:00', INTERVAL 0 SECOND),
    (2, DATE '0044-03-15 (BC)', TIME '23:59:59.999999', TIMETZ '12:34:56.789+00',
     TIMESTAMP '1900-02-28 23:59:59.999999', TIMESTAMPTZ '2024-02-29 12:00:00.5+00',
     TIMESTAMP_S '0001-01-01 00:00:00', TIMESTAMP_MS '1969-12-31 23:59:59.999',
     TIMESTAMP_NS '1969-12-31 23:59:59.999999999', INTERVAL '14 months 3 days 4.005 seconds'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, DATE '12000-01-01', TIME '12:34:56', TIMETZ '01:00:00+01', TIMESTAMP '12000-01-01 00:00:01',
     TIMESTAMPTZ '0001-12-31 (BC) 23:59:59+00', TIMESTAMP_S '9999-12-31 23:59:59',
     TIMESTAMP_MS '10000-01-01 00:00:00', TIMESTAMP_NS '2200-01-01 00:00:00.00000001',
     INTERVAL '1 hour'))
    t(row, date, time, timetz, us, us_utc, s, ms, ns, span)"""

DECIMALS = """
    SELECT n AS row, v::DECIMAL(4, 1) AS d4, v::DECIMAL(9, 4) AS d9, v::DECIMAL(18, 3) AS d18,
           v::DECIMAL(18, 0) AS whole, (v * 1000)::DECIMAL(38, 10) AS d38,
           v::DECIMAL(38, 0) AS d38whole, (v::INTEGER * 1000000000000)::HUGEINT AS huge
    FROM (VALUES (1, 0), (2, 12.5), (3, -999.9), (4, NULL), (5, 0.1), (6, -0.3), (7, 999.9)) t(n, v)"""

MIXED = """
    SELECT i AS id, CASE WHEN i % 5 <> 4 THEN (i * 37 % 101)::INTEGER END AS n,
           CASE WHEN i % 11 <> 5 THEN 'row ' || i || repeat('ab', (i % 4)::INTEGER) END AS s,
           CASE WHEN i % 6 <> 1 THEN i / 4 END AS d, i % 3 = 0 AS flag,
           TIMESTAMP '2001-01-01' + to_microseconds(i * 1000003) AS at
    FROM range(600) t(i)"""

DELTAS = """
    SELECT i::INTEGER AS row,
           (CASE WHEN i % 2 = 0 THEN 2147483647 - i ELSE -2147483648 + i END)::INTEGER AS i32,
           (CASE WHEN i % 2 = 0 THEN 9223372036854775807 - i
                 ELSE -9223372036854775808 + i END)::BIGINT AS i64,
           (i * i)::BIGINT AS square, (i * 40503 % 65521)::USMALLINT AS u16,
           'key ' || lpad((i * 3)::VARCHAR, 6, '0') AS s,
           encode('blob ' || i) AS b, (i / 8)::FLOAT AS f32, i / 16 AS f64
    FROM range(400) t(i)"""


def types():
    write("duckdb_types", TYPES)
    write("duckdb_types_v2", TYPES, parquet_version="v2", compression="zstd")
    write("duckdb_times", TIMES)
    write("duckdb_decimals", DECIMALS)
    write("duckdb_decimals_v2", DECIMALS, parquet_version="v2", compression="snappy")


def codecs():
    for codec in "uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw":
        write(f"duckdb_codec_{codec}", MIXED, compression=codec)


def encodings():
    write("duckdb_v1", DELTAS, compression="zstd")
    write("duckdb_v2", DELTAS, parquet_version="v2", compression="zstd")


def shapes():
    write("duckdb_row_groups", "SELECT i AS id, 'group ' || i // 2048 AS g FROM range(5000) t(i)",
          row_group_size="2048", compression="zstd", parquet_version="v2")
    write("duckdb_bloom", """SELECT (i * 7919 % 1000)::INTEGER AS n, 'w' || i % 50 AS s,
          (i % 40)::DOUBLE AS d, (DATE '2020-01-01' + (i % 30)::INTEGER) AS day
          FROM range(1000) t(i)""", compression="zstd")
    write("duckdb_zero_rows", MIXED + " WHERE i < 0")
    write("duckdb_struct", """SELECT i AS id,
          CASE WHEN i % 3 <> 2 THEN {'a': i::INTEGER, 'b': {'c': 'c' || i,
          'd': CASE WHEN i % 2 = 0 THEN i / 2 END}} END AS g FROM range(8) t(i)""")
    write("duckdb_list_beside", """SELECT i AS id, [i, i + 1] AS l, MAP {'k': i} AS m,
          'x' || i AS s FROM range(4) t(i)""")
    write("duckdb_nulls", """SELECT NULL::INTEGER AS a, NULL::VARCHAR AS b, NULL AS c,
          {'x': NULL::INTEGER} AS g FROM range(3)""")
    write("duckdb_constant",
          "SELECT 42 AS n, 'same' AS s, 0.5::DOUBLE AS d, true AS t FROM range(300)",
          parquet_version="v2", compression="snappy")


def variants():
    """The first row group's fields are all of the types that they are shredded to."""
    write("duckdb_variant", """SELECT i AS id, CASE
          WHEN i < 2048 THEN {'n': i, 's': 's' || i % 100, 'at': {'lat': i / 8.0}}::VARIANT
          WHEN i % 8 = 0 THEN {'n': 'none', 's': i, 'other': [i, NULL]}::VARIANT
          WHEN i % 8 = 1 THEN {'n': [1, 2], 's': NULL, 'at': 'nowhere'}::VARIANT
          WHEN i % 8 = 2 THEN {'n': (i || '')::VARCHAR, 'at': {'lat': NULL, 'lon': 7}}::VARIANT
          WHEN i % 8 = 3 THEN NULL
          WHEN i % 8 = 4 THEN 'plain'::VARIANT
          WHEN i % 8 = 5 THEN {'n': i * 0.25::DOUBLE, 's': DATE '2024-02-29'}::VARIANT
          WHEN i % 8 = 6 THEN {'n': i, 's': 'it is ' || i, 'at': {'lat': -0.5::DOUBLE}}::VARIANT
          ELSE {'s': true}::VARIANT END AS v FROM range(2088) t(i)""",
          compression="zstd", row_group_size="2048",
          shredding="{'v': 'STRUCT(n BIGINT, s VARCHAR, \"at\" STRUCT(lat DOUBLE))'}")


def variant_types():
    """Values of all types; in one column as they are, in the other one shredded where they fit.
    Rows 1 and 2, and 3 and 4, are the same JSON."""
    scalars = ["DATE '2024-01-31'", "'2024-01-31'", "5::TINYINT", "5::BIGINT", "-300::SMALLINT",
               "70000::INTEGER", "5000000000", "0.5::FLOAT", "1e300::DOUBLE", "'nan'::DOUBLE",
               "1.50::DECIMAL(4,2)", "123456789.123::DECIMAL(15,3)",
               "12345678901234567890.5::DECIMAL(38,1)", "TIME '12:34:56.7'",
               "TIMESTAMP '1969-12-31 23:59:59.25'", "TIMESTAMPTZ '2024-01-31 12:00:00+00'",
               "TIMESTAMP_NS '2024-01-31 12:00:00.123456789'", "'\\x00\\xFF'::BLOB",
               "'01234567-89ab-cdef-0123-456789abcdef'::UUID", "'text'", "true",
               "{'day': DATE '2024-01-31', 'n': [1.50::DECIMAL(4,2), 2::BIGINT]}",
               "{'day': '2024-01-31', 'n': []}", "{'day': TIMESTAMP '2024-01-31 00:00:00'}"]
    rows = " UNION ALL ".join(f"SELECT {i} AS id, {s}::VARIANT AS v, {s}::VARIANT AS s"
                              for i, s in enumerate(scalars, 1))
    write("duckdb_variant_types", f"SELECT * FROM ({rows}) UNION ALL SELECT 99, NULL, NULL "
          "ORDER BY id", shredding="{'v': 'VARIANT', 's': 'STRUCT(day DATE, n DECIMAL(4,2)[])'}")


for make in types, codecs, encodings, shapes, variants, variant_types:
    make()
