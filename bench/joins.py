# SPDX-License-Identifier: MIT
"""The suite of joins: the plan that SQLite chooses with the extension's estimates, against the
best of plans that the SQL forces."""
import itertools
import re
import sqlite3
import statistics

import engines
from engines import judged, ms_text, number
from joins_data import JoinsData

MOST = 2.0           # times the best plan
SLACK = 1.5, 10.0    # a forced plan is stopped after 1.5 times the best so far and 10 ms
ROUNDS = 3           # of the chosen and the best plan, in turns


def table_text(spec):
    """The words for a table: pL sorted, nS ia."""
    return spec.replace("_", " ", 1)


class Join:
    """A join and its plans.

    tables: {alias of one letter: table}; a table's name is that in joins_data with S, M or L for
    its number of rows: nS_ia, pL_plain. sql has {from} for the list of tables, or {a} and {b} for
    the tables, and {where}. where: the terms; those of one table alone can move into a subquery.
    forced: {name: sql} of more plans.
    """

    def __init__(self, name, tables, sql, where=(), forced=None):
        self.name, self.tables, self.sql = name, tables, sql
        self.where, self.forced = list(where), forced or {}

    def statement(self, sql=None, order=None, materialized=(), where=None):
        """SQL for a plan. order: of the tables, which CROSS JOIN forces."""
        sources = {alias: f"{{{spec}}} AS {alias}" for alias, spec in self.tables.items()}
        with_clause = []
        for alias in materialized:
            own = [term for term in self.where if aliases(term) == {alias}]
            condition = f" WHERE {' AND '.join(own)}" if own else ""
            with_clause.append(f"m_{alias} AS MATERIALIZED (SELECT {self.used_columns(alias)} "
                               f"FROM {sources[alias]}{condition})")
            sources[alias] = f"m_{alias} AS {alias}"
        joined = " CROSS JOIN " if order else ", "
        text = (sql or self.sql).format(
            **sources, **{"from": joined.join(sources[a] for a in order or self.tables)},
            where=" AND ".join(where or self.where))
        return f"WITH {', '.join(with_clause)} {text}" if with_clause else text

    def used_columns(self, alias):
        text = " ".join([self.sql, *self.forced.values(), *self.where])
        return ", ".join(sorted(set(re.findall(rf"\b{alias}\.(\w+)", text)))) or "1"

    def orders(self):
        if "{from}" not in self.sql:
            return [None]
        if len(self.tables) <= 3:
            return list(itertools.permutations(self.tables))
        return sorted({self.greedy_order(first) for first in self.tables})

    def greedy_order(self, first):
        """From a first table on always to the next one that is joined with those before:
        filtered ones first, then by size."""
        order, left = [first], [alias for alias in self.tables if alias != first]
        filtered = set().union(*(aliases(t) for t in self.where if len(aliases(t)) == 1))
        while left:
            joined = [a for a in left
                      if any(a in aliases(t) and aliases(t) - {a} <= set(order)
                             for t in self.where if len(aliases(t)) > 1)]
            order.append(min(joined or left, key=lambda a: (a not in filtered,
                                                            "SML".index(self.tables[a][1]))))
            left.remove(order[-1])
        return tuple(order)

    def plans(self):
        """{name: SQL}: the plan that SQLite chooses, then those that cannot be very slow, which
        limit the time of the others."""
        plans = {"chosen": self.statement()}
        parquet = [alias for alias, spec in self.tables.items() if spec[0] == "p"]
        sets = [s for n in range(len(parquet) + 1) for s in itertools.combinations(parquet, n)]
        if len(parquet) > 2:
            sets = [(), *((alias,) for alias in parquet), tuple(parquet)]
        if sqlite3.sqlite_version_info < (3, 35):
            sets = [()]
        orders = self.orders()
        for kept in reversed(sets):
            free = [None] if kept else []
            some = [] if 0 < len(kept) < len(parquet) and len(self.tables) > 2 else orders
            for order in free + [o for o in some if o]:
                plans[plan_name(order, kept)] = self.statement(order=order, materialized=kept)
        if len(self.tables) == 2 and self.where:
            for order in orders:
                plans[plan_name(order, ()) + "+"] = self.statement(
                    order=order, where=[without_look_up(t, (order or "ab")[1]) for t in self.where])
        for name, sql in self.forced.items():
            plans[name] = self.statement(sql)
        return plans


def aliases(term):
    return set(re.findall(r"\b([a-h])\.", term))


def plan_name(order, materialized):
    words = [" ".join(order)] if order else []
    return ", ".join(words + (["materialized " + " ".join(materialized)] if materialized else []))


def without_look_up(term, inner):
    """The term with a unary + at the inner table's column, which hides it from the planner."""
    return re.sub(rf"\b{inner}\.", f"+{inner}.", term) if len(aliases(term)) > 1 else term


def inner(name, tables, where, select="count(*), sum(b.v)"):
    return Join(name, tables, f"SELECT {select} FROM {{from}} WHERE {{where}}", where)


def native_joins():
    """A native table with a large Parquet table, and the other way round."""
    on, few = ["a.k = b.k"], ["a.k = b.k", "a.grp = 7"]
    for marks in ("", "_i", "_a", "_ia"):
        for kind in ("plain", "sorted", "bloom", "paged"):
            tables = {"a": "nS" + marks, "b": "pL_" + kind}
            yield inner(f"nS{marks}, pL {kind}", tables, on)
            yield inner(f"few of nS{marks}, pL {kind}", tables, few)
        yield inner(f"1 % of nM{marks}, pL sorted", {"a": "nM" + marks, "b": "pL_sorted"}, few)
        yield inner(f"pS, nL{marks}", {"a": "pS_plain", "b": "nL" + marks}, on)
    yield inner("text: nS, pL bloom", {"a": "nS", "b": "pL_bloom"}, ["a.t = b.t"])
    yield inner("range: few of nS, pL", {"a": "nS", "b": "pL_plain"},
                ["b.id BETWEEN a.id AND a.id + 5", "a.grp = 7"])
    yield inner("rowid: nS, pL", {"a": "nS", "b": "pL_plain"}, ["b.rowid = a.k"])
    yield inner("nM_i, a day of pL", {"a": "nM_i", "b": "pL_plain"},
                ["a.k = b.k", "b.day = '2022-01-01'"])
    yield inner("nL, a day of pM", {"a": "nL", "b": "pM_plain"},
                ["a.k = b.k", "b.day = '2022-01-01'"])


def parquet_joins():
    """Two Parquet tables."""
    on, few = ["a.k = b.k"], ["a.k = b.k", "a.grp = 7"]
    for kind in ("plain", "sorted", "bloom", "paged"):
        tables = {"a": "pS_plain", "b": "pL_" + kind}
        yield inner(f"pS, pL {kind}", tables, on)
        yield inner(f"few of pS, pL {kind}", tables, few)
    for kind in ("plain", "sorted"):
        tables = {"a": "pM_plain", "b": "pL_" + kind}
        yield inner(f"pM, pL {kind}", tables, on)
        yield inner(f"1 % of pM, pL {kind}", tables, few)
        yield inner(f"pM, 1 % of pL {kind}", tables, ["a.k = b.k", "b.grp = 7"])
        yield inner(f"pM, a day of pL {kind}", tables, ["a.k = b.k", "b.day = '2022-01-01'"])
    both = {"a": "pL_plain", "b": "pL_plain"}
    yield inner("pL with itself", both, ["a.id = b.id"])
    yield inner("1 % of pL with pL", both, ["a.id = b.id", "a.grp = 7"])
    yield inner("text: pM, pL", {"a": "pM_plain", "b": "pL_plain"}, ["a.t = b.t"])
    yield inner("text: few of pS, pL bloom", {"a": "pS_plain", "b": "pL_bloom"},
                ["a.t = b.t", "a.grp = 7"])
    yield inner("two columns: pM, pL", {"a": "pM_plain", "b": "pL_plain"},
                ["a.k = b.k", "a.grp = b.grp"])
    yield inner("rowid: pS, pL", {"a": "pS_plain", "b": "pL_plain"}, ["b.rowid = a.k"])


def many_joins():
    """Three to eight tables."""
    star, sizes = ["a.k = c.grp", "b.k = c.k"], {"a": "pS_plain", "b": "pM_plain"}
    native = {"a": "nS", "b": "nM", "c": "pL_plain"}
    select = "count(*), sum(c.v)"
    for name, tables, where in (
            ("", {**sizes, "c": "pL_plain"}, star),
            (", 20 % of pS", {**sizes, "c": "pL_plain"}, star + ["a.grp < 20"]),
            (", 1 % of pM", {**sizes, "c": "pL_plain"}, star + ["b.grp = 7"]),
            (", 1 % of pM, paged", {**sizes, "c": "pL_paged"}, star + ["b.grp = 7"]),
            (", native", native, star),
            (", native, indexed", {"a": "nS_ia", "b": "nM_ia", "c": "pL_plain"}, star),
            (", native, 1 % of nM", native, star + ["b.grp = 7"]),
            (", native, a day of pL", native, star + ["c.day = '2022-01-01'"])):
        yield inner("star" + name, tables, where, select)
    chain = ["a.k = b.k", "b.k = c.k"]
    for name, tables in (("pS, pM, pL", {**sizes, "c": "pL_plain"}),
                         ("pS, pM, pL bloom", {**sizes, "c": "pL_bloom"}),
                         ("nS, pM, pL sorted", {**sizes, "a": "nS", "c": "pL_sorted"})):
        yield inner(f"chain: {name}", tables, chain, select)
        yield inner(f"chain, few: {name}", tables, chain + ["a.grp = 7"], select)
    snow = ["a.k = c.grp", "b.k = c.k", "d.k = b.grp"]
    yield inner("four", {**sizes, "c": "pL_plain", "d": "pS_plain"}, snow, select)
    yield inner("four, 20 % of d", {**sizes, "c": "pL_plain", "d": "pS_plain"},
                snow + ["d.grp < 20"], select)
    yield inner("four, half native", {**sizes, "c": "pL_plain", "d": "nS_i"},
                snow + ["b.day < '2020-03-01'"], select)
    five = {**sizes, "c": "pL_plain", "d": "pS_plain", "e": "pM_sorted"}
    yield inner("five", five, snow + ["e.id = b.k"], select)
    yield inner("five, 1 % of e", five, snow + ["e.id = b.k", "e.grp = 7"], select)
    six = {**five, "f": "nS_ia"}
    yield inner("six", six, snow + ["e.id = b.k", "f.k = e.grp", "f.grp < 20"], select)
    eight = {**six, "g": "nS", "h": "pS_plain"}
    links = snow + ["e.id = b.k", "f.k = e.grp", "g.k = d.id", "h.k = a.id"]
    yield inner("eight", eight, links, select)
    yield inner("eight, some of h and b", eight, links + ["h.grp < 20", "b.grp = 7"], select)


def limited_joins():
    """LIMIT and ORDER BY."""
    first = "SELECT count(*) FROM (SELECT a.id, b.v FROM {from} WHERE {where} LIMIT 10)"
    by = "SELECT a.id, b.id, b.v FROM {{from}} WHERE {{where}} ORDER BY {} LIMIT 10"
    on = ["a.k = b.k"]
    native, parquet = {"a": "nS", "b": "pL_plain"}, {"a": "pM_plain", "b": "pL_plain"}
    indexed = {"a": "nM_ia", "b": "pL_sorted"}
    return [Join("LIMIT: nS, pL", native, first, on), Join("LIMIT: pM, pL", parquet, first, on),
            Join("LIMIT: pL with itself", {"a": "pL_plain", "b": "pL_plain"}, first,
                 ["a.id = b.id"]),
            Join("ORDER BY b.id: nS, pL", native, by.format("b.id"), on),
            Join("ORDER BY b.id: pM, pL", parquet, by.format("b.id"), on),
            Join("ORDER BY a.id, b.id: pM, pL", parquet, by.format("a.id, b.id"), on),
            Join("ORDER BY b.v DESC: pM, pL", parquet, by.format("b.v DESC, b.id"), on),
            Join("ORDER BY b.k, b.id: nM_ia, pL sorted", indexed, by.format("b.k, b.id"), on),
            Join("ORDER BY a.k, b.id: nM_ia, pL sorted", indexed, by.format("a.k, b.id"), on)]


def outer_joins():
    left = "SELECT count(*), count(b.k), sum(b.v) FROM {a} LEFT JOIN {b} ON {where}"
    few = left + " WHERE a.grp = 7"
    for a, b in (("pS_plain", "pL_plain"), ("nM", "pM_plain"), ("pM_plain", "nL"),
                 ("pL_plain", "pM_plain")):
        name = f"{table_text(a)} LEFT JOIN {table_text(b)}"
        yield Join(name, {"a": a, "b": b}, left, ["a.k = b.k"])
    for kind in ("plain", "paged"):
        yield Join(f"few of nS LEFT JOIN pL {kind}", {"a": "nS", "b": "pL_" + kind}, few,
                   ["a.k = b.k"])
    yield Join("pL LEFT JOIN pM LEFT JOIN pS", {"a": "pL_plain", "b": "pM_plain", "c": "pS_plain"},
               "SELECT count(*), count(b.k), count(c.k) FROM {a} LEFT JOIN {b} ON a.k = b.k "
               "LEFT JOIN {c} ON b.grp = c.k WHERE {where}", ["a.day < '2020-06-01'"])


def subquery_joins():
    exists = ("SELECT count(*), sum(a.v) FROM {{a}} "
              "WHERE {}EXISTS (SELECT 1 FROM {{b}} WHERE {{where}})")
    for a, b, word in (("pS_plain", "pL_plain", ""), ("nM", "pL_plain", ""),
                       ("pM_plain", "pL_sorted", ""), ("pM_plain", "pM_sorted", "NOT "),
                       ("pL_plain", "pS_plain", "NOT "), ("pL_plain", "nS_i", ""),
                       ("pL_paged", "nS_i", "NOT ")):
        yield Join(f"{table_text(a)} {word}EXISTS {table_text(b)}", {"a": a, "b": b},
                   exists.format(word), ["a.k = b.k"])
    member = "SELECT count(*), sum(a.v) FROM {{a}} WHERE a.k {}IN (SELECT b.k FROM {{b}}{})"
    few = " WHERE b.grp = 7"
    for a, b, word, filtered in (("pL_plain", "nS", "", few), ("pL_sorted", "nS", "", few),
                                 ("pL_plain", "pM_plain", "", few), ("nL", "pS_plain", "", ""),
                                 ("nL_i", "pS_plain", "", ""),
                                 ("pM_plain", "pL_plain", "NOT ", few),
                                 ("pL_paged", "pS_plain", "", few)):
        name = f"{table_text(a)} {word}IN ({'1 % of ' if filtered else ''}{table_text(b)})"
        sql = member.format(word, filtered)
        yield Join(name, {"a": a, "b": b}, sql, (), {"+": sql.replace("a.k ", "+a.k ")})
    for a, b in (("nS", "pL_plain"), ("nS", "pL_paged"), ("pM_plain", "pM_sorted")):
        yield Join(f"scalar: {table_text(a)}, {table_text(b)}", {"a": a, "b": b},
                   "SELECT count(s), sum(s) FROM (SELECT (SELECT sum(b.v) FROM {b} WHERE {where})"
                   " AS s FROM {a})", ["a.k = b.k"])
    for a in ("nS", "pS_plain", "pM_plain"):
        g = "(SELECT b.k AS k, sum(b.v) AS s FROM {b} GROUP BY b.k) AS g"
        sql = "SELECT count(*), sum(g.s) FROM {} WHERE g.k = a.k"
        yield Join(f"{table_text(a)}, pL grouped", {"a": a, "b": "pL_plain"},
                   sql.format(f"{{a}}, {g}"), (),
                   {"a g": sql.format(f"{{a}} CROSS JOIN {g}"),
                    "g a": sql.format(f"{g} CROSS JOIN {{a}}")})


def all_joins():
    return [*native_joins(), *parquet_joins(), *many_joins(), *limited_joins(), *outer_joins(),
            *subquery_joins()]


class Database:
    """A connection with all tables, which runs statements within limits of time."""

    def __init__(self, files, extension):
        self.files, self.made = files, set()
        self.db = sqlite3.connect(files.native(), cached_statements=0)
        self.db.enable_load_extension(True)
        self.db.load_extension(extension)
        self.db.execute("PRAGMA mmap_size=8000000000").fetchall()
        self.deadline = None
        self.db.set_progress_handler(lambda: engines.clock() > self.deadline, 1000)

    def table(self, spec):
        """The name of a table; Parquet tables are made when they are first needed."""
        n_rows = self.files.sizes["SML".index(spec[1])]
        name = f"{spec[0]}_{n_rows}{spec[2:]}"
        if spec[0] == "p" and name not in self.made:
            self.made.add(name)
            path = self.files.parquet(n_rows, spec[3:])
            self.run(f"CREATE VIRTUAL TABLE temp.{name} USING {engines.parquet(path)}", 1e6)
        return name

    def sql(self, template):
        return re.sub(r"\{([np][SML]\w*)\}", lambda match: self.table(match[1]), template)

    def run(self, sql, limit_ms):
        self.deadline = engines.clock() + limit_ms / 1e3
        return self.db.execute(sql).fetchall()

    def timed(self, sql, limit_ms):
        """The time and the rows of a statement, or None twice if it takes longer."""
        answer = []
        try:
            ms = engines.turn_ms(lambda: answer.append(self.run(sql, limit_ms)))
        except sqlite3.OperationalError as error:
            if str(error) != "interrupted":
                raise SystemExit(f"{sql}: {error}") from error
            return None, None
        return ms, answer[-1]

    def explained(self, sql):
        return [row[3] for row in self.run("EXPLAIN QUERY PLAN " + sql, 1e6)]


class Measured:
    """The times of one join's plans."""

    def __init__(self, join, database, limit_ms):
        self.join, self.limit_ms, self.differ, self.n_stopped = join, limit_ms, [], 0
        self.plans = {name: database.sql(sql) for name, sql in join.plans().items()}
        self.chosen_ms, rows = database.timed(self.plans["chosen"], limit_ms)
        self.stopped = self.chosen_ms is None
        self.best, self.best_ms = "chosen", limit_ms if self.stopped else self.chosen_ms
        for name, sql in self.plans.items():
            if name != "chosen":
                rows = self.try_plan(name, sql, database, rows)
        self.chosen_ms = self.chosen_ms or limit_ms
        if self.best != "chosen" and not self.stopped:
            self.compare_again(database)

    def try_plan(self, name, sql, database, rows):
        """Returns the rows of the first plan that has finished."""
        ms, found = database.timed(sql, min(self.limit_ms, self.best_ms * SLACK[0] + SLACK[1]))
        if ms is None:
            self.n_stopped += 1
            return rows
        if rows is not None and found != rows:
            self.differ.append((name, found, rows))
        if ms < self.best_ms:
            self.best, self.best_ms = name, ms
        return found if rows is None else rows

    def compare_again(self, database):
        """The best of many times is too good by chance: measures both again, in turns."""
        times = {"chosen": [], self.best: []}
        for _ in range(ROUNDS):
            for name, found in times.items():
                found.append(engines.turn_ms(lambda: database.run(self.plans[name], 1e6)))
        self.chosen_ms, best_ms = map(statistics.median, times.values())
        if best_ms < self.chosen_ms:
            self.best_ms = best_ms
        else:
            self.best, self.best_ms = "chosen", self.chosen_ms

    def ratio(self):
        return self.chosen_ms / self.best_ms

    def row(self):
        mark = ">" if self.stopped else ""
        return (self.join.name + (" DIFFERS" if self.differ else ""), self.best,
                mark + ms_text(self.chosen_ms), ms_text(self.best_ms),
                f"{len(self.plans)}, {self.n_stopped} stopped",
                mark + judged(self.ratio(), most=MOST))


def print_summary(found, database):
    above = [m for m in found if m.ratio() > MOST]
    print(f"\nof {len(found)} joins {len(above)} ({100 * len(above) / len(found):.1f} %) take more "
          f"than {MOST:g} times as long as the best plan; the greatest ratio is "
          f"{number(max(m.ratio() for m in found))}")
    for m in sorted(above, key=Measured.ratio, reverse=True):
        print(f"\n{m.join.name}: {number(m.ratio())}")
        for name in ("chosen", m.best):
            print(f"  {name}: {m.plans[name]}")
            for line in database.explained(m.plans[name]):
                print("   ", line)
    for m in found:
        for name, rows, other in m.differ:
            print(f"\n{m.join.name}: the answer of {name} DIFFERS: {rows[:3]}, {other[:3]}: "
                  f"{m.plans[name]}")


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    joins = [join for join in all_joins() if any(re.search(o, join.name) for o in options.only)]
    if not joins or not extension:
        return True
    large, limit = (200000, options.limit or 3) if options.quick else (1000000, options.limit or 30)
    database = Database(JoinsData(data.folder, large, data.connection), extension)
    found = []
    for join in joins:
        found.append(Measured(join, database, limit * 1e3))
        print(join.name, "...", ms_text(found[-1].chosen_ms), flush=True)
    print(f"\nJoins: S is 1,000 rows, M {large // 10}, L {large}; n native, p Parquet; i indexed, "
          f"a analysed; times in ms\n")
    engines.print_table(("join", "best plan", "chosen", "best", "plans", "chosen/best"),
                        [m.row() for m in found])
    print_summary(found, database)
    return not any(m.differ for m in found)
