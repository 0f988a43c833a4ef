-- Files with wrong metadata, each as a known writer gets it wrong.
-- Written by testdata/make/writer_files.py.

-- parquet-mr version 1.7.0 (build 1): min and max come from a reused buffer (PARQUET-251)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/reused_buffer.parquet');
SELECT rowid FROM t WHERE c = 'aa';
SELECT rowid FROM t WHERE c < 'bb';
SELECT rowid FROM t WHERE c > 'bb';
DROP TABLE t;
-- no created_by: min and max come from a reused buffer (PARQUET-297)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/reused_buffer_unnamed.parquet');
SELECT rowid FROM t WHERE c = 'aa';
SELECT rowid FROM t WHERE c < 'bb';
SELECT rowid FROM t WHERE c > 'bb';
DROP TABLE t;
-- parquet-mr version 1.9.0 (build 1): bytes compared as signed (PARQUET-686)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/signed_bytes_mr.parquet');
SELECT rowid FROM t WHERE c = 'bé';
SELECT rowid FROM t WHERE c > 'bb';
DROP TABLE t;
-- parquet-cpp version 1.2.0: bytes compared as signed (PARQUET-686)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/signed_bytes_cpp.parquet');
SELECT rowid FROM t WHERE c = 'bé';
SELECT rowid FROM t WHERE c > 'bb';
DROP TABLE t;
-- parquet-rs version 5.1.0: shorter text came first (arrow-rs#641)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/shorter_first.parquet');
SELECT rowid FROM t WHERE c = 'tewsbury';
SELECT rowid FROM t WHERE c > 'm';
DROP TABLE t;
-- parquet-cpp version 1.3.1: NaN hid other numbers (PARQUET-1225)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nan_cpp.parquet');
SELECT rowid FROM t WHERE c = 100;
SELECT rowid FROM t WHERE c < 0;
DROP TABLE t;
-- parquet-rs version 4.0.0: NaN hid other numbers (arrow-rs#255)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nan_rs.parquet');
SELECT rowid FROM t WHERE c = 100;
SELECT rowid FROM t WHERE c < 0;
DROP TABLE t;
-- github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5): NaN hid other numbers (parquet-go/parquet-go#459)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nan_segment.parquet');
SELECT rowid FROM t WHERE c = 100;
SELECT rowid FROM t WHERE c < 0;
DROP TABLE t;
-- github.com/parquet-go/parquet-go version 0.32.0(build ): NaN hid other numbers (parquet-go/parquet-go#459)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nan_go.parquet');
SELECT rowid FROM t WHERE c = 100;
SELECT rowid FROM t WHERE c < 0;
DROP TABLE t;
-- no created_by: NaN hid other numbers (interop/old_writers)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nan_nameless.parquet');
SELECT rowid FROM t WHERE c = 100;
SELECT rowid FROM t WHERE c < 0;
DROP TABLE t;
-- parquet-cpp version 1.5.1-SNAPSHOT: bounds of numbers near zero are 0 (ARROW-5562)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/rounded_zeros.parquet');
SELECT rowid FROM t WHERE c < 0;
SELECT rowid FROM t WHERE c = 1e-20;
SELECT rowid FROM t WHERE c IS NOT NULL;
DROP TABLE t;
-- Parquet.Net version 4.25.0 (build 687fbb4): days of local times that were first shifted to UTC
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/local_days.parquet');
SELECT rowid FROM t WHERE c = '2021-01-03';
DROP TABLE t;
-- https://github.com/gaborcsardi/nanoparquet: bounds of microseconds written in seconds (nanoparquet#169)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/seconds_nanoparquet.parquet');
SELECT rowid FROM t WHERE c = '2008-04-29 22:00:00';
SELECT rowid FROM t WHERE c > '2008';
DROP TABLE t;
-- Parquet.Net version 6.0.3 (build 1): bounds of microseconds written in milliseconds (parquet-dotnet#769)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/milliseconds_net.parquet');
SELECT rowid FROM t WHERE c = '2008-04-29 22:00:00';
SELECT rowid FROM t WHERE c > '2008';
DROP TABLE t;
-- parquet-cpp version 1.5.1-SNAPSHOT: bytes of decimals compared as signed (PARQUET-2003)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/decimal_bytes_cpp.parquet');
SELECT rowid FROM t WHERE c = 4.56;
SELECT rowid FROM t WHERE c > 3;
DROP TABLE t;
-- Polars (python) version 2.1.0: page bounds merged by unsigned comparison (polars#29347)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/decimal_pages_polars.parquet');
SELECT rowid FROM t WHERE c = -0.05;
SELECT rowid FROM t WHERE c < 1;
DROP TABLE t;
-- parquet-rs version 56.0.0: decimals of several sizes compared as text (arrow-rs#11073)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/decimal_sizes.parquet');
SELECT rowid FROM t WHERE c = 256;
SELECT rowid FROM t WHERE c > 5;
DROP TABLE t;
-- hyparquet: bounds written as floats (hyparquet-writer#38)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/decimal_int32.parquet');
SELECT rowid FROM t WHERE c = 0.001;
DROP TABLE t;
-- hyparquet: a maximum truncated to 16 bytes (hyparquet-writer#31)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/cut_maximum.parquet');
SELECT rowid FROM t WHERE c = 'a long beginning, then 2';
SELECT rowid FROM t WHERE c >= 'b long beginning, then 4';
DROP TABLE t;
-- github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5): page maxima truncated to 16 bytes (segmentio/parquet-go#495)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/cut_page_maxima.parquet');
SELECT rowid FROM t WHERE c = 'a long beginning, then 2';
SELECT rowid FROM t WHERE c >= 'b long beginning, then 4';
DROP TABLE t;
-- handmade version 1.0.0 (build 0): the same, revealed by the chunk's maximum
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/cut_page_maxima_shown.parquet');
SELECT rowid FROM t WHERE c = 'a long beginning, then 2';
SELECT rowid FROM t WHERE c >= 'b long beginning, then 4';
DROP TABLE t;
-- parquet-cpp-arrow version 10.0.1: statistics cover only the first batch (arrow#15042)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/first_batch.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c < 'a';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-cpp-arrow version 4.0.1: nulls of dictionaries are not counted (ARROW-12513)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/dictionary_nulls_arrow.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c < 'a';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-cpp version 1.5.1-SNAPSHOT: nulls of dictionaries are not counted (ARROW-12513)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/dictionary_nulls_cpp.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c < 'a';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-cpp-arrow version 11.0.0: statistics in page headers belong to another page (arrow#34106)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/first_batch_pages.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c < 'a';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-cpp-arrow version 10.0.1: statistics cover only the first batch (arrow#15042); ARROW:schema has a dictionary
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/first_batch_schema.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c > 's';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-cpp-arrow version 10.0.1: nothing is wrong: ARROW:schema has no dictionary
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/no_arrow_dictionaries.parquet');
SELECT rowid FROM t WHERE c = 'zzz';
SELECT rowid FROM t WHERE c > 's';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-go: wrong null counts (fraugster/parquet-go#69)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_go.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- Arrow2 - Native Rust implementation of Arrow: the null count is the dictionary's (arrow2#1414)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_arrow2.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- flow-php parquet version 1.0.0+no-version-set: wrong null counts (flow-php/flow#2349)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_php.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- cudf version 21.10.00: values were not counted (cudf#9221)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_cudf.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-rs version 4.0.0: nulls of an all-null chunk are not counted (arrow-rs#306)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_rs.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- no created_by: nulls are missing from the count (xitongsys/parquet-go#523)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_nameless.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- DuckDB: the nulls of the row groups before are added (interop/old_writers)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_duckdb.parquet');
SELECT rowid FROM t WHERE c IS NOT NULL;
SELECT rowid FROM t WHERE c = 7;
DROP TABLE t;
-- Polars (python) version 2.1.0: nulls counted once for each page (polars#29321)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_count_polars.parquet');
SELECT rowid FROM t WHERE c IS NOT NULL;
SELECT rowid FROM t WHERE c = 'x';
DROP TABLE t;
-- Polars: nulls are not counted, and the least text is that of the last page
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/statistics_polars.parquet');
SELECT rowid FROM t WHERE c < 'bet';
SELECT rowid FROM t WHERE c = 'be';
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- Polars (python) version 2.0.0 (build 7): a page with NaN is marked as a null page and drops out of the bounds
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/null_page_polars.parquet');
SELECT rowid FROM t WHERE c < 0;
SELECT rowid FROM t WHERE c = -300;
SELECT rowid FROM t WHERE c IS NOT NULL;
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- parquet-go version 18.4.0: values are missing from the filter (arrow-go#1164)
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/bloom_gaps.parquet');
SELECT rowid FROM t WHERE c = 'b';
DROP TABLE t;
-- handmade version 1.0.0 (build 0): nothing is wrong: integers beyond their declared width
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/narrow_signed.parquet');
SELECT rowid FROM t WHERE c = -1;
SELECT rowid FROM t WHERE c < 0;
SELECT rowid FROM t WHERE c = 44;
SELECT rowid FROM t WHERE c > 44;
SELECT rowid FROM t WHERE c = 255;
SELECT rowid FROM t WHERE c = -56;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): nothing is wrong: integers beyond their declared width
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/narrow_unsigned.parquet');
SELECT rowid FROM t WHERE c = 65535;
SELECT rowid FROM t WHERE c > 200;
SELECT rowid FROM t WHERE c = 44;
SELECT rowid FROM t WHERE c < 100;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): no page reaches the chunk's maximum
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/pages_below_chunk.parquet');
SELECT rowid FROM t WHERE c = 9;
SELECT rowid FROM t WHERE c > 6;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): no page reaches the chunk's minimum
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/pages_above_chunk.parquet');
SELECT rowid FROM t WHERE c = 3;
SELECT rowid FROM t WHERE c < 5;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): the chunk counts a null, its pages none
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nulls_of_pages.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): headers count nulls, the page index none
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/nulls_of_headers.parquet');
SELECT rowid FROM t WHERE c IS NULL;
DROP TABLE t;
-- handmade version 1.0.0 (build 0): nothing is wrong: min and max in signed order, no column orders
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/deprecated_times.parquet');
SELECT rowid FROM t WHERE c < '1970-01-01';
SELECT rowid FROM t WHERE c = '1970-01-01 00:00:02';
DROP TABLE t;
-- handmade version 1.0.0 (build 0): nothing is wrong: min and max in signed order, no column orders, in page headers
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/deprecated_times_pages.parquet');
SELECT rowid FROM t WHERE c < '1970-01-01';
SELECT rowid FROM t WHERE c = '1970-01-01 00:00:02';
DROP TABLE t;
-- handmade version 1.0.0 (build 0): min and max of text, which were never in text order, in page headers
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/deprecated_texts_pages.parquet');
SELECT rowid FROM t WHERE c = 'bé';
SELECT rowid FROM t WHERE c > 'b';
DROP TABLE t;
