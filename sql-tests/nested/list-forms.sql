-- Lists in all historical forms: the five rules of the specification.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_lists.parquet');
SELECT id, "rule1" FROM t;
SELECT id, "rule2" FROM t;
SELECT id, "rule3" FROM t;
SELECT id, "rule3_group" FROM t;
SELECT id, "rule4" FROM t;
SELECT id, "rule4_tuple" FROM t;
SELECT id, "rule5" FROM t;
SELECT id, "rule5_must" FROM t;
SELECT id, "standard" FROM t;
SELECT name, type, "notnull", hidden FROM pragma_table_xinfo('t') WHERE name NOT LIKE '\_%' ESCAPE '\';

SELECT id FROM t WHERE rule1 IS NULL;
SELECT id FROM t WHERE rule1 = '[1,-2]';
SELECT id, rule1, standard FROM t WHERE id >= 3 ORDER BY id DESC;
SELECT standard FROM t WHERE rowid = 4;
SELECT count(*), count(rule5), count(DISTINCT rule5_must), max(rule3) FROM t;

--! host >= 3.38.0
SELECT json_array(rule1, 1) FROM t;
SELECT t.id, value FROM t, json_each(t.rule1);
SELECT id, rule2 ->> '$[1].str' FROM t;
--! end
DROP TABLE t;
