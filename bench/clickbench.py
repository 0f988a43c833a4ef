# SPDX-License-Identifier: MIT
"""The suite ClickBench: its 43 questions of one wide file, over Parquet, a native table, and
with DuckDB on the same file."""
import clickbench_data
import engines
from engines import judged, ms_text, number, ratio

# What SQLite and DuckDB say differently; their times are text and TIMESTAMP.
SQLITE = {"minute": "CAST(substr(EventTime, 15, 2) AS INTEGER)",
          "to_minute": "substr(EventTime, 1, 16)"}
DUCKDB = {"minute": "minute(EventTime)",
          "to_minute": "strftime(EventTime, '%Y-%m-%d %H:%M')"}
REST = "substr(Referer, instr(Referer, '://') + 3)"
PLAIN = f"replace({REST}, 'www.', '')"
SAME = {"host": f"substr({PLAIN}, 1, instr({PLAIN}, '/') - 1)",
        "sums": ", ".join(f"sum(ResolutionWidth + {k})" for k in range(90)),
        "july": f"CounterID = {clickbench_data.COUNTER} AND EventDate >= '2013-07-01' "
                "AND EventDate <= '2013-07-31'"}
# Rows that compare equal in ORDER BY are in any order, and LIMIT keeps any of them: of these
# questions only the columns given (from 0) are the same everywhere.
COMPARED = {8: [1], 9: [1], 10: [2], 11: [1], 12: [2], 13: [1], 14: [1], 15: [2], 16: [1],
            17: [2], 18: [], 19: [3], 22: [2], 23: [3], 24: [], 25: [], 31: [2], 32: [2], 33: [2],
            34: [1], 35: [2], 36: [4], 37: [1], 38: [1], 39: [1], 40: [5], 41: [2], 42: [2]}
LEAST = 1.0      # a native table's time / the extension's
MAX_ROUNDS = 3
TOLERANCE = 1e-9  # of averages


def every_question():
    """{C01: SQL}"""
    with open("bench/clickbench.sql", encoding="utf-8") as file:
        return {f"C{i:02}": line.strip() for i, line in enumerate(file, 1)}


def questions(options):
    """Those that are asked for."""
    every = every_question()
    chosen = {name[:1].upper() + name[1:].zfill(2) for name in options.only if name}
    return {id: sql for id, sql in every.items() if not chosen or id in chosen}


def test_lines(asked, files, extension, constants):
    lines = ["PRAGMA mmap_size=8000000000;"]
    targets = {"native": "main.hits"}
    if extension:
        lines.append(f"CREATE VIRTUAL TABLE temp.ext_hits USING parquet('{files.parquet}', "
                     f"threads={engines.threads}, types='{clickbench_data.TYPES}');")
        targets["ext"] = "temp.ext_hits"
    return lines + [
        engines.test_line(id, target, "read", MAX_ROUNDS,
                          sql.format(**SAME, **SQLITE, **constants)
                          .replace("FROM hits", f"FROM {table}"))
        for id, sql in asked.items() for target, table in targets.items()]


def start_duck(asked, files, constants):
    view = f"CREATE VIEW hits AS SELECT {clickbench_data.TYPED} FROM '{files.parquet}'"
    return engines.DuckDB({id: [("duck", sql.format(**SAME, **DUCKDB, **constants), False)]
                           for id, sql in asked.items()}, view)


def compared(id, answer):
    """The part of an answer that all engines must give."""
    columns = COMPARED.get(int(id[1:]))
    if columns is None or answer and engines.failed(answer):
        return answer
    return [[row[c] for c in columns] for row in answer]


def agree(id, sql, said):
    """Averages are sums of doubles in another order."""
    first, *others = [compared(id, answer) for answer in said.values()]
    return not any(map(engines.failed, said.values())) and all(
        engines.same_answer(first, other, sql.replace("avg(", "sum("), TOLERANCE)
        for other in others)


def table_row(id, native, ext, ducks, differs):
    return (id + (" DIFFERS" if differs else ""), *(ms_text(r and r.ms) for r in (ext, native)),
            *map(ms_text, ducks), judged(ratio(native and native.ms, ext and ext.ms), least=LEAST),
            *(number(ratio(ms, ext and ext.ms)) for ms in ducks))


HEAD = ("question", "ext", "native", "duck 1T", "duck 2T", "native/ext", "duck 1T/ext",
        "duck 2T/ext")


def answers(id, results, duck):
    """The answers of those that have finished, by engine."""
    said = {target: results[id, target].answer for target in ("native", "ext")
            if (id, target) in results and not engines.stopped(results[id, target])}
    if (id, "duck") in duck.answers:
        said["duck"] = duck.answers[id, "duck"]
    return said


def sum_row(asked, results, duck):
    def total(times):
        return sum(times) if all(times) else None

    native, ext = (total([r and r.ms for r in (results.get((id, target)) for id in asked)])
                   for target in ("native", "ext"))
    ducks = [total([duck.median(id, "duck", n) for id in asked]) for n in (1, 2)]
    return (f"sum ({len(asked)})", *map(ms_text, (ext, native, *ducks)),
            judged(ratio(native, ext), least=LEAST), *(number(ratio(ms, ext)) for ms in ducks))


def run(options, data, extension):
    """Runs the suite and prints its table. Returns whether the answers agree."""
    asked = questions(options)
    if not asked:
        return True
    files = clickbench_data.ClickBenchData(
        data.folder, 100_000 if options.quick else 1_000_000, data.connection)
    constants = files.constants()
    path = f"{engines.FOLDER}/clickbench.tsv"
    engines.write_tests(path, test_lines(asked, files, extension, constants))
    duck = engines.DuckDB({}) if options.no_duckdb else start_duck(asked, files, constants)
    command = engines.bench_command(files.native, [extension] if extension else [],
                                    options.rounds, path, options.limit or 120)
    results = engines.run_bench(command, duck)
    print(f"\nClickBench: {files.n_rows} rows, {min(options.rounds, MAX_ROUNDS)} rounds, "
          f"threads={engines.threads}; medians in ms\n")
    different = [id for id, sql in asked.items() if not agree(id, sql, answers(id, results, duck))]
    rows = [table_row(id, results.get((id, "native")), results.get((id, "ext")),
                      [duck.median(id, "duck", n) for n in (1, 2)], id in different)
            for id in asked]
    engines.print_table(HEAD, [*rows, sum_row(asked, results, duck)])
    print(f"\nof {len(rows)} questions {engines.n_over(rows, 5)} take longer than on a native "
          "table\n", flush=True)
    for id in different:
        engines.print_answers(id, answers(id, results, duck))
    return not different
