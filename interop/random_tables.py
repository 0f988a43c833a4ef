# SPDX-License-Identifier: MIT
"""Random Arrow tables: schemas, names and values with everything that once went wrong.

A Kind is one type of column and its random values.  writers.py decides which writer gets
which kinds.
"""
import decimal
import json
import math
import struct
from typing import Callable, NamedTuple

import pyarrow as pa

ROWS = [0, 1, 7, 8, 9, 31, 32, 33, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049]
MOST_ROWS = 20_000
CELLS = 60_000  # at most, in a table
DAY_MS = 86_400_000
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


class Kind(NamedTuple):
    type: pa.DataType
    draw: Callable    # a random value, of the type's storage
    storage: pa.DataType = None  # what values are made as before they are taken for the type

    def array(self, values):
        if isinstance(self.type, pa.BaseExtensionType):
            return pa.ExtensionArray.from_storage(
                self.type, pa.array(values, self.type.storage_type))
        if self.storage is None:
            return pa.array(values, self.type)
        return pa.array(values, self.storage).view(self.type)


# --- values -----------------------------------------------------------------------------

def integers(low, high):
    edges = sorted({low, low + 1, high, high - 1, high // 2 + 1} | ({-1, 0, 1} if low else {0, 1}))
    bits = (high - low).bit_length()

    def draw(rng):
        how = rng.random()
        if how < 0.15:
            return rng.choice(edges)
        if how < 0.55:
            return rng.randint(max(low, -100), min(high, 100))
        value = rng.getrandbits(rng.randint(1, bits))
        if low < 0 and rng.random() < 0.5:
            value = -value
        return min(max(value, low), high)
    return draw


def signed(bits):
    return integers(-2**(bits - 1), 2**(bits - 1) - 1)


def unsigned(bits):
    return integers(0, 2**bits - 1)


def floats(code, integer_code, edges):
    """code and integer_code: of the module struct, for numbers of the same size."""
    bits = 8 * struct.calcsize(code)
    edges = edges + [math.nan, -math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 0.5]

    def draw(rng):
        how = rng.random()
        if how < 0.25:
            value = rng.choice(edges)
        elif how < 0.6:
            value = rng.randint(-9999, 9999) / 100
        elif how < 0.7:
            value = float(rng.randint(-50, 50))
        else:
            return struct.unpack(code, struct.pack(integer_code, rng.getrandbits(bits)))[0]
        return struct.unpack(code, struct.pack(code, value))[0]
    return draw


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./"
ODD = "\0\t\n\r\x01\x1b\x7f\"'\\%,;|éßñÅ日本語\u200b\u2028\ufeff😀🏴\U0010ffff"


def text(rng):
    how = rng.random()
    if how < 0.1:
        return ""
    if how < 0.6:
        return "".join(rng.choices(LETTERS, k=rng.randint(1, 12)))
    if how < 0.8:
        return "".join(rng.choices(LETTERS + ODD, k=rng.randint(1, 20)))
    if how < 0.95:
        return rng.choice(["key-", "prefix/", "é"]) + str(rng.randint(0, 99_999)).zfill(5)
    if how < 0.995:
        return rng.choice(LETTERS + ODD) * rng.randint(20, 300)
    return "".join(rng.choices(LETTERS, k=rng.randint(1000, 9000)))


def blob(rng):
    how = rng.random()
    if how < 0.3:
        return text(rng).encode()
    return rng.randbytes(rng.randint(0, 8) if how < 0.9 else rng.randint(9, 400))


def fixed(size):
    def draw(rng):
        how = rng.random()
        if how < 0.2:
            return rng.choice([b"\0", b"\xff", b"A"]) * size
        return rng.randbytes(size)
    return draw


def json_text(rng):
    value = rng.choice([None, True, 1, -2.5, "x\"\\\n", "é", [], [1, [2, {}]],
                        {"a": rng.randint(0, 99), "b": ["c", None]}])
    return json.dumps(value, ensure_ascii=rng.random() < 0.5)


def decimals(precision, scale):
    top = 10**precision - 1
    draw_number = integers(-top, top)

    def draw(rng):
        number = draw_number(rng)
        if rng.random() < 0.1:
            number = rng.choice([top, -top, 10**scale if scale < precision else 1])
        return decimal.Decimal(number).scaleb(-scale)
    return draw


def instants(unit, low, high):
    """Times between two numbers of the unit, most of them recent."""
    ticks = TICKS[unit]
    draw_any = integers(low, high)

    def draw(rng):
        how = rng.random()
        if how < 0.2:
            return draw_any(rng)
        if how < 0.3:
            value = rng.choice([0, 1, -1, -2_208_988_800, -62_135_596_800, -62_167_219_200,
                                253_402_300_799, 253_402_300_800, -12_219_292_800]) * ticks
        elif how < 0.5:
            value = rng.randint(-3 * 10**9, 3 * 10**9) * ticks
        else:
            value = rng.randint(-3 * 10**9 * ticks, 3 * 10**9 * ticks)
            coarse = rng.choice([1, 1, 10**3, 10**6])
            value -= value % min(coarse, ticks)
        return min(max(value, low), high)
    return draw


def days(low, high):
    draw_any = integers(low, high)

    def draw(rng):
        return draw_any(rng) if rng.random() < 0.3 else rng.randint(-30_000, 30_000)
    return draw


def times(unit):
    end = 86_400 * TICKS[unit]

    def draw(rng):
        value = rng.choice([0, 1, end - 1, end // 2, rng.randrange(end), rng.randrange(end)])
        return value - value % min(rng.choice([1, 1, 10**3, 10**6, 10**9]), TICKS[unit])
    return draw


def timestamp(unit, zone=None, low=-2**63, high=2**63 - 1):
    if unit == "s":  # stored in milliseconds
        low, high = max(low, -(2**63 // 1000)), min(high, 2**63 // 1000)
    return Kind(pa.timestamp(unit, zone), instants(unit, low, high), pa.int64())


HALF = floats("<e", "<H", [65504.0, -65504.0, 6.0e-08, 6.1035e-05])
SINGLE = floats("<f", "<I", [3.4028234663852886e38, 1.401298464324817e-45, 0.1, 16_777_217.0])
DOUBLE = floats("<d", "<Q", [1.7976931348623157e308, 5e-324, 2.2250738585072014e-308, 0.1,
                             9007199254740993.0, 1e15, 1e16, 1e-5])
INT32, INT64 = pa.int32(), pa.int64()


# Kinds that more than one writer supports, by name.
KINDS = {
    "bool": Kind(pa.bool_(), lambda rng: rng.random() < 0.5),
    **{f"int{b}": Kind(getattr(pa, f"int{b}")(), signed(b)) for b in (8, 16, 32, 64)},
    **{f"uint{b}": Kind(getattr(pa, f"uint{b}")(), unsigned(b)) for b in (8, 16, 32, 64)},
    "half": Kind(pa.float16(), HALF),
    "float": Kind(pa.float32(), SINGLE),
    "double": Kind(pa.float64(), DOUBLE),
    "string": Kind(pa.string(), text),
    "large_string": Kind(pa.large_string(), text),
    "string_view": Kind(pa.string_view(), text),
    "binary": Kind(pa.binary(), blob),
    "large_binary": Kind(pa.large_binary(), blob),
    "binary_view": Kind(pa.binary_view(), blob),
    # Bytes that are not UTF-8, treated as text.
    "not_utf8": Kind(pa.string(), blob, pa.binary()),
    "uuid": Kind(pa.uuid(), fixed(16)),
    "json": Kind(pa.json_(), json_text),
    "bool8": Kind(pa.bool8(), lambda rng: rng.choice([0, 1])),
    "null": Kind(pa.null(), lambda rng: None),
    "date": Kind(pa.date32(), days(-2**31, 2**31 - 1), INT32),
    "date64": Kind(pa.date64(), lambda rng: rng.randint(-10**7, 10**7) * DAY_MS, INT64),
    **{f"time_{u}": Kind((pa.time32 if u in ("s", "ms") else pa.time64)(u), times(u),
                         INT32 if u in ("s", "ms") else INT64) for u in TICKS},
    **{f"timestamp_{u}": timestamp(u) for u in TICKS},
    **{f"timestamp_{u}_utc": timestamp(u, "UTC") for u in TICKS},
    "timestamp_us_zone": timestamp("us", "Europe/Amsterdam"),
    **{f"duration_{u}": Kind(pa.duration(u), signed(64), INT64) for u in TICKS},
    "category": Kind(pa.dictionary(pa.int32(), pa.string()), text),
    "category_int": Kind(pa.dictionary(pa.int8(), pa.int64()), lambda rng: rng.randint(-50, 50)),
}


def fixed_binary(rng):
    size = rng.choice([1, 2, 3, 4, 5, 8, 11, 12, 16, 17, 40])
    return Kind(pa.binary(size), fixed(size))


def decimal_kind(rng, most=38, make=None):
    precision = rng.choice([rng.randint(1, most), rng.randint(1, min(18, most)), most])
    scale = rng.choice([0, 0, rng.randint(0, precision), precision])
    if make is None:
        fits = [m for m, top in ((pa.decimal32, 9), (pa.decimal64, 18), (pa.decimal128, 38),
                                 (pa.decimal256, 76)) if precision <= top]
        make = rng.choice(fits)
    return Kind(make(precision, scale), decimals(precision, scale))


# --- columns ----------------------------------------------------------------------------

def spread(rng, draw, n):
    """n random values: constant, of low or high cardinality, in runs, in order."""
    style = rng.choice(["constant", "few", "few", "many", "all", "all", "runs", "ordered"])
    if n == 0:
        return []
    if style == "constant":
        return [draw(rng)] * n
    if style in ("few", "many"):
        pool = [draw(rng) for _ in range(rng.randint(2, 20 if style == "few" else 1000))]
        return rng.choices(pool, k=n)
    if style == "runs":
        values = []
        while len(values) < n:
            values += [draw(rng)] * rng.randint(1, rng.choice([3, 20, 1000]))
        return values[:n]
    values = [draw(rng) for _ in range(n)]
    if style == "ordered" and not isinstance(values[0], (float, type(None))):
        values.sort(reverse=rng.random() < 0.3)
    return values


def holes(rng, n):
    """Which of n values are null: here and there, most, all, or in runs."""
    style = rng.choice(["some", "some", "few", "most", "all", "runs", "none"])
    share = {"some": 0.3, "few": 0.01, "most": 0.97, "all": 1, "none": 0}
    if style == "runs":
        flags = []
        while len(flags) < n:
            flags += [rng.random() < 0.5] * rng.randint(1, rng.choice([8, 100, 3000]))
        return flags[:n]
    return [rng.random() < share[style] for _ in range(n)]


def scalar(rng, kind, n, nullable):
    values = spread(rng, kind.draw, n)
    if nullable:
        values = [None if hole else v for v, hole in zip(values, holes(rng, n))]
    return kind.array(values)


def group(rng, pick_kind, n, nullable, depth=0):
    """A struct of scalars and sometimes of structs."""
    fields, arrays = [], []
    for name in rng.sample(["a", "b", "c", "A", "x y", "n.m", "é", 'q"'], rng.randint(1, 4)):
        inner_nullable = rng.random() < 0.7
        if depth < 2 and rng.random() < 0.25:
            array = group(rng, pick_kind, n, inner_nullable, depth + 1)
        else:
            kind = pick_kind(rng)
            inner_nullable = inner_nullable or kind.type == pa.null()
            array = scalar(rng, kind, n, inner_nullable)
        fields.append(pa.field(name, array.type, inner_nullable))
        arrays.append(array)
    mask = pa.array(holes(rng, n), pa.bool_()) if nullable and n else None
    return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask)


ODD_NAMES = ["a b", "a.b", 'say "hi"', "it's", "select", "Größe", "日本", "[x]", "`y`", "tab\t",
             "a,b", "x=y", "%", "-- c", "rowid", "oid", "_file", "_row_group", "NULL", "123",
             "line\nfeed", "column_1", "x" * 300, "😀"]


def names(rng, n, may_be_odd=True, may_collide=True):
    """n names, unique but for their case."""
    chosen = []
    odd_share = rng.choice([0, 0, 0.1, 0.6]) if may_be_odd else 0
    for i in range(n):
        name = f"c{i}"
        how = rng.random()
        if how < odd_share:
            name = rng.choice(ODD_NAMES)
        elif how < odd_share + 0.1 and may_collide and chosen:
            name = rng.choice(chosen).swapcase()
        same = [c for c in chosen if c == name or not may_collide and c.lower() == name.lower()]
        chosen.append(f"c{i}" if same else name)
    if may_collide and may_be_odd and rng.random() < 0.03:
        chosen[rng.randrange(n)] = ""
    return chosen


def row_count(rng, n_columns):
    how = rng.random()
    if how < 0.5:
        rows = rng.choice(ROWS)
    elif how < 0.8:
        rows = rng.randint(0, 3000)
    else:
        rows = rng.randint(0, MOST_ROWS)
    return min(rows, CELLS // n_columns)


def column_count(rng):
    return rng.choice([1, 2, 3, rng.randint(1, 8), rng.randint(1, 30)])


def table(rng, pick_kind, structs=True, nullable=True, **name_rules):
    """A random table.  pick_kind(rng) gives the kind of a scalar."""
    n_columns = column_count(rng)
    rows = row_count(rng, n_columns)
    fields, arrays = [], []
    for name in names(rng, n_columns, **name_rules):
        is_nullable = nullable is True and rng.random() < 0.7
        if structs and rng.random() < 0.08:
            array = group(rng, pick_kind, rows, is_nullable)
        else:
            kind = pick_kind(rng)
            is_nullable = is_nullable or kind.type == pa.null()
            array = scalar(rng, kind, rows, is_nullable)
        fields.append(pa.field(name, array.type, is_nullable))
        arrays.append(array)
    return pa.table(arrays, pa.schema(fields))
