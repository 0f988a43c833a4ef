# SPDX-License-Identifier: MIT
"""Lake tables in a bucket, for measuring what reading them sends (traffic.py).

Both have 300 files of 1,000 rows in 12 months.  The Delta table has 60 commits, the last nine after
a checkpoint of two parts, and deletion vectors for 50 files; the Iceberg table has 20 manifests,
and 30 files of position deletes.
"""
import glob
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench")]

import lakes_data  # noqa: E402
from lakes_data import ROWS, rows_of  # noqa: E402

FILES, MONTHS, COMMITS, MANIFESTS, VECTORS, DELETES = 300, 12, 60, 20, 50, 30
DELETED = np.arange(0, ROWS, 10, dtype=np.uint32)  # of a file with deleted rows


def month_of(k):
    return k * MONTHS // FILES + 1


def has_deletes(k, n):
    """Whether file k is one of n that have deleted rows."""
    return k % (FILES // n) == 1


# ---- Delta -------------------------------------------------------------------------------


def split_checkpoint(log):
    """Makes the checkpoint one of two parts."""
    (path,) = glob.glob(f"{log}/*.checkpoint.parquet")
    whole, stem = pq.read_table(path), path.removesuffix(".parquet")
    middle = whole.num_rows // 2
    pq.write_table(whole.slice(0, middle), f"{stem}.0000000001.0000000002.parquet")
    pq.write_table(whole.slice(middle), f"{stem}.0000000002.0000000002.parquet")
    os.remove(path)
    os.remove(f"{log}/_last_checkpoint")
    version = int(os.path.basename(path)[:20])
    with open(f"{log}/_last_checkpoint", "w", encoding="utf-8") as file:
        file.write(f'{{"version":{version},"size":{whole.num_rows},"parts":2}}')


def write_delta(folder):
    """In a folder of this machine, to be uploaded."""
    import deltalake
    os.makedirs(f"{folder}/_delta_log")
    features = {"readerFeatures": ["deletionVectors"], "writerFeatures": ["deletionVectors"]}
    fields = [*lakes_data.LONG_FIELDS, ("month", "long")]
    for version in range(COMMITS):
        actions = [] if version > 0 else [
            {"protocol": {"minReaderVersion": 3, "minWriterVersion": 7, **features}},
            lakes_data.metadata(fields, ["month"])]
        for k in range(version * FILES // COMMITS, (version + 1) * FILES // COMMITS):
            month = month_of(k)
            path = f"month={month}/part-{k:05}.parquet"
            os.makedirs(f"{folder}/month={month}", exist_ok=True)
            pq.write_table(rows_of(k), f"{folder}/{path}")
            more = {"size": os.path.getsize(f"{folder}/{path}")}
            if has_deletes(k, VECTORS):
                more["deletionVector"] = lakes_data.vector(folder, k, DELETED)
            actions.append(lakes_data.add(path, k, {"month": str(month)}, **more))
        lakes_data.write_commit(folder, version, actions)
        if version == COMMITS - 1 - lakes_data.LATE_COMMITS:
            deltalake.DeltaTable(folder).create_checkpoint()
            split_checkpoint(f"{folder}/_delta_log")


# ---- Iceberg -----------------------------------------------------------------------------


def write_deletes(table, io, place):
    """Commits files of position deletes, which pyiceberg does not write by itself."""
    from pyiceberg.manifest import (DataFile, DataFileContent, FileFormat, ManifestContent,
                                    ManifestEntry, ManifestEntryStatus, ManifestWriterV2)
    from pyiceberg.table.snapshots import Operation
    from pyiceberg.table.update.snapshot import _FastAppendFiles
    from pyiceberg.typedef import Record
    schema = pa.schema([
        pa.field("file_path", pa.string(), False, metadata={"PARQUET:field_id": "2147483546"}),
        pa.field("pos", pa.int64(), False, metadata={"PARQUET:field_id": "2147483545"})])
    files = []
    for k in filter(lambda k: has_deletes(k, DELETES), range(FILES)):
        path, of = f"{place}/data/deletes-{k:05}.parquet", f"{place}/data/part-{k:05}.parquet"
        with io.new_output(path).create() as file:
            pq.write_table(pa.table([[of] * len(DELETED), DELETED.astype(np.int64)],
                                    schema=schema), file)
        files.append(DataFile.from_args(
            content=DataFileContent.POSITION_DELETES, file_path=path,
            file_format=FileFormat.PARQUET, partition=Record(month_of(k)),
            record_count=len(DELETED), file_size_in_bytes=len(io.new_input(path)),
            column_sizes={}, value_counts={}, null_value_counts={}, nan_value_counts={},
            lower_bounds={2147483546: of.encode()}, upper_bounds={2147483546: of.encode()}))

    class Writer(ManifestWriterV2):
        def content(self):
            return ManifestContent.DELETES

        @property
        def _meta(self):
            return {**super()._meta, "content": "deletes"}

    class Deletes(_FastAppendFiles):
        def _manifests(self):
            with Writer(table.spec(), table.schema(), self.new_manifest_output(),
                        self.snapshot_id, self._compression) as writer:
                for file in files:
                    writer.add(ManifestEntry.from_args(
                        status=ManifestEntryStatus.ADDED, snapshot_id=self.snapshot_id,
                        sequence_number=None, file_sequence_number=None, data_file=file))
            return [writer.to_manifest_file(), *self._existing_manifests()]

    with table.transaction() as transaction:
        Deletes(Operation.OVERWRITE, transaction, io).commit()


def write_iceberg(place, properties):
    """At an URL of a bucket, by pyiceberg.  Returns the URL of its metadata file."""
    from pyiceberg import types
    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.partitioning import PartitionField, PartitionSpec
    from pyiceberg.schema import Schema
    from pyiceberg.transforms import IdentityTransform
    kinds = {"long": types.LongType(), "double": types.DoubleType(), "string": types.StringType()}
    fields = [types.NestedField(number, name, kinds[kind], required=False) for number,
              (name, kind) in enumerate([*lakes_data.LONG_FIELDS, ("month", "long")], 1)]
    catalog = SqlCatalog("traffic", uri="sqlite:///:memory:", **properties)
    catalog.create_namespace("traffic")
    table = catalog.create_table(
        "traffic.t", Schema(*fields), location=place,
        partition_spec=PartitionSpec(PartitionField(5, 1000, IdentityTransform(), "month")))
    for i in range(MANIFESTS):
        paths = []
        for k in range(i * FILES // MANIFESTS, (i + 1) * FILES // MANIFESTS):
            rows = rows_of(k)
            rows = rows.append_column("month", pa.array([month_of(k)] * len(rows), pa.int64()))
            paths.append(f"{place}/data/part-{k:05}.parquet")
            with table.io.new_output(paths[-1]).create() as file:
                pq.write_table(rows.rename_columns([f.name for f in fields]), file)
        table.add_files(paths, check_duplicate_files=False)
    write_deletes(table, table.io, place)
    return table.metadata_location
