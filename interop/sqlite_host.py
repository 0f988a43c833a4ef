# SPDX-License-Identifier: MIT
"""The system's SQLite with the extension, in a process of its own, so that crashes are noticed.

As a module: Host starts the process and queries it.  As a program, run by the system's Python:

    python3 interop/sqlite_host.py EXTENSION

answers pickled requests ("open",), ("sql", statement, parameters), ("many", statement, rows of
parameters) and ("function", name, answers) on its standard input with ("rows", rows) or
("error", message).
"""
import pathlib
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testdata/make"))

from contract import Text  # noqa: E402

SECONDS = 60  # for one statement


class SqlError(Exception):
    """SQLite's error message."""


class Crash(Exception):
    """The process ended or exceeded its time limit."""


class Host:
    """SQLite in another process."""

    def __init__(self, extension):
        # Not the virtual environment's, which may not load extensions.
        python = shutil.which("python3", path="/usr/bin:/bin:/usr/local/bin") or "python3"
        self.command = [python, __file__, str(extension)]
        self.process = None

    def ask(self, *request):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE)
        try:
            pickle.dump(request, self.process.stdin)
            self.process.stdin.flush()
            kind, answer = pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            code = self.process.wait()
            self.process = None
            why = signal.Signals(-code).name if code < 0 else f"exit status {code}"
            raise Crash(why) from None
        if kind == "error":
            raise SqlError(answer)
        return answer

    def close(self):
        """Ends the process; the next request starts another one."""
        if self.process is not None:
            self.process.communicate()
            self.process = None

    def open(self):
        """A new, empty database."""
        self.ask("open")

    def rows(self, statement, *parameters):
        return self.ask("sql", statement, parameters)

    def many(self, statement, rows):
        """Executes the statement for each row, binding text as text."""
        self.ask("many", statement, rows)

    def function(self, name, answers):
        """Defines an SQL function: answers has the result for each first argument, as bytes."""
        self.ask("function", name, answers)

    def columns(self, statement, *parameters):
        """The same as a list of columns; empty without rows."""
        return [list(c) for c in zip(*self.rows(statement, *parameters))]

    def version(self):
        self.open()
        return self.rows("SELECT sqlite_version()")[0][0].decode()


def connect(extension):
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.text_factory = Text
    db.enable_load_extension(True)
    db.load_extension(extension)
    return db


def bound(value):
    """A parameter; Text would be bound as a blob."""
    return value.decode() if isinstance(value, Text) else value


def execute_many(db, statement, rows):
    db.execute("BEGIN")
    db.executemany(statement, ([bound(v) for v in row] for row in rows))
    db.execute("COMMIT")


def define(db, name, answers):
    def function(first, *_others):
        return answers.get(first.encode() if isinstance(first, str) else bytes(first or b""))

    db.create_function(name, -1, function)


def serve(extension):
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    db = None
    while True:
        try:
            kind, *rest = pickle.load(requests)
        except EOFError:
            return
        signal.alarm(SECONDS)
        try:
            if kind == "open":
                db = connect(extension)
                answer = "rows", []
            elif kind == "many":
                execute_many(db, *rest)
                answer = "rows", []
            elif kind == "function":
                define(db, *rest)
                answer = "rows", []
            else:
                answer = "rows", db.execute(*rest).fetchall()
        except (sqlite3.Error, sqlite3.Warning) as error:
            answer = "error", str(error)
        signal.alarm(0)
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.argv[1])
