# SPDX-License-Identifier: MIT
"""Prints what queries of remote files send: requests, bytes, round trips and milliseconds.

    build/remote/venv/bin/python hosts/remote/traffic.py [--delay 30] [--rows 1000000] \\
        [--files 1000] ./parquet_vtab.so

The server adds the delay to each request, so that milliseconds show round trips.  Polars and
chdb answer the same questions where they are installed:

    python3 -m venv build/remote/venv && build/remote/venv/bin/pip install polars chdb pyarrow

Each question is asked in a new connection and of a URL that is new to the process, but for the
keys: the first one opens the file, and others follow in the same connection.
"""
import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from host_tests import connect  # noqa: E402
from s3_servers import KEY, REGION, SECRET, S3Server, program  # noqa: E402

KEYS = [123, 987_654, 500_000, 42_424]
WEEK = "2025-03-03", "2025-03-10"


def write_events(extension, path, n_rows):
    """Events in the order of their time: an id, a user, a kind, a price, a text."""
    db = connect(extension)
    db.execute("SELECT parquet_write(?, ?, 'types=at=TIMESTAMP(MILLIS)', 'row_group_size=122880')", (
        str(path),
        f"WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < {n_rows - 1})"
        f" SELECT i AS id, datetime('2025-01-01', (i * 31536000 / {n_rows}) || ' seconds') AS at,"
        "   i * 7919 % 100003 AS user, substr('view  click buy   search', i * 31 % 4 * 6 + 1, 6) AS kind,"
        "   i * 271 % 10007 * 0.01 AS price, hex(i * 48271 % 2147483647) || hex(i * 69621) AS text"
        "  FROM r"))
    db.close()


def write_parts(extension, folder, n_files):
    db = connect(extension)
    for i in range(n_files):
        path = folder / f"month={i * 12 // n_files + 1:02}" / f"{i:04}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        db.execute("SELECT parquet_write(?, ?)", (
            str(path), f"WITH RECURSIVE r(i) AS (SELECT {i * 100} UNION ALL SELECT i + 1 FROM r"
            f" WHERE i < {i * 100 + 99}) SELECT i AS id, i * 0.5 AS price FROM r"))
    db.close()


class Counter:
    """The lying server as a process of its own, so that it takes no time of the clients'."""

    def __init__(self, *arguments):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lying_server.py")
        self.process = subprocess.Popen([sys.executable, script, *map(str, arguments)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def get(self, what):
        with urllib.request.urlopen(self.url + what) as answer:
            return json.load(answer)

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


def measure(counter, name, question, call):
    """Prints one line; returns the answer."""
    counter.get("_reset")
    started = time.monotonic()
    try:
        answer = call()
    except Exception as error:  # another engine may not be able to
        print(f"{name:8} {question:28} {str(error)[:100]}", flush=True)
        return None
    seconds = time.monotonic() - started
    counts = counter.get("_counts")
    print(f"{name:8} {question:28} {counts['requests']:5} requests {counts['bytes']:11,} bytes "
          f"{counts['round_trips']:4} round trips {seconds * 1000:8.0f} ms", flush=True)
    return answer


# ---- Engines -----------------------------------------------------------------------------

class Ours:
    def __init__(self, extension):
        self.extension = extension

    def database(self, url, endpoint=None):
        db = connect(self.extension)
        if endpoint:
            db.execute("SELECT parquet_add_secret('s3://tests/', ?, ?, ?, ?)",
                       (KEY, SECRET, f"region={REGION}", f"endpoint={endpoint}"))
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{url}')")
        return db

    def ask(self, sql, url, endpoint=None):
        return self.database(url, endpoint).execute(sql).fetchall()

    def questions(self, url):
        week = "at >= '{}' AND at < '{}'".format(*WEEK)
        return {"open": lambda: self.ask("SELECT name FROM pragma_table_info('t')", url),
                "LIMIT 10": lambda: self.ask("SELECT * FROM t LIMIT 10", url),
                "one week": lambda: self.ask(f"SELECT count(*), sum(price) FROM t WHERE {week}", url),
                "count(*)": lambda: self.ask("SELECT count(*) FROM t", url),
                "one column": lambda: self.ask("SELECT sum(price) FROM t", url),
                "all columns": lambda: self.ask(  # without the time that Python takes for rows
                    "SELECT sum(id), sum(user), sum(length(at)), sum(length(kind)), sum(price),"
                    " sum(length(text)) FROM t", url)}

    def key_questions(self, url):
        opened = []

        def ask(key):
            opened or opened.append(self.database(url))
            return opened[0].execute("SELECT * FROM t WHERE id = ?", (key,)).fetchall()

        return [lambda key=key: ask(key) for key in KEYS]

    def parts(self, endpoint):
        url = "s3://tests/parts"
        return {"1 of 12 partitions": "SELECT count(*), sum(price) FROM t WHERE month = 3",
                "all partitions": "SELECT count(*), sum(price) FROM t"}, \
            lambda sql: self.ask(sql, url, endpoint)


class Polars:
    def __init__(self):
        import polars
        self.polars = polars

    def questions(self, url):
        pl = self.polars
        import datetime
        first, after = (datetime.datetime.fromisoformat(day) for day in WEEK)

        def scan():
            return pl.scan_parquet(url)

        week = (pl.col("at") >= first) & (pl.col("at") < after)
        return {"open": lambda: scan().collect_schema(),
                "LIMIT 10": lambda: scan().head(10).collect(),
                "one week": lambda: scan().filter(week).select(pl.len(), pl.col("price").sum()).collect(),
                "count(*)": lambda: scan().select(pl.len()).collect(),
                "one column": lambda: scan().select(pl.col("price").sum()).collect(),
                "all columns": lambda: scan().collect()}

    def key_questions(self, url):
        pl = self.polars
        return [lambda key=key: pl.scan_parquet(url).filter(pl.col("id") == key).collect()
                for key in KEYS]

    def parts(self, endpoint):
        pl = self.polars
        options = {"aws_access_key_id": KEY, "aws_secret_access_key": SECRET, "aws_region": REGION,
                   "aws_endpoint_url": endpoint, "aws_allow_http": "true"}

        def ask(month):
            frame = pl.scan_parquet("s3://tests/parts/**/*.parquet", storage_options=options,
                                    hive_partitioning=True)
            if month:
                frame = frame.filter(pl.col("month") == month)
            return frame.select(pl.len(), pl.col("price").sum()).collect()

        return {"1 of 12 partitions": 3, "all partitions": None}, ask


class Chdb:
    def __init__(self):
        import chdb
        self.chdb = chdb

    def ask(self, sql):
        return str(self.chdb.query(sql, "CSV"))

    def questions(self, url):
        table = f"url('{url}', 'Parquet')"
        week = "at >= '{}' AND at < '{}'".format(*WEEK)
        return {"open": lambda: self.ask(f"DESCRIBE TABLE {table}"),
                "LIMIT 10": lambda: self.ask(f"SELECT * FROM {table} LIMIT 10"),
                "one week": lambda: self.ask(f"SELECT count(*), sum(price) FROM {table} WHERE {week}"),
                "count(*)": lambda: self.ask(f"SELECT count(*) FROM {table}"),
                "one column": lambda: self.ask(f"SELECT sum(price) FROM {table}"),
                "all columns": lambda: self.ask(f"SELECT * FROM {table}")}

    def key_questions(self, url):
        return [lambda key=key: self.ask(f"SELECT * FROM url('{url}', 'Parquet') WHERE id = {key}")
                for key in KEYS]

    def parts(self, endpoint):
        def ask(where):
            return self.ask(f"SELECT count(*), sum(price) FROM s3('{endpoint}/tests/parts/{where}',"
                            f" '{KEY}', '{SECRET}', 'Parquet')")

        return {"1 of 12 partitions": "month=03/*.parquet", "all partitions": "**/*.parquet"}, ask


def engines(extension):
    yield "ours", Ours(extension)
    for name, engine in (("Polars", Polars), ("chdb", Chdb)):
        try:
            yield name, engine()
        except ImportError:
            print(f"skipped: traffic: {name} is not installed")


def measure_files(options, folder):
    write_events(options.extension, folder / "events.parquet", options.rows)
    size = (folder / "events.parquet").stat().st_size
    print(f"{options.rows:,} rows, {size:,} bytes, {options.delay} ms more for each request")
    counter = Counter("--delay", options.delay, folder)
    urls = (f"{counter.url}as/{i}/events.parquet" for i in itertools.count())
    for name, engine in engines(options.extension):
        for question in engine.questions(""):
            measure(counter, name, question, engine.questions(next(urls))[question])
        for i, call in enumerate(engine.key_questions(next(urls))):
            measure(counter, name, "one key" if i == 0 else "another key", call)
    counter.stop()


def measure_parts(options, folder):
    if not program("versitygw").exists():
        print("skipped: traffic: partitions: versitygw is not installed")
        return
    write_parts(options.extension, folder / "parts", options.files)
    server = S3Server("versitygw")
    server.upload("tests", folder / "parts", "parts/")
    counter = Counter("--delay", options.delay, "--upstream", server.endpoint)
    print(f"{options.files:,} files in 12 partitions of a bucket")
    for name, engine in engines(options.extension):
        questions, ask = engine.parts(counter.url.rstrip("/"))
        for question, argument in questions.items():
            measure(counter, name, question, lambda: ask(argument))
    counter.stop()
    server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("extension", nargs="?", default="./parquet_vtab.so")
    parser.add_argument("--delay", type=float, default=30)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--files", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_files(options, pathlib.Path(folder))
        measure_parts(options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
