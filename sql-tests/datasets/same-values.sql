-- Columns that show the same values have the same type: REQUIRED or OPTIONAL, at any level, and INT96 or INT64.
--! shell mkdir -p ${TESTTMP}/f ${TESTTMP}/r
SELECT parquet_write('${TESTTMP}/f/1.parquet', 'SELECT 1 AS i, ''one'' AS t, ''{"a":1,"b":{"c":0.5}}'' AS g, ''[1,2]'' AS l, ''{"k":1}'' AS m, ''{"NOT":null,"x":1}'' AS n',
    'types=i=INT64 NOT NULL, t=STRING NOT NULL, g=STRUCT<a INT32 NOT NULL, b STRUCT<c DOUBLE NOT NULL> NOT NULL> NOT NULL, l=LIST<INT32 NOT NULL> NOT NULL, m=MAP<STRING, INT32 NOT NULL> NOT NULL, n=STRUCT<"NOT" NULL, x INT32 NOT NULL>');
SELECT parquet_write('${TESTTMP}/f/2.parquet', 'SELECT 2 AS i, ''two'' AS t, ''{"a":2,"b":{"c":1.5}}'' AS g, ''[3]'' AS l, ''{"k":2}'' AS m, ''{"NOT":null,"x":2}'' AS n UNION ALL SELECT NULL, NULL, ''{"a":null,"b":null}'', ''[4,null]'', ''{"k":null}'', NULL UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL',
    'types=i=INT64, t=STRING, g=STRUCT<a INT32, b STRUCT<c DOUBLE>>, l=LIST<INT32>, m=MAP<STRING, INT32>, n=STRUCT<"NOT" NULL, x INT32>');
CREATE VIRTUAL TABLE f USING parquet('${TESTTMP}/f/');
SELECT * FROM f;
SELECT i FROM f WHERE i IS NULL;
SELECT i, t FROM f WHERE "g.a" = 2 OR "g.b.c" < 1;
SELECT count(*) FROM f WHERE t IS NOT NULL;
SELECT count(*) FROM f WHERE "g.a" IS NULL;
SELECT name, "notnull" FROM pragma_table_xinfo('f') WHERE hidden = 0 AND "notnull";
--! shell cp ${TESTTMP}/f/2.parquet ${TESTTMP}/r/1.parquet; cp ${TESTTMP}/f/1.parquet ${TESTTMP}/r/2.parquet
CREATE VIRTUAL TABLE r USING parquet('${TESTTMP}/r/');
SELECT i, t, g, l, m, n FROM r ORDER BY i;
CREATE VIRTUAL TABLE u USING parquet('${TESTTMP}/f/', union_by_name=on);
SELECT * FROM u;

-- Copies have the type that holds the values of all files.
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM f'), parquet_write('${TESTTMP}/copy-of-u.parquet', 'SELECT * FROM u');
SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/copy.parquet') EXCEPT SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/copy-of-u.parquet');
SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT row FROM read_parquet('${TESTTMP}/f/') EXCEPT SELECT row FROM read_parquet('${TESTTMP}/copy.parquet'));
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT i, t, g, l, m FROM f WHERE i = 1', 'overwrite=on');
SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/copy.parquet');

-- A file that comes later.
SELECT parquet_write('${TESTTMP}/f/3.parquet', 'SELECT 3 AS i, ''three'' AS t, ''{"a":3,"b":{"c":null}}'' AS g, ''[null]'' AS l, ''{"k":3}'' AS m, NULL AS n',
    'types=i=INT64, t=STRING, g=STRUCT<a INT32 NOT NULL, b STRUCT<c DOUBLE> NOT NULL>, l=LIST<INT32> NOT NULL, m=MAP<STRING, INT32>, n=STRUCT<"NOT" NULL, x INT32 NOT NULL>');
SELECT g, l, m, n FROM f WHERE i = 3;

-- Other differences are differences still.
--! shell mkdir -p ${TESTTMP}/d
SELECT parquet_write('${TESTTMP}/d/1.parquet', 'SELECT ''{"a":1}'' AS g, ''[1]'' AS l, ''{"NOT":null}'' AS n, 1 AS i', 'types=g=STRUCT<a INT32 NOT NULL>, l=LIST<INT32 NOT NULL>, n=STRUCT<"NOT" NULL>, i=INT32');
SELECT parquet_write('${TESTTMP}/d/2.parquet', 'SELECT ''{"a":1}'' AS g, ''[1]'' AS l, ''{"NO":null}'' AS n, 1 AS i', 'types=g=STRUCT<a INT64>, l=LIST<INT64>, n=STRUCT<"NO" NULL>, i=INT64 NOT NULL');
CREATE VIRTUAL TABLE d USING parquet('${TESTTMP}/d/');
SELECT g FROM d;
SELECT l FROM d;
SELECT n FROM d;
SELECT i FROM d;
CREATE VIRTUAL TABLE ud USING parquet('${TESTTMP}/d/', union_by_name=on);
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT g, l, i FROM ud', 'overwrite=on');
SELECT name, type, converted_type FROM parquet_schema('${TESTTMP}/copy.parquet');
--! shell mkdir -p ${TESTTMP}/e
SELECT parquet_write('${TESTTMP}/e/1.parquet', 'SELECT ''a'' AS same, ''a'' AS one', 'types=same=ENUM NOT NULL, one=ENUM'), parquet_write('${TESTTMP}/e/2.parquet', 'SELECT ''a'' AS same, ''a'' AS one', 'types=same=ENUM, one=STRING');
CREATE VIRTUAL TABLE e USING parquet('${TESTTMP}/e/', union_by_name=on);
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM e', 'overwrite=on');
SELECT name, repetition_type, converted_type FROM parquet_schema('${TESTTMP}/copy.parquet');

-- Spark's INT96 beside its INT64, in either order, with the same rows.
--! shell mkdir -p ${TESTTMP}/a ${TESTTMP}/b; cp testdata/spark_julian_int96.parquet ${TESTTMP}/a/1.parquet; cp testdata/spark_julian.parquet ${TESTTMP}/a/2.parquet; cp ${TESTTMP}/a/2.parquet ${TESTTMP}/b/1.parquet; cp ${TESTTMP}/a/1.parquet ${TESTTMP}/b/2.parquet
CREATE VIRTUAL TABLE a USING parquet('${TESTTMP}/a/', calendar=julian);
CREATE VIRTUAL TABLE b USING parquet('${TESTTMP}/b/', calendar=julian);
CREATE VIRTUAL TABLE ab USING parquet('${TESTTMP}/b/', calendar=julian, union_by_name=on);
SELECT name, type FROM pragma_table_xinfo('a') WHERE name = 'ts' UNION ALL SELECT name, type FROM pragma_table_xinfo('b') WHERE name = 'ts' UNION ALL SELECT name, type FROM pragma_table_xinfo('ab') WHERE name = 'ts';
SELECT ts, count(*) FROM a GROUP BY ts LIMIT 3;
SELECT count(*), count(DISTINCT ts), min(ts), max(ts) FROM a;
SELECT count(*), count(DISTINCT ts), min(ts), max(ts) FROM b;
SELECT count(*), count(DISTINCT ts), min(ts), max(ts) FROM ab;
SELECT id, ts FROM a WHERE ts = '1582-10-15 23:59:59.123456';
SELECT id, ts FROM b WHERE ts = '1582-10-15 23:59:59.123456';
SELECT id, ts FROM ab WHERE ts IN ('1582-10-15 23:59:59.123456', '1970-01-01 23:59:59.123456');
SELECT count(*) FROM b WHERE ts > '1970-01-01' AND ts < '2024-02-29';
CREATE VIRTUAL TABLE numbers USING parquet('${TESTTMP}/b/', calendar=julian, timestamps=integer);
SELECT ts, count(*) FROM numbers WHERE id = 16 GROUP BY ts;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT ts FROM b', 'overwrite=on');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE name = 'ts';
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT ts FROM ab', 'overwrite=on');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE name = 'ts';

-- In groups, too.
--! shell mkdir -p ${TESTTMP}/g
SELECT parquet_write('${TESTTMP}/g/1.parquet', 'SELECT ''{"at":"2024-02-29 12:00:00"}'' AS g, ''["2024-02-29 12:00:00"]'' AS l', 'types=g=STRUCT<at TIMESTAMP(MICROS, UTC)>, l=LIST<TIMESTAMP(MILLIS)>');
SELECT parquet_write('${TESTTMP}/g/2.parquet', 'SELECT ''{"at":"2024-02-29 12:00:00.123456"}'' AS g, ''["2024-02-29 12:00:00.500"]'' AS l', 'types=g=STRUCT<at TIMESTAMP(NANOS) NOT NULL>, l=LIST<TIMESTAMP(NANOS)>');
CREATE VIRTUAL TABLE g USING parquet('${TESTTMP}/g/');
SELECT g, l FROM g;
SELECT "g.at" FROM g;

-- Variants whose values have columns of their own in some files.
--! shell mkdir -p ${TESTTMP}/v
SELECT parquet_write('${TESTTMP}/v/1.parquet', 'SELECT ''{"a":1,"b":"x"}'' AS v', 'types=v=VARIANT<STRUCT<a INT64, b LIST<STRING>>>');
SELECT parquet_write('${TESTTMP}/v/2.parquet', 'SELECT ''{"a":"z","b":2}'' AS v', 'types=v=VARIANT<STRUCT<b INT64>>');
SELECT parquet_write('${TESTTMP}/v/3.parquet', 'SELECT ''{"a":1.5,"b":2}'' AS v', 'types=v=VARIANT NOT NULL');
CREATE VIRTUAL TABLE v USING parquet('${TESTTMP}/v/');
SELECT v FROM v;
SELECT "v.a" FROM v;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT v FROM v', 'overwrite=on');
SELECT row FROM read_parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE name = 'typed_value';

-- A timestamp that the first file's type does not hold is an error where it is read, and a value with union_by_name.
--! shell mkdir -p ${TESTTMP}/n; cp testdata/handmade_int96.parquet ${TESTTMP}/n/2.parquet
SELECT parquet_write('${TESTTMP}/n/1.parquet', 'SELECT 100 AS "row", ''2024-02-29 12:00:00'' AS at', 'types=row=INT32, at=TIMESTAMP(MICROS)');
CREATE VIRTUAL TABLE n USING parquet('${TESTTMP}/n/');
SELECT count(*), min("row") FROM n;
SELECT at FROM n;
CREATE VIRTUAL TABLE un USING parquet('${TESTTMP}/n/', union_by_name=on);
SELECT "row", at FROM un ORDER BY at DESC LIMIT 3;
