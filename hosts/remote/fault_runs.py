# SPDX-License-Identifier: MIT
"""Random runs of queries and writes with a fault in each: the right rows, or an error that names it.

    python3 hosts/remote/fault_runs.py [--runs N] [--seed S] [--kinds KIND,...] ./parquet_vtab.so

N runs (200) of each kind of fault, with random questions about files, folders of buckets and lake
tables, 1 and 4 threads, with and without the caches.  --first I --runs 1 --kinds K --setting J repeats a
run that has failed; it prints these.  CI makes few runs; `FAULT_RUNS=10000 hosts/run.sh remote_faults`
many.  A run waits more than it computes: some go on at the same time (--at-once).

What counts as a failure: wrong rows, also in the next question about the same URL, when all is
well again; an error without the URL, the status or the range; a secret in a message; 30 seconds
without an answer; what is left in a bucket; descriptors that stay open.
"""
import argparse
import collections
import faulthandler
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

options = argparse.ArgumentParser()
options.add_argument("extension", nargs="?", default="./parquet_vtab.so")
options.add_argument("--runs", type=int, default=int(os.environ.get("FAULT_RUNS", 200)))
options.add_argument("--seed", default=os.environ.get("SEED", "1"))
options.add_argument("--kinds", default="all")
options.add_argument("--first", type=int, default=0)
options.add_argument("--at-once", type=int, default=8)
options.add_argument("--setting", type=int)
options.add_argument("--verbose", action="store_true")
options.add_argument("--report", help="of one setting: a file for the counts")
options = options.parse_args()
sys.argv[1:] = [options.extension]  # which remote_tests.py reads

from answers import Folder  # noqa: E402
from folder_bucket import Bucket  # noqa: E402
from fault_kinds import KINDS, READS, Fault  # noqa: E402
from fault_targets import TARGETS, make_files  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import Asker, TooLong, connect, patience  # noqa: E402

PATIENCE = 30
SECRETS = "SECRET-OF-FAULTS", "TOKEN-OF-FAULTS", "Signature="
SETTINGS = [  # of a process: the environment
    {"PARQUET_VTAB_CACHE": "0"},
    {"PARQUET_VTAB_CACHE": "0", "PARQUET_VTAB_VALUES_ALONE": "0"},
    {"PARQUET_VTAB_CACHE": "0", "disk": "1"},
    {"PARQUET_VTAB_CACHE": "", "disk": "1", "PARQUET_VTAB_VALUES_ALONE": "0"},
]


class Wrong(Exception):
    """A run has failed."""


class Worker:
    """Makes one run after the other, with a server of its own for each scheme."""

    profiles = {}  # of all

    def __init__(self, number, files):
        self.files = files
        self.own = pathlib.Path(tempfile.mkdtemp(dir=files.parent))  # what is written
        self.servers = {"http": LyingServer(Folder(files)).start(),
                        "s3": LyingServer(Bucket(files)).start(),
                        "write": LyingServer(Bucket(self.own)).start()}
        self.host = f"worker-{number}.test"
        self.proxy = None
        self.number = number
        self.runs = itertools.count()
        self.asker = Asker()

    def endpoint(self, scheme, host=None):
        if self.proxy is not None:
            host = f"{scheme}.{self.host}"
            self.proxy.others[host] = self.servers[scheme]
            return f"http://{host}"
        port = self.servers[scheme].server_address[1]
        return f"http://{host or '127.0.0.1'}:{port}"

    def place(self, scheme, path, host=None):
        """A URL that is new to the process, and the statements that give its secret."""
        name = f"run-{self.number}-{next(self.runs)}"
        if scheme == "http":
            base = self.endpoint(scheme, host)
            return f"{base}/as/{name}/{path}", [
                f"SELECT parquet_add_secret('{base}/', '', '{SECRETS[1]}')"]
        return f"s3://{name}/{path}", [
            f"SELECT parquet_add_secret('s3://', 'KEY', '{SECRETS[0]}',"
            f" 'endpoint={self.endpoint(scheme, host)}', 'region=r', 'url_style=path')"]

    def ask(self, url, setup, question, threads):
        return Asker(setup).ask(url, question, PATIENCE, threads=threads)

    def profile(self, target, question, threads):
        """The right rows, and what an honest server is asked and sends for them."""
        key = target.name, question, threads
        if key not in self.profiles:
            server = self.servers[target.scheme]
            server.be_honest()
            url, setup = self.place(target.scheme, target.path)
            rows = self.ask(url, setup, question, threads)
            expected = self.asker.right(str(self.files / target.path), question)
            if rows != expected:
                raise Wrong(f"without a fault: {url}: {question}: {rows} instead of {expected}")
            self.profiles[key] = rows, server.counts.requests, server.counts.sent
        return self.profiles[key]

    def read(self, kind, rng):
        """A question; the server answers one of its requests wrongly."""
        target = rng.choice([target for target in TARGETS if kind in target.kinds])
        question, threads = rng.choice(target.questions), rng.choice((1, 4))
        rows, n_requests, n_sent = self.profile(target, question, threads)
        server = self.servers[target.scheme]
        server.be_honest()
        fault = Fault(rng, server, n_requests, n_sent, target, self.files)
        host = READS[kind](fault)
        url, setup = self.place(target.scheme, target.path, host)
        if rng.random() < 0.3 and fault.asks_before:  # part of the file may be in a cache
            choose, budget, lie = server.choose, server.budget, server.lie
            server.choose = server.budget = server.lie = None
            self.expect(self.ask(url, setup, rng.choice(target.questions), 1), None, url, fault)
            server.counts.reset()
            server.choose, server.budget, server.lie = choose, budget, lie
        what = f"{url} {question!r} threads={threads} {fault.text}"
        right = [rows]
        if fault.others:
            right += [self.asker.right(str(self.files / path), question) for path in fault.others]
        found = self.ask(url, setup, question, threads)
        is_right = self.expect(found, right, url, fault, what)
        if rng.random() < 0.3 and host is None:
            self.ask_again(fault, found, right, what, lambda: self.ask(url, setup, question, threads))
        return is_right, found if isinstance(found, str) else ""

    def ask_again(self, fault, found, right, what, ask):
        """All is well again, and what is at the URL stays what it is."""
        server, source = fault.server, fault.server.source
        there = source.replaced
        server.be_honest()
        source.replaced = there
        again = ask()
        if fault.changes and isinstance(found, list) and isinstance(again, str):
            again = ask()  # the process may have trusted the version of a moment ago
        if again not in right and not (fault.changes and fault.others == [] and "404" in again):
            raise Wrong(f"afterwards: {what}: {again} instead of {right[0]}, after {found}")

    def expect(self, found, right, url, fault, what=""):
        if isinstance(found, list):
            if right is not None and found not in right:
                raise Wrong(f"wrong rows: {what}: {found[:3]} instead of {right[0][:3]}")
            return True
        check_message(found, url, fault, what)
        if right is None:
            raise Wrong(f"without a fault: {url}: {found}")
        return False

    # ---- Writes ----

    def write(self, kind, rng):
        """What is written into a bucket comes whole, or not at all."""
        query, name, more = rng.choice(WRITES)
        server = self.servers["write"]
        key = query, name, more
        if key not in self.profiles:
            server.be_honest()
            written = self.write_one(query, name, more)
            if isinstance(written, str):
                raise Wrong(f"without a fault: {query}: {written}")
            self.profiles[key] = (written, server.counts.requests, server.counts.sent,
                                  server.counts.received)
        written, n_requests, n_sent, n_received = self.profiles[key]
        server.be_honest()
        fault = Fault(rng, server, n_requests, n_sent, None, self.files, n_received)
        KINDS[kind](fault)
        old = rng.choice((None, b"what was there before"))
        what = f"{query!r} to {name} {more} over {old} {fault.text}"
        found = self.write_one(query, name, more, old, fault, what)
        self.check_objects(found, written, old, fault, what)
        return not isinstance(found, str), found if isinstance(found, str) else ""

    def write_one(self, query, name, more, old=None, fault=None, what=""):
        """The objects that a write leaves, or its error."""
        server = self.servers["write"]
        shutil.rmtree(self.own)
        self.own.mkdir()
        server.source.uploads.clear()
        if old is not None and not more:
            (self.own / name).write_bytes(old)
        url, setup = self.place("write", name)
        db = connect(options.extension)
        try:
            for statement in setup:
                db.execute(statement)
            with patience(db, PATIENCE):
                marks = ", ?" * len(more)
                db.execute(f"SELECT parquet_write(?, ?{marks})",
                           (url, query.replace("{files}", str(self.files)), *more)).fetchall()
        except db.Error as error:
            check_message(str(error), url, fault, what)
            return str(error)
        finally:
            db.close()
        return self.objects()

    def objects(self):
        """By name; those of folders by their folder, since their names are random."""
        paths = [path.relative_to(self.own) for path in self.own.rglob("*") if path.is_file()]
        return {str(path.parent if path.parent.name else path): (self.own / path).read_bytes()
                for path in paths}

    def check_objects(self, found, written, old, fault, what):
        names = "\n".join(sorted(written))
        if not isinstance(found, str) and found != written:
            raise Wrong(f"written, but not whole: {what}: {sorted(found)} instead of {names}")
        for name, data in self.objects().items():
            if data not in (written.get(name), old):
                raise Wrong(f"a part of an object: {what}: {name}, {len(data)} bytes")
        uploads = self.servers["write"].source.uploads
        if uploads and not fault.stays:
            raise Wrong(f"an upload is left: {what}: {list(uploads)}: {found}")

    def close(self):
        for server in self.servers.values():
            server.stop()


WRITES = [
    ("SELECT * FROM read_parquet('{files}/trips.parquet')", "trips.parquet", ()),
    ("SELECT 1 AS a, 'b' AS b", "small.parquet", ()),
    ("SELECT i, i % 4 AS k FROM (WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r"
     " WHERE i < 400) SELECT i FROM r)", "out", ("partition_by=k",)),
    ("SELECT * FROM read_parquet('{files}/blobs.parquet')", "blobs.parquet", ()),
]


def check_message(message, url, fault, what):
    """URL, status, range, and no secret."""
    base = url.partition("*")[0]
    for secret in SECRETS:
        if secret in message:
            raise Wrong(f"a secret in a message: {what}: {message}")
    if "interrupted" in message:
        raise Wrong(f"interrupted: {what}: {message}")
    if base not in message:
        raise Wrong(f"no URL in the message: {what}: {message}")
    if fault is None:
        return
    # A log that may not be listed once, in a folder that may, is known from the folder's list.
    is_known = fault.status in (401, 403, 404, 410) and (
        "is a Delta table" in message or "no Delta or Iceberg table any more" in message)
    if fault.status and f"{fault.status}" not in message and not is_known:
        raise Wrong(f"no status in the message: {what}: {message}")
    hit = fault.hit
    if fault.target and hit and all(entry[2] for entry in hit) and "bytes" not in message and not fault.is_quiet:
        raise Wrong(f"no range in the message: {what}: {message}")


# ---- Many runs -----------------------------------------------------------------------------

class Tally:
    def __init__(self, kind):
        self.kind = kind
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.messages = collections.Counter()
        self.failures = []
        self.indexes = iter(range(options.first, options.first + options.runs))
        self.begun = {}  # by thread

    def take(self):
        with self.lock:
            return next(self.indexes, None)

    def note(self, what, message=""):
        with self.lock:
            self.counts[what] += 1
            if options.verbose and message:
                self.messages[message] += 1


def make_runs(worker, tally):
    make = worker.read if tally.kind in READS else worker.write
    while (index := tally.take()) is not None:
        rng = random.Random(f"{options.seed} {tally.kind} {index} {options.setting}")
        tally.begun[worker.number] = time.monotonic()
        try:
            is_right, message = make(tally.kind, rng)
            tally.note("right" if is_right else "errors", message)
        except (Wrong, TooLong) as error:
            tally.note("failed")
            tally.failures.append(f"--kinds {tally.kind} --setting {options.setting} --first {index} "
                                  f"--seed {options.seed} --runs 1: {type(error).__name__} {error}")
        except Exception:
            tally.note("failed")
            tally.failures.append(f"--kinds {tally.kind} --first {index}: {traceback.format_exc()}")
        finally:
            tally.begun.pop(worker.number, None)


def watch(tally, is_over):
    """Ends the process when a run takes so long that not even its interrupt has helped."""
    while not is_over.wait(5):
        begun = min(list(tally.begun.values()), default=time.monotonic())
        if time.monotonic() - begun > 4 * PATIENCE:
            print(f"{tally.kind}: a run hangs", flush=True)
            faulthandler.dump_traceback(all_threads=True)
            os._exit(3)


def descriptors():
    """Open ones, but for sockets; and sockets."""
    links = []
    for name in os.listdir("/proc/self/fd"):
        try:
            links.append(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            pass
    return (sum(not link.startswith("socket:") for link in links),
            sum(link.startswith("socket:") for link in links))


def run_kind(kind, files, workers, report):
    started = time.monotonic()
    tally, is_over = Tally(kind), threading.Event()
    proxy = LyingServer(Folder(files)).start() if kind.startswith("proxy") else None
    if proxy is not None:
        os.environ["http_proxy"] = proxy.url
    for worker in workers:
        worker.proxy = proxy
    before = descriptors()
    threading.Thread(target=watch, args=(tally, is_over), daemon=True).start()
    threads = [threading.Thread(target=make_runs, args=(worker, tally)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    is_over.set()
    if proxy is not None:
        del os.environ["http_proxy"]
        proxy.stop()
    after = descriptors()
    if after[0] > before[0] + 8 or after[1] > before[1] + 400:
        tally.failures.append(f"{kind}: descriptors stay open: {before} before, {after} after")
    report[kind] = {"counts": tally.counts, "failures": tally.failures,
                    "seconds": time.monotonic() - started,
                    "messages": tally.messages.most_common(40)}
    if options.verbose:
        show(kind, report[kind], f"setting {options.setting} ")


def run_setting():
    """All kinds in this process, with its environment."""
    with tempfile.TemporaryDirectory() as folder:
        files = pathlib.Path(folder).resolve() / "files"
        files.mkdir()
        make_files(files)
        report = {}
        workers = [Worker(i, files) for i in range(min(options.at_once, options.runs))]
        for kind in KINDS:
            if options.kinds == "all" or kind in options.kinds.split(","):
                run_kind(kind, files, workers, report)
                pathlib.Path(options.report).write_text(json.dumps(report))
        for worker in workers:
            worker.close()


def start_setting(number, folder, preload):
    """Runs a setting in a process; returns its report."""
    environment = {**os.environ, **SETTINGS[number]}
    if environment.pop("disk", None):
        environment["PARQUET_VTAB_CACHE_DIR"] = os.path.join(folder, f"cache-{number}")
    if preload:
        environment["LD_PRELOAD"] = " ".join(filter(None, [os.environ.get("LD_PRELOAD"), preload]))
    runs = [options.runs // len(SETTINGS) + (number < options.runs % len(SETTINGS)), options.runs]
    report = os.path.join(folder, f"report-{number}")
    command = [sys.executable, __file__, "--runs", str(runs[options.setting is not None]), "--seed",
               options.seed, "--kinds", options.kinds, "--first", str(options.first), "--at-once",
               str(options.at_once), "--setting", str(number), "--report", report]
    status = subprocess.run(command + ["--verbose"] * options.verbose + [options.extension],
                            env=environment).returncode
    found = json.loads(pathlib.Path(report).read_text()) if os.path.exists(report) else {}
    if status:
        found.setdefault("process", {"counts": {"failed": 1}, "seconds": 0, "messages": [],
                                     "failures": [f"setting {number} ended with status {status}"]})
    return found


def build_preload(folder):
    """The library that lets look-ups of names fail; None if there is no compiler."""
    path = os.path.join(folder, "name_faults.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "name_faults.c")
    command = [os.environ.get("CC", "cc").split()[-1], "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"]
    try:
        return path if subprocess.run(command).returncode == 0 else None
    except OSError:
        return None


def main():
    if options.report:
        return run_setting()
    totals = collections.defaultdict(lambda: {"counts": collections.Counter(), "seconds": 0,
                                              "failures": [], "messages": collections.Counter()})
    with tempfile.TemporaryDirectory() as folder:
        preload = build_preload(folder)
        numbers = range(len(SETTINGS)) if options.setting is None else [options.setting]
        for number in numbers:
            for kind, found in start_setting(number, folder, preload).items():
                total = totals[kind]
                total["counts"].update(found["counts"])
                total["messages"].update(dict(found["messages"]))
                total["seconds"] += found["seconds"]
                total["failures"] += found["failures"]
    return summarize(totals)


def show(kind, total, setting=""):
    counts = total["counts"]
    print(f"faults: {setting}{kind:13} {counts['right']:6} right {counts['errors']:6} errors "
          f"{counts['failed']:4} failed {total['seconds']:6.0f} s", flush=True)
    for failure in total["failures"][:10]:
        print(f"  {failure[:1500]}", flush=True)


def summarize(totals):
    passed = failed = 0
    for kind, total in totals.items():
        counts = total["counts"]
        passed += counts["right"] + counts["errors"]
        failed += max(counts["failed"], len(total["failures"]))
        show(kind, total)
        for message, n in total["messages"].most_common(15 * options.verbose):
            print(f"  {n:6} {message}")
    print(f"hosts: remote, faults: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
