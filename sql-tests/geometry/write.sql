-- Geometries are written as GEOMETRY and GEOGRAPHY, with their boxes and types.
CREATE TABLE t(id INTEGER, g GEOMETRY, h GEOGRAPHY, b BLOB);
INSERT INTO t VALUES
  (1, x'0101000000000000000000F03F0000000000000040', x'0101000000000000000000F03F0000000000000040', x'0101000000000000000000F03F0000000000000040'),
  (2, NULL, NULL, x'00'),
  (3, x'00000003E9400800000000000040100000000000004014000000000000', x'0101000000000000000000F03F0000000000C05640', NULL),
  (4, x'01020000000200000000000000000000C0000000000000F0BF0000000000000000000000000000F07F', NULL, NULL),
  (5, x'010700000000000000', NULL, NULL);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t');
SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT path_in_schema, stats_min_value, stats_null_count, geo_bbox, geo_types FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/t.parquet');
SELECT parquet_attach('${TESTTMP}/t.parquet', 'p');
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM p);
SELECT id, "g.xmin", "g.xmax", "g.ymin", "g.ymax", "g.zmin", "g.zmax", "h.ymax" FROM p;

-- Row groups with boxes.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT parquet_write('${TESTTMP}/groups.parquet', 'SELECT id, g FROM t WHERE id < 5', 'row_group_size=1');
SELECT parquet_attach('${TESTTMP}/groups.parquet', 'many');
SELECT id FROM many WHERE "g.xmin" > 2;
SELECT row_groups, row_groups_by_statistics FROM last;

-- Types given by option, and copied types.
SELECT parquet_write('${TESTTMP}/types.parquet', 'SELECT g AS a, g AS b, h AS c, h AS d, h AS e, g AS f FROM t', 'types=a=GEOMETRY(srid:5070), b=GEOMETRY(''it''''s "so", (really)''), c=GEOGRAPHY("EPSG:4267", karney), d=GEOGRAPHY(OGC:CRS84, SPHERICAL), e=GEOMETRY, f=BLOB');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/types.parquet');
SELECT parquet_attach('${TESTTMP}/types.parquet', 'types');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'types');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet');
CREATE VIRTUAL TABLE temp.boxes USING parquet('testdata/geo_boxes.parquet');
SELECT parquet_write('${TESTTMP}/boxes.parquet', 'boxes', 'row_group_size=40');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/boxes.parquet') WHERE type IS NOT NULL;
SELECT path_in_schema, count(*), count(geo_bbox), count(geo_types) FROM parquet_metadata('${TESTTMP}/boxes.parquet') GROUP BY 1;
SELECT count(*) FROM parquet_check('${TESTTMP}/boxes.parquet');
SELECT count(*) FROM (SELECT row_group_id, path_in_schema, geo_bbox, geo_types FROM parquet_metadata('${TESTTMP}/boxes.parquet') WHERE path_in_schema <> 'geog'
  EXCEPT SELECT row_group_id, path_in_schema, geo_bbox, geo_types FROM parquet_metadata('testdata/geo_boxes.parquet'));
SELECT parquet_write('${TESTTMP}/bounds.parquet', 'SELECT "geom.xmin" FROM boxes LIMIT 2');
SELECT name, type FROM parquet_schema('${TESTTMP}/bounds.parquet');
CREATE VIRTUAL TABLE temp.damaged USING parquet('testdata/geo_damaged.parquet');
SELECT parquet_write('${TESTTMP}/damaged.parquet', 'damaged');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/damaged.parquet');

-- Values that are refused.
SELECT parquet_write('${TESTTMP}/no.parquet', 'VALUES (x'''')', 'types=column1=GEOMETRY');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT g FROM t UNION ALL SELECT x''0101000000''', 'types=g=GEOMETRY');
SELECT parquet_write('${TESTTMP}/no.parquet', 'VALUES (''POINT(1 2)'')', 'types=column1=GEOMETRY');
SELECT parquet_write('${TESTTMP}/no.parquet', 'VALUES (x'''')', 'types=column1=GEOMETRY(a, b)');
SELECT parquet_write('${TESTTMP}/no.parquet', 'VALUES (x'''')', 'types=column1=GEOGRAPHY(a, b)');
