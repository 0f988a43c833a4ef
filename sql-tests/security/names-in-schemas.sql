-- A function's name anywhere in the schema blocks the function; a longer name that
-- contains it does not.
CREATE TABLE parquet_write_log(my_parquet_write, parquet_writer, "parquet_write$", "parquet_writeé", parquet_write2);
CREATE VIEW v AS SELECT my_parquet_write AS parquet_attached FROM parquet_write_log;
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
SELECT parquet_attach('${TESTTMP}/a.parquet');
-- The name as a whole word blocks it, in any letter case and place.
CREATE INDEX i ON parquet_write_log(my_parquet_write) WHERE my_parquet_write <> 'Parquet_WRITE';
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
DROP INDEX i;
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
CREATE VIEW w AS SELECT 1 AS x /* parquet_write */;
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
DROP VIEW w;
-- The session's own objects in temp do not block it.
CREATE TEMP VIEW mine AS SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT 2 AS x') AS n;
SELECT n FROM mine;
SELECT row FROM read_parquet('${TESTTMP}/b.parquet');

-- Some versions of SQLite treat a byte order mark before a name as white space.
CREATE VIEW marked AS SELECT 1 AS "﻿parquet_write";
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT 1 AS x');
