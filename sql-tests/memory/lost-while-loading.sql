-- Loading the extension while each allocation fails: it fails, or leaves the extension usable.
--! lost_memory
--! reopen
SELECT count(*) FROM read_parquet('sql-tests/data/fruits_a.parquet');
