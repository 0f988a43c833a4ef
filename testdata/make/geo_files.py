# SPDX-License-Identifier: MIT
"""The files testdata/geo_*: geometries, their bounds in metadata, and faults of these
bounds.

    python3 testdata/make/geo_files.py [FOLDER]
"""
import json
import math
import pathlib
import random
import struct
import sys

import pyarrow as pa
import pyarrow.parquet as pq

import parquet_bytes as pb

FOLDER = (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1
          else pathlib.Path(__file__).resolve().parent.parent)
NAN = math.nan


# --- Geometries -------------------------------------------------------------------------

def point(*xy, code=1, order="<"):
    return struct.pack(f"{order}BI{len(xy)}d", order == "<", code, *xy)


def line(points, code=2, order="<"):
    flat = [v for p in points for v in p]
    return struct.pack(f"{order}BII{len(flat)}d", order == "<", code, len(points), *flat)


def polygon(*rings, code=3):
    out = struct.pack("<BII", 1, code, len(rings))
    for ring in rings:
        flat = [v for p in ring for v in p]
        out += struct.pack(f"<I{len(flat)}d", len(ring), *flat)
    return out


def collection(parts, code=7):
    return struct.pack("<BII", 1, code, len(parts)) + b"".join(parts)


def box(x, y, w, h):
    return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)])


def some_geometry(rng, x, y):
    """Within 5 of (x, y)."""
    at = lambda: (x + rng.uniform(0, 5), y + rng.uniform(0, 5))
    return rng.choice([
        lambda: point(*at()), lambda: point(*at(), order=">"),
        lambda: line([at(), at(), at()]), lambda: box(*at(), 0.5, 0.25),
        lambda: collection([point(*at()), point(*at())], 4),
        lambda: collection([point(*at()), collection([line([at(), at()])], 5)]),
        lambda: point(*at(), rng.uniform(0, 9), code=1001),
        lambda: line([(*at(), 7.5), (*at(), NAN)], code=2002),
        lambda: point(*at(), 1.5, -2.5, code=3001), lambda: None,
        lambda: point(NAN, NAN), lambda: collection([]),
    ])()


# --- pyarrow: GEOMETRY and GEOGRAPHY ----------------------------------------------------

class Wkb(pa.ExtensionType):
    """What pyarrow writes as GEOMETRY, or with spherical edges as GEOGRAPHY."""

    def __init__(self, metadata="{}"):
        self.metadata = metadata
        super().__init__(pa.binary(), "geoarrow.wkb")

    def __arrow_ext_serialize__(self):
        return self.metadata.encode()

    @classmethod
    def __arrow_ext_deserialize__(cls, storage, serialized):
        return cls(serialized.decode())


pa.register_extension_type(Wkb())


def boxes():
    """Row groups in different places, groups with geometries in them."""
    rng = random.Random(1)
    places = [(x, y) for x in (0, 50, 100) for y in (0, 30)]
    geometries = [some_geometry(rng, *places[i // 40]) for i in range(240)]
    geog = [None if i % 7 == 0 else point(i / 2 - 60, i / 4 - 30) for i in range(240)]
    srid = json.dumps({"crs": "EPSG:3857"})
    inner = pa.array([geometries[-1 - i] for i in range(240)], pa.binary())
    table = pa.table({
        "id": pa.array(range(240), pa.int32()),
        "geom": pa.ExtensionArray.from_storage(Wkb(srid), pa.array(geometries, pa.binary())),
        "geog": pa.ExtensionArray.from_storage(Wkb('{"edges": "spherical"}'),
                                               pa.array(geog, pa.binary())),
        "place": pa.StructArray.from_arrays(
            [pa.ExtensionArray.from_storage(Wkb(), inner), pa.array(range(240), pa.int32())],
            ["geom", "n"], mask=pa.array([i % 11 == 5 for i in range(240)])),
    })
    pq.write_table(table, FOLDER / "geo_boxes.parquet", row_group_size=40, compression="snappy",
                   store_schema=False)


# --- pyarrow: GeoParquet with a covering ------------------------------------------------

def bounds(wkb):
    """Of those of some_geometry(): all doubles that are pairs of x and y."""
    def walk(at):
        order = "<" if wkb[at] else ">"
        code, = struct.unpack_from(order + "I", wkb, at + 1)
        width = 2 + (0, 1, 1, 2)[code // 1000]
        at += 5
        n = 1
        if code % 1000 > 1:
            n, = struct.unpack_from(order + "I", wkb, at)
            at += 4
        if code % 1000 in (1, 2):
            for _ in range(n):
                yield struct.unpack_from(order + "2d", wkb, at)
                at += 8 * width
        elif code % 1000 == 3:
            for _ in range(n):
                m, = struct.unpack_from(order + "I", wkb, at)
                at += 4
                for _ in range(m):
                    yield struct.unpack_from(order + "2d", wkb, at)
                    at += 8 * width
        else:
            for _ in range(n):
                at = yield from walk(at)
        return at
    found = [p for p in walk(0) if not math.isnan(p[0])]
    if not found:
        return None
    xs, ys = zip(*found)
    return min(xs), min(ys), max(xs), max(ys)


def outwards(values):
    """As FLOAT, the lower two rounded down, the upper two up."""
    rounded = []
    for i, v in enumerate(values):
        bits, = struct.unpack("<i", struct.pack("<f", v))
        f, = struct.unpack("<f", struct.pack("<f", v))
        if (f > v) if i < 2 else (f < v):
            away = (v < 0) == (i < 2)
            f, = struct.unpack("<f", struct.pack("<i", bits + (1 if away else -1)))
        rounded.append(f)
    return rounded


NAMES = ["xmin", "ymin", "xmax", "ymax"]


def geo(column="geom", **covering):
    told = {"encoding": "WKB", "geometry_types": []}
    if covering:
        told["covering"] = {"bbox": covering}
    return json.dumps({"version": "1.1.0", "primary_column": column,
                       "columns": {column: told}})


def covering(name, geometries, covers, metadata=None, pages=25, rows=100):
    """covers: for each row a box, or None."""
    table = pa.table({
        "id": pa.array(range(len(geometries)), pa.int32()),
        "geom": pa.array(geometries, pa.binary()),
        "bbox": pa.array([c and dict(zip(NAMES, c)) for c in covers],
                         pa.struct([(n, pa.float32()) for n in NAMES])),
    })
    with pq.ParquetWriter(FOLDER / f"{name}.parquet", table.schema, compression="snappy",
                          max_rows_per_page=pages, write_page_index=True,
                          store_schema=False) as writer:
        writer.add_key_value_metadata({"geo": metadata or
                                       geo(**{n: ["bbox", n] for n in NAMES})})
        writer.write_table(table, row_group_size=rows)


def coverings():
    rng = random.Random(2)
    geometries = [some_geometry(rng, i // 10 * 10, i // 20 * 8) for i in range(400)]
    exact = [g and bounds(g) for g in geometries]
    covers = [c and outwards(c) for c in exact]
    # Without a box: none at all, or one of NaN.
    covers = [c or (None if i % 2 else [NAN] * 4) for i, c in enumerate(covers)]
    covering("geo_covering", geometries, covers)

    # Row group 0: a box that is wrapped; 1: none for a geometry; 2: NaN for one; 3: sound.
    wrong = list(covers)
    full = [i for i, c in enumerate(exact) if c]
    a, b, c = full[20], next(i for i in full if i >= 150), next(i for i in full if i >= 250)
    geometries[a] = line([(-179.5, 1), (179.5, 2)])
    wrong[a] = [179, 1, -179, 2]
    geometries[b] = point(-500, -500)
    wrong[b] = None
    geometries[c] = point(-600, -600)
    wrong[c] = [NAN, NAN, NAN, NAN]
    covering("geo_covering_wrong", geometries, wrong)


# --- By hand: boxes of column chunks ----------------------------------------------------

def told_box(values):
    return [pb.sub(17, pb.record(pb.sub(1, pb.record(*(
        (i + 1, 7, struct.pack("<d", v)) for i, v in enumerate(values) if v is not None)))))]


def handmade():
    """A row group for each kind of box, of geometries from -180 to 180 and heights."""
    wrapped = [[point(170 + i, i) for i in range(6)] + [point(-180 + i, i) for i in range(11)],
               [170, -170, 0, 10]]
    plain = [[point(10 + i, i, 100 + i, code=1001) for i in range(17)],
             [10, 26, 0, 16, 100, 116]]
    nan_x = [[point(40 + i, i) for i in range(17)], [NAN, 56, 0, 16]]
    upside_down = [[point(60 + i, i) for i in range(17)], [60, 76, 16, 0]]
    inside_out = [[point(80 + i, i) for i in range(17)],
                  [math.inf, -math.inf, math.inf, -math.inf]]
    endless = [[point(80 + i, i) for i in range(17)], [math.inf, -math.inf, 0, 16]]
    no_box = [[point(NAN, NAN)] * 8 + [None] * 9, None]
    empty = [[point(100 + i, i) if i > 3 else collection([]) for i in range(17)],
             [104, 116, 4, 16]]
    z_upside_down = [[point(120 + i, i, i, code=1001) for i in range(17)],
                     [120, 136, 0, 16, 16, 0]]
    groups, first = [], 0
    kind = pb.Type("BYTE_ARRAY", ("GEOMETRY",))
    for values, told in (wrapped, plain, nan_x, upside_down, inside_out, endless, no_box,
                         empty, z_upside_down):
        ids = list(range(first, first + len(values)))
        first += len(values)
        extra = told_box(told) if told else ()
        groups.append((len(values), [
            pb.plain_chunk("id", pb.INT32, ids, pb.REQUIRED),
            pb.plain_chunk("geom", kind, values, extra=extra)]))
    data = pb.parquet_file([pb.element("id", pb.INT32, pb.REQUIRED),
                            pb.element("geom", kind, pb.OPTIONAL, logical="logical")], groups)
    (FOLDER / "geo_chunk_boxes.parquet").write_bytes(data)

    # Boxes of geographies, as spherical geometry gives them: off by the last digit.
    sphere = pb.Type("BYTE_ARRAY", ("GEOGRAPHY",))
    groups = []
    for x, y in (10, 20), (30, 40), (179, 60):
        values = [point(x + i if x + i <= 180 else x + i - 360, y + i / 4) for i in range(4)]
        ends = x + 3 if x + 3 <= 180 else x + 3 - 360
        told = [math.nextafter(x, 999), math.nextafter(ends, -999),
                math.nextafter(y, 999), math.nextafter(y + 0.75, -999)]
        groups.append((4, [pb.plain_chunk("geog", sphere, values, extra=told_box(told))]))
    data = pb.parquet_file(
        [pb.element("geog", sphere, pb.OPTIONAL, logical="logical")], groups)
    (FOLDER / "geo_geography.parquet").write_bytes(data)

    damaged = [point(1, 2), None, b"", point(3, 4)[:-1], point(5, 6)]
    data = pb.parquet_file(
        [pb.element("geom", kind, pb.OPTIONAL, logical="logical")],
        [(2, [pb.plain_chunk("geom", kind, damaged[:2])]),
         (3, [pb.plain_chunk("geom", kind, damaged[2:])])])
    (FOLDER / "geo_damaged.parquet").write_bytes(data)


boxes()
coverings()
handmade()
