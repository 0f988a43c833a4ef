# SPDX-License-Identifier: MIT
"""The suite TPC-H: its 22 queries over Parquet files, native tables with and without indexes,
and with DuckDB's one thread on the same Parquet files."""
import pathlib
import re

import engines
import tpch_data
from engines import judged, ms_text, number, ratio

QUERIES = {path.stem.upper(): " ".join(path.read_text(encoding="utf-8").split())
           for path in sorted(pathlib.Path("bench/tpch").glob("q*.sql"))}
TABLE_NAMES = re.compile(rf"\b({'|'.join(tpch_data.TABLES)})\b")
SCHEMAS = {"ext": "temp", "native": "main", "indexed": "indexed"}
MAX_ROUNDS = 3
TOLERANCE = 1e-6       # of sums: they are decimal in DuckDB, and the order of rows differs
QUERY_MOST = 1.5       # times native, for each query
SUM_MOST = 1.0         # times native, for all of them


def query_id(name):
    """q3 and Q03 are Q03."""
    return f"Q{int(name[1:]):02}" if name[1:].isdigit() else name.upper()


def chosen(options):
    ids = {query_id(name) for name in options.only if name}
    return {id: sql for id, sql in QUERIES.items() if not ids or id in ids}


def in_schema(sql, schema):
    return TABLE_NAMES.sub(rf"{schema}.\1", sql)


def duck_sql(sql):
    """Dates are dates in DuckDB."""
    return re.sub(r"substr\((\w+date), 1, 4\)", r"year(\1)", sql)


def test_lines(queries, data, extension):
    lines = [f"ATTACH '{data.indexed}' AS indexed;", "PRAGMA mmap_size=8000000000;"]
    schemas = {t: s for t, s in SCHEMAS.items() if t != "ext" or extension}
    if extension:
        lines += [f"CREATE VIRTUAL TABLE temp.{table} USING {engines.parquet(data.parquet(table))};"
                  for table in tpch_data.TABLES]
    return lines + [engines.test_line(id, target, "read", MAX_ROUNDS, in_schema(sql, schema))
                    for id, sql in queries.items() for target, schema in schemas.items()]


def start_duck(queries, data):
    views = "".join(f"CREATE VIEW {table} AS FROM '{data.parquet(table)}';"
                    for table in tpch_data.TABLES)
    statements = {id: [("duck", duck_sql(sql), False)] for id, sql in queries.items()}
    return engines.DuckDB(statements, views, threads=(1,))


def time_text(result):
    if result is None:
        return "-"
    return f"> {result.ms / 1e3:g} s" if engines.stopped(result) else ms_text(result.ms)


def times_native(ext, other, most=None):
    """How many times longer the extension takes: a bound if one of the two was stopped."""
    if ext is None or other is None or engines.stopped(ext) and engines.stopped(other):
        return "-"
    times = ratio(ext.ms, other.ms)
    if engines.stopped(ext):
        return f">{number(times)}" + (f" <={most:g} over" if most else "")
    return ("<" if engines.stopped(other) else "") + judged(times, most=most)


HEAD = ("query", "ext", "native", "indexed", "duck 1T", "ext/native", "ext/indexed",
        "ext/duck 1T")


def table_row(id, sql, results, duck):
    ext, native, indexed = (results.get((id, target)) for target in ("ext", "native", "indexed"))
    duck_ms = duck.median(id, "duck", 1)
    differs = "" if agree(sql, answers(id, results, duck)) else " DIFFERS"
    stopped = ext and engines.stopped(ext)
    return (id + differs, *map(time_text, (ext, native, indexed)), ms_text(duck_ms),
            times_native(ext, native, QUERY_MOST), times_native(ext, indexed),
            (">" if stopped else "") + number(ratio(ext and ext.ms, duck_ms)))


def sum_row(name, queries, results, duck):
    """The sums; a stopped query adds the limit to its sum, which becomes a lower bound."""
    sums = {}
    for target in SCHEMAS:
        found = [results[id, target] for id in queries if (id, target) in results]
        mark = "> " if any(map(engines.stopped, found)) else ""
        sums[target] = sum(r.ms for r in found) or None, mark
    ducks = [duck.median(id, "duck", 1) for id in queries]
    sums["duck"] = sum(ducks) if ducks and all(ducks) else None, ""
    ext, native, indexed, duck_sum = (ms for ms, _ in sums.values())
    return (f"{name} ({len(queries)})", *(mark + ms_text(ms) for ms, mark in sums.values()),
            judged(ratio(ext, native), most=SUM_MOST), number(ratio(ext, indexed)),
            number(ratio(ext, duck_sum)))


def finished(queries, results):
    """The queries that ended in time over Parquet files and over native tables."""
    return [id for id in queries
            if not any(engines.stopped(results[id, target]) for target in ("ext", "native")
                       if (id, target) in results)]


def answers(id, results, duck):
    """The answers of those that have finished, by engine."""
    said = {target: results[id, target].answer for target in SCHEMAS
            if (id, target) in results and not engines.stopped(results[id, target])}
    if (id, "duck") in duck.answers:
        said["duck"] = duck.answers[id, "duck"]
    return said


def agree(sql, said):
    if not said:
        return True
    first = next(iter(said.values()))
    return not any(map(engines.failed, said.values())) and all(
        engines.same_answer(first, answer, sql, TOLERANCE) for answer in said.values())


def print_differences(queries, results, duck):
    """Returns whether all answers agree."""
    all_agree = True
    for id, sql in queries.items():
        said = answers(id, results, duck)
        if not agree(sql, said):
            all_agree = False
            engines.print_answers(id, said)
    return all_agree


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    queries = chosen(options)
    if not queries:
        return True
    scale, limit = (0.1, options.limit or 10) if options.quick else (1, options.limit or 60)
    files = tpch_data.TpchData(data.folder, scale, data.connection)
    path = f"{engines.FOLDER}/tpch.tsv"
    engines.write_tests(path, test_lines(queries, files, extension))
    duck = engines.DuckDB({}) if options.no_duckdb else start_duck(queries, files)
    command = engines.bench_command(files.native, [extension] if extension else [],
                                    options.rounds, path, limit)
    results = engines.run_bench(command, duck)
    print(f"\nTPC-H, scale factor {scale}, {min(options.rounds, MAX_ROUNDS)} rounds, at most "
          f"{limit} s for a query; medians in ms\n")
    rows = [table_row(id, sql, results, duck) for id, sql in queries.items()]
    engines.print_table(HEAD, [
        *rows, sum_row("sum", queries, results, duck),
        sum_row("finished", finished(queries, results), results, duck)])
    print(f"\nof {len(rows)} queries {engines.n_over(rows, 5)} take more than {QUERY_MOST:g} "
          "times as long as on native tables without indexes\n", flush=True)
    return print_differences(queries, results, duck)
