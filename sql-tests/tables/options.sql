-- Options are key=value; CREATE refuses unknown keys and bad values, and names them.
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_a.parquet');
SELECT * FROM fruits;
SELECT typeof(id), typeof(name), typeof(price), typeof(ripe), typeof(picked) FROM fruits;
SELECT name, type, "notnull" FROM pragma_table_info('fruits');

-- Each option, unquoted and quoted.
CREATE VIRTUAL TABLE p0 USING parquet('sql-tests/data/payments.parquet');
SELECT * FROM p0;
SELECT name, type FROM pragma_table_info('p0');
CREATE VIRTUAL TABLE p1 USING parquet('sql-tests/data/payments.parquet', timestamps=integer);
SELECT at, utc, cost FROM p1;
SELECT name, type FROM pragma_table_info('p1') WHERE name IN ('at', 'utc');
CREATE VIRTUAL TABLE p2 USING parquet('sql-tests/data/payments.parquet', timestamps='text', decimals='text');
SELECT at, cost, exact FROM p2;
SELECT name, type FROM pragma_table_info('p2') WHERE name IN ('cost', 'exact');
CREATE VIRTUAL TABLE p3 USING parquet('sql-tests/data/payments.parquet', decimals=real, binary_as_text=on);
SELECT cost, raw, typeof(raw) FROM p3;
CREATE VIRTUAL TABLE p4 USING parquet('sql-tests/data/payments.parquet', binary_as_string=on);
SELECT raw FROM p4;
CREATE VIRTUAL TABLE p5 USING parquet('sql-tests/data/payments.parquet', binary_as_text=off, checksums=off, pushdown=off);
SELECT raw, whole FROM p5 WHERE whole = 1;
CREATE VIRTUAL TABLE p6 USING parquet('sql-tests/data/payments.parquet', checksums=on, pushdown=on, decimals="text");
SELECT cost FROM p6 WHERE whole = 1;

-- White space and letter case are ignored, as in SQL keywords.
CREATE VIRTUAL TABLE p7 USING parquet ( 'sql-tests/data/payments.parquet' ,
    decimals = text ,
    Timestamps = INTEGER );
SELECT cost, at FROM p7 LIMIT 1;

-- Text with a NUL inside keeps its length.
CREATE VIRTUAL TABLE n USING parquet('sql-tests/data/numbers.parquet', binary_as_text=on);
SELECT b, typeof(b), length(CAST(b AS BLOB)) FROM n WHERE n = 97;

-- Unknown options.
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', colour=red);
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', 'decimals');
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', 'sql-tests/data/fruits_b.parquet');
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', =on);

-- Bad values.
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', timestamps=float);
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', decimals=exact);
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', pushdown=maybe);
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', checksums=);
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', binary_as_text='o n');

-- No argument, or an empty one.
CREATE VIRTUAL TABLE x USING parquet;
CREATE VIRTUAL TABLE x USING parquet();
CREATE VIRTUAL TABLE x USING parquet('');

-- None of the refused tables exists.
SELECT count(*) FROM sqlite_master WHERE name = 'x';
-- No option of a function is longer than 16 MiB.
SELECT count(*) FROM read_parquet('testdata/trips.parquet', 'columns=vendor' || printf('%.*c', 16777202, ' '));
SELECT count(*) FROM read_parquet('testdata/trips.parquet', 'columns=vendor' || printf('%.*c', 16777203, ' '));
SELECT count(*) FROM parquet_schema('testdata/trips.parquet', 'immutable=off' || printf('%.*c', 17000000, ' '));
SELECT count(*) FROM parquet_summarize('testdata/trips.parquet', 'exact=' || printf('%.*c', 20000000, 'x'));
SELECT parquet_write('${TESTTMP}/x.parquet', 'SELECT 1 AS x', 'kv_metadata=a=' || printf('%.*c', 20000000, 'x'));
SELECT parquet_restrict('read=' || printf('%.*c', 20000000, 'x'));
