-- Copies of Variants keep the types of their values, on hosts that report which column a value comes from: the others are "silent".
CREATE TABLE host AS SELECT NOT sqlite_compileoption_used('ENABLE_COLUMN_METADATA') AS is_silent;
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_variant_types.parquet');
-- Rows 1 and 2, 3 and 4 are the same JSON.
SELECT id, v, hex("v.value") FROM t;

-- Without shredding, all values are as they are in v. (DuckDB has stored the numbers of v's row 22 with the type of s.)
SELECT parquet_write('${TESTTMP}/plain.parquet', 't', 'types=v=VARIANT, s=VARIANT');
CREATE VIRTUAL TABLE temp.plain USING parquet('${TESTTMP}/plain.parquet');
SELECT count(*), count(p.v), sum(p.v = t.v), sum(p.s = t.s) FROM t JOIN plain p USING (id);
SELECT count(*) = 25 OR (SELECT is_silent FROM host) FROM t JOIN plain p USING (id) WHERE p."v.value" IS t."v.value";

-- A shredded column stays shredded, and each value stays where it is.
SELECT parquet_write('${TESTTMP}/shredded.parquet', 't');
SELECT count(*) = 0 OR (SELECT is_silent FROM host)
    FROM (SELECT path_in_schema, num_values - stats_null_count FROM parquet_metadata('testdata/duckdb_variant_types.parquet')
    EXCEPT SELECT path_in_schema, num_values - stats_null_count FROM parquet_metadata('${TESTTMP}/shredded.parquet'));
CREATE VIRTUAL TABLE temp.shredded USING parquet('${TESTTMP}/shredded.parquet');
SELECT parquet_write('${TESTTMP}/again.parquet', 'SELECT * FROM shredded', 'types=s=VARIANT');
CREATE VIRTUAL TABLE temp.again USING parquet('${TESTTMP}/again.parquet');
SELECT count(*) = 25 OR (SELECT is_silent FROM host) FROM plain p JOIN again a USING (id) WHERE p."v.value" IS a."v.value" AND p."s.value" IS a."s.value";
SELECT * FROM parquet_check('${TESTTMP}/shredded.parquet');

-- Queries that SQLite evaluates in different ways write the same values: where it copies them, all but the rows that look alike, 1 to 4.
CREATE TABLE other(id, x);
INSERT INTO other SELECT id, id FROM t;
CREATE TABLE one(n);
INSERT INTO one VALUES(1);
CREATE VIEW temp.of_t AS SELECT id AS number, v AS renamed FROM t;
CREATE VIRTUAL TABLE temp.scanned USING parquet('testdata/duckdb_variant_types.parquet', pushdown='off');
CREATE VIRTUAL TABLE temp.few USING parquet('testdata/duckdb_variant_types.parquet', columns='v,id');
--! shell mkdir -p "${TESTTMP}/two" && cp testdata/duckdb_variant_types.parquet "${TESTTMP}/two/a.parquet" && cp testdata/duckdb_variant_types.parquet "${TESTTMP}/two/b.parquet"
CREATE VIRTUAL TABLE temp.twice USING parquet('${TESTTMP}/two');
CREATE VIRTUAL TABLE temp.united USING parquet('${TESTTMP}/two', union_by_name='on');
CREATE VIRTUAL TABLE temp.whole USING parquet('testdata/duckdb_variant_types.parquet', salvage='on');
CREATE TABLE ways(q, is_direct);
INSERT INTO ways VALUES
    ('SELECT id, v FROM t WHERE id > 0', 1),
    ('SELECT id, v FROM t WHERE v IS NOT 5 AND length(coalesce(v, '''')) < 1000', 1),
    ('SELECT t.id, v FROM other CROSS JOIN t USING (id)', 1),
    ('SELECT t.id, v FROM t CROSS JOIN other USING (id)', 1),
    ('SELECT other.id, v FROM other LEFT JOIN t USING (id)', 0),
    ('SELECT id, v FROM t LIMIT 25', 0),
    ('SELECT id, v FROM t ORDER BY id DESC', 0),
    ('SELECT id, v FROM scanned', 1),
    ('SELECT id, v FROM few', 1),
    ('SELECT id, v FROM whole', 1),
    ('SELECT number AS id, renamed AS v FROM of_t', 0),
    ('SELECT id, v FROM twice LIMIT 25', 1),
    ('SELECT id, v FROM united LIMIT 25 OFFSET 25', 1),
    ('WITH w(a, b) AS (SELECT v, id FROM t WHERE id IN (SELECT id FROM other)) SELECT b AS id, a AS v FROM w', 0),
    ('SELECT id, v FROM t WHERE id < 10 UNION ALL SELECT id, s FROM t WHERE id BETWEEN 10 AND 20 UNION ALL SELECT id, v FROM few WHERE id > 20', 0),
    ('SELECT t.id, v FROM t CROSS JOIN one WHERE n = 1 GROUP BY t.id', 0),
    ('SELECT id, v FROM t ORDER BY id + 0', 0),
    ('SELECT id, v FROM scanned ORDER BY id', 0),
    ('SELECT id, v FROM twice GROUP BY id % 1000', 0),
    ('SELECT DISTINCT id, v FROM twice', 0),
    ('SELECT id, v FROM t UNION SELECT id, v FROM t', 0),
    ('SELECT id, v FROM (SELECT id, v, row_number() OVER (ORDER BY -id) AS n FROM t)', 0),
    ('SELECT max(id) AS id, v FROM t GROUP BY id || ''''', 0),
    ('SELECT max(id) AS id, v FROM t WHERE id < 20', 0);
--! shell mkdir "${TESTTMP}/ways"
SELECT count(parquet_write('${TESTTMP}/ways/' || (100 + rowid) || '.parquet', q, 'types=id=INT32, v=VARIANT')) FROM ways;
CREATE VIRTUAL TABLE temp.written USING parquet('${TESTTMP}/ways');
SELECT q, count(*) AS n, sum(w.v IS p.v) AS same_json,
    CASE WHEN is_silent THEN NULL ELSE group_concat(CASE WHEN w."v.value" IS NOT p."v.value" AND (w.id > 4 OR is_direct) THEN w.id END) END AS other_types
FROM (SELECT id, v, "v.value", _file FROM written ORDER BY _file, id) w JOIN plain p USING (id) JOIN host
JOIN ways ON w._file LIKE '%/' || (100 + ways.rowid) || '.parquet' GROUP BY ways.rowid;
-- Rows in the order of an option, and folders.
SELECT parquet_write('${TESTTMP}/way.parquet', 'SELECT id, v FROM t WHERE id > 4', 'order_by=id DESC', 'types=v=VARIANT');
CREATE VIRTUAL TABLE temp.way USING parquet('${TESTTMP}/way.parquet');
SELECT count(*) = 21 OR (SELECT is_silent FROM host) FROM way w JOIN plain p USING (id) WHERE p."v.value" IS w."v.value";
SELECT parquet_write('${TESTTMP}/folder', 'SELECT id % 3 AS k, id, v FROM t WHERE id > 4', 'partition_by=k', 'types=v=VARIANT');
CREATE VIRTUAL TABLE temp.folder USING parquet('${TESTTMP}/folder');
SELECT count(*) = 21 OR (SELECT is_silent FROM host) FROM folder w JOIN plain p USING (id) WHERE p."v.value" IS w."v.value";
SELECT parquet_write('${TESTTMP}/way.parquet', 'SELECT id, v FROM folder', 'types=v=VARIANT');
SELECT count(*) = 21 OR (SELECT is_silent FROM host) FROM way w JOIN plain p USING (id) WHERE p."v.value" IS w."v.value";

-- What SQL has changed is JSON, and so are texts that only look like a Variant's.
SELECT parquet_write('${TESTTMP}/changed.parquet', 'SELECT id, replace(v, ''}'', '',"o":1}'') AS v FROM t WHERE id = 22', 'types=v=VARIANT');
CREATE VIRTUAL TABLE temp.changed USING parquet('${TESTTMP}/changed.parquet');
SELECT id, v, hex("v.value") FROM changed;
SELECT parquet_write('${TESTTMP}/changed.parquet', 'SELECT id, v || '''' AS v FROM t WHERE id IN (1, 4, 8, 24)', 'types=v=VARIANT');
SELECT id, v, hex("v.value") FROM changed;
SELECT parquet_write('${TESTTMP}/changed.parquet', 'SELECT id, v || '''' AS v FROM t WHERE id IN (1, 4, 8, 24) ORDER BY id + 0', 'types=v=VARIANT');
SELECT id, v, hex("v.value") FROM changed;
SELECT parquet_write('${TESTTMP}/changed.parquet', 'SELECT id, v FROM t WHERE id = 3 UNION ALL SELECT 24, ''"2024-01-31"''', 'types=v=VARIANT');
SELECT id, v, hex("v.value") FROM changed;

-- Variant null is not NULL, in groups and lists neither.
SELECT parquet_write('${TESTTMP}/null.parquet', 'SELECT ''null'' AS v, ''{"a":[1,null,"2024-01-02"],"b":null}'' AS s UNION ALL SELECT NULL, ''{"a":null,"b":2}''',
    'types=v=VARIANT, s=STRUCT<a LIST<VARIANT>, b VARIANT<DATE>>');
CREATE VIRTUAL TABLE temp.nulls USING parquet('${TESTTMP}/null.parquet');
SELECT parquet_write('${TESTTMP}/null2.parquet', 'nulls');
CREATE VIRTUAL TABLE temp.nulls2 USING parquet('${TESTTMP}/null2.parquet');
SELECT rowid, typeof(v), v, s FROM nulls2;
SELECT count(*) = 0 OR (SELECT is_silent FROM host)
    FROM (SELECT path_in_schema, num_values - stats_null_count FROM parquet_metadata('${TESTTMP}/null.parquet')
    EXCEPT SELECT path_in_schema, num_values - stats_null_count FROM parquet_metadata('${TESTTMP}/null2.parquet'));

-- The columns of types are not shown, and cannot be chosen.
SELECT group_concat(name) FROM pragma_table_xinfo('t');
SELECT group_concat(column_name) FROM parquet_indexes('testdata/duckdb_variant_types.parquet');
CREATE VIRTUAL TABLE temp.bad USING parquet('testdata/duckdb_variant_types.parquet', columns='id,c15');

-- A write within the query of another.
SELECT parquet_write('${TESTTMP}/way.parquet', 'SELECT id, v FROM t WHERE id < 3 OR parquet_write(''${TESTTMP}/inner.parquet'', ''SELECT id, v FROM few WHERE id > 22'') = 0', 'types=v=VARIANT');
SELECT id, v, CASE (SELECT is_silent FROM host) WHEN 0 THEN hex("v.value") = (SELECT hex("v.value") FROM t WHERE id = w.id) ELSE 1 END AS same FROM way w;

-- SQLite frees the values of a query that ends early or fails.
SELECT parquet_write('${TESTTMP}/way.parquet', 'SELECT id, v, abs(-9223372036854775807 - (id > 3)) AS n FROM t ORDER BY id + 0');
SELECT parquet_write('${TESTTMP}/way.parquet', 'SELECT id, v, abs(-9223372036854775807 - (id > 3)) AS n FROM t');
--! lost_memory
SELECT parquet_write('${TESTTMP}/lost.parquet', 'SELECT id, v FROM t WHERE id > 20 ORDER BY id + 0');

-- A copy that is shredded to a type: the values of that type have a column of their own, and all keep their types.
CREATE TABLE shapes(name, type);
INSERT INTO shapes VALUES ('boolean', 'BOOLEAN'), ('int8', 'INT8'), ('int64', 'INT64'), ('float', 'FLOAT'), ('double', 'DOUBLE'), ('decimal', 'DECIMAL(4,2)'), ('date', 'DATE'), ('blob', 'BLOB'), ('string', 'STRING'), ('uuid', 'UUID'), ('list', 'LIST<DOUBLE>');
--! shell mkdir "${TESTTMP}/to"
SELECT count(parquet_write('${TESTTMP}/to/' || name || '.parquet', 'SELECT id, v FROM t', 'types=v=VARIANT<' || type || '>')) FROM shapes;
CREATE VIRTUAL TABLE temp.typed USING parquet('${TESTTMP}/to', union_by_name=on);
SELECT count(*), sum(y.v IS p.v) FROM typed y JOIN plain p USING (id);
SELECT name, CASE WHEN is_silent THEN NULL ELSE (SELECT sum(num_values - stats_null_count) FROM parquet_metadata('${TESTTMP}/to/' || name || '.parquet') WHERE path_in_schema LIKE '%typed_value%') END AS n FROM shapes JOIN host;
SELECT parquet_write('${TESTTMP}/back.parquet', 'SELECT replace(_file, ''${TESTTMP}'', '''') AS f, id, v FROM typed', 'types=v=VARIANT');
CREATE VIRTUAL TABLE temp.back USING parquet('${TESTTMP}/back.parquet');
SELECT count(*) = 275 OR (SELECT is_silent FROM host) FROM back b JOIN plain p USING (id) WHERE p."v.value" IS b."v.value";
