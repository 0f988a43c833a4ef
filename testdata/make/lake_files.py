# SPDX-License-Identifier: MIT
"""The same orders as a Delta and as an Iceberg table, with metadata that this script writes itself
so that they are the same each time:

    orders_delta/    version 0   two days of orders
                     version 1   a third day
                     version 2   an order of the second day is changed: its file is rewritten
                     version 3   a column is added, and two orders of the first day are deleted by a
                                 deletion vector
    orders_iceberg/  snapshot 1  two days of orders
                     snapshot 2  a third day
                     snapshot 3  an order of the second day is changed by an equality delete and a
                                 new file, and two of the first day are deleted by their positions
                     snapshot 4  a column is added and another one renamed

usage: lake_files.py FOLDER
"""
import decimal
import datetime
import json
import pathlib
import struct
import sys
import zlib

import fastavro
import pyarrow
import pyarrow.parquet

VECTOR = bytes(range(16))  # the UUID of the file with the deletion vector
TIME = 1762000000000  # milliseconds, of version 0
MAGIC = 1681511377
Z85 = ("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
       ".-:+=^!/*?&<>()[]{}@%$#")

COLUMNS = [("id", "long"), ("day", "date"), ("customer", "string"),
           ("amount", "decimal(8,2)")]
ORDERS = {
    "2025-11-01": [(1, "Ada", "12.50"), (2, "Ben", "8.00"), (3, None, "99.99"),
                   (4, "Ada", "0.10")],
    "2025-11-02": [(5, "Cleo", "40.00"), (6, "Ben", "7.25"), (7, "Dan", None)],
    "2025-11-03": [(8, "Ada", "19.90"), (9, "Eve", "1.00"), (10, "Cleo", "250.00")],
}


def schema_string(columns):
    fields = [{"name": name, "type": kind, "nullable": True, "metadata": {}}
              for name, kind in columns]
    return json.dumps({"type": "struct", "fields": fields})


def metadata(columns):
    return {"metaData": {"id": "6b5f1e0c-0000-4000-8000-000000000001", "name": "orders",
                         "format": {"provider": "parquet", "options": {}},
                         "schemaString": schema_string(columns),
                         "partitionColumns": ["day"], "configuration": {},
                         "createdTime": TIME}}


def write_file(folder, day, name, rows, notes=None):
    """Writes a data file; returns its `add`."""
    path = folder / f"day={day}" / name
    path.parent.mkdir(exist_ok=True)
    amounts = [None if row[2] is None else decimal.Decimal(row[2]) for row in rows]
    columns = {"id": pyarrow.array([row[0] for row in rows], pyarrow.int64()),
               "customer": pyarrow.array([row[1] for row in rows], pyarrow.string()),
               "amount": pyarrow.array(amounts, pyarrow.decimal128(8, 2))}
    if notes is not None:
        columns["note"] = pyarrow.array(notes, pyarrow.string())
    pyarrow.parquet.write_table(pyarrow.table(columns), path, compression="snappy")
    known = [a for a in amounts if a is not None]
    stats = {"numRecords": len(rows),
             "minValues": {"id": rows[0][0], "amount": float(min(known))},
             "maxValues": {"id": rows[-1][0], "amount": float(max(known))},
             "nullCount": {"id": 0, "customer": sum(row[1] is None for row in rows),
                           "amount": sum(a is None for a in amounts)}}
    return {"path": f"day={day}/{name}", "partitionValues": {"day": day},
            "size": path.stat().st_size, "modificationTime": TIME, "dataChange": True,
            "stats": json.dumps(stats)}


def remove(add):
    return {"remove": {"path": add["path"], "deletionTimestamp": TIME, "dataChange": True,
                       "partitionValues": add["partitionValues"], "size": add["size"]}}


def z85(data):
    text = ""
    for (word,) in struct.iter_unpack(">I", data):
        digits = []
        for _ in range(5):
            word, digit = divmod(word, 85)
            digits.append(Z85[digit])
        text += "".join(reversed(digits))
    return text


def deletion_vector(folder, positions):
    """Writes a file with one vector, an array container; returns its descriptor."""
    container = struct.pack(f"<{len(positions)}H", *positions)
    bitmap = (struct.pack("<II", 12346, 1) + struct.pack("<HH", 0, len(positions) - 1)
              + struct.pack("<I", 16) + container)
    data = struct.pack("<IQI", MAGIC, 1, 0) + bitmap
    uuid = VECTOR.hex()
    uuid = "-".join((uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]))
    (folder / f"deletion_vector_{uuid}.bin").write_bytes(
        b"\1" + struct.pack(">I", len(data)) + data + struct.pack(">I", zlib.crc32(data)))
    return {"storageType": "u", "pathOrInlineDv": z85(VECTOR), "offset": 1,
            "sizeInBytes": len(data), "cardinality": len(positions)}


def commit(folder, version, operation, *actions):
    info = {"commitInfo": {"timestamp": TIME + version * 86400000, "operation": operation,
                           "operationParameters": {}, "engineInfo": "lake_files.py",
                           "inCommitTimestamp": TIME + version * 86400000}}
    (folder / "_delta_log" / f"{version:020}.json").write_text(
        "".join(json.dumps(action) + "\n" for action in (info, *actions)))


def write_delta(folder):
    (folder / "_delta_log").mkdir(parents=True)
    first, second = [write_file(folder, day, f"part-{i}.snappy.parquet", ORDERS[day])
                     for i, day in enumerate(list(ORDERS)[:2])]
    commit(folder, 0, "CREATE TABLE AS SELECT",
           {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}},
           metadata(COLUMNS), {"add": first}, {"add": second})
    day = "2025-11-03"
    commit(folder, 1, "WRITE",
           {"add": write_file(folder, day, "part-2.snappy.parquet", ORDERS[day])})
    rows = list(ORDERS["2025-11-02"])
    rows[1] = (6, "Ben", "9.75")
    commit(folder, 2, "UPDATE", remove(second),
           {"add": write_file(folder, "2025-11-02", "part-3.snappy.parquet", rows)})
    vector = deletion_vector(folder, [1, 2])
    fourth = write_file(folder, day, "part-4.snappy.parquet", [(11, "Fay", "5.00")],
                        ["by telephone"])
    commit(folder, 3, "MERGE",
           {"protocol": {"minReaderVersion": 3, "minWriterVersion": 7,
                         "readerFeatures": ["deletionVectors"],
                         "writerFeatures": ["deletionVectors"]}},
           metadata(COLUMNS + [("note", "string")]), remove(first),
           {"add": {**first, "deletionVector": vector}}, {"add": fourth})


# ---- Iceberg ------------------------------------------------------------------------------------

LOCATION = "s3://warehouse/orders"
ICEBERG_COLUMNS = [(1, "id", "long"), (2, "day", "date"), (3, "customer", "string"),
                   (4, "amount", "decimal(8, 2)")]
NEW_COLUMNS = [(1, "id", "long"), (2, "day", "date"), (3, "client", "string"),
               (4, "amount", "decimal(8, 2)"), (5, "note", "string")]
POSITION_COLUMNS = [("file_path", 2147483546), ("pos", 2147483545)]


def nullable(kind, number, name):
    return {"name": name, "type": ["null", kind], "default": None, "field-id": number}


def required(kind, number, name):
    return {"name": name, "type": kind, "field-id": number}


def by_field(key, value, kind):
    """A map by field id, which Avro knows as an array of pairs."""
    record = {"type": "record", "name": f"k{key}_v{value}",
              "fields": [required("int", key, "key"), required(kind, value, "value")]}
    return {"type": "array", "logicalType": "map", "items": record}


PARTITION = {"type": "record", "name": "r102",
             "fields": [nullable({"type": "int", "logicalType": "date"}, 1000, "day")]}
DATA_FILE = {"type": "record", "name": "r2", "fields": [
    required("int", 134, "content"), required("string", 100, "file_path"),
    required("string", 101, "file_format"), required(PARTITION, 102, "partition"),
    required("long", 103, "record_count"), required("long", 104, "file_size_in_bytes"),
    nullable(by_field(121, 122, "long"), 110, "null_value_counts"),
    nullable(by_field(126, 127, "bytes"), 125, "lower_bounds"),
    nullable(by_field(129, 130, "bytes"), 128, "upper_bounds"),
    nullable({"type": "array", "items": "int", "element-id": 136}, 135, "equality_ids")]}
MANIFEST_ENTRY = {"type": "record", "name": "manifest_entry", "fields": [
    required("int", 0, "status"), nullable("long", 1, "snapshot_id"),
    nullable("long", 3, "sequence_number"), nullable("long", 4, "file_sequence_number"),
    required(DATA_FILE, 2, "data_file")]}
MANIFEST_FILE = {"type": "record", "name": "manifest_file", "fields": [
    required("string", 500, "manifest_path"), required("long", 501, "manifest_length"),
    required("int", 502, "partition_spec_id"), required("int", 517, "content"),
    required("long", 515, "sequence_number"), required("long", 516, "min_sequence_number"),
    required("long", 503, "added_snapshot_id"), required("int", 504, "added_files_count"),
    required("int", 505, "existing_files_count"), required("int", 506, "deleted_files_count"),
    required("long", 512, "added_rows_count"), required("long", 513, "existing_rows_count"),
    required("long", 514, "deleted_rows_count")]}


def iceberg_schema(number, columns):
    return {"type": "struct", "schema-id": number,
            "fields": [{"id": i, "name": name, "required": False, "type": kind}
                       for i, name, kind in columns]}


SPEC = [{"name": "day", "transform": "identity", "source-id": 2, "field-id": 1000}]


def days(day):
    return (datetime.date.fromisoformat(day) - datetime.date(1970, 1, 1)).days


def write_iceberg_file(folder, name, day, columns, content=0, equality_ids=None):
    """columns: (field id, name, type, values); returns its entry in a manifest."""
    path = folder / "data" / name
    path.parent.mkdir(exist_ok=True)
    fields = [pyarrow.field(column, kind, metadata={"PARQUET:field_id": str(number)})
              for number, column, kind, _ in columns]
    arrays = [pyarrow.array(values, kind) for _, _, kind, values in columns]
    pyarrow.parquet.write_table(pyarrow.table(arrays, pyarrow.schema(fields)), path,
                                compression="zstd")
    ids = [values for number, _, _, values in columns if number == 1]
    bounds = [(1, struct.pack("<q", f(values))) for values in ids for f in (min, max)]
    return {"status": 1, "snapshot_id": None, "sequence_number": None,
            "file_sequence_number": None,
            "data_file": {
                "content": content, "file_path": f"{LOCATION}/data/{name}",
                "file_format": "PARQUET", "partition": {"day": days(day)},
                "record_count": len(arrays[0]), "file_size_in_bytes": path.stat().st_size,
                "null_value_counts": [{"key": number, "value": values.count(None)}
                                      for number, _, _, values in columns],
                "lower_bounds": [{"key": k, "value": v} for k, v in bounds[:1]],
                "upper_bounds": [{"key": k, "value": v} for k, v in bounds[1:]],
                "equality_ids": equality_ids}}


def order_columns(day, rows, names, notes=None):
    columns = [(1, "id", pyarrow.int64(), [row[0] for row in rows]),
               (2, "day", pyarrow.date32(), [datetime.date.fromisoformat(day)] * len(rows)),
               (3, names[0], pyarrow.string(), [row[1] for row in rows]),
               (4, "amount", pyarrow.decimal128(8, 2),
                [None if row[2] is None else decimal.Decimal(row[2]) for row in rows])]
    if notes is not None:
        columns.append((5, "note", pyarrow.string(), notes))
    return columns


def write_avro(path, schema, records, metadata):
    with open(path, "wb") as file:
        fastavro.writer(file, schema, records, codec="deflate", metadata=metadata,
                        sync_marker=bytes(range(16)))
    return path.stat().st_size


class Iceberg:
    def __init__(self, folder):
        self.folder, self.manifests, self.snapshots = folder, [], []
        (folder / "metadata").mkdir(parents=True)

    def commit(self, operation, schema_id, data, deletes=()):
        """Adds a snapshot that adds these entries."""
        sequence = len(self.snapshots) + 1
        snapshot = 1000 + sequence
        for content, entries in enumerate((data, deletes)):
            if not entries:
                continue
            name = f"{sequence}-m{content}.avro"
            size = write_avro(
                self.folder / "metadata" / name, MANIFEST_ENTRY, entries,
                {"schema": json.dumps(iceberg_schema(0, ICEBERG_COLUMNS)), "schema-id": "0",
                 "partition-spec": json.dumps(SPEC), "partition-spec-id": "0",
                 "format-version": "2", "content": ("data", "deletes")[content]})
            self.manifests.append({
                "manifest_path": f"{LOCATION}/metadata/{name}", "manifest_length": size,
                "partition_spec_id": 0, "content": content, "sequence_number": sequence,
                "min_sequence_number": sequence, "added_snapshot_id": snapshot,
                "added_files_count": len(entries), "existing_files_count": 0,
                "deleted_files_count": 0, "existing_rows_count": 0, "deleted_rows_count": 0,
                "added_rows_count": sum(e["data_file"]["record_count"] for e in entries)})
        name = f"snap-{snapshot}.avro"
        write_avro(self.folder / "metadata" / name, MANIFEST_FILE, self.manifests,
                   {"snapshot-id": str(snapshot), "sequence-number": str(sequence),
                    "format-version": "2"})
        self.snapshots.append({
            "snapshot-id": snapshot, "sequence-number": sequence, "schema-id": schema_id,
            "timestamp-ms": TIME + (sequence - 1) * 86400000,
            "summary": {"operation": operation},
            "manifest-list": f"{LOCATION}/metadata/{name}",
            **({"parent-snapshot-id": snapshot - 1} if sequence > 1 else {})})

    def finish(self):
        newest = self.snapshots[-1]
        metadata = {
            "format-version": 2, "table-uuid": "6b5f1e0c-0000-4000-8000-000000000002",
            "location": LOCATION, "last-sequence-number": newest["sequence-number"],
            "last-updated-ms": newest["timestamp-ms"], "last-column-id": 5,
            "current-schema-id": 1, "default-spec-id": 0, "last-partition-id": 1000,
            "schemas": [iceberg_schema(0, ICEBERG_COLUMNS), iceberg_schema(1, NEW_COLUMNS)],
            "partition-specs": [{"spec-id": 0, "fields": SPEC}], "default-sort-order-id": 0,
            "sort-orders": [{"order-id": 0, "fields": []}], "properties": {},
            "current-snapshot-id": newest["snapshot-id"], "snapshots": self.snapshots,
            "refs": {"main": {"snapshot-id": newest["snapshot-id"], "type": "branch"},
                     "audit": {"snapshot-id": 1002, "type": "branch"},
                     "first": {"snapshot-id": 1001, "type": "tag"}},
            "snapshot-log": [{"snapshot-id": s["snapshot-id"],
                              "timestamp-ms": s["timestamp-ms"]} for s in self.snapshots],
            "metadata-log": []}
        (self.folder / "metadata" / "v4.metadata.json").write_text(json.dumps(metadata))
        (self.folder / "metadata" / "version-hint.text").write_text("4")


def write_iceberg(folder):
    table = Iceberg(folder)
    files = [write_iceberg_file(folder, f"{i}.parquet", day,
                                order_columns(day, rows, ["customer"]))
             for i, (day, rows) in enumerate(ORDERS.items())]
    first, second, third = ORDERS
    table.commit("append", 0, files[:2])
    table.commit("append", 0, files[2:])
    by_position = write_iceberg_file(
        folder, "deleted-positions.parquet", first,
        [(POSITION_COLUMNS[0][1], "file_path", pyarrow.string(),
          [files[0]["data_file"]["file_path"]] * 2),
         (POSITION_COLUMNS[1][1], "pos", pyarrow.int64(), [1, 2])], content=1)
    by_key = write_iceberg_file(folder, "deleted-ids.parquet", second,
                                [(1, "id", pyarrow.int64(), [6])], 2, [1])
    changed = write_iceberg_file(folder, "3.parquet", second,
                                 order_columns(second, [(6, "Ben", "9.75")], ["customer"]))
    table.commit("overwrite", 0, [changed], [by_position, by_key])
    table.commit("append", 1, [write_iceberg_file(
        folder, "4.parquet", third,
        order_columns(third, [(11, "Fay", "5.00")], ["client"], ["by telephone"]))])
    table.finish()


if __name__ == "__main__":
    write_delta(pathlib.Path(sys.argv[1]) / "orders_delta")
    write_iceberg(pathlib.Path(sys.argv[1]) / "orders_iceberg")
