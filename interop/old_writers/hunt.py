# SPDX-License-Identifier: MIT
"""Looks for versions of other writers whose statistics hide rows.

    build/interop/venv/bin/python interop/old_writers/hunt.py [--jobs N] [--quick]
        [--extension FILE] [WRITER | WRITER=VERSION]...

run.sh makes the environment and calls it.  versions.txt names the versions.  Each is installed
into a folder of its own, writes the tables of tables.py into build/interop/old_writers/, and is
removed; its files remain, so that the next run only queries them.

Each file is queried in the extension and, with the same rows, in an ordinary table: at every
edge of every column (questions.py).  A copy of the file that names an unknown writer is
queried first, so that the extension believes all of the metadata: where an answer differs, the
file lies.  The file itself must give the right answers nevertheless, and the rows that pyarrow
reads.  findings.txt in each folder of files lists both kinds.  The last lines list the lies by
versions, and what is answered wrongly.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import traceback
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "interop"), str(ROOT / "testdata/make")]

import questions  # noqa: E402
import tables  # noqa: E402
from sqlite_host import Host  # noqa: E402

WORK = ROOT / "build/interop/old_writers"
SECONDS = 1200  # for one version to write its files
CRASHES = 40    # of one version


class Version(NamedTuple):
    writer: str
    version: str
    runs_in: str  # a version of Python, or a key of WAYS
    packages: list

    @property
    def name(self):
        return f"{self.writer}-{self.version}".replace("/", "_")

    @property
    def folder(self):
        return WORK / self.name


def versions():
    for line in (HERE / "versions.txt").read_text().split("\n"):
        words = line.split("#")[0].split()
        if words:
            yield Version(*words[:3], words[3:])


class NotWritten(Exception):
    """Why a version has no files."""


# --- writing ----------------------------------------------------------------------------

def run(command, log, seconds=SECONDS, **options):
    """The exit status; None if it took too long."""
    with open(log, "ab") as file:
        try:
            return subprocess.run(command, stdout=file, stderr=file, stdin=subprocess.DEVNULL,
                                  timeout=seconds, check=False, **options).returncode
        except subprocess.TimeoutExpired:
            return None


def last_line(path):
    lines = [line for line in path.read_text(errors="replace").split("\n")
             if line.strip() and "notice" not in line]
    return lines[-1][:200] if lines else ""


def find_python(version):
    """The program of a version of Python, of the system or of pyenv."""
    found = shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin")
    inside = sorted(pathlib.Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    if not (found or inside):
        raise NotWritten(f"no Python {version}")
    return found or str(inside[-1])


def install(command, folder, **options):
    """Runs a command that installs or builds a version."""
    if run(command, folder / "log", **options) != 0:
        raise NotWritten(f"{command[0]}: {last_line(folder / 'log')}")


def write_python(version, folder):
    python = find_python(version.runs_in)
    packages = folder / "packages"
    install([python, "-m", "pip", "install", "--quiet", "--no-cache-dir", "--only-binary",
             ":all:", "--target", str(packages), f"{version.writer}=={version.version}",
             *version.packages], folder)
    environment = dict(os.environ, PYTHONPATH=str(packages), PYTHONNOUSERSITE="1")
    command = [python, str(HERE / "python_writers.py"), version.writer,
               str(WORK / "tables.txt"), str(folder)]
    for _ in range(CRASHES):
        if run(command, folder / "log", env=environment, cwd=folder) == 0:
            return
    raise NotWritten(f"it crashed {CRASHES} times")


def write_java(version, folder):
    """With parquet-java, which was called parquet-mr."""
    class_path = folder / "packages"
    install(["mvn", "--quiet", "--batch-mode", "--file", str(HERE / "java/pom.xml"),
             f"-Dparquet.version={version.version}", "dependency:build-classpath",
             f"-Dmdep.outputFile={class_path}/list"], folder)
    command = ["java", "-cp", (class_path / "list").read_text(),
               str(HERE / "java/WriteTables.java"), str(WORK / "tables.txt"), str(folder)]
    if run(command, folder / "log") != 0:
        raise NotWritten(last_line(folder / "log"))


def write_go(version, folder):
    """With the module and the program that versions.txt names."""
    module, program, *replaced = version.packages
    source = folder / "packages"
    shutil.copy(HERE / "go/tables.go", source)
    text = (HERE / "go" / f"{program}.go").read_text().replace("LIBRARY", module)
    text = text.replace("RECORD", replaced[0] if replaced else "arrow.Record")
    (source / "main.go").write_text(text)
    install(["go", "mod", "init", "writer"], folder, cwd=source)
    install(["go", "get", f"{module}@{version.version}"], folder, cwd=source)
    install(["go", "mod", "tidy"], folder, cwd=source)
    install(["go", "build", "-o", "writer", "."], folder, cwd=source)
    if run([str(source / "writer"), str(WORK / "tables.txt"), str(folder)], folder / "log") != 0:
        raise NotWritten(last_line(folder / "log"))


def write_npm(version, folder):
    packages = folder / "packages"
    (packages / "package.json").write_text('{"private": true}')
    install(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
             f"{version.writer}@{version.version}", *version.packages], folder, cwd=packages)
    command = ["node", str(HERE / "node/write_tables.mjs"), version.writer,
               str(WORK / "tables.txt"), str(folder)]
    if run(command, folder / "log", cwd=packages) != 0:
        raise NotWritten(last_line(folder / "log"))


def write_rust(version, folder):
    """With the name of an option of that version, and perhaps the feature "traits"."""
    page_size, *features = version.packages
    source = folder / "packages"
    program = (HERE / "rust/main.rs").read_text().replace("PAGE_SIZE", page_size)
    crate = (HERE / "rust/Cargo.toml").read_text().replace("VERSION", version.version)
    (source / "src").mkdir()
    (source / "src/main.rs").write_text(program)
    (source / "Cargo.toml").write_text(crate)
    built = WORK / "cargo"
    (built / "debug/writer").unlink(missing_ok=True)
    install(["cargo", "build", "--quiet", "--features", " ".join(features), "--target-dir",
             str(built)], folder, cwd=source)
    if run([str(built / "debug/writer"), str(WORK / "tables.txt"), str(folder)],
           folder / "log") != 0:
        raise NotWritten(last_line(folder / "log"))


WAYS = {"java": write_java, "go": write_go, "npm": write_npm, "cargo": write_rust}


def write(version):
    """Makes the version's files, unless they are there."""
    folder = version.folder
    source = hashlib.sha256((WORK / "tables.txt").read_bytes()).hexdigest()[:16]
    if (folder / "done").exists() and (folder / "done").read_text() == source:
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "packages").mkdir(parents=True)
    try:
        WAYS.get(version.runs_in, write_python)(version, folder)
    finally:
        shutil.rmtree(folder / "packages", ignore_errors=True)
        for part in folder.glob("*.part*"):
            part.unlink() if part.is_file() else shutil.rmtree(part)
    if not any(folder.glob("*.parquet")) and not any(folder.glob("*.orc")):
        refused = folder / "refused"
        raise NotWritten("it wrote nothing: " + (last_line(refused) if refused.exists() else
                                                 last_line(folder / "log")))
    (folder / "done").write_text(source)


# --- asking -----------------------------------------------------------------------------

def state(extension, is_quick):
    """Of everything that the findings depend on but the files."""
    parts = [pathlib.Path(extension), HERE / "questions.py"]
    return hashlib.sha256(b"".join(p.read_bytes() for p in parts) + bytes([is_quick])).hexdigest()


def ask(version, extension, is_quick):
    """How many questions, and the findings: (lie | wrong | unread | failed, table, variant, column,
    what).
    """
    kept, now = version.folder / "findings.txt", state(extension, is_quick)
    if kept.exists():
        first, *lines = kept.read_text().split("\n")
        if first.split()[0] == now:
            return int(first.split()[1]), [tuple(line.split("\t")) for line in lines if line]
    host, findings, asked = Host(extension), [], 0
    for path in sorted([*version.folder.glob("*.parquet"), *version.folder.glob("*.orc")]):
        table, variant, _ = path.name.rsplit(".", 2)
        file = questions.File(host, path)
        try:
            findings += [(kind, table, variant, column, what.replace("\n", " ").replace("\t", " "))
                         for kind, column, what in file.findings(is_quick)]
        except Exception:  # a fault of these scripts must not pass as success
            told = traceback.format_exc().strip().split("\n")
            findings.append(("failed", table, variant, "", " | ".join(told[-3:])))
        asked += file.asked
    host.close()
    kept.write_text("\n".join([f"{now} {asked}", *map("\t".join, findings)]) + "\n")
    return asked, findings


def work(version, extension, is_quick):
    """(version, why it has no files, number of files, of questions, findings)"""
    try:
        write(version)
    except NotWritten as error:
        return version, str(error), 0, 0, []
    asked, findings = ask(version, extension, is_quick)
    files = sum(1 for p in version.folder.iterdir() if p.suffix in (".parquet", ".orc"))
    return version, None, files, asked, findings


# --- reporting --------------------------------------------------------------------------

def ranges(members, ordered):
    """Text of the versions of a writer that are members: `1.0 to 1.3, 2.0`."""
    parts, run_ = [], []
    for version in [*ordered, None]:
        if version in members:
            run_.append(version)
        elif run_:
            parts.append(run_[0] if len(run_) == 1 else f"{run_[0]} to {run_[-1]}")
            run_ = []
    return ", ".join(parts)


def report(results):
    """The lies by versions, each with the tables where it was seen."""
    for writer in dict.fromkeys(r[0].writer for r in results):
        own = [r for r in results if r[0].writer == writer and r[1] is None]
        ordered = [r[0].version for r in own]
        seen = collections.defaultdict(set)
        for version, _, _, _, findings in own:
            for kind, table, variant, column, what in findings:
                question = re.split(r"[ :]", what)[0]
                seen[kind, question, table, column, variant].add(version.version)
        grouped = collections.defaultdict(lambda: collections.defaultdict(set))
        for (kind, question, table, column, variant), members in seen.items():
            told = ranges(members, ordered)
            grouped[kind, table, told][question].add(f"{column}.{variant}")
        for (kind, table, told), where in sorted(grouped.items()):
            shown = "; ".join(f"{q}: {', '.join(sorted(w)[:6])}{' ...' * (len(w) > 6)}"
                              for q, w in sorted(where.items()))
            print(f"{kind}: {writer} {told}: {table}: {shown}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--extension", default=str(ROOT / "parquet_vtab.so"))
    parser.add_argument("--quick", action="store_true",
                        help="ask only about columns for which parquet_check finds something")
    parser.add_argument("wanted", nargs="*", help="WRITER or WRITER=VERSION; all of them")
    given = parser.parse_args()
    given.extension = os.path.abspath(given.extension)
    return given


def chosen(wanted):
    for word in wanted:
        writer, _, version = word.partition("=")
        known = [v for v in versions() if v.writer == writer]
        yield from [v for v in known if version in ("", v.version)]
    if not wanted:
        yield from versions()


def main():
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    WORK.mkdir(parents=True, exist_ok=True)
    tables.write(WORK)
    results, skipped = [], 0
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        waiting = [pool.submit(work, v, given.extension, given.quick) for v in chosen(given.wanted)]
        for future in waiting:
            result = future.result()
            version, why, files, asked, findings = result
            results.append(result)
            counts = collections.Counter(f[0] for f in findings)
            if why:
                print(f"skipped: {version.name}: {why}")
                skipped += 1
            else:
                print(f"{version.name}: {files} files, {asked} questions, {counts['lie']} lies, "
                      f"{counts['wrong']} wrong, {counts['failed']} failed")
    report(results)
    failed = sum(1 for r in results for f in r[4] if f[0] in ("wrong", "failed"))
    files, asked = sum(r[2] for r in results), sum(r[3] for r in results)
    print(f"interop old writers: {len(results) - skipped} versions, {files} files, "
          f"{asked} questions")
    print(f"interop old writers: {asked - failed} passed, {failed} failed, {skipped} skipped")
    return 0 if failed == 0 and asked > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
