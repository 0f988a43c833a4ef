-- An option that is given twice is an error, whatever its values, in tables, functions, writes and restrictions.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', columns=vendor, columns=vendor);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', types='fare=INTEGER', types='fare=INTEGER');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', hive_types='y=TEXT', hive_types='y=TEXT');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', timezone=UTC, timezone=UTC);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', union_by_name=on, union_by_name=on);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', field_ids=off, field_ids=off);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', hive_partitioning=off, hive_partitioning=off);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', binary_as_text=off, binary_as_text=off);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', timestamps=text, timestamps=text);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', decimals=real, decimals=real);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', uint64=text, uint64=real);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', calendar=julian, calendar=julian);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', checksums=off, checksums=off);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', pushdown=on, pushdown=on);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', memory_limit='64MiB', memory_limit='64MiB');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', salvage=off, salvage=off);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', threads=1, threads=1);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', footer_key=k, footer_key=k);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', column_keys='k: vendor', column_keys='k: vendor');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', encryption_algorithm=AES_GCM_V1, encryption_algorithm=AES_GCM_V1);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', aad_prefix=a, aad_prefix=a);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', key_function=quote, key_function=quote);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', vfs=unix, vfs=unix);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', blob='a.b', blob='a.b');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', immutable=on, immutable=on);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', binary_as_text=on, Binary_As_String=on);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', threads=1, checksums=on, THREADS=2);
SELECT name FROM sqlite_temp_master;

-- Functions: those of rows have most options of tables, all have those of files.
SELECT count(*) FROM read_parquet('testdata/trips.parquet', 'threads=1', 'threads=2');
SELECT count(*) FROM parquet_scan('testdata/trips.parquet', 'columns=fare', 'checksums=on', 'columns=vendor');
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'exact=on', 'exact=off');
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'exact=off');
--! each function
SELECT count(*) FROM ${FUNCTION}('testdata/trips.parquet'${MORE}, 'immutable=on', 'immutable=off');

-- Writing and restrictions.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x', 'threads=1', 'threads=1');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x', 'compression=none', 'codec=none');
SELECT parquet_restrict('memory=2MiB', 'memory=2MiB');
SELECT parquet_restrict('keys=off', 'Keys=off');
