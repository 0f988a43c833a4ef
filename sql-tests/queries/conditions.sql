-- Conditions from outside of a parquet_query() have their own collation, and leave out rows of some
-- passes only: where a statement reads the table several times, rows are known again by their rowid.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 999)
  SELECT printf(''word %d'', i * 7919 % 13) AS word, i % 7 AS few FROM r');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE temp.x USING parquet_query('SELECT word, count(*) AS n FROM t GROUP BY word');
CREATE TEMP VIEW v AS SELECT word, count(*) AS n FROM t GROUP BY word;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT * FROM x WHERE word = 'word 1';
--! end
SELECT * FROM x WHERE word = 'word 1';
EXPLAIN QUERY PLAN SELECT * FROM x WHERE word = 'WORD 1' COLLATE NOCASE;
SELECT * FROM x WHERE word = 'WORD 1' COLLATE NOCASE;
SELECT * FROM v WHERE word = 'WORD 1' COLLATE NOCASE;
SELECT count(*) FROM x WHERE word >= 'word 5  ' COLLATE RTRIM;
SELECT count(*) FROM v WHERE word >= 'word 5  ' COLLATE RTRIM;
SELECT count(*) FROM x WHERE word LIKE 'WORD 1%';
SELECT count(*) FROM v WHERE word LIKE 'WORD 1%';
SELECT count(*) FROM x JOIN (SELECT 'Word 1' COLLATE NOCASE AS w) ON w = word;
SELECT count(*) FROM v JOIN (SELECT 'Word 1' COLLATE NOCASE AS w) ON w = word;

CREATE VIRTUAL TABLE temp.x2 USING parquet_query('SELECT word, few, count(*) AS n FROM t GROUP BY word, few');
CREATE TEMP VIEW v2 AS SELECT word, few, count(*) AS n FROM t GROUP BY word, few;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT * FROM x2 WHERE few = 3 OR (few = 4 AND word = 'word 4');
--! end
SELECT count(*), sum(n) FROM x2 WHERE few = 3 OR (few = 4 AND word = 'word 4') OR (few > 5 AND word > 'word 6');
SELECT count(*), sum(n) FROM v2 WHERE few = 3 OR (few = 4 AND word = 'word 4') OR (few > 5 AND word > 'word 6');
SELECT count(DISTINCT rowid) FROM x2;
SELECT count(*) FROM x2 AS a JOIN x2 AS b ON a.few = b.few - 1 AND a.rowid = b.rowid;
-- Rows that are alike have no conditions to leave them out.
CREATE VIRTUAL TABLE temp.x3 USING parquet_query('SELECT few, count(*) AS n FROM t GROUP BY word, few');
EXPLAIN QUERY PLAN SELECT * FROM x3 WHERE few = 3;
SELECT count(*) FROM x3 WHERE few = 3 OR few = 4;
CREATE TEMP TABLE o(f);
INSERT INTO o VALUES(3), (5), (3), (NULL), ('x');
--! host >= 3.39.0
SELECT count(*), count(f), count(word) FROM o RIGHT JOIN x2 ON few = f;
SELECT count(*), count(f), count(word) FROM o RIGHT JOIN v2 ON few = f;
SELECT count(*), count(f), count(word) FROM o FULL JOIN x2 ON few = f AND word > 'word 3';
SELECT count(*), count(f), count(word) FROM o FULL JOIN v2 ON few = f AND word > 'word 3';
--! end
