-- Maps in all historical forms.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_maps.parquet');
SELECT id, "standard" FROM t;
SELECT id, "old_name" FROM t;
SELECT id, "outer_key_value" FROM t;
SELECT id, "no_value" FROM t;
SELECT id, "by_position" FROM t;
SELECT id, "by_date" FROM t;
SELECT id, "by_bytes" FROM t;
SELECT id, "by_decimal" FROM t;
SELECT count(*) FROM pragma_table_xinfo('t') WHERE hidden = 1 AND name LIKE '%.%';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_optional_keys.parquet');
SELECT id, "m" FROM t;
DROP TABLE t;
