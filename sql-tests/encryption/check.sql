-- parquet_check() finds each attack on an encrypted file (testdata/encrypted/README.md), but a
-- change of a page that has no tag.
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f'), parquet_add_key('footer24', '101112131415161718191a1b1c1d1e1f2021222324252627'),
  parquet_add_key('footer32', '303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f'), parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f'),
  parquet_add_key('nested16', '606162636465666768696a6b6c6d6e6f'), parquet_add_key('column32', '707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f');
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_crypto_metadata_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_tag_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_signature_tag_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_metadata_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_header_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_dictionary_header_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_dictionary_page_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_index_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_offset_index_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_bloom_header_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_bloom_bitset_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_ctr_page_bit.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_pages_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_bodies_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_pages_swapped_columns.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_pages_swapped_row_groups.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_pages_of_other_file.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_dictionaries_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_ctr_pages_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_indexes_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_offset_indexes_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_bloom_bitsets_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_metadata_swapped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_of_other_file.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_module_of_other_file.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_old_version.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_aad_prefix_changed.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_aad_prefix_split.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_tag_missing.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_tag_short.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_tag_missing.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_length_larger.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_length_negative.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_header_length_0.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_page_header_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_ctr_page_length_11.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_offset_index_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_bloom_header_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_bloom_bitset_length_0.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_metadata_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_column_metadata_empty.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_length_27.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_footer_length_negative.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_combined_length_beyond.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_combined_length_4.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_signed_num_rows.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_signature_short.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_signature_stripped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_encryption_stripped.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_ctr.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_ctr_shifted.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_ctr_forged.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_ctr_signed.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_gcm.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_algorithm_unknown.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_key_metadata_changed.parquet') WHERE severity = 'error' AND kind <> 'lost';
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, substr(finding, 1, 100) FROM parquet_check('testdata/encrypted/attack_key_metadata_unknown.parquet') WHERE severity = 'error' AND kind <> 'lost';

-- By their ordinals other readers decrypt row groups.
SELECT row_group_id AS g, kind, severity, finding FROM parquet_check('testdata/encrypted/attack_ordinals_swapped.parquet');
SELECT row_group_id AS g, kind, severity, finding FROM parquet_check('testdata/encrypted/attack_ordinals_missing.parquet');
-- A signature that cannot be verified.
SELECT kind, severity, finding FROM parquet_check('testdata/encrypted/small_signed.parquet');
SELECT parquet_add_key('footer16', NULL), parquet_add_key('footer32', NULL);
SELECT kind, severity, finding FROM parquet_check('testdata/encrypted/small_signed.parquet');
SELECT kind, severity, finding FROM parquet_check('testdata/encrypted/attack_signed_num_rows.parquet') WHERE path_in_schema IS NULL;
SELECT kind, severity, finding FROM parquet_check('testdata/encrypted/gcm_signed_plain_columns.parquet');
-- Metadata in plain of a column with a key of its own: also a wrong key is not taken for damage.
SELECT row_group_id AS g, path_in_schema AS c, kind, severity, finding FROM parquet_check('testdata/encrypted/attack_column_metadata_plain.parquet') WHERE path_in_schema = 'i';
SELECT parquet_add_key('footer16', '000102030405060708090a0b0c0d0e0f');
SELECT row_group_id AS g, path_in_schema AS c, kind, severity, finding FROM parquet_check('testdata/encrypted/attack_column_metadata_plain.parquet') WHERE path_in_schema = 'i';
SELECT parquet_add_key('column16', '505152535455565758595a5b5c5d5e5e');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_plain.parquet', salvage=on);
SELECT count(i) FROM t;
SELECT parquet_add_key('column16', '505152535455565758595a5b5c5d5e5f');
SELECT count(i), max(i) FROM t;
-- A page header whose length goes beyond its column chunk.
--! shell cp testdata/encrypted/attack_page_header_length_0.parquet ${TESTTMP}/header.parquet; printf '\000\020\000\000' | dd of=${TESTTMP}/header.parquet bs=1 seek=118 conv=notrunc 2>/dev/null
SELECT row_group_id AS g, path_in_schema AS c, page_offset AS p, kind, finding FROM parquet_check('${TESTTMP}/header.parquet') WHERE severity = 'error' AND kind <> 'lost';
