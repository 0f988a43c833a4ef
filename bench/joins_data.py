# SPDX-License-Identifier: MIT
"""The tables of the suite of joins: small and large, Parquet and native, of the same columns.

    id    1, 2, ..., in the order of the rows, except in files sorted by k
    k     a key: unique, but in the largest tables, where each value has about ten rows
    t     the same key as text
    grp   0 to 99
    v     a number; sums of it are exact
    day   a date that grows with id

The names have the number of rows. A Parquet table has its kind after it, a native table i if k,
t and id are indexed, and a if it is analysed: p_1000_plain, n_1000_ia.
"""
import os
import sqlite3

import pyarrow.parquet

import data

DAYS = 2000


class JoinsData:
    """Makes the files in a folder of their own. large: the rows of the largest tables."""

    def __init__(self, folder, large, connection):
        self.folder, self.large, self.connection = f"{folder}/joins_{large}", large, connection
        os.makedirs(self.folder, exist_ok=True)
        self.sizes = (1000, large // 10, large)

    def rows(self, n_rows, order):
        """SQL for a table's rows."""
        key = (f"1 + (hash(i * 16) % {n_rows // 10})::BIGINT" if n_rows == self.large
               else f"1 + i * 7919 % {n_rows}")
        return f"""
            SELECT i + 1 AS id, key AS k, printf('key-%07d', key) AS t,
                (hash(i * 16 + 1) % 100)::INTEGER AS grp,
                (hash(i * 16 + 2) % 100000) / 8.0::DOUBLE AS v,
                DATE '2020-01-01' + (i * {DAYS} // {n_rows})::INTEGER AS day
            FROM (SELECT i, {key} AS key FROM range({n_rows}) r(i)) ORDER BY {order}"""

    def parquet(self, n_rows, kind):
        """kind: plain; bloom: with Bloom filters; sorted: by k; paged: sorted by k, with a page
        index and pages of 1,000 rows."""
        path = f"{self.folder}/{n_rows}_{kind}.parquet"
        if os.path.exists(path):
            return path
        order = "k, id" if kind in ("sorted", "paged") else "id"
        sql = self.rows(n_rows, order)
        if kind == "paged":
            print("writing", path, flush=True)
            table = self.connection.sql(sql).to_arrow_table()
            pyarrow.parquet.write_table(table, path + ".tmp", compression="snappy",
                                        write_page_index=True, max_rows_per_page=1000)
            os.rename(path + ".tmp", path)
            return path
        group = data.ROW_GROUP if n_rows > data.ROW_GROUP else max(2048, n_rows // 8)
        # DuckDB gives a Bloom filter to each dictionary.
        options = (f", DICTIONARY_SIZE_LIMIT {group}, STRING_DICTIONARY_PAGE_SIZE_LIMIT 10000000"
                   if kind == "bloom" else ", WRITE_BLOOM_FILTER false")
        data.write_parquet(self.connection, path, sql, "snappy", options, group)
        return path

    def native(self):
        path = f"{self.folder}/native.db"
        if os.path.exists(path):
            return path
        data.write_native(self.connection, path + ".part",
                          {f"n_{n}": f"'{self.parquet(n, 'plain')}'" for n in self.sizes})
        db = sqlite3.connect(path + ".part")
        db.execute("PRAGMA cache_size=-200000")
        for n in self.sizes:
            for marks in ("i", "a", "ia"):
                table = f"n_{n}_{marks}"
                db.execute(f"CREATE TABLE {table} AS SELECT * FROM n_{n}")
                for column in ("id", "k", "t") if "i" in marks else ():
                    db.execute(f"CREATE INDEX {table}_{column} ON {table}({column})")
                if "a" in marks:
                    db.execute(f"ANALYZE {table}")
        db.close()
        os.rename(path + ".part", path)
        return path
