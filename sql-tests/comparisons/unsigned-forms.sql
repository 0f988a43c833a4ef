-- UINT64 as text of 20 digits, as reals and as blobs: values, types, order, copies; comparisons are those of an
-- ordinary table with the same declared type.
CREATE TABLE rows(id, u);
INSERT INTO rows VALUES (1, 0), (2, 1), (3, 5), (4, 9007199254740992), (5, 9007199254740993), (6, 9223372036854775807), (7, '9223372036854775808'),
    (8, '9223372036854775809'), (9, '10000000000000000000'), (10, '18446744073709551614'), (11, '18446744073709551615'), (12, NULL), (13, 42), (14, 9223372036854774784);
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM rows', 'types=id=INT64, u=UINT64', 'row_group_size=4', 'bloom_filter=u');
CREATE VIRTUAL TABLE temp.i USING parquet('${TESTTMP}/t.parquet', uint64=integer);
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet', uint64=text);
CREATE VIRTUAL TABLE temp.r USING parquet('${TESTTMP}/t.parquet', uint64=real);
CREATE VIRTUAL TABLE temp.b USING parquet('${TESTTMP}/t.parquet', uint64=blob);
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/t.parquet', uint64=float);
SELECT name, type FROM pragma_table_info('i') WHERE name = 'u';
SELECT name, type FROM pragma_table_info('t') WHERE name = 'u';
SELECT name, type FROM pragma_table_info('r') WHERE name = 'u';
SELECT name, type FROM pragma_table_info('b') WHERE name = 'u';
SELECT id, i.u, t.u, r.u, b.u FROM i JOIN t USING (id) JOIN r USING (id) JOIN b USING (id);
CREATE TABLE nt(id, u UNSIGNED TEXT);
CREATE TABLE nr(id, u UNSIGNED REAL);
CREATE TABLE nb(id, u UNSIGNED BLOB);
INSERT INTO nt SELECT * FROM t;
INSERT INTO nr SELECT * FROM r;
INSERT INTO nb SELECT * FROM b;

CREATE TABLE op0(v);
INSERT INTO op0 VALUES (0), (-1), (5), (5.0), (4.5), (42), (9007199254740992), (9007199254740993), (9007199254740992.0), (9223372036854775807), (9.223372036854775807e18),
  (1e19), (1.8446744073709551615e19), (1.9e19), (-1e300), (9e999), ('5'), (' 5'), ('00000000000000000005'), ('10000000000000000000'), ('1e19'), ('+10000000000000000000'),
  ('18446744073709551615'), ('18446744073709551614'), ('18446744073709551616'), ('09223372036854775807'), ('9223372036854775807'), ('9223372036854775808'),
  ('00009007199254740993'), ('9007199254740993'), ('abc'), (''), ('-'), ('9'), ('999999999999999999999'), (X''), (X'00'), (X'0000000000000005'), (X'8AC7230489E80000'), (X'8AC7230489E8000000'),
  (X'FFFFFFFFFFFFFFFF'), (NULL);
CREATE TABLE op1(v TEXT);
CREATE TABLE op2(v NUMERIC);
CREATE TABLE op3(v REAL);
INSERT INTO op1 SELECT v FROM op0;
INSERT INTO op2 SELECT v FROM op0;
INSERT INTO op3 SELECT v FROM op0;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS NOT v ORDER BY 1))) FROM op0;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS NOT v ORDER BY 1))) FROM op1;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS NOT v ORDER BY 1))) FROM op2;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM t WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nt WHERE u IS NOT v ORDER BY 1))) FROM op3;
SELECT min(u) IS (SELECT min(u) FROM nt), max(u) IS (SELECT max(u) FROM nt) FROM t;
SELECT group_concat(id) FROM (SELECT id FROM t ORDER BY u, id);
SELECT group_concat(id) FROM (SELECT id FROM nt ORDER BY u, id);
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS NOT v ORDER BY 1))) FROM op0;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS NOT v ORDER BY 1))) FROM op1;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS NOT v ORDER BY 1))) FROM op2;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM r WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nr WHERE u IS NOT v ORDER BY 1))) FROM op3;
SELECT min(u) IS (SELECT min(u) FROM nr), max(u) IS (SELECT max(u) FROM nr) FROM r;
SELECT group_concat(id) FROM (SELECT id FROM r ORDER BY u, id);
SELECT group_concat(id) FROM (SELECT id FROM nr ORDER BY u, id);
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS NOT v ORDER BY 1))) FROM op0;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS NOT v ORDER BY 1))) FROM op1;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS NOT v ORDER BY 1))) FROM op2;
SELECT sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u = v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u = v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u < v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u < v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u > v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u > v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u >= v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u >= v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u <> v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u <> v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS v ORDER BY 1))),
  sum((SELECT group_concat(id) FROM (SELECT id FROM b WHERE u IS NOT v ORDER BY 1)) IS NOT (SELECT group_concat(id) FROM (SELECT id FROM nb WHERE u IS NOT v ORDER BY 1))) FROM op3;
SELECT min(u) IS (SELECT min(u) FROM nb), max(u) IS (SELECT max(u) FROM nb) FROM b;
SELECT group_concat(id) FROM (SELECT id FROM b ORDER BY u, id);
SELECT group_concat(id) FROM (SELECT id FROM nb ORDER BY u, id);

-- Text of numeric affinity: SQLite compares numbers.
CREATE TABLE ints(n INTEGER);
--! host >= 3.38.0
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '5' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT ' 5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT ' 5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT ' 5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT ' 5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT ' 5' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT ' 5' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT ' 5' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '1e19' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '1e19' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '1e19' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '1e19' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '1e19' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '1e19' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '1e19' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '10000000000000000000' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '18446744073709551615' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '09007199254740993' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '09007199254740993' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT 'abc' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT 'abc' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT 'abc' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT 'abc' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT 'abc' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT 'abc' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT 'abc' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '1e300' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '1e300' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '1e300' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '1e300' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '1e300' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '1e300' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '1e300' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u = (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u = (SELECT '-1' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u < (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '-1' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <= (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <= (SELECT '-1' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u > (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u > (SELECT '-1' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u >= (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '-1' UNION ALL SELECT n FROM ints)),
  (SELECT group_concat(id) FROM t WHERE u <> (SELECT '-1' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u <> (SELECT '-1' UNION ALL SELECT n FROM ints));
SELECT (SELECT group_concat(id) FROM t WHERE u < (SELECT '+1e20' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u < (SELECT '+1e20' UNION ALL SELECT n FROM ints)), (SELECT group_concat(id) FROM t WHERE u >= (SELECT '+1e20' UNION ALL SELECT n FROM ints)) IS (SELECT group_concat(id) FROM nt WHERE u >= (SELECT '+1e20' UNION ALL SELECT n FROM ints));
SELECT group_concat(id) FROM t WHERE u = (SELECT '5' UNION ALL SELECT n FROM ints);
--! end

-- Literals, and what is not read.
SELECT id FROM t WHERE u = '10000000000000000000';
SELECT id FROM t WHERE u > '09223372036854775807' ORDER BY u DESC LIMIT 2;
SELECT id FROM t WHERE u IN ('00000000000000000005', '18446744073709551615', '5');
SELECT id FROM r WHERE u = 10000000000000000000;
SELECT id FROM r WHERE u >= '10000000000000000000';
SELECT id FROM r WHERE u = 9007199254740992;
SELECT id FROM b WHERE u = x'8AC7230489E80000';
SELECT id FROM b WHERE u >= x'8AC7230489E80000';
SELECT id FROM i WHERE u = '10000000000000000000';
SELECT id FROM i WHERE u = 10000000000000000000;
--! host >= 3.38.0
SELECT row_groups, row_groups_by_statistics + row_groups_by_bloom FROM parquet_scan_stats ORDER BY seq DESC LIMIT 9;
--! end

-- Copies are UINT64 and show the same values, from tables and from ordinary ones with the declared type.
SELECT parquet_write('${TESTTMP}/ct.parquet', 't'), parquet_write('${TESTTMP}/cr.parquet', 'r'), parquet_write('${TESTTMP}/cb.parquet', 'b'), parquet_write('${TESTTMP}/ci.parquet', 'i');
SELECT parquet_write('${TESTTMP}/nt.parquet', 'nt'), parquet_write('${TESTTMP}/nr.parquet', 'nr'), parquet_write('${TESTTMP}/nb.parquet', 'nb');
CREATE VIRTUAL TABLE temp.ct USING parquet('${TESTTMP}/ct.parquet');
CREATE VIRTUAL TABLE temp.cb USING parquet('${TESTTMP}/cb.parquet');
CREATE VIRTUAL TABLE temp.ci USING parquet('${TESTTMP}/ci.parquet');
CREATE VIRTUAL TABLE temp.cr USING parquet('${TESTTMP}/cr.parquet', uint64=real);
CREATE VIRTUAL TABLE temp.cnt USING parquet('${TESTTMP}/nt.parquet');
CREATE VIRTUAL TABLE temp.cnb USING parquet('${TESTTMP}/nb.parquet');
CREATE VIRTUAL TABLE temp.cnr USING parquet('${TESTTMP}/nr.parquet', uint64=real);
SELECT (SELECT count(*) FROM (SELECT * FROM ct EXCEPT SELECT * FROM i)), (SELECT count(*) FROM (SELECT * FROM cb EXCEPT SELECT * FROM i)),
  (SELECT count(*) FROM (SELECT * FROM ci EXCEPT SELECT * FROM i)), (SELECT count(*) FROM (SELECT * FROM cr EXCEPT SELECT * FROM r)),
  (SELECT count(*) FROM (SELECT * FROM cnt EXCEPT SELECT * FROM i)), (SELECT count(*) FROM (SELECT * FROM cnb EXCEPT SELECT * FROM i)),
  (SELECT count(*) FROM (SELECT * FROM cnr EXCEPT SELECT * FROM r));
SELECT type, converted_type FROM parquet_schema('${TESTTMP}/cr.parquet') WHERE name = 'u';
SELECT type, converted_type FROM parquet_schema('${TESTTMP}/nr.parquet') WHERE name = 'u';
-- Other values in such columns keep what they are.
INSERT INTO nt VALUES (15, '5');
INSERT INTO nb VALUES (15, x'05');
INSERT INTO nr VALUES (15, 0.5);
SELECT parquet_write('${TESTTMP}/nt.parquet', 'nt'), parquet_write('${TESTTMP}/nr.parquet', 'nr'), parquet_write('${TESTTMP}/nb.parquet', 'nb');
SELECT (SELECT type FROM parquet_schema('${TESTTMP}/nt.parquet') WHERE name = 'u'), (SELECT type FROM parquet_schema('${TESTTMP}/nr.parquet') WHERE name = 'u'),
  (SELECT type FROM parquet_schema('${TESTTMP}/nb.parquet') WHERE name = 'u');

-- The least and greatest number of the file's own order.
SELECT column_type, min, max, typeof(max) FROM parquet_summarize('${TESTTMP}/t.parquet') WHERE column_name = 'u';
SELECT column_type, min, max, typeof(max) FROM parquet_summarize('${TESTTMP}/t.parquet', 'exact=off') WHERE column_name = 'u';
SELECT row_group_id, stats_min_value, stats_max_value FROM parquet_metadata('${TESTTMP}/t.parquet') WHERE path_in_schema = 'u';
