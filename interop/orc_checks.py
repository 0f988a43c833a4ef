# SPDX-License-Identifier: MIT
"""Random ORC files of the C++ and Java libraries, read by the extension.

    build/interop/venv/bin/python interop/orc_checks.py [--seed N] [--files N] [--only I]
        [--java-writer COMMAND] [--extension FILE] [FILE...]

run.sh calls it.  orc_writers.py writes the files; those of even numbers are random, those of odd
ones have much to prune (orc_pushdown.py).  Every third is the Java library's.  The checks of
Parquet files (table_checks.py, query_checks.py) compare them with the values that were written;
hosts/questions/differential.py asks them random questions.  orc_mutations.py damages some of them.

A FILE is compared with what pyarrow reads.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import orc_writers  # noqa: E402
import orc_mutations  # noqa: E402
import orc_pushdown  # noqa: E402
import orc_types  # noqa: E402
import query_checks  # noqa: E402
import table_checks  # noqa: E402
from compare import Difference, same  # noqa: E402
from interop import Run  # noqa: E402
from sqlite_host import Crash, SqlError  # noqa: E402
from table_checks import equal_for, literal, quoted  # noqa: E402

FILES = 60
QUESTIONS = 200
SECONDS = 120  # for the questions about one file
LOOKUPS = 40


def check_lookups(table):
    """Rows by number in random order, and after an offset."""
    if not table.rows:
        return
    chosen = table.some(table.all, 4)
    listed = ", ".join(quoted(n) for n, _ in chosen)
    rows = [table.rng.randint(1, table.rows) for _ in range(LOOKUPS)]
    asked = [(row, f"SELECT {listed} FROM t WHERE {table.rowid} = {row}") for row in rows[:15]]
    for _ in range(5):
        row = table.rng.randint(1, table.rows)
        asked.append((row, f"SELECT {listed} FROM t LIMIT 1 OFFSET {row - 1}"))
    found = [(row, statement, table.host.rows(statement)) for row, statement in asked]
    numbered = ", ".join(f"({i}, {row})" for i, row in enumerate(rows))
    statement = (f"WITH w(i, n) AS MATERIALIZED (VALUES {numbered}) SELECT {listed} FROM w "
                 f"CROSS JOIN t ON t.{table.rowid} = n ORDER BY i")
    joined = table.host.rows(statement)
    if len(joined) != len(rows):
        yield Difference("look-ups", statement, f"{len(joined)} rows", f"{len(rows)} rows")
    found += [(row, f"join, row {row}", [answer]) for row, answer in zip(rows, joined)]
    for row, statement, answer in found:
        expected = [table.shown[n][row - 1] for n, _ in chosen]
        equal = [equal_for(c) for _, c in chosen]
        if len(answer) != 1 or not all(
                test(a, b) for test, a, b in zip(equal, answer[0], expected)):
            yield Difference("look-ups", statement, answer, [expected])
            return


CHECKS = table_checks.CHECKS + [check_lookups] + query_checks.CHECKS


class OrcRun(Run):
    """Counts, and where the files are."""

    suffix = ".orc"

    def __init__(self, given):
        super().__init__(given.extension, 0)
        self.given = given
        self.random_folder = self.work / "orc"
        self.random_folder.mkdir(parents=True, exist_ok=True)
        self.java = orc_writers.JavaWriter(given.java_writer) if given.java_writer else None
        self.not_read, self.questions = 0, [0, 0]

    # --- one file -----------------------------------------------------------------------

    def lines(self, path, contents):
        """(check, its disagreements) for each check."""
        rng = random.Random(f"{contents.rows} {contents.names}")
        try:
            table = table_checks.Table(self.host, path, contents, rng)
        except (SqlError, Crash) as error:
            return [("opening", [f"opening: {error}"])]
        return [(check.__name__, self.run_check(check, table)) for check in CHECKS
                if contents.file.metadata or check is not table_checks.check_own_columns]

    @staticmethod
    def run_check(check, table):
        try:
            return [str(d) for d in check(table)]
        except SqlError as error:
            return [f"{check.__name__}: {error}"]
        except Crash as error:
            return [f"{check.__name__}: SQLite's process ended: {error}"]

    def check_written(self, name, written, doubt=None):
        """Compares the file with the values that were written or, if a writer stores others
        than it is given, with those that pyarrow reads.  doubt: why the values may be wrong.
        """
        self.readers[written.by.split()[0]] += 1
        results = self.lines(written.path, orc_writers.contents(written))
        wrong = [lines for _, lines in results if lines]
        read = self.read_again(name, written, wrong)
        if wrong and read and not any(lines for _, lines in self.lines(written.path, read)):
            self.skip(name, f"written otherwise than given, but read as by pyarrow: {wrong[0][0]}")
            return
        if wrong and doubt:
            self.skip(name, f"{doubt}: {wrong[0][0]}")
            return
        self.passed += len(results) - len(wrong)
        for lines in wrong:
            self.fail(name, lines, written.path, written.by)

    def read_again(self, name, written, wrong):
        """What pyarrow reads, if it can and if that is not what was written."""
        try:
            read = orc_writers.contents(orc_writers.read_by_arrow(written.path, written.nodes))
        except orc_writers.READER_ERRORS as error:
            self.not_read += 1
            if wrong:
                print(f"{name}: pyarrow does not read it: {str(error)[:200]}")
            return None
        for ours, theirs in zip(orc_writers.contents(written).columns, read.columns):
            for row, values in enumerate(zip(ours.values, theirs.values), 1):
                if not same(*values) and repr(values[0]) != repr(values[1]):
                    told = Difference("pyarrow", f"{ours.name}, row {row}", values[1], values[0])
                    if not wrong:
                        self.skip(name, f"read otherwise by pyarrow: {told}"[:400])
                    return read
        return None

    def check_zones(self):
        """The option timezone; files that do not state their writer's zone."""
        rng = random.Random(f"orc zones {self.given.seed}")
        for name in rng.sample(orc_writers.ZONES, 3):
            path = self.random_folder / f"orc-zone-{self.given.seed}.orc"
            written = orc_writers.write_without_zone(rng, path, name)
            self.check(path.stem, path, lambda path: self.zone_lines(written, name, rng),
                       path, written.by)
            path.unlink()

    def zone_lines(self, written, name, rng):
        table = table_checks.Table(self.host, written.path, orc_writers.contents(written), rng)
        for options in "", ", pushdown=off":
            self.host.rows("DROP TABLE IF EXISTS temp.t")
            self.host.rows(f"CREATE VIRTUAL TABLE temp.t USING parquet("
                           f"{literal(written.path)}, timezone={literal(name)}{options})")
            yield from table_checks.check_cells(table)
        shown = table.shown["t"]
        for value in rng.sample(shown, 30):
            for operator in "=", "<=", ">":
                found = self.host.rows(f"SELECT count(*) FROM t WHERE t {operator} ?",
                                       value.decode())
                expected = sum({"=": v == value, "<=": v <= value, ">": v > value}[operator]
                               for v in shown)
                if found != [(expected,)]:
                    yield Difference("timezone", f"{name}: t {operator} {value}", found, expected)

    # --- random files -------------------------------------------------------------------

    def write(self, i):
        """The i-th file, or None."""
        rng = random.Random(f"orc {self.given.seed}/{i}")
        path = self.random_folder / f"orc-{self.given.seed}-{i}.orc"
        java = i % 3 == 2
        if java and not self.java:
            return None
        drawn = orc_pushdown.draw(rng, java) if i % 2 else None
        try:
            if java:
                return self.java.write(rng, path, drawn)
            return orc_writers.write_arrow(rng, path, drawn=drawn)
        except orc_writers.WRITER_ERRORS as error:
            self.skip(path.stem, f"not written: {str(error)[:300]}")
            path.unlink(missing_ok=True)
            return None

    def ask(self, name, written):
        """Random questions, by hosts/questions/differential.py."""
        python = shutil.which("python3", path="/usr/bin:/bin:/usr/local/bin") or "python3"
        command = [python, "hosts/questions/differential.py", "--quick",
                   "--seed", str(self.given.seed), "--questions", str(self.given.questions),
                   "--file", str(written.path), "--python", self.given.extension]
        try:
            ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                                 errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.fail(name, [f"no answer within {SECONDS} s"], written.path, written.by)
            return
        told = re.search(r"differential: (\d+) passed, (\d+) failed", ran.stdout)
        passed, failed = map(int, told.groups()) if told else (0, 1)
        self.questions[0] += passed
        self.questions[1] += failed
        if failed or "skipped: " in ran.stdout:
            lines = ran.stdout.splitlines() + ran.stderr.splitlines()[-5:]
            self.fail(name, lines, written.path, " ".join(command))
        else:
            self.passed += 1

    def check_random_files(self):
        """Checks, questions, and a few files to damage."""
        only, kept = self.given.only, []
        for i in range(self.given.files) if only is None else [only]:
            written = self.write(i)
            if not written:
                continue
            name = written.path.stem
            self.check_written(name, written)
            if i % 2:
                self.ask(name, written)
            if only is None and written.path.stat().st_size < orc_mutations.LARGEST:
                kept.append(written.path)
            else:
                written.path.unlink()
        rng = random.Random(f"orc mutations {self.given.seed}")
        if only is None:
            self.check_zones()
            orc_mutations.check(self, rng, kept)
        for path in kept:
            path.unlink()

    def check_given(self, path):
        """Compares the file with what pyarrow reads, apart from its known faults."""
        doubt = None
        try:
            read = orc_writers.read_by_arrow(path)
            if any(map(orc_types.has_unions, read.nodes)):
                doubt = "pyarrow has no null unions"
            elif orc_writers.codec(path) == "LZO":
                doubt = "LZO is optional"
            elif any(n.told == "decimal(38,6)" for n in read.nodes):
                doubt = "pyarrow cuts decimals of version 0.11 to 6 digits"
        except orc_writers.READER_ERRORS as error:
            self.skip(path.stem, f"pyarrow does not read it: {str(error)[:200]}")
            return
        self.check_written(path.stem, read, doubt)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--only", type=int)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--java-writer", help="the command that writes ORC files (WriteOrc)")
    parser.add_argument("file", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    given.extension = os.path.abspath(given.extension)
    return given


def main():
    given = arguments()
    run = OrcRun(given)
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"interop orc: SQLite {run.host.version()}, seed {given.seed}")
    for path in given.file:
        run.check_given(path.resolve())
    if not given.file:
        run.check_random_files()
    if run.java:
        run.java.close()
    told = ", ".join(f"{n} by {by}" for by, n in run.readers.most_common())
    print(f"interop orc: files {told}; {run.not_read} of them not read by pyarrow; "
          f"{run.questions[0]} questions answered the same, {run.questions[1]} not")
    print(f"orc: {run.passed} passed, {run.failed} failed, {run.skipped} skipped")
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
