-- The file of a table is replaced after a statement was prepared and before its first
-- step.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
SELECT rowid, id, name FROM fruits;

-- Another file with the same columns: the statement reads the new one.
--! between cp sql-tests/data/fruits_b.parquet "${TESTTMP}/new" && mv "${TESTTMP}/new" "${TESTTMP}/fruits.parquet"
SELECT rowid, id, name FROM fruits;
--! between cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
SELECT count(*), max(id) FROM fruits WHERE id < 100 AND name IS NOT NULL;
--! between cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits ORDER BY id DESC LIMIT 2;

-- Other columns, another kind of file, no file: the statement fails until the file is back.
--! between cp sql-tests/data/fruits_c.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
--! between cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
--! between head -c 100 sql-tests/data/fruits_a.parquet >"${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
--! between rm "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
SELECT id FROM fruits;
--! between cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;

-- Two cursors and a subquery; the path of a function; the query of parquet_write().
--! between cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT (SELECT count(*) FROM fruits), a.id, b.id FROM fruits AS a JOIN fruits AS b ON a.rowid = b.rowid;
--! between cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
SELECT count(*) FROM read_parquet('${TESTTMP}/fruits.parquet');
--! between cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT id FROM fruits');
SELECT row FROM read_parquet('${TESTTMP}/copy.parquet');
