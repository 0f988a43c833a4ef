-- A value that a join reads by itself costs half a page, however large pages are: when that has cost as much as the whole column, the
-- column is cached.
CREATE TABLE keys AS WITH RECURSIVE i(k) AS (VALUES(1) UNION ALL SELECT k + 1 FROM i WHERE k < 400) SELECT k * 7919 % 320000 AS k FROM i;
CREATE TABLE native AS WITH RECURSIVE i(n) AS (VALUES(0) UNION ALL SELECT n + 1 FROM i WHERE n < 319999)
  SELECT n * 31 % 320000 AS k, n * 2654435761 % 4294967291 * 0.5 AS v FROM i;
SELECT parquet_write('${TESTTMP}/p.parquet', 'native', 'encoding=PLAIN', 'compression=snappy', 'row_group_size=80000', 'data_page_row_limit=80000', 'bloom_filter=none');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p.parquet', threads=1);
SELECT count(*), sum(v) FROM keys CROSS JOIN p USING (k);
SELECT sum(k), sum(v) FROM native WHERE k IN keys;
-- Of both columns, which have 3,840,000 bytes.
SELECT bytes_decompressed / 3840000 < 4 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
