# SPDX-License-Identifier: MIT
"""Runs the same statements by parquet_query and by views.

    python3 hosts/questions/differential_groups.py [options] SQLRUN [args...]      from the project's root
    python3 hosts/questions/differential_groups.py [options] --python EXTENSION

For each file it makes a table v with random options, a twin o with pushdown=off, and an ordinary
table c with the same rows.  The text of each query (see random_groups.py) becomes a table q by
parquet_query and a view w, and some of them a view z of the ordinary table.  The answers about
these must be the same: as multisets of rows, doubles to the last bit; columns; messages of errors.
Most files are small and random, and written by parquet_write(); some are those of other writers.

It prints how many texts are answered by vectors, and how many by rows, for which reasons.

    --seed N        the seed of everything random; printed with a difference
    --files N       the number of files
    --questions N   the number of texts about each file
    --index I       only the I-th file
    --file FILE     query this file; may be given more than once
    --only I        only the I-th text of each file
    --plans         print each text with its plan
    --python FILE   instead of sqlrun, use Python's sqlite3 module
    --self-test     check that wrong tables in v's place are noticed
"""
import collections
import glob
import os
import pathlib
import random
import re
import shutil
import sqlite3
import sys

import differential
import differential_joins
import random_groups
import random_queries
from differential import Python, Sqlrun, Tables, Unreadable, declared, is_pattern_error
from random_queries import literal

OTHER_FILES = [glob.glob("testdata/pushdown/*.parquet"), differential.ORC_FILES,
               differential.SYSTEMATIC, glob.glob("testdata/pyarrow_*.parquet"),
               glob.glob("testdata/pyarrow_floats*.parquet"),
               glob.glob("testdata/*_zero_rows.parquet"),
               glob.glob("testdata/*_decimals*.parquet") + glob.glob("testdata/*_types*.parquet")]
FOLDER = pathlib.Path("build/hosts/grouped")
WRONG = ["row", "cell", "affinity", "collation"]
SHOWN = 5           # differences printed for a file
MOST_COLUMNS = 9    # queried, in one file: so that texts often name the same ones
MOST_ROWS = 6000
CUTS = [12, 8, 7, 6, 5, 4, 3, 2, 1]  # words cut out of a text at any place, to find a smaller one
MOST_CUTS = 400     # that are tried
REASONS = 40        # printed
OWN_ERRORS = [("parameters are not allowed in views", "parameters are not allowed in"),
              ("incomplete input", "needs one SELECT"), ("syntax error", "needs one SELECT"),
              ('near ";"', "incomplete input")]  # as SQLite 3.31 calls the end of a text
SHORT_TYPES = {"INT": "INTEGER", "NUM": "NUMERIC"}  # as SQLite calls those of a view's CAST from 3.41 on
# Those that views say from 3.41 on, and parquet_query only of texts whose affinities it finds.
TYPES_OF_EXPRESSIONS = {"TEXT", "INT", "NUM", "REAL", "BLOB"}
NATIVE_SHARE = 0.3  # of the texts that ordinary tables answer, too


# --- hosts ------------------------------------------------------------------------------

class GroupsSqlrun(Sqlrun):
    def each(self, setup, statements):
        answers = self.run(setup + [f"{s}\n" for s in statements])
        return iter(answers[len(answers) - len(statements):])

    @staticmethod
    def message(rows):
        return rows[-1].split(": ", 1)[1]

    @staticmethod
    def text(rows):
        return "\n".join(rows)


class GroupsPython(Python):
    opened = None, None  # the setup and the connection that it has made

    def each(self, setup, statements):
        if self.opened[0] is not setup:
            if self.opened[1]:
                self.opened[1].close()
            self.opened = setup, self.open(setup)
        for statement in statements:
            try:
                yield self.opened[1].execute(statement).fetchall()
            except (sqlite3.Error, sqlite3.Warning) as error:
                yield [("error", str(error))]

    @staticmethod
    def message(rows):
        return rows[0][1]

    @staticmethod
    def text(rows):
        return "\n".join(" ".join(map(str, row)) for row in rows)


# --- tables -----------------------------------------------------------------------------

class GroupTables(Tables):
    """The tables v, o, c and k of a file."""

    def __init__(self, host, file, rng):  # pylint: disable=super-init-not-called
        self.setup = [differential_joins.KEY] + [
            setting for setting in self.circumstances(rng) if "reverse" not in setting]
        self.forms = self.random_forms(rng)
        # docs/limits.md: their automatic indexes lose rows that other collations make equal.
        if (3, 38) <= host.version < (3, 41) and "=instant" in self.forms:
            self.setup.append("PRAGMA automatic_index = 0")
        path, many, schema = file.replace("'", "''"), "", ""
        if path.endswith("/"):
            many = ", field_ids=on"
        if rng.random() < 0.1:
            self.setup.append("ATTACH ':memory:' AS other")
            schema = "other."
        options = f", threads={rng.choice([1] * 6 + [2, 4])}" + rng.choice(
            [""] * 12 + [", pushdown=off"] * 2 + [f", memory_limit='{rng.choice([1, 2, 8])}MB'"])
        made = f"USING parquet('{path}'{many}{self.forms}"
        self.setup += [f"CREATE VIRTUAL TABLE {schema}v {made}{options})",
                       f"CREATE VIRTUAL TABLE o {made}, pushdown=off, threads=1)"]
        columns = [c for c in self.find_columns(host) if not set("@#?\"") & set(c.name[1:-1])]
        folded = {c.name[1:-1].lower() for c in columns}
        self.rowid = next((r for r in ("rowid", "oid", "_rowid_") if r not in folded), None)
        self.n_rows = host.values(self.setup, "SELECT count(*) FROM o")[0]
        if self.n_rows > MOST_ROWS or not columns:
            raise Unreadable("it has too many rows, or no columns")
        self.make_native(columns)
        if rng.random() < 0.9:  # those about rows are left to SQLite
            columns = [c for c in columns if not c.name.startswith('"_')] or columns
        if len(columns) > MOST_COLUMNS:
            columns = rng.sample(columns, MOST_COLUMNS)
        if self.rowid and rng.random() < 0.1:
            columns.append(random_queries.Column(self.rowid, "INTEGER", True, []))
        self.columns = self.with_values(host, columns)
        self.odd = self.odd_columns(self.columns)
        self.setup += random_queries.other_rows(rng, self.columns)

    def put_wrong(self, how, rng):
        """Makes an ordinary but wrong table x."""
        columns, column = self.all, rng.choice(self.columns)
        if how == "affinity":
            columns = [c._replace(type="") for c in columns]
        elif how == "collation":
            columns = [c._replace(type=c.type + " COLLATE NOCASE") for c in columns]
        listed = ", ".join(c.name for c in columns)
        self.setup += [f"CREATE TABLE x({declared(columns).replace(' NOT NULL', '')})",
                       f"INSERT INTO x({listed}) SELECT {listed} FROM c"]
        n = f"(SELECT {rng.randint(0, 99)} % count(*) + 1 FROM c)"
        if how == "row":
            self.setup.append(f"DELETE FROM x WHERE rowid = {n}")
        elif how == "cell" and column.name != self.rowid:
            self.setup.append(f"UPDATE x SET {column.name} = -7.5 WHERE rowid = {n}")


# --- one text ---------------------------------------------------------------------------

class Case:
    """A query about the tables of a file, and its statements."""

    def __init__(self, query, with_native, stand_in):
        self.query, self.stand_in = query, stand_in
        # An ordinary table shows all columns, also those that v hides.
        is_native = with_native and not re.search(r"SELECT\s+\*", query.text, re.IGNORECASE)
        self.letters = "wqz" if is_native else "wq"

    def made(self, letter):
        """The statement that makes w, q or z; o is the view that checks an order."""
        table = {"w": "v", "z": "c", "o": "o"}.get(letter) or self.stand_in
        if table:
            text = re.sub("@", table, self.query.text)
            return f"CREATE TEMP VIEW {letter}_ AS {text}"
        return (f"CREATE VIRTUAL TABLE temp.{letter}_ USING "
                f"parquet_query({literal_text(self.query.text.replace('@', 'v'))})")

    def statements(self, letters=None):
        """What is run for each letter: it is made, described, asked and dropped."""
        for letter in letters or self.letters:
            yield self.made(letter)
            yield f"SELECT name, type FROM pragma_table_info('{letter}_')"
            yield f"EXPLAIN QUERY PLAN SELECT * FROM {letter}_"
            for outer in self.query.outer:
                yield outer.replace("#", f"{letter}_").replace("@", "c" if letter == "z" else "v")
            is_table = letter == "q" and not self.stand_in
            yield f"DROP {'TABLE' if is_table else 'VIEW'} {letter}_"

    def answers(self, host, answers, letters=None):
        """{letter: Answers} from an iterator over the answers to statements()."""
        return {letter: Answers(host, next(answers), next(answers), next(answers),
                                [next(answers) for _ in self.query.outer], next(answers))
                for letter in letters or self.letters}

    def script(self, setup):
        """Statements that show the same, of those that it needs."""
        made = " ".join([self.query.text, *self.query.outer])
        needed = [name for name in ("v", "o", "k") if re.search(rf"\b{name}\b", made + " v")]
        needed += ["o", "c"] * ("z" in self.letters) + [self.stand_in or ""]
        unneeded = re.compile(rf"(CREATE \w* ?TABLE|INSERT INTO|UPDATE|CREATE VIEW) "
                              rf"(?!(other\.)?({'|'.join(filter(None, needed))})\b)")
        shown = [s for s in setup if not unneeded.match(s)] + [
            s for s in self.statements() if not s.startswith(("DROP", "EXPLAIN", "SELECT name"))]
        return ";\n".join(shown) + ";"

    def smaller(self, differs):
        """A case with fewer words and one outer statement that still differs(case)."""
        best = self
        for outer in self.query.outer:
            case = self.of(self.query._replace(outer=[outer]))
            if differs(case):
                best = case
                break
        words = random_groups.WORDS.findall(self.query.text)
        tried = 0
        for size in [len(words) // 2, len(words) // 4, *CUTS]:
            start = 0
            while start < len(words) and tried < MOST_CUTS:
                tried += 1
                fewer = words[:start] + words[start + size:]
                case = best.of(best.query._replace(text=" ".join(fewer)))
                if differs(case):
                    best, words = case, fewer
                else:
                    start += 1 if size in CUTS else size
        return best

    def of(self, query):
        return Case(query, "z" in self.letters, self.stand_in)


def literal_text(text):
    return "'" + text.replace("'", "''") + "'"


class Answers:
    """What a text's table says."""

    def __init__(self, host, made, columns, plan, rows, _):
        failed = host.is_error(made)
        self.columns = columns
        self.plan = "" if failed else host.text(plan)
        self.rows = [made] * len(rows) if failed else rows


def reason(plan):
    """How a plan says that it answers, without what only this text has."""
    found = re.search(r"vectors|rows: [^\n]*", plan)
    return re.sub(r'"[^"]*"|\b\d[-\w.+]*', "...", found[0].rstrip("'")) if found else "no plan"


# --- comparing --------------------------------------------------------------------------

class Count:
    passed = failed = errors = 0
    reordered = out_of_memory = 0

    def __init__(self):
        self.reasons = collections.Counter()

    def add(self, said, why):
        self.reasons[why] += 1
        self.reordered += said == "reordered"
        self.out_of_memory += said == "out of memory"
        self.failed += is_difference(said)
        self.passed += said is None
        self.errors += said is None and why == "error"


def keys(host, rows):
    return sorted(host.row_key(row) for row in rows)


def same_errors(host, expected, found):
    """Whether both say the same, or parquet_query says of itself what SQLite says of views."""
    view, query = message_of(host, expected), message_of(host, found)
    return view == query or any(a in view and b in query for a, b in OWN_ERRORS)


def message_of(host, rows):
    """The message, without what only says where it was noticed."""
    said = re.sub(r"^(parquet_query: )|^(error in view \w+: )", "", host.message(rows))
    return re.sub(r"\b[vocx]\b", "v", re.sub(r"\b[wqz]_", "w_", said))


def same(host, expected, found):
    if host.is_error(expected) or host.is_error(found):
        return host.is_error(expected) and host.is_error(found) and \
            same_errors(host, expected, found)
    return keys(host, expected) == keys(host, found)


def same_natively(host, expected, found):
    """An ordinary table keeps no -0.0."""
    if host.is_error(expected) or host.is_error(found):
        return same(host, expected, found)
    return keys(host, map(host.zero_unsigned, expected)) == \
        keys(host, map(host.zero_unsigned, found))


def as_numeric(row):
    """The row with integers for reals that are integers."""
    if isinstance(row, str):
        return re.sub(r"(^|\|)(-?\d+)\.0(?=\||$)", r"\1\2", row)
    return tuple(int(v) if isinstance(v, float) and v.is_integer() else v for v in row)


def same_as_numeric(host, case, expected, found):
    """Whether they differ because SQLite has stored the view's rows, which gives a column of a CAST
    its affinity: the real 3.0 is shown as 3 then."""
    return "AS NUMERIC)" in case.query.text and not host.is_error(expected) and \
        not host.is_error(found) and \
        keys(host, map(as_numeric, expected)) == keys(host, map(as_numeric, found))


def is_out_of_memory(host, rows):
    return host.is_error(rows) and re.search("memory", host.message(rows), re.I)


def is_reordered(host, expected, found, others):
    """Whether rows that were added, joined or compared in another order make the difference: SQLite
    may read the rows for one side of an OR after those for another, and then sums overflow or not.
    others(): the same answer about the other tables, which are read in their order."""
    overflows = any(host.is_error(rows) and host.message(rows) == "integer overflow"
                    for rows in (expected, found))
    return (overflows or not host.is_error(found) and len(expected) == len(found)) and any(
        same_natively(host, other, found) for other in others())


def judge(host, tables, case, answers, again):
    """The first difference, as text, or None; or "reordered", "out of memory".  again(): the
    answers of views of the tables o and c."""
    w, q = answers["w"], answers["q"]
    first = [w.rows[0], q.rows[0]]
    for i, outer in enumerate(case.query.outer):
        expected, found = w.rows[i], q.rows[i]
        if is_out_of_memory(host, expected) or is_out_of_memory(host, found):
            return "out of memory"
        if is_pattern_error(host, expected) or is_pattern_error(host, found):
            continue
        if i > 0 and any(map(host.is_error, (expected, found))) and \
                any(map(host.is_error, first)) and same(host, *first):
            continue  # it depends on which columns are needed
        if not same(host, expected, found) and not same_as_numeric(host, case, expected, found):
            if is_reordered(host, expected, found, lambda: [a.rows[i] for a in again().values()]):
                return "reordered"
            return difference(host, outer, expected, found)
        if "z" in answers and is_wrong_natively(host, tables, case, answers["z"].rows[i], found):
            expected = answers["z"].rows[i]
            if not is_reordered(host, found, expected, lambda: [again()["o"].rows[i]]):
                return "native: " + difference(host, outer, expected, found)
    if not same_columns(w.columns, q.columns) and not host.is_error(first[0]):
        return f"columns: view {w.columns}, parquet_query {q.columns}"
    return None


def same_columns(expected, found):
    """Whether names are the same, and types where a view has them: for an expression it has none,
    while a type is the only way to give a virtual table's column an affinity."""
    pairs = [[row if isinstance(row, tuple) else [part.strip("'") for part in row.rsplit("|", 1)]
              for row in rows] for rows in zip(expected, found)]
    return len(expected) == len(found) and all(
        view[0] == query[0] and (query[1] in ("", "''") and view[1] in TYPES_OF_EXPRESSIONS or
                                 SHORT_TYPES.get(view[1], view[1]) in ("", query[1]))
        for view, query in pairs)


def is_wrong_natively(host, tables, case, expected, found):
    """Whether the ordinary table's answer is another one, and should not be."""
    return not (any(name in case.query.text for name in tables.odd) or
                host.is_error(expected) or host.is_error(found) or
                same_natively(host, expected, found))


def difference(host, outer, expected, found):
    some, others = (collections.Counter(map(host.row_key, rows)) for rows in (expected, found))
    lines = [outer]
    for what, rows, more in (("view", expected, some - others), ("query", found, others - some)):
        shown = [row for row in rows if host.row_key(row) in more][:3]
        lines.append(f"  {what}: {len(rows)} rows, not in the other: {shown}"[:600])
    return "\n".join(lines)


# --- files ------------------------------------------------------------------------------

class Asked:
    """The cases of a file, with what is said about each."""

    def __init__(self, host, tables):
        self.host, self.tables = host, tables

    def judged(self, case, answers):
        """answers: an iterator over those to the case's statements.  Returns what judge() says, and
        the Answers by letter."""
        found = case.answers(self.host, answers)

        def again():
            return case.answers(self.host, self.each(case.statements("oz")), "oz")

        return judge(self.host, self.tables, case, found, again), found

    def why(self, found):
        """How q answers."""
        q = found["q"]
        return "error" if self.host.is_error(q.rows[0]) else reason(q.plan)

    def kind(self, said, found):
        """What stays the same when a case becomes smaller: what differs, how q answers, messages."""
        errors = [self.host.message(found[letter].rows[0]) for letter in "wq"
                  if self.host.is_error(found[letter].rows[0])]
        return is_difference(said) and [said.split(":")[0].split()[0], self.why(found), *errors]

    def each(self, statements):
        return self.host.each(self.tables.setup, list(statements))

    def shown(self, case, kind):
        """The script of a smaller case in which the same kind of difference shows."""
        def differs(other):
            return self.kind(*self.judged(other, self.each(other.statements()))) == kind

        case = Case(case.query, kind[0] == "native", case.stand_in).smaller(differs)
        said, _ = self.judged(case, self.each(case.statements()))
        return f"-- {said}".replace("\n", "\n-- ") + f"\n{case.script(self.tables.setup)}"


def is_difference(said):
    return said not in (None, "reordered", "out of memory")


def ask(host, options, rng, file, count, wrong=None):
    """Asks about a file.  Returns the number of differences."""
    tables = GroupTables(host, file, rng)
    if wrong:
        tables.put_wrong(wrong, rng)
    stand_in = "x" if wrong else None
    grouper = random_groups.Grouper(rng, tables.columns, tables.rowid, host.version)
    cases = [Case(grouper.query(), rng.random() < NATIVE_SHARE, stand_in)
             for _ in range(options.questions)]
    if options.only is not None:
        cases = cases[options.only:options.only + 1]
    asked, failed = Asked(host, tables), 0
    answers = asked.each(s for case in cases for s in case.statements())
    for i, case in enumerate(cases, options.only or 0):
        said, found = asked.judged(case, answers)
        why = asked.why(found)
        count.add(said, why)
        if options.plans:
            print(f"{why}: {case.query.text}")
        if is_difference(said):
            failed += 1
            if failed <= SHOWN and not wrong:
                print(f"-- {file}, text {i}, {why}: {case.query.text}\n"
                      f"{asked.shown(case, asked.kind(said, found))}\n", flush=True)
    return failed


def random_file(host, rng, folder, i):
    """A file that is written, or one of another writer."""
    path = folder / (f"{i}.parquet" if rng.random() < 0.85 else f"{i}")
    statements = differential_joins.random_file(rng, path)
    if rng.random() < 0.25:
        return rng.choice(sorted(rng.choice(OTHER_FILES)))
    host.columns([differential_joins.KEY], statements)
    return str(path) if path.suffix else f"{path}/"


def check(host, options, wrong=None):
    """Asks about all files.  Those that are written stay only after a difference."""
    count, folder = Count(), FOLDER / str(options.seed)  # values of _file name it
    folder.mkdir(parents=True, exist_ok=True)
    n = len(options.file) or options.files
    for i in range(n) if options.index is None else [options.index]:
        rng = random.Random(f"{options.seed}/groups/{i}")
        file = options.file[i] if options.file else random_file(host, rng, folder, i)
        try:
            if ask(host, options, rng, file, count, wrong) and not wrong:
                print(f"--   --seed {options.seed} --questions {options.questions} --index {i}")
                continue
        except Unreadable as error:
            print(f"-- skipped: {file}: {error}" * bool(options.file), end="")
        if file.startswith(str(folder)):
            (shutil.rmtree if file.endswith("/") else os.remove)(file)
    if not os.listdir(folder):
        folder.rmdir()
    return count


def main():
    parser = differential.common_arguments(__doc__, 200)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--index", type=int)
    parser.add_argument("--plans", action="store_true")
    options = differential.parse_arguments(parser)
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")
    host = GroupsPython(options.python) if options.python else GroupsSqlrun(options.sqlrun)
    if options.self_test:
        def answers(how):
            count = check(host, options, how)
            return count.passed, count.failed
        sys.exit(not differential.self_test("differential groups", WRONG, answers))
    count = check(host, options)
    for why, n in count.reasons.most_common(REASONS):
        print(f"  {n:7} {why}")
    print(f"differential groups: {count.passed} passed, {count.failed} failed ({count.errors} of "
          f"them errors, {count.reordered} more in another order, {count.out_of_memory} out of "
          "memory)")
    sys.exit(count.failed > 0 or count.passed == 0)


if __name__ == "__main__":
    main()
