-- parquet_create_table(source, name) returns a CREATE TABLE with the types of the source, which
-- parquet_import(source, name) runs and fills; parquet_write() writes the same types again.
SELECT parquet_create_table('testdata/trips.parquet', 'my "trips"');
SELECT parquet_import('testdata/trips.parquet', 'my "trips"');
SELECT sql || ';' = parquet_create_table('testdata/trips.parquet', 'my "trips"') FROM sqlite_master;
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT count(*) FROM (SELECT * FROM trips EXCEPT SELECT * FROM "my ""trips""");
SELECT count(*) FROM (SELECT * FROM "my ""trips""" EXCEPT SELECT * FROM trips);
SELECT name FROM sqlite_temp_master;

-- Names of any kind, in a file and of the table.
SELECT parquet_create_table('testdata/pyarrow_names.parquet', 'select');
SELECT parquet_import('testdata/pyarrow_names.parquet', 'select'), parquet_import('testdata/pyarrow_names_collide.parquet', 'naïve "x"' || char(10) || 'y');
CREATE VIRTUAL TABLE temp.names USING parquet('testdata/pyarrow_names.parquet');
SELECT count(*) FROM (SELECT cid, name FROM pragma_table_info('names') EXCEPT SELECT cid, name FROM pragma_table_info('select'));
SELECT count(*) FROM (SELECT cid, name FROM pragma_table_info('select') EXCEPT SELECT cid, name FROM pragma_table_info('names'));
SELECT name FROM pragma_table_info('naïve "x"' || char(10) || 'y');

-- The types in a file that is written from an imported table, compared with those of a copy of the
-- file itself.  Only these columns differ.  (Hosts that do not report the origin of result columns do
-- not know the types of the file itself.)
CREATE TABLE host AS SELECT sqlite_compileoption_used('ENABLE_COLUMN_METADATA') AS tells;
CREATE TABLE files(name PRIMARY KEY, path);
INSERT INTO files VALUES('a', 'testdata/pyarrow_types.parquet'), ('b', 'testdata/pyarrow_types_required.parquet'),
  ('c', 'testdata/duckdb_types.parquet'), ('d', 'testdata/java_types.parquet'), ('e', 'testdata/handmade_logical_only.parquet'),
  ('f', 'testdata/polars_types.parquet'), ('g', 'testdata/rust_types.parquet'), ('h', 'testdata/pyarrow_timestamps.parquet'),
  ('i', 'testdata/pyarrow_times_utc.parquet'), ('j', 'testdata/orc/pyarrow_types.orc'), ('k', 'testdata/geo_boxes.parquet'),
  ('l', 'testdata/pyarrow_zero_rows.parquet'), ('m', 'testdata/trips.parquet');
SELECT name, parquet_attach(path, 'file_' || name), parquet_import(path, name) FROM files;
SELECT name, parquet_write('${TESTTMP}/file_' || name || '.parquet', 'file_' || name), parquet_write('${TESTTMP}/' || name || '.parquet', name) FROM files;
SELECT files.name, copy.name, copy.repetition_type, copy.type, copy.logical_type, '->', made.repetition_type, made.type, made.logical_type
  FROM host, files, parquet_schema('${TESTTMP}/file_' || files.name || '.parquet') AS copy, parquet_schema('${TESTTMP}/' || files.name || '.parquet') AS made
 WHERE tells AND copy.name = made.name AND copy.name <> 'schema' AND (copy.repetition_type, copy.type, copy.type_length, copy.logical_type, copy.converted_type)
       IS NOT (made.repetition_type, made.type, made.type_length, made.logical_type, made.converted_type);
SELECT sum((SELECT count(*) FROM parquet_check('${TESTTMP}/' || name || '.parquet'))) FROM files;

-- Sources: tables with options, of other databases, ordinary ones, views, folders, patterns, ORC files.
CREATE VIRTUAL TABLE temp.shown USING parquet('sql-tests/data/payments.parquet', timestamps=integer, decimals=text);
SELECT parquet_create_table('shown', 'kept') FROM host WHERE tells;
SELECT parquet_import('temp.shown', 'kept'), parquet_import('main . kept', 'again');
SELECT * FROM kept EXCEPT SELECT * FROM shown;
SELECT parquet_write('${TESTTMP}/kept.parquet', 'again');
SELECT name, type, logical_type FROM host, parquet_schema('${TESTTMP}/kept.parquet') WHERE tells AND num_children IS NULL;
CREATE VIRTUAL TABLE temp.in_ms USING parquet('sql-tests/data/payments.parquet', timestamps=milliseconds, columns='at,utc');
CREATE VIRTUAL TABLE temp.in_s USING parquet('sql-tests/data/payments.parquet', timestamps=seconds, columns='at,utc');
SELECT parquet_create_table('in_ms', 'kept'), parquet_create_table('in_s', 'kept') FROM host WHERE tells;
CREATE TABLE ordinary(a INTEGER PRIMARY KEY, b VARCHAR(10) NOT NULL DEFAULT 'x' COLLATE NOCASE, c, "d e" REAL CHECK ("d e" > 0));
INSERT INTO ordinary VALUES(1, 'y', x'00', 2);
CREATE VIEW seen AS SELECT o.a, m.passengers, o.b, count(*) AS n FROM ordinary o LEFT JOIN "my ""trips""" m ON false GROUP BY 1, 2, 3;
SELECT parquet_create_table('ordinary', 'o2'), parquet_create_table('"ordinary"', 'o2') = parquet_create_table('[main].ordinary', 'o2');
SELECT parquet_create_table('seen', 's2');
SELECT parquet_import('seen', 's2'), parquet_import('ordinary', 'o2');
SELECT *, typeof(a) FROM s2;
--! shell mkdir -p "${TESTTMP}/sales/y=1" "${TESTTMP}/sales/y=2" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/sales/y=1/" && cp sql-tests/data/fruits_b.parquet "${TESTTMP}/sales/y=2/"
SELECT parquet_create_table('${TESTTMP}/sales', 'sales');
SELECT parquet_import('${TESTTMP}/sales', 'sales'), parquet_import('${TESTTMP}/sales/*/*.parquet', 'pattern');
SELECT y, count(*) FROM sales GROUP BY y;
SELECT sum(parquet_import(path, 'all_' || name)) FROM parquet_tables('sql-tests/data');
SELECT count(*) FROM sqlite_master WHERE name LIKE 'all%';
SELECT parquet_import('testdata/orc/pyarrow_strides.orc', 'strides');
SELECT count(*), min(at), typeof(min(price)) FROM strides;

-- In a transaction; and a table name that a file has, too.
BEGIN;
SELECT parquet_import('testdata/trips.parquet', 'undone');
ROLLBACK;
SELECT count(*) FROM undone;
SELECT parquet_create_table('./trips', 'x');

-- A name that is used, or would be hidden.
SELECT parquet_import('testdata/trips.parquet', 'Ordinary');
SELECT parquet_import('testdata/trips.parquet', 'seen');
SELECT parquet_import('testdata/trips.parquet', 'TRIPS');
SELECT parquet_import('testdata/trips.parquet', 'trips');
SELECT parquet_import('ordinary', 'ordinary');
SELECT parquet_import('main.ordinary', 'ordinary');
ATTACH ':memory:' AS other;
CREATE TABLE other.elsewhere(x);
INSERT INTO other.elsewhere VALUES(5);
SELECT parquet_import('elsewhere', 'elsewhere');
SELECT parquet_import('other.elsewhere', 'elsewhere');
SELECT x FROM main.elsewhere;

-- Failures leave no table.
SELECT parquet_import('testdata/bad/second_row_group.parquet', 'bad');
SELECT parquet_import('${TESTTMP}/missing.parquet', 'bad');
SELECT parquet_create_table('${TESTTMP}/missing.parquet', 'bad');
SELECT parquet_create_table('main.missing', 'bad');
SELECT parquet_import('testdata/handmade_wide.parquet', 'bad');
CREATE VIEW broken AS SELECT * FROM nowhere;
SELECT parquet_import('broken', 'bad');
CREATE VIRTUAL TABLE gone USING parquet('${TESTTMP}/kept.parquet');
--! shell rm ${TESTTMP}/kept.parquet
SELECT parquet_import('gone', 'bad');
PRAGMA query_only = ON;
SELECT parquet_import('testdata/trips.parquet', 'bad');
SELECT length(parquet_create_table('testdata/trips.parquet', 'bad')) > 100;
PRAGMA query_only = OFF;
SELECT count(*) FROM bad;
SELECT name FROM sqlite_temp_master WHERE name LIKE '%/import';

-- An interrupted import leaves its table without rows, and may be tried again; a table with rows, or
-- another one, is not touched.
CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000) SELECT i FROM n;
--! interrupt 200
SELECT parquet_import('slow', 'once');
SELECT count(*) FROM once;
DROP VIEW slow;
CREATE VIEW slow AS SELECT 7 AS i;
SELECT parquet_import('slow', 'once'), (SELECT i FROM once);
SELECT parquet_import('slow', 'once');
DELETE FROM once;
ALTER TABLE once ADD COLUMN more;
SELECT parquet_import('slow', 'once');

-- Arguments.
SELECT parquet_import('testdata/trips.parquet');
SELECT parquet_create_table('testdata/trips.parquet', 'a', 'b');
SELECT parquet_create_table(NULL, 'x');
SELECT parquet_import('testdata/trips.parquet', NULL);
SELECT parquet_import('', 'x');
SELECT parquet_create_table('testdata/trips.parquet', '');
SELECT parquet_import('testdata/trips.parquet', 'a' || char(0) || 'b');
SELECT parquet_create_table('trips' || char(0), 'x');
SELECT parquet_import(5, 'x');
