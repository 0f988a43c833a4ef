# SPDX-License-Identifier: MIT
"""The extension in Python's sqlite3 module.

    python3 hosts/systems/test_python.py ./parquet_vtab.so        from the project's root
"""
import datetime
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import traceback
import zlib

sys.path.insert(0, "hosts")

import host_tests  # noqa: E402

EXTENSION = sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so"
DATA = "sql-tests/data"
TRIPS = "testdata/trips.parquet"


def connect(path=":memory:", **options):
    return host_tests.connect(EXTENSION, path, **options)


def numbers(**options):
    db = connect(**options)
    db.execute(f"CREATE VIRTUAL TABLE n USING parquet('{DATA}/numbers.parquet')")
    return db


def one(db, sql, *parameters):
    return db.execute(sql, *parameters).fetchone()[0]


def error_of(db, sql, *parameters):
    """Returns the exception that a statement raises."""
    try:
        db.execute(sql, *parameters).fetchall()
    except sqlite3.Error as error:
        return error
    raise AssertionError(f"no error: {sql}")


def error_name(error):
    return getattr(error, "sqlite_errorname", None)  # from Python 3.11 on


def replace(path, sql, *options):
    """Renames a new file over the existing one."""
    marks = "".join(", ?" for _ in options)
    db = connect()
    db.execute(f"SELECT parquet_write(?, ?{marks})", (f"{path}.new", sql, *options))
    db.close()
    os.rename(f"{path}.new", path)


TIMES = ("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 9) "
         "SELECT i, '2024-01-0' || i || ' 00:00:00' AS t FROM c")


def test_replaced_file_leaves_other_statements_alone(folder):
    path = folder / "times.parquet"
    replace(path, TIMES, "types=t=TIMESTAMP(us)")
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    db.execute("CREATE TABLE p AS SELECT 1 AS x UNION ALL SELECT 2")
    db.execute("CREATE TABLE q AS SELECT 1 AS x")
    kept = "SELECT count(*) FROM t, p WHERE t.t > '2024-01-05' AND p.x <= t.i"
    before = one(db, kept)
    other = db.execute("SELECT x, (SELECT count(*) FROM q WHERE q.x + p.x > 0) FROM p")
    assert other.fetchone() == (1, 1)
    replace(path, TIMES, "types=t=TIMESTAMP(ms)")
    assert one(db, kept) == before
    assert other.fetchall() == [(2, 1)]
    assert one(db, kept) == before


def test_replaced_file_of_another_order_fails_once(folder):
    path = folder / "times.parquet"
    replace(path, TIMES, "types=t=TIMESTAMP(us)")
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    kept = "SELECT max(t) FROM t"
    assert one(db, kept) == "2024-01-09 00:00:00"
    replace(path, TIMES.replace("2024", "+012024"), "types=t=TIMESTAMP(us)")
    other = db.execute("SELECT 1 UNION ALL SELECT 2")
    other.fetchone()
    assert "unknown order; run the statement again" in str(error_of(db, kept))
    assert other.fetchall() == [(2,)]
    error_of(db, kept)
    assert one(db, kept) == "+012024-01-09 00:00:00"


def test_losses_are_listed_within_limits(folder):
    path, name = folder / "long.parquet", "c" * 100000
    db = connect()
    db.execute("SELECT parquet_write(?, ?, 'page_size=1KiB', 'compression=none')",
               (str(path), f"SELECT value || 'text' AS \"{name}\" FROM json_each('"
                           f"{list(range(9000))}')"))
    file = bytearray(path.read_bytes())
    places = db.execute("SELECT * FROM parquet_pages(?)", (str(path),))
    columns = [column[0] for column in places.description]
    pages = [dict(zip(columns, page)) for page in places]
    assert len(pages) > 50
    for page in pages:
        file[page["page_offset"] + 4:page["page_offset"] + 8] = b"\xff" * 4
    path.write_bytes(file)
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}', salvage=on)")
    assert one(db, f"SELECT count(*) FROM t WHERE +\"{name}\" IS NULL") == 9000
    lost, text = db.execute("SELECT values_lost, losses FROM parquet_scan_stats "
                            "ORDER BY seq DESC LIMIT 1").fetchone()
    assert lost == 9000 and 100 < len(text) < 300000
    json.loads(text)


def test_one_file_in_a_statement(folder):
    path = folder / "a.parquet"
    replace(path, "SELECT value AS a FROM json_each('[0,1,2,3,4]')")
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    other = db.execute("SELECT 1 UNION ALL SELECT 2")
    other.fetchone()
    rows = db.execute("SELECT a, (SELECT count(*) FROM t AS u WHERE u.a >= t.a) FROM t")
    assert rows.fetchone() == (0, 5)
    replace(path, "SELECT 1 AS a")
    assert rows.fetchall() == [(1, 4), (2, 3), (3, 2), (4, 1)]
    assert one(db, "SELECT count(*) FROM t") == 1


def test_loads_twice():
    db = numbers()
    assert one(db, "SELECT count(n) FROM n") == 1000
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    assert isinstance(one(db, "SELECT parquet_version()"), str)
    db.execute(f"CREATE VIRTUAL TABLE m USING parquet('{DATA}/numbers.parquet')")
    assert one(db, "SELECT count(*) FROM m, n WHERE m.n = n.n") == 1000
    names = [r[0] for r in db.execute("SELECT table_name FROM parquet_scan_stats")]
    assert "main.m" in names
    db.close()


def test_attach_trips():
    db = connect()
    assert one(db, "SELECT parquet_attach(?)", (TRIPS,)) == 1
    rows = db.execute("SELECT * FROM trips").fetchall()
    n = one(db, "SELECT num_rows FROM parquet_file_metadata(?)", (TRIPS,))
    assert len(rows) == n == one(db, "SELECT count(*) FROM trips") > 0
    names = [r[1] for r in db.execute("PRAGMA table_info(trips)")]
    cursor = db.execute("SELECT * FROM trips")
    assert [d[0] for d in cursor.description] == names
    assert db.execute("SELECT * FROM trips WHERE rowid = ?", (n,)).fetchall() == rows[-1:]
    db.execute("CREATE TABLE copy AS SELECT * FROM trips")
    assert db.execute("SELECT * FROM copy").fetchall() == rows


def test_types():
    db = numbers()
    kinds = {"integer": int, "real": float, "text": str, "blob": bytes, "null": type(None)}
    for column in "n", "t", "r", "small", "big", "b":
        for value, name in db.execute(f'SELECT "{column}", typeof("{column}") FROM n'):
            assert type(value) is kinds[name], (column, value, name)
    assert one(db, "SELECT big FROM n WHERE n = 1") == 2**53 + 1
    assert one(db, "SELECT b FROM n WHERE n = 258") == b"\2\0\1"
    assert one(db, "SELECT r FROM n WHERE n = 11") is None  # NaN


def test_row_counts():
    db = numbers()
    assert len(db.execute("SELECT * FROM n").fetchall()) == 1000
    cursor = db.execute("SELECT n FROM n")
    assert [len(cursor.fetchmany(300)) for _ in range(5)] == [300, 300, 300, 100, 0]
    assert sum(1 for _ in db.execute("SELECT 1 FROM n WHERE small < 0")) == 500
    pairs = zip(db.execute("SELECT n FROM n"), db.execute("SELECT n + 1 FROM n"))
    assert all(a + 1 == b for (a,), (b,) in pairs)


def test_unfinished_cursors():
    db = numbers()
    cursors = [db.execute("SELECT * FROM n WHERE n > ?", (i,)) for i in range(20)]
    assert [c.fetchone()[0] for c in cursors] == list(range(1, 21))
    db.close()


def test_parameters():
    db = numbers()
    assert one(db, "SELECT t FROM n WHERE n = ?", (9,)) == "Row 0009"
    assert one(db, "SELECT t FROM n WHERE n = ?", (9.0,)) == "Row 0009"
    assert one(db, "SELECT t FROM n WHERE n = ?", ("9",)) == "Row 0009"
    assert one(db, "SELECT t FROM n WHERE n = :n", {"n": 9}) == "Row 0009"
    assert one(db, "SELECT n FROM n WHERE t = ?", ("row 0998",)) == 998
    assert one(db, "SELECT n FROM n WHERE b = ?", (b"\3\0\0",)) == 3
    assert db.execute("SELECT n FROM n WHERE n = ?", (None,)).fetchall() == []
    assert one(db, "SELECT count(*) FROM n WHERE r IS ?", (None,)) == 220
    assert one(db, "SELECT count(*) FROM n WHERE n = ?", (b"9",)) == 0
    assert one(db, "SELECT count(*) FROM n WHERE big > ?", (2**53 + 100,)) == 450
    assert one(db, "SELECT count(*) FROM n WHERE big > ?", (float(2**53),)) == 500
    assert one(db, "SELECT count(*) FROM n WHERE t LIKE ?", ("row 00%",)) == 90
    rows = [one(db, "SELECT n FROM n WHERE rowid = ?", (i,)) for i in (1, 500, 1000)]
    assert rows == [1, 500, 1000]
    db.execute("CREATE TABLE found(n)")
    db.executemany("INSERT INTO found SELECT n FROM n WHERE n = ?", [(3,), (4,), (5000,)])
    assert db.execute("SELECT * FROM found").fetchall() == [(3,), (4,)]
    assert len(db.execute("SELECT n FROM n LIMIT ? OFFSET ?", (5, 998)).fetchall()) == 2


def test_declared_types():
    db = connect(detect_types=sqlite3.PARSE_DECLTYPES)
    db.execute(f"CREATE VIRTUAL TABLE f USING parquet('{DATA}/fruits_a.parquet')")
    db.execute(f"CREATE VIRTUAL TABLE p USING parquet('{DATA}/payments.parquet')")
    assert one(db, "SELECT picked FROM f") == datetime.date(2024, 9, 1)
    moment = datetime.datetime(2023, 11, 14, 22, 13, 20, 123456)
    assert one(db, "SELECT at FROM p WHERE rowid = 2") == moment


def test_functions_of_the_host():
    db = numbers()
    db.create_function("twice", 1, lambda x: x * 2)
    db.create_collation("backwards", lambda a, b: (a < b) - (a > b))
    assert one(db, "SELECT sum(twice(n)) FROM n WHERE twice(n) < 20") == 90
    last = one(db, "SELECT t FROM n WHERE t NOT NULL ORDER BY t COLLATE backwards LIMIT 1")
    assert last == "row 0998"
    before = one(db, "SELECT count(*) FROM n WHERE t > 'row 05' COLLATE backwards")
    assert before == one(db, "SELECT count(*) FROM n WHERE t < 'row 05'")


def test_replaced_collations():
    """Statements that were prepared earlier use the new collation, too."""
    db = numbers()
    questions = {
        "SELECT count(*) FROM n WHERE t = 'row 0004'": 1,
        "SELECT count(*) FROM n WHERE t = 'ROW 0005' COLLATE NOCASE": 1,
        "SELECT count(*) FROM n WHERE t > 'row 0990'": 4,
    }
    for question, answer in questions.items():
        assert one(db, question) == answer
    everything = one(db, "SELECT count(t) FROM n")
    for name in "NOCASE", "BINARY":
        db.create_collation(name, lambda a, b: 0)
    assert [one(db, question) for question in questions] == [everything, everything, 0]
    assert one(db, "SELECT max(t) FROM n") == one(db, "SELECT max(t) FROM n WHERE n + 0")
    db.close()


def test_replaced_storage():
    """A kept statement is prepared again for a file that is stored differently."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/d.parquet"
        db = connect()
        write = "SELECT parquet_write(?, 'SELECT 1 AS id, 1.5 AS d', 'types=d=DECIMAL(9,2)')"
        db.execute(write, (path,))
        db.execute(f"CREATE VIRTUAL TABLE d USING parquet('{path}', columns=d, decimals=text)")
        question = "SELECT d FROM d WHERE d = '1.50'"
        assert one(db, question) == "1.50"
        shutil.copy(f"{DATA}/../../testdata/regressions/decimal_of_any_width.parquet", path)
        try:
            one(db, question)
            raise AssertionError("the plan was for another file")
        except sqlite3.OperationalError as error:
            assert "run the statement again" in str(error)
        assert one(db, question) == "1.50"
        db.close()


def test_threads():
    """Two connections in two threads, over one file."""
    results, failures = [], []

    def work():
        try:
            db = numbers()
            for i in range(30):
                count, total = db.execute(
                    "SELECT count(*), sum(a.n) FROM n a JOIN n b ON b.n = a.n WHERE a.n > ?",
                    (i * 30,),
                ).fetchone()
                results.append((i, count, total))
                assert one(db, "SELECT max(t) FROM n") == "row 0998"
            db.close()
        except BaseException:
            failures.append(traceback.format_exc())

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    wanted = [(i, 1000 - i * 30, sum(range(i * 30 + 1, 1001))) for i in range(30)]
    assert sorted(results) == sorted(wanted * 2)


def test_one_connection_in_two_threads():
    db = numbers(check_same_thread=False)
    cursor = db.execute("SELECT n FROM n")
    first = cursor.fetchmany(10)
    rest = []
    thread = threading.Thread(target=lambda: rest.extend(cursor.fetchall()))
    thread.start()
    thread.join()
    assert [n for (n,) in first + rest] == list(range(1, 1001))


ENDLESS = "SELECT sum(a.small + b.small + c.small) FROM n a, n b, n c"


def test_interrupt():
    db = numbers(check_same_thread=False)
    started = time.monotonic()
    timer = threading.Timer(0.3, db.interrupt)
    timer.start()
    error = error_of(db, ENDLESS)
    timer.join()
    assert isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error)
    assert time.monotonic() - started < 5
    assert one(db, "SELECT count(*) FROM n") == 1000


def test_progress_handler():
    db = numbers()
    calls = []
    db.set_progress_handler(lambda: calls.append(1) or len(calls) > 5, 10000)
    error = error_of(db, ENDLESS)
    assert isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error)
    db.set_progress_handler(None, 0)
    assert one(db, "SELECT count(*) FROM n") == 1000


def test_progress_of_a_slow_query():
    """The option progress shows rows before the first row group is complete."""
    db = connect()
    db.create_function("slow", 1, lambda i: time.sleep(0.25) or i)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as shown:
        before = os.dup(2)
        os.dup2(shown.fileno(), 2)
        try:
            for options in "progress=on", "progress=off":
                assert one(db, "SELECT parquet_write(?, ?, ?)", (
                    f"{folder}/{options}.parquet",
                    "SELECT slow(column1) FROM (VALUES(1), (2), (3), (4))", options)) == 4
        finally:
            os.dup2(before, 2)
            os.close(before)
        shown.seek(0)
        lines = shown.read().decode().split("\r")[1:]
    rows = [line.split(" rows, ")[0].rsplit(" ", 1)[1] for line in lines]
    assert rows[:2] == ["1", "2"] and rows[-1] == "4", lines
    assert [line.endswith("\n") for line in lines] == [False] * (len(lines) - 1) + [True], lines


LONG_SCAN = "SELECT s FROM l WHERE s LIKE '%no such text%'"


def long_scan(folder, **options):
    """A table whose scan takes seconds and finds nothing: one page, repeated many times."""
    sys.path.insert(0, "testdata/make")
    import parquet_bytes as pb
    n, n_pages = 5000, 6000
    squeeze = zlib.compressobj(9, wbits=31)
    body = pb.plain(pb.STRING, [b"the same text again, %d times" % (i % 7) for i in range(n)])
    page = pb.data_page(body, n, compress=lambda b: squeeze.compress(b) + squeeze.flush())
    chunk = pb.Chunk("s", pb.STRING, [page] * n_pages, n * n_pages, codec=pb.GZIP)
    schema = [pb.element("s", pb.STRING, pb.REQUIRED)]
    pathlib.Path(f"{folder}/l.parquet").write_bytes(
        pb.parquet_file(schema, [(n * n_pages, [chunk])]))
    db = connect(**options)
    db.execute(f"CREATE VIRTUAL TABLE l USING parquet('{folder}/l.parquet')")
    return db


def test_interrupt_in_a_scan_that_finds_nothing():
    with tempfile.TemporaryDirectory() as folder:
        db = long_scan(folder, check_same_thread=False)
        interrupted = []

        def interrupt():
            interrupted.append(time.monotonic())
            db.interrupt()

        timer = threading.Timer(0.1, interrupt)
        timer.start()
        error = error_of(db, LONG_SCAN)
        ended = time.monotonic()
        timer.join()
        assert isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error)
        assert error_name(error) in (None, "SQLITE_INTERRUPT")
        assert ended - interrupted[0] < 0.2, ended - interrupted[0]
        assert one(db, "SELECT s FROM l LIMIT 1") == "the same text again, 0 times"


def test_progress_handler_in_a_scan_that_finds_nothing():
    with tempfile.TemporaryDirectory() as folder:
        db = long_scan(folder)
        calls = []
        db.set_progress_handler(lambda: calls.append(1) or len(calls) > 3, 1000)
        started = time.monotonic()
        error = error_of(db, LONG_SCAN)
        assert isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error)
        assert time.monotonic() - started < 1
        db.set_progress_handler(None, 0)
        assert one(db, "SELECT s FROM l LIMIT 1") == "the same text again, 0 times"


def test_errors():
    db = connect()
    create = "CREATE VIRTUAL TABLE x USING parquet('%s')"
    with tempfile.TemporaryDirectory() as folder:
        missing = f"{folder}/missing.parquet"
        error = error_of(db, create % missing)
        assert isinstance(error, sqlite3.OperationalError) and missing in str(error)
        assert error_name(error) in (None, "SQLITE_CANTOPEN")
        text = f"{folder}/text.parquet"
        pathlib.Path(text).write_text("no Parquet file, but long enough to be one\n")
        error = error_of(db, create % text)
        assert isinstance(error, sqlite3.DatabaseError) and text in str(error)
        assert error_name(error) in (None, "SQLITE_ERROR")
        error = error_of(db, "SELECT parquet_attach(?)", (missing,))
        assert isinstance(error, sqlite3.OperationalError) and missing in str(error)
        error = error_of(db, "SELECT * FROM parquet_schema(?)", (missing,))
        assert isinstance(error, sqlite3.OperationalError) and missing in str(error)
    db = numbers()
    error = error_of(db, "INSERT INTO n(n) VALUES(1)")
    assert isinstance(error, sqlite3.OperationalError)
    assert "may not be modified" in str(error)
    error = error_of(db, "CREATE VIRTUAL TABLE y USING parquet('x.parquet', colour=red)")
    assert isinstance(error, sqlite3.OperationalError) and "colour" in str(error)


def test_database_file():
    """A schema on disk, opened with and without the extension."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/main.db"
        shutil.copy(f"{DATA}/fruits_a.parquet", f"{folder}/f.parquet")
        db = connect(path)
        db.execute(f"CREATE VIRTUAL TABLE f USING parquet('{folder}/f.parquet')")
        db.execute("CREATE TABLE other AS SELECT name FROM f")
        db.commit()
        db.close()
        plain = sqlite3.connect(path)
        assert one(plain, "SELECT count(*) FROM other") == 3
        assert "no such module: parquet" in str(error_of(plain, "SELECT * FROM f"))
        plain.close()
        db = connect(path)
        assert one(db, "SELECT count(*) FROM f") == 3
        copy = connect()
        db.backup(copy)
        assert one(copy, "SELECT name FROM f WHERE id = 2") == "banana"
        assert any("USING parquet" in line for line in copy.iterdump())
        os.remove(f"{folder}/f.parquet")
        assert f"{folder}/f.parquet" in str(error_of(db, "SELECT * FROM f"))
        db.close()
        copy.close()


def test_replaced_while_reading():
    """A running query keeps the old file; the next one sees the new."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/f.parquet"
        shutil.copy(f"{DATA}/numbers.parquet", path)
        db = connect()
        db.execute(f"CREATE VIRTUAL TABLE f USING parquet('{path}')")
        running = db.execute("SELECT n, t FROM f")
        rows = running.fetchmany(10)
        untouched = connect()
        untouched.execute(f"CREATE VIRTUAL TABLE f USING parquet('{DATA}/numbers.parquet')")
        os.remove(path)
        rows += running.fetchmany(500)
        shutil.copy(f"{DATA}/fruits_b.parquet", path)
        rows += running.fetchall()
        assert rows == untouched.execute("SELECT n, t FROM f").fetchall()
        assert "create it again" in str(error_of(db, "SELECT n FROM f"))
        shutil.copy(f"{DATA}/numbers.parquet", f"{path}.new")
        os.replace(f"{path}.new", path)
        assert one(db, "SELECT count(*) FROM f") == 1000


def test_overwritten_file_leaves_the_transaction(folder):
    """SQLite would roll it back for SQLITE_IOERR."""
    path = folder / "f.parquet"
    shutil.copy(f"{DATA}/numbers.parquet", path)
    db = connect(isolation_level=None)
    db.execute(f"CREATE VIRTUAL TABLE temp.f USING parquet('{path}')")
    db.execute("CREATE TABLE kept(a)")
    db.execute("BEGIN")
    db.execute("INSERT INTO kept VALUES (1)")
    running = db.execute("SELECT * FROM f")
    running.fetchmany(3)
    os.truncate(path, 5000)
    try:
        running.fetchall()
        raise AssertionError("the end of the file is gone")
    except sqlite3.DatabaseError as error:
        assert "was written to while it was read; run the statement again" in str(error)
        assert error_name(error) in ("SQLITE_ERROR", None)
    assert db.in_transaction
    db.execute("COMMIT")
    assert one(db, "SELECT a FROM kept") == 1


def test_overwritten_while_reading():
    """A file truncated in place gives an error or its old rows, never fewer rows."""
    for size in 4, 5000, 20000, 40000:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/f.parquet"
            shutil.copy(f"{DATA}/numbers.parquet", path)
            db = connect()
            db.execute(f"CREATE VIRTUAL TABLE f USING parquet('{path}')")
            running = db.execute("SELECT * FROM f")
            rows = running.fetchmany(3)
            os.truncate(path, size)
            try:
                rows += running.fetchall()
                assert len(rows) == 1000
            except sqlite3.DatabaseError as error:
                assert path in str(error)
            assert isinstance(error_of(db, "SELECT * FROM f"), sqlite3.DatabaseError)


def test_types_of_sorted_variants_need_memory():
    """Hosts that do not report where a column comes from do not keep them."""
    with tempfile.TemporaryDirectory() as folder:
        db = connect()
        many, copy = f"{folder}/many.parquet", f"{folder}/copy.parquet"
        write = "SELECT parquet_write(?, ?, 'overwrite=on', 'row_group_size=2000', 'types=v=VARIANT')"
        one(db, write, [many, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                        "WHERE i < 200000) SELECT i, CAST(i AS TEXT) AS v FROM n"])
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{many}')")
        db.execute("CREATE VIRTUAL TABLE temp.p USING parquet('testdata/pyarrow_types.parquet')")
        one(db, "SELECT parquet_write(?, 'SELECT int32 FROM p')", [copy])
        is_silent = one(db, "SELECT type <> 'INT32' FROM parquet_schema(?) WHERE name = 'int32'",
                        [copy])
        db.execute("SELECT parquet_restrict('memory=8MiB')")
        assert one(db, write, [copy, "SELECT i, v FROM t"]) == 200000
        assert one(db, write, [copy, "SELECT i, v || '' AS v FROM t ORDER BY i + 0"]) == 200000
        if not is_silent:
            error = str(error_of(db, write, [copy, "SELECT i, v FROM t ORDER BY i + 0"]))
            assert "types of Variants that the query sorts or groups" in error, error


def test_authorizer():
    db = numbers()
    asked = []

    def authorizer(action, first, second, *_):
        asked.append((action, first, second))
        hidden = (action, first, second) == (sqlite3.SQLITE_READ, "n", "big")
        return sqlite3.SQLITE_IGNORE if hidden else sqlite3.SQLITE_OK

    db.set_authorizer(authorizer)
    assert db.execute("SELECT n, big FROM n WHERE n = 1").fetchall() == [(1, None)]
    assert (sqlite3.SQLITE_READ, "n", "big") in asked


def test_many_connections():
    for _ in range(50):
        db = numbers()
        assert one(db, "SELECT n FROM n WHERE rowid = 700") == 700
        db.close()


KEY = bytes(range(16))


def encrypted(folder, metadata, n_rows):
    """A file whose columns a and b have keys of their own, both with this key metadata."""
    path = f"{folder}/encrypted.parquet"
    db = connect()
    for name in ("f", metadata):
        db.execute("SELECT parquet_add_key(?, ?)", (name, KEY))
    db.execute("SELECT parquet_write(?, ?, 'footer_key=f', ?, 'row_group_size=10000')",
               (path, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
                f"i < {n_rows}) SELECT i AS a, i % 7 AS b, i * 2 AS c FROM n",
                f"column_keys={metadata}: a, b; f: c"))
    db.close()
    return path


def test_key_function(folder):
    path = encrypted(folder, "of the service", 400_000)
    db = connect()
    asked = []

    def service(metadata):
        asked.append((metadata, threading.get_ident()))
        return KEY if metadata == "of the service" else None

    db.create_function("my_keys", 1, service)
    db.execute("SELECT parquet_add_key('f', ?)", (KEY,))
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}', key_function='my_keys', "
               "threads=2)")
    assert one(db, "SELECT sum(c) FROM t") == 400_000 * 400_001
    assert not asked  # nothing has needed it
    for _ in range(3):
        assert one(db, "SELECT sum(a) FROM t WHERE b < 7") == 200_000 * 400_001
    assert asked == [("of the service", threading.get_ident())]
    db.close()


def test_key_function_without_an_answer(folder):
    path = encrypted(folder, "of another service", 100)
    db = connect()
    db.create_function("my_keys", 1, lambda metadata: None)
    db.execute("SELECT parquet_add_key('f', ?)", (KEY,))
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}', key_function='my_keys')")
    assert one(db, "SELECT sum(c) FROM t") == 10100
    assert "my_keys() gives no key" in str(error_of(db, "SELECT sum(a) FROM t"))

    def fails(metadata):
        raise ValueError(metadata)

    db.create_function("my_keys", 1, fails)
    assert "my_keys() failed" in str(error_of(db, "SELECT sum(a) FROM t"))
    db.create_function("my_keys", 1, lambda metadata: b"too short")
    assert "16, 24 or 32 bytes" in str(error_of(db, "SELECT sum(a) FROM t"))
    db.create_function("my_keys", 1, lambda metadata: KEY.hex())
    assert one(db, "SELECT sum(a) FROM t") == 5050
    db.close()


def test_key_function_that_uses_its_own_connection(folder):
    path = encrypted(folder, "of the service", 100)
    for sql in ("SELECT count(*) FROM t", "DROP TABLE t", "SELECT parquet_add_key('x', NULL)",
                f"SELECT row FROM read_parquet('{TRIPS}')", "SELECT parquet_restrict('write=none')",
                f"CREATE VIRTUAL TABLE temp.u USING parquet('{TRIPS}')",
                f"SELECT parquet_write('{folder}/x.parquet', 'SELECT 1')"):
        db = connect()
        refused = []

        def service(_, db=db, sql=sql, refused=refused):
            try:
                db.execute(sql).fetchall()
            except sqlite3.Error as error:
                refused.append(str(error))
            return KEY

        db.create_function("my_keys", 1, service)
        db.execute("SELECT parquet_add_key('f', ?)", (KEY,))
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}', key_function='my_keys')")
        try:  # a change of the schema, even one that fails, ends the statement
            assert one(db, "SELECT sum(b) FROM t WHERE a < 50") == 147, sql
        except sqlite3.OperationalError as error:
            assert "schema" in str(error) and "TABLE" in sql, (sql, error)
        assert refused, sql
        db.close()


def test_keys_are_in_no_database_file(folder):
    path = encrypted(folder, "name of the key", 100)
    database = f"{folder}/keys.db"
    db = connect(database)
    for name in ("f", "name of the key"):
        db.execute("SELECT parquet_add_key(?, ?)", (name, KEY))
    db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{path}')")
    db.execute("CREATE TABLE copy AS SELECT * FROM t")
    assert one(db, "SELECT sum(a) FROM copy") == 5050
    db.commit()
    db.close()
    content = pathlib.Path(database).read_bytes()
    assert KEY not in content and KEY.hex().encode() not in content


def main():
    version = ".".join(map(str, sys.version_info[:3]))
    return host_tests.run_tests(globals(), "python", f"Python {version}, SQLite {sqlite3.sqlite_version}")


if __name__ == "__main__":
    sys.exit(main())
