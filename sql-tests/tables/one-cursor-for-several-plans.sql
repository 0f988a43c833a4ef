-- New versions of SQLite use one cursor for all plans of an OR, and for both passes over the right table of a RIGHT JOIN. The number of
-- rows in the outer table lets the look-ups of the first plan begin.
CREATE VIRTUAL TABLE a USING parquet('sql-tests/data/numbers.parquet');
CREATE VIRTUAL TABLE b USING parquet('sql-tests/data/numbers.parquet');
SELECT count(*), sum(a.n), sum(b.n) FROM a CROSS JOIN b ON b.n = a.n + 900 OR b.rowid = a.n WHERE a.n <= 150;
SELECT count(*), sum((SELECT count(*) FROM b WHERE b.n = a.n + 900 OR b.small = a.n)) FROM a WHERE a.n <= 150;
--! host >= 3.39.0
SELECT count(*), count(a.n), sum(b.n) FROM a RIGHT JOIN b ON b.n = a.n + 900;
SELECT count(*), count(a.n), count(b.n) FROM a FULL JOIN b ON b.n = a.n + 900;
--! end
