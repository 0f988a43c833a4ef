-- memory_limit: how much memory a table's queries may use; the connection has a limit,
-- too.
SELECT parquet_write('${TESTTMP}/large.parquet',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
   SELECT i, printf(''%0100d'', i) AS wide, ''same'' AS same,
          json_array(printf(''%0100d'', i)) AS list FROM n',
  'page_size=100MB', 'data_page_row_limit=1000000', 'encoding=plain', 'types=list=LIST<STRING>');
SELECT count(*) FROM parquet_pages('${TESTTMP}/large.parquet') WHERE uncompressed_size > 9000000;

CREATE VIRTUAL TABLE temp.large USING parquet('${TESTTMP}/large.parquet');
CREATE VIRTUAL TABLE temp.small USING parquet('${TESTTMP}/large.parquet', memory_limit='4MiB');
SELECT sum(i), sum(length(wide)), min(same), sum(length(list)) FROM large;
SELECT sum(i), min(same) FROM small;
-- A query that needs only the beginning of a page holds only that.
SELECT i, length(wide) FROM small LIMIT 1;
SELECT i, list FROM small LIMIT 1;
-- The whole page exceeds the limit; afterwards other columns and the first rows can be read.
SELECT sum(length(wide)) FROM small;
SELECT count(*) FROM small WHERE wide LIKE '%77777%';
SELECT sum(length(list)) FROM small;
SELECT max(i) FROM small;
SELECT length(wide) FROM small LIMIT 1;
-- Values of the option.
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/large.parquet', memory_limit=20000000);
SELECT sum(length(wide)) FROM x;
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/large.parquet', memory_limit=1);
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/large.parquet', memory_limit=much);
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/large.parquet', memory_limit='64 MiB');
SELECT sum(length(wide)) FROM y;

-- SQLite's own limit applies, too.  Idle tables first free what they keep.
PRAGMA hard_heap_limit=6000000;
SELECT max(i) FROM large;
SELECT sum(length(wide)) FROM large;
SELECT max(i) FROM large;
