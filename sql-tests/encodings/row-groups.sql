-- Several row groups, empty ones, none.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_row_groups.parquet');
SELECT count(*) FROM t;
SELECT count("id"), min("id"), max("id"), count(DISTINCT "id"), sum("id" % 1009 * (rowid % 97)) FROM t;
SELECT count("n"), min("n"), max("n"), count(DISTINCT "n"), sum("n" % 1009 * (rowid % 97)) FROM t;
SELECT count("s"), min("s"), max("s"), count(DISTINCT "s"), sum(length("s") * (rowid % 97)) FROM t;
SELECT count("d"), min("d"), max("d"), count(DISTINCT "d"), sum(CAST("d" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("flag"), min("flag"), max("flag"), count(DISTINCT "flag"), sum("flag" % 1009 * (rowid % 97)) FROM t;
SELECT count("at"), min("at"), max("at"), count(DISTINCT "at"), sum(length("at") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 200;
SELECT * FROM t WHERE rowid = 300;
SELECT * FROM t WHERE rowid = 599;
SELECT * FROM t WHERE rowid = 600;
SELECT "id", "n", "s", "d", "flag", "at" FROM t WHERE rowid BETWEEN 300 AND 302;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 300;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 300;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 300;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" = 50;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" < 50;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" >= 50;
SELECT count(*), min(rowid) FROM t WHERE "n" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" = 'row 367 ababab';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" < 'row 367 ababab';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" >= 'row 367 ababab';
SELECT count(*), min(rowid) FROM t WHERE "s" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "d" = 75.0;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "d" < 75.0;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "d" >= 75.0;
SELECT count(*), min(rowid) FROM t WHERE "d" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "flag" = 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "flag" < 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "flag" >= 1;
SELECT count(*), min(rowid) FROM t WHERE "flag" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" = '1970-01-01 00:05:00.000900';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" < '1970-01-01 00:05:00.000900';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" >= '1970-01-01 00:05:00.000900';
SELECT count(*), min(rowid) FROM t WHERE "at" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_row_groups.parquet');
SELECT count(*) FROM t;
SELECT count("id"), min("id"), max("id"), count(DISTINCT "id"), sum("id" % 1009 * (rowid % 97)) FROM t;
SELECT count("g"), min("g"), max("g"), count(DISTINCT "g"), sum(length("g") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 1666;
SELECT * FROM t WHERE rowid = 2500;
SELECT * FROM t WHERE rowid = 4999;
SELECT * FROM t WHERE rowid = 5000;
SELECT "id", "g" FROM t WHERE rowid BETWEEN 2500 AND 2502;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2500;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2500;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2500;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g" = 'group 1';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g" < 'group 1';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g" >= 'group 1';
SELECT count(*), min(rowid) FROM t WHERE "g" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_empty_row_groups.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_zero_rows.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_no_row_groups.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_zero_rows.parquet');
SELECT * FROM t;
DROP TABLE t;
