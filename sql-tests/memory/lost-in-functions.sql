-- Table-valued functions while each of their allocations fails in turn.
--! each function
--! lost_memory
SELECT count(*) FROM ${FUNCTION}('sql-tests/data/fruits_a.parquet'${MORE});
--! lost_memory
SELECT count(*), count(statistics_unused), count(page_index_unused), count(bloom_filter_unused) FROM parquet_indexes('testdata/trips.parquet');
--! lost_memory
SELECT count(*), count(logical_type), count(sqlite_type) FROM parquet_schema('testdata/pyarrow_types.parquet');
--! lost_memory
SELECT count(*), count(stats_min_value), count(stats_max_value), count(encodings) FROM parquet_metadata('testdata/trips.parquet');
--! lost_memory
SELECT * FROM parquet_metadata('sql-tests/data/fruits_a.parquet') WHERE column_id <= 1;
--! lost_memory
SELECT num_rows, num_row_groups FROM parquet_file_metadata('testdata/trips.parquet');
--! lost_memory
SELECT CAST(key AS TEXT), length(value) FROM parquet_kv_metadata('testdata/pyarrow_types_arrow_schema.parquet');
--! lost_memory
SELECT count(*), count(page_type) FROM parquet_pages('testdata/pyarrow_tiny_pages_v1.parquet') WHERE row_group_id = 0;
--! lost_memory
SELECT row FROM read_parquet('testdata/pyarrow_structs.parquet') LIMIT 2;
--! lost_memory
SELECT row FROM read_parquet('testdata/java_maps.parquet') LIMIT 1;
--! lost_memory
SELECT count(*) FROM parquet_check('testdata/pyarrow_types.parquet');
--! lost_memory
SELECT kind, finding FROM parquet_check('testdata/handmade_statistics.parquet');
--! lost_memory
SELECT kind FROM parquet_check('testdata/bad/footer_garbage.parquet');
--! lost_memory
SELECT * FROM parquet_schema('testdata/missing.parquet');
--! lost_memory
SELECT row_group_id, bloom_filter_excludes FROM parquet_bloom_probe('testdata/pyarrow_bloom.parquet', 'n', 5);
--! lost_memory
SELECT column_name, min, avg, q50, approx_unique FROM parquet_summarize('testdata/trips.parquet', 'columns=pickup_at, vendor, fare');
--! lost_memory
SELECT min, max FROM parquet_summarize('testdata/trips.parquet', 'exact=off', 'columns=vendor, fare');
--! lost_memory
SELECT row FROM read_parquet('testdata/trips.parquet', 'types=pickup_at=BIGINT, vendor=JSON', 'columns=pickup_at, vendor') LIMIT 1;
--! lost_memory
SELECT count(*) FROM read_parquet('testdata/trips.parquet', 'types=distance_km=DATE');
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT count(fare) FROM trips WHERE trip_id = 100777;
--! lost_memory
SELECT table_name, plan, rows_returned FROM parquet_scan_stats WHERE seq = 1;
