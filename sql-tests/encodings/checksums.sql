-- Correct checksums of pages.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_checksums.parquet');
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
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_checksums.parquet');
SELECT * FROM t;
DROP TABLE t;
