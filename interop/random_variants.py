# SPDX-License-Identifier: MIT
"""Random Variants, shredded at random, in files that message_files.py builds.

A document is (kind, value).  This module encodes and shreds it by the format's specification,
with all the freedom that it allows: sizes larger than needed, values in any order, unused
names.  The JSON and the fields that SQLite must show are derived from the documents.
"""
import json
import struct
from typing import NamedTuple

import contract
import message_files
import random_tables
from compare import Difference, same_loosely
from contract import Text, Type
from random_messages import Field
from table_checks import literal, quoted

FIXED = "FIXED_LEN_BYTE_ARRAY"
MISSING = ("missing", None)
NULL = ("null", None)


class Kind(NamedTuple):
    """A scalar: its number in the binary form, what it is stored as when shredded, values."""
    id: int
    type: Type
    draw: object
    code: str = None  # of the module struct


def utf8(rng):
    return random_tables.text(rng).encode()


def micros(rng):
    return random_tables.instants("us", -2 * 10**17, 2 * 10**17)(rng)


KINDS = {
    "int8": Kind(3, Type("INT32", ("INT", 8, True)), random_tables.signed(8), "<b"),
    "int16": Kind(4, Type("INT32", ("INT", 16, True)), random_tables.signed(16), "<h"),
    "int32": Kind(5, Type("INT32", ("INT", 32, True)), random_tables.signed(32), "<i"),
    "int64": Kind(6, Type("INT64", ("INT", 64, True)), random_tables.signed(64), "<q"),
    "double": Kind(7, Type("DOUBLE"), random_tables.DOUBLE, "<d"),
    "float": Kind(14, Type("FLOAT"), random_tables.SINGLE, "<f"),
    "boolean": Kind(1, Type("BOOLEAN"), lambda rng: rng.random() < 0.5),
    "decimal4": Kind(8, Type("INT32", ("DECIMAL", 9, 2)),
                     random_tables.integers(-10**9 + 1, 10**9 - 1)),
    "decimal8": Kind(9, Type("INT64", ("DECIMAL", 18, 5)),
                     random_tables.integers(-10**18 + 1, 10**18 - 1)),
    "decimal16": Kind(10, Type(FIXED, ("DECIMAL", 38, 10), 16),
                      random_tables.integers(-10**38 + 1, 10**38 - 1)),
    "date": Kind(11, Type("INT32", ("DATE",)), random_tables.days(-10**6, 10**7), "<i"),
    "timestamp": Kind(12, Type("INT64", ("TIMESTAMP", "us", True)), micros, "<q"),
    "local": Kind(13, Type("INT64", ("TIMESTAMP", "us", False)), micros, "<q"),
    "nanos": Kind(18, Type("INT64", ("TIMESTAMP", "ns", True)), random_tables.signed(64), "<q"),
    "local_nanos": Kind(19, Type("INT64", ("TIMESTAMP", "ns", False)), random_tables.signed(64),
                        "<q"),
    "time": Kind(17, Type("INT64", ("TIME", "us", False)), random_tables.times("us"), "<q"),
    "binary": Kind(15, Type("BYTE_ARRAY"), random_tables.blob),
    "string": Kind(16, Type("BYTE_ARRAY", ("STRING",)), utf8),
    "uuid": Kind(20, Type(FIXED, ("UUID",), 16), random_tables.fixed(16)),
}
NAMES = ["a", "b", "c", "id", "x y", "é", "n.m", "", "value", "typed_value", "A", "long" * 30]


def stored(kind, value):
    """The value in the form of the kind's column."""
    if kind == "decimal16":
        return value.to_bytes(16, "big", signed=True)
    return value


# --- documents --------------------------------------------------------------------------

def document(rng, shape, depth=0):
    """A document that usually has the shape."""
    if shape is not None and rng.random() < 0.75:
        if isinstance(shape.typed, str):
            return shape.typed, KINDS[shape.typed].draw(rng)
        if isinstance(shape.typed, list):
            n = rng.choice([0, 1, 2, 3, 10])
            return "array", [document(rng, shape.typed[0], depth + 1) for _ in range(n)]
        if isinstance(shape.typed, dict):
            found = {name: document(rng, inner, depth + 1) for name, inner in shape.typed.items()
                     if rng.random() < 0.8}
            if rng.random() < 0.3:
                name = rng.choice(NAMES)
                found.setdefault(name, document(rng, None, depth + 1))
            return "object", found
    how = rng.random()
    if how < 0.1:
        return NULL
    if how < 0.7 or depth > 4:
        kind = rng.choice(list(KINDS))
        return kind, KINDS[kind].draw(rng)
    if how < 0.85:
        return "array", [document(rng, None, depth + 1) for _ in range(rng.choice([0, 1, 2, 4]))]
    names = rng.sample(NAMES, rng.choice([0, 1, 2, 3]))
    return "object", {name: document(rng, None, depth + 1) for name in names}


def json_of(doc):
    """What the JSON must parse to."""
    kind, value = doc
    if kind in ("null", "missing"):
        return "null"
    if kind == "array":
        return "[" + ",".join(map(json_of, value)) + "]"
    if kind == "object":
        return "{" + ",".join(contract.json_string(k.encode()) + ":" + json_of(v)
                              for k, v in value.items()) + "}"
    return contract.json_value(KINDS[kind].type, stored(kind, value))


def names_of(doc, found):
    kind, value = doc
    if kind == "object":
        found |= set(value)
    for each in value.values() if kind == "object" else value if kind == "array" else []:
        names_of(each, found)


# --- the binary form --------------------------------------------------------------------

def size_for(rng, most):
    least = max(1, (most.bit_length() + 7) // 8)
    return rng.choice([least, least, rng.randint(least, 4)])


def metadata(rng, names):
    """(bytes, number of each name)"""
    listed = sorted(names, key=str.encode)
    is_sorted = rng.random() < 0.6
    if not is_sorted:
        rng.shuffle(listed)
    raw = [n.encode() for n in listed]
    size = size_for(rng, max(len(raw), sum(map(len, raw))))
    offsets = [sum(map(len, raw[:i])) for i in range(len(raw) + 1)]
    out = bytes([1 | is_sorted << 4 | (size - 1) << 6]) + len(raw).to_bytes(size, "little")
    out += b"".join(o.to_bytes(size, "little") for o in offsets) + b"".join(raw)
    return out, {name: i for i, name in enumerate(listed)}


def scalar(rng, kind, value):
    made = KINDS[kind]
    if kind == "boolean":
        return bytes([(1 if value else 2) << 2])
    if kind == "string" and len(value) < 64 and rng.random() < 0.8:
        return bytes([len(value) << 2 | 1]) + value
    head = bytes([made.id << 2])
    if made.code:
        return head + struct.pack(made.code, value)
    if kind.startswith("decimal"):
        size = int(kind[7:])
        return head + bytes([made.type.logical[2]]) + value.to_bytes(size, "little", signed=True)
    if kind == "uuid":
        return head + value
    return head + struct.pack("<I", len(value)) + value


def container(rng, items, is_object, numbers):
    """items: (name, bytes) in the order of the names' bytes, or of the array."""
    order = list(range(len(items)))
    if is_object and rng.random() < 0.4:
        rng.shuffle(order)
    offsets, body = {}, b""
    for i in order:
        offsets[i] = len(body)
        body += items[i][1]
    offset_size = size_for(rng, len(body))
    is_large = len(items) > 255 or rng.random() < 0.1
    ids, header = b"", offset_size - 1
    if is_object:
        id_size = size_for(rng, max([numbers[n] for n, _ in items], default=0))
        ids = b"".join(numbers[n].to_bytes(id_size, "little") for n, _ in items)
        header |= (id_size - 1) << 2 | is_large << 4
    else:
        header |= is_large << 2
    out = bytes([header << 2 | (2 if is_object else 3)])
    out += len(items).to_bytes(4 if is_large else 1, "little") + ids
    for i in range(len(items)):
        out += offsets[i].to_bytes(offset_size, "little")
    return out + len(body).to_bytes(offset_size, "little") + body


def encoded(rng, doc, numbers):
    kind, value = doc
    if kind == "null":
        return b"\0"
    if kind == "array":
        items = [(None, encoded(rng, v, numbers)) for v in value]
        return container(rng, items, False, numbers)
    if kind == "object":
        items = [(n, encoded(rng, value[n], numbers)) for n in sorted(value, key=str.encode)]
        return container(rng, items, True, numbers)
    return scalar(rng, kind, value)


# --- shredding --------------------------------------------------------------------------

class Shape:
    """typed: a kind, a dictionary of shapes, a list of one, or None."""

    def __init__(self, typed):
        self.typed, self.needs_value = typed, typed is None

    def shapes(self):
        if isinstance(self.typed, dict):
            return list(self.typed.values())
        return self.typed if isinstance(self.typed, list) else []


def shape(rng, depth=0):
    how = rng.random()
    if how < 0.1:
        return Shape(None)
    if how < 0.5 or depth > 3:
        return Shape(rng.choice(list(KINDS)))
    if how < 0.65:
        return Shape([shape(rng, depth + 1)])
    names = rng.sample(NAMES, rng.choice([1, 2, 3, 4]))
    return Shape({name: shape(rng, depth + 1) for name in names})


def fits(doc, typed):
    wanted = {dict: "object", list: "array"}.get(type(typed), typed)
    return typed is not None and doc[0] == wanted


def shred(rng, doc, shape, numbers):
    """(value, typed_value), each a list of none or one."""
    kind, content = doc
    if kind == "missing":
        return [], []
    if not fits(doc, shape.typed):
        shape.needs_value = True
        return [encoded(rng, doc, numbers)], []
    if isinstance(shape.typed, str):
        return [], [stored(kind, content)]
    if isinstance(shape.typed, list):
        elements = [[group(rng, each, shape.typed[0], numbers)] for each in content]
        return [], [[[[each] for each in elements]]]
    typed = [[group(rng, content.get(name, MISSING), inner, numbers)]
             for name, inner in shape.typed.items()]
    rest = {n: v for n, v in content.items() if n not in shape.typed}
    shape.needs_value = shape.needs_value or bool(rest)
    return [encoded(rng, ("object", rest), numbers)] if rest else [], [typed]


def group(rng, doc, shape, numbers):
    return list(shred(rng, doc, shape, numbers))


def keep(rng, shape):
    """Decides which value columns exist: those that are needed, and others."""
    shape.has_value = shape.needs_value or rng.random() < 0.7
    for inner in shape.shapes():
        keep(rng, inner)


def trim(shape, pair):
    """The record of a group with the existing columns."""
    value, typed = pair
    found = [value] if shape.has_value else []
    if shape.typed is None:
        return found
    if typed and isinstance(shape.typed, dict):
        typed = [[[trim(inner, each[0])] for inner, each in zip(shape.shapes(), typed[0])]]
    elif typed and isinstance(shape.typed, list):
        typed = [[[[[trim(shape.typed[0], element[0][0])]] for element in typed[0][0]]]]
    return found + [typed]


BINARY = ("binary", None)


def group_fields(shape):
    """The fields of value and typed_value."""
    found = []
    if shape.has_value:
        found.append(Field("value", "optional", None, BINARY, Type("BYTE_ARRAY")))
    if isinstance(shape.typed, str):
        found.append(Field("typed_value", "optional", None, BINARY, KINDS[shape.typed].type))
    elif isinstance(shape.typed, list):
        element = Field("element", "required", group_fields(shape.typed[0]))
        found.append(Field("typed_value", "optional", [Field("list", "repeated", [element])],
                           "LIST"))
    elif shape.typed is not None:
        found.append(Field("typed_value", "optional",
                           [Field(name, "required", group_fields(inner))
                            for name, inner in shape.typed.items()]))
    return found


# --- files ------------------------------------------------------------------------------

class Source(NamedTuple):
    docs: list    # of each row a document, or MISSING
    shape: Shape
    about: str


def told(shape):
    if isinstance(shape.typed, dict):
        return "{" + ", ".join(f"{n!r}: {told(s)}" for n, s in shape.typed.items()) + "}"
    return f"[{told(shape.typed[0])}]" if isinstance(shape.typed, list) else str(shape.typed)


def write(rng, path):
    """A file of columns id and var."""
    top = shape(rng) if rng.random() < 0.9 else Shape(None)
    rows = rng.choice([0, 1, 2, 30, rng.randint(0, 400)])
    docs = [MISSING if rng.random() < 0.08 else document(rng, top) for _ in range(rows)]
    if rng.random() < 0.3:  # in order, so that there is something to prune
        docs.sort(key=lambda doc: (doc[0], str(doc[1])))
    records = []
    common = set(NAMES) if rng.random() < 0.5 else None
    for i, doc in enumerate(docs):
        if doc == MISSING:
            records.append([[i], []])
            continue
        names = set(common or ())
        names_of(doc, names)
        head, numbers = metadata(rng, names)
        records.append([[i], [[[head]] + [group(rng, doc, top, numbers)]]])
    keep(rng, top)
    for record in records:
        if record[1]:
            head, pair = record[1][0]
            record[1][0] = [head] + trim(top, pair)
    fields = [Field("metadata", "required", None, BINARY, Type("BYTE_ARRAY"))]
    schema = [Field("id", "required", None, BINARY, Type("INT64")),
              Field("var", "optional", fields + group_fields(top), "VARIANT")]
    how = message_files.write(rng, path, schema, records)
    return Source(docs, top, f"{how}: Variant shredded as {told(top)}")


# --- checks -----------------------------------------------------------------------------

class Number(str):
    """A number of a JSON text, as written."""


def parsed(text):
    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a name comes twice")
        return dict(pairs)

    return json.loads(text, parse_float=Number, parse_int=Number, object_pairs_hook=members)


def same_document(a, b):
    if isinstance(a, Number) and isinstance(b, Number):
        is_float = set("eE") & set(a + b)
        return a == b or bool(is_float) and float(a) == float(b)
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same_document(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same_document, a, b))
    return a == b


def same_text(text, doc):
    if doc == MISSING or text is None:
        return doc == MISSING and text is None
    return same_document(parsed(text), parsed(json_of(doc)))


def fields_of(shape, path):
    """(column's name, names on the way) of the shredded fields that are scalars."""
    if isinstance(shape.typed, dict):
        for name, inner in shape.typed.items():
            yield from fields_of(inner, (*path, name))
    elif isinstance(shape.typed, str) and path:
        yield "var." + ".".join(path), path


def field_value(doc, path):
    for name in path:
        if doc[0] != "object" or name not in doc[1]:
            return MISSING
        doc = doc[1][name]
    return doc


def with_affinity(host, declared, docs):
    """The SQL values, except JSON, as an ordinary column of the declared type stores them."""
    values = [None if doc[0] in ("missing", "null", "object", "array") else
              contract.value(KINDS[doc[0]].type, stored(*doc)) for doc in docs]
    host.rows("DROP TABLE IF EXISTS main.n")
    host.rows(f"CREATE TABLE main.n(x {declared})")
    host.many("INSERT INTO n VALUES (?)", [[v] for v in values])
    return [row[0] for row in host.rows("SELECT x FROM n ORDER BY rowid")]


def check_field(host, name, declared, docs):
    """A shredded field as a column, including its values of other types."""
    found = [row[0] for row in host.rows(f"SELECT {quoted(name)} FROM t")]
    for i, (value, expected, doc) in enumerate(zip(found, with_affinity(host, declared, docs),
                                                   docs)):
        if doc[0] in ("object", "array"):
            is_same = isinstance(value, Text) and same_text(value, doc)
        else:
            is_same = same_loosely(value, expected)
        if not is_same:
            yield Difference(name, f"row {i}", value, f"{expected!r} of {doc}")
            return


def check(host, path, source, rng):
    """Lines."""
    host.open()
    host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})")
    found = host.rows("SELECT id, var FROM t")
    if [row[0] for row in found] != list(range(len(source.docs))):
        yield f"{len(found)} rows, or others than {len(source.docs)}"
        return
    for (i, text), doc in zip(found, source.docs):
        if not same_text(text, doc):
            yield Difference("var", f"row {i}", text, json_of(doc))
            return
    for i in rng.sample(range(len(found)), min(6, len(found))):
        again = host.rows("SELECT id, var FROM t WHERE rowid = ?", i + 1)
        if again != found[i:i + 1]:
            yield Difference("var by rowid", f"row {i}", str(again), str(found[i]))
    wanted = list(fields_of(source.shape, ()))
    # The Variant's own parts are columns, too, and come first.
    folded = [name.lower() for name, _ in wanted] + ["var.value", "var.metadata"]
    hidden = {r[1].decode(): r[2].decode() for r in host.rows("PRAGMA temp.table_xinfo(t)")
              if r[6] == 1}
    for name, way in wanted:
        if folded.count(name.lower()) > 1:
            continue
        if name not in hidden:
            yield f"no column {name!r}"
            continue
        docs = [field_value(doc, way) for doc in source.docs]
        yield from check_field(host, name, hidden[name], docs)
    for row in host.rows("SELECT * FROM parquet_check(?)", str(path)):
        yield f"parquet_check: {row}"
