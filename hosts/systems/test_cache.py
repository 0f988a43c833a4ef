# SPDX-License-Identifier: MIT
"""What a process keeps of files for all its connections, and a connection of many tables.

    python3 hosts/systems/test_cache.py ./parquet_vtab.so         from the project's root
"""
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time

sys.path.insert(0, "hosts")

import host_tests  # noqa: E402
from host_tests import failure  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so")
TRIPS = os.path.abspath("testdata/trips.parquet")
VARIABLE = "PARQUET_VTAB_CACHE"
SETTLED = 3.1  # seconds after which the footer of a changed file is kept


def connect():
    return host_tests.connect(EXTENSION)


def write(path, query):
    db = connect()
    db.execute("SELECT parquet_write(?, ?)", (str(path), query))
    db.close()


def columns_of(path):
    db = connect()
    found = db.execute("SELECT name FROM parquet_schema(?) WHERE type IS NOT NULL",
                       (str(path),))
    names = "".join(name for name, in found)
    db.close()
    return names


def bytes_read_by(call, *arguments):
    """The bytes that the process reads during a call."""
    def now():
        lines = pathlib.Path("/proc/self/io").read_text().splitlines()
        return int(lines[0].removeprefix("rchar: "))
    before = now()
    idle = now() - before  # of /proc/self/io itself
    before = now()
    call(*arguments)
    return now() - before - idle


def run_apart(code, limit, *arguments):
    """Runs code that uses this file's names in a process of its own, with a limit or None."""
    code = "import sys; sys.path.insert(0, 'hosts/systems'); from test_cache import *\n" + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", code, EXTENSION, *arguments], capture_output=True, text=True,
                          env={**os.environ, **({VARIABLE: limit} if limit else {})})


def test_known_files_are_not_read():
    if not os.access("/proc/self/io", os.R_OK):
        return "no /proc/self/io"

    def create(db):
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{TRIPS}')")

    first, second = connect(), connect()
    assert bytes_read_by(create, first) > 1000
    assert bytes_read_by(create, second) == 0
    first.close()
    second.close()
    # The cache outlives the last connection.
    third = connect()
    assert bytes_read_by(create, third) == 0
    third.close()


def test_the_limit_in_the_environment():
    code = """
        for n in range(2):
            db = connect()
            print(bytes_read_by(db.execute, f"CREATE VIRTUAL TABLE temp.t USING parquet('{TRIPS}')") > 0)
            db.close()
        """
    for limit, expected in (("0", "True\nTrue\n"), ("1KiB", "True\nTrue\n"),
                            ("1 MiB", "True\nFalse\n"), (None, "True\nFalse\n")):
        if os.access("/proc/self/io", os.R_OK):
            assert run_apart(code, limit).stdout == expected, limit
    try:
        for limit in ("", "much", "-1", "1 MiB 2"):
            os.environ[VARIABLE] = limit
            assert VARIABLE in failure(connect), limit
    finally:
        del os.environ[VARIABLE]


def test_large_filters_do_not_displace_other_facts(folder):
    if not os.access("/proc/self/io", os.R_OK):
        return "no /proc/self/io"
    path = folder / "a.parquet"
    db = connect()
    db.execute("SELECT parquet_write(?, ?, 'bloom_filter=r')", (
        str(path), "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 120000) "
                   "SELECT k, k * 7919 % 1000003 * 1000003 AS r FROM n"))
    db.close()
    time.sleep(SETTLED)
    code = """
        path = sys.argv[2]
        def look_up(column, key):
            db = connect()
            db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
            n_bytes = bytes_read_by(db.execute, f"SELECT k FROM t WHERE {column} = ?", (key,))
            db.close()
            return n_bytes
        look_up("k", 5000)
        wanted = look_up("k", 5001)
        for i in range(150):
            look_up("r", (300000 + i) * 1000003 + 77)
            # /proc/self/io itself may have become a byte longer.
            assert look_up("k", 5002 + i) < wanted + 10, i
        """
    run = run_apart(code, "512KiB", path)  # the filter has half of that
    assert run.returncode == 0, run.stderr


def test_changed_files_are_noticed(folder):
    path, new = folder / "a.parquet", folder / "new.parquet"
    write(path, "SELECT 1 AS a")
    write(new, "SELECT 1 AS b")
    time.sleep(SETTLED)
    assert columns_of(path) == columns_of(path) == "a"
    times = os.stat(path)
    assert os.stat(new).st_size == times.st_size
    # In place, with the old time of modification.
    with open(path, "r+b") as file:
        file.write(new.read_bytes())
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert columns_of(path) == "b"
    # At once, before the clock of the file system may have moved on.
    write(new, "SELECT 1 AS c")
    shutil.copyfile(new, path)
    assert columns_of(path) == "c"
    write(new, "SELECT 1 AS d")
    shutil.copyfile(new, path)
    assert columns_of(path) == "d"
    os.replace(new, path)
    assert columns_of(path) == "d"


def test_dictionaries_are_passed_on_until_the_file_changes(folder):
    path, new = folder / "a.parquet", folder / "new.parquet"
    query = """WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 3000)
               SELECT k, printf('%s-%d', '{}', k % 500) AS t FROM n"""
    write(path, query.format("a"))
    write(new, query.format("b"))
    time.sleep(SETTLED)

    def look_up(key):
        db = connect()
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
        found, = db.execute("SELECT t FROM t WHERE k = ?", (key,)).fetchone()
        return found

    assert look_up(7) == "a-7" and look_up(1234) == "a-234"
    db = connect()
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}')")
    assert db.execute("SELECT t FROM t WHERE k = 8").fetchone() == ("a-8",)
    shutil.copyfile(new, path)
    assert db.execute("SELECT t FROM t WHERE k = 8").fetchone() == ("b-8",)
    db.close()
    for _ in range(2):
        assert look_up(7) == "b-7" and look_up(1234) == "b-234"
    time.sleep(SETTLED)
    for _ in range(2):
        assert look_up(7) == "b-7" and look_up(1234) == "b-234"


def copy_log(folder):
    """The log of a Delta table in a folder of its own, and the paths of its commits."""
    shutil.copytree("testdata/lakes/orders_delta/_delta_log", folder / "t/_delta_log")
    return sorted((folder / "t/_delta_log").glob("*.json"))


def files_of_table(folder, *restrictions):
    """How many files the table has, on a connection of its own."""
    db = connect()
    if restrictions:
        db.execute("SELECT parquet_restrict(?)", restrictions)
    try:
        return db.execute("SELECT count(*) FROM lake_files(?)", (str(folder / "t"),)).fetchone()[0]
    finally:
        db.close()


def test_logs_of_delta_tables_are_read_once(folder):
    if not os.access("/proc/self/io", os.R_OK):
        return "no /proc/self/io"
    commits = copy_log(folder)
    log = commits[0].parent
    size = sum(commit.stat().st_size for commit in commits)
    time.sleep(SETTLED)
    assert bytes_read_by(files_of_table, folder) >= size
    for _ in range(2):
        assert bytes_read_by(files_of_table, folder) < 10
    # Of a new commit, before it has settled and after.
    next_commit = log / f"{len(commits):020}.json"
    remove = '{"remove":{"path":"day=2025-11-03/part-2.snappy.parquet"}}'
    next_commit.write_text(f"{remove}\n")
    for after in (0, 0, SETTLED):
        time.sleep(after)
        assert bytes_read_by(files_of_table, folder) < len(remove) + 10
        assert files_of_table(folder) == 3
    assert bytes_read_by(files_of_table, folder) < 10
    # Where commits follow one another quickly, what has settled is shared.
    shutil.copytree(folder / "t", folder / "busy/t")
    time.sleep(SETTLED)
    (folder / f"busy/t/_delta_log/{len(commits) + 1:020}.json").write_text(f"{remove}\n")
    assert bytes_read_by(files_of_table, folder / "busy") > size
    assert bytes_read_by(files_of_table, folder / "busy") < len(remove) + 10
    assert files_of_table(folder / "busy") == 3


def test_logs_of_delta_tables_are_read_again_after_changes(folder):
    commits = copy_log(folder)
    time.sleep(SETTLED)
    assert files_of_table(folder) == files_of_table(folder) == 4
    # The last commit is as it was.
    commits[1].write_text("")
    assert files_of_table(folder) == 3
    time.sleep(SETTLED)
    assert files_of_table(folder) == 3
    if os.access("/proc/self/io", os.R_OK):
        assert bytes_read_by(files_of_table, folder) < 10


def test_restrictions_hold_for_what_others_have_read_of_logs(folder):
    commits = copy_log(folder)
    outside = folder / "outside.json"
    commits[1].rename(outside)
    commits[1].symlink_to(outside)
    time.sleep(SETTLED)
    assert files_of_table(folder) == files_of_table(folder) == 4
    assert files_of_table(folder, f"read={folder}") == 4
    for _ in range(2):
        assert "outside the folders" in failure(files_of_table, folder, f"read={folder / 't'}")


def test_files_that_a_thread_may_not_open_hide_what_others_have_read(folder):
    if not hasattr(os, "seteuid") or os.geteuid() != 0:
        return "only root can become another user"
    commits = copy_log(folder)
    folder.chmod(0o755)
    commits[0].chmod(0o600)
    time.sleep(SETTLED)
    assert files_of_table(folder) == 4
    os.seteuid(65534)
    try:
        assert "Permission denied" in failure(files_of_table, folder)
    finally:
        os.seteuid(0)


def test_logs_outside_the_folders_hide_no_deletions(folder):
    copy_log(folder)
    write(folder / "a.parquet", "SELECT 1 AS i")
    (folder / "a.parquet").rename(folder / "t/a.parquet")
    (folder / "t/_delta_log").rename(folder / "log")
    (folder / "t/_delta_log").symlink_to(folder / "log")
    for path in (folder / "t", folder / "t/*.parquet"):
        db = connect()
        db.execute("SELECT parquet_restrict(?)", (f"read={folder / 't'}",))
        assert "outside the folders" in failure(
            db.execute, "SELECT * FROM read_parquet(?)", (str(path),))
        assert db.execute("SELECT count(*) FROM read_parquet(?, 'lake=off')",
                          (str(path),)).fetchone() == (1,)
        db.close()


class Commits(threading.Thread):
    """Writes versions of a Delta table, each of which has one file, and ends."""
    MOST = 150

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        folder.mkdir()
        for i in range(self.MOST):
            write(folder / f"{i}.parquet", f"SELECT {i} AS id UNION ALL SELECT {i}")
        (folder / "_delta_log").mkdir()
        fields = '[{"name":"id","type":"long","nullable":true,"metadata":{}}]'.replace('"', '\\"')
        self.commit(0, [
            '{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}',
            '{"metaData":{"id":"x","format":{"provider":"parquet","options":{}},"partitionColumns":[],'
            f'"configuration":{{}},"schemaString":"{{\\"type\\":\\"struct\\",\\"fields\\":{fields}}}"}}}}'])

    def commit(self, version, before):
        size = (self.folder / f"{version}.parquet").stat().st_size
        facts = (f'{{"numRecords":2,"minValues":{{"id":{version}}},"maxValues":{{"id":{version}}},'
                 '"nullCount":{"id":0}}').replace('"', '\\"')
        add = (f'{{"add":{{"path":"{version}.parquet","partitionValues":{{}},"size":{size},'
               f'"modificationTime":0,"dataChange":true,"stats":"{facts}"}}}}')
        path = self.folder / f"_delta_log/{version:020}.json"
        path.with_suffix(".new").write_text("\n".join([*before, add]) + "\n")
        path.with_suffix(".new").rename(path)

    def run(self):
        for i in range(1, self.MOST):
            self.commit(i, [f'{{"remove":{{"path":"{i - 1}.parquet","dataChange":true}}}}'])
            time.sleep(0.004)


def test_a_query_sees_one_of_many_versions(folder):
    commits = Commits(folder / "t")
    db = host_tests.connect(EXTENSION, str(folder / "file.db"))
    db.execute(f"CREATE VIRTUAL TABLE t USING parquet('{folder / 't'}')")
    for name, select in (("extremes", "min(id), max(id)"), ("both", "max(id), sum(id) / 2"),
                         ("sums", "sum(id) / 2, total(id) / 2")):
        db.execute(f"CREATE VIRTUAL TABLE {name} USING parquet_query('SELECT {select} FROM t')")
    commits.start()
    while commits.is_alive():
        for name in ("extremes", "both", "sums"):
            a, b = db.execute(f"SELECT * FROM {name}").fetchone()
            assert a == b, (name, a, b)
    db.close()


def test_restrictions_come_first(folder):
    assert len(columns_of(TRIPS)) > 0
    db = connect()
    db.execute("SELECT parquet_restrict(?)", (f"read={folder}",))
    assert "outside the folders" in failure(
        db.execute, f"CREATE VIRTUAL TABLE temp.t USING parquet('{TRIPS}')")
    db.close()


def test_restrictions_hold_for_files_without_descriptors(folder):
    """Plans read dictionaries, and files that rest are opened again."""
    if not os.access("/proc/self/fd", os.R_OK):
        return "no /proc/self/fd"

    def is_open(path):
        folder = pathlib.Path("/proc/self/fd")
        return str(path) in {os.path.realpath(folder / name) for name in os.listdir(folder)}

    inside, outside = folder / "in", folder / "out"
    inside.mkdir()
    outside.mkdir()
    paths = [outside / "0.parquet"] + [inside / f"{i}.parquet" for i in range(1, 60)]
    for path in paths:
        shutil.copyfile(TRIPS, path)
    db = connect()
    create_tables(db, paths)
    assert not is_open(paths[0])
    db.execute("SELECT parquet_restrict(?)", (f"read={inside}",))
    query = "SELECT * FROM t1 JOIN t0 USING (vendor)"
    db.execute(f"EXPLAIN {query}")
    assert not is_open(paths[0])
    assert "outside the folders" in failure(db.execute, query)
    db.close()


def create_tables(db, paths):
    for i, path in enumerate(paths):
        db.execute(f"CREATE VIRTUAL TABLE temp.t{i} USING parquet('{path}')")


def test_more_tables_than_descriptors(folder):
    path = folder / "a.parquet"
    write(path, "SELECT 7 AS a")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        db = connect()
        create_tables(db, [path] * 1000)
        for i in range(0, 1000, 3):
            assert db.execute(f"SELECT a FROM t{i}").fetchall() == [(7,)]
        many = " UNION ALL ".join(f"SELECT a FROM t{i}" for i in range(200))
        assert len(db.execute(many).fetchall()) == 200
        assert db.execute("SELECT count(*) FROM " + ", ".join(f"t{i}" for i in range(60))
                          ).fetchone() == (1,)
        db.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_files_without_descriptors_are_verified(folder):
    paths = [folder / f"{i}.parquet" for i in range(40)]
    for i, path in enumerate(paths):
        write(path, f"SELECT {i} AS a")
    db = connect()
    create_tables(db, paths)  # the first ones have lost their descriptors
    write(folder / "new.parquet", "SELECT 100 AS a")
    os.replace(folder / "new.parquet", paths[0])
    assert db.execute("SELECT a FROM t0").fetchall() == [(100,)]
    write(folder / "new.parquet", "SELECT 100 AS b")
    os.replace(folder / "new.parquet", paths[1])
    assert "with other columns" in failure(db.execute, "SELECT a FROM t1")
    paths[2].unlink()
    assert "no such file" in failure(db.execute, "SELECT a FROM t2")
    write(paths[2], "SELECT 200 AS a")
    assert db.execute("SELECT a FROM t2").fetchall() == [(200,)]
    # A query goes on with the file that it began with, whatever happens meanwhile.
    cursor = db.execute("SELECT a, count(*) FROM t3 UNION ALL SELECT a, 1 FROM t4")
    running = db.execute("SELECT a FROM t5, json_each('[1, 2, 3]')")
    assert running.fetchone() == (5,)
    write(folder / "new.parquet", "SELECT 300 AS a")
    os.replace(folder / "new.parquet", paths[5])
    for i in range(6, 40):
        assert db.execute(f"SELECT a FROM t{i}").fetchall() == [(i,)]
    assert running.fetchall() == [(5,), (5,)]
    assert db.execute("SELECT a FROM t5").fetchall() == [(300,)]
    assert cursor.fetchall() == [(3, 1), (4, 1)]
    db.close()


def test_idle_tables_keep_little(folder):
    if not os.access("/proc/self/statm", os.R_OK):
        return "no /proc/self/statm"
    path = folder / "wide.parquet"
    columns = ", ".join(f"printf('%.300c', 'x') || value AS c{i}" for i in range(20))
    write(path, f"WITH s(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM s "
                f"LIMIT 1000) SELECT {columns} FROM s")
    db = connect()
    create_tables(db, [path] * 120)
    used = {}
    for i in range(120):
        db.execute(f"SELECT * FROM t{i} WHERE rowid > 10 LIMIT 3").fetchall()
        used[i] = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    grown = (used[119] - used[39]) * resource.getpagesize()
    assert grown < 32 << 20, grown  # 290 MB if each keeps its last rows
    db.close()


if __name__ == "__main__":
    os.environ.pop(VARIABLE, None)
    sys.exit(host_tests.run_tests(globals(), "cache", f"cache, SQLite {sqlite3.sqlite_version}"))
