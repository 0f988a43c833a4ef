# SPDX-License-Identifier: MIT
"""Questions at the edges of a file's columns, and where the answers differ.

The same questions go to a table with pushdown and to an ordinary table with the rows that
pushdown=off reads.
"""
import math
import random

import truth
from contract import Text
from parquet_footer import BINARY, LIST, STRUCT, List, Struct, of
from parquet_footer import File as Footer
from sqlite_host import Crash, SqlError
from table_checks import Table, check_cells, literal, quoted

EDGES = 5         # values of a column that are asked for
BELIEVED = b"nobody version 99.0.0 (build 0)"
MANY = 40         # values that are all asked for
LONG = 1000       # rows from which values are chosen among some, with an index
LARGE = 100_000   # bytes from which a file's contents are not compared with pyarrow's


def neighbours(value):
    """The value and what is just below and above it."""
    if isinstance(value, int):
        return [v for v in (value - 1, value, value + 1) if -2**63 <= v < 2**63]
    if isinstance(value, float):
        return [math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf)]
    below = [value[:-1]] if value else []
    return [*(type(value)(v) for v in below), value, type(value)(value + b"\0"),
            type(value)(value + b"a")]


def spelled(value):
    """As SQL."""
    if isinstance(value, Text):
        return f"CAST(x'{bytes(value).hex()}' AS TEXT)"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, float) and math.isinf(value):
        return "9e999" if value > 0 else "-9e999"
    return repr(value)


def edges(values):
    """Some of a column's values, given in order without NULLs and duplicates."""
    if len(values) <= EDGES:
        return values
    inner = [values[i * len(values) // (EDGES - 3)] for i in range(1, EDGES - 3)]
    return [values[0], values[1], *inner, values[-2], values[-1]]


def conditions(column, values):
    """(a word for what is asked, a condition) about a column, whose rows are counted."""
    c = quoted(column)
    yield "null", f"{c} IS NULL"
    yield "null", f"{c} IS NOT NULL"
    chosen = edges(values)
    for value in chosen:
        for operator in ["<", "<=", ">", ">="]:
            yield "bound", f"{c} {operator} {spelled(value)}"
    # Bounds of a row group or a page that leave out one of its values.
    asked = values[::-(-len(values) // MANY) or 1] + [v for e in chosen for v in neighbours(e)]
    for value in dict.fromkeys(map(spelled, asked)):
        yield "equal", f"{c} = {value}"


def selections(column):
    """(a word for what is asked, a statement for a table #) about a column."""
    c = quoted(column)
    yield "aggregate", f"SELECT min({c}), max({c}), count({c}) FROM #"
    yield "order", f"SELECT {c} FROM # WHERE {c} IS NOT NULL ORDER BY {c} LIMIT 3"
    yield "order", f"SELECT {c} FROM # ORDER BY {c} DESC LIMIT 3"
    yield "order", f"SELECT {c} FROM # ORDER BY {c} LIMIT 3"
    yield "group", f"SELECT {c}, count(*) FROM # GROUP BY {c} ORDER BY {c} LIMIT 40"


class File:
    """A file that is asked."""

    def __init__(self, host, path):
        self.host, self.path = host, path
        self.asked = 0
        self.is_long = False

    def create(self, name, path, options=""):
        self.host.rows(f"DROP TABLE IF EXISTS {name}")
        module = "orc" if path.suffix == ".orc" else "parquet"
        self.host.rows(f"CREATE VIRTUAL TABLE {name} USING {module}({literal(path)}{options})")

    def make_native(self):
        """An ordinary table n with the file's rows; returns the columns' names."""
        self.create("o", self.path, ", pushdown=off")
        declared = self.host.rows('SELECT name, type FROM pragma_table_xinfo(\'o\') '
                                  "WHERE name NOT LIKE '\\_%' ESCAPE '\\'")
        names = [bytes(n).decode() for n, _ in declared]
        told = ", ".join(f"{quoted(n)} {bytes(t).decode()}" for n, (_, t) in zip(names, declared))
        listed = ", ".join(map(quoted, names))
        self.host.rows(f"CREATE TABLE n({told})")
        self.host.rows(f"INSERT INTO n({listed}) SELECT {listed} FROM o")
        self.is_long = self.host.rows("SELECT count(*) > ? FROM n", LONG) == [(1,)]
        for name in names if self.is_long else []:
            self.host.rows(f"CREATE INDEX {quoted('by ' + name)} ON n({quoted(name)})")
        return names

    def answer(self, table, statement):
        try:
            return self.host.rows(statement.replace("#", table))
        except SqlError as error:
            return str(error)

    def counts(self, table, wheres):
        """How many rows fulfil each condition: asked at once, since that is quicker."""
        asked = ", ".join(f"(SELECT count(*) FROM {table} WHERE {where})" for where in wheres)
        found = self.answer("", f"SELECT {asked}")
        return found[0] if isinstance(found, list) else [found] * len(wheres)

    def questions(self, names):
        """[(column, [(word, condition, count)], [(word, statement, answer)])], rightly answered"""
        for name in names:
            c = quoted(name)
            some = "rowid % 997 = 1 AND" if self.is_long else ""
            values = [v for v, in self.host.rows(
                f"SELECT DISTINCT {c} FROM n WHERE {some} {c} IS NOT NULL ORDER BY 1")]
            asked = list(conditions(name, values))
            counts = self.counts("n", [where for _, where in asked])
            yield name, [(*a, n) for a, n in zip(asked, counts)], [
                (word, statement, self.answer("n", statement))
                for word, statement in selections(name)]

    def believed(self):
        """A copy that names an unknown writer and states the order of bounds, if the file does
        not, so that the extension believes all of the metadata.
        """
        footer = Footer(self.path.read_bytes())
        copy = self.path.with_name("believed" + self.path.suffix)
        footer.footer.put(6, BINARY, BELIEVED)
        if not footer.footer.has(7):
            orders = [of((1, STRUCT, Struct())) for _ in footer.leaves]
            footer.footer.put(7, LIST, List(STRUCT, orders))
        copy.write_bytes(footer.bytes())
        return copy

    def differences(self, path, asked):
        """(column, what) of each answer that differs."""
        self.create("v", path)
        for name, counted, selected in asked:
            self.asked += len(counted) + len(selected)
            found = self.counts("v", [where for _, where, _ in counted])
            told = [(word, where, n, right) for (word, where, right), n in zip(counted, found)]
            told += [(*s[:2], self.answer("v", s[1]), s[2]) for s in selected]
            for word, question, found, right in told:
                if found != right:
                    yield name, f"{word}: {question}: {found}, not {right}"[:400]

    def checked(self, path):
        """(column, what) of each claim that parquet_check finds wrong."""
        self.asked += 1
        for column, kind, finding in self.host.rows(
                "SELECT path_in_schema, kind, finding FROM parquet_check(?) "
                "WHERE severity = 'error'", str(path)):
            name = bytes(column or b"").decode().replace(", ", ".")
            yield name, f"{kind.decode()}: {finding.decode()}"

    def lies(self, find):
        """What find(path) finds in a copy whose metadata are all believed."""
        copy = self.believed()
        try:
            return list(find(copy))
        finally:
            copy.unlink()

    def quick_findings(self):
        """Asks only about columns for which parquet_check finds something."""
        lies = self.lies(self.checked)
        yield from (("lie", *told) for told in lies)
        if lies:
            doubted = {column for column, _ in lies}
            names = [name for name in self.make_native() if name in doubted]
            yield from (("wrong", *told)
                        for told in self.differences(self.path, self.questions(names)))

    def full_findings(self):
        asked = list(self.questions(self.make_native()))
        if self.path.suffix == ".parquet":
            lies = self.lies(lambda copy: self.differences(copy, asked))
            yield from (("lie", *told) for told in lies)
            # With less belief there is less to go wrong.
            doubted = {column for column, _ in lies}
            asked = [question for question in asked if question[0] in doubted]
        yield from (("wrong", *told) for told in self.differences(self.path, asked))

    def findings(self, is_quick):
        """(lie | wrong | unread, column, what)"""
        self.host.open()
        is_quick = is_quick and self.path.suffix == ".parquet"
        try:
            yield from self.quick_findings() if is_quick else self.full_findings()
        except SqlError as error:
            yield "wrong" if self.expected() else "unread", "", f"reading: {error}"
            return
        yield from self.contents()

    def expected(self):
        """What pyarrow reads; None if it cannot."""
        unit = "ns" if self.path.name.startswith("timestamp_ns") else "us"
        try:
            return truth.contents(self.path, unit)
        except truth.READER_ERRORS:
            return None

    def contents(self):
        """Compares all rows of a short table with those that pyarrow reads."""
        if self.path.suffix == ".orc" or self.path.stat().st_size > LARGE:
            return
        if ".int96." in self.path.name and self.path.parent.name.startswith("pyarrow-"):
            return  # nanoseconds of a day below 0, which pyarrow reads as unsigned
        contents = self.expected()
        if contents is None:
            yield "unread", "", "no other reader reads it"
            return
        self.asked += 1
        try:
            table = Table(self.host, self.path, contents, random.Random(1))
            yield from (("wrong", "", f"content: {told}") for told in check_cells(table))
        except (SqlError, Crash) as error:
            yield "wrong", "", f"content: {error}"
