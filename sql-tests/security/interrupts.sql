-- Interrupts and progress handlers end queries of small files that take seconds to read:
-- 2^31 - 1 nulls, dictionary indices and entries of one list, each a single run; a page of
-- 128 MiB of zeros.
CREATE VIRTUAL TABLE temp.nulls USING parquet('testdata/bombs/nulls_of_one_run.parquet');
CREATE VIRTUAL TABLE temp.codes USING parquet('testdata/bombs/codes_of_one_run.parquet');
CREATE VIRTUAL TABLE temp.list USING parquet('testdata/bombs/list_of_nulls.parquet');
-- A scan that finds nothing.
--! interrupt 30
SELECT count(*) FROM nulls WHERE a > 7;
--! progress 30
SELECT count(*) FROM nulls WHERE a > 7;
--! interrupt 30
SELECT count(a) FROM codes WHERE a LIKE '%two%';
--! progress 30
SELECT count(a) FROM codes WHERE a LIKE '%two%';
-- Skipped rows.
SELECT a FROM nulls WHERE rowid = 2000000000;
-- A single row.
--! interrupt 30
SELECT length(a) FROM list;
--! progress 30
SELECT length(a) FROM list;
-- Table-valued functions.
--! interrupt 30
SELECT count(*) FROM parquet_check('testdata/bombs/nulls_of_one_run.parquet');
--! progress 30
SELECT count(*) FROM parquet_check('testdata/bombs/list_of_nulls.parquet');
--! interrupt 30
SELECT total(length(row)) FROM read_parquet('testdata/bombs/nulls_of_one_run.parquet');
--! progress 30
SELECT total(length(row)) FROM read_parquet('testdata/bombs/list_of_nulls.parquet');
-- A write, which leaves no file.
--! interrupt 60
SELECT parquet_write('${TESTTMP}/nulls.parquet', 'SELECT a FROM nulls');
--! progress 60
SELECT parquet_write('${TESTTMP}/nulls.parquet', 'SELECT a FROM nulls WHERE a > 7');
--! shell ls -A "${TESTTMP}"
-- The tables still work.
SELECT a IS NULL FROM nulls LIMIT 1;
SELECT a FROM codes LIMIT 1;
