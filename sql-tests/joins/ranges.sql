-- Joins by ranges whose bounds are columns of the outer table return the rows of ordinary
-- tables.  After some passes over the kept rows, these are sorted, and ranges of them are
-- found by binary search.  Each query returns whether there are rows, and how many
-- differ: none.
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
-- Few rows of a column that the file stores in order.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3)) GROUP BY x);
SELECT * FROM latest;
-- The same, without an upper or a lower end.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.n > o.n * 30) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.n > o.n * 30)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.n <= o.n * 30) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.n <= o.n * 30)) GROUP BY x);
SELECT * FROM latest;
-- Few rows of columns in another order.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN o.k AND o.k + 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN o.k AND o.k + 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.r > o.r AND p.r < o.r + 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.r > o.r AND p.r < o.r + 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.c BETWEEN o.c AND o.c + 0.25) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.c BETWEEN o.c AND o.c + 0.25)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.d BETWEEN o.d AND date(o.d, '1 day')) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.d BETWEEN o.d AND date(o.d, '1 day'))) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.ts >= o.ts AND p.ts < datetime(o.ts, '2 hours')) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.ts >= o.ts AND p.ts < datetime(o.ts, '2 hours'))) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.u BETWEEN o.u AND o.u) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.u BETWEEN o.u AND o.u)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.x BETWEEN o.x AND o.x) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.x BETWEEN o.x AND o.x)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.e BETWEEN o.e AND o.e) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.e BETWEEN o.e AND o.e)) GROUP BY x);
SELECT * FROM latest;
-- Texts: an upper bound may accept texts that look like numbers.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.t BETWEEN o.t AND o.t || 'b') UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t BETWEEN o.t AND o.t || 'b')) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.t BETWEEN o.t AND o.t || 'b' COLLATE NOCASE) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.t BETWEEN o.t AND o.t || 'b' COLLATE NOCASE)) GROUP BY x);
SELECT * FROM latest;
-- Bounds of other types, and none.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN o.t AND o.t + 2) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN o.t AND o.t + 2)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN CASE o.n % 3 WHEN 0 THEN o.k WHEN 1 THEN o.k - 0.5 END AND o.k + 0.5) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN CASE o.n % 3 WHEN 0 THEN o.k WHEN 1 THEN o.k - 0.5 END AND o.k + 0.5)) GROUP BY x);
SELECT * FROM latest;
-- Two columns, and a constant term.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN o.k AND o.k + 20 AND p.r BETWEEN o.r AND o.r + 50 AND p.n < 2500) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN o.k AND o.k + 20 AND p.r BETWEEN o.r AND o.r + 50 AND p.n < 2500)) GROUP BY x);
SELECT * FROM latest;
-- A range and row numbers.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o CROSS JOIN p AS p WHERE p.k BETWEEN o.k AND o.k + 20 AND p.rowid BETWEEN o.n AND o.n + 1500) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k BETWEEN o.k AND o.k + 20 AND p.rowid BETWEEN o.n AND o.n + 1500)) GROUP BY x);
SELECT * FROM latest;
-- An outer join, and subqueries.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || p.n AS x FROM o AS o LEFT JOIN p AS p ON p.k BETWEEN o.k AND o.k + 1 WHERE o.n > 10) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || p.n AS x FROM native_o AS o LEFT JOIN native_p AS p ON p.k BETWEEN o.k AND o.k + 1 WHERE o.n > 10)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || (SELECT count(*) FROM p AS p WHERE p.k BETWEEN o.k AND o.k + 5) AS x FROM o AS o WHERE 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || (SELECT count(*) FROM native_p AS p WHERE p.k BETWEEN o.k AND o.k + 5) AS x FROM native_o AS o WHERE 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || ifnull((SELECT max(p.k) FROM p AS p WHERE p.k < o.k), 'none') AS x FROM o AS o WHERE 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || ifnull((SELECT max(p.k) FROM native_p AS p WHERE p.k < o.k), 'none') AS x FROM native_o AS o WHERE 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || ifnull((SELECT min(p.r) FROM p AS p WHERE p.r > o.r), 'none') AS x FROM o AS o WHERE 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || ifnull((SELECT min(p.r) FROM native_p AS p WHERE p.r > o.r), 'none') AS x FROM native_o AS o WHERE 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || ifnull((SELECT p.n FROM p AS p WHERE p.k < o.k ORDER BY p.k DESC, p.n LIMIT 1), 'none') AS x FROM o AS o WHERE 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || ifnull((SELECT p.n FROM native_p AS p WHERE p.k < o.k ORDER BY p.k DESC, p.n LIMIT 1), 'none') AS x FROM native_o AS o WHERE 1)) GROUP BY x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n || '-' || ifnull((SELECT p.k FROM p AS p WHERE p.k < o.k AND p.n > o.n * 20 ORDER BY p.k DESC LIMIT 1), 'none') AS x FROM o AS o WHERE 1) UNION ALL SELECT -1, * FROM (SELECT o.n || '-' || ifnull((SELECT p.k FROM native_p AS p WHERE p.k < o.k AND p.n > o.n * 20 ORDER BY p.k DESC LIMIT 1), 'none') AS x FROM native_o AS o WHERE 1)) GROUP BY x);
SELECT * FROM latest;
-- SQLite takes an ordinary table without statistics for a million rows.  Still it looks
-- rows up for each of the few rows that pass: one loop over p would test all pairs.
SELECT count(*) FROM values_o AS o, p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3 AND o.d = '2020-10-01';
SELECT loops < 10 OR sqlite_version() < '3.38' AS few_loops, plan LIKE 'n#0>=? and n#0<=?' OR sqlite_version() < '3.38' AS by_range FROM parquet_scan_stats WHERE table_name = 'main.p' ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM values_o AS o, p WHERE p.k BETWEEN o.k AND o.k + 3 AND o.d = '2020-10-01';
SELECT plan LIKE 'k#1>=? and k#1<=?' OR sqlite_version() < '3.38' AS by_range FROM parquet_scan_stats WHERE table_name = 'main.p' ORDER BY seq DESC LIMIT 1;
-- Without two bounds of the same column, there are no fewer pairs to test.
SELECT count(*) FROM values_o AS o, p WHERE p.k > o.k AND o.d = '2020-10-01';
SELECT plan = 'scan' OR sqlite_version() < '3.38' AS by_pairs FROM parquet_scan_stats WHERE table_name = 'main.p' ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM values_o AS o, p WHERE p.k > o.k AND p.r < o.r AND o.d = '2020-10-01';
SELECT plan = 'scan' OR sqlite_version() < '3.38' AS by_pairs FROM parquet_scan_stats WHERE table_name = 'main.p' ORDER BY seq DESC LIMIT 1;
-- The first row of an order: of a column that the file stores in this order, or in
-- another; with a condition that most rows pass, or few, or that only SQLite tests.
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM p AS p WHERE p.n < o.n * 30) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM native_p AS p WHERE p.n < o.n * 30) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM p AS p WHERE p.n > o.n * 30) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM native_p AS p WHERE p.n > o.n * 30) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM p AS p WHERE p.n > o.n * 25 AND p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM native_p AS p WHERE p.n > o.n * 25 AND p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM p AS p WHERE p.r BETWEEN o.r AND o.r + 0.5) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM native_p AS p WHERE p.r BETWEEN o.r AND o.r + 0.5) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM p AS p WHERE p.n > o.n * 30 AND p.n % 50 = 7) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.n) FROM native_p AS p WHERE p.n > o.n * 30 AND p.n % 50 = 7) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM p AS p WHERE p.n < o.n * 30) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM native_p AS p WHERE p.n < o.n * 30) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM p AS p WHERE p.n > o.n * 30) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM native_p AS p WHERE p.n > o.n * 30) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM p AS p WHERE p.n > o.n * 25 AND p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM native_p AS p WHERE p.n > o.n * 25 AND p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM p AS p WHERE p.r BETWEEN o.r AND o.r + 0.5) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM native_p AS p WHERE p.r BETWEEN o.r AND o.r + 0.5) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM p AS p WHERE p.n > o.n * 30 AND p.n % 50 = 7) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.n) FROM native_p AS p WHERE p.n > o.n * 30 AND p.n % 50 = 7) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.k) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.k) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.k) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.k) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.k) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.k) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.k) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.k) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.c) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.c) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.c) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.c) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.ts) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.ts) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT min(p.ts) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT min(p.ts) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.u) FROM p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.u) FROM native_p AS p WHERE p.n BETWEEN o.n * 30 AND o.n * 30 + 3) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.u) FROM p AS p WHERE p.k < o.k) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.u) FROM native_p AS p WHERE p.k < o.k) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.ts) FROM p AS p WHERE p.ts < o.ts) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.ts) FROM native_p AS p WHERE p.ts < o.ts) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM p AS p WHERE p.d <= o.d) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.d) FROM native_p AS p WHERE p.d <= o.d) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
SELECT count(*) > 0, count(nullif(balance, 0)) FROM (SELECT sum(side) AS balance FROM (SELECT 1 AS side, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM p AS p WHERE p.t < o.t) AS x FROM o AS o) UNION ALL SELECT -1, * FROM (SELECT o.n AS n, (SELECT max(p.t) FROM native_p AS p WHERE p.t < o.t) AS x FROM native_o AS o)) GROUP BY n, x);
SELECT * FROM latest;
