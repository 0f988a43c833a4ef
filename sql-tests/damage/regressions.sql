-- Files that once revealed a fault; testdata/regressions/README.md describes the faults.
SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('testdata/regressions/decimal_scale_1000.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('testdata/regressions/decimal_scale_negative.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('testdata/regressions/decimal_scale_negative_binary.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('testdata/regressions/decimal_scale_huge_binary.parquet');
SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('testdata/regressions/decimal_long_bound.parquet');
SELECT min_value, max_value FROM parquet_pages('testdata/regressions/decimal_scale_1000.parquet');
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/regressions/decimal_scale_1000.parquet');
SELECT * FROM d;

SELECT row FROM read_parquet('testdata/regressions/no_columns_but_rows.parquet');
CREATE VIRTUAL TABLE temp.n USING parquet('testdata/regressions/no_columns_but_rows.parquet');
SELECT count(*) FROM n;
SELECT * FROM n;

CREATE VIRTUAL TABLE temp.behind USING parquet('testdata/regressions/rows_behind_the_last.parquet');
SELECT sum(a) FROM behind;
SELECT a FROM behind WHERE rowid = 3;
CREATE VIRTUAL TABLE temp.v2 USING parquet('testdata/regressions/v2_rows_differ.parquet');
SELECT group_concat(a) FROM v2;
SELECT a FROM v2 WHERE rowid IN (4, 8);
SELECT first_row, num_rows FROM parquet_pages('testdata/regressions/v2_rows_differ.parquet');
CREATE VIRTUAL TABLE temp.v2_lists USING parquet('testdata/regressions/v2_rows_of_lists.parquet', salvage=on);
SELECT rowid, agree, differ FROM v2_lists;
CREATE VIRTUAL TABLE temp.narrow USING parquet('testdata/regressions/integers_beyond_width.parquet');
SELECT rowid, a FROM narrow;
SELECT DISTINCT a FROM narrow;
SELECT a, count(*) FROM narrow GROUP BY a;
SELECT a, count(*) FROM narrow GROUP BY a ORDER BY 2;
SELECT count(*), min(a), max(a) FROM narrow WHERE a = -1;
SELECT count(*) FROM narrow WHERE a IN (3, 255, 511);
SELECT count(*) FROM (SELECT -1 AS k) JOIN narrow ON a = k;
SELECT a, rowid FROM narrow ORDER BY a DESC, rowid LIMIT 3;
SELECT stats_min, kind, finding FROM parquet_metadata('testdata/regressions/integers_beyond_width.parquet'), parquet_check('testdata/regressions/integers_beyond_width.parquet');
SELECT parquet_write('${TESTTMP}/narrow.parquet', 'SELECT a FROM narrow');
SELECT name, type, converted_type FROM parquet_schema('${TESTTMP}/narrow.parquet') WHERE type IS NOT NULL;
SELECT group_concat(row) FROM read_parquet('${TESTTMP}/narrow.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/narrow.parquet');
SELECT page_id, first_row FROM parquet_pages('testdata/regressions/values_below_all.parquet');
CREATE VIRTUAL TABLE temp.swapped USING parquet('testdata/regressions/chunks_swapped.parquet');
SELECT a, b FROM swapped WHERE rowid <= 2;
SELECT a FROM swapped WHERE rowid = 3;
SELECT row_group_id, path_in_schema FROM parquet_metadata('testdata/regressions/chunks_swapped.parquet');

CREATE VIRTUAL TABLE temp.names USING parquet('testdata/regressions/names_made_up.parquet');
SELECT column_1, column_3, a_b, column_1_1, a_b_1 FROM names;
SELECT name FROM pragma_table_info('names');
CREATE VIRTUAL TABLE temp.dots USING parquet('testdata/regressions/group_with_a_dot.parquet', columns='g');
SELECT name, hidden FROM pragma_table_xinfo('dots');
CREATE VIRTUAL TABLE temp.leaf USING parquet('testdata/regressions/group_with_a_dot.parquet', columns='g.h.z');
SELECT * FROM leaf;

CREATE VIRTUAL TABLE temp.bomb USING parquet('testdata/regressions/delta_strings_bomb.parquet');
SELECT length(s) FROM bomb WHERE rowid = 20000;
CREATE VIRTUAL TABLE temp.nameless USING parquet('testdata/regressions/nameless_field.parquet');
SELECT * FROM nameless;
CREATE VIRTUAL TABLE temp.odd USING parquet('testdata/regressions/name_not_utf8.parquet');
SELECT * FROM odd;
SELECT * FROM parquet_schema('testdata/trips.parquet' || char(0) || 'x');
SELECT parquet_attach('testdata/trips.parquet' || char(0) || 'x');

CREATE VIRTUAL TABLE temp.unused USING parquet('testdata/regressions/dictionary_of_nulls.parquet', salvage=on);
SELECT count(*), count(empty) FROM unused;
SELECT values_lost FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
