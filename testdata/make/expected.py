# SPDX-License-Identifier: MIT
"""Writes the SQL tests of testdata/ that name this script, and their expected output.

    python3 testdata/make/expected.py

The contents come from another reader (readers.py), in the form that the SQL interface promises
(contract.py).  They are put into an ordinary table, and queries of the file must give the same
answers as queries of that table.
"""
import math
import pathlib
import re
import sqlite3

import broken_files
import contract
import readers
from contract import Text

SQL_TESTS = pathlib.Path(__file__).resolve().parent.parent.parent / "sql-tests"
SMALL = 60  # rows up to which a test shows them all


# --- SQL --------------------------------------------------------------------------------

def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def literal(v):
    if isinstance(v, Text):
        return "'" + v.decode().replace("'", "''") + "'"
    if isinstance(v, bytes):
        return f"X'{v.hex()}'"
    return repr(v)


def can_be_literal(v):
    if isinstance(v, Text):
        return b"\0" not in v and v.decode(errors="replace").encode() == v
    return not (isinstance(v, float) and math.isinf(v))


def shown(v):
    """A value as sqlrun prints it, in bytes."""
    if v is None:
        return b"NULL"
    if isinstance(v, int):
        return str(v).encode()
    if isinstance(v, float):
        if math.isinf(v):
            return b"Inf" if v > 0 else b"-Inf"
        digits = next(d for d in (15, 16, 17) if float(f"{v:.{d}g}") == v)
        text = f"{v:.{digits}g}"
        return (text if re.search("[.eEn]", text) else text + ".0").encode()
    if isinstance(v, Text):
        for what, escape in ((b"\\", b"\\\\"), (b"'", b"''"), (b"\n", b"\\n"), (b"\r", b"\\r"),
                             (b"\0", b"\\0")):
            v = v.replace(what, escape)
        return b"'" + v + b"'"
    return b"X'" + v.hex().encode() + b"'"


def fold(name):
    return "".join(c.lower() if c < "\x80" else c for c in name)


def visible_and_hidden_names(columns):
    """The names that SQLite sees: in file order, hidden leaves and the table's own after."""
    real = {fold(c.name) for c in columns if not c.hidden}
    taken, names = set(), []

    def unique(name):
        chosen, n = name, 0
        while fold(chosen) in taken or (n and fold(chosen) in real):
            n += 1
            chosen = f"{name}_{n}"
        taken.add(fold(chosen))
        return chosen

    for i, c in enumerate(columns):
        names.append(unique(c.name or f"column_{i + 1}"))
    return names, [unique(n) for n in ("_file", "_file_row_number", "_row_group")]


class Table:
    """An ordinary table with what the file holds, by the contract."""

    def __init__(self, path, contents, options=()):
        self.path, self.contents, self.options = path, contents, dict(options)
        self.columns = contents.columns
        self.names, self.own = visible_and_hidden_names(self.columns)
        self.readable = [i for i, c in enumerate(self.columns)
                         if c.type is not None and c.error is None]
        self.visible = [self.names[i] for i in self.readable if not self.columns[i].hidden]
        self.hidden = [self.names[i] for i in self.readable if self.columns[i].hidden]
        self.listed = [quoted(n) + (" + 0.0" if self.has_negative_zero(n) else "")
                       for n in self.visible]
        self.db = None
        if len(self.columns) < 1000:
            self.fill()

    def has_negative_zero(self, name):
        """SQLite's own tables do not keep -0.0, so tests do not show a zero's sign."""
        return any(isinstance(v, float) and v == 0 and math.copysign(1, v) < 0
                   for v in self.values(self.names.index(name)))

    def values(self, i):
        c = self.columns[i]
        return [contract.value(c.type, v, **self.options) for v in c.values]

    def fill(self):
        self.db = sqlite3.connect(":memory:")
        self.db.text_factory = Text
        stored = [(self.names[i], self.values(i)) for i in self.readable]
        stored += [(self.names[i], c.values) for i, c in enumerate(self.columns)
                   if c.type is None and c.values]
        stored.append((self.own[0], [contract.text(self.path)] * self.contents.rows))
        stored.append((self.own[1], list(range(self.contents.rows))))
        self.db.execute(f"CREATE TABLE t({', '.join(quoted(n) for n, _ in stored)})")
        places = ", ".join(
            f"CASE WHEN typeof(?{i + 1}) = 'blob' AND ?{len(stored) + i + 1} "
            f"THEN CAST(?{i + 1} AS TEXT) ELSE ?{i + 1} END" for i in range(len(stored)))
        for row in zip(*(v for _, v in stored)):
            is_text = [isinstance(v, Text) for v in row]
            plain = [bytes(v) if isinstance(v, Text) else v for v in row]
            self.db.execute(f"INSERT INTO t VALUES ({places})", plain + is_text)

    def answer(self, statement):
        if statement.startswith("SELECT * FROM"):
            listed = ", ".join(map(quoted, self.visible))
            statement = statement.replace("*", listed, 1)
        for row in self.db.execute(statement):
            yield b"|".join(map(shown, row))

    def storage(self, name):
        rows = self.db.execute(f"SELECT DISTINCT typeof({quoted(name)}) FROM t")
        return {t.decode() for (t,) in rows}


class Test:
    """One pair of sql-tests/FOLDER/NAME.sql and .expected."""

    def __init__(self, name, about):
        self.name = name
        self.sql = [f"-- {about}", "-- Written by testdata/make/expected.py."]
        self.expected = []

    def say(self, statement, *lines):
        self.sql.append(statement)
        one_line = re.sub("[ \t\r\n]+", " ", statement)
        self.expected += [b"> " + one_line.encode(), *lines]

    def ask(self, table, statement):
        self.say(statement, *table.answer(statement))

    def attach(self, path, options=(), *lines):
        more = "".join(f", {k}={v}" for k, v in dict(options).items())
        self.sql.append("")
        self.say(f"CREATE VIRTUAL TABLE temp.t USING parquet('{path}'{more});", *lines)

    def detach(self):
        self.say("DROP TABLE t;")

    def write(self):
        base = SQL_TESTS / self.name
        base.with_suffix(".sql").write_bytes("\n".join(self.sql).encode() + b"\n")
        base.with_suffix(".expected").write_bytes(b"\n".join(self.expected) + b"\n")


# --- queries ----------------------------------------------------------------------------

def ask_declared(test, table):
    """Declared types of all columns that can be read."""
    rows = []
    for i in table.readable:
        c = table.columns[i]
        if not c.hidden:
            must = int(c.required and not contract.is_float(c.type))
            kind = contract.declared(c.type, **table.options)
            rows.append((contract.text(table.names[i]), contract.text(kind), must))
    unread = [table.names[i] for i, c in enumerate(table.columns)
              if not c.hidden and i not in table.readable]
    but = "".join(f" AND name <> '{n}'" for n in unread)
    test.say('SELECT name, type, "notnull" FROM pragma_table_xinfo(\'t\') WHERE hidden = 0'
             + but + ";", *(b"|".join(map(shown, r)) for r in rows))


def ask_hidden(test, table):
    listed = ", ".join(map(quoted, table.hidden))
    limit = "" if table.contents.rows <= SMALL else " WHERE rowid % 67 = 5"
    test.ask(table, f"SELECT rowid, {listed} FROM t{limit};")
    rows = [(contract.text(table.names[i]),
             contract.text(contract.declared(table.columns[i].type)))
            for i in table.readable if table.columns[i].hidden]
    for name, kind in rows:
        plain = name.decode().replace("'", "''")
        test.say(f"SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = '{plain}';",
                 shown(kind) + b"|1")


def ask_summary(test, table, name):
    """Facts about one column that a wrong, lost or moved value changes."""
    c, storage = quoted(name), table.storage(name) - {"null"}
    asked = f"SELECT count({c}), min({c}), max({c}), count(DISTINCT {c})"
    if storage == {"integer"}:
        asked += f", sum({c} % 1009 * (rowid % 97))"
    elif storage == {"real"}:
        (finite,), = table.db.execute(f"SELECT max(abs({c})) < 1e15 FROM t")
        if finite:
            asked += f", sum(CAST({c} * 8 AS INTEGER) % 1009 * (rowid % 97))"
    elif storage:
        asked += f", sum(length({c}) * (rowid % 97))"
    test.ask(table, asked + " FROM t;")


def ask_filters(test, table, name):
    """The column compared with one of its middle values."""
    c = quoted(name)
    values = [v for (v,) in table.db.execute(
        f"SELECT DISTINCT {c} FROM t WHERE {c} IS NOT NULL ORDER BY {c}")]
    middle = len(values) // 2
    for v in [v for v in values[middle:] + values[:middle] if can_be_literal(v)][:1]:
        for op in "=", "<", ">=":
            test.ask(table, f"SELECT count(*), min(rowid), max(rowid) FROM t "
                            f"WHERE {c} {op} {literal(v)};")
    test.ask(table, f"SELECT count(*), min(rowid) FROM t WHERE {c} IS NULL;")


def ask_rows(test, table):
    rows = table.contents.rows
    listed = ", ".join(table.listed)
    everything = table.visible == [n for n, c in zip(table.names, table.columns) if not c.hidden]
    everything = everything and table.listed == list(map(quoted, table.visible))
    what = "*" if everything else listed
    if rows <= SMALL:
        if table.visible:
            test.ask(table, f"SELECT {what} FROM t;")
        return
    test.ask(table, "SELECT count(*) FROM t;")
    for name in table.visible + table.hidden:
        ask_summary(test, table, name)
    some = sorted({1, 2, 3, rows // 3, rows // 2, rows - 1, rows})
    for row in some:
        test.ask(table, f"SELECT {what} FROM t WHERE rowid = {row};")
    middle = rows // 2
    test.ask(table, f"SELECT {listed} FROM t WHERE rowid BETWEEN {middle} AND {middle + 2};")


def ask_errors(test, table):
    for name, c in zip(table.names, table.columns):
        if c.error:
            test.say(f"SELECT sum(length({quoted(name)})) FROM t;", b"error " + c.error.encode())


def ask_file(test, name, declared=False, filters=False, types=False, options=(), rows=True):
    path = f"testdata/{name}.parquet"
    table = Table(path, readers.read(name), options)
    test.attach(path, options)
    if declared:
        ask_declared(test, table)
    if rows:
        ask_rows(test, table)
    if types:
        listed = ", ".join(f"typeof({quoted(n)})" for n in table.visible)
        test.ask(table, f"SELECT {listed} FROM t LIMIT 4;")
    if table.hidden:
        ask_hidden(test, table)
    if filters:
        for n in table.visible + table.hidden:
            ask_filters(test, table, n)
    ask_errors(test, table)
    test.detach()


# --- the tests --------------------------------------------------------------------------

def good_files():
    """(name, about, files, queries besides that of all rows)"""
    decimals = {"decimals": "text"}
    number = {"timestamps": "integer"}
    everything = {"declared": True, "types": True}
    return [
        ("writers/pyarrow-types", "Every type that pyarrow writes, OPTIONAL and REQUIRED.", [
            ("pyarrow_types", everything | {"filters": True}),
            ("pyarrow_types_required", everything),
            "pyarrow_types_arrow_schema", "pyarrow_types_required_plain_v2"]),
        ("writers/duckdb-types", "Every type that DuckDB writes.", [
            ("duckdb_types", everything | {"filters": True}), "duckdb_types_v2",
            ("duckdb_times", everything), ("duckdb_decimals", everything),
            ("duckdb_decimals", {"options": decimals, "declared": True}), "duckdb_decimals_v2"]),
        ("types/annotations", "Converted types alone, logical types alone, neither.", [
            ("handmade_converted_only", everything), ("handmade_logical_only", everything),
            ("handmade_physical", everything), ("handmade_unknown_annotations", everything)]),
        ("types/times", "Dates, times and timestamps to the ends of their types.", [
            ("pyarrow_dates", everything | {"filters": True}), ("pyarrow_times", everything),
            ("pyarrow_times_utc", everything),
            ("pyarrow_timestamps", everything | {"filters": True}),
            ("pyarrow_timestamps", {"options": number}), "pyarrow_timestamps_v1",
            "pyarrow_timestamps_v2_delta"]),
        ("types/int96", "INT96, also before 1970 and far beyond 64-bit nanoseconds.", [
            ("pyarrow_int96", everything), ("handmade_int96", everything | {"filters": True})]),
        ("types/decimals", "Decimals of every width, as numbers and as text.", [
            ("pyarrow_decimals", everything),
            ("pyarrow_decimals", {"options": decimals, "declared": True}),
            ("pyarrow_decimals_int", {"filters": True}), ("handmade_decimals", everything),
            ("handmade_decimals", {"options": decimals}),
            ("handmade_decimals_converted", everything)]),
        ("types/floats", "NaN is NULL; infinities, zeros of both signs, subnormals.", [
            ("pyarrow_floats", everything | {"filters": True}), "pyarrow_floats_split",
            ("pyarrow_floats_required", everything)]),
        ("types/uuid-and-json", "UUID and JSON as logical types.", [
            ("pyarrow_uuid_json", everything)]),
        ("types/text-not-utf8", "Text that is not UTF-8 is returned as it is stored.", ["handmade_text_not_utf8"]),
        ("encodings/plain", "PLAIN.", [
            "pyarrow_encoding_plain_v1", "pyarrow_encoding_plain_v2"]),
        ("encodings/dictionary", "Dictionaries: small, large, of one entry, and abandoned for PLAIN.", [
            "pyarrow_encoding_dictionary_v1", "pyarrow_encoding_dictionary_v2",
            ("pyarrow_large_dictionary", {"filters": True}),
            ("pyarrow_dictionary_fallback", {"filters": True}),
            ("pyarrow_constant", {"filters": True}),
            "duckdb_constant", "handmade_dictionary_forms", "handmade_dictionary_width_0_no_run",
            "handmade_dictionary_offsets", "handmade_old_sizes"]),
        ("encodings/delta", "The delta encodings.", [
            "pyarrow_encoding_delta_v1", "pyarrow_encoding_delta_v2",
            "pyarrow_encoding_delta_required",
            "pyarrow_encoding_delta_length_v1", "pyarrow_encoding_delta_length_v2",
            ("handmade_delta_forms", {"filters": True}), "duckdb_v1", "duckdb_v2"]),
        ("encodings/byte-stream-split", "BYTE_STREAM_SPLIT.", [
            "pyarrow_encoding_split_v1", "pyarrow_encoding_split_v2", "handmade_split_forms"]),
        ("encodings/boolean", "Booleans as bits and as runs.", [
            ("handmade_boolean_forms", {"filters": True})]),
        ("encodings/levels", "Definition levels in rare forms.", [
            "handmade_bit_packed_levels", "handmade_level_runs"]),
        ("encodings/codecs", "Every codec, data pages v1 and v2.", [
            *[f"pyarrow_codec_{c}_v{p}"
              for c in ("snappy", "gzip", "zstd", "brotli", "lz4") for p in (1, 2)],
            "pyarrow_codec_mixed",
            *[f"duckdb_codec_{c}"
              for c in ("uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw")]]),
        ("encodings/codec-forms", "gzip members, zstd frames, LZ4 with and without Hadoop's frames.", [
            "handmade_codec_forms"]),
        ("encodings/pages", "Many pages, tiny pages, empty pages, pages that differ.", [
            ("pyarrow_tiny_pages_v1", {"filters": True}),
            ("pyarrow_tiny_pages_v2", {"filters": True}),
            ("pyarrow_uneven_pages", {"filters": True}), "handmade_empty_pages",
            "handmade_v2_forms",
            "handmade_v2_parquet_cpp_1", ("handmade_one_row_pages", {"filters": True}),
            "handmade_unknown_pages", "handmade_large_page_header"]),
        ("encodings/checksums", "Correct checksums of pages.", ["pyarrow_checksums", "handmade_checksums"]),
        ("encodings/row-groups", "Several row groups, empty ones, none.", [
            ("pyarrow_row_groups", {"filters": True}), ("duckdb_row_groups", {"filters": True}),
            "pyarrow_empty_row_groups", "pyarrow_zero_rows", "pyarrow_no_row_groups",
            "duckdb_zero_rows"]),
        ("pruning/statistics", "No statistics, Bloom filters, malformed statistics.", [
            ("pyarrow_no_statistics", {"filters": True}), ("pyarrow_bloom", {"filters": True}),
            ("duckdb_bloom", {"filters": True}), ("handmade_statistics", {"filters": True}),
            ("handmade_statistics_no_orders", {"filters": True})]),
        ("types/all-null", "Columns and pages that are all NULL.", [
            ("pyarrow_all_null", everything | {"filters": True}), "pyarrow_all_null_plain_v2",
            ("pyarrow_null_pages", {"filters": True}), ("duckdb_nulls", everything)]),
        ("encodings/unknown-fields", "Unknown fields everywhere, and fields that must not be trusted.", [
            "handmade_unknown_fields", "handmade_wrong_offsets"]),
        ("nested/group-leaves", "Leaves of groups as hidden columns.", [
            "pyarrow_structs", ("pyarrow_structs_pages", {"filters": True}), "duckdb_struct",
            "java_groups", "rust_groups"]),
        ("writers/java-types", "Types, decimals and INT96 of parquet-java.", [
            ("java_types", everything | {"filters": True}), "java_types_dictionary_v2",
            ("java_int96", {"filters": True}), ("java_decimals", everything)]),
        ("writers/java-pages", "Pages, encodings and indexes of parquet-java.", [
            ("java_pages_v1", {"filters": True}), ("java_pages_v2", {"filters": True}),
            "java_no_dictionary_v1", "java_no_dictionary_v2", "java_split",
            ("java_row_groups", {"filters": True}), ("java_bloom", {"filters": True}),
            ("java_truncated_bounds", {"filters": True}), "java_zero_rows"]),
        ("writers/java-codecs", "Codecs of parquet-java, including the old LZ4.", [
            f"java_codec_{c}" for c in ("snappy", "gzip", "zstd", "lz4_raw", "lz4")]),
        ("writers/rust-types", "Types of arrow-rs.", [("rust_types", everything | {"filters": True})]),
        ("writers/rust-pages", "Pages, encodings and indexes of arrow-rs.", [
            ("rust_pages_v1", {"filters": True}), ("rust_pages_v2", {"filters": True}),
            "rust_encoding_delta", "rust_encoding_split", "rust_no_statistics",
            ("rust_bloom", {"filters": True}), ("rust_row_groups", {"filters": True}),
            "rust_zero_rows"]),
        ("writers/rust-codecs", "Codecs of arrow-rs, including the old LZ4.", [
            f"rust_codec_{c}" for c in ("snappy", "gzip", "brotli", "zstd", "lz4", "lz4_raw")]),
        ("writers/fastparquet", "Files of fastparquet.", [
            ("fastparquet_types", everything | {"filters": True}), "fastparquet_types_int96",
            ("fastparquet_required", everything), ("fastparquet_fixed_text", everything),
            ("fastparquet_json", everything), ("fastparquet_row_groups", {"filters": True}),
            "fastparquet_zero_rows"]),
        ("writers/polars", "Files of Polars.", [
            ("polars_types", everything | {"filters": True}),
            ("polars_row_groups", {"filters": True}), "polars_zero_rows"]),
        ("types/unsupported", "Columns that cannot be read, next to one that can.", [
            "handmade_unsupported", "handmade_no_column_metadata"]),
        ("tables/trips", "The file of the README and the demo.",
         [("trips", everything | {"filters": True})]),
    ]


def write_good_files():
    for name, about, files in good_files():
        test = Test(name, about)
        for file in files:
            file, ask = (file, {}) if isinstance(file, str) else file
            ask_file(test, file, **ask)
        test.write()


def write_strings():
    test = Test("types/text", "NUL bytes, empty, non-ASCII and long text.")
    name = "pyarrow_strings"
    table = Table(f"testdata/{name}.parquet", readers.read(name))
    test.attach(table.path)
    test.ask(table, "SELECT t, b FROM t WHERE length(b) < 100 ORDER BY rowid;")
    test.ask(table, "SELECT rowid, typeof(t), length(CAST(t AS BLOB)), length(b), "
                    "substr(t, 1, 3), substr(t, -2), t = CAST(b AS TEXT) FROM t;")
    test.ask(table, "SELECT count(*) FROM t WHERE t = 'end' OR b = X'00';")
    test.ask(table, "SELECT rowid FROM t WHERE t = '日本語';")
    test.ask(table, "SELECT rowid FROM t WHERE t > 'x' AND length(t) > 10000;")
    test.detach()
    test.write()


def write_odd_times():
    """The SQL interface only promises that a time of -1 second is read, in no certain form."""
    test = Test("types/times-beyond-a-day", "Times before midnight and after the day's end are read.")
    name = "handmade_times_beyond_day"
    table = Table(f"testdata/{name}.parquet", readers.read(name))
    test.attach(table.path)
    test.ask(table, "SELECT count(*), count(ms), count(us), count(ns) FROM t;")
    test.ask(table, "SELECT ms, us, ns FROM t WHERE row IN (1, 2);")
    test.detach()
    test.write()


def write_names():
    test = Test("tables/column-names", "Names that need quoting, that collide, that the table uses itself.")
    for kind in "", "_collide", "_hidden", "_empty":
        name = "pyarrow_names" + kind
        table = Table(f"testdata/{name}.parquet", readers.read(name))
        test.attach(table.path)
        ask_declared(test, table)
        test.ask(table, "SELECT * FROM t;")
        for column in table.visible:
            test.ask(table, f"SELECT {quoted(column)} FROM t WHERE {quoted(column)} >= 0;")
        listed = ", ".join(map(quoted, table.own[:2]))
        test.ask(table, f"SELECT {listed} FROM t;")
        test.detach()
    table = Table("testdata/pyarrow_names_path.parquet", readers.read("pyarrow_names_path"))
    test.attach(table.path)
    for column in "g.a", *table.hidden:
        test.ask(table, f"SELECT {quoted(column)} FROM t;")
    test.detach()
    test.write()


def write_wide():
    test = Test("tables/many-columns", "3,000 columns, more than SQLite allows: the option columns chooses some.")
    path = "testdata/handmade_wide.parquet"
    test.attach(path, (), b"error *column*")
    some = ["x00000", "x01500", "x02999"]
    test.attach(path, {"columns": "'" + ",".join(some) + "'"})
    test.say("SELECT * FROM t;", b"0|1500|2999")
    test.say("SELECT x02999 FROM t WHERE x01500 = 1500;", b"2999")
    test.detach()
    test.attach("testdata/pyarrow_zero_columns.parquet")
    test.say("SELECT count(*) FROM t;", b"0")
    test.say("SELECT _file, _file_row_number, _row_group FROM t;")
    test.detach()
    test.write()


BAD = [
    ("damage/pages", "Pages whose bodies break the format.",
     ["page_too_few", "levels_", "text_", "chunk_too", "chunk_count", "split_"]),
    ("damage/page-headers", "Page headers and offsets that break the format.",
     ["page_truncated", "page_past", "page_neg", "page_sizes", "page_without", "page_header",
      "page_huge", "chunk_past", "chunk_neg", "fixed_without"]),
    ("damage/codecs", "Compressed pages that break their codec.",
     ["wrong_unc", "garbage_", "truncated_"]),
    ("damage/dictionaries", "Dictionaries and indices that break the format.", ["dictionary_"]),
    ("damage/deltas", "Delta encodings that break the format.", ["delta_"]),
    ("damage/checksums", "Wrong checksums of pages.", ["wrong_crc"]),
]


def write_bad():
    left = {name for name,
            case in broken_files.CASES.items() if case.column} - {"second_row_group"}
    for name, about, starts in BAD:
        test = Test(name, about + "  The error names the column; the other column reads.")
        for file, case in broken_files.CASES.items():
            if file not in left or not any(file.startswith(s) for s in starts):
                continue
            left.remove(file)
            path = f"testdata/bad/{file}.parquet"
            error = (f"error CORRUPT: parquet: {path}: corrupt: column \"c\", "
                     f"row group {case.row_group}*")
            if file == "page_huge":  # corrupt, or more than the reader's limit
                error = 'error *column "c", row group 0*'
            elif file == "fixed_without_length":  # the fault is not in a row group
                error = f'error CORRUPT: parquet: {path}: corrupt: column "c"*'
            test.attach(path)
            test.say("SELECT sum(length(c)) FROM t;", error.encode())
            test.say("SELECT count(ok), sum(ok) FROM t;",
                     f"{case.rows}|{case.rows * 45}".encode())
            test.say("SELECT ok FROM t WHERE rowid = 7;", b"60")
            test.detach()
            if file.startswith("wrong_crc"):
                test.attach(path, {"checksums": "off"})
                listed = "a,b," * 5 if "dictionary" in file else "0,1,2,3,4,5,6,7,8,9,"
                test.say("SELECT group_concat(c) FROM t;", f"'{listed[:-1]}'".encode())
                test.detach()
        test.write()
    assert not left, left
    write_bad_row_group()
    write_bad_footers()


def write_bad_row_group():
    test = Test("damage/second-row-group", "A damaged page leaves the pages before it readable.")
    path = "testdata/bad/second_row_group.parquet"
    test.attach(path)
    test.say("SELECT sum(length(c)) FROM t;",
             f'error CORRUPT: parquet: {path}: corrupt: column "c", row group 1*'.encode())
    test.say("SELECT c FROM t WHERE rowid = 3;", b"2")
    test.say("SELECT sum(c) FROM t WHERE rowid <= 10;", b"45")
    test.say("SELECT sum(c) FROM t WHERE _row_group = 0;", b"45")
    test.say("SELECT sum(ok), count(*) FROM t;", b"900|20")
    test.detach()
    test.write()


def write_bad_footers():
    test = Test("damage/footers", "Files that cannot be opened.")
    for file, case in broken_files.CASES.items():
        if case.column is None:
            path = f"testdata/bad/{file}.parquet"
            error = f"error CORRUPT: parquet: {path}: *"
            test.attach(path, (), error.encode())
            test.say("DROP TABLE IF EXISTS t;")
    test.write()


def write_elsewhere():
    test = Test("security/data-in-other-files", "Files whose column chunks are in other files are refused.")
    for name in "handmade_file_path", "handmade_metadata_only":
        path = f"testdata/{name}.parquet"
        test.attach(path, (), f"error ERROR: parquet: {path}: unsupported: *".encode())
        test.say("DROP TABLE IF EXISTS t;")
    test.write()


def write_group_json():
    test = Test("nested/groups", "Groups as JSON.")
    for name in "pyarrow_structs", "duckdb_struct", "duckdb_nulls", "pyarrow_names_path", \
            "java_groups", "rust_groups", "polars_types":
        table = Table(f"testdata/{name}.parquet", readers.read(name))
        test.attach(table.path)
        for c in table.columns:
            if c.type is None:
                test.ask(table, f"SELECT {quoted(c.name)} FROM t;")
                test.ask(table, f"SELECT DISTINCT typeof({quoted(c.name)}) FROM t ORDER BY 1;")
                test.say("SELECT type, \"notnull\" FROM pragma_table_xinfo('t') "
                         f"WHERE name = '{c.name}';",
                         b"'JSON TEXT'|" + str(int(c.required)).encode())
        test.detach()
    test.write()
    test = Test("nested/group-beside-scalars", "A group among many scalars, filtered by one of them.")
    table = Table("testdata/trips.parquet", readers.read("trips"))
    test.attach(table.path)
    test.ask(table, "SELECT trip_id, dropoff FROM t WHERE trip_id % 250 = 7;")
    test.ask(table, "SELECT trip_id, vendor, dropoff FROM t WHERE rowid = 777;")
    test.ask(table, "SELECT count(DISTINCT dropoff), sum(length(dropoff) * (rowid % 97)) FROM t;")
    test.ask(table, "SELECT dropoff FROM t WHERE \"dropoff.zone\" = 'Harbour' "
                    "ORDER BY rowid LIMIT 3;")
    test.detach()
    test.write()


def write_lists():
    test = Test("nested/lists", "Lists, maps and repeated fields as JSON, and the columns next to them.")
    for name in ("pyarrow_list_beside", "duckdb_list_beside", "java_repeated_beside",
                 "handmade_repeated_beside", "handmade_continued_records"):
        table = Table(f"testdata/{name}.parquet", readers.read(name))
        test.attach(table.path)
        nested = [n for n, c in zip(table.names, table.columns) if c.type is None]
        test.ask(table, f"SELECT {', '.join(map(quoted, table.visible + nested))} FROM t;")
        for name in nested:
            test.ask(table, f"SELECT rowid, {quoted(name)} FROM t WHERE rowid > 1;")
        ask_filters(test, table, table.visible[0])
        if table.hidden:
            ask_hidden(test, table)
        test.detach()
    test.write()


for write in (write_good_files, write_strings, write_odd_times, write_names, write_wide,
              write_bad, write_elsewhere,
              write_lists,
              write_group_json):
    write()
