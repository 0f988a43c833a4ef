-- A copied column keeps its type, or gets the nearest one that holds its values: NaN in
-- groups, lists and maps; INT96 of all years.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/regressions/relaxed_copies.parquet');
SELECT * FROM t;
SELECT parquet_write('${TESTTMP}/copy.parquet', 'SELECT * FROM t LIMIT -1');
CREATE VIRTUAL TABLE temp.c USING parquet('${TESTTMP}/copy.parquet');
SELECT * FROM c;
SELECT name, type, repetition_type, converted_type, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet');
SELECT count(*) FROM parquet_check('${TESTTMP}/copy.parquet');
-- Rows without those values keep the strict types.
SELECT parquet_write('${TESTTMP}/strict.parquet', 'SELECT g, l, m, at FROM t WHERE 0');
SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/strict.parquet');
-- Another copy of the copy changes nothing.
SELECT parquet_write('${TESTTMP}/again.parquet', 'SELECT * FROM c');
SELECT count(*) FROM (SELECT name, type, repetition_type, converted_type, logical_type FROM parquet_schema('${TESTTMP}/copy.parquet') EXCEPT SELECT name, type, repetition_type, converted_type, logical_type FROM parquet_schema('${TESTTMP}/again.parquet'));
-- The same with NULL.
SELECT parquet_write('${TESTTMP}/joined.parquet', 'SELECT b.g, b.sure FROM t a LEFT JOIN t b ON a.rowid = b.rowid AND a.rowid = 2');
SELECT name, type, repetition_type, logical_type FROM parquet_schema('${TESTTMP}/joined.parquet');
-- Nanoseconds shown as integers keep their unit.
CREATE VIRTUAL TABLE temp.i USING parquet('testdata/regressions/relaxed_copies.parquet', timestamps=integer);
SELECT parquet_write('${TESTTMP}/integers.parquet', 'SELECT fine FROM i');
SELECT name, type, logical_type FROM parquet_schema('${TESTTMP}/integers.parquet');
SELECT parquet_write('${TESTTMP}/integers.parquet', 'SELECT at FROM i', 'overwrite=true');
SELECT parquet_write('${TESTTMP}/integers.parquet', 'SELECT at FROM i LIMIT -1', 'overwrite=true');
-- Encodings of nested columns.
SELECT parquet_write('${TESTTMP}/encodings.parquet', 'SELECT g, l, m FROM t', 'encoding=PLAIN', 'encodings=g=auto,l=dictionary');
SELECT path_in_schema, encodings FROM parquet_metadata('${TESTTMP}/encodings.parquet');
SELECT parquet_write('${TESTTMP}/encodings.parquet', 'SELECT g, l FROM t', 'encodings=g=PLAIN,l=RLE_DICTIONARY', 'overwrite=true');
SELECT path_in_schema, encodings FROM parquet_metadata('${TESTTMP}/encodings.parquet');
