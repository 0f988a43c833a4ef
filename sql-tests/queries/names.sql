-- parquet_query() takes keys, aliases and numbers of results as a view does.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 999) SELECT i AS id, i % 7 AS few, CASE i % 5 WHEN 1 THEN ''W2'' ELSE ''w'' || (i % 5) END AS word, ''1'' || (i % 3) AS digits FROM r');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');

-- Keys that are CASTs compare with the affinity of their types.
CREATE VIRTUAL TABLE temp.a1 USING parquet_query('SELECT CAST(few AS TEXT) AS k, count(*) FROM t GROUP BY k HAVING k > 3');
CREATE VIRTUAL TABLE temp.a2 USING parquet_query('SELECT CAST(digits AS INTEGER) AS k, count(*) FROM t GROUP BY 1 HAVING CAST(digits AS INTEGER) IN (''11'', ''12'')');
CREATE VIRTUAL TABLE temp.a3 USING parquet_query('SELECT CAST(few AS VARCHAR(3)), CAST(few AS REAL) AS r, count(*) FROM t GROUP BY 1, 2 HAVING 5 = CAST(few AS VARCHAR(3)) OR r = ''3''');
CREATE VIRTUAL TABLE temp.a4 USING parquet_query('SELECT few + 1 AS k, count(*) FROM t GROUP BY k HAVING k = ''3''');
SELECT * FROM a1;
SELECT CAST(few AS TEXT) AS k, count(*) FROM t GROUP BY k HAVING k > 3;
SELECT * FROM a2;
SELECT CAST(digits AS INTEGER) AS k, count(*) FROM t GROUP BY 1 HAVING CAST(digits AS INTEGER) IN ('11', '12');
SELECT * FROM a3;
SELECT CAST(few AS VARCHAR(3)), CAST(few AS REAL) AS r, count(*) FROM t GROUP BY 1, 2 HAVING 5 = CAST(few AS VARCHAR(3)) OR r = '3';
SELECT * FROM a4;
SELECT few + 1 AS k, count(*) FROM t GROUP BY k HAVING k = '3';
EXPLAIN QUERY PLAN SELECT * FROM a1;

-- The alias of an integer is not the number of a result in ORDER BY; that is one in parentheses or with a sign, and TRUE is none.
CREATE VIRTUAL TABLE temp.o1 USING parquet_query('SELECT few, 7 - few, count(*), 2 AS x FROM t GROUP BY few ORDER BY x');
CREATE VIRTUAL TABLE temp.o2 USING parquet_query('SELECT few, 7 - few, count(*), +2 AS x FROM t GROUP BY few ORDER BY +x, x COLLATE NOCASE');
CREATE VIRTUAL TABLE temp.o3 USING parquet_query('SELECT few, 7 - few, count(*), 9 AS x FROM t GROUP BY few ORDER BY x LIMIT 2');
CREATE VIRTUAL TABLE temp.o4 USING parquet_query('SELECT few, 7 - few, count(*) FROM t GROUP BY few ORDER BY (2) LIMIT 2');
CREATE VIRTUAL TABLE temp.o5 USING parquet_query('SELECT count(*) AS n, id % 300 FROM t GROUP BY 2 ORDER BY true LIMIT 2');
SELECT * FROM o1;
SELECT few, 7 - few, count(*), 2 AS x FROM t GROUP BY few ORDER BY x;
SELECT * FROM o2 LIMIT 2;
SELECT few, 7 - few, count(*), +2 AS x FROM t GROUP BY few ORDER BY +x, x COLLATE NOCASE LIMIT 2;
SELECT * FROM o3;
SELECT * FROM o4;
SELECT few, 7 - few, count(*) FROM t GROUP BY few ORDER BY (2) LIMIT 2;
SELECT * FROM o5;
SELECT count(*) AS n, id % 300 FROM t GROUP BY 2 ORDER BY true LIMIT 2;
EXPLAIN QUERY PLAN SELECT * FROM o1;

-- Values that a collation makes equal are one group.
CREATE VIRTUAL TABLE temp.c1 USING parquet_query('SELECT substr(word, 1) || '''' COLLATE NOCASE AS k, count(*) FROM t GROUP BY k');
CREATE VIRTUAL TABLE temp.c2 USING parquet_query('SELECT count(DISTINCT printf(''%s'', word) COLLATE NOCASE) FROM t WHERE printf(''%s'', word) COLLATE NOCASE < ''W4''');
CREATE VIRTUAL TABLE temp.c3 USING parquet_query('SELECT DISTINCT printf(''%s'', word) COLLATE NOCASE AS k FROM t');
SELECT count(*), sum("count(*)") FROM c1;
SELECT * FROM c2;
SELECT count(*) FROM c3;
EXPLAIN QUERY PLAN SELECT * FROM c3;

-- A column with a collation has the column's name and affinity, as in a view.
CREATE TABLE names(Name TEXT, "b c");
INSERT INTO names VALUES ('7', 1), ('x', 2);
CREATE VIEW v1 AS SELECT "NAME" COLLATE NOCASE, (name), name COLLATE BINARY COLLATE RTRIM, count(*), "b c", n.[b c] COLLATE NOCASE, name || '' COLLATE NOCASE FROM names AS n GROUP BY 1;
CREATE VIRTUAL TABLE temp.n1 USING parquet_query('SELECT "NAME" COLLATE NOCASE, (name), name COLLATE BINARY COLLATE RTRIM, count(*), "b c", n.[b c] COLLATE NOCASE, name || '''' COLLATE NOCASE FROM names AS n GROUP BY 1');
SELECT group_concat(name, '/') FROM pragma_table_info('v1');
SELECT group_concat(name, '/') FROM pragma_table_info('n1');
SELECT count(*) FROM v1 WHERE Name = (SELECT 7);
SELECT count(*) FROM n1 WHERE Name = (SELECT 7);
CREATE VIRTUAL TABLE temp.n2 USING parquet_query('SELECT name, name COLLATE NOCASE, count(*) FROM names JOIN (SELECT 1) GROUP BY 1');
SELECT group_concat(name, '/') FROM pragma_table_info('n2');
