-- Names that need quoting, that collide, that the table uses itself.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT "a.b" FROM t WHERE "a.b" >= 0;
SELECT "a b" FROM t WHERE "a b" >= 0;
SELECT "say ""hi""" FROM t WHERE "say ""hi""" >= 0;
SELECT "it's" FROM t WHERE "it's" >= 0;
SELECT "select" FROM t WHERE "select" >= 0;
SELECT "order" FROM t WHERE "order" >= 0;
SELECT "Größe" FROM t WHERE "Größe" >= 0;
SELECT "日本" FROM t WHERE "日本" >= 0;
SELECT "a;b" FROM t WHERE "a;b" >= 0;
SELECT "[x]" FROM t WHERE "[x]" >= 0;
SELECT "`y`" FROM t WHERE "`y`" >= 0;
SELECT "%" FROM t WHERE "%" >= 0;
SELECT "tab	here" FROM t WHERE "tab	here" >= 0;
SELECT "123" FROM t WHERE "123" >= 0;
SELECT "a,b" FROM t WHERE "a,b" >= 0;
SELECT "-- c" FROM t WHERE "-- c" >= 0;
SELECT "NULL" FROM t WHERE "NULL" >= 0;
SELECT "x=y" FROM t WHERE "x=y" >= 0;
SELECT "parquet" FROM t WHERE "parquet" >= 0;
SELECT "_file", "_file_row_number" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_collide.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT "a" FROM t WHERE "a" >= 0;
SELECT "A_2" FROM t WHERE "A_2" >= 0;
SELECT "a_3" FROM t WHERE "a_3" >= 0;
SELECT "a_1" FROM t WHERE "a_1" >= 0;
SELECT "b" FROM t WHERE "b" >= 0;
SELECT "B_1" FROM t WHERE "B_1" >= 0;
SELECT "B_2" FROM t WHERE "B_2" >= 0;
SELECT "É" FROM t WHERE "É" >= 0;
SELECT "é" FROM t WHERE "é" >= 0;
SELECT "_file", "_file_row_number" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_hidden.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT "_file" FROM t WHERE "_file" >= 0;
SELECT "_row_group" FROM t WHERE "_row_group" >= 0;
SELECT "rowid" FROM t WHERE "rowid" >= 0;
SELECT "oid" FROM t WHERE "oid" >= 0;
SELECT "_FILE_ROW_NUMBER" FROM t WHERE "_FILE_ROW_NUMBER" >= 0;
SELECT "_file_1", "_file_row_number_1" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_empty.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT "column_1" FROM t WHERE "column_1" >= 0;
SELECT "x" FROM t WHERE "x" >= 0;
SELECT "_file", "_file_row_number" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_names_path.parquet');
SELECT "g.a" FROM t;
SELECT "g.a_1" FROM t;
SELECT "g.b.c" FROM t;
SELECT "g.A_2" FROM t;
DROP TABLE t;
