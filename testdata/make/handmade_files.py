# SPDX-License-Identifier: MIT
"""The files of testdata/ that no common writer makes, byte by byte.

    python3 testdata/make/handmade_files.py [FOLDER]

CASES holds the contents of each, for expected.py.
"""
import gzip
import pathlib
import struct
import sys
import zlib
from typing import NamedTuple

import lz4.block
import zstandard

import parquet_bytes as pb
from parquet_bytes import (
    BOOLEAN, BYTES, DOUBLE, FLOAT, INT32, INT64, INT96, OPTIONAL, REQUIRED, STRING, Chunk,
    Type, data_page, data_page_v2, dictionary_page, element, fixed, hybrid, levels,
    parquet_file, plain, plain_chunk, present, v1_body, v2_levels)


class Column(NamedTuple):
    name: str
    type: Type        # None: a group or a repeated field
    values: list      # JSON texts of these; none where no test reads them
    repetition: int = OPTIONAL
    hidden: bool = False
    error: str = None  # the expected error: "CODE: pattern"


CASES = {}


def case(name, columns, data):
    CASES[name] = columns, data


def flat(name, columns, chunks, logical="both", **options):
    """A file with one row group of flat columns."""
    schema = [element(c.name, c.type, c.repetition, logical=logical) for c in columns]
    rows = len(columns[0].values)
    case(name, columns, parquet_file(schema, [(rows, chunks)], **options))


def simple(name, columns, logical="both", **options):
    """The same, all PLAIN."""
    chunks = [plain_chunk(c.name, c.type, c.values, c.repetition) for c in columns]
    flat(name, columns, chunks, logical, **options)


def int_column(name="c", n=10, gap=4):
    return Column(name, INT32, [None if i % gap == gap - 1 else i * 3 for i in range(n)])


def text_column(name="s", n=10, gap=3):
    return Column(name, STRING, [None if i % gap == gap - 1 else f"text {i % 4}".encode()
                                 for i in range(n)])


def dictionary_body(values, encoded=None):
    """(distinct values, v1 data page body) of an optional dictionary column."""
    distinct = sorted(set(present(values)))
    wanted = [distinct.index(v) for v in present(values)]
    body = levels([int(v is not None) for v in values])
    return distinct, body + (pb.indices(wanted) if encoded is None else encoded(wanted))


# --- Thrift -----------------------------------------------------------------------------

def thrift():
    """Unknown fields of every wire type, and field 32767, in every struct."""
    unknown = lambda first: tuple(pb.unknown_fields(first))
    c, s = int_column(), text_column()
    distinct, body = dictionary_body(s.values)
    stats = pb.record(pb.i64(3, 2), *unknown(20))
    chunks = [
        Chunk("c", INT32, [data_page(v1_body(INT32, c.values), 10, inner=unknown(40),
                                     extra=unknown(40), statistics=stats)], 10,
              extra=unknown(60), outer=unknown(60), statistics=stats),
        Chunk("s", STRING, [
            dictionary_page(plain(STRING, distinct), len(distinct), inner=unknown(30),
                            extra=unknown(30)),
            data_page_v2(body[4 + struct.unpack("<I", body[:4])[0]:], 10, 3, v2_levels(s.values),
                         pb.RLE_DICTIONARY, inner=unknown(30), extra=unknown(30))],
            10, dictionary=True, encodings=[pb.PLAIN, pb.RLE, pb.RLE_DICTIONARY]),
    ]
    schema = [element(k.name, k.type, OPTIONAL, extra=unknown(50)) for k in (c, s)]
    case("handmade_unknown_fields", [c, s],
         parquet_file(schema, [(10, chunks)], extra=unknown(100), group_extra=unknown(100)))


def unknown_pages():
    """An INDEX_PAGE and pages of unknown types before, between and after the others."""
    index = pb.page(pb.INDEX_PAGE, b"index" * 9, 45, [pb.sub(6, pb.record())])
    strange = pb.page(9, b"\xff" * 33, 50, [pb.sub(19, pb.record(pb.i32(1, 5)))])
    c, s = int_column(n=20), text_column(n=20)
    distinct, body = dictionary_body(s.values)
    page = lambda v: data_page(v1_body(INT32, v), len(v))
    chunks = [
        Chunk("c", INT32, [strange, page(c.values[:8]), index, page(c.values[8:]), strange], 20),
        Chunk("s", STRING, [dictionary_page(plain(STRING, distinct), len(distinct)), index,
                            strange,
                            data_page(body, 20, pb.RLE_DICTIONARY)], 20, dictionary=True,
              encodings=[pb.PLAIN, pb.RLE, pb.RLE_DICTIONARY]),
    ]
    flat("handmade_unknown_pages", [c, s], chunks)


def large_headers():
    """A page header of more than 64 KB, for its inline statistics."""
    s = text_column()
    wide = pb.statistics(min=b"", max=b"z" * 66_000, nulls=3)
    flat("handmade_large_page_header", [s], [
        Chunk("s", STRING, [data_page(v1_body(STRING, s.values), 10, statistics=wide)], 10)])


def wide():
    """3,000 columns and a footer of more than 128 KB."""
    columns = [Column(f"x{i:05}", INT32, [i], REQUIRED) for i in range(3000)]
    simple("handmade_wide", columns, orders=False, created_by=None)


def offsets():
    """Fields that readers must not trust: file_offset, index_page_offset, num_rows."""
    c, s = int_column(), text_column()
    chunks = [plain_chunk(k.name, k.type, k.values, per_page=4, file_offset=2**40 + 1,
                          index_page=3) for k in (c, s)]
    flat("handmade_wrong_offsets", [c, s], chunks, rows=77,
         group_extra=[pb.i64(5, -9), pb.i64(6, 1)])


def dictionary_offsets():
    """Dictionary pages that dictionary_page_offset does not find."""
    values = text_column(n=12).values
    distinct, body = dictionary_body(values)
    pages = [dictionary_page(plain(STRING, distinct), len(distinct)),
             data_page(body, 12, pb.RLE_DICTIONARY)]
    how = {
        "absent": {"dictionary": None},
        "zero": {"dictionary": 0},
        "same": {"dictionary": (0,), "data": (0,)},
        "after": {"dictionary": (len(pages[0]),), "data": (0,)},
    }
    columns = [Column(name, STRING, values) for name in how]
    flat("handmade_dictionary_offsets", columns, [
        Chunk(name, STRING, pages, 12, encodings=[pb.PLAIN, pb.RLE, pb.RLE_DICTIONARY],
              **({"data": (0,)} | fields)) for name, fields in how.items()])


def old_sizes():
    """parquet-mr before 1.2.9 left the dictionary page's header out of the chunk's sizes."""
    s = text_column(n=12)
    distinct, body = dictionary_body(s.values)
    values = plain(STRING, distinct)
    pages = [dictionary_page(values, len(distinct), pb.PLAIN_DICTIONARY),
             data_page(body, 12, pb.PLAIN_DICTIONARY)]
    short = sum(map(len, pages)) - (len(pages[0]) - len(values))
    c = int_column(n=12)
    flat("handmade_old_sizes", [s, c], [
        Chunk("s", STRING, pages, 12, dictionary=True, encodings=[pb.RLE, pb.PLAIN_DICTIONARY],
              compressed=short, uncompressed=short),
        plain_chunk("c", INT32, c.values)], orders=False,
        created_by="parquet-mr version 1.2.8 (build 0)", logical="converted")


# --- levels -----------------------------------------------------------------------------

def old_levels():
    """BIT_PACKED definition levels, of one bit and, for a leaf in two groups, of two."""
    values = [None if i % 3 == 1 else i for i in range(19)]
    ones = pb.levels_bit_packed([int(v is not None) for v in values], 1)
    depth = [3, 0, 1, 2, 3, 3, 0, 0, 2, 3, 1, 3, 3, 3, 2, 0, 3, 1, 3]
    deep = [100 + i if d == 3 else None for i, d in enumerate(depth)]
    chunks = [
        Chunk("c", INT32, [data_page(ones + plain(INT32, present(values)), 19,
                                     level_encoding=pb.BIT_PACKED)], 19, encodings=[0, 4]),
        Chunk(["g", "h", "v"], INT32,
              [data_page(pb.levels_bit_packed(depth, 2) + plain(INT32, present(deep)), 19,
                         level_encoding=pb.BIT_PACKED)], 19, encodings=[0, 4]),
    ]
    schema = [element("c", INT32, OPTIONAL), element("g", None, OPTIONAL, 1),
              element("h", None, OPTIONAL, 1), element("v", INT32, OPTIONAL)]
    case("handmade_bit_packed_levels",
         [Column("c", INT32, values), Column("g", None, []),
          Column("g.h.v", INT32, deep, hidden=True)],
         parquet_file(schema, [(19, chunks)], schema_count=2))


def level_forms():
    """Runs that hybrid encoders rarely write."""
    values = [None, 1, 2, None, None, 3, 4, 5, 6, None, 7, 8]
    there = [int(v is not None) for v in values]
    body = plain(INT32, present(values))
    forms = {
        "long_section": pb.sized(hybrid(there, 1) + b"\0\0\0\0"),
        "empty_run_last": pb.sized(hybrid(there, 1) + b"\0"),
        "one_value_runs": pb.sized(b"".join(pb.rle_run(v, 1, 1) for v in there)),
        "run_too_long": pb.sized(pb.packed_run(there[:8], 1) + pb.rle_run(there[8], 1, 1)
                                 + pb.packed_run(there[9:] + [1] * 21, 1)),
        "long_varint": pb.sized(b"\x85\x80\x00" + pb.packed_lsb(there, 1)),
    }
    columns = [Column(name, INT32, values) for name in forms]
    flat("handmade_level_runs", columns, [
        Chunk(name, INT32, [data_page(head + body, 12)], 12) for name, head in forms.items()])


# --- encodings --------------------------------------------------------------------------

def dictionary_forms():
    n = 12
    zero = Column("width_0", INT32, [42] * n)
    wide_ = Column("width_32", STRING, [b"a", b"b", b"c"] * 4)
    spare = Column("width_7", STRING, [b"a", b"b", b"c"] * 4)
    short = Column("short_last_run", INT32, [10, 20, 30] * 4)
    nulls = Column("all_null", STRING, [None] * n)
    unused = Column("unused_entries", STRING, [b"used", None] * 6)
    mixed = Column("mixed_pages", INT32, [5, 6, 5, 6, 7, 8, 9, None, 5, 5, 6, 6])
    per_page = Column("width_per_page", INT32, [1, 1, 1, 1, 1, 2, 3, 4, 3, 2, 1, 1])
    top = levels([1] * n)
    three, ints = plain(STRING, [b"a", b"b", b"c"]), plain(INT32, [10, 20, 30])
    cycle = [0, 1, 2] * 4
    packed = pb.packed_lsb(cycle, 2)  # three bytes: 12 values of the 16 that the run counts
    rle = pb.RLE_DICTIONARY
    old = pb.PLAIN_DICTIONARY
    part = lambda v: data_page(levels([1] * len(v)) + pb.indices([x - 1 for x in v]), len(v), rle)
    pages = {
        "width_0": [dictionary_page(plain(INT32, [42]), 1),
                    data_page(top + b"\0" + pb.varint(n << 1), n, rle)],
        "width_32": [dictionary_page(three, 3), data_page(top + pb.indices(cycle, 32), n, rle)],
        "width_7": [dictionary_page(three, 3), data_page(top + pb.indices(cycle, 7), n, rle)],
        "short_last_run": [dictionary_page(ints, 3),
                           data_page(top + b"\2" + pb.varint(2 << 1 | 1) + packed, n, rle)],
        "all_null": [dictionary_page(b"", 0), data_page(levels([0] * n), n, rle)],
        "unused_entries": [dictionary_page(plain(STRING, [b"x", b"used", b"y" * 50]), 3),
                           data_page(levels([1, 0] * 6) + pb.indices([1] * 6, 2), n, rle)],
        "mixed_pages": [
            dictionary_page(plain(INT32, [5, 6]), 2, old),
            data_page(levels([1] * 4) + pb.indices([0, 1, 0, 1]), 4, old),
            data_page(v1_body(INT32, [7, 8, 9, None]), 4),
            data_page_v2(pb.indices([0, 0, 1, 1]), 4, 0, hybrid([1] * 4, 1), rle)],
        "width_per_page": [dictionary_page(plain(INT32, [1, 2, 3, 4]), 4), part([1] * 5),
                           part([2, 3, 4, 3]), part([2, 1, 1])],
    }
    columns = [zero, wide_, spare, short, nulls, unused, mixed, per_page]
    flat("handmade_dictionary_forms", columns, [
        Chunk(c.name, c.type, pages[c.name], n, encodings=[0, old, 3, rle],
              dictionary=True) for c in columns])
    empty = Column("width_0_no_run", INT32, [42] * n)
    flat("handmade_dictionary_width_0_no_run", [empty], [
        Chunk("width_0_no_run", INT32, [dictionary_page(plain(INT32, [42]), 1),
                                        data_page(top + b"\0", n, rle)],
              n, encodings=[0, 3, rle], dictionary=True)])


def delta_forms():
    n = 130
    up = list(range(0, n * 3, 3))
    jumps = [(2**31 - 1 - i) if i % 2 else (-2**31 + i) for i in range(n)]
    longs = [(2**63 - 1 - i) if i % 2 else (-2**63 + i) for i in range(n)]
    one = [None] * (n - 1) + [7]
    none = [None] * n
    pack = pb.delta_binary
    forms = [
        ("blocks_2048_8", INT32, up, pack(up, 32, 2048, 8)),
        ("garbage_widths", INT32, up, pack(up, 32, 128, 4, garbage=255)),
        ("garbage_2048", INT64, up, pack(up, 64, 2048, 8, garbage=77)),
        ("one_miniblock", INT32, up, pack(up, 32, 128, 1)),
        ("many_miniblocks", INT32, up, pack(up, 32, 1024, 32, garbage=200)),
        ("int32_33_bits", INT32, jumps, pack(jumps, 32, wide=True)),
        ("int32_wrapping", INT32, jumps, pack(jumps, 32)),
        ("int64_wrapping", INT64, longs, pack(longs, 64)),
        ("constant", INT64, [9] * n, pack([9] * n)),
        ("one_value", INT32, one, pack([7], 32)),
        ("no_value", INT32, none, pack([], 32)),
    ]
    texts = [None if i % 5 == 0 else f"common/prefix/{i // 7}/{i}".encode() for i in range(n)]
    blobs = [None if i % 5 == 0 else b"%06d" % (i * 9) for i in range(n)]
    columns = [Column(name, type, values) for name, type, values, _ in forms]
    columns += [Column("text_length", STRING, texts), Column("text_delta", STRING, texts),
                Column("fixed_delta", fixed(6), blobs), Column("empty_texts", STRING, [b""] * n)]
    bodies = [(body, pb.DELTA_BINARY_PACKED) for *_, body in forms]
    bodies += [(pb.delta_length(present(texts)), pb.DELTA_LENGTH_BYTE_ARRAY),
               (pb.delta_bytes(present(texts)), pb.DELTA_BYTE_ARRAY),
               (pb.delta_bytes(present(blobs)), pb.DELTA_BYTE_ARRAY),
               (pb.delta_bytes([b""] * n), pb.DELTA_BYTE_ARRAY)]
    flat("handmade_delta_forms", columns, [
        Chunk(c.name, c.type, [data_page(v1_body(c.type, c.values, encoded=body), n, encoding)],
              n, encodings=[encoding, pb.RLE])
        for c, (body, encoding) in zip(columns, bodies)])


def split_forms():
    """BYTE_STREAM_SPLIT of unsigned, decimal, time and fixed columns."""
    types = [Type("INT32", ("INT", 32, False)), Type("INT64", ("INT", 64, False)), INT32, INT64,
             FLOAT, DOUBLE, fixed(2, "FLOAT16"), fixed(16, "UUID"), fixed(7, "DECIMAL", 16, 3),
             fixed(1), Type("INT64", ("TIMESTAMP", "us", True)), Type("INT32", ("DATE",))]
    columns = []
    for i, type in enumerate(types):
        if type.physical == "FIXED_LEN_BYTE_ARRAY":
            some = [bytes((i * 31 + j * 7 + k) % 256 for k in range(type.length))
                    for j in range(9)]
        elif type.physical in ("FLOAT", "DOUBLE"):
            some = [j / 4 - 1 for j in range(9)]
        elif type.logical and type.logical[0] == "INT":
            some = [2**type.logical[1] - 1 - j * j * 1000 for j in range(9)]
        else:
            some = [(-1)**j * (10**6 + j * 999) for j in range(9)]
        values = some[:4] + [None] + some[4:] + [None, None]
        columns.append(Column(f"c{i}", type, values))
    flat("handmade_split_forms", columns, [
        Chunk(c.name, c.type, [data_page(
            v1_body(c.type, c.values, encoded=pb.split(c.type, present(c.values))), 12,
            pb.BYTE_STREAM_SPLIT)], 12, encodings=[pb.BYTE_STREAM_SPLIT, pb.RLE])
        for c in columns])


def boolean_forms():
    values = [None if i % 6 == 5 else i % 3 == 0 or i > 30 for i in range(50)]
    there = [int(v is not None) for v in values]
    bits = [int(v) for v in present(values)]
    rle = pb.sized(hybrid(bits, 1))
    columns = [Column(name, BOOLEAN, values) for name in
               ("rle_v1", "rle_v2", "plain_pages", "rle_then_plain")]
    part = lambda a, b: v1_body(BOOLEAN, values[a:b])
    rest = values[20:]
    pages = [
        [data_page(levels(there) + rle, 50, pb.RLE)],
        [data_page_v2(rle, 50, there.count(0), hybrid(there, 1), pb.RLE)],
        [data_page(part(0, 11), 11), data_page(part(11, 14), 3), data_page(part(14, 50), 36)],
        [data_page(levels(there[:20]) + pb.sized(hybrid(bits[:there[:20].count(1)], 1)),
                   20, pb.RLE),
         data_page_v2(plain(BOOLEAN, present(rest)), 30, rest.count(None), v2_levels(rest))],
    ]
    flat("handmade_boolean_forms", columns, [
        Chunk(c.name, BOOLEAN, p, 50) for c, p in zip(columns, pages)])


# --- pages and codecs -------------------------------------------------------------------

def v2_forms():
    c = int_column(n=12)
    body, head = plain(INT32, present(c.values)), v2_levels(c.values)
    squeeze = zstandard.ZstdCompressor(write_checksum=False).compress
    page = lambda **more: data_page_v2(body, 12, 3, head, **more)
    all_null = [None] * 12
    must = [i * i for i in range(12)]
    forms = {
        "flag_absent": (c.values, [page(compress=squeeze)]),
        "flag_true": (c.values, [page(compress=squeeze, is_compressed=True)]),
        "flag_false": (c.values, [page(is_compressed=False)]),
        "nulls_minus_1": (c.values, [data_page_v2(body, 12, -1, head, is_compressed=False)]),
        "nulls_wrong": (c.values, [data_page_v2(body, 12, 0, head, is_compressed=False)]),
        "no_values_no_body": (all_null, [data_page_v2(b"", 12, 12, hybrid([0] * 12, 1))]),
        "no_values_empty_frame": (all_null, [
            data_page_v2(b"", 12, 12, hybrid([0] * 12, 1), compress=squeeze,
                         is_compressed=True)]),
        "empty_pages": (c.values, [data_page_v2(b"", 0, 0, b"", is_compressed=False),
                                   page(compress=squeeze), data_page_v2(b"", 0, 0, b"")]),
    }
    columns = [Column(name, INT32, values) for name, (values, _) in forms.items()]
    columns.append(Column("needless_levels", INT32, must, REQUIRED))
    chunks = [Chunk(name, INT32, pages, 12, codec=pb.ZSTD) for name, (_, pages) in forms.items()]
    chunks.append(Chunk("needless_levels", INT32, [
        data_page_v2(plain(INT32, must), 12, 0, hybrid([0] * 12, 1))], 12))
    flat("handmade_v2_forms", columns, chunks)
    flat("handmade_v2_parquet_cpp_1", [c], [
        Chunk("c", INT32, [page(compress=squeeze, is_compressed=False)], 12, codec=pb.ZSTD)],
        created_by="parquet-cpp version 1.5.1-SNAPSHOT", orders=False)


def empty_pages():
    """Pages without values at the beginning, in the middle and at the end."""
    c, s = int_column(), text_column()
    none = data_page(levels([]), 0)
    page = lambda k, a, b: data_page(v1_body(k.type, k.values[a:b]), b - a)
    flat("handmade_empty_pages", [c, s], [
        Chunk("c", INT32, [none, page(c, 0, 4), none, none, page(c, 4, 10), none], 10),
        Chunk("s", STRING, [none, page(s, 0, 1), none, page(s, 1, 10)], 10)])


def checksums():
    """Correct CRCs on every kind of page, one with its highest bit set."""
    c, s = int_column(n=20), text_column(n=20)
    distinct, body = dictionary_body(s.values)
    squeeze = zstandard.ZstdCompressor().compress
    flat("handmade_checksums", [c, s], [
        Chunk("c", INT32, [data_page(v1_body(INT32, c.values[i:i + 4]), 4, crc=0)
                           for i in range(0, 20, 4)], 20),
        Chunk("s", STRING, [
            dictionary_page(plain(STRING, distinct), len(distinct), compress=squeeze, crc=0),
            data_page_v2(body[4 + struct.unpack("<I", body[:4])[0]:], 20, 6,
                         v2_levels(s.values), pb.RLE_DICTIONARY, compress=squeeze, crc=0)],
            20, codec=pb.ZSTD, dictionary=True)])


def hadoop_frames(data, block):
    """Old LZ4: [uncompressed size BE][compressed size BE][block], again and again."""
    out = b""
    for i in range(0, len(data), block):
        part = data[i:i + block]
        squeezed = lz4.block.compress(part, store_size=False)
        out += struct.pack(">II", len(part), len(squeezed)) + squeezed
    return out


def codec_forms():
    s = Column("s", STRING, [f"value {i % 9}".encode() * 3 for i in range(200)], REQUIRED)
    plain_gzip = lambda b: gzip.compress(b, mtime=0)

    def members(data):
        parts = [data[i:i + 700] for i in range(0, len(data), 700)]
        return b"".join(map(plain_gzip, [*parts, b""]))

    def named_member(data):
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        body = deflate.compress(data) + deflate.flush()
        return (b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"name\0" + body
                + struct.pack("<II", zlib.crc32(data), len(data)))

    def frames(data):
        one = zstandard.ZstdCompressor(write_content_size=True, write_checksum=True)
        two = zstandard.ZstdCompressor(write_content_size=False)
        skip = struct.pack("<II", 0x184D2A50, 7) + b"skipped"
        parts = data[:1000], data[1000:1500], data[1500:]
        return one.compress(parts[0]) + skip + two.compress(parts[1]) + one.compress(parts[2])

    forms = {
        "gzip": (pb.GZIP, plain_gzip),
        "gzip_zlib_header": (pb.GZIP, zlib.compress),
        "gzip_members": (pb.GZIP, members),
        "gzip_name": (pb.GZIP, named_member),
        "zstd_frames": (pb.ZSTD, frames),
        "zstd_no_size": (pb.ZSTD, zstandard.ZstdCompressor(write_content_size=False).compress),
        "lz4_hadoop": (pb.LZ4, lambda b: hadoop_frames(b, 10**6)),
        "lz4_hadoop_blocks": (pb.LZ4, lambda b: hadoop_frames(b, 900)),
        "lz4_no_frame": (pb.LZ4, lambda b: lz4.block.compress(b, store_size=False)),
        "lz4_raw": (pb.LZ4_RAW, lambda b: lz4.block.compress(b, store_size=False)),
    }
    columns = [Column(name, STRING, s.values, REQUIRED) for name in forms]
    flat("handmade_codec_forms", columns, [
        Chunk(name, STRING, [data_page(plain(STRING, s.values), 200, compress=squeeze)], 200,
              codec=codec, uncompressed=len(plain(STRING, s.values)) + 20)
        for name, (codec, squeeze) in forms.items()])


# --- types ------------------------------------------------------------------------------

def int96():
    day = 86_400 * 10**9
    pairs = [(0, 2_440_588), (day - 1, 2_440_587), (0, 0), (0, 1_721_060), (0, 1_721_059),
             (-1, 2_440_588), (-day, 2_440_588), (day, 2_440_588), (2 * day + 1, 2_440_588),
             (0, 2**31 - 1), (0, -2**31), (2**63 - 1, 2_440_588), (-2**63, 2_440_588),
             (12 * 3600 * 10**9, 108_362_000), (500_000, 2_299_161), (1_000, 5_373_485)]
    values = [struct.pack("<qi", *p) for p in pairs]
    simple("handmade_int96", [Column("row", INT32, list(range(len(pairs) + 1)), REQUIRED),
                              Column("at", INT96, values + [None])])


def odd_times():
    """TIME below 0, of a day, and above."""
    day = 86_400
    seconds = [-1, 0, day - 1, day, 10 * day, None]
    columns = [Column("row", INT32, list(range(len(seconds))), REQUIRED)]
    for unit, ticks in ("ms", 10**3), ("us", 10**6), ("ns", 10**9):
        type = Type("INT32" if unit == "ms" else "INT64", ("TIME", unit, False))
        columns.append(Column(unit, type, [None if s is None else s * ticks for s in seconds]))
    simple("handmade_times_beyond_day", columns)


def decimals():
    columns = []
    for width in range(1, 21):
        precision = max(1, len(str(2**(8 * width - 1))) - 1)
        scale = [0, 2, precision][width % 3] if precision > 2 else 0
        top = 10**precision - 1
        unscaled = [0, 1, -1, top, -top, top // 3, -(top // 7), None]
        values = [None if u is None else u.to_bytes(width, "big", signed=True) for u in unscaled]
        columns.append(Column(f"f{width}", fixed(width, "DECIMAL", precision, scale), values))
    wide_ = [b"", b"\0", b"\xff", b"\0" * 20 + b"\1", b"\xff" * 30, b"\x30\x39",
             (10**38 - 1).to_bytes(16, "big"), None]
    columns.append(Column("bytes", Type("BYTE_ARRAY", ("DECIMAL", 38, 2)), wide_))
    columns.append(Column("i32", Type("INT32", ("DECIMAL", 9, 4)),
                          [0, 1, -1, 999_999_999, -999_999_999, 12_345, None, 5]))
    columns.append(Column("i64", Type("INT64", ("DECIMAL", 18, 18)),
                          [0, 1, -1, 10**18 - 1, 1 - 10**18, 5 * 10**17, None, 3]))
    columns.append(Column("i64_whole", Type("INT64", ("DECIMAL", 18, 0)),
                          [0, 1, -1, 10**18 - 1, 1 - 10**18, 5 * 10**17, None, 3]))
    simple("handmade_decimals", columns)
    some = [c for c in columns if c.name in ("f5", "f16", "bytes", "i32", "i64")]
    simple("handmade_decimals_converted", some, logical="converted")


def scalar_columns():
    """Every annotation that both a converted and a logical type express."""
    small = [-100, 100, None, 0, 1]
    big = [-10**12, 10**12, None, 0, 1]
    positive = [0, 200, None, 7, 1]
    texts = [b"", b"abc", None, "é😀".encode(), b'{"a":1}']
    columns = []
    for bits in 8, 16, 32, 64:
        physical = "INT64" if bits == 64 else "INT32"
        columns.append(Column(f"int{bits}", Type(physical, ("INT", bits, True)),
                              big if bits == 64 else small))
        columns.append(Column(f"uint{bits}", Type(physical, ("INT", bits, False)),
                              positive[:3] + [2**bits - 1, 2**(bits - 1)]))
    columns += [
        Column("date", Type("INT32", ("DATE",)), [-1, 0, None, 20_000, -800_000]),
        Column("time_ms", Type("INT32", ("TIME", "ms", True)),
               [0, 86_399_999, None, 43_200_000, 1]),
        Column("time_us", Type("INT64", ("TIME", "us", True)),
               [0, 86_399_999_999, None, 1000, 1]),
        Column("ts_ms", Type("INT64", ("TIMESTAMP", "ms", True)), [-1, 0, None, 10**12, 10**15]),
        Column("ts_us", Type("INT64", ("TIMESTAMP", "us", True)), [-1, 0, None, 10**15, -10**17]),
        Column("text", STRING, texts),
        Column("enum", Type("BYTE_ARRAY", ("ENUM",)), texts),
        Column("json", Type("BYTE_ARRAY", ("JSON",)), [b"{}", b"null", None, b"[1]", b'"x"']),
        Column("bson", Type("BYTE_ARRAY", ("BSON",)), [b"\5\0\0\0\0", b"\0", None, b"\xff", b""]),
    ]
    return columns


def annotations():
    columns = scalar_columns()
    interval = Column("interval", fixed(12, "INTERVAL"), [
        struct.pack("<III", *p) for p in ((0, 0, 0), (14, 3, 4005), (2**32 - 1,) * 3)]
        + [None, struct.pack("<III", 0, 1, 60_000)])
    simple("handmade_converted_only", columns + [interval], logical="converted")
    new = [
        Column("time_ms_local", Type("INT32", ("TIME", "ms", False)),
               [0, 86_399_999, None, 5, 1]),
        Column("time_us_local", Type("INT64", ("TIME", "us", False)),
               [0, 86_399_999_999, None, 5, 1]),
        Column("time_ns", Type("INT64", ("TIME", "ns", True)),
               [0, 86_399_999_999_999, None, 5, 1000]),
        Column("ts_ms_local", Type("INT64", ("TIMESTAMP", "ms", False)),
               [-1, 0, None, 5, 10**15]),
        Column("ts_us_local", Type("INT64", ("TIMESTAMP", "us", False)),
               [-1, 0, None, 5, 10**15]),
        Column("ts_ns_local", Type("INT64", ("TIMESTAMP", "ns", False)),
               [-1, 0, None, 5, 10**15]),
        Column("ts_ns", Type("INT64", ("TIMESTAMP", "ns", True)),
               [-2**63, 2**63 - 1, None, 5, 10**15]),
        Column("uuid", fixed(16, "UUID"), [bytes(16), b"\xff" * 16, None, bytes(range(16)),
                                           b"\xab" * 16]),
        Column("half", fixed(2, "FLOAT16"), [b"\0\x3c", b"\0\x80", None, b"\0\xfc", b"\1\x7e"]),
        Column("unknown", Type("INT32", ("NULL",)), [None] * 5),
        Column("geometry", Type("BYTE_ARRAY", ("GEOMETRY",)),
               [b"\1\1\0\0\0" + struct.pack("<dd", 1, 2), b"", None, b"\1", b"\0"]),
        Column("geography", Type("BYTE_ARRAY", ("GEOGRAPHY",)),
               [b"\1\1\0\0\0" + struct.pack("<dd", 3, 4), b"", None, b"\1", b"\0"]),
    ]
    simple("handmade_logical_only", columns + new, logical="logical")
    plain_ = [Column("bytes", BYTES, [b"", b"a\0b", None]),
              Column("fixed", fixed(3), [b"abc", b"\0\0\0", None]),
              Column("flag", BOOLEAN, [True, False, None]),
              Column("i", INT32, [-1, 2**31 - 1, None]),
              Column("l", INT64, [-1, 2**63 - 1, None]), Column("f", FLOAT, [0.5, -1.5, None]),
              Column("d", DOUBLE, [0.1, -1e300, None])]
    simple("handmade_physical", plain_ + [c._replace(name=c.name + "_must",
                                                     values=c.values[:2] + c.values[:1],
                                                     repetition=REQUIRED) for c in plain_])


def unknown_annotations():
    """Unknown logical types, with and without a converted type; and both known."""
    future = pb.record(pb.sub(99, pb.record(pb.i32(1, 1), pb.binary(2, "x"))))
    future_unit = pb.record(pb.sub(8, pb.record(pb.boolean(1, True),
                                                pb.sub(2, pb.record(pb.sub(9, pb.STOP))))))
    int8 = pb.logical_type(("INT", 8, True))
    text, raw = [b"abc", None, "é".encode()], [b"\1\2", None, b""]
    columns = [
        Column("text", STRING, text),
        Column("raw", BYTES, raw),
        Column("number", INT32, [1, None, -1]),
        Column("ms", Type("INT64", ("TIMESTAMP", "ms", True)), [0, None, 1]),
        Column("strange_unit", INT64, [5, None, -5]),
        Column("both_int8", Type("INT32", ("INT", 8, True)), [-1, None, 127]),
        Column("beyond_int8", Type("INT32", ("INT", 8, True)), [300, None, -300]),
        Column("converted_24", INT32, [7, None, -7]),
    ]
    schema = [
        element("text", STRING, OPTIONAL, logical=future),
        element("raw", BYTES, OPTIONAL, logical=future),
        element("number", INT32, OPTIONAL, logical=future),
        element("ms", columns[3].type, OPTIONAL, logical=future_unit),
        element("strange_unit", INT64, OPTIONAL, logical=future_unit),
        pb.record(pb.i32(1, 1), pb.i32(3, 1), pb.binary(4, "both_int8"), pb.i32(6, 13),
                  pb.sub(10, int8)),
        element("beyond_int8", columns[6].type, OPTIONAL),
        pb.record(pb.i32(1, 1), pb.i32(3, 1), pb.binary(4, "converted_24"), pb.i32(6, 24)),
    ]
    chunks = [plain_chunk(c.name, c.type, c.values) for c in columns]
    columns[6] = columns[6]._replace(values=[44, None, -44])  # 300 and -300 in 8 bits
    case("handmade_unknown_annotations", columns, parquet_file(schema, [(3, chunks)]))


def text_bytes():
    """Text that is not UTF-8 is passed on as stored."""
    odd = [b"\xff\xfe", b"ok", b"\xc3", None, b"a\xed\xa0\x80b", b"\0\xff",
           b"\xf8\x88\x80\x80\x80"]
    simple("handmade_text_not_utf8", [Column("t", STRING, odd)])
    json = [b'{"a":[1,"b"]}', b"", b"not", b"[1,]", None, b"\xff", b" 1e5 ", b"{} {}"]
    json_type = Type("BYTE_ARRAY", ("JSON",))
    simple("handmade_json_not_valid", [Column("j", json_type, json), Column("t", STRING, json)])


def statistics():
    """Malformed statistics, which must not be used."""
    n = 12
    ints = [i - 3 for i in range(n)]
    reals = [i / 2 - 1 for i in range(n)]
    texts = [f"t{i:02}".encode() for i in range(n)]
    pack = lambda v: struct.pack("<i", v)
    real = lambda v: struct.pack("<d", v)
    told = {
        "min_over_max": (INT32, ints, pb.statistics(pack(90), pack(-90), 0)),
        "wrong_width": (INT32, ints, pb.statistics(b"\1", b"\2\3", 0)),
        "empty_bounds": (INT32, ints, pb.statistics(b"", b"", 0)),
        "nan_bounds": (DOUBLE, reals, pb.statistics(real(float("nan")), real(float("nan")), 0)),
        "nan_max": (DOUBLE, reals, pb.statistics(real(-1.0), real(float("nan")), 0)),
        "zero_bounds": (DOUBLE, [0.0, -0.0] * 6, pb.statistics(real(0.0), real(-0.0), 0)),
        "negative_nulls": (INT32, [None, *ints[1:]], pb.statistics(pack(-2), pack(8), -5)),
        "truncated_text": (STRING, texts, pb.statistics(b"t", b"u", 0)),
        "old_text": (STRING, texts, pb.statistics(nulls=0, old_min=b"t09", old_max=b"t01")),
        "old_unsigned": (Type("INT32", ("INT", 32, False)), [1, 2**32 - 1] * 6,
                         pb.statistics(nulls=0, old_min=pack(-1), old_max=pack(1))),
        "old_int": (INT32, ints, pb.statistics(nulls=0, old_min=pack(-3), old_max=pack(8))),
    }
    columns = [Column(name, type, values) for name, (type, values, _) in told.items()]
    chunks = [plain_chunk(name, type, values, statistics=stats)
              for name, (type, values, stats) in told.items()]
    flat("handmade_statistics", columns, chunks)
    flat("handmade_statistics_no_orders", columns[8:], [
        plain_chunk(name, type, values, statistics=stats)
        for name, (type, values, stats) in list(told.items())[8:]],
        orders=False, created_by="parquet-mr version 1.6.0 (build 0)")


# --- columns that cannot be read, and one that can --------------------------------------

def refused():
    n = 10
    ok = int_column("ok")
    body = v1_body(INT32, ok.values)
    n_present = n - ok.values.count(None)
    alp_mode_1 = body[:-4 * n_present] + bytes([1, 0, 10, n_present, 0, 0, 0])
    start = "ERROR: parquet: testdata/{}.parquet: unsupported: "
    unsupported = lambda name: start + f'column "{name}"*'
    columns = [
        Column("lzo", INT32, ok.values, error=unsupported("lzo")),
        Column("codec_42", INT32, ok.values, error=unsupported("codec_42")),
        Column("encoding_77", INT32, ok.values, error=unsupported("encoding_77")),
        ok,
        Column("alp_mode_1", DOUBLE, ok.values, error=unsupported("alp_mode_1")),
    ]
    flat("handmade_unsupported", columns, [
        Chunk("lzo", INT32, [data_page(body, n)], n, codec=pb.LZO),
        Chunk("codec_42", INT32, [data_page(body, n)], n, codec=42),
        Chunk("encoding_77", INT32, [data_page(body, n, 77)], n, encodings=[77, pb.RLE]),
        plain_chunk("ok", INT32, ok.values),
        Chunk("alp_mode_1", DOUBLE, [data_page(alp_mode_1, n, 10)], n, encodings=[10, pb.RLE])])
    away = Column("elsewhere", INT32, ok.values)
    flat("handmade_file_path", [away, ok], [
        plain_chunk("elsewhere", INT32, ok.values, file_path="pyarrow_types.parquet"),
        plain_chunk("ok", INT32, ok.values)])
    flat("handmade_metadata_only", [away], [
        plain_chunk("elsewhere", INT32, ok.values, file_path="part-0/pyarrow_types.parquet")])
    lost = Column("lost", INT32, ok.values, error='*column "lost"*')
    flat("handmade_no_column_metadata", [lost, ok], [
        plain_chunk("lost", INT32, ok.values, absent=True), plain_chunk("ok", INT32, ok.values)])
    repeated_values = plain(INT32, [1, 2, 3])
    repeated = Chunk("r", INT32, [data_page(pb.sized(hybrid([0, 1, 0, 0], 1))
                                            + pb.sized(hybrid([1, 1, 0, 1], 1)) + repeated_values,
                                            4)], 4)
    three = int_column("ok", 3)
    case("handmade_repeated_beside", [Column("r", None, [b"[1,2]", b"[]", b"[3]"]), three,
                                      Column("none", None, [b"{}"] * 3, REQUIRED)],
         parquet_file([element("r", INT32, pb.REPEATED), element("ok", INT32, OPTIONAL),
                       element("none", None, REQUIRED, 0)],
                      [(3, [repeated, plain_chunk("ok", INT32, three.values)])]))


def continued_records():
    """Lists of INT32 whose records continue from one v1 page to the next."""
    lists = [[7, None, 9], None, list(range(20, 31)), [], [None], [1], list(range(50, 70)), [5, 6]]
    text = lambda v: b"null" if v is None else str(v).encode()
    texts = [None if v is None else b"[" + b",".join(map(text, v)) + b"]" for v in lists]
    slots = []  # (repetition, definition, value)
    for values in lists:
        if not values:
            slots.append((0, 0 if values is None else 1, None))
        slots += [(int(i > 0), 2 if v is None else 3, v) for i, v in enumerate(values or [])]
    distinct = sorted({v for _, _, v in slots if v is not None})

    def page(some, as_codes):
        values = present([v for _, _, v in some])
        body = (pb.levels([r for r, _, _ in some]) + pb.levels([d for _, d, _ in some], 2)
                + (pb.indices([distinct.index(v) for v in values]) if as_codes
                   else plain(INT32, values)))
        return data_page(body, len(some), pb.RLE_DICTIONARY if as_codes else pb.PLAIN)

    def chunk(name, size, dictionary):
        starts = range(0, len(slots), size)
        pages = [pb.dictionary_page(plain(INT32, distinct), len(distinct))] * dictionary
        pages += [page(slots[i:i + size], dictionary and i // size % 2 == 0) for i in starts]
        if size == 5:
            pages.insert(3, page([], False))
        return Chunk([name, "list", "element"], INT32, pages, len(slots),
                     encodings=(pb.PLAIN, pb.RLE, pb.RLE_DICTIONARY), dictionary=dictionary)

    def elements(name):
        return [element(name, None, OPTIONAL, 1, converted=3),
                element("list", None, pb.REPEATED, 1), element("element", INT32, OPTIONAL)]

    sizes = {"ones": (1, False), "fives": (5, False), "codes": (4, True), "whole": (1000, False)}
    numbers = [i * 3 for i in range(len(lists))]
    groups = [(len(lists), [chunk(name, *how) for name, how in sizes.items()]
               + [plain_chunk("id", INT32, numbers, REQUIRED, per_page=3)]) for _ in range(2)]
    schema = [e for name in sizes for e in elements(name)] + [element("id", INT32, REQUIRED)]
    case("handmade_continued_records",
         [Column(name, None, texts * 2) for name in sizes]
         + [Column("id", INT32, numbers * 2, REQUIRED)],
         parquet_file(schema, groups, schema_count=len(sizes) + 1))


def many_pages():
    """A row group of 500 pages of one row, and a row group without rows."""
    values = [None if i % 10 == 9 else i for i in range(500)]
    schema = [element("c", INT32, OPTIONAL), element("k", INT64, REQUIRED)]
    groups = [
        (0, [plain_chunk("c", INT32, []), Chunk("k", INT64, [], 0)]),
        (500, [plain_chunk("c", INT32, values, per_page=1),
               plain_chunk("k", INT64, [i * i for i in range(500)], REQUIRED, per_page=70)]),
    ]
    case("handmade_one_row_pages", [Column("c", INT32, values),
                                    Column("k", INT64, [i * i for i in range(500)], REQUIRED)],
         parquet_file(schema, groups))


for make in (thrift, unknown_pages, large_headers, wide, offsets, dictionary_offsets, old_sizes,
             old_levels, level_forms, dictionary_forms, delta_forms, split_forms, boolean_forms,
             v2_forms, empty_pages, checksums, codec_forms, int96, odd_times, decimals, annotations,
             unknown_annotations, text_bytes, statistics, refused, continued_records, many_pages):
    make()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    for name, (_, data) in CASES.items():
        (folder / f"{name}.parquet").write_bytes(data)
