-- max() asks for one row of an order.  Once a second one is asked for, all rows are sorted.
SELECT parquet_write('${TESTTMP}/rows.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 39999)
  SELECT i AS id, i * 7919 % 10007 AS n, i % 5 AS few, CASE WHEN i % 3 THEN i % 100 END AS gaps FROM r', 'row_group_size=10000', 'types=few=INTEGER NOT NULL');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/rows.parquet');
CREATE VIRTUAL TABLE temp.small USING parquet('${TESTTMP}/rows.parquet', memory_limit='1MiB');
CREATE TABLE c AS SELECT * FROM t;
CREATE TEMP VIEW last AS SELECT plan, look_ups, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

SELECT max(n) FROM t;
--! host >= 3.38.0
SELECT * FROM last;
--! end
SELECT (SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY n DESC)) = (SELECT group_concat(n) FROM (SELECT n FROM c ORDER BY n DESC));
--! host >= 3.38.0
SELECT * FROM last;
--! end
SELECT (SELECT group_concat(gaps) FROM (SELECT gaps FROM t ORDER BY gaps DESC LIMIT -1 OFFSET 3)) = (SELECT group_concat(gaps) FROM (SELECT gaps FROM c ORDER BY gaps DESC LIMIT -1 OFFSET 3));
SELECT group_concat(few) FROM (SELECT few FROM t GROUP BY few ORDER BY few);
SELECT count(*), count(DISTINCT r) FROM (SELECT rowid AS r, few FROM t ORDER BY few DESC);
SELECT count(*), count(DISTINCT r), group_concat(DISTINCT few) FROM (SELECT rowid AS r, few FROM t ORDER BY few);
SELECT n FROM t ORDER BY n DESC LIMIT 3;
SELECT n FROM t ORDER BY n LIMIT 3 OFFSET 30000;
SELECT n FROM c ORDER BY n LIMIT 3 OFFSET 30000;
-- One cursor, again and again; and two at a time.
SELECT (SELECT count(*) FROM (SELECT n FROM t ORDER BY n DESC LIMIT -1) WHERE n > a.n) FROM t AS a LIMIT 3;
SELECT max((SELECT max(n) FROM t)) FROM (SELECT n FROM t ORDER BY n DESC);
-- Rows stay sorted for the next passes.
SELECT (SELECT count(*) FROM (SELECT n FROM t ORDER BY n DESC LIMIT -1) WHERE n > v) FROM (SELECT 5000 AS v UNION ALL SELECT 6000 UNION ALL SELECT 7000);
--! host >= 3.38.0
SELECT loops, rows_kept, pages_read < 20 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
-- With conditions, whose values may change from pass to pass.
SELECT (SELECT group_concat(n) FROM (SELECT n FROM t WHERE few = 3 AND n > 5000 ORDER BY n DESC)) = (SELECT group_concat(n) FROM (SELECT n FROM c WHERE few = 3 AND n > 5000 ORDER BY n DESC));
--! host >= 3.38.0
SELECT plan, rows_returned, rows_tested < 200000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT (SELECT group_concat(n) FROM (SELECT n FROM t WHERE few IN (1, 3) ORDER BY n DESC)) = (SELECT group_concat(n) FROM (SELECT n FROM c WHERE few IN (1, 3) ORDER BY n DESC));
SELECT column1, (SELECT group_concat(n) = (SELECT group_concat(n) FROM (SELECT n FROM c WHERE few = column1 AND n % 9 = 4 ORDER BY n DESC))
  FROM (SELECT n FROM t WHERE few = column1 AND n % 9 = 4 ORDER BY n DESC)) FROM (VALUES (3), (1), (1), (NULL), (4), (2), (0), (3), ('x'), (2.0));
SELECT column1, (SELECT group_concat(n) IS (SELECT group_concat(n) FROM (SELECT n FROM c WHERE gaps = column1 ORDER BY n DESC))
  FROM (SELECT n FROM t WHERE gaps = column1 ORDER BY n DESC)) FROM (VALUES (3), (17), (17), (98), (17), (3), (44), (45), (3));
SELECT count(*), sum(y.n) FROM c AS x LEFT JOIN (SELECT n, few FROM t WHERE n > 9990 ORDER BY n DESC LIMIT -1) AS y ON y.few = x.few WHERE x.id < 10;
SELECT count(*), sum(y.n) FROM c AS x LEFT JOIN (SELECT n, few FROM c WHERE n > 9990 ORDER BY n DESC LIMIT -1) AS y ON y.few = x.few WHERE x.id < 10;
-- Where memory is short, the rows are found in passes.
SELECT count(*), min(n), max(n) FROM (SELECT n FROM small ORDER BY n DESC LIMIT -1);
--! interrupt 1
SELECT count(*) FROM (SELECT n FROM t ORDER BY n DESC), (SELECT n FROM t ORDER BY n DESC);
SELECT count(*), min(n), max(n) FROM (SELECT n FROM t ORDER BY n DESC LIMIT -1);
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
--! lost_memory
SELECT count(*), min(f), max(f) FROM (SELECT fare AS f FROM trips ORDER BY fare DESC);
SELECT count(*), min(f), max(f) FROM (SELECT fare AS f FROM trips WHERE fare > 9 ORDER BY fare DESC);
