# SPDX-License-Identifier: MIT
"""A lake table, random changes of it, and the rows that it must have after each.

lake_delta.py, lake_iceberg.py and lake_spark.py know how each format and writer makes them.
"""
import shutil
from typing import NamedTuple

import pyarrow as pa

import lake_rows
from lake_rows import ID, Column, Rows

NAMES = ["it's", "a.b", "Größe", "日本", "select", "x-y", "100%", "UPPER", "%41", "rowid", "_file"]


# --- conditions -------------------------------------------------------------------------

class Condition(NamedTuple):
    """Of an operation: column, one of TESTS, and a number, a text or nothing."""
    column: Column
    test: str
    value: object

    def holds(self, row):
        return TESTS[self.test](row.get(self.column.key), self.value)


TESTS = {
    "<": lambda a, b: a is not None and a < b,
    ">=": lambda a, b: a is not None and a >= b,
    "=": lambda a, b: a is not None and a == b,
    "IN": lambda a, b: a in b,
    "IS NULL": lambda a, _: a is None,
    "IS NOT NULL": lambda a, _: a is not None,
}


def random_condition(rng, rows, among=None):
    """A condition that some rows meet; among: the columns it may be about."""
    fit = [c for c in among or rows.columns
           if pa.types.is_integer(c.kind.type) or pa.types.is_string(c.kind.type)]
    column = rng.choice(fit)
    values = [row.get(column.key) for row in rows.rows if row.get(column.key) is not None]
    if not values or rng.random() < 0.15:
        return Condition(column, rng.choice(["IS NULL", "IS NOT NULL"]), None)
    test = rng.choice(["<", ">=", "=", "IN"])
    value = rng.choice(values)
    if test == "IN":
        value = list({rng.choice(values) for _ in range(3)})
    return Condition(column, test, value)


# --- histories --------------------------------------------------------------------------

class History:
    """A table.  Subclasses have format, KINDS, ERRORS, and OPERATIONS, methods that change table
    and model and return what they did; done() remembers the new version."""

    def __init__(self, rng, folder):
        self.rng, self.path, self.next_id, self.next_key = rng, folder, 0, 1
        self.versions = {}  # Rows of what a reader can still ask for
        shutil.rmtree(folder, ignore_errors=True)

    def new_column(self, kind=None):
        kind = kind or self.KINDS[self.rng.choice(list(self.KINDS))]
        key, self.next_key = self.next_key, self.next_key + 1
        is_odd = self.rng.random() < 0.15 and key <= len(NAMES)
        return Column(key, NAMES[key - 1] if is_odd else f"c{key}", kind)

    def random_columns(self, first=()):
        columns = [Column(ID, "id", lake_rows.OF["int64"]), *first]
        columns += [self.new_column() for _ in range(self.rng.randint(2, 8))]
        self.rng.shuffle(columns)
        return columns

    def fresh(self, rows):
        """rows and new ones, and the new ones alone."""
        count = self.rng.choice([1, 5, 40, 200])
        made = lake_rows.random_rows(self.rng, rows.columns, self.next_id, count)
        self.next_id += count
        return rows.having(rows.rows + made), rows.having(made)

    def changed(self, rows, row):
        """The row with other values in some columns."""
        draws = {c.key: c.kind.draw(self.rng) for c in rows.columns
                 if c.key != ID and self.rng.random() < 0.5}
        return {**row, **{key: None if self.rng.random() < 0.1 else v for key, v in draws.items()}}

    def step(self):
        """Changes the table and returns what was done."""
        before = dict(self.__dict__)
        operation = self.rng.choice(self.OPERATIONS)
        try:
            told = operation(self)
            self.done()
            return told
        except self.ERRORS as error:
            self.__dict__.update(before)
            return f"refused {operation.__name__}: {type(error).__name__}: {str(error)[:200]}"
