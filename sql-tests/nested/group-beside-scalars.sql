-- A group among many scalars, filtered by one of them.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet');
SELECT trip_id, dropoff FROM t WHERE trip_id % 250 = 7;
SELECT trip_id, vendor, dropoff FROM t WHERE rowid = 777;
SELECT count(DISTINCT dropoff), sum(length(dropoff) * (rowid % 97)) FROM t;
SELECT dropoff FROM t WHERE "dropoff.zone" = 'Harbour' ORDER BY rowid LIMIT 3;
DROP TABLE t;
