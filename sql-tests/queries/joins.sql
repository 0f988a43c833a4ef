-- A parquet_query() that only SQLite can run keeps its rows once a statement reads all of them again, as
-- the inner table of a join does: its SELECT runs twice, not once for each row of the outer table.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 200)
  SELECT i, nullif(replace(hex(zeroblob(i % 5)), ''00'', ''é''), '''') AS text, CAST(i AS BLOB) AS bytes, i / 4.0 AS real FROM r');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE temp.q USING parquet_query('SELECT i, text, bytes, real, row_number() OVER (ORDER BY i DESC) AS n FROM t');
CREATE TEMP VIEW v AS SELECT i, text, bytes, real, row_number() OVER (ORDER BY i DESC) AS n FROM t;
CREATE TEMP VIEW passes AS SELECT sum(rows_returned) AS rows FROM parquet_scan_stats
  WHERE table_name = 'temp.t';
SELECT count(*), sum(a.n * b.i), max(b.text), max(b.bytes), total(b.real) FROM q AS a CROSS JOIN q AS b;
SELECT rows FROM passes;
SELECT count(*), sum(a.n * b.i), max(b.text), max(b.bytes), total(b.real) FROM v AS a CROSS JOIN v AS b;
SELECT a.i, typeof(b.text), typeof(b.bytes), typeof(b.real), hex(b.bytes), hex(b.text), b.real FROM q AS a CROSS JOIN q AS b
  WHERE a.i IN (1, 2, 4) AND a.i + 1 = b.n + 0 ORDER BY 1;
SELECT a.i, typeof(b.text), typeof(b.bytes), typeof(b.real), hex(b.bytes), hex(b.text), b.real FROM v AS a CROSS JOIN v AS b
  WHERE a.i IN (1, 2, 4) AND a.i + 1 = b.n + 0 ORDER BY 1;

-- Passes that end before the last row, and ones without rows.
SELECT count(*) FROM q AS a WHERE a.i > 190 AND EXISTS (SELECT 1 FROM q AS b WHERE b.n = a.i);
SELECT count(*), sum(c.n) FROM q AS a CROSS JOIN (SELECT * FROM q LIMIT 3) AS c;
SELECT count(*), sum(c.n) FROM v AS a CROSS JOIN (SELECT * FROM v LIMIT 3) AS c;
CREATE VIRTUAL TABLE temp.none USING parquet_query('SELECT i, row_number() OVER () AS n FROM t WHERE i < 0');
SELECT count(*), sum(b.n) FROM q AS a LEFT JOIN none AS b ON 1;

-- What takes more than half of the memory that is left is not kept, but read again.
CREATE VIRTUAL TABLE temp.large USING parquet_query('SELECT i, hex(zeroblob(20000)) AS x, row_number() OVER () AS n FROM t');
CREATE TEMP TABLE noted AS SELECT rows FROM passes;
SELECT count(*), sum(length(b.x)) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS a CROSS JOIN large AS b;
SELECT rows - (SELECT rows FROM noted) FROM passes;
SELECT parquet_restrict('memory=8MB');
SELECT count(*), sum(length(b.x)) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS a CROSS JOIN large AS b;
SELECT rows - (SELECT rows FROM noted) FROM passes;
