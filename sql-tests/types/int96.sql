-- INT96, also before 1970 and far beyond 64-bit nanoseconds.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_int96.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("ns"), typeof("at") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_int96.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("row"), typeof("at") FROM t LIMIT 4;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" = 8;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" < 8;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" >= 8;
SELECT count(*), min(rowid) FROM t WHERE "row" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" = '1582-10-15 00:00:00.000500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" < '1582-10-15 00:00:00.000500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "at" >= '1582-10-15 00:00:00.000500';
SELECT count(*), min(rowid) FROM t WHERE "at" IS NULL;
DROP TABLE t;
