-- parquet_query() leaves a Variant's fields to SQLite, for they may hold values of other types.
CREATE TABLE d(id, v);
INSERT INTO d VALUES (1, '{"at":"2024-01-02T03:04:05Z"}'), (2, '{"at":"never"}'), (3, '{"at":7}'), (4, '{}'), (5, NULL), (6, '{"at":"2024-01-02T03:04:06Z"}');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT * FROM d', 'types=id=INT64, v=VARIANT<STRUCT<at TIMESTAMP(MICROS)>>');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/v.parquet');
CREATE VIRTUAL TABLE temp.i USING parquet('${TESTTMP}/v.parquet', timestamps=instant);
SELECT id, "v.at" FROM i;

-- Whether one is null is not known either, also where times are compared as instants.
CREATE VIRTUAL TABLE temp.q1 USING parquet_query('SELECT count("v.at"), count(*) FROM t');
CREATE VIRTUAL TABLE temp.q2 USING parquet_query('SELECT count("v.at"), count(*) FROM i');
CREATE VIRTUAL TABLE temp.q3 USING parquet_query('SELECT count(*), sum(id) FROM i WHERE "v.at" IS NOT NULL');
SELECT * FROM q1;
SELECT * FROM q2;
SELECT count("v.at"), count(*) FROM i;
SELECT * FROM q3;
SELECT count(*), sum(id) FROM i WHERE "v.at" IS NOT NULL;
