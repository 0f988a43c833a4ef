-- parquet_write() accepts one statement that only reads, or the name of a table or view.
CREATE TABLE t(a);
INSERT INTO t VALUES(1), (2), (3);
CREATE TABLE "odd table"(b);
INSERT INTO "odd table" VALUES(4);
CREATE TABLE "order"(c);
CREATE TABLE "a.b"(d);
CREATE VIEW v AS SELECT a * 10 AS a10 FROM t;
CREATE TEMP TABLE tt AS SELECT 5 AS e;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT * FROM t');
SELECT parquet_write('${TESTTMP}/x.parquet', 'values (1), (2)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'WITH x AS (SELECT a FROM t WHERE a > 1) SELECT * FROM x');
SELECT parquet_write('${TESTTMP}/x.parquet', '
  -- comments; SELECT nothing;
  /* of both kinds */ SELECT a FROM t LIMIT 1 ; -- and behind
  /* it */ ;');
SELECT parquet_write('${TESTTMP}/x.parquet', 't');
SELECT parquet_write('${TESTTMP}/x.parquet', ' main.t /* the table */ ');
SELECT parquet_write('${TESTTMP}/x.parquet', '"odd table"');
SELECT parquet_write('${TESTTMP}/x.parquet', 'main."odd table"');
SELECT parquet_write('${TESTTMP}/x.parquet', '[main] . [order]');
SELECT parquet_write('${TESTTMP}/x.parquet', 'order');
SELECT parquet_write('${TESTTMP}/x.parquet', '`a.b`');
SELECT parquet_write('${TESTTMP}/x.parquet', 'v');
SELECT row FROM read_parquet('${TESTTMP}/x.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'temp.tt');
SELECT row FROM read_parquet('${TESTTMP}/x.parquet');

SELECT parquet_write('${TESTTMP}/x.parquet', '');
SELECT parquet_write('${TESTTMP}/x.parquet', ' -- nothing');
SELECT parquet_write('${TESTTMP}/x.parquet', 'nothing');
SELECT parquet_write('${TESTTMP}/x.parquet', 'odd table');
SELECT parquet_write('${TESTTMP}/x.parquet', 'main.');
SELECT parquet_write('${TESTTMP}/x.parquet', '"t');
SELECT parquet_write('${TESTTMP}/x.parquet', 't; DROP TABLE t');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1; SELECT 2');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1; oops');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a; /**/ oops');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS a; /* the end */ ; -- it is');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1; PRAGMA recursive_triggers = on');
PRAGMA recursive_triggers;
SELECT parquet_write('${TESTTMP}/x.parquet', 'temp.tt; ');
SELECT parquet_write('${TESTTMP}/x.parquet', 'INSERT INTO t VALUES(9) RETURNING a');
SELECT parquet_write('${TESTTMP}/x.parquet', 'WITH x AS (SELECT 1) DELETE FROM t');
SELECT parquet_write('${TESTTMP}/x.parquet', 'EXPLAIN SELECT 1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'EXPLAIN QUERY PLAN SELECT 1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'PRAGMA user_version');
SELECT parquet_write('${TESTTMP}/x.parquet', 'PRAGMA user_version = 7');
SELECT parquet_write('${TESTTMP}/x.parquet', 'BEGIN');
SELECT parquet_write('${TESTTMP}/x.parquet', 'ATTACH ''x.db'' AS x');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ?1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT :name');
SELECT count(*) FROM t;
PRAGMA user_version;
SELECT row FROM read_parquet('${TESTTMP}/x.parquet');

-- Many columns.
WITH RECURSIVE i(n) AS (VALUES(0) UNION ALL SELECT n + 1 FROM i WHERE n < 250) SELECT parquet_write('${TESTTMP}/wide.parquet', 'SELECT ' || group_concat(n || ' AS c' || n)) FROM i;
SELECT sum(stats_min_value = column_id), count(*) FROM parquet_metadata('${TESTTMP}/wide.parquet');
