-- Keys that a function of the application gives for key metadata, in TEMP tables and table-valued
-- functions only.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='no such function');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='upper');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='nullif');
CREATE VIRTUAL TABLE main.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='upper');
SELECT count(*) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet', 'key_function=typeof');
-- A key of the connection is found first.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='upper');
SELECT sum(id) FROM t;
SELECT count(name) FROM t;
DROP TABLE t;
-- A footer in plain is readable if the function gives no key for its signature.
SELECT parquet_add_key('footer16', NULL);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet', key_function='length');
SELECT count(s) FROM t;
SELECT count(i) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet', key_function='length', encryption_algorithm=AES_GCM_V1);
