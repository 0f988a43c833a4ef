-- Row groups whose row count is wrong: count(*), which reads no column, gives the same result
-- as reading one.
CREATE VIRTUAL TABLE temp.right USING parquet('testdata/regressions/rows_claimed.parquet');
SELECT count(*) FROM right;
SELECT rowid FROM right LIMIT 2 OFFSET 11;
CREATE VIRTUAL TABLE temp.many USING parquet('testdata/regressions/rows_claimed_too_many.parquet');
SELECT count(*) FROM many;
SELECT count(a) FROM many;
SELECT count(b) FROM many;
SELECT count(*) FROM many WHERE rowid <= 10;
SELECT EXISTS(SELECT 1 FROM many WHERE rowid = 22);
SELECT rowid FROM many WHERE rowid > 10 LIMIT 1;
SELECT _file_row_number, _row_group FROM many WHERE rowid > 20;
SELECT max(rowid) FROM many;
SELECT a FROM many WHERE rowid = 20;
-- SQLite asks for the column in one row only.
SELECT sum(CASE WHEN rowid = 11 THEN a END) FROM many;
CREATE VIRTUAL TABLE temp.few USING parquet('testdata/regressions/rows_claimed_too_few.parquet');
SELECT count(*) FROM few;
SELECT count(a) FROM few;
SELECT count(*) FROM few WHERE rowid > 18;
CREATE VIRTUAL TABLE temp.none USING parquet('testdata/regressions/rows_claimed_without_pages.parquet');
SELECT count(*) FROM none;
SELECT 1 FROM none LIMIT 1;
SELECT a FROM none LIMIT 1;
SELECT count(*) FROM read_parquet('testdata/regressions/rows_claimed_without_pages.parquet');
CREATE VIRTUAL TABLE temp.lists USING parquet('testdata/regressions/rows_claimed_of_lists.parquet');
SELECT count(*) FROM lists WHERE rowid <= 4;
SELECT a FROM lists WHERE rowid <= 4;
SELECT count(*) FROM lists;
SELECT count(a) FROM lists;
-- One column that reads is enough.
CREATE VIRTUAL TABLE temp.damage USING parquet('testdata/regressions/rows_claimed_beside_damage.parquet');
SELECT count(*) FROM damage;
SELECT count(b) FROM damage;
SELECT count(a) FROM damage;
-- A row group claims to have no rows but has some: before the first row, and after the last.
CREATE VIRTUAL TABLE temp.zero USING parquet('testdata/regressions/rows_claimed_none.parquet');
SELECT count(*) FROM zero;
SELECT a FROM zero;
SELECT a FROM zero WHERE rowid = 3;
SELECT a FROM zero WHERE rowid BETWEEN 2 AND 3;
SELECT a FROM zero WHERE rowid > 9;
