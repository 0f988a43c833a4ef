-- parquet_add_key() and the options that name keys: which keys are found, and what is said of
-- those that are missing or wrong.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet');
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet');

-- A missing key fails only the queries that need it.
SELECT count(*), sum(id), max(amount) FROM t;
SELECT count(name) FROM t;
SELECT count(*) FROM t WHERE name = 'Bern';
SELECT max("place.lat") FROM t;
SELECT count(*) FROM t WHERE id = 50;
SELECT place FROM t LIMIT 1;
SELECT row_group_id AS g, path_in_schema, num_values, encryption, key_metadata FROM parquet_metadata('testdata/encrypted/gcm_column_keys.parquet');
SELECT row_group_id AS g, path_in_schema, finding, severity FROM parquet_check('testdata/encrypted/gcm_column_keys.parquet') WHERE kind = 'encrypted';

-- A key that is added counts at once, and so does one that is removed.
SELECT parquet_add_key('column16', x'505152535455565758595a5b5c5d5e5f');
SELECT count(name), min(name) FROM t;
SELECT parquet_add_key('nested16', 'YGFiY2RlZmdoaWprbG1ubw==');
SELECT count(*), max("place.lat"), max(place) FROM t;
SELECT parquet_add_key('column16', NULL);
SELECT count(name) FROM t;
SELECT parquet_add_key('column16', NULL), parquet_add_key('no such key', NULL);

-- A wrong key.
SELECT parquet_add_key('column16', '505152535455565758595a5b5c5d5e5e');
SELECT count(name) FROM t;
SELECT count(*), sum(id) FROM t;
SELECT row_group_id AS g, path_in_schema, finding, severity FROM parquet_check('testdata/encrypted/gcm_column_keys.parquet') WHERE kind = 'encrypted';
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0e');
SELECT count(*), sum(id) FROM t;
SELECT count(*) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet');
SELECT parquet_add_key('footer16', '000102030405060708090A0B0C0D0E0F');
SELECT parquet_add_key('column16', 'UFFSU1RVVldYWVpbXF1eXw');
SELECT count(*), sum(id), count(name) FROM t;
DROP TABLE t;

-- Options name other keys than the file does, or keys that the file does not name.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16');
SELECT count(name) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16', column_keys='column16: name; nested16: place');
SELECT count(name), max(place) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16', column_keys='"column16" : "name" ; ; ''nested16'': [place.lat], place.tags.list.element');
SELECT count(name), max(place), sum(id) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='missing: name');
SELECT sum(id) FROM t;
SELECT count(name) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', footer_key='missing');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', footer_key='');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='name');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='a: , b');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys=': b');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/plain.parquet', footer_key='footer16');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/plain.parquet', column_keys='footer16: name');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/plain.parquet', aad_prefix='orders');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='footer16: id');
SELECT sum(id) FROM t;
SELECT count(amount) FROM t;
DROP TABLE t;
-- What cannot be verified is refused if the options ask for it.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_signed.parquet', footer_key='missing');
SELECT parquet_add_key('footer16', NULL);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_signed.parquet');
SELECT sum(id) FROM t;
DROP TABLE t;
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');

-- The functions have the same options.
SELECT count(*) FROM parquet_schema('testdata/encrypted/pyarrow_gcm.parquet');
SELECT count(*) FROM parquet_schema('testdata/encrypted/pyarrow_gcm.parquet', 'footer_key=footer16');
SELECT footer_mode, encryption_algorithm, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('testdata/encrypted/pyarrow_gcm.parquet', 'footer_key=footer16');
SELECT footer_mode, encryption_algorithm, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('testdata/encrypted/gcm_column_keys_signed.parquet');
SELECT footer_mode, encryption_algorithm, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('testdata/encrypted/plain.parquet');
SELECT count(*), sum(json_extract(row, '$.id')) FROM read_parquet('testdata/encrypted/pyarrow_gcm.parquet', 'footer_key=footer16', 'columns=id');
SELECT column_name, count FROM parquet_summarize('testdata/encrypted/pyarrow_gcm.parquet', 'footer_key=footer16', 'columns=id');
SELECT count(*) FROM parquet_pages('testdata/encrypted/pyarrow_gcm.parquet', 'footer_key=footer16') WHERE crc = 'wrong';
SELECT count(*) FROM parquet_indexes('testdata/encrypted/gcm_column_keys.parquet') WHERE has_column_index;
SELECT row_group_id, bloom_filter_excludes FROM parquet_bloom_probe('testdata/encrypted/gcm_column_keys.parquet', 'name', 'Lyon');
SELECT count(*) FROM parquet_kv_metadata('testdata/encrypted/pyarrow_gcm.parquet', 'color=red');

-- What is no key.
SELECT parquet_add_key('short', x'00');
SELECT parquet_add_key('short', '0123456789abcdef');
SELECT parquet_add_key('number', 1234567890123456);
SELECT parquet_add_key('odd', '00112233445566778899aabbccddeef');
SELECT parquet_add_key('', '000102030405060708090a0b0c0d0e0f');
SELECT parquet_add_key(NULL, '000102030405060708090a0b0c0d0e0f');
SELECT parquet_add_key('characters', CAST('0123456789abcdef' AS BLOB));

-- Keys of one connection are not those of another, and no database file has them.
--! reopen
CREATE VIRTUAL TABLE main.kept USING parquet('testdata/encrypted/gcm_column_keys.parquet');
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
CREATE VIRTUAL TABLE main.kept USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: name');
SELECT count(name) FROM kept;
SELECT sql FROM sqlite_master;
--! reopen
SELECT * FROM kept;
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
SELECT * FROM kept;
SELECT max(id) FROM kept;
CREATE VIRTUAL TABLE main.called USING parquet('testdata/encrypted/gcm_column_keys.parquet', key_function='quote');

-- Of key metadata that are no text, the first 32 bytes are shown.
SELECT parquet_add_key('the key-78901234567890123456789012345678', '000102030405060708090a0b0c0d0e0f');
SELECT parquet_write('${TESTTMP}/named.parquet', 'SELECT 1 AS a', 'footer_key=the key-78901234567890123456789012345678');
--! shell cd ${TESTTMP} && LC_ALL=C sed "s/the key/$(printf '\377\001\253\315\017\360\132')/" named.parquet > binary.parquet
SELECT row FROM read_parquet('${TESTTMP}/binary.parquet');

-- A file of this name is a list of files.
--! shell mkdir -p ${TESTTMP}/list; cp ${TESTTMP}/named.parquet ${TESTTMP}/list/_metadata
CREATE VIRTUAL TABLE temp.list USING parquet('${TESTTMP}/list/_metadata');
