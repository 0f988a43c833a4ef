-- rowid counts from 1 over the whole table, in file order, across row groups.
CREATE VIRTUAL TABLE v USING parquet('sql-tests/data/numbers.parquet');
SELECT min(rowid), max(rowid), count(rowid), count(DISTINCT rowid), sum(rowid = n) FROM v;
SELECT rowid, oid, _rowid_, n FROM v WHERE rowid IN (1, 250, 251, 1000);
SELECT n, t FROM v WHERE rowid = 1;
SELECT n, t FROM v WHERE rowid = 250;
SELECT n, t FROM v WHERE rowid = 251;
SELECT n, t FROM v WHERE rowid = 1000;
SELECT n, t FROM v WHERE rowid = 0;
SELECT n, t FROM v WHERE rowid = 1001;
SELECT n, t FROM v WHERE rowid = -1;
SELECT n, t FROM v WHERE rowid = 9223372036854775807;
SELECT n, t FROM v WHERE rowid = -9223372036854775808;
SELECT n FROM v WHERE rowid IS 77;
SELECT n FROM v WHERE rowid IS NULL;
SELECT count(*) FROM v WHERE rowid IS NOT NULL;
SELECT count(*) FROM v WHERE rowid IS NOT 77;
SELECT count(*) FROM v WHERE rowid <> 77;
SELECT count(*) FROM v WHERE NOT rowid = 77;
SELECT n FROM v WHERE rowid = n AND n = 600;
SELECT n FROM v WHERE rowid = 5 OR rowid = 995 OR n = 500 ORDER BY n;

-- Ranges.
SELECT min(n), max(n), count(*) FROM v WHERE rowid > 990;
SELECT min(n), max(n), count(*) FROM v WHERE rowid >= 990;
SELECT min(n), max(n), count(*) FROM v WHERE rowid < 10;
SELECT min(n), max(n), count(*) FROM v WHERE rowid <= 10;
SELECT min(n), max(n), count(*) FROM v WHERE rowid BETWEEN 249 AND 252;
SELECT min(n), max(n), count(*) FROM v WHERE rowid > 249 AND rowid < 252 AND rowid <> 250;
SELECT min(n), max(n), count(*) FROM v WHERE rowid BETWEEN 252 AND 249;
SELECT min(n), max(n), count(*) FROM v WHERE rowid > 1000;
SELECT min(n), max(n), count(*) FROM v WHERE rowid < 1;
SELECT min(n), max(n), count(*) FROM v WHERE rowid >= -5 AND rowid <= 5000;
SELECT min(n), max(n), count(*) FROM v WHERE rowid > 9223372036854775807;
SELECT min(n), max(n), count(*) FROM v WHERE rowid >= -9223372036854775808;
SELECT min(n), max(n), count(*) FROM v WHERE rowid > 100 AND small = 0;
SELECT n, small FROM v WHERE rowid > 600 AND rowid < 900 AND small = 49 AND r IS NOT NULL;

-- Order and limit.
SELECT rowid FROM v ORDER BY rowid LIMIT 3;
SELECT rowid FROM v ORDER BY rowid DESC LIMIT 3;
SELECT rowid FROM v ORDER BY rowid LIMIT 3 OFFSET 500;
SELECT rowid FROM v ORDER BY rowid DESC LIMIT 3 OFFSET 998;
SELECT rowid FROM v WHERE rowid > 700 ORDER BY rowid LIMIT 2;
SELECT rowid FROM v WHERE rowid < 300 ORDER BY rowid DESC LIMIT 2;
SELECT rowid FROM v WHERE small = 7 ORDER BY rowid DESC LIMIT 2;
SELECT rowid, n FROM v LIMIT 2 OFFSET 249;
SELECT rowid FROM v LIMIT 0;
SELECT max(rowid) FROM v WHERE rowid < 251;
SELECT min(rowid) FROM v WHERE rowid > 250;

-- Other conditions do not change a row's rowid.
SELECT count(*) FROM v WHERE rowid <> n;
SELECT rowid, n FROM v WHERE t = 'row 0998';
SELECT rowid, n FROM v WHERE r = 100.25;
SELECT sum(rowid - n), count(*) FROM v WHERE r IS NULL;

-- A column of that name hides it; the other names still work.
CREATE VIRTUAL TABLE names USING parquet('sql-tests/data/names.parquet');
SELECT rowid, oid, _rowid_ FROM names;
SELECT oid FROM names WHERE rowid = 18;
SELECT rowid FROM names WHERE oid = 2;
