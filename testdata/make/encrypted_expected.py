# SPDX-License-Identifier: MIT
"""Writes sql-tests/encryption/files.sql and attacks.sql: every file of testdata/encrypted/, with
what the extension must say about it.

    python3 testdata/make/encrypted_expected.py

The expected rows and errors come from the tables in encrypted_files.py and attacks.py.
"""
import pathlib

import attacks
from encrypted_files import FEW, KEYS, OWN, PYARROW, SMALL, opened
from encryption import DATA_PAGE_HEADER

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COLUMNS = 'id, name, amount, "place"'
SCRIPT = "-- Written by testdata/make/encrypted_expected.py.\n"


class Test:
    """Statements, and the lines that they must print."""

    def __init__(self, what):
        self.sql, self.expected = f"-- {what}\n{SCRIPT}\n", ""

    def add(self, statement, *lines):
        self.sql += statement + "\n"
        self.expected += f"> {statement}\n" + "".join(f"{line}\n" for line in lines)

    def gap(self):
        self.sql += "\n"

    def write(self, name):
        path = ROOT / "sql-tests/encryption" / name
        path.parent.mkdir(exist_ok=True)
        path.with_suffix(".sql").write_text(self.sql.rstrip("\n") + "\n")
        path.with_suffix(".expected").write_text(self.expected)

    def add_keys(self):
        for name, key in KEYS.items():
            self.add(f"SELECT parquet_add_key('{name}', x'{key.hex()}');", "NULL")


def options(file, prefix):
    """The options of a table, with all keys named."""
    given = [("footer_key", file.footer_key)] if file.footer_key else []
    given += [("column_keys", file.column_keys)] if file.column_keys else []
    given += [("aad_prefix", prefix)] if prefix else []
    return "".join(f", {name}='{value}'" for name, value in given)


def same_rows(test, name, n, more):
    """The first n rows of p are those of the file, in a scan and in a look-up."""
    test.gap()
    test.add(f"CREATE VIRTUAL TABLE temp.t USING parquet("
             f"'testdata/encrypted/{name}.parquet'{more});")
    test.add("SELECT count(*) FROM t;", n)
    test.add(f"SELECT rowid, {COLUMNS} FROM p WHERE rowid <= {n} "
             f"EXCEPT SELECT rowid, {COLUMNS} FROM t;")
    test.add("SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;",
             "100|NULL", "140|'Genève'")
    test.add("DROP TABLE t;")


def write_files():
    test = Test("Encrypted files have the rows of the plain one, by whichever way the keys are "
                "given.")
    test.add_keys()
    test.add("CREATE VIRTUAL TABLE temp.p USING parquet('testdata/encrypted/plain.parquet');")
    for name, file in (PYARROW | OWN | FEW).items():
        n = 16 if name in FEW else 64
        same_rows(test, name, n, options(file, file.aad_prefix))
        if name in OWN and "nameless" not in name:
            prefix = f", aad_prefix='{file.aad_prefix}'" if file.aad_prefix else ""
            same_rows(test, name, n, prefix)
    test.write("files")


# --- attacks ---------------------------------------------------------------------------------

RIGHT = {"i": ("SELECT count(i), sum(i), max(i) FROM t;", "16|120|15"),
         "j": ("SELECT count(j), sum(j), max(j) FROM t;", "16|16120|1015"),
         "s": ("SELECT count(s), count(DISTINCT s), max(s) FROM t;", "16|3|'c'")}


def place(attack):
    """How the error names the place: the page by the offset of its header."""
    told = f'column "{attack.column}", row group {attack.row_group}'
    if attack.page is None:
        return told
    header = opened(SMALL[attack.base]).find(DATA_PAGE_HEADER, attack.row_group, attack.column,
                                             attack.page)
    return f"{told}: page at {header.start}"


def add_attack(test, name, attack):
    path = f"testdata/encrypted/attack_{name}.parquet"
    test.gap()
    test.sql += f"-- {attack.what}\n"
    create = (f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}'"
              f"{', ' if attack.options else ''}{attack.options});")
    if attack.noticed == "open":
        test.add(create, f"error *: parquet: {path}: *")
        return
    test.add(create)
    if attack.noticed == "never":
        test.add(f"SELECT i FROM t WHERE rowid = {attack.shown[0]};", attack.shown[1])
    else:
        add_columns(test, path, attack)
    if attack.noticed == "lookup":
        test.add("SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;", "5|1005", "13|1013")
        test.add("SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;", "3|'a'", "4|'b'")
        test.add("SELECT count(*) FROM t WHERE i = 5 OR i = 500;", "1")
    test.add("DROP TABLE t;")


def add_columns(test, path, attack):
    """Reads each column."""
    for column, (statement, answer) in RIGHT.items():
        if column == attack.column and attack.noticed == "scan":
            answer = f"error *: parquet: {path}: *{place(attack)}*"
        elif column in attack.broken:
            answer = f"error *: parquet: {path}: *column \"{column}\"*"
        test.add(statement, answer)


def write_attacks():
    test = Test("Attacks on encrypted files are errors that name the place, or change no row.")
    test.add_keys()
    for name, attack in attacks.ATTACKS.items():
        add_attack(test, name, attack)
    test.write("attacks")


def prepare():
    """The data of the small files, which say where the pages are."""
    folder = ROOT / "testdata/encrypted"
    for name, file in SMALL.items():
        file.data = (folder / f"{name}.parquet").read_bytes()


prepare()
write_files()
write_attacks()
