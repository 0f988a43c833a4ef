#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes ratios.svg, and its numbers into the README, from ratios.tsv.

    bench/run.sh --quick --cpu --scans --pushdown --save docs/pictures/ratios.tsv
    make pictures
"""
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
README = HERE.parent.parent / "README.md"
MARKS = "<!-- ratios.py writes this -->\n", "<!-- to here -->\n"

# The benchmark's name of a query and its file, and the picture's name for it.
QUERIES = [
    ("H3", "hits", "10 rows of 100 columns (preview)"),
    ("L5", "snappy", "all columns of one key, by statistics¹"),
    ("E3", "events_bloom", "a UUID, by Bloom filters¹"),
    ("L6", "zstd_sorted", "sum of one week of a sorted file"),
    ("L12", "snappy", "count of one of 7 words"),
    ("L10", "snappy", "count of LIKE '%special%'"),
    ("L4", "snappy", "TPC-H query 6"),
    ("sum(double)", "snappy", "sum of a column"),
    ("sum(length(text))", "snappy", "sum of the lengths of a text column"),
    ("L14", "snappy", "join of 1,000 keys from all over the file"),
]
NOTE = "¹ Another key each time."
ENGINES = [("native", "SQLite table, scanned", "#8b949e"), ("duck 1T", "DuckDB, one thread", "#d29922")]
LEFT, WIDTH, ROW, BAR, TOP = 290, 560, 36, 12, 56  # pixels
LEAST, MOST = 0.1, 1000


def measured():
    """A heading, and a dictionary of milliseconds for each of QUERIES."""
    lines = (HERE / "ratios.tsv").read_text(encoding="utf-8").splitlines()
    rows, head = {}, []
    for cells in (line.split("\t") for line in lines[1:]):
        if cells[1] == "file":
            head = cells
        elif not cells[0].startswith("first"):
            row = dict(zip(head, cells))
            rows.setdefault((cells[0].split(" ")[0], cells[1]), row)
            rows.setdefault((cells[0], cells[1]), row)
    return lines[0][2:], [(label, rows[name, file]) for name, file, label in QUERIES]


def three_digits(value, at_most=3):
    """The number with three significant digits, or fewer."""
    digits = min(3, at_most)
    decimals = max(digits - 1 - math.floor(math.log10(value)), 0)
    return f"{value:,.{decimals}f}"


def precision(text):
    """The significant digits of a measured number."""
    return len(text.replace(".", "").lstrip("0"))


def ratio(row, engine):
    """The ratio of another's time to the extension's, or None."""
    try:
        return float(row[engine]) / float(row["ext"])
    except (KeyError, ValueError):
        return None


def shown(row, engine):
    """The ratio with as many digits as the times have."""
    value = ratio(row, engine)
    return "" if value is None else three_digits(value, precision(row[engine]))


def x(value):
    share = math.log(min(max(value, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
    return LEFT + WIDTH * share


def svg(heading, rows):
    height = TOP + ROW * len(rows) + 54
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 50}" height="{height}" '
           f'viewBox="0 0 {LEFT + WIDTH + 50} {height}" role="img">')
    yield "<title>How many times faster parquet_vtab is</title>"
    yield "<style>text { font: 13px sans-serif; fill: #24292f } .small { font-size: 11px; fill: #57606a }</style>"
    yield '<rect width="100%" height="100%" rx="8" fill="#ffffff" stroke="#d0d7de"/>'
    yield '<text x="16" y="26">How many times faster parquet_vtab is (below 1: slower) than</text>'
    left = 440
    for _, name, colour in ENGINES:
        yield f'<rect x="{left}" y="16" width="12" height="12" fill="{colour}"/>'
        yield f'<text x="{left + 18}" y="26">{name}</text>'
        left += 180
    for tick in (0.1, 1, 10, 100, 1000):
        colour = "#24292f" if tick == 1 else "#d0d7de"
        yield (f'<line x1="{x(tick):.0f}" x2="{x(tick):.0f}" y1="{TOP - 12}" '
               f'y2="{TOP + ROW * len(rows)}" stroke="{colour}"/>')
        yield (f'<text class="small" text-anchor="middle" x="{x(tick):.0f}" '
               f'y="{TOP + ROW * len(rows) + 14}">{tick:g}</text>')
    for i, (label, row) in enumerate(rows):
        y = TOP + ROW * i
        yield f'<text text-anchor="end" x="{LEFT - 10}" y="{y + 17}">{label}</text>'
        for k, (engine, _, colour) in enumerate(ENGINES):
            value = ratio(row, engine)
            if value is None:
                continue
            start, end = sorted((x(1), x(value)))
            yield (f'<rect x="{start:.1f}" y="{y + k * (BAR + 1)}" width="{max(end - start, 1):.1f}" '
                   f'height="{BAR}" fill="{colour}"/>')
            yield (f'<text class="small" x="{max(end, x(1)) + 4:.1f}" '
                   f'y="{y + k * (BAR + 1) + 10}">{shown(row, engine)}</text>')
    yield f'<text class="small" x="16" y="{height - 22}">{NOTE}</text>'
    yield f'<text class="small" x="16" y="{height - 6}">{heading}</text>'
    yield "</svg>"


def times(row, engine):
    """2.15 ×"""
    value = shown(row, engine)
    return f"{value} ×" if value else ""


def table(heading, rows):
    yield f"`bench/run.sh --quick --cpu`: {heading}\n"
    yield "| | parquet_vtab, ms | SQLite table, scanned | the same table with indexes | DuckDB, one thread |"
    yield "|---|--:|--:|--:|--:|"
    for label, row in rows:
        others = (times(row, engine) for engine in ("native", "indexed", "duck 1T"))
        yield f"| {label} | {three_digits(float(row['ext']))} | {' | '.join(others)} |"
    yield f"\n{NOTE}"


def main():
    heading, rows = measured()
    (HERE / "ratios.svg").write_text("\n".join(svg(heading, rows)) + "\n", encoding="utf-8")
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    README.write_text(before + MARKS[0] + "\n".join(table(heading, rows)) + "\n" + MARKS[1] + after,
                      encoding="utf-8")


main()
