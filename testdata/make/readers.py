"""The contents of testdata/ by way of other readers: pyarrow, or the maker's own literals."""
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
    type: Type            # None: a group, or something with lists
    values: list          # as stored; JSON texts of a group; None of what has lists
    required: bool = False
    hidden: bool = False
    error: str = None     # what reading it must say


class Contents(NamedTuple):
    columns: list
    rows: int


# Files that pyarrow does not read, and one with the same rows that it does.  DuckDB packs
# the deltas of INT32 in up to 33 bits.
SAME = {"duckdb_types_v2": "duckdb_types", "duckdb_v2": "duckdb_v1"}

DAY = 86_400 * 10**9
JAVA_INT96 = [(0, 2_440_588), (DAY - 1, 2_440_587), (0, 0), (-1, 2_440_588), (DAY, 2_440_588),
              (0, 2**31 - 1), (0, -2**31), (2**63 - 1, 2_440_588), (-2**63, 2_440_588),
              (DAY // 2, 108_362_000)]
JAVA_SPANS = [None if i == 2 else struct.pack("<III", i, 2 * i, 86_400_000 + i)
              for i in range(4)]
INTERVAL = Type("FIXED_LEN_BYTE_ARRAY", ("INTERVAL",), 12)

# What pyarrow reads wrongly or not at all, as it was written: (file, column) -> type, values.
# parquet-java marks an INTERVAL as UNKNOWN in the logical type, as INTERVAL in the converted.
LITERALS = {
    ("java_int96", "at"): (Type("INT96"), [struct.pack("<qi", *p) for p in JAVA_INT96]),
    ("java_types", "span"): (INTERVAL, JAVA_SPANS),
    ("java_types_dictionary_v2", "span"): (INTERVAL, JAVA_SPANS),
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
    """Arrow's values as the file stores them."""
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


def has_lists(kind):
    if pa.types.is_struct(kind):
        return any(has_lists(f.type) for f in kind)
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_map(kind)


def leaf_count(kind):
    if not pa.types.is_nested(kind):
        return 1
    return sum(leaf_count(kind.field(i).type) for i in range(kind.num_fields))


def json_texts(kind, array, leaves):
    """The JSON text of every row of a group; takes its leaf types from the iterator."""
    if not pa.types.is_struct(kind):
        type = next(leaves)
        return [contract.json_value(type, v) for v in stored(type, array)]
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    parts = [json_texts(f.type, child, leaves) for f, child in zip(kind, array.flatten())]
    names = [contract.json_string(f.name.encode()) for f in kind]
    texts = []
    for row, valid in enumerate(array.is_valid().to_pylist()):
        inside = ",".join(f"{n}:{p[row]}" for n, p in zip(names, parts))
        texts.append("{" + inside + "}" if valid else "null")
    return texts


def leaves_of(kind, array, path):
    """(path, array with the parents' nulls) of each leaf of a group without lists."""
    if not pa.types.is_struct(kind):
        yield path, array
        return
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    for field, child in zip(kind, array.flatten()):
        yield from leaves_of(field.type, child, f"{path}.{field.name}")


def scalar_leaves(kind, path, index):
    """(path, leaf index) of each leaf reached through groups only, and the next index."""
    if pa.types.is_struct(kind):
        found = []
        for field in kind:
            inner, index = scalar_leaves(field.type, f"{path}.{field.name}", index)
            found += inner
        return found, index
    if has_lists(kind):
        return [], index + leaf_count(kind)
    return [(path, index)], index + 1


def strip_lists(kind, array):
    """The group without its fields that have lists."""
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    kept = [(f, a) for f, a in zip(kind, array.flatten()) if not has_lists(f.type)]
    return pa.StructArray.from_arrays([a for _, a in kept], fields=[f for f, _ in kept],
                                      mask=array.is_null())


def read_with_pyarrow(name):
    file = pq.ParquetFile(FOLDER / f"{name}.parquet", arrow_extensions_enabled=False)
    table = file.read()
    columns, hidden, index = [], [], 0
    for field, array in zip(table.schema, table.columns):
        if not pa.types.is_nested(field.type):
            if (name, field.name) in LITERALS:
                type, values = LITERALS[name, field.name]
            else:
                type = leaf_type(file.schema.column(index))
                values = stored(type, array)
            columns.append(Column(field.name, type, values, not field.nullable))
            index += 1
            continue
        inner, after = scalar_leaves(field.type, field.name, index)
        texts = None
        if not has_lists(field.type):
            types = iter(leaf_type(file.schema.column(i)) for i in range(index, after))
            texts = [None if t == "null" else contract.text(t)
                     for t in json_texts(field.type, array, types)]
        columns.append(Column(field.name, None, texts, not field.nullable))
        if inner:
            kept = array if texts is not None else strip_lists(field.type, array)
            for (path, leaf), (_, values) in zip(inner, leaves_of(kept.type, kept, field.name)):
                type = leaf_type(file.schema.column(leaf))
                hidden.append(Column(path, type, stored(type, values), hidden=True))
        index = after
    return Contents(columns + hidden, table.num_rows)


def read_handmade(name):
    columns = []
    for c in handmade_files.CASES[name][0]:
        error = c.error.format(name) if c.error else None
        columns.append(Column(c.name, c.type, c.values if c.type else None,
                              c.repetition == handmade_files.REQUIRED, c.hidden, error))
    return Contents(columns, max(len(c.values or []) for c in columns))


def read(name):
    if name in handmade_files.CASES:
        return read_handmade(name)
    return read_with_pyarrow(SAME.get(name, name))
