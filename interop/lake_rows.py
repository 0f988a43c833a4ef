# SPDX-License-Identifier: MIT
"""Rows of lake tables in Python, and what SQLite must show of them.

A Rows is the state of a table after an operation: its columns, and a dictionary for each row.
Every table has the column id, whose values are unique, so that rows can be put into order.
"""
import math
from typing import NamedTuple

import pyarrow as pa

import contract
import random_tables
import readers
from contract import Type
from random_tables import Kind

ID = 0  # the key of the column id
SPECIAL = ["plain", "two words", "a/b", "a=b", "100%", "ü", "x:y", "q'q", 'd"d', "a+b", "#1",
           "%41", "%2541", "b\\c", "tab\t", "007", "1", "-5", "2024-02-29", "true", "null", ".dot",
           "_line", "~", "*?[x]", "{}", "日本", "😀"]
DAYS = 719_162, 2_932_896  # from 0001-01-01 to the epoch, from there to 9999-12-31
MICROS = 86_400 * 10**6


class Column(NamedTuple):
    key: int     # keeps it apart from others, also after it is renamed
    name: str
    kind: Kind


class Rows:
    """Columns, and rows as dictionaries by the columns' keys; a missing value is NULL."""

    def __init__(self, columns, rows=()):
        self.columns, self.rows = list(columns), list(rows)

    def having(self, rows):
        return Rows(self.columns, rows)

    def column(self, name):
        return next(c for c in self.columns if c.name == name)

    def schema(self):
        return pa.schema([pa.field(c.name, c.kind.type, c.key != ID) for c in self.columns])

    def arrow(self):
        arrays = [pa.array([row.get(c.key) for row in self.rows], c.kind.type)
                  for c in self.columns]
        return pa.table(arrays, self.schema())

    def shown(self):
        return shown(self.arrow(), self)

    def declared(self):
        return [declared(c.kind.type) for c in self.columns]


# --- as SQLite shows them ---------------------------------------------------------------

def leaf(kind):
    """The type of a scalar of Arrow, as a leaf of a Parquet file has it."""
    t = pa.types
    if t.is_integer(kind):
        return Type("INT64" if kind.bit_width == 64 else "INT32", ("INT", kind.bit_width, True))
    if t.is_decimal(kind):
        return Type("BYTE_ARRAY", ("DECIMAL", kind.precision, kind.scale))
    if t.is_timestamp(kind):
        return Type("INT64", ("TIMESTAMP", kind.unit, kind.tz is not None))
    for test, type in ((t.is_boolean, Type("BOOLEAN")), (t.is_float32, Type("FLOAT")),
                       (t.is_float64, Type("DOUBLE")), (t.is_date32, Type("INT32", ("DATE",))),
                       (t.is_time64, Type("INT64", ("TIME", "us", False))),
                       (t.is_string, Type("BYTE_ARRAY", ("STRING",))),
                       (t.is_binary, Type("BYTE_ARRAY")),
                       (t.is_fixed_size_binary, Type("FIXED_LEN_BYTE_ARRAY"))):
        if test(kind):
            return type
    return Type("FIXED_LEN_BYTE_ARRAY", ("UUID",)) if kind == pa.uuid() else None


def leaves(kind):
    if not pa.types.is_nested(kind):
        yield leaf(kind)
    for i in range(kind.num_fields):
        yield from leaves(kind.field(i).type)


def declared(kind):
    return "JSON TEXT" if pa.types.is_nested(kind) else contract.declared(leaf(kind))


def shown_values(array):
    """What SQLite shows of the values of an Arrow array."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if pa.types.is_nested(array.type):
        texts = readers.json_texts(array, leaves(array.type))
        return [None if t == "null" else contract.text(t) for t in texts]
    type = leaf(array.type)
    return [contract.value(type, v) for v in readers.stored(type, array)]


def fitted(array, kind):
    """The array in the type that the model has for it."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if kind == pa.uuid() and array.type != kind:
        return pa.ExtensionArray.from_storage(kind, array.cast(pa.binary(16)))
    return array if array.type == kind else array.cast(kind)


def shown(table, rows):
    """The columns of an Arrow table in the order of those of rows, and sorted by id."""
    if sorted(table.column_names) != sorted(c.name for c in rows.columns):
        raise ValueError(f"columns {table.column_names}, not {[c.name for c in rows.columns]}")
    table = table.select([c.name for c in rows.columns])
    columns = [shown_values(fitted(array, c.kind.type))
               for array, c in zip(table.columns, rows.columns)]
    ids = columns[[c.key for c in rows.columns].index(ID)]
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return [[values[i] for i in order] for values in columns]


# --- random columns and rows ------------------------------------------------------------

def struct_of(**kinds):
    def draw(rng):
        return {n: None if rng.random() < 0.2 else k.draw(rng) for n, k in kinds.items()}
    return Kind(pa.struct([(n, k.type) for n, k in kinds.items()]), draw)


def list_of(kind):
    def draw(rng):
        count = rng.choice([0, 1, 3])
        return [None if rng.random() < 0.1 else kind.draw(rng) for _ in range(count)]
    return Kind(pa.list_(pa.field("element", kind.type)), draw)


def map_of(kind):
    def draw(rng):
        return [(k, None if rng.random() < 0.1 else kind.draw(rng))
                for k in rng.sample(SPECIAL, rng.choice([0, 1, 3]))]
    return Kind(pa.map_(pa.string(), kind.type), draw)


def decimal_kind(precision, scale):
    return Kind(pa.decimal128(precision, scale), random_tables.decimals(precision, scale))


def timestamp(zone):
    low, high = -DAYS[0] * MICROS, (DAYS[1] + 1) * MICROS - 1
    return Kind(pa.timestamp("us", zone), random_tables.instants("us", low, high))


OF = random_tables.KINDS
# Numbers that JSON writes in only one way.
PLAIN = Kind(pa.float64(), lambda rng: rng.choice([0.5, -1.25, 0.1, math.nan, math.inf, -math.inf]))
SCALARS = {
    **{name: OF[name] for name in ("bool", "int32", "int64", "float", "double", "string",
                                   "binary")},
    "date": Kind(pa.date32(), random_tables.days(-DAYS[0], DAYS[1])),
    "timestamp": timestamp(None),
    "timestamp_utc": timestamp("UTC"),
    "decimal9": decimal_kind(9, 2), "decimal18": decimal_kind(18, 0),
    "decimal38": decimal_kind(38, 10),
    "special": Kind(pa.string(), lambda rng: rng.choice(SPECIAL)),
    "few": Kind(pa.int32(), lambda rng: rng.randint(-3, 3)),
    "ordered": Kind(pa.int64(), lambda rng: rng.randint(0, 10**6)),
}
NESTED = {
    "struct": struct_of(a=OF["int32"], b=OF["string"], c=SCALARS["timestamp_utc"]),
    "list": list_of(OF["int64"]), "list_text": list_of(OF["string"]),
    "map": map_of(PLAIN),
    "list_struct": list_of(struct_of(x=SCALARS["date"], y=list_of(OF["string"]))),
}


def few_of(rng, kind):
    """The kind with at most five values, for the keys of partitions."""
    pool = [kind.draw(rng) for _ in range(rng.randint(1, 5))]
    return kind._replace(draw=lambda rng: rng.choice(pool))


def random_values(rng, kind, count):
    if pa.types.is_nested(kind.type):  # cannot be sorted
        values = [kind.draw(rng) for _ in range(count)]
    else:
        values = random_tables.spread(rng, kind.draw, count)
    return [None if hole else v for v, hole in zip(values, random_tables.holes(rng, count))]


def random_rows(rng, columns, first, count):
    """Rows with the ids first, first + 1, ..."""
    made = {c.key: random_values(rng, c.kind, count) for c in columns if c.key != ID}
    return [{ID: first + i, **{key: values[i] for key, values in made.items()}}
            for i in range(count)]
