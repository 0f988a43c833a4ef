# SPDX-License-Identifier: MIT
"""Queries random Parquet files with and without pushdown, and as ordinary tables.

    build/interop/venv/bin/python interop/differential.py [--seed N] [--files N] [--groups N]
        [--only I] [--questions N] [--extension FILE] [--folder FOLDER]...

pushdown_files.py writes the files, and dataset_files.py folders of files that are one table;
hosts/questions/differential.py queries each in a process of its own and reports where the answers
differ.  hosts/questions/differential_joins.py does the same with joins of the files of a group.
Files with differences are kept in build/interop/failed, with the command that queries them again.
The files of testdata/ are queried, too.
"""
import argparse
import concurrent.futures
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

import dataset_files  # noqa: E402
import pushdown_files  # noqa: E402
import random_variants  # noqa: E402
import writers  # noqa: E402

FILES = 110
QUESTIONS = 800  # of a random file
GROUPS = 45
FILES_IN_GROUP = 4
FIRST_IN_GROUP = 1000  # the number of the first file of the first group
JOINS = 400  # questions about a group
LEAVE_OUT = ("wide", "large_page_header", "file_path", "metadata_only")
SECONDS = 600  # for one file


class Run:
    """Counts, and where the files are."""

    def __init__(self, given):
        self.given = given
        self.random_folder = ROOT / "build/interop/pushdown"
        self.failed_folder = ROOT / "build/interop/failed"
        self.random_folder.mkdir(parents=True, exist_ok=True)
        self.passed = self.failed = self.errors = self.skipped = 0

    def command(self, paths, questions):
        # The system's Python: the virtual environment's may not load extensions.
        python = shutil.which("python3", path="/usr/bin:/bin:/usr/local/bin") or "python3"
        script = ["hosts/questions/differential.py", "--quick"]
        if len(paths) > 1:
            script = ["hosts/questions/differential_joins.py"]
        files = [word for path in paths
                 for word in ("--file", f"{path}/" if path.is_dir() else str(path))]
        return [python, *script, "--seed", str(self.given.seed), "--questions", str(questions),
                *files, "--python", self.given.extension]

    def ask(self, paths, questions):
        try:
            return subprocess.run(self.command(paths, questions), cwd=ROOT, capture_output=True,
                                  text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None

    def keep(self, path, about):
        """Returns where the file can be found later."""
        if path.parent != self.random_folder:
            return path
        self.failed_folder.mkdir(parents=True, exist_ok=True)
        kept = self.failed_folder / path.name
        if path.is_dir():
            shutil.copytree(path, kept, dirs_exist_ok=True)
        else:
            shutil.copy(path, kept)
        kept.with_suffix(".txt").write_text(about + "\n")
        return kept

    def report(self, paths, questions, about, ran):
        """Counts the results that a process printed."""
        told = re.search(r"differential(?: joins)?: (\d+) passed, (\d+) failed(?: \((\d+))?",
                         ran.stdout if ran else "")
        passed, failed, errors = (int(n or 0) for n in told.groups()) if told else (0, 1, 0)
        self.passed += passed
        self.failed += failed
        self.errors += errors
        for line in ran.stdout.splitlines() if ran else []:
            if line.startswith("skipped: "):
                print(line)
                self.skipped += 1
        if not failed:
            return
        kept = [self.keep(path, about) for path in paths]
        shown = [str(k.relative_to(ROOT) if k.is_relative_to(ROOT) else k) for k in kept]
        print(f"--- {' '.join(shown)}: {about}")
        if ran is None:
            print(f"no answer within {SECONDS} s")
        elif told is None:
            print(f"status {ran.returncode}: {ran.stdout[-500:]}{ran.stderr[-1500:]}")
        else:
            print(ran.stdout[:6000].rstrip())
        print("    " + " ".join(self.command(kept, questions)))

    def write(self, i):
        """The path and description of the i-th random file, or None."""
        path = self.random_folder / f"pushdown-{self.given.seed}-{i}.parquet"
        rng = random.Random(f"pushdown {self.given.seed}/{i}")
        if i % 12 == 11:
            return path, random_variants.write(rng, path).about
        if i % 6 == 4:
            return self.write_folder(rng, path.with_suffix(""))
        try:
            written = pushdown_files.write(rng, path)
        except writers.ERRORS as error:  # any refusal of a writer
            print(f"skipped: {path.stem}: {type(error).__name__}: {str(error)[:200]}")
            self.skipped += 1
            path.unlink(missing_ok=True)
            return None
        return path, written.by

    @staticmethod
    def write_folder(rng, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder, dataset_files.write(rng, folder)

    def group(self, number):
        """Writes the files of a group."""
        first = FIRST_IN_GROUP + number * FILES_IN_GROUP
        made = [m for m in map(self.write, range(first, first + FILES_IN_GROUP)) if m]
        if len(made) > 1:
            yield [path for path, _ in made], JOINS, ", ".join(str(about) for _, about in made)

    def files(self):
        """(paths, number of questions, about)"""
        given = self.given
        if given.only is None:
            for folder in given.folder:
                yield from (([path], 100, "") for path in sorted(folder.glob("*.parquet"))
                            if not any(word in path.name for word in LEAVE_OUT))
        elif given.only >= FIRST_IN_GROUP:
            yield from self.group((given.only - FIRST_IN_GROUP) // FILES_IN_GROUP)
            return
        for i in range(given.files) if given.only is None else [given.only]:
            made = self.write(i)
            if made:
                yield [made[0]], given.questions, made[1]
        for i in range(given.groups) if given.only is None else []:
            yield from self.group(i)

    def check(self):
        """Writes here and queries in one process per processor."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            waiting = []
            for paths, questions, about in self.files():
                waiting.append((paths, questions, about, pool.submit(self.ask, paths, questions)))
                while len(waiting) > 8:
                    self.finish(*waiting.pop(0))
            for each in waiting:
                self.finish(*each)

    def finish(self, paths, questions, about, future):
        self.report(paths, questions, about, future.result())
        for path in paths:
            if path.parent == self.random_folder and path.is_dir():
                shutil.rmtree(path)
            elif path.parent == self.random_folder:
                path.unlink()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--groups", type=int, default=GROUPS)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--only", type=int)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--folder", action="append", default=[], type=pathlib.Path)
    given = parser.parse_args()
    given.extension = os.path.abspath(given.extension)
    return given


def main():
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    print(f"interop differential: seed {given.seed}")
    run = Run(given)
    run.check()
    told = f"{run.errors} of the answers are errors, {run.skipped} skipped"
    print(f"interop differential: {run.passed} passed, {run.failed} failed ({told})")
    return 0 if run.failed == 0 and run.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
