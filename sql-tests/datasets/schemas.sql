-- The columns are those of the first file, by name.
--! shell mkdir -p ${TESTTMP}/f
SELECT parquet_write('${TESTTMP}/f/1.parquet', 'SELECT 1 AS a, ''one'' AS b, 1.5 AS c');
SELECT parquet_write('${TESTTMP}/f/2.parquet', 'SELECT 2.5 AS c, ''two'' AS b, 9 AS extra, 2 AS a');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/f/');
SELECT * FROM t;
SELECT b FROM t WHERE c > 2;

-- A column that is missing, or of another type, fails where it is read.
SELECT parquet_write('${TESTTMP}/f/3.parquet', 'SELECT 3 AS a, 7 AS b');
SELECT a FROM t;
SELECT count(*) FROM t;
SELECT b FROM t;
SELECT c FROM t;
SELECT a FROM t WHERE c > 0;
SELECT a FROM t WHERE c > 0 AND _file NOT LIKE '%/3.parquet';
SELECT a, b FROM t WHERE _file GLOB '*/[12].parquet' ORDER BY b DESC;

-- No column is declared NOT NULL: other files may have nulls in it.
SELECT name, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT parquet_write('${TESTTMP}/f/3.parquet', 'SELECT NULL AS a, NULL AS b, NULL AS c', 'types=a=INT64, b=STRING, c=DOUBLE', 'overwrite=on');
SELECT count(*), count(a) FROM t;
SELECT a FROM t WHERE a IS NULL;

-- Files without rows, and without row groups.
SELECT parquet_write('${TESTTMP}/f/0.parquet', 'SELECT 1 AS a, ''one'' AS b, 1.5 AS c WHERE 0', 'types=a=INT64, b=STRING, c=DOUBLE');
SELECT count(*), count(a), min(_file) LIKE '%/1.parquet' FROM t;
SELECT b, count(*) FROM t GROUP BY b;
SELECT a FROM t ORDER BY a LIMIT 2;

-- Other files.
--! shell printf %0100d 0 > ${TESTTMP}/f/4.parquet
SELECT count(*) FROM t;
SELECT count(*) FROM t WHERE _file LIKE '%/2.parquet';
--! shell rm ${TESTTMP}/f/4.parquet; head -c 50 ${TESTTMP}/f/2.parquet > ${TESTTMP}/f/5.parquet
SELECT count(*) FROM t;
