-- Bounds of text: the ordinary table n and the Parquet file t have the same rows and must
-- return the same.
CREATE TABLE n(id INTEGER, s TEXT);
INSERT INTO n(s) VALUES (''), (' '), ('!'), ('"'), ('12'), ('-3'), ('+4e1'), ('.5'), ('9'), ('A'), ('AB'),
    ('ABC'), ('Abc'), ('B'), ('Zed'), ('_'), ('a'), ('abc'), ('abcz'), ('abd'), ('b'), ('é');
UPDATE n SET id = rowid;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT id, s FROM n', 'row_group_size=4');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/t.parquet');

-- The bounds of LIKE 'ABC%', but with a case-sensitive one or other operators.
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' AND s < 'abd';
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' AND s < 'abd';
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' COLLATE NOCASE AND s < 'abd';
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' COLLATE NOCASE AND s < 'abd';
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' AND s < 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' AND s < 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM t WHERE s > 'ABC' COLLATE NOCASE AND s <= 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM n WHERE s > 'ABC' COLLATE NOCASE AND s <= 'abd' COLLATE NOCASE;

-- Operands are text in an INTEGER column: SQLite compares s as a number where it looks like
-- one, and every number is below text.
CREATE TABLE operand(v INTEGER);
INSERT INTO operand VALUES (''), ('!'), ('" '), ('-'), ('+x'), ('0x1'), ('9a');
SELECT v, group_concat(s, ' ') FROM (SELECT v, s FROM operand, t WHERE s < v ORDER BY v, id) GROUP BY v;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s < v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s < v)) FROM operand;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s <= v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s <= v)) FROM operand;
