# SPDX-License-Identifier: MIT
"""Compares the metadata of a file that the extension wrote with its values.

metadata(file, leaves, columns, options) yields a line for each fault.  parquet_footer.py parses
the metadata; the values are those that other readers found, as stored.
"""
import math
import pathlib
import re
import struct
import sys
import zlib
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import codec_list  # noqa: E402
import parquet_footer  # noqa: E402
from parquet_footer import Reader  # noqa: E402

BOUND_SIZE = 64  # the most bytes of a byte string's bound
CREATED_BY = re.compile(rb"parquet_vtab version \S+( \(build \S+\))?$")
DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2 = 0, 2, 3
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
NO_BOUNDS = ("INTERVAL", "NULL")


# --- values and bounds ------------------------------------------------------------------

def kind_of(leaf):
    return leaf.logical[0] if leaf.logical else None


def has_bounds(leaf):
    return kind_of(leaf) not in NO_BOUNDS and leaf.physical != "INT96"


def is_float(leaf):
    return leaf.physical in ("FLOAT", "DOUBLE") or kind_of(leaf) == "FLOAT16"


def is_bytes(leaf):
    """Whether bounds may be truncated."""
    return leaf.physical in ("BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY") \
        and kind_of(leaf) not in ("DECIMAL", "FLOAT16")


def bound_value(leaf, raw):
    """The value of a bound's bytes, in a form that Python orders."""
    kind = kind_of(leaf)
    if kind == "DECIMAL" and leaf.physical == "FIXED_LEN_BYTE_ARRAY":
        return int.from_bytes(raw, "big", signed=True)
    if kind == "FLOAT16":
        return struct.unpack("<e", raw)[0]
    is_unsigned = kind == "INT" and not leaf.logical[2]
    code = {"BOOLEAN": "?", "INT32": "I" if is_unsigned else "i",
            "INT64": "Q" if is_unsigned else "q", "FLOAT": "f", "DOUBLE": "d"}.get(leaf.physical)
    return struct.unpack("<" + code, raw)[0] if code else raw


class Bounds(NamedTuple):
    low: bytes
    high: bytes
    low_is_exact: bool
    high_is_exact: bool


def check_bounds(place, leaf, values, bounds):
    """The bounds of at least one value."""
    low, high = bound_value(leaf, bounds.low), bound_value(leaf, bounds.high)
    least, most = min(values), max(values)
    if low > least:
        yield f"{place}: minimum {low!r} is above {least!r}"
    if high < most:
        yield f"{place}: maximum {high!r} is below {most!r}"
    if is_float(leaf):
        if low == 0 and math.copysign(1, low) > 0:
            yield f"{place}: minimum is +0.0"
        if high == 0 and math.copysign(1, high) < 0:
            yield f"{place}: maximum is -0.0"
    may_be_cut = is_bytes(leaf)
    if low != least and (bounds.low_is_exact or not may_be_cut):
        yield f"{place}: minimum {low!r} is said to be exact, it is {least!r}"
    if high != most and (bounds.high_is_exact or not may_be_cut):
        yield f"{place}: maximum {high!r} is said to be exact, it is {most!r}"
    if not may_be_cut:
        return
    if len(low) > BOUND_SIZE or (len(high) > BOUND_SIZE and high != most):
        yield f"{place}: bounds of {len(low)} and {len(high)} bytes"
    if low == least and bounds.low_is_exact is False:
        yield f"{place}: minimum {low!r} is not said to be exact"
    if high == most and bounds.high_is_exact is False:
        yield f"{place}: maximum {high!r} is not said to be exact"
    if not least.startswith(low):
        yield f"{place}: minimum {low!r} is no beginning of {least!r}"
    if kind_of(leaf) in ("STRING", "ENUM", "JSON"):
        for bound in low, high:
            try:
                bound.decode()
            except UnicodeDecodeError:
                yield f"{place}: bound {bound!r} is not UTF-8"


# --- pages ------------------------------------------------------------------------------

class Page(NamedTuple):
    offset: int
    header: object
    size: int     # header and body

    def type(self):
        return self.header.get(1)

    def data(self):
        return self.header.get(5) or self.header.get(8)

    def encoding(self):
        if self.type() == DICTIONARY_PAGE:
            return self.header.get(7).get(2)
        return self.data().get(2 if self.type() == DATA_PAGE else 4)


def pages_of(file, metadata, place, faults):
    """The pages of a chunk, from their headers; checksums are verified."""
    start = metadata.get(11) or metadata.get(9)
    at, end = start, start + metadata.get(7)
    pages = []
    while at < end:
        reader = Reader(file.data, at)
        header = reader.struct()
        body = bytes(file.data[reader.at:reader.at + header.get(3)])
        if header.get(4) is None:
            faults.append(f"{place}: page at {at} without a checksum")
        elif header.get(4) & 0xFFFFFFFF != zlib.crc32(body):
            faults.append(f"{place}: page at {at} has the wrong checksum")
        next_at = reader.at + header.get(3)
        pages.append(Page(at, header, next_at - at))
        at = next_at
    if at != end:
        faults.append(f"{place}: pages end at {at}, the chunk at {end}")
    return pages


def check_sizes(place, metadata, pages):
    uncompressed = sum(p.size - p.header.get(3) + p.header.get(2) for p in pages)
    if uncompressed != metadata.get(6):
        yield f"{place}: total_uncompressed_size {metadata.get(6)}, pages have {uncompressed}"
    data = [p for p in pages if p.type() != DICTIONARY_PAGE]
    if not data or data[0].offset != metadata.get(9):
        yield f"{place}: data_page_offset {metadata.get(9)}"
    has_dictionary = pages[0].type() == DICTIONARY_PAGE
    if has_dictionary != bool(metadata.get(11)):
        yield f"{place}: dictionary_page_offset {metadata.get(11)}, but {has_dictionary}"
    if len(pages) - len(data) != has_dictionary:
        yield f"{place}: {len(pages) - len(data)} dictionaries"
    counts = {}
    for page in pages:
        key = page.type(), page.encoding()
        counts[key] = counts.get(key, 0) + 1
    told = {(s.get(1), s.get(2)): s.get(3) for s in metadata.get(13) or []}
    if told != counts:
        yield f"{place}: encoding_stats {told}, pages have {counts}"
    used = {encoding for _, encoding in counts}
    if not used <= set(metadata.get(2)) or len(set(metadata.get(2))) < len(metadata.get(2)):
        yield f"{place}: encodings {list(metadata.get(2))}, pages have {used}"
    if not set(metadata.get(2)) <= used | {RLE}:
        yield f"{place}: encodings {list(metadata.get(2))}, pages have {used}"


def check_page_counts(place, values, pages, rows_before, is_optional):
    """Values, nulls and rows of each data page, and where its rows begin."""
    at = 0
    for page, first in zip(pages, rows_before):
        data = page.data()
        n = data.get(1)
        if at != first:
            yield f"{place}: page at {page.offset} begins with row {at}, the index says {first}"
        if page.type() == DATA_PAGE_V2:
            nulls = values[at:at + n].count(None)
            if data.get(2) != nulls or data.get(3) != n:
                yield (f"{place}: page at {page.offset} has {n} values, {nulls} null; it says "
                       f"{data.get(3)} rows and {data.get(2)} nulls")
        at += n
    if at != len(values):
        yield f"{place}: pages have {at} values, the row group {len(values)} rows"


def ranges(firsts, n):
    return list(zip(firsts, [*firsts[1:], n]))


def check_column_index(place, leaf, values, index, firsts):
    """Bounds, nulls and order of the pages."""
    n = len(firsts)
    null_pages, lows, highs, nulls = index.get(1), index.get(2), index.get(3), index.get(5)
    if not n == len(null_pages) == len(lows) == len(highs) == len(nulls or []):
        yield f"{place}: column index with {len(null_pages)} pages of {n}"
        return
    found = []
    for i, (start, end) in enumerate(ranges(firsts, len(values))):
        present = [v for v in values[start:end] if v is not None]
        where = f"{place}, page {i}"
        if nulls[i] != end - start - len(present):
            yield f"{where}: null count {nulls[i]}, it has {end - start - len(present)}"
        if null_pages[i] != (not present):
            yield f"{where}: null page: {null_pages[i]}"
        if present and has_bounds(leaf):
            yield from check_bounds(where, leaf, present, Bounds(lows[i], highs[i], None, None))
            found.append((bound_value(leaf, lows[i]), bound_value(leaf, highs[i])))
        elif not present and (lows[i] or highs[i]):
            yield f"{where}: bounds of a null page"
    pairs = list(zip(found, found[1:]))
    order = index.get(4)
    if order == 1 and any(b[0] < a[0] or b[1] < a[1] for a, b in pairs):
        yield f"{place}: said to be ascending"
    if order == 2 and any(b[0] > a[0] or b[1] > a[1] for a, b in pairs):
        yield f"{place}: said to be descending"
    if order == 0 and pairs and all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairs):
        yield f"{place}: not said to be ascending"


def check_indexes(file, place, leaf, values, chunk, pages):
    """Offset index and column index."""
    data = [p for p in pages if p.type() != DICTIONARY_PAGE]
    offsets = file.offset_index(chunk)
    if offsets is None:
        yield f"{place}: no offset index"
        return
    told = [(entry.get(1), entry.get(2)) for entry in offsets.get(1)]
    if told != [(p.offset, p.size) for p in data]:
        yield f"{place}: offset index has {told[:4]}, not the pages"
        return
    firsts = [entry.get(3) for entry in offsets.get(1)]
    yield from check_page_counts(place, values, data, firsts, True)
    index = file.column_index(chunk)
    if index is None:
        if has_bounds(leaf) and any(v is not None for v in values):
            yield f"{place}: no column index"
        return
    yield from check_column_index(place, leaf, values, index, firsts)


def data_encodings(data):
    """The encodings of each column's data pages, according to the footer."""
    file = parquet_footer.File(data)
    return [{s.get(2) for _, _, metadata in file.chunks(leaf) for s in metadata.get(13)
             if s.get(1) != DICTIONARY_PAGE} for leaf in file.leaves]


# --- chunks, row groups, the file -------------------------------------------------------

def check_statistics(place, leaf, values, metadata):
    statistics = metadata.get(12)
    if statistics is None:
        yield f"{place}: no statistics"
        return
    present = [v for v in values if v is not None]
    if statistics.get(3) != len(values) - len(present):
        yield f"{place}: null count {statistics.get(3)}, it has {len(values) - len(present)}"
    if statistics.has(1) or statistics.has(2):
        yield f"{place}: deprecated bounds"
    if present and has_bounds(leaf):
        if not statistics.has(5, 6):
            yield f"{place}: no bounds"
            return
        bounds = Bounds(statistics.get(6), statistics.get(5), statistics.get(8, False),
                        statistics.get(7, False))
        yield from check_bounds(place, leaf, present, bounds)
    elif statistics.has(5) or statistics.has(6):
        yield f"{place}: bounds of nothing"
    distinct = statistics.get(4)
    if distinct is not None and distinct != len(set(map(repr, present))):  # of both zeros
        yield f"{place}: distinct count {distinct}, it has {len(set(map(repr, present)))}"


def check_chunk(file, place, leaf, values, chunk, options):
    metadata = chunk.get(3)
    faults = []
    pages = pages_of(file, metadata, place, faults)
    yield from faults
    if chunk.get(2) != 0:
        yield f"{place}: file_offset {chunk.get(2)}"
    if metadata.get(5) != len(values):
        yield f"{place}: num_values {metadata.get(5)}"
    if not pages:
        yield f"{place}: no pages"
        return
    is_wide = options.get("compatibility") == "wide"
    wanted = codec_list.WRITTEN[options.get("compression", "snappy" if is_wide else "zstd")]
    if metadata.get(4) != wanted:
        yield f"{place}: codec {metadata.get(4)}, asked for {wanted}"
    version = {"1": DATA_PAGE, "2": DATA_PAGE_V2}.get(options.get("data_page_version", "1"))
    is_chosen = bool({"encoding", "encodings"} & options.keys())
    if is_wide and not is_chosen and set(metadata.get(2)) - {PLAIN, RLE, RLE_DICTIONARY}:
        yield f"{place}: encodings {list(metadata.get(2))}"
    if any(p.type() not in (version, DICTIONARY_PAGE) for p in pages):
        yield f"{place}: pages of types {sorted({p.type() for p in pages})}"
    yield from check_sizes(place, metadata, pages)
    yield from check_statistics(place, leaf, values, metadata)
    yield from check_indexes(file, place, leaf, values, chunk, pages)


def check_group(place, group, number):
    chunks = [c.get(3) for c in group.get(1)]
    if group.get(2) != sum(c.get(6) for c in chunks):
        yield f"{place}: total_byte_size {group.get(2)}"
    if group.get(6) != sum(c.get(7) for c in chunks):
        yield f"{place}: total_compressed_size {group.get(6)}"
    if group.get(7) not in (None, number):
        yield f"{place}: ordinal {group.get(7)}"
    if group.get(3) == 0:
        yield f"{place}: no rows"


def check_file(file, leaves, rows, options):
    footer = file.footer
    if footer.get(1) != 1:
        yield f"version {footer.get(1)}"
    if footer.get(3) != rows or sum(g.get(3) for g in file.groups()) != rows:
        yield f"num_rows {footer.get(3)} of {rows}"
    if not CREATED_BY.match(footer.get(6, b"")):
        yield f"created_by {footer.get(6)}"
    orders = footer.get(7)
    if orders is None or len(orders) != len(leaves) or any(not o.has(1) for o in orders):
        yield "column orders"
    root = footer.get(2)[0]
    if not root.get(4) or root.get(5) != len(leaves) or root.has(1):
        yield "root of the schema"
    ids = [e.get(9) for e in footer.get(2)[1:]]
    wanted = [i for _, i in options.get("field_ids", [])] or [None] * len(leaves)
    if ids != wanted:
        yield f"field ids {ids}, asked for {wanted}"
    found = [(kv.get(1).decode(), kv.get(2, b"").decode()) for kv in footer.get(5) or []]
    for pair in options.get("kv_metadata", []):
        if tuple(pair) not in found:
            yield f"key-values {found} without {pair}"


def check_sorting(file, names, options):
    order = options.get("sorted_by")
    for i, group in enumerate(file.groups()):
        told = [(c.get(1), c.get(2)) for c in group.get(4) or []]
        wanted = [(names.index(order[0]), order[1])] if order else []
        if told != wanted:
            yield f"row group {i}: sorting columns {told}, asked for {wanted}"


def check_limits(file, options):
    """The row groups have the requested size."""
    groups = [g.get(3) for g in file.groups()]
    size = int(options.get("row_group_size", 122880))
    if any(n > size for n in groups):
        yield f"row groups of {max(groups)} rows, asked for {size}"
    if "row_group_size_bytes" not in options and any(n != size for n in groups[:-1]):
        yield f"row groups of {groups[:5]} rows, asked for {size}"


def check_blooms(file, names, leaves, options):
    chosen = options.get("bloom_filter", "auto")
    for g, group in enumerate(file.groups()):
        for name, leaf, chunk in zip(names, leaves, group.get(1)):
            has_filter = chunk.get(3).has(14)
            place = f"row group {g}, column {name!r}"
            if chosen == "none" and has_filter:
                yield f"{place}: a Bloom filter, asked for none"
            if has_filter:
                header, bits = file.bloom(chunk.get(3))
                if not chunk.get(3).has(15) or len(bits) & (len(bits) - 1) or len(bits) < 32:
                    yield f"{place}: a Bloom filter of {len(bits)} bytes"
                if leaf.physical == "BOOLEAN":
                    yield f"{place}: a Bloom filter of booleans"


def metadata(data, names, leaves, columns, options):
    """Lines.  columns: for each leaf, the values of all rows."""
    file = parquet_footer.File(data)
    rows = len(columns[0]) if columns else 0
    yield from check_file(file, leaves, rows, options)
    yield from check_sorting(file, names, options)
    yield from check_limits(file, options)
    yield from check_blooms(file, names, leaves, options)
    first = 0
    for g, group in enumerate(file.groups()):
        n = group.get(3)
        yield from check_group(f"row group {g}", group, g)
        for name, leaf, values, chunk in zip(names, leaves, columns, group.get(1)):
            yield from check_chunk(file, f"row group {g}, column {name!r}", leaf,
                                   values[first:first + n], chunk, options)
        first += n
