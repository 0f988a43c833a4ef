# SPDX-License-Identifier: MIT
"""Random statements for parquet_query: groups and sums of one table, and others that it has to
leave to SQLite.

A Query's text names the table @.  Its outer statements name the table that is made of the text #.
As in random_queries.py, all answers are determined, as multisets of rows, and everything random
comes from one random.Random.
"""
import re
from typing import NamedTuple

from random_queries import (COLLATIONS, GARBAGE, OTHERS, RANGES, TYPES, Asker, Column, literal,
                            operand)

EQUALITIES = ["=", "=", "==", "<>", "!="]
DATE_FORMS = ["%Y-%m", "%Y", "%Y-%m-%d", "%H", "%j", "%W", "%s"]
WORDS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|\[[^]]*\]|`[^`]*`|[\w.@]+|\S""")
SHAPES_OF_OTHERS = {  # of random_queries.py: what parquet_query leaves to SQLite
    "plain": 6, "whole_rows": 1, "distinct": 3, "sorted_rows": 3, "compound": 3, "window": 3,
    "join": 4, "self_join": 2, "correlated": 3, "nested": 3, "groups": 4, "many_groups": 4,
    "sorted_groups": 3, "aggregate": 4, "sorted_subqueries": 3, "kept": 1, "mixed_join": 2}


class Output(NamedTuple):
    name: str      # as outer statements write it, or None
    sql: str       # with its alias
    column: Column  # of whose values it has some, or None
    is_key: bool


class Query(NamedTuple):
    text: str
    outer: list    # statements
    has_other_order: bool  # whether rows in another order may give another answer


class Grouper(Asker):
    """Makes the queries."""

    def __init__(self, rng, columns, rowid, version):
        super().__init__(rng, columns, rowid, False, version)
        self.numbers = [c for c in columns if self.is_number(c)] or columns
        self.texts = [c for c in columns if not self.is_number(c)] or columns
        few = [c for c in columns if len(set(map(repr, c.values))) < 30]
        self.few = few or columns  # columns with few different values, as far as is known
        self.alias = ""  # of the table, with a point

    # --- names and values ---------------------------------------------------------------

    def named(self, column):
        """The column's name in one of its spellings."""
        name = column.name
        bare = name[1:-1]
        if self.chance(0.25) and re.fullmatch(r"[a-z_]\w*", bare) and name[0] == '"':
            name = self.rng.choice([f"[{bare}]", f"`{bare}`", name.upper(), f" {name}",
                                    f'"{bare.title()}"'])
        return self.alias + name

    def value(self, column):
        """A literal to compare the column with."""
        common = [v for v in column.values if v is not None]
        if common and self.chance(0.6):
            value = self.rng.choice(common)
        else:
            value = self.rng.choice(GARBAGE) if self.chance(0.06) else operand(self.rng, column)
        text = literal(value)
        if self.chance(0.03):
            return self.rng.choice([f"+{text}", f"({text})", f"CAST({text} AS TEXT)",
                                    f"{text} || ''", f"-{text}" if text[0] != "-" else text])
        return text

    def choose(self, columns):
        """One of the columns, or any."""
        return self.rng.choice(columns if self.chance(0.85) else self.columns)

    # --- conditions ---------------------------------------------------------------------

    def simple(self, collate=True):
        """A term that vectors may test."""
        rng, how, column = self.rng, self.rng.random(), self.column()
        name, no = self.named(column), rng.choice(["", "", "NOT "])
        if how < 0.42:
            compare = rng.choice(EQUALITIES + RANGES * 2)
            sides = [name, self.value(column)]
            if collate and self.chance(0.04):
                sides[rng.randrange(2)] += f" COLLATE {rng.choice(COLLATIONS)}"
            if self.chance(0.1):
                sides.reverse()
            return f"{sides[0]} {compare} {sides[1]}"
        if how < 0.5:
            other = self.choose(self.numbers if self.is_number(column) else self.texts)
            return f"{name} {rng.choice(EQUALITIES + RANGES)} {self.named(other)}"
        if how < 0.62:
            values = [self.value(column) for _ in range(rng.choice([1, 2, 2, 3, 5, 12]))]
            if self.chance(0.06):
                values.append("NULL")
            return f"{name} {no}IN ({', '.join(values)})"
        if how < 0.71:
            return f"{name} {no}BETWEEN {self.value(column)} AND {self.value(column)}"
        if how < 0.81:
            return self.pattern(self.choose(self.texts))
        if how < 0.91:
            return f"{name} {rng.choice(['IS NULL', 'IS NOT NULL', 'NOTNULL', 'ISNULL', 'NOT NULL'])}"
        if how < 0.94:
            return f"{name} {rng.choice(['IS', 'IS NOT'])} {self.value(column)}"
        if how < 0.97:
            made = self.text_function(self.named(self.choose(self.texts)))
            return f"{made} {rng.choice(EQUALITIES + RANGES)} {self.value(column)}"
        return f"{self.scalar(1)} {rng.choice(EQUALITIES + RANGES)} {self.value(column)}"

    def condition(self, depth=2, collate=True):
        rng, how = self.rng, self.rng.random()
        if depth == 0 or how < 0.45:
            return self.simple(collate) if self.chance(0.97) else self.term(collate)
        if how < 0.56:
            return f"NOT ({self.condition(depth - 1, False)})"
        word = " AND " if how < 0.8 else " OR "
        terms = [self.condition(depth - 1, False) for _ in range(rng.choice([2, 2, 3]))]
        return "(" + word.join(terms) + ")"

    # --- values of rows -----------------------------------------------------------------

    def scalar(self, depth=2, columns=None):
        """SQL for a value of a row."""
        rng, how = self.rng, self.rng.random()
        column = self.choose(columns or self.columns)
        if depth == 0 or how < 0.5:
            return self.named(column)
        if how < 0.7:
            left = self.scalar(depth - 1, self.numbers)
            right = rng.choice([self.scalar(depth - 1, self.numbers), str(rng.randint(-3, 20)),
                                rng.choice(["0.5", "2.0", "1e3", "9223372036854775807", "0", "'3'"])])
            return f"({left} {rng.choice('+-*/%+-*')} {right})"
        if how < 0.74:
            return f"-{self.named(self.choose(self.numbers))}"
        if how < 0.84:
            text = self.named(self.choose(self.texts))
            return rng.choice([
                f"length({self.named(column)})", f"length({text})", f"length({text})",
                self.text_function(text), self.text_function(text), self.text_function(text),
                self.text_function(self.text_function(text)),
                f"abs({self.named(self.choose(self.numbers))})", f"round({self.named(column)}, 1)",
                f"typeof({text})", f"hex({text})", f"coalesce({text}, 0)", f"unicode({text})",
                f"strftime('{rng.choice(DATE_FORMS)}', {text})", f"date({text})"])
        if how < 0.9:
            other = f" ELSE {self.scalar(depth - 1)}" * self.chance(0.7)
            return (f"CASE WHEN {self.condition(1, False)} THEN {self.scalar(depth - 1)}"
                    f"{other} END")
        if how < 0.96:
            return f"CAST({self.scalar(depth - 1)} AS {rng.choice(TYPES)})"
        return literal(rng.choice(GARBAGE))

    def text_function(self, text):
        """SQL for a function of a text that vectors may compute."""
        rng = self.rng
        piece = literal(rng.choice(["0", "-", "a", "e", " ", "00", "x", "", "\u00e9", "://", "A-", 0]))
        other = literal(rng.choice(["", "", "x", "--", "\u20ac", "0 0", None]))
        return rng.choice([
            lambda: f"substr({text}, 1, {rng.choice([1, 2, 4, 7, 10])})",
            lambda: f"substr({text}, {rng.randint(-5, 5)})",
            lambda: f"substr({text}, {rng.randint(-5, 5)}, {rng.randint(-4, 6)})",
            lambda: f"substr({text}, instr({text}, {piece}), {rng.randint(1, 4)})",
            lambda: f"substr({text}, {self.named(self.choose(self.numbers))})",
            lambda: f"lower({text})", lambda: f"upper({text})",
            lambda: f"{rng.choice(['', 'l', 'r'])}trim({text}{rng.choice(['', '', f', {piece}'])})",
            lambda: f"instr({text}, {piece})", lambda: f"replace({text}, {piece}, {other})",
            lambda: f"({text} || {rng.choice([piece, other, text])})",
            lambda: f"({piece} || {self.named(self.choose(self.texts))} || {text})"])()

    def argument(self, columns):
        """An argument of an aggregate."""
        if self.chance(0.35):
            return self.scalar(2, columns)
        return self.named(self.rng.choice(columns))

    def filtered(self):
        return f" FILTER (WHERE {self.condition(1)})" if self.chance(0.08) and \
            self.version >= (3, 30) else ""

    def aggregate_call(self):
        rng = self.rng
        how = rng.random()
        if how < 0.2:
            call = rng.choice(["count(*)", "count(*)", "COUNT(*)", "count()", "count( * )"])
        elif how < 0.9:
            word = rng.choice(["sum", "sum", "sum", "total", "avg", "avg", "min", "max", "min", "max",
                               "count", "Sum", "AVG"])
            any_column = word[0] in "mc" or self.chance(0.05)
            call = f"{word}({self.argument(self.columns if any_column else self.numbers)})"
        elif how < 0.96:
            word = rng.choice(["count", "count", "count", "sum", "avg", "min", "total"])
            call = f"{word}(DISTINCT {self.argument(self.columns)})"
        else:
            call = f"group_concat({self.argument(self.columns)}{rng.choice(['', ', ', ', 5'])})" \
                .replace(", )", ", '/')")
        return call + self.filtered()

    # --- parts of a query ---------------------------------------------------------------

    def key(self):
        """(SQL of a value to group by, its column or None)"""
        column = self.choose(self.few)
        name = self.named(column)
        if self.chance(0.68):
            return name, column
        text, number = (self.named(self.choose(c)) for c in (self.texts, self.numbers))
        return self.rng.choice([
            lambda: f"substr({text}, 1, {self.rng.choice([1, 4, 7, 10])})",
            lambda: f"strftime('{self.rng.choice(DATE_FORMS)}', {text})",
            lambda: f"{number} % {self.rng.randint(2, 7)}",
            lambda: f"{number} / {self.rng.choice(['10', '7', '2.5'])}",
            lambda: f"{number} {self.rng.choice('+-*')} {self.rng.randint(1, 9)}",
            lambda: self.text_function(text), lambda: self.text_function(self.text_function(text)),
            lambda: f"length({self.text_function(text)})", lambda: f"typeof({name})",
            lambda: f"{name} IS NULL", lambda: f"CAST({name} AS {self.rng.choice(TYPES)})",
            lambda: f"({self.simple(False)})", lambda: self.scalar(2),
            lambda: f"{self.scalar(1)} COLLATE {self.rng.choice(COLLATIONS)}",
            lambda: f"CAST({self.scalar(1)} AS {self.rng.choice(TYPES)})",
            lambda: literal(self.rng.choice([1.5, "x", None, b"x"])) if self.chance(0.3) else name,
        ])(), None

    def keys_of_groups(self):
        return [self.key() for _ in range(self.rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 4]))]

    def output(self, i, sql, column, is_key):
        """An output, usually with an alias."""
        how = self.rng.random()
        if how < 0.75:
            return Output(f"o{i}", f"{sql}{self.rng.choice([' AS', ' AS', ''])} o{i}", column, is_key)
        if how < 0.83:
            return Output(f'"an out {i}"', f'{sql} AS "an out {i}"', column, is_key)
        return Output(None, sql, column, is_key)

    def outputs(self, keys):
        made = []
        for sql, column in keys:
            if self.chance(0.92):
                made.append(self.output(len(made), sql, column, True))
        if not made or self.chance(0.93):
            for _ in range(self.rng.choice([1, 1, 2, 2, 3, 5])):
                made.append(self.output(len(made), self.result(keys), None, False))
        if self.chance(0.1):
            self.rng.shuffle(made)
        return made

    def result(self, keys):
        """An output that is no key."""
        rng, call = self.rng, self.aggregate_call()
        if self.chance(0.85):
            return call
        other = self.aggregate_call()
        return rng.choice([
            f"{call} {rng.choice('+-*/%')} {other}", f"{call} + 1", f"-{call}", f"round({call}, 2)",
            f"coalesce({call}, 0)", f"CASE WHEN {call} > 3 THEN {other} END", f"CAST({call} AS TEXT)",
            f"{call} {rng.choice(RANGES)} {other}", f"typeof({call})", f"{call} || ''", "1", "2", "'x'",
            f"{keys[0][0]} || {call}" if keys else f"({call})", f"{call} IS NULL",
            f"abs({call})", f"max({call}, {other})"])

    def group_by(self, keys, outputs):
        if not keys:
            return ""
        terms = []
        for sql, _ in keys:
            same = [(i, o) for i, o in enumerate(outputs, 1) if o.is_key and o.sql.startswith(sql)]
            terms.append(sql)
            if same and self.chance(0.25):
                place, output = self.rng.choice(same)
                terms[-1] = self.rng.choice([str(place), output.name or sql])
            elif re.fullmatch(r"\s*[-+(\d.]+\s*", sql):
                terms[-1] = f"+{sql}"  # not an ordinal
        return " GROUP BY " + ", ".join(terms)

    def having(self, outputs):
        rng = self.rng
        named = [o.name for o in outputs if o.name]
        keys = [o.name for o in outputs if o.name and o.is_key] or named or ["1"]
        return " HAVING " + rng.choice([
            lambda: f"count(*) {rng.choice(RANGES)} {rng.randint(0, 4)}",
            lambda: f"{self.aggregate_call()} {rng.choice(RANGES)} {rng.randint(-2, 60)}",
            lambda: f"{self.aggregate_call()} IS NOT NULL",
            lambda: f"{rng.choice(named or ['1'])} {rng.choice(RANGES)} {rng.randint(0, 30)}",
            lambda: f"{rng.choice(keys)} {rng.choice(EQUALITIES + RANGES)} "
                    f"{rng.choice([literal(str(rng.randint(0, 30))), '7', self.value(self.column())])}",
            lambda: f"count(*) > 1 AND {self.aggregate_call()} > 0",
            lambda: f"{rng.choice(named or ['count(*)'])} IS NOT NULL"])()

    def order_by(self, keys, outputs):
        """An order in which no two groups are equal, and a limit; or any order."""
        rng = self.rng
        direction = ["", " DESC", " ASC"]
        if self.version >= (3, 30):
            direction += [" NULLS LAST", " DESC NULLS FIRST"]
        names = [o.name for o in outputs if o.name]
        places = [str(i + 1) for i in range(len(outputs))] + names * 2
        places += [f"({rng.randint(1, len(outputs))})", "+" + rng.choice(names or ["1"]), "true"]
        terms = [rng.choice(places + [self.aggregate_call()]) for _ in range(rng.choice([0, 1, 1, 2]))]
        total = bool(keys) and self.chance(0.7)
        if total:
            terms += [f"({sql})" for sql, _ in keys]
        if not terms:
            return ""
        order = ", ".join(term + rng.choice(direction) for term in terms)
        return f" ORDER BY {order}" + (self.limit() if total and self.chance(0.6) else "")

    # --- queries ------------------------------------------------------------------------

    def table_written(self):
        how = self.rng.random()
        self.alias = ""
        if how < 0.08:
            self.alias = "t."
            return self.rng.choice(["@ AS t", "@ t", '@ AS "t"', "@ T"])
        return "@"

    def usual(self):
        """Groups, sums, or both."""
        table = self.table_written()
        keys = self.keys_of_groups()
        outputs = self.outputs(keys)
        if not keys and not any("(" in o.sql for o in outputs):
            outputs.append(self.output(len(outputs), "count(*)", None, False))
        text = (f"SELECT {'DISTINCT ' * self.chance(0.04)}{', '.join(o.sql for o in outputs)} "
                f"FROM {table}")
        if self.chance(0.6):
            text += f" WHERE {self.condition()}"
        text += self.group_by(keys, outputs)
        if keys and self.chance(0.16):
            text += self.having(outputs)
        if self.chance(0.25):
            text += self.order_by(keys, outputs)
        elif not keys and self.chance(0.05):
            text += self.rng.choice([" LIMIT 1", " LIMIT 0", " LIMIT 5 OFFSET 1", " LIMIT -1"])
        self.alias = ""
        return text, outputs

    def bare(self):
        """Outputs that are neither keys nor aggregates."""
        text, outputs = self.usual()
        more = [self.named(self.column()) for _ in range(self.rng.choice([1, 1, 2]))]
        return re.sub(r"\bFROM @( (AS )?\"?t\"?| T)?", lambda hit: f", {', '.join(more)} {hit[0]}",
                      text, count=1), outputs

    def other(self):
        """A statement of random_queries.py."""
        self.parameters = []
        shape = self.rng.choices(list(SHAPES_OF_OTHERS), list(SHAPES_OF_OTHERS.values()))[0]
        return self.make(shape), []

    def exotic(self):
        rng, (inner, outputs) = self.rng, self.usual()
        names = [o.name for o in outputs if o.name]
        listed = ", ".join(names) or "count(*)"
        c = self.column().name
        return rng.choice([
            f"SELECT {listed} FROM ({inner})", f"SELECT * FROM ({inner})",
            f"WITH q AS ({inner}) SELECT * FROM q", f"{inner.split(' ORDER BY ')[0]} UNION ALL "
            f"{inner.split(' ORDER BY ')[0]}" if " LIMIT" not in inner else inner,
            f"WITH q AS (SELECT * FROM @ WHERE {self.condition(1)}) "
            f"SELECT count(*), max({c}) FROM q",
            f"SELECT count(*) AS o0 FROM (SELECT DISTINCT {c} FROM @)",
            f"SELECT {c}, count(*) AS o0 FROM @, k WHERE {c} = kx GROUP BY {c}",
            f"SELECT (SELECT count(*) FROM k WHERE kx = {c}) AS o0, count(*) AS o1 FROM @ GROUP BY 1",
            f"SELECT {c}, count(*) FROM @ WHERE {c} IN (SELECT {rng.choice(OTHERS)} FROM k) "
            f"GROUP BY {c}", f"SELECT count(*) OVER () AS o0, {c} FROM @ GROUP BY {c}",
            f"SELECT {c}, sum(count(*)) OVER (ORDER BY {c}) AS o0 FROM @ GROUP BY {c}",
            "SELECT 1 AS o0", "VALUES (1, 'x'), (NULL, 2.5)", "SELECT count(*) AS o0 FROM k",
            f"SELECT max(kx) AS o0, min(ki) FROM k", "SELECT * FROM @ LIMIT 0",
            f"SELECT count(*) AS o0 FROM @ AS a JOIN @ AS b ON a.{c} = b.{c} WHERE a.{c} = "
            f"{self.value(self.column())}"]), [o._replace(is_key=False) for o in outputs]

    def wrong(self):
        """A statement that is probably refused."""
        rng, (text, _) = self.rng, self.usual()
        c = self.column().name
        if self.chance(0.3):
            words = WORDS.findall(text)
            at = rng.randrange(len(words))
            words[at:at + 1] = rng.choice([[], [words[at]] * 2, ["("], ["no_such"], ["FROM"], [","]])
            return " ".join(words), []
        return rng.choice([
            f"SELECT no_such, count(*) FROM @ GROUP BY {c}", f"SELECT count(*) FROM no_such",
            f"SELECT sum({c}, 1) FROM @", f"SELECT no_such({c}) FROM @", "SELECT sum() FROM @",
            f"SELECT count(*) FROM @ WHERE count(*) > 1", f"SELECT sum(count(*)) FROM @",
            f"SELECT {c}, count(*) FROM @ GROUP BY 7", f"SELECT {c}, count(*) FROM @ GROUP BY 2",
            f"SELECT {c} FROM @ GROUP BY {c} ORDER BY 3", f"SELECT count(*) FROM @ HAVING no_such",
            f"SELECT count(DISTINCT {c}, {c}) FROM @", f"SELECT count({c}) FROM @ GROUP BY no_such",
            f"SELECT abs(-9223372036854775807 - 1), count(*) FROM @", "SELECT", "", "x", "SELECT (",
            f"SELECT sum(9223372036854775807) AS o0 FROM @", f"SELECT max({c}) FROM @ WHERE no_such = 1",
            f"SELECT t.{c} FROM @", f"SELECT other.no_such.{c} FROM @",
            f"SELECT count(*) FROM @ WHERE {c} = ?", f"SELECT {c} FROM @ GROUP BY {c} LIMIT no_such",
            f"SELECT count(*) FROM @ WHERE {c} LIKE 'a' ESCAPE 'bb'", "DELETE FROM k",
            f"SELECT sum({c}) FROM @ LIMIT 'x'", f"SELECT count(*) FILTER (WHERE no_such) FROM @",
            f"SELECT count(*) FILTER (WHERE count(*) > 1) FROM @", f"SELECT *, count(*) FROM @ t, k t",
            f"SELECT count(*) FROM @ WHERE ({c}, 1) = 2", f"SELECT \"no such\", count(*) FROM @",
            f"SELECT count(*) FROM @ WHERE {c} = \"no such\"", "CREATE TABLE x(a)", "PRAGMA user_version",
            f"SELECT min(DISTINCT) FROM @", f"SELECT {c} AS o0, {c} AS o0 FROM @ GROUP BY o0"]), []

    def respelled(self, text):
        """The same in another spelling."""
        how = self.rng.random()
        if how > 0.05 or "'" in text or '"' in text:
            return text
        return self.rng.choice([text.replace(" ", "\n  ", 3), text.lower() if "%" not in text else text,
                                f"{text} -- the end", f"/* all */ {text}", f" {text} ",
                                text.replace(" ", "  ")])

    # --- outer statements ---------------------------------------------------------------

    def outer_term(self, output):
        rng, name = self.rng, output.name
        if output.column and self.chance(0.8):
            # A cast has an affinity, which a view's column that has none would take (see below).
            value, other = (re.sub(r"CAST\(X'\w*' AS TEXT\)", r"(\g<0> || '')", self.value(output.column))
                            for _ in range(2))
            return rng.choice([
                f"{name} {rng.choice(EQUALITIES + RANGES)} {value}",
                f"{name} IN ({value}, {other})", f"{name} IS {value}",
                f"{name} BETWEEN {value} AND {other}",
                f"{name} LIKE {value}"])
        number = rng.choice([str(rng.randint(0, 30)), "2.5", "'5'", "0", f"'{rng.randint(0, 9)}'"])
        return rng.choice([
            f"{name} {rng.choice(EQUALITIES + RANGES * 2)} {number}", f"{name} IS NULL",
            f"{name} IS NOT NULL", f"{name} BETWEEN 1 AND {number}", f"{name} IN (1, 2, 3, {number})",
            f"{name} > (SELECT avg({name}) FROM #)", f"+{name} = {number}", f"{name} % 2 = 1",
            f"typeof({name}) = '{rng.choice(['integer', 'real', 'text', 'null'])}'"])

    def outer_condition(self, named):
        rng = self.rng
        terms = [self.outer_term(rng.choice(named)) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        return rng.choice([" AND ", " AND ", " OR "]).join(terms)

    def outer(self, outputs):
        """A statement about the table of the text."""
        rng, named = self.rng, [o for o in outputs if o.name]
        if not named or self.chance(0.1):
            return rng.choice(["SELECT count(*) FROM #", "SELECT * FROM # AS a WHERE 1",
                               "SELECT count(*) FROM # AS a, # AS b", "SELECT DISTINCT * FROM #",
                               "SELECT count(*) FROM (SELECT * FROM # LIMIT 3)",
                               "SELECT count(*) FROM (SELECT * FROM # LIMIT 4 OFFSET 2)"])
        output, other = rng.choice(named), rng.choice(named).name
        one = output.name
        # No virtual table's column is without affinity, as expressions in views are, which take that
        # of a column of texts or reals (docs/queries.md).
        k = rng.choice(OTHERS[1:] if output.column and output.is_key else ["ki", "km", "ky"])
        where = f" WHERE {self.outer_condition(named)}" if self.chance(0.6) else ""
        return rng.choice([
            lambda: f"SELECT * FROM # WHERE {self.outer_condition(named)}",
            lambda: f"SELECT * FROM # WHERE {self.outer_condition(named)}",
            lambda: f"SELECT {one} FROM #{where} ORDER BY {one}{rng.choice(['', ' DESC'])}"
                    f"{self.limit()}",
            lambda: f"SELECT * FROM #{where} ORDER BY {one}, {other} DESC",
            lambda: f"SELECT count(*), min({one}), max({other}), count(DISTINCT {one}) FROM #{where}",
            lambda: f"SELECT {one}, count(*), max({other}) FROM #{where} GROUP BY {one}",
            lambda: f"SELECT DISTINCT {one} FROM #{where}",
            lambda: f"SELECT k.rowid, {one} FROM k JOIN # ON #.{one} = k.{k}",
            lambda: f"SELECT k.rowid, a.{one}, a.{other} FROM k LEFT JOIN # AS a ON a.{one} "
                    f"{rng.choice(EQUALITIES[:3] + ['<'])} k.{k}",
            lambda: f"SELECT count(*) FROM # AS a JOIN # AS b ON a.{one} = b.{one}",
            lambda: f"SELECT rowid FROM k WHERE {k} IN (SELECT {one} FROM #{where})",
            lambda: f"SELECT rowid, (SELECT count({other}) FROM # WHERE {one} = k.ki) FROM k",
            lambda: f"SELECT {one} FROM #{where} UNION SELECT {other} FROM #",
            lambda: f"SELECT {one}, typeof({one}), {other} || '' FROM #{where}",
            lambda: f"SELECT {one}, row_number() OVER (ORDER BY {one}) FROM #{where}"])()

    def query(self):
        make = self.rng.choices([self.usual, self.bare, self.exotic, self.other, self.wrong],
                                [81, 2, 5, 7, 5])[0]
        text, outputs = make()
        outer = ["SELECT * FROM #"]
        if make is not self.wrong:
            outer += [self.outer(outputs) for _ in range(self.rng.choice([0, 1, 1, 2]))]
        return Query(self.respelled(text), outer, make is self.bare)
