-- Table-valued functions and parquet_attach() with arguments that are missing, empty, of the
-- wrong type, or name nothing that exists.
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
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', NULL);
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'a' || char(0) || 'b');
SELECT parquet_attach('sql-tests/data/fruits_a.parquet', 'a', 'b');
SELECT count(*) FROM sqlite_temp_master;

-- No argument may contain a NUL, which would hide what follows.
--! each function
SELECT * FROM ${FUNCTION}('sql-tests/data/fruits_a.parquet'${MORE}, 'immutable=on' || char(0) || '!');
SELECT * FROM read_parquet('sql-tests/data/fruits_a.parquet', 'timezone=UTC' || char(0) || '!');
SELECT * FROM parquet_bloom_probe('sql-tests/data/fruits_a.parquet', 'id' || char(0) || '!', 1);

-- Only = gives an argument to a function; other comparisons are tested.
SELECT * FROM parquet_schema WHERE _path > 'sql-tests/data/fruits_a.parquet';
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet') WHERE _path > 's' AND _option1 IS NULL;
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet') WHERE _path > 't';
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet') WHERE _option1 > 'immutable=on';

-- Table-valued functions cannot be created as tables or written to.
INSERT INTO parquet_schema(name) VALUES('x');
DELETE FROM parquet_metadata;
CREATE VIRTUAL TABLE x USING parquet_schema('sql-tests/data/fruits_a.parquet');

-- An error leaves the connection usable.
SELECT count(*) FROM parquet_schema('sql-tests/data/fruits_a.parquet');
