# SPDX-License-Identifier: MIT
"""Checks nested columns that parquet_write() made from JSON (nested_writes.py)."""
import json

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import compare
import contract
import dumps
import message_files
import nested_writes
import random_messages
import readers
import truth
import write_readers
from sqlite_host import SqlError
from table_checks import literal, quoted


class Written:
    """A table of JSON text, and the file made from it."""

    def __init__(self, host, source, path):
        self.host, self.source, self.path = host, source, path
        self.make_table(source.texts)
        self.answer = self.write(path)
        self.file = pq.ParquetFile(path, arrow_extensions_enabled=False,
                                   page_checksum_verification=True)
        self.types = [readers.leaf_type(self.file.schema.column(i))
                      for i in range(len(self.file.schema))]
        # A simple column may be REQUIRED or not.
        schema = [f if f.children or field.nullable else f._replace(repetition="required")
                  for f, field in zip(source.schema, self.file.schema_arrow)]
        self.contents = random_messages.contents(path, schema, source.records)

    def make_table(self, texts):
        self.host.open()
        names = [f.name for f in self.source.schema]
        self.host.rows(f"CREATE TABLE src({', '.join(map(quoted, names))})")
        if texts:
            marks = ", ".join("?" * len(names))
            self.host.many(f"INSERT INTO src VALUES ({marks})", texts)

    def write(self, path):
        options = [f"types={self.source.types}", *self.source.options]
        marks = ", ".join("?" * (2 + len(options)))
        return self.host.rows(f"SELECT parquet_write({marks})", str(path), "src", *options)[0][0]

    def shown(self):
        """(name, expected JSON texts or None) of the nested columns."""
        return [(c.name, c.values) for c in self.contents.columns
                if c.type is None and not c.hidden]


# --- by the extension itself, and by the file's metadata --------------------------------

def check_answer(written):
    if written.answer != len(written.source.records):
        yield f"parquet_write() returned {written.answer}, not {len(written.source.records)}"


def check_leaves(written):
    """Paths, levels and types of the leaves."""
    wanted = list(message_files.leaves_of(written.source.schema))
    found = [written.file.schema.column(i) for i in range(len(written.file.schema))]
    if len(found) != len(wanted):
        yield f"{len(found)} leaves, not {len(wanted)}"
        return
    for a, b, leaf in zip(found, wanted, written.types):
        simple = len(b.path) == 1
        levels = (a.max_repetition_level, a.max_definition_level)
        if a.path != ".".join(b.path) or (
                levels != (b.most_repeated, b.most_defined) and not simple):
            yield f"leaf {a.path} {levels}, not {b.path} {b.most_repeated, b.most_defined}"
        same = (leaf.physical, leaf.logical, leaf.length) == (
            b.type.physical, b.type.logical, b.type.length)
        if leaf.logical is None and b.type.logical in (("INT", 32, True), ("INT", 64, True)):
            same = leaf.physical == b.type.physical
        if not same:
            yield f"leaf {a.path}: {leaf}, not {b.type}"


def check_parquet_check(written):
    for row in written.host.rows("SELECT * FROM parquet_check(?)", str(written.path)):
        yield f"parquet_check: {row}"


def nested_leaves(schema):
    found = [schema.column(i) for i in range(len(schema))]
    return [(c.path, c.max_definition_level, c.max_repetition_level, readers.leaf_type(c))
            for c in found if c.max_repetition_level or "." in c.path]


def check_copy(written):
    """A copy has the same types and values."""
    copy = written.path.with_name(written.path.stem + "-copy.parquet")
    try:
        written.host.open()
        written.host.rows(
            f"CREATE VIRTUAL TABLE temp.o USING parquet({literal(written.path)})")
        written.host.rows("SELECT parquet_write(?, 'o')", str(copy))
        written.host.rows(f"CREATE VIRTUAL TABLE temp.c USING parquet({literal(copy)})")
        a, b = (written.host.columns(f"SELECT * FROM {name}") for name in "oc")
        for column, x, y in zip(written.contents.columns, a, b):
            yield from map(str, compare.columns("copy", column.name, y, x))
        a, b = (nested_leaves(pq.ParquetFile(p).schema) for p in (written.path, copy))
        if a != b:
            yield f"the copy's leaves {b} instead of {a}"
    finally:
        copy.unlink(missing_ok=True)


def check_refused(written, rng):
    """An unfit value is refused, naming column and row, and leaves nothing behind."""
    made = nested_writes.broken(rng, written.source)
    if made is None:
        return
    texts, column, row, how = made
    written.make_table(texts)
    path = written.path.with_name("refused.parquet")
    try:
        written.write(path)
        yield f"not refused: {column!r}, row {row}: {how}"
    except SqlError as error:
        if f'column "{column}"' not in str(error) or f"row {row}" not in str(error):
            yield f"column {column!r}, row {row}, {how}: {error}"
    if path.exists():
        yield f"there is a file: {how}"
        path.unlink()


CHECKS = [check_answer, check_leaves, check_parquet_check, check_copy]


# --- other readers ----------------------------------------------------------------------

def of_arrow(written, table):
    """Texts of the nested columns of an Arrow table, maps as they come."""
    leaves = iter(written.types)
    for field, array in zip(written.source.schema, table.columns):
        own = [next(leaves) for _ in message_files.leaves_of([field])]
        if field.children is None:
            continue
        array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
        texts = readers.json_texts(array, iter(own), truth.stored)
        yield field.name, [None if t == "null" else contract.text(t) for t in texts]


def compared(reader, written, table):
    for (name, expected), (_, found) in zip(written.shown(), of_arrow(written, table)):
        if found != expected:
            at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), 0)
            yield (f"{reader}: column {name!r}, row {at + 1}: {found[at:at + 1]!r:.500}, "
                   f"expected {expected[at:at + 1]!r:.500}")


def kinds(written):
    return {write_readers.kind_of(leaf) for leaf in written.types}


def check_pyarrow(written):
    yield from compared("pyarrow", written, written.file.read())


def has_odd_names(fields):
    names = {f.name.lower() for f in fields}
    return "" in names or len(names) < len(fields) or any(
        has_odd_names(f.children) for f in fields if f.children)


def check_duckdb(written):
    """Only kinds that it returns in Arrow as they are stored.  It renames fields without a name
    and those that differ only by case, or fails."""
    odd = {"UUID", "JSON", "INTERVAL", "TIME", "ENUM", "BSON", "FLOAT16", "FIXED_LEN_BYTE_ARRAY"}
    wide = any(write_readers.is_wide(leaf) for leaf in written.types)
    if "BSON" in kinds(written) or wide or has_odd_names(written.source.schema):
        return
    with duckdb.connect() as db:
        db.execute("SET threads=1; SET TimeZone='UTC'")
        table = db.sql("SELECT * FROM read_parquet(?)", params=[str(written.path)]).to_arrow_table()
    if not kinds(written) & odd:
        yield from compared("DuckDB", written, table)


def check_polars(written):
    if kinds(written) & {"INTERVAL", "DECIMAL"}:
        return
    with write_readers.quiet():
        table = pl.read_parquet(written.path, glob=False).to_arrow()
    yield from compared("Polars", written, table)


def ask(written, program):
    """False: it cannot read such files."""
    try:
        program.ask(written.path)
    except write_readers.CannotRead as error:
        if not write_readers.limit_for(program.name, written.types, str(error)):
            raise
        return False
    return True


def check_java(written, program):
    """parquet-java's levels and values of each entry."""
    if not ask(written, program):
        return
    found = dict(dumps.read(program.output))
    for leaf, type in zip(message_files.shredded(written.source.schema, written.source.records),
                          written.types):
        name = ".".join(leaf.path)
        values = write_readers.canonical(type, found[name])
        expected = write_readers.canonical(type, [v for _, _, v in leaf.slots])
        if not write_readers.same(expected, values):
            yield f"parquet-java: values of {name}: {values!r:.300}, expected {expected!r:.300}"
        if len(leaf.path) > 1:
            levels = [r * 1000 + d for r, d, _ in leaf.slots]
            if found[name + "\0levels"] != levels:
                yield f"parquet-java: levels of {name}"


def check_rust(written, program):
    if not ask(written, program) or "INTERVAL" in kinds(written):
        return  # not all readers support Arrow's intervals
    with pa.ipc.open_file(program.output) as file:
        table = file.read_all()
    if table.num_columns == len(written.source.schema):
        yield from compared("arrow-rs", written, table)


def plain_value(field, found):
    """A field's values in a record as hyparquet returns them: all are numbers, bytes in
    hexadecimal digits, lists and objects."""
    if not found:
        return None
    value = found[0]
    if field.children is None:
        value = write_readers.canonical(field.type, [value])[0]
        if field.type.logical and field.type.logical[0] == "DECIMAL":
            return value * 10.0**-field.type.logical[2]
        return value.hex() if isinstance(value, bytes) else value
    if field.annotation == "LIST":
        return [plain_value(field.children[0].children[0], v[0]) for v in value[0]]
    if field.annotation == "MAP":
        key, item = field.children[0].children
        return [plain_value(item, pair[1]) for pair in value[0]]
    return {child.name: plain_value(child, v) for child, v in zip(field.children, value)}


def agree(a, b):
    """a: from hyparquet, whose maps are objects with keys in its own notation."""
    if isinstance(b, list) and isinstance(a, dict):
        return len(a) <= len(b) and all(any(agree(x, y) for y in b) for x in a.values())
    if isinstance(b, list):
        return isinstance(a, list) and len(a) == len(b) and all(map(agree, a, b))
    if isinstance(b, dict):
        return isinstance(a, dict) and all(agree(a.get(k), v) for k, v in b.items())
    if isinstance(b, (int, float)) and a is not None:
        return write_readers.nearly(float(b), float(a))
    return a == b


def check_hyparquet(written, program):
    if not ask(written, program):
        return
    found = dict(dumps.read(program.output))
    for i, field in enumerate(written.source.schema):
        if field.children is None:
            continue
        for row, (text, record) in enumerate(zip(found[field.name], written.source.records), 1):
            a, b = text and json.loads(text), plain_value(field, record[i])
            if not agree(a, b):
                yield (f"hyparquet: column {field.name!r}, row {row}: {a!r:.300}, "
                       f"expected {b!r:.300}")
                break


READERS = [check_pyarrow, check_duckdb, check_polars]
