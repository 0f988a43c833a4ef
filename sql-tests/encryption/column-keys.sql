-- The option column_keys: a column may have no other key than the named one, and names that are
-- those of no column, or of one that has been named already, are errors, in reading and writing.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('footer32', x'303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f'),
  parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f'), parquet_add_key('nested16', '606162636465666768696a6b6c6d6e6f'),
  parquet_add_key('column32', x'707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f'), parquet_add_key('same', x'303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f');

-- name is encrypted with the footer's key, amount with another one.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet', column_keys='column32: name, amount');
SELECT count(amount), sum(id) FROM t;
SELECT count(name) FROM t;
SELECT count(*) FROM t WHERE name = 'Bern';
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet', column_keys='footer32: name; column32: amount');
SELECT count(name), count(amount) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_footer_key_columns.parquet', column_keys='same: name', salvage=on);
SELECT count(name), count(amount) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_named_key.parquet', column_keys='column16: name', salvage=on);
SELECT count(name) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_named_key.parquet', column_keys='missing: name');
SELECT count(name) FROM t;
DROP TABLE t;
SELECT count(*) FROM read_parquet('testdata/encrypted/gcm_footer_key_columns_signed.parquet', 'column_keys=column32: name', 'columns=name');
SELECT severity, path_in_schema AS c, row_group_id AS g, finding FROM parquet_check('testdata/encrypted/gcm_footer_key_columns.parquet', 'column_keys=column32: name');

-- Names are compared without regard to case, and must be those of columns.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16', column_keys='column16: NAME; nested16: Place');
SELECT count(name), max("place.lat") FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: name, nmae');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: plac');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: ID');
SELECT sum(id) FROM t;
DROP TABLE t;
SELECT * FROM parquet_check('testdata/encrypted/gcm_column_keys.parquet', 'column_keys=column16: nmae');

-- The more specific name counts, but no column is named twice.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys_nameless.parquet', footer_key='footer16', column_keys='column16: place; nested16: place.tags, place.lat');
SELECT max("place.lat"), max(place) FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: name; nested16: name');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: name, Name');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: place; nested16: Place');

-- An option is given once.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', footer_key='footer16', footer_key='footer16');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='column16: name', column_keys='nested16: place');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/gcm_column_keys.parquet', column_keys='');
SELECT count(*) FROM parquet_schema('testdata/encrypted/gcm_column_keys.parquet', 'encryption_algorithm=AES_GCM_V1', 'encryption_algorithm=AES_GCM_CTR_V1');
SELECT count(*) FROM read_parquet('testdata/encrypted/gcm_column_keys.parquet', 'aad_prefix=a', 'aad_prefix=b');

-- Writing.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a, 2 AS b', 'footer_key=footer16', 'column_keys=column16: A; column32: b');
SELECT path_in_schema, key_metadata FROM parquet_metadata('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a, 2 AS b', 'footer_key=footer16', 'column_keys=column16: a; column32: a');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a, 2 AS b', 'footer_key=footer16', 'column_keys=column16: a, A');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a, 2 AS b', 'footer_key=footer16', 'footer_key=footer32');
SELECT parquet_write('${TESTTMP}/y.parquet', 'SELECT 1 AS a, 2 AS A', 'footer_key=footer16', 'column_keys=column16: A');
SELECT path_in_schema, key_metadata FROM parquet_metadata('${TESTTMP}/y.parquet');
CREATE VIRTUAL TABLE temp.p USING parquet('testdata/encrypted/plain.parquet');
SELECT parquet_write('${TESTTMP}/z.parquet', 'SELECT place FROM p', 'footer_key=footer16', 'column_keys=column16: place; column32: PLACE.tags');
SELECT path_in_schema, key_metadata FROM parquet_metadata('${TESTTMP}/z.parquet') WHERE row_group_id = 0;

-- Each file of a table must have the columns.
--! shell mkdir ${TESTTMP}/many
SELECT parquet_write('${TESTTMP}/many/1.parquet', 'SELECT 1 AS a, 2 AS b', 'footer_key=footer16', 'column_keys=column16: a');
SELECT parquet_write('${TESTTMP}/many/2.parquet', 'SELECT 3 AS a', 'footer_key=footer16', 'column_keys=column16: a');
SELECT parquet_write('${TESTTMP}/many/3.parquet', 'SELECT 5 AS b', 'footer_key=footer16');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/many/[12].parquet', union_by_name=on, column_keys='column16: a');
SELECT a, b FROM t;
DROP TABLE t;
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/many/', union_by_name=on, column_keys='column16: a');

-- Names of keys and columns are quoted in all ways in which the other options' are.
SELECT parquet_add_key('a:b, c;d', x'00112233445566778899aabbccddeeff');
CREATE TABLE odd("a,b", "c;d", "e:f", "g""h", "it's", "k`l", "m]n", " o ", "p[q,r]");
INSERT INTO odd VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9);
SELECT parquet_write('${TESTTMP}/odd.parquet', 'odd', 'footer_key=footer16', 'column_keys=[a:b, c;d]: [a,b], "c;d" ,[e:f]; ''column16'': ''g"h'' , "it''s"; `column32` :`k``l`,"m]n"; same: [ o ], "p[q,r]"');
SELECT path_in_schema, key_metadata FROM parquet_metadata('${TESTTMP}/odd.parquet');
SELECT row FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys="a:b, c;d": "a,b", [c;d], ''e:f''; [column16]: "g""h", ''it''''s''; ''column32'': [k`l], `m]n`; "same": '' o '', `p[q,r]`');
SELECT row FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=[a:b, c;d]: e:f; column16: it''s, g"h; column32: k`l, m]n');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=[a:b, c;d]: [a,b');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=[a:b, c;d: [a,b');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=same: "g"h"');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys="same"x: a');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=same; x: a');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=;;same: a,');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys="": a');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=same: a, ""');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=;; ;');
WITH n(i, names) AS (SELECT 1, 'same: c1' UNION ALL SELECT i * 2, names || ',' || substr(names, 7) FROM n WHERE i < 65536)
SELECT count(*) FROM n, read_parquet('${TESTTMP}/odd.parquet', 'column_keys=' || names || ',c') WHERE i = 65536;
SELECT count(*) FROM read_parquet('${TESTTMP}/odd.parquet', 'column_keys=same: a, b; ' || printf('%.*c', 4097, 'k') || ': c');
