-- Times before midnight and after the day's end are read.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_times_beyond_day.parquet');
SELECT count(*), count(ms), count(us), count(ns) FROM t;
SELECT ms, us, ns FROM t WHERE row IN (1, 2);
DROP TABLE t;
