-- Nested columns of a table that SQLite would only pass on are copied entry by entry, without JSON
-- in between: NaN stays NaN in members that are NOT NULL, where JSON has null.
CREATE TEMP VIEW last AS SELECT in_batches, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.odd USING parquet('testdata/regressions/relaxed_copies.parquet');
SELECT parquet_write('${TESTTMP}/odd.parquet', 'SELECT l, m FROM odd');
SELECT * FROM last;
SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/odd.parquet') WHERE type IS NOT NULL;
SELECT path_in_schema, num_values, stats_null_count FROM parquet_metadata('${TESTTMP}/odd.parquet');
SELECT row FROM read_parquet('${TESTTMP}/odd.parquet');
SELECT parquet_write('${TESTTMP}/odd.parquet', 'SELECT l, m FROM odd LIMIT -1');
SELECT name, type, repetition_type FROM parquet_schema('${TESTTMP}/odd.parquet') WHERE name IN ('element', 'value');

-- Structs, lists and maps of all depths, with nulls and without entries; some rows; in another order; as partitions.
CREATE TABLE t(id INTEGER, a, b, c);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
INSERT INTO t SELECT i,
    CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '[]' ELSE json_array(json_array(i, NULL), json_array(), NULL) END,
    CASE i % 3 WHEN 0 THEN NULL ELSE json_object('x', CASE i % 4 WHEN 0 THEN NULL ELSE i * 0.5 END, 'y', json_array(json_object('z', 'text ' || i), json_object('z', NULL))) END,
    CASE i % 7 WHEN 0 THEN '{}' ELSE json_object('k' || i, json_object('at', '2024-01-01 00:00:00'), 'l', NULL) END FROM n;
SELECT parquet_write('${TESTTMP}/t.parquet', 't', 'row_group_size=700', 'data_page_row_limit=100', 'types=id=INT32 NOT NULL, a=LIST<LIST<INT16>>, b=STRUCT<x FLOAT, y LIST<STRUCT<z STRING>> NOT NULL>, c=MAP<STRING, STRUCT<at TIMESTAMP(MILLIS)>> NOT NULL');
CREATE VIRTUAL TABLE temp.whole USING parquet('${TESTTMP}/t.parquet');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'whole', 'row_group_size=1000');
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.copy USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT rowid, * FROM whole EXCEPT SELECT rowid, * FROM copy);
SELECT count(*) FROM parquet_check('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT name, type, repetition_type, num_children, logical_type FROM parquet_schema('${TESTTMP}/t.parquet') EXCEPT SELECT name, type, repetition_type, num_children, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet'));
SELECT parquet_write('${TESTTMP}/some.parquet', 'SELECT c, id, b FROM whole WHERE id > 100 AND id <> 103 AND id < 2000');
CREATE VIRTUAL TABLE temp.some USING parquet('${TESTTMP}/some.parquet');
SELECT count(*), (SELECT count(*) FROM (SELECT id, b, c FROM some EXCEPT SELECT id, b, c FROM whole)) FROM some;
SELECT parquet_write('${TESTTMP}/back.parquet', 'SELECT * FROM whole ORDER BY id DESC');
CREATE VIRTUAL TABLE temp.back USING parquet('${TESTTMP}/back.parquet');
SELECT count(*), sum(id = 3001 - back.rowid), (SELECT count(*) FROM (SELECT * FROM back EXCEPT SELECT * FROM whole)) FROM back;
SELECT parquet_write('${TESTTMP}/parts', 'SELECT a, b, c, id, id AS k FROM whole WHERE id <= 20', 'partition_by=k');
CREATE VIRTUAL TABLE temp.parts USING parquet('${TESTTMP}/parts');
SELECT count(*), count(DISTINCT _file), (SELECT count(*) FROM (SELECT id, a, b, c FROM parts EXCEPT SELECT id, a, b, c FROM whole)) FROM parts;
SELECT parquet_write('${TESTTMP}/one.parquet', 'SELECT id, a, b, c FROM parts');
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.one USING parquet('${TESTTMP}/one.parquet');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM one EXCEPT SELECT * FROM whole)) FROM one;

-- Variants, shredded or not, are copied byte by byte, also in maps, whose Variants have no types beside their JSON.
CREATE VIRTUAL TABLE temp.v USING parquet('testdata/duckdb_variant.parquet');
CREATE VIRTUAL TABLE temp.w USING parquet('testdata/duckdb_variant_types.parquet');
SELECT parquet_write('${TESTTMP}/v.parquet', 'v'), parquet_write('${TESTTMP}/w.parquet', 'w');
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.vc USING parquet('${TESTTMP}/v.parquet');
CREATE VIRTUAL TABLE temp.wc USING parquet('${TESTTMP}/w.parquet');
SELECT count(*), count("v.value"), (SELECT count(*) FROM (SELECT rowid, *, "v.metadata", "v.value" FROM v EXCEPT SELECT rowid, *, "v.metadata", "v.value" FROM vc)) FROM vc;
SELECT count(*), (SELECT count(*) FROM (SELECT *, "v.metadata", "v.value", "s.metadata", "s.value" FROM w EXCEPT SELECT *, "v.metadata", "v.value", "s.metadata", "s.value" FROM wc)) FROM wc;
SELECT count(*) FROM parquet_check('${TESTTMP}/v.parquet');
SELECT count(*) FROM (SELECT name, type, repetition_type, num_children FROM parquet_schema('testdata/duckdb_variant.parquet') WHERE name <> 'duckdb_schema' EXCEPT SELECT name, type, repetition_type, num_children FROM parquet_schema('${TESTTMP}/v.parquet'));
SELECT parquet_write('${TESTTMP}/m.parquet', 'SELECT json_object(''k'', json(v), ''l'', NULL) AS m FROM w', 'types=m=MAP<STRING, VARIANT<STRUCT<day DATE>>>');
CREATE VIRTUAL TABLE temp.m USING parquet('${TESTTMP}/m.parquet');
SELECT parquet_write('${TESTTMP}/mc.parquet', 'm');
SELECT * FROM last;
SELECT group_concat(row) = (SELECT group_concat(row) FROM read_parquet('${TESTTMP}/m.parquet')) FROM read_parquet('${TESTTMP}/mc.parquet');

-- Lists and maps of other writers and in old forms, and entries that contradict one another.
CREATE TABLE files(name PRIMARY KEY, query);
INSERT INTO files VALUES('java_lists', NULL), ('java_maps', NULL), ('java_repeated', NULL), ('java_optional_keys', NULL), ('java_groups', NULL), ('duckdb_struct', NULL), ('polars_types', NULL);
SELECT name, parquet_attach('testdata/' || name || '.parquet') FROM files;
SELECT name, parquet_write('${TESTTMP}/' || name || '.parquet', name) FROM files;
SELECT name, (SELECT count(*) FROM parquet_check('${TESTTMP}/' || name || '.parquet')), (SELECT group_concat(row, char(10)) FROM read_parquet('${TESTTMP}/' || name || '.parquet')) = (SELECT group_concat(row, char(10)) FROM read_parquet('testdata/' || name || '.parquet')) FROM files;

-- Files whose lists have timestamps of other units: their entries have other bytes.
--! shell mkdir -p ${TESTTMP}/units
SELECT parquet_write('${TESTTMP}/units/a.parquet', 'SELECT ''["2024-02-29 12:34:56.123"]'' AS l', 'types=l=LIST<TIMESTAMP(MILLIS)>');
SELECT parquet_write('${TESTTMP}/units/b.parquet', 'SELECT ''["2020-01-01 00:00:00"]'' AS l', 'types=l=LIST<TIMESTAMP(MICROS)>');
SELECT parquet_write('${TESTTMP}/units/c.parquet', 'SELECT ''["2020-01-02 00:00:00"]'' AS l', 'types=l=LIST<INT96>');
CREATE VIRTUAL TABLE temp.units USING parquet('${TESTTMP}/units');
SELECT parquet_write('${TESTTMP}/units.parquet', 'units');
SELECT row FROM read_parquet('${TESTTMP}/units.parquet');
CREATE VIRTUAL TABLE temp.united USING parquet('${TESTTMP}/units', union_by_name=on);
SELECT parquet_write('${TESTTMP}/units.parquet', 'united');
SELECT row FROM read_parquet('${TESTTMP}/units.parquet');
