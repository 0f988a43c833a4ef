-- The option encryption_algorithm: files of another algorithm are refused, among them those of
-- AES_GCM_V1 that somebody has passed off as AES_GCM_CTR_V1 to change their pages.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_snappy.parquet', encryption_algorithm='AES_GCM_V1');
SELECT i FROM t WHERE rowid = 3;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_ctr_forged.parquet', encryption_algorithm=AES_GCM_V1);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_ctr.parquet', encryption_algorithm=aes_gcm_ctr_v1);
SELECT sum(i), max(s) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_ctr.parquet', encryption_algorithm='AES_GCM_V1');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_gcm.parquet', encryption_algorithm='AES_GCM_CTR_V1');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_unknown.parquet', encryption_algorithm='AES_GCM_V1');
-- Files in plain are refused, too, and footers in plain must be verified.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/plain.parquet', encryption_algorithm='AES_GCM_V1');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet', encryption_algorithm='AES_GCM_V1');
SELECT sum(i), max(s) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet', encryption_algorithm='AES_GCM_CTR_V1');
SELECT parquet_add_key('footer16', NULL);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet', encryption_algorithm='AES_GCM_V1');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/small_signed.parquet');
SELECT max(s) FROM t;
DROP TABLE t;
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
-- The functions have the option.
SELECT count(*) FROM read_parquet('testdata/encrypted/small_gcm.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT count(*) FROM read_parquet('testdata/encrypted/attack_algorithm_ctr_forged.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT count(*) FROM parquet_summarize('testdata/encrypted/attack_algorithm_ctr_forged.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT count(*) FROM parquet_metadata('testdata/encrypted/attack_algorithm_ctr_forged.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT severity, finding FROM parquet_check('testdata/encrypted/attack_algorithm_ctr_forged.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT count(*) FROM parquet_schema('testdata/encrypted/plain.parquet', 'encryption_algorithm=AES_GCM_V1');
SELECT count(*) FROM parquet_schema('testdata/encrypted/small_gcm.parquet', 'encryption_algorithm=AES_CBC');
SELECT count(*) FROM parquet_schema('testdata/encrypted/small_gcm.parquet', 'encryption_algorithm=');
