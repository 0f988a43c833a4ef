# SPDX-License-Identifier: MIT
"""What parquet_write() writes must read back unchanged: random tables, written and read.

    python3 hosts/questions/random_writes.py [options] EXTENSION      from the project's root

Each table has columns of random declared types, filled with values that fit them, nearly fit
them, or do not fit at all, sometimes only late.  A write is right if

    it succeeds, parquet_check() finds nothing, and every value reads back as the same value of
    the same storage class (an integer may become the real that equals it), or
    it fails because a column's values really have no type in common, and no file is left

    --seed N       the seed of everything random
    --tables N     the number of tables
    --verbose      print failures in full
"""
import argparse
import collections
import pathlib
import random
import re
import shutil
import sqlite3
import struct
import sys

sys.path.insert(0, "hosts")

from host_tests import load  # noqa: E402

FOLDER = pathlib.Path("build/hosts/written")

DECLARED = """INTEGER TINYINT SMALLINT BIGINT UTINYINT UINTEGER UBIGINT REAL FLOAT BOOLEAN TEXT
    VARCHAR(10) BLOB NUMERIC DECIMAL(10,2) DECIMAL(18,0) DECIMAL(19,0) DECIMAL(38,10) DECIMAL(5,5)
    DATE TIME TIMESTAMP TIMESTAMPTZ DATETIME INTERVAL UUID JSON MONEY""".split() + [
    "", "DATE TEXT", "TIMESTAMP TEXT", "DURATION TEXT", "UUID TEXT", "JSON TEXT", "GEOMETRY BLOB"]

EXTREMES = [2**53, 2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63, 2**31, 2**31 - 1, 2**32, 10**18, 255]
REALS = [0.0, -0.0, 1e308, 5e-324, float("inf"), float("-inf"), 2.0**53, 2.0**63, 1e22, 1e23, 0.1,
         99999999.99, -0.01, 0.00001]
ODD_TEXTS = """|2024-02-30|1970-1-1|-0044-03-15|+12000-01-01|9999-12-31|24:00:00|23:59:60|12:00:00.5
    |12:00:00.500|12:00:00.000|2020-01-01T00:00:00|2020-01-01 00:00:00Z|1677-09-21 00:12:43
    |2262-04-11 23:47:16.854775807|2262-04-11 23:47:16.854775808|P1M|P1M0DT0S|PT60S|P14M3DT4.005S
    |18446744073709551615|18446744073709551616|9223372036854775808|9223372036854775807|5.0|010|1e3
    |550E8400-e29b-41d4-a716-446655440000|null|{}|soon""".replace("\n    ", "").split("|")
SETTINGS = {
    "row_group_size": [1, 2, 7, 50], "page_size": [1, 10, 100], "data_page_version": [2],
    "compression": ["none", "snappy", "gzip"], "dictionary_size_limit": [0, 1, 3],
    "encoding": ["dictionary", "PLAIN", "DELTA_BINARY_PACKED", "DELTA_BYTE_ARRAY",
                 "DELTA_LENGTH_BYTE_ARRAY", "BYTE_STREAM_SPLIT", "ALP", "RLE"],
    "data_page_row_limit": [1, 3], "bloom_filter": ["c0"], "threads": [1],
    "geoparquet_version": ["none"], "compatibility": ["wide"]}
QUERIES = ["t", "SELECT * FROM t", "SELECT * FROM (SELECT * FROM t) WHERE 1",
           "SELECT * FROM t UNION ALL SELECT * FROM t WHERE 0",
           "WITH x AS (SELECT * FROM t) SELECT * FROM x", "SELECT * FROM t ORDER BY 1"]


class Values:
    """Values of all storage classes; fitting() returns values that suit a declared type."""

    def __init__(self, rng):
        self.rng = rng

    def integer(self):
        rng = self.rng
        return rng.choice([rng.randrange(-100, 100), rng.randrange(-2**63, 2**63),
                           rng.choice(EXTREMES)])

    def real(self):
        rng = self.rng
        bits = struct.unpack("d", rng.getrandbits(64).to_bytes(8, "little"))[0]
        return rng.choice([round(rng.uniform(-1e6, 1e6), 2), rng.uniform(-1, 1), rng.choice(REALS),
                           bits if bits == bits else 1.25])

    def text(self):
        rng = self.rng
        letters = [chr(rng.choice([rng.randrange(32, 127), rng.randrange(0xa0, 0x2000),
                                   rng.randrange(0x10000, 0x10ffff)])) for _ in range(10)]
        return rng.choice([rng.choice("abc"), "x" * rng.randrange(3000), "a\0b", "".join(letters),
                           rng.choice(ODD_TEXTS), self.timestamp()])

    def blob(self):
        return self.rng.choice([b"", b"\0", self.rng.randbytes(16), self.rng.randbytes(40)])

    def any(self):
        return self.rng.choice([self.integer, self.real, self.text, self.blob])()

    def date(self):
        rng = self.rng
        return f"{rng.randrange(10000):04}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"

    def time(self):
        fraction = self.rng.choice(["", "", ".001", ".123456", ".123456789"])
        return f"{self.rng.randrange(24):02}:{self.rng.randrange(60):02}:00{fraction}"

    def timestamp(self):
        return f"{self.date()} {self.time()}"

    def uuid(self):
        digits = f"{self.rng.getrandbits(128):032x}"
        return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])

    def fitting(self, declared):
        rng, word = self.rng, re.split(r"\W", declared)[0]
        if word in ("DATE", "TIME", "TIMESTAMP", "UUID"):
            return getattr(self, word.lower())
        if word in ("TIMESTAMPTZ", "DATETIME"):
            return self.timestamp
        if word == "UBIGINT":
            return lambda: rng.choice([rng.randrange(2**63), str(rng.randrange(2**63, 2**64))])
        if word == "DECIMAL":
            return lambda: round(rng.uniform(-1e6, 1e6), rng.randrange(4))
        if word in ("DURATION", "INTERVAL"):
            return lambda: rng.choice(["P1M", "P1M0DT0S", "P14M3DT4.005S"])
        if "INT" in word or word == "BOOLEAN":
            return lambda: rng.randrange(2)
        return rng.choice([self.integer, self.real, self.text, self.blob])


def same(value, read):
    if isinstance(value, float) and isinstance(read, float):
        return struct.pack("d", value) == struct.pack("d", read)
    if isinstance(value, int) and isinstance(read, float):
        return value == read
    return type(value) is type(read) and value == read


def have_a_type(values):
    classes = {type(value) for value in values if value is not None}
    return len(classes) < 2 or (classes == {int, float} and
                                all(int(float(v)) == v for v in values if isinstance(v, int)))


class Table:
    def __init__(self, extension, rng):
        self.rng = rng
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.execute(f"PRAGMA encoding = '{rng.choice(['UTF-8', 'UTF-16le', 'UTF-16be'])}'")
        load(self.db, extension)
        self.file = str(FOLDER / f"{rng.getrandbits(32):08x}.parquet")
        values, n_rows = Values(rng), rng.choice([0, 1, 2, 5, 50, 300])
        self.declared = [rng.choice(DECLARED) for _ in range(rng.choice([1, 1, 2, 4]))]
        columns = ", ".join(f"c{i} {declared}" for i, declared in enumerate(self.declared))
        self.db.execute(f"CREATE TABLE t({columns})")
        makers = [values.fitting(declared) for declared in self.declared]
        nulls, odd = rng.choice([0, 0, .1, .5, 1]), rng.choice([0, 0, 1 / (n_rows + 1)])
        for _ in range(n_rows):
            row = [None if rng.random() < nulls else
                   values.any() if rng.random() < odd else make() for make in makers]
            self.db.execute(f"INSERT INTO t VALUES({', '.join('?' * len(row))})", row)

    def complaint(self):
        """Writes and reads.  Returns what is wrong, or None, and whether a file was written."""
        names = [name for name in SETTINGS if self.rng.random() < .3]
        options = [f"{name}={self.rng.choice(SETTINGS[name])}" for name in names]
        query = self.rng.choice(QUERIES)
        rows = self.db.execute(query if query != "t" else "SELECT * FROM t").fetchall()
        case = f"{self.declared}, {query}, {options}"
        try:
            self.db.execute(f"SELECT parquet_write(?, ?{', ?' * len(options)})",
                            [self.file, query, *options])
        except sqlite3.Error as error:
            column = re.search(r'column "c(\d)", row \d+: .* in a column of', str(error), re.S)
            is_true = column and not have_a_type([row[int(column[1])] for row in rows])
            is_left = pathlib.Path(self.file).exists()
            return None if is_true and not is_left else f"{error}: {case}", False
        findings = self.db.execute("SELECT * FROM parquet_check(?)", [self.file]).fetchall()
        self.db.execute(f"CREATE VIRTUAL TABLE p USING parquet('{self.file}')")
        read = self.db.execute("SELECT * FROM p").fetchall()
        if findings:
            return f"parquet_check: {findings[0]}: {case}", True
        if len(read) != len(rows):
            return f"{len(rows)} rows written, {len(read)} read: {case}", True
        for row, got in zip(rows, read):
            for value, back in zip(row, got):
                if not same(value, back):
                    return f"{value!r:.80} came back as {back!r:.80}: {case}", True
        return None, True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("extension")
    options = parser.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    count = collections.Counter()
    for i in range(options.tables):
        table = Table(options.extension, random.Random(options.seed * 1000003 + i))
        complaint, is_written = table.complaint()
        table.db.close()
        count["failed" if complaint else "passed"] += 1
        count["written"] += is_written
        if complaint:
            print(f"table {i}: {complaint if options.verbose else complaint[:300]}")
    shutil.rmtree(FOLDER)
    print(f"hosts: writes: {count['passed']} passed, {count['failed']} failed "
          f"({count['written']} written, the others refused)")
    sys.exit(count["failed"] > 0)


if __name__ == "__main__":
    main()
