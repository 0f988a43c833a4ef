-- INT96 stays INT96 where it is copied, with SQLite's rows and without, and can be asked for.
CREATE TEMP VIEW last AS SELECT in_batches FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
CREATE TABLE files(name PRIMARY KEY);
INSERT INTO files VALUES('handmade_int96'), ('java_int96'), ('pyarrow_int96'), ('fastparquet_types_int96');
SELECT name, parquet_attach('testdata/' || files.name || '.parquet') FROM files;
SELECT name, parquet_write('${TESTTMP}/' || files.name || '.parquet', name), (SELECT * FROM last) FROM files;
SELECT name, parquet_write('${TESTTMP}/' || files.name || '_rows.parquet', 'SELECT * FROM ' || files.name || ' LIMIT -1'), (SELECT * FROM last) FROM files;
SELECT files.name,
    (SELECT group_concat(row, char(10)) FROM read_parquet('${TESTTMP}/' || files.name || '.parquet')) = (SELECT group_concat(row, char(10)) FROM read_parquet('testdata/' || files.name || '.parquet')),
    (SELECT group_concat(row, char(10)) FROM read_parquet('${TESTTMP}/' || files.name || '_rows.parquet')) = (SELECT group_concat(row, char(10)) FROM read_parquet('testdata/' || files.name || '.parquet')),
    (SELECT count(*) FROM parquet_schema('testdata/' || files.name || '.parquet') WHERE type = 'INT96'),
    (SELECT count(*) FROM parquet_schema('${TESTTMP}/' || files.name || '.parquet') WHERE type = 'INT96'),
    (SELECT count(*) FROM parquet_check('${TESTTMP}/' || files.name || '.parquet')) FROM files;
SELECT column_type FROM parquet_write_types WHERE column_type LIKE '%INT96%';

-- Texts, and integers, which are nanoseconds.
SELECT parquet_write('${TESTTMP}/asked.parquet', 'VALUES(NULL), (''2024-02-29 12:34:56.123456789''), (''1600-01-01 00:00:00''), (''-000100-05-05 00:00:01.5''), (''2024-02-29''), (1000000001), (-1)', 'types=column1=INT96');
SELECT row FROM read_parquet('${TESTTMP}/asked.parquet');
SELECT name, type, type_length, logical_type FROM parquet_schema('${TESTTMP}/asked.parquet');
SELECT stats_min_value, stats_null_count FROM parquet_metadata('${TESTTMP}/asked.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/asked.parquet');
SELECT parquet_write('${TESTTMP}/nested.parquet', 'SELECT ''["2024-02-29 12:34:56.123456789",null]'' AS l', 'types=l=LIST<TIMESTAMP(INT96)>');
CREATE VIRTUAL TABLE temp.nested USING parquet('${TESTTMP}/nested.parquet');
SELECT parquet_write('${TESTTMP}/nested_copy.parquet', 'nested');
SELECT row FROM read_parquet('${TESTTMP}/nested_copy.parquet');
SELECT column_type FROM parquet_write_types;

-- What does not fit, and what has no order.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''2024-02-29 12:34:56Z'' AS at', 'types=at=INT96');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''+5879000-01-01'' AS at', 'types=at=INT96');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''-292000-01-01'' AS at', 'types=at=INT96');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1.5 AS at', 'types=at=INT96');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT ''2024-02-29'' AS at', 'types=at=INT96', 'sorted_by=at');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS at', 'types=at=TIMESTAMP(INT96, UTC)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS at', 'types=at=TIME(INT96)');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS at', 'types=at=VARIANT<INT96>');
