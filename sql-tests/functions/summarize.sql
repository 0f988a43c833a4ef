-- parquet_summarize(): for each column what DuckDB's SUMMARIZE shows, in SQLite's values and order.
SELECT * FROM parquet_summarize('testdata/trips.parquet');
-- With exact=off from statistics alone.
SELECT * FROM parquet_summarize('testdata/trips.parquet', 'exact=off');
SELECT column_name, min, max FROM parquet_summarize('testdata/java_truncated_bounds.parquet', 'exact = "off"') WHERE column_name = 's';
-- Bounds that are only good for excluding values are not shown: of timestamps in ORC files and INT96.
SELECT column_name, min, max FROM parquet_summarize('testdata/orc/pyarrow_types.orc', 'exact=off') WHERE column_name IN ('day', 'local', 'instant');
SELECT column_name, min, max FROM parquet_summarize('testdata/rust_types.parquet', 'exact=off') WHERE column_name = 'ts_96';

-- The least and greatest values are those of the table.
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
SELECT s.min = t.a, s.max = t.b, s.approx_unique = t.c, abs(s.avg - t.d) < 1e-9, s.count = t.e FROM parquet_summarize('testdata/trips.parquet') AS s, (SELECT min(fare) AS a, max(fare) AS b, count(DISTINCT fare) AS c, avg(fare) AS d, count(*) AS e FROM trips) AS t WHERE s.column_name = 'fare';
SELECT s.q25 = (SELECT distance_km FROM trips ORDER BY 1 LIMIT 1 OFFSET 499), s.q50 = (SELECT distance_km FROM trips ORDER BY 1 LIMIT 1 OFFSET 999), s.q75 = (SELECT distance_km FROM trips ORDER BY 1 LIMIT 1 OFFSET 1499) FROM parquet_summarize('testdata/trips.parquet') AS s WHERE column_name = 'distance_km';
-- Times beyond a day, years that have a sign, integers beyond 63 bits, intervals: compared as text.
SELECT column_name, min, max FROM parquet_summarize('testdata/handmade_times_beyond_day.parquet');
CREATE VIRTUAL TABLE beyond USING parquet('testdata/handmade_times_beyond_day.parquet');
SELECT min(us), max(us) FROM beyond;
SELECT column_name, min, max FROM parquet_summarize('testdata/duckdb_times.parquet');
CREATE VIRTUAL TABLE times USING parquet('testdata/duckdb_times.parquet');
SELECT min(date), max(date), min(us), max(us), min(ms), max(ms) FROM times;
SELECT column_name, min, typeof(min), max, typeof(max), q50 FROM parquet_summarize('testdata/duckdb_types.parquet') WHERE column_name IN ('u64', 'i64', 'f32', 'uid', 'bin', 'flag');
SELECT min, max FROM parquet_summarize('testdata/duckdb_types.parquet', 'exact=off') WHERE column_name = 'u64';
SELECT column_name, column_type, min, max, avg, std, q25, q50, q75 FROM parquet_summarize('testdata/duckdb_decimals.parquet');
SELECT column_name, min, max, avg, q25, q50 FROM parquet_summarize('testdata/java_int96.parquet');
SELECT * FROM parquet_summarize('testdata/pyarrow_floats.parquet');
SELECT * FROM parquet_summarize('testdata/pyarrow_zero_rows.parquet') LIMIT 2;
SELECT count(*) FROM parquet_summarize('testdata/pyarrow_zero_columns.parquet');
SELECT * FROM parquet_summarize('testdata/handmade_dictionary_forms.parquet');
SELECT column_name, min, approx_unique FROM parquet_summarize('testdata/pyarrow_structs.parquet');

-- Many values: the number of different ones and the quartiles are estimates.
SELECT parquet_write('${TESTTMP}/many.parquet', 'WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
    SELECT i, i % 4000 AS few, (i * 7919) % 200000 AS mixed, 1e300 * (i % 2000) AS large, CASE WHEN i % 5 THEN ''t'' || i END AS text FROM n', 'row_group_size=50000');
SELECT column_name, min, max, abs(approx_unique - 200000.0) / 200000 < 0.03 AS near, avg, abs(q25 / (max + 0.0) - 0.25) < 0.005 AS a, abs(q50 / (max + 0.0) - 0.5) < 0.005 AS b, abs(q75 / (max + 0.0) - 0.75) < 0.005 AS c, count, null_percentage
  FROM parquet_summarize('${TESTTMP}/many.parquet') WHERE column_name <> 'text';
SELECT approx_unique, std > 1154.7 AND std < 1154.71 FROM parquet_summarize('${TESTTMP}/many.parquet') WHERE column_name = 'few';
SELECT min, max, abs(approx_unique - 160000.0) / 160000 < 0.03, avg, std, q50, null_percentage FROM parquet_summarize('${TESTTMP}/many.parquet') WHERE column_name = 'text';

-- Options.
SELECT column_name, min FROM parquet_summarize('testdata/trips.parquet', 'columns=fare, vendor', 'threads=1', 'checksums=off', NULL);
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'exact=perhaps');
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'decimals=text');
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'exact');
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'columns=nothing');
SELECT count(*) FROM parquet_summarize(NULL, 'exact=off');
SELECT count(q50) FROM (SELECT 'exact=off' AS o UNION ALL SELECT 'exact=on') AS options, parquet_summarize('testdata/trips.parquet', options.o) GROUP BY o ORDER BY o;

-- A column that cannot be read fails only if something of it is asked for.
SELECT column_name, column_type, count FROM parquet_summarize('testdata/handmade_unsupported.parquet');
SELECT max FROM parquet_summarize('testdata/handmade_unsupported.parquet');
