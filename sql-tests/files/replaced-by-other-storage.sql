-- After a statement is prepared, its file is replaced by one whose columns have the same
-- declarations but are stored differently: the plan was made for the old file.

CREATE TABLE a(id, v, d);
INSERT INTO a VALUES (1, '{"n":5}', 1.5), (2, '{"n":7}', 2.25), (3, NULL, NULL);
SELECT parquet_write('${TESTTMP}/typed.parquet', 'SELECT * FROM a', 'types=id=INT64 NOT NULL, v=STRUCT<n INT64>, d=DECIMAL(9,2)');
CREATE TABLE b(id, v);
INSERT INTO b VALUES (1, '{"n":5}'), (2, '{"n":"x"}'), (3, '{"n":7.5}'), (4, NULL);
SELECT parquet_write('${TESTTMP}/mixed.parquet', 'SELECT * FROM b', 'types=id=INT64 NOT NULL, v=VARIANT<STRUCT<n INT64>>');

-- Integers are exchanged for a Variant's field that also has other values: SQLite does not
-- test an exact condition again.  The next run prepares the statement for the new file.
--! shell cp "${TESTTMP}/typed.parquet" "${TESTTMP}/t.parquet"
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet', columns='id,"v.n"');
SELECT id, "v.n" FROM t WHERE "v.n" = 5;
--! between cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" = 5;
SELECT id, "v.n" FROM t WHERE "v.n" = 5;
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" > 5;
--! between cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" IS NOT NULL;
SELECT id, "v.n" FROM t WHERE "v.n" IS NOT NULL;

-- A statement that is prepared after the file was replaced is planned for the new file; so
-- is one that joins the table with itself.
--! shell cp "${TESTTMP}/typed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" = 5;
--! shell cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" IS NOT NULL;
--! shell cp "${TESTTMP}/typed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE "v.n" > 5;
--! shell cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/t.parquet"
SELECT a.id, b."v.n" FROM t AS a JOIN t AS b ON b.id = a.id WHERE b."v.n" > 5 AND a."v.n" IS NOT NULL;

-- So it is for a BLOB.
CREATE TABLE files(content BLOB);
INSERT INTO files VALUES (readfile('${TESTTMP}/typed.parquet'));
CREATE VIRTUAL TABLE temp.blob USING parquet('1', blob='main.files.content', columns='id,"v.n"');
SELECT id, "v.n" FROM blob WHERE "v.n" = 5;
UPDATE files SET content = readfile('${TESTTMP}/mixed.parquet');
SELECT id, "v.n" FROM blob WHERE "v.n" IS NOT NULL;
UPDATE files SET content = readfile('${TESTTMP}/typed.parquet');
SELECT id, "v.n" FROM blob WHERE "v.n" > 5;
UPDATE files SET content = readfile('${TESTTMP}/mixed.parquet');
SELECT a.id, b."v.n" FROM blob AS a JOIN blob AS b ON b.id = a.id WHERE b."v.n" > 5 AND a."v.n" IS NOT NULL;

-- Statements that do not depend on the storage continue to work.
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE id > 1 ORDER BY id DESC;
--! between cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/t.parquet"
SELECT id, "v.n" FROM t WHERE id > 1 ORDER BY id DESC;

-- Decimals in integers and in bytes, shown as text: SQLite does not repeat comparisons with
-- a literal, but repeats those with other values.
--! shell cp "${TESTTMP}/typed.parquet" "${TESTTMP}/d.parquet"
CREATE VIRTUAL TABLE temp.x USING parquet('${TESTTMP}/d.parquet', columns='id,d', decimals=text);
SELECT id, d FROM x WHERE d = '1.50';
--! between cp testdata/regressions/decimal_of_any_width.parquet "${TESTTMP}/d.parquet"
SELECT id, d FROM x WHERE d = '1.50';
SELECT id, d FROM x WHERE d = '1.50';
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/d.parquet"
SELECT id, d FROM x WHERE d = '1.50';
--! between cp testdata/regressions/decimal_of_any_width.parquet "${TESTTMP}/d.parquet"
SELECT id, d FROM x WHERE d = (SELECT '2.25') AND d IS NOT NULL AND id > 0;
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/d.parquet"
SELECT id, d FROM x WHERE d IN ('1.50', '2.25');
--! between cp testdata/regressions/decimal_of_any_width.parquet "${TESTTMP}/d.parquet"
SELECT id, d FROM x WHERE d IN ('1.50', '2.25');
CREATE VIRTUAL TABLE temp.r USING parquet('${TESTTMP}/d.parquet', columns='id,d');
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/d.parquet"
SELECT id, d FROM r WHERE d > 1.5;
--! between cp testdata/regressions/decimal_of_any_width.parquet "${TESTTMP}/d.parquet"
SELECT id, d FROM r WHERE d > 1.5;
SELECT id, d FROM r WHERE d > 1.5;
CREATE VIRTUAL TABLE temp.y USING parquet('${TESTTMP}/d.parquet', columns=d, decimals=text);
--! between cp "${TESTTMP}/typed.parquet" "${TESTTMP}/d.parquet"
SELECT d FROM y WHERE d = '1.50';
--! between cp testdata/regressions/decimal_of_any_width.parquet "${TESTTMP}/d.parquet"
SELECT d FROM y WHERE d = '1.50';

-- A folder, also of one file.
--! shell mkdir "${TESTTMP}/f" && cp "${TESTTMP}/typed.parquet" "${TESTTMP}/f/"
CREATE VIRTUAL TABLE temp.f USING parquet('${TESTTMP}/f/', columns='id,"v.n"');
SELECT id, "v.n" FROM f WHERE "v.n" = 5;
--! between cp "${TESTTMP}/mixed.parquet" "${TESTTMP}/f/typed.parquet"
SELECT id, "v.n" FROM f WHERE "v.n" = 5;
SELECT id, "v.n" FROM f WHERE "v.n" = 5;

-- The cursors of a statement read the same file as long as one of them is open.
SELECT (SELECT count(*) FROM t), parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM a', 'types=id=INT64 NOT NULL, v=STRUCT<n INT64>, d=DECIMAL(9,2)'), (SELECT count(*) FROM t WHERE id > 0);
SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM t WHERE id > 0);
