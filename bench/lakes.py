# SPDX-License-Identifier: MIT
"""The suite of lake tables: a Delta and an Iceberg table of 10,000 files, and deletion vectors,
against deltalake with DataFusion, Polars, ClickHouse (chdb) and pyiceberg on the same tables."""
import glob
import json
import os
import re
import sqlite3
import statistics

import engines
import lakes_data
from engines import judged, ms_text, number, ratio

FILES, FEW_FILES = 10_000, 1_000
MOST_MS = 10_000  # a peer that takes longer is not asked again
LEAST = 1.0  # the quickest peer's time / the extension's
MOST_DELETED = 1.1  # the time with a tenth of the rows deleted / without

# name, what is asked, whether the table is opened anew.  {day}, {id}: others each time
STATEMENTS = [
    ("open, one row", "SELECT i FROM t LIMIT 1", True),
    ("open, point by partition", "SELECT sum(x) AS s FROM t WHERE day = '{day}'", True),
    ("point by partition", "SELECT sum(x) AS s FROM t WHERE day = '{day}'", False),
    ("point by statistics", "SELECT sum(x) AS s FROM t WHERE id = {id}", False),
    ("count(*)", "SELECT count(*) AS n FROM t", False),
    ("count(*) of a partition", "SELECT count(*) AS n FROM t WHERE day = '{day}'", False),
    ("max(id)", "SELECT max(id) AS m FROM t", False),
    ("full scan", "SELECT sum(x) AS s FROM t", False),
]


def dated(sql):
    return re.sub(r"'(\d{4}-\d\d-\d\d)'", r"DATE '\1'", sql)


class Extension:
    """By parquet_query, as parquet-sql runs statements by itself."""
    name = "ext"

    def __init__(self, path, extension, **_):
        self.path, self.extension = path, extension
        self.db = self.connect()

    def connect(self):
        db = sqlite3.connect(":memory:")
        db.enable_load_extension(True)
        db.load_extension(self.extension)
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING {engines.parquet(self.path)}")
        return db

    def run(self, sql, is_new):
        db = self.connect() if is_new else self.db
        if " LIMIT " in sql:
            return db.execute(sql).fetchall()
        return [tuple(row.values()) for row in map(json.loads, (
            row[0] for row in db.execute("SELECT row FROM parquet_query(?)", (sql,))))]


class Rows(Extension):
    """By SQLite's own statements."""
    name = "ext rows"

    def run(self, sql, is_new):
        return (self.connect() if is_new else self.db).execute(sql).fetchall()


class DataFusion:
    name = "deltalake"

    def __init__(self, path, kind="delta", **_):
        import deltalake  # pylint: disable=import-outside-toplevel
        if kind != "delta":
            raise ValueError("Delta only")
        self.library, self.path = deltalake, path
        self.table = deltalake.DeltaTable(path)
        self.context = deltalake.QueryBuilder().register("t", self.table)

    def run(self, sql, is_new):
        context = self.context
        if is_new:
            context = self.library.QueryBuilder().register(
                "t", self.library.DeltaTable(self.path))
        table = context.execute(dated(sql)).read_all()
        columns = [table.column(i) for i in range(len(table.schema))]
        columns = [[v.as_py() for v in c] for c in columns]
        return list(zip(*columns))


class Polars:
    name = "Polars"

    def __init__(self, path, kind="delta", **_):
        import polars  # pylint: disable=import-outside-toplevel
        self.library, self.path, self.kind = polars, path, kind
        self.frame = self.scan()

    def scan(self):
        if self.kind == "delta":
            return self.library.scan_delta(self.path)
        return self.library.scan_iceberg(newest_metadata(self.path))

    def run(self, sql, is_new):
        frame = self.scan() if is_new else self.frame
        return self.library.SQLContext(t=frame).execute(dated(sql), eager=True).rows()


class ClickHouse:
    name = "chdb"

    def __init__(self, path, kind="delta", **_):
        from chdb import session  # pylint: disable=import-outside-toplevel
        function = "deltaLakeLocal" if kind == "delta" else "icebergLocal"
        self.session = session.Session()
        self.source = f"{function}('{path}')"
        self.run("SELECT count(*) FROM t", False)

    def run(self, sql, _):
        sql = re.sub(r"\bt\b", self.source, sql, count=1)
        sql = f"{sql} SETTINGS max_threads = {engines.threads}"
        text = self.session.query(sql, "JSONCompactEachRow").data()
        return [tuple(json.loads(line)) for line in text.splitlines()]


class PyIceberg:
    """It has no SQL: filters, columns, limits and counts only."""
    name = "pyiceberg"

    def __init__(self, path, kind="delta", **_):
        from pyiceberg.table import StaticTable  # pylint: disable=import-outside-toplevel
        if kind != "iceberg":
            raise ValueError("Iceberg only")
        self.library, self.path = StaticTable, newest_metadata(path)
        self.table = self.open()

    def open(self):
        return self.library.from_metadata(self.path)

    def run(self, sql, is_new):
        table = self.open() if is_new else self.table
        what, where = re.fullmatch(r"SELECT (.*?) FROM t(?: WHERE (.*)| LIMIT 1)?", sql).groups()
        limit = 1 if "LIMIT" in sql else None
        options = {"row_filter": where} if where else {}
        if what.startswith("count"):
            return [(table.scan(**options).count(),)]
        column = re.search(r"(?:sum|max)\((\w+)\)|(\w+)", what)
        rows = table.scan(selected_fields=(column.group(1) or column.group(2),), limit=limit,
                          **options).to_arrow().column(0)
        if limit:
            return [(rows[0].as_py(),)]
        import pyarrow.compute as pc  # pylint: disable=import-outside-toplevel
        return [((pc.sum if what.startswith("sum") else pc.max)(rows).as_py(),)]


def newest_metadata(path):
    return sorted(glob.glob(f"{path}/metadata/*.metadata.json"))[-1]


PEERS = [Extension, Rows, DataFusion, Polars, ClickHouse, PyIceberg]


def open_peers(path, extension, kind):
    opened = {}
    for peer in PEERS:
        try:
            opened[peer.name] = peer(path, extension=extension, kind=kind)
        except Exception as error:  # pylint: disable=broad-except
            print(f"{peer.name}, {kind}: {str(error)[:100]}")
    return opened


def same(a, b):
    def plain(rows):
        return [[f"{float(v):.9g}" if isinstance(v, (int, float)) else str(v) for v in row]
                for row in rows]
    return plain(a) == plain(b)


def measure(options, peers, statements, n):
    """Median ms and answers by (statement, peer)."""
    times, refused, agree = {}, set(), True
    for i in range(options.rounds + 1):  # the first is not counted
        k = (i * 7919 + 13) % n
        for name, sql, is_new in statements:
            text = sql.format(day=lakes_data.day_of(k), id=k * lakes_data.ROWS + 7)
            answers = {}
            first = i % len(peers)  # another one reads a day's files first
            for peer, engine in (list(peers.items()) * 2)[first:first + len(peers)]:
                if (name, peer) in refused:
                    continue
                try:
                    ms = engines.time_ms(
                        lambda: answers.__setitem__(peer, engine.run(text, is_new)))
                except Exception as error:  # pylint: disable=broad-except
                    print(f"{peer}: {name}: {str(error)[:150]}")
                    refused.add((name, peer))
                    continue
                if i > 0 or (ms > MOST_MS and peer != "ext"):
                    times.setdefault((name, peer), []).append(ms)
                if ms > MOST_MS and peer != "ext":
                    refused.add((name, peer))
            for peer, answer in answers.items():
                if "LIMIT" not in sql and not same(answer, answers["ext"]):
                    print(f"{name}: {answers['ext'][:2]} DIFFERS from {peer}'s {answer[:2]}")
                    agree = False
    return {key: statistics.median(values) for key, values in times.items()}, agree


def print_times(title, options, peers, statements, medians):
    print(f"\n{title}, {options.rounds} rounds, threads={engines.threads}; medians in ms\n")
    rows = []
    for name, *_ in statements:
        ms = medians.get((name, "ext"))
        others = [medians[name, p] for p in peers
                  if p not in ("ext", "ext rows") and (name, p) in medians]
        rows.append((name, *(ms_text(medians.get((name, p))) for p in peers),
                     judged(ratio(min(others, default=None), ms), least=LEAST)))
    engines.print_table(("statement", *peers, "quickest peer/ext"), rows)


def run_deleted(options, extension, folder):
    statement = [("full scan", "SELECT sum(x) AS s FROM t", False),
                 ("count(*)", "SELECT count(*) AS n FROM t", False)]
    medians, agree = {}, True
    for name in ("whole", "deleted"):
        peers = open_peers(f"{folder}/{name}", extension, "delta")
        medians[name], agrees = measure(options, peers, statement, 20)
        agree = agree and agrees
    print(f"\nDeletion vectors: a tenth of 10,000,000 rows, {options.rounds} rounds; "
          "medians in ms\n")
    rows = []
    for name, *_ in statement:
        for peer in peers:
            whole, deleted = (medians[t].get((name, peer)) for t in ("whole", "deleted"))
            share = ratio(deleted, whole)
            rows.append((name, peer, ms_text(whole), ms_text(deleted),
                         judged(share, most=MOST_DELETED)
                         if peer.startswith("ext") and name == "full scan" else number(share)))
    engines.print_table(("statement", "", "whole", "deleted", "deleted/whole"), rows)
    return agree


def run(options, extension):
    """Runs the suite and prints its tables. Returns whether the answers agree."""
    statements = [s for s in STATEMENTS if any(re.search(o, s[0]) for o in options.only)]
    if not statements or not extension:
        return True
    n = FEW_FILES if options.quick else FILES
    data = f"{engines.FOLDER}/data"
    lakes_data.make_delta(f"{data}/lake_delta_{n}", n)
    lakes_data.make_iceberg(f"{data}/lake_iceberg_{n}", n)
    lakes_data.make_deleted(f"{data}/lake_deleted_20", 20, 500_000)
    agree = True
    for kind, words in (("delta", "commits"), ("iceberg", "manifests")):
        path = os.path.abspath(f"{data}/lake_{kind}_{n}/table")
        peers = open_peers(path, extension, kind)
        medians, agrees = measure(options, peers, statements, n)
        agree = agree and agrees
        per = lakes_data.FILES_OF_DAY * (1 if kind == "delta"
                                         else lakes_data.DAYS_OF_MANIFEST)
        print_times(f"{kind.capitalize()}: {n} files, {n // per} {words}", options, peers,
                    statements, medians)
    return run_deleted(options, extension, f"{data}/lake_deleted_20") and agree
