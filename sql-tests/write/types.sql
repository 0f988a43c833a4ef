-- The types of written columns: the declared type if all values read back unchanged, else
-- the type of the values; or as requested.
CREATE TABLE t(ti TINYINT, si SMALLINT, i INT, bi BIGINT, ut UTINYINT, us USMALLINT,
  ui UINTEGER, ub UBIGINT, f FLOAT, d DOUBLE PRECISION, bo BOOLEAN, de DECIMAL(9,2),
  db NUMERIC(30,3), de0 DECIMAL(5), ud DECIMAL, id UUID, da DATE, tm TIME, ts TIMESTAMP,
  dt DATETIME, tz TIMESTAMPTZ, du DURATION, js JSON, v VARCHAR(10), bl BLOB, x, odd THING);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
INSERT INTO t VALUES(-128, 32767, 5, 6, 255, 65535, 4294967295, 7, 0.1, 0.1, 1, 1.25,
  2.125, 99999, 3, '00112233-4455-6677-8899-aabbccddeeff', '2024-02-29', '12:34:56.789',
  '2024-02-29 12:34:56', '1969-12-31 23:59:59.999999', '2024-02-29 12:34:56.000000001',
  'P14M3DT4.005S', '{"a":1}', 'v', x'01', 1, 2);
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/t.parquet');
SELECT * FROM p;
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM p);

-- Values that would not read back unchanged: the type of the values instead.
DELETE FROM t;
INSERT INTO t VALUES(-129, 32768, 5, 6, -1, 65536, 4294967296, -1, 0.1, 0.1, 2, 1.255,
  0.3, 100000, 3, '00112233-4455-6677-8899-AABBCCDDEEFF', '2024-2-29', '12:34',
  '2024-02-29T12:34:56', '1969-12-31 23:59:59.9', '2024-02-29 12:34:56Z',
  'P1Y', '{"a":1}', 'v', x'01', 1, 2);
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
DROP TABLE p;
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/t.parquet');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM p);

-- The first candidate type, then the second, then text.
CREATE TABLE s(x TIMESTAMP, y DATE);
INSERT INTO s VALUES('2024-01-01 00:00:00', '2024-01-01');
INSERT INTO s SELECT '2024-01-01 00:00:00.000001', NULL;
INSERT INTO s SELECT '2024-01-01 00:00:00.000000001', NULL;
SELECT parquet_write('${TESTTMP}/s.parquet', 's', 'row_group_size=1');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/s.parquet');
INSERT INTO s VALUES('2500-01-01 00:00:00', 'never');
SELECT parquet_write('${TESTTMP}/s.parquet', 's', 'row_group_size=1');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/s.parquet');
SELECT row FROM read_parquet('${TESTTMP}/s.parquet');

DELETE FROM s;
INSERT INTO s(x) VALUES('2024-01-01 00:00:00'), ('2500-01-01 00:00:00'), ('2024-01-01 00:00:00.000000001');
SELECT parquet_write('${TESTTMP}/s.parquet', 's', 'row_group_size=1');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/s.parquet');
SELECT row FROM read_parquet('${TESTTMP}/s.parquet');

-- Integers and reals in a column declared DECIMAL; numbers in one declared TIMESTAMP.
CREATE TABLE d(x DECIMAL(9,2), y TIMESTAMP);
INSERT INTO d VALUES(5, 1700000000), (0.25, 1700000001);
SELECT parquet_write('${TESTTMP}/d.parquet', 'd');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/d.parquet');
SELECT row FROM read_parquet('${TESTTMP}/d.parquet');

-- The declared types of parquet_create_table(): other widths, the digits of a second, stored
-- timestamps, lengths.
CREATE TABLE w(i INT32, h FLOAT16, f FLOAT32, en ENUM TEXT, bs BSON BLOB, fx FIXED BLOB(2), ms TIMESTAMP TEXT(3),
  us TIMESTAMP(6), ns DATETIME TEXT(9), s TIMESTAMPTZ TEXT(0), t3 TIME TEXT(3), t9 TIMETZ TEXT(9), st TIMESTAMP INTEGER(3),
  su TIMESTAMPTZ INTEGER(6), no FIXED BLOB, no2 TIMESTAMP INTEGER);
INSERT INTO w VALUES(2147483647, 0.5, 0.5, 'red', x'05', x'0102', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56.789',
  '2024-02-29 12:34:56.789', '2024-02-29 12:34:56', '12:34:56.789', '12:34:56.789', 1700000000123, -1, x'0102', 5);
SELECT parquet_write('${TESTTMP}/w.parquet', 'w');
SELECT name, type, type_length, logical_type FROM parquet_schema('${TESTTMP}/w.parquet') WHERE num_children IS NULL;
CREATE VIRTUAL TABLE pw USING parquet('${TESTTMP}/w.parquet');
SELECT * FROM pw;

-- Values beyond them: the next unit, then the type of the values.
UPDATE w SET i = i + 1, h = 0.1, f = 0.1, fx = x'01', ms = '2024-02-29 12:34:56.789012', us = '2024-02-29 12:34:56.000000001',
  ns = '2500-01-01 00:00:00', s = '2024-02-29 12:34:56.000000001', t3 = '12:34:56.000001', t9 = 'noon', st = '2024-02-29 12:34:56', su = 1.5;
SELECT parquet_write('${TESTTMP}/w.parquet', 'w');
SELECT name, type, type_length, logical_type FROM parquet_schema('${TESTTMP}/w.parquet') WHERE num_children IS NULL;
INSERT INTO w(ms, ns, st) VALUES('2500-01-01 00:00:00', '2024-02-29 12:34:56.000000001', 5);
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT ms, ns FROM w');
SELECT name, type, type_length, logical_type FROM parquet_schema('${TESTTMP}/w.parquet') WHERE num_children IS NULL;
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT st FROM w');

-- Requested types accept whatever represents a value of the type exactly.
SELECT parquet_write('${TESTTMP}/e.parquet',
  'SELECT ''17'' AS i8, 200.0 AS u8, ''5e2'' AS i16, ''-12'' AS i32, ''9223372036854775807'' AS i64,
    ''18446744073709551615'' AS u64, 0.5 AS f16, 1.5 AS f, ''0.1'' AS d, 7 AS d2, ''true'' AS bo,
    ''12.50'' AS de, ''-123456789012345678901234567890.12'' AS big, 42 AS s, 0.1 AS s2, x''6162'' AS s3,
    ''text'' AS bl, x''0102'' AS fx, x''00112233445566778899aabbccddeeff'' AS id, 1 AS da, ''2024-02-29'' AS da2,
    ''23:59'' AS tm, 86399999 AS tm2, ''2024-02-29T12:00:00+02:00'' AS tz, -1 AS ts, ''2024-02-29'' AS ts2,
    x''010000000200000003000000'' AS iv, ''{}'' AS js, ''e'' AS en, NULL AS n',
  'types=i8=INT8, u8=UINT8, i16=INT16, i32=INT32 NOT NULL, i64=INT64, u64=UINT64, f16=FLOAT16, f=FLOAT,
    d=DOUBLE, d2=DOUBLE, bo=BOOLEAN, de=DECIMAL(9, 2), big=DECIMAL(38,2), s=STRING, s2=VARCHAR, s3=STRING, bl=BLOB,
    fx=FIXED(2), id=UUID, da=DATE, da2=date, tm=TIME, tm2=TIME(MILLIS), tz=TIMESTAMP(MILLIS, UTC),
    ts=TIMESTAMP(NANOS), ts2=TIMESTAMP, iv=INTERVAL, js=JSON, en=ENUM, n=INT32');
SELECT name, type, type_length, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/e.parquet');
CREATE VIRTUAL TABLE e USING parquet('${TESTTMP}/e.parquet', decimals=text);
SELECT * FROM e;

-- Quoted column names; names that SQLite considers equal.
SELECT parquet_write('${TESTTMP}/q.parquet', 'SELECT 1 AS "odd, name", 2 AS "say ""hi""", 3 AS A, 4 AS a, 5 AS "", 6 AS column_5',
  'types="odd, name"=DECIMAL(10,2), "say ""hi"""=INT8, [A_1]=INT16');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/q.parquet');

-- Each type accepts its values and refuses others.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 128 AS x', 'types=x=INT8');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT -1 AS x', 'types=x=UINT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT -1.0 AS x', 'types=x=UINT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 18446744073709551616.0 AS x', 'types=x=UINT64');
SELECT parquet_write('${TESTTMP}/reals.parquet', 'SELECT 0.0 AS x UNION ALL SELECT 1e19', 'types=x=UINT64');
SELECT row FROM read_parquet('${TESTTMP}/reals.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1.5 AS x', 'types=x=INT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 9223372036854775808.0 AS x', 'types=x=INT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''12x'' AS x', 'types=x=INT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT x''01'' AS x', 'types=x=INT64');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 2 AS x', 'types=x=BOOLEAN');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 0.1 AS x', 'types=x=FLOAT');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1e5 AS x', 'types=x=FLOAT16');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 9007199254740993 AS x', 'types=x=DOUBLE');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''9007199254740993'' AS x', 'types=x=DOUBLE');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''1e999'' AS x', 'types=x=DOUBLE');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 0.125 AS x', 'types=x=DECIMAL(9,2)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 10000000 AS x', 'types=x=DECIMAL(9,2)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 9999999 AS x', 'types=x=DECIMAL(9,2)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''2023-02-29'' AS x', 'types=x=DATE');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 2147483648 AS x', 'types=x=DATE');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 86400000 AS x', 'types=x=TIME(ms)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''2024-01-01 00:00:00.0001'' AS x', 'types=x=TIMESTAMP(MILLIS)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT x''0102'' AS x', 'types=x=FIXED(3)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT x''0102'' AS x', 'types=x=UUID');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT NULL AS x', 'types=x=INT32 NOT NULL');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x', 'types=x=NULL');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT CAST(x''ff'' AS TEXT) AS x', 'types=x=STRING');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT ''three''', 'types=x=INT32');
