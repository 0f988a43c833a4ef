# SPDX-License-Identifier: MIT
"""The suite of ORC: lineitem as ORC against the same rows as Parquet, both read here, and
against pyarrow's reader of ORC.

Each statement runs on all files in turn, in each round; the ratios are medians over the rounds.
The files of ORC are made with dictionaries for the columns of few words, as Java makes them.
"""
import collections
import os
import sqlite3
import statistics

import engines
import pyarrow.orc
import pyarrow.parquet
from engines import judged, number

CODECS = {"zlib": "gzip", "zstd": "zstd", "snappy": "snappy"}  # as Parquet calls them
MOST = 1.5  # times the scan of Parquet
SCANS = {  # a name, a statement, the columns that it reads
    "sum(integer)": ("SELECT sum(l_orderkey) FROM t", ["l_orderkey"]),
    "sum(double)": ("SELECT sum(l_extendedprice) FROM t", ["l_extendedprice"]),
    "sum(int32)": ("SELECT sum(l_partkey) FROM t", ["l_partkey"]),
    "count(word)": ("SELECT count(l_shipmode || '') FROM t", ["l_shipmode"]),
    "sum(length(text))": ("SELECT sum(length(l_comment)) FROM t", ["l_comment"]),
    "max(date || '')": ("SELECT max(l_shipdate || '') FROM t", ["l_shipdate"]),
    "filter": ("SELECT count(*), sum(l_orderkey) FROM t WHERE l_extendedprice BETWEEN 17000 AND "
               "17100", ["l_extendedprice", "l_orderkey"]),
}
LOOK_UP = "a key, new connection"


def path_of(codec, suffix):
    return f"{engines.FOLDER}/data/orc_lineitem_{codec}.{suffix}"


def make_files(source):
    """The files of another number of rows are made again."""
    rows = pyarrow.parquet.ParquetFile(source).metadata.num_rows
    for codec, parquet_codec in CODECS.items():
        path = path_of(codec, "orc")
        if os.path.exists(path) and pyarrow.orc.ORCFile(path).nrows == rows:
            continue
        table = pyarrow.parquet.read_table(source)
        pyarrow.orc.write_table(table, path_of(codec, "orc"), compression=codec,
                                dictionary_key_size_threshold=0.8)
        pyarrow.parquet.write_table(table, path_of(codec, "parquet"), compression=parquet_codec)


def connect(extension, path):
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.execute(f"CREATE VIRTUAL TABLE temp.t USING {engines.parquet(path)}")
    return connection


def look_up(extension, path, key):
    connect(extension, path).execute("SELECT * FROM t WHERE l_orderkey = ?", (key,)).fetchall()


def measure(extension, keys, rounds):
    """{(statement, codec, reader): [ms of each round]}"""
    times = collections.defaultdict(list)
    tables = {(codec, suffix): connect(extension, path_of(codec, suffix))
              for codec in CODECS for suffix in ("orc", "parquet")}
    for round_ in range(rounds + 1):  # the first is not counted
        for name, (sql, columns) in SCANS.items():
            for (codec, suffix), table in tables.items():
                ms = engines.time_ms(lambda: table.execute(sql).fetchall())
                times[name, codec, suffix] += [ms] if round_ else []
            for codec in CODECS:
                ms = engines.time_ms(
                    lambda: pyarrow.orc.ORCFile(path_of(codec, "orc")).read(columns))
                times[name, codec, "pyarrow"] += [ms] if round_ else []
        for codec, suffix in tables:
            ms = engines.time_ms(lambda: look_up(extension, path_of(codec, suffix),
                                                 keys[round_ % len(keys)]))
            times[LOOK_UP, codec, suffix] += [ms] if round_ else []
    return times


def table_rows(times):
    for name in (*SCANS, LOOK_UP):
        for codec in CODECS:
            ours, parquet, pyarrow_ms = (times[name, codec, reader]
                                         for reader in ("orc", "parquet", "pyarrow"))
            to_parquet = statistics.median(a / b for a, b in zip(ours, parquet))
            to_pyarrow = [a / b for a, b in zip(ours, pyarrow_ms)]
            yield (name, codec, number(statistics.median(ours)),
                   number(statistics.median(parquet)),
                   judged(to_parquet, most=None if name == LOOK_UP else MOST),
                   number(statistics.median(pyarrow_ms)) if pyarrow_ms else "",
                   number(statistics.median(to_pyarrow)) if to_pyarrow else "")


def run(options, data, extension):
    """Runs the suite and prints its table."""
    if not extension:
        return
    source = data["snappy"]
    make_files(source)
    keys = [row[0] for row in connect(extension, source).execute(
        "SELECT l_orderkey FROM t WHERE rowid % 77777 = 5 LIMIT 50")]
    rows = list(table_rows(measure(extension, keys, options.rounds)))
    print(f"\nORC: {data.n_lineitem} rows, {options.rounds} rounds, threads={engines.threads}; "
          "medians in ms; pyarrow only reads the columns, with its own threads\n")
    engines.print_table(("statement", "codec", "ORC", "Parquet", "ORC/Parquet", "pyarrow",
                         "ORC/pyarrow"), rows)
    print(flush=True)
