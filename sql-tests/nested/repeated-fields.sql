-- Repeated fields without annotation, of groups and in groups.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_repeated.parquet');
SELECT id, "names" FROM t;
SELECT id, "points" FROM t;
SELECT id, "g" FROM t;
SELECT id, "g.a", "g.z" FROM t;
SELECT id, names FROM t WHERE "g.z" >= 'z1';
SELECT id FROM t WHERE "g.a" = 5 AND points NOT NULL;
SELECT name, type FROM pragma_table_xinfo('t') WHERE hidden = 1 AND name LIKE 'g.%';
SELECT name FROM pragma_table_xinfo('t') WHERE hidden = 1 AND name LIKE 'points%';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_repeated.parquet', columns="names");
SELECT * FROM t WHERE rowid = 3;
DROP TABLE t;

SELECT row FROM read_parquet('testdata/java_repeated.parquet') LIMIT 1;
