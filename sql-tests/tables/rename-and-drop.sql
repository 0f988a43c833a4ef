-- ALTER TABLE ... RENAME and DROP TABLE, which leave the Parquet file alone.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
CREATE VIEW names AS SELECT name FROM fruits;
ALTER TABLE fruits RENAME TO "more fruits";
SELECT id, name FROM "more fruits";
SELECT name FROM names;
SELECT * FROM fruits;
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_b.parquet');
SELECT (SELECT count(*) FROM fruits), (SELECT count(*) FROM "more fruits");

-- Within a transaction that is rolled back.
BEGIN;
ALTER TABLE fruits RENAME TO renamed;
SELECT count(*) FROM renamed;
ROLLBACK;
SELECT count(*) FROM fruits;
SELECT count(*) FROM renamed;
BEGIN;
DROP TABLE fruits;
SELECT count(*) FROM fruits;
ROLLBACK;
SELECT count(*) FROM fruits;
BEGIN;
CREATE VIRTUAL TABLE passing USING parquet('${TESTTMP}/fruits.parquet');
SELECT count(*) FROM passing;
ROLLBACK;
SELECT count(*) FROM passing;
SAVEPOINT s;
CREATE VIRTUAL TABLE passing USING parquet('${TESTTMP}/fruits.parquet');
ROLLBACK TO s;
RELEASE s;
SELECT count(*) FROM passing;

DROP TABLE "more fruits";
SELECT * FROM "more fruits";
DROP TABLE fruits;
DROP TABLE fruits;
DROP TABLE IF EXISTS fruits;
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
CREATE VIRTUAL TABLE IF NOT EXISTS fruits USING parquet('${TESTTMP}/missing.parquet');
SELECT count(*) FROM fruits;
DROP TABLE fruits;
DROP VIEW names;
--! shell cmp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"

-- The same name in main, temp and an attached database.
ATTACH ':memory:' AS side;
CREATE VIRTUAL TABLE main.t USING parquet('sql-tests/data/fruits_a.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('sql-tests/data/fruits_b.parquet');
CREATE VIRTUAL TABLE side.t USING parquet('sql-tests/data/fruits_c.parquet');
SELECT (SELECT count(*) FROM main.t), (SELECT count(*) FROM temp.t), (SELECT count(*) FROM side.t);
SELECT count(*) FROM t;
DROP TABLE t;
SELECT count(*) FROM t;
DETACH side;
