-- Threads prepare the next rows of long scans.  Their number changes neither rows nor counts.
SELECT parquet_write('${TESTTMP}/rows.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 159999)
  SELECT i AS id, i * 7919 % 160000 AS number, ''text '' || (i % 50021) AS name, i % 7 AS part,
         CASE WHEN i % 5 THEN i / 8.0 END AS real, date(''2024-01-01'', (i / 500) || '' days'') AS day FROM r',
  'row_group_size=40000', 'types=day=DATE');
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/rows.parquet', threads=1);
CREATE VIRTUAL TABLE temp.two USING parquet('${TESTTMP}/rows.parquet', threads=2);
CREATE VIRTUAL TABLE temp.four USING parquet('${TESTTMP}/rows.parquet', threads='4');

SELECT count(name), sum(number), sum(real), max(+day), group_concat(DISTINCT part) FROM one;
SELECT count(name), sum(number), sum(real), max(+day), group_concat(DISTINCT part) FROM two;
SELECT count(name), sum(number), sum(real), max(+day), group_concat(DISTINCT part) FROM four;
SELECT count(*), sum(id), max(name) FROM one WHERE name LIKE '%77%' AND real > 100;
SELECT count(*), sum(id), max(name) FROM two WHERE name LIKE '%77%' AND real > 100;
SELECT count(*), sum(id), max(name) FROM four WHERE name LIKE '%77%' AND real > 100;
SELECT count(*) FROM (SELECT * FROM one EXCEPT SELECT * FROM two);
SELECT count(*) FROM (SELECT rowid, * FROM four EXCEPT SELECT rowid, * FROM one);
-- The rows of two scans at once, side by side.
SELECT count(*), sum(a.number = b.number), sum(a.name = b.name) FROM two AS a JOIN four AS b ON b.rowid = a.rowid;
SELECT count(*) FROM two AS a WHERE EXISTS (SELECT 1 FROM four AS b WHERE b.number = a.id AND b.part > 3);

-- Columns that are asked for late, and scans that are left early.
SELECT id, name, day FROM two WHERE CASE WHEN id > 120000 THEN real > 15010 ELSE number < 1 END LIMIT 3;
SELECT count(*), max(name) FROM (SELECT name FROM four WHERE part = 3 LIMIT 20000);
SELECT count(*), min(name) FROM (SELECT name FROM two WHERE part = 3 LIMIT 10 OFFSET 20000);
DROP TABLE two;

-- What threads have done is counted when SQLite gets the rows.
CREATE TEMP VIEW last AS SELECT loops, row_groups, rows_tested, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT sum(length(name)) FROM four WHERE number < 80000;
SELECT * FROM last;
SELECT sum(length(name)) FROM one WHERE number < 80000;
SELECT * FROM last;

-- Where the best row so far narrows what is looked for, the query goes on alone.
SELECT parquet_write('${TESTTMP}/names.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 79999)
  SELECT i AS id, ''name '' || (100000 + i) AS name FROM r', 'data_page_row_limit=80000', 'page_size=9000000', 'dictionary_size_limit=0');
CREATE VIRTUAL TABLE temp.names USING parquet('${TESTTMP}/names.parquet', threads=2);
SELECT name FROM names WHERE name LIKE '%7%' ORDER BY name DESC LIMIT 3;
SELECT max(name) FROM names WHERE name LIKE '%7_';

-- Numbers that the option accepts.
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads=0);
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads=65);
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads=two);
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads=-1);
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads='');
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/trips.parquet', threads=64);
SELECT count(trip_id) FROM e;
