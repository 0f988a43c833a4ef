-- Variants as JSON; shredded fields as columns, pruned where all values have the field's type.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/duckdb_variant.parquet');
SELECT name, type, hidden FROM pragma_table_xinfo('t');
SELECT id, v, "v.n", "v.s", "v.at.lat" FROM t WHERE id IN (0, 1) OR id >= 2080;
SELECT typeof(v), typeof("v.n"), typeof("v.s"), typeof("v.at.lat"), count(*) FROM t GROUP BY 1, 2, 3, 4;

-- typed_value excludes row groups in which value is always null: only the first.
SELECT id FROM t WHERE "v.n" = 5000;
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1;
SELECT id FROM t WHERE "v.n" = 2047;
SELECT id FROM t WHERE "v.n" = 2082;
SELECT id FROM t WHERE "v.n" = 'none';
SELECT id FROM t WHERE "v.n" > 5000;
SELECT id FROM t WHERE "v.n" = 512.25;
SELECT id FROM t WHERE "v.s" LIKE 'it is %';
SELECT id FROM t WHERE "v.s" IN ('2080', '1', '2024-02-29') ORDER BY id DESC;
SELECT count(*) FROM t WHERE "v.s" IS NULL;
SELECT count(*) FROM t WHERE "v.at.lat" < 0;
SELECT min("v.n"), max("v.n"), min("v.at.lat"), max("v.s") FROM t;
SELECT id FROM t WHERE "v.n" NOT NULL ORDER BY "v.n" DESC LIMIT 3;

-- The same from an ordinary table, and without pushdown.
CREATE VIRTUAL TABLE temp.u USING parquet('testdata/duckdb_variant.parquet', pushdown=off);
CREATE TEMP TABLE o(id INTEGER, v JSON TEXT, n BIGINT, s TEXT, lat DOUBLE);
INSERT INTO o SELECT id, v, "v.n", "v.s", "v.at.lat" FROM t;
SELECT count(*) FROM o JOIN t USING (id) WHERE o.v IS t.v AND o.n IS "v.n" AND o.s IS "v.s" AND o.lat IS "v.at.lat"
  AND typeof(o.n) = typeof("v.n") AND typeof(o.s) = typeof("v.s") AND typeof(o.lat) = typeof("v.at.lat");
SELECT count(*) FROM o WHERE n > 'a';
SELECT count(*) FROM t WHERE "v.n" > 'a';
SELECT count(*) FROM u WHERE "v.n" > 'a';
SELECT count(*) FROM o WHERE n BETWEEN 600 AND 2081;
SELECT count(*) FROM t WHERE "v.n" BETWEEN 600 AND 2081;
SELECT count(*) FROM u WHERE "v.n" BETWEEN 600 AND 2081;
SELECT sum(a.id) FROM o AS a JOIN o AS b ON a.s = b.n;
SELECT sum(a.id) FROM t AS a JOIN t AS b ON a."v.s" = b."v.n";
