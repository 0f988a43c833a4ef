# SPDX-License-Identifier: MIT
"""Random histories of Delta tables, which deltalake (delta-rs) writes."""
import os

import deltalake
import polars
import pyarrow as pa
from deltalake import DeltaTable, QueryBuilder, write_deltalake

import contract
import lake_history
import lake_rows
from lake_history import random_condition
from lake_rows import Rows

KEYS = ["special", "few", "date", "bool", "int64", "timestamp_utc", "timestamp"]
FIRST_COMMIT = 1_600_000_000  # the time of version 0, according to the file's modification
HOUR = 3600


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def literal(value):
    if isinstance(value, list):
        return "(" + ", ".join(map(literal, value)) + ")"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def where(condition):
    """For DataFusion."""
    shown = "" if condition.value is None else f" {literal(condition.value)}"
    return f"{quoted(condition.column.name)} {condition.test}{shown}"


def properties(rng):
    return deltalake.WriterProperties(
        compression=rng.choice(["SNAPPY", "ZSTD", "UNCOMPRESSED"]),
        max_row_group_size=rng.choice([None, 10, 100]),
        data_page_row_count_limit=rng.choice([None, 20]), write_batch_size=10,
        statistics_truncate_length=rng.choice([None, 4]))


class History(lake_history.History):
    format = "delta"
    KINDS = {**lake_rows.SCALARS, **lake_rows.NESTED,
             **{name: lake_rows.OF[name] for name in ("int8", "int16")}}
    ERRORS = (deltalake.exceptions.DeltaError, pa.ArrowException, OSError, ValueError)

    def __init__(self, rng, folder):
        super().__init__(rng, folder)
        self.keys = [self.new_column(lake_rows.few_of(rng, self.KINDS[name]))
                     for name in rng.sample(KEYS, rng.choice([0, 0, 1, 2]))]
        self.rows = Rows(self.random_columns(self.keys))
        configuration = {
            "delta.checkpoint.writeStatsAsStruct": rng.choice(["true", "false"]),
            "delta.checkpointInterval": str(rng.choice([2, 3, 100])),
            "delta.enableExpiredLogCleanup": rng.choice(["true", "false", "false"]),
            "delta.enableChangeDataFeed": rng.choice(["true", "false"]),
            "delta.dataSkippingNumIndexedCols": str(rng.choice([-1, 32, 0, 2]))}
        self.write(mode="error", partition_by=[c.name for c in self.keys] or None,
                   configuration=configuration)
        self.done()

    def table(self, version=None):
        return DeltaTable(str(self.path), version=version)

    def write(self, **options):
        """Writes new rows."""
        self.rows, made = self.fresh(self.rows)
        write_deltalake(str(self.path), made.arrow(), writer_properties=properties(self.rng),
                        target_file_size=self.rng.choice([None, 2000]), **options)

    def done(self):
        table = self.table()
        version = table.version()
        for commit in (self.path / "_delta_log").glob("*[0-9].json"):  # a vacuum makes two
            os.utime(commit, (FIRST_COMMIT + int(commit.stem) * HOUR,) * 2)
        self.rows = Rows([self.rows.column(f.name) for f in table.schema().fields], self.rows.rows)
        self.versions = {**self.versions, version: self.rows}

    # --- operations

    def append(self):
        self.write(mode="append")
        return "append"

    def append_column(self):
        self.rows = Rows(self.rows.columns + [self.new_column()], self.rows.rows)
        self.write(mode="append", schema_mode="merge")
        return "append with a new column"

    def add_column(self):
        column = self.new_column()
        field = deltalake.Schema.from_arrow(pa.schema([(column.name, column.kind.type)])).fields
        self.table().alter.add_columns(field)
        self.rows = Rows(self.rows.columns + [column], self.rows.rows)
        return "add column"

    def overwrite(self):
        self.rows = self.rows.having([])
        self.write(mode="overwrite")
        return "overwrite"

    def replace(self):
        """Overwrites the rows that meet a condition with others that do."""
        condition = random_condition(self.rng, self.rows, [self.rows.column("id")])
        made = [self.changed(self.rows, row) for row in self.rows.rows if condition.holds(row)]
        kept = [row for row in self.rows.rows if not condition.holds(row)]
        write_deltalake(str(self.path), self.rows.having(made).arrow(), mode="overwrite",
                        predicate=where(condition))
        self.rows = self.rows.having(kept + made)
        return f"overwrite {where(condition)}"

    def delete(self):
        condition = random_condition(self.rng, self.rows)
        self.table().delete(where(condition))
        self.rows = self.rows.having([r for r in self.rows.rows if not condition.holds(r)])
        return f"delete {where(condition)}"

    def update(self):
        condition = random_condition(self.rng, self.rows)
        column = self.rng.choice([c for c in self.rows.columns if c.kind.type in (
            pa.int32(), pa.string(), pa.bool_())] or [None])
        if column is None:
            return self.delete()
        value = column.kind.draw(self.rng)
        self.table().update({quoted(column.name): literal(value)}, predicate=where(condition))
        self.rows = self.rows.having([{**r, column.key: value} if condition.holds(r) else r
                                      for r in self.rows.rows])
        return f"update {quoted(column.name)} where {where(condition)}"

    def merge(self):
        """Changes some rows, deletes some of them, and adds new ones."""
        rows = self.rows.rows
        chosen = self.rng.sample(rows, min(len(rows), 20))
        changed = {r[lake_rows.ID]: self.changed(self.rows, r) for r in chosen}
        limit = self.rng.choice([-1, self.next_id // 2])
        _, made = self.fresh(self.rows)
        source = self.rows.having([*changed.values(), *made.rows]).arrow()
        named = {quoted(c.name): f"s.{quoted(c.name)}" for c in self.rows.columns}
        (self.table().merge(source, "t.id = s.id", source_alias="s", target_alias="t")
         .when_matched_delete(predicate=f"s.id <= {limit}").when_matched_update(named)
         .when_not_matched_insert(named).execute())
        kept = [r for r in rows if r[lake_rows.ID] not in changed or r[lake_rows.ID] > limit]
        self.rows = self.rows.having([changed.get(r[lake_rows.ID], r) for r in kept] + made.rows)
        return f"merge {len(changed)} rows, deleting up to {limit}"

    def compact(self):
        self.table().optimize.compact(target_size=self.rng.choice([None, 5000]))
        return "compact"

    def z_order(self):
        fit = [c.name for c in self.rows.columns if c not in self.keys
               and c.kind.type in (pa.int32(), pa.int64(), pa.string())]
        self.table().optimize.z_order(self.rng.sample(fit, min(len(fit), 2)))
        return "z-order"

    def vacuum(self):
        self.table().vacuum(retention_hours=0, dry_run=False, enforce_retention_duration=False)
        self.versions = {}
        return "vacuum"

    def checkpoint(self):
        self.table().create_checkpoint()
        if self.rng.random() < 0.3:
            (self.path / "_delta_log/_last_checkpoint").unlink(missing_ok=True)
        return "checkpoint"

    def compact_logs(self):
        last = self.table().version()
        first = self.rng.randint(0, last)
        self.table().compact_logs(first, last)
        return f"compact logs {first} to {last}"

    def restore(self):
        version = self.rng.choice(sorted(self.versions)[:-1] or [None])
        if version is None:
            raise ValueError("no earlier version")
        self.table().restore(version)
        self.rows = self.versions[version]
        return f"restore {version}"

    OPERATIONS = [append, append, append, append_column, add_column, overwrite, replace, delete,
                  delete, update, merge, compact, z_order, vacuum, checkpoint, compact_logs,
                  restore]

    # --- readers

    def asked(self):
        """(version, options of SQLite, Rows): ways to ask for old rows."""
        for version, rows in self.versions.items():
            yield version, f"version={version}", rows
            seconds = FIRST_COMMIT + version * HOUR + self.rng.choice([0, 1, 1800])
            yield version, f"timestamp='{contract.timestamp_text(seconds * 10**9)}'", rows

    def readers(self):
        """Other readers: name, and a function of a version that returns an Arrow table."""
        return [("deltalake", self.by_deltalake), ("polars", self.by_polars)]

    def by_deltalake(self, version):
        batches = QueryBuilder().register("t", self.table(version)).execute("SELECT * FROM t")
        return pa.table(batches.read_all())

    def by_polars(self, version):
        return polars.scan_delta(str(self.path), version=version).collect().to_arrow()
