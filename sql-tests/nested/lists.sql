-- Lists, maps and repeated fields as JSON, and the columns next to them.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_list_beside.parquet');
SELECT "id", "name", "last", "items", "tags", "g" FROM t;
SELECT rowid, "items" FROM t WHERE rowid > 1;
SELECT rowid, "tags" FROM t WHERE rowid > 1;
SELECT rowid, "g" FROM t WHERE rowid > 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT rowid, "g.a" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.a';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_list_beside.parquet');
SELECT "id", "s", "l", "m" FROM t;
SELECT rowid, "l" FROM t WHERE rowid > 1;
SELECT rowid, "m" FROM t WHERE rowid > 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_repeated_beside.parquet');
SELECT "id", "s", "r" FROM t;
SELECT rowid, "r" FROM t WHERE rowid > 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_repeated_beside.parquet');
SELECT "ok", "r", "none" FROM t;
SELECT rowid, "r" FROM t WHERE rowid > 1;
SELECT rowid, "none" FROM t WHERE rowid > 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ok" = 3;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ok" < 3;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ok" >= 3;
SELECT count(*), min(rowid) FROM t WHERE "ok" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_continued_records.parquet');
SELECT "id", "ones", "fives", "codes", "whole" FROM t;
SELECT rowid, "ones" FROM t WHERE rowid > 1;
SELECT rowid, "fives" FROM t WHERE rowid > 1;
SELECT rowid, "codes" FROM t WHERE rowid > 1;
SELECT rowid, "whole" FROM t WHERE rowid > 1;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 12;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 12;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 12;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
DROP TABLE t;
