# SPDX-License-Identifier: MIT
"""Random geometries, written with each geoparquet_version: the metadata is that of the values,
and geopandas, which checks it strictly, pyarrow and DuckDB read them.

Some are EWKB, as PostGIS writes it, which becomes ISO WKB.  Without geopandas its part is left
out.
"""
import itertools
import json
import math
import struct

import duckdb
import pyarrow.parquet as pq

try:
    import geopandas
    import shapely
except ImportError:
    geopandas = None

VERSIONS = {"none": None, "both": "1.1.0", "1.1": "1.1.0", "2": "2.0.0"}
NAMES = [None, "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
         "GeometryCollection"]
PARTS = {4: [1], 5: [2], 6: [3], 7: range(1, 8)}
WGS_84, MERCATOR = 4326, 3857
# Types of a column, the SRID that its EWKB may have, and the name of the CRS in the metadata.
PROJJSON = json.dumps({
    "type": "EngineeringCRS", "name": "anything", "datum": {"name": "site"},
    "coordinate_system": {"subtype": "Cartesian", "axis": [
        {"name": "x", "abbreviation": "x", "direction": "east", "unit": "metre"},
        {"name": "y", "abbreviation": "y", "direction": "north", "unit": "metre"}]},
    "id": {"authority": "EPSG", "code": MERCATOR}})
TYPES = [("GEOMETRY", WGS_84, None), ("GEOMETRY('OGC:CRS84')", WGS_84, None),
         ("GEOMETRY('EPSG:4326')", WGS_84, "WGS 84"), ("GEOMETRY('srid:0')", 0, "unknown"),
         (f"GEOMETRY('{PROJJSON}')", MERCATOR, "anything"), ("GEOGRAPHY", WGS_84, None)]


# --- geometries -------------------------------------------------------------------------

class Shape:
    """A geometry's bytes in the form that is given and in that which is written."""

    def __init__(self, given, iso, kind, has_z, points):
        self.given, self.iso, self.kind, self.has_z, self.points = given, iso, kind, has_z, points

    def name(self):
        return NAMES[self.kind] + (" Z" if self.has_z else "")


def headers(kind, has_z, srid, is_ewkb):
    iso = struct.pack("<BI", 1, kind + 1000 * has_z)
    if not is_ewkb:
        return iso, iso
    code = kind | (0x80000000 if has_z else 0) | (0x20000000 if srid else 0)
    return struct.pack("<BI", 1, code) + (struct.pack("<I", srid) if srid else b""), iso


def coordinates(rng, n, has_z):
    width = 3 if has_z else 2
    points = [tuple(rng.choice([round(rng.uniform(-80, 80), 3), rng.uniform(-80, 80)])
                    for _ in range(width)) for _ in range(n)]
    return points, b"".join(struct.pack(f"<{width}d", *p) for p in points)


def closed_ring(rng, has_z):
    points, data = coordinates(rng, rng.randint(3, 5), has_z)
    width = 24 if has_z else 16
    return points, struct.pack("<I", len(points) + 1) + data + data[:width]


def shape(rng, kind, has_z, srid, is_ewkb):
    """A geometry; parts have no SRID, as PostGIS writes them."""
    given, iso = headers(kind, has_z, srid, is_ewkb)
    if kind == 1:
        points, body = coordinates(rng, 1, has_z)
        return Shape(given + body, iso + body, kind, has_z, points)
    if kind == 2:
        points, body = coordinates(rng, rng.choice([0, 2, 3, 9]), has_z)
        body = struct.pack("<I", len(points)) + body
        return Shape(given + body, iso + body, kind, has_z, points)
    if kind == 3:
        # geopandas takes the bounds of the outer ring alone.
        rings = [closed_ring(rng, has_z)] * rng.choice([0, 1, 1, 2])
        body = struct.pack("<I", len(rings)) + b"".join(r[1] for r in rings)
        return Shape(given + body, iso + body, kind, has_z, [p for r in rings for p in r[0]])
    parts = [shape(rng, rng.choice(PARTS[kind]), has_z, 0, is_ewkb)
             for _ in range(rng.choice([0, 1, 2]))]
    count = struct.pack("<I", len(parts))
    return Shape(given + count + b"".join(p.given for p in parts),
                 iso + count + b"".join(p.iso for p in parts), kind, has_z,
                 [p for part in parts for p in part.points])


def column(rng, n, srid):
    kinds = rng.sample(range(1, 8), rng.randint(1, 7))
    has_z, has_nulls = rng.choice([[False], [True], [False, True]]), rng.random() < 0.6
    return [None if has_nulls and rng.random() < 0.2 else
            shape(rng, rng.choice(kinds), rng.choice(has_z),
                  rng.choice([0, srid]), rng.random() < 0.5) for _ in range(n)]


# --- what the metadata must be ----------------------------------------------------------

def box_of(shapes):
    """[xmin, ymin, xmax, ymax], or six numbers with z; None without coordinates."""
    points = [p for s in shapes if s for p in s.points]
    if not points:
        return None
    axes = [list(axis) for axis in itertools.zip_longest(*points)]
    axes = [[v for v in axis if v is not None] for axis in axes]
    return [min(axis) for axis in axes] + [max(axis) for axis in axes]


def check_document(found, version, given):
    """given: name -> (shapes, type, name of the CRS)"""
    if version is None:
        if found is not None:
            yield f"there is a key geo: {found}"
        return
    if found["version"] != version or found["primary_column"] != next(iter(given)) or \
            list(found["columns"]) != list(given):
        yield f"{found} for {list(given)}"
        return
    for name, (shapes, kind, crs) in given.items():
        of = found["columns"][name]
        types = sorted({s.name() for s in shapes if s})
        if of["encoding"] != "WKB" or of["geometry_types"] != types:
            yield f"column {name!r}: {of}, it has {types}"
        is_sphere = kind == "GEOGRAPHY"
        if of.get("edges", "planar") != ("spherical" if is_sphere else "planar"):
            yield f"column {name!r}: edges {of.get('edges')}"
        reaches_beyond = is_sphere and any(s and s.kind not in (1, 4) for s in shapes)
        if of.get("bbox") != (None if reaches_beyond else box_of(shapes)):
            yield f"column {name!r}: bbox {of.get('bbox')}, not {box_of(shapes)}"
        told = of.get("crs", {})
        if ("crs" in of) != (crs is not None) or \
                ("unknown" if told is None else told.get("name")) != crs:
            yield f"column {name!r}: crs {told}, not {crs}"


def rounded(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def check_covering(name, shapes, boxes, of):
    bounds = ["xmin", "ymin", "xmax", "ymax"]
    if of.get("covering") != {"bbox": {b: [f"{name}_bbox", b] for b in bounds}}:
        yield f"column {name!r}: covering {of.get('covering')}"
    for row, (each, box) in enumerate(zip(shapes, boxes)):
        if (each is None) != (box is None):
            yield f"column {name!r}, row {row}: box {box}"
        if each is None or box is None:
            continue
        exact = box_of([each])
        if exact is None:
            if any(v is not None for v in box.values()):
                yield f"column {name!r}, row {row}: box {box} of nothing"
            continue
        exact = exact[:2] + exact[len(exact) // 2:][:2]
        near = [math.isclose(box[b], e, rel_tol=2**-22, abs_tol=1e-30)
                for b, e in zip(bounds, exact)]
        if not all(near) or box["xmin"] > exact[0] or box["ymin"] > exact[1] or \
                box["xmax"] < exact[2] or box["ymax"] < exact[3]:
            yield f"column {name!r}, row {row}: box {box} of {exact}"
        if any(rounded(e) == e and box[b] != e for b, e in zip(bounds, exact)):
            yield f"column {name!r}, row {row}: box {box} is larger than {exact}"


# --- readers ----------------------------------------------------------------------------

def check_pyarrow(path, version, given):
    file = pq.ParquetFile(path, arrow_extensions_enabled=False)
    document = (file.metadata.metadata or {}).get(b"geo")
    document = json.loads(document) if document else None
    yield from check_document(document, VERSIONS[version], given)
    table = file.read()
    for name, (shapes, kind, _) in given.items():
        leaf = file.schema.column(file.schema.names.index(name)).logical_type.type
        if leaf != ("NONE" if version == "1.1" else kind.split("(")[0]):
            yield f"column {name!r} is {leaf}"
        if table.column(name).to_pylist() != [s and s.iso for s in shapes]:
            yield f"pyarrow: column {name!r} differs"
        has_covering = version == "1.1" and kind != "GEOGRAPHY"
        if has_covering != (f"{name}_bbox" in table.column_names):
            yield f"columns {table.column_names}"
        elif has_covering:
            yield from check_covering(name, shapes, table.column(f"{name}_bbox").to_pylist(),
                                      document["columns"][name])


def check_duckdb(path, version, given):
    names = ", ".join(f'"{n}"' for n in given)
    with duckdb.connect() as db:
        found = db.sql(f"SELECT {names} FROM '{path}'")
        for (name, (shapes, kind, _)), type_, values in zip(
                given.items(), found.types, zip(*found.fetchall())):
            if not str(type_).startswith("GEOMETRY") and kind != "GEOGRAPHY":
                yield f"DuckDB: column {name!r} is {type_}"
            if list(values) != [s and s.iso for s in shapes]:
                yield f"DuckDB: column {name!r} differs"


def touches(shape_, box):
    own = shape_ and box_of([shape_])
    if not own:
        return False
    xmin, ymin, xmax, ymax = own[:2] + own[len(own) // 2:][:2]
    return xmin <= box[2] and xmax >= box[0] and ymin <= box[3] and ymax >= box[1]


def has_missing_box(path, name):
    file = pq.ParquetFile(path)
    i = file.schema.names.index(name)
    boxes = [file.metadata.row_group(g).column(i).geo_statistics
             for g in range(file.num_row_groups)]
    return any(box is None or box.xmin is None for box in boxes)  # None: only nulls


def check_geopandas(path, version, given, rng):
    if geopandas is None or version == "none":
        return
    frame = geopandas.read_parquet(path)
    name, (shapes, kind, crs) = next(iter(given.items()))
    expected = shapely.from_wkb([s and s.iso for s in shapes])
    if list(shapely.to_wkb(frame.geometry.values)) != list(shapely.to_wkb(expected)):
        yield f"geopandas: column {name!r} differs"
    told = frame.crs.name if frame.crs else "unknown"
    if told != (crs or "WGS 84 (CRS84)"):
        yield f"geopandas: CRS {told}, not {crs}"
    # For these it has no filter; nor, up to 1.2.0, for row groups without a box.
    if version == "both" or kind == "GEOGRAPHY" or version == "2" and has_missing_box(path, name):
        return
    x, y = rng.uniform(-80, 60), rng.uniform(-80, 60)
    box = (x, y, x + 20, y + 20)
    rows = set(geopandas.read_parquet(path, bbox=box)["id"])
    slack = (x - 1e-4, y - 1e-4, x + 20 + 1e-4, y + 20 + 1e-4)
    least = {i for i, s in enumerate(shapes) if touches(s, box)}
    most = {i for i, s in enumerate(shapes) if touches(s, slack)}
    if not least <= rows <= most:
        yield f"geopandas: bbox={box}: {sorted(least - rows)} missing, {sorted(rows - most)} more"


def check_own(host, path, version, given, rng):
    """The extension's bounds, with pruning and without."""
    limit = rng.uniform(-80, 80)
    for name, (shapes, _, _) in given.items():
        counts = []
        for pushdown in "on", "off":
            host.rows("DROP TABLE IF EXISTS temp.w")
            host.rows(f"CREATE VIRTUAL TABLE temp.w USING parquet('{path}', pushdown={pushdown})")
            counts += host.rows(f'SELECT count(*) FROM w WHERE "{name}.xmax" < ?', limit)[0]
        boxes = [box_of([s]) for s in shapes if s]
        expected = sum(b is not None and b[len(b) // 2] < limit for b in boxes)
        if counts != [expected, expected]:
            yield f"{counts} rows of column {name!r} below {limit}, not {expected}"
    for row in host.rows("SELECT * FROM parquet_check(?)", str(path)):
        yield f"parquet_check: {row}"


def check(host, path, rng):
    """A line for each difference."""
    n = rng.choice([0, 1, 10, 500])
    given = {}
    for name in rng.sample(["geom", "the geometry", "G"], rng.randint(1, 3)):
        kind, srid, crs = rng.choice(TYPES)
        given[name] = (column(rng, n, srid), kind, crs)
    host.open()
    names = ", ".join(f'"{n}"' for n in given)
    marks = ", ?" * len(given)
    host.rows(f"CREATE TABLE src(id INTEGER, {names})")
    host.many(f"INSERT INTO src VALUES (?{marks})",
              [(i, *(s and s.given for s in row))
               for i, row in enumerate(zip(*(g[0] for g in given.values())))])
    types = ", ".join(f'"{name}"={kind}' for name, (_, kind, _) in given.items())
    group = rng.choice([20, 100, 100000])
    for version in VERSIONS:
        host.rows("SELECT parquet_write(?, ?, ?, ?, ?, ?)", str(path),
                  f"SELECT {names}, id FROM src ORDER BY rowid", f"types={types}",
                  f"geoparquet_version={version}", f"row_group_size={group}",
                  "data_page_row_limit=7")
        checks = [check_pyarrow(path, version, given), check_duckdb(path, version, given),
                  check_geopandas(path, version, given, rng),
                  check_own(host, path, version, given, rng)]
        for line in itertools.chain(*checks):
            yield f"{version}: {line}"
