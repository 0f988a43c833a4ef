-- Arrow 5 to 11 may write wrong bounds for dictionaries of text.  If ARROW:schema has no
-- dictionary, the bounds are used and exclude row groups.
CREATE VIRTUAL TABLE temp.plain USING parquet('testdata/writers/no_arrow_dictionaries.parquet');
SELECT c FROM plain WHERE c = 'zzz';
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE VIRTUAL TABLE temp.dictionary USING parquet('testdata/writers/first_batch_schema.parquet');
SELECT c FROM dictionary WHERE c = 'zzz';
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
