-- Long lists, of pages v1 and v2, read whole, by row and by filter.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_long_lists_v1.parquet');
SELECT count(*), count(tags), count(DISTINCT tags), sum(length(tags) * (id + 1)), sum(length(numbers) * (id + 1)) FROM t;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 3;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 4;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 5;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 14;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 15;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 24;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 25;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 26;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 34;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 40;
SELECT id, length(tags) FROM t WHERE id BETWEEN 22 AND 26;
SELECT id, numbers FROM t WHERE id IN (9, 21, 38);
SELECT length(numbers) FROM t WHERE id % 10 = 3;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/java_long_lists_v2.parquet');
SELECT count(*), count(tags), count(DISTINCT tags), sum(length(tags) * (id + 1)), sum(length(numbers) * (id + 1)) FROM t;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 3;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 4;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 5;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 14;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 15;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 24;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 25;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 26;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 34;
SELECT id, length(tags), substr(tags, 1, 24), substr(tags, -24), length(numbers), substr(numbers, -9) FROM t WHERE rowid = 40;
SELECT id, length(tags) FROM t WHERE id BETWEEN 22 AND 26;
SELECT id, numbers FROM t WHERE id IN (9, 21, 38);
SELECT length(numbers) FROM t WHERE id % 10 = 3;
DROP TABLE t;
