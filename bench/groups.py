# SPDX-License-Identifier: MIT
"""The groups suite: GROUP BY, against a null virtual table whose rows are sorted already."""
import collections
import re

import engines
import scans
from engines import judged, ms_text, number, ratio

MOST = 1.1  # times the null table's time

# columns: the null table's, beginning with those of its order
Statement = collections.namedtuple("Statement", "name columns n_orders sql file table",
                                   defaults=("snappy", "lineitem"))
STATEMENTS = [
    Statement("TPC-H Q1", ("l_returnflag", "l_linestatus", "l_quantity", "l_extendedprice",
                           "l_discount", "l_tax", "l_shipdate"), 2,
              "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), "
              "sum(l_extendedprice * (1 - l_discount)), "
              "sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), sum(l_discount), count(*) "
              "FROM {t} WHERE l_shipdate <= '1998-09-02' GROUP BY l_returnflag, l_linestatus"),
    Statement("count by ship mode", ("l_shipmode",), 1,
              "SELECT l_shipmode, count(*) FROM {t} GROUP BY l_shipmode"),
    Statement("sum by ship mode", ("l_shipmode", "l_quantity"), 1,
              "SELECT l_shipmode, sum(l_quantity) FROM {t} GROUP BY l_shipmode"),
    Statement("sum by date", ("l_shipdate", "l_extendedprice"), 1,
              "SELECT l_shipdate, sum(l_extendedprice) FROM {t} GROUP BY l_shipdate"),
    Statement("sum by order", ("l_orderkey", "l_quantity"), 1,
              "SELECT count(*), sum(q) FROM (SELECT sum(l_quantity) AS q FROM {t} "
              "GROUP BY l_orderkey)"),
    Statement("sum by part", ("l_partkey", "l_quantity"), 1,
              "SELECT count(*), sum(q) FROM (SELECT sum(l_quantity) AS q FROM {t} "
              "GROUP BY l_partkey)"),
    Statement("count by kind", ("kind",), 1, "SELECT kind, count(*) FROM {t} GROUP BY kind",
              "events", "events"),
]


def test_lines(statements, data, with_extension):
    lines = ["PRAGMA mmap_size=8000000000;"]
    used = {s.table for s in statements}
    if "events" in used:
        lines.append(f"ATTACH '{data['events.db']}' AS others;")
    if with_extension:
        lines += [scans.create(file, data) for file in sorted({s.file for s in statements})]
    schemas = {"lineitem": "main", "events": "others"}
    for i, s in enumerate(statements):
        native = f"{schemas[s.table]}.{s.table}"
        orders = "".join(", " + c for c in s.columns[:s.n_orders])
        lines += [f"CREATE TEMP VIEW columns_{i} AS SELECT {', '.join(s.columns)} FROM {native};",
                  f"CREATE VIRTUAL TABLE temp.null_{i} USING null_vtab(temp.columns_{i}{orders});"]
    for i, s in enumerate(statements):
        tables = {"null": f"temp.null_{i}",
                  "native": f"{schemas[s.table]}.{s.table} NOT INDEXED"}
        if with_extension:
            tables["ext"] = f"temp.parquet_{s.file}"
        lines += [engines.test_line(s.name, target, "read", 0, s.sql.format(t=table))
                  for target, table in tables.items()]
    return lines


def table_row(s, results, duck):
    null, native, ext = (results.get((s.name, t)) for t in ("null", "native", "ext"))
    ms = ext and ext.ms
    ducks = [duck.median(s.name, s.file, n) for n in (1, 2)]
    differs = ext and not engines.same_answer(native.answer, ext.answer, s.sql)
    return (s.name + (" DIFFERS" if differs else ""), s.file,
            *(ms_text(r and r.ms) for r in (null, native, ext)), *map(ms_text, ducks),
            judged(ratio(ms, null.ms), most=MOST), number(ratio(native.ms, ms)),
            number(ratio(ducks[0], ms)))


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    statements = [s for s in STATEMENTS if any(re.search(o, s.name) for o in options.only)]
    if not statements:
        return True
    path = f"{engines.FOLDER}/groups.tsv"
    engines.write_tests(path, test_lines(statements, data, extension))
    duck = engines.DuckDB({} if options.no_duckdb else {
        s.name: [(s.file, s.sql.format(t=f"'{data[s.file]}'"), False)] for s in statements})
    extensions = [scans.NULL_VTAB, extension] if extension else [scans.NULL_VTAB]
    command = engines.bench_command(data["lineitem.db"], extensions, options.rounds, path)
    results = engines.run_bench(command, duck)
    print(f"\nGroups: {data.n_lineitem} rows of lineitem, {data.n_events} of events, "
          f"{options.rounds} rounds, "
          f"threads={engines.threads}; medians in ms\n")
    rows = [table_row(s, results, duck) for s in statements]
    engines.print_table(("statement", "file", "null", "native", "ext", "duck 1T", "duck 2T",
                         "ext/null", "native/ext", "duck/ext 1T"), rows)
    print(f"\nof {len(rows)} lines {engines.n_over(rows, 7)} miss the target against the null "
          "table\n", flush=True)
    return not any(row[0].endswith("DIFFERS") for row in rows)
