-- Values that are converted, assembled or found elsewhere, while each allocation, and each read, fails in turn.
CREATE VIRTUAL TABLE julian USING parquet('testdata/spark_julian.parquet', calendar=julian);
CREATE VIRTUAL TABLE typed USING parquet('testdata/trips.parquet', types='pickup_at=BIGINT, vendor=JSON, trip_id=TIMESTAMP_S', columns='trip_id,pickup_at,vendor');
CREATE VIRTUAL TABLE decimals USING parquet('testdata/pyarrow_decimals.parquet', decimals=text);
CREATE VIRTUAL TABLE maps USING parquet('testdata/java_maps.parquet');
CREATE VIRTUAL TABLE variants USING parquet('testdata/duckdb_variant_types.parquet');
CREATE VIRTUAL TABLE geo USING parquet('testdata/geo_covering.parquet');
CREATE VIRTUAL TABLE v2 USING parquet('testdata/java_types_dictionary_v2.parquet');
CREATE VIRTUAL TABLE deltas USING parquet('testdata/pyarrow_encoding_delta_v2.parquet');
CREATE VIRTUAL TABLE split USING parquet('testdata/pyarrow_encoding_split_v1.parquet');
CREATE VIRTUAL TABLE fallback USING parquet('testdata/pyarrow_dictionary_fallback.parquet');
CREATE TABLE files(content BLOB);
INSERT INTO files VALUES (readfile('testdata/trips.parquet')), (readfile('testdata/orc/pyarrow_bloom.orc'));
CREATE VIRTUAL TABLE stored USING parquet('1', blob='files.content');
CREATE VIRTUAL TABLE stored_orc USING parquet('2', blob='files.content');
--! reopen
--! lost_memory
SELECT * FROM julian LIMIT 2;
--! lost_memory
SELECT count(*), min(d) FROM julian WHERE ts < '1500-01-01' AND d > '0001-01-01';
--! lost_memory
SELECT count(*), max(pickup_at), min(vendor) FROM typed WHERE trip_id > '1970-01-02';
--! lost_memory
SELECT d1_0, d18_0, d38_38, d76_38 FROM decimals WHERE d23_23 IS NOT NULL LIMIT 2;
--! lost_memory
SELECT count(*) FROM decimals WHERE d10_5 > '0' AND d38_38 <> '1';
--! lost_memory
SELECT by_date, by_bytes, by_decimal, by_position FROM maps LIMIT 2;
--! lost_memory
SELECT id, v, s, "s.day" FROM variants WHERE id IN (5, 12, 20);
--! lost_memory
SELECT count(*), max("s.day") FROM variants WHERE "s.day" IS NOT NULL;
--! lost_memory
SELECT count(*), max("geom.xmax") FROM geo WHERE "geom.xmin" > 5 AND "geom.ymax" < 100;
--! lost_memory
SELECT * FROM v2 LIMIT 1 OFFSET 1;
--! lost_memory
SELECT count(*), max(i64_random), max(s), max(b), sum(flag) FROM deltas WHERE i32 > 3;
--! lost_memory
SELECT count(*), sum(f32), max(f64), min(f16), max(fixed5) FROM split;
--! lost_memory
SELECT count(*), max(s), sum(n) FROM fallback WHERE s > 'a';
--! lost_memory
SELECT count(*), max(s) FROM fallback WHERE n = 3 OR s IS NULL;
--! lost_memory
SELECT count(*), max(fare) FROM stored WHERE trip_id < 100900;
--! lost_memory
SELECT count(*), max(word) FROM stored_orc WHERE id > 4000;
--! lost_memory
SELECT num_rows FROM parquet_file_metadata(1, 'blob=files.content');
--! lost_memory
SELECT vendor, count(*), max(fare) FROM stored GROUP BY vendor ORDER BY 2 DESC, 1 LIMIT 2;
--! lost_memory
SELECT DISTINCT payment FROM stored WHERE tipped ORDER BY payment;
--! lost_memory
SELECT count(*), round(sum(b.fare), 2) FROM stored AS a CROSS JOIN stored AS b WHERE a.trip_id <= 100020 AND b.trip_id BETWEEN a.trip_id - 1 AND a.trip_id + 1;
--! lost_memory
SELECT column_name, min, max, avg, q50, approx_unique, null_percentage FROM parquet_summarize('testdata/pyarrow_types.parquet');
--! lost_memory
SELECT row FROM read_parquet('testdata/orc/pyarrow_nested.orc') LIMIT 1;
--! lost_memory
SELECT * FROM parquet_bloom_probe('testdata/pyarrow_bloom.parquet', 's', 'nothing');
