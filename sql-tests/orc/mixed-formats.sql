-- Tables of ORC and Parquet files, by name; files that are damaged or missing among others.
CREATE VIRTUAL TABLE strides USING orc('testdata/orc/pyarrow_strides.orc');
CREATE VIRTUAL TABLE types USING orc('testdata/orc/pyarrow_types.orc');
--! shell mkdir -p ${TESTTMP}/f && cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/f/b.orc
SELECT parquet_write('${TESTTMP}/f/a.parquet', 'SELECT * FROM strides WHERE id < 300');
SELECT parquet_write('${TESTTMP}/f/c.parquet', 'SELECT id + 100000 AS id, word, day FROM strides');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/f/');
SELECT name, type FROM pragma_table_info('t');
SELECT substr(_file, -6), count(*), min(id), max(id), max(day) FROM t GROUP BY _file;
SELECT id, word, day, substr(_file, -6) FROM t WHERE id IN (297, 300, 104497) ORDER BY rowid;
SELECT count(*) FROM t WHERE id > 100000;
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id, note, amount, price, tags, "place.zone" FROM t WHERE id BETWEEN 240 AND 243 AND _file < '${TESTTMP}/f/c';
SELECT count(*) FROM (SELECT id, note, amount, price, day, tags, "place.lat", "place.zone" FROM t WHERE id < 300 AND _file LIKE '%a.parquet' INTERSECT SELECT id, note, amount, price, day, tags, "place.lat", "place.zone" FROM t WHERE id < 300 AND _file LIKE '%b.orc');
SELECT count(note) FROM t WHERE _file LIKE '%c.parquet';
SELECT file_name LIKE '%a.parquet', num_rows FROM parquet_file_metadata('${TESTTMP}/f/a.parquet');
SELECT substr(file_name, -5), num_rows FROM orc_file_metadata('${TESTTMP}/f/*.orc');
SELECT count(*) FROM read_parquet('${TESTTMP}/f/*');

-- The first file may be of either format.
CREATE VIRTUAL TABLE turned USING orc('${TESTTMP}/f/b.orc
${TESTTMP}/f/a.parquet');
SELECT count(*), count(note), sum(price), count(DISTINCT day) FROM turned;
SELECT substr(_file, -9), id FROM turned WHERE rowid IN (1500, 1099511627777);

-- Types that both formats have.  DECIMAL(18,18) is written as DOUBLE, since 1.0 does not fit.
SELECT parquet_write('${TESTTMP}/types.parquet', 'SELECT * FROM types');
CREATE VIRTUAL TABLE both_types USING orc('testdata/orc/pyarrow_types.orc
${TESTTMP}/types.parquet', union_by_name=on);
SELECT name, type FROM pragma_table_info('both_types') EXCEPT SELECT name, type FROM pragma_table_info('types');
SELECT count(*) FROM (SELECT flag, i8, i16, i32, i64, f32, f64, text, bytes, d9, d38, day, local, instant FROM both_types WHERE _file LIKE '%.orc' EXCEPT SELECT flag, i8, i16, i32, i64, f32, f64, text, bytes, d9, d38, day, local, instant FROM both_types WHERE _file LIKE '%.parquet');
SELECT substr(_file, -6), count(*) FROM both_types WHERE day = '1969-12-31' AND local < '1970' AND d9 = 9999999.99 GROUP BY _file;

-- union_by_name: columns of all files, widened types.
--! shell mkdir -p ${TESTTMP}/u/year=1 ${TESTTMP}/u/year=2 && cp testdata/orc/pyarrow_sorted.orc ${TESTTMP}/u/year=1/ && cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/u/year=2/
SELECT parquet_write('${TESTTMP}/u/year=2/last.parquet', 'SELECT 0.5 AS id, 7 AS "TINY", ''new'' AS fresh', 'types=TINY=INT32');
CREATE VIRTUAL TABLE u USING orc('${TESTTMP}/u', union_by_name=on);
SELECT name, type FROM pragma_table_info('u');
SELECT year, count(*), count(id), max(id), count(tiny), count(note), count(price), max(price), count(fresh) FROM u GROUP BY _file;
SELECT id, tiny, fresh FROM u WHERE tiny = 7 AND year = 2;
SELECT id, tiny, word, price FROM u WHERE id IN (0.5, 3, 3000, 1199000) ORDER BY rowid;
SELECT count(*) FROM u WHERE day > '1973-01-01' AND day < '1974-01-01';
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT count(place), count(DISTINCT place) FROM u WHERE place LIKE '%"zone"%';
SELECT count(*) FROM u WHERE note IS NULL AND tiny NOT NULL;
SELECT count(*) FROM u WHERE day < '1970-01-01';
CREATE VIRTUAL TABLE unpruned USING orc('${TESTTMP}/u', union_by_name=on, pushdown=off);
SELECT count(*) FROM unpruned WHERE day < '1970-01-01';
SELECT count(*) FROM (SELECT rowid, * FROM unpruned EXCEPT SELECT rowid, * FROM u);

-- Options of one format are errors for files of the other.
CREATE VIRTUAL TABLE salvaged USING orc('${TESTTMP}/f/', salvage=on);
SELECT count(word) FROM salvaged WHERE _file LIKE '%a.parquet';
SELECT count(word) FROM salvaged;
CREATE VIRTUAL TABLE texts USING orc('${TESTTMP}/f/', binary_as_text=on);
SELECT count(word) FROM texts;
CREATE VIRTUAL TABLE salvaged_too USING orc('${TESTTMP}/f/b.orc
${TESTTMP}/f/a.parquet', salvage=on);

-- A damaged file: its footer, its end, all of it, and its values.
--! shell cp testdata/orc/pyarrow_bloom.orc ${TESTTMP}/f/d.orc && printf 'XXXXXXXX' | dd of=${TESTTMP}/f/d.orc bs=1 seek=31000 conv=notrunc 2>/dev/null
SELECT count(*) FROM t;
SELECT count(*) FROM t WHERE _file < '${TESTTMP}/f/d';
--! shell head -c 20000 testdata/orc/pyarrow_bloom.orc > ${TESTTMP}/f/d.orc
SELECT sum(id) FROM t WHERE _file LIKE '%d.orc';
--! shell : > ${TESTTMP}/f/d.orc
SELECT sum(id) FROM t WHERE _file LIKE '%d.orc';
--! shell cp testdata/orc/pyarrow_sorted_zlib.orc ${TESTTMP}/f/d.orc; printf 'XXXXXXXX' | dd of=${TESTTMP}/f/d.orc bs=1 seek=23112 conv=notrunc 2>/dev/null
SELECT count(*), sum(id) FROM t;
SELECT count(word) FROM t;
SELECT DISTINCT path_in_schema FROM orc_check('${TESTTMP}/f/d.orc');
--! shell rm ${TESTTMP}/f/d.orc; mkdir ${TESTTMP}/f/d.orc
SELECT count(*) FROM t;
--! shell rmdir ${TESTTMP}/f/d.orc

-- A file that is missing, disappears, or is replaced.
CREATE VIRTUAL TABLE listed USING orc('${TESTTMP}/f/b.orc
${TESTTMP}/f/d.orc');
--! shell cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/f/d.orc
CREATE VIRTUAL TABLE listed USING orc('${TESTTMP}/f/b.orc
${TESTTMP}/f/d.orc');
SELECT count(*), count(DISTINCT id) FROM listed;
--! shell rm ${TESTTMP}/f/d.orc
SELECT count(*), count(DISTINCT id) FROM listed;
SELECT count(*) FROM t;
--! after_row cp testdata/trips.parquet ${TESTTMP}/f/b.orc
SELECT id FROM t WHERE id < 4;
SELECT count(*) FROM t WHERE _file > '${TESTTMP}/f/c';
--! shell rm -r ${TESTTMP}/f
SELECT count(*) FROM t;

-- Both formats write types in the same words, so structs may be of either.
--! shell mkdir ${TESTTMP}/s && cp testdata/orc/pyarrow_strides.orc ${TESTTMP}/s/a.orc
CREATE VIRTUAL TABLE a USING orc('${TESTTMP}/s/a.orc');
SELECT parquet_write('${TESTTMP}/s/b.parquet', 'SELECT id, place, tags FROM a');
CREATE VIRTUAL TABLE structs USING parquet('${TESTTMP}/s/');
SELECT count(*), count(place), count(DISTINCT place) FROM structs;
