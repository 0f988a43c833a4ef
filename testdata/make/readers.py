# SPDX-License-Identifier: MIT
"""The contents of testdata/ from other sources: pyarrow, or literals of the making script."""
import decimal
import json
import pathlib
import struct
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import contract
import handmade_files
from contract import Type

FOLDER = pathlib.Path(__file__).resolve().parent.parent
decimal.getcontext().prec = 120


class Column(NamedTuple):
    name: str
    type: Type            # None: a group, a list, a map
    values: list          # as stored; JSON texts of nested columns
    required: bool = False
    hidden: bool = False
    error: str = None     # the error that reading it must give


class Contents(NamedTuple):
    columns: list
    rows: int


# Files that pyarrow cannot read, each with one of the same rows that it can.  DuckDB packs
# the deltas of INT32 in up to 33 bits.
SAME = {"duckdb_types_v2": "duckdb_types", "duckdb_v2": "duckdb_v1"}

DAY = 86_400 * 10**9
JAVA_INT96 = [(0, 2_440_588), (DAY - 1, 2_440_587), (0, 0), (-1, 2_440_588), (DAY, 2_440_588),
              (0, 2**31 - 1), (0, -2**31), (2**63 - 1, 2_440_588), (-2**63, 2_440_588),
              (DAY // 2, 108_362_000)]
JAVA_SPANS = [None if i == 2 else struct.pack("<III", i, 2 * i, 86_400_000 + i)
              for i in range(4)]
INTERVAL = Type("FIXED_LEN_BYTE_ARRAY", ("INTERVAL",), 12)

# Columns that pyarrow reads wrongly or not at all, as written: (file, column) -> type, values.
# parquet-java marks an INTERVAL as UNKNOWN in the logical type, as INTERVAL in the converted.
LITERALS = {
    ("java_int96", "at"): (Type("INT96"), [struct.pack("<qi", *p) for p in JAVA_INT96]),
    ("java_types", "span"): (INTERVAL, JAVA_SPANS),
    ("java_types_dictionary_v2", "span"): (INTERVAL, JAVA_SPANS),
    # A map without values is a list to pyarrow.
    ("java_maps", "no_value"): (None, [b"{}", None, b'{"0":null}', b'{"0":null,"7":null}']),
}


def leaf_type(leaf):
    told = json.loads(leaf.logical_type.to_json())
    kind = told["Type"]
    logical = {"Int": lambda: ("INT", told["bitWidth"], told["isSigned"]),
               "Decimal": lambda: ("DECIMAL", told["precision"], told["scale"]),
               "Time": lambda: ("TIME", told["timeUnit"][:1], told["isAdjustedToUTC"]),
               "Timestamp": lambda: ("TIMESTAMP", told["timeUnit"][:1], told["isAdjustedToUTC"]),
               "None": lambda: None}.get(kind, lambda: (kind.upper(),))()
    if kind in ("Time", "Timestamp"):
        unit = {"milliseconds": "ms", "microseconds": "us", "nanoseconds": "ns"}[told["timeUnit"]]
        logical = (logical[0], unit, logical[2])
    return Type(leaf.physical_type, logical, leaf.length or None)


ARROW_TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def stored(type, array):
    """Arrow's values in the form that the file stores."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return stored(type, array.cast(kind.storage_type))
    if pa.types.is_dictionary(kind):
        return stored(type, array.cast(kind.value_type))
    if pa.types.is_decimal(kind):
        return [None if v is None else int(v.scaleb(kind.scale)) for v in array.to_pylist()]
    if type.physical == "INT96":
        days = [None if v is None else divmod(v, 86_400 * 10**9)
                for v in array.cast(pa.timestamp("ns")).cast(pa.int64()).to_pylist()]
        return [None if d is None else struct.pack("<qi", d[1], d[0] + 2_440_588) for d in days]
    if pa.types.is_date32(kind) or pa.types.is_time32(kind):
        return array.cast(pa.int32()).to_pylist()
    if pa.types.is_timestamp(kind) or pa.types.is_time64(kind) or pa.types.is_duration(kind):
        ticks = array.cast(pa.int64()).to_pylist()
        if type.logical is None:
            return ticks
        up, down = ARROW_TICKS[type.logical[1]], ARROW_TICKS[kind.unit]
        return [None if t is None else t * up // down for t in ticks]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return array.cast(pa.large_binary()).to_pylist()
    return array.to_pylist()


def leaf_count(kind):
    if not pa.types.is_nested(kind):
        return 1
    return sum(leaf_count(kind.field(i).type) for i in range(kind.num_fields))


def key_texts(array, leaves, stored):
    """The JSON names of the keys of maps."""
    texts = json_texts(array, leaves, stored)
    return [t if t.startswith('"') else f'"{t}"' for t in texts]


def last_pairs(pairs):
    """Of equal keys the last one wins, in its place."""
    kept = {}
    for key, value in pairs:
        kept.pop(key, None)
        kept[key] = value
    return kept


def list_texts(array, leaves, stored):
    """Each list, or map, of the array."""
    offsets = array.offsets.to_pylist()
    if not pa.types.is_map(array.type):
        inside = json_texts(array.values, leaves, stored)
        return ["[" + ",".join(inside[a:b]) + "]" for a, b in zip(offsets, offsets[1:])]
    keys = key_texts(array.keys, leaves, stored)
    items = json_texts(array.items, leaves, stored)
    texts = []
    for a, b in zip(offsets, offsets[1:]):
        pairs = last_pairs(zip(keys[a:b], items[a:b]))
        texts.append("{" + ",".join(f"{k}:{v}" for k, v in pairs.items()) + "}")
    return texts


def json_texts(array, leaves, stored=stored):
    """The JSON text of every row, "null" for none; consumes its leaves' types."""
    kind = array.type
    if not pa.types.is_nested(kind):
        type = next(leaves)
        return [contract.json_value(type, v) for v in stored(type, array)]
    if pa.types.is_struct(kind):
        parts = [json_texts(child, leaves, stored) for child in array.flatten()]
        names = [contract.json_string(f.name.encode()) for f in kind]
        rows = zip(*parts) if parts else [()] * len(array)
        texts = ["{" + ",".join(f"{n}:{v}" for n, v in zip(names, row)) + "}" for row in rows]
    else:
        texts = list_texts(array, leaves, stored)
    return [t if valid else "null" for t, valid in zip(texts, array.is_valid().to_pylist())]


def hidden_leaves(array, path, leaves):
    """(path, type, array) of each leaf reached only through groups; consumes all leaves' types."""
    kind = array.type
    if not pa.types.is_nested(kind):
        yield path, next(leaves), array
    elif pa.types.is_struct(kind):
        for field, child in zip(kind, array.flatten()):
            yield from hidden_leaves(child, f"{path}.{field.name}", leaves)
    else:
        for _ in range(leaf_count(kind)):
            next(leaves)


def nested_columns(field, array, leaves, stored=stored):
    """The column of a nested field, and those of its leaves."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    texts = [None if t == "null" else contract.text(t)
             for t in json_texts(array, iter(leaves), stored)]
    hidden = [Column(path, leaf, stored(leaf, values), hidden=True)
              for path, leaf, values in hidden_leaves(array, field.name, iter(leaves))]
    return Column(field.name, None, texts, not field.nullable), hidden


def read_with_pyarrow(name):
    file = pq.ParquetFile(FOLDER / f"{name}.parquet", arrow_extensions_enabled=False)
    table = file.read()
    types = [leaf_type(file.schema.column(i)) for i in range(len(file.schema))]
    columns, hidden, index = [], [], 0
    for field, array in zip(table.schema, table.columns):
        leaves = types[index:index + leaf_count(field.type)]
        index += len(leaves)
        if pa.types.is_nested(field.type):
            column, inside = nested_columns(field, array, leaves)
            hidden += inside
        elif (name, field.name) in LITERALS:
            column = Column(field.name, *LITERALS[name, field.name], not field.nullable)
        else:
            column = Column(field.name, leaves[0], stored(leaves[0], array), not field.nullable)
        columns.append(column)
    return Contents(columns + hidden, table.num_rows)


def read_handmade(name):
    columns = []
    for c in handmade_files.CASES[name][0]:
        error = c.error.format(name) if c.error else None
        values = c.values if c.type else [v and contract.text(v) for v in c.values]
        columns.append(Column(c.name, c.type, values,
                              c.repetition == handmade_files.REQUIRED, c.hidden, error))
    return Contents(columns, max(len(c.values or []) for c in columns))


def read(name):
    if name in handmade_files.CASES:
        return read_handmade(name)
    return read_with_pyarrow(SAME.get(name, name))
