-- parquet_write_types shows which types the columns of the last write got, and why.
SELECT count(*) FROM parquet_write_types;
CREATE TABLE t(a BIGINT, b TIMESTAMP, c DATE, d, e, f DECIMAL(8,2), g TIMESTAMP(3), h, i, j JSON, k REAL, l UBIGINT, m THING);
INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
  SELECT i, '2024-01-01 00:00:00', '2024-01-01', i, NULL, 1.25, '2024-01-01 00:00:00', 'x', x'00', '{}', 0.5, i, i FROM n;
UPDATE t SET b = 'soon' WHERE a IN (17, 18);
UPDATE t SET c = 'never' WHERE a = 2500;
UPDATE t SET d = 2.5 WHERE a = 1200;
UPDATE t SET d = 3.5 WHERE a > 1200;
UPDATE t SET g = '2024-01-01 00:00:00.000001' WHERE a = 2000;
UPDATE t SET j = '{' WHERE a = 2999;
UPDATE t SET l = -l WHERE a = 3;
SELECT parquet_write('${TESTTMP}/t.parquet', 't');
SELECT * FROM parquet_write_types;

-- The types are written as the option types accepts them; each column of the file has one.
SELECT parquet_write('${TESTTMP}/again.parquet', 't', 'types=' || group_concat('"' || column_name || '"=' || column_type)) FROM parquet_write_types;
SELECT column_name, column_type, because FROM parquet_write_types WHERE because <> 'option types';
SELECT count(*) FROM (SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/t.parquet') EXCEPT SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/again.parquet'));

-- Whatever the size of row groups and batches, and whichever round finds the value, its row is named.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a, b, c, d, g FROM t', 'row_group_size=100');
SELECT column_name, because FROM parquet_write_types WHERE column_name <> 'a';
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT a, c, d FROM t', 'order_by=a DESC', 'row_group_size=100');
SELECT column_name, because FROM parquet_write_types WHERE column_name <> 'a';
SELECT parquet_write('${TESTTMP}/folder', 'SELECT a % 2 AS k, c FROM t', 'partition_by=k', 'order_by=c');
SELECT * FROM parquet_write_types;

-- Columns of Parquet tables, nulls that a join adds, and long values.  (Hosts that do not report the origin of
-- result columns know only declared types.)
CREATE TABLE host AS SELECT sqlite_compileoption_used('ENABLE_COLUMN_METADATA') AS tells;
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT trips.*, trips."dropoff.zone" AS zone, o.trip_id AS other FROM trips LEFT JOIN trips o ON o.trip_id = trips.trip_id AND o.trip_id <> 100500', 'types=payment=ENUM NOT NULL');
SELECT parquet_write_types.* FROM host, parquet_write_types WHERE tells;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT CASE WHEN a < 9 THEN c ELSE printf(''%.*c'', a, ''x'') END AS c, c AS "an ""odd"" name" FROM t LIMIT 100');
SELECT column_name, column_type, length(because) < 300 FROM parquet_write_types;

CREATE TABLE firm(a BIGINT NOT NULL, b DATE NOT NULL);
INSERT INTO firm VALUES(1, '2024-01-01'), (2, 'never');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT l.a AS la, r.a AS ra, r.b FROM firm AS l LEFT JOIN firm AS r ON r.a = l.a + 1');
SELECT parquet_write_types.* FROM host, parquet_write_types WHERE tells;

-- A write that fails changes nothing; of nested writes, the outer one ends last.
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT 1 AS one UNION ALL SELECT ''two''');
SELECT count(*) FROM parquet_write_types;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT parquet_write(''${TESTTMP}/inner.parquet'', ''SELECT 1 AS inner'') AS outer');
SELECT * FROM parquet_write_types;
SELECT column_name, parquet_write('${TESTTMP}/t.parquet', 'SELECT 0.5 AS x, ''y'' AS y') FROM parquet_write_types;
SELECT y.column_type, parquet_write('${TESTTMP}/t.parquet', 'SELECT 0.5 AS x'), y.column_type FROM parquet_write_types AS y;
