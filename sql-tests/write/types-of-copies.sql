-- Columns of Parquet tables are written with their Parquet types on hosts that report the
-- origin of result columns (SQLITE_ENABLE_COLUMN_METADATA); others only know a declared
-- type such as INTEGER.
CREATE TABLE host AS SELECT sqlite_compileoption_used('ENABLE_COLUMN_METADATA') AS tells;
SELECT count(*) FROM host;

CREATE VIRTUAL TABLE t USING parquet('testdata/pyarrow_types.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=uint64=UINT64');
SELECT count(*) = 0 OR NOT (SELECT tells FROM host) FROM (
  SELECT name, type, type_length, converted_type, scale, precision, logical_type FROM parquet_schema('testdata/pyarrow_types.parquet') WHERE num_children IS NULL
  EXCEPT SELECT name, type, type_length, converted_type, scale, precision, logical_type FROM parquet_schema('${TESTTMP}/t.parquet'));
CREATE VIRTUAL TABLE u USING parquet('${TESTTMP}/t.parquet');
SELECT count(*) FROM t;
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM u);

-- Through views, subqueries and other names.
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
CREATE TEMP VIEW v AS SELECT passengers AS p, "dropoff.zone" AS zone FROM (SELECT *, "dropoff.zone" FROM trips LEFT JOIN (SELECT 1 AS one) ON trip_id < 100000);
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT p, v.zone, p + 1 AS more FROM v LIMIT 3');
SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/v.parquet');

-- Tables that show decimals and timestamps in another form.
CREATE VIRTUAL TABLE d USING parquet('sql-tests/data/payments.parquet', decimals=text, timestamps=integer);
SELECT parquet_write('${TESTTMP}/d.parquet', 'SELECT at, cost, exact FROM d');
SELECT count(*) = 3 OR NOT (SELECT tells FROM host) FROM (
  SELECT name, logical_type FROM parquet_schema('sql-tests/data/payments.parquet')
  INTERSECT SELECT name, logical_type FROM parquet_schema('${TESTTMP}/d.parquet') WHERE num_children IS NULL);
CREATE VIRTUAL TABLE e USING parquet('${TESTTMP}/d.parquet', decimals=text, timestamps=integer);
SELECT at, cost, exact FROM d;
SELECT * FROM e;

-- Integers in a column that an ordinary table declares TIMESTAMP are not stored timestamps.
CREATE TABLE n(at TIMESTAMP, cost DECIMAL TEXT(9,2));
INSERT INTO n VALUES(1700000000, '1.50');
SELECT parquet_write('${TESTTMP}/n.parquet', 'n');
SELECT row FROM read_parquet('${TESTTMP}/n.parquet');
-- REQUIRED columns stay REQUIRED unless a null occurs, even late.
CREATE VIRTUAL TABLE temp.required USING parquet('testdata/trips.parquet');
SELECT parquet_write('${TESTTMP}/required.parquet', 'SELECT trip_id, fare FROM required');
SELECT name, repetition_type = CASE name WHEN 'trip_id' THEN 'REQUIRED' ELSE 'OPTIONAL' END OR NOT (SELECT tells FROM host)
  FROM parquet_schema('${TESTTMP}/required.parquet') WHERE name <> 'schema';
SELECT parquet_write('${TESTTMP}/optional.parquet',
    'WITH RECURSIVE n(i) AS (VALUES(100000) UNION ALL SELECT i + 1 FROM n LIMIT 3000)
     SELECT i, trip_id, vendor FROM n LEFT JOIN required ON trip_id = i', 'row_group_size=500');
SELECT name, repetition_type FROM parquet_schema('${TESTTMP}/optional.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/optional.parquet');
CREATE VIRTUAL TABLE temp.optional USING parquet('${TESTTMP}/optional.parquet');
SELECT count(*), count(trip_id), count(vendor) FROM optional;

-- So are columns of ordinary tables that are NOT NULL.
CREATE TABLE firm(x BIGINT NOT NULL, y TIMESTAMP NOT NULL, z TEXT, odd THING NOT NULL);
INSERT INTO firm VALUES(1, '2024-02-29 12:34:56', 'a', 5), (2, '2024-02-29 12:34:56.123456789', NULL, 6);
CREATE VIEW firm_view AS SELECT y AS when_, x FROM firm;
SELECT parquet_write('${TESTTMP}/firm.parquet', 'SELECT * FROM firm');
SELECT name, repetition_type = CASE WHEN name IN ('x', 'y') THEN 'REQUIRED' ELSE 'OPTIONAL' END OR NOT (SELECT tells FROM host), logical_type
  FROM parquet_schema('${TESTTMP}/firm.parquet') WHERE num_children IS NULL;
SELECT parquet_write('${TESTTMP}/firm.parquet', 'firm_view');
SELECT count(*) = 2 OR NOT (SELECT tells FROM host) FROM parquet_schema('${TESTTMP}/firm.parquet') WHERE repetition_type = 'REQUIRED' AND num_children IS NULL;
SELECT parquet_write('${TESTTMP}/firm.parquet', 'WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n LIMIT 3000) SELECT i, x, y FROM n LEFT JOIN firm ON x = i',
  'row_group_size=500');
SELECT name, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/firm.parquet') WHERE num_children IS NULL;
CREATE VIRTUAL TABLE temp.loose USING parquet('${TESTTMP}/firm.parquet');
SELECT count(*), count(x), count(y), max(y) FROM loose;

-- Timestamps as ISO 8601 and in a unit: the copy shows the same values in the same form.
CREATE VIRTUAL TABLE iso USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=iso8601);
SELECT parquet_write('${TESTTMP}/iso.parquet', 'iso');
CREATE VIRTUAL TABLE iso2 USING parquet('${TESTTMP}/iso.parquet', timestamps=iso8601);
CREATE VIRTUAL TABLE k1 USING parquet('${TESTTMP}/iso.parquet', timestamps=integer);
SELECT group_concat(ms_utc || ' ' || us || ' ' || ns) = '0 0 0,1000 1000000 1000000000,-1000 -1000000 -1000000000' OR NOT (SELECT tells FROM host) FROM k1 WHERE rowid <= 3;
SELECT count(*) FROM (SELECT * FROM iso EXCEPT SELECT * FROM iso2);
CREATE VIRTUAL TABLE i96 USING parquet('testdata/handmade_int96.parquet', timestamps=iso8601);
SELECT parquet_write('${TESTTMP}/iso96.parquet', 'SELECT at FROM i96 WHERE at BETWEEN ''1678'' AND ''2262''');
CREATE VIRTUAL TABLE k2 USING parquet('${TESTTMP}/iso96.parquet', timestamps=integer);
SELECT group_concat(at) = '0,-1,-1' OR NOT (SELECT tells FROM host) FROM k2 WHERE rowid <= 3;
-- A text that only means one of the values is not written as it.
SELECT parquet_write('${TESTTMP}/mixed.parquet', 'SELECT ms FROM iso UNION ALL SELECT ''2024-01-03T00:00:00Z''');
SELECT name, converted_type FROM parquet_schema('${TESTTMP}/mixed.parquet') WHERE name = 'ms';
CREATE VIRTUAL TABLE seconds USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=seconds);
SELECT parquet_write('${TESTTMP}/seconds.parquet', 'SELECT us, ns_utc FROM seconds');
CREATE VIRTUAL TABLE k3 USING parquet('${TESTTMP}/seconds.parquet', timestamps=integer);
SELECT group_concat(us || ' ' || ns_utc) = '0 0,1000 1000,-1000 -1000' OR NOT (SELECT tells FROM host) FROM k3 WHERE rowid <= 3;
CREATE VIRTUAL TABLE seconds2 USING parquet('${TESTTMP}/seconds.parquet', timestamps=seconds);
SELECT count(*) = 0 OR NOT (SELECT tells FROM host) FROM (SELECT us, ns_utc FROM seconds EXCEPT SELECT * FROM seconds2);
CREATE VIRTUAL TABLE millis USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=milliseconds);
SELECT parquet_write('${TESTTMP}/millis.parquet', 'SELECT us, ns_utc FROM millis');
CREATE VIRTUAL TABLE k4 USING parquet('${TESTTMP}/millis.parquet', timestamps=integer);
SELECT group_concat(us || ' ' || ns_utc) = '0 0,1000 1000,-1000 -1000' OR NOT (SELECT tells FROM host) FROM k4 WHERE rowid <= 3;
CREATE VIRTUAL TABLE instant USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=instant);
SELECT parquet_write('${TESTTMP}/instant.parquet', 'SELECT us, ns_utc FROM instant');
CREATE VIRTUAL TABLE k5 USING parquet('${TESTTMP}/instant.parquet', timestamps=integer);
SELECT group_concat(us || ' ' || ns_utc) = '0 0,1000000 1000000000,-1000000 -1000000000' OR NOT (SELECT tells FROM host) FROM k5 WHERE rowid <= 3;
