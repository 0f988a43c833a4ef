-- Few texts among nulls: a page is used again for a look-up further back, for all rows, and with rows skipped
-- that end where the look-up began.
CREATE TABLE sparse AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  SELECT i, i BETWEEN 1011 AND 1452 AS k,
         CASE WHEN i % 17 = 3 AND i NOT BETWEEN 1000 AND 1060 THEN printf('text %d', i * i) END AS t FROM n;
SELECT parquet_write('${TESTTMP}/sparse.parquet', 'SELECT * FROM sparse', 'encodings=t=PLAIN');
CREATE VIRTUAL TABLE temp.p USING parquet('${TESTTMP}/sparse.parquet', threads=1);
SELECT t FROM p WHERE i = 1051;
SELECT count(t) FROM p;
SELECT count(t), group_concat(t) = (SELECT group_concat(t) FROM sparse WHERE k = 0) FROM p WHERE k = 0;
