-- NaN is NULL; infinities, zeros of both signs, subnormals.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_floats.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT "half" + 0.0, "single" + 0.0, "double" + 0.0, "all_nan", "nan_or_null" FROM t;
SELECT typeof("half"), typeof("single"), typeof("double"), typeof("all_nan"), typeof("nan_or_null") FROM t LIMIT 4;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "half" = 0.333251953125;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "half" < 0.333251953125;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "half" >= 0.333251953125;
SELECT count(*), min(rowid) FROM t WHERE "half" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "single" = 0.5;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "single" < 0.5;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "single" >= 0.5;
SELECT count(*), min(rowid) FROM t WHERE "single" IS NULL;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "double" = 0.5;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "double" < 0.5;
SELECT count(*), min(rowid), max(rowid) FROM t WHERE "double" >= 0.5;
SELECT count(*), min(rowid) FROM t WHERE "double" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "all_nan" IS NULL;
SELECT count(*), min(rowid) FROM t WHERE "nan_or_null" IS NULL;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_floats_split.parquet');
SELECT "half" + 0.0, "single" + 0.0, "double" + 0.0, "all_nan", "nan_or_null" FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_floats_required.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT "f" + 0.0, "d" FROM t;
SELECT typeof("f"), typeof("d") FROM t LIMIT 4;
DROP TABLE t;

-- Integers that no double equals, between two that do.
CREATE TABLE near(x REAL);
INSERT INTO near VALUES (9007199254740992), (9007199254740994), (9007199254740996), (-9007199254740992), (-9007199254740994), (-9007199254740996);
SELECT parquet_write('${TESTTMP}/near.parquet', 'near');
CREATE VIRTUAL TABLE temp.n USING parquet('${TESTTMP}/near.parquet');
CREATE TABLE between_doubles AS SELECT column1 AS i FROM (VALUES (9007199254740993), (9007199254740995), (-9007199254740993), (-9007199254740995));
SELECT i, (SELECT count(*) FROM n WHERE x < i), (SELECT count(*) FROM n WHERE x <= i), (SELECT count(*) FROM n WHERE x = i), (SELECT count(*) FROM n WHERE x >= i), (SELECT count(*) FROM n WHERE x > i) FROM between_doubles;
SELECT i, (SELECT count(*) FROM near WHERE x < i), (SELECT count(*) FROM near WHERE x <= i), (SELECT count(*) FROM near WHERE x = i), (SELECT count(*) FROM near WHERE x >= i), (SELECT count(*) FROM near WHERE x > i) FROM between_doubles;
