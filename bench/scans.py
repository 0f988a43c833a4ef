# SPDX-License-Identifier: MIT
"""The scan suite: what reading whole columns costs, against the null virtual table."""
import collections
import re

import engines
from engines import judged, number, ratio

NULL_VTAB = f"./{engines.FOLDER}/null_vtab.so"

# The most time that a statement may take, in multiples of the null virtual table's, by the
# kind of the column's pages: plain values, dictionary indices, text, or no column.
UNCOMPRESSED = ("none", "decimal_none")
LIMITS = {"count": 1.05, "dictionary": 1.10, "text": 1.50, "all columns": 1.15}
PLAIN_LIMITS = {"uncompressed": 1.10, "compressed": 1.40}
# The same with two threads or more.
THREADS_LIMITS = {"plain": 1.08, "dictionary": 1.08, "text": 1.10, "all columns": 1.10}
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
              "SELECT * FROM {t} LIMIT 1", "fresh"),
]


def limit(kind, file):
    if engines.threads > 1:
        return THREADS_LIMITS.get(kind)
    if kind == "plain":
        return PLAIN_LIMITS["uncompressed" if file in UNCOMPRESSED else "compressed"]
    return LIMITS.get(kind)



def create(file, data):
    return f"CREATE VIRTUAL TABLE temp.parquet_{file} USING {engines.parquet(data[file])};"


def test_lines(statements, data, with_extension):
    """The lines of the file that bench reads."""
    lines = []
    tables = {False: {"null": "temp.null_lineitem", "native": "main.lineitem NOT INDEXED"},
              True: {"null": "temp.null_hits", "native": "hits.hits"}}
    used = {s.files[0].startswith("hits") for s in statements}
    if True in used:
        lines += [f"ATTACH '{data['hits.db']}' AS hits;",
                  "CREATE TEMP VIEW two_of_hits AS SELECT int4, real0 FROM hits.hits;",
                  "CREATE VIRTUAL TABLE temp.null_hits USING null_vtab(temp.two_of_hits);"]
    if False in used:
        lines.append("CREATE VIRTUAL TABLE temp.null_lineitem USING null_vtab(main.lineitem);")
    lines.append("PRAGMA mmap_size=8000000000;")
    if with_extension:
        lines += [create(file, data) for file in sorted({f for s in statements for f in s.files})]

    for s in statements:
        targets = []
        if s.mode != "fresh":
            targets += [(target, s.sql.format(t=table))
                        for target, table in tables[s.files[0].startswith("hits")].items()]
        if with_extension:
            prefix = {f: create(f, data) if s.mode == "fresh" else "" for f in s.files}
            targets += [(f, prefix[f] + s.sql.format(t=f"parquet_{f}")) for f in s.files]
        lines += [engines.test_line(s.name, target, s.mode, s.rounds, sql)
                  for target, sql in targets]
    return lines


def duck_statements(statements, data):
    return {s.name: [(f, s.sql.format(t=f"'{data[f]}'"), s.mode == "fresh") for f in s.files]
            for s in statements if s.kind != "all columns"}  # Python is not a fair reader


HEAD = ("statement", "file", "null", "native", "ext", "duck 1T", "duck 2T",
        "ext/null", "(minima)", "native/ext", "duck/ext 1T", "2T")


def table_rows(statements, results, duck):
    for s in statements:
        null = results.get((s.name, "null"))
        native = results.get((s.name, "native"))
        for file in s.files:
            ext = results.get((s.name, file))
            ms = ext.ms if ext else None
            name = s.name
            if null and ext and not (null.n_rows == ext.n_rows
                                     and engines.same_answer(null.answer, ext.answer, s.sql)):
                name += " DIFFERS"
            least = NATIVE_LEAST if s.kind in ("plain", "dictionary", "text") else None
            if file.startswith("hits"):
                least = None
            ducks = [duck.median(s.name, file, n) for n in (1, 2)]
            if s.kind == "first row":
                most = FIRST_ROW_MS if file == "hits_small_pages" else None
                against_null = judged(ms, most=most, unit=" ms")
            else:
                against_null = judged(ext and ext.to_base, most=limit(s.kind, file))
            yield (name, file, *(number(r and r.ms, 1) for r in (null, native, ext)),
                   *(number(d, 1) for d in ducks), against_null,
                   number(null and ext and ratio(ext.least, null.least)),
                   judged(ratio(native and native.ms, ms), least=least),
                   *(number(ratio(d, ms)) for d in ducks))


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    statements = [s for s in STATEMENTS if any(re.search(o, s.name) for o in options.only)]
    if not extension:
        statements = [s for s in statements if s.mode != "fresh"]
    if not statements:
        return True
    path = f"{engines.FOLDER}/tests.tsv"
    engines.write_tests(path, test_lines(statements, data, extension))
    duck = engines.DuckDB({} if options.no_duckdb else duck_statements(statements, data))
    extensions = [NULL_VTAB, extension] if extension else [NULL_VTAB]
    command = engines.bench_command(data["lineitem.db"], extensions, options.rounds, path)
    results = engines.run_bench(command, duck)

    print(f"\nScans: lineitem {data.n_lineitem} rows, hits {data.n_hits} rows, "
          f"{options.rounds} rounds, threads={engines.threads}; medians in ms\n")
    rows = list(table_rows(statements, results, duck))
    engines.print_table(HEAD, rows)
    print(f"\nof {len(rows)} lines {engines.n_over(rows, 7)} miss the target against the null "
          f"table, {engines.n_over(rows, 9)} against native\n", flush=True)
    return not any(row[0].endswith("DIFFERS") for row in rows)
