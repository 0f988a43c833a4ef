-- The first look-up in a file with many indexed pages reads few of their headers: both parts of the
-- index count the same rows (page_index_check.h).
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT parquet_write('${TESTTMP}/pages.parquet',
  'WITH RECURSIVE r(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM r WHERE i < 49999)
   SELECT i * 3 AS id, i * 7919 % 50000 AS other, CASE WHEN i % 10 THEN printf(''text %d'', i) END AS words FROM r',
  'row_group_size=50000', 'data_page_row_limit=50', 'compression=none', 'encoding=plain', 'bloom_filter=none');
SELECT count(*) FROM parquet_check('${TESTTMP}/pages.parquet');
SELECT column_name, num_pages, pages_with_bounds, page_index_unused FROM parquet_indexes('${TESTTMP}/pages.parquet');

-- The headers of 1,000 pages would be 50,000 bytes or more of each column.
CREATE VIRTUAL TABLE temp.f USING parquet('${TESTTMP}/pages.parquet');
SELECT * FROM f WHERE id = 90027;
SELECT pages_read, rows_tested, rows_returned, bytes_read < 150000 FROM last;
SELECT * FROM f WHERE id = 30000;
SELECT pages_read, rows_tested, rows_returned, bytes_read < 10000 FROM last;
SELECT count(*), min(rowid), max(rowid), sum(other) FROM f WHERE id BETWEEN 60000 AND 60300;
SELECT pages_read, rows_tested, rows_returned, bytes_read < 15000 FROM last;

-- The rows are the same without the index.
CREATE VIRTUAL TABLE temp.g USING parquet('${TESTTMP}/pages.parquet', pushdown=off);
SELECT * FROM g WHERE id = 90027;
SELECT count(*), min(rowid), max(rowid), sum(other) FROM g WHERE id BETWEEN 60000 AND 60300;
SELECT count(*) FROM f WHERE words IS NULL AND id > 100000;
SELECT count(*) FROM g WHERE words IS NULL AND id > 100000;
