-- parquet_bloom_probe(path, column, value): which row groups a Bloom filter rules out.
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 's', 'w49');
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 's', 'w50');
SELECT count(*), sum(bloom_filter_excludes) > 155
  FROM parquet_bloom_probe('testdata/pyarrow_lookup.parquet', 'id', 1625431);

-- No value in the file is ruled out.
CREATE VIRTUAL TABLE temp.f USING parquet('testdata/pyarrow_lookup.parquet');
SELECT count(*) FROM f, parquet_bloom_probe('testdata/pyarrow_lookup.parquet', 'name', f.name) AS p
  WHERE f.rowid % 100 = 0 AND p.row_group_id = f._row_group AND p.bloom_filter_excludes;

-- The value is compared as in `column = value`.
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'D', '39');
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'd', 39);
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'd', 40);
SELECT bloom_filter_excludes
  FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'day', '2020-01-30');
SELECT bloom_filter_excludes
  FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'day', '2020-01-31');

-- Values that the column's type cannot hold.
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'n', 5.5);
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'n', 'x');
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'n', NULL);
SELECT bloom_filter_excludes
  FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'day', '2020-1-31');

-- Columns without a filter; a column inside a group.
SELECT bloom_filter_excludes FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'n', 5000);
SELECT bloom_filter_excludes
  FROM parquet_bloom_probe('testdata/trips.parquet', 'dropoff.zone', 'Atlantis');
SELECT count(*), sum(bloom_filter_excludes)
  FROM parquet_bloom_probe('testdata/trips.parquet', 'dropoff', '{}');

-- Filters of other writers.
SELECT sum(bloom_filter_excludes) FROM parquet_bloom_probe('testdata/java_bloom.parquet', 'id', -5);
SELECT sum(bloom_filter_excludes) FROM parquet_bloom_probe('testdata/rust_bloom.parquet', 'id', -5);

-- Arguments.
SELECT _path, _column, _value, typeof(_value), row_group_id
  FROM parquet_bloom_probe('testdata/rust_bloom.parquet', 'id', 7.0);
SELECT v, bloom_filter_excludes FROM (SELECT 'w1' AS v UNION ALL SELECT 'no')
  CROSS JOIN parquet_bloom_probe('testdata/duckdb_bloom.parquet', 's', v);
SELECT count(*) FROM parquet_bloom_probe(NULL, 's', 1);
SELECT count(*) FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', NULL, 1);
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 'colour', 1);
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', '_row_group', 1);
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 's');
SELECT * FROM parquet_bloom_probe;
SELECT * FROM parquet_bloom_probe('testdata/duckdb_bloom.parquet', 's', 1, 2);
SELECT * FROM parquet_bloom_probe('testdata/missing.parquet', 's', 1);
