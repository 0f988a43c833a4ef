# SPDX-License-Identifier: MIT
"""The files of testdata/salvage/: pages of 50 rows with checksums, and damaged copies.

    make && python3 testdata/make/salvage_files.py [FOLDER]

pyarrow writes flat_* and nested_*, parquet_write() variant and geometry.  damaged_* are copies
with some changed bytes, which DAMAGE below lists.
"""
import pathlib
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "testdata/salvage"
ROWS = 600
GROUP = 300

OPTIONS = dict(row_group_size=GROUP, max_rows_per_page=50, write_batch_size=50,
               write_page_checksum=True, data_page_size=1 << 20)


def flat():
    r = range(ROWS)
    return pa.table(
        [[i * 3 for i in r],
         [None if i % 7 == 3 else i // 4 for i in r],
         [None if i % 5 == 1 else f"plain text {i * 7919 % 1000}" for i in r],
         [f"word {i % 13}" for i in r],
         [i / 8 for i in r],
         [i % 3 == 0 for i in r]],
        pa.schema([pa.field("id", pa.int64(), False), pa.field("n", pa.int32()),
                   pa.field("text", pa.string()), pa.field("word", pa.string(), False),
                   pa.field("real", pa.float64(), False), pa.field("flag", pa.bool_())]))


def nested():
    r = range(ROWS)
    pair = pa.struct([pa.field("a", pa.int32()), pa.field("b", pa.string())])
    return pa.table(
        [list(r),
         [None if i % 11 == 0 else [i + k for k in range(i % 4)] for i in r],
         [{"x": i, "rows": [{"a": k, "b": f"b{i}"} for k in range(i % 3)]} for i in r],
         [{f"k{k}": i * k for k in range(i % 3)} for i in r]],
        pa.schema([pa.field("id", pa.int64(), False),
                   pa.field("list", pa.list_(pa.int32())),
                   pa.field("item", pa.struct([pa.field("x", pa.int32()),
                                               pa.field("rows", pa.list_(pair))])),
                   pa.field("map", pa.map_(pa.string(), pa.int64()))]))


def write_pyarrow():
    for name, table in (("flat", flat()), ("nested", nested())):
        dictionary = ["n", "word"] if name == "flat" else ["list.list.element"]
        codecs = ({"id": "NONE", "n": "SNAPPY", "text": "ZSTD", "word": "SNAPPY",
                   "real": "GZIP", "flag": "NONE"} if name == "flat" else "SNAPPY")
        for version in (1, 2):
            for index in (False, True):
                pq.write_table(table, FOLDER / f"{name}_v{version}{'_index' * index}.parquet",
                               compression=codecs, use_dictionary=dictionary,
                               data_page_version=f"{version}.0", write_page_index=index,
                               **OPTIONS)


def sql(script):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        done = subprocess.run([ROOT / "build/plain/sqlrun", "-e", "./parquet_vtab.so", file.name],
                              cwd=ROOT, check=True, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if not line.startswith("> ")]


def write_own():
    rows = ("WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < "
            f"{ROWS - 1}) SELECT i AS id, ")
    common = f"'row_group_size={GROUP}', 'data_page_row_limit=50', 'bloom_filter=none'"
    variant = ("CASE i % 3 WHEN 0 THEN json_object('n', i, 's', 'text ' || i) "
               "WHEN 1 THEN json_object('n', 'odd', 'more', json_array(i)) "
               "ELSE json_object('s', i) END AS v FROM r")
    point = ("CAST(x'0101000000' || substr(x'000000000000F03F', 1, 8) || "
             "x'000000000000' || CAST(char(48 + i % 10) AS BLOB) || x'40' AS BLOB) AS g FROM r")
    quote = lambda text: text.replace("'", "''")
    for name, query, types in (("variant", variant, "v=VARIANT<STRUCT<n INT64, s STRING>>"),
                               ("geometry", point, "g=GEOMETRY")):
        sql(f"SELECT parquet_write('{FOLDER}/{name}.parquet', '{quote(rows + query)}', "
            f"'types={types}', {common});")


def write_sorting():
    """Row groups that claim to be sorted by a, b; b is unsorted in the first, a in the second."""
    a, b = [1, 1, 2, 2, 1, 1, 1, 2, 3], [5, 4, 9, 1, 2, 3, 9, 3, 1]
    pq.write_table(pa.table({"a": a, "b": b}), FOLDER / "sorting_claims.parquet",
                   row_group_size=3, compression="NONE",
                   sorting_columns=[pq.SortingColumn(0), pq.SortingColumn(1)])


def pages(name):
    """offset, header size, size, row group, column ("a.b") and type of each page"""
    lines = sql("SELECT page_offset, header_size, compressed_size, row_group_id, path_in_schema, "
                f"page_type FROM parquet_pages('{FOLDER}/{name}.parquet');")
    return [(int(a), int(b), int(c), int(d), e.replace(", ", "."), f) for a, b, c, d, e, f in
            (line.replace("'", "").split("|") for line in lines)]


# The damaged parts of pages: row group, column, number of the data page (or "dictionary"),
# and the part.
DAMAGE = {
    "flat_v1": [(0, "id", 2, "body"), (0, "text", 0, "body"), (0, "text", 5, "body"),
                (1, "n", "dictionary", "body"), (1, "real", 3, "header")],
    "flat_v1_index": [(0, "id", 2, "body"), (0, "text", 0, "body"), (0, "text", 5, "body"),
                      (1, "n", "dictionary", "header"), (1, "real", 3, "header")],
    "flat_v2_index": [(0, "flag", 1, "header"), (0, "word", 4, "body"),
                      (1, "text", 1, "body"), (1, "text", 2, "body"), (1, "text", 3, "header")],
    "nested_v1": [(0, "list.list.element", 2, "body"), (1, "item.rows.list.element.b", 4, "body")],
    "nested_v1_index": [(0, "list.list.element", 2, "body"), (0, "map.key_value.value", 3, "header"),
                        (1, "item.x", 4, "body")],
    "nested_v2": [(0, "list.list.element", 2, "body"), (1, "map.key_value.key", 3, "header")],
    "variant": [(0, "v.typed_value.n.typed_value", 1, "body"), (1, "v.metadata", 3, "body")],
    "geometry": [(0, "g", 1, "body"), (1, "g", 4, "header")],
}


def damage():
    for name, places in DAMAGE.items():
        data = bytearray((FOLDER / f"{name}.parquet").read_bytes())
        for group, column, number, part in places:
            found = [p for p in pages(name) if p[3] == group and p[4] == column]
            found = [p for p in found if (p[5] == "DICTIONARY_PAGE") == (number == "dictionary")]
            offset, header, size, *_ = found[0 if number == "dictionary" else number]
            if part == "header":
                data[offset:offset + header] = b"\xee" * header
            else:
                data[offset + header + size // 2] ^= 0x55
        (FOLDER / f"damaged_{name}.parquet").write_bytes(data)
    data = (FOLDER / "flat_v1.parquet").read_bytes()
    (FOLDER / "no_footer.parquet").write_bytes(data[:len(data) // 2])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write_pyarrow()
    write_own()
    write_sorting()
    damage()
