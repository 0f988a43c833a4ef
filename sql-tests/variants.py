#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the Variants of parquet-testing with what the extension returns.

    variants.py --ext EXTENSION CORPUS

Each case of CORPUS/parquet-testing/shredded_variant/cases.json is a Parquet file and, for each
row, the Variant in its binary form, which this program decodes by the format's specification
and converts to the JSON that the SQL interface promises.  A case that must fail for others must
fail here, too; one whose notes leave the choice may fail.  The files of CORPUS/sample that have
Variants were read by readers that do not know Variants: they return the groups, from which this
program builds the Variants.  Prints "ok" or "FAIL" for each case and file, and a total.
"""
import argparse
import datetime
import gzip
import json
import math
import pathlib
import sqlite3
import struct
import tempfile
import uuid


class Number(str):
    """A number of a JSON text, as written."""


# --- the binary form --------------------------------------------------------------------

def unsigned(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


def metadata_names(data):
    """(names, size of the metadata)"""
    assert data[0] & 15 == 1, "version"
    size = (data[0] >> 6) + 1
    n = unsigned(data, 1, size)
    offsets = [unsigned(data, 1 + size + i * size, size) for i in range(n + 1)]
    start = 1 + size * (n + 2)
    names = [data[start + a:start + b].decode() for a, b in zip(offsets, offsets[1:])]
    return names, start + offsets[-1]


def fraction(nanoseconds):
    for digits in 0, 3, 6, 9:
        part, rest = divmod(nanoseconds, 10**(9 - digits))
        if rest == 0:
            return f".{part:0{digits}}" if digits else ""


def time_text(nanoseconds):
    seconds, rest = divmod(nanoseconds, 10**9)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction(rest)}"


def date_text(days):
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days)).isoformat()


def timestamp_text(nanoseconds):
    days, rest = divmod(nanoseconds, 86_400 * 10**9)
    return f"{date_text(days)} {time_text(rest)}"


def floating(value):
    if math.isnan(value):
        return None
    return Number(repr(value).replace("inf", "9e999"))


def decimal_number(data, size):
    scale, n = data[0], int.from_bytes(data[1:1 + size], "little", signed=True)
    digits = f"{abs(n):0{scale + 1}}"
    text = digits[:len(digits) - scale] + ("." + digits[len(digits) - scale:] if scale else "")
    return Number(("-" if n < 0 else "") + text)


def signed(size):
    return lambda d: Number(int.from_bytes(d[:size], "little", signed=True))


def int64(data):
    return int.from_bytes(data[:8], "little", signed=True)


def sized(data):
    return data[4:4 + unsigned(data, 0, 4)]


PRIMITIVES = {
    0: lambda d: None, 1: lambda d: True, 2: lambda d: False,
    3: signed(1), 4: signed(2), 5: signed(4), 6: signed(8),
    7: lambda d: floating(struct.unpack_from("<d", d)[0]),
    8: lambda d: decimal_number(d, 4), 9: lambda d: decimal_number(d, 8),
    10: lambda d: decimal_number(d, 16),
    11: lambda d: date_text(int.from_bytes(d[:4], "little", signed=True)),
    12: lambda d: timestamp_text(int64(d) * 1000), 13: lambda d: timestamp_text(int64(d) * 1000),
    14: lambda d: floating(struct.unpack_from("<f", d)[0]),
    15: lambda d: sized(d).hex().upper(), 16: lambda d: sized(d).decode(),
    17: lambda d: time_text(int64(d) * 1000),
    18: lambda d: timestamp_text(int64(d)), 19: lambda d: timestamp_text(int64(d)),
    20: lambda d: str(uuid.UUID(bytes=bytes(d[:16]))),
}


# Bytes of a primitive after its header.
SIZES = [0, 0, 0, 1, 2, 4, 8, 8, 5, 9, 17, 4, 8, 8, 4, None, None, 8, 8, 8, 16]


def exact_primitive(header, data):
    """(type, bytes), the same for short and long strings; NaN is without its bits."""
    value = bytes(sized(data) if SIZES[header] is None else data[:SIZES[header]])
    if header in (7, 14) and PRIMITIVES[header](data) is None:
        value = b""
    return header, value


def decoded(names, data, is_exact=False):
    """The document that a Variant represents; is_exact: with the values' types."""
    basic, header = data[0] & 3, data[0] >> 2
    if basic == 0:
        return exact_primitive(header, data[1:]) if is_exact else PRIMITIVES[header](data[1:])
    if basic == 1:
        text = data[1:1 + header]
        return (16, bytes(text)) if is_exact else text.decode()
    is_object = basic == 2
    offset_size, id_size = (header & 3) + 1, (header >> 2 & 3) + 1
    count_size = 4 if header >> (4 if is_object else 2) & 1 else 1
    n, at = unsigned(data, 1, count_size), 1 + count_size
    ids = []
    if is_object:
        ids = [unsigned(data, at + i * id_size, id_size) for i in range(n)]
        at += n * id_size
    offsets = [unsigned(data, at + i * offset_size, offset_size) for i in range(n + 1)]
    start = at + (n + 1) * offset_size
    values = [decoded(names, data[start + o:], is_exact) for o in offsets[:n]]
    return {names[i]: v for i, v in zip(ids, values)} if is_object else values


def variant(path, is_exact=False):
    data = path.read_bytes()
    names, size = metadata_names(data)
    return decoded(names, data[size:], is_exact)


# --- comparing --------------------------------------------------------------------------

def parsed(text):
    """Parses JSON, keeping numbers as written; a repeated name is an error."""
    def members(pairs):
        assert len(dict(pairs)) == len(pairs), "a name comes twice"
        return dict(pairs)

    return json.loads(text, parse_float=Number, parse_int=Number, object_pairs_hook=members)


def same(found, expected):
    if isinstance(expected, Shredded):
        return expected.agrees(found)
    if isinstance(expected, Number):
        if not isinstance(found, Number):
            return False
        is_float = any(c in "eE" for c in found + expected)
        return float(found) == float(expected) if is_float else found == expected
    if type(found) is not type(expected):
        return False
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same(found[k], expected[k])
                                                       for k in expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    return found == expected


def answer(extension, statements):
    """The rows of the last statement, or the error's message."""
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(extension)
    try:
        for statement in statements:
            rows = db.execute(statement).fetchall()
        return rows
    except sqlite3.Error as error:
        return str(error)
    finally:
        db.close()


def literal(path):
    return "'" + str(path).replace("'", "''") + "'"


def rows_of(extension, path, columns="id, var"):
    return answer(extension, [f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})",
                              f"SELECT {columns} FROM t"])


def check_case(case, folder, extension):
    """What is wrong, or None."""
    found = rows_of(extension, folder / case["parquet_file"])
    if "error_message" in case:
        if isinstance(found, str):
            return None
        return f"read as {found}, must be an error: {case['error_message']}"
    if isinstance(found, str):
        return None if "notes" in case else f"error: {found}"
    files = case.get("variant_files") or [case["variant_file"]]
    if len(found) != len(files):
        return f"{len(found)} rows, not {len(files)}"
    for (id_, text), name in zip(found, files):
        expected = variant(folder / name) if name else None
        # A Variant that is null and a missing one are different things.
        if name is None:
            if text is not None:
                return f"row {id_}: {text}, not NULL"
        elif text is None:
            if expected is not None:
                return f"row {id_}: NULL, not {expected}"
        elif not same(parsed(text), expected):
            return f"row {id_}: {text}, not {expected}"
    return check_copies(case, folder, extension)


def exact_rows(extension, path, query, ways):
    """The values of the Variants that `query` returns of the table t, with their types, after
    copies in several ways: each is the options of parquet_write(), the last without
    shredding."""
    copy = ":memory:"
    with tempfile.TemporaryDirectory() as folder:
        for number, options in enumerate(ways):
            copy = f"{folder}/{number}.parquet"
            found = answer(extension, [
                f"CREATE VIRTUAL TABLE temp.t USING parquet({literal(path)})",
                f"SELECT parquet_write({literal(copy)}, {literal(query)}{options})"])
            if isinstance(found, str):
                return found
            path = copy
        found = rows_of(extension, copy, '"var.metadata", "var.value"')
    if isinstance(found, str):
        return found
    return [None if value is None else decoded(metadata_names(metadata)[0], value, True)
            for metadata, value in found]


def check_copies(case, folder, extension):
    """What a copy of the Variants changes, or None."""
    files = case.get("variant_files") or [case["variant_file"]]
    expected = [variant(folder / name, True) if name else None for name in files]
    plain = ", 'types=var=VARIANT'"
    for query, ways in (("SELECT * FROM t", [plain]), ("SELECT * FROM t", ["", plain]),
                        ("SELECT * FROM t ORDER BY id + 0", [plain]),
                        ("SELECT id, var FROM t GROUP BY id + 0", [plain])):
        found = exact_rows(extension, folder / case["parquet_file"], query, ways)
        if found != expected:
            return f"{query} {ways}: {found}, not {expected}"
    return None


# --- the groups as readers without Variants return them ----------------------------------

class Shredded(str):
    """A typed value in the form of those readers."""

    def agrees(self, found):
        if isinstance(found, Number):
            return float(found) == float(self) if "e" in found else str(found) == str(self)
        return isinstance(found, str) and found.lower() in (
            self.lower(), self.replace("T", " ").removesuffix("Z"))


MISSING = object()


def put_together(names, group):
    """The Variant of a group of value and typed_value."""
    value, typed = group.get("value"), group.get("typed_value")
    plain = MISSING if value is None else decoded(names, bytes.fromhex(value))
    if typed is None:
        return plain
    if isinstance(typed, list):
        return [none_for_missing(put_together(names, each)) for each in typed]
    if isinstance(typed, dict):
        fields = {} if plain is MISSING else dict(plain)
        fields |= {k: put_together(names, v) for k, v in typed.items() if v is not None}
        return {k: v for k, v in fields.items() if v is not MISSING}
    if isinstance(typed, str) and not isinstance(typed, Number):
        return Shredded(typed)
    return typed


def none_for_missing(document):
    return None if document is MISSING else document


def is_variant(cell):
    return isinstance(cell, dict) and isinstance(cell.get("metadata"), str) and (
        "value" in cell or "typed_value" in cell)


def check_sample(rows, path, extension):
    """What is wrong, or None.  rows: the rows that most readers agree on."""
    annotated = answer(extension, [f"SELECT 1 FROM parquet_schema({literal(path)}) "
                                   "WHERE logical_type LIKE 'Variant%'"])
    if not annotated:
        return None  # groups that only look like a Variant
    found = rows_of(extension, path, "*")
    if isinstance(found, str):
        return f"error: {found}"
    if len(found) != len(rows):
        return f"{len(found)} rows, not {len(rows)}"
    for number, (row, cells) in enumerate(zip(found, rows)):
        for text, cell in zip(row, cells):
            if is_variant(cell):
                names, _ = metadata_names(bytes.fromhex(cell["metadata"]))
                expected = none_for_missing(put_together(names, cell))
                if text is None or not same(parsed(text), expected):
                    return f"row {number}: {text}, not {expected}"
    return None


def samples(folder):
    """(path, rows) of the files with Variants, except the cases above."""
    with open(folder / "manifest.tsv", encoding="utf-8") as file:
        for line in file:
            path, digest, kind, *_ = line.rstrip("\n").split("\t")
            if kind not in ("gold", "majority") or "shredded_variant" in path:
                continue
            with gzip.open(folder / "expected" / f"{digest}.ndjson.gz", "rt",
                           encoding="utf-8") as lines:
                next(lines)
                rows = [parsed(text) for text in lines]
            if any(is_variant(cell) for row in rows for cell in row):
                yield folder / path, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--ext", required=True)
    parser.add_argument("corpus", type=pathlib.Path)
    given = parser.parse_args()
    folder = given.corpus / "parquet-testing/shredded_variant"
    cases = [c for c in json.loads((folder / "cases.json").read_text()) if "parquet_file" in c]
    for case in cases:
        wrong = check_case(case, folder, given.ext)
        print(f"{'FAIL' if wrong else 'ok'} {case['parquet_file']} {case['test']}"
              + (f": {wrong}" if wrong else ""))
    for path, rows in samples(given.corpus / "sample"):
        wrong = check_sample(rows, path, given.ext)
        print(f"{'FAIL' if wrong else 'ok'} {path.name}" + (f": {wrong}" if wrong else ""))
    print("total", len(cases))


if __name__ == "__main__":
    main()
