-- A checkpoint that is damaged is passed over if the log has the version without it; otherwise the error names it.
--! shell cp -r testdata/lakes/orders_delta ${TESTTMP}/orders
CREATE TABLE log AS SELECT trim(readfile('testdata/lakes/orders_delta/_delta_log/00000000000000000000.json') || readfile('testdata/lakes/orders_delta/_delta_log/00000000000000000001.json'), char(10)) AS lines;
CREATE VIEW actions AS SELECT json_extract(value, '$.protocol') AS protocol, json_extract(value, '$.metaData') AS metaData, json_remove(json_extract(value, '$.add'), '$.dataChange') AS "add"
  FROM log, json_each('[' || replace(lines, char(10), ',') || ']') WHERE json_extract(value, '$.commitInfo') IS NULL;
SELECT parquet_write('${TESTTMP}/checkpoint.parquet', 'SELECT * FROM actions', 'types=protocol=STRUCT<minReaderVersion INT32, minWriterVersion INT32>,
  metaData=STRUCT<id STRING, name STRING, format STRUCT<provider STRING, options MAP<STRING, STRING>>, schemaString STRING, partitionColumns LIST<STRING>, configuration MAP<STRING, STRING>, createdTime INT64>,
  "add"=STRUCT<path STRING, partitionValues MAP<STRING, STRING>, size INT64, modificationTime INT64, stats STRING>');
CREATE VIRTUAL TABLE orders USING parquet('testdata/lakes/orders_delta');
CREATE TABLE right AS SELECT * FROM orders;

-- The checkpoint is read: it takes the place of the commits.
--! shell cp ${TESTTMP}/checkpoint.parquet ${TESTTMP}/orders/_delta_log/00000000000000000001.checkpoint.parquet && mkdir ${TESTTMP}/commits && mv ${TESTTMP}/orders/_delta_log/*[01].json ${TESTTMP}/commits
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/orders');
SELECT count(*), count(*) FILTER (WHERE id IN (SELECT id FROM right)) FROM t;

-- Cut at its end, it is not, and no commits make up for it.
--! shell head -c 3000 ${TESTTMP}/checkpoint.parquet > ${TESTTMP}/orders/_delta_log/00000000000000000001.checkpoint.parquet
CREATE VIRTUAL TABLE cut USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM t;

-- With the commits, the rows are right.
--! shell cp ${TESTTMP}/commits/* ${TESTTMP}/orders/_delta_log/
CREATE VIRTUAL TABLE cut USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM (SELECT * FROM right EXCEPT SELECT * FROM cut);
SELECT count(*) FROM cut;
SELECT count(*) FROM t;
CREATE VIRTUAL TABLE old USING parquet('${TESTTMP}/orders', version=1);
SELECT count(*) FROM old;

-- A page that is damaged, as its checksum shows, is found after others were read.
--! shell (head -c 1000 ${TESTTMP}/checkpoint.parquet && printf 'xxxx' && tail -c +1005 ${TESTTMP}/checkpoint.parquet) > ${TESTTMP}/orders/_delta_log/00000000000000000001.checkpoint.parquet
CREATE VIRTUAL TABLE page USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM page;
--! shell rm ${TESTTMP}/orders/_delta_log/*0.json
CREATE VIRTUAL TABLE without USING parquet('${TESTTMP}/orders');
--! shell cp ${TESTTMP}/commits/* ${TESTTMP}/orders/_delta_log/
--! lost_memory
SELECT count(*) FROM read_parquet('${TESTTMP}/orders');
