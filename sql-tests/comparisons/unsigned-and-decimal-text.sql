-- SQLite's largest integer in a column of unsigned integers, and decimals as text.
CREATE TABLE rows(id, x, u, d);
INSERT INTO rows VALUES (1, NULL, 9223372036854775806, 1.49), (2, 5, 9223372036854775807, 1.5), (3, NULL, '9223372036854775808', 1.51),
    (4, 7, '18446744073709551615', 10.05), (5, 8, 0, 0), (6, 9, NULL, -0.5), (7, 10, 1, -10.5), (8, NULL, 2, 90071992547409.92);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM rows', 'types=id=INT64, x=INT32, u=UINT64, d=DECIMAL(18,2)');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
SELECT id, u, typeof(u) FROM t;
SELECT id FROM t WHERE u = 9223372036854775807;
SELECT id FROM t WHERE u > 9223372036854775806 AND typeof(u) = 'integer';

-- Decimals as text: operands with extra zeros, and values next to one another.
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/t.parquet', decimals=text);
SELECT id, d FROM x;
SELECT id FROM x WHERE d = '10.05';
SELECT id FROM x WHERE d = '0.00';
SELECT id FROM x WHERE d = '-0.50';
SELECT id FROM x WHERE d IN ('-10.50', '90071992547409.92', '1.5', '01.50', '0');
SELECT id FROM x WHERE d <> '1.50';
SELECT id FROM x WHERE d IS NOT '1.50';
SELECT id FROM x WHERE d <> '1.49' AND d <> '1.51';
SELECT id FROM x WHERE d <> '-0.50' AND d IS NOT '0.00';

-- Row groups without the text are not read.
SELECT parquet_write('${TESTTMP}/sorted.parquet', 'WITH i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 300) SELECT n / 100.0 AS d FROM i', 'types=d=DECIMAL(9,2)', 'row_group_size=100');
CREATE VIRTUAL TABLE sorted USING parquet('${TESTTMP}/sorted.parquet', decimals=text);
SELECT d FROM sorted WHERE d = '1.50';
SELECT row_groups_by_statistics = 2 OR sqlite_version() < '3.38' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE TABLE wanted AS SELECT '1.50' AS t;
SELECT d FROM sorted WHERE d = (SELECT t FROM wanted);
SELECT row_groups_by_statistics = 2 OR sqlite_version() < '3.38' FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
