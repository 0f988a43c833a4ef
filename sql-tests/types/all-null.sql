-- Columns and pages that are all NULL.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_all_null.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("c0"), typeof("c1"), typeof("c2"), typeof("c3"), typeof("c4"), typeof("c5"), typeof("c6"), typeof("c7"), typeof("c8"), typeof("c9") FROM t LIMIT 4;
SELECT count(*), min(rowid) FROM t WHERE "c0" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c1" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c2" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c3" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c4" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c5" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c6" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c7" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c8" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "c9" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_all_null_plain_v2.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_null_pages.parquet');
SELECT count(*) FROM t;
SELECT count("n"), min("n"), max("n"), count(DISTINCT "n"), sum("n" % 1009 * (rowid % 97)) FROM t;
SELECT count("s"), min("s"), max("s"), count(DISTINCT "s"), sum(length("s") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 50;
SELECT * FROM t WHERE rowid = 75;
SELECT * FROM t WHERE rowid = 149;
SELECT * FROM t WHERE rowid = 150;
SELECT "n", "s" FROM t WHERE rowid BETWEEN 75 AND 77;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" = 15;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" < 15;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "n" >= 15;
SELECT count(*), min(rowid) FROM t WHERE "n" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" = 's22';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" < 's22';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "s" >= 's22';
SELECT count(*), min(rowid) FROM t WHERE "s" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_nulls.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0 AND name <> 'g';
SELECT "a", "b", "c" FROM t;
SELECT typeof("a"), typeof("b"), typeof("c") FROM t LIMIT 4;
SELECT rowid, "g.x" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.x';
DROP TABLE t;
