# SPDX-License-Identifier: MIT
"""The writing suite: a Parquet table written as Parquet again, against DuckDB's COPY and
pyarrow, which read the same file; and compared with the query alone, read cell by cell."""
import collections
import os
import sqlite3
import statistics

import duckdb
import pyarrow.parquet

import engines
from engines import judged, ms_text, number, ratio, time_ms

CODECS = ("zstd", "snappy", "none")
SIZE_MOST = 1.05    # times the smaller of the other files
TIME_MOST = 1.5     # times DuckDB with one thread
OUTPUT = f"{engines.FOLDER}/output"
DUCKDB_CODECS = {"none": "uncompressed"}


class Writers:
    """Each writes the same rows to a file of its own."""

    def __init__(self, data, extension):
        self.source = data["snappy"]
        self.sqlite = None
        if extension:
            self.sqlite = sqlite3.connect(":memory:")
            self.sqlite.enable_load_extension(True)
            self.sqlite.load_extension(extension)
            self.sqlite.execute(
                f"CREATE VIRTUAL TABLE source USING {engines.parquet(self.source)}")
        self.duckdb = duckdb.connect(config={"threads": 1})

    def path(self, name, codec):
        return f"{OUTPUT}/{name}_{codec}.parquet"

    def extension(self, codec, *options):
        marks = ", ?" * len(options)
        self.sqlite.execute(
            f"SELECT parquet_write(?, 'SELECT * FROM source', ?{marks})",
            (self.path("extension", codec), f"compression={codec}", *options)).fetchall()

    def query(self, codec):
        """The floor: reads every value of the query and does nothing with it."""
        self.sqlite.execute(
            "SELECT count(*) FROM source WHERE " + " AND ".join(
                f"typeof({name}) <> ''" for (name,) in self.sqlite.execute(
                    "SELECT name FROM pragma_table_info('source')"))).fetchall()

    def duckdb_copy(self, codec):
        self.duckdb.execute(
            f"COPY (SELECT * FROM read_parquet('{self.source}')) TO "
            f"'{self.path('duckdb', codec)}' (FORMAT parquet, COMPRESSION "
            f"'{DUCKDB_CODECS.get(codec, codec)}')")

    def pyarrow(self, codec):
        table = pyarrow.parquet.read_table(self.source, use_threads=False)
        pyarrow.parquet.write_table(table, self.path("pyarrow", codec), compression=codec,
                                    row_group_size=122880)


def run(options, data, extension):
    os.makedirs(OUTPUT, exist_ok=True)
    pyarrow.set_cpu_count(1)
    writers = Writers(data, extension)
    runs = {"duckdb": writers.duckdb_copy, "pyarrow": writers.pyarrow}
    if extension:
        runs = {"extension": writers.extension, "query": writers.query, **runs}
    rows = []
    for codec in CODECS:
        times = collections.defaultdict(list)
        for turn in range(options.rounds + 1):
            for name, write in runs.items():
                ms = time_ms(lambda: write(codec))
                if turn > 0:  # the first warms up
                    times[name].append(ms)
        ms = {name: statistics.median(times[name]) for name in runs}
        sizes = {name: os.path.getsize(writers.path(name, codec))
                 for name in runs if name != "query"}
        other = min(sizes["duckdb"], sizes["pyarrow"])
        rows.append([codec, *(ms_text(ms.get(name))
                              for name in ("extension", "query", "duckdb", "pyarrow")),
                     judged(ratio(ms.get("extension"), ms["duckdb"]), most=TIME_MOST),
                     *(number(sizes[name] / 1e6) if name in sizes else "-"
                       for name in ("extension", "duckdb", "pyarrow")),
                     judged(ratio(sizes.get("extension"), other), most=SIZE_MOST)])
    print("\nwriting lineitem: ms; MB; the query alone is the floor")
    engines.print_table(["codec", "ms", "query", "DuckDB 1T", "pyarrow 1T", "/DuckDB",
                         "MB", "DuckDB", "pyarrow", "/smaller"], rows)
    print(f"{engines.n_over(rows, 5)} of {len(rows)} over the limit of time,",
          f"{engines.n_over(rows, 9)} of size")

