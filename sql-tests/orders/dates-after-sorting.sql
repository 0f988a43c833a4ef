-- Dates that an order has loaded as numbers are loaded again for their texts.
SELECT parquet_write('${TESTTMP}/rows.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 9999)
  SELECT i AS id, CASE WHEN i % 9 THEN date(''2024-01-01'', (i * 7919 % 777) || '' days'') END AS day,
         datetime(''2024-01-01'', (i * 7919 % 10007) || '' minutes'') AS at FROM r', 'row_group_size=2500', 'types=day=DATE, at=TIMESTAMP(MILLIS)');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/rows.parquet');
CREATE TABLE c AS SELECT * FROM t;
SELECT (SELECT group_concat(ifnull(day, '-')) FROM (SELECT day FROM t ORDER BY day)) = (SELECT group_concat(ifnull(day, '-')) FROM (SELECT day FROM c ORDER BY day));
SELECT (SELECT group_concat(ifnull(day, '-') || id) FROM (SELECT id, day FROM t ORDER BY day DESC, id)) = (SELECT group_concat(ifnull(day, '-') || id) FROM (SELECT id, day FROM c ORDER BY day DESC, id));
SELECT (SELECT group_concat(at || ifnull(day, '-')) FROM (SELECT at, day FROM t ORDER BY at, day)) = (SELECT group_concat(at || ifnull(day, '-')) FROM (SELECT at, day FROM c ORDER BY at, day));
SELECT (SELECT group_concat(ifnull(day, '-')) FROM (SELECT day FROM t WHERE id > 77 ORDER BY day DESC LIMIT 9000)) = (SELECT group_concat(ifnull(day, '-')) FROM (SELECT day FROM c WHERE id > 77 ORDER BY day DESC LIMIT 9000));
-- Two cursors over the same rows.
SELECT count(*), sum(a.day IS b.day) FROM (SELECT id, day FROM t WHERE id < 300 ORDER BY day LIMIT 290) AS a JOIN (SELECT id, day FROM t WHERE id < 300 ORDER BY day LIMIT 290) AS b ON a.id = b.id;
--! lost_memory
SELECT count(*), min(day), max(day) FROM (SELECT day, id FROM t WHERE id < 500 ORDER BY day);
