-- Compressed pages that break their codec.  The error names the column; the other column reads.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_uncompressed_size.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/wrong_uncompressed_size_less.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_snappy.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_gzip.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_brotli.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_lz4.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_zstd.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/garbage_lz4_raw.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/truncated_zstd.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;
