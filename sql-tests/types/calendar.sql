-- calendar='julian': dates and timestamps that were written in the Julian calendar, as Spark shows them.
CREATE VIRTUAL TABLE temp.spark USING parquet('testdata/spark_julian.parquet', calendar='julian');
CREATE VIRTUAL TABLE temp.spark96 USING parquet('testdata/spark_julian_int96.parquet', calendar='julian');
CREATE VIRTUAL TABLE temp.stored USING parquet('testdata/spark_julian.parquet', calendar='proleptic');
SELECT id, d, ts, ntz FROM spark;
SELECT count(*) FROM spark s JOIN spark96 t USING (id) WHERE s.d = t.d AND s.ts = t.ts AND s.ntz = t.ntz;
SELECT s.id, t.d, t.ts, t.ntz = s.ntz FROM spark s JOIN stored t USING (id) WHERE s.d <> t.d OR s.ts <> t.ts;

-- What files say; the values follow the option alone.
SELECT name, type, calendar FROM parquet_schema('testdata/spark_julian.parquet');
SELECT name, type, calendar FROM parquet_schema('testdata/spark_julian_int96.parquet');
SELECT name, type, calendar FROM parquet_schema('testdata/pyarrow_julian_int96.parquet');
SELECT name, calendar, logical_type FROM parquet_schema('testdata/pyarrow_julian.parquet');
SELECT count(*), count(calendar) FROM parquet_schema('testdata/pyarrow_dates.parquet');
SELECT key, value FROM parquet_kv_metadata('testdata/spark_julian.parquet') WHERE key LIKE '%legacy%' OR key LIKE '%version' OR key LIKE '%Zone' ORDER BY key;

-- What other key-values say.
CREATE TABLE versions(n INTEGER PRIMARY KEY, kv);
INSERT INTO versions(kv) VALUES ('a=1'), ('"org.apache.spark.version"=2.4.8'), ('"org.apache.spark.version"=3.0.0'), ('"org.apache.spark.version"=10.0.0'),
    ('"org.apache.spark.version"=2'), ('"org.apache.spark.version"=later'), ('"org.apache.spark.version"=4.1.0, "org.apache.spark.legacyDateTime"=""'),
    ('"org.apache.spark.version"=4.1.0, "org.apache.spark.legacyINT96"=""'), ('"org.apache.spark.sql.parquet.row.metadata"="{}"'),
    ('"org.apache.spark.version"=3.5.1, "org.apache.spark.sql.parquet.row.metadata"="{}"'), ('"writer.date.proleptic"=false'), ('"writer.date.proleptic"=true');
SELECT kv, parquet_write('${TESTTMP}/v' || n || '.parquet', 'SELECT ''2024-01-01'' AS d, ''2024-01-01'' AS t', 'types=d=DATE, t="TIMESTAMP(MILLIS, UTC)"', 'kv_metadata=' || kv) AS written,
    (SELECT group_concat(name) FROM parquet_schema('${TESTTMP}/v' || n || '.parquet') WHERE calendar = 'julian') AS julian FROM versions;

-- Other functions, and integers.
SELECT row FROM read_parquet('testdata/spark_julian.parquet', 'calendar=julian') LIMIT 1;
SELECT row FROM read_parquet('testdata/spark_julian.parquet') LIMIT 1;
SELECT column_name, min, max FROM parquet_summarize('testdata/spark_julian.parquet', 'calendar=julian') WHERE column_name IN ('d', 'ts');
SELECT column_name, min, max FROM parquet_summarize('testdata/spark_julian.parquet', 'calendar=julian', 'exact=off') WHERE column_name IN ('d', 'ts');
CREATE VIRTUAL TABLE temp.numbers USING parquet('testdata/spark_julian.parquet', calendar='julian', timestamps='integer', types='d=BIGINT');
SELECT id, d, ts FROM numbers WHERE id BETWEEN 12 AND 13;
CREATE VIRTUAL TABLE temp.chosen USING parquet('testdata/spark_julian.parquet', calendar='julian', types='d=DATE');
SELECT d FROM chosen LIMIT 1;

-- Copies are in the proleptic calendar.
SELECT parquet_write('${TESTTMP}/copy.parquet', 'spark', 'types=d=DATE, ts="TIMESTAMP(MICROS, UTC)"');
CREATE VIRTUAL TABLE temp.copy USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM spark s JOIN copy c USING (id) WHERE s.d = c.d AND s.ts = c.ts;

-- Invalid values.
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/spark_julian.parquet', calendar='hebrew');
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/spark_julian.parquet', calendar='');
SELECT row FROM read_parquet('testdata/spark_julian.parquet', 'calendar=yes');

-- With pushdown, queries return the same as without: bounds, page indexes, Bloom filters and dictionaries hold stored values.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_julian.parquet', calendar='julian');
CREATE VIRTUAL TABLE temp.scanned USING parquet('testdata/pyarrow_julian.parquet', calendar='julian', pushdown='off');
CREATE TABLE plain AS SELECT id, d, ms, us, ns, local, "any", again, "g.d" AS gd FROM scanned;
SELECT id, d, ms, us, ns, local, "any", again, gd FROM plain WHERE d LIKE '%-03-01' OR d LIKE '1582-10%' ORDER BY id;
SELECT g FROM t WHERE "g.d" = '1582-10-04';
SELECT count(*) FROM t WHERE d = '1500-03-01';
--! host >= 3.38.0
SELECT row_groups, row_groups_by_statistics, pages_by_bounds, bytes_read > 0 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
-- A Bloom filter is asked for dates that only one stored value can be; the others may be two.
SELECT count(*) FROM t WHERE "any" = '1800-06-02';
--! host >= 3.38.0
SELECT row_groups_by_bloom FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT count(*) FROM t WHERE "any" = '1400-06-02';
SELECT row_groups_by_bloom, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '0001-01-01' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '0001-01-01' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '0001-01-01' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '0001-01-01' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '0001-01-01' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '0001-01-01' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '0001-01-01' AND '0001-01-01 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '0001-01-01' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '0001-01-01' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '0001-01-01' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '0001-01-01' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '0001-01-01' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '0001-01-01' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '0001-01-01'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '0001-01-01' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '0001-01-01' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '0001-01-01' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '0001-01-01' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '0001-01-01' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '0001-01-01' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '0001-01-01' AND '0001-01-01 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '0001-01-01' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '0001-01-01' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '0001-01-01' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '0001-01-01' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '0001-01-01' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '0001-01-01' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '0001-01-01')
SELECT '0001-01-01', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '0100-03-01' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '0100-03-01' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '0100-03-01' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '0100-03-01' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '0100-03-01' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '0100-03-01' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '0100-03-01' AND '0100-03-01 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '0100-03-01' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '0100-03-01' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '0100-03-01' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '0100-03-01' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '0100-03-01' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '0100-03-01' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '0100-03-01'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '0100-03-01' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '0100-03-01' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '0100-03-01' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '0100-03-01' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '0100-03-01' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '0100-03-01' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '0100-03-01' AND '0100-03-01 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '0100-03-01' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '0100-03-01' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '0100-03-01' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '0100-03-01' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '0100-03-01' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '0100-03-01' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '0100-03-01')
SELECT '0100-03-01', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1500-02-28' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1500-02-28' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1500-02-28' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1500-02-28' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1500-02-28' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1500-02-28' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1500-02-28' AND '1500-02-28 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1500-02-28' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1500-02-28' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1500-02-28' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1500-02-28' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1500-02-28' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1500-02-28' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1500-02-28'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1500-02-28' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1500-02-28' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1500-02-28' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1500-02-28' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1500-02-28' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1500-02-28' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1500-02-28' AND '1500-02-28 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1500-02-28' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1500-02-28' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1500-02-28' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1500-02-28' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1500-02-28' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1500-02-28' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1500-02-28')
SELECT '1500-02-28', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1500-03-01' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1500-03-01' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1500-03-01' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1500-03-01' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1500-03-01' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1500-03-01' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1500-03-01' AND '1500-03-01 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1500-03-01' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1500-03-01' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1500-03-01' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1500-03-01' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1500-03-01' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1500-03-01' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1500-03-01'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1500-03-01' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1500-03-01' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1500-03-01' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1500-03-01' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1500-03-01' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1500-03-01' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1500-03-01' AND '1500-03-01 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1500-03-01' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1500-03-01' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1500-03-01' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1500-03-01' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1500-03-01' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1500-03-01' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1500-03-01')
SELECT '1500-03-01', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1582-10-04' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1582-10-04' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1582-10-04' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1582-10-04' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1582-10-04' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1582-10-04' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1582-10-04' AND '1582-10-04 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1582-10-04' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1582-10-04' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1582-10-04' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1582-10-04' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1582-10-04' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1582-10-04' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1582-10-04'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1582-10-04' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1582-10-04' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1582-10-04' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1582-10-04' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1582-10-04' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1582-10-04' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1582-10-04' AND '1582-10-04 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1582-10-04' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1582-10-04' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1582-10-04' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1582-10-04' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1582-10-04' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1582-10-04' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1582-10-04')
SELECT '1582-10-04', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1582-10-10' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1582-10-10' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1582-10-10' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1582-10-10' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1582-10-10' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1582-10-10' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1582-10-10' AND '1582-10-10 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1582-10-10' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1582-10-10' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1582-10-10' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1582-10-10' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1582-10-10' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1582-10-10' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1582-10-10'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1582-10-10' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1582-10-10' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1582-10-10' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1582-10-10' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1582-10-10' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1582-10-10' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1582-10-10' AND '1582-10-10 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1582-10-10' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1582-10-10' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1582-10-10' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1582-10-10' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1582-10-10' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1582-10-10' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1582-10-10')
SELECT '1582-10-10', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1582-10-15' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1582-10-15' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1582-10-15' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1582-10-15' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1582-10-15' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1582-10-15' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1582-10-15' AND '1582-10-15 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1582-10-15' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1582-10-15' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1582-10-15' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1582-10-15' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1582-10-15' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1582-10-15' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1582-10-15'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1582-10-15' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1582-10-15' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1582-10-15' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1582-10-15' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1582-10-15' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1582-10-15' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1582-10-15' AND '1582-10-15 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1582-10-15' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1582-10-15' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1582-10-15' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1582-10-15' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1582-10-15' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1582-10-15' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1582-10-15')
SELECT '1582-10-15', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '1900-01-01' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '1900-01-01' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '1900-01-01' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '1900-01-01' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '1900-01-01' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '1900-01-01' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '1900-01-01' AND '1900-01-01 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '1900-01-01' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '1900-01-01' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '1900-01-01' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '1900-01-01' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '1900-01-01' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '1900-01-01' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '1900-01-01'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '1900-01-01' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '1900-01-01' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '1900-01-01' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '1900-01-01' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '1900-01-01' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '1900-01-01' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '1900-01-01' AND '1900-01-01 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '1900-01-01' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '1900-01-01' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '1900-01-01' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '1900-01-01' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '1900-01-01' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '1900-01-01' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '1900-01-01')
SELECT '1900-01-01', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
WITH p AS (
    SELECT 0 AS k, id FROM plain WHERE d = '2003-07-05' UNION ALL SELECT 1 AS k, id FROM plain WHERE d < '2003-07-05' UNION ALL SELECT 2 AS k, id FROM plain WHERE d >= '2003-07-05' UNION ALL SELECT 3 AS k, id FROM plain WHERE d BETWEEN '0900-01-01' AND '2003-07-05' UNION ALL SELECT 4 AS k, id FROM plain WHERE ms >= '2003-07-05' UNION ALL SELECT 5 AS k, id FROM plain WHERE us < '2003-07-05' UNION ALL SELECT 6 AS k, id FROM plain WHERE us BETWEEN '2003-07-05' AND '2003-07-05 24' UNION ALL SELECT 7 AS k, id FROM plain WHERE ns >= '2003-07-05' UNION ALL SELECT 8 AS k, id FROM plain WHERE local < '2003-07-05' UNION ALL SELECT 9 AS k, id FROM plain WHERE "any" = '2003-07-05' UNION ALL SELECT 10 AS k, id FROM plain WHERE "any" > '2003-07-05' UNION ALL SELECT 11 AS k, id FROM plain WHERE again = '2003-07-05' UNION ALL SELECT 12 AS k, id FROM plain WHERE again <= '2003-07-05' UNION ALL SELECT 13 AS k, id FROM plain WHERE gd > '2003-07-05'),
    q AS (
    SELECT 0 AS k, id FROM t WHERE d = '2003-07-05' UNION ALL SELECT 1 AS k, id FROM t WHERE d < '2003-07-05' UNION ALL SELECT 2 AS k, id FROM t WHERE d >= '2003-07-05' UNION ALL SELECT 3 AS k, id FROM t WHERE d BETWEEN '0900-01-01' AND '2003-07-05' UNION ALL SELECT 4 AS k, id FROM t WHERE ms >= '2003-07-05' UNION ALL SELECT 5 AS k, id FROM t WHERE us < '2003-07-05' UNION ALL SELECT 6 AS k, id FROM t WHERE us BETWEEN '2003-07-05' AND '2003-07-05 24' UNION ALL SELECT 7 AS k, id FROM t WHERE ns >= '2003-07-05' UNION ALL SELECT 8 AS k, id FROM t WHERE local < '2003-07-05' UNION ALL SELECT 9 AS k, id FROM t WHERE "any" = '2003-07-05' UNION ALL SELECT 10 AS k, id FROM t WHERE "any" > '2003-07-05' UNION ALL SELECT 11 AS k, id FROM t WHERE again = '2003-07-05' UNION ALL SELECT 12 AS k, id FROM t WHERE again <= '2003-07-05' UNION ALL SELECT 13 AS k, id FROM t WHERE "g.d" > '2003-07-05')
SELECT '2003-07-05', (SELECT count(*) FROM (SELECT * FROM q EXCEPT SELECT * FROM p)) AS more, (SELECT count(*) FROM (SELECT * FROM p EXCEPT SELECT * FROM q)) AS less, count(*) FROM p;
-- The files of INT96 have bounds in the order of their days.
CREATE VIRTUAL TABLE temp.t96 USING parquet('testdata/pyarrow_julian_int96.parquet', calendar='julian');
SELECT count(*) FROM t JOIN t96 USING (id) WHERE substr(t.ms, 1, 19) = substr(t96.at, 1, 19);
SELECT count(*), min(at), max(at) FROM t96 WHERE at >= '1500-02-28 12' AND at < '1500-03-02';
SELECT count(*), min(id), max(id) FROM plain WHERE ms >= '1500-02-28 12' AND ms < '1500-03-02';
-- Orders, groups, joins and distinct values: two stored days are one date.
SELECT d, count(*) FROM t WHERE d LIKE '%-03-01' GROUP BY d;
SELECT again, count(*) FROM t GROUP BY again ORDER BY again DESC LIMIT 3;
SELECT count(DISTINCT again), count(*) FROM t;
SELECT count(*) FROM (SELECT DISTINCT again FROM t);
SELECT group_concat(again, ' ') FROM (SELECT DISTINCT again FROM t ORDER BY again);
SELECT min(d), max(d), min(again), max(us), min("any") FROM t;
SELECT id, d FROM t ORDER BY d, id LIMIT 3 OFFSET 50;
SELECT count(*) FROM t a JOIN t b ON a.again = b.d;
SELECT count(*) FROM plain a JOIN plain b ON a.again = b.d;
--! shell mkdir "${TESTTMP}/two" && cp testdata/spark_julian.parquet "${TESTTMP}/two/a.parquet" && cp testdata/spark_julian_int96.parquet "${TESTTMP}/two/b.parquet"
CREATE VIRTUAL TABLE temp.two USING parquet('${TESTTMP}/two', calendar='julian', union_by_name='on', columns='id,d,ts');
SELECT d, ts, count(*) FROM two WHERE d < '1501' AND d > '1400' GROUP BY d, ts ORDER BY d;
CREATE VIRTUAL TABLE temp.whole USING parquet('testdata/spark_julian.parquet', calendar='julian', salvage='on');
SELECT count(*) FROM whole w JOIN spark s USING (id) WHERE w.d = s.d AND w.ts = s.ts;
