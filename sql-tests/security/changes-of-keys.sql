-- Keys of a connection have limits, are charged to its memory, and are fixed by parquet_restrict().
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
SELECT count(json_extract(row, '$.name')) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet', 'columns=name');
SELECT parquet_add_key(printf('%.*c', 4096, 'n'), zeroblob(16));
SELECT parquet_add_key(printf('%.*c', 4097, 'n'), zeroblob(16));
SELECT parquet_add_key(printf('%.*c', 20000000, 'n'), zeroblob(16));

-- The number of keys: three are there.
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9997) SELECT count(*), count(parquet_add_key('k' || i, zeroblob(16))) FROM n;
SELECT parquet_add_key('one more', zeroblob(16));
SELECT parquet_add_key('k1', zeroblob(32));
SELECT parquet_add_key('one more', NULL);
SELECT parquet_add_key('k1', NULL);
SELECT parquet_add_key('one more', zeroblob(16));
SELECT parquet_add_key('k1', zeroblob(16));

-- Their memory is the connection's.
--! reopen
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
SELECT parquet_restrict('memory=1MiB');
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT count(*), count(parquet_add_key(printf('%04000d', i), zeroblob(16))) FROM n;
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT count(*), count(parquet_add_key(printf('%04000d', i), NULL)) FROM n;
SELECT parquet_add_key('one more', zeroblob(24));

-- keys=off: nothing adds, replaces or removes a key; those that are there are used.
SELECT parquet_restrict('keys=on');
SELECT parquet_add_key('one more', zeroblob(24));
SELECT parquet_restrict('keys=perhaps');
SELECT parquet_restrict('keys=off', 'keys=on');
SELECT parquet_restrict('keys=off');
SELECT parquet_add_key('another', zeroblob(16));
SELECT parquet_add_key('footer16', zeroblob(16));
SELECT parquet_add_key('footer16', NULL);
SELECT parquet_add_key('not there', NULL);
SELECT parquet_restrict('keys=on');
SELECT parquet_restrict('keys=off', 'write=none');
SELECT count(json_extract(row, '$.name')) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet', 'columns=name');

-- So does final=on.
--! reopen
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
SELECT parquet_restrict('final=on');
SELECT parquet_add_key('another', zeroblob(16));
SELECT parquet_add_key('footer16', NULL);
SELECT count(json_extract(row, '$.name')) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet', 'columns=name');
