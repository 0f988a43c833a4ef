# SPDX-License-Identifier: MIT
"""Buckets in memory: odd keys, lists in pages of any size, and what is remembered of both.

    python3 hosts/remote/test_lists.py ./parquet_vtab.so [NAME]     from the project's root

Environment: SEED of the random keys, LISTS (40) of them.
"""
import fnmatch
import os
import pathlib
import random
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from answers import Answer  # noqa: E402
from bucket import Bucket  # noqa: E402
from lying_server import LyingServer  # noqa: E402
from remote_tests import EXTENSION, ONLY  # noqa: E402
from host_tests import connect, run_tests  # noqa: E402

NAMES = ["a", "b", "a-", "a.b", "a0", "A", "z", "a b", "a+b", "%41", "é", "day=1", "x%2Fy"]

bucket = Bucket()
server = LyingServer(bucket).start()
os.environ.setdefault("CACHE", "64MiB")
os.environ["PARQUET_VTAB_CACHE"] = os.environ["CACHE"]
n_buckets = 0


def database():
    db = connect(EXTENSION)
    db.execute("SELECT parquet_add_secret('s3://', 'a-key', 'a-secret', 'region=us-east-1', 'url_style=path',"
               f" 'endpoint={server.url.rstrip('/')}')")
    return db


def begin(keys=(), page=1000, n_empty=0):
    """A URL that nothing is known about yet, and a connection."""
    global n_buckets
    n_buckets += 1
    server.be_honest()
    bucket.page, bucket.n_empty, bucket.stray = page, n_empty, None
    bucket.order, bucket.n_repeated = str.encode, 0
    bucket.objects = {key: b"" if key.endswith("/") else ONE for key in keys}
    return f"s3://bucket-{n_buckets}/", database()


def find(db, url):
    """The files at a URL; the message, if there are none."""
    quoted = url.replace("'", "''")
    try:
        db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{quoted}')")
        found = [path for path, in db.execute("SELECT _file FROM t ORDER BY 1").fetchall()]
        db.execute("DROP TABLE temp.t")
        return found
    except Exception as error:
        return str(error)


def make_file():
    db = connect(EXTENSION)
    db.execute("SELECT parquet_write('build/remote/one.parquet', 'SELECT 1 AS n', 'overwrite=on')")
    db.close()
    with open("build/remote/one.parquet", "rb") as file:
        return file.read()


def random_keys(choose):
    keys = {"q/x.parquet", "r-/x.parquet"}
    for _ in range(choose.choice([1, 3, 10, 40])):
        folders = [choose.choice(NAMES) for _ in range(choose.choice([0, 0, 1, 1, 2, 3]))]
        name = choose.choice(NAMES) + choose.choice([".parquet"] * 6 + ["", "/", ".txt"])
        keys.add("/".join(["r", *folders, name]))
    return keys


def random_order(choose):
    """That of bytes; of trees, in which all that is in a folder comes before the next name; or none."""
    seed = choose.random()
    return choose.choice([str.encode, str.encode, lambda key: key.split("/"),
                          lambda key: random.Random(f"{seed} {key}").random()])


def random_question(choose, keys):
    """A path, and which keys it means."""
    folder = "r/" + "".join(choose.choice(NAMES) + "/" for _ in range(choose.choice([0, 0, 0, 1, 1, 2])))
    pattern = choose.choice(["", "**", "*.parquet", "*/*.parquet", "*/a*.parquet"])
    wanted = [key for key in keys if key.startswith(folder) and key.endswith(".parquet")]
    if pattern not in ("", "**"):
        wanted = [key for key in wanted if key.count("/") == folder.count("/") + pattern.count("/")
                  and fnmatch.fnmatchcase(key.split("/")[-1], pattern.split("/")[-1])]
    return folder + pattern, sorted(wanted)


def test_random_keys():
    """Keys that are also folders, markers of folders, characters with meanings, other orders,
    entries that come twice, and short pages."""
    seed = int(os.environ.get("SEED", random.randrange(1 << 32)))
    choose = random.Random(seed)
    for _ in range(int(os.environ.get("LISTS", 40))):
        keys = random_keys(choose)
        url, db = begin(keys, choose.choice([1, 2, 3, 5, 10, 1000]), choose.choice([0, 0, 0, 1]))
        bucket.order, bucket.n_repeated = random_order(choose), choose.choice([0, 0, 1])
        for _ in range(3):
            path, wanted = random_question(choose, keys)
            found = find(db, url + path)
            case = f"SEED={seed}", sorted(keys), bucket.page, bucket.n_empty, path, found
            assert found == [url + key for key in wanted] or (not wanted and "no " in found), case
        db.close()


def test_call_asks_for_keys_once():
    """Whether or not the cache is on."""
    url, db = begin(["t/p=1/x.parquet", "t/p=2/x.parquet"])
    db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{url}t')")
    lists = [target for _, target, _, _ in server.counts.log if "list-type" in target]
    assert len(lists) == len(set(lists)) == 5, lists
    db.close()


def test_without_cache():
    if os.environ["CACHE"] == "0":
        return
    output = subprocess.run([sys.executable, __file__, EXTENSION, "keys"], capture_output=True, text=True,
                            env={**os.environ, "CACHE": "0"}, check=False).stdout
    assert " 0 failed" in output, output


def test_first_page_without_keys():
    """A page may be empty, or have only the folder's own key, although others follow."""
    for n_empty, page in ((0, 1), (1, 1000), (5, 1)):
        url, db = begin(["d/", "d/a.parquet"], page, n_empty)
        assert find(db, url + "d/") == [url + "d/a.parquet"], (n_empty, page)
        db.close()


def test_folder_with_only_its_own_key():
    """It exists, whoever asks first."""
    for first in ("e/", "*.parquet"):
        url, db = begin(["e/", "x.parquet"])
        find(db, url + first)
        assert "no such folder" not in find(db, url + "e/"), first
        db.close()


def test_first_page_in_order():
    """It does not show that the next ones go on after it."""
    url, db = begin(["t/a-/1.parquet", "t/a/1.parquet"] + [f"t/a/{i:03}" for i in range(150)], page=1)
    bucket.order = lambda key: key.split("/")
    assert find(db, url + "t/*/1.parquet") == [url + "t/a-/1.parquet", url + "t/a/1.parquet"]
    db.close()


def test_damaged_page():
    """A list is damaged if a page is that others follow."""
    url, db = begin([f"d/{name}.parquet" for name in "abcdefg"] + ["e/x.parquet"], page=2)
    bucket.stray = "e/x.parquet"
    found = find(db, url + "d/*.parquet")
    assert "that was not asked for" in found, found
    db.close()


def test_whole_bucket():
    """Its name may have dots, which names of folders usually do not have."""
    url, db = begin(["a.parquet"])
    for bucket_url in (url.rstrip("/"), url.replace("bucket", "my.bucket").rstrip("/")):
        assert find(db, bucket_url) == [bucket_url + "/a.parquet"]
    db.close()


def test_keys_of_several_lines():
    """As with files on disk, a path of several lines is one file if there is one, else a list."""
    url, db = begin(["a/x\ny.parquet", "a/z.parquet", "b\n1/p=2\n3/x.parquet", "x", "y"])
    x, z, deep = (url + key for key in ("a/x\ny.parquet", "a/z.parquet", "b\n1/p=2\n3/x.parquet"))
    for path, found in (("a/", [x, z]), ("a/*", [x, z]), ("a/x?y.*", [x]), ("a/x\ny.parquet", [x]), ("b\n1", [deep]),
                        ("b*/**", [deep]), ("**", [x, z, deep]), (f"a/z.parquet\n{url}a/x?y.parquet", [x, z]),
                        ("a/z.parquet\nbuild/remote/one.parquet", ["build/remote/one.parquet", z])):
        assert find(db, url + path) == found, (path, find(db, url + path))
    assert db.execute("SELECT row ->> 'p' FROM read_parquet(?)", (url + "b*/**",)).fetchall() == [("2\n3",)]
    for path in ("w/x\ny.parquet", "w/x\n1/y.parquet"):
        assert db.execute("SELECT parquet_write(?, 'SELECT 1 AS n')", (url + path,)).fetchone() == (1,)
    assert find(db, url + "w/") == [url + "w/x\n1/y.parquet", url + "w/x\ny.parquet"]
    db.close()


def test_schemes_in_upper_case():
    url, db = begin(["d/a.parquet", "d/b.parquet"])
    url = url.replace("s3", "S3")
    for path in ("d/", "d/*.parquet"):
        assert find(db, url + path) == [url + "d/a.parquet", url + "d/b.parquet"], path
    db.close()


def test_rights_for_single_files():
    """A connection that may not see a folder reads a file in it."""
    url, db = begin(["d/a.parquet", "d/b", "e/c.parquet"])
    db.execute(f"SELECT parquet_restrict('remote={url}d/a.parquet,{url}d/b,{url}e/')")
    for path in ("d/a.parquet", "d/b"):
        assert find(db, url + path) == [url + path], path
    assert find(db, f"{url}d/a.parquet\n{url}e/*") == [url + "d/a.parquet", url + "e/c.parquet"]
    for path in ("d/", "d/*", "d/{a,c}.parquet", "d/c.parquet"):
        assert "outside the URLs" in find(db, url + path), path
    assert all("d%2F&" not in target and not target.endswith("d%2F") for _, target, _, _ in server.counts.log)
    db.close()


def test_folder_that_must_not_be_listed():
    """What the list of the folder above says is enough."""
    url, db = begin()
    for path in pathlib.Path("testdata/lakes/orders_delta").rglob("*.*"):
        bucket.objects[f"t/{path.relative_to('testdata/lakes/orders_delta')}"] = path.read_bytes()

    def answer(request):
        is_of_log = "prefix=t%2F_delta_log%2F" in request.target
        return Answer(403) if is_of_log else Bucket.answer(bucket, request)

    bucket.answer = answer
    found = find(db, url + "t")
    del bucket.answer
    assert len(found) == 9 and url in found[0], found
    db.close()


def test_old_lists_make_room():
    """Lists that are too old to be used do not stay in the process's cache."""
    url, db = begin([f"d/{i:03}-{'x' * 900}.txt" for i in range(900)] + ["d/x.parquet"])
    before = memory()
    for _ in range(20):
        assert len(find(db, url + "d/*.parquet")) == 1
        db.execute("SELECT parquet_write(?, 'SELECT 1 AS n', 'overwrite=on')", (url + "w.parquet",))
    db.close()
    assert memory() - before < 10, memory() - before


def test_answer_that_comes_late():
    """What was asked for before this process has overwritten a file is not believed afterwards."""
    url, db = begin(["x.parquet"])
    asked, written = threading.Event(), threading.Event()

    def answer_late(request):
        answer = Bucket.answer(bucket, request)
        if request.method == "GET" and not asked.is_set():
            asked.set()
            written.wait(10)
        return answer

    bucket.answer = answer_late
    reader = threading.Thread(target=lambda: find(database(), url + "x.parquet"))
    reader.start()
    assert asked.wait(10)
    db.execute("SELECT parquet_write(?, 'SELECT 2 AS n', 'overwrite=on')", (url + "x.parquet",))
    written.set()
    reader.join()
    del bucket.answer
    assert db.execute("SELECT row FROM read_parquet(?)", (url + "x.parquet",)).fetchall() == [('{"n":2}',)]
    db.close()


def memory():
    """MiB that this process has now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def main():
    global ONE
    os.makedirs("build/remote", exist_ok=True)
    ONE = make_file()
    return run_tests(globals(), "lists", "remote, lists", ONLY, times=bool(os.environ.get("TIMES")))


if __name__ == "__main__":
    sys.exit(main())
