-- The module `orc` is the module `parquet`: either reads files of both formats.
CREATE VIRTUAL TABLE a USING orc('testdata/orc/pyarrow_types.orc');
CREATE VIRTUAL TABLE b USING parquet('testdata/orc/pyarrow_types_v0.orc');
SELECT * FROM a;
SELECT count(*) FROM (SELECT * FROM a INTERSECT SELECT * FROM b);
SELECT count(*) FROM (SELECT * FROM a UNION SELECT * FROM b);
CREATE VIRTUAL TABLE nested USING orc('testdata/orc/pyarrow_nested.orc');
SELECT * FROM nested;
CREATE VIRTUAL TABLE trips USING orc('testdata/trips.parquet');
SELECT count(*), round(sum(fare), 2) FROM trips;
ALTER TABLE trips RENAME TO rides;
SELECT count(*) FROM rides;
DROP TABLE rides;

-- The same rows in each compression.
CREATE VIRTUAL TABLE snappy USING orc('testdata/orc/pyarrow_snappy.orc');
CREATE VIRTUAL TABLE zlib USING orc('testdata/orc/pyarrow_zlib.orc');
CREATE VIRTUAL TABLE lz4 USING orc('testdata/orc/pyarrow_lz4.orc');
CREATE VIRTUAL TABLE zstd USING orc('testdata/orc/pyarrow_zstd.orc');
SELECT count(*), sum(n), sum(length(t)), min(t), max(t) FROM snappy;
SELECT count(*) FROM (SELECT rowid, n, t FROM snappy INTERSECT SELECT rowid, n, t FROM zlib INTERSECT SELECT rowid, n, t FROM lz4 INTERSECT SELECT rowid, n, t FROM zstd);

-- Rows of one stride, wherever it begins.
CREATE VIRTUAL TABLE strides USING orc('testdata/orc/pyarrow_strides.orc');
SELECT rowid, id, word, note, amount, price, day, at, place, tags FROM strides WHERE id BETWEEN 3297 AND 3303;
SELECT rowid, note FROM strides WHERE rowid IN (99, 100, 101, 102, 300, 301, 400, 1500);

-- ORC C++ writes values of absent structs, too.  The file's statistics, or the ends of streams, show it.
CREATE VIRTUAL TABLE absent USING orc('testdata/regressions/absent_structs.orc');
SELECT count(*), sum(id), sum("outer.z") FROM absent;
SELECT "outer.inner.y" FROM absent LIMIT 1;
SELECT "outer.inner.x" FROM absent;
SELECT "outer" FROM absent;
SELECT kind, path_in_schema, severity FROM orc_check('testdata/regressions/absent_structs.orc');

-- Strides whose Bloom filters exclude the value are not tested: one of three is.
CREATE VIRTUAL TABLE blooms USING orc('testdata/orc/pyarrow_bloom.orc');
SELECT id, note FROM blooms WHERE note = 'note 838';
--! host >= 3.38.0
SELECT rows_tested FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! end
