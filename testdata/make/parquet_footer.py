# SPDX-License-Identifier: MIT
"""Parses Parquet metadata and writes it again, whatever it contains.

A Thrift struct is a Struct: its fields by number, each with its wire type, in order.
Values are bool, int, float, bytes, List, Struct; a map is kept as bytes.
"""
import copy
import struct

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT, UUID = range(1, 14)


class Struct:
    """fields: {number: (wire type, value)}"""

    def __init__(self):
        self.fields = {}

    def get(self, number, otherwise=None):
        return self.fields[number][1] if number in self.fields else otherwise

    def put(self, number, wire, value):
        """Sets a field; None removes it."""
        if value is None:
            self.fields.pop(number, None)
        else:
            self.fields[number] = wire, value
        return self

    def has(self, *numbers):
        return all(n in self.fields for n in numbers)


class List(list):
    """A list and the wire type of its elements."""

    def __init__(self, wire, elements=()):
        super().__init__(elements)
        self.wire = wire


def of(*fields):
    """Struct of (number, wire type, value)."""
    made = Struct()
    for field in fields:
        made.put(*field)
    return made


class Reader:
    """Thrift's compact protocol."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            b = self.byte()
            value |= (b & 0x7F) << shift
            shift += 7
            if b < 0x80:
                return value

    def zigzag(self):
        n = self.varint()
        return n >> 1 ^ -(n & 1)

    def take(self, n):
        self.at += n
        return bytes(self.data[self.at - n:self.at])

    def value(self, wire, in_list=False):
        if wire in (TRUE, FALSE):
            return self.byte() == 1 if in_list else wire == TRUE
        if wire == BYTE:
            return self.byte()
        if wire in (I16, I32, I64):
            return self.zigzag()
        if wire == DOUBLE:
            return struct.unpack("<d", self.take(8))[0]
        if wire == BINARY:
            return self.take(self.varint())
        if wire in (LIST, SET):
            head = self.byte()
            n = self.varint() if head >> 4 == 15 else head >> 4
            return List(head & 15, [self.value(head & 15, True) for _ in range(n)])
        if wire == MAP:
            start, n = self.at, self.varint()
            kinds = self.byte() if n else 0
            for _ in range(n):
                self.value(kinds >> 4, True)
                self.value(kinds & 15, True)
            return bytes(self.data[start:self.at])
        return self.take(16) if wire == UUID else self.struct()

    def struct(self):
        made, last = Struct(), 0
        while True:
            head = self.byte()
            if head == 0:
                return made
            last = last + (head >> 4) if head >> 4 else self.zigzag()
            made.put(last, head & 15, self.value(head & 15))


def varint(n):
    out = bytearray()
    n &= 2**64 - 1
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out + bytes([n]))


def zigzag(n):
    return varint(n << 1 ^ n >> 63)


def written(wire, value, in_list=False):
    if wire in (TRUE, FALSE):
        return bytes([1 if value else 2]) if in_list else b""
    if wire == BYTE:
        return bytes([value & 255])
    if wire in (I16, I32, I64):
        return zigzag(value)
    if wire == DOUBLE:
        return struct.pack("<d", value)
    if wire == BINARY:
        return varint(len(value)) + value
    if wire in (LIST, SET):
        n = len(value)
        head = bytes([n << 4 | value.wire]) if n < 15 else bytes([0xF0 | value.wire]) + varint(n)
        return head + b"".join(written(value.wire, v, True) for v in value)
    if wire == STRUCT:
        return struct_bytes(value)
    return value


def struct_bytes(value):
    out, last = bytearray(), 0
    for number, (wire, v) in sorted(value.fields.items()):
        if wire in (TRUE, FALSE):
            wire = TRUE if v else FALSE
        step = number - last
        out += bytes([step << 4 | wire]) if 0 < step < 16 else bytes([wire]) + zigzag(number)
        out += written(wire, v)
        last = number
    return bytes(out + b"\0")


class Leaf:
    """A leaf of the schema: physical type, converted type and logical type's number."""

    def __init__(self, number, element, path):
        self.number, self.path = number, path
        self.physical = element.get(1)
        self.length = element.get(2)
        self.converted = element.get(6)
        logical = element.get(10)
        self.logical = next(iter(logical.fields), None) if logical else None
        self.integer = logical.get(10) if self.logical == 10 else None

    def is_unsigned(self):
        """Whether the order differs from the physical type's signed order."""
        if self.physical in (1, 2):
            return self.converted in (11, 12, 13, 14)
        return self.physical in (6, 7) and self.converted != 5 and self.logical != 5

    def is_float(self):
        return self.physical in (4, 5)


class File:
    """A Parquet file's bytes up to the footer, and the footer."""

    def __init__(self, data):
        size = struct.unpack("<I", data[-8:-4])[0]
        self.data = bytearray(data[:-8 - size])
        self.footer = Reader(data, len(data) - 8 - size).struct()
        self.leaves = self.find_leaves()

    def copy(self):
        return copy.deepcopy(self)

    def find_leaves(self):
        elements, leaves, at = self.footer.get(2), [], 1

        def walk(path):
            nonlocal at
            element = elements[at]
            at += 1
            path = [*path, element.get(4).decode(errors="replace")]
            if element.has(1) and not element.get(5):
                leaves.append(Leaf(len(leaves), element, path))
            for _ in range(element.get(5, 0)):
                walk(path)

        for _ in range(elements[0].get(5, 0)):
            walk([])
        return leaves

    def groups(self):
        return self.footer.get(4)

    def chunks(self, leaf):
        """(row group, ColumnChunk, ColumnMetaData) of each row group."""
        for group in self.groups():
            chunk = group.get(1)[leaf.number]
            yield group, chunk, chunk.get(3)

    def struct_at(self, offset):
        return Reader(self.data, offset).struct()

    def append(self, data):
        """Inserts the bytes before the footer; returns their offset."""
        self.data += data
        return len(self.data) - len(data)

    def column_index(self, chunk):
        return self.struct_at(chunk.get(6)) if chunk.has(6, 7) else None

    def offset_index(self, chunk):
        return self.struct_at(chunk.get(4)) if chunk.has(4, 5) else None

    def put_column_index(self, chunk, index):
        data = struct_bytes(index)
        chunk.put(6, I64, self.append(data)).put(7, I32, len(data))

    def put_offset_index(self, chunk, index):
        data = struct_bytes(index)
        chunk.put(4, I64, self.append(data)).put(5, I32, len(data))

    def bloom(self, metadata):
        """(header, bitset), or None."""
        if not metadata.has(14):
            return None
        reader = Reader(self.data, metadata.get(14))
        header = reader.struct()
        return header, reader.take(header.get(1))

    def put_bloom(self, metadata, header, bits, length=True):
        data = struct_bytes(header) + bits
        metadata.put(14, I64, self.append(data))
        metadata.put(15, I32, len(data) if length is True else length)

    def bytes(self):
        footer = struct_bytes(self.footer)
        return bytes(self.data) + footer + struct.pack("<I", len(footer)) + b"PAR1"
