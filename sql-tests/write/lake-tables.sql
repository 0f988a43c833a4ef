-- Nothing is written into folders that are tables of Delta Lake or Iceberg, or over them, unless lake=off is given.
--! shell mkdir -p ${TESTTMP}/lake/orders/_delta_log ${TESTTMP}/lake/orders/day=1 ${TESTTMP}/lake/events/metadata
--! shell touch ${TESTTMP}/lake/orders/_delta_log/00000000000000000000.json ${TESTTMP}/lake/events/metadata/v1.metadata.json
SELECT parquet_write('${TESTTMP}/lake/orders/new.parquet', 'SELECT 1 AS i');
SELECT parquet_write('${TESTTMP}/lake/orders/day=1/new.parquet', 'SELECT 1 AS i');
SELECT parquet_write('${TESTTMP}/lake/orders/_delta_log/new.parquet', 'SELECT 1 AS i');
SELECT parquet_write('${TESTTMP}/lake/events/metadata/../new.parquet', 'SELECT 1 AS i');
SELECT parquet_write('${TESTTMP}/lake/orders', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'append=on');
SELECT parquet_write('${TESTTMP}/lake/orders/', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/lake/orders/day=1', 'SELECT 1 AS i', 'rows_per_file=1', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/lake/events', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'append=on');
SELECT parquet_write('${TESTTMP}/lake', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'overwrite=on');
--! shell cd ${TESTTMP}; rm -r lake/events; find . -type f
SELECT parquet_write('${TESTTMP}/lake', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/lake', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'overwrite=on', 'lake=off');

-- With lake=off, and beside a table.
SELECT parquet_write('${TESTTMP}/lake/orders/new.parquet', 'SELECT 1 AS i', 'lake=off');
SELECT parquet_write('${TESTTMP}/lake/orders', 'SELECT 1 AS i, 2 AS day', 'partition_by=day', 'append=on', 'lake=off');
SELECT parquet_write('${TESTTMP}/lake/beside.parquet', 'SELECT 1 AS i', 'lake=auto');
SELECT parquet_write('${TESTTMP}/lake/new', 'SELECT 1 AS i, 2 AS day', 'partition_by=day');
SELECT count(*) FROM read_parquet('${TESTTMP}/lake/orders', 'lake=off');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS i', 'lake=delta');

-- A connection that may not read the table, either.
SELECT parquet_restrict('read=${TESTTMP}/lake/new', 'write=${TESTTMP}/lake/orders/day=1');
SELECT parquet_write('${TESTTMP}/lake/orders/day=1/new.parquet', 'SELECT 1 AS i');
