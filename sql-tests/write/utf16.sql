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
