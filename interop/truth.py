# SPDX-License-Identifier: MIT
"""The contents of a Parquet file according to another reader: pyarrow; if it cannot read the
file, DuckDB; if that cannot either, Polars.

The values are those that the file stores; contract.py defines what SQLite must show of them.
"""
import pathlib
import struct
import uuid
from typing import NamedTuple

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import contract
import readers
from readers import Column

EPOCH_JULIAN_DAY = 2_440_588
UNLIMITED = ("INT96", "ORC")  # timestamps that can exceed 64 bits in nanoseconds
READER_ERRORS = (pa.ArrowException, OSError, duckdb.Error, pl.exceptions.PolarsError,
                 pl.exceptions.PanicException)


class Contents(NamedTuple):
    columns: list      # readers.Column, hidden ones after the others
    rows: int
    by: str            # the reader
    names: list        # the columns' names in SQLite
    own_names: list    # its names for _file, _file_row_number, _row_group
    file: pq.ParquetFile
    steps: list        # for each top-level column, the names on the way to each hidden leaf


# --- reading ----------------------------------------------------------------------------

def plain(array):
    """The array in a type that readers.stored() knows."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain(array.storage)
    if pa.types.is_dictionary(kind):
        return plain(array.dictionary_decode())
    if kind == pa.time32("s"):
        return array.cast(pa.time32("ms"))
    if pa.types.is_date64(kind):
        return array.cast(pa.date32())
    if kind in (pa.string(), pa.string_view()):
        return array.cast(pa.large_binary())  # need not be UTF-8
    return array


def duckdb_expressions(quoted, leaf):
    """The expression for DuckDB, from which from_duckdb() can derive what the file stores."""
    logical = leaf.logical[0] if leaf.logical else None
    if logical in ("UUID", "JSON", "ENUM"):
        return [f"{quoted}::VARCHAR"]
    if logical == "TIME" and leaf.logical[1] != "ns":
        return [f"{quoted}::TIME"]
    if logical == "INTERVAL":
        return [f"12 * extract(year FROM {quoted}) + extract(month FROM {quoted})",
                f"extract(day FROM {quoted})",
                f"3600000 * extract(hour FROM {quoted}) + 60000 * extract(minute FROM {quoted}) "
                f"+ extract(milliseconds FROM {quoted})"]
    return [quoted]


def from_duckdb(leaf, arrays):
    logical = leaf.logical[0] if leaf.logical else None
    if logical == "UUID":
        return pa.array([v and uuid.UUID(v).bytes for v in arrays[0].to_pylist()], pa.binary(16))
    if logical == "INTERVAL":
        parts = zip(*(a.to_pylist() for a in arrays))
        return pa.array([None if p[0] is None else struct.pack("<III", *p) for p in parts],
                        pa.binary(12))
    return arrays[0]


def read_with_duckdb(path, schema, leaves):
    """An Arrow table, if DuckDB has names and types for all of it."""
    asked = []
    if len({f.name.lower() for f in schema}) < len(schema):
        raise pa.ArrowNotImplementedError("names that differ by case, by way of DuckDB")
    for field, leaf in zip(schema, leaves):
        is_wide = leaf.logical and leaf.logical[0] == "DECIMAL" and leaf.logical[1] > 38
        if pa.types.is_nested(field.type) or leaf.physical == "INT96" or is_wide:
            raise pa.ArrowNotImplementedError(f"{field.type} by way of DuckDB")
        asked.append(duckdb_expressions('"' + field.name.replace('"', '""') + '"', leaf))
    listed = [e for expressions in asked for e in expressions]
    db = duckdb.connect()
    db.execute("SET threads=1; SET TimeZone='UTC'")
    named = ", ".join(f"{e} AS c{i}" for i, e in enumerate(listed))
    found = db.sql(f"SELECT {named} FROM read_parquet(?)", params=[str(path)]).to_arrow_table()
    columns = iter(found.columns)
    arrays = [from_duckdb(leaf, [next(columns) for _ in expressions])
              for leaf, expressions in zip(leaves, asked)]
    return pa.table(arrays, [f.name for f in schema])


def has_maps(kind):
    return pa.types.is_map(kind) or pa.types.is_nested(kind) and any(
        has_maps(kind.field(i).type) for i in range(kind.num_fields))


def read_with_polars(path, schema, leaves):
    if any(has_maps(field.type) for field in schema):
        raise pa.ArrowNotImplementedError("maps, of whose keys it changes the order")
    if any(leaf.logical == ("INTERVAL",) for leaf in leaves):
        raise pa.ArrowNotImplementedError("intervals by way of Polars")
    return pl.read_parquet(path, glob=False).to_arrow()


def read_table(path, file, leaves):
    """(Arrow table, who read it)"""
    ways = [("pyarrow", file.read),
            # It cannot read row groups with much text all at once.
            ("pyarrow by row groups", lambda: pa.concat_tables(
                [file.read_row_group(i) for i in range(file.num_row_groups)])),
            ("DuckDB", lambda: read_with_duckdb(path, file.schema_arrow, leaves)),
            ("Polars", lambda: read_with_polars(path, file.schema_arrow, leaves))]
    first_error = None
    for name, read in ways:
        try:
            table = read()
            # pyarrow loses rows of nested lists whose pages have few bytes.
            if table.num_rows != file.metadata.num_rows:
                raise pa.ArrowInvalid(f"{name} reads {table.num_rows} rows")
            return table, name
        except READER_ERRORS as error:
            first_error = first_error or error
    raise first_error


# --- from Arrow to stored values --------------------------------------------------------

def stored(leaf, array):
    array = plain(array)
    if leaf.physical == "INT96" and array.type.unit == "us":  # beyond 64-bit nanoseconds
        numbers = array.cast(pa.int64()).to_pylist()
        return [None if v is None else int96(v * 1000) for v in numbers]
    return readers.stored(leaf, array)


def int96(nanoseconds):
    day, rest = divmod(nanoseconds, 86_400 * 10**9)
    return struct.pack("<qi", rest, day + EPOCH_JULIAN_DAY)


def leaf_steps(kind, steps=()):
    """The names on the way to each leaf that is reached only through groups."""
    if pa.types.is_struct(kind):
        for field in kind:
            yield from leaf_steps(field.type, steps + (field.name,))
    elif not pa.types.is_nested(kind):
        yield steps


def value(column, row_value, **options):
    """What SQLite must show of a stored value of the column."""
    leaf = column.type
    if leaf is None:
        return row_value
    if options.get("timestamps") == "integer" and leaf.physical in UNLIMITED and row_value:
        nanoseconds = (row_value if isinstance(row_value, int) else
                       contract.int96_nanoseconds(row_value))
        return nanoseconds if -2**63 <= nanoseconds < 2**63 else contract.text(str(nanoseconds))
    return contract.value(leaf, row_value, **options)


def values(column, **options):
    return [value(column, v, **options) for v in column.values]


def declared(column, **options):
    """The declared type."""
    if column.type is None:
        return "JSON TEXT"
    kind = contract.declared(column.type, **options)
    if options.get("timestamps") == "integer" and kind.startswith("TIMESTAMP"):
        # Some are too large for an integer and are shown as text.
        return "" if column.type.physical in UNLIMITED else kind.replace("TEXT", "INTEGER")
    return kind


# --- names ------------------------------------------------------------------------------

def fold(name):
    return "".join(c.lower() if c < "\x80" else c for c in name)


def unique_names(wanted):
    """SQLite's names of the columns: a suffix where an earlier one has the name."""
    real, taken, chosen = {fold(n) for n in wanted}, set(), []
    for name in wanted:
        tried, n = name, 0
        while fold(tried) in taken or (n and fold(tried) in real):
            n += 1
            tried = f"{name}_{n}"
        taken.add(fold(tried))
        chosen.append(tried)
    return chosen


def named(columns, hidden, rows, by, file, steps):
    """The contents, with the names that SQLite has for them."""
    columns = columns + hidden
    own = ["_file", "_file_row_number", "_row_group"]
    wanted = [c.name or f"column_{i + 1}" for i, c in enumerate(columns)]
    names = unique_names(wanted + own)
    return Contents(columns, rows, by, names[:-3], names[-3:], file, steps)


def contents(path, int96_unit="ns", written=None):
    """Reads the file; an ArrowException if no reader can.  written: the table from which it was
    made, if it must hold exactly that.
    """
    file = pq.ParquetFile(path, arrow_extensions_enabled=False,
                          coerce_int96_timestamp_unit=int96_unit)
    leaf_types = [readers.leaf_type(file.schema.column(i)) for i in range(len(file.schema))]
    table, by = (written, "who wrote them") if written else read_table(path, file, leaf_types)
    stem = pathlib.Path(path).stem
    columns, hidden, steps, index = [], [], [], 0
    for field, array in zip(file.schema_arrow, table.columns):
        known = readers.LITERALS.get((stem, field.name))
        leaves = leaf_types[index:index + readers.leaf_count(array.type)]
        index += len(leaves)
        if pa.types.is_nested(array.type):
            column, inside = readers.nested_columns(field, array, leaves, stored)
            hidden += inside
            if known:
                column = column._replace(values=[v and contract.text(v) for v in known[1]])
        elif known:
            column = Column(field.name, *known, not field.nullable)
        else:
            column = Column(field.name, leaves[0], stored(leaves[0], array), not field.nullable)
        columns.append(column)
        steps.append(list(leaf_steps(array.type)) if pa.types.is_nested(array.type) else [])
    return named(columns, hidden, table.num_rows, by, file, steps)
