-- Groups as JSON.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_structs.parquet');
SELECT "must" FROM t;
SELECT DISTINCT typeof("must") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'must';
SELECT "may" FROM t;
SELECT DISTINCT typeof("may") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'may';
SELECT "deep" FROM t;
SELECT DISTINCT typeof("deep") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'deep';
SELECT "money" FROM t;
SELECT DISTINCT typeof("money") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'money';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_struct.parquet');
SELECT "g" FROM t;
SELECT DISTINCT typeof("g") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'g';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_nulls.parquet');
SELECT "g" FROM t;
SELECT DISTINCT typeof("g") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'g';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_path.parquet');
SELECT "g" FROM t;
SELECT DISTINCT typeof("g") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'g';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_groups.parquet');
SELECT "must" FROM t;
SELECT DISTINCT typeof("must") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'must';
SELECT "may" FROM t;
SELECT DISTINCT typeof("may") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'may';
SELECT "one" FROM t;
SELECT DISTINCT typeof("one") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'one';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/rust_groups.parquet');
SELECT "a" FROM t;
SELECT DISTINCT typeof("a") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'a';
SELECT "r" FROM t;
SELECT DISTINCT typeof("r") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'r';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/polars_types.parquet');
SELECT "g" FROM t;
SELECT DISTINCT typeof("g") FROM t ORDER BY 1;
SELECT type, "notnull" FROM pragma_table_xinfo('t') WHERE name = 'g';
DROP TABLE t;
