-- Table-valued functions show many files one after the other, or as one table.
--! shell mkdir -p ${TESTTMP}/f/k=1 ${TESTTMP}/f/k=2
SELECT parquet_write('${TESTTMP}/f/k=1/a.parquet', 'SELECT 1 AS i, ''x'' AS t UNION ALL SELECT 2, ''y''', 'row_group_size=1');
SELECT parquet_write('${TESTTMP}/f/k=2/b.parquet', 'SELECT 3 AS i, ''z'' AS t');
SELECT rowid, substr(file_name, -13), name, _path = '${TESTTMP}/f' FROM parquet_schema('${TESTTMP}/f');
SELECT substr(file_name, -13), row_group_id, path_in_schema, num_values FROM parquet_metadata('${TESTTMP}/f/**/*.parquet');
SELECT substr(file_name, -13), num_rows FROM parquet_file_metadata('${TESTTMP}/f/k=2/b.parquet
${TESTTMP}/f/k=1/*');
SELECT count(*), count(DISTINCT file_name) FROM parquet_pages('${TESTTMP}/f');
SELECT count(*) FROM parquet_kv_metadata('${TESTTMP}/f');
SELECT substr(file_name, -13), row_group_id, bloom_filter_excludes FROM parquet_bloom_probe('${TESTTMP}/f', 'i', 3);
SELECT count(*) FROM parquet_check('${TESTTMP}/f');
SELECT row FROM read_parquet('${TESTTMP}/f');
SELECT row FROM parquet_scan('${TESTTMP}/f/*/*', 'hive_partitioning=off', 'columns=t');
SELECT column_name, min, max, approx_unique, count FROM parquet_summarize('${TESTTMP}/f');
SELECT column_name, min, max, count FROM parquet_summarize('${TESTTMP}/f', 'exact=off');
SELECT * FROM parquet_schema('${TESTTMP}/f/*.nothing');
SELECT row FROM read_parquet('${TESTTMP}/f/*.nothing');

-- A file in the middle that cannot be read is named.
--! shell mkdir ${TESTTMP}/f/k=15; echo nothing > ${TESTTMP}/f/k=15/x.parquet
SELECT substr(file_name, -13), name FROM parquet_schema('${TESTTMP}/f');
SELECT substr(file_name, -14), severity FROM parquet_check('${TESTTMP}/f');
--! shell rm -r ${TESTTMP}/f/k=15
CREATE VIRTUAL TABLE dataset USING parquet('${TESTTMP}/f');
SELECT parquet_write('${TESTTMP}/all.parquet', 'SELECT * FROM dataset');
SELECT row FROM read_parquet('${TESTTMP}/all.parquet');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/all.parquet');
