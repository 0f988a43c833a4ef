# SPDX-License-Identifier: MIT
"""Connections that may not write, entry points and the environment variable.

    python3 hosts/attacks/test_trust.py ./parquet_vtab.so         from the project's root
"""
import itertools
import os
import pathlib
import shutil
import sqlite3
import sys

sys.path.insert(0, "hosts")

from host_tests import failure, run_tests  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so")
TRIPS = os.path.abspath("testdata/trips.parquet")
READONLY = "sqlite3_parquetvtab_readonly_init"
VARIABLE = "PARQUET_VTAB_RESTRICT"


def load(db, entry=None, extension=EXTENSION):
    db.enable_load_extension(True)
    if entry is None:
        db.execute("SELECT load_extension(?)", (extension,))
    else:
        db.execute("SELECT load_extension(?, ?)", (extension, entry))
    db.enable_load_extension(False)


def connect(path=":memory:", entry=None):
    db = sqlite3.connect(path, uri=True)
    load(db, entry)
    return db


def write(db, path):
    return db.execute("SELECT parquet_write(?, 'SELECT 1 AS x')", (str(path),))


def n_trips(db, path=TRIPS):
    return db.execute("SELECT count(*) FROM read_parquet(?)", (path,)).fetchone()[0]


def test_databases_for_reading_only(folder):
    path, target = folder / "main.db", folder / "out.parquet"
    db = connect(str(path))
    db.execute("CREATE TABLE t(x)")
    db.close()
    for how in ("mode=ro", "immutable=1", "mode=ro&immutable=1"):
        db = connect(f"file:{path}?{how}")
        assert "is read-only" in failure(write, db, target), how
        assert not target.exists()
        assert n_trips(db) == 2000
        # Another, writable database changes nothing.
        db.execute("ATTACH ':memory:' AS other")
        assert "is read-only" in failure(write, db, target)
        assert db.execute("SELECT parquet_attach(?, 'mine')", (TRIPS,)).fetchone() == (1,)
        db.close()
    # A read-only attached database does not prevent writing.
    db = connect()
    db.execute(f"ATTACH 'file:{path}?mode=ro' AS other")
    assert write(db, target).fetchone() == (1,)
    db.close()


def test_schemas_that_cannot_be_read(folder):
    path = folder / "locked.db"
    db = sqlite3.connect(path, timeout=0)
    db.execute("CREATE TABLE t(x)")
    load(db)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "database is locked" in failure(write, db, folder / "a.parquet")
    other.execute("COMMIT")
    assert write(db, folder / "a.parquet").fetchone() == (1,)
    other.close()
    db.close()


def test_the_entry_point_that_reads(folder):
    db = connect(entry=READONLY)
    for function in ("parquet_write", "parquet_attach", "parquet_import"):
        names = db.execute("SELECT count(*) FROM pragma_function_list WHERE name = ?",
                           (function,)).fetchone()
        assert names == (0,), function
        assert "no such function" in failure(db.execute, f"SELECT {function}('x', 'y')")
    db.execute("CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet')")
    assert db.execute("SELECT count(*) FROM t").fetchone() == (2000,)
    assert n_trips(db) == 2000
    assert failure(n_trips, db, "missing.parquet").endswith(": no such file")
    assert failure(n_trips, connect(), "missing.parquet").endswith(os.getcwd())
    assert db.execute("SELECT parquet_version() IS NOT NULL").fetchone() == (1,)
    load(db, READONLY)
    assert "as read-only" in failure(load, db)
    assert "no such function" in failure(write, db, folder / "x.parquet")
    db.close()


def test_reading_after_writing(folder):
    db = connect()
    assert write(db, folder / "a.parquet").fetchone() == (1,)
    load(db)
    load(db, READONLY)
    assert "as read-only" in failure(write, db, folder / "b.parquet")
    assert "as read-only" in failure(db.execute, "SELECT parquet_attach(?)", (TRIPS,))
    assert "as read-only" in failure(db.execute, "SELECT parquet_import(?, 't')", (TRIPS,))
    assert "as read-only" in failure(load, db)
    assert "as read-only" in failure(write, db, folder / "b.parquet")
    assert sorted(os.listdir(folder)) == ["a.parquet"]
    db.close()


ENCRYPTED = os.path.abspath("testdata/encrypted/gcm_column_keys.parquet")
KEYS = {"footer16": "000102030405060708090a0b0c0d0e0f",
        "column16": "505152535455565758595a5b5c5d5e5f"}


def add_key(db, name, key):
    return db.execute("SELECT parquet_add_key(?, ?)", (name, key))


def n_names(db):
    return db.execute("SELECT count(row) FROM read_parquet(?, 'columns=name')",
                      (ENCRYPTED,)).fetchone()[0]


def refuse_changes_of_keys(db, why):
    for name in (*KEYS, "new"):
        for key in ("00" * 16, "no key", None):
            assert why in failure(add_key, db, name, key), (name, key)
    assert why in failure(add_key, db, "n" * 300_000_000, "00" * 16)


def test_keys_are_added_before(folder):
    """Who loads the extension gives it keys; who then types SQL cannot change them, be it for
    the entry point or for restrictions."""
    db = connect(entry=READONLY)
    refuse_changes_of_keys(db, "was loaded as read-only: load it by the other entry point")
    assert "was loaded as read-only" in failure(load, db)
    db.close()
    ways = {"read-only": lambda db: load(db, READONLY),
            "keys=off": lambda db: db.execute("SELECT parquet_restrict('keys=off')"),
            "final=on": lambda db: db.execute("SELECT parquet_restrict('final=on')")}
    for why, fix in ways.items():
        db = connect()
        for name, key in KEYS.items():
            add_key(db, name, "00" * 16)
            add_key(db, name, key)
        fix(db)
        refuse_changes_of_keys(db, why)
        assert n_names(db) == 64
        db.close()
    try:
        for value in ("keys=off", "final=on", "final=off; keys=no"):
            os.environ[VARIABLE] = value
            for entry in (None, READONLY):
                db = connect(entry=entry)
                refuse_changes_of_keys(db, "read-only" if entry else "keys of this connection are fixed")
                db.close()
        os.environ[VARIABLE] = "keys=on; read=/"
        db = connect()
        for name, key in KEYS.items():
            add_key(db, name, key)
        assert n_names(db) == 64
        db.close()
    finally:
        del os.environ[VARIABLE]


def test_loading_again_keeps_restrictions(folder):
    db = connect()
    db.execute("SELECT parquet_restrict(?, 'write=none')", (f"read={folder}",))
    for extension in (EXTENSION, EXTENSION):
        load(db, extension=extension)
        assert "outside the folders" in failure(n_trips, db)
        assert "outside the folders" in failure(write, db, folder / "x.parquet")
    copy = folder / "copy.so"
    shutil.copy(EXTENSION, copy)
    entry = "sqlite3_parquetvtab_init"
    assert "another build or copy" in failure(load, db, entry, str(copy))
    assert "outside the folders" in failure(n_trips, db)
    # If it cannot be found out, loading fails.
    db.set_authorizer(lambda action, first, name, *_: sqlite3.SQLITE_DENY
                      if name == "parquet_vtab_connection" else sqlite3.SQLITE_OK)
    assert "whether it is already loaded" in failure(load, db, entry, str(copy))
    db.set_authorizer(lambda action, first, name, *_: sqlite3.SQLITE_IGNORE
                      if name == "parquet_vtab_connection" else sqlite3.SQLITE_OK)
    assert "another build or copy" in failure(load, db)
    db.set_authorizer(None)
    assert "outside the folders" in failure(n_trips, db)
    db.close()
    # Other connections are not affected.
    db = connect()
    assert n_trips(db) == 2000
    db.close()


def test_no_pointer_is_handed_out(folder):
    db = connect()
    for argument in ("NULL", "1", "'x'", "zeroblob(16)"):
        sql = f"SELECT parquet_vtab_connection({argument})"
        assert db.execute(sql).fetchone() == (None,)
    db.close()


def test_environment(folder):
    try:
        os.environ[VARIABLE] = f" read = {os.path.dirname(TRIPS)} ; write={folder};final=on; "
        db = connect()
        assert n_trips(db) == 2000
        assert "outside the folders" in failure(n_trips, db, str(folder / "a.parquet"))
        assert write(db, folder / "a.parquet").fetchone() == (1,)
        assert "outside" in failure(write, db, folder.parent / "stray.parquet")
        sql = "SELECT parquet_restrict('read=none')"
        assert "are final" in failure(db.execute, sql)
        # It is read once for each connection, and later changes undo nothing.
        os.environ[VARIABLE] = "read=/;write=/"
        load(db)
        assert "outside the folders" in failure(n_trips, db, str(folder / "a.parquet"))
        db.close()

        os.environ[VARIABLE] = "write=none"
        db = connect()
        assert "outside the folders" in failure(write, db, folder / "b.parquet")
        assert n_trips(db) == 2000
        db.execute("SELECT parquet_restrict('read=none')")
        assert "outside the folders" in failure(n_trips, db)
        db.close()
    finally:
        del os.environ[VARIABLE]


def test_environments_that_are_not_understood(folder):
    wrong = ["", ";", "read", "read=", "red=/", "read=/missing-folder", "write=none;x",
             "write=none,", "memory=much", "final=maybe", "keys=f", "keys=off;keys=off", f"read={TRIPS}", "read='/tmp",
             "write=none;write=/missing-folder"]
    try:
        for value in wrong:
            os.environ[VARIABLE] = value
            db = sqlite3.connect(":memory:")
            for entry in (None, READONLY):
                assert VARIABLE in failure(load, db, entry), value
            assert "no such" in failure(n_trips, db), value
            # The failed attempt leaves nothing behind.
            os.environ[VARIABLE] = "write=none"
            load(db)
            assert n_trips(db) == 2000
            db.close()
    finally:
        del os.environ[VARIABLE]


def test_owners_of_links(folder):
    """The folder of the target decides, not that of a link to it."""
    (folder / "in").mkdir()
    (folder / "out").mkdir()
    (folder / "in" / "link.parquet").symlink_to("../out/new.parquet")
    db = connect()
    db.execute("SELECT parquet_restrict(?)", (f"write={folder}/in",))
    assert "outside the folders" in failure(write, db, folder / "in" / "link.parquet")
    assert "outside the folders" in failure(write, db, folder / "in/../out/x.parquet")
    assert write(db, folder / "in" / "new.parquet").fetchone() == (1,)
    assert os.listdir(folder / "out") == []
    db.close()


def test_authorizers_and_rows(folder):
    """parquet_write() calls a function of its own in the query, and does without it where
    an authorizer denies or ignores that."""
    db = connect()
    for n_rows in range(3):
        db.execute("CREATE TABLE t AS WITH n(i) AS (VALUES (1), (2)) SELECT " +
                   ", ".join(f"i AS c{i}" for i in range(150)) + " FROM n WHERE i <= ?",
                   (n_rows,))
        for answer in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE):
            asked = []

            def authorize(action, _, name, *__):
                if action != sqlite3.SQLITE_FUNCTION or name != "parquet_write_rows":
                    return sqlite3.SQLITE_OK
                asked.append(name)
                return answer

            db.set_authorizer(authorize)
            path = str(folder / f"{n_rows}_{answer}.parquet")
            assert db.execute("SELECT parquet_write(?, 't')", (path,)).fetchone() == (n_rows,)
            db.set_authorizer(None)
            assert asked
            assert n_trips(db, path) == n_rows
        db.execute("DROP TABLE t")

    # Only some of the calls are ignored: in all statements, or only in that with the rows.
    db.execute("CREATE TABLE t AS SELECT " + ", ".join(f"{i} AS c{i}" for i in range(150)))
    path = str(folder / "some.parquet")
    for which, n_allowed in itertools.product(range(2), (0, 4)):
        calls = []

        def ignore_some(action, _, name, *__):
            if action != sqlite3.SQLITE_FUNCTION or name != "parquet_write_rows":
                return sqlite3.SQLITE_OK
            calls.append(name)
            if len(calls) <= n_allowed or len(calls) % 2 != which:
                return sqlite3.SQLITE_OK
            return sqlite3.SQLITE_IGNORE

        db.set_authorizer(ignore_some)
        sql = "SELECT parquet_write(?, 't', 'overwrite=on')"
        if n_allowed == 0:
            assert db.execute(sql, (path,)).fetchone() == (1,)
            assert n_trips(db, path) == 1
        else:
            message = failure(db.execute, sql, (path,))
            assert "an authorizer ignores some calls" in message, message
        db.set_authorizer(None)
    db.close()


class Stranger:
    """An aggregate."""
    calls = []

    def step(self, *arguments):
        self.calls.append(arguments)

    def finalize(self):
        return 1


class Failing(Stranger):
    def finalize(self):
        raise ValueError


def stranger(*arguments):
    Stranger.calls.append(arguments)
    return 1


def test_other_functions_of_that_name(folder):
    """The program's own function of the name replaces ours, or fits a number of arguments
    better: parquet_write() does without it, and shows it no values."""
    path = str(folder / "others.parquet")
    for n_columns, n_arguments in itertools.product((2, 150), (-1, 4, 52, 102)):
        for way in range(4):
            db = connect()
            if way < 2:
                db.create_function("parquet_write_rows", n_arguments, stranger,
                                   deterministic=way == 1)
            else:
                db.create_aggregate("parquet_write_rows", n_arguments,
                                    Failing if way == 2 else Stranger)
            db.execute("CREATE TABLE t AS WITH n(i) AS (VALUES (7), (8), (9)) SELECT " +
                       ", ".join(f"i + {i} AS c{i}" for i in range(n_columns)) + " FROM n")
            sql = "SELECT parquet_write(?, 't', 'overwrite=on')"
            assert db.execute(sql, (path,)).fetchone() == (3,)
            db.execute("SELECT parquet_attach(?)", (path,))
            sql = f"SELECT count(*), sum(c0), sum(c{n_columns - 1}) FROM others"
            assert db.execute(sql).fetchone() == (3, 24, 24 + 3 * (n_columns - 1))
            db.close()
    assert not any(argument for call in Stranger.calls for argument in call[2:])


if __name__ == "__main__":
    os.environ.pop(VARIABLE, None)
    sys.exit(run_tests(globals(), "trust", f"trust, SQLite {sqlite3.sqlite_version}"))
