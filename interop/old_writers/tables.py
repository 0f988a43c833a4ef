# SPDX-License-Identifier: MIT
"""The tables that every writer writes, as a text that programs of any language read easily.

    python3 interop/old_writers/tables.py FOLDER     writes FOLDER/tables.txt

A line is `table NAME ROWS` or `column NAME KIND VALUE...`.  A writer makes four row groups of
most tables; DuckDB and others that cannot make small ones write each row several times.
A value is ~ for NULL, or
    a number           bool (0, 1), integers, decimals (unscaled), dates and times (in the unit)
    nan, inf, -0.0...  float, double
    x and hexadecimal  text, binary, fixed
    [a,b] and {a,b}    list KIND, struct KIND KIND
All values of a table have one kind, so that a writer that lacks it leaves out one table; its
columns put nulls and extremes at different places.
"""
import math
import os
import pathlib
import random
import sys

GROUP = 32           # rows of a row group
ROWS = 4 * GROUP
DISTINCT_ROWS = 4096
LONG_ROWS = 400_000  # for the pages that a writer makes by default
NAN = math.nan


def hexadecimal(text):
    return "x" + (text if isinstance(text, bytes) else text.encode()).hex()


def spelled(value):
    if value is None:
        return "~"
    if isinstance(value, (str, bytes)):
        return hexadecimal(value)
    if isinstance(value, list):
        return "[" + ",".join(map(spelled, value)) + "]"
    if isinstance(value, tuple):
        return "{" + ",".join(map(spelled, value)) + "}"
    return repr(value)


# --- values, the lowest first -----------------------------------------------------------

def integers(low, high):
    pool = {low, low + 1, low // 2, -129, -128, -2, -1, 0, 1, 2, 9, 10, 100, 127, 128, 255, 256,
            high // 2, high // 2 + 1, high // 2 + 2, high - 1, high}
    return sorted(v for v in pool if low <= v <= high)


def decimals(precision):
    top = 10**precision - 1
    pool = {-top, 1 - top, -top // 2, -257, -256, -129, -128, -1, 0, 1, 9, 127, 128, 255, 256,
            32_768, 2**31, 2**63, top // 2, top - 1, top}
    return sorted(v for v in pool if abs(v) <= top)


WIDE = "the same beginning of every value, longer than bounds that are cut short are "
TEXTS = sorted(["", "\0", "a", "a\0", "aa", "aaa", "ab", "b", "ba", "be", "bet", "beta", "z", "~",
                "\x7f", "é", "日本", "\uffff", "\U0010ffff", "\U0010ffff" * 20, WIDE + "a",
                WIDE + "b", WIDE], key=str.encode)
BLOBS = sorted([b"", b"\0", b"\0\0", b"a", b"ab", b"abc", b"b", b"\x7f", b"\x80", b"\x80\0",
                b"\xfe", b"\xff", b"\xff" * 80, b"\xff" * 80 + b"\0", b"p" * 79, b"p" * 79 + b"q"])
FIXED = sorted([b"\0\0\0\0", b"\0\0\0\1", b"\1\0\0\0", b"\x7f\xff\xff\xff", b"\x80\0\0\0",
                b"\x80\0\0\1", b"\xff\xff\xff\xfe", b"\xff\xff\xff\xff"])
FLOATS = [-math.inf, -1e30, -250.0, -1.5, -1.0, -1e-30, -0.0, 0.0, 1e-30, 1.0, 1.5, 250.0, 1e30,
          math.inf]
DAY = 86_400
MOMENTS = [-62_135_596_800, -2_208_988_800, -DAY, -1, 0, 1, DAY - 1, DAY, 951_782_400,
           1_577_836_800, 4_102_444_800]
TICKS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def timestamps(unit):
    ticks = TICKS[unit]
    moments = [m for m in MOMENTS if unit != "ns" or abs(m) < 9 * 10**9]
    return sorted({m * ticks + d for m in moments for d in (0, 1, -1)} - {-62_135_596_801 * ticks,
                  min(moments) * ticks - 1})


def times(unit):
    ticks = TICKS[unit]
    return sorted(s * ticks + d for s in (1, 3600, 43_200, DAY - 2) for d in (-1, 0, 1))


def kinds():
    """Values by kind, in the kind's order; NaN is no part of it."""
    values = {"bool": [0, 1], "float": FLOATS, "double": FLOATS, "text": TEXTS, "binary": BLOBS,
              "fixed(4)": FIXED, "date": [-719_162, -25_567, -2, -1, 0, 1, 2, 18_262, 20_000]}
    for bits in 8, 16, 32, 64:
        values[f"int{bits}"] = integers(-2**(bits - 1), 2**(bits - 1) - 1)
        values[f"uint{bits}"] = integers(0, 2**bits - 1)
    for precision, scale in (4, 2), (9, 2), (18, 4), (19, 0), (28, 6), (38, 10):
        values[f"decimal({precision},{scale})"] = decimals(precision)
    for unit in TICKS:
        values[f"timestamp_{unit}"] = timestamps(unit)
        if unit != "s":
            values[f"time_{unit}"] = times(unit)
    values["timestamp_us_utc"] = timestamps("us")
    return values


# --- columns ----------------------------------------------------------------------------

def stretched(pool):
    """Every row of a table, in order."""
    return [pool[i * len(pool) // ROWS] for i in range(ROWS)]


def with_nulls(values, is_null):
    return [None if is_null(i) else v for i, v in enumerate(values)]


def columns(pool, rng):
    """Name and values of each column."""
    rising = stretched(pool)
    mixed = rng.sample(rising, ROWS)
    in_group = [i % GROUP for i in range(ROWS)]
    yield "rising", rising
    yield "falling", rising[::-1]
    yield "mixed", mixed
    yield "third", with_nulls(rising, lambda i: i % 3 == 1)
    yield "random", with_nulls(mixed, lambda i, r=random.Random(7): r.random() < 0.4)
    yield "head", with_nulls(mixed, lambda i: in_group[i] < 9)
    yield "tail", with_nulls(mixed, lambda i: in_group[i] >= GROUP - 9)
    yield "middle", with_nulls(rising, lambda i: 7 < in_group[i] < 25)
    yield "groups", with_nulls(rising, lambda i: i // GROUP in (0, 2) or i == ROWS - 1)
    yield "single", with_nulls(mixed, lambda i: i % GROUP != (i // GROUP) * 10)
    yield "all_null", [None] * ROWS
    yield "highest", with_nulls([pool[-1]] * ROWS, lambda i: i % 5 == 0)
    yield "lowest", with_nulls([pool[0]] * ROWS, lambda i: i % 5 == 4)


def nan_columns(pool, rng):
    """Infinities apart, since they hide what a NaN does to bounds."""
    finite = [v for v in pool if math.isfinite(v)]
    rising = stretched(finite)
    mixed = rng.sample(rising, ROWS)
    in_group = [i % GROUP for i in range(ROWS)]
    places = {"first": lambda i: i == 0, "last": lambda i: i == GROUP - 1, "page": lambda i: i < 9,
              "one": lambda i: i == 13, "ending": lambda i: i > 22, "most": lambda i: i != 20,
              "every": lambda i: True}
    for name, is_nan in places.items():
        yield name, [NAN if is_nan(p) else v for p, v in zip(in_group, rising)]
        yield f"{name}_mixed", [NAN if is_nan(p) else v for p, v in zip(in_group, mixed)]
    yield "nulls", [None if p < 4 else NAN if p < 8 else v for p, v in zip(in_group, mixed)]
    yield "zeros", [-0.0 if i % 8 < 4 else 0.0 for i in range(ROWS)]
    yield "zero_groups", [-0.0 if i // GROUP in (0, 3) else 0.0 for i in range(ROWS)]


def text_columns(_pool, _rng):
    """Pages and groups whose least or greatest value begins another one."""
    longer = ["b" + "e" * (i % 8) for i in range(ROWS)]
    yield "longer", longer
    yield "shorter", longer[::-1]
    yield "empty_first", ["" if i % GROUP == 0 else f"k{i:03}" for i in range(ROWS)]
    yield "empty_last", ["" if i % GROUP == GROUP - 1 else f"k{i:03}" for i in range(ROWS)]
    yield "empty_middle", ["" if i % GROUP == 17 else f"k{i:03}" for i in range(ROWS)]
    yield "long", [WIDE + f"{i:03}" for i in range(ROWS)]
    yield "high", ["\U0010ffff" * 16 + chr(0x61 + i % 26) for i in range(ROWS)]
    yield "empty", ["" if i % 3 else None for i in range(ROWS)]


def tables():
    """(name, rows, [(column, kind, values)])"""
    for kind, pool in kinds().items():
        rng = random.Random(kind)
        made = [(name, kind, values) for name, values in columns(pool, rng)]
        yield kind, ROWS, made
    for name, kind, make, pool in [
            ("nan_double", "double", nan_columns, FLOATS),
            ("nan_float", "float", nan_columns, FLOATS),
            ("prefixes", "text", text_columns, None),
            ("prefixes_binary", "binary", text_columns, None)]:
        yield name, ROWS, [(n, kind, v) for n, v in make(pool, random.Random(name))]
    yield "lists", ROWS, list(nested())
    yield "structs", ROWS, list(structs())
    yield from distinct()
    yield "long", LONG_ROWS, list(long_columns())


def nested():
    rng = random.Random("lists")

    def some(pool, n):
        return [None if rng.random() < 0.2 else rng.choice(pool) for _ in range(n)]

    for kind, pool in ("int32", [-2**31, -1, 0, 1, 7, 2**31 - 1]), ("text", TEXTS):
        lists = [some(pool, rng.choice([0, 1, 2, 5])) for _ in range(ROWS)]
        yield f"l_{kind}", f"list {kind}", with_nulls(lists, lambda i: i % GROUP < 5)


def structs():
    """Their leaves are columns, too."""
    values = kinds()
    for a, b in ("int32", "text"), ("double", "uint32"), ("uint64", "binary"):
        rng = random.Random(a)
        left = [None if rng.random() < 0.3 else v for v in rng.sample(stretched(values[a]), ROWS)]
        right = [None if rng.random() < 0.3 else v for v in stretched(values[b])]
        pairs = list(zip(left, right))
        for name, is_null in [("random", lambda i: i % 7 == 3), ("head", lambda i: i % GROUP < 9),
                              ("groups", lambda i: i // GROUP in (0, 2))]:
            yield f"s_{a}_{b}_{name}", f"struct {a} {b}", with_nulls(pairs, is_null)


def distinct():
    """Tables for writers that make a dictionary, with one page, unless most values differ."""
    n = DISTINCT_ROWS
    order = random.Random("distinct").sample(range(n), n)
    ranks = {"rising": list(range(n)), "falling": list(range(n))[::-1], "mixed": order}
    make = {"int64": lambda i: (i - n // 2) * 2**52, "uint32": lambda i: i * 2**20,
            "uint64": lambda i: i * 2**52, "double": lambda i: i / 8 - 250.0,
            "float": lambda i: i / 8 - 250.0, "decimal(38,10)": lambda i: (i - n // 2) * 10**30,
            "decimal(9,2)": lambda i: (i - n // 2) * 12_345,
            "text": lambda i: "be" * (i % 3) + f"{i:04}",
            "binary": lambda i: "x" * (i % 7) + f"{i:04}"}
    odd = {"prefix": "0", "empty": "", "above": "9" * 30}
    for kind, value in make.items():
        columns = {}
        for name, rank in ranks.items():
            columns[name] = [value(i) for i in rank]
            columns[f"{name}_nulls"] = with_nulls(columns[name], lambda i: i % 700 < 300)
        if kind in ("text", "binary"):
            for name, one in odd.items():
                columns[name] = [one if i % 1024 == 500 else f"0{v:04}"
                                 for i, v in enumerate(order)]
        if kind in ("double", "float"):
            for at in 0, 500, 1023:
                columns[f"nan_{at}"] = [NAN if i % 1024 == at else value(v)
                                        for i, v in enumerate(order)]
        yield f"distinct_{kind}", n, [(c, kind, v) for c, v in columns.items()]


def long_columns():
    """The pages that writers make by default."""
    n = LONG_ROWS
    yield "rising", "int64", list(range(-n // 2, n // 2))
    yield "nulls", "int64", [None if i // 5000 % 4 == 1 else i * 7919 % n for i in range(n)]
    yield "unsigned", "uint32", [i * 10_737 for i in range(n)]
    yield "text", "text", [None if i // 9000 % 5 == 0 else "be" * (i % 2) + f"{i * 7919 % n}"
                           for i in range(n)]
    yield "nan", "double", [NAN if i % 100_003 == 50_000 else i / 8 - 20_000 for i in range(n)]
    yield "falling", "double", [None if i % 11 == 3 else -i / 8 for i in range(n)]


def write(folder):
    part = folder / f"tables.{os.getpid()}"
    with open(part, "w", encoding="ascii") as file:
        for name, rows, made in tables():
            print("table", name, rows, file=file)
            for column, kind, values in made:
                print("column", column, kind.replace(" ", "/"), *map(spelled, values), file=file)
    part.rename(folder / "tables.txt")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
