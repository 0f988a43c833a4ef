-- JSON text written as lists, maps and groups, and read again.
CREATE TABLE s(id, tags, address, h);
INSERT INTO s VALUES
  (1, '["a","b",null]', '{"city":"Bern","zip":3000}', '{"a":1.5,"b":null}'),
  (2, NULL, '{"zip":6}', '{}'),
  (3, '[]', NULL, NULL),
  (4, ' [ "\u00e9\n" , "" ] ', '{"zip":-0,"city":null}', '{"":9e999,"c":-9e999,"d":1e2}'),
  (5, 'null', 'null', 'null');
SELECT parquet_write('${TESTTMP}/n.parquet', 's',
  'types=tags=LIST<STRING>, address=STRUCT<city STRING, zip INT32 NOT NULL>, h=MAP<STRING, DOUBLE>',
  'sorted_by=id');
CREATE VIRTUAL TABLE n USING parquet('${TESTTMP}/n.parquet');
SELECT * FROM n;
SELECT id, "address.city", "address.zip" FROM n WHERE "address.zip" > 0;
SELECT name, type, repetition_type, num_children, converted_type, logical_type FROM parquet_schema('${TESTTMP}/n.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/n.parquet');

-- Every type of leaf, in both directions.
SELECT parquet_write('${TESTTMP}/l.parquet',
  'SELECT ''{"i8":-128,"u64":18446744073709551615,"bo":[true,false],"f16":0.5,"f":0.1,"d":0.1,"d9":1.25,
    "big":123456789012345678901234567890.12,"s":"x\"y","e":"E","js":"[1, 2]","bs":"0aFF","bl":"","fx":"010203",
    "id":"00112233-4455-6677-8899-aabbccddeeff","iv":"P1M2DT3.004S","da":"2024-02-29","tm":"12:34:56.789",
    "ts":"2024-02-29 12:34:56.000001","tz":"2024-02-29T12:34:56+01:00","n":null}'' AS v UNION ALL SELECT ''{"i8":1.0,
    "u64":1e3,"f":1,"d":9007199254740992,"d9":1e1,"f16":-0.0}''',
  'types=v=STRUCT<i8 INT8, u64 UINT64, bo BOOLEAN[], f16 FLOAT16, f FLOAT, d DOUBLE, d9 DECIMAL(9,2),
    big DECIMAL(32,2), s STRING, e ENUM, js JSON, bs BSON, bl BLOB, fx FIXED(3), id UUID, iv INTERVAL,
    da DATE, tm TIME(MILLIS), ts TIMESTAMP(MICROS), tz TIMESTAMP(NANOS, UTC), n NULL>');
SELECT row FROM read_parquet('${TESTTMP}/l.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/l.parquet');

-- A double is accepted in any notation of its own digits.
SELECT parquet_write('${TESTTMP}/d.parquet',
  'SELECT ''[1.2345678901234568e-7, 1.7976931348623157e308, 1.7976931348623157E+308, 0.00012345678901234567, 12345678901234567000,
    -37609587960547416, 30000000000000004E-17, 5E-324, 0.10000000000000001]'' AS d', 'types=d=DOUBLE[]');
SELECT row FROM read_parquet('${TESTTMP}/d.parquet');

-- Delta encodings are not chosen for NOT NULL fields of groups that may be null.
SELECT parquet_write('${TESTTMP}/e.parquet',
  'WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
   SELECT json_object(''x'', i) AS a, json_object(''x'', i) AS b, json_object(''x'', i) AS c, json_array(i) AS d,
     json_array(json_object(''x'', i)) AS e, json_array(json_object(''x'', i)) AS f, json_object(''x'', json_object(''y'', i)) AS g FROM n',
  'types=a=STRUCT<x INT64>, b=STRUCT<x INT64 NOT NULL>, c=STRUCT<x INT64 NOT NULL> NOT NULL, d=LIST<INT64 NOT NULL>,
    e=LIST<STRUCT<x INT64 NOT NULL>>, f=LIST<STRUCT<x INT64 NOT NULL> NOT NULL>, g=STRUCT<x STRUCT<y INT64 NOT NULL> NOT NULL>');
SELECT path_in_schema, encodings FROM parquet_metadata('${TESTTMP}/e.parquet');

-- Keys of every type are text.
SELECT parquet_write('${TESTTMP}/k.parquet',
  'SELECT ''{"1":"a","-5":"b"}'' AS i, ''{"true":1,"false":0}'' AS b, ''{"0.1":1,"9e999":2}'' AS d, ''{"2024-02-29":[1]}'' AS da,
    ''{"FF00":1}'' AS bl, ''{"1.50":{}}'' AS de',
  'types=i=MAP<INT64,STRING>,b=MAP(BOOLEAN,INT8),d=MAP<DOUBLE,INT8>,da=MAP<DATE,INT8[]>,bl=MAP<BLOB,INT8>,de=MAP<DECIMAL(9,2),MAP<STRING,STRING>>');
SELECT row FROM read_parquet('${TESTTMP}/k.parquet');

-- Lists of lists, odd names, and options that name nested columns.
SELECT parquet_write('${TESTTMP}/o.parquet',
  'SELECT ''[[],[null],null,[1,2],[[3]]]'' AS bad, 1 AS x', 'types=bad=INT32[][]');
SELECT parquet_write('${TESTTMP}/o.parquet',
  'SELECT ''[[],[null],null,[1,2],[-3]]'' AS "a, b", ''{"x y":{"":"1"},"quo\"te":[{"k":[]}]}'' AS s, column1 AS x FROM (VALUES(7),(8))',
  'types="a, b"=INT32[][], s=STRUCT<"x y" STRUCT<"" STRING>, "quo""te" LIST<STRUCT<k LIST<INT8 NOT NULL> NOT NULL> NOT NULL>>, x=INT8 NOT NULL',
  'sorted_by=x', 'encodings="a, b"=DELTA_BINARY_PACKED, s=PLAIN', 'bloom_filter=s', 'field_ids=s=5',
  'row_group_size=1', 'data_page_version=2');
SELECT row FROM read_parquet('${TESTTMP}/o.parquet');
SELECT row_group_id, path_in_schema, encodings, bloom_filter_offset IS NOT NULL FROM parquet_metadata('${TESTTMP}/o.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/o.parquet');

-- Without the option types, JSON is written as text.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT ''[1]'' AS a');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');

-- A nested column keeps its type if all text is exactly what reading would return.
SELECT parquet_write('${TESTTMP}/from.parquet',
  'SELECT ''{"a":1,"b":[1.5,-9e999],"c":"AB"}'' AS s, ''{"1":"\n"}'' AS m, ''{"x":1.50,"y":1e+300}'' AS v, ''["2024-02-29 00:00:00"]'' AS t',
  'types=s=STRUCT<a INT64, b DOUBLE[], c BLOB>, m=MAP<INT64, STRING>, v=VARIANT, t=TIMESTAMP[]');
CREATE VIRTUAL TABLE temp.f USING parquet('${TESTTMP}/from.parquet');
CREATE TABLE others(what TEXT, j TEXT);
INSERT INTO others VALUES ('s', '{"a":2,"b":[-0.0,0.1,1e+300],"c":""}'), ('s', '{"a":null,"b":null,"c":null}'), ('s', '{"a":1,"b":[ ],"c":null}'),
  ('s', '{}'), ('s', '{"b":[],"a":1,"c":null}'), ('s', '{"a":1.0,"b":[],"c":""}'), ('s', '{"a":1,"b":[1],"c":""}'), ('s', '{"a":1,"b":[],"c":"ab"}'),
  ('s', 'null'), ('m', '{"-5":"\u0001\u001f\"é"}'), ('m', '{"+5":""}'), ('m', '{"5":"\u001F"}'), ('m', '{"5":"\/"}'), ('m', '{"\u0035":""}'),
  ('m', '{"5":"\u00e9"}'), ('v', 'null'), ('v', '[12345678901234567890,0.10,{"":1e-07,"a":9e999}]'), ('v', '1e5'), ('v', '-0'), ('v', '{"b":1,"a":2}'),
  ('v', '["a", "b"]'), ('v', '1E-7'), ('t', '["1970-01-01 00:00:00.001"]'), ('t', '["2024-02-29"]'), ('t', '["2024-02-29T00:00:00"]');
CREATE TABLE results AS SELECT what, j, parquet_write('${TESTTMP}/' || rowid || '.parquet',
  'SELECT ' || what || ' AS c FROM f UNION ALL SELECT ' || quote(j)) AS n FROM others;
SELECT what, j, (SELECT group_concat(name || ':' || coalesce(logical_type, '-'), ' ')
    FROM (SELECT * FROM parquet_schema('${TESTTMP}/' || r.rowid || '.parquet') LIMIT 1 OFFSET 1)) AS type,
  (SELECT group_concat(row) FROM (SELECT row FROM read_parquet('${TESTTMP}/' || r.rowid || '.parquet') LIMIT 1 OFFSET 1)) AS row
  FROM results AS r;

-- Binary that a table shows as text is copied as text, digits or not.
SELECT parquet_write('${TESTTMP}/binary.parquet', 'SELECT ''["4142"]'' AS l, ''{"4142":1}'' AS m', 'types=l=BLOB[], m=MAP<BLOB,INT8>');
CREATE VIRTUAL TABLE temp.b USING parquet('${TESTTMP}/binary.parquet', binary_as_text=on);
SELECT * FROM b;
SELECT parquet_write('${TESTTMP}/text.parquet', 'b');
SELECT row FROM read_parquet('${TESTTMP}/text.parquet');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/text.parquet');
