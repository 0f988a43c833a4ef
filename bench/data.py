# SPDX-License-Identifier: MIT
"""The benchmark's data: Parquet files by DuckDB and pyarrow, and SQLite copies.

Every value is a hash of its row number, so the same versions make the same files. Money
is DOUBLE in the lineitem files, and DECIMAL(15,2), stored as INT64, in lineitem_decimal.
"""
import itertools
import os
import sqlite3

import duckdb
import pyarrow.parquet

ROW_GROUP = 122880
N_USERS = 1000000
N_KEYS = 1000         # of the small table that is joined with lineitem
MONEY = ("l_quantity", "l_extendedprice", "l_discount", "l_tax")
DATES = ("l_shipdate", "l_commitdate", "l_receiptdate")
WORDS = """accounts deposits packages requests foxes ideas instructions theodolites excuses
    pinto beans platelets dependencies asymptotes courts dolphins multipliers sauternes
    warthogs frets sleep wake cajole haggle nag use boost affix detect integrate maintain
    breach print engage doze solve thrash furious sly careful blithe quick fluffy slow quiet
    ruthless thin close dogged daring brave stealthy permanent enticing idle busy regular
    final ironic even bold silent special pending unusual express sometimes always never
    about above according across after against along among around at before""".split()
# Orders of one to seven lines, over and over: 28 lines for 7 orders.
LINE_NUMBERS = [line for size in range(1, 8) for line in range(1, size + 1)]
ORDERS = [size - 1 for size in range(1, 8) for line in range(size)]


def lineitem(n_rows):
    def h(k, modulus, of="i"):
        return f"(hash({of} * 16 + {k}) % {modulus})::INTEGER"

    words = " || ' ' || ".join(
        f"words[1 + ((text_hash // {len(WORDS)**k}) % {len(WORDS)})::INTEGER]" for k in range(8))
    return f"""
    WITH lines AS (
        SELECT i, {WORDS} AS words, hash(i * 16 + 1) AS text_hash,
            i // 28 * 7 + {ORDERS}[1 + i % 28] AS o, {LINE_NUMBERS}[1 + i % 28] AS line
        FROM range({n_rows}) t(i)),
    dated AS (
        SELECT *, DATE '1992-01-01' + {h(2, 2406, 'o')} AS ordered, 1 + {h(3, 50)} AS quantity,
            1 + {h(4, 200000)} AS part, {h(5, 121)} AS days
        FROM lines)
    SELECT (o // 8 * 32 + o % 8 + 1)::BIGINT AS l_orderkey, part AS l_partkey,
        1 + {h(6, 10000)} AS l_suppkey, line::INTEGER AS l_linenumber,
        quantity::DOUBLE AS l_quantity,
        (quantity * (90000 + part // 10 % 20001 + 100 * (part % 1000)) + {h(0, 10000)})
            / 100.0::DOUBLE AS l_extendedprice,
        {h(7, 11)} / 100.0::DOUBLE AS l_discount, {h(8, 9)} / 100.0::DOUBLE AS l_tax,
        ['A', 'N', 'R'][1 + {h(9, 3)}] AS l_returnflag, ['F', 'O'][1 + {h(10, 2)}] AS l_linestatus,
        (ordered + days + 1)::DATE AS l_shipdate,
        (ordered + 30 + {h(11, 61)})::DATE AS l_commitdate,
        (ordered + days + 2 + {h(12, 30)})::DATE AS l_receiptdate,
        ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'][1 + {h(13, 4)}]
            AS l_shipinstruct,
        ['REG AIR', 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FOB'][1 + {h(14, 7)}] AS l_shipmode,
        substr({words}, 1 + {h(15, 5)}, 10 + {h(16, 34)}) AS l_comment
    FROM dated ORDER BY i"""


def hits(n_rows):
    """100 columns: integers of many sizes, half of them small, texts, doubles, NULLs."""
    salt = itertools.count(1)

    def h(modulus):
        return f"(hash(i * 128 + {next(salt)}) % {modulus})"

    columns = ["i * 7919 AS watch_id",
               "TIMESTAMP '2013-07-01' + to_seconds(i // 12) AS event_time",
               "(DATE '2013-07-01' + (i // 1036800)::INTEGER) AS event_date",
               f"'http://example' || {h(900)} || '.org/path/' || {h(50000)} || '/page?id=' || "
               f"{h(300000)} AS url",
               f"'Title of page number ' || {h(30000)} || ' of site ' || {h(900)} AS title"]
    columns += [f"{h(2)}::TINYINT AS flag{k}" for k in range(15)]
    columns += [f"{h(m)}::SMALLINT AS small{k}"
                for k, m in enumerate((3, 7, 12, 24, 60, 100, 255, 300, 1000, 2000) * 2)]
    columns += [f"{h(m)}::INTEGER AS int{k}"
                for k, m in enumerate((10, 5000, 100000, 1000000, 2000000000) * 5)]
    columns += [f"({h(2**62)} >> 1)::BIGINT AS big{k}" for k in range(6)]
    columns += [f"{h(1000000)}::DOUBLE / 100 AS real{k}" for k in range(4)]
    columns += [f"CASE WHEN {h(10)} < 7 THEN NULL ELSE {h(1000)}::INTEGER END AS maybe{k}"
                for k in range(5)]
    columns += [f"'param_' || {h(m)} AS text{k}"
                for k, m in enumerate((5, 30, 200, 2000, 50000) * 3)]
    columns += [f"CASE WHEN {h(10)} < 8 THEN NULL ELSE 'utm_' || {h(400)} END AS campaign{k}"
                for k in range(5)]
    assert len(columns) == 100
    return f"SELECT {', '.join(columns)} FROM range({n_rows}) t(i) ORDER BY i"


def nested(n_rows):
    """A list of up to five short texts, a struct of eight leaves, and flat columns."""
    salt = itertools.count(1)

    def h(modulus):
        return f"(hash(i * 64 + {next(salt)}) % {modulus})"

    tags = ", ".join(f"CASE WHEN {h(20)} < 1 THEN NULL ELSE {WORDS}[1 + {h(len(WORDS))}::INTEGER] "
                     "END" for _ in range(5))
    return f"""
    SELECT i AS id,
        CASE WHEN {h(10)} < 1 THEN NULL ELSE [{tags}][1:{h(6)}::INTEGER] END AS tags,
        CASE WHEN {h(20)} < 1 THEN NULL ELSE {{
            code: {h(1000)}::INTEGER, number: ({h(2**62)} >> 1)::BIGINT,
            price: {h(1000000)} / 4.0::DOUBLE, weight: {h(100000)} / 8.0::DOUBLE,
            city: {WORDS}[1 + {h(len(WORDS))}::INTEGER],
            street: CASE WHEN {h(5)} < 1 THEN NULL ELSE 'number ' || {h(100000)} END,
            since: DATE '1992-01-01' + {h(9000)}::INTEGER,
            until: DATE '2020-01-01' + {h(900)}::INTEGER}} END AS place,
        {h(1000000)}::INTEGER AS n
    FROM range({n_rows}) t(i) ORDER BY i"""


def order_key(order):
    """The l_orderkey of the order of that number, from 0."""
    return order // 8 * 32 + order % 8 + 1


def events(first, end):
    """Rows by time, 1.5 s apart: a user of a million, one of 20 kinds, a UUID."""
    def h(k):
        return f"hash(i * 16 + {k})"

    kinds = """click view purchase signup login logout search scroll hover share like comment
        follow unfollow download upload error refund subscribe cancel""".split()
    return f"""
    WITH rows AS (SELECT i, md5(i::VARCHAR) AS hex FROM range({first}, {end}) t(i))
    SELECT (hash({h(1)} % {N_USERS}) >> 1)::BIGINT AS user_id,
        hex[1:8] || '-' || hex[9:12] || '-' || hex[13:16] || '-' || hex[17:20] || '-'
            || hex[21:32] AS uuid,
        {kinds}[1 + least({h(2)} % 20, {h(3)} % 20)::INTEGER] AS kind,
        TIMESTAMP '2024-01-01' + to_microseconds(i * 1500000 + ({h(4)} % 1400000)::BIGINT) AS ts,
        ({h(5)} % 100000000) / 1000.0::DOUBLE AS value
    FROM rows"""


def write_parquet(connection, path, sql, codec, options="", row_group=ROW_GROUP):
    if not os.path.exists(path):
        print("writing", path, flush=True)
        connection.execute(f"COPY ({sql}) TO '{path}.tmp' (FORMAT parquet, COMPRESSION {codec}, "
                           f"ROW_GROUP_SIZE {row_group}{options})")
        os.rename(path + ".tmp", path)


def write_small_pages(path, source, **options):
    if not os.path.exists(path):
        print("writing", path, flush=True)
        table = pyarrow.parquet.read_table(source)
        pyarrow.parquet.write_table(table, path + ".tmp", compression="snappy",
                                    write_page_index=True, **options)
        os.rename(path + ".tmp", path)


def sqlite_column(name, kind):
    """The SQLite type for a column of a DuckDB type, and SQL for its values."""
    if kind in ("VARCHAR", "DATE", "TIMESTAMP"):
        return "TEXT", f"{name}::VARCHAR"
    if kind == "DOUBLE" or kind.startswith("DECIMAL"):
        return "REAL", f"{name}::DOUBLE"
    return "INTEGER", name


def write_native(connection, path, sources, indexed=()):
    """Copies relations of DuckDB to the tables of a new SQLite database, with dates as text and
    decimals as REAL. sources: {table: DuckDB's FROM}; indexed: columns of the only table."""
    if os.path.exists(path):
        return
    print("writing", path, flush=True)
    if os.path.exists(path + ".tmp"):
        os.remove(path + ".tmp")
    db = sqlite3.connect(path + ".tmp")
    db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
                     "PRAGMA cache_size=-200000; BEGIN;")
    for table, source in sources.items():
        copy_rows(connection, db, table, source)
        for column in indexed:
            db.execute(f"CREATE INDEX {table}_{column} ON {table}({column})")
    db.commit()
    db.close()
    os.rename(path + ".tmp", path)


def copy_rows(connection, db, table, source):
    described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    columns = {name: sqlite_column(name, kind) for name, kind, *_ in described}
    db.execute(f"CREATE TABLE {table}"
               f"({', '.join(f'{name} {kind}' for name, (kind, _) in columns.items())})")
    insert = f"INSERT INTO {table} VALUES({', '.join('?' * len(columns))})"
    rows = connection.execute(
        f"SELECT {', '.join(value for _, value in columns.values())} FROM {source}")
    while batch := rows.fetchmany(20000):
        db.executemany(insert, batch)


def table_of(name):
    """The table to which a name in Data belongs."""
    return next((table for table in ("events", "hits", "nested") if name.startswith(table)), "lineitem")


class Data:
    """Paths by name; data[name] makes the file if it is missing."""

    def __init__(self, folder, quick):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        self.n_lineitem = 1000000 if quick else 6001215
        self.n_events = 2000000 if quick else 20000000
        self.n_hits = self.n_nested = 200000 if quick else 1000000
        self.connection = duckdb.connect()

    def __getitem__(self, name):
        table = table_of(name)
        stem = name if name.startswith(table) else f"{table}_{name}"
        n_rows = getattr(self, "n_" + table)
        path = (f"{self.folder}/{stem.removesuffix('.db')}_{n_rows}"
                + (".db" if name.endswith(".db") else ".parquet"))
        if not os.path.exists(path):
            getattr(self, "make_" + table)(name, path)
        return path

    def make_lineitem(self, name, path):
        if name == "lineitem.db":
            return write_native(self.connection, path, {"lineitem": f"'{self['none']}'"},
                                ("l_orderkey", "l_shipdate"))
        if name == "none":
            return write_parquet(self.connection, path, lineitem(self.n_lineitem),
                                 "uncompressed")
        if name == "small_pages":
            return write_small_pages(path, self["none"], max_rows_per_page=20000)
        sql = f"SELECT * FROM '{self['none']}'"
        if name.startswith("decimal_"):
            sql = sql.replace("*", "* REPLACE (" + ", ".join(
                f"{column}::DECIMAL(15,2) AS {column}" for column in MONEY) + ")")
        if name.endswith("_sorted"):
            sql += " ORDER BY l_shipdate, l_orderkey, l_linenumber"
        codec = name.removeprefix("decimal_").removesuffix("_sorted")
        return write_parquet(self.connection, path, sql,
                             "uncompressed" if codec == "none" else codec)

    def make_events(self, name, path):
        if name == "events.db":
            return write_native(self.connection, path, {"events": f"'{self['events']}'"},
                                ("user_id", "uuid", "kind"))
        if name == "events":
            return write_parquet(self.connection, path, events(0, self.n_events), "snappy")
        # DuckDB gives a bloom filter to each dictionary: let user_id and uuid have one.
        return write_parquet(
            self.connection, path, f"SELECT * FROM '{self['events']}'", "snappy",
            f", DICTIONARY_SIZE_LIMIT {ROW_GROUP}, STRING_DICTIONARY_PAGE_SIZE_LIMIT 10000000")

    def make_hits(self, name, path):
        if name == "hits.db":
            return write_native(self.connection, path, {"hits": f"'{self['hits']}'"})
        if name == "hits":
            return write_parquet(self.connection, path, hits(self.n_hits), "snappy")
        return write_small_pages(path, self["hits"], data_page_size=65536,
                                 dictionary_pagesize_limit=65536)

    def make_nested(self, name, path):
        codec = name.removeprefix("nested_")
        return write_parquet(self.connection, path, nested(self.n_nested),
                             "uncompressed" if codec == "none" else codec)

    def constants(self, n):
        """n sets of constants for the statements of the pushdown suite, by name: the rows
        that they are of are all over the files."""
        n_orders = self.n_lineitem // 4
        orders = ", ".join(str(order_key(n_orders * k // 20)) for k in range(1, 20, 2))
        sets = []
        for k in range(n):
            part = (k * 37 % n + 0.5) / n
            event = int(self.n_events * part)
            user, uuid = self.connection.execute(
                f"SELECT user_id, uuid FROM ({events(event, event + 1)})").fetchone()
            sets.append({"order": order_key(int(n_orders * part)), "orders": orders, "user": user,
                         "uuid": uuid, "watch": int(self.n_hits * part) * 7919})
        return sets

    def keys(self):
        """SQL for the join's keys, one for N_KEYS orders all over lineitem."""
        step = self.n_lineitem // 4 // N_KEYS
        values = ", ".join(f"({order_key(k * step)})" for k in range(N_KEYS))
        return f"CREATE TEMP TABLE k(key INTEGER PRIMARY KEY); INSERT INTO k VALUES {values};"
