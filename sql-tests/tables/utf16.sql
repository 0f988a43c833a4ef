--! utf16
-- In a UTF-16 database SQLite passes and expects UTF-16 text; results must be the same as
-- those of an ordinary table.
PRAGMA encoding;
CREATE VIRTUAL TABLE v USING parquet('sql-tests/data/numbers.parquet');
CREATE TABLE c(n BIGINT NOT NULL, t TEXT, r DOUBLE);
INSERT INTO c(rowid, n, t, r) SELECT rowid, n, t, r FROM v;
SELECT (SELECT count(*) FROM v), (SELECT count(*) FROM c), (SELECT count(*) FROM v JOIN c USING(n) WHERE v.t IS c.t AND v.r IS c.r);
SELECT n, t, typeof(t), length(t) FROM v WHERE n < 4;
SELECT n FROM v WHERE t = 'Row 0101';
SELECT n FROM v WHERE t = 'ROW 0101';
SELECT n FROM v WHERE t = 'ROW 0101' COLLATE NOCASE;
SELECT (SELECT count(*) FROM v WHERE t > 'row 05'), (SELECT count(*) FROM c WHERE t > 'row 05');
SELECT (SELECT count(*) FROM v WHERE t <= 'Row 0777'), (SELECT count(*) FROM c WHERE t <= 'Row 0777');
SELECT (SELECT count(*) FROM v WHERE t BETWEEN 'Row 0500' AND 'row 0500'), (SELECT count(*) FROM c WHERE t BETWEEN 'Row 0500' AND 'row 0500');
SELECT (SELECT count(*) FROM v WHERE t IN ('Row 0001', 'row 0002', 'Row 0002', NULL)), (SELECT count(*) FROM c WHERE t IN ('Row 0001', 'row 0002', 'Row 0002', NULL));
SELECT (SELECT count(*) FROM v WHERE t LIKE 'row 010%'), (SELECT count(*) FROM c WHERE t LIKE 'row 010%');
SELECT (SELECT count(*) FROM v WHERE t GLOB 'Row 010*'), (SELECT count(*) FROM c WHERE t GLOB 'Row 010*');
SELECT (SELECT count(*) FROM v WHERE t <> 'Row 0001'), (SELECT count(*) FROM c WHERE t <> 'Row 0001');
SELECT min(t), max(t) FROM v;
SELECT min(t), max(t) FROM c;
SELECT t FROM v ORDER BY t DESC LIMIT 2;
SELECT count(DISTINCT t) FROM v;
SELECT n FROM v WHERE rowid = '12';
SELECT n FROM v WHERE n = '12';
SELECT n FROM v WHERE r = '3.0';
SELECT count(*) FROM v WHERE _file = 'sql-tests/data/numbers.parquet';

-- Names outside ASCII: of columns, tables and files.
CREATE VIRTUAL TABLE "größe" USING parquet('sql-tests/data/names.parquet', columns='a,über');
SELECT "über" FROM "größe" WHERE "über" = 26;
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/früchte 果物.parquet"
CREATE VIRTUAL TABLE f USING parquet('${TESTTMP}/früchte 果物.parquet');
SELECT name, _file = '${TESTTMP}/früchte 果物.parquet' FROM f;
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/keine früchte.parquet');
SELECT parquet_attach('${TESTTMP}/früchte 果物.parquet');
SELECT count(*) FROM "früchte 果物";
SELECT count(*) FROM parquet_schema('${TESTTMP}/früchte 果物.parquet');
CREATE VIRTUAL TABLE w USING parquet('sql-tests/data/nested.parquet');
SELECT "address.city", json_extract(address, '$.city'), address FROM w;
