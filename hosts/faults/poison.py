# SPDX-License-Identifier: MIT
"""Files whose optional metadata is wrong must return the right rows, or an error.

    python3 hosts/faults/poison.py [options] EXTENSION          from the project's root

Changes one thing in the metadata of good files (poisons.py; orc_poisons.py for ORC files), and
runs the queries of random_queries.py on the changed file, with and without pushdown, and on an
ordinary table with the rows of the good file.  Every answer must be those rows, or an error that
begins with "parquet: " and the file.

    --seed N         the seed of everything random
    --file FILE      change only this file; may be given more than once
    --only NAME      only this poison, of the formats that have it; may be given more than once
    --questions N    queries of each poisoned file
    --rounds N       poisoned files of each poison and file
    --verbose        name the poisons that make queries fail
    --self-test      check that false bounds and filters change answers where nothing reveals
                     that they are false: shows which metadata the extension uses

One more file is written with parquet_write().  A poisoned file with a wrong answer is kept in
build/hosts/poisoned.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import io
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import time
import typing

sys.path[:0] = ["hosts", "hosts/questions", "testdata/make"]

import differential  # noqa: E402
import index_poisons  # noqa: E402
import orc_poisons  # noqa: E402
import orc_tail  # noqa: E402
import poisons  # noqa: E402
import random_queries  # noqa: E402
import writer_poisons  # noqa: E402  pylint: disable=unused-import
from host_tests import connect  # noqa: E402
from parquet_footer import File  # noqa: E402
from random_queries import literal  # noqa: E402

PARQUET_FILES = [
    "testdata/pushdown/numbers_sorted.parquet", "testdata/pushdown/texts_sorted.parquet",
    "testdata/pushdown/times_random.parquet", "testdata/pushdown/bloom_sorted.parquet",
    "testdata/pushdown/bloom_random.parquet", "testdata/pushdown/required_sorted.parquet",
    "testdata/pushdown/decimals_clusters.parquet", "testdata/pushdown/decimals_integers.parquet",
    "testdata/pushdown/lopsided.parquet", "testdata/pushdown/fallback.parquet",
    "testdata/pushdown/int96.parquet", "testdata/pushdown/structs.parquet",
    "testdata/duckdb_bloom.parquet", "testdata/java_bloom.parquet", "testdata/rust_bloom.parquet",
    "testdata/java_types.parquet"]
ORC_FILES = [f"testdata/orc/pyarrow_{name}.orc" for name in (
    "sorted", "sorted_zlib", "strides", "bloom", "zlib", "types", "nested", "dictionary")]
FOLDER = pathlib.Path("build/hosts/poisoned")
SECONDS = 5  # for one answer
SHOWN = 3  # wrong answers of one poisoned file
SHAPES = {"plain": 50, "aggregate": 10, "sorted_values": 10, "distinct": 4, "groups": 3,
          "limited_count": 4, "by_position": 5, "join": 4}


class Format(typing.NamedTuple):
    """File(bytes) parses a file, poisons change it, and lies change what nothing reveals."""
    File: type
    poisons: object
    lies: dict


PARQUET_LIES = {
    "statistics": lambda f, leaf, chunks: (
        poisons.without_indexes(chunks), poisons.believe_nothing(leaf, chunks)),
    "page index": poisons.false_index,
    "Bloom filters": lambda f, leaf, chunks: index_poisons.each_bloom(
        f, chunks, lambda header, bits: (header, bytes(len(bits)), True)),
}
FORMATS = {b"PAR1": Format(File, poisons.PARQUET, PARQUET_LIES),
           b"ORC": Format(orc_tail.File, orc_poisons.ORC, orc_poisons.LIES)}


def format_of(data):
    return next(f for magic, f in FORMATS.items() if data.startswith(magic))


def make_many_pages(extension):
    """A file with so many pages that not all headers are read before its index is used."""
    path = FOLDER.parent / "many_pages.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    db = connect(extension)
    db.execute("SELECT parquet_write(?, ?, 'overwrite=true', 'row_group_size=1000', "
               "'data_page_row_limit=20', 'bloom_filter=none')", (str(path), """
        WITH RECURSIVE r(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM r WHERE i < 2999)
        SELECT i / 3 AS id, CASE WHEN i % 7 THEN i * 7919 % 1000 END AS other, i % 50 AS few,
               printf('text %d', i) AS words FROM r"""))
    return str(path)


class Poisoned:
    """A good file: its ordinary table, its leaves, and queries of each column."""

    def __init__(self, path, options):
        self.path, self.options = path, options
        data = pathlib.Path(path).read_bytes()
        self.format = format_of(data)
        self.good = self.format.File(data)
        host = differential.Python(options.extension)
        self.host = host
        rng = random.Random(f"{options.seed}/{os.path.basename(path)}")
        self.tables = differential.Tables(host, path, rng, plain=True)
        self.db = host.open(self.tables.setup)
        self.counts = collections.Counter()
        self.asked = 0
        self.errors = collections.Counter()

    def columns_of(self, leaf):
        """The columns that show the leaf: itself, or its hidden column and its group's."""
        names = {random_queries.quoted(".".join(leaf.path)), random_queries.quoted(leaf.path[0])}
        return [c for c in self.tables.columns if c.name in names]

    def questions(self, leaf, rng):
        """Simple and random queries of a leaf's column."""
        columns = self.columns_of(leaf)
        if not columns:
            return
        tables, rowid = self.tables, self.tables.rowid
        c = columns[-1]
        values = [v for v in c.values if v is not None] or [0]
        for value in rng.sample(values, min(4, len(values))):
            for compare in "=", rng.choice(["<", "<=", ">", ">="]):
                yield (f"SELECT {rowid}, {c.name} FROM @ "
                       f"WHERE {c.name} {compare} {literal(value)}"), ()
        some = ", ".join(literal(v) for v in rng.sample(values, min(3, len(values))))
        yield f"SELECT {rowid} FROM @ WHERE {c.name} IN ({some})", ()
        yield f"SELECT {rowid}, {c.name} FROM @ WHERE {c.name} IS NULL", ()
        yield f"SELECT {rowid}, {c.name} FROM @ WHERE {c.name} NOT NULL", ()
        yield f"SELECT min({c.name}), max({c.name}), count({c.name}), count(*) FROM @", ()
        yield f"SELECT max({c.name}) FROM @", ()
        yield "SELECT count(*) FROM @", ()
        n = rng.randint(1, 200)
        yield f"SELECT {rowid}, {c.name} FROM @ WHERE {rowid} BETWEEN {n} AND {n + 20}", ()
        yield f"SELECT {c.name} FROM @ WHERE {rowid} = {n}", ()
        yield f"SELECT {c.name} FROM @ ORDER BY {c.name} DESC LIMIT 5", ()
        others = [rng.choice(tables.columns)] if rng.random() < 0.5 else []
        asker = random_queries.Asker(rng, columns + columns + others, rowid, True,
                                     self.host.version)
        for _ in range(self.options.questions):
            question = asker.question(SHAPES)
            yield question.statement, question.bindings[0]

    def check(self, name, changed, leaf, rng):
        """Queries a changed file; returns whether every answer is acceptable."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        path = FOLDER / f"{pathlib.Path(self.path).stem}-{name}{pathlib.Path(self.path).suffix}"
        path.write_bytes(changed.bytes())
        print(f"at {path}", file=sys.stderr, flush=True)  # what the process was doing, if it dies
        wrong = failed = asked = 0
        problem = self.put_tables(path)
        if problem is not None:
            wrong += not self.is_clear(problem, path)
            failed += 1
            if wrong:
                print(f"{path}: {problem}")
        else:
            for statement, values in self.questions(leaf, rng):
                asked += 1
                answers = [self.answer(statement.replace("@", t), values) for t in "voc"]
                for i, side in enumerate(["pushdown", "pushdown=off"]):
                    if isinstance(answers[i], str):
                        failed += 1
                        good = self.is_clear(answers[i], path)
                    else:
                        good = self.same(statement, answers[i], answers[2])
                    wrong += not good
                    if not good and wrong <= SHOWN:
                        self.show(path, statement, values, side, answers[i], answers[2])
        self.asked += asked
        self.errors[name] += failed > 0
        if wrong:
            print(f"  {path}: {wrong} of {2 * asked} answers are wrong")
        else:
            path.unlink()
        return not wrong

    def put_tables(self, path):
        """Replaces v and o by the changed file's tables; returns what goes wrong."""
        try:
            for table, more in ("v", ""), ("o", ", pushdown=off"):
                self.db.execute(f"DROP TABLE IF EXISTS {table}")
                self.db.execute(f"CREATE VIRTUAL TABLE {table} USING parquet('{path}'{more})")
        except sqlite3.Error as error:
            return str(error)
        return None

    def answer(self, statement, values):
        end = time.monotonic() + SECONDS
        self.db.set_progress_handler(lambda: time.monotonic() > end, 100_000)
        try:
            return self.db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            return str(error)

    @staticmethod
    def is_clear(message, path):
        return message.startswith(f"parquet: {path}: ")

    def same(self, statement, rows, expected):
        if isinstance(expected, str):
            return False
        if '"_file"' in statement:
            return True
        key, unsigned = self.host.row_key, self.host.zero_unsigned
        return (sorted(key(unsigned(r)) for r in rows)
                == sorted(key(unsigned(r)) for r in expected))

    @staticmethod
    def show(path, statement, values, side, rows, expected):
        print(f"{path}: {statement} {values or ''}"[:600])
        if isinstance(rows, str) or isinstance(expected, str):
            print(f"  {side}: {rows!r}"[:300])
            print(f"  ordinary: {expected!r}"[:300])
            return
        missing = [r for r in expected if r not in rows]
        more = [r for r in rows if r not in expected]
        print(f"  {side}: {len(rows)} rows for {len(expected)}, missing {missing[:2]}, "
              f"not asked for {more[:2]}"[:400])

    def run(self):
        known = self.format.poisons
        for name in self.options.only or known.names():
            if name not in known.poisons:
                continue
            rng = random.Random(f"{self.options.seed}/{self.path}/{name}")
            leaves = [leaf for leaf in self.good.leaves if self.columns_of(leaf)]
            rng.shuffle(leaves)
            done = 0
            for leaf in leaves:
                if done == self.options.rounds:
                    break
                changed = self.good.copy()
                chunks = list(changed.chunks(leaf))
                if done % 2 == 1:
                    chunks = [rng.choice(chunks)]
                if known.poisons[name](changed, leaf, chunks, rng) is False:
                    continue
                done += 1
                self.counts[self.check(f"{name}-{done}", changed, leaf, rng)] += 1


def run_file(path, options):
    poisoned = Poisoned(path, options)
    poisoned.run()
    if options.verbose and poisoned.errors:
        told = sorted({n.rsplit("-", 1)[0] for n, failed in poisoned.errors.items() if failed})
        print(f"{path}: errors: {', '.join(told)}")
    optional = {n.rsplit("-", 1)[0] for n, failed in poisoned.errors.items() if failed}
    optional -= poisoned.format.poisons.may_fail
    if optional:
        print(f"{path}: metadata that is not needed makes queries fail: "
              + ", ".join(sorted(optional)))
    print(f"counted: {poisoned.counts[True]} {poisoned.counts[False]} {poisoned.asked}")


def run_all(options):
    """Runs each file in a process of its own, which may die."""
    def poison_in_process(path):
        command = [sys.executable, __file__, *sys.argv[1:-1], "--here", path, sys.argv[-1]]
        return subprocess.run(command, capture_output=True, text=True, errors="replace")

    passed = failed = asked = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        outcomes = list(pool.map(poison_in_process, options.file))
    for path, ran in zip(options.file, outcomes):
        lines = ran.stdout.splitlines()
        counted = lines.pop() if lines and lines[-1].startswith("counted: ") else None
        for line in lines:
            print(line)
        if counted is None:
            print(f"{path}: the process ended with status {ran.returncode}: "
                  + " ".join(ran.stderr.splitlines()[-3:]))
            failed += 1
            continue
        numbers = [int(n) for n in counted.split()[1:]]
        passed, failed, asked = passed + numbers[0], failed + numbers[1], asked + numbers[2]
    print(f"poison: {passed} passed, {failed} failed ({asked} questions)")
    return failed


def self_test(options):
    """Which false metadata is believed when nothing reveals it."""
    told = collections.defaultdict(list)
    for path in options.file:
        poisoned = Poisoned(path, options)
        for what, lie in poisoned.format.lies.items():
            for leaf in poisoned.good.leaves:
                changed = poisoned.good.copy()
                chunks = list(changed.chunks(leaf))
                if not poisoned.columns_of(leaf) or lie(changed, leaf, chunks) is False:
                    continue
                with contextlib.redirect_stdout(io.StringIO()), \
                        contextlib.redirect_stderr(io.StringIO()):
                    told[what].append(not poisoned.check("lie", changed, leaf, random.Random(1)))
    for what, believed in told.items():
        print(f"poison: false {what}: believed in {sum(believed)} of {len(believed)} files")


def common_arguments(description):
    parser = argparse.ArgumentParser(description=description.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("extension")
    return parser


def arguments():
    parser = common_arguments(__doc__)
    parser.add_argument("--questions", type=int, default=7)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--here", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.file and not options.here:
        options.file = [make_many_pages(options.extension),
                        *(f for f in PARQUET_FILES + ORC_FILES if os.path.exists(f))]
    return options


def main():
    options = arguments()
    sys.stdout.reconfigure(errors="backslashreplace")
    if options.self_test:
        self_test(options)
    elif options.here:
        run_file(options.here, options)
    else:
        shutil.rmtree(FOLDER, ignore_errors=True)
        sys.exit(run_all(options) > 0)


if __name__ == "__main__":
    main()
