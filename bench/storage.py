# SPDX-License-Identifier: MIT
"""The suite of storage: the same columns stored in other ways, as ratios to a base.

    encrypted    Snappy and Zstandard, AES_GCM_V1 and AES_GCM_CTR_V1, against the same in plain
    ALP          against BYTE_STREAM_SPLIT with Zstandard, for doubles with few decimals

Each statement runs on all files in turn, in each round; the ratios are medians over the rounds.
"First query" opens a new connection and looks for another value each time.
"""
import collections
import os
import sqlite3
import statistics

import engines
from engines import judged, number

ROWS = 3_000_000
KEY = "000102030405060708090a0b0c0d0e0f"
ROW = """WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < {last})
SELECT i AS id, i * 7919 % 1000003 AS number, round((i * 6151 % 900001) / 100.0, 2) AS price,
       'comment ' || (i * 104729 % 1299709) || ' of an order' AS comment FROM n"""
ENCRYPTED = ("footer_key=bench",)
CTR = ENCRYPTED + ("encryption_algorithm=AES_GCM_CTR_V1",)
DOUBLES = ("dictionary_size_limit=0",)
FILES = {  # the base of each is the first of its name's first word
    "snappy": ("compression=snappy",),
    "snappy gcm": ("compression=snappy", *ENCRYPTED),
    "snappy ctr": ("compression=snappy", *CTR),
    "zstd": ("compression=zstd",),
    "zstd gcm": ("compression=zstd", *ENCRYPTED),
    "split zstd": ("compression=zstd", "encodings=price=BYTE_STREAM_SPLIT", *DOUBLES),
    "split alp": ("compression=none", "encodings=price=ALP", *DOUBLES),
}
SCANS = {
    "sum(integer)": "SELECT sum(number) FROM t",
    "sum(double)": "SELECT sum(price) FROM t",
    "sum(length(text))": "SELECT sum(length(comment)) FROM t",
    "all columns": "SELECT sum(id), sum(number), sum(price), sum(length(comment)) FROM t",
    "filter": "SELECT count(*), sum(id) FROM t WHERE price BETWEEN 17.5 AND 17.6",
}
FIRST = "first query, by id"
LIMITS = {"snappy gcm": 1.3, "split alp": 1.0}  # times the base


def connect(extension, file=None):
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.execute("SELECT parquet_add_key('bench', ?)", (KEY,))
    if file:
        connection.execute(f"CREATE VIRTUAL TABLE temp.t USING {engines.parquet(path_of(file))}")
    return connection


def path_of(file):
    return f"{engines.FOLDER}/data/storage_{file.replace(' ', '_')}.parquet"


def make_files(extension, n_rows):
    connection = connect(extension)
    source = f"{engines.FOLDER}/data/storage_{n_rows}.parquet"
    if not os.path.exists(source):
        connection.execute("SELECT parquet_write(?, ?)", (source, ROW.format(last=n_rows - 1)))
    connection.execute(f"CREATE VIRTUAL TABLE temp.source USING parquet('{source}')")
    for file, options in FILES.items():
        marks = "".join(", ?" for _ in options)
        connection.execute(f"SELECT parquet_write(?, 'SELECT * FROM source'{marks})",
                           (path_of(file), *options))


def first_query(extension, file, value):
    connect(extension, file).execute("SELECT * FROM t WHERE id = ?", (value,)).fetchall()


def measure(extension, n_rows, rounds):
    """{(statement, file): [ms of each round]}"""
    times = collections.defaultdict(list)
    tables = {file: connect(extension, file) for file in FILES}
    for round_ in range(rounds + 1):  # the first is not counted
        for name, sql in SCANS.items():
            for file, table in tables.items():
                ms = engines.time_ms(lambda: table.execute(sql).fetchall())
                times[name, file] += [ms] if round_ else []
        for file in FILES:
            value = (round_ * 777_777 + 13) % n_rows
            ms = engines.time_ms(lambda: first_query(extension, file, value))
            times[FIRST, file] += [ms] if round_ else []
    return times


def table_rows(times):
    for name in (*SCANS, FIRST):
        for file in FILES:
            base = file.split()[0] if file.split()[0] in FILES else "split zstd"
            ratios = [a / b for a, b in zip(times[name, file], times[name, base])]
            is_limited = name != FIRST and (not file.startswith("split") or "double" in name)
            most = LIMITS.get(file) if is_limited else None
            yield (name, file, number(statistics.median(times[name, file])),
                   "" if file == base else judged(statistics.median(ratios), most=most))


def run(options, extension):
    """Runs the suite and prints its table."""
    if not extension:
        return
    n_rows = ROWS // 10 if options.quick else ROWS
    os.makedirs(f"{engines.FOLDER}/data", exist_ok=True)
    make_files(extension, n_rows)
    rows = list(table_rows(measure(extension, n_rows, options.rounds)))
    print(f"\nStorage: {n_rows} rows, {options.rounds} rounds, threads={engines.threads}; "
          "medians in ms\n")
    engines.print_table(("statement", "file", "ms", "to its base"), rows)
    print(flush=True)
