-- Lists, groups, maps, Variants and geometries lose the rows that any of their leaves has lost.
CREATE TEMP VIEW last AS SELECT * FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.sound USING parquet('testdata/salvage/nested_v1_index.parquet');

CREATE VIRTUAL TABLE temp.a USING parquet('testdata/salvage/damaged_nested_v1.parquet', salvage=on);
SELECT sum(a.list IS NOT s.list), sum(a.list IS NULL), sum(a.item IS NOT s.item), sum(a.map IS NOT s.map), min(a.rowid * (a.item IS NOT s.item)), max(a.rowid * (a.item IS NOT s.item)) FROM a JOIN sound s ON a.rowid = s.rowid;
SELECT group_concat(a.rowid) FROM a JOIN sound s ON a.rowid = s.rowid WHERE a.list IS NOT s.list AND a.list IS NOT NULL;
SELECT min(rowid), max(rowid), count("item.x") FROM a WHERE item IS NULL;
SELECT values_lost, losses FROM last;
SELECT count(*), count("item.x") FROM a WHERE "item.x" >= 500;

CREATE VIRTUAL TABLE temp.b USING parquet('testdata/salvage/damaged_nested_v1_index.parquet', salvage=on);
SELECT sum(b.list IS NOT s.list), sum(b.item IS NOT s.item), sum(b.map IS NOT s.map), sum(b."item.x" IS NOT s."item.x") FROM b JOIN sound s ON b.rowid = s.rowid;
SELECT losses FROM parquet_scan_stats WHERE table_name = 'temp.b';
SELECT min(rowid), max(rowid), count(*) FROM b WHERE map IS NULL;

CREATE VIRTUAL TABLE temp.c USING parquet('testdata/salvage/damaged_nested_v2.parquet', salvage=skip);
SELECT count(*) FROM c;
SELECT count(*), sum(c.list IS NOT s.list), sum(c.item IS NOT s.item), sum(c.map IS NOT s.map) FROM c JOIN sound s ON c.rowid = s.rowid;
CREATE VIRTUAL TABLE temp.c2 USING parquet('testdata/salvage/damaged_nested_v2.parquet', salvage=skip, columns='id,item');
SELECT count(*) FROM c2;

-- Variants: a field needs its typed_value, its value and the metadata.
CREATE VIRTUAL TABLE temp.vs USING parquet('testdata/salvage/variant.parquet');
CREATE VIRTUAL TABLE temp.v USING parquet('testdata/salvage/damaged_variant.parquet', salvage=on);
SELECT sum(v.v IS NOT vs.v), sum(v."v.n" IS NOT vs."v.n"), sum(v."v.s" IS NOT vs."v.s") FROM v JOIN vs ON v.rowid = vs.rowid;
SELECT count(*), min(rowid), max(rowid) FROM v WHERE v IS NULL;
SELECT count(*) FROM v WHERE "v.n" IS NULL AND rowid <= 300;
SELECT count(*) FROM vs WHERE "v.n" IS NULL AND rowid <= 300 OR rowid BETWEEN 51 AND 100;
SELECT count(*) FROM v WHERE "v.n" >= 100 AND "v.n" < 200;

-- Geometries, and their bounds.
CREATE VIRTUAL TABLE temp.gs USING parquet('testdata/salvage/geometry.parquet');
CREATE VIRTUAL TABLE temp.g USING parquet('testdata/salvage/damaged_geometry.parquet', salvage=on);
SELECT sum(g.g IS NOT gs.g), sum(g."g.xmin" IS NOT gs."g.xmin"), sum(g."g.ymax" IS NOT gs."g.ymax") FROM g JOIN gs ON g.rowid = gs.rowid;
SELECT count(*) FROM g WHERE "g.xmin" IS NULL;
SELECT values_lost FROM last;

-- Values of other types than the field's are returned, with and without damage.
CREATE VIRTUAL TABLE temp.whole USING parquet('testdata/salvage/variant.parquet', salvage=on);
SELECT count(*) FROM whole WHERE "v.n" = 'odd';
SELECT count(*) FROM whole WHERE "v.n" IN ('odd', 'x');
SELECT count(*) FROM vs WHERE "v.n" = 'odd';
