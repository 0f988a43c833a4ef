# SPDX-License-Identifier: MIT
"""Random small tables, and random ways to encrypt them."""
import dataclasses
import io

import pyarrow as pa
import pyarrow.parquet as pq

import random_tables
from random_tables import KINDS, Kind, holes, scalar

ROWS = [1, 2, 7, 8, 33, 100, 257, 400]
YEARS = 365 * 86_400 * 10**6
# Of every physical type; each reader shows all their values.
COMMON = {
    **{name: KINDS[name] for name in ("bool", "int32", "int64", "double", "string", "binary")},
    "float": KINDS["float"],
    "date": Kind(pa.date32(), random_tables.days(-700_000, 2_900_000), pa.int32()),
    "time": random_tables.timestamp("us", None, -1900 * YEARS, 5000 * YEARS),
    "ordered": Kind(pa.int64(), lambda rng: rng.randint(0, 1000)),
    "label": Kind(pa.string(), lambda rng: f"label-{rng.randint(0, 9)}"),
}
NAMES = ["a b", "größe", "Select", "x%"]


def struct_column(rng, rows):
    names = rng.sample(["lat", "lon", "n"], rng.randint(1, 3))
    arrays = [scalar(rng, COMMON[rng.choice(sorted(COMMON))], rows, True) for _ in names]
    return pa.StructArray.from_arrays(arrays, names, mask=pa.array(holes(rng, rows), pa.bool_()))


def list_column(rng, rows):
    lists = [None if hole else [rng.choice([None, 5, 60, -7]) for _ in range(rng.randint(0, 3))]
             for hole in holes(rng, rows)]
    return pa.array(lists, pa.list_(pa.int64()))


def table(rng):
    rows, fields, arrays = rng.choice(ROWS), [], []
    for i in range(rng.randint(2, 6)):
        name = rng.choice(NAMES) if rng.random() < 0.1 else f"c{i}"
        name = f"c{i}" if name in [f.name for f in fields] else name
        how = rng.random()
        if how < 0.15:
            array, nullable = struct_column(rng, rows), True
        elif how < 0.25:
            array, nullable = list_column(rng, rows), True
        else:
            nullable = rng.random() < 0.7
            array = scalar(rng, COMMON[rng.choice(sorted(COMMON))], rows, nullable)
        fields.append(pa.field(name, array.type, nullable))
        arrays.append(array)
    return pa.table(arrays, pa.schema(fields))


def leaf_paths(made):
    """Of a table, as Parquet has them."""
    empty = io.BytesIO()
    pq.write_table(made.slice(0, 0), empty)
    schema = pq.ParquetFile(empty).schema
    return [schema.column(i).path for i in range(len(schema))]


@dataclasses.dataclass(frozen=True)
class Key:
    name: str
    value: bytes = None


@dataclasses.dataclass
class Spec:
    """columns: None: all with the footer key.  has_names: the file stores the names of keys.
    material: key material in or beside the file, and the keys that it wraps with the masters."""
    footer: Key
    columns: dict
    algorithm: str = "AES_GCM_V1"
    plaintext_footer: bool = False
    aad_prefix: str = ""
    store_aad_prefix: bool = True
    has_names: bool = True
    material: dict = dataclasses.field(default_factory=dict)
    masters: dict = dataclasses.field(default_factory=dict)

    @property
    def is_uniform(self):
        return self.columns is None

    @property
    def supplied_prefix(self):
        """What a reader must know."""
        return "" if self.store_aad_prefix else self.aad_prefix

    @property
    def keys(self):
        """All keys by name, the footer's first."""
        found = {self.footer.name: self.footer}
        return found | {key.name: key for key in (self.columns or {}).values()}

    def key_of(self, path):
        return self.footer if self.columns is None else self.columns.get(path)

    def by_path(self, path, _metadata=None):
        """For encryption.Opened."""
        return self.footer.value if path is None else self.columns[path].value

    def __str__(self):
        told = [self.algorithm, f"footer key of {len(self.footer.value or b'')} bytes"]
        if self.columns is not None:
            told += [f"{path}: {key.name}" for path, key in self.columns.items()]
        told += ["plaintext footer"] * self.plaintext_footer
        if self.aad_prefix:
            told.append(f"AAD prefix {self.aad_prefix!r}"
                        + ("" if self.store_aad_prefix else ", not stored"))
        return "; ".join(told)


def key(rng, name, sizes):
    """Any bytes, or text, as DuckDB needs it."""
    value = rng.randbytes(rng.choice(sizes))
    return Key(name, value if rng.random() < 0.5 else value.hex()[:len(value)].encode())


def spec(rng, paths, sizes=(16, 24, 32), algorithms=("AES_GCM_V1", "AES_GCM_CTR_V1"),
         plaintext_footers=True, uniform=None, has_names=True):
    """A random way to encrypt a file with these leaves."""
    uniform = rng.random() < 0.35 if uniform is None else uniform
    columns = None
    if not uniform:
        keys = [key(rng, f"k{i}", sizes) for i in range(rng.randint(1, 3))]
        columns = {path: rng.choice(keys)
                   for path in rng.sample(paths, rng.randint(1, len(paths)))}
    prefix = rng.choice(["", "orders/1", "é, \"x\" = 1"])
    return Spec(key(rng, "foot", sizes), columns, rng.choice(algorithms),
                plaintext_footers and rng.random() < 0.4, prefix,
                not prefix or rng.random() < 0.5, has_names)


@dataclasses.dataclass
class Layout:
    """How a file is written, apart from encryption."""
    group_rows: int
    page_rows: int
    codec: str
    version: int
    dictionary: bool
    bloom: bool


def layout(rng, rows):
    return Layout(max(1, rng.choice([rows, rows // 2, rows // 3 + 1, 50])),
                  rng.choice([5, 20, 1000]), rng.choice(["none", "snappy", "zstd"]),
                  rng.choice([1, 2]), rng.random() < 0.5, rng.random() < 0.5)
