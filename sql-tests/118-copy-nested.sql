-- Nested columns of Parquet tables keep their types when they are written again.
CREATE TABLE s(id, a, b, c);
INSERT INTO s VALUES(1, '[{"k":"x","v":[1,null]}]', '{"y":{"z":"2024-02-29"}}', '{"5":"01FF"}'), (2, '[]', '{"y":{"z":null}}', '{}');
SELECT parquet_write('${TESTTMP}/a.parquet', 's', 'types=id=INT32 NOT NULL, a=LIST<STRUCT<k STRING NOT NULL, v LIST<INT16>>>,
  b=STRUCT<y STRUCT<z DATE> NOT NULL> NOT NULL, c=MAP<INT64, BLOB NOT NULL>');
CREATE VIRTUAL TABLE a USING parquet('${TESTTMP}/a.parquet');
SELECT parquet_write('${TESTTMP}/b.parquet', 'SELECT * FROM a');
SELECT count(*) FROM parquet_check('${TESTTMP}/b.parquet');
SELECT name, type, repetition_type, num_children, converted_type, logical_type FROM parquet_schema('${TESTTMP}/b.parquet');
CREATE VIRTUAL TABLE b USING parquet('${TESTTMP}/b.parquet');
SELECT * FROM b;
SELECT count(*) FROM (SELECT * FROM a EXCEPT SELECT * FROM b);

-- NOT NULL only as long as nothing is null.
SELECT parquet_write('${TESTTMP}/c.parquet', 'SELECT s.id, a.b FROM s LEFT JOIN a ON a.id = s.id - 1');
SELECT name, repetition_type FROM parquet_schema('${TESTTMP}/c.parquet');
SELECT row FROM read_parquet('${TESTTMP}/c.parquet');

-- What was computed is text; a type that is asked for counts.
SELECT parquet_write('${TESTTMP}/d.parquet', 'SELECT json_extract(a, ''$[0].v'') AS v, a || '''' AS a, b FROM a', 'types=v=INT8[], b=JSON');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/d.parquet');
SELECT row FROM read_parquet('${TESTTMP}/d.parquet');

-- Nested columns have no order.
SELECT parquet_write('${TESTTMP}/e.parquet', 'SELECT a FROM a', 'sorted_by=a');
