-- EWKB, which PostGIS writes, becomes ISO WKB where nothing is lost.  POINT Z, the same
-- with SRID 4326, POINT M, a collection in EWKB's form, and ISO WKB.
CREATE TABLE t(id INTEGER, g BLOB);
INSERT INTO t VALUES
  (1, x'0101000080000000000000F03F00000000000000400000000000000840'),
  (2, x'01010000A0E6100000000000000000F03F00000000000000400000000000000840'),
  (3, x'0040000001400000000000000040100000000000004014000000000000'),
  (4, x'0107000020E6100000020000000101000000000000000000F03F00000000000000400101000080000000000000F03F00000000000000400000000000000840'),
  (5, x'0101000000000000000000F03F0000000000000040'),
  (6, NULL);
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=g=GEOMETRY');
SELECT parquet_attach('${TESTTMP}/t.parquet', 'p');
SELECT id, hex(g) FROM p;
SELECT id, "g.xmin", "g.ymax", "g.zmin", "g.mmin" FROM p;
SELECT geo_bbox, geo_types FROM parquet_metadata('${TESTTMP}/t.parquet') WHERE path_in_schema = 'g';
SELECT count(*) FROM parquet_check('${TESTTMP}/t.parquet');

-- An SRID is left out if the column's CRS says the same.
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=g=GEOMETRY(''EPSG:4326'')');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=g=GEOMETRY(srid:4326)');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=g=GEOMETRY(''ogc:crs84'')');
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'types=g=GEOMETRY(''{"type": "GeographicCRS", "id": {"authority": "EPSG", "code": 4326}}'')');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t WHERE id = 2', 'types=g=GEOGRAPHY');
CREATE VIEW mercator AS SELECT x'0101000020110F0000000000000000F03F0000000000000040' AS g;
SELECT parquet_write('${TESTTMP}/m.parquet', 'mercator', 'types=g=GEOMETRY(''EPSG:3857'')');
CREATE VIRTUAL TABLE temp.m USING parquet('${TESTTMP}/m.parquet');
SELECT hex(g) FROM m;

-- Otherwise it is an error, which says what helps.
SELECT parquet_write('${TESTTMP}/no.parquet', 'mercator', 'types=g=GEOMETRY');
SELECT parquet_write('${TESTTMP}/no.parquet', 'mercator', 'types=g=GEOGRAPHY');
SELECT parquet_write('${TESTTMP}/no.parquet', 't', 'types=g=GEOMETRY(''EPSG:3857'')');
SELECT parquet_write('${TESTTMP}/no.parquet', 't', 'types=g=GEOMETRY(''srid:0'')');
SELECT parquet_write('${TESTTMP}/no.parquet', 't', 'types=g=GEOMETRY(''{"type": "GeographicCRS"}'')');
-- Parts with different SRIDs; nesting that is too deep; a count that cannot be.
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT x''0107000020E6100000010000000101000020110F0000000000000000F03F0000000000000040'' AS g', 'types=g=GEOMETRY');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT x''0107000020E6100000FFFFFFFF0101000000000000000000F03F0000000000000040'' AS g', 'types=g=GEOMETRY');
WITH RECURSIVE n(i, w) AS (SELECT 0, '' UNION ALL SELECT i + 1, w || '0107000020E610000001000000' FROM n WHERE i < 200)
  SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT x''' || w || '010100000000000000000000000000000000000000'' AS g', 'types=g=GEOMETRY') FROM n WHERE i = 200;

-- A column that is only declared as GEOMETRY keeps its bytes: it becomes a BLOB.
CREATE TABLE d(g GEOMETRY);
INSERT INTO d SELECT g FROM t WHERE id = 2;
SELECT parquet_write('${TESTTMP}/d.parquet', 'd');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/d.parquet') WHERE type IS NOT NULL;
CREATE VIRTUAL TABLE temp.pd USING parquet('${TESTTMP}/d.parquet');
SELECT count(*) FROM (SELECT g FROM d EXCEPT SELECT g FROM pd);

-- Nested.  Keys are compared as they are written.
SELECT parquet_write('${TESTTMP}/n.parquet', 'SELECT json_array(hex(g), NULL) AS l FROM t WHERE id < 5', 'types=l=LIST<GEOMETRY>');
CREATE VIRTUAL TABLE temp.n USING parquet('${TESTTMP}/n.parquet');
SELECT l FROM n;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'n');
SELECT name, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') WHERE logical_type LIKE 'Geom%';
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT json_array(hex(g)) AS l FROM mercator', 'types=l=LIST<GEOMETRY>');
SELECT parquet_write('${TESTTMP}/no.parquet', 'SELECT json_object(hex(a.g), 1, hex(b.g), 2) AS l FROM t AS a, t AS b WHERE a.id = 1 AND b.id = 2', 'types=l=MAP<GEOMETRY, INT32>');
SELECT parquet_write('${TESTTMP}/k.parquet', 'SELECT json_object(hex(a.g), 1, hex(b.g), 2) AS l FROM t AS a, t AS b WHERE a.id = 1 AND b.id = 3', 'types=l=MAP<GEOMETRY, INT32>');
