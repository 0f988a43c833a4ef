-- What the metadata of lake tables say: snapshots, files, properties.
SELECT * FROM lake_snapshots('testdata/lakes/orders_delta');
SELECT * FROM lake_snapshots('testdata/lakes/orders_iceberg');
SELECT snapshot_id, value AS name FROM lake_snapshots('testdata/lakes/orders_iceberg/metadata/v4.metadata.json', 'lake=iceberg'), json_each(refs) ORDER BY 1, 2;

SELECT * FROM lake_files('testdata/lakes/orders_delta') ORDER BY path;
SELECT path, record_count, deleted_count FROM lake_files('testdata/lakes/orders_delta/', 'version=0') ORDER BY path;
SELECT * FROM lake_files('testdata/lakes/orders_iceberg') ORDER BY path;
SELECT path FROM lake_files('testdata/lakes/orders_iceberg', 'tag=first') ORDER BY path;
SELECT count(*) FROM lake_files('testdata/lakes/orders_iceberg', 'snapshot_id=1002', 'lake=iceberg');

-- The counts are those of the table.
CREATE VIRTUAL TABLE delta USING parquet('testdata/lakes/orders_delta');
SELECT (SELECT count(*) FROM delta) = (SELECT sum(record_count - deleted_count) FROM lake_files('testdata/lakes/orders_delta'));
SELECT count(*) FROM lake_files('testdata/lakes/orders_delta') AS f
 WHERE f.record_count - f.deleted_count IS NOT (SELECT count(*) FROM delta WHERE _file = f.path);
-- Values lie within the bounds.
SELECT count(*) FROM lake_files('testdata/lakes/orders_delta') AS f JOIN delta ON delta._file = f.path
 WHERE NOT id BETWEEN json_extract(statistics, '$.id.min') AND json_extract(statistics, '$.id.max');

SELECT * FROM lake_properties('testdata/lakes/orders_delta');
SELECT * FROM lake_properties('testdata/lakes/orders_delta', 'version=0');
SELECT * FROM lake_properties('testdata/lakes/orders_iceberg');
SELECT name, value FROM lake_properties('testdata/lakes/orders_iceberg/metadata/v4.metadata.json', 'tag=first') WHERE name LIKE '%by' OR name = 'snapshot_id';

-- Under DuckDB's names.
SELECT * FROM iceberg_snapshots('testdata/lakes/orders_iceberg');
SELECT * FROM iceberg_metadata('testdata/lakes/orders_iceberg');
SELECT file_path FROM iceberg_metadata('testdata/lakes/orders_iceberg', 'tag=first');
SELECT count(*), row FROM iceberg_scan('testdata/lakes/orders_iceberg/');
SELECT count(*) FROM iceberg_scan('testdata/lakes/orders_iceberg/metadata/v4.metadata.json', 'tag=first');
SELECT count(*), row FROM delta_scan('testdata/lakes/orders_delta');
SELECT count(*) FROM delta_scan('testdata/lakes/orders_delta', 'version=0', 'columns=id');
SELECT count(*) FROM (SELECT row FROM delta_scan('testdata/lakes/orders_delta') EXCEPT SELECT row FROM read_parquet('testdata/lakes/orders_delta'));
SELECT * FROM delta_scan('testdata/lakes/orders_iceberg');
SELECT * FROM delta_scan('testdata/trips.parquet');
SELECT * FROM delta_scan('testdata/nothing there');
SELECT * FROM delta_scan('testdata/lakes/orders_delta', 'lake=off');
SELECT * FROM iceberg_scan('testdata/lakes/orders_delta');
SELECT * FROM iceberg_scan('testdata/lakes');
SELECT * FROM iceberg_snapshots('testdata/lakes/orders_delta');
SELECT * FROM iceberg_snapshots('testdata/lakes/orders_iceberg', 'tag=first');
SELECT * FROM iceberg_metadata('testdata/trips.parquet');
SELECT * FROM iceberg_metadata;

-- What has no snapshots.
SELECT * FROM lake_snapshots('testdata/trips.parquet');
SELECT * FROM lake_files('testdata');
SELECT * FROM lake_properties('testdata/lakes/orders_delta', 'lake=off');
SELECT * FROM lake_snapshots('testdata/lakes/orders_delta', 'lake=iceberg');
SELECT * FROM lake_snapshots('testdata/lakes/orders_delta', 'version=1');
SELECT * FROM lake_files('testdata/lakes/orders_delta', 'version=9');
SELECT * FROM lake_files('testdata/lakes/orders_delta', 'decimals=text');
SELECT * FROM lake_files(NULL);
--! lost_memory
SELECT count(*), count(summary), count(refs) FROM lake_snapshots('testdata/lakes/orders_iceberg');
--! lost_memory
SELECT count(*), count(summary) FROM lake_snapshots('testdata/lakes/orders_delta');
--! lost_memory
SELECT count(*), count(partition), count(statistics) FROM lake_files('testdata/lakes/orders_delta');
--! lost_memory
SELECT count(*), count(value) FROM lake_properties('testdata/lakes/orders_iceberg');
--! lost_memory
SELECT count(*), count(value) FROM lake_properties('testdata/lakes/orders_delta');
--! lost_memory
SELECT count(*), count(manifest_list) FROM iceberg_snapshots('testdata/lakes/orders_iceberg');
--! lost_memory
SELECT count(*), count(file_path) FROM iceberg_metadata('testdata/lakes/orders_iceberg');

-- Bounds of texts that are cut are text, and bounds.
--! shell mkdir -p ${TESTTMP}/long/_delta_log && f=${TESTTMP}/long/_delta_log/00000000000000000000.json && sed -n '/protocol/p' testdata/lakes/orders_delta/_delta_log/00000000000000000000.json > $f && printf '%s\n' '{"metaData":{"id":"1","format":{"provider":"parquet"},"schemaString":"{\"type\":\"struct\",\"fields\":[{\"name\":\"t\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}]}","partitionColumns":[],"configuration":{}}}' '{"add":{"path":"a","partitionValues":{},"size":1,"modificationTime":1,"dataChange":true,"stats":"{\"numRecords\":3,\"minValues\":{\"t\":\"a\"},\"maxValues\":{\"t\":\"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzé\"}}"}}' >> $f
SELECT json_extract(statistics, '$.t.min'), json_extract(statistics, '$.t.max') = 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzé' || char(0x10ffff) FROM lake_files('${TESTTMP}/long');
