-- NUL bytes, empty, non-ASCII and long text.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_strings.parquet');
SELECT t, b FROM t WHERE length(b) < 100 ORDER BY rowid;
SELECT rowid, typeof(t), length(CAST(t AS BLOB)), length(b), substr(t, 1, 3), substr(t, -2), t = CAST(b AS TEXT) FROM t;
SELECT count(*) FROM t WHERE t = 'end' OR b = X'00';
SELECT rowid FROM t WHERE t = '日本語';
SELECT rowid FROM t WHERE t > 'x' AND length(t) > 10000;
DROP TABLE t;
