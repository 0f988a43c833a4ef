# SPDX-License-Identifier: MIT
"""Random joins and correlated subqueries of tables with known columns and some known values.

A Question's statement names the tables @0, @1, ...  An outer table has enough rows that the
extension looks up those of the inner one (src/sql/table/look_up.h).  As in random_queries.py,
the answer is determined, and everything random comes from one random.Random.
"""
from typing import NamedTuple

from random_queries import (COLLATIONS, COMPARISONS, OTHERS, RANGES, TYPES, Asker, Question,
                            number_of)

EQUAL = ["=", "=", "=", "=", "==", "IS"]
MOST_PAIRS = 20_000  # of rows, in a join that nothing narrows
FEW_ROWS = 150
ALIASES = "abcd"


class Table(NamedTuple):
    columns: list  # of random_queries.Column, with the rowid and _file_row_number
    rowid: str
    n_rows: int


def alike(value):
    """What values of different classes that may be equal have in common."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        value = number_of(value.strip())
    return value.lower() if isinstance(value, str) else float(value)


def is_text(column):
    return column.type == "" or any(word in column.type.upper() for word in ("TEXT", "CHAR"))


def is_wide(column):
    """Whether its values are long texts."""
    return any(isinstance(v, str) and len(v) > 100 for v in column.values)


def hashes_lengths(version):
    """Whether SQLite loses rows that an automatic index should find with a collation to which
    texts of different lengths may be equal: its Bloom filter hashes the length.  That is so from
    3.38 to 3.40; which version repaired it is not known."""
    return (3, 38) <= version < (3, 46)


class Joiner(Asker):
    """Makes the questions about a list of tables."""

    def __init__(self, rng, tables, bind, version):
        super().__init__(rng, tables[0].columns, tables[0].rowid, bind, version)
        self.tables = tables
        self.samples = [[{alike(v) for v in c.values if v is not None} for c in t.columns]
                        for t in tables]
        self.collations = [c for c in COLLATIONS if c in ("NOCASE", "BINARY") or
                           not hashes_lengths(version)]
        self.used = []  # tables of the question being made; the alias says which is which

    # --- tables and columns -------------------------------------------------------------

    def name(self, i, column):
        return f"{ALIASES[i]}.{column.name}"

    def rowid_of(self, i):
        return f"{ALIASES[i]}.{self.tables[self.used[i]].rowid}"

    def use(self, n):
        """Chooses the tables of a question."""
        usual = range(len(self.tables))
        few = [i for i in usual if self.tables[i].n_rows <= FEW_ROWS] or usual
        self.used = [self.rng.choice(few if i > 1 else usual) for i in range(n)]
        if n > 1 and self.chance(0.2):
            self.used[1] = self.used[0]
        self.ordered = False
        self.look_at(n - 1)

    def look_at(self, i):
        """Makes the inherited methods write terms about the i-th table."""
        table = self.tables[self.used[i]]
        self.columns = [c._replace(name=self.name(i, c)) for c in table.columns]
        self.rowid = self.rowid_of(i)

    def some_column(self, i):
        return self.rng.choice(self.tables[self.used[i]].columns)

    def pair(self, inner, outer):
        """A column of each, which usually have values in common."""
        rng, best, most = self.rng, None, 0
        x, y = self.used[inner], self.used[outer]
        for _ in range(1 if self.chance(0.15) else 12):
            i = rng.randrange(len(self.tables[x].columns))
            k = rng.randrange(len(self.tables[y].columns))
            common = len(self.samples[x][i] & self.samples[y][k])
            if best is None or common > most:
                best, most = (i, k), common
        return self.tables[x].columns[best[0]], self.tables[y].columns[best[1]]

    def n_rows(self, i):
        return self.tables[self.used[i]].n_rows

    def some_rows(self, i, inner):
        """A condition that leaves so few rows of the i-th table that others can be scanned for
        each of them."""
        n = max(8, min(80, MOST_PAIRS // (inner + 1)))
        if n >= self.n_rows(i):
            return f"{self.rowid_of(i)} > 0"
        first = self.rng.randint(1, self.n_rows(i) - n)
        return f"{self.rowid_of(i)} BETWEEN {first} AND {first + n}"

    # --- conditions ---------------------------------------------------------------------

    def operand_of(self, i, column):
        """A value of the i-th table, usually as it is stored."""
        rng, name = self.rng, self.name(i, column)
        if self.chance(0.75):
            return name
        other = self.name(i, self.some_column(i))
        return rng.choice([
            f"+{name}", f"{name} || ''", f"CAST({name} AS {rng.choice(TYPES)})", f"{name} + 0",
            f"{name} * 1.0", f"coalesce({name}, {other})", f"upper({name})", f"{name} || ' '",
            f"'0' || {name}", f"-{name}", f"nullif({name}, {other})", f"(SELECT {name})",
            f"CASE WHEN {self.rowid_of(i)} % 2 THEN {name} ELSE {other} END",
            f"trim({name})", f"likely({name})", f"{name} + {rng.choice(['1', '0.5', '1e15'])}"])

    def equality(self, inner, outer, collate=True):
        rng = self.rng
        x, y = self.pair(inner, outer)
        left, right = self.name(inner, x), self.operand_of(outer, y)
        compare = rng.choice(EQUAL)
        if self.version >= (3, 39) and self.chance(0.04):
            compare = "IS NOT DISTINCT FROM"
        how = rng.random() if collate else 1
        if how < 0.08:
            right += f" COLLATE {rng.choice(self.collations)}"
        elif how < 0.14:
            left += f" COLLATE {rng.choice(self.collations)}"
        elif how < 0.2:
            others = [right] + [self.operand_of(outer, self.pair(inner, outer)[1])
                                for _ in range(rng.randint(0, 2))]
            if self.chance(0.4):
                others.append(self.operand(x))
            return f"{left} IN ({', '.join(others)})"
        return f"{right} {compare} {left}" if self.chance(0.3) else f"{left} {compare} {right}"

    def by_number(self, inner, outer):
        rng = self.rng
        number = rng.choice([self.rowid_of(inner), f"{ALIASES[inner]}._file_row_number"])
        value = self.operand_of(outer, self.some_column(outer))
        return rng.choice([
            f"{number} = {value}", f"{number} = {self.rowid_of(outer)}",
            f"{number} = {self.rowid_of(outer)} % 7 + {rng.randint(-1, 50)}",
            f"{number} IN ({value}, {self.rowid_of(outer)})", f"{number} IS {value}",
            f"{number} BETWEEN {value} AND {value} + 5", f"{number} < {self.rowid_of(outer)}"])

    def row_equality(self, inner, outer):
        pairs = [self.pair(inner, outer) for _ in range(self.rng.choice([2, 2, 3]))]
        left = ", ".join(self.name(inner, x) for x, _ in pairs)
        right = ", ".join(self.name(outer, y) for _, y in pairs)
        compare = self.rng.choice(["=", "=", "=", "IS", "<", ">="])
        return f"({left}) {compare} ({right})"

    def also(self, inner, outer):
        """A term beside a key."""
        rng = self.rng
        x, y = self.pair(inner, outer)
        left, right = self.name(inner, x), self.operand_of(outer, y)
        return rng.choice([
            lambda: f"{left} {rng.choice(RANGES)} {right}",
            lambda: f"{left} {rng.choice(['<>', 'IS NOT'])} {right}",
            lambda: f"{left} BETWEEN {right} AND {self.operand_of(outer, self.some_column(outer))}",
            lambda: f"{left} LIKE {right}",
            lambda: f"{left} LIKE substr({right}, 1, {rng.randint(0, 5)}) || '%'",
            lambda: f"{left} GLOB {right} || '*'",
            lambda: f"{left} IN (SELECT {rng.choice(OTHERS)} FROM k)",
            lambda: f"{left} {rng.choice(COMPARISONS)} {self.name(inner, self.some_column(inner))}",
            lambda: self.by_number(inner, outer),
            lambda: self.equality(inner, outer),
            self.term, self.term, self.term, self.term, self.alternatives,
            lambda: f"{left} {rng.choice(['IS NULL', 'NOT NULL'])}",
        ])()

    def on(self, inner, outer):
        """Terms that connect a table to another."""
        self.look_at(inner)
        how, terms = self.rng.random(), []
        if how < 0.62:
            terms = [self.equality(inner, outer)]
        elif how < 0.78:
            terms = [self.equality(inner, outer) for _ in range(self.rng.choice([2, 2, 3, 4, 9]))]
        elif how < 0.86:
            terms = [self.row_equality(inner, outer)]
        elif how < 0.93:
            terms = [self.by_number(inner, outer)]
        elif how < 0.96:
            arms = [self.equality(inner, outer, collate=False) for _ in range(2)]
            terms = [f"({' OR '.join(arms)})"]
        else:
            terms = [self.also(inner, outer)]
        while self.chance(0.35) and len(terms) < 6:
            terms.append(self.also(inner, outer))
        return " AND ".join(terms)

    # --- what is shown ------------------------------------------------------------------

    def shown_of(self, n):
        """Columns of the first n tables, or sums of them."""
        rng = self.rng
        rowids = [self.rowid_of(i) for i in range(n)]
        some = []
        for _ in range(rng.choice([0, 1, 1, 2, 4])):
            i = rng.randrange(n)
            column = self.some_column(i)
            c = self.name(i, column)
            some.append(rng.choice([f"substr({c}, 1, 20)"] if is_wide(column) else [
                c, c, c, f"typeof({c})", f"length({c})", f"quote({c})"]))
        if self.chance(0.6):
            sums = [f"sum({r})" for r in rowids] + [f"max(quote({c}))" for c in some]
            return ", ".join(["count(*)", *sums]), ""
        order = ""
        if self.chance(0.2):
            i = rng.randrange(n)
            column = self.some_column(i)
            name = self.name(i, column)
            order = self.order_term(column._replace(name=f"+{name}" if is_text(column) else name),
                                    collate=False)
            order = f" ORDER BY {', '.join([order, *rowids])}"
            self.ordered = True
            if self.chance(0.5):
                order += f" LIMIT {rng.choice([1, 5, 40])}"
        return ", ".join([*rowids, *some]), order

    # --- queries ------------------------------------------------------------------------

    def way(self, outer_joins):
        ways = ["JOIN"] * 6 + ["CROSS JOIN"] * 5 + ["LEFT JOIN"] * 5
        if outer_joins and self.version >= (3, 39):
            ways += ["RIGHT JOIN", "FULL JOIN"] * 2
        return self.rng.choice(ways)

    def is_small(self):
        product = 1
        for i in range(len(self.used)):
            product *= self.n_rows(i)
        return product <= MOST_PAIRS

    def joined(self, n):
        """Joins n tables, each to one before it."""
        self.use(n)
        what, order = self.shown_of(n)
        text, small = "@0 AS a", self.is_small()
        inner = max(self.n_rows(i) for i in range(1, n)) * (1 if n == 2 else 3)
        for i in range(1, n):
            way = self.way(small)
            text += f" {way} @{i} AS {ALIASES[i]} ON {self.on(i, self.rng.randrange(i))}"
        where = []
        if not small or self.chance(0.3):
            where.append(self.some_rows(0, inner))
        if self.chance(0.35):
            i = self.rng.randrange(n)
            self.look_at(i)
            where.append(self.rng.choice([
                self.term, lambda: f"{self.rowid_of(i)} IS NULL",
                lambda: f"{self.name(i, self.some_column(i))} NOT NULL"])())
        where = f" WHERE {' AND '.join(where)}" if where else ""
        return f"SELECT {what} FROM {text}{where}{order}"

    def two(self):
        return self.joined(2)

    def using(self):
        """Joins by the names of columns, which several of the files have."""
        rng = self.rng
        self.use(rng.choice([2, 2, 2, 3]))
        n = len(self.used)
        columns = [{c.name: i for i, c in enumerate(self.tables[t].columns)
                    if "." not in c.name and not c.name.startswith('"_')} for t in self.used]
        names = [name for name in columns[0] if all(name in others for others in columns[1:])
                 and name != self.tables[self.used[0]].rowid]
        if not names:
            return self.two()

        def common(name):
            first, *others = [self.samples[t][c[name]] for t, c in zip(self.used, columns)]
            return min(len(first & other) for other in others)

        best = max(rng.sample(names, min(len(names), 4)), key=common)
        shared = [best] + rng.sample(names, 1) * self.chance(0.2)
        using = f" USING ({', '.join(dict.fromkeys(shared))})"
        small, text = self.is_small(), "@0 AS a"
        for i in range(1, n):
            text += f" {self.way(small)} @{i} AS {ALIASES[i]}{using}"
        return self.shown_joined(text, n, small, best)

    def natural(self):
        """Joins by the only names that subqueries have in common."""
        self.use(2)
        x, y = self.pair(1, 0)
        small = self.is_small()
        rows = [f"SELECT {self.name(i, c)} AS both, {self.rowid_of(i)} AS r{i} FROM @{i} AS "
                f"{ALIASES[i]}" for i, c in ((0, y), (1, x))]
        if not small:
            rows[0] += f" WHERE {self.some_rows(0, self.n_rows(1))}"
        if self.chance(0.3):
            self.look_at(1)
            rows[1] += f" WHERE {self.term()}"
        return (f"SELECT r0, r1, substr(both, 1, 20) FROM ({rows[0]}) NATURAL {self.way(small)} "
                f"({rows[1]})")

    def shown_joined(self, text, n, small, name):
        where = "" if small else " WHERE " + self.some_rows(0, max(map(self.n_rows, range(1, n))))
        rowids = ", ".join(self.rowid_of(i) for i in range(n))
        return f"SELECT {rowids}, substr({name}, 1, 20) FROM {text}{where}"

    def three(self):
        return self.joined(3)

    def four(self):
        return self.joined(4)

    def to_other(self):
        """Joins to rows of the ordinary table k, whose columns have collations and affinities."""
        rng = self.rng
        self.use(1)
        column = self.some_column(0)
        key = f"{self.name(0, column)} {rng.choice(EQUAL)} k.{rng.choice(OTHERS)}"
        if self.chance(0.3):
            key = f"k.{rng.choice(OTHERS)} {rng.choice(EQUAL)} {self.name(0, column)}"
        also = f" AND {self.term()}" if self.chance(0.3) else ""
        many = "(SELECT k1.* FROM k AS k1, (SELECT 1 UNION ALL SELECT 2) LIMIT 100) AS k"
        shown = f"k.kx, {self.rowid}, {self.name(0, self.some_column(0))}"
        return (f"SELECT {shown} FROM {rng.choice(['k', many])} "
                f"{rng.choice(['JOIN', 'CROSS JOIN', 'LEFT JOIN'])} @0 AS a ON {key}{also}")

    def inner_query(self, i, outer, what, limit=""):
        """A subquery.  what and limit may have the column {c}."""
        column, tail = self.some_column(i), self.on(i, outer)
        c = self.sortable(i, column, tail)
        what, limit = what.replace("{c}", c), limit.replace("{c}", c)
        return f"SELECT {what} FROM @{i} AS {ALIASES[i]} WHERE {tail}{limit}"

    def sortable(self, i, column, condition):
        """The column as SQLite can sort it.  If the condition equates a column of text to a
        number, SQLite considers it constant, though different texts equal the number.
        """
        name = self.name(i, column)
        return f"+{name}" if name in condition and is_text(column) else name

    def outer_query(self, shown, condition=""):
        where = self.some_rows(0, self.n_rows(1))
        return f"SELECT {shown} FROM @0 AS a WHERE {where}{condition}"

    def scalar(self):
        """A subquery for one value."""
        rng = self.rng
        self.use(2)
        b, order = self.rowid_of(1), rng.choice(["", " DESC"])
        what, limit = rng.choice([
            ("max({c})", ""), ("min({c})", ""), ("count(*)", ""), ("count({c})", ""),
            ("count(DISTINCT {c})", ""), (f"sum({b})", ""), ("max(1)", ""),
            ("{c}", " ORDER BY {c}" + order + " LIMIT 1"),
            ("{c}", " ORDER BY {c}" + order + " LIMIT 1 OFFSET 1"),
            (b, f" ORDER BY {b}{order} LIMIT 1"), (b, f" ORDER BY {b}{order} LIMIT 1 OFFSET 2"),
            (b, " ORDER BY {c}, " + f"{b} LIMIT 1")])
        return self.outer_query(f"{self.rowid_of(0)}, ({self.inner_query(1, 0, what, limit)})")

    def listed(self):
        """The rows that several keys find, in order."""
        self.use(2)
        rng, (x, y), b = self.rng, self.pair(1, 0), self.rowid_of(1)
        self.look_at(1)
        keys = [self.operand_of(0, y), self.name(0, self.pair(1, 0)[1])]
        if self.chance(0.4):
            keys.append(self.operand(x))
        also = f" AND {self.also(1, 0)}" if self.chance(0.3) else ""
        column = self.sortable(1, x, self.name(1, x))
        order = rng.choice([b, b, f"{b} DESC", f"{ALIASES[1]}._file_row_number", f"{column}, {b}"])
        return self.outer_query(
            f"{self.rowid_of(0)}, (SELECT group_concat(r) FROM (SELECT {b} AS r FROM @1 AS b "
            f"WHERE {self.name(1, x)} IN ({', '.join(keys)}){also} ORDER BY {order}))")

    def twice(self):
        """The same plan in two subqueries."""
        self.use(2)
        first = self.inner_query(1, 0, "max({c})")
        if self.chance(0.5):
            second = "SELECT count(*)" + first[first.index(" FROM @"):]
            self.parameters *= 2
        else:
            second = self.inner_query(1, 0, "count(*)")
        return self.outer_query(f"{self.rowid_of(0)}, ({first}), ({second})")

    def exists(self):
        self.use(2)
        word = self.rng.choice(["EXISTS", "EXISTS", "NOT EXISTS"])
        return self.outer_query(self.rowid_of(0), f" AND {word} ({self.inner_query(1, 0, '1')})")

    def member(self):
        self.use(2)
        x, y = self.pair(1, 0)
        word = self.rng.choice(["IN", "IN", "NOT IN"])
        inner = self.inner_query(1, 0, self.name(1, x))
        return self.outer_query(self.rowid_of(0), f" AND {self.name(0, y)} {word} ({inner})")

    def of_members(self):
        """A set of another table's values, tested in the outer one and in the inner one."""
        self.use(3)
        x, y = self.pair(1, 0)
        z = self.name(2, self.some_column(2))
        on = self.on(1, 0)
        return (f"SELECT {self.rowid_of(0)}, {self.rowid_of(1)} FROM @0 AS a JOIN @1 AS b ON {on} "
                f"AND {self.name(1, x)} IN (SELECT {z} FROM @2 AS c) "
                f"WHERE {self.some_rows(0, self.n_rows(1))}")

    def union(self):
        """Several selects in one subquery."""
        self.use(3)
        r = self.rowid_of
        first = self.inner_query(1, 0, f"{r(1)} AS r")
        second = self.inner_query(2, 0, r(2))
        word = self.rng.choice(["UNION ALL", "UNION ALL", "UNION", "EXCEPT"])
        what = self.rng.choice(["count(*)", "max(r)", "sum(r)"])
        return self.outer_query(f"{r(0)}, (SELECT {what} FROM ({first} {word} {second}))")

    def recursive(self):
        """Goes from row to row."""
        self.use(2)
        if self.n_rows(1) > FEW_ROWS:
            return self.scalar()
        x, y = self.pair(1, 1)
        inner, outer = self.name(1, x), y.name
        n = self.rng.randint(1, self.n_rows(1) + 1)
        on = self.rng.choice([f"{inner} = q.v", f"q.v = {inner}", f"{inner} IS q.v"])
        self.look_at(1)
        also = f" AND {self.term()}" if self.chance(0.3) else ""
        row = f"{self.rowid_of(1)}, {ALIASES[1]}.{outer}"
        return (f"WITH RECURSIVE q(r, v) AS (SELECT {row} FROM @1 AS b WHERE {self.rowid_of(1)} "
                f"BETWEEN {n} AND {n + 3} UNION SELECT {row} FROM q JOIN @1 AS b ON {on}{also}) "
                f"SELECT r FROM q")

    def derived(self):
        """Joins subqueries."""
        self.use(2)
        x, y = self.pair(1, 0)
        self.look_at(1)
        inner = self.rng.choice([
            lambda: f"SELECT {self.name(1, x)} AS x, {self.rowid_of(1)} AS r FROM @1 AS b "
                    f"WHERE {self.term()}",
            lambda: f"SELECT {self.name(1, x)} AS x, max({self.rowid_of(1)}) AS r FROM @1 AS b "
                    f"WHERE {self.term()} GROUP BY 1",
            lambda: f"SELECT {self.name(1, x)} AS x, {self.rowid_of(1)} AS r FROM @1 AS b LIMIT 100000",
        ])() if x.type else f"SELECT {self.name(1, x)} AS x, {self.rowid_of(1)} AS r FROM @1 AS b"
        return (f"SELECT {self.rowid_of(0)}, q.r FROM @0 AS a {self.way(False)} ({inner}) AS q "
                f"ON q.x {self.rng.choice(EQUAL)} {self.name(0, y)} "
                f"WHERE {self.some_rows(0, self.n_rows(1))}")

    def sequence(self):
        """Constants that stay the same for some passes and then change."""
        self.use(2)
        x, _ = self.pair(1, 0)
        n = self.rng.choice([3, 10, 30])
        on = self.on(1, 0)
        r = self.rowid_of(0)
        value = self.rng.choice([f"{r} / {n}", f"CASE WHEN {r} % {n} = 0 THEN 5 ELSE 7 END",
                                 f"min({r}, {n})", f"'0' || ({r} / {n})"])
        compare = self.rng.choice(["=", ">=", "<", "<>"])
        return (f"SELECT {r}, {self.rowid_of(1)} FROM @0 AS a CROSS JOIN @1 AS b ON {on} "
                f"AND {self.name(1, x)} {compare} {value} WHERE {self.some_rows(0, self.n_rows(1))}")

    SHAPES = {  # name: weight
        "two": 32, "using": 3, "natural": 3, "three": 10, "four": 2, "to_other": 6, "scalar": 14,
        "listed": 4, "twice": 5, "exists": 8,
        "member": 6, "of_members": 4, "union": 3, "recursive": 4, "derived": 4, "sequence": 5,
    }

    def question(self, weights=None):
        """A Question and the numbers of its tables."""
        weights = weights or self.SHAPES
        name = self.rng.choices(list(weights), list(weights.values()))[0]
        self.parameters = []
        statement = getattr(self, name)()
        return Question(statement, self.bindings(), self.ordered, False), self.used
