# SPDX-License-Identifier: MIT
"""Random questions of several statements: triggers, views that triggers make writable, upserts;
and joins by the names of columns.

A Question's statement is then several, with STEP between them, of which each has an answer; they
leave nothing behind.
"""
from random_queries import COMPARISONS, OTHERS, RANGES, Asker

STEP = " ;; "


def steps_of(statement):
    return statement.split(STEP)


def is_visible(name):
    """Whether a quoted name is surely that of a column that is not hidden."""
    return "." not in name and not name.startswith('"_')


class Changer(Asker):
    """Makes the questions of Asker, and these."""

    SHAPES = Asker.SHAPES | {
        "by_names": (3, False, False), "triggered": (3, False, False), "upserted": (3, False, False),
    }

    # --- joins --------------------------------------------------------------------------

    def by_names(self):
        """NATURAL and USING."""
        rng = self.rng
        visible = [c for c in self.rows if is_visible(c.name)]
        if self.rowid is None or not visible:
            return self.make("groups")
        c, r = rng.choice(visible).name, self.rowid
        ways = ["JOIN", "JOIN", "LEFT JOIN", "INNER JOIN"]
        if self.version >= (3, 39):
            ways += ["RIGHT JOIN", "FULL JOIN"]
        way, few = rng.choice(ways), f" WHERE rowid < {rng.randint(2, 25)}" * self.chance(0.5)
        other = f'(SELECT {rng.choice(OTHERS)} AS {c}, rowid AS "~k" FROM k{few})'
        if self.chance(0.4):
            left, row = f"(SELECT {c}, {r} AS \"~r\" FROM @{self.where(0.3)}) AS t", 't."~r"'
        else:
            left, row = "@ AS t", f"t.{r}"
        joined = rng.choice([
            f"{left} NATURAL {way} {other} AS q", f"{left} {way} {other} AS q USING ({c})",
            f"{other} AS q {way} {left} USING ({c})", f"{other} AS q NATURAL {way} {left}",
            f"{other} AS q {way} {left} USING ({c}) LEFT JOIN {other} AS p USING ({c})"])
        shown = rng.choice([f'q."~k", {row}', f'count(*), count({row}), max({row}), count(q."~k")',
                            f'q."~k", {row}, {c}', f"count(*), min({c}), max({c})"])
        return f"SELECT {shown} FROM {joined}"

    # --- changes of other tables --------------------------------------------------------

    def without_parameters(self, make):
        """A trigger has no parameters."""
        kept, self.bind = self.bind, False
        try:
            return STEP.join(make())
        finally:
            self.bind = kept

    def triggered(self):
        if self.rowid is None:
            return self.make("groups")
        return self.without_parameters(self.rng.choice([
            self.on_insert, self.on_insert, self.before_insert, self.on_delete, self.on_update,
            self.instead]))

    def matches(self, value):
        """A condition with a value of the row that a trigger fires for."""
        rng, c = self.rng, self.column()
        also = f" AND {self.term()}" if self.chance(0.3) else ""
        found = rng.choice([f"{c.name} {rng.choice(COMPARISONS)} {value}"] * 3 + [
            f"{c.name} BETWEEN {value} AND {value} || 'z'", f"{c.name} IN ({value}, 5, NULL)",
            f"{self.rowid} = {value}"])
        return found + also

    def events(self):
        """Inserts rows, for each of which triggers fire."""
        return (f"INSERT INTO event SELECT rowid, {self.rng.choice(OTHERS)} FROM k "
                f"WHERE rowid < {self.rng.randint(3, 14)}")

    def tables(self):
        return ["CREATE TEMP TABLE event(n INTEGER PRIMARY KEY, x)",
                "CREATE TEMP TABLE hit(n, r, x)"]

    @staticmethod
    def ended(*steps):
        return [*steps, "SELECT n, r, x, typeof(x) FROM hit", "SELECT n, x FROM event",
                "DROP TABLE event", "DROP TABLE hit"]

    def on_insert(self):
        rng, d = self.rng, self.column().name
        when = f"WHEN NEW.n > {rng.randint(0, 5)} " * self.chance(0.2)
        what = rng.choice([f"{self.rowid}, {d}", f"count(*), max({d})", f"min({self.rowid}), 0"])
        return self.tables() + self.ended(
            f"CREATE TEMP TRIGGER fire AFTER INSERT ON event {when}BEGIN INSERT INTO hit SELECT "
            f"NEW.n, {what} FROM @ WHERE {self.matches('NEW.x')}; END", self.events())

    def before_insert(self):
        word = self.rng.choice(["EXISTS", "NOT EXISTS"])
        return self.tables() + self.ended(
            f"CREATE TEMP TRIGGER fire BEFORE INSERT ON event WHEN {word} (SELECT 1 FROM @ WHERE "
            f"{self.matches('NEW.x')}) BEGIN SELECT RAISE(IGNORE); END", self.events())

    def on_delete(self):
        rng, c = self.rng, self.column().name
        return self.tables() + self.ended(
            f"INSERT INTO hit SELECT {self.rowid}, {self.rowid}, {c} FROM @ WHERE "
            f"{self.rowid} < 40",
            f"CREATE TEMP TRIGGER fire AFTER DELETE ON event BEGIN DELETE FROM hit WHERE r IN "
            f"(SELECT {self.rowid} FROM @ WHERE {self.matches('OLD.x')}); END",
            self.events(), f"DELETE FROM event WHERE n {rng.choice(RANGES)} {rng.randint(1, 9)}")

    def on_update(self):
        rng, d = self.rng, self.column().name
        return self.tables() + self.ended(
            self.events(), "INSERT INTO hit SELECT n, 0, NULL FROM event",
            f"CREATE TEMP TRIGGER fire AFTER UPDATE OF x ON event BEGIN UPDATE hit SET x = "
            f"(SELECT {rng.choice(['max', 'min', 'count'])}({d}) FROM @ WHERE "
            f"{self.matches('NEW.x')}), r = r + 1 WHERE n = NEW.n; END",
            f"UPDATE event SET x = {rng.choice(['x', 'n', 'NULL', 'x || 0', '(SELECT kx FROM k)'])}")

    def instead(self):
        """Changes of a view of the table."""
        rng, c = self.rng, self.column().name
        change = rng.choice([f"UPDATE seen SET c = {rng.choice(['c', 'r', 'NULL'])}",
                             "DELETE FROM seen"])
        word = change.split()[0]
        new = "NEW.c" if word == "UPDATE" else "0"
        return self.tables() + [
            f"CREATE TEMP VIEW seen AS SELECT {self.rowid} AS r, {c} AS c FROM @{self.where(0.4)}",
            f"CREATE TEMP TRIGGER fire INSTEAD OF {word} ON seen BEGIN INSERT INTO hit VALUES "
            f"({new}, OLD.r, OLD.c); END",
            f"{change} WHERE c {rng.choice(COMPARISONS)} {self.operand(self.column())} "
            f"OR r < {rng.randint(0, 20)}"] + self.ended("DROP VIEW seen")

    def upserted(self):
        if self.rowid is None or self.version < (3, 24):
            return self.make("groups")
        return self.without_parameters(self.upsert)

    def rows_in_order(self, c):
        """An upsert's result depends on the order of its rows."""
        return (f"SELECT {c}, 1, {self.rowid} FROM @ WHERE ({self.term()}) "
                f"ORDER BY {self.rowid}{self.rng.choice(['', ' DESC'])}")

    def upsert(self):
        rng, c, d = self.rng, self.sortable().name, self.sortable().name
        last = rng.choice(["excluded.r", "max(r, excluded.r)", "r || ',' || excluded.r"])
        where = f" WHERE excluded.r {rng.choice(RANGES)} {rng.randint(0, 300)}" * self.chance(0.3)
        returned = " RETURNING x, n" * (self.version >= (3, 35) and self.chance(0.3))
        steps = [f"CREATE TEMP TABLE u(x UNIQUE, n, r)",
                 f"INSERT INTO u {self.rows_in_order(c)} ON CONFLICT (x) DO UPDATE SET n = n + 1, "
                 f"r = {last}{where}{returned}"]
        if self.chance(0.5):
            steps.append(rng.choice([
                f"INSERT INTO u {self.rows_in_order(d)} ON CONFLICT DO NOTHING",
                f"INSERT OR REPLACE INTO u {self.rows_in_order(d)}",
                f"DELETE FROM u WHERE x IN (SELECT {d} FROM @{self.where(0.5)})",
                f"UPDATE u SET n = (SELECT count(*) FROM @ WHERE {d} = u.x)"]))
        if self.version >= (3, 33) and self.chance(0.3):
            steps.append(f"UPDATE u SET n = t.c FROM (SELECT {self.rowid} AS r, {d} AS c FROM @"
                         f"{self.where(0.5)}) AS t WHERE t.r = u.r")
        return steps + ["SELECT x, typeof(x), n, r FROM u", "DROP TABLE u"]
