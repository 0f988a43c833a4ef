-- Joins and correlated subqueries whose inner table is Parquet return the rows of ordinary
-- tables.  Where the inner table is scanned again and again, its rows are kept in memory
-- and looked up: looked_up is 1.  Each query counts its rows, and those that differ: none.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 3000)
SELECT n,
       nullif(n * 7919 % 701, 13) AS k,
       CASE n % 11
           WHEN 0 THEN NULL
           WHEN 1 THEN 'a' || (n % 97)
           WHEN 2 THEN 'A' || (n % 97)
           WHEN 3 THEN 'a' || (n % 97) || '  '
           WHEN 4 THEN CAST(n % 97 AS TEXT)
           WHEN 5 THEN ' ' || (n % 97) || '.0'
           WHEN 6 THEN '0' || (n % 97)
           WHEN 7 THEN (n % 97) || 'e0'
           WHEN 8 THEN '1e999'
           WHEN 9 THEN 'b' || char(0) || (n % 5)
           ELSE 'B' || char(0) || (n % 5)
       END AS t,
       CASE WHEN n % 50 THEN n * 7919 % 997 / 2.0 END AS r,
       CASE WHEN n % 31 THEN date('2020-01-01', (n * 31 % 300) || ' days') END AS d,
       datetime('2020-01-01', (n * 37 % 400) || ' hours') AS ts,
       (n * 13 % 500) / 4.0 AS c,
       printf('00000000-0000-4000-8000-%012x', n * 17 % 350) AS e,
       CAST('x' || (n % 211) AS BLOB) AS x,
       '18446744073709551' || printf('%03d', n * 41 % 307) AS u,
       'payload ' || n AS payload
FROM i;
CREATE TABLE native_o AS
SELECT n / 13 AS n, CASE WHEN n % 130 THEN k END AS k, t, n / 26.0 AS r, d, ts, c, e, x, u
FROM native_p WHERE n % 13 = 0 AND n <= 1300;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p', 'row_group_size=1000', 'types=d=DATE, ts=TIMESTAMP, c=DECIMAL(9,2), e=UUID, u=UINT64');
SELECT parquet_write('${TESTTMP}/o.parquet', 'native_o', 'types=d=DATE, ts=TIMESTAMP, c=DECIMAL(9,2), e=UUID, u=UINT64');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
CREATE VIRTUAL TABLE o USING parquet('${TESTTMP}/o.parquet');
-- SQLite before 3.38 leaves some comparisons of texts to itself.
CREATE VIEW latest AS SELECT look_ups > 0 OR sqlite_version() < '3.38' AS looked_up FROM parquet_scan_stats WHERE table_name = 'main.p' ORDER BY seq DESC LIMIT 1;
-- The ordinary tables with the same declared types.
ALTER TABLE native_p RENAME TO values_p;
ALTER TABLE native_o RENAME TO values_o;
CREATE TABLE native_p(n BIGINT, k BIGINT, t TEXT, r DOUBLE, d DATE TEXT, ts TIMESTAMP TEXT, c DECIMAL REAL(9,2), e UUID TEXT, x BLOB, u, payload TEXT);
CREATE TABLE native_o(n BIGINT, k BIGINT, t TEXT, r DOUBLE, d DATE TEXT, ts TIMESTAMP TEXT, c DECIMAL REAL(9,2), e UUID TEXT, x BLOB, u);
INSERT INTO native_p SELECT * FROM values_p;
INSERT INTO native_o SELECT * FROM values_o;
-- An integer key.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k)) GROUP BY a, b);
SELECT * FROM latest;
-- Columns of the kept rows: some are loaded, others are read row by row.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n || p.payload AS a, p.d || p.ts || p.u || p.r || p.c || hex(p.x) || p.e AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.n < 2900) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n || p.payload AS a, p.d || p.ts || p.u || p.r || p.c || hex(p.x) || p.e AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.n < 2900)) GROUP BY a, b);
SELECT * FROM latest;
-- Texts, under each collation.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.t = o.t) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t = o.t)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.t = o.t COLLATE NOCASE) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t = o.t COLLATE NOCASE)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.t COLLATE RTRIM = o.t) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t COLLATE RTRIM = o.t)) GROUP BY a, b);
SELECT * FROM latest;
-- Texts that are compared as numbers, and numbers with texts.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.t = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t = o.k)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.t = o.r) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t = o.r)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.t) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.t)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.r = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.r = o.k)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.r) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.r)) GROUP BY a, b);
SELECT * FROM latest;
-- Dates, points in time, decimals, UUIDs, blobs and large integers.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.d = o.d) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.d = o.d)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.ts = o.ts) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.ts = o.ts)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.c = o.c) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.c = o.c)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.e = o.e) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.e = o.e)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.x = o.x) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.x = o.x)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.u = o.u) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.u = o.u)) GROUP BY a, b);
SELECT * FROM latest;
-- Texts that are no dates, and dates as texts of a collation.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.d > o.d || 'x' AND p.k = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.d > o.d || 'x' AND p.k = o.k)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.d COLLATE NOCASE = o.d) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.d COLLATE NOCASE = o.d)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.e = upper(o.e) COLLATE NOCASE AND p.d <> o.d COLLATE NOCASE) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.e = upper(o.e) COLLATE NOCASE AND p.d <> o.d COLLATE NOCASE)) GROUP BY a, b);
SELECT * FROM latest;
-- Several columns; a constant term.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.t = o.t) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.t = o.t)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.d = o.d AND p.c = o.c AND p.n > 1000) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.d = o.d AND p.c = o.c AND p.n > 1000)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE (p.k, p.d) = (o.k, o.d) AND p.t LIKE 'a%') UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE (p.k, p.d) = (o.k, o.d) AND p.t LIKE 'a%')) GROUP BY a, b);
SELECT * FROM latest;
-- Ranges, patterns and inequalities, alone and besides a key.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, count(*) AS b FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN o.k AND o.k + 3 GROUP BY o.n) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, count(*) AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN o.k AND o.k + 3 GROUP BY o.n)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.r > o.r) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.r > o.r)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.t <> o.t AND p.d IS NOT NULL) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.t <> o.t AND p.d IS NOT NULL)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.t LIKE o.t || '%') UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.t LIKE o.t || '%')) GROUP BY a, b);
SELECT * FROM latest;
-- Row numbers.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.rowid = o.n * 9) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.rowid = o.n * 9)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.rowid BETWEEN o.n * 9 AND o.n * 10 AND p.k = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.rowid BETWEEN o.n * 9 AND o.n * 10 AND p.k = o.k)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.rowid AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.rowid > 1500) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.rowid AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.rowid > 1500)) GROUP BY a, b);
SELECT * FROM latest;
-- Nulls.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k IS o.k AND p.n < 300) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k IS o.k AND p.n < 300)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k IS o.k AND p.t = o.t) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k IS o.k AND p.t = o.t)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.r IS NULL) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.r IS NULL)) GROUP BY a, b);
SELECT * FROM latest;
-- Outer joins.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o LEFT JOIN p AS p ON p.k = o.k + 1 AND p.n > 2000) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o LEFT JOIN native_p AS p ON p.k = o.k + 1 AND p.n > 2000)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o LEFT JOIN p AS p ON p.k = o.k AND p.t = o.t WHERE p.n IS NULL OR p.n % 2) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o LEFT JOIN native_p AS p ON p.k = o.k AND p.t = o.t WHERE p.n IS NULL OR p.n % 2)) GROUP BY a, b);
SELECT * FROM latest;
-- Subqueries.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT max(p.n) FROM p AS p WHERE p.k = o.k) AS b FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT max(p.n) FROM native_p AS p WHERE p.k = o.k) AS b FROM native_o AS o)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT p.n FROM p AS p WHERE p.k = o.k ORDER BY p.r DESC, p.n LIMIT 1) AS b FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT p.n FROM native_p AS p WHERE p.k = o.k ORDER BY p.r DESC, p.n LIMIT 1) AS b FROM native_o AS o)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT max(p.d) FROM p AS p WHERE p.k >= o.k) AS b FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT max(p.d) FROM native_p AS p WHERE p.k >= o.k) AS b FROM native_o AS o)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT min(p.t) FROM p AS p WHERE p.t > o.t) AS b FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT min(p.t) FROM native_p AS p WHERE p.t > o.t) AS b FROM native_o AS o)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, 0 AS b FROM o AS o WHERE EXISTS (SELECT 1 FROM p AS p WHERE p.k = o.k AND p.d > o.d)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, 0 AS b FROM native_o AS o WHERE EXISTS (SELECT 1 FROM native_p AS p WHERE p.k = o.k AND p.d > o.d))) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, 0 AS b FROM o AS o WHERE NOT EXISTS (SELECT 1 FROM p AS p WHERE p.t = o.t)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, 0 AS b FROM native_o AS o WHERE NOT EXISTS (SELECT 1 FROM native_p AS p WHERE p.t = o.t))) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, 0 AS b FROM o AS o WHERE (SELECT count(*) FROM p AS p WHERE p.k = o.k) > 3) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, 0 AS b FROM native_o AS o WHERE (SELECT count(*) FROM native_p AS p WHERE p.k = o.k) > 3)) GROUP BY a, b);
SELECT * FROM latest;
-- IN: lists that change, and lists that are long.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k IN (o.k, o.n, 17, NULL)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k IN (o.k, o.n, 17, NULL))) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.d IN (SELECT d FROM native_o WHERE n < 10)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.d IN (SELECT d FROM native_o WHERE n < 10))) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k = o.k AND p.d IN (SELECT d FROM native_o)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k AND p.d IN (SELECT d FROM native_o))) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n AS b FROM o AS o CROSS JOIN p AS p WHERE p.k IN (SELECT q.k FROM native_o AS q WHERE q.n > o.n)) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n AS b FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k IN (SELECT q.k FROM native_o AS q WHERE q.n > o.n))) GROUP BY a, b);
SELECT * FROM latest;
-- A value that is constant for some time: the rows are kept anew when it changes.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT sum((SELECT count(*) FROM p AS p WHERE p.k = q.k AND p.n > o.n * 10)) FROM o AS q WHERE q.n < 30) AS b FROM o AS o WHERE o.n % 20 = 0) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT sum((SELECT count(*) FROM native_p AS p WHERE p.k = q.k AND p.n > o.n * 10)) FROM native_o AS q WHERE q.n < 30) AS b FROM native_o AS o WHERE o.n % 20 = 0)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, (SELECT group_concat((SELECT max(p.t) FROM p AS p WHERE p.d = q.d AND p.k >= o.k AND p.r <> o.r)) FROM o AS q WHERE q.n < 20) AS b FROM o AS o WHERE o.n % 25 = 0) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, (SELECT group_concat((SELECT max(p.t) FROM native_p AS p WHERE p.d = q.d AND p.k >= o.k AND p.r <> o.r)) FROM native_o AS q WHERE q.n < 20) AS b FROM native_o AS o WHERE o.n % 25 = 0)) GROUP BY a, b);
SELECT * FROM latest;
-- A table joined with itself; three tables.
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT q.n AS a, p.n AS b FROM p AS q CROSS JOIN p AS p WHERE p.k = q.k AND p.t = q.t AND q.n <= 400) UNION ALL SELECT -1, * FROM (SELECT q.n AS a, p.n AS b FROM native_p AS q CROSS JOIN native_p AS p WHERE p.k = q.k AND p.t = q.t AND q.n <= 400)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n || '-' || q.n AS b FROM o AS o CROSS JOIN p AS p CROSS JOIN p AS q WHERE p.k = o.k AND q.d = p.d AND q.k = o.k) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n || '-' || q.n AS b FROM native_o AS o CROSS JOIN native_p AS p CROSS JOIN native_p AS q WHERE p.k = o.k AND q.d = p.d AND q.k = o.k)) GROUP BY a, b);
SELECT * FROM latest;
SELECT count(*), count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance, a, b FROM (SELECT 1 AS side, * FROM (SELECT o.n AS a, p.n + q.n AS b FROM o AS o LEFT JOIN p AS p ON p.k = o.k LEFT JOIN p AS q ON q.k = p.k AND q.n > p.n) UNION ALL SELECT -1, * FROM (SELECT o.n AS a, p.n + q.n AS b FROM native_o AS o LEFT JOIN native_p AS p ON p.k = o.k LEFT JOIN native_p AS q ON q.k = p.k AND q.n > p.n)) GROUP BY a, b);
SELECT * FROM latest;
-- The rows that the constant terms leave are kept; rows_kept is that of the inner table.
SELECT count(*) FROM native_o AS o CROSS JOIN p WHERE p.k = o.k AND p.n > 2000;
SELECT plan, loops, look_ups > 0 AS looked_up, rows_kept FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT count(*) FROM native_o AS o CROSS JOIN p WHERE p.k = o.k AND p.rowid <= 150;
SELECT plan, loops, look_ups > 0 AS looked_up, rows_kept FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT count(*) FROM native_o AS o CROSS JOIN p WHERE p.n > 2990;
SELECT plan, loops, look_ups > 0 AS looked_up, rows_kept FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
EXPLAIN QUERY PLAN SELECT count(*) FROM native_o AS o CROSS JOIN p WHERE p.k = o.k AND p.n > 2000;
-- The first passes scan the file; look-ups read the needed columns once more.
SELECT count(*), sum(length(p.payload)) > 0 FROM native_o AS o CROSS JOIN p WHERE p.k = o.k;
SELECT loops, bytes_read * 2 < (SELECT sum(total_compressed_size) FROM parquet_metadata('${TESTTMP}/p.parquet')) FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
SELECT count(*) FROM native_o AS o CROSS JOIN p WHERE p.k = o.k;
SELECT loops, bytes_read < 5 * (SELECT sum(total_compressed_size) FROM parquet_metadata('${TESTTMP}/p.parquet') WHERE path_in_schema = 'k') FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
-- With pushdown=off nothing is looked up.
CREATE VIRTUAL TABLE q USING parquet('${TESTTMP}/p.parquet', pushdown=off);
SELECT count(*) FROM native_o AS o CROSS JOIN q WHERE q.k = o.k;
SELECT plan, look_ups FROM parquet_scan_stats WHERE seq = (SELECT max(seq) FROM parquet_scan_stats);
