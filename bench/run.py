# SPDX-License-Identifier: MIT
"""Compares the extension with a null virtual table, native SQLite tables and DuckDB.

Run it with run.sh. README.md describes the numbers.
"""
import argparse
import collections
import datetime
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

import duckdb

import clickbench
import engines
import folders
import groups
import joins
import lakes
import nested
import orc
import pushdown
import query
import scans
import storage
import tpch
import writing
from data import Data
from engines import number


def process_start(extension):
    """Median ms of a process that runs SELECT 1: sqlite3, with the extension, DuckDB."""
    shell = shutil.which("sqlite3")
    python = f"{engines.FOLDER}/venv/bin/python"
    commands = {"python": [python, "-c", "pass"],
                "duckdb": [python, "-c", "import duckdb; duckdb.sql('SELECT 1').fetchall()"]}
    if shell:
        commands["null"] = [shell, ":memory:", "SELECT 1"]
        if extension:
            commands["extension"] = [shell, ":memory:", f".load {extension}", "SELECT 1"]
    times = collections.defaultdict(list)
    for _ in range(15):
        for name, command in commands.items():
            times[name].append(engines.time_ms(
                lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)))
    return {name: statistics.median(values) for name, values in times.items()}


def machine():
    """The processors."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{len(names)} x {names[0] if names else 'processor'}"


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="1,000,000 rows of lineitem, 3 rounds")
    parser.add_argument("--scans", action="store_true", help="only the suite of scans")
    parser.add_argument("--pushdown", action="store_true", help="only the suite of pushdown")
    parser.add_argument("--writing", action="store_true", help="only the suite of writing")
    parser.add_argument("--nested", action="store_true", help="only the suite of nested columns")
    parser.add_argument("--storage", action="store_true", help="only the suite of storage")
    parser.add_argument("--orc", action="store_true", help="only the suite of ORC")
    parser.add_argument("--tpch", action="store_true", help="only the suite TPC-H")
    parser.add_argument("--joins", action="store_true", help="only the suite of joins")
    parser.add_argument("--groups", action="store_true", help="only the suite of groups")
    parser.add_argument("--folders", action="store_true", help="only the suite of folders")
    parser.add_argument("--lakes", action="store_true", help="only the suite of lake tables")
    parser.add_argument("--clickbench", action="store_true", help="only the suite ClickBench")
    parser.add_argument("--query", action="store_true", help="only the suite query")
    parser.add_argument("--threads", type=int, default=1,
                        help="of the extension's scans (1); DuckDB always runs with 1 and 2")
    parser.add_argument("--limit", type=int, metavar="SECONDS",
                        help="for a query of TPC-H (60; 10 with --quick) or a join (30; 3)")
    parser.add_argument("--rounds", type=int, help="timed rounds (7)")
    parser.add_argument("--only", default="", metavar="NAME,...",
                        help="scans whose names match, queries by number: L5,L10 or Q3,Q21")
    parser.add_argument("--no-duckdb", action="store_true", help="DuckDB only makes the data")
    parser.add_argument("--cpu", action="store_true",
                        help="processor time instead of time: on a busy machine")
    parser.add_argument("--save", type=argparse.FileType("w"), metavar="FILE",
                        help="also write the tables to FILE, with tabs between the cells")
    parser.add_argument("--profile", action="store_true",
                        help="run nothing: print a profiler's command per pushdown query")
    parser.add_argument("--extension", default="./parquet_vtab.so")
    options = parser.parse_args()
    options.rounds = options.rounds or (3 if options.quick else 7)
    options.only = options.only.split(",")
    return options


def main():
    options = parse_options()
    extension = options.extension if os.path.exists(options.extension) else None
    every = ("scans", "pushdown", "writing", "storage", "orc", "nested", "groups", "folders",
             "lakes", "clickbench", "query", "tpch", "joins")
    suites = [name for name in every if getattr(options, name)] or every
    # The suites of storage and of lakes make their own data.
    data = Data(f"{engines.FOLDER}/data", options.quick) \
        if set(suites) - {"storage", "lakes"} else None
    if options.profile:
        return pushdown.print_profile_commands(options, data)
    if not extension:
        print(f"no {options.extension}: its columns stay empty")
    print("DuckDB", duckdb.__version__, flush=True)
    engines.threads = options.threads
    if options.cpu:
        engines.clock = time.process_time
    if options.save:
        engines.saved = options.save
        print(f"# {datetime.date.today()}, {machine()}, SQLite {sqlite3.sqlite_version}, DuckDB "
              f"{duckdb.__version__}, {data.n_lineitem if data else 0} rows, "
              f"{'processor time, ' if options.cpu else ''}medians of {options.rounds} rounds",
              file=engines.saved)
    agree = True
    if "scans" in suites and not options.cpu:
        start = process_start(extension)
        print("process start and SELECT 1, ms: sqlite3", number(start.get("null")),
              "| with the extension", number(start.get("extension")),
              "| DuckDB in Python", number(start["duckdb"]),
              "of which Python", number(start["python"]), flush=True)
    if "scans" in suites:
        agree = scans.run(options, data, extension)
    if "pushdown" in suites:
        agree = pushdown.run(options, data, extension) and agree
    if "writing" in suites:
        writing.run(options, data, extension)
    if "storage" in suites:
        storage.run(options, extension)
    if "orc" in suites:
        orc.run(options, data, extension)
    if "nested" in suites:
        agree = nested.run(options, data, extension) and agree
    if "groups" in suites:
        agree = groups.run(options, data, extension) and agree
    if "folders" in suites:
        agree = folders.run(options, extension) and agree
    if "lakes" in suites:
        agree = lakes.run(options, extension) and agree
    if "clickbench" in suites:
        agree = clickbench.run(options, data, extension) and agree
    if "query" in suites:
        agree = query.run(options, data, extension) and agree
    if "tpch" in suites:
        agree = tpch.run(options, data, extension) and agree
    if "joins" in suites:
        agree = joins.run(options, data, extension) and agree
    return 0 if agree else "answers DIFFER, see above"


sys.exit(main())
