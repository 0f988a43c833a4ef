# SPDX-License-Identifier: MIT
"""Queries of files that take long to read, and calls with large arguments (hosts/attacks/bombs.py), end
soon when they are interrupted.

    hosts/attacks/interrupts.py [--full] [--moments N] [--only NAME,...] EXTENSION [FOLDER]

For each bomb and each of several statements, and for each call, a separate process measures the time and memory
of the statement and, for random moments, how long after an interrupt it ends.  Prints a row
for each bomb: the slowest statement; the longest time after an interrupt with its statement,
the 99th percentile, and the longest processor time; the largest memory.  --each prints each
statement.

Fails if a statement runs for more than MOST_SECONDS after an interrupt, or uses more memory
than MOST_BYTES.  Files are written to FOLDER (build/bombs) unless they exist.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, "hosts")

import bombs  # noqa: E402
import host_tests  # noqa: E402
from table_functions import table_functions  # noqa: E402

MOST_SECONDS = 1.0  # of processor time: other work on the machine does not count
MOST_BY_THE_CLOCK = 5.0
MOST_BYTES = 2 << 30  # including Python, SQLite, and the memory that a connection may use

STATEMENTS = {
    "create": "CREATE VIRTUAL TABLE temp.u USING parquet('{path}')",
    "count": "SELECT count(*) FROM t",
    "limit": "SELECT {a} FROM t LIMIT 1",
    "column": "SELECT total(length({a})) FROM t",
    "filter": "SELECT count(*) FROM t WHERE {a} = 123456789",
    "text": "SELECT count(*) FROM t WHERE {a} LIKE '%a%b%c'",
    "null": "SELECT count(*) FROM t WHERE {a} IS NULL",
    "order": "SELECT {a} FROM t ORDER BY {a} DESC LIMIT 3",
    "all": "SELECT * FROM t WHERE rowid % 1000 = 0",
    "json": "SELECT total(length(row)) FROM read_parquet('{path}')",
    "rows": "SELECT count(*) FROM parquet_scan('{path}')",
    "write": "SELECT parquet_write('{output}', 'SELECT * FROM t', 'overwrite=true')",
    "schema": "SELECT count(*) FROM parquet_schema('{path}')",
    "file": "SELECT count(*) FROM parquet_file_metadata('{path}')",
    "pairs": "SELECT count(*) FROM parquet_kv_metadata('{path}')",
    "metadata": "SELECT count(*), count(stats_min) FROM parquet_metadata('{path}')",
    "pages": "SELECT count(*), count(crc) FROM parquet_pages('{path}')",
    "indexes": "SELECT count(*) FROM parquet_indexes('{path}')",
    "bloom": "SELECT count(*) FROM parquet_bloom_probe('{path}', '{name}', 7)",
    "summary": "SELECT count(q50), count(approx_unique) FROM parquet_summarize('{path}')",
    "tables": "SELECT count(*) FROM parquet_tables('{path}')",
    "check": "SELECT count(*) FROM parquet_check('{path}')",
    "orc_schema": "SELECT count(*) FROM orc_schema('{path}')",
    "orc_file": "SELECT count(*) FROM orc_file_metadata('{path}')",
    "orc_pairs": "SELECT count(*) FROM orc_kv_metadata('{path}')",
    "orc_metadata": "SELECT count(*), count(stats_min) FROM orc_metadata('{path}')",
    "orc_check": "SELECT count(*) FROM orc_check('{path}')",
    "lake_snapshots": "SELECT count(*), count(refs) FROM lake_snapshots('{path}')",
    "lake_files": "SELECT count(*), count(statistics) FROM lake_files('{path}')",
    "lake_properties": "SELECT count(*) FROM lake_properties('{path}')",
    "delta_scan": "SELECT count(*) FROM delta_scan('{path}')",
    "iceberg_scan": "SELECT count(*) FROM iceberg_scan('{path}')",
    "iceberg_snapshots": "SELECT count(*) FROM iceberg_snapshots('{path}')",
    "iceberg_metadata": "SELECT count(*) FROM iceberg_metadata('{path}')",
}


def connect(extension):
    return host_tests.connect(extension, check_same_thread=False)


def first_column(db, path):
    """A column of the bomb, whatever its name."""
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    name = db.execute("SELECT name FROM pragma_table_info('t') LIMIT 1").fetchone()[0]
    return name


def uses_table(sql):
    return re.search(r"\bFROM t\b", sql) is not None


def check_choice(options, parser):
    """Exits if a name is unknown, or a function of the extension has no statement."""
    known = [*bombs.BOMBS, *bombs.CALLS]
    for name in options.only or []:
        if name not in known:
            parser.error(f"--only: no bomb {name!r}; there are {', '.join(known)}")
    for name in options.statements or []:
        if name not in STATEMENTS:
            parser.error(f"--statements: no {name!r}; there are {', '.join(STATEMENTS)}")
    for function in table_functions(connect(options.extension)):
        if not any(f" {function}(" in sql for sql in STATEMENTS.values()):
            parser.error(f"no statement calls {function}(): add one to STATEMENTS")


class Timer:
    """Interrupts a connection after a while, and again until it is stopped: SQLite forgets
    interrupts between two statements or while one is prepared."""

    def __init__(self, db, seconds):
        self.db, self.seconds, self.since, self.cpu_since = db, seconds, None, None
        self.clock = time.pthread_getcpuclockid(threading.get_ident())
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        pause = self.seconds
        while not self.done.wait(pause):
            if self.since is None:
                self.since = time.monotonic()
                self.cpu_since = time.clock_gettime(self.clock)
            self.db.interrupt()
            pause = 0.02

    def stop(self):
        self.done.set()
        self.thread.join()


def run(db, sql, parameters, seconds):
    """Returns the seconds it took; the seconds after the interrupt, by the clock and of the
    processor, or None; the error."""
    begun, error = time.monotonic(), None
    timer = Timer(db, seconds)
    try:
        for _ in db.execute(sql, parameters):
            pass
    except sqlite3.Error as problem:
        error = str(problem)
    ended, cpu_ended = time.monotonic(), time.clock_gettime(timer.clock)
    timer.stop()
    if timer.since is None or timer.since > ended:
        return ended - begun, None, error
    return ended - begun, (ended - timer.since, cpu_ended - timer.cpu_since), error


def measure(options, path, statement):
    """Runs in a process of its own; returns {seconds, latencies, error, bytes}."""
    db = connect(options.extension)
    rng = random.Random(options.seed)
    values = {"path": path, "output": f"{path}.{os.getpid()}.out", "a": "a", "name": "a"}
    found = {"latencies": [], "cpu": [], "error": None, "seconds": 0, "bytes": 0}
    try:
        template, parameters = STATEMENTS.get(statement, ""), ()
        if uses_table(template) or "{name}" in template:
            values["name"] = first_column(db, path)
            values["a"] = '"%s"' % values["name"]
        sql = template.format(**values)
        if statement in bombs.CALLS:
            sql, parameters = bombs.CALLS[statement](bombs.Scale(options.full))
        seconds, latency, error = run(db, sql, parameters, options.patience)
        found.update(seconds=seconds, error=error)
        if latency is not None:
            found["latencies"].append(latency[0])
            found["cpu"].append(latency[1])
        for _ in range(options.moments):
            db.close()
            db = connect(options.extension)
            if uses_table(template):
                first_column(db, path)
            _, latency, error = run(db, sql, parameters, rng.uniform(0, min(seconds, 2)))
            if latency is not None:
                found["latencies"].append(latency[0])
                found["cpu"].append(latency[1])
    except sqlite3.Error as problem:
        found["error"] = str(problem)
    finally:
        db.close()
        pathlib.Path(values["output"]).unlink(missing_ok=True)
    found["bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return found


def measure_apart(options, path, statement):
    """measure() in a process that does not inherit this one's memory."""
    command = [sys.executable, __file__, "--child", statement, "--moments",
               str(options.moments), "--seed", str(options.seed), "--patience",
               str(options.patience), *(["--full"] if options.full else []), options.extension,
               path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return {"latencies": [300], "cpu": [300], "error": "does not end", "seconds": 300, "bytes": 0}
    if done.returncode != 0:
        return {"latencies": [], "cpu": [], "error": "process ended: " + done.stderr.strip()[-80:],
                "seconds": 0, "bytes": 0, "died": True}
    return json.loads(done.stdout)


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else 0


def row(name, results):
    slowest = max(results, key=lambda s: results[s]["seconds"])
    latencies = [x for r in results.values() for x in r["latencies"]]
    worst = max(results, key=lambda s: max(results[s]["latencies"], default=0))
    return (f"{name:28} {results[slowest]['seconds']:7.2f} s {slowest:9}"
            f"{max(latencies, default=0) * 1000:8.0f} ms {worst:9}"
            f"{percentile(latencies, 0.99) * 1000:8.0f} ms"
            f"{max((x for r in results.values() for x in r['cpu']), default=0) * 1000:8.0f} ms"
            f"{max(r['bytes'] for r in results.values()) / 2**20:8.0f} MiB")


def is_bad(result):
    return bool(result.get("died") or max(result["cpu"], default=0) > MOST_SECONDS or
                max(result["latencies"], default=0) > MOST_BY_THE_CLOCK or
                result["bytes"] > MOST_BYTES)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--moments", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=1.0,
                        help="seconds after which a statement is interrupted in any case")
    parser.add_argument("--some", type=int, help="number of random statements for each bomb")
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--statements", type=lambda text: text.split(","))
    parser.add_argument("--child")
    parser.add_argument("extension")
    parser.add_argument("folder", nargs="?", default="build/bombs")
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure(options, options.folder, options.child)))
        return 0
    check_choice(options, parser)
    folder = pathlib.Path(options.folder) / ("full" if options.full else "small")
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    passed = failed = 0
    for name in options.only or [*bombs.BOMBS, *bombs.CALLS]:
        path = folder / f"{name}.parquet"
        if name in bombs.BOMBS and not path.exists() and not bombs.write(
                name, path, bombs.Scale(options.full)):
            print(f"skipped: {name}: cannot be made here")
            continue
        statements = options.statements or list(STATEMENTS)
        if name in bombs.CALLS:
            statements = [name]
        elif options.some:
            statements = rng.sample(statements, options.some)
        results = {s: measure_apart(options, str(path), s) for s in statements}
        print(row(name, results), flush=True)
        for statement, result in results.items():
            if options.each or is_bad(result):
                print(f"    {statement:9} {result['seconds']:7.2f} s"
                      f"{max(result['latencies'], default=0) * 1000:8.0f} ms"
                      f"{max(result['cpu'], default=0) * 1000:8.0f} ms"
                      f"{result['bytes'] / 2**20:8.0f} MiB"
                      f"  {'FAILED' if is_bad(result) else ''} {result['error'] or ''}", flush=True)
            passed += not is_bad(result)
            failed += is_bad(result)
    print(f"interrupts: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
