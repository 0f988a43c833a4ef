-- RIGHT and FULL joins look rows up, too.
CREATE TABLE native_p AS
WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < 2000)
SELECT n, nullif(n * 7919 % 501, 5) AS k, CASE WHEN n % 7 THEN 'T' || (n % 900) END AS t FROM i;
CREATE TABLE native_o AS SELECT n, CASE WHEN n % 10 THEN k END AS k, t FROM native_p WHERE n % 5 = 0;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native_p', 'row_group_size=700');
SELECT parquet_write('${TESTTMP}/o.parquet', 'native_o');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet');
CREATE VIRTUAL TABLE o USING parquet('${TESTTMP}/o.parquet');
SELECT count(*), sum(o.n), sum(p.n) FROM o LEFT JOIN p ON p.k = o.k AND p.n > 50;
SELECT count(*), sum(o.n), sum(p.n) FROM native_o AS o LEFT JOIN native_p AS p ON p.k = o.k AND p.n > 50;
SELECT max(look_ups) > 0 FROM parquet_scan_stats WHERE table_name = 'main.p' AND loops > 1;
--! host >= 3.39.0
SELECT count(*), sum(o.n), sum(p.n) FROM o RIGHT JOIN p ON p.k = o.k AND p.n > 50;
SELECT count(*), sum(o.n), sum(p.n) FROM native_o AS o RIGHT JOIN native_p AS p ON p.k = o.k AND p.n > 50;
SELECT count(*), sum(o.n), sum(p.n) FROM o FULL JOIN p ON p.k = o.k AND p.t = o.t AND o.n > 500;
SELECT count(*), sum(o.n), sum(p.n) FROM native_o AS o FULL JOIN native_p AS p ON p.k = o.k AND p.t = o.t AND o.n > 500;
SELECT count(*), sum(o.n), sum(p.n) FROM o FULL JOIN p ON p.k = o.k WHERE p.t > 'T5' OR p.t IS NULL;
SELECT count(*), sum(o.n), sum(p.n) FROM native_o AS o FULL JOIN native_p AS p ON p.k = o.k WHERE p.t > 'T5' OR p.t IS NULL;
SELECT count(*), sum(o.n), sum(p.n), sum(q.n) FROM o FULL JOIN p ON p.k = o.k LEFT JOIN o AS q ON q.k = p.k AND q.t = o.t;
SELECT count(*), sum(o.n), sum(p.n), sum(q.n) FROM native_o AS o FULL JOIN native_p AS p ON p.k = o.k LEFT JOIN native_o AS q ON q.k = p.k AND q.t = o.t;
--! end
-- Several plans of one cursor: the terms of an OR.
SELECT count(*), sum(p.n) FROM o CROSS JOIN p WHERE p.k = o.k OR p.t = o.t OR p.rowid = o.n;
SELECT count(*), sum(p.n) FROM native_o AS o CROSS JOIN native_p AS p WHERE p.k = o.k OR p.t = o.t OR p.rowid = o.n;
-- Views and common table expressions.
CREATE VIEW v AS SELECT k, count(*) AS c, max(t) AS t FROM p GROUP BY k;
CREATE VIEW native_v AS SELECT k, count(*) AS c, max(t) AS t FROM native_p GROUP BY k;
SELECT count(*), sum(c), max(v.t) FROM o JOIN v ON v.k = o.k;
SELECT count(*), sum(c), max(v.t) FROM native_o AS o JOIN native_v AS v ON v.k = o.k;
WITH RECURSIVE steps(k, n, step) AS (SELECT k, n, 0 FROM native_o WHERE n < 20 UNION ALL SELECT p.k, p.n, step + 1 FROM steps JOIN p ON p.k = steps.n % 400 WHERE step < 4) SELECT count(*), sum(n), sum(k) FROM steps;
WITH RECURSIVE steps(k, n, step) AS (SELECT k, n, 0 FROM native_o WHERE n < 20 UNION ALL SELECT p.k, p.n, step + 1 FROM steps JOIN native_p AS p ON p.k = steps.n % 400 WHERE step < 4) SELECT count(*), sum(n), sum(k) FROM steps;
-- Rows that are looked up are joined with nulls where a term of ON is false for them; SQLite
-- before 3.53 offers such terms for the left table, too.
SELECT count(*), sum(p.n), count(q.n) FROM native_o AS w CROSS JOIN p LEFT JOIN native_o AS q ON p.t <> 'T5' AND q.n = p.n WHERE p.k = w.k;
-- That statement runs while another one, with the same term in WHERE, has looked rows up.
CREATE TABLE texts AS SELECT 'SELECT count(*) AS c, sum(p.n) AS p, count(q.n) AS q FROM native_o AS w CROSS JOIN p LEFT JOIN native_o AS q ON p.t <> ''T5'' AND q.n = p.n WHERE p.k = w.k' AS sql;
SELECT count(*), sum(p.n), max(CASE WHEN w.n = 1995 THEN parquet_write('${TESTTMP}/inner.parquet', (SELECT sql FROM texts), 'overwrite=on') END) FROM native_o AS w CROSS JOIN p WHERE p.t <> 'T5' AND p.k = w.k;
SELECT count(*), sum(p.n) FROM native_o AS w CROSS JOIN native_p AS p WHERE p.t <> 'T5' AND p.k = w.k;
SELECT row FROM read_parquet('${TESTTMP}/inner.parquet');
