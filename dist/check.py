#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the libraries in build/dist, and runs the SQL tests with those that run here.

    dist/check.py [NAME...]     default: all of dist/targets.txt
    dist/check.py --quick NAME...       only the tests of EMULATED, everywhere
    dist/check.py --reproduce NAME...   builds them again in a copy of the sources, and
                                        compares the bytes

Of each library it checks the format and the machine, that it exports the entry points only,
which libraries and which version of the system it needs, that it needs nothing else, and that
no path of this machine is inside.  Then the SQL tests run: all on x86-64 (with musl, all but
those of encryption; for Windows, under Wine), those of the folders and files in EMULATED
under QEMU.  What cannot run is skipped.  The library of linux-x64 is also loaded by 200 fresh
processes, to measure how long that takes.

A run for all platforms, if nothing fails, writes docs/platforms.md: commit it if this machine
could run as many tests as it says.

The environment variable RUN_LINUX_ARM64, for example, is a command that runs the programs of
linux-arm64, instead of QEMU.
The C libraries of other platforms come from Debian, into build/dist/sysroot.

Prints "dist: NAME: N passed, N failed" or "skipped: NAME: why", and at the end "dist: N
passed, N failed".
"""
import math
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
import binaries

ROOT = Path(__file__).resolve().parent.parent
WORK = Path("build/dist")
MAKE = os.environ.get("MAKE", "make")
ENTRY_POINTS = {"sqlite3_parquetvtab_init", "sqlite3_parquetvtab_readonly_init"}
# Tests that need libcrypto, which Debian has neither for musl nor for Windows.
WITHOUT_LIBCRYPTO = re.compile("encryption")
# And those that need links, names with quotes, files that go when they are removed, or a VFS
# of the name unix.
NOT_UNDER_WINE = re.compile("encryption|files/paths|files/vfs|functions/attach|security/database-files|"
                            "security/restrict|write/folders|write/round-trip|"
                            "pruning/page-index-lookups")  # which reads more where it is slow
EMULATED = ["encodings", "orc", "types", "writers", "write/options", "write/round-trip", "damage/codecs"]
SLOW = re.compile("^--! (lost_memory|interrupt|progress)", re.M)
GLIBC, MACOS = (2, 17), "11.0"
# Names that zig's linker adds to each library for macOS; no function of ours.
OF_LINKER = {"__dso_handle", "_mh_dylib_header"}
# Parts of the C library; the loader's name depends on the machine.
GLIBC_LIBRARIES = re.compile(r"(libc|libm)\.so\.6|libpthread\.so\.0|libdl\.so\.2|ld-linux.*|ld64\.so\.1")
WINDOWS_LIBRARIES = re.compile(r"api-ms-win-crt-\w+-l1-1-0|kernel32|ntdll|bcrypt|advapi32|ucrtbase", re.I)
WEAK = {"__cxa_finalize", "__gmon_start__", "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable"}
# How QEMU calls a machine, how Debian does, the folders in which Debian's cross compilers
# have the libraries, and Debian's package of them.  musl of this machine's kind is fetched,
# too: where it is installed, some programs (Spark's snappy) take the system for Alpine.
SYSROOTS = {"linux-arm64": ("aarch64", "arm64", "/usr/aarch64-linux-gnu", "libc6"),
            "linux-armv7": ("arm", "armhf", "/usr/arm-linux-gnueabihf", "libc6"),
            "linux-s390x": ("s390x", "s390x", "/usr/s390x-linux-gnu", "libc6"),
            "linux-musl-arm64": ("aarch64", "arm64", None, "musl"),
            "linux-musl-x64": ("x86_64", "amd64", None, "musl")}
TITLES = {"linux": "Linux with glibc", "linux-musl": "Linux with musl (Alpine)", "darwin": "macOS",
          "win32": "Windows"}
MACHINES = {"x64": "x86-64", "arm64": "64-bit ARM", "armv7": "32-bit ARM (ARMv7 with NEON)",
            "s390x": "IBM Z"}


class Counts:
    passed = failed = 0

    def check(self, name, what, holds, found=""):
        """Counts a property that should hold, and says so if it does not."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {name}: {what}" + (f": {found}" if found != "" else ""))
        return holds


# ---- The file -----------------------------------------------------------------------

def check_file(name, target, path, counts):
    library = binaries.read(path)
    check = lambda what, holds, found="": counts.check(name, what, holds, found)
    form = {"linux": "ELF", "macos": "Mach-O", "windows": "PE"}[re.split(r"[-.]", target)[1]]
    check("format", library.format == form, library.format)
    check("machine", library.machine == target.split("-")[0], library.machine)
    check("a shared library", "shared" in library.facts)
    exports = library.exports - (OF_LINKER if form == "Mach-O" else set())
    check("exports the entry points only", exports == ENTRY_POINTS,
          " ".join(sorted(exports ^ ENTRY_POINTS)))
    for text in (str(ROOT), "build/dist", "zig-cache"):
        check(f"contains no {text}", text.encode() not in library.data)
    if form == "ELF":
        check_elf(library, target, check)
    elif form == "Mach-O":
        check_mach(library, check)
    else:
        check_pe(library, check)
    return library


def check_elf(library, target, check):
    facts = library.facts
    check("hardened", {"now", "relro"} <= facts and "executable-stack" not in facts, sorted(facts))
    check("stays loaded", "nodelete" in facts)
    check("no relocations of text", "text-relocations" not in facts)
    check("no path to search", not any(fact.startswith("runpath") for fact in facts))
    check("stripped", "not-stripped" not in facts)
    if "musl" in target:
        check("needs musl only", library.needed == ["libc.so"], library.needed)
        return
    others = [n for n in library.needed if not GLIBC_LIBRARIES.fullmatch(n)]
    check("needs glibc only", not others, others)
    unversioned = {n for n, v in library.undefined.items() if not v.startswith("GLIBC_")} - WEAK
    check("each symbol has a version of glibc", not unversioned, sorted(unversioned))
    newer = [f"{n} {v}" for n, v in library.undefined.items() if glibc_version(v) > GLIBC]
    check("no symbol is newer than glibc 2.17", not newer, newer)


def glibc_version(text):
    return tuple(map(int, re.findall(r"\d+", text)))


def check_mach(library, check):
    facts = library.facts
    check("needs libSystem only", library.needed == ["/usr/lib/libSystem.B.dylib"], library.needed)
    check(f"macOS {MACOS} or newer", {"platform=1", f"minimum={MACOS}"} <= facts, sorted(facts))
    check("its own name is no path", "name=@rpath/parquet_vtab.dylib" in facts, sorted(facts))
    check("no path to search", not any(fact.startswith("runpath") for fact in facts))
    check("signed where macOS demands it", library.machine != "aarch64" or "signed" in facts)


def check_pe(library, check):
    others = [n for n in library.needed if not WINDOWS_LIBRARIES.fullmatch(n.lower().removesuffix(".dll"))]
    check("needs libraries of Windows only", not others, others)
    check("hardened", {"nx", "relocatable", "high-entropy"} <= library.facts, sorted(library.facts))


# ---- Running the tests --------------------------------------------------------------

def fetch_sysroot(name):
    """A folder with the C library of the platform, or None."""
    _, debian, installed, package = SYSROOTS[name]
    if installed and Path(installed, "lib").is_dir():
        return installed
    folder = WORK / "sysroot" / name
    if (folder / "ready").exists():
        return str(folder)
    if not shutil.which("apt-get"):
        return None
    state = (WORK / "sysroot" / (name + ".apt")).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("lists/partial", "archives/partial", "packages"):
        (state / part).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    apt = ["apt-get", "-qq", "-o", f"Dir::State={state}", "-o", f"Dir::State::status={state}/status",
           "-o", f"Dir::Cache={state}", "-o", f"APT::Architecture={debian}",
           "-o", f"APT::Architectures={debian}", "-o", "APT::Sandbox::User=root"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(apt + ["update"], **quiet)
    subprocess.run(apt + ["download", package], cwd=state / "packages", **quiet)
    found = list((state / "packages").glob("*.deb"))
    for deb in found:
        subprocess.run(["dpkg", "-x", deb, folder], check=True)
    shutil.rmtree(state)
    if not found:
        return None
    (folder / "ready").touch()
    return str(folder)


def runner(name):
    """The command that runs programs of the platform, how that is called in
    docs/platforms.md, and why there is none."""
    given = os.environ.get("RUN_" + name.upper().replace("-", "_"))
    if given:
        return given.split(), given.split()[0].capitalize(), None
    machine = os.uname().machine
    if name == "win32-x64" and machine == "x86_64" and shutil.which("wine"):
        return [str(wine())], "Wine", None
    if name == "win32-x64":
        return None, None, "Wine is not installed"
    if os.uname().sysname != "Linux" or name.startswith(("darwin", "win32")):
        return None, None, "programs for this system do not run here"
    if name == "linux-x64" and machine == "x86_64":
        return [], "", None
    if name not in SYSROOTS:
        return None, None, f"this machine is {machine}"
    native = machine == SYSROOTS[name][0]
    qemu = "qemu-" + SYSROOTS[name][0]
    if not native and not shutil.which(qemu):
        return None, None, f"{qemu} is not installed"
    sysroot = fetch_sysroot(name)
    if sysroot is None:
        return None, None, "its C library cannot be fetched"
    if native:
        return loader(sysroot), "", None
    return [qemu, *loader(sysroot)], "QEMU", None


def wine():
    """A program that runs those of Windows, whose shell commands run in the shell of this system."""
    path = WORK / "wine.sh"
    path.write_text(f"""#!/bin/sh
export LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX={shlex.quote(str(WORK.resolve() / "wine"))}
export SQLRUN_SHELL="start /wait /unix /usr/bin/env -C $PWD LC_ALL=C /bin/sh"
exec wine "$@"
""")
    path.chmod(0o755)
    return path


def loader(sysroot):
    """The loader below a folder, and its option.  (With QEMU's option -L, the programs would
    also see that folder as the root of all files.)  musl is its own loader."""
    names = ("ld-linux*.so.[0-9]", "ld64.so.[0-9]", "libc.so")
    found = [path for name in names for path in sorted(Path(sysroot).rglob(name)) if path.exists()]
    libraries = next(path.parent for path in Path(sysroot).rglob("libc.so*") if path.exists())
    return [str(found[0]), "--library-path", str(libraries)]


def choose_tests(name, some):
    """The paths of the tests for a platform, if not all run.  If `some`, those of EMULATED,
    without those that are about time or memory."""
    left_out = WITHOUT_LIBCRYPTO if "musl" in name else NOT_UNDER_WINE if "win32" in name else None
    if not some and left_out is None:
        return []
    if not some:
        return sorted(str(path) for path in Path("sql-tests").rglob("*.sql") if not left_out.search(str(path)))
    tests = []
    for name in EMULATED:
        path = Path("sql-tests", name)
        tests += sorted(path.glob("*.sql")) if path.is_dir() else [path.with_suffix(".sql")]
    return [str(t) for t in tests if t.exists() and not SLOW.search(t.read_text(errors="replace"))
            and not (left_out and left_out.search(str(t)))]


def sqlrun(name, native):
    """The program that runs a test: with the system's SQLite if it is a native one."""
    if native and subprocess.run([MAKE, "-s", "build/plain/sqlrun"]).returncode == 0:
        return Path("build/plain/sqlrun")
    if subprocess.run(["dist/build.sh", "--sqlrun", name], stdout=subprocess.DEVNULL).returncode != 0:
        return None
    return WORK / "sqlrun" / name / ("sqlrun.exe" if name.startswith("win32") else "sqlrun")


def run_sql_tests(name, path, counts, quick):
    """How the library was tested, for docs/platforms.md; None if it was not."""
    command, emulator, reason = runner(name)
    if command is None:
        print(f"skipped: {name}: SQL tests: {reason}")
        return None
    program = sqlrun(name, name == "linux-x64" and not command)
    if program is None:
        counts.check(name, "builds the program of the SQL tests", False)
        return None
    tests = choose_tests(name, emulator == "QEMU" or quick)
    run = subprocess.run(
        ["sql-tests/run.sh", *command, str(program), "-e", f"./{path}", *(["--", *tests] if tests else [])],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env={**os.environ, "TEST_TIMEOUT": "900" if emulator else "240"})
    found = re.search(r"^sql: (\d+) passed, (\d+) failed", run.stdout, re.M)
    if found:
        counts.passed += int(found[1])
        counts.failed += int(found[2])
    if not found or run.returncode != 0:
        log = WORK / f"{name}.log"
        log.write_text(run.stdout)
        print(f"{run.stdout[-4000:]}\ndist: {name}: all of it is in {log}")
        counts.failed += not found
    print(f"dist: {name}: SQL tests{' under ' + emulator if emulator else ''}: "
          f"{found[1] if found else 0} passed, {found[2] if found else 1} failed")
    if emulator == "Wine":
        return "all SQL tests but those of encryption, of links, of names with quotes and of files replaced while they are open, under Wine"
    if emulator:
        return f"SQL tests of encodings, codecs, types, ORC and writers, under {emulator}"
    return "all SQL tests" + (" but those of encryption" if "musl" in name else "")


# ---- Load time ----------------------------------------------------------------------

LOAD = """
import sqlite3, sys, time
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
begin = time.perf_counter()
db.load_extension(sys.argv[1])
print(time.perf_counter() - begin)
"""


def load_time(path):
    """The median of 200 fresh processes in milliseconds, or None."""
    for python in dict.fromkeys(("/usr/bin/python3", sys.executable)):
        command = [python, "-S", "-c", LOAD, f"./{path}"]
        try:
            if subprocess.run(command, capture_output=True).returncode == 0:
                return 1000 * statistics.median(
                    float(subprocess.run(command, capture_output=True, text=True).stdout)
                    for _ in range(200))
        except OSError:
            pass
    return None


def rounded_up(milliseconds):
    """To 1, 2 or 5, times a power of ten: the same on most machines."""
    power = 10 ** math.floor(math.log10(milliseconds))
    return "%g" % next(n * power for n in (1, 2, 5, 10) if milliseconds <= n * power)


# ---- The document -------------------------------------------------------------------

def requirement(library):
    if library.format == "Mach-O":
        return "macOS %s" % next(f[8:] for f in library.facts if f.startswith("minimum="))
    if library.format == "PE":
        return "Windows 10"
    if library.needed == ["libc.so"]:
        return "musl 1.2"
    return "glibc %d.%d" % max(glibc_version(v) for v in library.undefined.values() if v)


def write_document(rows, milliseconds):
    lines = ["# Platforms", "",
             "<!-- Written by dist/check.py, which `make check-dist` runs: do not edit. -->", "",
             "`make dist` builds these libraries, each from the same sources, with the codecs inside"
             " (all but LZO): they need no other libraries than those of the system.",
             "Encrypted files also need libcrypto of OpenSSL 3, which is loaded when one is opened.",
             "`make check-dist` looks at the files, runs the tests and writes this page. How they are"
             " built: [dist/](../dist/README.md).", "",
             "| platform | machine | file | size | requires | tested |",
             "|---|---|---|---|---|---|"]
    for name, file, library, tested in rows:
        system, machine = name.rsplit("-", 1)
        lines.append("| %s | %s | `%s/%s` | %.1f MB | %s | %s |" % (
            TITLES[system], MACHINES[machine], name, file, len(library.data) / 1e6,
            requirement(library), tested or "**the file only**: not loaded"))
    lines += ["",
              "The names of the folders are those of Node: `process.platform` and `process.arch`,"
              " with `linux-musl` and `armv7`.",
              "*Requires* is the oldest system whose functions suffice. For glibc and macOS it is read"
              " from the file, for musl and Windows it is an estimate; no system that old took part"
              " in the tests.",
              "Of the file, these are tested: its format and machine, that it exports the two entry"
              " points only, and that it needs only the system's libraries.", "",
              "The libraries run on any processor of their kind: the codecs choose faster instructions,"
              " such as AVX2, when they find them."]
    if milliseconds:
        lines += ["", f"Loading `linux-x64` takes less than {rounded_up(milliseconds)} ms in a new process"
                  " (the median of 200)."]
    lines += ["", "Not built: 32-bit x86 and big-endian machines but IBM Z, FreeBSD, iOS and Android."
              " On these, `make` builds the extension with the system's libraries,"
              " if it can be built at all (FreeBSD, iOS and Android: never tried).", "",
              "For browsers and Node, `make wasm` builds SQLite with the extension for WebAssembly, and"
              " `make check-wasm` tests it: [hosts](hosts.md#browsers-and-webassembly)."]
    Path("docs/platforms.md").write_text("\n".join(lines) + "\n")


# ---- All together -------------------------------------------------------------------

def targets(names):
    rows = [line.split() for line in open("dist/targets.txt") if not line.startswith("#")]
    unknown = set(names) - {row[0] for row in rows}
    if unknown:
        sys.exit("dist/targets.txt has no " + " ".join(sorted(unknown)))
    return [row for row in rows if not names or row[0] in names]


def reproduce(rows):
    """The same libraries from a copy of the sources at another path."""
    counts = Counts()
    with tempfile.TemporaryDirectory() as folder:
        for source in ("Makefile", "parquet_vtab.c", "src", "sql-tests", "dist", "LICENSE"):
            copy = shutil.copytree if Path(source).is_dir() else shutil.copy
            copy(source, Path(folder, source))
        (Path(folder) / WORK).mkdir(parents=True)
        shutil.copytree(WORK / "vendor", Path(folder) / WORK / "vendor")
        shutil.copy(WORK / "vendor.lock", Path(folder) / WORK)
        for name, _, file in rows:
            subprocess.run([Path(folder, "dist/build.sh"), name], check=True,
                           stdout=subprocess.DEVNULL,
                           env={**os.environ, "ZIG": str((WORK / "zig").resolve())})
            same = (WORK / name / file).read_bytes() == (Path(folder) / WORK / name / file).read_bytes()
            counts.check(name, "the same bytes from the same sources", same)
    print(f"dist: reproduced: {counts.passed} passed, {counts.failed} failed")
    return counts.failed


def main(arguments):
    os.chdir(ROOT)
    if arguments[:1] == ["--reproduce"]:
        return reproduce(targets(arguments[1:])) > 0
    quick = arguments[:1] == ["--quick"]
    arguments = arguments[quick:]
    total, rows, milliseconds = Counts(), [], None
    for name, target, file in targets(arguments):
        path, counts = WORK / name / file, Counts()
        if not path.exists():
            print(f"skipped: {name}: {path} is not built (make dist)")
            continue
        library = check_file(name, target, path, counts)
        print(f"dist: {name}: {len(library.data)} bytes, {requirement(library)}", flush=True)
        tested = run_sql_tests(name, path, counts, quick)
        if name == "linux-x64" and tested:
            milliseconds = load_time(path)
            print(f"dist: {name}: loads in {milliseconds:.2f} ms" if milliseconds else
                  f"skipped: {name}: load time: no Python here loads extensions")
        print(f"dist: {name}: {counts.passed} passed, {counts.failed} failed", flush=True)
        total.passed += counts.passed
        total.failed += counts.failed
        rows.append((name, file, library, tested))
    if not arguments and not quick and len(rows) == len(targets([])) and not total.failed:
        write_document(rows, milliseconds)
    print(f"dist: {total.passed} passed, {total.failed} failed")
    return total.failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
