# SPDX-License-Identifier: MIT
"""Datasette as docs/security.md sets it up, and attacks by visitors.

    python3 hosts/attacks/test_datasette.py ./parquet_vtab.so FOLDER-OF-DATASETTE'S-PROGRAMS
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, "hosts")

from host_tests import connect, run_tests  # noqa: E402
from table_functions import table_functions  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1])
PROGRAMS = os.path.abspath(sys.argv[2])


def make_site(root):
    """Makes a site, and files next to it that visitors must not reach."""
    (root / "parquet").mkdir()
    (root / "plugins").mkdir()
    (root / "secret").mkdir()
    (root / "parquet-too").mkdir()
    shutil.copy(EXTENSION, root / "parquet_vtab.so")
    trips = root / "parquet" / "trips.parquet"
    shutil.copy("testdata/trips.parquet", trips)
    shutil.copy(trips, root / "secret" / "secret.parquet")
    shutil.copy(trips, root / "parquet-too" / "secret.parquet")
    (root / "parquet" / "link.parquet").symlink_to("../secret/secret.parquet")
    db = connect(EXTENSION, root / "site.db")
    db.execute(f"CREATE VIRTUAL TABLE trips USING parquet('{trips}')")
    db.execute(f"CREATE VIRTUAL TABLE stray USING parquet('{root}/secret/secret.parquet')")
    db.execute(f"CREATE VIRTUAL TABLE linked USING parquet('{root}/parquet/link.parquet')")
    db.execute("CREATE TABLE notes(note)")
    db.execute("INSERT INTO notes VALUES('kept')")
    db.execute("CREATE VIEW cards AS SELECT * FROM trips WHERE payment = 'card'")
    db.commit()
    db.close()
    shutil.copy(root / "site.db", root / "other.db")


def state_of(root):
    """All files with their contents, except Python's caches."""
    return {str(path): path.is_symlink() or hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(root.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts}


def recipe(root, number=0):
    """Takes blocks of docs/security.md: writes the plugin, returns the command."""
    text = pathlib.Path("docs/security.md").read_text()
    text = text[text.index("\n## Datasette\n"):].replace("/srv/site", str(root))
    plugin = re.findall(r"```python\n(.*?)```", text, re.S)[number]
    (root / "plugins" / "of_the_site.py").write_text(plugin)
    return re.findall(r"```sh\n(.*?)```", text, re.S)[number]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Site:
    def __init__(self, command):
        self.port = free_port()
        command = command.replace(
            "datasette serve",
            f"exec '{PROGRAMS}/datasette' serve --host 127.0.0.1 --port {self.port}")
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(["sh", "-c", command], stdout=self.log,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        until = time.monotonic() + 60
        while True:
            try:
                self.get("/-/versions.json")
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise AssertionError("Datasette does not start:\n" + self.end())
                time.sleep(0.2)

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(20)
        except ProcessLookupError:
            self.process.wait(20)
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def get(self, path, **parameters):
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        url = f"http://127.0.0.1:{self.port}{path}{query}"
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read().decode()

    def rows(self, sql, database="site"):
        return json.loads(self.get(f"/{database}.json", sql=sql, _shape="array"))

    def refusal(self, sql, database="site"):
        """Returns the error that a visitor sees; an answer with rows is a failure."""
        try:
            answer = self.get(f"/{database}.json", sql=sql, _shape="objects")
        except urllib.error.HTTPError as error:
            return json.loads(error.read())["error"]
        raise AssertionError(f"not refused: {sql}: {answer[:300]}")

    def refuses(self, sql, why, database="site"):
        told = self.refusal(sql, database)
        assert why in told, (sql, told)


def all_functions():
    return table_functions(connect(EXTENSION))


def try_reading(site, root):
    secret = root / "secret" / "secret.parquet"
    outside = [secret, root / "secret" / "missing.parquet", root / "missing" / "x",
               root / "parquet" / "link.parquet", root / "parquet/../secret/secret.parquet",
               root / "parquet-too" / "secret.parquet", root / "site.db", "/etc/passwd",
               "../../../../etc/passwd", os.path.relpath(secret), "/dev/zero",
               f"//{str(secret)[1:]}"]
    for path in outside:
        for function, n_more in all_functions().items():
            site.refuses(f"select * from {function}('{path}'{', 1' * n_more})",
                         "outside the folders")
    for table in ("stray", "linked"):
        site.refuses(f"select * from {table}", "outside the folders")
    site.refuses(f"select * from read_parquet('{root}/parquet/missing.parquet')",
                 "no such file")
    scans = json.dumps(site.rows("select * from parquet_scan_stats"))
    assert "main.trips" in scans
    assert "secret" not in scans and "/" not in scans.replace("text/", ""), scans


def try_writing(site, root):
    targets = [root / "parquet" / "new.parquet", root / "new.parquet", root / "site.db",
               root / "parquet" / "trips.parquet", root / "site.db-wal"]
    for path in targets:
        for database in ("site", "other", "_memory"):
            site.refuses(f"select parquet_write('{path}', 'select 1 as x')",
                         "no such function", database)
    for sql in (f"select parquet_attach('{root}/parquet/trips.parquet', 'mine')",
                f"with w as (select parquet_write('{root}/x', 'trips') as n) select * from w"):
        site.refuses(sql, "no such function")
    site.refuses("select parquet_restrict('read=none')", "final")
    site.refuses("select parquet_restrict('read=/')", "final")
    site.refuses("select parquet_restrict('keys=on')", "final")
    for name, key in (("'orders'", "zeroblob(16)"), ("'orders'", "null"),
                      ("printf('%.*c', 300000000, 'n')", "zeroblob(16)")):
        for database in ("site", "_memory"):
            site.refuses(f"select parquet_add_key({name}, {key})", "loaded as read-only", database)
    for sql in ("create virtual table t using parquet('x')", "attach 'x' as y",
                "pragma query_only = 0", "insert into notes values(1)"):
        site.refusal(sql)
    for entry in ("sqlite3_parquetvtab_init", "sqlite3_parquetvtab_readonly_init"):
        site.refuses(f"select load_extension('{root}/parquet_vtab.so', '{entry}')",
                     "not authorized")
    site.refuses(f"select load_extension('{root}/parquet_vtab.so')", "not authorized")


KEYS = {"footer16": "000102030405060708090a0b0c0d0e0f",
        "column16": "505152535455565758595a5b5c5d5e5f"}
N_NAMES = "select count(name) as n from secrets where id >= 0"


def add_encrypted(root):
    """Adds an encrypted table, whose key is not in the site."""
    path = root / "parquet" / "secrets.parquet"
    shutil.copy("testdata/encrypted/gcm_column_keys.parquet", path)
    db = connect(EXTENSION, root / "site.db")
    for name, key in KEYS.items():
        db.execute("SELECT parquet_add_key(?, ?)", (name, key))
    db.execute(f"CREATE VIRTUAL TABLE secrets USING parquet('{path}')")
    db.commit()
    db.close()


def try_changing_keys(site, why):
    """Visitors read what the administrator's keys decrypt, and change nothing."""
    def works():
        return site.rows(N_NAMES)[0]["n"] == 55
    assert works()
    for name in ("'footer16'", "'column16'", "'new'", "printf('%.*c', 300000000, 'n')"):
        for key in ("zeroblob(16)", "null"):
            site.refuses(f"select parquet_add_key({name}, {key})", why)
    assert works()


def works(site):
    page = site.get("/site/trips")
    assert "101500" in site.get("/site/trips", trip_id=101500) and "2,000 rows" in page
    for parameters in ({"_facet": "payment"}, {"_sort_desc": "fare"}, {"payment": "card"},
                       {"fare__gt": 30}, {"_next": 100}, {"_size": 5, "vendor__contains": "a"}):
        assert "trips" in site.get("/site/trips", **parameters), parameters
    assert "card" in site.get("/site/cards")
    assert "kept" in site.get("/site/notes")
    assert site.get("/site") and site.get("/")
    assert site.rows("select count(*) as n from trips where fare > 30") == [
        {"n": site.rows("select count(*) as n from trips where fare + 0 > 30")[0]["n"]}]


def test_recipe(root):
    make_site(root)
    command = recipe(root).replace("--plugins-dir",
                                   f"--crossdb {root}/other.db --plugins-dir")
    before = state_of(root)
    site = Site(command)
    try:
        works(site)
        path = root / "parquet" / "trips.parquet"
        n = site.rows(f"select count(*) as n from read_parquet('{path}')")
        assert n == [{"n": 2000}]
        try_reading(site, root)
        try_writing(site, root)
        works(site)
    finally:
        log = site.end()
    assert state_of(root) == before, log


def test_recipe_with_keys(root):
    make_site(root)
    add_encrypted(root)
    command = recipe(root, 1)
    plugin = root / "plugins" / "of_the_site.py"
    plugin.write_text(plugin.read_text().replace(
        "    conn.execute(\"SELECT parquet_add_key('orders', ?)\", (os.environ[\"ORDERS_KEY\"],))\n",
        "".join(f"    conn.execute(\"SELECT parquet_add_key('{name}', '{key}')\")\n"
                for name, key in KEYS.items())))
    before = state_of(root)
    site = Site(command)
    try:
        works(site)
        try_changing_keys(site, "loaded as read-only")
        for target in (root / "new.parquet", root / "site.db"):
            site.refuses(f"select parquet_write('{target}', 'select 1 as x')", "as read-only")
        site.refuses("select parquet_restrict('keys=on')", "final")
        site.refuses(f"select load_extension('{root}/parquet_vtab.so')", "not authorized")
        site.refuses("select * from stray", "outside the folders")
    finally:
        log = site.end()
    assert state_of(root) == before, log


def test_without_the_recipe(root):
    """The plain extension does not write either if Datasette opens the database read-only."""
    make_site(root)
    before = state_of(root)
    site = Site(f"datasette serve --immutable {root}/site.db {root}/other.db "
                f"--load-extension {root}/parquet_vtab.so")
    try:
        works(site)
        for target in (root / "parquet" / "trips.parquet", root / "new.parquet"):
            for database in ("site", "other"):
                site.refuses(f"select parquet_write('{target}', 'select 1 as x')",
                             "is read-only", database)
    finally:
        log = site.end()
    assert state_of(root) == before, log


def test_a_variable_that_is_wrong(root):
    """Datasette does not serve the tables if the restriction is invalid."""
    make_site(root)
    command = recipe(root).replace(f"read={root}/parquet;", f"read={root}/parqet;")
    site = None
    try:
        site = Site(command)
        told = site.refusal(f"select * from read_parquet('{root}/secret/secret.parquet')")
        assert "no such table" in told or "PARQUET_VTAB_RESTRICT" in told, told
    except AssertionError as error:
        assert "PARQUET_VTAB_RESTRICT" in str(error), error
    except urllib.error.HTTPError:
        pass
    finally:
        if site is not None:
            site.end()


def main():
    version = subprocess.run([f"{PROGRAMS}/datasette", "--version"], capture_output=True,
                             text=True).stdout.split()[-1]
    return run_tests(globals(), "datasette", f"Datasette {version}")


if __name__ == "__main__":
    sys.exit(main())
