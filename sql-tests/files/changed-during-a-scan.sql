-- A file changes while one thread reads it: the rows read so far, then an error.  When
-- the file is restored, the table can be read again.
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet', threads=1);
-- The file is truncated while the first row group is read.
--! after_row truncate -s 20000 "${TESTTMP}/t.parquet"
SELECT _file_row_number, vendor FROM t WHERE _file_row_number % 900 = 0;
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
SELECT count(vendor) FROM t;
-- The file is written to: new bytes would not belong with those already read.
--! after_row printf x | dd of="${TESTTMP}/t.parquet" bs=1 seek=60000 conv=notrunc status=none
SELECT _file_row_number, vendor FROM t WHERE _file_row_number % 900 = 0;
-- The file is truncated before the first step: it is opened again, and is no longer Parquet.
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
SELECT count(*) FROM t;
--! between truncate -s 20000 "${TESTTMP}/t.parquet"
SELECT count(*) FROM t;
-- Table-valued functions.
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
--! after_row truncate -s 20000 "${TESTTMP}/t.parquet"
SELECT row_group_id, column_id, page_id FROM parquet_pages('${TESTTMP}/t.parquet')
WHERE row_group_id IN (0, 3) AND column_id = 0 AND page_id IN (0, 3);
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
--! after_row truncate -s 20000 "${TESTTMP}/t.parquet"
SELECT min(length(row)) > 100 FROM read_parquet('${TESTTMP}/t.parquet')
GROUP BY rowid > 100 ORDER BY 1;
--! after_row truncate -s 10000 "${TESTTMP}/t.parquet"
SELECT kind FROM parquet_check('${TESTTMP}/t.parquet');
-- A page whose header was read before.
SELECT parquet_write('${TESTTMP}/p.parquet', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
SELECT i * 7919 % 251 AS a FROM n', 'row_group_size=1000000', 'data_page_row_limit=1000000', 'encoding=dictionary', 'compression=none');
--! after_row truncate -s 100000 "${TESTTMP}/p.parquet"
SELECT page_type, crc FROM parquet_pages('${TESTTMP}/p.parquet');
--! shell rm "${TESTTMP}/p.parquet"
-- A write that reads it fails, and leaves no file.
--! shell cp testdata/trips.parquet "${TESTTMP}/t.parquet"
CREATE VIRTUAL TABLE temp.u USING parquet('${TESTTMP}/t.parquet', threads=1);
--! between truncate -s 20000 "${TESTTMP}/t.parquet"
SELECT parquet_write('${TESTTMP}/u.parquet', 'SELECT * FROM u');
--! shell ls -A "${TESTTMP}"
-- The file is gone.
--! shell rm "${TESTTMP}/t.parquet"
SELECT count(*) FROM t;
