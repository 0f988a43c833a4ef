-- BYTE_STREAM_SPLIT.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_encoding_split_v1.parquet');
SELECT count(*) FROM t;
SELECT count("i32"), min("i32"), max("i32"), count(DISTINCT "i32"), sum("i32" % 1009 * (rowid % 97)) FROM t;
SELECT count("i32_extreme"), min("i32_extreme"), max("i32_extreme"), count(DISTINCT "i32_extreme"), sum("i32_extreme" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64"), min("i64"), max("i64"), count(DISTINCT "i64"), sum("i64" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64_extreme"), min("i64_extreme"), max("i64_extreme"), count(DISTINCT "i64_extreme"), sum("i64_extreme" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64_random"), min("i64_random"), max("i64_random"), count(DISTINCT "i64_random"), sum("i64_random" % 1009 * (rowid % 97)) FROM t;
SELECT count("f32"), min("f32"), max("f32"), count(DISTINCT "f32"), sum(CAST("f32" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("f64"), min("f64"), max("f64"), count(DISTINCT "f64"), sum(CAST("f64" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("f16"), min("f16"), max("f16"), count(DISTINCT "f16"), sum(CAST("f16" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("fixed5"), min("fixed5"), max("fixed5"), count(DISTINCT "fixed5"), sum(length("fixed5") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 133;
SELECT * FROM t WHERE rowid = 200;
SELECT * FROM t WHERE rowid = 399;
SELECT * FROM t WHERE rowid = 400;
SELECT "i32", "i32_extreme", "i64", "i64_extreme", "i64_random", "f32", "f64", "f16", "fixed5" FROM t WHERE rowid BETWEEN 200 AND 202;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_encoding_split_v2.parquet');
SELECT count(*) FROM t;
SELECT count("i32"), min("i32"), max("i32"), count(DISTINCT "i32"), sum("i32" % 1009 * (rowid % 97)) FROM t;
SELECT count("i32_extreme"), min("i32_extreme"), max("i32_extreme"), count(DISTINCT "i32_extreme"), sum("i32_extreme" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64"), min("i64"), max("i64"), count(DISTINCT "i64"), sum("i64" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64_extreme"), min("i64_extreme"), max("i64_extreme"), count(DISTINCT "i64_extreme"), sum("i64_extreme" % 1009 * (rowid % 97)) FROM t;
SELECT count("i64_random"), min("i64_random"), max("i64_random"), count(DISTINCT "i64_random"), sum("i64_random" % 1009 * (rowid % 97)) FROM t;
SELECT count("f32"), min("f32"), max("f32"), count(DISTINCT "f32"), sum(CAST("f32" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("f64"), min("f64"), max("f64"), count(DISTINCT "f64"), sum(CAST("f64" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("f16"), min("f16"), max("f16"), count(DISTINCT "f16"), sum(CAST("f16" * 8 AS INTEGER) % 1009 * (rowid % 97)) FROM t;
SELECT count("fixed5"), min("fixed5"), max("fixed5"), count(DISTINCT "fixed5"), sum(length("fixed5") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 133;
SELECT * FROM t WHERE rowid = 200;
SELECT * FROM t WHERE rowid = 399;
SELECT * FROM t WHERE rowid = 400;
SELECT "i32", "i32_extreme", "i64", "i64_extreme", "i64_random", "f32", "f64", "f16", "fixed5" FROM t WHERE rowid BETWEEN 200 AND 202;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_split_forms.parquet');
SELECT * FROM t;
DROP TABLE t;
