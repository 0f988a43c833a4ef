-- rowid compared with operands of every storage class, known or unknown to the planner: in
-- each pair of lines, the Parquet table and the ordinary table must give the same.
CREATE VIRTUAL TABLE v USING parquet('sql-tests/data/numbers.parquet');
CREATE TABLE c(n BIGINT NOT NULL, t TEXT);
INSERT INTO c(rowid, n, t) SELECT rowid, n, t FROM v;

-- 5
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 5),
    (SELECT count(*) FROM v WHERE rowid < 5),
    (SELECT count(*) FROM v WHERE rowid <= 5),
    (SELECT count(*) FROM v WHERE rowid > 5),
    (SELECT count(*) FROM v WHERE rowid >= 5),
    (SELECT count(*) FROM v WHERE rowid IS 5);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 5),
    (SELECT count(*) FROM c WHERE rowid < 5),
    (SELECT count(*) FROM c WHERE rowid <= 5),
    (SELECT count(*) FROM c WHERE rowid > 5),
    (SELECT count(*) FROM c WHERE rowid >= 5),
    (SELECT count(*) FROM c WHERE rowid IS 5);
-- 5.0
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 5.0),
    (SELECT count(*) FROM v WHERE rowid < 5.0),
    (SELECT count(*) FROM v WHERE rowid <= 5.0),
    (SELECT count(*) FROM v WHERE rowid > 5.0),
    (SELECT count(*) FROM v WHERE rowid >= 5.0),
    (SELECT count(*) FROM v WHERE rowid IS 5.0);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 5.0),
    (SELECT count(*) FROM c WHERE rowid < 5.0),
    (SELECT count(*) FROM c WHERE rowid <= 5.0),
    (SELECT count(*) FROM c WHERE rowid > 5.0),
    (SELECT count(*) FROM c WHERE rowid >= 5.0),
    (SELECT count(*) FROM c WHERE rowid IS 5.0);
-- 5.5
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 5.5),
    (SELECT count(*) FROM v WHERE rowid < 5.5),
    (SELECT count(*) FROM v WHERE rowid <= 5.5),
    (SELECT count(*) FROM v WHERE rowid > 5.5),
    (SELECT count(*) FROM v WHERE rowid >= 5.5),
    (SELECT count(*) FROM v WHERE rowid IS 5.5);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 5.5),
    (SELECT count(*) FROM c WHERE rowid < 5.5),
    (SELECT count(*) FROM c WHERE rowid <= 5.5),
    (SELECT count(*) FROM c WHERE rowid > 5.5),
    (SELECT count(*) FROM c WHERE rowid >= 5.5),
    (SELECT count(*) FROM c WHERE rowid IS 5.5);
-- -0.0
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = -0.0),
    (SELECT count(*) FROM v WHERE rowid < -0.0),
    (SELECT count(*) FROM v WHERE rowid <= -0.0),
    (SELECT count(*) FROM v WHERE rowid > -0.0),
    (SELECT count(*) FROM v WHERE rowid >= -0.0),
    (SELECT count(*) FROM v WHERE rowid IS -0.0);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = -0.0),
    (SELECT count(*) FROM c WHERE rowid < -0.0),
    (SELECT count(*) FROM c WHERE rowid <= -0.0),
    (SELECT count(*) FROM c WHERE rowid > -0.0),
    (SELECT count(*) FROM c WHERE rowid >= -0.0),
    (SELECT count(*) FROM c WHERE rowid IS -0.0);
-- 0.5
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 0.5),
    (SELECT count(*) FROM v WHERE rowid < 0.5),
    (SELECT count(*) FROM v WHERE rowid <= 0.5),
    (SELECT count(*) FROM v WHERE rowid > 0.5),
    (SELECT count(*) FROM v WHERE rowid >= 0.5),
    (SELECT count(*) FROM v WHERE rowid IS 0.5);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 0.5),
    (SELECT count(*) FROM c WHERE rowid < 0.5),
    (SELECT count(*) FROM c WHERE rowid <= 0.5),
    (SELECT count(*) FROM c WHERE rowid > 0.5),
    (SELECT count(*) FROM c WHERE rowid >= 0.5),
    (SELECT count(*) FROM c WHERE rowid IS 0.5);
-- 999.9999999999999
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 999.9999999999999),
    (SELECT count(*) FROM v WHERE rowid < 999.9999999999999),
    (SELECT count(*) FROM v WHERE rowid <= 999.9999999999999),
    (SELECT count(*) FROM v WHERE rowid > 999.9999999999999),
    (SELECT count(*) FROM v WHERE rowid >= 999.9999999999999),
    (SELECT count(*) FROM v WHERE rowid IS 999.9999999999999);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 999.9999999999999),
    (SELECT count(*) FROM c WHERE rowid < 999.9999999999999),
    (SELECT count(*) FROM c WHERE rowid <= 999.9999999999999),
    (SELECT count(*) FROM c WHERE rowid > 999.9999999999999),
    (SELECT count(*) FROM c WHERE rowid >= 999.9999999999999),
    (SELECT count(*) FROM c WHERE rowid IS 999.9999999999999);
-- '5'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5'),
    (SELECT count(*) FROM v WHERE rowid < '5'),
    (SELECT count(*) FROM v WHERE rowid <= '5'),
    (SELECT count(*) FROM v WHERE rowid > '5'),
    (SELECT count(*) FROM v WHERE rowid >= '5'),
    (SELECT count(*) FROM v WHERE rowid IS '5');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5'),
    (SELECT count(*) FROM c WHERE rowid < '5'),
    (SELECT count(*) FROM c WHERE rowid <= '5'),
    (SELECT count(*) FROM c WHERE rowid > '5'),
    (SELECT count(*) FROM c WHERE rowid >= '5'),
    (SELECT count(*) FROM c WHERE rowid IS '5');
-- ' 5 '
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = ' 5 '),
    (SELECT count(*) FROM v WHERE rowid < ' 5 '),
    (SELECT count(*) FROM v WHERE rowid <= ' 5 '),
    (SELECT count(*) FROM v WHERE rowid > ' 5 '),
    (SELECT count(*) FROM v WHERE rowid >= ' 5 '),
    (SELECT count(*) FROM v WHERE rowid IS ' 5 ');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = ' 5 '),
    (SELECT count(*) FROM c WHERE rowid < ' 5 '),
    (SELECT count(*) FROM c WHERE rowid <= ' 5 '),
    (SELECT count(*) FROM c WHERE rowid > ' 5 '),
    (SELECT count(*) FROM c WHERE rowid >= ' 5 '),
    (SELECT count(*) FROM c WHERE rowid IS ' 5 ');
-- '5.0'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5.0'),
    (SELECT count(*) FROM v WHERE rowid < '5.0'),
    (SELECT count(*) FROM v WHERE rowid <= '5.0'),
    (SELECT count(*) FROM v WHERE rowid > '5.0'),
    (SELECT count(*) FROM v WHERE rowid >= '5.0'),
    (SELECT count(*) FROM v WHERE rowid IS '5.0');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5.0'),
    (SELECT count(*) FROM c WHERE rowid < '5.0'),
    (SELECT count(*) FROM c WHERE rowid <= '5.0'),
    (SELECT count(*) FROM c WHERE rowid > '5.0'),
    (SELECT count(*) FROM c WHERE rowid >= '5.0'),
    (SELECT count(*) FROM c WHERE rowid IS '5.0');
-- '5e0'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5e0'),
    (SELECT count(*) FROM v WHERE rowid < '5e0'),
    (SELECT count(*) FROM v WHERE rowid <= '5e0'),
    (SELECT count(*) FROM v WHERE rowid > '5e0'),
    (SELECT count(*) FROM v WHERE rowid >= '5e0'),
    (SELECT count(*) FROM v WHERE rowid IS '5e0');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5e0'),
    (SELECT count(*) FROM c WHERE rowid < '5e0'),
    (SELECT count(*) FROM c WHERE rowid <= '5e0'),
    (SELECT count(*) FROM c WHERE rowid > '5e0'),
    (SELECT count(*) FROM c WHERE rowid >= '5e0'),
    (SELECT count(*) FROM c WHERE rowid IS '5e0');
-- '5.5'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5.5'),
    (SELECT count(*) FROM v WHERE rowid < '5.5'),
    (SELECT count(*) FROM v WHERE rowid <= '5.5'),
    (SELECT count(*) FROM v WHERE rowid > '5.5'),
    (SELECT count(*) FROM v WHERE rowid >= '5.5'),
    (SELECT count(*) FROM v WHERE rowid IS '5.5');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5.5'),
    (SELECT count(*) FROM c WHERE rowid < '5.5'),
    (SELECT count(*) FROM c WHERE rowid <= '5.5'),
    (SELECT count(*) FROM c WHERE rowid > '5.5'),
    (SELECT count(*) FROM c WHERE rowid >= '5.5'),
    (SELECT count(*) FROM c WHERE rowid IS '5.5');
-- '0x5'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '0x5'),
    (SELECT count(*) FROM v WHERE rowid < '0x5'),
    (SELECT count(*) FROM v WHERE rowid <= '0x5'),
    (SELECT count(*) FROM v WHERE rowid > '0x5'),
    (SELECT count(*) FROM v WHERE rowid >= '0x5'),
    (SELECT count(*) FROM v WHERE rowid IS '0x5');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '0x5'),
    (SELECT count(*) FROM c WHERE rowid < '0x5'),
    (SELECT count(*) FROM c WHERE rowid <= '0x5'),
    (SELECT count(*) FROM c WHERE rowid > '0x5'),
    (SELECT count(*) FROM c WHERE rowid >= '0x5'),
    (SELECT count(*) FROM c WHERE rowid IS '0x5');
-- '5abc'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5abc'),
    (SELECT count(*) FROM v WHERE rowid < '5abc'),
    (SELECT count(*) FROM v WHERE rowid <= '5abc'),
    (SELECT count(*) FROM v WHERE rowid > '5abc'),
    (SELECT count(*) FROM v WHERE rowid >= '5abc'),
    (SELECT count(*) FROM v WHERE rowid IS '5abc');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5abc'),
    (SELECT count(*) FROM c WHERE rowid < '5abc'),
    (SELECT count(*) FROM c WHERE rowid <= '5abc'),
    (SELECT count(*) FROM c WHERE rowid > '5abc'),
    (SELECT count(*) FROM c WHERE rowid >= '5abc'),
    (SELECT count(*) FROM c WHERE rowid IS '5abc');
-- 'abc'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 'abc'),
    (SELECT count(*) FROM v WHERE rowid < 'abc'),
    (SELECT count(*) FROM v WHERE rowid <= 'abc'),
    (SELECT count(*) FROM v WHERE rowid > 'abc'),
    (SELECT count(*) FROM v WHERE rowid >= 'abc'),
    (SELECT count(*) FROM v WHERE rowid IS 'abc');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 'abc'),
    (SELECT count(*) FROM c WHERE rowid < 'abc'),
    (SELECT count(*) FROM c WHERE rowid <= 'abc'),
    (SELECT count(*) FROM c WHERE rowid > 'abc'),
    (SELECT count(*) FROM c WHERE rowid >= 'abc'),
    (SELECT count(*) FROM c WHERE rowid IS 'abc');
-- ''
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = ''),
    (SELECT count(*) FROM v WHERE rowid < ''),
    (SELECT count(*) FROM v WHERE rowid <= ''),
    (SELECT count(*) FROM v WHERE rowid > ''),
    (SELECT count(*) FROM v WHERE rowid >= ''),
    (SELECT count(*) FROM v WHERE rowid IS '');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = ''),
    (SELECT count(*) FROM c WHERE rowid < ''),
    (SELECT count(*) FROM c WHERE rowid <= ''),
    (SELECT count(*) FROM c WHERE rowid > ''),
    (SELECT count(*) FROM c WHERE rowid >= ''),
    (SELECT count(*) FROM c WHERE rowid IS '');
-- NULL
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = NULL),
    (SELECT count(*) FROM v WHERE rowid < NULL),
    (SELECT count(*) FROM v WHERE rowid <= NULL),
    (SELECT count(*) FROM v WHERE rowid > NULL),
    (SELECT count(*) FROM v WHERE rowid >= NULL),
    (SELECT count(*) FROM v WHERE rowid IS NULL);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = NULL),
    (SELECT count(*) FROM c WHERE rowid < NULL),
    (SELECT count(*) FROM c WHERE rowid <= NULL),
    (SELECT count(*) FROM c WHERE rowid > NULL),
    (SELECT count(*) FROM c WHERE rowid >= NULL),
    (SELECT count(*) FROM c WHERE rowid IS NULL);
-- X'35'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = X'35'),
    (SELECT count(*) FROM v WHERE rowid < X'35'),
    (SELECT count(*) FROM v WHERE rowid <= X'35'),
    (SELECT count(*) FROM v WHERE rowid > X'35'),
    (SELECT count(*) FROM v WHERE rowid >= X'35'),
    (SELECT count(*) FROM v WHERE rowid IS X'35');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = X'35'),
    (SELECT count(*) FROM c WHERE rowid < X'35'),
    (SELECT count(*) FROM c WHERE rowid <= X'35'),
    (SELECT count(*) FROM c WHERE rowid > X'35'),
    (SELECT count(*) FROM c WHERE rowid >= X'35'),
    (SELECT count(*) FROM c WHERE rowid IS X'35');
-- X''
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = X''),
    (SELECT count(*) FROM v WHERE rowid < X''),
    (SELECT count(*) FROM v WHERE rowid <= X''),
    (SELECT count(*) FROM v WHERE rowid > X''),
    (SELECT count(*) FROM v WHERE rowid >= X''),
    (SELECT count(*) FROM v WHERE rowid IS X'');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = X''),
    (SELECT count(*) FROM c WHERE rowid < X''),
    (SELECT count(*) FROM c WHERE rowid <= X''),
    (SELECT count(*) FROM c WHERE rowid > X''),
    (SELECT count(*) FROM c WHERE rowid >= X''),
    (SELECT count(*) FROM c WHERE rowid IS X'');
-- 0x10
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 0x10),
    (SELECT count(*) FROM v WHERE rowid < 0x10),
    (SELECT count(*) FROM v WHERE rowid <= 0x10),
    (SELECT count(*) FROM v WHERE rowid > 0x10),
    (SELECT count(*) FROM v WHERE rowid >= 0x10),
    (SELECT count(*) FROM v WHERE rowid IS 0x10);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 0x10),
    (SELECT count(*) FROM c WHERE rowid < 0x10),
    (SELECT count(*) FROM c WHERE rowid <= 0x10),
    (SELECT count(*) FROM c WHERE rowid > 0x10),
    (SELECT count(*) FROM c WHERE rowid >= 0x10),
    (SELECT count(*) FROM c WHERE rowid IS 0x10);
-- 9223372036854775807
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 9223372036854775807),
    (SELECT count(*) FROM v WHERE rowid < 9223372036854775807),
    (SELECT count(*) FROM v WHERE rowid <= 9223372036854775807),
    (SELECT count(*) FROM v WHERE rowid > 9223372036854775807),
    (SELECT count(*) FROM v WHERE rowid >= 9223372036854775807),
    (SELECT count(*) FROM v WHERE rowid IS 9223372036854775807);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 9223372036854775807),
    (SELECT count(*) FROM c WHERE rowid < 9223372036854775807),
    (SELECT count(*) FROM c WHERE rowid <= 9223372036854775807),
    (SELECT count(*) FROM c WHERE rowid > 9223372036854775807),
    (SELECT count(*) FROM c WHERE rowid >= 9223372036854775807),
    (SELECT count(*) FROM c WHERE rowid IS 9223372036854775807);
-- -9223372036854775808
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = -9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid < -9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid <= -9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid > -9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid >= -9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid IS -9223372036854775808);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = -9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid < -9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid <= -9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid > -9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid >= -9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid IS -9223372036854775808);
-- 9223372036854775808
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid < 9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid <= 9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid > 9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid >= 9223372036854775808),
    (SELECT count(*) FROM v WHERE rowid IS 9223372036854775808);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid < 9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid <= 9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid > 9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid >= 9223372036854775808),
    (SELECT count(*) FROM c WHERE rowid IS 9223372036854775808);
-- -9223372036854775809
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = -9223372036854775809),
    (SELECT count(*) FROM v WHERE rowid < -9223372036854775809),
    (SELECT count(*) FROM v WHERE rowid <= -9223372036854775809),
    (SELECT count(*) FROM v WHERE rowid > -9223372036854775809),
    (SELECT count(*) FROM v WHERE rowid >= -9223372036854775809),
    (SELECT count(*) FROM v WHERE rowid IS -9223372036854775809);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = -9223372036854775809),
    (SELECT count(*) FROM c WHERE rowid < -9223372036854775809),
    (SELECT count(*) FROM c WHERE rowid <= -9223372036854775809),
    (SELECT count(*) FROM c WHERE rowid > -9223372036854775809),
    (SELECT count(*) FROM c WHERE rowid >= -9223372036854775809),
    (SELECT count(*) FROM c WHERE rowid IS -9223372036854775809);
-- 1e300
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 1e300),
    (SELECT count(*) FROM v WHERE rowid < 1e300),
    (SELECT count(*) FROM v WHERE rowid <= 1e300),
    (SELECT count(*) FROM v WHERE rowid > 1e300),
    (SELECT count(*) FROM v WHERE rowid >= 1e300),
    (SELECT count(*) FROM v WHERE rowid IS 1e300);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 1e300),
    (SELECT count(*) FROM c WHERE rowid < 1e300),
    (SELECT count(*) FROM c WHERE rowid <= 1e300),
    (SELECT count(*) FROM c WHERE rowid > 1e300),
    (SELECT count(*) FROM c WHERE rowid >= 1e300),
    (SELECT count(*) FROM c WHERE rowid IS 1e300);
-- -1e300
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = -1e300),
    (SELECT count(*) FROM v WHERE rowid < -1e300),
    (SELECT count(*) FROM v WHERE rowid <= -1e300),
    (SELECT count(*) FROM v WHERE rowid > -1e300),
    (SELECT count(*) FROM v WHERE rowid >= -1e300),
    (SELECT count(*) FROM v WHERE rowid IS -1e300);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = -1e300),
    (SELECT count(*) FROM c WHERE rowid < -1e300),
    (SELECT count(*) FROM c WHERE rowid <= -1e300),
    (SELECT count(*) FROM c WHERE rowid > -1e300),
    (SELECT count(*) FROM c WHERE rowid >= -1e300),
    (SELECT count(*) FROM c WHERE rowid IS -1e300);
-- 9e999
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 9e999),
    (SELECT count(*) FROM v WHERE rowid < 9e999),
    (SELECT count(*) FROM v WHERE rowid <= 9e999),
    (SELECT count(*) FROM v WHERE rowid > 9e999),
    (SELECT count(*) FROM v WHERE rowid >= 9e999),
    (SELECT count(*) FROM v WHERE rowid IS 9e999);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 9e999),
    (SELECT count(*) FROM c WHERE rowid < 9e999),
    (SELECT count(*) FROM c WHERE rowid <= 9e999),
    (SELECT count(*) FROM c WHERE rowid > 9e999),
    (SELECT count(*) FROM c WHERE rowid >= 9e999),
    (SELECT count(*) FROM c WHERE rowid IS 9e999);
-- -9e999
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = -9e999),
    (SELECT count(*) FROM v WHERE rowid < -9e999),
    (SELECT count(*) FROM v WHERE rowid <= -9e999),
    (SELECT count(*) FROM v WHERE rowid > -9e999),
    (SELECT count(*) FROM v WHERE rowid >= -9e999),
    (SELECT count(*) FROM v WHERE rowid IS -9e999);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = -9e999),
    (SELECT count(*) FROM c WHERE rowid < -9e999),
    (SELECT count(*) FROM c WHERE rowid <= -9e999),
    (SELECT count(*) FROM c WHERE rowid > -9e999),
    (SELECT count(*) FROM c WHERE rowid >= -9e999),
    (SELECT count(*) FROM c WHERE rowid IS -9e999);
-- '9223372036854775807'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '9223372036854775807'),
    (SELECT count(*) FROM v WHERE rowid < '9223372036854775807'),
    (SELECT count(*) FROM v WHERE rowid <= '9223372036854775807'),
    (SELECT count(*) FROM v WHERE rowid > '9223372036854775807'),
    (SELECT count(*) FROM v WHERE rowid >= '9223372036854775807'),
    (SELECT count(*) FROM v WHERE rowid IS '9223372036854775807');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '9223372036854775807'),
    (SELECT count(*) FROM c WHERE rowid < '9223372036854775807'),
    (SELECT count(*) FROM c WHERE rowid <= '9223372036854775807'),
    (SELECT count(*) FROM c WHERE rowid > '9223372036854775807'),
    (SELECT count(*) FROM c WHERE rowid >= '9223372036854775807'),
    (SELECT count(*) FROM c WHERE rowid IS '9223372036854775807');
-- '9223372036854775808'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '9223372036854775808'),
    (SELECT count(*) FROM v WHERE rowid < '9223372036854775808'),
    (SELECT count(*) FROM v WHERE rowid <= '9223372036854775808'),
    (SELECT count(*) FROM v WHERE rowid > '9223372036854775808'),
    (SELECT count(*) FROM v WHERE rowid >= '9223372036854775808'),
    (SELECT count(*) FROM v WHERE rowid IS '9223372036854775808');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '9223372036854775808'),
    (SELECT count(*) FROM c WHERE rowid < '9223372036854775808'),
    (SELECT count(*) FROM c WHERE rowid <= '9223372036854775808'),
    (SELECT count(*) FROM c WHERE rowid > '9223372036854775808'),
    (SELECT count(*) FROM c WHERE rowid >= '9223372036854775808'),
    (SELECT count(*) FROM c WHERE rowid IS '9223372036854775808');
-- '1e999'
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '1e999'),
    (SELECT count(*) FROM v WHERE rowid < '1e999'),
    (SELECT count(*) FROM v WHERE rowid <= '1e999'),
    (SELECT count(*) FROM v WHERE rowid > '1e999'),
    (SELECT count(*) FROM v WHERE rowid >= '1e999'),
    (SELECT count(*) FROM v WHERE rowid IS '1e999');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '1e999'),
    (SELECT count(*) FROM c WHERE rowid < '1e999'),
    (SELECT count(*) FROM c WHERE rowid <= '1e999'),
    (SELECT count(*) FROM c WHERE rowid > '1e999'),
    (SELECT count(*) FROM c WHERE rowid >= '1e999'),
    (SELECT count(*) FROM c WHERE rowid IS '1e999');
-- TRUE
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = TRUE),
    (SELECT count(*) FROM v WHERE rowid < TRUE),
    (SELECT count(*) FROM v WHERE rowid <= TRUE),
    (SELECT count(*) FROM v WHERE rowid > TRUE),
    (SELECT count(*) FROM v WHERE rowid >= TRUE),
    (SELECT count(*) FROM v WHERE rowid IS TRUE);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = TRUE),
    (SELECT count(*) FROM c WHERE rowid < TRUE),
    (SELECT count(*) FROM c WHERE rowid <= TRUE),
    (SELECT count(*) FROM c WHERE rowid > TRUE),
    (SELECT count(*) FROM c WHERE rowid >= TRUE),
    (SELECT count(*) FROM c WHERE rowid IS TRUE);
-- CAST('5' AS TEXT)
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = CAST('5' AS TEXT)),
    (SELECT count(*) FROM v WHERE rowid < CAST('5' AS TEXT)),
    (SELECT count(*) FROM v WHERE rowid <= CAST('5' AS TEXT)),
    (SELECT count(*) FROM v WHERE rowid > CAST('5' AS TEXT)),
    (SELECT count(*) FROM v WHERE rowid >= CAST('5' AS TEXT)),
    (SELECT count(*) FROM v WHERE rowid IS CAST('5' AS TEXT));
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = CAST('5' AS TEXT)),
    (SELECT count(*) FROM c WHERE rowid < CAST('5' AS TEXT)),
    (SELECT count(*) FROM c WHERE rowid <= CAST('5' AS TEXT)),
    (SELECT count(*) FROM c WHERE rowid > CAST('5' AS TEXT)),
    (SELECT count(*) FROM c WHERE rowid >= CAST('5' AS TEXT)),
    (SELECT count(*) FROM c WHERE rowid IS CAST('5' AS TEXT));
-- CAST(5 AS BLOB)
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = CAST(5 AS BLOB)),
    (SELECT count(*) FROM v WHERE rowid < CAST(5 AS BLOB)),
    (SELECT count(*) FROM v WHERE rowid <= CAST(5 AS BLOB)),
    (SELECT count(*) FROM v WHERE rowid > CAST(5 AS BLOB)),
    (SELECT count(*) FROM v WHERE rowid >= CAST(5 AS BLOB)),
    (SELECT count(*) FROM v WHERE rowid IS CAST(5 AS BLOB));
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = CAST(5 AS BLOB)),
    (SELECT count(*) FROM c WHERE rowid < CAST(5 AS BLOB)),
    (SELECT count(*) FROM c WHERE rowid <= CAST(5 AS BLOB)),
    (SELECT count(*) FROM c WHERE rowid > CAST(5 AS BLOB)),
    (SELECT count(*) FROM c WHERE rowid >= CAST(5 AS BLOB)),
    (SELECT count(*) FROM c WHERE rowid IS CAST(5 AS BLOB));
-- CAST('5' AS REAL)
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = CAST('5' AS REAL)),
    (SELECT count(*) FROM v WHERE rowid < CAST('5' AS REAL)),
    (SELECT count(*) FROM v WHERE rowid <= CAST('5' AS REAL)),
    (SELECT count(*) FROM v WHERE rowid > CAST('5' AS REAL)),
    (SELECT count(*) FROM v WHERE rowid >= CAST('5' AS REAL)),
    (SELECT count(*) FROM v WHERE rowid IS CAST('5' AS REAL));
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = CAST('5' AS REAL)),
    (SELECT count(*) FROM c WHERE rowid < CAST('5' AS REAL)),
    (SELECT count(*) FROM c WHERE rowid <= CAST('5' AS REAL)),
    (SELECT count(*) FROM c WHERE rowid > CAST('5' AS REAL)),
    (SELECT count(*) FROM c WHERE rowid >= CAST('5' AS REAL)),
    (SELECT count(*) FROM c WHERE rowid IS CAST('5' AS REAL));
-- '5' || ''
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = '5' || ''),
    (SELECT count(*) FROM v WHERE rowid < '5' || ''),
    (SELECT count(*) FROM v WHERE rowid <= '5' || ''),
    (SELECT count(*) FROM v WHERE rowid > '5' || ''),
    (SELECT count(*) FROM v WHERE rowid >= '5' || ''),
    (SELECT count(*) FROM v WHERE rowid IS '5' || '');
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = '5' || ''),
    (SELECT count(*) FROM c WHERE rowid < '5' || ''),
    (SELECT count(*) FROM c WHERE rowid <= '5' || ''),
    (SELECT count(*) FROM c WHERE rowid > '5' || ''),
    (SELECT count(*) FROM c WHERE rowid >= '5' || ''),
    (SELECT count(*) FROM c WHERE rowid IS '5' || '');
-- 5 + 0.5
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = 5 + 0.5),
    (SELECT count(*) FROM v WHERE rowid < 5 + 0.5),
    (SELECT count(*) FROM v WHERE rowid <= 5 + 0.5),
    (SELECT count(*) FROM v WHERE rowid > 5 + 0.5),
    (SELECT count(*) FROM v WHERE rowid >= 5 + 0.5),
    (SELECT count(*) FROM v WHERE rowid IS 5 + 0.5);
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = 5 + 0.5),
    (SELECT count(*) FROM c WHERE rowid < 5 + 0.5),
    (SELECT count(*) FROM c WHERE rowid <= 5 + 0.5),
    (SELECT count(*) FROM c WHERE rowid > 5 + 0.5),
    (SELECT count(*) FROM c WHERE rowid >= 5 + 0.5),
    (SELECT count(*) FROM c WHERE rowid IS 5 + 0.5);
-- (SELECT '5')
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = (SELECT '5')),
    (SELECT count(*) FROM v WHERE rowid < (SELECT '5')),
    (SELECT count(*) FROM v WHERE rowid <= (SELECT '5')),
    (SELECT count(*) FROM v WHERE rowid > (SELECT '5')),
    (SELECT count(*) FROM v WHERE rowid >= (SELECT '5')),
    (SELECT count(*) FROM v WHERE rowid IS (SELECT '5'));
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = (SELECT '5')),
    (SELECT count(*) FROM c WHERE rowid < (SELECT '5')),
    (SELECT count(*) FROM c WHERE rowid <= (SELECT '5')),
    (SELECT count(*) FROM c WHERE rowid > (SELECT '5')),
    (SELECT count(*) FROM c WHERE rowid >= (SELECT '5')),
    (SELECT count(*) FROM c WHERE rowid IS (SELECT '5'));
-- (SELECT NULL)
SELECT 'v', (SELECT count(*) FROM v WHERE rowid = (SELECT NULL)),
    (SELECT count(*) FROM v WHERE rowid < (SELECT NULL)),
    (SELECT count(*) FROM v WHERE rowid <= (SELECT NULL)),
    (SELECT count(*) FROM v WHERE rowid > (SELECT NULL)),
    (SELECT count(*) FROM v WHERE rowid >= (SELECT NULL)),
    (SELECT count(*) FROM v WHERE rowid IS (SELECT NULL));
SELECT 'c', (SELECT count(*) FROM c WHERE rowid = (SELECT NULL)),
    (SELECT count(*) FROM c WHERE rowid < (SELECT NULL)),
    (SELECT count(*) FROM c WHERE rowid <= (SELECT NULL)),
    (SELECT count(*) FROM c WHERE rowid > (SELECT NULL)),
    (SELECT count(*) FROM c WHERE rowid >= (SELECT NULL)),
    (SELECT count(*) FROM c WHERE rowid IS (SELECT NULL));

-- The other operators.
SELECT 'v', count(*), sum(n) FROM v WHERE rowid <> 5.0;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid <> 5.0;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid <> '5';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid <> '5';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid <> 'x';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid <> 'x';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid <> NULL;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid <> NULL;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid IS NOT 5.0;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid IS NOT 5.0;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid IS NOT '5';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid IS NOT '5';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid IS NOT NULL;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid IS NOT NULL;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid IN (5, 5.0, '5', 7.5, '8.0', 'x', X'39', NULL);
SELECT 'c', count(*), sum(n) FROM c WHERE rowid IN (5, 5.0, '5', 7.5, '8.0', 'x', X'39', NULL);
SELECT 'v', count(*), sum(n) FROM v WHERE rowid NOT IN (5, '6', 7.0);
SELECT 'c', count(*), sum(n) FROM c WHERE rowid NOT IN (5, '6', 7.0);
SELECT 'v', count(*), sum(n) FROM v WHERE rowid NOT IN (5, NULL);
SELECT 'c', count(*), sum(n) FROM c WHERE rowid NOT IN (5, NULL);
SELECT 'v', count(*), sum(n) FROM v WHERE rowid BETWEEN '5' AND 7.5;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid BETWEEN '5' AND 7.5;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid BETWEEN 4.5 AND 'x';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid BETWEEN 4.5 AND 'x';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid BETWEEN NULL AND 5;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid BETWEEN NULL AND 5;
SELECT 'v', count(*), sum(n) FROM v WHERE '5' = rowid;
SELECT 'c', count(*), sum(n) FROM c WHERE '5' = rowid;
SELECT 'v', count(*), sum(n) FROM v WHERE 5.5 > rowid;
SELECT 'c', count(*), sum(n) FROM c WHERE 5.5 > rowid;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid = +5;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid = +5;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid + 0 = '5';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid + 0 = '5';
SELECT 'v', count(*), sum(n) FROM v WHERE +rowid = '5';
SELECT 'c', count(*), sum(n) FROM c WHERE +rowid = '5';
SELECT 'v', count(*), sum(n) FROM v WHERE CAST(rowid AS TEXT) = '5';
SELECT 'c', count(*), sum(n) FROM c WHERE CAST(rowid AS TEXT) = '5';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid LIKE '5_';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid LIKE '5_';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid GLOB '99*';
SELECT 'c', count(*), sum(n) FROM c WHERE rowid GLOB '99*';
SELECT 'v', count(*), sum(n) FROM v WHERE rowid = n AND n = 5.0;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid = n AND n = 5.0;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid = t;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid = t;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid < t;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid < t;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid;
SELECT 'v', count(*), sum(n) FROM v WHERE NOT rowid;
SELECT 'c', count(*), sum(n) FROM c WHERE NOT rowid;
SELECT 'v', count(*), sum(n) FROM v WHERE rowid IS TRUE;
SELECT 'c', count(*), sum(n) FROM c WHERE rowid IS TRUE;

-- Operands from a table: without affinity, and of each affinity.
CREATE TABLE operand(id INTEGER PRIMARY KEY, none, t TEXT, i INTEGER, r REAL, b BLOB);
INSERT INTO operand(none) VALUES(5), (5.0), (5.5), ('5'), (' 5 '), ('5x'), ('x'), (''), (NULL), (X'35'),
    (9223372036854775807), (-9223372036854775808), (9223372036854775808.0), (-1e300), (9e999);
UPDATE operand SET t = none, i = none, r = none, b = none;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid = o.none)),
    group_concat((SELECT count(*) FROM c WHERE rowid = o.none))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid < o.none)),
    group_concat((SELECT count(*) FROM c WHERE rowid < o.none))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid >= o.none)),
    group_concat((SELECT count(*) FROM c WHERE rowid >= o.none))
    FROM operand o;
SELECT (SELECT group_concat(n) FROM v WHERE rowid IN (SELECT none FROM operand)), (SELECT group_concat(n) FROM c WHERE rowid IN (SELECT none FROM operand));
SELECT group_concat((SELECT count(*) FROM v WHERE rowid = o.t)),
    group_concat((SELECT count(*) FROM c WHERE rowid = o.t))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid < o.t)),
    group_concat((SELECT count(*) FROM c WHERE rowid < o.t))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid >= o.t)),
    group_concat((SELECT count(*) FROM c WHERE rowid >= o.t))
    FROM operand o;
SELECT (SELECT group_concat(n) FROM v WHERE rowid IN (SELECT t FROM operand)), (SELECT group_concat(n) FROM c WHERE rowid IN (SELECT t FROM operand));
SELECT group_concat((SELECT count(*) FROM v WHERE rowid = o.i)),
    group_concat((SELECT count(*) FROM c WHERE rowid = o.i))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid < o.i)),
    group_concat((SELECT count(*) FROM c WHERE rowid < o.i))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid >= o.i)),
    group_concat((SELECT count(*) FROM c WHERE rowid >= o.i))
    FROM operand o;
SELECT (SELECT group_concat(n) FROM v WHERE rowid IN (SELECT i FROM operand)), (SELECT group_concat(n) FROM c WHERE rowid IN (SELECT i FROM operand));
SELECT group_concat((SELECT count(*) FROM v WHERE rowid = o.r)),
    group_concat((SELECT count(*) FROM c WHERE rowid = o.r))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid < o.r)),
    group_concat((SELECT count(*) FROM c WHERE rowid < o.r))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid >= o.r)),
    group_concat((SELECT count(*) FROM c WHERE rowid >= o.r))
    FROM operand o;
SELECT (SELECT group_concat(n) FROM v WHERE rowid IN (SELECT r FROM operand)), (SELECT group_concat(n) FROM c WHERE rowid IN (SELECT r FROM operand));
SELECT group_concat((SELECT count(*) FROM v WHERE rowid = o.b)),
    group_concat((SELECT count(*) FROM c WHERE rowid = o.b))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid < o.b)),
    group_concat((SELECT count(*) FROM c WHERE rowid < o.b))
    FROM operand o;
SELECT group_concat((SELECT count(*) FROM v WHERE rowid >= o.b)),
    group_concat((SELECT count(*) FROM c WHERE rowid >= o.b))
    FROM operand o;
SELECT (SELECT group_concat(n) FROM v WHERE rowid IN (SELECT b FROM operand)), (SELECT group_concat(n) FROM c WHERE rowid IN (SELECT b FROM operand));
