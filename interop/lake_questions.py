# SPDX-License-Identifier: MIT
"""Random questions about a lake table, which an ordinary table with its rows answers, too."""
import compare
from compare import Difference
from contract import Text
from sqlite_host import SqlError
from table_checks import literal, quoted

OPTIONS = {"t": ", threads=1", "four": ", threads=4", "off": ", pushdown=off"}
OPERATORS = ["=", "=", "<", "<=", ">", ">=", "<>", "IS"]


class Asked:
    """The lake table and the ordinary one.  shown: the columns' values, as SQLite has them."""

    def __init__(self, host, rng, rows, path, options=""):
        self.host, self.rng, self.rows, self.shown = host, rng, rows, rows.shown()
        self.names = [quoted(c.name) for c in rows.columns]
        host.open()
        for name, more in OPTIONS.items():
            host.rows(f"CREATE VIRTUAL TABLE temp.{name} USING "
                      f"parquet({literal(path)}{options}{more})")

    def make_native(self):
        declared = ", ".join(f"{n} {d}" for n, d in zip(self.names, self.rows.declared()))
        marks = ", ".join("?" * len(self.names))
        self.host.rows(f"CREATE TABLE main.n({declared})")
        self.host.many(f"INSERT INTO n VALUES ({marks})", list(zip(*self.shown)))

    def value(self, at):
        """(SQL, parameter) of a value of a column, or of a similar one."""
        values = [v for v in self.shown[at] if v is not None] or [0]
        v = self.rng.choice(values)
        if isinstance(v, Text):
            v = v[:-1] if self.rng.random() < 0.2 else v
            return "CAST(? AS TEXT)", bytes(v)
        if isinstance(v, (int, float)) and self.rng.random() < 0.2:
            v = min(max(v + self.rng.choice([-1, 0.5, 1]), -2**63), 2**63 - 1)
            v = v if isinstance(v, float) else int(v)
        return "?", v

    def condition(self, at=None):
        """(SQL about the table x, parameters)"""
        at = self.rng.randrange(len(self.names)) if at is None else at
        c, values = f"x.{self.names[at]}", [self.value(at) for _ in range(3)]
        (a, _), (b, _), (d, _) = values
        operator = self.rng.choice(OPERATORS)
        told, count = self.rng.choice([
            (f"{c} {operator} {a}", 1), (f"{c} {operator} {a}", 1), (f"{c} {operator} {a}", 1),
            (f"{c} IN ({a}, {b}, {d})", 3), (f"{c} BETWEEN {a} AND {b}", 2), (f"{c} IS NULL", 0),
            (f"{c} IS NOT NULL", 0), (f"({c} < {a} OR {c} IS NULL)", 1), (f"NOT {c} >= {a}", 1)])
        return told, tuple(v for _, v in values[:count])

    def question(self):
        """(statement about @, parameters) with a determined answer and order."""
        at = self.rng.randrange(len(self.names))
        c = f"x.{self.names[at]}"
        (first, a), (second, b) = self.condition(at), self.condition()
        return self.rng.choice([
            (f"SELECT x.id FROM @ x WHERE {first} ORDER BY x.id", a),
            (f"SELECT x.id, {c} FROM @ x WHERE {first} ORDER BY x.id", a),
            (f"SELECT count(*), min(x.id) FROM @ x WHERE {first} AND {second}", a + b),
            (f"SELECT count(*), max({c}) FROM @ x WHERE {first} OR {second}", a + b),
            (f"SELECT count({c}), min({c}), max({c}) FROM @ x WHERE {second}", b),
            (f"SELECT count(*), count({c}), min({c}), max({c}) FROM @ x", ()),
            (f"SELECT {c}, count(*), max(x.id) FROM @ x GROUP BY 1 ORDER BY 1", ()),
            (f"SELECT x.id FROM @ x WHERE {second} ORDER BY {c} DESC, x.id LIMIT 9", b),
            (f"SELECT DISTINCT {c} FROM @ x WHERE {second} ORDER BY 1", b),
            (f"SELECT DISTINCT {c} FROM @ x ORDER BY 1", ()),
            (f"SELECT {c}, x.id FROM @ x ORDER BY 1 DESC, 2 LIMIT 50 OFFSET 3", ()),
            ("SELECT count(*) FROM @", ()),
            (f"SELECT count(*), sum(j.w), min(x.id) FROM j JOIN @ x ON {c} = j.v WHERE {second}",
             b),
            (f"SELECT j.w, x.id FROM j LEFT JOIN @ x ON {c} = j.v ORDER BY 1, 2", ())])

    def make_other(self):
        """The table that questions join with has values of one or two columns."""
        self.host.rows("CREATE TABLE main.j(v, w INTEGER)")
        for w in range(self.rng.choice([1, 5, 60])):
            told, value = self.value(self.rng.randrange(len(self.names)))
            self.host.rows(f"INSERT INTO j VALUES ({told}, {w})", value)

    def answers(self, count):
        """The differences of the answers of count questions, an item for each question."""
        self.make_native()
        self.make_other()
        for _ in range(count):
            statement, parameters = self.question()
            wanted = self.ask("n", statement, parameters)
            name = self.rng.choice(list(OPTIONS))
            got = self.ask(name, statement, parameters)
            same = len(got) == len(wanted) and all(
                all(map(compare.same_loosely, a, b)) for a, b in zip(got, wanted))
            place = f"{name}: {statement} {tuple(map(compare.shown, parameters))}"
            yield None if same else Difference("question", place, *first_different(got, wanted))

    def ask(self, name, statement, parameters):
        try:
            return self.host.rows(statement.replace("@", name, 1), *parameters)
        except SqlError as error:
            return [(f"error: {error}",)]

    def declarations(self):
        """The columns, in order, with their types."""
        found = self.host.rows("SELECT name, type FROM pragma_table_info('t')")
        found = [(bytes(name).decode(), bytes(type).decode()) for name, type in found]
        wanted = [(c.name, d) for c, d in zip(self.rows.columns, self.rows.declared())]
        if found != wanted:
            yield Difference("declarations", "columns", str(found), str(wanted))

    def cells(self):
        """All rows."""
        found = self.host.columns("SELECT * FROM t ORDER BY id") or [[] for _ in self.names]
        for c, a, b in zip(self.rows.columns, found, self.shown):
            yield from compare.columns("rows", c.name, a, b)


def first_different(got, wanted):
    for a, b in zip(got, wanted):
        if not all(map(compare.same_loosely, a, b)):
            return str(a), str(b)
    return f"{len(got)} rows", f"{len(wanted)} rows"
