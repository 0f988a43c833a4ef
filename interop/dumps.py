# SPDX-License-Identifier: MIT
"""Reads columns in the form that readers/java and readers/node write.

    u32 columns; for each: u32 and the name, u8 kind, u32 rows, a byte per row (1: a value),
    then the values that exist: BOOLEAN u8, INT32, INT64, FLOAT, DOUBLE little-endian;
    BYTES u32 lengths, then the bytes.
"""
import struct

CODES = {1: "?", 2: "i", 3: "q", 4: "f", 5: "d"}
BYTES = 6


class Dump:
    """A position in the bytes."""

    def __init__(self, data):
        self.data, self.at = memoryview(data), 0

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def numbers(self, code, n):
        return struct.unpack(f"<{n}{code}", self.take(n * struct.calcsize("<" + code)))

    def column(self):
        """(name, values)"""
        name = bytes(self.take(*self.numbers("I", 1))).decode()
        kind, rows = self.numbers("B", 1)[0], self.numbers("I", 1)[0]
        valid = bytes(self.take(rows))
        present = valid.count(1)
        if kind == BYTES:
            found = iter([bytes(self.take(n)) for n in self.numbers("I", present)])
        else:
            found = iter(self.numbers(CODES[kind], present))
        return name, [next(found) if v else None for v in valid]


def read(path):
    """[(name, values)]"""
    with open(path, "rb") as file:
        dump = Dump(file.read())
    return [dump.column() for _ in range(dump.numbers("I", 1)[0])]
