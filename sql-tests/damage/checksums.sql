-- Wrong checksums of pages.  The error names the column; the other column reads.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_crc.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_crc.parquet', checksums=off);
SELECT group_concat(c) FROM t;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_crc_dictionary.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_crc_dictionary.parquet', checksums=off);
SELECT group_concat(c) FROM t;
DROP TABLE t;
