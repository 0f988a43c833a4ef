-- parquet_write() with keys: what is written is read again with the same keys and not without.
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('a', '101112131415161718191a1b1c1d1e1f2021222324252627'), parquet_add_key('b', '303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f');
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT parquet_write('${TESTTMP}/all.parquet', 'SELECT * FROM trips', 'footer_key=f');
SELECT parquet_write('${TESTTMP}/signed.parquet', 'SELECT * FROM trips', 'footer_key=f', 'plaintext_footer=on', 'row_group_size=700');
SELECT parquet_write('${TESTTMP}/some.parquet', 'SELECT * FROM trips', 'footer_key=f', 'column_keys=a: fare, dropoff; b: payment', 'aad_prefix=trips/1', 'row_group_size=700', 'data_page_row_limit=50');
SELECT parquet_write('${TESTTMP}/ctr.parquet', 'SELECT * FROM trips', 'footer_key=f', 'column_keys=a: fare, dropoff; f: payment', 'aad_prefix=trips/2', 'store_aad_prefix=off', 'encryption_algorithm=aes_gcm_ctr_v1', 'plaintext_footer=on', 'data_page_version=2', 'data_page_row_limit=50', 'compression=snappy');
CREATE VIRTUAL TABLE temp.everything USING parquet('${TESTTMP}/all.parquet');
CREATE VIRTUAL TABLE temp.signed USING parquet('${TESTTMP}/signed.parquet', footer_key='f');
CREATE VIRTUAL TABLE temp.some USING parquet('${TESTTMP}/some.parquet', aad_prefix='trips/1', threads=1);
CREATE VIRTUAL TABLE temp.ctr USING parquet('${TESTTMP}/ctr.parquet', aad_prefix='trips/2');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM trips EXCEPT SELECT * FROM everything)) AS missing FROM everything;
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM trips EXCEPT SELECT * FROM signed)) AS missing FROM signed;
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM trips EXCEPT SELECT * FROM some)) AS missing FROM some;
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM trips EXCEPT SELECT * FROM ctr)) AS missing FROM ctr;
SELECT count(*) FROM parquet_check('${TESTTMP}/all.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/signed.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/some.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/ctr.parquet', 'aad_prefix=trips/2');
SELECT encryption_algorithm, footer_mode, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('${TESTTMP}/*.parquet', 'aad_prefix=trips/2');
SELECT encryption_algorithm, footer_mode, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('${TESTTMP}/all.parquet');
SELECT encryption_algorithm, footer_mode, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('${TESTTMP}/some.parquet');
SELECT encryption_algorithm, footer_mode, footer_key_metadata, footer_is_verified, aad_prefix FROM parquet_file_metadata('${TESTTMP}/ctr.parquet', 'aad_prefix=trips/2');
SELECT path_in_schema, stats_max_value, encryption, key_metadata FROM parquet_metadata('${TESTTMP}/some.parquet') WHERE row_group_id = 2;

-- A prefix that is not in the file must be given.
SELECT parquet_write('${TESTTMP}/prefix.parquet', 'SELECT 1 AS x', 'footer_key=f', 'aad_prefix=trips/3', 'store_aad_prefix=off');
SELECT row FROM read_parquet('${TESTTMP}/prefix.parquet', 'aad_prefix=trips/3');
SELECT row FROM read_parquet('${TESTTMP}/prefix.parquet');
SELECT row FROM read_parquet('${TESTTMP}/prefix.parquet', 'aad_prefix=trips/4');
SELECT count(*), max(row) FROM read_parquet('${TESTTMP}/ctr.parquet');
CREATE VIRTUAL TABLE temp.unnamed USING parquet('${TESTTMP}/ctr.parquet');
SELECT count(*), max(vendor) FROM unnamed;

-- They prune as the same file in plain does.
SELECT parquet_write('${TESTTMP}/plain.parquet', 'SELECT * FROM trips', 'row_group_size=700', 'data_page_row_limit=50');
CREATE VIRTUAL TABLE temp.plain USING parquet('${TESTTMP}/plain.parquet', threads=1);
CREATE TEMP VIEW last AS SELECT row_groups_by_statistics, row_groups_by_pages, row_groups_by_dictionary, row_groups_by_bloom, pages_read, pages_skipped FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*), round(sum(fare), 2) FROM plain WHERE trip_id BETWEEN 100100 AND 100120;
SELECT * FROM last;
SELECT count(*), round(sum(fare), 2) FROM some WHERE trip_id BETWEEN 100100 AND 100120;
SELECT * FROM last;
SELECT count(*), round(sum(fare), 2) FROM plain WHERE fare = 22.5 AND payment = 'card';
SELECT * FROM last;
SELECT count(*), round(sum(fare), 2) FROM some WHERE fare = 22.5 AND payment = 'card';
SELECT * FROM last;

SELECT parquet_write('${TESTTMP}/read_signed.parquet', 'SELECT * FROM trips', 'footer_key=f', 'column_keys=a: fare, dropoff; b: dropoff.lat', 'plaintext_footer=on');
CREATE VIRTUAL TABLE temp.read_signed USING parquet('${TESTTMP}/read_signed.parquet');
SELECT path_in_schema, key_metadata FROM parquet_metadata('${TESTTMP}/read_signed.parquet') WHERE encryption IS NOT NULL;

-- Nobody without the keys sees values, bounds or, with an encrypted footer, names.
SELECT parquet_add_key('f', NULL), parquet_add_key('a', NULL), parquet_add_key('b', NULL);
SELECT count(*) FROM everything;
SELECT count(vendor) FROM ctr;
SELECT count(vendor) FROM read_signed;
SELECT max(fare) FROM read_signed;
SELECT path_in_schema, num_values, stats_min_value, stats_max_value, stats_null_count, encryption, key_metadata FROM parquet_metadata('${TESTTMP}/ctr.parquet') WHERE row_group_id = 0;
--! shell ! grep -q -a -e 'Harbour' -e 'Blue Cab' -e 'trip_id' ${TESTTMP}/all.parquet
--! shell ! grep -q -a -e 'Harbour' -e 'cash' ${TESTTMP}/signed.parquet
--! shell ! grep -q -a -e 'trips/2' ${TESTTMP}/ctr.parquet
--! shell grep -q -a -e 'trips/1' ${TESTTMP}/some.parquet
SELECT parquet_add_key('f', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('a', '101112131415161718191a1b1c1d1e1f2021222324252627'), parquet_add_key('b', '303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f');
SELECT count(*), max(fare) FROM everything;

-- Folders, nested values, Bloom filters, and files without rows.
SELECT parquet_write('${TESTTMP}/folder', 'SELECT * FROM trips', 'footer_key=f', 'partition_by=vendor', 'column_keys=a: fare');
SELECT parquet_write('${TESTTMP}/folder', 'SELECT * FROM trips LIMIT 10', 'footer_key=f', 'partition_by=vendor', 'append=on');
CREATE VIRTUAL TABLE temp.folder USING parquet('${TESTTMP}/folder');
SELECT count(*), count(DISTINCT vendor), round(sum(fare), 2) = (SELECT round(sum(fare) + (SELECT sum(fare) FROM (SELECT fare FROM trips LIMIT 10)), 2) FROM trips) FROM folder;
SELECT parquet_write('${TESTTMP}/nested.parquet', 'SELECT value AS i, json_array(value, value + 1) AS list, CASE value % 3 WHEN 0 THEN NULL ELSE json_object(''x'', value) END AS v FROM (WITH RECURSIVE n(value) AS (VALUES(0) UNION ALL SELECT value + 1 FROM n WHERE value < 999) SELECT value FROM n)', 'types=list=INTEGER[], v=STRUCT<x BIGINT>', 'footer_key=f', 'column_keys=a: list, v', 'bloom_filter=i', 'dictionary_size_limit=0');
SELECT count(*) FROM parquet_check('${TESTTMP}/nested.parquet');
CREATE VIRTUAL TABLE temp.read_nested USING parquet('${TESTTMP}/nested.parquet');
SELECT i, list, v FROM read_nested WHERE i IN (500, 501) ORDER BY i;
SELECT bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/nested.parquet', 'i', 5000);
SELECT parquet_write('${TESTTMP}/empty.parquet', 'SELECT * FROM trips WHERE 0', 'footer_key=f');
SELECT count(*), (SELECT count(*) FROM parquet_check('${TESTTMP}/empty.parquet')) FROM read_parquet('${TESTTMP}/empty.parquet');

-- Options that cannot be honoured.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=missing');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'column_keys=a: a');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'plaintext_footer=on');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'column_keys=a: a, c');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'column_keys=c: a');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'column_keys=');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'store_aad_prefix=off');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'encryption_algorithm=AES_CBC');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a', 'footer_key=f', 'aad_prefix=');
SELECT parquet_write('${TESTTMP}/folder2', 'SELECT 1 AS a, 2 AS p', 'footer_key=f', 'partition_by=p', 'column_keys=a: p');
SELECT parquet_write('${TESTTMP}/folder2', 'SELECT 1 AS a, 2 AS p', 'footer_key=f', 'partition_by=P', 'write_partition_columns=on', 'column_keys=a: a; b: p');
SELECT parquet_write('${TESTTMP}/folder2', 'SELECT 1 AS a, 2 AS p', 'footer_key=f', 'partition_by=p', 'write_partition_columns=on', 'column_keys=a: P.x');
SELECT parquet_write('${TESTTMP}/folder2', 'SELECT 1 AS a, 2 AS p, 3 AS pp', 'footer_key=f', 'partition_by=p', 'write_partition_columns=on', 'column_keys=a: pp');
