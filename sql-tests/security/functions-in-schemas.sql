-- Functions that take a path are DIRECTONLY: views and triggers of the schema cannot call
-- them, even if it is trusted; direct calls and temporary views and triggers can.
CREATE VIEW attaching AS SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'leaked') AS n;
--! each function
CREATE VIEW ${FUNCTION}_view AS SELECT * FROM ${FUNCTION}('sql-tests/data/fruits_a.parquet'${MORE});
CREATE VIEW version_view AS SELECT parquet_version() IS NOT NULL AS known;
CREATE TABLE t(x);
CREATE TRIGGER attach_trigger AFTER INSERT ON t WHEN NEW.x = 'attach' BEGIN
    SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'leaked');
END;
CREATE TRIGGER read_trigger AFTER UPDATE ON t BEGIN
    INSERT INTO t SELECT name FROM parquet_schema('sql-tests/data/fruits_a.parquet');
END;

CREATE VIEW importing AS SELECT parquet_import('sql-tests/data/fruits_a.parquet', 'leaked') AS n;
CREATE VIEW describing AS SELECT parquet_create_table('sql-tests/data/fruits_a.parquet', 'leaked') AS text;

PRAGMA trusted_schema = ON;
SELECT * FROM attaching;
SELECT * FROM importing;
SELECT * FROM describing;
--! each function
SELECT * FROM ${FUNCTION}_view;
SELECT * FROM version_view;
INSERT INTO t VALUES('attach');
UPDATE t SET x = 1;

PRAGMA trusted_schema = OFF;
SELECT * FROM attaching;
--! each function
SELECT * FROM ${FUNCTION}_view;
INSERT INTO t VALUES('attach');
UPDATE t SET x = 1;
SELECT count(*) FROM t;
SELECT name FROM sqlite_temp_master;

-- Direct calls, a common table expression and temp views, with either setting.  Functions that
-- make tables or files are refused as long as the schema mentions them.
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet');
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'direct');
SELECT parquet_import('sql-tests/data/fruits_a.parquet', 'imported');
SELECT parquet_create_table('sql-tests/data/fruits_a.parquet', 'imported');
DROP VIEW importing;
DROP VIEW describing;
SELECT parquet_import('sql-tests/data/fruits_a.parquet', 'imported');
SELECT length(parquet_create_table('sql-tests/data/fruits_a.parquet', 'imported'));
DROP VIEW attaching;
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'direct');
DROP TRIGGER attach_trigger;
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'direct');
SELECT count(*) FROM direct;
WITH s AS (SELECT name FROM parquet_schema('sql-tests/data/fruits_a.parquet')) SELECT count(*) FROM s;
CREATE TEMP VIEW mine AS SELECT name FROM parquet_schema('sql-tests/data/fruits_a.parquet') WHERE type = 'INT64';
SELECT * FROM mine;
SELECT parquet_version() IS NOT NULL;
PRAGMA trusted_schema = ON;
SELECT * FROM mine;
SELECT count(*) FROM parquet_pages('sql-tests/data/fruits_a.parquet');
