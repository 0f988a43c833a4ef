# SPDX-License-Identifier: MIT
"""Random ORC files: random tables, written by pyarrow (the C++ library) or by the Java library
(readers/orc/WriteOrc.java) with random options.
"""
import datetime
import struct
import subprocess
import zoneinfo
from types import SimpleNamespace
from typing import NamedTuple

import pyarrow as pa
import pyarrow.orc as orc

import orc_types
import random_tables
import truth
from random_messages import packed_text
from writers import slices, some

MOST_ROWS = 50_000
CELLS = 50_000  # at most, in a table
READER_ERRORS = (pa.ArrowException, OSError)
WRITER_ERRORS = (pa.ArrowException, OSError, ValueError)
DAY = 86_400 * 10**9
BASE = 1_420_070_400  # 2015-01-01, from which timestamps count
START_OF_1900 = -2_208_988_800
CODECS = ["uncompressed", "zlib", "snappy", "lz4", "zstd"]
JAVA_CODECS = ["NONE", "ZLIB", "SNAPPY", "LZ4", "ZSTD", "BROTLI"]
ZONES = ["UTC", "America/Los_Angeles", "Europe/Amsterdam", "Asia/Kolkata", "Australia/Lord_Howe",
         "Pacific/Apia", "Europe/Dublin", "America/St_Johns", "Africa/Casablanca",
         "America/Sao_Paulo", "Asia/Tehran", "Asia/Tokyo", "Etc/GMT+5"]
YEARS = [1892, 1911, 1937, 1945, 1970, 1995, 2011, 2015, 2021, 2037, 2040, 2100]


class Written(NamedTuple):
    """A file.  names, nodes, columns: what is in it, each column a list of values."""
    path: object
    by: str
    names: list
    nodes: list
    columns: list
    stripes: list  # the rows of each
    rows: int


# --- tables -----------------------------------------------------------------------------

def row_count(rng, n_columns):
    how = rng.random()
    if how < 0.35:
        rows = rng.choice(random_tables.ROWS)
    elif how < 0.7:
        rows = rng.randint(0, 6000)
    else:
        rows = rng.randint(0, MOST_ROWS)
    return min(rows, CELLS // n_columns)


def draw(rng, leaf, arrow=False):
    """(names, nodes, columns, rows); arrow: that pyarrow can write"""
    n_columns = rng.choice([1, 2, 3, rng.randint(1, 8), rng.randint(1, 14)])
    rows = row_count(rng, n_columns)
    nodes = [orc_types.node(rng, leaf, arrow, nested=rng.random() < 0.25) for _ in range(n_columns)]
    if any(n.children for n in nodes):
        rows = min(rows, 6000)
    columns = [orc_types.values(rng, n, rows, rng.random() < 0.7, arrow) for n in nodes]
    names = random_tables.names(rng, n_columns)
    return names, nodes, columns, rows


def type_count(node):
    return 1 + sum(map(type_count, node.children))


# --- pyarrow ----------------------------------------------------------------------------

def arrow_options(rng, nodes):
    types = 1 + sum(map(type_count, nodes))
    return {"compression": rng.choice(CODECS)} | some(rng, 0.5, {
        "file_version": lambda: rng.choice(["0.11", "0.12"]),
        "batch_size": lambda: rng.choice([1, 64, 100, 1024, 4096]),
        "stripe_size": lambda: rng.choice([1, 5000, 50_000]),
        "compression_block_size": lambda: rng.choice([1, 1, 2, 4]) << 16,  # no fewer
        "compression_strategy": "compression",
        "row_index_stride": lambda: rng.choice([1000, 1024, 1100, 5000]),
        "padding_tolerance": lambda: rng.choice([0.05, 0.5]),
        "dictionary_key_size_threshold": lambda: rng.choice([0.3, 0.8, 1.0]),
        "bloom_filter_columns": lambda: rng.sample(range(types), rng.randint(1, types)),
        "bloom_filter_fpp": lambda: rng.choice([0.01, 0.3])})


def write_arrow(rng, path, leaf=orc_types.arrow_leaf, drawn=None):
    names, nodes, columns, rows = drawn or draw(rng, leaf, arrow=True)
    dense = rng.random() < 0.5
    arrays = [orc_types.to_arrow(n, c, dense) for n, c in zip(nodes, columns)]
    table = pa.table(arrays, names)
    options = arrow_options(rng, nodes)
    if options.get("stripe_size") == 1 and rows > 5000:
        options["batch_size"] = 4096
    with orc.ORCWriter(str(path), **options) as writer:
        # pyarrow loses nulls of nested columns if tables are slices, or its process aborts.
        in_parts = rng.random() < 0.2 and not any(n.children for n in nodes)
        for part in slices(rng, table) if in_parts else [table]:
            writer.write(part)
    return Written(path, f"pyarrow {options}", names, nodes, columns, stripes(path), rows)


def stripes(path):
    """The rows of each stripe, by pyarrow; None if it reads none of the columns."""
    file = orc.ORCFile(str(path))
    for column in range(len(file.schema)):
        try:
            return [file.read_stripe(i, columns=[column]).num_rows for i in range(file.nstripes)]
        except READER_ERRORS:
            pass
    return None


# --- the Java library -------------------------------------------------------------------

def java_leaf(rng):
    how = rng.random()
    if how < 0.12:
        return orc_types.some_decimal(rng)
    if how < 0.2:
        return orc_types.limited_text(rng.choice(["char", "varchar"]), rng.choice([1, 5, 20, 255]))
    if how < 0.38:
        return java_timestamp(rng)
    return orc_types.LEAVES[rng.choice(sorted(orc_types.LEAVES))]


def utc_offset(zone, seconds, java=None):
    """The seconds that the zone's clocks are ahead of UTC.  java: by Java's rule before 1900, the
    zone's standard time of today there."""
    if java is not None and seconds < START_OF_1900:
        return java
    cycle = 146_097 * 86_400  # 400 years
    if seconds > 7 * 10**10:
        seconds -= (seconds - 6 * 10**10) // cycle * cycle
    at = datetime.datetime.fromtimestamp(max(seconds, -6 * 10**10), datetime.UTC)
    return int(at.astimezone(zone).utcoffset().total_seconds())


def transitions():
    """Moments, in nanoseconds, at which the clocks of the zones change."""
    found = []
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        for year in YEARS:
            first = (year - 1970) * 31_556_952
            days = [utc_offset(zone, first + 86_400 * day) for day in range(366)]
            for day in range(365):
                low, high = first + 86_400 * day, first + 86_400 * (day + 1)
                if days[day] == days[day + 1]:
                    continue
                while high - low > 1:
                    middle = (low + high) // 2
                    if utc_offset(zone, middle) == days[day]:
                        low = middle
                    else:
                        high = middle
                found.append(high * 10**9)
    return found


TRANSITIONS = transitions()


def near_transition(rng):
    """Within hours, as the same texts may occur before and after."""
    return rng.choice(TRANSITIONS) + rng.choice([-1, 0, 1, rng.randint(-7200, 7200) * 10**9,
                                                 rng.randint(-90_000, 90_000) * 10**9])


def stored_by_java(node):
    """The type without what the Java library cannot store: it loses the sign in the last second
    before 1970."""
    def draw(rng):
        value = node.draw(rng)
        return value - 10**9 if -10**9 < value < 0 else value
    return node._replace(draw=draw) if node.kind == "timestamp" else node


def java_timestamp(rng):
    """Of the years that people use, where clocks change, or far from these."""
    node = orc_types.timestamp_node("ns", rng.choice([None, None, "UTC"]))
    far = orc_types.timestamp_node("us", low=-9 * 10**17, high=9 * 10**17)
    share = rng.choice([0.1, 0.9])

    def draw(rng):
        if rng.random() < share:
            return near_transition(rng)
        return (node if rng.random() < 0.9 else far).draw(rng)
    return stored_by_java(node._replace(draw=draw))


def as_shown(node, items, zone, java=None):
    """The values with timestamps as the zone's clocks show them; java as in utc_offset()."""
    if node.kind == "timestamp":
        if node.type.logical[2]:
            return items
        return [None if v is None else v + 10**9 * utc_offset(zone, v // 10**9, java)
                for v in items]
    if not node.children:
        return items

    def inside(child, path):
        found = iter(as_shown(child, [path(v) for v in items if v is not None], zone, java))
        return [None if v is None else next(found) for v in items]

    if node.kind == "struct":
        parts = [inside(c, lambda v, i=i: v[i]) for i, c in enumerate(node.children)]
        return [None if v is None else row for v, row in zip(items, zip(*parts))]
    if node.kind == "union":
        parts = [iter(as_shown(c, [v[1] for v in items if v and v[0] == i], zone, java))
                 for i, c in enumerate(node.children)]
        return [v and (v[0], next(parts[v[0]])) for v in items]
    flat = [e for v in items for e in v or ()]
    if node.kind == "list":
        found = iter(as_shown(node.children[0], flat, zone, java))
    else:
        found = iter(list(zip(*(as_shown(c, [pair[i] for pair in flat], zone, java)
                                for i, c in enumerate(node.children)))))
    return [None if v is None else [next(found) for _ in v] for v in items]


def pack_leaf(out, node, value):
    if node.kind == "floating":
        out.append(struct.pack("<d", value))
    elif node.kind in ("text", "binary"):
        out.append(struct.pack("<I", len(value)) + value)
    elif node.kind == "decimal":
        out.append(packed_text(orc_types.contract.decimal_text(value, node.type.logical[2])))
    elif node.kind == "timestamp":
        out.append(struct.pack("<qI", *divmod(value, 10**9)))
    else:
        out.append(struct.pack("<q", int(value)))


def pack(out, node, value):
    """What WriteOrc.java reads."""
    if value is None:
        out.append(b"\0")
        return
    out.append(b"\1")
    if node.kind == "struct":
        for child, part in zip(node.children, value):
            pack(out, child, part)
    elif node.kind == "union":
        out.append(struct.pack("<b", value[0]))
        pack(out, node.children[value[0]], value[1])
    elif not node.children:
        pack_leaf(out, node, value)
    else:
        out.append(struct.pack("<I", len(value)))
        for element in value:
            parts = element if node.kind == "map" else (element,)
            for child, part in zip(node.children, parts):
                pack(out, child, part)


class JavaWriter:
    """The Java library in a process of its own."""

    def __init__(self, command):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def options(self, rng, names, zone):
        simple = [n for n in names if n.isascii() and n.isalnum()]
        return {"codec": rng.choice(JAVA_CODECS), "version": rng.choice(["V_0_11", "V_0_12"]),
                "bloom": rng.choice(["ORIGINAL", "UTF8"]), "zone": zone,
                "proleptic": rng.choice(["true", "false"]),
                "batch": str(rng.choice([1, 100, 1024, 1024]))} | some(rng, 0.5, {
                    "orc.stripe.size": lambda: rng.choice([1000, 20_000, 100_000]),
                    "orc.stripe.row.count": lambda: rng.choice([1000, 1500, 5000]),
                    "orc.row.index.stride": lambda: rng.choice([0, 1000, 1000, 1100, 5000]),
                    "orc.create.index": lambda: rng.choice(["true", "true", "false"]),
                    "orc.compress.size": lambda: rng.choice([1024, 4096, 4096, 100_000]),
                    "orc.dictionary.key.threshold": lambda: rng.choice([0, 0.5, 1]),
                    "orc.encoding.strategy": "COMPRESSION",
                    "orc.compression.strategy": "COMPRESSION",
                    "orc.dictionary.implementation": "hash",
                    "orc.bloom.filter.columns": lambda: ",".join(
                        rng.sample(simple, rng.randint(0, len(simple)))),
                    "orc.bloom.filter.fpp": lambda: rng.choice([0.01, 0.3])})

    def write(self, rng, path, drawn=None):
        """Writes a random table; ValueError if that fails."""
        names, nodes, columns, rows = drawn or draw(rng, java_leaf)
        names = [name or "no name" for name in names]
        zone = rng.choice(ZONES)
        options = self.options(rng, names, zone)
        fields = ",".join(f"{orc_types.name_told(n)}:{made.told}"
                          for n, made in zip(names, nodes))
        out = [packed_text("\n".join(f"{k}={v}" for k, v in options.items())),
               packed_text(f"struct<{fields}>"), struct.pack("<I", rows)]
        for row in zip(*columns):
            for made, value in zip(nodes, row):
                pack(out, made, value)
        source = path.with_suffix(".rows")
        source.write_bytes(b"".join(out))
        self.process.stdin.write(f"{source}\t{path}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        source.unlink()
        if not answer.startswith("ok"):
            raise ValueError(f"{answer}: {options}")
        standard, *stripe_rows = map(int, answer.split()[1:])
        shown = [as_shown(n, c, zoneinfo.ZoneInfo(zone), standard)
                 for n, c in zip(nodes, columns)]
        return Written(path, f"Java {options}", names, nodes, shown, stripe_rows, rows)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def write_without_zone(rng, path, name):
    """A file that does not state its time zone, with the values that the zone's clocks show."""
    node = orc_types.timestamp_node("us", low=-2**52, high=2**53)
    rows = 3000
    near = [at // 1000 * 1000 for at in TRANSITIONS if -2**52 < at // 1000 < 2**53]
    items = [rng.choice(near) + rng.randint(-7200, 7200) * 10**9 if rng.random() < 0.5 else
             node.draw(rng) for _ in range(rows)]
    # What a fraction means depends on whether the time is before 1970 in the writer's zone.
    items = [v - v % 10**9 if abs(v) < 2 * DAY else v for v in items]
    orc.write_table(pa.table([orc_types.to_arrow(node, items)], ["t"]), str(path))
    # writerTimezone becomes a field that no reader knows.
    data = path.read_bytes()
    stated = b"\x1a\x03GMT"
    if data.count(stated) != 1:
        raise ValueError("not one GMT")
    path.write_bytes(data.replace(stated, b"\x7a" + stated[1:]))
    zone = zoneinfo.ZoneInfo(name)
    # Seconds count from the beginning of 2015 by the zone's clocks.
    shift = 10**9 * utc_offset(zone, BASE - utc_offset(zone, BASE))
    shown = as_shown(node, [v - shift for v in items], zone)
    return Written(path, f"pyarrow without a time zone, as of {name}", ["t"], [node], [shown],
                   [rows], rows)


# --- contents ---------------------------------------------------------------------------

class Metadata:
    """As much of pyarrow's metadata of a Parquet file as the checks use."""

    def __init__(self, groups):
        self.num_row_groups, self.groups = len(groups), groups

    def row_group(self, i):
        return SimpleNamespace(num_rows=self.groups[i])


def contents(written, by=None):
    """The truth.Contents of what was written."""
    columns, inside, steps = [], [], []
    for name, node, items in zip(written.names, written.nodes, written.columns):
        column, leaves = orc_types.columns(name, node, items)
        columns.append(column)
        inside += leaves
        steps.append(list(orc_types.leaf_steps(node)) if node.kind == "struct" else [])
    metadata = None if written.stripes is None else Metadata(written.stripes)
    file = SimpleNamespace(metadata=metadata, schema=None)
    return truth.named(columns, inside, written.rows, by or written.by.split()[0], file, steps)


def codec(path):
    try:
        return orc.ORCFile(str(path)).compression
    except pa.ArrowException:
        return "LZO"  # for which pyarrow has no name


def read_by_arrow(path, nodes=None):
    """What pyarrow reads, as if it had been written."""
    table = orc.ORCFile(str(path)).read()
    nodes = nodes or [orc_types.node_of(f.type) for f in table.schema]
    columns = [orc_types.from_arrow(n, a) for n, a in zip(nodes, table.columns)]
    return Written(path, "pyarrow's reader", table.schema.names, nodes, columns, stripes(path),
                   table.num_rows)


