-- A covering with lower bounds in FLOAT and upper bounds in DOUBLE, so that their pages
-- differ: pushdown excludes rows and changes no result.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.source USING parquet('testdata/geo_covering.parquet');
SELECT parquet_write('${TESTTMP}/a.parquet', 'SELECT id, geom, bbox FROM source', 'encoding=PLAIN', 'page_size=200', 'compression=none',
  'types=geom=BLOB, bbox=STRUCT<xmin FLOAT, ymin DOUBLE, xmax DOUBLE, ymax FLOAT>',
  'kv_metadata=geo=''{"version":"1.1.0","primary_column":"geom","columns":{"geom":{"encoding":"WKB","geometry_types":[],"covering":{"bbox":{"xmin":["bbox","xmin"],"ymin":["bbox","ymin"],"xmax":["bbox","xmax"],"ymax":["bbox","ymax"]}}}}}''');
SELECT path_in_schema, count(*) FROM parquet_pages('${TESTTMP}/a.parquet') WHERE path_in_schema LIKE 'bbox%' GROUP BY 1;
CREATE VIRTUAL TABLE temp.g USING parquet('${TESTTMP}/a.parquet');
CREATE VIRTUAL TABLE temp.o USING parquet('${TESTTMP}/a.parquet', pushdown=off);
SELECT count(*) FROM g WHERE "geom.xmin" > 350;
SELECT rows_tested < 100 FROM last;
SELECT count(*) FROM g WHERE "geom.ymax" < 3;
SELECT rows_tested < 300 FROM last;

-- Every bound with every tenth row's value: how many were tried, and how many differ.
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.xmin" <= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.xmin" <= b.v)) FROM (SELECT "geom.xmin" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.xmin" >= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.xmin" >= b.v)) FROM (SELECT "geom.xmin" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.xmax" <= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.xmax" <= b.v)) FROM (SELECT "geom.xmax" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.xmax" >= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.xmax" >= b.v)) FROM (SELECT "geom.xmax" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.ymin" <= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.ymin" <= b.v)) FROM (SELECT "geom.ymin" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.ymin" >= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.ymin" >= b.v)) FROM (SELECT "geom.ymin" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.ymax" <= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.ymax" <= b.v)) FROM (SELECT "geom.ymax" AS v FROM o WHERE id % 10 = 3) AS b;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM g WHERE "geom.ymax" >= b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM o WHERE "geom.ymax" >= b.v)) FROM (SELECT "geom.ymax" AS v FROM o WHERE id % 10 = 3) AS b;
