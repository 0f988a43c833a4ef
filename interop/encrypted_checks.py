# SPDX-License-Identifier: MIT
"""Encrypted files of other writers, read by the extension, and its own, read by others.

    build/interop/venv/bin/python interop/encrypted_checks.py [--seed N] [--files N] [--only NAME]
        [--extension FILE] [--java COMMAND] [--rust PROGRAM] [--part PART]

run.sh makes the environment and calls it.  encrypted_tables.py makes tables and chooses keys;
encrypted_programs.py has the other writers and readers.  encrypted_reading.py checks a file
that another writer has written twice, plain and encrypted: the extension must find the same
rows with the keys, refuse wrong ones, read what needs no missing key, skip the same row groups
and pages, and notice damage.  encrypted_writing.py checks what parquet_write() encrypts: by
the specification (testdata/make/encryption.py), with the other readers, and by the checks of
encrypted_reading.py.

--only NAME: one file, by the name that a failure shows.  --part reading: files of other writers
alone; writing: files of parquet_write() alone; foreign: the other writers and readers without
the extension.

Environment: ENCRYPTED_FILES, the number of files of each writer (20).
"""
import argparse
import collections
import os
import pathlib
import random
import shlex
import shutil
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

import encrypted_programs  # noqa: E402
import encrypted_reading  # noqa: E402
import encrypted_tables  # noqa: E402
import encrypted_writing  # noqa: E402
import write_readers  # noqa: E402
from sqlite_host import Crash, Host, SqlError  # noqa: E402

FILES = 20
SHOWN = 5


class Run:
    """Counts, and where the files are."""

    def __init__(self, given):
        self.given = given
        self.host = Host(given.extension)
        self.work = ROOT / "build/interop/encrypted"
        self.failed_folder = ROOT / "build/interop/failed"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.failed_folder.mkdir(parents=True, exist_ok=True)
        self.programs = encrypted_programs.available(self.work, given.java, given.rust)
        self.passed = self.failed = 0
        self.counts = collections.Counter()

    def check(self, name, check, *subject):
        """Whether it passed."""
        try:
            lines = [str(line) for line in check(*subject)]
        except SqlError as error:
            lines = [f"{error}"]
        except Crash as error:
            lines = [f"SQLite's process ended: {error}"]
        except write_readers.ERRORS:  # also faults of these scripts, which must not be hidden
            told = traceback.format_exc().strip().split("\n")
            lines = [" | ".join(told[-3:])]
        if not lines:
            self.passed += 1
            return True
        self.failed += 1
        for line in lines[:SHOWN]:
            print(f"{name}: {check.__name__}: {line:.700}")
        if len(lines) > SHOWN:
            print(f"{name}: {check.__name__}: ... and {len(lines) - SHOWN} more")
        return False

    def keep(self, name, case):
        """Keeps the files of a failure, and says how to repeat it."""
        print(f"{name}: {case.spec}; {case.layout}")
        print("    " + " ".join(map(shlex.quote, [
            sys.executable, "interop/encrypted_checks.py", "--seed", str(self.given.seed),
            "--only", name])))
        keys = "\n".join(f"{key.name} {key.value.hex()}" for key in case.spec.keys.values()
                         if key.value)
        for path in case.plain, case.encrypted:
            if path.exists():
                kept = self.failed_folder / f"{name}-{path.name}"
                shutil.copy(path, kept)
                kept.with_suffix(".txt").write_text(f"{case.spec}\n{keys}\n")

    def foreign(self, name, case, writer):
        """The other readers of another writer's file."""
        for reader in self.programs:
            own = reader is writer
            if not own and (writer.is_strange(case.layout) or "PKMT1" in reader.name):
                continue
            why = None if own else reader.cannot(case)
            if why:
                self.counts[f"{reader.name}: {why}"] += 1
                continue
            told = reader.difference(case.plain, case.encrypted, case.spec)
            self.counts[f"{reader.name} read files of {writer.name}"] += 1
            if told:
                yield f"{reader.name}: {told}"

    def check_read(self, writer, name, rng):
        """A file of another writer."""
        case = encrypted_reading.Case(self.host, writer, rng, self.work)
        if not self.check(name, case.write):
            return self.keep(name, case)
        passed = [self.check(name, self.foreign, name, case, writer)]
        if self.given.part != "foreign":
            passed += [self.check(name, check, case) for check in encrypted_reading.CHECKS]
        if not all(passed):
            self.keep(name, case)
        case.remove()

    def check_written(self, name, rng):
        """A file of parquet_write()."""
        case = encrypted_writing.Case(self.host, rng, self.work)
        if not self.check(name, case.write):
            return self.keep(name, case)
        passed = [self.check(name, check, case)
                  for check in encrypted_writing.CHECKS + encrypted_reading.CHECKS]
        passed.append(self.check(name, self.foreign, name, case, case.writer))
        if not all(passed):
            self.keep(name, case)
        case.remove()

    def one(self, name):
        who, i = name.rsplit("-", 1)
        rng = random.Random(f"encrypted {self.given.seed}/{name}")
        if who == "written":
            return self.check_written(name, rng)
        writer = next(p for p in self.programs if p.name.replace(" ", "_") == who)
        self.check_read(writer, name, rng)

    def all(self):
        for i in range(self.given.files):
            for writer in self.programs if self.given.part != "writing" else []:
                self.one(f"{writer.name.replace(' ', '_')}-{i}")
            if self.given.part in (None, "writing"):
                self.one(f"written-{i}")

    def report(self):
        for told, n in sorted(self.counts.items()):
            print(f"encrypted: {n} times {told}")
        refused = sum(p.refused for p in self.programs if isinstance(p, encrypted_programs.Duckdb))
        print(f"encrypted: {refused} times DuckDB: a tag that all others find right")
        print(f"encrypted: {self.passed} passed, {self.failed} failed")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--files", type=int, default=int(os.environ.get("ENCRYPTED_FILES", FILES)))
    parser.add_argument("--only")
    parser.add_argument("--part", choices=["reading", "writing", "foreign"])
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--java", type=shlex.split)
    parser.add_argument("--rust")
    given = parser.parse_args()
    given.extension = os.path.abspath(given.extension)
    return given


def main():
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"encrypted: seed {given.seed}")
    run = Run(given)
    if given.only:
        run.one(given.only)
    else:
        run.all()
    for program in run.programs:
        program.close()
    run.report()
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
