-- Timestamps in ISO 8601 are the text that a parquet_query() computes with.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps.parquet', timestamps='iso8601');
CREATE TEMP VIEW v AS SELECT count(*), sum(length(ms)), sum(length(us_utc)), min(ns), max(ms_utc), count(DISTINCT us) FROM t;
CREATE VIRTUAL TABLE temp.x USING parquet_query('SELECT count(*), sum(length(ms)), sum(length(us_utc)), min(ns), max(ms_utc), count(DISTINCT us) FROM t');
EXPLAIN QUERY PLAN SELECT * FROM x;
SELECT * FROM x;
SELECT * FROM v;
SELECT * FROM parquet_query('SELECT count(*), count(*) FILTER (WHERE ms <> ms_utc), count(*) FILTER (WHERE us = us_utc), count(*) FILTER (WHERE ms < us), count(*) FILTER (WHERE ms LIKE ''%T%'') FROM t');
SELECT count(*), count(*) FILTER (WHERE ms <> ms_utc), count(*) FILTER (WHERE us = us_utc), count(*) FILTER (WHERE ms < us), count(*) FILTER (WHERE ms LIKE '%T%') FROM t;
SELECT * FROM parquet_query('SELECT substr(us_utc, 1, 16) AS m, max(length(us_utc)) AS n FROM t WHERE us_utc > ''1970'' GROUP BY m');
SELECT substr(us_utc, 1, 16) AS m, max(length(us_utc)) AS n FROM t WHERE us_utc > '1970' GROUP BY m;
