-- The collation RTRIM: the Parquet file t, whose row groups have bounds, must return the same
-- as the ordinary table n, which has the same rows.
CREATE TABLE n(id INTEGER, s TEXT, d TEXT);
INSERT INTO n(s) VALUES
    (''), (' '), ('   '), (NULL), ('a'), ('a '), ('a   '), (' a'), ('A'), ('A '), ('a' || char(9)),
    ('ab'), ('ab '), ('a b'), ('a b  '), ('b'), ('b '), ('é'), ('é '), ('𝄞'), ('𝄞  '), ('z'), ('zz '),
    ('5'), ('5 '), ('5.0'), ('05'), (char(65533)), ('a!'), ('a' || char(31)), ('a ' || char(31));
UPDATE n SET id = rowid, d = CASE WHEN rowid % 2 THEN 'even ' ELSE 'even' END;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT id, s, d FROM n ORDER BY s', 'row_group_size=4');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/t.parquet');
SELECT count(*), count(DISTINCT _row_group) FROM t;
CREATE TABLE operand(v);
INSERT INTO operand SELECT s FROM n;
INSERT INTO operand VALUES (5), (5.0), (x'61'), (x''), ('zzz'), ('a' || char(0)), ('a  b'), ('é  ');
CREATE TABLE trimmed(v TEXT COLLATE RTRIM);
INSERT INTO trimmed SELECT v FROM operand;

-- Each comparison with each operand, with an explicit collation and with the operand's own:
-- how many were tried, and how many differ.
SELECT '=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s = v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s = v COLLATE RTRIM)) FROM operand;
SELECT '=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v = s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v = s)) FROM trimmed;
SELECT '<', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s < v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s < v COLLATE RTRIM)) FROM operand;
SELECT '<', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v < s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v < s)) FROM trimmed;
SELECT '<=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s <= v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s <= v COLLATE RTRIM)) FROM operand;
SELECT '<=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v <= s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v <= s)) FROM trimmed;
SELECT '>', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s > v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s > v COLLATE RTRIM)) FROM operand;
SELECT '>', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v > s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v > s)) FROM trimmed;
SELECT '>=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s >= v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s >= v COLLATE RTRIM)) FROM operand;
SELECT '>=', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v >= s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v >= s)) FROM trimmed;
SELECT '<>', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s <> v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s <> v COLLATE RTRIM)) FROM operand;
SELECT '<>', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v <> s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v <> s)) FROM trimmed;
SELECT 'IS', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s IS v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s IS v COLLATE RTRIM)) FROM operand;
SELECT 'IS', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v IS s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v IS s)) FROM trimmed;
SELECT 'IS NOT', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s IS NOT v COLLATE RTRIM) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s IS NOT v COLLATE RTRIM)) FROM operand;
SELECT 'IS NOT', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE v IS NOT s) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE v IS NOT s)) FROM trimmed;
SELECT 'BETWEEN', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s COLLATE RTRIM BETWEEN a.v AND b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s COLLATE RTRIM BETWEEN a.v AND b.v)) FROM operand AS a, operand AS b;
SELECT 'two terms', count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s >= a.v COLLATE RTRIM AND s < b.v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s >= a.v COLLATE RTRIM AND s < b.v)) FROM operand AS a, operand AS b;

SELECT count(*), total(id) FROM t WHERE s COLLATE RTRIM IN ('a', 'b', '');
SELECT count(*), total(id) FROM n WHERE s COLLATE RTRIM IN ('a', 'b', '');
SELECT count(*), total(id) FROM t WHERE s COLLATE RTRIM IN (SELECT v FROM operand WHERE v < 'b');
SELECT count(*), total(id) FROM n WHERE s COLLATE RTRIM IN (SELECT v FROM operand WHERE v < 'b');
SELECT count(*), total(t.id) FROM trimmed CROSS JOIN t ON trimmed.v = t.s;
SELECT count(*), total(n.id) FROM trimmed CROSS JOIN n ON trimmed.v = n.s;
SELECT count(*), total(id) FROM t WHERE d = 'even' COLLATE RTRIM;
SELECT count(*), total(id) FROM t WHERE d = 'even';

-- Sorting, grouping, distinct values, minimum and maximum.
SELECT group_concat(id) = (SELECT group_concat(id) FROM (SELECT id FROM n ORDER BY s COLLATE RTRIM, id)) FROM (SELECT id FROM t ORDER BY s COLLATE RTRIM, id);
SELECT group_concat(id) = (SELECT group_concat(id) FROM (SELECT id FROM n ORDER BY s COLLATE RTRIM DESC, id LIMIT 9)) FROM (SELECT id FROM t ORDER BY s COLLATE RTRIM DESC, id LIMIT 9);
SELECT count(*), count(DISTINCT s COLLATE RTRIM), count(DISTINCT s) FROM t;
SELECT count(*), count(DISTINCT s COLLATE RTRIM), count(DISTINCT s) FROM n;
SELECT count(*) FROM (SELECT rtrim(s), count(*) FROM t GROUP BY s COLLATE RTRIM EXCEPT SELECT rtrim(s), count(*) FROM n GROUP BY s COLLATE RTRIM);
SELECT rtrim(max(s COLLATE RTRIM)) = (SELECT rtrim(max(s COLLATE RTRIM)) FROM n), rtrim(min(s COLLATE RTRIM)) = (SELECT rtrim(min(s COLLATE RTRIM)) FROM n) FROM t;
