-- parquet_version() and parquet_attach().
SELECT typeof(parquet_version()), parquet_version() GLOB '[0-9]*.[0-9]*', parquet_version() = parquet_version();
SELECT parquet_version(1);

-- It makes a table in temp, named after the file or as given, and returns the number of tables.
SELECT parquet_attach('sql-tests/data/fruits_a.parquet');
SELECT id, name FROM fruits_a;
SELECT name, type FROM sqlite_temp_master;
SELECT count(*) FROM sqlite_master;
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'more');
SELECT count(*) FROM more;
SELECT count(*) FROM temp.more;
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'more fruits, "really"; it''s; 100%');
SELECT count(*) FROM "more fruits, ""really""; it's; 100%";
SELECT typeof(parquet_attach('sql-tests/data/numbers.parquet', 'numbers'));
SELECT count(*) FROM numbers;
DROP TABLE numbers;

-- Table names derived from unusual file names.
--! shell for f in "two words" "2024-01 (final)" "it's" 'say "hi"' "v1.2" select "über" UPPER; do cp sql-tests/data/fruits_a.parquet "${TESTTMP}/$f.parquet"; done
SELECT parquet_attach('${TESTTMP}/two words.parquet');
SELECT count(*) FROM "two words";
SELECT parquet_attach('${TESTTMP}/2024-01 (final).parquet');
SELECT count(*) FROM "2024-01 (final)";
SELECT parquet_attach('${TESTTMP}/it''s.parquet');
SELECT count(*) FROM "it's";
SELECT parquet_attach('${TESTTMP}/say "hi".parquet');
SELECT count(*) FROM "say ""hi""";
SELECT parquet_attach('${TESTTMP}/v1.2.parquet');
SELECT count(*) FROM "v1.2";
SELECT parquet_attach('${TESTTMP}/select.parquet');
SELECT count(*) FROM "select";
SELECT parquet_attach('${TESTTMP}/über.parquet');
SELECT count(*) FROM "über";
SELECT parquet_attach('${TESTTMP}/UPPER.parquet');
SELECT count(*) FROM upper;
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/Caps.PARQUET" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/bare"
SELECT parquet_attach('${TESTTMP}/Caps.PARQUET');
SELECT count(*) FROM caps;
SELECT parquet_attach('${TESTTMP}/bare');
SELECT count(*) FROM bare;

-- The same name twice; a missing file; a path that is not a file.
SELECT parquet_attach('sql-tests/data/fruits_a.parquet');
SELECT parquet_attach('${TESTTMP}/missing.parquet');
SELECT parquet_attach('/dev/null', 'null');
SELECT count(*) FROM fruits_a;

-- The path is data, not SQL.
SELECT parquet_attach('x''); DROP TABLE fruits_a; --', 'y');
SELECT count(*) FROM fruits_a;

-- One call for each row attaches several files; and inside a transaction.
CREATE TABLE files(path, name);
INSERT INTO files VALUES('sql-tests/data/fruits_a.parquet', 'first'), ('sql-tests/data/fruits_b.parquet', 'second');
SELECT sum(parquet_attach(path, name)) FROM files;
SELECT (SELECT count(*) FROM first), (SELECT count(*) FROM second);
BEGIN;
SELECT parquet_attach('sql-tests/data/fruits_c.parquet');
SELECT count(*) FROM fruits_c;
ROLLBACK;
SELECT count(*) FROM fruits_c;

-- A folder: a table for each file and each folder in it; or one, if folders are partitions or with a name.
--! shell mkdir -p "${TESTTMP}/folder/sub/deep" "${TESTTMP}/lake/k=1" "${TESTTMP}/lake/k=2" "${TESTTMP}/hollow" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/folder/one.parquet" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/folder/two.parquet" && echo text > "${TESTTMP}/folder/notes.txt"
--! shell for i in 1 2; do cp sql-tests/data/fruits_a.parquet "${TESTTMP}/lake/k=$i/x.parquet"; cp sql-tests/data/fruits_a.parquet "${TESTTMP}/folder/sub/deep/$i.parquet"; done
SELECT parquet_attach('${TESTTMP}/folder');
SELECT (SELECT count(*) FROM one), (SELECT count(*) FROM two), (SELECT count(*) FROM sub);
SELECT parquet_attach('${TESTTMP}/lake/');
SELECT k, count(*) FROM lake GROUP BY k;
SELECT parquet_attach('${TESTTMP}/folder/', 'everything');
SELECT count(*) FROM everything;
SELECT parquet_attach('${TESTTMP}/folder/*.parquet', 'both');
SELECT count(*) FROM both;
SELECT parquet_attach('${TESTTMP}/folder/*.parquet');
SELECT parquet_attach('${TESTTMP}/hollow');
SELECT parquet_attach('${TESTTMP}/missing/');

-- parquet_tables() shows the tables of a path without making them; so they can get other names.
--! shell cp -r "${TESTTMP}/folder" "${TESTTMP}/listed"
SELECT name, replace(path, '${TESTTMP}', '') FROM parquet_tables('${TESTTMP}/listed');
SELECT count(*) FROM parquet_tables('${TESTTMP}/lake/') WHERE name = 'lake' AND path = '${TESTTMP}/lake/';
SELECT name, path FROM parquet_tables('sql-tests/data/fruits_a.parquet');
SELECT * FROM parquet_tables('${TESTTMP}/folder/*.parquet');
SELECT rowid, parquet_attach(path, 'my ' || name) FROM parquet_tables('${TESTTMP}/listed');
SELECT (SELECT count(*) FROM "my one"), (SELECT count(*) FROM "my two"), (SELECT count(*) FROM "my sub");

-- Attaching again replaces the table, but only one that was attached.
SELECT parquet_attach('${TESTTMP}/folder/two.parquet', 'ONE');
SELECT count(*) = (SELECT count(*) FROM two) FROM one;
SELECT parquet_attach('${TESTTMP}/missing.parquet', 'one');
SELECT count(*) = (SELECT count(*) FROM two) FROM one;
CREATE TEMP TABLE mine(x);
SELECT parquet_attach('${TESTTMP}/folder/two.parquet', 'mine');
CREATE VIRTUAL TABLE temp.made USING parquet('${TESTTMP}/folder/two.parquet');
SELECT parquet_attach('${TESTTMP}/folder/one.parquet', 'made');
SELECT parquet_attach('${TESTTMP}/folder/one.parquet', 'one'), count(*) FROM one;
SELECT count(*) = (SELECT count(*) FROM two) FROM one;

-- All tables of a folder are attached, or none.
--! shell mkdir "${TESTTMP}/folder/zwei"; cp sql-tests/data/fruits_a.parquet "${TESTTMP}/folder/zwei.parquet"; cp sql-tests/data/fruits_a.parquet "${TESTTMP}/folder/zwei/x.parquet"
DROP TABLE two;
SELECT parquet_attach('${TESTTMP}/folder');
SELECT count(*) FROM two;
SELECT count(*) FROM zwei;

-- A folder whose tables cannot all be made leaves the earlier ones as they were.
--! shell mkdir "${TESTTMP}/replaced" "${TESTTMP}/clash" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/replaced/p.parquet" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/clash/p.parquet" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/clash/q.parquet"
SELECT parquet_attach('${TESTTMP}/replaced');
CREATE TABLE temp.q(x);
SELECT parquet_attach('${TESTTMP}/clash');
SELECT (SELECT group_concat(name) FROM p) = (SELECT group_concat(name) FROM first);
SELECT name FROM sqlite_temp_master WHERE name LIKE '%/new';
DROP TABLE temp.q;
SELECT parquet_attach('${TESTTMP}/clash');
SELECT (SELECT group_concat(name) FROM p) = (SELECT group_concat(name) FROM second), (SELECT count(*) FROM q);

-- Two files of one name: neither replaces the other.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/clash/p.pq.parquet"; mkdir "${TESTTMP}/clash/p"; cp sql-tests/data/fruits_a.parquet "${TESTTMP}/clash/p/1.parquet"
SELECT parquet_attach('${TESTTMP}/clash');
SELECT (SELECT group_concat(name) FROM p) = (SELECT group_concat(name) FROM second), (SELECT count(*) FROM q);

-- No table or view of another database is hidden, whatever the case of its name.
CREATE TABLE hidden(x);
CREATE TABLE trips(x);
SELECT parquet_attach('testdata/trips.parquet');
CREATE VIEW "it's ""seen""" AS SELECT 1 AS x;
ATTACH ':memory:' AS other;
CREATE TABLE other.elsewhere(x);
CREATE INDEX by_x ON hidden(x);
--! shell mkdir "${TESTTMP}/names" && for f in HIDDEN free; do cp sql-tests/data/fruits_a.parquet "${TESTTMP}/names/$f.parquet"; done
SELECT parquet_attach('${TESTTMP}/names/HIDDEN.parquet');
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'hidden');
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'it''s "seen"');
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'ELSEWHERE');
SELECT parquet_attach('${TESTTMP}/names');
SELECT count(*) FROM free;
SELECT parquet_attach(path, 'new_' || name) FROM parquet_tables('${TESTTMP}/names');
SELECT (SELECT count(*) FROM hidden), (SELECT count(*) FROM new_hidden), (SELECT count(*) FROM new_free);
SELECT parquet_attach('sql-tests/data/fruits_b.parquet', 'by_x');

-- Nor is it when the table was attached before.
CREATE TABLE main.new_free(x);
SELECT parquet_attach('${TESTTMP}/names/free.parquet', 'new_free');
