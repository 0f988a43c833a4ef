# SPDX-License-Identifier: MIT
"""Compares the metadata functions with pyarrow's and DuckDB's for the same file."""
import json
import re

import duckdb

import contract
import readers
from compare import Difference, shown
from contract import Text


def told(v):
    """A value of DuckDB or pyarrow in SQLite's form."""
    if isinstance(v, bool):
        return int(v)
    if isinstance(v, str):
        return contract.text(v)
    return v


class Metadata:
    """The metadata from all three.  DuckDB's connection is kept."""

    def __init__(self, host, path, contents):
        self.host, self.path, self.contents = host, str(path), contents
        self.pyarrow = contents.file.metadata
        self.duckdb = duckdb.connect()
        self.duckdb.execute("SET threads=1; SET TimeZone='UTC'")
        self.not_shown = 0  # functions that fail in DuckDB
        host.open()

    def ours(self, function):
        """Rows as dictionaries."""
        found = self.host.rows(
            f"SELECT name FROM pragma_table_xinfo('{function}') WHERE hidden = 0")
        names = [n.decode() for n, in found]
        listed = ", ".join(names)
        rows = self.host.rows(f"SELECT {listed} FROM {function}(?)", self.path)
        return [dict(zip(names, r)) for r in rows]

    def of_duckdb(self, function):
        found = self.duckdb.execute(f"SELECT * FROM {function}(?)", [self.path])
        names = [d[0] for d in found.description]
        return [dict(zip(names, map(told, r))) for r in found.fetchall()]


def compare(check, ours, theirs, keys, but=()):
    if len(ours) != len(theirs):
        yield Difference(check, "rows", len(ours), len(theirs))
        return
    for row, (a, b) in enumerate(zip(ours, theirs), 1):
        for key in keys:
            if key in but:
                continue
            if key not in a:
                yield Difference(check, f"column {key}", "no such column", shown(b[key]))
                return
            if a[key] != b[key] or type(a[key]) is not type(b[key]):
                yield Difference(check, f"row {row}, column {key}", a[key], b[key])
                return


def duckdb_rows(metadata, function):
    """DuckDB's, or None where it cannot show them: it does not know BSON, and fails if a
    timestamp's bound is too large for it."""
    try:
        return metadata.of_duckdb(function)
    except duckdb.Error:
        metadata.not_shown += 1
        return None


def with_bit_width(logical_type):
    """DuckDB 2.0 writes the bit width as the character of that number."""
    if logical_type is None:
        return None
    return Text(re.sub(rb"(?<=bitWidth=)[\x08\x10 @](?=,)", lambda m: str(ord(m[0])).encode(),
                       logical_type))


def check_schema(metadata):
    theirs = duckdb_rows(metadata, "parquet_schema")
    if theirs is not None:
        for row in theirs:
            row["duckdb_logical_type"] = with_bit_width(row.pop("logical_type"))
        keys = [k for k in theirs[0] if k != "duckdb_type"]
        yield from compare("parquet_schema", metadata.ours("parquet_schema"), theirs, keys)


def check_file(metadata):
    ours = metadata.ours("parquet_file_metadata")
    theirs = duckdb_rows(metadata, "parquet_file_metadata")
    if theirs is not None:
        # DuckDB has its own notation, and a name only for this order.
        yield from compare("parquet_file_metadata", ours, theirs, theirs[0], ["column_orders"])
        theirs_told = ["TypeDefinedOrder()" in str(o) for o in theirs[0]["column_orders"] or []]
        found = json.loads(ours[0]["column_orders"] or "[]")
        if [o == "TYPE_ORDER" for o in found] != theirs_told:
            yield Difference("parquet_file_metadata", "column_orders", found, theirs_told)
    whole = metadata.pyarrow
    expected = {"num_rows": whole.num_rows, "num_row_groups": whole.num_row_groups,
                "created_by": told(whole.created_by), "footer_size": whole.serialized_size}
    yield from compare("parquet_file_metadata", ours, [expected], expected)


def check_key_values(metadata):
    ours = metadata.ours("parquet_kv_metadata")
    theirs = duckdb_rows(metadata, "parquet_kv_metadata")
    if theirs is not None:
        for row in theirs:
            row["key"], row["value"] = (v if v is None else Text(v)
                                        for v in (row["key"], row["value"]))
        yield from compare("parquet_kv_metadata", ours, theirs, ["file_name", "key", "value"])
    expected = {Text(k): Text(v) for k, v in (metadata.pyarrow.metadata or {}).items()}
    found = {r["key"]: r["value"] for r in ours}
    if found != expected:
        yield Difference("parquet_kv_metadata", "pyarrow", found, expected)


def chunk_of_pyarrow(group, group_number, number):
    chunk = group.column(number)
    statistics = chunk.statistics
    has_nulls = statistics is not None and statistics.has_null_count
    dictionary_offset = chunk.dictionary_page_offset if chunk.has_dictionary_page else None
    # pyarrow gives LZ4_RAW the name of the codec that it replaced, which it calls "unknown".
    codec = {"LZ4": ("LZ4_RAW",), "UNKNOWN": ("LZ4",)}.get(chunk.compression, (chunk.compression,))
    return codec, {
        "row_group_id": group_number, "row_group_num_rows": group.num_rows,
        "row_group_num_columns": group.num_columns, "row_group_bytes": group.total_byte_size,
        "column_id": number, "file_offset": chunk.file_offset, "num_values": chunk.num_values,
        "type": contract.text(chunk.physical_type),
        "encodings": contract.text(", ".join(chunk.encodings)),
        "dictionary_page_offset": dictionary_offset,
        "data_page_offset": chunk.data_page_offset,
        "total_compressed_size": chunk.total_compressed_size,
        "total_uncompressed_size": chunk.total_uncompressed_size,
        "stats_null_count": statistics.null_count if has_nulls else None,
    }


def check_chunks(metadata):
    """The rows, one for each column chunk, against pyarrow and DuckDB."""
    ours = metadata.ours("parquet_metadata")
    whole = metadata.pyarrow
    expected, codecs = [], []
    for g in range(whole.num_row_groups):
        group = whole.row_group(g)
        for c in range(group.num_columns):
            codec, row = chunk_of_pyarrow(group, g, c)
            expected.append(row)
            codecs.append(codec)
    keys = expected[0] if expected else []
    yield from compare("parquet_metadata and pyarrow", ours, expected, keys)
    for row, (a, allowed) in enumerate(zip(ours, codecs), 1):
        if a["compression"].decode() not in allowed:
            yield Difference("parquet_metadata", f"row {row}, compression", a["compression"],
                             allowed)
            break
    theirs = duckdb_rows(metadata, "parquet_metadata")
    if theirs:
        # These differ in notation; only pyarrow shows fastparquet's file_offset.
        but = [k for k in theirs[0] if k.startswith(("stats_min", "stats_max", "geo_"))]
        but += ["key_value_metadata", "encoding_stats", "file_offset"]
        yield from compare("parquet_metadata and DuckDB", ours, theirs, theirs[0], but)
    yield from check_bounds(metadata, ours)


def bound_text(leaf, v):
    """A bound as JSON text without the quotes."""
    if isinstance(v, str):
        v = v.encode()
    if leaf.logical and leaf.logical[0] in ("STRING", "ENUM", "JSON"):
        return Text(v)
    return contract.text(contract.json_value(leaf, v).strip('"'))


def check_bounds(metadata, ours):
    """stats_min_value and stats_max_value, where pyarrow uses them."""
    schema = metadata.contents.file.schema
    for row, r in enumerate(ours, 1):
        leaf = readers.leaf_type(schema.column(r["column_id"]))
        chunk = metadata.pyarrow.row_group(r["row_group_id"]).column(r["column_id"])
        statistics = chunk.statistics
        if statistics is None or not statistics.has_min_max or leaf.physical == "INT96":
            continue
        for end, bound in ("min", statistics.min_raw), ("max", statistics.max_raw):
            found = r[f"stats_{end}_value"]
            found = found if found is not None else r[f"stats_{end}"]
            expected = bound_text(leaf, bound)
            if found != expected and not same_floats(found, expected, leaf):
                yield Difference("parquet_metadata", f"row {row}, stats_{end}", found, expected)
                return


def same_floats(a, b, leaf):
    return contract.is_float(leaf) and a is not None and float(a) == float(b)


def check_pages(metadata):
    """A row for each page: the pages of a chunk must add up to the footer's counts."""
    chunks = {(r["row_group_id"], r["column_id"]): r for r in metadata.ours("parquet_metadata")}
    sums = {key: [0, 0, 0] for key in chunks}
    for page in metadata.ours("parquet_pages"):
        key = page["row_group_id"], page["column_id"]
        place = f"row group {key[0]}, column {key[1]}, page {page['page_id']}"
        header = page["header_size"]
        values = page["num_values"] if page["page_type"].startswith(b"DATA_PAGE") else 0
        for i, part in enumerate((values, header + page["compressed_size"],
                                  header + page["uncompressed_size"])):
            sums[key][i] += part
        if page["crc"] not in (b"ok", b"none"):
            yield Difference("parquet_pages", f"{place}, crc", page["crc"], "ok or none")
    for key, (values, compressed, uncompressed) in sums.items():
        chunk = chunks[key]
        wanted = [chunk["num_values"], chunk["total_compressed_size"],
                  chunk["total_uncompressed_size"]]
        if [values, compressed, uncompressed] != wanted:
            yield Difference("parquet_pages", f"sums of row group {key[0]}, column {key[1]}",
                             [values, compressed, uncompressed], wanted)


CHECKS = [check_schema, check_file, check_key_values, check_chunks, check_pages]
