# SPDX-License-Identifier: MIT
"""Checks a file by queries: an ordinary table with its rows must give the same answers."""
import truth
from compare import Difference, same_loosely, shown
from contract import Text
from sqlite_host import SqlError
from table_checks import quoted

OPERATORS = ["=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"]


def make_native(table):
    """An ordinary table with the same columns and rows."""
    declared = ", ".join(f"{quoted(n)} {truth.declared(c)}" for n, c in table.all)
    listed = ", ".join([table.rowid, *(quoted(n) for n, _ in table.all)])
    table.host.rows(f"CREATE TABLE main.n({declared})")
    table.host.rows(f"INSERT INTO n({listed}) SELECT {listed} FROM t")


def operand(table, name):
    """(SQL, parameters) of a value that occurs in the column, or of a similar one."""
    values = [v for v in table.shown[name] if v is not None] or [0]
    v = table.rng.choice(values)
    if isinstance(v, Text):
        v = v[:-1] if table.rng.random() < 0.2 else v
        return "CAST(? AS TEXT)", (bytes(v),)
    if isinstance(v, (int, float)) and table.rng.random() < 0.2:
        v = min(max(v + table.rng.choice([-1, 0.5, 1]), -2**63), 2**63 - 1)
        v = v if isinstance(v, float) else int(v)
    return "?", (v,)


def queries(table):
    """(statement about @, parameters), each with a determined answer and order."""
    rng, r = table.rng, table.rowid
    for name, _ in table.some(table.all, 5):
        c = quoted(name)
        other = quoted(rng.choice(table.all)[0])
        yield f"SELECT count({c}), count(DISTINCT {c}), min({c}), max({c}) FROM @", ()
        yield (f"SELECT {c}, count(*), min({r}), max({r}) FROM @ GROUP BY {c} ORDER BY {c} "
               f"LIMIT 300", ())
        yield (f"SELECT typeof({c}), count(*), min({other}), max({other}) FROM @ GROUP BY 1 "
               f"ORDER BY 1", ())
        yield f"SELECT {r} FROM @ ORDER BY {c} DESC, {r} LIMIT 50 OFFSET 3", ()
        yield f"SELECT min({r}), max({r}), count(*) FROM @ WHERE {c} IS NULL", ()
        for _ in range(4):
            told, values = operand(table, name)
            yield f"SELECT {r} FROM @ WHERE {c} {rng.choice(OPERATORS)} {told} ORDER BY {r}", values
        low, high = operand(table, name), operand(table, name)
        yield (f"SELECT count(*), min({other}) FROM @ WHERE {c} BETWEEN {low[0]} AND {high[0]}",
               low[1] + high[1])
        yield (f"SELECT count(*), sum({r}) FROM @ WHERE {c} IN ({low[0]}, {high[0]}, NULL) "
               f"AND {r} > ?", low[1] + high[1] + (rng.randint(0, table.rows),))


def check_queries(table):
    """The same queries of an ordinary table with the same rows."""
    if not table.all:
        return
    make_native(table)
    for statement, parameters in queries(table):
        answers = []
        for name in "t", "n":
            try:
                answers.append(table.host.rows(statement.replace("@", name, 1), *parameters))
            except SqlError as error:
                answers.append([(f"error: {error}",)])
        a, b = answers
        place = f"{statement} {tuple(map(shown, parameters))}"
        if len(a) != len(b):
            yield Difference("query", place, f"{len(a)} rows", f"{len(b)} rows")
            continue
        for row, (x, y) in enumerate(zip(a, b)):
            if not all(map(same_loosely, x, y)):
                yield Difference("query", f"{place}, row {row}", x, y)
                break


CHECKS = [check_queries]
