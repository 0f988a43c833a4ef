-- timestamps=instant and COLLATE parquet_instant compare dates and times in any spelling, as an ordinary
-- table with the same collation does.
CREATE TABLE op(v TEXT);
INSERT INTO op VALUES ('2024-01-03T00:00:00.000Z'), ('1970-01-01'), ('1970-01-01T00:00'), ('1970-01-01T00:00:00Z'), ('1970-01-01T00:00:00.0000Z'), ('1970-01-01T02:00:00+02:00'), ('1969-12-31T23:59:59.999Z'), ('1969-12-31 23:59:59.9990000000'), ('1969-12-31T23:59:59.9999999991Z'), ('1970-01-01 00:00:00.5'), ('1970-01-01T00:00:01+00'), ('1900-01-01'), ('0001-01-01T00:00:00.000000Z'), ('0000-01-01'), ('0000-01-01T00:00:00+00:01'), ('9999-12-31T23:59:59Z'), ('9999-12-31T23:59:59-00:01'), ('+010000-01-01'), ('-000001-12-31T23:59:59Z'), ('2022-01-08'), ('2022-01-08T12:00:00Z'), ('12:00'), ('00:00:00Z'), ('23:59:59.999999'), ('23:59:59.9999990'), ('01:00:00+02:00'), ('24:00:00'), (''), ('1970'), ('1969-12-31 '), ('-'), ('+'), ('abc'), ('1970-01-01 00:00:00.0000000001'), (NULL);

CREATE VIRTUAL TABLE temp.d USING parquet('testdata/pyarrow_dates.parquet', timestamps=instant);
CREATE TABLE nd("date" TEXT COLLATE parquet_instant);
INSERT INTO nd(rowid, "date") SELECT rowid, "date" FROM d;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE d;
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/pyarrow_dates.parquet');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM d WHERE "date" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nd WHERE "date" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

CREATE VIRTUAL TABLE temp.m USING parquet('testdata/pyarrow_times.parquet', timestamps=instant);
CREATE TABLE nm("ms" TEXT COLLATE parquet_instant, "us" TEXT COLLATE parquet_instant, "ns" TEXT COLLATE parquet_instant);
INSERT INTO nm(rowid, "ms", "us", "ns") SELECT rowid, "ms", "us", "ns" FROM m;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE m;
CREATE VIRTUAL TABLE temp.m USING parquet('testdata/pyarrow_times.parquet');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM m WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nm WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

CREATE VIRTUAL TABLE temp.s USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=instant);
CREATE TABLE ns("ms" TEXT COLLATE parquet_instant, "ms_utc" TEXT COLLATE parquet_instant, "us" TEXT COLLATE parquet_instant, "us_utc" TEXT COLLATE parquet_instant, "ns" TEXT COLLATE parquet_instant, "ns_utc" TEXT COLLATE parquet_instant);
INSERT INTO ns(rowid, "ms", "ms_utc", "us", "us_utc", "ns", "ns_utc") SELECT rowid, "ms", "ms_utc", "us", "us_utc", "ns", "ns_utc" FROM s;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE s;
CREATE VIRTUAL TABLE temp.s USING parquet('testdata/pyarrow_timestamps.parquet');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ms_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ms_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "us_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "us_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE "ns_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE "ns_utc" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

CREATE VIRTUAL TABLE temp.i USING parquet('testdata/handmade_int96.parquet', timestamps=instant);
CREATE TABLE ni("at" TEXT COLLATE parquet_instant);
INSERT INTO ni(rowid, "at") SELECT rowid, "at" FROM i;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE i;
CREATE VIRTUAL TABLE temp.i USING parquet('testdata/handmade_int96.parquet');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE "at" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE "at" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

CREATE VIRTUAL TABLE temp.b USING parquet('testdata/handmade_times_beyond_day.parquet', timestamps=instant);
CREATE TABLE nb("ms" TEXT COLLATE parquet_instant, "us" TEXT COLLATE parquet_instant, "ns" TEXT COLLATE parquet_instant);
INSERT INTO nb(rowid, "ms", "us", "ns") SELECT rowid, "ms", "us", "ns" FROM b;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE b;
CREATE VIRTUAL TABLE temp.b USING parquet('testdata/handmade_times_beyond_day.parquet');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ms" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "us" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM b WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM nb WHERE "ns" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

CREATE VIRTUAL TABLE temp.o USING parquet('testdata/orc/pyarrow_types.orc', timestamps=instant);
CREATE TABLE no("day" TEXT COLLATE parquet_instant, "local" TEXT COLLATE parquet_instant, "instant" TEXT COLLATE parquet_instant);
INSERT INTO no(rowid, "day", "local", "instant") SELECT rowid, "day", "local", "instant" FROM o;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" IS NOT op.v ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" = op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" < op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" <= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" > op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" >= op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" <> op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" IS op.v ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" IS NOT op.v ORDER BY 1))) FROM op;
-- The same with the collation written in the query.
DROP TABLE o;
CREATE VIRTUAL TABLE temp.o USING parquet('testdata/orc/pyarrow_types.orc');
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "day" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "day" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "local" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "local" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" = op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" = op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" < op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" < op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" <= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" <= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" > op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" > op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" >= op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" >= op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" <> op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" <> op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" IS op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" IS op.v COLLATE parquet_instant ORDER BY 1))),
       sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM o WHERE "instant" IS NOT op.v COLLATE parquet_instant ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM no WHERE "instant" IS NOT op.v COLLATE parquet_instant ORDER BY 1))) FROM op;

-- Literals, IN, expressions, groups, and the plans.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', timestamps=instant);
CREATE TABLE n(at TEXT COLLATE parquet_instant);
INSERT INTO n SELECT pickup_at FROM t;
SELECT count(*) FROM t WHERE pickup_at >= '2024-01-03T00:00:00.000Z';
SELECT count(*) FROM n WHERE at >= '2024-01-03T00:00:00.000Z';
SELECT count(*) FROM t WHERE +pickup_at >= '2024-01-03T00:00:00.000Z' AND NOT pickup_at >= '2024-01-04T01:00+01:00';
SELECT count(*) FROM n WHERE at >= '2024-01-03T00:00:00.000Z' AND NOT at >= '2024-01-04T01:00+01:00';
SELECT pickup_at FROM t WHERE pickup_at IN ('2024-01-01T00:08:21Z', '2024-01-01 00:12:24.000', '2024-01-01', NULL);
SELECT count(*) FROM t WHERE pickup_at NOT IN ('2024-01-01T00:08:21Z', '2024-01-01 00:12:24.000');
SELECT count(*) FROM t JOIN (SELECT '2024-01-01T00:08:21Z' AS x UNION ALL SELECT '2024-01-01T01:12:24+01:00') ON pickup_at = x;
SELECT min(pickup_at), max(pickup_at) FROM t;
SELECT pickup_at FROM t ORDER BY pickup_at DESC LIMIT 2;
SELECT count(*), count(DISTINCT pickup_at) FROM t WHERE pickup_at BETWEEN '2024-01-02T00:00Z' AND '2024-01-02T23:59:59.999Z';
SELECT count(*), count(DISTINCT at) FROM n WHERE at BETWEEN '2024-01-02T00:00Z' AND '2024-01-02T23:59:59.999Z';
SELECT count(*) FROM t WHERE pickup_at >= '2024-01-03T00:00:00.000Z' COLLATE BINARY;
SELECT count(*) FROM t WHERE vendor >= '2024-01-03T00:00:00.000Z' COLLATE parquet_instant;
--! host >= 3.38.0
SELECT plan FROM parquet_scan_stats WHERE plan LIKE '%instant%' ORDER BY seq DESC LIMIT 3;
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats WHERE plan = 'pickup_at#2>=? instant text' LIMIT 1;
--! end

-- The function, which returns NULL for what is no instant, as datetime() does.
SELECT column1, parquet_timestamp(column1), parquet_timestamp(column1, 3), parquet_timestamp(column1, 6), parquet_timestamp(column1, 9) FROM (
  VALUES ('2024-01-03T00:00:00.000Z'), ('2024-01-03'), ('2024-01-03T02:00:00.0005+02:00'), ('2024-01-03 00:00'), ('+010000-01-01T00:00Z'),
         ('12:00'), ('yesterday'), (''), (NULL), (1704240000000), (2460312.5), (X'323032342D30312D3033'));
SELECT parquet_timestamp('2024-01-03', 0);
SELECT parquet_timestamp();
SELECT count(*) FROM t WHERE pickup_at >= parquet_timestamp('2024-01-03T01:00:00+01:00') COLLATE BINARY;

-- Hidden columns: dates, times and timestamps within groups.
SELECT parquet_write('${TESTTMP}/g.parquet', 'VALUES(''{"d":"2024-01-03","t":"12:30:00","s":"2024-01-03 00:00:00","z":"2024-01-03 00:00:00"}'')',
  'types=column1=STRUCT<d DATE, t TIME(MICROS), s TIMESTAMP(MICROS), z TIMESTAMP(MILLIS, UTC)>');
CREATE VIRTUAL TABLE temp.g USING parquet('${TESTTMP}/g.parquet', timestamps=instant);
CREATE VIRTUAL TABLE temp.h USING parquet('${TESTTMP}/g.parquet', timestamps=instant, pushdown=off);
SELECT name, type FROM pragma_table_xinfo('g') WHERE name LIKE 'column1.%';
SELECT [column1.d] = '2024-01-03T00:00:00Z', [column1.t] = '12:30', [column1.s] = '2024-01-03', [column1.z] = '2024-01-03T01:00+01:00' FROM g;
SELECT count(*) FROM g WHERE [column1.d] = '2024-01-03T00:00:00Z' AND [column1.t] = '12:30' AND [column1.s] = '2024-01-03' AND [column1.z] <= '2024-01-03T01:00+01:00';
SELECT count(*) FROM h WHERE [column1.d] = '2024-01-03T00:00:00Z' AND [column1.t] = '12:30' AND [column1.s] = '2024-01-03' AND [column1.z] <= '2024-01-03T01:00+01:00';
