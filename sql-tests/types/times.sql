-- Dates, times and timestamps to the ends of their types.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_dates.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("day"), typeof("date") FROM t LIMIT 4;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "day" = 0;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "day" < 0;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "day" >= 0;
SELECT count(*), min(rowid) FROM t WHERE "day" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "date" = '0001-01-01';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "date" < '0001-01-01';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "date" >= '0001-01-01';
SELECT count(*), min(rowid) FROM t WHERE "date" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_times.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("ms"), typeof("us"), typeof("ns") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_times_utc.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("ms"), typeof("us"), typeof("ns") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("row"), typeof("ms"), typeof("ms_utc"), typeof("us"), typeof("us_utc"), typeof("ns"), typeof("ns_utc") FROM t LIMIT 4;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" = 9;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" < 9;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "row" >= 9;
SELECT count(*), min(rowid) FROM t WHERE "row" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms" = '1969-12-31 23:59:59';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms" < '1969-12-31 23:59:59';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms" >= '1969-12-31 23:59:59';
SELECT count(*), min(rowid) FROM t WHERE "ms" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms_utc" = '1969-12-31 23:59:59';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms_utc" < '1969-12-31 23:59:59';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ms_utc" >= '1969-12-31 23:59:59';
SELECT count(*), min(rowid) FROM t WHERE "ms_utc" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us" = '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us" < '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us" >= '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid) FROM t WHERE "us" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us_utc" = '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us_utc" < '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "us_utc" >= '1969-12-31 23:59:59.500';
SELECT count(*), min(rowid) FROM t WHERE "us_utc" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns" = '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns" < '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns" >= '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid) FROM t WHERE "ns" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns_utc" = '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns_utc" < '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "ns_utc" >= '1970-01-01 00:00:00.000000001';
SELECT count(*), min(rowid) FROM t WHERE "ns_utc" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=integer);
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps_v1.parquet');
SELECT * FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps_v2_delta.parquet');
SELECT * FROM t;
DROP TABLE t;
