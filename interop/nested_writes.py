# SPDX-License-Identifier: MIT
"""Random nested columns, written by parquet_write() from JSON, and read by all readers.

A column is a field of random_messages.py in the standard form (lists of three levels, maps
with keys and values), so the schema and the values determine what SQLite must show and the
levels of its leaves.  The JSON that is written has more freedom than the JSON that is read
back: members in any order, or left out where they are null, white space, escapes.  A value
that is broken in one place must be refused with the column's name and the row.
"""
import json
from typing import NamedTuple

import random_messages
import random_tables
import write_tables
from random_messages import Budget, Field, field_text
from table_checks import quoted

DEEPEST = 5
MOST_VALUES = 40_000
NO_KEYS = ("FLOAT", "DOUBLE")
NAMES = ["a", "b", "c", "A", "x y", "n.m", "é", 'q"', "element", "list", "key", "value", "int32",
         "", "not null", "(", ">", ","]


class Source(NamedTuple):
    """A table src(...) with JSON text, and how to write it."""
    schema: list     # fields
    records: list
    texts: list      # for each record, of each field
    types: str
    options: list
    about: str


# --- types ------------------------------------------------------------------------------

def leaf(rng, name, repetition, is_key=False):
    while True:
        kind = rng.choice(write_tables.TYPED) if rng.random() < 0.85 else rng.choice(
            [write_tables.decimal_kind, write_tables.fixed_kind])(rng)
        odd = kind.type.physical in NO_KEYS or kind.type.logical in (("FLOAT16",), ("JSON",))
        if not (is_key and odd):
            return Field(name, repetition, None, (kind.asked, None), kind.type, kind.draw)


def optional(rng):
    return "optional" if rng.random() < 0.7 else "required"


def any_field(rng, name, depth, repetition=None):
    repetition = repetition or optional(rng)
    if depth >= DEEPEST or depth > 0 and rng.random() < 0.3 + 0.1 * depth:
        return leaf(rng, name, repetition)
    how = rng.random()
    if how < 0.45:
        inner = any_field(rng, "element", depth + 1)
        return Field(name, repetition, [Field("list", "repeated", [inner])], "LIST")
    if how < 0.65:
        pair = [leaf(rng, "key", "required", True), any_field(rng, "value", depth + 1)]
        return Field(name, repetition, [Field("key_value", "repeated", pair)], "MAP")
    names = rng.sample(NAMES, rng.choice([1, 2, 3, 5]))
    return Field(name, repetition, [any_field(rng, n, depth + 1) for n in names])


def type_text(rng, field):
    """The type as text, without NOT NULL."""
    a, b = rng.choice(["<>", "<>", "()"])
    if field.children is None:
        return field.annotation[0]
    if field.annotation == "LIST":
        inner = full_text(rng, field.children[0].children[0])
        return f"{inner}[]" if rng.random() < 0.3 else f"LIST{a}{inner}{b}"
    if field.annotation == "MAP":
        key, value = field.children[0].children
        return f"MAP{a}{type_text(rng, key)}, {full_text(rng, value)}{b}"
    inside = ", ".join(f"{named(rng, f.name)} {full_text(rng, f)}" for f in field.children)
    word = rng.choice(["STRUCT", "struct", "Struct"])
    return f"{word}{a}{inside}{b}"


def named(rng, name):
    plain = name.isascii() and name.isidentifier()
    return name if plain and rng.random() < 0.7 else quoted(name)


def full_text(rng, field):
    return type_text(rng, field) + (" NOT NULL" if field.repetition == "required" else "")


# --- values -----------------------------------------------------------------------------

def key_name(field, value):
    text = field_text(field, [value])
    return json.loads(text) if text.startswith('"') else text


def without_twins(field, found):
    """The values without repeated keys, which are refused."""
    if field.children is None:
        return found
    kept = [[without_twins(child, values) for child, values in zip(field.children, record)]
            for record in found]
    if field.name == "key_value" and field.repetition == "repeated":
        by_key = {key_name(field.children[0], record[0][0]): record for record in kept}
        return list(by_key.values())
    return kept


# --- JSON with freedom ------------------------------------------------------------------

class Writer:
    """JSON of records; breaks the n-th place that can be broken."""

    def __init__(self, rng, place=None):
        self.rng, self.place, self.how = rng, place, None

    def space(self):
        return self.rng.choice(["", "", "", " ", "\n", "\t \r"])

    def string(self, text):
        shown = json.dumps(text, ensure_ascii=self.rng.random() < 0.3)
        if "\\" not in shown and self.rng.random() < 0.2:
            shown = shown.replace("/", "\\/").replace("e", "\\u0065")
        return shown

    def breaks(self):
        if self.place is None:
            return False
        self.place -= 1
        return self.place == -1

    def value(self, field, found):
        """A field's value in a record, or null."""
        if not found:
            if field.repetition == "required":
                raise AssertionError(field)
            return "null"
        if field.repetition == "required" and self.breaks():
            self.how = "null where it is NOT NULL"
            return "null"
        return self.space() + self.one(field, found[0]) + self.space()

    def one(self, field, value):
        if field.children is None:
            if self.breaks():
                self.how = f"no {field.annotation[0]}"
                return "[{}]"
            return self.scalar(field, value)
        if self.breaks():
            self.how = f"a number for {field.annotation or 'STRUCT'}"
            return "7"
        if field.annotation == "LIST":
            element = field.children[0].children[0]
            return "[" + ",".join(self.value(element, v[0]) for v in value[0]) + "]"
        if field.annotation == "MAP":
            return self.members([(key_name(field.children[0].children[0], key[0]),
                                  field.children[0].children[1], found)
                                 for key, found in value[0]], shuffle=False)
        members = [(child.name, child, found) for child, found in zip(field.children, value)]
        if self.breaks():
            self.how = "an unknown member"
            unknown = Field("no such member", "optional", [], "LIST")
            return self.members(members + [("no such member", unknown, [])], keep=True)
        return self.members(members)

    def members(self, members, shuffle=True, keep=False):
        rng = self.rng
        if shuffle and rng.random() < 0.4:
            members = rng.sample(members, len(members))
        if shuffle and not keep:
            members = [m for m in members if m[2] or rng.random() < 0.5]
        shown = [f"{self.space()}{self.string(name)}{self.space()}:{self.value(child, found)}"
                 for name, child, found in members]
        if shown and self.breaks():
            self.how = "a member that occurs twice"
            shown.append(shown[0])
        return "{" + self.space() + ",".join(shown) + "}"

    def scalar(self, field, value):
        shown = random_messages.one_text(field, value)
        if shown.startswith('"'):
            return self.string(json.loads(shown))
        return shown


# --- sources ----------------------------------------------------------------------------

def random_options(rng, rows):
    least = rows // 40 + 1
    some = {
        "compression": lambda: rng.choice(write_tables.CODECS),
        "row_group_size": lambda: max(least, rng.choice([1, 7, 100, 1000])),
        "row_group_size_bytes": lambda: rng.choice([20000, 100000]),
        "page_size": lambda: rng.choice([1000, 4096, 20000]),
        "data_page_version": lambda: rng.choice("12"),
        "dictionary_size_limit": lambda: rng.choice([0, 1, 1000]),
        "encoding": lambda: rng.choice(["auto", "plain", "dictionary"]),
        "bloom_filter": lambda: rng.choice(["auto", "none"]),
    }
    return [f"{name}={make()}" for name, make in some.items() if rng.random() < 0.35]


def source(rng):
    """Sometimes one column is simple, so that the leaves of the nested ones are shifted."""
    names = random_tables.names(rng, rng.choice([1, 2, 3]), may_collide=False)
    taken = ("rowid", "oid", "_rowid_")
    names = [f"c{i}" if n.lower() in taken else n for i, n in enumerate(names)]
    schema = [leaf(rng, n, "optional") if rng.random() < 0.2 else
              any_field(rng, n, 0, "optional") for n in names]
    rows = rng.choice([0, 1, 2, 9, 100, rng.randint(0, 700)])
    budget = Budget(MOST_VALUES)
    records = [random_messages.record(rng, schema, budget) for _ in range(rows)]
    records = [[without_twins(f, found) for f, found in zip(schema, r)] for r in records]
    writer = Writer(rng)
    texts = [[cell(writer, f, found) for f, found in zip(schema, r)] for r in records]
    types = ", ".join(f"{write_tables.option_name(f.name)}={type_text(rng, f)}" for f in schema)
    options = random_options(rng, rows)
    return Source(schema, records, texts, types, options, f"{types} [{'; '.join(options)}]")


def cell(writer, field, found):
    """The SQLite value of a column."""
    if not found:
        return None
    if field.children is None:
        return random_messages.contract.value(field.type, found[0], decimals="text")
    return writer.one(field, found[0])


def broken(rng, given):
    """(records' texts, column, row, what is wrong) with one place broken, or None."""
    nested = [i for i, f in enumerate(given.schema)
              if f.children is not None and len(f.name) < 100]  # messages are truncated
    rows = [r for r in range(len(given.records)) for i in nested if given.records[r][i]]
    if not rows:
        return None
    row = rng.choice(rows)
    column = rng.choice([i for i in nested if given.records[row][i]])
    writer = Writer(rng, rng.choice([0, 1, 2, 3, 5, 8, 13, 30]))
    text = cell(writer, given.schema[column], given.records[row][column])
    if writer.how is None:
        return None
    texts = [list(r) for r in given.texts]
    texts[row][column] = text
    return texts, given.schema[column].name, row + 1, f"{writer.how}: {text:.300}"
