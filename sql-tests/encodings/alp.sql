-- ALP, as we write it: the same values, conditions and bounds as in PLAIN.
CREATE TEMP TABLE n(id INTEGER PRIMARY KEY, price REAL, ratio REAL, sparse REAL, odd REAL);
WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 29999)
INSERT INTO n SELECT i, (i * 7919 % 100003 - 50000) / 100.0, i / 7.0, CASE WHEN i % 3 THEN round(i * 0.001, 3) END,
                     CASE i % 500 WHEN 1 THEN 9e999 WHEN 2 THEN -9e999 WHEN 3 THEN 1e300 WHEN 4 THEN 5e-324 ELSE i END FROM r;
SELECT parquet_write('${TESTTMP}/alp.parquet', 'n', 'encoding=ALP', 'compression=none', 'row_group_size=12000', 'data_page_row_limit=1700');
SELECT parquet_write('${TESTTMP}/plain.parquet', 'n', 'encoding=PLAIN', 'compression=none', 'row_group_size=12000', 'data_page_row_limit=1700');
SELECT DISTINCT path_in_schema, encodings FROM parquet_metadata('${TESTTMP}/alp.parquet');
SELECT a.path_in_schema, sum(a.total_compressed_size) * 2 < sum(p.total_compressed_size) AS is_half FROM parquet_metadata('${TESTTMP}/alp.parquet') AS a
  JOIN parquet_metadata('${TESTTMP}/plain.parquet') AS p ON p.row_group_id = a.row_group_id AND p.column_id = a.column_id
  GROUP BY a.column_id;
SELECT * FROM parquet_check('${TESTTMP}/alp.parquet');
CREATE VIRTUAL TABLE temp.alp USING parquet('${TESTTMP}/alp.parquet');
CREATE VIRTUAL TABLE temp.plain USING parquet('${TESTTMP}/plain.parquet');
SELECT count(*), count(sparse) FROM alp;
SELECT count(*) FROM (SELECT * FROM alp EXCEPT SELECT * FROM n);
SELECT count(*) FROM (SELECT * FROM n EXCEPT SELECT * FROM alp);
SELECT count(*), round(sum(price), 2), min(odd), max(ratio) FROM alp WHERE price BETWEEN 1 AND 2 OR odd = 1e300;
SELECT count(*), round(sum(price), 2), min(odd), max(ratio) FROM plain WHERE price BETWEEN 1 AND 2 OR odd = 1e300;
SELECT id, sparse FROM alp WHERE sparse > 29.99 ORDER BY sparse DESC LIMIT 3;
SELECT * FROM alp WHERE id IN (0, 1, 1023, 1024, 1699, 1700, 29999);
-- What conditions exclude is the same, too.
CREATE TEMP VIEW last AS SELECT row_groups_by_statistics, pages_by_bounds, rows_tested, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM alp WHERE ratio BETWEEN 1000 AND 1010;
SELECT * FROM last;
SELECT count(*) FROM plain WHERE ratio BETWEEN 1000 AND 1010;
SELECT * FROM last;

-- For FLOAT and DOUBLE alone, and never unasked.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1.5 AS f, 2.25 AS d, 3 AS i', 'types=f=FLOAT', 'encodings=f=ALP, d=alp');
SELECT path_in_schema, encodings FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT * FROM read_parquet('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 3 AS i', 'encodings=i=ALP');
SELECT parquet_write('${TESTTMP}/t.parquet', 'n');
SELECT count(*) FROM parquet_metadata('${TESTTMP}/t.parquet') WHERE encodings LIKE '%ALP%';

-- As arrow-rs writes it, next to the same values in PLAIN.
CREATE VIRTUAL TABLE temp.rust USING parquet('testdata/rust_encoding_alp.parquet');
SELECT DISTINCT path_in_schema, encodings FROM parquet_metadata('testdata/rust_encoding_alp.parquet');
SELECT count(*), count(d), sum(d IS d_alp), sum(f IS f_alp), count(DISTINCT d_alp), count(DISTINCT f_alp) FROM rust;
SELECT row, d, d_alp, f_alp FROM rust WHERE row IN (0, 989, 990, 991, 992, 993, 994, 995, 996, 1500, 2200, 2502);
SELECT row FROM rust WHERE d_alp = 165.93 AND f_alp < 165.93;
SELECT * FROM parquet_check('testdata/rust_encoding_alp.parquet');
