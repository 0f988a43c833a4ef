# SPDX-License-Identifier: MIT
"""The writing suite: lineitem, from a Parquet file and from a native table, written by
parquet_write(), against DuckDB's COPY and pyarrow, which read the same Parquet file; and
the floor, what SQLite alone takes to pass on the values (null_write.c) of the native
table.  Those of the Parquet file go past it."""
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
TIME_MOST = {"Parquet": 1.0, "native": 1.2}  # times DuckDB with one thread
OUTPUT = f"{engines.FOLDER}/output"
DUCKDB_CODECS = {"none": "uncompressed"}


NULL_WRITE = f"./{engines.FOLDER}/null_write.so"


class Writers:
    """Each writes the same rows to a file of its own."""

    def __init__(self, data, extension):
        self.source = data["snappy"]
        self.sqlite = None
        if extension:
            self.sqlite = sqlite3.connect(data["lineitem.db"])
            self.sqlite.enable_load_extension(True)
            for library in (extension, NULL_WRITE):
                self.sqlite.load_extension(library)
            self.sqlite.execute("CREATE VIRTUAL TABLE temp.parquet USING "
                                f"{engines.parquet(self.source)}")
            self.columns = ", ".join(name for (name,) in self.sqlite.execute(
                "SELECT name FROM pragma_table_info('lineitem')"))
        self.duckdb = duckdb.connect(config={"threads": 1})

    def path(self, name, codec):
        return f"{OUTPUT}/{name}_{codec}.parquet"

    def extension(self, codec, table="parquet"):
        self.sqlite.execute(
            f"SELECT parquet_write(?, 'SELECT * FROM {table}', ?)",
            (self.path(f"extension_{table}", codec), f"compression={codec}")).fetchall()

    def native(self, codec):
        self.extension(codec, "lineitem")

    def native_floor(self, _):
        self.sqlite.execute(f"SELECT null_write({self.columns}) FROM lineitem").fetchall()

    def duckdb_copy(self, codec):
        self.duckdb.execute(
            f"COPY (SELECT * FROM read_parquet('{self.source}')) TO "
            f"'{self.path('duckdb', codec)}' (FORMAT parquet, COMPRESSION "
            f"'{DUCKDB_CODECS.get(codec, codec)}')")

    def pyarrow(self, codec):
        table = pyarrow.parquet.read_table(self.source, use_threads=False)
        pyarrow.parquet.write_table(table, self.path("pyarrow", codec), compression=codec,
                                    row_group_size=122880)


def measure(runs, codec, n_rounds):
    """The median ms of each run."""
    times = collections.defaultdict(list)
    for turn in range(n_rounds + 1):
        for name, write in runs.items():
            ms = time_ms(lambda: write(codec))
            if turn > 0:  # the first warms up
                times[name].append(ms)
    return {name: statistics.median(times[name]) for name in runs}


def table_row(codec, source, table, ms, sizes):
    """ms: of the extension and the floor for this source, if there is one, of DuckDB and of
    pyarrow."""
    own = ms["extension"] - ms.get("floor", 0) if "extension" in ms else None
    size = sizes.get(f"extension_{table}")
    return [codec, source, *(ms_text(ms.get(name))
                             for name in ("extension", "floor", "duckdb", "pyarrow")),
            number(ratio(own, ms["duckdb"])),
            judged(ratio(ms.get("extension"), ms["duckdb"]), most=TIME_MOST[source]),
            *(number(bytes / 1e6) if bytes else "-"
              for bytes in (size, sizes["duckdb"], sizes["pyarrow"])),
            judged(ratio(size, min(sizes["duckdb"], sizes["pyarrow"])), most=SIZE_MOST)]


def run(options, data, extension):
    os.makedirs(OUTPUT, exist_ok=True)
    pyarrow.set_cpu_count(1)
    writers = Writers(data, extension)
    runs = {"duckdb": writers.duckdb_copy, "pyarrow": writers.pyarrow}
    if extension:
        runs = {"extension": writers.extension, "native": writers.native,
                "native floor": writers.native_floor, **runs}
    rows = []
    for codec in CODECS:
        ms = measure(runs, codec, options.rounds)
        names = ["duckdb", "pyarrow"]
        if extension:
            names += ["extension_parquet", "extension_lineitem"]
        sizes = {name: os.path.getsize(writers.path(name, codec)) for name in names}
        rows.append(table_row(codec, "Parquet", "parquet", ms, sizes))
        if extension:
            native = {**ms, "extension": ms["native"], "floor": ms["native floor"]}
            rows.append(table_row(codec, "native", "lineitem", native, sizes))
    print("\nwriting lineitem: ms; own: without the floor, as a ratio to DuckDB; MB")
    engines.print_table(["codec", "from", "ms", "floor", "DuckDB 1T", "pyarrow 1T", "own",
                         "/DuckDB", "MB", "DuckDB", "pyarrow", "/smaller"], rows)
    print(f"{engines.n_over(rows, 7)} of {len(rows)} over the limit of time,",
          f"{engines.n_over(rows, 11)} of size")
