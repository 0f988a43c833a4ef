# SPDX-License-Identifier: MIT
"""What the tests of remote files share: questions, and how their answers are judged.

The right answer is that of the same statement about the local file.  A wrong row, an error that
does not name the URL, and a statement that does not end are failures.
"""
import contextlib
import os
import pathlib
import sqlite3
import sys
import threading
import time

sys.path[:0] = ["hosts", os.path.dirname(os.path.abspath(__file__))]

from host_tests import connect  # noqa: E402

EXTENSION = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so")
ONLY = sys.argv[2] if len(sys.argv) > 2 else None
TRIPS = "testdata/trips.parquet"
ORC = "testdata/orc/pyarrow_strides.orc"
PATIENCE = 20  # seconds for one statement

# What each test process keeps of files would answer later questions without a request.
os.environ["PARQUET_VTAB_CACHE"] = "0"
# Nothing of the machine's own network.
for name in list(os.environ):
    if name.lower().endswith("_proxy") or name.startswith(("AWS_", "SSL_CERT_", "CURL_")):
        del os.environ[name]

QUESTIONS = [
    "SELECT count(*) FROM t",
    "SELECT * FROM t LIMIT 3",
    "SELECT count(*), min(c0), max(c0) FROM (SELECT {first} AS c0 FROM t)",
    "SELECT * FROM t ORDER BY rowid DESC LIMIT 2",
]


def make_large(path):
    """A file of several row groups and 6 MB, so that a query needs several requests."""
    db = connect(EXTENSION)
    db.execute(
        "SELECT parquet_write(?, 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r"
        " WHERE i < 199999) SELECT i AS id, i * 7919 % 200003 AS shuffled,"
        " hex(i * 48271 % 2147483647) AS word, i % 100 * 0.25 AS price FROM r',"
        " 'row_group_size=50000')", (str(path),))
    db.close()


class TooLong(Exception):
    pass


@contextlib.contextmanager
def patience(db, seconds=PATIENCE):
    """Interrupts the connection after so many seconds, which raises TooLong."""
    fired = threading.Event()

    def interrupt():
        fired.set()
        db.interrupt()

    timer = threading.Timer(seconds, interrupt)
    timer.start()
    try:
        yield
    except sqlite3.Error:
        if fired.is_set():
            raise TooLong from None
        raise
    finally:
        timer.cancel()


class Asker:
    """Asks questions about files."""

    def __init__(self, setup=()):
        self.setup = setup  # statements for each new connection
        self.answers = {}

    def ask(self, location, question, seconds=PATIENCE, **options):
        """Rows, or the message of the error as a text."""
        db = connect(EXTENSION)
        more = "".join(f", {name}={value}" for name, value in options.items())
        try:
            with patience(db, seconds):
                for statement in self.setup:
                    db.execute(statement)
                quoted = location.replace("'", "''")
                db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{quoted}'{more})")
                first = db.execute("SELECT name FROM pragma_table_info('t')").fetchone()[0]
                return db.execute(question.replace("{first}", f'"{first}"')).fetchall()
        except sqlite3.Error as error:
            return str(error)
        finally:
            db.close()

    def right(self, path, question):
        key = path, question
        if key not in self.answers:
            self.answers[key] = self.ask(path, question)
            assert isinstance(self.answers[key], list), self.answers[key]
        return self.answers[key]


def judge(found, expected, url, *names):
    """Whether the answer is right; an error has to name the URL, and the texts given."""
    if isinstance(found, list):
        assert found == expected, f"wrong rows: {url}: {found[:3]} instead of {expected[:3]}"
        return True
    for name in (url, *names):
        assert name in found, f"the error does not name {name}: {found}"
    return False


def peak_memory():
    """MiB that this process has had at most."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0


def timed(call, *arguments, **options):
    started = time.monotonic()
    result = call(*arguments, **options)
    return result, time.monotonic() - started


def reads_urls():
    """Whether this build of the extension reads URLs."""
    found = Asker().ask("http://127.0.0.1:1/x.parquet", QUESTIONS[0])
    return "refused" in found or "connect" in found


if __name__ == "__main__":
    sys.exit(not reads_urls())
