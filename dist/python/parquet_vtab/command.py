# SPDX-License-Identifier: MIT
"""examples:
  parquet-sql trips.parquet                                   what is in it
  parquet-sql trips.parquet "SELECT vendor, count(*) FROM trips GROUP BY vendor"
  parquet-sql 'sales/2026-*.parquet' "SELECT sum(price) FROM t"    t: the only table
  parquet-sql trips.parquet old=backup/trips.parquet "SELECT * FROM trips EXCEPT SELECT * FROM old"
  parquet-sql trips.parquet --csv > trips.csv                 also --json, --markdown
  parquet-sql trips.parquet "SELECT * FROM t WHERE fare > 40" --to expensive.parquet
  parquet-sql people.csv --to people.parquet                  types are found, or --types 'zip=TEXT'
  parquet-sql shop.db --to shop/                              every table of a SQLite database
  parquet-sql shop/ --to shop.db                              and back
  parquet-sql trips.parquet < report.sql

A file becomes a table named after it: "2026 sales-data.parquet" becomes t_2026_sales_data.
Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 141 the reader of a pipe has ended.
"""
import argparse
import collections
import contextlib
import importlib
import itertools
import os
import re
import shutil
import signal
import socket
import sqlite3
import sys
import threading
import time
import unicodedata

from . import CannotLoadExtensions, __version__, load, results
from .csv_table import DELIMITERS, CsvFile, Failure, split_types, unique

STATEMENTS = set("SELECT WITH VALUES EXPLAIN PRAGMA CREATE INSERT UPDATE DELETE REPLACE DROP ALTER ANALYZE ATTACH "
                 "DETACH BEGIN VACUUM REINDEX".split())
DIVIDING = ("partition_by", "rows_per_file", "file_size_bytes", "row_groups_per_file")  # options that make a folder
LARGE = 20_000_000  # values; of a larger file, the overview shows what statistics say
PLACES = {".parquet": "parquet", ".db": "database", ".sqlite": "database", ".sqlite3": "database", **results.ENDINGS}
FAILURES = MemoryError, TypeError, ValueError  # of statements, besides those of SQLite
Table = collections.namedtuple("Table", "schema name path kind")
QUERY = Table("temp", "parquet_sql/query", "", "")


def quoted(name, mark='"'):
    return mark + name.replace(mark, mark + mark) + mark


def select(table):
    return f"SELECT * FROM {quoted(table.schema)}.{quoted(table.name)}"


def table_name(path):
    """Returns the name that a file, a folder or a pattern gives its table."""
    parts = re.split(r"[/\\]", os.path.abspath(path))
    if not os.path.isdir(path):
        parts[-1] = os.path.splitext(parts[-1])[0]
    for part in reversed(parts):  # of "sales/*.parquet" only the folder has a name
        part = unicodedata.normalize("NFC", re.sub(r"\[.*?\]|\{.*?\}|[*?]", " ", part))
        name = re.sub(r"_*\W[\W_]*", "_", part).strip("_")
        if name:
            return f"t_{name}" if re.match(r"\d|sqlite_", name, re.I) else name
    return "data"


def bytes_read():
    """Returns how many bytes the process has read so far; 0 where the system does not say."""
    with contextlib.suppress(OSError), open("/proc/self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])
    return 0


@contextlib.contextmanager
def progress(label, total=0):
    """Shows on a terminal, from half a second on, how much of `total` bytes the process has read.  Yields what ends it."""
    ended, began, before = threading.Event(), time.monotonic(), bytes_read()

    def draw():
        clear = ""
        while not ended.wait(0.2 if clear else 0.5):
            clear, done = "\r\x1b[K", bytes_read() - before
            part = f"{min(99, 100 * done // total)} %, " if total and done else ""
            print(f"{clear}{label}: {part}{time.monotonic() - began:.0f} s", end="", file=sys.stderr, flush=True)
        print(clear, end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=draw, daemon=True)
    end = lambda: (ended.set(), thread.join()) if sys.stderr.isatty() else None
    if sys.stderr.isatty():
        thread.start()
    try:
        yield end
    finally:
        end()


class Session:
    """A connection with a table for each file."""

    Error = sqlite3.Error

    def __init__(self, options):
        self.options, self.tables, self.taken, self.used, driver = options, [], {"main", "temp"}, set(), sqlite3
        for name in ("sqlean", "pysqlite3"):
            if not hasattr(driver.Connection, "enable_load_extension"):
                with contextlib.suppress(ImportError):
                    driver = importlib.import_module(name)
        decode = lambda data: data.decode("utf-8", "replace")
        for kind, convert in {"DATE": decode, "TIMESTAMP": decode,  # Python's own fail for some values
                              "JSON": lambda data: results.Json(decode(data)),
                              "BOOLEAN": lambda data: {b"0": False, b"1": True}.get(data, decode(data))}.items():
            driver.register_converter(kind, convert)
        self.db = driver.connect("", isolation_level=None, detect_types=driver.PARSE_DECLTYPES)
        self.db.text_factory, Session.Error = decode, driver.Error
        load(self.db)
        if sys.stderr.isatty():
            self.db.set_authorizer(lambda action, table, column, *_: self.used.add((table, column)) or 0)
        # Python handles Ctrl-C only after the statement.
        self.wakeup, signals = socket.socketpair()
        self.wakeup.setblocking(False)
        signal.set_wakeup_fd(self.wakeup.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=lambda: [self.db.interrupt() for _ in iter(lambda: signals.recv(1), b"")], daemon=True).start()

    def ask(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    # ---- Tables ----

    def columns(self, table):
        """Returns the (name, declared type) of a table's columns."""
        return [row[1:3] for row in self.ask(f"PRAGMA {quoted(table.schema)}.table_info({quoted(table.name)})")]

    def name(self, path, base=None):
        """Returns a name for a table or schema that needs no quotes and is not taken."""
        base = base or table_name(path)
        try:
            self.ask(f"WITH {base} AS (SELECT 1 AS x) SELECT {base}.x FROM {base}")
        except self.Error:
            base = f"t_{base}"  # a keyword
        [name] = unique([base], self.taken)
        self.taken.add(name.lower())
        if name != base:
            print(f"parquet-sql: {path} is {name}: there is another {base}", file=sys.stderr)
        return name

    def add(self, path, name=None, kind=None):
        """Makes the tables of a file, folder or pattern, or attaches a database."""
        if os.path.isfile(path):
            with open(path, "rb") as file:
                kind = "database" if file.read(16) == b"SQLite format 3\0" else kind
        kind = kind or ("csv" if os.path.splitext(path)[1].lower() in DELIMITERS else "parquet")
        if kind == "database":
            schema = self.name(path, name)
            self.ask("ATTACH ? AS " + quoted(schema), path)
            names = self.ask(f"SELECT name FROM {quoted(schema)}.sqlite_master WHERE type = 'table' AND name NOT LIKE "
                             "'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
            self.tables += [Table(schema, table, path, kind) for (table,) in names]
            self.taken.update(table.lower() for (table,) in names)
        else:
            for part in self.parts(path) if kind == "parquet" and os.path.isdir(path) and not name else [path]:
                self.tables.append(self.make(part, self.name(part, "stdin" if part == "-" else name), kind))

    def parts(self, folder):
        """Returns the files and folders in a folder that are tables of their own, because they differ."""
        names = [name for name in sorted(os.listdir(folder)) if name[0] not in "._"]
        parts, shapes = [], set()
        for path in (os.path.join(folder, name) for name in names):
            if os.path.isdir(path) or path.lower().endswith((".parquet", ".orc")):
                with contextlib.suppress(self.Error):  # nothing to read in it
                    shapes.add(str(self.columns(self.make(path, "parquet_sql/part", "parquet"))))
                    self.ask('DROP TABLE temp."parquet_sql/part"')
                    parts.append(path)
            if len(parts) > 100 or "=" in path[len(folder):]:  # partitions
                return [folder]
        return parts if len(shapes) > 1 else [folder]

    def make(self, path, name, kind):
        """Makes the table of a file."""
        if kind == "parquet":
            options = [option.partition("=") for option in self.options.read]
            words = [quoted(path, "'")] + [f"{key}={quoted(value, chr(39))}" for key, _, value in options]
            self.ask(f"CREATE VIRTUAL TABLE temp.{quoted(name)} USING parquet({', '.join(words)})")
            return Table("temp", name, path, kind)
        with progress(f"reading {path}", 2 * os.path.getsize(path) if path != "-" else 0):
            file = CsvFile(path, self.options)
            columns = ", ".join(f"{quoted(column)} {kind}" for column, kind in zip(file.names, file.types))
            self.ask(f"CREATE TABLE main.{quoted(name)}({columns})")
            self.ask("BEGIN")
            marks = ", ".join("?" * len(file.names))
            self.db.executemany(f"INSERT INTO main.{quoted(name)} VALUES({marks})", file.rows())
            self.ask("COMMIT")
        return Table("main", name, path, kind)

    def add_t(self):
        """Makes the table t: the only file, or all of them if they have the same columns."""
        files = [table for table in self.tables if table.kind != "database"]
        if "t" not in self.taken and len({str(self.columns(table)) for table in files}) == 1:
            if len(files) == 1 and files[0].kind == "csv":
                self.ask(f"CREATE TEMP VIEW t AS {select(files[0])}")
                self.taken.add("t")
            elif {table.kind for table in files} == {"parquet"}:
                self.make("\n".join(table.path for table in files), "t", "parquet")
                self.taken.add("t")

    def only_table(self):
        if len(self.tables) != 1 and "t" not in self.taken:
            names = ", ".join(table.name for table in self.tables) or "none"
            raise Failure(f"which table? ({names}) Add a statement, or write to a folder/ or a database", 2)
        return self.tables[0] if len(self.tables) == 1 else Table("temp", "t", "", "parquet")

    # ---- Statements ----

    def split(self, sql):
        """Returns the statements of a text."""
        statements = [""]
        for part in re.split("(?<=;)", sql):
            statements[-1] += part
            if sqlite3.complete_statement(statements[-1]):
                statements.append("")
        return [statement for statement in statements if statement.strip(" ;\n\r\t")]

    def names(self, sql):
        """Returns the names of a SELECT's columns, without running it."""
        sql = sql.rstrip("; \t\r\n")
        try:
            return [column[0] for column in self.db.execute(sql + "\nLIMIT 0").description]
        except self.Error:  # it has a LIMIT of its own
            sql = re.match(r"([\s\S]*)\bLIMIT\b", sql, re.I)[1]
            return [column[0] for column in self.db.execute(sql + "\nLIMIT 0").description]

    def on_vectors(self, sql):
        """Returns a statement with the rows and names of a SELECT that parquet_query computes on vectors; None: it does not.
        Its table remains until the next call.  Of DISTINCT, parquet_query returns the rows in another order."""
        words = re.findall(r"\w+", re.sub(r"--.*|/\*[\s\S]*?\*/", " ", sql).upper())[:2]
        table, statement = f"{QUERY.schema}.{quoted(QUERY.name)}", None
        with contextlib.suppress(*FAILURES, self.Error):  # then users see the error of the SELECT itself
            self.ask(f"DROP TABLE IF EXISTS {table}")
            if words[:1] == ["SELECT"] and words[1:] != ["DISTINCT"]:
                self.ask(f"CREATE VIRTUAL TABLE {table} USING parquet_query({quoted(sql, chr(39))})")
                if "INDEX 0:vectors" in str(self.ask("EXPLAIN QUERY PLAN " + select(QUERY))):
                    columns = [f"{quoted(column)} AS {quoted(name)}"
                               for (column, _), name in zip(self.columns(QUERY), self.names(sql))]
                    statement = f"SELECT {', '.join(columns)} FROM {table}"
        if not statement:
            with contextlib.suppress(self.Error):
                self.ask(f"DROP TABLE IF EXISTS {table}")
        return statement

    def execute(self, sql):
        """Executes a statement.  A file that it names becomes a table, as in FROM 'trips.parquet'."""
        on_vectors = self.on_vectors(sql)
        with contextlib.suppress(*FAILURES, self.Error):
            if on_vectors:
                return self.db.execute(on_vectors)
        try:
            return self.db.execute(sql)
        except self.Error as error:
            name = str(error).partition("no such table: ")[2]
            if re.search(r"[./*?]", name) and name.lower() not in self.taken:
                self.taken.add(name.lower())
                self.tables.append(self.make(name, name, "parquet"))
                return self.execute(sql)
            known = ", ".join(f"{table.name} ({table.path})" for table in self.tables[:10]) or "none"
            hint = f"write FROM '{name}', in quotes" if os.path.exists(name) else f"there are {known}"
            raise Failure(f"{error}; {hint}" if name else error) from None

    def bytes_of(self, sql):
        """Returns how many bytes the columns have that a statement reads, for progress on a terminal."""
        self.used.clear()
        size = 0
        with contextlib.suppress(self.Error):
            for table in self.tables if sys.stderr.isatty() and self.ask("EXPLAIN " + sql) else ():
                columns = {column for name, column in self.used if name in (table.name, "t")}
                if columns and table.kind == "parquet":
                    chunks = self.ask("SELECT path_in_schema, total_compressed_size FROM parquet_metadata(?)", table.path)
                    size += sum(n for path, n in chunks if columns & {path.split(", ")[0], path.replace(", ", ".")})
        return size

    def show(self, sql, form, out, **how):
        """Executes statements and writes the rows of each."""
        before = ""
        for statement in self.split(sql):
            with progress("running", self.bytes_of(statement)) as end:
                cursor = self.execute(statement)
                if cursor.description:
                    rows = itertools.chain(cursor.fetchmany(1), cursor)
                    if out.isatty():
                        end()
                    out.write(before)
                    results.FORMS[form]([column[0] for column in cursor.description], rows, out, **how)
                    before = "\n" if form in ("table", "markdown") else ""

    # ---- Writing ----

    def write(self, path, sql):
        """Writes the rows of the last statement, or the tables, to a file, a database or a folder."""
        ending = os.path.splitext(path)[1].lower()
        place = "folder" if not ending or path.endswith("/") or os.path.isdir(path) else PLACES.get(ending)
        if not place:
            raise Failure(f"--to {path}: the name must end in {', '.join(PLACES)}, or in / for a folder", 2)
        *before, last = self.split(sql) or [""]
        for statement in before:
            self.execute(statement)
        is_divided = any(option.partition("=")[0] in DIVIDING for option in self.options.write)
        if place == "database":
            self.write_database(path, [("result", last)] if last else [(t.name, select(t)) for t in self.tables])
        elif place == "folder" and not last and not is_divided:
            self.write_folder(path.rstrip("/"))
        else:
            last = last or select(self.only_table())
            self.write_parquet(path, last) if place in ("folder", "parquet") else self.write_text(path, last, place)

    def write_parquet(self, path, sql, types=None):
        types = self.options.types if types is None else types
        options = self.options.write + ([f"types={types}"] if types else [])
        with progress(f"writing {path}", self.bytes_of(sql)):
            [(n,)] = self.ask(f"SELECT parquet_write(?, ?{', ?' * len(options)})", path.rstrip("/"), sql, *options)
        print(f"{path}: {n} rows")

    def write_text(self, path, sql, form):
        temporary = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}.tmp")
        try:
            with open(temporary, "w", encoding="utf-8", newline="") as out:
                self.show(sql, form, out, **({"delimiter": "\t"} if path.lower().endswith(".tsv") else {}))
            os.replace(temporary, path)
        finally:
            with contextlib.suppress(OSError):
                os.remove(temporary)

    def write_folder(self, folder):
        """Writes a file for each table."""
        names = [re.sub(r'[/\\:*?"<>|\x00-\x1f]', "_", table.name).lstrip("._") or "table" for table in self.tables]
        os.makedirs(folder, exist_ok=True)
        for table, name in zip(self.tables, unique(names)):
            columns = {column.lower() for column, _ in self.columns(table)}
            types = [f"{quoted(column)}={kind}" for column, kind in split_types(self.options.types)
                     if column.lower() in columns]
            self.write_parquet(f"{folder}/{name}.parquet", select(table), ", ".join(types))

    def write_database(self, path, selects):
        """Makes tables in a database, all or none, with the declared types of their columns."""
        view, done = Table("temp", "parquet_sql/view", path, ""), []
        self.ask("ATTACH ? AS parquet_sql_to", path)
        self.ask("BEGIN")
        for name, sql in selects:
            self.ask(f"CREATE TEMP VIEW {quoted(view.name)} AS {sql}")
            kinds = [(column, kind if re.fullmatch(r"[\w ]*(\([\d, ]*\))?", kind) else "") for column, kind in self.columns(view)]
            target = f"parquet_sql_to.{quoted(name)}"
            self.ask(f"CREATE TABLE {target}({', '.join(f'{quoted(column)} {kind}' for column, kind in kinds)})")
            with progress(f"writing {path}, {name}", self.bytes_of(sql)):
                self.ask(f"INSERT INTO {target} {sql}")
            done.append(f"{path}: {name}: {self.ask('SELECT changes()')[0][0]} rows")
            self.ask(f"DROP VIEW temp.{quoted(view.name)}")
        self.ask("COMMIT")
        print(*done, sep="\n")

    # ---- The overview ----

    def overview(self, out):
        """Shows what there is: of one table its columns and first rows, of several a list."""
        room, height = shutil.get_terminal_size() if out.isatty() else (0, 0)
        count = lambda table: self.ask(f"SELECT count(*) FROM ({select(table)})")[0][0]
        if len(self.tables) != 1:
            rows = [(table.name, count(table), ", ".join(name for name, _ in self.columns(table)), table.path)
                    for table in self.tables]
            return results.write_table(("table", "rows", "columns", "file"), rows, out, room)
        [table], columns, facts = self.tables, self.columns(self.tables[0]), ()
        for kind, groups, writer in (("parquet", "row_groups", "created_by"), ("orc", "stripes", "software_version")):
            with contextlib.suppress(self.Error):
                [(n, *facts)] = self.ask(f"SELECT sum(num_rows), sum(num_{groups}) || ' {groups.replace('_', ' ')}', "
                                         f"sum(file_size_bytes) || ' bytes', CASE count(*) WHEN 1 THEN {writer} ELSE count(*) || ' files' END "
                                         f"FROM {kind}_file_metadata(?)", table.path)
        n = n if facts else count(table)
        out.write(f"{table.path}: table {table.name}{', t' * ('t' in self.taken and table.name != 't')}\n"
                  + ", ".join([f"{n} rows", *filter(None, facts)]) + "\n\n")
        exact = "off" if n * len(columns) > LARGE else "on"
        with progress("reading all columns"):
            rows = self.ask("SELECT column_name, column_type, approx_unique, null_percentage, min, max FROM "
                            "parquet_summarize(?, ?)", table.path, f"exact={exact}") if table.kind == "parquet" else [
                self.ask("SELECT ?, ?, count(DISTINCT {0}), round(100.0 * (count(*) - count({0})) / max(count(*), 1), 2), "
                         "min({0}), max({0}) FROM ({1})".format(quoted(name), select(table)), name, kind)[0]
                for name, kind in columns]
        rows = [(name, re.sub(r"^(\w+) (TEXT|REAL|BLOB)\b", r"\1", kind or ""), *rest) for name, kind, *rest in rows]
        fits = max(5, height - 15) if height else len(rows)
        results.write_table(("column", "type", "distinct", "nulls %", "min", "max"), rows[:fits], out, room, 8)
        out.write(f"(further columns: {len(rows) - fits}; PRAGMA table_info({table.name}) lists all)\n" * (len(rows) > fits))
        out.write("(from statistics: so large a file is not read)\n" * (exact == "off") + "\n")
        self.show(f"{select(table)} LIMIT 5", "table", out, room=room)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="parquet-sql", usage="%(prog)s [options] [FILE | NAME=FILE | FOLDER | PATTERN]... [SQL]", epilog=__doc__,
        description="SQL over Parquet, ORC, CSV and SQLite files.", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arguments", nargs="*", metavar="FILE, SQL", help="without SQL, also on standard input: an overview")
    for form in ("csv", "json", "markdown"):
        parser.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=f"show rows as {form}")
    repeated = {"action": "append", "default": []}
    for option, name, how, meaning in (
            ("to", "PLACE", {}, f"write to a file ({' '.join(PLACES)}) or a folder/"),
            ("from", "FILE", repeated, "a CSV file of any name (-: standard input), or a database"),
            ("types", "LIST", {}, "of columns of CSV and written Parquet: 'zip=TEXT, price=DECIMAL(8,2)'"),
            ("header", "WORD", {"choices": ("yes", "no", "auto"), "default": "auto"}, "whether CSV begins with names: yes, no, auto"),
            ("delimiter", "C", {}, "what separates the fields of CSV"),
            ("null", "TEXT", {}, "CSV: NULL, besides empty fields"),
            ("encoding", "NAME", {}, "of CSV, if it is not UTF-8"),
            ("read", "KEY=VALUE", repeated, "an option of tables: union_by_name=on"),
            ("write", "KEY=VALUE", repeated, "an option of parquet_write(): compression=snappy, partition_by=year")):
        parser.add_argument(f"--{option}", metavar=name, help=meaning, **how)
    parser.add_argument("--version", action="version", version=f"parquet-sql {__version__}")
    options = parser.parse_intermixed_args(arguments)
    options.delimiter = options.delimiter and options.delimiter.replace("\\t", "\t")
    if options.delimiter and len(options.delimiter) > 1:
        parser.error("--delimiter: one character, or \\t")
    if options.form and options.to:
        parser.error(f"--to and --{options.form}: the ending of the file says the form")
    if not (options.arguments or getattr(options, "from")) and sys.stdin.isatty():
        parser.error("name a file; --help shows examples")
    return options


def run(options):
    session, sql, sources = Session(options), [], getattr(options, "from")
    for argument in options.arguments:
        name, _, path = argument.partition("=")
        word = argument.split(None, 1)[0].upper() if argument.strip() else ""
        if os.path.exists(argument):
            session.add(argument)
        elif argument.upper() in ("SELECT", "WITH", "VALUES"):
            raise Failure(f"{argument}: put quotes around the statement, to make it one argument", 2)
        elif argument == "-" or word in STATEMENTS:
            sql.append(sys.stdin.read() if argument == "-" else argument)
        else:
            try:
                session.add(*((path, name) if path and name.isidentifier() else (argument,)))
            except Session.Error as error:
                raise Failure(f"{error}; no statement begins with {word}" if word.isalpha() and " " in argument else error) from None
    for source in sources:
        session.add(source, kind="csv")
    session.add_t()
    if not sql and not options.to and "-" not in sources and not sys.stdin.isatty():
        sql.append(sys.stdin.read())
    sql = ";\n".join(sql).strip()
    if not session.tables and not sql:
        raise Failure("nothing to do: no file and no statement", 2)
    if options.to:
        session.write(options.to, sql)
    elif sql or options.form:
        room = {} if options.form else {"room": shutil.get_terminal_size().columns if sys.stdout.isatty() else 0}
        session.show(sql or select(session.only_table()), options.form or "table", sys.stdout, **room)
    else:
        session.overview(sys.stdout)


def main(arguments=None):
    """Runs the command; returns its exit status."""
    options = parse(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace", newline="")
    try:
        run(options)
        sys.stdout.flush()
        return 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        message, status = "interrupted", 130
    except (Failure, CannotLoadExtensions, OSError, LookupError, UnicodeError, Session.Error) as error:
        message, status = error, getattr(error, "status", 1)
        if isinstance(error, OSError) and error.filename:
            message = f"{error.filename}: {error.strerror}"
    print(f"parquet-sql: {message}", file=sys.stderr)
    return status
