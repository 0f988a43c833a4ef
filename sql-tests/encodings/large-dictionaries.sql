-- Large dictionaries are loaded if a row needs them, and for few rows only as far as these need.  Checked against an
-- ordinary table.
CREATE TEMP TABLE n AS WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 99999)
  SELECT x * 7 AS number, 'text number ' || x AS t, CASE WHEN x >= 1000 THEN x * 3 END AS late,
    CASE WHEN x % 3 = 0 THEN 'a' || x || char(0) END AS zero FROM c;
CREATE TEMP VIEW last AS SELECT bytes_decompressed, bytes_read FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT parquet_write('${TESTTMP}/d.parquet', 'SELECT * FROM n', 'data_page_row_limit=20000', 'page_size=100MiB',
  'encodings=number=dictionary,t=dictionary,late=dictionary,zero=dictionary');
CREATE VIRTUAL TABLE temp.d USING parquet('${TESTTMP}/d.parquet', checksums=off);
-- Dictionaries of 0.8, 2.3, 0.8 and 0.4 MB.
SELECT number, t FROM d WHERE rowid = 5001;
SELECT bytes_decompressed < 400000 FROM last;
SELECT late FROM d LIMIT 10;
SELECT bytes_decompressed < 60000, bytes_read < 60000 FROM last;
SELECT count(*), max(number), max(t), max(late), max(zero) FROM (SELECT * FROM d LIMIT 2000);
SELECT count(*), max(number), max(t), max(late), max(zero) FROM (SELECT * FROM n LIMIT 2000);
-- Front and whole, in one scan and in turn.
SELECT d.rowid, number, t, late, length(CAST(zero AS BLOB)), length(zero) FROM d WHERE rowid IN (2, 99998, 31, 50001, 50002, 1001, 80002);
SELECT n.rowid, number, t, late, length(CAST(zero AS BLOB)), length(zero) FROM n WHERE rowid IN (2, 99998, 31, 50001, 50002, 1001, 80002);
SELECT count(*) FROM (SELECT * FROM d EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM n EXCEPT SELECT * FROM d);
SELECT count(*) FROM d WHERE t LIKE '%9';
SELECT rowid, * FROM d WHERE number = 70007;
DROP TABLE d;

-- All codecs.
SELECT parquet_write('${TESTTMP}/none.parquet', 'SELECT * FROM n', 'compression=none', 'page_size=100MiB',
  'encodings=number=dictionary,t=dictionary,late=dictionary,zero=dictionary');
CREATE VIRTUAL TABLE temp.d USING parquet('${TESTTMP}/none.parquet', checksums=off);
SELECT number, t FROM d WHERE rowid = 5001;
SELECT bytes_read < 400000 FROM last;
SELECT d.rowid, number, t, late, length(CAST(zero AS BLOB)), length(zero) FROM d WHERE rowid IN (2, 99998, 31, 50001, 50002, 1001, 80002);
SELECT count(*) FROM (SELECT * FROM d EXCEPT SELECT * FROM n);
DROP TABLE d;
SELECT parquet_write('${TESTTMP}/zstd', 'SELECT * FROM n', 'compression=zstd', 'page_size=100MiB',
  'encodings=number=dictionary,t=dictionary,late=dictionary,zero=dictionary');
CREATE VIRTUAL TABLE temp.d USING parquet('${TESTTMP}/zstd', checksums=off);
SELECT number, t FROM d WHERE rowid = 5001;
SELECT d.rowid, number, t, late, length(CAST(zero AS BLOB)), length(zero) FROM d WHERE rowid IN (2, 99998, 31, 50001, 50002, 1001, 80002);
SELECT count(*) FROM (SELECT * FROM d EXCEPT SELECT * FROM n);
DROP TABLE d;
-- A checksum is of the whole page, so all of it is read.
CREATE VIRTUAL TABLE temp.d USING parquet('${TESTTMP}/d.parquet');
SELECT number, t FROM d WHERE rowid = 5001;
SELECT late FROM d LIMIT 10;
SELECT bytes_decompressed < 60000 FROM last;
