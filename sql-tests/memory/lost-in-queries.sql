-- Queries while each of their allocations fails in turn: NOMEM or the right rows.  The
-- database is opened again each time, so that tables also connect without memory.
CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
CREATE VIRTUAL TABLE types USING parquet('testdata/pyarrow_types.parquet', decimals=text, timestamps=integer);
CREATE VIRTUAL TABLE bloom USING parquet('testdata/pyarrow_bloom.parquet');
CREATE VIRTUAL TABLE lists USING parquet('testdata/java_lists.parquet');
CREATE VIRTUAL TABLE variants USING parquet('testdata/duckdb_variant.parquet');
CREATE VIRTUAL TABLE boxes USING parquet('testdata/geo_boxes.parquet');
CREATE TABLE wanted(id INTEGER);
INSERT INTO wanted VALUES(100003), (101999), (100003), (7);
--! reopen

--! lost_memory
SELECT count(*), max(vendor), round(sum(fare), 2) FROM trips;
--! lost_memory
SELECT trip_id, vendor, pickup_at, fare, "dropoff.zone" FROM trips WHERE rowid IN (5, 1200);
--! lost_memory
SELECT trip_id FROM trips WHERE trip_id BETWEEN 100500 AND 100502 OR fare > 1000;
--! lost_memory
SELECT count(*) FROM trips WHERE vendor LIKE 'blue%' AND pickup_at >= '2024-01-01 12' AND payment IN ('card', 'cash', NULL);
--! lost_memory
SELECT count(*) FROM trips WHERE vendor = 'blue cab' COLLATE NOCASE AND payment GLOB 'c*' AND tipped IS NOT NULL;
--! lost_memory
SELECT vendor FROM trips ORDER BY vendor DESC LIMIT 3;
--! lost_memory
SELECT max(fare), (SELECT min(pickup_at) FROM trips) FROM trips;
--! lost_memory
SELECT trip_id, fare FROM trips WHERE fare < 9 ORDER BY trip_id DESC LIMIT 2 OFFSET 4;
--! lost_memory
SELECT count(t.fare) FROM wanted CROSS JOIN trips AS t WHERE t.trip_id = wanted.id;
--! lost_memory
SELECT wanted.id, t.vendor FROM wanted LEFT JOIN trips AS t ON t.trip_id = wanted.id AND t.fare > 0;
--! lost_memory
SELECT count(*) FROM trips WHERE trip_id IN (SELECT id FROM wanted);
--! lost_memory
SELECT count(*), count(DISTINCT vendor) FROM trips WHERE _row_group = 1;
--! lost_memory
SELECT count(*) FROM types WHERE int32 > 0 AND uint64 > '5' AND binary IS NOT NULL AND string > 'a';
--! lost_memory
SELECT * FROM types LIMIT 2;
--! lost_memory
SELECT count(*) FROM bloom WHERE n = 5 AND s = 'nothing';
--! lost_memory
SELECT * FROM lists LIMIT 2;
--! lost_memory
SELECT * FROM variants LIMIT 2;
--! lost_memory
SELECT count(*) FROM boxes WHERE rowid > 200;
