-- Dictionaries of one entry and of none, in one batch with PLAIN pages before or after them.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/regressions/small_dictionaries.parquet');
SELECT n1_first, n0_first, n1_last, n0_last FROM t;
SELECT s1_first, s0_first, s1_last, s0_last FROM t;
SELECT count(*) FROM t WHERE n1_first = 5 OR n1_last = 5;
SELECT count(*) FROM t WHERE s1_first = 'five' AND s0_last IS 'seven';
-- A Variant field that holds objects instead of its type: each row has its own member names.
CREATE TABLE temp.v(v);
INSERT INTO v VALUES ('{"s":"text"}'), ('{"s":{"a":1}}'), ('{"b":2,"s":{"c":[3]}}'), ('{"s":{"d":{"e":4}},"z":0}'), ('{"s":"x","y":1}'), ('{"f":5,"g":6,"s":{"g":7}}');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT v FROM v', 'types=v=VARIANT<STRUCT<s STRING>>', 'row_group_size=3');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/v.parquet');
SELECT "v.s" FROM p;
SELECT "v.s" FROM p WHERE rowid > 3;
SELECT "v.s" FROM p WHERE rowid IN (2, 4, 6);
SELECT count(*) FROM p WHERE "v.s" = '{"g":7}';
SELECT v FROM p;
-- A table-valued function accepts only its declared arguments.
SELECT count(*) FROM parquet_schema('testdata/trips.parquet', 'x');
SELECT count(*) FROM parquet_schema('testdata/trips.parquet') WHERE duckdb_type = 'TEXT';
SELECT count(*) FROM parquet_pages('testdata/trips.parquet', 'x');
