# SPDX-License-Identifier: MIT
"""What SQLite must show for a Parquet value: section 3 of the SQL interface, in Python.

A column is a Type and its stored values: int, float, bool or bytes as the physical type has
them (decimals as unscaled integers or their bytes, times in the column's own unit), or None.
"""
import math
import struct
import uuid
from fractions import Fraction
from typing import NamedTuple

EXPANDED_YEAR = 6  # digits at least, as JavaScript and Java read them
TICKS = {"ms": 10**3, "us": 10**6, "ns": 10**9}


class Type(NamedTuple):
    physical: str
    logical: tuple = None  # ("DECIMAL", 9, 2), ("TIMESTAMP", "us", True), ("INT", 8, False)...
    length: int = None


def signed(bytes_):
    return int.from_bytes(bytes_, "big", signed=True)


def civil(days):
    """(year, month, day) of the proleptic Gregorian calendar, for any number of days."""
    days += 719_468
    era, day_of_era = divmod(days, 146_097)
    year = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day = day_of_era - (365 * year + year // 4 - year // 100)
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5 - 1
    month += 3 if month < 10 else -9
    return year + era * 400 + (month <= 2), month, day


def date_text(days):
    year, month, day = civil(days)
    if 0 <= year <= 9999:
        shown = f"{year:04}"
    else:
        shown = f"{'-' if year < 0 else '+'}{abs(year):0{EXPANDED_YEAR}}"
    return f"{shown}-{month:02}-{day:02}"


def fraction_text(nanoseconds):
    """Nothing, or 3, 6 or 9 digits, the fewest that are exact."""
    for digits in 0, 3, 6, 9:
        part, rest = divmod(nanoseconds, 10**(9 - digits))
        if rest == 0:
            return f".{part:0{digits}}" if digits else ""


def time_text(nanoseconds):
    seconds, rest = divmod(nanoseconds, 10**9)
    return (f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
            + fraction_text(rest))


def timestamp_text(nanoseconds):
    days, rest = divmod(nanoseconds, 86_400 * 10**9)
    return f"{date_text(days)} {time_text(rest)}"


def int96_nanoseconds(raw):
    of_day, julian = struct.unpack("<qi", raw)
    julian_nanos = julian * 86_400 * 10**9 + of_day
    nanos = julian_nanos - 2_440_588 * 86_400 * 10**9
    # Spark's 64-bit microseconds of Julian days wrap around from the year 287564 on.
    if nanos // 1000 < -2**63 <= julian_nanos // 1000:
        nanos += 2**64 * 1000
    return nanos


def int96_text(raw):
    return timestamp_text(int96_nanoseconds(raw))


def interval_text(raw):
    months, days, milliseconds = struct.unpack("<III", raw)
    seconds, rest = divmod(milliseconds, 1000)
    return f"P{months}M{days}DT{seconds}{fraction_text(rest * 10**6)}S"


def decimal_text(unscaled, scale):
    digits = f"{abs(unscaled):0{scale + 1}}"
    whole, part = digits[:len(digits) - scale], digits[len(digits) - scale:]
    return ("-" if unscaled < 0 else "") + whole + ("." + part if scale else "")


def decimal_value(unscaled, precision, scale):
    if scale == 0 and precision <= 18:
        return unscaled
    return float(Fraction(unscaled, 10**scale))


class Text(bytes):
    """TEXT as its bytes, which need not be UTF-8."""


def text(shown):
    return Text(shown if isinstance(shown, bytes) else shown.encode())


def real(value):
    return None if math.isnan(value) else value


def value(type, raw, decimals="real", timestamps="text"):
    """The SQLite value: None, int, float, Text or bytes."""
    if raw is None:
        return None
    kind = type.logical[0] if type.logical else None
    if kind == "NULL":
        return None
    if kind == "DECIMAL":
        unscaled = signed(raw) if isinstance(raw, bytes) else raw
        if decimals == "text":
            return text(decimal_text(unscaled, type.logical[2]))
        return decimal_value(unscaled, *type.logical[1:])
    if kind == "INT" and not type.logical[2]:
        raw %= 2**64 if type.logical[1] == 64 else 2**32
        return raw if raw < 2**63 else text(str(raw))
    if kind == "DATE":
        return text(date_text(raw))
    if kind == "TIME":
        return text(time_text(raw * (10**9 // TICKS[type.logical[1]])))
    if kind == "TIMESTAMP":
        if timestamps == "integer":
            return raw
        return text(timestamp_text(raw * (10**9 // TICKS[type.logical[1]])))
    if kind == "FLOAT16":
        return real(struct.unpack("<e", raw)[0] if isinstance(raw, bytes) else float(raw))
    if kind == "UUID":
        return text(str(uuid.UUID(bytes=raw)))
    if kind == "INTERVAL":
        return text(interval_text(raw))
    if kind in ("STRING", "ENUM", "JSON"):
        return text(raw)
    if type.physical == "INT96":
        return text(int96_text(raw))
    if type.physical == "BOOLEAN":
        return int(raw)
    if type.physical in ("FLOAT", "DOUBLE"):
        return real(float(raw))
    return raw


def declared(type, decimals="real", timestamps="text"):
    """The declared type of the column."""
    kind = type.logical[0] if type.logical else None
    plain = {"BOOLEAN": "BOOLEAN", "INT32": "INTEGER", "INT64": "BIGINT", "FLOAT": "FLOAT",
             "DOUBLE": "DOUBLE", "INT96": "TIMESTAMP TEXT"}
    if kind is None or kind == "BSON":
        return plain.get(type.physical, "BLOB")
    if kind == "INT":
        _, bits, is_signed = type.logical
        if is_signed:
            return {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}[bits]
        return {8: "UTINYINT", 16: "USMALLINT", 32: "UINTEGER", 64: ""}[bits]
    if kind == "DECIMAL":
        _, precision, scale = type.logical
        affinity = (" TEXT" if decimals == "text" else
                    "" if scale == 0 and precision <= 18 else " REAL")
        return f"DECIMAL{affinity}({precision},{scale})"
    if kind == "TIMESTAMP":
        return "TIMESTAMPTZ TEXT" if type.logical[2] else "TIMESTAMP TEXT"
    return {"STRING": "TEXT", "ENUM": "TEXT", "JSON": "JSON TEXT", "UUID": "UUID TEXT",
            "DATE": "DATE TEXT", "TIME": "TIME TEXT", "INTERVAL": "DURATION TEXT",
            "FLOAT16": "FLOAT", "NULL": "", "GEOMETRY": "GEOMETRY BLOB",
            "GEOGRAPHY": "GEOGRAPHY BLOB"}[kind]


def is_float(type):
    return type.physical in ("FLOAT", "DOUBLE") or type.logical == ("FLOAT16",)


# --- JSON of groups ---------------------------------------------------------------------

def json_string(raw):
    out = '"'
    for character in raw.decode():
        if character in '"\\':
            out += "\\" + character
        elif character < " ":
            short = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
            out += short.get(character, f"\\u{ord(character):04x}")
        else:
            out += character
    return out + '"'


def json_value(type, raw):
    """The JSON text of one scalar in a group."""
    if raw is None or value(type, raw) is None:
        return "null"
    kind = type.logical[0] if type.logical else None
    if type.physical == "BOOLEAN":
        return "true" if raw else "false"
    if kind == "DECIMAL":
        return decimal_text(signed(raw) if isinstance(raw, bytes) else raw, type.logical[2])
    shown = value(type, raw)
    if isinstance(shown, int):
        return str(shown)
    if kind == "INT":
        return shown.decode()
    if isinstance(shown, float):
        return ("-" if shown < 0 else "") + "9e999" if math.isinf(shown) else repr(shown)
    return json_string(shown if isinstance(shown, Text) else shown.hex().upper().encode())
