-- parquet_write() into a folder: partitions, several files, existing folders.
CREATE TABLE s(id, year, country, price);
WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 19)
INSERT INTO s SELECT i, 2023 + i % 2, json_extract('[null,"NL","a/b","","Côte d''I"]', '$[' || (i % 5) || ']'), i * 1.5 FROM n;
SELECT parquet_write('${TESTTMP}/sales', 'SELECT * FROM s', 'partition_by=year, country');
--! shell cd ${TESTTMP} && find sales -type f | LC_ALL=C sort > list && ls -A | grep -c tmp > temporary; [ "$(cat temporary)" = 0 ]
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/sales/');
SELECT DISTINCT substr(_file, instr(_file, 'year=')) FROM t;
SELECT * FROM t WHERE id < 6 ORDER BY id;
SELECT count(*), sum(id), (SELECT count(*) FROM (SELECT * FROM s EXCEPT SELECT id, year, country, price FROM t)) FROM t;
SELECT name FROM parquet_schema('${TESTTMP}/sales/year=2023/country=NL/data_0.parquet');

-- An existing folder is neither changed nor replaced unless that is asked for.
SELECT parquet_write('${TESTTMP}/sales', 'SELECT * FROM s', 'partition_by=year, country');
SELECT parquet_write('${TESTTMP}/sales', 'SELECT id + 100 AS id, year, country, price FROM s WHERE id < 2', 'partition_by=year, country', 'append=on');
SELECT count(*), max(id), count(DISTINCT _file) FROM t;
SELECT parquet_write('${TESTTMP}/sales/', 'SELECT * FROM s WHERE id < 2', 'partition_by=year,country', 'overwrite=on');
SELECT count(*), max(id), count(DISTINCT _file) FROM t;
SELECT parquet_write('${TESTTMP}/sales', 'SELECT * FROM s', 'partition_by=year', 'overwrite=on', 'append=on');
--! shell mkdir ${TESTTMP}/hollow; echo text > ${TESTTMP}/sales/_SUCCESS; echo text > ${TESTTMP}/plain
SELECT parquet_write('${TESTTMP}/sales', 'SELECT * FROM s', 'partition_by=year,country', 'overwrite=on');
--! shell echo text > ${TESTTMP}/sales/year=2023/notes.txt
SELECT parquet_write('${TESTTMP}/sales', 'SELECT * FROM s WHERE id < 5', 'partition_by=year,country', 'overwrite=on');
SELECT count(*) FROM t;
SELECT parquet_write('${TESTTMP}/hollow', 'SELECT * FROM s', 'partition_by=year');
SELECT parquet_write('${TESTTMP}/plain', 'SELECT * FROM s', 'partition_by=year');
SELECT parquet_write('${TESTTMP}/missing/folder', 'SELECT * FROM s', 'partition_by=year');

-- Nothing is left of a write that fails, and the old folder stays.
SELECT parquet_write('${TESTTMP}/failed', 'SELECT id, year, CASE WHEN id < 15 THEN 1 ELSE 1 / 0 END AS x, abs(CASE WHEN id < 15 THEN 1 ELSE -9223372036854775808 END) AS y FROM s', 'partition_by=year');
SELECT parquet_write('${TESTTMP}/hollow', 'SELECT abs(CASE WHEN id < 15 THEN 1 ELSE -9223372036854775808 END) AS y, year FROM s', 'partition_by=year', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/hollow', 'SELECT abs(CASE WHEN id < 15 THEN 1 ELSE -9223372036854775808 END) AS y, year FROM s', 'partition_by=year', 'append=on');
SELECT count(*) FROM parquet_file_metadata('${TESTTMP}/hollow');
--! shell cd ${TESTTMP} && ! ls -A . hollow | grep -q tmp
SELECT count(*) FROM parquet_file_metadata('${TESTTMP}/failed');

-- Options of files.
SELECT parquet_write('${TESTTMP}/rows', 'SELECT * FROM s', 'rows_per_file=6');
SELECT substr(file_name, -14), num_rows FROM parquet_file_metadata('${TESTTMP}/rows');
SELECT parquet_write('${TESTTMP}/groups', 'SELECT * FROM s', 'row_groups_per_file=2', 'row_group_size=4', 'filename_pattern=part-{i}.parquet');
SELECT substr(file_name, -14), num_rows, num_row_groups FROM parquet_file_metadata('${TESTTMP}/groups');
SELECT parquet_write('${TESTTMP}/bytes', 'SELECT * FROM s', 'file_size_bytes=1', 'row_group_size=10', 'filename_pattern={uuid}');
SELECT count(*), count(DISTINCT file_name), sum(file_name GLOB '*/????????-????-4???-[89ab]???-????????????.parquet') FROM parquet_file_metadata('${TESTTMP}/bytes');
SELECT parquet_write('${TESTTMP}/none', 'SELECT * FROM s WHERE 0', 'rows_per_file=6');
SELECT count(*), sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/none');
SELECT parquet_write('${TESTTMP}/both', 'SELECT * FROM s', 'partition_by=country', 'write_partition_columns=on');
SELECT count(*), count(country) FROM read_parquet('${TESTTMP}/both', 'hive_partitioning=off') AS r, json_each('[1]') CROSS JOIN (SELECT 1 AS country);
SELECT row FROM read_parquet('${TESTTMP}/both/country=NL/data_0.parquet') LIMIT 1;

-- Many partitions: few files are open at a time.
SELECT parquet_write('${TESTTMP}/many', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT i, i % 150 AS k FROM n ORDER BY k', 'partition_by=k');
CREATE VIRTUAL TABLE temp.many USING parquet('${TESTTMP}/many/');
SELECT count(*), sum(i), count(DISTINCT k), sum(i % 150 = k), count(DISTINCT _file) FROM many;
SELECT parquet_write('${TESTTMP}/mixed', 'SELECT i, k + 0 AS k FROM many ORDER BY i', 'partition_by=k');
SELECT count(*) > 150, sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/mixed');
-- Copies divide the rows by batches (before 3.38, this is none).
SELECT parquet_write('${TESTTMP}/divided', 'SELECT i, k FROM many WHERE i >= 10 ORDER BY i', 'partition_by=k');
SELECT sqlite_version() < '3.38' OR count(*) = 150, sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/divided');
CREATE VIRTUAL TABLE temp.divided USING parquet('${TESTTMP}/divided');
SELECT count(*), count(DISTINCT k) FROM (SELECT i, k FROM divided INTERSECT SELECT i, k FROM many);
SELECT group_concat(i) FROM divided WHERE k = 7;

-- Values that do not fit the first rows' types begin the files anew.
SELECT parquet_write('${TESTTMP}/anew', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 2999) SELECT i % 3 AS k, CASE WHEN i < 2000 THEN i ELSE i + 0.5 END AS x FROM n', 'partition_by=k', 'row_group_size=100');
CREATE VIRTUAL TABLE temp.anew USING parquet('${TESTTMP}/anew/');
SELECT k, count(*), sum(x), typeof(min(x)) FROM anew GROUP BY k;
SELECT DISTINCT type FROM parquet_schema('${TESTTMP}/anew') WHERE name = 'x';

-- Keys.
SELECT parquet_write('${TESTTMP}/keys', 'SELECT 1 AS i, 1.5 AS "a b" UNION ALL SELECT 2, 9e999 UNION ALL SELECT 3, ''__HIVE_DEFAULT_PARTITION__'' UNION ALL SELECT 4, NULL UNION ALL SELECT 5, char(9, 0, 47)', 'partition_by="a b"');
CREATE VIRTUAL TABLE temp.keys USING parquet('${TESTTMP}/keys/');
SELECT i, quote("a b"), hex("a b") FROM keys ORDER BY i;
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'partition_by=nothing');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'partition_by=year, YEAR');
SELECT parquet_write('${TESTTMP}/x', 'SELECT year FROM s', 'partition_by=year');
SELECT parquet_write('${TESTTMP}/x', 'SELECT id, x''00'' AS b FROM s', 'partition_by=b');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'partition_by=year', 'sorted_by=year');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'write_partition_columns=on');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'filename_pattern=a/b');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'filename_pattern=a\..\b');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'rows_per_file=0');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'append=on', 'filename_pattern=same');
SELECT parquet_write('${TESTTMP}/x', 'SELECT * FROM s', 'append=on', 'filename_pattern=same');
SELECT count(*) FROM parquet_file_metadata('${TESTTMP}/x');

-- A folder that is read may be replaced by what is read from it.
SELECT parquet_write('${TESTTMP}/many', 'SELECT * FROM many WHERE k < 3', 'partition_by=k', 'overwrite=on');
SELECT count(*), count(DISTINCT k) FROM many;

-- order_by sorts the rows, of folders by the keys first.
SELECT parquet_write('${TESTTMP}/sorted', 'SELECT i, k FROM (SELECT value AS i, value % 3 AS k FROM json_each(''[5,3,8,1,9,2,7,0,4,6]'')) -- a comment', 'partition_by=k', 'order_by=i DESC');
CREATE VIRTUAL TABLE temp.sorted USING parquet('${TESTTMP}/sorted/');
SELECT k, group_concat(i) FROM sorted GROUP BY k;
SELECT parquet_write('${TESTTMP}/sorted.parquet', 'SELECT column1 AS a, column2 AS A FROM (VALUES (1, NULL), (2, ''b''), (3, ''B''), (2, ''a''))', 'order_by="A" DESC NULLS FIRST, a_1', 'sorted_by=a DESC NULLS LAST');
SELECT row FROM read_parquet('${TESTTMP}/sorted.parquet');
SELECT parquet_write('${TESTTMP}/sorted.parquet', 's', 'order_by=country, id DESC', 'sorted_by=country');
SELECT json_extract(row, '$.country'), json_extract(row, '$.id') FROM read_parquet('${TESTTMP}/sorted.parquet') LIMIT 6;
SELECT parquet_write('${TESTTMP}/sorted.parquet', 's', 'order_by=nothing');
SELECT parquet_write('${TESTTMP}/sorted.parquet', 's', 'order_by=id, ID');

-- return_files lists what was written.
SELECT json_extract(value, '$.file_name') = '${TESTTMP}/listed/k=' || key || '/data_0.parquet', json_extract(value, '$.rows'), json_extract(value, '$.bytes') > 100
  FROM json_each(parquet_write('${TESTTMP}/listed/', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, i % 3 AS k FROM n', 'partition_by=k', 'return_files=on'));
SELECT json_extract(value, '$.file_name') = '${TESTTMP}/one.parquet', json_extract(value, '$.rows') FROM json_each(parquet_write('${TESTTMP}/one.parquet', 's', 'return_files=on'));
SELECT parquet_write('${TESTTMP}/nothing', 'SELECT * FROM s WHERE 0', 'partition_by=year', 'return_files=on');
SELECT json_type(json_array(parquet_write('${TESTTMP}/one.parquet', 's', 'return_files=on', 'overwrite=on')), '$[0]');
-- Files with random names are not compared between machines.
--! shell rm -r ${TESTTMP}/bytes
