"""Asks the same questions of a Parquet table and of an ordinary table.

    python3 hosts/differential.py [--seed N] SQLRUN [args...]      from the project's root

For each file below it makes a Parquet table v, a twin o with pushdown=off, and an
ordinary table c with the same declared columns and rows, and asks some thousand queries
of all three: every operator with operands of every storage class, from literals,
expressions, subqueries and joins; LIKE and GLOB; collations; IN; ORDER BY and LIMIT;
aggregates; some at random.  The answers must be the same, on every host.
"""
import os
import random
import subprocess
import sys
import tempfile

FILES = ["sql-tests/data/numbers.parquet", "testdata/trips.parquet"]
COMPARISONS = ["=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"]
SHOWN = 10  # differences printed for a file

OPERANDS = """
    5; 5.0; 5.5; 0; -0.0; -1; -50; 49.999; 250; 1000; 1001; TRUE; NULL; '5'; ' 5.0 '; '5e0'
    '0x5'; 'abc'; ''; '2024'; '2024-01-02'; 'row'; 's'; X'05'; X''; X'050000'; X'fe0000'
    9007199254740992.0; 9007199254740993; '9007199254740993'; -9007199254740994; 1e308
    9e999; -9e999; 2 + 3; 'a' || 'b'; (SELECT 5); (SELECT '5'); CAST(5 AS TEXT)
    CAST('5' AS REAL); CAST('abc' AS BLOB)
"""
OPERANDS = [o.strip() for o in OPERANDS.replace("\n", ";").split(";") if o.strip()]


class Host:
    """A sqlrun command."""

    def __init__(self, command):
        self.command = command

    def run(self, statements):
        """The output lines of each statement."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write("\n".join(s + ";" for s in statements) + "\n")
            file.flush()
            ran = subprocess.run([*self.command, file.name], capture_output=True)
        if ran.returncode != 0:
            sys.exit(f"{self.command[0]}: {ran.stderr.decode()}")
        answers = []
        for line in ran.stdout.decode(errors="replace").split("\n")[:-1]:
            if line.startswith("> "):
                answers.append([])
            else:
                answers[-1].append(line)
        assert len(answers) == len(statements)
        return answers

    def texts(self, statements):
        """The first column of the last statement, whose values are text."""
        lines = self.run(statements)[-1]
        return [line[1:-1].replace("''", "'").replace("\\\\", "\\") for line in lines]


def name(column):
    return '"' + column.replace('"', '""') + '"'


def set_up(host, file):
    """The statements that make the tables, the columns, and values that occur."""
    make = [
        f"CREATE VIRTUAL TABLE v USING parquet('{file}')",
        f"CREATE VIRTUAL TABLE o USING parquet('{file}', pushdown=off)",
    ]
    columns = host.texts(make + ["SELECT name FROM pragma_table_info('v')"])
    types = host.texts(make + ["SELECT type FROM pragma_table_info('v')"])
    quoted = [name(c) for c in columns]
    # DECIMAL(8,2) alone has NUMERIC affinity: an ordinary table would keep the REAL 5.0
    # as the INTEGER 5.
    types = [t.replace("DECIMAL(", "DECIMAL REAL(") for t in types]
    declared = ", ".join(f"{c} {t}" for c, t in zip(quoted, types))
    listed = ", ".join(quoted)
    make += [
        f"CREATE TABLE c({declared})",
        f"INSERT INTO c(rowid, {listed}) SELECT rowid, {listed} FROM o",
        "CREATE TABLE k(x, i INTEGER, s TEXT, f REAL, y BLOB)",
    ]
    values = []
    for column in quoted:
        for edge in "min", "max":
            values += [f"SELECT quote({edge}({column})) || '' FROM o"]
        values += [f"SELECT quote({column}) || '' FROM o WHERE rowid = {r}" for r in (7, 600)]
    found = host.run(make + values)[len(make) :]
    occurring = {v[0][1:-1].replace("''", "'") for v in found if v and "\\" not in v[0]}
    occurring = sorted(v for v in occurring if len(v) < 200 and v.isprintable())
    rows = ", ".join(f"({v})" for v in OPERANDS[::3] + occurring[::2])
    make += [f"INSERT INTO k(x) VALUES {rows}", "UPDATE k SET i = x, s = x, f = x, y = x"]
    return make, quoted, OPERANDS + occurring


def conditions(columns, operands, pick):
    """WHERE clauses: first every simple one, then some at random."""

    def term():
        return f"{pick(columns)} {pick(COMPARISONS)} {pick(operands)}"

    for column in columns + ["rowid"]:
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
        for other in "x", "i", "s", "f", "y":
            yield f"{column} IN (SELECT {other} FROM k)"
            yield f"{column} NOT IN (SELECT {other} FROM k WHERE {other} NOT NULL)"
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
    """Queries of a table called @, whose answers and their order are determined."""

    def ends():
        return f"count(*), sum(rowid), min({pick(columns)}), max({pick(columns)})"

    for condition in conditions(columns, operands, pick):
        yield f"SELECT {ends()} FROM @ WHERE {condition}"
    for column in columns + ["rowid"]:
        for other in "x", "i", "s", "f", "y":
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
        yield f"SELECT rowid, * FROM @ {where} ORDER BY {order}, rowid {limit}"
        yield f"SELECT rowid FROM @ {where} ORDER BY rowid {pick(['', 'DESC'])} {limit}"
        yield f"SELECT DISTINCT {column} FROM @ {where} ORDER BY 1 LIMIT 7"
        yield f"SELECT min({column}) FROM @ {where}"
        yield f"SELECT max({column}) FROM @ {where}"
        yield f"SELECT count(DISTINCT {column}), total({column}) FROM @ {where}"
        yield f"SELECT {column}, {ends()} FROM @ {where} GROUP BY 1 ORDER BY 1 LIMIT 5"


def compare(host, file, pick):
    make, columns, operands = set_up(host, file)
    asked = list(queries(columns, operands, pick))
    statements = make + [q.replace("@", table) for q in asked for table in "voc"]
    answers = host.run(statements)
    for statement, lines in zip(make, answers):
        if lines:
            sys.exit(f"{file}: {statement}: {lines[0]}")
    answers = answers[len(make) :]
    differences = 0
    for i, query in enumerate(asked):
        v, o, c = answers[3 * i : 3 * i + 3]
        if v == o == c:
            continue
        differences += 1
        if differences <= SHOWN:
            print(f"{file}: {query}")
            for what, lines in ("parquet", v), ("pushdown=off", o), ("ordinary", c):
                print(f"  {what}: {lines[:3]}"[:300])
    return len(asked) - differences, differences


def main():
    arguments = sys.argv[1:]
    seed = 1
    if arguments[:1] == ["--seed"]:
        seed = int(arguments[1])
        arguments = arguments[2:]
    if not arguments:
        sys.exit("usage: differential.py [--seed N] SQLRUN [args...]")
    passed = failed = 0
    for file in FILES:
        if not os.path.exists(file):
            print(f"skipped: differential: {file} is missing")
            continue
        same, different = compare(Host(arguments), file, random.Random(seed).choice)
        passed += same
        failed += different
    print(f"differential: {passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
