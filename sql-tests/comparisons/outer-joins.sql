-- An outer join returns all rows of its left table, whatever its ON clause.
CREATE TABLE rows(id, x, u, d);
INSERT INTO rows VALUES (1, NULL, 9223372036854775806, 1.49), (2, 5, 9223372036854775807, 1.5), (3, NULL, '9223372036854775808', 1.51),
    (4, 7, '18446744073709551615', 10.05), (5, 8, 0, 0), (6, 9, NULL, -0.5), (7, 10, 1, -10.5), (8, NULL, 2, 90071992547409.92);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM rows', 'types=id=INT64, x=INT32, u=UINT64, d=DECIMAL(18,2)');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE TABLE o(y);
INSERT INTO o VALUES (1), (2);
SELECT t.id, o.y FROM t LEFT JOIN o ON t.x IS NOT NULL AND o.y = 1 ORDER BY t.id;
SELECT t.id, o.y FROM t LEFT JOIN o ON t.x NOT NULL ORDER BY 1, 2;
SELECT count(*), count(o.y) FROM t LEFT JOIN o ON t.x IS NOT NULL;
SELECT count(*), count(o.y) FROM t LEFT JOIN o ON t.x <> 5;
SELECT count(*), count(o.y) FROM t LEFT JOIN o ON t.x IS NOT 5;
