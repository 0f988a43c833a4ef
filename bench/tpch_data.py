# SPDX-License-Identifier: MIT
"""The data of TPC-H: DuckDB's generator, Parquet files, and SQLite copies of them.

The generator is part of some versions of DuckDB's Python package; one of them gets a virtual
environment of its own.
"""
import os
import shutil
import sqlite3
import subprocess

import data
import engines

GENERATOR = "duckdb==1.1.3"
VENV = f"{engines.FOLDER}/dbgen"
DBGEN = """
import duckdb, sys
duckdb.connect(sys.argv[1]).execute(f"CALL dbgen(sf = {sys.argv[2]})")
"""
TABLES = ("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem")
# Of the tables of indexed.db: every primary key and every foreign key.
INDEXES = {"region": ("r_regionkey",),
           "nation": ("n_nationkey", "n_regionkey"),
           "supplier": ("s_suppkey", "s_nationkey"),
           "customer": ("c_custkey", "c_nationkey"),
           "part": ("p_partkey",),
           "partsupp": ("ps_partkey, ps_suppkey", "ps_suppkey"),
           "orders": ("o_orderkey", "o_custkey"),
           "lineitem": ("l_orderkey", "l_partkey, l_suppkey", "l_suppkey")}


class TpchData:
    """Paths of one scale factor; those that do not exist are made.

    native has no index; indexed is a copy with indexes and statistics.
    """

    def __init__(self, folder, scale, connection):
        self.folder = f"{folder}/tpch_{scale}"
        self.scale, self.connection = scale, connection
        os.makedirs(self.folder, exist_ok=True)
        self.native, self.indexed = f"{self.folder}/native.db", f"{self.folder}/indexed.db"
        if not all(map(os.path.exists, map(self.parquet, TABLES))):
            self.make_parquet()
        data.write_native(connection, self.native, {t: f"'{self.parquet(t)}'" for t in TABLES})
        if not os.path.exists(self.indexed):
            self.make_indexed()

    def parquet(self, table):
        return f"{self.folder}/{table}.parquet"

    def make_parquet(self):
        generated = f"{self.folder}/generated.duckdb"
        if not os.path.exists(f"{VENV}/ready"):
            subprocess.run(["python3", "-m", "venv", VENV], check=True)
            subprocess.run([f"{VENV}/bin/pip", "install", "-q", GENERATOR], check=True)
            open(f"{VENV}/ready", "w", encoding="utf-8").close()
        print("generating TPC-H, scale factor", self.scale, flush=True)
        subprocess.run([f"{VENV}/bin/python", "-c", DBGEN, generated, str(self.scale)],
                       check=True)
        self.connection.execute(f"ATTACH '{generated}' AS generated (READ_ONLY)")
        for table in TABLES:
            data.write_parquet(self.connection, self.parquet(table),
                               f"SELECT * FROM generated.{table}", "snappy")
        self.connection.execute("DETACH generated")
        os.remove(generated)

    def make_indexed(self):
        print("writing", self.indexed, flush=True)
        path = shutil.copy(self.native, self.indexed + ".tmp")
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA cache_size=-200000")
            for table, indexes in INDEXES.items():
                for i, columns in enumerate(indexes):
                    db.execute(f"CREATE INDEX {table}_{i} ON {table}({columns})")
            db.execute("ANALYZE")
        db.close()
        os.rename(path, self.indexed)
