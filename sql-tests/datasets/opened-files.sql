-- Why the files of a folder are opened: files_opened and kept_because of parquet_scan_stats.
CREATE TEMP VIEW last AS SELECT files, files_by_path, files_opened, row_groups_by_statistics AS by_statistics, json_extract(kept_because, '$.file') AS why FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! shell mkdir -p ${TESTTMP}/log/day=1 ${TESTTMP}/log/day=2
SELECT parquet_write('${TESTTMP}/log/day=1/a.parquet', 'SELECT 3 AS x, ''u'' AS kind'), parquet_write('${TESTTMP}/log/day=1/b.parquet', 'SELECT 4 AS x, ''v'' AS kind'), parquet_write('${TESTTMP}/log/day=1/c.parquet', 'SELECT 8 AS x, ''w'' AS kind'), parquet_write('${TESTTMP}/log/day=2/a.parquet', 'SELECT 9 AS x, ''w'' AS kind');
CREATE VIRTUAL TABLE temp.log USING parquet('${TESTTMP}/log/', threads=1);

-- The first file is opened for the table's columns, others because their paths do not exclude them.
SELECT * FROM log WHERE day = 1 AND x > 5;
SELECT * FROM last;

-- The same again: the files are open, and the reasons are the same.
SELECT * FROM log WHERE day = 1 AND x > 5;
SELECT * FROM last;

-- No condition that SQLite passes.
SELECT count(*) FROM log WHERE x + 0 > 5;
SELECT * FROM last;

-- Conditions on paths that statistics could not test, and on files.
SELECT count(*) FROM log WHERE _file LIKE '%day=2%' AND kind LIKE 'W';
SELECT * FROM last;
SELECT count(*) FROM log WHERE _file GLOB '*/a.parquet';
SELECT * FROM last;

-- Conditions on the places of rows.
SELECT count(*) FROM log WHERE _file_row_number = 0;
SELECT * FROM last;
SELECT count(*) FROM log WHERE _row_group = 1;
SELECT * FROM last;
SELECT x FROM log WHERE rowid = (2 << 40) + 1;
SELECT * FROM last;

-- Contradictions open nothing.
SELECT count(*) FROM log WHERE x > 5 AND x < 5;
SELECT * FROM last;

-- An order whose first rows are searched, and a LIMIT after which no file is opened.
DROP TABLE log;
CREATE VIRTUAL TABLE temp.log USING parquet('${TESTTMP}/log/', threads=1);
--! host >= 3.38.0
SELECT max(x) FROM log WHERE day = 1;
SELECT * FROM last;
--! end
DROP TABLE log;
CREATE VIRTUAL TABLE temp.log USING parquet('${TESTTMP}/log/', threads=1);
SELECT x FROM log LIMIT 2;
SELECT * FROM last;

-- union_by_name opens all files for their columns, when files have changed, too.
CREATE VIRTUAL TABLE temp.united USING parquet('${TESTTMP}/log/', union_by_name=on, threads=1);
SELECT x FROM united WHERE day = 2;
SELECT * FROM last;
--! shell rm ${TESTTMP}/log/day=1/b.parquet
SELECT count(*) FROM united WHERE day = 2;
SELECT * FROM last;

-- pushdown=off tests no paths.
CREATE VIRTUAL TABLE temp.all_of_them USING parquet('${TESTTMP}/log/', pushdown=off, threads=1);
SELECT count(*) FROM all_of_them WHERE day = 2;
SELECT * FROM last;

-- An inner table is counted in each loop, as its row groups are.
SELECT count(*) FROM (VALUES (1), (2)) AS days CROSS JOIN log ON log.day = days.column1;
SELECT * FROM last;

-- The order of dates depends on the values of all files.
--! host >= 3.38.0
--! shell mkdir -p ${TESTTMP}/dates
SELECT parquet_write('${TESTTMP}/dates/a.parquet', 'SELECT ''2026-01-01'' AS d', 'types=d=DATE'), parquet_write('${TESTTMP}/dates/b.parquet', 'SELECT ''2026-01-02'' AS d', 'types=d=DATE');
CREATE VIRTUAL TABLE temp.dates USING parquet('${TESTTMP}/dates/', threads=1);
SELECT d FROM dates ORDER BY d;
SELECT * FROM last;
--! end

-- A table of one file opens none of many.
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/log/day=2/a.parquet');
SELECT count(*) FROM one WHERE x > 5;
SELECT * FROM last;
