# SPDX-License-Identifier: MIT
"""Files in BLOBs and in VFSes written in Python, with apsw and its own SQLite.

    PYTHON hosts/systems/test_vfs.py ./parquet_vtab.so [NAME]     from the project's root

NAME: only the tests whose names contain it.  With VFS_TRAFFIC set, it also prints what queries
of a large file read over HTTP.
"""
import collections
import functools
import glob
import http.server
import itertools
import os
import pathlib
import random
import sys
import threading
import time

import apsw

sys.path[:0] = ["hosts", "dist/recipes/http_vfs"]

from http_vfs import HttpVFS  # noqa: E402
from host_tests import load, run_tests  # noqa: E402

EXTENSION = sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so"
TRIPS = "testdata/trips.parquet"
FILES = sorted(glob.glob("testdata/*.parquet") + glob.glob("testdata/orc/*.orc"))


def connect(path=":memory:"):
    return load(apsw.Connection(str(path)), EXTENSION)


def rows(db, sql, *values):
    return list(db.execute(sql, values))


def one(db, sql, *values):
    return rows(db, sql, *values)[0][0]


def error_of(db, sql, *values):
    """The exception that a statement raises."""
    try:
        rows(db, sql, *values)
    except Exception as error:
        return error
    raise AssertionError(f"no error: {sql}")


def answer(db, sql):
    """The rows, or what kind of error there is instead."""
    try:
        return rows(db, sql)
    except Exception as error:
        return [type(error).__name__]


# --- a VFS in memory --------------------------------------------------------------------

class MemoryFile:
    def __init__(self, vfs, name, content):
        self.vfs, self.name, self.content = vfs, name, content
        vfs.n_open += 1

    def xRead(self, amount, offset):
        self.vfs.reached("xRead")
        self.vfs.n_bytes += amount
        return self.content[offset:offset + amount]

    def xFileSize(self):
        self.vfs.reached("xFileSize")
        return len(self.content)

    def xClose(self):
        self.vfs.calls["xClose"] = self.vfs.calls.get("xClose", 0) + 1
        self.vfs.n_open -= 1


class MemoryVFS(apsw.VFS):
    """Counts calls and bytes; the call number `at` of the method `fault` goes wrong."""

    def __init__(self, name="memory", **options):
        self.files, self.n_open, self.parameters = {}, 0, []
        self.reset()
        super().__init__(name, "", **options)

    def reset(self, fault=None, at=0, how=None):
        self.calls, self.n_bytes = {}, 0
        self.fault, self.at, self.how, self.is_hit = fault, at, how, False

    def reached(self, method):
        self.calls[method] = self.calls.get(method, 0) + 1
        if method == self.fault and self.calls[method] == self.at:
            self.is_hit = True
            return self.how()

    def xFullPathname(self, name):
        self.reached("xFullPathname")
        return name

    def xOpen(self, name, flags):
        self.reached("xOpen")
        assert flags[0] & apsw.SQLITE_OPEN_READONLY and flags[0] & apsw.SQLITE_OPEN_MAIN_DB
        if isinstance(name, apsw.URIFilename):
            self.parameters = [(key, name.uri_parameter(key)) for key in name.parameters]
            name = name.filename()
        if name not in self.files:
            raise apsw.CantOpenError(name)
        return MemoryFile(self, name, self.files[name])


def with_vfs(test):
    """Gives a test a VFS named "memory", which has closed all files in the end."""
    @functools.wraps(test)
    def run():
        vfs = MemoryVFS()
        try:
            test(vfs)
            assert vfs.n_open == 0, vfs.n_open
        finally:
            vfs.unregister()
    del run.__wrapped__  # run_tests() looks at the parameters
    return run


def memory_table(vfs, content, options="", name="t"):
    db = connect()
    vfs.files["/f"] = content
    db.execute(f"CREATE VIRTUAL TABLE {name} USING parquet('/f', vfs=memory{options})")
    return db


def read(path):
    return pathlib.Path(path).read_bytes()


def pairs(tag, n=60_000, options=("compression=none", "encoding=PLAIN")):
    """A file of rows (a, -a): all of the same size, if their tags have as many digits."""
    path = f"/tmp/pairs_{os.getpid()}.parquet"
    db = connect()
    marks = ", ?" * len(options)
    rows(db, f"SELECT parquet_write(?, ?, 'overwrite=on'{marks})", path,
         f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {n}) "
         f"SELECT {tag}000000 + i AS a, -{tag}000000 - i AS b FROM n", *options)
    db.close()
    content = read(path)
    os.remove(path)
    return content


@functools.lru_cache
def two_files():
    """Different files of the same size."""
    return pairs(1), pairs(3)


# --- the same rows everywhere -----------------------------------------------------------

@with_vfs
def test_same_rows_as_on_disk(vfs):
    n_read = 0
    for path in FILES:
        db = connect()
        db.execute("CREATE TABLE files(content BLOB)")
        db.execute("INSERT INTO files VALUES (?)", (read(path),))
        vfs.files["/" + path] = read(path)
        try:
            db.execute(f"CREATE VIRTUAL TABLE d USING parquet('{path}')")
        except apsw.Error:
            continue
        n_read += 1
        names = [c[1] for c in db.execute("PRAGMA table_xinfo(d)")]
        names = [n for n in names if n not in ("_file", "_file_1")]  # the path
        texts = ", ".join(f"quote(\"{n}\")" for n in names)
        questions = ["SELECT count(*) FROM @", f"SELECT {texts} FROM @",
                     f"SELECT {texts} FROM @ WHERE rowid % 7 = 3 OR rowid < 4"]
        for name in names[:8]:
            column = '"' + name.replace('"', '""') + '"'
            questions += [
                f"SELECT quote(min({column})), quote(max({column})) FROM @",
                f"SELECT count(*) FROM @ WHERE {column} > (SELECT {column} FROM @ LIMIT 1)",
                f"SELECT quote({column}), count(*) FROM @ GROUP BY {column} LIMIT 9"]
        for pushdown in "on", "off":
            db.execute(f"DROP TABLE d; CREATE VIRTUAL TABLE d USING parquet('{path}', "
                       f"pushdown={pushdown})")
            wanted = [answer(db, q.replace("@", "d")) for q in questions]
            for name, origin in (("v", f"'/{path}', vfs=memory"),
                                 ("i", f"'/{path}', vfs=memory, immutable=on"),
                                 ("b", "'1', blob='files.content'")):
                db.execute(f"CREATE VIRTUAL TABLE {name} USING parquet({origin}, "
                           f"pushdown={pushdown})")
                for question, right in zip(questions, wanted):
                    found = answer(db, question.replace("@", name))
                    assert found == right, (path, origin, question)
                db.execute(f"DROP TABLE {name}")
        assert vfs.n_open == 0
        db.close()
    assert n_read > 100, n_read


@with_vfs
def test_functions(vfs):
    vfs.files["/t"], vfs.files["/o"] = read(TRIPS), read("testdata/orc/pyarrow_sorted.orc")
    db = connect()
    db.execute("CREATE TABLE f(id INTEGER PRIMARY KEY, content BLOB)")
    db.execute("INSERT INTO f VALUES (-1, ?), (-2, ?)", (vfs.files["/t"], vfs.files["/o"]))
    names = [name for (name,) in db.execute("SELECT name FROM pragma_module_list")
             if name.startswith(("parquet_", "orc_", "read_parquet"))]
    names.remove("parquet_tables")  # has no options
    names.remove("parquet_query")  # makes tables
    n_tried = 0
    for name in names:
        disk, memory, number = ((TRIPS, "/t", -1) if not name.startswith("orc") else
                                ("testdata/orc/pyarrow_sorted.orc", "/o", -2))
        columns = [c[1] for c in db.execute(f"PRAGMA table_xinfo({name})")]
        shown = ", ".join(f'"{c}"' for c in columns if not c.startswith("_") and
                          c != "file_name")
        try:
            wanted = rows(db, f"SELECT {shown} FROM {name}(?)", disk)
        except apsw.Error:
            continue
        n_tried += 1
        for path, option in (memory, "vfs=memory"), (number, "blob=f.content"):
            found = rows(db, f"SELECT {shown} FROM {name}(?, ?)", path, option)
            assert found == wanted, (name, option)
    assert n_tried > 8, names
    db.close()


@with_vfs
def test_calls(vfs):
    db = memory_table(vfs, read(TRIPS))
    assert vfs.calls["xOpen"] == vfs.calls["xClose"] == 1
    vfs.reset()
    assert one(db, "SELECT count(*) FROM t WHERE fare > 20") == 113
    assert vfs.calls["xOpen"] == vfs.calls["xClose"] and vfs.n_open == 0
    assert vfs.calls["xRead"] <= 2 * vfs.calls["xOpen"]  # the file is small
    db.execute("CREATE TABLE o AS SELECT trip_id FROM t LIMIT 50")
    vfs.reset()
    assert one(db, "SELECT sum((SELECT count(*) FROM t AS x WHERE x.trip_id = o.trip_id)) "
                   "FROM o WHERE EXISTS (SELECT 1 FROM t WHERE trip_id > o.trip_id)") == 50
    assert vfs.calls["xOpen"] == vfs.calls["xClose"] <= 2, vfs.calls
    db.execute("DROP TABLE t")
    db.execute("CREATE VIRTUAL TABLE t USING parquet('/f', vfs=memory, immutable=on)")
    assert vfs.n_open == 1
    assert one(db, "SELECT count(*) FROM t WHERE fare > 20") == 113
    vfs.reset()
    assert one(db, "SELECT count(*) FROM t WHERE fare > 20") == 113
    assert set(vfs.calls) <= {"xRead"}, vfs.calls
    db.close()


@with_vfs
def test_paths(vfs):
    content = read(TRIPS)
    db = connect()
    count = "SELECT num_rows FROM parquet_file_metadata(?, 'vfs=memory')"
    for path, name, parameters in (
            ("a b%20", "a b%20", []), ("file:/a%20b", "/a b", []),
            ("file:/x?key=a%26b&=1&empty=&bare&key=2#y?z=1", "/x",
             [("key", "a&b"), ("empty", ""), ("bare", ""), ("key", "a&b")]),
            ("file:/x%", "/x%", []), ("file:/x%4", "/x%4", []),
            ("file:x", "x", []), ("file:///x", "/x", []),
            ("file:/ü?ü=ö", "/ü", [("ü", "ö")]), ("http://host/x?y=%20#z",) * 2 + ([],),
            ("file:/x?" + "&".join(f"k{i}={i}" for i in range(32)), "/x",
             [(f"k{i}", str(i)) for i in range(32)])):
        vfs.files, vfs.parameters = {name: content}, []
        assert one(db, count, path) == 2000, path
        assert vfs.parameters == parameters, (path, vfs.parameters)
    for path in ("file:/x?" + "&".join(f"k{i}" for i in range(33)), "file:/x%00",
                 "file:/x?a=%00", "file:/x?%00", "file://elsewhere/x"):
        assert "URI" in str(error_of(db, count, path)), path
    db.close()


def test_long_paths():
    """A VFS may not return a longer path than it says."""
    vfs = MemoryVFS("short", maxpathname=20)
    db = connect()
    for n in range(1, 40):
        vfs.files = {"x" * n: read(TRIPS)}
        try:
            assert one(db, "SELECT num_rows FROM parquet_file_metadata(?, 'vfs=short')",
                       "x" * n) == 2000
            assert n <= 20
        except Exception as error:
            assert n >= 18 and "AssertionError" not in repr(error), (n, error)
    db.close()
    vfs.unregister()


# --- faults of a VFS --------------------------------------------------------------------

QUESTIONS = ["SELECT count(*), sum(trip_id) FROM t", "SELECT * FROM t WHERE fare > 40",
             "SELECT max(fare), vendor FROM t GROUP BY vendor",
             "SELECT count(*) FROM t AS a, t AS b WHERE a.trip_id = b.trip_id + 1000",
             "SELECT trip_id, (SELECT count(*) FROM t AS b WHERE b.trip_id < t.trip_id) FROM t "
             "WHERE trip_id % 500 = 0"]


def raises(error):
    def how():
        raise error
    return how


@with_vfs
def test_each_call_fails(vfs):
    """An error, or the right rows; and the right rows afterwards."""
    n_errors = 0
    for options in "", ", immutable=on":
        db = memory_table(vfs, read(TRIPS), options)
        right = [rows(db, q) for q in QUESTIONS]
        for method in "xRead", "xOpen", "xFileSize", "xFullPathname":
            for error in (apsw.IOError("broken"), apsw.NoMemError(), ZeroDivisionError("odd"),
                          apsw.BusyError("busy"), apsw.AuthError("no"), apsw.FullError("full")):
                for question, wanted in zip(QUESTIONS, right):
                    at, is_hit = 1, True
                    while is_hit and at < 4:
                        vfs.reset(method, at, raises(error))
                        try:
                            assert rows(db, question) == wanted
                        except AssertionError:
                            raise
                        except Exception:
                            n_errors += 1
                            assert vfs.is_hit
                        is_hit = vfs.is_hit
                        at += 1
                vfs.reset()
                assert rows(db, question) == wanted
        db.close()
    assert n_errors > 50, n_errors


@with_vfs
def test_short_reads(vfs):
    class Short(MemoryFile):
        def xRead(self, amount, offset):
            found = super().xRead(amount, offset)
            return found if offset > len(self.content) - 9000 else found[:amount // 2]

    content = two_files()[0]
    db = memory_table(vfs, content)
    vfs.xOpen = lambda name, flags: Short(vfs, "/f", content)
    assert "became shorter" in str(error_of(db, "SELECT sum(a) FROM t"))
    del vfs.xOpen
    assert one(db, "SELECT count(*) FROM t") == 60000
    db.close()


@with_vfs
def test_replaced_between_statements(vfs):
    first, second = two_files()
    db = memory_table(vfs, first)
    questions = ["SELECT count(*), min(a), max(b) FROM t", "SELECT a FROM t WHERE b < -1059990",
                 "SELECT max(a) FROM t", "SELECT a, b FROM t ORDER BY a DESC LIMIT 3"]
    assert rows(db, questions[0]) == [(60000, 1000001, -1000001)]
    for tag, content in enumerate((second, first, pairs(3, 7), second, pairs(4, 100_000)), 1):
        vfs.files["/f"] = content
        other = connect()
        vfs.files["/other"] = content
        other.execute("CREATE VIRTUAL TABLE t USING parquet('/other', vfs=memory)")
        for question in questions:
            assert rows(db, question) == rows(other, question), (tag, question)
        other.close()
    vfs.files["/f"] = b"no Parquet file, but long enough to be one"
    assert "looks like a text" in str(error_of(db, questions[0]))
    vfs.files["/f"] = first[:-100]
    assert isinstance(error_of(db, questions[0]), apsw.CorruptError)
    del vfs.files["/f"]
    assert isinstance(error_of(db, questions[0]), apsw.CantOpenError)
    vfs.files["/f"] = read(TRIPS)
    assert "create it again" in str(error_of(db, questions[0]))
    vfs.files["/f"] = first
    assert rows(db, questions[0]) == [(60000, 1000001, -1000001)]
    db.close()


@with_vfs
def test_errors_within_a_transaction(vfs):
    db = memory_table(vfs, read(TRIPS))
    db.execute("CREATE TABLE kept(a); BEGIN; INSERT INTO kept VALUES (1)")
    rows(db, "SELECT * FROM t")  # apsw keeps the statement, so it is not prepared again
    vfs.reset("xOpen", 1, raises(apsw.CantOpenError("not now")))
    error_of(db, "SELECT * FROM t")
    assert db.in_transaction and one(db, "SELECT a FROM kept") == 1
    vfs.reset("xRead", 1, raises(apsw.IOError("not now")))
    assert isinstance(error_of(db, "SELECT * FROM t"), apsw.IOError)
    assert not db.in_transaction  # as SQLite does for I/O errors of its own
    vfs.reset()
    assert one(db, "SELECT count(*) FROM t") == 2000
    db.close()


def test_vfs_is_unregistered():
    for options, is_kept in ("", False), (", immutable=on", True):
        vfs = MemoryVFS()
        db = memory_table(vfs, read(TRIPS), options)
        assert one(db, "SELECT count(*) FROM t") == 2000
        running = db.execute("SELECT trip_id FROM t")
        assert next(running)
        vfs.unregister()
        assert len(list(running)) == 1999
        del vfs
        if is_kept:
            assert one(db, "SELECT count(*) FROM t WHERE fare > 20") == 113
        else:
            assert "there is no VFS" in str(error_of(db, "SELECT count(*) FROM t"))
        vfs = MemoryVFS(maxpathname=100)
        vfs.files["/f"] = read(TRIPS)
        assert one(db, "SELECT count(*) FROM t WHERE fare > 20") == 113
        db.close()
        vfs.unregister()


@with_vfs
def test_interrupt_of_slow_reads(vfs):
    content = pairs(1, 400_000)
    db = memory_table(vfs, content)

    class Slow(MemoryFile):
        def xRead(self, amount, offset):
            time.sleep(0.05)
            return super().xRead(amount, offset)

    vfs.xOpen = lambda name, flags: Slow(vfs, "/f", content)
    for how in "interrupt", "progress":
        began = time.monotonic()
        if how == "interrupt":
            timer = threading.Timer(0.15, db.interrupt)
            timer.start()
        else:
            db.set_progress_handler(lambda: time.monotonic() - began > 0.15, 1000)
        error = error_of(db, "SELECT a FROM t WHERE a + b = 1")
        assert isinstance(error, apsw.InterruptError), error
        assert time.monotonic() - began < 0.5
        db.set_progress_handler(None)
    del vfs.xOpen
    assert one(db, "SELECT count(*) FROM t") == 400_000
    db.close()


@with_vfs
def test_little_memory(vfs):
    vfs.files["/f"] = content = pairs(1, 400_000)
    db = connect()
    db.execute("CREATE TABLE files(content BLOB)")
    db.execute("INSERT INTO files VALUES (?)", (content,))
    for origin in "'/f', vfs=memory", "'1', blob='files.content'":
        for limit in "1MiB", "2MiB", "4MiB", "20MiB":
            db.execute(f"CREATE VIRTUAL TABLE t USING parquet({origin}, memory_limit='{limit}')")
            assert one(db, "SELECT sum(a) + sum(b) FROM t") == 0, (origin, limit)
            db.execute("DROP TABLE t")
    rows(db, "SELECT parquet_restrict('memory=1MiB')")
    for origin in "'/f', vfs=memory", "'1', blob='files.content'":
        db.execute(f"CREATE VIRTUAL TABLE t USING parquet({origin})")
        assert one(db, "SELECT sum(a) + sum(b) FROM t") == 0, origin
        db.execute("DROP TABLE t")
    db.close()


@with_vfs
def test_restrictions(vfs):
    db = memory_table(vfs, read(TRIPS), ", immutable=on")
    running = db.execute("SELECT trip_id FROM t")
    next(running)
    rows(db, "SELECT parquet_restrict('read=testdata')")
    running.close()
    for sql in ("SELECT count(*) FROM t", "SELECT * FROM parquet_schema('/f', 'vfs=memory')",
                "CREATE VIRTUAL TABLE u USING parquet('/f', vfs=memory)"):
        assert "may not use option vfs" in str(error_of(db, sql)), sql
    db.close()


# --- BLOBs that change ------------------------------------------------------------------

def blob_table(content, path=":memory:", options=""):
    db = connect(path)
    db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, content BLOB)")
    db.execute("INSERT INTO files VALUES (1, ?)", (content,))
    db.execute(f"CREATE VIRTUAL TABLE t USING parquet('1', blob='files.content'{options})")
    return db


WRITE = "UPDATE files SET content = ? WHERE id = 1"


def test_changes_while_reading():
    first, second = two_files()
    assert len(first) == len(second)
    cases = [  # what happens before and after the first row, the tag, whether reading goes on
        ("", WRITE, 1, False), ("", "DELETE FROM files", 1, False),
        ("", "DELETE FROM files WHERE id = 1", 1, False),
        ("", "REPLACE INTO files VALUES (1, ?)", 1, False),
        ("", "UPDATE files SET content = zeroblob(10)", 1, False),
        ("", "UPDATE files SET id = 2", 1, False), ("BEGIN", WRITE + "; ROLLBACK", 1, False),
        ("BEGIN", "SAVEPOINT s; " + WRITE + "; ROLLBACK TO s", 1, False),
        ("BEGIN; " + WRITE, "ROLLBACK", 3, False),
        ("SAVEPOINT s; " + WRITE, "ROLLBACK TO s", 3, False),
        ("BEGIN; SAVEPOINT s; " + WRITE + "; SAVEPOINT u", "ROLLBACK TO s", 3, False),
        ("SAVEPOINT s; " + WRITE + "; RELEASE s; BEGIN", "ROLLBACK", 3, True),
        ("BEGIN; " + WRITE + "; COMMIT", "SELECT 1", 3, True),
        ("BEGIN", "COMMIT", 1, True), ("BEGIN", "ROLLBACK", 1, True),
        ("BEGIN", "INSERT INTO files VALUES (2, ?); COMMIT", 1, True),
        ("", "INSERT INTO files VALUES (2, ?); DELETE FROM files WHERE id = 2", 1, True),
        ("", "ALTER TABLE files ADD COLUMN more", 1, True),
        ("", "CREATE INDEX i ON files(id)", 1, True),
        ("INSERT INTO files VALUES (2, ?), (3, ?)", "DELETE FROM files WHERE id > 1", 1, True)]
    for before, after, tag, goes_on in cases:
        db = blob_table(first)
        for sql in filter(None, before.split("; ")):
            rows(db, sql, *[second] * sql.count("?"))
        running = db.execute("SELECT a, b FROM t")
        found = [next(running)]
        for sql in after.split("; "):
            rows(db, sql, *[second] * sql.count("?"))
        try:
            found += running
            assert goes_on and len(found) == 60000, (before, after)
        except apsw.SQLError as error:
            assert not goes_on, (before, after, error)
            assert "row was changed while its BLOB was read" in str(error), error
        for i, row in enumerate(found, 1):
            assert row == (tag * 1000000 + i, -tag * 1000000 - i), (before, after, row)
        db.close()


# Of a table {t} with the columns a (unique), k and s.
RANDOM_QUESTIONS = [
    "SELECT a, k, s FROM {t} WHERE k {op} {n}", "SELECT a, s FROM {t} ORDER BY s, a LIMIT {n}",
    "SELECT s, count(*), max(a) FROM {t} GROUP BY s", "SELECT max(a) FROM {t} WHERE k <> {n}",
    "SELECT a FROM {t} ORDER BY a DESC", "SELECT a, k FROM {t} UNION ALL SELECT k, a FROM {t}",
    "SELECT a, (SELECT count(*) FROM {t} AS x WHERE x.k = o.k AND x.a {op} o.a) FROM {t} AS o",
    "SELECT a, (SELECT max(x.a) FROM {t} AS x WHERE x.a < o.a) FROM {t} AS o WHERE k {op} {n}",
    "SELECT a, (SELECT s FROM {t} AS x WHERE x.a = o.a + 1) FROM {t} AS o ORDER BY k, a",
    "SELECT a FROM {t} AS o WHERE EXISTS (SELECT 1 FROM {t} AS x WHERE x.a = o.a + {n})",
    "SELECT x.a, y.s FROM {t} AS x JOIN {t} AS y ON y.a = x.a + 1 WHERE x.k {op} {n}",
    "SELECT a, s FROM {t} WHERE a IN (SELECT max(a) FROM {t} GROUP BY k) AND s > 'x{n}'"]
RANDOM_CHANGES = [
    "REPLACE INTO files SELECT 1, tag, content FROM versions WHERE tag = {tag}",
    "UPDATE files SET content = content || x'' WHERE id = 1", "DELETE FROM files WHERE id = 1",
    "INSERT OR REPLACE INTO files VALUES (2, 0, x'00')", "BEGIN", "COMMIT", "ROLLBACK",
    "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s"]
EXPLAINED = ("row was changed", "run the statement again", "no such rowid", "abort",
             "BLOB cannot be")


def versions_of_a_file(db, n):
    """Makes a table `versions` with n files, and v0, v1, ... with their rows."""
    db.execute("CREATE TABLE versions(tag, content)")
    for tag in range(n):
        path = f"/tmp/version_{os.getpid()}.parquet"
        db.execute(f"CREATE TABLE v{tag} AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                   f"FROM n WHERE i < {400 + 50 * tag}) SELECT i + {1000 * tag} AS a, i * 7 % 13 "
                   f"AS k, 'x' || (i % 9 + {tag}) AS s FROM n ORDER BY i * {tag} % 17, i")
        rows(db, "SELECT parquet_write(?, ?, 'overwrite=on', 'page_size=1KiB', ?)", path, f"v{tag}",
             f"row_group_size={100 + 60 * tag}")
        db.execute("INSERT INTO versions VALUES (?, ?)", (tag, read(path)))
        os.remove(path)


class Reading:
    """A statement that reads a BLOB, and the rows that it has not returned yet."""

    def __init__(self, db, question, n_changes):
        tag = rows(db, "SELECT tag FROM files WHERE id = 1")
        self.question, self.n_changes = question, n_changes
        self.left = collections.Counter(
            rows(db, question.replace("{t}", f"v{tag[0][0]}")) if tag else [])
        self.may_begin = bool(tag)
        self.cursor = db.execute(question.replace("{t}", "t"))

    def read(self, n):
        """Reads some rows; returns whether there may be more."""
        for row in itertools.islice(self.cursor, n):
            assert self.may_begin and self.left[row] > 0, (self.question, row)
            self.left[row] -= 1
            n -= 1
        assert n == 0 or not any(self.left.values()), self.question
        return n == 0


def test_random_changes_while_reading(folder):
    """Rows are those of the BLOB as the statement has found it, or there is an error."""
    seed = int(os.environ.get("SEED", 1))
    rng, counts = random.Random(seed), collections.Counter()
    for round in range(12):
        db = connect(":memory:" if round % 2 else folder / f"{round}.db")
        versions_of_a_file(db, 4)
        db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, tag, content BLOB)")
        db.execute(RANDOM_CHANGES[0].format(tag=0))
        db.execute("CREATE VIRTUAL TABLE t USING parquet('1', blob='files.content')")
        readings, n_changes = [], 0
        for step in range(250):
            kind, reading = rng.random(), None
            try:
                if kind < 0.25:
                    change = rng.choice(RANDOM_CHANGES[:1] * 4 + RANDOM_CHANGES)
                    db.execute(change.format(tag=rng.randrange(4)))
                    n_changes += 1
                elif kind < 0.5 and len(readings) < 6:
                    question = rng.choice(RANDOM_QUESTIONS).replace("{op}", rng.choice("<>="))
                    question = question.replace("{n}", str(rng.randrange(14)))
                    readings.append(Reading(db, question, n_changes))
                elif readings:
                    reading = readings.pop(rng.randrange(len(readings)))
                    if rng.random() < 0.1:
                        reading.cursor.close()
                    elif reading.read(rng.choice((1, 5, 50, 10000))):
                        readings.append(reading)
                    else:
                        counts["ended"] += 1
            except apsw.Error as error:
                counts["refused" if kind < 0.25 else "failed"] += 1
                assert kind < 0.25 or any(e in str(error) for e in EXPLAINED), (
                    seed, round, step, error)
                assert reading is None or reading.n_changes < n_changes, (
                    seed, round, step, reading.question, error)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, round {round}, step {step}") from error
        for reading in readings:
            reading.cursor.close()
        db.close()
    assert counts["ended"] > 100 and counts["failed"] > 100, counts


def test_what_cannot_happen_while_reading():
    for before, after in (("", "DROP TABLE files"), ("", "DROP TABLE t"), ("", "VACUUM"),
                          ("BEGIN; INSERT INTO files VALUES (5, '')", "COMMIT"),
                          ("BEGIN; INSERT INTO files VALUES (5, '')", "SAVEPOINT s")):
        db = blob_table(two_files()[0])
        db.execute(before)
        running = db.execute("SELECT a, b FROM t")
        next(running)
        error_of(db, after)
        assert len(list(running)) == 59999
        if before:  # nothing prevents it any more
            db.execute("COMMIT")
        db.execute("DROP TABLE files")
        db.close()


def test_immutable_blob_lets_commit():
    db = blob_table(two_files()[0], options=", immutable=on")
    db.execute("BEGIN; CREATE TABLE o(x); INSERT INTO o VALUES (1)")
    running = db.execute("SELECT a FROM t")
    next(running)
    db.execute("COMMIT")
    assert len(list(running)) == 59999
    db.close()


def test_a_second_statement_sees_no_old_rows():
    """While one reads the old file, another that begins reads the new one or fails."""
    first, second = two_files()
    for question in ("SELECT count(*), min(a) FROM t", "SELECT a FROM t LIMIT 1",
                     "SELECT count(*) FROM t", "SELECT max(a) FROM t",
                     "SELECT (SELECT max(b) FROM t WHERE a > x) FROM (SELECT 5 AS x)"):
        for reader in ("SELECT a, b FROM t",
                       "SELECT a, (SELECT max(x.a) FROM t AS x WHERE x.a <= t.a) FROM t"):
            db = blob_table(first)
            rows(db, question)
            running = db.execute(reader)
            next(running)
            rows(db, question)  # leaves something to show again
            rows(db, WRITE, second)
            assert "row was changed" in str(error_of(db, question)), (question, reader)
            running.close()
            db.execute("CREATE TABLE new(content)")
            db.execute("INSERT INTO new VALUES (?)", (second,))
            db.execute("CREATE VIRTUAL TABLE u USING parquet('1', blob='new.content')")
            assert rows(db, question) == rows(db, question.replace("FROM t", "FROM u"))
            db.close()


def test_written_through_blob_handles():
    """Between statements that is as good as an UPDATE."""
    first, second = two_files()
    db = blob_table(first)
    assert one(db, "SELECT min(a) FROM t") == 1000001
    with db.blob_open("main", "files", "content", 1, True) as blob:
        blob.write(second)
    assert one(db, "SELECT min(a) FROM t") == 3000001
    rows(db, "UPDATE files SET content = zeroblob(?)", len(first))
    assert isinstance(error_of(db, "SELECT min(a) FROM t"), apsw.CorruptError)
    with db.blob_open("main", "files", "content", 1, True) as blob:
        assert isinstance(error_of(db, "SELECT min(a) FROM t"), apsw.CorruptError)
        blob.write(first)
        assert one(db, "SELECT min(a) FROM t") == 1000001
    db.close()


def test_prepared_statements_are_run_again():
    """With other files: sorted in another way, other row groups, other columns."""
    db = connect()
    variants = []
    for i, order in enumerate(("i", "i DESC", "(i * 7919) % 10007", "-i % 100, i")):
        for options in (("row_group_size=1000",), ("page_size=4KiB", "encoding=PLAIN")):
            path = f"/tmp/variant_{os.getpid()}.parquet"
            rows(db, f"SELECT parquet_write(?, ?, 'overwrite=on'{', ?' * len(options)})", path,
                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                 f"{9000 + i}) SELECT i AS a, i % 97 AS k, 'x' || (i % 50) AS s FROM n "
                 f"ORDER BY {order}", *options)
            variants.append(read(path))
            os.remove(path)
    db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, content BLOB)")
    db.execute("INSERT INTO files VALUES (1, ?)", (variants[0],))
    db.execute("CREATE VIRTUAL TABLE t USING parquet('1', blob='files.content')")
    questions = ["SELECT a, k, s FROM t ORDER BY a", "SELECT max(a), min(a) FROM t",
                 "SELECT a FROM t ORDER BY a DESC LIMIT 5", "SELECT max(a) FROM t WHERE k = 5",
                 "SELECT count(*), s FROM t GROUP BY s ORDER BY s",
                 "SELECT a FROM t WHERE a BETWEEN 500 AND 510 ORDER BY a",
                 "SELECT count(*) FROM t AS x, t AS y WHERE x.a = y.a + 1 AND x.k = 3",
                 "SELECT rowid, a FROM t WHERE rowid IN (1, 900, 8999)"]
    n_again = 0
    for content in variants + variants[::-1] + variants[::3]:
        rows(db, WRITE, content)
        db.execute("DROP TABLE IF EXISTS c")
        db.execute("CREATE TABLE c AS SELECT rowid AS r, * FROM t")
        for question in questions:  # apsw keeps statements
            other = question.replace("FROM t", "FROM c").replace(", t AS y", ", c AS y")
            wanted = rows(db, other.replace("rowid", "r"))
            try:
                found = rows(db, question)
            except apsw.SQLError as error:
                assert "run the statement again" in str(error), error
                n_again += 1
                error_of_first = str(error)
                try:
                    found = rows(db, question)
                except apsw.SQLError:
                    raise AssertionError(f"{question}: {error_of_first}") from None
            assert sorted(found) == sorted(wanted), question
            if "ORDER BY" in question:
                assert found == wanted, question
    rows(db, WRITE, read(TRIPS))
    for question in questions:
        assert "create it again" in str(error_of(db, question)), question
    db.close()


# --- BLOBs: transactions, other connections, schemas ------------------------------------

def test_no_transaction_is_kept():
    db = blob_table(two_files()[0])
    for sql in ("SELECT count(*) FROM t", "SELECT a FROM t LIMIT 1", "SELECT * FROM t",
                "SELECT * FROM parquet_schema(1, 'blob=files.content')",
                "SELECT * FROM parquet_schema(9, 'blob=files.content')", "SELECT nothing FROM t",
                "SELECT a FROM t WHERE a = (SELECT max(a) FROM t)"):
        answer(db, sql)
        assert db.get_autocommit() and db.txn_state("main") == apsw.SQLITE_TXN_NONE, sql
    abandoned = db.execute("SELECT a FROM t")
    next(abandoned)
    assert db.txn_state("main") == apsw.SQLITE_TXN_READ
    abandoned.close()
    assert db.txn_state("main") == apsw.SQLITE_TXN_NONE
    db.execute("DROP TABLE files")
    assert isinstance(error_of(db, "SELECT a FROM t"), apsw.CantOpenError)
    db.execute("DROP TABLE t")
    db.close()


def test_other_connections(folder):
    first, second = two_files()
    for mode in "delete", "wal":
        path = folder / f"{mode}.db"
        db = connect(path)
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.close()
        db = blob_table(first, path)
        other = connect(path)
        assert one(other, "SELECT min(a) FROM t") == 1000001
        running = db.execute("SELECT a, b FROM t")
        next(running)
        if mode == "wal":
            rows(other, WRITE, second)
            assert one(other, "SELECT min(a) FROM t") == 3000001
        else:
            assert isinstance(error_of(other, WRITE, second), apsw.BusyError)
        assert all(row == (1000000 + i, -1000000 - i) for i, row in enumerate(running, 2))
        rows(other, WRITE, second)
        assert one(db, "SELECT min(a) FROM t") == 3000001
        # A lock is an error that leaves the transaction alone.
        db.execute("ATTACH ? AS o", (str(folder / "o.db"),))
        db.execute("CREATE TABLE o.files(content); CREATE TABLE kept(a)")
        db.execute("INSERT INTO o.files VALUES (?)", (first,))
        db.execute("CREATE VIRTUAL TABLE o.u USING parquet('1', blob='files.content')")
        locker = connect(folder / "o.db")
        locker.execute("BEGIN EXCLUSIVE")
        db.execute("BEGIN; INSERT INTO kept VALUES (1)")
        error = error_of(db, "SELECT count(*) FROM o.u")
        assert "locked" in str(error), error
        assert db.in_transaction
        locker.execute("COMMIT")
        assert one(db, "SELECT count(*) FROM o.u") == 60000
        db.execute("COMMIT")
        for connection in db, other, locker:
            connection.close()
        os.remove(folder / "o.db")


def test_close_with_open_cursors():
    for content in two_files():
        db = blob_table(content)
        cursors = [db.execute("SELECT a FROM t WHERE a > ?", (i,)) for i in range(5)]
        for cursor in cursors:
            next(cursor)
        db.close(True)


def test_authorizer():
    asked = []

    def authorize(action, first, second, database, source):
        asked.append((action, first, second))
        return answers.get((action, first, second), apsw.SQLITE_OK)

    column = (apsw.SQLITE_READ, "files", "content")
    for code in apsw.SQLITE_DENY, apsw.SQLITE_IGNORE:
        db = blob_table(read(TRIPS))
        answers = {}
        db.authorizer = authorize
        for sql in ("SELECT count(*) FROM t", "SELECT vendor FROM t LIMIT 1",
                    "SELECT * FROM parquet_schema(1, 'blob=files.content')"):
            asked.clear()
            assert rows(db, sql) and column in asked
            answers[column] = code
            error_of(db, sql)
            del answers[column]
            rows(db, sql)
        answers[column] = code
        error_of(db, "CREATE VIRTUAL TABLE u USING parquet('1', blob='files.content')")
        # The authorizer's word counts for other names of the column, too.
        for name in "'FILES.Content'", "'main.files.content'", "'\"files\".[content]'":
            error_of(db, f"SELECT * FROM parquet_schema(1, 'blob=' || {name})")
        db.close()


def test_schemas_of_others(folder):
    """What a database file says must not lead out of it."""
    path = folder / "evil.db"
    db = connect(path)
    db.execute("CREATE TABLE files(content)")
    db.execute("INSERT INTO files VALUES (?)", (read(TRIPS),))
    db.execute("PRAGMA writable_schema = on")
    for name, place in ("a", "main.secret.content"), ("b", "temp.secret.content"), (
            "c", "secret.content"), ("d", "files.content"), ("e", "e.unavailable"), (
            "f", "view_f.unavailable"):
        db.execute("INSERT INTO sqlite_schema VALUES ('table', ?, ?, 0, ?)", (
            name, name, f"CREATE VIRTUAL TABLE {name} USING parquet('1', blob='{place}')"))
    db.execute("INSERT INTO sqlite_schema VALUES ('view', 'view_f', 'view_f', 0, "
               "'CREATE VIEW view_f AS SELECT unavailable FROM f')")
    db.close()
    db = connect()
    for schema in "main", "temp":
        db.execute(f"CREATE TABLE {schema}.secret(content)")
        db.execute(f"INSERT INTO {schema}.secret VALUES (?)", (read(TRIPS),))
    db.execute("ATTACH ? AS evil", (str(path),))
    for name in "abcef":
        error_of(db, f"SELECT * FROM evil.{name}")
        error_of(db, f"SELECT * FROM evil.{name}")
    assert one(db, "SELECT count(*) FROM evil.d") == 2000
    db.execute("PRAGMA trusted_schema = off")
    db.execute("CREATE TEMP VIEW v AS SELECT * FROM evil.d; CREATE VIEW evil.v AS SELECT * FROM d")
    error_of(db, "SELECT * FROM evil.v")
    db.execute("DETACH evil")
    db.close()


def test_nested_and_recursive():
    db = blob_table(read(TRIPS))
    db.execute(f"CREATE VIRTUAL TABLE d USING parquet('{TRIPS}')")
    db.execute("CREATE VIRTUAL TABLE u USING parquet('1', blob='files.content')")
    db.create_scalar_function("again", lambda x: one(db, "SELECT count(*) FROM t WHERE "
                                                         "trip_id < ?", x))
    for question in (
            "SELECT again(trip_id) FROM @ WHERE trip_id % 400 = 0",
            "WITH RECURSIVE n(i) AS (SELECT min(trip_id) FROM @ UNION ALL SELECT (SELECT "
            "min(trip_id) FROM @ WHERE trip_id > i + 50) FROM n WHERE i NOT NULL) SELECT i FROM n",
            "SELECT vendor, (SELECT count(*) FROM @ AS i WHERE i.vendor = o.vendor AND "
            "i.trip_id < o.trip_id) FROM @ AS o WHERE trip_id % 100 = 7",
            "SELECT count(*) FROM @ AS a, @ AS b WHERE a.trip_id = b.trip_id AND a.fare > 10"):
        wanted = rows(db, question.replace("@", "d"))
        assert rows(db, question.replace("@", "t")) == wanted, question
        assert rows(db, question.replace("@", "t", 1).replace("@", "u")) == wanted, question
    db.close()


def test_utf16():
    db = apsw.Connection(":memory:")
    db.execute("PRAGMA encoding = 'UTF-16le'")
    load(db, EXTENSION)
    db.execute("CREATE TABLE \"ü ö\"(\"ß.ß\" BLOB)")
    db.execute("INSERT INTO \"ü ö\"(rowid, \"ß.ß\") VALUES (-3, ?)", (read(TRIPS),))
    db.execute("CREATE VIRTUAL TABLE t USING parquet('-3', blob='\"ü ö\".\"ß.ß\"')")
    assert one(db, "SELECT count(*) FROM t WHERE vendor = 'Blue Cab'") == 687
    assert one(db, "PRAGMA integrity_check") == "ok"
    db.close()


# --- HTTP -------------------------------------------------------------------------------

class Server:
    """Serves ranges of contents, and counts requests and bytes."""

    def __init__(self):
        self.contents, self.log, self.etag, self.fault = {}, [], '"1"', None
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                content = outer.contents.get(self.path)
                status = outer.fault or (404 if content is None else 206)
                if self.headers.get("If-Match", outer.etag) != outer.etag:
                    status = 412
                part = b""
                if status == 206:
                    first, last = map(int, self.headers["Range"][6:].split("-"))
                    part = content[first:last + 1]
                outer.log.append(len(part))
                self.send_response(status)
                if status == 206:
                    self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
                    self.send_header("ETag", outer.etag)
                self.send_header("Content-Length", str(len(part)))
                self.end_headers()
                self.wfile.write(part)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def test_http():
    server = Server()
    vfs = HttpVFS("http", [server.url + "/"], timeout=5)
    server.contents = {"/trips.parquet": read(TRIPS), "/pairs": two_files()[0]}
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE d USING parquet('{TRIPS}')")
    db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{server.url}/trips.parquet', vfs=http)")
    db.execute(f"CREATE VIRTUAL TABLE p USING parquet('{server.url}/pairs', vfs=http)")
    assert rows(db, "SELECT * FROM t") == rows(db, "SELECT * FROM d")
    server.log.clear()
    assert one(db, "SELECT count(*) FROM p WHERE a = 1000005") == 1
    assert sum(server.log) < len(two_files()[0]) / 2, server.log
    running = db.execute("SELECT a FROM p")
    next(running)
    server.etag = '"2"'
    error = None
    try:
        list(running)
    except apsw.IOError as caught:
        error = caught
    assert "412" in str(error), error
    assert one(db, "SELECT count(*) FROM p") == 60000
    for fault in 500, 200:
        server.fault = fault
        error_of(db, "SELECT count(*) FROM p")
    server.fault = None
    assert one(db, "SELECT count(*) FROM p") == 60000
    for url in f"{server.url}/absent", "http://127.0.0.1:1/x", "file:///etc/passwd", "/etc/passwd":
        error_of(db, "SELECT * FROM parquet_schema(?, 'vfs=http')", url)
    db.close()
    vfs.unregister()
    server.close()


def test_traffic(folder):
    """Prints what queries of a file of 50 MB read."""
    if "VFS_TRAFFIC" not in os.environ:
        return "VFS_TRAFFIC is not set"
    path = folder / "large.parquet"
    db = connect()
    rows(db, "SELECT parquet_write(?, ?)", str(path),
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500000) "
         "SELECT i AS id, i * 7919 % 1000003 AS k, 'user ' || (i * 31 % 5003) AS name, "
         "(i * 7919 % 100003) / 7.0 AS price, hex(sin(i)) || i AS note, "
         "date('2020-01-01', '+' || (i / 1000) || ' days') AS day FROM n")
    server = Server()
    server.contents["/large"] = read(path)
    vfs = HttpVFS("http", [server.url], timeout=5)
    print(f"{len(server.contents['/large']):,} bytes")
    for options in "", ", immutable=on":
        db.execute("DROP TABLE IF EXISTS t")
        db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{server.url}/large', "
                   f"vfs=http{options})")
        print(f"\n| query{options} | requests | bytes | seconds | again |\n|---|---|---|---|---|")
        for sql in ("SELECT name FROM pragma_table_info('t')", "SELECT count(*) FROM t",
                    "SELECT count(*) FROM t WHERE k < 1000",
                    "SELECT sum(price) FROM t WHERE price < 20",
                    "SELECT * FROM t WHERE id = 1777777", "SELECT * FROM t WHERE rowid = 5",
                    "SELECT day, count(*) FROM t GROUP BY day", "SELECT * FROM t"):
            told = []
            for _ in range(2):
                server.log.clear()
                began = time.monotonic()
                for _ in db.execute(sql):
                    pass
                told.append((len(server.log), sum(server.log), time.monotonic() - began))
            print(f"| {sql} | {told[0][0]} | {told[0][1]:,} | {told[0][2]:.2f} | "
                  f"{told[1][0]}, {told[1][1]:,} |")
    db.close()
    vfs.unregister()
    server.close()


def main():
    only = sys.argv[2] if len(sys.argv) > 2 else None
    return run_tests(globals(), "vfs", "vfs", only)


if __name__ == "__main__":
    sys.exit(main())
