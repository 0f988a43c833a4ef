-- Row numbers, files and row groups of tables of many files.
--! shell mkdir -p ${TESTTMP}/f
SELECT parquet_write('${TESTTMP}/f/a.parquet', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 24) SELECT i, i % 3 AS m, ''t'' || (i % 4) AS t FROM n', 'row_group_size=10');
SELECT parquet_write('${TESTTMP}/f/b.parquet', 'WITH RECURSIVE n(i) AS (VALUES(25) UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, i % 3 AS m, ''t'' || (i % 4) AS t FROM n', 'row_group_size=10');
SELECT parquet_write('${TESTTMP}/f/c.parquet', 'WITH RECURSIVE n(i) AS (VALUES(40) UNION ALL SELECT i + 1 FROM n WHERE i < 42) SELECT i, i % 3 AS m, ''t'' || (i % 4) AS t FROM n', 'row_group_size=10');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/f/*.parquet');
SELECT i, rowid, substr(_file, -9), _file_row_number, _row_group FROM t WHERE i IN (0, 24, 25, 39, 40);
SELECT substr(_file, -9), _row_group, count(*), min(_file_row_number), max(_file_row_number) FROM t GROUP BY _file, _row_group;

-- Rowids are the same again, and find their rows.
SELECT count(*), count(DISTINCT rowid), sum((SELECT b.i FROM t b WHERE b.rowid = t.rowid) = i) FROM t;
SELECT i FROM t WHERE rowid = 1099511627777;
SELECT i FROM t WHERE rowid BETWEEN 25 AND 1099511627778;
SELECT i FROM t WHERE rowid > 2199023255553;
SELECT i FROM t WHERE rowid IN (1, 26, 2199023255553, -1);
SELECT i FROM t WHERE _file_row_number = 2;
SELECT i FROM t WHERE _row_group = 1 AND _file_row_number > 20;
SELECT i FROM t WHERE _file LIKE '%b.parquet' AND _row_group = 1;

-- Numbers within a file select row groups.
SELECT i FROM t WHERE _row_group = 2;
SELECT i FROM t WHERE _row_group = 1 AND _file_row_number BETWEEN 12 AND 13;
SELECT i FROM t WHERE _file_row_number IN (2, 14, 99, -1, '3') AND rowid > 3 ORDER BY i;
SELECT i FROM t WHERE _file_row_number > 20 AND _file_row_number < 22.5;
SELECT i FROM t WHERE _file_row_number < -1;
SELECT plan, row_groups, rows_returned FROM parquet_scan_stats WHERE plan LIKE '%#%' AND plan NOT LIKE '%rowid%' ORDER BY seq DESC LIMIT 3;
SELECT i FROM t WHERE _file_row_number = 1e30 OR _file_row_number < -1;
SELECT count(*) FROM t WHERE _file_row_number IS NULL OR _row_group IS NULL;
SELECT count(*) FROM t WHERE _file = '${TESTTMP}/f/c.parquet';
SELECT count(*) FROM t WHERE _file IN ('${TESTTMP}/f/c.parquet', '${TESTTMP}/f/a.parquet', 'x');
SELECT count(*) FROM t WHERE _file > '${TESTTMP}/f/b';
SELECT count(*) FROM t WHERE _file IS NULL;

-- Orders, groups, limits and joins.
SELECT i, substr(_file, -9) FROM t ORDER BY m, i DESC LIMIT 3;
SELECT i FROM t ORDER BY _file DESC, i LIMIT 4;
SELECT group_concat(i) FROM (SELECT i FROM t WHERE i > 20 ORDER BY _file, m LIMIT 99);
SELECT group_concat(i) FROM (SELECT i FROM t WHERE i > 20 ORDER BY _file LIMIT 99);
SELECT i FROM t LIMIT 3 OFFSET 24;
SELECT i FROM t WHERE m = 1 LIMIT 2 OFFSET 12;
SELECT t, count(*), sum(i), min(substr(_file, -9)) FROM t GROUP BY t;
SELECT max(i), substr(_file, -9) FROM t;
SELECT DISTINCT substr(_file, -9), m FROM t WHERE i > 30;
SELECT count(*) FROM t a JOIN t b ON a.i = b.i + 1 WHERE a._file <> b._file;
SELECT a.i, b.i FROM t a LEFT JOIN t b ON b.i = a.i + 1 AND b._file LIKE '%c.parquet' WHERE a.i > 37;
SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM t b WHERE b.i = t.i * 2 AND b._row_group > 0);
SELECT i, row_number() OVER (PARTITION BY _file ORDER BY i DESC) AS n FROM t ORDER BY n, i LIMIT 3;
SELECT count(*) FROM (SELECT i FROM t WHERE m = 0 UNION SELECT i FROM t WHERE _file LIKE '%a.parquet');

-- The same without pushdown, and with several threads.
CREATE VIRTUAL TABLE o USING parquet('${TESTTMP}/f/*.parquet', pushdown=off, threads=1);
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/f/*.parquet', threads=4);
SELECT count(*) FROM (SELECT rowid, * FROM t EXCEPT SELECT rowid, * FROM o);
SELECT count(*) FROM (SELECT rowid, *, _file, _row_group FROM o INTERSECT SELECT rowid, *, _file, _row_group FROM p);
SELECT count(*) FROM o WHERE _file LIKE '%b.parquet' AND _row_group = 1 AND m = 2;
SELECT count(*) FROM p WHERE _file LIKE '%b.parquet' AND _row_group = 1 AND m = 2;
SELECT count(*) FROM p WHERE _row_group >= 1 AND _file_row_number < 15;
SELECT count(*) FROM o WHERE _row_group >= 1 AND _file_row_number < 15;

-- Joins find such rows in memory; their files may be closed again.
SELECT count(*), sum(a.i * b.i) FROM t a CROSS JOIN t b ON b._file_row_number = a.i;
SELECT look_ups > 0 FROM parquet_scan_stats WHERE plan = '_file_row_number#4=?' ORDER BY seq DESC LIMIT 1;
SELECT count(*), sum(a.i * b.i) FROM o a CROSS JOIN o b ON b._file_row_number = a.i;
SELECT count(*), sum(a.i * b.i) FROM p a CROSS JOIN p b ON b._row_group = a._row_group AND b.m = a.i;
SELECT look_ups > 0 FROM parquet_scan_stats WHERE plan LIKE '%_row_group#5=?%' ORDER BY seq DESC LIMIT 1;
SELECT count(*), sum(a.i * b.i) FROM o a CROSS JOIN o b ON b._row_group = a._row_group AND b.m = a.i;

-- Dates sort as their texts do if the bounds of all files show it.  A condition on paths must not make a plan open other files.
--! shell mkdir -p ${TESTTMP}/o
SELECT parquet_write('${TESTTMP}/o/a.parquet', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i, date(''2024-01-01'', (i * 7 % 20) || '' days'') AS d, datetime(''2024-01-01'', (i * 7 % 20) || '' hours'') AS ts FROM n', 'types=d=DATE, ts=TIMESTAMP(MICROS)', 'row_group_size=10');
SELECT parquet_write('${TESTTMP}/o/b.parquet', 'SELECT 20 AS i, ''1999-12-31'' AS d, NULL AS ts UNION ALL SELECT 21, NULL, ''2030-01-01''', 'types=d=DATE, ts=TIMESTAMP(MICROS)');
CREATE VIRTUAL TABLE dates USING parquet('${TESTTMP}/o/');
CREATE VIRTUAL TABLE dates_off USING parquet('${TESTTMP}/o/', pushdown=off);
SELECT i, d FROM dates WHERE _file LIKE '%/a.parquet' ORDER BY d DESC LIMIT 2;
SELECT plan LIKE '%by d#%' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT i, d FROM dates ORDER BY d DESC LIMIT 2;
SELECT max(ts) FROM dates;
--! host >= 3.38.0
SELECT plan FROM parquet_scan_stats ORDER BY seq DESC LIMIT 2;
SELECT i, d FROM dates WHERE _file LIKE '%/a.parquet' ORDER BY d DESC LIMIT 2;
SELECT plan LIKE '%by d#%' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT i, ts FROM dates ORDER BY ts, i DESC LIMIT 3;
SELECT group_concat(i) FROM (SELECT i FROM dates ORDER BY d, ts LIMIT 99);
SELECT group_concat(i) FROM (SELECT i FROM dates_off ORDER BY d, ts LIMIT 99);
SELECT d, count(*) FROM dates WHERE i > 17 GROUP BY d;

-- A year beyond 9999 has a sign, which sorts before digits.
SELECT parquet_write('${TESTTMP}/o/c.parquet', 'SELECT 30 AS i, ''+10000-01-01'' AS d, ''2000-01-01 00:00:00'' AS ts', 'types=d=DATE, ts=TIMESTAMP(MICROS)');
CREATE VIRTUAL TABLE far USING parquet('${TESTTMP}/o/');
SELECT i, d FROM far ORDER BY d LIMIT 3;
SELECT max(d), min(d) FROM far;
SELECT d, i FROM far WHERE i > 17 GROUP BY d;
SELECT i, ts FROM far ORDER BY ts DESC LIMIT 2;

-- Damage: the file is named, and rows that are lost.
--! shell cp ${TESTTMP}/f/b.parquet ${TESTTMP}/b; printf 'XXXXXXXX' | dd of=${TESTTMP}/f/b.parquet bs=1 seek=20 conv=notrunc 2>/dev/null
SELECT sum(i) FROM t;
SELECT sum(i) FROM t WHERE _file NOT LIKE '%b.parquet';
CREATE VIRTUAL TABLE s USING parquet('${TESTTMP}/f/*.parquet', salvage=on);
SELECT count(*), count(i), sum(m), sum(i) FROM s;
SELECT json_extract(losses, '$[0]._file') LIKE '%b.parquet', json_extract(losses, '$[0].row_group'), json_extract(losses, '$[0]._file_row_number'), values_lost FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE w USING parquet('${TESTTMP}/f/*.parquet', salvage=skip);
SELECT count(*), count(i), sum(i) FROM w;
SELECT read_only FROM (SELECT 1 AS read_only);
DELETE FROM t;

-- Columns are found wherever the next files have them.
--! shell mkdir -p ${TESTTMP}/columns
SELECT parquet_write('${TESTTMP}/columns/1.parquet', 'SELECT 1 AS a, 2 AS b, 3 AS c');
SELECT parquet_write('${TESTTMP}/columns/2.parquet', 'SELECT 4 AS a, 6 AS c, 5 AS b');
CREATE VIRTUAL TABLE columns USING parquet('${TESTTMP}/columns/');
SELECT a, b, c FROM columns;
