# SPDX-License-Identifier: MIT
"""Every operator with every kind of operand and every column, in various statements."""
from random_queries import OTHERS, Question, literal

COMPARISONS = ["=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"]

OPERANDS = """
    5; 5.0; 5.5; 0; -0.0; -1; -50; 49.999; 250; 1000; 1001; TRUE; NULL; '5'; ' 5.0 '; '5e0'
    '0x5'; 'abc'; ''; '2024'; '2024-01-02'; 'row'; 's'; X'05'; X''; X'050000'; X'fe0000'
    9007199254740992.0; 9007199254740993; '9007199254740993'; -9007199254740994; 1e308
    9e999; -9e999; 2 + 3; 'a' || 'b'; (SELECT 5); (SELECT '5'); CAST(5 AS TEXT)
    CAST('5' AS REAL); CAST('abc' AS BLOB); (SELECT '5' UNION ALL SELECT ki FROM k LIMIT 1)
    (SELECT ki FROM k WHERE 0 UNION ALL SELECT '05.0'); (SELECT ' 5' UNION ALL SELECT 1 LIMIT 1)
    (WITH RECURSIVE r(x) AS (SELECT 7 UNION ALL SELECT '250' FROM r LIMIT 2) SELECT max(x) FROM r)
"""
OPERANDS = [o.strip() for o in OPERANDS.replace("\n", ";").split(";") if o.strip()]


def conditions(columns, operands, pick):
    """WHERE clauses: first all simple ones, then random ones."""

    def term():
        return f"{pick(columns)} {pick(COMPARISONS)} {pick(operands)}"

    for column in columns:
        for operand in operands:
            yield from (f"{column} {c} {operand}" for c in COMPARISONS)
        for test in "IS NULL", "NOT NULL", "IS TRUE", "IS NOT FALSE":
            yield f"{column} {test}"
        for pattern in "row 00%", "ROW%", "%5", "_ow 0%", "", "%", "2024%", "5%":
            yield f"{column} LIKE '{pattern}'"
            yield f"{column} NOT LIKE '{pattern}'"
        for pattern in "Row*", "row 00*", "*5", "?ow*", "[Rr]ow 01*", "", "*", "5*":
            yield f"{column} GLOB '{pattern}'"
        for collation in "NOCASE", "RTRIM", "BINARY":
            for operand in "'ROW 0005 '", "'row 05'", "'R'", "'c '":
                for comparison in COMPARISONS:
                    yield f"{column} {comparison} {operand} COLLATE {collation}"
        for other in OTHERS:
            yield f"{column} IN (SELECT {other} FROM k)"
            yield f"{column} NOT IN (SELECT {other} FROM k WHERE {other} NOT NULL)"
        for n in 31, 32, 33:
            crowd = " AND ".join(["rowid < X'ff'"] * n)
            for other in OTHERS:
                yield f"{crowd} AND {column} IN (SELECT {other} FROM k)"
        for other in columns:
            yield f"{column} = {other}"
            yield f"{column} < {other}"
    for _ in range(600):
        yield f"{term()} AND {term()}"
        yield f"{term()} OR {term()}"
        yield f"NOT ({term()} AND {term()})"
        some = ", ".join(pick(operands) for _ in range(pick(range(1, 7))))
        yield f"{pick(columns)} {pick(['', 'NOT '])}IN ({some})"
        yield f"{pick(columns)} BETWEEN {pick(operands)} AND {pick(operands)}"
        left = f"({pick(columns)}, {pick(columns)})"
        yield f"{left} {pick(COMPARISONS[:6])} ({pick(operands)}, {pick(operands)})"


def queries(columns, operands, pick):
    """Statements about a table called @, whose answers have a determined order."""

    def ends():
        return f"count(*), sum(rowid), min({pick(columns)}), max({pick(columns)})"

    for condition in conditions(columns, operands, pick):
        yield f"SELECT {ends()} FROM @ WHERE {condition}"
    for column in columns:
        for other in OTHERS:
            for comparison in COMPARISONS:
                on = f"@ ON @.{column} {comparison} k.{other}"
                yield f"SELECT count(*), sum(@.rowid) FROM k JOIN {on}"
                yield f"SELECT count(*), sum(@.rowid) FROM k LEFT JOIN {on}"
    for _ in range(400):
        where = pick(["", f"WHERE {pick(columns)} {pick(COMPARISONS)} {pick(operands)}"])
        column = pick(columns)
        order = ", ".join(
            pick(columns) + pick(["", " DESC", " COLLATE NOCASE", " NULLS LAST"])
            for _ in range(pick(range(1, 4)))
        )
        limit = f"LIMIT {pick([0, 1, 2, 5, 17])} OFFSET {pick([0, 0, 1, 3, 260, 990])}"
        yield f"SELECT rowid, {', '.join(columns)} FROM @ {where} ORDER BY {order}, rowid {limit}"
        yield f"SELECT rowid FROM @ {where} ORDER BY rowid {pick(['', 'DESC'])} {limit}"
        yield f"SELECT DISTINCT {column} FROM @ {where} ORDER BY 1 LIMIT 7"
        yield f"SELECT min({column}) FROM @ {where}"
        yield f"SELECT max({column}) FROM @ {where}"
        yield f"SELECT count(DISTINCT {column}), total({column}) FROM @ {where}"
        yield f"SELECT {column}, {ends()} FROM @ {where} GROUP BY 1 ORDER BY 1 LIMIT 5"


def questions(columns, pick):
    """The same as Question objects.  columns: those of random_queries."""
    names = [c.name for c in columns]
    occurring = sorted({literal(v) for c in columns for v in c.values[:4] + c.values[-4:]})
    operands = OPERANDS + [v for v in occurring if len(v) < 200]
    for statement in queries(names, operands, pick):
        yield Question(statement, [()], ordered=True, exact=False)
