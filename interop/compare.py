# SPDX-License-Identifier: MIT
"""Compares SQLite's answers with the expected ones."""
import math
import re
from array import array
from typing import NamedTuple

from contract import Text


class Difference(NamedTuple):
    check: str
    place: str      # column, row, or statement
    found: object
    expected: object

    def __str__(self):
        line = (f"{self.check}: {self.place}: found {shown(self.found)}, "
                f"expected {shown(self.expected)}")
        return line.replace("\n", "\\n")


def shown(v):
    """A value in readable form; a str is a note about values."""
    if isinstance(v, str):
        return v
    kinds = {Text: "text ", bytes: "blob ", int: "", float: ""}
    text = bytes(v) if isinstance(v, Text) else v
    text = repr(text) if not isinstance(text, bytes) else repr(text)[1:]
    if len(text) > 160:
        text = f"{text[:120]}... ({len(text)} characters)"
    return kinds.get(type(v), "") + text


def same(a, b):
    """The same value of the same type, with the same sign of zero."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return a == b and math.copysign(1, a) == math.copysign(1, b)
    return a == b


def same_loosely(a, b):
    """The value in SQLite's own tables, which do not keep -0.0."""
    return type(a) is type(b) and a == b


def same_columns(a, b):
    if a != b or list(map(type, a)) != list(map(type, b)):
        return False
    signs = [array("d", [v for v in side if type(v) is float]).tobytes() for side in (a, b)]
    return signs[0] == signs[1]


def columns(check, name, found, expected, first_row=1, equal=same):
    """The differences of two columns, at most a few."""
    if same_columns(found, expected):
        return
    if len(found) != len(expected):
        yield Difference(check, f"column {name!r}", f"{len(found)} rows", f"{len(expected)} rows")
        return
    different = [i for i in range(len(found)) if not equal(found[i], expected[i])]
    for i in different[:3]:
        yield Difference(check, f"column {name!r}, row {first_row + i}", found[i], expected[i])
    if len(different) > 3:
        yield Difference(check, f"column {name!r}", f"{len(different)} different rows", "none")


# --- JSON -------------------------------------------------------------------------------

NUMBER = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*', re.DOTALL)


def same_json(found, expected):
    """The same text, except that floating-point exponents may be written differently."""
    if type(found) is not type(expected) or found == expected or found is None:
        return same(found, expected)
    left, right = NUMBER.findall(found), NUMBER.findall(expected)
    if NUMBER.sub(b"#", found) != NUMBER.sub(b"#", expected) or len(left) != len(right):
        return False
    return all(map(same_number, left, right))


def significant(number):
    return len(number.lower().split(b"e")[0].lstrip(b"-0.").replace(b".", b"").rstrip(b"0"))


def same_number(a, b):
    if a == b:
        return True
    is_float = b"e" in (a + b).lower() and not (a + b).startswith(b'"')
    return is_float and float(a) == float(b) and significant(a) == significant(b)
