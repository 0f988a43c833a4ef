-- Rows that the metadata of a lake table count are counted without opening files, as long as no column of a file is read. One thread, since others open files of their own.
CREATE VIRTUAL TABLE orders USING parquet('testdata/lakes/orders_delta', threads=1);
CREATE VIEW last AS SELECT rows_returned, files_by_path, files_by_statistics, files_opened FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
--! host >= 3.38.0
SELECT count(*) FROM orders;
SELECT * FROM last;
SELECT count(*) FROM orders WHERE day = '2025-11-01';
SELECT * FROM last;
SELECT count(*), min(day), max(day) FROM orders WHERE day > '2025-11-01';
SELECT * FROM last;
SELECT day, count(*) FROM orders GROUP BY day;
SELECT rowid & 1023, rowid >> 40, day FROM orders;
SELECT * FROM last;
SELECT count(*) FROM orders WHERE rowid & 1023 = 1 AND day < '2025-11-03';
SELECT count(*) FROM (SELECT 1 FROM orders LIMIT 3 OFFSET 1);
SELECT files_opened FROM last;
SELECT count(*) FROM orders WHERE _file LIKE '%part-2%';
SELECT * FROM last;
-- A column of files is read.
SELECT count(id) FROM orders;
SELECT * FROM last;
SELECT count(*) FROM orders WHERE amount > 0.05;
SELECT * FROM last;
-- Extremes open the files whose bounds may be the extreme.
CREATE VIRTUAL TABLE other USING parquet('testdata/lakes/orders_delta');
SELECT max(id) FROM other;
SELECT * FROM last;
SELECT id FROM other ORDER BY amount DESC LIMIT 1;
--! end

-- The same by vectors.
SELECT row FROM parquet_query('SELECT count(*) FROM orders');
SELECT files_opened FROM last;
SELECT row FROM parquet_query('SELECT day, count(*) FROM orders GROUP BY day');
SELECT files_opened FROM last;
SELECT row FROM parquet_query('SELECT count(*), max(day) FROM orders WHERE day <> ''2025-11-02''');
SELECT files_opened FROM last;
SELECT row FROM parquet_query('SELECT count(*), sum(amount) FROM orders');

-- An Iceberg table, in which delete files apply to some files; and one without any.
CREATE VIRTUAL TABLE ice USING parquet('testdata/lakes/orders_iceberg');
SELECT count(*) FROM ice;
SELECT files_opened < 5 FROM last;
CREATE VIRTUAL TABLE first USING parquet('testdata/lakes/orders_iceberg', tag=first);
SELECT count(*) FROM first;
SELECT * FROM last;
SELECT row FROM parquet_query('SELECT count(*) FROM first');
SELECT * FROM last;

-- Counts that contradict themselves, or are missing, are not believed.
--! shell cp -r testdata/lakes/orders_delta ${TESTTMP}/orders && sed -i 's/numRecords..: 3, ..minValues..: {..id..: 8/numRecords\\": 0, \\"minValues\\": {\\"id\\": 8/; s/id..: 0, ..customer..: 0, ..amount..: 0/id\\": 0, \\"customer\\": 2, \\"amount\\": 0/' ${TESTTMP}/orders/_delta_log/*1.json && cat ${TESTTMP}/orders/_delta_log/*1.json | tail -1
CREATE VIRTUAL TABLE wrong USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM wrong;
SELECT files_opened FROM last;
-- Nor are those that a deletion vector contradicts.
--! shell sed -i 's/numRecords..: 4/numRecords\\": 1/; s/customer..: 1/customer\\": 0/' ${TESTTMP}/orders/_delta_log/*3.json
CREATE VIRTUAL TABLE less USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM less;
SELECT files_opened FROM last;
--! shell sed -i 's/numRecords..: [0-9]*, //' ${TESTTMP}/orders/_delta_log/*.json
CREATE VIRTUAL TABLE unknown USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM unknown;
SELECT files_opened FROM last;

-- What the metadata count needs no file; a file that is gone is noticed when it is read.
--! shell rm ${TESTTMP}/orders/day=2025-11-02/*3* && cp testdata/lakes/orders_delta/_delta_log/* ${TESTTMP}/orders/_delta_log
CREATE VIRTUAL TABLE gone USING parquet('${TESTTMP}/orders');
SELECT count(*) FROM gone;
SELECT sum(id) FROM gone;
--! lost_memory
SELECT count(*) FROM orders WHERE day < '2025-11-03';

-- Groups of partition columns open none of many files, none of which exists.
--! shell mkdir -p ${TESTTMP}/many/_delta_log && { head -3 testdata/lakes/orders_delta/_delta_log/*0.json; seq 10001 | awk '{ printf "{\"add\":{\"path\":\"%d\",\"partitionValues\":{\"day\":\"2025-11-%02d\"},\"size\":1,\"modificationTime\":0,\"stats\":\"{\\\"numRecords\\\":2}\"}}\n", $1, $1 % 3 + 1 }'; } > ${TESTTMP}/many/_delta_log/00000000000000000000.json
CREATE VIRTUAL TABLE many USING parquet('${TESTTMP}/many');
SELECT day, count(*) FROM many GROUP BY day;
SELECT DISTINCT day FROM many ORDER BY day;
SELECT count(*) FROM (SELECT _file, count(*) AS n FROM many WHERE day > '2025-11-01' GROUP BY _file) WHERE n = 2;
SELECT day, count(*), min(_file) LIKE '%many/%' FROM many GROUP BY day;
SELECT count(id) FROM many WHERE day = '2025-11-02';
