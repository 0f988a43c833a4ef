# SPDX-License-Identifier: MIT
"""Random Parquet files of other writers, read by the extension and by other readers.

    build/interop/venv/bin/python interop/interop.py [--seed N] [--files N] [--only I]
        [--only-message I] [--only-variant I] [--only-java I] [--extension FILE]
        [--folder FOLDER]... [--java-writer COMMAND] [--skipped N] [FILE...]

run.sh makes the environment and calls it.  A file is written by writers.py and read by
truth.py; or random_messages.py determines its contents, and message_files.py or parquet-java
writes it; or it has Variants (random_variants.py).  table_checks.py, query_checks.py and
metadata_checks.py compare it with what the extension returns through sqlite_host.py.  A check
of a file passes or fails; a disagreement is one line.
"""
import argparse
import collections
import pathlib
import random
import shutil
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import message_files  # noqa: E402
import metadata_checks  # noqa: E402
import query_checks  # noqa: E402
import random_messages  # noqa: E402
import random_variants  # noqa: E402
import table_checks  # noqa: E402
import truth  # noqa: E402
import variant_writes  # noqa: E402
import writers  # noqa: E402
from sqlite_host import Crash, Host, SqlError  # noqa: E402

FILES = 150
SHOWN = 8  # disagreements of one check of one file


class Run:
    """Counts, and where the files are."""

    suffix = ".parquet"

    def __init__(self, extension, skipped):
        self.host = Host(extension)
        self.work = ROOT / "build/interop"
        self.failed_folder = self.work / "failed"
        self.random_folder = self.work / "random"
        self.random_folder.mkdir(parents=True, exist_ok=True)
        self.passed = self.failed = 0
        self.skipped = skipped
        self.readers = collections.Counter()
        self.not_shown = 0

    def skip(self, what, why):
        print(f"skipped: {what}: {why}")
        self.skipped += 1

    def fail(self, name, lines, path, about):
        """Keeps the file and prints the lines."""
        self.failed += 1
        self.failed_folder.mkdir(parents=True, exist_ok=True)
        kept = self.failed_folder / f"{name}{self.suffix}"
        if path.exists() and path != kept:
            shutil.copy(path, kept)
        kept.with_suffix(".txt").write_text(about + "\n")
        for line in lines[:SHOWN]:
            print(f"{name}: {kept.relative_to(ROOT)}: {line}")
        if len(lines) > SHOWN:
            print(f"{name}: ... and {len(lines) - SHOWN} more")

    def check(self, name, path, check, subject, about):
        try:
            lines = [str(d) for d in check(subject)]
        except SqlError as error:
            lines = [f"{check.__name__}: {error}"]
        except Crash as error:
            lines = [f"{check.__name__}: SQLite's process ended: {error}"]
        except Exception:  # a fault of these scripts must not pass as success
            told = traceback.format_exc().strip().split("\n")
            lines = [f"{check.__name__}: " + " | ".join(told[-3:])]
        if lines:
            self.fail(name, lines, path, about)
        else:
            self.passed += 1

    def check_file(self, name, path, about="", int96_unit="ns", written=None):
        """All checks of one file."""
        try:
            contents = truth.contents(path, int96_unit, written)
        except truth.READER_ERRORS as error:
            self.skip(name, f"no other reader reads it: {str(error).splitlines()[0]} ({about})")
            return
        self.check_contents(name, path, contents, about)

    def check_contents(self, name, path, contents, about):
        self.readers[contents.by] += 1
        # The queries are random, too, and the same when the file is checked again.
        rng = random.Random(f"{contents.rows} {contents.names}")
        try:
            table = table_checks.Table(self.host, path, contents, rng)
        except (SqlError, Crash) as error:
            self.fail(name, [f"opening: {error}"], path, about)
            return
        for check in table_checks.CHECKS + query_checks.CHECKS:
            self.check(name, path, check, table, about)
        if contents.file.schema is None:
            return
        metadata = metadata_checks.Metadata(self.host, path, contents)
        for check in metadata_checks.CHECKS:
            self.check(name, path, check, metadata, about)
        metadata.duckdb.close()
        self.not_shown += metadata.not_shown

    def check_random_file(self, seed, i):
        """Writes the i-th file of a seed and checks it."""
        name = f"seed-{seed}-{i}"
        path = self.random_folder / f"{name}.parquet"
        try:
            written = writers.write(random.Random(f"{seed}/{i}"), path)
        except writers.ERRORS as error:  # any refusal of a writer
            self.skip(name, f"not written: {type(error).__name__}: {str(error)[:200]}")
            path.unlink(missing_ok=True)
            return
        self.check_file(name, path, written.by, written.int96, written.table)
        path.unlink()

    def check_random_files(self, given):
        """Choosing a file of one kind with --only leaves out the other kinds."""
        java = random_messages.JavaWriter(given.java_writer) if given.java_writer else None
        kinds = [(given.only, given.files, self.check_random_file),
                 (given.only_message, given.files // 2, self.check_message),
                 (given.only_variant, given.files // 2, self.check_variants)]
        if java:
            kinds.append((given.only_java, given.files // 3,
                          lambda seed, i: self.check_message(seed, i, java)))
        chosen = [kind for kind in kinds if kind[0] is not None]
        for only, n, check in chosen or kinds:
            for i in range(n) if only is None else [only]:
                check(given.seed, i)
        if java:
            java.close()

    def check_message(self, seed, i, java=None):
        """The i-th file of a seed by parquet-java, or byte by byte."""
        name = f"{'java' if java else 'message'}-{seed}-{i}"
        path = self.random_folder / f"{name}.parquet"
        rng = random.Random(f"{name[:4]} {seed}/{i}")
        schema, records = random_messages.draw(rng)
        told = random_messages.message_text(schema)
        try:
            write = java.write if java else message_files.write
            about = f"{write(rng, path, schema, records)}: {told}"
        except ValueError as error:
            self.skip(name, f"not written: {error}: {told}")
            return
        contents = random_messages.contents(path, schema, records)
        self.check_contents(name, path, contents, about)
        path.unlink()

    def check_variants(self, seed, i):
        """The i-th file of Variants of a seed."""
        name = f"variant-{seed}-{i}"
        path = self.random_folder / f"{name}.parquet"
        rng = random.Random(f"variant {seed}/{i}")
        source = random_variants.write(rng, path)

        def check_variants(path):
            yield from random_variants.check(self.host, path, source, rng)
            yield from variant_writes.check_copies(self.host, path, source, rng)

        self.check(name, path, check_variants, path, source.about)
        path.unlink()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--only", type=int)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--folder", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--skipped", type=int, default=0)
    parser.add_argument("--java-writer", help="the command that writes records (WriteRecords)")
    parser.add_argument("--only-java", type=int)
    parser.add_argument("--only-message", type=int)
    parser.add_argument("--only-variant", type=int)
    parser.add_argument("file", nargs="*", type=pathlib.Path)
    return parser.parse_args()


def main():
    given = arguments()
    run = Run(given.extension, given.skipped)
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"interop: SQLite {run.host.version()}, seed {given.seed}")
    for path in given.file:
        run.check_file(path.stem, path)
    for folder in given.folder:
        for path in sorted(folder.glob("*.parquet")):
            run.check_file(path.stem, path)
    if not given.file:
        run.check_random_files(given)
    told = ", ".join(f"{n} by {by}" for by, n in run.readers.most_common())
    print(f"interop: files read for comparison: {told}")
    if run.not_shown:
        print(f"interop: {run.not_shown} times DuckDB did not show a file's metadata")
    print(f"interop: {run.passed} passed, {run.failed} failed, {run.skipped} skipped")
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
