-- What parquet_write() writes reads back as the same values.
CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, n);
INSERT INTO t VALUES(1, 1.5, 'abc', x'0102', NULL),
  (-9223372036854775808, 1e300, 'nul ' || char(0) || ' inside', x'', NULL),
  (9223372036854775807, -2.5e-320, '', x'00ff', NULL),
  (0, 9e999, 'ünïcödé 𝄞', zeroblob(3), NULL),
  (NULL, NULL, NULL, NULL, NULL);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM t');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/t.parquet');
SELECT * FROM p;
SELECT typeof(i), typeof(r), typeof(s), typeof(b), typeof(n) FROM p;
SELECT name, type FROM pragma_table_info('p');
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM p);
SELECT num_rows, format_version FROM parquet_file_metadata('${TESTTMP}/t.parquet');
SELECT created_by LIKE 'parquet_vtab version %' FROM parquet_file_metadata('${TESTTMP}/t.parquet');

-- Types chosen by the values alone.
SELECT parquet_write('${TESTTMP}/v.parquet', 'VALUES(1, 2.5, ''x'', x''01'', NULL), (NULL, 3, NULL, NULL, NULL)');
SELECT parquet_attach('${TESTTMP}/v.parquet', 'v');
SELECT *, typeof(column2) FROM v;
SELECT name, type FROM pragma_table_info('v');

-- No rows, and only nulls.
SELECT parquet_write('${TESTTMP}/none.parquet', 'SELECT i, s, n, i + 1 AS sum FROM t WHERE 0');
SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/none.parquet');
SELECT parquet_attach('${TESTTMP}/none.parquet', 'none');
SELECT count(*) FROM none;
SELECT parquet_write('${TESTTMP}/null.parquet', 'SELECT NULL AS x UNION ALL SELECT NULL');
SELECT parquet_attach('${TESTTMP}/null.parquet', 'nulls');
SELECT rowid, x FROM nulls;

-- Only values without bytes.
SELECT parquet_write('${TESTTMP}/empty.parquet', 'SELECT '''' AS t, x'''' AS b UNION ALL SELECT '''', x''''');
SELECT row FROM read_parquet('${TESTTMP}/empty.parquet');

-- The open transaction is seen.
BEGIN;
INSERT INTO t(i) VALUES(77);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT count(*) AS n FROM t WHERE i = 77');
ROLLBACK;
SELECT row FROM read_parquet('${TESTTMP}/t.parquet');

-- Many row groups, and types that turn out too narrow after the sample.
SELECT parquet_write('${TESTTMP}/many.parquet',
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9999)
   SELECT x, CASE WHEN x = 5000 THEN 0.5 ELSE x END AS y, CASE WHEN x = 7000 THEN ''late'' ELSE NULL END AS z,
          CASE WHEN x = 8000 THEN x''08'' ELSE NULL END AS w FROM c', 'row_group_size=1000');
SELECT parquet_attach('${TESTTMP}/many.parquet', 'many');
SELECT count(*), sum(x), sum(y), group_concat(z), hex(max(w)), max(_row_group) FROM many;
SELECT typeof(y), count(*) FROM many GROUP BY 1;
SELECT name, type FROM pragma_table_info('many');

-- A query may read the file that it replaces.
SELECT parquet_write('${TESTTMP}/many.parquet', 'SELECT x FROM many WHERE x % 2');
SELECT parquet_attach('${TESTTMP}/many.parquet', 'half');
SELECT count(*), sum(x) FROM half;

-- Several calls in one statement.
CREATE TABLE parts AS SELECT 'a' AS part UNION ALL SELECT 'b';
SELECT parquet_write('${TESTTMP}/' || part || '.parquet', 'SELECT ''' || part || ''' AS part') FROM parts;
SELECT row FROM read_parquet('${TESTTMP}/b.parquet');

-- No other files remain.
--! shell ls -A "${TESTTMP}"
