-- Values of other types in a Variant's DECIMAL field read as in an ordinary column.
CREATE TABLE variants(id, v);
INSERT INTO variants VALUES (1, '{"d":1.25}'), (2, '{"d":"12"}'), (3, '{"d":" 7.5 "}'), (4, '{"d":"x"}'), (5, '{"d":7}'), (6, '{"d":true}'), (7, '{"d":0.001}'), (8, '{"d":[1]}');
SELECT parquet_write('${TESTTMP}/v.parquet', 'SELECT * FROM variants', 'types=id=INT64, v=VARIANT<STRUCT<d DECIMAL(9,2)>>');
CREATE VIRTUAL TABLE temp.v USING parquet('${TESTTMP}/v.parquet');
SELECT name, type FROM pragma_table_xinfo('v') WHERE name = 'v.d';
SELECT id, "v.d", typeof("v.d") FROM v;
CREATE TABLE n(id BIGINT, d DECIMAL REAL(9,2));
INSERT INTO n SELECT id, json_extract(v, '$.d') FROM variants WHERE id < 8;
SELECT count(*) FROM (SELECT id, quote(d) FROM n EXCEPT SELECT id, quote("v.d") FROM v);
