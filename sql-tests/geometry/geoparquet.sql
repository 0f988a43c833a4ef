-- The metadata of GeoParquet, by geoparquet_version.
CREATE TABLE t(id INTEGER, g GEOMETRY);
INSERT INTO t VALUES
  (1, x'0101000000000000000000F03F0000000000000040'),
  (2, NULL),
  (3, x'00000003E9400800000000000040100000000000004014000000000000'),
  (4, x'01020000000200000000000000000000C0000000000000F0BF9A9999999999B93F9A9999999999B93F'),
  (5, x'010700000000000000');
CREATE TEMP TABLE versions(v);
INSERT INTO versions VALUES ('none'), ('both'), ('1.1'), ('2');
SELECT v, parquet_write('${TESTTMP}/' || v || '.parquet', 't', 'geoparquet_version=' || v) FROM versions;
SELECT v, value FROM versions, parquet_kv_metadata('${TESTTMP}/' || v || '.parquet') WHERE key = 'geo';
SELECT v, name, type, repetition_type, logical_type FROM versions, parquet_schema('${TESTTMP}/' || v || '.parquet') WHERE name <> 'schema';
SELECT v, geo_bbox, geo_types FROM versions, parquet_metadata('${TESTTMP}/' || v || '.parquet') WHERE path_in_schema = 'g';
SELECT v, count(finding.severity) FROM versions LEFT JOIN parquet_check('${TESTTMP}/' || v || '.parquet') AS finding GROUP BY v;

-- The default, and DuckDB's words.
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/t.parquet') AS a, parquet_kv_metadata('${TESTTMP}/both.parquet') AS b WHERE a.value = b.value;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'geoparquet_version=V1');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/t.parquet') AS a, parquet_kv_metadata('${TESTTMP}/1.1.parquet') AS b WHERE a.value = b.value;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'geoparquet_version=V2');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/t.parquet') AS a, parquet_kv_metadata('${TESTTMP}/2.parquet') AS b WHERE a.value = b.value;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT id FROM t');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/t.parquet');

-- The covering of 1.1: a box for each geometry, rounded outwards.
CREATE VIRTUAL TABLE temp.c USING parquet('${TESTTMP}/1.1.parquet');
SELECT id, hex(g), g_bbox FROM c;
SELECT id, "g.xmin" >= "g_bbox.xmin", "g.xmax" <= "g_bbox.xmax", "g.ymin" >= "g_bbox.ymin", "g.ymax" <= "g_bbox.ymax", "g.zmin" FROM c;
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT id, g FROM c);

-- It excludes row groups and pages, as the statistics of GEOMETRY exclude row groups.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE TABLE line(id INTEGER, g GEOMETRY NOT NULL);
INSERT INTO line WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 999)
  SELECT x, CASE x / 250 WHEN 0 THEN x'010100000000000000000008400000000000000000' WHEN 1 THEN x'01010000000000000000000840000000000000F03F'
    WHEN 2 THEN x'010100000000000000000008400000000000000840' ELSE x'010100000000000000000008400000000000001440' END FROM c;
SELECT parquet_write('${TESTTMP}/pages.parquet', 'line', 'row_group_size=500', 'data_page_row_limit=50', 'geoparquet_version=1.1', 'types=g=GEOMETRY NOT NULL');
SELECT path_in_schema, num_values, stats_null_count, stats_min_value, stats_max_value FROM parquet_metadata('${TESTTMP}/pages.parquet') WHERE path_in_schema LIKE 'g%' AND row_group_id = 0;
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/pages.parquet');
SELECT count(*), min(id), max(id) FROM p WHERE "g.ymin" = 1;
SELECT row_groups, row_groups_by_statistics, rows_tested FROM last;
SELECT count(*) FROM parquet_check('${TESTTMP}/pages.parquet');

-- CRS: PROJJSON is stated, in the type or in a key; EPSG:4326 is known.
SELECT parquet_write('${TESTTMP}/crs.parquet', 'SELECT g AS a, g AS b, g AS c, g AS d, g AS e, g AS "f ""x"" é" FROM t',
  'types=a=GEOMETRY(''OGC:CRS84''), b=GEOMETRY(''{"type": "ProjectedCRS", "name": "x"}''), c=GEOMETRY(''projjson:my crs''), d=GEOMETRY(''srid:0''), e=GEOMETRY(''EPSG:4326''), "f ""x"" é"=GEOGRAPHY',
  'kv_metadata="my crs"={"type":"BoundCRS"}', 'geoparquet_version=1.1');
SELECT json_extract(value, '$.primary_column') FROM parquet_kv_metadata('${TESTTMP}/crs.parquet') WHERE key = 'geo';
SELECT each.key, json_type(each.value, '$.crs'), json_extract(each.value, '$.crs.name'), json_extract(each.value, '$.crs.type'), json_extract(each.value, '$.edges'), json_type(each.value, '$.bbox'), json_type(each.value, '$.covering')
  FROM parquet_kv_metadata('${TESTTMP}/crs.parquet') AS kv, json_each(kv.value, '$.columns') AS each WHERE kv.key = 'geo';
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/crs.parquet') WHERE type = 'BYTE_ARRAY';
SELECT parquet_write('${TESTTMP}/crs.parquet', 'SELECT g AS a, g AS b FROM t', 'types=a=GEOGRAPHY(''EPSG:4326'', KARNEY), b=GEOGRAPHY(''OGC:CRS84'', SPHERICAL)', 'geoparquet_version=2');
SELECT each.key, json_extract(each.value, '$.edges'), json_type(each.value, '$.crs') FROM parquet_kv_metadata('${TESTTMP}/crs.parquet') AS kv, json_each(kv.value, '$.columns') AS each;
SELECT parquet_write('${TESTTMP}/keys.parquet', 'SELECT g FROM t', 'types=g=GEOMETRY', 'kv_metadata=first=1, geo={"columns":{}}');
SELECT key, value FROM parquet_kv_metadata('${TESTTMP}/keys.parquet');
SELECT parquet_write('${TESTTMP}/keys.parquet', 'SELECT g FROM t', 'types=g=GEOMETRY', 'kv_metadata=first=1, geo={"columns":{}}', 'geoparquet_version=1.1');

-- What a version cannot describe: an error, or no metadata by default.
CREATE TABLE other(crs, point_m, curve);
INSERT INTO other VALUES (x'0101000000000000000000F03F0000000000000040', x'01D1070000000000000000F03F00000000000000400000000000000840', x'010800000000000000');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT crs FROM other', 'types=crs=GEOMETRY(''EPSG:3857'')', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT crs FROM other', 'types=crs=GEOMETRY(''EPSG:3857'')', 'geoparquet_version=2');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT crs FROM other', 'types=crs=GEOMETRY(''EPSG:3857'')');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT crs FROM other', 'types=crs=GEOGRAPHY(''OGC:CRS84'', VINCENTY)', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT crs FROM other', 'types=crs=GEOGRAPHY(''OGC:CRS84'', VINCENTY)');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT point_m FROM other', 'types=point_m=GEOMETRY', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT crs, point_m FROM other', 'types=crs=GEOMETRY, point_m=GEOMETRY');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT point_m FROM other', 'types=point_m=GEOMETRY', 'geoparquet_version=2');
SELECT value FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT curve FROM other', 'types=curve=GEOMETRY', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT curve FROM other', 'types=curve=GEOMETRY', 'geoparquet_version=2');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT json_object(''geom'', hex(crs)) AS place, crs FROM other', 'types=place=STRUCT<geom GEOMETRY>, crs=GEOMETRY', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT json_object(''geom'', hex(crs)) AS place, crs FROM other', 'types=place=STRUCT<geom GEOMETRY>, crs=GEOMETRY', 'geoparquet_version=2');
SELECT value FROM parquet_kv_metadata('${TESTTMP}/x.parquet');

-- No column is a geometry; a column has the covering's name; the key geo is given.
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT id FROM t', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT id FROM t', 'geoparquet_version=none');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT g, id AS G_BBOX FROM t', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT g, id AS G_BBOX FROM t', 'geoparquet_version=2');
SELECT parquet_write('${TESTTMP}/no.parquet', 't', 'kv_metadata=geo={}', 'geoparquet_version=both');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'kv_metadata=geo={}', 'geoparquet_version=none');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'kv_metadata=geo={}, k=v');
SELECT key, value FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 't', 'kv_metadata=k=v');
SELECT key, length(value) > 10 FROM parquet_kv_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/no.parquet', 't', 'geoparquet_version=1.2');

-- Boxes: none without coordinates, none with infinite ones; nulls alone; no rows.
CREATE VIEW no_box AS SELECT g AS "none", x'0101000000000000000000F07F0000000000000040' AS infinite, NULL AS nulls FROM t WHERE id = 5;
SELECT parquet_write('${TESTTMP}/x.parquet', 'no_box', 'types="none"=GEOMETRY, infinite=GEOMETRY, nulls=GEOMETRY', 'geoparquet_version=1.1');
SELECT each.key, json_extract(each.value, '$.geometry_types'), json_extract(each.value, '$.bbox') FROM parquet_kv_metadata('${TESTTMP}/x.parquet') AS kv, json_each(kv.value, '$.columns') AS each;
CREATE VIRTUAL TABLE temp.no_box_file USING parquet('${TESTTMP}/x.parquet');
SELECT none_bbox, infinite_bbox, nulls_bbox FROM no_box_file;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t WHERE id > 9', 'geoparquet_version=1.1');
SELECT value FROM parquet_kv_metadata('${TESTTMP}/x.parquet');

-- Folders: each file has metadata of its own.
SELECT parquet_write('${TESTTMP}/folder', 'SELECT id % 2 AS part, g FROM t', 'partition_by=part', 'geoparquet_version=1.1');
SELECT substr(file_name, -20), json_extract(value, '$.columns.g.geometry_types'), json_extract(value, '$.columns.g.bbox') FROM parquet_kv_metadata('${TESTTMP}/folder') ORDER BY file_name;
SELECT parquet_write('${TESTTMP}/folder', 'SELECT 1 AS part, g FROM t WHERE id = 1', 'partition_by=part', 'geoparquet_version=1.1', 'append=on');
SELECT count(*), count(DISTINCT value) FROM parquet_kv_metadata('${TESTTMP}/folder');
CREATE VIRTUAL TABLE temp.f USING parquet('${TESTTMP}/folder');
SELECT count(*) FROM f WHERE "g.zmin" = 5;
SELECT parquet_write('${TESTTMP}/no', 'SELECT id AS g_bbox, g FROM t', 'partition_by=g_bbox', 'geoparquet_version=1.1');

-- Types and boxes of several row groups, some without geometries.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT g FROM t ORDER BY id DESC', 'types=g=GEOMETRY', 'row_group_size=1');
SELECT json_extract(value, '$.columns.g') = json_extract((SELECT value FROM parquet_kv_metadata('${TESTTMP}/both.parquet')), '$.columns.g') FROM parquet_kv_metadata('${TESTTMP}/x.parquet');

-- A copy of a file whose geometries are described only by its metadata: they become
-- columns of the type that it states.  As 1.1 without the covering, which is made anew.
SELECT parquet_write('${TESTTMP}/described.parquet', 'SELECT g AS a, g AS b, g AS c, g AS d FROM t', 'types=a=GEOMETRY, b=GEOMETRY(''{"type": "BoundCRS", "name": "it''''s"}'') , c=GEOMETRY(''srid:0''), d=GEOGRAPHY', 'geoparquet_version=1.1');
CREATE VIRTUAL TABLE temp.described USING parquet('${TESTTMP}/described.parquet');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'described');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE type = 'BYTE_ARRAY';
SELECT json(a.value) = json_remove(b.value, '$.columns.a.covering', '$.columns.b.covering', '$.columns.c.covering')
  FROM parquet_kv_metadata('${TESTTMP}/copy.parquet') AS a, parquet_kv_metadata('${TESTTMP}/described.parquet') AS b;
SELECT parquet_write('${TESTTMP}/no.parquet', 'described', 'geoparquet_version=1.1');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT a, b, c, d FROM described', 'geoparquet_version=1.1');
SELECT a.value = b.value FROM parquet_kv_metadata('${TESTTMP}/copy.parquet') AS a, parquet_kv_metadata('${TESTTMP}/described.parquet') AS b;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT a FROM described', 'types=a=BLOB');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/copy.parquet');
-- Metadata that is wrong about the bytes, or in an unknown form: a BLOB.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT x''00'' AS a, x''0101000000000000000000F03F0000000000000040'' AS b', 'kv_metadata=geo=''{"columns":{"a":{"encoding":"WKB"},"b":{"encoding":"WKB","crs":"EPSG:3857"}}}''');
CREATE VIRTUAL TABLE temp.wrong USING parquet('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'wrong');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE type = 'BYTE_ARRAY';
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/copy.parquet');
-- A folder's files may differ: a BLOB.
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT g FROM f');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE type = 'BYTE_ARRAY';
