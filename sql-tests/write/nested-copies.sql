-- Nested columns of Parquet tables keep their types when they are written again, on hosts
-- that report the origin of result columns; on others they become JSON.
CREATE TABLE s(id, a, b, c);
INSERT INTO s VALUES(1, '[{"k":"x","v":[1,null]}]', '{"y":{"z":"2024-02-29"}}', '{"5":"01FF"}'), (2, '[]', '{"y":{"z":null}}', '{}');
SELECT parquet_write('${TESTTMP}/a.parquet', 's', 'types=id=INT32 NOT NULL, a=LIST<STRUCT<k STRING NOT NULL, v LIST<INT16>>>,
  b=STRUCT<y STRUCT<z DATE> NOT NULL> NOT NULL, c=MAP<INT64, BLOB NOT NULL>');
CREATE VIRTUAL TABLE a USING parquet('${TESTTMP}/a.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT * FROM a');
CREATE TABLE host AS SELECT sqlite_compileoption_used('ENABLE_COLUMN_METADATA') AS tells;
SELECT count(*) FROM parquet_check('${TESTTMP}/b.parquet');
SELECT count(*) = 0 OR NOT (SELECT tells FROM host) FROM (
  SELECT name, type, repetition_type, num_children, converted_type, logical_type FROM parquet_schema('${TESTTMP}/a.parquet')
  EXCEPT SELECT name, type, repetition_type, num_children, converted_type, logical_type FROM parquet_schema('${TESTTMP}/b.parquet'));
SELECT count(*) = 16 FROM parquet_schema('${TESTTMP}/b.parquet');
CREATE VIRTUAL TABLE b USING parquet('${TESTTMP}/b.parquet');
SELECT * FROM b;

-- Lists and maps of other forms are written in the standard form, and read the same.
CREATE VIRTUAL TABLE lists USING parquet('testdata/java_lists.parquet');
SELECT parquet_write('${TESTTMP}/lists.parquet', 'lists');
CREATE VIRTUAL TABLE lists2 USING parquet('${TESTTMP}/lists.parquet');
SELECT count(*), (SELECT count(*) FROM lists2) FROM (SELECT * FROM lists EXCEPT SELECT * FROM lists2);
SELECT count(*) FROM parquet_check('${TESTTMP}/lists.parquet');
SELECT count(*) = 0 OR NOT (SELECT tells FROM host) FROM parquet_schema('${TESTTMP}/lists.parquet') WHERE logical_type = 'JSON';
CREATE VIRTUAL TABLE maps USING parquet('testdata/java_maps.parquet');
SELECT parquet_write('${TESTTMP}/maps.parquet', 'maps');
CREATE VIRTUAL TABLE maps2 USING parquet('${TESTTMP}/maps.parquet');
SELECT count(*), (SELECT count(*) FROM maps2) FROM (SELECT * FROM maps EXCEPT SELECT * FROM maps2);
SELECT count(*) FROM parquet_check('${TESTTMP}/maps.parquet');

-- NOT NULL is kept only if nothing is null.
SELECT parquet_write('${TESTTMP}/c.parquet', 'SELECT s.id, a.b FROM s LEFT JOIN a ON a.id = s.id - 1');
SELECT count(*) = 0 OR NOT (SELECT tells FROM host) FROM (
  VALUES('b', 'OPTIONAL'), ('y', 'REQUIRED'), ('z', 'OPTIONAL')
  EXCEPT SELECT name, repetition_type FROM parquet_schema('${TESTTMP}/c.parquet'));
CREATE VIRTUAL TABLE c USING parquet('${TESTTMP}/c.parquet');
SELECT * FROM c;

-- Computed columns are text, unless the option types gives a type.
SELECT parquet_write('${TESTTMP}/d.parquet', 'SELECT json_extract(a, ''$[0].v'') AS v, a || '''' AS a, b FROM a', 'types=v=INT8[], b=JSON');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/d.parquet');
SELECT row FROM read_parquet('${TESTTMP}/d.parquet');

-- Numbers do not mix with such a column's texts, although these come late.
SELECT parquet_write('${TESTTMP}/late.parquet', 'WITH i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 2500) SELECT CASE WHEN n > 2000 THEN ''{"a":1}'' END AS g FROM i', 'types=g=STRUCT<a INT64>');
CREATE VIRTUAL TABLE temp.late USING parquet('${TESTTMP}/late.parquet');
SELECT parquet_write('${TESTTMP}/mixed.parquet', 'SELECT g FROM late UNION ALL SELECT 5', 'row_group_size=1000');
