# SPDX-License-Identifier: MIT
"""Damages ORC files and reads them, as a module and as a program that the system's Python runs:

    python3 interop/orc_mutations.py EXTENSION < PATHS

reads each file of a line of its input and prints "ok" or the error, so that a crash or a hang
of one is noticed.
"""
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys

LARGEST = 60_000  # bytes of a file to damage
VARIANTS = 800
SECONDS = 10      # for one file
MEMORY = "64MB"
CONTROLS = dict.fromkeys(range(32), " ")
ADDRESSES = 2 << 30  # bytes of the process


# --- the program ------------------------------------------------------------------------

def read(extension, path):
    """Reads all of a file, in order and by look-ups."""
    db = sqlite3.connect(":memory:")
    db.text_factory = bytes
    db.enable_load_extension(True)
    db.load_extension(extension)
    told = path.replace("'", "''")
    for name, options in ("t", f"memory_limit='{MEMORY}'"), ("o", "pushdown=off, threads=1"):
        db.execute(f"CREATE VIRTUAL TABLE temp.{name} USING parquet('{told}', {options})")
    columns = ['"' + row[1].decode(errors="replace").replace('"', '""') + '"'
               for row in db.execute("PRAGMA temp.table_xinfo(t)")]
    errors = []

    def ask(statement, *parameters):
        try:
            return db.execute(statement, parameters).fetchall()
        except sqlite3.Error as error:
            errors.append(str(error))
            return []

    rows = len(ask("SELECT * FROM t"))
    for column in columns[:30]:
        values = ask(f"SELECT {column} FROM o LIMIT 3 OFFSET {rows // 2}")
        for (value,) in values[:1]:
            ask(f"SELECT count(*) FROM t WHERE {column} = ?", value)
            ask(f"SELECT max(rowid) FROM t WHERE {column} > ?", value)
    for row in (1, rows // 2, rows, rows - 3):
        ask("SELECT * FROM t WHERE rowid = ?", row)
    return errors[0] if errors else "ok"


def serve(extension):
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    for line in sys.stdin:
        signal.alarm(SECONDS)
        try:
            answer = read(extension, line.rstrip("\n"))
        except (sqlite3.Error, UnicodeError) as error:
            answer = str(error)
        signal.alarm(0)
        # Names in messages may have line ends of any kind.
        print(answer.encode("ascii", "replace").decode().translate(CONTROLS), flush=True)


# --- the module -------------------------------------------------------------------------

def damaged(rng, data):
    """(how, the file's bytes with some changed, or without its end)"""
    data, how = bytearray(data), rng.random()
    if how < 0.15:
        cut = rng.randrange(len(data))
        return f"cut to {cut} bytes", bytes(data[:cut])
    # Half of the changes are in the footers, which most depends on.
    low = max(0, len(data) - rng.choice([60, 300, 1500])) if rng.random() < 0.5 else 0
    if how < 0.25:
        at, size = rng.randint(low, len(data)), rng.randint(1, 8)
        if rng.random() < 0.5:
            return f"without {size} bytes at {at}", bytes(data[:at] + data[at + size:])
        return f"{size} bytes more at {at}", bytes(data[:at] + rng.randbytes(size) + data[at:])
    told = []
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        at = rng.randrange(low, len(data))
        value = rng.choice([data[at] ^ 1 << rng.randrange(8), rng.randrange(256), 0, 0xff, 0x80])
        told.append(f"{at}: {data[at]:#x} to {value:#x}")
        data[at] = value
    return ", ".join(told), bytes(data)


class Reader:
    """The program."""

    def __init__(self, command):
        self.command, self.process = command, None

    def ask(self, path):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, text=True,
                                            stdout=subprocess.PIPE, errors="replace")
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def status(self):
        """How the process ended, which gave no answer."""
        code = self.process.wait()
        self.process = None
        if code == -signal.SIGALRM:
            return f"not read within {SECONDS} s"
        return signal.Signals(-code).name if code < 0 else f"exit status {code}"

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


def check(run, rng, paths):
    """Damages the files; each variant must give rows or an error."""
    reader = Reader([run.host.command[0], __file__, run.given.extension])
    answers = {"ok": 0, "error": 0}
    for path in paths:
        answer = reader.ask(path) or reader.status()
        if answer.strip() != "ok":
            run.fail(path.stem, [f"undamaged: {answer.strip()}"], path, "undamaged")
    for i in range(VARIANTS if paths else 0):
        source = rng.choice(paths)
        how, data = damaged(rng, source.read_bytes())
        path = pathlib.Path(run.random_folder) / f"damaged-{run.given.seed}-{i}.orc"
        path.write_bytes(data)
        answer = reader.ask(path)
        if answer and "no such file" not in answer:
            answers["ok" if answer.startswith("ok") else "error"] += 1
            run.passed += 1
        else:
            why = answer.strip() or reader.status()
            run.fail(path.stem, [f"{why}: {how}"], path, f"{source.name}: {how}")
        path.unlink()
    reader.close()
    print(f"interop orc: {answers['ok']} of {sum(answers.values())} damaged files are read, "
          f"{answers['error']} give errors")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.argv[1])
