# SPDX-License-Identifier: MIT
"""The files of testdata/bad/: each breaks the format in one known place.

    python3 testdata/make/broken_files.py [FOLDER]

CASES lists the place of the damage, for expected.py and the README.  In most files column "ok"
is sound and column "c" is damaged.
"""
import pathlib
import struct
import sys
import zlib
from typing import NamedTuple

import zstandard

import parquet_bytes as pb
from parquet_bytes import (
    BYTES, INT32, INT64, OPTIONAL, REQUIRED, STRING, Chunk, data_page, data_page_v2,
    dictionary_page, element, fixed, hybrid, levels, parquet_file, plain, plain_chunk)


class Case(NamedTuple):
    data: bytes
    what: str            # for the README
    column: str = None   # None: the file cannot be opened
    row_group: int = 0
    page: int = None     # index within the chunk
    offset: int = None   # of that page in the file
    rows: int = 10


CASES = {}
N = 10
NUMBERS = list(range(N))
OK = [i * 10 for i in range(N)]
ONES = levels([1] * N)


def column(name, what, type, pages, page=None, n=N, codec=pb.NONE, repetition=OPTIONAL,
           dictionary=False, first=(), **metadata):
    """A file with a damaged column c and a sound column ok; first: earlier row groups."""
    schema = [element("c", type, repetition), element("ok", INT32, REQUIRED)]
    chunk = Chunk("c", type, pages, n, codec, dictionary=dictionary, **metadata)
    groups = [*first, (N, [chunk, plain_chunk("ok", INT32, OK, REQUIRED)])]
    data = parquet_file(schema, groups)
    offset = chunk.page_offsets[page] if page is not None else None
    CASES[name] = Case(data, what, "c", len(first), page, offset, N * len(groups))


def whole(name, what, data):
    CASES[name] = Case(data, what)


def good_page(values=NUMBERS, **more):
    return data_page(levels([1] * len(values)) + plain(INT32, values), len(values), **more)


# --- pages ------------------------------------------------------------------------------

def page_bodies():
    short = data_page(levels([1] * 5) + plain(INT32, NUMBERS[5:8]), 5)
    column("page_too_few_values", "page 1 claims 5 values and holds 3", INT32,
           [good_page(NUMBERS[:5]), short], 1)
    column("page_too_few_levels", "page claims 10 values, its levels end after 7", INT32,
           [data_page(pb.sized(pb.rle_run(1, 7, 1)) + plain(INT32, NUMBERS), N)], 0)
    column("levels_too_long", "the levels' length passes the end of the page", INT32,
           [data_page(struct.pack("<I", 5000) + ONES[4:] + plain(INT32, NUMBERS), N)], 0)
    column("levels_out_of_page_v2", "v2 levels longer than the page", INT32,
           [data_page_v2(plain(INT32, NUMBERS), N, 0, hybrid([1] * N, 1), level_bytes=5000)], 0)
    column("text_past_page", "a text's length passes the end of the page", STRING,
           [data_page(ONES + pb.sized(b"abc") * 9 + struct.pack("<I", 4000) + b"x", N)], 0)
    column("text_negative_length", "a text's length is 2^32-1", STRING,
           [data_page(ONES + struct.pack("<I", 2**32 - 1) + pb.sized(b"abc") * 9, N)], 0)
    column("chunk_too_few_values", "the pages hold 6 values, the chunk and row group 10", INT32,
           [good_page(NUMBERS[:6])])
    column("chunk_too_many_values", "the pages hold 15 values, the chunk and row group 10", INT32,
           [good_page(NUMBERS[:8]), good_page(NUMBERS[:7])], 1)
    column("chunk_count_differs", "the chunk says 7 values, its row group 10 rows", INT32,
           [good_page(NUMBERS[:7])], n=7)
    first = (N, [plain_chunk("c", INT32, NUMBERS), plain_chunk("ok", INT32, OK, REQUIRED)])
    column("second_row_group", "page 1 of row group 1 holds 2 of 5 values", INT32,
           [good_page(NUMBERS[:5]), data_page(levels([1] * 5) + plain(INT32, NUMBERS[:2]), 5)],
           1, first=[first])


def page_headers():
    page = good_page()
    column("page_truncated", "the page is cut off by the end of its chunk", INT32, [page[:-12]],
           0)
    column("page_past_file", "the page claims 100,000 bytes", INT32,
           [good_page(compressed=100_000)], 0)
    column("page_negative_size", "the compressed size is -5", INT32, [good_page(compressed=-5)],
           0)
    column("page_negative_uncompressed", "the uncompressed size is -5", INT32,
           [good_page(size=-5)], 0)
    column("page_negative_count", "the page claims -10 values", INT32,
           [data_page(ONES + plain(INT32, NUMBERS), -10)], 0)
    column("page_sizes_differ", "not compressed, but the sizes differ", INT32,
           [good_page(size=99)], 0)
    column("page_without_header", "a data page without DataPageHeader", INT32,
           [pb.page(pb.DATA_PAGE, ONES + plain(INT32, NUMBERS), 50)], 0)
    column("page_header_garbage", "the page header is not Thrift", INT32, [b"\xff" * 40], 0)
    column("page_huge", "the page claims 2 GB uncompressed", INT32,
           [data_page(ONES + plain(INT32, NUMBERS), N, compress=lambda b: zlib.compress(b),
                      size=2**31 - 1)], 0, codec=pb.GZIP)
    column("fixed_without_length", "FIXED_LEN_BYTE_ARRAY of length -1", fixed(-1),
           [data_page(ONES + b"abc" * N, N)])
    column("chunk_past_file", "the chunk's offset is beyond the file", INT32, [page], data=10**9)
    column("chunk_negative_offset", "the chunk's offset is -1", INT32, [page], data=-1)


def checksums():
    column("wrong_crc", "page 1 has a wrong CRC", INT32,
           [good_page(NUMBERS[:5], crc=0), good_page(NUMBERS[5:], crc=1)], 1)
    texts = plain(STRING, [b"a", b"b"])
    column("wrong_crc_dictionary", "the dictionary page has a wrong CRC", STRING,
           [dictionary_page(texts, 2, crc=7),
            data_page(ONES + pb.indices([0, 1] * 5), N, pb.RLE_DICTIONARY, crc=0)], 0,
           dictionary=True)


def codecs():
    squeeze = zstandard.ZstdCompressor().compress
    body = ONES + plain(INT32, NUMBERS)
    column("wrong_uncompressed_size", "the page holds 46 bytes uncompressed, its header says 60",
           INT32,
           [data_page(body, N, compress=squeeze, size=60)], 0, codec=pb.ZSTD)
    column("wrong_uncompressed_size_less",
           "the page holds 46 bytes uncompressed, its header says 20",
           INT32, [data_page(body, N, compress=squeeze, size=20)], 0, codec=pb.ZSTD)
    for name, codec in (("snappy", pb.SNAPPY), ("gzip", pb.GZIP), ("brotli", pb.BROTLI),
                        ("lz4", pb.LZ4), ("zstd", pb.ZSTD), ("lz4_raw", pb.LZ4_RAW)):
        column(f"garbage_{name}", f"the page is not {name}", INT32,
               [data_page(body, N, compress=lambda b: b"\xfe\xdc\xba" * 15)], 0, codec=codec)
    column("truncated_zstd", "the zstd frame is cut off", INT32,
           [data_page(body, N, compress=lambda b: squeeze(b)[:-6])], 0, codec=pb.ZSTD)


def dictionaries():
    rle = pb.RLE_DICTIONARY
    three = dictionary_page(plain(STRING, [b"a", b"b", b"c"]), 3)
    data = lambda encoded: data_page(ONES + encoded, N, rle)
    column("dictionary_index_out_of_range", "index 5 into a dictionary of 3, on page 2", STRING,
           [three, data_page(levels([1] * 5) + pb.indices([0, 1, 2, 1, 0]), 5, rle),
            data_page(levels([1] * 5) + pb.indices([0, 1, 2, 5, 0]), 5, rle)], 2, dictionary=True)
    column("dictionary_width_33", "dictionary indices of 33 bits", STRING,
           [three, data(b"\x21" + hybrid([0] * N, 33))], 1, dictionary=True)
    column("dictionary_missing", "dictionary indices without a dictionary", STRING,
           [data(pb.indices([0, 1] * 5))], 0)
    column("dictionary_twice", "two dictionary pages in one chunk", STRING,
           [three, three, data(pb.indices([0, 1] * 5))], 1, dictionary=True)
    column("dictionary_count", "the dictionary page claims 9 entries and holds 3", STRING,
           [dictionary_page(plain(STRING, [b"a", b"b", b"c"]), 9), data(pb.indices([0, 1] * 5))],
           0,
           dictionary=True)
    column("dictionary_negative_count", "the dictionary page claims -1 entries", STRING,
           [dictionary_page(plain(STRING, [b"a"]), -1), data(pb.indices([0] * N))], 0,
           dictionary=True)
    column("dictionary_indices_end", "the indices end after 8 of 10", STRING,
           [three, data(b"\2" + pb.packed_run([0, 1, 2, 0, 1, 2, 0, 1], 2))], 1, dictionary=True)


def deltas():
    packed, length, both = pb.DELTA_BINARY_PACKED, pb.DELTA_LENGTH_BYTE_ARRAY, pb.DELTA_BYTE_ARRAY
    page = lambda body, encoding: data_page(ONES + body, N, encoding)
    good = pb.delta_binary(NUMBERS, 32)
    column("delta_block_zero", "DELTA_BINARY_PACKED with block size 0", INT32,
           [page(b"\0\4" + good[3:], packed)], 0)
    column("delta_block_100", "DELTA_BINARY_PACKED with block size 100", INT32,
           [page(b"\x64\4" + good[3:], packed)], 0)
    column("delta_miniblocks_zero", "DELTA_BINARY_PACKED with no miniblocks", INT32,
           [page(good[:2] + b"\0" + good[3:], packed)], 0)
    column("delta_miniblocks_3", "DELTA_BINARY_PACKED with 3 miniblocks in 128 values", INT32,
           [page(good[:2] + b"\3" + good[3:], packed)], 0)
    column("delta_count", "DELTA_BINARY_PACKED of 7 values where the levels have 10", INT32,
           [page(pb.delta_binary(NUMBERS[:7], 32), packed)], 0)
    jumps = [0, 1, 5, 2, 9, 4, 30, 1, 0, 7]
    column("delta_truncated", "DELTA_BINARY_PACKED cut off in a miniblock", INT64,
           [page(pb.delta_binary(jumps)[:-20], packed)], 0)
    column("delta_width_65", "DELTA_BINARY_PACKED with a miniblock of 65 bits", INT64,
           [page(pb.varint(128) + b"\4\x0a\0" + pb.zigzag(1) + b"\x41\0\0\0" + bytes(260),
                 packed)], 0)
    column("delta_length_negative", "DELTA_LENGTH_BYTE_ARRAY with a negative length", BYTES,
           [page(pb.delta_binary([1, -1] + [1] * 8, 32) + b"x" * 9, length)], 0)
    column("delta_length_past_page", "DELTA_LENGTH_BYTE_ARRAY whose lengths pass the page", BYTES,
           [page(pb.delta_binary([1] * 9 + [2**31 - 1], 32) + b"x" * 9, length)], 0)
    column("delta_prefix_too_long", "DELTA_BYTE_ARRAY with a prefix longer than the value before",
           BYTES,
           [page(pb.delta_binary([0, 9] + [0] * 8, 32) + pb.delta_length([b"ab"] * N), both)], 0)
    column("delta_prefix_first", "DELTA_BYTE_ARRAY whose first value has a prefix", BYTES,
           [page(pb.delta_binary([3] + [0] * 9, 32) + pb.delta_length([b"ab"] * N), both)], 0)
    column("delta_fixed_width", "DELTA_BYTE_ARRAY values of 3 bytes in a column of 4", fixed(4),
           [page(pb.delta_bytes([b"abc"] * N), both)], 0)
    column("split_not_multiple", "BYTE_STREAM_SPLIT of 39 bytes for 10 values of 4", INT32,
           [page(pb.split(INT32, NUMBERS)[:-1], pb.BYTE_STREAM_SPLIT)], 0)


# --- footers ----------------------------------------------------------------------------

def footers():
    schema = [element("c", INT32, OPTIONAL)]
    groups = lambda: [(N, [plain_chunk("c", INT32, NUMBERS)])]
    good = parquet_file(schema, groups())
    whole("empty", "no byte", b"")
    whole("too_short", "the 8 bytes PAR1PAR1", b"PAR1PAR1")
    whole("no_magic", "no magic at the end", good[:-4] + b"GONE")
    whole("no_magic_first", "no magic at the beginning", b"GONE" + good[4:])
    whole("not_parquet", "a text file", b"id,name\n" + b"1,one\n" * 50)
    whole("truncated", "the second half is missing", good[:len(good) // 2])
    whole("footer_too_long", "the footer's length passes the file", parquet_file(
        schema, groups(), footer_length=10**6))
    whole("footer_length_zero", "the footer's length is 0", parquet_file(
        schema, groups(), footer_length=0))
    whole("footer_length_negative", "the footer's length is 2^32-1", parquet_file(
        schema, groups(), footer_length=2**32 - 1))
    whole("footer_garbage", "the footer is not Thrift",
          b"PAR1" + b"\xff" * 60 + struct.pack("<I", 60) + b"PAR1")
    deep = b"\x1c" * 5000 + b"\0" * 5000
    whole("footer_deep", "a footer of 5,000 nested structs", b"PAR1" + deep
          + struct.pack("<I", len(deep)) + b"PAR1")
    huge = pb.record(pb.i32(1, 1), (2, 9, b"\xfc" + pb.varint(2**31 - 1)))
    whole("footer_huge_list", "a schema of 2^31-1 elements", b"PAR1" + huge
          + struct.pack("<I", len(huge)) + b"PAR1")
    whole("schema_too_few", "the root claims 5 children, there is 1", parquet_file(
        schema, groups(), schema_count=5))
    whole("schema_too_many", "the root claims 1 child, there are 2", parquet_file(
        [*schema, element("d", INT32, OPTIONAL)], groups(), schema_count=1))
    whole("schema_negative_children", "the root claims -1 children", parquet_file(
        schema, groups(), schema_count=-1))
    whole("chunks_missing", "the row group has no chunk for column d", parquet_file(
        [*schema, element("d", INT32, OPTIONAL)], groups()))
    whole("rows_negative", "the row group has -10 rows", parquet_file(
        schema, [(-N, [plain_chunk("c", INT32, NUMBERS)])]))
    whole("encrypted", "the magic is PARE, but nothing is encrypted", b"PARE" + good[4:-4] + b"PARE")


for make in page_bodies, page_headers, checksums, codecs, dictionaries, deltas, footers:
    make()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    (folder / "bad").mkdir(exist_ok=True)
    for name, case in CASES.items():
        (folder / "bad" / f"{name}.parquet").write_bytes(case.data)
