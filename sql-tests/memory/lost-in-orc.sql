-- Queries of ORC files while each allocation, and each read, fails in turn: NOMEM, IOERR or the right rows.
CREATE VIRTUAL TABLE types USING parquet('testdata/orc/pyarrow_types.orc', timestamps=integer);
CREATE VIRTUAL TABLE nested USING parquet('testdata/orc/pyarrow_nested.orc');
CREATE VIRTUAL TABLE bloom USING parquet('testdata/orc/pyarrow_bloom.orc');
CREATE VIRTUAL TABLE sorted USING parquet('testdata/orc/pyarrow_sorted.orc');
CREATE VIRTUAL TABLE dictionary USING parquet('testdata/orc/pyarrow_dictionary.orc');
--! reopen

--! lost_memory
SELECT * FROM types LIMIT 3;
--! lost_memory
SELECT count(*), sum(i16), max(text), min(day), sum(d9), max(d38), max(local), max(instant) FROM types WHERE i64 IS NOT NULL AND f64 > 0;
--! lost_memory
SELECT * FROM nested LIMIT 2;
--! lost_memory
SELECT count(*), max("point.label"), count(tags) FROM nested WHERE "point.x" > 1;
--! lost_memory
SELECT count(*) FROM bloom WHERE word = 'nothing' OR note = 'nothing';
--! lost_memory
SELECT id, word, amount FROM bloom WHERE id IN (5, 1500) AND amount IS NOT NULL;
--! lost_memory
SELECT id, word, tags, "place.name" FROM sorted WHERE id BETWEEN 1000 AND 1001 OR rowid = 3;
--! lost_memory
SELECT id, price, wide FROM sorted WHERE day > '1971-06-01' ORDER BY price DESC, id LIMIT 2;
--! lost_memory
SELECT flag, count(*), max(wide) FROM sorted WHERE rowid <= 300 GROUP BY flag;
--! lost_memory
SELECT max(id), min(ratio), max(code) FROM sorted;
--! lost_memory
SELECT count(DISTINCT t), max(t) FROM dictionary;
