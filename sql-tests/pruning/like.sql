-- LIKE with a prefix reads only pages whose bounds allow text with that prefix, in upper or
-- lower case.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM f WHERE code LIKE 'd151%';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT count(*) FROM f WHERE code LIKE 'D152 %';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;
SELECT count(*) FROM f WHERE code LIKE '7%';
SELECT row_groups_by_statistics, pages_read, rows_tested FROM last;

-- NOCASE ranges that are equivalent to a prefix, and others.
CREATE TABLE w(s);
INSERT INTO w VALUES ('a'), ('AZ'), ('B1'), ('b2'), ('C1'), ('c2'), ('d'), ('DEFGHIJK'), ('dEFgHijkl');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT s FROM w', 'row_group_size=1');
CREATE VIRTUAL TABLE temp.pw USING parquet('${TESTTMP}/w.parquet');
SELECT group_concat(s) FROM pw WHERE s >= 'B' COLLATE NOCASE AND s < 'c' COLLATE NOCASE;
SELECT group_concat(s) FROM pw WHERE s >= 'b' COLLATE NOCASE AND s < 'c' COLLATE NOCASE;
SELECT group_concat(s) FROM pw WHERE s >= 'B' COLLATE NOCASE AND s < 'd' COLLATE NOCASE;
SELECT group_concat(s) FROM pw WHERE s >= 'BA' COLLATE NOCASE AND s < 'cb' COLLATE NOCASE;
-- A letter in both cases ends the prefix.
SELECT count(*) FROM pw WHERE s LIKE 'ab%';
SELECT row_groups_by_statistics FROM last;
SELECT count(*) FROM pw WHERE s LIKE 'deFGhijk%';
SELECT row_groups_by_statistics FROM last;
