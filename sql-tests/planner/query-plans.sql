-- EXPLAIN QUERY PLAN shows what is pushed down to a scan.  (Older hosts do not say which
-- right-hand sides are text, and do not pass on IN and LIMIT.)
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
-- A column whose comparison is exact is not read again for the rows returned.
EXPLAIN QUERY PLAN SELECT fare FROM t WHERE trip_id > 5 ORDER BY fare DESC LIMIT 100;
EXPLAIN QUERY PLAN SELECT fare, vendor FROM t WHERE trip_id > 5 ORDER BY fare DESC LIMIT 100;
--! end
CREATE VIRTUAL TABLE temp.o USING parquet('testdata/trips.parquet', pushdown=off);
EXPLAIN QUERY PLAN SELECT * FROM o WHERE trip_id = 7 AND rowid = 5;

-- Conditions on columns that cannot be read, or are all null, are left to SQLite.
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/regressions/decimal_scale_negative.parquet');
EXPLAIN QUERY PLAN SELECT count(*) FROM d WHERE d = 1;
SELECT count(*) FROM d WHERE d IS NULL;
CREATE VIRTUAL TABLE temp.n USING parquet('testdata/duckdb_nulls.parquet');
EXPLAIN QUERY PLAN SELECT count(*) FROM n WHERE c IS NULL;

-- Plans show only letters, digits, underscores and dots of column names.
SELECT parquet_write('${TESTTMP}/odd.parquet', 'SELECT 1 AS "AZ az 09_."');
CREATE VIRTUAL TABLE temp.odd USING parquet('${TESTTMP}/odd.parquet');
EXPLAIN QUERY PLAN SELECT * FROM odd WHERE "AZ az 09_." = 1;
