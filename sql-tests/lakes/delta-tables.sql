-- A folder with a Delta log is the table that the log describes: its newest version, or the one that is asked for.
CREATE VIRTUAL TABLE orders USING parquet('testdata/lakes/orders_delta');
SELECT name, type FROM pragma_table_info('orders');
SELECT * FROM orders ORDER BY id;
SELECT count(*), round(sum(amount), 2), min(id), max(id), count(note) FROM orders;
SELECT id, replace(_file, rtrim(_file, replace(_file, '/', '')), '') AS file, rowid & 1023 AS row FROM orders WHERE day = '2025-11-01';

-- Versions, by number and by time.
CREATE VIRTUAL TABLE v0 USING parquet('testdata/lakes/orders_delta', version=0);
SELECT name FROM pragma_table_info('v0');
SELECT count(*), round(sum(amount), 2) FROM v0;
CREATE VIRTUAL TABLE v1 USING parquet('testdata/lakes/orders_delta/', version=1);
SELECT count(*), round(sum(amount), 2), (SELECT amount FROM v1 WHERE id = 6) FROM v1;
CREATE VIRTUAL TABLE v2 USING parquet('testdata/lakes/orders_delta/', version=2, lake=delta);
SELECT count(*), round(sum(amount), 2), (SELECT amount FROM v2 WHERE id = 6) FROM v2;
SELECT count(*) FROM v2 JOIN orders USING (id) WHERE v2.amount = orders.amount;
CREATE VIRTUAL TABLE v9 USING parquet('testdata/lakes/orders_delta', version=9);
CREATE VIRTUAL TABLE early USING parquet('testdata/lakes/orders_delta', timestamp='2001-01-01');
CREATE VIRTUAL TABLE late USING parquet('testdata/lakes/orders_delta', timestamp='2999-01-01 00:00:00');
SELECT count(*) FROM late;

-- Conditions on partitions and on what the log says of files leave files unopened.
--! host >= 3.38.0
CREATE VIRTUAL TABLE alone USING parquet('testdata/lakes/orders_delta', threads=1);
SELECT id FROM alone WHERE day = '2025-11-02' ORDER BY id;
SELECT files, files_by_path, files_by_statistics, files_opened, rows_returned FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM alone WHERE id >= 11;
SELECT files, files_by_path, files_by_statistics, files_opened, json_extract(kept_because, '$.file') FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM alone WHERE amount > 200;
SELECT files, files_by_path, files_by_statistics, files_opened FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM alone WHERE customer IS NULL;
SELECT id FROM alone WHERE id IN (2, 3, 4);
SELECT id FROM alone ORDER BY amount DESC LIMIT 2;
SELECT id FROM alone ORDER BY id LIMIT 3 OFFSET 1;
SELECT customer, count(*) FROM alone GROUP BY customer ORDER BY 2 DESC, 1 LIMIT 2;
--! end

-- Without pushdown, in one thread, and on vectors.
CREATE VIRTUAL TABLE plain USING parquet('testdata/lakes/orders_delta', pushdown=off, threads=1);
SELECT count(*), round(sum(amount), 2) FROM plain WHERE id < 5;
CREATE VIRTUAL TABLE temp.by_day USING parquet_query('SELECT day, count(*) AS n, sum(amount) AS total FROM orders GROUP BY day');
SELECT * FROM temp.by_day ORDER BY day;
EXPLAIN QUERY PLAN SELECT * FROM temp.by_day;
SELECT row FROM read_parquet('testdata/lakes/orders_delta', 'version=2') LIMIT 2;
SELECT column_name, count, min, max FROM parquet_summarize('testdata/lakes/orders_delta');
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM orders ORDER BY id');
CREATE VIRTUAL TABLE copy USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT * FROM copy EXCEPT SELECT * FROM orders);
SELECT name, type FROM pragma_table_info('copy');

-- Options that do not go together, and functions that show files.
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_delta', version=1, timestamp='2025-11-01');
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_delta', tag='t');
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_delta', timestamp='yesterday');
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_delta', hive_partitioning=on);
CREATE VIRTUAL TABLE x USING parquet('testdata/trips.parquet', version=1);
CREATE VIRTUAL TABLE x USING parquet('testdata/trips.parquet', lake=delta);
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_delta', lake=iceberg);
SELECT name FROM parquet_schema('testdata/lakes/orders_delta');

-- A statement sees one version; the next one the newest.
--! shell cp -r testdata/lakes/orders_delta ${TESTTMP}/orders && rm ${TESTTMP}/orders/_delta_log/*3.json
SELECT parquet_attach('${TESTTMP}/orders/', 'now');
SELECT count(*), (SELECT count(*) FROM v2) FROM now;
--! shell rm ${TESTTMP}/orders/_delta_log/*2.json
SELECT count(*), round(sum(amount), 2) FROM now;
--! shell cp testdata/lakes/orders_delta/_delta_log/*2.json ${TESTTMP}/orders/_delta_log/
SELECT count(*), round(sum(amount), 2) FROM now;
--! shell cp testdata/lakes/orders_delta/_delta_log/*3.json ${TESTTMP}/orders/_delta_log/
SELECT count(*), round(sum(amount), 2) FROM now;
--! shell rm ${TESTTMP}/orders/_delta_log/*3.json ${TESTTMP}/orders/day=2025-11-02/*3*
SELECT parquet_attach('${TESTTMP}/orders/', 'gone');
SELECT sum(id) FROM gone;
--! host >= 3.38.0
SELECT sum(id) FROM gone WHERE day > '2025-11-02';
--! end
--! shell mv ${TESTTMP}/orders/_delta_log ${TESTTMP}/orders/_log
SELECT sum(id) FROM gone;
--! shell mv ${TESTTMP}/orders/_log ${TESTTMP}/orders/_delta_log

-- Several tables in a folder.
SELECT parquet_attach('testdata/lakes/');
SELECT name FROM parquet_tables('testdata/lakes/');
SELECT count(*) FROM orders_delta;
