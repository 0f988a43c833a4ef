# SPDX-License-Identifier: MIT
"""Random queries of a table with known columns and some known values.

A Question's statement names the table @.  Its answer is determined: with its order if
`ordered`, else as a multiset of rows.  Everything random comes from one random.Random, so that
a seed gives the same queries again.
"""
import json
import math
from typing import NamedTuple

COMPARISONS = ["=", "==", "<", "<=", ">", ">=", "<>", "!=", "IS", "IS NOT"]
RANGES = ["<", "<=", ">", ">="]
COLLATIONS = ["NOCASE", "RTRIM", "BINARY", "parquet_instant", "parquet_instant"]
TIMES = ["DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ"]  # first words of declared types
TYPES = ["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC"]

TIME_MARKS = [mark + digit for mark in ":" for digit in "0123456789"] + [
    digit + "-" for digit in "0123456789"]

# Columns of the table k, for operands from another table.
OTHER_TABLE = "kx, ki INTEGER, ks TEXT, kf REAL, ky BLOB, km NUMERIC, kn TEXT COLLATE NOCASE"
OTHERS = ["kx", "ki", "ks", "kf", "ky", "km", "kn"]

# Operands unrelated to the column.
GARBAGE = [
    None, 0, 1, -1, 5, 250, 1000, 2**31 - 1, 2**31, -2**31, 2**32, 2**53, 2**53 + 1, -2**53 - 1,
    2**63 - 1, -2**63, -2**63 + 1, 0.0, -0.0, 0.5, 5.0, -1.5, 2.0**53, 2.0**63, -2.0**63,
    2.0**63 - 1024, 1.8446744073709552e19, 1e308, 5e-324, -5e-324, math.inf, -math.inf, 0.1,
    16777217.0, "", "5", " 5", "5 ", "5.0", "1e3", "0x5", "-0", "+5", "12abc", "abc", "ABC", "a",
    "é", "z", "~", "\U0010ffff", "9e999", "nan", "2024", "2024-01-02", "2024-01-02 03:04:05",
    "1970-01-01", "0000-01-01", "9999-12-31", "-0001-01-01", "+10000-01-01", "00:00:00",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "9007199254740993", "true", "a\0b", b"", b"\0", b"5", b"abc", b"\xff\xff", b"\x05\0\0\0",
]


class Column(NamedTuple):
    name: str      # quoted
    type: str      # declared
    not_null: bool
    values: list   # some that occur: None, int, float, str (with surrogates), bytes


class Question(NamedTuple):
    statement: str
    bindings: list  # of tuples: the statement runs once with each
    ordered: bool
    exact: bool     # a zero's sign also counts between two Parquet tables


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def text_bytes(text):
    return text.encode("utf-8", "surrogateescape")


def literal(value):
    """Any value as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return str(value) if value > -2**63 else "(-9223372036854775807 - 1)"
    if isinstance(value, float):
        return ("-" if value < 0 else "") + "9e999" if math.isinf(value) else repr(value)
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if value.isprintable() and "@" not in value and "${" not in value:
        return "'" + value.replace("'", "''") + "'"
    return f"CAST(X'{text_bytes(value).hex()}' AS TEXT)"


def as_text(value):
    """Approximately CAST(value AS TEXT)."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return "" if value is None else str(value)


# --- operands ---------------------------------------------------------------------------

def near_number(rng, value):
    if isinstance(value, float):
        if math.isinf(value):
            return rng.choice([-value, 1.7976931348623157e308, 2**63 - 1])
        return rng.choice([math.nextafter(value, math.inf), math.nextafter(value, -math.inf),
                           -value, value + 1, value - 1, value / 2, value + 0.005])
    return rng.choice([value + 1, value - 1, value + 0.5, value - 0.5, float(value), -value])


def other_spelling(rng, value):
    """A date or time as other programs may spell it, or nearly so."""
    value = value.replace(" ", rng.choice("T T "))
    whole, point, digits = value.rstrip("Z").partition(".")
    digits = rng.choice([digits, digits.rstrip("0"), digits + "0", digits.ljust(6, "0"),
                         digits.ljust(9, "0"), digits[:3]])
    return whole + "." * bool(digits) + digits + rng.choice(
        ["", "Z", "Z", "+00:00", "+0000", "+00", "-00:30", "+02:00", "+14", "z", " Z"])


def near_text(rng, value):
    if not value:
        return rng.choice([" ", "\0", "a"])
    if len(value) >= 8 and value[2:3] + value[4:5] in TIME_MARKS and rng.random() < 0.6:
        return other_spelling(rng, value)
    cut = rng.randrange(len(value))
    return rng.choice([
        value[:-1], value + " ", value + "\0", value + "~", value.swapcase(), value.upper(),
        value[:cut], value[:cut] + chr(min(ord(value[cut]) + 1, 0xD7FF)) + value[cut + 1:],
        value.replace("-", ""), value.replace(" ", "T"), value.strip(), value + ".000",
        value[:10], value[:64], value[:63] + "\U0010ffff", value.lstrip("0"), " " + value])


def near_number_text(rng, value):
    """Texts that look like the number in a text, or like another one."""
    number = number_of(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, (int, float)) or abs(number) > 1e300:
        number = rng.choice([0, 5, 7, 250, 12345, -1, 0.5, 1e5])
    text = repr(number)
    return rng.choice([text, "0" + text, " " + text, text + " ", "+" + text, f"{number:e}",
                       f"{float(number)}", text + "\t", text + "e0", f"{number:.3f}", text + "x"])


def near_blob(rng, value):
    if not value:
        return rng.choice([b"\0", b"\xff"])
    return rng.choice([value[:-1], value + b"\0", value + b"\xff", value[1:],
                       value[:-1] + bytes([value[-1] ^ 1]), bytes([255 - value[0]]) + value[1:],
                       value[:16], value.hex()])


def other_class(rng, value):
    """The value in another storage class."""
    if isinstance(value, (int, float)):
        text = repr(value)
        return rng.choice([text, " " + text, text + " ", text + "e0", text.encode(), text + "x",
                           f"+{text}", f"0{text}", text + ".0", f"{float(value):e}"])
    if isinstance(value, bytes):
        return as_text(value)
    return rng.choice([text_bytes(value), text_bytes(value), number_of(value)])


def number_of(text):
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def bindable(value):
    """Whether Python's sqlite3 can pass the value on."""
    return not isinstance(value, str) or value.isascii() or not any(
        0xD800 <= ord(c) < 0xE000 for c in value)


def storable(value):
    """The value, or the part of it that SQLite can hold."""
    if isinstance(value, int) and not -2**63 <= value < 2**63:
        return float(value)
    if isinstance(value, float) and math.isnan(value):
        return None
    return value


def operand(rng, column):
    """A value to compare the column with: usually one of its own or a similar one."""
    how = rng.random()
    if how < 0.2 or not column.values:
        return rng.choice(GARBAGE)
    value = rng.choice(column.values)
    if how < 0.55 or value is None:
        return value
    if how < 0.85:
        near = {int: near_number, float: near_number, str: near_text, bytes: near_blob}
        return storable(near[type(value)](rng, value))
    return storable(other_class(rng, value))


# --- JSON -------------------------------------------------------------------------------

def documents(column):
    """The column's values as JSON, if they all are."""
    try:
        found = [json.loads(v) for v in column.values if v is not None]
    except (TypeError, ValueError):
        return []
    return [d for d in found if isinstance(d, (dict, list))]


def simple_name(name):
    return name.isprintable() and not set(name) & set("\"\\'@$.[]")


def json_path(rng, document):
    """A path to a part of the document, or a similar path, and the part."""
    path = "$"
    while rng.random() < 0.85:
        if isinstance(document, dict) and document:
            name = rng.choice(list(document))
            if not simple_name(name):
                break
            path, document = f'{path}."{name}"', document[name]
        elif isinstance(document, list) and document:
            i = rng.randrange(len(document))
            path, document = f"{path}[{i}]", document[i]
        else:
            break
    if rng.random() < 0.1:
        return path + rng.choice(["[0]", "[1]", ".a"]), None
    return path, document


# --- conditions -------------------------------------------------------------------------

class Asker:
    """Makes the questions.  bind: whether statements may have parameters; has_json: whether
    the host has functions of JSON."""

    def __init__(self, rng, columns, rowid, bind, version, has_json=False):
        self.rng, self.columns, self.rowid = rng, columns, rowid
        self.bind, self.version = bind, version
        self.keeps_order = True  # whether scans return rows in the order of the file
        self.parameters = []  # for the statement being made: the operands' columns or None
        self.rows = [c for c in columns if c.name != rowid]  # what a row is shown as
        found = {c.name: documents(c) for c in columns if has_json}
        self.documents = {name: values for name, values in found.items() if values}

    def chance(self, share):
        return self.rng.random() < share

    def column(self):
        return self.rng.choice(self.columns)

    def sortable(self):
        """A column with an affinity, if there is one.  If a term equates a column without affinity
        to a number, SQLite considers it constant, though different texts equal it, and does not
        sort."""
        return self.rng.choice([column for column in self.columns if column.type] or self.columns)

    def write(self, value, column=None):
        """An operand as SQL: a literal, a parameter, or an expression with the value."""
        rng, how, text = self.rng, self.rng.random(), literal(value)
        if how < 0.25 and self.bind and bindable(value):
            self.parameters.append((value, column))
            return "?"
        if how < 0.62:
            return text
        if how < 0.72:
            return f"(SELECT {rng.choice(['kx', '+kx', *OTHERS])} FROM k WHERE rowid = " \
                   f"{rng.randint(1, 25)})"
        if how < 0.82:
            return f"CAST({text} AS {rng.choice(TYPES)})"
        if how < 0.9:
            return rng.choice([f"+{text}", f"coalesce(NULL, {text})", f"(SELECT {text})",
                               f"likely({text})", f"max({text}, {text})"])
        if isinstance(value, str):
            return f"{text} || ''"
        if isinstance(value, int) and abs(value) < 2**40:
            return rng.choice([f"{value - 1} + 1", f"abs({text})", f"{text} * 1.0", f"-({text})"])
        return text

    def of_numeric_affinity(self, column):
        """An expression with numeric affinity on some hosts that is often text."""
        rng = self.rng
        text = literal(near_number_text(rng, operand(rng, column)) if self.chance(0.8)
                       else operand(rng, column))
        return rng.choice([
            f"(SELECT {text} UNION ALL SELECT ki FROM k LIMIT 1)",
            f"(SELECT ki FROM k WHERE 0 UNION ALL SELECT {text})",
            f"(SELECT x FROM (SELECT {text} AS x UNION ALL SELECT km FROM k) LIMIT 1)",
            f"(WITH RECURSIVE r(x, n) AS (SELECT 7, 0 UNION ALL SELECT {text}, 1 FROM r "
            f"WHERE n < 1) SELECT x FROM r WHERE n = 1)",
            f"(WITH RECURSIVE r(x, n) AS (SELECT ki, 0 FROM k WHERE rowid = 1 UNION ALL "
            f"SELECT {text}, 1 FROM r WHERE n < 1) SELECT x FROM r WHERE n = 1)"])

    def operand(self, column):
        if self.chance(0.06):
            return self.of_numeric_affinity(column)
        return self.write(operand(self.rng, column), column)

    def comparison(self, column, collate=True):
        rng, c = self.rng, column.name
        compare, value = rng.choice(COMPARISONS), self.operand(column)
        if "IS" in compare and value == "NULL" and self.chance(0.5):
            return f"{c} {rng.choice(['IS NULL', 'ISNULL', 'NOT NULL', 'IS NOT NULL'])}"
        if self.version >= (3, 39) and self.chance(0.05):
            compare = rng.choice(["IS DISTINCT FROM", "IS NOT DISTINCT FROM"])
        if collate and self.chance(0.12):
            if self.chance(0.7):
                value = f"{value} COLLATE {rng.choice(COLLATIONS)}"
            else:
                c = f"{c} COLLATE {rng.choice(COLLATIONS)}"
        if self.chance(0.2):
            return f"{value} {compare} {c}"
        return f"{c} {compare} {value}"

    def between(self, column):
        negated = self.rng.choice(["", "", "", "NOT "])
        if self.chance(0.1):
            other = self.column()
            return f"{self.operand(column)} {negated}BETWEEN {column.name} AND {other.name}"
        return f"{column.name} {negated}BETWEEN {self.operand(column)} AND {self.operand(column)}"

    def membership(self, column):
        rng = self.rng
        c, negated = column.name, rng.choice(["", "", "NOT "])
        how = rng.random()
        if how < 0.55:
            n = rng.choice([0, 1, 1, 2, 3, 5, 9, 30])
            values = [self.operand(column) if n < 9 else literal(operand(rng, column))
                      for _ in range(n)]
            if self.chance(0.15):
                values.insert(rng.randint(0, n), "NULL")
            return f"{c} {negated}IN ({', '.join(values)})"
        if how < 0.6:
            n = rng.choice([300, 2500])
            values = ", ".join(literal(operand(rng, column)) for _ in range(n))
            return f"{c} {negated}IN ({values})"
        if how < 0.65:
            return (f"{c} {negated}IN (WITH RECURSIVE r(n) AS (SELECT {rng.randint(-500, 500)} "
                    f"UNION ALL SELECT n + {rng.choice([1, 3])} FROM r LIMIT 1500) "
                    f"SELECT {rng.choice(['n', 'n / 2.0', 'CAST(n AS TEXT)'])} FROM r)")
        if how < 0.75:
            values = ", ".join(f"({self.operand(column)})" for _ in range(rng.randint(1, 4)))
            return f"{c} {negated}IN (VALUES {values})"
        where = rng.choice(["", f" WHERE rowid < {rng.randint(2, 25)}", " WHERE kx NOT NULL"])
        return f"{c} {negated}IN (SELECT {rng.choice(OTHERS)} FROM k{where})"

    def pattern(self, column):
        rng = self.rng
        value = as_text(operand(rng, column))[:40]
        glob = self.chance(0.4)
        any_text, any_one = ("*", "?") if glob else ("%", "_")
        i = rng.randint(0, len(value))
        made = rng.choice([value[:i] + any_text] * 4 + [
            any_text + value[i:], value, value[:i] + any_one + value[i + 1:], any_text,
            value[:i].swapcase() + any_text, value[:i] + any_text + value[i + 1:], "",
            any_text + value[i:i + 2] + any_text, value[:i] + "[a-z0-9]" + any_text])
        word, tail = ("GLOB", "") if glob else ("LIKE", "")
        if not glob and self.chance(0.1):
            made, tail = made.replace("_", "!_"), " ESCAPE '!'"
        written = literal(made)
        if self.bind and bindable(made) and self.chance(0.3):
            self.parameters.append((made, None))
            written = "?"
        # SQLite 3.40 finds no row at all for k LEFT JOIN t ON t.rowid LIKE '1e%', where t is an
        # ordinary table: it treats the pattern as a range of rowids without an end.
        name = f"+{column.name}" if column.name == self.rowid else column.name
        return f"{name} {rng.choice(['', '', '', 'NOT '])}{word} {written}{tail}"

    def row_value(self):
        rng = self.rng
        a, b = self.column(), self.column()
        left = f"({a.name}, {b.name})"
        how = rng.random()
        if how < 0.5:
            compare = rng.choice(COMPARISONS)
            return f"{left} {compare} ({self.operand(a)}, {self.operand(b)})"
        if how < 0.75:
            rows = ", ".join(f"({self.in_values(a)}, {self.in_values(b)})"
                             for _ in range(rng.randint(1, 3)))
            return f"{left} {rng.choice(['', 'NOT '])}IN (VALUES {rows})"
        return f"{left} IN (SELECT {self.row_operand(a)}, {self.row_operand(b)} FROM k)"

    @staticmethod
    def is_number(column):
        declared = column.type.upper()
        return declared and not any(t in declared for t in ("TEXT", "BLOB", "CHAR"))

    def row_operand(self, column):
        """SQLite itself compares such rows wrongly if a virtual table handles the equality,
        the subquery returns a number and the column is not a number (docs/limits.md)."""
        return self.rng.choice(OTHERS if self.is_number(column) else ["ks", "kn"])

    def in_values(self, column):
        """The same for a value in VALUES, which is a number if its expression is one."""
        if self.is_number(column):
            return self.operand(column)
        return literal(operand(self.rng, column))

    def extracted(self):
        """(SQL for a part of a JSON column, the value of that part in some row)"""
        rng = self.rng
        name = rng.choice(list(self.documents))
        path, found = json_path(rng, rng.choice(self.documents[name]))
        if any(c.name == f"t.{name}" for c in self.columns):  # in a join
            name = f"t.{name}"
        # Where another term says name = constant, SQLite may put the constant, which may be no
        # JSON, in the place of name; whether it evaluates this term at all is left open.
        name = f"CASE WHEN json_valid({name}) THEN {name} END"
        if self.version >= (3, 38) and self.chance(0.5):
            return f"({name}) ->> {literal(path)}", found
        return f"json_extract({name}, {literal(path)})", found

    def in_json(self):
        rng = self.rng
        part, found = self.extracted()
        if isinstance(found, (dict, list)) or self.chance(0.2):
            return rng.choice([f"{part} IS NULL", f"{part} NOT NULL", f"length({part}) > 9"])
        value = storable(int(found) if isinstance(found, bool) else found)
        return f"{part} {rng.choice(COMPARISONS)} {literal(value)}"

    def odd(self, column):
        """Terms that SQLite evaluates itself, or should not have passed on."""
        if self.documents and self.chance(0.5):
            return self.in_json()
        rng, c = self.rng, column.name
        compare = rng.choice(COMPARISONS)
        return rng.choice([
            lambda: f"+{c} {compare} {self.operand(column)}",
            lambda: f"CAST({c} AS {rng.choice(TYPES)}) {compare} {self.operand(column)}",
            lambda: f"{c} {compare} {self.column().name}",
            lambda: f"{c} {rng.choice(['IS TRUE', 'IS NOT FALSE', 'IS FALSE', 'IS NOT TRUE'])}",
            lambda: c,
            lambda: f"NOT {c}",
            lambda: f"CASE WHEN {c} {compare} {self.operand(column)} THEN 1 END",
            lambda: f"{rng.choice(['likely', 'unlikely'])}({self.comparison(column)})",
            lambda: f"coalesce({c}, 0) {compare} {self.operand(column)}",
            lambda: f"length({c}) > {rng.randint(0, 9)}",
            lambda: f"typeof({c}) = '{rng.choice(['null', 'integer', 'real', 'text', 'blob'])}'",
            lambda: f"{c} || '' {compare} {self.operand(column)}",
            lambda: f"{c} = {c}",
        ])()

    def by_rowid(self):
        rng = self.rng
        c = self.rowid or self.column().name
        n = rng.choice([rng.randint(-3, 60), rng.randint(0, 3000)])
        return rng.choice([
            f"{c} {rng.choice(COMPARISONS)} {n}", f"{c} BETWEEN {n} AND {n + rng.randint(0, 99)}",
            f"{c} > {n}", f"{c} IN ({n}, {n + 1}, NULL, '{n + 7}', {n}.0)", f"{c} % 7 = 3",
            f"{c} + 0 > {n}", f"{c} < {n}.5", f"{c} = '{n}'"])

    def term(self, collate=True):
        """One condition."""
        how, column = self.rng.random(), self.column()
        if how < 0.44:
            return self.comparison(column, collate)
        if how < 0.53:
            return self.between(column)
        if how < 0.66:
            return self.membership(column)
        if how < 0.71:
            return f"{column.name} {self.rng.choice(['IS NULL', 'NOT NULL', 'IS NOT NULL'])}"
        if how < 0.8:
            return self.pattern(column)
        if how < 0.85:
            return self.row_value()
        if how < 0.93:
            return self.odd(column)
        return self.by_rowid()

    def alternatives(self):
        """An OR, without collations: hosts up to 3.46 use the first arm's for all."""
        rng = self.rng
        if self.chance(0.35):  # on one column, which SQLite may turn into an IN
            column = self.column()
            arms = [f"{column.name} {rng.choice(['=', '=', '=', '<', 'IS'])} "
                    f"{self.operand(column)}" for _ in range(rng.randint(2, 4))]
        else:
            arms = [self.term(collate=False) for _ in range(rng.randint(2, 3))]
            if self.chance(0.3):
                arms[0] = f"({arms[0]} AND {self.term(collate=False)})"
        return "(" + " OR ".join(arms) + ")"

    def condition(self):
        how = self.rng.random()
        if how < 0.5:
            return self.term()
        if how < 0.7:
            return f"{self.term()} AND {self.term()}"
        if how < 0.78:
            return " AND ".join(self.term() for _ in range(self.rng.randint(3, 5)))
        if how < 0.9:
            return self.alternatives()
        if how < 0.96:
            return f"{self.alternatives()} AND {self.term(collate=False)}"
        return f"NOT ({self.term()} {self.rng.choice(['AND', 'OR'])} {self.term(collate=False)})"

    def where(self, share=0.8):
        return f" WHERE {self.condition()}" if self.chance(share) else ""

    def where_in_order(self, share):
        """A condition that no host turns into several scans."""
        column = self.column()
        return f" WHERE {self.rng.choice([self.comparison, self.between])(column)}" \
            if self.chance(share) else ""

    # --- queries ------------------------------------------------------------------------

    def shown(self, most=3):
        """Some columns, partly inside expressions."""
        rng, columns = self.rng, []
        for _ in range(rng.randint(1, most)):
            c = self.column().name
            columns.append(rng.choice([c, c, c, c, f"typeof({c})", f"length({c})", f"hex({c})",
                                       f"{c} IS NULL", f"quote({c})"]))
        return ", ".join(columns)

    def plain(self):
        if self.rowid and self.chance(0.6):
            return f"SELECT {self.rowid} FROM @{self.where(0.97)}"
        return f"SELECT {self.shown(5)} FROM @{self.where(0.95)}"

    def whole_rows(self):
        listed = ", ".join(c.name for c in self.rows[:12])
        return f"SELECT {listed} FROM @{self.where(1)}"

    def row_of_extreme(self):
        """Whether the row has it; any of several rows may be shown."""
        c = self.column().name
        if self.rowid is None:
            return self.make("aggregate")
        call = f"{self.rng.choice(['min', 'max'])}({c})"
        return (f"SELECT m, m IS (SELECT {c} FROM @ WHERE {self.rowid} = r) FROM "
                f"(SELECT {call} AS m, {self.rowid} AS r FROM @{self.where(0.4)})")

    def aggregate(self):
        rng, c = self.rng, self.column().name
        what = rng.choice([
            "count(*)", f"min({c})", f"max({c})", f"min({c}), max({c}), count({c})",
            f"count(DISTINCT {c})", f"count({c}), count(*)", f"max(typeof({c}))", "max(1)",
            f"count(*) FILTER (WHERE {c} NOT NULL)", f"min({c}), min({self.column().name})", None])
        if what is None:  # made only now, because it may add a parameter
            what = f"max({c}) FILTER (WHERE {self.comparison(self.column())})"
        return f"SELECT {what} FROM @{self.where()}"

    def limit(self):
        rng = self.rng
        offset = rng.choice(["", "", f" OFFSET {rng.choice([0, 1, 3, 40, 900])}"])
        return f" LIMIT {rng.choice([0, 1, 2, 5, 17, 100, -1])}{offset}"

    def order_term(self, column, collate=True):
        how = ["", "", "", " DESC", " DESC", " NULLS LAST", " DESC NULLS FIRST", " ASC NULLS FIRST"]
        if collate:
            how += [" COLLATE NOCASE", " COLLATE NOCASE DESC", " COLLATE RTRIM",
                    " COLLATE parquet_instant"]
        return column.name + self.rng.choice(how)

    def sorted_rows(self):
        terms = [self.order_term(self.sortable()) for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
        if self.rowid is None:
            return self.make("sorted_values")
        terms.append(self.rowid + self.rng.choice(["", "", " DESC"]))
        return (f"SELECT {self.rowid}, {self.shown()} FROM @{self.where(0.6)} "
                f"ORDER BY {', '.join(terms)}{self.limit()}")

    def sorted_values(self):
        """Only the columns of the order, since any of several equal rows may come first."""
        columns = [self.sortable() for _ in range(self.rng.choice([1, 1, 1, 2]))]
        terms = ", ".join(self.order_term(c, collate=False) for c in columns)
        listed = ", ".join(c.name for c in columns)
        return f"SELECT {listed} FROM @{self.where(0.6)} ORDER BY {terms}{self.limit()}"

    def by_position(self):
        order = self.rng.choice(["", " DESC"])
        name = self.rowid or "_file_row_number"
        if self.rowid is None:
            return self.make("sorted_values")
        return (f"SELECT {name}, {self.shown()} FROM @{self.where(0.8)} "
                f"ORDER BY {name}{order}{self.limit()}")

    def distinct(self):
        columns, kept = [self.column() for _ in range(self.rng.choice([1, 1, 2, 3]))], self.columns
        listed = ", ".join(c.name for c in columns)
        if self.chance(0.5):  # only these columns are read
            self.columns = columns
        try:
            return f"SELECT DISTINCT {listed} FROM @{self.where(0.6)}"
        finally:
            self.columns = kept

    def distinct_limited(self):
        """Only how many, since any combinations may come first."""
        columns = self.rng.choices(self.columns, k=self.rng.randint(1, 3))
        made = f"SELECT DISTINCT {', '.join(c.name for c in columns)} FROM @{self.where(0.4)}"
        return f"SELECT count(*) FROM ({made}{self.limit()})"

    def distinct_sorted(self):
        column = self.sortable()
        order = self.order_term(column, collate=False)
        return (f"SELECT DISTINCT {column.name} FROM @{self.where(0.5)} "
                f"ORDER BY {order}{self.limit()}")

    def groups(self):
        c, d = self.sortable().name, self.column().name
        having = f" HAVING count(*) > {self.rng.randint(0, 3)}" if self.chance(0.3) else ""
        order = f" ORDER BY {c}" if self.chance(0.4) else ""
        extra = f", max({self.rowid})" if self.rowid else ""
        return (f"SELECT {c}, count(*), min({d}), max({d}){extra} FROM @{self.where(0.6)} "
                f"GROUP BY {c}{having}{order}")

    def compound(self):
        rng = self.rng
        c = self.column().name
        word = rng.choice(["UNION", "UNION ALL", "EXCEPT", "INTERSECT"])
        listed = c if word == "UNION" or self.rowid is None else f"{self.rowid}, {c}"
        made = (f"SELECT {listed} FROM @{self.where(0.9)} {word} "
                f"SELECT {listed} FROM @{self.where(0.9)}")
        return f"SELECT count(*) FROM ({made}{self.limit()})" if self.chance(0.2) else made

    def elements(self):
        """The contents of a JSON column, row by row."""
        if not self.documents or self.rowid is None:
            return self.make("groups")
        kept = self.columns, self.rowid
        name = self.rng.choice(list(self.documents))
        self.columns = [c._replace(name=f"t.{c.name}") for c in self.columns]
        self.rowid = f"t.{self.rowid}"
        try:
            return (f"SELECT {self.rowid}, j.value, j.type FROM @ AS t, json_each(t.{name}) AS j"
                    f"{self.where(0.8)}")
        finally:
            self.columns, self.rowid = kept

    def limited_count(self):
        return f"SELECT count(*) FROM (SELECT {self.shown(2)} FROM @{self.where(1)}{self.limit()})"

    def limited_rows(self):
        """Rows in the order of the file: conditions that no host turns into several scans."""
        rng, terms = self.rng, []
        if not (self.rowid or self.keeps_order):
            return self.make("sorted_values")
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 18])):
            a, b = self.column(), self.column()
            compare = rng.choice(COMPARISONS)
            terms.append(rng.choice([
                lambda: self.comparison(a), lambda: self.comparison(a), lambda: self.between(a),
                lambda: f"{a.name} IS NULL", lambda: f"{a.name} NOT NULL",
                lambda: self.pattern(a), lambda: f"{a.name} {rng.choice(COMPARISONS)} {b.name}",
                lambda: f"({a.name}, {b.name}) {compare} ({self.operand(a)}, {self.operand(b)})",
            ])())
        where = " WHERE " + " AND ".join(terms) if terms else ""
        limit = self.limit()
        if self.bind and self.chance(0.3):
            limit = f" LIMIT ? OFFSET {rng.choice(['?', '? + 1'])}"
            self.parameters += [(rng.choice([3, 50, -1, 2**62]), None),
                                (rng.choice([0, 2, 30, 700, -4, 2**62]), None)]
        order = f" ORDER BY {self.rowid}" if self.rowid else ""
        order = rng.choice(["", "", order]) if self.keeps_order else order
        listed = f"{self.rowid}, {self.shown()}" if self.rowid else self.shown(5)
        return f"SELECT {listed} FROM @{where}{order}{limit}"

    def frame(self):
        """A frame, with an order that has peers."""
        rng = self.rng
        ends = ["UNBOUNDED PRECEDING", f"{rng.randint(0, 4)} PRECEDING", "CURRENT ROW",
                f"{rng.randint(0, 4)} FOLLOWING", "UNBOUNDED FOLLOWING"]
        first = rng.randint(0, 3)
        last = rng.randint(max(first, 1), 4)
        exclude = rng.choice(["", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES"])
        part = f"PARTITION BY {self.sortable().name} " * self.chance(0.3)
        order = f"{self.sortable().name}{rng.choice(['', ' DESC'])}"
        return (f"{part}ORDER BY {order} GROUPS BETWEEN {ends[first]} AND {ends[last]}{exclude}")

    def window(self):
        rng, c, d = self.rng, self.column().name, self.column().name
        if self.rowid is None:
            return self.make("groups")
        if self.version >= (3, 28) and self.chance(0.4):
            what = rng.choice(["count(*)", f"count({d})", f"min({d})", f"max({d})",
                               f"total({self.rowid})", f"max(length({d}))"])
            return f"SELECT {self.rowid}, {what} OVER ({self.frame()}) FROM @{self.where(0.8)}"
        call = rng.choice([f"row_number() OVER (ORDER BY {c}, {self.rowid})",
                           f"rank() OVER (ORDER BY {c} DESC)",
                           f"lag({d}) OVER (ORDER BY {self.rowid})",
                           f"count(*) OVER (PARTITION BY {c})",
                           f"first_value({d}) OVER (PARTITION BY {c} ORDER BY {self.rowid})",
                           f"max({d}) OVER (PARTITION BY {c})"])
        return f"SELECT {self.rowid}, {call} FROM @{self.where(0.8)}"

    def join(self):
        """Joins to the table k; every name is qualified here."""
        kept = self.columns, self.rowid
        self.columns = [c._replace(name=f"t.{c.name}") for c in self.columns]
        self.rowid = self.rowid and f"t.{self.rowid}"
        try:
            return self.qualified_join()
        finally:
            self.columns, self.rowid = kept

    def qualified_join(self):
        rng, column = self.rng, self.column()
        other = rng.choice(OTHERS)
        on = rng.choice([
            lambda: f"{column.name} {rng.choice(COMPARISONS)} k.{other}",
            lambda: f"k.{other} = {column.name}",
            lambda: f"{column.name} = k.{other} AND k.rowid < {rng.randint(2, 25)}",
            lambda: f"{column.name} BETWEEN k.{other} AND k.{rng.choice(OTHERS)}",
            lambda: f"{column.name} IN (k.{other}, k.{rng.choice(OTHERS)})",
            lambda: f"{column.name} LIKE k.ks",
            lambda: f"{self.rowid or column.name} = k.{other}",
        ])()
        ways = ["k JOIN @ AS t", "@ AS t JOIN k", "k CROSS JOIN @ AS t", "@ AS t CROSS JOIN k",
                "k LEFT JOIN @ AS t", "k LEFT JOIN @ AS t", "@ AS t LEFT JOIN k"]
        if self.version >= (3, 39):
            ways += ["k FULL JOIN @ AS t", "k RIGHT JOIN @ AS t"]
        way = rng.choice(ways)
        also = ""
        if self.chance(0.4):
            also = f" {rng.choice(['AND', 'WHERE'])} {self.term()}"
        what = self.rowid or self.column().name
        if self.chance(0.6):
            return f"SELECT count(*), count({what}), max({what}) FROM {way} ON {on}{also}"
        return f"SELECT k.rowid, {what} FROM {way} ON {on}{also}" + (
            f" AND k.rowid < {rng.randint(2, 20)}" if also.startswith(" WHERE") else "")

    def mixed_join(self):
        """Joins to text and numbers together: the view w has the affinity of one of them."""
        rng, column = self.rng, self.column()
        name = f"t.{column.name}"
        way = rng.choice(["w JOIN @ AS t", "@ AS t JOIN w", "w LEFT JOIN @ AS t"])
        on = rng.choice([f"{name} {rng.choice(COMPARISONS)} w.x", f"w.x = {name}",
                         f"{name} IN (SELECT x FROM w)"])
        what = f"t.{self.rowid}" if self.rowid else name
        return f"SELECT count(*), count({what}), max({what}) FROM {way} ON {on}"

    def crowded(self):
        """More constraints than SQLite describes completely."""
        rng, column = self.rng, self.column()
        crowd = f"{self.rowid or column.name} < X'{rng.choice(['', 'ff'])}ff'"
        terms = [crowd] * rng.choice([15, 17, 31, 32, 33])
        terms.insert(rng.choice([0, len(terms), len(terms)]), self.membership(column))
        return f"SELECT {self.rowid or column.name} FROM @ WHERE {' AND '.join(terms)}"

    def kept(self):
        """Values that SQLite stores for later."""
        rng, c = self.rng, self.column().name
        made = f"SELECT {self.rowid or c} AS r, {c} AS c FROM @{self.where(0.5)}"
        return rng.choice([
            f"WITH q AS ({made} LIMIT 100000) SELECT a.r, a.c, typeof(b.c), quote(b.c) "
            f"FROM q AS a JOIN q AS b ON a.r = b.r AND a.r < 50",
            f"SELECT c, typeof(c) FROM ({made}) UNION SELECT c, typeof(c) FROM ({made})",
            f"SELECT r, c, typeof(c) FROM ({made} LIMIT 100000) WHERE c {rng.choice(COMPARISONS)} "
            f"{self.operand(self.column())}"])

    def self_join(self):
        rng, a, b = self.rng, self.column().name, self.column().name
        if self.rowid is None:
            return self.make("groups")
        r, n = self.rowid, rng.randint(1, 300)
        compare = rng.choice(["=", "=", "IS", "<", ">="])
        return (f"SELECT count(*), min(q.{r}), max(q.{r}) FROM @ AS p {rng.choice(['', 'LEFT '])}"
                f"JOIN @ AS q ON p.{a} {compare} q.{b} WHERE p.{r} BETWEEN {n} AND {n + 6}")

    def correlated(self):
        rng, column, other = self.rng, self.column(), self.rng.choice(OTHERS)
        c, compare = column.name, rng.choice(COMPARISONS)
        also = f" AND {self.term()}" if self.chance(0.4) else ""
        return rng.choice([
            f"SELECT k.rowid FROM k WHERE {rng.choice(['', 'NOT '])}EXISTS "
            f"(SELECT 1 FROM @ WHERE {c} {compare} k.{other}{also})",
            f"SELECT k.rowid, (SELECT {rng.choice(['max', 'min', 'count'])}({self.column().name}) "
            f"FROM @ WHERE {c} {compare} k.{other}{also}) FROM k",
            f"SELECT k.rowid FROM k WHERE k.{other} {rng.choice(['', 'NOT '])}IN "
            f"(SELECT {c} FROM @ WHERE {c} NOT NULL{also})",
        ])

    def nested(self):
        rng, c = self.rng, self.column()
        compare = rng.choice(COMPARISONS)
        inner = f"SELECT {self.rowid or c.name} AS r, {c.name} AS c FROM @{self.where()}"
        # Hosts before 3.35 answer some of the other shapes wrongly, whatever the table.
        if self.chance(0.5) or self.version < (3, 35):
            return f"SELECT r, c FROM ({inner}) WHERE c {compare} {self.operand(c)}"
        return (f"WITH q AS ({inner}) SELECT count(*), min(a.r), max(b.r) FROM q a JOIN q b "
                f"ON a.c = b.c WHERE a.r <= 30")

    # --- groups and orders of several columns -------------------------------------------

    def keys(self, most):
        """Different columns; see sortable()."""
        declared = [c for c in self.columns if c.type] or self.columns
        return self.rng.sample(declared, min(len(declared), self.rng.randint(1, most)))

    def many_keys(self):
        return self.keys(self.rng.choice([2, 2, 3, 4, 10]))

    def order_of(self, columns):
        """ORDER BY with all the columns, in any order, some of them twice."""
        listed = self.rng.sample(columns, len(columns))
        if self.chance(0.2):
            listed.append(self.rng.choice(columns))
        nulls = self.chance(0.2)
        terms = [self.order_term(c, collate=False) if nulls
                 else c.name + self.rng.choice(["", "", " DESC"]) for c in listed]
        return " ORDER BY " + ", ".join(terms)

    def aggregates(self):
        rng, d, e = self.rng, self.column().name, self.column().name
        position = self.rowid or "1"
        some = [f"count({d})", f"min({d})", f"max({d})", f"count(DISTINCT {d})", "count(*)",
                f"total(length({d}))", f"count({d}) FILTER (WHERE {e} NOT NULL)",
                None, f"min({position}), {d}, typeof({e})", f"max({position}), {d}"]
        if self.version >= (3, 44):
            some.append(f"group_concat(quote({d}), '/' ORDER BY {e} DESC, {position})")
        if self.rowid is None:
            some = [what for what in some if what is None or position not in what]
        what = rng.choice(some)
        if what is None:  # made only now, because it may add a parameter
            what = f"min({d}) FILTER (WHERE {e} > {self.operand(self.column())})"
        return what

    def grouped(self, columns):
        listed = ", ".join(c.name for c in columns)
        having = f" HAVING {self.rng.choice(['count(*)', 'count(' + self.column().name + ')'])} " \
                 f"{self.rng.choice(RANGES)} {self.rng.randint(0, 3)}" if self.chance(0.2) else ""
        return (f"SELECT {listed}, {self.aggregates()} FROM @{self.where(0.4)} "
                f"GROUP BY {listed}{having}")

    def first_in_groups(self):
        """What depends on the order of rows within groups, which SQLite does not promise: equal
        numbers that are different decimals in the file come in the order of those."""
        rng, d, e = self.rng, self.column().name, self.column().name
        listed = ", ".join(c.name for c in self.keys(3) if "DECIMAL REAL" not in c.type)
        if not listed or not self.keeps_order:
            return self.make("many_groups")
        what = rng.choice([f"group_concat(quote({d}), '/')", f"max({d}), {e}", f"min({d}), {e}",
                           f"group_concat({e}) FILTER (WHERE {d} NOT NULL)"])
        return f"SELECT {listed}, {what} FROM @{self.where_in_order(0.4)} GROUP BY {listed}"

    def many_groups(self):
        made = self.grouped(self.many_keys())
        return f"SELECT count(*) FROM ({made}{self.limit()})" if self.chance(0.15) else made

    def sorted_groups(self):
        columns = self.many_keys()
        return self.grouped(columns) + self.order_of(columns) + self.rng.choice(["", self.limit()])

    def sorted_by_many(self):
        if self.rowid is None:
            return self.make("sorted_values")
        columns = self.many_keys()
        limit = self.rng.choice(["", self.limit()])
        return (f"SELECT {self.rowid}, {self.shown()} FROM @{self.where(0.4)}"
                f"{self.order_of(columns)}, {self.rowid}{self.rng.choice(['', '', ' DESC'])}"
                f"{limit}")

    def sorted_distinct(self):
        columns = self.many_keys()
        listed = ", ".join(c.name for c in columns)
        return (f"SELECT DISTINCT {listed} FROM @{self.where(0.4)}{self.order_of(columns)}"
                f"{self.rng.choice(['', self.limit()])}")

    def sorted_compound(self):
        rng, columns = self.rng, self.keys(3)
        listed = ", ".join(c.name for c in columns)
        word = rng.choice(["UNION", "UNION ALL", "EXCEPT", "INTERSECT"])
        places = ", ".join(f"{i}{rng.choice(['', ' DESC'])}"
                           for i in rng.sample(range(1, len(columns) + 1), len(columns)))
        return (f"SELECT {listed} FROM @{self.where(0.6)} {word} SELECT {listed} FROM "
                f"@{self.where(0.6)} ORDER BY {places}{rng.choice(['', self.limit()])}")

    def sorted_window(self):
        rng, d = self.rng, self.column().name
        if self.rowid is None:
            return self.make("groups")
        parts = ", ".join(c.name for c in self.keys(2))
        order = f"{self.order_of(self.keys(2))}, {self.rowid}"
        call = rng.choice(["row_number()", f"lag({d}, 2)", f"first_value({d})", f"max({d})",
                           "ntile(7)", f"count({d})"])
        part = rng.choice(["", f"PARTITION BY {parts}"])
        return f"SELECT {self.rowid}, {call} OVER ({part}{order}) FROM @{self.where(0.5)}"

    def sorted_subqueries(self):
        """Orders and groups in subqueries and joins with the table k."""
        rng, c, d, other = self.rng, self.column(), self.column().name, self.rng.choice(OTHERS)
        if self.rowid is None:
            return self.make("groups")
        keys = self.keys(2)
        listed = ", ".join(key.name for key in keys)
        compare = rng.choice(COMPARISONS)
        order = f"{self.order_of(keys)}, {self.rowid}"
        return rng.choice([
            lambda: f"SELECT rowid, (SELECT {d} FROM @ AS t WHERE {c.name} {compare} k.{other}"
                    f"{order} LIMIT 1 OFFSET {rng.choice([0, 0, 1, 5])}) FROM k",
            lambda: f"SELECT rowid, (SELECT count(*) FROM (SELECT {listed} FROM @ AS t WHERE "
                    f"{c.name} {compare} k.{other} GROUP BY {listed})) FROM k",
            lambda: f"SELECT rowid, (SELECT count(*) FROM (SELECT DISTINCT {listed} FROM @ AS t "
                    f"WHERE {c.name} {compare} k.{other} LIMIT 9)) FROM k",
            lambda: f"SELECT rowid FROM k WHERE {other} IN (SELECT {keys[0].name} FROM @ "
                    f"GROUP BY {listed} HAVING count(*) < 3)",
            lambda: f"SELECT k.rowid, {self.rowid} FROM k JOIN @ AS t ON t.{c.name} {compare} "
                    f"k.{other}{order}, k.rowid LIMIT 3000".replace(self.rowid, f"t.{self.rowid}"),
            lambda: f"SELECT {listed}, count(*), count(t.{c.name}) FROM k LEFT JOIN @ AS t ON "
                    f"t.{c.name} {compare} k.{other} GROUP BY {listed}",
            lambda: f"SELECT group_concat(r) FROM (SELECT {self.rowid} AS r FROM @"
                    f"{self.where(0.5)}{order}{self.limit()})",
        ])()

    SHAPES = {  # name: (weight, whether the answer has an order, whether it is exact)
        "plain": (38, False, True), "whole_rows": (6, False, True), "aggregate": (9, False, False),
        "sorted_rows": (9, True, True), "sorted_values": (6, True, False),
        "by_position": (4, True, False), "distinct": (4, False, False),
        "row_of_extreme": (1, False, False), "first_in_groups": (2, False, False),
        "distinct_sorted": (3, True, False), "distinct_limited": (2, False, True),
        "groups": (4, False, False), "compound": (3, False, False),
        "limited_count": (4, False, True),
        "limited_rows": (6, True, True),
        "window": (2, False, False), "join": (6, False, False), "self_join": (2, False, False),
        "correlated": (3, False, False), "nested": (3, False, False),
        "elements": (3, False, True), "mixed_join": (3, False, False),
        "crowded": (2, False, False), "kept": (3, False, False),
        "many_groups": (4, False, False), "sorted_groups": (3, True, False),
        "sorted_by_many": (4, True, True), "sorted_distinct": (3, True, False),
        "sorted_compound": (2, True, False), "sorted_window": (2, False, False),
        "sorted_subqueries": (4, False, False),
    }

    def question(self, weights=None):
        """Makes a Question.  weights: of the shapes, instead of the usual ones."""
        weights = weights or {name: shape[0] for name, shape in self.SHAPES.items()}
        name = self.rng.choices(list(weights), list(weights.values()))[0]
        self.parameters = []
        statement = self.make(name)
        _, ordered, exact = self.SHAPES[self.shape]
        return Question(statement, self.bindings(), ordered, exact)

    def make(self, name):
        """The statement of a shape, whose promises it has.  A shape for which a table has no
        columns makes another one."""
        self.shape = name
        return getattr(self, name)()

    def bindings(self):
        """Values for the parameters, sometimes several times."""
        bindings = [tuple(value for value, _ in self.parameters)]
        if self.parameters and self.chance(0.25):
            for _ in range(2):  # the same prepared statement with other values
                others = (operand(self.rng, column) if column else value
                          for value, column in self.parameters)
                bindings.append(tuple(v if bindable(v) else None for v in others))
        return bindings


def other_rows(rng, columns, n=25):
    """The statements that make the table k."""
    values = [operand(rng, rng.choice(columns)) for _ in range(n)]
    values = [v for v in values if not isinstance(v, (str, bytes)) or len(v) < 500]
    rows = ", ".join(f"({literal(v)})" for v in values) or "(NULL)"
    return [f"CREATE TABLE k({OTHER_TABLE})", f"INSERT INTO k(kx) VALUES {rows}",
            "UPDATE k SET ki = kx, ks = kx, kf = kx, ky = kx, km = kx, kn = kx",
            "CREATE VIEW w(x) AS SELECT ks FROM k UNION ALL SELECT ki FROM k UNION ALL "
            "SELECT ' ' || CAST(ki AS TEXT) FROM k"]
