# SPDX-License-Identifier: MIT
"""Random histories of Delta and Iceberg tables, read after each operation.

    build/interop/venv/bin/python interop/lake_checks.py [--seed N] [--histories N] [--only NAME]
        [--format NAME]... [--extension FILE] [--readers-only]

deltalake writes the Delta tables (lake_delta.py), pyiceberg the Iceberg tables
(lake_iceberg.py), and with the variable LAKE_JARS Spark some of both (lake_spark.py).  The model of a history knows
which rows each version has.  The writer's own reader, another reader, and the extension must find
them, also in old versions and in a copy of the folder; an ordinary table with the rows must give
the same answers to random questions (lake_questions.py); a copy that parquet_write() makes has
the rows and the declared types.  --only repeats one history, delta-3;
--readers-only leaves out the extension.  Tables with differences stay in build/interop/lakes.
"""
import argparse
import importlib
import os
import pathlib
import random
import shutil
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import compare  # noqa: E402
import lake_questions  # noqa: E402
import lake_rows  # noqa: E402
from sqlite_host import Host, SqlError  # noqa: E402
from table_checks import literal  # noqa: E402

MAKERS = {"delta": ("lake_delta", "History"), "iceberg": ("lake_iceberg", "History"),
          "spark-delta": ("lake_spark", "Delta"), "spark-iceberg": ("lake_spark", "Iceberg")}
HISTORIES = 12
STEPS = 8
QUESTIONS = 50
OLD = 3  # old versions to read after each operation
SHOWN = 4


class Run:
    """Counts."""

    def __init__(self, given):
        self.given = given
        self.host = Host(os.path.abspath(given.extension))
        self.passed = self.failed = self.refused = 0

    def history(self, name, make, folder):
        """Makes a table, changes it, and checks it each time."""
        rng = random.Random(f"lakes {self.given.seed}/{name}")
        failed, told = self.failed, ["create"]
        try:
            history = make(rng, folder / name)
        except make.ERRORS as error:
            print(f"skipped: {name}: {type(error).__name__}: {str(error)[:200]}")
            self.refused += 1
            return
        for step in range(self.given.steps):
            if step:
                told.append(history.step())
                self.refused += told[-1].startswith("refused")
            self.check(history, rng)
            if self.failed > failed:
                print(f"--- {name}: {', '.join(told)}")
                print(f"    interop/run.sh --lakes --seed {self.given.seed} --only {name}")
                return
        if not self.given.readers_only:
            self.count("a copy", lambda: self.copied(history.rows, history.path))
        if self.failed > failed:
            print(f"--- {name}: {', '.join(told)}")
        else:
            shutil.rmtree(history.path)

    def count(self, about, check):
        """Runs a check, which yields differences, or None for what passed."""
        try:
            found = list(check())
        except Exception as error:  # readers have many kinds
            found = [f"{type(error).__name__}: {str(error)[:1000]}"]
        wrong = [f for f in found if f is not None]
        self.passed += len(found) - len(wrong) + (not found)
        self.failed += len(wrong)
        for line in wrong[:SHOWN]:
            print(f"{about}: {line}")

    def check(self, history, rng):
        for name, read in history.readers():
            self.count(name, lambda: by_reader(history.rows, name, read, None))
        old = list(history.asked())
        old = rng.sample(old, min(len(old), OLD))
        for version, option, rows in old:
            if version is not None or not self.given.readers_only:
                self.count(option, lambda: self.old(history, rng, version, option, rows))
        if self.given.readers_only:
            return
        self.count("now", lambda: self.sqlite(history.rows, rng, history.path))
        moved = history.path.with_name("moved it's 100%")
        os.rename(history.path, moved)
        self.count("a moved copy", lambda: self.sqlite(history.rows, rng, moved, questions=5))
        os.rename(moved, history.path)

    def sqlite(self, rows, rng, path, options="", questions=None):
        asked = lake_questions.Asked(self.host, rng, rows, path, options)
        yield from list(asked.declarations()) or [None]
        yield from list(asked.cells()) or [None]
        yield from asked.answers(self.given.questions if questions is None else questions)

    def copied(self, rows, path):
        """What parquet_write() makes of the table: its rows, and the types that it declares."""
        copy = path.with_name("copy.parquet")
        self.host.open()
        self.host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})")
        self.host.rows(f"SELECT parquet_write({literal(copy)}, 'SELECT * FROM t', 'overwrite=on')")
        table = pq.read_table(copy)
        for c in rows.columns:
            found = table.schema.field(c.name).type
            is_fixed = pa.types.is_fixed_size_binary(c.kind.type)  # its length is not declared
            if found != (pa.binary() if is_fixed else c.kind.type):
                yield f"{c.name} is {found}, not {c.kind.type}"
        yield from list(by_reader(rows, "copy", lambda _: table, None)) or [None]

    def old(self, history, rng, version, option, rows):
        """An old version, unless parts of it are gone: then the extension must refuse it."""
        name, read = history.readers()[0]
        wrong, gone = [], None
        if version is not None:
            try:
                wrong = list(by_reader(rows, name, read, version))
            except history.ERRORS as error:
                gone = error
        yield from wrong or [None]
        if self.given.readers_only:
            return
        try:
            found = list(self.sqlite(rows, rng, history.path, f", {option}", questions=5))
        except SqlError as error:
            found = [None if gone else str(error)]
        else:
            found += [f"read, but {name}: {gone}"] if gone else []
        yield from found


def by_reader(rows, name, read, version):
    """What another reader gets wrong."""
    found = lake_rows.shown(read(version), rows)
    for c, a, b in zip(rows.columns, found, rows.shown()):
        yield from compare.columns(name, c.name, a, b)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--histories", type=int, default=HISTORIES)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--only")
    parser.add_argument("--format", action="append", default=[], choices=MAKERS)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--readers-only", action="store_true")
    given, _ = parser.parse_known_args()
    return given


def main():
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"lakes: seed {given.seed}")
    run = Run(given)
    folder = ROOT / "build/interop/lakes"
    folder.mkdir(parents=True, exist_ok=True)
    has_spark = "LAKE_JARS" in os.environ
    for format in given.format or [m for m in MAKERS if has_spark or "spark" not in m]:
        module, name = MAKERS[format]
        make = getattr(importlib.import_module(module), name)
        for i in range(given.histories):
            if given.only in (None, f"{format}-{i}"):
                run.history(f"{format}-{i}", make, folder)
    print(f"lakes: {run.passed} passed, {run.failed} failed "
          f"({run.refused} operations refused by the writers)")
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
