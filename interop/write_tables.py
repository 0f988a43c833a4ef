# SPDX-License-Identifier: MIT
"""Random SQLite tables to write as Parquet, and random options to write them with."""
import math
from typing import NamedTuple

import codec_list
import contract
import random_tables
from contract import Text, Type
from random_tables import DOUBLE, SINGLE, decimals, fixed, integers, spread

MOST_ROWS = 50_000
CELLS = 120_000  # at most, in a table
ROWS = [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 127, 128, 129, 1000, 1023, 1024, 1025, 2048, 2049]
YEAR = 365 * 86_400


class Kind(NamedTuple):
    """The contents of a column."""
    type: Type          # the type that it must get; None: any that fits
    draw: object        # a random value as stored
    declared: tuple     # declared types in CREATE TABLE that lead to it
    asked: str = None   # the type for types=
    decimals: str = "real"

    def sqlite(self, raw):
        if self.type is None:
            return raw
        return contract.value(self.type, raw, decimals=self.decimals)


class Column(NamedTuple):
    name: str
    kind: Kind
    declared: str   # in CREATE TABLE
    asked: str      # with types=, or None
    values: list    # SQLite's


class Source(NamedTuple):
    """A table src(...) and how to write it."""
    columns: list
    rows: int
    query: str
    options: dict   # name -> text
    about: str
    encoding: str   # of the database
    order: tuple    # (column name, descending), or None


# --- kinds ------------------------------------------------------------------------------

def text(rng):
    how = rng.random()
    if how < 0.02:
        return ("é😀日" * 40)[:rng.randint(10, 100)] + str(rng.randint(0, 9))
    if how < 0.04:
        return "\U0010ffff" * rng.randint(1, 70)
    return random_tables.text(rng)


def blob(rng):
    if rng.random() < 0.05:
        return b"\xff" * rng.randint(1, 130)
    return random_tables.blob(rng)


def real(rng):
    value = DOUBLE(rng)
    return None if math.isnan(value) else value


def number_or_real(rng):
    """Both are exact as REAL."""
    return rng.randint(-2**53, 2**53) if rng.random() < 0.5 else real(rng)


def as_bytes(draw):
    def drawn(rng):
        value = draw(rng)
        return value.encode() if isinstance(value, str) else value
    return drawn


UNTYPED = [
    Kind(None, integers(-2**63, 2**63 - 1), ("INTEGER", "BIGINT", "INT", "")),
    Kind(None, integers(-100, 100), ("INTEGER", "")),
    Kind(None, real, ("REAL", "DOUBLE", "")),
    Kind(None, lambda rng: rng.randint(-99_999, 99_999) / 100, ("REAL", "DOUBLE PRECISION")),
    Kind(None, lambda rng: Text(text(rng).encode()), ("TEXT", "VARCHAR(20)", "")),
    Kind(None, lambda rng: Text(f"city-{rng.randint(0, 30)}".encode()), ("TEXT", "NVARCHAR(9)")),
    Kind(None, blob, ("BLOB", "")),
    Kind(None, lambda rng: None, ("INTEGER", "REAL", "TEXT", "BLOB", "")),
    Kind(None, number_or_real, ("",)),
    Kind(None, lambda rng: rng.choice([0, 1]), ("INTEGER", "BOOLEAN")),
]


def timestamps(unit, is_utc, low=-2**63, high=2**63 - 1):
    ticks = random_tables.TICKS[unit]
    if unit != "ns" and low == -2**63:  # years that the other readers can show, too
        low, high = -9000 * YEAR * ticks, 9000 * YEAR * ticks
    return random_tables.instants(unit, low, high)


def no_nan(draw, code=None):
    def drawn(rng):
        value = draw(rng)
        return 0.5 if math.isnan(value) else value
    return drawn


def decimal_type(precision, scale):
    if precision <= 9:
        return Type("INT32", ("DECIMAL", precision, scale))
    if precision <= 18:
        return Type("INT64", ("DECIMAL", precision, scale))
    size = next(n for n in range(1, 40) if 2**(8 * n - 1) > 10**precision - 1)
    return Type("FIXED_LEN_BYTE_ARRAY", ("DECIMAL", precision, scale), size)


def decimal_kind(rng):
    precision = rng.choice([rng.randint(1, 9), rng.randint(10, 18), rng.randint(19, 38),
                            rng.randint(19, 76)])
    scale = rng.choice([0, rng.randint(0, precision), min(2, precision), precision])
    draw = decimals(precision, scale)
    type_ = decimal_type(precision, scale)
    asked = rng.choice([f"DECIMAL({precision},{scale})", f"decimal({precision}, {scale})"])
    if precision > 15:  # as REAL they would be different numbers
        told = f"DECIMAL TEXT({precision},{scale})"
        return Kind(type_, lambda rng: int(draw(rng).scaleb(scale)), (told,), asked, "text")
    declared = (f"DECIMAL({precision},{scale})" if scale == 0 else
                f"DECIMAL REAL({precision},{scale})",)
    return Kind(type_, lambda rng: int(draw(rng).scaleb(scale)), declared, asked)


def interval(rng):
    return contract.struct.pack("<III", rng.randint(0, 99), rng.randint(0, 99),
                                rng.randint(0, 86_400_000))


def integer_kinds():
    names = {(8, True): ("TINYINT",), (16, True): ("SMALLINT",), (32, True): (),
             (8, False): ("UTINYINT",), (16, False): ("USMALLINT",), (32, False): ("UINTEGER",)}
    for (bits, is_signed), declared in names.items():
        low, high = (-2**(bits - 1), 2**(bits - 1) - 1) if is_signed else (0, 2**bits - 1)
        yield Kind(Type("INT32", ("INT", bits, is_signed)), integers(low, high), declared,
                   f"{'' if is_signed else 'u'}int{bits}")
    yield Kind(Type("INT64", ("INT", 64, False)), integers(0, 2**64 - 1), (), "UINT64")
    yield Kind(Type("INT64", ("INT", 64, True)), integers(-2**63, 2**63 - 1), (), "INT64")


def time_kinds():
    for unit, physical in ("ms", "INT32"), ("us", "INT64"), ("ns", "INT64"):
        words = {"ms": "MILLIS", "us": "MICROS", "ns": "NANOS"}[unit]
        declared = ("TIME TEXT",) if unit == "us" else ()
        yield Kind(Type(physical, ("TIME", unit, False)), random_tables.times(unit), declared,
                   f"TIME({words})")
        for is_utc in False, True:
            declared = ("TIMESTAMPTZ TEXT",) if is_utc else ("TIMESTAMP TEXT",)
            yield Kind(Type("INT64", ("TIMESTAMP", unit, is_utc)), timestamps(unit, is_utc),
                       declared if unit == "us" else (),
                       f"TIMESTAMP({unit if is_utc else words}{', UTC' if is_utc else ''})")


def fixed_kind(rng):
    size = rng.choice([1, 2, 3, 8, 16, 17, 40])
    return Kind(Type("FIXED_LEN_BYTE_ARRAY", None, size), fixed(size), (), f"FIXED({size})")


TYPED = [
    *integer_kinds(), *time_kinds(),
    Kind(Type("BOOLEAN"), lambda rng: rng.random() < 0.5, ("BOOLEAN",), "BOOLEAN"),
    Kind(Type("FLOAT"), no_nan(SINGLE), (), "FLOAT"),
    Kind(Type("DOUBLE"), no_nan(DOUBLE), ("DOUBLE",), "DOUBLE"),
    Kind(Type("FIXED_LEN_BYTE_ARRAY", ("FLOAT16",), 2), no_nan(random_tables.HALF), (), "FLOAT16"),
    Kind(Type("BYTE_ARRAY", ("STRING",)), as_bytes(text), ("TEXT",), "STRING"),
    Kind(Type("BYTE_ARRAY", ("ENUM",)), lambda rng: rng.choice([b"red", b"green", b"blue"]), (),
         "ENUM"),
    Kind(Type("BYTE_ARRAY", ("JSON",)), as_bytes(random_tables.json_text), ("JSON TEXT",), "JSON"),
    Kind(Type("BYTE_ARRAY", ("BSON",)), lambda rng: b"\5\0\0\0\0", (), "BSON"),
    Kind(Type("BYTE_ARRAY"), blob, ("BLOB",), "BLOB"),
    Kind(Type("FIXED_LEN_BYTE_ARRAY", ("UUID",), 16), fixed(16), ("UUID TEXT",), "UUID"),
    Kind(Type("FIXED_LEN_BYTE_ARRAY", ("INTERVAL",), 12), interval, ("DURATION TEXT",),
         "INTERVAL"),
    Kind(Type("INT32", ("DATE",)), random_tables.days(-700_000, 2_900_000), ("DATE TEXT",),
         "DATE"),
]


def pick_kind(rng):
    how = rng.random()
    if how < 0.4:
        return rng.choice(UNTYPED)
    if how < 0.5:
        return decimal_kind(rng)
    if how < 0.53:
        return fixed_kind(rng)
    return rng.choice(TYPED)


# --- tables -----------------------------------------------------------------------------

AFFINITY_LESS = {int: ("", "INTEGER"), float: ("", "REAL"), Text: ("", "TEXT"), bytes: ("", "BLOB")}


def make_column(rng, name, n, has_nulls):
    kind = pick_kind(rng)
    raw = spread(rng, kind.draw, n) if kind.type else ordered_spread(rng, kind.draw, n)
    if has_nulls:
        raw = [None if hole else v for v, hole in zip(raw, random_tables.holes(rng, n))]
    values = [kind.sqlite(v) for v in raw]
    if kind.type is None or kind.declared and rng.random() < 0.5:
        return Column(name, kind, rng.choice(kind.declared), None, values)
    found = {type(v) for v in values if v is not None}
    declared = rng.choice(AFFINITY_LESS[found.pop()]) if len(found) == 1 else ""
    return Column(name, kind, declared, kind.asked, values)


def ordered_spread(rng, draw, n):
    """Values that cannot all be compared with each other have no order."""
    try:
        return spread(rng, draw, n)
    except TypeError:
        return [draw(rng) for _ in range(n)]


def row_count(rng, n_columns):
    how = rng.random()
    if how < 0.45:
        rows = rng.choice(ROWS)
    elif how < 0.8:
        rows = rng.randint(0, 4000)
    else:
        rows = rng.randint(0, MOST_ROWS)
    return min(rows, CELLS // n_columns)


def order_key(value):
    """SQLite's order of one storage class, nulls first."""
    return (value is not None, value if value is not None else 0)


def can_be_sorted(column):
    found = {type(v) for v in column.values if v is not None}
    if column.kind.type and any(v[:1] in b"+-" for v in column.values if type(v) is Text):
        return False  # years beyond 9999 are not in the order of their text
    if column.kind.type is None:
        return len(found) == 1
    has_other_order = (column.kind.type.logical or ("",))[0] in ("INTERVAL", "DECIMAL")
    asked = column.asked in (None, "DATE", "INT64", "DOUBLE", "STRING", "BLOB", "int16")
    return asked and len(found) == 1 and not has_other_order


def sort(rng, columns):
    """The columns with their rows sorted by one, and its name and direction."""
    among = [i for i, c in enumerate(columns) if can_be_sorted(c)]
    if not among:
        return columns, None
    by, descending = rng.choice(among), rng.random() < 0.4
    keys = [order_key(v) for v in columns[by].values]
    rows = sorted(range(len(keys)), key=keys.__getitem__, reverse=descending)
    moved = [c._replace(values=[c.values[r] for r in rows]) for c in columns]
    return moved, (columns[by].name, descending)


# --- options ----------------------------------------------------------------------------

def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def option_name(name):
    """A column's name for an option's list."""
    return name if name.isascii() and name.isalnum() and not name[0].isdigit() else quoted(name)


def listed(pairs):
    return ", ".join(f"{option_name(name)}={value}" for name, value in pairs)


LEVELS = {"gzip": (1, 9), "brotli": (0, 9), "zstd": (1, 15)}
CODECS = [*codec_list.WRITTEN, "zstd"]

ENCODINGS = {
    "BOOLEAN": ["PLAIN", "RLE"],
    "INT32": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT", "DICTIONARY"],
    "INT64": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT", "DICTIONARY"],
    "FLOAT": ["PLAIN", "BYTE_STREAM_SPLIT", "DICTIONARY"],
    "DOUBLE": ["PLAIN", "BYTE_STREAM_SPLIT", "DICTIONARY"],
    "BYTE_ARRAY": ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "DICTIONARY"],
    "FIXED_LEN_BYTE_ARRAY": ["PLAIN", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT", "DICTIONARY"],
}


ENCODING_NAMES = sorted({e for names in ENCODINGS.values() for e in names} - {"DICTIONARY"})


def encodings(rng, columns):
    """For columns whose physical type is known in advance."""
    known = [c for c in columns if c.asked]
    chosen = rng.sample(known, rng.randint(1, len(known))) if known else []
    return [(c.name, rng.choice(ENCODINGS[c.kind.type.physical])) for c in chosen]


def key_values(rng):
    pairs = [("k", "v"), ("note", "two words"), ("empty", ""), ("name", "日本")]
    return rng.sample(pairs, rng.randint(1, 3))


def write_options(rng, columns, rows, order):
    """name -> text, or a list of pairs"""
    least = rows // 40 + 1
    codec = rng.choice(CODECS)
    options = {}
    typed = [(c.name, c.asked) for c in columns if c.asked]
    if typed:
        options["types"] = typed
    if rng.random() < 0.8:
        options["compression"] = codec
        if codec in LEVELS and rng.random() < 0.5:
            options["compression_level"] = str(rng.randint(*LEVELS[codec]))
    some = {
        "row_group_size": lambda: str(max(least, rng.choice([1, 7, 100, 1000, 1024, 5000]))),
        "row_group_size_bytes": lambda: rng.choice(["20000", "100000", "1000000"]),
        "page_size": lambda: rng.choice(["1000", "4096", "20000", "100000"]),
        "data_page_version": lambda: rng.choice("12"),
        "dictionary_size_limit": lambda: rng.choice(["0", "1", "10", "1000", "100000"]),
        "bloom_filter": lambda: rng.choice(["auto", "none", [c.name for c in columns[:3]]]),
        "bloom_filter_false_positive_ratio": lambda: rng.choice(["0.001", "0.01", "0.1"]),
        "kv_metadata": lambda: key_values(rng),
        "field_ids": lambda: [(c.name, 10 + i) for i, c in enumerate(columns)],
        "encoding": lambda: rng.choice(["auto", "plain", "dictionary", *ENCODING_NAMES]),
        "encodings": lambda: encodings(rng, columns),
        "compatibility": lambda: rng.choice(["current", "wide"]),
    }
    for name, make in some.items():
        if rng.random() < 0.25:
            value = make()
            if value:
                options[name] = value
    if order and rng.random() < 0.8:
        options["sorted_by"] = order
    return options


def option_text(name, value):
    """'name=value' as an argument of parquet_write()."""
    if name == "sorted_by":
        column, descending = value
        return f"{name}={option_name(column)}{' DESC' if descending else ''}"
    if name == "bloom_filter" and isinstance(value, list):
        return f"{name}={', '.join(map(option_name, value))}"
    if isinstance(value, list):
        return f"{name}={listed(value)}"
    return f"{name}={value}"


def source(rng):
    n_columns = random_tables.column_count(rng)
    rows = row_count(rng, n_columns)
    names = random_tables.names(rng, n_columns, may_collide=False)
    taken = {"rowid", "oid", "_rowid_"}
    names = [f"c{i}" if n.lower() in taken else n for i, n in enumerate(names)]
    columns = [make_column(rng, n, rows, rng.random() < 0.6) for n in names]
    order = None
    if rng.random() < 0.25:
        columns, order = sort(rng, columns)
    options = write_options(rng, columns, rows, order)
    all_columns = ", ".join(quoted(n) for n in names)
    query = rng.choice(["src", "SELECT * FROM src", f"SELECT {all_columns} FROM src",
                        "SELECT * FROM src ORDER BY rowid", "SELECT * FROM v",
                        "WITH w AS (SELECT * FROM src) SELECT * FROM w", "v"])
    told = "; ".join(option_text(k, v) for k, v in options.items())
    encoding = "UTF-16" if rng.random() < 0.05 else "UTF-8"
    return Source(columns, rows, query, options, f"{query} [{told}] {encoding}", encoding, order)
