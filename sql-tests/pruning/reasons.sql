-- kept_because in parquet_scan_stats: why each test did not exclude row groups and pages.
CREATE TEMP VIEW last AS SELECT row_groups, row_groups_by_statistics, pages_by_bounds, kept_because FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');

-- No condition to test them with.
SELECT count(*) FROM trips WHERE rowid > 600;
SELECT * FROM last;
SELECT count(*) FROM trips WHERE vendor + 0 = 1;
SELECT * FROM last;
--! host >= 3.38.0
SELECT count(*) FROM trips WHERE vendor > 5;
SELECT * FROM last;
--! end
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/trips.parquet', pushdown=off);
SELECT count(*) FROM off WHERE trip_id = 100777;
SELECT * FROM last;

-- All pages are excluded, or may hold wanted values.  Pages after the last one wanted count, too.
SELECT count(*) FROM trips WHERE trip_id < 0;
SELECT * FROM last;
SELECT trip_id FROM trips WHERE trip_id = 100777;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.hours USING parquet('testdata/pyarrow_sorted.parquet');
SELECT count(*) FROM hours WHERE at >= '2023-03-06' AND at < '2023-03-07';
SELECT * FROM last;
SELECT count(*) FROM hours WHERE gaps IS NULL AND n < 100;
SELECT * FROM last;
--! host >= 3.38.0
SELECT count(*) FROM hours WHERE code = 'a' COLLATE NOCASE;
SELECT * FROM last;
SELECT count(*) FROM hours WHERE at < '-1';
SELECT * FROM last;

-- SQLite may compare text that is not a literal as a number.
SELECT parquet_write('${TESTTMP}/zips.parquet', 'WITH RECURSIVE z(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM z WHERE i < 999) SELECT printf(''%05d'', i * 99) AS zip FROM z', 'types=zip=STRING', 'data_page_row_limit=100', 'bloom_filter=zip');
CREATE VIRTUAL TABLE temp.zips USING parquet('${TESTTMP}/zips.parquet');
SELECT count(*) FROM zips WHERE zip = (SELECT '49500');
SELECT * FROM last;
SELECT count(*) FROM zips WHERE zip >= (SELECT '49500');
SELECT * FROM last;
SELECT count(*) FROM zips WHERE zip < (SELECT '49500');
SELECT * FROM last;
SELECT count(*) FROM zips WHERE zip = '49500';
SELECT * FROM last;
SELECT count(*) FROM zips WHERE zip < '49500';
SELECT * FROM last;
--! end

-- Metadata that is not trusted.
CREATE VIRTUAL TABLE temp.texts USING parquet('testdata/writers/deprecated_texts_pages.parquet');
--! host >= 3.38.0
SELECT count(*) FROM texts WHERE c = 'bé';
SELECT * FROM last;
--! end
CREATE VIRTUAL TABLE temp.nans USING parquet('testdata/writers/nan_cpp.parquet');
SELECT count(*) FROM nans WHERE c > 1e300;
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.contradicting USING parquet('testdata/writers/pages_above_chunk.parquet');
SELECT count(*) > 0 FROM contradicting WHERE c = 9;
SELECT * FROM last;

-- Bounds in the headers of pages.
CREATE VIRTUAL TABLE temp.headers USING parquet('testdata/regressions/bounds_in_headers.parquet');
SELECT rowid, a FROM headers WHERE a = 10;
SELECT * FROM last;
SELECT rowid, a FROM headers WHERE a = 15;
SELECT * FROM last;

-- The boxes of a covering, verified and wrong.
CREATE VIRTUAL TABLE temp.boxes USING parquet('testdata/geo_covering_wrong.parquet');
SELECT count(*) FROM boxes WHERE "geom.xmin" > 1e6;
SELECT kept_because LIKE '%covering%' FROM last;

-- Salvage.
CREATE VIRTUAL TABLE temp.saved USING parquet('testdata/trips.parquet', salvage=on);
SELECT trip_id FROM saved WHERE trip_id = 100777;
SELECT * FROM last;

-- Bloom filters.
CREATE VIRTUAL TABLE temp.blooms USING parquet('testdata/pyarrow_bloom.parquet');
SELECT count(*) FROM blooms WHERE n = 5;
SELECT * FROM last;
SELECT count(*) FROM blooms WHERE n BETWEEN 5 AND 7;
SELECT * FROM last;

-- Nulls and NaN.
CREATE VIRTUAL TABLE temp.miscounted USING parquet('testdata/writers/null_count_polars.parquet');
SELECT count(*) FROM miscounted WHERE c IS NULL;
SELECT kept_because FROM last;
CREATE VIRTUAL TABLE temp.floats USING parquet('testdata/pyarrow_floats.parquet');
SELECT count(*) > 0 FROM floats WHERE "double" IS NULL;
SELECT kept_because FROM last;

-- A dictionary with more entries than rows remain.
SELECT count(*) FROM trips WHERE rowid < 3 AND vendor LIKE '%q%';
SELECT kept_because FROM last;
