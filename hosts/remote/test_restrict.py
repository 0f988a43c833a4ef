# SPDX-License-Identifier: MIT
"""parquet_restrict() and remote files: redirects and lists stay in what is allowed.

    python3 hosts/remote/test_restrict.py ./parquet_vtab.so [NAME]     from the project's root
"""
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Folder  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import EXTENSION, ONLY, QUESTIONS, TRIPS, Asker, judge  # noqa: E402
from host_tests import connect, failure, run_tests  # noqa: E402

allowed = LyingServer(Folder(".")).start()
other = LyingServer(Folder(".")).start()
READONLY = "sqlite3_parquetvtab_readonly_init"


def restricted(limit, *more):
    return Asker([f"SELECT parquet_restrict('{limit}')",
                  *(f"SELECT parquet_restrict('{one}')" for one in more)])


def begin():
    allowed.be_honest()
    other.be_honest()


def check(asker, url, path=TRIPS):
    """Whether the rows are right; an error names the URL."""
    return judge(asker.ask(url + path, QUESTIONS[0]), Asker().right(path, QUESTIONS[0]), url + path)


def test_prefixes():
    begin()
    asker = restricted(f"remote={allowed.url}")
    assert check(asker, allowed.url)
    assert not check(asker, other.url)
    assert other.counts.connections == 0
    asker = restricted(f"remote={allowed.url}testdata/")
    assert check(asker, allowed.url)
    for path in ("sql-tests/data/numbers.parquet", "testdata/../sql-tests/data/numbers.parquet",
                 "testdata/%2e%2e/sql-tests/data/numbers.parquet",
                 "testdata/./../sql-tests/data/numbers.parquet",
                 "testdata/..%2fsql-tests/data/numbers.parquet",
                 "testdata\\..\\sql-tests/data/numbers.parquet", "testdatax/trips.parquet"):
        allowed.be_honest()
        found = asker.ask(allowed.url + path, QUESTIONS[0])
        assert isinstance(found, str), (path, found)
        asked = [urllib.parse.unquote(target) for _, target, _, _ in allowed.counts.log]
        assert all(target.startswith("/testdata/") and ".." not in target for target in asked), asked


def test_names_of_hosts():
    """What looks like an allowed URL, but has another host."""
    begin()
    asker = restricted(f"remote={allowed.url}")
    port = allowed.server_address[1]
    for url in (f"http://127.0.0.1:{port}@127.0.0.1:{other.server_address[1]}/",
                f"http://127.0.0.1:{port}.example.invalid/", f"http://127.0.0.1:{port}0/",
                f"http://user:word@127.0.0.1:{other.server_address[1]}/",
                f"http://127.0.0.1:{other.server_address[1]}/#@127.0.0.1:{port}/",
                f"http://127.0.0.1:{other.server_address[1]}\\@127.0.0.1:{port}/",
                f"https://127.0.0.1:{port}/", f"s3://127.0.0.1:{port}/"):
        found = asker.ask(url + TRIPS, QUESTIONS[0])
        assert isinstance(found, str), (url, found)
    assert other.counts.connections == 0


def test_passwords_in_urls():
    """They are refused, and not repeated."""
    begin()
    for url in ("https://ann:word@host.invalid/", "http://word@host.invalid?x", "HTTP://:word@/"):
        found = Asker().ask(url + TRIPS, QUESTIONS[0])
        assert isinstance(found, str) and "secret" in found and "word@" not in found, found


def test_nothing_remote():
    begin()
    asker = restricted("remote=none")
    for url in (allowed.url, "s3://bucket/", "https://example.invalid/"):
        found = asker.ask(url + TRIPS, QUESTIONS[0])
        assert isinstance(found, str) and url in found, found
    assert allowed.counts.connections == 0
    assert asker.right(TRIPS, QUESTIONS[0]) == [(2000,)]  # local files are not concerned


def test_folders_allow_no_urls():
    """After read=, no URL is opened unless remote= allows it."""
    begin()
    found = restricted("read=testdata").ask(allowed.url + TRIPS, QUESTIONS[0])
    assert isinstance(found, str) and allowed.url in found, found
    assert allowed.counts.connections == 0
    asker = Asker([f"SELECT parquet_restrict('read=testdata', 'remote={allowed.url}')"])
    assert check(asker, allowed.url) and not check(asker, other.url)


def test_limits_are_only_narrowed():
    begin()
    asker = restricted("remote=none", f"remote={allowed.url}")
    found = asker.ask(allowed.url + TRIPS, QUESTIONS[0])
    assert isinstance(found, str), found
    assert allowed.counts.connections == 0


def redirected(target):
    return f"{allowed.url}lie/redirect-to-{target.encode().hex()}/"


def test_redirects():
    begin()
    asker = restricted(f"remote={allowed.url}")
    assert check(asker, redirected(allowed.url.rstrip("/") + "{path}"))
    assert not check(asker, redirected(other.url.rstrip("/") + "{path}"))
    for url in ("file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/x", "s3://bucket/x",
                f"//127.0.0.1:{other.server_address[1]}/{TRIPS}", "data:,PAR1", "http://",
                "http://127.0.0.1:0/", "http://[::1]:80/"):
        found = asker.ask(redirected(url) + TRIPS, QUESTIONS[0])
        assert isinstance(found, str) and allowed.url in found, (url, found)
    assert other.counts.connections == 0
    # Within a host, a redirect out of the allowed folder is not followed either.
    asker = restricted(f"remote={allowed.url}lie/")
    found = asker.ask(redirected(allowed.url.rstrip("/") + "{path}") + TRIPS, QUESTIONS[0])
    assert isinstance(found, str), found


def test_redirects_without_limits():
    begin()
    assert check(Asker(), redirected(other.url.rstrip("/") + "{path}"))
    for url in ("file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/x"):
        found = Asker().ask(redirected(url) + TRIPS, QUESTIONS[0])
        assert isinstance(found, str) and "root:" not in found, (url, found)


def test_secrets_do_not_follow_redirects():
    """A password or token for one host is not sent to another."""
    begin()
    seen = []
    other.choose = lambda request: seen.append(request.headers.get("authorization"))
    allowed.choose = other.choose
    for key in ("user", ""):
        asker = Asker([f"SELECT parquet_add_secret('{allowed.url}', '{key}', 'word')"])
        seen.clear()
        assert check(asker, allowed.url)
        assert seen and all(seen), seen
        seen.clear()
        assert check(asker, redirected(other.url.rstrip("/") + "{path}"))
        assert any(seen) and None in seen, seen  # sent to the first, not to the second
        seen.clear()
        check(asker, other.url)
        assert not any(seen), seen
        # Nor to a folder of the same host for which it was not given.
        asker = Asker([f"SELECT parquet_add_secret('{allowed.url}lie/', '{key}', 'word')"])
        seen.clear()
        assert check(asker, redirected(allowed.url.rstrip("/") + "{path}"))
        assert any(seen) and None in seen, seen


PRIVATE = ["127.0.0.1", "localhost", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1",
           "169.254.169.254", "100.64.0.1", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1]", "[fd00::1]",
           "[::]", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[64:ff9b::7f00:1]",
           "[::ffff:7f00:1]", "[2002:7f00:1::]"]


def test_private_addresses():
    begin()
    asker = restricted("private_addresses=off")
    port = allowed.server_address[1]
    for host in PRIVATE:
        url = f"http://{host}:{port}/"
        found = asker.ask(url + TRIPS, QUESTIONS[0], seconds=10)
        assert isinstance(found, str) and url in found, (host, found)
    assert allowed.counts.connections == 0
    # The proxy of the environment is no way around.
    os.environ["http_proxy"] = allowed.url
    try:
        asker.ask(f"http://127.0.0.1:{other.server_address[1]}/{TRIPS}", QUESTIONS[0])
        assert other.counts.connections == 0
    finally:
        del os.environ["http_proxy"]


# Asks for a file without a limit, and at once with one, in a process that keeps blocks.
TWO_CONNECTIONS = """
import sys
sys.path.insert(0, "hosts")
from host_tests import connect, failure
extension, limit, url = sys.argv[1:]
count = "SELECT count(*) FROM read_parquet(?)"
connect(extension).execute(count, (url,)).fetchall()
limited = connect(extension)
limited.execute("SELECT parquet_restrict(?)", (limit,))
print(failure(limited.execute, count, (url,)))
"""


def test_limits_and_what_others_have_read():
    """What another connection has read a moment ago, from elsewhere, is not shown."""
    keeping = {name: value for name, value in os.environ.items() if name != "PARQUET_VTAB_CACHE"}
    for limit, url in (("private_addresses=off", allowed.url),
                       (f"remote={allowed.url}", redirected(other.url.rstrip("/") + "{path}"))):
        begin()
        message = subprocess.run([sys.executable, "-c", TWO_CONNECTIONS, EXTENSION, limit, url + TRIPS],
                                 env=keeping, check=True, stdout=subprocess.PIPE, text=True).stdout
        assert url in message, message


def test_environment_keys():
    """Keys of the environment are not used when strangers type SQL."""
    begin()
    keys = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL_S3": allowed.url.rstrip("/")}
    seen = []
    allowed.choose = lambda request: seen.append(request.headers.get("authorization"))
    os.environ.update(keys)
    try:
        Asker().ask("s3://testdata/trips.parquet", QUESTIONS[0])
        assert seen and all("Credential=k/" in one for one in seen), seen
        seen.clear()
        found = restricted("environment_keys=off").ask("s3://testdata/trips.parquet", QUESTIONS[0])
        assert not any(seen), seen
        assert isinstance(found, (str, list))
    finally:
        for name in keys:
            del os.environ[name]


def test_lists_of_urls():
    """Each file of a list is checked, and each alternative."""
    begin()
    db = connect(EXTENSION)
    db.execute(f"SELECT parquet_restrict('remote={allowed.url}')")
    for first, second in itertools.permutations((allowed.url, other.url)):
        message = failure(db.execute, "SELECT count(*) FROM read_parquet(?)",
                          (f"{first}{TRIPS}\n{second}{TRIPS}",))
        assert other.url in message, message
    assert other.counts.connections == 0
    lists = f"{allowed.url}{TRIPS}\n{allowed.url}as/other/{TRIPS}"
    strict = connect(EXTENSION)
    strict.execute("SELECT parquet_restrict(?, 'read=testdata')", (f"remote={allowed.url}",))
    for one in (db, strict):
        found = one.execute("SELECT count(*) FROM read_parquet(?)", (lists,)).fetchall()
        assert found == [(4000,)], found
        one.close()


def test_stored_tables(folder):
    """With trusted_schema=off, no spelling lets a table of a database file open a URL."""
    begin()
    lake = folder / "lake"
    (lake / "_delta_log").mkdir(parents=True)
    (lake / "_delta_log" / f"{0:020}.json").write_text("\n".join(json.dumps(one) for one in (
        {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}},
        {"metaData": {"id": "t", "format": {"provider": "parquet", "options": {}},
                      "schemaString": json.dumps({"type": "struct", "fields": [
                          {"name": "id", "type": "long", "nullable": True, "metadata": {}}]}),
                      "partitionColumns": [], "configuration": {}}},
        {"add": {"path": f"gs://bucket/{TRIPS}", "partitionValues": {}, "modificationTime": 0,
                 "size": os.path.getsize(TRIPS), "dataChange": True}})))
    spellings = [f"'{allowed.url}{TRIPS}'", f"'{TRIPS}\n{allowed.url}{TRIPS}'",
                 f"'\n {allowed.url}{TRIPS}'", f"'htt{{p,p}}{allowed.url[4:]}{TRIPS}'",
                 f"'{{{TRIPS},{allowed.url}{TRIPS}}}'",
                 f"'{lake}', lake_roots='gs://bucket={allowed.url.rstrip('/')}'"]
    for number, spelling in enumerate(spellings):
        database = str(folder / f"{number}.db")
        db = connect(EXTENSION, database)
        db.execute(f"CREATE VIRTUAL TABLE t USING parquet({spelling})")
        assert db.execute("SELECT count(*) FROM t").fetchone()[0] >= 2000, spelling
        db.close()
        allowed.be_honest()
        db = connect(EXTENSION, database)
        db.execute("PRAGMA trusted_schema = OFF")
        message = failure(db.execute, "SELECT count(*) FROM t")
        assert "trusted_schema=off" in message, (spelling, message)
        assert allowed.counts.log == [], (spelling, allowed.counts.log)
        db.close()


def test_connections_that_only_read():
    """The entry point for strangers changes no secrets and writes nothing."""
    begin()
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.execute("SELECT load_extension(?, ?)", (EXTENSION, READONLY))
    db.enable_load_extension(False)
    for call in ("parquet_add_secret('s3://b/', 'k', 's')", "parquet_write('s3://b/x', 'SELECT 1')"):
        failure(db.execute, f"SELECT {call}")
    db.close()
    assert allowed.counts.connections == 0


def test_secrets_after_final():
    begin()
    for limit in ("keys=off", "final=on"):
        db = connect(EXTENSION)
        db.execute(f"SELECT parquet_restrict('{limit}')")
        failure(db.execute, "SELECT parquet_add_secret('s3://b/', 'k', 's')")
        db.close()


if __name__ == "__main__":
    sys.exit(run_tests(globals(), "restrict", "remote, restrictions", ONLY,
                       times=bool(os.environ.get("TIMES"))))
