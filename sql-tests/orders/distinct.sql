-- DISTINCT returns one row for each combination, in SQLite 3.46 and newer: from dictionaries,
-- as soon as rows have been found with all of their entries, or from sets of values.
SELECT parquet_write('${TESTTMP}/rows.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 9999)
  SELECT i AS id, i % 7 AS part, CASE WHEN i % 5 THEN ''name '' || (i % 11) END AS name, (i % 13) / 4.0 AS real,
         CASE WHEN i <> 7777 THEN ''text '' || (i % 3) END AS rare, date(''2024-01-01'', (i / 500) || '' days'') AS day FROM r',
  'row_group_size=2500', 'types=day=DATE');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/rows.parquet');
CREATE TABLE n AS SELECT * FROM t;
CREATE TEMP VIEW last AS SELECT plan, row_groups, rows_returned, pages_read FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t);
--! host >= 3.46.0
SELECT * FROM last;
--! end
-- One null in the last row group but one.
SELECT count(*), count(rare) FROM (SELECT DISTINCT rare FROM t);
SELECT group_concat(day, ' ') FROM (SELECT DISTINCT day FROM t WHERE day > '2024-01-10');
SELECT count(*), sum(part IS NULL), sum(name IS NULL) FROM (SELECT DISTINCT part, name FROM t);
--! host >= 3.46.0
SELECT plan, rows_returned FROM last;
--! end
SELECT count(*) FROM (SELECT part, name FROM n EXCEPT SELECT DISTINCT part, name FROM t);
SELECT group_concat(real) FROM (SELECT DISTINCT real FROM t WHERE real <> 1.5);
SELECT count(*) FROM (SELECT DISTINCT part, real, name, rare, day FROM t);
SELECT count(*) FROM (SELECT DISTINCT part, real, name, rare, day FROM n);
-- Too many combinations: all rows are sorted.
SELECT count(*) FROM (SELECT DISTINCT id, part FROM t);
SELECT DISTINCT part, 'x' FROM t WHERE part IN (3, 5, 99);
SELECT DISTINCT part FROM t LIMIT 2;
SELECT count(DISTINCT part), count(DISTINCT name) FROM t;

-- Conditions that SQLite tests again, on the same columns or on others, also on the rowid.
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE part % 2);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE id < 3);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE id < 20 AND id % 7 = 5);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE rowid + 0 > 9997);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE rowid > 9997);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t WHERE rowid + 0 > 9997 ORDER BY part DESC);
SELECT count(*), sum(part) FROM (SELECT DISTINCT part FROM t WHERE _file_row_number % 1000 = 9);
SELECT group_concat(name) FROM (SELECT DISTINCT name FROM t WHERE name LIKE '%1%' ORDER BY name DESC);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t ORDER BY part DESC);
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM t ORDER BY id LIMIT 3);
SELECT group_concat(part || rare) FROM (SELECT DISTINCT part, rare FROM t ORDER BY rare, part LIMIT 3);
SELECT group_concat(upper(name)) FROM (SELECT DISTINCT upper(name) AS name FROM t WHERE name < 'name 2');
SELECT n.part, (SELECT group_concat(name) FROM (SELECT DISTINCT name FROM t WHERE name > 'name ' || n.part AND name < 'name 5' ORDER BY name)) FROM n LIMIT 4;
SELECT (SELECT count(*) FROM (SELECT DISTINCT part FROM t WHERE part < n.part)) FROM n LIMIT 8;

-- A dictionary with entries that no row uses, and nulls.
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/handmade_dictionary_forms.parquet');
SELECT group_concat(quote(u)) FROM (SELECT DISTINCT unused_entries AS u FROM d ORDER BY 1);
SELECT unused_entries, count(*) FROM d GROUP BY 1;

-- Lost rows and lost values.
CREATE VIRTUAL TABLE temp.skip USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage='skip');
CREATE VIRTUAL TABLE temp.whole USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage='on');
SELECT count(*), count(text) FROM (SELECT DISTINCT text FROM skip);
SELECT count(*), count(text) FROM (SELECT text FROM skip GROUP BY text);
SELECT count(*), count(text) FROM (SELECT DISTINCT text FROM whole);
SELECT count(*), count(text) FROM (SELECT text FROM whole GROUP BY text);

-- Little memory.
CREATE VIRTUAL TABLE temp.small USING parquet('${TESTTMP}/rows.parquet', memory_limit='1MiB');
SELECT group_concat(part) FROM (SELECT DISTINCT part FROM small);
SELECT count(*) FROM (SELECT DISTINCT id FROM small);
--! host >= 3.46.0
SELECT count(*) FROM (SELECT DISTINCT part FROM t WHERE part > 3);
SELECT plan FROM last;
SELECT count(*) FROM (SELECT DISTINCT part FROM t WHERE id > 3);
SELECT plan FROM last;
SELECT count(*) FROM (SELECT DISTINCT part FROM t WHERE rowid + 0 > 3);
SELECT plan LIKE '%distinct%' FROM last;
SELECT count(*) FROM (SELECT part FROM t GROUP BY part);
SELECT plan FROM last;
--! end
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
--! lost_memory
SELECT count(*) FROM (SELECT DISTINCT vendor, payment FROM trips);
