-- OFFSET is applied by the table where SQLite leaves that to it: rows are skipped by their
-- count, row groups whose statistics show that all rows pass are not read.
SELECT parquet_write('${TESTTMP}/rows.parquet', 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 8000)
  SELECT i AS id, i % 7 AS part, ''name '' || (i % 11) AS name, CASE WHEN i <= 3500 OR i % 10 THEN i / 2 END AS half FROM r',
  'row_group_size=1000', 'page_size=1kB');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/rows.parquet');
CREATE TABLE n AS SELECT * FROM t;
CREATE TEMP VIEW last AS SELECT row_groups, row_groups_by_statistics AS excluded, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

SELECT id, part FROM t LIMIT 2 OFFSET 5400;
SELECT id FROM t WHERE id > 500 LIMIT 2 OFFSET 5400;
--! host >= 3.46.0
SELECT * FROM last;
--! end
-- Nulls do not pass: row groups that have some are read.
SELECT id FROM t WHERE half > 0 LIMIT 2 OFFSET 5400;
SELECT id FROM n WHERE half > 0 LIMIT 2 OFFSET 5400;
--! host >= 3.46.0
SELECT * FROM last;
--! end
SELECT id FROM t WHERE half IS NULL LIMIT 3 OFFSET 100;
SELECT id FROM n WHERE half IS NULL LIMIT 3 OFFSET 100;
SELECT id FROM t WHERE part = 3 AND name = 'name 5' LIMIT 2 OFFSET 70;
SELECT id FROM n WHERE part = 3 AND name = 'name 5' LIMIT 2 OFFSET 70;
--! host >= 3.38.0
SELECT id FROM t WHERE part IN (1, 2) AND id < 6000 LIMIT 2 OFFSET 1500;
--! end
SELECT id FROM n WHERE part IN (1, 2) AND id < 6000 LIMIT 2 OFFSET 1500;
SELECT id FROM t WHERE rowid BETWEEN 2500 AND 6500 LIMIT 2 OFFSET 3999;
SELECT id FROM t WHERE _row_group IN (1, 5) LIMIT 2 OFFSET 999;
SELECT id FROM t WHERE id > 7000 LIMIT 3 OFFSET 998;
SELECT id FROM t LIMIT 3 OFFSET 7999;
SELECT id FROM t LIMIT 3 OFFSET 8000;
SELECT id FROM t LIMIT 3 OFFSET 9223372036854775807;
SELECT id FROM t LIMIT -1 OFFSET 7998;
SELECT id FROM t LIMIT 2 OFFSET -3;
SELECT count(*) FROM (SELECT 1 FROM t LIMIT 5000 OFFSET 4000);
SELECT id FROM t WHERE id > 100 ORDER BY rowid LIMIT 2 OFFSET 3000;

-- Values that are known only when the statement runs.
SELECT id FROM t LIMIT (SELECT 2) OFFSET (SELECT 5400);
SELECT id FROM t WHERE id > (SELECT 500) LIMIT (SELECT 2) OFFSET (SELECT 5400);
SELECT id FROM t WHERE id >= (SELECT 500) LIMIT (SELECT 2) OFFSET (SELECT 5400);

-- Orders: rows are skipped by their places.
SELECT id, part FROM t ORDER BY part, id DESC LIMIT 2 OFFSET 6000;
SELECT id, part FROM n ORDER BY part, id DESC LIMIT 2 OFFSET 6000;
SELECT id FROM t WHERE part = 2 ORDER BY id DESC LIMIT 2 OFFSET 10;
SELECT id FROM n WHERE part = 2 ORDER BY id DESC LIMIT 2 OFFSET 10;
SELECT id FROM t ORDER BY id DESC LIMIT 2 OFFSET 10;

-- Conditions that SQLite tests again, or of which it offers a part.
SELECT id FROM t WHERE (part, id) > (3, 4000) LIMIT 2 OFFSET 1500;
SELECT id FROM n WHERE (part, id) > (3, 4000) LIMIT 2 OFFSET 1500;
SELECT id FROM t WHERE (part, id) <= (3, 4000) LIMIT 2 OFFSET 1500;
SELECT id FROM n WHERE (part, id) <= (3, 4000) LIMIT 2 OFFSET 1500;
SELECT id FROM t WHERE name LIKE 'NAME 1%' LIMIT 2 OFFSET 500;
SELECT id FROM n WHERE name LIKE 'NAME 1%' LIMIT 2 OFFSET 500;
SELECT id FROM t WHERE part * 2 = half LIMIT 2 OFFSET 1;
SELECT id FROM n WHERE part * 2 = half LIMIT 2 OFFSET 1;
SELECT id FROM t WHERE id % 2 AND part > 3 LIMIT 2 OFFSET 500;
SELECT id FROM n WHERE id % 2 AND part > 3 LIMIT 2 OFFSET 500;
SELECT group_concat(id) FROM (SELECT id FROM t WHERE id < 6 UNION ALL SELECT id FROM t WHERE id > 7990 LIMIT 5 OFFSET 3);

-- Look-ups in rows that are kept.
CREATE TABLE k AS WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 60) SELECT i % 8 AS part FROM r;
SELECT (SELECT group_concat(ifnull((SELECT id FROM t WHERE part = k.part LIMIT 1 OFFSET 100), '-')) FROM k) IS
       (SELECT group_concat(ifnull((SELECT id FROM n WHERE part = k.part LIMIT 1 OFFSET 100), '-')) FROM k);
--! host >= 3.46.0
SELECT plan, look_ups > 10 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT (SELECT group_concat(ifnull((SELECT id FROM t WHERE part < k.part ORDER BY id DESC LIMIT 1 OFFSET 3), '-')) FROM k) IS
       (SELECT group_concat(ifnull((SELECT id FROM n WHERE part < k.part ORDER BY id DESC LIMIT 1 OFFSET 3), '-')) FROM k);

-- Rows that were lost are not counted.
CREATE VIRTUAL TABLE temp.s USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage='skip');
SELECT group_concat(r) FROM (SELECT rowid AS r FROM s LIMIT 5 OFFSET 98);
SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE rowid > 100 LIMIT 3 OFFSET 0);

--! host >= 3.46.0
EXPLAIN QUERY PLAN SELECT id FROM t LIMIT 3;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id = 5 LIMIT 3;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id > ?1 LIMIT ?2 OFFSET ?3;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id >= ?1 LIMIT ?2 OFFSET ?3;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE name LIKE 'n%' LIMIT 3 OFFSET 3;
EXPLAIN QUERY PLAN SELECT id FROM t ORDER BY part LIMIT 3 OFFSET 6000;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id % 2 LIMIT 3 OFFSET 5;
--! end
