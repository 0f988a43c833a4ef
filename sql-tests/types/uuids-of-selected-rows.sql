-- Threads copy only the values of selected rows; UUIDs and intervals are formatted from these.
SELECT parquet_write('${TESTTMP}/uuids.parquet', 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 250000)
  SELECT i % 3 AS n, printf(''00000000-0000-4000-8000-%012x'', i) AS u FROM r', 'types=u=UUID NOT NULL', 'encoding=PLAIN', 'row_group_size=50000');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/uuids.parquet', threads=2);
SELECT count(*), min(u), max(u) FROM t WHERE n > 1;
