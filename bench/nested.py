# SPDX-License-Identifier: MIT
"""The nested suite: lists and structs as JSON, against DuckDB's to_json() of the same file,
with one thread."""
import collections
import re

import engines
from engines import judged, ms_text, number, ratio

FILES = ("nested_none", "nested_snappy", "nested_zstd")
LEAST = 1.0  # times faster than DuckDB with one thread

Statement = collections.namedtuple("Statement", "name ext duck")
STATEMENTS = [
    Statement("list as JSON", "SELECT sum(length(tags)) FROM {t}",
              "SELECT sum(length(to_json(tags)::VARCHAR)) FROM {t}"),
    Statement("struct as JSON", "SELECT sum(length(place)) FROM {t}",
              "SELECT sum(length(to_json(place)::VARCHAR)) FROM {t}"),
    Statement("both", "SELECT sum(length(tags) + length(place)) FROM {t}",
              "SELECT sum(length(to_json(tags)::VARCHAR) + length(to_json(place)::VARCHAR)) "
              "FROM {t}"),
    Statement("lists that are not null", "SELECT count(tags) FROM {t}",
              "SELECT count(tags) FROM {t}"),
    Statement("a leaf of the struct", 'SELECT sum("place.price") FROM {t}',
              "SELECT sum(place.price) FROM {t}"),
    Statement("one row in 1000, as JSON",
              'SELECT sum(length(tags) + length(place)) FROM {t} WHERE "place.code" = 7',
              "SELECT sum(length(to_json(tags)::VARCHAR) + length(to_json(place)::VARCHAR)) "
              "FROM {t} WHERE place.code = 7"),
    Statement("flat beside", "SELECT sum(id) FROM {t}", "SELECT sum(id) FROM {t}"),
]


def test_lines(statements, data):
    lines = [f"CREATE VIRTUAL TABLE temp.{file} USING {engines.parquet(data[file])};"
             for file in FILES]
    return lines + [engines.test_line(s.name, file, "read", 0, s.ext.format(t=file))
                    for s in statements for file in FILES]


def table_row(statement, file, results, duck):
    ext = results.get((statement.name, file))
    ms = ext and ext.ms
    ducks = [duck.median(statement.name, file, n) for n in (1, 2)]
    told = duck.answers.get((statement.name, file))
    differs = ext and told and not engines.same_answer(ext.answer, told, "sum(")
    return (statement.name + (" DIFFERS" if differs else ""), file, ms_text(ms),
            *map(ms_text, ducks), judged(ratio(ducks[0], ms), least=LEAST),
            number(ratio(ducks[1], ms)))


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    statements = [s for s in STATEMENTS if any(re.search(o, s.name) for o in options.only)]
    if not statements or not extension:
        return True
    path = f"{engines.FOLDER}/nested.tsv"
    engines.write_tests(path, test_lines(statements, data))
    duck = engines.DuckDB({} if options.no_duckdb else {
        s.name: [(file, s.duck.format(t=f"'{data[file]}'"), False) for file in FILES]
        for s in statements})
    command = engines.bench_command(":memory:", [extension], options.rounds, path)
    results = engines.run_bench(command, duck)
    print(f"\nNested: {data.n_nested} rows, {options.rounds} rounds; medians in ms\n")
    rows = [table_row(s, file, results, duck) for s in statements for file in FILES]
    engines.print_table(("statement", "file", "ext", "duck 1T", "duck 2T", "duck/ext 1T", "2T"),
                        rows)
    print(f"\nof {len(rows)} lines {engines.n_over(rows, 5)} miss the target against DuckDB\n",
          flush=True)
    return not any(row[0].endswith("DIFFERS") for row in rows)
