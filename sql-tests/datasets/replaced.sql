-- A statement reads the files that it has found: one that was replaced since is an error that names it.
-- Threads would open files before their rows are shown.
SELECT parquet_write('${TESTTMP}/d', 'SELECT value AS k, 1 AS v FROM json_each(''[1,2,3,4]'')', 'partition_by=k');
--! reopen
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/d/', threads=1);

-- The whole folder, by overwrite=on, after the first of its files was read.
SELECT k, v, CASE k WHEN 1 THEN parquet_write('${TESTTMP}/d',
           'SELECT value AS k, 2 AS v FROM json_each(''[1,2,3,4]'')', 'partition_by=k', 'overwrite=on') END FROM t;
SELECT min(v), max(v), count(*) FROM t;

-- One partition.
SELECT k, v, CASE k WHEN 1 THEN parquet_write('${TESTTMP}/d/k=3', 'SELECT 3 AS v', 'rows_per_file=1', 'overwrite=on') END FROM t;
SELECT k, v FROM t;

-- One file, which the statement's other cursor has not opened.
SELECT a.k, b.v, parquet_write('${TESTTMP}/d/k=4/data_0.parquet', 'SELECT 4 AS v') FROM t a, t b WHERE a.k = 1 AND b.k = 4 AND a.v < 9;
SELECT k, v FROM t WHERE k = 4;
SELECT v, parquet_write('${TESTTMP}/d/k=4/data_0.parquet', 'SELECT 5 AS v') FROM t WHERE k < 4 UNION ALL SELECT v, 0 FROM t WHERE k = 4;

-- Between statements, a file that was never opened.
CREATE VIRTUAL TABLE u USING parquet('${TESTTMP}/d/', threads=1);
SELECT parquet_write('${TESTTMP}/d/k=4/data_0.parquet', 'SELECT 6 AS v');
SELECT k, v FROM u;

-- A new file is not read by a statement that has begun.
SELECT k, v, CASE k WHEN 1 THEN parquet_write('${TESTTMP}/d', 'SELECT 5 AS k, 7 AS v', 'partition_by=k', 'append=on') END FROM u;
SELECT count(*) FROM u;

-- read_parquet() and functions that show one file after the other.
SELECT row, CASE json_extract(row, '$.v') WHEN 2 THEN parquet_write('${TESTTMP}/d/k=3/data_0.parquet', 'SELECT 8 AS v') END
  FROM read_parquet('${TESTTMP}/d/');
SELECT num_rows, CASE WHEN file_name LIKE '%k=1%' THEN parquet_write('${TESTTMP}/d/k=2/data_0.parquet', 'SELECT 9 AS v') END
  FROM parquet_file_metadata('${TESTTMP}/d/');
SELECT sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/d/');
