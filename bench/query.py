# SPDX-License-Identifier: MIT
"""The suite query: statements by parquet_query, by views of the same text, and by DuckDB, Polars
and DataFusion on the same files."""
import collections
import re
import sqlite3

import clickbench
import clickbench_data
import engines
import peers
import tpch
from engines import judged, ms_text, number, ratio

# Of ours / DuckDB's with as many threads; and of the view's time / ours.
MOST = 1.0             # each of the first statements
MOST_QUESTION = 2.0    # each question of ClickBench with a group or an aggregate
MOST_SUM = 1.5         # all of them
LEAST_VIEW = 1.0
MAX_ROUNDS = 5         # of ClickBench
TOLERANCE = 1e-9       # of sums of doubles, which other engines add in another order
AGGREGATE = re.compile(r"\b(count|sum|avg|min|max)\(")

# table: in sql; file: in Data
Statement = collections.namedtuple("Statement", "name table file sql")
FIRST = [
    Statement("five aggregates", "lineitem", "snappy",
              "SELECT count(l_extendedprice), sum(l_extendedprice), avg(l_extendedprice), "
              "min(l_extendedprice), max(l_extendedprice) FROM lineitem"),
    Statement("sum", "lineitem", "snappy", "SELECT sum(l_extendedprice) FROM lineitem"),
    Statement("TPC-H Q1", "lineitem", "snappy", tpch.QUERIES["Q01"].rstrip(";")),
    Statement("sum by kind", "events", "events",
              "SELECT kind, sum(value) FROM events GROUP BY kind"),
    Statement("count by ship mode", "lineitem", "snappy",
              "SELECT l_shipmode, count(*) FROM lineitem GROUP BY l_shipmode"),
    Statement("sum(length(text))", "lineitem", "snappy",
              "SELECT sum(length(l_comment)) FROM lineitem"),
    Statement("count(*)", "lineitem", "snappy", "SELECT count(*) FROM lineitem"),
    Statement("TPC-H Q6", "lineitem", "snappy", tpch.QUERIES["Q06"].rstrip(";")),
]


def is_chosen(options, name):
    return any(re.search(word, name) for word in options.only)


# --- the tables of SQLite ---------------------------------------------------------------

def text_literal(sql):
    return "'" + sql.replace("'", "''") + "'"


class Tables:
    """The statements that make the tables of the files, and for each text a view and, if the
    extension has parquet_query, a table: view_I and query_I."""

    def __init__(self, files, texts, extension):
        """files: {table: arguments of the module}; texts: {name: SQL}"""
        self.setup = [f"CREATE VIRTUAL TABLE temp.{table} USING parquet({arguments})"
                      for table, arguments in files.items()]
        self.plans, self.targets = {}, {name: [] for name in texts}
        if not extension:
            self.setup = []
            return
        db = self.open(extension)
        for i, (name, sql) in enumerate(texts.items()):
            made = {"view": f"CREATE TEMP VIEW view_{i} AS {sql}",
                    "query": f"CREATE VIRTUAL TABLE temp.query_{i} USING "
                             f"parquet_query({text_literal(sql)})"}
            for target, statement in made.items():
                try:
                    db.execute(statement)
                except sqlite3.Error as error:  # also where the extension has no parquet_query
                    self.plans[name] = f"error: {error}"
                    continue
                self.setup.append(statement)
                self.targets[name].append((target, f"SELECT * FROM {target}_{i}"))
                if target == "query":
                    self.plans[name] = self.plan(db, i)
        db.close()

    def open(self, extension):
        db = sqlite3.connect(":memory:", isolation_level=None)
        db.enable_load_extension(True)
        db.load_extension(extension)
        for statement in self.setup:
            db.execute(statement)
        return db

    @staticmethod
    def plan(db, i):
        shown = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN SELECT * FROM query_{i}"))
        found = re.search(r"vectors|rows: .*", shown)
        return found[0] if found else shown

    def test_lines(self, rounds):
        return ["PRAGMA mmap_size=8000000000;", *(s + ";" for s in self.setup)] + [
            engines.test_line(name, target, "read", rounds, sql)
            for name, targets in self.targets.items() for target, sql in targets]


# --- the table that is printed ----------------------------------------------------------

HEAD = ("statement", "plan", "query", "view", "duck 1T", "duck 2T", "polars", "datafusion",
        "query/duck", "view/query")


class Report:
    """The results of the statements of one kind."""

    def __init__(self, texts, tables, results, others):
        self.texts, self.tables, self.results, self.others = texts, tables, results, others

    def ms(self, name, target):
        result = self.results.get((name, target))
        return result and not engines.failed(result.answer) and result.ms or None

    def other_ms(self, name, who):
        return self.others.median(name, who)

    def duck_ms(self, name):
        """With as many threads, if there is that."""
        return self.other_ms(name, f"duck {min(engines.threads, 2)}T")

    def answers(self, name):
        """By engine, of those that have finished."""
        said = {target: result.answer for target in ("query", "view")
                if (result := self.results.get((name, target))) and not engines.stopped(result)}
        return said | self.others.answers(name)

    def differing(self, name, agree):
        """The engines whose answer is not the view's."""
        said = self.answers(name)
        first = said.get("view")
        return [who for who, answer in said.items() if first is not None and
                (engines.failed(answer) or not agree(name, who, first, answer))]

    def cells(self, name, label, times, most):
        query, view, duck = times["query"], times["view"], times["duck"]
        return (label, self.tables.plans.get(name, "-"), ms_text(query), ms_text(view),
                *(ms_text(times[who]) for who in self.others.names),
                judged(ratio(query, duck), most=most), judged(ratio(view, query), least=LEAST_VIEW))

    def row(self, name, differing, most):
        times = {who: self.other_ms(name, who) for who in self.others.names}
        times |= {"query": self.ms(name, "query"), "view": self.ms(name, "view"),
                  "duck": self.duck_ms(name)}
        return self.cells(name, name + (" DIFFERS" if differing else ""), times, most)

    def sum_row(self, names, most):
        def total(times):
            return sum(times) if times and all(times) else None

        times = {who: total([self.other_ms(name, who) for name in names])
                 for who in self.others.names}
        times |= {who: total([self.ms(name, who) for name in names]) for who in ("query", "view")}
        times["duck"] = total([self.duck_ms(name) for name in names])
        return self.cells("", f"sum ({len(names)})", times, most)

    def print(self, agree, most_of, most_sum=None):
        """most_of(SQL): the target.  Returns whether all answers agree."""
        differing = {name: self.differing(name, agree) for name in self.texts}
        rows = [self.row(name, differing[name], most_of(sql)) for name, sql in self.texts.items()]
        n = len(rows)
        over = [engines.n_over(rows, column) for column in (8, 9)]
        if most_sum:
            rows.append(self.sum_row(list(self.texts), most_sum))
        engines.print_table(HEAD, rows)
        print(f"\nof {n} statements {over[0]} take longer than the target against DuckDB, "
              f"{over[1]} longer than the view\n", flush=True)
        for name, who in differing.items():
            if who:
                said = self.answers(name)
                engines.print_answers(name, {w: said[w] for w in ("view", *who)})
        return not any(differing.values())


def run_texts(options, extension, label, tables, texts, others, rounds):
    """Times the statements.  Returns a Report."""
    path = f"{engines.FOLDER}/query_{label}.tsv"
    engines.write_tests(path, tables.test_lines(rounds))
    command = engines.bench_command(":memory:", [extension] if extension else [], options.rounds, path,
                                    options.limit or 120)
    return Report(texts, tables, engines.run_bench(command, others), others)


# --- the two parts ----------------------------------------------------------------------

def same_rows(who, view, answer, sql):
    """Ours is the view's to the last bit, in any order unless the text has one."""
    tolerance = 0 if who == "query" else TOLERANCE
    if "ORDER BY" not in sql:
        view, answer = sorted(view), sorted(answer)
    return len(view) == len(answer) and all(
        len(x) == len(y) and all(engines.same_value(v, w, tolerance) for v, w in zip(x, y))
        for x, y in zip(view, answer))


def run_first(options, data, extension):
    statements = [s for s in FIRST if is_chosen(options, s.name)]
    if not statements:
        return True
    files = {s.table: data[s.file] for s in statements}
    texts = {s.name: s.sql for s in statements}
    tables = Tables({table: f"'{path}', threads={engines.threads}"
                     for table, path in files.items()}, texts, extension)
    others = peers.Peers(options, {table: peers.Source(path) for table, path in files.items()},
                         texts)
    report = run_texts(options, extension, "first", tables, texts, others, 0)
    print(f"\nQuery: {data.n_lineitem} rows of lineitem, {data.n_events} of events, "
          f"{options.rounds} rounds, threads={engines.threads}; medians in ms\n")
    return report.print(lambda name, who, a, b: same_rows(who, a, b, texts[name]),
                        lambda sql: MOST)


def run_clickbench(options, data, extension):
    asked = {id: sql for id, sql in clickbench.every_question().items() if is_chosen(options, id)}
    if not asked:
        return True
    files = clickbench_data.ClickBenchData(
        data.folder, 100_000 if options.quick else 1_000_000, data.connection)
    words = clickbench.SAME | files.constants()
    texts = {id: sql.format(**words, **clickbench.SQLITE) for id, sql in asked.items()}
    tables = Tables({"hits": f"'{files.parquet}', threads={engines.threads}, "
                             f"types='{clickbench_data.TYPES}'"}, texts, extension)
    others = peers.Peers(
        options, {"hits": peers.Source(files.parquet, clickbench_data.TYPED)},
        {id: sql.format(**words, **clickbench.DUCKDB) for id, sql in asked.items()})
    report = run_texts(options, extension, "clickbench", tables, texts, others, MAX_ROUNDS)
    print(f"\nQuery, ClickBench: {files.n_rows} rows, {min(options.rounds, MAX_ROUNDS)} rounds, "
          f"threads={engines.threads}; medians in ms\n")

    def agree(name, who, view, answer):
        view, answer = (clickbench.compared(name, some) for some in (view, answer))
        return same_rows(who, view, answer, texts[name])

    return report.print(agree, lambda sql: MOST_QUESTION if AGGREGATE.search(sql) else None,
                        MOST_SUM)


def run(options, data, extension):
    """Runs the suite and prints its tables.  Returns whether the answers agree."""
    agree = run_first(options, data, extension)
    return run_clickbench(options, data, extension) and agree
