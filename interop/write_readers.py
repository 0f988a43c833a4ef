# SPDX-License-Identifier: MIT
"""What other readers find in a file that the extension wrote.

A reader returns the columns' values as stored (see contract.py), or why it cannot.  LIMITS
lists the known limits of readers, with the error that each must then give.
"""
import collections
import contextlib
import json
import os
import pathlib
import pickle
import re
import signal
import struct
import subprocess
import sys
from typing import NamedTuple

import duckdb
import fastparquet
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import compare  # noqa: E402
import dumps  # noqa: E402
import readers  # noqa: E402
import truth  # noqa: E402

ERRORS = (Exception, pl.exceptions.PanicException)
SECONDS = 60
NANOSECONDS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


class CannotRead(Exception):
    """A reader reports that it cannot do something."""


def kind_of(leaf):
    return leaf.logical[0] if leaf.logical else leaf.physical


def is_wide(leaf):
    """A decimal of more digits than most readers support."""
    return kind_of(leaf) == "DECIMAL" and leaf.logical[1] > 38


def canonical(leaf, values):
    """The same for all readers: unsigned numbers, decimals as integers, FLOAT16 as floats."""
    kind = kind_of(leaf)
    if kind == "INT" and not leaf.logical[2]:
        top = 2**64 if leaf.logical[1] == 64 else 2**32
        return [None if v is None else v % top for v in values]
    if kind == "DECIMAL":
        return [int.from_bytes(v, "big", signed=True) if isinstance(v, bytes) else v
                for v in values]
    if kind == "FLOAT16":
        return [struct.unpack("<e", v)[0] if isinstance(v, bytes) else v for v in values]
    if kind == "BOOLEAN":
        return [None if v is None else int(v) for v in values]
    return values


# --- the Arrow family -------------------------------------------------------------------

def of_arrow(leaf, array):
    return canonical(leaf, readers.stored(leaf, truth.plain(array)))


def contents(path):
    """(names, contract.Type of each column, columns, Arrow table) from pyarrow, with which
    all others are compared."""
    file = pq.ParquetFile(path, arrow_extensions_enabled=False, page_checksum_verification=True)
    found = [file.schema.column(i) for i in range(len(file.schema))]
    types = [readers.leaf_type(c) for c in found]
    table = file.read()
    columns = [of_arrow(leaf, table.column(i)) for i, leaf in enumerate(types)]
    return [c.path for c in found], types, columns, table


class Duckdb:
    name = "DuckDB"

    def column(self, path, name, leaf):
        if is_wide(leaf):
            quoted = '"' + name.replace('"', '""') + '"'
            with duckdb.connect() as db:
                found = db.execute(f"SELECT {quoted} FROM read_parquet(?)", [str(path)])
                return [row[0] for row in found.fetchall()]
        schema = pa.schema([pa.field(name, pa.null())])
        return of_arrow(leaf, truth.read_with_duckdb(path, schema, [leaf]).column(0))


@contextlib.contextmanager
def quiet():
    """Without the standard error: Polars' panics contain it, too."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


class Polars:
    name = "Polars"

    def column(self, path, name, leaf):
        with quiet():
            found = pl.read_parquet(path, columns=[name], glob=False).to_arrow()
        return of_arrow(leaf, found.column(0))


# --- fastparquet ------------------------------------------------------------------------

class Fastparquet:
    """In a process of its own, as it crashes on some files."""
    name = "fastparquet"

    def __init__(self):
        self.process = None

    def column(self, path, name, leaf):
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            pickle.dump((str(path), name, leaf), self.process.stdin)
            self.process.stdin.flush()
            kind, answer = pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            code = self.process.wait()
            self.process = None
            raise CannotRead(f"its process ended with status {code}") from None
        if kind == "error":
            raise CannotRead(answer)
        return answer

    def serve(self):
        """The other process: answers ("values", stored values) or ("error", message)."""
        while True:
            try:
                path, name, leaf = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            try:
                series = fastparquet.ParquetFile(path).to_pandas(columns=[name])[name]
                answer = "values", self.stored(leaf, series)
            except Exception as error:  # any error about the file
                answer = "error", f"{type(error).__name__}: {error}"
            pickle.dump(answer, sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
            sys.stdout.buffer.flush()

    def stored(self, leaf, series):
        if str(series.dtype) == "category":
            series = series.astype(series.cat.categories.dtype)
        kind = kind_of(leaf)
        if kind in ("DATE", "TIME", "TIMESTAMP"):
            return self.ticks(leaf, series)
        values = [None if v is None or v is pd.NA or v != v else v for v in series.tolist()]
        if kind in ("STRING", "ENUM"):
            return [v.encode() if isinstance(v, str) else v for v in values]
        if kind in ("INT", "INT32", "INT64", "BOOLEAN"):
            return canonical(leaf, [None if v is None else int(v) for v in values])
        if kind in ("FLOAT", "DOUBLE"):
            return [None if v is None else float(v) for v in values]
        return values

    def ticks(self, leaf, series):
        """Pandas' dates and times in the unit of the column."""
        unit = re.search(r"\[(\w+)", str(series.dtype))
        if unit is None:
            return [None if missing else int(v)
                    for v, missing in zip(series.tolist(), series.isna())]
        numbers = series.astype("int64").tolist()
        wanted = 86_400 * 10**9 if kind_of(leaf) == "DATE" else NANOSECONDS[leaf.logical[1]]
        scale = NANOSECONDS[unit[1]]
        return [None if missing else n * scale // wanted
                for n, missing in zip(numbers, series.isna())]


# --- programs ---------------------------------------------------------------------------

class Program:
    """A reader in another language: reads whole files and answers with a line."""

    def __init__(self, name, command, folder, work):
        self.name, self.command, self.folder = name, command, folder
        self.output = pathlib.Path(work) / f"{name}.dump"
        self.process = None

    def ask(self, path):
        return self.ask_line(f"{path}\t{self.output}")

    def ask_line(self, line):
        """The answer without its "ok"."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True)
        signal.alarm(SECONDS)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        finally:
            signal.alarm(0)
        if not answer:
            code = self.process.wait()
            self.process = None
            raise CannotRead(f"its process ended with status {code}")
        if not answer.startswith("ok"):
            raise CannotRead(answer.removeprefix("error: "))
        return answer[2:].split()

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


class Java(Program):
    """Physical values, so nothing is between them and canonical()."""

    def read(self, path, names, types):
        self.ask(path)
        found = dict(dumps.read(self.output))
        return [canonical(leaf, found[name]) for name, leaf in zip(names, types)]


class Hyparquet(Program):
    def read(self, path, names, types):
        self.ask(path)
        found = dict(dumps.read(self.output))
        return [self.stored(leaf, found[name]) for name, leaf in zip(names, types)]

    def stored(self, leaf, values):
        """It has only one type of number, and converts decimals to it."""
        kind = kind_of(leaf)
        if kind in ("INT", "DATE", "INT32", "TIME", "TIMESTAMP", "INT64"):
            values = [None if v is None else int(v) for v in values]
        if kind == "DECIMAL":
            return values
        return canonical(leaf, values)


class ArrowRs(Program):
    """Also checks the page index and the Bloom filters."""

    def __init__(self, *given):
        super().__init__(*given)
        self.filters = self.probes = self.false_positives = 0
        self.last = 0, 0  # of the last file: absent values probed, and found

    def read(self, path, names, types):
        filters, false_negatives, probes, positives = map(int, self.ask(path))
        if false_negatives:
            raise CannotRead(f"{false_negatives} values are not in their Bloom filters")
        self.filters += filters
        self.last = probes, positives
        self.probes += probes
        self.false_positives += positives
        with pa.ipc.open_file(self.output) as file:
            table = file.read_all()
        # Intervals are left out because they lose their months.
        found = iter(table.columns)
        return [None if kind_of(leaf) == "INTERVAL" else of_arrow(leaf, next(found))
                for leaf in types]


# --- what readers cannot do -------------------------------------------------------------

class Limit(NamedTuple):
    """What a reader cannot read, and the error that it must give."""
    reader: str
    kinds: tuple    # logical or physical types, one of which must be in the file; (): any
    error: str


LIMITS = [
    # With one such column, these readers read no column.
    Limit("DuckDB", ("BSON",), r"Unsupported converted type \(20\)"),
    Limit("Polars", ("INTERVAL",), "could not import from `month_day_millisecond_interval`"),
    Limit("Polars", ("DECIMAL",), "can't decode Decimal128 type from Fixed Size Byte Array"),
    Limit("Polars", ("DECIMAL",), r"assertion failed: \*precision >= 1 && \*precision <= 38"),
    Limit("Polars", (), r'Decoding FixedLenByteArray\(\d+\) "(DeltaByteArray|ByteStreamSplit)"'),
    Limit("DuckDB", (), "BYTE_STREAM_SPLIT encoding is only supported for FLOAT, DOUBLE, INT32"),
    Limit("fastparquet", ("INTERVAL",), "could not broadcast|cannot reshape|has 2 dimensions"),
    Limit("fastparquet", ("BSON",), "BSON not found"),
    Limit("fastparquet", (), "NotImplementedError: Encoding [679]$"),
    # Of data pages version 2: nulls with a delta encoding, other encodings, and several
    # pages that have only nulls.
    Limit("fastparquet", (), "null delta-int not implemented|NotImplementedError: $"),
    Limit("fastparquet", ("INT", "INT32", "INT64"), "operands could not be broadcast together"),
    Limit("fastparquet", (), "TypeError: an integer is required"),
    Limit("parquet-java", (), "BrotliCodec was not found"),
    Limit("hyparquet", ("INTERVAL",), "parquet interval not supported"),
    Limit("hyparquet", ("BSON",), "parquet bson not supported"),
]


def limit_for(reader, types, message):
    kinds = {kind_of(leaf) for leaf in types}
    return next((limit for limit in LIMITS if limit.reader == reader
                 and (not limit.kinds or kinds & set(limit.kinds))
                 and re.search(limit.error, message)), None)


def without_zeros(values):
    return [None if v is None else v.rstrip(b"\0") for v in values]


def comparing(reader, leaf, expected, found):
    """(expected, found) in a comparable form where a reader returns other values."""
    kind = kind_of(leaf)
    if reader == "fastparquet" and kind == "JSON":  # parsed
        return [None if v is None else json.loads(v) for v in expected], found
    if (reader in ("hyparquet", "fastparquet") and kind == "DECIMAL"
            or reader == "DuckDB" and is_wide(leaf)):  # as a double
        factor = 10.0**-leaf.logical[2]
        return [None if v is None else float(v) * factor for v in expected], found
    if reader == "fastparquet" and kind in ("FIXED_LEN_BYTE_ARRAY", "UUID"):  # NumPy's S
        return without_zeros(expected), without_zeros(found)
    if reader == "fastparquet" and kind == "FLOAT16":
        return expected, [None if v is None else struct.unpack("<e", v.ljust(2, b"\0"))[0]
                          for v in found]
    if reader == "fastparquet" and kind in ("DATE", "TIME", "TIMESTAMP"):
        # By way of nanoseconds or of a double.
        ticks = 86_400 * 10**9 if kind == "DATE" else NANOSECONDS[leaf.logical[1]]
        far = [v is not None and not (-2**53 < v < 2**53 and abs(v) * ticks < 2**63)
               for v in expected]
        return ([None if f else v for v, f in zip(expected, far)],
                [None if f else v for v, f in zip(found, far)])
    return expected, found


def nearly(a, b):
    """Floating-point numbers, and all other values exactly."""
    if isinstance(a, (int, float)) and isinstance(b, float) and a != b:
        return abs(a - b) <= 1e-9 * abs(b)
    return a == b


def same(expected, found):
    if compare.same_columns(found, expected):
        return True
    return len(found) == len(expected) and all(map(nearly, found, expected))


class Readers:
    """All available readers, and what they could not read."""

    def __init__(self, work, java=None, rust=None, node=None):
        self.by_column = [Duckdb(), Polars(), Fastparquet()]
        self.whole = []
        if java:
            self.whole.append(Java("parquet-java", java, ROOT, work))
        if rust:
            self.whole.append(ArrowRs("arrow-rs", [rust], ROOT, work))
        if node:
            command = ["node", str(ROOT / "interop/readers/node/read.mjs")]
            self.whole.append(Hyparquet("hyparquet", command, node, work))
        self.could_not = collections.Counter()  # Limit
        self.compared = collections.Counter()   # reader
        self.left_out = collections.Counter()   # reader

    def close(self):
        for program in self.whole:
            program.close()

    def differences(self, reader, name, leaf, expected, found):
        self.compared[reader] += 1
        if found is None:
            return
        expected, found = comparing(reader, leaf, expected, found)
        if same(expected, found):
            return
        rows = [i for i, (a, b) in enumerate(zip(found, expected)) if not nearly(a, b)]
        at = rows[0] if rows else 0
        told = f"{len(found)} rows of {len(expected)}"
        if len(found) == len(expected):
            told = f"row {at + 1}: {found[at]!r:.200}, expected {expected[at]!r:.200}"
        yield f"{reader}: column {name!r}, {leaf}: {told}"

    def check(self, path, names, types, columns, left_out=()):
        """A line for each difference; left_out: (reader, column) that are not compared."""
        for reader in self.by_column:
            for name, leaf, expected in zip(names, types, columns):
                if (reader.name, name) in left_out:
                    self.left_out[reader.name] += 1
                    continue
                try:
                    found = reader.column(path, name, leaf)
                except ERRORS as error:
                    yield from self.failed(reader.name, leaf, types, error)
                else:
                    yield from self.differences(reader.name, name, leaf, expected, found)
        for reader in self.whole:
            try:
                found = reader.read(path, names, types)
            except CannotRead as error:
                yield from self.failed(reader.name, None, types, error)
                continue
            for each in zip(names, types, columns, found):
                yield from self.differences(reader.name, *each)

    def failed(self, reader, leaf, types, error):
        """An error is a difference, unless it is a known limit of the reader."""
        message = f"{type(error).__name__}: {error}"
        limit = limit_for(reader, types, message)
        if limit:
            self.could_not[limit] += 1
        else:
            kinds = [leaf] if leaf else types
            yield f"{reader}: {', '.join(sorted({kind_of(t) for t in kinds}))}: {message:.300}"


if __name__ == "__main__":
    Fastparquet().serve()
