-- The bounds of geometries as hidden columns.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.b USING parquet('testdata/geo_boxes.parquet');
SELECT name, type, hidden FROM pragma_table_xinfo('b') WHERE name LIKE 'geo%' OR name LIKE 'place%';
SELECT * FROM b LIMIT 0;
SELECT id, hex(substr(geom, 1, 5)), "geom.xmin", "geom.xmax", "geom.ymin", "geom.ymax", "geom.zmin", "geom.zmax", "geom.mmin", "geom.mmax" FROM b WHERE id < 14;
SELECT id, "place.geom.xmin", "place.geom.ymax" FROM b WHERE id BETWEEN 4 AND 8;
SELECT count("geog.xmin"), min("geog.xmin"), max("geog.ymax"), count("geog.zmin") FROM b;

-- Boxes of row groups exclude row groups, also for geometries in groups.
SELECT count(*) FROM b WHERE "geom.xmin" >= 100 AND "geom.ymin" >= 30;
SELECT row_groups, row_groups_by_statistics, rows_returned FROM last;
SELECT count(*) FROM b WHERE "geom.xmax" < 40 AND "geom.ymax" < 20 AND "geom.zmin" > 1;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM b WHERE "place.geom.xmin" BETWEEN 50 AND 60;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM b WHERE "geog.ymin" > 25;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT id, "geom.xmin" FROM b ORDER BY "geom.xmin" DESC LIMIT 3;

-- Several bounds of a geometry are decoded once: one page of each row group that is read.
DROP TABLE b;
CREATE VIRTUAL TABLE temp.b USING parquet('testdata/geo_boxes.parquet');
SELECT count(*) FROM b WHERE "geom.xmin" >= 0 AND "geom.xmax" <= 6 AND "geom.ymin" >= 0 AND "geom.ymax" <= 6;
SELECT row_groups_by_statistics, pages_read FROM last;
SELECT count(*) FROM b AS p JOIN b AS q ON q."geom.xmin" > p."geom.xmin" AND q."geom.xmin" < p."geom.xmax";
SELECT count(*) FROM (SELECT "geom.xmin" AS a, "geom.xmax" AS z FROM b) AS p JOIN (SELECT "geom.xmin" AS a FROM b) AS q ON q.a > p.a AND q.a < p.z;

-- Boxes of every kind: across the antimeridian, with NaN, upside down, empty.
CREATE VIRTUAL TABLE temp.c USING parquet('testdata/geo_chunk_boxes.parquet');
SELECT row_group_id, geo_bbox FROM parquet_metadata('testdata/geo_chunk_boxes.parquet') WHERE path_in_schema = 'geom';
SELECT min(id), max(id), count(*) FROM c WHERE "geom.xmin" BETWEEN 0 AND 10;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT min(id), max(id), count(*) FROM c WHERE "geom.xmax" > 171;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT min(id), max(id), count(*) FROM c WHERE "geom.xmax" IN (-175, -169, 170, 45);
SELECT count(*) FROM c WHERE "geom.xmax" IN (-169, 169, 45);
SELECT min(id), max(id), count(*) FROM c WHERE "geom.ymin" > 12;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT min(id), max(id), count(*) FROM c WHERE "geom.zmin" < 50;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT min(id), max(id), count(*) FROM c WHERE "geom.xmin" IS NULL;
SELECT "geom.xmin" FROM c ORDER BY "geom.xmin" LIMIT 2;

-- Damaged geometries: the bytes can be read, their bounds cannot.
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/geo_damaged.parquet');
SELECT hex(geom) FROM d;
SELECT "geom.xmin", "geom.ymin" FROM d WHERE rowid < 3;
SELECT "geom.xmin" FROM d;
SELECT count(*) FROM d WHERE "geom.ymax" > 3 AND _file_row_number > 2;
SELECT _file_row_number, "geom.xmax" FROM d WHERE _file_row_number = 4;
SELECT _file_row_number, "geom.xmax" FROM d WHERE _file_row_number = 3;
SELECT geo_bbox, geo_types FROM parquet_metadata('testdata/geo_damaged.parquet');
SELECT geo_types FROM parquet_metadata('testdata/geo_boxes.parquet') WHERE path_in_schema = 'geom';
SELECT logical_type FROM parquet_schema('testdata/geo_boxes.parquet') WHERE name LIKE 'geo%';

-- Boxes of geographies are too small by the last digit.
CREATE VIRTUAL TABLE temp.e USING parquet('testdata/geo_geography.parquet');
SELECT count(*) FROM e WHERE "geog.xmin" <= 10;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM e WHERE "geog.xmax" = 33;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM e WHERE "geog.ymin" >= 40.75 AND "geog.ymax" < 50;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM e WHERE "geog.xmax" BETWEEN 150 AND 179;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM e WHERE "geog.xmax" BETWEEN -178 AND 5;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM e WHERE "geog.xmax" BETWEEN -177.9 AND 5;
SELECT row_groups, row_groups_by_statistics FROM last;
SELECT count(*) FROM parquet_check('testdata/geo_geography.parquet');
