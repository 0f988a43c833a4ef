-- EXPLAIN QUERY PLAN shows what a scan is told.  (Older hosts do not tell which
-- right-hand sides are texts, nor hand over IN and LIMIT.)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet');
EXPLAIN QUERY PLAN SELECT * FROM t;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE trip_id = 7 AND distance_km > 2.5 AND +fare > 3;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE trip_id <> 7 AND distance_km IS NULL AND fare NOT NULL;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE trip_id IS 7 AND distance_km IS NOT 3 AND fare <= 4;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE rowid BETWEEN 10 AND 20 AND _row_group = 1;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE trip_id = 7 OR fare = 5;
EXPLAIN QUERY PLAN SELECT * FROM t AS a JOIN t AS b ON b.trip_id = a.passengers;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT * FROM t WHERE vendor = 'x' AND pickup_at >= '2024-01-01';
EXPLAIN QUERY PLAN SELECT * FROM t WHERE vendor = ?1;
EXPLAIN QUERY PLAN SELECT * FROM t WHERE vendor = 'x' COLLATE NOCASE AND payment <> 'y';
EXPLAIN QUERY PLAN SELECT * FROM t WHERE payment IN ('card', 'cash') AND "dropoff.zone" GLOB '*x';
EXPLAIN QUERY PLAN SELECT * FROM t WHERE vendor LIKE '%x';
EXPLAIN QUERY PLAN SELECT trip_id FROM t ORDER BY fare DESC LIMIT 3;
--! end
CREATE VIRTUAL TABLE temp.o USING parquet('testdata/trips.parquet', pushdown=off);
EXPLAIN QUERY PLAN SELECT * FROM o WHERE trip_id = 7 AND rowid = 5;
