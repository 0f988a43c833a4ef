-- What changes of single tokens showed that no test looked at.

-- The left table of an outer join keeps its rows, whatever ON says of it.
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

-- The largest integer of SQLite among unsigned ones.
SELECT id, u, typeof(u) FROM t;
SELECT id FROM t WHERE u = 9223372036854775807;
SELECT id FROM t WHERE u > 9223372036854775806 AND typeof(u) = 'integer';

-- Decimals as text: zeros among the digits, and the neighbours of a value.
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

-- Values of other types in a Variant's field of decimals, as an ordinary column keeps them.
CREATE TABLE variants(id, v);
INSERT INTO variants VALUES (1, '{"d":1.25}'), (2, '{"d":"12"}'), (3, '{"d":" 7.5 "}'), (4, '{"d":"x"}'), (5, '{"d":7}'), (6, '{"d":true}'), (7, '{"d":0.001}'), (8, '{"d":[1]}');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT * FROM variants', 'types=id=INT64, v=VARIANT<STRUCT<d DECIMAL(9,2)>>');
CREATE VIRTUAL TABLE temp.v USING parquet('${TESTTMP}/v.parquet');
SELECT name, type FROM pragma_table_xinfo('v') WHERE name = 'v.d';
SELECT id, "v.d", typeof("v.d") FROM v;
CREATE TABLE n(id BIGINT, d DECIMAL REAL(9,2));
INSERT INTO n SELECT id, json_extract(v, '$.d') FROM variants WHERE id < 8;
SELECT count(*) FROM (SELECT id, quote(d) FROM n EXCEPT SELECT id, quote("v.d") FROM v);
