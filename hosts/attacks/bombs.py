# SPDX-License-Identifier: MIT
"""Parquet files that look small or harmless and take long to read, and arguments of functions
that are large.

    hosts/attacks/bombs.py [--full] FOLDER [NAME...]      writes them; --full: at their largest

Each bomb is a function of a Scale that returns a file's bytes; each call one that returns a
statement and its parameters.  Compressed pages of zeros
are built here from the codecs' specifications, except brotli, which needs libbrotlienc;
without it that bomb is left out.
"""
import argparse
import ctypes
import ctypes.util
import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "testdata/make"))
import parquet_bytes as pb  # noqa: E402

BOMBS = {}
CALLS = {}


class Scale:
    """How large: bytes of a decompressed page, numbers of pages, of row groups, ..."""

    def __init__(self, full):
        self.page_bytes = 1 << 30 if full else 1 << 27
        self.stored_bytes = 1 << 29 if full else 1 << 26
        self.pages = 4_000_000 if full else 300_000
        self.parts = 1_000_000 if full else 50_000
        self.footer_bytes = 100 << 20 if full else 16 << 20
        self.arguments = 2_000_000 if full else 1_000_000


def bomb(function):
    BOMBS[function.__name__] = function
    return function


def call(function):
    CALLS[function.__name__] = function
    return function


# --- zeros, compressed -------------------------------------------------------------------

def gzip_zeros(n):
    squeeze = zlib.compressobj(9, wbits=31)
    piece = bytes(1 << 20)
    parts = [squeeze.compress(piece[:min(n - at, 1 << 20)]) for at in range(0, n, 1 << 20)]
    return b"".join(parts) + squeeze.flush()


def snappy_zeros(n):
    """A literal of one byte, then copies of 64 from one byte back."""
    out = bytearray(pb.varint(n) + b"\0\0")
    whole, rest = divmod(n - 1, 64)
    out += bytes([63 << 2 | 2, 1, 0]) * whole
    if rest:
        out += bytes([rest - 1 << 2 | 2, 1, 0])
    return bytes(out)


def lz4_zeros(n):
    """A literal of one byte, a copy of nearly everything, and the last five bytes."""
    length = n - 1 - 5 - 4 - 15
    return (b"\x1f\0\1\0" + b"\xff" * (length // 255) + bytes([length % 255]) +
            b"\x50" + bytes(5))


def zstd_zeros(n):
    """A frame of RLE blocks of 128 KiB."""
    out = bytearray(struct.pack("<IBQ", 0xFD2FB528, 0xE0, n))  # one segment, 8 bytes of size
    while n > 0:
        size = min(n, 1 << 17)
        n -= size
        out += struct.pack("<I", size << 3 | 1 << 1 | (n == 0))[:3] + b"\0"
    return bytes(out)


def brotli_zeros(n):
    library = ctypes.CDLL(ctypes.util.find_library("brotlienc") or "libbrotlienc.so.1")
    data, room = bytes(n), ctypes.c_size_t(1 << 20)
    out = ctypes.create_string_buffer(room.value)
    assert library.BrotliEncoderCompress(5, 24, 0, ctypes.c_size_t(n), data,
                                         ctypes.byref(room), out)
    return out.raw[:room.value]


CODECS = {"gzip": (2, gzip_zeros), "snappy": (1, snappy_zeros), "zstd": (6, zstd_zeros),
          "lz4": (7, lz4_zeros), "brotli": (4, brotli_zeros)}


def zero_page(codec, n, n_values, **options):
    number, zeros = CODECS[codec]
    body = zeros(n)
    return number, pb.data_page(b"", n_values, compress=lambda _: body, size=n, **options)


def dictionary(body, size, n):
    header = pb.record(pb.i32(1, n), pb.i32(2, pb.PLAIN))
    return pb.page(pb.DICTIONARY_PAGE, body, size, [pb.sub(7, header)])


def one_chunk(type, page, n, codec=0, repetition=pb.REQUIRED, **options):
    pages = page if isinstance(page, list) else [page]
    chunk = pb.Chunk("a", type, pages, n, codec=codec, **options)
    return pb.parquet_file([pb.element("a", type, repetition)], [(n, [chunk])])


# --- pages -------------------------------------------------------------------------------

@bomb
def pages_without_values(scale):
    page = pb.data_page(b"", 0) * scale.pages
    return one_chunk(pb.INT64, page + pb.data_page(bytes(8), 1), 1)


@bomb
def pages_of_unknown_type(scale):
    page = pb.page(9, b"", 0) * (2 * scale.pages)
    return one_chunk(pb.INT64, page + pb.data_page(bytes(8), 1), 1)


@bomb
def pages_of_one_value(scale):
    return one_chunk(pb.INT64, pb.data_page(bytes(8), 1) * scale.pages, scale.pages)


@bomb
def page_stored(scale):
    n = scale.stored_bytes
    body = bytes(n)
    return one_chunk(pb.INT64, pb.data_page(body, n // 8, crc=zlib.crc32(body)), n // 8)


for codec in CODECS:
    def page_of(scale, codec=codec):
        n = scale.page_bytes
        number, page = zero_page(codec, n, n // 8)
        return one_chunk(pb.INT64, page, n // 8, codec=number)
    BOMBS[f"page_{codec}"] = page_of

    def dictionary_of(scale, codec=codec):
        """A dictionary page of zeros, of which one entry is used."""
        number, zeros = CODECS[codec]
        n = scale.page_bytes
        page = dictionary(zeros(n), n, n // 8)
        data = pb.data_page(b"", 8, encoding=pb.RLE_DICTIONARY, size=3,
                            compress=lambda _: stored(codec, bytes([1, 16, 0])))
        return one_chunk(pb.INT64, [page, data], 8, codec=number, dictionary=True)
    BOMBS[f"dictionary_{codec}"] = dictionary_of


def stored(codec, data):
    """A few bytes, compressed."""
    if codec == "snappy":
        return bytes([len(data), len(data) - 1 << 2]) + data
    if codec == "lz4":
        return bytes([len(data) << 4]) + data
    if codec == "zstd":
        return struct.pack("<IBB", 0xFD2FB528, 0x20, len(data)) + struct.pack(
            "<I", len(data) << 3 | 1)[:3] + data
    if codec == "brotli":
        library = ctypes.CDLL(ctypes.util.find_library("brotlienc") or "libbrotlienc.so.1")
        room, out = ctypes.c_size_t(100), ctypes.create_string_buffer(100)
        assert library.BrotliEncoderCompress(5, 16, 0, ctypes.c_size_t(len(data)), data,
                                             ctypes.byref(room), out)
        return out.raw[:room.value]
    squeeze = zlib.compressobj(9, wbits=31)
    return squeeze.compress(data) + squeeze.flush()


@bomb
def texts_empty(scale):
    """A page that contains only lengths of 0."""
    number, page = zero_page("zstd", scale.page_bytes, scale.page_bytes // 4)
    return one_chunk(pb.STRING, page, scale.page_bytes // 4, codec=number)


@bomb
def dictionary_of_empty_texts(scale):
    n = scale.page_bytes
    page = dictionary(zstd_zeros(n), n, n // 4)
    data = pb.data_page(b"", 8, encoding=pb.RLE_DICTIONARY, size=3,
                        compress=lambda _: stored("zstd", bytes([1, 16, 0])))
    return one_chunk(pb.STRING, [page, data], 8, codec=6, dictionary=True)


@bomb
def text_of_one_page(scale):
    """A single text of x, as large as a page."""
    n = min(scale.page_bytes, 900 << 20)
    head = struct.pack("<I", n - 4)
    body = stored_then_zeros(head, n)
    return one_chunk(pb.STRING, pb.data_page(b"", 1, compress=lambda _: body, size=n), 1,
                     codec=6)


def stored_then_zeros(head, n, fill=b"x"):
    """zstd: a raw block, then RLE blocks of one letter."""
    out = bytearray(struct.pack("<IBQ", 0xFD2FB528, 0xE0, n))
    out += struct.pack("<I", len(head) << 3)[:3] + head
    n -= len(head)
    while n > 0:
        size = min(n, 1 << 17)
        n -= size
        out += struct.pack("<I", size << 3 | 1 << 1 | (n == 0))[:3] + fill
    return bytes(out)


@bomb
def columns_share_a_page(scale):
    """Eight columns over the same brotli page."""
    n = scale.page_bytes
    number, page = zero_page("brotli", n, n // 8)
    names = "abcdefgh"
    chunks = [pb.Chunk(c, pb.INT64, [page if c == "a" else b""], n // 8, codec=number,
                       data=4, compressed=len(page), uncompressed=n) for c in names]
    return pb.parquet_file([pb.element(c, pb.INT64, pb.REQUIRED) for c in names],
                           [(n // 8, chunks)])


# --- few bytes, many values --------------------------------------------------------------

@bomb
def nulls_of_one_run(scale):
    n = 2**31 - 1 if scale.page_bytes == 1 << 30 else 1 << 28
    page = pb.data_page(pb.sized(pb.rle_run(0, n, 1)), n)
    return one_chunk(pb.INT64, page, n, repetition=pb.OPTIONAL)


@bomb
def codes_of_one_run(scale):
    n = 2**31 - 1 if scale.page_bytes == 1 << 30 else 1 << 28
    page = pb.data_page(b"\1" + pb.rle_run(0, n, 1), n, encoding=pb.RLE_DICTIONARY)
    return one_chunk(pb.STRING, [pb.dictionary_page(pb.plain(pb.STRING, [b"one"]), 1), page],
                     n, dictionary=True)


def delta_zeros(n):
    """DELTA_BINARY_PACKED zeros: blocks of two bytes for each 2^17 values."""
    block, miniblocks = 1 << 17, 1
    blocks = (n - 1 + block - 1) // block
    return (pb.varint(block) + pb.varint(miniblocks) + pb.varint(n) + pb.zigzag(0) +
            b"\0\0" * blocks)


@bomb
def deltas_of_zeros(scale):
    n = 2**31 - 1 if scale.page_bytes == 1 << 30 else 1 << 28
    return one_chunk(pb.INT64, pb.data_page(delta_zeros(n), n,
                                            encoding=pb.DELTA_BINARY_PACKED), n)


@bomb
def prefixes_of_a_text(scale):
    """DELTA_BYTE_ARRAY: each text equals the previous one."""
    n = scale.parts
    text = b"x" * 100_000
    prefixes = pb.delta_binary([0] + [len(text)] * (n - 1), bits=32)
    suffixes = pb.delta_binary([len(text)] + [0] * (n - 1), bits=32)
    page = pb.data_page(prefixes + suffixes + text, n, encoding=pb.DELTA_BYTE_ARRAY)
    return one_chunk(pb.STRING, page, n)


def list_schema(type):
    return [pb.element("a", repetition=pb.OPTIONAL, children=1, converted=3),
            pb.element("list", repetition=pb.REPEATED, children=1),
            pb.element("element", type, pb.OPTIONAL)]


@bomb
def list_of_one_text(scale):
    """One row: a list with very many references to a large dictionary entry."""
    n, text = scale.parts, b"x" * 1_000_000
    repetition = pb.sized(pb.rle_run(0, 1, 1) + pb.rle_run(1, n - 1, 1))
    definition = pb.sized(pb.rle_run(3, n, 2))
    page = pb.data_page(repetition + definition + b"\1" + pb.rle_run(0, n, 1), n,
                        encoding=pb.RLE_DICTIONARY)
    pages = [pb.dictionary_page(pb.plain(pb.STRING, [text]), 1), page]
    chunk = pb.Chunk(["a", "list", "element"], pb.STRING, pages, n, dictionary=True)
    return pb.parquet_file(list_schema(pb.STRING), [(1, [chunk])], schema_count=1)


@bomb
def list_of_nulls(scale):
    n = 2**31 - 1 if scale.page_bytes == 1 << 30 else 1 << 28
    repetition = pb.sized(pb.rle_run(0, 1, 1) + pb.rle_run(1, n - 1, 1))
    page = pb.data_page(repetition + pb.sized(pb.rle_run(2, n, 2)), n)
    chunk = pb.Chunk(["a", "list", "element"], pb.INT64, [page], n)
    return pb.parquet_file(list_schema(pb.INT64), [(1, [chunk])], schema_count=1)


# --- blocks without any output -----------------------------------------------------------

@bomb
def blocks_empty_zstd(scale):
    head = struct.pack("<IBQ", 0xFD2FB528, 0xE0, 8)
    body = head + b"\0\0\0" * (scale.stored_bytes // 3) + b"\x41\0\0" + bytes(8)
    return one_chunk(pb.INT64, pb.data_page(b"", 1, compress=lambda _: body, size=8), 1,
                     codec=6)


@bomb
def blocks_empty_gzip(scale):
    body = (b"\x1f\x8b\x08" + bytes(7) + b"\0\0\0\xff\xff" * (scale.stored_bytes // 5) +
            b"\1\x08\0\xf7\xff" + bytes(8) + struct.pack("<II", zlib.crc32(bytes(8)), 8))
    return one_chunk(pb.INT64, pb.data_page(b"", 1, compress=lambda _: body, size=8), 1,
                     codec=2)


@bomb
def members_empty_gzip(scale):
    empty = zlib.compressobj(9, wbits=31).flush()
    body = empty * (scale.stored_bytes // len(empty)) + stored("gzip", bytes(8))
    return one_chunk(pb.INT64, pb.data_page(b"", 1, compress=lambda _: body, size=8), 1,
                     codec=2)


# --- footers -----------------------------------------------------------------------------

def small_chunk(name="a"):
    return pb.Chunk(name, pb.INT64, [pb.data_page(bytes(8), 1)], 1)


@bomb
def row_groups(scale):
    """Very many, all of the same page."""
    chunk = small_chunk()
    chunk.offset = 4
    group = pb.record(pb.many(1, [chunk.column_chunk()]), pb.i64(2, 20), pb.i64(3, 1))
    return with_footer(chunk.pages[0], [pb.element("a", pb.INT64, pb.REQUIRED)],
                       [group] * scale.parts, scale.parts, 1)


@bomb
def row_groups_of_columns(scale):
    """A thousand columns, in enough row groups for a large footer."""
    names = ["c%d" % i for i in range(1000)]
    chunks = []
    for name in names:
        chunk = small_chunk(name)
        chunk.offset = 4
        chunks.append(chunk.column_chunk())
    group = pb.record(pb.many(1, chunks), pb.i64(2, 20), pb.i64(3, 1))
    n = max(1, scale.footer_bytes // len(group))
    return with_footer(small_chunk().pages[0],
                       [pb.element(name, pb.INT64, pb.REQUIRED) for name in names],
                       [group] * n, n, 1000)


@bomb
def schema_elements(scale):
    """Very many columns of one name."""
    return with_footer(b"", [pb.element("a", pb.INT64, pb.REQUIRED)] * scale.parts, [], 0, 0,
                       columns=scale.parts)


@bomb
def schema_names(scale):
    """Very many columns, each with its name."""
    schema = [pb.element("column number %d" % i, pb.INT64, pb.REQUIRED)
              for i in range(scale.parts)]
    return with_footer(b"", schema, [], 0, 0, columns=scale.parts)


@bomb
def schema_groups(scale):
    """One column, a group of very many."""
    schema = [pb.element("a", repetition=pb.REQUIRED, children=scale.parts)]
    schema += [pb.element("b", pb.INT64, pb.REQUIRED)] * scale.parts
    return with_footer(b"", schema, [], 0, 0, columns=1)


@bomb
def key_values(scale):
    pair = pb.record(pb.binary(1, "key"), pb.binary(2, "value"))
    return with_footer(small_chunk().pages[0], [pb.element("a", pb.INT64, pb.REQUIRED)], [], 0,
                       1, key_values=[pair] * (scale.footer_bytes // len(pair)))


def with_footer(data, schema, groups, rows, leaves, columns=None, key_values=None):
    footer = pb.record(
        pb.i32(1, 1),
        pb.many(2, [pb.element("schema", children=columns or len(schema)), *schema]),
        pb.i64(3, rows), pb.many(4, groups), pb.many(5, key_values),
        pb.binary(6, "handmade"), pb.many(7, [pb.record(pb.sub(1, pb.STOP))] * leaves))
    return b"PAR1" + data + footer + struct.pack("<I", len(footer)) + b"PAR1"


# --- arguments ---------------------------------------------------------------------------

FILE = "testdata/trips.parquet"


@call
def key_names(scale):
    """Names of keys, 4 GB in all."""
    return ("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
            "SELECT count(parquet_add_key(printf('%.*c', 10000000, 'n') || i, zeroblob(16))) FROM n",
            ())


@call
def keys(scale):
    """Very many keys, some of them with names of the greatest length."""
    return ("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "SELECT count(parquet_add_key(printf('%0*d', iif(i % 100 = 0, 4096, 20), i), zeroblob(16))) FROM n",
            (scale.arguments,))


@call
def path_list(scale):
    return "SELECT count(*) FROM read_parquet(?)", ("\n".join([FILE] * scale.arguments),)


@call
def path_list_of_functions(scale):
    return "SELECT count(*) FROM parquet_schema(?)", ("\n".join([FILE] * scale.arguments),)


@call
def path_list_of_patterns(scale):
    """They find nothing."""
    return ("SELECT count(*) FROM read_parquet(?)",
            ("\n".join(["testdata/{none,nil}/{a,b}[1]"] * scale.arguments),))


@call
def path_list_of_empty_lines(scale):
    return "SELECT count(*) FROM parquet_schema(?)", ("\n" * (30 * scale.arguments) + FILE,)


@call
def path_list_attached(scale):
    return "SELECT parquet_attach(?, 'many')", ("\n".join([FILE] * scale.arguments),)


@call
def restrict_list(scale):
    return "SELECT parquet_restrict(?)", ("read=" + ",".join(["testdata"] * scale.arguments),)


@call
def restrict_names(scale):
    """Folders that do not exist, with long names."""
    return ("SELECT parquet_restrict(?, ?)",
            ("write=" + ",".join(["x" * 4000] * (scale.arguments // 200)),
             "read=" + "x" * (100 * scale.arguments)))


@call
def option_column_keys(scale):
    names = ", ".join(f"a{i}" for i in range(scale.arguments))
    return "SELECT count(*) FROM parquet_schema(?, ?)", (FILE, f"column_keys=k: {names}")


@call
def option_columns(scale):
    names = ",".join(["vendor"] * scale.arguments)
    return "SELECT count(*) FROM read_parquet(?, ?)", (FILE, f"columns={names}")


@call
def option_types(scale):
    return ("SELECT count(*) FROM read_parquet(?, ?)",
            (FILE, "types=" + "trip_id=DATE," * scale.arguments))


def write(name, path, scale):
    """Returns False if this machine cannot make it."""
    try:
        data = BOMBS[name](scale)
    except OSError:
        return False
    pathlib.Path(path).write_bytes(data)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    pathlib.Path(arguments.folder).mkdir(parents=True, exist_ok=True)
    for name in arguments.names or BOMBS:
        path = f"{arguments.folder}/{name}.parquet"
        if write(name, path, Scale(arguments.full)):
            print(f"{pathlib.Path(path).stat().st_size:>12,} {path}")


if __name__ == "__main__":
    main()
