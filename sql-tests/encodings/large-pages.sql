-- Large pages are read and decompressed from the front, as far as rows are wanted: values in PLAIN and
-- dictionary indices, packed and in runs.  Checked against an ordinary table.
CREATE TEMP TABLE n AS WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 149999)
  SELECT x, x * 2654435761 % 1000003 AS plain, x * 40503 % 9973 AS packed, x / 100 * 40503 % 997 AS runs,
    CASE WHEN x % 5 = 0 THEN NULL ELSE x * 48271 % 8191 END AS nullable, 'text number ' || (x * 2654435761 % 1000003) AS t FROM c;

SELECT parquet_write('${TESTTMP}/snappy.parquet', 'SELECT * FROM n', 'compression=snappy', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.a USING parquet('${TESTTMP}/snappy.parquet', checksums=off);
-- A few rows at the front cost the dictionaries (154 KB) and a small part of the pages (about 260, 15 and 200 KB, then 1.2 MB each).
SELECT packed, runs, nullable FROM a LIMIT 3;
SELECT bytes_decompressed < 300000, bytes_read < 400000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT plain, x FROM a LIMIT 3;
SELECT bytes_decompressed < 60000, bytes_read < 300000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- A row in the middle of pages of 983 KB costs little more than half of them, and of a stored page, only its place.
SELECT plain, x FROM a WHERE rowid = 61001;
SELECT bytes_decompressed < 1200000, bytes_read < 850000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- All depths: each query begins at the front.
SELECT a.rowid, a.x, a.plain, a.packed, a.runs, a.nullable, a.t FROM a WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000);
SELECT count(*) FROM (SELECT * FROM a WHERE rowid <= 5000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM a WHERE rowid BETWEEN 100000 AND 103000 EXCEPT SELECT * FROM n);
SELECT count(*), sum(packed), sum(runs), count(nullable), sum(nullable), sum(plain), max(t) FROM a;
SELECT count(*), sum(packed), sum(runs), count(nullable), sum(nullable), sum(plain), max(t) FROM n;

-- Not called .parquet: these libraries may compress large pages differently on other machines (hosts/systems/cross.sh).
SELECT parquet_write('${TESTTMP}/zstd', 'SELECT * FROM n', 'compression=zstd', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.zstd USING parquet('${TESTTMP}/zstd', checksums=off);
SELECT packed, runs, nullable, plain, t FROM zstd LIMIT 2;
SELECT count(*) FROM (SELECT * FROM zstd WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000) EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM zstd WHERE rowid BETWEEN 100000 AND 102000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM zstd EXCEPT SELECT * FROM n);

SELECT parquet_write('${TESTTMP}/gzip', 'SELECT * FROM n', 'compression=gzip', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.gzip USING parquet('${TESTTMP}/gzip', checksums=off);
SELECT packed, runs, nullable, plain, t FROM gzip LIMIT 2;
SELECT count(*) FROM (SELECT * FROM gzip WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000) EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM gzip WHERE rowid BETWEEN 100000 AND 102000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM gzip EXCEPT SELECT * FROM n);

SELECT parquet_write('${TESTTMP}/brotli', 'SELECT * FROM n', 'compression=brotli', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.brotli USING parquet('${TESTTMP}/brotli', checksums=off);
SELECT packed, runs, nullable, plain, t FROM brotli LIMIT 2;
SELECT count(*) FROM (SELECT * FROM brotli WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000) EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM brotli WHERE rowid BETWEEN 100000 AND 102000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM brotli EXCEPT SELECT * FROM n);

SELECT parquet_write('${TESTTMP}/lz4_raw', 'SELECT * FROM n', 'compression=lz4_raw', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.lz4_raw USING parquet('${TESTTMP}/lz4_raw', checksums=off);
SELECT packed, runs, nullable, plain, t FROM lz4_raw LIMIT 2;
SELECT count(*) FROM (SELECT * FROM lz4_raw WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000) EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM lz4_raw WHERE rowid BETWEEN 100000 AND 102000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM lz4_raw EXCEPT SELECT * FROM n);

SELECT parquet_write('${TESTTMP}/none.parquet', 'SELECT * FROM n', 'compression=none', 'data_page_row_limit=1000000', 'page_size=100MiB',
  'encodings=plain=PLAIN,packed=dictionary,runs=dictionary,nullable=dictionary,t=PLAIN,x=PLAIN');
CREATE VIRTUAL TABLE temp.none USING parquet('${TESTTMP}/none.parquet', checksums=off);
SELECT packed, runs, nullable, plain, t FROM none LIMIT 2;
SELECT plain, x FROM none WHERE rowid = 61001;
SELECT bytes_read < 60000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
-- Back and forth in a page, without its middle.
SELECT plain, packed, nullable FROM none WHERE rowid IN (121001, 5, 61001, 61002, 119999) ORDER BY rowid % 7;
SELECT plain, packed, nullable FROM n WHERE rowid IN (121001, 5, 61001, 61002, 119999) ORDER BY rowid % 7;
SELECT count(*) FROM (SELECT * FROM none WHERE rowid IN (1, 2, 60, 3000, 30000, 70001, 149999, 150000) EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM none WHERE rowid BETWEEN 100000 AND 102000 EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM none EXCEPT SELECT * FROM n);
