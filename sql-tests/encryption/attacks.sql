-- Attacks on encrypted files are errors that name the place, or change no row.
-- Written by testdata/make/encrypted_expected.py.

SELECT parquet_add_key('footer16', x'000102030405060708090a0b0c0d0e0f');
SELECT parquet_add_key('footer24', x'101112131415161718191a1b1c1d1e1f2021222324252627');
SELECT parquet_add_key('footer32', x'303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f');
SELECT parquet_add_key('column16', x'505152535455565758595a5b5c5d5e5f');
SELECT parquet_add_key('nested16', x'606162636465666768696a6b6c6d6e6f');
SELECT parquet_add_key('column32', x'707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f');

-- a bit of aad_file_unique
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_crypto_metadata_bit.parquet');

-- a bit of the footer
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_bit.parquet');

-- a bit of the footer's tag
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_tag_bit.parquet');

-- a bit of the signature's tag
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_signature_tag_bit.parquet');

-- a bit of the column metadata
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a bit of a page header
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_header_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a bit of a page
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a bit of a dictionary page's header
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_dictionary_header_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a bit of a dictionary page
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_dictionary_page_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a bit of a column index
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_index_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a bit of an offset index
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_offset_index_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a bit of a Bloom filter's header
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_bloom_header_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a bit of a Bloom filter's bitset
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_bloom_bitset_bit.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a bit of a page: i = 4 becomes 260
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_ctr_page_bit.parquet');
SELECT i FROM t WHERE rowid = 5;
DROP TABLE t;

-- pages 0 and 1 swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_pages_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the same, the headers kept
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_bodies_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- pages 0 of i and j swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_pages_swapped_columns.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- pages 0 of two row groups swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_pages_swapped_row_groups.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- page 0 of small_gcm_other
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_pages_of_other_file.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the dictionaries of two row groups swapped, whose texts are equal
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_dictionaries_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- pages 0 and 1 swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_ctr_pages_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- column indexes of i and j swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_indexes_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- offset indexes of i and j swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_offset_indexes_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- the bitsets of two row groups swapped
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_bloom_bitsets_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- the column metadata of i and j swapped, by someone with the footer key
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- footer and crypto metadata of small_gcm_other
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_of_other_file.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the footer alone of small_gcm_other
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_module_of_other_file.parquet');

-- none: version 2 in place of version 3
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_old_version.parquet', aad_prefix='orders/3');

-- the stored AAD prefix says orders/3
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_aad_prefix_changed.parquet');

-- the stored AAD prefix is shorter, aad_file_unique longer, by the same byte
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_aad_prefix_split.parquet', aad_prefix='orders/2');

-- a footer without tag
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_tag_missing.parquet');

-- a footer's tag of 4 bytes
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_tag_short.parquet');

-- a page's length leaves out the tag
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_tag_missing.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page's length is too large by 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_length_larger.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page's length is -1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_length_negative.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page's length is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_length_beyond.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page header's length is 0
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_header_length_0.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page header's length is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_page_header_length_beyond.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- a page of 11 bytes: no room for the nonce
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_ctr_page_length_11.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- an offset index's length is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_offset_index_length_beyond.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a Bloom filter header's length is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_bloom_header_length_beyond.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- a bitset's length is 0
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_bloom_bitset_length_0.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- the column metadata's length is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_length_beyond.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the column metadata is in plain, by someone with both keys
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_plain.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the column metadata has no bytes
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_column_metadata_empty.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the footer's length is 27
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_length_27.parquet');

-- the footer's length is -1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_footer_length_negative.parquet');

-- the length at the end is 2^31 - 1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_combined_length_beyond.parquet');

-- the length at the end is 4: no crypto metadata
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_combined_length_4.parquet');

-- num_rows is larger by 1, the signature kept
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_signed_num_rows.parquet');

-- the signature has 27 bytes
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_signature_short.parquet');

-- no signature
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_signature_stripped.parquet');

-- no signature, and nothing says that the file is encrypted: an error if a footer key is given for it; otherwise i and j cannot be read
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_encryption_stripped.parquet', footer_key='footer16');

-- the ordinals of the row groups are swapped, by someone with the footer key
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_ordinals_swapped.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- the row groups have no ordinals, by someone with the footer key
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_ordinals_missing.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
SELECT i, j FROM t WHERE i IN (5, 13) ORDER BY i;
SELECT i, s FROM t WHERE i BETWEEN 3 AND 4 ORDER BY i;
SELECT count(*) FROM t WHERE i = 5 OR i = 500;
DROP TABLE t;

-- the algorithm says AES_GCM_CTR_V1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_ctr.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the same, and a page's text is where CTR decrypts it: 16 bytes too long
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_ctr_shifted.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the same, and what a page decrypts to then was chosen by somebody who knew its values: i = 2 becomes 999999
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_ctr_forged.parquet');
SELECT i FROM t WHERE rowid = 3;
DROP TABLE t;

-- the algorithm of a signed footer says AES_GCM_CTR_V1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_ctr_signed.parquet');

-- the algorithm says AES_GCM_V1
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_gcm.parquet');
SELECT count(i), sum(i), max(i) FROM t;
SELECT count(j), sum(j), max(j) FROM t;
SELECT count(s), count(DISTINCT s), max(s) FROM t;
DROP TABLE t;

-- the algorithm is field 3 of the union
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_algorithm_unknown.parquet');

-- the key metadata names column16; read without footer_key
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_key_metadata_changed.parquet');

-- the key metadata names a key that does not exist; read without footer_key
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/encrypted/attack_key_metadata_unknown.parquet');
