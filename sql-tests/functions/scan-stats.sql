-- parquet_scan_stats: what the scans of this connection did.
SELECT count(*) FROM parquet_scan_stats;
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet', threads=1);
SELECT count(*) FROM parquet_scan_stats;

-- One row for each scan, the newest last; reading parquet_scan_stats is not a scan.
SELECT count(*), sum(passengers) FROM trips;
SELECT trip_id FROM trips WHERE trip_id = 100777;
SELECT seq, table_name, loops, row_groups, row_groups_by_statistics, row_groups_by_pages,
       row_groups_by_dictionary, row_groups_by_bloom FROM parquet_scan_stats;
SELECT pages, pages_read, pages_skipped, rows_tested, rows_returned FROM parquet_scan_stats;
SELECT bytes_read > 0, bytes_decompressed > 0, milliseconds > 0, typeof(milliseconds)
  FROM parquet_scan_stats WHERE seq = 1;
SELECT rowid, seq FROM parquet_scan_stats;

-- rows_returned counts the rows stepped through: no more than LIMIT, even of a larger batch.
SELECT trip_id FROM trips LIMIT 3;
SELECT count(*), max(trip_id) FROM (SELECT trip_id FROM trips LIMIT 1100);
SELECT trip_id FROM trips WHERE +vendor IS NOT NULL AND trip_id < 100300 LIMIT 2;
SELECT seq, rows_returned FROM parquet_scan_stats WHERE seq > 2;

-- A cursor that is used many times.
SELECT count(t.fare) FROM (SELECT 7 AS n UNION ALL SELECT 8 UNION ALL SELECT 100007) AS k
  CROSS JOIN trips AS t WHERE t.rowid = k.n;
SELECT seq, plan, loops, rows_returned FROM parquet_scan_stats WHERE seq >= 6;

-- A cursor that is left early each time.
SELECT (SELECT t.trip_id FROM trips AS t WHERE t.trip_id > k.n LIMIT 1)
  FROM (SELECT 7 AS n UNION ALL SELECT 8 UNION ALL SELECT 100007) AS k;
SELECT sum(rows_returned) FROM parquet_scan_stats WHERE seq > 6;

-- A renamed table is listed by its new name.
ALTER TABLE trips RENAME TO "taxi rides";
SELECT count(*) FROM "taxi rides";
SELECT table_name FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! reopen
SELECT count(*) FROM parquet_scan_stats;
CREATE VIRTUAL TABLE kept USING parquet('testdata/trips.parquet');
SELECT count(*) FROM kept;
ALTER TABLE kept RENAME TO still;
SELECT count(*) FROM main.still;
SELECT table_name FROM parquet_scan_stats;

-- The last 200 scans are kept.
CREATE VIEW scan1 AS SELECT vendor FROM still WHERE rowid = 1;
CREATE VIEW scan4 AS SELECT * FROM scan1 UNION ALL SELECT * FROM scan1
  UNION ALL SELECT * FROM scan1 UNION ALL SELECT * FROM scan1;
CREATE VIEW scan16 AS SELECT * FROM scan4 UNION ALL SELECT * FROM scan4
  UNION ALL SELECT * FROM scan4 UNION ALL SELECT * FROM scan4;
CREATE VIEW scan64 AS SELECT * FROM scan16 UNION ALL SELECT * FROM scan16
  UNION ALL SELECT * FROM scan16 UNION ALL SELECT * FROM scan16;
CREATE VIEW scan256 AS SELECT * FROM scan64 UNION ALL SELECT * FROM scan64
  UNION ALL SELECT * FROM scan64 UNION ALL SELECT * FROM scan64;
SELECT count(*) FROM scan256;
SELECT count(*), min(seq), max(seq) FROM parquet_scan_stats;

-- A scan that ends while the function is being read.
SELECT count(*) FROM parquet_scan_stats AS s, still AS t WHERE t.rowid = s.loops AND s.seq > 0;

-- It accepts no argument and cannot be created.
SELECT * FROM parquet_scan_stats('x');
CREATE VIRTUAL TABLE temp.x USING parquet_scan_stats;
INSERT INTO parquet_scan_stats(seq) VALUES(1);
