-- A column is JSON only if all its values are: else it is text, or an error if its type was given.
CREATE TABLE t(i INTEGER, j JSON TEXT, k JSON TEXT);
INSERT INTO t VALUES(1, '{"a":[1,null]}', '1'), (2, ' "\ud83d\ude00\u0000" ', NULL), (3, NULL, '[]');
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT name, converted_type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT row FROM read_parquet('${TESTTMP}/t.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/t.parquet');

-- What is not JSON.
INSERT INTO t VALUES(4, '{"a":1', '2');
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT name, converted_type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT row FROM read_parquet('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT '''' AS j', 'types=j=JSON NOT NULL');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''1 2'' AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''"\ud800"'' AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''{a:1}'' AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT printf(''%.*c'', 1001, ''['') || printf(''%.*c'', 1001, '']'') AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT x''7b7d'' AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 9e999 AS j', 'types=j=JSON');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 5 AS j UNION ALL SELECT 0.5 UNION ALL SELECT ''[]''', 'types=j=JSON');
SELECT row FROM read_parquet('${TESTTMP}/x.parquet');

-- In compound queries, and far behind the rows that decide the types.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT j FROM t WHERE i < 3 UNION ALL SELECT ''text''');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/t.parquet');
CREATE TABLE many AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 4000) SELECT x FROM c;
CREATE TABLE late(j JSON);
INSERT INTO late SELECT CASE x WHEN 3500 THEN 'late' ELSE '[' || x || ']' END FROM many;
SELECT parquet_write('${TESTTMP}/t.parquet', 'late', 'row_group_size=1000');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 'late', 'types=j=JSON');

-- Copies of columns that claim to be JSON.
CREATE VIRTUAL TABLE odd USING parquet('testdata/handmade_json_not_valid.parquet');
SELECT name, type FROM pragma_table_xinfo('odd') WHERE hidden = 0;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT j FROM odd WHERE hex(j) <> ''FF''');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT j FROM odd WHERE j LIKE ''%1%'' AND j NOT LIKE ''%,]''');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/t.parquet');

-- Members of groups, which are JSON in strings.
SELECT parquet_write('${TESTTMP}/g.parquet', 'SELECT ''{"a":"[1]"}'' AS g, ''["{}",null]'' AS l', 'types=g=STRUCT<a JSON>, l=LIST<JSON>');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/g.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''{"a":"[1]"}'' AS g UNION ALL SELECT ''{"a":"[1"}''', 'types=g=STRUCT<a JSON>');
CREATE VIRTUAL TABLE g USING parquet('${TESTTMP}/g.parquet');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT g, l FROM g');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/copy.parquet');
