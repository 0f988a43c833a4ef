-- The functions for ORC files while each of their allocations fails in turn.
--! lost_memory
SELECT count(*), count(name), count(path_in_schema), count(sqlite_type), count(attributes) FROM orc_schema('testdata/orc/pyarrow_nested.orc');
--! lost_memory
SELECT num_rows, format_version, writer FROM orc_file_metadata('testdata/orc/pyarrow_types.orc');
--! lost_memory
SELECT key, value FROM orc_kv_metadata('testdata/orc/pyarrow_metadata.orc');
--! lost_memory
SELECT count(*), count(streams), count(stats_min), count(stats_max), count(stats_sum) FROM orc_metadata('testdata/orc/pyarrow_types.orc');
--! lost_memory
SELECT * FROM orc_check('testdata/orc/pyarrow_bloom.orc');
--! lost_memory
SELECT * FROM orc_check('testdata/orc/pyarrow_nested.orc');
--! lost_memory
SELECT * FROM orc_check('testdata/orc/pyarrow_dictionary.orc');
--! lost_memory
SELECT * FROM orc_schema('testdata/missing.orc');
--! shell cp testdata/orc/pyarrow_dictionary.orc ${TESTTMP}/damaged.orc; printf '\000' | dd of=${TESTTMP}/damaged.orc bs=1 seek=187 conv=notrunc status=none
--! lost_memory
SELECT kind, path_in_schema, finding, severity FROM orc_check('${TESTTMP}/damaged.orc');
