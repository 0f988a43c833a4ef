-- Errors of files are those of the view, with their code and place.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_count_differs.parquet');
CREATE TEMP VIEW v1 AS SELECT c, count(*) FROM t GROUP BY c;
CREATE VIRTUAL TABLE temp.x1 USING parquet_query('SELECT c, count(*) FROM t GROUP BY c');
SELECT * FROM v1;
SELECT * FROM x1;
CREATE TEMP VIEW v2 AS SELECT c + 1 AS c FROM t;
CREATE VIRTUAL TABLE temp.x2 USING parquet_query('SELECT c + 1 AS c FROM t');
SELECT * FROM v2;
SELECT * FROM x2;
SELECT * FROM parquet_query('SELECT max(c) FROM t WHERE c <> 5');
SELECT max(c) FROM t WHERE c <> 5;

-- The file disappears.
--! shell cp testdata/trips.parquet ${TESTTMP}/gone.parquet
CREATE VIRTUAL TABLE temp.g USING parquet('${TESTTMP}/gone.parquet');
CREATE TEMP VIEW v3 AS SELECT count(*), max(fare) FROM g;
CREATE VIRTUAL TABLE temp.x3 USING parquet_query('SELECT count(*), max(fare) FROM g');
SELECT * FROM x3;
--! shell rm ${TESTTMP}/gone.parquet
SELECT * FROM v3;
SELECT * FROM x3;
DROP TABLE g;
SELECT * FROM v3;
SELECT * FROM x3;

-- The first instant of a column in nanoseconds is not the first of its day.
CREATE VIRTUAL TABLE temp.n USING parquet('testdata/pyarrow_timestamps.parquet');
SELECT * FROM parquet_query('SELECT substr(ns, 1, 4) AS y, count(*) AS n FROM n GROUP BY y');
SELECT substr(ns, 1, 4) AS y, count(*) AS n FROM n GROUP BY y;

-- Columns whose declared type has the word that hides columns.
CREATE TEMP TABLE h(a HIDDEN, b "hidden", c INT hidden, d hidden(3), e Hidden TEXT);
INSERT INTO h VALUES('1', '2', '3', '4', 5);
SELECT * FROM parquet_query('SELECT * FROM h');
CREATE VIRTUAL TABLE temp.hidden USING parquet_query('SELECT * FROM h');
SELECT *, typeof(a), typeof(c), typeof(e) FROM hidden WHERE c = '3';
