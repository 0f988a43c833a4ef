.load ./parquet_vtab
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT trip_id, pickup_at, fare, payment, dropoff FROM trips LIMIT 2;
SELECT payment, count(*) AS trips, round(avg(fare), 2) AS fare
  FROM trips WHERE [dropoff.zone] = 'Airport' AND distance_km > 10 GROUP BY 1 ORDER BY 2 DESC;
SELECT parquet_write('build/airport.parquet',
  'SELECT * FROM trips WHERE [dropoff.zone] = ''Airport'' ORDER BY fare') AS rows_written;
