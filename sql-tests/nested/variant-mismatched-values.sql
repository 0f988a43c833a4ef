-- Values of another type in a shredded column are found, although the column's
-- dictionaries, Bloom filters and bounds do not contain them.

CREATE TABLE d(id INTEGER, v TEXT);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
  INSERT INTO d SELECT i, CASE WHEN i = 700 THEN '{"s":5,"n":"x"}' WHEN i = 701 THEN '{"s":null,"n":0.5}'
                               ELSE '{"s":"w' || (i % 20) || '","n":' || (i % 20) || '}' END FROM n;
SELECT parquet_write('${TESTTMP}/v.parquet', 'd', 'types=v=VARIANT<STRUCT<s STRING, n INT32>>', 'bloom_filter=v', 'encoding=dictionary', 'row_group_size=500');
SELECT count(*) FROM parquet_check('${TESTTMP}/v.parquet');
SELECT path_in_schema, encodings, bloom_filter_offset IS NOT NULL FROM parquet_metadata('${TESTTMP}/v.parquet') WHERE row_group_id = 1 AND path_in_schema LIKE '%s, typed_value';

CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/v.parquet');
SELECT id, "v.s", typeof("v.s") FROM t WHERE "v.s" = '5';
SELECT id, "v.n", typeof("v.n") FROM t WHERE "v.n" = 'x';
SELECT id FROM t WHERE "v.n" = 0.5;
SELECT id FROM t WHERE "v.n" > 19;
SELECT id FROM t WHERE "v.s" IS NULL;
SELECT count(*) FROM t WHERE "v.s" = 'w7' AND "v.n" = 7;
SELECT max("v.n"), min("v.s") FROM t;
SELECT max("v.n") FROM t;
SELECT min("v.s") FROM t;
SELECT id, "v.n" FROM t ORDER BY "v.n" DESC LIMIT 1;

-- Among row groups without mismatched values, the same condition excludes the first.
SELECT count(*) FROM t WHERE "v.n" = 77;
SELECT row_groups, row_groups_by_statistics + row_groups_by_bloom + row_groups_by_dictionary FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
