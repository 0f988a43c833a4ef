# SPDX-License-Identifier: MIT
"""The files of testdata/ that Spark writes in its old calendar.

    python3 testdata/make/spark_files.py [FOLDER]

Needs Java 17 and the package pyspark 4.3.0, a download of 450 MB; so all.sh does not run this.
Also prints what Spark itself reads from the files: sql-tests/types/calendar expects the same.
"""
import pathlib
import shutil
import sys
import tempfile

from pyspark.sql import SparkSession

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
DATES = ["0001-01-01", "0001-12-31", "0100-02-28", "0100-03-01", "0200-02-28", "0400-02-29",
         "1000-02-28", "1000-03-01", "1200-02-29", "1499-12-31", "1500-02-28", "1500-03-01",
         "1582-10-04", "1582-10-15", "1600-02-29", "1899-12-31", "1970-01-01", "2024-02-29",
         "9999-12-31"]

spark = (SparkSession.builder.master("local[1]")
         .config("spark.ui.enabled", "false")
         .config("spark.sql.session.timeZone", "UTC")
         .config("spark.sql.parquet.datetimeRebaseModeInWrite", "LEGACY")
         .config("spark.sql.parquet.int96RebaseModeInWrite", "LEGACY").getOrCreate())


def write(name, timestamps):
    spark.conf.set("spark.sql.parquet.outputTimestampType", timestamps)
    rows = ", ".join(f"({i}, DATE'{d}', TIMESTAMP'{d} 23:59:59.123456', "
                     f"TIMESTAMP_NTZ'{d} 01:02:03.5')" for i, d in enumerate(DATES))
    with tempfile.TemporaryDirectory() as folder:
        spark.sql(f"SELECT * FROM VALUES {rows} AS t(id, d, ts, ntz)").coalesce(1) \
            .write.parquet(f"{folder}/out")
        part, = pathlib.Path(f"{folder}/out").glob("part-*.parquet")
        shutil.copy(part, FOLDER / f"{name}.parquet")
    read = spark.read.parquet(str(FOLDER / f"{name}.parquet")).orderBy("id")
    for row in read.selectExpr("id", "string(d)", "string(ts)", "string(ntz)").collect():
        print(*row, sep="|")


write("spark_julian", "TIMESTAMP_MICROS")
write("spark_julian_int96", "INT96")
