# SPDX-License-Identifier: MIT
"""Parses the metadata of an ORC file and writes it again, whatever it contains.

A Message has the fields of a protobuf message in their order.  Its messages are parsed when they
are asked for, and changes of them are changes of it.  Numbers of fields are those of
orc_proto.proto.  Files of other compressions than NONE and ZLIB cannot be read.
"""
import copy
import struct
import zlib

from parquet_footer import varint

VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES = 0, 1, 2, 5
(BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, STRING, BINARY, TIMESTAMP, LIST, MAP, STRUCT,
 UNION, DECIMAL, DATE, VARCHAR, CHAR, INSTANT) = range(19)
ROW_INDEX, BLOOM_FILTER, BLOOM_FILTER_UTF8 = 6, 7, 8
INDEX_STREAMS = ROW_INDEX, BLOOM_FILTER, BLOOM_FILTER_UTF8
NONE, ZLIB = 0, 1


def take_varint(data, at):
    """A number and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value & 2**64 - 1, at


def signed(n):
    """The number that stands for a signed one, in statistics."""
    return (n << 1 ^ n >> 63) & 2**64 - 1


def unsigned(n):
    """The signed number."""
    return n >> 1 ^ -(n & 1)


class Message:
    """fields: lists of a number, a wire type, and an int, bytes or a Message"""

    def __init__(self, data=b""):
        self.fields = []
        at = 0
        while at < len(data):
            tag, at = take_varint(data, at)
            if tag & 7 == VARINT:
                value, at = take_varint(data, at)
            else:
                size = {EIGHT_BYTES: 8, FOUR_BYTES: 4}.get(tag & 7)
                if size is None:
                    size, at = take_varint(data, at)
                value, at = bytes(data[at:at + size]), at + size
            self.fields.append([tag >> 3, tag & 7, value])

    def all(self, number):
        return [value for n, _, value in self.fields if n == number]

    def has(self, *numbers):
        return all(self.all(n) for n in numbers)

    def get(self, number, otherwise=None):
        return (self.all(number) or [otherwise])[-1]

    def put(self, number, *values):
        """Sets a field, which is repeated if there are several values; None removes it."""
        at = next((i for i, f in enumerate(self.fields) if f[0] == number), len(self.fields))
        self.fields = [f for f in self.fields if f[0] != number]
        self.fields[at:at] = [[number, *wired(value)] for value in values if value is not None]
        return self

    def messages(self, number):
        for field in self.fields:
            if field[0] == number and isinstance(field[2], bytes):
                field[2] = Message(field[2])
        return self.all(number)

    def message(self, number):
        return (self.messages(number) or [None])[-1]

    def numbers(self, number):
        """Those of a repeated field, packed or not."""
        found = []
        for value in self.all(number):
            at = 0
            if isinstance(value, int):
                found.append(value)
                continue
            while at < len(value):
                n, at = take_varint(value, at)
                found.append(n)
        return found

    def put_numbers(self, number, numbers):
        return self.put(number, b"".join(map(varint, numbers)) if numbers else None)

    def double(self, number):
        return struct.unpack("<d", self.get(number))[0] if self.has(number) else None

    def bytes(self):
        out = bytearray()
        for number, wire, value in self.fields:
            out += varint(number << 3 | wire)
            if wire == VARINT:
                out += varint(value)
            else:
                data = value.bytes() if isinstance(value, Message) else value
                out += varint(len(data)) * (wire == BYTES) + data
        return bytes(out)


def wired(value):
    """The wire type of a value, and the value as a field has it."""
    if isinstance(value, float):
        return EIGHT_BYTES, struct.pack("<d", value)
    return (VARINT, int(value)) if isinstance(value, int) else (BYTES, value)


def of(**fields):
    """of(_1=value): a Message."""
    made = Message()
    for name, value in fields.items():
        made.put(int(name[1:]), value)
    return made


class Leaf:
    """A type without children: its number, kind and path, and a decimal's digits."""

    def __init__(self, number, message, path):
        self.number, self.path = number, path
        self.kind = message.get(1, BOOLEAN)
        self.precision, self.scale = message.get(5, 38), message.get(6, 10)


class Stream:
    """A stream; one of an index can be parsed, and is then written as it was changed."""

    def __init__(self, file, place, data):
        self.file, self.place, self.data = file, place, data
        self.kind, self.column = place.get(1, 0), place.get(2, 0)
        self.parsed = None

    def message(self):
        if self.parsed is None:
            self.parsed = Message(self.file.unpacked(self.data))
        return self.parsed

    def written(self):
        return self.data if self.parsed is None else self.file.packed(self.parsed.bytes())


class Stripe:
    """A stripe.  change_info and change_footer change what was made for the file as it is."""

    def __init__(self, file, number, info, data):
        self.file, self.number, self.info = file, number, info
        self.change_info = self.change_footer = lambda message: None
        at = info.get(1)
        end = at + info.get(2, 0) + info.get(3, 0)
        self.footer = Message(file.unpacked(data[end:end + info.get(4, 0)]))
        self.streams = []
        for place in self.footer.messages(1):
            size = place.get(3, 0)
            self.streams.append(Stream(file, place, data[at:at + size]))
            at += size

    @property
    def n_rows(self):
        return self.info.get(5, 0)

    def encoding(self, column):
        return self.footer.messages(2)[column]

    def stream(self, column, kind):
        return next((s for s in self.streams if (s.column, s.kind) == (column, kind)), None)

    def written(self, offset):
        data, sizes = b"", [0, 0]
        for stream in self.streams:
            part = stream.written()
            stream.place.put(1, stream.kind).put(3, len(part))
            sizes[stream.kind not in INDEX_STREAMS] += len(part)
            data += part
        self.footer.put(1, *(s.place for s in self.streams))
        self.change_footer(self.footer)
        footer = self.file.packed(self.footer.bytes())
        self.info.put(1, offset).put(2, sizes[0]).put(3, sizes[1]).put(4, len(footer))
        self.change_info(self.info)
        return data + footer


class Chunk:
    """A column in a stripe."""

    def __init__(self, stripe, leaf):
        self.stripe, self.leaf, self.file = stripe, leaf, stripe.file

    @property
    def n_rows(self):
        return self.stripe.n_rows

    def stripe_statistics(self):
        """ColumnStatistics, or None."""
        stripes = self.file.metadata.messages(1)
        if self.stripe.number >= len(stripes):
            return None
        columns = stripes[self.stripe.number].messages(1)
        return columns[self.leaf.number] if self.leaf.number < len(columns) else None

    def index(self):
        return self.part(ROW_INDEX)

    def blooms(self):
        return self.part(BLOOM_FILTER_UTF8)

    def part(self, kind):
        """The message that a stream of an index has, or None."""
        stream = self.stripe.stream(self.leaf.number, kind)
        return stream and stream.message()

    def entries(self):
        """The entries of the row index, each with its number of rows."""
        index, stride = self.index(), self.file.footer.get(8, 0)
        if index is None or stride == 0:
            return []
        return [(entry, min(stride, self.n_rows - i * stride))
                for i, entry in enumerate(index.messages(1))]


class File:
    """A file.  change_postscript changes what was made for the file as it is."""

    def __init__(self, data):
        size = data[-1]
        self.postscript = Message(data[-1 - size:-1])
        self.compression = self.postscript.get(2, NONE)
        self.block_size = self.postscript.get(3, 256 * 1024)
        self.change_postscript = lambda message: None
        end = len(data) - 1 - size
        start = end - self.postscript.get(1, 0)
        self.footer = Message(self.unpacked(data[start:end]))
        self.metadata = Message(self.unpacked(data[start - self.postscript.get(5, 0):start]))
        self.metadata_bytes = None  # in the metadata's place
        self.stripes = [Stripe(self, i, info, data)
                        for i, info in enumerate(self.footer.messages(3))]
        self.leaves = self.find_leaves()

    def copy(self):
        return copy.deepcopy(self)

    def find_leaves(self):
        types, leaves = self.footer.messages(4), []

        def walk(number, path):
            message = types[number]
            children = message.numbers(2)
            if not children:
                leaves.append(Leaf(number, message, path))
            names = [name.decode(errors="replace") for name in message.all(3)]
            for i, child in enumerate(children):
                walk(child, [*path, names[i] if names else "item"])

        walk(0, [])
        return leaves

    def chunks(self, leaf):
        """The leaf's chunk in each stripe."""
        return [Chunk(stripe, leaf) for stripe in self.stripes]

    def unpacked(self, data):
        """The bytes of a section."""
        if self.compression == NONE:
            return bytes(data)
        out, at = b"", 0
        while at < len(data):
            head = int.from_bytes(data[at:at + 3], "little")
            chunk = data[at + 3:at + 3 + (head >> 1)]
            if head & 1 == 0 and self.compression != ZLIB:
                raise ValueError(f"compression {self.compression} cannot be read")
            out += chunk if head & 1 else zlib.decompress(chunk, -15)
            at += 3 + (head >> 1)
        return bytes(out)

    def packed(self, data):
        """A section with these bytes."""
        if self.compression == NONE:
            return data
        out = b""
        for at in range(0, len(data), self.block_size):
            plain = data[at:at + self.block_size]
            deflate = zlib.compressobj(wbits=-15)
            small = deflate.compress(plain) + deflate.flush()
            is_plain = self.compression != ZLIB or len(small) >= len(plain)
            chunk = plain if is_plain else small
            out += (len(chunk) << 1 | is_plain).to_bytes(3, "little") + chunk
        return out

    def bytes(self):
        data = bytearray(b"ORC")
        for stripe in self.stripes:
            data += stripe.written(len(data))
        metadata = self.metadata_bytes
        if metadata is None:
            metadata = self.packed(self.metadata.bytes())
        footer = self.packed(self.footer.bytes())
        self.postscript.put(1, len(footer)).put(5, len(metadata))
        self.change_postscript(self.postscript)
        postscript = self.postscript.bytes()
        return bytes(data) + metadata + footer + postscript + bytes([len(postscript)])
