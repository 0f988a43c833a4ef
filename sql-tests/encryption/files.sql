-- Encrypted files have the rows of the plain one, by whichever way the keys are given.
-- Written by testdata/make/encrypted_expected.py.

SELECT parquet_add_key('footer16', x'000102030405060708090a0b0c0d0e0f');
SELECT parquet_add_key('footer24', x'101112131415161718191a1b1c1d1e1f2021222324252627');
SELECT parquet_add_key('footer32', x'303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f');
SELECT parquet_add_key('column16', x'505152535455565758595a5b5c5d5e5f');
SELECT parquet_add_key('nested16', x'606162636465666768696a6b6c6d6e6f');
SELECT parquet_add_key('column32', x'707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f');
CREATE VIRTUAL TABLE temp.p USING parquet('testdata/encrypted/plain.parquet');

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_gcm.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_ctr.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_gcm_signed.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_ctr_signed.parquet', footer_key='footer32');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_gcm_192.parquet', footer_key='footer24', aad_prefix='town/1');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_gcm_256.parquet', footer_key='footer32');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_named_key.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_named_key.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', footer_key='footer16', column_keys='column16: name; nested16: place.lat, place.tags.list.element');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/ctr_column_keys.parquet', footer_key='footer16', column_keys='column16: name; nested16: place.lat, place.tags.list.element');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/ctr_column_keys.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_signed.parquet', footer_key='footer16', column_keys='column16: name; nested16: place.lat, place.tags.list.element');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_signed.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/ctr_column_keys_signed.parquet', footer_key='footer16', column_keys='column16: name; nested16: place.lat, place.tags.list.element', aad_prefix='town/2');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/ctr_column_keys_signed.parquet', aad_prefix='town/2');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16', column_keys='column16: name; nested16: place.lat, place.tags.list.element');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet', footer_key='footer32', column_keys='column32: amount');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns_signed.parquet', footer_key='footer32', column_keys='column32: amount');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns_signed.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_signed_plain_columns.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_signed_plain_columns.parquet');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 64 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/few_v2.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 16 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/few_v2_plain_levels.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 16 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/few_plain_filters.parquet', footer_key='footer16');
SELECT count(*) FROM t;
SELECT rowid, id, name, amount, "place" FROM p WHERE rowid <= 16 EXCEPT SELECT rowid, id, name, amount, "place" FROM t;
SELECT id, name FROM t WHERE id = 140 OR id = 100 AND name IS NULL ORDER BY id;
DROP TABLE t;
