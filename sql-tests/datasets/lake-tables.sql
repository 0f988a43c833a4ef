-- Folders that are tables of Delta Lake or Iceberg: an error, since their files also have deleted and replaced rows; lake=off reads the files.
--! shell mkdir -p ${TESTTMP}/lake/orders/_delta_log ${TESTTMP}/lake/orders/day=1 ${TESTTMP}/lake/events/metadata ${TESTTMP}/lake/events/data/a ${TESTTMP}/lake/plain/metadata ${TESTTMP}/both/_delta_log ${TESTTMP}/both/metadata
SELECT parquet_write('${TESTTMP}/one.parquet', 'SELECT 1 AS i');
--! shell cd ${TESTTMP}; for f in lake/orders/1 lake/orders/day=1/2 lake/events/data/a/1 lake/plain/1 lake/plain/metadata/2 both/1; do cp one.parquet $f.parquet; done; touch lake/orders/_delta_log/00000000000000000000.json lake/events/metadata/v1.metadata.json lake/plain/metadata/notes.json both/metadata/00000-1.metadata.json.gz
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/orders');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/events/');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/both/', union_by_name=on);

-- Patterns, folders above, folders inside, links, and lists.
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/orders/*.parquet');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/*/*.parquet');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/e*/**');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/orders/day=1');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/plain/../orders/day=1/*', hive_partitioning=on);
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/events/data/');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/orders/_delta_log/*');
--! shell ln -s lake/orders/day=1 ${TESTTMP}/link
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/link/');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/one.parquet
${TESTTMP}/lake/events');

-- Functions.
SELECT * FROM read_parquet('${TESTTMP}/lake/orders/');
SELECT name FROM parquet_schema('${TESTTMP}/lake/orders/');
SELECT column_name FROM parquet_summarize('${TESTTMP}/lake/events/');
SELECT parquet_attach('${TESTTMP}/lake/');
SELECT parquet_attach('${TESTTMP}/lake/orders/', 'orders');
SELECT name FROM sqlite_temp_master;

-- The bare files, and files that are named.
CREATE VIRTUAL TABLE bare USING parquet('${TESTTMP}/lake/', lake=off);
SELECT count(*) FROM bare;
CREATE VIRTUAL TABLE part USING parquet('${TESTTMP}/lake/orders/day=1/', lake='off', hive_partitioning=on);
SELECT i, day FROM part;
CREATE VIRTUAL TABLE one USING parquet('${TESTTMP}/lake/orders/1.parquet');
CREATE VIRTUAL TABLE files USING parquet('${TESTTMP}/lake/orders/1.parquet
${TESTTMP}/lake/events/data/a/1.parquet');
SELECT (SELECT count(*) FROM one), (SELECT count(*) FROM files);
SELECT row FROM read_parquet('${TESTTMP}/lake/events/', 'lake=off');
SELECT file_name LIKE '%/day=1/2.parquet', num_rows FROM parquet_file_metadata('${TESTTMP}/lake/orders/', 'lake=off');
SELECT column_name, count FROM parquet_summarize('${TESTTMP}/lake/orders/', 'lake=off');
SELECT parquet_attach('${TESTTMP}/lake/orders/1.parquet', 'named');

-- Other folders of these names are none of a table.
CREATE VIRTUAL TABLE plain USING parquet('${TESTTMP}/lake/plain/');
--! lost_memory
SELECT count(*) FROM plain;
--! shell mkdir ${TESTTMP}/file; touch ${TESTTMP}/file/_delta_log ${TESTTMP}/file/metadata; cp ${TESTTMP}/one.parquet ${TESTTMP}/file
CREATE VIRTUAL TABLE file USING parquet('${TESTTMP}/file/', lake=auto);
SELECT count(*) FROM file;

-- A folder that becomes a table.
--! shell mkdir ${TESTTMP}/file/sub ${TESTTMP}/lake/plain/_delta_log
SELECT count(*) FROM plain;
--! shell rmdir ${TESTTMP}/lake/plain/_delta_log
SELECT count(*) FROM plain;

CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/lake/orders', lake=delta);
CREATE VIRTUAL TABLE t USING parquet('lake', vfs=unix, lake=off);
SELECT name FROM parquet_schema('${TESTTMP}/lake/orders/', 'lake=on');
SELECT name FROM parquet_schema('${TESTTMP}/lake/orders/', 'lake=off', 'lake=off');

-- What a confined connection cannot examine is no table for it.
SELECT parquet_restrict('read=${TESTTMP}/lake/orders/day=1');
SELECT row FROM read_parquet('${TESTTMP}/lake/orders/day=1/');
