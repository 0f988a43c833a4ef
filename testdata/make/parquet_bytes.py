# SPDX-License-Identifier: MIT
"""Parquet files byte by byte: Thrift's compact protocol, levels, encodings, pages, footer.

Nothing here checks its arguments, so that files can be wrong on purpose.
"""
import struct
import zlib

from contract import Type

# --- Thrift compact protocol ------------------------------------------------------------

STOP = b"\0"


def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out + bytes([n]))


def zigzag(n):
    return varint((n << 1) ^ (n >> 127))


def record(*fields):
    """A struct.  A field is (id, wire type, bytes) or None, which is left out."""
    out, last = bytearray(), 0
    for id, wire, body in filter(None, fields):
        step = id - last
        out += bytes([step << 4 | wire]) if 0 < step < 16 else bytes([wire]) + zigzag(id)
        out += body
        last = id
    return bytes(out + STOP)


def boolean(id, flag):
    return None if flag is None else (id, 1 if flag else 2, b"")


def i16(id, n):
    return None if n is None else (id, 4, zigzag(n))


def i32(id, n):
    return None if n is None else (id, 5, zigzag(n))


def i64(id, n):
    return None if n is None else (id, 6, zigzag(n))


def binary(id, text):
    if text is None:
        return None
    text = text.encode() if isinstance(text, str) else text
    return id, 8, varint(len(text)) + text


def sub(id, body):
    return None if body is None else (id, 12, body)


def sequence(elements, wire):
    n = len(elements)
    head = bytes([n << 4 | wire]) if n < 15 else bytes([0xF0 | wire]) + varint(n)
    return head + b"".join(elements)


def many(id, elements, wire=12):
    return None if elements is None else (id, 9, sequence(elements, wire))


def string_element(text):
    text = text.encode() if isinstance(text, str) else text
    return varint(len(text)) + text


def unknown_fields(first):
    """One field of every wire type, numbered from first, and field 32767."""
    yield boolean(first, True)
    yield boolean(first + 1, False)
    yield first + 2, 3, b"\x7f"
    yield i16(first + 3, -2)
    yield i32(first + 4, 2**31 - 1)
    yield i64(first + 5, -2**63)
    yield first + 6, 7, struct.pack("<d", 0.5)
    yield binary(first + 7, "unknown")
    yield many(first + 8, [b"\1", b"\2", b"\1"], wire=1)
    yield many(first + 9, [zigzag(n) for n in range(20)], wire=5)
    yield many(first + 10, [record(i32(1, 1), sub(2, record(binary(1, "x"))))] * 2)
    yield first + 11, 10, sequence([string_element("a"), string_element("bc")], 8)
    yield first + 12, 11, b"\0"
    yield first + 13, 11, (varint(2) + b"\x85" + string_element("k") + zigzag(1)
                           + string_element("l") + zigzag(2))
    yield first + 14, 13, bytes(range(16))
    yield sub(first + 15, record(sub(1, record(sub(1, record(many(3, []))))), boolean(200, True)))
    yield binary(32767, "extension")


# --- the format's numbers ---------------------------------------------------------------

PHYSICAL = {"BOOLEAN": 0, "INT32": 1, "INT64": 2, "INT96": 3, "FLOAT": 4, "DOUBLE": 5,
            "BYTE_ARRAY": 6, "FIXED_LEN_BYTE_ARRAY": 7}
REQUIRED, OPTIONAL, REPEATED = range(3)
PLAIN, PLAIN_DICTIONARY, RLE, BIT_PACKED = 0, 2, 3, 4
DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY = 5, 6, 7
RLE_DICTIONARY, BYTE_STREAM_SPLIT = 8, 9
NONE, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW = range(8)
DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2 = range(4)

CONVERTED = {("STRING",): 0, ("ENUM",): 4, ("DATE",): 6, ("JSON",): 19, ("BSON",): 20,
             ("INTERVAL",): 21, ("TIME", "ms", True): 7, ("TIME", "us", True): 8,
             ("TIMESTAMP", "ms", True): 9, ("TIMESTAMP", "us", True): 10}
for _i, _bits in enumerate((8, 16, 32, 64)):
    CONVERTED["INT", _bits, False] = 11 + _i
    CONVERTED["INT", _bits, True] = 15 + _i


def converted_type(logical):
    if logical is None:
        return None
    return 5 if logical[0] == "DECIMAL" else CONVERTED.get(logical)


def logical_type(logical):
    """The LogicalType union of a Type's logical part."""
    if logical is None or logical[0] == "INTERVAL":
        return None
    kind = logical[0]
    ids = {"STRING": 1, "ENUM": 4, "DECIMAL": 5, "DATE": 6, "TIME": 7, "TIMESTAMP": 8,
           "INT": 10, "NULL": 11, "JSON": 12, "BSON": 13, "UUID": 14, "FLOAT16": 15,
           "GEOMETRY": 17, "GEOGRAPHY": 18}
    body = STOP
    if kind == "DECIMAL":
        body = record(i32(1, logical[2]), i32(2, logical[1]))
    elif kind in ("TIME", "TIMESTAMP"):
        unit = record(sub({"ms": 1, "us": 2, "ns": 3}[logical[1]], STOP))
        body = record(boolean(1, logical[2]), sub(2, unit))
    elif kind == "INT":
        body = record((1, 3, bytes([logical[1]])), boolean(2, logical[2]))
    return record(sub(ids[kind], body))


def element(name, type=None, repetition=None, children=None, logical="both", extra=(),
            converted=None):
    """A SchemaElement.  logical: both, converted, logical, or the bytes of a union."""
    annotation = type.logical if type else None
    old = converted_type(annotation) if logical != "logical" else None
    is_decimal = annotation is not None and annotation[0] == "DECIMAL"
    new = logical_type(annotation) if logical in ("both", "logical") else None
    return record(
        i32(1, PHYSICAL[type.physical] if type else None),
        i32(2, type.length if type else None),
        i32(3, repetition), binary(4, name), i32(5, children),
        i32(6, old if converted is None else converted),
        i32(7, annotation[2] if is_decimal else None),
        i32(8, annotation[1] if is_decimal else None),
        sub(10, logical if isinstance(logical, bytes) else new), *extra)


# --- levels and encodings ---------------------------------------------------------------

def rle_run(value, n, width):
    return varint(n << 1) + value.to_bytes((width + 7) // 8, "little")


def packed_lsb(values, width):
    bits = 0
    for i, v in enumerate(values):
        bits |= v << i * width
    return bits.to_bytes((len(values) * width + 7) // 8, "little")


def packed_run(values, width):
    """A bit-packed run, padded to eight values with zeros."""
    groups = (len(values) + 7) // 8
    padded = list(values) + [0] * (groups * 8 - len(values))
    return varint(groups << 1 | 1) + packed_lsb(padded, width)


def hybrid(values, width):
    """RLE/bit-packed hybrid: runs of eight or more as RLE, the rest bit-packed."""
    out, i, loose = bytearray(), 0, []

    def flush():
        nonlocal out, loose
        if loose:
            out += packed_run(loose, width)
        loose = []

    while i < len(values):
        n = 1
        while i + n < len(values) and values[i + n] == values[i]:
            n += 1
        if n >= 8 and len(loose) % 8 == 0:
            flush()
            out += rle_run(values[i], n, width)
        else:
            n = min(n, 8 - len(loose) % 8)
            loose += [values[i]] * n
        i += n
    flush()
    return bytes(out)


def sized(body):
    return struct.pack("<I", len(body)) + body


def levels(values, width=1):
    """Definition levels in the form of data page v1."""
    return sized(hybrid(values, width))


def levels_bit_packed(values, width):
    """The deprecated BIT_PACKED: from the most significant bit on, no length."""
    bits = "".join(f"{v:0{width}b}" for v in values)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big") if bits else b""


FORMATS = {"INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d"}


def plain_value(type, v):
    if type.physical == "BYTE_ARRAY":
        return sized(v)
    if type.physical in ("FIXED_LEN_BYTE_ARRAY", "INT96"):
        return v
    if type.physical == "INT32" and v >= 2**31:
        v -= 2**32
    if type.physical == "INT64" and v >= 2**63:
        v -= 2**64
    return struct.pack(FORMATS[type.physical], v)


def plain(type, values):
    if type.physical == "BOOLEAN":
        return packed_lsb([int(v) for v in values], 1)
    return b"".join(plain_value(type, v) for v in values)


def indices(values, width=None):
    """Dictionary indices in the form of a data page: the width, then the hybrid."""
    width = max(values, default=0).bit_length() if width is None else width
    return bytes([width]) + hybrid(values, width)


def delta_binary(values, bits=64, block=128, miniblocks=4, garbage=0, wide=False):
    """DELTA_BINARY_PACKED.  garbage: the width that unused miniblocks claim.
    wide: 64-bit arithmetic whatever the type, as some writers do."""
    n = len(values)
    first = values[0] if values else 0
    out = varint(block) + varint(miniblocks) + varint(n) + zigzag(first)
    modulus = 2**64 if wide else 2**bits
    per = block // miniblocks
    deltas = [b - a for a, b in zip(values, values[1:])]
    if not wide:
        deltas = [(d + modulus // 2) % modulus - modulus // 2 for d in deltas]
    for start in range(0, len(deltas), block):
        part = deltas[start:start + block]
        least = min(part)
        part = [(d - least) % modulus for d in part]
        chunks = [part[i:i + per] for i in range(0, len(part), per)]
        widths = [max(c).bit_length() for c in chunks]
        out += zigzag(least) + bytes(widths + [garbage] * (miniblocks - len(chunks)))
        for chunk, width in zip(chunks, widths):
            out += packed_lsb(chunk + [0] * (per - len(chunk)), width)
    return out


def delta_length(values):
    return delta_binary([len(v) for v in values], 32) + b"".join(values)


def delta_bytes(values):
    prefixes, suffixes, last = [], [], b""
    for v in values:
        n = 0
        while n < min(len(v), len(last)) and v[n] == last[n]:
            n += 1
        prefixes.append(n)
        suffixes.append(v[n:])
        last = v
    return delta_binary(prefixes, 32) + delta_length(suffixes)


def split(type, values):
    raw = [plain_value(type, v) for v in values]
    return b"".join(bytes(column) for column in zip(*raw))


# --- pages ------------------------------------------------------------------------------

def page(type, body, uncompressed, header=(), crc=None, extra=(), compressed=None):
    """A page of any type; header holds its own struct."""
    checksum = None
    if crc is not None:
        checksum = (zlib.crc32(body) + crc) % 2**32
        checksum -= 2**32 if checksum >= 2**31 else 0
    return record(
        i32(1, type), i32(2, uncompressed),
        i32(3, len(body) if compressed is None else compressed),
        i32(4, checksum), *header, *extra) + body


def data_page(values, n, encoding=PLAIN, compress=None, level_encoding=RLE, statistics=None,
              inner=(), size=None, **rest):
    """Data page v1.  values: levels and values, not yet compressed."""
    body = compress(values) if compress else values
    header = record(i32(1, n), i32(2, encoding), i32(3, level_encoding), i32(4, RLE),
                    sub(5, statistics), *inner)
    return page(DATA_PAGE, body, len(values) if size is None else size, [sub(5, header)], **rest)


def data_page_v2(values, n, nulls=0, definition=b"", encoding=PLAIN, compress=None,
                 is_compressed=None, statistics=None, rows=None, size=None, inner=(),
                 level_bytes=None, repetition=0, **rest):
    body = compress(values) if compress else values
    level_bytes = len(definition) if level_bytes is None else level_bytes
    header = record(i32(1, n), i32(2, nulls), i32(3, n if rows is None else rows),
                    i32(4, encoding), i32(5, level_bytes), i32(6, repetition),
                    boolean(7, is_compressed), sub(8, statistics), *inner)
    size = len(definition) + len(values) if size is None else size
    return page(DATA_PAGE_V2, definition + body, size, [sub(8, header)], **rest)


def dictionary_page(values, n, encoding=PLAIN, compress=None, inner=(), **rest):
    body = compress(values) if compress else values
    header = record(i32(1, n), i32(2, encoding), *inner)
    return page(DICTIONARY_PAGE, body, len(values), [sub(7, header)], **rest)


def statistics(min=None, max=None, nulls=None, old_min=None, old_max=None, exact=None):
    return record(binary(1, old_max), binary(2, old_min), i64(3, nulls),
                  binary(5, max), binary(6, min), boolean(7, exact), boolean(8, exact))


# --- files ------------------------------------------------------------------------------

class Chunk:
    """A column chunk: its pages, and the metadata about them."""

    def __init__(self, path, type, pages, n, codec=NONE, encodings=(PLAIN, RLE),
                 dictionary=False, **metadata):
        self.path = [path] if isinstance(path, str) else path
        self.type, self.pages, self.n, self.codec = type, pages, n, codec
        self.encodings, self.dictionary = encodings, dictionary
        self.metadata = metadata  # fields to give another value, by name
        self.offset = None
        self.page_offsets = []

    def column_chunk(self):
        size = sum(map(len, self.pages))
        if self.dictionary:
            dictionary, data = self.offset, self.offset + len(self.pages[0])
        else:
            dictionary, data = None, self.offset
        told = {
            "n": self.n, "compressed": size, "uncompressed": size, "data": data,
            "dictionary": dictionary, "statistics": None, "index_page": None,
            "file_path": None, "file_offset": 0, "extra": (), "outer": (), "absent": False,
        } | self.metadata
        for key in "data", "dictionary":  # given from the chunk's start
            if key in self.metadata and isinstance(told[key], tuple):
                told[key] = self.offset + told[key][0]
        metadata = record(
            i32(1, PHYSICAL[self.type.physical]),
            many(2, [zigzag(e) for e in self.encodings], wire=5),
            many(3, [string_element(p) for p in self.path], wire=8),
            i32(4, self.codec), i64(5, told["n"]), i64(6, told["uncompressed"]),
            i64(7, told["compressed"]), i64(9, told["data"]), i64(10, told["index_page"]),
            i64(11, told["dictionary"]), sub(12, told["statistics"]), *told["extra"])
        return record(binary(1, told["file_path"]), i64(2, told["file_offset"]),
                      sub(3, None if told["absent"] else metadata), *told["outer"])


def parquet_file(schema, row_groups, created_by="handmade version 1.0.0 (build 0)", rows=None,
                 extra=(), group_extra=(), orders=True, key_values=None, magic=b"PAR1",
                 footer_length=None, schema_count=None, total_sizes=None):
    """schema: elements after the root; row_groups: (rows, [Chunk]) each; total_sizes: of the
    row groups, where they differ from their pages'."""
    out = bytearray(b"PAR1")
    for _, chunks in row_groups:
        for chunk in chunks:
            chunk.offset = len(out)
            for each in chunk.pages:
                chunk.page_offsets.append(len(out))
                out += each
    groups = []
    for i, (n, chunks) in enumerate(row_groups):
        size = sum(len(p) for c in chunks for p in c.pages)
        groups.append(record(
            many(1, [c.column_chunk() for c in chunks]),
            i64(2, total_sizes[i] if total_sizes else size), i64(3, n), *group_extra))
    total = sum(n for n, _ in row_groups)
    leaves = len(row_groups[0][1]) if row_groups else 0
    order = [record(sub(1, STOP))] * (leaves if orders is True else orders or 0)
    top = len(schema) if schema_count is None else schema_count
    footer = record(
        i32(1, 1), many(2, [element("schema", children=top), *schema]),
        i64(3, total if rows is None else rows), many(4, groups), many(5, key_values),
        binary(6, created_by), many(7, order) if order else None, *extra)
    length = len(footer) if footer_length is None else footer_length
    return bytes(out + footer + struct.pack("<I", length) + magic)


# --- columns from values ----------------------------------------------------------------

INT32, INT64 = Type("INT32"), Type("INT64")
FLOAT, DOUBLE = Type("FLOAT"), Type("DOUBLE")
BOOLEAN, INT96 = Type("BOOLEAN"), Type("INT96")
BYTES, STRING = Type("BYTE_ARRAY"), Type("BYTE_ARRAY", ("STRING",))


def fixed(length, *logical):
    return Type("FIXED_LEN_BYTE_ARRAY", logical or None, length)


def present(values):
    return [v for v in values if v is not None]


def v1_body(type, values, repetition=OPTIONAL, encoded=None):
    """Levels and PLAIN values (or others already encoded) of a flat column."""
    head = levels([int(v is not None) for v in values]) if repetition == OPTIONAL else b""
    return head + (plain(type, present(values)) if encoded is None else encoded)


def v2_levels(values, repetition=OPTIONAL):
    if repetition == REQUIRED:
        return b""
    return hybrid([int(v is not None) for v in values], 1)


def plain_chunk(name, type, values, repetition=OPTIONAL, per_page=None, **options):
    """A chunk of v1 PLAIN pages."""
    per_page = per_page or len(values) or 1
    pages = [data_page(v1_body(type, values[i:i + per_page], repetition),
                       len(values[i:i + per_page]))
             for i in range(0, len(values) or 1, per_page)]
    return Chunk(name, type, pages, len(values), **options)
