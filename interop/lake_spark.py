# SPDX-License-Identifier: MIT
"""Random histories of Delta and Iceberg tables that Spark writes, with what other writers have
not: deletion vectors, positions of deleted rows, column mapping, wider types, new checkpoints.

LAKE_JARS names the folder with the jars of Delta and Iceberg (readers/lakes/pom.xml).
"""
import decimal
import functools
import os
import pathlib

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import lake_history
import lake_rows
from lake_history import random_condition
from lake_rows import ID, Rows

CATALOG = "org.apache.iceberg.spark.SparkCatalog"
SETTINGS = {
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "1", "spark.databricks.delta.snapshotPartitions": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension,"
                            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.databricks.delta.retentionDurationCheck.enabled": "false",
    "spark.databricks.delta.vacuum.parallelDelete.enabled": "false",
    "spark.sql.catalog.ice": CATALOG, "spark.sql.catalog.ice.type": "hadoop"}


@functools.cache
def session(warehouse):
    jars = ",".join(str(p) for p in pathlib.Path(os.environ["LAKE_JARS"]).glob("*.jar"))
    builder = SparkSession.builder.master("local[1]").config("spark.jars", jars)
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    made = builder.config("spark.sql.catalog.ice.warehouse", warehouse).getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


# --- SQL --------------------------------------------------------------------------------

def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def literal(value):
    if isinstance(value, list):
        return "(" + ", ".join(map(literal, value)) + ")"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)


def where(condition):
    shown = "" if condition.value is None else f" {literal(condition.value)}"
    return f"{quoted(condition.column.name)} {condition.test}{shown}"


def sql_type(kind):
    t = pa.types
    if t.is_struct(kind):
        return "struct<" + ", ".join(f"{f.name}: {sql_type(f.type)}" for f in kind) + ">"
    if t.is_map(kind):
        return f"map<{sql_type(kind.key_type)}, {sql_type(kind.item_type)}>"
    if t.is_list(kind):
        return f"array<{sql_type(kind.value_type)}>"
    if t.is_timestamp(kind):
        return "timestamp" if kind.tz else "timestamp_ntz"
    if t.is_decimal(kind):
        return f"decimal({kind.precision}, {kind.scale})"
    return {pa.int8(): "tinyint", pa.int16(): "smallint", pa.int32(): "int", pa.int64(): "bigint",
            pa.float32(): "float", pa.float64(): "double", pa.bool_(): "boolean",
            pa.string(): "string", pa.binary(): "binary", pa.date32(): "date"}[kind]


def same(value):
    return value


OF = lake_rows.OF
WIDER_ICEBERG = {pa.int32(): [(OF["int64"], same)], pa.float32(): [(OF["double"], same)],
                 pa.decimal128(9, 2): [(lake_rows.decimal_kind(20, 2), same)]}
WIDER_DELTA = {
    **WIDER_ICEBERG,
    pa.int8(): [(OF["int16"], same), (OF["int32"], same), (OF["int64"], same)],
    pa.int16(): [(OF["int32"], same), (OF["int64"], same), (OF["double"], float)],
    pa.int32(): [(OF["int64"], same), (OF["double"], float),
                 (lake_rows.decimal_kind(12, 1), decimal.Decimal)],
    pa.int64(): [(lake_rows.decimal_kind(22, 2), decimal.Decimal)],
    pa.decimal128(9, 2): [(lake_rows.decimal_kind(20, 2), same),
                          (lake_rows.decimal_kind(14, 5), same)],
    pa.date32(): [(lake_rows.timestamp(None), lambda days: days * lake_rows.MICROS)]}


# --- histories --------------------------------------------------------------------------

class SparkHistory(lake_history.History):
    """self.name is the table's name in SQL, of a branch if rows of one are changed."""
    ERRORS = (PySparkException, Py4JError, pa.ArrowException, OSError, ValueError)

    def sql(self, statement):
        return self.spark.sql(statement)

    def columns(self):
        return ", ".join(f"{quoted(c.name)} {sql_type(c.kind.type)}" for c in self.rows.columns)

    def create(self, using, partition, properties):
        told = ", ".join(f"'{key}' = '{value}'" for key, value in properties.items())
        keys = f"PARTITIONED BY ({', '.join(partition)})" if partition else ""
        self.sql(f"CREATE TABLE {self.name} ({self.columns()}) USING {using} {keys} "
                 f"TBLPROPERTIES ({told})")

    def frame(self, rows):
        return self.spark.createDataFrame(rows.arrow(), self.columns())

    def append(self):
        self.rows, made = self.fresh(self.rows)
        self.frame(made).writeTo(self.name).append()
        return "append"

    def overwrite(self):
        self.rows, made = self.fresh(self.rows.having([]))
        self.frame(made).createOrReplaceTempView("made")
        self.sql(f"INSERT OVERWRITE {self.name} BY NAME SELECT * FROM made")
        return "overwrite"

    def delete(self):
        condition = random_condition(self.rng, self.rows)
        self.sql(f"DELETE FROM {self.name} WHERE {where(condition)}")
        self.rows = self.rows.having([r for r in self.rows.rows if not condition.holds(r)])
        return f"delete {where(condition)}"

    def update(self):
        condition = random_condition(self.rng, self.rows)
        column = self.rng.choice([c for c in self.rows.columns if c.kind.type in (
            pa.int32(), pa.string(), pa.bool_())] or [None])
        if column is None:
            return self.delete()
        value = column.kind.draw(self.rng)
        self.sql(f"UPDATE {self.name} SET {quoted(column.name)} = {literal(value)} "
                 f"WHERE {where(condition)}")
        self.rows = self.rows.having([{**r, column.key: value} if condition.holds(r) else r
                                      for r in self.rows.rows])
        return f"update {quoted(column.name)} where {where(condition)}"

    def merge(self):
        rows = self.rows.rows
        chosen = self.rng.sample(rows, min(len(rows), 20))
        changed = {r[ID]: self.changed(self.rows, r) for r in chosen}
        limit = self.rng.choice([-1, self.next_id // 2])
        _, made = self.fresh(self.rows)
        source = self.rows.having([*changed.values(), *made.rows])
        self.frame(source).createOrReplaceTempView("made")
        self.sql(f"MERGE INTO {self.name} t USING made s ON t.id = s.id "
                 f"WHEN MATCHED AND s.id <= {limit} THEN DELETE "
                 f"WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *")
        kept = [r for r in rows if r[ID] not in changed or r[ID] > limit]
        self.rows = self.rows.having([changed.get(r[ID], r) for r in kept] + made.rows)
        return f"merge {len(changed)} rows, deleting up to {limit}"

    # --- columns

    def some_column(self, fit=lambda column: True):
        found = [c for c in self.rows.columns if c.key != ID and c not in self.keys and fit(c)]
        if not found:
            raise ValueError("no such column")
        return self.rng.choice(found)

    def replace_column(self, old, new):
        self.rows = Rows([c for c in (new if c == old else c for c in self.rows.columns) if c],
                         self.rows.rows)

    def alter(self, change):
        self.sql(f"ALTER TABLE {self.name} {change}")
        return change

    def add_column(self):
        column = self.new_column()
        free = [f"c{i}" for i in range(1, self.next_key)
                if not any(c.name == f"c{i}" for c in self.rows.columns)]
        column = column._replace(name=self.rng.choice([column.name, *free]))
        self.rows = Rows(self.rows.columns + [column], self.rows.rows)
        return self.alter(f"ADD COLUMNS ({quoted(column.name)} {sql_type(column.kind.type)})")

    def rename_column(self):
        column = self.some_column()
        new = column._replace(name=f"r{self.next_id}x{self.next_key}")
        self.replace_column(column, new)
        return self.alter(f"RENAME COLUMN {quoted(column.name)} TO {new.name}")

    def drop_column(self):
        column = self.some_column()
        self.replace_column(column, None)
        return self.alter(f"DROP COLUMN {quoted(column.name)}")

    def move_column(self):
        column = self.some_column()
        self.rows = Rows([column, *(c for c in self.rows.columns if c != column)], self.rows.rows)
        return self.alter(f"ALTER COLUMN {quoted(column.name)} FIRST")

    def widen_column(self):
        column = self.some_column(lambda c: c.kind.type in self.WIDER)
        kind, convert = self.rng.choice(self.WIDER[column.kind.type])
        self.replace_column(column, column._replace(kind=kind))
        self.rows = self.rows.having([
            {**r, column.key: None if r.get(column.key) is None else convert(r[column.key])}
            for r in self.rows.rows])
        return self.alter(f"ALTER COLUMN {quoted(column.name)} TYPE {sql_type(kind.type)}")

    OPERATIONS = [append, append, append, overwrite, delete, delete, delete, update, update, merge,
                  merge, add_column, rename_column, drop_column, move_column, widen_column]

    def readers(self):
        return [("spark", self.by_spark)]


class Delta(SparkHistory):
    format = "delta"
    WIDER = WIDER_DELTA
    KINDS = {**lake_rows.SCALARS, **lake_rows.NESTED, "int8": OF["int8"], "int16": OF["int16"]}
    KEYS = ["special", "few", "date", "bool", "int64", "timestamp_utc", "decimal9", "double"]

    def __init__(self, rng, folder):
        super().__init__(rng, folder)
        self.spark, self.name = session(str(folder.parent.parent)), f"delta.`{folder}`"
        self.keys = [self.new_column(lake_rows.few_of(rng, self.KINDS[name]))
                     for name in rng.sample(self.KEYS, rng.choice([0, 0, 1, 2]))]
        self.rows = Rows(self.random_columns(self.keys))
        flags = ["enableDeletionVectors", "enableDeletionVectors", "enableTypeWidening",
                 "enableChangeDataFeed", "enableRowTracking", "enableInCommitTimestamps",
                 "checkpoint.writeStatsAsStruct", "checkpoint.writeStatsAsJson"]
        self.create("delta", [quoted(c.name) for c in self.keys], {
            **{f"delta.{flag}": rng.choice(["true", "false"]) for flag in flags},
            "delta.columnMapping.mode": rng.choice(["none", "name", "id"]),
            "delta.checkpointPolicy": rng.choice(["v2", "classic"]),
            "delta.checkpointInterval": rng.choice([1, 2, 3, 10]),
            "delta.dataSkippingNumIndexedCols": rng.choice([-1, 32, 0, 2])})
        self.append()
        self.done()

    def done(self):
        newest = self.sql(f"DESCRIBE HISTORY {self.name} LIMIT 1").collect()[0]["version"]
        self.versions = {**self.versions, newest: self.rows}

    def optimize(self):
        self.sql(f"OPTIMIZE {self.name}")
        return "optimize"

    def purge(self):
        self.sql(f"REORG TABLE {self.name} APPLY (PURGE)")
        return "purge"

    def vacuum(self):
        self.sql(f"VACUUM {self.name} RETAIN 0 HOURS")
        self.versions = {}
        return "vacuum"

    def restore(self):
        version = self.rng.choice(sorted(self.versions)[:-1] or [0])
        self.sql(f"RESTORE {self.name} TO VERSION AS OF {version}")
        self.rows = self.versions[version]
        return f"restore {version}"

    def map_columns(self):
        return self.alter("SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name', "
                          "'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')")

    OPERATIONS = SparkHistory.OPERATIONS + [optimize, purge, vacuum, restore, map_columns]

    def asked(self):
        for version, rows in self.versions.items():
            yield version, f"version={version}", rows

    def by_spark(self, version):
        wanted = "" if version is None else f" VERSION AS OF {version}"
        return self.sql(f"SELECT * FROM {self.name}{wanted}").toArrow()


class Iceberg(SparkHistory):
    format = "iceberg"
    WIDER = WIDER_ICEBERG
    KINDS = {**lake_rows.SCALARS, **lake_rows.NESTED}
    keys = ()

    def __init__(self, rng, folder):
        super().__init__(rng, folder)
        self.spark = session(str(folder.parent.parent))
        self.name = f"ice.{quoted(folder.parent.name)}.{quoted(folder.name)}"
        few = [self.new_column(lake_rows.few_of(rng, kind)) for kind in
               rng.sample(list(lake_rows.SCALARS.values()), 3)]
        self.rows, self.tags = Rows(self.random_columns(few)), {}
        modes = {f"write.{what}.mode": rng.choice(["merge-on-read", "merge-on-read",
                                                   "copy-on-write"])
                 for what in ("delete", "update", "merge")}
        keys = [self.transform(c) for c in rng.sample(few, rng.choice([0, 0, 1, 2]))]
        self.create("iceberg", [key for key in keys if key], {
            "format-version": rng.choice([1, 2, 2, 3, 3]), **modes,
            "write.format.default": rng.choice(["parquet", "parquet", "orc"]),
            "write.delete.granularity": rng.choice(["file", "partition"]),
            "write.parquet.row-group-size-bytes": rng.choice([2000, 10**8]),
            "write.parquet.compression-codec": rng.choice(["zstd", "gzip", "snappy"]),
            "write.metadata.compression-codec": rng.choice(["none", "gzip"]),
            "write.avro.compression-codec": rng.choice(["gzip", "zstd", "snappy", "uncompressed"]),
            "write.metadata.metrics.default": rng.choice(["full", "truncate(3)", "counts"]),
            "write.object-storage.enabled": rng.choice(["true", "false", "false"])})
        self.append()
        self.done()

    def transform(self, column):
        t, kind, name = pa.types, column.kind.type, quoted(column.name)
        found = []
        if t.is_integer(kind) or t.is_string(kind) or t.is_decimal(kind) or t.is_binary(kind):
            found = [f"bucket({self.rng.randint(1, 5)}, {name})",
                     f"truncate({self.rng.randint(1, 10)}, {name})"]
        if t.is_date(kind) or t.is_timestamp(kind):
            found = [f"{what}({name})" for what in ("years", "months", "days")]
        if t.is_timestamp(kind):
            found.append(f"hours({name})")
        if not t.is_floating(kind) and not t.is_nested(kind) and not t.is_binary(kind):
            found.append(name)
        return self.rng.choice(found) if found else None

    def done(self):
        refs = self.sql(f"SELECT name, snapshot_id FROM {self.name}.refs").collect()
        self.refs = dict(tuple(row) for row in refs)
        if self.refs["main"] not in self.versions:
            self.versions = {**self.versions, self.refs["main"]: self.rows}

    def add_key(self):
        transform = self.transform(self.some_column())
        return self.alter(f"ADD PARTITION FIELD {transform}") if transform else "no transform"

    def call(self, procedure, more=""):
        short = self.name.removeprefix("ice.")
        self.sql(f"CALL ice.system.{procedure}(table => '{short}'{more})")
        return procedure

    def rewrite(self):
        return self.call("rewrite_data_files", ", options => map('rewrite-all', 'true')")

    def rewrite_deletes(self):
        return self.call("rewrite_position_delete_files",
                         ", options => map('rewrite-all', 'true')")

    def rewrite_manifests(self):
        return self.call("rewrite_manifests")

    def upgrade(self):
        return self.alter("SET TBLPROPERTIES ('format-version' = "
                          f"'{self.rng.choice([2, 3])}')")

    def set_format(self):
        return self.alter("SET TBLPROPERTIES ('write.format.default' = "
                          f"'{self.rng.choice(['parquet', 'orc'])}')")

    def tag(self):
        name = f"tag{self.next_id}x{self.next_key}"
        self.tags = {**self.tags, name: self.refs["main"]}
        return self.alter(f"CREATE OR REPLACE TAG {name}")

    def go_back(self):
        snapshot = self.rng.choice(list(self.versions))
        self.call("set_current_snapshot", f", snapshot_id => {snapshot}")
        self.rows = self.rows.having(self.versions[snapshot].rows)
        return f"go back to {snapshot}"

    OPERATIONS = SparkHistory.OPERATIONS + [
        add_key, rewrite, rewrite_deletes, rewrite_manifests, upgrade, set_format, tag, go_back]

    def asked(self):
        for snapshot, rows in self.versions.items():
            yield snapshot, f"snapshot_id={snapshot}", rows
        for name, snapshot in self.tags.items():
            yield snapshot, f"tag='{name}'", self.versions[snapshot]

    def by_spark(self, version):
        wanted = "" if version is None else f" VERSION AS OF {version}"
        return self.sql(f"SELECT * FROM {self.name}{wanted}").toArrow()
