-- A folder with Iceberg's metadata is the table that these describe: its current snapshot, or the one that is asked for.
CREATE VIRTUAL TABLE orders USING parquet('testdata/lakes/orders_iceberg');
SELECT name, type FROM pragma_table_info('orders');
SELECT * FROM orders ORDER BY id;
SELECT count(*), round(sum(amount), 2), min(id), max(id), count(note) FROM orders;
SELECT id, replace(_file, rtrim(_file, replace(_file, '/', '')), '') AS file, rowid & 1023 AS row FROM orders WHERE day < '2025-11-03';
CREATE VIRTUAL TABLE delta USING parquet('testdata/lakes/orders_delta');
SELECT count(*) FROM (SELECT id, day, client, amount, note FROM orders EXCEPT SELECT * FROM delta);

-- Snapshots, by their number, time, branch and tag, and a metadata file.
CREATE VIRTUAL TABLE s1 USING parquet('testdata/lakes/orders_iceberg', snapshot_id=1001);
SELECT name FROM pragma_table_info('s1');
SELECT count(*), round(sum(amount), 2) FROM s1;
CREATE VIRTUAL TABLE s3 USING parquet('testdata/lakes/orders_iceberg', timestamp='2025-11-03 13:00:00');
SELECT count(*), round(sum(amount), 2) FROM s3;
CREATE VIRTUAL TABLE audit USING parquet('testdata/lakes/orders_iceberg', branch=audit);
SELECT name FROM pragma_table_info('audit');
SELECT count(*), round(sum(amount), 2), (SELECT amount FROM audit WHERE id = 6) FROM audit;
CREATE VIRTUAL TABLE first USING parquet('testdata/lakes/orders_iceberg', tag=first);
SELECT count(*), round(sum(amount), 2) FROM first;
CREATE VIRTUAL TABLE file USING parquet('testdata/lakes/orders_iceberg/metadata/v4.metadata.json');
SELECT count(*), round(sum(amount), 2) FROM file;
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_iceberg', tag=second);
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_iceberg', branch=first);
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_iceberg', snapshot_id=7);
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_iceberg', timestamp='2001-01-01');
CREATE VIRTUAL TABLE x USING parquet('testdata/lakes/orders_iceberg', version=1);

-- Conditions on partitions and on what manifests say of files leave files unopened.
--! host >= 3.38.0
CREATE VIRTUAL TABLE alone USING parquet('testdata/lakes/orders_iceberg', threads=1);
SELECT id FROM alone WHERE day = '2025-11-02' ORDER BY id;
SELECT files, files_by_path + files_by_statistics AS excluded FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM alone WHERE id >= 11;
SELECT files, files_by_path + files_by_statistics AS excluded FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM alone WHERE note IS NULL ORDER BY id;
SELECT id FROM alone WHERE client IS NULL;
SELECT id FROM alone WHERE id IN (2, 3, 6);
SELECT id FROM alone ORDER BY amount DESC LIMIT 2;
--! end

-- Without pushdown, in one thread, on vectors, and as other rows.
CREATE VIRTUAL TABLE plain USING parquet('testdata/lakes/orders_iceberg', pushdown=off, threads=1);
SELECT count(*), round(sum(amount), 2) FROM plain WHERE id < 7;
CREATE VIRTUAL TABLE temp.by_day USING parquet_query('SELECT day, count(*) AS n, sum(amount) AS total FROM orders GROUP BY day');
SELECT * FROM temp.by_day ORDER BY day;
SELECT row FROM read_parquet('testdata/lakes/orders_iceberg', 'tag=first') LIMIT 2;
SELECT column_name, count, min, max FROM parquet_summarize('testdata/lakes/orders_iceberg');

-- Files elsewhere: only where the user says that they are.
--! shell cp -r testdata/lakes/orders_iceberg ${TESTTMP}/moved && mkdir ${TESTTMP}/else && mv ${TESTTMP}/moved/data ${TESTTMP}/else/ && sed -i 's|"location": "s3://warehouse/orders"|"location": "s3://other/orders"|' ${TESTTMP}/moved/metadata/v4.metadata.json
CREATE VIRTUAL TABLE moved USING parquet('${TESTTMP}/moved');
CREATE VIRTUAL TABLE moved USING parquet('${TESTTMP}/moved', lake_roots='s3://warehouse/orders/data=${TESTTMP}/else/data, s3://warehouse/orders=${TESTTMP}/moved');
SELECT count(*), round(sum(amount), 2) FROM moved;

-- A later snapshot, an unfinished one, and files that are gone.
--! shell cp -r testdata/lakes/orders_iceberg ${TESTTMP}/now && sed 's|"current-snapshot-id": 1004|"current-snapshot-id": 1002|' testdata/lakes/orders_iceberg/metadata/v4.metadata.json > ${TESTTMP}/now/metadata/v5.metadata.json
CREATE VIRTUAL TABLE now USING parquet('${TESTTMP}/now');
SELECT count(*) FROM now;
--! shell rm ${TESTTMP}/now/metadata/v5.metadata.json
SELECT count(*) FROM now;
--! shell rm ${TESTTMP}/now/data/deleted-ids.parquet
CREATE VIRTUAL TABLE gone USING parquet('${TESTTMP}/now');
SELECT count(*) FROM gone WHERE day = '2025-11-02';
--! host >= 3.38.0
SELECT count(*) FROM gone WHERE day = '2025-11-03';
--! end
