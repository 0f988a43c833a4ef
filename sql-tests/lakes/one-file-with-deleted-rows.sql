-- A table of one file, of which two rows are deleted, is sorted without them.
--! shell mkdir -p ${TESTTMP}/one/_delta_log && cp testdata/trips.parquet ${TESTTMP}/one && printf '{"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["deletionVectors"],"writerFeatures":["deletionVectors"]}}\n{"metaData":{"id":"1","format":{"provider":"parquet","options":{}},"schemaString":"{\\"type\\": \\"struct\\", \\"fields\\": [{\\"name\\": \\"trip_id\\", \\"type\\": \\"long\\", \\"nullable\\": true, \\"metadata\\": {}}, {\\"name\\": \\"passengers\\", \\"type\\": \\"byte\\", \\"nullable\\": true, \\"metadata\\": {}}, {\\"name\\": \\"payment\\", \\"type\\": \\"string\\", \\"nullable\\": true, \\"metadata\\": {}}]}","partitionColumns":[],"configuration":{}}}\n{"add":{"path":"trips.parquet","partitionValues":{},"size":1,"modificationTime":0,"dataChange":true,"deletionVector":{"storageType":"i","pathOrInlineDv":"^Bg9^0rr910000000000iXQKl0rr91000315c8Xg00031","sizeInBytes":36,"cardinality":2}}}\n' > ${TESTTMP}/one/_delta_log/00000000000000000000.json
CREATE VIRTUAL TABLE one USING parquet('${TESTTMP}/one');
SELECT count(*), min(trip_id) FROM one;
CREATE TABLE n AS SELECT * FROM one;
SELECT payment, count(*), min(trip_id) FROM one GROUP BY payment ORDER BY payment;
SELECT passengers, count(*) FROM one GROUP BY 1 EXCEPT SELECT passengers, count(*) FROM n GROUP BY 1;
SELECT count(*) FROM (SELECT trip_id FROM one ORDER BY passengers, payment LIMIT -1 OFFSET 0);
SELECT count(*), count(DISTINCT payment) FROM one;
SELECT count(*) FROM n JOIN one USING (trip_id) WHERE n.payment IS one.payment;
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT payment, count(*), min(trip_id) FROM one GROUP BY payment ORDER BY payment;
--! end
