-- Table-valued functions and parquet_attach() with arguments that are missing, empty, of
-- another type, or name nothing.
--! each function
SELECT * FROM ${FUNCTION};
SELECT * FROM parquet_schema();
--! each function
SELECT * FROM ${FUNCTION}(''${MORE});
--! each function
SELECT * FROM ${FUNCTION}('${TESTTMP}/missing.parquet'${MORE});
SELECT * FROM parquet_schema('/dev/null');
--! shell echo "no Parquet file" > "${TESTTMP}/text.parquet"
SELECT * FROM parquet_schema('${TESTTMP}/text.parquet');
SELECT * FROM read_parquet('${TESTTMP}/text.parquet');
SELECT parquet_attach();
SELECT parquet_attach('');
SELECT parquet_attach(NULL);
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', '');
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'a', 'b');
SELECT count(*) FROM sqlite_temp_master;

-- The functions are no tables to create or to write.
INSERT INTO parquet_schema(name) VALUES('x');
DELETE FROM parquet_metadata;
CREATE VIRTUAL TABLE x USING parquet_schema('sql-tests/data/fruits_a.parquet');

-- An error leaves the connection usable.
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet');
