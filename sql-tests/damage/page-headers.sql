-- Page headers and offsets that break the format.  The error names the column; the other column reads.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_truncated.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_past_file.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_negative_size.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_negative_uncompressed.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_negative_count.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_sizes_differ.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_without_header.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_header_garbage.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/page_huge.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/fixed_without_length.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_past_file.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/bad/chunk_negative_offset.parquet');
SELECT sum(length(c)) FROM t;
SELECT count(ok), sum(ok) FROM t;
SELECT ok FROM t WHERE rowid = 7;
DROP TABLE t;
