# SPDX-License-Identifier: MIT
"""Variants that parquet_write() writes, shredded or not.

From random JSON: the extension, an independent decoder of the binary form (sql-tests/variants.py)
and DuckDB must all read the JSON's values from the file.  And from random Variants
(random_variants.py): copies must have the same values, of the same types.
"""
import json
import pathlib
import struct
import sys
from fractions import Fraction

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import random_tables
import random_variants
import readers
import truth
from sqlite_host import ROOT
from table_checks import literal, quoted

sys.path.insert(0, str(pathlib.Path(ROOT) / "sql-tests"))

import variants  # noqa: E402
from variants import Number  # noqa: E402

NAMES = ["a", "b", "c", "id", "x y", "é", "n.m", "value", "typed_value", "metadata", "Q", ""]
SCALARS = {
    "BOOLEAN": lambda rng: rng.choice(["true", "false"]),
    "INT8": lambda rng: str(random_tables.signed(8)(rng)),
    "INT32": lambda rng: str(random_tables.signed(32)(rng)),
    "INT64": lambda rng: str(random_tables.signed(64)(rng)),
    "DOUBLE": lambda rng: double(rng),
    "STRING": lambda rng: json.dumps(random_tables.text(rng), ensure_ascii=rng.random() < 0.5),
    "DECIMAL(9,2)": lambda rng: f"{rng.randint(-999999, 999999)}.{rng.randint(0, 99):02}",
    "DECIMAL(38,10)": lambda rng: (f"{rng.randint(-10**20, 10**20)}."
                                   f"{rng.randint(0, 10**10 - 1):010}"),
    "DATE": lambda rng: f'"{rng.randint(1000, 9999)}-{rng.randint(1, 12):02}-07"',
}


def double(rng):
    value = struct.unpack("<d", rng.randbytes(8))[0]
    if value != value or value in (float("inf"), float("-inf")):
        return rng.choice(["9e999", "-9e999", "-0.0", "0.0"])
    return repr(value) if rng.random() < 0.5 else repr(rng.randint(-9999, 9999) / 8)


def number(rng):
    return rng.choice([
        lambda: str(rng.randint(-10, 300)), lambda: str(rng.getrandbits(rng.randint(1, 120))),
        lambda: f"-{rng.getrandbits(70)}", lambda: double(rng),
        lambda: f"{rng.randint(0, 99)}.{rng.randint(0, 999)}", lambda: "-1.50", lambda: "1e300"])()


# --- types and documents ----------------------------------------------------------------

def shape(rng, depth=0):
    """A type to shred to: a scalar's name, a dictionary, or a list of one type."""
    how = rng.random()
    if depth > 3 or how < 0.4:
        return rng.choice(list(SCALARS) + ["VARIANT"] * (depth > 0))
    if how < 0.6:
        return [shape(rng, depth + 1)]
    return {name: shape(rng, depth + 1) for name in rng.sample(NAMES, rng.choice([1, 2, 4]))}


def words(shape):
    if isinstance(shape, dict):
        inside = ", ".join(f"{quoted(name)} {words(inner)}" for name, inner in shape.items())
        return f"STRUCT<{inside}>"
    return f"LIST<{words(shape[0])}>" if isinstance(shape, list) else shape


def document(rng, shape, depth=0):
    """JSON text that usually has the shape."""
    if shape is not None and rng.random() < 0.75:
        if isinstance(shape, list):
            return array(rng, [shape[0]] * rng.choice([0, 1, 3, 10]), depth)
        if isinstance(shape, dict):
            members = {n: inner for n, inner in shape.items() if rng.random() < 0.8}
            if rng.random() < 0.3:
                members.setdefault(rng.choice(NAMES), None)
            return members_of(rng, members, depth)
        if shape in SCALARS:
            return SCALARS[shape](rng)
    how = rng.random()
    if how < 0.15:
        return "null"
    if how < 0.45 or depth > 4:
        return number(rng)
    if how < 0.7:
        return SCALARS[rng.choice(list(SCALARS))](rng)
    if how < 0.85:
        return array(rng, [None] * rng.choice([0, 1, 2, 300 if rng.random() < 0.02 else 4]), depth)
    return members_of(rng, dict.fromkeys(rng.sample(NAMES, rng.choice([0, 1, 3]))), depth)


def array(rng, shapes, depth):
    return "[" + ", ".join(document(rng, each, depth + 1) for each in shapes) + "]"


def members_of(rng, members, depth):
    shown = [f"{json.dumps(n)}: {document(rng, inner, depth + 1)}" for n, inner in members.items()]
    rng.shuffle(shown)
    return "{" + ",".join(shown) + "}"


# --- comparing --------------------------------------------------------------------------

def value_of(number):
    """The number exactly; doubles as doubles."""
    if "e" in number.lower() or number == "-0.0":
        return float(number)
    return Fraction(number)


def same(a, b):
    if isinstance(a, Number) and isinstance(b, Number):
        x, y = value_of(a), value_of(b)
        return x == y or float(a) == float(b) and isinstance(x, float) | isinstance(y, float)
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def decoded(path):
    """What the decoder finds in pyarrow's columns."""
    file = pq.ParquetFile(path, arrow_extensions_enabled=False)
    leaves = iter([readers.leaf_type(file.schema.column(i)) for i in range(len(file.schema))])
    array = file.read().column(0)
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    for text in readers.json_texts(array, leaves, truth.stored):
        cell = variants.parsed(text)
        if cell is None:
            yield None
            continue
        names, _ = variants.metadata_names(bytes.fromhex(cell["metadata"]))
        yield variants.none_for_missing(variants.put_together(names, cell)),


def agrees(found, expected):
    """found: with typed values as the JSON of their columns."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return found.keys() == expected.keys() and all(agrees(found[k], expected[k])
                                                       for k in found)
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(agrees, found, expected))
    return same(str(found) if type(found) is variants.Shredded else found, expected)


# --- the check --------------------------------------------------------------------------

def source(rng):
    """(types text, JSON texts or None)"""
    top = shape(rng) if rng.random() < 0.8 else None
    rows = rng.choice([0, 1, 9, rng.randint(0, 300)])
    texts = [None if rng.random() < 0.1 else document(rng, top) for _ in range(rows)]
    return f"v=VARIANT<{words(top)}>" if top is not None else "v=VARIANT", texts


def check(host, path, types, texts, options):
    """Lines."""
    host.open()
    host.rows("CREATE TABLE src(v)")
    host.many("INSERT INTO src VALUES (?)", [[t] for t in texts])
    marks = ", ".join("?" * (3 + len(options)))
    host.rows(f"SELECT parquet_write({marks})", str(path), "src", f"types={types}", *options)
    expected = [None if t is None else (variants.parsed(t),) for t in texts]
    host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})")
    found = [None if t is None else (variants.parsed(t.decode()),)
             for t, in host.rows("SELECT v FROM t")]
    yield from compared("the extension", found, expected, same, texts)
    yield from compared("the decoder", list(decoded(path)), expected, agrees, texts)
    for row in host.rows("SELECT * FROM parquet_check(?)", str(path)):
        yield f"parquet_check: {row}"
    yield from check_duckdb(path, expected, texts)


def compared(who, found, expected, equal, texts):
    if len(found) != len(expected):
        yield f"{who}: {len(found)} rows, not {len(expected)}"
        return
    for row, (a, b) in enumerate(zip(found, expected)):
        if (a is None) != (b is None) or a is not None and not equal(a[0], b[0]):
            yield f"{who}: row {row + 1}: {a!r:.500}, not {texts[row]:.500}"
            return


def rough(document):
    """Without numbers, which DuckDB's JSON writes differently."""
    if isinstance(document, dict):
        return {k: rough(v) for k, v in document.items()}
    if isinstance(document, list):
        return list(map(rough, document))
    return "a number" if isinstance(document, Number) else document


def check_duckdb(path, expected, texts):
    """DuckDB has only one null, and does not accept fields without a name."""
    if any("9e999" in (t or "") for t in texts):
        return
    with duckdb.connect() as db:
        try:
            rows = db.execute("SELECT v::JSON::VARCHAR FROM read_parquet(?)",
                              [str(path)]).fetchall()
        except duckdb.NotImplementedException as error:
            if "TUPLE(" not in str(error):
                raise
            return
    found = [(variants.parsed(t or "null"),) for t, in rows]
    yield from compared("DuckDB", found, [e or (None,) for e in expected],
                        lambda a, b: rough(a) == rough(b), texts)


# --- copies -----------------------------------------------------------------------------

def exact(rng, doc):
    """The document as variants.decoded() returns it with types."""
    names = set()
    random_variants.names_of(doc, names)
    head, numbers = random_variants.metadata(rng, names)
    return variants.decoded(variants.metadata_names(head)[0],
                            random_variants.encoded(rng, doc, numbers), True)


def check_copies(host, path, source, rng):
    """Lines.  source: the random_variants.Source of the file."""
    copy = path.with_name("copy-" + path.name)
    again = path.with_name("again-" + path.name)
    expected = {i: None if doc == random_variants.MISSING else exact(rng, doc)
                for i, doc in enumerate(source.docs)}
    host.open()
    host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})")
    # Where SQLite sorts, JSON that comes with different types has none.
    is_unique = host.rows("SELECT count(var) = count(DISTINCT var) FROM t")[0][0]
    queries = ["t", f"SELECT * FROM t WHERE id % {rng.randint(1, 3)} = 0"]
    if is_unique:
        queries += ["SELECT * FROM t ORDER BY id % 7", "SELECT * FROM t GROUP BY id + 0"]
    for query in rng.sample(queries, 2):
        host.rows("SELECT parquet_write(?, ?, 'overwrite=on')", str(copy), query)
        host.rows(f"CREATE VIRTUAL TABLE temp.copied USING parquet({literal(copy)})")
        host.rows("SELECT parquet_write(?, 'copied', 'types=var=VARIANT', 'overwrite=on')",
                  str(again))
        host.rows(f"CREATE VIRTUAL TABLE temp.plain USING parquet({literal(again)})")
        for i, head, value in host.rows('SELECT id, "var.metadata", "var.value" FROM plain'):
            found = value and variants.decoded(variants.metadata_names(head)[0], value, True)
            if found != expected[i]:
                yield f"{query}: row {i}: {found!r:.500}, not {expected[i]!r:.500}"
                break
        for file in copy, again:
            for row in host.rows("SELECT * FROM parquet_check(?)", str(file)):
                yield f"{query}: parquet_check of {file.name}: {row}"
        host.rows("DROP TABLE temp.copied")
        host.rows("DROP TABLE temp.plain")
    copy.unlink()
    again.unlink()
