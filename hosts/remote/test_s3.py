# SPDX-License-Identifier: MIT
"""Buckets of two S3 servers: keys, patterns, folders, partitions, lake tables, odd names.

    python3 hosts/remote/test_s3.py ./parquet_vtab.so [NAME] [SERVER]      from the project's root
"""
import itertools
import json
import os
import pathlib
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from lying_server import LyingServer  # noqa: E402
from answers import Upstream  # noqa: E402
from remote_tests import EXTENSION, ONLY, QUESTIONS, TRIPS, Asker, judge  # noqa: E402
from s3_servers import KEY, REGION, SECRET, S3Server  # noqa: E402
from host_tests import connect, failure, run_tests  # noqa: E402

server = None  # the one that is tested
BUCKET = "tests"
ODD_NAMES = ["a b", "a+b", "a%20b", "a%b", "100%", "süß", "日本", "a&b=c", "a;b", "a:b", "a@b",
             "a~b", "a!b", "a,b", "a'b", "a\"b", "(a)", "a#b", "a?b", "{a}", "a$b", "a|b", "a^b",
             "a`b", "a<b>", "a=b", "a\nb", "a\tb"]


def secret(url=f"s3://{BUCKET}/", key=KEY, word=SECRET):
    return (f"SELECT parquet_add_secret('{url}', '{key}', '{word}', 'region={REGION}',"
            f" 'endpoint={server.endpoint}', 'url_style=path')")


def asker():
    return Asker([secret()])


def database():
    db = connect(EXTENSION)
    db.execute(secret())
    return db


def rows(db, sql, *values):
    return db.execute(sql, values).fetchall()


def put(name, path):
    server.client.put(BUCKET, name, pathlib.Path(path).read_bytes())


def test_objects():
    for name in ("trips.parquet", "orc/pyarrow_strides.orc", "java_maps.parquet"):
        for question in QUESTIONS:
            url = f"s3://{BUCKET}/testdata/{name}"
            assert judge(asker().ask(url, question), Asker().right(f"testdata/{name}", question), url)


def test_keys_of_the_environment():
    os.environ.update(server.environment())
    try:
        found = Asker().ask(f"s3://{BUCKET}/{TRIPS}", QUESTIONS[0])
        assert found == [(2000,)], found
        # A secret of the connection goes first.
        found = Asker([secret(word="wrong")]).ask(f"s3://{BUCKET}/{TRIPS}", QUESTIONS[0])
        assert isinstance(found, str), found
    finally:
        for name in server.environment():
            del os.environ[name]


def test_wrong_keys():
    """S3's own code is in the message, and no key."""
    url = f"s3://{BUCKET}/{TRIPS}"
    unknown = {"versitygw": "XAdminUserNotFound", "s3s-fs": "NotSignedUp"}[server.name]
    for key, word, code in ((KEY, "wrong-secret", "SignatureDoesNotMatch"),
                            ("no-such-key", SECRET, unknown)):
        found = Asker([secret(key=key, word=word)]).ask(url, QUESTIONS[0])
        assert isinstance(found, str) and url in found, found
        assert code in found, found
        assert word not in found, found
    found = Asker([secret("s3://other/")]).ask(url, QUESTIONS[0])
    assert isinstance(found, str) and url in found, found


def test_what_is_missing():
    for url, code in ((f"s3://{BUCKET}/no/such.parquet", "NoSuchKey"),
                      ("s3://no-such-bucket/x.parquet", "NoSuchBucket")):
        found = Asker([secret("s3://")]).ask(url, QUESTIONS[0])
        assert isinstance(found, str) and url in found and "404" in found, found
        assert code in found, found


def test_empty_objects(folder):
    """They are what empty files are, whichever way servers answer questions about parts of them."""
    (folder / "empty.orc").touch()
    put("empty/empty.orc", folder / "empty.orc")
    put("some/empty.orc", folder / "empty.orc")
    put("some/full.orc", "testdata/orc/pyarrow_strides.orc")
    db = database()
    for path in ("/empty.orc", "/"):
        remote, local = (failure(db.execute, "SELECT count(*) FROM read_parquet(?)", (where + path,))
                         for where in (f"s3://{BUCKET}/empty", str(folder)))
        assert remote == local.replace(str(folder), f"s3://{BUCKET}/empty"), (remote, local)
    compare(f"s3://{BUCKET}/some/", "testdata/orc/pyarrow_strides.orc", "SELECT count(*) FROM read_parquet(?)")
    db.close()


def folder_at(url):
    """The URL of a folder.  s3s-fs answers 500 to questions about a key that is a folder of its
    file system, others 404, so that it can only be asked about with a slash."""
    return url + "/" if server.name == "s3s-fs" else url


def compare(remote, local, sql):
    """The same statement about a bucket and about a folder."""
    db = database()
    try:
        found = rows(db, sql, remote)
        expected = rows(db, sql, local)
        assert found == expected, (found[:3], expected[:3])
        assert found, "no rows"
    finally:
        db.close()


def test_patterns():
    base = f"s3://{BUCKET}/testdata/"
    for pattern in ("java_codec_*.parquet", "java_codec_lz4*.parquet", "java_page?_v1.parquet",
                    "java_codec_[gz]*.parquet", "java_{maps,maps}.parquet"):
        if "{" in pattern:
            continue  # not a pattern of ours
        compare(base + pattern, "testdata/" + pattern, "SELECT count(*) FROM read_parquet(?)")
    db = database()
    message = failure(db.execute, "SELECT count(*) FROM read_parquet(?)", (base + "no-such-*.parquet",))
    assert base + "no-such-*.parquet" in message, message
    db.close()


def partitioned(folder, n_days=5, n_files=2):
    """A folder of Hive partitions; the same in the bucket, below "parts/"."""
    db = connect(EXTENSION)
    for day, file in itertools.product(range(n_days), range(n_files)):
        path = folder / f"year=2026/day={day}" / f"part {file}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        db.execute("SELECT parquet_write(?, ?)", (str(path), f"SELECT {day} * 10 + {file} AS n"))
        put(f"parts/{path.relative_to(folder)}", path)
    db.close()


def test_folders_and_partitions(folder):
    partitioned(folder)
    url = f"s3://{BUCKET}/parts"
    for pattern in ("", "/", "/**/*.parquet", "/year=2026/day=*/*.parquet", "/year=2026"):
        remote = url + pattern if "*" in pattern or pattern == "/" else folder_at(url + pattern)
        compare(remote, str(folder) + pattern,
                "SELECT row FROM read_parquet(?) ORDER BY row")
    for condition in ("day = 3", "day IN (1, 4)", "day > 2", "year = 2025 OR day = 0"):
        db = database()
        for location, name in ((folder_at(url), "far"), (str(folder), "near")):
            db.execute(f"CREATE VIRTUAL TABLE temp.{name} USING parquet('{location}')")
        sql = f"SELECT * FROM {{}} WHERE {condition} ORDER BY n"
        found, expected = (rows(db, sql.format(name)) for name in ("far", "near"))
        assert found == expected and found, (condition, found, expected)
        db.close()


def test_partitions_that_are_not_asked_for(folder):
    """Files of other partitions are not opened."""
    partitioned(folder)
    lying = LyingServer(Upstream(server.endpoint)).start()
    db = connect(EXTENSION)
    db.execute(secret().replace(server.endpoint, lying.url.rstrip("/")))
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{folder_at(f's3://{BUCKET}/parts')}')")
    lying.counts.reset()
    assert rows(db, "SELECT n FROM t WHERE day = 3 ORDER BY n") == [(30,), (31,)]
    opened = [target for method, target, _, _ in lying.counts.log if ".parquet" in target]
    # The first file says which columns there are.
    names = {urllib.parse.unquote(name) for name in opened if "day%3D0/part%200" not in name}
    assert len(names) == 2 and all("day=3/" in name for name in names), opened
    db.close()
    lying.stop()


def test_lake_tables():
    if server.name == "s3s-fs":
        return "it answers 500 to questions about a folder"
    base = f"s3://{BUCKET}/testdata/lakes/"
    for name in ("orders_delta", "orders_iceberg"):
        compare(folder_at(base + name), "testdata/lakes/" + name,
                "SELECT count(*), min(rowid) FROM read_parquet(?)")


def test_many_keys():
    """Lists come in pages of 1,000 keys."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "one.parquet")
        db = database()
        rows(db, "SELECT parquet_write(?, 'SELECT 7 AS n')", path)
        data = pathlib.Path(path).read_bytes()
        for i in range(1105):
            server.client.put(BUCKET, f"many/{i:04}.{'parquet' if i % 100 == 0 else 'txt'}", data)
        assert len(server.client.keys(BUCKET, "many/")) == 1105
        sql = "SELECT count(*), count(DISTINCT row) FROM read_parquet(?)"
        assert rows(db, sql, f"s3://{BUCKET}/many/*.parquet") == [(12, 1)]
        db.close()


def test_odd_names():
    """Names in which characters have a meaning for URLs, for XML, or for patterns."""
    kept = []
    for name in ODD_NAMES:
        try:
            put(f"odd/{name}/{name}.parquet", TRIPS)
            kept.append(name)
        except Exception as error:
            print(f"note: {server.name} refuses {name!r}: {str(error)[:80]}")
    keys = server.client.keys(BUCKET, "odd/")
    for name in kept:
        assert f"odd/{name}/{name}.parquet" in keys, name
        found = asker().ask(f"s3://{BUCKET}/odd/{name}/{name}.parquet", QUESTIONS[0])
        assert found == [(2000,)], (name, found)
    if server.name == "s3s-fs":
        return  # it says that it encodes the keys of lists, and does not
    db = database()
    found = rows(db, "SELECT count(*) FROM read_parquet(?)", f"s3://{BUCKET}/odd/**/*.parquet")
    assert found == [(2000 * len(kept),)], found
    db.close()


def test_names_beside_folders():
    """An object, a folder of the same name, and keys that begin alike."""
    put("beside/a.parquet", TRIPS)
    put("beside/a.parquet.txt", TRIPS)
    put("beside/b/x.parquet", TRIPS)
    put("beside/b2/x.parquet", TRIPS)
    db = database()
    for pattern, n in (("beside/*.parquet", 1), ("beside/b/*.parquet", 1), (folder_at("beside/b"), 1),
                       ("beside/*/x.parquet", 2), ("beside/**/*.parquet", 3)):
        found = rows(db, "SELECT count(*) FROM read_parquet(?)", f"s3://{BUCKET}/{pattern}")
        assert found == [(2000 * n,)], (pattern, found)
    db.close()


def test_lies_about_lists():
    """Lists that are damaged, cut, or refused: an error with the URL, never fewer files."""
    if server.name != "versitygw":
        return "the lies are the same about every server"
    url = f"s3://{BUCKET}/testdata/java_codec_*.parquet"

    def ask(lie=None):
        """Each time another server, of which nothing is known."""
        lying = LyingServer(Upstream(server.endpoint)).start()
        lying.choose = lambda request: lie if "list-type=2" in request.target else None
        db = connect(EXTENSION)
        try:
            db.execute(secret().replace(server.endpoint, lying.url.rstrip("/")))
            return rows(db, "SELECT count(*) FROM read_parquet(?)", url)
        except Exception as error:
            return str(error)
        finally:
            db.close()
            lying.stop()

    right = ask()
    assert isinstance(right, list), right
    for lie in ("status-403", "status-404", "status-500", "status-200", "shorter-100",
                "shorter-honestly-1", "shorter-honestly-200", "empty", "garbage", "no-answer",
                "once-503", "endless", "redirect-to-" + b"http://127.0.0.1:9/".hex(), "big-header"):
        found = ask(lie)
        if isinstance(found, list):
            assert found == right, (lie, found)
        else:
            assert f"s3://{BUCKET}/" in found, (lie, found)
    assert ask("once-503") == right


def test_what_is_written_is_listed_at_once():
    """By this process; others are seen after a second."""
    db = database()
    query = "SELECT 1 AS a"
    for i in range(3):
        assert rows(db, "SELECT parquet_write(?, ?)", f"s3://{BUCKET}/grows/{i}.parquet", query) == [(1,)]
        assert rows(db, "SELECT count(*) FROM read_parquet(?)", f"s3://{BUCKET}/grows/") == [(i + 1,)]
    server.client.put(BUCKET, "grows/3.parquet", server.client.get(BUCKET, "grows/0.parquet"))
    time.sleep(1.1)
    assert rows(db, "SELECT count(*) FROM read_parquet(?)", f"s3://{BUCKET}/grows/") == [(4,)]
    db.close()


def test_times_of_delta_versions():
    """They are those at which the objects of the log were written, if commits do not say."""
    schema = '{"type":"struct","fields":[{"name":"id","type":"long","nullable":true,"metadata":{}}]}'
    table = {"id": "t", "format": {"provider": "parquet", "options": {}}, "schemaString": schema,
             "partitionColumns": [], "configuration": {}, "createdTime": 0}
    first = [{"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}}, {"metaData": table}]
    for version, actions in enumerate((first, [{"commitInfo": {}}])):
        server.client.put(BUCKET, f"times/_delta_log/{version:020}.json", "".join(
            json.dumps(action) + "\n" for action in actions).encode())
    db, url = database(), f"s3://{BUCKET}/times"
    times = rows(db, "SELECT abs(unixepoch(committed_at) - unixepoch()) FROM lake_snapshots(?)", url)
    assert len(times) == 2 and max(times) < (600,), times
    sql = "SELECT count(*) FROM read_parquet(?, 'timestamp=' || datetime('now', ?))"
    assert rows(db, sql, url, "+1 hour") == [(0,)]
    assert "the oldest version" in failure(db.execute, sql, (url, "-1 hour"))
    db.close()


def main():
    global server
    names = sys.argv[3:] or ["versitygw", "s3s-fs"]
    status = 0
    for name in names:
        server = S3Server(name)
        server.upload(BUCKET, "testdata", "testdata/")
        status |= run_tests(globals(), name, f"remote, {name}", ONLY,
                            times=bool(os.environ.get("TIMES")))
        server.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
