-- Statements about tables while each of their allocations fails in turn.
--! lost_memory
CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet', decimals=text, timestamps=integer);
--! lost_memory
CREATE VIRTUAL TABLE n USING parquet('testdata/pyarrow_names_collide.parquet');
--! lost_memory
CREATE VIRTUAL TABLE s USING parquet('testdata/pyarrow_structs.parquet', columns='id,must');
--! lost_memory
CREATE VIRTUAL TABLE g USING parquet('testdata/geo_covering.parquet');
--! lost_memory
CREATE VIRTUAL TABLE v USING parquet('testdata/duckdb_variant.parquet');
--! lost_memory
CREATE VIRTUAL TABLE missing USING parquet('testdata/missing.parquet');
--! lost_memory
CREATE VIRTUAL TABLE bad USING parquet('testdata/bad/footer_garbage.parquet');
--! lost_memory
CREATE VIRTUAL TABLE bad USING parquet('testdata/trips.parquet', decimals=some);
--! lost_memory
SELECT parquet_attach('testdata/trips.parquet');
--! lost_memory
SELECT parquet_attach('testdata/trips.parquet', 'a "name"');
--! lost_memory
SELECT parquet_create_table('testdata/pyarrow_names_collide.parquet', 'x');
--! lost_memory
SELECT length(parquet_create_table('t', 'x')) > 100;
--! lost_memory
SELECT parquet_import('testdata/trips.parquet', 'of_file');
--! lost_memory
SELECT parquet_import('main.n', 'of_table');
SELECT (SELECT count(*) FROM of_file), (SELECT count(*) FROM of_table);
--! lost_memory
SELECT count(*) FROM pragma_table_xinfo('t');
--! lost_memory
ALTER TABLE t RENAME TO trips;
SELECT count(*) FROM trips;
--! lost_memory
DROP TABLE trips;
SELECT name FROM sqlite_master ORDER BY 1;
SELECT name FROM sqlite_temp_master ORDER BY 1;
