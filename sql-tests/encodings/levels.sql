-- Definition levels in rare forms.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_bit_packed_levels.parquet');
SELECT "c" FROM t;
SELECT rowid, "g.h.v" FROM t;
SELECT type, hidden FROM pragma_table_xinfo('t') WHERE name = 'g.h.v';
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_level_runs.parquet');
SELECT * FROM t;
DROP TABLE t;
