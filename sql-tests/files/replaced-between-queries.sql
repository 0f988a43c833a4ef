-- The file of a table is replaced while the connection is open.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
SELECT rowid, id, name FROM fruits;

-- Overwritten in place, same schema: the next query sees the new rows.
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT rowid, id, name FROM fruits;
SELECT count(*) FROM fruits WHERE id >= 10;
SELECT name FROM fruits WHERE rowid = 5;

-- Another file is renamed over it, as careful writers do.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/new" && mv "${TESTTMP}/new" "${TESTTMP}/fruits.parquet"
SELECT rowid, id, name FROM fruits;
SELECT max(id), min(id) FROM fruits;

-- A file of the same size and time: only the inode differs.
--! shell cp -p "${TESTTMP}/fruits.parquet" "${TESTTMP}/new" && mv "${TESTTMP}/new" "${TESTTMP}/fruits.parquet"
SELECT count(*) FROM fruits;

-- The file is removed and comes back.
--! shell mv "${TESTTMP}/fruits.parquet" "${TESTTMP}/aside"
SELECT id FROM fruits;
--! shell mv "${TESTTMP}/aside" "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;

-- A file with another schema: the query fails and says how to re-create the table.
--! shell cp sql-tests/data/fruits_c.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
SELECT count(*) FROM fruits;
--! shell cp sql-tests/data/fruits_b.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits WHERE name = 'fig';
--! shell cp sql-tests/data/fruits_c.parquet "${TESTTMP}/fruits.parquet"
DROP TABLE fruits;
CREATE VIRTUAL TABLE fruits USING parquet('${TESTTMP}/fruits.parquet');
SELECT * FROM fruits;

-- A database that is opened again declares the columns of the present file.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.parquet"
SELECT * FROM fruits;
--! reopen
SELECT * FROM fruits;
--! shell cp sql-tests/data/fruits_c.parquet "${TESTTMP}/fruits.parquet"
--! reopen
SELECT * FROM fruits;

-- The file is no longer Parquet.
--! shell head -c 100 sql-tests/data/fruits_a.parquet > "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;
--! shell cp sql-tests/data/fruits_c.parquet "${TESTTMP}/fruits.parquet"
SELECT id FROM fruits;

-- The message names the first column that differs.
SELECT parquet_write('${TESTTMP}/abc.parquet', 'SELECT 1 AS a, 2 AS b, 3 AS c');
CREATE VIRTUAL TABLE temp.abc USING parquet('${TESTTMP}/abc.parquet');
SELECT parquet_write('${TESTTMP}/abc.parquet', 'SELECT 1 AS a, 2 AS "b, ""x", 3 AS c');
SELECT * FROM abc;
SELECT parquet_write('${TESTTMP}/abc.parquet', 'SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d');
SELECT * FROM abc;
SELECT parquet_write('${TESTTMP}/abc.parquet', 'SELECT 1 AS a, 2 AS b, 3 AS c');
SELECT * FROM abc;
