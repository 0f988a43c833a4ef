-- Bounds of text: the ordinary table n and the Parquet file t have the same rows and must
-- give the same.
CREATE TABLE n(id INTEGER, s TEXT);
INSERT INTO n(s) VALUES (''), (' '), ('!'), ('"'), ('12'), ('-3'), ('+4e1'), ('.5'), ('9'), ('A'), ('AB'),
    ('ABC'), ('Abc'), ('B'), ('Zed'), ('_'), ('a'), ('abc'), ('abcz'), ('abd'), ('b'), ('é');
UPDATE n SET id = rowid;
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT id, s FROM n', 'row_group_size=4');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/t.parquet');

-- A lower and an upper bound that LIKE 'ABC%' would have, but which tell the cases apart.
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' AND s < 'abd';
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' AND s < 'abd';
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' COLLATE NOCASE AND s < 'abd';
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' COLLATE NOCASE AND s < 'abd';
SELECT group_concat(s, ' ') FROM t WHERE s >= 'ABC' AND s < 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM n WHERE s >= 'ABC' AND s < 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM t WHERE s > 'ABC' COLLATE NOCASE AND s <= 'abd' COLLATE NOCASE;
SELECT group_concat(s, ' ') FROM n WHERE s > 'ABC' COLLATE NOCASE AND s <= 'abd' COLLATE NOCASE;

-- A text in a column of integers: SQLite compares it with numbers where s looks like one,
-- and every number is below it.
CREATE TABLE operand(v INTEGER);
INSERT INTO operand VALUES (''), ('!'), ('" '), ('-'), ('+x'), ('0x1'), ('9a');
SELECT v, group_concat(s, ' ') FROM (SELECT v, s FROM operand, t WHERE s < v ORDER BY v, id) GROUP BY v;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s < v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s < v)) FROM operand;
SELECT count(*), sum((SELECT count(*) || ' ' || total(id) FROM t WHERE s <= v) IS NOT (SELECT count(*) || ' ' || total(id) FROM n WHERE s <= v)) FROM operand;
