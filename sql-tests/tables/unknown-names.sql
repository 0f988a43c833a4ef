-- An unknown name of any kind suggests the nearest known one, and lists at most ten.

-- Options of tables and their values.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', colums='fare');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', footerkey=k);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', timestamps=integr);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', salvage=skp);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', pushdown=flase);
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', pushdown=maybe);

-- Columns and types.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', columns='fare, vednor');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', columns='zone');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', types='trip_ids=DATE');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', types='trip_id=TIMSTAMP_S');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', types='trip_id=TIMESTAMP(MILIS)');
SELECT parquet_write('${TESTTMP}/d', 'SELECT 1 AS i, 2026 AS year, 5 AS month', 'partition_by=year,month');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/d', hive_types='yaer=TEXT');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/d', hive_types='year=INTEGR');

-- A second path says how lists are written.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', 'testdata/trips.parquet');
SELECT * FROM parquet_metadata('testdata/trips.parquet', 'testdata/trips.parquet');
SELECT * FROM read_parquet('testdata/trips.parquet', 'testdata/trips.parquet');

-- Arguments of functions.
SELECT * FROM read_parquet('testdata/trips.parquet', 'unoin_by_name=on');
SELECT * FROM parquet_summarize('testdata/trips.parquet', 'exat=on');
SELECT * FROM parquet_schema('testdata/trips.parquet', 'foter_key=k');
SELECT * FROM parquet_bloom_probe('testdata/trips.parquet', 'vendors', 'a');
SELECT parquet_restrict('raed=none');
SELECT parquet_restrict('keys');

-- Options of the writer, their values and columns.
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'partitionby=id');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'row_group=5');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'codecs=zstd');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'compression=zst');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'encoding=dictionry');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'encodings=id=DELTA_BINRY_PACKED');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'encodings=nmae=PLAIN');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'types=nam=TEXT');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'types=name=TEX');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'types=name=GEOGRAPHY(OGC:CRS84, KARNY)');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'sorted_by=names');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'order_by=NMAE DESC');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'partition_by=nane');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'bloom_filter=naem');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'field_ids=name_=1');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'overwrite=yess');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'data_page_version=v3');

-- Names of keys are secret; the columns of column_keys are not.
SELECT parquet_add_key('finance', '00112233445566778899aabbccddeeff');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'footer_key=finace');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'footer_key=finance', 'column_keys=finace: name');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id, 2 AS name', 'footer_key=finance', 'column_keys=finance: nmae');
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/trips.parquet', column_keys='finance: fares');

-- Names in other alphabets, names of hostile files, and very many.
SELECT parquet_write('${TESTTMP}/u', 'SELECT 1 AS "Größe", 2 AS "日本語", 3 AS ""');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/u', columns='GRÖẞE');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/u', columns='日本後');
SELECT parquet_write('${TESTTMP}/h', 'SELECT 1 AS "a""b; did you mean ""c""?", 2 AS "' || char(27) || '[31mred' || char(10) || '", 3 AS "%s%n", 4 AS "' || replace(printf('%5000s', ''), ' ', 'x') || '"');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/h', columns='%s%m');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/h', columns='[31mred');
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
SELECT parquet_write('${TESTTMP}/m', 'SELECT ' || group_concat(i || ' AS c' || printf('%04d', i))) FROM n;
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/m', columns='c1043, c04031');
SELECT parquet_write('${TESTTMP}/x', 'SELECT 1 AS id', 'types=' || replace(printf('%100000s', ''), ' ', 'id') || '=DATE');
