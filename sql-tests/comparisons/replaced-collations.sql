-- Programs may replace the built-in collations; SQLite then compares text itself.

CREATE TABLE rows(id, s TEXT);
INSERT INTO rows VALUES (1, 'ab'), (2, 'AB'), (3, 'a-b'), (4, 'ab  '), (5, 'b'), (6, 'C'), (7, '5'), (8, '_'), (9, '');
SELECT parquet_write('${TESTTMP}/t.parquet', 'SELECT * FROM rows', 'row_group_size=2');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');
CREATE VIEW plans AS SELECT plan FROM parquet_scan_stats ORDER BY rowid DESC LIMIT 1;

--! host >= 3.38.0
SELECT group_concat(id) FROM t WHERE s = 'ab';
SELECT plan FROM plans;
SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE NOCASE;
SELECT plan FROM plans;
SELECT s FROM t ORDER BY s LIMIT 1;
SELECT plan FROM plans;
--! end

--! collation NOCASE
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab') IS (SELECT group_concat(id) FROM rows WHERE s = 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IN ('ab', 'c')) IS (SELECT group_concat(id) FROM rows WHERE s IN ('ab', 'c'));
SELECT (SELECT group_concat(id) FROM t WHERE s > 'AB') IS (SELECT group_concat(id) FROM rows WHERE s > 'AB');
SELECT (SELECT group_concat(id) FROM t WHERE s BETWEEN 'b' AND 'a') IS (SELECT group_concat(id) FROM rows WHERE s BETWEEN 'b' AND 'a');
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s < 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s < 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE RTRIM) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE RTRIM);
SELECT (SELECT group_concat(id) FROM t WHERE s <> 'ab') IS (SELECT group_concat(id) FROM rows WHERE s <> 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IS NOT 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s IS NOT 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s LIKE 'ab%') IS (SELECT group_concat(id) FROM rows WHERE s LIKE 'ab%');
SELECT (SELECT max(s) FROM t) IS (SELECT max(s) FROM rows);
SELECT (SELECT min(s) FROM t) IS (SELECT min(s) FROM rows);
SELECT (SELECT group_concat(s, '|') FROM (SELECT s FROM t WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4)) IS (SELECT group_concat(s, '|') FROM (SELECT s FROM rows WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4));

--! collation RTRIM
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab') IS (SELECT group_concat(id) FROM rows WHERE s = 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IN ('ab', 'c')) IS (SELECT group_concat(id) FROM rows WHERE s IN ('ab', 'c'));
SELECT (SELECT group_concat(id) FROM t WHERE s > 'AB') IS (SELECT group_concat(id) FROM rows WHERE s > 'AB');
SELECT (SELECT group_concat(id) FROM t WHERE s BETWEEN 'b' AND 'a') IS (SELECT group_concat(id) FROM rows WHERE s BETWEEN 'b' AND 'a');
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s < 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s < 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE RTRIM) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE RTRIM);
SELECT (SELECT group_concat(id) FROM t WHERE s <> 'ab') IS (SELECT group_concat(id) FROM rows WHERE s <> 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IS NOT 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s IS NOT 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s LIKE 'ab%') IS (SELECT group_concat(id) FROM rows WHERE s LIKE 'ab%');
SELECT (SELECT max(s) FROM t) IS (SELECT max(s) FROM rows);
SELECT (SELECT min(s) FROM t) IS (SELECT min(s) FROM rows);
SELECT (SELECT group_concat(s, '|') FROM (SELECT s FROM t WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4)) IS (SELECT group_concat(s, '|') FROM (SELECT s FROM rows WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4));

--! collation BINARY
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab') IS (SELECT group_concat(id) FROM rows WHERE s = 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IN ('ab', 'c')) IS (SELECT group_concat(id) FROM rows WHERE s IN ('ab', 'c'));
SELECT (SELECT group_concat(id) FROM t WHERE s > 'AB') IS (SELECT group_concat(id) FROM rows WHERE s > 'AB');
SELECT (SELECT group_concat(id) FROM t WHERE s BETWEEN 'b' AND 'a') IS (SELECT group_concat(id) FROM rows WHERE s BETWEEN 'b' AND 'a');
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s < 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s < 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s = 'ab' COLLATE RTRIM) IS (SELECT group_concat(id) FROM rows WHERE s = 'ab' COLLATE RTRIM);
SELECT (SELECT group_concat(id) FROM t WHERE s <> 'ab') IS (SELECT group_concat(id) FROM rows WHERE s <> 'ab');
SELECT (SELECT group_concat(id) FROM t WHERE s IS NOT 'ab' COLLATE NOCASE) IS (SELECT group_concat(id) FROM rows WHERE s IS NOT 'ab' COLLATE NOCASE);
SELECT (SELECT group_concat(id) FROM t WHERE s LIKE 'ab%') IS (SELECT group_concat(id) FROM rows WHERE s LIKE 'ab%');
SELECT (SELECT max(s) FROM t) IS (SELECT max(s) FROM rows);
SELECT (SELECT min(s) FROM t) IS (SELECT min(s) FROM rows);
SELECT (SELECT group_concat(s, '|') FROM (SELECT s FROM t WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4)) IS (SELECT group_concat(s, '|') FROM (SELECT s FROM rows WHERE id NOT IN (2,3,4,8) ORDER BY s LIMIT 4));
--! host >= 3.38.0
SELECT group_concat(id) FROM t WHERE s = 'ab';
SELECT plan FROM plans;
SELECT s FROM t WHERE id IN (1, 5) ORDER BY s LIMIT 1;
SELECT plan FROM plans;
--! end
