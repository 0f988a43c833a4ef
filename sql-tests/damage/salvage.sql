-- Damaged files read with salvage: lost values are NULL, or their rows are left out.
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/salvage/damaged_flat_v1_index.parquet');
SELECT sum(id) FROM bad;
DROP TABLE bad;
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=maybe);
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

-- The same table over the file before it was damaged.
CREATE VIRTUAL TABLE temp.sound USING parquet('testdata/salvage/flat_v1_index.parquet');
CREATE TABLE want AS SELECT rowid AS r, * FROM sound;
UPDATE want SET id = NULL WHERE r BETWEEN 101 AND 150;
UPDATE want SET text = NULL WHERE r BETWEEN 1 AND 50 OR r BETWEEN 251 AND 300;
UPDATE want SET n = NULL WHERE r > 300;
UPDATE want SET real = NULL WHERE r BETWEEN 451 AND 500;
CREATE VIRTUAL TABLE temp.got USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=on);
SELECT name, type, "notnull" FROM pragma_table_info('got');
SELECT count(*) FROM (SELECT rowid, * FROM got EXCEPT SELECT * FROM want);
SELECT count(*) FROM (SELECT * FROM want EXCEPT SELECT rowid, * FROM got);
SELECT row_groups, rows_returned, values_lost, losses FROM last WHERE table_name = 'temp.got';
SELECT count(*) FROM got WHERE id IS NULL;
SELECT count(*) FROM want WHERE id IS NULL;
SELECT values_lost, losses FROM last;
SELECT count(*) FROM got WHERE id IS NOT 300 AND id < 450;
SELECT count(*) FROM want WHERE id IS NOT 300 AND id < 450;
SELECT max(id), min(id), max(real), min(real), max(word), min(n) FROM got;
SELECT max(id), min(id), max(real), min(real), max(word), min(n) FROM want;
SELECT max(id) FROM got;
SELECT max(real) FROM got;
SELECT rowid, id FROM got ORDER BY id LIMIT 3;
SELECT r, id FROM want ORDER BY id LIMIT 3;
SELECT rowid, text FROM got ORDER BY text DESC, rowid LIMIT 3;
SELECT r, text FROM want ORDER BY text DESC, r LIMIT 3;
SELECT count(*) FROM got WHERE n = 75;
SELECT count(*) FROM got WHERE n IN (3, 80) OR n IS NULL;
SELECT count(*) FROM want WHERE n IN (3, 80) OR n IS NULL;
SELECT count(*) FROM got WHERE text LIKE 'plain text 1%';
SELECT count(*) FROM want WHERE text LIKE 'plain text 1%';
SELECT count(*) FROM got a JOIN got b ON a.id = b.n * 3;
SELECT count(*) FROM want a JOIN want b ON a.id = b.n * 3;
SELECT count(*) FROM sound s LEFT JOIN got g ON g.id = s.id WHERE g.id IS NULL;
SELECT id, n, real FROM got WHERE rowid IN (100, 101, 150, 151, 450, 451);

-- Without pushdown.
CREATE VIRTUAL TABLE temp.plain USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=on, pushdown=off);
SELECT count(*) FROM plain WHERE id IS NULL;
SELECT count(*) FROM plain WHERE id IS NOT 300 AND id < 450;
SELECT count(*) FROM plain WHERE n IN (3, 80) OR n IS NULL;

-- skip leaves out rows that have lost a value of any column of the table.
CREATE VIRTUAL TABLE temp.rest USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=skip);
CREATE TABLE whole AS SELECT rowid AS r, * FROM sound
 WHERE NOT (rowid BETWEEN 101 AND 150 OR rowid BETWEEN 1 AND 50 OR rowid BETWEEN 251 AND 300 OR rowid > 300);
SELECT count(*) FROM rest;
SELECT losses FROM last;
SELECT count(*) FROM (SELECT rowid, * FROM rest EXCEPT SELECT * FROM whole);
SELECT count(*) FROM (SELECT * FROM whole EXCEPT SELECT rowid, * FROM rest);
SELECT count(*) FROM rest WHERE id IS NULL OR flag;
SELECT count(*) FROM whole WHERE id IS NULL OR flag;
SELECT max(id), count(DISTINCT word), sum(real) FROM rest;
SELECT max(id), count(DISTINCT word), sum(real) FROM whole;
SELECT id FROM rest ORDER BY id DESC LIMIT 2;
SELECT rowid, id FROM rest WHERE rowid BETWEEN 48 AND 52;
SELECT count(*) FROM rest WHERE _row_group = 1;
CREATE VIRTUAL TABLE temp.some USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=skip, columns='word,real');
SELECT count(*), count(word), count(real) FROM some;
