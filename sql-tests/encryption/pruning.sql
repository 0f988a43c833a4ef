-- Encrypted files prune as much as the same file in plain, and return its rows
-- with pushdown and without.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('footer24', '101112131415161718191a1b1c1d1e1f2021222324252627'),
  parquet_add_key('footer32', '303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f'),
  parquet_add_key('nested16', '606162636465666768696a6b6c6d6e6f'), parquet_add_key('column32', '707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f');
CREATE VIRTUAL TABLE temp.parquet_plain USING parquet('testdata/encrypted/plain.parquet');
CREATE TABLE plain AS SELECT id, name, amount, "place.lat" AS lat, place FROM parquet_plain;
CREATE TEMP VIEW last AS SELECT row_groups_by_statistics, row_groups_by_pages, row_groups_by_bloom, pages_read FROM parquet_scan_stats WHERE table_name IN ('temp.parquet_plain', 'temp.t') ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM parquet_plain WHERE id = 50;
SELECT * FROM last;
SELECT count(*) FROM parquet_plain WHERE id = 51;
SELECT * FROM last;
SELECT count(*) FROM parquet_plain WHERE name = 'Lyon';
SELECT count(*), sum(id), count(name), count(amount), count(lat) FROM plain;

-- pyarrow_gcm: AES_GCM_V1, encrypted footer
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/pyarrow_gcm.parquet', footer_key='footer16');
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/encrypted/pyarrow_gcm.parquet', footer_key='footer16', pushdown='off');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM plain WHERE rowid <= 64 EXCEPT SELECT id, name, amount, "place.lat", place FROM t)) AS missing FROM t;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 50) FROM t WHERE id = 50;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 51) FROM t WHERE id = 51;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE name = 'Lyon') FROM t WHERE name = 'Lyon';
DROP TABLE t;
DROP TABLE off;

-- gcm_named_key: the footer key alone, all columns
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_named_key.parquet');
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/encrypted/gcm_named_key.parquet', pushdown='off');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM plain WHERE rowid <= 64 EXCEPT SELECT id, name, amount, "place.lat", place FROM t)) AS missing FROM t;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 50) FROM t WHERE id = 50;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 51) FROM t WHERE id = 51;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE name = 'Lyon') FROM t WHERE name = 'Lyon';
DROP TABLE t;
DROP TABLE off;

-- gcm_column_keys: column keys; id and amount are plain
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet');
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/encrypted/gcm_column_keys.parquet', pushdown='off');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM plain WHERE rowid <= 64 EXCEPT SELECT id, name, amount, "place.lat", place FROM t)) AS missing FROM t;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 50) FROM t WHERE id = 50;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 51) FROM t WHERE id = 51;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE name = 'Lyon') FROM t WHERE name = 'Lyon';
DROP TABLE t;
DROP TABLE off;

-- ctr_column_keys_signed: AES_GCM_CTR_V1, plaintext footer, AAD prefix not stored
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/ctr_column_keys_signed.parquet', aad_prefix='town/2');
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/encrypted/ctr_column_keys_signed.parquet', aad_prefix='town/2', pushdown='off');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM plain WHERE rowid <= 64 EXCEPT SELECT id, name, amount, "place.lat", place FROM t)) AS missing FROM t;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 50) FROM t WHERE id = 50;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 51) FROM t WHERE id = 51;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE name = 'Lyon') FROM t WHERE name = 'Lyon';
DROP TABLE t;
DROP TABLE off;

-- gcm_footer_key_columns: name with the footer key, amount with column32, the rest plain; AAD prefix stored
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet');
CREATE VIRTUAL TABLE temp.off USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet', pushdown='off');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM plain WHERE rowid <= 64 EXCEPT SELECT id, name, amount, "place.lat", place FROM t)) AS missing FROM t;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 50) FROM t WHERE id = 50;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE id = 51) FROM t WHERE id = 51;
SELECT * FROM last;
SELECT count(*), (SELECT count(*) FROM off WHERE name = 'Lyon') FROM t WHERE name = 'Lyon';
DROP TABLE t;
DROP TABLE off;
