# SPDX-License-Identifier: MIT
"""The pushdown suite: queries that need little of a file, against native tables and DuckDB."""
import collections

import data as data_module
import engines
from engines import judged, ms_text, number, ratio

ATTACH = "ATTACH '{path}' AS {name};"

# files: {name: (least native/ext, least duck 1T/ext)}; None is no target.
# sql: {t} is the table and its alias t, the other names are constants of the data, which
# differ each time the query runs.
N_CONSTANTS = 64
Query = collections.namedtuple("Query", "id what sql files")
SCAN = (None, 1)
POINT, PAGES = (100, 2), (100, 10)
QUERIES = [
    Query("L4", "TPC-H Q6",
          "SELECT sum(l_extendedprice * l_discount) FROM {t} WHERE l_shipdate >= '1994-01-01' "
          "AND l_shipdate < '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 "
          "AND l_quantity < 24",
          {"snappy": (8, 1), "none": (8, 1), "zstd_sorted": (8, 1)}),
    Query("L5", "point l_orderkey", "SELECT * FROM {t} WHERE l_orderkey = {order}",
          {"snappy": POINT, "none": POINT, "small_pages": PAGES}),
    Query("L6", "week of l_shipdate",
          "SELECT count(*), sum(l_extendedprice) FROM {t} WHERE l_shipdate >= '1995-03-01' "
          "AND l_shipdate < '1995-03-08'", {"zstd_sorted": POINT, "snappy": SCAN}),
    Query("L7", "DISTINCT l_shipmode", "SELECT DISTINCT l_shipmode FROM {t}",
          {"snappy": (None, None)}),
    Query("L8b", "min, max in subqueries",
          "SELECT (SELECT min(l_shipdate) FROM {t}), (SELECT max(l_shipdate) FROM {t})",
          {"snappy": SCAN}),
    Query("L9", "top 10 by price",
          "SELECT l_orderkey, l_extendedprice, l_comment FROM {t} "
          "ORDER BY l_extendedprice DESC LIMIT 10", {"snappy": SCAN}),
    Query("L10", "LIKE '%special%'",
          "SELECT count(*) FROM {t} WHERE l_comment LIKE '%special%'",
          {"snappy": (5, 1), "none": (5, 1)}),
    Query("L11", "sum(length(l_comment))", "SELECT sum(length(l_comment)) FROM {t}",
          {"snappy": (None, None)}),
    Query("L12", "count l_shipmode", "SELECT count(*) FROM {t} WHERE l_shipmode = 'AIR'",
          {"snappy": (30, 1), "small_pages": (30, 1)}),
    Query("L12b", "sum by l_shipmode",
          "SELECT sum(l_quantity) FROM {t} WHERE l_shipmode = 'AIR'", {"snappy": SCAN}),
    Query("L14", "join of 1,000 keys",
          "SELECT sum(t.l_extendedprice) FROM k JOIN {t} ON t.l_orderkey = k.key",
          {"snappy": SCAN, "small_pages": SCAN}),
    Query("L15", "IN of 10 values",
          "SELECT sum(l_extendedprice) FROM {t} WHERE l_orderkey IN ({orders})",
          {"snappy": SCAN, "small_pages": (None, 10)}),
    Query("E1", "user_id", "SELECT count(*) FROM {t} WHERE user_id = {user}",
          {"events": SCAN, "events_bloom": POINT}),
    Query("E2", "sum by kind", "SELECT sum(value) FROM {t} WHERE kind = 'purchase'",
          {"events": SCAN, "events_bloom": SCAN}),
    Query("E3", "uuid", "SELECT * FROM {t} WHERE uuid = '{uuid}'",
          {"events": SCAN, "events_bloom": POINT}),
    Query("E5", "one hour of ts",
          "SELECT count(*), sum(value) FROM {t} WHERE ts >= '2024-01-20 10:00:00' "
          "AND ts < '2024-01-20 11:00:00'", {"events": POINT}),
    Query("E6", "absent user_id, by statistics",
          "SELECT count(*) FROM {t} WHERE user_id = 12345",
          {"events": POINT, "events_bloom": POINT}),
    Query("E6b", "absent user_id, by blooms",
          "SELECT count(*) FROM {t} WHERE user_id = 4611686018427387905",
          {"events": SCAN, "events_bloom": POINT}),
    Query("H3", "SELECT * LIMIT 10 of 100 columns", "SELECT * FROM {t} LIMIT 10",
          {"hits": SCAN}),
    Query("H5", "point of 100 columns", "SELECT * FROM {t} WHERE watch_id = {watch}",
          {"hits": (None, 2)}),
]
# Run again by a new connection that first loads the extension and makes the table.
FIRST = [("L5", "snappy"), ("L5", "small_pages"), ("L6", "zstd_sorted"),
         ("E1", "events_bloom"), ("E6", "events"), ("H5", "hits")]
FIRST_MS = 1.0  # beyond the time of the same query when everything is open


def chosen(options):
    ids = {name.upper() for name in options.only if name}
    return [q for q in QUERIES if not ids or q.id.upper() in ids]


def create(file, data):
    return f"CREATE VIRTUAL TABLE temp.parquet_{file} USING {engines.parquet(data[file])};"


class Suite:
    """The queries' SQL for every engine."""

    def __init__(self, queries, data, extension):
        self.queries, self.data, self.extension = queries, data, extension
        self.constants = data.constants(N_CONSTANTS)
        self.first = [(q, file) for q in queries for id, file in FIRST if id == q.id]

    def sql(self, query, table, hint=""):
        """The query with each set of constants, or once if it has none."""
        return list(dict.fromkeys(query.sql.format(t=f"{table} AS t{hint}", **constants)
                                  for constants in self.constants))

    def setup_lines(self):
        files = {file for q in self.queries for file in q.files}
        lines = [self.data.keys()]
        if any(data_module.table_of(file) == "events" for file in files):
            lines.append(ATTACH.format(path=self.data["events.db"], name="events"))
        lines.append("PRAGMA mmap_size=8000000000;")
        if self.extension:
            lines += [create(file, self.data) for file in sorted(files)]
        return lines

    def native_targets(self, query):
        table = data_module.table_of(next(iter(query.files)))
        if table == "hits":
            return []
        name = f"{'main' if table == 'lineitem' else table}.{table}"
        return [("native", self.sql(query, name, " NOT INDEXED")),
                ("indexed", self.sql(query, name))]

    def extension_target(self, query, file):
        return file, self.sql(query, f"temp.parquet_{file}")

    def test_lines(self):
        lines = self.setup_lines()
        for query in self.queries:
            targets = self.native_targets(query)
            if self.extension:
                targets += [self.extension_target(query, file) for file in query.files]
            lines += [engines.test_line(query.id, target, "read", 0, sql)
                      for target, sql in targets]
        if self.extension:
            lines += [self.first_line(query, file) for query, file in self.first]
        return lines

    def first_line(self, query, file):
        sql = [create(file, self.data) + one for one in self.extension_target(query, file)[1]]
        return engines.test_line(first_name(query, file), file, "fresh", 0, sql)

    def duck_statements(self):
        statements = {q.id: [(file, self.sql(q, f"'{self.data[file]}'"), False)
                             for file in q.files] for q in self.queries}
        for query, file in self.first:
            sql = self.sql(query, f"'{self.data[file]}'")
            statements[first_name(query, file)] = [(file, sql, True)]
        return statements


def first_name(query, file):
    return f"first {query.id} {file}"


HEAD = ("query", "file", "ext", "native", "indexed", "duck 1T", "duck 2T", "native/ext",
        "indexed/ext", "duck 1T/ext", "2T")


def answers(query, file, results, duck):
    """The answers to a query, by engine."""
    said = {who: results[key].answer for who, key in
            (("ext", (query.id, file)), ("native", (query.id, "native")),
             ("indexed", (query.id, "indexed")),
             ("first query of ext", (first_name(query, file), file))) if key in results}
    if (query.id, file) in duck.answers:
        said["duck"] = duck.answers[query.id, file]
    return said


def agree(query, said):
    first = next(iter(said.values()))
    return not any(map(engines.failed, said.values())) and all(
        engines.same_answer(first, answer, query.sql) for answer in said.values())


def table_row(query, file, results, duck):
    ext, native, indexed = (results.get((query.id, t)) for t in (file, "native", "indexed"))
    differs = "" if agree(query, answers(query, file, results, duck)) else " DIFFERS"
    ms = ext and ext.ms
    ducks = [duck.median(query.id, file, n) for n in (1, 2)]
    least_native, least_duck = query.files[file]
    return (f"{query.id} {query.what}{differs}", file,
            *(ms_text(r and r.ms) for r in (ext, native, indexed)), *map(ms_text, ducks),
            judged(ratio(native and native.ms, ms), least=least_native),
            number(ratio(indexed and indexed.ms, ms)),
            judged(ratio(ducks[0], ms), least=least_duck), number(ratio(ducks[1], ms)))


FIRST_HEAD = ("first query of a connection", "file", "ext", "more than open", "duck 1T",
              "duck 2T", "duck 1T/ext")


def first_row(query, file, results, duck):
    name = first_name(query, file)
    ext, open_ext = results.get((name, file)), results.get((query.id, file))
    ducks = [duck.median(name, file, n) for n in (1, 2)]
    return (f"{query.id} {query.what}", file, ms_text(ext and ext.ms),
            judged(ext and ext.ms - open_ext.ms, most=FIRST_MS, unit=" ms"),
            *map(ms_text, ducks), number(ratio(ducks[0], ext and ext.ms)))


def print_results(suite, results, duck):
    """Returns whether all answers agree."""
    rows = [table_row(query, file, results, duck)
            for query in suite.queries for file in query.files]
    engines.print_table(HEAD, rows)
    if suite.first:
        print()
        engines.print_table(FIRST_HEAD, [first_row(query, file, results, duck)
                                         for query, file in suite.first])
    print(f"\nof {len(rows)} lines {engines.n_over(rows, 7)} miss the target against native, "
          f"{engines.n_over(rows, 9)} against DuckDB with one thread")
    all_agree = True
    for query in suite.queries:
        for file in query.files:
            said = answers(query, file, results, duck)
            if not agree(query, said):
                all_agree = False
                engines.print_answers(f"{query.id} on {file}", said)
    return all_agree


def run(options, data, extension):
    """Runs the suite and prints its tables. Returns whether the answers agree."""
    suite = Suite(chosen(options), data, extension)
    if not suite.queries:
        return True
    path = f"{engines.FOLDER}/pushdown.tsv"
    engines.write_tests(path, suite.test_lines())
    duck = engines.DuckDB({} if options.no_duckdb else suite.duck_statements(), data.keys())
    command = engines.bench_command(data["lineitem.db"], [extension] if extension else [],
                                    options.rounds, path)
    results = engines.run_bench(command, duck)
    print(f"\nPushdown: lineitem {data.n_lineitem} rows, events {data.n_events}, "
          f"hits {data.n_hits}, {options.rounds} rounds; medians in ms\n")
    all_agree = print_results(suite, results, duck)
    if not options.no_duckdb:
        print(f"DuckDB's SELECT 1 takes {duck.least_ms():.3f} ms this way")
    return all_agree


def print_profile_commands(options, data):
    """Prints a command per query and file that runs the extension alone."""
    for query in chosen(options):
        suite = Suite([query], data, options.extension)
        for file in query.files:
            path = f"{engines.FOLDER}/profile/{query.id}_{file}.tsv"
            target, sql = suite.extension_target(query, file)
            engines.write_tests(path, [data.keys(), create(file, data),
                                       engines.test_line(query.id, target, "read", 0, sql)])
            command = engines.bench_command(":memory:", [options.extension], 40, path)
            print("perf record -g", " ".join(command))
