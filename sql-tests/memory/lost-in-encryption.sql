-- Every allocation of statements that decrypt or encrypt fails once.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f'), parquet_add_key('nested16', '606162636465666768696a6b6c6d6e6f');
--! lost_memory
SELECT parquet_add_key('another', '000102030405060708090a0b0c0d0e0f');
-- The key is there once the function returns.
--! lost_memory
SELECT count(*) FROM parquet_schema(coalesce(parquet_add_key('new', NULL), parquet_add_key('new', '000102030405060708090a0b0c0d0e0f'), 'testdata/encrypted/gcm_column_keys.parquet'), 'footer_key=new');
--! lost_memory
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_signed.parquet', column_keys='column16: name');
--! lost_memory
SELECT count(*), max(name), max(place) FROM t WHERE id > 50;
--! lost_memory
SELECT count(*) FROM t WHERE name = 'Bern';
--! lost_memory
SELECT count(*) FROM parquet_check('testdata/encrypted/gcm_column_keys.parquet', 'column_keys=column16: name; nested16: Place') WHERE severity = 'error';
--! lost_memory
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a, ''text'' AS b', 'footer_key=footer16', 'column_keys=column16: b', 'aad_prefix=x', 'bloom_filter=a');
