-- VARIANT: any JSON, in one piece or shredded, and the same JSON when it is read.
CREATE TABLE j(v);
INSERT INTO j VALUES
    ('{"b":[1,2.50,"x"],"a":null,"d":"2024-01-02","z":{"q":1}}'),
    (NULL),
    ('null'), (' true '), ('17'), ('-0'), ('0.10'), ('1e300'), ('1E+2'), ('9e999'), ('"text"'),
    ('12345678901234567890123456789012345678'), ('0.00000000000000000000000000000000000001'),
    ('{}'), ('[]'), ('[[],{},[{}]]'),
    ('{"b":[],"d":"2024-1-2","z":{}}'),
    ('{"d":"2024-02-30","z":{"q":"x","r":[1]},"b":[3,3.0,null,{"b":3}],"more":{"d":1}}'),
    ('{"z":5,"b":{"q":1},"d":20240102}'),
    ('{"\u0062":[5],"a\"b":"\u00e9\n","":[""]}');

SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT v FROM j', 'types=v=VARIANT');
CREATE VIRTUAL TABLE temp.plain USING parquet('${TESTTMP}/v.parquet');
SELECT rowid, v FROM plain;
SELECT name, type, num_children, logical_type FROM parquet_schema('${TESTTMP}/v.parquet');
SELECT * FROM parquet_check('${TESTTMP}/v.parquet');

-- Parts that fit the type go to typed columns, the rest to value.
SELECT parquet_write('${TESTTMP}/s.parquet', 'SELECT v FROM j',
    'types=v=VARIANT<STRUCT<b LIST<INT32>, d DATE, z STRUCT<q INT64>, "a""b" STRING>>', 'row_group_size=7');
CREATE VIRTUAL TABLE temp.shredded USING parquet('${TESTTMP}/s.parquet');
SELECT count(*) FROM plain p JOIN shredded s ON p.rowid = s.rowid WHERE p.v IS s.v;
SELECT rowid, "v.d", "v.z.q", "v.a""b" FROM shredded WHERE coalesce("v.d", "v.z.q", "v.a""b") IS NOT NULL;
SELECT path_in_schema, sum(num_values - stats_null_count) AS there FROM parquet_metadata('${TESTTMP}/s.parquet') GROUP BY path_in_schema;
SELECT * FROM parquet_check('${TESTTMP}/s.parquet');

-- Numbers and text that the type would show differently stay unchanged.
CREATE TABLE k(v);
INSERT INTO k VALUES
    ('1'), ('1.0'), ('1.00'), ('100'), ('1e2'), ('100.0'), ('-0.0'), ('0.1'), ('0.5'), ('true'), ('"00FF"'), ('"00ff"'), ('"0FF"'),
    ('"2024-01-02"'), ('"2024-01-02 00:00:00"'), ('"2024-01-02T00:00:00"'), ('"12:00"'), ('"12:00:00"'), ('"12:00:00.5"'),
    ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"'), ('"F24F9B64-81FA-49D1-B74E-8C09A6E31C56"'), ('null'), ('[1]'), ('{"a":1}');
SELECT count(*) FROM k;
CREATE TABLE types(t);
INSERT INTO types VALUES('BOOLEAN'), ('INT8'), ('INT64'), ('FLOAT'), ('DOUBLE'), ('DECIMAL(9,2)'), ('DECIMAL(18,0)'), ('DECIMAL(38,1)'),
    ('STRING'), ('BLOB'), ('DATE'), ('TIME(MICROS)'), ('TIMESTAMP(MICROS)'), ('TIMESTAMP(NANOS, UTC)'), ('UUID'),
    ('LIST<VARIANT>'), ('LIST<INT32>'), ('STRUCT<a INT8>'), ('STRUCT<a VARIANT>');
CREATE VIEW paths AS SELECT t, '${TESTTMP}/' || replace(replace(replace(t, '<', '_'), '>', ''), ' ', '') || '.parquet' AS path FROM types;
SELECT t, parquet_write(path, 'SELECT v FROM k', 'types=v=VARIANT<' || t || '>') AS n FROM paths;
SELECT t, (SELECT sum(num_values - stats_null_count) FROM parquet_metadata(path) WHERE path_in_schema LIKE '%typed_value%') AS typed,
    (SELECT count(*) FROM read_parquet(path) r JOIN k ON k.rowid = r.rowid
     WHERE r.row = '{"v":' || CASE k.v WHEN '1e2' THEN '100.0' ELSE k.v END || '}') AS same,
    (SELECT count(*) FROM parquet_check(path)) AS findings
FROM paths;

-- Variants within other types.
CREATE TABLE w(l, m, s);
INSERT INTO w VALUES
    ('[1,null,[2,"a"],{"x":1.5}]', '{"k":{"b":1,"a":[]},"n":null}', '{"id":1,"v":[1,2]}'),
    ('[]', '{}', '{"id":2,"v":null}'), (NULL, NULL, NULL), ('[[]]', '{"":5}', '{"id":3}');
SELECT parquet_write('${TESTTMP}/w.parquet', 'w', 'types=l=LIST<VARIANT<LIST<INT8>>>, m=MAP<STRING, VARIANT<STRUCT<a VARIANT>>>, s=STRUCT<id INT32, v VARIANT>');
CREATE VIRTUAL TABLE temp.nested USING parquet('${TESTTMP}/w.parquet');
SELECT l, m, s FROM nested;
SELECT * FROM parquet_check('${TESTTMP}/w.parquet');

-- Copies keep the types on hosts that report which column a value comes from.
CREATE VIRTUAL TABLE temp.probe USING parquet('testdata/pyarrow_types.parquet');
SELECT parquet_write('${TESTTMP}/probe.parquet', 'SELECT int32 FROM probe');
CREATE TABLE host AS SELECT type <> 'INT32' AS is_silent FROM parquet_schema('${TESTTMP}/probe.parquet') WHERE name = 'int32';
SELECT parquet_write('${TESTTMP}/copy.parquet', 'nested');
SELECT count(*) = 0 OR (SELECT is_silent FROM host) FROM (SELECT name, type, repetition_type, num_children, logical_type FROM parquet_schema('${TESTTMP}/w.parquet')
    EXCEPT SELECT name, type, repetition_type, num_children, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet'));
CREATE VIRTUAL TABLE temp.copied USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM nested n JOIN copied c ON n.rowid = c.rowid WHERE n.l IS c.l AND n.m IS c.m AND n.s IS c.s;

-- Refused.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''{"a":{"x":1,"y":2,"x":3}}'' AS v', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''[1,{"a":1e400}]'' AS v', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''[1,{"a":0.1234567890123456789012345678901234567890}]'' AS v', 'types=v=LIST<VARIANT>');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''{"a":'' AS v', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''1 2'' AS v', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS v', 'types=v=VARIANT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT NULL AS v', 'types=v=VARIANT NOT NULL');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''null'' AS v', 'types=v=VARIANT NOT NULL');
