-- Leaves of groups as hidden columns.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_structs.parquet');
SELECT "id" FROM t;
SELECT rowid, "must.x", "must.y", "may.x", "may.y", "deep.level.inner.v", "deep.level.inner.w", "deep.level.k", "money.amount", "money.on", "money.raw" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'must.x';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'must.y';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'may.x';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'may.y';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'deep.level.inner.v';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'deep.level.inner.w';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'deep.level.k';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'money.amount';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'money.on';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'money.raw';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_structs_pages.parquet');
SELECT count(*) FROM t;
SELECT count("id"), min("id"), max("id"), count(DISTINCT "id"), sum("id" % 1009 * (rowid % 97)) FROM t;
SELECT count("g.a"), min("g.a"), max("g.a"), count(DISTINCT "g.a"), sum("g.a" % 1009 * (rowid % 97)) FROM t;
SELECT count("g.b"), min("g.b"), max("g.b"), count(DISTINCT "g.b"), sum(length("g.b") * (rowid % 97)) FROM t;
SELECT "id" FROM t WHERE rowid = 1;
SELECT "id" FROM t WHERE rowid = 2;
SELECT "id" FROM t WHERE rowid = 3;
SELECT "id" FROM t WHERE rowid = 166;
SELECT "id" FROM t WHERE rowid = 250;
SELECT "id" FROM t WHERE rowid = 499;
SELECT "id" FROM t WHERE rowid = 500;
SELECT "id" FROM t WHERE rowid BETWEEN 250 AND 252;
SELECT rowid, "g.a", "g.b" FROM t WHERE rowid % 67 = 5;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.a';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.b';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" = 250;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" < 250;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "id" >= 250;
SELECT count(*), min(rowid) FROM t WHERE "id" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.a" = 251;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.a" < 251;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.a" >= 251;
SELECT count(*), min(rowid) FROM t WHERE "g.a" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.b" = 'b31';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.b" < 'b31';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "g.b" >= 'b31';
SELECT count(*), min(rowid) FROM t WHERE "g.b" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_struct.parquet');
SELECT "id" FROM t;
SELECT rowid, "g.a", "g.b.c", "g.b.d" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.a';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.b.c';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.b.d';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_groups.parquet');
SELECT "id" FROM t;
SELECT rowid, "must.a", "must.b", "may.a", "may.in.x", "may.in.y", "one.two.three.four" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'must.a';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'must.b';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'may.a';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'may.in.x';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'may.in.y';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'one.two.three.four';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/rust_groups.parquet');
SELECT "id" FROM t;
SELECT rowid, "a.b.c", "a.b.d", "r.s.t" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'a.b.c';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'a.b.d';
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'r.s.t';
DROP TABLE t;
