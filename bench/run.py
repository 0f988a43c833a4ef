"""Compares the extension with a null virtual table, native SQLite tables and DuckDB.

Run it by run.sh. README.md says what the numbers mean.
"""
import argparse
import collections
import os
import re
import shutil
import statistics
import subprocess
import time

import duckdb

import data

FOLDER = "build/bench"
NULL_VTAB = f"./{FOLDER}/null_vtab.so"

# The most that a statement may take, in times of the null virtual table, by what the
# column's pages are: values as they are, codes of a dictionary, text, or no column.
UNCOMPRESSED = ("none", "decimal_none")
LIMITS = {"count": 1.05, "dictionary": 1.10, "text": 1.50, "all columns": 1.15}
PLAIN_LIMITS = {"uncompressed": 1.10, "compressed": 1.40}
NATIVE_LEAST = 1.6      # times faster than a native table, for one column of sixteen
FIRST_ROW_MS = 3.0      # where pages are small

ALL = ("none", "snappy", "zstd")
Statement = collections.namedtuple("Statement", "name kind files sql mode rounds",
                                   defaults=("step", 0))
STATEMENTS = [
    Statement("count(*)", "count", ("none", "snappy", "small_pages"), "SELECT count(*) FROM {t}"),
    Statement("sum(double)", "plain",
              ALL + ("small_pages", "decimal_none", "decimal_snappy"),
              "SELECT sum(l_extendedprice) FROM {t}"),
    Statement("sum(int32)", "plain", ALL, "SELECT sum(l_partkey) FROM {t}"),
    Statement("sum(int64)", "plain", ALL, "SELECT sum(l_orderkey) FROM {t}"),
    Statement("sum(int dictionary)", "dictionary", ALL, "SELECT sum(l_suppkey) FROM {t}"),
    Statement("sum(double dictionary)", "dictionary",
              ("none", "snappy", "small_pages", "decimal_snappy"),
              "SELECT sum(l_discount) FROM {t}"),
    Statement("count(date)", "text", ALL, "SELECT count(l_shipdate) FROM {t}"),
    Statement("min(date)", "text", ALL, "SELECT min(l_shipdate) FROM {t}"),
    Statement("count(text)", "text", ALL, "SELECT count(l_comment) FROM {t}"),
    Statement("sum(length(text))", "text", ALL + ("small_pages",),
              "SELECT sum(length(l_comment)) FROM {t}"),
    Statement("count(text dictionary)", "text", ("none", "snappy", "small_pages"),
              "SELECT count(l_shipmode) FROM {t}"),
    Statement("min(text dictionary)", "text", ("none", "snappy", "small_pages"),
              "SELECT min(l_shipmode) FROM {t}"),
    Statement("SELECT *, step only", "all columns", ("none", "snappy"), "SELECT * FROM {t}",
              "step", 3),
    Statement("SELECT *, read", "all columns", ("none", "snappy"), "SELECT * FROM {t}",
              "read", 3),
    Statement("sum of 2 of 100 columns", "plain", ("hits", "hits_small_pages"),
              "SELECT sum(int4), sum(real0) FROM {t}"),
    Statement("first row of 100 columns", "first row", ("hits", "hits_small_pages"),
              "SELECT * FROM {t} LIMIT 10", "fresh"),
]


def limit(kind, file):
    if kind == "plain":
        return PLAIN_LIMITS["uncompressed" if file in UNCOMPRESSED else "compressed"]
    return LIMITS.get(kind)


def create(file, paths):
    return f"CREATE VIRTUAL TABLE temp.parquet_{file} USING parquet('{paths[file]}');"


def tests(statements, paths, with_extension):
    """The lines of the file that bench reads."""
    lines = [f"ATTACH '{paths['hits.db']}' AS hits;", "PRAGMA mmap_size=8000000000;",
             "CREATE TEMP VIEW two_of_hits AS SELECT int4, real0 FROM hits.hits;"]
    tables = {False: {"null": "temp.null_lineitem", "native": "main.lineitem"},
              True: {"null": "temp.null_hits", "native": "hits.hits"}}
    used = {s.files[0].startswith("hits") for s in statements}
    if False in used:
        lines.append("CREATE VIRTUAL TABLE temp.null_lineitem USING null_vtab(main.lineitem);")
    if True in used:
        lines.append("CREATE VIRTUAL TABLE temp.null_hits USING null_vtab(temp.two_of_hits);")
    if with_extension:
        lines += [create(file, paths) for file in sorted({f for s in statements for f in s.files})]

    for s in statements:
        targets = []
        if s.mode != "fresh":
            targets += [(target, s.sql.format(t=table))
                        for target, table in tables[s.files[0].startswith("hits")].items()]
        if with_extension:
            prefix = {f: create(f, paths) if s.mode == "fresh" else "" for f in s.files}
            targets += [(f, prefix[f] + s.sql.format(t=f"parquet_{f}")) for f in s.files]
        lines += [f"{s.name}\t{target}\t{s.mode}\t{s.rounds}\t{sql}" for target, sql in targets]
    return "\n".join(lines) + "\n"


def time_ms(function):
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1e3


class DuckDB:
    """Times statements with one and with two threads: times[statement, file, threads]."""

    def __init__(self, paths):
        self.paths = paths
        self.connections = {n: duckdb.connect(config={"threads": n}) for n in (1, 2)}
        self.times = collections.defaultdict(list)

    def run(self, statement, timed):
        if statement.kind == "all columns":  # a client in Python is not a fair reader
            return
        for file in statement.files:
            sql = statement.sql.format(t=f"'{self.paths[file]}'")
            for n, connection in self.connections.items():
                if statement.mode == "fresh":
                    ms = time_ms(lambda: duckdb.connect(config={"threads": n})
                                 .execute(sql).fetchone())
                else:
                    ms = time_ms(lambda: connection.execute(sql).fetchall())
                if timed:
                    self.times[statement.name, file, n].append(ms)

    def median(self, statement, file, n):
        times = self.times[statement.name, file, n]
        return statistics.median(times) if times else None


def run_bench(command, statements, duck):
    """Runs bench, with DuckDB's turns in between. Returns {(statement, target): result}."""
    by_name = {s.name: s for s in statements}
    results = {}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "turn":
            duck.run(by_name[fields[2]], int(fields[1]) >= 0)
            process.stdin.write("\n")
            process.stdin.flush()
        elif len(fields) > 1:
            results[fields[0], fields[1]] = (*map(float, fields[2:5]), *fields[5:])
    if process.wait() != 0:
        raise SystemExit("bench failed")
    return results


def process_start(extension):
    """Median ms of a process that says SELECT 1: sqlite3, with the extension, DuckDB."""
    shell = shutil.which("sqlite3")
    python = f"{FOLDER}/venv/bin/python"
    commands = {"python": [python, "-c", "pass"],
                "duckdb": [python, "-c", "import duckdb; duckdb.sql('SELECT 1').fetchall()"]}
    if shell:
        commands["null"] = [shell, ":memory:", "SELECT 1"]
        if extension:
            commands["extension"] = [shell, ":memory:", f".load {extension}", "SELECT 1"]
    times = collections.defaultdict(list)
    for _ in range(15):
        for name, command in commands.items():
            times[name].append(time_ms(
                lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)))
    return {name: statistics.median(values) for name, values in times.items()}


def number(x, digits=2):
    return "-" if x is None else f"{x:.{digits}f}"


def ratio(a, b):
    return a / b if a and b else None


def judged(x, least=None, most=None, unit=""):
    if x is None or (least is None and most is None):
        return number(x) + (unit if x else "")
    over = (least is not None and x < least) or (most is not None and x > most)
    bound = f">={least:.1f}" if least is not None else f"<={most:.2f}"
    return f"{x:.2f}{unit} {bound} {'over' if over else 'ok'}"


HEAD = ("statement", "file", "null", "native", "ext", "duck 1T", "duck 2T",
        "ext/null", "(minima)", "native/ext", "duck/ext 1T", "2T")


def table_rows(statements, results, duck):
    for s in statements:
        null = results.get((s.name, "null"))
        native = results.get((s.name, "native"))
        for file in s.files:
            ext = results.get((s.name, file))
            ms = ext[0] if ext else None
            name = s.name
            if null and ext and null[3:] != ext[3:]:
                name += " DIFFERS"
            least = NATIVE_LEAST if s.kind in ("plain", "dictionary", "text") else None
            if file.startswith("hits"):
                least = None
            ducks = [duck.median(s, file, n) for n in (1, 2)]
            if s.kind == "first row":
                most = FIRST_ROW_MS if file == "hits_small_pages" else None
                against_null = judged(ms, most=most, unit=" ms")
            else:
                against_null = judged(ext and ext[2], most=limit(s.kind, file))
            yield (name, file, *(number(r and r[0], 1) for r in (null, native, ext)),
                   *(number(d, 1) for d in ducks), against_null, number(null and ext and ratio(ext[1], null[1])),
                   judged(ratio(native and native[0], ms), least=least),
                   *(number(ratio(d, ms)) for d in ducks))


def print_table(rows):
    rows = [HEAD, *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.ljust(w) if i < 2 else cell.rjust(w)
                        for i, (cell, w) in enumerate(zip(row, widths))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="1,000,000 rows, 3 rounds")
    parser.add_argument("--rounds", type=int, help="timed rounds (7)")
    parser.add_argument("--only", default="", metavar="REGEX", help="statements by name")
    parser.add_argument("--extension", default="./parquet_vtab.so")
    options = parser.parse_args()
    n_rows, rounds = (1000000, 3) if options.quick else (6001215, 7)
    rounds = options.rounds or rounds
    extension = options.extension if os.path.exists(options.extension) else None
    statements = [s for s in STATEMENTS if re.search(options.only, s.name)]

    paths = data.make(f"{FOLDER}/data", n_rows)
    start = process_start(extension)
    if not extension:
        statements = [s for s in statements if s.mode != "fresh"]
        print(f"no {options.extension}: its columns stay empty")
    with open(f"{FOLDER}/tests.tsv", "w", encoding="utf-8") as file:
        file.write(tests(statements, paths, extension))
    command = [f"{FOLDER}/bench", "-d", paths["lineitem.db"], "-e", NULL_VTAB,
               *(["-e", extension] if extension else []), "-r", str(rounds), f"{FOLDER}/tests.tsv"]
    print(" ".join(command), flush=True)
    duck = DuckDB(paths)
    results = run_bench([*command, "-w"], statements, duck)

    print(f"\nlineitem {n_rows} rows, hits {data.HITS_ROWS} rows, {rounds} rounds, "
          f"DuckDB {duckdb.__version__}; medians in ms\n")
    rows = list(table_rows(statements, results, duck))
    print_table(rows)
    over = [sum(row[column].endswith("over") for row in rows) for column in (7, 9)]
    print(f"\nof {len(rows)} lines {over[0]} miss the target against the null table, "
          f"{over[1]} against native")
    print("process start and SELECT 1, ms: sqlite3", number(start.get("null")),
          "| with the extension", number(start.get("extension")),
          "| DuckDB in Python", number(start["duckdb"]), "of which Python", number(start["python"]))


main()
