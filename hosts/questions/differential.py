# SPDX-License-Identifier: MIT
"""Runs the same queries on a table of a Parquet or ORC file and on an ordinary table.

    python3 hosts/questions/differential.py [options] SQLRUN [args...]      from the project's root
    python3 hosts/questions/differential.py [options] --python EXTENSION

For each file it makes a table v, a twin o with pushdown=off, and an ordinary table c
with the same declared columns and rows, and queries all three: with random queries (see
random_queries.py and random_changes.py) and, for some files, every operator with operands of
every storage class (systematic_queries.py).  The answers must be the same on every host.

Instead of some files their copies are queried (see Copies): encrypted ones, damaged ones that are
salvaged, and folders whose columns have other names in each file.

Scans of v use 1, 2 or 4 threads, from their first rows on, and often little memory; those of o
use one.  What v cannot answer for want of memory is not compared.

    --seed N        the seed of everything random; printed with a difference
    --questions N   the number of random queries of each file
    --file FILE     query only this file; may be given more than once
    --quick         random queries only
    --elsewhere     v's file is in a BLOB, or read through a VFS (see docs/vfs.md)
    --remote URL    v's file is the same one at a server; the URL ends in a slash
    --only I        only the I-th random query
    --python FILE   instead of sqlrun, use Python's sqlite3 module, which also binds parameters
    --self-test     check that wrong tables in v's place are noticed

A SQLRUN command reads a file of SQL and prints SQLite's answers (sql-tests/sqlrun.c).
"""
import argparse
import glob
import marshal
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, "hosts")

import random_queries  # noqa: E402
import systematic_queries  # noqa: E402
from host_tests import connect  # noqa: E402
from random_changes import Changer, steps_of  # noqa: E402
from random_queries import Column, literal, quoted  # noqa: E402

TOO_COMPLEX = "pattern too complex"
SYSTEMATIC = ["sql-tests/data/numbers.parquet", "testdata/trips.parquet",
              "testdata/orc/pyarrow_types.orc"]
ORC_FILES = [f"testdata/orc/pyarrow_{name}.orc" for name in (
    "sorted", "sorted_zlib", "strides", "bloom", "nested")]
SHOWN = 10  # differences printed for a file
MOST_COLUMNS = 60  # queried, in one file
MOST_LITERAL = 300  # bytes of a value that queries use
LEAST_FOR_THREADS = "80MB"  # of memory
MOST_COPIED = 400_000  # bytes of a file
UNITS = ["seconds", "milliseconds", "microseconds", "nanoseconds"]
WRONG_TABLES = ["row", "cell", "affinity", "collation", "order"]


# --- hosts ------------------------------------------------------------------------------

class Unreadable(Exception):
    """The tables of a file cannot be made."""


class Sqlrun:
    """A sqlrun command.  A row is the line that it prints."""

    binds = False

    def __init__(self, command):
        self.command = command
        self.version = tuple(
            int(n) for n in self.values([], "SELECT sqlite_version()")[0].split("."))

    def run(self, statements):
        """The output lines of each statement."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write("\n".join(s if s.startswith("--!") else s + ";" for s in statements))
            file.write("\n")
            file.flush()
            ran = subprocess.run([*self.command, file.name], capture_output=True)
        if ran.returncode != 0:
            sys.exit(f"{self.command[0]}: status {ran.returncode}: {ran.stderr.decode()}")
        answers = []
        for line in ran.stdout.decode(errors="surrogateescape").split("\n")[:-1]:
            if line.startswith("> "):
                answers.append([])
            else:
                answers[-1].append(line)
        assert len(answers) == sum(not s.startswith("--!") for s in statements)
        return answers

    def columns(self, setup, statements):
        """The values of the first column of each statement's answer; None for an error."""
        answers = self.run(setup + statements)[-len(statements):]
        return [None if self.is_error(lines) else [self.value(line) for line in lines]
                for lines in answers]

    def values(self, setup, statement):
        return self.columns(setup, [statement])[0]

    @staticmethod
    def value(line):
        if line.startswith("'"):
            special = {"\\\\": "\\", "\\n": "\n", "\\r": "\r", "\\0": "\0", "''": "'"}
            return re.sub(r"\\.|''", lambda hit: special[hit[0]], line[1:-1])
        if line.startswith("X'"):
            return bytes.fromhex(line[2:-1])
        if line == "NULL":
            return None
        if line in ("Inf", "-Inf"):
            return float(line)
        return int(line) if line.lstrip("-").isdigit() else float(line)

    def answers(self, setup, asked):
        """For each (query, values) the answers of v, o and c."""
        steps = [[steps_of(q.statement.replace("@", table)) for table in "voc"] for q, _ in asked]
        statements = [step for of_tables in steps for some in of_tables for step in some]
        answers = self.run(setup + statements)
        answers = iter(answers[len(answers) - len(statements):])
        for (question, values), of_tables in zip(asked, steps):
            yield question, values, [self.joined([next(answers) for _ in some])
                                     for some in of_tables]

    def joined(self, answers):
        """The answer of a question of several steps: that of the first one that fails."""
        failed = [lines for lines in answers if self.is_error(lines)]
        return failed[0] if failed else [line for lines in answers for line in lines]

    @staticmethod
    def row_key(row):
        return row

    @staticmethod
    def zero_unsigned(row):
        return re.sub(r"(^|\|)-0\.0(?=\||$)", r"\g<1>0.0", row)

    @staticmethod
    def is_error(rows):
        return bool(rows) and rows[-1].startswith("error ")


def shown_error(error):
    """The message of an error, or its kind where messages differ between tables."""
    told = str(error)
    return told if told.startswith("parquet:") or TOO_COMPLEX in told else type(error).__name__


class Python:
    """Python's sqlite3 module with an extension.  A row is a tuple; TEXT is str."""

    binds = True

    def __init__(self, extension):
        self.extension = extension
        self.version = sqlite3.sqlite_version_info

    def open(self, setup):
        db = connect(self.extension, isolation_level=None)
        db.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        db.create_function("readfile", 1, lambda path: open(path, "rb").read())
        for statement in setup:
            if statement.startswith("--!"):
                statement = "PRAGMA encoding = 'UTF-16le'"
            try:
                db.execute(statement)
            except sqlite3.Error as error:
                raise Unreadable(f"{statement}: {error}") from None
        return db

    def columns(self, setup, statements):
        db = self.open(setup)
        answers = []
        for statement in statements:
            try:
                answers.append([row[0] for row in db.execute(statement)])
            except sqlite3.Error:
                answers.append(None)
        db.close()
        return answers

    def values(self, setup, statement):
        return self.columns(setup, [statement])[0]

    def answers(self, setup, asked):
        db = self.open(setup)
        for question, values in asked:
            answers = []
            for table in "voc":
                steps = steps_of(question.statement.replace("@", table))
                rows, failed = [], None
                for step in steps:
                    try:
                        rows += db.execute(step, values).fetchall()
                    except sqlite3.Error as error:
                        failed = failed or [("error", shown_error(error))]
                answers.append(failed or rows)
            yield question, values, answers
        db.close()

    @staticmethod
    def row_key(row):
        return marshal.dumps(row, 2)

    @staticmethod
    def zero_unsigned(row):
        return tuple(0.0 if v == 0 and type(v) is float else v for v in row)

    @staticmethod
    def is_error(rows):
        return bool(rows) and rows[0][:1] == ("error",)


# --- tables -----------------------------------------------------------------------------

def declared(columns):
    return ", ".join(
        f"{c.name} {c.type}{' NOT NULL' if c.not_null else ''}" for c in columns)


def collated(column, options):
    """The column with the collation of the option timestamps=instant."""
    is_collated = "=instant" in options and column.type.endswith(" TEXT") and \
        column.type.split()[0] in random_queries.TIMES
    return column._replace(type=column.type + " COLLATE parquet_instant" * is_collated)


class Copies:
    """Copies of files that are queried in their place, in a folder that ends with the process."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parquet_vtab-")

    def choose(self, host, file, rng):
        """(the file or a copy, options, statements that a connection needs)"""
        make = rng.choice([None] * 5 + [self.salvage, self.damage, self.encrypt, self.rename])
        if make is None or not file.endswith(".parquet") or os.path.getsize(file) > MOST_COPIED:
            return file, "", []
        return make(host, file, rng) or (file, "", [])

    def path(self, file):
        return os.path.join(self.folder.name, os.path.basename(file))

    def salvage(self, _, file, rng):
        return file, f", salvage={rng.choice(['on', 'skip'])}", []

    def damage(self, host, file, rng):
        """Changes bytes of pages."""
        data = bytearray(open(file, "rb").read())
        pages = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
        for _ in range(rng.choice([1, 1, 3])):
            data[rng.randrange(4, max(5, pages))] ^= rng.randint(1, 255)
        copy = self.path(file)
        with open(copy, "wb") as out:
            out.write(data)
        salvage = f", salvage={rng.choice(['on', 'skip'])}"
        return (copy, salvage, []) if self.succeed(host, copy, [], salvage) else None

    @staticmethod
    def succeed(host, file, statements, options=""):
        """Whether the statements, which use the table copied, succeed."""
        made = f"CREATE VIRTUAL TABLE copied USING parquet({literal(file)}{options})"
        return None not in host.columns([], [made, *statements, "DROP TABLE copied"])

    def encrypt(self, host, file, rng):
        copy = self.path(file)
        key = "SELECT parquet_add_key('key', '000102030405060708090a0b0c0d0e0f')"
        settings = ["footer_key=key", f"row_group_size={rng.choice([50, 300, 10000])}",
                    f"encryption_algorithm={rng.choice(['AES_GCM_V1', 'AES_GCM_CTR_V1'])}",
                    f"plaintext_footer={rng.choice(['on', 'off'])}"]
        written = ", ".join(map(literal, [copy, "copied", *settings]))
        write = f"SELECT parquet_write({written})"
        return (copy, "", [key]) if self.succeed(host, file, [key, write]) else None

    def rename(self, host, file, rng):
        """Splits the file in several, which match by the numbers of columns."""
        folder, n = self.path(file)[:-len(".parquet")], rng.randint(2, 4)
        names = host.values([f"CREATE VIRTUAL TABLE copied USING parquet({literal(file)})"],
                            "SELECT name FROM pragma_table_xinfo('copied') WHERE hidden = 0")
        if not names or any(set(name) & set("@\"',$") for name in names):
            return None
        os.makedirs(folder, exist_ok=True)
        statements = []
        for i in range(n):
            order = rng.sample(range(len(names)), len(names)) if i else range(len(names))
            called = {k: names[k] if i == 0 or rng.random() < 0.5 else f"new {k}" for k in order}
            listed = ", ".join(f"{quoted(names[k])} AS {quoted(called[k])}" for k in order)
            ids = ", ".join(f"{quoted(called[k])}={k}" for k in order)
            written = ", ".join(map(literal, [
                f"{folder}/{i}.parquet",
                f"SELECT {listed} FROM copied WHERE _file_row_number % {n} = {i}",
                f"field_ids={ids}", f"row_group_size={rng.choice([20, 100, 5000])}"]))
            statements.append(f"SELECT parquet_write({written})")
        if not self.succeed(host, file, statements):
            return None
        return f"{folder}/", f", field_ids=on, union_by_name={rng.choice(['on', 'off'])}", []


class Tables:
    """The tables v, o, c and k: the statements that make them, and what is in them."""

    def __init__(self, host, file, rng, plain=False, elsewhere=False):
        many, schema = "", ""
        self.setup = [] if plain else self.circumstances(rng)
        options = "" if plain else self.random_options(rng)
        self.forms = "" if plain else self.random_forms(rng)
        if not plain and not elsewhere:
            file, many, statements = COPIES.choose(host, file, rng)
            self.setup += statements
            if rng.random() < 0.1:
                self.setup.append("ATTACH ':memory:' AS other")
                schema = "other."
        path = file.replace("'", "''")
        if path.endswith("/") and not many:  # of a folder
            many = ", union_by_name=on" + ", field_ids=on" * (not plain and rng.random() < 0.5)
        place = f"'{path}'{many}"
        if elsewhere:
            statements, place = self.put_elsewhere(host, path, rng, elsewhere)
            self.setup += statements
        self.setup += [
            f"CREATE VIRTUAL TABLE {schema}v USING parquet({place}{options}{self.forms})",
            f"CREATE VIRTUAL TABLE o USING parquet('{path}'{many}{self.forms}, "
            f"pushdown=off, threads=1)",
        ]
        columns = self.find_columns(host)
        folded = {c.name[1:-1].lower() for c in columns}
        free = [r for r in ("rowid", "oid", "_rowid_") if r not in folded]
        self.rowid = free[0] if free else None
        self.make_native(columns)
        columns = [c for c in columns if "@" not in c.name and
                   not (elsewhere and c.name == '"_file"')]
        if len(columns) > MOST_COLUMNS:
            columns = rng.sample(columns, MOST_COLUMNS)
        if self.rowid:
            columns.append(Column(self.rowid, "INTEGER", True, []))
        self.columns = self.with_values(host, columns)
        self.odd = self.odd_columns(self.columns)
        if self.columns:
            self.setup += random_queries.other_rows(rng, self.columns)

    @staticmethod
    def put_elsewhere(host, path, rng, where):
        """Statements that put the file somewhere else, and the options that find it there."""
        if where is not True:
            return [], f"'{where}{path}'"
        immutable = rng.choice(["", ", immutable=on"])
        if host.version >= (3, 32) and os.name == "posix" and rng.random() < 0.5:
            return [], f"'{path}', vfs='unix'{immutable}"
        rowid = rng.choice([1, -5, 2**40])
        return ["CREATE TABLE files(id INTEGER PRIMARY KEY, content BLOB)",
                f"INSERT INTO files VALUES ({rowid}, readfile('{path}'))",
                ], f"'{rowid}', blob='files.content'{immutable}"

    @staticmethod
    def odd_columns(columns):
        """Names of columns for which the ordinary table may give another answer.

        If SQLite compares text with a number as numbers, its value becomes both, and an
        ordinary table, which reads a row's columns once, then sorts and groups it by the
        number.
        """
        return [c.name for c in columns
                if c.type == "" and any(isinstance(v, str) for v in c.values)]

    @staticmethod
    def circumstances(rng):
        """Settings of the connection, usually none."""
        settings = ["--! utf16", "PRAGMA case_sensitive_like = 1", "PRAGMA automatic_index = 0",
                    "PRAGMA reverse_unordered_selects = 1"]
        return [setting for setting in settings if rng.random() < 0.1]

    @staticmethod
    def random_options(rng):
        """Usually with threads.  Less than LEAST_FOR_THREADS leaves none of them."""
        limit = rng.choice(["", "", "", f", memory_limit='{LEAST_FOR_THREADS}'",
                            ", memory_limit='8MB'"])
        return f", threads={rng.choice([1, 2, 2, 4, 4])}{limit}"

    @staticmethod
    def random_forms(rng):
        """How some values are shown and compared."""
        times = rng.choice(["", "", "", ", timestamps=iso8601", ", timestamps=instant",
                            ", timestamps=instant", ", timestamps=integer",
                            f", timestamps={rng.choice(UNITS)}"])
        return times + rng.choice(["", ", uint64=text", ", uint64=text", ", uint64=real",
                                   ", uint64=blob"])

    def find_columns(self, host):
        names, types, not_null = host.columns(self.setup, [
            f"SELECT {what} FROM pragma_table_xinfo('v')"
            for what in ("name", "type", '"notnull"')])
        if not names:
            raise Unreadable("it is not opened")
        columns = [collated(Column(quoted(n), t, bool(f), []), self.forms)
                   for n, t, f in zip(names, types, not_null)]
        read = host.columns(self.setup, [f"SELECT count({c.name}) FROM o" for c in columns])
        return [c for c, count in zip(columns, read) if count is not None]

    def make_native(self, columns):
        listed = ", ".join([self.rowid] * bool(self.rowid) + [c.name for c in columns])
        self.setup += [f"CREATE TABLE c({declared(columns)})",
                       f"INSERT INTO c({listed}) SELECT {listed} FROM o"]
        self.all = columns

    def with_values(self, host, columns):
        """The columns with values from both ends and the middle."""
        ask = []
        for c in columns:
            short = f"{c.name} IS NULL OR length({c.name}) < {MOST_LITERAL}"
            some = f"{self.rowid} % 29 = 1" if self.rowid else "0"
            ask += [f"SELECT DISTINCT {c.name} FROM c WHERE {short} ORDER BY 1 LIMIT 12",
                    f"SELECT {c.name} FROM c WHERE ({short}) AND {some} LIMIT 30",
                    f"SELECT DISTINCT {c.name} FROM c WHERE {short} ORDER BY 1 DESC LIMIT 12"]
        found = host.columns(self.setup, ask) if ask else []
        return [c._replace(values=found[3 * i] + found[3 * i + 1] + found[3 * i + 2])
                for i, c in enumerate(columns)]

    def put_wrong(self, how, rng):
        """Puts an ordinary but wrong table in v's place."""
        columns, column = self.all, rng.choice(self.all)
        order = ""
        if how == "affinity":
            columns = [c._replace(type="") for c in columns]
        elif how == "collation":
            columns = [c._replace(type=c.type + " COLLATE NOCASE") for c in columns]
        elif how == "order":
            order = " ORDER BY random()"
        listed = ", ".join([self.rowid] * (how != "order") + [c.name for c in columns])
        self.setup += ["DROP TABLE v", f"CREATE TABLE v({declared(columns)})",
                       f"INSERT INTO v({listed}) SELECT {listed} FROM c{order}"]
        n = f"(SELECT {rng.randint(0, 99)} % count(*) + 1 FROM c)"
        if how == "row":
            self.setup.append(f"DELETE FROM v WHERE {self.rowid} = {n}")
        elif how == "cell":
            value = literal(random_queries.storable(rng.choice([-7, 7.5, "x"])))
            self.setup.append(f"UPDATE v SET {column.name} = {value} WHERE {self.rowid} = {n}")


COPIES = Copies()


# --- comparing --------------------------------------------------------------------------

def sorted_keys(host, question, answers):
    keys = [[host.row_key(row) for row in rows] for rows in answers]
    return keys if question.ordered else [sorted(k) for k in keys]


def same(host, question, answers, odd):
    """Whether the three answers are equal.  odd: names of columns for which the ordinary table
    may give another answer.
    """
    keys = sorted_keys(host, question, answers)
    if keys[0] == keys[1] == keys[2]:
        return True
    if question.exact and keys[0] != keys[1]:
        return False
    # An ordinary table keeps no -0.0.
    unsigned = [[host.zero_unsigned(row) for row in rows] for rows in answers]
    keys = sorted_keys(host, question, unsigned)
    return keys[0] == keys[1] and (
        keys[0] == keys[2] or any(name in question.statement for name in odd))


def is_pattern_error(host, rows):
    """SQLite refuses long patterns when it evaluates LIKE, and other conditions may spare it
    that, in an order that it does not promise."""
    return host.is_error(rows) and TOO_COMPLEX in str(rows[-1])


def is_out_of_memory(host, rows):
    return host.is_error(rows) and ("memory" in str(rows[-1]) or "NOMEM" in str(rows[-1]))


def show(host, file, question, values, answers):
    print(f"{file}: {question.statement}" + (f" {values!r}" if values else ""))
    unsigned = [[host.row_key(host.zero_unsigned(row)) for row in rows] for rows in answers]
    unique = list(map(set, unsigned))
    for i, what in enumerate(["pushdown", "pushdown=off", "ordinary"]):
        others = unique[(i + 1) % 3] & unique[(i + 2) % 3]
        odd = [row for row, key in zip(answers[i], unsigned[i]) if key not in others]
        print(f"  {what}: {len(answers[i])} rows, not in both others: {odd[:3]}"[:400])


def ask(host, file, options, wrong=None):
    """The numbers of equal and different answers, and of equal errors."""
    rng = random.Random(f"{options.seed}/{os.path.basename(file)}")
    tables = Tables(host, file, rng, elsewhere=options.remote or options.elsewhere)
    if not tables.columns:
        return 0, 0, 0
    if wrong:
        tables.put_wrong(wrong, rng)
    has_json = host.columns([], ["SELECT json_array_length('[1]')"])[0] is not None
    asker = Changer(rng, tables.columns, tables.rowid, host.binds, host.version, has_json)
    asker.keeps_order = not any("reverse_unordered" in setting for setting in tables.setup)
    made = [asker.question() for _ in range(options.questions)]
    if options.only is not None:
        made = made[options.only:options.only + 1]
    if file in SYSTEMATIC and not options.quick and not wrong:
        made += systematic_queries.questions(tables.columns, rng.choice)
    asked = [(q, values) for q in made for values in q.bindings]
    passed = failed = errors = 0
    for question, values, answers in host.answers(tables.setup, asked):
        errors += all(map(host.is_error, answers))
        if is_out_of_memory(host, answers[0]) or any(
                is_pattern_error(host, rows) for rows in answers):
            continue
        if same(host, question, answers, tables.odd):
            passed += 1
            continue
        failed += 1
        if failed <= SHOWN and not wrong:
            show(host, file, question, values, answers)
    if failed and not wrong:
        print(f"  {file}: seed {options.seed}, after: " + "; ".join(
            s for s in tables.setup if s.startswith(("PRAGMA", "--!", "CREATE VIRTUAL"))))
    return passed, failed, errors


def self_test(name, wrong, answers):
    """Each wrong table must be noticed; answers(how) returns how many were equal, and how
    many were not. Returns whether all were noticed."""
    failed = 0
    for how in wrong:
        passed, noticed = answers(how)
        print(f"  wrong {how}: {noticed} of {passed + noticed} answers differ")
        failed += noticed == 0
    print(f"{name} self-test: {len(wrong) - failed} passed, {failed} failed")
    return failed == 0


def common_arguments(description, questions):
    parser = argparse.ArgumentParser(description=description.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", type=int, default=questions)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--only", type=int)
    parser.add_argument("--python")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("sqlrun", nargs=argparse.REMAINDER)
    return parser


def use_threads():
    """Lets scans start their threads at once, also in the processes of hosts."""
    os.environ.setdefault("PARQUET_VTAB_VALUES_ALONE", "0")


def parse_arguments(parser):
    options = parser.parse_args()
    use_threads()
    if bool(options.python) == bool(options.sqlrun):
        parser.error("either SQLRUN [args...] or --python EXTENSION")
    return options


def arguments():
    parser = common_arguments(__doc__, 400)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--elsewhere", action="store_true")
    parser.add_argument("--remote")
    options = parse_arguments(parser)
    options.file = options.file or SYSTEMATIC + ORC_FILES + sorted(
        glob.glob("testdata/pushdown/*.parquet") + glob.glob("testdata/geo_*.parquet"))
    return options


def main():
    options = arguments()
    sys.stdout.reconfigure(errors="backslashreplace")
    host = Python(options.python) if options.python else Sqlrun(options.sqlrun)
    if options.self_test:
        def answers(how):
            counts = [ask(host, file, options, how) for file in options.file]
            return sum(passed for passed, *_ in counts), sum(failed for _, failed, _ in counts)
        sys.exit(not self_test("differential", WRONG_TABLES, answers))
    totals = [0, 0, 0]
    for file in options.file:
        if not os.path.exists(file):
            print(f"skipped: differential: {file} is missing")
            continue
        try:
            totals = [a + b for a, b in zip(totals, ask(host, file, options))]
        except Unreadable as error:
            print(f"skipped: differential: {file}: {error}")
    told = f" ({totals[2]} of them errors)" if totals[2] else ""
    print(f"differential: {totals[0]} passed, {totals[1]} failed{told}")
    sys.exit(totals[1] > 0)


if __name__ == "__main__":
    main()
