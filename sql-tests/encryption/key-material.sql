-- Key metadata that are wrapped keys (PKMT1), as parquet-java and pyarrow write them: they are
-- unwrapped with the master key, or with what it has unwrapped.  The data key is
-- 000102030405060708090a0b0c0d0e0f, the master key "m" 808182838485868788898a8b8c8d8e8f, and the key encryption key
-- 404142434445464748494a4b4c4d4e4f.
CREATE TABLE temp.names(kind, name);
INSERT INTO names VALUES ('single', '{"keyMaterialType":"PKMT1","internalStorage":true,"isFooterKey":true,"kmsInstanceID":"DEFAULT","kmsInstanceURL":"DEFAULT","masterKeyID":"m","wrappedDEK":"AAECAwQFBgcICQoLOsUjUJQoE5mCZyH2VgaoKAq2KuEXnlAyaB6F7xf2wHE=","doubleWrapping":false}'), ('double', '{"keyMaterialType":"PKMT1","internalStorage":true,"isFooterKey":false,"masterKeyID":"m","wrappedDEK":"DA0ODxAREhMUFRYXosC7ikI8343s/MJ/sLrQj2oJTSNbX2jY2LVekrooRLY=","doubleWrapping":true,"keyEncryptionKeyID":"ICEiIyQlJicoKSorLC0uLw==","wrappedKEK":"AAECAwQFBgcICQoLeoVjENRoU9nCJ2G2FkboaDP759ZZsCdPeDqq2+xStXI="}'), ('external', '{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"r1"}');
SELECT parquet_add_key(name, '000102030405060708090a0b0c0d0e0f') FROM names;
SELECT kind, parquet_write('${TESTTMP}/' || kind || '.parquet', 'SELECT 7 AS a, ''seven'' AS b', 'footer_key=' || name) FROM names;
SELECT parquet_add_key(name, NULL) FROM names;
SELECT row FROM read_parquet('${TESTTMP}/single.parquet');
SELECT parquet_add_key('m', '808182838485868788898a8b8c8d8e8f');
SELECT row FROM read_parquet('${TESTTMP}/single.parquet');
SELECT row FROM read_parquet('${TESTTMP}/double.parquet');

-- The material of another file is beside it.
SELECT row FROM read_parquet('${TESTTMP}/external.parquet');
--! shell printf '%s' '{"r0":"x","r1":"{\"keyMaterialType\":\"PKMT1\",\"internalStorage\":true,\"isFooterKey\":false,\"masterKeyID\":\"m\",\"wrappedDEK\":\"DA0ODxAREhMUFRYXosC7ikI8343s/MJ/sLrQj2oJTSNbX2jY2LVekrooRLY=\",\"doubleWrapping\":true,\"keyEncryptionKeyID\":\"ICEiIyQlJicoKSorLC0uLw==\",\"wrappedKEK\":\"AAECAwQFBgcICQoLeoVjENRoU9nCJ2G2FkboaDP759ZZsCdPeDqq2+xStXI=\"}"}' > ${TESTTMP}/_KEY_MATERIAL_FOR_external.parquet.json
SELECT row FROM read_parquet('${TESTTMP}/external.parquet');
--! shell printf '%s' '{"r0":"x"}' > ${TESTTMP}/_KEY_MATERIAL_FOR_external.parquet.json
SELECT row FROM read_parquet('${TESTTMP}/external.parquet');
--! shell printf '%s' '[' > ${TESTTMP}/_KEY_MATERIAL_FOR_external.parquet.json
SELECT row FROM read_parquet('${TESTTMP}/external.parquet');
--! shell : > ${TESTTMP}/_KEY_MATERIAL_FOR_external.parquet.json
SELECT row FROM read_parquet('${TESTTMP}/external.parquet');

-- Each file has its own material, also where the references are the same.
--! shell mkdir ${TESTTMP}/own; for name in a b; do cp ${TESTTMP}/external.parquet ${TESTTMP}/own/$name.parquet; done
SELECT parquet_add_key('{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"r1"}', '101112131415161718191a1b1c1d1e1f');
SELECT parquet_write('${TESTTMP}/own/b.parquet', 'SELECT 8 AS a, ''eight'' AS b', 'footer_key={"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"r1"}', 'overwrite=on');
SELECT parquet_add_key('{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"r1"}', NULL);
--! shell material() { printf '{"r1":"{\\"keyMaterialType\\":\\"PKMT1\\",\\"internalStorage\\":true,\\"masterKeyID\\":\\"m\\",\\"wrappedDEK\\":\\"%s\\",\\"doubleWrapping\\":false}"}' $1; }; cd ${TESTTMP}/own; material AAECAwQFBgcICQoLOsUjUJQoE5mCZyH2VgaoKAq2KuEXnlAyaB6F7xf2wHE= > _KEY_MATERIAL_FOR_a.parquet.json; material AAECAwQFBgcICQoLKtUzQIQ4A4mSdzHmRha4OJVlWazEFc3tLBeOIikf3TE= > _KEY_MATERIAL_FOR_b.parquet.json
CREATE VIRTUAL TABLE own USING parquet('${TESTTMP}/own/');
SELECT a, b FROM own;
SELECT row FROM read_parquet('${TESTTMP}/own/*.parquet');

-- What a key service has unwrapped: the key encryption key, or the data key.
SELECT parquet_add_key('m', '404142434445464748494a4b4c4d4e4f');
SELECT row FROM read_parquet('${TESTTMP}/double.parquet');
SELECT row FROM read_parquet('${TESTTMP}/single.parquet');
SELECT parquet_add_key('m', '000102030405060708090a0b0c0d0e0f');
SELECT row FROM read_parquet('${TESTTMP}/double.parquet');
SELECT row FROM read_parquet('${TESTTMP}/single.parquet');

-- Material that is damaged, or of another kind.
SELECT parquet_add_key('{"keyMaterialType":"PKMT1","masterKeyID":"m","wrappedDEK":"AAAA"', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('{"keyMaterialType":"PKMT2","x":"PKMT1"}', '000102030405060708090a0b0c0d0e0f');
SELECT parquet_write('${TESTTMP}/cut.parquet', 'SELECT 7 AS a', 'footer_key={"keyMaterialType":"PKMT1","masterKeyID":"m","wrappedDEK":"AAAA"');
SELECT parquet_write('${TESTTMP}/kind.parquet', 'SELECT 7 AS a', 'footer_key={"keyMaterialType":"PKMT2","x":"PKMT1"}');
SELECT row FROM read_parquet('${TESTTMP}/cut.parquet');
SELECT row FROM read_parquet('${TESTTMP}/kind.parquet');

-- A footer in plain is readable without such a key, unless an option demands that it is verified.
CREATE TABLE temp.bad(kind, name);
INSERT INTO bad VALUES ('cut', '{"keyMaterialType":"PKMT1","masterKeyID":"m","wrappedDEK":"AAAA"'), ('kind', '{"keyMaterialType":"PKMT2","x":"PKMT1"}'), ('file', '{"keyMaterialType":"PKMT1","internalStorage":false,"keyReference":"r1"}'), ('master', '{"keyMaterialType":"PKMT1","masterKeyID":"n","wrappedDEK":"AAAA"}');
SELECT parquet_add_key(name, '000102030405060708090a0b0c0d0e0f') FROM bad;
SELECT kind, parquet_write('${TESTTMP}/signed_' || kind || '.parquet', 'SELECT 7 AS a, ''seven'' AS b', 'plaintext_footer=on', 'footer_key=' || name, 'column_keys=m: a') FROM bad;
SELECT parquet_add_key(name, NULL) FROM bad;
SELECT row FROM read_parquet('${TESTTMP}/signed_cut.parquet', 'columns=b');
SELECT row FROM read_parquet('${TESTTMP}/signed_kind.parquet', 'columns=b');
SELECT row FROM read_parquet('${TESTTMP}/signed_file.parquet', 'columns=b');
SELECT row FROM read_parquet('${TESTTMP}/signed_master.parquet', 'columns=b');
--! shell printf '%s' '[' > ${TESTTMP}/_KEY_MATERIAL_FOR_signed_file.parquet.json
SELECT row FROM read_parquet('${TESTTMP}/signed_file.parquet', 'columns=b');
SELECT row FROM read_parquet('${TESTTMP}/signed_file.parquet');
SELECT row FROM read_parquet('${TESTTMP}/signed_file.parquet', 'columns=b', 'column_keys=m: a');
SELECT row FROM read_parquet('${TESTTMP}/signed_kind.parquet', 'columns=b', 'encryption_algorithm=AES_GCM_V1');
SELECT row FROM read_parquet('${TESTTMP}/signed_file.parquet', 'columns=b', 'encryption_algorithm=AES_GCM_V1');
SELECT row FROM read_parquet('${TESTTMP}/signed_cut.parquet', 'columns=b', 'footer_key=missing');
SELECT row FROM read_parquet('${TESTTMP}/signed_cut.parquet', 'columns=b', 'aad_prefix=x');
SELECT kind, severity, finding FROM parquet_check('${TESTTMP}/signed_file.parquet');
