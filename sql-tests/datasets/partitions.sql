-- Partition keys in paths are columns.
--! shell mkdir -p '${TESTTMP}/sales/year=2024/country=C%C3%B4te d%27Ivoire' ${TESTTMP}/sales/year=2024/country=__HIVE_DEFAULT_PARTITION__ ${TESTTMP}/sales/year=2025/country=de ${TESTTMP}/sales/year=2025/country=
SELECT parquet_write('${TESTTMP}/sales/year=2024/country=C%C3%B4te d%27Ivoire/0.parquet', 'SELECT 1 AS id, 10.5 AS price');
SELECT parquet_write('${TESTTMP}/sales/year=2024/country=__HIVE_DEFAULT_PARTITION__/0.parquet', 'SELECT 2 AS id, 20.5 AS price');
SELECT parquet_write('${TESTTMP}/sales/year=2025/country=de/0.parquet', 'SELECT 3 AS id, 30.5 AS price UNION ALL SELECT 4, 40.5');
SELECT parquet_write('${TESTTMP}/sales/year=2025/country=/0.parquet', 'SELECT 5 AS id, 50.5 AS price');
CREATE VIRTUAL TABLE sales USING parquet('${TESTTMP}/sales/');
SELECT name, type, hidden FROM pragma_table_xinfo('sales');
SELECT *, typeof(year), typeof(country) FROM sales;
SELECT id FROM sales WHERE country IS NULL;
SELECT id FROM sales WHERE country = '';
SELECT id FROM sales WHERE country = 'Côte d''Ivoire';
SELECT id FROM sales WHERE year + 0 = 2025 AND country > 'a';
SELECT year, country, sum(price), count(*) FROM sales GROUP BY year, country;
SELECT DISTINCT country FROM sales ORDER BY country DESC;
SELECT a.id, b.id FROM sales a JOIN sales b ON a.year = b.year + 1 AND b.country IS NOT NULL;

-- Whole files are left out because of their paths.
SELECT sum(price) FROM sales WHERE year > 2024 AND country = 'de';
SELECT count(*) FROM sales WHERE year = 2025;
SELECT sum(price) FROM sales WHERE _file LIKE '%year=2024%';
SELECT sum(price) FROM sales WHERE country GLOB 'd?';
SELECT sum(price) FROM sales WHERE country IS NOT NULL;
SELECT sum(price) FROM sales WHERE year = 1999;
SELECT files, files_by_path, row_groups FROM parquet_scan_stats ORDER BY seq DESC LIMIT 5;

-- The types: chosen so that each value is written as in the path.
--! shell for v in 007 08; do mkdir -p ${TESTTMP}/zeros/k=$v; cp ${TESTTMP}/sales/year=2025/country=de/0.parquet ${TESTTMP}/zeros/k=$v/; done
--! shell for v in 2024-02-29 2025-01-01 __HIVE_DEFAULT_PARTITION__; do mkdir -p ${TESTTMP}/days/day=$v; cp ${TESTTMP}/sales/year=2025/country=de/0.parquet ${TESTTMP}/days/day=$v/; done
--! shell for v in '2024-02-29 10%3A00%3A00' '2025-01-01 00%3A00%3A00.500'; do mkdir -p "${TESTTMP}/times/at=$v"; cp ${TESTTMP}/sales/year=2025/country=de/0.parquet "${TESTTMP}/times/at=$v/"; done
CREATE VIRTUAL TABLE zeros USING parquet('${TESTTMP}/zeros/');
SELECT k, typeof(k), count(*) FROM zeros GROUP BY k;
CREATE VIRTUAL TABLE days USING parquet('${TESTTMP}/days/');
SELECT name, type FROM pragma_table_xinfo('days') WHERE name = 'day';
SELECT day, count(*) FROM days GROUP BY day;
SELECT count(*) FROM days WHERE day BETWEEN '2024-01-01' AND '2024-12-31';
CREATE VIRTUAL TABLE times USING parquet('${TESTTMP}/times/');
SELECT name, type FROM pragma_table_xinfo('times') WHERE name = 'at';
SELECT at, count(*) FROM times GROUP BY at;

-- Chosen types.
CREATE VIRTUAL TABLE numbers USING parquet('${TESTTMP}/zeros/', hive_types='k=INTEGER');
SELECT k, typeof(k), count(*) FROM numbers GROUP BY k;
SELECT count(*) FROM numbers WHERE k = 7;
CREATE VIRTUAL TABLE texts USING parquet('${TESTTMP}/sales/', hive_types='YEAR=TEXT, "country"=varchar');
SELECT DISTINCT year, typeof(year) FROM texts;
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/sales/', hive_types='country=INTEGER');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/sales/', hive_types='month=TEXT');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/sales/', hive_types='year=FLOAT');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/sales/', hive_types='year');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/sales/', hive_partitioning=maybe);

-- Which parts of paths have keys: what a folder or a pattern finds, all of the path, or none.
CREATE VIRTUAL TABLE plain USING parquet('${TESTTMP}/sales/', hive_partitioning=off);
SELECT name FROM pragma_table_xinfo('plain') WHERE hidden = 0;
CREATE VIRTUAL TABLE of_2025 USING parquet('${TESTTMP}/sales/year=2025/*/*.parquet');
SELECT * FROM of_2025;
CREATE VIRTUAL TABLE all_keys USING parquet('${TESTTMP}/sales/year=2025/*/*.parquet', hive_partitioning=on);
SELECT * FROM all_keys;
CREATE VIRTUAL TABLE one_file USING parquet('${TESTTMP}/sales/year=2025/country=de/0.parquet', hive_partitioning=1);
SELECT * FROM one_file;
SELECT _file_row_number, _row_group, _file = '${TESTTMP}/sales/year=2025/country=de/0.parquet' FROM one_file WHERE rowid = 2;

-- A key replaces a column of the same name, whatever its case.
--! shell mkdir -p ${TESTTMP}/twice/ID=7 ${TESTTMP}/twice/ID=8
SELECT parquet_write('${TESTTMP}/twice/ID=7/0.parquet', 'SELECT 1 AS a, 2 AS id, 3 AS b');
SELECT parquet_write('${TESTTMP}/twice/ID=8/0.parquet', 'SELECT 4 AS a, 5 AS id, 6 AS b');
CREATE VIRTUAL TABLE twice USING parquet('${TESTTMP}/twice/');
SELECT * FROM twice;

-- Paths without a key have NULL there.
--! shell cp ${TESTTMP}/twice/ID=7/0.parquet ${TESTTMP}/twice/z.parquet
CREATE VIRTUAL TABLE some USING parquet('${TESTTMP}/twice/');
SELECT a, id FROM some;
CREATE VIRTUAL TABLE chosen USING parquet('${TESTTMP}/sales/', columns='id, country');
SELECT * FROM chosen WHERE year = 2024;
SELECT *, _file LIKE '%de/0.parquet' FROM chosen;

-- Dates in paths: groups and orders are those of their texts, also of years beyond 9999 and before 0.
--! shell for d in 2024-02-29 0001-01-01 9999-12-31; do mkdir -p "${TESTTMP}/dates/day=$d" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/dates/day=$d/x.parquet"; done
CREATE VIRTUAL TABLE temp.days USING parquet('${TESTTMP}/dates/');
SELECT day, count(*) FROM days GROUP BY day;
SELECT DISTINCT day FROM days ORDER BY day DESC;
SELECT min(day), max(day) FROM days;
SELECT day FROM days ORDER BY day LIMIT 1;
--! host >= 3.38.0
SELECT plan LIKE '%order by day%' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
--! shell for d in -000044-03-15 -000045-01-01 +012000-01-01; do mkdir -p "${TESTTMP}/dates/day=$d" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/dates/day=$d/x.parquet"; done
SELECT count(*) FROM days;
SELECT day, count(*) FROM days GROUP BY day;
CREATE VIRTUAL TABLE temp.far USING parquet('${TESTTMP}/dates/');
SELECT day, count(*) FROM far GROUP BY day;
SELECT DISTINCT day FROM far ORDER BY day DESC;
SELECT max(day) FROM far;
SELECT day FROM far ORDER BY day LIMIT 1;
SELECT plan LIKE '%order by day%' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

-- Of a long value, the first 100 bytes are shown.
--! shell k=${TESTTMP}/long/k=x$(printf %0110d 7); mkdir -p $k && cp sql-tests/data/fruits_a.parquet $k/a.parquet
SELECT count(*) FROM read_parquet('${TESTTMP}/long/', 'hive_types=k=INTEGER');
