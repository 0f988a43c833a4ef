--! utf16
-- parquet_summarize() in a UTF-16 database: the least and greatest text are those of the table,
-- which compares bytes of UTF-16. Bounds in a file are those of UTF-8, so exact=off knows none.
SELECT hex(CAST('a' AS BLOB));
CREATE TABLE texts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    SELECT i, char(1 + (i * 7919) % 200, 1 + (i * 31) % 700) AS c0, char(1 + (i * 8023) % 700, 1 + (i * 32) % 700) AS c1, char(1 + (i * 8127) % 5000, 1 + (i * 33) % 700) AS c2, char(1 + (i * 8231) % 70000, 1 + (i * 34) % 700) AS c3, char(1 + (i * 8335) % 70000, 1 + (i * 35) % 700) AS c4, char(1 + (i * 8439) % 1000000, 1 + (i * 36) % 700) AS c5, char(1 + (i * 8543) % 1114000, 1 + (i * 37) % 700) AS c6, char(1 + (i * 8647) % 65535, 1 + (i * 38) % 700) AS c7 FROM n;
SELECT parquet_write('${TESTTMP}/texts.parquet', 'texts');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/texts.parquet');
CREATE TABLE extremes AS SELECT 'c0' AS name, min(c0) AS a, max(c0) AS b FROM t UNION ALL SELECT 'c1' AS name, min(c1) AS a, max(c1) AS b FROM t UNION ALL SELECT 'c2' AS name, min(c2) AS a, max(c2) AS b FROM t UNION ALL SELECT 'c3' AS name, min(c3) AS a, max(c3) AS b FROM t UNION ALL SELECT 'c4' AS name, min(c4) AS a, max(c4) AS b FROM t UNION ALL SELECT 'c5' AS name, min(c5) AS a, max(c5) AS b FROM t UNION ALL SELECT 'c6' AS name, min(c6) AS a, max(c6) AS b FROM t UNION ALL SELECT 'c7' AS name, min(c7) AS a, max(c7) AS b FROM t;
SELECT count(*), count(DISTINCT a), count(DISTINCT b) FROM extremes;
SELECT * FROM extremes AS e JOIN parquet_summarize('${TESTTMP}/texts.parquet') AS s ON s.column_name = e.name WHERE e.a IS NOT s.min OR e.b IS NOT s.max;
SELECT column_name, min, max, null_percentage FROM parquet_summarize('${TESTTMP}/texts.parquet', 'exact=off') WHERE column_name IN ('i', 'c0');
SELECT column_name, min, max FROM parquet_summarize('testdata/trips.parquet') WHERE column_name IN ('vendor', 'pickup_at');
SELECT column_name, min, max FROM parquet_summarize('testdata/trips.parquet', 'exact=off') WHERE column_name IN ('vendor', 'pickup_at');
-- Of U+FFFE, SQLite makes U+FFFD.
SELECT parquet_write('${TESTTMP}/none.parquet', 'SELECT x''EFBFBE61'' AS x UNION ALL SELECT x''EFBFBD62'' UNION ALL SELECT x''EFBFBD5F''', 'types=x=STRING');
SELECT hex(min), hex(max) FROM parquet_summarize('${TESTTMP}/none.parquet');
