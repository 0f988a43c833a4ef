-- Deprecated min and max, without column orders, exclude row groups and pages of columns whose
-- types have signed order.
CREATE VIRTUAL TABLE temp.chunks USING parquet('testdata/writers/deprecated_times.parquet');
SELECT c FROM chunks WHERE c < '1970-01-01';
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.pages USING parquet('testdata/writers/deprecated_times_pages.parquet');
SELECT c FROM pages WHERE c >= '1970-01-01';
SELECT pages, pages_skipped FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;

-- Text never had signed order: nothing is excluded.
CREATE VIRTUAL TABLE temp.texts USING parquet('testdata/writers/deprecated_texts_pages.parquet');
SELECT c FROM texts WHERE c = 'bé';
SELECT pages, pages_skipped FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
