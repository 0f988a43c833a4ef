# SPDX-License-Identifier: MIT
"""Runs the same joins and correlated subqueries on tables of files and on ordinary tables.

    python3 hosts/questions/differential_joins.py [options] SQLRUN [args...]      from the project's root
    python3 hosts/questions/differential_joins.py [options] --python EXTENSION

Most files are small and random; parquet_write() writes them, some encrypted, some as folders of
files whose columns match by their numbers.  Some are Parquet or ORC files of other writers.  Each is opened several times: v with 1, 2 or 4 threads, m with so little memory
that not all rows, columns or keys can be kept for look-ups, and o with pushdown=off; c is an
ordinary table with the same rows.  Each query (see random_joins.py) runs on ordinary tables only,
and then on v, on m, on several of these together, and some on o.  The answers must be the same.
Each run on tables of files counts as one query.

    --seed N        the seed of everything random; printed with a difference
    --groups N      the number of groups of files
    --questions N   the number of questions about each group
    --group I       only the I-th group
    --file FILE     query this file; given more than once, all are one group
    --only I        only the I-th question of a group
    --python FILE   instead of sqlrun, use Python's sqlite3 module, which also binds parameters
    --self-test     check that wrong tables in v's place are noticed
    --verbose       print how many look-ups there were
"""
import glob
import os
import pathlib
import random
import re
import shutil
import sqlite3
import sys

import differential
import random_joins
import random_queries
from differential import (Python, Sqlrun, Tables, Unreadable, collated, declared, is_out_of_memory,
                          is_pattern_error, shown_error)
from random_joins import hashes_lengths
from random_queries import Column, literal

OTHER_FILES = [sorted(glob.glob("testdata/pushdown/*.parquet")), differential.ORC_FILES]
FOLDER = pathlib.Path("build/hosts/joined")
FILES = 4       # in a group
MOST_COLUMNS = 30  # queried, in one file
SHOWN = 10      # differences printed for a group
LEAST_LIMIT = 1 << 20  # for the memory of a table
MOST_SCANNED = 60_000  # rows, by a query with pushdown=off
WRONG = ["rows", "cells", "affinity"]

NUMBERS_AS_TEXT = ["5", " 5", "05", "5.0", "5 ", "+5", "5e0", "0x5", "7", "07", "7.50", "-3", "1e1",
                   "10", "12", "9007199254740993", "18446744073709551615", "", "x", "5x", "1.5"]
CASES = ["a", "A", "a ", "A  ", "b", "B", "ab", "Ab", "aB ", "abc", "ABC", "abc ", "é", "É", " a", "",
         "row 01", "ROW 01", "row 02 ", "z" * 70, "Z" * 70, "z" * 69]
EDGES = [2**53 - 1, 2**53, 2**53 + 1, 2**53 + 2, -2**53, -2**53 - 1, 2**63 - 1, -2**63, 2**63 - 2,
         2**62, 2**31, 0, 5, 7]


def uuid(rng):
    n = rng.randint(1, 30)
    return f"{n:08x}-0000-4000-8000-00000000{n:04x}"


# The types of columns, and how to draw a value of one.
KINDS = {
    "INT8": lambda rng: rng.randint(-5, 20),
    "INT16": lambda rng: rng.randint(0, 12),
    "INT32": lambda rng: rng.randint(0, 60),
    "INT64": lambda rng: rng.randint(1, 200),
    " INT64": lambda rng: rng.choice(EDGES),
    "UINT64": lambda rng: rng.choice(
        [*range(12), 2**53, 2**53 + 1, "18446744073709551615", "9223372036854775808", 2**63 - 1]),
    "UINT32": lambda rng: rng.choice([*range(12), 2**32 - 1, 2**31]),
    "DOUBLE": lambda rng: rng.choice(
        [*map(float, range(12)), 0.5, 1.5, 7.5, 2.0**53, 2.0**63, -2.0**63, 1e308, 9e999, -9e999]),
    " DOUBLE": lambda rng: rng.randint(0, 120) / 4,
    "FLOAT": lambda rng: rng.choice([0.0, 0.5, 1.0, 5.0, 7.0, 7.5, 16777216.0, 9e999]),
    "DECIMAL(9,2)": lambda rng: rng.randint(0, 60) / 4,
    "DECIMAL(18,0)": lambda rng: rng.choice([*range(12), 2**53 + 1, 10**18 - 1]),
    "DECIMAL(30,1)": lambda rng: rng.randint(0, 30) / 2,
    "BOOLEAN": lambda rng: rng.randint(0, 1),
    "STRING": lambda rng: rng.choice(NUMBERS_AS_TEXT),
    " STRING": lambda rng: rng.choice(CASES),
    "  STRING": lambda rng: f"row {rng.randint(0, 150):03}",
    "   STRING": lambda rng: str(rng.randint(0, 99)).zfill(rng.choice([1, 2, 3])),
    "WIDE": lambda rng: rng.randint(0, 400),  # see WIDE
    "DATE": lambda rng: f"2024-01-{rng.randint(1, 28):02}",
    "TIMESTAMP(MICROS)": lambda rng: f"2024-01-{rng.randint(1, 28):02} 00:00:0{rng.randint(0, 1)}",
    "TIMESTAMP(NANOS)": lambda rng: f"2024-01-{rng.randint(1, 28):02} 00:00:00",
    "TIME(MICROS)": lambda rng: f"{rng.randint(0, 23):02}:00:00",
    "BLOB": lambda rng: rng.choice([b"", b"\0", b"5", b"a", b"A", b"abc", b"\xff\xff", b"row 001"]),
    "FIXED(2)": lambda rng: bytes([0, rng.randint(0, 40)]),
    "UUID": uuid,
    "JSON": lambda rng: rng.choice(["1", "5", "[1,2]", '{"a":5}', '"5"', "5.0"]),
    "LIST<INT64>": lambda rng: rng.choice(["[1,2]", "[]", "[5]", "[null]"]),
}
# Texts that are written for a number, so long that many do not fit in little memory.
WIDE = "{0} || printf('%.*c', 300 + {0} % 4 * 100, 'x') AS {0}"
SETTINGS = {
    "row_group_size": [7, 20, 50, 200], "data_page_row_limit": [3, 10, 50], "data_page_version": [2],
    "compression": ["none", "snappy"], "dictionary_size_limit": [0, 5], "page_size": [40],
    "encoding": ["dictionary", "PLAIN"], "bloom_filter": ["c0", "c1"]}
OPTIONS = ["timestamps=integer", "timestamps=iso8601", "timestamps=seconds",
           "timestamps=nanoseconds", "decimals=text", "uint64=text", "uint64=real",
           "uint64=blob"]
PARQUET_OPTIONS = OPTIONS + ["binary_as_text=on", "salvage=on", "salvage=skip"]
KEY = "SELECT parquet_add_key('key', '101112131415161718191a1b1c1d1e1f')"


# --- files ------------------------------------------------------------------------------

def random_file(rng, path):
    """The statements that write a file."""
    kinds = rng.sample(list(KINDS), rng.randint(3, 9))
    n_rows = rng.choice([rng.randint(50, 130)] * 4 + [rng.randint(130, 500), rng.randint(500, 3000)])
    if n_rows > 1000:
        kinds[rng.randrange(len(kinds))] = "WIDE"
    nulls = {kind: rng.choice([0, 0, 0.05, 0.3]) for kind in kinds}
    rows = [[None if rng.random() < nulls[kind] else KINDS[kind](rng) for kind in kinds]
            for _ in range(n_rows)]
    values = ", ".join(f"({', '.join(map(literal, row))})" for row in rows)
    names = [f"c{i}" for i in range(len(kinds))]
    read = ", ".join(WIDE.format(name) if kind == "WIDE" else name
                     for name, kind in zip(names, kinds))
    types = ", ".join(f"{name}={kind.strip()}" for name, kind in zip(names, kinds))
    settings = [f"{name}={rng.choice(SETTINGS[name])}" for name in SETTINGS if rng.random() < 0.5]
    settings += ["footer_key=key"] * (rng.random() < 0.15)
    order = " ORDER BY c0" if rng.random() < 0.4 else ""
    types = f"types={types.replace('WIDE', 'STRING')}"
    query = f"SELECT {read} FROM made{order}"
    calls = [[str(path), query, types, *settings]]
    if path.suffix == "":
        calls = split(rng, path, query, names, [types, *settings])
    return [f"CREATE TABLE made({', '.join(names)})",
            f"INSERT INTO made VALUES {values}",
            *(f"SELECT parquet_write({', '.join(map(literal, call))})" for call in calls),
            "DROP TABLE made"]


def split(rng, folder, query, names, settings):
    """The arguments that write a query's rows to the files of a folder.  In the second file the
    columns have other places, some other names, and the same numbers."""
    folder.mkdir(exist_ok=True)
    ids = "field_ids=" + ", ".join(f"{name}={i}" for i, name in enumerate(names))
    renamed = {name: f"new_{name}" for name in names[1:] if rng.random() < 0.5}
    order = rng.sample(names, len(names))
    second = ", ".join(f"{name} AS {renamed.get(name, name)}" for name in order)

    def called(setting):
        return re.sub(r"\bc\d\b", lambda name: renamed.get(name[0], name[0]), setting)

    return [[f"{folder}/0.parquet", f"{query} LIMIT 60", ids, *settings],
            [f"{folder}/1.parquet", f"SELECT {second} FROM ({query} LIMIT -1 OFFSET 60)",
             called(ids), *map(called, settings)]]


def random_group(host, rng, folder):
    """The files of a group: most are written, some are those of other writers."""
    paths = [folder / (f"{i}.parquet" if rng.random() < 0.85 else f"{i}") for i in range(FILES)]
    statements = [s for path in paths for s in random_file(rng, path)]
    host.columns([KEY], statements)
    return [rng.choice(rng.choice(OTHER_FILES)) if rng.random() < 0.2 else
            str(path) if path.suffix else f"{path}/" for path in paths]


# --- tables -----------------------------------------------------------------------------

class Group:
    """The tables of a group of files: v0, m0, o0 and c0 of the first, and so on."""

    def __init__(self, host, rng, files):
        self.setup = Tables.circumstances(rng) + [KEY]
        self.attached = rng.random() < 0.2
        if self.attached:
            self.setup.append("ATTACH ':memory:' AS other")
        self.rowid = "rowid"
        self.tables = []
        for file in files:
            before = len(self.setup)
            try:
                self.tables.append(self.table(host, rng, len(self.tables), file))
            except Unreadable as error:
                del self.setup[before:]
                print(f"skipped: differential joins: {file}: {error}")
        columns = [c for t in self.tables for c in t.columns]
        self.setup += random_queries.other_rows(rng, columns, 40)
        self.odd = Tables.odd_columns(columns)

    def table(self, host, rng, i, file):
        known = OPTIONS if file.endswith(".orc") else PARQUET_OPTIONS
        if not hashes_lengths(host.version):
            known = [*known, "timestamps=instant"]
        chosen = {o.split("=")[0]: o for o in known if rng.random() < 0.1}
        path, options = file.replace("'", "''"), "".join(f", {o}" for o in chosen.values())
        if path.startswith(str(FOLDER)) and path.endswith("/"):
            options += ", field_ids=on"
        elif path.endswith("/"):
            options += ", union_by_name=on"
        made = "CREATE VIRTUAL TABLE {} USING parquet('" + path + "'" + options + "{})"
        schema = rng.choice(["other.", ""]) if self.attached else ""
        self.setup += [made.format(f"{schema}v{i}", f", threads={rng.choice([1, 2, 4])}"),
                       made.format(f"o{i}", ", pushdown=off, threads=1")]
        columns = [collated(c, options) for c in self.columns(host, i)]
        limit = self.least_memory(host, made, columns)
        limit = int(limit * rng.choice([1, 1, 1, 1.1, 1.3, 2]))
        self.setup.append(made.format(f"m{i}", f", memory_limit='{limit}'"))
        listed = ", ".join(["rowid", *(c.name for c in columns)])
        self.setup += [f"CREATE TABLE c{i}({declared(columns)})",
                       f"INSERT INTO c{i}({listed}) SELECT {listed} FROM o{i}"]
        if rng.random() < 0.3:
            self.setup.append(f"ANALYZE c{i}")
        return self.with_values(host, i, columns)

    def columns(self, host, i):
        names, types, not_null = host.columns(self.setup, [
            f"SELECT {what} FROM pragma_table_xinfo('v{i}')"
            for what in ("name", "type", '"notnull"')])
        if not names or {"rowid", "oid", "_rowid_"} & {n.lower() for n in names}:
            raise Unreadable("it is not opened")
        columns = [Column(random_queries.quoted(n), t, bool(f), [])
                   for n, t, f in zip(names, types, not_null) if "@" not in n and "?" not in n
                   and n not in ("_file", "_row_group")]
        read = host.columns(self.setup, [f"SELECT count({c.name}) FROM o{i}" for c in columns])
        columns = [c for c, count in zip(columns, read) if count is not None]
        return columns[-MOST_COLUMNS:]  # the last one is _file_row_number

    def least_memory(self, host, made, columns):
        """A limit with which each column can be read alone."""
        limits = [int(LEAST_LIMIT * 1.25**i) for i in range(12)]
        statements = []
        for limit in limits:
            statements.append(made.format("x", f", memory_limit='{limit}'"))
            statements += [f"SELECT count({c.name}) FROM x" for c in columns]
            statements.append("DROP TABLE x")
        answers = host.columns([KEY], statements)
        n = len(columns) + 2
        return next(limit for i, limit in enumerate(limits)
                    if None not in answers[n * i:n * i + n])

    def with_values(self, host, i, columns):
        ask = [f"SELECT count(*) FROM c{i}"]
        ask += [f"SELECT DISTINCT {c.name} FROM c{i} WHERE length({c.name}) < 500 OR {c.name} "
                f"IS NULL LIMIT 60" for c in columns]
        count, *values = host.columns(self.setup, ask)
        columns = [c._replace(values=v) for c, v in zip(columns, values)]
        columns.append(Column("rowid", "INTEGER", True, list(range(1, min(count[0], 60) + 1))))
        return random_joins.Table(columns, "rowid", count[0])

    def variants(self, rng, question, used):
        """(name, statement) of each variant; the first is of ordinary tables only."""
        def on(letters):
            statement = question.statement
            for i, (letter, table) in enumerate(zip(letters, used)):
                statement = statement.replace(f"@{i}", f"{letter}{table}")
            return statement

        n, scanned = len(used), 1
        for table in used:
            scanned *= self.tables[table].n_rows
        mixed = [rng.choice("vvmc") for _ in used]
        if set(mixed) == {"c"}:
            mixed[-1] = "v"
        made = [("ordinary", on("c" * n)), ("parquet", on("v" * n)), ("little memory", on("m" * n)),
                ("mixed", on(mixed))]
        if scanned < MOST_SCANNED and rng.random() < 0.3:
            made.append(("pushdown=off", on("o" * n)))
        return made

    def put_wrong(self, how, rng):
        """Puts ordinary tables with wrong rows, cells or types in the place of v0, v1, ..."""
        for i, table in enumerate(self.tables):
            columns = [c for c in table.columns if c.name != "rowid"]
            column = rng.choice(columns)
            if how == "affinity":
                columns = [c._replace(type="BLOB") for c in columns]
            listed = ", ".join(["rowid", *(c.name for c in columns)])
            some = f"rowid % {rng.randint(2, 4)} = 0"
            self.setup += [f"DROP TABLE v{i}", f"CREATE TABLE v{i}({declared(columns)})",
                           f"INSERT INTO v{i}({listed}) SELECT {listed} FROM c{i}"]
            if how == "rows":
                self.setup.append(f"DELETE FROM v{i} WHERE {some}")
            elif how == "cells":
                value = literal(rng.choice([-7, 7.5, "x"]))
                self.setup.append(f"UPDATE v{i} SET {column.name} = {value} WHERE {some}")


# --- comparing --------------------------------------------------------------------------

class Count:
    passed = failed = errors = 0
    out_of_memory = 0  # not compared
    read = looked_up = 0  # statements that read files, and those that looked up rows


def same(host, question, expected, rows, odd):
    def keys(rows):
        made = [host.row_key(row) for row in rows]
        return made if question.ordered else sorted(made)

    if keys(expected) == keys(rows):
        return True
    # An ordinary table keeps no -0.0.
    expected, rows = ([host.zero_unsigned(row) for row in some] for some in (expected, rows))
    return keys(expected) == keys(rows) or any(name in question.statement for name in odd)


def show(host, number, name, question, values, statement, expected, rows):
    print(f"question {number}, {name}: {statement}" + (f" {values!r}" if values else ""))
    keys = [{host.row_key(host.zero_unsigned(row)) for row in some} for some in (expected, rows)]
    for what, some, others in ("ordinary", expected, keys[1]), (name, rows, keys[0]):
        odd = [r for r in some if host.row_key(host.zero_unsigned(r)) not in others]
        print(f"  {what}: {len(some)} rows, not in the other: {odd[:3]}"[:400])


def ask(host, options, rng, files, count, wrong=None):
    group = Group(host, rng, files)
    if not group.tables:
        return 0
    if wrong:
        group.put_wrong(wrong, rng)
    joiner = random_joins.Joiner(rng, group.tables, host.binds, host.version)
    made = [joiner.question() for _ in range(options.questions)]
    asked = [(i, question, values, group.variants(rng, question, used))
             for i, (question, used) in enumerate(made) for values in question.bindings]
    if options.only is not None:
        asked = [a for a in asked if a[0] == options.only]
    statements = [(statement, values) for _, _, values, variants in asked
                  for _, statement in variants]
    answers = host.each(group.setup, statements, count if options.verbose else None)
    failed = 0
    for number, question, values, variants in asked:
        expected = next(answers)
        for name, statement in variants[1:]:
            rows = next(answers)
            if is_out_of_memory(host, rows) and name in ("little memory", "mixed"):
                count.out_of_memory += 1
            elif is_pattern_error(host, expected) or is_pattern_error(host, rows):
                continue
            elif same(host, question, expected, rows, group.odd):
                count.passed += 1
                count.errors += host.is_error(rows)
            else:
                failed += 1
                if failed <= SHOWN and not wrong:
                    show(host, number, name, question, values, statement, expected, rows)
    count.failed += failed
    if failed and not wrong:
        print("  after: " + "; ".join(s for s in group.setup if s.startswith(("PRAGMA", "--!"))))
    return failed


class JoiningSqlrun(Sqlrun):
    def each(self, setup, statements, _):
        answers = self.run(setup + [s for s, _ in statements])
        return iter(answers[len(answers) - len(statements):])


class JoiningPython(Python):
    STATISTICS = "SELECT max(seq), total(look_ups) FROM parquet_scan_stats WHERE seq > ?"

    def each(self, setup, statements, count):
        db, seq = self.open(setup), -1
        for i, (statement, values) in enumerate(statements):
            try:
                yield self.rows(db, statement, values, i % 16)
            except sqlite3.Error as error:
                yield [("error", shown_error(error))]
            if count:
                latest, look_ups = db.execute(self.STATISTICS, (seq,)).fetchone()
                if latest is not None:
                    seq = latest
                    count.read += 1
                    count.looked_up += look_ups > 0
        db.close()

    @staticmethod
    def rows(db, statement, values, how):
        """The rows.  how: 0 and 1: of the first and the second of two that run together."""
        first = db.execute(statement, values)
        if how > 1:
            return first.fetchall()
        rows = first.fetchmany(5)
        second = db.execute(statement, values)
        others = second.fetchmany(7)
        rows += first.fetchall()
        others += second.fetchall()
        return others if how else rows


# --- the program ------------------------------------------------------------------------

def groups(host, options):
    """(the group's number or None, random.Random, files)"""
    if options.file:
        yield None, random.Random(f"{options.seed}/joins"), options.file
        return
    folder = FOLDER / str(os.getpid())
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for i in range(options.groups) if options.group is None else [options.group]:
            rng = random.Random(f"{options.seed}/joins/{i}")
            yield i, rng, random_group(host, rng, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check(host, options, wrong=None):
    count = Count()
    for i, rng, files in groups(host, options):
        if ask(host, options, rng, files, count, wrong) and not wrong:
            where = "" if i is None else f" --group {i}"
            print(f"  --seed {options.seed} --questions {options.questions}{where}")
    return count


def main():
    parser = differential.common_arguments(__doc__, 200)
    parser.add_argument("--groups", type=int, default=10)
    parser.add_argument("--group", type=int)
    parser.add_argument("--verbose", action="store_true")
    options = differential.parse_arguments(parser)
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    host = JoiningPython(options.python) if options.python else JoiningSqlrun(options.sqlrun)
    if options.self_test:
        def answers(how):
            count = check(host, options, how)
            return count.passed, count.failed
        sys.exit(not differential.self_test("differential joins", WRONG, answers))
    count = check(host, options)
    told = f"{count.errors} of them errors, {count.out_of_memory} more out of memory"
    if options.verbose:
        print(f"  {count.looked_up} of {count.read} statements that read files looked up rows")
    print(f"differential joins: {count.passed} passed, {count.failed} failed ({told})")
    sys.exit(count.failed > 0 or count.passed == 0)


if __name__ == "__main__":
    main()
