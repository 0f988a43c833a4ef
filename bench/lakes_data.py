# SPDX-License-Identifier: MIT
"""The tables of the suite of lake tables: a Delta table, an Iceberg table, and a Delta table
with deletion vectors beside the same files without."""
import datetime
import json
import os
import shutil
import struct
import uuid
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 1_000  # of a file
FILES_OF_DAY = 10
DAYS_OF_MANIFEST = 10
LATE_COMMITS = 9  # after the checkpoint
FIRST_DAY = datetime.date(2020, 1, 1)
Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
LONG_FIELDS = [("id", "long"), ("i", "long"), ("x", "double"), ("t", "string")]


def day_of(k):
    """The partition of file k."""
    return FIRST_DAY + datetime.timedelta(days=k // FILES_OF_DAY)


def rows_of(k, n=ROWS):
    ids = np.arange(k * n, (k + 1) * n)
    return pa.table({"id": ids, "i": ids % 97, "x": ids * 0.5,
                     "t": [f"name {i % 100}" for i in ids]})


def finish(folder):
    open(f"{folder}/done", "w", encoding="utf-8").close()


# ---- Delta --------------------------------------------------------------------------------------


def metadata(fields, partitions):
    schema = {"type": "struct", "fields": [{"name": name, "type": kind, "nullable": True,
                                            "metadata": {}} for name, kind in fields]}
    return {"metaData": {"id": str(uuid.UUID(int=1)), "format": {"provider": "parquet",
                                                                 "options": {}},
                         "schemaString": json.dumps(schema), "partitionColumns": partitions,
                         "configuration": {}, "createdTime": 0}}


def statistics(k, n=ROWS):
    first, last = k * n, (k + 1) * n - 1
    columns = ("id", "i", "x", "t")
    return json.dumps({"numRecords": n, "minValues": {"id": first, "i": 0, "x": first * 0.5,
                                                      "t": "name 0"},
                       "maxValues": {"id": last, "i": 96, "x": last * 0.5, "t": "name 99"},
                       "nullCount": {name: 0 for name in columns}})


def add(path, k, partition, n=ROWS, **more):
    return {"add": {"path": path, "partitionValues": partition, "size": more.pop("size", 20000),
                    "modificationTime": 0, "dataChange": True, "stats": statistics(k, n),
                    **more}}


def write_commit(folder, version, actions):
    info = {"commitInfo": {"timestamp": 1700000000000 + version * 1000, "operation": "WRITE",
                           "operationParameters": {"mode": "Append"}}}
    with open(f"{folder}/_delta_log/{version:020}.json", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(action) + "\n" for action in (info, *actions))


def make_delta(folder, n):
    """n files, FILES_OF_DAY in each commit, and a checkpoint before the last commits."""
    import deltalake  # pylint: disable=import-outside-toplevel
    if os.path.exists(f"{folder}/done"):
        return
    print(f"writing {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/table/_delta_log")
    n_commits = n // FILES_OF_DAY
    for version in range(n_commits):
        actions = [] if version > 0 else [
            {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}},
            metadata([*LONG_FIELDS, ("day", "date")], ["day"])]
        day = f"{day_of(version * FILES_OF_DAY)}"
        os.mkdir(f"{folder}/table/day={day}")
        for k in range(version * FILES_OF_DAY, (version + 1) * FILES_OF_DAY):
            path = f"day={day}/part-{k:05}.snappy.parquet"
            pq.write_table(rows_of(k), f"{folder}/table/{path}")
            actions.append(add(path, k, {"day": day},
                               size=os.path.getsize(f"{folder}/table/{path}")))
        write_commit(f"{folder}/table", version, actions)
        if version == n_commits - 1 - LATE_COMMITS:
            deltalake.DeltaTable(f"{folder}/table").create_checkpoint()
    finish(folder)


# ---- Deletion vectors ---------------------------------------------------------------------------


def z85(data):
    text = ""
    for (word,) in struct.iter_unpack(">I", data):
        digits = []
        for _ in range(5):
            word, digit = divmod(word, 85)
            digits.append(Z85[digit])
        text += "".join(reversed(digits))
    return text


def roaring(positions):
    """Positions below 2^32 as a Roaring bitmap of arrays and bitsets."""
    containers = [(key, positions[positions >> 16 == key] & 0xffff)
                  for key in np.unique(positions >> 16)]
    head, body = struct.pack("<II", 12346, len(containers)), b""
    head += b"".join(struct.pack("<HH", key, len(c) - 1) for key, c in containers)
    offset = len(head) + 4 * len(containers)
    for _, c in containers:
        head += struct.pack("<I", offset + len(body))
        if len(c) <= 4096:
            body += c.astype("<u2").tobytes()
        else:
            bits = np.zeros(65536, np.uint8)
            bits[c] = 1
            body += np.packbits(bits, bitorder="little").tobytes()
    return head + body


def vector(folder, number, positions):
    """Writes a file with one vector; returns its descriptor."""
    data = struct.pack("<IQI", 1681511377, 1, 0) + roaring(positions)
    name = uuid.UUID(int=number)
    with open(f"{folder}/deletion_vector_{name}.bin", "wb") as file:
        file.write(b"\1" + struct.pack(">I", len(data)) + data
                   + struct.pack(">I", zlib.crc32(data)))
    return {"storageType": "u", "pathOrInlineDv": z85(name.bytes), "offset": 1,
            "sizeInBytes": len(data), "cardinality": len(positions)}


def make_deleted(folder, n, n_rows):
    """n files of n_rows rows as two tables, in one of which a tenth of the rows is deleted."""
    if os.path.exists(f"{folder}/done"):
        return
    print(f"writing {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    numbers = np.random.default_rng(1)
    for name in ("whole", "deleted"):
        os.makedirs(f"{folder}/{name}/_delta_log")
    actions = {"whole": [{"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}}],
               "deleted": [{"protocol": {"minReaderVersion": 3, "minWriterVersion": 7,
                                         "readerFeatures": ["deletionVectors"],
                                         "writerFeatures": ["deletionVectors"]}}]}
    for name, listed in actions.items():
        listed.append(metadata(LONG_FIELDS, []))
    for k in range(n):
        path = f"part-{k:05}.snappy.parquet"
        pq.write_table(rows_of(k, n_rows), f"{folder}/whole/{path}")
        os.link(f"{folder}/whole/{path}", f"{folder}/deleted/{path}")
        size = os.path.getsize(f"{folder}/whole/{path}")
        gone = np.sort(numbers.choice(n_rows, n_rows // 10, replace=False)).astype(np.uint32)
        actions["whole"].append(add(path, k, {}, n_rows, size=size))
        actions["deleted"].append(add(path, k, {}, n_rows, size=size, deletionVector=vector(
            f"{folder}/deleted", k, gone)))
    for name, listed in actions.items():
        write_commit(f"{folder}/{name}", 0, listed)
    finish(folder)


# ---- Iceberg ------------------------------------------------------------------------------------


def make_iceberg(folder, n):
    """n files in the partitions of make_delta(), and a manifest for each append."""
    if os.path.exists(f"{folder}/done"):
        return
    from pyiceberg.catalog.sql import SqlCatalog  # pylint: disable=import-outside-toplevel
    from pyiceberg.partitioning import PartitionField, PartitionSpec  # pylint: disable=C0415
    from pyiceberg.schema import Schema  # pylint: disable=import-outside-toplevel
    from pyiceberg.transforms import IdentityTransform  # pylint: disable=import-outside-toplevel
    from pyiceberg import types  # pylint: disable=import-outside-toplevel
    print(f"writing {folder}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    place = f"{os.path.abspath(folder)}/table"
    os.makedirs(f"{place}/data")
    kinds = {"long": types.LongType(), "double": types.DoubleType(),
             "string": types.StringType(), "date": types.DateType()}
    fields = [types.NestedField(number, name, kinds[kind], required=False) for number,
              (name, kind) in enumerate([*LONG_FIELDS, ("day", "date")], 1)]
    catalog = SqlCatalog("bench", uri="sqlite:///:memory:", warehouse=f"file://{place}")
    catalog.create_namespace("bench")
    table = catalog.create_table(
        "bench.t", Schema(*fields), location=f"file://{place}",
        partition_spec=PartitionSpec(PartitionField(5, 1000, IdentityTransform(), "day")))
    arrow = pa.schema([pa.field(name, kind, metadata={"PARQUET:field_id": str(number)})
                       for number, (name, kind) in enumerate(
                           [("id", pa.int64()), ("i", pa.int64()), ("x", pa.float64()),
                            ("t", pa.string()), ("day", pa.date32())], 1)])
    n_manifest = FILES_OF_DAY * DAYS_OF_MANIFEST
    for first in range(0, n, n_manifest):
        paths = []
        for k in range(first, first + n_manifest):
            paths.append(f"{place}/data/part-{k:05}.parquet")
            rows = rows_of(k)
            days = pa.array([day_of(k)] * ROWS, pa.date32())
            pq.write_table(rows.append_column("day", days).cast(arrow), paths[-1])
        table.add_files([f"file://{path}" for path in paths], check_duplicate_files=False)
    finish(folder)
