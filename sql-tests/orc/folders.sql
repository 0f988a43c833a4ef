-- Folders, patterns and lists of ORC files, and partition keys in their paths.
--! shell mkdir -p ${TESTTMP}/f/deep ${TESTTMP}/f/_hidden && cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/f/a.orc && cp testdata/orc/pyarrow_sorted.orc ${TESTTMP}/f/b.ORC && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/f/deep/c.orc && cp testdata/orc/pyarrow_types.orc ${TESTTMP}/f/_hidden/d.orc && cp testdata/orc/pyarrow_types.orc ${TESTTMP}/f/e.txt
CREATE VIRTUAL TABLE t USING orc('${TESTTMP}/f/');
SELECT name, type, hidden FROM pragma_table_xinfo('t');
SELECT count(*), count(DISTINCT _file), count(DISTINCT rowid), min(id), max(id) FROM t;
SELECT substr(_file, -5), _row_group, count(*), min(_file_row_number), max(_file_row_number), min(id), max(id) FROM t GROUP BY _file, _row_group;
CREATE VIRTUAL TABLE pattern USING parquet('${TESTTMP}/f/**/?.orc');
SELECT substr(_file, -5), count(*) FROM pattern GROUP BY _file;
CREATE VIRTUAL TABLE list USING orc('${TESTTMP}/f/b.ORC
${TESTTMP}/f/deep/c.orc
${TESTTMP}/f/b.ORC');
SELECT count(*), count(DISTINCT id), min(rowid), max(rowid) FROM list;
SELECT count(*) FROM read_parquet('${TESTTMP}/f/**');
CREATE VIRTUAL TABLE any_name USING orc('${TESTTMP}/f/*.txt');
SELECT count(*) FROM any_name;
CREATE VIRTUAL TABLE no_file USING orc('${TESTTMP}/f/*.snappy');

-- Rows are found by number, in a file and in all of them.
SELECT id, word, rowid FROM t WHERE _file LIKE '%b.ORC' AND _file_row_number = 450;
SELECT id, word FROM t WHERE rowid IN (1, 1500, 1501, 1099511627777, 1099511627776 + 1200, 2 * 1099511627776 + 1);
SELECT count(*), sum((SELECT b.id FROM t b WHERE b.rowid = t.rowid) = id) FROM t WHERE _row_group = 1;
SELECT a.id, count(*), min(b.word), max(b.word) FROM t a JOIN t b ON b.id = a.id + 3 AND b._file <> a._file WHERE a.id < 12 GROUP BY a.id;
SELECT word, count(*) FROM t WHERE id BETWEEN 600 AND 1100 GROUP BY word;
SELECT id FROM t ORDER BY word DESC, id DESC LIMIT 3;

-- A column that a file does not have, or has with another type, fails where it is read.
SELECT count(place) FROM t WHERE _file LIKE '%a.orc';
SELECT count(place) FROM t WHERE _file LIKE '%c.orc';
SELECT price FROM t WHERE _file LIKE '%b.ORC';

-- Bounds of stripes, row indexes and Bloom filters exclude rows of each file.
SELECT count(*) FROM t WHERE id > 1000000;
SELECT row_groups, row_groups_by_statistics, pages_by_bounds FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM t WHERE id = 400001;
SELECT row_groups, row_groups_by_statistics, row_groups_by_bloom FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM t WHERE id = 1501 AND _file LIKE '%c.orc';
SELECT row_groups, row_groups_by_statistics, row_groups_by_bloom FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT id FROM t WHERE word = 'birch 0152';
SELECT row_groups, row_groups_by_statistics, pages_by_bounds FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
SELECT count(*) FROM t WHERE _file LIKE '%c.orc';
SELECT files, files_by_path, row_groups FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
EXPLAIN QUERY PLAN SELECT id FROM t WHERE id > 1000000 AND _row_group = 2;
CREATE VIRTUAL TABLE o USING orc('${TESTTMP}/f/', pushdown=off, threads=1);
SELECT count(*) FROM (SELECT rowid, id, word, note FROM t WHERE _file LIKE '%a.orc' EXCEPT SELECT rowid, id, word, note FROM pattern);
SELECT count(*) FROM (SELECT rowid, id, word, _file, _row_group, _file_row_number FROM o INTERSECT SELECT rowid, id, word, _file, _row_group, _file_row_number FROM t);
SELECT count(*) FROM t WHERE id BETWEEN 900 AND 2000 AND word IN ('hazel', 'fern', 'amber 0001');
SELECT count(*) FROM o WHERE id BETWEEN 900 AND 2000 AND word IN ('hazel', 'fern', 'amber 0001');

-- Partition keys.
--! shell mkdir -p ${TESTTMP}/hive/year=2024/zone=north ${TESTTMP}/hive/year=2025/zone=__HIVE_DEFAULT_PARTITION__ ${TESTTMP}/hive/year=2025/zone=south%20east && cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/hive/year=2024/zone=north/part-0.orc && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/hive/year=2025/zone=__HIVE_DEFAULT_PARTITION__/part-0.orc && cp testdata/orc/pyarrow_sorted_zlib.orc ${TESTTMP}/hive/year=2025/zone=south%20east/part-0.orc
CREATE VIRTUAL TABLE hive USING orc('${TESTTMP}/hive');
SELECT name, type FROM pragma_table_info('hive') WHERE cid > 7;
SELECT year, zone, count(*), max(id) FROM hive GROUP BY year, zone;
SELECT id, word, year, zone FROM hive WHERE year = 2025 AND zone > 's' AND id < 3000;
SELECT files, files_by_path, row_groups FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM hive WHERE zone IS NULL AND id > 4000;
SELECT files, files_by_path FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(*) FROM hive WHERE year > 2030;
SELECT files, files_by_path, row_groups FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE types USING orc('${TESTTMP}/hive', hive_types='year=TEXT');
SELECT DISTINCT year, typeof(year) FROM types;
CREATE VIRTUAL TABLE plain USING orc('${TESTTMP}/hive', hive_partitioning=off);
SELECT count(*) FROM pragma_table_info('plain') WHERE name IN ('year', 'zone');
SELECT parquet_attach('${TESTTMP}/hive', 'attached');
SELECT year, count(*) FROM attached GROUP BY year;

-- Files that come and go.
--! shell mkdir ${TESTTMP}/hive/year=2026 && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/hive/year=2026/ && rm ${TESTTMP}/hive/year=2024/zone=north/part-0.orc
SELECT year, zone, count(*) FROM hive GROUP BY year, zone;

-- Hive writes files of 0 bytes where there are no rows.  Among others they have none; alone, or named as Parquet files, they are errors.
--! shell mkdir -p ${TESTTMP}/empty/part=1 ${TESTTMP}/empty/part=2 ${TESTTMP}/all && printf '' > ${TESTTMP}/empty/part=1/a.orc && printf '' > ${TESTTMP}/empty/part=1/000000_0 && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/empty/part=2/b.orc && printf '' > ${TESTTMP}/empty/part=2/c.ORC && printf '' > ${TESTTMP}/all/a.orc && printf '' > ${TESTTMP}/all/b.orc
CREATE VIRTUAL TABLE some_empty USING orc('${TESTTMP}/empty');
SELECT name, type, hidden FROM pragma_table_xinfo('some_empty');
SELECT count(*), count(DISTINCT _file), min(part), max(id) FROM some_empty;
SELECT count(*) FROM some_empty WHERE part = 1;
SELECT id, word FROM some_empty WHERE id BETWEEN 900 AND 903;
SELECT count(*) FROM read_parquet('${TESTTMP}/empty/*/*');
CREATE VIRTUAL TABLE united USING orc('${TESTTMP}/empty/**', union_by_name=on);
SELECT count(*), max(id) FROM united;
CREATE VIRTUAL TABLE all_empty USING orc('${TESTTMP}/all');
CREATE VIRTUAL TABLE alone USING orc('${TESTTMP}/all/a.orc');
SELECT count(*) FROM orc_schema('${TESTTMP}/all/a.orc');
--! shell cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/empty/part=1/a.orc && printf '' > ${TESTTMP}/all/c.parquet
SELECT part, count(*) FROM some_empty GROUP BY part;
CREATE VIRTUAL TABLE of_parquet USING orc('${TESTTMP}/all');
CREATE VIRTUAL TABLE of_parquet USING orc('${TESTTMP}/all/c*');

-- parquet_attach() of a folder makes no table for them, nor for folders with nothing else.
--! shell mkdir -p ${TESTTMP}/attached/only ${TESTTMP}/attached/some && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/attached/full.orc && printf '' > ${TESTTMP}/attached/hollow.orc && printf '' > ${TESTTMP}/attached/only/a.orc && printf '' > ${TESTTMP}/attached/some/a.ORC && cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/attached/some/b.orc
SELECT parquet_attach('${TESTTMP}/attached');
SELECT name FROM sqlite_temp_master WHERE name IN ('full', 'hollow', 'only', 'some') ORDER BY 1;
SELECT (SELECT count(*) FROM temp.full), (SELECT count(*) FROM some), (SELECT count(DISTINCT _file) FROM some);
SELECT parquet_attach('${TESTTMP}/attached/only');
--! shell printf '' > ${TESTTMP}/attached/hollow.parquet
SELECT parquet_attach('${TESTTMP}/attached');
