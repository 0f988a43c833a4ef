# SPDX-License-Identifier: MIT
"""Random histories of Iceberg tables, which pyiceberg writes, with its catalog in SQLite."""
import warnings

import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pyiceberg.exceptions
from pyiceberg import expressions as e
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.transforms import (BucketTransform, DayTransform, HourTransform, IdentityTransform,
                                  MonthTransform, TruncateTransform, YearTransform)
from pyiceberg.types import DecimalType, DoubleType, LongType

import contract
import lake_history
import lake_rows
from lake_history import random_condition
from lake_rows import ID, Column, Rows

warnings.filterwarnings("ignore", module="pyiceberg")
TESTS = {"<": e.LessThan, ">=": e.GreaterThanOrEqual, "=": e.EqualTo, "IN": e.In}


def where(condition):
    name = condition.column.name
    if condition.value is None:
        return e.IsNull(name) if condition.test == "IS NULL" else e.NotNull(name)
    return TESTS[condition.test](name, condition.value)


def wider(kind):
    """(Iceberg's type, kind) that the kind can be promoted to, or None."""
    if kind.type == pa.int32():
        return LongType(), lake_rows.OF["int64"]
    if kind.type == pa.float32():
        return DoubleType(), lake_rows.OF["double"]
    if kind.type == pa.decimal128(9, 2):
        return DecimalType(20, 2), lake_rows.decimal_kind(20, 2)
    return None


def transforms(rng, kind):
    """Transforms for the keys of partitions, of a column of the kind."""
    t, found = pa.types, []
    # pyiceberg 0.12 cannot compare keys of 38 digits.
    if t.is_integer(kind) or t.is_string(kind) or t.is_decimal(kind) and kind.precision < 38:
        found = [BucketTransform(rng.randint(1, 5)), TruncateTransform(rng.randint(1, 10))]
    if t.is_date(kind) or t.is_timestamp(kind):
        found = [YearTransform(), MonthTransform(), DayTransform()] + [HourTransform()] * (
            t.is_timestamp(kind))
    if t.is_integer(kind) or t.is_string(kind) or t.is_date(kind) or t.is_boolean(kind):
        found.append(IdentityTransform())
    return found


class History(lake_history.History):
    format = "iceberg"
    # pyiceberg 0.12 writes NULL in a column of lists of structs as an empty list.
    KINDS = {**lake_rows.SCALARS,
             **{name: kind for name, kind in lake_rows.NESTED.items() if name != "list_struct"},
             **{name: lake_rows.OF[name] for name in ("time_us", "uuid")},
             "fixed": lake_rows.Kind(pa.binary(8), lambda rng: rng.randbytes(8))}
    ERRORS = (pyiceberg.exceptions.CommitFailedException,
              pyiceberg.exceptions.ValidationError, pa.ArrowException, OSError, ValueError,
              NotImplementedError, TypeError)

    def __init__(self, rng, folder):
        super().__init__(rng, folder)
        few = [self.new_column(lake_rows.few_of(rng, kind)) for kind in
               rng.sample(list(lake_rows.SCALARS.values()), 3)]
        self.rows = Rows(self.random_columns(few))
        self.branches, self.tags = {}, {}  # dictionaries of branches; snapshots of tags
        self.has_names = False  # a file's columns have no ids: a name must not come again
        self.catalog = SqlCatalog("lakes", uri="sqlite:///:memory:")
        self.catalog.create_namespace("d")
        settings = {
            "format-version": rng.choice("122"),
            "write.parquet.row-group-limit": rng.choice(["10", "100", "100000"]),
            "write.parquet.page-row-limit": rng.choice(["20", "20000"]),
            "write.target-file-size-bytes": rng.choice(["3000", "1000000"]),
            "write.metadata.metrics.default": rng.choice(
                ["full", "truncate(16)", "truncate(2)", "counts", "none"]),
            "commit.manifest-merge.enabled": rng.choice(["true", "false"]),
            "commit.manifest.min-count-to-merge": "2",
            "write.object-storage.enabled": rng.choice(["true", "false", "false"]),
            "write.avro.compression-codec": rng.choice(
                ["gzip", "snappy", "zstandard", "null"])}
        self.has_bounds = settings["write.metadata.metrics.default"] not in ("counts", "none")
        self.table = self.catalog.create_table("d.t", self.rows.schema(), properties=settings,
                                               location=f"file://{folder}")
        for column in rng.sample(few, rng.choice([0, 0, 1, 2])):
            self.add_key(column)
        self.append()
        self.done()

    def done(self):
        self.table = self.catalog.load_table("d.t")
        for branch in ("main", *self.branches):
            snapshot = self.table.refs()[branch].snapshot_id
            if snapshot not in self.versions:
                self.versions = {**self.versions, snapshot: self.rows_of(branch)}

    def step(self):
        told = super().step()
        self.table = self.catalog.load_table("d.t")
        return told

    def snapshot(self, branch="main"):
        self.table = self.catalog.load_table("d.t")
        return self.table.refs()[branch].snapshot_id

    def rows_of(self, branch):
        return self.rows if branch == "main" else self.rows.having(self.branches[branch])

    def keep(self, branch, rows):
        """Remembers the rows that a branch has now."""
        if branch == "main":
            self.rows = rows
        else:
            self.branches = {**self.branches, branch: rows.rows}

    # --- operations on rows

    def some_branch(self):
        return self.rng.choice(["main", "main", *self.branches])

    def append(self):
        branch = self.some_branch()
        rows, made = self.fresh(self.rows_of(branch))
        self.table.append(made.arrow(), branch=branch)
        self.keep(branch, rows)
        return f"append to {branch}"

    def overwrite(self):
        branch = self.some_branch()
        rows = self.rows_of(branch)
        condition = random_condition(self.rng, rows)
        rows, made = self.fresh(rows.having([r for r in rows.rows if not condition.holds(r)]))
        self.table.overwrite(made.arrow(), where(condition), branch=branch)
        self.keep(branch, rows)
        return f"overwrite {where(condition)} in {branch}"

    def delete(self):
        branch = self.some_branch()
        rows = self.rows_of(branch)
        condition = random_condition(self.rng, rows)
        self.table.delete(where(condition), branch=branch)
        self.keep(branch, rows.having([r for r in rows.rows if not condition.holds(r)]))
        return f"delete {where(condition)} from {branch}"

    def upsert(self):
        chosen = self.rng.sample(self.rows.rows, min(len(self.rows.rows), 10))
        changed = {r[ID]: self.changed(self.rows, r) for r in chosen}
        rows = self.rows.having([changed.get(r[ID], r) for r in self.rows.rows])
        rows, made = self.fresh(rows)
        self.table.upsert(rows.having([*changed.values(), *made.rows]).arrow(), ["id"])
        self.rows = rows
        return f"upsert {len(changed)} rows"

    def add_file(self):
        """A file without field ids, which needs a name mapping.  pyiceberg 0.12 takes its keys
        of partitions from its bounds, and where it collects none they are null."""
        if self.table.spec().fields and not self.has_bounds:
            raise ValueError("no bounds, no keys of partitions")
        rows, made = self.fresh(self.rows)
        path = self.path / "data" / f"added-{self.next_id}.parquet"
        path.parent.mkdir(exist_ok=True)
        pq.write_table(made.arrow(), path, row_group_size=self.rng.choice([20, 1000]))
        self.table.add_files([f"file://{path}"])
        self.rows, self.has_names = rows, True
        return "add a file"

    # --- operations on columns

    def some_column(self, fit=lambda column: True):
        found = [c for c in self.rows.columns if c.key != ID and fit(c)]
        if not found:
            raise ValueError("no such column")
        return self.rng.choice(found)

    def replace_column(self, old, new):
        self.rows = Rows([c for c in (new if c == old else c for c in self.rows.columns) if c],
                         self.rows.rows)

    def free_names(self):
        """Names that columns had, or would have; none if a file has columns by name."""
        taken = {c.name for c in self.rows.columns}
        return [] if self.has_names else [f"c{i}" for i in range(9) if f"c{i}" not in taken]

    def rename_column(self):
        column = self.some_column()
        name = self.rng.choice([f"r{self.next_id}x{self.next_key}", *self.free_names()])
        with self.table.update_schema() as update:
            update.rename_column((column.name,), name)
        self.replace_column(column, column._replace(name=name))
        return f"rename {column.name} to {name}"

    def drop_column(self):
        column = self.some_column()
        with self.table.update_schema() as update:
            update.delete_column((column.name,))
        self.replace_column(column, None)
        return f"drop {column.name}"

    def add_column(self):
        """Perhaps with a name that an earlier one had, whose values do not come back; they do
        in files without ids, where the name mapping then gives the name to the new one."""
        column = self.new_column()
        name = self.rng.choice([column.name, *self.free_names()])
        if self.has_names and name == f"c{column.key}":  # rename_column() may have had it
            name = f"n{column.key}"
        column = column._replace(name=name)
        with self.table.update_schema() as update:
            update.union_by_name(pa.schema([(column.name, column.kind.type)]))
        self.rows = Rows(self.rows.columns + [column], self.rows.rows)
        return f"add {column.name}"

    def move_column(self):
        column = self.some_column()
        columns = [c for c in self.rows.columns if c != column]
        with self.table.update_schema() as update:
            update.move_first((column.name,))
        self.rows = Rows([column, *columns], self.rows.rows)
        return f"move {column.name}"

    def widen_column(self):
        column = self.some_column(lambda c: wider(c.kind))
        type, kind = wider(column.kind)
        with self.table.update_schema() as update:
            update.update_column((column.name,), type)
        self.replace_column(column, column._replace(kind=kind))
        return f"widen {column.name}"

    def add_key(self, column=None):
        column = column or self.some_column()
        fit = transforms(self.rng, column.kind.type)
        if not fit:
            return "no transform"
        transform = self.rng.choice(fit)
        with self.table.update_spec() as update:
            update.add_field(column.name, transform)
        return f"partition by {transform} of {column.name}"

    def drop_key(self):
        fields = self.table.spec().fields
        if not fields:
            raise ValueError("no such key")
        name = self.rng.choice(fields).name
        with self.table.update_spec() as update:
            update.remove_field(name)
        return f"no longer partition by {name}"

    # --- operations on snapshots

    def tag(self):
        branch = self.some_branch()
        name, snapshot = f"tag {self.next_id}", self.snapshot(branch)
        with self.table.manage_snapshots() as manage:
            manage.create_tag(snapshot, name)
        self.tags = {**self.tags, name: snapshot}
        return f"tag {branch}"

    def branch(self):
        name = f"branch-{self.next_id}"
        with self.table.manage_snapshots() as manage:
            manage.create_branch(self.snapshot(), name)
        self.branches = {**self.branches, name: self.rows.rows}
        return f"make {name}"

    def go_back(self):
        snapshot = self.rng.choice(list(self.versions))
        with self.table.manage_snapshots() as manage:
            manage.set_current_snapshot(snapshot)
        self.rows = self.rows.having(self.versions[snapshot].rows)
        return f"go back to {snapshot}"

    def expire(self):
        refs = {ref.snapshot_id for ref in self.table.refs().values()}
        expired = [s for s in self.versions if s not in refs][:3]
        self.table.maintenance.expire_snapshots().by_ids(expired).commit()
        self.versions = {s: rows for s, rows in self.versions.items() if s not in expired}
        return f"expire {len(expired)} snapshots"

    def upgrade(self):
        with self.table.transaction() as transaction:
            transaction.upgrade_table_version(2)
        return "upgrade to version 2"

    OPERATIONS = [append, append, append, append, overwrite, delete, delete, upsert, upsert,
                  add_file, add_column, rename_column, drop_column, move_column,
                  widen_column, add_key, drop_key, tag, branch, go_back, expire, upgrade]

    # --- readers

    def asked(self):
        """(snapshot or None, options of SQLite, Rows): ways to ask for old or named rows."""
        for snapshot, rows in self.versions.items():
            yield snapshot, f"snapshot_id={snapshot}", rows
        for name, snapshot in self.tags.items():
            yield snapshot, f"tag='{name}'", self.versions[snapshot]
        for name in self.branches:  # has the columns of now
            yield None, f"branch='{name}'", self.rows_of(name)
        for entry in self.table.metadata.snapshot_log:
            last = self.table.snapshot_as_of_timestamp(entry.timestamp_ms).snapshot_id
            if last in self.versions:
                told = contract.timestamp_text(entry.timestamp_ms * 10**6)
                yield last, f"timestamp='{told}'", self.versions[last]

    def readers(self):
        return [("pyiceberg", self.by_pyiceberg), ("polars", self.by_polars)]

    def by_pyiceberg(self, version):
        return self.table.scan(snapshot_id=version).to_arrow()

    def by_polars(self, version):
        return polars.scan_iceberg(self.table, snapshot_id=version,
                                   reader_override="native").collect().to_arrow()
