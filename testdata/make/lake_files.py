# SPDX-License-Identifier: MIT
"""A Delta table, with a log that this script writes itself so that it is the same each time:

    orders_delta/  version 0  two days of orders
                   version 1  a third day
                   version 2  an order of the second day is changed: its file is rewritten
                   version 3  a column is added, and two orders of the first day are deleted by a
                              deletion vector

usage: lake_files.py FOLDER
"""
import decimal
import json
import pathlib
import struct
import sys
import zlib

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


if __name__ == "__main__":
    write_delta(pathlib.Path(sys.argv[1]) / "orders_delta")
