# SPDX-License-Identifier: MIT
"""Shared by the suites: bench for SQLite, DuckDB, and tables of results."""
import collections
import datetime
import math
import os
import statistics
import subprocess
import time

import duckdb

FOLDER = "build/bench"
SHORT_MS = 10  # shorter statements are repeated in their turn, as in bench.c
REPEATS = 5
clock = time.perf_counter  # or time.process_time (--cpu)
threads = 1  # of the extension's scans (--threads)

# ms: the median; least: the minimum; to_base: the median of the ratios to the first target
Result = collections.namedtuple("Result", "ms least to_base n_rows answer")


def parquet(path):
    """The module and its arguments for a table of the file."""
    return f"parquet('{path}', threads={threads})"


def time_ms(function):
    start = clock()
    function()
    return (clock() - start) * 1e3


def turn_ms(function):
    times = [time_ms(function)]
    while times[0] < SHORT_MS and len(times) < REPEATS:
        times.append(time_ms(function))
    return statistics.median(times)


def value_text(value):
    """A DuckDB value as the text that SQLite shows for it."""
    if value is None:
        return "NULL"
    if isinstance(value, (datetime.date, datetime.datetime)):
        return str(value)
    return repr(value) if isinstance(value, float) else str(value)


class DuckDB:
    """Times prepared statements with each of these numbers of threads.

    statements: {name: [(target, sql, fresh)]}; a fresh one is run unprepared in a new
    DuckDB. sql is a statement, or a list of which each run takes the next. setup is SQL that every DuckDB runs first. With no statements it does nothing.
    """

    def __init__(self, statements, setup="", threads=(1, 2)):
        self.statements = statements
        self.connections = {n: self.connect(n) for n in threads} if statements else {}
        for connection in self.connections.values():
            connection.execute(setup or "SELECT 1")
        self.times = collections.defaultdict(list)
        self.answers = {}
        self.prepared = {}
        self.n_run = collections.Counter()

    @staticmethod
    def connect(n_threads):
        return duckdb.connect(config={"threads": n_threads})

    def prepare(self, connection, n, sql):
        if (n, sql) not in self.prepared:
            label = f"statement_{len(self.prepared)}"
            connection.execute(f"PREPARE {label} AS {sql}")
            self.prepared[n, sql] = f"EXECUTE {label}"
        return self.prepared[n, sql]

    def run(self, name, timed):
        for target, variants, fresh in self.statements.get(name, ()):
            variants = variants if isinstance(variants, list) else [variants]
            for n, connection in self.connections.items():
                prepared = variants if fresh else [self.prepare(connection, n, sql)
                                                   for sql in variants]

                def run_next():
                    self.n_run[name, target, n] += 1
                    sql = prepared[self.n_run[name, target, n] % len(prepared) - 1]
                    (self.connect(n) if fresh else connection).execute(sql).fetchall()

                ms = turn_ms(run_next)
                if timed:
                    self.times[name, target, n].append(ms)
            if not timed:
                rows = connection.execute(variants[0]).fetchall()
                self.answers[name, target] = [[value_text(v) for v in row] for row in rows]

    def median(self, name, target, n):
        times = self.times[name, target, n]
        return statistics.median(times) if times else None

    def least_ms(self):
        """The milliseconds that any statement takes this way."""
        connection = self.connections[1]
        connection.execute("PREPARE nothing AS SELECT 1")
        return statistics.median(
            time_ms(lambda: connection.execute("EXECUTE nothing").fetchall()) for _ in range(99))


def bench_command(database, extensions, rounds, tests_path, limit=None):
    """limit: the most seconds of a statement."""
    loaded = [word for extension in extensions for word in ("-e", extension)]
    cpu = ["-c"] if clock is time.process_time else []
    limited = ["-t", str(limit)] if limit else []
    return [f"{FOLDER}/bench", *cpu, *limited, "-d", database, *loaded, "-r", str(rounds),
            tests_path]


def write_tests(path, lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def test_line(statement, target, mode, rounds, sql):
    variants = "\x1d".join(sql) if isinstance(sql, list) else sql
    return f"{statement}\t{target}\t{mode}\t{rounds}\t{variants}"


def run_bench(command, duck):
    """Runs bench, with DuckDB's turns in between. Returns {(statement, target): Result}."""
    print(" ".join(command), flush=True)
    results = {}
    process = subprocess.Popen([*command, "-w"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    for line in process.stdout:
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "turn":
            duck.run(fields[2], int(fields[1]) >= 0)
            process.stdin.write("\n")
            process.stdin.flush()
        elif len(fields) > 1:
            answer = [row.split("\x1f") for row in fields[6].split("\x1e")] if fields[6] else []
            results[fields[0], fields[1]] = Result(*map(float, fields[2:5]), int(fields[5]),
                                                   answer)
    if process.wait() != 0:
        raise SystemExit("bench failed")
    return results


def same_value(a, b, tolerance):
    if a == b:
        return True
    if "." not in a + b:
        return False
    try:
        return math.isclose(float(a), float(b), rel_tol=tolerance)
    except ValueError:
        return False


def failed(answer):
    return bool(answer) and answer[0][0].startswith("error: ")


def stopped(result):
    """Whether the statement reached the limit of bench_command()."""
    return result.answer == [["stopped"]]


def same_answer(a, b, sql, tolerance=1e-9):
    """Whether two answers to sql are equal: in any order of the rows unless it has ORDER BY,
    and apart from rounding where it sums."""
    if "ORDER BY" not in sql:
        a, b = sorted(a), sorted(b)
    if "sum(" not in sql:
        tolerance = 0
    return len(a) == len(b) and all(
        len(x) == len(y) and all(same_value(v, w, tolerance) for v, w in zip(x, y))
        for x, y in zip(a, b))


def answer_text(answer):
    text = f"{len(answer)} rows: " + "; ".join("|".join(row) for row in answer)
    return text if len(text) <= 200 else text[:200] + "..."


def print_answers(question, said):
    """Prints answers that differ."""
    print(f"the answers to {question} DIFFER:")
    for who, answer in said.items():
        print(f"  {who}: {answer_text(answer)}")


def number(x, digits=2):
    if x is None:
        return "-"
    return f"{x:.1g}" if 0 < abs(x) < 0.05 else f"{x:.{digits if abs(x) < 100 else 0}f}"


def ms_text(x):
    return number(x, 3 if x and x < 1 else 2)


def ratio(a, b):
    return a / b if a and b else None


def judged(x, least=None, most=None, unit=""):
    if x is None or (least is None and most is None):
        return number(x) + (unit if x is not None else "")
    over = (least is not None and x < least) or (most is not None and x > most)
    bound = f">={least:g}" if least is not None else f"<={most:g}"
    return f"{number(x)}{unit} {bound} {'over' if over else 'ok'}"


def n_over(rows, column):
    return sum(row[column].endswith("over") for row in rows)


saved = None  # a file: every table is also written to it, with tabs between the cells


def print_table(head, rows):
    rows = [head, *rows]
    if saved:
        saved.writelines("\t".join(row) + "\n" for row in rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        print("  ".join(cell.ljust(w) if i < 2 else cell.rjust(w)
                        for i, (cell, w) in enumerate(zip(row, widths))))
