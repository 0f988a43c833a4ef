# SPDX-License-Identifier: MIT
"""Writes testdata/README.md: a row for each file, and where the damage is in each bad one.

    python3 testdata/make/readme.py
"""
import importlib.metadata
import pathlib
import re

import pyarrow.parquet
from fastparquet.cencoding import from_buffer

import broken_files
import handmade_files

FOLDER = pathlib.Path(__file__).resolve().parent.parent


COVERS = {
    "trips": "the demo: 2,000 taxi rides, 4 row groups, pages of 100 rows, page index, CRCs, "
             "a group, DECIMAL(8,2) as INT32, delta and dictionary encodings, zstd",
    # pyarrow
    "pyarrow_types": "every scalar type of Arrow, OPTIONAL, extreme values, dictionaries",
    "pyarrow_types_arrow_schema": "the same with ARROW:schema metadata, pages v2, zstd",
    "pyarrow_types_required": "the same types REQUIRED",
    "pyarrow_types_required_plain_v2": "REQUIRED, PLAIN, pages v2, snappy, CRCs",
    "pyarrow_dates": "DATE: years before 0, after 9999, the ends of INT32",
    "pyarrow_times": "TIME ms, us, ns, local",
    "pyarrow_times_utc": "TIME ms, us, ns, adjusted to UTC",
    "pyarrow_timestamps": "TIMESTAMP ms, us, ns, local and UTC: before 1970, the ends of INT64",
    "pyarrow_timestamps_v1": "the same in format version 1.0: ms and us only",
    "pyarrow_timestamps_v2_delta": "the same in DELTA_BINARY_PACKED, pages v2, zstd",
    "pyarrow_int96": "INT96 between 1677 and 2262, with the same instants as INT64",
    "pyarrow_decimals": "decimals of 1 to 76 digits as FIXED_LEN_BYTE_ARRAY of 1 to 32 bytes",
    "pyarrow_decimals_int": "decimals up to 18 digits as INT32 and INT64",
    "pyarrow_floats": "FLOAT16, FLOAT, DOUBLE: NaN, infinities, -0.0, subnormals; page index",
    "pyarrow_floats_split": "the same in BYTE_STREAM_SPLIT",
    "pyarrow_floats_required": "REQUIRED floats with NaN",
    "pyarrow_strings": "text and bytes: NUL, empty, non-ASCII, 20 KB long; zstd, page index",
    "pyarrow_uuid_json": "UUID and JSON logical types",
    "pyarrow_encoding_plain_v1": "PLAIN for each physical type, pages v1",
    "pyarrow_encoding_plain_v2": "PLAIN, pages v2, zstd, no statistics",
    "pyarrow_encoding_delta_v1": "DELTA_BINARY_PACKED INT32 and INT64 with extreme deltas, "
                                 "DELTA_BYTE_ARRAY (binary and fixed), RLE booleans",
    "pyarrow_encoding_delta_v2": "the same, pages v2, zstd, no statistics",
    "pyarrow_encoding_delta_required": "the same, REQUIRED, zstd",
    "pyarrow_encoding_delta_length_v1": "DELTA_LENGTH_BYTE_ARRAY",
    "pyarrow_encoding_delta_length_v2": "the same, pages v2, zstd, no statistics",
    "pyarrow_encoding_split_v1": "BYTE_STREAM_SPLIT: INT32, INT64, FLOAT, DOUBLE, FLOAT16, fixed",
    "pyarrow_encoding_split_v2": "the same, pages v2, zstd, no statistics",
    "pyarrow_encoding_dictionary_v1": "PLAIN_DICTIONARY for each physical type, CRCs",
    "pyarrow_encoding_dictionary_v2": "RLE_DICTIONARY, pages v2, snappy, page index",
    **{f"pyarrow_codec_{c}_v{p}": f"{c}{' (LZ4_RAW)' if c == 'lz4' else ''}, pages v{p}, "
       "no statistics" for c in ("snappy", "gzip", "zstd", "brotli", "lz4") for p in (1, 2)},
    "pyarrow_codec_mixed": "a different codec for each column",
    "pyarrow_tiny_pages_v1": "pages of 25 rows or fewer, 2 row groups, page index, CRCs, snappy",
    "pyarrow_tiny_pages_v2": "the same, pages v2, no statistics",
    "pyarrow_uneven_pages": "columns whose pages begin at different rows; page index, zstd",
    "pyarrow_no_statistics": "no statistics, no page index",
    "pyarrow_checksums": "CRCs, zstd",
    "pyarrow_row_groups": "8 row groups, the last one short, sorting_columns",
    "pyarrow_bloom": "bloom filters, 2 row groups",
    "pyarrow_lookup": "164 row groups of 16 rows in no order, bloom filters",
    "pyarrow_sorted": "28 weeks of hours in order: 4 row groups, a page for each day, page index",
    "pyarrow_large_dictionary": "5,003 entries: indices of 13 bits",
    "pyarrow_dictionary_fallback": "a dictionary, then PLAIN pages in the same chunk; page index",
    "pyarrow_constant": "dictionaries of one or two entries",
    "pyarrow_zero_rows": "one row group without rows",
    "pyarrow_empty_row_groups": "empty row groups before and between others",
    "pyarrow_no_row_groups": "a schema and no row group",
    "pyarrow_zero_columns": "no column",
    "pyarrow_all_null": "columns with only NULL, page index",
    "pyarrow_all_null_plain_v2": "the same, PLAIN, pages v2, snappy",
    "pyarrow_null_pages": "pages with only NULL between others, page index",
    "pyarrow_julian": "days of the hybrid calendar, key-values of Spark 2.4; bloom filters, page "
                      "index",
    "pyarrow_julian_int96": "the same as INT96, key-values of Spark 3.0",
    "pyarrow_structs": "groups in groups: REQUIRED in OPTIONAL and the reverse, four deep",
    "pyarrow_structs_pages": "a nullable group over many pages and 2 row groups",
    "pyarrow_list_beside": "a LIST, a MAP, a LIST in a group, and flat columns",
    "pyarrow_names": "names with dots, quotes, spaces, keywords, Unicode, a tab",
    "pyarrow_names_plan": "names that begin like words in query plans",
    "pyarrow_names_collide": "names that differ in case only, and exact duplicates",
    "pyarrow_names_hidden": "_file, _row_group, _FILE_ROW_NUMBER, rowid, oid",
    "pyarrow_names_empty": "an empty name",
    "pyarrow_names_path": 'a column "g.a" and a group g with fields a, A and "b.c"',
    # DuckDB
    "duckdb_types": "every scalar type of DuckDB",
    "duckdb_types_v2": "the same in format V2: deltas of INT32 in 33 bits, BYTE_STREAM_SPLIT",
    "duckdb_times": "DATE, TIME, TIMETZ, every TIMESTAMP, INTERVAL",
    "duckdb_decimals": "decimals of every storage, HUGEINT as DOUBLE",
    "duckdb_decimals_v2": "the same in format V2, snappy",
    **{f"duckdb_codec_{c}": c for c in ("uncompressed", "snappy", "gzip", "zstd", "brotli",
                                        "lz4_raw")},
    "duckdb_v1": "extreme integers, PLAIN, zstd",
    "duckdb_v2": "the same rows in DELTA_BINARY_PACKED (blocks of 2048/8), "
                 "DELTA_LENGTH_BYTE_ARRAY, BYTE_STREAM_SPLIT",
    "duckdb_row_groups": "3 row groups of 2,048 rows",
    "duckdb_bloom": "bloom filters and dictionaries",
    "duckdb_zero_rows": "no rows, no row group",
    "duckdb_struct": "a nullable group in a group",
    "duckdb_list_beside": "a LIST, a MAP and flat columns",
    "duckdb_variant": "a shredded VARIANT: objects, arrays, and values of other types",
    "duckdb_variant_types": "VARIANT values of all types, as they are and shredded",
    "duckdb_nulls": "columns with only NULL, the type NULL, a group of it",
    "duckdb_constant": "one-entry dictionaries in REQUIRED columns, format V2",
    # parquet-java
    "spark_julian": "days of the hybrid calendar, as Spark writes them in its legacy mode "
                    "(`make/spark_files.py`)",
    "spark_julian_int96": "the same with INT96",
    "java_types": "every annotation: ENUM, JSON, BSON, INTERVAL (marked UNKNOWN as logical type), "
                  "UUID, FLOAT16, INT96, UNKNOWN; PLAIN, page index, CRCs",
    "java_types_dictionary_v2": "the same with dictionaries, pages v2, zstd",
    "java_int96": "INT96 to the ends of its days, nanoseconds below 0 and beyond the day",
    "java_decimals": "decimals as INT32, INT64, BYTE_ARRAY and fixed of 1 to 20 bytes",
    "java_pages_v1": "tiny pages, PLAIN_DICTIONARY with fall-back, page index, CRCs, snappy",
    "java_pages_v2": "tiny pages v2, RLE_DICTIONARY with fall-back to the delta encodings",
    "java_no_dictionary_v1": "PLAIN, zstd, no CRCs",
    "java_no_dictionary_v2": "DELTA_BINARY_PACKED, DELTA_BYTE_ARRAY, RLE booleans",
    "java_split": "BYTE_STREAM_SPLIT",
    "java_row_groups": "5 row groups, no statistics, zstd",
    "java_bloom": "bloom filters without dictionaries, zstd",
    "java_truncated_bounds": "bounds truncated to 4 bytes in statistics and page index, gzip",
    "java_zero_rows": "no rows, no row group",
    "java_codec_snappy": "snappy", "java_codec_gzip": "gzip", "java_codec_zstd": "zstd",
    "java_codec_lz4_raw": "LZ4_RAW", "java_codec_lz4": "the old LZ4 with Hadoop's frames",
    "java_groups": "groups four deep, REQUIRED and OPTIONAL, pages v2",
    "java_repeated_beside": "an un-annotated repeated field and flat columns",
    "java_lists": "lists by each of the five rules, and in lists",
    "java_maps": "maps with all historical names, without values, with keys of many types, pages v2",
    "java_optional_keys": "a map with optional keys",
    "java_repeated": "repeated fields without annotation: scalars, groups, and in groups",
    "java_long_lists_v1": "lists of up to 400 elements, 2 row groups, many pages, snappy",
    "java_long_lists_v2": "the same, pages v2",
    # arrow-rs
    "rust_types": "annotations, INT96, decimals, INTERVAL, FLOAT16; page index",
    "rust_pages_v1": "pages of 40 rows, dictionary fall-back, bounds truncated to 4 bytes, snappy",
    "rust_pages_v2": "the same, pages v2, fall-back to the delta encodings",
    "rust_encoding_delta": "the delta encodings and RLE booleans, pages v2, zstd",
    "rust_encoding_split": "BYTE_STREAM_SPLIT, pages v2, zstd",
    "rust_encoding_alp": "the same FLOAT and DOUBLE in PLAIN and ALP, with exceptions; snappy",
    "rust_no_statistics": "no statistics, no page index, zstd",
    "rust_bloom": "bloom filters after each of 2 row groups",
    "rust_row_groups": "row groups of 1, 0, 7, 64 and 3 rows",
    "rust_zero_rows": "one row group without rows",
    **{f"rust_codec_{c}": c for c in ("snappy", "gzip", "brotli", "zstd", "lz4_raw")},
    "rust_codec_lz4": "the old LZ4 with Hadoop's frames",
    "rust_groups": "groups: OPTIONAL around REQUIRED around OPTIONAL, and the reverse",
    # fastparquet
    "fastparquet_types": "every type of pandas, un-annotated binary, categories",
    "fastparquet_types_int96": "the same with INT96",
    "fastparquet_required": "REQUIRED columns, categories, NaN",
    "fastparquet_fixed_text": "FIXED_LEN_BYTE_ARRAY",
    "fastparquet_row_groups": "4 row groups, a codec for each column",
    "fastparquet_json": "JSON as converted type",
    "fastparquet_zero_rows": "no rows, no row group",
    # Polars
    "polars_types": "every scalar type, categories, a group in a group",
    "polars_row_groups": "3 row groups of small pages, zstd, page index",
    "polars_zero_rows": "no rows",
    # by hand
    "handmade_unknown_fields": "unknown Thrift fields of every wire type and field 32767 everywhere",
    "handmade_unknown_pages": "INDEX_PAGE and unknown page types before, between, after the others",
    "handmade_large_page_header": "a page header of 66 KB: inline statistics",
    "handmade_wide": "3,000 columns, a footer of 131 KB, no created_by, no column_orders",
    "handmade_wrong_offsets": "wrong file_offset, index_page_offset and num_rows",
    "handmade_dictionary_offsets": "dictionary_page_offset absent, 0, equal to data_page_offset and after it",
    "handmade_old_sizes": "parquet-mr 1.2.8: sizes without the dictionary page's header",
    "handmade_bit_packed_levels": "BIT_PACKED definition levels of 1 and 2 bits",
    "handmade_level_runs": "level sections with spare bytes, empty and one-value runs, long runs",
    "handmade_dictionary_forms": "index widths 0, 7, 32 and changing; short last run; all NULL; "
                                 "PLAIN and dictionary, v1 and v2 pages in one chunk",
    "handmade_dictionary_width_0_no_run": "indices of width 0 without a run",
    "handmade_delta_forms": "blocks 2048/8, 1024/32 and 128/1, garbage widths, 33-bit deltas of "
                            "INT32, wrapping, one and no value; both delta byte arrays",
    "handmade_split_forms": "BYTE_STREAM_SPLIT of unsigned, decimal, UUID, FLOAT16, 1 and 7 bytes",
    "handmade_boolean_forms": "RLE booleans in v1 and v2, PLAIN ones over pages, both in one chunk",
    "handmade_v2_forms": "is_compressed absent, true, false; wrong num_nulls; no values with and "
                         "without a compressed frame; needless levels",
    "handmade_v2_parquet_cpp_1": "parquet-cpp 1.5: compressed pages v2 whose headers say they are not",
    "handmade_empty_pages": "pages without values at the beginning, in the middle and at the end",
    "handmade_checksums": "correct CRCs on v1, v2 and dictionary pages",
    "handmade_codec_forms": "gzip: zlib header, members, name; zstd: frames, skippable frame, no size; "
                            "old LZ4: one Hadoop block, several, none; LZ4_RAW",
    "handmade_int96": "extreme INT96 of every kind",
    "handmade_times_beyond_day": "TIME below 0, of a day, and above",
    "handmade_decimals": "decimals fixed of 1 to 20 bytes, BYTE_ARRAY of 0 to 30, INT32, INT64",
    "handmade_decimals_converted": "some of them with only the converted type",
    "handmade_converted_only": "every scalar converted type without logical types",
    "handmade_logical_only": "every scalar logical type without converted types; GEOMETRY, GEOGRAPHY",
    "handmade_physical": "every physical type, un-annotated, OPTIONAL and REQUIRED",
    "handmade_unknown_annotations": "logical types and units of the future, with and without converted "
                                    "type; values beyond INT(8); converted type 24",
    "handmade_text_not_utf8": "text that is not UTF-8",
    "handmade_json_not_valid": "text that is not JSON in a column of JSON",
    "handmade_statistics": "bounds that are swapped, of wrong width, NaN, truncated; negative null_count; "
                           "deprecated bounds",
    "handmade_statistics_no_orders": "deprecated bounds of parquet-mr 1.6, no column_orders",
    "handmade_unsupported": "LZO, an unknown codec, an unknown encoding and form of ALP, and a good column",
    "handmade_file_path": "a column chunk in another file: refused",
    "handmade_metadata_only": "a _metadata file: refused",
    "handmade_no_column_metadata": "a column chunk without meta_data, and a good one",
    "handmade_continued_records": "lists whose records continue from one page v1 to the next, or over many",
    "handmade_repeated_beside": "a repeated field, an empty group and a good column",
    "handmade_one_row_pages": "500 pages of one row, after a row group without rows",
    # geometries
    "geo_boxes": "GEOMETRY and GEOGRAPHY, in a group too, 6 row groups with boxes; points to "
                 "collections in both byte orders, Z, M, NaN, empty, NULL",
    "geo_covering": "GeoParquet 1.1 with a covering, FLOAT, NULL or NaN where there is nothing; "
                    "4 row groups, page index",
    "geo_covering_wrong": "the same, a box wrapped, one missing, one of NaN for a geometry",
    "geo_chunk_boxes": "boxes of column chunks: wrapped, NaN, upside down, infinite, without z",
    "geo_geography": "boxes of geographies that are too small in the last digit, one of them "
                     "wrapped",
    "geo_damaged": "WKB that is truncated or empty",
}

ORC_COVERS = {
    # pyarrow
    "pyarrow_types": "every scalar type of Arrow, extreme values",
    "pyarrow_types_v0": "the same in format version 0.11",
    "pyarrow_julian": "the same, but the footer says that dates are in the old calendar",
    "pyarrow_nested": "structs, lists, maps and a union, empty and NULL at each depth; "
                      "attributes of a column",
    "pyarrow_strides": "5 stripes of 3 strides: text, decimals, dates, a struct, a list",
    "pyarrow_bloom": "Bloom filters, 3 strides, a dictionary",
    "pyarrow_dictionary": "a dictionary of three entries, and NULL",
    **{f"pyarrow_{c}": f"{c}: chunks that end within values, 3 strides"
       for c in ("snappy", "zlib", "lz4", "zstd")},
    "pyarrow_zero_rows": "no rows, no stripe",
    "pyarrow_metadata": "the same with user metadata",
}

HEAD = """# Test files

Small Parquet files by other writers, or built byte by byte, chosen for what they cover.
`make/all.sh` makes them all again; the same versions give the same bytes.  `make/expected.py`
reads them with pyarrow (values that pyarrow reads wrongly come from literals in the script that
made the file), converts them to what the SQL interface promises (`make/contract.py`), and writes
SQL tests, which name it in their second line.

## Readable files

| file | bytes | writer | covers |
|---|--:|---|---|
"""

BAD_HEAD = """
## bad/: files that break the format

All written by `make/broken_files.py`.  An error must name the place given here.  Where a column
is named, column `ok` of the same file can be read.

| file | what is wrong | column | row group | page | page's offset |
|---|---|---|--:|--:|--:|
"""

ORC_HEAD = """
## orc/: ORC files

`make/orc_files.py` writes those of pyarrow.

| file | bytes | covers |
|---|--:|---|
"""

BOMBS = """
## bombs/: files that take long to read

Made by `hosts/attacks/bombs.py --full`, which makes larger ones for `hosts/run.sh bombs`, too: 2^31 - 1
nulls (`nulls_of_one_run`), dictionary indices (`codes_of_one_run`) and entries of one list
(`list_of_nulls`), each a single run of levels or indices.

## encrypted/: encrypted files, and attacks on them

See encrypted/README.md, which lists keys, files and attacks.
"""


def created_by(path):
    """pyarrow refuses some files, and fastparquet does not parse geometries' bounds."""
    try:
        return pyarrow.parquet.read_metadata(path).created_by
    except pyarrow.ArrowException:
        data = path.read_bytes()
        size = int.from_bytes(data[-8:-4], "little")
        return from_buffer(data[-8 - size:-8], "FileMetaData").created_by.decode()


def version(name, path):
    if name.startswith("handmade"):
        return "`handmade_files.py`"
    if name in ("geo_chunk_boxes", "geo_geography", "geo_damaged"):
        return "`geo_files.py`"
    created = re.sub(r" \((python|build)[^)]*\)", "", created_by(path))
    told = re.sub(r"-python|\bversion +v?", "", created).replace("parquet-cpp-arrow", "pyarrow")
    if told.startswith("pyarrow"):
        told = "pyarrow " + importlib.metadata.version("pyarrow")
    told = told.replace("parquet-mr", "parquet-java").replace("parquet-rs", "arrow-rs")
    return " ".join(told.split())


def main():
    paths = sorted(FOLDER.glob("*.parquet"))
    names = {p.stem for p in paths}
    assert names == set(COVERS), names ^ set(COVERS)
    assert {p.stem for p in (FOLDER / "bad").glob("*.parquet")} == set(broken_files.CASES)
    assert {n for n in names if n.startswith("handmade")} == set(handmade_files.CASES)
    text = HEAD
    for name, covers in COVERS.items():
        path = FOLDER / f"{name}.parquet"
        text += f"| {name} | {path.stat().st_size} | {version(name, path)} | {covers} |\n"
    text += BAD_HEAD
    for name, case in broken_files.CASES.items():
        places = ("", "", "", "") if case.column is None else (
            case.column, case.row_group, case.page, case.offset)
        listed = " | ".join("" if p is None else str(p) for p in places)
        text += f"| {name} | {case.what} | {listed} |\n"
    text += ORC_HEAD
    orc_names = {p.stem for p in (FOLDER / "orc").glob("*.orc")}
    assert orc_names == set(ORC_COVERS), orc_names ^ set(ORC_COVERS)
    for name, covers in ORC_COVERS.items():
        path = FOLDER / "orc" / f"{name}.orc"
        text += f"| {name} | {path.stat().st_size} | {covers} |\n"
    (FOLDER / "README.md").write_text(text + BOMBS)


main()
