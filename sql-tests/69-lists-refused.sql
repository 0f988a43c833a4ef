-- Lists and maps are refused, the columns beside them read.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_list_beside.parquet');
SELECT "id", "name", "last" FROM t;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT rowid, "g.a" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.a';
SELECT "items" FROM t;
SELECT "tags" FROM t;
SELECT "g" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_list_beside.parquet');
SELECT "id", "s" FROM t;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT "l" FROM t;
SELECT "m" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_repeated_beside.parquet');
SELECT "id", "s" FROM t;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 2;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 2;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT "r" FROM t;
DROP TABLE t;
