# SPDX-License-Identifier: MIT
"""Random records of random schemas in Parquet's own terms; parquet-java or message_files.py
writes them.

So the files contain what other writers no longer make: lists of two levels and with all
historical names, repeated fields without annotation, MAP_KEY_VALUE, maps without values or
with optional keys.  What SQLite must show of them is derived here from the schema and the
values, by the specification's rules for lists and maps.
"""
import struct
import subprocess
from types import SimpleNamespace
from typing import Callable, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from fastparquet.cencoding import from_buffer

import contract
import random_tables
import readers
import truth
from contract import Type
from readers import Column

DEEPEST = 5
MOST_VALUES = 30_000


class Field(NamedTuple):
    """A field of a message; draw: of a leaf, its values as stored."""
    name: str
    repetition: str
    children: list = None
    annotation: str = None
    type: Type = None
    draw: Callable = None


# --- leaves -----------------------------------------------------------------------------

def leaf_kinds():
    """(schema text, annotation, contract's type, values)"""
    i32, i64 = random_tables.signed(32), random_tables.signed(64)
    text = random_tables.text
    years = 9000 * 365 * 86_400

    def ticks(unit):
        top = min(years * random_tables.TICKS[unit], 2**63 - 1)
        return random_tables.instants(unit, -top, top)

    def utf8(rng):
        return text(rng).encode()

    def unscaled(precision):
        return random_tables.integers(-10**precision + 1, 10**precision - 1)

    def big_decimal(rng):
        return unscaled(30)(rng).to_bytes(13, "big", signed=True)

    fixed = "FIXED_LEN_BYTE_ARRAY"
    return [
        ("boolean", None, Type("BOOLEAN"), lambda rng: rng.random() < 0.5),
        ("int32", None, Type("INT32"), i32),
        ("int64", None, Type("INT64"), i64),
        ("float", None, Type("FLOAT"), random_tables.SINGLE),
        ("double", None, Type("DOUBLE"), random_tables.DOUBLE),
        ("binary", None, Type("BYTE_ARRAY"), random_tables.blob),
        ("fixed_len_byte_array(5)", None, Type(fixed, None, 5), random_tables.fixed(5)),
        ("int96", None, Type("INT96"), lambda rng: struct.pack(
            "<qi", rng.randrange(86_400 * 10**9), rng.randint(2_400_000, 2_500_000))),
        ("binary", "STRING", Type("BYTE_ARRAY", ("STRING",)), utf8),
        ("binary", "STRING", Type("BYTE_ARRAY", ("STRING",)), utf8),
        ("binary", "ENUM", Type("BYTE_ARRAY", ("ENUM",)), utf8),
        ("binary", "JSON", Type("BYTE_ARRAY", ("JSON",)),
         lambda rng: random_tables.json_text(rng).encode()),
        ("binary", "BSON", Type("BYTE_ARRAY", ("BSON",)), random_tables.blob),
        ("int32", "INTEGER(8,true)", Type("INT32", ("INT", 8, True)), random_tables.signed(8)),
        ("int32", "INTEGER(16,false)", Type("INT32", ("INT", 16, False)),
         random_tables.unsigned(16)),
        ("int32", "INTEGER(32,false)", Type("INT32", ("INT", 32, False)), i32),
        ("int64", "INTEGER(64,false)", Type("INT64", ("INT", 64, False)), i64),
        ("int32", "DECIMAL(9,4)", Type("INT32", ("DECIMAL", 9, 4)), unscaled(9)),
        ("int64", "DECIMAL(18,0)", Type("INT64", ("DECIMAL", 18, 0)), unscaled(18)),
        ("fixed_len_byte_array(13)", "DECIMAL(30,12)", Type(fixed, ("DECIMAL", 30, 12), 13),
         big_decimal),
        ("binary", "DECIMAL(30,30)", Type("BYTE_ARRAY", ("DECIMAL", 30, 30)), big_decimal),
        ("int32", "DATE", Type("INT32", ("DATE",)), random_tables.days(-10**6, 10**7)),
        ("int32", "TIME(MILLIS,true)", Type("INT32", ("TIME", "ms", True)),
         random_tables.times("ms")),
        ("int64", "TIME(NANOS,false)", Type("INT64", ("TIME", "ns", False)),
         random_tables.times("ns")),
        ("int64", "TIMESTAMP(MILLIS,false)", Type("INT64", ("TIMESTAMP", "ms", False)),
         ticks("ms")),
        ("int64", "TIMESTAMP(MICROS,true)", Type("INT64", ("TIMESTAMP", "us", True)),
         ticks("us")),
        ("int64", "TIMESTAMP(NANOS,false)", Type("INT64", ("TIMESTAMP", "ns", False)),
         ticks("ns")),
        ("fixed_len_byte_array(16)", "UUID", Type(fixed, ("UUID",), 16), random_tables.fixed(16)),
        ("fixed_len_byte_array(2)", "FLOAT16", Type(fixed, ("FLOAT16",), 2),
         random_tables.fixed(2)),
        ("fixed_len_byte_array(12)", "INTERVAL", Type(fixed, ("INTERVAL",), 12),
         random_tables.fixed(12)),
    ]


LEAVES = leaf_kinds()
KEYS = [leaf for leaf in LEAVES if leaf[2].physical not in ("FLOAT", "DOUBLE", "INT96")
        and leaf[1] not in ("FLOAT16", "JSON")]


def leaf(rng, name, repetition, among=None):
    words, annotation, type, draw = rng.choice(among or LEAVES)
    return Field(name, repetition, None, (words, annotation), type, draw)


# --- schemas ----------------------------------------------------------------------------

NAMES = ["a", "b", "c", "d", "A", "n.m", "é", "element", "list", "key", "value", "array", "bag"]


def may(rng):
    return rng.choice(["optional", "optional", "required"])


def fields(rng, depth, n=None):
    return [any_field(rng, name, depth)
            for name in rng.sample(NAMES, n or rng.choice([1, 2, 2, 3]))]


def any_field(rng, name, depth, repetition=None):
    repetition = repetition or rng.choice(["optional", "optional", "required", "repeated"])
    if depth >= DEEPEST or rng.random() < 0.3 + 0.1 * depth:
        return leaf(rng, name, repetition)
    if repetition == "repeated":
        return Field(name, repetition, fields(rng, depth + 1))
    make = rng.choice([list_field, list_field, map_field, group_field])
    return make(rng, name, repetition, depth)


def group_field(rng, name, repetition, depth):
    return Field(name, repetition, fields(rng, depth + 1))


def list_field(rng, name, repetition, depth):
    """By one of the five rules."""
    rule = rng.choice([1, 2, 3, 3, 4, 5, 5, 5])
    word = rng.choice(["list", "bag", "element", "array_element", "item"])
    if rule == 1:
        inner = leaf(rng, rng.choice(["array", "element", word]), "repeated")
    elif rule == 2:
        inner = Field(rng.choice(["array", word]), "repeated", fields(rng, depth + 1, 2))
    elif rule == 3:
        inner = rng.choice([repeated_list, repeated_map, repeated_in_group])(rng, word, depth + 1)
    elif rule == 4:
        inner = Field(rng.choice(["array", f"{name}_tuple"]), "repeated",
                      [any_field(rng, rng.choice(NAMES), depth + 1, may(rng))])
    else:
        element = rng.choice(["element", "element", "item", "array", "a"])
        inner = Field(word, "repeated", [any_field(rng, element, depth + 1, may(rng))])
    return Field(name, repetition, [inner], "LIST")


def repeated_list(rng, word, depth):
    inner = list_field(rng, rng.choice(["array", word]), "repeated", depth)
    return inner


def repeated_map(rng, word, depth):
    return map_field(rng, rng.choice(["array", word]), "repeated", depth)


def repeated_in_group(rng, word, depth):
    return Field(rng.choice(["array", word]), "repeated",
                 [any_field(rng, rng.choice(NAMES), depth, "repeated")])


def map_field(rng, name, repetition, depth):
    """The repeated group, with any name; the key may be optional, the value missing."""
    names = rng.choice([("key", "value"), ("key", "value"), ("k", "v"), ("value", "key")])
    key = leaf(rng, names[0], rng.choice(["required", "required", "optional"]), KEYS)
    children = [key]
    if rng.random() < 0.85:
        children.append(any_field(rng, names[1], depth + 1, may(rng)))
    pairs = Field(rng.choice(["key_value", "key_value", "map", "entries", "array"]), "repeated",
                  children, rng.choice([None, None, "MAP_KEY_VALUE"]))
    outer = "MAP_KEY_VALUE" if pairs.annotation is None and rng.random() < 0.3 else "MAP"
    return Field(name, repetition, [pairs], outer)


def message(rng):
    return [any_field(rng, f"c{i}", 0) for i in range(rng.choice([1, 2, 3, 4]))]


def schema_text(field):
    """The field in parquet-java's schema language."""
    if field.children is None:
        words, annotation = field.annotation
        return (f"{field.repetition} {words} {field.name}"
                + (f" ({annotation})" if annotation else "") + ";")
    annotation = f" ({field.annotation})" if field.annotation else ""
    inside = " ".join(map(schema_text, field.children))
    return f"{field.repetition} group {field.name}{annotation} {{ {inside} }}"


def message_text(schema):
    return "message m { " + " ".join(map(schema_text, schema)) + " }"


# --- values -----------------------------------------------------------------------------

class Budget:
    """The number of values that a file may still have."""

    def __init__(self, left):
        self.left = left


def count(rng, field, budget):
    if field.repetition == "required":
        return 1
    if budget.left <= 0:
        return 0
    if field.repetition == "optional":
        return int(rng.random() < 0.7)
    if rng.random() < 0.005:
        return rng.choice([40, 300])
    return rng.choice([0, 0, 1, 1, 2, 3, 5])


def record(rng, children, budget):
    """For each field its values; a group's are records."""
    found = []
    for field in children:
        n = count(rng, field, budget)
        budget.left -= n
        if field.children is None:
            found.append([field.draw(rng) for _ in range(n)])
        else:
            found.append([record(rng, field.children, budget) for _ in range(n)])
    return found


FORMATS = {"BOOLEAN": "<B", "INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d"}


def wrapped(type, value):
    """The value's bytes.  Unsigned integers are drawn in stored form; small ones are the same."""
    code = FORMATS.get(type.physical)
    return struct.pack(code, value) if code else struct.pack("<I", len(value)) + value


def pack(out, children, values):
    for field, found in zip(children, values):
        out.append(struct.pack("<I", len(found)))
        for value in found:
            if field.children is None:
                out.append(wrapped(field.type, value))
            else:
                pack(out, field.children, value)


def packed_text(text):
    raw = text.encode()
    return struct.pack("<I", len(raw)) + raw


# --- what they are ----------------------------------------------------------------------

def element_of(field):
    """(the element of a list, whether it is below the repeated group)"""
    inner = field.children[0]
    if inner.children is None or len(inner.children) > 1:
        return inner, False
    if inner.children[0].repetition == "repeated":
        return inner, False
    if inner.name in ("array", field.name + "_tuple"):
        return inner, False
    return inner.children[0], True


def field_text(field, found):
    """The JSON of a field's values in one record."""
    if field.repetition == "repeated":
        return "[" + ",".join(one_text(field, v) for v in found) + "]"
    return one_text(field, found[0]) if found else "null"


def one_text(field, value):
    """The JSON of one value, whatever the repetition."""
    if field.children is None:
        return contract.json_value(field.type, value)
    if field.annotation == "LIST":
        element, is_below = element_of(field)
        texts = [field_text(element, v[0]) if is_below else one_text(element, v)
                 for v in value[0]]
        return "[" + ",".join(texts) + "]"
    if field.annotation in ("MAP", "MAP_KEY_VALUE"):
        return map_text(field.children[0].children, value[0])
    inside = ",".join(contract.json_string(child.name.encode()) + ":" + field_text(child, found)
                      for child, found in zip(field.children, value))
    return "{" + inside + "}"


def map_text(children, found):
    pairs = []
    for values in found:
        key = field_text(children[0], values[0])
        key = key if key.startswith('"') else f'"{key}"'
        pairs.append((key, field_text(children[1], values[1]) if len(children) > 1 else "null"))
    pairs = readers.last_pairs(pairs)
    return "{" + ",".join(f"{k}:{v}" for k, v in pairs.items()) + "}"


def hidden_columns(field, records, path, steps):
    """(column, steps) of the leaves that are reached through groups alone."""
    if field.repetition == "repeated" or field.annotation in ("LIST", "MAP", "MAP_KEY_VALUE"):
        return
    if field.children is None:
        values = [None if r is None or not r else r[0] for r in records]
        yield Column(path, field.type, values, hidden=True), steps
        return
    for i, child in enumerate(field.children):
        inside = [r[0][i] if r else None for r in records]
        yield from hidden_columns(child, inside, f"{path}.{child.name}", steps + (child.name,))


def contents(path, schema, records):
    """What the file must hold, in the form of truth.contents()."""
    columns, hidden, steps = [], [], []
    for i, field in enumerate(schema):
        found = [r[i] for r in records]
        steps.append([])
        if field.children is None and field.repetition != "repeated":
            columns.append(Column(field.name, field.type, [v[0] if v else None for v in found],
                                  field.repetition != "optional"))
            continue
        texts = [field_text(field, v) for v in found]
        columns.append(Column(field.name, None,
                              [None if t == "null" else contract.text(t) for t in texts],
                              field.repetition != "optional"))
        for column, way in hidden_columns(field, found, field.name, ()):
            hidden.append(column)
            steps[-1].append(way)
    return truth.named(columns, hidden, len(records), "who wrote them", metadata_of(path), steps)


def metadata_of(path):
    """pyarrow's; for a file that it refuses (optional keys), the rows of each group."""
    try:
        metadata = pq.read_metadata(path)
        return SimpleNamespace(metadata=metadata, schema=metadata.schema)
    except pa.ArrowException:
        data = path.read_bytes()
        size = int.from_bytes(data[-8:-4], "little")
        groups = from_buffer(data[-8 - size:-8], "FileMetaData").row_groups or []
        return SimpleNamespace(schema=None, metadata=SimpleNamespace(
            num_row_groups=len(groups), row_group=groups.__getitem__))


def draw(rng):
    """A random schema and records of it."""
    schema = message(rng)
    budget = Budget(MOST_VALUES)
    rows = rng.choice([0, 1, 2, 9, 100, rng.randint(0, 500)])
    return schema, [record(rng, schema, budget) for _ in range(rows)]


# --- files ------------------------------------------------------------------------------

CODECS = ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"]


class JavaWriter:
    """parquet-java in a process of its own."""

    def __init__(self, command):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def write(self, rng, path, schema, records):
        """Writes the records and describes how; ValueError if it fails."""
        options = {"codec": rng.choice(CODECS), "version": rng.choice(["v1", "v2"]),
                   "dictionary": rng.choice(["true", "false"]),
                   "checksums": rng.choice(["true", "false"]),
                   "page_size": rng.choice([64, 300, 5000, 1 << 20]),
                   "page_rows": rng.choice([1, 10, 100, 20_000]),
                   "dictionary_size": rng.choice([64, 100, 1 << 20]),
                   "group_rows": rng.choice([7, 60, 1 << 20])}
        about = " ".join(f"{k}={v}" for k, v in options.items())
        out = [packed_text(about), packed_text(message_text(schema)),
               struct.pack("<I", len(records))]
        for each in records:
            pack(out, schema, each)
        source = path.with_suffix(".records")
        source.write_bytes(b"".join(out))
        self.process.stdin.write(f"{source}\t{path}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        source.unlink()
        if answer != "ok":
            raise ValueError(answer)
        return f"parquet-java {about}"

    def close(self):
        self.process.stdin.close()
        self.process.wait()
