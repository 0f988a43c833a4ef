# SPDX-License-Identifier: MIT
"""Prints what opening and querying lake tables in a bucket sends, as traffic.py does for files.

    PYTHON hosts/remote/lake_traffic.py [--delay 30] [--rounds 3] ./parquet_vtab.so [OTHER.so ...]

A Delta and an Iceberg table (lake_tables.py) in a bucket of versitygw.  PYTHON has pyarrow, deltalake,
pyiceberg with sqlalchemy, and, to compare them, polars and chdb.  Each question is asked in a process
of its own, in which nothing is known of the table, and the time is that of opening the table and
asking: the median of the rounds.
"""
import argparse
import json
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from s3_servers import KEY, REGION, SECRET, S3Server, program  # noqa: E402
from traffic import Counter  # noqa: E402

QUESTIONS = {
    "open": None,
    "1 of 12 months": "SELECT count(*) AS n, sum(x) AS s FROM t WHERE month = 3",
    "count(*)": "SELECT count(*) AS n FROM t",
    "all months": "SELECT count(*) AS n, sum(x) AS s FROM t",
}
OPTIONS = {"aws_access_key_id": KEY, "aws_secret_access_key": SECRET, "aws_region": REGION,
           "aws_allow_http": "true"}


def properties(endpoint):
    """pyiceberg's."""
    return {"s3.endpoint": endpoint, "s3.access-key-id": KEY, "s3.secret-access-key": SECRET,
            "s3.region": REGION}


# ---- Engines: each returns a function that opens the table and asks --------------------------


def ours(place, sql, extension):
    from host_tests import connect
    db = connect(os.path.abspath(extension))
    db.execute("SELECT parquet_add_secret('s3://tests/', ?, ?, ?, ?)", (
        KEY, SECRET, f"region={REGION}", f"endpoint={place['endpoint']}"))

    def ask():
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{place['ours']}')")
        return db.execute(sql or "SELECT name FROM pragma_table_info('t')").fetchall()

    return ask


def polars(place, sql, _):
    import polars as pl
    import pyiceberg.table  # noqa: F401
    pl.LazyFrame({"x": [1]}).select(pl.len()).collect()

    def ask():
        if place["kind"] == "delta":
            frame = pl.scan_delta("s3://tests/delta", storage_options={
                **OPTIONS, "aws_endpoint_url": place["endpoint"]})
        else:
            frame = pl.scan_iceberg(place["metadata"], storage_options=properties(place["endpoint"]))
        if sql is None:
            return frame.collect_schema()
        return pl.SQLContext(t=frame).execute(sql, eager=True).rows()

    return ask


def deltalake(place, sql, _):
    import deltalake as library
    if place["kind"] != "delta":
        raise ValueError("Delta only")

    def ask():
        table = library.DeltaTable("s3://tests/delta", storage_options={
            **OPTIONS, "aws_endpoint_url": place["endpoint"]})
        if sql is None:
            return table.schema()
        found = library.QueryBuilder().register("t", table).execute(sql).read_all()
        return list(zip(*[[v.as_py() for v in found.column(i)]
                          for i in range(len(found.schema))]))

    return ask


def pyiceberg(place, sql, _):
    from pyiceberg.table import StaticTable
    if place["kind"] != "iceberg":
        raise ValueError("Iceberg only")

    def ask():
        table = StaticTable.from_metadata(place["metadata"], properties(place["endpoint"]))
        if sql is None:
            return table.schema()
        where = re.search("WHERE (.*)", sql)
        options = {"row_filter": where.group(1)} if where else {}
        if "sum" not in sql:
            return [(table.scan(**options).count(),)]
        rows = table.scan(selected_fields=("x",), **options).to_arrow().column("x").to_pylist()
        return [(len(rows), sum(rows))]

    return ask


def chdb(place, sql, _):
    import chdb as library
    function = "deltaLake" if place["kind"] == "delta" else "icebergS3"
    source = f"{function}('{place['endpoint']}/tests/{place['kind']}/', '{KEY}', '{SECRET}')"
    library.query("SELECT 1")

    def ask():
        text = re.sub(r"\bt\b", source, sql, count=1) if sql else f"DESCRIBE TABLE {source}"
        lines = str(library.query(text, "JSONCompactEachRow")).splitlines()
        return [tuple(json.loads(line)) for line in lines]

    return ask


PEERS = [polars, deltalake, pyiceberg, chdb]


# ---- Measuring -----------------------------------------------------------------------------


def be_asked():
    """In a process of its own: one question; prints JSON."""
    place, name, question, extension = json.loads(sys.argv[2])
    ask = globals()[name](place, QUESTIONS[question], extension)
    counter = Counter.__new__(Counter)
    counter.url = place["endpoint"] + "/"
    counter.get("_reset")
    started = time.monotonic()
    answer = ask()
    ms = (time.monotonic() - started) * 1000
    shown = [[f"{float(v):.9g}" for v in row] for row in answer] if QUESTIONS[question] else None
    print(json.dumps({"answer": shown, "ms": ms, **counter.get("_counts")}))


def ask_in_process(*what):
    loads = hasattr(sqlite3.Connection, "enable_load_extension")
    python = sys.executable if what[1] != "ours" or loads else "/usr/bin/python3"
    output = subprocess.run([python, __file__, "--asked", json.dumps(what)],
                            capture_output=True, text=True, check=False)
    lines = output.stdout.splitlines()
    if output.returncode != 0 or not lines:
        return (output.stderr.strip().splitlines() or ["it ended"])[-1]
    return json.loads(lines[-1])


def measure(options, place, right):
    names = [("ours", "ours", e) for e in options.extensions] + [
        (peer.__name__, peer.__name__, None) for peer in PEERS]
    for question in QUESTIONS:
        for shown, name, extension in names:
            found = [ask_in_process(place, name, question, extension)
                     for _ in range(options.rounds)]
            failed = [f for f in found if isinstance(f, str)]
            if failed:
                if " only" not in failed[0]:
                    print(f"{place['kind']:8} {shown:10} {question:16} {failed[0][:100]}")
                continue
            least = {key: min(f[key] for f in found) for key in ("requests", "round_trips", "bytes")}
            ms = statistics.median(f["ms"] for f in found)
            wrong = found[0]["answer"] != right.setdefault(question, found[0]["answer"])
            print(f"{place['kind']:8} {shown:10} {question:16} {least['requests']:5} requests "
                  f"{least['bytes']:11,} bytes {least['round_trips']:4} round trips {ms:8.0f} ms"
                  f"{'  DIFFERS: ' + str(found[0]['answer']) if wrong else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("extensions", nargs="*", default=["./parquet_vtab.so"])
    parser.add_argument("--delay", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not program("versitygw").exists():
        sys.exit("skipped: lake traffic: versitygw is not installed")
    import lake_tables
    server = S3Server("versitygw")
    with tempfile.TemporaryDirectory() as folder:
        lake_tables.write_delta(f"{folder}/delta")
        server.upload("tests", pathlib.Path(folder) / "delta", "delta/")
    metadata = lake_tables.write_iceberg("s3://tests/iceberg", properties(server.endpoint))
    counter = Counter("--delay", options.delay, "--upstream", server.endpoint)
    print(f"{options.delay:g} ms more for each request; medians of {options.rounds} rounds")
    for kind in ("delta", "iceberg"):
        place = {"kind": kind, "endpoint": counter.url.rstrip("/"), "metadata": metadata,
                 "ours": f"s3://tests/{kind}"}
        if options.only in kind:
            measure(options, place, {})
    counter.stop()
    server.stop()


if __name__ == "__main__":
    be_asked() if sys.argv[1:2] == ["--asked"] else main()
