# SPDX-License-Identifier: MIT
"""parquet_write() when something goes wrong: the target is old or new, and always complete.

    python3 hosts/faults/write_faults.py [--kills N] EXTENSION        from the project's root

Killed processes, full disks, errors and interrupts in the middle of a query, unusual targets,
queries of the file that is replaced; and memory, which must not grow with the number of
rows.  Prints "hosts: write: N passed, M failed".
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.path.insert(0, "hosts")

import host_tests  # noqa: E402

EXTENSION = "./parquet_vtab.so"
KILLS = 200
MIB = 2**20
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "


def connect(path=":memory:", **options):
    return host_tests.connect(EXTENSION, path, isolation_level=None, **options)


def write(db, path, query, *options):
    marks = ", ".join("?" * (2 + len(options)))
    return db.execute(f"SELECT parquet_write({marks})", (str(path), query, *options)).fetchone()[0]


def rows(path, what="*", db=None):
    db = db or connect()
    db.execute("DROP TABLE IF EXISTS temp.reading")
    db.execute(f"CREATE VIRTUAL TABLE temp.reading USING parquet('{path}')")
    found = db.execute(f"SELECT {what} FROM reading").fetchall()
    db.execute("DROP TABLE temp.reading")
    return found


def error_of(db, path, query, *options):
    """Returns the error that writing must raise."""
    try:
        write(db, path, query, *options)
    except sqlite3.Error as error:
        return error
    raise AssertionError(f"no error: {query:.200} {options}")


class Folder:
    """A folder for one test, in which nothing may be left behind."""

    def __init__(self, base=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="parquet-write-", dir=base))
        self.target = self.path / "t.parquet"

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        shutil.rmtree(self.path, ignore_errors=True)

    def names(self):
        return sorted(p.name for p in self.path.iterdir())

    def old(self, db):
        """Writes the old content and returns it."""
        write(db, self.target, "SELECT 'old' AS a, 1 AS b")
        return self.target.read_bytes()

    def unchanged(self, content):
        """Checks that the folder holds only the target, unchanged."""
        assert self.names() == ["t.parquet"], self.names()
        assert self.target.read_bytes() == content


# --- killed -----------------------------------------------------------------------------

def child_write(target):
    """Writes again and again, each time many rows of one number."""
    db = connect()
    n = 0
    print("ready", flush=True)
    while True:
        n += 1
        write(db, target, COUNT.format(3000) + f"SELECT {n} AS n, i, 'text ' || i AS t FROM n",
              "row_group_size=1000", "page_size=4096")


def test_killed():
    """Killed at any moment, it leaves a complete file and no other *.parquet."""
    rng = random.Random(1)
    with Folder() as folder:
        write(connect(), folder.target, COUNT.format(3000) + "SELECT 0 AS n, i, 'x' AS t FROM n")
        versions, leftovers = set(), 0
        for _ in range(GIVEN.kills):
            child = subprocess.Popen([sys.executable, __file__, "--child", "write",
                                      str(folder.target), EXTENSION],
                                     stdout=subprocess.PIPE, text=True)
            assert child.stdout.readline() == "ready\n"
            time.sleep(rng.random() * 0.06)
            child.kill()
            child.wait()
            child.stdout.close()
            found = rows(folder.target, "min(n), max(n), count(*), sum(i), count(t)")[0]
            assert found[0] == found[1] and found[2:] == (3000, 3000 * 3001 // 2, 3000), found
            versions.add(found[0])
            left = [p for p in folder.path.iterdir() if p != folder.target]
            assert not any(p.match("*.parquet") for p in left), left
            leftovers += len(left)
            for p in left:
                p.unlink()
        assert len(versions) > 1, versions
        print(f"hosts: write: {GIVEN.kills} kills left {leftovers} temporary files and "
              f"{len(versions)} versions")


# --- folders ----------------------------------------------------------------------------

PARTS = "SELECT {} AS n, i, i % 5 AS k FROM n"


def child_folder(target):
    """Replaces a folder again and again, each time by rows of one number."""
    db = connect()
    n = 0
    print("ready", flush=True)
    while True:
        n += 1
        write(db, target, COUNT.format(1000) + PARTS.format(n), "partition_by=k", "overwrite=on",
              "row_group_size=100")


def test_killed_folder():
    """Killed at any moment, it leaves a complete folder and others only under hidden names."""
    rng = random.Random(2)
    with Folder() as folder:
        target = folder.path / "parts"
        started = time.monotonic()
        write(connect(), target, COUNT.format(1000) + PARTS.format(0), "partition_by=k")
        longest = max(0.1, 4 * (time.monotonic() - started))
        versions = set()
        for _ in range(GIVEN.kills // 4):
            child = subprocess.Popen([sys.executable, __file__, "--child", "folder",
                                      str(target), EXTENSION], stdout=subprocess.PIPE, text=True)
            assert child.stdout.readline() == "ready\n"
            time.sleep(rng.random() * longest)
            child.kill()
            child.wait()
            child.stdout.close()
            found = rows(f"{target}/", "min(n), max(n), count(*), sum(i), count(DISTINCT _file)")[0]
            assert found[0] == found[1] and found[2:] == (1000, 500500, 5), found
            versions.add(found[0])
            for path in folder.path.iterdir():
                assert path == target or path.name.startswith("."), path
                if path != target:
                    shutil.rmtree(path)
        assert len(versions) > 1, versions


def test_replaced_while_read():
    """Queries of a folder that is replaced again and again see one version, or fail."""
    rng = random.Random(5)
    with Folder() as folder:
        target = folder.path / "parts"
        write(connect(), target, COUNT.format(1000) + PARTS.format(0), "partition_by=k")
        child = subprocess.Popen([sys.executable, __file__, "--child", "folder", str(target),
                                  EXTENSION], stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        versions, failed, db = set(), 0, connect()
        try:
            for i in range(10 * GIVEN.kills):
                db = connect() if i % 2 == 0 else db
                try:
                    found = rows(f"{target}/", rng.choice(["n, i", "n, i, k", "n, i, _file"]), db)
                except sqlite3.Error as error:
                    assert f"{target}/k=" in str(error) or "again and again" in str(error), error
                    failed += 1
                    db = connect()
                    continue
                assert len({row[0] for row in found}) == 1 and len(found) == 1000, found[::100]
                versions.add(found[0][0])
        finally:
            child.kill()
            child.wait()
            child.stdout.close()
        assert len(versions) > 1, versions
        print(f"hosts: write: {10 * GIVEN.kills} queries saw {len(versions)} versions; "
              f"{failed} were too late")


def child_append(target, first):
    """Appends again and again, each time rows of one number."""
    db = connect()
    n = int(first)
    print("ready", flush=True)
    while True:
        n += 1
        write(db, target, COUNT.format(1000) + PARTS.format(n), "partition_by=k", "append=on")


def test_killed_append():
    """Two append at the same time and are killed at any moment: each append is whole."""
    rng = random.Random(4)
    with Folder() as folder:
        target = folder.path / "parts"
        db = connect()
        write(db, target, COUNT.format(1000) + PARTS.format(0), "partition_by=k")
        db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{target}/')")
        whole = "count(*) = 1000 AND sum(i) = 500500 AND count(DISTINCT _file) = 5"
        appended, reads = set(), 0
        for i in range(GIVEN.kills // 10):
            children = [subprocess.Popen([sys.executable, __file__, "--child", "append", str(target),
                                          str(first), EXTENSION], stdout=subprocess.PIPE, text=True)
                        for first in (i * 10_000, -1 - (i + 1) * 10_000)]
            for child in children:
                assert child.stdout.readline() == "ready\n"
            until = time.monotonic() + rng.random() * 0.2
            while time.monotonic() < until or reads <= i:
                parts = db.execute(f"SELECT n, {whole} FROM t GROUP BY n").fetchall()
                assert all(is_whole for n, is_whole in parts), parts
                reads += 1
            for child in children:
                child.kill()
                child.wait()
                child.stdout.close()
            parts = db.execute(f"SELECT n, {whole} FROM t GROUP BY n").fetchall()
            assert all(is_whole for n, is_whole in parts), parts
            assert appended <= {n for n, _ in parts}, appended
            appended = {n for n, _ in parts}
        assert len(appended) > 2, appended
        write(db, target, COUNT.format(1000) + PARTS.format(-1), "partition_by=k", "append=on")
        files = {path for path in target.rglob("*") if path.is_file()}
        listed = {pathlib.Path(path) for path, in db.execute("SELECT DISTINCT _file FROM t")}
        assert files - listed == {target / ".parquet_append"}, files - listed


def test_interrupted_folder():
    """At any moment an interrupt leaves nothing of a new folder, and the old one as it was."""
    rng = random.Random(3)
    with Folder() as folder:
        target = folder.path / "parts"
        for old in (False, True) * 20:
            db = connect()
            shutil.rmtree(target, ignore_errors=True)
            if old:
                write(db, target, "SELECT 1 AS i, 2 AS k", "partition_by=k")
            left = [rng.randint(1, 2000)]

            def count_down(left=left):
                left[0] -= 1
                return left[0] < 0

            db.set_progress_handler(count_down, 50)
            error_of(db, target, COUNT.format(100_000) + PARTS.format(1), "partition_by=k",
                     "row_group_size=500", rng.choice(["append=on", "overwrite=on"]))
            assert folder.names() == ["parts"] * old, folder.names()
            assert not old or rows(f"{target}/") == [(1, 2)]


def test_full_folder():
    """Without room for all files, there is none of them."""
    with Folder() as folder:
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path],
                              capture_output=True, check=False)
        if made.returncode != 0:
            return "no tmpfs can be mounted"
        try:
            db = connect()
            target = folder.path / "parts"
            write(db, target, "SELECT 1 AS i, 2 AS k", "partition_by=k")
            for mode in ("append=on", "overwrite=on"):
                error_of(db, target, COUNT.format(400_000) + "SELECT random() AS r, i % 5 AS k "
                         "FROM n", "partition_by=k", "row_group_size=5000", mode)
                assert folder.names() == ["parts"], folder.names()
                assert rows(f"{target}/") == [(1, 2)]
        finally:
            subprocess.run(["umount", folder.path], check=True)
    return None


# --- no room ----------------------------------------------------------------------------

def child_limited(target):
    """Writes with files limited to 200 kB."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    db = connect()
    error = error_of(db, target, COUNT.format(100_000) + "SELECT random() AS r FROM n",
                     "row_group_size=5000")
    print(json.dumps([str(error), getattr(error, "sqlite_errorname", None)]))


def run_child(name, *arguments, timeout=120):
    """Parses what a child printed as JSON."""
    done = subprocess.run([sys.executable, __file__, "--child", name, *map(str, arguments),
                           EXTENSION], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_file_too_large():
    with Folder() as folder:
        content = folder.old(connect())
        message, name = run_child("limited", folder.target)
        assert "t.parquet" in message, message
        assert name in (None, "SQLITE_IOERR", "SQLITE_IOERR_WRITE", "SQLITE_FULL"), name
        folder.unchanged(content)


def test_disk_full():
    """On a file system of its own, if one can be mounted."""
    with Folder() as folder:
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path],
                              capture_output=True, check=False)
        if made.returncode != 0:
            return "no tmpfs can be mounted"
        try:
            db = connect()
            content = folder.old(db)
            error = error_of(db, folder.target,
                             COUNT.format(400_000) + "SELECT random() AS r FROM n",
                             "row_group_size=20000")
            assert "space" in str(error), error
            folder.unchanged(content)
            assert write(db, folder.target, "SELECT 1 AS a") == 1
        finally:
            subprocess.run(["umount", folder.path], check=False)
    return None


# --- odd targets ------------------------------------------------------------------------

def test_no_folder():
    with Folder() as folder:
        error = error_of(connect(), folder.path / "none" / "t.parquet", "SELECT 1 AS a")
        assert "none/t.parquet" in str(error), error
        assert getattr(error, "sqlite_errorname", "SQLITE_CANTOPEN") == "SQLITE_CANTOPEN"
        assert folder.names() == []


def test_unwritable_folder():
    """Root may write everywhere, so another user writes."""
    with Folder() as folder:
        content = folder.old(connect())
        folder.path.chmod(0o555)
        if os.geteuid() == 0:
            child = os.fork()
            if child == 0:
                os._exit(attempt_as_nobody(folder.target))
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert status == 0, status
        else:
            error_of(connect(), folder.target, "SELECT 1 AS a")
        folder.path.chmod(0o755)
        folder.unchanged(content)


def attempt_as_nobody(target):
    try:
        db = connect()
        os.setuid(65534)
        error = error_of(db, target, "SELECT 1 AS a")
        return 0 if "t.parquet" in str(error) else 3
    except BaseException:  # the child must not continue as a second parent
        traceback.print_exc()
        return 4


def test_odd_targets():
    """Folders, pipes, devices and empty names are not targets."""
    db = connect()
    with Folder() as folder:
        (folder.path / "folder").mkdir()
        os.mkfifo(folder.path / "pipe")
        for target in folder.path / "folder", folder.path / "pipe", "/dev/null", "", folder.path:
            error_of(db, target, "SELECT 1 AS a")
        assert folder.names() == ["folder", "pipe"], folder.names()
        assert stat.S_ISFIFO((folder.path / "pipe").stat().st_mode)
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
        for arguments in (None, "SELECT 1"), (5, None):
            try:
                found = db.execute("SELECT parquet_write(?, ?)", arguments).fetchone()
                assert found == (None,), found
            except sqlite3.Error:
                pass


def test_overwrite():
    db = connect()
    with Folder() as folder:
        content = folder.old(db)
        error = error_of(db, folder.target, "SELECT 2 AS a", "overwrite=off")
        assert "t.parquet" in str(error), error
        folder.unchanged(content)
        assert write(db, folder.target, "SELECT 2 AS a", "overwrite=on") == 1
        assert rows(folder.target) == [(2,)]
        folder.target.unlink()
        assert write(db, folder.target, "SELECT 3 AS a", "overwrite=off") == 1
        assert rows(folder.target) == [(3,)]


def test_links_and_permissions():
    """A link stays a link; the file keeps its permissions."""
    db = connect()
    with Folder() as folder:
        folder.old(db)
        folder.target.chmod(0o640)
        link = folder.path / "link.parquet"
        link.symlink_to("t.parquet")
        write(db, link, "SELECT 5 AS a")
        assert link.is_symlink() and rows(folder.target) == [(5,)]
        assert stat.S_IMODE(folder.target.stat().st_mode) == 0o640


# --- errors in the query ----------------------------------------------------------------

BAD_QUERIES = [
    "SELECT CASE WHEN i = 20000 THEN abs(-9223372036854775807 - 1) ELSE i END AS a FROM n",
    "SELECT CASE WHEN i = 20000 THEN raise() ELSE i END AS a FROM n",
    "SELECT CASE WHEN i = 20000 THEN 'text' ELSE i END AS a FROM n",
    "SELECT CASE WHEN i = 20000 THEN json('{') ELSE i END AS a FROM n",
]
WRONG_QUERIES = [
    "", ";", "SELEC 1", "SELECT 1 AS a; SELECT 2 AS b", "DELETE FROM x", "INSERT INTO x VALUES (1)",
    "CREATE TABLE y(a)", "PRAGMA user_version = 5", "none", "SELECT * FROM none", "ATTACH 'y' AS y",
    "BEGIN", "UPDATE x SET a = 2 RETURNING a", "SELECT ? AS a", "EXPLAIN SELECT 1",
]
WRONG_OPTIONS = [
    "compression=best", "nothing=1", "row_group_size=0", "row_group_size=-1", "row_group_size=x",
    "compression_level=99", "types=a=NONSENSE", "types=none=INT32", "encodings=none=PLAIN",
    "bloom_filter=none_such", "bloom_filter_false_positive_ratio=2", "data_page_version=3",
    "sorted_by=none", "overwrite=perhaps", "compression", "", "page_size=0",
    "encodings=a=BYTE_STREAM_SPLITS",
]


def failing(*_):
    raise ValueError("on purpose")


def test_errors_in_query():
    db = connect()
    db.create_function("raise", 0, failing)
    with Folder() as folder:
        content = folder.old(db)
        for query in BAD_QUERIES:
            error_of(db, folder.target, COUNT.format(20_000) + query, "row_group_size=3000")
            folder.unchanged(content)


def test_wrong_arguments():
    db = connect()
    db.execute("CREATE TABLE x(a)")
    db.execute("INSERT INTO x VALUES (1)")
    before = db.execute("SELECT * FROM sqlite_schema").fetchall()
    accepted = []
    with Folder() as folder:
        content = folder.old(db)
        for query in WRONG_QUERIES:
            try:
                write(db, folder.target, query)
                accepted.append(query)
            except sqlite3.Error:
                folder.unchanged(content)
        for option in WRONG_OPTIONS:
            try:
                write(db, folder.target, "SELECT 1 AS a", option)
                accepted.append(option)
            except sqlite3.Error:
                folder.unchanged(content)
        assert db.execute("SELECT * FROM sqlite_schema").fetchall() == before
        assert db.execute("SELECT a FROM x").fetchall() == [(1,)]
    assert not accepted, accepted


def test_misfit_is_named():
    """A value that does not fit: the message names column, row and the option that helps."""
    db = connect()
    db.execute("CREATE TABLE x(id INTEGER, price REAL)")
    db.executemany("INSERT INTO x VALUES (?, ?)", [(i, i / 2) for i in range(500)])
    db.execute("UPDATE x SET price = 'cheap' WHERE id = 400")
    with Folder() as folder:
        error = str(error_of(db, folder.target, "x"))
        assert "price" in error and "401" in error and "types" in error, error
        assert write(db, folder.target, "SELECT id, CAST(price AS TEXT) AS price FROM x") == 500
        error = str(error_of(db, folder.target, "x", "types=id=INT8, price=STRING"))
        assert "id" in error and "129" in error, error
        error = str(error_of(db, folder.target, "SELECT 2.5 AS a UNION ALL SELECT 9007199254740993"))
        assert "9007199254740993" in error and "2" in error, error
        assert folder.names() == ["t.parquet"]


def test_unsorted():
    db = connect()
    with Folder() as folder:
        content = folder.old(db)
        query = COUNT.format(9000) + "SELECT CASE i WHEN 8000 THEN 1 ELSE i END AS a FROM n"
        error = str(error_of(db, folder.target, query, "sorted_by=a", "row_group_size=1000"))
        assert "8000" in error or "sorted" in error or "order" in error, error
        folder.unchanged(content)


# --- interrupts -------------------------------------------------------------------------

ENDLESS = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
           "SELECT i, random() AS r, 'text' AS t FROM n")
SLOW = "SELECT count(*) AS c FROM (" + ENDLESS + ")"


def test_interrupt():
    """From another thread, while the query returns rows and while it does not."""
    with Folder() as folder:
        db = connect(check_same_thread=False)
        content = folder.old(db)
        for query in ENDLESS, SLOW:
            timer = threading.Timer(0.3, db.interrupt)
            timer.start()
            started = time.monotonic()
            error = error_of(db, folder.target, query, "row_group_size=20000")
            seconds = time.monotonic() - started
            assert "interrupt" in str(error), error
            assert seconds < 2, seconds
            timer.join()
            folder.unchanged(content)
        assert write(db, folder.target, "SELECT 1 AS a") == 1


def test_progress_handler():
    with Folder() as folder:
        db = connect()
        content = folder.old(db)
        calls = []

        def stop():
            calls.append(1)
            return len(calls) > 50

        db.set_progress_handler(stop, 10_000)
        error = error_of(db, folder.target, ENDLESS)
        db.set_progress_handler(None, 0)
        assert "interrupt" in str(error), error
        folder.unchanged(content)


def test_closed_connection():
    """A statement that was stepped and abandoned."""
    with Folder() as folder:
        db = connect()
        db.execute("CREATE TABLE list(name)")
        db.executemany("INSERT INTO list VALUES (?)", [(f"{folder.path}/{i}",) for i in range(9)])
        cursor = db.execute("SELECT parquet_write(name || '.parquet', 'SELECT 1 AS a') FROM list")
        assert cursor.fetchone() == (1,)
        cursor.close()
        db.close()
        assert all(name.endswith(".parquet") for name in folder.names()), folder.names()


# --- the same connection ----------------------------------------------------------------

def test_own_file():
    """A query of the file that is replaced."""
    db = connect()
    with Folder() as folder:
        write(db, folder.target, COUNT.format(50_000) + "SELECT i, 'v' || (i % 100) AS v FROM n",
              "row_group_size=7000")
        db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{folder.target}')")
        for step, left in ("i % 2 = 0", 25_000), ("i % 5 = 0", 5000), ("v = 'v50'", 500):
            assert write(db, folder.target, f"SELECT * FROM t WHERE {step}") == left
            assert db.execute("SELECT count(*), min(i) FROM t").fetchone()[0] == left
        assert folder.names() == ["t.parquet"]
        assert write(db, folder.target, "t") == 500
        assert db.execute("SELECT count(*) FROM t").fetchone() == (500,)
        assert write(db, folder.target, "SELECT a.i, b.v FROM t a JOIN t b ON a.i = b.i") == 500
        assert db.execute("SELECT count(DISTINCT i) FROM t").fetchone() == (500,)


def test_open_transaction():
    """It writes the rows that the connection sees, and does not end the transaction."""
    with Folder() as folder:
        database = folder.path / "d.db"
        db = connect(database)
        db.execute("CREATE TABLE x(a)")
        db.execute("INSERT INTO x VALUES (1)")
        db.execute("BEGIN")
        db.execute("INSERT INTO x VALUES (2)")
        db.execute("CREATE TEMP TABLE y AS SELECT a * 10 AS b FROM x")
        db.execute("SAVEPOINT s")
        db.execute("INSERT INTO x VALUES (3)")
        assert write(db, folder.target, "x") == 3
        assert rows(folder.target) == [(1,), (2,), (3,)]
        assert write(db, folder.target, "temp.y") == 2
        assert rows(folder.target) == [(10,), (20,)]
        assert write(db, folder.target, "y") == 2
        db.execute("ROLLBACK TO s")
        assert write(db, folder.target, "main.x") == 2
        assert db.in_transaction
        error_of(db, folder.target, "SELECT abs(-9223372036854775807 - 1) AS a")
        assert db.in_transaction
        db.execute("COMMIT")
        assert db.execute("SELECT count(*) FROM x").fetchone() == (2,)
        db.close()


def test_many_files():
    """A file for each row of a query."""
    db = connect()
    with Folder() as folder:
        db.execute("CREATE TABLE list(name, low, high)")
        listed = [(f"{folder.path}/{i}.parquet", i * 100, i * 100 + i) for i in range(20)]
        db.executemany("INSERT INTO list VALUES (?, ?, ?)", listed)
        query = ("'WITH RECURSIVE n(i) AS (SELECT ' || low || ' UNION ALL SELECT i + 1 FROM n "
                 "WHERE i < ' || high || ') SELECT i FROM n'")
        found = db.execute(f"SELECT parquet_write(name, {query}) FROM list").fetchall()
        assert found == [(i + 1,) for i in range(20)], found
        assert len(folder.names()) == 20
        for i, (name, low, high) in enumerate(listed):
            assert rows(name, "min(i), max(i), count(*)", db) == [(low, high, i + 1)]


def test_nested():
    """A query that writes a file, inside a query whose rows are written."""
    db = connect()
    with Folder() as folder:
        inner = folder.path / "inner.parquet"
        query = f"SELECT i, parquet_write('{inner}', 'SELECT ' || i || ' AS a') AS w FROM n"
        assert write(db, folder.target, COUNT.format(5) + query) == 5
        assert rows(folder.target) == [(i, 1) for i in range(1, 6)]
        assert rows(inner) == [(5,)]
        assert folder.names() == ["inner.parquet", "t.parquet"]


def test_direct_only():
    """A view or trigger of an untrusted database cannot write files."""
    db = connect()
    with Folder() as folder:
        call = f"parquet_write('{folder.target}', 'SELECT 1 AS a')"
        db.execute(f"CREATE VIEW w AS SELECT {call}")
        db.execute("CREATE TABLE x(a)")
        db.execute(f"CREATE TRIGGER g AFTER INSERT ON x BEGIN SELECT {call}; END")
        for statement in "SELECT * FROM w", "INSERT INTO x VALUES (1)":
            try:
                db.execute(statement).fetchall()
            except sqlite3.OperationalError as error:
                assert "unsafe" in str(error), error
            else:
                raise AssertionError(statement)
        assert folder.names() == []


# --- memory and size --------------------------------------------------------------------

def peak():
    """The peak memory of this process, in MiB.  (That of getrusage() includes the parent's.)"""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def child_rows(target, n):
    """The peak memory while n rows are written."""
    db = connect()
    query = COUNT.format(n) + ("SELECT i, i * 0.5 AS r, 'some text ' || (i * 7919 % 1000003) AS t, "
                               "random() AS x FROM n")
    before = peak()
    started = time.monotonic()
    count = write(db, target, query, "row_group_size=20000")
    seconds = time.monotonic() - started
    print(json.dumps([count, before, peak(), seconds]))


def test_memory_of_rows():
    """Six times the rows, the same memory."""
    peaks = {}
    with Folder() as folder:
        for n in 500_000, 3_000_000:
            count, before, after, seconds = run_child("rows", folder.target, n)
            assert count == n
            peaks[n] = after
            print(f"hosts: write: {n} rows: {after - before:.0f} MiB, {seconds:.1f} s, "
                  f"{folder.target.stat().st_size / MIB:.0f} MiB")
        assert rows(folder.target, "count(*), max(i)") == [(3_000_000, 3_000_000)]
    few, many = peaks.values()
    assert many < few * 1.2 + 8, peaks


def test_wide():
    """2,000 columns."""
    db = connect()
    db.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, 2000) if hasattr(db, "setlimit") else None
    with Folder() as folder:
        listed = ", ".join(f"i * {c} AS c{c}" for c in range(2000))
        assert write(db, folder.target, COUNT.format(200) + f"SELECT {listed} FROM n") == 200
        db.execute(f"CREATE VIRTUAL TABLE w USING parquet('{folder.target}')")
        found = db.execute("SELECT sum(c0), sum(c1), sum(c1999) FROM w").fetchone()
        assert found == (0, 20_100, 20_100 * 1999), found


def child_wide(source, target):
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE temp.w USING parquet('{source}')")
    count = write(db, target, "w")
    print(json.dumps([count, peak()]))


def test_copy_of_wide_table():
    """2,000 columns of texts, in two row groups, are copied in less memory than one has."""
    db = connect()
    with Folder() as folder:
        source = folder.path / "source.parquet"
        listed = ", ".join(f"'a text of column {c} ' || i AS c{c}" for c in range(2000))
        assert write(db, source, COUNT.format(4500) + f"SELECT {listed} FROM n") == 4500
        count, most = run_child("wide", source, folder.target)
        assert count == 4500
        columns = "count(*), max(c0), max(c1999)"
        assert rows(folder.target, columns) == rows(source, columns)
        print(f"hosts: write: copy of 2,000 columns: {most:.0f} MiB")
        assert most < 128, most


def child_large(target):
    """A few values of 100 MB."""
    db = connect()
    query = COUNT.format(4) + "SELECT i, zeroblob(100000000) AS z, CASE i WHEN 2 THEN " \
        "hex(zeroblob(50000000)) END AS t FROM n"
    count = write(db, target, query)
    print(json.dumps([count, peak()]))


def test_large_values():
    with Folder() as folder:
        count, most = run_child("large", folder.target)
        assert count == 4
        found = rows(folder.target, "i, length(z), length(t), substr(t, -2)")
        assert found == [(i, 100_000_000, *((100_000_000, "00") if i == 2 else (None, None)))
                         for i in range(1, 5)], found
        print(f"hosts: write: values of 100 MB: {most:.0f} MiB")
        assert most < 2000, most


def test_empty_and_small():
    """No rows, rows of nulls, columns without names."""
    db = connect()
    with Folder() as folder:
        assert write(db, folder.target, "SELECT 1 AS a, 'x' AS b WHERE 0") == 0
        assert rows(folder.target) == []
        assert write(db, folder.target, "SELECT NULL AS a") == 1
        assert rows(folder.target) == [(None,)]
        assert write(db, folder.target, "VALUES (1, 'a'), (2, 'b')") == 2
        assert rows(folder.target) == [(1, "a"), (2, "b")]
        assert write(db, folder.target, "SELECT 1, 1, 1 AS x, 2 AS X") == 1
        assert rows(folder.target) == [(1, 1, 1, 2)]


CHILDREN = {"write": child_write, "folder": child_folder, "append": child_append,
            "limited": child_limited,
            "rows": lambda target, n: child_rows(target, int(n)), "large": child_large,
            "wide": child_wide}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--only")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--child")
    parser.add_argument("argument", nargs="*")
    parser.add_argument("extension")
    GIVEN = parser.parse_args()
    EXTENSION = os.path.abspath(GIVEN.extension)
    sys.stdout.reconfigure(line_buffering=True)
    if GIVEN.child:
        CHILDREN[GIVEN.child](*GIVEN.argument)
    else:
        sys.exit(host_tests.run_tests(globals(), "write", "write", GIVEN.only, GIVEN.times))
