-- Rows of a table that SQLite would only pass on are written without it, with the types and values of
-- the file; in_batches of parquet_scan_stats says so.  All other queries write the same rows.
-- (Before 3.38, SQLite tests conditions and sorts rows itself.)
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
CREATE TEMP VIEW last AS SELECT in_batches, rows_returned, plan FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'trips', 'row_group_size=300');
SELECT * FROM last;
CREATE VIRTUAL TABLE temp.copy USING parquet('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT rowid, * FROM trips EXCEPT SELECT rowid, * FROM copy);
SELECT count(*) FROM parquet_check('${TESTTMP}/copy.parquet');
SELECT count(*) FROM (SELECT * FROM (SELECT name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type FROM parquet_schema('testdata/trips.parquet') LIMIT -1 OFFSET 1)
  EXCEPT SELECT name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet'));
SELECT DISTINCT because FROM parquet_write_types;

-- Conditions that the table tests, its orders, subqueries, leaves of groups, a column twice, other names.
SELECT parquet_write('${TESTTMP}/some.parquet', 'SELECT fare AS f, v.fare AS g, "dropoff.zone" AS zone, pickup_at FROM (SELECT *, "dropoff.zone" FROM trips) v WHERE passengers = 2 AND distance_km > abs(-5) AND vendor = ''Blue Cab''');
SELECT sqlite_version() < '3.38' OR (in_batches = 1 AND rows_returned = 20) FROM last;
CREATE VIRTUAL TABLE temp.some USING parquet('${TESTTMP}/some.parquet');
SELECT count(*), count(f), count(g), count(zone) FROM some;
SELECT count(*) FROM (SELECT fare, fare, "dropoff.zone", pickup_at FROM trips WHERE passengers = 2 AND distance_km > 5 AND vendor = 'Blue Cab' EXCEPT SELECT * FROM some);
SELECT parquet_write('${TESTTMP}/sorted.parquet', 'SELECT trip_id, fare, vendor, pickup_at FROM trips', 'order_by=fare DESC');
SELECT sqlite_version() < '3.38' OR (in_batches = 1 AND plan = 'scan sort by fare#5 desc') FROM last;
CREATE VIRTUAL TABLE temp.sorted USING parquet('${TESTTMP}/sorted.parquet');
SELECT count(*), group_concat(fare) = (SELECT group_concat(fare) FROM (SELECT fare FROM trips ORDER BY fare DESC)) FROM sorted;
SELECT count(*) FROM (SELECT trip_id, fare, vendor, pickup_at FROM trips EXCEPT SELECT * FROM sorted);
SELECT parquet_write('${TESTTMP}/sorted.parquet', 'SELECT trip_id, fare, vendor, pickup_at FROM trips', 'order_by=fare DESC, trip_id');
SELECT in_batches FROM last;
DROP TABLE sorted;
CREATE VIRTUAL TABLE temp.sorted USING parquet('${TESTTMP}/sorted.parquet');
SELECT group_concat(trip_id) = (SELECT group_concat(trip_id) FROM (SELECT trip_id FROM trips ORDER BY fare DESC, trip_id)) FROM sorted;
SELECT parquet_write('${TESTTMP}/none.parquet', 'SELECT trip_id, fare FROM trips WHERE fare < -5');
SELECT in_batches, rows_returned FROM last;
SELECT count(*), min(name), max(name) FROM parquet_schema('${TESTTMP}/none.parquet') WHERE name <> 'schema';

-- What SQLite must compute or test, it does.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare, fare + 1 AS more FROM trips');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare, 1 AS one FROM trips');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT rowid AS number, fare FROM trips');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips LIMIT 10');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips WHERE abs(fare) > 10');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT a.fare FROM trips a JOIN trips b ON a.trip_id = b.trip_id WHERE b.fare > 30');
SELECT DISTINCT in_batches FROM (SELECT in_batches FROM parquet_scan_stats ORDER BY seq DESC LIMIT 2);
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips UNION ALL SELECT fare FROM trips');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips', 'types=fare=DOUBLE');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare, trip_id FROM trips', 'types=fare="DECIMAL(8,2)",trip_id=INT32');
SELECT in_batches FROM last;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare, trip_id FROM trips', 'types=fare="DECIMAL(8,2)"');
SELECT in_batches FROM last;

-- Values that SQLite does not have: NaN, all digits of decimals.
CREATE VIRTUAL TABLE temp.odd USING parquet('testdata/regressions/relaxed_copies.parquet');
SELECT parquet_write('${TESTTMP}/odd.parquet', 'SELECT "g.f" AS real FROM odd');
SELECT in_batches FROM last;
SELECT name, repetition_type, type FROM parquet_schema('${TESTTMP}/odd.parquet') WHERE name <> 'schema';
CREATE VIRTUAL TABLE temp.exact USING parquet('testdata/handmade_decimals.parquet', decimals=text);
CREATE VIRTUAL TABLE temp.real USING parquet('testdata/handmade_decimals.parquet');
SELECT parquet_write('${TESTTMP}/decimals.parquet', 'real');
SELECT in_batches FROM last;
CREATE VIRTUAL TABLE temp.decimals USING parquet('${TESTTMP}/decimals.parquet', decimals=text);
SELECT count(*) FROM exact;
SELECT count(*) FROM (SELECT * FROM exact EXCEPT SELECT * FROM decimals);

-- Values that break the rules of their type: the other way finds types that hold them, or refuses them.
CREATE VIRTUAL TABLE temp.beyond USING parquet('testdata/handmade_times_beyond_day.parquet');
SELECT parquet_write('${TESTTMP}/beyond.parquet', 'beyond');
SELECT in_batches FROM last;
CREATE VIRTUAL TABLE temp.beyond_copy USING parquet('${TESTTMP}/beyond.parquet');
SELECT count(*) FROM (SELECT * FROM beyond EXCEPT SELECT * FROM beyond_copy);
CREATE VIRTUAL TABLE temp.not_utf8 USING parquet('testdata/handmade_text_not_utf8.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'not_utf8');
CREATE VIRTUAL TABLE temp.int96 USING parquet('testdata/handmade_int96.parquet');
SELECT parquet_write('${TESTTMP}/int96.parquet', 'int96');
SELECT in_batches FROM last;

-- Another unit than the file's is what the query shows, so it is what is written.
CREATE VIRTUAL TABLE temp.in_seconds USING parquet('testdata/trips.parquet', timestamps=seconds);
SELECT parquet_write('${TESTTMP}/seconds.parquet', 'SELECT trip_id, pickup_at FROM in_seconds');
SELECT in_batches FROM last;

-- A file of many has nulls where the first has none, and keys are in the paths.
--! shell mkdir -p "${TESTTMP}/many/k=1" "${TESTTMP}/many/k=2"
SELECT parquet_write('${TESTTMP}/many/k=1/a.parquet', 'SELECT 1 AS a, ''x'' AS b', 'types=a=INT32 NOT NULL,b=STRING NOT NULL');
SELECT parquet_write('${TESTTMP}/many/k=2/b.parquet', 'SELECT NULL AS a, ''y'' AS b UNION ALL SELECT 3, ''z''', 'types=a=INT32,b=STRING NOT NULL');
CREATE VIRTUAL TABLE temp.many USING parquet('${TESTTMP}/many');
SELECT parquet_write('${TESTTMP}/one.parquet', 'many');
SELECT in_batches, rows_returned FROM last;
SELECT row FROM read_parquet('${TESTTMP}/one.parquet');
SELECT name, repetition_type, type FROM parquet_schema('${TESTTMP}/one.parquet') WHERE name <> 'schema';

-- Into folders, by integers, texts and dates, and by decimals, which SQLite shows as reals.
SELECT parquet_write('${TESTTMP}/parts', 'SELECT trip_id, vendor, passengers, date FROM (SELECT *, pickup_at AS date FROM trips)', 'partition_by=vendor, passengers', 'write_partition_columns=on');
SELECT in_batches FROM last;
CREATE VIRTUAL TABLE temp.parts USING parquet('${TESTTMP}/parts');
SELECT count(*), count(DISTINCT _file) FROM parts;
SELECT count(*) FROM (SELECT trip_id, vendor, passengers, pickup_at FROM trips EXCEPT SELECT trip_id, vendor, passengers, date FROM parts);
SELECT parquet_write('${TESTTMP}/dates', 'SELECT trip_id, pickup_at FROM trips WHERE trip_id < 100020', 'partition_by=pickup_at');
SELECT sqlite_version() < '3.38' OR in_batches = 1 FROM last;
CREATE VIRTUAL TABLE temp.dates USING parquet('${TESTTMP}/dates');
SELECT count(*) FROM (SELECT trip_id, pickup_at FROM trips WHERE trip_id < 100020 EXCEPT SELECT trip_id, pickup_at FROM dates);
SELECT parquet_write('${TESTTMP}/fares', 'SELECT trip_id, fare FROM trips WHERE trip_id < 100020', 'partition_by=fare');
SELECT in_batches FROM last;

-- Row groups end as they do otherwise.
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT vendor, trip_id FROM trips', 'row_group_size_bytes=20KB');
SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/x.parquet') LIMIT 2;
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT vendor, trip_id FROM trips LIMIT -1', 'row_group_size_bytes=20KB');
SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/x.parquet') LIMIT 2;

-- Errors of the file, of an order that is not there, of a file that is there.
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/bad/second_row_group.parquet');
SELECT parquet_write('${TESTTMP}/x.parquet', 'bad');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips', 'sorted_by=fare');
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT fare FROM trips', 'overwrite=off');

-- The file that is read may be replaced; Variants keep their types.
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM copy WHERE trip_id >= 101000');
SELECT count(*), min(trip_id) FROM copy;
CREATE VIRTUAL TABLE temp.variants USING parquet('testdata/duckdb_variant_types.parquet');
SELECT parquet_write('${TESTTMP}/variants.parquet', 'variants');
SELECT in_batches FROM last;
CREATE VIRTUAL TABLE temp.variants_copy USING parquet('${TESTTMP}/variants.parquet');
SELECT count(*) FROM (SELECT * FROM variants EXCEPT SELECT * FROM variants_copy);
