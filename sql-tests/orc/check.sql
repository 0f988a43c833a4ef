-- orc_check(path) returns one row for each finding, and none for a sound file.
SELECT group_concat(name) FROM pragma_table_xinfo('orc_check') WHERE hidden = 0;
SELECT count(*) FROM orc_check('testdata/orc/pyarrow_*.orc');

-- The file: magic, tail, the places of the stripes.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/magic.orc; printf 'X' | dd of=${TESTTMP}/magic.orc bs=1 seek=0 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/magic.orc');
--! shell head -c 30000 testdata/orc/pyarrow_strides.orc > ${TESTTMP}/truncated.orc
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/truncated.orc');
--! shell printf '' > ${TESTTMP}/empty.orc
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/empty.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/overlap.orc; printf '\353' | dd of=${TESTTMP}/overlap.orc bs=1 seek=64868 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/overlap.orc');

-- A stripe whose footer is damaged, beside sound ones.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/footer.orc; printf '\377' | dd of=${TESTTMP}/footer.orc bs=1 seek=24832 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/footer.orc');

-- Values: the check of a column ends at the damage, in that stripe, and continues with the next one.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/values.orc; printf '\377' | dd of=${TESTTMP}/values.orc bs=1 seek=15179 conv=notrunc status=none; printf '\000' | dd of=${TESTTMP}/values.orc bs=1 seek=23249 conv=notrunc status=none; printf '\377' | dd of=${TESTTMP}/values.orc bs=1 seek=20500 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/values.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/field.orc; printf '\377' | dd of=${TESTTMP}/field.orc bs=1 seek=21691 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/field.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/present.orc; printf '\177' | dd of=${TESTTMP}/present.orc bs=1 seek=20552 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/present.orc');

-- The PRESENT stream of a column becomes one of the root, whose rows are null then; it is damaged, too.
--! shell cp testdata/orc/pyarrow_types.orc ${TESTTMP}/root.orc; printf '\000' | dd of=${TESTTMP}/root.orc bs=1 seek=2134 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/root.orc') WHERE coalesce(column_id, 0) < 3;
--! shell cp testdata/orc/pyarrow_types.orc ${TESTTMP}/rootdamage.orc; printf '\000' | dd of=${TESTTMP}/rootdamage.orc bs=1 seek=2134 conv=notrunc status=none; printf '\200' | dd of=${TESTTMP}/rootdamage.orc bs=1 seek=680 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/rootdamage.orc') WHERE coalesce(column_id, 0) < 3;

-- A stream that continues after its last value; text that is not UTF-8.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/ends.orc; printf '\143\005' | dd of=${TESTTMP}/ends.orc bs=1 seek=13829 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/ends.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/utf8.orc; printf '\377' | dd of=${TESTTMP}/utf8.orc bs=1 seek=15333 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/utf8.orc');

-- Row indexes: positions, and entries that cannot be read.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/positions.orc; printf '\143' | dd of=${TESTTMP}/positions.orc bs=1 seek=12739 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/positions.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/far.orc; printf '\160' | dd of=${TESTTMP}/far.orc bs=1 seek=12923 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/far.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/beyond.orc; printf '\177' | dd of=${TESTTMP}/beyond.orc bs=1 seek=12927 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/beyond.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/index.orc; printf '\377' | dd of=${TESTTMP}/index.orc bs=1 seek=12710 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/index.orc');

-- Statistics: counts, bounds, sums.
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/counts.orc; printf '\143' | dd of=${TESTTMP}/counts.orc bs=1 seek=12719 conv=notrunc status=none; printf '\000' | dd of=${TESTTMP}/counts.orc bs=1 seek=12918 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/counts.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/bounds.orc; printf '\017' | dd of=${TESTTMP}/bounds.orc bs=1 seek=12724 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/bounds.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/sum.orc; printf '\003' | dd of=${TESTTMP}/sum.orc bs=1 seek=17459 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/sum.orc');

-- Bloom filters.
--! shell cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/bloom.orc; printf '\000\000\000\000\000\000\000\000\000\000\000\000' | dd of=${TESTTMP}/bloom.orc bs=1 seek=116 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/bloom.orc');
--! shell cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/filter.orc; printf '\000' | dd of=${TESTTMP}/filter.orc bs=1 seek=109 conv=notrunc status=none
SELECT stripe_id, column_id, path_in_schema, stream_offset, kind, finding, severity FROM orc_check('${TESTTMP}/filter.orc');

-- A path that cannot be read is an error.
SELECT * FROM orc_check('testdata/orc/no_such_file.orc');
SELECT * FROM orc_check('testdata/no_such_folder/');
SELECT * FROM orc_check;
SELECT count(*) FROM orc_check(NULL);
