-- Limits on the sizes of written files and on the bytes that queries read of them.  The limits
-- are generous.
CREATE TEMP TABLE n AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000)
  SELECT x, 'the same beginning of some fifty bytes in each value: ' || x AS s, x / 100 AS few, 'v' || (x / 1000) AS name FROM c;

-- DELTA_BYTE_ARRAY stores common prefixes once; the other encodings save what they promise.
SELECT parquet_write('${TESTTMP}/e.parquet', 'SELECT s, s AS plain, x, few, name FROM n', 'compression=none',
  'encodings=s=DELTA_BYTE_ARRAY, plain=PLAIN, x=DELTA_BINARY_PACKED, few=dictionary, name=dictionary', 'bloom_filter=none');
SELECT path_in_schema, total_uncompressed_size < 400000, total_uncompressed_size < 1000000, total_uncompressed_size < 60000 FROM parquet_metadata('${TESTTMP}/e.parquet');

-- The first values of a large page of text or numbers are decompressed without the rest.
SELECT parquet_write('${TESTTMP}/p.parquet', 'SELECT s, x FROM n', 'encoding=PLAIN', 'page_size=100MiB', 'data_page_row_limit=1000000', 'compression=zstd');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/p.parquet');
SELECT s FROM p LIMIT 1;
SELECT x FROM p LIMIT 1;
SELECT bytes_decompressed < 400000, pages_read FROM parquet_scan_stats;
SELECT count(s) FROM p;
SELECT bytes_decompressed > 1000000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

-- The rest of an uncompressed page is not read.
SELECT parquet_write('${TESTTMP}/u.parquet', 'SELECT s, x FROM n', 'encoding=PLAIN', 'page_size=100MiB', 'data_page_row_limit=1000000', 'compression=none', 'bloom_filter=none');
CREATE VIRTUAL TABLE temp.u USING parquet('${TESTTMP}/u.parquet', checksums=off);
SELECT s FROM u LIMIT 1;
SELECT bytes_read < 600000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(s), max(s) FROM u;
SELECT sum(bytes_read) > 1000000 FROM parquet_scan_stats WHERE table_name = 'temp.u';

-- A preview reads little of a page with a checksum, because the front of a large first page is a
-- page of its own, also of lists; but not if the size of pages is given.
SELECT parquet_write('${TESTTMP}/f.parquet', 'SELECT s, x * 1.7 AS r, few, ''["'' || s || ''","b"]'' AS list FROM n', 'encoding=PLAIN', 'compression=none', 'bloom_filter=none', 'types=list=LIST<STRING>');
SELECT path_in_schema, count(*), group_concat(first_row) FROM parquet_pages('${TESTTMP}/f.parquet') GROUP BY 1;
SELECT kind FROM parquet_check('${TESTTMP}/f.parquet');
CREATE VIRTUAL TABLE temp.f USING parquet('${TESTTMP}/f.parquet');
SELECT s, r, few, list FROM f LIMIT 1;
SELECT bytes_read < 50000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT parquet_write('${TESTTMP}/g.parquet', 'SELECT s FROM n', 'encoding=PLAIN', 'page_size=1MiB');
SELECT parquet_write('${TESTTMP}/h.parquet', 'SELECT s FROM n', 'encoding=PLAIN', 'data_page_row_limit=20000');
SELECT count(*) FROM parquet_pages('${TESTTMP}/g.parquet');
SELECT count(*) FROM parquet_pages('${TESTTMP}/h.parquet');
