-- union_by_name: the columns of all files, by name; types are widened without loss.
--! shell mkdir -p ${TESTTMP}/f/k=1 ${TESTTMP}/f/k=2
SELECT parquet_write('${TESTTMP}/f/k=1/a.parquet', 'SELECT 1 AS i, ''one'' AS t, 1.5 AS x, 7 AS old', 'types=i=INT32, t=STRING, x=FLOAT, old=INT8');
SELECT parquet_write('${TESTTMP}/f/k=1/b.parquet', 'SELECT 20000000000 AS i, 2.25 AS x, ''two'' AS t, ''new'' AS fresh');
SELECT parquet_write('${TESTTMP}/f/k=2/c.parquet', 'SELECT ''three'' AS T, NULL AS x, 3 AS i', 'types=x=DOUBLE');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/f/', union_by_name=on);
SELECT name, type, hidden FROM pragma_table_xinfo('t');
SELECT * FROM t;
SELECT i, old, fresh FROM t WHERE old IS NULL;
SELECT i FROM t WHERE fresh = 'new';
SELECT i FROM t WHERE i > 1;
SELECT count(*), count(old), count(fresh), sum(x), group_concat(t) FROM t;
SELECT t, i FROM t ORDER BY fresh, i DESC;
SELECT fresh, count(*) FROM t GROUP BY fresh;
CREATE VIRTUAL TABLE first USING parquet('${TESTTMP}/f/');
SELECT old FROM first;
SELECT fresh FROM first;

-- Each pair of types: the declared type, and the values.
--! shell mkdir -p ${TESTTMP}/p
SELECT parquet_write('${TESTTMP}/p/1.parquet', 'SELECT 5 AS int_bigint, 1 AS bool_int, 5 AS int_real, 5 AS bigint_real, 200 AS tiny_small, 5 AS int_decimal, 9007199254740993 AS bigint_decimal, 5 AS unsigned_signed, -1 AS big_unsigned, 1.25 AS decimals, ''2024-02-29'' AS date_timestamp, ''2024-02-29 10:00:00.123'' AS units, ''10:00:00.5'' AS times, ''a'' AS text_int, x''6162'' AS blob_text, ''5b7a1f0e-0000-4000-8000-00000000000a'' AS uuid_text, ''2024-02-29'' AS date_int, 0.1 AS real_text, ''[1]'' AS json_text, NULL AS nothing_int',
    'types=int_bigint=INT32, bool_int=BOOLEAN, int_real=INT32, bigint_real=INT64, tiny_small=UINT8, int_decimal=INT32, bigint_decimal=INT64, unsigned_signed=UINT32, big_unsigned=INT64, decimals=DECIMAL(5,2), date_timestamp=DATE, units=TIMESTAMP(MILLIS), times=TIME(MILLIS), text_int=STRING, blob_text=BLOB, uuid_text=UUID, date_int=DATE, real_text=DOUBLE, json_text=JSON, nothing_int=NULL');
SELECT parquet_write('${TESTTMP}/p/2.parquet', 'SELECT 4000000000 AS int_bigint, -7 AS bool_int, 0.5 AS int_real, 1e300 AS bigint_real, -300 AS tiny_small, 1.5 AS int_decimal, 12.125 AS bigint_decimal, -5 AS unsigned_signed, ''18446744073709551615'' AS big_unsigned, 123456.5 AS decimals, ''2024-03-01 23:59:59.5'' AS date_timestamp, ''2024-02-29 10:00:00.123456'' AS units, ''10:00:00.000001'' AS times, 12 AS text_int, ''cd'' AS blob_text, ''no uuid'' AS uuid_text, 7 AS date_int, ''text'' AS real_text, ''text'' AS json_text, 3 AS nothing_int',
    'types=int_bigint=INT64, bool_int=INT32, int_real=FLOAT, bigint_real=DOUBLE, tiny_small=INT16, int_decimal=DECIMAL(4,2), bigint_decimal=DECIMAL(9,3), unsigned_signed=INT32, big_unsigned=UINT64, decimals=DECIMAL(12,1), date_timestamp=TIMESTAMP(MILLIS), units=TIMESTAMP(MICROS), times=TIME(MICROS), text_int=INT32, blob_text=STRING, uuid_text=STRING, date_int=INT32, real_text=STRING, json_text=STRING, nothing_int=INT64');
CREATE VIRTUAL TABLE p USING parquet('${TESTTMP}/p/', union_by_name=on);
SELECT name, type FROM pragma_table_xinfo('p') WHERE hidden = 0;
SELECT * FROM p;
CREATE VIRTUAL TABLE exact USING parquet('${TESTTMP}/p/', union_by_name=on, decimals=text);
SELECT int_decimal, bigint_decimal, big_unsigned, decimals FROM exact;
SELECT int_bigint FROM p WHERE int_bigint >= 4000000000;
SELECT int_real FROM p WHERE int_real = 5;
SELECT int_decimal FROM p WHERE int_decimal BETWEEN 1.5 AND 5;
SELECT bigint_decimal FROM exact WHERE bigint_decimal = '9007199254740993.000';
SELECT date_timestamp FROM p WHERE date_timestamp = '2024-02-29 00:00:00';
SELECT date_timestamp FROM p WHERE date_timestamp > '2024-03-01';
SELECT units FROM p WHERE units > '2024-02-29 10:00:00.123';
SELECT times FROM p WHERE times = '10:00:00.500';
SELECT text_int FROM p WHERE text_int = '12';
SELECT real_text FROM p ORDER BY real_text;
SELECT row FROM read_parquet('${TESTTMP}/p/', 'union_by_name=on', 'columns=int_decimal,text_int,times');

-- Bounds of the files' own types leave row groups out.
SELECT count(*) FROM p WHERE int_bigint > 5000000000;
SELECT count(*) FROM p WHERE units > '2025-01-01';
SELECT count(*) FROM p WHERE nothing_int = 4;
SELECT count(*) FROM p WHERE int_real < -1;
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 4;

-- Page indexes and Bloom filters do, too: values are converted to the files' own types.  Those that no value of the type becomes are in no filter.
--! shell mkdir -p ${TESTTMP}/x
SELECT parquet_write('${TESTTMP}/x/1.parquet', 'WITH RECURSIVE n(i, k) AS (VALUES(0, 0) UNION ALL SELECT i + 1, (i + 1) * 7 % 1000 * 2 FROM n WHERE i < 999) SELECT i AS s, k AS b, round(i * 0.01, 2) AS ds, round(k * 0.01, 2) AS db, date(''2024-01-01'', i || '' days'') AS ts, date(''2020-01-01'', k || '' days'') AS tb, strftime(''%Y-%m-%d %H:%M:%f'', i * 0.002, ''unixepoch'') AS ms, nullif(i, 77) AS tx FROM n', 'types=s=INT32, b=INT32, ds=DECIMAL(5,2), db=DECIMAL(5,2), ts=DATE, tb=DATE, ms=TIMESTAMP(MILLIS), tx=INT32', 'data_page_row_limit=100', 'bloom_filter=b, db, tb, ms, tx');
SELECT parquet_write('${TESTTMP}/x/2.parquet', 'SELECT 0.5 AS s, 0.5 AS b, 0.005 AS ds, 0.005 AS db, ''2024-01-01 12:00:00'' AS ts, ''2020-01-01 12:00:00'' AS tb, ''1970-01-01 00:00:00.001500'' AS ms, ''x'' AS tx', 'types=s=DOUBLE, b=DOUBLE, ds=DECIMAL(9,3), db=DECIMAL(9,3), ts=TIMESTAMP(MILLIS), tb=TIMESTAMP(MICROS), ms=TIMESTAMP(MICROS)');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/x/', union_by_name=on, threads=1);
SELECT s FROM x WHERE s BETWEEN 505 AND 506.5;
SELECT s FROM x WHERE ds = 1.23;
SELECT s FROM x WHERE ts > '2026-09-24 12:00:00';
SELECT s FROM x WHERE tx IS NULL;
SELECT pages_by_bounds, row_groups_by_pages FROM parquet_scan_stats ORDER BY seq DESC LIMIT 4;
SELECT s FROM x WHERE b = 7;
SELECT s FROM x WHERE b = 7.5;
SELECT s FROM x WHERE db = 0.03;
SELECT s FROM x WHERE db = 0.035;
SELECT row_groups_by_bloom FROM parquet_scan_stats WHERE row_groups > 0 ORDER BY seq DESC LIMIT 4;
SELECT s FROM x WHERE tb = '2020-01-02 00:00:00';
SELECT s FROM x WHERE tb = '2020-01-03 00:00:01';
SELECT s FROM x WHERE ms = '1970-01-01 00:00:00.001';
--! host >= 3.38.0
SELECT row_groups_by_bloom FROM parquet_scan_stats WHERE row_groups > 0 ORDER BY seq DESC LIMIT 3;
--! end
SELECT s FROM x WHERE b = 14;
SELECT s FROM x WHERE b IN (7, 7.5, 14) ORDER BY s;
SELECT s FROM x WHERE db IN (0.04, 0.005, 1e30) ORDER BY s;
SELECT s FROM x WHERE tb IN ('2020-01-03 00:00:00', '2020-01-01 12:00:00') ORDER BY s;
SELECT s FROM x WHERE ms IN ('1970-01-01 00:00:00.002', '1970-01-01 00:00:00.001500') ORDER BY s;
SELECT s FROM x WHERE tx = '12';
SELECT s FROM x WHERE b = -0.0;

-- Groups: members of all files, as JSON and as hidden columns.
--! shell mkdir -p ${TESTTMP}/s
SELECT parquet_write('${TESTTMP}/s/1.parquet', 'SELECT ''{"a":1,"b":"x"}'' AS g, 1 AS i', 'types=g=STRUCT<a INT32, b STRING>');
SELECT parquet_write('${TESTTMP}/s/2.parquet', 'SELECT 2 AS i, ''{"c":2.5,"a":10000000000}'' AS g', 'types=g=STRUCT<c DOUBLE, a INT64>');
CREATE VIRTUAL TABLE s USING parquet('${TESTTMP}/s/', union_by_name=on);
SELECT name, type FROM pragma_table_xinfo('s');
SELECT g, "g.a", "g.b", "g.c" FROM s;
SELECT i FROM s WHERE "g.a" > 5;
SELECT i FROM s WHERE "g.b" IS NULL;

-- Types without a common one: the other columns can be read.
--! shell mkdir -p ${TESTTMP}/n
SELECT parquet_write('${TESTTMP}/n/1.parquet', 'SELECT 1 AS i, x''010100000000000000000000000000000000000000'' AS g', 'types=g=GEOMETRY');
SELECT parquet_write('${TESTTMP}/n/2.parquet', 'SELECT 2 AS i, 5 AS g');
CREATE VIRTUAL TABLE n USING parquet('${TESTTMP}/n/', union_by_name=on);
SELECT i FROM n;
SELECT g FROM n;

-- A UUID that a file lacks is NULL there.
--! shell mkdir -p ${TESTTMP}/u
SELECT parquet_write('${TESTTMP}/u/1.parquet', 'SELECT 1 AS i, ''00112233-4455-6677-8899-aabbccddeeff'' AS u', 'types=u=UUID');
SELECT parquet_write('${TESTTMP}/u/2.parquet', 'SELECT 2 AS i UNION ALL SELECT 3');
CREATE VIRTUAL TABLE u USING parquet('${TESTTMP}/u/', union_by_name=on);
SELECT i, u FROM u;
