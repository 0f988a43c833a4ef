# SPDX-License-Identifier: MIT
"""What one process has received of a file on a web server, others find in the cache on disk.

    python3 hosts/remote/test_disk_cache.py     from the project's root, after `make`

Each query runs in a process of its own.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from answers import Folder  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from host_tests import run_tests  # noqa: E402

folder = tempfile.TemporaryDirectory()
FILES = os.path.join(folder.name, "files")
CACHE = os.path.join(folder.name, "cache")
os.mkdir(FILES)
server = LyingServer(Folder(FILES)).start()
URL = server.url + "t.parquet"
QUERIES = ("SELECT count(*) FROM t", "SELECT sum(id), min(name) FROM t",
           "SELECT * FROM t WHERE id = 3003", "SELECT max(h) FROM t WHERE id > 100000")


def run(sql, cache=CACHE, **environment):
    """Runs statements in a new process; returns the output without the statements."""
    path = os.path.join(folder.name, "query.sql")
    with open(path, "w") as file:
        file.write(sql)
    env = dict(os.environ, **environment)
    env.pop("PARQUET_VTAB_CACHE_DIR", None)
    if cache:
        env["PARQUET_VTAB_CACHE_DIR"] = cache
    output = subprocess.run(["build/plain/sqlrun", "-e", "./parquet_vtab.so", path], env=env,
                            capture_output=True, text=True)
    return "\n".join(line for line in (output.stdout + output.stderr).splitlines()
                     if not line.startswith("> "))


def write(factor):
    run(f"""SELECT parquet_write('{FILES}/t.parquet', 'WITH RECURSIVE c(i) AS
      (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 99999)
      SELECT i * {factor} AS id, (i * 2654435761) % 4294967296 AS h,
        ''name '' || (i * 7 % 1000) AS name FROM c', 'row_group_size=16384', 'overwrite=on');
    """, cache=None)


def ask(queries=QUERIES, at=URL, before="", **environment):
    """The output of queries, and which statuses the server has answered with."""
    server.counts.reset()
    got = run(f"{before}\nCREATE VIRTUAL TABLE t USING parquet('{at}');\n" +
              ";\n".join(queries) + ";\n", **environment)
    return got, [status for _, _, _, status in server.counts.log]


def near():
    return ask(at=f"{FILES}/t.parquet", cache=None)[0]


def begin(factor=3):
    shutil.rmtree(CACHE, ignore_errors=True)
    server.be_honest()
    write(factor)


def entries():
    """The files of the cache."""
    return [os.path.join(CACHE, name) for name in os.listdir(CACHE)]


def contents():
    return b"".join(open(path, "rb").read() for path in entries())


def test_later_processes_ask_once():
    begin()
    expected = near()
    got, statuses = ask()
    assert got == expected and 206 in statuses, (got, statuses)
    assert os.stat(CACHE).st_mode & 0o77 == 0
    assert all(os.stat(path).st_mode & 0o77 == 0 for path in entries())
    for queries in (QUERIES, QUERIES[:1], QUERIES[2:]):
        got, statuses = ask(queries)
        assert statuses == [304] and server.counts.bytes == 0, statuses
        assert got in expected
    got, statuses = ask(cache=None)
    assert got == expected and 206 in statuses, (got, statuses)


def test_other_columns_are_asked_for():
    begin()
    ask(QUERIES[:1])
    got, statuses = ask()
    assert got == near() and statuses[0] == 304 and 206 in statuses, (got, statuses)
    assert ask()[1] == [304]


def test_replaced_files():
    begin()
    before = ask()[0]
    write(5)
    got, statuses = ask()
    assert got == near() != before and 304 not in statuses, (got, statuses)
    assert ask() == (got, [304])


def test_damage():
    begin()
    expected = ask()[0]
    for damage in (lambda data: data[:len(data) // 2], lambda data: b"",
                   lambda data: bytes(len(data)), lambda data: data + b"x",
                   lambda data: data[:-9] + bytes([data[-9] ^ 64]) + data[-8:]):
        for path in entries():
            data = open(path, "rb").read()
            open(path, "wb").write(damage(data))
        got, statuses = ask()
        assert got == expected and 206 in statuses, (got, statuses)
        assert ask() == (expected, [304])


def test_exchanged_entries():
    begin()
    expected = ask()[0]
    paths = sorted(entries())
    assert len(paths) > 2
    first = open(paths[0], "rb").read()
    for path, following in zip(paths, paths[1:]):
        shutil.copyfile(following, path)
    open(paths[-1], "wb").write(first)
    assert ask()[0] == expected
    assert ask() == (expected, [304])


# Those that do not take long.
LIES = ("no-ranges", "no-ranges-chunked", "range-start", "range-end", "range-total",
        "range-total-less", "range-missing", "range-star", "outside", "less", "more", "shorter",
        "longer", "shorter-honestly", "longer-honestly", "empty", "gzip-encoded", "weak-etag",
        "changing-etag", "no-etag", "no-etag-nor-date", "error-in-body", "two-answers")


def test_lies_leave_nothing_wrong():
    """After a server's lie, whatever it was, an honest server's file is read."""
    begin()
    expected = near()
    for name in LIES:
        shutil.rmtree(CACHE, ignore_errors=True)
        server.be_honest()
        server.lie = name
        got, _ = ask(QUERIES[1:2])
        server.be_honest()
        if "error" not in got:
            assert got in expected, (name, got)
        assert ask()[0] == expected, name


def test_credentials():
    begin()
    expected = near()
    secret = f"SELECT parquet_add_secret('{server.url}', '', 'confidential-token');"
    got, _ = ask(before=secret)
    assert got.endswith(expected), got
    assert ask(at=URL + "?signature=confidential")[0] == expected
    assert entries() == []
    assert ask()[0] == expected  # now somebody has read it without
    assert 206 in ask(before=secret)[1]
    assert b"confidential" not in contents()


def test_bound():
    begin()
    for i in range(12):
        shutil.copyfile(f"{FILES}/t.parquet", f"{FILES}/t{i}.parquet")
        ask(at=f"{server.url}t{i}.parquet", PARQUET_VTAB_CACHE_DIR_SIZE="1MiB")
        assert sum(os.path.getsize(path) for path in entries()) < 1.3 * (1 << 20)
    assert ask(at=f"{server.url}t11.parquet") == (near(), [304])


def test_folders_of_no_use():
    begin()
    os.mkdir(CACHE)
    os.chmod(CACHE, 0o777)
    assert "PARQUET_VTAB_CACHE_DIR: the folder" in run("SELECT 1;")
    shutil.rmtree(CACHE)
    assert "PARQUET_VTAB_CACHE_DIR: no absolute path" in run("SELECT 1;", cache="cache")
    assert "cannot be made" in run("SELECT 1;", cache=CACHE + "/x/y")
    assert "CACHE_DIR_SIZE" in run("SELECT 1;", PARQUET_VTAB_CACHE_DIR_SIZE="much")


if __name__ == "__main__":
    sys.exit(run_tests(globals(), "disk cache", "sqlrun"))
