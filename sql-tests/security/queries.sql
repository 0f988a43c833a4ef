-- parquet_query() only reads: functions that make tables or files, or change the connection, are
-- refused within it, also by way of a temp view, and its text has no parameters.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS a');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE temp.writes USING parquet_query('SELECT parquet_write(''${TESTTMP}/w.parquet'', ''SELECT 1 AS x'') AS n FROM t');
SELECT n FROM writes;
SELECT parquet_write('${TESTTMP}/o.parquet', 'SELECT n FROM writes');
CREATE TEMP VIEW v AS SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT 1 AS x') AS n;
CREATE VIRTUAL TABLE temp.by_view USING parquet_query('SELECT n FROM v');
SELECT n FROM by_view;
CREATE VIRTUAL TABLE temp.attaches USING parquet_query('SELECT parquet_attach(''${TESTTMP}/t.parquet'', ''leaked'') FROM t');
SELECT * FROM attaches;
CREATE VIRTUAL TABLE temp.imports USING parquet_query('SELECT parquet_import(''${TESTTMP}/t.parquet'', ''leaked'') FROM t');
SELECT * FROM imports;
CREATE VIRTUAL TABLE temp.creates USING parquet_query('SELECT parquet_create_table(''${TESTTMP}/t.parquet'', ''leaked'') FROM t');
SELECT * FROM creates;
CREATE VIRTUAL TABLE temp.restricts USING parquet_query('SELECT parquet_restrict(''read=none'') FROM t');
SELECT * FROM restricts;
CREATE VIRTUAL TABLE temp.adds USING parquet_query('SELECT parquet_add_key(''a'', x''000102030405060708090a0b0c0d0e0f'') FROM t');
SELECT * FROM adds;
SELECT * FROM parquet_schema('${TESTTMP}/w.parquet');
SELECT * FROM leaked;
-- After it, they run again, also in a statement that reads it.
SELECT n FROM v;
CREATE VIRTUAL TABLE temp.reads USING parquet_query('SELECT a + 1 AS a FROM t');
SELECT parquet_write('${TESTTMP}/r.parquet', 'SELECT a FROM reads') AS n, a FROM reads;

CREATE TEMP VIEW p AS SELECT sum(a) FROM t WHERE a > ?1;
CREATE VIRTUAL TABLE temp.p USING parquet_query('SELECT sum(a) FROM t WHERE a > ?1');
CREATE VIRTUAL TABLE temp.p USING parquet_query('SELECT a FROM t WHERE a > :a');
CREATE VIRTUAL TABLE temp.p USING parquet_query('SELECT a FROM t LIMIT @n');
CREATE VIRTUAL TABLE temp.p USING parquet_query('PRAGMA table_info(t)');
CREATE VIRTUAL TABLE temp.p USING parquet_query('EXPLAIN SELECT 1');
CREATE VIRTUAL TABLE temp.p USING parquet_query('SELECT 1) UNION SELECT * FROM (SELECT 2');
CREATE VIRTUAL TABLE temp.p USING parquet_query('ATTACH '':memory:'' AS b');
CREATE VIRTUAL TABLE temp.p USING parquet_query('BEGIN');
CREATE VIRTUAL TABLE temp.p USING parquet_query('');

-- A table of the database, or of temp, may have the name of what is inside.
CREATE VIRTUAL TABLE main.t2 USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE main.m USING parquet_query('SELECT a, substr(a, 1) AS s, count(*) AS n FROM t2 GROUP BY a, s');
CREATE VIRTUAL TABLE temp.u USING parquet_query('SELECT a, substr(a, 1) AS s, count(*) AS n FROM t GROUP BY a, s');
SELECT * FROM m;
SELECT parquet_write('${TESTTMP}/shadow.parquet', 'SELECT 2 AS i0, 3.0 AS r0, ''abc'' AS t0, 4 AS n0, 5 AS n1, 6 AS x0, 7 AS pointer');
CREATE VIRTUAL TABLE "_parquet_query_rows" USING parquet('${TESTTMP}/shadow.parquet');
SELECT * FROM m;
SELECT * FROM u;
DROP TABLE "_parquet_query_rows";
CREATE TEMP VIEW "_parquet_query_rows" AS SELECT 1 AS i0;
SELECT * FROM m;
SELECT * FROM u;
DROP VIEW "_parquet_query_rows";
-- A temp table with the name of the table that it reads changes nothing.
--! reopen
CREATE TEMP TABLE t2(a TEXT);
SELECT name, type FROM pragma_table_info('m');
SELECT * FROM m;
