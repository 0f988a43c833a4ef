# SPDX-License-Identifier: MIT
"""Checks a file as a table: its cells, parts of them, options, JSON."""
import json
from fractions import Fraction

import contract
import truth
from compare import Difference, columns, same, same_json, same_loosely
from contract import Text


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def literal(text):
    return "'" + str(text).replace("'", "''") + "'"


class Table:
    """A file, its expected contents, and the SQLite that reads it."""

    def __init__(self, host, path, contents, rng):
        self.host, self.path, self.contents, self.rng = host, path, contents, rng
        self.rows = contents.rows
        pairs = list(zip(contents.names, contents.columns))
        self.all = pairs
        self.visible = [(n, c) for n, c in self.all if not c.hidden]
        self.hidden = [(n, c) for n, c in self.all if c.hidden]
        folded = {truth.fold(n) for n in contents.names}
        self.rowid = next(n for n in ("rowid", "oid", "_rowid_") if n not in folded)
        self.shown = {n: truth.values(c) for n, c in self.all}
        host.open()
        self.create("t")

    def create(self, name, **options):
        more = "".join(f", {k}={v}" for k, v in options.items())
        self.host.rows(f"DROP TABLE IF EXISTS temp.{name}")
        self.host.rows(f"CREATE VIRTUAL TABLE temp.{name} "
                       f"USING parquet({literal(self.path)}{more})")

    def some(self, pairs, n):
        return self.rng.sample(pairs, min(n, len(pairs)))


# --- the schema -------------------------------------------------------------------------

def untyped(table, **options):
    """The columns for which the contract has no declared type."""
    return {n.encode() for n, c in table.all if not truth.declared(c, **options)}


def check_declarations(table, check="declarations", name="t", chosen=None, **options):
    """Names, types, NOT NULL, hidden."""
    found = [r[1:4] + r[6:] for r in table.host.rows(f"PRAGMA temp.table_xinfo({name})")]
    # The type of a hidden column cannot be empty: HIDDEN alone has NUMERIC affinity.
    found = [(n, Text(b""), *r) if kind == b"BLOB" and r[-1] and n in untyped(table, **options)
             else (n, kind, *r) for n, kind, *r in found]
    expected = []
    for column_name, c in chosen or zip(table.contents.names, table.contents.columns):
        kind = truth.declared(c, **options)
        is_null = c.type is not None and c.type.logical == ("NULL",)
        must = c.required and not c.hidden and not is_null and not (
            c.type is not None and contract.is_float(c.type))
        expected.append((Text(column_name.encode()), Text(kind.encode()), int(must),
                         int(c.hidden)))
    for own, kind in zip(table.contents.own_names, (b"TEXT", b"BIGINT", b"BIGINT")):
        is_hidden = own != table.contents.own_names[1] or len(table.contents.columns) > 0
        expected.append((Text(own.encode()), Text(kind), 0, int(is_hidden)))
    if len(found) != len(expected):
        yield Difference(check, "table_xinfo", len(found), len(expected))
    for a, b in zip(found, expected):
        if a != b:
            yield Difference(check, "table_xinfo", a, b)


# --- cells ------------------------------------------------------------------------------

def equal_for(column):
    return same_json if column.type is None else same


def compare_rows(check, names_and_columns, found, expected, first_row=1):
    """found: rows; expected: columns."""
    found = [list(c) for c in zip(*found)] or [[] for _ in names_and_columns]
    for (name, column), a, b in zip(names_and_columns, found, expected):
        yield from columns(check, name, a, b, first_row, equal_for(column))


def check_cells(table):
    """Every cell, visible and hidden, at once."""
    found = table.host.rows("SELECT * FROM t")
    if not table.contents.columns:
        return
    yield from compare_rows("cells", table.visible, found,
                            [table.shown[n] for n, _ in table.visible])
    if table.hidden:
        listed = ", ".join(quoted(n) for n, _ in table.hidden)
        found = table.host.rows(f"SELECT {listed} FROM t")
        yield from compare_rows("hidden cells", table.hidden, found,
                                [table.shown[n] for n, _ in table.hidden])


def check_own_columns(table):
    """rowid, _file, _file_row_number, _row_group and count(*)."""
    check, n = "own columns", table.rows
    listed = ", ".join([table.rowid, *map(quoted, table.contents.own_names)])
    found = table.host.columns(f"SELECT {listed} FROM t") or [[]] * 4
    metadata = table.contents.file.metadata
    groups = [g for g in range(metadata.num_row_groups)
              for _ in range(metadata.row_group(g).num_rows)]
    expected = [list(range(1, n + 1)), [contract.text(str(table.path))] * n, list(range(n)), groups]
    for name, a, b in zip(["rowid", *table.contents.own_names], found, expected):
        yield from columns(check, name, a, b)
    counted = table.host.rows("SELECT count(*) FROM t")
    if counted != [(n,)]:
        yield Difference(check, "count(*)", counted, n)


def check_single_columns(table):
    """Single columns and pairs of columns."""
    for name, column in table.some(table.all, 8):
        found = table.host.columns(f"SELECT {quoted(name)} FROM t") or [[]]
        yield from columns("single column", name, found[0], table.shown[name],
                           equal=equal_for(column))
    for _ in range(2 if len(table.all) > 1 else 0):
        pair = table.some(table.all, 2)
        listed = ", ".join(quoted(n) for n, _ in pair)
        found = table.host.rows(f"SELECT {listed} FROM t")
        yield from compare_rows("pair of columns", pair, found, [table.shown[n] for n, _ in pair])


def rowid_conditions(table):
    """(condition, parameters, the rows it holds for)"""
    rng, n, r = table.rng, table.rows, table.rowid
    near = [0, 1, 2, n - 1, n, n + 1, -1, n // 2]

    def some_row():
        return rng.choice(near) if rng.random() < 0.3 else rng.randint(0, n + 1)

    def rows(low, high):
        return range(max(low, 1), min(high, n) + 1)

    for _ in range(6):
        a = some_row()
        yield f"{r} = ?", (a,), rows(a, a)
    for _ in range(4):
        a, b = sorted((some_row(), some_row()))
        yield f"{r} BETWEEN ? AND ?", (a, b), rows(a, b)
        yield f"{r} > ? AND {r} < ?", (a, b), rows(a + 1, b - 1)
    a = some_row()
    yield f"{r} >= ?", (a,), rows(a, n)
    yield f"{r} > ?", (a,), rows(a + 1, n)
    yield f"{r} <= ?", (a,), rows(1, a)
    yield f"{r} < ?", (a + 0.5,), rows(1, a)
    yield f"{r} = ? AND {r} <= ?", (a, a - 1), []
    chosen = [some_row() for _ in range(4)]
    yield f"{r} IN (?, ?, ?, ?)", chosen, sorted({c for c in chosen if 1 <= c <= n})


def check_rowids(table):
    """Rows by number."""
    for condition, parameters, rows in rowid_conditions(table):
        chosen = table.some(table.all, 5)
        listed = ", ".join([table.rowid] + [quoted(n) for n, _ in chosen])
        statement = f"SELECT {listed} FROM t WHERE {condition} ORDER BY {table.rowid}"
        found = table.host.rows(statement, *parameters)
        expected = [tuple([row] + [table.shown[n][row - 1] for n, _ in chosen]) for row in rows]
        if len(found) != len(expected):
            yield Difference("rowid", f"{statement} {parameters}", f"{len(found)} rows",
                             f"{len(expected)} rows")
            continue
        tests = [same] + [equal_for(c) for _, c in chosen]
        for a, b in zip(found, expected):
            wrong = [(x, y) for equal, x, y in zip(tests, a, b) if not equal(x, y)]
            if wrong:
                yield Difference("rowid", f"{statement} {parameters}, row {b[0]}", *wrong[0])
                break


# --- options ----------------------------------------------------------------------------

def check_options(table):
    """timestamps=integer and decimals=text, each alone and both; columns=..."""
    for options in ({"timestamps": "integer"}, {"decimals": "text"},
                    {"timestamps": "integer", "decimals": "text"}):
        told = " ".join(f"{k}={v}" for k, v in options.items())
        table.create("o", **options)
        yield from check_declarations(table, told, "o", **options)
        kinds = [kind for kind, option in (("TIMESTAMP", "timestamps"), ("DECIMAL", "decimals"))
                 if option in options]
        # The other columns are the same as without options; a few are checked.
        chosen = [(n, c) for n, c in table.all if truth.declared(c).startswith(tuple(kinds))]
        chosen += table.some([pair for pair in table.all if pair not in chosen], 2)
        listed = ", ".join(quoted(n) for n, _ in chosen)
        if chosen:
            found = table.host.rows(f"SELECT {listed} FROM o")
            yield from compare_rows(told, chosen, found,
                                    [truth.values(c, **options) for _, c in chosen])
    yield from check_columns_option(table)


def check_columns_option(table):
    """Some of the visible columns, by SQLite's names."""
    if not table.visible or any("\n" in n for n in table.contents.names):
        return
    wanted = {n for n, _ in table.some(table.visible, 3)}
    # A group includes its leaves, and so does any column whose name looks like a group's.
    prefixes = tuple(c.name + "." for n, c in table.visible if n in wanted and c.type is None)
    chosen = [(n, c) for n, c in table.all
              if n in wanted or c.hidden and c.name.startswith(prefixes)]
    visible = [(n, c) for n, c in chosen if not c.hidden]
    table.create("o", columns=literal(",".join(quoted(n) for n in sorted(wanted))))
    yield from check_declarations(table, "columns=", "o", chosen)
    found = table.host.rows("SELECT * FROM o")
    yield from compare_rows("columns=", visible, found, [table.shown[n] for n, _ in visible])


# --- JSON -------------------------------------------------------------------------------

class Number(str):
    """A number of a JSON text, as written."""


def parsed(text):
    return json.loads(text.decode(), parse_float=Number, parse_int=Number,
                      object_pairs_hook=list)


def leaf_in(document, steps, kind):
    """The SQL value of a leaf according to its group's JSON."""
    for step in steps:
        if document is None:
            return None
        document = dict(document)[step]
    if document is None or isinstance(document, bool):
        return None if document is None else int(document)
    if not isinstance(document, Number):
        is_blob = kind == "BLOB"
        return bytes.fromhex(document) if is_blob else contract.text(document)
    if kind.startswith("DECIMAL"):
        is_integer = kind.startswith("DECIMAL(")
        return int(document) if is_integer else float(Fraction(document))
    if kind in ("FLOAT", "DOUBLE"):
        return float(document.replace("9e999", "inf"))
    return contract.text(document) if int(document) >= 2**63 else int(document)


def check_groups(table):
    """Each hidden leaf against its group's JSON, both from the extension."""
    hidden = iter(table.hidden)
    for name, ways in zip(table.contents.names, table.contents.steps):
        for steps in ways:
            leaf_name, leaf = next(hidden)
            kind = truth.declared(leaf)
            found = table.host.rows(f"SELECT {quoted(name)}, {quoted(leaf_name)} FROM t")
            for row, (document, value) in enumerate(found[:2000], 1):
                told = leaf_in(parsed(document) if document else None, steps, kind)
                if not same_loosely(value, told):
                    yield Difference("hidden leaf and JSON", f"{leaf_name!r}, row {row}", value,
                                     told)
                    break


def check_read_parquet(table):
    """A few rows from read_parquet()."""
    if not table.rows:
        return
    first = table.rng.randint(0, max(0, min(table.rows - 20, 500)))
    rows = range(first, min(first + 20, table.rows))
    found = table.host.rows("SELECT * FROM read_parquet(?) LIMIT 20 OFFSET ?", str(table.path),
                            first)
    for row, (text,) in zip(rows, found):
        parts = []
        try:
            for name, c in table.visible:
                v = c.values[row]
                told = ((v or b"null").decode() if c.type is None
                        else contract.json_value(c.type, v))
                parts.append(contract.json_string(name.encode()) + ":" + told)
        except UnicodeDecodeError:
            continue  # text that is not UTF-8
        expected = contract.text("{" + ",".join(parts) + "}")
        if not same_json(text, expected):
            yield Difference("read_parquet", f"row {row + 1}", text, expected)
            return
    if len(found) != len(rows):
        yield Difference("read_parquet", "rows", len(found), len(rows))


CHECKS = [check_declarations, check_cells, check_own_columns, check_single_columns, check_rowids,
          check_options, check_groups, check_read_parquet]
