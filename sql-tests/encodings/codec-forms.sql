-- gzip members, zstd frames, LZ4 with and without Hadoop's frames.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_codec_forms.parquet');
SELECT count(*) FROM t;
SELECT count("gzip"), min("gzip"), max("gzip"), count(DISTINCT "gzip"), sum(length("gzip") * (rowid % 97)) FROM t;
SELECT count("gzip_zlib_header"), min("gzip_zlib_header"), max("gzip_zlib_header"), count(DISTINCT "gzip_zlib_header"), sum(length("gzip_zlib_header") * (rowid % 97)) FROM t;
SELECT count("gzip_members"), min("gzip_members"), max("gzip_members"), count(DISTINCT "gzip_members"), sum(length("gzip_members") * (rowid % 97)) FROM t;
SELECT count("gzip_name"), min("gzip_name"), max("gzip_name"), count(DISTINCT "gzip_name"), sum(length("gzip_name") * (rowid % 97)) FROM t;
SELECT count("zstd_frames"), min("zstd_frames"), max("zstd_frames"), count(DISTINCT "zstd_frames"), sum(length("zstd_frames") * (rowid % 97)) FROM t;
SELECT count("zstd_no_size"), min("zstd_no_size"), max("zstd_no_size"), count(DISTINCT "zstd_no_size"), sum(length("zstd_no_size") * (rowid % 97)) FROM t;
SELECT count("lz4_hadoop"), min("lz4_hadoop"), max("lz4_hadoop"), count(DISTINCT "lz4_hadoop"), sum(length("lz4_hadoop") * (rowid % 97)) FROM t;
SELECT count("lz4_hadoop_blocks"), min("lz4_hadoop_blocks"), max("lz4_hadoop_blocks"), count(DISTINCT "lz4_hadoop_blocks"), sum(length("lz4_hadoop_blocks") * (rowid % 97)) FROM t;
SELECT count("lz4_no_frame"), min("lz4_no_frame"), max("lz4_no_frame"), count(DISTINCT "lz4_no_frame"), sum(length("lz4_no_frame") * (rowid % 97)) FROM t;
SELECT count("lz4_raw"), min("lz4_raw"), max("lz4_raw"), count(DISTINCT "lz4_raw"), sum(length("lz4_raw") * (rowid % 97)) FROM t;
SELECT * FROM t WHERE rowid = 1;
SELECT * FROM t WHERE rowid = 2;
SELECT * FROM t WHERE rowid = 3;
SELECT * FROM t WHERE rowid = 66;
SELECT * FROM t WHERE rowid = 100;
SELECT * FROM t WHERE rowid = 199;
SELECT * FROM t WHERE rowid = 200;
SELECT "gzip", "gzip_zlib_header", "gzip_members", "gzip_name", "zstd_frames", "zstd_no_size", "lz4_hadoop", "lz4_hadoop_blocks", "lz4_no_frame", "lz4_raw" FROM t WHERE rowid BETWEEN 100 AND 102;
DROP TABLE t;
