--! utf16
-- Text of a UTF-16 database is written as UTF-8.
CREATE TABLE t(x TEXT, "nämé" DATE);
INSERT INTO t VALUES('ünïcödé 𝄞', '2024-02-29'), ('', NULL), ('a' || char(0) || 'b', NULL);
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet');
SELECT parquet_attach('${TESTTMP}/t.parquet', 'p');
SELECT x, "nämé" FROM p;
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM p);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS "nämé" UNION ALL SELECT ''ä''');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT CAST(x''d8d8'' AS TEXT) AS x');

-- The types of Variants' values are kept, although SQLite copies the text.
CREATE VIRTUAL TABLE temp.probe USING parquet('testdata/pyarrow_types.parquet');
SELECT parquet_write('${TESTTMP}/probe.parquet', 'SELECT int32 FROM probe');
CREATE TABLE host AS SELECT type <> 'INT32' AS is_silent FROM parquet_schema('${TESTTMP}/probe.parquet') WHERE name = 'int32';
CREATE VIRTUAL TABLE temp.variants USING parquet('testdata/duckdb_variant_types.parquet');
SELECT parquet_write('${TESTTMP}/variants.parquet', 'SELECT id, v FROM variants', 'types=v=VARIANT');
SELECT parquet_attach('${TESTTMP}/variants.parquet', 'written');
SELECT count(*) = 0 OR (SELECT is_silent FROM host) FROM variants v JOIN written w USING (id) WHERE v."v.value" IS NOT w."v.value" AND id > 4;
