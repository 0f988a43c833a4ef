# SPDX-License-Identifier: MIT
"""The forms in which parquet-sql shows rows: aligned columns, CSV, JSON and Markdown."""
import csv
import itertools
import json
import unicodedata

from .csv_table import unique

_SAMPLE = 200  # the rows that decide how wide columns are
# Line ends would break rows apart, and escape sequences of a stranger's file would control the terminal.
_VISIBLE = {**{code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}, 9: "\\t", 10: "\\n", 13: "\\r"}


class Json(str):
    """The value of a column that is declared JSON."""


def text_of(value):
    """Returns a value as CSV has it: NULL as nothing, a BLOB as hexadecimal digits."""
    if isinstance(value, (str, bytes)):
        return value if isinstance(value, str) else value.hex().upper()
    return "" if value is None else repr(value).lower()


def write_csv(names, rows, out, delimiter=","):
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([text_of(value) for value in row] for row in rows)


def _json(value):
    if isinstance(value, Json):
        try:  # any text may be in a column declared JSON
            json.loads(value, parse_constant=int)
            return value
        except (ValueError, RecursionError):
            value = str(value)
    if isinstance(value, float) and value in (float("inf"), -float("inf")):
        return "9e999" if value > 0 else "-9e999"
    return json.dumps(text_of(value) if isinstance(value, bytes) else value, ensure_ascii=False)


def write_json(names, rows, out):
    keys, before = [json.dumps(name, ensure_ascii=False) + ": " for name in unique(names)], "[\n{"
    for row in rows:
        out.write(before + ", ".join(key + _json(value) for key, value in zip(keys, row)) + "}")
        before = ",\n{"
    out.write("[]\n" if before[0] == "[" else "\n]\n")


def _shown(value):
    return "NULL" if value is None else text_of(value).translate(_VISIBLE)


def write_markdown(names, rows, out):
    for row in itertools.chain([names, ["---"] * len(names)], rows):
        out.write("| " + " | ".join(_shown(value).replace("|", "\\|") for value in row) + " |\n")


def _width(text):
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _fit(text, width, is_number):
    if _width(text) > width:
        text = text[:width]
        while _width(text) > width - 1:
            text = text[:-1]
        text += "…"
    room = " " * (width - _width(text))
    return room + text if is_number else text + room


def write_table(names, rows, out, room=0, narrow=20):
    """Writes aligned columns; unless `room` is 0, they are cut to that many characters, but none below `narrow`."""
    rows = iter(rows)
    first = list(itertools.islice(rows, _SAMPLE))
    is_number = [not any(isinstance(value, (str, bytes)) for value in values) for values in zip(*first)] or [False] * len(names)
    lines = [[_shown(value) for value in row] for row in (names, *first)]
    widths, n = [max(map(_width, column)) for column in zip(*lines)], len(names)
    limit = max(widths)
    while room and limit > narrow and sum(min(width, limit) + 2 for width in widths) > room + 2:
        limit -= 1
    widths = [min(width, limit) for width in widths]
    while room and n > 1 and sum(width + 2 for width in widths[:n]) > room + 2:
        n -= 1
    for row in itertools.chain(lines[:1], [["-" * w for w in widths]], lines[1:], (map(_shown, row) for row in rows)):
        fields = [_fit(text, width if room else max(width, _width(text)), number)
                  for text, width, number in zip(row, widths[:n], is_number)]
        out.write("  ".join(fields).rstrip() + "\n")
    if n < len(names):
        out.write(f"(columns that do not fit: {len(names) - n}; choose some in the statement, or --csv or --json)\n")


FORMS = {"csv": write_csv, "json": write_json, "markdown": write_markdown, "table": write_table}
ENDINGS = {".csv": "csv", ".tsv": "csv", ".json": "json", ".md": "markdown"}
