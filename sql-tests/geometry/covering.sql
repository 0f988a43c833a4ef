-- GeoParquet's covering: a box for each row, whose statistics and page index exclude
-- geometries.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.g USING parquet('testdata/geo_covering.parquet');
CREATE VIRTUAL TABLE temp.o USING parquet('testdata/geo_covering.parquet', pushdown=off);
SELECT name, type, hidden FROM pragma_table_xinfo('g');
SELECT count(*), sum(id) FROM g WHERE "geom.xmin" BETWEEN 105 AND 125 AND "geom.ymin" > 0;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
SELECT count(*), sum(id) FROM o WHERE "geom.xmin" BETWEEN 105 AND 125 AND "geom.ymin" > 0;
SELECT count(*), sum(id) FROM g WHERE "geom.xmax" > 350;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
SELECT count(*), sum(id) FROM o WHERE "geom.xmax" > 350;
SELECT count(*), sum(id) FROM g WHERE "geom.ymax" < 12;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
SELECT count(*), sum(id) FROM o WHERE "geom.ymax" < 12;
SELECT count(*), sum(id) FROM g WHERE "geom.ymax" IS NULL;
SELECT count(*), sum(id) FROM g WHERE "geom.zmin" = 1.5;
SELECT row_groups_by_statistics FROM last;
SELECT id FROM g ORDER BY "geom.ymin" DESC, id LIMIT 3;
SELECT id FROM o ORDER BY "geom.ymin" DESC, id LIMIT 3;

-- Row groups whose boxes cannot be trusted: a box wraps around, or is missing for a
-- geometry.  Only x is trusted in the last row group, and y in the first.
CREATE VIRTUAL TABLE temp.w USING parquet('testdata/geo_covering_wrong.parquet');
SELECT id, "geom.xmin", "geom.xmax" FROM w WHERE "geom.xmin" < -100;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
SELECT id, "geom.ymin" FROM w WHERE "geom.ymin" < -100;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
-- A second query uses what the first has found out, and reads no box.
SELECT count(*) FROM w WHERE "geom.xmin" > 1000;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
