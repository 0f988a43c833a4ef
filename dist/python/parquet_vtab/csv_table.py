# SPDX-License-Identifier: MIT
"""CSV files with types, for parquet-sql.  docs/command.md states the rules.

A file is read twice: for the types, which all of its values decide, and for the rows, with empty fields as NULL.
"""
import csv
import datetime
import io
import itertools
import os
import re
import shutil
import sys
import tempfile

DELIMITERS = {".csv": None, ".tsv": "\t", ".tab": "\t"}  # by the file's ending
_SAMPLE = 65536
csv.field_size_limit(2**31 - 1)
_CLOCK = "[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,9})?)?"
_TYPES = re.compile(rf"""
    (?P<BIGINT> 0 | -?[1-9][0-9]{{0,18}} )
  | (?P<DECIMAL> -?(?:0|[1-9][0-9]*)[.][0-9]+ )
  | (?P<DOUBLE> -?(?:(?:0|[1-9][0-9]*)(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)? )
  | (?P<DATE> [0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} )
  | (?P<TIME> {_CLOCK} )
  | (?P<TIMESTAMP> (?P<day>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})[Tt ](?P<clock>{_CLOCK})
                   (?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{{2}}):?(?P<minutes>[0-9]{{2}}))? )
  | (?P<BOOLEAN> [Tt]rue|TRUE|[Ff]alse|FALSE )""", re.X).fullmatch
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?").fullmatch
_WORDS = {**dict.fromkeys(("true", "t", "yes", "y", "1"), 1), **dict.fromkeys(("false", "f", "no", "n", "0"), 0)}


class Failure(Exception):
    """A message for the user, and the exit status."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


def _number(text, convert=str):
    if not _NUMBER(text) or convert is int and not -2**63 <= int(text) < 2**63:
        raise ValueError
    return convert(text)


def _time(text):
    """Returns a time of day as the extension shows it: 07:05 is 07:05:00, .5 is .500."""
    clock, _, fraction = text.partition(".")
    digits = -(-len(fraction.rstrip("0")) // 3) * 3
    return datetime.time.fromisoformat(clock).isoformat() + ("." + fraction.ljust(9, "0")[:digits] if digits else "")


def _timestamp(text):
    """The same for a timestamp, which an offset moves to UTC."""
    if len(text) == 19 and text[10:17:6] == " :":  # the common case, quickly
        return str(datetime.datetime.fromisoformat(text))
    found = _TYPES(text)
    if not found or not found["day"]:
        return f"{datetime.date.fromisoformat(text)} 00:00:00"
    moment = datetime.datetime.fromisoformat(f"{found['day']} {(found['clock'] + ':00')[:8]}")
    if found["sign"]:
        offset = datetime.timedelta(hours=int(found["hours"]), minutes=int(found["minutes"]))
        moment += offset if found["sign"] == "-" else -offset
    return f"{moment}{_time(found['clock'])[8:]}"


# From fields to values, by the declared type.  SQLite before 3.43 rounds some doubles wrongly.
_CONVERT = {"BIGINT": lambda text: _number(text, int), "DOUBLE": lambda text: _number(text, float),
            "DECIMAL REAL": lambda text: _number(text, float), "DECIMAL TEXT": _number,
            "BOOLEAN": lambda text: _WORDS[text.lower()], "DATE TEXT": lambda text: str(datetime.date.fromisoformat(text)),
            "TIME TEXT": _time, "TIMESTAMP TEXT": _timestamp, "TIMESTAMPTZ TEXT": _timestamp}


def type_of(text):
    """Returns the type that a column with this field alone would have, and the digits before and after the point."""
    found = _TYPES(text)
    kind = found.lastgroup if found else "TEXT"
    try:
        if kind == "BIGINT":
            _number(text, int)
            return kind, len(text.lstrip("-")), 0
        if kind in ("DECIMAL", "DOUBLE"):
            whole, _, fraction = text.lower().partition("e")[0].lstrip("-").partition(".")
            if len((whole + fraction).lstrip("0")) <= 17 and abs(float(text)) != float("inf"):
                return kind, len(whole), len(fraction)
        elif found:
            _CONVERT[kind if kind == "BOOLEAN" else f"{kind} TEXT"](text)
            return "TIMESTAMPTZ" if found["zone"] else kind, 0, 0
    except (ValueError, OverflowError):
        pass
    return "TEXT", 0, 0


def _common_type(fields):
    """Returns the declared type of a column whose fields are like these results of type_of()."""
    kinds, scales = {kind for kind, _, _ in fields}, {scale for _, _, scale in fields}
    digits = max((whole + scale for _, whole, scale in fields), default=0)
    if kinds == {"DECIMAL"} and len(scales) == 1 and digits <= 15:
        return f"DECIMAL REAL({9 if digits <= 9 else 18},{min(scales)})"
    if len(kinds) == 1 and kinds != {"DECIMAL"}:
        return declared(min(kinds))
    is_exact = all(whole <= 15 for kind, whole, _ in fields if kind == "BIGINT")
    return "DOUBLE" if kinds and kinds <= {"BIGINT", "DECIMAL", "DOUBLE"} and is_exact else "TEXT"


def declared(kind):
    """Returns the declared type of a column of SQLite: DECIMAL REAL(8,2) for DECIMAL(8,2)."""
    word, size = re.fullmatch(r"(\w*)(.*)", kind.upper(), re.S).groups()
    if word == "DECIMAL":  # a REAL holds 15 digits
        return f"DECIMAL {'TEXT' if int((re.findall('[0-9]+', size) or [0])[0]) > 15 else 'REAL'}{size}"
    if re.fullmatch(r"(TINY|SMALL|BIG)?INT(EGER)?|U?INT(8|16|32)|INT64", word):
        return "BIGINT"
    word = "TIMESTAMPTZ" if word == "TIMESTAMP" and "UTC" in size else "DOUBLE" if word in ("REAL", "FLOAT") else word
    return word if word in _CONVERT else f"{word} TEXT" if f"{word} TEXT" in _CONVERT else "TEXT"


def split_types(text):
    """Returns the (name, type) of an option such as 'a=DATE, "b, c"=DECIMAL(8,2)'."""
    name, kind = r'\s*("(?:[^"]|"")*"|[^=,"]+?)\s*', r'\s*((?:[^,(<"]|\([^)]*\)|<(?:[^<>]|<[^<>]*>)*>)+?)\s*'
    if not re.fullmatch(f"({name}={kind}(,|$))*", text or ""):
        raise Failure(f"--types: {text!r} is not like 'day=DATE, \"unit price\"=DECIMAL(8,2)'", 2)
    return [(re.sub('^"|"$', "", found[1]).replace('""', '"'), found[2])
            for found in re.finditer(f"{name}={kind}(?:,|$)", text or "")]


def unique(names, taken=()):
    """Returns the names, with _2, _3, ... where one is taken in upper or lower case."""
    taken, result = set(taken), []
    for base in names:
        numbered = itertools.chain([base], (f"{base}_{number}" for number in itertools.count(2)))
        result.append(next(name for name in numbered if name.lower() not in taken))
        taken.add(result[-1].lower())
    return result


class CsvFile:
    """A CSV file.  Its delimiter, names and types are known once it is made."""

    def __init__(self, path, options):
        self.path, self.options, self.null = path, options, ("", options.null)
        self.raw = sys.stdin.buffer if path == "-" else open(path, "rb")
        if not os.path.isfile(path):  # a pipe cannot be read twice
            pipe, self.raw = self.raw, tempfile.TemporaryFile()
            shutil.copyfileobj(pipe, self.raw)
        try:
            self._find_shape()
            self._find_types({name.lower(): kind for name, kind in split_types(options.types)})
        except UnicodeDecodeError as error:
            raise Failure(f"{path}: not {error.encoding} text ({error.reason}): --encoding, for example cp1252") from None

    def _open(self):
        self.raw.seek(0)
        return open(self.raw.fileno(), encoding=self.options.encoding or "utf-8-sig", newline="", closefd=False)

    def _find_shape(self):
        """Finds the delimiter, the names of columns, and whether the first row has them."""
        with self._open() as file:
            sample, is_cut = file.read(_SAMPLE), bool(file.read(1))

        def split(delimiter):
            rows = [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row] or [[]]
            return rows[:-1] if is_cut and len(rows) > 1 else rows

        def fields(delimiter):
            widths = [len(row) for row in split(delimiter)]
            return widths[0] if len(set(widths)) == 1 and widths[0] > 1 else 0, widths[0]

        self.delimiter = self.options.delimiter or DELIMITERS.get(os.path.splitext(self.path)[1].lower())
        self.delimiter = self.delimiter or max(",;\t|", key=fields)
        first = split(self.delimiter)[0]
        if not first:
            raise Failure(f"{self.path}: empty")
        is_header = {type_of(field)[0] for field in first if field} == {"TEXT"}
        self.has_header = is_header if self.options.header == "auto" else self.options.header == "yes"
        names = [field.strip() if self.has_header else "" for field in first]
        self.names = unique(name or f"column_{i}" for i, name in enumerate(names, 1))

    def _rows(self):
        """Yields (line, fields) for each row but the header."""
        with self._open() as file:
            reader = csv.reader(file, delimiter=self.delimiter, strict=True)
            try:
                for number, row in enumerate(row for row in reader if row):
                    if len(row) != len(self.names):
                        raise csv.Error(f"{len(row)} fields, but {len(self.names)} in the first row "
                                        f"(--delimiter: {self.delimiter!r})")
                    if number or not self.has_header:
                        yield reader.line_num, row
            except csv.Error as error:
                raise Failure(f"{self.path}: line {reader.line_num}: {error}") from None

    def _find_types(self, given):
        found = [set() for _ in self.names]
        undecided = [i for i, name in enumerate(self.names) if name.lower() not in given]
        for _, row in self._rows():
            for i in undecided:
                if row[i] not in self.null:
                    found[i].add(type_of(row[i]))
                    if ("TEXT", 0, 0) in found[i]:
                        undecided = [other for other in undecided if other != i]
        self.types = [declared(given[name.lower()]) if name.lower() in given else _common_type(fields)
                      for name, fields in zip(self.names, found)]

    def rows(self):
        """Yields the rows for SQLite."""
        converters = [(i, _CONVERT.get(kind.partition("(")[0])) for i, kind in enumerate(self.types)]
        converters = [(i, convert) for i, convert in converters if convert]
        for line, row in self._rows():
            row = [None if field in self.null else field for field in row]
            for i, convert in converters:
                try:
                    row[i] = row[i] and convert(row[i])
                except (ValueError, KeyError, OverflowError):
                    raise Failure(f'{self.path}: line {line}: column "{self.names[i]}": {row[i][:100]!r} is not '
                                  f"{self.types[i].replace(' TEXT', '')}") from None
            yield row
