-- parquet_restrict('memory=...') limits all tables of a connection together, whatever
-- their memory_limit; idle tables give up what they keep.
SELECT parquet_write('${TESTTMP}/large.parquet',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
   SELECT i, printf(''%0100d'', i) AS wide FROM n',
  'page_size=100MB', 'data_page_row_limit=1000000', 'encoding=plain');
CREATE VIRTUAL TABLE temp.a USING parquet('${TESTTMP}/large.parquet');
CREATE VIRTUAL TABLE temp.b USING parquet('${TESTTMP}/large.parquet', memory_limit='1GB');
CREATE VIRTUAL TABLE temp.c USING parquet('${TESTTMP}/large.parquet', memory_limit='1GB');
SELECT parquet_restrict('memory=16MB');
-- There is room for one query at a time.
SELECT sum(length(wide)) FROM a;
SELECT sum(length(wide)) FROM b;
SELECT sum(length(wide)) FROM c;
SELECT sum(length(wide)) FROM a;
SELECT count(*) FROM parquet_check('${TESTTMP}/large.parquet');
-- There is no room for two at once.
SELECT count(*) FROM a JOIN b ON a.rowid = b.rowid WHERE length(a.wide) + length(b.wide) > 300;
SELECT sum(length(wide)) FROM c;
-- It cannot be raised again.
SELECT parquet_restrict('memory=1GB');
SELECT count(*) FROM a JOIN b ON a.rowid = b.rowid WHERE length(a.wide) + length(b.wide) > 300;
SELECT parquet_restrict('memory=8MB');
SELECT sum(length(wide)) FROM c;
SELECT sum(i) FROM c;
